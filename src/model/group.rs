//! The group of a model's symmetries: listed in full from the declared moves, cut to what keeps the model, and the orbits of
//! solutions under it.
//!
//! Of each orbit the representative is the smallest solution, compared by the shown variables in their order.
//! The orbit's size is the order of the group divided by the number of elements that leave the solution as it is.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt;

use super::shape::{Image, Shapes};
use super::{Assignment, Model, Move, Selection, Symmetry, ValueMap, Var};

/// The most elements of a group that are listed.
const MOST_ELEMENTS: usize = 100_000;
/// The most variables of all elements together.
const MOST_ENTRIES: usize = 10_000_000;

/// The symmetries of a model that keep its domains and constraints, all of them one by one.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use cnfab::model::{Group, Model, Move, Selection};
/// use cnfab::solve::{Budget, Encodings, Strategy};
///
/// // Three different digits from 1 to 4 in a row that may be read from both ends.
/// let mut model = Model::new();
/// let row: Vec<_> = (0..3).map(|i| model.var(format!("digit[{i}]"), 1..=4)).collect();
/// model.all_different("digits", row.iter().copied());
/// model.declare_symmetry("geometric", [Move::of_variables(vec![row[2], row[1], row[0]])]);
///
/// let group = Group::of(&model, &Selection::Usual)?;
/// let leaders = group.leaders(&model);
/// let (mut orbits, mut total) = (0, 0);
/// Strategy::parse("backtrack")?.backend(&Encodings::default()).solve(
///     &leaders.model,
///     &Budget::unlimited(),
///     &mut |solution| {
///         if let Some(size) = group.orbit_of_least(solution) {
///             orbits += 1;
///             total += size;
///         }
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert_eq!((orbits, total), (12, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Group {
    shown: Vec<Var>,
    maps: Vec<ValueMap>,
    /// For each element but the identity, and each shown variable in order: the variable whose value it gets.
    sources: Vec<Source>,
    order: usize,
    declared: usize,
    names: Vec<&'static str>,
}

/// Where a variable's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Source {
    pub(super) var: Var,
    map: u32,
}

/// Why there is no group to work with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetryError {
    /// No symmetry of this name is declared.
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The group has more elements than are listed.
    TooLarge {
        /// The names that were asked for.
        names: Vec<&'static str>,
        /// How many elements are listed at most.
        most: usize,
        /// The names there are.
        known: Vec<&'static str>,
    },
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = match self {
            SymmetryError::Unknown { name, known } => {
                write!(f, "no symmetry '{name}' in this model")?;
                known
            }
            SymmetryError::TooLarge { names, most, known } => {
                write!(
                    f,
                    "the symmetry '{}' has more than {most} elements, too many to try on each solution",
                    names.join(",")
                )?;
                known
            }
        };
        match known[..] {
            [] => write!(f, ", which declares none"),
            _ => write!(f, "; there are: {}", known.join(", ")),
        }
    }
}

impl std::error::Error for SymmetryError {}

impl Group {
    /// The group that the selected symmetries generate, cut to the elements that map the domains and constraints of the
    /// model onto themselves and shown variables to shown ones.
    ///
    /// # Errors
    /// If a name is not declared, or the group is too large to be listed.
    pub fn of(model: &Model, selection: &Selection) -> Result<Self, SymmetryError> {
        let chosen = choose(model, selection)?;
        let mut maps = Maps::default();
        let moves = chosen.iter().flat_map(|symmetry| &symmetry.moves);
        let generators: Vec<Element> = moves.map(|one| Element::of(one, &mut maps)).collect();
        let variables = model.variables().len();
        let most = MOST_ELEMENTS.min(MOST_ENTRIES / variables.max(1));
        let elements = closure(variables, &generators, most, &mut maps).ok_or_else(|| SymmetryError::TooLarge {
            names: chosen.iter().map(|symmetry| symmetry.name).collect(),
            most,
            known: names(model),
        })?;
        let shown = model.shown();
        let mut is_shown = vec![false; variables];
        shown.iter().for_each(|var| is_shown[var.index()] = true);
        let mut shapes = Shapes::of(model);
        let mut keeps = |element: &Element| {
            element.to.iter().zip(&is_shown).all(|(to, shown)| is_shown[to.index()] == *shown)
                && shapes.kept_by(&With { element, maps: &maps.all })
        };
        let all = generators.iter().all(&mut keeps);
        let mut seen: HashSet<Vec<Source>> = HashSet::new();
        let mut group = Group {
            maps: Vec::new(),
            sources: Vec::new(),
            order: 0,
            declared: elements.len(),
            names: chosen.iter().map(|symmetry| symmetry.name).collect(),
            shown,
        };
        for (number, element) in elements.iter().enumerate() {
            if number > 0 && !all && !keeps(element) {
                continue;
            }
            let sources = element.sources(&group.shown);
            // Elements that differ in hidden variables only are one on the solutions.
            if seen.insert(sources.clone()) {
                group.order += 1;
                if number > 0 {
                    group.sources.extend(sources);
                }
            }
        }
        group.maps = maps.all;
        Ok(group)
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of elements before those that do not keep the model were left out.
    pub fn declared_order(&self) -> usize {
        self.declared
    }

    /// The names of the declared symmetries that it is made of.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The size of the solution's orbit if the solution is the orbit's smallest, else `None`.
    pub fn orbit_of_least(&self, solution: &Assignment) -> Option<u64> {
        let mut fixing = 1;
        for element in self.elements() {
            let image = element.iter().map(|&source| self.value(source, solution));
            match image.cmp(self.shown.iter().map(|&var| solution[var])) {
                Ordering::Less => return None,
                Ordering::Equal => fixing += 1,
                Ordering::Greater => {}
            }
        }
        Some((self.order / fixing) as u64)
    }

    /// The images of a solution under all elements, the identity first, as values of the shown variables.
    pub fn images<'g>(&'g self, solution: &'g Assignment) -> impl Iterator<Item = Vec<i32>> + 'g {
        let image = |element: &[Source]| element.iter().map(|&source| self.value(source, solution)).collect();
        std::iter::once(solution.project(&self.shown)).chain(self.elements().map(image))
    }

    /// All elements but the identity, each as the sources of the shown variables.
    pub(super) fn elements(&self) -> impl Iterator<Item = &[Source]> {
        self.sources.chunks(self.shown.len().max(1))
    }

    /// The numbers of elements that generate the group, increasing, each of which those before it do not.
    pub(super) fn generators(&self) -> Vec<usize> {
        let mut maps = Maps::default();
        let number: HashMap<Var, u32> = (0..).zip(&self.shown).map(|(number, &var)| (var, number)).collect();
        let action = |element: &[Source], maps: &mut Maps| -> Vec<(u32, u32)> {
            element.iter().map(|source| (number[&source.var], maps.number(self.map(*source).clone()))).collect()
        };
        let identity: Vec<(u32, u32)> = {
            let stays = maps.number(ValueMap::default());
            (0..self.shown.len() as u32).map(|place| (place, stays)).collect()
        };
        let (mut all, mut seen) = (vec![identity.clone()], HashSet::from([identity]));
        let mut generators: Vec<(usize, Vec<(u32, u32)>)> = Vec::new();
        for (index, element) in self.elements().enumerate() {
            let element = action(element, &mut maps);
            if seen.contains(&element) {
                continue;
            }
            generators.push((index, element));
            // Everything that the new one makes of what is there, and what all make of that.
            let mut open: Vec<(usize, usize)> = (0..all.len()).map(|one| (one, generators.len() - 1)).collect();
            while let Some((one, by)) = open.pop() {
                let by = &generators[by].1;
                let image = |&(from, map): &(u32, u32), maps: &mut Maps| {
                    let (source, first) = all[one][from as usize];
                    (source, maps.then(first, map))
                };
                let next: Vec<(u32, u32)> = by.iter().map(|source| image(source, &mut maps)).collect();
                if seen.insert(next.clone()) {
                    open.extend((0..generators.len()).map(|by| (all.len(), by)));
                    all.push(next);
                }
            }
        }
        generators.into_iter().map(|(index, _)| index).collect()
    }

    /// The shown variables in order.
    pub(super) fn shown(&self) -> &[Var] {
        &self.shown
    }

    /// What a source's value goes through.
    pub(super) fn map(&self, source: Source) -> &ValueMap {
        &self.maps[source.map as usize]
    }

    fn value(&self, source: Source, solution: &Assignment) -> i32 {
        self.map(source).apply(solution[source.var])
    }
}

fn names(model: &Model) -> Vec<&'static str> {
    model.symmetries().iter().map(|symmetry| symmetry.name).collect()
}

fn choose<'m>(model: &'m Model, selection: &Selection) -> Result<Vec<&'m Symmetry>, SymmetryError> {
    let all = model.symmetries();
    match selection {
        Selection::All => Ok(all.iter().collect()),
        Selection::Usual => Ok(all.iter().filter(|symmetry| symmetry.is_usual).collect()),
        Selection::Named(wanted) => {
            let unknown = wanted.iter().find(|&name| all.iter().all(|symmetry| symmetry.name != name));
            match unknown {
                Some(name) => Err(SymmetryError::Unknown { name: name.clone(), known: names(model) }),
                None => Ok(all.iter().filter(|symmetry| wanted.iter().any(|name| name == symmetry.name)).collect()),
            }
        }
    }
}

/// Value maps, each once; number 0 is the identity.
struct Maps {
    all: Vec<ValueMap>,
    numbers: HashMap<ValueMap, u32>,
    composed: HashMap<(u32, u32), u32>,
}

impl Default for Maps {
    fn default() -> Self {
        let mut maps = Maps { all: Vec::new(), numbers: HashMap::new(), composed: HashMap::new() };
        maps.number(ValueMap::default());
        maps
    }
}

impl Maps {
    fn number(&mut self, map: ValueMap) -> u32 {
        if let Some(&found) = self.numbers.get(&map) {
            return found;
        }
        let number = self.all.len() as u32;
        self.all.push(map.clone());
        self.numbers.insert(map, number);
        number
    }

    fn then(&mut self, first: u32, second: u32) -> u32 {
        if first == 0 || second == 0 {
            return first + second;
        }
        if let Some(&found) = self.composed.get(&(first, second)) {
            return found;
        }
        let number = self.number(self.all[first as usize].then(&self.all[second as usize]));
        self.composed.insert((first, second), number);
        number
    }
}

/// A symmetry of all variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Element {
    to: Vec<Var>,
    through: Vec<u32>,
}

impl Element {
    fn of(one: &Move, maps: &mut Maps) -> Self {
        let vars = 0..one.variables();
        let to = vars.clone().map(|index| one.target(Var::from_index(index))).collect();
        let through = vars.map(|index| maps.number(one.value_map(Var::from_index(index)).clone())).collect();
        Element { to, through }
    }

    /// This element and the next one after it.
    fn then(&self, next: &Element, maps: &mut Maps) -> Element {
        let to = self.to.iter().map(|var| next.to[var.index()]).collect();
        let both = self.to.iter().zip(&self.through);
        // Mostly all variables go through the same maps.
        let mut last = ((0, 0), 0);
        let compose = |(var, &map): (&Var, &u32)| {
            let pair = (map, next.through[var.index()]);
            if pair != last.0 {
                last = (pair, maps.then(pair.0, pair.1));
            }
            last.1
        };
        let through = both.map(compose).collect();
        Element { to, through }
    }

    fn sources(&self, shown: &[Var]) -> Vec<Source> {
        let mut from = vec![Source { var: Var::from_index(0), map: 0 }; self.to.len()];
        for (index, (target, &map)) in self.to.iter().zip(&self.through).enumerate() {
            from[target.index()] = Source { var: Var::from_index(index), map };
        }
        shown.iter().map(|var| from[var.index()]).collect()
    }
}

/// All elements, the identity first; `None` if there are more than `most`.
///
/// Dimino's algorithm (G. Butler, "Fundamental Algorithms for Permutation Groups", 1991): with each generator the group grows
/// by whole cosets of what was there before, so only one element of each coset is looked up.
fn closure(variables: usize, generators: &[Element], most: usize, maps: &mut Maps) -> Option<Vec<Element>> {
    let identity = Element { to: (0..variables).map(Var::from_index).collect(), through: vec![0; variables] };
    let mut seen = HashSet::from([identity.clone()]);
    let mut all = vec![identity];
    for (number, generator) in generators.iter().enumerate() {
        let before = all.len();
        let mut open = vec![generator.clone()];
        while let Some(one) = open.pop() {
            if seen.contains(&one) {
                continue;
            }
            if all.len() + before > most {
                return None;
            }
            for element in 0..before {
                let product = all[element].then(&one, maps);
                seen.insert(product.clone());
                all.push(product);
            }
            open.extend(generators[..=number].iter().map(|next| one.then(next, maps)));
        }
    }
    Some(all)
}

/// An element with the maps that it names.
struct With<'e> {
    element: &'e Element,
    maps: &'e [ValueMap],
}

impl Image for With<'_> {
    fn target(&self, var: Var) -> Var {
        self.element.to[var.index()]
    }

    fn map(&self, var: Var) -> (u32, &ValueMap) {
        let number = self.element.through[var.index()];
        (number, &self.maps[number as usize])
    }
}

//! The group of a model's symmetries: what the declared moves generate, cut to what keeps the model, and the orbits of
//! solutions under it.
//!
//! What the moves generate is held as a base and strong generators, never listed; the elements that keep the model are
//! found by backtracking over the images of the base, and only they are listed. Of each orbit the representative is the
//! smallest solution, compared by the shown variables in their order. The orbit's size is the order of the group
//! divided by the number of elements that leave the solution as it is.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;

use num_bigint::BigUint;

use cnfab_base::display::quoted;

use super::element::{Maps, Source};
use super::keep::Keep;
use super::perm::{Chain, OutOfSteps, Perm, Steps, subgroup};
use super::points::Points;
use super::{Assignment, Model, Move, Selection, Symmetry, Takes, ValueMap, Var};

/// The most elements of a group that are listed.
const MOST_ELEMENTS: usize = 100_000;
/// The most variables of all elements together.
const MOST_ENTRIES: usize = 10_000_000;
/// The most points of all elements together, which a list of them visits.
const MOST_POINTS: usize = 200_000_000;
/// The most steps, about a nanosecond each, to find out which elements keep the model.
const MOST_STEPS: u64 = 2_000_000_000;

/// The symmetries of a model that keep its domains and constraints, all of them one by one.
///
/// ```
/// use cnfab_model::{Assignment, Group, Model, Move, Selection};
///
/// // Three different digits from 1 to 4 in a row that may be read from both ends.
/// let mut model = Model::new();
/// let row: Vec<_> = (0..3).map(|i| model.var(format!("digit[{i}]"), 1..=4)).collect();
/// model.all_different("digits", row.iter().copied());
/// model.declare_symmetry("geometric", [Move::of_variables(vec![row[2], row[1], row[0]])]);
///
/// let group = Group::of(&model, &Selection::Usual)?;
/// let leaders = group.leaders(&model);
/// // Of all 64 rows, 24 are solutions; those that are the least of their orbits stand for the others.
/// let rows = (0..64).map(|n| Assignment::new(vec![n / 16 + 1, n / 4 % 4 + 1, n % 4 + 1]));
/// let solutions = rows.filter(|row| leaders.model.constraints().iter().all(|posted| posted.holds(row)));
/// let sizes: Vec<u64> = solutions.filter_map(|row| group.orbit_of_least(&row)).collect();
/// assert_eq!((sizes.len(), sizes.iter().sum()), (12, 24u64));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Group {
    shown: Vec<Var>,
    maps: Vec<ValueMap>,
    /// For each element but the identity, and each shown variable in order: the variable whose value it gets.
    sources: Vec<Source>,
    /// The same for some elements that generate the group.
    generators: Vec<Source>,
    order: usize,
    declared: BigUint,
    names: Vec<&'static str>,
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
    /// More elements keep the model than are listed.
    TooLarge {
        /// The names that were asked for.
        names: Vec<&'static str>,
        /// How many elements they have together.
        declared: BigUint,
        /// How many of them keep the model.
        order: BigUint,
        /// How many elements are listed at most.
        most: usize,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The kept elements, which the model takes too long to tell.
    Unsettled {
        /// The names that were asked for.
        names: Vec<&'static str>,
        /// How many elements they have together, if that could be computed.
        declared: Option<BigUint>,
        /// After how many steps it was given up.
        steps: u64,
        /// The names there are.
        known: Vec<&'static str>,
    },
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = match self {
            SymmetryError::Unknown { name, known } => {
                write!(f, "no symmetry {} in this model", quoted(name))?;
                known
            }
            SymmetryError::TooLarge { names, order, most, known, .. } => {
                let names = names.join(",");
                write!(f, "{order} elements of the symmetry '{names}' keep the puzzle, ")?;
                write!(f, "and more than {most} are too many to try on each solution")?;
                known
            }
            SymmetryError::Unsettled { names, declared, steps, known } => {
                let names = names.join(",");
                match declared {
                    Some(declared) => {
                        write!(f, "which of the {declared} elements of the symmetry '{names}' keep the puzzle")?
                    }
                    None => write!(f, "how many elements the symmetry '{names}' has")?,
                }
                write!(f, " is not known after {steps} steps")?;
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
    /// If a name is not declared, or too many elements keep the model to be listed, or it takes too long to find them.
    pub fn of(model: &Model, selection: &Selection) -> Result<Self, SymmetryError> {
        // Classes that are not looked into may be stated by others, but not with more variables than are moved.
        let lowered = model.lowered(Takes::CONDITIONS);
        let lowered = lowered.ok().filter(|lowered| lowered.variables().len() == model.variables().len());
        let model = lowered.as_deref().unwrap_or(model);
        let chosen = choose(model, selection)?;
        let of_chosen = || chosen.iter().map(|symmetry| symmetry.name).collect::<Vec<_>>();
        let unsettled = |declared: Option<BigUint>| {
            let (names, known) = (of_chosen(), names(model));
            move |OutOfSteps| SymmetryError::Unsettled { names, declared, steps: MOST_STEPS, known }
        };
        let moves: Vec<&Move> = chosen.iter().flat_map(|symmetry| &symmetry.moves).collect();
        let mut steps = Steps::new(MOST_STEPS);
        let points = Points::of(model, &moves);
        let generators: Vec<Perm> = moves.iter().map(|by| points.permutation(by)).collect();
        let all = Chain::generated_by(points.count(), &generators, &mut steps).map_err(unsettled(None))?;

        let shown = model.shown();
        let mut is_shown = vec![false; model.variables().len()];
        shown.iter().for_each(|var| is_shown[var.index()] = true);
        let mut keep = Keep::new(model, &points, &is_shown, &all);
        let look = points.look(model, &is_shown);
        let kept = subgroup(&all, &look, &mut keep, &mut steps).map_err(unsettled(Some(all.order())))?;
        let most = MOST_ELEMENTS.min(MOST_ENTRIES / shown.len().max(1)).min(MOST_POINTS / points.count().max(1));
        if kept.order() > BigUint::from(most) {
            let (declared, order) = (all.order(), kept.order());
            return Err(SymmetryError::TooLarge { names: of_chosen(), declared, order, most, known: names(model) });
        }

        let mut maps = Maps::default();
        let mut elements = Listing::new(&points, &shown);
        kept.each(&mut |element| elements.add(element, &mut maps));
        let mut few = Listing::new(&points, &shown);
        let found = irredundant(&kept, &generators, &mut steps).map_err(unsettled(Some(all.order())))?;
        found.iter().for_each(|element| few.add(element, &mut maps));
        let (sources, generators) = (elements.sources, few.sources);
        Ok(Group {
            order: 1 + sources.len() / shown.len().max(1),
            maps: maps.into_all(),
            sources,
            generators,
            declared: all.order(),
            names: of_chosen(),
            shown,
        })
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of elements before those that do not keep the model were left out.
    pub fn declared_order(&self) -> &BigUint {
        &self.declared
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

    /// Some elements that generate the group.
    pub(super) fn generators(&self) -> impl Iterator<Item = &[Source]> {
        self.generators.chunks(self.shown.len().max(1))
    }

    /// The shown variables in order.
    pub(super) fn shown(&self) -> &[Var] {
        &self.shown
    }

    /// The map that a source's value goes through.
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

/// The list of the effects of permutations on the shown variables, without those that have none.
struct Listing<'l> {
    points: &'l Points,
    shown: &'l [Var],
    identity: Vec<Source>,
    seen: HashSet<Vec<Source>>,
    sources: Vec<Source>,
}

impl<'l> Listing<'l> {
    fn new(points: &'l Points, shown: &'l [Var]) -> Self {
        let identity = shown.iter().map(|&var| Source { var, map: 0 }).collect();
        Listing { points, shown, identity, seen: HashSet::new(), sources: Vec::new() }
    }

    fn add(&mut self, by: &Perm, maps: &mut Maps) {
        let element = self.points.element(by, maps);
        let sources = element.sources(self.shown);
        // Permutations that differ in hidden variables only are one on the solutions.
        let is_new = self.shown.len() == element.to.len() || self.seen.insert(sources.clone());
        if is_new && sources != self.identity {
            self.sources.extend(sources);
        }
    }
}

/// Some elements that generate the group, each of which those before it do not: of these that belong to it, and of the
/// strong generators.
fn irredundant(group: &Chain, first: &[Perm], steps: &mut Steps) -> Result<Vec<Perm>, OutOfSteps> {
    let mut generated = Chain::trivial(group.degree());
    let mut found = Vec::new();
    for element in first.iter().chain(group.fixing_before(0)) {
        if group.contains(element, steps)? && generated.extend(element, steps)? {
            found.push(element.clone());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests;

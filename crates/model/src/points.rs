//! The variables and values that symmetries move, as points of a permutation group.
//!
//! Each variable is a point. A value is a point of its own if the moves take it through the same maps wherever it
//! stands; on variables for which that is not so, it is a point for each variable. Values that no move changes are no
//! points. Moves that are different are different permutations of the points, and products are products.
//!
//! The points are numbered in the order in which a search chooses their images: first the variables with one value,
//! givens above all, those of the same value together and after the first of them the value; then the other variables
//! by the number of their values; then the other values. So a point that is not given is chosen when all given ones
//! have an image.

use std::collections::{BTreeSet, HashMap};

use super::element::{Element, Maps};
use super::perm::{Look, Perm, identity};
use super::{Model, Move, ValueMap, Var};
use cnfab_base::split_mix::split_mix;

/// How often colours are mixed with those of the points beside them.
const ROUNDS: usize = 4;

/// The points, and what each of them stands for.
pub(super) struct Points {
    /// For each variable its point.
    of_var: Vec<u32>,
    /// For each variable the class of its values.
    class_of: Vec<u32>,
    classes: Vec<Class>,
    /// For each point what it stands for.
    meaning: Vec<Meaning>,
}

/// Values that are points for the same variables.
struct Class {
    /// The values that some move changes, increasing.
    values: Vec<i32>,
    /// For each value its point.
    points: Vec<u32>,
}

/// The meaning of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A variable.
    Var(Var),
    /// A value of the variables of a class.
    Value(i32),
}

impl Points {
    /// The points that moves of the model need.
    pub(super) fn of(model: &Model, moves: &[&Move]) -> Self {
        let (class_of, values) = classes(model, moves);
        let mut points = Points {
            of_var: vec![0; class_of.len()],
            classes: values.into_iter().map(|values| Class { points: vec![u32::MAX; values.len()], values }).collect(),
            class_of,
            meaning: Vec::new(),
        };
        let mut order: Vec<Var> = model.vars().collect();
        order.sort_by_cached_key(|&var| {
            (model.domain(var).len(), model.domain(var).fixed(), points.class_of[var.index()])
        });
        for var in order {
            points.of_var[var.index()] = points.meaning.len() as u32;
            points.meaning.push(Meaning::Var(var));
            if let Some(value) = model.domain(var).fixed() {
                points.number_value(points.class_of[var.index()], value);
            }
        }
        for class in 0..points.classes.len() {
            for value in points.classes[class].values.clone() {
                points.number_value(class as u32, value);
            }
        }
        points
    }

    fn number_value(&mut self, class: u32, value: i32) {
        let class = &mut self.classes[class as usize];
        if let Ok(place) = class.values.binary_search(&value)
            && class.points[place] == u32::MAX
        {
            class.points[place] = self.meaning.len() as u32;
            self.meaning.push(Meaning::Value(value));
        }
    }

    /// The properties that variables share which a symmetry that keeps the domains maps onto each other: the number of
    /// values that are points, and the others.
    fn kind(&self, model: &Model, var: Var) -> (usize, Vec<i32>) {
        let class = &self.classes[self.class_of[var.index()] as usize];
        let values = model.domain(var).values();
        let stay: Vec<i32> = values.clone().filter(|value| class.values.binary_search(value).is_err()).collect();
        (values.len() - stay.len(), stay)
    }

    /// The number of points.
    pub(super) fn count(&self) -> usize {
        self.meaning.len()
    }

    /// The meaning of a point.
    pub(super) fn meaning(&self, point: u32) -> Meaning {
        self.meaning[point as usize]
    }

    /// The point of a variable.
    pub(super) fn of_var(&self, var: Var) -> u32 {
        self.of_var[var.index()]
    }

    /// The points of the values of a variable.
    pub(super) fn of_values(&self, var: Var) -> &[u32] {
        &self.classes[self.class_of[var.index()] as usize].points
    }

    /// The points of those values that are in the variable's domain.
    fn of_domain<'p>(&'p self, model: &'p Model, var: Var) -> impl Iterator<Item = u32> + 'p {
        let class = &self.classes[self.class_of[var.index()] as usize];
        let both = class.values.iter().zip(&class.points);
        both.filter(move |(value, _)| model.domain(var).contains(**value)).map(|(_, &point)| point)
    }

    /// The move as a permutation of the points.
    pub(super) fn permutation(&self, by: &Move) -> Perm {
        let mut out = identity(self.count());
        for (index, &point) in self.of_var.iter().enumerate() {
            let (var, target) = (Var::from_index(index), by.target(Var::from_index(index)));
            out[point as usize] = self.of_var(target);
            let (from, to) = (self.class_of[index], self.class_of[target.index()]);
            let (class, images) = (&self.classes[from as usize], &self.classes[to as usize]);
            for (value, &point) in class.values.iter().zip(&class.points) {
                let image = by.value_map(var).apply(*value);
                let place = images.values.binary_search(&image).expect("the values that move are a point each");
                out[point as usize] = images.points[place];
            }
        }
        out
    }

    /// The effect of the permutation on variables and values.
    pub(super) fn element(&self, by: &Perm, maps: &mut Maps) -> Element {
        let through_of = |class: &Class| {
            let image = |(value, point): (&i32, &u32)| match self.meaning(by[*point as usize]) {
                Meaning::Value(image) => (*value, image),
                Meaning::Var(_) => unreachable!("values go to values"),
            };
            ValueMap::new(class.values.iter().zip(&class.points).map(image))
        };
        let through: Vec<u32> = self.classes.iter().map(|class| maps.number(through_of(class))).collect();
        let target = |point: &u32| match self.meaning(by[*point as usize]) {
            Meaning::Var(target) => target,
            Meaning::Value(_) => unreachable!("variables go to variables"),
        };
        Element {
            to: self.of_var.iter().map(target).collect(),
            through: self.class_of.iter().map(|&class| through[class as usize]).collect(),
        }
    }

    /// The relation that every symmetry keeps which keeps the domains and the projection: each value is related to the
    /// variables whose domains have it, and colours are mixed with the colours of the related points.
    pub(super) fn look(&self, model: &Model, is_shown: &[bool]) -> Look {
        let mut kinds = HashMap::new();
        let mut colours = vec![0; self.count()];
        let mut related = vec![Vec::new(); self.count()];
        for var in model.vars() {
            let next = 2 * kinds.len() as u64 + 2;
            let kind = *kinds.entry(self.kind(model, var)).or_insert(next);
            let point = self.of_var(var);
            colours[point as usize] = kind + u64::from(is_shown[var.index()]);
            for value in self.of_domain(model, var) {
                related[point as usize].push(value);
                related[value as usize].push(point);
            }
        }
        for _ in 0..ROUNDS {
            let mixed_with = |(&colour, related): (&u64, &Vec<u32>)| {
                let others = related.iter().map(|&other| split_mix(!colours[other as usize]));
                others.fold(split_mix(colour), u64::wrapping_add)
            };
            colours = colours.iter().zip(&related).map(mixed_with).collect();
        }
        Look { colours, related }
    }
}

/// For each variable the number of its class, and the values of each class that are points.
fn classes(model: &Model, moves: &[&Move]) -> (Vec<u32>, Vec<Vec<i32>>) {
    let variables = model.variables().len();
    let mut class_of = vec![u32::MAX; variables];
    let mut classes: Vec<Vec<i32>> = Vec::new();
    // By the maps that the moves take the values through.
    let mut uniform: HashMap<Vec<&ValueMap>, u32> = HashMap::new();
    for start in 0..variables {
        if class_of[start] != u32::MAX {
            continue;
        }
        let orbit = orbit(start, moves, &mut class_of);
        let maps = |var: &Var| moves.iter().map(|by| by.value_map(*var)).collect::<Vec<_>>();
        let first = maps(&orbit[0]);
        let is_uniform = orbit.iter().all(|var| maps(var) == first);
        let known = if is_uniform { uniform.get(&first).copied() } else { None };
        let values = || -> Vec<i32> {
            let all: BTreeSet<i32> = orbit.iter().flat_map(maps).flat_map(ValueMap::moved).collect();
            all.into_iter().collect()
        };
        let class = known.unwrap_or_else(|| {
            classes.push(values());
            classes.len() as u32 - 1
        });
        if is_uniform {
            uniform.insert(first, class);
        }
        for (number, var) in orbit.iter().enumerate() {
            class_of[var.index()] = match is_uniform || number == 0 {
                true => class,
                false => {
                    classes.push(classes[class as usize].clone());
                    classes.len() as u32 - 1
                }
            };
        }
    }
    (class_of, classes)
}

/// The variables that the moves make of one, each of which gets some class.
fn orbit(start: usize, moves: &[&Move], class_of: &mut [u32]) -> Vec<Var> {
    let mut orbit = vec![Var::from_index(start)];
    class_of[start] = 0;
    let mut next = 0;
    while next < orbit.len() {
        for by in moves {
            let target = by.target(orbit[next]);
            if class_of[target.index()] == u32::MAX {
                class_of[target.index()] = 0;
                orbit.push(target);
            }
        }
        next += 1;
    }
    orbit
}

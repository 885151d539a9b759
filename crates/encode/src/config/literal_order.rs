//! The order in which counts and sums get their literals and terms.
//!
//! Trees, chains and networks make an auxiliary variable for literals that stand side by side, so an order decides what
//! their auxiliaries speak of. It changes neither meaning nor contract, and sizes only where terms are unlike.
//! `weight` is the default: sums begin with their largest coefficients, counts are as the model has them. Diagrams and
//! trees of sums then share most; each table of pseudo-Boolean encodings supposes it.
//! `occurrence`: a constraint over n variables adds 1/n to the score of each, an at-most-one 2/n; high scores first.
//! `pamo`: the literals in groups of which at most one is true ([`AtMostOnes`]), groups and their literals by score.
//! `proximity` takes, again and again, the variable with the highest score, or if all scores are 0 the one that occurs
//! most often. Each constraint over n variables that a taken one is in adds 1/n^2 to the scores of the others.
//! Constraints of more than a few hundred variables add nothing.
//! J. E. Reeves, J. Filipe, M.-C. Hsu, R. Martins, M. J. H. Heule, "The Impact of Literal Sorting on Cardinality
//! Constraint Encodings", AAAI 2025. There scores and at-most-ones come from the clauses of a formula; here from the
//! constraints of the model. An order goes for all counts and sums, or for those with a label.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;

use fastrand::Rng;

use cnfab_model::{Atom, Cmp, Flat, Model, Var};

use crate::at_most_ones::AtMostOnes;

use super::settings::EncodingSetting;

/// The order of the literals of counts and the terms of sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LiteralOrder {
    /// Sums by falling coefficients, counts as the model has them.
    #[default]
    Weight,
    /// As the model has them.
    Given,
    /// Variables that are in many constraints first.
    Occurrence,
    /// Groups of which at most one is true, then as by occurrence.
    Pamo,
    /// Variables that are in the same constraints side by side.
    Proximity,
    /// At random, by this seed.
    Random(u64),
}

impl LiteralOrder {
    /// All, each where [`EncodingSetting::LITERAL_ORDER`] has its name.
    const ALL: [Self; 6] = [Self::Weight, Self::Given, Self::Occurrence, Self::Pamo, Self::Proximity, Self::Random(0)];

    /// The order at this place, by this seed if it has one.
    pub(super) fn at(place: usize, seed: u64) -> Self {
        match Self::ALL[place] {
            Self::Random(_) => Self::Random(seed),
            order => order,
        }
    }
}

impl fmt::Display for LiteralOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_it = |order: &Self| std::mem::discriminant(order) == std::mem::discriminant(self);
        let place = Self::ALL.iter().position(is_it).expect("all are there");
        f.write_str(EncodingSetting::LITERAL_ORDER.values[place].0)?;
        match self {
            Self::Random(seed) if *seed > 0 => write!(f, "({seed})"),
            _ => Ok(()),
        }
    }
}

/// An order for all counts and sums, and others for some labels and single constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiteralOrders {
    all: LiteralOrder,
    others: BTreeMap<String, LiteralOrder>,
}

impl LiteralOrders {
    /// Orders everything so that nothing else is selected for, or what the selector names.
    pub(super) fn set(&mut self, selector: Option<&str>, order: LiteralOrder) {
        match selector {
            None => self.all = order,
            Some(selector) => drop(self.others.insert(selector.to_owned(), order)),
        }
    }

    /// The order of the constraint with this number in its family.
    fn of_constraint(&self, family: &str, number: usize) -> LiteralOrder {
        if self.others.is_empty() {
            return self.all;
        }
        let own = self.others.get(&format!("{family}[{number}]"));
        own.or_else(|| self.others.get(family)).copied().unwrap_or(self.all)
    }

    /// The labels and single constraints that have orders of their own.
    pub(super) fn selectors(&self) -> impl Iterator<Item = &str> {
        self.others.keys().map(String::as_str)
    }
}

impl fmt::Display for LiteralOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.all != LiteralOrder::default() {
            write!(f, "literal-order={},", self.all)?;
        }
        self.others.iter().try_for_each(|(selector, order)| write!(f, "literal-order:{selector}={order},"))
    }
}

/// More variables of one constraint say nothing about which of them belong together.
const MOST_VARIABLES: usize = 300;
/// The share of a constraint in a score, times its number of variables, or the square of it.
const SHARE: u64 = 1 << 32;

/// The places of the variables of a model in the orders that are selected, and its at-most-ones; each made when it is
/// first asked for.
pub(crate) struct Places<'m> {
    model: &'m Model,
    orders: &'m LiteralOrders,
    scores: OnceCell<Vec<u64>>,
    proximity: OnceCell<Vec<usize>>,
    shuffled: OnceCell<BTreeMap<u64, Vec<usize>>>,
    at_most_ones: OnceCell<AtMostOnes>,
}

impl<'m> Places<'m> {
    pub(crate) fn new(model: &'m Model, orders: &'m LiteralOrders) -> Self {
        Places {
            model,
            orders,
            scores: OnceCell::new(),
            proximity: OnceCell::new(),
            shuffled: OnceCell::new(),
            at_most_ones: OnceCell::new(),
        }
    }

    /// The at-most-ones of the model.
    pub(crate) fn at_most_ones(&self) -> &AtMostOnes {
        self.at_most_ones.get_or_init(|| AtMostOnes::of(self.model))
    }

    /// Puts the literals or terms of a constraint in their order; those of one place stay as they are. Variables that
    /// came after the model come last.
    pub(crate) fn sort<T>(
        &self,
        (family, number): (&str, usize),
        things: &mut Vec<T>,
        atom: impl Fn(&T) -> Atom,
        weight: impl Fn(&T) -> u64,
    ) {
        let by = |places: &[usize], things: &mut Vec<T>| {
            things.sort_by_key(|thing| places.get(atom(thing).var.index()).copied().unwrap_or(usize::MAX));
        };
        let score = |thing: &T| {
            let scores = self.scores.get_or_init(|| scores(self.model));
            scores.get(atom(thing).var.index()).copied().unwrap_or(0)
        };
        match self.orders.of_constraint(family, number) {
            LiteralOrder::Given => {}
            LiteralOrder::Weight => things.sort_by_key(|thing| Reverse(weight(thing))),
            LiteralOrder::Occurrence => things.sort_by_key(|thing| Reverse(score(thing))),
            LiteralOrder::Pamo => {
                let atoms: Vec<Atom> = things.iter().map(&atom).collect();
                let mut group: Vec<Option<(Reverse<u64>, usize)>> = vec![None; things.len()];
                for members in self.at_most_ones().groups(&atoms, self.model) {
                    let best = members.iter().map(|&member| score(&things[member])).max();
                    members.iter().for_each(|&member| group[member] = best.map(|best| (Reverse(best), members[0])));
                }
                let last = (Reverse(0), usize::MAX);
                let keys = group.into_iter().map(|group| group.unwrap_or(last));
                let mut all: Vec<_> = keys.zip(things.drain(..)).collect();
                all.sort_by_key(|(group, thing)| (*group, Reverse(score(thing))));
                things.extend(all.into_iter().map(|(_, thing)| thing));
            }
            LiteralOrder::Proximity => by(self.proximity.get_or_init(|| by_proximity(self.model)), things),
            LiteralOrder::Random(seed) => {
                let shuffled = self.shuffled.get_or_init(|| self.shuffled());
                by(&shuffled[&seed], things);
            }
        }
    }

    /// The places of the variables for each seed that is selected.
    fn shuffled(&self) -> BTreeMap<u64, Vec<usize>> {
        let orders = self.orders.others.values().chain([&self.orders.all]);
        let seeds = orders.filter_map(|order| if let LiteralOrder::Random(seed) = order { Some(*seed) } else { None });
        seeds
            .map(|seed| {
                let mut all: Vec<usize> = (0..self.model.variables().len()).collect();
                Rng::with_seed(seed).shuffle(&mut all);
                (seed, places(all))
            })
            .collect()
    }
}

/// The place of each variable in a sequence of all.
fn places(sequence: Vec<usize>) -> Vec<usize> {
    let mut places = vec![0; sequence.len()];
    sequence.into_iter().enumerate().for_each(|(place, var)| places[var] = place);
    places
}

/// The variables of each constraint, without repetition.
fn variables(model: &Model) -> Vec<Vec<usize>> {
    let of = |posted: &cnfab_model::Posted| {
        let mut vars: Vec<usize> = posted.constraint.vars().map(Var::index).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    };
    model.constraints().iter().map(of).collect()
}

/// The score of each variable: constraints over few variables and at-most-ones count most.
fn scores(model: &Model) -> Vec<u64> {
    let mut scores = vec![0u64; model.variables().len()];
    for (posted, vars) in model.constraints().iter().zip(variables(model)) {
        let is_one = match Flat::of(&posted.constraint) {
            Some(Flat::Cardinality(count)) => count.k == 1 && count.cmp != Cmp::Ge,
            Some(Flat::AllDifferent(_)) => true,
            _ => false,
        };
        let share = if is_one { 2 * SHARE } else { SHARE } / vars.len().max(1) as u64;
        vars.into_iter().for_each(|var| scores[var] = scores[var].saturating_add(share));
    }
    scores
}

/// The numbers of the constraints that each variable is in.
fn constraints_of(count: usize, variables: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); count];
    for (number, vars) in variables.iter().enumerate() {
        vars.iter().for_each(|&var| all[var].push(number));
    }
    all
}

/// The place of each variable by falling score, then by the number of constraints, then as in the model.
fn by_proximity(model: &Model) -> Vec<usize> {
    let (count, variables) = (model.variables().len(), variables(model));
    let constraints = constraints_of(count, &variables);
    let mut scores = vec![0u64; count];
    let mut is_taken = vec![false; count];
    let entry = |var: usize, score: u64| (score, constraints[var].len(), Reverse(var));
    let mut open: BinaryHeap<_> = (0..count).map(|var| entry(var, 0)).collect();
    let mut sequence = Vec::with_capacity(count);
    while let Some((score, _, Reverse(var))) = open.pop() {
        // An entry from before its score rose.
        if is_taken[var] || score != scores[var] {
            continue;
        }
        is_taken[var] = true;
        sequence.push(var);
        for vars in
            constraints[var].iter().map(|&number| &variables[number]).filter(|vars| vars.len() <= MOST_VARIABLES)
        {
            let share = SHARE / (vars.len() * vars.len()) as u64;
            for &other in vars.iter().filter(|&&other| !is_taken[other]) {
                scores[other] += share;
                open.push(entry(other, scores[other]));
            }
        }
    }
    places(sequence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_model::Cmp;

    /// Six variables, of which 0 and 3, 1 and 4, 2 and 5 are in a clause, and all in a count.
    fn model() -> Model {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..6).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
        model.count("all", vars.iter().map(|var| var.is(1)), Cmp::Le, 3);
        for i in 0..3 {
            model.count("pair", [vars[i].is(1), vars[i + 3].is(1)], Cmp::Le, 1);
        }
        model.count("pair", [vars[2].is(1), vars[4].is(1)], Cmp::Le, 1);
        model
    }

    fn sequence(order: LiteralOrder) -> Vec<usize> {
        let model = model();
        let mut vars: Vec<Var> = model.vars().collect();
        let orders = LiteralOrders { all: order, ..LiteralOrders::default() };
        let weight = |var: &Var| (var.index() as u64 + 2) % 6;
        Places::new(&model, &orders).sort(("all", 0), &mut vars, |var| var.is(1), weight);
        vars.into_iter().map(Var::index).collect()
    }

    #[test]
    fn each_order_is_as_it_says() {
        assert_eq!(sequence(LiteralOrder::Given), [0, 1, 2, 3, 4, 5]);
        assert_eq!(sequence(LiteralOrder::Weight), [3, 2, 1, 0, 5, 4]);
        assert_eq!(sequence(LiteralOrder::Occurrence), [2, 4, 0, 1, 3, 5]);
        // The first three pairs; 2 and 4 are in one more.
        assert_eq!(sequence(LiteralOrder::Pamo), [4, 1, 2, 5, 0, 3]);
        // From 2 to its neighbours, from one of these to the next, and then to a pair of its own.
        assert_eq!(sequence(LiteralOrder::Proximity), [2, 4, 1, 5, 0, 3]);
        let random = sequence(LiteralOrder::Random(1));
        assert_ne!(random, sequence(LiteralOrder::Random(2)));
        assert_eq!(random, sequence(LiteralOrder::Random(1)));
    }
}

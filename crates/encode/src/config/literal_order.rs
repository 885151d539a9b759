//! The order in which counts and sums get their literals and terms.
//!
//! Trees, chains and networks make an auxiliary variable for literals that stand side by side, so an order decides what
//! their auxiliaries speak of. It changes neither meaning nor contract, and sizes only where terms are unlike.
//! `proximity` takes, again and again, the variable with the highest score, or if all scores are 0 the one that occurs
//! most often. Each constraint over n variables that a taken one is in adds 1/n^2 to the scores of the others.
//! Constraints of more than a few hundred variables add nothing.
//! J. E. Reeves, J. Filipe, M.-C. Hsu, R. Martins, M. J. H. Heule, "The Impact of Literal Sorting on Cardinality
//! Constraint Encodings", AAAI 2025. There scores come from the clauses of a formula and the at-most-ones found in it;
//! here from the constraints of the model. One order goes for all counts and sums.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use fastrand::Rng;

use cnfab_model::{Model, Var};

/// The order of the literals of counts and the terms of sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LiteralOrder {
    /// As the model has them.
    #[default]
    Given,
    /// Variables that are in many constraints first.
    Occurrence,
    /// Variables that are in the same constraints side by side.
    Proximity,
    /// At random, by this seed.
    Random(u64),
}

impl fmt::Display for LiteralOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LiteralOrder::Given => f.write_str("given"),
            LiteralOrder::Occurrence => f.write_str("occurrence"),
            LiteralOrder::Proximity => f.write_str("proximity"),
            LiteralOrder::Random(0) => f.write_str("random"),
            LiteralOrder::Random(seed) => write!(f, "random({seed})"),
        }
    }
}

/// More variables of one constraint say nothing about which of them belong together.
const MOST_VARIABLES: usize = 300;
/// The share of a constraint in a score, times the square of its number of variables.
const SHARE: u64 = 1 << 32;

/// The place of each variable of a model in an order.
pub(crate) struct Places(Option<Vec<usize>>);

impl Places {
    pub(crate) fn new(model: &Model, order: LiteralOrder) -> Self {
        let count = model.variables().len();
        let sequence: Vec<usize> = match order {
            LiteralOrder::Given => return Places(None),
            LiteralOrder::Occurrence => {
                let occurrences = constraints_of(count, &variables(model)).into_iter().map(|all| all.len());
                let occurrences: Vec<usize> = occurrences.collect();
                let mut all: Vec<usize> = (0..count).collect();
                all.sort_by_key(|&var| Reverse(occurrences[var]));
                all
            }
            LiteralOrder::Proximity => by_proximity(count, &variables(model)),
            LiteralOrder::Random(seed) => {
                let mut all: Vec<usize> = (0..count).collect();
                Rng::with_seed(seed).shuffle(&mut all);
                all
            }
        };
        let mut places = vec![0; count];
        sequence.into_iter().enumerate().for_each(|(place, var)| places[var] = place);
        Places(Some(places))
    }

    /// Puts things in the order of their variables; those of one variable stay as they are. Variables that came after
    /// the model come last.
    pub(crate) fn sort<T>(&self, things: &mut [T], var: impl Fn(&T) -> Var) {
        if let Some(places) = &self.0 {
            things.sort_by_key(|thing| places.get(var(thing).index()).copied().unwrap_or(usize::MAX));
        }
    }
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

/// The numbers of the constraints that each variable is in.
fn constraints_of(count: usize, variables: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); count];
    for (number, vars) in variables.iter().enumerate() {
        vars.iter().for_each(|&var| all[var].push(number));
    }
    all
}

/// By falling score, then by the number of constraints, then as in the model.
fn by_proximity(count: usize, variables: &[Vec<usize>]) -> Vec<usize> {
    let constraints = constraints_of(count, variables);
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
    sequence
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
        Places::new(&model, order).sort(&mut vars, |&var| var);
        vars.into_iter().map(Var::index).collect()
    }

    #[test]
    fn each_order_is_as_it_says() {
        assert_eq!(sequence(LiteralOrder::Given), [0, 1, 2, 3, 4, 5]);
        assert_eq!(sequence(LiteralOrder::Occurrence), [2, 4, 0, 1, 3, 5]);
        // From 2 to its neighbours, from one of these to the next, and then to a pair of its own.
        assert_eq!(sequence(LiteralOrder::Proximity), [2, 4, 1, 5, 0, 3]);
        let random = sequence(LiteralOrder::Random(1));
        assert_ne!(random, sequence(LiteralOrder::Random(2)));
        assert_eq!(random, sequence(LiteralOrder::Random(1)));
    }
}

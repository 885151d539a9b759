//! From literals to options and constraints, or a word on why a model is no exact cover.

use std::collections::HashSet;

use crate::Refusal;
use crate::boolean::{BooleanForm, Literal, variable as item};
use cnfab_base::lists::Lists;

/// A compiled cover.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct CoverPlan {
    /// The options of each constraint: first of those that need exactly one.
    pub(super) constraints: Lists,
    /// The number of constraints that need exactly one option, and of those among them that do not come from a Boolean
    /// variable which nothing needs.
    pub(super) exact: usize,
    pub(super) bound: usize,
    /// The constraints of each option.
    pub(super) constraints_of: Lists,
    /// Variable and value of each option.
    pub(super) meaning: Vec<(u32, i32)>,
    /// The values that hold where no chosen option gives another one, per variable.
    pub(super) otherwise: Vec<i32>,
    /// There is no solution.
    pub(super) contradiction: bool,
}

/// Sets of literals, each once, in the order in which they came.
#[derive(Default)]
struct Sets {
    all: Vec<Vec<Literal>>,
    known: HashSet<Vec<Literal>>,
}

impl Sets {
    fn add(&mut self, set: Vec<Literal>) {
        if self.known.insert(set.clone()) {
            self.all.push(set);
        }
    }
}

/// The constraints of a model over literals.
#[derive(Default)]
struct Cover {
    /// One of each is true: by constraints, and of the values of a variable.
    constraints: Sets,
    variables: Sets,
    /// Switches of which at least one value is in no other exact constraint.
    switches: Sets,
    /// At most one of each is true.
    exclusions: Sets,
}

impl CoverPlan {
    /// States a model as an exact cover.
    ///
    /// # Errors
    /// The reason why the model cannot be stated so.
    pub(super) fn new(source: &BooleanForm) -> Result<Self, Refusal> {
        if !source.hidden.is_empty() {
            return Err(Refusal::new("variables that are not shown"));
        }
        if source.contradiction {
            return Ok(CoverPlan { contradiction: true, ..CoverPlan::default() });
        }
        let mut otherwise = source.otherwise.clone();
        let mut open = vec![true; source.items];
        for &fact in &source.facts {
            open[item(fact)] = false;
            if let Some((var, value)) = source.meaning[fact as usize] {
                otherwise[var as usize] = value;
            }
        }
        let mut cover = Cover::of(source)?;
        let used = cover.add_switches(source, &open, &mut otherwise);
        // Numbers of the options, by literal.
        let mut option_of = vec![0; used.len()];
        let mut meaning = Vec::new();
        for (literal, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            option_of[literal] = meaning.len() as u32;
            meaning.push(source.meaning[literal].expect("an option has a meaning"));
        }
        let mut plan = CoverPlan { meaning, otherwise, ..CoverPlan::default() };
        let mut add = |sets: &Sets| {
            for set in &sets.all {
                plan.constraints.push(set.iter().map(|&literal| option_of[literal as usize]));
            }
            sets.all.len()
        };
        // Of constraints of one size, those of constraints do better than variables.
        plan.bound = add(&cover.constraints) + add(&cover.variables);
        plan.exact = plan.bound + add(&cover.switches);
        add(&cover.exclusions);
        plan.constraints_of = Lists::occurrences(plan.constraints.iter(), plan.meaning.len());
        Ok(plan)
    }
}

impl Cover {
    fn of(source: &BooleanForm) -> Result<Self, Refusal> {
        if !source.counts.is_empty() {
            return Err(Refusal::new("counts of several"));
        }
        let stands = |literal: &Literal| source.meaning[*literal as usize].is_some();
        let opposite = |set: &[Literal]| -> Vec<Literal> {
            let mut set: Vec<Literal> = set.iter().map(|literal| literal ^ 1).collect();
            set.sort_unstable();
            set
        };
        let sorted = |set: &[Literal]| -> Vec<Literal> {
            let mut set = set.to_vec();
            set.sort_unstable();
            set
        };
        // At most one of two is a clause of their opposites.
        let mut clauses = Sets::default();
        source.clauses.iter().for_each(|clause| clauses.add(sorted(clause)));
        let mut constraints = Sets::default();
        for constraint in source.groups.iter() {
            if constraint.len() == 2 { clauses.add(opposite(constraint)) } else { constraints.add(sorted(constraint)) }
        }
        let mut cover = Cover::default();
        for set in clauses.all {
            let options = set.iter().all(stands);
            let is_pair = set.len() == 2;
            let opposites = opposite(&set);
            let stand = is_pair && opposites.iter().all(stands);
            if is_pair && clauses.known.contains(&opposites) {
                // One of the two states it.
                if options && (!stand || set < opposites) {
                    cover.exactly_one(source, set);
                } else if !stand {
                    return Err(Refusal::new("clauses or tables"));
                }
            } else if options && constraints.known.contains(&set) {
                cover.exactly_one(source, set);
            } else if stand {
                cover.exclusions.add(opposites);
            } else {
                return Err(Refusal::new("clauses or tables"));
            }
        }
        for set in constraints.all {
            if !set.iter().all(stands) {
                return Err(Refusal::new("counts of values not taken"));
            }
            if !clauses.known.contains(&set) {
                cover.exclusions.add(set);
            }
        }
        Ok(cover)
    }

    fn exactly_one(&mut self, source: &BooleanForm, set: Vec<Literal>) {
        let var = |literal: Literal| source.meaning[literal as usize].map(|meaning| meaning.0);
        let of_variable = set.iter().all(|&literal| var(literal) == var(set[0]));
        if of_variable { &mut self.variables } else { &mut self.constraints }.add(set);
    }

    /// States of items that are two values of a variable that one of them holds. A value that no constraint needs or
    /// excludes is no option if the other one is in an exact constraint already: it holds where that is not chosen.
    /// Returns which literals are options.
    fn add_switches(&mut self, source: &BooleanForm, open: &[bool], otherwise: &mut [i32]) -> Vec<bool> {
        let mut used = vec![false; 2 * source.items];
        let mut limits = |sets: &[&Sets]| {
            sets.iter().flat_map(|sets| sets.all.iter().flatten()).for_each(|&literal| used[literal as usize] = true);
            used.clone()
        };
        let exact = limits(&[&self.constraints, &self.variables]);
        let mut used = limits(&[&self.exclusions]);
        for item in (0..source.items).filter(|&item| open[item]) {
            let [yes, no] = [2 * item, 2 * item + 1];
            if source.meaning[no].is_none() {
                continue;
            }
            let alone = |literal: usize, other: usize| exact[literal] && !used[other];
            if let Some(left) = [(yes, no), (no, yes)].into_iter().find(|&(one, other)| alone(one, other)) {
                let (var, value) = source.meaning[left.1].expect("both values have a meaning");
                otherwise[var as usize] = value;
                continue;
            }
            let set = vec![yes as Literal, no as Literal];
            if used[yes] && used[no] { &mut self.variables } else { &mut self.switches }.add(set);
            (used[yes], used[no]) = (true, true);
        }
        used
    }
}

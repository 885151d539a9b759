//! The facts of a model and the rules about them.
//!
//! A fact says that a variable has a value, or that it has not; of a 0/1 variable both are one fact and its opposite.
//! What holds without a rule is free: a variable has at most one value, variables of one all-different constraint do
//! not share a value, and of the atoms of an at-most-one constraint no two are true. These are groups of facts of which
//! at most one holds. Everything else is a rule with one or more propagators.

use std::ops::Not;
use std::sync::Arc;

use cnfab_model::{Atom, AtomRelation, Cmp, Domain, Relation, Var};

use super::pairs::Pairs;
use super::rows::Rows;

/// A variable has a value of its domain, or has it not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fact(u32);

impl Fact {
    /// The fact that a candidate holds, or that it does not.
    pub(super) fn new(candidate: usize, holds: bool) -> Self {
        Fact(2 * candidate as u32 + u32::from(!holds))
    }

    /// The number of the candidate.
    #[inline]
    pub(super) fn candidate(self) -> usize {
        (self.0 / 2) as usize
    }

    /// True if it says that the candidate holds.
    #[inline]
    pub(super) fn holds(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// A number for lists by fact.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Fact {
    type Output = Fact;

    fn not(self) -> Fact {
        Fact(self.0 ^ 1)
    }
}

/// The meaning of an atom of a model here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A fact, known or not.
    Fact(Fact),
    /// Always true, or never.
    Constant(bool),
}

/// A part of the model that a rule states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RulePart {
    /// The variable has a value.
    SomeValue(Var),
    /// One of the variables of an all-different constraint, by its number in the model, has the value. There are as
    /// many values as variables.
    SomePlace(usize, i32),
    /// The constraint of this number in the model holds, and its variables have values if it is a sum or a table.
    Constraint(usize),
}

/// The shape of a rule, from which its name is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A variable has some value.
    Value,
    /// A value has some place in a unit, by its constraint; on the whole board if there is none.
    Place(Option<usize>),
    /// Something else.
    Other,
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) shape: Shape,
    /// The label of its constraint; of the variable's family if it is about one variable.
    pub(super) label: String,
    pub(super) parts: Vec<RulePart>,
    pub(super) propagators: Vec<usize>,
}

/// The effect of a rule on facts.
#[derive(Clone, Debug)]
pub(super) enum Propagator {
    /// The number of true facts compares with `k`; a clause is `>= 1`.
    Count { facts: Vec<Fact>, cmp: Cmp, k: usize },
    /// The values of variables are a row.
    Table { vars: Vec<Var>, relation: Arc<Relation>, rows: TableRows },
    /// A sum; if `distinct`, of variables with coefficient 1 that are known to differ and have few values.
    Sum { terms: Vec<(i64, Var)>, vars: Vec<Var>, cmp: Cmp, rhs: i64, distinct: bool },
}

/// The rows of a table.
#[derive(Clone, Debug)]
pub(super) enum TableRows {
    /// By the partners of each value.
    Pairs(Pairs),
    /// One by one, without most of those that known facts exclude.
    Rows(Rows),
}

impl Propagator {
    /// The variables of a table or a sum.
    pub(super) fn vars(&self) -> &[Var] {
        match self {
            Propagator::Count { .. } => &[],
            Propagator::Table { vars, .. } | Propagator::Sum { vars, .. } => vars,
        }
    }
}

/// A chain of tables over two variables each, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) label: String,
    pub(super) vars: Vec<Var>,
    /// The links between each variable and the next.
    pub(super) links: Vec<Link>,
}

/// A table between two variables of a chain: its propagator, its constraint, and the rule that has only it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) propagator: usize,
    pub(super) constraint: usize,
    pub(super) rule: usize,
}

/// Facts, groups, rules and propagators.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    /// The variable and the value of each candidate.
    pub(super) candidates: Vec<(Var, i32)>,
    /// For each variable its first candidate.
    pub(super) first: Vec<usize>,
    /// True if a variable has the values 0 and 1 only, and so one candidate, 1.
    pub(super) is_boolean: Vec<bool>,
    pub(super) domains: Vec<Domain>,
    /// True if the variable is inside a rule: it is no part of the solution.
    pub(super) is_hidden: Vec<bool>,
    /// Of the facts of a group at most one holds.
    pub(super) groups: Vec<Vec<Fact>>,
    /// The number of the constraint that states a group.
    pub(super) group_constraint: Vec<Option<usize>>,
    /// For each fact its groups.
    pub(super) groups_of: Vec<Vec<u32>>,
    pub(super) rules: Vec<Rule>,
    pub(super) propagators: Vec<Propagator>,
    /// For each propagator its rule.
    pub(super) rule_of: Vec<u32>,
    /// For each candidate the propagators about it, and whether they count that it holds.
    pub(super) watchers: Vec<Vec<(u32, bool)>>,
    pub(super) chains: Vec<Chain>,
}

impl Network {
    /// The fact that an atom states.
    pub(super) fn meaning(&self, atom: Atom) -> Meaning {
        let is = match atom.relation {
            AtomRelation::Eq => true,
            AtomRelation::Ne => false,
            AtomRelation::Le | AtomRelation::Gt => unreachable!("lowering leaves no bounds"),
        };
        match self.fact(atom.var, atom.value) {
            Some(fact) => Meaning::Fact(if is { fact } else { !fact }),
            None => Meaning::Constant(!is),
        }
    }

    /// The fact that a variable has a value; `None` if the domain is without it.
    pub(super) fn fact(&self, var: Var, value: i32) -> Option<Fact> {
        let position = self.domains[var.index()].index_of(value)?;
        let first = self.first[var.index()];
        Some(if self.is_boolean[var.index()] {
            Fact::new(first, value == 1)
        } else {
            Fact::new(first + position, true)
        })
    }

    /// The atom that a fact is.
    pub(super) fn atom(&self, fact: Fact) -> Atom {
        let (var, value) = self.candidates[fact.candidate()];
        match (fact.holds(), self.is_boolean[var.index()]) {
            (true, _) => var.is(value),
            (false, true) => var.is(1 - value),
            (false, false) => var.is_not(value),
        }
    }

    /// The facts that the variable has each of its values.
    pub(super) fn facts(&self, var: Var) -> impl Iterator<Item = (i32, Fact)> + '_ {
        let (first, is_boolean) = (self.first[var.index()], self.is_boolean[var.index()]);
        self.domains[var.index()].values().enumerate().map(move |(position, value)| {
            let fact = if is_boolean { Fact::new(first, value == 1) } else { Fact::new(first + position, true) };
            (value, fact)
        })
    }

    /// The facts that a propagator reads.
    pub(super) fn scope(&self, propagator: usize) -> Vec<Fact> {
        match &self.propagators[propagator] {
            Propagator::Count { facts, .. } => facts.clone(),
            other => other.vars().iter().flat_map(|&var| self.facts(var).map(|(_, fact)| fact)).collect(),
        }
    }

    /// The candidates of a propagator.
    pub(super) fn candidates_of(&self, propagator: usize) -> Vec<usize> {
        let mut candidates: Vec<usize> = self.scope(propagator).into_iter().map(Fact::candidate).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }

    /// True if two facts are of one group.
    pub(super) fn exclude_each_other(&self, one: Fact, other: Fact) -> bool {
        let (one, other) = (&self.groups_of[one.index()], &self.groups_of[other.index()]);
        one.iter().any(|group| other.contains(group))
    }

    /// True if a candidate is about a variable inside a rule.
    pub(super) fn hides(&self, candidate: usize) -> bool {
        self.is_hidden[self.candidates[candidate].0.index()]
    }
}

//! Clauses that follow from the formula, learned from conflicts.
//!
//! What it does: a conflict is resolved with the reasons of its literals until one literal of the last level is left,
//! the first unique implication point. Literals that the others imply are left out. The clause propagates from then on
//! in all components. When there are many clauses, those go whose literals come from many levels.
//!
//! Whose idea: J. Marques-Silva, K. Sakallah, "GRASP", ICCAD 1996; for counting, T. Sang and others, "Combining
//! Component Caching and Clause Learning for Effective Model Counting", SAT 2004.
//!
//! How ours differs: the search goes back one decision at a time, since each branch must be counted. So what a clause
//! asserts on a lower level holds for the next decision only. A second branch is a decision like the first, so clauses
//! follow from the formula alone.
//!
//! When it runs: at each conflict of a count by components.

use std::mem;

use crate::tuning::components as tuning;

use super::formula::{Conflict, Formula, Literal, Reason};

/// A literal that a learned clause asserts once the last decision has been taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asserted {
    pub(super) lit: Literal,
    pub(super) clause: u32,
    /// The level from which on it follows.
    level: usize,
}

/// A learned clause.
pub(super) struct Learned {
    /// The number of the first learned clause.
    pub(super) first: u32,
    pub(super) units: Vec<Literal>,
    pub(super) asserted: Option<Asserted>,
    /// How many levels the literals of each clause were of, behind `first`.
    glues: Vec<u32>,
    /// The number of clauses at which the worse half goes.
    limit: usize,
    /// The activity of each variable: how often conflicts have met it, later ones counted more.
    pub(super) activity: Vec<f64>,
    increment: f64,
    /// For each variable, whether the conflict at hand has met it.
    seen: Vec<bool>,
}

impl Learned {
    pub(super) fn new(variables: usize) -> Self {
        Learned {
            first: 0,
            units: Vec::new(),
            asserted: None,
            glues: Vec::new(),
            limit: tuning::LEARNED,
            activity: vec![0.0; variables],
            increment: 1.0,
            seen: vec![false; variables],
        }
    }

    fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.increment;
        if self.activity[variable] > tuning::HIGHEST {
            self.activity.iter_mut().for_each(|activity| *activity /= tuning::HIGHEST);
            self.increment /= tuning::HIGHEST;
        }
    }

    /// Forgets what is asserted if it does not follow on this level.
    pub(super) fn undone(&mut self, level: usize) {
        self.asserted = self.asserted.filter(|asserted| asserted.level <= level);
    }
}

impl Formula {
    /// The activity of a variable: how often conflicts have met it, in units of the last one.
    pub(super) fn activity(&self, variable: u32) -> f64 {
        self.learned.activity[variable as usize] / self.learned.increment
    }

    /// Learns a clause from a conflict on the last level. Returns how many literals were visited.
    ///
    /// Pre: the conflict is of the last decision, which is not taken back yet. Post: what was learned follows from the
    /// formula alone; the trail is unchanged.
    pub(super) fn learn(&mut self, conflict: Conflict) -> usize {
        let mut clause = vec![0];
        let mut visited = Vec::new();
        let mut open = match conflict {
            Conflict::Unit => return 0,
            Conflict::Binary(lits) => self.resolve(&lits, &mut clause, &mut visited),
            Conflict::Clause(id) => self.resolve_clause(id, &mut clause, &mut visited),
        };
        // A clause may be false on a lower level already: what it asserted there was not assigned.
        let mut trail = self.trail().len();
        while open > 0 {
            trail -= 1;
            let lit = self.trail()[trail];
            let variable = lit as usize / 2;
            if !self.learned.seen[variable] || self.level_of(lit) != self.level() {
                continue;
            }
            open -= 1;
            if open == 0 {
                clause[0] = lit ^ 1;
                break;
            }
            self.learned.seen[variable] = false;
            open += match self.reason(lit) {
                Reason::Decision | Reason::Unit => 0,
                Reason::Binary(other) => self.resolve(&[other], &mut clause, &mut visited),
                Reason::Clause(id) => self.resolve_clause(id, &mut clause, &mut visited),
            };
        }
        let is_asserting = trail < self.trail().len();
        if is_asserting {
            self.minimize(&mut clause);
            self.keep(clause);
        }
        visited.iter().for_each(|&variable| self.learned.seen[variable as usize] = false);
        self.learned.increment *= tuning::INCREASE;
        visited.len()
    }

    /// Meets the literals of a clause but the true one. How many new ones are of the last level; those of lower ones
    /// join the clause.
    fn resolve(&mut self, lits: &[Literal], clause: &mut Vec<Literal>, visited: &mut Vec<u32>) -> usize {
        let mut open = 0;
        for &lit in lits {
            let (variable, level) = (lit as usize / 2, self.level_of(lit));
            if self.value(lit) > 0 || level == 0 || self.learned.seen[variable] {
                continue;
            }
            self.learned.seen[variable] = true;
            self.learned.bump(variable);
            visited.push(variable as u32);
            if level == self.level() {
                open += 1;
            } else {
                clause.push(lit);
            }
        }
        open
    }

    fn resolve_clause(&mut self, id: u32, clause: &mut Vec<Literal>, visited: &mut Vec<u32>) -> usize {
        let arena = mem::take(&mut self.lits);
        let open = self.resolve(&arena[self.range(id)], clause, visited);
        self.lits = arena;
        open
    }

    /// Leaves out what follows from the other literals by one clause.
    fn minimize(&self, clause: &mut Vec<Literal>) {
        let is_met = |&other: &Literal| self.learned.seen[other as usize / 2] || self.level_of(other) == 0;
        let is_implied = |&lit: &Literal| match self.reason(lit ^ 1) {
            Reason::Decision | Reason::Unit => false,
            Reason::Binary(other) => is_met(&other),
            Reason::Clause(id) => self.clause(id).iter().all(|other| *other == lit ^ 1 || is_met(other)),
        };
        let mut at = 0;
        clause.retain(|lit| {
            at += 1;
            at == 1 || !is_implied(lit)
        });
    }

    /// Stores a learned clause, whose first literal it asserts.
    fn keep(&mut self, mut clause: Vec<Literal>) {
        let level_of = |&lit: &Literal| self.level_of(lit);
        let Some(second) = (1..clause.len()).max_by_key(|&at| level_of(&clause[at])) else {
            return self.learned.units.push(clause[0]);
        };
        clause.swap(1, second);
        let level = level_of(&clause[1]);
        let mut levels: Vec<usize> = clause.iter().map(level_of).collect();
        levels.sort_unstable();
        levels.dedup();
        self.learned.glues.push(levels.len() as u32);
        let id = self.store(&clause);
        self.learned.asserted = Some(Asserted { lit: clause[0], clause: id, level });
    }

    /// Deletes the half of the learned clauses with literals of the most levels, if there are many. Reasons stay.
    pub(super) fn reduce(&mut self) {
        if self.learned.glues.len() < self.learned.limit {
            return;
        }
        self.learned.limit += tuning::MORE_LEARNED;
        let first = self.learned.first as usize;
        let mut locked = vec![false; self.learned.glues.len()];
        for &lit in self.trail() {
            if let Reason::Clause(id) = self.reason(lit)
                && let Some(at) = (id as usize).checked_sub(first)
            {
                locked[at] = true;
            }
        }
        self.learned.asserted = None;
        let mut ranked: Vec<usize> = (0..locked.len()).filter(|&at| !locked[at]).collect();
        ranked.sort_by_key(|&at| (self.learned.glues[at], std::cmp::Reverse(at)));
        let kept = ranked.len() / 2;
        ranked[..kept].iter().for_each(|&at| locked[at] = true);
        let mut glues = mem::take(&mut self.learned.glues);
        let mut at = 0;
        glues.retain(|_| {
            at += 1;
            locked[at - 1]
        });
        self.learned.glues = glues;
        self.retain_learned(&locked);
    }
}

//! Unit propagation over the clauses of a formula, which says by which clauses an assumption leads to a conflict.
//!
//! Two literals of each clause are watched (M. Moskewicz and others, "Chaff: Engineering an Efficient SAT Solver", DAC
//! 2001). Assumptions are made one after the other and taken back in the opposite order; there is no search.

use crate::certify::proof::{Id, Literal};

/// The state of propagation.
pub(super) struct Units {
    clauses: Vec<(Id, Vec<usize>)>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// For each literal whether it is true.
    holds: Vec<bool>,
    /// For each variable the clause that gave it its value, if it was none that was assumed.
    reasons: Vec<Option<usize>>,
    trail: Vec<usize>,
    done: usize,
    /// The clauses that contradict each other without any assumption.
    contradiction: Option<Vec<Id>>,
    /// Variables that have been followed while reasons are collected.
    seen: Vec<bool>,
}

fn code(literal: Literal) -> usize {
    literal.variable as usize * 2 + usize::from(!literal.positive)
}

impl Units {
    /// Propagates what the clauses say by themselves.
    pub(super) fn new(variables: u32, clauses: &[(Id, Vec<Literal>)]) -> Self {
        let literals = variables as usize * 2;
        let mut units = Units {
            clauses: Vec::with_capacity(clauses.len()),
            watches: vec![Vec::new(); literals],
            holds: vec![false; literals],
            reasons: vec![None; variables as usize],
            trail: Vec::new(),
            done: 0,
            contradiction: None,
            seen: vec![false; variables as usize],
        };
        let mut single = Vec::new();
        for (id, clause) in clauses {
            let number = units.clauses.len();
            let codes: Vec<usize> = clause.iter().map(|&literal| code(literal)).collect();
            match codes[..] {
                [] => units.contradiction = Some(vec![*id]),
                [one] => single.push((one, number)),
                _ => codes[..2].iter().for_each(|&literal| units.watches[literal].push(number)),
            }
            units.clauses.push((*id, codes));
        }
        for (literal, number) in single {
            if units.contradiction.is_none() {
                units.contradiction = units.assign(literal, Some(number));
            }
        }
        units
    }

    /// The number of true literals.
    pub(super) fn depth(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what was assumed from a depth on.
    pub(super) fn back(&mut self, depth: usize) {
        for literal in self.trail.drain(depth..) {
            self.holds[literal] = false;
            self.reasons[literal / 2] = None;
        }
        self.done = self.done.min(depth);
    }

    /// Assumes a literal; the clauses that contradict it and what was assumed before, if propagation finds them.
    pub(super) fn assume(&mut self, literal: Literal) -> Option<Vec<Id>> {
        match &self.contradiction {
            Some(ids) => Some(ids.clone()),
            None => self.assign(code(literal), None),
        }
    }

    fn assign(&mut self, literal: usize, reason: Option<usize>) -> Option<Vec<Id>> {
        if self.holds[literal] {
            return None;
        }
        if self.holds[literal ^ 1] {
            let ids = reason.map(|number| self.clauses[number].0);
            return Some(self.because(ids, vec![literal]));
        }
        self.set(literal, reason);
        self.propagate().map(|number| {
            let (id, clause) = &self.clauses[number];
            self.because(Some(*id), clause.clone())
        })
    }

    fn set(&mut self, literal: usize, reason: Option<usize>) {
        self.holds[literal] = true;
        self.reasons[literal / 2] = reason;
        self.trail.push(literal);
    }

    /// Returns a clause that is false.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let gone = literal ^ 1;
            let watching = std::mem::take(&mut self.watches[gone]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut conflict = None;
            for (place, &number) in watching.iter().enumerate() {
                let clause = &mut self.clauses[number].1;
                if clause[0] == gone {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                if !self.holds[other]
                    && let Some(free) = (2..clause.len()).find(|&free| !self.holds[clause[free] ^ 1])
                {
                    clause.swap(1, free);
                    let next = clause[1];
                    self.watches[next].push(number);
                    continue;
                }
                kept.push(number);
                if self.holds[other ^ 1] {
                    kept.extend(&watching[place + 1..]);
                    conflict = Some(number);
                    break;
                }
                if !self.holds[other] {
                    self.set(other, Some(number));
                }
            }
            self.watches[gone] = kept;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// The clauses from which it follows that these literals are false.
    fn because(&mut self, first: Option<Id>, literals: Vec<usize>) -> Vec<Id> {
        let mut ids: Vec<Id> = first.into_iter().collect();
        let (mut open, mut followed) = (literals, Vec::new());
        while let Some(literal) = open.pop() {
            let variable = literal / 2;
            if std::mem::replace(&mut self.seen[variable], true) {
                continue;
            }
            followed.push(variable);
            if let Some(number) = self.reasons[variable] {
                let (id, clause) = &self.clauses[number];
                ids.push(*id);
                open.extend(clause);
            }
        }
        followed.into_iter().for_each(|variable| self.seen[variable] = false);
        ids
    }
}

//! Unit propagation through clauses, at-most-one and cardinality constraints; then through linear ones (`sums`), and at
//! last through all others (`propagator`).
//!
//! What it does: each literal of the trail takes slack from the cardinality constraints of its opposite. It makes the
//! others of its at-most-one constraints false, and visits the clauses that watch its opposite. Linear constraints and
//! propagators run when that has come to an end.
//!
//! Whose idea: watched literals: M. Moskewicz and others, "Chaff: Engineering an Efficient SAT Solver", DAC 2001.
//! Blocking literals: N. Sörensson, N. Eén, "MiniSat 2.1 and MiniSat++ 1.0", 2008. The position where the last
//! replacement was found: I. Gent, "Optimal Implementation of Watched Literals and More General Techniques", JAIR 2013.
//! Counters: N. Eén, N. Sörensson, "An Extensible SAT-solver", SAT 2003.
//!
//! How ours differs: at-most-one constraints are flat lists without any clause, and counters come first, so that their
//! slack is right whatever fails later. A watch knows whether its clause is binary.
//!
//! When it runs: after each decision and each learned clause, and in all techniques that probe.

use super::clauses::Watch;
use super::state::{Reason, SolverState};
use super::{Contradiction, Literal, Step};

impl SolverState<'_> {
    /// Assigns all literals that follow.
    ///
    /// Post: the propagation head is at the end of the trail and nothing is violated. After a conflict,
    /// `SolverState::conflict` holds the false literals of the violated constraint. At least one of them is of the
    /// current level, unless this is the level of assumptions or of a flipped decision.
    pub fn propagate(&mut self) -> Step {
        let begun = self.head;
        self.sums.creep.begin();
        let step = self.propagate_all();
        self.propagations += (self.head - begun) as u64;
        if self.proof.is_some() && self.level() == 0 {
            self.prove_units();
        }
        step
    }

    #[inline]
    fn propagate_all(&mut self) -> Step {
        loop {
            if let Some(&literal) = self.trail.get(self.head) {
                self.head += 1;
                self.propagate_counts(literal)?;
                self.propagate_at_most_one(literal)?;
                self.propagate_clauses(literal ^ 1)?;
                self.propagate_order(literal)?;
            } else if !self.sums.is_empty() && self.sums.head < self.trail.len() {
                self.propagate_sums()?;
            } else if self.propagators.has_work(self.trail.len()) {
                self.run_propagator()?;
            } else {
                return Ok(());
            }
        }
    }

    /// The others of the at-most-one constraints of a true literal become false.
    ///
    /// Pre: the literal is true. Post: these are false, or the conflict is a clause of two literals.
    fn propagate_at_most_one(&mut self, literal: Literal) -> Step {
        let Some(form) = self.form.filter(|form| !form.groups.is_empty()) else { return Ok(()) };
        for &constraint in form.groups_of.get(literal as usize) {
            for &other in form.groups.get(constraint as usize) {
                match self.values[other as usize] {
                    0 => self.assign(other ^ 1, Reason::Literal(literal)),
                    1 if other != literal => {
                        self.violated = None;
                        self.conflict.clear();
                        self.conflict.extend([other ^ 1, literal ^ 1]);
                        return Err(Contradiction);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Cardinality constraints without slack need all their literals that are unassigned.
    ///
    /// Pre: the literal is true, and new to the counters. Post: the slack of all constraints with its opposite is one
    /// less, on a conflict as well. Without a conflict, those without slack have no unassigned literal.
    fn propagate_counts(&mut self, literal: Literal) -> Step {
        let Some(form) = self.form.filter(|_| !self.slack.is_empty()) else { return Ok(()) };
        let counts = form.counts_of.get(literal as usize ^ 1);
        counts.iter().for_each(|&count| self.slack[count as usize] -= 1);
        for &number in counts {
            let slack = self.slack[number as usize];
            if slack > 0 {
                continue;
            }
            let count = &form.counts[number as usize];
            if slack < 0 {
                self.violated = None;
                self.explain_violated(count);
                return Err(Contradiction);
            }
            for &other in &count.literals {
                if self.values[other as usize] == 0 {
                    self.assign(other, Reason::Count(number));
                }
            }
        }
        Ok(())
    }

    /// Clauses that watch a literal that has become false watch another one, or need their last one.
    ///
    /// Pre: the literal is false. Post: a clause that still watches it has a true literal, or is the violated one; or
    /// it waits behind that one in the list.
    fn propagate_clauses(&mut self, falsified: Literal) -> Step {
        let mut list = std::mem::take(&mut self.clauses.watches[falsified as usize]);
        self.visits += list.len() as u64;
        let (mut from, mut to) = (0, 0);
        let mut step = Ok(());
        while let Some(&watch) = list.get(from) {
            from += 1;
            list[to] = watch;
            to += 1;
            let value = self.values[watch.blocker as usize];
            if value > 0 {
                continue;
            }
            if watch.is_binary() {
                if value < 0 {
                    step = self.violate(watch);
                    break;
                }
                self.assign(watch.blocker, Reason::Clause(watch.clause()));
                continue;
            }
            let (saved, literals) = self.clauses.parts_mut(watch.clause());
            let other = literals[0] ^ literals[1] ^ falsified;
            let value = self.values[other as usize];
            if value > 0 {
                list[to - 1].blocker = other;
                continue;
            }
            let values = &self.values;
            let is_open = |&literal: &Literal| values[literal as usize] >= 0;
            let begin = *saved as usize;
            let found = literals[begin..].iter().position(is_open).map(|at| begin + at);
            if let Some(found) = found.or_else(|| literals[2..begin].iter().position(is_open).map(|at| 2 + at)) {
                *saved = found as u32;
                let replacement = literals[found];
                literals[0] = other;
                literals[1] = replacement;
                literals[found] = falsified;
                let mut watch = watch;
                watch.blocker = other;
                self.clauses.watches[replacement as usize].push(watch);
                to -= 1;
            } else if value < 0 {
                step = self.violate(watch);
                break;
            } else {
                literals[0] = other;
                literals[1] = falsified;
                self.assign(other, Reason::Clause(watch.clause()));
            }
        }
        list.copy_within(from.., to);
        list.truncate(list.len() - (from - to));
        self.clauses.watches[falsified as usize] = list;
        step
    }

    /// Notes the conflict of a clause.
    fn violate(&mut self, watch: Watch) -> Step {
        self.conflict.clear();
        self.conflict.extend_from_slice(self.clauses.literals(watch.clause()));
        self.violated = Some(watch.clause());
        Err(Contradiction)
    }
}

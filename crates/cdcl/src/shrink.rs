//! Learned clauses with fewer literals of one level: all of them give way to one that implies them.
//!
//! What it does: the literals of a level below the conflict are resolved with their reasons until one is left, the
//! first unique implication point of that level. It takes their place if all that was resolved in from lower levels is
//! in the clause, or follows from it. Otherwise the literals stay. Glue and level of the jump stay in both cases.
//!
//! Whose idea: M. Fleury, A. Biere, "Efficient All-UIP Learned Clause Minimization", SAT 2021; before it, without the
//! condition on lower levels, N. Feng, F. Bacchus, "Clause Size Reduction with All-UIP Learning", SAT 2020.
//!
//! How ours differs: the whole clause is minimised first (`analyze`), then each level is tried from the highest one
//! down. What minimisation has marked counts as part of the clause, on the same level, too. So fewer literals are
//! resolved on.
//!
//! When it runs: in formulas where it is asked for (`shrink=on`), at each conflict, after minimisation.

use super::analyze::Analysis;
use super::state::{Reason, SolverState};
use super::{Literal, variable};

impl Analysis {
    /// Puts one literal per level in the place of others where it can.
    ///
    /// Pre: the clause was minimised. Post: it follows from the constraints; what is not in it any more, and all that
    /// was resolved on, is seen.
    pub(super) fn shrink(&mut self, state: &SolverState<'_>) {
        let mut learned = std::mem::take(&mut self.learned);
        learned[1..].sort_unstable_by_key(|&literal| {
            let place = state.places[variable(literal)];
            std::cmp::Reverse((place.level, place.position))
        });
        let (mut from, mut to) = (1, 1);
        while from < learned.len() {
            let level = state.level_of(learned[from]);
            let of_level = learned[from..].iter().take_while(|&&literal| state.level_of(literal) == level);
            let end = from + of_level.count();
            let is_tried = end > from + 1;
            self.shrunk.tried += u64::from(is_tried);
            let point = if is_tried { self.implication_point(state, &learned[from..end]) } else { None };
            if let Some(literal) = point {
                self.shrunk.succeed(end - from - 1);
                learned[to] = literal;
                to += 1;
            } else {
                learned.copy_within(from..end, to);
                to += end - from;
            }
            from = end;
        }
        learned.truncate(to);
        self.learned = learned;
    }

    /// The first unique implication point of literals of one level, the last one first, as it is false; `None` if it
    /// needs literals of lower levels that the clause does not imply.
    fn implication_point(&mut self, state: &SolverState<'_>, block: &[Literal]) -> Option<Literal> {
        let level = state.level_of(block[0]);
        let begin = state.limits[level - 1] as usize;
        let mut position = state.places[variable(block[0])].position as usize + 1;
        self.opened.extend(block.iter().map(|&literal| variable(literal) as u32));
        block.iter().for_each(|&literal| self.open[variable(literal)] = true);
        let mut left = block.len();
        let found = loop {
            if position == begin {
                break None;
            }
            position -= 1;
            let literal = state.trail[position];
            if !self.open[variable(literal)] {
                continue;
            }
            left -= 1;
            if left == 0 {
                break Some(literal ^ 1);
            }
            match self.open_reason(state, literal, level) {
                Some(opened) => left += opened,
                None => break None,
            }
        };
        for at in 0..self.opened.len() {
            let variable = self.opened[at];
            self.open[variable as usize] = false;
            if found.is_some() && !self.seen[variable as usize] {
                self.seen[variable as usize] = true;
                self.marked.push(variable);
            }
        }
        self.opened.clear();
        found
    }

    /// Opens the literals of this level in the reason of a literal. Returns how many, or `None` if there are others
    /// that the clause does not imply.
    fn open_reason(&mut self, state: &SolverState<'_>, literal: Literal, level: usize) -> Option<usize> {
        if state.reasons[variable(literal)] == Reason::None {
            return None;
        }
        let mut reasons = std::mem::take(&mut self.others);
        let seen = &self.seen;
        state.explain(literal, |variable| seen[variable], &mut reasons);
        let mut opened = 0;
        let fine = reasons.iter().all(|&other| {
            let variable = variable(other);
            if self.seen[variable] || self.open[variable] || state.level_of(other) == 0 {
                return true;
            }
            if state.level_of(other) < level {
                return self.is_implied(state, other);
            }
            self.open[variable] = true;
            self.opened.push(variable as u32);
            opened += 1;
            true
        });
        self.others = reasons;
        fine.then_some(opened)
    }

    /// True if the clause implies a literal of a lower level, which is seen then, or has failed.
    fn is_implied(&mut self, state: &SolverState<'_>, literal: Literal) -> bool {
        let variable = variable(literal);
        if !self.may_follow(state, variable) {
            return false;
        }
        let follows = self.follows(state, literal);
        if follows {
            self.seen[variable] = true;
            self.marked.push(variable as u32);
        } else {
            self.failed[variable] = true;
            self.failures.push(variable as u32);
        }
        follows
    }
}

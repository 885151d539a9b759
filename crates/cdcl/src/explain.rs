//! Reasons as literals: which false literals made a literal true.
//!
//! What it does: a literal of the trail knows the constraint that assigned it. Its reason becomes a list of literals
//! when analysis asks, from what was false at that position.
//!
//! Whose idea: N. Eén, N. Sörensson, "An Extensible SAT-solver", SAT 2003, whose constraints are asked for reasons; I.
//! Gent, I. Miguel, N. Moore, "Lazy Explanations for Constraint Propagators", PADL 2010.
//!
//! How ours differs: a cardinality constraint needs only as many false literals as it may have. Those are taken that
//! cost the learned clause least: what analysis has met, what needs no decision, what was assigned early.
//!
//! When it runs: in conflict analysis and minimization, for each literal that is resolved.

use super::state::{Reason, SolverState};
use super::{AtLeast, Literal, variable};

impl SolverState<'_> {
    /// The false literals that make a literal true, at its position on the trail. Those that `is_seen` are preferred.
    ///
    /// Pre: the literal is true and has a reason. Post: `out` has literals that were false before it.
    pub(super) fn explain(&self, literal: Literal, is_seen: impl Fn(usize) -> bool, out: &mut Vec<Literal>) {
        out.clear();
        match self.reasons[variable(literal)] {
            Reason::None => unreachable!("what is explained has a reason"),
            Reason::Literal(other) => out.push(other ^ 1),
            Reason::Clause(clause) => {
                out.extend(self.clauses.literals(clause).iter().copied().filter(|&other| other != literal));
            }
            Reason::Count(number) => {
                let count = &self.form.expect("formulas have sums").counts[number as usize];
                let before = self.view(self.places[variable(literal)].position);
                out.extend(count.literals.iter().copied().filter(|&other| before.is_false(other)));
                self.least(count.literals.len() - count.least, is_seen, out);
            }
            Reason::Sum(number) => self.explain_sum(number, literal, is_seen, out),
            Reason::Propagator(number) => self.explain_propagated(number, literal, &is_seen, out),
        }
    }

    /// Notes the conflict of a cardinality constraint: one literal more is false than may be.
    ///
    /// Pre: it is violated. Post: [`SolverState::conflict`] has just one literal more than may be false.
    pub(super) fn explain_violated(&mut self, count: &AtLeast) {
        let mut conflict = std::mem::take(&mut self.conflict);
        conflict.clear();
        conflict.extend(count.literals.iter().copied().filter(|&other| self.values[other as usize] < 0));
        self.least(count.literals.len() - count.least + 1, |_| false, &mut conflict);
        self.conflict = conflict;
    }

    /// Keeps `enough` of some false literals: those that cost a learned clause least are the seen ones, then those of
    /// low level, then those assigned early.
    ///
    /// Post: there are `enough` or fewer.
    fn least(&self, enough: usize, is_seen: impl Fn(usize) -> bool, literals: &mut Vec<Literal>) {
        if literals.len() > enough {
            let view = self.view(u32::MAX);
            literals.sort_unstable_by_key(|&literal| view.cost(literal, &is_seen));
            literals.truncate(enough);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::BooleanForm;
    use super::*;

    /// At least 2 of 5 hold. Of four that are false, three make the last two hold: those that cost least, not the
    /// first.
    #[test]
    fn counts_are_explained_by_literals_that_are_seen_or_of_low_level() {
        let counts = vec![AtLeast { literals: vec![0, 2, 4, 6, 8], least: 2 }];
        let mut form = BooleanForm { items: 6, counts, ..BooleanForm::default() };
        form.find_holders();
        let mut state = SolverState::of(&form);
        assert!(state.begin(&[5]).is_ok());
        for literal in [7, 10, 3] {
            state.decide(literal);
            if literal == 3 {
                // Late, and never propagated.
                state.assign(1, Reason::Clause(0));
            }
            assert!(literal == 3 || state.propagate().is_ok());
        }
        let mut reasons = Vec::new();
        // As if it had been concluded from four false literals.
        state.values[8] = 1;
        state.values[9] = -1;
        state.reasons[4] = Reason::Count(0);
        state.places[4] = super::super::state::Place { level: 3, position: state.trail.len() as u32 };
        state.explain(8, |_| false, &mut reasons);
        reasons.sort_unstable();
        assert_eq!(reasons, [2, 4, 6], "the earliest, not 0");
        state.explain(8, |variable| variable == 0, &mut reasons);
        reasons.sort_unstable();
        assert_eq!(reasons, [0, 4, 6], "a seen one before others, but for those of level 0");
        // One more is false than may be.
        state.explain_violated(&form.counts[0]);
        assert_eq!(state.conflict.len(), 4);
    }
}

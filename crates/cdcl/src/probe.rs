//! Failed literals: a literal whose decision leads to a conflict is false.
//!
//! What it does: literals that imply others by binary clauses, and that no binary clause implies, are decided one by
//! one without any other decision. After a conflict the opposite becomes a unit clause.
//!
//! Whose idea: J. Freeman, "Improvements to Propositional Satisfiability Search Algorithms", 1995; roots of the binary
//! clauses only, and again only after there are new unit clauses: A. Biere and others, CaDiCaL.
//!
//! How ours differs: the literal that was decided becomes false, not the last one on all ways to the conflict. There
//! are no clauses that are resolved on the way.
//!
//! When it runs: in formulas where it is asked for (`probe=on`), between restarts, before subsumption. The work is
//! bounded by a share of the propagations (`tuning::probe`), never by time; the next run begins where the last one
//! ended.

use super::analyze::Analysis;
use super::proof::Hints;
use super::state::SolverState;
use super::technique::Technique;
use super::{Literal, Step};

/// The work so far.
#[derive(Default)]
pub(super) struct Prober {
    pub(super) counts: Technique,
    /// The literal with which the next run begins.
    next: usize,
    /// Per literal, how many literals were true without a decision when it was tried.
    fixed: Vec<u32>,
    decisions: Vec<Literal>,
}

impl Prober {
    /// Tries literals as long as the share of work lasts. A contradiction is the state's conflict.
    ///
    /// Pre: the level is 0, and all is propagated. Post: the level is 0; no literal has a reason.
    pub(super) fn run(
        &mut self,
        state: &mut SolverState<'_>,
        analysis: &mut Analysis,
        hints: &mut Hints,
        allowed: u64,
    ) -> Step {
        debug_assert_eq!(state.level(), 0);
        if allowed <= self.counts.ticks {
            return Ok(());
        }
        let begun = state.propagations;
        let end = begun + (allowed - self.counts.ticks);
        self.fixed.resize(state.values.len(), u32::MAX);
        let phases = state.phases.clone();
        let mut step = Ok(());
        // Literals that the search makes meanwhile are in no clause.
        let literals = self.fixed.len();
        for _ in 0..literals {
            if step.is_err() || state.propagations > end {
                break;
            }
            let literal = self.next % literals;
            self.next = literal + 1;
            let fixed = state.trail.len() as u32;
            if self.fixed[literal] != fixed && is_root(state, literal) {
                self.fixed[literal] = fixed;
                step = self.probe(literal as Literal, state, analysis, hints);
            }
        }
        state.phases[..phases.len()].copy_from_slice(&phases);
        state.forget_reasons();
        self.counts.ticks += state.propagations - begun;
        step
    }

    /// Decides a literal.
    fn probe(
        &mut self,
        literal: Literal,
        state: &mut SolverState<'_>,
        analysis: &mut Analysis,
        hints: &mut Hints,
    ) -> Step {
        self.counts.tried += 1;
        state.decide(literal);
        if state.propagate().is_ok() {
            state.backtrack(0);
            return Ok(());
        }
        self.counts.succeed(0);
        hints.clear();
        hints.conflict(state);
        self.decisions.clear();
        analysis.core(state, &state.conflict, &mut self.decisions, Some(hints));
        debug_assert!(self.decisions.iter().all(|&other| other == literal));
        state.backtrack(0);
        let number = state.derive(&[literal ^ 1], hints);
        state.assign_unit(literal ^ 1, number);
        state.propagate()
    }
}

/// True if an unassigned literal implies others by binary clauses, and none implies it.
fn is_root(state: &SolverState<'_>, literal: usize) -> bool {
    let has_binary = |literal: usize| {
        let mut watches = state.clauses.watches[literal].iter();
        watches.any(|watch| watch.is_binary() && !state.clauses.is_garbage(watch.clause()))
    };
    state.values[literal] == 0 && !state.eliminated[literal / 2] && has_binary(literal ^ 1) && !has_binary(literal)
}

//! Inprocessing: the techniques that change clauses between restarts, and their common state.
//!
//! M. Järvisalo, M. Heule, A. Biere, "Inprocessing Rules", IJCAR 2012. All of it is at level 0 and ends before learned
//! clauses are deleted, which deletes what it has taken away. Vivification runs each time, the rest after a number of
//! conflicts that grows.

use super::analyze::Analysis;
use super::eliminate::Eliminator;
use super::probe::Prober;
use super::proof::Hints;
use super::state::{Reason, SolverState};
use super::subsume::Subsumer;
use super::tuning::{eliminate, inprocess, probe, subsume, vivify};
use super::vivify::Vivifier;
use super::{Literal, Settings, Step, variable};

/// The techniques and when they run next.
pub(super) struct Inprocessor {
    pub(super) vivifier: Vivifier,
    pub(super) prober: Prober,
    pub(super) subsumer: Subsumer,
    pub(super) eliminator: Eliminator,
    /// Work as a multiple of the usual one, and conflicts between two runs.
    pub(super) effort: f64,
    pub(super) interval: u64,
    next: u64,
    runs: u64,
}

impl Inprocessor {
    pub(super) fn new() -> Self {
        Inprocessor {
            vivifier: Vivifier::default(),
            prober: Prober::default(),
            subsumer: Subsumer::default(),
            eliminator: Eliminator::default(),
            effort: 1.0,
            interval: inprocess::INTERVAL,
            next: 0,
            runs: 0,
        }
    }

    /// Runs what is due. A contradiction is the state's conflict.
    ///
    /// Pre: a reduction comes next. Post: the level is 0 if something has run.
    pub(super) fn run(
        &mut self,
        settings: &Settings,
        conflicts: u64,
        state: &mut SolverState<'_>,
        analysis: &mut Analysis,
        hints: &mut Hints,
    ) -> Step {
        if settings.vivify {
            state.backtrack(0);
            self.vivifier.run(state, analysis, hints, self.effort * vivify::EFFORT)?;
        }
        if !(settings.probe || settings.subsume || settings.eliminate) || conflicts < self.next {
            return Ok(());
        }
        self.runs += 1;
        self.next = conflicts + self.interval * self.runs;
        state.backtrack(0);
        state.propagate()?;
        let allowed = |effort: f64| (self.effort * effort * state.propagations.max(1) as f64) as u64;
        let (to_probe, to_subsume, to_eliminate) =
            (allowed(probe::EFFORT), allowed(subsume::EFFORT), allowed(eliminate::EFFORT));
        if settings.probe {
            self.prober.run(state, analysis, hints, to_probe)?;
        }
        state.forget_reasons();
        state.strip(hints);
        if settings.subsume {
            self.subsumer.run(state, hints, to_subsume)?;
        }
        if settings.eliminate {
            self.eliminator.run(state, hints, to_eliminate)?;
        }
        Ok(())
    }
}

impl SolverState<'_> {
    /// Forgets why literals are true, so that the clauses can be deleted.
    ///
    /// Pre: the level is 0, and a proof has their unit clauses.
    pub(super) fn forget_reasons(&mut self) {
        for &literal in &self.trail {
            self.reasons[variable(literal)] = Reason::None;
        }
    }

    /// Takes clauses away that hold, and literals out of clauses that are false.
    ///
    /// Pre: the level is 0, all is propagated, and no literal has a reason. Post: no clause has an assigned literal.
    pub(super) fn strip(&mut self, hints: &mut Hints) {
        let value = |literal: &Literal| self.values[*literal as usize];
        let is_assigned = |&clause: &u32| self.clauses.literals(clause).iter().any(|literal| value(literal) != 0);
        let clauses: Vec<u32> = self.clauses.references().filter(is_assigned).collect();
        let mut shorter = Vec::new();
        for clause in clauses {
            shorter.clear();
            shorter.extend_from_slice(self.clauses.literals(clause));
            if shorter.iter().any(|&literal| self.values[literal as usize] > 0) {
                self.clauses.discard(clause);
                continue;
            }
            shorter.retain(|&literal| self.values[literal as usize] == 0);
            let number = self.resolvent(&shorter, [clause], hints);
            self.clauses.replace(clause, &shorter, number);
        }
    }

    /// Writes that a clause follows from others, in whatever order they become unit. Returns its number.
    pub(super) fn resolvent<const N: usize>(
        &mut self,
        literals: &[Literal],
        clauses: [u32; N],
        hints: &mut Hints,
    ) -> u64 {
        let Some(proof) = &self.proof else { return 0 };
        hints.clear();
        if proof.has_hints() {
            for clause in clauses {
                hints.units(proof, self, self.clauses.literals(clause));
                hints.last(self.clauses.number(clause));
            }
        }
        self.derive(literals, hints)
    }
}

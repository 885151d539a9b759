//! The exchange between solvers of one formula: units, clauses of two literals and clauses of low glue.
//!
//! What it does: a solver notes what it learns, until it is asked; what others learned is added at level 0. A clause
//! with a variable that this solver has eliminated, or that it has not encoded yet, is dropped.
//!
//! Whose idea: Y. Hamadi, S. Jabbour, L. Saïs, "ManySAT: a Parallel SAT Solver", JSAT 2009; glue instead of size after
//! G. Audemard, L. Simon, "Lazy Clause Exchange Policy for Parallel SAT Solvers", SAT 2014.
//!
//! How ours differs: the exchange is at fixed amounts of work, never at a time (`portfolio`). Dropping is sound both
//! ways: resolvents follow from the formula, so whatever is learned from them does, and so does each clause over the
//! variables that are left.
//!
//! When it runs: in the SAT solver `cdcl` with `threads` or `cubes`, between two slices of its search.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::solver::{Solver, Work};
use super::technique::Technique;
use super::tuning::portfolio;
use super::{Literal, variable};

/// Clauses one after the other: the number of literals, the glue, the literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shared(Vec<u32>);

impl Shared {
    pub(super) fn push(&mut self, literals: &[Literal], glue: u32) {
        self.0.extend([literals.len() as u32, glue]);
        self.0.extend(literals);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[Literal], u32)> {
        let mut rest = &self.0[..];
        std::iter::from_fn(move || {
            let (&[size, glue], behind) = rest.split_first_chunk()?;
            let literals;
            (literals, rest) = behind.split_at(size as usize);
            Some((literals, glue))
        })
    }
}

/// True if a learned clause is worth being told.
pub(super) fn is_shared(literals: &[Literal], glue: u32) -> bool {
    literals.len() == 2 || glue <= portfolio::GLUE
}

/// A number that the same clause has in every order of its literals. Others may have it, too.
pub(super) fn fingerprint(literals: &[Literal]) -> u64 {
    let mut sorted = literals.to_vec();
    sorted.sort_unstable();
    let mut hasher = DefaultHasher::new();
    sorted.hash(&mut hasher);
    hasher.finish()
}

/// When a search pauses: once it has come so far in both. A conflict makes sure that it has learned something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pause {
    pub(super) propagations: u64,
    pub(super) conflicts: u64,
}

impl Pause {
    pub(super) const NEVER: Self = Pause { propagations: u64::MAX, conflicts: u64::MAX };
}

impl Solver {
    pub(crate) fn work(&self) -> Work {
        let (analysis, techniques) = (&self.analysis, &self.inprocessor);
        let walk = self.phases.walker.as_ref().map_or_else(Technique::default, |walker| walker.counts);
        Work {
            techniques: [
                analysis.minimised,
                analysis.shrunk,
                techniques.vivifier.counts,
                techniques.prober.counts,
                techniques.subsumer.counts,
                techniques.eliminator.counts,
                walk,
            ],
            conflicts: self.conflicts,
            decisions: self.decisions,
            propagations: self.state.propagations,
            restarts: self.restarts.number,
        }
    }

    /// True if the search is to pause.
    #[inline]
    pub(super) fn pauses(&self) -> bool {
        self.state.propagations >= self.pause.propagations && self.conflicts >= self.pause.conflicts
    }

    /// Takes phases and the order of decisions at random.
    pub(super) fn scatter(&mut self, rng: &mut fastrand::Rng) {
        let mut variables: Vec<u32> = (0..self.state.places.len() as u32).collect();
        rng.shuffle(&mut variables);
        for &variable in &variables {
            self.state.phases[variable as usize] = rng.bool();
            self.state.order.bump(variable as usize);
            self.state.order.age();
            self.state.queue.bump(&mut [variable]);
        }
    }

    /// Notes from now on what others may be told.
    pub(super) fn share(&mut self) {
        self.state.clauses.shared = Some(Shared::default());
    }

    /// The clauses that were learned since the last time.
    ///
    /// Pre: the level is 0.
    pub(super) fn export(&mut self) -> Shared {
        let learned = self.state.clauses.shared.replace(Shared::default()).unwrap_or_default();
        let units = self.state.trail[self.told..].iter().map(|literal| (std::slice::from_ref(literal), 1));
        let mut shared = Shared::default();
        for (literals, glue) in learned.iter().chain(units) {
            // What has literals that this search has made says nothing to others.
            let outer: Option<Vec<Literal>> = literals.iter().map(|&literal| self.numbering.outer(literal)).collect();
            outer.into_iter().for_each(|outer| shared.push(&outer, glue));
        }
        self.told = self.state.trail.len();
        shared
    }

    /// Adds what others have learned, as learned clauses.
    ///
    /// Pre: the level is 0, and there is no proof.
    pub(super) fn import(&mut self, shared: &Shared) {
        debug_assert!(self.state.level() == 0 && self.state.proof.is_none());
        // What comes from others is told to nobody again.
        let own = self.state.clauses.shared.take();
        for (literals, glue) in shared.iter() {
            let literals: Vec<Literal> = literals.iter().map(|&literal| self.numbering.inner(literal)).collect();
            let state = &mut self.state;
            let value = |literal: Literal| state.values[literal as usize];
            let is_unknown = |&literal: &Literal| {
                let variable = variable(literal);
                state.eliminated[variable] || state.idle[variable]
            };
            if self.refuted || literals.iter().any(|literal| is_unknown(literal) || value(*literal) > 0) {
                continue;
            }
            let open: Vec<Literal> = literals.iter().copied().filter(|&literal| value(literal) == 0).collect();
            match open[..] {
                [] => self.refuted = true,
                [literal] => state.assign_unit(literal, 0),
                _ => drop(state.clauses.learn(&open, glue, 0)),
            }
        }
        self.state.clauses.shared = own;
    }
}

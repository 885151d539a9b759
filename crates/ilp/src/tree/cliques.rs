//! At-most-ones and exactly-ones: literals of which two are never true.
//!
//! A literal that becomes true makes all others of its cliques false. An exactly-one counts its candidates, literals
//! that are not false: with one left that one is true. The counts also say where the search branches.

use super::binaries::{Stated, StatedTwice};
use super::lists::Lists;
use super::literal::ColumnLit;
use super::refutation::{NO_STEP, StepId};
use super::trail::{Reason, Trail};

/// A clash between literals of a clique.
#[derive(Clone, Copy, Debug)]
pub(super) enum CliqueClash {
    /// Two of them are true.
    Two(ColumnLit, ColumnLit),
    /// None is left of an exactly-one.
    None(u32),
}

/// Cliques, those of which one literal has to be true first.
#[derive(Debug)]
pub(super) struct Cliques {
    literals: Lists<ColumnLit>,
    /// By literal, the cliques it is in.
    of: Lists<u32>,
    /// How many of them are exactly-ones.
    exact: usize,
    /// The steps that say that at most one is true, and that at least one is.
    steps: Vec<[StepId; 2]>,
    /// By exactly-one, the literals that are not false as far as the trail has been noted.
    candidates: Vec<u32>,
}

impl Cliques {
    /// The exactly-ones and the at-most-ones.
    pub(super) fn new(columns: usize, exactly: &[StatedTwice], at_most: &[Stated]) -> Self {
        let all = || exactly.iter().map(|one| &one.0).chain(at_most.iter().map(|one| &one.0)).enumerate();
        let members: Vec<(usize, ColumnLit)> =
            all().flat_map(|(index, clique)| clique.iter().map(move |&lit| (index, lit))).collect();
        let of: Vec<(usize, u32)> = members.iter().map(|&(clique, lit)| (lit.index(), clique as u32)).collect();
        Cliques {
            literals: Lists::new(exactly.len() + at_most.len(), &members),
            of: Lists::new(2 * columns, &of),
            exact: exactly.len(),
            candidates: exactly.iter().map(|clique| clique.0.len() as u32).collect(),
            steps: exactly.iter().map(|one| one.1).chain(at_most.iter().map(|one| [one.1, NO_STEP])).collect(),
        }
    }

    /// The step that says that at most one literal of a clique is true.
    pub(super) fn at_most(&self, clique: u32) -> StepId {
        self.steps[clique as usize][0]
    }

    /// The step that says that at least one literal of an exactly-one is true.
    pub(super) fn at_least(&self, clique: u32) -> StepId {
        self.steps[clique as usize][1]
    }

    /// A clique of both literals.
    pub(super) fn of_both(&self, first: ColumnLit, second: ColumnLit) -> Option<u32> {
        self.of(first).iter().copied().find(|&clique| self.literals(clique).contains(&second))
    }

    /// The literals of a clique.
    pub(super) fn literals(&self, clique: u32) -> &[ColumnLit] {
        self.literals.get(clique as usize)
    }

    /// The cliques that a literal is in.
    pub(super) fn of(&self, lit: ColumnLit) -> &[u32] {
        self.of.get(lit.index())
    }

    /// True if one of its literals has to be true.
    pub(super) fn is_exact(&self, clique: u32) -> bool {
        (clique as usize) < self.exact
    }

    /// The number of exactly-ones, which are the first cliques.
    pub(super) fn exact(&self) -> usize {
        self.exact
    }

    /// The literals of an exactly-one that are not false.
    pub(super) fn candidates(&self, clique: usize) -> u32 {
        self.candidates[clique]
    }

    /// Counts a literal that became true; what follows is for [`propagate`](Self::propagate).
    pub(super) fn note(&mut self, lit: ColumnLit) {
        for &clique in self.of.get((!lit).index()) {
            if let Some(candidates) = self.candidates.get_mut(clique as usize) {
                *candidates -= 1;
            }
        }
    }

    /// Takes back what [`note`](Self::note) has counted.
    pub(super) fn undo(&mut self, lit: ColumnLit) {
        for &clique in self.of.get((!lit).index()) {
            if let Some(candidates) = self.candidates.get_mut(clique as usize) {
                *candidates += 1;
            }
        }
    }

    /// Everything that follows from a literal that became true.
    pub(super) fn propagate(&self, lit: ColumnLit, trail: &mut Trail) -> Result<(), CliqueClash> {
        for &clique in self.of.get(lit.index()) {
            for &other in self.literals.get(clique as usize) {
                if other == lit || trail.is_false(other) {
                    continue;
                }
                if trail.is_true(other) {
                    return Err(CliqueClash::Two(lit, other));
                }
                trail.assign(!other, Reason::Clique(lit));
            }
        }
        for &clique in self.of.get((!lit).index()) {
            if clique as usize >= self.exact || self.candidates[clique as usize] > 1 {
                continue;
            }
            match self.literals.get(clique as usize).iter().find(|&&other| !trail.is_false(other)) {
                None => return Err(CliqueClash::None(clique)),
                Some(&last) if trail.is_open(last) => trail.assign(last, Reason::OnlyOne(clique)),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

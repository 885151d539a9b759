//! Listing the models of a formula in flat memory, without blocking clauses.
//!
//! What it does: after a model, the last decision is flipped, and no conflict jumps back below the level of a flip, the
//! floor. Where models count as one that agree on the shown variables, these are decided first, and the last decision
//! on one of them is flipped. The first few models are excluded by clauses, so that a proof that there is no further
//! one is free to jump. Where models are only counted, the last decisions are taken back on which no clause depends.
//! The rest of the model is a cube, which stands for all values of what is open. That is tried less often where it is
//! of no use.
//!
//! Whose idea: M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, "Conflict-Driven Answer Set Enumeration", LPNMR 2007; M.
//! Gebser, B. Kaufmann, T. Schaub, "Solution Enumeration for Projected Boolean Search Problems", CPAIOR 2009. Cubes: S.
//! Möhle, R. Sebastiani, A. Biere, "Four Flavors of Entailment", SAT 2020, of which this is the first.
//!
//! By choice (`enumerate=chrono`), no conflict jumps back over more than one level. A learned clause may assert its
//! literal on a lower level then: it is assigned where the search stands, and again after each step back, as long as it
//! follows. There are no restarts, no inprocessing, and no clauses that exclude models: S. Möhle, A. Biere, "Backing
//! Backtracking", SAT 2019; G. Spallitta, R. Sebastiani, A. Biere, "Disjoint Partial Enumeration without Blocking
//! Clauses", AAAI 2024. There the trail keeps the true level of each literal; here only level 0 is kept.
//!
//! How ours differs: see `search`, which does the same for the strategy `cdcl`. Where conflicts jump far, clauses are
//! shortened and variables eliminated while no decision is flipped, or once all flips have come down to level 0.
//!
//! Which variable is decided depends on what is more frequent since the first model (`restart`). Among many models the
//! next one is close to the last. With more conflicts than models, these are to prove that there is nothing else, and
//! decisions follow them; exact covers are decided choice by choice (`fewest`).
//!
//! When it runs: in the SAT solver `cdcl`, with `enumerate=flip` and `enumerate=chrono`.

use super::implied::Implied;
use super::solver::Solver;
use super::state::{Reason, SolverState};
use super::tuning::enumerate;
use super::{Contradiction, Literal, Step, unless, variable};

/// The distance that a conflict jumps back while models are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Jumps {
    /// To the level on which the learned clause asserts its literal, but over no flipped decision.
    #[default]
    Far,
    /// Over one level: chronological backtracking.
    Single,
}

/// The order to list models, over literals of one kind or another.
#[derive(Clone, Debug, Default)]
pub struct ToList<L> {
    /// Positive literals of the shown variables, on which models differ.
    pub shown: Vec<L>,
    /// States that no two models agree on these, so that nothing has to be projected to them.
    pub is_unique: bool,
    /// The distance that conflicts jump back meanwhile.
    pub jumps: Jumps,
}

impl<L: Copy> ToList<L> {
    /// The same over other literals.
    pub fn map<M>(&self, literal: impl Fn(L) -> M) -> ToList<M> {
        let &ToList { ref shown, is_unique, jumps } = self;
        ToList { shown: shown.iter().map(|&shown| literal(shown)).collect(), is_unique, jumps }
    }
}

/// The state of listing models.
pub(super) struct Listed {
    /// Backjump limit: up to this level, all is searched below the decisions, or holds until all is searched below.
    pub(super) floor: usize,
    /// The literals that follow on lower levels than that on which they were assigned.
    pub(super) implied: Implied,
    jumps: Jumps,
    /// Per variable, whether it is shown; none if nothing has to be projected to these.
    pub(super) shown: Option<Vec<bool>>,
    /// Models that were excluded by clauses, and how many are.
    excluded: u32,
    pub(super) first: u32,
    /// How many literals were visited to find cubes, and have not led to one.
    visited: u64,
    /// How many models were found, or cubes of them, and the conflicts before the first one.
    found: u64,
    begun: u64,
    /// Conflicts after the first model before the order of decisions may change.
    pub(super) hard: u64,
    /// True if the formula is an exact cover.
    is_exact_cover: bool,
}

impl Listed {
    /// True if models differ on the variable. On those that the search makes they do not.
    pub(super) fn shows(&self, variable: usize) -> bool {
        self.shown.as_ref().is_none_or(|shown| shown.get(variable).copied().unwrap_or_default())
    }

    /// True if conflicts come more often than models since the first one.
    pub(super) fn is_hard(&self, conflicts: u64) -> bool {
        self.found > 0 && conflicts - self.begun > self.found.max(self.hard)
    }

    /// True if decisions are on choices. Before the first model, stable mode tries without.
    pub(super) fn chooses(&self, conflicts: u64, is_stable: bool) -> bool {
        let is_late = self.found == 0 && conflicts > self.hard && !is_stable;
        self.is_exact_cover && (is_late || self.is_hard(conflicts))
    }

    /// Assigns again what was true on higher levels. If some of it is false, its clause is violated.
    fn assign_again(&mut self, state: &mut SolverState<'_>) {
        let _ = self.implied.assign(state);
    }

    /// True if literals may be assigned that follow on lower levels.
    pub(super) fn is_out_of_order(&self) -> bool {
        self.jumps == Jumps::Single
    }
}

impl Solver {
    /// Lists models from now on.
    ///
    /// Pre: there is no proof, and no clauses and assumptions come later.
    pub fn list(&mut self, &ToList { ref shown, is_unique, jumps }: &ToList<Literal>) {
        debug_assert!(self.state.proof.is_none() && self.state.level() == 0);
        // A shown variable that is eliminated may have both values with the same values of the others.
        let shown: Vec<Literal> = shown.iter().map(|&literal| self.numbering.inner(literal)).collect();
        self.freeze(&shown);
        let is_shown = (!is_unique).then(|| {
            let mut is_shown = vec![false; self.state.places.len()];
            shown.iter().for_each(|&literal| is_shown[variable(literal)] = true);
            self.leave_out_unused(&is_shown);
            is_shown
        });
        // Where all variables that are decided are shown, there is nothing to project to. Those of constraints that are
        // encoded later are decided from then on.
        let is_hidden = |(&is_shown, &idle): (&bool, &bool)| !is_shown && !idle;
        let projects =
            |is_shown: &Vec<bool>| self.state.lazy.waits() || is_shown.iter().zip(&self.state.idle).any(is_hidden);
        let is_shown = is_shown.filter(projects);
        self.listing = Some(Listed {
            floor: 0,
            implied: Implied::default(),
            jumps,
            shown: is_shown,
            excluded: 0,
            first: if jumps == Jumps::Far { enumerate::EXCLUDED } else { 0 },
            visited: 0,
            found: 0,
            begun: 0,
            hard: enumerate::HARD,
            is_exact_cover: self.state.is_exact_cover(),
        });
        self.choices = None;
        self.state.is_listed = true;
    }

    /// Makes no decisions on hidden variables of no clause, which may have any value.
    fn leave_out_unused(&mut self, is_shown: &[bool]) {
        let state = &mut self.state;
        if !state.sums.is_empty() || !state.propagators.is_empty() {
            return;
        }
        let mut is_used = vec![false; is_shown.len()];
        for clause in state.clauses.references() {
            state.clauses.literals(clause).iter().for_each(|&literal| is_used[variable(literal)] = true);
        }
        for ((is_shown, is_used), idle) in is_shown.iter().zip(is_used).zip(&mut state.idle) {
            *idle |= !is_shown && !is_used;
        }
    }

    /// Takes back the last decisions of the model that was found last, as many as all clauses hold without. Returns how
    /// many of them were on shown variables: the model stands for two to that power. It may not try, and return 0.
    ///
    /// Pre: models are listed, and the last answer was one.
    pub fn widen(&mut self) -> usize {
        let state = &self.state;
        let Some(listing) = &mut self.listing else { return 0 };
        let allowed = (enumerate::WIDENING * state.propagations as f64) as u64;
        let has_natives = !state.sums.is_empty() || !state.propagators.is_empty();
        if has_natives || listing.visited > allowed {
            return 0;
        }
        let mut needed = listing.floor;
        for clause in state.clauses.references().filter(|&clause| !state.clauses.is_learned(clause)) {
            let mut lowest = usize::MAX;
            for &literal in state.clauses.literals(clause) {
                listing.visited += 1;
                if state.values[literal as usize] > 0 {
                    lowest = lowest.min(state.level_of(literal));
                    if lowest <= needed {
                        break;
                    }
                }
            }
            needed = needed.max(lowest);
            if needed >= state.level() {
                return 0;
            }
        }
        let is_shown = |variable: usize| listing.shows(variable);
        let decisions = (needed + 1..=state.level()).map(|level| variable(state.decision(level)));
        let free = decisions.filter(|&variable| is_shown(variable)).count();
        if free > 0 {
            listing.visited = 0;
        }
        self.state.backtrack(needed);
        listing.assign_again(&mut self.state);
        free
    }

    /// Excludes the model that was found last, and those that agree with it on the shown variables. `false` if there
    /// is no other one.
    ///
    /// Pre: models are listed, and the last answer was one.
    pub fn exclude(&mut self) -> bool {
        let Some(listing) = &mut self.listing else { return false };
        listing.begun = if listing.found == 0 { self.conflicts } else { listing.begun };
        listing.found += 1;
        self.choose_order();
        let Some(listing) = &mut self.listing else { return false };
        if listing.excluded == listing.first {
            self.backtrack_to_shown();
            return self.flip().is_ok();
        }
        listing.excluded += 1;
        let state = &self.state;
        let clause: Vec<Literal> = match &listing.shown {
            None => (1..=state.level()).map(|level| state.decision(level) ^ 1).collect(),
            Some(_) => {
                let is_open = |&&literal: &&Literal| listing.shows(variable(literal)) && state.level_of(literal) > 0;
                state.trail.iter().filter(is_open).map(|literal| literal ^ 1).collect()
            }
        };
        self.state.backtrack(0);
        listing.assign_again(&mut self.state);
        self.add_numbered(&clause, 0);
        !clause.is_empty()
    }

    /// Undoes the decisions on hidden variables, which come last.
    fn backtrack_to_shown(&mut self) {
        if let Some(listing) = self.listing.as_ref().filter(|listing| listing.shown.is_some()) {
            let is_hidden = |level: &usize| !listing.shows(variable(self.state.decision(*level)));
            let hidden = (1..=self.state.level()).rev().take_while(is_hidden).count();
            self.state.backtrack(self.state.level() - hidden);
        }
    }

    /// All is searched below the last decision, so its opposite holds as long as the level before. It is a conflict if
    /// all is searched.
    ///
    /// Post: without a conflict, the floor is the current level.
    pub(super) fn flip(&mut self) -> Step {
        let Some(listing) = &mut self.listing else { return Err(Contradiction) };
        loop {
            let level = self.state.level();
            if level == 0 {
                return Err(Contradiction);
            }
            let flipped = self.state.decision(level) ^ 1;
            listing.floor = level - 1;
            self.state.backtrack(level - 1);
            if listing.implied.assign(&mut self.state).and_then(|()| self.state.imply(flipped)).is_ok() {
                return Ok(());
            }
        }
    }

    /// Up to this level, no conflict jumps back.
    pub(super) fn floor(&self) -> usize {
        self.listing.as_ref().map_or(0, |listing| listing.floor)
    }

    /// True if conflicts jump back over one level only.
    pub(super) fn is_chronological(&self) -> bool {
        self.listing.as_ref().is_some_and(Listed::is_out_of_order)
    }

    /// Undoes the levels above the highest one of the conflict's literals: what holds without any decision may have
    /// been assigned later, and a constraint may be new. It is a conflict again if none above the floor is left.
    pub(super) fn go_to_conflict(&mut self) -> Step {
        let SolverState { conflict, places, .. } = &self.state;
        let highest = conflict.iter().map(|&literal| places[variable(literal)].level as usize).max();
        let highest = highest.unwrap_or(0).max(self.floor());
        if highest < self.state.level() {
            self.state.backtrack(highest);
            if let Some(listing) = self.listing.as_mut().filter(|listing| listing.is_out_of_order()) {
                listing.assign_again(&mut self.state);
            }
        }
        unless(self.state.level() == self.floor())
    }

    /// Undoes levels for a learned clause that asserts the literal from `level` on: as few as that takes.
    ///
    /// Pre: the level is above the floor.
    /// Post: the literal is not false, or the level is the floor or `level`, whichever is higher.
    pub(super) fn jump(&mut self, literal: Literal, level: usize) {
        let lowest = level.max(self.floor());
        let Some(listing) = self.listing.as_mut().filter(|listing| listing.is_out_of_order()) else {
            return self.state.backtrack(lowest);
        };
        loop {
            let before = self.state.level() - 1;
            self.state.backtrack(before);
            // None of it is false: it was true one level higher.
            listing.assign_again(&mut self.state);
            if before <= lowest || self.state.values[literal as usize] >= 0 {
                return;
            }
        }
    }

    /// Assigns what a learned clause asserts from a lower level on than the current one, and does so again after each
    /// flip.
    pub(super) fn assert_early(&mut self, literal: Literal, level: usize, reason: Reason) -> Step {
        if self.state.values[literal as usize] == 0 {
            self.state.assign_early(literal, level, reason);
        }
        if let Some(listing) = &mut self.listing {
            listing.implied.push(literal, level, reason);
        }
        self.state.check_asserted(literal, reason)
    }

    /// The shown variable to be decided next: the unassigned one that conflicts have met most often of late. `None` if
    /// there is none, or decisions are on all variables.
    pub(super) fn next_shown(&self) -> Option<usize> {
        let listing = self.listing.as_ref().filter(|listing| listing.excluded == listing.first)?;
        let shown = listing.shown.as_ref()?;
        let is_open = |&variable: &usize| shown[variable] && self.state.values[2 * variable] == 0;
        let activity = |&variable: &usize| self.state.order.activity(variable);
        (0..shown.len()).filter(is_open).max_by(|a, b| activity(a).total_cmp(&activity(b)))
    }
}

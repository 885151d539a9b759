//! Conflict analysis: the clause of the first unique implication point, without literals that the others imply.
//!
//! J. Marques-Silva, K. Sakallah, "GRASP: A Search Algorithm for Propositional Satisfiability", 1999; L. Zhang and
//! others, "Efficient Conflict Driven Learning in a Boolean Satisfiability Solver", ICCAD 2001; N. Sörensson, A. Biere,
//! "Minimizing Learned Clauses", SAT 2009. Ours resolves on literals whose reasons are not clauses as well: `explain`
//! gives them on request. It runs at each conflict above the level to which assumptions or flipped decisions bind the
//! search.

use super::proof::Hints;
use super::state::{Place, Reason, SolverState};
use super::technique::Technique;
use super::tuning::bump;
use super::{Literal, variable};

/// Stands for the literal with which a way begins.
const ROOT: usize = usize::MAX;

/// The data of conflict analysis besides the state.
#[derive(Debug, Default)]
pub struct Analysis {
    /// Variables of literals that are in the clause, or that those in it are known to imply.
    pub(super) seen: Vec<bool>,
    /// The variables to unmark.
    pub(super) marked: Vec<u32>,
    /// The clause: first the literal that it asserts, then one of the highest level of the others.
    pub learned: Vec<Literal>,
    /// Variables of literals that follow from no seen ones, in this clause.
    pub(super) failed: Vec<bool>,
    /// The variables to unmark of these.
    pub(super) failures: Vec<u32>,
    /// Literals to look at, each with its number among those that were marked on the way.
    stack: Vec<(Literal, usize)>,
    /// Of the literals that were marked on the way, the number of the one whose reason has it.
    parents: Vec<usize>,
    reasons: Vec<Literal>,
    /// True if literals of one level give way to one that implies them (`shrink`).
    pub(super) shrinks: bool,
    /// The counts of minimisation and of shrinking.
    pub(super) minimised: Technique,
    pub(super) shrunk: Technique,
    pub(super) open: Vec<bool>,
    pub(super) opened: Vec<u32>,
    pub(super) others: Vec<Literal>,
    /// True if variables in the reasons of the learned clause's literals are moved ahead in the order of decisions,
    /// too.
    pub(super) bump_reasons: bool,
    /// The variables to move ahead.
    bumped: Vec<u32>,
    /// Per level, the number of the last clause with a literal of it.
    stamps: Vec<u32>,
    stamp: u32,
    /// Per level with a literal of the last clause, the position of its first one.
    earliest: Vec<u32>,
}

impl Analysis {
    /// Makes room for more variables.
    pub fn add_variables(&mut self, variables: usize) {
        self.seen.resize(variables, false);
        self.failed.resize(variables, false);
        self.open.resize(variables, false);
        self.add_levels(2 * variables + 1);
    }

    /// Makes room for all variables of a state, and as many levels above its own.
    pub(super) fn make_room(&mut self, state: &SolverState<'_>) {
        if self.seen.len() < state.places.len() {
            self.add_variables(state.places.len());
            self.add_levels(state.level() + state.places.len());
        }
    }

    /// Makes room for this many levels above level 0. An assumption that holds already has a level without literals.
    pub(super) fn add_levels(&mut self, levels: usize) {
        self.stamps.resize(self.stamps.len().max(levels + 1), 0);
        self.earliest.resize(self.stamps.len(), 0);
    }

    /// Learns from the state's conflict. Returns the level to which the search may jump, and the clause's glue (LBD):
    /// on how many levels its literals lie.
    ///
    /// Pre: all literals of the current level but its decision have reasons; the conflict has one of them.
    /// Post: [`Analysis::learned`] follows from the constraints; after a jump its first literal does from the others.
    pub fn learn(&mut self, state: &mut SolverState<'_>, hints: &mut Hints) -> (usize, u32) {
        self.resolve(state);
        self.bumped.clear();
        self.bumped.extend(&self.marked);
        self.minimise(state);
        if self.shrinks {
            self.shrink(state);
        }
        if self.bump_reasons {
            self.bump_reasons(state);
        }
        if state.by_recency {
            state.queue.bump(&mut self.bumped);
        }
        let mut level = 0;
        for at in 1..self.learned.len() {
            let own = state.level_of(self.learned[at]);
            if own > level {
                level = own;
                self.learned.swap(1, at);
            }
        }
        let learned = std::mem::take(&mut self.learned);
        let glue = self.glue(&learned, &state.places);
        if state.proof.as_ref().is_some_and(|proof| proof.has_hints()) {
            self.collect(state, &learned, hints);
        }
        self.learned = learned;
        for variable in self.marked.drain(..) {
            self.seen[variable as usize] = false;
        }
        for variable in self.failures.drain(..) {
            self.failed[variable as usize] = false;
        }
        if state.counts_activity() {
            state.order.age();
        }
        (level, glue)
    }

    /// Resolves the conflict with the reasons of its literals until one of the current level is left.
    fn resolve(&mut self, state: &mut SolverState<'_>) {
        self.learned.clear();
        self.learned.push(0);
        self.reasons.clear();
        self.reasons.extend_from_slice(&state.conflict);
        if let Some(clause) = state.violated {
            self.bump_clause(state, clause);
        }
        let level = state.level() as u32;
        let mut open = 0;
        let mut position = state.trail.len();
        loop {
            for &literal in &self.reasons {
                let variable = variable(literal);
                let own = state.places[variable].level;
                if self.seen[variable] || own == 0 {
                    continue;
                }
                self.seen[variable] = true;
                self.marked.push(variable as u32);
                if state.counts_activity() {
                    state.order.bump(variable);
                }
                if own == level {
                    open += 1;
                } else {
                    self.learned.push(literal);
                }
            }
            let literal = loop {
                position -= 1;
                let literal = state.trail[position];
                if self.seen[variable(literal)] && state.places[variable(literal)].level == level {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                self.learned[0] = literal ^ 1;
                return;
            }
            if let Reason::Clause(clause) = state.reasons[variable(literal)] {
                self.bump_clause(state, clause);
            }
            let seen = &self.seen;
            state.explain(literal, |variable| seen[variable], &mut self.reasons);
            state.lazy.note(state.reasons[variable(literal)], &self.reasons);
        }
    }

    /// Adds the variables in the reasons of the learned clause's literals to those to move ahead, unless they are too
    /// many: J. Liang, V. Ganesh, P. Poupart, K. Czarnecki, "Learning Rate Based Branching Heuristic for SAT Solvers",
    /// SAT 2016, "reason side rate", here as in A. Biere and others, CaDiCaL. As there, it pays where conflicts need
    /// few decisions only; the solver asks for it no more where they need many.
    fn bump_reasons(&mut self, state: &mut SolverState<'_>) {
        let met = self.bumped.len();
        for &literal in &self.learned[1..] {
            if state.reasons[variable(literal)] == Reason::None {
                continue;
            }
            state.explain(literal ^ 1, |_| false, &mut self.reasons);
            for &other in &self.reasons {
                let variable = variable(other);
                if !self.seen[variable] && state.places[variable].level > 0 {
                    self.seen[variable] = true;
                    self.bumped.push(variable as u32);
                }
            }
        }
        let is_much = self.bumped.len() > met * (1 + bump::MOST);
        for &variable in &self.bumped[met..] {
            self.seen[variable as usize] = false;
            if state.counts_activity() && !is_much {
                state.order.bump(variable as usize);
            }
        }
        if is_much {
            self.bumped.truncate(met);
        }
    }

    /// Notes the use of a clause in a conflict.
    fn bump_clause(&mut self, state: &mut SolverState<'_>, clause: u32) {
        let (clauses, places) = (&mut state.clauses, &state.places);
        clauses.bump(clause, |literals| self.glue(literals, places));
    }

    /// Takes out literals that follow from others of the clause.
    fn minimise(&mut self, state: &SolverState<'_>) {
        self.stamp = self.stamp.wrapping_add(1);
        for &literal in &self.learned[1..] {
            let Place { level, position, .. } = state.places[variable(literal)];
            let earliest = &mut self.earliest[level as usize];
            let is_known = std::mem::replace(&mut self.stamps[level as usize], self.stamp) == self.stamp;
            *earliest = if is_known { (*earliest).min(position) } else { position };
        }
        let mut to = 1;
        for at in 1..self.learned.len() {
            let literal = self.learned[at];
            if state.reasons[variable(literal)] == Reason::None || !self.follows(state, literal) {
                self.learned[to] = literal;
                to += 1;
            }
        }
        self.minimised.tried += 1;
        if to < self.learned.len() {
            self.minimised.succeed(self.learned.len() - to);
        }
        self.learned.truncate(to);
    }

    /// True if a false literal follows from seen ones. What it needs comes from levels of the clause, after the first
    /// literal of the clause there.
    ///
    /// Post: if so, all variables on the way are seen. If not, those from which that was seen have failed, so that no
    /// literal is looked at twice for that: "poison" in N. Sörensson, A. Biere, "Minimizing Learned Clauses", SAT 2009.
    pub(super) fn follows(&mut self, state: &SolverState<'_>, literal: Literal) -> bool {
        self.stack.clear();
        self.stack.push((literal, ROOT));
        self.parents.clear();
        let from = self.marked.len();
        while let Some((literal, number)) = self.stack.pop() {
            let seen = &self.seen;
            state.explain(literal ^ 1, |variable| seen[variable], &mut self.reasons);
            for &other in &self.reasons {
                let variable = variable(other);
                if self.seen[variable] || state.places[variable].level == 0 {
                    continue;
                }
                if !self.may_follow(state, variable) {
                    self.fail(number, from);
                    return false;
                }
                self.seen[variable] = true;
                self.marked.push(variable as u32);
                self.stack.push((other, self.parents.len()));
                self.parents.push(number);
            }
        }
        true
    }

    /// True if an unseen variable has a reason, comes after the first literal of the clause on its level, and has not
    /// failed.
    pub(super) fn may_follow(&self, state: &SolverState<'_>, variable: usize) -> bool {
        let Place { level, position, .. } = state.places[variable];
        let is_after = self.stamps[level as usize] == self.stamp && self.earliest[level as usize] < position;
        is_after && !self.failed[variable] && state.reasons[variable] != Reason::None
    }

    /// Unmarks what was marked on the way to a literal that does not follow. Those on the path to it have failed.
    fn fail(&mut self, mut number: usize, from: usize) {
        while number != ROOT {
            let variable = self.marked[from + number];
            self.failed[variable as usize] = true;
            self.failures.push(variable);
            number = self.parents[number];
        }
        for marked in self.marked.drain(from..) {
            self.seen[marked as usize] = false;
        }
    }

    /// The proof's hints for a learned clause: the violated clause and the reasons of all that was resolved on.
    ///
    /// Post: the variables of the learned clause are not marked as seen any more.
    fn collect(&mut self, state: &SolverState<'_>, learned: &[Literal], hints: &mut Hints) {
        hints.clear();
        hints.conflict(state);
        learned.iter().for_each(|&literal| self.seen[variable(literal)] = false);
        for &marked in &self.marked {
            if let Reason::Clause(clause) = state.reasons[marked as usize]
                && self.seen[marked as usize]
            {
                hints.reason(state, marked as usize, clause);
            }
        }
    }

    /// On how many levels literals lie.
    fn glue(&mut self, literals: &[Literal], places: &[Place]) -> u32 {
        self.stamp = self.stamp.wrapping_add(1);
        let mut number = 0;
        for &literal in literals {
            let stamp = &mut self.stamps[places[variable(literal)].level as usize];
            number += u32::from(*stamp != self.stamp);
            *stamp = self.stamp;
        }
        number
    }

    /// The assumptions that make a literal false, given that all decisions are assumptions. They come as they are
    /// assumed.
    ///
    /// Pre: the literal is false. Post: `out` has the literal's opposite, and decisions that imply it.
    /// The clauses by which they do are added to the hints, if there are any.
    pub(super) fn core(
        &mut self,
        state: &SolverState<'_>,
        literals: &[Literal],
        out: &mut Vec<Literal>,
        mut hints: Option<&mut Hints>,
    ) {
        self.make_room(state);
        self.mark(state, literals);
        let fixed = state.limits.first().map_or(state.trail.len(), |&limit| limit as usize);
        for &literal in state.trail[fixed..].iter().rev() {
            if !self.seen[variable(literal)] {
                continue;
            }
            if state.reasons[variable(literal)] == Reason::None {
                out.push(literal);
            } else {
                if let (Some(hints), Reason::Clause(clause)) = (&mut hints, state.reasons[variable(literal)]) {
                    hints.reason(state, variable(literal), clause);
                }
                let seen = &self.seen;
                state.explain(literal, |variable| seen[variable], &mut self.reasons);
                let reasons = std::mem::take(&mut self.reasons);
                self.mark(state, &reasons);
                self.reasons = reasons;
            }
        }
        for variable in self.marked.drain(..) {
            self.seen[variable as usize] = false;
        }
    }

    /// Notes literals that were assigned on a level other than 0.
    fn mark(&mut self, state: &SolverState<'_>, literals: &[Literal]) {
        for &literal in literals {
            let variable = variable(literal);
            if !self.seen[variable] && state.places[variable].level > 0 {
                self.seen[variable] = true;
                self.marked.push(variable as u32);
            }
        }
    }
}

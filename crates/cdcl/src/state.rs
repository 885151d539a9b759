//! The state of the search: which literals are true, since which decision level and why.

use super::clauses::Clauses;
use super::integers::Integers;
use super::lazy::Lazy;
use super::order::Order;
use super::proof::{Hints, Proof};
use super::propagator::Propagators;
use super::queue::Queue;
use super::sums::Sums;
use super::tuning::decide;
use super::{BooleanForm, Contradiction, Literal, Step, unless, variable};

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is a decision, the opposite of one below which all is searched, or a unit clause.
    None,
    /// Another literal of an at-most-one constraint is true.
    Literal(Literal),
    /// All other literals of the clause are false.
    Clause(u32),
    /// As many other literals of the cardinality constraint are false as may be.
    Count(u32),
    /// The linear constraint has too little slack for its opposite.
    Sum(u32),
    /// The propagator forbids its opposite.
    Propagator(u32),
}

/// The place on the trail where a variable was assigned.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) level: u32,
    pub(super) position: u32,
}

/// A state.
pub struct SolverState<'p> {
    /// The model that is searched, if it is one; it has the at-most-one and cardinality constraints.
    pub(super) form: Option<&'p BooleanForm>,
    /// Of each literal: 1 if true, -1 if false, 0 if unassigned.
    pub values: Vec<i8>,
    /// Of each assigned variable: where, and why.
    pub(super) places: Vec<Place>,
    /// Of each assigned variable: why.
    pub reasons: Vec<Reason>,
    /// The true literals in the order in which they were assigned.
    pub trail: Vec<Literal>,
    /// Trail limits: where each level begins; level 0 begins at 0 and is not listed.
    pub limits: Vec<u32>,
    /// Propagation head: the first literal of the trail whose consequences are not known.
    pub(super) head: usize,
    /// The number of further literals of each cardinality constraint that may become false.
    pub(super) slack: Vec<i32>,
    /// The linear constraints of a formula, and integers whose literals are made during the search.
    pub(super) sums: Sums,
    pub(super) integers: Integers,
    /// Its other native constraints.
    pub(super) propagators: Propagators,
    /// Those of them that may be encoded later, and which variables are in no clause before.
    pub(super) lazy: Lazy,
    pub(super) idle: Vec<bool>,
    /// The clauses, given and learned.
    pub clauses: Clauses,
    /// The order of decisions by activity.
    pub order: Order,
    /// The order of decisions in focused mode, where there is one.
    pub(super) queue: Queue,
    /// True if decisions are by this, not by activity.
    pub(super) by_recency: bool,
    /// True if decisions may be by activity soon, even if they are by recency now.
    pub(super) is_listed: bool,
    /// Saved phases: whether the variable was true when it was assigned last.
    pub phases: Vec<bool>,
    /// The false literals of the violated constraint.
    pub(super) conflict: Vec<Literal>,
    /// The clause that is violated, if it is one.
    pub(super) violated: Option<u32>,
    /// The number in a proof of an explanation that is violated and has fewer than two literals.
    pub(super) explained: u64,
    /// Assigned literals so far.
    pub propagations: u64,
    /// The number of watches that propagation came to, at most, and what native constraints have looked at in its
    /// place.
    pub(super) visits: u64,
    /// The writer of the derivation, and the numbers of unit clauses in it.
    pub(super) proof: Option<Box<Proof>>,
    /// Literals of the trail whose unit clauses are in the proof.
    pub(super) proved: usize,
    /// Variables that no clause has any more; they are not decided.
    pub(super) eliminated: Vec<bool>,
}

impl<'p> SolverState<'p> {
    /// Of variables without clauses.
    pub(super) fn new(variables: usize, form: Option<&'p BooleanForm>, decay: f64, proof: Option<Box<Proof>>) -> Self {
        let counts = form.map_or(&[][..], |form| &form.counts);
        let slack = counts.iter().map(|count| (count.literals.len() - count.least) as i32).collect();
        let mut state = SolverState {
            form,
            values: Vec::new(),
            places: Vec::new(),
            reasons: Vec::new(),
            trail: Vec::new(),
            limits: Vec::new(),
            head: 0,
            slack,
            sums: Sums::default(),
            integers: Integers::default(),
            propagators: Propagators::default(),
            lazy: Lazy::new(),
            idle: Vec::new(),
            clauses: Clauses::new(0, proof.is_some()),
            order: Order::new(decay),
            queue: Queue::new(),
            by_recency: false,
            is_listed: false,
            phases: Vec::new(),
            conflict: Vec::new(),
            violated: None,
            explained: 0,
            propagations: 0,
            visits: 0,
            proof,
            proved: 0,
            eliminated: Vec::new(),
        };
        state.add_variables(variables);
        state
    }

    /// Of a model, with nothing assigned.
    pub fn of(form: &'p BooleanForm) -> Self {
        let mut state = SolverState::new(form.items, Some(form), decide::DECAY_OF_MODELS, None);
        for clause in form.clauses.iter() {
            state.clauses.add(clause, 0);
        }
        state
    }

    /// Of variables without clauses, for a search that goes through all of its tree.
    pub fn of_variables(variables: usize) -> Self {
        SolverState::new(variables, None, decide::DECAY_OF_MODELS, None)
    }

    /// True if the conflict has a literal of the current level.
    pub fn is_of_this_level(&self) -> bool {
        self.conflict.iter().any(|&literal| self.level_of(literal) == self.level())
    }

    /// Adds unassigned variables.
    pub(super) fn add_variables(&mut self, number: usize) {
        let variables = self.places.len() + number;
        self.values.resize(2 * variables, 0);
        self.places.resize(variables, Place::default());
        self.reasons.resize(variables, Reason::None);
        self.phases.resize(variables, true);
        self.eliminated.resize(variables, false);
        self.idle.resize(variables, false);
        self.clauses.watches.resize(2 * variables, Vec::new());
        self.sums.add_literals(2 * variables);
        self.propagators.add_literals(2 * variables);
        (self.places.len() - number..variables).for_each(|variable| {
            self.order.add(variable);
            self.queue.add();
        });
    }

    #[inline]
    /// The decision level.
    pub fn level(&self) -> usize {
        self.limits.len()
    }

    #[inline]
    /// The level on which the literal was assigned.
    pub fn level_of(&self, literal: Literal) -> usize {
        self.places[variable(literal)].level as usize
    }

    /// Assigns unit clauses and what follows.
    pub fn begin(&mut self, units: &[Literal]) -> Step {
        units.iter().try_for_each(|&unit| self.imply(unit))?;
        self.propagate()
    }

    /// Makes a literal true without a reason that follows on the current level, if it is unassigned. A false one is a
    /// conflict.
    pub fn imply(&mut self, literal: Literal) -> Step {
        match self.values[literal as usize] {
            0 => self.assign(literal, Reason::None),
            value if value < 0 => return Err(Contradiction),
            _ => {}
        }
        Ok(())
    }

    /// It is a conflict if an asserted literal is false, and no clause will say so.
    pub(super) fn check_asserted(&self, literal: Literal, reason: Reason) -> Step {
        unless(self.values[literal as usize] < 0 && reason == Reason::None)
    }

    /// Makes a literal true on the current level.
    ///
    /// Pre: it is unassigned.
    #[inline]
    pub fn assign(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.values[literal as usize], 0, "the literal is unassigned");
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        let variable = variable(literal);
        self.places[variable] = Place { level: self.limits.len() as u32, position: self.trail.len() as u32 };
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Makes a literal true that follows from this level on, which is not above the current one. What holds without any
    /// decision has level 0, so that no conflict is explained by it.
    pub(super) fn assign_early(&mut self, literal: Literal, level: usize, reason: Reason) {
        self.assign(literal, reason);
        if level == 0 {
            self.places[variable(literal)].level = 0;
        }
    }

    /// Makes the literal of a unit clause true, which has this number in a proof.
    ///
    /// Pre: the level is 0, and the literal is unassigned.
    pub(super) fn assign_unit(&mut self, literal: Literal, number: u64) {
        self.assign(literal, Reason::None);
        if let Some(proof) = &mut self.proof {
            proof.set_unit(variable(literal), number);
        }
    }

    /// Writes that a clause follows from those that the hints name, if there is a proof. Returns its number there.
    pub(super) fn derive(&mut self, literals: &[Literal], hints: &mut Hints) -> u64 {
        self.proof.as_mut().map_or(0, |proof| proof.add(literals, hints.numbers()))
    }

    /// Opens a level without a decision.
    pub(super) fn push_level(&mut self) {
        self.limits.push(self.trail.len() as u32);
    }

    /// Opens a level with a decision.
    pub fn decide(&mut self, literal: Literal) {
        self.push_level();
        self.assign(literal, Reason::None);
    }

    /// The decision that a level begins with.
    pub fn decision(&self, level: usize) -> Literal {
        self.trail[self.limits[level - 1] as usize]
    }

    /// Undoes all levels above this one.
    ///
    /// Post: their variables are unassigned, in the order of decisions and with their phases saved; the propagation
    /// head is at the end of the trail.
    pub fn backtrack(&mut self, level: usize) {
        let Some(&to) = self.limits.get(level) else { return };
        let to = to as usize;
        for position in (to..self.trail.len()).rev() {
            let literal = self.trail[position];
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
            if let Some(form) = self.form.filter(|_| position < self.head && !self.slack.is_empty()) {
                for &count in form.counts_of.get(literal as usize ^ 1) {
                    self.slack[count as usize] += 1;
                }
            }
            let variable = variable(literal);
            self.phases[variable] = literal & 1 == 0;
            self.integers.unassign(variable);
            self.order.insert(variable);
            if self.by_recency {
                self.queue.unassign(variable);
            }
        }
        self.trail.truncate(to);
        self.sums.undo(to);
        self.integers.undo(to);
        self.propagators.undo(to);
        self.limits.truncate(level);
        self.head = to;
    }

    /// Lets a variable be decided that was in no clause before.
    pub(super) fn wake(&mut self, variable: usize) {
        self.idle[variable] = false;
        self.order.insert(variable);
        self.queue.unassign(variable);
    }

    /// True if conflicts count for the order by activity.
    pub(super) fn counts_activity(&self) -> bool {
        !self.by_recency || self.is_listed
    }

    /// Orders decisions by recency from now on, or by activity.
    pub fn decide_by(&mut self, recency: bool) {
        self.by_recency = recency;
        self.queue.rewind();
    }

    /// The first unassigned variable in the order of decisions, taken out of it; `None` if all are assigned.
    pub fn next_variable(&mut self) -> Option<usize> {
        let SolverState { values, eliminated, idle, order, queue, by_recency, .. } = self;
        let is_open = |variable: usize| values[2 * variable] == 0 && !eliminated[variable] && !idle[variable];
        if *by_recency {
            return queue.next(|variable| !is_open(variable));
        }
        loop {
            let variable = order.pop()?;
            if is_open(variable) {
                return Some(variable);
            }
        }
    }

    /// Restarts: undoes the levels above `floor`, but for those whose decisions would be made again.
    ///
    /// P. van der Tak, A. Ramos, M. Heule, "Reusing the Assignment Trail in CDCL Solvers", JSAT 2011.
    pub fn reuse_trail(&mut self, floor: usize) {
        let Some(next) = self.next_variable() else { return };
        let is_kept = |level: &usize| {
            let decided = variable(self.decision(*level));
            match self.by_recency {
                true => self.queue.stamp(decided) >= self.queue.stamp(next),
                false => self.order.activity(decided) >= self.order.activity(next),
            }
        };
        let kept = (floor + 1..=self.level()).take_while(is_kept).count();
        self.order.insert(next);
        self.backtrack(floor + kept);
    }

    /// Deletes learned clauses that conflicts use little, and clauses that hold without any decision. The clauses that
    /// are the reason of a true literal or that `is_kept` stay.
    pub(super) fn reduce(&mut self, is_kept: impl Fn(u32) -> bool) {
        let (values, reasons, places) = (&self.values, &self.reasons, &self.places);
        let is_needed = |clause: u32, literals: &[Literal]| {
            let is_reason =
                |&lit: &Literal| values[lit as usize] > 0 && reasons[variable(lit)] == Reason::Clause(clause);
            literals[..2].iter().any(is_reason) || is_kept(clause)
        };
        let is_fixed = |&lit: &Literal| values[lit as usize] > 0 && places[variable(lit)].level == 0;
        let mut proof = self.proof.as_deref_mut();
        let deleted = |literals: &[Literal], number: u64| {
            if let Some(proof) = proof.as_deref_mut() {
                proof.delete(literals, number);
            }
        };
        self.clauses.reduce(is_needed, |literals| literals.iter().any(is_fixed), deleted);
        for &literal in &self.trail {
            if let Reason::Clause(clause) = &mut self.reasons[variable(literal)] {
                *clause = self.clauses.moved(*clause);
            }
        }
    }
}

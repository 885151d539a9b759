//! Native constraints that no counter can propagate: the interface, and when each of them runs.
//!
//! What it does: a propagator says which literals no solution has that agrees with the trail. It runs when a literal
//! that it watches has become true and all clauses and sums have been propagated. What it finds is explained when
//! analysis asks, from what was true at that position of the trail.
//!
//! Whose idea: O. Ohrimenko, P. Stuckey, M. Codish, "Propagation via Lazy Clause Generation", Constraints 2009;
//! explanations when analysis asks for them: I. Gent, I. Miguel, N. Moore, "Lazy Explanations for Constraint
//! Propagators", PADL 2010.
//!
//! How ours differs: conditions are not the propagator's business. Where one of them is open and the constraint cannot
//! hold, the condition becomes false, and the conflict explains it.
//!
//! When it runs: in the SAT solver `cdcl`, for all constraints but sums with the encoding `propagate`.

use super::integers::{Integers, Ladder};
use super::state::{Place, Reason, SolverState};
use super::tuning::search;
use super::{Contradiction, Literal, Step, variable};

/// A part of the trail: what was true before a position.
#[derive(Clone, Copy)]
pub(super) struct View<'s> {
    values: &'s [i8],
    places: &'s [Place],
    pub(super) integers: &'s Integers,
    before: u32,
}

impl View<'_> {
    /// True if the literal is true.
    #[inline]
    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.values[literal as usize] > 0 && self.places[variable(literal)].position < self.before
    }

    /// True if the literal is false.
    #[inline]
    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.is_true(literal ^ 1)
    }

    /// The bound that a ladder has reached.
    pub(super) fn reached(&self, ladder: Ladder) -> i64 {
        self.integers.reached_before(ladder, self.before)
    }

    /// The cost of a false literal in an explanation: less if analysis has met it or no decision is needed for it, then
    /// less the earlier it was assigned.
    pub(super) fn cost(&self, literal: Literal, is_seen: impl Fn(usize) -> bool) -> (bool, u32) {
        let Place { level, position } = self.places[variable(literal)];
        (level > 0 && !is_seen(variable(literal)), position)
    }
}

/// The literals that cannot be true, and the values below which ladders cannot stay.
#[derive(Default)]
pub(super) struct Forbidden {
    literals: Vec<Literal>,
    bounds: Vec<(Ladder, i64)>,
}

impl Forbidden {
    pub(super) fn push(&mut self, literal: Literal) {
        self.literals.push(literal);
    }

    pub(super) fn forbid_below(&mut self, ladder: Ladder, value: i64) {
        self.bounds.push((ladder, value));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.literals.is_empty() && self.bounds.is_empty()
    }
}

impl Extend<Literal> for Forbidden {
    fn extend<I: IntoIterator<Item = Literal>>(&mut self, literals: I) {
        self.literals.extend(literals);
    }
}

/// A constraint without its conditions.
pub(super) trait Propagator: Send {
    /// The literals that it watches.
    fn watched(&self) -> Vec<Literal>;

    /// The integers whose bounds it watches.
    fn watched_integers(&self) -> Vec<u32> {
        Vec::new()
    }

    /// How much there is to look at when it runs, in literals.
    fn size(&self) -> usize {
        self.watched().len()
    }

    /// Notes a literal that is true from this position of the trail on: a watched one, or a condition.
    fn note(&mut self, _literal: Literal, _position: u32) {}

    /// Forgets what was noted from this position on.
    fn undo(&mut self, _position: u32) {}

    /// Finds the literals that cannot be true, but for false ones. It is a conflict if the constraint cannot hold.
    fn propagate(&mut self, view: View<'_>, forbidden: &mut Forbidden) -> Step;

    /// Appends false literals for which the literal cannot be true, or the constraint cannot hold if there is none.
    ///
    /// Pre: [`propagate`](Propagator::propagate) has found so, with no more literals than the view has.
    fn explain(
        &self,
        view: View<'_>,
        literal: Option<Literal>,
        is_seen: &dyn Fn(usize) -> bool,
        out: &mut Vec<Literal>,
    );
}

/// A propagator and its conditions.
struct Conditional {
    propagator: Box<dyn Propagator>,
    when: Vec<Literal>,
    /// How much there is to look at when it runs, in literals.
    size: u32,
    /// True if it waits to run.
    waits: bool,
}

/// All propagators.
#[derive(Default)]
pub(super) struct Propagators {
    all: Vec<Conditional>,
    /// Of each literal, those that watch it.
    watching: Vec<Vec<u32>>,
    /// Of each integer, those that watch it, as far as some do.
    watching_integers: Vec<Vec<u32>>,
    /// Propagation head: the first literal of the trail that the propagators do not know.
    head: usize,
    /// Those that were notified of a literal, by its position on the trail.
    told: Vec<(u32, u32)>,
    /// A stack of those that wait to run: the one that was notified last runs first.
    waiting: Vec<u32>,
    forbidden: Forbidden,
}

impl Propagators {
    /// Makes room for more literals.
    pub(super) fn add_literals(&mut self, literals: usize) {
        self.watching.resize(literals, Vec::new());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn len(&self) -> u32 {
        self.all.len() as u32
    }

    /// Takes a propagator out.
    pub(super) fn remove(&mut self, number: u32) {
        let one = &self.all[number as usize];
        for literal in one.propagator.watched().into_iter().chain(one.when.iter().copied()) {
            self.watching[literal as usize].retain(|&other| other != number);
        }
        for integer in one.propagator.watched_integers() {
            self.watching_integers[integer as usize].retain(|&other| other != number);
        }
        self.waiting.retain(|&other| other != number);
    }

    /// True if there is something to run before the trail is propagated.
    #[inline]
    pub(super) fn has_work(&self, trail: usize) -> bool {
        !self.is_empty() && (self.head < trail || !self.waiting.is_empty())
    }

    /// Forgets the literals of the trail from this position on.
    pub(super) fn undo(&mut self, position: usize) {
        self.head = self.head.min(position);
        while let Some((_, number)) = self.told.pop_if(|told| told.0 as usize >= position) {
            self.all[number as usize].propagator.undo(position as u32);
        }
    }
}

impl SolverState<'_> {
    /// Adds a constraint that holds where all conditions do.
    ///
    /// Pre: the level is 0.
    pub(super) fn add_propagator(&mut self, mut propagator: Box<dyn Propagator>, when: Vec<Literal>) {
        if let Some(proof) = &mut self.proof {
            proof.note_propagator();
        }
        let propagators = &mut self.propagators;
        let number = propagators.all.len() as u32;
        let mut watched = propagator.watched();
        watched.extend(&when);
        watched.sort_unstable();
        watched.dedup();
        for (position, &literal) in (0..).zip(&self.trail[..propagators.head]) {
            if watched.binary_search(&literal).is_ok() {
                propagator.note(literal, position);
            }
        }
        watched.into_iter().for_each(|literal| propagators.watching[literal as usize].push(number));
        let size = propagator.size() as u32;
        for integer in propagator.watched_integers() {
            let size = propagators.watching_integers.len().max(integer as usize + 1);
            propagators.watching_integers.resize_with(size, Vec::new);
            propagators.watching_integers[integer as usize].push(number);
        }
        propagators.all.push(Conditional { propagator, when, size, waits: true });
        propagators.waiting.push(number);
    }

    /// The assignment before a position of the trail.
    #[inline]
    pub(super) fn view(&self, before: u32) -> View<'_> {
        View { values: &self.values, places: &self.places, integers: &self.integers, before }
    }

    /// Notifies the propagators of what is new on the trail, and runs one of those that wait.
    ///
    /// Pre: all clauses and sums have been propagated. Post: a conflict has the false literals of an
    /// explanation.
    pub(super) fn run_propagator(&mut self) -> Step {
        for position in self.propagators.head..self.trail.len() {
            let literal = self.trail[position];
            let integer = self.news(literal).map(|stated| stated.0 as usize / 2);
            let propagators = &mut self.propagators;
            for &number in &propagators.watching[literal as usize] {
                let one = &mut propagators.all[number as usize];
                one.propagator.note(literal, position as u32);
                propagators.told.push((position as u32, number));
                if !std::mem::replace(&mut one.waits, true) {
                    propagators.waiting.push(number);
                }
            }
            for &number in integer.and_then(|at| propagators.watching_integers.get(at)).into_iter().flatten() {
                if !std::mem::replace(&mut propagators.all[number as usize].waits, true) {
                    propagators.waiting.push(number);
                }
            }
        }
        let propagators = &mut self.propagators;
        propagators.head = self.trail.len();
        let Some(number) = propagators.waiting.pop() else { return Ok(()) };
        let one = &mut propagators.all[number as usize];
        one.waits = false;
        self.visits += search::NATIVE_VISITS * u64::from(one.size);
        let mut open = one.when.iter().filter(|&&condition| self.values[condition as usize] <= 0);
        let condition = match (open.next(), open.next()) {
            (None, _) => None,
            (Some(&condition), None) if self.values[condition as usize] == 0 => Some(condition),
            _ => return Ok(()),
        };
        let mut forbidden = std::mem::take(&mut propagators.forbidden);
        forbidden.literals.clear();
        forbidden.bounds.clear();
        let view = View { values: &self.values, places: &self.places, integers: &self.integers, before: u32::MAX };
        let found = one.propagator.propagate(view, &mut forbidden);
        let step = match (found, condition) {
            (Err(Contradiction), None) => self.violate_propagator(number, None),
            (Err(Contradiction), Some(condition)) => {
                self.force(condition ^ 1, Reason::Propagator(number));
                Ok(())
            }
            (Ok(()), None) => self.forbid_all(&forbidden, number),
            (Ok(()), Some(_)) => Ok(()),
        };
        self.propagators.forbidden = forbidden;
        step
    }

    /// Makes false and raises what a propagator has found.
    fn forbid_all(&mut self, forbidden: &Forbidden, number: u32) -> Step {
        forbidden.literals.iter().try_for_each(|&literal| self.forbid(literal, number))?;
        forbidden.bounds.iter().try_for_each(|&(ladder, value)| match self.order_literal(ladder, value) {
            Some(literal) => self.forbid(literal ^ 1, number),
            None if self.integers.bound(ladder) >= value => Ok(()),
            // It cannot reach it, for what the other direction has reached.
            None => self.violate_propagator(number, self.integers.last(ladder ^ 1)),
        })
    }

    /// Makes a literal false that a propagator forbids. A true one is a conflict.
    fn forbid(&mut self, literal: Literal, number: u32) -> Step {
        match self.values[literal as usize] {
            0 => self.force(literal ^ 1, Reason::Propagator(number)),
            value if value > 0 => return self.violate_propagator(number, Some(literal)),
            _ => {}
        }
        Ok(())
    }

    /// Notes the conflict of a propagator, or of the true literal that it forbids.
    fn violate_propagator(&mut self, number: u32, literal: Option<Literal>) -> Step {
        self.violated = None;
        let mut conflict = std::mem::take(&mut self.conflict);
        conflict.clear();
        let one = &self.propagators.all[number as usize];
        one.propagator.explain(self.view(u32::MAX), literal, &|_| false, &mut conflict);
        conflict.extend(one.when.iter().chain(&literal).map(|literal| literal ^ 1));
        // What was true before may be enough, and was not seen. Analysis begins at the last level.
        let level = self.level();
        if level > 0 && !conflict.iter().any(|&other| self.places[variable(other)].level as usize == level) {
            conflict.push(self.decision(level) ^ 1);
        }
        self.conflict = conflict;
        self.state_conflict(Reason::Propagator(number));
        Err(Contradiction)
    }

    /// The false literals for which a propagator makes a literal true at its position on the trail.
    pub(super) fn explain_propagated(
        &self,
        number: u32,
        literal: Literal,
        is_seen: &dyn Fn(usize) -> bool,
        out: &mut Vec<Literal>,
    ) {
        let one = &self.propagators.all[number as usize];
        let view = self.view(self.places[variable(literal)].position);
        let is_condition = one.when.contains(&(literal ^ 1));
        let forbidden = (!is_condition).then_some(literal ^ 1);
        one.propagator.explain(view, forbidden, is_seen, out);
        out.extend(one.when.iter().map(|condition| condition ^ 1).filter(|&other| other != literal));
        debug_assert!(out.iter().all(|&other| view.is_false(other)), "what explains a literal is false before it");
    }
}

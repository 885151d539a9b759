//! Global constraints that explain a literal as they explain a conflict.
//!
//! What it does: such a constraint can tell why it cannot hold, given what is true and one literal that is assumed. A
//! literal that it forbids is one under which it cannot hold. So a literal is explained as a conflict is, and there is
//! one piece of code for both.
//!
//! Whose idea: explanations when analysis asks for them are from I. Gent, I. Miguel, N. Moore, "Lazy Explanations for
//! Constraint Propagators", PADL 2010. A literal that fails is as old as J. Freeman, "Improvements to Propositional
//! Satisfiability Search Algorithms", 1995.
//!
//! Integers are lists of literals for their bounds, or such as the search makes literals of (`integers`).
//!
//! How ours differs: nothing is stored when a literal is forbidden. The reasons are looked for at the literal's
//! position of the trail, where the bounds may be tighter than they were when it was found, but no weaker.
//!
//! When it runs: in the SAT solver `cdcl`, for classes whose encodings are decompositions, with `propagate`.

use super::integers::Ladder;
use super::propagator::{Forbidden, Propagator, View};
use super::{Contradiction, Literal, Step, unless, variable};
use cnfab_cnf::Integer;

mod circuit;
mod connected;
mod cumulative;
mod disjunctive;
mod edges;
mod element;
mod global_cardinality;
mod layered;
mod lex;
mod parity;

pub(super) use circuit::Circuit;
pub(super) use connected::Connected;
pub(super) use cumulative::Cumulative;
pub(super) use disjunctive::Disjunctive;
pub(super) use element::Element;
pub(super) use global_cardinality::GlobalCardinality;
pub(super) use layered::Layered;
pub(super) use lex::Lex;
pub(super) use parity::Parity;

/// The assignment before a position of the trail, and a literal that is assumed.
pub(super) struct Facts<'s> {
    view: View<'s>,
    assumed: Option<Literal>,
    /// The bound of a ladder that the assumed literal states.
    stated: Option<(Ladder, i64)>,
    /// True if analysis has met the variable.
    is_seen: &'s dyn Fn(usize) -> bool,
}

/// A constraint without its conditions.
pub(super) trait Global: Send {
    /// The literals that it is over, but for those of its integers.
    fn literals(&self) -> Vec<Literal> {
        Vec::new()
    }

    /// The integers that it is over.
    fn integers(&self) -> Vec<&Integer<Literal>> {
        Vec::new()
    }

    /// Finds literals under which the constraint cannot hold; false ones may be among them. It is a conflict if it
    /// cannot hold anyway.
    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step;

    /// Appends false literals for which the constraint cannot hold; some may come more than once. `false` if there are
    /// none.
    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool;
}

impl<G: Global> Propagator for G {
    fn watched(&self) -> Vec<Literal> {
        let of_integers = self.integers().into_iter().flat_map(|of| of.steps.iter().map(|step| step.1));
        self.literals().into_iter().chain(of_integers).flat_map(|literal| [literal, literal ^ 1]).collect()
    }

    fn watched_integers(&self) -> Vec<u32> {
        self.integers().into_iter().filter_map(|of| of.number).collect()
    }

    /// Bounds are searched for in halves.
    fn size(&self) -> usize {
        self.literals().len() + 8 * self.integers().len()
    }

    fn propagate(&mut self, view: View<'_>, forbidden: &mut Forbidden) -> Step {
        self.forbid(&Facts::new(view, None, &|_| false), forbidden)
    }

    fn explain(
        &self,
        view: View<'_>,
        literal: Option<Literal>,
        is_seen: &dyn Fn(usize) -> bool,
        out: &mut Vec<Literal>,
    ) {
        debug_assert!(out.is_empty());
        let is_found = self.conflict(&Facts::new(view, literal, is_seen), out);
        debug_assert!(is_found, "what was found once is found again");
        out.sort_unstable();
        out.dedup();
    }
}

impl<'s> Facts<'s> {
    fn new(view: View<'s>, assumed: Option<Literal>, is_seen: &'s dyn Fn(usize) -> bool) -> Self {
        Facts { view, assumed, stated: assumed.and_then(|literal| view.integers.stated(literal)), is_seen }
    }

    /// True if the literal is true or assumed.
    #[inline]
    fn is_true(&self, literal: Literal) -> bool {
        self.view.is_true(literal) || self.assumed == Some(literal)
    }

    /// True if the literal is false.
    #[inline]
    fn is_false(&self, literal: Literal) -> bool {
        self.is_true(literal ^ 1)
    }

    /// True if this is true: no literal stands for what always is.
    fn holds(&self, literal: Option<Literal>) -> bool {
        literal.is_none_or(|literal| self.is_true(literal))
    }

    /// True if this is not false.
    fn may_hold(&self, literal: Option<Literal>) -> bool {
        literal.is_none_or(|literal| !self.is_false(literal))
    }

    /// Appends a true literal as a reason, which needs none if it is assumed.
    fn because(&self, literal: Literal, out: &mut Vec<Literal>) {
        if self.assumed != Some(literal) {
            debug_assert!(self.view.is_true(literal));
            out.push(literal ^ 1);
        }
    }

    /// The cost of a true literal as a reason.
    fn cost(&self, literal: Literal) -> (bool, u32) {
        if self.assumed == Some(literal) { (false, 0) } else { self.view.cost(literal, self.is_seen) }
    }

    /// Appends the cheapest of some true literals.
    fn because_one(&self, literals: impl Iterator<Item = Literal>, out: &mut Vec<Literal>) {
        let cheapest = literals.min_by_key(|&literal| self.cost(literal));
        cheapest.into_iter().for_each(|literal| self.because(literal, out));
    }

    /// The bound that a ladder has reached, or that the assumed literal states.
    fn reached(&self, ladder: Ladder) -> i64 {
        let reached = self.view.reached(ladder);
        self.stated.filter(|stated| stated.0 == ladder).map_or(reached, |stated| stated.1.max(reached))
    }

    /// The least value that the integer can have.
    ///
    /// While a propagator runs, a literal may be true before those that it implies are. The search in halves ends at a
    /// true literal in any case, and at none below what was true before the run.
    fn low(&self, of: &Integer<Literal>) -> i64 {
        if let Some(number) = of.number {
            return of.least + self.reached(2 * number);
        }
        let mut known = of.steps.partition_point(|step| self.view.is_true(step.1));
        if let Some(place) = self.assumed.and_then(|assumed| of.steps.iter().rposition(|step| step.1 == assumed)) {
            known = known.max(place + 1);
        }
        known.checked_sub(1).map_or(of.least, |last| of.steps[last].0)
    }

    /// The largest value that it can have.
    fn high(&self, of: &Integer<Literal>) -> i64 {
        if let Some(number) = of.number {
            return of.least + self.view.integers.most(2 * number) - self.reached(2 * number + 1);
        }
        let mut open = of.steps.partition_point(|step| !self.view.is_false(step.1));
        if let Some(place) = self.assumed.and_then(|assumed| of.steps.iter().position(|step| step.1 == assumed ^ 1)) {
            open = open.min(place);
        }
        open.checked_sub(1).map_or(of.least, |last| of.steps[last].0)
    }

    /// Appends why a ladder has reached a value.
    fn because_reached(&self, ladder: Ladder, value: i64, out: &mut Vec<Literal>) {
        if value > 0 && !self.stated.is_some_and(|stated| stated.0 == ladder && stated.1 >= value) {
            let integers = self.view.integers;
            let literal = integers.weaker(ladder, value, integers.most(ladder) + 1, self.view);
            debug_assert!(literal.is_some(), "the ladder has reached {value}");
            literal.into_iter().for_each(|literal| self.because(literal.1, out));
        }
    }

    /// Appends why the integer is at least this. Not each literal that others imply has to be true yet.
    fn because_at_least(&self, of: &Integer<Literal>, value: i64, out: &mut Vec<Literal>) {
        if let Some(number) = of.number {
            return self.because_reached(2 * number, value.saturating_sub(of.least), out);
        }
        if value > of.least {
            let steps = &of.steps[of.steps.partition_point(|step| step.0 < value)..];
            let step = steps.iter().find(|step| self.is_true(step.1));
            debug_assert!(step.is_some(), "it is at least {value}");
            step.into_iter().for_each(|step| self.because(step.1, out));
        }
    }

    /// Appends why the integer is at most this.
    fn because_at_most(&self, of: &Integer<Literal>, value: i64, out: &mut Vec<Literal>) {
        if let Some(number) = of.number {
            let most = of.least + self.view.integers.most(2 * number);
            return self.because_reached(2 * number + 1, most.saturating_sub(value), out);
        }
        let above = of.steps.partition_point(|step| step.0 <= value);
        if above < of.steps.len() {
            let step = of.steps[..=above].iter().rev().find(|step| self.is_false(step.1));
            debug_assert!(step.is_some(), "it is at most {value}");
            step.into_iter().for_each(|step| self.because(step.1 ^ 1, out));
        }
    }

    /// Notes that the integer is at least this, which is more than it was. It is a conflict if it cannot be.
    fn raise(&self, of: &Integer<Literal>, value: i64, forbidden: &mut Forbidden) -> Step {
        let Some(number) = of.number else {
            let literal = at_least(of, value).ok_or(Contradiction)?;
            forbidden.push(literal ^ 1);
            return Ok(());
        };
        self.climb(2 * number, value.saturating_sub(of.least), forbidden)
    }

    /// Notes that the integer is at most this, which is less than it was. It is a conflict if it cannot be.
    fn lower(&self, of: &Integer<Literal>, value: i64, forbidden: &mut Forbidden) -> Step {
        let Some(number) = of.number else {
            forbidden.extend(at_least(of, value.saturating_add(1)));
            return unless(value < of.least);
        };
        let most = of.least + self.view.integers.most(2 * number);
        self.climb(2 * number + 1, most.saturating_sub(value), forbidden)
    }

    /// Notes that a ladder has to reach a value. It is a conflict if it cannot.
    fn climb(&self, ladder: Ladder, value: i64, forbidden: &mut Forbidden) -> Step {
        forbidden.forbid_below(ladder, value);
        unless(value > self.view.integers.most(ladder))
    }

    /// The numbers of those that have the variable or the integer of the assumed literal.
    fn owned(&self, owners: &[(usize, usize)]) -> Vec<usize> {
        let of_literal = self.assumed.into_iter().flat_map(|assumed| owned(owners, variable(assumed)));
        let of_integer = self.stated.into_iter().flat_map(|stated| owned(owners, of_integer(stated.0 / 2)));
        of_literal.chain(of_integer).collect()
    }
}

/// The literal that the integer is at least this; none if it is no step.
fn at_least(of: &Integer<Literal>, value: i64) -> Option<Literal> {
    of.steps.get(of.steps.partition_point(|step| step.0 < value)).map(|step| step.1)
}

/// The number of an integer, beside those of variables.
fn of_integer(number: u32) -> usize {
    usize::MAX - number as usize
}

/// The variables and the integers of some things, each with the number of the thing, in order.
fn owners<'l>(of: impl Iterator<Item = &'l [Integer<Literal>]>) -> Vec<(usize, usize)> {
    let own = |integer: &'l Integer<Literal>| {
        let variables = integer.steps.iter().map(|step| variable(step.1));
        variables.chain(integer.number.map(of_integer))
    };
    let numbered =
        of.zip(0..).flat_map(|(integers, number)| integers.iter().flat_map(own).map(move |one| (one, number)));
    let mut owners: Vec<(usize, usize)> = numbered.collect();
    owners.sort_unstable();
    owners.dedup();
    owners
}

/// The numbers of those that have this.
fn owned(owners: &[(usize, usize)], one: usize) -> impl Iterator<Item = usize> + '_ {
    let begin = owners.partition_point(|owner| owner.0 < one);
    owners[begin..].iter().take_while(move |owner| owner.0 == one).map(|owner| owner.1)
}

#[cfg(test)]
mod tests;

//! Explanations of linear constraints: which bounds of terms make a literal true, or violate the constraint.
//!
//! What it does: the bounds of all terms at a position of the trail, less what is not needed. See [`super`].

use super::super::state::{Reason, SolverState};
use super::super::{Literal, variable};
use super::{Premise, Steps};

impl SolverState<'_> {
    /// The false literals for which a linear constraint makes a literal true at its position on the trail.
    pub(in super::super) fn explain_sum(
        &self,
        constraint: u32,
        literal: Literal,
        is_seen: impl Fn(usize) -> bool,
        out: &mut Vec<Literal>,
    ) {
        let before = self.places[variable(literal)].position;
        let mut premises = self.sums.premises.take();
        let total = self.premises(constraint, before, &mut premises);
        // Of several terms with the literal, one that it would make too large.
        let own = |term: u32| self.sums.constraints[term as usize] == constraint;
        let excess = |(term, value): (u32, i64)| {
            let reached = self.premise(term, before).map_or(0, |premise| premise.value);
            (total - reached + value, term)
        };
        let places = self.sums.places[literal as usize ^ 1].iter();
        let steps = places.map(|place| (place.term, place.step)).filter(|place| own(place.0));
        let best = steps.map(|(term, step)| excess((term, self.sums.own(term)[step as usize].value))).max();
        let stated = self.integers.stated(literal ^ 1);
        let of_ladder = stated.and_then(|(ladder, value)| {
            let terms = self.sums.of(ladder).iter().filter(|term| own(**term));
            terms.map(|&term| excess((term, self.sums.times(term, value)))).max()
        });
        let (total, term) = best.max(of_ladder).expect("the literal is one of the constraint");
        premises.retain(|premise| premise.term != term);
        self.weaken(total - self.sums.bounds[constraint as usize] - 1, &mut premises, before, is_seen);
        self.write(premises, out);
        debug_assert!(self.suffices(constraint, Some(literal), out));
    }

    /// Notes the conflict of a linear constraint.
    pub(super) fn explain_violated_sum(&mut self, constraint: u32) {
        self.violated = None;
        let mut conflict = std::mem::take(&mut self.conflict);
        conflict.clear();
        let mut premises = self.sums.premises.take();
        let total = self.premises(constraint, u32::MAX, &mut premises);
        self.weaken(total - self.sums.bounds[constraint as usize] - 1, &mut premises, u32::MAX, |_| false);
        self.write(premises, &mut conflict);
        debug_assert!(self.suffices(constraint, None, &conflict));
        self.conflict = conflict;
        self.state_conflict(Reason::Sum(constraint));
    }

    /// True if a constraint does not hold where these literals are false, and the given one as well if there is one;
    /// and whether they are false before it is true.
    fn suffices(&self, constraint: u32, given: Option<Literal>, literals: &[Literal]) -> bool {
        let before = self.view(given.map_or(u32::MAX, |given| self.places[variable(given)].position));
        let is_assumed = |literal: Literal| {
            given == Some(literal ^ 1)
                || literals.contains(&(literal ^ 1))
                || before.is_true(literal) && self.level_of(literal) == 0
        };
        let value = |term: u32| {
            let own = self.sums.own(term).iter().map(|step| (step.value, step.literal));
            let of_ladder = match self.sums.steps_of[term as usize] {
                Steps::Own(_) => None,
                Steps::Of(ladder, factor) => {
                    let steps = self.integers.between(ladder, 1, self.integers.most(ladder) + 1);
                    Some(steps.map(move |(value, literal)| (factor * value, literal)))
                }
            };
            let steps = own.chain(of_ladder.into_iter().flatten()).filter(|step| is_assumed(step.1));
            steps.map(|step| step.0).max().unwrap_or(0)
        };
        literals.iter().all(|literal| before.is_false(*literal))
            && self.sums.terms[constraint as usize].clone().map(value).sum::<i64>()
                > self.sums.bounds[constraint as usize]
    }

    /// The value of a term by its steps that are true before a position, and the literal of the last one; `None` if
    /// none is.
    pub(super) fn reached_before(&self, term: u32, before: u32) -> Option<(i64, Literal)> {
        let view = self.view(before);
        match &self.sums.steps_of[term as usize] {
            Steps::Own(_) => {
                let mut steps = self.sums.own(term).iter().rev();
                steps.find(|step| view.is_true(step.literal)).map(|step| (step.value, step.literal))
            }
            &Steps::Of(ladder, factor) => {
                let mut steps = self.integers.between(ladder, 1, self.integers.most(ladder) + 1).rev();
                steps.find(|step| view.is_true(step.1)).map(|(value, literal)| (factor * value, literal))
            }
        }
    }

    /// The lower bound of a term before a position; `None` if it is 0.
    #[inline]
    pub(super) fn premise(&self, term: u32, before: u32) -> Option<Premise> {
        let raises = &self.sums.raises[term as usize];
        let mut raise = raises.last()?;
        if raise.position >= before {
            let number = raises.partition_point(|raise| raise.position < before);
            raise = raises[..number].last()?;
        }
        let fixed = self.sums.fixed[term as usize].min(raise.value);
        Some(Premise { term, literal: raise.literal, value: raise.value, fixed })
    }

    /// The lower bounds of a constraint's terms before a position, without those of level 0 unless there is a proof.
    /// Returns what the terms come to together.
    fn premises(&self, constraint: u32, before: u32, premises: &mut Vec<Premise>) -> i64 {
        premises.clear();
        let mut total = 0;
        for term in self.sums.terms[constraint as usize].clone() {
            let Some(premise) = self.premise(term, before) else { continue };
            total += premise.value;
            // While solutions are listed, literals get level 0 late.
            let is_fixed = || self.proof.is_none() && self.level_of(premise.literal) == 0;
            if premise.fixed < premise.value && !is_fixed() {
                premises.push(premise);
            }
        }
        total
    }

    /// Makes premises weaker by no more than the excess together: first some are dropped, then others become weaker.
    ///
    /// Pre: the terms exceed the bound by one more than the excess. Post: they still exceed it; each premise is true
    /// before the position.
    fn weaken(&self, mut excess: i64, premises: &mut Vec<Premise>, before: u32, is_seen: impl Fn(usize) -> bool) {
        debug_assert!(excess >= 0, "the premises suffice");
        if excess == 0 {
            return;
        }
        premises.sort_unstable_by_key(|premise| {
            let variable = variable(premise.literal);
            (is_seen(variable), self.places[variable].position)
        });
        // Those that no other premise or literal of the clause needs go first, and of these the last ones.
        let unseen = premises.partition_point(|premise| !is_seen(variable(premise.literal)));
        premises[..unseen].reverse();
        premises[unseen..].reverse();
        premises.retain(|premise| {
            let loss = premise.value - premise.fixed;
            let is_dropped = loss <= excess;
            excess -= if is_dropped { loss } else { 0 };
            !is_dropped
        });
        let view = self.view(before);
        for premise in premises.iter_mut() {
            if excess == 0 {
                return;
            }
            let least = premise.value - excess;
            let weaker = match &self.sums.steps_of[premise.term as usize] {
                Steps::Own(_) => {
                    let steps = self.sums.own(premise.term);
                    let from = steps.partition_point(|step| step.value < least);
                    let below = steps[from..].iter().take_while(|step| step.value < premise.value);
                    below.copied().find(|step| view.is_true(step.literal)).map(|step| (step.value, step.literal))
                }
                &Steps::Of(ladder, factor) => {
                    let least = (least + factor - 1) / factor;
                    let weaker = self.integers.weaker(ladder, least.max(1), premise.value / factor, view);
                    weaker.map(|(value, literal)| (factor * value, literal))
                }
            };
            if let Some((value, literal)) = weaker {
                excess -= premise.value - value;
                (premise.value, premise.literal) = (value, literal);
            }
        }
    }

    /// Writes premises as false literals.
    fn write(&self, premises: Vec<Premise>, out: &mut Vec<Literal>) {
        out.extend(premises.iter().map(|premise| premise.literal ^ 1));
        self.sums.premises.set(premises);
    }
}

//! The terms of linear constraints as literals of the trail raise them, and as backtracking lowers them.
//!
//! What it does: literals are noted in batches. Each constraint that a batch touches is looked at once, with the term
//! of which one literal forbids most alone. See [`super`].

use super::super::Literal;
use super::super::integers::Ladder;
use super::{Raise, Steps, Sums, TermPlace};

impl Sums {
    /// Notes a true literal at this position of the trail, which may state what a ladder has reached. On a violation
    /// the constraint.
    ///
    /// Pre: the literals of the trail before it were noted. Post: its terms have reached its steps; on a violation,
    /// those up to the violated one have.
    pub(super) fn raise(&mut self, literal: Literal, stated: Option<(Ladder, i64)>, position: usize) -> Option<u32> {
        let own = (0..self.places[literal as usize].len()).find_map(|at| {
            let TermPlace { term, step } = self.places[literal as usize][at];
            self.raise_term(term, literal, self.own(term)[step as usize].value, position)
        });
        let (None, Some((ladder, reached))) = (own, stated) else { return own };
        (0..self.of(ladder).len()).find_map(|at| {
            let term = self.of_ladder[ladder as usize][at];
            self.raise_term(term, literal, self.times(term, reached), position)
        })
    }

    /// Notes what a term comes to. Returns the constraint if that violates it.
    #[inline]
    pub(super) fn raise_term(&mut self, term: u32, literal: Literal, value: i64, position: usize) -> Option<u32> {
        let constraint = self.constraints[term as usize];
        let reached = &mut self.reached[term as usize];
        if value > *reached {
            self.slack[constraint as usize] -= value - *reached;
            *reached = value;
            self.raises[term as usize].push(Raise { position: position as u32, literal, value });
            self.raised.push(term);
        }
        (self.slack[constraint as usize] < 0).then_some(constraint)
    }

    /// The rest that the literal of a term with one step allows others: more than the bound less this is forbidden. Of
    /// several steps a lower one may be enough to explain it, so that is 0.
    fn alone(&self, term: u32) -> i64 {
        if self.own(term).len() == 1 { self.reached[term as usize] } else { 0 }
    }

    /// Begins a batch with the raise of this number: finds the constraints of all raised terms from it on, each once.
    pub(super) fn touch(&mut self, first: usize) {
        self.batch += 1;
        for at in first..self.raised.len() {
            let term = self.raised[at];
            let constraint = self.constraints[term as usize];
            let (batch, best) = self.batches[constraint as usize];
            if batch < self.batch {
                self.touched.push(constraint);
            }
            if batch < self.batch || self.alone(term) > self.alone(best) {
                self.batches[constraint as usize] = (self.batch, term);
            }
        }
    }

    /// Notes that no step back undoes the raise of this number and those after it.
    ///
    /// Pre: the level is 0, and there is no proof.
    pub(super) fn fix(&mut self, first: usize) {
        for &term in &self.raised[first..] {
            self.fixed[term as usize] = self.reached[term as usize];
        }
    }

    /// The value of a term of a ladder that has reached this.
    pub(super) fn times(&self, term: u32, reached: i64) -> i64 {
        match self.steps_of[term as usize] {
            Steps::Own(_) => unreachable!("a term of a ladder"),
            Steps::Of(_, factor) => factor * reached,
        }
    }

    /// Forgets the literals of the trail from this position on.
    pub(in super::super) fn undo(&mut self, position: usize) {
        while let Some(&term) = self.raised.last() {
            let raises = &mut self.raises[term as usize];
            if raises.last().is_none_or(|raise| (raise.position as usize) < position) {
                break;
            }
            raises.pop();
            let value = raises.last().map_or(0, |raise| raise.value);
            let reached = std::mem::replace(&mut self.reached[term as usize], value);
            self.slack[self.constraints[term as usize] as usize] += reached - value;
            self.raised.pop();
        }
        self.head = self.head.min(position);
    }
}

//! Integers whose order literals are made while the search asks for them.
//!
//! What it does: an integer has a sorted list of literals "at least v", and the bounds that they come to. Where a sum
//! raises a bound to a value without a literal, the literal is made then. It is unassigned before, so it takes its
//! place on the trail like any other. A literal of the list that becomes true makes those of smaller values true, and a
//! false one those of larger values false. There are no clauses for it. The bounds keep where they were reached, so
//! that backtracking can undo them. Explanations become weaker by literals that there are.
//!
//! Whose idea: T. Feydy, P. Stuckey, "Lazy Clause Generation Reengineered", CP 2009. Explanations of order literals by
//! each other without clauses: G. Gange, J. Berg, E. Demirović, P. Stuckey, "Core-guided and Core-boosted Search for
//! CP", CPAIOR 2020, and the solver chuffed.
//!
//! How ours differs: the value is in binary as well, over variables of the formula, and two sums say so. So decisions,
//! lists of solutions and further encodings need not know that there are literals which come and go. A literal in no
//! clause is given back when a step back has unassigned it. What holds without any decision keeps its literal, so
//! bounds that creep before any conflict take time and space for each step.
//!
//! When it runs: in the SAT solver `cdcl`, for variables with `domain=propagate`.

use std::collections::HashMap;

use super::propagator::View;
use super::solver::Solver;
use super::state::{Reason, SolverState};
use super::{Contradiction, Literal, Step, variable};

/// One of the two directions of an integer, as numbers from 0 on: how far it is above its least value, or below its
/// largest one. The integer's number doubled, and one more for the second.
pub(super) type Ladder = u32;

/// A bound that a ladder has reached.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Where on the trail the literal is.
    position: u32,
    value: i64,
}

/// An integer from 0 to its largest value.
struct Integer {
    most: i64,
    /// By growing value, from 1 on: the literal that the integer is at least that.
    steps: Vec<(i64, Literal)>,
    /// Of each ladder, the growing bounds that it has reached.
    marks: [Vec<Mark>; 2],
}

/// The origin of a variable.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Made {
    /// The formula has it, or it was given back.
    #[default]
    Not,
    /// The search has made it, and it is in no clause.
    Loose,
    /// The search has made it, and it was in a clause when that was last looked at.
    Kept,
}

/// All integers of a formula.
#[derive(Default)]
pub(super) struct Integers {
    all: Vec<Integer>,
    /// The integers by the numbers that the formula gives them.
    numbers: HashMap<u32, u32>,
    /// Of each literal, the ladder and the value that it states; for those that state one.
    stated: Vec<Option<(Ladder, i64)>>,
    /// The ladders with marks, in the order of the trail.
    raised: Vec<Ladder>,
    /// Of each variable, whether the search has made it; none of those after the last of these.
    made: Vec<Made>,
    /// Variables in no clause that are unassigned, or have been; and those that were given back.
    loose: Vec<u32>,
    spare: Vec<u32>,
}

impl Integers {
    /// Adds an integer with this number in the formula.
    fn add(&mut self, number: u32, most: i64) {
        self.numbers.insert(number, self.all.len() as u32);
        self.all.push(Integer { most, steps: Vec::new(), marks: [Vec::new(), Vec::new()] });
    }

    /// The ladder of the integer with this number in the formula.
    pub(super) fn ladder(&self, number: u32, is_below: bool) -> Ladder {
        2 * self.number(number) + u32::from(is_below)
    }

    /// The bound that the literal states.
    #[inline]
    pub(super) fn stated(&self, literal: Literal) -> Option<(Ladder, i64)> {
        self.stated.get(literal as usize).copied().flatten()
    }

    /// The largest value of a ladder.
    pub(super) fn most(&self, ladder: Ladder) -> i64 {
        self.all[ladder as usize / 2].most
    }

    fn marks(&self, ladder: Ladder) -> &[Mark] {
        &self.all[ladder as usize / 2].marks[ladder as usize & 1]
    }

    /// The bound that a ladder has reached.
    pub(super) fn bound(&self, ladder: Ladder) -> i64 {
        self.marks(ladder).last().map_or(0, |mark| mark.value)
    }

    /// The bound that a ladder had reached before a position of the trail.
    pub(super) fn reached_before(&self, ladder: Ladder, before: u32) -> i64 {
        let marks = self.marks(ladder);
        match marks.last() {
            Some(mark) if mark.position >= before => {
                let number = marks.partition_point(|mark| mark.position < before);
                number.checked_sub(1).map_or(0, |last| marks[last].value)
            }
            last => last.map_or(0, |mark| mark.value),
        }
    }

    /// The bounds that a ladder has reached, one after the other, each with its literal.
    pub(super) fn reached_steps(&self, ladder: Ladder) -> Vec<(i64, Literal)> {
        let literal = |value: i64| {
            let place = self.place(ladder, value).0.expect("a literal states what was reached");
            self.all[ladder as usize / 2].steps[place].1 ^ (ladder & 1)
        };
        self.marks(ladder).iter().map(|mark| (mark.value, literal(mark.value))).collect()
    }

    /// The literal that states what a ladder has reached; none if it is 0.
    pub(super) fn last(&self, ladder: Ladder) -> Option<Literal> {
        let place = self.place(ladder, self.marks(ladder).last()?.value).0.expect("a literal states what was reached");
        Some(self.all[ladder as usize / 2].steps[place].1 ^ (ladder & 1))
    }

    /// The number of an integer here by the one that the formula gives it.
    pub(super) fn number(&self, number: u32) -> u32 {
        *self.numbers.get(&number).expect("an integer comes before its constraints")
    }

    /// Where in the list of the integer the literal is that states the value, or would be. Of the second ladder it is
    /// the opposite one.
    fn place(&self, ladder: Ladder, value: i64) -> (Result<usize, usize>, i64) {
        let Integer { most, steps, .. } = &self.all[ladder as usize / 2];
        let value = if ladder & 1 == 0 { value } else { most - value + 1 };
        (steps.binary_search_by_key(&value, |step| step.0), value)
    }

    /// The literals of a ladder that state from one value up to below another one, the smallest value first.
    pub(super) fn between(
        &self,
        ladder: Ladder,
        from: i64,
        to: i64,
    ) -> impl DoubleEndedIterator<Item = (i64, Literal)> {
        let Integer { most, steps, .. } = &self.all[ladder as usize / 2];
        let (is_below, sign) = (ladder & 1 == 1, ladder & 1);
        let [from, to] = if is_below { [most - to + 2, most - from + 2] } else { [from, to] };
        let [begin, end] = [from, to].map(|value| steps.partition_point(|step| step.0 < value));
        let part = &steps[begin..end.max(begin)];
        (0..part.len()).map(move |at| {
            let (value, literal) = part[if is_below { part.len() - 1 - at } else { at }];
            (if is_below { most - value + 1 } else { value }, literal ^ sign)
        })
    }

    /// The weakest literal of a ladder that states at least one value and less than another one, and is true.
    pub(super) fn weaker(&self, ladder: Ladder, from: i64, to: i64, view: View<'_>) -> Option<(i64, Literal)> {
        self.between(ladder, from, to).find(|step| view.is_true(step.1))
    }

    fn insert(&mut self, ladder: Ladder, value: i64, literal: Literal) {
        let (place, at_least) = self.place(ladder, value);
        let place = place.expect_err("each value has one literal");
        let positive = literal ^ (ladder & 1);
        let Integer { most, steps, .. } = &mut self.all[ladder as usize / 2];
        steps.insert(place, (at_least, positive));
        let size = (literal | 1) as usize + 1;
        self.stated.resize(self.stated.len().max(size), None);
        self.stated[positive as usize] = Some((ladder & !1, at_least));
        self.stated[positive as usize ^ 1] = Some((ladder | 1, *most - at_least + 1));
    }

    /// Notes that a variable is unassigned.
    #[inline]
    pub(super) fn unassign(&mut self, variable: usize) {
        if self.made.get(variable) == Some(&Made::Loose) {
            self.loose.push(variable as u32);
        }
    }

    /// Notes the literals of a clause.
    pub(super) fn keep(&mut self, clause: &[Literal]) {
        for &literal in clause {
            if let Some(made @ Made::Loose) = self.made.get_mut(variable(literal)) {
                *made = Made::Kept;
            }
        }
    }

    /// Forgets what was reached from this position of the trail on.
    pub(super) fn undo(&mut self, position: usize) {
        while let Some(&ladder) = self.raised.last() {
            let marks = &mut self.all[ladder as usize / 2].marks[ladder as usize & 1];
            if marks.last().is_none_or(|mark| (mark.position as usize) < position) {
                return;
            }
            marks.pop();
            self.raised.pop();
        }
    }
}

impl SolverState<'_> {
    /// The literals of smaller values become true with a literal of an integer.
    ///
    /// Pre: the literal is true, and was not propagated before. Post: the bound is noted and these are true, or the
    /// conflict is a clause of two literals.
    pub(super) fn propagate_order(&mut self, literal: Literal) -> Step {
        // If it follows, the literal that made it true has done so for smaller values as well.
        let Some((ladder, value)) = self.news(literal) else { return Ok(()) };
        if self.integers.bound(ladder) < value {
            let mark = Mark { position: self.places[variable(literal)].position, value };
            self.integers.all[ladder as usize / 2].marks[ladder as usize & 1].push(mark);
            self.integers.raised.push(ladder);
        }
        let sign = ladder & 1;
        let place = self.integers.place(ladder, value).0.expect("the literal is in the list");
        let mut next = place;
        loop {
            // Smaller values of the second ladder are larger ones of the first.
            let steps = &self.integers.all[ladder as usize / 2].steps;
            let at = if sign == 0 { next.checked_sub(1) } else { Some(next + 1).filter(|&at| at < steps.len()) };
            let Some(at) = at else { return Ok(()) };
            let other = steps[at].1 ^ sign;
            match self.values[other as usize] {
                0 => self.assign(other, Reason::Literal(literal)),
                1 => return Ok(()),
                _ => {
                    self.violated = None;
                    self.conflict.clear();
                    self.conflict.extend([other, literal ^ 1]);
                    return Err(Contradiction);
                }
            }
            next = at;
        }
    }

    /// The bound that a true literal states, unless it follows from one that its ladder had reached before.
    #[inline]
    pub(super) fn news(&self, literal: Literal) -> Option<(Ladder, i64)> {
        self.integers.stated(literal).filter(|stated| match self.reasons[variable(literal)] {
            Reason::Literal(other) => self.integers.stated(other).is_none_or(|of| of.0 != stated.0),
            _ => true,
        })
    }

    /// The literal that a ladder has reached a value. It is made if there is none. `None` if the bounds that have been
    /// propagated say whether it has.
    pub(super) fn order_literal(&mut self, ladder: Ladder, value: i64) -> Option<Literal> {
        let integers = &self.integers;
        if integers.bound(ladder) >= value || integers.bound(ladder ^ 1) > integers.most(ladder) - value {
            return None;
        }
        if let Ok(place) = integers.place(ladder, value).0 {
            return Some(integers.all[ladder as usize / 2].steps[place].1 ^ (ladder & 1));
        }
        let own = match self.integers.spare.pop() {
            Some(own) => {
                self.wake(own as usize);
                own
            }
            None => {
                self.add_variables(1);
                self.places.len() as u32 - 1
            }
        };
        let size = self.integers.made.len().max(own as usize + 1);
        self.integers.made.resize(size, Made::Not);
        self.integers.made[own as usize] = Made::Loose;
        self.integers.insert(ladder, value, 2 * own);
        Some(2 * own)
    }

    /// Gives back the literals that are unassigned since the last time, if they are in no clause.
    ///
    /// Pre: nothing but the integers has a literal that is in no clause.
    pub(super) fn give_back_loose(&mut self) {
        while let Some(own) = self.integers.loose.pop() {
            if self.integers.made[own as usize] == Made::Loose && self.values[2 * own as usize] == 0 {
                self.give_back(own);
            }
        }
    }

    fn give_back(&mut self, own: u32) {
        let integers = &mut self.integers;
        let (ladder, value) = integers.stated(2 * own).expect("a literal of an integer");
        let place = integers.place(ladder, value).0.expect("the literal is in the list");
        integers.all[ladder as usize / 2].steps.remove(place);
        integers.stated[2 * own as usize] = None;
        integers.stated[2 * own as usize + 1] = None;
        integers.made[own as usize] = Made::Not;
        integers.spare.push(own);
        self.idle[own as usize] = true;
    }

    /// Gives back the literals that the search has made, and that are unassigned and in no clause any more: neither in
    /// one of those that there are nor in one that was taken away.
    pub(super) fn drop_order_literals(&mut self, taken_away: &[Literal]) {
        if self.integers.made.is_empty() {
            return;
        }
        let mut is_used = vec![false; self.places.len()];
        let open = self.clauses.references().flat_map(|clause| self.clauses.literals(clause));
        open.chain(taken_away).for_each(|&literal| is_used[variable(literal)] = true);
        for own in 0..self.integers.made.len() as u32 {
            if self.integers.made[own as usize] == Made::Kept && !is_used[own as usize] {
                self.integers.made[own as usize] = Made::Loose;
                self.integers.loose.push(own);
            }
        }
        self.give_back_loose();
    }
}

impl Solver {
    /// Adds an integer from 0 to `most`.
    pub(super) fn add_integer(&mut self, number: u32, most: i64) {
        self.state.integers.add(number, most);
    }

    /// States that a new literal says that an integer is at least a value, from 1 up to its largest one.
    ///
    /// Pre: the level is 0, and all that is known there has been propagated.
    pub(super) fn state_order(&mut self, number: u32, value: i64, literal: Literal) {
        let ladder = self.state.integers.ladder(number, false);
        let integers = &self.state.integers;
        if integers.bound(ladder) >= value {
            return self.add_numbered(&[literal], 0);
        }
        if integers.most(ladder) - integers.bound(ladder + 1) < value {
            return self.add_numbered(&[literal ^ 1], 0);
        }
        match integers.place(ladder, value).0 {
            Ok(place) => {
                let same = integers.all[ladder as usize / 2].steps[place].1;
                self.add_numbered(&[literal ^ 1, same], 0);
                self.add_numbered(&[literal, same ^ 1], 0);
            }
            Err(_) => self.state.integers.insert(ladder, value, literal),
        }
    }
}

#[cfg(test)]
mod tests;

//! Leaves out givens in order while a solution stays the only one, or finds those that can be left out alone.
//!
//! Whether a given is needed depends on those that were kept before it and on all after it. So a range of givens is
//! halved. One state has what follows from all other givens, and both halves begin from it (as in U. Junker,
//! "QuickXplain: preferred explanations and relaxations for over-constrained problems", AAAI 2004). What follows from
//! the others is left out without a question, as is a whole range whose state is complete. A question about one given
//! is whether some solution has another value there. The result is the same as of one after the other.
//!
//! Native search answers. It tries the values of the known solution first, so that one which differs in a few places is
//! found soon. Where it makes too many decisions, one SAT solver that keeps what it learns goes on.

use std::ops::Range;

use cnfab_model::Var;
use cnfab_solve::{Effort, StackResult, StateStack, Tries};

use super::ConstructError;
use super::swaps::{Cuts, VarSet};

/// A variable, a value, and whether the variable has it.
pub(super) type Fact = (Var, i32, bool);

/// Answers whether there is a solution with some facts.
pub(super) type Answers<'a> = &'a mut dyn FnMut(&[Fact]) -> Result<bool, ConstructError>;

/// Givens that only one solution has.
#[derive(Clone, Copy)]
pub(super) struct Givens<'d> {
    /// For each given the variable and its value.
    pub(super) values: &'d [(Var, i32)],
    /// Givens that are left out together, in the order in which they are tried. Each given is in one of them.
    pub(super) orbits: &'d [Vec<usize>],
    /// For each variable its value in the solution, if it is known.
    pub(super) near: &'d [Option<i32>],
    /// True if each orbit is tried with all others; if not, without those that were left out before it.
    pub(super) alone: bool,
    /// No fewer givens are left than this.
    pub(super) fewest: usize,
    /// The effort that native search may take for one question.
    pub(super) effort: Effort<'d>,
}

impl Givens<'_> {
    /// Finds for each orbit whether it is left out. `states` begins without givens; `answers` knows what native search
    /// does not. `cuts` are sets of variables each of which needs a given.
    ///
    /// # Errors
    /// If the budget ends. What was found until then is in `out`.
    pub(super) fn left_out(
        self,
        states: &mut (dyn StateStack + '_),
        cuts: Cuts,
        out: &mut Vec<bool>,
        answers: Answers<'_>,
    ) -> Result<(), ConstructError> {
        let mut present = VarSet::default();
        self.values.iter().for_each(|&(var, _)| present.insert(var));
        let vars = self.values.iter().map(|(var, _)| var.index() + 1).max().unwrap_or_default();
        let mut orbit_of = vec![0; vars];
        for (number, orbit) in self.orbits.iter().enumerate() {
            orbit.iter().for_each(|&given| orbit_of[self.values[given].0.index()] = number);
        }
        let mut dig = Dig {
            givens: self,
            status: vec![Status::Open; self.orbits.len()],
            present,
            staying: VarSet::default(),
            count: self.values.len(),
            cuts,
            orbit_of,
            largest: self.orbits.iter().map(Vec::len).max().unwrap_or_default(),
            answers,
            needed: Vec::new(),
            spare: Vec::new(),
        };
        let ended = dig.range(states, 0..self.orbits.len());
        out.clear();
        out.extend(dig.status.iter().map(|&status| status == Status::Out));
        ended
    }
}

/// The status of an orbit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    /// It follows from the givens that are left, so that it is left out when its turn comes.
    Follows,
    Stays,
    Out,
}

struct Dig<'d, 'a> {
    givens: Givens<'d>,
    /// By orbit.
    status: Vec<Status>,
    /// The variables whose givens are left, except for those that follow from these.
    present: VarSet,
    /// The variables of orbits that stay.
    staying: VarSet,
    /// How many givens are left, with those that follow.
    count: usize,
    cuts: Cuts,
    /// The orbit of each variable that has a given.
    orbit_of: Vec<usize>,
    /// How many givens an orbit has at most.
    largest: usize,
    answers: Answers<'a>,
    /// Scratch: orbits that are needed, and lists of orbits.
    needed: Vec<usize>,
    spare: Vec<Vec<usize>>,
}

impl Dig<'_, '_> {
    /// Tries a range of orbits. The present state has all other givens that are left; conclusions need not have been
    /// drawn. Afterwards it is another one.
    fn range(&mut self, states: &mut (dyn StateStack + '_), range: Range<usize>) -> Result<(), ConstructError> {
        let mut open = self.spare.pop().unwrap_or_default();
        let mut is_concluded = false;
        loop {
            is_concluded &= !self.add_needed(states, &range);
            open.clear();
            open.extend(range.clone().filter(|&number| self.status[number] == Status::Open));
            if open.len() < 2 || is_concluded {
                break;
            }
            conclude(states);
            is_concluded = true;
            if !self.find_following(states, &open) {
                break;
            }
        }
        if open.len() < 2 {
            self.spare.push(open);
            return self.finish(states, range);
        }
        let half = open.len() / 2;
        let middle = open[half];
        states.push();
        open[half..].iter().for_each(|&number| self.give(states, number));
        self.range(states, range.start..middle)?;
        states.backtrack();
        for &number in &open[..half] {
            if self.givens.alone || self.status[number] == Status::Stays {
                self.give(states, number);
            }
        }
        self.spare.push(open);
        self.range(states, middle..range.end)?;
        states.pop();
        Ok(())
    }

    /// Gives what is known to be needed of a range. Returns whether there was something.
    fn add_needed(&mut self, states: &mut (dyn StateStack + '_), range: &Range<usize>) -> bool {
        let mut needed = std::mem::take(&mut self.needed);
        needed.clear();
        self.cuts.needed(&self.present, &self.staying, &self.orbit_of, self.largest, &mut needed);
        let mut found = false;
        for &number in &needed {
            if range.contains(&number) && self.status[number] == Status::Open {
                found = true;
                self.keep(number);
                self.give(states, number);
            }
        }
        self.needed = needed;
        found
    }

    /// Finds which orbits follow from the present state. Returns whether some do.
    fn find_following(&mut self, states: &(dyn StateStack + '_), open: &[usize]) -> bool {
        let Givens { values, orbits, alone, .. } = self.givens;
        let mut found = false;
        for &number in open {
            if orbits[number].iter().all(|&given| states.holds(values[given].0, values[given].1)) {
                found = true;
                self.status[number] = Status::Follows;
                if !alone {
                    orbits[number].iter().for_each(|&given| self.present.remove(values[given].0));
                }
            }
        }
        found
    }

    /// Decides on a range of which at most one orbit is open.
    fn finish(&mut self, states: &mut (dyn StateStack + '_), range: Range<usize>) -> Result<(), ConstructError> {
        let Givens { values, orbits, alone, fewest, .. } = self.givens;
        for number in range {
            let size = orbits[number].len();
            let may_go = self.count - size >= fewest;
            let goes = match self.status[number] {
                Status::Stays | Status::Out => continue,
                Status::Follows => may_go,
                Status::Open => may_go && !self.is_needed(states, number)?,
            };
            if !goes {
                self.keep(number);
                continue;
            }
            self.status[number] = Status::Out;
            if !alone {
                self.count -= size;
                orbits[number].iter().for_each(|&given| self.present.remove(values[given].0));
            }
        }
        Ok(())
    }

    fn keep(&mut self, number: usize) {
        let Givens { values, orbits, .. } = self.givens;
        self.status[number] = Status::Stays;
        for &given in &orbits[number] {
            self.present.insert(values[given].0);
            self.staying.insert(values[given].0);
        }
    }

    /// Adds the givens of an orbit to the present state.
    fn give(&self, states: &mut (dyn StateStack + '_), number: usize) {
        let Givens { values, orbits, .. } = self.givens;
        for &given in &orbits[number] {
            let holds = states.set(values[given].0, values[given].1, true);
            debug_assert!(holds, "the solution has all givens");
        }
    }

    /// Tells whether there are other solutions without an orbit, which alone is missing in the present state.
    fn is_needed(&mut self, states: &mut (dyn StateStack + '_), number: usize) -> Result<bool, ConstructError> {
        let Givens { values, orbits, near, effort, .. } = self.givens;
        if effort.budget.is_over() {
            return Err(ConstructError::OutOfBudget);
        }
        let orbit = &orbits[number];
        let goes_back = orbit.len() > 1;
        if goes_back {
            conclude(states);
            states.push();
        }
        let mut is_needed = false;
        for (before, &given) in orbit.iter().enumerate() {
            // The first given of the orbit that does not hold.
            if before > 0 {
                states.backtrack();
            }
            let (var, value) = values[given];
            let holds = orbit[..before].iter().all(|&given| states.set(values[given].0, values[given].1, true))
                && states.set(var, value, false)
                && states.conclude();
            let mut search = || states.search(effort, Tries::Near(near), &mut |_| true);
            is_needed = match if holds { search() } else { StackResult::None } {
                StackResult::Solution => true,
                StackResult::None => false,
                StackResult::Limit => {
                    let is_other = |other: &usize| self.present.has(values[*other].0) && !orbit.contains(other);
                    let others = (0..values.len()).filter(is_other).chain(orbit[..before].iter().copied());
                    let mut facts: Vec<Fact> = others.map(|other| (values[other].0, values[other].1, true)).collect();
                    facts.push((var, value, false));
                    (self.answers)(&facts)?
                }
            };
            if is_needed {
                break;
            }
        }
        if goes_back {
            states.pop();
        }
        Ok(is_needed)
    }
}

/// Draws all conclusions from givens of the solution.
fn conclude(states: &mut (dyn StateStack + '_)) {
    let holds = states.conclude();
    debug_assert!(holds, "the solution has all givens");
}

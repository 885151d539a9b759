//! States on a stack, for questions that differ in a few values.

use crate::boolean::Truth;
use cnfab_model::Var;

use super::super::stack::{Decision, StateStack};
use super::pick::Pick;
use super::program::BitProgram;
use super::state::{BitSearch, BitState};
use crate::search::Subproblem;
use crate::tuning::bit_parallel::CONSTRAINT_WORDS;

/// The present state, and those to go back to.
struct BitStack<'p, const W: usize> {
    search: BitSearch<'p, W>,
    pushed: Vec<BitState<W>>,
    /// The choice of what to branch on in the present state.
    pick: Pick,
    scratch: Vec<(u32, bool)>,
}

impl BitProgram {
    /// Lets `work` begin with the state of the program alone, unless that is inconsistent.
    pub(in super::super) fn stacked(&self, work: &mut dyn FnMut(&mut dyn StateStack)) {
        at_words!(self.words, W => self.stacked_at::<W>(work));
    }

    fn stacked_at<const W: usize>(&self, work: &mut dyn FnMut(&mut dyn StateStack)) {
        if self.contradiction {
            return;
        }
        let mut search = BitSearch::<W>::new(self, false);
        if let Ok(pick) = search.enter(&Subproblem::default()) {
            work(&mut BitStack { search, pushed: Vec::new(), pick, scratch: Vec::new() });
        }
    }
}

impl<const W: usize> BitStack<'_, W> {
    /// The literal that a variable has a value, doubled, and one more if it is negated.
    fn literal(&self, var: Var, value: i32) -> Truth {
        self.search.program.layout.equation(var.index() as u32, value)
    }
}

impl<const W: usize> StateStack for BitStack<'_, W> {
    fn push(&mut self) {
        self.pushed.push(self.search.state);
    }

    fn backtrack(&mut self) {
        self.search.state = self.pushed[self.pushed.len() - 1];
        // What was left to look at belongs to the state that is given up.
        self.search.dirty = [0; CONSTRAINT_WORDS];
        self.search.disjunctive = [0; CONSTRAINT_WORDS];
    }

    fn pop(&mut self) {
        self.pushed.pop();
    }

    fn set(&mut self, var: Var, value: i32, is: bool) -> bool {
        match self.literal(var, value) {
            Truth::Literal(literal) => {
                let (bit, takes) = (literal as usize / 2, (literal & 1 == 0) == is);
                let step = if takes { self.search.take(bit) } else { self.search.leave(bit) };
                step.is_ok()
            }
            Truth::Always => is,
            Truth::Never => !is,
        }
    }

    fn conclude(&mut self) -> bool {
        match self.search.fixpoint() {
            Ok(pick) => {
                self.pick = pick;
                true
            }
            Err(_) => false,
        }
    }

    fn holds(&self, var: Var, value: i32) -> bool {
        match self.literal(var, value) {
            Truth::Literal(literal) => {
                let (word, bit) = (literal as usize / 128, literal / 2 % 64);
                let state = &self.search.state;
                if literal & 1 == 0 {
                    state.assigned[word] >> bit & 1 == 1
                } else {
                    state.possible[word] >> bit & 1 == 0
                }
            }
            Truth::Always => true,
            Truth::Never => false,
        }
    }

    fn branch(&mut self, out: &mut Vec<Decision>) -> bool {
        if self.pick == Pick::Done {
            return false;
        }
        self.scratch.clear();
        self.search.decisions(self.pick, &mut self.scratch);
        out.extend(self.scratch.iter().map(|&(literal, take)| (literal, u32::from(take))));
        self.push();
        true
    }

    fn agrees(&self, (bit, take): Decision, values: &[Option<i32>]) -> bool {
        let Some(&(var, value)) = self.search.program.meaning.get(bit as usize) else { return false };
        values.get(var as usize).copied().flatten().is_some_and(|known| (known == value) == (take == 1))
    }

    fn decide(&mut self, (literal, take): Decision) -> bool {
        let step = if take == 1 { self.search.take(literal as usize) } else { self.search.leave(literal as usize) };
        step.is_ok() && self.conclude()
    }

    fn solution(&self, values: &mut Vec<i32>) {
        values.clear();
        self.search.write_solution(&mut [0; W], values);
    }
}

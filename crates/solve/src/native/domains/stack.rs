//! States on a stack, for questions that differ in a few values.

use fastrand::Rng;

use cnfab_model::Var;

use super::super::stack::{Decision, StateStack};
use super::Domains;
use super::order::Branch;
use super::propagation::Propagation;

/// The present state, and those to go back to.
struct DomainStack<'p, const W: usize> {
    propagation: Propagation<'p, W>,
    /// The program's number of each variable of the model.
    number: Vec<u32>,
    /// Orders of values by chance are not asked for.
    random: Rng,
}

impl Domains {
    /// Lets `work` begin with the state of the model alone, unless that is inconsistent.
    pub(super) fn stacked_at<const W: usize>(&self, work: &mut dyn FnMut(&mut dyn StateStack)) {
        let mut propagation = Propagation::<W>::new(&self.program, self.settings);
        if propagation.start(true) {
            let mut number = vec![0; self.program.len()];
            (0..).zip(&self.program.origin).for_each(|(var, &origin)| number[origin as usize] = var);
            work(&mut DomainStack { propagation, number, random: Rng::with_seed(0) });
        }
    }
}

impl<const W: usize> DomainStack<'_, W> {
    /// The variable in the program, and the bit of a value, if it has one.
    fn place(&self, var: Var, value: i32) -> (u32, Option<u32>) {
        let var = self.number[var.index()];
        (var, self.propagation.program.bit(var, value))
    }
}

impl<const W: usize> StateStack for DomainStack<'_, W> {
    fn push(&mut self) {
        self.propagation.store.push();
    }

    fn backtrack(&mut self) {
        // What was left to do belongs to the state that is given up.
        self.propagation.fail();
        self.propagation.store.backtrack();
    }

    fn pop(&mut self) {
        self.propagation.store.pop();
    }

    fn set(&mut self, var: Var, value: i32, is: bool) -> bool {
        let (var, bit) = self.place(var, value);
        let Some(bit) = bit else { return !is };
        let store = &mut self.propagation.store;
        let step = if is { store.fix(var, bit) } else { store.remove(var, bit) };
        step.is_ok()
    }

    fn conclude(&mut self) -> bool {
        self.propagation.finish()
    }

    fn holds(&self, var: Var, value: i32) -> bool {
        let (var, bit) = self.place(var, value);
        bit.is_some_and(|bit| self.propagation.store.single(var) == Some(bit))
    }

    fn branch(&mut self, out: &mut Vec<Decision>) -> bool {
        let branch = self.propagation.branch(&mut self.random, out);
        let goes_on = matches!(branch, Branch::On { .. });
        if goes_on {
            self.push();
        }
        goes_on
    }

    fn agrees(&self, (var, bit): Decision, values: &[Option<i32>]) -> bool {
        let program = self.propagation.program;
        values.get(program.origin[var as usize] as usize).is_some_and(|&value| value == Some(program.value(var, bit)))
    }

    fn decide(&mut self, (var, bit): Decision) -> bool {
        self.propagation.assign(var, bit)
    }

    fn solution(&self, values: &mut Vec<i32>) {
        self.propagation.write_solution(values);
    }
}

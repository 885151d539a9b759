//! States of native search on a stack, for many questions about one model that differ in a few values.
//!
//! A question gives values to a state, or takes some away, and asks for a solution. Questions that have values in
//! common begin from one state, so that what follows from these values is found once.

use fastrand::Rng;

use crate::{Budget, Refusal};
use cnfab_model::{Model, Takes, Var};

use super::bit_parallel::BitProgram;
use super::domains::Domains;
use super::engine::Task;

/// A decision of an engine.
pub(super) type Decision = (u32, u32);

/// A present state, and states to go back to.
pub trait StateStack {
    /// Remembers the present state, from which all conclusions have been drawn.
    fn push(&mut self);

    /// Goes back to the state that was remembered last.
    fn backtrack(&mut self);

    /// Forgets the state that was remembered last; the present one stays.
    fn pop(&mut self);

    /// Gives a variable a value, or takes it away. `false` on a conflict.
    fn set(&mut self, var: Var, value: i32, is: bool) -> bool;

    /// Draws all conclusions. `false` on a conflict.
    fn conclude(&mut self) -> bool;

    /// True if a variable is known to have a value.
    fn holds(&self, var: Var, value: i32) -> bool;

    /// Appends decisions of which exactly one holds, and remembers the present state; `false` if it is a solution.
    fn branch(&mut self, out: &mut Vec<Decision>) -> bool;

    /// True if a decision agrees with the values that some variables of the model have in a solution.
    fn agrees(&self, decision: Decision, values: &[Option<i32>]) -> bool;

    /// Makes a decision and draws all conclusions. `false` on a conflict.
    fn decide(&mut self, decision: Decision) -> bool;

    /// Replaces the values by those of the present state, which is a solution.
    fn solution(&self, values: &mut Vec<i32>);
}

/// The order in which a search makes decisions.
pub enum Tries<'a> {
    /// The order of the engine.
    Usual,
    /// Another one, by chance.
    Random(&'a mut Rng),
    /// First the decision that agrees with a solution, of which the values of some variables are given. So solutions
    /// that differ from it in a few places are found soon.
    Near(&'a [Option<i32>]),
}

/// Tells of a state that is a solution whether it is wanted.
pub type IsWanted<'a> = &'a mut dyn FnMut(&(dyn StateStack + '_)) -> bool;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackResult {
    /// A solution.
    Solution,
    /// There is none.
    None,
    /// The limit ended the search.
    Limit,
}

/// The effort that a search may make.
#[derive(Clone, Copy)]
pub struct Effort<'b> {
    /// Decisions at most.
    pub decisions: u64,
    /// When to stop.
    pub budget: &'b Budget,
}

impl dyn StateStack + '_ {
    /// Looks for a solution that is wanted, from the present state, from which all conclusions have been drawn. The
    /// present state is another one afterwards.
    pub fn search(&mut self, effort: Effort<'_>, mut tries: Tries<'_>, is_wanted: IsWanted<'_>) -> StackResult {
        let mut decisions: Vec<Decision> = Vec::new();
        // For each state that is remembered, where its decisions begin, and the next one.
        let mut levels: Vec<(usize, usize)> = Vec::new();
        let mut made: u64 = 0;
        let found = 'search: loop {
            let from = decisions.len();
            if self.branch(&mut decisions) {
                let choices = &mut decisions[from..];
                match &mut tries {
                    Tries::Usual => {}
                    Tries::Random(random) => random.shuffle(choices),
                    Tries::Near(values) => {
                        if let Some(at) = choices.iter().position(|&decision| self.agrees(decision, values)) {
                            choices[..=at].rotate_right(1);
                        }
                    }
                }
                levels.push((from, from));
            } else if is_wanted(self) {
                break StackResult::Solution;
            }
            loop {
                let Some((from, next)) = levels.last_mut() else { break 'search StackResult::None };
                let Some(&decision) = decisions.get(*next) else {
                    decisions.truncate(*from);
                    levels.pop();
                    self.pop();
                    continue;
                };
                if *next > *from {
                    self.backtrack();
                }
                *next += 1;
                let looks = (made + 1).is_multiple_of(effort.budget.between_looks);
                if made == effort.decisions || looks && effort.budget.is_over() {
                    break 'search StackResult::Limit;
                }
                made += 1;
                if self.decide(decision) {
                    break;
                }
            }
        };
        levels.iter().for_each(|_| self.pop());
        found
    }
}

/// A model in the form of an engine that keeps states on a stack.
pub struct Stacked(StackForm);

enum StackForm {
    BitParallel(Box<BitProgram>),
    Domains(Box<Domains>),
}

impl Stacked {
    /// Brings a model into the form.
    ///
    /// # Errors
    /// Why no engine takes it.
    pub fn new(model: &Model) -> Result<Self, Refusal> {
        let model = model.lowered(Takes::FLAT).map_err(Refusal::new)?;
        let form = match BitProgram::new(&model) {
            Ok(program) => StackForm::BitParallel(Box::new(program)),
            Err(_) => StackForm::Domains(Box::new(Domains::new(&Task::of(&model))?)),
        };
        Ok(Stacked(form))
    }

    /// Does some work from the state of the model alone; `None` if that is inconsistent.
    pub fn with<R>(&self, work: impl FnOnce(&mut (dyn StateStack + '_)) -> R) -> Option<R> {
        let (mut work, mut done) = (Some(work), None);
        let mut once = |states: &mut dyn StateStack| done = work.take().map(|work| work(states));
        match &self.0 {
            StackForm::BitParallel(program) => program.stacked(&mut once),
            StackForm::Domains(program) => program.stacked(&mut once),
        }
        done
    }
}

//! Decisions in a declared order, in turns with decisions by conflicts.
//!
//! What it does: the first phase with an open integer names the one to decide. It gets its least or its largest value,
//! or its lower half. If that fails, the opposite follows, and the choice is made anew. Turns of
//! such decisions and of free ones follow each other until there is a model. The free ones grow.
//!
//! Whose idea: search annotations: N. Nethercote and others, "MiniZinc: Towards a Standard CP Modelling Language", CP
//! 2007. Branching over a value or not: the solver Gecode. Free search in turns with the declared one: the solver
//! chuffed.
//!
//! How ours differs: turns are numbers of conflicts, so that restarts do not end them.
//!
//! When it runs: in the SAT solver `cdcl`, where an optimum is searched for a model with search annotations whose
//! literals are made on demand. Lists of models decide what is shown first.

use cnfab_cnf::{BranchingPhase, Integer, NextHalf, NextInteger};

use super::Literal;
use super::solver::Solver;
use super::state::SolverState;
use super::tuning::branching;

/// A declared order, and whose turn it is.
pub(super) struct Branching {
    phases: Vec<BranchingPhase<Literal>>,
    is_on: bool,
    /// The conflict at which the turn ends, and the length of the next free one.
    end: u64,
    length: f64,
}

impl Branching {
    /// True if it is the turn of the declared order.
    fn has_turn(&mut self, conflicts: u64) -> bool {
        while conflicts >= self.end {
            self.is_on = !self.is_on;
            if self.is_on {
                self.end = conflicts + branching::TURN;
                self.length *= branching::GROWTH;
            } else {
                self.end = conflicts + self.length as u64;
            }
        }
        self.is_on
    }
}

/// The bounds of an integer.
fn bounds(of: &Integer<Literal>, state: &SolverState<'_>) -> (i64, i64) {
    if let Some(number) = of.number {
        let integers = &state.integers;
        let most = integers.most(2 * number) - integers.bound(2 * number + 1);
        return (of.least + integers.bound(2 * number), of.least + most);
    }
    let value = |&(value, literal): &(i64, Literal)| (value, state.values[literal as usize]);
    match of.steps.first().map(value) {
        Some((value, 0)) => (of.least, value),
        Some((value, 1)) => (value, value),
        _ => (of.least, of.least),
    }
}

/// The integer of a phase that is decided next, with its bounds.
fn chosen<'p>(
    phase: &'p BranchingPhase<Literal>,
    state: &SolverState<'_>,
) -> Option<(&'p Integer<Literal>, (i64, i64))> {
    let with_bounds = phase.integers.iter().map(|of| (of, bounds(of, state)));
    let mut open = with_bounds.filter(|(_, (low, high))| low < high);
    match phase.next {
        NextInteger::First => open.next(),
        NextInteger::Fewest => open.min_by_key(|(_, (low, high))| high - low),
        NextInteger::Most => open.min_by_key(|(_, (low, high))| low - high),
        NextInteger::Least => open.min_by_key(|(_, (low, _))| *low),
        NextInteger::Largest => open.min_by_key(|(_, (_, high))| -high),
    }
}

impl Solver {
    /// Decides in these phases from now on, in turns with free decisions.
    pub(crate) fn branch_on(&mut self, mut phases: Vec<BranchingPhase<Literal>>) {
        for integer in phases.iter_mut().flat_map(|phase| &mut phase.integers) {
            integer.number = integer.number.map(|number| self.state.integers.number(number));
            integer.steps.iter_mut().for_each(|step| step.1 = self.numbering.inner(step.1));
            let literals: Vec<Literal> = integer.steps.iter().map(|step| step.1).collect();
            self.freeze(&literals);
        }
        let (end, length) = (self.conflicts + branching::TURN, branching::TURN as f64);
        self.branching = Some(Branching { phases, is_on: true, end, length });
    }

    /// The literal that the declared order decides next; `None` if it has no turn, or all its integers have values.
    /// After the first model all decisions are free.
    pub(super) fn next_declared(&mut self) -> Option<Literal> {
        let branching = self.branching.as_mut()?;
        if self.listing.is_some() || !self.model.is_empty() || !branching.has_turn(self.conflicts) {
            return None;
        }
        let mut looked = 0;
        let found = branching.phases.iter().find_map(|phase| {
            looked += phase.integers.len() as u64;
            chosen(phase, &self.state).map(|found| (phase.half, found))
        });
        self.state.visits += looked;
        let (half, (of, (low, high))) = found?;
        // The integer is at least this, or it is not: the second is decided for all but the largest value.
        let (value, is_above) = match half {
            NextHalf::Least => (low + 1, false),
            NextHalf::Largest => (high, true),
            NextHalf::Lower => (low + (high - low) / 2 + 1, false),
        };
        let literal = match of.number {
            Some(number) => {
                let value = value - of.least;
                self.state.order_literal(2 * number, value)?
            }
            None => of.steps[0].1,
        };
        Some(literal ^ u32::from(!is_above)).filter(|&literal| self.state.values[literal as usize] == 0)
    }
}

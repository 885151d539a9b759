//! Bounded variable elimination: a variable goes if the clauses without it are not many more than those with it.
//!
//! What it does: resolvents take the place of a variable's clauses if they are at most as many, or more by a bound that
//! grows from run to run. Tautologies do not count. Learned clauses with the variable are deleted. A model gets the
//! variable's value afterwards (`extension`).
//!
//! Whose idea: N. Eén, A. Biere, "Effective Preprocessing in SAT through Variable and Clause Elimination", SAT 2005;
//! between restarts: M. Järvisalo, M. Heule, A. Biere, "Inprocessing Rules", IJCAR 2012; a bound that grows: A. Biere
//! and others, CaDiCaL.
//!
//! How ours differs: nothing has to be declared beforehand. A variable comes back with its clauses when a new clause,
//! an assumption or a native constraint has it. Then it stays, so that a projection keeps its variables after the first
//! solution. Its clauses are not deleted in a proof, since bringing them back would be no step of one. There are no
//! gates, and resolvents are left to the next run of `subsume`.
//!
//! When it runs: in formulas, between restarts, after subsumption. The work is bounded by a share of the propagations
//! (`tuning::eliminate`), never by time. Variables that were assumed or are in native constraints are frozen.

use super::extension::Extension;
use super::proof::Hints;
use super::state::SolverState;
use super::technique::Technique;
use super::tuning::eliminate;
use super::{Literal, Step, variable};

/// A resolvent: the clauses it is of, and where its literals end.
type Resolvent = ([u32; 2], usize);

/// The variables that may go, and those that are gone.
#[derive(Default)]
pub(super) struct Eliminator {
    /// Per variable, whether it has to stay.
    frozen: Vec<bool>,
    /// Per variable, whether its clauses have changed since it was tried.
    touched: Vec<bool>,
    /// The number of further clauses that there may be without a variable.
    pub(super) bound: usize,
    /// Its ticks are pairs of clauses that were resolved, and clauses that were listed.
    pub(super) counts: Technique,
    pub(super) extension: Extension,
    /// Per literal, the clauses of the formula that have it.
    occurrences: Vec<Vec<u32>>,
    /// Per variable: 1 if the first of two clauses has it, -1 if its negation, 0 if neither.
    marks: Vec<i8>,
    resolvents: Vec<Resolvent>,
    literals: Vec<Literal>,
}

impl Eliminator {
    /// Eliminates variables as long as the share of work lasts. A contradiction is the state's conflict.
    ///
    /// Pre: the level is 0, and all is propagated. Post: the level is 0; no literal has a reason.
    pub(super) fn run(&mut self, state: &mut SolverState<'_>, hints: &mut Hints, allowed: u64) -> Step {
        debug_assert_eq!(state.level(), 0);
        if allowed <= self.counts.ticks {
            return Ok(());
        }
        self.frozen.resize(state.places.len(), false);
        self.touched.resize(state.places.len(), true);
        self.marks.resize(state.places.len(), 0);
        self.connect(state);
        let before = self.counts.succeeded;
        let step = self.pass(allowed, state, hints);
        self.occurrences.iter_mut().for_each(Vec::clear);
        if self.counts.succeeded > before {
            let is_gone = |&literal: &Literal| state.eliminated[variable(literal)];
            let has_gone = |&clause: &u32| state.clauses.literals(clause).iter().any(is_gone);
            let learned: Vec<u32> = state.clauses.references().filter(has_gone).collect();
            learned.into_iter().for_each(|clause| state.clauses.discard(clause));
        }
        state.forget_reasons();
        step
    }

    /// Lists the clauses of the formula by their literals.
    fn connect(&mut self, state: &SolverState<'_>) {
        self.occurrences.resize(state.values.len(), Vec::new());
        for clause in state.clauses.references().filter(|&clause| !state.clauses.is_learned(clause)) {
            self.counts.ticks += 1;
            for &literal in state.clauses.literals(clause) {
                self.occurrences[literal as usize].push(clause);
            }
        }
    }

    /// Tries the variables that were touched, those first that are in few clauses, until there are none.
    fn pass(&mut self, allowed: u64, state: &mut SolverState<'_>, hints: &mut Hints) -> Step {
        loop {
            let mut candidates: Vec<(usize, usize)> = (0..self.touched.len())
                .filter(|&variable| self.touched[variable] && self.may_go(variable, state))
                .map(|variable| (self.products(variable), variable))
                .collect();
            if candidates.is_empty() {
                break;
            }
            candidates.sort_unstable();
            for (_, variable) in candidates {
                if self.counts.ticks > allowed {
                    return Ok(());
                }
                self.touched[variable] = false;
                if self.may_go(variable, state) {
                    self.attempt(variable, state, hints)?;
                }
            }
        }
        if self.bound < eliminate::BOUND {
            self.bound = (2 * self.bound).clamp(1, eliminate::BOUND);
            self.touched.fill(true);
        }
        Ok(())
    }

    /// How many pairs of clauses there are to resolve.
    fn products(&self, variable: usize) -> usize {
        self.occurrences[2 * variable].len() * self.occurrences[2 * variable + 1].len()
    }

    fn may_go(&self, variable: usize, state: &SolverState<'_>) -> bool {
        let [with, without] = [0, 1].map(|sign| self.occurrences[2 * variable + sign].len());
        !self.frozen[variable]
            && state.integers.stated(2 * variable as Literal).is_none()
            && !state.eliminated[variable]
            && state.values[2 * variable] == 0
            && with + without > 0
            && with.max(without) <= eliminate::OCCURRENCES
    }

    /// Eliminates a variable if its resolvents are few.
    fn attempt(&mut self, variable: usize, state: &mut SolverState<'_>, hints: &mut Hints) -> Step {
        self.counts.tried += 1;
        let literals = [0, 1].map(|sign| 2 * variable + sign);
        for literal in literals {
            let is_open = |&clause: &u32| {
                let mut literals = state.clauses.literals(clause).iter();
                !state.clauses.is_garbage(clause) && !literals.any(|&literal| state.values[literal as usize] > 0)
            };
            self.occurrences[literal].retain(is_open);
        }
        let [with, without] = literals.map(|literal| std::mem::take(&mut self.occurrences[literal]));
        let mut step = Ok(());
        if self.resolve(variable, [&with, &without], state) {
            step = self.add(state, hints);
            if step.is_ok() && state.values[literals[0]] == 0 {
                self.remove(variable, [&with, &without], state);
            }
        }
        for (literal, list) in literals.into_iter().zip([with, without]) {
            self.occurrences[literal] = list;
        }
        step
    }

    /// Makes the resolvents on a variable; whether they are few and short enough.
    fn resolve(&mut self, variable: usize, [with, without]: [&[u32]; 2], state: &SolverState<'_>) -> bool {
        self.resolvents.clear();
        self.literals.clear();
        let most = with.len() + without.len() + self.bound;
        with.iter().all(|&first| {
            let literals = state.clauses.literals(first);
            self.mark(literals, 1);
            let fine = without.iter().all(|&second| {
                self.counts.ticks += 1;
                let begin = self.literals.len();
                if self.combine(variable, literals, state.clauses.literals(second), state) {
                    self.resolvents.push(([first, second], self.literals.len()));
                } else {
                    self.literals.truncate(begin);
                }
                self.resolvents.len() <= most && self.literals.len() - begin <= eliminate::LITERALS
            });
            self.mark(literals, 0);
            fine
        })
    }

    fn mark(&mut self, literals: &[Literal], mark: i8) {
        for &literal in literals {
            self.marks[variable(literal)] = mark * (1 - 2 * (literal & 1) as i8);
        }
    }

    /// Appends the resolvent of a marked clause and another one; `false` if it is a tautology.
    fn combine(&mut self, on: usize, first: &[Literal], second: &[Literal], state: &SolverState<'_>) -> bool {
        let is_in = |literal: Literal| variable(literal) != on && state.values[literal as usize] == 0;
        self.literals.extend(first.iter().copied().filter(|&literal| is_in(literal)));
        for &literal in second.iter().filter(|&&literal| is_in(literal)) {
            match self.marks[variable(literal)] * (1 - 2 * (literal & 1) as i8) {
                0 => self.literals.push(literal),
                1 => {}
                _ => return false,
            }
        }
        true
    }

    /// Adds the resolvents.
    fn add(&mut self, state: &mut SolverState<'_>, hints: &mut Hints) -> Step {
        let (resolvents, literals) = (std::mem::take(&mut self.resolvents), std::mem::take(&mut self.literals));
        let each = || {
            let begins = std::iter::once(0).chain(resolvents.iter().map(|resolvent| resolvent.1));
            begins.zip(&resolvents).map(|(begin, &(clauses, end))| (clauses, &literals[begin..end]))
        };
        for (clauses, resolvent) in each().filter(|(_, resolvent)| resolvent.len() > 1) {
            let number = state.resolvent(resolvent, clauses, hints);
            let clause = state.clauses.add(resolvent, number);
            for &literal in resolvent {
                self.occurrences[literal as usize].push(clause);
                self.touched[variable(literal)] = true;
            }
        }
        // An opposite one would have been a conflict: the clauses that it is of are still watched.
        let step = each().filter(|(_, resolvent)| resolvent.len() == 1).try_for_each(|(clauses, resolvent)| {
            if state.values[resolvent[0] as usize] != 0 {
                return Ok(());
            }
            let number = state.resolvent(resolvent, clauses, hints);
            state.assign_unit(resolvent[0], number);
            state.propagate()
        });
        (self.resolvents, self.literals) = (resolvents, literals);
        step
    }

    /// Takes a variable's clauses away.
    fn remove(&mut self, gone: usize, sides: [&[u32]; 2], state: &mut SolverState<'_>) {
        self.counts.succeed(0);
        state.eliminated[gone] = true;
        self.extension.begin(gone);
        for (sign, side) in (0..).zip(sides) {
            for &clause in side {
                let literals = state.clauses.literals(clause);
                self.extension.push(2 * gone as Literal + sign, literals, state.clauses.number(clause));
                literals.iter().for_each(|&literal| self.touched[variable(literal)] = true);
                state.clauses.withdraw(clause);
            }
        }
    }

    /// Freezes variables from now on.
    pub(super) fn freeze(&mut self, literals: &[Literal], state: &SolverState<'_>) {
        self.frozen.resize(state.places.len(), false);
        literals.iter().for_each(|&literal| self.frozen[variable(literal)] = true);
    }

    /// Brings back the variables of these literals that are eliminated, and those of their clauses. A contradiction is
    /// in the proof then.
    ///
    /// Pre: the level is 0. Post: none of them is eliminated; those that came back stay.
    pub(super) fn restore(&mut self, literals: &[Literal], state: &mut SolverState<'_>, hints: &mut Hints) -> Step {
        if self.counts.succeeded == 0 {
            return Ok(());
        }
        let mut wanted: Vec<usize> = literals.iter().map(|&literal| variable(literal)).collect();
        while let Some(next) = wanted.pop() {
            if !std::mem::replace(&mut state.eliminated[next], false) {
                continue;
            }
            self.frozen[next] = true;
            state.order.insert(next);
            if state.values[2 * next] == 0 {
                state.queue.unassign(next);
            }
            for (clause, number) in self.extension.take(next) {
                wanted.extend(clause.iter().map(|&literal| variable(literal)));
                state.add_again(clause, number, hints)?;
            }
        }
        Ok(())
    }
}

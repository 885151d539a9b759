//! The conflicts of a model whose constraints are in groups: sets of them without a common solution, each group needed.
//!
//! `subsets` has the algorithms. Here is what they are about: the groups that a solution breaks, and model rotation
//! over any constraints. A rotation takes a solution of all groups but one, and gives another value to a variable of
//! that group. If then it holds, and one other group does not, that one is needed, too.

use std::ops::ControlFlow;

use cnfab_model::{Assignment, Constraint, ConstraintGroup, Linear, Model, Posted, Var};
use cnfab_solve::{Budget, SolveError, is_program};

use super::ConstructError;
use super::by_rows::{ByRows, ByRowsFirst};
use super::questions::{ByClauses, Questions};
use super::subsets::{Minimal, PartState, Parts, Subsets};

/// The most other values of a variable that a rotation tries.
const MOST_VALUES: usize = 16;

/// The most values that all rotations from one solution try, for each group.
const MOST_TRIED: usize = 20;

/// The groups of a model, or the clues and rules of a puzzle, of which those that were named always hold.
pub struct Conflicts<'m> {
    pub(super) subsets: Subsets<'m>,
    /// The positions of those that may be left out.
    pub(super) soft: Vec<usize>,
    /// The order in which they are.
    pub(super) order: Minimal,
    /// The seed of further orders, for a puzzle, and how many of `soft` are clues.
    pub(super) of_puzzle: Option<(u64, usize)>,
}

impl<'m> Conflicts<'m> {
    /// States a model with groups; those for which `is_hard` is true are never left out.
    ///
    /// # Errors
    /// If the model cannot be stated as clauses.
    pub fn new(
        model: &'m Model,
        is_hard: impl Fn(&ConstraintGroup) -> bool,
        budget: &Budget,
    ) -> Result<Self, ConstructError> {
        Self::of(model, model, None, is_hard, budget)
    }

    /// The same with solutions that are better than a value of the model's objective, which `better` demands.
    pub(super) fn of_better(
        model: &'m Model,
        better: &'m Model,
        value: i64,
        is_hard: impl Fn(&ConstraintGroup) -> bool,
        budget: &Budget,
    ) -> Result<Self, ConstructError> {
        Self::of(model, better, Some(value), is_hard, budget)
    }

    /// `stated` is what clauses say.
    fn of(
        model: &'m Model,
        stated: &'m Model,
        best: Option<i64>,
        is_hard: impl Fn(&ConstraintGroup) -> bool,
        budget: &Budget,
    ) -> Result<Self, ConstructError> {
        let soft: Vec<usize> = (0..model.groups().len()).filter(|&group| !is_hard(&model.groups()[group])).collect();
        let clauses = || ByClauses::of_groups(stated, &soft, budget);
        let rows = || ByRows::new(model, &soft, best, budget);
        let questions: Box<dyn Questions + 'm> = match Engine::of(stated) {
            Engine::Clauses => Box::new(clauses()?),
            Engine::Rows => match rows() {
                // Numbers that are too large for rows.
                Err(ConstructError::Solve(SolveError::Unsupported { .. })) => Box::new(clauses()?),
                rows => Box::new(rows?),
            },
            Engine::RowsFirst => Box::new(ByRowsFirst { rows: rows()?, clauses: clauses()? }),
        };
        let groups = Groups::new(stated, &soft);
        let order = groups.order();
        let subsets = Subsets::new(questions, soft.len(), groups, budget);
        Ok(Conflicts { subsets, soft, order, of_puzzle: None })
    }

    fn positions(&self, set: &[usize]) -> Minimal {
        set.iter().map(|&part| self.soft[part]).collect()
    }

    /// A minimal set, as positions; `None` if there is a solution. No further question can be asked.
    ///
    /// # Errors
    /// If the budget ends; then [`best`](Self::best) has what was found.
    pub fn one(&mut self) -> Result<Option<Minimal>, ConstructError> {
        let found = match self.of_puzzle {
            Some((seed, clues)) => self.one_of_puzzle(seed, clues)?,
            None => self.subsets.one(&self.order, true)?,
        };
        Ok(found.map(|set| self.positions(&set)))
    }

    /// All minimal sets, as they are found, until the receiver has enough.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn all(&mut self, on: &mut dyn FnMut(&Minimal) -> ControlFlow<()>) -> Result<(), ConstructError> {
        let soft = self.soft.clone();
        self.subsets.all(&mut |set| on(&set.iter().map(|&part| soft[part]).collect()))
    }

    /// A smallest set; `None` if there is a solution.
    ///
    /// # Errors
    /// If the budget ends; then [`best`](Self::best) has a set, and no set has fewer groups than
    /// [`least`](Self::least).
    pub fn smallest(&mut self) -> Result<Option<Minimal>, ConstructError> {
        let all: Minimal = (0..self.subsets.len()).collect();
        let Some(core) = self.subsets.core(&all)? else { return Ok(None) };
        self.subsets.best = core;
        let smallest = self.subsets.smallest()?;
        Ok(Some(self.positions(&smallest)))
    }

    /// The least number of members that a conflict has, as far as it is known.
    pub fn least(&self) -> usize {
        self.subsets.least
    }

    /// The smallest conflict that was met, as positions. It need not be minimal.
    pub fn best(&self) -> Minimal {
        self.positions(&self.subsets.best)
    }
}

/// Whoever answers questions about groups.
enum Engine {
    Clauses,
    Rows,
    RowsFirst,
}

impl Engine {
    /// The engine for a model with all its groups.
    fn of(model: &Model) -> Self {
        let chosen = model.clone().chosen();
        let is_unit = |posted: &Posted| match &posted.constraint {
            Constraint::Linear(Linear { terms, .. }) => terms.iter().all(|term| term.0.abs() == 1),
            _ => true,
        };
        let is_narrow = || chosen.vars().all(|var| chosen.domain(var).len() <= MOST_VALUES);
        match () {
            () if !is_program(&chosen) => Engine::Clauses,
            () if is_narrow() && chosen.constraints().iter().all(is_unit) => Engine::RowsFirst,
            () => Engine::Rows,
        }
    }
}

/// The constraints of groups.
struct Groups<'m> {
    model: &'m Model,
    /// The selectors of all groups.
    selectors: Vec<Var>,
    /// By part, the positions of its constraints.
    constraints: Vec<Vec<u32>>,
    /// By constraint, its part; `None` if it always holds.
    part_of: Vec<Option<u32>>,
    /// By variable, the positions of the constraints over it, and whether it is a selector.
    uses: Vec<Vec<u32>>,
    is_selector: Vec<bool>,
}

impl<'m> Groups<'m> {
    fn new(model: &'m Model, soft: &[usize]) -> Self {
        let selectors: Vec<Var> = model.groups().iter().map(|group| group.selector.var).collect();
        let mut part_of_var: Vec<Option<u32>> = vec![None; model.variables().len()];
        for (part, &position) in (0..).zip(soft) {
            part_of_var[selectors[position].index()] = Some(part);
        }
        let mut groups = Groups {
            model,
            selectors,
            constraints: vec![Vec::new(); soft.len()],
            part_of: Vec::with_capacity(model.constraints().len()),
            uses: vec![Vec::new(); model.variables().len()],
            is_selector: vec![false; model.variables().len()],
        };
        model.groups().iter().for_each(|group| groups.is_selector[group.selector.var.index()] = true);
        for (number, posted) in (0..).zip(model.constraints()) {
            let part = posted.when.iter().find_map(|atom| part_of_var[atom.var.index()]);
            groups.part_of.push(part);
            part.into_iter().for_each(|part| groups.constraints[part as usize].push(number));
            for var in posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var)) {
                if groups.uses[var.index()].last() != Some(&number) {
                    groups.uses[var.index()].push(number);
                }
            }
        }
        groups
    }

    /// The order in which parts are left out: those over many variables first.
    fn order(&self) -> Minimal {
        let variables = |&part: &usize| {
            let constraints = self.constraints[part].iter();
            constraints.map(|&number| self.model.constraints()[number as usize].constraint.vars().count()).sum()
        };
        let mut order: Minimal = (0..self.constraints.len()).collect();
        order.sort_by_cached_key(|part| std::cmp::Reverse::<usize>(variables(part)));
        order
    }

    fn holds(&self, number: u32, solution: &Assignment) -> bool {
        self.model.constraints()[number as usize].holds(solution)
    }

    /// The solution with all groups chosen.
    fn with_all(&self, solution: &Assignment) -> Assignment {
        let mut all = solution.clone();
        self.selectors.iter().for_each(|selector| all.values_mut()[selector.index()] = 1);
        all
    }

    /// The part that alone is broken where a variable of a broken one gets another value, if that is another part.
    fn moved(&self, changed: &Assignment, part: usize, var: Var, states: &[PartState]) -> Option<usize> {
        let is_kept = |part: usize| states[part] != PartState::Out;
        let mut broken = None;
        for &number in &self.uses[var.index()] {
            let of = self.part_of[number as usize].map(|part| part as usize);
            if of.is_some_and(|of| !is_kept(of)) || self.holds(number, changed) {
                continue;
            }
            match of {
                Some(of) if of != part && broken.is_none_or(|broken| broken == of) => broken = Some(of),
                _ => return None,
            }
        }
        let holds = self.constraints[part].iter().all(|&number| self.holds(number, changed));
        broken.filter(|_| holds)
    }
}

impl Parts for Groups<'_> {
    fn broken(&self, solution: &Assignment) -> Vec<usize> {
        let all = self.with_all(solution);
        let is_broken = |part: &usize| self.constraints[*part].iter().any(|&number| !self.holds(number, &all));
        (0..self.constraints.len()).filter(is_broken).collect()
    }

    fn rotate(&self, solution: &Assignment, part: usize, states: &mut [PartState]) {
        let mut tried = MOST_TRIED * self.constraints.len();
        let mut stack = vec![(part, self.with_all(solution))];
        while let Some((part, mut solution)) = stack.pop() {
            let mut vars: Vec<Var> = Vec::new();
            for &number in &self.constraints[part] {
                let posted = &self.model.constraints()[number as usize];
                vars.extend(posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var)));
            }
            vars.sort_unstable();
            vars.dedup();
            vars.retain(|var| !self.is_selector[var.index()]);
            for var in vars {
                let value = solution[var];
                let others = self.model.domain(var).values().filter(|&other| other != value).take(MOST_VALUES);
                for other in others {
                    if tried == 0 {
                        return;
                    }
                    tried -= 1;
                    solution.values_mut()[var.index()] = other;
                    if let Some(needed) = self.moved(&solution, part, var, states)
                        && states[needed] == PartState::Open
                    {
                        states[needed] = PartState::Needed;
                        stack.push((needed, solution.clone()));
                    }
                }
                solution.values_mut()[var.index()] = value;
            }
        }
    }
}

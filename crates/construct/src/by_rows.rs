//! Questions about the constraints of a model, answered by its integer program.
//!
//! **What.** Each constraint is a row that holds where the 0/1 column of its group is 1. A question assumes that the
//! columns of some groups are 1 and the others 0; the solver of `cnfab-ilp` finds a solution, or the assumptions that
//! contradict each other.
//!
//! **Whose idea.** Assumptions: N. Eén, N. Sörensson, "Temporal induction by incremental SAT solving", 2003. Rows that
//! have no common solution: J. Gleeson, J. Ryan, "Identifying minimally infeasible subsystems of inequalities", 1990.
//!
//! **Ours.** A relaxation without a solution is a sum of rows, in whole numbers, whose conditions are the assumptions.
//! So learned clauses and relaxations have one way to a core. Each question begins a search anew, and where it is about
//! few parts, over their rows alone.
//!
//! **When.** For models that are integer programs of up to some size: rows of which a part are sums or counts. Where
//! coefficients differ, clauses are many, and say too little about several rows together. Where none do, clauses search
//! faster, but relaxations refute what clauses cannot: rows have a moment of each question ([`ByRowsFirst`]).

use std::ops::ControlFlow;

use cnfab_ilp::{Binary, IlpTree, Linearized, Program, TooLarge, TreeEnd, TreeOptions, TreeWatch, linearize_exactly};
use cnfab_model::{Assignment, Domain, Model, Posted, Sense};
use cnfab_solve::{Budget, SolveError};

use super::ConstructError;
use super::questions::{Asked, ByClauses, Questions};
use super::subsets::Minimal;

/// The strategy that the solver is.
const STRATEGY: &str = "ilp";

/// The programs of a model with groups.
pub(super) struct ByRows<'m> {
    model: &'m Model,
    /// The positions of the parts.
    parts: Vec<usize>,
    whole: Stated,
    /// The program of some parts, for questions about few of them.
    some: Option<Stated>,
    /// By part, whether all questions are about it, or none.
    settled: Vec<Option<bool>>,
    watch: Watch,
}

/// A program of some parts, and of what always holds.
struct Stated {
    made: Linearized,
    /// By part, whether its group is chosen.
    selectors: Vec<Binary>,
    /// By part, whether it can be chosen.
    has: Vec<bool>,
}

/// The limits, and the value that a solution has to better.
struct Watch {
    budget: Budget,
    best: Option<i64>,
    /// The work that is left of a question.
    left: u64,
}

impl TreeWatch for Watch {
    fn is_over(&mut self, work: u64) -> bool {
        self.left = self.left.saturating_sub(work);
        self.left == 0 || self.budget.is_over()
    }

    fn best(&mut self) -> Option<i64> {
        self.best
    }
}

impl<'m> ByRows<'m> {
    /// States a model whose parts are groups; all other groups are chosen for good. With a value of the objective, only
    /// better solutions are solutions.
    pub(super) fn new(
        model: &'m Model,
        parts: &[usize],
        best: Option<i64>,
        budget: &Budget,
    ) -> Result<Self, ConstructError> {
        let whole = Stated::new(model, parts, vec![true; parts.len()], best.is_some())?;
        // A program that is too large is refused before the first question.
        tree(&whole.made.program, &[])?;
        // The program minimises.
        let of_program = |value: i64| match model.objective().map(|objective| objective.sense) {
            Some(Sense::Maximise) => -value,
            _ => value,
        };
        let watch = Watch { budget: budget.clone(), best: best.map(of_program), left: u64::MAX };
        Ok(ByRows { model, parts: parts.to_vec(), whole, some: None, settled: vec![None; parts.len()], watch })
    }
}

impl Stated {
    /// States some parts; all groups that are no parts are chosen for good. A variable of no constraint that is left
    /// has one value.
    fn new(model: &Model, parts: &[usize], has: Vec<bool>, has_objective: bool) -> Result<Self, ConstructError> {
        let mut domains: Vec<Domain> = model.variables().iter().map(|variable| variable.domain.clone()).collect();
        let mut is_left_out = vec![false; domains.len()];
        for (position, group) in model.groups().iter().enumerate() {
            let var = group.selector.var.index();
            match parts.binary_search(&position) {
                Err(_) => domains[var] = 1.into(),
                Ok(part) => is_left_out[var] = !has[part],
            }
        }
        if has.contains(&false) {
            let mut is_used = vec![false; domains.len()];
            for (&position, _) in parts.iter().zip(&has).filter(|(_, has)| **has) {
                is_used[model.groups()[position].selector.var.index()] = true;
            }
            let is_stated = |posted: &&Posted| posted.when.iter().all(|atom| !is_left_out[atom.var.index()]);
            for posted in model.constraints().iter().filter(is_stated) {
                let vars = posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var));
                vars.for_each(|var| is_used[var.index()] = true);
            }
            let objective = model.objective().filter(|_| has_objective);
            objective.iter().flat_map(|of| &of.terms).for_each(|term| is_used[term.1.index()] = true);
            for (domain, _) in domains.iter_mut().zip(is_used).filter(|(_, is_used)| !is_used) {
                *domain = domain.min().into_iter().collect();
            }
        }
        let mut chosen = model.with_domains(domains);
        if !has_objective {
            chosen = chosen.without_objective();
        }
        let program = linearize_exactly(&chosen, cnfab_ilp::PLAIN);
        let made = program.map_err(|why| unsupported(why.to_string()))?;
        let selector = |&position: &usize| made.values.atom(model.groups()[position].selector);
        let selectors = parts.iter().map(selector).collect();
        Ok(Stated { made, selectors, has })
    }

    /// The assumption that a part is kept or not, as a column and its value; nothing if that is decided.
    fn assumption(&self, part: usize, is_kept: bool) -> Option<(usize, bool)> {
        match self.selectors[part] {
            Binary::Const(_) => None,
            Binary::Is(column) => Some((column, is_kept)),
            Binary::Not(column) => Some((column, !is_kept)),
        }
    }

    fn decoded(&self, model: &Model, columns: &[i64]) -> Result<Assignment, String> {
        let found = self.made.values.assignment(&self.made.program, columns)?;
        match model.violated(&found) {
            None => Ok(found),
            Some(posted) => Err(format!("a solution of the program violates a constraint '{}'", posted.label)),
        }
    }
}

/// How many times as many parts as are asked about are stated at most.
const SMALLER: usize = 2;

impl ByRows<'_> {
    /// States these parts apart if most others can be left out.
    fn state(&mut self, states: &[bool]) -> Result<(), ConstructError> {
        let count = |has: &[bool]| has.iter().filter(|&&has| has).count();
        let has_all = |stated: &Stated| stated.has.iter().zip(states).all(|(&has, &is_kept)| has || !is_kept);
        let most = self.some.as_ref().filter(|some| has_all(some)).map_or(states.len(), |some| count(&some.has));
        if SMALLER * count(states) <= most {
            let has_objective = self.watch.best.is_some();
            self.some = Some(Stated::new(self.model, &self.parts, states.to_vec(), has_objective)?);
        } else if !self.some.as_ref().is_some_and(has_all) {
            self.some = None;
        }
        Ok(())
    }

    /// Asks about parts; no answer if the work is not enough for one.
    fn ask_within(&mut self, kept: &[usize], work: u64) -> Result<Option<Asked>, ConstructError> {
        if self.watch.budget.is_over() {
            return Err(ConstructError::OutOfBudget);
        }
        let mut states: Vec<bool> = self.settled.iter().map(|settled| *settled == Some(true)).collect();
        kept.iter().for_each(|&part| states[part] = true);
        self.state(&states)?;
        let stated = self.some.as_ref().unwrap_or(&self.whole);
        // Root propagation may have found that a part alone cannot hold.
        if let Some(&part) = kept.iter().find(|&&part| stated.selectors[part] == Binary::Const(false)) {
            return Ok(Some(Asked::Core(vec![part])));
        }
        let others = (0..states.len()).filter(|&part| !states[part]);
        let settled = (0..states.len()).filter(|&part| self.settled[part] == Some(true) && !kept.contains(&part));
        let of_kept = kept.iter().copied().chain(settled).filter_map(|part| stated.assumption(part, true));
        let assumptions: Vec<(usize, bool)> =
            of_kept.chain(others.filter_map(|part| stated.assumption(part, false))).collect();
        let mut tree = tree(&stated.made.program, &assumptions)?;
        self.watch.left = work;
        let mut found = None;
        let end = tree.run(&mut self.watch, &mut |columns| {
            found = Some(columns.to_vec());
            ControlFlow::Break(())
        });
        match (found, end) {
            (Some(columns), _) => {
                stated.decoded(self.model, &columns).map(|found| Some(Asked::Solution(found))).map_err(failed)
            }
            (None, TreeEnd::Exhausted) => {
                let core = tree.core();
                let is_used = |part: &usize| stated.assumption(*part, true).is_some_and(|one| core.contains(&one));
                let used: Minimal = kept.iter().copied().filter(is_used).collect();
                Ok(Some(Asked::Core(used)))
            }
            (None, _) if self.watch.left == 0 => Ok(None),
            (None, _) => Err(ConstructError::OutOfBudget),
        }
    }
}

impl Questions for ByRows<'_> {
    fn ask(&mut self, kept: &[usize]) -> Result<Asked, ConstructError> {
        self.ask_within(kept, u64::MAX)?.ok_or(ConstructError::OutOfBudget)
    }

    fn settle(&mut self, part: usize, is_kept: bool) {
        self.settled[part] = Some(is_kept);
    }
}

/// The work that rows may spend on a question: the root's relaxation of a small program, and some nodes.
const MOMENT: u64 = 100_000;

/// Rows for a moment, and then clauses.
pub(super) struct ByRowsFirst<'m> {
    pub(super) rows: ByRows<'m>,
    pub(super) clauses: ByClauses<'m>,
}

impl Questions for ByRowsFirst<'_> {
    fn ask(&mut self, kept: &[usize]) -> Result<Asked, ConstructError> {
        match self.rows.ask_within(kept, MOMENT)? {
            Some(asked) => Ok(asked),
            None => self.clauses.ask(kept),
        }
    }

    fn settle(&mut self, part: usize, is_kept: bool) {
        self.rows.settle(part, is_kept);
        self.clauses.settle(part, is_kept);
    }
}

fn tree<'p>(program: &'p Program, assumptions: &[(usize, bool)]) -> Result<IlpTree<'p>, ConstructError> {
    let tree = IlpTree::assuming(program, assumptions, TreeOptions::default());
    tree.map_err(|TooLarge| unsupported("numbers of this size".to_owned()))
}

fn unsupported(what: String) -> ConstructError {
    ConstructError::Solve(SolveError::Unsupported { backend: STRATEGY.to_owned(), what })
}

fn failed(detail: String) -> ConstructError {
    ConstructError::Solve(SolveError::Failed { backend: STRATEGY.to_owned(), detail })
}

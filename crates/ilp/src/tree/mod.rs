//! Integer programs in one tree: all solutions, or the best one, exact in whole numbers.
//!
//! **What.** Bounded integer programs, as 0/1 columns: rows that are cliques or clauses propagate as such, all others
//! over groups of columns of which at most one is 1 (`rows.rs`). Solutions are listed depth first without a clause for
//! each (`search.rs`); an optimum is searched by conflicts (`analysis.rs`) and by linear relaxations, whose multipliers
//! make new rows in whole numbers (`relaxation.rs`, `multipliers.rs`).
//!
//! **Whose idea.** Learning in integer programs: Achterberg, "Conflict analysis in mixed integer programming", 2007;
//! explained pseudo-Boolean rows: Chai, Kuehlmann, 2003; groups of exactly-ones in rows: as domains have them in
//! constraint programming. Multipliers as the only thing that is taken from the floating-point solver: Neumaier,
//! Shcherbina, "Safe bounds in linear and mixed-integer linear programming", 2004.
//!
//! **Ours.** The sum of rows is itself a row of the search: it prunes, fixes and explains, so that relaxations teach
//! clauses as all else does.
//!
//! **When.** The strategy `ilp`. Nothing here reads a clock or a random number: what is done depends on the program and
//! the switches alone.

mod activity;
mod analysis;
mod binaries;
mod clauses;
mod cliques;
mod cuts;
mod factor;
mod grouping;
mod lists;
mod literal;
mod multipliers;
mod options;
mod refutation;
mod relaxation;
mod rows;
mod search;
mod simplex;
mod state;
#[cfg(test)]
mod tests;
mod trail;
mod watch;

use std::ops::ControlFlow;

use self::binaries::Binaries;
use self::clauses::Clauses;
use self::cliques::Cliques;
use self::literal::ColumnLit;
use self::refutation::NO_STEP;
use self::relaxation::Relaxation;
use self::rows::{GroupedRow, Rows};
use self::search::Search;
use self::state::State;
use self::watch::Goal;
use crate::program::{Program, TooLarge};

pub use self::binaries::Refuted;
pub use self::options::{BranchOrder, Learning, RelaxationUse, TreeOptions, TreeStatistics};
pub use self::refutation::{RefutationStep, StepId};
pub use self::watch::{TreeEnd, TreeWatch};

/// A part of a tree, which one search has left to others.
#[derive(Clone, Debug)]
pub struct TreePart {
    path: Vec<ColumnLit>,
    has_solution: bool,
}

/// A solver of one program.
#[derive(Debug)]
pub struct IlpTree<'p> {
    program: &'p Program,
    binaries: Binaries,
    goal: Goal,
    shown: Option<Vec<usize>>,
    assumptions: Vec<(usize, bool)>,
    options: TreeOptions,
    /// The search, once it has begun.
    search: Option<Search>,
    /// The part that is to be searched next.
    part: Option<TreePart>,
    /// Cuts have been added to the program.
    has_cuts: bool,
    statistics: TreeStatistics,
}

impl<'p> IlpTree<'p> {
    /// A search for all solutions that differ in the `shown` columns, all columns if none are named.
    ///
    /// # Errors
    /// If the program's numbers are too large.
    pub fn listing(program: &'p Program, shown: Option<&[usize]>, options: TreeOptions) -> Result<Self, TooLarge> {
        Self::new(program, shown, Goal::List, options, None)
    }

    /// A search for solutions with smaller and smaller objective.
    ///
    /// # Errors
    /// If the program's numbers are too large.
    pub fn optimising(program: &'p Program, options: TreeOptions) -> Result<Self, TooLarge> {
        Self::new(program, None, Goal::Optimum, options, None)
    }

    /// A search that ends without a solution, in a program over 0/1 columns that has none, and keeps the steps that
    /// show it.
    ///
    /// # Errors
    /// If the program's numbers are too large.
    pub fn refuting(program: &'p Program, refuted: &Refuted<'_>, options: TreeOptions) -> Result<Self, TooLarge> {
        Self::new(program, None, Goal::Optimum, options, Some(refuted))
    }

    /// A search for solutions with smaller and smaller objective in which some columns, all of them 0/1, are 1 or 0.
    ///
    /// # Errors
    /// If the program's numbers are too large.
    ///
    /// # Panics
    /// If a column that is assumed to be 1 or 0 has other bounds.
    pub fn assuming(
        program: &'p Program,
        assumptions: &[(usize, bool)],
        options: TreeOptions,
    ) -> Result<Self, TooLarge> {
        let is_binary = |&(column, _): &(usize, bool)| {
            let column = &program.columns()[column];
            (column.low, column.high) == (0, 1)
        };
        assert!(assumptions.iter().all(is_binary), "assumptions are about 0/1 columns");
        let mut tree = Self::new(program, None, Goal::Optimum, options, None)?;
        tree.assumptions = assumptions.to_vec();
        Ok(tree)
    }

    /// Assumptions that contradict the program, if that is why the search was exhausted without a solution. None of
    /// them are named if the program has no solution at all.
    pub fn core(&self) -> Vec<(usize, bool)> {
        let core = self.search.as_ref().map_or(&[][..], |search| search.core());
        let column = |&lit: &ColumnLit| {
            let stands = |(column, _): &&(usize, bool)| self.binaries.of(*column).start == lit.column();
            self.assumptions.iter().find(stands).map_or(0, |assumption| assumption.0)
        };
        core.iter().map(|lit| (column(lit), lit.is_one())).collect()
    }

    fn new(
        program: &'p Program,
        shown: Option<&[usize]>,
        goal: Goal,
        options: TreeOptions,
        refuted: Option<&Refuted<'_>>,
    ) -> Result<Self, TooLarge> {
        let binaries = Binaries::new(program, refuted)?;
        let shown = shown.map(<[usize]>::to_vec);
        let (assumptions, statistics) = (Vec::new(), TreeStatistics::default());
        let (search, part, has_cuts) = (None, None, false);
        Ok(IlpTree { program, binaries, goal, shown, assumptions, options, search, part, has_cuts, statistics })
    }

    /// Gives a part of the tree away, if it can: its solutions are others than those that this search finds from here
    /// on. For searches that list or optimise, without assumptions.
    pub fn split(&mut self) -> Option<TreePart> {
        let search = self.search.as_mut()?;
        let has_solution = search.has_solution();
        search.split().map(|path| TreePart { path, has_solution })
    }

    /// Searches a part from here on, which another search of the same program with the same options gave away.
    pub fn enter(&mut self, part: TreePart) {
        if let Some(search) = self.search.take_if(|search| search.has_searched_at_root()) {
            self.statistics = search.statistics;
        }
        self.part = Some(part);
    }

    /// The steps of a refutation so far; the last one is the contradiction, once the search is exhausted.
    pub fn refutation(&self) -> &[RefutationStep] {
        let ledger = self.search.as_ref().map_or(&self.binaries.ledger, |search| &search.state.ledger);
        ledger.as_ref().map_or(&[], |ledger| &ledger.steps)
    }

    /// Counts of its work.
    pub fn statistics(&self) -> TreeStatistics {
        self.search.as_ref().map_or(self.statistics, |search| search.statistics)
    }

    /// Searches until nothing is left, until `on` breaks or `watch` says that it is over.
    /// `on` gets the values of the program's columns. Called again, it goes on.
    ///
    /// # Panics
    /// If a solution does not satisfy the program, which would be a defect of the search.
    pub fn run(&mut self, watch: &mut dyn TreeWatch, on: &mut dyn FnMut(&[i64]) -> ControlFlow<()>) -> TreeEnd {
        if self.search.is_none() {
            self.begin(watch);
        }
        if self.binaries.is_contradictory {
            return TreeEnd::Exhausted;
        }
        let (program, binaries) = (self.program, &self.binaries);
        let search = self.search.as_mut().expect("it has begun");
        if let Some(TreePart { path, has_solution }) = self.part.take() {
            search.enter(&path, has_solution);
        }
        search.run(watch, &mut |is_one| {
            let values = binaries.values(is_one);
            assert!(program.is_solution(&values), "a solution of the search satisfies the program");
            on(&values)
        })
    }

    /// Adds cuts, as long as that is not over, and states the program for the search.
    fn begin(&mut self, watch: &mut dyn TreeWatch) {
        let IlpTree { binaries, options, .. } = self;
        if binaries.is_contradictory {
            return;
        }
        let is_relaxed = options.relaxation != RelaxationUse::Off && !binaries.rows.is_empty();
        if is_relaxed && options.cuts && self.goal == Goal::Optimum && !std::mem::replace(&mut self.has_cuts, true) {
            self.statistics.cuts = cuts::add(binaries, watch);
        }
        let cliques = Cliques::new(binaries.columns, &binaries.exactly, &binaries.at_most);
        let mut grouped: Vec<GroupedRow> =
            binaries.sums.iter().map(|(terms, hi, step)| grouping::grouped(terms, *hi, *step, &cliques)).collect();
        let mut objective_row = None;
        if self.goal == Goal::Optimum {
            let most: i64 = binaries.objective.iter().map(|term| term.1.max(0)).sum();
            let step = binaries.most.map_or(NO_STEP, |most| most.1);
            let row = grouping::grouped(&binaries.objective, most, step, &cliques);
            objective_row = Some((grouped.len(), row.hi - most));
            grouped.push(row);
        }
        let mut clauses = Clauses::new(binaries.columns);
        for (clause, step) in &binaries.clauses {
            clauses.add(clause, 0, *step);
        }
        let rows = Rows::new(binaries.columns, grouped);
        let keeps_steps = binaries.ledger.is_some();
        let state = State::new(binaries.columns, cliques, clauses, rows, binaries.ledger.take());
        let relaxation = is_relaxed.then(|| Relaxation::new(binaries, options.relaxation, keeps_steps));
        let shown = self.shown.as_deref();
        let mut search = Search::new(state, binaries, shown, self.goal, *options, objective_row, relaxation);
        search.statistics = self.statistics;
        let literal = |&(column, is_one): &(usize, bool)| ColumnLit::of(binaries.of(column).start, is_one);
        search.assume(self.assumptions.iter().map(literal).collect());
        if let Some((most, _)) = binaries.most {
            search.ask_for(most);
        }
        binaries.is_contradictory = !binaries.units.iter().all(|&(lit, step)| search.fix(lit, step));
        self.search = Some(search);
    }
}

//! The search of the tree: all solutions, or better and better ones.
//!
//! Where solutions are listed, what has been searched is not excluded by clauses: the search goes back to the last
//! level whose choice is of a shown column and makes the opposite of that choice true one level below, the floor.
//! Above the floor conflicts teach clauses and jump back as usual, never below it (Gebser, Kaufmann, Neumann, Schaub,
//! "Conflict-driven answer set enumeration", 2007). A clause that asserts its literal below the floor does so again
//! whenever the floor falls.

use super::activity::Activity;
use super::analysis::{Analysis, Learned};
use super::binaries::Binaries;
use super::literal::ColumnLit;
use super::options::{BranchOrder, TreeOptions, TreeStatistics};
use super::refutation::StepId;
use super::relaxation::{Relaxation, Verdict};
use super::state::{Conflict, State};
use super::trail::Reason;
use super::watch::{Goal, OnColumns, TreeEnd, TreeWatch};

mod assuming;
mod branching;
mod learning;
mod parts;

use self::assuming::Assumed;
use self::branching::ExactlyOnes;
use self::learning::Trial;

/// The conflicts of the first dive for a solution.
const DIVE: u64 = 50;
/// Steps between two looks at the limits, and those that a relaxation counts for.
const BETWEEN_LOOKS: u64 = if cfg!(test) { 2 } else { 64 };
const RELAXATION: u64 = 8;

/// A clause that asserts its literal below the floor.
#[derive(Clone, Copy, Debug)]
struct Asserts {
    lit: ColumnLit,
    reason: Reason,
    level: usize,
}

/// A search.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) state: State,
    pub(super) statistics: TreeStatistics,
    goal: Goal,
    options: TreeOptions,
    analysis: Analysis,
    activity: Activity,
    phases: Vec<bool>,
    /// By column, whether solutions that differ elsewhere only are the same.
    is_shown: Vec<bool>,
    exactly_ones: ExactlyOnes,
    /// All shown columns before this one are assigned.
    assigned_below: usize,
    floor: usize,
    /// The last level of the path to the part of the tree that is searched.
    base: usize,
    asserted: Vec<Asserts>,
    next_restart: u64,
    next_reduction: usize,
    trial: Trial,
    objective: Vec<(usize, i64)>,
    /// The values of the objective differ by multiples of this.
    step: i64,
    /// The objective's constant, with what bounds other than 0 add.
    constant: i64,
    /// The objective may be at most this.
    most: i64,
    /// The row that asks for something better, and what its grouping has added to its bound.
    objective_row: Option<(usize, i64)>,
    relaxation: Option<Relaxation>,
    has_solution: bool,
    assumptions: Vec<ColumnLit>,
    /// By column, whether there is an assumption about it.
    is_assumed: Vec<bool>,
    /// The assumptions that contradict the program, once that is known.
    core: Vec<ColumnLit>,
    is_exhausted: bool,
    /// The program has no solution, or none that is better, whatever is chosen.
    is_contradictory: bool,
}

impl Search {
    pub(super) fn new(
        state: State,
        binaries: &Binaries,
        shown: Option<&[usize]>,
        goal: Goal,
        options: TreeOptions,
        objective_row: Option<(usize, i64)>,
        relaxation: Option<Relaxation>,
    ) -> Self {
        let mut is_shown = vec![shown.is_none(); binaries.columns];
        for &column in shown.unwrap_or_default() {
            binaries.of(column).for_each(|column| is_shown[column] = true);
        }
        let mut scores = vec![0.0; binaries.columns];
        for (terms, ..) in &binaries.sums {
            terms.iter().for_each(|term| scores[term.0] += 1e-3);
        }
        Search {
            statistics: TreeStatistics::default(),
            goal,
            options,
            analysis: Analysis::new(binaries.columns),
            activity: Activity::new(scores),
            phases: vec![false; binaries.columns],
            assigned_below: 0,
            exactly_ones: ExactlyOnes::new(&state.cliques, &is_shown),
            is_shown,
            floor: 0,
            base: 0,
            asserted: Vec::new(),
            next_restart: learning::RESTART,
            next_reduction: learning::REDUCE,
            trial: Trial::new(),
            objective: binaries.objective.clone(),
            step: binaries.objective_step,
            constant: binaries.constant,
            most: i64::MAX,
            objective_row,
            relaxation,
            has_solution: false,
            assumptions: Vec::new(),
            is_assumed: vec![false; binaries.columns],
            core: Vec::new(),
            is_exhausted: false,
            is_contradictory: false,
            state,
        }
    }

    /// Makes a literal true in all solutions, as a step says; false if it cannot be.
    pub(super) fn fix(&mut self, lit: ColumnLit, step: StepId) -> bool {
        let State { trail, ledger, .. } = &mut self.state;
        if let Some(ledger) = ledger.as_mut().filter(|_| !trail.is_true(lit)) {
            ledger.hints.push(step);
            match trail.is_false(lit) {
                true => {
                    ledger.fact(lit, trail);
                    ledger.clause(&[]);
                }
                false => ledger.unit(lit),
            }
        }
        if trail.is_open(lit) {
            trail.assign(lit, Reason::Fact);
        }
        trail.is_true(lit)
    }

    /// Searches until the end, the limit, or until `on` breaks. It gets the value of each 0/1 column; for an optimum,
    /// solutions get better.
    pub(super) fn run(&mut self, watch: &mut dyn TreeWatch, on: OnColumns<'_>) -> TreeEnd {
        let mut looked = (0, self.state.work);
        loop {
            if self.is_exhausted {
                return TreeEnd::Exhausted;
            }
            if self.steps() >= looked.0 {
                if watch.is_over(self.state.work - looked.1) {
                    return TreeEnd::Stopped;
                }
                looked = (self.steps() + BETWEEN_LOOKS, self.state.work);
                self.exchange(watch);
            }
            let conflict = match self.state.propagate() {
                Err(conflict) => Some(conflict),
                Ok(()) => self.relax(watch),
            };
            if let Some(conflict) = conflict {
                self.statistics.conflicts += 1;
                if self.order() == BranchOrder::Fewest {
                    self.exactly_ones.note(conflict, &self.state);
                }
                self.is_exhausted = !self.resolve(conflict);
                continue;
            }
            self.house_keeping();
            self.relax_lists();
            let choice = match self.next_assumption() {
                Assumed::All => self.choose(),
                Assumed::Next(lit) => Some(lit),
                Assumed::Contradiction => {
                    self.is_exhausted = true;
                    continue;
                }
            };
            if let Some(choice) = choice {
                self.statistics.nodes += 1;
                self.state.trail.branch(choice);
                continue;
            }
            self.has_solution = true;
            let trail = &self.state.trail;
            debug_assert!(self.phases.len() == trail.literals().len());
            let has_enough = on(&|column| trail.is_true(ColumnLit::one(column))).is_break();
            // Whoever takes solutions may have ended the search.
            looked.0 = 0;
            self.is_exhausted = !self.go_on();
            if has_enough {
                return TreeEnd::Satisfied;
            }
        }
    }

    /// The steps that are counted between two looks at the limits: nodes, conflicts, and relaxations several times. The
    /// first of these tells a bound, so it counts for all that is left.
    fn steps(&self) -> u64 {
        let TreeStatistics { nodes, conflicts, relaxations, .. } = self.statistics;
        nodes + conflicts + RELAXATION * relaxations + BETWEEN_LOOKS * relaxations.min(1)
    }

    /// Tells others the bound, and takes the value of their best solution.
    fn exchange(&mut self, watch: &mut dyn TreeWatch) {
        if let Some(bound) = self.bound() {
            watch.proves(bound.min(self.most.saturating_add(self.step)) + self.constant);
        }
        if let Some(value) = watch.best().map(|value| value - self.constant)
            && value - self.step < self.most
        {
            self.ask_for(value - self.step);
        }
    }

    /// Goes on behind a solution; false if there is nothing left.
    fn go_on(&mut self) -> bool {
        match self.goal {
            Goal::List => {
                let is_shown = |&level: &usize| self.is_shown[self.state.trail.choice(level).column()];
                match (self.base + 1..=self.state.trail.levels()).rev().find(is_shown) {
                    Some(level) => self.flip(level),
                    None => false,
                }
            }
            Goal::Optimum => {
                for (column, phase) in self.phases.iter_mut().enumerate() {
                    *phase = self.state.trail.is_true(ColumnLit::one(column));
                }
                let is_one = |term: &&(usize, i64)| self.state.trail.is_true(ColumnLit::one(term.0));
                let value: i64 = self.objective.iter().filter(is_one).map(|term| term.1).sum();
                self.ask_for(value - self.step);
                let most = value - self.step;
                let fixes = |one: &Relaxation| one.fixes_more(most, &self.state.trail);
                if self.relaxation.as_ref().is_some_and(fixes) {
                    self.back_to(self.base);
                }
                true
            }
        }
    }

    /// The number that no objective is smaller than, as far as it is known.
    pub(super) fn bound(&self) -> Option<i64> {
        self.relaxation.as_ref()?.bound()
    }

    /// Asks for solutions whose objective is at most this; nothing is taken back.
    pub(super) fn ask_for(&mut self, most: i64) {
        self.most = most;
        if let Some((row, added)) = self.objective_row {
            self.state.rows.tighten(row, most + added);
        }
        if let Some(relaxation) = &mut self.relaxation {
            relaxation.ask_for(most);
        }
    }

    /// Makes the opposite of a level's choice true one level below; false if the choice is not this search's.
    fn flip(&mut self, level: usize) -> bool {
        if level <= self.base {
            return false;
        }
        let choice = self.state.trail.choice(level);
        self.back_to(level - 1);
        self.floor = level - 1;
        self.state.trail.assign(!choice, Reason::Branch);
        let floor = self.floor;
        for index in 0..self.asserted.len() {
            let Asserts { lit, reason, level } = self.asserted[index];
            if level <= floor && self.state.trail.is_open(lit) {
                self.state.trail.assign(lit, reason);
            }
        }
        self.asserted.retain(|asserts| asserts.level < floor);
        true
    }

    fn back_to(&mut self, level: usize) {
        let Search { state, activity, phases, goal, assigned_below, .. } = self;
        state.back_to(level, |lit| {
            *assigned_below = lit.column().min(*assigned_below);
            activity.insert(lit.column());
            if *goal == Goal::List {
                phases[lit.column()] = lit.is_one();
            }
        });
    }

    /// Goes back from a conflict; false if there is nothing left.
    fn resolve(&mut self, conflict: Conflict) -> bool {
        if !self.learns() {
            return self.flip(self.state.trail.levels());
        }
        let level = self.analysis.begin(conflict, &mut self.state);
        if level == 0 {
            if let Some(ledger) = &mut self.state.ledger {
                ledger.clause(&[]);
            }
            self.is_contradictory = true;
            return false;
        }
        if level <= self.floor {
            return self.flip(level);
        }
        // Premises of this level stay true; those of the conflict are kept by the analysis.
        self.back_to(level);
        let Learned { literals, back, levels, step } = self.analysis.learn(level, &mut self.state, &mut self.activity);
        self.statistics.learned += 1;
        self.trial.skipped += (level - 1).saturating_sub(back.max(self.floor)) as u64;
        self.back_to(back.max(self.floor));
        let lit = literals[0];
        let reason = match literals.len() {
            1 => Reason::Fact,
            _ => Reason::Clause(self.state.clauses.add(&literals, levels, step)),
        };
        if let Some(ledger) = self.state.ledger.as_mut().filter(|_| reason == Reason::Fact) {
            ledger.units[lit.column()] = step;
        }
        self.state.trail.assign(lit, reason);
        if back < self.floor {
            self.asserted.push(Asserts { lit, reason, level: back });
        }
        true
    }

    /// True before the first solution of a program with an objective, for a few conflicts: a root that takes long
    /// should not be all that there is.
    fn is_diving(&self) -> bool {
        self.goal == Goal::Optimum && self.most == i64::MAX && self.statistics.conflicts < DIVE
    }

    /// Solves the relaxation where that is due.
    fn relax(&mut self, watch: &mut dyn TreeWatch) -> Option<Conflict> {
        if self.is_diving() || !self.has_assumed_all() {
            return None;
        }
        let root = self.root_level();
        let first = root.max(self.floor);
        if self.state.trail.levels() > first && self.relaxation.as_ref().is_some_and(|one| !one.is_begun()) {
            self.back_to(first);
            if let Err(conflict) = self.state.propagate() {
                return Some(conflict);
            }
        }
        let relaxation = self.relaxation.as_mut()?;
        loop {
            let before = self.statistics.relaxations;
            let is_root = self.state.trail.levels() == root;
            let verdict = relaxation.look(is_root, &mut self.state, &mut self.statistics, watch);
            if self.statistics.relaxations > before && self.goal == Goal::Optimum {
                for &column in relaxation.columns() {
                    self.phases[column] = relaxation.value(column) > 0.5;
                }
            }
            match verdict? {
                Verdict::Conflict(conflict) => return Some(conflict),
                Verdict::Fixed => {
                    if let Err(conflict) = self.state.propagate() {
                        return Some(conflict);
                    }
                }
                Verdict::Solution => return None,
            }
        }
    }
}

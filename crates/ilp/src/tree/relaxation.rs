//! The linear relaxation at the nodes of the tree.
//!
//! Its multipliers make a row in whole numbers (`multipliers.rs`), in which the objective takes part with what is
//! asked for. The row ends the node, or forbids literals (reduced-cost fixing), or does nothing. Where the
//! relaxation's values are whole, the search goes to them; elsewhere it branches on a column that is far from whole
//! and was often in conflicts.
//!
//! When it runs: at the root. With an objective also at nodes, and there where a list has no first solution for long,
//! as long as that ends or fixes enough for what it costs.

use super::activity::Activity;
use super::binaries::{Binaries, BinaryRow};
use super::literal::ColumnLit;
use super::multipliers::RelaxedRow;
use super::options::{RelaxationUse, TreeStatistics};
use super::refutation::{NO_STEP, StepId};
use super::simplex::{Simplex, Solved};
use super::state::{Conflict, State};
use super::trail::Trail;
use super::watch::{PIVOT_WORK, TreeWatch};

/// The most pivots of the root, of the root where solutions are listed, and of a node.
const ROOT_PIVOTS: u64 = 50_000;
const LIST_PIVOTS: u64 = 300;
const NODE_PIVOTS: u64 = 500;
/// Values that are nearer to a whole number count as one.
const WHOLE: f64 = 1e-6;
/// The largest coefficient that a multiplier may make.
const MOST_MULTIPLIED: f64 = (1u64 << 62) as f64;
/// Multipliers are rounded to this many binary digits.
const DIGITS: i32 = 44;

/// The verdict of a relaxation about a node.
pub(super) enum Verdict {
    Conflict(Conflict),
    /// It has fixed literals.
    Fixed,
    /// Its values are whole.
    Solution,
}

/// The relaxation.
#[derive(Debug)]
pub(super) struct Relaxation {
    simplex: Simplex,
    rows: Vec<BinaryRow>,
    /// The largest coefficient of each.
    largest: Vec<f64>,
    costs: Vec<i64>,
    cost_scale: f64,
    usage: RelaxationUse,
    /// The objective may be at most this, once something was found.
    most: Option<i64>,
    /// The step that says so.
    most_step: StepId,
    /// The constraints of which the last row is a sum, and their multiples, where steps are kept.
    parts: Vec<(StepId, i128)>,
    /// The columns that were not 0 for good the last time that this was asked.
    columns: Vec<usize>,
    /// The coefficients of the root's row, which tell what an objective costs.
    root: Vec<i128>,
    root_scale: i128,
    /// The objective was multiplied by this in the last row.
    scale: i128,
    /// No solution has a smaller objective.
    bound: Option<i64>,
    /// The literals whose bounds the simplex method has.
    synced: Vec<ColumnLit>,
    /// Solved at the root.
    is_begun: bool,
    /// The length of the trail at the last look.
    looked_at: Option<usize>,
    /// Nodes to skip before the next look, and how many that were of late.
    wait: u64,
    skip: u64,
    gained: f64,
    sums: Vec<i128>,
    keeps_steps: bool,
    /// Solved at nodes although there is no objective.
    pub(super) at_nodes: bool,
}

impl Relaxation {
    pub(super) fn new(binaries: &Binaries, usage: RelaxationUse, keeps_steps: bool) -> Self {
        let mut costs = vec![0; binaries.columns];
        binaries.objective.iter().for_each(|&(column, cost)| costs[column] = cost);
        let rows = binaries.rows.clone();
        let simplex = Simplex::new(&costs, rows.iter().map(BinaryRow::as_lp));
        let largest = |row: &BinaryRow| row.terms.iter().map(|term| term.1.unsigned_abs()).max().unwrap_or(0) as f64;
        Relaxation {
            largest: rows.iter().map(largest).collect(),
            simplex,
            rows,
            cost_scale: Simplex::cost_scale(&costs),
            columns: (0..costs.len()).collect(),
            sums: vec![0; costs.len()],
            costs,
            usage,
            most: None,
            most_step: binaries.most.map_or(NO_STEP, |most| most.1),
            parts: Vec::new(),
            bound: None,
            root: Vec::new(),
            root_scale: 1,
            scale: 1,
            synced: Vec::new(),
            is_begun: false,
            looked_at: None,
            wait: 0,
            skip: 0,
            gained: 1.0,
            keeps_steps,
            at_nodes: false,
        }
    }

    /// Asks for an objective of at most this.
    pub(super) fn ask_for(&mut self, most: i64) {
        self.most = Some(most);
        self.looked_at = None;
    }

    /// The number that no objective is smaller than, as far as the root has told.
    pub(super) fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// True if the root's relaxation would fix more columns now that the objective may be at most `most`: one in a
    /// hundred.
    pub(super) fn fixes_more(&self, most: i64, trail: &Trail) -> bool {
        let Some(bound) = self.bound else { return false };
        // The row is the objective times this, but for rounding.
        let room = i128::from(most).saturating_sub(i128::from(bound)).max(0).saturating_mul(self.root_scale);
        let is_open = |column: usize| {
            let lit = ColumnLit::one(column);
            trail.is_open(lit) || trail.level(lit) > 0
        };
        let is_fixed = |&&column: &&usize| self.root[column].abs() > room && is_open(column);
        100 * self.columns.iter().filter(is_fixed).count() > self.columns.len()
    }

    /// True if the root was solved.
    pub(super) fn is_begun(&self) -> bool {
        self.is_begun
    }

    fn is_due(&mut self, is_root: bool, state: &State) -> bool {
        let length = state.trail.literals().len();
        if !self.is_begun {
            return true;
        }
        let at_nodes = match self.usage {
            RelaxationUse::Nodes => true,
            RelaxationUse::Auto => self.at_nodes || self.costs.iter().any(|&cost| cost != 0),
            RelaxationUse::Root | RelaxationUse::Off => false,
        };
        if !at_nodes || self.looked_at == Some(length) {
            return false;
        }
        if is_root || self.usage == RelaxationUse::Nodes {
            return true;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        true
    }

    /// Solves it if that is due; at the root, if anything has changed.
    pub(super) fn look(
        &mut self,
        is_root: bool,
        state: &mut State,
        statistics: &mut TreeStatistics,
        watch: &mut dyn TreeWatch,
    ) -> Option<Verdict> {
        if state.trail.levels() == 0 {
            self.forget(&state.trail);
        }
        if !self.is_due(is_root, state) {
            return None;
        }
        let most = match self.is_begun {
            true => NODE_PIVOTS,
            false if !self.at_nodes && self.costs.iter().all(|&cost| cost == 0) => LIST_PIVOTS,
            false => ROOT_PIVOTS,
        };
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        self.sync(&state.trail);
        let before = self.simplex.pivots;
        let cutoff = self.most.map(|most| (most as f64 + 1.0 - 1e-6) / self.cost_scale);
        let mut verdict = None;
        for attempt in 0..2 {
            // What looked beyond the cutoff and is not, goes on without one.
            let mut is_over = |pivots| watch.breaks_off(PIVOT_WORK * pivots);
            let end = self.simplex.run_watched(cutoff.filter(|_| attempt == 0), most, &mut is_over);
            verdict = self.judge(end, state);
            match end {
                Solved::Infeasible if verdict.is_none() && attempt == 0 => self.simplex.refresh(),
                Solved::Cutoff if verdict.is_none() => {}
                _ => break,
            }
        }
        statistics.relaxations += 1;
        statistics.pivots += self.simplex.pivots - before;
        self.looked_at = Some(state.trail.literals().len());
        let gain = match verdict {
            Some(Verdict::Conflict(_)) => {
                statistics.pruned += 1;
                1.0
            }
            Some(Verdict::Fixed) => {
                statistics.fixed += 1;
                0.5
            }
            Some(Verdict::Solution) => 1.0,
            None => 0.0,
        };
        if !is_first {
            self.gained = 0.95 * self.gained + 0.05 * gain;
            self.skip = if self.gained > 0.1 { 0 } else { (self.skip * 2).clamp(1, 4) };
            self.wait = self.skip;
        }
        verdict
    }

    /// Forgets columns that are 0 for good, once they are many.
    fn forget(&mut self, trail: &Trail) {
        let zeros = trail.literals().iter().filter(|lit| !lit.is_one()).count();
        if self.costs.len() - zeros + self.costs.len() / 10 > self.columns.len() {
            return;
        }
        let is_zero = |column: usize| trail.is_false(ColumnLit::one(column));
        self.simplex.forget(is_zero);
        if self.keeps_steps {
            return;
        }
        self.columns.retain(|&column| !is_zero(column));
        self.rows.iter_mut().for_each(|row| row.terms.retain(|term| !is_zero(term.0)));
    }

    /// Gives the simplex method the bounds of the trail.
    fn sync(&mut self, trail: &Trail) {
        let now = trail.literals();
        let common = self.synced.iter().zip(now).take_while(|(a, b)| a == b).count();
        for lit in self.synced.drain(common..) {
            if trail.is_open(lit) {
                self.simplex.bound(lit.column(), 0.0, 1.0);
            }
        }
        for &lit in &now[common..] {
            let value = f64::from(u8::from(lit.is_one()));
            self.simplex.bound(lit.column(), value, value);
        }
        self.synced.extend_from_slice(&now[common..]);
    }

    fn judge(&mut self, end: Solved, state: &mut State) -> Option<Verdict> {
        let level = state.trail.levels();
        let row = if end == Solved::Infeasible {
            let ray = self.simplex.ray();
            self.row(&ray, None, &state.trail)
        } else {
            let duals: Vec<f64> = self.simplex.duals().iter().map(|dual| -dual * self.cost_scale).collect();
            if level == 0 {
                self.bound = self.bound.max(self.least(&duals, &state.trail));
                self.root.clone_from(&self.sums);
                self.root_scale = self.scale;
            }
            self.most.and_then(|most| self.row(&duals, Some(most), &state.trail))
        };
        if let Some(mut row) = row {
            if self.keeps_steps {
                state.note_facts();
                let ledger = state.ledger.as_mut().expect("steps are kept");
                row.steps.push(ledger.sum(&self.parts, &[], 1));
                let facts = state.trail.literals().iter().take_while(|&&lit| state.trail.level(lit) == 0);
                let takes_part = |lit: &&ColumnLit| self.sums[lit.column()] != 0;
                row.steps.extend(facts.filter(takes_part).map(|lit| ledger.units[lit.column()]));
            }
            let index = state.relaxed.len() as u32;
            row.propagate(index, &mut state.trail);
            let verdict = if row.is_conflict() { Verdict::Conflict(Conflict::Relaxed(index)) } else { Verdict::Fixed };
            state.relaxed.push(row);
            return Some(verdict);
        }
        let is_whole = |&column: &usize| {
            let value = self.simplex.value(column);
            (value - value.round()).abs() < WHOLE
        };
        if end == Solved::Optimal && self.columns.iter().all(is_whole) {
            return Some(Verdict::Solution);
        }
        None
    }

    /// Adds the rows up by these multipliers, with the objective if that takes part; the right side of the sum, and by
    /// what the objective was multiplied. Nothing if the numbers get too large.
    fn add_up(&mut self, multipliers: &[f64], with_objective: bool) -> Option<(i128, i128)> {
        let size = |(row, by): (&f64, &f64)| row * by.abs();
        let largest = self.largest.iter().zip(multipliers).map(size).fold(0.0, f64::max);
        let largest = largest.max(if with_objective { self.cost_scale } else { 0.0 });
        // Beyond that, what is added up could leave 128 bits.
        if !(largest < MOST_MULTIPLIED && largest > 0.0) {
            return None;
        }
        let digits = (DIGITS - largest.log2().ceil() as i32).clamp(0, 60);
        let scale = f64::from(digits).exp2();
        let mut right = 0i128;
        self.parts.clear();
        self.columns.iter().for_each(|&column| self.sums[column] = 0);
        for (row, &by) in self.rows.iter().zip(multipliers) {
            let by = (by * scale).round();
            if by == 0.0 || by < 0.0 && !row.is_equal {
                continue;
            }
            let by = by as i128;
            right += by * i128::from(row.hi);
            if self.keeps_steps {
                self.parts.push((row.steps[usize::from(by < 0)], by.abs()));
            }
            row.terms.iter().for_each(|&(column, coefficient)| self.sums[column] += by * i128::from(coefficient));
        }
        let by = 1i128 << digits;
        self.scale = by;
        if with_objective {
            self.parts.push((self.most_step, by));
            self.columns.iter().for_each(|&column| self.sums[column] += by * i128::from(self.costs[column]));
        }
        let largest = self.columns.iter().map(|&column| self.sums[column].unsigned_abs()).max().unwrap_or(0);
        (largest <= i64::MAX as u128).then_some((right, by))
    }

    /// The sum of the rows by these multipliers, with the objective if that takes part; nothing if it forbids nothing.
    fn row(&mut self, multipliers: &[f64], most: Option<i64>, trail: &Trail) -> Option<RelaxedRow> {
        let (right, by) = self.add_up(multipliers, most.is_some())?;
        RelaxedRow::new(&self.sums, &self.columns, right + most.map_or(0, |most| by * i128::from(most)), trail)
    }

    /// The least value that the objective can have where these literals are true.
    fn least(&mut self, multipliers: &[f64], trail: &Trail) -> Option<i64> {
        let (right, by) = self.add_up(multipliers, true)?;
        let least = |&column: &usize| match (ColumnLit::one(column), self.sums[column]) {
            (lit, sum) if trail.is_true(lit) => sum,
            (lit, _) if trail.is_false(lit) => 0,
            (_, sum) => sum.min(0),
        };
        let sum = self.columns.iter().map(least).sum::<i128>() - right;
        // Rounded up, since the objective is whole.
        i64::try_from(-(-sum).div_euclid(by)).ok()
    }

    /// The columns that are not 0 for good, and some that are.
    pub(super) fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The value of a column.
    pub(super) fn value(&self, column: usize) -> f64 {
        self.simplex.value(column)
    }

    /// The column to branch on, and the value to try first.
    pub(super) fn branch(&self, trail: &Trail, activity: &Activity) -> Option<ColumnLit> {
        self.looked_at?;
        let mut best: Option<(f64, usize)> = None;
        for &column in &self.columns {
            let value = self.simplex.value(column);
            let away = (value - value.floor()).min(value.ceil() - value);
            if away > WHOLE && trail.is_open(ColumnLit::one(column)) {
                let score = away * (activity.score(column) + activity.step() * 1e-3);
                if best.is_none_or(|(highest, _)| score > highest) {
                    best = Some((score, column));
                }
            }
        }
        let column = best?.1;
        Some(ColumnLit::of(column, self.simplex.value(column) >= 0.5))
    }
}

//! The linear relaxation at the nodes of the tree.
//!
//! Its multipliers make a row in whole numbers (`multipliers.rs`), in which the objective takes part with what is asked for.
//! The row ends the node, or forbids literals (reduced-cost fixing), or does nothing. Where the relaxation's values are
//! whole, the search goes to them; elsewhere it branches on a column that is far from whole and was often in conflicts.
//!
//! When it runs: at the root; where there is an objective also at nodes, as long as that ends or fixes something often
//! enough for what it costs.

use super::activity::Activity;
use super::binaries::{Binaries, BinaryRow};
use super::literal::ColumnLit;
use super::multipliers::RelaxedRow;
use super::options::{RelaxationUse, TreeStatistics};
use super::simplex::{Simplex, Solved};
use super::state::{Conflict, State};
use super::trail::Trail;

/// The most pivots of the root, and of a node.
const ROOT_PIVOTS: u64 = 50_000;
const NODE_PIVOTS: u64 = 500;
/// What is nearer to a whole number counts as one.
const WHOLE: f64 = 1e-6;
/// Multipliers are rounded to this many binary digits.
const DIGITS: i32 = 44;

/// What a relaxation has told about a node.
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
    costs: Vec<i64>,
    cost_scale: f64,
    usage: RelaxationUse,
    /// The objective may be at most this, once something was found.
    most: Option<i64>,
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
}

impl Relaxation {
    pub(super) fn new(binaries: &Binaries, usage: RelaxationUse) -> Self {
        let mut costs = vec![0; binaries.columns];
        binaries.objective.iter().for_each(|&(column, cost)| costs[column] = cost);
        let rows = binaries.rows.clone();
        let simplex = Simplex::new(&costs, rows.iter().map(BinaryRow::as_lp));
        Relaxation {
            simplex,
            rows,
            cost_scale: Simplex::cost_scale(&costs),
            sums: vec![0; costs.len()],
            costs,
            usage,
            most: None,
            synced: Vec::new(),
            is_begun: false,
            looked_at: None,
            wait: 0,
            skip: 0,
            gained: 1.0,
        }
    }

    /// Asks for an objective of at most this.
    pub(super) fn ask_for(&mut self, most: i64) {
        self.most = Some(most);
        self.looked_at = None;
    }

    fn is_due(&mut self, state: &State) -> bool {
        let length = state.trail.literals().len();
        if !self.is_begun {
            return true;
        }
        let at_nodes = match self.usage {
            RelaxationUse::Nodes => true,
            RelaxationUse::Auto => self.costs.iter().any(|&cost| cost != 0),
            RelaxationUse::Root | RelaxationUse::Off => false,
        };
        if !at_nodes || self.looked_at == Some(length) {
            return false;
        }
        if state.trail.levels() == 0 || self.usage == RelaxationUse::Nodes {
            return true;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        true
    }

    /// Solves it if that is due.
    pub(super) fn look(&mut self, state: &mut State, statistics: &mut TreeStatistics) -> Option<Verdict> {
        if !self.is_due(state) {
            return None;
        }
        let most = if self.is_begun { NODE_PIVOTS } else { ROOT_PIVOTS };
        let is_root = !std::mem::replace(&mut self.is_begun, true);
        self.sync(&state.trail);
        let before = self.simplex.pivots;
        let cutoff = self.most.map(|most| (most as f64 + 1.0 - 1e-6) / self.cost_scale);
        let mut verdict = None;
        for attempt in 0..2 {
            let end = self.simplex.run(cutoff, most);
            verdict = self.judge(end, state);
            match end {
                Solved::Infeasible | Solved::Cutoff if verdict.is_none() && attempt == 0 => self.simplex.refresh(),
                _ => break,
            }
        }
        statistics.relaxations += 1;
        statistics.pivots += self.simplex.pivots - before;
        state.work += 20 * (self.simplex.pivots - before);
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
        if !is_root {
            self.gained = 0.95 * self.gained + 0.05 * gain;
            self.skip = if self.gained > 0.1 { 0 } else { (self.skip * 2).clamp(1, 64) };
            self.wait = self.skip;
        }
        verdict
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
        let row = match end {
            Solved::Infeasible => {
                let ray = self.simplex.ray();
                self.row(&ray, false, state)
            }
            _ => {
                let duals: Vec<f64> = self.simplex.duals().iter().map(|dual| -dual * self.cost_scale).collect();
                self.row(&duals, true, state)
            }
        };
        if let Some(row) = row {
            let slack = row.slack(&state.trail);
            let index = state.relaxed.len() as u32;
            if slack < 0 {
                state.relaxed.push(row);
                return Some(Verdict::Conflict(Conflict::Relaxed(index)));
            }
            let before = state.trail.literals().len();
            row.propagate(index, slack, &mut state.trail);
            if state.trail.literals().len() > before {
                state.relaxed.push(row);
                return Some(Verdict::Fixed);
            }
        }
        let is_whole = |column: usize| {
            let value = self.simplex.value(column);
            (value - value.round()).abs() < WHOLE
        };
        if end == Solved::Optimal && (0..self.costs.len()).all(is_whole) {
            return Some(Verdict::Solution);
        }
        None
    }

    /// The sum of the rows by these multipliers, with the objective if something was found.
    fn row(&mut self, multipliers: &[f64], with_objective: bool, state: &State) -> Option<RelaxedRow> {
        let most = match self.most {
            Some(most) if with_objective => Some(most),
            _ if with_objective => return None,
            _ => None,
        };
        let size = |(row, by): (&BinaryRow, &f64)| {
            row.terms.iter().map(|term| term.1.unsigned_abs()).max().unwrap_or(0) as f64 * by.abs()
        };
        let largest = self.rows.iter().zip(multipliers).map(size).fold(0.0, f64::max);
        let largest = largest.max(if most.is_some() { self.cost_scale } else { 0.0 });
        if !(largest.is_finite() && largest > 0.0) {
            return None;
        }
        let digits = (DIGITS - largest.log2().ceil() as i32).clamp(0, 60);
        let scale = f64::from(digits).exp2();
        let mut hi = 0i128;
        self.sums.iter_mut().for_each(|sum| *sum = 0);
        for (row, &by) in self.rows.iter().zip(multipliers) {
            let by = (by * scale).round();
            if by == 0.0 || by < 0.0 && !row.is_equal {
                continue;
            }
            let by = by as i128;
            hi += by * i128::from(row.hi);
            row.terms.iter().for_each(|&(column, coefficient)| self.sums[column] += by * i128::from(coefficient));
        }
        if let Some(most) = most {
            let by = 1i128 << digits;
            hi += by * i128::from(most);
            self.costs.iter().zip(&mut self.sums).for_each(|(&cost, sum)| *sum += by * i128::from(cost));
        }
        let largest = self.sums.iter().map(|sum| sum.unsigned_abs()).max().unwrap_or(0);
        if largest > i64::MAX as u128 {
            return None;
        }
        let terms = self.sums.iter().enumerate().map(|(column, &sum)| (column, sum as i64));
        Some(RelaxedRow::new(terms, hi, state.trail.levels()))
    }

    /// The value of a column.
    pub(super) fn value(&self, column: usize) -> f64 {
        self.simplex.value(column)
    }

    /// The column to branch on, and the value to try first.
    pub(super) fn branch(&self, trail: &Trail, activity: &Activity) -> Option<ColumnLit> {
        self.looked_at?;
        let mut best: Option<(f64, usize)> = None;
        for column in 0..self.costs.len() {
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

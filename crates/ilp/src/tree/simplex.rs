//! A bounded dual simplex method.
//!
//! **What.** `minimise c x` where `A x + s = b` and every column and slack has finite bounds. With all columns at the
//! bound that their cost asks for, any basis is dual feasible: so it begins with the slacks, and after bounds have
//! changed with the basis it has.
//!
//! **Whose idea.** Lemke, 1954; steepest edge: Forrest, Goldfarb, "Steepest-edge simplex algorithms for linear
//! programming", 1992; ratios that pass bounds: Maros, "A generalized dual phase-2 simplex algorithm", 2003; both as
//! in Koberstein, "The dual simplex method", 2005.
//!
//! **Ours.** The result is not an optimum but the multipliers of rows, which others turn into a row in whole numbers.
//! So costs are disturbed once and stay so, and a run that gives up half way is of use as well.

use cnfab_base::split_mix::{STEP, split_mix};

use super::factor::Factor;

mod basis;
mod ratio;

/// Bounds are kept up to this.
const FEASIBLE: f64 = 1e-7;
/// Smaller entries are no pivots.
const PIVOT: f64 = 1e-7;
const NOT_BASIC: u32 = u32::MAX;

/// The most pivots between two looks, the fewest, and the entries of the rows that all of them may pass.
const PART: u64 = 200;
const LEAST_PART: u64 = 8;
const ENTRIES: usize = 4_000_000;

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Solved {
    Optimal,
    /// The multipliers contradict the bounds.
    Infeasible,
    /// The objective is beyond the cutoff.
    Cutoff,
    /// The pivots were used up, or the numbers got too bad.
    Unfinished,
}

/// A row: entries by column, the right side, and whether it is an equation.
pub(super) type LpRow<'r> = (&'r [(usize, i64)], i64, bool);

/// A linear program and its basis.
#[derive(Debug)]
pub(super) struct Simplex {
    columns: usize,
    /// By column, scaled entries by row; behind them the slacks.
    matrix: Vec<Vec<(u32, f64)>>,
    /// By row, scaled entries by column.
    rows: Vec<Vec<(u32, f64)>>,
    scales: Vec<f64>,
    right: Vec<f64>,
    costs: Vec<f64>,
    true_costs: Vec<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
    values: Vec<f64>,
    reduced: Vec<f64>,
    basis: Vec<u32>,
    places: Vec<u32>,
    weights: Vec<f64>,
    factor: Factor,
    /// The multipliers of rows after a run that was infeasible.
    ray: Vec<f64>,
    /// Changes of values that the basic ones do not know yet, by row.
    pending: Vec<f64>,
    is_pending: bool,
    pub(super) pivots: u64,
    scratch: Scratch,
}

#[derive(Debug, Default)]
struct Scratch {
    row: Vec<f64>,
    touched: Vec<u32>,
    rho: Vec<f64>,
    column: Vec<f64>,
    tau: Vec<f64>,
}

impl Simplex {
    /// A program over 0/1 columns with these costs.
    pub(super) fn new<'r>(costs: &[i64], rows: impl Iterator<Item = LpRow<'r>>) -> Self {
        let columns = costs.len();
        let largest = costs.iter().map(|cost| cost.unsigned_abs()).max().unwrap_or(0).max(1) as f64;
        // A fixed sequence: costs that differ by a little break ties.
        let disturbed = |(column, &cost): (usize, &i64)| {
            let share = split_mix((column as u64).wrapping_mul(STEP)) as f64 / u64::MAX as f64;
            let cost = cost as f64 / largest;
            cost + (0.5 + share) * 1e-6 * (1.0 + cost.abs())
        };
        let mut made = Simplex {
            columns,
            matrix: vec![Vec::new(); columns],
            rows: Vec::new(),
            scales: Vec::new(),
            right: Vec::new(),
            costs: costs.iter().enumerate().map(disturbed).collect(),
            true_costs: costs.iter().map(|&cost| cost as f64 / largest).collect(),
            low: vec![0.0; columns],
            high: vec![1.0; columns],
            values: vec![0.0; columns],
            reduced: vec![0.0; columns],
            basis: Vec::new(),
            places: vec![NOT_BASIC; columns],
            weights: Vec::new(),
            factor: Factor::new(),
            ray: Vec::new(),
            pending: Vec::new(),
            is_pending: false,
            pivots: 0,
            scratch: Scratch::default(),
        };
        made.add_rows(rows);
        made
    }

    /// The number that costs were divided by.
    pub(super) fn cost_scale(costs: &[i64]) -> f64 {
        costs.iter().map(|cost| cost.unsigned_abs()).max().unwrap_or(0).max(1) as f64
    }

    /// Adds rows; the basis stays, with their slacks.
    pub(super) fn add_rows<'r>(&mut self, rows: impl Iterator<Item = LpRow<'r>>) {
        for (terms, hi, is_equal) in rows {
            let row = self.rows.len();
            let largest = terms.iter().map(|term| term.1.unsigned_abs()).max().unwrap_or(1) as f64;
            let scale = largest.log2().round().exp2().recip();
            let entries: Vec<(u32, f64)> = terms.iter().map(|term| (term.0 as u32, term.1 as f64 * scale)).collect();
            entries.iter().for_each(|&(column, entry)| self.matrix[column as usize].push((row as u32, entry)));
            let least: f64 = entries.iter().map(|entry| entry.1.min(0.0)).sum();
            self.rows.push(entries);
            self.scales.push(scale);
            self.right.push(hi as f64 * scale);
            let slack = self.matrix.len();
            self.matrix.push(vec![(row as u32, 1.0)]);
            self.costs.push(0.0);
            self.low.push(0.0);
            self.high.push(if is_equal { 0.0 } else { (hi as f64 * scale - least).max(0.0) });
            self.values.push(0.0);
            self.reduced.push(0.0);
            self.places.push(self.basis.len() as u32);
            self.basis.push(slack as u32);
            self.weights.push(1.0);
        }
        self.pending = vec![0.0; self.rows.len()];
        self.refactor();
    }

    /// Computes everything anew, after errors have shown.
    pub(super) fn refresh(&mut self) {
        self.refactor();
    }

    /// Forgets columns that stay 0 where the row of a pivot is computed.
    pub(super) fn forget(&mut self, stays_zero: impl Fn(usize) -> bool) {
        let Simplex { rows, places, .. } = self;
        let stays = |column: u32| places[column as usize] == NOT_BASIC && stays_zero(column as usize);
        rows.iter_mut().for_each(|row| row.retain(|entry| !stays(entry.0)));
    }

    /// The value of a column.
    pub(super) fn value(&self, column: usize) -> f64 {
        self.values[column]
    }

    /// Sets the bounds of a column.
    pub(super) fn bound(&mut self, column: usize, low: f64, high: f64) {
        self.low[column] = low;
        self.high[column] = high;
        if self.places[column] == NOT_BASIC {
            self.move_to(column, self.bound_by_cost(column));
        }
    }

    /// The bound that the reduced cost asks for.
    fn bound_by_cost(&self, column: usize) -> f64 {
        if self.reduced[column] >= 0.0 { self.low[column] } else { self.high[column] }
    }

    fn move_to(&mut self, column: usize, value: f64) {
        let by = value - self.values[column];
        if by != 0.0 {
            self.values[column] = value;
            self.matrix[column].iter().for_each(|&(row, entry)| self.pending[row as usize] += entry * by);
            self.is_pending = true;
        }
    }

    /// Lets the basic values know what has changed.
    fn settle(&mut self) {
        if !std::mem::take(&mut self.is_pending) {
            return;
        }
        self.factor.solve(&mut self.pending);
        for (place, by) in self.pending.iter_mut().enumerate() {
            if *by != 0.0 {
                self.values[self.basis[place] as usize] -= *by;
                *by = 0.0;
            }
        }
    }

    /// The objective, divided by the cost scale, without what disturbs it.
    pub(super) fn objective(&self) -> f64 {
        self.true_costs.iter().zip(&self.values).map(|(cost, value)| cost * value).sum()
    }

    /// The multipliers of the rows, unscaled: `cost - reduced cost` is their sum.
    pub(super) fn duals(&mut self) -> Vec<f64> {
        let mut duals: Vec<f64> = self.basis.iter().map(|&column| self.costs[column as usize]).collect();
        self.factor.solve_transposed(&mut duals);
        duals.iter().zip(&self.scales).map(|(dual, scale)| dual * scale).collect()
    }

    /// The multipliers of the rows that contradict the bounds, unscaled.
    pub(super) fn ray(&self) -> Vec<f64> {
        self.ray.iter().zip(&self.scales).map(|(by, scale)| by * scale).collect()
    }

    /// Pivots until the end, the cutoff, or as often as told.
    pub(super) fn run(&mut self, cutoff: Option<f64>, most: u64) -> Solved {
        self.settle();
        let end = self.pivots + most;
        let mut failures = 0;
        loop {
            if self.factor.is_heavy() {
                self.refactor();
            }
            if self.pivots >= end || failures > 3 {
                return Solved::Unfinished;
            }
            if self.pivots.is_multiple_of(8) && cutoff.is_some_and(|cutoff| self.objective() > cutoff) {
                return Solved::Cutoff;
            }
            let Some((place, is_above)) = self.leaving() else {
                return Solved::Optimal;
            };
            self.pivots += 1;
            match self.pivot(place, is_above) {
                Pivot::Done => failures = 0,
                Pivot::Infeasible => return Solved::Infeasible,
                Pivot::Bad => {
                    failures += 1;
                    self.refactor();
                }
            }
        }
    }

    /// The same in parts, with a look in between at whether that is over; it gets the pivots since the last look.
    pub(super) fn run_watched(
        &mut self,
        cutoff: Option<f64>,
        most: u64,
        is_over: &mut dyn FnMut(u64) -> bool,
    ) -> Solved {
        let end = self.pivots + most;
        let entries: usize = self.rows.iter().map(Vec::len).sum();
        let most_at_once = ((ENTRIES / entries.max(1)) as u64).clamp(LEAST_PART, PART);
        loop {
            let (before, part) = (self.pivots, most_at_once.min(end - self.pivots));
            let solved = self.run(cutoff, part);
            let done = self.pivots - before;
            if is_over(done) || solved != Solved::Unfinished || done < part || self.pivots >= end {
                return solved;
            }
        }
    }

    /// The place whose value is farthest out of its bounds for the length of its row, and the side.
    fn leaving(&self) -> Option<(usize, bool)> {
        let mut best = (0.0, None);
        for (place, &column) in self.basis.iter().enumerate() {
            let value = self.values[column as usize];
            let (below, above) = (self.low[column as usize] - value, value - self.high[column as usize]);
            let out = below.max(above);
            if out > FEASIBLE {
                let score = out * out / self.weights[place];
                if score > best.0 {
                    best = (score, Some((place, above > below)));
                }
            }
        }
        best.1
    }

    fn pivot(&mut self, place: usize, is_above: bool) -> Pivot {
        let size = self.rows.len();
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.rho.clear();
        scratch.rho.resize(size, 0.0);
        scratch.rho[place] = 1.0;
        self.factor.solve_transposed(&mut scratch.rho);
        self.price(&mut scratch);
        let leaves = self.basis[place] as usize;
        let bound = if is_above { self.high[leaves] } else { self.low[leaves] };
        let out = (self.values[leaves] - bound).abs();
        let sign = if is_above { 1.0 } else { -1.0 };
        let result = match self.entering(&scratch, sign, out) {
            None => {
                self.ray = scratch.rho.iter().map(|by| -sign * by).collect();
                Pivot::Infeasible
            }
            Some((enters, passed)) => self.exchange(place, bound, enters, passed, &mut scratch),
        };
        for &column in &scratch.touched {
            scratch.row[column as usize] = 0.0;
        }
        scratch.touched.clear();
        self.scratch = scratch;
        result
    }

    fn exchange(&mut self, place: usize, bound: f64, enters: usize, passed: Vec<u32>, scratch: &mut Scratch) -> Pivot {
        let size = self.rows.len();
        scratch.column.clear();
        scratch.column.resize(size, 0.0);
        self.matrix[enters].iter().for_each(|&(row, entry)| scratch.column[row as usize] += entry);
        self.factor.solve(&mut scratch.column);
        let (by_row, by_column) = (scratch.row[enters], scratch.column[place]);
        if by_column.abs() < PIVOT || (by_row - by_column).abs() > 1e-6 * (1.0 + by_column.abs()) {
            return Pivot::Bad;
        }
        let step = self.reduced[enters] / by_column;
        for &column in &scratch.touched {
            self.reduced[column as usize] -= step * scratch.row[column as usize];
        }
        let leaves = self.basis[place] as usize;
        self.reduced[leaves] = -step;
        self.reduced[enters] = 0.0;
        for column in passed {
            let column = column as usize;
            let other = if self.values[column] == self.low[column] { self.high[column] } else { self.low[column] };
            self.move_to(column, other);
        }
        self.settle();
        let by = (self.values[leaves] - bound) / by_column;
        for (other, &entry) in scratch.column.iter().enumerate() {
            if entry != 0.0 {
                self.values[self.basis[other] as usize] -= by * entry;
            }
        }
        self.values[enters] += by;
        self.values[leaves] = bound;
        scratch.tau.clear();
        scratch.tau.extend_from_slice(&scratch.rho);
        self.factor.solve(&mut scratch.tau);
        let weight: f64 = scratch.rho.iter().map(|by| by * by).sum();
        for (other, &entry) in scratch.column.iter().enumerate() {
            if other != place && entry != 0.0 {
                let ratio = entry / by_column;
                let changed = self.weights[other] - 2.0 * ratio * scratch.tau[other] + ratio * ratio * weight;
                self.weights[other] = changed.max(1e-4);
            }
        }
        self.weights[place] = (weight / (by_column * by_column)).max(1e-4);
        self.factor.exchange(place, &scratch.column);
        self.basis[place] = enters as u32;
        self.places[enters] = place as u32;
        self.places[leaves] = NOT_BASIC;
        Pivot::Done
    }
}

/// The end of a pivot.
enum Pivot {
    Done,
    Infeasible,
    Bad,
}

//! Cover cuts at the root, and coefficients of rows as small as they can be.
//!
//! **What.** Columns whose coefficients together exceed a row's bound, a cover, are not all 1. A minimal cover that the
//! relaxation's values violate becomes a row. It is lifted: a column counts as often as its coefficient makes up for
//! the cover's largest.
//!
//! **Whose idea.** Balas, "Facets of the knapsack polytope", 1975; separation in the relaxation: Crowder, Johnson,
//! Padberg, "Solving large-scale zero-one linear programming problems", 1983, who also reduced coefficients.
//!
//! **When.** Where an optimum is searched and `cuts` is on: rounds at the root before the search, whose rows the tight
//! ones become.

use super::binaries::{Binaries, BinaryRow};
use super::literal::ColumnLit;
use super::refutation::{self, Ledger, NO_STEP, StepId, divisor};
use super::simplex::{Simplex, Solved};
use super::watch::{PIVOT_WORK, TreeWatch};

/// The most rounds, and the most pivots of each.
const ROUNDS: usize = 20;
const PIVOTS: u64 = 5_000;
/// Rounds that move the bound by less than this part of it are idle; after six such there is no further.
const GAIN: f64 = 1e-5;
/// A cut is violated by at least this much.
const VIOLATED: f64 = 0.02;
/// Rows that are longer are left alone.
const LONGEST: usize = 20_000;

/// Adds cuts to a program, as long as that is not over; their number.
pub(super) fn add(binaries: &mut Binaries, watch: &mut dyn TreeWatch) -> u64 {
    let mut is_over = |pivots| watch.breaks_off(PIVOT_WORK * pivots);
    let mut costs = vec![0; binaries.columns];
    binaries.objective.iter().for_each(|&(column, cost)| costs[column] = cost);
    let mut simplex = Simplex::new(&costs, binaries.rows.iter().map(BinaryRow::as_lp));
    let mut cuts: Vec<BinaryRow> = Vec::new();
    let mut before = f64::NEG_INFINITY;
    let mut idle = 0;
    for _ in 0..ROUNDS {
        if simplex.run_watched(None, PIVOTS, &mut is_over) != Solved::Optimal {
            break;
        }
        let reached = simplex.objective();
        idle = if reached > before + GAIN * (1.0 + before.abs()) { 0 } else { idle + 1 };
        if idle > 5 {
            break;
        }
        before = before.max(reached);
        let values: Vec<f64> = (0..binaries.columns).map(|column| simplex.value(column)).collect();
        let mut found: Vec<BinaryRow> = Vec::new();
        for row in binaries.rows.iter().filter(|row| row.terms.len() <= LONGEST) {
            found.extend(cover(&row.terms, row.hi, &values, row.steps[0], &mut binaries.ledger));
            if row.is_equal {
                let opposite: Vec<(usize, i64)> = row.terms.iter().map(|&(column, by)| (column, -by)).collect();
                found.extend(cover(&opposite, -row.hi, &values, row.steps[1], &mut binaries.ledger));
            }
        }
        found.retain(|cut| !cuts.iter().any(|known| known.hi == cut.hi && known.terms == cut.terms));
        if found.is_empty() {
            break;
        }
        simplex.add_rows(found.iter().map(BinaryRow::as_lp));
        cuts.extend(found);
    }
    simplex.run_watched(None, PIVOTS, &mut is_over);
    let values: Vec<f64> = (0..binaries.columns).map(|column| simplex.value(column)).collect();
    let is_tight = |cut: &BinaryRow| {
        let sum: f64 = cut.terms.iter().map(|&(column, by)| by as f64 * values[column]).sum();
        sum > cut.hi as f64 - 1e-6
    };
    cuts.retain(is_tight);
    for cut in &cuts {
        binaries.take(cut.clone());
    }
    cuts.len() as u64
}

/// An item of a knapsack: a column, or its opposite.
#[derive(Clone, Copy)]
struct Item {
    column: usize,
    is_one: bool,
    weight: i64,
    value: f64,
}

/// A lifted cover of `sum <= hi` that the values violate. Where steps are kept, it has to follow by division.
fn cover(
    terms: &[(usize, i64)],
    hi: i64,
    values: &[f64],
    row: StepId,
    ledger: &mut Option<Ledger>,
) -> Option<BinaryRow> {
    let mut capacity = hi;
    let mut items: Vec<Item> = Vec::with_capacity(terms.len());
    for &(column, by) in terms {
        let (is_one, value) = if by > 0 { (true, values[column]) } else { (false, 1.0 - values[column]) };
        capacity += if is_one { 0 } else { -by };
        items.push(Item { column, is_one, weight: by.abs(), value });
    }
    // Cliques have no other covers than themselves.
    if items.iter().all(|item| 2 * item.weight > capacity) {
        return None;
    }
    let filled: f64 = items.iter().map(|item| item.weight as f64 * item.value).sum();
    if filled < capacity as f64 * 0.95 || !items.iter().any(|item| item.value > 1e-6 && item.value < 1.0 - 1e-6) {
        return None;
    }
    let mut order: Vec<usize> = (0..items.len()).filter(|&index| items[index].value > 1e-6).collect();
    let price = |&index: &usize| (1.0 - items[index].value) / items[index].weight as f64;
    order.sort_by(|a, b| price(a).total_cmp(&price(b)).then(items[*b].weight.cmp(&items[*a].weight)).then(a.cmp(b)));
    let mut weight = 0;
    let mut chosen = Vec::new();
    for index in order {
        chosen.push(index);
        weight += items[index].weight;
        if weight > capacity {
            break;
        }
    }
    if weight <= capacity {
        return None;
    }
    // Minimal: without any of them it fits. Those with small values go first.
    chosen.sort_by(|&a, &b| items[a].value.total_cmp(&items[b].value).then(a.cmp(&b)));
    chosen.retain(|&index| {
        let goes = weight - items[index].weight > capacity;
        weight -= if goes { items[index].weight } else { 0 };
        !goes
    });
    let mut largest: Vec<i64> = chosen.iter().map(|&index| items[index].weight).collect();
    largest.sort_unstable_by(|a, b| b.cmp(a));
    let sums: Vec<i64> = largest
        .iter()
        .scan(0, |sum, &weight| {
            *sum += weight;
            Some(*sum)
        })
        .collect();
    let mut counts = vec![0i64; items.len()];
    for (index, item) in items.iter().enumerate() {
        counts[index] = sums.partition_point(|&sum| sum <= item.weight) as i64;
    }
    chosen.iter().for_each(|&index| counts[index] = 1);
    let most = chosen.len() as i64 - 1;
    let sum: f64 = items.iter().zip(&counts).map(|(item, &count)| count as f64 * item.value).sum();
    if sum < most as f64 + VIOLATED {
        return None;
    }
    let mut hi = most;
    let mut terms = Vec::new();
    for (item, &count) in items.iter().zip(&counts).filter(|pair| *pair.1 > 0) {
        hi -= if item.is_one { 0 } else { count };
        terms.push((item.column, if item.is_one { count } else { -count }));
    }
    let mut step = NO_STEP;
    if let Some(ledger) = ledger {
        let counted = |(item, &count): (&Item, &i64)| {
            let lit = ColumnLit::of(item.column, item.is_one);
            refutation::Item { lit, weight: item.weight, count }
        };
        let counted: Vec<refutation::Item> = items.iter().zip(&counts).map(counted).collect();
        step = ledger.divided(row, &counted, divisor(&counted, capacity, most)?);
    }
    Some(BinaryRow { terms, hi, is_equal: false, steps: [step, NO_STEP] })
}

/// Makes the coefficients of a row smaller where no solution gets lost. Where a row holds whenever a column is 0, the
/// spare part of its bound then is taken from the coefficient and from the bound.
/// True if any did.
pub(super) fn reduce(terms: &mut [(usize, i64)], hi: &mut i64) -> bool {
    let most = |terms: &[(usize, i64)]| terms.iter().map(|term| term.1.max(0)).sum::<i64>();
    let mut reach = most(terms);
    let mut is_smaller = false;
    for term in terms.iter_mut() {
        let by = term.1;
        // Without the item the row holds whatever the others are.
        let spare = *hi - (reach - by.abs());
        if spare <= 0 || reach <= *hi {
            continue;
        }
        is_smaller = true;
        if by > 0 {
            term.1 -= spare;
            *hi -= spare;
            reach -= spare;
        } else {
            // The item is the opposite, of which the bound has none.
            term.1 += spare;
        }
    }
    is_smaller
}

//! Transforms each equation to a linear form over cells and auxiliary variables, one for each product of two numbers.
//!
//! The bounds of the other terms bound a product's values. So a table holds only rows that a solution of this one
//! equation may use. Longer products are chains: `(a * b) * c`. Known factors become coefficients. The cells fix the
//! auxiliary variables, so these do not add solutions.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab_model::Relation;

use super::Equation;

/// The most rows of all tables together, and the most pairs that are tried for one table.
const MOST_ROWS: usize = 1_000_000;
/// The largest absolute value of a product.
const MOST_VALUE: i128 = 1_000_000_000;

/// One equation: the sum of `terms` and `products` is `total`.
#[derive(Clone, Debug)]
pub(super) struct LinearForm {
    pub(super) is_row: bool,
    /// The number of the row or column, from 1.
    pub(super) number: usize,
    /// The linear terms: coefficient and cell.
    pub(super) terms: Vec<(i64, usize)>,
    pub(super) products: Vec<ProductChain>,
    pub(super) total: i64,
}

/// A product of two or more unknown cells, factor by factor.
#[derive(Clone, Debug)]
pub(super) struct ProductChain {
    pub(super) coefficient: i64,
    pub(super) first: usize,
    /// One step per further factor.
    pub(super) steps: Vec<ProductStep>,
}

/// Multiplies the product so far by one more cell.
#[derive(Clone, Debug)]
pub(super) struct ProductStep {
    pub(super) factor: usize,
    /// The possible values of the product.
    pub(super) values: Vec<i32>,
    /// The table over the product so far, the cell and their product.
    pub(super) relation: Arc<Relation>,
}

/// The error about products that are too large: the found value and the limit.
pub(super) struct EquationTooLarge {
    pub(super) found: String,
    pub(super) expected: String,
}

/// The lowest and the highest value.
pub(super) type Interval = (i128, i128);

/// Returns the bounds of the product of two intervals.
pub(super) fn times(a: Interval, b: Interval) -> Interval {
    let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    (*ends.iter().min().expect("four ends"), *ends.iter().max().expect("four ends"))
}

/// Returns the linear forms of the lines with a result, or the index of the first line that is too large.
pub(super) fn linear_forms(puzzle: &Equation) -> Result<Vec<LinearForm>, (usize, EquationTooLarge)> {
    let mut rows = 0;
    let mut linear_forms = Vec::new();
    for (index, line) in puzzle.lines.iter().enumerate() {
        let Some(result) = line.result else { continue };
        let is_row = index < puzzle.rows();
        let number = if is_row { index + 1 } else { index + 1 - puzzle.rows() };
        let (terms, products, total) =
            linear_form(puzzle, line.terms(), result, &mut rows).map_err(|too_large| (index, too_large))?;
        linear_forms.push(LinearForm { is_row, number, terms, products, total });
    }
    Ok(linear_forms)
}

/// The linear terms, the products and the total of a linear form.
type Parts = (Vec<(i64, usize)>, Vec<ProductChain>, i64);

/// Transforms the terms of one line to a linear form; `rows` counts the rows of all tables.
fn linear_form(
    puzzle: &Equation,
    terms: Vec<(i64, Vec<usize>)>,
    result: i64,
    rows: &mut usize,
) -> Result<Parts, EquationTooLarge> {
    let range: Interval = ((*puzzle.numbers.start()).into(), (*puzzle.numbers.end()).into());
    let mut total = i128::from(result);
    // The coefficient and the unknown cells of each term that is not constant.
    let mut open: Vec<(i128, Vec<usize>)> = Vec::new();
    for (sign, factors) in terms {
        let known = factors.iter().filter_map(|&cell| puzzle.givens[cell]).map(i128::from).product::<i128>();
        let coefficient = i128::from(sign) * known;
        let unknown: Vec<usize> = factors.into_iter().filter(|&cell| puzzle.givens[cell].is_none()).collect();
        match coefficient {
            0 => {}
            _ if unknown.is_empty() => total -= coefficient,
            _ => open.push((coefficient, unknown)),
        }
    }
    let bounds: Vec<Interval> = open
        .iter()
        .map(|(coefficient, cells)| cells.iter().fold((*coefficient, *coefficient), |so_far, _| times(so_far, range)))
        .collect();
    let whole = small(total)?;
    let (mut linear, mut products) = (Vec::new(), Vec::new());
    for (index, (coefficient, cells)) in open.iter().enumerate() {
        let factor = small(*coefficient)?;
        if let [cell] = cells[..] {
            linear.push((factor, cell));
            continue;
        }
        let others = bounds.iter().enumerate().filter(|&(other, _)| other != index);
        let rest = others.fold((0, 0), |sum, (_, bound)| (sum.0 + bound.0, sum.1 + bound.1));
        let needed = divide((total - rest.1, total - rest.0), *coefficient);
        let steps = chain(cells, range, needed, rows)?;
        products.push(ProductChain { coefficient: factor, first: cells[0], steps });
    }
    Ok((linear, products, whole))
}

/// Returns the bounds of the numbers whose product with `by` lies in the interval.
fn divide((low, high): Interval, by: i128) -> Interval {
    let floor = |value: i128, by: i128| value.div_euclid(by);
    if by > 0 { (-floor(-low, by), floor(high, by)) } else { (-floor(high, -by), floor(-low, -by)) }
}

/// Builds the tables that multiply the cells one after the other, given that the whole product lies in `needed`.
fn chain(
    cells: &[usize],
    range: Interval,
    needed: Interval,
    rows: &mut usize,
) -> Result<Vec<ProductStep>, EquationTooLarge> {
    let numbers: Vec<i128> = (range.0..=range.1).collect();
    let mut before = numbers.clone();
    let mut steps: Vec<(usize, Vec<[i32; 3]>)> = Vec::new();
    for (position, &factor) in cells.iter().enumerate().skip(1) {
        let left = cells.len() - 1 - position;
        check_rows(before.len() * numbers.len())?;
        let mut found = Vec::new();
        let mut values = BTreeSet::new();
        for &a in &before {
            for &b in numbers.iter().filter(|&&b| can_end_in(a * b, left, range, needed)) {
                let product = small(a * b)?;
                found.push([a as i32, b as i32, product as i32]);
                values.insert(a * b);
            }
        }
        *rows += found.len();
        check_rows(*rows)?;
        steps.push((factor, found));
        before = values.into_iter().collect();
    }
    let step = |(factor, found): (usize, Vec<[i32; 3]>)| {
        let values: BTreeSet<i32> = found.iter().map(|row| row[2]).collect();
        ProductStep { factor, values: values.into_iter().collect(), relation: Arc::new(Relation::new(3, found)) }
    };
    Ok(steps.into_iter().map(step).collect())
}

/// Returns the number, or an error if it is too large.
fn small(value: i128) -> Result<i64, EquationTooLarge> {
    if value.abs() <= MOST_VALUE {
        return Ok(value as i64);
    }
    Err(EquationTooLarge {
        found: format!("an equation whose products reach {}", value.abs()),
        expected: format!("products up to {MOST_VALUE}"),
    })
}

/// Refuses more rows than the limit.
fn check_rows(count: usize) -> Result<(), EquationTooLarge> {
    if count <= MOST_ROWS {
        return Ok(());
    }
    Err(EquationTooLarge {
        found: format!("an equation whose products make tables of up to {count} rows"),
        expected: format!("at most {MOST_ROWS} in all"),
    })
}

/// Returns whether `value` times `left` numbers of the range may lie in the interval; a `true` may be wrong.
fn can_end_in(value: i128, left: usize, range: Interval, (low, high): Interval) -> bool {
    let all = (0..left).fold((value, value), |so_far, _| times(so_far, range));
    if all.1 < low || all.0 > high {
        return false;
    }
    let has_zero = range.0 <= 0 && range.1 >= 0;
    if left == 0 || has_zero && low <= 0 && high >= 0 {
        return true;
    }
    // The product is not zero, so no further factor is; each has at least the smallest nonzero absolute value.
    let smallest = if has_zero { 1 } else { range.0.abs().min(range.1.abs()) };
    value.abs() * smallest.pow(left as u32) <= low.abs().max(high.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_keeps_exactly_the_factors() {
        for by in [-3, -1, 1, 4] {
            for low in -9..9i128 {
                for high in low..9 {
                    let (from, to) = divide((low, high), by);
                    for value in -20..20 {
                        let inside = low <= value * by && value * by <= high;
                        assert_eq!(from <= value && value <= to, inside, "{value} * {by} in {low}..{high}");
                    }
                }
            }
        }
    }

    #[test]
    fn pruning_drops_no_product() {
        for (low, high) in [(5, 7), (-3, 0), (0, 0), (-8, -6)] {
            for range in [(-3, 3), (1, 4), (-4, -2), (0, 2)] {
                for value in -10..10 {
                    let reaches = (range.0..=range.1)
                        .any(|a| (range.0..=range.1).any(|b| (low..=high).contains(&(value * a * b))));
                    assert!(!reaches || can_end_in(value, 2, range, (low, high)));
                }
            }
        }
    }
}

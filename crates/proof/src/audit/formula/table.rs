//! Sizes of the table encodings, from the numbers of values of the columns and the rows of the relation.

use std::collections::{BTreeMap, BTreeSet};

use super::domain::thresholds;
use super::linear::adders;
use super::tally::Tally;

/// Auxiliaries, clauses and literals for different rows within the domains.
pub(super) fn table(name: &str, values: &[usize], rows: &[Vec<i32>]) -> Option<Tally> {
    Some(match name {
        "supports(2)" => selectors(values, rows.len()),
        "supports" => supports(values, rows.len()),
        "conflicts" => conflicts(values, rows),
        "supports-conflicts" => *supports(values, rows.len()).and(conflicts(values, rows)),
        "mdd" => diagram(values, rows),
        _ => return None,
    })
}

/// A literal per row: it implies its values, a value implies one of its rows, and one row is taken.
pub(super) fn selectors(values: &[usize], rows: usize) -> Tally {
    let (m, all) = (values.len(), values.iter().sum());
    let size = &mut Tally::default();
    // In each column each row is in the clause of one value.
    *size.variables(rows).clauses(rows * m, 2).clauses(all, 1).literals(m * rows).clauses(1, rows)
}

/// Of two columns each value implies one of its partners.
pub(super) fn supports(values: &[usize], rows: usize) -> Tally {
    if values.len() != 2 {
        return selectors(values, rows);
    }
    *Tally::default().clauses(values.iter().sum(), 1).literals(2 * rows)
}

/// How many different beginnings of each length the rows have, from none to all.
fn beginnings(m: usize, rows: &[Vec<i32>]) -> Vec<usize> {
    (0..=m).map(|length| rows.iter().map(|row| &row[..length]).collect::<BTreeSet<_>>().len()).collect()
}

/// The shortest beginnings that no row has: a value more than a beginning of a row.
fn conflicts(values: &[usize], rows: &[Vec<i32>]) -> Tally {
    let m = values.len();
    let counts = beginnings(m, rows);
    if rows.is_empty() {
        return *Tally::default().clauses(1, 0);
    }
    let mut size = Tally::default();
    for length in 1..=m {
        size.clauses(counts[length - 1] * values[length - 1] - counts[length], length);
    }
    size
}

/// Beginnings of rows that go on alike are one node; a value that a node goes on with is an edge.
fn diagram(values: &[usize], rows: &[Vec<i32>]) -> Tally {
    let m = values.len();
    if rows.is_empty() {
        return *Tally::default().clauses(1, 0);
    }
    // By length of the beginning: the different sets of endings.
    let nodes: Vec<BTreeSet<BTreeSet<&[i32]>>> = (0..=m)
        .map(|length| {
            let mut endings: BTreeMap<&[i32], BTreeSet<&[i32]>> = BTreeMap::new();
            for row in rows {
                endings.entry(&row[..length]).or_default().insert(&row[length..]);
            }
            endings.into_values().collect()
        })
        .collect();
    let firsts = |endings: &BTreeSet<&[i32]>| endings.iter().map(|ending| ending[0]).collect::<BTreeSet<i32>>().len();
    let steps =
        (0..m).map(|column| (nodes[column].len(), nodes[column].iter().map(firsts).sum(), nodes[column + 1].len()));
    paths(values, &steps.collect::<Vec<_>>())
}

/// Paths through layers of nodes, edges and nodes: an edge implies its nodes and its value, and each of these one of
/// its edges. The one first and the one last node need no literal.
pub(super) fn paths(values: &[usize], layers: &[(usize, usize, usize)]) -> Tally {
    let mut size = Tally::default();
    for (number, &(before, edges, after)) in layers.iter().enumerate() {
        let (is_first, is_last) = (number == 0, number + 1 == layers.len());
        let (left, right) = (usize::from(!is_first), usize::from(!is_last));
        size.variables(edges + right * after);
        size.clauses(edges * (1 + left + right), 2);
        size.clauses(before, left).clauses(values[number], 1).clauses(after, right).literals(3 * edges);
    }
    size
}

/// The table that the third of three variables is the product of the first two: these have the values from 1 to d, the
/// third has all their products.
pub(super) fn product(name: &str, d: usize) -> Option<Tally> {
    let products: BTreeSet<usize> = (1..=d).flat_map(|a| (1..=d).map(move |b| a * b)).collect();
    match name {
        "order-monotone" => {
            let mut size = *thresholds(d).times(2).and(thresholds(products.len()));
            for a in 1..=d {
                for b in 1..=d {
                    // At least a and at least b make at least ab, which is nothing for 1; and the same for at most.
                    if a * b > 1 {
                        size.clause(&[a > 1, b > 1, true]);
                    }
                    if a * b < d * d {
                        size.clause(&[a < d, b < d, true]);
                    }
                }
            }
            Some(size)
        }
        "shift-add" => Some(shift_add(d, &products)),
        _ => None,
    }
}

/// x and y from 0 to d-1 and z in binary: (x + 1)(y + 1) = z + 1.
fn shift_add(d: usize, products: &BTreeSet<usize>) -> Tally {
    // The true constant.
    let mut size = *Tally::default().variables(1).clauses(1, 1);
    let above: Vec<usize> = products.iter().map(|product| product - 1).collect();
    let factor: Vec<usize> = (0..d).collect();
    let [bits, z] = [&factor, &above].map(|numbers| {
        let width = numbers.iter().max().map_or(0, |&most| (usize::BITS - most.leading_zeros()) as usize);
        let own = if std::ptr::eq(numbers, &factor) { 2 } else { 1 };
        for place in 0..width {
            size.and(bit(numbers, place).times(own));
        }
        width
    });
    size.variables(bits * bits).clauses(2 * bits * bits, 2).clauses(bits * bits, 3);
    // On the left the conjunctions by weight, and x and y once more.
    let mut columns = vec![0; 2 * bits - 1];
    for i in 0..bits {
        columns[i] += 2;
        (0..bits).for_each(|j| columns[i + j] += 1);
    }
    let (sum, width) = adders(columns);
    size.and(sum);
    // Bit for bit equal to z; where only one side has a bit, it is 0.
    let (both, either) = (width.min(z), width.max(z));
    *size.clauses(2 * both, 2).clauses(either - both, 1)
}

/// A bit of whichever of the numbers is taken: a literal of theirs if only one has it, else one that each of them
/// implies.
pub(super) fn bit(numbers: &[usize], place: usize) -> Tally {
    match numbers.iter().filter(|&&number| number >> place & 1 == 1).count() {
        0 => *Tally::default().variables(1).clauses(1, 1),
        1 => Tally::default(),
        _ => *Tally::default().variables(1).clauses(numbers.len(), 2),
    }
}

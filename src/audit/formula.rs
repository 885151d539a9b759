//! What is known about sizes: published formulas and lower bounds.

use crate::model::{Cmp, Constraint, Model};

/// Auxiliaries and clauses that an encoding has by its published formula, for the classes and encodings that have one.
pub fn formula(class: &str, encoding: &str, model: &Model) -> Option<(u64, u64)> {
    let (n, cmp, k) = count(model)?;
    let (auxiliaries, clauses) = match class {
        "amo" if k == 1 && cmp != Cmp::Ge => {
            let (auxiliaries, clauses) = at_most_one(encoding, n)?;
            (auxiliaries, clauses + u64::from(cmp == Cmp::Eq))
        }
        "card" if encoding == "sequential" && cmp != Cmp::Eq => {
            // At least k is at most n-k of the negations.
            let k = if cmp == Cmp::Le { k } else { n - k };
            (k * (n - k), (2 * k * (n - k) + n).checked_sub(2 * k)?)
        }
        _ => return None,
    };
    Some((auxiliaries, clauses))
}

/// The number of clauses that every encoding of the model has at least, where that is known.
///
/// At most one of n: A. Krapivin, B. Przybocki, B. Subercaseaux, "Near-Optimal Encodings of Cardinality Constraints", 2026.
/// Below six literals the pairwise encoding has fewer.
pub fn least_clauses(model: &Model) -> Option<u64> {
    match count(model)? {
        (n, Cmp::Le, 1) if n >= 6 => Some((2.0 * n as f64 + (n as f64 + 1.0).sqrt() - 2.0).ceil() as u64),
        _ => None,
    }
}

/// The number of literals, the comparison and the bound, if the model is one count.
fn count(model: &Model) -> Option<(u64, Cmp, u64)> {
    match model.constraints() {
        [posted] => match &posted.constraint {
            Constraint::Count { atoms, cmp, k } => Some((atoms.len() as u64, *cmp, *k as u64)),
            _ => None,
        },
        _ => None,
    }
}

fn at_most_one(encoding: &str, n: u64) -> Option<(u64, u64)> {
    let pairs = |n: u64| n * n.saturating_sub(1) / 2;
    Some(match encoding {
        "pairwise" => (0, pairs(n)),
        "sequential" | "ladder" if n <= 2 => (0, pairs(n)),
        "sequential" => (n - 1, 3 * n - 4),
        "ladder" => (n - 1, 4 * n - 5),
        // Small groups are pairwise.
        "product" | "product-exact" | "commander" if n <= 4 => (0, pairs(n)),
        "product" | "product-exact" => {
            let rows = n.isqrt();
            let columns = n.div_ceil(rows);
            let reasons = if encoding == "product-exact" { rows + columns } else { 0 };
            (rows + columns, 2 * n + pairs(rows) + pairs(columns) + reasons)
        }
        "commander" => {
            let groups = n.div_ceil(3);
            (groups, n + (n / 3) * pairs(3) + pairs(n % 3) + pairs(groups))
        }
        _ => return None,
    })
}

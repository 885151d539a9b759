//! What is known about sizes: published formulas and lower bounds.

use crate::model::{Cmp, Constraint, Model};

mod amo;
mod card;

pub use amo::at_most_one;
pub use card::{cardinality, totalizer_tree};

/// Auxiliaries and, where they have a formula, clauses that an encoding has by what is published or written at its head.
pub fn formula(class: &str, spelling: &str, model: &Model) -> Option<(u64, Option<u64>)> {
    let (n, cmp, k) = count(model)?;
    let (auxiliaries, clauses) = match class {
        "amo" if k == 1 && cmp != Cmp::Ge => {
            let (auxiliaries, clauses) = at_most_one(spelling, n)?;
            (auxiliaries, Some(clauses + usize::from(cmp == Cmp::Eq)))
        }
        "card" => cardinality(spelling.split('(').next().unwrap_or(spelling), cmp, k, n)?,
        _ => return None,
    };
    Some((auxiliaries as u64, clauses.map(|clauses| clauses as u64)))
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
fn count(model: &Model) -> Option<(usize, Cmp, usize)> {
    match model.constraints() {
        [posted] => match &posted.constraint {
            Constraint::Count { atoms, cmp, k } => Some((atoms.len(), *cmp, *k)),
            _ => None,
        },
        _ => None,
    }
}

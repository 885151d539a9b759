//! The partition of a row's literals by cliques.
//!
//! Cliques that cover most of the row's other columns go first, exactly-ones before at-most-ones. Literals of an
//! exactly-one that the row lacks join with coefficient 0. The program leaves out the value that adds nothing; without
//! it the group would not know that one of the others has to be true.

use std::collections::{BinaryHeap, HashMap};

use super::cliques::Cliques;
use super::literal::ColumnLit;
use super::refutation::StepId;
use super::rows::{Entry, GroupedRow, NO_CLIQUE};

/// An exactly-one may add this many literals for each that it covers.
const MOST_JOIN: usize = 4;

/// Partitions `sum of coefficient * column <= hi`, which a step says.
pub(super) fn grouped(terms: &[(usize, i64)], hi: i64, step: StepId, cliques: &Cliques) -> GroupedRow {
    let mut open: HashMap<usize, i64> = terms.iter().copied().collect();
    let mut hi = hi;
    let mut groups: Vec<(Vec<Entry>, u32)> = Vec::new();
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for &(column, _) in terms {
        for lit in [ColumnLit::one(column), ColumnLit::zero(column)] {
            cliques.of(lit).iter().for_each(|&clique| *counts.entry(clique).or_default() += 1);
        }
    }
    let order = |clique: u32, covered: usize| (cliques.is_exact(clique), covered, std::cmp::Reverse(clique));
    let mut heap: BinaryHeap<_> =
        counts.into_iter().filter(|count| count.1 > 1).map(|(clique, covered)| order(clique, covered)).collect();
    while let Some((is_exact, was_covered, std::cmp::Reverse(clique))) = heap.pop() {
        let literals = cliques.literals(clique);
        let covered = literals.iter().filter(|lit| open.contains_key(&lit.column())).count();
        if covered < 2 {
            continue;
        }
        if covered < was_covered {
            heap.push(order(clique, covered));
            continue;
        }
        let lacks = literals.len() - covered;
        let joins = is_exact && lacks <= MOST_JOIN * covered;
        let mut group = Vec::new();
        for &lit in literals {
            match open.remove(&lit.column()) {
                Some(coefficient) if lit.is_one() => group.push(Entry { lit: Some(lit), adds: coefficient }),
                Some(coefficient) => {
                    hi -= coefficient;
                    group.push(Entry { lit: Some(lit), adds: -coefficient });
                }
                None if joins => group.push(Entry { lit: Some(lit), adds: 0 }),
                None => {}
            }
        }
        if !joins {
            group.push(Entry { lit: None, adds: 0 });
        }
        groups.push((group, clique));
    }
    for &(column, _) in terms {
        if let Some(coefficient) = open.remove(&column) {
            let alone = [(ColumnLit::one(column), coefficient), (ColumnLit::zero(column), 0)];
            groups.push((alone.map(|(lit, adds)| Entry { lit: Some(lit), adds }).to_vec(), NO_CLIQUE));
        }
    }
    GroupedRow { groups, hi, step }
}

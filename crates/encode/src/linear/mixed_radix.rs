//! Mixed radix: a balanced tree of sums in digits, each digit with a base of its own that suits the weights.
//!
//! The clauses are those of `modulo`, where all bases are the same: carries between digits in unary. The bases are
//! primes up to 17, by which the nodes of the tree add up the fewest pairs of digits. A pair counts twice where
//! something may be carried; that is about half of the clauses. So weights that are multiples of one number have no low
//! digits. With bases p_1 to p_l over m terms: O(m*(p_1 + ... + p_l)) variables and O(m*(p_1^2 + ... + p_l^2)) clauses.
//! The highest digit has no base and counts up to the bound. All digits are determined, so the encoding is bijective;
//! `=` sets the digits of the total. Unit propagation is weak: an open carry hides what follows. The choice is exact,
//! by the fewest pairs for each product of bases, of which there are few. The published ones are for the least sum of
//! all digits and the like, and sort the literals of each digit in place of a tree.
//! N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006; M. Codish, Y. Fekete, C.
//! Fuhs, P. Schneider-Kamp, "Optimal Base Encodings for Pseudo-Boolean Constraints", TACAS 2011; the tree over groups:
//! M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, M. Villaret, "SAT encodings for
//! Pseudo-Boolean constraints together with at-most-one constraints", Artificial Intelligence 302, 2022.

use std::collections::BTreeMap;

use crate::{Contract, Described, EncodingAbout, VarMap};

use super::digits;
use super::weights::Weights;
use super::{Statement, Sum, SumClauses};

/// The bases that are tried.
const PRIMES: [i64; 7] = [2, 3, 5, 7, 11, 13, 17];

pub(super) struct MixedRadix;

impl Described for MixedRadix {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "at least j of what a digit gets, less the carry; the carry: the base is reached",
            "digits add up to the total, which a form of the constraint bounds",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("mixed-radix", "a balanced tree of sums in digits, whose bases suit the weights")
    };
}

impl SumClauses for MixedRadix {
    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        let bases = |weights: &Weights| best(weights.groups.clone(), weights.bound, &pairs).into_iter();
        Ok(Box::new(move |vars, out| digits::encode(&sum, bases, vars, out)))
    }
}

/// Of the weights of a group, divided by a product of bases, each quotient once, with the largest rest of its weights.
type Group = Vec<(i64, i64)>;

/// The cost of a digit for the groups: with its base, or without one as the highest.
type Cost<'c> = &'c dyn Fn(&[Group], Digit) -> u64;

/// A digit of a number.
#[derive(Clone, Copy)]
pub(super) struct Digit {
    /// Its unit: the product of the bases of all lower digits.
    unit: i64,
    /// It is less than this.
    end: i64,
    /// True if it counts on in the next digit at its end.
    has_base: bool,
}

impl Digit {
    /// The digit of a weight that is `units` of it and a rest.
    pub(super) fn of(self, units: i64) -> i64 {
        if self.has_base { units % self.end } else { units.min(self.end - 1) }
    }
}

/// The bases by which the digits of numbers up to `most` have the least cost, lowest first; the digit after them has
/// none.
pub(super) fn best(weights: Vec<Vec<i64>>, most: i64, cost: Cost) -> Vec<i64> {
    let groups = weights.into_iter().map(|group| group.into_iter().map(|weight| (weight, 0)).collect::<Group>());
    let mut known = BTreeMap::new();
    least(1, &groups.collect::<Vec<_>>(), most, cost, &mut known);
    let mut chosen = Vec::new();
    let mut unit = 1;
    while let Some(&(_, Some(base))) = known.get(&unit) {
        chosen.push(base);
        unit *= base;
    }
    chosen
}

/// The least cost of the digits from the one of a unit on, and its base; no base if it is the last. A smaller base wins
/// if two are as good, and no base over any.
fn least(unit: i64, groups: &[Group], most: i64, cost: Cost, known: &mut BTreeMap<i64, (u64, Option<i64>)>) -> u64 {
    let mut best = (cost(groups, Digit { unit, end: most / unit + 2, has_base: false }), None);
    for base in PRIMES.into_iter().take_while(|&base| base <= most / unit) {
        let above = match known.get(&(unit * base)) {
            Some(&(above, _)) => above,
            None => {
                let groups: Vec<Group> = groups.iter().map(|group| divided(group, base, unit)).collect();
                least(unit * base, &groups, most, cost, known)
            }
        };
        let all = cost(groups, Digit { unit, end: base, has_base: true }) + above;
        if all < best.0 {
            best = (all, Some(base));
        }
    }
    known.insert(unit, best);
    best.0
}

/// The group divided by one more base.
fn divided(group: &Group, base: i64, unit: i64) -> Group {
    let same = group.chunk_by(|a, b| a.0 / base == b.0 / base);
    let rest = |&(units, rest): &(i64, i64)| units % base * unit + rest;
    same.map(|same| (same[0].0 / base, same.iter().map(rest).max().unwrap_or(0))).collect()
}

/// The pairs of values of the digit that the nodes of the tree add up, each once more if a carry may come with it.
fn pairs(groups: &[Group], digit: Digit) -> u64 {
    /// The pairs, how far the digit goes, and what the lower digits come to at most.
    fn node(groups: &[Group], digit: Digit) -> (u64, i64, i64) {
        if let [group] = groups {
            let most = |of: &dyn Fn(&(i64, i64)) -> i64| group.iter().map(of).max().unwrap_or(0);
            return (0, most(&|&(units, _)| digit.of(units)), most(&|&(_, rest)| rest));
        }
        let (left, right) = groups.split_at(groups.len() / 2);
        let (left, right) = (node(left, digit), node(right, digit));
        let carry = i64::from(left.2 + right.2 >= digit.unit);
        let own = ((left.1 + 1) * (right.1 + 1) * (1 + carry)) as u64;
        let most = (left.1 + right.1 + carry).min(digit.end - 1);
        (left.0 + right.0 + own, most, (left.2 + right.2).min(digit.unit - 1))
    }
    node(groups, digit).0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence of bases tried.
    fn tried(unit: i64, groups: &[Group], most: i64, cost: Cost) -> u64 {
        let next = |base: i64| {
            let above: Vec<Group> = groups.iter().map(|group| divided(group, base, unit)).collect();
            cost(groups, Digit { unit, end: base, has_base: true }) + tried(unit * base, &above, most, cost)
        };
        let last = cost(groups, Digit { unit, end: most / unit + 2, has_base: false });
        PRIMES.into_iter().filter(|&base| base <= most / unit).map(next).fold(last, u64::min)
    }

    #[test]
    fn no_other_sequence_of_bases_is_better() {
        for weights in [vec![1, 2, 3, 4], vec![7, 14, 49, 60], vec![10, 20, 30, 85], vec![6, 35, 77], vec![5]] {
            let groups: Vec<Group> = weights.iter().map(|&weight| vec![(0, 0), (weight, 0)]).collect();
            for most in [4, 40, 100] {
                let chosen = least(1, &groups, most, &pairs, &mut BTreeMap::new());
                assert_eq!(chosen, tried(1, &groups, most, &pairs), "{weights:?} up to {most}");
            }
        }
    }

    #[test]
    fn bases_divide_what_all_weights_are_multiples_of() {
        let tens: Vec<i64> = (0..10).map(|digit| 10 * digit).collect();
        let bases = best(vec![tens; 3], 100, &pairs);
        assert!(bases.starts_with(&[2, 5]) || bases.starts_with(&[5, 2]), "{bases:?}");
    }
}

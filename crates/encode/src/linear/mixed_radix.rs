//! Mixed radix: a balanced tree of sums in digits, each digit with a base of its own that suits the weights.
//!
//! The clauses are those of `modulo`, where all bases are the same: carries between digits in unary. The bases are
//! primes up to 17, chosen so that the digits of all weights of all terms add up to the least. So weights that are
//! multiples of one number have no low digits, and terms with a coefficient 10 and values from 0 to 9 have the bases
//! 2, 5 and then 2 again. Beyond the largest weight digits only count carries: their base is the square root of the
//! number of terms, rounded down, and at least 2. With bases p_1 to p_l over m terms: O(m*(p_1 + ... + p_l)) variables
//! and O(m*(p_1^2 + ... + p_l^2)) clauses. The highest digit has no base and counts up to the bound. All digits are
//! determined, so the encoding is bijective; `=` sets the digits of the total. Unit propagation is weak: an open carry
//! hides what follows.
//! The choice is exact, by the least sum for each product of bases, of which there are few. The published one searches
//! for other measures as well, and sorts the literals of each digit in place of a tree.
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
        Ok(Box::new(move |vars, out| digits::encode(&sum, bases, vars, out)))
    }
}

/// The bases for these weights, lowest first, and on.
fn bases(weights: &Weights) -> impl Iterator<Item = i64> + use<> {
    let all = weights.groups.iter().flatten().copied();
    best(all).into_iter().chain(std::iter::repeat((weights.groups.len() as i64).isqrt().max(2)))
}

/// The bases by which the digits of these weights add up to the least, lowest first.
pub(super) fn best(weights: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    weights.filter(|&weight| weight > 0).for_each(|weight| *counts.entry(weight).or_default() += 1);
    let counts: Vec<(i64, u64)> = counts.into_iter().collect();
    let mut known = BTreeMap::new();
    least(1, &counts, &mut known);
    let mut chosen = Vec::new();
    let mut product = 1;
    while let Some(&(_, Some(base))) = known.get(&product) {
        chosen.push(base);
        product *= base;
    }
    chosen
}

/// The least sum of the digits from the one on that stands for `product`, and its base; no base if it is the last. A
/// smaller base wins if two are as good, and no base over any. `rests` are the weights divided by the product, with how
/// often each occurs.
fn least(product: i64, rests: &[(i64, u64)], known: &mut BTreeMap<i64, (u64, Option<i64>)>) -> u64 {
    let total = |digit: &dyn Fn(i64) -> i64| rests.iter().map(|&(rest, count)| digit(rest) as u64 * count).sum::<u64>();
    let largest = rests.last().map_or(0, |&(rest, _)| rest);
    let mut best = (total(&|rest| rest), None);
    for base in PRIMES.into_iter().take_while(|&base| base <= largest) {
        let above = match known.get(&(product * base)) {
            Some(&(sum, _)) => sum,
            None => least(product * base, &divided(rests, base), known),
        };
        let sum = total(&|rest| rest % base) + above;
        if sum < best.0 {
            best = (sum, Some(base));
        }
    }
    known.insert(product, best);
    best.0
}

/// Each number divided by the base, without those that become 0.
fn divided(numbers: &[(i64, u64)], base: i64) -> Vec<(i64, u64)> {
    let same = numbers.chunk_by(|a, b| a.0 / base == b.0 / base);
    let counted = same.map(|same| (same[0].0 / base, same.iter().map(|&(_, count)| count).sum()));
    counted.filter(|&(rest, _)| rest > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_of_digits(weights: &[i64]) -> u64 {
        let counts: Vec<(i64, u64)> = weights.iter().map(|&weight| (weight, 1)).collect();
        least(1, &counts, &mut BTreeMap::new())
    }

    #[test]
    fn bases_are_as_good_as_the_published_ones() {
        // Codish et al.: 13 in base 2, 12 in base 3, and 9 in the bases 3, 5, 2 and 2.
        assert_eq!(sum_of_digits(&[16, 30, 54, 60]), 9);
        let tens = (1..10).map(|digit| 10 * digit);
        assert_eq!(best(tens.clone().chain(tens.clone()).chain(tens))[..3], [2, 5, 2]);
    }

    #[test]
    fn no_other_sequence_of_bases_is_better() {
        fn tried(weights: &[i64]) -> u64 {
            let all = weights.iter().sum::<i64>() as u64;
            let next = |base: i64| -> u64 {
                let digits = weights.iter().map(|weight| weight % base).sum::<i64>() as u64;
                digits + tried(&weights.iter().map(|weight| weight / base).collect::<Vec<_>>())
            };
            let largest = weights.iter().max().copied().unwrap_or(0);
            PRIMES.into_iter().filter(|&base| base <= largest).map(next).chain([all]).min().expect("one")
        }
        for weights in [vec![1, 2, 3, 4], vec![7, 14, 49, 60], vec![10, 20, 30, 85], vec![6, 35, 77], vec![5]] {
            assert_eq!(sum_of_digits(&weights), tried(&weights), "{weights:?}");
        }
    }
}

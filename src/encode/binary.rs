//! Adders and comparisons of binary numbers, for the encodings that count or add up in bits.

use crate::cnf::{ClauseSink, Lit, Name};

/// Sum and carry of three bits: 2 variables and 14 clauses, each of both determined.
pub(super) fn full_adder([a, b, c]: [Lit; 3], out: &mut dyn ClauseSink) -> (Lit, Lit) {
    let (sum, carry) = (out.fresh(Name::aux("sum", 0, 0)), out.fresh(Name::aux("carry", 0, 0)));
    for signs in 0..8 {
        let odd = u32::count_ones(signs) % 2 == 1;
        let not = |place: u32, lit: Lit| if signs >> place & 1 == 1 { !lit } else { lit };
        out.clause(&[not(0, a), not(1, b), not(2, c), if odd { sum } else { !sum }]);
    }
    for [x, y] in [[a, b], [a, c], [b, c]] {
        out.clause(&[!x, !y, carry]);
        out.clause(&[x, y, !carry]);
    }
    (sum, carry)
}

/// Sum and carry of two bits: 2 variables and 7 clauses.
pub(super) fn half_adder([a, b]: [Lit; 2], out: &mut dyn ClauseSink) -> (Lit, Lit) {
    let (sum, carry) = (out.fresh(Name::aux("sum", 0, 0)), out.fresh(Name::aux("carry", 0, 0)));
    out.clause(&[a, b, !sum]);
    out.clause(&[!a, b, sum]);
    out.clause(&[a, !b, sum]);
    out.clause(&[!a, !b, !sum]);
    out.clause(&[!a, !b, carry]);
    out.clause(&[a, !carry]);
    out.clause(&[b, !carry]);
    (sum, carry)
}

/// The number with these bits, lowest first, is at most `most`: one clause for each bit that is 0 in `most`.
pub(super) fn bounded_above(bits: &[Lit], most: u64, out: &mut dyn ClauseSink) {
    bounded(bits, most, |bit| !bit, true, out);
}

/// The number with these bits, lowest first, is at least `least`: one clause for each bit that is 1 in `least`.
pub(super) fn bounded_below(bits: &[Lit], least: u64, out: &mut dyn ClauseSink) {
    if bits.len() < 64 && least >> bits.len() > 0 {
        return out.clause(&[]);
    }
    bounded(bits, least, |bit| bit, false, out);
}

/// A bit that is not what it is in the bound on the wrong side needs a higher one that differs on the right side.
fn bounded(bits: &[Lit], bound: u64, right: fn(Lit) -> Lit, when: bool, out: &mut dyn ClauseSink) {
    let is_one = |place: usize| place < 64 && bound >> place & 1 == 1;
    if bits.len() < 64 && bound >> bits.len() > 0 {
        return;
    }
    let mut clause = Vec::with_capacity(bits.len());
    for place in (0..bits.len()).filter(|&place| is_one(place) != when) {
        clause.clear();
        clause.push(right(bits[place]));
        clause.extend((place + 1..bits.len()).filter(|&above| is_one(above) == when).map(|above| right(bits[above])));
        out.clause(&clause);
    }
}

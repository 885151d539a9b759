//! Adders and comparisons of binary numbers, for the encodings that count or add up in bits.

use std::collections::VecDeque;

use itertools::Itertools;

use cnfab_cnf::{ClauseSink, Definition, Lit, Name};
use cnfab_model::Var;

use super::{ClauseBuf, LitOrConst, VarMap};

/// The sum and the carry of these bits, as variables: the carry is there first, since the sum is what it leaves.
fn sum_and_carry(bits: &[Lit], out: &mut dyn ClauseSink) -> (Lit, Lit) {
    let carry = carry(bits, out);
    let all = || bits.iter().map(|&bit| (1, bit)).chain([(-2, carry)]).collect();
    (out.define(Name::aux("sum", 0, 0), || Definition::Gate(all(), 1)), carry)
}

/// Sum and carry of three bits: 2 variables and 14 clauses, each of both determined.
pub(super) fn full_adder([a, b, c]: [Lit; 3], out: &mut dyn ClauseSink) -> (Lit, Lit) {
    let (sum, carry) = sum_and_carry(&[a, b, c], out);
    for signs in 0..8 {
        let odd = u32::count_ones(signs) % 2 == 1;
        let not = |place: u32, lit: Lit| if signs >> place & 1 == 1 { !lit } else { lit };
        out.clause(&[not(0, a), not(1, b), not(2, c), if odd { sum } else { !sum }]);
    }
    carries(&[a, b, c], carry, out);
    (sum, carry)
}

/// Sum and carry of two bits: 2 variables and 7 clauses.
pub(super) fn half_adder([a, b]: [Lit; 2], out: &mut dyn ClauseSink) -> (Lit, Lit) {
    let (sum, carry) = sum_and_carry(&[a, b], out);
    out.clause(&[a, b, !sum]);
    out.clause(&[!a, b, sum]);
    out.clause(&[a, !b, sum]);
    out.clause(&[!a, !b, !sum]);
    carries(&[a, b], carry, out);
    (sum, carry)
}

/// A literal is true if two or three bits are more than one: 3 or 6 clauses.
fn carries(bits: &[Lit], carry: Lit, out: &mut dyn ClauseSink) {
    for [x, y] in bits.iter().array_combinations() {
        out.clause(&[!*x, !*y, carry]);
        if bits.len() > 2 {
            out.clause(&[*x, *y, !carry]);
        }
    }
    if bits.len() == 2 {
        bits.iter().for_each(|&bit| out.clause(&[bit, !carry]));
    }
}

/// The carry of two or three bits, as a variable.
fn carry(bits: &[Lit], out: &mut dyn ClauseSink) -> Lit {
    out.define(Name::aux("carry", 0, 0), || Definition::gate(bits, 2))
}

/// The sum of columns of bits, lowest first: three bits of a column become one and a carry, two at its end as well.
/// Bits that nothing makes are false.
pub(super) fn added(columns: Vec<Vec<Lit>>, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
    added_below(columns, usize::MAX, 0, out).0
}

/// The sum of the columns below one, and what that column holds then. Of the lowest ones, as many as `unread`, nobody
/// reads the bit: they only carry on.
pub(super) fn added_below(
    columns: Vec<Vec<Lit>>,
    top: usize,
    unread: usize,
    out: &mut dyn ClauseSink,
) -> (Vec<LitOrConst>, Vec<Lit>) {
    let mut columns: Vec<VecDeque<Lit>> = columns.into_iter().map(VecDeque::from).collect();
    let mut bits = Vec::new();
    while bits.len() < columns.len().min(top) {
        let is_read = bits.len() >= unread;
        let mut column = std::mem::take(&mut columns[bits.len()]);
        let mut carries = Vec::new();
        while column.len() > 1 {
            if !is_read && column.len() < 4 {
                let bits = column.make_contiguous();
                let carry = carry(bits, out);
                self::carries(bits, carry, out);
                carries.push(carry);
                break;
            }
            let mut next = || column.pop_front().expect("two bits are left");
            let (a, b) = (next(), next());
            let (sum, carry) = match column.pop_front() {
                Some(c) => full_adder([a, b, c], out),
                None => half_adder([a, b], out),
            };
            column.push_back(sum);
            carries.push(carry);
        }
        bits.push(column.pop_front().filter(|_| is_read).map_or(LitOrConst::Const(false), LitOrConst::Lit));
        if !carries.is_empty() {
            columns.resize_with(columns.len().max(bits.len() + 1), VecDeque::new);
            columns[bits.len()].extend(carries);
        }
    }
    (bits, columns.get_mut(top).map(std::mem::take).unwrap_or_default().into())
}

/// The number with these bits, lowest first, is at most `most`: one clause for each bit that is 0 in `most`.
pub(super) fn bounded_above(bits: &[LitOrConst], most: u64, out: &mut dyn ClauseSink) {
    at_most(bits, most, LitOrConst::Const(true), out);
}

/// As [`bounded_above`], if the condition holds.
pub(super) fn at_most(bits: &[LitOrConst], most: u64, condition: LitOrConst, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    let is_one = |place: usize| place < 64 && most >> place & 1 == 1;
    if bits.len() < 64 && most >> bits.len() > 0 {
        return;
    }
    // A bit that is 1 and may not needs a higher one that may be 1 and is not.
    for place in (0..bits.len()).filter(|&place| !is_one(place)) {
        clause.push(!condition).push(!bits[place]);
        (place + 1..bits.len()).filter(|&above| is_one(above)).for_each(|above| {
            clause.push(!bits[above]);
        });
        clause.emit(out);
    }
}

/// The bits, lowest first, of the number that belongs to the value of a variable: a literal of the variable or a new
/// one, or a constant. The values with the bit imply a new one; if exact, the others exclude it.
pub(super) fn bits(
    numbers: &[i64],
    (var, values): (Var, &[i32]),
    exact: bool,
    vars: &mut VarMap,
    out: &mut dyn ClauseSink,
) -> Vec<LitOrConst> {
    let taken: Vec<LitOrConst> = values.iter().map(|&value| vars.is(var, value, out)).collect();
    let width = i64::BITS - numbers.iter().copied().max().unwrap_or(0).leading_zeros();
    let mut clause = ClauseBuf::new();
    let mut bits = Vec::with_capacity(width as usize);
    for place in 0..width {
        let has = |number: i64| number >> place & 1 == 1;
        let mut with = numbers.iter().zip(&taken).filter(|(number, _)| has(**number));
        bits.push(match (with.next(), with.next()) {
            (None, _) => LitOrConst::Const(false),
            (Some((_, &only)), None) => only,
            _ => {
                let those = || numbers.iter().zip(values).filter(|(number, _)| has(**number));
                let meaning = || Definition::Values(var.index(), those().map(|(_, &value)| value).collect());
                let bit = LitOrConst::Lit(out.define(Name::aux("bit", place as usize, 0), meaning));
                for (&number, &taken) in numbers.iter().zip(&taken).filter(|(number, _)| exact || has(**number)) {
                    clause.all([!taken, if has(number) { bit } else { !bit }], out);
                }
                bit
            }
        });
    }
    bits
}

/// States what numbers with these bits, lowest first, together come to.
pub(super) fn total(bits: &[LitOrConst], out: &mut dyn ClauseSink) {
    let weights = || (0..).zip(bits).filter_map(|(place, bit)| Some((1 << place, bit.lit()?))).collect();
    out.note(|notes| notes.total(&weights));
}

/// The number with these bits, lowest first, is at least `least`: one clause for each bit that is 1 in `least`.
pub(super) fn bounded_below(bits: &[LitOrConst], least: u64, out: &mut dyn ClauseSink) {
    if bits.len() < 64 && least >> bits.len() > 0 {
        return out.clause(&[]);
    }
    // At least some number is, with all bits turned round, at most that number turned round.
    let turned: Vec<LitOrConst> = bits.iter().map(|&bit| !bit).collect();
    bounded_above(&turned, (1u64 << bits.len()) - 1 - least, out);
}

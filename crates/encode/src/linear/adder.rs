//! Binary adders: each term's weight in binary, added up column by column and compared with the bound.
//!
//! With m terms of d values and b bits in the largest weight: at most m*b bit literals with d clauses each, then about
//! m*b full adders of 2 variables and 14 clauses, and at most one clause per bit of the total. All bits are determined
//! (bijective); `=` sets the bits of the total. For a bound, nothing is added up that cannot be: of the column of its
//! highest bit at most one literal is true. Where its lowest bits are all 1, those of the total are not made. Small for
//! all numbers, and weak: unit propagation does not even see all conflicts before all values are known. A variable that
//! is encoded in binary itself (`domain=log`) goes in bit by bit, shifted for each bit of its coefficient, and needs no
//! literals of its values. J. P. Warners, "A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal
//! Form", Information Processing Letters 68, 1998; N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into
//! SAT", JSAT 2, 2006.

use std::collections::VecDeque;

use itertools::Itertools;

use crate::binary::{self, added, added_below, bounded_above};
use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseRule, ClauseSink, Definition, Lit, Name};
use cnfab_model::Cmp;

use super::weights::Weights;
use super::{Statement, Sum, SumClauses};

pub(super) struct Adder;

impl Described for Adder {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "at least two of three bits; the parity that is left of them; one of the highest bits",
            "bits add up to the total, which a form of the constraint bounds",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("adder", "binary adders and a comparison; small, and weak in propagation")
    };
}

impl SumClauses for Adder {
    fn most(&self) -> i64 {
        super::MOST
    }

    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        Ok(Box::new(move |vars, out| encode(&sum, vars, out)))
    }
}

fn encode(sum: &Sum, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let weights = if sum.cmp == Cmp::Ge { Weights::lower(sum, vars) } else { Weights::upper(sum, vars) };
    out.why(ClauseRule::Count);
    let (columns, offset) = columns(&weights, vars, out);
    let bound = weights.bound + offset;
    if sum.cmp != Cmp::Eq {
        at_most(columns, bound as u64, out);
        return;
    }
    let total = added(columns, out);
    binary::total(&total, out);
    let mut clause = ClauseBuf::new();
    for (place, &bit) in total.iter().enumerate() {
        let is_one = bound >> place & 1 == 1;
        clause.all([if is_one { bit } else { !bit }], out);
    }
}

/// The columns add up to at most the bound. Of literals that each stand for the bound's highest bit, two are more than
/// the bound. Its lowest bits that are 1 are exceeded by none: nobody reads those of the total, and where all its bits
/// are 1, nobody reads the highest one either.
fn at_most(mut columns: Vec<Vec<Lit>>, bound: u64, out: &mut dyn ClauseSink) {
    let (width, unread) = ((u64::BITS - bound.leading_zeros()) as usize, bound.trailing_ones() as usize);
    let beyond: Vec<Vec<Lit>> = columns.drain(width.min(columns.len())..).collect();
    let (mut bits, mut highest) = (Vec::new(), VecDeque::new());
    if let Some(top) = width.checked_sub(1) {
        columns.resize_with(width, Vec::new);
        let (lower, of_top) = added_below(columns, top, unread, out);
        (bits, highest) = (lower, of_top.into());
    }
    let weights = || {
        let of_bits = bits.iter().enumerate().filter_map(|(place, bit)| Some((place, bit.lit()?)));
        let of_top = highest.iter().map(|&lit| (bits.len(), lit));
        let of_beyond = (width..).zip(&beyond).flat_map(|(place, lits)| lits.iter().map(move |&lit| (place, lit)));
        of_bits.chain(of_top).chain(of_beyond).map(|(place, lit)| (1 << place, lit)).collect()
    };
    out.note(|notes| notes.total(&weights));
    beyond.iter().flatten().for_each(|&lit| out.clause(&[!lit]));
    if width == 0 {
        return;
    }
    while highest.len() > 1 {
        let some: Vec<Lit> = highest.drain(..highest.len().min(3)).collect();
        some.iter().array_combinations().for_each(|[&one, &other]| out.clause(&[!one, !other]));
        if highest.is_empty() && unread == width {
            break;
        }
        let any = out.define(Name::aux("any", 0, 0), || Definition::gate(&some, 1));
        some.iter().for_each(|&lit| out.clause(&[!lit, any]));
        out.clause(&[&some[..], &[!any]].concat());
        highest.push_back(any);
    }
    bits.push(highest.pop_front().map_or(LitOrConst::Const(false), LitOrConst::Lit));
    bounded_above(&bits, bound, out);
}

/// For each bit, lowest first, the literals of the terms whose weight has it, and by how much all weights exceed those
/// of the groups. They do so by variables in binary that count downwards: from the largest number with their bits.
fn columns(weights: &Weights, vars: &mut VarMap, out: &mut dyn ClauseSink) -> (Vec<Vec<Lit>>, i64) {
    let mut columns: Vec<Vec<Lit>> = Vec::new();
    let mut offset = 0;
    for (number, group) in weights.groups.iter().enumerate() {
        if let Some((coefficient, var)) = weights.term(number)
            && let Some(bits) = vars.binary(var)
        {
            let factor = coefficient.unsigned_abs();
            for (place, &bit) in bits.iter().enumerate() {
                for shift in (0..64).filter(|shift| factor >> shift & 1 == 1) {
                    columns.resize_with(columns.len().max(place + shift + 1), Vec::new);
                    columns[place + shift].push(if coefficient > 0 { bit } else { !bit });
                }
            }
            if coefficient < 0 {
                offset += factor as i64 * (1 << bits.len()) - factor as i64 - group[group.len() - 1];
            }
            continue;
        }
        let bits = weights.bits(number, true, vars, out);
        columns.resize_with(columns.len().max(bits.len()), Vec::new);
        for (column, bit) in columns.iter_mut().zip(bits) {
            match bit {
                LitOrConst::Lit(lit) => column.push(lit),
                LitOrConst::Const(value) => debug_assert!(!value, "the least weight of a group is 0"),
            }
        }
    }
    (columns, offset)
}

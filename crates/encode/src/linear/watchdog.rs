//! Polynomial watchdogs, shared by the global and the local encoding: a sum of weights in binary, whose bits are
//! counted in unary, weight by weight, half of each count carried to the next.
//!
//! A bit of a group is a literal that the values with this bit in their weight imply. A constant is added so that the
//! bound is exceeded exactly if the last count reaches a whole number. Implications lead from true inputs to true
//! outputs; if the counts are to be exact, also from false inputs to false outputs, and the digits of a count are in
//! order.

use crate::{ClauseBuf, LitOrConst, VarMap};
use cnfab_cnf::{Carry, ClauseRule, ClauseSink, Definition, Lit, Name};

use super::weights::Weights;

/// For each bit, lowest first, the groups' literals for it.
pub(super) struct Bits {
    /// By group.
    pub(super) groups: Vec<Vec<LitOrConst>>,
    /// True if bits and counts are determined: true only if there is a reason.
    exact: bool,
}

impl Bits {
    pub(super) fn new(weights: &Weights, exact: bool, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Self {
        out.why(ClauseRule::Count);
        let groups = (0..weights.groups.len()).map(|group| weights.bits(group, exact, vars, out)).collect();
        Bits { groups, exact }
    }

    /// For each bit the count of all groups but one, if that is given, as far as a bound needs it.
    pub(super) fn counts(&self, without: Option<usize>, bound: i64, out: &mut dyn ClauseSink) -> Vec<Vec<Lit>> {
        let width = self.groups.iter().map(Vec::len).max().unwrap_or(0);
        let [total, _] = total(bound, width);
        let of_bit = |place: usize, out: &mut dyn ClauseSink| {
            let others = self.groups.iter().enumerate().filter(|&(group, _)| Some(group) != without);
            let bits: Vec<Lit> = others.filter_map(|(_, bits)| bits.get(place)?.lit()).collect();
            self.counted(&bits, (total >> place) as usize, out)
        };
        (0..width).map(|place| of_bit(place, out)).collect()
    }

    /// "More than the bound", from the counts of the bits; the bound is at least 0.
    pub(super) fn exceeds(&self, counts: &[Vec<Lit>], bound: i64, out: &mut dyn ClauseSink) -> LitOrConst {
        let [total, tare] = total(bound, counts.len());
        let mut carries: Vec<Carry> = Vec::new();
        for (place, count) in counts.iter().enumerate() {
            let constant = (tare >> place & 1) as usize;
            let carried = carries.last().map_or(&[][..], |last| &last.carried);
            let sum = self.merged([carried, count], (total >> place) as usize - constant, out);
            if place + 1 == counts.len() {
                out.note(|notes| notes.carried(&sum, &|| carries.iter().rev().cloned().collect()));
                return sum.get((total >> place) as usize - 1).map_or(LitOrConst::Const(false), |&lit| lit.into());
            }
            // Every second one; the constant would be the first.
            let carried = sum.iter().copied().skip(1 - constant).step_by(2).collect();
            carries.push(Carry { base: 2, from: sum, carried });
        }
        LitOrConst::Const(false)
    }

    /// The number of true ones in unary, up to `most`, by a balanced tree.
    fn counted(&self, bits: &[Lit], most: usize, out: &mut dyn ClauseSink) -> Vec<Lit> {
        if bits.len() <= 1 {
            return bits.to_vec();
        }
        let (left, right) = bits.split_at(bits.len() / 2);
        let (left, right) = (self.counted(left, most, out), self.counted(right, most, out));
        self.merged([&left, &right], most, out)
    }

    /// The sum of two unary numbers, up to `most`. So far, at least, both are counted.
    fn merged(&self, [a, b]: [&[Lit]; 2], most: usize, out: &mut dyn ClauseSink) -> Vec<Lit> {
        let all = [a, b].concat();
        let count = all.len().min(most);
        if a.is_empty() || b.is_empty() {
            return all[..count].to_vec();
        }
        let mut at = |j: usize| out.define(Name::aux("count", count, j as i64), || Definition::gate(&all, j));
        let sum: Vec<Lit> = (1..=count).map(&mut at).collect();
        let at_least = |count: &[Lit], j: usize| match j {
            0 => LitOrConst::Const(true),
            _ => count.get(j - 1).map_or(LitOrConst::Const(false), |&lit| lit.into()),
        };
        let mut clause = ClauseBuf::new();
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if (1..=count).contains(&(i + j)) {
                    clause.all([!at_least(a, i), !at_least(b, j), sum[i + j - 1].into()], out);
                }
                if self.exact && i + j < count {
                    clause.all([at_least(a, i + 1), at_least(b, j + 1), (!sum[i + j]).into()], out);
                }
            }
        }
        if self.exact {
            sum.windows(2).for_each(|pair| out.clause(&[!pair[1], pair[0]]));
        }
        sum
    }
}

/// The bound plus one, raised to a multiple of the highest bit of a width, and by how much.
///
/// No bit is counted further than up to this: there the count exceeds the bound by itself, as does the half of it that
/// is carried.
fn total(bound: i64, width: usize) -> [i64; 2] {
    let whole = 1 << width.saturating_sub(1);
    let tare = (-(bound + 1)).rem_euclid(whole);
    [bound + 1 + tare, tare]
}

//! Polynomial watchdogs, shared by the global and the local encoding: a sum of weights in binary, whose bits are
//! counted in unary, weight by weight, half of each count carried to the next.
//!
//! A bit of a group is a literal that the values with this bit in their weight imply. A constant is added so that the
//! bound is exceeded exactly if the last count reaches a whole number. Implications lead from true inputs to true
//! outputs; if the counts are to be exact, also from false inputs to false outputs, and the digits of a count are in
//! order.

use crate::{ClauseBuf, LitOrConst, VarMap};
use cnfab_cnf::{ClauseRule, ClauseSink, Definition, Lit, Name};

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

    /// For each bit the count of all groups but one, if that is given.
    pub(super) fn counts(&self, without: Option<usize>, out: &mut dyn ClauseSink) -> Vec<Vec<LitOrConst>> {
        let width = self.groups.iter().map(Vec::len).max().unwrap_or(0);
        let of_bit = |place: usize, out: &mut dyn ClauseSink| {
            let others = self.groups.iter().enumerate().filter(|&(group, _)| Some(group) != without);
            let bits: Vec<LitOrConst> = others
                .filter_map(|(_, bits)| bits.get(place).copied())
                .filter(|&bit| bit != LitOrConst::Const(false))
                .collect();
            self.counted(&bits, out)
        };
        (0..width).map(|place| of_bit(place, out)).collect()
    }

    /// "More than the bound", from the counts of the bits; the bound is at least 0.
    pub(super) fn exceeds(&self, counts: &[Vec<LitOrConst>], bound: i64, out: &mut dyn ClauseSink) -> LitOrConst {
        let Some(last) = counts.len().checked_sub(1) else { return LitOrConst::Const(false) };
        let whole = 1i64 << last;
        let tare = (-(bound + 1)).rem_euclid(whole);
        let mut carried: Vec<LitOrConst> = Vec::new();
        for (place, count) in counts.iter().enumerate() {
            let mut sum = self.merged(&carried, count, out);
            if tare >> place & 1 == 1 {
                sum.insert(0, LitOrConst::Const(true));
            }
            carried = match place < last {
                true => sum.into_iter().skip(1).step_by(2).collect(),
                false => sum,
            };
        }
        let reached = ((bound + 1 + tare) / whole) as usize;
        carried.get(reached - 1).copied().unwrap_or(LitOrConst::Const(false))
    }

    /// The number of true ones in unary, by a balanced tree.
    fn counted(&self, bits: &[LitOrConst], out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        if bits.len() <= 1 {
            return bits.to_vec();
        }
        let (left, right) = bits.split_at(bits.len() / 2);
        let (left, right) = (self.counted(left, out), self.counted(right, out));
        self.merged(&left, &right, out)
    }

    /// The sum of two unary numbers.
    fn merged(&self, a: &[LitOrConst], b: &[LitOrConst], out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        if a.is_empty() || b.is_empty() {
            return [a, b].concat();
        }
        let count = a.len() + b.len();
        let all: Vec<Lit> = a.iter().chain(b).filter_map(|of| of.lit()).collect();
        debug_assert_eq!(all.len(), count, "no constant is counted");
        let mut at = |j: usize| out.define(Name::aux("count", count, j as i64), || Definition::gate(&all, j)).into();
        let sum: Vec<LitOrConst> = (1..=count).map(&mut at).collect();
        let at_least = |count: &[LitOrConst], j: usize| match j {
            0 => LitOrConst::Const(true),
            _ => count.get(j - 1).copied().unwrap_or(LitOrConst::Const(false)),
        };
        let mut clause = ClauseBuf::new();
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if i + j > 0 {
                    clause.all([!at_least(a, i), !at_least(b, j), sum[i + j - 1]], out);
                }
                if self.exact && i + j < count {
                    clause.all([at_least(a, i + 1), at_least(b, j + 1), !sum[i + j]], out);
                }
            }
        }
        if self.exact {
            sum.windows(2).for_each(|pair| clause.all([!pair[1], pair[0]], out));
        }
        sum
    }
}

//! Binary merge: a sum of weights in binary, whose bits are sorted and merged bit by bit, with one watchdog for each
//! value.
//!
//! A variable is the sum of its order literals, each with the weight of its step from the value before. For each bit
//! the literals whose step has it are merged by Batcher's odd-even merge, and half of what comes out is carried to the
//! next bit. A constant makes the bound one less than a multiple of the highest weight; so one output says that the sum
//! of the other terms leaves a value no room. That output excludes the value.
//! With m terms of d values, n = m*d and b bits in the largest step: 3m merges of O(n) literals for each bit, and at
//! most d chains of b merges for each term. O(b*d*m*n*log n) variables and clauses in all; equal steps need no chain,
//! then O(m*n*log n). `=` is two inequalities. Implications one way (projected-only).
//! Domain consistent for `<=` and `>=`. For `=` both bounds are consistent. `binary-merge(1)` has one chain for the
//! whole sum: unit propagation finds that a bound is exceeded, but not which values that excludes.
//! The published encoding is for literals: it sorts all others anew for each literal, n times O(n*log^2 n*b). Ours
//! begins from order literals, which come sorted, and makes a part that several watchdogs need only once. `glpw` and
//! `ggpw` count by trees of quadratic size and begin from values that are taken. Refused beyond about ten million
//! clauses.
//! N. Manthey, T. Philipp, P. Steinke, "A More Compact Translation of Pseudo-Boolean Constraints into CNF Such That
//! Generalized Arc Consistency Is Maintained", KI 2014; merges cut off as in the encoding of counts by networks.

use std::collections::BTreeMap;
use std::iter::repeat_n;
use std::sync::Arc;

use crate::card::network::merged;
use crate::card::unary::Way;
use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, NumberRange, VarMap};
use cnfab_cnf::{Carry, ClauseRule, ClauseSink, Lit};

use super::partial::MOST_COMBINATIONS;
use super::weights::Weights;
use super::{LinearEncoding, Statement, Sum, SumClauses};

pub(super) struct BinaryMerge {
    /// 1 if there is one watchdog for the whole sum, else 0.
    pub(super) once: usize,
}

impl Described for BinaryMerge {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "the weight has the bit; at least j of what a merge gets",
            "every second one is half of a count, and all weights together exceed the bound",
        ]),
        number: Some(NumberRange { about: "1 to have one watchdog for the whole sum, else 0;", range: 0..=1 }),
        variants: &[1],
        contract: Contract::ProjectedOnly,
        ..EncodingAbout::new("binary-merge", "weights in binary, each bit sorted and merged; a watchdog for each value")
    };

    fn value(&self) -> usize {
        self.once
    }
}

impl SumClauses for BinaryMerge {
    fn with_number(&self, once: usize) -> Option<Arc<dyn LinearEncoding>> {
        Some(Arc::new(BinaryMerge { once }))
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let once = self.once == 1;
        let all: Vec<Watch> =
            Weights::inequalities(&sum, vars).into_iter().map(|weights| Watch::new(weights, once, bits)).collect();
        statement(all)
    }
}

/// One base 2 fewer than the largest step has bits.
fn bits(weights: &Weights) -> Vec<i64> {
    let most = weights.steps().max().unwrap_or(0);
    vec![2; most.checked_ilog2().unwrap_or(0) as usize]
}

/// The clauses of inequalities, if they are not too many.
pub(super) fn statement(all: Vec<Watch>) -> Result<Statement, String> {
    if all.iter().map(Watch::estimate).sum::<f64>() > MOST_COMBINATIONS as f64 {
        return Err(format!("its merges need more than about {MOST_COMBINATIONS} clauses"));
    }
    Ok(Box::new(move |vars, out| all.iter().for_each(|watch| watch.encode(vars, out))))
}

/// For each digit, lowest first, literals in falling order: how many of them are true says how often its unit counts.
type Counts = Vec<Vec<Lit>>;

/// An inequality and what is to be watched.
pub(super) struct Watch {
    weights: Weights,
    once: bool,
    /// The bases of the digits of the steps, lowest first; the highest digit has none.
    bases: Vec<i64>,
    /// The most room that a watchdog is for, so that no bit has to be counted any further; none if there is none.
    room: Option<i64>,
}

/// The sums of some groups; for more than one group also those of its halves.
struct Inside {
    from: usize,
    to: usize,
    counts: Counts,
    halves: Option<Box<[Inside; 2]>>,
}

impl Watch {
    pub(super) fn new(weights: Weights, once: bool, bases: fn(&Weights) -> Vec<i64>) -> Self {
        let bases = bases(&weights);
        let mut watch = Watch { weights, once, bases, room: None };
        watch.room = match once {
            true => Some(watch.weights.bound),
            false => (0..watch.weights.groups.len()).flat_map(|group| watch.rooms(group)).map(|(_, room)| room).max(),
        };
        watch
    }

    /// The places of the weights of a group that the other groups may leave no room, and what these may come to.
    fn rooms(&self, group: usize) -> Vec<(usize, i64)> {
        let weights = &self.weights.groups[group];
        let others = self.weights.most() - weights[weights.len() - 1];
        let all = weights.iter().enumerate().skip(1).map(|(place, &weight)| (place, self.weights.bound - weight));
        all.filter(|&(_, room)| (0..others).contains(&room)).collect()
    }

    /// The number that one of a digit stands for.
    fn unit(&self, place: usize) -> i64 {
        self.bases[..place].iter().product()
    }

    /// A digit of a number.
    fn digit(&self, number: i64, place: usize) -> i64 {
        let rest = number / self.unit(place);
        self.bases.get(place).map_or(rest, |base| rest % base)
    }

    /// How often a digit is counted at most: as often as the sum that a watchdog is for can have its unit.
    fn cap(&self, place: usize) -> usize {
        let whole = self.unit(self.bases.len());
        self.room.map_or(0, |room| ((room + whole) / self.unit(place)) as usize)
    }

    /// About how many clauses there will be.
    fn estimate(&self) -> f64 {
        let groups = &self.weights.groups;
        let at_digit = |place: usize| {
            let all = self.weights.steps().map(|step| self.digit(step, place)).fold(0, i64::saturating_add);
            let literals = (all as usize).min(self.cap(place)) as f64;
            1.5 * literals * (literals + 1.0).log2()
        };
        let merge: f64 = (0..=self.bases.len()).map(at_digit).sum();
        let whole = self.unit(self.bases.len()) as usize;
        let chains: usize = match self.once {
            true => 1,
            false => (0..groups.len()).map(|group| self.rooms(group).len().min(whole)).sum(),
        };
        merge * (3.0 * groups.len() as f64 + if whole > 1 { chains as f64 } else { 0.0 })
    }

    fn encode(&self, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let lits: Vec<Vec<LitOrConst>> =
            (0..self.weights.groups.len()).map(|group| self.weights.at_least(group, vars, out)).collect();
        let mut clause = ClauseBuf::new();
        for (group, lits) in self.weights.groups.iter().zip(&lits).filter(|_| !self.once) {
            if let Some(first) = group.iter().position(|&weight| weight > self.weights.bound) {
                clause.all([!lits[first]], out);
            }
        }
        if self.room.is_none() {
            return;
        }
        out.why(ClauseRule::Count);
        let whole = self.inside(0, lits.len(), &lits, self.once, out);
        if self.once {
            let over = self.exceeds(&whole.counts, &[self.weights.bound], out)[0];
            clause.all([!over], out);
        } else {
            self.outside(&whole, vec![Vec::new(); self.bases.len() + 1], &lits, out);
        }
    }

    /// The sums of the groups, or only those of their halves.
    fn inside(&self, from: usize, to: usize, lits: &[Vec<LitOrConst>], all: bool, out: &mut dyn ClauseSink) -> Inside {
        if to - from == 1 {
            return Inside { from, to, counts: self.leaf(from, &lits[from]), halves: None };
        }
        let middle = from.midpoint(to);
        let halves = [self.inside(from, middle, lits, true, out), self.inside(middle, to, lits, true, out)];
        let counts = if all { self.merged(&halves[0].counts, &halves[1].counts, out) } else { Vec::new() };
        Inside { from, to, counts, halves: Some(Box::new(halves)) }
    }

    /// The order literals of a group by the digits of their steps, each as often as the digit says.
    fn leaf(&self, group: usize, lits: &[LitOrConst]) -> Counts {
        let steps = || self.weights.groups[group].windows(2).map(|pair| pair[1] - pair[0]).zip(&lits[1..]);
        let literal = |&truth: &LitOrConst| match truth {
            LitOrConst::Lit(lit) => lit,
            LitOrConst::Const(_) => unreachable!("a value between the first and the last is open"),
        };
        let at_digit = |place: usize| {
            let all = steps().flat_map(|(step, truth)| repeat_n(literal(truth), self.digit(step, place) as usize));
            all.take(self.cap(place)).collect()
        };
        (0..=self.bases.len()).map(at_digit).collect()
    }

    fn merged(&self, a: &Counts, b: &Counts, out: &mut dyn ClauseSink) -> Counts {
        a.iter().zip(b).enumerate().map(|(place, (a, b))| up_to(self.cap(place), a, b, out)).collect()
    }

    /// The watchdogs of the groups of this node, given what all other groups come to.
    fn outside(&self, node: &Inside, others: Counts, lits: &[Vec<LitOrConst>], out: &mut dyn ClauseSink) {
        if let Some(halves) = &node.halves {
            let [left, right] = &**halves;
            for (half, sibling) in [(left, right), (right, left)] {
                if (half.from..half.to).any(|group| !self.rooms(group).is_empty()) {
                    let others = self.merged(&others, &sibling.counts, out);
                    self.outside(half, others, lits, out);
                }
            }
            return;
        }
        let (places, rooms): (Vec<usize>, Vec<i64>) = self.rooms(node.from).into_iter().unzip();
        let over = self.exceeds(&others, &rooms, out);
        let mut clause = ClauseBuf::new();
        for (place, over) in places.into_iter().zip(over) {
            clause.all([!lits[node.from][place], !over], out);
        }
    }

    /// For each room "more than that", from the counts of the digits.
    fn exceeds(&self, counts: &Counts, rooms: &[i64], out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
        let last = counts.iter().rposition(|count| !count.is_empty()).expect("some group has a step");
        let whole = self.unit(last);
        let tare = |room: i64| (-(room + 1)).rem_euclid(whole);
        // One chain for all rooms with the same constant.
        let mut chains: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
        for &room in rooms {
            chains.entry(tare(room)).or_insert_with(|| {
                let most = rooms.iter().filter(|&&other| tare(other) == tare(room)).max().expect("this one at least");
                self.chain(&counts[..=last], tare(room), *most, out)
            });
        }
        let over = |&room: &i64| {
            let reached = ((room + 1 + tare(room)) / whole) as usize;
            chains[&tare(room)].get(reached - 1).map_or(LitOrConst::Const(false), |&lit| lit.into())
        };
        rooms.iter().map(over).collect()
    }

    /// Adds up the digits and the constant. What comes out are multiples of the highest unit, as far as `room` asks
    /// for.
    fn chain(&self, counts: &[Vec<Lit>], tare: i64, room: i64, out: &mut dyn ClauseSink) -> Vec<Lit> {
        let mut carries: Vec<Carry> = Vec::new();
        for (place, count) in counts.iter().enumerate() {
            let is_last = place + 1 == counts.len();
            let constant = if is_last { 0 } else { self.digit(tare, place) as usize };
            let cap = ((room + 1 + tare) / self.unit(place)) as usize - constant;
            if let Some(last) = carries.last_mut() {
                last.carried.truncate(cap);
            }
            let carried = carries.last().map_or(&[][..], |last| &last.carried);
            let sum = up_to(cap, carried, count, out);
            if is_last {
                out.note(|notes| notes.carried(&sum, &|| carries.iter().rev().cloned().collect()));
                return sum;
            }
            // Each that completes the base; the constant would be the first.
            let base = self.bases[place] as usize;
            let carried = sum.iter().copied().skip(base - 1 - constant).step_by(base).collect();
            carries.push(Carry { base, from: sum, carried });
        }
        Vec::new()
    }
}

/// Two lists in falling order as one, no longer than the cap.
fn up_to(cap: usize, a: &[Lit], b: &[Lit], out: &mut dyn ClauseSink) -> Vec<Lit> {
    merged(&a[..a.len().min(cap)], &b[..b.len().min(cap)], Way { up: true, down: false, cap }, out)
}

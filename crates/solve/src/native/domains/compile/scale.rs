//! Value indices, called scales here: which bit of a domain's words stands for which value.
//!
//! What it does: variables that share an all-different constraint share a scale, so that their domains can be compared
//! word by word. A scale is dense if its values are consecutive; then the bit number is the value minus the first one.
//! Gaps are filled as long as that costs no extra word or at most doubles the length.
//!
//! Whose idea: domains as bitsets are folklore. Which variables share a scale is found by union-find: B. Galler, M.
//! Fischer, "An Improved Equivalence Algorithm", CACM 1964, with halving of paths.
//!
//! How ours differs: variables with equal values share a scale without any constraint, too, so that they share masks.
//!
//! When it runs: first, when a model is compiled.

use std::collections::HashMap;

use crate::tuning::domains::{COMPARED_INDICES, MOST_FILLED};
use crate::union_find::UnionFind;
use cnfab_model::{Domain, Model};

/// A scale: the value of each bit, in increasing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Scale {
    /// The start of the values in [`Scales::values`].
    pub(in super::super) at: u32,
    /// Number of bits.
    pub(in super::super) len: u32,
    /// The value of bit 0.
    pub(in super::super) base: i32,
    /// True if bit `i` stands for `base + i`.
    pub(in super::super) dense: bool,
}

/// The scales of a model.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Scales {
    /// The values of all scales, one scale after the other.
    pub(in super::super) values: Vec<i32>,
    /// The scales.
    pub(in super::super) all: Vec<Scale>,
    /// The scale of each variable of the model.
    pub(in super::super) of: Vec<u32>,
}

impl Scales {
    pub(in super::super) fn new(model: &Model) -> Self {
        let count = model.variables().len();
        let mut sets = UnionFind::of_all_different(model);
        let joined = sets.is_joined();
        let mut scales = Scales { of: vec![u32::MAX; count], ..Scales::default() };
        let mut unions: Vec<Vec<i32>> = Vec::new();
        if joined {
            unions.resize(count, Vec::new());
            for (var, variable) in model.variables().iter().enumerate() {
                merge(&mut unions[sets.root(var)], &variable.domain);
            }
        }
        let unions: Vec<Domain> = unions.into_iter().map(Domain::from).collect();
        let values_of = |top: usize| if joined { &unions[top] } else { &model.variables()[top].domain };
        let mut known: HashMap<&Domain, usize> = HashMap::new();
        // The first variable of each scale.
        let mut firsts: Vec<usize> = Vec::new();
        for var in 0..count {
            let top = sets.root(var);
            if scales.of[top] == u32::MAX {
                let values = values_of(top);
                let among_last =
                    (0..firsts.len()).rev().take(COMPARED_INDICES).find(|&scale| values_of(firsts[scale]) == values);
                scales.of[top] = if let Some(found) = among_last.or_else(|| known.get(values).copied()) {
                    found as u32
                } else {
                    firsts.push(top);
                    // Scales that are not compared any more are looked up.
                    if let Some(past) = firsts.len().checked_sub(COMPARED_INDICES + 1) {
                        known.insert(values_of(firsts[past]), past);
                    }
                    scales.add(values)
                };
            }
            scales.of[var] = scales.of[top];
        }
        scales
    }

    /// The bit of a value on a scale, if the scale has it.
    pub(in super::super) fn bit(&self, scale: u32, value: i32) -> Option<u32> {
        let scale = &self.all[scale as usize];
        if scale.dense {
            let bit = i64::from(value) - i64::from(scale.base);
            return (0..i64::from(scale.len)).contains(&bit).then_some(bit as u32);
        }
        self.values[scale.at as usize..][..scale.len as usize].binary_search(&value).ok().map(|bit| bit as u32)
    }

    fn add(&mut self, values: &Domain) -> u32 {
        let at = self.values.len() as u32;
        let base = values.min().unwrap_or_default();
        let range = values.max().map_or(0, |last| i64::from(last) - i64::from(base) + 1);
        let dense = range <= 64.max(MOST_FILLED * values.len() as i64);
        if dense {
            self.values.extend((0..range).map(|step| (i64::from(base) + step) as i32));
        } else {
            self.values.extend(values.values());
        }
        self.all.push(Scale { at, len: self.values.len() as u32 - at, base, dense });
        self.all.len() as u32 - 1
    }
}

/// Adds a domain to a sorted list of values.
fn merge(union: &mut Vec<i32>, domain: &Domain) {
    let new = domain.values();
    // The new values come from the end; `at` values of the list are still to be compared.
    let mut at = union.len();
    let mut missing = 0;
    for value in new.clone().rev() {
        while at > 0 && union[at - 1] > value {
            at -= 1;
        }
        if at > 0 && union[at - 1] == value {
            at -= 1;
        } else {
            missing += 1;
        }
    }
    if missing == 0 {
        return;
    }
    let mut from = union.len();
    union.resize(from + missing, 0);
    let mut to = union.len();
    for value in new.clone().rev() {
        while from > 0 && union[from - 1] > value {
            (from, to) = (from - 1, to - 1);
            union[to] = union[from];
        }
        if from > 0 && union[from - 1] == value {
            from -= 1;
        }
        to -= 1;
        union[to] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_has_the_values_of_both() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..500 {
            let [a, b] = [0; 2].map(|_: i32| (0..random.usize(..8)).map(|_| random.i32(-6..6)).collect::<Vec<i32>>());
            let mut union = Domain::from(&a[..]).to_vec();
            merge(&mut union, &Domain::from(&b[..]));
            assert_eq!(union, Domain::from([a, b].concat()).to_vec());
        }
    }

    #[test]
    fn partners_share_a_scale_and_gaps_are_filled_or_listed() {
        let mut model = Model::new();
        let a = model.var("a", vec![1, 3]);
        let b = model.var("b", vec![3, 9]);
        let c = model.var("c", vec![-1_000_000, 1_000_000]);
        let d = model.var("d", Vec::new());
        model.all_different("row", [a, b]);
        let scales = Scales::new(&model);
        assert_eq!(scales.of[a.index()], scales.of[b.index()]);
        assert_eq!(scales.bit(scales.of[0], 9), Some(8));
        assert_eq!(scales.bit(scales.of[0], 10), None);
        assert_eq!(scales.bit(scales.of[c.index()], 1_000_000), Some(1));
        assert_eq!(scales.bit(scales.of[c.index()], 0), None);
        assert_eq!(scales.all[scales.of[d.index()] as usize].len, 0);
    }
}

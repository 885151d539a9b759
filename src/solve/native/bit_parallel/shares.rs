//! What the core for rows is made from: the items, what they exclude, and groups that need an exact number of them.

use crate::model::Model;

use super::super::bits::ones;
use super::program::Program;

/// A group that needs an exact number of items.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Share {
    /// The items, in order.
    pub(in super::super) items: Vec<u32>,
    /// How many of them have to be true.
    pub(in super::super) needed: u32,
}

impl Program {
    /// Whether some variables are on a scale.
    pub(in super::super) fn has_scales(&self) -> bool {
        self.sliced.iter().any(|sliced| !sliced.copied)
    }

    /// Whether all variables are on one scale, as the model shows them: then the first open one is a bit away.
    pub(in super::super) fn is_in_order(&self, model: &Model) -> bool {
        match &self.layout.scales[..] {
            [scale] => {
                let numbers = scale.vars.iter().map(|&var| var as usize);
                model.shown().iter().map(|var| var.index()).eq(numbers)
            }
            _ => false,
        }
    }

    /// The groups; `None` if some group has a choice of how many items are true, or is that of a variable on a scale.
    pub(in super::super) fn shares(&self) -> Option<Vec<Share>> {
        if self.has_scales() {
            return None;
        }
        let mut shares = Vec::with_capacity(self.groups.len());
        for (number, group) in self.groups.iter().enumerate() {
            if self.open[number / 64] >> (number % 64) & 1 == 0 {
                continue;
            }
            if group.low != group.high {
                return None;
            }
            let parts = self.parts(group).iter();
            let items = parts.flat_map(|&(word, mask)| ones(mask).map(move |bit| 64 * word + bit)).collect();
            shares.push(Share { items, needed: group.low });
        }
        Some(shares)
    }

    /// The items that no constraint rules out by itself.
    pub(in super::super) fn items(&self) -> impl Iterator<Item = u32> + '_ {
        members(self.allowed[..self.primary].iter().copied())
    }

    /// Whether an item may be true at the start, as far as it is not on a scale.
    pub(in super::super) fn is_possible(&self, item: u32) -> bool {
        self.possible[item as usize / 64] >> (item % 64) & 1 == 1
    }

    /// The items that cannot be true if this one is.
    pub(in super::super) fn excluded_by(&self, item: u32) -> impl Iterator<Item = u32> + '_ {
        let row = &self.keep[item as usize * self.words..][..self.primary];
        let excluded = row.iter().zip(&self.allowed).map(|(keep, allowed)| !keep & allowed);
        members(excluded)
    }
}

/// The members of a set that is given word by word.
fn members(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    (0..).zip(words).flat_map(|(word, bits)| ones(bits).map(move |bit| 64 * word + bit))
}

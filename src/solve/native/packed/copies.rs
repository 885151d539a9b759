//! Copies of items, so that groups of which each item is in several can be looked at 64 at a time.
//!
//! The places of a value in the rows of a Sudoku are groups that have no item in common, and so are its places in columns
//! and in boxes. Each such family gets words of its own, in which slice `j` holds the `j`-th item of each group: the items
//! are copied there. Whatever takes items out of a state takes out the copies too; a set of items grows by one set per
//! family, and all single items of 64 groups are found in one pass over the slices.

use super::program::{GROUP_WORDS, WIDTHS};

/// Families of fewer groups are not worth copies.
const LEAST: usize = 32;

/// Groups of more items would need too many slices.
const MOST_SLICES: usize = 32;

/// Groups that have no item in common: their numbers among all, and the most items that one of them has.
#[derive(Default)]
pub(super) struct Family {
    pub(super) groups: Vec<usize>,
    pub(super) slices: usize,
}

impl Family {
    /// Words of a slice.
    pub(super) fn width(&self) -> usize {
        self.groups.len().div_ceil(64)
    }
}

/// Families of groups that need exactly one item each, if there is room for their copies besides `words` words of items
/// and `group_words` words of other groups.
pub(super) fn families(listed: &[(Vec<u32>, u32, u32)], words: usize, group_words: usize) -> Vec<Family> {
    let mut families: Vec<(Family, Vec<bool>, usize)> = Vec::new();
    for (number, (items, low, high)) in listed.iter().enumerate() {
        if (*low, *high) != (1, 1) || items.len() < 2 || items.len() > MOST_SLICES {
            continue;
        }
        let free = |(_, used, _): &(Family, Vec<bool>, usize)| items.iter().all(|&item| !used[item as usize]);
        let place = families.iter().position(free).unwrap_or_else(|| {
            families.push((Family::default(), vec![false; 64 * words], 0));
            families.len() - 1
        });
        let (family, used, members) = &mut families[place];
        items.iter().for_each(|&item| used[item as usize] = true);
        *members += items.len();
        family.groups.push(number);
        family.slices = family.slices.max(items.len());
    }
    // At least half of the words' bits are to be in use.
    families.retain(|(family, _, members)| {
        family.groups.len() >= LEAST && 2 * members >= 64 * family.width() * family.slices
    });
    let families: Vec<Family> = families.into_iter().map(|(family, ..)| family).collect();
    let copied: usize = families.iter().map(|family| family.groups.len()).sum();
    let other_words = (listed.len() - copied).div_ceil(64);
    let in_groups: usize = families.iter().map(Family::width).sum();
    let in_items: usize = families.iter().map(|family| family.width() * family.slices).sum();
    let fits = words + in_items <= WIDTHS[WIDTHS.len() - 1] && group_words + in_groups + other_words <= GROUP_WORDS;
    if fits { families } else { Vec::new() }
}

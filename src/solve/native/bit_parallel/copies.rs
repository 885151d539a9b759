//! Copies of items, so that groups of which each item is in several can be looked at 64 at a time.
//!
//! The places of a value in the rows of a Sudoku are groups that have no item in common, and so are its places in columns
//! and in boxes. Each such family gets words of its own, in which slice `j` holds the `j`-th item of each group: the items
//! are copied there. Whatever takes items out of a state takes out the copies too; a set of items grows by one set per
//! family, and all single items of 64 groups are found in one pass over the slices.

use super::super::bits::ones;
use super::build::Builder;
use super::locks::Locks;
use super::program::{GROUP_WORDS, Group, Sliced, WIDTHS};
use crate::solve::native::tuning::bit_parallel::{LEAST_COPIED, MOST_SLICES};

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
        family.groups.len() >= LEAST_COPIED && 2 * members >= 64 * family.width() * family.slices
    });
    let families: Vec<Family> = families.into_iter().map(|(family, ..)| family).collect();
    let copied: usize = families.iter().map(|family| family.groups.len()).sum();
    let other_words = (listed.len() - copied).div_ceil(64);
    let in_groups: usize = families.iter().map(Family::width).sum();
    let in_items: usize = families.iter().map(|family| family.width() * family.slices).sum();
    let fits = words + in_items <= WIDTHS[WIDTHS.len() - 1] && group_words + in_groups + other_words <= GROUP_WORDS;
    if fits { families } else { Vec::new() }
}

impl Builder<'_> {
    /// Finds families of groups and copies their items. Returns the sorted numbers of their groups.
    pub(super) fn copy_families(&mut self, satisfied: &mut [Vec<u32>]) -> Vec<usize> {
        let old = self.program.words;
        self.program.primary = old;
        self.program.item_of = (0..64 * old as u32).collect();
        self.program.copies_of = vec![0..0; 64 * old];
        let families = families(&self.listed, self.layout.words, self.program.groups.len() / 64);
        if families.is_empty() {
            return Vec::new();
        }
        let primary = self.layout.words;
        let mut at = primary;
        let mut copies: Vec<Vec<u32>> = vec![Vec::new(); 64 * primary];
        for family in &families {
            let (width, open_at) = (family.width(), self.program.groups.len() / 64);
            self.program.sliced.push(Sliced {
                at,
                width,
                slices: family.slices,
                open_at,
                copied: true,
                locks: Locks::default(),
            });
            for (position, &number) in family.groups.iter().enumerate() {
                let items = self.listed[number].0.clone();
                for (slice, &item) in items.iter().enumerate() {
                    copies[item as usize].push((64 * (at + slice * width) + position) as u32);
                }
                self.group(items, 1, 1, satisfied);
            }
            let end = 64 * (open_at + width);
            self.program.groups.resize(end, Group { low: 1, high: 1, ..Group::default() });
            at += family.slices * width;
        }
        let program = &mut self.program;
        program.primary = primary;
        program.words = *WIDTHS.iter().find(|&&width| width >= at).expect("families are chosen to fit");
        program.item_of.resize(64 * program.words, 0);
        program.copies_of.truncate(64 * primary);
        for (item, copies) in copies.into_iter().enumerate() {
            let from = program.copies.len();
            copies.iter().for_each(|&copy| program.item_of[copy as usize] = item as u32);
            program.copies.extend(copies);
            program.copies_of[item] = from..program.copies.len();
        }
        // Sets with all copies; then the copies go of items that are not in the set.
        let mut all = program.allowed[..primary].to_vec();
        all.resize(program.words, 0);
        for &copy in &program.copies {
            all[copy as usize / 64] |= 1 << (copy % 64);
        }
        let mut keep = Vec::with_capacity(64 * primary * program.words);
        for row in program.keep.chunks_exact(old).take(64 * primary) {
            let from = keep.len();
            keep.extend_from_slice(&row[..primary]);
            keep.extend_from_slice(&all[primary..]);
            for (word, &kept) in row[..primary].iter().enumerate() {
                for bit in ones(!kept) {
                    for copy in &program.copies[program.copies_of[64 * word + bit as usize].clone()] {
                        keep[from + *copy as usize / 64] &= !(1 << (copy % 64));
                    }
                }
            }
        }
        program.keep = keep;
        for item in (0..64 * primary).filter(|item| program.allowed[item / 64] >> (item % 64) & 1 == 0) {
            for copy in &program.copies[program.copies_of[item].clone()] {
                all[*copy as usize / 64] &= !(1 << (copy % 64));
            }
        }
        program.allowed = all;
        let mut copied: Vec<usize> = families.into_iter().flat_map(|family| family.groups).collect();
        copied.sort_unstable();
        copied
    }
}

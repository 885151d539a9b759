//! The compiled form: items, what they exclude, and groups that need so many of them.

use std::ops::Range;

/// The numbers of words of a set of items that the search is compiled for.
pub(in super::super) const WIDTHS: [usize; 8] = [1, 2, 4, 8, 18, 23, 33, 48];

/// The number of words of a set of groups.
pub(super) const GROUP_WORDS: usize = 8;

/// Groups of which each item is in exactly one, laid out so that 64 of them are looked at together: the variables of one
/// all-different scale. Slice `j` holds, for each variable, whether its `j`-th value is possible.
#[derive(Clone, Debug)]
pub(super) struct Sliced {
    /// First word of slice 0 in the set of items.
    pub(super) at: usize,
    /// Number of words of a slice.
    pub(super) width: usize,
    /// Number of slices.
    pub(super) slices: usize,
    /// First word of the variables' groups in the set of groups.
    pub(super) open_at: usize,
}

/// So many of these items have to be true.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Words of the set of items, and the group's items in each.
    pub(super) parts: Range<usize>,
    /// At least this many are true.
    pub(super) low: u32,
    /// At most this many are true. If it is 1, the items exclude each other by their rows already.
    pub(super) high: u32,
}

/// A compiled model.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Program {
    /// Number of words of a set of items, one of [`WIDTHS`].
    pub(in super::super) words: usize,
    /// Variable (the model's number) and value of each item; items that stand for nothing are never possible.
    pub(super) meaning: Vec<(u32, i32)>,
    /// The values that hold where no item says otherwise, per variable.
    pub(super) otherwise: Vec<i32>,
    /// The items that may be true at the start.
    pub(super) possible: Vec<u64>,
    /// What a true item leaves of the set of items, `words` words per item.
    pub(super) keep: Vec<u64>,
    /// The groups that a true item satisfies: words of the set of groups and bits in them.
    pub(super) satisfies: Vec<(u32, u64)>,
    /// The stretch of `satisfies` of each item.
    pub(super) satisfies_of: Vec<Range<usize>>,
    /// The groups of each item.
    pub(super) member: Vec<[u64; GROUP_WORDS]>,
    /// The groups that may lose an item when an item becomes true, and its own.
    pub(super) touches: Vec<[u64; GROUP_WORDS]>,
    /// All-different scales.
    pub(super) sliced: Vec<Sliced>,
    /// The groups, by bit of the set of groups; those of `sliced` come first and have no parts.
    pub(super) groups: Vec<Group>,
    /// What `Group::parts` refers to.
    pub(super) parts: Vec<(u32, u64)>,
    /// The groups that are open at the start.
    pub(super) open: [u64; GROUP_WORDS],
    /// Number of words of the set of groups that are in use.
    pub(super) group_words: usize,
    /// The first word of the set of groups after those of `sliced`.
    pub(super) listed_at: usize,
    /// Exact cover over long words: groups that need one item each, none of them sliced.
    pub(super) sweeping: bool,
    /// There is no solution.
    pub(in super::super) contradiction: bool,
}

impl Program {
    /// The parts of a group.
    pub(super) fn parts(&self, group: &Group) -> &[(u32, u64)] {
        &self.parts[group.parts.clone()]
    }
}

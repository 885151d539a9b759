//! The compiled form: items, what they exclude, and groups that need so many of them.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::model::{Model, Posted};

use super::class::Layout;
use super::locks::Locks;

/// The numbers of words of a set of items that the search is compiled for.
pub(in super::super) const WIDTHS: [usize; 11] = [1, 2, 3, 4, 5, 8, 18, 23, 33, 48, 72];

/// The number of words of a set of groups.
pub(super) const GROUP_WORDS: usize = 8;

/// Groups that need exactly one item each and have none in common, laid out so that 64 of them are looked at together: the
/// variables of one all-different scale, or a family of groups whose items are copied. Slice `j` holds the `j`-th item of
/// each group.
#[derive(Clone, Debug)]
pub(super) struct Sliced {
    /// First word of slice 0 in the set of items.
    pub(super) at: usize,
    /// Number of words of a slice.
    pub(super) width: usize,
    /// Number of slices.
    pub(super) slices: usize,
    /// First word of the groups in the set of groups.
    pub(super) open_at: usize,
    /// Whether the items are copies.
    pub(super) copied: bool,
    /// Which items of a group of copies may exclude others together.
    pub(super) locks: Locks,
}

/// So many of these items have to be true.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// Words of the set of items, and the group's items in each.
    pub(super) parts: Range<usize>,
    /// The words of the items that other items of the group may exclude together.
    pub(super) reach: Range<usize>,
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
    /// Number of words before the copies.
    pub(super) primary: usize,
    /// The item of each bit: itself, or what it is a copy of.
    pub(super) item_of: Vec<u32>,
    /// The copies of the items.
    pub(super) copies: Vec<u32>,
    /// The stretch of `copies` of each item.
    pub(super) copies_of: Vec<Range<usize>>,
    /// Variable (the model's number) and value of each item; items that stand for nothing are never possible.
    pub(in super::super) meaning: Vec<(u32, i32)>,
    /// The values that hold where no item says otherwise, per variable.
    pub(in super::super) otherwise: Vec<i32>,
    /// The items that no constraint rules out by itself, with their copies.
    pub(super) allowed: Vec<u64>,
    /// The items that may be true at the start, with their copies; what `given` rules out is not left out.
    pub(super) possible: Vec<u64>,
    /// The items of variables on scales that have one value.
    pub(super) given: Vec<u32>,
    /// What a true item leaves of the set of items and copies, `words` words per item.
    pub(super) keep: Vec<u64>,
    /// The groups that a true item satisfies.
    pub(super) satisfies: Vec<[u64; GROUP_WORDS]>,
    /// The groups of each item.
    pub(super) member: Vec<[u64; GROUP_WORDS]>,
    /// The groups that may lose an item when an item becomes true, and its own.
    pub(super) touches: Vec<[u64; GROUP_WORDS]>,
    /// All-different scales, then families of groups whose items are copied.
    pub(super) sliced: Vec<Sliced>,
    /// The groups, by bit of the set of groups; those of `sliced` come first, and those of scales have no parts.
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
    /// Some groups need more than one item, and none is sliced.
    pub(super) counting: bool,
    /// Whether it is an exact cover in all that it says, once somebody has asked.
    pub(super) cover: OnceLock<bool>,
    /// The constraints cannot all hold.
    pub(super) impossible: bool,
    /// There is no solution.
    pub(in super::super) contradiction: bool,
    /// Where the items lie.
    pub(super) layout: Layout,
    /// What was compiled.
    pub(super) constraints: Arc<Vec<Posted>>,
}

impl Program {
    /// Whether a model differs from the one that was packed in nothing but domains.
    pub(in super::super) fn fits(&self, model: &Model) -> bool {
        let variables = model.variables();
        let same = |(a, b): (&Posted, &Posted)| a.constraint == b.constraint;
        variables.len() == self.otherwise.len()
            && model.shown().len() == variables.len()
            && (Arc::ptr_eq(&model.shared_constraints(), &self.constraints)
                || model.constraints().len() == self.constraints.len()
                    && model.constraints().iter().zip(self.constraints.iter()).all(same))
    }

    /// Starts from the domains of a model. `false` if the layout has no place for them, or places too many.
    pub(in super::super) fn set_domains(&mut self, model: &Model) -> bool {
        self.possible.copy_from_slice(&self.allowed);
        self.given.clear();
        self.contradiction = self.impossible;
        for (var, variable) in (0..).zip(model.variables()) {
            let values = variable.domain.to_vec();
            self.contradiction |= values.is_empty();
            let Some((scale, first, stride)) = self.layout.stretch(var) else {
                if self.layout.fits(var, &values) {
                    continue;
                }
                return false;
            };
            if let [value] = values[..] {
                let Some(slice) = scale.slice(value) else { return false };
                self.given.push((first + slice * stride) as u32);
            } else if !scale.has_just(&values) {
                if !self.layout.fits(var, &values) {
                    return false;
                }
                let mut left = &values[..];
                for (item, &value) in (first..).step_by(stride).zip(&scale.values) {
                    if left.first() == Some(&value) {
                        left = &left[1..];
                        continue;
                    }
                    self.possible[item / 64] &= !(1 << (item % 64));
                    for &copy in &self.copies[self.copies_of[item].clone()] {
                        self.possible[copy as usize / 64] &= !(1 << (copy % 64));
                    }
                }
            }
        }
        true
    }

    /// The parts of a group.
    #[inline]
    pub(super) fn parts(&self, group: &Group) -> &[(u32, u64)] {
        &self.parts[group.parts.clone()]
    }
}

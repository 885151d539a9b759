//! The smallest of the solutions that come in any order.

use std::collections::BinaryHeap;

use crate::problem::Cells;

/// A solution, and the size of its orbit if orbits are asked for.
type Found = (Cells, Option<u64>);

/// The smallest solutions seen so far.
pub(super) struct Smallest {
    heap: BinaryHeap<Found>,
    /// How many are kept; `None` means all.
    limit: Option<usize>,
}

impl Smallest {
    pub(super) fn new(limit: Option<u64>) -> Self {
        let limit = limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        Smallest { heap: BinaryHeap::new(), limit }
    }

    pub(super) fn add(&mut self, found: Found) {
        self.heap.push(found);
        if self.limit.is_some_and(|limit| self.heap.len() > limit) {
            self.heap.pop();
        }
    }

    pub(super) fn take(&mut self) -> Vec<Found> {
        std::mem::take(&mut self.heap).into_sorted_vec()
    }
}

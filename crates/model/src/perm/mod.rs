//! Groups of permutations of the points 0 to n - 1, by a base and strong generators, and subgroups found by
//! backtracking.
//!
//! Nothing here knows models. A group of any order is held in memory of its points times the points of its orbits.
//!
//! - `chain`: stabilisers of more and more points; the order, whether a permutation belongs to the group, all elements.
//! - `cells`: what an element has to keep, and whole orbits compared with their images.
//! - `search`: the elements with a property that a subgroup has.

mod cells;
mod chain;
#[cfg(test)]
pub(super) mod known;
mod search;

pub(super) use cells::{Look, still};
pub(super) use chain::Chain;
pub(super) use search::{Property, subgroup};

/// For each point its image.
pub(super) type Perm = Box<[u32]>;

/// The cost of keeping one point of a permutation, in steps: the kept permutations stay below some 200 MB.
const KEPT: u64 = 50;

/// The number of further steps; one step looks at one point of one permutation.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    left: u64,
}

/// More steps would be needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfSteps;

impl Steps {
    /// That many steps.
    pub(super) fn new(most: u64) -> Self {
        Steps { left: most }
    }

    /// Takes some of them.
    pub(super) fn take(&mut self, steps: usize) -> Result<(), OutOfSteps> {
        self.left = self.left.checked_sub(steps as u64).ok_or(OutOfSteps)?;
        Ok(())
    }

    /// Takes those for points that are kept.
    fn keep(&mut self, points: usize) -> Result<(), OutOfSteps> {
        self.left = self.left.checked_sub(KEPT * points as u64).ok_or(OutOfSteps)?;
        Ok(())
    }
}

/// Every point stays.
pub(super) fn identity(degree: usize) -> Perm {
    (0..degree as u32).collect()
}

fn first_moved(element: &[u32]) -> Option<usize> {
    (0..).zip(element).find(|(point, image)| point != *image).map(|(point, _): (u32, _)| point as usize)
}

/// The inverse of the first and then the second.
fn after_inverse(inverse: &[u32], then: &[u32]) -> Perm {
    let mut out = vec![0; inverse.len()].into_boxed_slice();
    inverse.iter().zip(then).for_each(|(&point, &image)| out[point as usize] = image);
    out
}

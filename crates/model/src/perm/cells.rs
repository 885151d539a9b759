//! The look that an element of a group has to keep, and the comparison of whole orbits with their images by it.
//!
//! A cell is an orbit of the elements that fix the first base points. Where an element maps a cell to points that look
//! otherwise, no element of its coset keeps the look. This is the simplest of the refinements of J. Leon, "Permutation
//! group algorithms based on partitions", 1991.

use super::{Chain, Perm, identity};
use cnfab_base::split_mix::split_mix;

/// The look that every element with the property keeps.
pub(crate) struct Look {
    /// For each point its colour.
    pub(crate) colours: Vec<u64>,
    /// For each point those it is related to, which are related to it.
    pub(crate) related: Vec<Vec<u32>>,
}

/// The orbits of the elements that fix the first base points.
pub(super) struct Cells {
    /// For each point the number of its orbit.
    of: Vec<u32>,
    /// The points that all of them fix.
    fixed: Vec<u32>,
    /// The number of steps of comparing an image with them.
    pub(super) cost: usize,
    /// For each orbit the sum of what its points look like.
    sums: Vec<u64>,
}

impl Cells {
    pub(super) fn of(chain: &Chain, level: usize, known: &[usize], look: &Look) -> Self {
        let of = orbits(chain, level);
        let fixed: Vec<u32> = (0..).zip(known).filter(|&(_, &known)| known <= level).map(|(point, _)| point).collect();
        let cost = 3 * of.len() + fixed.iter().map(|&point| look.related[point as usize].len()).sum::<usize>();
        let sums = vec![0; of.iter().max().map_or(0, |&last| last as usize + 1)];
        let mut cells = Cells { of, fixed, cost, sums };
        cells.sums = cells.sums_of(look, &identity(chain.degree()));
        cells
    }

    /// True if the image of each orbit looks like the orbit. What looks different may pass for the same, not the other
    /// way round.
    pub(super) fn keep(&self, look: &Look, element: &[u32]) -> bool {
        self.sums_of(look, element) == self.sums
    }

    fn sums_of(&self, look: &Look, element: &[u32]) -> Vec<u64> {
        let mut looks = look.colours.clone();
        for &point in &self.fixed {
            let as_which = split_mix(!u64::from(point));
            for &other in &look.related[element[point as usize] as usize] {
                looks[other as usize] = looks[other as usize].wrapping_add(as_which);
            }
        }
        let mut sums = vec![0u64; self.sums.len()];
        for (&cell, &image) in self.of.iter().zip(element) {
            let sum = &mut sums[cell as usize];
            *sum = sum.wrapping_add(split_mix(looks[image as usize]));
        }
        sums
    }
}

/// For each point how many base points have to be fixed, from the first on, for every element that fixes them to fix
/// it.
pub(crate) fn still(chain: &Chain) -> Vec<usize> {
    let mut known = vec![chain.depth(); chain.degree()];
    for level in (0..chain.depth()).rev() {
        let by: Vec<&Perm> = chain.fixing_before(chain.point(level)).collect();
        for (point, known) in known.iter_mut().enumerate() {
            if *known == level + 1 && by.iter().all(|element| element[point] as usize == point) {
                *known = level;
            }
        }
    }
    known
}

/// For each point the number of its orbit under the elements that fix the first `level` base points.
fn orbits(chain: &Chain, level: usize) -> Vec<u32> {
    let from = if level < chain.depth() { chain.point(level) } else { chain.degree() };
    let by: Vec<&Perm> = chain.fixing_before(from).collect();
    let mut of = vec![u32::MAX; chain.degree()];
    let mut next = 0;
    for start in 0..of.len() {
        if of[start] != u32::MAX {
            continue;
        }
        of[start] = next;
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for element in &by {
                let image = element[point] as usize;
                if of[image] == u32::MAX {
                    of[image] = next;
                    open.push(image);
                }
            }
        }
        next += 1;
    }
    of
}

//! Random divisions of a grid into connected regions.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::grid::rect::{Neighbours, Rect};

use super::board;

/// The greatest weight of a region: how much faster it grows than others.
const MOST_WEIGHT: u32 = 40;

/// A grid whose cells belong to regions, or to none yet.
#[derive(Clone, Debug)]
pub(super) struct Division {
    grid: Rect,
    region: Vec<Option<usize>>,
    /// The number of cells of each region.
    sizes: Vec<usize>,
}

impl Division {
    /// A grid with this many regions, which have no cells.
    pub(super) fn new(grid: Rect, regions: usize) -> Self {
        Division { grid, region: vec![None; grid.len()], sizes: vec![0; regions] }
    }

    /// Returns the region of a cell.
    pub(super) fn region(&self, cell: usize) -> Option<usize> {
        self.region[cell]
    }

    /// Returns the number of cells of a region.
    pub(super) fn size(&self, region: usize) -> usize {
        self.sizes[region]
    }

    /// Lists the cells of each region, in reading order.
    pub(super) fn cells(&self) -> Vec<Vec<usize>> {
        let mut cells = vec![Vec::new(); self.sizes.len()];
        for (cell, region) in self.region.iter().enumerate() {
            region.iter().for_each(|&region| cells[region].push(cell));
        }
        cells
    }

    /// Puts a cell into a region.
    pub(super) fn put(&mut self, cell: usize, region: usize) {
        if let Some(before) = self.region[cell].replace(region) {
            self.sizes[before] -= 1;
        }
        self.sizes[region] += 1;
    }

    /// Adds regions without cells, until there are this many.
    pub(super) fn add_regions(&mut self, count: usize) {
        self.sizes.resize(self.sizes.len().max(count), 0);
    }

    /// Returns whether cells are connected.
    pub(super) fn is_connected(&self, cells: &[usize]) -> bool {
        board::is_connected(self.grid, cells)
    }

    /// Iterates over the cells at the sides of a cell.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.grid.neighbours(cell, Neighbours::Four)
    }

    /// Returns the regions at the sides of a cell, besides its own, each once.
    pub(super) fn regions_beside(&self, cell: usize) -> Vec<usize> {
        let mut regions: Vec<usize> = self
            .beside(cell)
            .filter_map(|other| self.region[other])
            .filter(|&r| Some(r) != self.region[cell])
            .collect();
        regions.sort_unstable();
        regions.dedup();
        regions
    }

    /// Returns whether the region of a cell stays connected, and is not empty, without the cell.
    pub(super) fn may_leave(&self, cell: usize) -> bool {
        let region = self.region[cell];
        let Some(first) = self.beside(cell).find(|&other| self.region[other] == region) else { return false };
        let mut is_reached = vec![false; self.grid.len()];
        is_reached[cell] = true;
        is_reached[first] = true;
        let (mut open, mut reached) = (vec![first], 1);
        while let Some(at) = open.pop() {
            for other in self.beside(at) {
                if self.region[other] == region && !std::mem::replace(&mut is_reached[other], true) {
                    open.push(other);
                    reached += 1;
                }
            }
        }
        region.is_some_and(|region| reached + 1 == self.sizes[region])
    }

    /// Finds a shortest path from a region over free cells to a cell that is an end; ends lie on no other path. The
    /// path begins beside the region and ends with the end.
    pub(super) fn path(
        &self,
        region: usize,
        is_end: impl Fn(usize) -> bool,
        is_passable: impl Fn(usize) -> bool,
        rng: &mut Rng,
    ) -> Option<Vec<usize>> {
        let mut before: Vec<Option<usize>> = vec![None; self.grid.len()];
        let mut open: Vec<usize> = (0..self.grid.len()).filter(|&cell| self.region[cell] == Some(region)).collect();
        rng.shuffle(&mut open);
        let mut open = VecDeque::from(open);
        while let Some(at) = open.pop_front() {
            let mut beside: Vec<usize> = self.beside(at).collect();
            rng.shuffle(&mut beside);
            for cell in beside {
                if self.region[cell].is_some() || before[cell].is_some() {
                    continue;
                }
                if is_end(cell) {
                    let steps = std::iter::successors(Some(at), |&step| before[step]);
                    let mut path = vec![cell];
                    path.extend(steps.filter(|&step| self.region[step].is_none()));
                    path.reverse();
                    return Some(path);
                }
                if is_passable(cell) {
                    before[cell] = Some(at);
                    open.push_back(cell);
                }
            }
        }
        None
    }

    /// Lets the regions grow over all free cells, some much faster than others, up to the greatest size. Returns
    /// whether every cell has a region and every region one of the sizes.
    pub(super) fn grow(&mut self, sizes: &RangeInclusive<usize>, rng: &mut Rng) -> bool {
        let count = self.sizes.len();
        let weights: Vec<u32> = (0..count).map(|_| 1 + rng.u32(0..MOST_WEIGHT) * rng.u32(0..MOST_WEIGHT)).collect();
        // For each region the cells beside it, some of them no longer free.
        let mut beside: Vec<Vec<usize>> = vec![Vec::new(); count];
        for cell in 0..self.grid.len() {
            if let Some(region) = self.region[cell] {
                beside[region].extend(self.beside(cell));
            }
        }
        loop {
            let can_grow = |region: &usize| !beside[*region].is_empty() && self.sizes[*region] < *sizes.end();
            let open: Vec<usize> = (0..count).filter(can_grow).collect();
            // Regions that are too small come first.
            let small: Vec<usize> = open.iter().copied().filter(|&r| self.sizes[r] < *sizes.start()).collect();
            let open = if small.is_empty() { open } else { small };
            let total: u32 = open.iter().map(|&region| weights[region]).sum();
            if total == 0 {
                break;
            }
            let mut at = rng.u32(0..total);
            let chosen = open.iter().copied().find(|&region| {
                let is_here = at < weights[region];
                at = at.saturating_sub(weights[region]);
                is_here
            });
            let region = chosen.expect("the weights add up to the total");
            let at = rng.usize(0..beside[region].len());
            let cell = beside[region].swap_remove(at);
            if self.region[cell].is_none() {
                self.put(cell, region);
                beside[region].extend(self.grid.neighbours(cell, Neighbours::Four));
            }
        }
        self.region.iter().all(Option::is_some) && self.sizes.iter().all(|size| sizes.contains(size))
    }
}

/// Returns the symbol of a region on a map with this many regions: a letter, or a number if there are too few letters.
pub(super) fn symbol(region: usize, regions: usize) -> String {
    match u8::try_from(region) {
        Ok(letter) if regions <= 26 => char::from(b'A' + letter).to_string(),
        _ => (region + 1).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A division by a picture of digits; a dot is a free cell.
    fn division(picture: &[&str]) -> Division {
        let grid = Rect::new(picture.len(), picture[0].len());
        let mut division = Division::new(grid, 3);
        for (cell, symbol) in picture.concat().chars().enumerate() {
            symbol.to_digit(10).into_iter().for_each(|region| division.put(cell, region as usize));
        }
        division
    }

    #[test]
    fn a_cell_leaves_if_its_region_stays_connected() {
        let division = division(&["001", "021", "001"]);
        let may: Vec<usize> = (0..9).filter(|&cell| division.may_leave(cell)).collect();
        // The ends of the region 0, and of the region 1; the region 2 would be empty.
        assert_eq!(may, [1, 2, 7, 8]);
        assert_eq!(division.regions_beside(4), [0, 1]);
    }

    #[test]
    fn paths_are_shortest_and_free() {
        let division = division(&["0..", "11.", "..."]);
        let path = |end: usize| division.path(0, |cell| cell == end, |_| true, &mut Rng::with_seed(1));
        assert_eq!(path(5), Some(vec![1, 2, 5]));
        assert_eq!(path(6), Some(vec![1, 2, 5, 8, 7, 6]));
        assert_eq!(path(3), None);
    }

    #[test]
    fn regions_grow_to_their_sizes() {
        let mut rng = Rng::with_seed(3);
        for _ in 0..50 {
            let mut division = division(&["0....", ".....", "..1..", ".....", "....2"]);
            if division.grow(&(7..=10), &mut rng) {
                assert!((0..3).all(|region| (7..=10).contains(&division.size(region))));
                assert_eq!(division.cells().concat().len(), 25);
            }
        }
        let mut small = division(&["0....", ".....", "..1..", ".....", "....2"]);
        assert!(!small.grow(&(1..=8), &mut rng), "24 cells are not enough");
    }
}

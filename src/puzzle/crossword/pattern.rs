//! Random patterns of blocks: symmetric under a half-turn, connected, and with words of good lengths only.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::grid::rect::{Neighbours, Rect};

/// The changes of a pattern before it is given up, for each square.
const CHANGES: usize = 30;

/// The share of blocks in hundredths.
const BLOCKS: RangeInclusive<usize> = 15..=30;

/// The share of a board without crossings where a row and a column have room for one word.
const OPEN: usize = 0;

/// The shortest word that is wanted.
pub(super) const SHORTEST: usize = 3;

/// Chooses the blocks, such that no word is longer than `longest`; `None` if that leads nowhere.
pub(super) fn random(grid: Rect, longest: usize, rng: &mut Rng) -> Option<Vec<bool>> {
    let most = if grid.rows.max(grid.columns) <= longest.min(4) { OPEN } else { rng.usize(BLOCKS) };
    let blocks = grid.len() * most / 100;
    let mut pattern = Pattern { grid, longest, blocks, is_block: vec![false; grid.len()] };
    let mut faults = pattern.faults();
    for _ in 0..CHANGES * grid.len() {
        if faults == 0 {
            return Some(pattern.is_block);
        }
        let cell = rng.usize(0..grid.len());
        pattern.toggle(cell);
        let changed = pattern.faults();
        if changed <= faults {
            faults = changed;
        } else {
            pattern.toggle(cell);
        }
    }
    None
}

/// A pattern while it is changed.
struct Pattern {
    grid: Rect,
    longest: usize,
    /// How many blocks are wanted at least.
    blocks: usize,
    is_block: Vec<bool>,
}

impl Pattern {
    /// Changes a square and the one across the middle.
    fn toggle(&mut self, cell: usize) {
        let across = self.grid.len() - 1 - cell;
        let is_block = !self.is_block[cell];
        self.is_block[cell] = is_block;
        self.is_block[across] = is_block;
    }

    /// Counts what is wrong: blocks that are missing, words that are too long or too short, letters in no word, parts
    /// that do not hang together.
    fn faults(&self) -> usize {
        let grid = self.grid;
        let rows = (0..grid.rows).map(|row| grid.row(row).collect::<Vec<usize>>());
        let columns = (0..grid.columns).map(|column| grid.column(column).collect());
        let mut is_in_word = vec![false; grid.len()];
        let missing = self.blocks.saturating_sub(self.is_block.iter().filter(|&&is| is).count());
        let mut faults = missing.div_ceil(2);
        for line in rows.chain(columns) {
            for run in line.split(|&cell| self.is_block[cell]).filter(|run| run.len() > 1) {
                faults += run.len().saturating_sub(self.longest) + SHORTEST.saturating_sub(run.len());
                run.iter().for_each(|&cell| is_in_word[cell] = true);
            }
        }
        let alone = |&cell: &usize| !is_in_word[cell] && !self.is_block[cell];
        faults + (0..grid.len()).filter(alone).count() + self.parts().abs_diff(1)
    }

    /// Counts the parts of the letters.
    fn parts(&self) -> usize {
        let mut is_open: Vec<bool> = self.is_block.iter().map(|is| !is).collect();
        let mut parts = 0;
        while let Some(first) = is_open.iter().position(|&is| is) {
            parts += 1;
            is_open[first] = false;
            let mut reached = vec![first];
            while let Some(cell) = reached.pop() {
                for other in self.grid.neighbours(cell, Neighbours::Four) {
                    if std::mem::take(&mut is_open[other]) {
                        reached.push(other);
                    }
                }
            }
        }
        parts
    }
}

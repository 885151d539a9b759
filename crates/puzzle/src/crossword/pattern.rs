//! Random patterns of blocks: symmetric under a half-turn, connected, and every run of letters is a word of good
//! length.
//!
//! In a full pattern each letter is in two words. Rows of the upper half are chosen one by one, the open ones first,
//! such that no run in a column gets too long or ends too early. The lower half follows by the symmetry. The search
//! goes back where no row fits, for a bounded number of rows.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::grid::rect::Rect;

/// The most rows that are tried.
const ROWS: usize = 2_000;

/// The most rows of a width that are considered: a random choice of them if there are more.
const CHOICE: usize = 4_000;

/// How much rows with few blocks are preferred: what a block counts, and a random share besides.
const BLOCK: usize = 10;
const NOISE: usize = 50;

/// The shortest word that is wanted.
pub(super) const SHORTEST: usize = 3;

/// Chooses the blocks, such that each letter is in a word across and a word down, and words have lengths from
/// [`SHORTEST`] to `longest`; `None` if that leads nowhere.
pub(super) fn full(grid: Rect, longest: usize, rng: &mut Rng) -> Option<Vec<bool>> {
    let mut rows = Vec::new();
    add_rows(&mut Vec::new(), grid.columns, longest, &mut rows);
    rows.retain(|row| row.contains(&false));
    rng.shuffle(&mut rows);
    rows.truncate(CHOICE);
    let mut pattern = Pattern { grid, lengths: SHORTEST..=longest, rows, chosen: Vec::new(), tries: ROWS };
    pattern.extend(vec![0; grid.columns], rng)
}

/// Adds all rows that begin as `row` does and whose runs have lengths from [`SHORTEST`] to `longest`.
fn add_rows(row: &mut Vec<bool>, columns: usize, longest: usize, rows: &mut Vec<Vec<bool>>) {
    let length = row.len();
    if length >= columns {
        // A run is followed by a block, also at the end.
        if length == columns || length == columns + 1 && row[columns] {
            rows.push(row[..columns].to_vec());
        }
        return;
    }
    row.push(true);
    add_rows(row, columns, longest, rows);
    row.pop();
    for run in SHORTEST..=longest.min(columns - length) {
        row.extend(std::iter::repeat_n(false, run));
        row.push(true);
        add_rows(row, columns, longest, rows);
        row.truncate(length);
    }
}

/// A pattern while its rows are chosen.
struct Pattern {
    grid: Rect,
    /// The lengths of words.
    lengths: RangeInclusive<usize>,
    /// The rows that there are; true is a block.
    rows: Vec<Vec<bool>>,
    chosen: Vec<Vec<bool>>,
    /// The remaining tries.
    tries: usize,
}

impl Pattern {
    /// Chooses the further rows. `runs` has the length of the run of letters that ends in each column.
    fn extend(&mut self, runs: Vec<usize>, rng: &mut Rng) -> Option<Vec<bool>> {
        let half = self.grid.rows.div_ceil(2);
        if self.chosen.len() == half {
            return self.whole();
        }
        let is_middle = 2 * self.chosen.len() + 1 == self.grid.rows;
        let mut order: Vec<(usize, usize)> = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let is_fitting = row.iter().zip(&runs).all(|(&is_block, &run)| match is_block {
                true => run == 0 || self.lengths.contains(&run),
                false => run < *self.lengths.end(),
            });
            if is_fitting && (!is_middle || row.iter().eq(row.iter().rev())) {
                let blocks = row.iter().filter(|&&is_block| is_block).count();
                order.push((BLOCK * blocks + rng.usize(0..NOISE), number));
            }
        }
        order.sort_unstable();
        for (_, number) in order {
            self.tries = self.tries.checked_sub(1)?;
            let row = self.rows[number].clone();
            let below = row.iter().zip(&runs).map(|(&is_block, &run)| if is_block { 0 } else { run + 1 }).collect();
            self.chosen.push(row);
            let found = self.extend(below, rng);
            self.chosen.pop();
            if found.is_some() || self.tries == 0 {
                return found;
            }
        }
        None
    }

    /// Returns the whole pattern, if its columns have words of good lengths and its letters are connected.
    fn whole(&self) -> Option<Vec<bool>> {
        let mut is_block: Vec<bool> = self.chosen.concat();
        let upper = self.grid.rows / 2 * self.grid.columns;
        let lower: Vec<bool> = is_block[..upper].iter().rev().copied().collect();
        is_block.extend(lower);
        let is_good = |column: usize| {
            let cells: Vec<usize> = self.grid.column(column).collect();
            let mut runs = cells.split(|&cell| is_block[cell]).filter(|run| !run.is_empty()).peekable();
            runs.peek().is_some() && runs.all(|run| self.lengths.contains(&run.len()))
        };
        let is_whole = (0..self.grid.columns).all(is_good) && is_connected(self.grid, &is_block);
        is_whole.then_some(is_block)
    }
}

/// Chooses the blocks of a lattice: words cross at every second letter. For odd numbers of rows and columns, and words
/// of at most `longest` letters; `None` if that leads nowhere.
pub(super) fn lattice(grid: Rect, longest: usize, rng: &mut Rng) -> Option<Vec<bool>> {
    if grid.rows.is_multiple_of(2) || grid.columns.is_multiple_of(2) || longest < SHORTEST {
        return None;
    }
    // Letters of both even coordinates are there; those with one even coordinate are links between them.
    let is_node = |cell: usize| (cell / grid.columns).is_multiple_of(2) && (cell % grid.columns).is_multiple_of(2);
    let is_link = |cell: &usize| (cell / grid.columns + cell % grid.columns) % 2 == 1;
    let mut is_block: Vec<bool> = (0..grid.len()).map(|cell| !is_node(cell)).collect();
    let mut links: Vec<usize> = (0..grid.len() / 2 + 1).filter(is_link).collect();
    rng.shuffle(&mut links);
    for link in links {
        let pair = [link, grid.len() - 1 - link];
        pair.iter().for_each(|&cell| is_block[cell] = false);
        let row = |cell: usize| grid.row(cell / grid.columns).collect::<Vec<usize>>();
        let column = |cell: usize| grid.column(cell % grid.columns).collect::<Vec<usize>>();
        let is_short = |line: Vec<usize>| line.split(|&cell| is_block[cell]).all(|run| run.len() <= longest);
        if !pair.iter().all(|&cell| is_short(row(cell)) && is_short(column(cell))) {
            pair.iter().for_each(|&cell| is_block[cell] = true);
        }
    }
    is_connected(grid, &is_block).then_some(is_block)
}

/// Returns whether there are letters, and all of them are connected.
fn is_connected(grid: Rect, is_block: &[bool]) -> bool {
    let letters: Vec<usize> = (0..grid.len()).filter(|&cell| !is_block[cell]).collect();
    !letters.is_empty() && crate::board::is_connected(grid, &letters)
}

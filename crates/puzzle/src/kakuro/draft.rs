//! Makes Kakuros: a random pattern of black cells and random digits, changed until no others have their sums.
//!
//! Sums of few sets of digits come first: each cell gets the digit with which its runs have the fewest. A
//! counter-solution is excluded when a digit changes where it differs, since the sums change with it.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::draft::{Begun, BoardCriteria, BoardMaker, Draft};
use crate::grid::rect::Rect;
use crate::{Cells, Puzzle, fill};

use super::{DigitRun, Kakuro, KakuroCell, MOST_DIGIT};

/// The maker of Kakuros.
pub(super) const MAKER: BoardMaker =
    BoardMaker { takes: &["minimal"], changes: "digits change", repairs: 60, decisions: None, begin };

/// The least and the most rows and columns, the black ones at the edge included.
const SIDES: RangeInclusive<usize> = 3..=20;

/// The least and the most black cells within the edges, in hundredths.
const BLACK: RangeInclusive<usize> = 25..=45;

/// The most changes of one repair.
const MOST_CHANGES: usize = 40;

/// Begins a board.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    if !SIDES.contains(&wish.rows) || !SIDES.contains(&wish.columns) {
        let (least, most) = (SIDES.start(), SIDES.end());
        return Err(format!("from {least} to {most} rows and columns, the black ones for the sums included"));
    }
    let grid = Rect::new(wish.rows, wish.columns);
    let is_white = pattern(grid, rng);
    let runs = runs(grid, &is_white);
    if runs.iter().any(|run| run.cells.len() > MOST_DIGIT as usize) {
        return Ok(None);
    }
    let white: Vec<usize> = (0..grid.len()).filter(|&cell| is_white[cell]).collect();
    let of_white = |cell: &usize| white.binary_search(cell).expect("runs have white cells");
    let groups: Vec<Vec<usize>> = runs.iter().map(|run| run.cells.iter().map(of_white).collect()).collect();
    let Some(digits) = fill::different(white.len(), &groups, MOST_DIGIT as usize, rng) else { return Ok(None) };
    let mut solution = Cells(vec![0; grid.len()]);
    white.iter().zip(digits).for_each(|(&cell, digit)| solution.0[cell] = digit);
    let mut runs_of = vec![Vec::new(); grid.len()];
    for (number, run) in runs.iter().enumerate() {
        run.cells.iter().for_each(|&cell| runs_of[cell].push(number));
    }
    let mut draft = KakuroDraft { grid, runs, runs_of, solution, counter_solutions: Vec::new() };
    draft.sharpen(rng);
    Ok(Some(Box::new(draft)))
}

/// Chooses the white cells. Black cells come with their images under a half-turn, while no run has one cell and the
/// white cells are connected.
fn pattern(grid: Rect, rng: &mut Rng) -> Vec<bool> {
    let inner = |cell: usize| {
        let (row, column) = grid.place(cell);
        row > 0 && column > 0
    };
    let mut is_white: Vec<bool> = (0..grid.len()).map(inner).collect();
    let mut cells: Vec<usize> = (0..grid.len()).filter(|&cell| inner(cell)).collect();
    rng.shuffle(&mut cells);
    let most_black = cells.len() * rng.usize(BLACK) / 100;
    let mut black = 0;
    for cell in cells {
        if black >= most_black {
            break;
        }
        let (row, column) = grid.place(cell);
        let image = grid.cell(grid.rows - row, grid.columns - column);
        if is_white[cell] {
            is_white[cell] = false;
            is_white[image] = false;
            let has_singles = runs(grid, &is_white).iter().any(|run| run.cells.len() == 1);
            if has_singles || !is_connected(grid, &is_white) {
                is_white[cell] = true;
                is_white[image] = true;
            } else {
                black += if image == cell { 1 } else { 2 };
            }
        }
    }
    is_white
}

/// Returns whether the white cells are connected, and there are any.
fn is_connected(grid: Rect, is_white: &[bool]) -> bool {
    let white: Vec<usize> = (0..grid.len()).filter(|&cell| is_white[cell]).collect();
    !white.is_empty() && crate::board::is_connected(grid, &white)
}

/// Lists the runs of white cells, without sums.
fn runs(grid: Rect, is_white: &[bool]) -> Vec<DigitRun> {
    let across = (0..grid.rows).map(|row| (true, grid.row(row).collect::<Vec<usize>>()));
    let down = (0..grid.columns).map(|column| (false, grid.column(column).collect()));
    let mut runs = Vec::new();
    for (is_across, line) in across.chain(down) {
        let parts = line.split(|&cell| !is_white[cell]).filter(|cells| !cells.is_empty());
        runs.extend(parts.map(|cells| DigitRun { is_across, cells: cells.to_vec(), sum: None }));
    }
    runs
}

/// A Kakuro while it is made.
struct KakuroDraft {
    grid: Rect,
    /// The runs, without sums.
    runs: Vec<DigitRun>,
    /// The runs of each cell.
    runs_of: Vec<Vec<usize>>,
    solution: Cells,
    counter_solutions: Vec<Vec<i32>>,
}

/// The sum of a run.
fn sum(run: &DigitRun, digits: &[i32]) -> i64 {
    run.cells.iter().map(|&cell| i64::from(digits[cell])).sum()
}

/// Counts the sets of digits of this size that have a sum.
fn sets(digits: usize, sum: i64) -> usize {
    let sets = (0_u32..1 << MOST_DIGIT).filter(|set| set.count_ones() as usize == digits);
    let sum_of = |set: u32| (1..=i64::from(MOST_DIGIT)).filter(|digit| set >> (digit - 1) & 1 == 1).sum::<i64>();
    sets.filter(|&set| sum_of(set) == sum).count()
}

impl KakuroDraft {
    /// Lists the digits that a cell may have beside those of its runs.
    fn open(&self, cell: usize) -> Vec<i32> {
        let others = || self.runs_of[cell].iter().flat_map(|&run| &self.runs[run].cells);
        (1..=MOST_DIGIT).filter(|&digit| others().all(|&other| self.solution.0[other] != digit)).collect()
    }

    /// Multiplies the numbers of sets of the runs of a cell, if it had another digit.
    fn loose(&self, cell: usize, digit: i32) -> usize {
        let more = i64::from(digit - self.solution.0[cell]);
        let run = |&run: &usize| sets(self.runs[run].cells.len(), sum(&self.runs[run], &self.solution.0) + more);
        self.runs_of[cell].iter().map(run).product()
    }

    /// Gives each cell once the digit with which its runs have the fewest sets.
    fn sharpen(&mut self, rng: &mut Rng) {
        let mut cells: Vec<usize> = (0..self.grid.len()).filter(|&cell| !self.runs_of[cell].is_empty()).collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            let digits = self.open(cell).into_iter().chain([self.solution.0[cell]]);
            self.solution.0[cell] =
                digits.min_by_key(|&digit| self.loose(cell, digit)).expect("a cell keeps its digit at least");
        }
    }

    /// Counts the runs whose sums differ.
    fn wrong(&self, other: &[i32]) -> usize {
        self.runs.iter().filter(|run| sum(run, &self.solution.0) != sum(run, other)).count()
    }

    /// Counts the counter-solutions that have the sums after a change of a digit.
    fn left_after(&self, cell: usize, digit: i32, wrong: &[usize]) -> usize {
        let more = i64::from(digit - self.solution.0[cell]);
        let after = |(other, &wrong): (&Vec<i32>, &usize)| {
            let mut wrong = wrong;
            for &run in &self.runs_of[cell] {
                let (own, others) = (sum(&self.runs[run], &self.solution.0), sum(&self.runs[run], other));
                wrong = wrong - usize::from(own != others) + usize::from(own + more != others);
            }
            wrong
        };
        self.counter_solutions.iter().zip(wrong).filter(|&one| after(one) == 0).count()
    }
}

impl Draft for KakuroDraft {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        let mut runs = self.runs.clone();
        runs.iter_mut().for_each(|run| run.sum = Some(sum(run, &self.solution.0)));
        let mut cells = vec![KakuroCell::Black { down: None, across: None }; self.grid.len()];
        for run in &runs {
            run.cells.iter().for_each(|&cell| cells[cell] = KakuroCell::White(None));
            let back = if run.is_across { 1 } else { self.grid.columns };
            if let KakuroCell::Black { down, across } = &mut cells[run.cells[0] - back] {
                *(if run.is_across { across } else { down }) = run.sum;
            }
        }
        Box::new(Kakuro { grid: self.grid, cells, runs })
    }

    fn solution(&self) -> &Cells {
        &self.solution
    }

    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool {
        self.counter_solutions.extend(counter_solutions.iter().map(|cells| cells.0.clone()));
        for _ in 0..MOST_CHANGES {
            let wrong: Vec<usize> = self.counter_solutions.iter().map(|other| self.wrong(other)).collect();
            let Some(valid) = wrong.iter().position(|&wrong| wrong == 0) else { return true };
            let other = &self.counter_solutions[valid];
            let cells = (0..self.grid.len()).filter(|&cell| other[cell] != self.solution.0[cell]);
            let mut changes: Vec<(usize, i32)> =
                cells.flat_map(|cell| self.open(cell).into_iter().map(move |digit| (cell, digit))).collect();
            rng.shuffle(&mut changes);
            let key = |&(cell, digit): &(usize, i32)| (self.left_after(cell, digit, &wrong), self.loose(cell, digit));
            let Some((cell, digit)) = changes.into_iter().min_by_key(key) else { return false };
            self.solution.0[cell] = digit;
        }
        false
    }
}

//! Boards on which a literal excludes others in its own row, in the next one and in its column only, as touching stars
//! do.
//!
//! What it does: what the future depends on is one word for the row to fill, and what the columns lack: no literal
//! further below is ruled out unless its column is full. Lacks are counted in unary, one word for each number.
//!
//! Whose idea: such states are those of the transfer-matrix method: R. Stanley, "Enumerative Combinatorics 1", 1986.
//!
//! How ours differs: states are met depth first and only failed ones are kept (`nogoods`). What columns can get from
//! the rows below is a table made before the search.
//!
//! When it runs: where the model has one further family and its exclusions reach no further; else see `full_state`.

use super::super::bit_parallel::{BitProgram, Share};
use super::build::RowsPlan;
use super::form::{Open, RowForm};
use super::nogoods::mixed;
use crate::tuning::rows::MOST_NEEDED;

/// The data of the rows of such a board, bits as in their rows.
#[derive(Clone, Debug, Default)]
pub(super) struct FrontierRows {
    /// The candidates of each row at the start.
    base: Vec<u64>,
    /// The candidates of the next row that a literal leaves.
    below: Vec<u64>,
    /// The columns that can get 1, 2, ... literals from each row on, if they are not full, `MOST_NEEDED` words per row.
    can: Vec<u64>,
}

/// True if a board with such rows and columns is of this kind.
pub(super) fn is_frontier_only(program: &BitProgram, literals: &[u32], rows: &[Share], columns: &[Share]) -> bool {
    let bound = literals.last().map_or(0, |&last| last as usize + 1);
    let place = |lines: &[Share]| {
        let mut line_of = vec![0; bound];
        for (number, line) in lines.iter().enumerate() {
            line.literals.iter().for_each(|&literal| line_of[literal as usize] = number);
        }
        line_of
    };
    let (row_of, column_of) = (place(rows), place(columns));
    let reaches = |literal: u32, other: u32| {
        let (literal, other) = (literal as usize, other as usize);
        let is_full = column_of[literal] == column_of[other] && columns[column_of[literal]].needed == 1;
        row_of[literal].abs_diff(row_of[other]) > 1 && !is_full
    };
    rows.iter().all(|row| row.needed > 0)
        && literals.iter().all(|&literal| !program.excluded_by(literal).any(|other| reaches(literal, other)))
}

impl FrontierRows {
    /// For a plan without regard to this.
    pub(super) fn new(plan: &RowsPlan) -> Self {
        let words = plan.words;
        let base: Vec<u64> = plan.rows.iter().map(|row| plan.possible[row.word] >> row.bit & row.mask).collect();
        let mut below = vec![u64::MAX; plan.compatible.len() / words.max(1)];
        for pair in plan.rows.windows(2) {
            let (row, next) = (&pair[0], &pair[1]);
            let own = row.first() as usize..row.first() as usize + (64 - row.mask.leading_zeros()) as usize;
            for place in own {
                below[place] = plan.compatible[place * words + next.word] >> next.bit;
            }
        }
        let mut can = vec![0; MOST_NEEDED * (base.len() + 2)];
        for number in (0..base.len()).rev() {
            let before = if plan.apart { number + 2 } else { number + 1 };
            for more in 0..MOST_NEEDED {
                let one_less = if more == 0 { u64::MAX } else { can[before * MOST_NEEDED + more - 1] };
                can[number * MOST_NEEDED + more] = can[(number + 1) * MOST_NEEDED + more] | one_less & base[number];
            }
        }
        FrontierRows { base, below, can }
    }
}

/// A state: what may be chosen in a row, and which columns lack more than 0, 1, ... literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FrontierState<const K: usize> {
    row: u64,
    lacks: [u64; K],
}

/// The search of such a board.
pub(super) struct FrontierForm<'p, const K: usize> {
    plan: &'p RowsPlan,
    frontier_state: &'p FrontierRows,
}

impl<'p, const K: usize> FrontierForm<'p, K> {
    pub(super) fn new(plan: &'p RowsPlan, frontier_state: &'p FrontierRows) -> Self {
        FrontierForm { plan, frontier_state }
    }

    fn can(&self, row: usize) -> &[u64; MOST_NEEDED] {
        &self.frontier_state.can.as_chunks().0[row]
    }
}

impl<const K: usize> RowForm for FrontierForm<'_, K> {
    type State = FrontierState<K>;

    const COUNTS: bool = true;

    const EMPTY: FrontierState<K> = FrontierState { row: 0, lacks: [0; K] };

    fn start(&self) -> FrontierState<K> {
        FrontierState { row: u64::MAX, lacks: self.plan.lacks() }
    }

    #[inline]
    fn choose(&self, state: &mut FrontierState<K>, first: bool, literal: usize, own: u32) {
        state.row = if first { u64::MAX } else { state.row } & self.frontier_state.below[literal];
        let mut one = 1 << own;
        for lacks in state.lacks.iter_mut().rev() {
            let gone = *lacks & one;
            *lacks ^= gone;
            one ^= gone;
        }
    }

    #[inline]
    fn open(&self, state: &mut FrontierState<K>, number: usize) -> Option<Open> {
        state.row &= self.frontier_state.base[number] & state.lacks[0];
        let after = self.can(number + 1);
        let before = self.can(if self.plan.apart { number + 2 } else { number + 1 });
        let mut musts = 0;
        for more in 0..K {
            let one_less = if more == 0 { u64::MAX } else { before[more - 1] };
            let lacking = state.lacks[more] & !after[more];
            if lacking & !(one_less & state.row) != 0 {
                return None;
            }
            musts |= lacking;
        }
        Some(Open { candidates: state.row, musts })
    }

    fn hash(state: &FrontierState<K>) -> u64 {
        mixed(std::iter::once(&state.row).chain(&state.lacks))
    }
}

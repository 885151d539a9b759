//! Boards on which an item excludes others in its own row, in the next one and in its column only, as touching stars do.
//!
//! What the future depends on is then one word for the row to fill, and what the columns lack: no item further below is
//! ruled out unless its column is full.

use super::super::bit_parallel::{Program, Share};
use super::build::{MOST_NEEDED, Plan};
use super::dead::mixed;
use super::form::{Form, Open};

/// What is known about the rows of such a board, bits as in their rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    /// What may be chosen in each row at the start.
    base: Vec<u64>,
    /// What an item leaves of the next row.
    below: Vec<u64>,
    /// The columns that can get 1, 2, ... items from each row on, if they are not full, `MOST_NEEDED` words per row.
    can: Vec<u64>,
}

/// Whether a board with such rows and columns is of this kind.
pub(super) fn is_near(program: &Program, items: &[u32], rows: &[Share], columns: &[Share]) -> bool {
    let bound = items.last().map_or(0, |&last| last as usize + 1);
    let place = |lines: &[Share]| {
        let mut line_of = vec![0; bound];
        for (number, line) in lines.iter().enumerate() {
            line.items.iter().for_each(|&item| line_of[item as usize] = number);
        }
        line_of
    };
    let (row_of, column_of) = (place(rows), place(columns));
    let reaches = |item: u32, other: u32| {
        let (item, other) = (item as usize, other as usize);
        let is_full = column_of[item] == column_of[other] && columns[column_of[item]].needed == 1;
        row_of[item].abs_diff(row_of[other]) > 1 && !is_full
    };
    rows.iter().all(|row| row.needed > 0)
        && items.iter().all(|&item| !program.excluded_by(item).any(|other| reaches(item, other)))
}

impl Near {
    /// For a plan without regard to this.
    pub(super) fn new(plan: &Plan) -> Self {
        let words = plan.words;
        let base: Vec<u64> = plan.rows.iter().map(|row| plan.possible[row.word] >> row.bit & row.mask).collect();
        let mut below = vec![u64::MAX; plan.keep.len() / words.max(1)];
        for pair in plan.rows.windows(2) {
            let (row, next) = (&pair[0], &pair[1]);
            let own = row.first() as usize..row.first() as usize + (64 - row.mask.leading_zeros()) as usize;
            for place in own {
                below[place] = plan.keep[place * words + next.word] >> next.bit;
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
        Near { base, below, can }
    }
}

/// A state: what may be chosen in a row, and which columns lack more than 0, 1, ... items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Short<const K: usize> {
    row: u64,
    lacks: [u64; K],
}

/// The search of such a board.
pub(super) struct NearForm<'p, const K: usize> {
    plan: &'p Plan,
    near: &'p Near,
}

impl<'p, const K: usize> NearForm<'p, K> {
    pub(super) fn new(plan: &'p Plan, near: &'p Near) -> Self {
        NearForm { plan, near }
    }

    fn can(&self, row: usize) -> &[u64; MOST_NEEDED] {
        &self.near.can.as_chunks().0[row]
    }
}

impl<const K: usize> Form for NearForm<'_, K> {
    type State = Short<K>;

    const COUNTS: bool = true;

    const EMPTY: Short<K> = Short { row: 0, lacks: [0; K] };

    fn start(&self) -> Short<K> {
        Short { row: u64::MAX, lacks: self.plan.lacks() }
    }

    #[inline]
    fn choose(&self, state: &mut Short<K>, first: bool, item: usize, own: u32) {
        state.row = if first { u64::MAX } else { state.row } & self.near.below[item];
        let mut one = 1 << own;
        for lacks in state.lacks.iter_mut().rev() {
            let gone = *lacks & one;
            *lacks ^= gone;
            one ^= gone;
        }
    }

    #[inline]
    fn open(&self, state: &mut Short<K>, number: usize) -> Option<Open> {
        state.row &= self.near.base[number] & state.lacks[0];
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

    fn hash(state: &Short<K>) -> u64 {
        mixed(std::iter::once(&state.row).chain(&state.lacks))
    }
}

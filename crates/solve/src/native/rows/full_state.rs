//! Boards on which a literal may exclude any other: a state is the set of all literals that are still possible.

use super::build::RowsPlan;
use super::form::{Open, RowForm};
use super::nogoods::mixed;

/// A state: the literals that are possible in rows to come, and which columns lack more than 0, 1, ... literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FullState<const W: usize, const K: usize> {
    possible: [u64; W],
    lacks: [u64; K],
}

/// The search of such a board.
pub(super) struct FullForm<'p, const W: usize, const K: usize> {
    plan: &'p RowsPlan,
    compatible: &'p [[u64; W]],
    masks: &'p [[u64; W]],
}

impl<'p, const W: usize, const K: usize> FullForm<'p, W, K> {
    pub(super) fn new(plan: &'p RowsPlan) -> Self {
        FullForm { plan, compatible: plan.compatible.as_chunks().0, masks: plan.masks.as_chunks().0 }
    }
}

impl<const W: usize, const K: usize> RowForm for FullForm<'_, W, K> {
    type State = FullState<W, K>;

    const COUNTS: bool = K > 0;

    const EMPTY: FullState<W, K> = FullState { possible: [0; W], lacks: [0; K] };

    fn start(&self) -> FullState<W, K> {
        let mut possible = [0; W];
        possible.copy_from_slice(&self.plan.possible);
        FullState { possible, lacks: self.plan.lacks() }
    }

    #[inline]
    fn choose(&self, state: &mut FullState<W, K>, _first: bool, literal: usize, own: u32) {
        for (possible, compatible) in state.possible.iter_mut().zip(&self.compatible[literal]) {
            *possible &= compatible;
        }
        if K > 0 {
            let full = (1..K).rev().find(|&more| state.lacks[more] >> own & 1 == 1);
            state.lacks[full.unwrap_or(0)] &= !(1 << own);
            if full.is_none() {
                for (possible, mask) in state.possible.iter_mut().zip(&self.masks[own as usize]) {
                    *possible &= !mask;
                }
            }
        }
    }

    #[inline]
    fn open(&self, state: &mut FullState<W, K>, number: usize) -> Option<Open> {
        let plan = self.plan;
        let row = &plan.rows[number];
        let candidates = state.possible[row.word] >> row.bit & row.mask;
        let mut musts = 0;
        if K > 0 {
            // Columns that can get 1, 2, ... literals from the rows that follow.
            let (mut can, mut could) = ([0; K], [0; K]);
            let mut add = |bits: u64| {
                let before = if plan.apart { could } else { can };
                could = can;
                for more in 1..K {
                    can[more] |= before[more - 1] & bits;
                }
                can[0] |= bits;
                can
            };
            let mut after = [0; K];
            for row in plan.rows[number + 1..].iter().rev() {
                after = add(state.possible[row.word] >> row.bit & row.mask);
            }
            let with = add(candidates);
            for more in 0..K {
                if state.lacks[more] & !with[more] != 0 {
                    return None;
                }
                musts |= state.lacks[more] & !after[more];
            }
        }
        Some(Open { candidates, musts })
    }

    fn hash(state: &FullState<W, K>) -> u64 {
        mixed(state.possible.iter().chain(&state.lacks))
    }
}

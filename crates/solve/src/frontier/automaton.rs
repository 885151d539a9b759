//! A table as an automaton: after each column, the rows left are alike if they end alike.
//!
//! What it does: the rows are sorted, and the automaton is built from the ends: a state is known by where each value
//! leads.
//!
//! Whose idea: J. Daciuk, S. Mihov, B. Watson, R. Watson, "Incremental Construction of Minimal Acyclic Finite-State
//! Automata", 2000; for tables of constraints: K. Cheng, R. Yap, "An MDD-Based Generalized Arc Consistency Algorithm
//! for Positive and Negative Table Constraints and Some Global Constraints", 2010.
//!
//! How ours differs: every level has an array of all its values per state, for a step that looks up one number. Values
//! that lead nowhere have [`NONE`].
//!
//! When it runs: for each table of a model that `variables` compiles, in the order of its columns there.

use std::collections::BTreeMap;

/// No row is left.
pub(super) const NONE: u64 = u64::MAX;

/// An automaton with levels; level 0 has one state, and so has the last.
pub(super) struct Automaton {
    /// For each level but the last, for each state, for each value, the state on the next level or [`NONE`].
    levels: Vec<Vec<Vec<u64>>>,
}

impl Automaton {
    /// From rows of value numbers, and how many values each column has.
    pub(super) fn new(mut rows: Vec<Vec<u32>>, values: &[usize]) -> Self {
        rows.sort_unstable();
        rows.dedup();
        let mut builder = Builder { values, known: vec![BTreeMap::new(); values.len()] };
        builder.state(&rows, 0);
        let levels = builder.known.into_iter().map(|known| {
            let mut states: Vec<(Vec<u64>, u64)> = known.into_iter().collect();
            states.sort_unstable_by_key(|&(_, number)| number);
            states.into_iter().map(|(next, _)| next).collect()
        });
        Automaton { levels: levels.collect() }
    }

    /// Number of states on each level but the last.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.levels.iter().map(Vec::len).collect()
    }

    /// The states to which a value leads from each state of a level.
    pub(super) fn column(&self, level: usize, value: usize) -> Vec<u64> {
        self.levels[level].iter().map(|next| next[value]).collect()
    }
}

struct Builder<'v> {
    values: &'v [usize],
    /// For each level the states by where they lead.
    known: Vec<BTreeMap<Vec<u64>, u64>>,
}

impl Builder<'_> {
    /// The state on this level from which just these rows can be completed; they are alike up to here, and sorted.
    ///
    /// Post: two sets of rows have the same state if and only if the same rests follow from this level on.
    fn state(&mut self, rows: &[Vec<u32>], level: usize) -> u64 {
        if level == self.values.len() {
            return 0;
        }
        let mut next = vec![NONE; self.values[level]];
        for rows in rows.chunk_by(|a, b| a[level] == b[level]) {
            next[rows[0][level] as usize] = self.state(rows, level + 1);
        }
        let known = &mut self.known[level];
        let number = known.len() as u64;
        *known.entry(next).or_insert(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_end_alike_share_states() {
        // Three bits with an even sum: after one bit, and after two, only the sum matters.
        let rows = (0..8u32).filter(|bits| bits.count_ones() % 2 == 0);
        let rows: Vec<Vec<u32>> = rows.map(|bits| (0..3).map(|bit| bits >> bit & 1).collect()).collect();
        let automaton = Automaton::new(rows.clone(), &[2, 2, 2]);
        assert_eq!(automaton.sizes(), [1, 2, 2]);
        for bits in 0..8u32 {
            let row: Vec<u32> = (0..3).map(|bit| bits >> bit & 1).collect();
            let end = row.iter().enumerate().try_fold(0, |state, (level, &value)| {
                Some(automaton.column(level, value as usize)[state as usize]).filter(|&next| next != NONE)
            });
            assert_eq!(end.is_some(), rows.contains(&row));
        }
    }
}

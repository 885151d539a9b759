//! Tables of three columns and more, to domain consistency, by a bitset over the rows that are left.
//!
//! What it does: first the rows whose value went from some column are dropped, by whichever is less work: taking away
//! the supports of the values that went, or keeping the supports of those that stayed. Then a value stays if one of its
//! supports is left, where the last one was found or elsewhere.
//!
//! Whose idea: J. Demeulenaere and others, "Compact-Table: Efficiently Filtering Table Constraints with Reversible
//! Sparse Bit-Sets", CP 2016.
//!
//! How ours differs: a summary of the words that are not empty replaces a sparse set. It is part of the memory, as are
//! the domains that the rows reflect, so any earlier state can be restored in any order.
//!
//! When it runs: last, at `propagate=full`. Below, it waits until at most one variable is unfixed.

use super::super::compile::Compact;
use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};

impl<const W: usize> Propagation<'_, W> {
    /// The values of the variables are one of the rows.
    ///
    /// Pre: the variables are different. Post: if `Ok`, the rows left are those that the domains allow, and each value
    /// of an unfixed variable is in one of them; running it again at once changes nothing.
    pub(in super::super) fn table(&mut self, scope: &[u32], table: &Compact) -> DomainStep {
        let mut seen_at = table.seen_at as usize;
        for (&var, &supports_at) in scope.iter().zip(&table.supports_at) {
            let width = self.store.width(var);
            if self.store.domain(var) != &self.store.memory()[seen_at..seen_at + width] {
                self.drop_rows(var, supports_at as usize, seen_at, table)?;
            }
            seen_at += width;
        }
        let mut seen_at = table.seen_at as usize;
        for (&var, &supports_at) in scope.iter().zip(&table.supports_at) {
            let width = self.store.width(var);
            if self.store.is_unfixed(var) {
                for word in 0..width {
                    let mut left = self.store.domain(var)[word];
                    while left != 0 {
                        let bit = 64 * word as u32 + left.trailing_zeros();
                        left &= left - 1;
                        if !self.supported(supports_at as usize + bit as usize * table.words as usize, table) {
                            self.store.remove(var, bit)?;
                        }
                    }
                    // The rows that are left do not hold what has just been removed.
                    self.store.put(seen_at + word, self.store.domain(var)[word]);
                }
            }
            seen_at += width;
        }
        Ok(())
    }

    /// Drops the rows with a value that went from a column, and notes that they reflect the domain.
    ///
    /// Post: if `Ok`, some row is left, and no row left has a value that went from the column; the summary marks the
    /// words that are not empty.
    fn drop_rows(&mut self, var: u32, supports_at: usize, seen_at: usize, table: &Compact) -> DomainStep {
        let program = self.program;
        let (words, rows_at) = (table.words as usize, table.rows_at as usize);
        let width = self.store.width(var);
        let memory = self.store.memory();
        let went: u32 =
            (0..width).map(|word| (memory[seen_at + word] & !self.store.domain(var)[word]).count_ones()).sum();
        let keep = self.store.size(var) < went;
        self.scratch.clear();
        self.scratch.resize(words, 0);
        for word in 0..width {
            let domain = self.store.domain(var)[word];
            let memory = self.store.memory();
            let mut bits = if keep { domain } else { memory[seen_at + word] & !domain };
            while bits != 0 {
                let bit = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let set = &program.masks[supports_at + bit * words..][..words];
                each_word(&memory[table.summary_at as usize..], words, |number| self.scratch[number] |= set[number]);
            }
            self.store.put(seen_at + word, domain);
        }
        let mut some = false;
        for block in 0..words.div_ceil(64) {
            let summary_at = table.summary_at as usize + block;
            let mut summary = self.store.memory()[summary_at];
            let mut bits = summary;
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let number = 64 * block + bit;
                let old = self.store.memory()[rows_at + number];
                let mask = self.scratch[number];
                let new = if keep { old & mask } else { old & !mask };
                if new != old {
                    self.store.put(rows_at + number, new);
                    if new == 0 {
                        summary &= !(1 << bit);
                    }
                }
            }
            if summary != self.store.memory()[summary_at] {
                self.store.put(summary_at, summary);
            }
            some |= summary != 0;
        }
        if some { Ok(()) } else { Err(Conflict) }
    }

    /// True if some row that is left is in the set at `set_at`.
    fn supported(&mut self, set_at: usize, table: &Compact) -> bool {
        let memory = self.store.memory();
        let rows = &memory[table.rows_at as usize..][..table.words as usize];
        let set = &self.program.masks[set_at..][..table.words as usize];
        let residue = self.residues[set_at] as usize;
        if rows[residue] & set[residue] != 0 {
            return true;
        }
        let summary = &memory[table.summary_at as usize..][..rows.len().div_ceil(64)];
        for (block, &word) in summary.iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                let number = 64 * block + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if rows[number] & set[number] != 0 {
                    self.residues[set_at] = number as u32;
                    return true;
                }
            }
        }
        false
    }
}

/// Calls `act` with the numbers of the words that the summary marks.
fn each_word(summary: &[u64], words: usize, mut act: impl FnMut(usize)) {
    for (block, &word) in summary.iter().enumerate().take(words.div_ceil(64)) {
        let mut bits = word;
        while bits != 0 {
            act(64 * block + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

//! Tables that are propagated as they are: one of the rows holds.
//!
//! What it does: a bitset has the rows without a false literal, the live ones. A literal that becomes false takes its
//! rows out. One that no live row has is false.
//!
//! Whose idea: J. Demeulenaere and others, "Compact-Table: Efficiently Filtering Table Constraints with Reversible
//! Sparse Bit-Sets", CP 2016.
//!
//! How ours differs: what is false is explained. Each row with the literal needs another literal that was false before.
//! Literals that analysis has met come first, then those that were assigned early; each serves all rows that it is in.
//!
//! When it runs: see `propagator`.

use super::Literal;
use super::propagator::{Forbidden, Propagator, View};

/// A word of the live rows, as it was before a literal of the trail.
#[derive(Clone, Copy)]
struct Saved {
    position: u32,
    word: u32,
    live: u64,
}

/// A table.
pub(super) struct Table {
    /// The literals of all columns; sorted, so that equal ones are next to each other.
    literals: Vec<Literal>,
    /// Of each literal, the rows that have it.
    rows: Vec<u64>,
    /// How many words a set of rows has.
    words: usize,
    live: Vec<u64>,
    saved: Vec<Saved>,
    /// Of each literal, the word in which a live row was found last.
    found: Vec<u32>,
}

impl Table {
    /// Of rows one after another: for each column the position of the literal.
    pub(super) fn new(columns: &[Vec<Literal>], rows: &[u32]) -> Self {
        let mut places: Vec<(Literal, usize, u32)> = Vec::new();
        for (column, literals) in columns.iter().enumerate() {
            places.extend((0..).zip(literals).map(|(place, &literal)| (literal, column, place)));
        }
        places.sort_unstable();
        let number = rows.len() / columns.len();
        let words = number.div_ceil(64);
        let mut table = Table {
            literals: places.iter().map(|place| place.0).collect(),
            rows: vec![0; words * places.len()],
            words,
            live: vec![u64::MAX; words],
            saved: Vec::new(),
            found: vec![0; places.len()],
        };
        if !number.is_multiple_of(64) {
            table.live[words - 1] = (1 << (number % 64)) - 1;
        }
        let mut entries: Vec<Vec<usize>> = columns.iter().map(|column| vec![0; column.len()]).collect();
        for (entry, &(_, column, place)) in places.iter().enumerate() {
            entries[column][place as usize] = entry;
        }
        for (row, places) in rows.chunks(columns.len()).enumerate() {
            for (column, &place) in places.iter().enumerate() {
                table.rows[entries[column][place as usize] * words + row / 64] |= 1 << (row % 64);
            }
        }
        table
    }

    /// The rows of an entry.
    fn of(&self, entry: usize) -> &[u64] {
        &self.rows[entry * self.words..(entry + 1) * self.words]
    }

    /// The entries of a literal.
    fn entries(&self, literal: Literal) -> std::ops::Range<usize> {
        let begin = self.literals.partition_point(|&other| other < literal);
        begin..begin + self.literals[begin..].partition_point(|&other| other == literal)
    }
}

impl Propagator for Table {
    fn watched(&self) -> Vec<Literal> {
        self.literals.iter().map(|literal| literal ^ 1).collect()
    }

    fn note(&mut self, literal: Literal, position: u32) {
        for entry in self.entries(literal ^ 1) {
            let rows = &self.rows[entry * self.words..(entry + 1) * self.words];
            for (word, (live, rows)) in (0..).zip(self.live.iter_mut().zip(rows)) {
                if *live & rows != 0 {
                    self.saved.push(Saved { position, word, live: *live });
                    *live &= !rows;
                }
            }
        }
    }

    fn undo(&mut self, position: u32) {
        while let Some(saved) = self.saved.pop_if(|saved| saved.position >= position) {
            self.live[saved.word as usize] = saved.live;
        }
    }

    fn propagate(&mut self, view: View<'_>, forbidden: &mut Forbidden) -> bool {
        if self.live.iter().all(|&word| word == 0) {
            return false;
        }
        for entry in 0..self.literals.len() {
            let rows = &self.rows[entry * self.words..(entry + 1) * self.words];
            let last = self.found[entry] as usize;
            if rows[last] & self.live[last] != 0 || view.is_false(self.literals[entry]) {
                continue;
            }
            match rows.iter().zip(&self.live).position(|(rows, live)| rows & live != 0) {
                Some(word) => self.found[entry] = word as u32,
                None => forbidden.push(self.literals[entry]),
            }
        }
        true
    }

    fn explain(
        &self,
        view: View<'_>,
        literal: Option<Literal>,
        is_seen: &dyn Fn(usize) -> bool,
        out: &mut Vec<Literal>,
    ) {
        // A literal that stands in several columns is forbidden for one of them.
        let tries = match literal {
            Some(literal) => self.entries(literal).map(|entry| self.of(entry).to_vec()).collect(),
            None => vec![
                (0..self.words)
                    .map(|word| (0..self.literals.len()).fold(0, |all, entry| all | self.of(entry)[word]))
                    .collect(),
            ],
        };
        let begin = out.len();
        for mut open in tries {
            out.truncate(begin);
            let words: Vec<usize> = (0..self.words).filter(|&word| open[word] != 0).collect();
            let serves = |open: &[u64], entry: usize| {
                let rows = self.of(entry);
                words.iter().any(|&word| open[word] & rows[word] != 0)
            };
            let is_candidate = |&entry: &usize| serves(&open, entry) && view.is_false(self.literals[entry]);
            let mut candidates: Vec<usize> = (0..self.literals.len()).filter(is_candidate).collect();
            candidates.sort_by_cached_key(|&entry| view.cost(self.literals[entry], is_seen));
            for entry in candidates {
                if serves(&open, entry) {
                    out.push(self.literals[entry]);
                    words.iter().for_each(|&word| open[word] &= !self.of(entry)[word]);
                }
            }
            if words.iter().all(|&word| open[word] == 0) {
                return;
            }
        }
        unreachable!("every row has a literal that is false");
    }
}

//! Tables that are propagated as they are: one of the rows holds.
//!
//! What it does: a bitset has the rows without a false literal, the live ones. A literal that becomes false takes its
//! rows out. One that no live row has is false.
//!
//! Whose idea: J. Demeulenaere and others, "Compact-Table: Efficiently Filtering Table Constraints with Reversible
//! Sparse Bit-Sets", CP 2016.
//!
//! How ours differs: of each literal only the words are kept that are not empty, so that a function of many values
//! takes little. What is false is explained. Each row with the literal needs another literal that was false before.
//! Literals that analysis has met come first, then those that were assigned early; each serves all rows that it is in.
//!
//! When it runs: see `propagator`.

use super::propagator::{Forbidden, Propagator, View};
use super::{Contradiction, Literal, Step};
use cnfab_base::lists::Lists;

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
    /// Of each literal, the rows that have it: the words of their set that are not empty, with their numbers.
    rows: Lists<(u32, u64)>,
    live: Vec<u64>,
    saved: Vec<Saved>,
    /// Of each literal, the place among its words at which a live row was found last.
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
        let mut live = vec![u64::MAX; words];
        if !number.is_multiple_of(64) {
            live[words - 1] = (1 << (number % 64)) - 1;
        }
        let mut entries: Vec<Vec<usize>> = columns.iter().map(|column| vec![0; column.len()]).collect();
        for (entry, &(_, column, place)) in places.iter().enumerate() {
            entries[column][place as usize] = entry;
        }
        let mut own: Vec<Vec<(u32, u64)>> = vec![Vec::new(); places.len()];
        for (row, places) in rows.chunks(columns.len()).enumerate() {
            for (column, &place) in places.iter().enumerate() {
                let own = &mut own[entries[column][place as usize]];
                let word = row as u32 / 64;
                if own.last().is_none_or(|last| last.0 != word) {
                    own.push((word, 0));
                }
                own.last_mut().expect("it was added").1 |= 1 << (row % 64);
            }
        }
        let mut sets = Lists::default();
        own.into_iter().for_each(|own| sets.push(own));
        Table {
            literals: places.iter().map(|place| place.0).collect(),
            rows: sets,
            live,
            saved: Vec::new(),
            found: vec![0; places.len()],
        }
    }

    /// The rows of some entries, as a whole set.
    fn set(&self, entries: std::ops::Range<usize>) -> Vec<u64> {
        let mut set = vec![0; self.live.len()];
        let words = entries.flat_map(|entry| self.rows.get(entry));
        words.for_each(|&(word, rows)| set[word as usize] |= rows);
        set
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
            for &(word, rows) in self.rows.get(entry) {
                let live = &mut self.live[word as usize];
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

    fn propagate(&mut self, view: View<'_>, forbidden: &mut Forbidden) -> Step {
        if self.live.iter().all(|&word| word == 0) {
            return Err(Contradiction);
        }
        for entry in 0..self.literals.len() {
            let is_live = |&(word, rows): &(u32, u64)| self.live[word as usize] & rows != 0;
            let rows = self.rows.get(entry);
            let is_found = rows.get(self.found[entry] as usize).is_some_and(is_live);
            if is_found || view.is_false(self.literals[entry]) {
                continue;
            }
            match rows.iter().position(is_live) {
                Some(place) => self.found[entry] = place as u32,
                None => forbidden.push(self.literals[entry]),
            }
        }
        Ok(())
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
            Some(literal) => self.entries(literal).map(|entry| self.set(entry..entry + 1)).collect(),
            None => vec![self.set(0..self.literals.len())],
        };
        let begin = out.len();
        for mut open in tries {
            out.truncate(begin);
            let serves = |open: &[u64], entry: usize| {
                self.rows.get(entry).iter().any(|&(word, rows)| open[word as usize] & rows != 0)
            };
            let is_candidate = |&entry: &usize| view.is_false(self.literals[entry]) && serves(&open, entry);
            let mut candidates: Vec<usize> = (0..self.literals.len()).filter(is_candidate).collect();
            candidates.sort_by_cached_key(|&entry| view.cost(self.literals[entry], is_seen));
            for entry in candidates {
                if serves(&open, entry) {
                    out.push(self.literals[entry]);
                    self.rows.get(entry).iter().for_each(|&(word, rows)| open[word as usize] &= !rows);
                }
            }
            if open.iter().all(|&word| word == 0) {
                return;
            }
        }
        unreachable!("every row has a literal that is false");
    }
}

//! Sparse factors of a basis: `B = L U`, and one elementary matrix for each column that was exchanged since.
//!
//! Pivots are chosen as by Markowitz, "The elimination form of the inverse and its application to linear programming",
//! 1957. The elementary matrices are the product form of Dantzig and Orchard-Hays, 1954.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A pivot may be this much smaller than the largest of its column.
const THRESHOLD: f64 = 0.1;
/// Smaller numbers count as 0.
const TINY: f64 = 1e-11;

/// Columns one behind the other.
#[derive(Debug, Default)]
struct Columns {
    ends: Vec<usize>,
    entries: Vec<(u32, f64)>,
}

impl Columns {
    fn clear(&mut self) {
        self.ends.clear();
        self.entries.clear();
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn push(&mut self, entries: impl Iterator<Item = (u32, f64)>) {
        self.entries.extend(entries);
        self.ends.push(self.entries.len());
    }

    fn get(&self, index: usize) -> &[(u32, f64)] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.entries[start..self.ends[index]]
    }
}

/// The factors. Vectors over rows go in, over places of the basis out, or the other way round.
#[derive(Debug, Default)]
pub(super) struct Factor {
    size: usize,
    /// In the order of elimination: row and place of each pivot, and its value.
    pivots: Vec<(u32, u32, f64)>,
    /// By pivot, the rows it is subtracted from, with multipliers.
    lower: Columns,
    /// By pivot, the entries of its column in the rows of earlier pivots.
    upper: Columns,
    /// Exchanged places, with the pivot's value and the other entries of their columns.
    exchanged: Vec<(u32, f64)>,
    columns: Columns,
    scratch: Vec<f64>,
}

impl Factor {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// True if it is time to make them anew.
    pub(super) fn is_heavy(&self) -> bool {
        self.exchanged.len() > 100 || self.columns.entries.len() > 3 * (self.size + self.upper.entries.len()) + 2_000
    }

    /// Factors the basis whose column in each place `column` tells. Returns the places without a pivot, each with a row
    /// that has none either: a unit column has to go there.
    pub(super) fn make<'c>(&mut self, size: usize, column: impl Fn(usize) -> &'c [(u32, f64)]) -> Vec<(usize, usize)> {
        self.size = size;
        self.pivots.clear();
        self.lower.clear();
        self.upper.clear();
        self.exchanged.clear();
        self.columns.clear();
        self.scratch.resize(size, 0.0);
        let mut work = Elimination::new(size, column);
        let mut upper: Vec<Vec<(u32, f64)>> = vec![Vec::new(); size];
        while let Some((row, place)) = work.pivot() {
            let value = work.take(row, place, &mut upper, &mut self.lower);
            self.pivots.push((row, place, value));
        }
        for &(_, place, _) in &self.pivots {
            self.upper.push(upper[place as usize].drain(..));
        }
        work.left()
    }

    /// Solves `B x = b`: `b` by rows becomes `x` by places.
    pub(super) fn solve(&mut self, vector: &mut [f64]) {
        for (pivot, &(row, _, _)) in self.pivots.iter().enumerate() {
            let value = vector[row as usize];
            if value != 0.0 {
                self.lower.get(pivot).iter().for_each(|&(row, factor)| vector[row as usize] -= factor * value);
            }
        }
        for (pivot, &(row, place, by)) in self.pivots.iter().enumerate().rev() {
            let value = vector[row as usize];
            let value = if value.abs() < TINY { 0.0 } else { value / by };
            self.scratch[place as usize] = value;
            if value != 0.0 {
                self.upper.get(pivot).iter().for_each(|&(row, entry)| vector[row as usize] -= entry * value);
            }
        }
        vector.copy_from_slice(&self.scratch);
        for (index, &(place, by)) in self.exchanged.iter().enumerate() {
            let value = vector[place as usize];
            if value != 0.0 {
                let value = value / by;
                self.columns.get(index).iter().for_each(|&(other, entry)| vector[other as usize] -= entry * value);
                vector[place as usize] = value;
            }
        }
    }

    /// Solves `y B = c`: `c` by places becomes `y` by rows.
    pub(super) fn solve_transposed(&mut self, vector: &mut [f64]) {
        for (index, &(place, by)) in self.exchanged.iter().enumerate().rev() {
            let sum: f64 = self.columns.get(index).iter().map(|&(other, entry)| entry * vector[other as usize]).sum();
            vector[place as usize] = (vector[place as usize] - sum) / by;
        }
        for (pivot, &(row, place, by)) in self.pivots.iter().enumerate() {
            let upper = self.upper.get(pivot).iter();
            let sum: f64 = upper.map(|&(row, entry)| entry * self.scratch[row as usize]).sum();
            let value = (vector[place as usize] - sum) / by;
            self.scratch[row as usize] = if value.abs() < TINY { 0.0 } else { value };
        }
        for (pivot, &(row, _, _)) in self.pivots.iter().enumerate().rev() {
            let lower = self.lower.get(pivot).iter();
            let sum: f64 = lower.map(|&(other, factor)| factor * self.scratch[other as usize]).sum();
            self.scratch[row as usize] -= sum;
        }
        vector.copy_from_slice(&self.scratch);
    }

    /// Puts a column, solved already, in a place.
    pub(super) fn exchange(&mut self, place: usize, solved: &[f64]) {
        let entries = solved.iter().enumerate().filter(|&(other, entry)| other != place && entry.abs() > TINY);
        self.columns.push(entries.map(|(other, &entry)| (other as u32, entry)));
        self.exchanged.push((place as u32, solved[place]));
        debug_assert_eq!(self.columns.len(), self.exchanged.len());
    }
}

/// The part of a basis that is not eliminated yet.
struct Elimination {
    /// By row, place and entry.
    rows: Vec<Vec<(u32, f64)>>,
    /// By place, the rows in which it may have an entry.
    of: Vec<Vec<u32>>,
    is_row_done: Vec<bool>,
    is_place_done: Vec<bool>,
    /// Places and rows that may have one entry left.
    single_places: Vec<u32>,
    single_rows: Vec<u32>,
    /// Places by their numbers of entries, some of them out of date; kept from the first general pivot on.
    fewest: BinaryHeap<Reverse<(u32, u32)>>,
    is_general: bool,
}

impl Elimination {
    fn new<'c>(size: usize, column: impl Fn(usize) -> &'c [(u32, f64)]) -> Self {
        let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); size];
        let mut of: Vec<Vec<u32>> = vec![Vec::new(); size];
        for (place, of) in of.iter_mut().enumerate() {
            for &(row, entry) in column(place) {
                rows[row as usize].push((place as u32, entry));
                of.push(row);
            }
        }
        let singles = |lists: &mut dyn Iterator<Item = usize>| {
            lists.enumerate().filter(|list| list.1 == 1).map(|list| list.0 as u32).collect()
        };
        Elimination {
            single_places: singles(&mut of.iter().map(Vec::len)),
            single_rows: singles(&mut rows.iter().map(Vec::len)),
            rows,
            of,
            is_row_done: vec![false; size],
            is_place_done: vec![false; size],
            fewest: BinaryHeap::new(),
            is_general: false,
        }
    }

    fn entry(&self, row: u32, place: u32) -> f64 {
        self.rows[row as usize].iter().find(|entry| entry.0 == place).map_or(0.0, |entry| entry.1)
    }

    /// The next pivot: a row and a place.
    fn pivot(&mut self) -> Option<(u32, u32)> {
        while let Some(place) = self.single_places.pop() {
            if let [row] = self.of[place as usize][..]
                && !self.is_place_done[place as usize]
                && self.entry(row, place).abs() > TINY
            {
                return Some((row, place));
            }
        }
        while let Some(row) = self.single_rows.pop() {
            if let [(place, entry)] = self.rows[row as usize][..]
                && !self.is_row_done[row as usize]
                && entry.abs() > TINY
            {
                return Some((row, place));
            }
        }
        self.general()
    }

    /// A pivot of a place with few entries, in a row of few.
    fn general(&mut self) -> Option<(u32, u32)> {
        if !self.is_general {
            self.is_general = true;
            let open = (0..self.of.len()).filter(|&place| !self.is_place_done[place]);
            self.fewest = open.map(|place| Reverse((self.of[place].len() as u32, place as u32))).collect();
        }
        while let Some(Reverse((entries, place))) = self.fewest.pop() {
            let rows = &self.of[place as usize];
            if self.is_place_done[place as usize] || rows.len() != entries as usize {
                continue;
            }
            let largest = rows.iter().map(|&row| self.entry(row, place).abs()).fold(0.0, f64::max);
            let good = rows.iter().filter(|&&row| self.entry(row, place).abs() >= THRESHOLD * largest);
            match good.min_by_key(|&&row| self.rows[row as usize].len()) {
                Some(&row) if largest > 1e-9 => return Some((row, place)),
                _ => {}
            }
        }
        None
    }

    /// Notes that a place has other entries.
    fn changed(&mut self, place: u32) {
        let entries = self.of[place as usize].len() as u32;
        if self.is_general {
            self.fewest.push(Reverse((entries, place)));
        }
        if entries == 1 {
            self.single_places.push(place);
        }
    }

    /// Eliminates a pivot's place from all other rows; its value.
    fn take(&mut self, row: u32, place: u32, upper: &mut [Vec<(u32, f64)>], lower: &mut Columns) -> f64 {
        let pivot_row = std::mem::take(&mut self.rows[row as usize]);
        let value = pivot_row.iter().find(|entry| entry.0 == place).expect("the pivot has an entry").1;
        self.is_row_done[row as usize] = true;
        self.is_place_done[place as usize] = true;
        for &(other, entry) in &pivot_row {
            if other != place {
                upper[other as usize].push((row, entry));
                self.of[other as usize].retain(|&in_row| in_row != row);
                self.changed(other);
            }
        }
        let below = std::mem::take(&mut self.of[place as usize]);
        let mut factors = Vec::with_capacity(below.len());
        for &other_row in below.iter().filter(|&&other_row| other_row != row) {
            let mut entries = std::mem::take(&mut self.rows[other_row as usize]);
            let Some(at) = entries.iter().position(|entry| entry.0 == place) else { continue };
            let factor = entries.swap_remove(at).1 / value;
            factors.push((other_row, factor));
            for &(other, entry) in &pivot_row {
                if other == place {
                    continue;
                }
                match entries.iter_mut().find(|kept| kept.0 == other) {
                    Some(kept) => kept.1 -= factor * entry,
                    None => {
                        entries.push((other, -factor * entry));
                        self.of[other as usize].push(other_row);
                        self.changed(other);
                    }
                }
            }
            if entries.len() == 1 {
                self.single_rows.push(other_row);
            }
            self.rows[other_row as usize] = entries;
        }
        lower.push(factors.into_iter());
        value
    }

    /// Places without pivots, with rows without one.
    fn left(&self) -> Vec<(usize, usize)> {
        let open = |done: &[bool]| (0..done.len()).filter(|&index| !done[index]).collect::<Vec<usize>>();
        open(&self.is_place_done).into_iter().zip(open(&self.is_row_done)).collect()
    }
}

//! The column that enters a basis.
//!
//! The ratio test passes bounds as long as the objective grows: Maros, "A generalized dual phase-2 simplex algorithm",
//! 2003. Ratios are looked at in groups that double, so that few are sorted.

use super::{FEASIBLE, NOT_BASIC, PIVOT, Scratch, Simplex};

impl Simplex {
    /// The row of the place that leaves, over all columns that are not basic.
    pub(super) fn price(&self, scratch: &mut Scratch) {
        let Scratch { row, touched, rho, .. } = scratch;
        row.resize(self.matrix.len(), 0.0);
        for (index, &by) in rho.iter().enumerate() {
            if by.abs() < 1e-12 {
                continue;
            }
            let slack = (self.columns + index) as u32;
            for &(column, entry) in self.rows[index].iter().chain(&[(slack, 1.0)]) {
                if self.places[column as usize] != NOT_BASIC {
                    continue;
                }
                let sum = &mut row[column as usize];
                if *sum == 0.0 {
                    touched.push(column);
                    *sum = f64::MIN_POSITIVE;
                }
                *sum += by * entry;
            }
        }
    }

    /// The column that enters, and those whose bounds are passed. Nothing if all may be passed.
    pub(super) fn entering(&self, scratch: &Scratch, sign: f64, out: f64) -> Option<(usize, Vec<u32>)> {
        let mut rest: Vec<(f64, f64, u32)> = Vec::new();
        for &column in &scratch.touched {
            let index = column as usize;
            let entry = sign * scratch.row[index];
            if entry.abs() < 1e-9 || self.low[index] == self.high[index] {
                continue;
            }
            let is_low = self.values[index] == self.low[index];
            if is_low == (entry > 0.0) {
                rest.push(((self.reduced[index] / entry).max(0.0), entry.abs(), column));
            }
        }
        let mut passed = Vec::new();
        let mut slope = out;
        let mut reach = 1e-9;
        while !rest.is_empty() {
            let least = rest.iter().map(|candidate| candidate.0).fold(f64::INFINITY, f64::min);
            reach = f64::max(2.0 * reach, 1.5 * least);
            let behind = take_where(&mut rest, |candidate| candidate.0 > reach);
            let mut group = std::mem::replace(&mut rest, behind);
            let width = |candidate: &(f64, f64, u32)| {
                candidate.1 * (self.high[candidate.2 as usize] - self.low[candidate.2 as usize])
            };
            let total: f64 = group.iter().map(width).sum();
            if slope - total > FEASIBLE {
                slope -= total;
                passed.extend(group.iter().map(|candidate| candidate.2));
                continue;
            }
            group.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
            let mut last = 0;
            while last + 1 < group.len() && slope - width(&group[last]) > FEASIBLE {
                slope -= width(&group[last]);
                last += 1;
            }
            // Of those that are as near, the largest; if it is tiny, one of the nearer ones.
            let near = |candidate: &(f64, f64, u32)| candidate.0 <= group[last].0 + 1e-9;
            let mut chosen = last;
            for other in last + 1..group.len() {
                if near(&group[other]) && group[other].1 > group[chosen].1 {
                    chosen = other;
                }
            }
            if group[chosen].1 < PIVOT {
                chosen = (0..=last).max_by(|&a, &b| group[a].1.total_cmp(&group[b].1)).unwrap_or(chosen);
            }
            let ratio = group[chosen].0;
            passed.extend(group.iter().filter(|candidate| candidate.0 < ratio).map(|candidate| candidate.2));
            return Some((group[chosen].2 as usize, passed));
        }
        None
    }
}

/// Takes out what is `wanted`.
fn take_where<T: Copy>(all: &mut Vec<T>, wanted: impl Fn(&T) -> bool) -> Vec<T> {
    let taken = all.iter().copied().filter(|item| wanted(item)).collect();
    all.retain(|item| !wanted(item));
    taken
}

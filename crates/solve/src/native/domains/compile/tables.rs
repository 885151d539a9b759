//! Tables become propagators: one column a mask, two columns adjacency masks, more a bitset over the rows.
//!
//! What it does: for each value of a column it makes the set of supports in the other column, or of rows, that go with
//! it. If the first domains rule out half of the rows, these are dropped. A variable in two columns keeps one of them.
//!
//! Whose idea: C. Lecoutre, J. Vion, "Enforcing Arc Consistency using Bitwise Operations", 2008, for two columns; J.
//! Demeulenaere and others, "Compact-Table: Efficiently Filtering Table Constraints with Reversible Sparse Bit-Sets",
//! CP 2016, for more.
//!
//! How ours differs: masks depend on the relation and the scales of the columns only; constraints that agree in these
//! share them.
//!
//! When it runs: while a model is compiled, once per table.

use std::sync::Arc;

use cnfab_model::{Cmp, Relation, Var};

use super::{Builder, Compact, Kind};
use crate::tuning::domains::SHARED_PART;

impl Builder {
    /// The variables' values are a row of the relation.
    pub(super) fn table(&mut self, vars: &[Var], relation: &Arc<Relation>) {
        let scope: Vec<u32> = vars.iter().map(|var| self.number[var.index()]).collect();
        let first: Vec<usize> = (0..scope.len()).filter(|&at| !scope[..at].contains(&scope[at])).collect();
        let id = Arc::as_ptr(relation) as usize;
        if first.len() == scope.len() {
            return self.columns(&scope, relation, Some(id));
        }
        // A variable in two columns: keep the rows that agree there, and one of the columns.
        let agrees = |row: &&[i32]| {
            (0..scope.len()).all(|at| (0..at).all(|before| scope[before] != scope[at] || row[before] == row[at]))
        };
        let rows: Vec<Vec<i32>> =
            relation.rows().filter(agrees).map(|row| first.iter().map(|&at| row[at]).collect()).collect();
        let scope: Vec<u32> = first.iter().map(|&at| scope[at]).collect();
        self.columns(&scope, &Relation::new(scope.len(), rows), None);
    }

    /// A table over distinct variables; `id` names the relation for sharing.
    fn columns(&mut self, scope: &[u32], relation: &Relation, id: Option<usize>) {
        if relation.is_empty() {
            self.program.contradiction = true;
            return;
        }
        match *scope {
            [] => {}
            [var] => {
                let masks_at = self.program.masks.len() as u32;
                let width = self.width(var);
                self.program.masks.resize(masks_at as usize + width, 0);
                for row in relation.rows() {
                    if let Some(bit) = self.scales.bit(self.scale(var), row[0]) {
                        self.program.masks[masks_at as usize + bit as usize / 64] |= 1 << (bit % 64);
                    }
                }
                self.propagator(scope, Kind::Count { masks_at, cmp: Cmp::Ge, k: 1 });
            }
            [a, b] => {
                let forth = self.adjacency_masks(a, b, relation, false, id);
                let back = self.adjacency_masks(b, a, relation, true, id);
                self.both_ways(scope, Kind::Binary { masks_at: forth }, Kind::Binary { masks_at: back });
            }
            _ => {
                let possible = |row: &&[i32]| row.iter().zip(scope).all(|(&value, &var)| self.possible(var, value));
                if SHARED_PART * relation.rows().filter(possible).count() > relation.len() {
                    return self.compact(scope, relation, id);
                }
                let rows: Vec<&[i32]> = relation.rows().filter(possible).collect();
                if rows.is_empty() {
                    self.program.contradiction = true;
                } else {
                    self.compact(scope, &Relation::new(scope.len(), rows), None);
                }
            }
        }
    }

    /// True if the variable's first domain has the value.
    fn possible(&self, var: u32, value: i32) -> bool {
        let domain = self.domain(var);
        let bit = self.scales.bit(self.scale(var), value);
        bit.is_some_and(|bit| domain[bit as usize / 64] >> (bit % 64) & 1 == 1)
    }

    fn width(&self, var: u32) -> usize {
        self.domain(var).len()
    }

    /// For each value of `from`, the mask of the values of `to` in a row with it; `swapped` if `to` is the first
    /// column.
    fn adjacency_masks(&mut self, from: u32, to: u32, relation: &Relation, swapped: bool, id: Option<usize>) -> u32 {
        let (source, target) = (self.scale(from), self.scale(to));
        let key = id.map(|id| (2 * id + usize::from(swapped), source, target));
        if let Some(&at) = key.and_then(|key| self.adjacency.get(&key)) {
            return at;
        }
        let width = self.width(to);
        let at = self.program.masks.len();
        self.program.masks.resize(at + self.scales.all[source as usize].len as usize * width, 0);
        for row in relation.rows() {
            let (x, y) = if swapped { (row[1], row[0]) } else { (row[0], row[1]) };
            if let (Some(x), Some(y)) = (self.scales.bit(source, x), self.scales.bit(target, y)) {
                self.program.masks[at + x as usize * width + y as usize / 64] |= 1 << (y % 64);
            }
        }
        if let Some(key) = key {
            self.adjacency.insert(key, at as u32);
        }
        at as u32
    }

    fn compact(&mut self, scope: &[u32], relation: &Relation, id: Option<usize>) {
        let scales: Vec<u32> = scope.iter().map(|&var| self.scale(var)).collect();
        let words = relation.len().div_ceil(64);
        let lengths: Vec<usize> = scales.iter().map(|&scale| self.scales.all[scale as usize].len as usize).collect();
        let key = id.map(|id| (id, scales.clone()));
        let known = key.as_ref().and_then(|key| self.supports.get(key)).copied();
        let at = known.unwrap_or(self.program.masks.len() as u32);
        let supports_at: Vec<u32> = lengths
            .iter()
            .scan(at, |next, &length| {
                let here = *next;
                *next += (length * words) as u32;
                Some(here)
            })
            .collect();
        if known.is_none() {
            let size: usize = lengths.iter().sum::<usize>() * words;
            self.program.masks.resize(at as usize + size, 0);
            for (number, row) in relation.rows().enumerate() {
                for ((&value, &scale), &column) in row.iter().zip(&scales).zip(&supports_at) {
                    if let Some(bit) = self.scales.bit(scale, value) {
                        let set = column as usize + bit as usize * words;
                        self.program.masks[set + number / 64] |= 1 << (number % 64);
                    }
                }
            }
            if let Some(key) = key {
                self.supports.insert(key, at);
            }
        }
        // The rows whose values are all on the scales.
        let rows: Vec<u64> = (0..words)
            .map(|word| {
                let column = |(&at, &length): (&u32, &usize)| {
                    (0..length).fold(0, |union, bit| union | self.program.masks[at as usize + bit * words + word])
                };
                supports_at.iter().zip(&lengths).map(column).fold(u64::MAX, |rows, column| rows & column)
            })
            .collect();
        let memory = &mut self.program.memory;
        let rows_at = memory.len() as u32;
        let summary_at = rows_at + words as u32;
        memory.extend_from_slice(&rows);
        memory.resize(memory.len() + words.div_ceil(64), 0);
        for (word, _) in rows.iter().enumerate().filter(|&(_, &set)| set != 0) {
            memory[summary_at as usize + word / 64] |= 1 << (word % 64);
        }
        self.program.contradiction |= rows.iter().all(|&set| set == 0);
        // No row has been dropped yet, as if every value of the scales were there.
        let seen_at = self.program.memory.len() as u32;
        for (&var, &length) in scope.iter().zip(&lengths) {
            let width = (self.program.start[var as usize + 1] - self.program.start[var as usize]) as usize;
            self.program.memory.extend((0..width).map(|word| {
                let bits = length.saturating_sub(64 * word).min(64);
                if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
            }));
        }
        let index = self.program.tables.len() as u32;
        self.program.tables.push(Compact { words: words as u32, supports_at, rows_at, summary_at, seen_at });
        self.propagator(scope, Kind::Table { index });
    }
}

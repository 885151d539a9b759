//! The printed form of a solution, as MiniZinc reads it.

use std::fmt::Write;

use cnfab_model::problem::Cells;
use cnfab_model::{Atom, OutputAlias, StandsFor, Var};

/// A variable or an array that is printed.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) is_bool: bool,
    /// The index sets of an array; none for one that is printed as a list.
    pub(super) indices: Option<Vec<(i64, i64)>>,
    /// The sources of the values: one, or those of the array.
    pub(super) sources: Vec<Source>,
}

/// The source of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Constant(i64),
    /// The value of a cell.
    Cell(usize),
    /// The truth of an atom for the value of a cell.
    Truth(usize, Atom),
}

impl Source {
    fn value(self, cells: &Cells) -> i64 {
        match self {
            Source::Constant(value) => value,
            Source::Cell(cell) => cells.0[cell].into(),
            Source::Truth(cell, atom) => atom.holds(cells.0[cell]).into(),
        }
    }
}

impl Item {
    /// The names of the values, each with what it has its value from; the variables of the cells are given.
    pub(super) fn aliases(&self, cells: &[Var]) -> impl Iterator<Item = OutputAlias> {
        self.sources.iter().enumerate().map(|(place, &source)| {
            let name = match &self.indices {
                Some(indices) => format!("{}[{}]", self.name, index(indices, place)),
                None => self.name.clone(),
            };
            let stands_for = match source {
                Source::Constant(value) => StandsFor::Value(value),
                Source::Cell(cell) => StandsFor::Var(cells[cell]),
                Source::Truth(_, atom) => StandsFor::Truth(atom),
            };
            OutputAlias { name, stands_for }
        })
    }

    /// The value as FlatZinc: `3`, `true`, `array2d(1..2,1..2,[1,2,3,4])`.
    pub(super) fn value(&self, cells: &Cells) -> String {
        let one = |source: &Source| match (self.is_bool, source.value(cells)) {
            (true, value) => (value != 0).to_string(),
            (false, value) => value.to_string(),
        };
        let values: Vec<String> = self.sources.iter().map(one).collect();
        let Some(indices) = &self.indices else { return values.concat() };
        if indices.is_empty() {
            return format!("[{}]", values.join(","));
        }
        let mut text = format!("array{}d(", indices.len());
        for (low, high) in indices {
            let _ = write!(text, "{low}..{high},");
        }
        text + "[" + &values.join(",") + "])"
    }
}

/// The index of an entry, from its place in the flat array.
pub(super) fn index(indices: &[(i64, i64)], mut place: usize) -> String {
    if indices.is_empty() {
        return (place + 1).to_string();
    }
    let mut parts = Vec::new();
    for &(low, high) in indices.iter().rev() {
        let length = (high - low + 1) as usize;
        parts.push((low + (place % length) as i64).to_string());
        place /= length;
    }
    parts.reverse();
    parts.join(",")
}

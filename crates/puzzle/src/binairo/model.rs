//! Builds the model of Binairo: a 0/1 variable per cell, counts, clauses against three alike, auxiliaries for different
//! lines.
//!
//! A table of all pairs of different lines of n cells has 4 ^ n - 2 ^ n rows, too many for long lines. Instead, an
//! auxiliary variable per position states whether the two lines differ there, and a clause requires one of them. That
//! takes n variables and 4 n + 1 clauses for each pair of lines. The cells fix the auxiliary variables.

use crate::latin;
use crate::symmetry::{by_name, numbers};
use cnfab_model::{Domain, Model, Move, ValueMap, Var};

use super::Binairo;

/// The labels of the constraints on rows and on columns.
const LABELS: [&str; 2] = ["row", "column"];
/// The names of the auxiliary variables for differing rows and for differing columns.
const NAMES: [&str; 2] = ["rows", "columns"];

/// Builds the model.
pub(super) fn make(binairo: &Binairo, _: &str) -> Model {
    let mut model = Model::new();
    let domain = |index: usize| binairo.givens[index].map_or_else(|| Domain::from(0..=1), Domain::from);
    let cell = latin::variables(&mut model, binairo.grid, domain);
    let all = binairo.lines();
    for (lines, label) in all.iter().zip(LABELS) {
        for line in lines {
            model.exactly(label, line.len() / 2, line.iter().map(|&index| cell[index].is(1)));
        }
    }
    for line in all.iter().flatten() {
        for three in line.windows(3) {
            model.clause("three", three.iter().map(|&index| cell[index].is(0)));
            model.clause("three", three.iter().map(|&index| cell[index].is(1)));
        }
    }
    for (lines, name) in all.iter().zip(NAMES).filter(|_| !binairo.repeat) {
        for (second, line) in lines.iter().enumerate() {
            for (first, other) in lines[..second].iter().enumerate() {
                differ(&mut model, &cell, name, (first, other), (second, line));
            }
        }
    }
    model.show(&cell);
    model
}

/// Names a rule by the label of its constraint and its number from 1, as [`make`] posts them.
pub(super) fn rule_name(binairo: &Binairo, label: &str, number: usize) -> Option<String> {
    let mut at = number.checked_sub(1)?;
    for (lines, name) in binairo.lines().iter().zip(LABELS) {
        for (second, line) in lines.iter().enumerate() {
            let of_pair = 4 * line.len() + 1;
            let of_line = match label {
                "three" => 2 * line.len().saturating_sub(2),
                "differ" => second * of_pair,
                _ => return None,
            };
            if at >= of_line {
                at -= of_line;
                continue;
            }
            if label == "differ" {
                return Some(format!("{name}s {} and {} differ", at / of_pair + 1, second + 1));
            }
            let [from, to] = [at / 2, at / 2 + 2].map(|cell| latin::cell_name(binairo.grid, line[cell]));
            let digits = if at.is_multiple_of(2) { "ones" } else { "zeros" };
            return Some(format!("no three {digits} from {from} to {to}"));
        }
    }
    None
}

/// Posts that two lines differ in some position.
fn differ(model: &mut Model, cell: &[Var], name: &str, first: (usize, &[usize]), second: (usize, &[usize])) {
    let mut somewhere = Vec::with_capacity(first.1.len());
    for (position, (&one, &other)) in first.1.iter().zip(second.1).enumerate() {
        let (one, other) = (cell[one], cell[other]);
        let differs = model.var(format!("{name}[{},{},{}]", first.0 + 1, second.0 + 1, position + 1), 0..=1);
        for value in 0..=1 {
            // If both cells have the value, they do not differ. If only one of them has it, they differ.
            model.clause("differ", [differs.is(0), one.is_not(value), other.is_not(value)]);
            model.clause("differ", [differs.is(1), one.is_not(value), other.is(value)]);
        }
        somewhere.push(differs.is(1));
    }
    model.clause("differ", somewhere);
}

/// Declares the grid's rotations and reflections, and the exchange of zeros and ones.
pub(super) fn declare_symmetries(binairo: &Binairo, _: &str, model: &mut Model) {
    let grid = binairo.grid;
    let images = grid.symmetries().into_iter().filter_map(|image| {
        let to = |row: usize, column: usize| grid.place(image[grid.cell(row - 1, column - 1)]);
        by_name(model, |name| {
            let inside = numbers(name)?;
            let (one, other) = match (name.split('[').next()?, &inside[..]) {
                ("cell", &[row, column]) => {
                    let (row, column) = to(row, column);
                    return Some(format!("cell[{},{}]", row + 1, column + 1));
                }
                ("rows", &[first, second, column]) => (to(first, column), to(second, column)),
                ("columns", &[first, second, row]) => (to(row, first), to(row, second)),
                _ => return None,
            };
            // The two cells lie in one column and two rows, or in one row and two columns.
            let (name, first, second, position) =
                if one.1 == other.1 { (NAMES[0], one.0, other.0, one.1) } else { (NAMES[1], one.1, other.1, one.0) };
            Some(format!("{name}[{},{},{}]", first.min(second) + 1, first.max(second) + 1, position + 1))
        })
    });
    let images: Vec<Move> = images.collect();
    let mut maps = vec![ValueMap::reversed(0, 1); grid.len()];
    maps.resize(model.vars().len(), ValueMap::default());
    let exchange = Move::new(model.vars().collect(), maps);
    model.declare_symmetry("geometric", images);
    model.declare_wider_symmetry("digits", [exchange]);
}

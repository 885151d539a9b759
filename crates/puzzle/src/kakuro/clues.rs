//! The clues of Kakuros: the sums of runs, and given digits.

use crate::clue::{self, Clue, Kept, cell, file, rows};
use crate::latin;

use super::{KIND, Kakuro, KakuroCell};

/// Lists the clues: the sums run by run, then the givens.
pub(super) fn list(kakuro: &Kakuro) -> Vec<Clue> {
    let sum = |run: &super::DigitRun| {
        let text = format!("{} adds up to {}", kakuro.name(run), run.sum?);
        Some(Clue { text, cells: run.cells.clone() })
    };
    let givens: Vec<Option<i32>> = (0..kakuro.cells.len()).map(|cell| kakuro.given(cell)).collect();
    let givens = clue::of_givens(&givens, |cell| latin::cell_name(kakuro.grid, cell));
    kakuro.runs.iter().filter_map(sum).chain(givens).collect()
}

/// Leaves clues out.
pub(super) fn keep(kakuro: &Kakuro, keep: &[bool]) -> Kakuro {
    let (mut kakuro, mut kept) = (kakuro.clone(), Kept::new(keep));
    kakuro.runs.iter_mut().for_each(|run| kept.among(std::slice::from_mut(&mut run.sum)));
    for square in &mut kakuro.cells {
        if let KakuroCell::White(given) = square {
            kept.among(std::slice::from_mut(given));
        }
    }
    for position in 0..kakuro.cells.len() {
        if let KakuroCell::Black { .. } = kakuro.cells[position] {
            kakuro.cells[position] = KakuroCell::Black {
                down: sum_behind(&kakuro, position, false),
                across: sum_behind(&kakuro, position, true),
            };
        }
    }
    kakuro
}

/// Returns the sum of the run that begins behind a black cell.
fn sum_behind(kakuro: &Kakuro, black: usize, is_across: bool) -> Option<i64> {
    let (row, column) = kakuro.grid.place(black);
    let first = if is_across { (row, column + 1) } else { (row + 1, column) };
    let begins_there = |run: &&super::DigitRun| run.is_across == is_across && kakuro.grid.place(run.cells[0]) == first;
    kakuro.runs.iter().find(begins_there)?.sum
}

/// Writes the text.
pub(super) fn text(kakuro: &Kakuro) -> String {
    let sum = |sum: Option<i64>| sum.map_or_else(String::new, |sum| sum.to_string());
    let square = |position: usize| match kakuro.cells[position] {
        KakuroCell::White(given) => cell(given),
        KakuroCell::Black { down: None, across: None } => "#".to_owned(),
        KakuroCell::Black { down, across } => format!("{}\\{}", sum(down), sum(across)),
    };
    file(&KIND, &[], &rows((0..kakuro.grid.rows).map(|row| kakuro.grid.row(row).map(square))))
}

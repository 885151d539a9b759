//! The clues of equation puzzles: given numbers, and the results of rows and columns.

use crate::clue::{self, Clue, Kept, cell, file, rows};
use crate::grid::rect::Rect;
use crate::latin;

use super::{Equation, KIND, products};

/// Lists the clues.
pub(super) fn list(equation: &Equation) -> Vec<Clue> {
    let mut clues = clue::of_givens(&equation.givens, |cell| place(equation, cell));
    clues.extend(equation.lines.iter().filter_map(|line| {
        let text = format!("{} comes to {}", line.name, line.result?);
        Some(Clue { text, cells: line.cells.clone() })
    }));
    clues
}

/// Names a position of the grid.
pub(super) fn place(equation: &Equation, position: usize) -> String {
    latin::cell_name(Rect::new(equation.rows(), equation.columns), position)
}

/// Leaves clues out.
pub(super) fn keep(equation: &Equation, keep: &[bool]) -> Result<Equation, String> {
    let (mut equation, mut kept) = (equation.clone(), Kept::new(keep));
    kept.among(&mut equation.givens);
    equation.lines.iter_mut().for_each(|line| kept.among(std::slice::from_mut(&mut line.result)));
    equation.linear_forms = products::linear_forms(&equation).map_err(|(line, why)| {
        format!("{}: found {}, expected {}", equation.lines[line].name, why.found, why.expected)
    })?;
    Ok(equation)
}

/// Writes the text.
pub(super) fn text(equation: &Equation) -> String {
    let (across, down) = equation.lines.split_at(equation.rows());
    let blank = String::new;
    let mut lines: Vec<Vec<String>> = Vec::new();
    for (number, line) in across.iter().enumerate() {
        let mut cells = Vec::new();
        for (position, &index) in line.cells.iter().enumerate() {
            let sign = line.operators.get(position).map_or('=', |operator| operator.symbol());
            cells.extend([cell(equation.givens[index]), sign.to_string()]);
        }
        cells.push(cell(line.result));
        lines.push(cells);
        let sign = |line: &super::EquationLine| line.operators.get(number).map_or('=', |operator| operator.symbol());
        lines.push(down.iter().flat_map(|line| [sign(line).to_string(), blank()]).collect());
    }
    lines.push(down.iter().flat_map(|line| [cell(line.result), blank()]).collect());
    let numbers = format!("{}..{}", equation.numbers.start(), equation.numbers.end());
    file(&KIND, &[("numbers", numbers)], &rows(lines))
}

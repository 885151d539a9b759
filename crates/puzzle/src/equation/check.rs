//! Checks the rules of equation puzzles without the model.

use crate::{Cells, Puzzle, Violation};

use super::{Equation, EquationLine, Operator};

/// Reports the first rule that the cells break.
pub(super) fn check(equation: &Equation, cells: &Cells) -> Result<(), Violation> {
    cells.check_len("number", equation.givens.len())?;
    for (index, (&found, given)) in cells.0.iter().zip(&equation.givens).enumerate() {
        let cell_name = equation.place(index);
        match given {
            Some(given) if found != *given => {
                return Err(Violation(format!("{cell_name} holds {found}, but {given} is given")));
            }
            None if !equation.numbers.contains(&found) => {
                let (low, high) = (equation.numbers.start(), equation.numbers.end());
                return Err(Violation(format!("{cell_name} holds {found}, which is not in {low}..{high}")));
            }
            _ => {}
        }
    }
    for line in &equation.lines {
        let Some(result) = line.result else { continue };
        let found = evaluate(line, &cells.0);
        if found != i128::from(result) {
            return Err(Violation(format!("{} comes to {found}, not {result}", line.name)));
        }
    }
    Ok(())
}

/// Evaluates a line. At most six factors of at most a million each do not overflow.
fn evaluate(line: &EquationLine, cells: &[i32]) -> i128 {
    let mut sum = 0;
    let mut product = i128::from(cells[line.cells[0]]);
    for (operator, &cell) in line.operators.iter().zip(&line.cells[1..]) {
        let value = i128::from(cells[cell]);
        match operator {
            Operator::Times => product *= value,
            Operator::Plus | Operator::Minus => {
                sum += product;
                product = if *operator == Operator::Plus { value } else { -value };
            }
        }
    }
    sum + product
}

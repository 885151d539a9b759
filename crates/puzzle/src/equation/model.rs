//! Builds the model of equation puzzles.

use std::cmp::Reverse;

use crate::symmetry::{by_name, numbers};
use cnfab_model::{Cmp, Model, Var};

use super::{Equation, EquationLine, Operator};

/// Builds the model.
pub(super) fn make(equation: &Equation, _: &str) -> Model {
    let mut model = Model::new();
    let mut cells: Vec<Var> = Vec::with_capacity(equation.givens.len());
    for (index, given) in equation.givens.iter().enumerate() {
        let name = format!("cell[{},{}]", index / equation.columns + 1, index % equation.columns + 1);
        cells.push(model.var(name, given.map_or(equation.numbers.clone(), |number| number..=number)));
    }
    for form in &equation.linear_forms {
        let mut terms: Vec<(i64, Var)> = form.terms.iter().map(|&(factor, cell)| (factor, cells[cell])).collect();
        let label = if form.is_row { "row" } else { "column" };
        let mut number = 0;
        for product in &form.products {
            let mut left = cells[product.first];
            for step in &product.steps {
                number += 1;
                let name = format!("product[{label},{},{number}]", form.number);
                let var = model.var(name, step.values.clone());
                model.table("product", [left, cells[step.factor], var], &step.relation);
                left = var;
            }
            terms.push((product.coefficient, left));
        }
        model.linear(label, terms, Cmp::Eq, form.total);
    }
    model.declare_order("closing", closing_order(equation).into_iter().map(|cell| cells[cell]).collect());
    model.show(&cells);
    model
}

/// Declares the exchange of rows and columns.
pub(super) fn declare_symmetries(_: &Equation, _: &str, model: &mut Model) {
    let transposed = by_name(model, |name| match (name.split(',').next()?, name.split('[').next()?) {
        (_, "cell") => match numbers(name)?[..] {
            [row, column] => Some(format!("cell[{column},{row}]")),
            _ => None,
        },
        ("product[row", _) => Some(name.replacen("row", "column", 1)),
        _ => Some(name.replacen("column", "row", 1)),
    });
    model.declare_symmetry("geometric", transposed);
}

/// Orders the open cells so that equations are complete early.
///
/// The equation with the fewest open cells comes first; on ties the one with the most products, then rows before
/// columns.
fn closing_order(equation: &Equation) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let with_result: Vec<&EquationLine> = equation.lines.iter().filter(|line| line.result.is_some()).collect();
    loop {
        let left = |line: &EquationLine| -> Vec<usize> {
            let open = |cell: &usize| equation.givens[*cell].is_none() && !order.contains(cell);
            line.cells.iter().copied().filter(open).collect()
        };
        let products = |line: &EquationLine| line.operators.iter().filter(|&&sign| sign == Operator::Times).count();
        let some_left = with_result.iter().map(|line| (left(line), line)).filter(|(left, _)| !left.is_empty());
        let Some((next, _)) = some_left.min_by_key(|(left, line)| (left.len(), Reverse(products(line)))) else {
            return order;
        };
        order.extend(next);
    }
}

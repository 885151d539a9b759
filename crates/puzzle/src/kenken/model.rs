//! The model of KenKens: a Latin square, and a sum, a table or a chain of products for each cage.

use crate::latin;
use cnfab_model::{Domain, Model, Var};

use super::{CageConstraint, KenKen};

/// Builds the model.
pub(super) fn make(kenken: &KenKen, _: &str) -> Model {
    let mut model = Model::new();
    let numbers = 1..=kenken.size();
    let cell = latin::variables(&mut model, kenken.grid, |_| Domain::from(numbers.clone()));
    latin::all_different(&mut model, kenken.grid, &cell);
    for (number, cage) in kenken.cages.iter().enumerate() {
        let label = cage.operation.label();
        let vars: Vec<Var> = cage.cells.iter().map(|&index| cell[index]).collect();
        match &cage.constraint {
            CageConstraint::Sum => model.sum_eq(label, vars, cage.target),
            CageConstraint::Table(relation) => model.table(label, vars, relation),
            CageConstraint::Products(products) => {
                let mut before = vars[0];
                for (step, (&factor, (values, relation))) in vars[1..].iter().zip(&products.steps).enumerate() {
                    let name = format!("product[{},{}]", number + 1, step + 2);
                    // If no product is possible, the relation is empty, so any domain will do.
                    let product = model.var(name, 1..=(*values).max(1) as i32);
                    model.table(label, [before, factor, product], relation);
                    before = product;
                }
            }
        }
    }
    model.show(&cell);
    model
}

//! Queens, for tests and benches.

use cnfab::model::{Atom, Cardinality, Cmp, Model, Var};

/// Queens on a board: a queen in each row and column, at most one on each diagonal.
pub(crate) fn queens(size: i32) -> Model {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..size * size).map(|cell| model.var(format!("queen[{cell}]"), 0..=1)).collect();
    let mut post = |line: &dyn Fn(i32, i32) -> bool, cmp: Cmp| {
        let on = |cell: &i32| line(cell / size, cell % size);
        let atoms: Vec<Atom> = (0..size * size).filter(on).map(|cell| cells[cell as usize].is(1)).collect();
        if atoms.len() > 1 || cmp == Cmp::Eq {
            model.post("line", Cardinality { atoms, cmp, k: 1 });
        }
    };
    for number in 0..size {
        post(&|row, _| row == number, Cmp::Eq);
        post(&|_, column| column == number, Cmp::Eq);
    }
    for number in -size..2 * size {
        post(&|row, column| row + column == number, Cmp::Le);
        post(&|row, column| row - column == number, Cmp::Le);
    }
    model
}

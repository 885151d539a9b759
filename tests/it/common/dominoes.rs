//! Dominoes, for tests and benches.

use cnfab::model::{Model, Var};

/// One switch per domino that fits a board; each square is covered once.
pub(crate) fn dominoes(rows: usize, columns: usize) -> Model {
    let mut model = Model::new();
    let mut covering: Vec<Vec<Var>> = vec![Vec::new(); rows * columns];
    for square in 0..rows * columns {
        let right = (square % columns + 1 < columns).then_some(square + 1);
        let below = (square + columns < rows * columns).then_some(square + columns);
        for other in [right, below].into_iter().flatten() {
            let domino = model.var(format!("domino[{square},{other}]"), 0..=1);
            covering[square].push(domino);
            covering[other].push(domino);
        }
    }
    for dominoes in covering {
        model.exactly("square", 1, dominoes.into_iter().map(|domino| domino.is(1)));
    }
    model
}

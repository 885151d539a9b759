//! The Petersen graph takes three colours: all its colourings.

use std::error::Error;

use cnfab::{Encodings, Model, Strategy};

fn main() -> Result<(), Box<dyn Error>> {
    for colours in [2, 3] {
        let mut model = Model::new();
        let nodes: Vec<_> = (0..10).map(|i| model.var(format!("node[{i}]"), 1..=colours)).collect();
        for i in 0..5 {
            model.all_different("outer", [nodes[i], nodes[(i + 1) % 5]]);
            model.all_different("spoke", [nodes[i], nodes[i + 5]]);
            model.all_different("inner", [nodes[i + 5], nodes[(i + 2) % 5 + 5]]);
        }
        let colourings = Strategy::default().solutions(&model, &Encodings::default())?;
        println!("{colours} colours: {} colourings", colourings.len());
    }
    Ok(())
}

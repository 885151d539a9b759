//! The shortest ruler with five marks that measures each distance once: 11, since there is none of 10.

use std::error::Error;

use cnfab::{Cmp, Encodings, Model, Strategy};

const MARKS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    for length in 10..=11 {
        let mut model = Model::new();
        let marks: Vec<_> = (0..MARKS).map(|i| model.var(format!("mark[{i}]"), 0..=length)).collect();
        model.clause("begin", [marks[0].is(0)]);
        let mut distances = Vec::new();
        for (i, &low) in marks.iter().enumerate() {
            for (j, &high) in marks.iter().enumerate().skip(i + 1) {
                let distance = model.var(format!("distance[{i},{j}]"), 1..=length);
                model.linear("distance", [(1, high), (-1, low), (-1, distance)], Cmp::Eq, 0);
                distances.push(distance);
            }
        }
        model.all_different("distances", distances);
        model.show(&marks);
        for ruler in Strategy::default().solutions(&model, &Encodings::default())? {
            println!("length {length}: {:?}", ruler.project(&marks));
        }
    }
    Ok(())
}

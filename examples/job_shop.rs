//! Three jobs on three machines: by which time all may be done.

use std::error::Error;
use std::ops::ControlFlow;

use cnfab::{Budget, Cmp, Encodings, Model, Outcome, Sat, Strategy};

/// Machine and duration of each step of each job.
const JOBS: [[(usize, i32); 3]; 3] = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)]];

fn main() -> Result<(), Box<dyn Error>> {
    for horizon in 9..=12 {
        let mut model = Model::new();
        let mut machines = vec![Vec::new(); 3];
        for (j, job) in JOBS.iter().enumerate() {
            let mut before = None;
            for (s, &(machine, duration)) in job.iter().enumerate() {
                let start = model.var(format!("start[{j},{s}]"), 0..=horizon - duration);
                if let Some((last, took)) = before.replace((start, i64::from(duration))) {
                    model.linear("order", [(1, start), (-1, last)], Cmp::Ge, took);
                }
                machines[machine].push((start, duration));
            }
        }
        for tasks in machines {
            model.disjunctive("machine", tasks);
        }
        let backend = Strategy::from(Sat::new()).backend(&Encodings::default());
        let report = backend.solve(&model, &Budget::unlimited(), &mut |_| ControlFlow::Break(()))?;
        println!("all done by {horizon}: {}", report.outcome == Outcome::Satisfied);
    }
    Ok(())
}

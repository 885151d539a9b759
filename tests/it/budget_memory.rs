//! The limit on memory that a library user gives to a search.

use std::ops::ControlFlow;

use cnfab::solve::{Budget, Encodings, Limit, Outcome, Strategy};

use crate::common::queens::queens;

#[test]
fn searches_end_when_the_process_has_taken_the_memory_that_they_are_given() {
    let model = queens(14);
    for strategy in ["auto", "backtrack", "cdcl", "sat:cdcl"] {
        let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
        let search = |bytes: u64| {
            let mut found = 0;
            let on = &mut |_: &_| {
                found += 1;
                if found < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            backend.solve(&model, &Budget::unlimited().within_memory(bytes), on).expect("it takes the model").outcome
        };
        if cfg!(target_os = "linux") {
            assert_eq!(search(1), Outcome::Stopped(Limit::Memory), "{strategy}");
        }
        assert_eq!(search(1 << 50), Outcome::Satisfied, "{strategy}");
    }
}

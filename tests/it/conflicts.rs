//! Conflicts on Aristotle's hexagon: a cost that no machine changes. More rows are in `benches/conflicts.rs`.

use std::ops::ControlFlow;

use cnfab::model::{Group, Model, Selection};
use cnfab::solve::{Budget, Encodings, Limit, Outcome, Stats, Strategy};

fn hexagon() -> Model {
    let text = include_str!("../../models/hexagon/aristotle.txt");
    let puzzle = cnfab::puzzle::read(text, &|_| unreachable!("no other file")).unwrap().1.remove(0);
    let mut model = puzzle.model("cell").unwrap();
    puzzle.declare_symmetries("cell", &mut model);
    model
}

fn run(model: &Model, encodings: &str, budget: &Budget, solutions: u64) -> Stats {
    let encodings: Encodings = encodings.parse().unwrap();
    let mut found = 0;
    let backend = Strategy::parse("sat:batsat").unwrap().backend(&encodings);
    let report = backend.solve(model, budget, &mut |_| {
        found += 1;
        ControlFlow::Continue(())
    });
    let report = report.unwrap();
    assert_eq!((report.outcome, found), (Outcome::Exhausted, solutions));
    report.stats
}

#[test]
fn order_sum_needs_at_most_what_the_literature_does() {
    let model = hexagon();
    let all = run(&model, "linear=order-sum", &Budget::unlimited(), 12);
    assert!(all.conflicts <= Some(20_000), "{all:?}");
    let ordered = Group::of(&model, &Selection::Usual).unwrap().leaders(&model);
    assert!(ordered.is_exact);
    let one = run(&ordered.model, "linear=order-sum", &Budget::unlimited(), 1);
    assert!(one.conflicts <= Some(2500), "{one:?}");
    assert!(one.restarts > Some(0) && one.decisions > one.conflicts, "{one:?}");
    // In another order it is another search of the same length, more or less, and the same in every run.
    let mut shuffled = Budget::unlimited();
    shuffled.shuffle = Some(1);
    let [first, again] = [0; 2].map(|_| run(&ordered.model, "linear=order-sum", &shuffled, 1).conflicts.unwrap());
    assert_eq!(first, again);
    assert!(Some(first) != one.conflicts && (500..4000).contains(&first), "{first}");
}

#[test]
fn a_limit_on_conflicts_ends_a_search_and_is_none_of_time() {
    let model = hexagon();
    let backend = Strategy::parse("sat:batsat").unwrap().backend(&Encodings::default());
    assert_eq!(backend.limits_conflicts(), Ok(()));
    let mut budget = Budget::unlimited();
    budget.conflicts = Some(1000);
    let report = backend.solve(&model, &budget, &mut |_| ControlFlow::Continue(())).unwrap();
    assert!(matches!(report.outcome, Outcome::Stopped(Limit::Own(why)) if why.contains("conflicts")), "{report:?}");
    assert_eq!(report.stats.conflicts, Some(1000));
    for (strategy, why) in [
        ("sat", "varisat has neither limits nor an interrupt"),
        ("sat:cmd=solver {}", "'{conflicts}' in its command passes one to another program"),
        ("backtrack", "it has none"),
        ("ilp", "it has none"),
    ] {
        let backend = Strategy::parse(strategy).unwrap().backend(&Encodings::default());
        let expected = format!("{} does not support limits on conflicts: {why}", backend.name());
        assert_eq!(backend.limits_conflicts().unwrap_err().to_string(), expected);
        if strategy.starts_with("sat") {
            let refused = backend.solve(&model, &budget, &mut |_| ControlFlow::Continue(()));
            assert_eq!(refused.unwrap_err().to_string(), expected);
        }
    }
}

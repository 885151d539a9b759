//! The figures that the founding documents and their re-checks print, reproduced.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use cnfab::puzzle::{self, Cells, Puzzle};
use cnfab::solve::{Budget, Encodings, Report, Strategy};

fn text(instance: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(instance);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(text: &str) -> (Box<dyn Puzzle>, &'static str) {
    let (kind, mut puzzles) = puzzle::read(text, &|_| Err("not needed".to_owned())).expect("an instance that reads");
    assert_eq!(puzzles.len(), 1);
    (puzzles.remove(0), kind.views[0].0)
}

/// Up to `most` solutions in the order they are found, and what the search took.
fn solve(text: &str, strategy: &str, most: usize) -> (Vec<Cells>, Report) {
    let (puzzle, view) = read(text);
    let mut found = Vec::new();
    let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
    let report = backend.solve(&puzzle.make_model(view), &Budget::unlimited(), &mut |solution| {
        let cells = puzzle.output(view, solution);
        assert_eq!(puzzle.check(&cells), Ok(()));
        found.push(cells);
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (found, report.expect("supported"))
}

#[test]
fn the_twelve_hexagons_are_those_of_the_document() {
    let printed = "
        03 17 18 19 07 01 11 16 02 05 06 09 12 04 08 14 10 13 15
        03 19 16 17 07 02 12 18 01 05 04 10 11 06 08 13 09 14 15
        09 11 18 14 06 01 17 15 08 05 07 03 13 04 02 19 10 12 16
        09 14 15 11 06 08 13 18 01 05 04 10 17 07 02 12 03 19 16
        10 12 16 13 04 02 19 15 08 05 07 03 14 06 01 17 09 11 18
        10 13 15 12 04 08 14 16 02 05 06 09 19 07 01 11 03 17 18
        15 13 10 14 08 04 12 09 06 05 02 16 11 01 07 19 18 17 03
        15 14 09 13 08 06 11 10 04 05 01 18 12 02 07 17 16 19 03
        16 12 10 19 02 04 13 03 07 05 08 15 17 01 06 14 18 11 09
        16 19 03 12 02 07 17 10 04 05 01 18 13 08 06 11 15 14 09
        18 11 09 17 01 06 14 03 07 05 08 15 19 02 04 13 16 12 10
        18 17 03 11 01 07 19 09 06 05 02 16 14 08 04 12 15 13 10";
    let expected: BTreeSet<Vec<i32>> = printed
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.split_whitespace().map(|number| number.parse().expect("a number")).collect())
        .collect();
    assert_eq!(expected.len(), 12);
    for strategy in ["backtrack", "backtrack:order=spiral,propagate=bounds"] {
        let (found, _) = solve(&text("hexagon/aristotle.txt"), strategy, usize::MAX);
        assert_eq!(found.into_iter().map(|cells| cells.0).collect::<BTreeSet<_>>(), expected, "{strategy}");
    }
}

#[test]
fn the_spiral_takes_the_published_nodes_and_row_order_many_more() {
    let aristotle = text("hexagon/aristotle.txt");
    let (found, spiral) = solve(&aristotle, "backtrack:order=spiral,propagate=check", usize::MAX);
    assert_eq!(found.len(), 12);
    assert_eq!(spiral.stats.nodes, Some(9_186_487));
    // All of row order takes 146 times as many, as a test of `documents` counts; up to the first solution 10 times.
    let (_, spiral) = solve(&aristotle, "backtrack:order=spiral,propagate=check", 1);
    let (_, rows) = solve(&aristotle, "backtrack:order=input,propagate=check", 1);
    let nodes = |report: &Report| report.stats.nodes.expect("counted");
    assert!(nodes(&rows) > 10 * nodes(&spiral), "{} against {}", nodes(&rows), nodes(&spiral));
}

#[test]
fn disks_breadth_first_visit_every_rotation() {
    for instance in ["disks/bought.txt", "disks/turned-over.txt"] {
        let strategy = "backtrack:order=input,propagate=check,search=breadth-first";
        let (_, report) = solve(&text(instance), strategy, usize::MAX);
        assert_eq!(
            report.stats.nodes_per_level,
            [1, 12, 144, 1728],
            "{instance}: the root, then a level per disk that turns"
        );
    }
    let (found, _) = solve(&text("disks/turned-over.txt"), "backtrack", usize::MAX);
    assert_eq!(found, [Cells(vec![0, 0, 5, 11])]);
}

#[test]
fn sudoku_solutions_1_and_10000_in_sorted_order() {
    let (found, _) = solve(&text("sudoku/empty.txt"), "backtrack:order=input,values=ascending", 10_000);
    let digits = |cells: &Cells| cells.0.iter().map(ToString::to_string).collect::<String>();
    assert_eq!(digits(&found[0]), "123456789456789123789123456214365897365897214897214365531642978642978531978531642");
    assert_eq!(
        digits(&found[9_999]),
        "123456789456789123789123456214365897365978241978241635837514962542697318691832574"
    );
    assert!(found.is_sorted());
    // What the document prints as number 1 and number 10,000 are grids, but not those.
    for printed in [
        "123456789457891236689237145214365897375982461896174352531628974748519623962743518",
        "123456789457891236689237145214365897375982461896174352538729614942618573761543928",
    ] {
        let (puzzle, _) = read(&text("sudoku/empty.txt"));
        let cells = puzzle.read_plain(printed).expect("81 digits");
        assert_eq!(puzzle.check(&cells), Ok(()));
        assert!(!found.contains(&cells));
    }
}

#[test]
fn three_givens_of_the_magic_board_are_needed_and_five_are_not() {
    let board = text("magic-board/printed.txt");
    for (given, solutions) in [(15, 1), (17, 1), (26, 1), (5, 1), (18, 1), (25, 11), (11, 7), (21, 11)] {
        let (header, body) = board.split_once("\n\n").expect("a blank line before the board");
        let without: Vec<String> = body
            .lines()
            .map(|line| {
                let word = |word: &str| if word == given.to_string() { "__".to_owned() } else { word.to_owned() };
                line.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let changed = format!("{header}\n\n{}\n", without.join("\n"));
        assert_eq!(solve(&changed, "backtrack", usize::MAX).0.len(), solutions, "without {given}");
    }
}

#[test]
fn annealing_finds_the_hexagon_from_any_of_20_seeds() {
    let (puzzle, view) = read(&text("hexagon/aristotle.txt"));
    let model = puzzle.make_model(view);
    let backend = Strategy::parse("anneal").expect("registered").backend(&Encodings::default());
    assert!(!backend.is_complete());
    for seed in 0..20 {
        let mut budget = Budget::within(std::time::Duration::from_secs(60));
        budget.seed = seed;
        let mut found = 0;
        backend
            .solve(&model, &budget, &mut |solution| {
                assert_eq!(puzzle.check(&puzzle.output(view, solution)), Ok(()));
                found += 1;
                ControlFlow::Break(())
            })
            .expect("a permutation puzzle");
        assert_eq!(found, 1, "seed {seed}");
    }
}

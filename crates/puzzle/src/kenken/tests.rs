//! Tests KenKens: texts, operations, rules and drawings.

use crate::Cells;
use crate::grid::rect::Rect;
use crate::testing::{self, puzzle, refused, solutions};

use super::KIND;
use super::operation::{Operation, combinations};
use super::products::PartialProducts;

const SMALL: &str =
    "kind: kenken\n\nABBC\nAADC\nEFDG\nEFHH\n\nA: 24*, B: 2/, C: 3-, D: 7+, E: 3-, F: 5+, G: 3, H: 2/\n";
const SOLUTION: &str = "3124243112434312";

fn error(body: &str) -> String {
    testing::error(&KIND, &format!("kind: kenken\n\n{body}"))
}

#[test]
fn a_published_grid_has_its_published_solution_only() {
    let puzzle = puzzle(SMALL);
    let found: Vec<String> = solutions(puzzle.as_ref(), "cell").iter().map(|cells| puzzle.plain(cells)).collect();
    assert_eq!(found, [SOLUTION]);
}

#[test]
fn a_published_grid_without_operations_has_its_published_solution() {
    let puzzle = puzzle(include_str!("../../../../models/kenken/unknown-operations.txt"));
    let cells = puzzle.read_plain("563412614523452361341256236145125634").expect("36 digits");
    assert_eq!(puzzle.check(&cells), Ok(()));
}

/// Asserts that a table and partial products have exactly the solutions of a product.
#[test]
fn products_in_a_table_and_step_by_step_agree() {
    let grid = Rect::new(4, 4);
    let cells = [0, 1, 5, 6, 10];
    for target in [1, 7, 24, 96, 1024] {
        let listed = combinations(grid, &cells, Operation::Times, target, 10_000, 1_000_000).expect("few");
        let chain = PartialProducts::new(cells.len(), 4, target);
        assert!(chain.is_possible() || listed.is_empty(), "{target}");
        let follows = |row: &[i32]| {
            let mut before = row[0];
            row[1..].iter().zip(&chain.steps).all(|(&factor, (_, relation))| {
                let next = relation.rows().find(|step| step[0] == before && step[1] == factor);
                next.is_some_and(|step| {
                    before = step[2];
                    true
                })
            })
        };
        let all = (0..4_usize.pow(5)).map(|code| [0, 1, 2, 3, 4].map(|at| (code / 4_usize.pow(at) % 4) as i32 + 1));
        for row in all {
            let product: i64 = row.iter().map(|&number| i64::from(number)).product();
            assert_eq!(follows(&row), product == target, "{row:?} {target}");
            let distinct = row[0] != row[1] && row[1] != row[2] && row[2] != row[3] && row[3] != row[4];
            assert_eq!(listed.contains(&row), product == target && distinct, "{row:?} {target}");
        }
    }
}

#[test]
fn operations_of_several_cells() {
    let holds = |numbers: &[i32], target: i64, sign: char| Operation::of(sign).expect("a sign").holds(numbers, target);
    assert!(holds(&[1, 6, 2], 3, '-') && !holds(&[1, 6, 2], 5, '-'));
    assert!(holds(&[2, 12, 3], 2, '/') && !holds(&[2, 12, 4], 2, '/'));
    assert!(holds(&[4, 4], 0, '-') && holds(&[4, 4], 1, ':'));
    assert!(holds(&[5], 5, '-') && holds(&[5], 5, '/') && holds(&[5], 5, '+') && holds(&[5], 5, 'x'));
    let any = |numbers: &[i32], target| Operation::Any.holds(numbers, target);
    assert!(any(&[6, 2], 3) && any(&[6, 2], 4) && any(&[6, 2], 8) && any(&[6, 2], 12) && !any(&[6, 2], 6));
    assert!(any(&[1, 6, 2], 9) && any(&[1, 6, 2], 12) && !any(&[1, 6, 2], 3));
}

/// Tests a cage over a whole grid: its product has too many combinations for a table and exceeds 32 bits.
#[test]
fn large_products_are_multiplied_step_by_step() {
    let rows = "AAAAAA\n".repeat(6);
    let text = |target: u64| format!("kind: kenken\n\n{rows}\nA: {target}*\n");
    // (6!) ^ 6 is too large; half a grid has (6!) ^ 3.
    assert!(testing::error(&KIND, &text(720_u64.pow(6))).contains("found '139314069504000000*', expected a number "));
    let half = format!("kind: kenken\n\n{}{}\nA: {}*\n", "AAAAAA\n".repeat(3), "......\n".repeat(3), 720_u64.pow(3));
    let model = puzzle(&half).make_model("cell");
    assert_eq!(model.variables().len(), 36 + 17);
    assert_eq!(puzzle(&half).contradiction(), None);
    let wrong = puzzle(&half.replace("373248000*", "373248007*"));
    assert_eq!(
        wrong.contradiction().expect("a prime factor").to_string(),
        "cage A at row 1, column 1 of 18 cells cannot come to 373248007*"
    );
}

#[test]
fn every_rule_is_checked() {
    let puzzle = puzzle(SMALL);
    let check = |line: &str| refused(puzzle.as_ref(), &puzzle.read_plain(line).expect("16 digits"));
    assert_eq!(check("3324243112434312"), "row 1 has 3 twice, in row 1, column 1 and row 1, column 2");
    assert_eq!(check("3124241312434312"), "column 3 has 1 twice, in row 2, column 3 and row 4, column 3");
    assert_eq!(check("1234214334124321"), "cage A at row 1, column 1 has 1, 2, 1, which do not come to 24*");
    assert_eq!(check("5124243112434312"), "row 1, column 1 has 5, which is not from 1 to 4");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![])), "the solution has 0 numbers, not 16");
}

#[test]
fn contradictions_are_seen() {
    let why = |from: &str, to: &str| puzzle(&SMALL.replace(from, to)).contradiction().map(|why| why.to_string());
    assert_eq!(why("", ""), None);
    for (clue, cells) in [("A: 7*", 3), ("A: 13+", 3), ("C: 4-", 2), ("H: 5/", 2), ("H: 13", 2)] {
        let (symbol, target) = clue.split_once(": ").expect("a clue");
        let from = SMALL.split([',', '\n']).find(|entry| entry.trim().starts_with(&format!("{symbol}: "))).expect("it");
        let found = why(from.trim(), clue).expect("a contradiction");
        assert!(found.ends_with(&format!(" of {cells} cells cannot come to {target}")), "{found}");
    }
    let twice = puzzle("kind: kenken\n\nAB\n..\nA: 1, B: 1\n").contradiction().expect("twice");
    assert_eq!(twice.to_string(), "row 1 has 1 twice, in row 1, column 1 and row 1, column 2");
}

#[test]
fn errors_name_the_place() {
    let wrong = |clue: &str| error(&format!("AA\n..\nA: {clue}\n"));
    for clue in ["x", "", "+3", "3++", "3?", "0*", "99999999999999999999*"] {
        assert!(
            wrong(clue).contains("expected a number from 1 to 1000000000000000, and one of + - * / behind it"),
            "{clue}"
        );
    }
    assert_eq!(error("A.\n..\nA: 3\n"), "line 5, column 4: found '3', expected a number from 1 to 2, or an operation");
    let rows = "A".repeat(25);
    let map = format!("{}A: 5\n", format!("{rows}\n").repeat(25));
    let found = error(&map);
    assert!(
        found.ends_with("expected fewer than 625 cells: this operation has too many combinations to list"),
        "{found}"
    );
}

#[test]
fn cages_have_walls_and_targets() {
    let drawn = puzzle(SMALL).draw(None);
    assert_eq!(drawn.lines().nth(1), Some("│ 24* . │  2/ .       . │  3- . │"));
}

//! Tests equation puzzles: texts, rules, views and drawings.

use crate::testing::{self, ShapeCounts, instances, puzzle};
use crate::{Cells, Document, Problem};

use super::{Equation, KIND, read};

const PRINTED: &str = "kind: equation\nnumbers: -9..98\n\n26 - _ * _ = -278\n+    +   *\n_ * _ + _ = 216\n\
                       -    +   -\n_ * _ + _ = 11\n=    =   =\n36   27  245\n";

#[test]
fn the_printed_puzzle_has_one_solution() {
    let puzzle = puzzle(PRINTED);
    let found = testing::solutions(&*puzzle, "cell");
    assert_eq!(found, [Cells(vec![26, 19, 16, 25, 8, 16, 15, 0, 11])]);
    assert_eq!(
        puzzle.draw(Some(&found[0])),
        "26 - 19 *  16 = -278\n +    +     *\n25 *  8 +  16 = 216\n -    +     -\n15 *  0 +  11 = 11\n =    =     =\n\
         36   27   245\n"
    );
}

#[test]
fn the_drawing_can_be_read_again() {
    let first = puzzle(PRINTED);
    let text = format!("kind: equation\nnumbers: -9..98\n\n{}", first.draw(None));
    assert_eq!(puzzle(&text).draw(None), first.draw(None));
}

/// Enumerates all solutions by brute force.
fn brute_force(puzzle: &Equation) -> Vec<Cells> {
    let domains: Vec<Vec<i32>> =
        puzzle.givens.iter().map(|given| given.map_or(puzzle.numbers.clone().collect(), |v| vec![v])).collect();
    let mut all = vec![vec![]];
    for domain in domains {
        all = all.iter().flat_map(|start| domain.iter().map(move |&v| [start, &[v][..]].concat())).collect();
    }
    let cells = all.into_iter().map(Cells);
    cells.filter(|cells| puzzle.check(cells).is_ok()).collect()
}

#[test]
fn long_products_signs_and_open_results() {
    for body in [
        "_ * _ * _ = 6\n=   =   =\n_   _   _\n",
        "_ * _ * _ = 0\n=   =   =\n_   1   _\n",
        "_ - _ * _ * _ = -5\n=   =   =   =\n_   _   _   _\n",
        "_ - _ * 0 = 2\n=   =   =\n_   _   _\n",
        "_ - 2 * _ * -1 + _ = -2\n= = = = =\n_ _ _ _ _\n",
        "2 * 3 = 6\n=   =\n2   3\n",
        "2 * 3 = 7\n=   =\n2   3\n",
        "_ * _ = _\n*   -\n_ + _ = 1\n=   =\n-2  2\n",
        "_ * _ - _ * _ = 3\n= = = =\n_ _ _ _\n",
    ] {
        let text = format!("kind: equation\nnumbers: -2..3\n\n{body}");
        let document = Document::parse(&text, &|_| Err(String::new())).unwrap();
        let puzzle = read::read(&document).unwrap();
        assert_eq!(testing::solutions(&puzzle, "cell"), brute_force(&puzzle), "{body}");
    }
}

#[test]
fn check_names_the_broken_rule() {
    let puzzle = puzzle(PRINTED);
    let check = |line: &str| puzzle.check(&puzzle.read_plain(line).unwrap()).unwrap_err().to_string();
    assert_eq!(check("27 19 16 25 8 16 15 0 11"), "row 1, column 1 holds 27, but 26 is given");
    assert_eq!(check("26 19 16 25 8 16 15 0 99"), "row 3, column 3 holds 99, which is not in -9..98");
    assert_eq!(check("26 19 17 25 8 16 15 0 11"), "row 1 comes to -297, not -278");
    assert_eq!(check("26 16 19 25 8 16 15 0 11"), "column 2 comes to 24, not 27");
    assert_eq!(puzzle.check(&Cells(vec![])).unwrap_err().to_string(), "the solution has 0 numbers, not 9");
}

#[test]
fn pictures_have_a_box_for_each_cell() {
    for (_, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        let boxes = shapes.count("rect cell") + shapes.count("rect shade");
        assert_eq!(boxes, puzzle.make_model("cell").shown().len());
    }
    let puzzle = puzzle(PRINTED);
    let cells = puzzle.read_plain("26 19 16 25 8 16 15 0 11").expect("nine numbers");
    assert!(ShapeCounts::of(puzzle.as_ref(), Some(&cells)).filled() >= 9);
}

//! Tests Binairo: texts, rules and drawings.

use crate::Cells;
use crate::testing::{self, puzzle, refused, solutions};

use super::KIND;

fn error(body: &str) -> String {
    testing::error(&KIND, &format!("kind: binairo\n\n{body}"))
}

#[test]
fn a_published_grid_has_its_published_solution() {
    let puzzle = puzzle(include_str!("../../../../models/binairo/janko-12.txt"));
    let cells = puzzle
        .read_plain(
            "0100110011010011010110110011001100101010011001010100110010111001100110110011010000110110011011001010",
        )
        .expect("100 digits");
    assert_eq!(puzzle.check(&cells), Ok(()));
}

/// Counts grids of 4 x 4, whose rows have one of six patterns; 72 choices of four satisfy the columns.
#[test]
fn empty_grids_are_counted() {
    let count = |repeat: &str, rows: usize, columns: usize| {
        let text = format!("kind: binairo\n{repeat}\n{}", format!("{}\n", ".".repeat(columns)).repeat(rows));
        solutions(puzzle(&text).as_ref(), "cell").len()
    };
    assert_eq!((count("", 2, 2), count("", 4, 4)), (2, 72));
    // If lines may be equal, these are the squares of zeros and ones with equal sums.
    assert_eq!((count("repeat: yes\n", 2, 2), count("repeat: yes\n", 4, 4)), (2, 90));
    // Two rows are complements of each other, so columns repeat; in two columns, rows repeat.
    assert_eq!((count("", 2, 4), count("", 4, 2)), (0, 0));
}

#[test]
fn every_rule_is_checked() {
    let puzzle = puzzle("kind: binairo\n\n0...\n....\n....\n....\n");
    let check = |line: &str| refused(puzzle.as_ref(), &puzzle.read_plain(line).expect("16 digits"));
    assert_eq!(puzzle.check(&puzzle.read_plain("0101101001101001").expect("16 digits")), Ok(()));
    assert_eq!(check("1010101001101001"), "row 1, column 1 has 1, but 0 is given");
    assert_eq!(check("0102101001101001"), "row 1, column 4 has 2, which is not from 0 to 1");
    assert_eq!(check("0111101001101001"), "row 1 has 3 ones and 1 zero");
    assert_eq!(check("0101010110101010"), "row 1 and row 2 are alike");
    assert_eq!(check("0011001111001100"), "row 1 and row 2 are alike");
    // A published grid of the variant in which lines may be equal.
    let large = testing::puzzle(&format!("kind: binairo\n\n{}", "........\n".repeat(8)));
    let line = "1101010010101010011010011001010100110110110010010010101101010110";
    let cells = large.read_plain(line).expect("64 digits");
    assert_eq!(refused(large.as_ref(), &cells), "column 4 and column 6 are alike");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![0; 15])), "the solution has 15 numbers, not 16");
    let alike = testing::puzzle("kind: binairo\nrepeat: yes\n\n0...\n....\n....\n....\n");
    assert_eq!(alike.check(&alike.read_plain("0101010110101010").expect("16 digits")), Ok(()));
    let wide = testing::puzzle("kind: binairo\n\n......\n......\n");
    let cells = wide.read_plain("000111111000").expect("12 digits");
    assert_eq!(refused(wide.as_ref(), &cells), "row 1 has three alike from row 1, column 1 on");
}

#[test]
fn contradictions_are_seen() {
    let why = |body: &str| puzzle(&format!("kind: binairo\n\n{body}")).contradiction().map(|why| why.to_string());
    assert_eq!(why("0101\n....\n....\n....\n"), None);
    assert_eq!(why("0.00\n....\n....\n....\n").as_deref(), Some("row 1 has 0 3 times, which is more than 2"));
    assert_eq!(
        why("1.....\n1.....\n1.....\n......\n......\n......\n").as_deref(),
        Some("column 1 has three alike from row 1, column 1 on")
    );
    assert_eq!(why("0101\n....\n0101\n....\n").as_deref(), Some("row 1 and row 3 are alike"));
}

#[test]
fn errors_name_the_place() {
    assert_eq!(error(""), "line 2, column 1: found the end of the text, expected the rows of the grid");
    assert_eq!(
        error("...\n"),
        "line 3, column 1: found 3 cells, expected an even number of cells, as many zeros as ones"
    );
    assert_eq!(error("..\n.\n"), "line 4, column 2: found 1 cell, expected 2 cells, as many as in row 1");
    assert_eq!(error("..\n"), "line 3, column 3: found the end of the text, expected row 2: an even number of rows");
    assert_eq!(
        error("..\n.2\n"),
        "line 4, column 2: found '2', expected 0, 1, or one of '.', '_', '?' for an empty cell"
    );
}

#[test]
fn what_is_drawn_is_read_again() {
    let first = puzzle("kind: binairo\n\n0..1\n....\n1 . . 1\n....\n");
    let text = format!("kind: binairo\n\n{}", first.draw(None));
    assert_eq!(puzzle(&text).draw(None), first.draw(None));
}

/// The names of rules follow the variables that their constraints are about.
#[test]
fn rules_are_named_after_their_lines_and_cells() {
    let puzzle = puzzle("kind: binairo\n\n......\n......\n......\n......\n......\n......\n");
    let model = puzzle.make_model("cell");
    let of = |label: &str| {
        let of_label = model.constraints().iter().filter(|posted| &*posted.label == label);
        let names = of_label.zip(1..).map(|(posted, number)| {
            let vars = posted.constraint.vars().map(|var| model.name(var)).collect::<Vec<&str>>();
            (vars.join(" "), puzzle.rule(label, number).expect("a name"))
        });
        names.collect::<Vec<_>>()
    };
    let (three, differ) = (of("three"), of("differ"));
    assert_eq!(three.len(), 2 * 2 * 6 * 4);
    for pair in three.chunks(2) {
        let [(vars, ones), (_, zeros)] = pair else { panic!("pairs") };
        let ends: Vec<String> = [vars.split(' ').next(), vars.split(' ').next_back()]
            .into_iter()
            .flatten()
            .map(|name| name.replace("cell[", "row ").replace(',', ", column ").replace(']', ""))
            .collect();
        assert_eq!(*ones, format!("no three ones from {} to {}", ends[0], ends[1]));
        assert_eq!(*zeros, format!("no three zeros from {} to {}", ends[0], ends[1]));
    }
    assert_eq!(differ.len(), 2 * 15 * 25);
    for (vars, name) in differ {
        let hidden = vars.split(' ').find(|name| !name.starts_with("cell")).expect("an auxiliary variable");
        let words: Vec<&str> = hidden.split(['[', ',', ']']).collect();
        assert_eq!(name, format!("{} {} and {} differ", words[0], words[1], words[2]));
    }
}

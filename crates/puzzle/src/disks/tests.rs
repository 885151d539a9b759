//! Tests flower disks: texts, rules, views and drawings.

use crate::grid::ring::Ring;
use crate::testing::{self, ShapeCounts, body, instances, puzzle};
use crate::{Cells, Document, Problem};

use super::{Disks, KIND};

const BOUGHT: &str = "kind: disks\n\n000001010010\n100100000001\n010000010100\n000100100001\n";
const TURNED_OVER: &str =
    "kind: disks\n\n0,0,0,0,0,1,0,1,0,0,1,0\n100100000001\n0 1 0 0 0 0 0 1 0 1 0 0\n100001001000\n";

fn disks(text: &str) -> Disks {
    let document = Document::parse(text, &|_| Err(String::new())).unwrap();
    let rows = document.body().iter().map(|(_, line)| line.chars().filter(|c| "01".contains(*c)).map(|c| c == '1'));
    let solid: Vec<Vec<bool>> = rows.map(Iterator::collect).collect();
    Disks { ring: Ring::new(solid[0].len()), solid }
}

#[test]
fn the_bought_puzzle_has_no_solution_and_the_other_one_has_one() {
    assert_eq!(testing::solutions(&*puzzle(BOUGHT), "rotation"), []);
    assert_eq!(testing::solutions(&*puzzle(TURNED_OVER), "rotation"), [Cells(vec![0, 0, 5, 11])]);
}

#[test]
fn open_places_over_all_rotations() {
    let histogram = |text: &str| {
        let disks = disks(text);
        let mut open = [0; 13];
        let mut solutions = 0;
        for number in 0..12 * 12 * 12 {
            let rotations = [0, number / 144, number / 12 % 12, number % 12];
            let is_open = |&place: &usize| (0..4).all(|disk| !disks.is_solid(disk, place, rotations[disk]));
            let places = (0..12).filter(is_open).count();
            open[places] += 1;
            let cells = Cells(rotations.map(|rotation| rotation as i32).to_vec());
            // There are twelve solid places: no place is open exactly if none is covered twice.
            assert_eq!(disks.check(&cells).is_ok(), places == 0);
            solutions += usize::from(places == 0);
        }
        assert_eq!(solutions, open[0]);
        open
    };
    assert_eq!(histogram(BOUGHT), [0, 16, 126, 515, 672, 336, 61, 2, 0, 0, 0, 0, 0]);
    assert_eq!(histogram(TURNED_OVER), [1, 9, 146, 485, 697, 325, 63, 2, 0, 0, 0, 0, 0]);
}

#[test]
fn rotations_that_look_alike_are_told_apart() {
    let found = testing::solutions(&*puzzle("kind: disks\n\n1010\n1010\n"), "rotation");
    assert_eq!(found, [Cells(vec![0, 1]), Cells(vec![0, 3])]);
    assert_eq!(testing::solutions(&*puzzle("kind: disks\n\n1\n"), "rotation"), [Cells(vec![0])]);
}

#[test]
fn check_names_the_broken_rule() {
    let puzzle = puzzle(TURNED_OVER);
    let check = |line: &str| puzzle.check(&puzzle.read_plain(line).unwrap()).unwrap_err().to_string();
    assert_eq!(check("1 1 6 0"), "the first disk is rotated by 1; it has to stay");
    assert_eq!(check("0 0 5 12"), "disk 4 has rotation 12, not 0 to 11");
    assert_eq!(check("0 0 -7 11"), "disk 3 has rotation -7, not 0 to 11");
    assert_eq!(check("0 0 5 10"), "place 2 is solid in 0 disks, not in 1");
    assert_eq!(puzzle.check(&Cells(vec![0])).unwrap_err().to_string(), "1 rotations for 4 disks");
}

#[test]
fn errors_name_the_place() {
    let error = |body: &str| testing::error(&KIND, &format!("kind: disks\n\n{body}"));
    assert_eq!(error(""), "line 2, column 1: found the end of the text, expected a line of 0 and 1 per disk");
    assert_eq!(error("0102\n"), "line 3, column 4: found '2', expected 0 or 1");
    assert_eq!(error("01\n\n01\n"), "line 4, column 1: found a line without places, expected 0 or 1");
    assert_eq!(
        error("01\n0\n"),
        "line 4, column 2: found the end of the line after 1 places, expected 2 places, as on the first disk"
    );
    assert_eq!(
        error("01\n0,1,1\n"),
        "line 4, column 5: found '1', expected the end of the line: as on the first disk, 2 places"
    );
    assert_eq!(
        error(&"0".repeat(361)),
        "line 3, column 361: found '0', expected the end of the line: at most 360 places"
    );
    assert_eq!(error(&"1\n".repeat(65)), "line 67, column 1: found another disk, expected at most 64 disks");
    assert_eq!(
        testing::error(&KIND, "kind: disks\ndisks: 3\n\n01\n"),
        "line 2, column 1: found key 'disks', expected one of: kind, title, author, rules"
    );
}

#[test]
fn the_drawing_counts_layers() {
    let puzzle = puzzle("kind: disks\n\n100\n011\n");
    assert_eq!(
        puzzle.draw(None),
        "disk  1, rotation   0   ● · ·\ndisk  2, rotation   0   · ● ●\nlayers                  1 1 1\n"
    );
}

#[test]
fn pictures_have_solid_places_and_holes() {
    for (text, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        let (solid, holes) = (body(&text).matches('1').count(), body(&text).matches('0').count());
        assert_eq!((shapes.count("sector"), shapes.count("sector tint")), (solid + holes, solid), "{text}");
    }
}

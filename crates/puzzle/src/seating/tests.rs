//! Tests seatings: texts, rules, views and drawings.

use crate::testing::{self, ShapeCounts, instances, puzzle, refused};
use crate::{Cells, Puzzle};

use super::KIND;

/// Counts the solutions and asserts that both views agree.
fn count(text: &str) -> usize {
    let puzzle = puzzle(text);
    let by_guest = testing::solutions(&*puzzle, "guest");
    assert_eq!(by_guest, testing::solutions(&*puzzle, "seat"), "both views have the same solutions");
    by_guest.len()
}

#[test]
fn menage_and_couples() {
    assert_eq!(count(include_str!("../../../../models/seating/menage-3.txt")), 12);
    assert_eq!(count(include_str!("../../../../models/seating/menage-4.txt")), 96);
    assert_eq!(count(include_str!("../../../../models/seating/couples-in-a-row-2.txt")), 8);
    assert_eq!(count(include_str!("../../../../models/seating/couples-in-a-row-3.txt")), 60);
    assert_eq!(count(include_str!("../../../../models/seating/hobbies.txt")), 16);
}

#[test]
fn small_tables() {
    let round = |guests: &str, rules: &str| count(&format!("kind: seating\ntable: round\nguests: {guests}\n\n{rules}"));
    assert_eq!(round("a", ""), 1);
    assert_eq!(round("a, b", "a next to b\n"), 2);
    assert_eq!(round("a b", "a not next to b\n"), 0);
    assert_eq!(round("a b c", "a next to b\n"), 6);
    assert_eq!(round("a b c d", "a not next to b or c\n"), 0);
    assert_eq!(round("a b c d", "no two of a, b are neighbours\na at 1\n"), 2);
    assert_eq!(round("a b c d", "a at 2 or 3\nb not at 1 or 2\n"), 6);
    assert_eq!(round("a b", "a at 1\nb at 1\n"), 0);
    let row = |rules: &str| count(&format!("kind: seating\ntable: row\nguests: a b c d\n\n{rules}"));
    assert_eq!(row("a next to b\n"), 12);
    assert_eq!(row("a next to b or c\n"), 20);
}

/// Counts the permutations of up to eight guests that `check` accepts.
fn permutations(puzzle: &dyn Puzzle, count: usize) -> usize {
    fn extend(puzzle: &dyn Puzzle, count: usize, start: &mut Vec<i32>, found: &mut usize) {
        if start.len() == count {
            *found += usize::from(puzzle.check(&Cells(start.clone())).is_ok());
            return;
        }
        for guest in 1..=count as i32 {
            if !start.contains(&guest) {
                start.push(guest);
                extend(puzzle, count, start, found);
                start.pop();
            }
        }
    }
    let mut found = 0;
    extend(puzzle, count, &mut Vec::new(), &mut found);
    found
}

#[test]
fn joined_rules_agree_with_every_permutation() {
    let rules = [
        "a next to b or c next to d",
        "a next to b or c or c next to d",
        "a not next to b or c not next to d or e",
        "a at 1 or b at 2 or 3",
        "a not at 1 or 2 or b not at 3",
        "no two of a, b, c are neighbours or d at 5",
        "a at 1 or no two of c d e are neighbours or b next to c",
    ];
    let mut counts = Vec::new();
    for table in ["round", "row"] {
        for (index, rule) in rules.iter().enumerate() {
            let other = rules[(index + 3) % rules.len()];
            for lines in [format!("{rule}\n"), format!("{rule}\n{other}\ne not at 2\n")] {
                let text = format!("kind: seating\ntable: {table}\nguests: a b c d e\n\n{lines}");
                counts.push(count(&text));
                assert_eq!(counts.last(), Some(&permutations(&*puzzle(&text), 5)), "{text}");
            }
        }
    }
    assert!(counts.iter().all(|&count| 0 < count && count < 120), "{counts:?}");
    // A pair sits on one of the table's 5 edges in 60 of 120 seatings. Both pairs sit on disjoint edges in 5 * 2 * 4 of
    // them.
    assert_eq!(counts[0], 60 + 60 - 40);
    // A row of 5 has 4 such edges and 48 seatings for one pair; two pairs have 3 choices of edges and 24 seatings.
    assert_eq!(counts[14], 48 + 48 - 24);
}

#[test]
fn the_rules_admit_the_published_numbers() {
    let dinner = puzzle(include_str!("../../../../models/seating/dinner-party.txt"));
    assert_eq!(permutations(&*dinner, 8), 4320);
    assert_eq!(permutations(&*puzzle(include_str!("../../../../models/seating/couples-in-a-row-4.txt")), 8), 816);
    assert_eq!(permutations(&*puzzle(include_str!("../../../../models/seating/menage-4.txt")), 8), 96);
}

#[test]
fn check_names_the_broken_rule() {
    let text = "kind: seating\ntable: round\nguests: a b c d e\n\na next to b or c\nd not next to e\nb not at 5\n\
                e at 1 or 2\nno two of a d are neighbours\n";
    let puzzle = puzzle(text);
    let check = |line: &str| refused(&*puzzle, &puzzle.read_plain(line).unwrap());
    assert_eq!(puzzle.check(&puzzle.read_plain("a e b d c").unwrap()), Ok(()));
    assert_eq!(check("a d b c e"), "a does not sit next to b or c");
    assert_eq!(check("a b e d c"), "d sits next to e");
    assert_eq!(check("e a c d b"), "b sits at 5");
    assert_eq!(check("a b d c e"), "e sits at 5");
    assert_eq!(check("c e b a d"), "a and d are neighbours");
    let text = "kind: seating\ntable: row\nguests: a b c\n\na next to b or c at 1\n";
    let joined = testing::puzzle(text);
    let line = joined.read_plain("a c b").unwrap();
    assert_eq!(refused(&*joined, &line), "a does not sit next to b, and c sits at 2");
    assert_eq!(joined.check(&joined.read_plain("c a b").unwrap()), Ok(()));
    assert_eq!(check("a a b c d"), "a has two seats, 1 and 2");
    assert_eq!(refused(&*puzzle, &Cells(vec![1, 2, 3, 4, 6])), "seat 5 holds 6, who is no guest");
    assert_eq!(refused(&*puzzle, &Cells(vec![1, 2])), "2 seats, not 5");
}

#[test]
fn errors_name_the_place() {
    let error = |text: &str| testing::error(&KIND, &format!("kind: seating\n{text}"));
    assert_eq!(
        error("guests: a b\n"),
        "line 2, column 1: found no key 'table' up to here, expected a header line 'table: ...'"
    );
    assert_eq!(error("table: square\nguests: a\n"), "line 2, column 8: found 'square', expected round or row");
    assert_eq!(error("table: row\nguests:\n"), "line 3, column 8: found nothing, expected the names of the guests");
    assert_eq!(error("table: row\nguests: a b a\n"), "line 3, column 13: found 'a' again, expected another name");
    let name = "expected a name of one word that is no word of the rules";
    assert_eq!(error("table: row\nguests: a next\n"), format!("line 3, column 11: found 'next', {name}"));
    assert_eq!(error("table: row\nguests: a,,b\n"), format!("line 3, column 11: found nothing, {name}"));
    assert_eq!(error("table: row\nguests: a, b c\n"), format!("line 3, column 12: found 'b c', {name}"));
    assert_eq!(
        error("table: row\nguests: a b\n\na near b\n"),
        "line 5, column 3: found 'near', expected 'next to', 'not next to', 'at' or 'not at'"
    );
    let many: Vec<String> = (0..101).map(|number| format!("g{number}")).collect();
    assert_eq!(
        error(&format!("table: row\nguests: {}\n", many.join(" "))),
        "line 3, column 399: found 'g100', expected at most 100 guests"
    );
}

#[test]
fn solutions_are_read_seat_by_seat() {
    let puzzle = puzzle("kind: seating\ntable: row\nguests: Al Bo Cy\n\n");
    let error = |line: &str| puzzle.read_plain(line).unwrap_err().to_string();
    assert_eq!(puzzle.read_plain("Cy Al Bo"), Ok(Cells(vec![3, 1, 2])));
    assert_eq!(
        error("Cy Al"),
        "line 1, column 6: found the end of the line after 2 guests, expected 3 guests, seat by seat"
    );
    assert_eq!(error("Cy Al Bo Bo"), "line 1, column 10: found 'Bo', expected the end of the line after 3 guests");
    assert_eq!(error("Cy Al Di"), "line 1, column 7: found 'Di', expected a guest: Al, Bo, Cy");
    assert_eq!(puzzle.draw(Some(&Cells(vec![3, 1, 2]))), "┌────┬────┬────┐\n│ Cy │ Al │ Bo │\n└────┴────┴────┘\n");
    assert!(puzzle.draw(None).ends_with("Al, Bo, Cy\n"));
}

#[test]
fn the_table_is_round() {
    let dinner = puzzle(include_str!("../../../../models/seating/dinner-party.txt"));
    let drawn = dinner.draw(Some(&Cells((1..=8).collect())));
    for name in ["Alex", "Bob", "Cathy", "Dave", "Edgar", "Fay", "Gus", "Hal"] {
        assert!(drawn.contains(name), "{drawn}");
    }
}

#[test]
fn pictures_have_a_card_for_each_guest() {
    for (_, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        let cards = shapes.count("rect tint") + shapes.count("rect cell");
        assert_eq!(cards, puzzle.make_model("guest").shown().len());
    }
    let puzzle = puzzle("kind: seating\ntable: row\nguests: Al Bo Cy\n\n");
    let shapes = ShapeCounts::of(puzzle.as_ref(), Some(&Cells(vec![3, 1, 2])));
    let names = shapes.texts.iter().filter(|(ink, _)| ink == "given").map(|(_, name)| name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Cy", "Al", "Bo"]);
}

//! `generate`: which kinds, which options, and where puzzles go.

use serde_json::Value;

use super::cnfab;

#[test]
fn boards_are_made_with_the_stars_of_the_option_or_of_the_name() {
    let text = cnfab("generate two-not-touch --size 9 --seed 3").ok();
    assert!(text.contains("method repair, seed 3, number 1\n# Solutions: 1\nkind: star-battle\nstars: 2\n"), "{text}");
    assert_eq!(cnfab("generate star-battle --stars 2 --size 9 --seed 3").ok(), text, "the same seed");
    let lines = cnfab("generate queens --size 6 -n 3 --json --regions 2..12").ok();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["method"] == "repair" && line["kind"] == "star-battle"));
}

#[test]
fn options_of_other_kinds_are_refused() {
    for (command, expected) in [
        (
            "generate two-not-touch --stars 3 --size 12",
            "found --stars 3, expected --stars 2, which two-not-touch implies",
        ),
        ("generate star-battle --size 8 --method dig", "found --method dig, expected options that star-battle takes"),
        ("generate star-battle --size 8 --clues 3", "found --clues, expected options that star-battle takes"),
        ("generate sudoku --stars 2", "found --stars, expected options that sudoku takes"),
        ("generate sudoku --method repair", "found --method repair, expected options that sudoku takes"),
        ("generate star-battle --size 7 --stars 2", "found 7x7 with --stars 2 for star-battle, expected"),
        (
            "generate star-battle --size 8 --regions 9..10",
            "with --regions 9..10 for star-battle, expected region sizes",
        ),
        ("generate star-battle --size 8 --regions 9..2", "expected two numbers A..B, such as 5..20"),
        ("generate seating", "puzzles of kind seating are not made; expected one of: binairo"),
    ] {
        let refused = cnfab(command).refused(2);
        assert!(refused.contains(expected), "{refused}");
    }
}

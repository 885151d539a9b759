//! `explain`, and the grade that `judge` prints.

use serde_json::Value;

use super::{cnfab, fed};

#[test]
fn steps_have_the_names_of_players_and_a_grade() {
    let out = cnfab("explain models/sudoku/generated.txt").ok();
    assert!(out.starts_with("1. hidden single: row "), "{out}");
    assert!(out.contains(" has no other place for "), "{out}");
    assert!(out.contains("\ngrade 1, sum of levels 3: the hardest step is 'hidden single'\n"), "{out}");
    let first = cnfab("explain models/sudoku/generated.txt --next").ok();
    assert_eq!(first.lines().count(), 1);
    assert!(out.starts_with(&first), "{first}");
    let judged = cnfab("judge models/sudoku/generated.txt").ok();
    let grade = out.split_once("\ngrade").expect("a grade").1;
    assert!(judged.ends_with(grade), "{judged}");
}

#[test]
fn steps_are_json_too() {
    let text = b"kind: sudoku\nbox: 2x2\n\n1...\n...2\n2...\n...1\n";
    let out = fed("explain - --json", text).ok();
    let value: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(value["end"], "open", "{out}");
    let steps = value["steps"].as_array().expect("steps");
    for step in steps {
        let facts = step["facts"].as_array().expect("facts");
        assert!(!facts.is_empty() && !step["rules"].as_array().expect("rules").is_empty(), "{step}");
        assert!(facts.iter().all(|fact| fact["text"].as_str().is_some_and(|text| text.starts_with("row "))), "{step}");
        assert!(step["used"].is_array() && step["level"].is_u64(), "{step}");
    }
    assert_eq!(value["grade"]["complete"], false);
}

#[test]
fn puzzles_without_solution_and_with_several_are_explained_as_far_as_that_goes() {
    let none = cnfab("explain models/hidoku/no-solution-4-1.txt");
    assert_eq!((none.code, none.out.starts_with("no solution: 'cnfab why' names")), (0, true), "{none:?}");
    let none = fed("explain - --next", b"kind: sudoku\nbox: 2x2\n\n1..1\n....\n....\n....\n").out;
    assert!(none.starts_with("no solution"), "{none}");
    let open = cnfab("explain models/star-battle/notebook-5x5.txt").ok();
    assert!(open.contains("\nnothing more follows: there are several solutions\ngrade at least "), "{open}");
    let full = fed("explain -", b"kind: sudoku\nbox: 2x2\n\n1234\n3412\n2143\n4321\n").ok();
    assert_eq!(full, "nothing is open\n");
    assert_eq!(cnfab("explain models/hidoku/printed-with-100-only.txt --timeout 0").code, 3);
}

#[test]
fn players_of_star_battles_and_hidokus_read_their_own_words() {
    let stars = cnfab("explain models/star-battle/queens-7-113.txt").ok();
    assert!(stars.contains(" is a star, since region "), "{stars}");
    assert!(stars.contains(" is empty, since "), "{stars}");
    let way = cnfab("explain models/hidoku/numbrix-6x6.txt").ok();
    assert!(way.contains("only cell within reach: row "), "{way}");
}

#[test]
fn a_page_shows_each_step_and_overwrites_no_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let out = cnfab(&format!("explain models/sudoku/six.txt --html {}", page.display())).ok();
    let steps = out.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    let html = std::fs::read_to_string(&page).expect("the page");
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
    assert_eq!(html.matches("<section id=\"step-").count(), steps, "{out}");
    assert_eq!(html.matches("<svg ").count(), steps + 2, "the puzzle, each step, the solution");
    assert!(!html.contains("http://") || html.matches("http").count() == html.matches("http://www.w3.org").count());
    // Names of files are text of others.
    let input = folder.path().join("a<b>&.txt");
    std::fs::copy("models/sudoku/six.txt", &input).expect("a copy");
    let refused = super::run(&["explain", &input.display().to_string(), "--html", &input.display().to_string()]);
    assert_eq!(refused.code, 2, "{refused:?}");
    super::run(&["explain", &input.display().to_string(), "--html", &page.display().to_string()]).ok();
    let html = std::fs::read_to_string(&page).expect("the page");
    assert!(html.contains("a&lt;b&gt;&amp;") && !html.contains("a<b>"), "{html}");
    let html = cnfab("explain models/sudoku/six.txt --html -").ok();
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"), "only the page");
    let batch = cnfab(&format!("explain models/sudoku/hardest.txt --html {}", page.display())).refused(2);
    assert!(batch.contains("--puzzle NUMBER"), "{batch}");
}

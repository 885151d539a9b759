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
    let printed = fed("explain -", text).ok();
    for (number, step) in (1..).zip(steps) {
        let sentence = format!("{number}. {}\n", step["text"].as_str().expect("a sentence"));
        assert!(printed.contains(&sentence), "{sentence}{printed}");
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
    let sheets = html_sheets(&page);
    let html = std::fs::read_to_string(&page).expect("the page");
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
    // Each step stands on one sheet, and those that place values share some.
    let mut numbers: Vec<usize> = sheets.iter().flat_map(|sheet| sheet.steps.clone()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=steps).collect::<Vec<usize>>(), "{out}");
    assert!(steps > 20 && sheets.len() < 6, "{steps} steps on {} sheets", sheets.len());
    assert_eq!(html.matches("<svg ").count(), sheets.len() + 2, "the puzzle, each sheet, the solution");
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

/// A text of a picture: what it says, and the ends of the box that it takes.
#[derive(Debug)]
struct Placed {
    text: String,
    class: String,
    x: (f64, f64),
    y: (f64, f64),
}

/// A sheet of the page: the numbers of its steps, and its picture.
struct Sheet {
    steps: Vec<usize>,
    texts: Vec<Placed>,
    /// Classes of all shapes.
    classes: Vec<String>,
    size: (f64, f64),
}

/// The sheets of a page.
fn html_sheets(page: &std::path::Path) -> Vec<Sheet> {
    let html = std::fs::read_to_string(page).expect("the page");
    let sections = html.split("<section id=\"sheet-").skip(1).map(|rest| rest.split("</section>").next().expect("one"));
    let sheet = |section: &str| {
        let steps = section.split("<li value=\"").skip(1);
        let steps = steps.map(|item| item.split('"').next().expect("a value").parse().expect("a number")).collect();
        let Some(start) = section.find("<svg") else {
            return Sheet { steps, texts: Vec::new(), classes: Vec::new(), size: (0.0, 0.0) };
        };
        let document = roxmltree::Document::parse(&section[start..section.len() - 1]).expect("well formed");
        let root = document.root_element();
        let bounds: Vec<f64> =
            root.attribute("viewBox").expect("a box").split(' ').map(|end| end.parse().expect("a number")).collect();
        let text = |node: roxmltree::Node<'_, '_>| {
            let number = |name: &str| node.attribute(name).expect(name).parse::<f64>().expect("a number");
            let (text, size) = (node.text().unwrap_or_default().to_owned(), number("font-size"));
            // As wide as digits of usual fonts are, which is what cells are made for.
            let (width, x) = (0.56 * size * text.chars().count() as f64, number("x"));
            let left = match node.attribute("text-anchor") {
                Some("middle") => x - width / 2.0,
                Some("end") => x - width,
                _ => x,
            };
            let class = node.attribute("class").unwrap_or_default().to_owned();
            let bottom = number("y");
            Placed { text, class, x: (left, left + width), y: (bottom - 0.7 * size, bottom) }
        };
        Sheet {
            steps,
            texts: root
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
                .map(text)
                .collect(),
            classes: root.descendants().filter_map(|node| node.attribute("class")).map(str::to_owned).collect(),
            size: (bounds[2], bounds[3]),
        }
    };
    sections.map(sheet).collect()
}

/// How far two ranges have a part in common.
fn common((a, b): (f64, f64), (c, d): (f64, f64)) -> f64 {
    b.min(d) - a.max(c)
}

/// On the sheets of every kind, no text lies on another one, and none is cut.
#[test]
fn texts_of_sheets_have_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    for (name, least) in [
        ("binairo/janko-12", 5),
        ("crossword/gecode-50", 1),
        ("dissection/three-stones", 1),
        ("equation/printed", 3),
        ("hexagon/aristotle-top-row", 5),
        ("jodici/sample", 5),
        ("kakuro/several", 1),
        ("kenken/janko-1", 2),
        ("killer-sudoku/janko-1", 2),
        ("magic-board/completion-50-16", 1),
        ("hidoku/numbrix-6x6", 1),
        ("skyscrapers/janko-1", 2),
        ("star-battle/queens-7-113", 2),
        ("sudoku/jigsaw-1", 1),
        ("sudoku/six", 2),
    ] {
        let (file, page_name) = (format!("models/{name}.txt"), page.display().to_string());
        let mut words = vec!["explain", &file, "--timeout", "20", "--html", &page_name];
        // Its other steps take longer than the rest of the test.
        if name.starts_with("magic-board") {
            words.push("--next");
        }
        super::run(&words);
        let sheets = html_sheets(&page);
        assert!(sheets.len() >= least, "{name}: {} sheets", sheets.len());
        for sheet in &sheets {
            for (number, text) in sheet.texts.iter().enumerate() {
                let is_inside = text.x.0 > -1.0 && text.x.1 < sheet.size.0 + 1.0 && text.y.0 > -1.0;
                assert!(is_inside && text.y.1 < sheet.size.1 + 1.0, "{name}: {text:?} is cut");
                for other in &sheet.texts[..number] {
                    let (across, down) = (common(text.x, other.x), common(text.y, other.y));
                    assert!(across < 1.0 || down < 1.0, "{name}, steps {:?}: {text:?} on {other:?}", sheet.steps);
                }
            }
        }
    }
}

/// The picture of an X-wing has its four cells, what it excludes, and the names of rows and columns.
#[test]
fn a_sheet_shows_the_reason_of_its_step() {
    let text = "kind: sudoku\n\n..98.3.5.\n.7...5..9\n..4.67..8\n..8.32...\n...5...6.\n1.......2\n4.1....7.\n.5..9.3..\n\
                .....6..1\n";
    let folder = tempfile::tempdir().expect("a folder");
    let (puzzle, page) = (folder.path().join("puzzle.txt"), folder.path().join("page.html"));
    std::fs::write(&puzzle, text).expect("written");
    let out = super::run(&["explain", &puzzle.display().to_string(), "--html", &page.display().to_string()]).ok();
    let step = out.lines().find_map(|line| line.split_once(". X-wing: ")).expect("an X-wing");
    assert!(
        step.1.starts_with("row 2, column 5 is not 1; row 4, column 7 is not 1, since the 1 of column 4 "),
        "{step:?}"
    );
    let sheets = html_sheets(&page);
    let number: usize = step.0.parse().expect("a number");
    let sheet = sheets.iter().find(|sheet| sheet.steps == [number]).expect("a sheet for itself");
    // Two columns with nine frames each, and in each two small circles round a 1.
    let count = |class: &str| sheet.classes.iter().filter(|other| *other == class).count();
    assert_eq!((count("l-mark0"), count("l-mark1")), (9 + 2, 9 + 2));
    let of = |class: &str| -> Vec<&Placed> { sheet.texts.iter().filter(|text| text.class == class).collect() };
    let excluded: Vec<&str> = of("f-excluded").iter().map(|text| &text.text[..]).collect();
    assert_eq!((excluded, count("l-excluded")), (vec!["1", "1"], 2), "two values are struck out");
    // Each value has its place in the cells: a 1 lies as far to the left of its cell in all of them.
    let pitch = 36.0;
    let column = |text: &&&Placed| ((text.x.0 - 20.0) / pitch).fract();
    let small: Vec<&Placed> = of("f-note").into_iter().filter(|text| text.y.0 > 20.0 && text.x.0 > 20.0).collect();
    let mut told = 0;
    for digit in '1'..='9' {
        let of_digit = small.iter().filter(|text| text.text == digit.to_string());
        let places: Vec<f64> = of_digit.map(|text| column(&text)).collect();
        assert!(places.iter().all(|place| (place - places[0]).abs() < 0.01), "{digit}: {places:?}");
        told += usize::from(places.len() > 3);
    }
    assert!(told > 3, "{told} values are possible in several cells");
    for axis in [|text: &Placed| text.y.1 < 20.0, |text: &Placed| text.x.1 < 20.0] {
        let names: Vec<&str> = sheet.texts.iter().filter(|text| axis(text)).map(|text| &text.text[..]).collect();
        assert_eq!(names, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    }
}

#[test]
fn what_is_left_is_stated_where_that_is_shorter() {
    let out = cnfab("explain models/equation/printed.txt").ok();
    let steps = out.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let facts: Vec<&str> =
        steps.filter_map(|line| line.split(", since ").next()).flat_map(|text| text.split("; ")).collect();
    assert!(facts.len() > 26, "{out}");
    for fact in facts {
        assert!(fact.matches(", ").count() <= 13 && fact.matches(" or ").count() < 12, "{fact}");
    }
    assert!(out.contains("row 1, column 2 is 4 or 8 or 16 or 19 or 38 or 76"), "{out}");
    // Numbers one after the other are a range.
    assert!(out.contains(" to "), "{out}");
}

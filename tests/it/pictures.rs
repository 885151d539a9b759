//! Pictures of every instance, alone and solved: well-formed SVG in which everything lies on the paper and every cell
//! is seen. What a kind shows is tested in its own folder.

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use cnfab::picture::{png, svg};
use cnfab::puzzle::{self, Cells, KINDS, Puzzle};
use cnfab::solve::{Budget, Encodings, Strategy};

use crate::corpus;

/// How many instances of each kind are drawn with a solution.
const SOLVED: usize = 6;

/// A solution if one is found soon.
fn solution(puzzle: &dyn Puzzle) -> Option<Cells> {
    let view = puzzle.kind().views[0].0;
    let mut found = None;
    for strategy in ["backtrack", "sat"] {
        let backend = Strategy::parse(strategy).expect("registered").backend(&Encodings::default());
        let budget = Budget::within(Duration::from_secs(2));
        let _ = backend.solve(&puzzle.make_model(view), &budget, &mut |solution| {
            found = Some(puzzle.output(view, solution));
            ControlFlow::Break(())
        });
        if found.is_some() {
            break;
        }
    }
    found
}

/// The texts of a picture with their classes.
struct Shapes {
    texts: Vec<(String, String)>,
}

impl Shapes {
    fn of(picture: &str, context: &str) -> Self {
        let document = roxmltree::Document::parse(picture).unwrap_or_else(|why| panic!("{context}: {why}\n{picture}"));
        let root = document.root_element();
        let title = root.first_element_child().expect("a title");
        assert_eq!((root.attribute("role"), title.tag_name().name()), (Some("img"), "title"), "{context}");
        assert!(title.text().is_some_and(|text| !text.is_empty()), "{context}");
        let size: Vec<f64> =
            root.attribute("viewBox").expect("a view").split(' ').map(|part| part.parse().expect("a number")).collect();
        let [_, _, width, height] = size[..] else { panic!("{context}: {size:?}") };
        let style = document.descendants().find(|node| node.has_tag_name("style")).expect("a style").text();
        let rules = style.expect("rules").lines().filter(|line| line.contains('{'));
        assert!(rules.clone().all(|rule| rule.starts_with("svg.cnfab ") || rule.starts_with("@media")), "{context}");
        let mut shapes = Shapes { texts: Vec::new() };
        for node in root.children().filter(roxmltree::Node::is_element).skip(2) {
            assert_eq!(node.attribute("id"), None, "{context}: ids collide within a page");
            let class = node.attribute("class").expect("a class");
            if let Some(text) = node.text().filter(|_| node.has_tag_name("text")) {
                shapes.texts.push((class.to_owned(), text.to_owned()));
            }
            for (name, most) in [("x", width), ("cx", width), ("y", height), ("cy", height)] {
                let Some(value) = node.attribute(name) else { continue };
                let value: f64 = value.parse().expect("a number");
                assert!((0.0..=most).contains(&value), "{context}: {name} is {value} of {most}");
            }
            for pair in node.attribute("points").unwrap_or_default().split_whitespace() {
                let (x, y) = pair.split_once(',').expect("a pair");
                let (x, y): (f64, f64) = (x.parse().expect("a number"), y.parse().expect("a number"));
                assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{context}: {pair}");
            }
        }
        shapes
    }
}

#[test]
fn every_kind_draws_its_instances() {
    for kind in KINDS {
        let mut drawn = 0;
        for path in corpus::instances(kind.name) {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let context = path.display().to_string();
            let (_, puzzles) = corpus::read(&path, &text);
            let puzzle = puzzles[0].as_ref();
            let alone = svg(&puzzle.picture(None));
            Shapes::of(&alone, &context);
            // Cells of another puzzle are drawn somehow, or not at all.
            let _ = puzzle.picture(Some(&Cells(vec![])));
            let _ = puzzle.picture(Some(&Cells(vec![-1; 2000])));
            if drawn == SOLVED {
                continue;
            }
            let Some(cells) = solution(puzzle) else { continue };
            drawn += 1;
            let picture = puzzle.picture(Some(&cells));
            Shapes::of(&svg(&picture), &context);
            assert_ne!(svg(&picture), alone, "{context}");
            // Every cell with a value is seen: the value of another cell there gives another picture.
            let other = |cell: usize| cells.0.iter().copied().find(|&value| value != cells.0[cell] && value != 0);
            for cell in (0..cells.0.len()).filter(|&cell| cells.0[cell] != 0).take(25) {
                let mut changed = cells.clone();
                let Some(value) = other(cell) else { continue };
                changed.0[cell] = value;
                assert_ne!(svg(&puzzle.picture(Some(&changed))), svg(&picture), "{context}: cell {cell} is not seen");
            }
            assert!(png(&picture, 200, false) != png(&puzzle.picture(None), 200, false), "{context}");
        }
        assert!(drawn >= 1, "{}: no instance is drawn with a solution", kind.name);
    }
}

#[test]
fn names_that_look_like_xml_are_escaped() {
    let text = "kind: seating\ntable: round\nguests: <b> A&amp; \"C\" 'D' ]]>\n";
    let (_, puzzles) = puzzle::read(text, &|_| Err("no files".to_owned())).expect("names of one word each");
    let picture = svg(&puzzles[0].picture(Some(&Cells(vec![1, 2, 3, 4, 5]))));
    let shapes = Shapes::of(&picture, "names");
    let names: Vec<&str> =
        shapes.texts.iter().filter(|(class, _)| class == "f-given").map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["<b>", "A&amp;", "\"C\"", "'D'", "]]>"]);
    assert!(!picture.contains("<b>"));
}

#[test]
fn many_pictures_stand_in_one_page() {
    let text = "kind: magic-board\nsize: 3\n";
    let (_, puzzles) = puzzle::read(text, &|_| Err("no files".to_owned())).expect("a board");
    let picture = svg(&puzzles[0].picture(None));
    let page = format!("<div>{picture}{picture}</div>");
    let document = roxmltree::Document::parse(&page).expect("well formed without a prologue");
    assert_eq!(
        document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "svg"))).count(),
        2
    );
    assert!(!picture.contains(" id="));
}

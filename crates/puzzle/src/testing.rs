//! Serves the tests of the kinds: reads texts, and enumerates solutions by a search apart from all strategies.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::picture::Shape;
use cnfab_model::{Assignment, Domain, Model, narrow};

use super::{Cells, Document, Kind, Puzzle, read};

/// Reads a kind's instances under `models`: each text and its first puzzle.
pub(super) fn instances(kind: &Kind) -> Vec<(String, Box<dyn Puzzle>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(kind.name);
    let beside = |name: &str| fs::read_to_string(folder.join(name)).map_err(|why| why.to_string());
    let paths = fs::read_dir(&folder).expect("instances").map(|entry| entry.expect("an entry").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|end| end == "txt"));
    let puzzle = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let first = read(&text, &beside).unwrap_or_else(|why| panic!("{}: {why}", path.display())).1.remove(0);
        (text, first)
    };
    texts.map(puzzle).collect()
}

/// Returns the lines of a text after its header.
pub(super) fn body(text: &str) -> String {
    text.split_once("\n\n").map_or_else(String::new, |(_, body)| body.to_owned())
}

/// Counts of a picture's shapes by form and ink, such as `rect cell`; outlines without filling count as `line wall`.
pub(super) struct ShapeCounts {
    counts: BTreeMap<String, usize>,
    /// Texts by ink.
    pub(super) texts: Vec<(String, String)>,
}

impl ShapeCounts {
    pub(super) fn of(puzzle: &dyn Puzzle, cells: Option<&Cells>) -> Self {
        let mut shapes = ShapeCounts { counts: BTreeMap::new(), texts: Vec::new() };
        for item in puzzle.picture(cells).items {
            let ink = item.fill.or(item.line.map(|(ink, _)| ink)).map_or_else(String::new, |ink| ink.name());
            let form = match &item.shape {
                Shape::Rect { .. } => "rect",
                Shape::Polygon(_) => "polygon",
                Shape::Line(_) => "line",
                Shape::Circle { .. } => "circle",
                Shape::Sector(_) => "sector",
                Shape::Text(text) => {
                    shapes.texts.push((ink.clone(), text.text.clone()));
                    "text"
                }
            };
            *shapes.counts.entry(format!("{form} {ink}")).or_default() += 1;
        }
        shapes
    }

    /// Returns the number of shapes whose form and ink begin with `start`.
    pub(super) fn count(&self, start: &str) -> usize {
        self.counts.iter().filter(|(name, _)| name.starts_with(start)).map(|(_, count)| count).sum()
    }

    /// Returns the number of texts in the inks of givens and of solutions.
    pub(super) fn filled(&self) -> usize {
        self.count("text given") + self.count("text found")
    }
}

/// Reads a text with one puzzle; panics on an error.
pub(super) fn puzzle(text: &str) -> Box<dyn Puzzle> {
    let mut puzzles = puzzles(text);
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

/// Reads the puzzles of a text; panics on an error.
pub(super) fn puzzles(text: &str) -> Vec<Box<dyn Puzzle>> {
    let read = read(text, &|name| Err(format!("{name}: no files here")));
    read.unwrap_or_else(|error| panic!("the text can be read: {error}\n{text}")).1
}

/// Returns the message about cells that are no solution.
pub(super) fn refused(puzzle: &dyn Puzzle, cells: &Cells) -> String {
    puzzle.check(cells).expect_err("a violation").to_string()
}

/// Returns the message about a text that cannot be read.
pub(super) fn error(kind: &Kind, text: &str) -> String {
    let document = match Document::parse(text, &|_| Err("no files here".to_owned())) {
        Ok(document) => document,
        Err(error) => return error.to_string(),
    };
    let parsed = document.only(kind.keys).and_then(|()| (kind.parse)(&document));
    match parsed.and_then(|puzzles| puzzles.into_iter().collect::<Result<Vec<_>, _>>()) {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Enumerates all solutions in sorted order.
///
/// Asserts that each passes `check`, that `read_plain` inverts `plain`, and that only hidden variables make duplicates.
pub(super) fn solutions(puzzle: &dyn Puzzle, view: &str) -> Vec<Cells> {
    let model = puzzle.model(view).expect("a view of the kind");
    let mut found = Vec::new();
    search(&model, &mut |solution| {
        assert_eq!(model.violated(solution).map(|posted| &*posted.label), None);
        let cells = puzzle.output(view, solution);
        assert_eq!(puzzle.check(&cells), Ok(()), "{}", puzzle.plain(&cells));
        assert_eq!(puzzle.read_plain(&puzzle.plain(&cells)), Ok(cells.clone()));
        found.push(cells);
    });
    found.sort();
    if model.shown().len() < model.variables().len() {
        found.dedup();
    }
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "no solution comes twice");
    found
}

/// Backtracks with root-level propagation at every node and branching on the smallest domain.
fn search(model: &Model, on: &mut dyn FnMut(&Assignment)) {
    let Some(domains) = narrow(model) else { return };
    let open = domains.iter().enumerate().filter(|(_, domain)| domain.len() > 1).min_by_key(|(_, domain)| domain.len());
    let Some((var, domain)) = open else {
        let values = domains.iter().map(|domain| domain.fixed().expect("one value is left")).collect();
        return on(&Assignment::new(values));
    };
    for value in domain.values() {
        let mut next = domains.clone();
        next[var] = Domain::from(value);
        search(&model.with_domains(next), on);
    }
}

//! For the kinds' own tests: reading a text, and every solution of a model by a search that is nobody's strategy.

use crate::model::{Assignment, Domain, Model, narrow};

use super::{Cells, Document, Kind, Puzzle, read};

/// The one puzzle of a text that can be read.
pub(super) fn puzzle(text: &str) -> Box<dyn Puzzle> {
    let mut puzzles = puzzles(text);
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

/// The puzzles of a text that can be read.
pub(super) fn puzzles(text: &str) -> Vec<Box<dyn Puzzle>> {
    let read = read(text, &|name| Err(format!("{name}: no files here")));
    read.unwrap_or_else(|error| panic!("the text can be read: {error}\n{text}")).1
}

/// What is wrong with cells that are no solution.
pub(super) fn refused(puzzle: &dyn Puzzle, cells: &Cells) -> String {
    puzzle.check(cells).expect_err("a violation").to_string()
}

/// The message about a text that cannot be read.
pub(super) fn error(kind: &Kind, text: &str) -> String {
    let document = match Document::parse(text, &|_| Err("no files here".to_owned())) {
        Ok(document) => document,
        Err(error) => return error.to_string(),
    };
    match document.only(kind.keys).and_then(|()| (kind.parse)(&document)) {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// All solutions in sorted order; each passes `check`, and `plain` reads back. None comes twice but for hidden variables.
pub(super) fn solutions(puzzle: &dyn Puzzle, view: &str) -> Vec<Cells> {
    let model = puzzle.model(view).expect("a view of the kind");
    let mut found = Vec::new();
    search(&model, &mut |solution| {
        assert_eq!(model.violated(solution).map(|posted| posted.family), None);
        let cells = puzzle.cells(view, solution);
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

/// Root propagation at every node, then the values of the smallest domain one after the other.
fn search(model: &Model, on: &mut dyn FnMut(&Assignment)) {
    let Some(domains) = narrow(model) else { return };
    let open = domains.iter().enumerate().filter(|(_, domain)| domain.len() > 1).min_by_key(|(_, domain)| domain.len());
    let Some((var, domain)) = open else {
        let values = domains.iter().map(|domain| domain.fixed().expect("one value is left")).collect();
        return on(&Assignment::new(values));
    };
    for &value in domain.values() {
        let mut next = domains.clone();
        next[var] = Domain::from(value);
        search(&model.with_domains(next), on);
    }
}

//! The knowledge about a puzzle before it is solved: the values that cells may still have.

use std::collections::{BTreeMap, BTreeSet};

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_model::Var;
use cnfab_puzzle::Puzzle;

/// The signs of a cell of which nothing is known.
const UNKNOWN: [&str; 4] = [".", "_", "?", "*"];

/// The values of positions of an output, as far as they are limited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownState {
    /// Position and values.
    pub values: BTreeMap<usize, BTreeSet<i32>>,
}

/// The form in which a state is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateForm {
    /// Lines `PLACE: VALUES`, as `cnfab candidates` prints them.
    Places,
    /// The possible values of each cell, row by row.
    Marks,
    /// A puzzle with more givens.
    Puzzle,
}

/// The values that positions of an output have in some view of a board.
struct Board<'p> {
    puzzle: &'p dyn Puzzle,
    /// The values of each position on the board without clues.
    possible: BTreeMap<usize, BTreeSet<i32>>,
}

impl Board<'_> {
    fn of<'p>(puzzle: &'p dyn Puzzle, blank: &dyn Puzzle) -> Board<'p> {
        let mut possible: BTreeMap<usize, BTreeSet<i32>> = BTreeMap::new();
        for &(view, _) in blank.views() {
            for (position, values) in entries(blank, view) {
                possible.entry(position).or_default().extend(values);
            }
        }
        Board { puzzle, possible }
    }

    /// Reads a value of a position.
    fn value(&self, position: usize, text: &str) -> Option<i32> {
        let values = self.possible.get(&position)?;
        let texts = |value: i32| [self.puzzle.value(value), self.puzzle.mark(value)];
        values.iter().copied().find(|&value| texts(value).iter().any(|known| known.eq_ignore_ascii_case(text)))
    }

    fn expected(&self, position: usize) -> String {
        let values = self.possible.get(&position).into_iter().flatten();
        format!("values of {}: {}", self.puzzle.place(position), {
            cnfab_base::display::list(values.map(|&value| self.puzzle.value(value)))
        })
    }
}

/// The positions of an output each of which is a variable of a view.
pub(super) fn variables(puzzle: &dyn Puzzle, view: &str) -> BTreeSet<usize> {
    let model = puzzle.make_model(view);
    let of_var = |(number, var): (usize, Var)| {
        let values = model.domain(var).values();
        let positions: BTreeSet<Vec<usize>> = values.map(|value| puzzle.entry(view, number, value).0).collect();
        let mut positions = positions.into_iter();
        positions.next().filter(|first| first.len() == 1 && positions.next().is_none()).map(|first| first[0])
    };
    model.shown().into_iter().enumerate().filter_map(of_var).collect()
}

/// The values that positions of an output have by the domains of a view.
pub(super) fn entries(puzzle: &dyn Puzzle, view: &str) -> BTreeMap<usize, BTreeSet<i32>> {
    let model = puzzle.make_model(view);
    let mut found: BTreeMap<usize, BTreeSet<i32>> = BTreeMap::new();
    for (number, var) in model.shown().into_iter().enumerate() {
        for value in model.domain(var).values() {
            let (positions, value) = puzzle.entry(view, number, value);
            positions.into_iter().for_each(|position| {
                found.entry(position).or_default().insert(value);
            });
        }
    }
    found
}

impl KnownState {
    /// Finds out how a text states what is known of a puzzle.
    pub fn form(text: &str, puzzle: &dyn Puzzle) -> StateForm {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let Some(first) = lines.next() else { return StateForm::Places };
        let places = puzzle.spots().len();
        let is_place =
            |name: &str| (0..places).any(|position| puzzle.place(position).eq_ignore_ascii_case(name.trim()));
        let is_known = |line: &str| line.split_once(':').is_some_and(|(name, _)| is_place(name));
        if is_known(first) || lines.any(is_known) {
            return StateForm::Places;
        }
        let cells = cells(text).count();
        let are_cells = cells == places && cells > text.lines().count();
        // A puzzle with givens has the same form.
        let are_characters = puzzle.givens().is_none() && characters(text).count() == places;
        if are_cells || are_characters { StateForm::Marks } else { StateForm::Puzzle }
    }

    /// Reads lines with places, or the possible values of each cell. Values of a cell stand side by side if each is one
    /// character; otherwise there are commas between them.
    ///
    /// # Errors
    /// At the first place or value that the puzzle does not have.
    pub fn read(text: &str, form: StateForm, puzzle: &dyn Puzzle, blank: &dyn Puzzle) -> Result<Self, ParseError> {
        let board = Board::of(puzzle, blank);
        if form == StateForm::Places { places(text, &board) } else { marks(text, &board) }
    }

    /// The knowledge that the domains of another puzzle on the same board have beyond those of the board.
    ///
    /// # Errors
    /// If something else is expected of the other puzzle; the text says what.
    pub fn of_puzzle(other: &dyn Puzzle, puzzle: &dyn Puzzle, view: &str) -> Result<Self, String> {
        let blank = |puzzle: &dyn Puzzle| puzzle.with_clues(&vec![false; puzzle.clues().len()]).ok();
        let (of_other, of_puzzle) = (blank(other), blank(puzzle));
        let texts = (of_other.as_ref().map(|blank| blank.text()), of_puzzle.as_ref().map(|blank| blank.text()));
        if other.kind().name != puzzle.kind().name || texts.0 != texts.1 {
            return Err("the same board with more givens".to_owned());
        }
        let known: BTreeSet<String> = other.clues().into_iter().map(|clue| clue.text).collect();
        if let Some(missing) = puzzle.clues().into_iter().find(|clue| !known.contains(&clue.text)) {
            return Err(format!("the same puzzle with more givens, but '{}' is missing", missing.text));
        }
        let board = of_puzzle.map(|blank| entries(blank.as_ref(), view)).unwrap_or_default();
        let mut values = entries(other, view);
        values.retain(|position, values| board.get(position) != Some(values));
        Ok(KnownState { values })
    }
}

/// The cells of a text: what stands between blanks and bars, outside of ruling lines, with line and column.
fn cells(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#') && !is_rule(line));
    lines.flat_map(|(number, line)| {
        let parts = line.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|part| !part.is_empty());
        parts.map(move |part| {
            let before = part.as_ptr() as usize - line.as_ptr() as usize;
            (number, line[..before].chars().count() + 1, part)
        })
    })
}

/// True if a character is a vertical line of a drawn grid.
fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// True if a line separates rows of cells: `------+------`, also with dots at its ends.
fn is_rule(line: &str) -> bool {
    let ruling =
        |c: char| matches!(c, '-' | '=' | '+' | ':' | '\'' | '.') || ('─'..='╿').contains(&c) || c.is_whitespace();
    line.chars().any(|c| matches!(c, '-' | '=') || ('─'..='╿').contains(&c) && !is_bar(c)) && line.chars().all(ruling)
}

/// The characters of the cells of a text, with line and column.
fn characters(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    cells(text).flat_map(|(line, column, cell)| {
        let single = cell.char_indices().enumerate();
        single.map(move |(index, (at, c))| (line, column + index, &cell[at..at + c.len_utf8()]))
    })
}

fn marks(text: &str, board: &Board<'_>) -> Result<KnownState, ParseError> {
    let mut state = KnownState::default();
    let are_single = board.possible.values().flatten().all(|&value| board.puzzle.value(value).chars().count() == 1);
    let places = board.puzzle.spots().len();
    let found: Vec<(usize, usize, &str)> =
        if cells(text).count() == places { cells(text).collect() } else { characters(text).collect() };
    for (position, (line, column, cell)) in found.into_iter().enumerate() {
        // Some kinds draw one of these signs for a value; the board has said what is no cell.
        let is_value = board.value(position, cell).is_some();
        if UNKNOWN.contains(&cell) && !is_value || !board.puzzle.is_cell(position) {
            continue;
        }
        let mut values = BTreeSet::new();
        let mut at = column;
        for part in cell.split(',') {
            let texts: Vec<String> =
                if are_single { part.chars().map(String::from).collect() } else { vec![part.to_owned()] };
            for text in texts {
                let value = board.value(position, &text);
                let wrong = || ParseError::new(line, at, quoted(&text), board.expected(position) + ", or '.' for all");
                values.insert(value.ok_or_else(wrong)?);
                at += text.chars().count();
            }
            at += 1;
        }
        state.values.insert(position, values);
    }
    Ok(state)
}

fn places(text: &str, board: &Board<'_>) -> Result<KnownState, ParseError> {
    let mut state = KnownState::default();
    let names: BTreeMap<String, usize> =
        board.possible.keys().map(|&position| (board.puzzle.place(position).to_lowercase(), position)).collect();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, rest) = line.split_once(':').unwrap_or((line, ""));
        let known = names.get(&name.trim().to_lowercase());
        let first = board.possible.keys().next().map(|&position| board.puzzle.place(position)).unwrap_or_default();
        let expected = || format!("a place and its values, such as '{first}: ...'");
        let start = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let &position = known.ok_or_else(|| ParseError::new(number, start, quoted(name.trim()), expected()))?;
        let mut values = BTreeSet::new();
        let mut column = name.chars().count() + 2;
        for part in rest.split([' ', ',', '\t']) {
            if !part.is_empty() {
                let wrong = || ParseError::new(number, column, quoted(part), board.expected(position));
                values.insert(board.value(position, part).ok_or_else(wrong)?);
            }
            column += part.chars().count() + 1;
        }
        if values.is_empty() {
            return Err(ParseError::new(number, column - 1, "the end of the line", board.expected(position)));
        }
        if state.values.insert(position, values).is_some() {
            return Err(ParseError::new(number, start, format!("{} again", quoted(name.trim())), "each place once"));
        }
    }
    Ok(state)
}

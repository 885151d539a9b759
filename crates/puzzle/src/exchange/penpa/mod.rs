//! Sudokus of Penpa: `#m=edit&p=` and base64 of a raw deflate stream with lines of text.
//!
//! Line 1 is a list: form of the grid, columns, rows, and settings. Line 2 has the margins, line 4 the elements of the
//! puzzle as JSON with abbreviated keys (`zN` numbers, `zE` edges); the others are about a player's answer and the
//! page. Penpa draws and knows no rules, so that only grids of the form `sudoku` are read: numbers are givens, thick
//! edges separate the regions. Any other element is refused by its name.

mod write;

use std::io::Read;
use std::ops::Range;

use flate2::read::DeflateDecoder;
use serde_json::{Map, Value};

use crate::grid::rect::Rect;
use crate::{About, ParseError, Token, latin};
use cnfab_base::display::{foreign, quoted};

use super::link::{LinkCursor, is_link};
use super::regions::{components, divide};
use super::{GridParts, base64};

pub(super) use write::write;

/// The kinds that the format takes.
pub(super) const KINDS: &[(&str, &str)] = &[("sudoku", "up to 25 x 25, with any connected boxes or regions")];

/// The largest grid.
const MOST_SIZE: usize = 25;
/// The most bytes of an expanded text.
const MOST_EXPANDED: u64 = 4_000_000;
/// The texts before the compressed text.
const MARKS: [&str; 2] = ["m=edit&p=", "m=solve&p="];
/// Rows and columns around the grid on each side, which numbers of cells count.
const AROUND: usize = 2;
/// The styles of thick edges; the first is written.
const THICK: [u64; 2] = [2, 21];
/// The ways to show a number large in the middle of a cell: normal, medium, large.
const LARGE: [&str; 3] = ["1", "6", "10"];

/// The fields of the first line that say which marks a Sudoku has, and those of texts for people. `%2C` is a comma.
const MARKED: Range<usize> = 11..15;
const TITLE: usize = 15;
const AUTHOR: usize = 16;
const RULES: usize = 18;
/// Characters of rules, and what stands for them.
const REPLACED: [(&str, &str); 3] = [("\n", "%2D"), ("&", "%2E"), ("=", "%2F")];
/// The line of tags, and those that state no constraint.
const TAGS: usize = 17;
const PLAIN: [&str; 2] = ["classic", "sudoku"];

/// Elements that the format has, by their abbreviations.
const ELEMENTS: &[(&str, &str)] = &[
    ("z0", "frames"),
    ("z1", "small digits"),
    ("z2", "free edges"),
    ("z3", "arrows"),
    ("z4", "erased edges"),
    ("z5", "polygons"),
    ("z6", "killer cages"),
    ("z7", "thermometers"),
    ("zC", "cages"),
    ("zD", "directions"),
    ("zF", "free lines"),
    ("zL", "lines"),
    ("zS", "colours"),
    ("zT", "thermometers"),
    ("zW", "walls"),
    ("zY", "symbols"),
];
/// The keys of the numbers and of the edges, abbreviated or not, and those of what has been undone.
const KNOWN: [&str; 10] =
    ["zN", "number", "zE", "lineE", "zR", "command_redo", "zU", "command_undo", "z8", "command_replay"];

/// The number of bytes before the compressed text of a link.
fn before_data(link: &str) -> Option<usize> {
    MARKS.iter().find_map(|mark| link.find(mark).map(|at| at + mark.len()))
}

/// Returns whether a text is a link of Penpa.
pub(super) fn recognises(text: &str) -> bool {
    is_link(text) && before_data(text).is_some()
}

/// An error: the text that was found, and what was expected.
type Wrong = (String, String);

fn wrong<T>(found: impl Into<String>, expected: impl Into<String>) -> Result<T, Wrong> {
    Err((found.into(), expected.into()))
}

/// Reads a link.
pub(super) fn read(link: Token<'_>) -> Result<(&'static str, GridParts), ParseError> {
    let mut cursor = LinkCursor::new(link);
    cursor.skip(before_data(link.text).unwrap_or_default());
    let start = cursor;
    let data = base64::bytes(&base64::digits(&mut cursor)?);
    let mut text = String::new();
    let expanded = DeflateDecoder::new(&data[..]).take(MOST_EXPANDED + 1).read_to_string(&mut text);
    if expanded.is_err() || text.len() as u64 > MOST_EXPANDED {
        return Err(start.error(format!("a text compressed by deflate, of at most {MOST_EXPANDED} bytes")));
    }
    let parts = sudoku(&text).map_err(|(found, expected)| start.error_of(found, expected))?;
    Ok(("sudoku", parts))
}

/// Cells and corners of a square grid as Penpa numbers them.
#[derive(Clone, Copy)]
struct Numbering {
    grid: Rect,
    /// Cells in a row with those around.
    width: usize,
}

impl Numbering {
    fn new(size: usize) -> Self {
        Numbering { grid: Rect::new(size, size), width: size + 2 * AROUND }
    }

    /// Returns the cell of a number.
    fn cell(self, number: usize) -> Option<usize> {
        let row = (number / self.width).checked_sub(AROUND).filter(|&row| row < self.grid.rows)?;
        let column = (number % self.width).checked_sub(AROUND).filter(|&column| column < self.grid.columns)?;
        Some(self.grid.cell(row, column))
    }

    /// Returns the number of a cell.
    fn of_cell(self, cell: usize) -> usize {
        let (row, column) = self.grid.place(cell);
        (row + AROUND) * self.width + column + AROUND
    }

    /// Returns the row and the column of a corner of cells. The cell below it and to its right has the same.
    fn corner(self, number: usize) -> Option<(usize, usize)> {
        let number = number.checked_sub(self.width * self.width).filter(|&number| number < self.width * self.width)?;
        let row = (number / self.width + 1).checked_sub(AROUND).filter(|&row| row <= self.grid.rows)?;
        let column = (number % self.width + 1).checked_sub(AROUND).filter(|&column| column <= self.grid.columns)?;
        Some((row, column))
    }

    /// Returns the number of a corner.
    fn of_corner(self, row: usize, column: usize) -> usize {
        self.width * self.width + (row + AROUND - 1) * self.width + column + AROUND - 1
    }

    /// Returns the name of the edge between two neighbours.
    fn edge(self, first: usize, second: usize) -> String {
        let (row, column) = self.grid.place(second);
        let is_beside = self.grid.place(first).0 == row;
        let end = if is_beside { (row + 1, column) } else { (row, column + 1) };
        format!("{},{}", self.of_corner(row, column), self.of_corner(end.0, end.1))
    }
}

/// Reads the expanded text.
fn sudoku(text: &str) -> Result<GridParts, Wrong> {
    let lines: Vec<&str> = text.lines().collect();
    let [head, margins, _, elements, ..] = lines[..] else { return wrong("a text of another form", "that of Penpa") };
    let fields: Vec<&str> = head.split(',').collect();
    let form = fields[0];
    if form != "sudoku" {
        return wrong(format!("a grid of the form {}", quoted(form)), "'sudoku': other grids do not say their rules");
    }
    let side = |index: usize| fields.get(index).and_then(|field| field.parse::<usize>().ok());
    let (Some(columns), Some(rows)) = (side(1), side(2)) else { return wrong("a grid without size", "its size") };
    if columns != rows || !(1..=MOST_SIZE).contains(&rows) {
        return wrong(format!("{rows} x {columns} cells"), format!("a square of at most {MOST_SIZE} rows"));
    }
    if margins.contains(|c: char| matches!(c, '1'..='9')) {
        return wrong("a margin around the grid", "none: its clues are not read");
    }
    if fields.get(MARKED).unwrap_or_default().iter().any(|field| *field != "0") {
        return wrong("marks of the form 'sudoku' such as diagonals", "none: they are not read");
    }
    let said = |index: usize, label: &str| {
        let field = fields.get(index).copied().unwrap_or_default();
        field.strip_prefix(label).unwrap_or(field).replace("%2C", ",")
    };
    let rules = REPLACED.iter().fold(said(RULES, ""), |rules, (plain, code)| rules.replace(code, plain));
    let about = About::of(&said(TITLE, "Title:"), &said(AUTHOR, "Author:"), &rules);
    if let Some(tags) = lines.get(TAGS).filter(|tags| !are_plain(tags)) {
        return wrong(format!("the tags {}", quoted(tags)), format!("no tags but {}", PLAIN.join(" and ")));
    }
    let numbering = Numbering::new(rows);
    let object = match serde_json::from_str(&with_quotes(elements)) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return wrong("elements of another form", "an object"),
        Err(why) => return wrong(format!("no JSON ({})", foreign(&why.to_string())), "the elements of a puzzle"),
    };
    if let Some((key, _)) = object.iter().find(|(key, value)| !KNOWN.contains(&key.as_str()) && !is_empty(value)) {
        let name =
            ELEMENTS.iter().find(|(short, _)| short == key).map_or_else(|| quoted(key), |(_, name)| (*name).to_owned());
        return wrong(format!("{name}, which are not read"), "only numbers and thick edges");
    }
    let mut parts = GridParts { about, ..GridParts::new(numbering.grid) };
    for (number, value) in entries(&object, ["zN", "number"]) {
        let (cell, given) = given(numbering, number, value)?;
        parts.givens[cell] = Some(given);
    }
    let edges = entries(&object, ["zE", "lineE"]).map(|(name, style)| edge(numbering, name, style));
    let edges = edges.collect::<Result<Vec<_>, Wrong>>()?;
    let mut is_border = vec![[false; 2]; numbering.grid.len()];
    for (is_beside, cell) in edges.into_iter().flatten() {
        is_border[cell][usize::from(is_beside)] = true;
    }
    let between = |a: usize, b: usize| {
        let second = a.max(b);
        is_border[second][usize::from(numbering.grid.place(a).0 == numbering.grid.place(b).0)]
    };
    divide(&mut parts, components(numbering.grid, between));
    Ok(parts)
}

/// Returns whether a list of tags states no constraint.
fn are_plain(tags: &str) -> bool {
    let tags: Vec<String> = serde_json::from_str(tags).unwrap_or_else(|_| vec![tags.to_owned()]);
    tags.iter().all(|tag| tag.is_empty() || PLAIN.contains(&&*tag.to_lowercase()))
}

/// Puts the abbreviations of a text between quotes; `zO` is null.
fn with_quotes(text: &str) -> String {
    let mut quotes = String::with_capacity(text.len() * 2);
    let mut chars = text.chars();
    let mut is_inside = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if is_inside => {
                quotes.push(c);
                quotes.extend(chars.next());
            }
            '"' => {
                is_inside = !is_inside;
                quotes.push(c);
            }
            'z' if !is_inside => match chars.next() {
                Some('O') => quotes.push_str("null"),
                second => quotes.extend(['"', 'z'].into_iter().chain(second).chain(['"'])),
            },
            _ => quotes.push(c),
        }
    }
    quotes
}

/// Returns whether an element states nothing.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Iterates over the entries of an element that has two keys.
fn entries<'o>(object: &'o Map<String, Value>, keys: [&str; 2]) -> impl Iterator<Item = (&'o String, &'o Value)> {
    let objects = keys.map(|key| object.get(key).and_then(Value::as_object));
    objects.into_iter().flatten().flatten()
}

/// Reads a number in a cell: `"43": ["1", 1, "1"]`, with its text, its colour and the way to show it.
fn given(numbering: Numbering, number: &str, value: &Value) -> Result<(usize, i32), Wrong> {
    let cell = number.parse().ok().and_then(|number| numbering.cell(number));
    let Some(cell) = cell else { return wrong(format!("the cell {}", quoted(number)), "a cell of the grid") };
    let at = latin::cell_name(numbering.grid, cell);
    let size = numbering.grid.rows;
    let text = value.get(0).and_then(Value::as_str).map(str::trim).unwrap_or_default();
    let is_large = value.get(2).and_then(Value::as_str).is_some_and(|mode| LARGE.contains(&mode));
    match text.parse::<i32>().ok().filter(|given| is_large && (1..=size as i32).contains(given)) {
        Some(given) => Ok((cell, given)),
        None => wrong(
            format!("{} at {at}", quoted(&value.to_string())),
            format!("a number from 1 to {size} in the middle of the cell"),
        ),
    }
}

/// Reads an edge: `"186,199": 2`, with two corners and a style. Returns the second of the cells that it separates, and
/// whether they are beside each other; `None` for the frame of the grid.
fn edge(numbering: Numbering, name: &str, style: &Value) -> Result<Option<(bool, usize)>, Wrong> {
    if style.is_null() {
        return Ok(None);
    }
    let corner = |text: &str| text.parse().ok().and_then(|number| numbering.corner(number));
    let corners = name.split_once(',').and_then(|(a, b)| Some((corner(a)?, corner(b)?)));
    let is_thick = style.as_u64().is_some_and(|style| THICK.contains(&style));
    let Some((a, b)) = corners.filter(|_| is_thick) else {
        return wrong(format!("the edge {} of style {}", quoted(name), quoted(&style.to_string())), "thick edges");
    };
    let (start, end) = (a.min(b), a.max(b));
    let is_beside = end == (start.0 + 1, start.1);
    if !is_beside && end != (start.0, start.1 + 1) {
        return wrong(format!("the edge {}, which is no side of a cell", quoted(name)), "sides of cells");
    }
    let (row, column) = start;
    let grid = numbering.grid;
    let is_frame = if is_beside { column == 0 || column == grid.columns } else { row == 0 || row == grid.rows };
    Ok((!is_frame).then(|| (is_beside, grid.cell(row, column))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "sudoku,4,4,38,0,1,1,190,190,36,36,0,0,0,0,Title: z9,Author: \n[0,0,0,0]\nx\n\
        {zR:{z_:[\"zN\"]},zN:{\"18\":[\"1\",1,\"1\"],\"45\":[\" 4\",1,\"10\"]},zT:[],\
        zE:{\"75,83\":2,\"83,91\":2,\"91,99\":21,\"99,107\":2,\"89,90\":2,\"90,91\":2,\"91,92\":2,\"92,93\":2,\"73,74\":zO}}\n";

    fn error(from: &str, to: &str) -> String {
        let (found, expected) = sudoku(&TEXT.replace(from, to)).expect_err("wrong");
        format!("found {found}, expected {expected}")
    }

    #[test]
    fn numbers_and_edges_are_read() {
        let parts = sudoku(TEXT).expect("a Sudoku");
        let given: Vec<(usize, i32)> = (0..16).filter_map(|cell| Some((cell, parts.givens[cell]?))).collect();
        assert_eq!(given, [(0, 1), (15, 4)]);
        assert_eq!(parts.boxes.map(|boxes| (boxes.rows, boxes.columns)), Some((2, 2)));
    }

    #[test]
    fn other_elements_are_named() {
        assert_eq!(
            error("zT:[]", "zT:[[1,2]]"),
            "found thermometers, which are not read, expected only numbers and thick edges"
        );
        assert!(error("zT:[]", "\"q\":1").starts_with("found 'q', which are not read"));
        assert_eq!(error("\"92,93\":2", "\"92,93\":12"), "found the edge '92,93' of style '12', expected thick edges");
        assert_eq!(
            error("92,93", "83,92"),
            "found the edge '83,92', which is no side of a cell, expected sides of cells"
        );
        assert_eq!(error("\"18\"", "\"17\""), "found the cell '17', expected a cell of the grid");
        assert!(
            error("\"10\"", "\"7\"")
                .ends_with("at row 4, column 4, expected a number from 1 to 4 in the middle of the cell")
        );
        assert!(error("sudoku,", "square,").starts_with("found a grid of the form 'square', expected 'sudoku'"));
        assert_eq!(error("sudoku,4", "sudoku,5"), "found 4 x 5 cells, expected a square of at most 25 rows");
        assert!(error("[0,0,0,0]", "[1,0,0,0]").starts_with("found a margin"));
        assert!(error("36,36,0,0", "36,36,0,1").starts_with("found marks of the form 'sudoku'"));
        let tagged = |tags: &str| sudoku(&format!("{TEXT}{}[{tags}]", "\n".repeat(TAGS - 4)));
        assert!(tagged("\"classic\"").is_ok());
        let (found, _) = tagged("\"antiknight\"").expect_err("a rule");
        assert!(found.starts_with("the tags '[\"antiknight\"]'"), "{found}");
        assert!(error("zT:[]", "zT:[").starts_with("found no JSON ("));
    }

    /// Damaged texts are read or refused.
    #[test]
    fn damage_gives_no_panic() {
        let mut rng = fastrand::Rng::with_seed(1);
        let marks: Vec<char> = "0123456789,:\"[]{}zNEO-.\\\n\u{e9}".chars().collect();
        for _ in 0..20_000 {
            let mut chars: Vec<char> = TEXT.chars().collect();
            for _ in 0..rng.usize(1..5) {
                let at = rng.usize(..chars.len());
                match rng.usize(..3) {
                    0 => chars.insert(at, marks[rng.usize(..marks.len())]),
                    1 => chars[at] = marks[rng.usize(..marks.len())],
                    _ => drop(chars.remove(at)),
                }
            }
            let _ = sudoku(&chars.into_iter().collect::<String>());
        }
    }
}

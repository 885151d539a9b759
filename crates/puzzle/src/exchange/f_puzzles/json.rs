//! Reads the JSON of f-puzzles.

use serde_json::{Map, Value};

use crate::grid::rect::Rect;
use crate::{About, ParseError, latin};
use cnfab_base::display::{foreign, quoted};

use super::super::GridParts;
use super::super::regions::{divide, usual_boxes};

/// The largest size of a grid that is read.
pub(super) const MOST_SIZE: u64 = 64;

/// The keys of a puzzle that state no constraint.
const INERT: &[&str] = &[
    "activeConstraints",
    "author",
    "disabledlogic",
    "highlightConflicts",
    "solution",
    "successMessage",
    "title",
    "truecandidatesoptions",
];
/// The keys of a cell that state no constraint: colours, and what a player entered.
const INERT_IN_CELL: &[&str] = &["c", "cArray", "centerPencilMarks", "cornerPencilMarks", "highlight"];
/// The keys of a cage that state no constraint.
const INERT_IN_CAGE: &[&str] = &["baseC", "fontC", "outlineC"];

/// An error: the text that was found, and what was expected.
pub(super) type Wrong = (String, String);

pub(super) fn wrong<T>(found: impl Into<String>, expected: impl Into<String>) -> Result<T, Wrong> {
    Err((found.into(), expected.into()))
}

/// Reads a puzzle. `place` gives the position of an error from a line and a column of the JSON, if these are known.
pub(super) fn read(
    text: &str,
    place: impl Fn(Option<(usize, usize)>) -> (usize, usize),
) -> Result<(&'static str, GridParts), ParseError> {
    let value: Value = serde_json::from_str(text).map_err(|why| {
        let (line, column) = place(Some((why.line(), why.column())));
        // The message ends with the position within the JSON.
        let why = why.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        ParseError::new(line, column, format!("no JSON ({})", foreign(why)), "a puzzle of f-puzzles")
    })?;
    puzzle(&value).map_err(|(found, expected)| {
        let (line, column) = place(None);
        ParseError::new(line, column, found, expected)
    })
}

/// Returns whether a value states nothing.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// Refuses keys besides those known that state something.
fn only(object: &Map<String, Value>, known: &[&str], inert: &[&str], of: &str) -> Result<(), Wrong> {
    let is_known = |key: &str| known.contains(&key) || inert.contains(&key);
    match object.iter().find(|(key, value)| !is_known(key) && !is_empty(value)) {
        None => Ok(()),
        Some((key, _)) => wrong(
            format!("{}{of}, which is not read", quoted(key)),
            "only givens, regions and killer cages as constraints",
        ),
    }
}

fn puzzle(value: &Value) -> Result<(&'static str, GridParts), Wrong> {
    let Some(object) = value.as_object() else { return wrong("JSON that is no object", "a puzzle of f-puzzles") };
    only(object, &["grid", "killercage", "ruleset", "size"], INERT, "")?;
    if let Some(rules) = object.get("ruleset").filter(|rules| !rules.is_string() && !is_empty(rules)) {
        return wrong(shown(Some(rules), "ruleset"), "rules in words");
    }
    let said = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
    let about = About::of(said("title"), said("author"), said("ruleset"));
    let size = object.get("size").and_then(Value::as_u64).filter(|size| (1..=MOST_SIZE).contains(size));
    let Some(size) = size else {
        return wrong(shown(object.get("size"), "size"), format!("'size' from 1 to {MOST_SIZE}"));
    };
    let size = size as usize;
    let grid = Rect::new(size, size);
    let rows = object.get("grid").and_then(Value::as_array).filter(|rows| rows.len() == size);
    let is_row = |row: &Value| row.as_array().is_some_and(|cells| cells.len() == size);
    let Some(rows) = rows.filter(|rows| rows.iter().all(is_row)) else {
        return wrong("'grid' of another form", format!("{size} lists of {size} cells, as 'size' says"));
    };
    let default = usual_boxes(size);
    let mut regions = Vec::with_capacity(grid.len());
    let mut parts = GridParts { about, ..GridParts::new(grid) };
    let cells = rows.iter().filter_map(Value::as_array).flatten();
    for (index, cell) in cells.enumerate() {
        let at = latin::cell_name(grid, index);
        let Some(cell) = cell.as_object() else { return wrong(format!("no cell at {at}"), "an object") };
        only(cell, &["given", "region", "value"], INERT_IN_CELL, &format!(" of {at}"))?;
        if cell.get("given").is_some_and(|given| !is_empty(given)) {
            parts.givens[index] = given(cell.get("value"), size, &at)?;
        }
        regions.push(region(cell.get("region"), default.box_of(index), size, &at)?);
    }
    divide(&mut parts, regions);
    if let Some(cages) = object.get("killercage") {
        parts.cages = killer_cages(cages, grid)?;
    }
    with_kind(parts)
}

/// Returns the kind that the parts of a puzzle make it, and the parts.
pub(super) fn with_kind(mut parts: GridParts) -> Result<(&'static str, GridParts), Wrong> {
    let grid = parts.grid;
    if parts.cages.is_empty() {
        return Ok(("sudoku", parts));
    }
    if parts.boxes.is_none() {
        return wrong("killer cages on a grid with irregular regions", "either of them");
    }
    for (cells, sum) in &parts.cages {
        // A given that is a cage of its own, too, is one clue.
        if let ([cell], Some(given)) = (&cells[..], parts.givens[cells[0]])
            && i64::from(given) == *sum
        {
            parts.givens[*cell] = None;
        }
        if let Some(&cell) = cells.iter().find(|&&cell| parts.givens[cell].is_some()) {
            return wrong(
                format!("a given in a killer cage, at {}", latin::cell_name(grid, cell)),
                "it outside of cages",
            );
        }
    }
    Ok(("killer-sudoku", parts))
}

/// Describes a value that is wrong or missing.
pub(super) fn shown(value: Option<&Value>, name: &str) -> String {
    value.map_or_else(|| format!("no '{name}'"), |value| format!("'{name}' {}", quoted(&value.to_string())))
}

/// Reads the value of a given cell.
fn given(value: Option<&Value>, size: usize, at: &str) -> Result<Option<i32>, Wrong> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|&value| (1..=size as u64).contains(&value)) {
            Some(value) => Ok(Some(value as i32)),
            None => wrong(format!("{} at {at}", shown(Some(value), "value")), format!("a number from 1 to {size}")),
        },
    }
}

/// Reads the region of a cell.
fn region(value: Option<&Value>, default: usize, size: usize, at: &str) -> Result<usize, Wrong> {
    let Some(value) = value else { return Ok(default) };
    match value.as_u64().filter(|&region| region < size as u64) {
        Some(region) => Ok(region as usize),
        None => {
            let last = size - 1;
            wrong(
                format!("{} at {at}", shown(Some(value), "region")),
                format!("a region from 0 to {last} for every cell"),
            )
        }
    }
}

/// Reads the killer cages: different cells, and a sum each.
fn killer_cages(value: &Value, grid: Rect) -> Result<Vec<(Vec<usize>, i64)>, Wrong> {
    let Some(cages) = value.as_array() else { return wrong(shown(Some(value), "killercage"), "a list of cages") };
    let mut is_used = vec![false; grid.len()];
    let mut found = Vec::new();
    for cage in cages {
        let Some(object) = cage.as_object() else { return wrong(shown(Some(cage), "killercage"), "cages") };
        only(object, &["cells", "value"], INERT_IN_CAGE, " of a killer cage")?;
        let sum = match object.get("value") {
            Some(Value::String(text)) => text.trim().parse::<i64>().ok(),
            Some(value) => value.as_i64(),
            None => None,
        };
        let Some(sum) = sum else {
            return wrong(format!("a killer cage with {}", shown(object.get("value"), "value")), "its sum");
        };
        let names = object.get("cells").and_then(Value::as_array).filter(|names| !names.is_empty());
        let Some(names) = names else { return wrong("a killer cage without cells", "a list 'cells'") };
        let mut cells = Vec::with_capacity(names.len());
        for name in names {
            let cell = name.as_str().and_then(|name| cell_of(name, grid));
            let Some(cell) = cell else {
                return wrong(format!("the cell {}", quoted(&name.to_string())), "a cell of the grid, such as R1C1");
            };
            if std::mem::replace(&mut is_used[cell], true) {
                let at = latin::cell_name(grid, cell);
                return wrong(format!("{at} in two killer cages, or twice in one"), "each cell in at most one");
            }
            cells.push(cell);
        }
        cells.sort_unstable();
        found.push((cells, sum));
    }
    Ok(found)
}

/// Returns the cell that a name such as `R1C2` means.
fn cell_of(name: &str, grid: Rect) -> Option<usize> {
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let is_inside = (1..=grid.rows).contains(&row) && (1..=grid.columns).contains(&column);
    is_inside.then(|| grid.cell(row - 1, column - 1))
}

//! Sudokus and Killer Sudokus of SudokuPad: `https://sudokupad.app/scl` and base64 of LZ-string.
//!
//! The text is JSON in a short form. Givens, regions and cages with sums are read. Everything drawn is refused by its
//! name, since only people know what it means. A link to a puzzle on a server does not hold it, and is refused.

use serde_json::{Map, Value};

use crate::grid::rect::Rect;
use crate::{About, ParseError, Token, latin};
use cnfab_base::display::quoted;

use super::super::GridParts;
use super::super::regions::divide;
use super::json::{MOST_SIZE, Wrong, is_empty, shown, with_kind, wrong};
use super::{expanded, relaxed};

/// The names of the sites.
const SITES: [&str; 3] = ["sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com"];
/// The texts before the compressed text.
const PREFIXES: [&str; 2] = ["scl", "ctc"];
/// The parts that a link may have before that.
const BEFORE: [&str; 4] = ["?puzzleid=", "/puzzle/", "/sudoku/", "/"];
/// The names of short keys.
const SHORT: [(&str, &str); 11] = [
    ("a", "arrows"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("l", "lines"),
    ("o", "overlays"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("u", "underlays"),
    ("v", "value"),
];
/// The keys that state no constraint: of a puzzle, of a cell, of a cage.
const INERT: [&str; 8] = ["author", "cellSize", "id", "metadata", "rules", "settings", "title", "videos"];
const INERT_IN_CELL: [&str; 6] = ["c", "centremarks", "color", "cornermarks", "highlights", "pencilMarks"];
const INERT_IN_CAGE: [&str; 7] = ["borderColor", "c", "c1", "color", "fontC", "hidden", "style"];
/// Texts that stand as cages without cells.
const SAID: [&str; 6] = ["author", "msgcorrect", "rules", "solution", "title", "source"];

/// Returns the part of a link behind the host.
fn path(link: &str) -> Option<&str> {
    let (_, address) = link.split_once("://")?;
    let host = &address[..address.find(['/', '?', '#']).unwrap_or(address.len())];
    let name = host.to_ascii_lowercase();
    let is_site = |site: &&str| name.strip_suffix(*site).is_some_and(|sub| sub.is_empty() || sub.ends_with('.'));
    SITES.iter().any(is_site).then(|| &address[host.len()..])
}

/// Returns whether a text is a link of SudokuPad.
pub(super) fn recognises(text: &str) -> bool {
    path(text).is_some()
}

/// Reads a link.
pub(super) fn read(link: Token<'_>) -> Result<(&'static str, GridParts), ParseError> {
    let path = path(link.text).unwrap_or_default();
    let id = BEFORE.iter().find_map(|before| path.find(before).map(|at| &path[at + before.len()..])).unwrap_or(path);
    let Some(prefix) = PREFIXES.iter().find(|prefix| id.starts_with(**prefix)) else {
        let expected = "a link that holds its puzzle behind 'scl', 'ctc' or 'fpuzzles': nothing is fetched";
        return Err(link.error(expected));
    };
    // What follows the text are settings of the site.
    let held = &id[..id.find(['?', '#']).unwrap_or(id.len())];
    let end = link.text.len() - id.len();
    let whole = Token { text: &link.text[..end + held.len()], ..link };
    let (text, column) = expanded(whole, end + prefix.len())?;
    let error = |(found, expected): Wrong| ParseError::new(link.line, column, found, expected);
    let value =
        relaxed::read(&text).ok_or_else(|| error(("a text of another form".into(), "a puzzle of SudokuPad".into())))?;
    puzzle(value).and_then(with_kind).map_err(error)
}

/// Returns the entries of an object with the names of short keys.
fn entries(value: Value) -> Option<Map<String, Value>> {
    let Value::Object(object) = value else { return None };
    let named = object.into_iter().map(|(key, value)| match SHORT.iter().find(|(short, _)| *short == key) {
        Some((_, name)) => ((*name).to_owned(), value),
        None => (key, value),
    });
    Some(named.collect())
}

/// Refuses keys that state something and are neither read nor inert.
fn only(object: &Map<String, Value>, read: &[&str], inert: &[&str], of: &str) -> Result<(), Wrong> {
    let is_known = |key: &str| read.contains(&key) || inert.contains(&key);
    match object.iter().find(|(key, value)| !is_known(key) && !is_empty(value)) {
        None => Ok(()),
        Some((key, _)) => {
            wrong(format!("{}{of}, which is not read", quoted(key)), "only givens, regions and cages with sums")
        }
    }
}

fn puzzle(value: Value) -> Result<GridParts, Wrong> {
    let Some(mut object) = entries(value) else { return wrong("a text that is no object", "a puzzle of SudokuPad") };
    only(&object, &["cells", "cages", "regions"], &INERT, "")?;
    let mut said = object.get("metadata").and_then(Value::as_object).cloned().unwrap_or_default();
    for key in ["title", "author", "rules"] {
        if let Some(text) = object.remove(key) {
            said.entry(key).or_insert(text);
        }
    }
    let rows = match object.remove("cells") {
        Some(Value::Array(rows)) => rows,
        other => return wrong(shown(other.as_ref(), "cells"), "a list of rows"),
    };
    let size = rows.len();
    let is_row = |row: &Value| row.as_array().is_some_and(|cells| cells.len() == size);
    if size == 0 || size as u64 > MOST_SIZE || !rows.iter().all(is_row) {
        return wrong("'cells' of another form", format!("as many rows as columns, at most {MOST_SIZE}"));
    }
    let grid = Rect::new(size, size);
    let mut parts = GridParts::new(grid);
    for (index, cell) in rows.into_iter().filter_map(|row| Some(row.as_array()?.clone())).flatten().enumerate() {
        let at = latin::cell_name(grid, index);
        let Some(cell) = entries(cell) else { return wrong(format!("no cell at {at}"), "an object") };
        only(&cell, &["value"], &INERT_IN_CELL, &format!(" of {at}"))?;
        parts.givens[index] = match cell.get("value").filter(|value| !is_empty(value)) {
            None => None,
            value => match number(value).filter(|value| (1..=size as i64).contains(value)) {
                Some(given) => Some(given as i32),
                None => {
                    return wrong(format!("{} at {at}", shown(value, "value")), format!("a number from 1 to {size}"));
                }
            },
        };
    }
    divide(&mut parts, regions(object.remove("regions"), grid)?);
    cages(object.remove("cages"), &mut parts, &mut said)?;
    let text = |key: &str| said.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    parts.about = About::of(&text("title"), &text("author"), &text("rules"));
    Ok(parts)
}

/// Returns an integer, which may stand as a text.
fn number(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_i64(),
    }
}

/// Reads a list of cells, each a pair of its row and its column from 0.
fn cells(value: &Value, grid: Rect) -> Option<Vec<usize>> {
    let cell = |place: &Value| {
        let [row, column] = &place.as_array()?[..] else { return None };
        let (row, column) = (row.as_u64()? as usize, column.as_u64()? as usize);
        (row < grid.rows && column < grid.columns).then(|| grid.cell(row, column))
    };
    value.as_array()?.iter().map(cell).collect()
}

/// Reads the regions: the region of each cell.
fn regions(value: Option<Value>, grid: Rect) -> Result<Vec<usize>, Wrong> {
    let lists = match value {
        Some(Value::Array(lists)) if !lists.is_empty() => lists,
        _ => return wrong("a puzzle without regions", "a region for every cell"),
    };
    let mut of = vec![None; grid.len()];
    for (region, list) in lists.iter().enumerate() {
        let Some(list) = cells(list, grid) else { return wrong("a region of another form", "pairs of row and column") };
        for cell in list {
            if of[cell].replace(region).is_some() {
                return wrong(format!("{} in two regions", latin::cell_name(grid, cell)), "each cell in one region");
            }
        }
    }
    match of.iter().position(Option::is_none) {
        Some(cell) => wrong(format!("{} in no region", latin::cell_name(grid, cell)), "each cell in one region"),
        None => Ok(of.into_iter().flatten().collect()),
    }
}

/// Reads the cages. One without cells is a text for people; a hidden one that is a whole row, column or region of the
/// grid says nothing new.
fn cages(value: Option<Value>, parts: &mut GridParts, said: &mut Map<String, Value>) -> Result<(), Wrong> {
    let lists = match value {
        None => return Ok(()),
        Some(Value::Array(lists)) => lists,
        other => return wrong(shown(other.as_ref(), "cages"), "a list of cages"),
    };
    let grid = parts.grid;
    let mut is_used = vec![false; grid.len()];
    for cage in lists {
        let Some(cage) = entries(cage) else { return wrong("a cage of another form", "an object") };
        only(&cage, &["cells", "sum", "type", "unique", "value"], &INERT_IN_CAGE, " of a cage")?;
        let Some(list) = cage.get("cells").filter(|list| !is_empty(list)) else {
            let text = cage.get("value").and_then(Value::as_str).and_then(|text| text.split_once(':'));
            match text {
                Some((key, text)) if SAID.contains(&key.trim()) => {
                    said.entry(key.trim()).or_insert_with(|| text.trim().into());
                    continue;
                }
                _ => {
                    return wrong(format!("a cage without cells, with {}", shown(cage.get("value"), "value")), "cells");
                }
            }
        };
        let Some(mut list) = cells(list, grid) else {
            return wrong("a cage of another form", "pairs of row and column");
        };
        list.sort_unstable();
        let value = cage.get("value").filter(|value| !is_empty(value)).or(cage.get("sum"));
        let Some(sum) = number(value) else {
            if value.is_none() && is_unit(&list, parts) {
                continue;
            }
            let at = latin::cell_name(grid, list[0]);
            return wrong(format!("a cage at {at} with {}", shown(value, "value")), "its sum");
        };
        if cage.get("unique") == Some(&Value::Bool(false)) {
            return wrong("a cage with 'unique' false", "cages of different digits");
        }
        if let Some(&cell) = list.iter().find(|&&cell| std::mem::replace(&mut is_used[cell], true)) {
            let at = latin::cell_name(grid, cell);
            return wrong(format!("{at} in two cages, or twice in one"), "each cell in at most one");
        }
        parts.cages.push((list, sum));
    }
    Ok(())
}

/// Returns whether some cells are a row, a column or a region.
fn is_unit(cells: &[usize], parts: &GridParts) -> bool {
    let grid = parts.grid;
    let is_one = |of: &dyn Fn(usize) -> Option<usize>| cells.iter().all(|&cell| of(cell) == of(cells[0]));
    let region = |cell: usize| super::super::regions::region_of(parts, cell);
    cells.len() == grid.rows
        && cells.windows(2).all(|two| two[0] < two[1])
        && (is_one(&|cell| Some(grid.place(cell).0)) || is_one(&|cell| Some(grid.place(cell).1)) || is_one(&region))
}

#[cfg(test)]
mod tests {
    use super::super::super::base64;
    use super::super::lz;
    use super::*;

    /// A Sudoku of 4 x 4 in the short form.
    const TEXT: &str = "{id:'x',cs:50,ce:[[{v:1},,,],[,,,],[,,,{v:'3'}],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],\
        [[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
        ca:[{v:'title: It\\'s small'},{ce:[[0,0],[0,1],[0,2],[0,3]],unique:t,hidden:t,type:'rowcol'}],\
        metadata:{author:'Ann',rules:'Normal sudoku rules apply'}}";

    fn link(text: &str) -> String {
        format!("https://sudokupad.app/scl{}", base64::text(&lz::compress(text)).replace('+', "%2B"))
    }

    fn read_text(text: &str) -> Result<(&'static str, GridParts), String> {
        let link = link(text);
        read(Token { text: &link, line: 1, column: 1 }).map_err(|error| error.to_string())
    }

    #[test]
    fn givens_regions_and_cages_are_read() {
        let (kind, parts) = read_text(TEXT).expect("a Sudoku");
        let given: Vec<(usize, i32)> = (0..16).filter_map(|cell| Some((cell, parts.givens[cell]?))).collect();
        assert_eq!((kind, given), ("sudoku", vec![(0, 1), (11, 3)]));
        assert_eq!(parts.boxes.map(|boxes| (boxes.rows, boxes.columns)), Some((2, 2)));
        let said = [parts.about.title, parts.about.author, parts.about.rules].map(Option::unwrap_or_default);
        assert_eq!(said, ["It's small", "Ann", "Normal sudoku rules apply"]);
        let (kind, parts) = read_text(&TEXT.replace("ca:[", "ca:[{ce:[[1,0],[1,1]],v:5},")).expect("a puzzle");
        assert_eq!((kind, parts.cages), ("killer-sudoku", vec![(vec![4, 5], 5)]));
    }

    #[test]
    fn what_is_drawn_is_refused_by_name() {
        for (from, to, expected) in [
            ("cs:50", "l:[{wp:[[0,1]]}]", "found 'lines', which is not read, expected only givens"),
            ("cs:50", "o:[{te:'x'}]", "found 'overlays', which is not read"),
            ("cs:50", "foglight:[[0,0]]", "found 'foglight', which is not read"),
            ("[0,3]],unique", "[1,3]],unique", "found a cage at row 1, column 1 with no 'value', expected its sum"),
            ("{v:1}", "{v:9}", "found 'value' '9' at row 1, column 1, expected a number from 1 to 4"),
            ("[[0,0],[0,1],[1,0],[1,1]]", "[[0,0],[0,1],[1,0]]", "found row 2, column 2 in no region"),
            ("{id:", "{id", "found a text of another form, expected a puzzle of SudokuPad"),
        ] {
            let found = read_text(&TEXT.replacen(from, to, 1)).err().unwrap_or_default();
            assert!(found.starts_with("line 1, column 26: ") && found.contains(expected), "{to}: {found}");
        }
    }

    /// Damaged texts are read or refused.
    #[test]
    fn damage_gives_no_panic() {
        let mut rng = fastrand::Rng::with_seed(2);
        let marks: Vec<char> = "0123456789,:'[]{}cevrt-.\\\n\u{e9}".chars().collect();
        for _ in 0..5_000 {
            let mut chars: Vec<char> = TEXT.chars().collect();
            for _ in 0..rng.usize(1..5) {
                let at = rng.usize(..chars.len());
                chars[at] = marks[rng.usize(..marks.len())];
            }
            let _ = read_text(&chars.into_iter().collect::<String>());
        }
    }
}

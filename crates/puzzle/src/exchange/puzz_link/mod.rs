//! Links of puzz.link: `https://puzz.link/p?KIND/COLUMNS/ROWS/BODY`.
//!
//! The form comes from PUZ-PRE (sabo2), which also is behind `http://pzv.jp/p.html?KIND/...` and other sites, so the
//! host does not matter. Options may stand between kind and size; they state further rules, and are refused. What says
//! how the site begins is passed over: `type=editor&` before the kind, `_edit` behind it. A file may stand for all
//! that: `?pzprv3/KIND/...`.
//!
//! - `sudoku`: the givens. The boxes follow from the size: squares, and 2x3 for 6 x 6.
//! - `starbattle`: the number of stars, `/`, the borders of the regions.
//! - `kakuro`: the black cells with their sums, then the sums above the first row and left of the first column.
//! - `skyscrapers`: the clues above, below, left, right; then the givens, if there are any.

mod codes;
mod file;
mod kakuro;

use crate::boxes::Boxes;
use crate::grid::rect::Rect;
use crate::{ParseError, Puzzle, Token};
use cnfab_base::display::{self, quoted};
use cnfab_base::names::UnknownName;

use super::link::{LinkCursor, is_link};
use super::{GridParts, Inexpressible, parts_of};
use codes::{Regions, numbers};

pub(super) use file::{is_file, read_file};

/// The kinds that the format takes.
pub(super) const KINDS: &[(&str, &str)] = &[
    ("kakuro", "without givens, sums up to 45"),
    ("skyscrapers", "without parks"),
    ("star-battle", "connected regions, and no cell outside"),
    ("sudoku", "square boxes, and boxes of 2x3 for 6 x 6"),
];

/// How the site begins, as a parameter `type` and at the end of a kind's name.
const MODES: [&str; 6] = ["editor", "player", "edit", "play", "test", "viewer"];
const ENDINGS: [&str; 3] = ["_edit", "_test", "_play"];
/// The most rows or columns.
const MOST_SIDE: i64 = 100;

/// How a kind is written in links.
struct Variety {
    /// Our name of the kind.
    kind: &'static str,
    /// The names in links; the first is written.
    names: &'static [&'static str],
    read: fn(Rect, &mut LinkCursor<'_>) -> Result<GridParts, ParseError>,
    write: fn(&GridParts) -> Result<Stated, Inexpressible>,
}

/// The numbers of columns and rows that a link states, and the rest of the link.
type Stated = (usize, usize, String);

/// The varieties, by our names.
const VARIETIES: &[Variety] = &[
    Variety { kind: "kakuro", names: &["kakuro"], read: kakuro::read, write: kakuro::write },
    Variety {
        kind: "skyscrapers",
        names: &["skyscrapers", "building", "skyscraper"],
        read: read_skyscrapers,
        write: write_skyscrapers,
    },
    Variety { kind: "star-battle", names: &["starbattle"], read: read_stars, write: write_stars },
    Variety { kind: "sudoku", names: &["sudoku"], read: read_sudoku, write: write_sudoku },
];

/// Returns whether a link has the form `...?KIND/...`.
pub(super) fn recognises(text: &str) -> bool {
    let query = text.split_once('?').map_or("", |(_, query)| query);
    let name = without_mode(query).split_once('/').map(|(name, _)| name);
    is_link(text) && name.is_some_and(|name| !name.is_empty() && name.chars().all(is_of_name))
}

/// Returns a query without a first parameter `type=MODE&`, which says how the site begins.
fn without_mode(query: &str) -> &str {
    let mode = query.strip_prefix("type=").and_then(|rest| rest.split_once('&'));
    mode.filter(|(mode, _)| MODES.iter().any(|known| known == mode)).map_or(query, |(_, rest)| rest)
}

/// Returns the name of a kind without what says how the site begins.
fn without_ending(name: Token<'_>) -> Token<'_> {
    let text = name.text.strip_prefix("m+").unwrap_or(name.text);
    let text = ENDINGS.iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
    Token { text, ..name }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '.')
}

/// Reads a link.
pub(super) fn read(link: Token<'_>) -> Result<(&'static str, GridParts), ParseError> {
    let mut cursor = LinkCursor::new(link);
    cursor.field('?');
    cursor.skip(cursor.rest().len() - without_mode(cursor.rest()).len());
    if is_file(cursor.rest()) {
        let (text, column) = (cursor.rest(), cursor.error("").column);
        // A link has no blanks.
        let text = text.replace("%20", " ").replace(['+', '_'], " ");
        let moved = |error: ParseError| ParseError { line: link.line, column: column + error.column - 1, ..error };
        return read_file(&text, link.line).map_err(moved);
    }
    let name = without_ending(cursor.field('/'));
    let variety = VARIETIES.iter().find(|variety| variety.names.contains(&name.text)).ok_or_else(|| {
        let known = || VARIETIES.iter().flat_map(|variety| variety.names).copied();
        let unknown = UnknownName::new("kind", name.text, known());
        let hint = unknown.nearest().map(|near| format!("'{near}', or ")).unwrap_or_default();
        name.error(format!("{hint}one of: {}", display::list(known())))
    })?;
    let mut columns = cursor.field('/');
    if columns.text.parse::<i64>().is_err() {
        // 'v:' begins a list of variants, which may be empty.
        if !matches!(columns.text, "" | "v:") {
            let found = format!("option {}", quoted(columns.text));
            return Err(ParseError::new(columns.line, columns.column, found, "none: it may state further rules"));
        }
        columns = cursor.field('/');
    }
    let rows = cursor.field('/');
    let side = |field: Token<'_>| Ok(field.integer(1..=MOST_SIDE, "")? as usize);
    let grid = Rect::new(side(rows)?, side(columns)?);
    if grid.rows != grid.columns && variety.kind != "kakuro" {
        return Err(rows.error(format!("{}, as many as columns", grid.columns)));
    }
    let parts = (variety.read)(grid, &mut cursor)?;
    cursor.end()?;
    Ok((variety.kind, parts))
}

/// Writes a link.
pub(super) fn write(puzzle: &dyn Puzzle) -> Result<String, Inexpressible> {
    let kind = puzzle.kind().name;
    let variety = VARIETIES.iter().find(|variety| variety.kind == kind).expect("the format lists its varieties");
    let (columns, rows, body) = (variety.write)(&parts_of(puzzle))?;
    Ok(format!("https://puzz.link/p?{}/{columns}/{rows}/{body}", variety.names[0]))
}

/// Returns the boxes of a Sudoku of this size, or what was found and what is expected.
fn boxes_for(size: usize) -> Result<Boxes, (String, &'static str)> {
    boxes_of(size).ok_or_else(|| (format!("a Sudoku of {size} rows"), "6 rows or a square: 4, 9, 16, 25"))
}

/// Returns the boxes that a link implies for a size.
fn boxes_of(size: usize) -> Option<Boxes> {
    Boxes::of_size(size).filter(|boxes| boxes.rows == boxes.columns || size == 6)
}

fn read_sudoku(grid: Rect, cursor: &mut LinkCursor<'_>) -> Result<GridParts, ParseError> {
    let boxes = boxes_for(grid.rows).map_err(|(found, expected)| cursor.error_of(found, expected))?;
    let givens = numbers(cursor, grid.len(), 1..=grid.rows as i32)?;
    Ok(GridParts { givens, boxes: Some(boxes), ..GridParts::new(grid) })
}

fn write_sudoku(parts: &GridParts) -> Result<Stated, Inexpressible> {
    let size = parts.grid.rows;
    let expected = || "square boxes, or boxes of 2x3 for 6 x 6".to_owned();
    match parts.boxes {
        None => Err(Inexpressible::new("irregular regions", expected())),
        Some(boxes) if boxes_of(size) == Some(boxes) => Ok((size, size, codes::of_numbers(&parts.givens))),
        Some(boxes) => Err(Inexpressible::new(format!("boxes of {}x{}", boxes.rows, boxes.columns), expected())),
    }
}

fn read_stars(grid: Rect, cursor: &mut LinkCursor<'_>) -> Result<GridParts, ParseError> {
    let stars = cursor.field('/').integer(1..=MOST_SIDE, " and '/'")? as usize;
    let regions = Regions::read(grid, cursor)?.of.into_iter().map(Some).collect();
    Ok(GridParts { regions, stars, ..GridParts::new(grid) })
}

fn write_stars(parts: &GridParts) -> Result<Stated, Inexpressible> {
    let size = parts.grid.rows;
    if parts.regions.is_empty() {
        return Err(Inexpressible::new("a board without regions", "a region for every cell"));
    }
    let of: Option<Vec<usize>> = parts.regions.iter().copied().collect();
    let of = of.ok_or_else(|| Inexpressible::new("cells outside every region", "a region for every cell"))?;
    let borders = Regions { of }.write(parts.grid)?;
    Ok((size, size, format!("{}/{borders}", parts.stars)))
}

fn read_skyscrapers(grid: Rect, cursor: &mut LinkCursor<'_>) -> Result<GridParts, ParseError> {
    let size = grid.rows;
    let around = numbers(cursor, 4 * size, 1..=size as i32)?;
    let sides = [0, 1, 2, 3].map(|side| around[side * size..(side + 1) * size].to_vec());
    let givens = match cursor.rest() {
        "" => vec![None; grid.len()],
        _ => numbers(cursor, grid.len(), 1..=size as i32)?,
    };
    Ok(GridParts { givens, sides, ..GridParts::new(grid) })
}

fn write_skyscrapers(parts: &GridParts) -> Result<Stated, Inexpressible> {
    let size = parts.grid.rows;
    if parts.most.is_some() {
        return Err(Inexpressible::new("parks", "a building on every cell"));
    }
    let has_givens = parts.givens.iter().any(Option::is_some);
    let givens = if has_givens { codes::of_numbers(&parts.givens) } else { String::new() };
    Ok((size, size, codes::of_numbers(&parts.sides.concat()) + &givens))
}

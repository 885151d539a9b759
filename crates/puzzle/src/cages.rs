//! Reads and draws cages: groups of cells that a map of symbols shows, each with a line `SYMBOL: CLUE` below the map.

use crate::grid::rect::Rect;
use crate::picture::{Anchor, CELL, Ink, Picture, Shape, Text};
use cnfab_base::display::quoted;

use super::clue::rows;
use super::draw::CellText;
use super::{Cells, Document, ParseError, Token, board, latin, text};

/// The symbol of a cell without a cage.
const NO_CAGE: &str = ".";

/// A cage as the text states it.
pub(super) struct ParsedCage<'t> {
    /// The symbol at its first occurrence on the map.
    pub(super) symbol: Token<'t>,
    /// The cells in reading order.
    pub(super) cells: Vec<usize>,
    /// The clue behind the symbol's line below the map.
    pub(super) clue: Token<'t>,
}

/// A map with its cages, which are in order of their first cells.
pub(super) struct CageMap<'t> {
    pub(super) grid: Rect,
    pub(super) cages: Vec<ParsedCage<'t>>,
}

/// Writes a map and its cages, each with symbol, cells and clue.
pub(super) fn text<'c>(grid: Rect, cages: impl IntoIterator<Item = (&'c str, &'c [usize], String)>) -> String {
    let mut symbols = vec![NO_CAGE; grid.len()];
    let mut clues = String::new();
    for (symbol, cells, clue) in cages {
        cells.iter().for_each(|&cell| symbols[cell] = symbol);
        clues += &format!("{symbol}: {clue}\n");
    }
    let map = rows((0..grid.rows).map(|row| grid.row(row).map(|cell| symbols[cell].to_owned())));
    if clues.is_empty() { map } else { map + "\n" + &clues }
}

/// Reads the body: the map, then `SYMBOL: CLUE` for each cage, one a line or several with commas between.
pub(super) fn read<'t>(document: &Document<'t>, most_size: usize) -> Result<CageMap<'t>, ParseError> {
    let is_text = |text: &str| !text.trim().is_empty() && !text::is_rule(text);
    let lines: Vec<(usize, &'t str)> = document.body().iter().copied().filter(|(_, text)| is_text(text)).collect();
    let rows = lines.iter().take_while(|(_, text)| !text.contains(':')).count();
    let (map, clues) = lines.split_at(rows);
    let Some(&(first_line, first)) = map.first() else { return Err(document.missing("the map of the cages")) };
    let size = text::symbols(first_line, first).len();
    if let Some(surplus) = text::symbols(first_line, first).get(most_size) {
        return Err(surplus.error(format!("at most {most_size} cells in a row")));
    }
    let grid = Rect::new(size, size);
    let mut found: Vec<(Token<'t>, Vec<usize>, Option<Token<'t>>)> = Vec::new();
    for (row, &(line, text)) in map.iter().enumerate() {
        if row == size {
            let expected =
                format!("a clue 'SYMBOL: ...' after {}, as many as row 1 has cells", text::count(size, "row"));
            return Err(ParseError::new(line, 1, format!("row {}", row + 1), expected));
        }
        let symbols = text::symbols(line, text);
        text::exactly(&symbols, size, (line, text), ", as many as in row 1")?;
        for (column, &symbol) in symbols.iter().enumerate().filter(|(_, symbol)| symbol.text != NO_CAGE) {
            let cell = grid.cell(row, column);
            match found.iter_mut().find(|(known, ..)| known.text == symbol.text) {
                Some((_, cells, _)) => cells.push(cell),
                None => found.push((symbol, vec![cell], None)),
            }
        }
    }
    if rows < size {
        let expected = format!("row {} of {size}, as many as row 1 has cells", rows + 1);
        return Err(match clues.first() {
            Some(&(line, text)) => ParseError::new(line, 1, quoted(text.trim()), expected),
            None => document.missing(expected),
        });
    }
    for entry in clues.iter().flat_map(|&(line, text)| entries(line, text)) {
        let (symbol, clue) = entry?;
        let Some((_, _, known)) = found.iter_mut().find(|(cage, ..)| cage.text == symbol.text) else {
            return Err(symbol.error("a symbol of the map"));
        };
        if let Some(first) = known.replace(clue) {
            let (line, column) = (first.line, first.column);
            let expected = format!("one clue for each cage (line {line}, column {column} has it)");
            return Err(ParseError::new(
                symbol.line,
                symbol.column,
                format!("{} again", quoted(symbol.text)),
                expected,
            ));
        }
    }
    let cages = found.into_iter().map(|(symbol, cells, clue)| match clue {
        Some(clue) => Ok(ParsedCage { symbol, cells, clue }),
        None => Err(symbol.error(format!("a line '{}: ...' below the map for this cage", symbol.text))),
    });
    Ok(CageMap { grid, cages: cages.collect::<Result<_, _>>()? })
}

/// Splits a line into pairs of a symbol and a clue.
fn entries<'t>(line: usize, text: &'t str) -> Vec<Result<(Token<'t>, Token<'t>), ParseError>> {
    let mut column = 1;
    let mut found = Vec::new();
    for entry in text.split(',') {
        let start = column;
        column += entry.chars().count() + 1;
        let token = |part: &'t str, from: usize| {
            let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
            Token { text: part.trim(), line, column: from + blanks }
        };
        found.push(match entry.split_once(':') {
            Some((symbol, clue)) => Ok((token(symbol, start), token(clue, start + symbol.chars().count() + 1))),
            None => Err(token(entry, start).error("SYMBOL: CLUE")),
        });
    }
    found
}

/// Returns the cage of each cell; a cell without a cage gets a number of its own.
pub(super) fn cage_of_cells<'c>(grid: Rect, cages: impl ExactSizeIterator<Item = &'c [usize]>) -> Vec<usize> {
    let mut cage_of: Vec<usize> = (cages.len()..cages.len() + grid.len()).collect();
    for (number, cells) in cages.enumerate() {
        cells.iter().for_each(|&cell| cage_of[cell] = number);
    }
    cage_of
}

/// Returns for each cell the clue of the cage that begins there.
pub(super) fn clue_of_cells(grid: Rect, clues: impl Iterator<Item = (usize, String)>) -> Vec<Option<String>> {
    let mut clue_of = vec![None; grid.len()];
    clues.for_each(|(cell, clue)| clue_of[cell] = Some(clue));
    clue_of
}

/// Formats a cell: the clue of the cage that begins there, and its number.
pub(super) fn inside(clues: &[Option<String>], size: usize, cells: Option<&Cells>, cell: usize) -> CellText {
    let wide = clues.iter().flatten().map(|clue| clue.chars().count()).max().unwrap_or(0);
    let digits = size.to_string().len();
    let clue = clues[cell].as_deref().unwrap_or_default();
    let (number, ink) = match board::value(None, cells, cell) {
        Some((number, ink)) => (number.to_string(), ink),
        None => (".".to_owned(), Ink::Note),
    };
    CellText::new(format!("{clue:>wide$} {number:>digits$}"), Some(ink))
}

/// Draws the picture: walls between cages, small clues in their first cells, numbers in the middle of cells.
pub(super) fn picture(
    title: String,
    grid: Rect,
    cage_of: &[usize],
    clues: &[Option<String>],
    ground: impl Fn(usize) -> Ink,
    cells: Option<&Cells>,
) -> Picture {
    let mut picture = board::board(title, grid, |cell| Some(cage_of[cell]), ground);
    for (cell, clue) in clues.iter().enumerate() {
        let (x, y) = board::middle(grid, cell);
        if let Some(clue) = clue {
            let (at, text) = ((x - 0.44 * CELL, y - 0.32 * CELL), clue.clone());
            picture.fill(Shape::Text(Text { at, size: 9.0, anchor: Anchor::Start, bold: false, text }), Ink::Note);
        }
        board::write(&mut picture, (x, y + 0.08 * CELL), 0.8 * CELL, board::value(None, cells, cell));
    }
    picture
}

/// A cage as it is written: its symbol, its cells, and its clue.
pub(super) type WrittenCage = (String, Vec<usize>, String);

/// Lists ways to make one cell a cage of its own, which keep a solution and exclude another. Each is a sentence and the
/// cages. `rest` writes the clue of the other cells of a cage, by its number; they have these numbers.
pub(super) fn splits(
    grid: Rect,
    cages: &[WrittenCage],
    kept: &Cells,
    excluded: &Cells,
    rest: impl Fn(usize, i32, &[i32]) -> Option<String>,
) -> Vec<(String, Vec<WrittenCage>)> {
    let is_used = |symbol: &String| cages.iter().any(|(other, ..)| other == symbol);
    let Some(symbol) = ('A'..='Z').chain('a'..='z').map(String::from).find(|symbol| !is_used(symbol)) else {
        return Vec::new();
    };
    let split = |cell: usize| {
        let value = kept.0[cell];
        let mut cages = cages.to_vec();
        let place = latin::cell_name(grid, cell);
        let mut text = format!("make {place} a cage of its own with {value}");
        if let Some(number) = cages.iter().position(|(_, cells, _)| cells.contains(&cell)) {
            let (name, cells, clue) = &mut cages[number];
            cells.retain(|&other| other != cell);
            let others: Vec<i32> = cells.iter().map(|&other| kept.0[other]).collect();
            if cells.is_empty() || !board::is_connected(grid, cells) {
                return None;
            }
            *clue = rest(number, value, &others)?;
            text += &format!(", and give the rest of cage {} {clue}", quoted(name));
        }
        cages.push((symbol.clone(), vec![cell], value.to_string()));
        Some((text, cages))
    };
    (0..grid.len()).filter(|&cell| kept.0[cell] != excluded.0[cell]).filter_map(split).collect()
}

/// Formats the name of a cage: `cage A at row 1, column 2`.
pub(super) fn name(grid: Rect, symbol: &str, cells: &[usize]) -> String {
    format!("cage {symbol} at {}", latin::cell_name(grid, cells[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(body: &str) -> String {
        let text = format!("kind: x\n\n{body}");
        let document = Document::parse(&text, &|_| Err(String::new())).expect("a frame");
        read(&document, 3).err().expect("an error").to_string()
    }

    #[test]
    fn maps_and_clues_have_places() {
        for (body, expected) in [
            ("", "line 2, column 1: found the end of the text, expected the map of the cages"),
            ("AAAA\n", "line 3, column 4: found 'A', expected at most 3 cells in a row"),
            ("AA\nA\nA: 1\n", "line 4, column 2: found 1 cell, expected 2 cells, as many as in row 1"),
            ("AA\nA: 1\n", "line 4, column 1: found 'A: 1', expected row 2 of 2, as many as row 1 has cells"),
            ("AA\n", "line 3, column 3: found the end of the text, expected row 2 of 2, as many as row 1 has cells"),
            (
                "A\nA\n",
                "line 4, column 1: found row 2, expected a clue 'SYMBOL: ...' after 1 row, as many as row 1 has cells",
            ),
            ("AB\nAB\nA: 1, C: 2\n", "line 5, column 7: found 'C', expected a symbol of the map"),
            (
                "AB\nAB\nA: 1, A: 2\n",
                "line 5, column 7: found 'A' again, expected one clue for each cage (line 5, column 4 has it)",
            ),
            ("AB\nAB\nA: 1, B\n", "line 5, column 7: found 'B', expected SYMBOL: CLUE"),
            ("AB\nAB\nA: 1\n", "line 3, column 2: found 'B', expected a line 'B: ...' below the map for this cage"),
        ] {
            assert_eq!(error(body), expected, "{body}");
        }
    }
}

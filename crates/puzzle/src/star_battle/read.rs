//! Reads Star Battles.

use crate::grid::rect::Rect;
use crate::{Document, ParseError, Token, text};
use cnfab_base::display::quoted;

use super::StarBattle;

/// The symbol of cells outside every region, if the picture has one symbol more than rows.
const OUTSIDE: &str = "-";

/// The largest side of a board.
const MOST_SIZE: i64 = 64;

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<StarBattle, ParseError> {
    let size = document.integer("size", 1..=MOST_SIZE)?.map(|size| size as usize);
    let with_regions = match document.get("regions") {
        None => true,
        Some(header) if header.value == "none" => false,
        Some(header) => return Err(header.error("none")),
    };
    if !with_regions {
        document.need("size")?;
    }
    let rows: Vec<_> = document.body().iter().filter(|(_, text)| !text.trim().is_empty()).collect();
    let (size, why) = match size {
        Some(size) => (size, format!(", as 'size: {size}' says")),
        None => (
            rows.first().map_or(0, |&&(line, text)| text::symbols(line, text).len()),
            ", as many as in row 1".to_owned(),
        ),
    };
    let most = MOST_SIZE as usize;
    if size > most {
        let &(line, text) = rows[0];
        return Err(text::symbols(line, text)[most].error(format!("at most {most} cells in a row")));
    }
    let stars = document.integer("stars", 1..=MOST_SIZE)?.map_or(1, |stars| stars as usize);
    let grid = Rect::new(size, size);
    if !with_regions {
        if let Some(header) = document.get("outside") {
            return Err(ParseError::new(header.line, 1, "key 'outside'", "none on a board without regions"));
        }
        return match rows.first() {
            Some(&&(line, text)) => {
                let found = quoted(text.trim());
                Err(ParseError::new(line, 1, found, "no picture on a board without regions"))
            }
            None => Ok(StarBattle { grid, stars, regions: Vec::new() }),
        };
    }
    let mut regions: Vec<(String, Vec<usize>)> = Vec::new();
    // The first occurrence of the symbol beyond the number of rows.
    let mut surplus: Option<Token<'_>> = None;
    let outside = document.get("outside");
    for (row, &&(line, text)) in rows.iter().enumerate() {
        if row == size {
            let expected = format!("the end of the text after {}{why}", text::count(size, "row"));
            return Err(ParseError::new(line, 1, format!("row {}", row + 1), expected));
        }
        let symbols = text::symbols(line, text);
        text::exactly(&symbols, size, (line, text), &why)?;
        for (column, symbol) in symbols.iter().enumerate() {
            let cell = grid.cell(row, column);
            let known = regions.iter().position(|(name, _)| name == symbol.text);
            // One more symbol may stand for cells outside every region.
            if known.is_none() && regions.len() >= size && surplus.replace(*symbol).is_some() {
                return Err(too_many(size, *symbol));
            }
            match known {
                Some(known) => regions[known].1.push(cell),
                None => regions.push((symbol.text.to_owned(), vec![cell])),
            }
        }
    }
    if rows.is_empty() {
        return Err(document.missing("the picture of the regions"));
    }
    if rows.len() < size {
        return Err(document.missing(format!("row {} of {size}{why}", rows.len() + 1)));
    }
    if let Some(header) = outside {
        let at = regions.iter().position(|(name, _)| name == header.value);
        regions.remove(at.ok_or_else(|| header.error("a symbol of the picture"))?);
    } else if regions.len() > size {
        regions.retain(|(name, _)| name != OUTSIDE);
    }
    if let Some(surplus) = surplus.filter(|_| regions.len() > size) {
        return Err(too_many(size, surplus));
    }
    if regions.len() < size {
        let expected = format!("{}, one for each row", text::count(size, "region"));
        return Err(ParseError::new(rows[0].0, 1, text::count(regions.len(), "region"), expected));
    }
    Ok(StarBattle { grid, stars, regions })
}

/// Creates the error about a symbol that is one region too many.
fn too_many(size: usize, symbol: Token<'_>) -> ParseError {
    let found = format!("region {}", quoted(symbol.text));
    let regions = text::count(size, "region");
    let expected = format!("no more than {regions}, one for each row; 'outside: SYMBOL' for cells of no region");
    ParseError::new(symbol.line, symbol.column, found, expected)
}

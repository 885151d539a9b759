//! Star Battle: as many stars in every row, column and region, none of which touch.
//!
#![doc = include_str!("star_battle/help.md")]

mod picture;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::display::quoted;
use crate::grid::rect::{Neighbours, Rect};
use crate::model::{Assignment, Cmp, Domain, Model, Move, Relation, ValueMap, Var};
use crate::picture::{Drawing, Ink, Picture};

use super::draw::Inside;
use super::{Alias, Cells, Document, Kind, ParseError, Preset, Puzzle, Token, Violation, board, draw, symmetry, text};

/// The symbol of cells outside every region, where there is one region too many otherwise.
const OUTSIDE: &str = "-";
/// The largest side of a board that is read.
const MOST_SIZE: i64 = 64;

pub(super) const KIND: Kind = Kind {
    name: "star-battle",
    aliases: &[
        Alias { name: "queens", implies: &[("stars", "1")] },
        Alias { name: "two-not-touch", implies: &[("stars", "2")] },
    ],
    about: "as many stars in every row, column and region; no two touch",
    page: include_str!("star_battle/help.md"),
    keys: &["outside", "regions", "size", "stars"],
    views: &[("cell", "whether there is a star in each cell"), ("column", "the columns of each row's stars")],
    presets: &[Preset {
        name: "smallest-unit",
        view: "cell",
        strategy: "backtrack:order=smallest-unit,values=descending,propagate=bounds",
        about: "a star in the smallest unit that is not complete; full units take no more, just enough places are taken",
    }],
    parse: |document| Ok(vec![Box::new(StarBattle::parse(document)?)]),
};

/// A board to be filled with stars.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StarBattle {
    grid: Rect,
    stars: usize,
    /// Symbol and cells of each region, in order of their first cells; none on a board without regions. A cell outside all of
    /// them has no star, since the regions have as many stars as the rows.
    regions: Vec<(String, Vec<usize>)>,
}

impl StarBattle {
    fn parse(document: &Document<'_>) -> Result<Self, ParseError> {
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
            None => {
                (rows.first().map_or(0, |&&(line, text)| symbols(line, text).len()), ", as many as in row 1".to_owned())
            }
        };
        let most = MOST_SIZE as usize;
        if size > most {
            let &(line, text) = rows[0];
            return Err(symbols(line, text)[most].error(format!("at most {most} cells in a row")));
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
        // Where the symbol begins that is one more than there are rows.
        let mut surplus: Option<Token<'_>> = None;
        let outside = document.get("outside");
        for (row, &&(line, text)) in rows.iter().enumerate() {
            if row == size {
                let expected = format!("the end of the text after {}{why}", text::count(size, "row"));
                return Err(ParseError::new(line, 1, format!("row {}", row + 1), expected));
            }
            let symbols = symbols(line, text);
            text::exactly(&symbols, size, (line, text), &why)?;
            for (column, symbol) in symbols.iter().enumerate() {
                let cell = grid.cell(row, column);
                let known = regions.iter().position(|(name, _)| name == symbol.text);
                // One symbol may be that of cells outside every region.
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

    fn size(&self) -> usize {
        self.grid.rows
    }

    /// The number of each cell's region, from 0; the number of regions for a cell outside all of them.
    fn region_of_cells(&self) -> Vec<usize> {
        let mut region = vec![self.regions.len(); self.grid.len()];
        for (number, (_, cells)) in self.regions.iter().enumerate() {
            cells.iter().for_each(|&cell| region[cell] = number);
        }
        region
    }

    /// At most so many stars in these cells do not touch: no more than squares of 2 x 2 cells cover them, in any of the four
    /// ways to lay such squares out.
    fn room(&self, cells: &[usize]) -> usize {
        let squares = |(down, right): (usize, usize)| {
            let square = |&cell: &usize| {
                let (row, column) = self.grid.place(cell);
                ((row + down) / 2, (column + right) / 2)
            };
            cells.iter().map(square).collect::<BTreeSet<_>>().len()
        };
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(squares).into_iter().min().expect("there are four ways")
    }

    /// One variable of 0 and 1 per cell.
    fn cell_model(&self) -> Model {
        let mut model = Model::new();
        let mut star: Vec<Var> = Vec::with_capacity(self.grid.len());
        for index in 0..self.grid.len() {
            let (row, column) = self.grid.place(index);
            star.push(model.var(format!("star[{},{}]", row + 1, column + 1), 0..=1));
        }
        for row in 0..self.size() {
            model.exactly("row", self.stars, self.grid.row(row).map(|cell| star[cell].is(1)));
        }
        for column in 0..self.size() {
            model.exactly("column", self.stars, self.grid.column(column).map(|cell| star[cell].is(1)));
        }
        for (_, cells) in &self.regions {
            model.exactly("region", self.stars, cells.iter().map(|&cell| star[cell].is(1)));
        }
        for window in self.grid.windows(2, 2) {
            model.at_most("touch", 1, window.into_iter().map(|cell| star[cell].is(1)));
        }
        model
    }

    /// For each row as many variables as stars: the columns of its first, second, ... star. The row rule needs no
    /// constraint; stars that cannot touch are at least two columns apart, which also puts those of one row in order.
    fn column_model(&self) -> Model {
        let (size, stars) = (self.size() as i32, self.stars as i32);
        let mut model = Model::new();
        let mut place: Vec<Vec<Var>> = Vec::with_capacity(self.size());
        for row in 1..=size {
            let columns = |star: i32| Domain::from(1 + 2 * (star - 1)..=size - 2 * (stars - star));
            place.push((1..=stars).map(|star| model.var(format!("column[{row},{star}]"), columns(star))).collect());
        }
        let pairs = (1..=size).flat_map(|a| (1..=size).map(move |b| [a, b]));
        let after = Arc::new(Relation::new(2, pairs.clone().filter(|&[a, b]| a + 2 <= b)));
        let apart = Arc::new(Relation::new(2, pairs.filter(|&[a, b]| a.abs_diff(b) >= 2)));
        for row in &place {
            for star in row.windows(2) {
                model.table("order", [star[0], star[1]], &after);
            }
        }
        for rows in place.windows(2) {
            for &above in &rows[0] {
                for &below in &rows[1] {
                    model.table("touch", [above, below], &apart);
                }
            }
        }
        for column in 1..=size {
            model.count("column", place.iter().flatten().map(|star| star.is(column)), Cmp::Eq, self.stars);
        }
        for (_, cells) in &self.regions {
            let stars = cells.iter().flat_map(|&cell| {
                let (row, column) = self.grid.place(cell);
                place[row].iter().map(move |star| star.is(column as i32 + 1))
            });
            model.count("region", stars, Cmp::Eq, self.stars);
        }
        model
    }

    fn name(&self, cell: usize) -> String {
        let (row, column) = self.grid.place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    }

    /// Refuses a unit that has another number of stars.
    fn check_unit(&self, unit: &str, found: usize) -> Result<(), Violation> {
        if found == self.stars {
            return Ok(());
        }
        Err(Violation(format!("{unit} has {}, not {}", text::count(found, "star"), self.stars)))
    }
}

/// The error about a symbol that is one region too many.
fn too_many(size: usize, symbol: Token<'_>) -> ParseError {
    let found = format!("region {}", quoted(symbol.text));
    let regions = text::count(size, "region");
    let expected = format!("no more than {regions}, one for each row; 'outside: SYMBOL' for cells of no region");
    ParseError::new(symbol.line, symbol.column, found, expected)
}

/// The symbols of a line: pieces between blanks, or characters if there is only one piece.
fn symbols(line: usize, text: &str) -> Vec<Token<'_>> {
    let pieces = text::pieces(line, text, char::is_whitespace);
    let [only] = pieces[..] else { return pieces };
    let characters = only.text.char_indices().enumerate();
    characters
        .map(|(index, (at, c))| Token { text: &only.text[at..at + c.len_utf8()], line, column: only.column + index })
        .collect()
}

impl Puzzle for StarBattle {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, view: &str) -> Model {
        match view {
            "cell" => self.cell_model(),
            "column" => self.column_model(),
            _ => panic!("'{view}' is no view of a Star Battle"),
        }
    }

    /// By columns, rows cannot be exchanged with columns, so there are only the two mirror images and the half turn.
    fn declare_symmetries(&self, view: &str, model: &mut Model) {
        if view == "cell" {
            model.declare_symmetry("geometric", symmetry::all_of_variables(model, &self.grid.symmetries()));
            return;
        }
        let (size, stars) = (self.size(), self.stars);
        let down: Vec<usize> = (0..size * stars).map(|star| (size - 1 - star / stars) * stars + star % stars).collect();
        let right = (0..size * stars).map(|star| Var::from_index(star / stars * stars + stars - 1 - star % stars));
        let right = Move::new(right.collect(), vec![ValueMap::reversed(1, size as i32); size * stars]);
        model.declare_symmetry("geometric", [symmetry::of_variables(model, &down), right]);
    }

    fn cells(&self, view: &str, solution: &Assignment) -> Cells {
        if view == "cell" {
            return Cells(solution.values().to_vec());
        }
        let mut cells = vec![0; self.grid.len()];
        for (index, &column) in solution.values().iter().enumerate() {
            cells[self.grid.cell(index / self.stars, column as usize - 1)] = 1;
        }
        Cells(cells)
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        if cells.0.len() != self.grid.len() {
            return Err(Violation(format!("there are {} cells, not {}", cells.0.len(), self.grid.len())));
        }
        if let Some(cell) = cells.0.iter().position(|value| !(0..=1).contains(value)) {
            return Err(Violation(format!("{} has {}, which is neither 0 nor 1", self.name(cell), cells.0[cell])));
        }
        let is_star = |&cell: &usize| cells.0[cell] == 1;
        for row in 0..self.size() {
            self.check_unit(&format!("row {}", row + 1), self.grid.row(row).filter(is_star).count())?;
        }
        for column in 0..self.size() {
            self.check_unit(&format!("column {}", column + 1), self.grid.column(column).filter(is_star).count())?;
        }
        for (symbol, region) in &self.regions {
            self.check_unit(&format!("region {}", quoted(symbol)), region.iter().copied().filter(is_star).count())?;
        }
        for cell in (0..self.grid.len()).filter(is_star) {
            if let Some(other) = self.grid.neighbours(cell, Neighbours::Eight).find(is_star) {
                return Err(Violation(format!("the stars in {} and in {} touch", self.name(cell), self.name(other))));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        let (size, stars) = (self.size(), self.stars);
        // Of cells side by side at most one has a star.
        let most = size.div_ceil(2);
        if stars > most {
            return Some(Violation(format!("{stars} stars in a row of {size} cells touch: at most {most} do not")));
        }
        self.regions.iter().find_map(|(name, cells)| {
            let most = self.room(cells);
            let (row, column) = self.grid.place(cells[0]);
            let stars = text::count(stars, "star");
            let place = format!("row {}, column {}", row + 1, column + 1);
            let cells = text::count(cells.len(), "cell");
            let why = format!("region '{name}' of {cells} at {place} needs {stars}, but more than {most} would touch");
            (most < self.stars).then_some(Violation(why))
        })
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let region = self.region_of_cells();
        let tints = board::tints(self.grid, |cell| Some(region[cell]).filter(|&region| region < self.regions.len()));
        let inside = |cell: usize| {
            let (text, ink) = match cells.map(|cells| cells.0[cell]) {
                Some(1) => ("*", Ink::Star),
                Some(_) => (" ", Ink::Note),
                None => (".", Ink::Note),
            };
            let ground = tints.get(region[cell]).copied();
            Inside::new(text.to_owned(), Some(ink)).on(ground)
        };
        draw::boxed(self.grid, |cell| Some(region[cell]), inside)
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    /// All cells in reading order, `*` for a star.
    fn plain(&self, cells: &Cells) -> String {
        cells.0.iter().map(|&cell| if cell == 1 { '*' } else { '.' }).collect()
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        let line = line.trim_end();
        let mut cells = Vec::with_capacity(self.grid.len());
        let start = line.chars().take_while(|c| c.is_whitespace()).count();
        for (index, c) in line.chars().enumerate().skip(start) {
            let full = cells.len() == self.grid.len();
            match c {
                '*' | '.' if !full => cells.push(i32::from(c == '*')),
                _ => {
                    let expected =
                        if full { format!("the end after {} cells", cells.len()) } else { "'*' or '.'".to_owned() };
                    return Err(ParseError::new(1, index + 1, format!("'{c}'"), expected));
                }
            }
        }
        if cells.len() < self.grid.len() {
            let found = format!("the end after {}", text::count(cells.len(), "cell"));
            return Err(ParseError::new(1, start + cells.len() + 1, found, text::count(self.grid.len(), "cell")));
        }
        Ok(Cells(cells))
    }
}

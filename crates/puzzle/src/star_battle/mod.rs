//! Star Battle: the same number of stars in every row, column and region, none of which touch.
//!
#![doc = include_str!("help.md")]

mod check;
mod clash;
mod draft;
mod draw;
mod model;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::grid::rect::Rect;
use crate::picture::Point;
use cnfab_model::Assignment;

use super::{
    Alias, Cells, ClueChange, Feature, GridParts, Kind, ParseError, Preset, Problem, Puzzle, Violation, board,
    by_files, text,
};

pub(super) const KIND: Kind = Kind {
    name: "star-battle",
    aliases: &[
        Alias { name: "queens", implies: &[("stars", "1")] },
        Alias { name: "two-not-touch", implies: &[("stars", "2")] },
    ],
    about: "as many stars in every row, column and region; no two touch",
    page: include_str!("help.md"),
    keys: &["outside", "regions", "size", "stars"],
    views: &[("cell", "whether there is a star in each cell"), ("column", "the columns of each row's stars")],
    presets: &[Preset {
        name: "smallest-unit",
        view: "cell",
        strategy: "backtrack:order=smallest-unit,values=descending,propagate=bounds",
        about: "a star in the smallest unit that is not complete; full units take no more stars; units \
                with just enough open cells take them all",
    }],
    blank: None,
    boards: Some(draft::MAKER),
    size: (9, 9),
    of_parts: Some(parts::text),
    parse: |document| Ok(vec![Ok(Box::new(read::read(document)?))]),
};

/// A Star Battle with its regions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StarBattle {
    grid: Rect,
    stars: usize,
    /// Symbol and cells of each region, in order of their first cells; empty on a board without regions. Cells outside
    /// all regions have no star, since the regions have as many stars as the rows.
    regions: Vec<(String, Vec<usize>)>,
}

impl StarBattle {
    /// Returns the number of rows.
    fn size(&self) -> usize {
        self.grid.rows
    }

    /// Returns the region of each cell, from 0; a cell outside all regions gets the number of regions.
    fn region_of_cells(&self) -> Vec<usize> {
        let mut region = vec![self.regions.len(); self.grid.len()];
        for (number, (_, cells)) in self.regions.iter().enumerate() {
            cells.iter().for_each(|&cell| region[cell] = number);
        }
        region
    }
}

impl Problem for StarBattle {
    by_files!(Problem, model::declare_symmetries);

    fn output(&self, view: &str, solution: &Assignment) -> Cells {
        if view == "cell" {
            return Cells(solution.values().to_vec());
        }
        let mut cells = vec![0; self.grid.len()];
        for (index, &column) in solution.values().iter().enumerate() {
            cells[self.grid.cell(index / self.stars, column as usize - 1)] = 1;
        }
        Cells(cells)
    }

    /// Formats all cells in reading order, with `*` for a star.
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

impl Puzzle for StarBattle {
    by_files!(Puzzle, write::text, draw::picture);

    fn rectangle(&self) -> Option<(usize, usize)> {
        Some((self.grid.rows, self.grid.columns))
    }

    fn with_clues(&self, _: &[bool]) -> Result<Box<dyn Puzzle>, Violation> {
        Ok(Box::new(self.clone()))
    }

    fn grid_parts(&self) -> Option<GridParts> {
        Some(parts::of(self))
    }

    fn features(&self) -> Vec<Feature> {
        self.regions.iter().map(|(_, cells)| Feature::of(cells, [])).collect()
    }

    fn changes(&self, kept: &Cells, excluded: &Cells) -> Vec<ClueChange> {
        write::moves(self, kept, excluded)
    }

    fn mark(&self, value: i32) -> String {
        if value == 1 { "*".to_owned() } else { self.value(value) }
    }

    fn oddity(&self) -> Option<Violation> {
        let regions = self.regions.iter().map(|(symbol, cells)| (format!("region {symbol}"), &cells[..]));
        board::in_pieces(self.grid, regions)
    }

    fn noun(&self, _: &str) -> Option<&'static str> {
        Some("star")
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        let (symbol, _) = self.regions.get(number.checked_sub(1)?)?;
        (label == "region").then(|| format!("region {symbol}"))
    }

    fn labels(&self) -> Vec<(Point, String)> {
        draw::labels(self)
    }

    fn statement(&self, position: usize, values: &[i32], is: bool) -> String {
        let is_star = is == values.contains(&1);
        format!("{} {}", self.place(position), if is_star { "is a star" } else { "is empty" })
    }

    fn entry(&self, view: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        if view == "cell" {
            return (vec![shown], value);
        }
        (vec![self.grid.cell(shown / self.stars, value as usize - 1)], 1)
    }

    fn sign(&self, value: i32) -> String {
        (if value == 1 { "\u{2605}" } else { "\u{d7}" }).to_owned()
    }
}

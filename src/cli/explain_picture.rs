//! A picture of a board with the values that are possible, and with steps that follow from it.

use std::collections::{BTreeMap, BTreeSet};

use crate::construct::{BoardState, ExplanationStep, PositionState};
use crate::model::AtomRelation;
use crate::picture::{Anchor, Ink, Item, Picture, Point, Shape, Text, ems};
use crate::puzzle::{Puzzle, Spot};

use super::explain_sheets::Sheet;

/// The size of the names of rows and columns, and of numbers of steps.
const LABEL: f64 = 9.0;

/// The paper on the left and on top for the names of rows and columns.
const PAD: f64 = 10.0;

/// The least size of possible values. Where they would be smaller, there is a summary.
const LEAST: f64 = 4.2;

/// The most positions at which a step strikes out a value. Beyond, those that are left are marked.
const MOST_STRUCK: usize = 12;

/// The most pixels of a letter's size in the smallest text of a page, which sets the scale.
const READABLE: f64 = 10.0;

/// Draws boards of one puzzle.
pub(super) struct Board<'p> {
    puzzle: &'p dyn Puzzle,
    spots: Vec<Spot>,
    /// The values of open positions of all boards, each of which has a fixed place in a cell.
    values: Vec<i32>,
    /// Positions whose values are part of the puzzle's picture.
    given: BTreeSet<usize>,
    /// True if the only values are 0 and 1, which signs say.
    is_binary: bool,
}

/// Where the values of a cell lie: in rows of as many, from a first one on, so far apart, and of a size.
struct Lattice {
    columns: usize,
    first: Point,
    step: (f64, f64),
    size: f64,
}

impl Lattice {
    /// Lays out `count` texts, the widest of which is `widest` in its size, below the head of a cell.
    fn new(spot: &Spot, count: usize, widest: f64) -> Self {
        let (width, height) = (0.9 * spot.size.0, 0.92 * spot.size.1 * (1.0 - spot.head));
        let top = spot.at.1 + 0.46 * spot.size.1 - height;
        let of = |columns: usize| {
            let rows = count.div_ceil(columns).max(1);
            let step = (width / columns as f64, height / rows as f64);
            let size = (step.0 / (widest + 0.3)).min(step.1 / 1.08).min(0.5 * spot.size.1);
            let first = (spot.at.0 - width / 2.0 + step.0 / 2.0, top + step.1 / 2.0);
            Lattice { columns, first, step, size }
        };
        // Of those with the largest letters, the one nearest to a square.
        let all = (1..=count.max(1)).map(of);
        let better = |best: Lattice, next: Lattice| if next.size > best.size + 0.01 { next } else { best };
        all.reduce(better).unwrap_or_else(|| of(1))
    }

    fn at(&self, number: usize) -> Point {
        let (row, column) = (number / self.columns, number % self.columns);
        (self.first.0 + column as f64 * self.step.0, self.first.1 + row as f64 * self.step.1)
    }
}

/// The marks in a cell.
#[derive(Default)]
struct CellMarks {
    /// The value that a step places, and the step's number.
    placed: Option<(i32, usize)>,
    excluded: BTreeSet<i32>,
    /// Values among which rules choose, with the colours of the rules.
    open: Vec<(i32, usize)>,
}

impl<'p> Board<'p> {
    /// Prepares pictures; `boards` is what they show.
    pub(super) fn new<'b>(puzzle: &'p dyn Puzzle, boards: impl Iterator<Item = &'b BoardState>) -> Self {
        let open = boards.flat_map(|board| board.values()).filter(|state| state.known.is_none());
        let values: BTreeSet<i32> = open.flat_map(|state| state.possible.iter().copied()).collect();
        let (spots, picture) = (puzzle.spots(), puzzle.picture(None));
        let is_within = |spot: &Spot, (x, y): Point| {
            (x - spot.at.0).abs() < 0.3 * spot.size.0 && (y - spot.at.1).abs() < 0.3 * spot.size.1
        };
        let is_given = |spot: &Spot| {
            let given = |item: &Item| match &item.shape {
                Shape::Text(text) => item.fill == Some(Ink::Given) && is_within(spot, text.at),
                _ => false,
            };
            picture.items.iter().any(given)
        };
        Board {
            puzzle,
            is_binary: values.iter().all(|value| [0, 1].contains(value)),
            values: values.into_iter().collect(),
            given: (0..).zip(&spots).filter(|(_, spot)| is_given(spot)).map(|(position, _)| position).collect(),
            spots,
        }
    }

    /// True if the puzzle's picture has room for values.
    pub(super) fn has_cells(&self) -> bool {
        !self.spots.is_empty()
    }

    /// The number of pixels that a unit of the pictures should have, so that possible values can be read.
    pub(super) fn scale(&self) -> f64 {
        let size = self.spots.first().map_or(READABLE, |spot| self.lattice(spot, &self.values).size);
        (READABLE / size.max(LEAST)).clamp(1.4, 2.4)
    }

    fn sign(&self, value: i32) -> String {
        self.puzzle.sign(value)
    }

    /// True if a value says that there is nothing, such as no star.
    fn is_absence(&self, value: i32) -> bool {
        self.is_binary && value == 0 && self.sign(value) != self.puzzle.value(value)
    }

    fn lattice(&self, spot: &Spot, values: &[i32]) -> Lattice {
        let widest = values.iter().map(|&value| ems(&self.sign(value))).fold(0.64, f64::max);
        Lattice::new(spot, values.len(), widest)
    }

    /// The board before the steps of a sheet, with what they say and why.
    pub(super) fn sheet(&self, sheet: &Sheet<'_>) -> Picture {
        let mut picture = self.ground();
        // Where values are placed one beside the other, their rules are what the board shows.
        let is_crowded = sheet.steps.len() > 1 && sheet.places();
        let scopes = || colours(sheet).filter(|_| !is_crowded);
        for (colour, step, rule) in scopes() {
            let positions = &step.board.rules[rule].positions;
            // What is about most of the board says nothing.
            for &position in positions.iter().filter(|_| 2 * positions.len() <= self.spots.len()) {
                if let Some(spot) = self.spots.get(position) {
                    self.outline(&mut picture, spot, 1.3 + 1.4 * (colour % 3) as f64, Ink::mark(colour), 1.2);
                }
            }
        }
        for (position, spot) in self.spots.iter().enumerate() {
            let mut marks = CellMarks::default();
            for (number, step) in &sheet.steps {
                marks.add(position, *number, step);
            }
            if is_crowded {
                marks.excluded.clear();
            } else {
                for (colour, step, rule) in scopes().filter(|(_, _, rule)| *rule == 0) {
                    for (value, left) in mostly_excluded(sheet, step) {
                        marks.excluded.remove(&value);
                        marks.open.extend(left.contains(&position).then_some((value, colour + rule)));
                    }
                }
                for (colour, step, rule) in scopes() {
                    let open = step.board.rules[rule].open.iter().filter(|open| open.0 == position);
                    marks.open.extend(open.map(|&(_, value)| (value, colour)));
                }
            }
            let state = sheet.board.get(&position).cloned().unwrap_or_default();
            let is_reason = !is_crowded && sheet.steps.iter().any(|(_, step)| step.board.reasons.contains(&position));
            if is_reason && state.known.is_some() && marks.placed.is_none() {
                let radius = 0.42 * spot.size.0.min(spot.size.1);
                picture.line(Shape::Circle { at: moved(spot.at), radius }, Ink::Note, 1.0);
            }
            self.cell(&mut picture, position, spot, &state, &marks, is_crowded);
        }
        picture
    }

    /// A board without steps.
    pub(super) fn plain(&self, board: &BoardState) -> Picture {
        self.sheet(&Sheet { steps: Vec::new(), board: board.clone() })
    }

    /// The puzzle with the names of rows, columns and regions.
    fn ground(&self) -> Picture {
        let mut picture = self.puzzle.picture(None);
        for (at, text) in self.puzzle.labels() {
            picture.text(at, LABEL, Ink::Note, text);
        }
        picture.pad(PAD, PAD);
        // Marks lie on the cells, and below the lines and the texts of the puzzle.
        picture.items.sort_by_key(|item| !is_ground(item));
        picture
    }

    fn outline(&self, picture: &mut Picture, spot: &Spot, inset: f64, ink: Ink, width: f64) {
        let (at, size) = (moved(spot.at), spot.size);
        let corner = (at.0 - size.0 / 2.0 + inset, at.1 - size.1 / 2.0 + inset);
        let (wide, high) = (size.0 - 2.0 * inset, size.1 - 2.0 * inset);
        picture.line(Shape::Rect { at: corner, width: wide, height: high, round: 3.0 }, ink, width);
    }

    /// The knowledge about a cell, and the statements of steps about it.
    fn cell(
        &self,
        picture: &mut Picture,
        position: usize,
        spot: &Spot,
        state: &PositionState,
        marks: &CellMarks,
        is_numbered: bool,
    ) {
        if let Some((value, number)) = marks.placed {
            self.outline(picture, spot, 1.8, Ink::Star, 2.6);
            self.value(picture, spot, value, Ink::Found);
            if is_numbered {
                let at = moved((spot.at.0 + 0.43 * spot.size.0, spot.at.1 - 0.34 * spot.size.1));
                let size = (0.2 * spot.size.1).min(LABEL);
                let text = Text { at, size, anchor: Anchor::End, bold: false, text: number.to_string() };
                picture.fill(Shape::Text(text), Ink::Note);
            }
            return;
        }
        if let Some(value) = state.known {
            if !self.given.contains(&position) {
                let ink = if self.is_absence(value) { Ink::Note } else { Ink::Found };
                self.value(picture, spot, value, ink);
            }
            return;
        }
        if spot.head >= 1.0 {
            return;
        }
        let own: Vec<i32> = state.possible.iter().copied().collect();
        let marked: BTreeSet<i32> =
            marks.excluded.iter().copied().chain(marks.open.iter().map(|open| open.0)).collect();
        let marked: Vec<i32> = marked.into_iter().collect();
        let shown = match self.is_binary {
            true => &marked,
            false => &own,
        };
        // Fixed places, or those that are left, or those that are marked, whichever can be read.
        let lattices = [(&self.values, shown), (&own, shown), (&marked, &marked)];
        let found = lattices.into_iter().find(|(places, shown)| {
            !places.is_empty() && (self.is_binary || self.lattice(spot, places).size >= LEAST) && !shown.is_empty()
        });
        let Some((places, shown)) = found else {
            if !self.is_binary {
                self.summary(picture, spot, &own);
            }
            return;
        };
        let lattice = self.lattice(spot, if self.is_binary { shown } else { places });
        let places = if self.is_binary { shown } else { places };
        for value in shown {
            let Some(number) = places.iter().position(|other| other == value) else { continue };
            let (at, size) = (moved(lattice.at(number)), lattice.size);
            let is_excluded = marks.excluded.contains(value);
            let mut colours = marks.open.iter().filter(|open| open.0 == *value).map(|open| open.1);
            let colour = colours.next();
            if let Some(colour) = colour {
                picture.line(Shape::Circle { at, radius: 0.62 * size }, Ink::mark(colour), 0.12 * size);
            }
            let ink = match (is_excluded, colour) {
                (true, _) => Ink::Excluded,
                (false, Some(_)) => Ink::Given,
                (false, None) => Ink::Note,
            };
            picture.text(at, size, ink, self.sign(*value));
            if is_excluded {
                let half = 0.5 * size * ems(&self.sign(*value)).max(0.8);
                let ends = vec![(at.0 - half, at.1 + 0.4 * size), (at.0 + half, at.1 - 0.4 * size)];
                picture.line(Shape::Line(ends), Ink::Excluded, 0.13 * size);
            }
        }
    }

    /// A value that fills its cell.
    fn value(&self, picture: &mut Picture, spot: &Spot, value: i32, ink: Ink) {
        let (width, height) = spot.size;
        let (at, size) = match spot.head >= 1.0 {
            true => ((spot.at.0 - 0.3 * width, spot.at.1 - 0.3 * height), 0.3 * height),
            false => ((spot.at.0, spot.at.1 + 0.2 * spot.head * height), 0.55 * height),
        };
        let size = if self.is_absence(value) { 0.6 * size } else { size };
        picture.fitted(moved(at), size, 0.8 * width, ink, self.sign(value));
    }

    /// How many values are left, or between which two they lie.
    fn summary(&self, picture: &mut Picture, spot: &Spot, values: &[i32]) {
        let (Some(least), Some(most)) = (values.first(), values.last()) else { return };
        let text = match self.sign(*least) == least.to_string() {
            true => format!("{least}\u{2013}{most}"),
            false => format!("{} left", values.len()),
        };
        let at = (spot.at.0, spot.at.1 + 0.5 * spot.head * spot.size.1);
        picture.fitted(moved(at), 0.3 * spot.size.1, 0.86 * spot.size.0, Ink::Note, text);
    }
}

impl CellMarks {
    /// Adds what a step says of a position.
    fn add(&mut self, position: usize, number: usize, step: &ExplanationStep) {
        for fact in step.facts.iter().filter(|fact| fact.positions.contains(&position)) {
            match (fact.atom.relation == AtomRelation::Eq, fact.positions.len()) {
                (true, _) => self.placed = Some((fact.value, number)),
                (false, 1) => _ = self.excluded.insert(fact.value),
                (false, _) => {}
            }
        }
    }
}

/// The values that a step excludes from many positions, each with those that are left for it.
fn mostly_excluded(sheet: &Sheet<'_>, step: &ExplanationStep) -> Vec<(i32, BTreeSet<usize>)> {
    let mut gone: BTreeMap<i32, BTreeSet<usize>> = BTreeMap::new();
    for fact in step.facts.iter().filter(|fact| fact.atom.relation != AtomRelation::Eq && fact.positions.len() == 1) {
        gone.entry(fact.value).or_default().extend(&fact.positions);
    }
    gone.retain(|_, positions| positions.len() > MOST_STRUCK);
    let left = |value: i32, gone: &BTreeSet<usize>| {
        let open = sheet.board.iter().filter(|(_, state)| state.known.is_none() && state.possible.contains(&value));
        open.map(|(&position, _)| position).filter(|position| !gone.contains(position)).collect()
    };
    gone.iter().map(|(&value, positions)| (value, left(value, positions))).collect()
}

/// The rules of a sheet's steps with their colours: one for each rule of a step, or for each step by one rule.
pub(super) fn colours<'e>(sheet: &Sheet<'e>) -> impl Iterator<Item = (usize, &'e ExplanationStep, usize)> {
    let steps: Vec<&'e ExplanationStep> = sheet.steps.iter().map(|&(_, step)| step).collect();
    let rules = steps.into_iter().flat_map(|step| (0..step.rules.len()).map(move |rule| (step, rule)));
    rules.enumerate().map(|(colour, (step, rule))| (colour, step, rule))
}

/// A point of the puzzle's picture beside the names of rows and columns.
fn moved((x, y): Point) -> Point {
    (x + PAD, y + PAD)
}

/// True if an item is what the cells of a board are filled with.
fn is_ground(item: &Item) -> bool {
    let is_soft =
        matches!(item.fill, Some(Ink::Paper | Ink::Cell | Ink::Shade | Ink::Block | Ink::Path | Ink::Tint(_)));
    is_soft && !matches!(item.shape, Shape::Text(_))
}

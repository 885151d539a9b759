//! Pictures of boards: shapes with named inks, and the backends that draw them; and drawings, which are text with inks.
//!
//! A kind of puzzle says what there is to see and in which role; what a role looks like, in light and in dark, is told
//! once, in [`Ink`]. [`svg()`] writes a picture as text that can stand in a file or within a page, [`png()`] in pixels.

mod png;
mod svg;

pub use cnfab_base::{Colour, Drawing, Ink, Look, MARKS, TINTS, TextRun};
pub use png::{MOST_PIXELS, png};
pub use svg::{svg, svg_scaled};

/// A point: to the right of the left edge and down from the upper one.
pub type Point = (f64, f64);

/// A drawing of shapes one above the other, the first lowest.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// A description in a few words, for those who cannot see it.
    pub title: String,
    /// Width of the drawing; a cell of a usual board is about [`CELL`] wide.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
    /// The shapes.
    pub items: Vec<Item>,
}

/// The side of a cell of a usual board.
pub const CELL: f64 = 36.0;

/// A shape and its inks.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The shape.
    pub shape: Shape,
    /// The ink that fills it; for a text, the one it is written in.
    pub fill: Option<Ink>,
    /// The ink and the width of its outline.
    pub line: Option<(Ink, f64)>,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle by its upper left corner.
    Rect {
        /// The upper left corner.
        at: Point,
        /// The width.
        width: f64,
        /// The height.
        height: f64,
        /// The radius of the corners.
        round: f64,
    },
    /// A closed polygon.
    Polygon(Vec<Point>),
    /// An open line through some points.
    Line(Vec<Point>),
    /// A circle.
    Circle {
        /// The middle.
        at: Point,
        /// The radius.
        radius: f64,
    },
    /// A part of a ring between two spokes.
    Sector(Sector),
    /// A line of text.
    Text(Text),
}

impl Shape {
    /// Moves the shape to the right and down.
    fn shift(&mut self, (right, down): Point) {
        let shift = |point: &mut Point| *point = (point.0 + right, point.1 + down);
        match self {
            Shape::Rect { at, .. } | Shape::Circle { at, .. } => shift(at),
            Shape::Polygon(points) | Shape::Line(points) => points.iter_mut().for_each(shift),
            Shape::Sector(sector) => shift(&mut sector.at),
            Shape::Text(text) => shift(&mut text.at),
        }
    }
}

/// A part of a ring: between two radii and, clockwise, between two angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sector {
    /// The middle of the ring.
    pub at: Point,
    /// The inner and the outer radius.
    pub radii: (f64, f64),
    /// The beginning and the extent as parts of a whole turn; 0 is at the top. It goes less than once round.
    pub turn: (f64, f64),
}

impl Sector {
    /// The point on a radius in a direction, given as a part of a whole turn.
    pub fn point(&self, radius: f64, turn: f64) -> Point {
        let angle = std::f64::consts::TAU * turn;
        (self.at.0 + radius * angle.sin(), self.at.1 - radius * angle.cos())
    }
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The point where it stands: as high as the middle of its capitals, and as [`Text::anchor`] says.
    pub at: Point,
    /// The size of the letters: the height of a line set tight.
    pub size: f64,
    /// The end of the text that lies there.
    pub anchor: Anchor,
    /// True if the letters are heavy.
    pub bold: bool,
    /// The text.
    pub text: String,
}

/// How far below the middle of a text's capitals its baseline lies, in its size.
const BASELINE: f64 = 0.36;

/// The part of a text that lies at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

impl Picture {
    /// A drawing with nothing on it but paper.
    pub fn new(title: impl Into<String>, width: f64, height: f64) -> Self {
        let mut picture = Picture { title: title.into(), width, height, items: Vec::new() };
        picture.fill(Shape::Rect { at: (0.0, 0.0), width, height, round: 0.0 }, Ink::Paper);
        picture
    }

    /// Makes the picture higher.
    pub fn grow(&mut self, by: f64) {
        self.resize(self.width, self.height + by);
    }

    /// Makes the picture at least this wide, with its shapes in the middle.
    pub fn widen(&mut self, width: f64) {
        if width > self.width {
            let by = (width - self.width) / 2.0;
            self.pad(by, 0.0);
            self.resize(width, self.height);
        }
    }

    /// Adds paper on the left and on top, and moves all shapes by it.
    pub fn pad(&mut self, left: f64, top: f64) {
        self.items.iter_mut().skip(1).for_each(|item| item.shape.shift((left, top)));
        self.resize(self.width + left, self.height + top);
    }

    fn resize(&mut self, to_width: f64, to_height: f64) {
        (self.width, self.height) = (to_width, to_height);
        // The paper comes first.
        if let Some(Item { shape: Shape::Rect { width, height, .. }, .. }) = self.items.first_mut() {
            (*width, *height) = (to_width, to_height);
        }
    }

    /// Adds a shape that is filled.
    pub fn fill(&mut self, shape: Shape, ink: Ink) {
        self.items.push(Item { shape, fill: Some(ink), line: None });
    }

    /// Adds the outline of a shape.
    pub fn line(&mut self, shape: Shape, ink: Ink, width: f64) {
        self.items.push(Item { shape, fill: None, line: Some((ink, width)) });
    }

    /// Adds a shape with an outline.
    pub fn area(&mut self, shape: Shape, fill: Ink, ink: Ink, width: f64) {
        self.items.push(Item { shape, fill: Some(fill), line: Some((ink, width)) });
    }

    /// Adds a text around a point.
    pub fn text(&mut self, at: Point, size: f64, ink: Ink, text: impl Into<String>) {
        // Givens stand out also where there are no colours.
        let bold = ink == Ink::Given;
        let text = Text { at, size, anchor: Anchor::Middle, bold, text: text.into() };
        self.fill(Shape::Text(text), ink);
    }

    /// Adds a text around a point, smaller than asked for if it would be wider than `room`.
    pub fn fitted(&mut self, at: Point, size: f64, room: f64, ink: Ink, text: impl Into<String>) {
        let text = text.into();
        self.text(at, size.min(room / ems(&text).max(0.1)), ink, text);
    }
}

/// About how wide a text is, in its size; fonts differ.
pub fn ems(text: &str) -> f64 {
    let wide = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ' ' | '|' | '\'' => 0.36,
        'm' | 'w' | 'M' | 'W' => 0.98,
        _ if c.is_ascii_uppercase() => 0.74,
        _ if (c as u32) < 0x1100 => 0.64,
        _ => 1.0,
    };
    text.chars().map(wide).sum()
}

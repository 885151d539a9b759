//! Draws lines in a terminal as Braille dots, with texts among them.

use std::collections::BTreeMap;

use crate::grid::ring::Ring;
use crate::picture::{Drawing, Ink, Look};

/// A drawing around its middle. Lengths are in lines of text; a character counts as half as wide as high.
pub(super) struct Canvas {
    /// Number of columns to either side of the middle, and of rows above and below it.
    half: (usize, usize),
    /// The set dots of each character as a bit mask of eight, row by row.
    dots: Vec<u8>,
    /// Texts by row and column.
    texts: BTreeMap<(usize, usize), (char, Ink)>,
}

impl Canvas {
    /// Creates a canvas for a circle of this radius and texts that reach `margin` characters further.
    pub(super) fn new(radius: f64, margin: usize) -> Self {
        let half = ((2.0 * radius).ceil() as usize + 1 + margin, radius.ceil() as usize);
        Canvas { half, dots: vec![0; (2 * half.0 + 1) * (2 * half.1 + 1)], texts: BTreeMap::new() }
    }

    /// Returns the number of columns.
    fn width(&self) -> usize {
        2 * self.half.0 + 1
    }

    /// Sets the dot nearest to a point, given by its distance right of and below the middle. Ignores points outside.
    fn dot(&mut self, right: f64, down: f64) {
        let column = (self.half.0 as f64 * 2.0 + 0.5 + 4.0 * right).round();
        let row = (self.half.1 as f64 * 4.0 + 1.5 + 4.0 * down).round();
        if column < 0.0 || row < 0.0 {
            return;
        }
        let (column, row) = (column as usize, row as usize);
        if column / 2 < self.width() && row / 4 <= 2 * self.half.1 {
            let bit = match (column % 2, row % 4) {
                (0, 3) => 6,
                (_, 3) => 7,
                (0, below) => below,
                (_, below) => 3 + below,
            };
            let position = row / 4 * self.width() + column / 2;
            self.dots[position] |= 1 << bit;
        }
    }

    /// Draws a circle around the middle.
    pub(super) fn circle(&mut self, radius: f64) {
        let steps = Ring::new((64.0 * radius).ceil().max(1.0) as usize);
        for step in 0..steps.size() {
            let (x, y) = steps.point(step as f64);
            self.dot(radius * x, radius * y);
        }
    }

    /// Draws a line from radius `from` to radius `to`, towards a position of a ring.
    pub(super) fn spoke(&mut self, ring: Ring, position: f64, from: f64, to: f64) {
        let (x, y) = ring.point(position);
        let steps = (16.0 * (to - from)).ceil() as usize;
        for step in 0..=steps {
            let radius = from + (to - from) * step as f64 / steps.max(1) as f64;
            self.dot(radius * x, radius * y);
        }
    }

    /// Writes a text centred on a point, over the dots, and cuts off characters outside the canvas.
    pub(super) fn text(&mut self, right: f64, down: f64, text: &str, ink: Ink) {
        let row = (self.half.1 as f64 + down).round();
        let start = (self.half.0 as f64 + 2.0 * right - (text.chars().count() as f64 - 1.0) / 2.0).round();
        for (offset, c) in text.chars().enumerate() {
            let column = start + offset as f64;
            if row >= 0.0 && column >= 0.0 && (column as usize) < self.width() && row as usize <= 2 * self.half.1 {
                self.texts.insert((row as usize, column as usize), (c, ink));
            }
        }
    }

    /// Returns the drawing as lines of text.
    pub(super) fn lines(&self) -> Drawing {
        let mut out = Drawing::default();
        for (row, dots) in self.dots.chunks(self.width()).enumerate() {
            let shape = |(column, &dots): (usize, &u8)| match (self.texts.get(&(row, column)), dots) {
                (Some(&(c, ink)), _) => (c, Look::of(ink)),
                (None, 0) => (' ', Look::default()),
                (None, dots) => {
                    (char::from_u32(0x2800 + u32::from(dots)).expect("a Braille character"), Look::default())
                }
            };
            let line: Vec<(char, Look)> = dots.iter().enumerate().map(shape).collect();
            out.push_line(&line);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cover_dots_and_are_cut_at_the_edge() {
        let mut canvas = Canvas::new(1.0, 0);
        canvas.circle(1.0);
        canvas.text(0.0, 0.0, "a", Ink::Given);
        canvas.text(0.0, 1.0, "a long text", Ink::Given);
        canvas.text(0.0, 9.0, "far away", Ink::Given);
        assert_eq!(canvas.lines().to_string(), " ⢀⡤⠤⢤⡀\n ⢸ a ⡧\nlong te\n");
    }

    #[test]
    fn a_spoke_goes_up_to_place_0() {
        let mut canvas = Canvas::new(1.0, 0);
        canvas.spoke(Ring::new(6), 0.0, 0.0, 1.0);
        assert_eq!(canvas.lines().to_string(), "   ⢠\n   ⠸\n\n");
    }
}

//! The marks of plots: lines, symbols, boxes, texts; each with a class, and a title that appears under the pointer.

use std::convert::Infallible;
use std::fmt::Write;

use plotters::element::{Drawable, PointCollection};
use plotters_backend::{BackendCoord, DrawingErrorKind};

use super::backend::{Svg, pixels};
use crate::report::escape::escaped;

/// Something drawn through some points.
pub(super) struct Mark {
    points: Vec<(f64, f64)>,
    shape: Shape,
    class: String,
    title: String,
}

enum Shape {
    Line,
    /// A symbol at each point; the number selects it.
    Symbols(usize),
    /// A circle at the only point.
    Point,
    /// A rectangle between two corners, and how many pixels it is made higher and lower.
    Box(f64),
    Text(String),
}

/// The symbols, around the point that is drawn.
const SYMBOLS: [&str; 6] = [
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
    "m-3.2-3.2h6.4v6.4h-6.4z",
    "m0-4l4 7h-8z",
    "m0-4.3l4.3 4.3l-4.3 4.3l-4.3-4.3z",
    "m0 4l4-7h-8z",
    "m-1.4-4h2.8v2.6h2.6v2.8h-2.6v2.6h-2.8v-2.6h-2.6v-2.8h2.6z",
];

/// The path of a symbol.
pub(in crate::report) fn symbol(number: usize) -> &'static str {
    SYMBOLS[number % SYMBOLS.len()]
}

impl Mark {
    pub(super) fn line(points: Vec<(f64, f64)>, class: &str, title: &str) -> Self {
        Mark { points, shape: Shape::Line, class: class.to_owned(), title: title.to_owned() }
    }

    pub(super) fn symbols(points: Vec<(f64, f64)>, symbol: usize, class: &str, title: &str) -> Self {
        Mark { points, shape: Shape::Symbols(symbol), class: class.to_owned(), title: title.to_owned() }
    }

    pub(super) fn point(at: (f64, f64), class: &str, title: String) -> Self {
        Mark { points: vec![at], shape: Shape::Point, class: class.to_owned(), title }
    }

    pub(super) fn rectangle(from: (f64, f64), to: (f64, f64), more: f64, class: &str, title: String) -> Self {
        Mark { points: vec![from, to], shape: Shape::Box(more), class: class.to_owned(), title }
    }

    pub(super) fn text(at: (f64, f64), class: &str, text: String) -> Self {
        Mark { points: vec![at], shape: Shape::Text(text), class: class.to_owned(), title: String::new() }
    }

    fn element(&self, points: &[BackendCoord]) -> Option<String> {
        let title =
            if self.title.is_empty() { String::new() } else { format!("<title>{}</title>", escaped(&self.title)) };
        let class = &self.class;
        let first = points.first()?;
        let (x, y) = (pixels(first.0), pixels(first.1));
        Some(match &self.shape {
            Shape::Line => {
                // From each point to the next, which is shorter than where each is.
                let mut path = format!("M{x} {y}");
                for (number, pair) in points.windows(2).enumerate() {
                    path.push(if number == 0 { 'l' } else { ' ' });
                    let (right, down) = (pixels(pair[1].0 - pair[0].0), pixels(pair[1].1 - pair[0].1));
                    write!(path, "{right} {down}").expect("a text takes all");
                }
                format!("<path class=\"line {class}\" d=\"{}\">{title}</path>", path.replace(" -", "-"))
            }
            Shape::Symbols(number) => {
                let mut path = String::new();
                for &(x, y) in points {
                    write!(path, "M{} {}{}", pixels(x), pixels(y), symbol(*number)).expect("a text takes all");
                }
                format!("<path class=\"symbol {class}\" d=\"{path}\">{title}</path>")
            }
            Shape::Point => format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"3.2\">{title}</circle>"),
            Shape::Box(more) => {
                let &(right, bottom) = points.last()?;
                let (left, right) = (first.0.min(right), first.0.max(right));
                // One without a width is a bar.
                let thick = if left == right { super::FINE as i32 } else { 0 };
                let (left, right) = (left - thick, right + thick);
                let more = (more * f64::from(super::FINE)) as i32;
                let (top, bottom) = (first.1.min(bottom) - more, first.1.max(bottom) + more);
                format!(
                    "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">{title}</rect>",
                    pixels(left),
                    pixels(top),
                    pixels(right - left),
                    pixels(bottom - top)
                )
            }
            Shape::Text(text) => format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(text)),
        })
    }
}

impl<'a> PointCollection<'a, (f64, f64)> for &'a Mark {
    type Point = &'a (f64, f64);
    type IntoIter = &'a [(f64, f64)];

    fn point_iter(self) -> Self::IntoIter {
        &self.points
    }
}

impl Drawable<Svg<'_>> for Mark {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        svg: &mut Svg<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let points: Vec<BackendCoord> = points.collect();
        if let Some(element) = self.element(&points) {
            svg.element(&element);
        }
        Ok(())
    }
}

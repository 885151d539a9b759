//! Draws seatings as text and as a picture.

use crate::Cells;
use crate::canvas::Canvas;
use crate::grid::ring::Ring;
use crate::picture::{Drawing, Ink};

use super::Seating;

/// Draws the puzzle as text.
pub(super) fn drawing(seating: &Seating, cells: Option<&Cells>) -> Drawing {
    let count = seating.guests.len();
    let guest = |seat: usize| cells.and_then(|cells| seating.guest(*cells.0.get(seat)?));
    let seats: Vec<String> =
        (0..count).map(|seat| guest(seat).cloned().unwrap_or_else(|| (seat + 1).to_string())).collect();
    let widest = seats.iter().map(|name| name.chars().count()).max().unwrap_or(1);
    let ink = if cells.is_some() { Ink::Found } else { Ink::Note };
    let mut out = if seating.round { table(&seats, widest, ink) } else { row(&seats, widest, ink) };
    if cells.is_none() {
        out.push(&format!("\n{}\n", seating.guests.join(", ")));
    }
    out
}

/// Draws a row: the names side by side in boxes.
fn row(seats: &[String], widest: usize, ink: Ink) -> Drawing {
    let rule = |left: &str, middle: &str, right: &str| {
        format!("{left}{}{right}\n", vec!["─".repeat(widest + 2); seats.len()].join(middle))
    };
    let mut out = Drawing::from(rule("┌", "┬", "┐"));
    for name in seats {
        out.push("│ ");
        out.push_in(&format!("{name:^widest$}"), ink);
        out.push(" ");
    }
    out.push("│\n");
    out.push(&rule("└", "┴", "┘"));
    out
}

/// Draws a round table with the names around it.
fn table(seats: &[String], widest: usize, ink: Ink) -> Drawing {
    let ring = Ring::new(seats.len());
    // Names near the top and the bottom must fit side by side.
    let radius = ((seats.len() * (widest + 3)) as f64 / (2.0 * std::f64::consts::TAU)).max(3.0);
    let mut canvas = Canvas::new(radius + 1.0, widest + 1);
    canvas.circle(radius - 1.0);
    for (seat, name) in seats.iter().enumerate() {
        let (x, y) = ring.point(seat as f64);
        let aside = (x * (name.chars().count() as f64 + 1.0)) / 4.0;
        canvas.text((radius + 0.5) * x + aside, (radius + 0.5) * y, name, ink);
    }
    canvas.lines()
}

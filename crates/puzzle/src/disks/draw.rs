//! Draws flower disks as text and as a picture.

use crate::picture::{Drawing, Ink, Picture, Sector, Shape};
use crate::{Cells, board};

use super::{Disks, KIND};

/// Draws the puzzle as text.
pub(super) fn drawing(stack: &Disks, cells: Option<&Cells>) -> Drawing {
    let rotations = cells.and_then(|cells| stack.rotations(cells).ok()).unwrap_or(vec![0; stack.solid.len()]);
    let size = stack.ring.size();
    let mut layers = vec![0; size];
    let mut out = Drawing::default();
    for (disk, &rotation) in rotations.iter().enumerate() {
        out.push(&format!("disk {:>2}, rotation {rotation:>3}  ", disk + 1));
        for (place, count) in layers.iter_mut().enumerate() {
            let solid = stack.is_solid(disk, place, rotation);
            *count += usize::from(solid);
            out.push_in(if solid { " ●" } else { " ·" }, if solid { Ink::tint(disk) } else { Ink::Note });
        }
        out.push("\n");
    }
    out.push(&format!("{:<23}", "layers"));
    for count in layers {
        out.push(&format!("{:>2}", if count > 9 { "+".to_owned() } else { count.to_string() }));
    }
    out.push("\n");
    out
}

/// Draws the picture of flower disks: one ring per disk, the first outermost, solid places in the disk's colour. In a
/// solution every direction meets one solid place; a dot marks the place that each disk's line begins with.
pub(super) fn picture(puzzle: &Disks, cells: Option<&Cells>) -> Picture {
    let (disks, places) = (puzzle.solid.len(), puzzle.ring.size());
    let rotations = cells.and_then(|cells| puzzle.rotations(cells).ok()).unwrap_or(vec![0; disks]);
    let step = (240.0 / disks as f64).clamp(8.0, 30.0);
    let hole = (7.0 * places as f64 / std::f64::consts::TAU).max(1.2 * step);
    let outer = hole + step * disks as f64;
    let side = 2.0 * (outer + board::MARGIN);
    let at = (side / 2.0, side / 2.0);
    let title = board::title(&KIND, &format!("{disks} disks of {places} places"), cells);
    let mut picture = Picture::new(title, side, side);
    let circle = |radius: f64| Shape::Circle { at, radius };
    for (disk, &rotation) in rotations.iter().enumerate() {
        let outside = outer - step * disk as f64;
        for place in 0..places {
            let solid = puzzle.is_solid(disk, place, rotation);
            let ground = if solid { Ink::tint(disk) } else { Ink::Paper };
            let turn = (place as f64 / places as f64, 1.0 / places as f64);
            // A single place is a full circle.
            let shape = match places {
                1 => circle(outside),
                _ => Shape::Sector(Sector { at, radii: (outside - step, outside), turn }),
            };
            let (ink, width) = if solid { (Ink::Wall, 1.4) } else { (Ink::Grid, 0.7) };
            picture.area(shape, ground, ink, width);
        }
        let start = (places - rotation) % places;
        let mark = Sector { at, radii: (outside - step, outside), turn: (0.0, 0.0) };
        let middle = mark.point(outside - step / 2.0, (start as f64 + 0.5) / places as f64);
        picture.fill(Shape::Circle { at: middle, radius: (0.13 * step).min(3.0) }, Ink::Given);
    }
    picture.line(circle(outer), Ink::Wall, board::THICK);
    picture.area(circle(hole), Ink::Paper, Ink::Wall, 1.4);
    if cells.is_some() {
        let turns: Vec<String> = rotations.iter().map(usize::to_string).collect();
        board::below(&mut picture, &board::words(&format!("rotations {}", turns.join(" "))));
    }
    picture
}

//! A form that dissections have in common if they are equal up to turns, mirror images, and how stones are shown.

use crate::grid::polyomino::{Polyomino, Square};

use super::Dissection;

/// Returns the form: the least image of the board with its stones, each in its least position.
pub(super) fn form(dissection: &Dissection) -> Vec<i32> {
    let whole = Polyomino::new(dissection.board.squares().iter().copied());
    let image = |turns: usize, over: bool| {
        let moved = |shape: &Polyomino| {
            let shape = if over { shape.turned_over() } else { shape.clone() };
            (0..turns).fold(shape, |shape, _| shape.turned())
        };
        let least = |stone: &Polyomino| {
            let shapes = moved(stone).orientations(dissection.rotate, dissection.flip);
            shapes.into_iter().next().expect("a stone as it is")
        };
        let mut stones: Vec<Polyomino> = dissection.stones.iter().map(least).collect();
        stones.sort_unstable();
        (moved(&whole), stones)
    };
    let images = (0..4).flat_map(|turns| [image(turns, false), image(turns, true)]);
    let (board, stones) = images.min().expect("eight images");
    let mut form = vec![i32::from(dissection.rotate), i32::from(dissection.flip)];
    for shape in std::iter::once(&board).chain(&stones) {
        form.push(shape.area() as i32);
        let numbers = |&Square { row, column, colour }: &Square| [row, column, colour as i32];
        form.extend(shape.squares().iter().flat_map(numbers));
    }
    form
}

//! Declares the one symmetry of a crossword: the exchange of across and down. Words run only to the right and down.

use cnfab_model::{Atom, AtomRelation, Clause, Constraint, Model, Role};

use super::super::symmetry::{by_name, numbers};
use super::Crossword;
use super::grid::CrosswordSquare;

/// Declares the exchange of across and down, if it maps blocks to blocks.
pub(super) fn declare(crossword: &Crossword, _: &str, model: &mut Model) {
    let grid = &crossword.grid;
    model.declare_symmetry("geometric", []);
    let columns = grid.columns;
    let image = |cell: usize| cell % columns * columns + cell / columns;
    let is_square = grid.squares.len() == columns * columns;
    let is_block = |cell: usize| grid.squares[cell] == CrosswordSquare::Block;
    if !is_square || (0..grid.squares.len()).any(|cell| is_block(cell) != is_block(image(cell))) {
        return;
    }
    let slot = |number: usize| -> Option<usize> {
        let cells: Vec<usize> = grid.slots.get(number - 1)?.cells.iter().map(|&cell| image(cell)).collect();
        grid.slots.iter().position(|slot| slot.cells == cells).map(|found| found + 1)
    };
    let move_found = by_name(model, |name| {
        Some(match (name.split('[').next()?, &numbers(name)?[..]) {
            ("letter", [row, column]) => format!("letter[{column},{row}]"),
            ("word", &[number]) => format!("word[{}]", slot(number)?),
            ("differ", &[a, b, position]) => {
                let (a, b) = (slot(a)?, slot(b)?);
                format!("differ[{},{},{position}]", a.min(b), a.max(b))
            }
            _ => return None,
        })
    });
    if let Some(one) = move_found {
        state_both_ways(model);
        model.declare_symmetry("geometric", [one]);
    }
}

/// Posts the converse of each clause that equates two letters, so that the clauses are symmetric in the two words.
fn state_both_ways(model: &mut Model) {
    let mut converse: Vec<Vec<Atom>> = Vec::new();
    for posted in model.constraints() {
        if let ("repeat", Constraint::Clause(Clause(atoms))) = (&*posted.label, &posted.constraint)
            && let [
                differ,
                one @ Atom { relation: AtomRelation::Ne, .. },
                other @ Atom { relation: AtomRelation::Eq, .. },
            ] = atoms[..]
        {
            converse.push(vec![differ, !one, !other]);
        }
    }
    for atoms in converse {
        model.post_as("repeat", Role::Implied, Clause(atoms));
    }
}

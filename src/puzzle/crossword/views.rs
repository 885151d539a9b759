//! The two models of a crossword. Both show the letters; word variables follow from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{Domain, Model, Relation, Var};

use super::Crossword;
use super::grid::Place;

/// Each slot is a table over its letters. Where two slots of one length must hold different words, the table has one more
/// column: the number of the word, a variable of its own, and those are all different.
pub(super) fn by_letter(puzzle: &Crossword) -> Model {
    let mut model = Model::new();
    let letters = letter_variables(puzzle, &mut model);
    let mut numbered: BTreeMap<usize, Arc<Relation>> = BTreeMap::new();
    let mut words: BTreeMap<usize, Vec<Var>> = BTreeMap::new();
    for (index, slot) in puzzle.grid.slots.iter().enumerate() {
        let length = slot.cells.len();
        let list = puzzle.words.of_length(length);
        let cells = slot.cells.iter().filter_map(|&cell| letters[cell]);
        if !puzzle.must_differ(length) {
            model.table("slot", cells, &list);
            continue;
        }
        let word = model.var(format!("word[{}]", index + 1), 1..=list.len() as i32);
        let relation = numbered.entry(length).or_insert_with(|| {
            let rows = list.rows().zip(1..).map(|(letters, number)| [letters, &[number]].concat());
            Arc::new(Relation::new(length + 1, rows))
        });
        model.table("slot", cells.chain([word]), relation);
        words.entry(length).or_default().push(word);
    }
    for (_, group) in words {
        model.all_different("repeat", group);
    }
    show(&mut model, letters);
    model
}

/// One variable per slot, the number of its word in the sorted words of that length; a table of two columns ties it to each
/// of its letters.
pub(super) fn by_word(puzzle: &Crossword) -> Model {
    let mut model = Model::new();
    let letters = letter_variables(puzzle, &mut model);
    let mut ties: BTreeMap<(usize, usize), Arc<Relation>> = BTreeMap::new();
    let mut words: BTreeMap<usize, Vec<Var>> = BTreeMap::new();
    for (index, slot) in puzzle.grid.slots.iter().enumerate() {
        let length = slot.cells.len();
        let list = puzzle.words.of_length(length);
        let word = model.var(format!("word[{}]", index + 1), 1..=list.len() as i32);
        for (position, letter) in slot.cells.iter().filter_map(|&cell| letters[cell]).enumerate() {
            let relation = ties.entry((length, position)).or_insert_with(|| {
                Arc::new(Relation::new(2, list.rows().zip(1..).map(|(letters, number)| [number, letters[position]])))
            });
            model.table("slot", [word, letter], relation);
        }
        words.entry(length).or_default().push(word);
    }
    for (length, group) in words {
        if puzzle.must_differ(length) {
            model.all_different("repeat", group);
        }
    }
    show(&mut model, letters);
    model
}

/// The variables of the letters, which come first in the model; `None` for blocks.
fn letter_variables(puzzle: &Crossword, model: &mut Model) -> Vec<Option<Var>> {
    let columns = puzzle.grid.columns;
    let variable = |(index, place): (usize, &Place)| match place {
        Place::Block => None,
        Place::Letter(given) => {
            let domain = given.map_or(Domain::from(1..=26), Domain::from);
            Some(model.var(format!("letter[{},{}]", index / columns + 1, index % columns + 1), domain))
        }
    };
    puzzle.grid.places.iter().enumerate().map(variable).collect()
}

fn show(model: &mut Model, letters: Vec<Option<Var>>) {
    let letters: Vec<Var> = letters.into_iter().flatten().collect();
    model.show(&letters);
}

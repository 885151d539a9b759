//! Builds the model of crosswords.

use std::collections::BTreeMap;
use std::sync::Arc;

use cnfab_model::{Domain, Model, Relation, Var};

use super::Crossword;
use super::grid::CrosswordSquare;

/// Builds the model of a view of the kind.
pub(super) fn make(crossword: &Crossword, view: &str) -> Model {
    match view {
        "letter" => by_letter(crossword),
        "word" => by_word(crossword),
        _ => panic!("crossword has no view '{view}'"),
    }
}

/// Builds the model with a variable per letter and a table per slot.
///
/// For two slots with different words, an auxiliary variable per position states whether they differ there, and a
/// clause requires one of them.
pub(super) fn by_letter(puzzle: &Crossword) -> Model {
    let mut model = Model::new();
    let letters = letter_variables(puzzle, &mut model);
    let slots = &puzzle.grid.slots;
    let words: Vec<Vec<Var>> =
        slots.iter().map(|slot| slot.cells.iter().filter_map(|&cell| letters[cell]).collect()).collect();
    for word in &words {
        model.table("slot", word.iter().copied(), &puzzle.words.of_length(word.len()));
    }
    for (first, a) in words.iter().enumerate() {
        for (second, b) in words.iter().enumerate().skip(first + 1) {
            if a.len() == b.len() && puzzle.must_differ(a.len()) {
                differ(&mut model, (first, second), a, b);
            }
        }
    }
    show(&mut model, letters);
    model
}

/// Posts that two words differ.
fn differ(model: &mut Model, (first, second): (usize, usize), a: &[Var], b: &[Var]) {
    let mut somewhere = Vec::new();
    for (position, (&x, &y)) in a.iter().zip(b).enumerate() {
        // Slots that cross at the same position share that letter.
        if x == y {
            continue;
        }
        let name = format!("differ[{},{},{}]", first + 1, second + 1, position + 1);
        let differ = model.var(name, 0..=1);
        for letter in 1..=26 {
            model.clause("repeat", [differ.is(0), x.is_not(letter), y.is_not(letter)]);
            model.clause("repeat", [differ.is(1), x.is_not(letter), y.is(letter)]);
        }
        somewhere.push(differ.is(1));
    }
    model.clause("repeat", somewhere);
}

/// Builds the model with a variable per slot besides the letters: the index of its word among the sorted words of its
/// length.
///
/// A table of two columns channels it to each of its letters.
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

/// Creates the variables of the letters, which come first in the model; `None` for blocks.
fn letter_variables(puzzle: &Crossword, model: &mut Model) -> Vec<Option<Var>> {
    let columns = puzzle.grid.columns;
    let variable = |(index, square): (usize, &CrosswordSquare)| match square {
        CrosswordSquare::Block => None,
        CrosswordSquare::Letter(given) => {
            let domain = given.map_or(Domain::from(1..=26), Domain::from);
            Some(model.var(format!("letter[{},{}]", index / columns + 1, index % columns + 1), domain))
        }
    };
    puzzle.grid.squares.iter().enumerate().map(variable).collect()
}

/// Makes the letters the projection set.
fn show(model: &mut Model, letters: Vec<Option<Var>>) {
    let letters: Vec<Var> = letters.into_iter().flatten().collect();
    model.show(&letters);
}

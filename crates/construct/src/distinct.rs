//! Tells puzzles of one board apart, up to the symmetries of their kind.
//!
//! Of each puzzle a canonical form is kept: the least of its images. Where a kind has more symmetries than can be tried
//! one by one, it has a canonical form of its own. Elsewhere images come from the turns and mirror images of the board,
//! and from the changes of values that the kind declares, such as the exchange of zeros and ones.

use std::collections::HashSet;

use cnfab_model::{Model, ValueMap, Var};
use cnfab_puzzle::Puzzle;

use super::Generator;
use super::turns::board_turns;

/// The most changes of values that are tried.
const MOST_MAPS: usize = 1000;

/// Puzzles of one board that were met, up to symmetry.
#[derive(Debug, Default)]
pub struct Distinct {
    symmetries: Option<BoardSymmetries>,
    known: HashSet<Vec<i32>>,
}

#[derive(Debug)]
struct BoardSymmetries {
    turns: Vec<Vec<usize>>,
    maps: Vec<ValueMap>,
}

impl Distinct {
    /// True if no puzzle that was met before is equal to this one up to symmetry.
    pub fn is_new(&mut self, puzzle: &dyn Puzzle) -> bool {
        let form = puzzle.canonical().unwrap_or_else(|| {
            let symmetries = self.symmetries.get_or_insert_with(|| BoardSymmetries::of(puzzle));
            symmetries.least_image(puzzle)
        });
        self.known.insert(form)
    }
}

impl BoardSymmetries {
    fn of(puzzle: &dyn Puzzle) -> Self {
        BoardSymmetries { turns: board_turns(puzzle), maps: value_maps(puzzle) }
    }

    /// The least image: givens, then what else tells the puzzle from others, as numbers.
    fn least_image(&self, puzzle: &dyn Puzzle) -> Vec<i32> {
        let givens = puzzle.givens().unwrap_or_default();
        let features = puzzle.features();
        let images = self.turns.iter().flat_map(|turn| self.maps.iter().map(move |map| (turn, map)));
        let image = |(turn, map): (&Vec<usize>, &ValueMap)| {
            let mut image = vec![0; 2 * givens.len()];
            for (cell, given) in givens.iter().enumerate() {
                if let Some(value) = given {
                    let at = 2 * turn[cell];
                    (image[at], image[at + 1]) = (1, map.apply(*value));
                }
            }
            let mut parts: Vec<(Vec<usize>, &[i32])> = Vec::new();
            for feature in &features {
                let mut cells: Vec<usize> = feature.cells.iter().map(|&cell| turn[cell]).collect();
                if !feature.is_ordered {
                    cells.sort_unstable();
                }
                parts.push((cells, &feature.states));
            }
            parts.sort_unstable();
            for (cells, states) in parts {
                image.extend([cells.len() as i32, states.len() as i32]);
                image.extend(cells.into_iter().map(|cell| cell as i32));
                image.extend(states);
            }
            image
        };
        images.map(image).min().expect("the identity is a turn")
    }
}

/// The changes of all values that leave the cells where they are, the identity first, of those that a kind declares.
fn value_maps(puzzle: &dyn Puzzle) -> Vec<ValueMap> {
    let mut maps = vec![ValueMap::default()];
    let view = Generator::view(puzzle);
    if puzzle.givens().is_none() {
        return maps;
    }
    let mut model = puzzle.make_model(view);
    puzzle.declare_symmetries(view, &mut model);
    let generators: Vec<ValueMap> = pure_maps(&model);
    let mut next = 0;
    while let Some(map) = maps.get(next).cloned().filter(|_| maps.len() < MOST_MAPS) {
        next += 1;
        for generator in &generators {
            let both = map.then(generator);
            if !maps.contains(&both) {
                maps.push(both);
            }
        }
    }
    maps
}

/// The value maps of moves that change the values of all shown variables in the same way and nothing else.
fn pure_maps(model: &Model) -> Vec<ValueMap> {
    let shown: Vec<Var> = model.shown();
    let Some(&first) = shown.first() else { return Vec::new() };
    let moves = model.symmetries().iter().flat_map(|symmetry| &symmetry.moves);
    let pure = moves
        .filter(|one| shown.iter().all(|&var| one.target(var) == var && one.value_map(var) == one.value_map(first)));
    pure.map(|one| one.value_map(first).clone()).collect()
}

//! Grades agree with what others think of the same puzzles. `cargo bench --bench grades` does so for all of them.

use std::path::Path;

use cnfab::construct::Grade;
use cnfab::puzzle::{self, Puzzle};

use crate::common::ratings::{agreement, grade, star_battles, sudokus};

/// The grades and the ratings of every n-th puzzle.
fn graded(rated: Vec<(Box<dyn Puzzle>, f64)>, n: usize) -> (Vec<Grade>, Vec<f64>) {
    rated.into_iter().step_by(n).map(|(puzzle, rating)| (grade(puzzle.as_ref()), rating)).unzip()
}

#[test]
fn sudokus_rank_as_the_explainer_of_others_has_them() {
    let (grades, ratings) = graded(sudokus("sudoku-ratings.txt"), 5);
    assert_eq!(grades.len(), 45);
    assert!(agreement(&grades, &ratings) >= 0.9, "{}", agreement(&grades, &ratings));
    let shuffled: Vec<f64> = ratings.iter().rev().copied().collect();
    assert!(agreement(&grades, &shuffled).abs() < 0.5, "ratings of other puzzles");
}

#[test]
fn star_battles_rank_as_they_are_labelled() {
    for (rows, stars, number) in [(9, 2, 19), (10, 2, 38)] {
        let (grades, ratings) = graded(star_battles(rows, stars), 1);
        assert_eq!(grades.len(), number);
        assert!(agreement(&grades, &ratings) >= 0.85, "{rows}/{stars}: {}", agreement(&grades, &ratings));
    }
}

#[test]
fn the_hardest_lists_have_the_highest_grades() {
    let list = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/sudoku").join(name);
        let text = std::fs::read_to_string(path).expect("a model");
        puzzle::read(&text, &|_| Err("no file".to_owned())).expect("Sudokus").1
    };
    // What a newspaper prints needs singles only.
    let easy = sudokus("sudoku-ratings.txt").into_iter().filter(|(_, rating)| *rating <= 2.5);
    let easy: Vec<Box<dyn Puzzle>> = easy.map(|(puzzle, _)| puzzle).collect();
    let means = [easy, list("magictour.txt"), list("hardest.txt")].map(|puzzles| {
        let levels: Vec<f64> = puzzles.iter().take(6).map(|puzzle| grade(puzzle.as_ref()).level as f64).collect();
        levels.iter().sum::<f64>() / levels.len() as f64
    });
    assert!(means.is_sorted() && means[0] + 1.0 < means[1] && means[1] + 1.0 < means[2], "{means:?}");
}

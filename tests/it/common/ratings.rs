//! Puzzles with published ratings, and how well grades agree with them. For tests and benches.

use std::path::Path;

use cnfab::construct::{Extent, Grade, explain};
use cnfab::puzzle::{self, Puzzle};
use cnfab::solve::Budget;

/// Puzzles with their ratings, the greater the harder.
pub(crate) type Rated = Vec<(Box<dyn Puzzle>, f64)>;

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/data").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

fn read(text: &str) -> Box<dyn Puzzle> {
    puzzle::read(text, &|_| Err("no file".to_owned())).expect("a puzzle").1.remove(0)
}

/// The Sudokus of a file of `benches/data`: each a line with the givens and the rating.
pub(crate) fn sudokus(name: &str) -> Rated {
    let text = data(name);
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines
        .map(|(cells, rating)| (read(&format!("kind: sudoku\n\n{cells}\n")), rating.parse().expect("a rating")))
        .collect()
}

/// The labels of Star Battles, from the easiest.
pub(crate) const LABELS: [&str; 4] = ["easy", "medium", "hard", "expert"];

/// The labelled Star Battles of this size.
pub(crate) fn star_battles(rows: usize, stars: usize) -> Rated {
    let text = data("star-battle-labels.txt");
    let boards = text.split("\n\n").filter_map(|block| block.trim().split_once('\n'));
    let of_size = boards.filter_map(|(head, board)| {
        let label = head.strip_prefix(&format!("{rows} {stars} "))?;
        let rating = LABELS.iter().position(|known| *known == label).expect("a label");
        Some((read(&format!("kind: star-battle\nstars: {stars}\n\n{board}\n")), rating as f64))
    });
    of_size.collect()
}

/// The grade of a puzzle.
pub(crate) fn grade(puzzle: &dyn Puzzle) -> Grade {
    let view = puzzle.views()[0].0;
    explain(puzzle, view, Extent::of_grade(), &Budget::unlimited()).expect("steps").grade
}

/// Spearman's rank correlation of grades with ratings: grades by the level, then by the sum of levels.
pub(crate) fn agreement(grades: &[Grade], ratings: &[f64]) -> f64 {
    let numbers: Vec<f64> = grades.iter().map(|grade| (grade.level * 1_000_000 + grade.sum()) as f64).collect();
    let (left, right) = (ranks(&numbers), ranks(ratings));
    let mean = (left.len() as f64 - 1.0) / 2.0;
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        left.iter().zip(&right).map(|(&left, &right)| of(left - mean, right - mean)).sum()
    };
    sum(&|left, right| left * right) / (sum(&|left, _| left * left) * sum(&|_, right| right * right)).sqrt()
}

/// The rank of each value from 0; equal values have the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

//! Grades of puzzles beside what others think of them.
//!
//! Prints how well the ranks agree, which published ratings the puzzles of each level have, and the levels of known
//! lists. `cargo bench --bench grades -- --page docs/grades.md` writes it as a page. The figures are the same on every
//! machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cnfab::construct::Grade;
use cnfab::puzzle::{self, Puzzle};

#[path = "../tests/it/common/ratings.rs"]
mod ratings;

use ratings::{LABELS, Rated, agreement, grade, star_battles, sudokus};

/// Lists of Sudokus, from the easiest, and their reputation.
const LISTS: [(&str, &str); 3] = [
    ("seventeen-clues.txt", "as few clues as can be"),
    ("magictour.txt", "kept by many as hard"),
    ("hardest.txt", "the hardest that players of a forum know"),
];

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let page = words.iter().position(|word| word == "--page").map(|at| &words[at + 1]);
    let text = text();
    match page {
        Some(file) => fs::write(file, text).unwrap_or_else(|error| panic!("{file}: {error}")),
        None => println!("{text}"),
    }
}

fn text() -> String {
    let mut text = "# Grades beside published ratings\n\n\
         Written by `cargo bench --bench grades -- --page docs/grades.md`; nothing here is typed by hand. The figures do\n\
         not depend on the machine. `cnfab help explain` says what a grade means.\n\n\
         The correlation is Spearman's, of ranks: 1 is the same order. Grades are ordered by level, then by the sum of the\n\
         levels of all steps. Of diabolical Sudokus only, the ratings lie close together, which lowers it. No published\n\
         ratings of Hidokus, Kakuros and other kinds are known, so nothing is claimed of these.\n\n\
         | puzzles | number | rated by | correlation |\n|---|---:|---|---:|\n"
        .to_owned();
    let mut levels: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let explainer = "Sukaku Explainer";
    let label = "labels of their publisher";
    let sets: [(&str, Rated, &str); 5] = [
        ("Sudokus made by two generators", sudokus("sudoku-ratings.txt"), explainer),
        ("diabolical Sudokus of a public bank", sudokus("sudoku-bank.txt"), explainer),
        ("Star Battles of 8 rows with 1 star", star_battles(8, 1), label),
        ("Star Battles of 9 rows with 2 stars", star_battles(9, 2), label),
        ("Star Battles of 10 rows with 2 stars", star_battles(10, 2), label),
    ];
    let mut labelled: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (name, rated, who) in sets {
        let (grades, ratings): (Vec<Grade>, Vec<f64>) =
            rated.iter().map(|(puzzle, rating)| (grade(puzzle.as_ref()), *rating)).unzip();
        let correlation = agreement(&grades, &ratings);
        text += &format!("| {name} | {} | {who} | {correlation:.3} |\n", grades.len());
        for (grade, &rating) in grades.iter().zip(&ratings) {
            if who == explainer {
                levels.entry(grade.level).or_default().push(rating);
            } else {
                labelled.entry(rating as usize).or_default().push(grade.level);
            }
        }
    }
    text += "\n## Ratings of Sudokus by level\n\n\
         | level of the hardest step | Sudokus | least rating | median | greatest |\n|---:|---:|---:|---:|---:|\n";
    for (level, mut ratings) in levels {
        ratings.sort_by(f64::total_cmp);
        let [least, median, greatest] = ends(&ratings);
        text += &format!("| {level} | {} | {least} | {median} | {greatest} |\n", ratings.len());
    }
    text += "\n## Levels of Star Battles by label\n\n\
         | label | boards | least level | median | greatest |\n|---|---:|---:|---:|---:|\n";
    for (label, mut levels) in labelled {
        levels.sort_unstable();
        let [least, median, greatest] = ends(&levels);
        text += &format!("| {} | {} | {least} | {median} | {greatest} |\n", LABELS[label], levels.len());
    }
    text += "\n## Levels of known lists\n\n\
         A grade that would take long to find is a lower bound; the levels of those are at least what stands here.\n\n\
         | list | reputation | Sudokus | lower bounds | least level | median | greatest |\n\
         |---|---|---:|---:|---:|---:|---:|\n";
    for (name, about) in LISTS {
        let grades: Vec<Grade> = list(name).iter().map(|puzzle| grade(puzzle.as_ref())).collect();
        let mut levels: Vec<usize> = grades.iter().map(|grade| grade.level).collect();
        levels.sort_unstable();
        let [least, median, greatest] = ends(&levels);
        let bounds = grades.iter().filter(|grade| !grade.complete).count();
        text += &format!("| `{name}` | {about} | {} | {bounds} | {least} | {median} | {greatest} |\n", grades.len());
    }
    text
}

/// The least, the upper median and the greatest of sorted values.
fn ends<T: Copy>(sorted: &[T]) -> [T; 3] {
    [sorted[0], sorted[sorted.len() / 2], sorted[sorted.len() - 1]]
}

fn list(name: &str) -> Vec<Box<dyn Puzzle>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/sudoku").join(name);
    let text = fs::read_to_string(path).expect("a model");
    puzzle::read(&text, &|_| Err("no file".to_owned())).expect("Sudokus").1
}

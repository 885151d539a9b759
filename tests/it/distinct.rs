//! Puzzles that are equal up to the symmetries of their kind are told from others.

use std::collections::{BTreeSet, HashMap};

use cnfab::construct::{BoardGenerator, Distinct};
use cnfab::puzzle::{self, BoardCriteria, Kind, Puzzle};
use cnfab::{Budget, Encodings, Strategy};

use fastrand::Rng;

fn read(text: &str) -> Box<dyn Puzzle> {
    puzzle::read(text, &|_| Err(String::new())).expect("a puzzle").1.remove(0)
}

fn sudoku(box_size: (usize, usize), givens: &[u8]) -> Box<dyn Puzzle> {
    let size = box_size.0 * box_size.1;
    let sign = |digit: &u8| if *digit == 0 { '.' } else { char::from(b'0' + digit) };
    let rows = givens.chunks(size).map(|row| row.iter().map(sign).collect::<String>() + "\n");
    read(&format!("kind: sudoku\nbox: {}x{}\n\n{}", box_size.0, box_size.1, rows.collect::<String>()))
}

/// A random order of lines that keeps bands of this size.
fn lines(size: usize, band: usize, rng: &mut Rng) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..size / band).collect();
    rng.shuffle(&mut bands);
    bands
        .into_iter()
        .flat_map(|number| {
            let mut lines: Vec<usize> = (number * band..(number + 1) * band).collect();
            rng.shuffle(&mut lines);
            lines
        })
        .collect()
}

/// A random image of a Sudoku.
fn image((rows, columns): (usize, usize), givens: &[u8], rng: &mut Rng) -> Vec<u8> {
    let size = rows * columns;
    let (down, right) = (lines(size, rows, rng), lines(size, columns, rng));
    let mut digits: Vec<u8> = (1..=size as u8).collect();
    rng.shuffle(&mut digits);
    let is_transposed = rows == columns && rng.bool();
    let mut found = vec![0; size * size];
    for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        let (row, column) = if is_transposed { (cell % size, cell / size) } else { (cell / size, cell % size) };
        found[down[row] * size + right[column]] = digits[usize::from(digit) - 1];
    }
    found
}

#[test]
fn images_of_a_sudoku_are_no_new_puzzles() {
    let mut rng = Rng::with_seed(1);
    for box_size in [(2_usize, 2_usize), (2, 3), (3, 2), (3, 3), (4, 2)] {
        let cells = (box_size.0 * box_size.1).pow(2);
        for count in [cells / 4, cells / 3, cells] {
            // Any digits will do, whether there is a solution or not.
            let mut givens = vec![0; cells];
            (0..count).for_each(|_| givens[rng.usize(0..cells)] = rng.u8(1..=(box_size.0 * box_size.1) as u8));
            let mut known = Distinct::default();
            assert!(known.is_new(sudoku(box_size, &givens).as_ref()));
            for _ in 0..20 {
                let image = sudoku(box_size, &image(box_size, &givens, &mut rng));
                assert!(!known.is_new(image.as_ref()), "{}", image.text());
            }
        }
    }
}

/// As many classes of random 4 x 4 puzzles as there are under all 3,072 images with exchanged digits.
#[test]
fn other_sudokus_are_new() {
    let mut rng = Rng::with_seed(2);
    let mut known = Distinct::default();
    let mut least_images: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut generators: Vec<Vec<usize>> = Vec::new();
    let swapped = |a: usize, b: usize| -> Vec<usize> {
        let line = |at: usize| {
            if at == a {
                b
            } else if at == b {
                a
            } else {
                at
            }
        };
        (0..16).map(|cell| line(cell / 4) * 4 + cell % 4).collect()
    };
    generators.extend([swapped(0, 1), swapped(2, 3)]);
    generators.push((0..16).map(|cell| (cell + 8) % 16).collect());
    generators.push((0..16).map(|cell| cell % 4 * 4 + cell / 4).collect());
    let mut group: Vec<Vec<usize>> = vec![(0..16).collect()];
    let mut next = 0;
    while let Some(one) = group.get(next).cloned() {
        next += 1;
        for generator in &generators {
            let both: Vec<usize> = one.iter().map(|&cell| generator[cell]).collect();
            if !group.contains(&both) {
                group.push(both);
            }
        }
    }
    assert_eq!(group.len(), 128);
    for _ in 0..300 {
        let mut givens = vec![0; 16];
        (0..rng.usize(3..6)).for_each(|_| givens[rng.usize(0..16)] = rng.u8(1..=3));
        let image = |one: &Vec<usize>| {
            // Digits are numbered as they come.
            let mut numbers = HashMap::new();
            let mut image = vec![0; 16];
            (0..16).for_each(|cell| image[one[cell]] = givens[cell]);
            for digit in image.iter_mut().filter(|digit| **digit > 0) {
                let count = numbers.len() as u8 + 1;
                *digit = *numbers.entry(*digit).or_insert(count);
            }
            image
        };
        let least = group.iter().map(image).min().expect("images");
        assert_eq!(known.is_new(sudoku((2, 2), &givens).as_ref()), least_images.insert(least), "{givens:?}");
    }
    assert!(least_images.len() > 20);
}

#[test]
fn turns_mirror_images_and_exchanged_values_are_no_new_puzzles() {
    let cases: [(&[&str], bool); 12] = [
        (&["kind: numbrix\n\n1 _ _\n_ _ _\n_ 8 _\n", "kind: numbrix\n\n_ _ 1\n8 _ _\n_ _ _\n"], false),
        (&["kind: numbrix\n\n1 _ _\n_ _ _\n_ 8 _\n", "kind: numbrix\n\n9 _ _\n_ _ _\n_ 2 _\n"], false),
        (&["kind: numbrix\n\n1 _ _\n_ _ _\n_ 8 _\n", "kind: numbrix\n\n1 _ _\n_ _ _\n_ 2 _\n"], true),
        (&["kind: binairo\n\n1..0\n....\n....\n...0\n", "kind: binairo\n\n1...\n....\n....\n1..0\n"], false),
        (&["kind: star-battle\n\nAAB\nACB\nCCC\n", "kind: star-battle\n\nABB\nACB\nCCC\n"], false),
        (&["kind: star-battle\n\nAAB\nACB\nCCC\n", "kind: star-battle\n\nAAB\nACC\nCCC\n"], true),
        (&["kind: kenken\n\nAB\nAB\n\nA: 2*\nB: 1-\n", "kind: kenken\n\nXX\nYY\n\nX: 1-\nY: 2*\n"], false),
        (&["kind: kenken\n\nAB\nAB\n\nA: 2*\nB: 1-\n", "kind: kenken\n\nXX\nYY\n\nX: 1-\nY: 2/\n"], true),
        (
            &["kind: kakuro\n\n# 4\\ 13\\\n\\10 . 9\n\\7 . .\n", "kind: kakuro\n\n# 10\\ 7\\\n\\4 . .\n\\13 9 .\n"],
            false,
        ),
        (
            &[
                "kind: skyscrapers\n\n+ 2 . +\n. . . .\n. . 2 .\n+ . . +\n",
                "kind: skyscrapers\n\n+ . . +\n2 . . .\n. . 2 .\n+ . . +\n",
            ],
            false,
        ),
        (
            &[
                "kind: skyscrapers\n\n+ 2 . +\n. . . .\n. . 2 .\n+ . . +\n",
                "kind: skyscrapers\n\n+ . . +\n. . . .\n. . 2 .\n+ 2 . +\n",
            ],
            true,
        ),
        (
            &[
                "kind: killer-sudoku\nbox: 2x3\n\nAA....\n......\n......\n......\n......\n......\n\nA: 4\n",
                "kind: killer-sudoku\nbox: 2x3\n\nA.....\nA.....\n......\n......\n......\n......\n\nA: 4\n",
            ],
            true,
        ),
    ];
    for (texts, is_new) in cases {
        let mut known = Distinct::default();
        assert!(known.is_new(read(texts[0]).as_ref()));
        assert_eq!(known.is_new(read(texts[1]).as_ref()), is_new, "{texts:?}");
    }
}

/// Texts of one kind that are equal up to its symmetries, and one that is not.
const IMAGES: [(&str, &[&str], &str); 7] = [
    (
        "kind: seating\ntable: round\nguests: a b c d e\n\n",
        &[
            "a at 1\nb next to a\nb not next to c or d\ne at 2 or 3\n",
            // Turned by one seat, with other names.
            "d at 2\nc not next to a or b\nd next to c\ne at 3 or 4\n",
            // The other way round.
            "a at 5\nb next to a\nb not next to c\nd not next to b\ne at 4 or 3\n",
        ],
        "a at 1\nb next to a\nb not next to c or d\ne at 2 or 4\n",
    ),
    (
        "kind: seating\ntable: row\nguests: a b c d\n\n",
        &[
            "a next to b or c\nno two of a b d are neighbours or d at 4\n",
            "c next to b or a\nd at 1 or no two of d b c are neighbours\n",
        ],
        "a next to b or d\nno two of a b d are neighbours or d at 4\n",
    ),
    (
        "kind: jodici\n\n",
        &[
            "1 2 _ _ _ _\n_ _ 4 _ _ _\n_ _ _ _ _ 9\n",
            "_ _ 4 _ _ _\n1 2 _ _ _ _\n_ _ _ _ _ 9\n",
            "2 _ _ _ 1 _\n_ _ _ 4 _ _\n_ 9 _ _ _ _\n",
            "9 8 _ _ _ _\n_ _ 6 _ _ _\n_ _ _ _ _ 1\n",
        ],
        "1 2 _ _ _ _\n_ 4 _ _ _ _\n_ _ _ _ _ 9\n",
    ),
    ("kind: disks\n\n", &["110000\n101000\n001100\n", "011000\n000011\n100010\n"], "110000\n100100\n001100\n"),
    (
        "kind: equation\nnumbers: 1..9\n\n",
        &["_ + 1 = 3\n*   -\n_ + _ = 4\n=   =\n5   6\n", "_ * _ = 5\n+   +\n1 - _ = 6\n=   =\n3   4\n"],
        "1 + _ = 3\n*   -\n_ + _ = 4\n=   =\n5   6\n",
    ),
    ("kind: crossword\n\n", &["A__\n__#\n#__\n", "A_#\n___\n_#_\n"], "A_#\n__#\n#__\n"),
    (
        "kind: dissection\nflip: no\n\n",
        &[
            "BWB\nWBB\n===\nBW\nW_\n===\n_B\nBB\n",
            "BBW\nBWB\n===\nBB\nB_\n===\nW_\nBW\n",
            "BW\nWB\nBB\n===\nBB\n_B\n===\nWB\n_W\n",
        ],
        "BWB\nWBB\n===\nBW\nW_\n===\nBB\nB_\n===\nB\n",
    ),
];

#[test]
fn images_of_puzzles_of_all_other_kinds_are_no_new_puzzles() {
    for (head, images, other) in IMAGES {
        let mut known = Distinct::default();
        for (number, image) in images.iter().enumerate() {
            let is_new = known.is_new(read(&format!("{head}{image}")).as_ref());
            assert_eq!(is_new, number == 0, "{head}{image}");
        }
        assert!(known.is_new(read(&format!("{head}{other}")).as_ref()), "{head}{other}");
    }
}

/// The only solution, drawn: what two puzzles that are equal up to symmetry have in common.
fn has_one_solution(puzzle: &dyn Puzzle) -> bool {
    let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
    let counted = backend.count_only(&puzzle.make_model(puzzle.views()[0].0), &Budget::unlimited());
    counted.expect("native search takes every model").number.to_string() == "1"
}

#[test]
fn small_boards_come_once() {
    let maker = Kind::named("queens").expect("a kind").0.boards.expect("boards are made");
    let wish = BoardCriteria::new(4, 4);
    let mut generator = BoardGenerator::new(maker, wish, false, &Budget::unlimited()).expect("a size");
    let mut rng = Rng::with_seed(3);
    let (mut texts, mut known, mut count) = (BTreeSet::new(), Distinct::default(), 0);
    for _ in 0..200 {
        let puzzle = generator.make(&mut rng).expect("no limit").puzzle;
        assert!(has_one_solution(puzzle.as_ref()));
        count += usize::from(known.is_new(puzzle.as_ref()));
        texts.insert(puzzle.text());
    }
    assert!(count < texts.len(), "{count} of {} texts are different up to symmetry", texts.len());
}

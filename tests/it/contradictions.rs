//! A puzzle with a contradiction that is seen without a search has no solution: random small puzzles of every kind.
//!
//! [`KIND_TEXTS`] says how their texts are made. A kind that is missing there fails the test.

use std::ops::{ControlFlow, RangeInclusive};

use cnfab::puzzle::{self, KINDS, Kind, Puzzle};
use cnfab::solve::{Budget, Encodings, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;

/// A square or a rectangle of pieces, a line per row.
fn rows(rows: usize, columns: usize, mut piece: impl FnMut(usize) -> String, between: &str) -> String {
    let row = |row: usize, piece: &mut dyn FnMut(usize) -> String| {
        let cells: Vec<String> = (0..columns).map(|column| piece(row * columns + column)).collect();
        cells.join(between) + "\n"
    };
    (0..rows).map(|index| row(index, &mut piece)).collect()
}

/// Some of these numbers in random order, most cells without one.
fn some_numbers(rng: &mut Rng, numbers: impl IntoIterator<Item = i32>, cells: usize) -> Vec<String> {
    let mut numbers: Vec<i32> = numbers.into_iter().collect();
    rng.shuffle(&mut numbers);
    let share = rng.u8(1..=6);
    let text = |number: i32| if rng.u8(..8) < share { number.to_string() } else { "_".to_owned() };
    numbers.into_iter().take(cells).map(text).collect()
}

/// The cells of a grid, some of them empty. In half of the grids, some numbers are other ones than the right ones.
fn mostly_right(
    rng: &mut Rng,
    cells: usize,
    numbers: RangeInclusive<usize>,
    right: impl Fn(usize) -> usize,
) -> Vec<String> {
    let share = rng.u8(1..=7);
    let wrong = rng.u8(..2);
    let text = |cell: usize| match (rng.u8(..8) < share, rng.u8(..8) < wrong) {
        (false, _) => ".".to_owned(),
        (true, true) => rng.usize(numbers.clone()).to_string(),
        (true, false) => right(cell).to_string(),
    };
    (0..cells).map(text).collect()
}

/// The digit of a cell in a grid that is right, with boxes of `down` rows and `across` columns.
fn right_digit(down: usize, across: usize, cell: usize) -> usize {
    let size = down * across;
    (cell / size * across + cell / size / down + cell % size) % size + 1
}

fn sudoku(rng: &mut Rng) -> String {
    let (down, across) = [(2, 2), (1, 3), (2, 1), (2, 3)][rng.usize(..4)];
    let size = down * across;
    let digits = mostly_right(rng, size * size, 1..=size, |cell| right_digit(down, across, cell));
    format!("kind: sudoku\nbox: {down}x{across}\n\n{}", rows(size, size, |cell| digits[cell].clone(), " "))
}

fn sudoku_with_regions(rng: &mut Rng) -> String {
    let size = rng.usize(2..=4);
    let right = |cell: usize| (cell / size + cell % size) % size + 1;
    // Each region has each digit once; then cells are exchanged now and then.
    let mut region = vec![0; size * size];
    for digit in 1..=size {
        let mut numbers: Vec<usize> = (0..size).collect();
        rng.shuffle(&mut numbers);
        let cells = (0..size * size).filter(|&cell| right(cell) == digit);
        cells.zip(numbers).for_each(|(cell, number)| region[cell] = number);
    }
    for _ in 0..rng.usize(..3) {
        region.swap(rng.usize(..size * size), rng.usize(..size * size));
    }
    let digits = mostly_right(rng, size * size, 1..=size, right);
    let grid = rows(size, size, |cell| digits[cell].clone(), " ");
    let map = rows(size, size, |cell| char::from(b'A' + region[cell] as u8).to_string(), "");
    format!("kind: sudoku\n\n{grid}\nregions:\n{map}")
}

/// A map of cages on a square, and their clues. A cell joins a cage beside it, begins one, or is in none.
fn cages(rng: &mut Rng, size: usize, clue: impl Fn(&mut Rng, &[usize]) -> String) -> String {
    let open = if rng.bool() { 0 } else { 1 };
    let mut cages: Vec<Vec<usize>> = Vec::new();
    for cell in 0..size * size {
        if rng.u8(..8) < open {
            continue;
        }
        let beside = [cell.checked_sub(1).filter(|_| cell % size > 0), cell.checked_sub(size)];
        let joined = beside[rng.usize(..2)].filter(|_| rng.bool());
        match cages.iter_mut().find(|cage| joined.is_some_and(|other| cage.contains(&other))) {
            Some(cage) => cage.push(cell),
            None => cages.push(vec![cell]),
        }
    }
    let symbol = |number: usize| char::from(b'A' + number as u8);
    let symbol_of = |cell: usize| match cages.iter().position(|cage| cage.contains(&cell)) {
        Some(number) => symbol(number).to_string(),
        None => ".".to_owned(),
    };
    let clues = cages.iter().enumerate().map(|(number, cells)| format!("{}: {}\n", symbol(number), clue(rng, cells)));
    let clues: String = clues.collect();
    rows(size, size, symbol_of, "") + "\n" + &clues
}

fn killer_sudoku(rng: &mut Rng) -> String {
    let (down, across) = [(2, 2), (1, 3), (2, 1), (1, 4)][rng.usize(..4)];
    let size = down * across;
    let most = size * (size + 1) / 2;
    let cages = cages(rng, size, |rng, cells| {
        let sum: usize = cells.iter().map(|&cell| right_digit(down, across, cell)).sum();
        if rng.u8(..12) == 0 { rng.usize(1..=most) } else { sum.min(most) }.to_string()
    });
    format!("kind: killer-sudoku\nbox: {down}x{across}\n\n{cages}")
}

fn kenken(rng: &mut Rng) -> String {
    let size = rng.usize(1..=4);
    let cages = cages(rng, size, |rng, cells| {
        let numbers = || cells.iter().map(|cell| (cell / size + cell % size) % size + 1);
        let (sum, product, largest) = (numbers().sum(), numbers().product(), numbers().max().unwrap_or(0));
        let (sign, target) = [
            ("+", sum),
            ("-", (2 * largest).saturating_sub(sum)),
            ("*", product),
            ("/", largest * largest / product),
            ("", sum),
            ("", product),
        ][rng.usize(..6)];
        let target = if target == 0 || rng.u8(..12) == 0 { rng.usize(1..=12) } else { target };
        format!("{target}{sign}")
    });
    format!("kind: kenken\n\n{cages}")
}

fn binairo(rng: &mut Rng) -> String {
    let (down, across) = [(2, 2), (2, 4), (4, 2), (4, 4), (4, 6)][rng.usize(..5)];
    let repeat = ["yes", "no"][rng.usize(..2)];
    // Slanting stripes. With a width of 1, every other line is alike; with 2, lines differ; with 3, three in a row are
    // alike.
    let width = rng.usize(1..=3);
    let right = |cell: usize| (cell / across + cell % across) / width % 2;
    let digits = mostly_right(rng, down * across, 0..=1, right);
    format!("kind: binairo\nrepeat: {repeat}\n\n{}", rows(down, across, |cell| digits[cell].clone(), ""))
}

fn kakuro(rng: &mut Rng) -> String {
    // Clues stand above and on the left.
    let (down, across) = [(2, 10), (2, 11), (3, 3), (3, 4), (4, 3), (4, 4)][rng.usize(..6)];
    let holes = rng.u8(..3);
    let is_white: Vec<bool> =
        (0..down * across).map(|cell| cell >= across && cell % across > 0 && rng.u8(..9) >= holes).collect();
    let first = rng.usize(..9);
    let right = |cell: usize| (first + cell / across * 3 + cell % across) % 9 + 1;
    let digits = mostly_right(rng, down * across, 1..=9, right);
    // The clue of the run in the next cells of a line, if there is one.
    let clue = |rng: &mut Rng, line: &mut dyn Iterator<Item = usize>| {
        let sum: usize = line.take_while(|&cell| is_white[cell]).map(right).sum();
        match rng.u8(..16) {
            _ if sum == 0 => String::new(),
            0 => rng.usize(1..=30).to_string(),
            1..4 => String::new(),
            _ => sum.to_string(),
        }
    };
    let place = |cell: usize| {
        if is_white[cell] {
            return digits[cell].clone();
        }
        let below = clue(rng, &mut (cell + across..down * across).step_by(across));
        let right = clue(rng, &mut (cell + 1..cell / across * across + across));
        if below.is_empty() && right.is_empty() { "#".to_owned() } else { format!("{below}\\{right}") }
    };
    format!("kind: kakuro\n\n{}", rows(down, across, place, " "))
}

fn skyscrapers(rng: &mut Rng) -> String {
    let size = rng.usize(1..=4);
    let most = rng.usize(1..=size);
    let mut first: Vec<usize> = (0..size).collect();
    rng.shuffle(&mut first);
    let right = |cell: usize| Some((first[cell / size] + cell % size) % size + 1).filter(|&height| height <= most);
    let right = |cell: usize| right(cell).unwrap_or(0);
    let heights = mostly_right(rng, size * size, usize::from(most == size)..=most, right);
    let mut clue = |line: &mut dyn Iterator<Item = usize>| {
        let mut highest = 0;
        let is_seen = |&height: &usize| {
            let is_higher = height > highest;
            highest = highest.max(height);
            is_higher
        };
        let seen = line.map(right).filter(is_seen).count();
        match rng.u8(..16) {
            0 => rng.usize(1..=size).to_string(),
            1..=8 => ".".to_owned(),
            _ => seen.to_string(),
        }
    };
    let column = |number: usize| (number..size * size).step_by(size);
    let above: Vec<String> = (0..size).map(|number| clue(&mut column(number))).collect();
    let below: Vec<String> = (0..size).map(|number| clue(&mut column(number).rev())).collect();
    let mut text = format!("kind: skyscrapers\nheights: {most}\n\n{}\n", above.join(" "));
    for start in (0..size * size).step_by(size) {
        let row = start..start + size;
        let (left, right) = (clue(&mut row.clone()), clue(&mut row.clone().rev()));
        text += &format!("{left} {} {right}\n", heights[row].join(" "));
    }
    text + &below.join(" ") + "\n"
}

fn magic_board(rng: &mut Rng) -> String {
    let size = rng.usize(1..=3);
    let cells = (size * size) as i32;
    let low = rng.i32(-3..=3);
    let high = low + cells - 1 + rng.i32(0..3);
    let numbers = some_numbers(rng, low..=high, cells as usize);
    let sum = (low + high) * size as i32 / 2 + if rng.bool() { 0 } else { rng.i32(-8..=8) };
    let board = rows(size, size, |cell| numbers[cell].clone(), " ");
    format!("kind: magic-board\nnumbers: {low}..{high}\nsum: {sum}\n\n{board}")
}

fn hexagon(rng: &mut Rng) -> String {
    let order = rng.usize(1..=2);
    let cells = if order == 1 { 1 } else { 7 };
    let low = rng.i32(-3..=3);
    let high = low + cells - 1 + rng.i32(0..3);
    let sum = rng.i32(low..=3 * high.max(1));
    let numbers = some_numbers(rng, low..=high, cells as usize).join(" ");
    let rows = match numbers.split(' ').collect::<Vec<_>>()[..] {
        [a, b, c, d, e, f, g] => format!("{a} {b}\n{c} {d} {e}\n{f} {g}\n"),
        ref other => other.join(" ") + "\n",
    };
    format!("kind: hexagon\norder: {order}\nnumbers: {low}..{high}\nsum: {sum}\n\n{rows}")
}

fn jodici(rng: &mut Rng) -> String {
    let (rings, sectors) = [(1, 2), (2, 2), (2, 3), (3, 2)][rng.usize(..4)];
    let fields = rings * sectors;
    let low = rng.i32(-2..=2);
    let times = if rng.bool() { 1 } else { 2 };
    let high = low + (fields / times) as i32 - 1;
    let all: Vec<i32> = (low..=high).flat_map(|number| vec![number; times]).collect();
    let total: i32 = all.iter().sum();
    let sum = |rng: &mut Rng, parts: i32| total / parts + i32::from(rng.u8(..6) == 0);
    let (ring, sector) = (sum(rng, rings as i32), sum(rng, sectors as i32));
    let numbers = some_numbers(rng, all, fields);
    let board = rows(rings, sectors, |cell| numbers[cell].clone(), " ");
    format!("kind: jodici\nnumbers: {low}..{high}\nring-sum: {ring}\nsector-sum: {sector}\n\n{board}")
}

fn hidoku(rng: &mut Rng) -> String {
    let (down, across) = (rng.usize(1..=4), rng.usize(1..=4));
    let holes = if rng.bool() { 0 } else { rng.u8(1..=4) };
    let is_cell: Vec<bool> = (0..down * across).map(|cell| cell == 0 || rng.u8(..10) >= holes).collect();
    let cells = is_cell.iter().filter(|is_cell| **is_cell).count();
    let mut numbers = some_numbers(rng, 1..=cells as i32, cells);
    if rng.bool() {
        // A snake's numbers, which fit each other if there is no hole.
        let share = rng.u8(1..=6);
        let snake = |cell: usize| match (cell / across % 2, cell % across) {
            (0, column) => cell / across * across + column,
            (_, column) => cell / across * across + across - 1 - column,
        };
        let text = |cell: usize| if rng.u8(..8) < share { (snake(cell) + 1).to_string() } else { "_".to_owned() };
        let snake: Vec<String> = (0..down * across).map(text).collect();
        if cells == down * across {
            numbers = snake;
        }
    }
    let mut next = numbers.into_iter();
    let board =
        rows(down, across, |cell| if is_cell[cell] { next.next().expect("one per cell") } else { "#".to_owned() }, " ");
    format!("kind: hidoku\nneighbours: {}\n\n{board}", if rng.bool() { 4 } else { 8 })
}

fn disks(rng: &mut Rng) -> String {
    let (disks, places) = (rng.usize(1..=3), rng.usize(1..=6));
    let owner: Vec<usize> = (0..places).map(|_| rng.usize(..disks)).collect();
    let turns: Vec<usize> = (0..disks).map(|_| rng.usize(..places)).collect();
    let wrong = rng.u8(..4) == 0;
    let place = |cell: usize| {
        let (disk, place) = (cell / places, cell % places);
        let is_solid = owner[(place + turns[disk]) % places] == disk;
        u8::from(is_solid != (wrong && rng.u8(..6) == 0)).to_string()
    };
    format!("kind: disks\n\n{}", rows(disks, places, place, ""))
}

fn equation(rng: &mut Rng) -> String {
    let (down, across) = (rng.usize(1..=3), rng.usize(1..=3));
    let low = rng.i32(-4..=2);
    let high = low + rng.i32(0..=4);
    let values: Vec<i32> = (0..down * across).map(|_| rng.i32(low..=high)).collect();
    // Half of the texts are sums of these values, mostly right.
    let is_planted = rng.bool();
    let operators = ["+ - *", "+ -", "* +"][rng.usize(..3)].split(' ').collect::<Vec<_>>();
    let mut text = format!("kind: equation\nnumbers: {low}..{high}\n\n");
    let operators = if is_planted { vec!["+"] } else { operators };
    let result = |rng: &mut Rng, cells: &mut dyn Iterator<Item = usize>| match (is_planted, rng.u8(..8)) {
        (_, 0) => "_".to_owned(),
        (true, 2..) => cells.map(|cell| values[cell]).sum::<i32>().to_string(),
        _ => rng.i32(-12..=20).to_string(),
    };
    for row in 0..down {
        for column in 0..across {
            let value = values[row * across + column];
            let is_given = rng.u8(..3) == 0;
            text += &if is_given { format!("{value} ") } else { "_ ".to_owned() };
            let operator = operators[rng.usize(..operators.len())];
            text += &if column + 1 < across {
                format!("{operator} ")
            } else {
                format!("= {}\n", result(rng, &mut (row * across..(row + 1) * across)))
            };
        }
        for _ in 0..across {
            let operator = operators[rng.usize(..operators.len())];
            text += if row + 1 < down { operator } else { "=" };
            text += " ";
        }
        text += "\n";
    }
    (0..across).for_each(|column| text += &format!("{} ", result(rng, &mut (column..down * across).step_by(across))));
    text + "\n"
}

fn star_battle(rng: &mut Rng) -> String {
    let size = rng.usize(1..=6);
    let stars = rng.usize(1..=2);
    // Each region grows from a cell of its own; what no cell of a region came to is outside.
    let mut region: Vec<Option<usize>> = vec![None; size * size];
    for number in 0..size {
        while let Some(free) = Some(rng.usize(..size * size)).filter(|_| !region.contains(&Some(number))) {
            region[free] = region[free].or(Some(number));
        }
    }
    for _ in 0..rng.usize(1..=12 * size * size) {
        let cell = rng.usize(..size * size);
        let (row, column) = (cell / size, cell % size);
        let beside =
            [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        let (row, column) = beside[rng.usize(..4)];
        if row < size && column < size && region[row * size + column].is_none() {
            region[row * size + column] = region[cell];
        }
    }
    let outside = if region.contains(&None) { "outside: -\n" } else { "" };
    let symbol =
        |cell: usize| region[cell].map_or("-".to_owned(), |number| char::from(b'a' + number as u8).to_string());
    format!("kind: star-battle\nstars: {stars}\n{outside}\n{}", rows(size, size, symbol, ""))
}

fn dissection(rng: &mut Rng) -> String {
    let (down, across) = (rng.usize(2..=4), rng.usize(2..=4));
    let mut is_square: Vec<bool> = (0..down * across).map(|_| rng.u8(..6) > 0).collect();
    is_square[0] = true;
    let colours = if rng.bool() { "colours: no\n" } else { "" };
    let colour = |cell: usize| if is_square[cell] { ["a", "b"][rng.usize(..2)] } else { "_" }.to_owned();
    let board = rows(down, across, colour, "");
    let mut left = is_square.iter().filter(|is_square| **is_square).count();
    let mut text = format!("kind: dissection\n{colours}\n{board}");
    while left > 0 {
        let area = rng.usize(1..=left.min(3));
        let stone: String = (0..area).map(|_| ['a', 'b'][rng.usize(..2)]).collect();
        text += &format!("===\n{stone}\n");
        left -= area;
    }
    text
}

fn seating(rng: &mut Rng) -> String {
    let count = rng.usize(1..=5);
    let guests = &["A", "B", "C", "D", "E"][..count];
    let mut text =
        format!("kind: seating\ntable: {}\nguests: {}\n\n", ["round", "row"][rng.usize(..2)], guests.join(" "));
    for _ in 0..rng.usize(0..=5) {
        let mut shuffled = guests.to_vec();
        rng.shuffle(&mut shuffled);
        let others = shuffled[1..].iter().take(rng.usize(1..=2)).copied().collect::<Vec<_>>().join(" or ");
        let not = ["", "not "][rng.usize(..2)];
        let rule = match rng.u8(..5) {
            0 | 1 if count > 1 => format!("{} {not}next to {others}", shuffled[0]),
            2 if count > 1 => format!("no two of {} are neighbours", shuffled[..rng.usize(2..=count)].join(" ")),
            _ => format!("{} {not}at {}", shuffled[0], rng.usize(1..=count)),
        };
        text += &rule;
        text += "\n";
    }
    text
}

/// The words of the next text are those of this file.
const WORDS: &str = "aa\nab\nba\ncd\naba\nbab\nabc\ncab\nbca\nddd\nabcd\n";

fn crossword(rng: &mut Rng) -> String {
    let (down, across) = (rng.usize(1..=3), rng.usize(2..=4));
    let repeat = ["yes", "no"][rng.usize(..2)];
    let place = |_: usize| ["_", "_", "_", "_", "#", "A", "B", "C"][rng.usize(..8)].to_owned();
    format!("kind: crossword\nwords: list\nrepeat: {repeat}\n\n{}", rows(down, across, place, ""))
}

/// Makes a text, from random numbers.
type MakeText = fn(&mut Rng) -> String;

/// Texts of a kind: how random ones are made, of which some contradict themselves and some have a solution; and a small
/// puzzle, if the kind has clues.
struct KindTexts(&'static str, MakeText, Option<&'static str>);

/// The texts of all kinds.
const KIND_TEXTS: &[KindTexts] = &[
    KindTexts("binairo", binairo, Some("kind: binairo\n\n1..0\n....\n.1..\n...0\n")),
    KindTexts("crossword", crossword, Some("kind: crossword\nwords: common.words\n\nca_\n___\n_#t\n")),
    KindTexts("disks", disks, None),
    KindTexts("dissection", dissection, None),
    KindTexts(
        "equation",
        equation,
        Some("kind: equation\nnumbers: 1..4\n\n2 + _ * _ = 8\n+   -   +\n_ * 3 - _ = 1\n=   =   =\n5   1   4\n"),
    ),
    KindTexts("hexagon", hexagon, Some("kind: hexagon\norder: 2\nnumbers: 1..9\nsum: 12\n\n_ 3\n_ _ 2\n_ _\n")),
    KindTexts("hidoku", hidoku, Some("kind: hidoku\n\n1 _ _\n_ 5 _\n_ _ 9\n")),
    KindTexts("jodici", jodici, Some("kind: jodici\nnumbers: 1..4\nring-sum: 10\nsector-sum: 5\n\n1 _ 3 _\n_ 2 _ _\n")),
    KindTexts("kakuro", kakuro, Some("kind: kakuro\n\n# 4\\ 13\\\n\\10 . 9\n\\7 . .\n")),
    KindTexts("kenken", kenken, Some("kind: kenken\n\nABB\nAAC\nDDC\n\nA: 6*, B: 5+, C: 1-, D: 2\n")),
    KindTexts(
        "killer-sudoku",
        killer_sudoku,
        Some("kind: killer-sudoku\n\nBBDA\nBCDA\nFCDE\nFCEE\n\nA: 3, B: 9, C: 7, D: 8, E: 9, F: 4\n"),
    ),
    KindTexts("magic-board", magic_board, Some("kind: magic-board\nsize: 3\n\n2 _ _\n_ 5 _\n_ 3 _\n")),
    KindTexts(
        "seating",
        seating,
        Some(
            "kind: seating\ntable: row\nguests: Ann Bob Cy Di\n\nAnn next to Bob\nCy not at 1 or 2\nno two of Ann Di are neighbours\nBob at 1 or Di next to Cy\n",
        ),
    ),
    KindTexts(
        "skyscrapers",
        skyscrapers,
        Some("kind: skyscrapers\n\n+ 2 . 1 . +\n. . . . . 2\n3 . 2 . . .\n. . . . 4 .\n1 . . . . .\n+ . 3 . . +\n"),
    ),
    KindTexts("star-battle", star_battle, None),
    KindTexts("sudoku", sudoku, Some("kind: sudoku\nbox: 2x2\n\n1.3.\n.4..\n..2.\n.1..\n")),
    KindTexts("sudoku", sudoku_with_regions, None),
];

/// The small puzzles of kinds with clues.
pub(crate) fn small() -> impl Iterator<Item = (&'static str, &'static str)> {
    KIND_TEXTS.iter().filter_map(|&KindTexts(name, _, small)| Some((name, small?)))
}

fn has_solution(puzzle: &dyn Puzzle) -> bool {
    let model = puzzle.model(puzzle.kind().views[0].0).expect("the kind lists it");
    let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
    let mut is_found = false;
    let result = backend.solve(&model, &Budget::unlimited(), &mut |_| {
        is_found = true;
        ControlFlow::Break(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    is_found
}

/// Compares what is seen in random texts of a kind with what a search finds.
fn compare(kind: &Kind, text_of: MakeText) {
    let name = kind.name;
    let (mut seen, mut unseen, mut solved) = (0, 0, 0);
    for seed in rounds(600) {
        let text = text_of(&mut Rng::with_seed(seed));
        let read = puzzle::read(&text, &|_| Ok(WORDS.to_owned()));
        // A random text may break a rule of the format, such as a crossword without a slot.
        let Ok((_, puzzles)) = read else { continue };
        let puzzle = puzzles[0].as_ref();
        assert_eq!(puzzle.kind().name, name);
        match (puzzle.contradiction(), has_solution(puzzle)) {
            (Some(why), true) => panic!("{name} seed {seed} has a solution, but: {why}\n{text}"),
            (Some(_), false) => seen += 1,
            (None, false) => unseen += 1,
            (None, true) => solved += 1,
        }
    }
    assert!(seen > 10 && solved > 10, "{name}: {seen} seen, {unseen} not seen, {solved} solved");
}

#[test]
fn what_contradicts_itself_has_no_solution() {
    for kind in KINDS {
        let name = kind.name;
        let texts: Vec<MakeText> = KIND_TEXTS.iter().filter(|texts| texts.0 == name).map(|texts| texts.1).collect();
        assert!(
            !texts.is_empty(),
            "kind '{name}' has no random texts: write a function that makes texts of small boards, some with a \
             contradiction and some with a solution, and add them to KIND_TEXTS in {}",
            file!()
        );
        texts.into_iter().for_each(|text_of| compare(kind, text_of));
    }
}

//! Contradictions that are seen without a search are none of a puzzle that has a solution: random small puzzles of
//! every kind.

use std::ops::ControlFlow;

use cnfab::puzzle::{self, Puzzle};
use cnfab::solve::{Budget, Encodings, Strategy};
use fastrand::Rng;

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

fn sudoku(rng: &mut Rng) -> String {
    let (down, across) = [(2, 2), (1, 3), (2, 1), (2, 3)][rng.usize(..4)];
    let size = down * across;
    let share = rng.u8(1..=4);
    // A grid that is right, with a digit changed now and then.
    let digit = |cell: usize| (cell / size * across + cell / size / down + cell % size) % size + 1;
    let text = |cell: usize| match (rng.u8(..8) < share, rng.u8(..8)) {
        (false, _) => ".".to_owned(),
        (true, 0) => rng.usize(1..=size).to_string(),
        (true, _) => digit(cell).to_string(),
    };
    format!("kind: sudoku\nbox: {down}x{across}\n\n{}", rows(size, size, text, " "))
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

/// Random texts of kinds.
const TEXTS: &[(&str, MakeText)] = &[
    ("crossword", crossword),
    ("disks", disks),
    ("dissection", dissection),
    ("equation", equation),
    ("hexagon", hexagon),
    ("hidoku", hidoku),
    ("jodici", jodici),
    ("magic-board", magic_board),
    ("seating", seating),
    ("star-battle", star_battle),
    ("sudoku", sudoku),
];

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

#[test]
fn what_contradicts_itself_has_no_solution() {
    for (name, text_of) in TEXTS {
        let (mut seen, mut unseen, mut solved) = (0, 0, 0);
        for seed in 0..600 {
            let text = text_of(&mut Rng::with_seed(seed));
            let read = puzzle::read(&text, &|_| Ok(WORDS.to_owned()));
            // A random text may break a rule of the format, such as a crossword without a slot.
            let Ok((_, puzzles)) = read else { continue };
            let puzzle = puzzles[0].as_ref();
            match (puzzle.contradiction(), has_solution(puzzle)) {
                (Some(why), true) => panic!("{} seed {seed} has a solution, but: {why}\n{text}", name),
                (Some(_), false) => seen += 1,
                (None, false) => unseen += 1,
                (None, true) => solved += 1,
            }
        }
        assert!(seen > 10 && solved > 10, "{}: {seen} seen, {unseen} not seen, {solved} solved", name);
    }
}

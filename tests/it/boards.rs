//! Models of the founding puzzles, posted by hand, so that the engine is measured without any puzzle file.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab::model::{Atom, Model, Relation, Var};

/// Cells `0..count` with a domain each.
fn cells(model: &mut Model, count: usize, domain: impl Fn(usize) -> Vec<i32>) -> Vec<Var> {
    (0..count).map(|i| model.var(format!("cell[{i}]"), domain(i))).collect()
}

/// Sudoku with boxes of `size` by `size` from a line of cells; anything but a digit from 1 on is open.
pub(crate) fn sudoku(size: usize, line: &str) -> Model {
    let side = size * size;
    let mut model = Model::new();
    let given: Vec<Option<u32>> = line.chars().map(|c| c.to_digit(36).filter(|&d| d > 0)).collect();
    let vars = cells(&mut model, side * side, |i| match given[i] {
        Some(digit) => vec![digit as i32],
        None => (1..=side as i32).collect(),
    });
    for i in 0..side {
        model.all_different("row", (0..side).map(|j| vars[side * i + j]));
        model.all_different("column", (0..side).map(|j| vars[side * j + i]));
        let corner = i / size * size * side + i % size * size;
        model.all_different("box", (0..side).map(|j| vars[corner + j / size * side + j % size]));
    }
    model
}

/// Star Battle from a picture of the regions.
pub(crate) fn star_battle(stars: usize, picture: &str) -> Model {
    let regions: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
    let side = regions.len().isqrt();
    let mut model = Model::new();
    let vars = cells(&mut model, side * side, |_| vec![0, 1]);
    let star = |i: usize| vars[i].is(1);
    for i in 0..side {
        model.exactly("row", stars, (0..side).map(|j| star(side * i + j)));
        model.exactly("column", stars, (0..side).map(|j| star(side * j + i)));
    }
    for name in regions.iter().collect::<BTreeSet<_>>() {
        model.exactly("region", stars, (0..side * side).filter(|&i| regions[i] == *name).map(star));
    }
    for y in 0..side - 1 {
        for x in 0..side - 1 {
            let corner = side * y + x;
            model.at_most("touch", 1, [corner, corner + 1, corner + side, corner + side + 1].map(star));
        }
    }
    model
}

pub(crate) const BOARD_5: &str = ", + ' ' '  , + : : '  , + : : .  , . . . .  , . . . .";

pub(crate) const BOARD_1: &str = "` . . . . . | ; ; ;  ` . . . . . | ; ; ;  ` ` ` . . . | ; ; ;  ` , ` . . . . ; ; ;
    , , , . . + + = = =  , , : : + + + + + +  , : : ' ' ' ' ' ' +  , : : - - ' ' ' ' '
    , : : : - - - ' ' '  , , , - - - - ' ' '";

pub(crate) const BOARD_24: &str = ". . . ' ' , , , , ,  . 2 2 2 ' 4 , 4 , -  . . . 2 ' 4 , 4 - -  . 2 2 2 ' 4 4 4 - -
    . 2 t t t ; f 4 f -  . 2 2 2 t ; f 4 f -  . . t t t ; f f f -  : : t ; ; ; ; ; f -
    : : t t t : - ; f -  : : : : : : - - - -";

/// The magic hexagon of an order: numbers from `first` on, every line adds up to `sum`. Declares the order `spiral`.
pub(crate) fn hexagon(order: i32, first: i32, sum: i64) -> Model {
    let radius = order - 1;
    // Axial coordinates, row by row.
    let mut places: Vec<(i32, i32)> = Vec::new();
    for r in -radius..=radius {
        places.extend((-radius..=radius).filter(|q| (q + r).abs() <= radius).map(|q| (q, r)));
    }
    let mut model = Model::new();
    let count = places.len() as i32;
    let vars = cells(&mut model, places.len(), |_| (first..first + count).collect());
    model.all_different("number", vars.iter().copied());
    let axes: [fn((i32, i32)) -> i32; 3] = [|(_, r)| r, |(q, _)| q, |(q, r)| q + r];
    for axis in axes {
        for line in -radius..=radius {
            let on_line = places.iter().zip(&vars).filter(|&(&place, _)| axis(place) == line).map(|(_, &var)| var);
            model.sum_eq("line", on_line, sum);
        }
    }
    let at = |place: (i32, i32)| vars[places.iter().position(|&p| p == place).expect("a cell")];
    let mut spiral = Vec::new();
    for ring in (1..=radius).rev() {
        // From the upper left corner clockwise.
        let mut place = (0, -ring);
        for (dq, dr) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
            for _ in 0..ring {
                spiral.push(at(place));
                place = (place.0 + dq, place.1 + dr);
            }
        }
    }
    spiral.push(at((0, 0)));
    model.declare_order("spiral", spiral);
    model
}

/// A square with magic rows, columns and diagonals; 0 in `givens` is open.
pub(crate) fn magic_square(side: usize, numbers: std::ops::RangeInclusive<i32>, sum: i64, givens: &[i32]) -> Model {
    let mut model = Model::new();
    let vars = cells(&mut model, side * side, |i| match givens.get(i) {
        Some(&given) if given != 0 => vec![given],
        _ => numbers.clone().collect(),
    });
    model.all_different("number", vars.iter().copied());
    for i in 0..side {
        model.sum_eq("row", (0..side).map(|j| vars[side * i + j]), sum);
        model.sum_eq("column", (0..side).map(|j| vars[side * j + i]), sum);
    }
    model.sum_eq("diagonal", (0..side).map(|i| vars[(side + 1) * i]), sum);
    model.sum_eq("diagonal", (0..side).map(|i| vars[(side - 1) * (i + 1)]), sum);
    model
}

/// The magic board of the documents.
pub(crate) fn magic_board() -> Model {
    let givens = [0, 0, 0, 0, 15, 0, 0, 25, 17, 0, 0, 26, 0, 5, 0, 0, 18, 0, 0, 11, 0, 0, 21, 0, 0];
    magic_square(5, 5..=29, 85, &givens)
}

/// Hidoku by number: where each number stands.
pub(crate) fn hidoku(side: usize, givens: &[(i32, i32)]) -> Model {
    let count = (side * side) as i32;
    let mut model = Model::new();
    let vars =
        cells(&mut model, side * side, |number| match givens.iter().find(|&&(given, _)| given == number as i32 + 1) {
            Some(&(_, cell)) => vec![cell],
            None => (0..count).collect(),
        });
    model.all_different("cell", vars.iter().copied());
    let split = |cell: i32| (cell / side as i32, cell % side as i32);
    let near = |a: i32, b: i32| {
        let ((ya, xa), (yb, xb)) = (split(a), split(b));
        a != b && (ya - yb).abs() <= 1 && (xa - xb).abs() <= 1
    };
    let rows = (0..count).flat_map(|a| (0..count).filter(move |&b| near(a, b)).map(move |b| [a, b]));
    let moves = Arc::new(Relation::new(2, rows));
    for pair in vars.windows(2) {
        model.table("next", pair.iter().copied(), &moves);
    }
    model
}

/// The Hidoku of the documents: the 19 givens that are told, and four of the printed solution.
pub(crate) fn hidoku_of_the_documents() -> Model {
    let rows: [[i32; 10]; 10] = [
        [91, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 22, 0, 53, 54, 40, 0, 0],
        [0, 95, 0, 0, 0, 0, 100, 0, 0, 0],
        [0, 0, 0, 0, 0, 99, 33, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 30],
        [0; 10],
        [14, 0, 7, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 65, 0, 0, 46, 72, 77, 0],
        [0, 9, 0, 0, 0, 0, 0, 0, 80, 76],
        [1, 0, 0, 11, 0, 68, 82, 0, 0, 0],
    ];
    let givens: Vec<(i32, i32)> =
        rows.iter().flatten().enumerate().filter(|&(_, &n)| n > 0).map(|(cell, &n)| (n, cell as i32)).collect();
    hidoku(10, &givens)
}

/// The rotations of the disks that make every position solid exactly once; the first disk is fixed.
pub(crate) fn disks(setup: &[&str]) -> Model {
    let positions = setup[0].len();
    let mut model = Model::new();
    let vars: Vec<Var> = (0..setup.len())
        .map(|i| model.var(format!("turn[{i}]"), 0..=if i == 0 { 0 } else { positions as i32 - 1 }))
        .collect();
    for position in 0..positions {
        let atoms: Vec<Atom> = setup
            .iter()
            .zip(&vars)
            .flat_map(|(disk, var)| {
                (0..positions)
                    .filter(move |turn| disk.as_bytes()[(position + turn) % positions] == b'1')
                    .map(|turn| var.is(turn as i32))
            })
            .collect();
        model.exactly("position", 1, atoms);
    }
    model
}

pub(crate) const DISKS_BOUGHT: [&str; 4] = ["000001010010", "100100000001", "010000010100", "000100100001"];
pub(crate) const DISKS_TURNED: [&str; 4] = ["000001010010", "100100000001", "010000010100", "100001001000"];

/// Coloured stones on a chequered board: which placement each stone takes.
pub(crate) fn dissection(side: usize, stones: &[&str], flips: bool) -> Model {
    let mut model = Model::new();
    let mut covers: Vec<Vec<Atom>> = vec![Vec::new(); side * side];
    for (number, stone) in stones.iter().enumerate() {
        let mut cells: Vec<(usize, usize, char)> = Vec::new();
        for (y, row) in stone.split('/').enumerate() {
            cells.extend(row.chars().enumerate().filter(|&(_, c)| c != '_').map(|(x, c)| (y, x, c)));
        }
        let mut shapes = BTreeSet::new();
        for turn in 0..if flips { 8 } else { 4 } {
            let mut turned: Vec<(i32, i32, char)> = cells
                .iter()
                .map(|&(y, x, c)| {
                    let (mut y, mut x) = (y as i32, x as i32);
                    for _ in 0..turn % 4 {
                        (y, x) = (x, -y);
                    }
                    (y, if turn < 4 { x } else { -x }, c)
                })
                .collect();
            let top = turned.iter().map(|&(y, ..)| y).min().expect("a stone has cells");
            let left = turned.iter().map(|&(_, x, _)| x).min().expect("a stone has cells");
            for cell in &mut turned {
                *cell = (cell.0 - top, cell.1 - left, cell.2);
            }
            turned.sort_unstable();
            shapes.insert(turned);
        }
        let side = side as i32;
        let mut placements: Vec<Vec<usize>> = Vec::new();
        for shape in &shapes {
            for top in 0..side {
                for left in 0..side {
                    let fits = shape.iter().all(|&(y, x, c)| {
                        let (y, x) = (top + y, left + x);
                        y < side && x < side && (c == '#' || (c == 'B') == ((y + x) % 2 == 0))
                    });
                    if fits {
                        placements
                            .push(shape.iter().map(|&(y, x, _)| (side * (top + y) + left + x) as usize).collect());
                    }
                }
            }
        }
        let var = model.var(format!("stone[{number}]"), 0..=placements.len() as i32 - 1);
        for (placement, cells) in placements.iter().enumerate() {
            for &cell in cells {
                covers[cell].push(var.is(placement as i32));
            }
        }
    }
    for atoms in covers {
        model.exactly("cell", 1, atoms);
    }
    model
}

/// The twelve stones of the documents.
pub(crate) const STONES: [&str; 12] = [
    "_WB_/WBWB/_WB_",
    "WBW/_WB/__W",
    "__B/WBW/B__",
    "_WB/_B_/BW_",
    "W_/B_/WB/_W",
    "_W/WB/BW/_B",
    "_W/WB/_W/_B",
    "B_/W_/BW/_B",
    "_W/_B/_W/WB",
    "B___/WBWB",
    "W_/B_/WB/B_",
    "WBW/B__",
];

/// The dinner party: eight guests at a round table. Alex not next to Bob, Bob next to Cathy or Dave, Dave next to Alex
/// but not to Edgar.
pub(crate) fn seating() -> Model {
    let mut model = Model::new();
    let seats = 8;
    let guests: Vec<Var> = (0..seats).map(|i| model.var(format!("seat[{i}]"), 0..=seats - 1)).collect();
    model.all_different("seat", guests.iter().copied());
    let near = |a: i32, b: i32| (a - b).rem_euclid(seats) == 1 || (b - a).rem_euclid(seats) == 1;
    let pairs = |wanted: bool| {
        let rows = (0..seats).flat_map(move |a| (0..seats).filter(move |&b| near(a, b) == wanted).map(move |b| [a, b]));
        Arc::new(Relation::new(2, rows))
    };
    let (next, apart) = (pairs(true), pairs(false));
    let [alex, bob, cathy, dave, edgar] = [0, 1, 2, 3, 4].map(|i| guests[i]);
    model.table("apart", [alex, bob], &apart);
    for seat in 0..seats {
        let beside = [(seat + 1) % seats, (seat + seats - 1) % seats];
        let conclusions = beside.into_iter().flat_map(|s| [cathy.is(s), dave.is(s)]);
        model.implies("beside", bob.is(seat), conclusions);
    }
    model.table("next", [dave, alex], &next);
    model.table("apart", [dave, edgar], &apart);
    model
}

/// The equation puzzle of the documents: nine numbers of -9..=98, products by tables.
pub(crate) fn equation() -> Model {
    let mut model = Model::new();
    let x = cells(&mut model, 9, |i| if i == 0 { vec![26] } else { (-9..=98).collect() });
    let shown = x.clone();
    let product = |model: &mut Model, a: Var, b: Var| {
        let rows: Vec<[i32; 3]> =
            model.domain(a).values().flat_map(|p| model.domain(b).values().map(move |q| [p, q, p * q])).collect();
        let values: Vec<i32> = rows.iter().map(|row| row[2]).collect();
        let result = model.var(format!("product[{}]", model.variables().len()), values);
        model.table("product", [a, b, result], &Arc::new(Relation::new(3, rows)));
        result
    };
    let p1 = product(&mut model, x[1], x[2]);
    let p2 = product(&mut model, x[3], x[4]);
    let p3 = product(&mut model, x[6], x[7]);
    let p4 = product(&mut model, x[2], x[5]);
    use cnfab::model::Cmp::Eq;
    model.linear("row", [(1, x[0]), (-1, p1)], Eq, -278);
    model.linear("row", [(1, p2), (1, x[5])], Eq, 216);
    model.linear("row", [(1, p3), (1, x[8])], Eq, 11);
    model.linear("column", [(1, x[0]), (1, x[3]), (-1, x[6])], Eq, 36);
    model.linear("column", [(1, x[1]), (1, x[4]), (1, x[7])], Eq, 27);
    model.linear("column", [(1, p4), (-1, x[8])], Eq, 245);
    model.show(&shown);
    model
}

/// Jodici: three rings of six, sectors add up to 15, rings to 30, each digit twice; 0 is open. Cells ring by ring.
pub(crate) fn jodici(givens: &[i32]) -> Model {
    let mut model = Model::new();
    let vars = cells(&mut model, 18, |i| match givens.get(i) {
        Some(&given) if given > 0 => vec![given],
        _ => (1..=9).collect(),
    });
    for ring in 0..3 {
        model.sum_eq("ring", (0..6).map(|i| vars[6 * ring + i]), 30);
    }
    for sector in 0..6 {
        model.sum_eq("sector", (0..3).map(|i| vars[6 * i + sector]), 15);
    }
    for digit in 1..=9 {
        model.exactly("digit", 2, vars.iter().map(|var| var.is(digit)));
    }
    model
}

pub(crate) const JODICI: [i32; 18] = [3, 7, 0, 0, 0, 0, 0, 0, 1, 5, 9, 0, 6, 0, 0, 0, 0, 0];

/// Two stars per row and column of a square without regions.
pub(crate) fn star_free(side: usize) -> Model {
    let mut model = Model::new();
    let vars = cells(&mut model, side * side, |_| vec![0, 1]);
    let star = |i: usize| vars[i].is(1);
    for i in 0..side {
        model.exactly("row", 2, (0..side).map(|j| star(side * i + j)));
        model.exactly("column", 2, (0..side).map(|j| star(side * j + i)));
    }
    for y in 0..side - 1 {
        for x in 0..side - 1 {
            let corner = side * y + x;
            model.at_most("touch", 1, [corner, corner + 1, corner + side, corner + side + 1].map(star));
        }
    }
    model
}

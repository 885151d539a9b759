//! A form of a Sudoku that is the same for all Sudokus which its symmetries make of it, and for no others.
//!
//! The symmetries are exchanges of digits, of rows within a band, of bands, the same for columns, and, where boxes
//! are squares, of rows with columns. Rows, columns and digits get colours by what stands where they meet, until no
//! more of them can be told apart. A colour is a hash: if two are equal by chance, that costs time and nothing else.
//! Of lines or digits with one colour, each is tried as the first one. Of all forms that this leads to, the least is
//! taken (B. D. McKay, A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 60, 2014).
//! Their use of automorphisms is left out, of which puzzles with one solution have few.

use super::Sudoku;
use cnfab_base::split_mix::{STEP, split_mix};

/// Rows, columns and digits.
const AXES: usize = 3;

/// A given as its row, column and digit, each from 0.
type Given = [usize; AXES];

/// The colours with which rows, columns and digits begin.
const START: [u64; AXES] = [1, 2, 3];

/// The colour of each row, column and digit.
type Colours = [Vec<u64>; AXES];

/// Returns the form: row, column and digit of each given, one number each.
pub(super) fn form(sudoku: &Sudoku) -> Vec<i32> {
    let (size, grid) = (sudoku.shape.size(), sudoku.shape.grid());
    let given = |cell: usize| {
        let (row, column) = grid.place(cell);
        Some([row, column, sudoku.given(cell)? as usize - 1])
    };
    let givens: Vec<Given> = (0..grid.len()).filter_map(given).collect();
    let (rows, columns) = (sudoku.shape.rows, sudoku.shape.columns);
    let mut labelling = Labelling { size, bands: [rows, columns], givens, least: None };
    labelling.search(START.map(|colour| vec![colour; size]));
    if rows == columns {
        labelling.givens.iter_mut().for_each(|given| given.swap(0, 1));
        labelling.search(START.map(|colour| vec![colour; size]));
    }
    labelling.least.unwrap_or_default()
}

struct Labelling {
    size: usize,
    /// How many rows a band has, and how many columns a stack.
    bands: [usize; 2],
    givens: Vec<Given>,
    least: Option<Vec<i32>>,
}

impl Labelling {
    fn search(&mut self, mut colours: Colours) {
        self.refine(&mut colours);
        let shared = |colours: &Vec<u64>| {
            let mut sorted = colours.clone();
            sorted.sort_unstable();
            sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
        };
        let first = (0..AXES).find_map(|axis| Some((axis, shared(&colours[axis])?)));
        let Some((axis, colour)) = first else {
            let form = self.labelled(&colours);
            if self.least.as_ref().is_none_or(|least| form < *least) {
                self.least = Some(form);
            }
            return;
        };
        let mut tried = Vec::new();
        for one in (0..self.size).filter(|&one| colours[axis][one] == colour) {
            // Digits without givens are exchanged freely, and so are such lines within a band.
            let is_empty = self.givens.iter().all(|given| given[axis] != one);
            let kind = is_empty.then(|| self.bands.get(axis).map(|band| one / band));
            if is_empty && tried.contains(&kind) {
                continue;
            }
            tried.push(kind);
            let mut next = colours.clone();
            next[axis][one] = mixed(colour, 1);
            self.search(next);
        }
    }

    /// Tells lines and digits apart by what stands where they meet, as far as that goes.
    fn refine(&self, colours: &mut Colours) {
        let mut count = 0;
        let mut sorted = Vec::with_capacity(self.size);
        loop {
            *colours = std::array::from_fn(|axis| self.refined(colours, axis));
            let mut now = 0;
            for colours in &*colours {
                sorted.clone_from(colours);
                sorted.sort_unstable();
                sorted.dedup();
                now += sorted.len();
            }
            if now == count {
                return;
            }
            count = now;
        }
    }

    /// The colours of an axis after one round: from what each line or digit meets, and from the lines beside it.
    fn refined(&self, colours: &Colours, axis: usize) -> Vec<u64> {
        let own = &colours[axis];
        let [one, other] = [(axis + 1) % AXES, (axis + 2) % AXES];
        let mut next: Vec<u64> = own.iter().map(|&colour| mixed(colour, 0)).collect();
        for given in &self.givens {
            let meets = mixed(colours[one][given[one]], colours[other][given[other]]);
            next[given[axis]] = next[given[axis]].wrapping_add(meets);
        }
        if let Some(&band) = self.bands.get(axis) {
            for (next, own) in next.chunks_mut(band).zip(own.chunks(band)) {
                let beside = own.iter().fold(0_u64, |sum, &colour| sum.wrapping_add(mixed(colour, 2)));
                next.iter_mut().for_each(|colour| *colour = mixed(*colour, beside));
            }
        }
        next
    }

    /// The givens in the order of colours, all of which differ. Lines of one band stay together.
    fn labelled(&self, colours: &Colours) -> Vec<i32> {
        let places: [Vec<usize>; AXES] = std::array::from_fn(|axis| {
            let colours = &colours[axis];
            let band = self.bands.get(axis).copied().unwrap_or(1);
            let of_band = |at: usize| colours[at / band * band..][..band].iter().min();
            let mut order: Vec<usize> = (0..self.size).collect();
            order.sort_by_key(|&at| (of_band(at), colours[at]));
            let mut places = vec![0; self.size];
            order.into_iter().enumerate().for_each(|(place, at)| places[at] = place);
            places
        });
        let number = |given: &Given| {
            let [row, column, digit] = std::array::from_fn(|axis| places[axis][given[axis]]);
            ((row * self.size + column) * self.size + digit) as i32
        };
        let mut form: Vec<i32> = self.givens.iter().map(number).collect();
        form.sort_unstable();
        form
    }
}

/// A hash of two numbers, whose order counts.
fn mixed(one: u64, other: u64) -> u64 {
    split_mix(one.wrapping_mul(STEP).rotate_left(31) ^ other)
}

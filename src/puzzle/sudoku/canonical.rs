//! A form of a Sudoku that is the same for all Sudokus which its symmetries make of it, and for no others.
//!
//! The symmetries are exchanges of digits, of rows within a band, of bands, the same for columns, and, where boxes are
//! squares, of rows with columns. Rows, columns and digits get colours by what stands where they meet, until no more of
//! them can be told apart. Of lines or digits with one colour, each is tried as the first one. Of all forms that this
//! leads to, the least is taken (B. D. McKay, A. Piperno, "Practical graph isomorphism, II", Journal of Symbolic
//! Computation 60, 2014, without its use of automorphisms, of which puzzles with one solution have few).

use super::Sudoku;

/// Rows, columns and digits.
const AXES: usize = 3;

/// A given as its row, column and digit, each from 0.
type Given = [usize; AXES];

/// The colour of each row, column and digit.
type Colours = [Vec<u32>; AXES];

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
    labelling.search([vec![0; size], vec![0; size], vec![0; size]]);
    if rows == columns {
        labelling.givens.iter_mut().for_each(|given| given.swap(0, 1));
        labelling.search([vec![0; size], vec![0; size], vec![0; size]]);
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
        let shared = |colours: &Vec<u32>| {
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
            next[axis].iter_mut().enumerate().for_each(|(at, colour)| *colour = 2 * *colour + u32::from(at != one));
            self.search(next);
        }
    }

    /// Tells lines and digits apart by what stands where they meet, as far as that goes.
    fn refine(&self, colours: &mut Colours) {
        let mut count = 0;
        loop {
            let next: Colours = std::array::from_fn(|axis| self.refined(colours, axis));
            let classes =
                |colours: &Colours| -> u32 { colours.iter().map(|all| 1 + all.iter().max().unwrap_or(&0)).sum() };
            let now = classes(&next);
            *colours = next;
            if now == count {
                return;
            }
            count = now;
        }
    }

    /// The colours of an axis after one round: ranks of what each line or digit is next to.
    fn refined(&self, colours: &Colours, axis: usize) -> Vec<u32> {
        let own = &colours[axis];
        let others = [(axis + 1) % AXES, (axis + 2) % AXES];
        let mut meets: Vec<Vec<[u32; 2]>> = vec![Vec::new(); self.size];
        for given in &self.givens {
            meets[given[axis]].push(others.map(|other| colours[other][given[other]]));
        }
        meets.iter_mut().for_each(|meets| meets.sort_unstable());
        let beside = |at: usize| -> Vec<u32> {
            let Some(&band) = self.bands.get(axis) else { return Vec::new() };
            let mut beside = own[at / band * band..][..band].to_vec();
            beside.sort_unstable();
            beside
        };
        let keys: Vec<_> = meets.into_iter().enumerate().map(|(at, meets)| (own[at], beside(at), meets)).collect();
        let mut sorted: Vec<_> = keys.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        keys.iter().map(|key| sorted.binary_search(&key).expect("each key is among them") as u32).collect()
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

//! From the packed form to rows, or a word on why it does not fit.

use crate::solve::Refusal;

use super::super::bit_parallel::{Program, Share};
use super::super::bits::ones;
use super::near::{Near, is_near};

/// The numbers of words of a set of items that the search is compiled for.
const WIDTHS: [usize; 5] = [1, 2, 3, 4, 8];

/// The most items that a counted group may need.
pub(super) const MOST_NEEDED: usize = 4;

/// Where a row lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The word of the set of items.
    pub(super) word: usize,
    /// Its first bit.
    pub(super) bit: u32,
    /// Its bits, as if the first were bit 0.
    pub(super) mask: u64,
}

impl Stretch {
    /// Its first item.
    #[inline]
    pub(super) fn first(&self) -> u32 {
        64 * self.word as u32 + self.bit
    }
}

/// An item to choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The number of its row.
    pub(super) row: usize,
    /// The first item of its row.
    pub(super) begin: u32,
    /// How many items of the row are to follow.
    pub(super) following: u32,
    /// Whether it is the first of its row.
    pub(super) first: bool,
}

/// A compiled model.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Number of words of a set of items, one of [`WIDTHS`].
    pub(super) words: usize,
    /// The rows.
    pub(super) rows: Vec<Stretch>,
    /// What is chosen, in order.
    pub(super) slots: Vec<Slot>,
    /// What each item leaves of later rows, `words` words per item.
    pub(super) keep: Vec<u64>,
    /// What each item leaves of its row, as bits of the row.
    pub(super) beside: Vec<u64>,
    /// The items that may be true at the start.
    pub(super) possible: Vec<u64>,
    /// How many items each counted group needs. A counted group has at most one item in each row: where all rows begin plus
    /// its number.
    pub(super) needed: Vec<u32>,
    /// The items of each counted group, `words` words per group.
    pub(super) masks: Vec<u64>,
    /// Whether items of one counted group in consecutive rows always exclude each other.
    pub(super) apart: bool,
    /// What is known besides if items exclude others in their own row, the next one and their column only.
    pub(super) near: Option<Near>,
    /// Variable and value of each item.
    pub(super) meaning: Vec<(u32, i32)>,
    /// The values that hold where no item says otherwise, per variable.
    pub(super) otherwise: Vec<i32>,
    /// There is no solution.
    pub(super) contradiction: bool,
}

impl Plan {
    /// Plans a search.
    ///
    /// # Errors
    /// What keeps the model from being stated so.
    pub(super) fn new(program: &Program) -> Result<Self, Refusal> {
        let shares = program.shares().ok_or_else(|| Refusal::new("groups that need no exact number of values"))?;
        let items: Vec<u32> = program.items().collect();
        let families = families(shares, &items)?;
        let (rows, others) = families.split_first().ok_or_else(|| Refusal::new("values in no group"))?;
        let total: u32 = rows.iter().map(|row| row.needed).sum();
        if others.iter().any(|family| family.iter().map(|share| share.needed).sum::<u32>() != total) {
            return Err(Refusal::new("groups that need more or fewer values together than others"));
        }
        let mut plan =
            Plan { contradiction: program.contradiction, otherwise: program.otherwise.clone(), ..Plan::default() };
        let mut counted = others.iter().filter(|family| family.iter().any(|share| share.needed != 1));
        let near = others.first().filter(|columns| others.len() == 1 && is_near(program, &items, rows, columns));
        let columns = counted.next().or(near).map_or(&[][..], |family| &family[..]);
        if counted.next().is_some() {
            return Err(Refusal::new("several families of groups that need several values"));
        }
        let places = plan.lay_out(rows, columns)?;
        plan.items(program, &items, &places);
        plan.counts(columns, &places)?;
        plan.near = near.map(|_| Near::new(&plan));
        Ok(plan)
    }

    /// Gives each row a stretch of one word and makes its slots. Returns the place of each item.
    fn lay_out(&mut self, rows: &[Share], columns: &[Share]) -> Result<Vec<u32>, Refusal> {
        let last = rows.iter().filter_map(|row| row.items.last()).max().copied().unwrap_or_default();
        let mut column_of = vec![0; last as usize + 1];
        for (number, column) in (0..).zip(columns) {
            column.items.iter().for_each(|&item| column_of[item as usize] = number);
        }
        let mut places = vec![0; last as usize + 1];
        let (mut word, mut bit) = (0, 0);
        for (number, row) in rows.iter().enumerate() {
            let own: Vec<u32> = match columns {
                [] => (0..row.items.len() as u32).collect(),
                _ => row.items.iter().map(|&item| column_of[item as usize]).collect(),
            };
            let length = own.iter().max().map_or(0, |&last| last + 1);
            if length > 64 {
                return Err(Refusal::new("groups of more than 64 values"));
            }
            // A row without items has a place, too.
            if bit + length.max(1) > 64 {
                (word, bit) = (word + 1, 0);
            }
            let mask: u64 = own.iter().fold(0, |mask, &own| mask | 1 << own);
            if mask.count_ones() < own.len() as u32 {
                return Err(Refusal::new("groups that have several values in common"));
            }
            for (&item, own) in row.items.iter().zip(own) {
                places[item as usize] = 64 * word + bit + own;
            }
            self.rows.push(Stretch { word: word as usize, bit, mask });
            let following = (0..row.needed).rev();
            self.slots.extend(following.map(|following| Slot {
                row: number,
                begin: 64 * word + bit,
                following,
                first: following + 1 == row.needed,
            }));
            bit += length;
        }
        let words = word as usize + 1;
        self.words = *WIDTHS
            .iter()
            .find(|&&width| width >= words)
            .ok_or_else(|| Refusal::new("more values than the form by rows holds"))?;
        Ok(places)
    }

    /// What the items stand for and exclude.
    fn items(&mut self, program: &Program, items: &[u32], places: &[u32]) {
        let words = self.words;
        self.meaning = vec![(0, 0); 64 * words];
        self.possible = vec![0; words];
        self.keep = vec![u64::MAX; 64 * words * words];
        self.beside = vec![u64::MAX; 64 * words];
        for &item in items.iter().filter(|&&item| program.is_possible(item)) {
            let place = places[item as usize] as usize;
            self.possible[place / 64] |= 1 << (place % 64);
            self.meaning[place] = program.meaning[item as usize];
            let row = &mut self.keep[place * words..][..words];
            for other in program.excluded_by(item) {
                let other = places[other as usize];
                row[other as usize / 64] &= !(1 << (other % 64));
            }
        }
        let mut later = vec![0; words];
        for row in self.rows.iter().rev() {
            let first = row.first() as usize;
            for place in ones(row.mask).map(|own| first + own as usize) {
                let keep = &mut self.keep[place * words..][..words];
                self.beside[place] = keep[row.word] >> row.bit;
                for (keep, later) in keep.iter_mut().zip(&later) {
                    *keep &= later;
                }
            }
            later[row.word] |= row.mask << row.bit;
        }
    }

    /// The columns that lack more than 0, 1, ... items at the start.
    pub(super) fn lacks<const K: usize>(&self) -> [u64; K] {
        std::array::from_fn(|more| {
            let lacks = (0..).zip(&self.needed).filter(|&(_, &needed)| needed as usize > more);
            lacks.fold(0, |set, (column, _): (u32, _)| set | 1 << column)
        })
    }

    /// The groups that need more than one item and are no rows.
    fn counts(&mut self, columns: &[Share], places: &[u32]) -> Result<(), Refusal> {
        if columns.len() > 64 {
            return Err(Refusal::new("more than 64 groups that need several values"));
        }
        if columns.iter().any(|column| column.needed > MOST_NEEDED as u32) {
            return Err(Refusal::new("groups that need more than four values"));
        }
        self.needed = columns.iter().map(|column| column.needed).collect();
        self.masks = vec![0; columns.len() * self.words];
        for (column, mask) in columns.iter().zip(self.masks.chunks_exact_mut(self.words)) {
            for &item in &column.items {
                let place = places[item as usize] as usize;
                mask[place / 64] |= 1 << (place % 64);
            }
        }
        let at = |row: &Stretch, column: u32| 64 * row.word + (row.bit + column) as usize;
        let excludes = |above: usize, below: usize| self.keep[above * self.words + below / 64] >> (below % 64) & 1 == 0;
        let apart = |pair: &[Stretch]| {
            let common = ones(pair[0].mask & pair[1].mask);
            common.into_iter().all(|column| excludes(at(&pair[0], column), at(&pair[1], column)))
        };
        self.apart = self.rows.windows(2).all(apart);
        Ok(())
    }
}

/// Sorts groups into families, each of which holds every item once.
fn families(shares: Vec<Share>, items: &[u32]) -> Result<Vec<Vec<Share>>, Refusal> {
    let bound = items.last().map_or(0, |&last| last as usize + 1);
    let mut is_item = vec![false; bound];
    items.iter().for_each(|&item| is_item[item as usize] = true);
    let mut families: Vec<(Vec<Share>, Vec<bool>, usize)> = Vec::new();
    for mut share in shares {
        share.items.retain(|&item| is_item.get(item as usize) == Some(&true));
        let free = |(_, used, _): &(Vec<Share>, Vec<bool>, usize)| share.items.iter().all(|&item| !used[item as usize]);
        let number = families.iter().position(free).unwrap_or(families.len());
        if number == families.len() {
            families.push((Vec::new(), vec![false; bound], 0));
        }
        let (family, used, held) = &mut families[number];
        share.items.iter().for_each(|&item| used[item as usize] = true);
        *held += share.items.len();
        family.push(share);
    }
    if families.iter().any(|&(.., held)| held != items.len()) {
        return Err(Refusal::new("groups that do not fall into families with all values"));
    }
    Ok(families.into_iter().map(|(family, ..)| family).collect())
}

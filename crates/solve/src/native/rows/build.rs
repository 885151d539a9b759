//! From the bit-parallel form to rows, or a word on why it does not fit.

use crate::Refusal;

use super::super::bit_parallel::{BitProgram, Share};
use super::super::bits::ones;
use super::frontier_state::{FrontierRows, is_frontier_only};
use crate::tuning::rows::MOST_NEEDED;

/// The numbers of words of a set of literals for which the search is compiled: fewer in a build for tests.
const WIDTHS: &[usize] = if cfg!(debug_assertions) { &[1, 4, 8] } else { &[1, 2, 3, 4, 8] };

/// The place of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The word of the set of literals.
    pub(super) word: usize,
    /// Its first bit.
    pub(super) bit: u32,
    /// Its bits, as if the first were bit 0.
    pub(super) mask: u64,
}

impl Stretch {
    /// Its first literal.
    #[inline]
    pub(super) fn first(&self) -> u32 {
        64 * self.word as u32 + self.bit
    }
}

/// A literal to choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The number of its row.
    pub(super) row: usize,
    /// The first literal of its row.
    pub(super) begin: u32,
    /// The number of literals of the row that are to follow.
    pub(super) following: u32,
    /// True if it is the first of its row.
    pub(super) first: bool,
}

/// A compiled model.
#[derive(Clone, Debug, Default)]
pub(super) struct RowsPlan {
    /// Number of words of a set of literals, one of [`WIDTHS`].
    pub(super) words: usize,
    /// The rows.
    pub(super) rows: Vec<Stretch>,
    /// The literals to choose, in order.
    pub(super) slots: Vec<Slot>,
    /// The literals of later rows that each literal leaves, `words` words per literal.
    pub(super) compatible: Vec<u64>,
    /// The literals of its row that each literal leaves, as bits of the row.
    pub(super) beside: Vec<u64>,
    /// The literals that may be true at the start.
    pub(super) possible: Vec<u64>,
    /// The number of literals that each counted constraint needs. A counted constraint has at most one literal in each
    /// row: where all rows begin plus its number.
    pub(super) needed: Vec<u32>,
    /// The literals of each counted constraint, `words` words per constraint.
    pub(super) masks: Vec<u64>,
    /// True if literals of one counted constraint in consecutive rows always exclude each other.
    pub(super) apart: bool,
    /// Additional data if literals exclude others in their own row, the next one and their column only.
    pub(super) frontier_state: Option<FrontierRows>,
    /// Variable and value of each literal.
    pub(super) meaning: Vec<(u32, i32)>,
    /// The values that hold where no literal gives another one, per variable.
    pub(super) otherwise: Vec<i32>,
    /// There is no solution.
    pub(super) contradiction: bool,
}

impl RowsPlan {
    /// Plans a search.
    ///
    /// # Errors
    /// The reason why the model cannot be stated so.
    pub(super) fn new(program: &BitProgram) -> Result<Self, Refusal> {
        let shares = program.shares().ok_or_else(|| Refusal::new("constraints that need no exact number of values"))?;
        let literals: Vec<u32> = program.literals().collect();
        let families = families(shares, &literals)?;
        let (rows, others) = families.split_first().ok_or_else(|| Refusal::new("values in no constraint"))?;
        let total: u32 = rows.iter().map(|row| row.needed).sum();
        if others.iter().any(|family| family.iter().map(|share| share.needed).sum::<u32>() != total) {
            return Err(Refusal::new("constraints that need more or fewer values together than others"));
        }
        let mut plan = RowsPlan {
            contradiction: program.contradiction,
            otherwise: program.otherwise.clone(),
            ..RowsPlan::default()
        };
        let mut counted = others.iter().filter(|family| family.iter().any(|share| share.needed != 1));
        let frontier_state =
            others.first().filter(|columns| others.len() == 1 && is_frontier_only(program, &literals, rows, columns));
        let columns = counted.next().or(frontier_state).map_or(&[][..], |family| &family[..]);
        if counted.next().is_some() {
            return Err(Refusal::new("several families of constraints that need several values"));
        }
        let places = plan.lay_out(rows, columns)?;
        plan.literals(program, &literals, &places);
        plan.counts(columns, &places)?;
        plan.frontier_state = frontier_state.map(|_| FrontierRows::new(&plan));
        Ok(plan)
    }

    /// Gives each row a stretch of one word and makes its slots. Returns the position of each literal.
    fn lay_out(&mut self, rows: &[Share], columns: &[Share]) -> Result<Vec<u32>, Refusal> {
        let last = rows.iter().filter_map(|row| row.literals.last()).max().copied().unwrap_or_default();
        let mut column_of = vec![0; last as usize + 1];
        for (number, column) in (0..).zip(columns) {
            column.literals.iter().for_each(|&literal| column_of[literal as usize] = number);
        }
        let mut places = vec![0; last as usize + 1];
        let (mut word, mut bit) = (0, 0);
        for (number, row) in rows.iter().enumerate() {
            let own: Vec<u32> = match columns {
                [] => (0..row.literals.len() as u32).collect(),
                _ => row.literals.iter().map(|&literal| column_of[literal as usize]).collect(),
            };
            let length = own.iter().max().map_or(0, |&last| last + 1);
            if length > 64 {
                return Err(Refusal::new("constraints of more than 64 values"));
            }
            // A row without literals has a bit, too.
            if bit + length.max(1) > 64 {
                (word, bit) = (word + 1, 0);
            }
            let mask: u64 = own.iter().fold(0, |mask, &own| mask | 1 << own);
            if mask.count_ones() < own.len() as u32 {
                return Err(Refusal::new("constraints that have several values in common"));
            }
            for (&literal, own) in row.literals.iter().zip(own) {
                places[literal as usize] = 64 * word + bit + own;
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

    /// Collects the meanings of the literals, and their exclusions.
    fn literals(&mut self, program: &BitProgram, literals: &[u32], places: &[u32]) {
        let words = self.words;
        self.meaning = vec![(0, 0); 64 * words];
        self.possible = vec![0; words];
        self.compatible = vec![u64::MAX; 64 * words * words];
        self.beside = vec![u64::MAX; 64 * words];
        for &literal in literals.iter().filter(|&&literal| program.is_possible(literal)) {
            let place = places[literal as usize] as usize;
            self.possible[place / 64] |= 1 << (place % 64);
            self.meaning[place] = program.meaning[literal as usize];
            let row = &mut self.compatible[place * words..][..words];
            for other in program.excluded_by(literal) {
                let other = places[other as usize];
                row[other as usize / 64] &= !(1 << (other % 64));
            }
        }
        let mut later = vec![0; words];
        for row in self.rows.iter().rev() {
            let first = row.first() as usize;
            for place in ones(row.mask).map(|own| first + own as usize) {
                let compatible = &mut self.compatible[place * words..][..words];
                self.beside[place] = compatible[row.word] >> row.bit;
                for (compatible, later) in compatible.iter_mut().zip(&later) {
                    *compatible &= later;
                }
            }
            later[row.word] |= row.mask << row.bit;
        }
    }

    /// The columns that lack more than 0, 1, ... literals at the start.
    pub(super) fn lacks<const K: usize>(&self) -> [u64; K] {
        std::array::from_fn(|more| {
            let lacks = (0..).zip(&self.needed).filter(|&(_, &needed)| needed as usize > more);
            lacks.fold(0, |set, (column, _): (u32, _)| set | 1 << column)
        })
    }

    /// The constraints that need more than one literal and are no rows.
    fn counts(&mut self, columns: &[Share], places: &[u32]) -> Result<(), Refusal> {
        if columns.len() > 64 {
            return Err(Refusal::new("more than 64 constraints that need several values"));
        }
        if columns.iter().any(|column| column.needed > MOST_NEEDED as u32) {
            return Err(Refusal::new(format!("constraints that need more than {MOST_NEEDED} values")));
        }
        self.needed = columns.iter().map(|column| column.needed).collect();
        self.masks = vec![0; columns.len() * self.words];
        for (column, mask) in columns.iter().zip(self.masks.chunks_exact_mut(self.words)) {
            for &literal in &column.literals {
                let place = places[literal as usize] as usize;
                mask[place / 64] |= 1 << (place % 64);
            }
        }
        let at = |row: &Stretch, column: u32| 64 * row.word + (row.bit + column) as usize;
        let excludes =
            |above: usize, below: usize| self.compatible[above * self.words + below / 64] >> (below % 64) & 1 == 0;
        let apart = |pair: &[Stretch]| {
            let common = ones(pair[0].mask & pair[1].mask);
            common.into_iter().all(|column| excludes(at(&pair[0], column), at(&pair[1], column)))
        };
        self.apart = self.rows.windows(2).all(apart);
        Ok(())
    }
}

/// Sorts constraints into families, each of which holds every literal once.
fn families(shares: Vec<Share>, literals: &[u32]) -> Result<Vec<Vec<Share>>, Refusal> {
    let bound = literals.last().map_or(0, |&last| last as usize + 1);
    let mut is_item = vec![false; bound];
    literals.iter().for_each(|&literal| is_item[literal as usize] = true);
    let mut families: Vec<(Vec<Share>, Vec<bool>, usize)> = Vec::new();
    for mut share in shares {
        share.literals.retain(|&literal| is_item.get(literal as usize) == Some(&true));
        let free = |(_, used, _): &(Vec<Share>, Vec<bool>, usize)| {
            share.literals.iter().all(|&literal| !used[literal as usize])
        };
        let number = families.iter().position(free).unwrap_or(families.len());
        if number == families.len() {
            families.push((Vec::new(), vec![false; bound], 0));
        }
        let (family, used, held) = &mut families[number];
        share.literals.iter().for_each(|&literal| used[literal as usize] = true);
        *held += share.literals.len();
        family.push(share);
    }
    if families.iter().any(|&(.., held)| held != literals.len()) {
        return Err(Refusal::new("constraints that do not fall into families with all values"));
    }
    Ok(families.into_iter().map(|(family, ..)| family).collect())
}

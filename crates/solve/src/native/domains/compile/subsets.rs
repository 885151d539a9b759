//! The sets of different values that the variables of an equation can hold, listed once.
//!
//! What it does: an equation over k different variables that add up to a target holds one of the k-subsets of its
//! values with that sum: 30, 147 and 238 of them for 3, 4 and 5 of 1..=19 with sum 38, 1,394 for 5 of 1..=25 with sum
//! 65. With given values in the equation or among its neighbours they are fewer. They are kept as words, all of them
//! and once more by each value that they have.
//!
//! Whose idea: the combination lists of solvers of Kakuro and Killer Sudoku; H. Simonis, "Kakuro as a Constraint
//! Problem", ModRef 2008.
//!
//! How ours differs: the lists together take at most k + 1 words for each set. Equations with the same values, number
//! of variables and target share them.
//!
//! When it runs: while a model is compiled at `propagate=full`, for equations with equal coefficients over different
//! variables, up to a number of sets (`tuning::domains::MOST_SUBSETS`).

use super::{Builder, Span};
use crate::native::bits::ones;
use crate::tuning::domains::{MOST_SUBSET_STEPS, MOST_SUBSET_WORDS, MOST_SUBSETS, SUBSET_VALUES, SUBSETS_FROM};

/// The data that the sets of a line depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Line {
    /// The bits of variables that have a value.
    taken: u64,
    /// Number of the other variables.
    unfixed: u32,
    /// The bits that these may take.
    values: u64,
    /// The sum of all together.
    target: i64,
}

/// The sets that a line can hold, as bits.
#[derive(Clone, Debug)]
pub(in super::super) struct Subsets {
    /// All sets, then those with each value.
    words: Vec<u64>,
    /// Number of sets.
    len: usize,
    /// Where the sets with each value are.
    with: Vec<Span>,
}

impl Subsets {
    /// The sets of a line; `None` if there are too many.
    fn new(line: Line) -> Option<Self> {
        let mut sums = vec![0];
        for bit in ones(line.values) {
            sums.push(sums[sums.len() - 1] + i64::from(bit));
        }
        let bits = ones(line.values).collect();
        let mut search = LineSearch { values: line.values, bits, sums, words: Vec::new(), steps: 0 };
        let rest = line.target - ones(line.taken).map(i64::from).sum::<i64>();
        search.extend(0, 0, line.unfixed as usize, rest)?;
        let mut words = search.words;
        let len = words.len();
        words.iter_mut().for_each(|set| *set |= line.taken);
        let mut with = vec![Span::default(); 64];
        for bit in ones(line.values | line.taken) {
            let from = words.len();
            if line.taken >> bit & 1 == 1 {
                with[bit as usize] = Span::since(0, len);
                continue;
            }
            for number in 0..len {
                if words[number] >> bit & 1 == 1 {
                    words.push(words[number]);
                }
            }
            with[bit as usize] = Span::since(from, words.len());
        }
        Some(Subsets { words, len, with })
    }

    /// Sets that include all that have these bits, and few others.
    #[inline]
    pub(in super::super) fn with(&self, bits: u64) -> &[u64] {
        let shortest = ones(bits).map(|bit| self.with[bit as usize].range()).min_by_key(|range| range.len());
        &self.words[shortest.unwrap_or(0..self.len)]
    }
}

struct LineSearch {
    values: u64,
    /// The same, one by one.
    bits: Vec<u32>,
    /// The sum of the first bits, for each number of them.
    sums: Vec<i64>,
    words: Vec<u64>,
    steps: usize,
}

impl LineSearch {
    /// Adds the sets of `chosen` and `missing` bits from position `from` on that add up to `rest`; `None` if they are
    /// too many.
    fn extend(&mut self, from: usize, chosen: u64, missing: usize, rest: i64) -> Option<()> {
        if missing == 1 {
            if (0..64).contains(&rest) && self.values >> rest & 1 == 1 && chosen >> rest == 0 {
                self.words.push(chosen | 1 << rest);
            }
            return (self.words.len() <= MOST_SUBSETS).then_some(());
        }
        let count = self.bits.len();
        let highest = self.sums[count] - self.sums[(count + 1).saturating_sub(missing)];
        for place in from..(count + 1).saturating_sub(missing) {
            let bit = self.bits[place];
            if self.sums[place + missing] - self.sums[place] > rest {
                break;
            }
            if i64::from(bit) + highest >= rest {
                self.steps += 1;
                if self.steps > MOST_SUBSET_STEPS {
                    return None;
                }
                self.extend(place + 1, chosen | 1 << bit, missing - 1, rest - i64::from(bit))?;
            }
        }
        Some(())
    }
}

impl Builder {
    /// The number in `CpProgram::subsets` of the sets that different variables can hold that add up to `target`, if
    /// these may tell something and are not too many.
    pub(super) fn subsets(&mut self, scope: &[u32], target: i64) -> Option<u32> {
        let mut line = Line { taken: 0, unfixed: 0, values: 0, target };
        for &var in scope {
            let domain = self.domain(var)[0];
            match domain.count_ones() {
                1 => line.taken |= domain,
                _ => {
                    line.unfixed += 1;
                    line.values |= domain & !self.given_to_partners(var);
                }
            }
        }
        line.values &= !line.taken;
        if line.unfixed < SUBSETS_FROM || line.values.count_ones() > SUBSET_VALUES * line.unfixed {
            return None;
        }
        if let Some(&known) = self.subsets.get(&line) {
            return known;
        }
        let listed = Subsets::new(line).filter(|subsets| self.subset_words + subsets.words.len() <= MOST_SUBSET_WORDS);
        let listed = listed.map(|subsets| {
            self.subset_words += subsets.words.len();
            self.program.subsets.push(subsets);
            self.program.subsets.len() as u32 - 1
        });
        self.subsets.insert(line, listed);
        listed
    }

    /// The bits that disequality neighbours of an unfixed variable have from the start, for one-word domains.
    fn given_to_partners(&self, var: u32) -> u64 {
        let partners = &self.program.neighbours[self.program.neighbours_of[var as usize].range()];
        let domains = partners.iter().map(|&partner| self.domain(partner)[0]);
        domains.filter(|domain| domain.count_ones() == 1).fold(0, |given, domain| given | domain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_numbers_of_sets_come_out() {
        let number = |values: std::ops::RangeInclusive<u32>, unfixed, target| {
            let values = values.fold(0, |set, bit| set | 1 << bit);
            Subsets::new(Line { taken: 0, unfixed, values, target }).map(|subsets| subsets.with(0).len())
        };
        assert_eq!([3, 4, 5].map(|size| number(1..=19, size, 38)), [Some(30), Some(147), Some(238)]);
        assert_eq!(number(5..=29, 5, 85), Some(1394));
        assert_eq!(number(1..=16, 4, 34), Some(86));
        assert_eq!((number(1..=9, 9, 45), number(1..=9, 9, 44), number(1..=9, 10, 45)), (Some(1), Some(0), Some(0)));
        assert_eq!(number(0..=63, 20, 600), None);
    }

    #[test]
    fn the_sets_are_all_there_are_and_are_found_by_each_bit() {
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..200 {
            let values = random.u64(..) & random.u64(..) & 0x3FFF;
            let taken = random.u64(..) & random.u64(..) & random.u64(..) & 0x3FFF & !values;
            let (unfixed, target) = (random.u32(1..6), random.i64(0..60));
            let sum = |set: u64| ones(set).map(i64::from).sum::<i64>();
            let expected: Vec<u64> = (0..=0x3FFF)
                .filter(|&set: &u64| {
                    set & !values == taken && (set & values).count_ones() == unfixed && sum(set) == target
                })
                .collect();
            let subsets = Subsets::new(Line { taken, unfixed, values, target }).expect("few");
            let sorted = |words: &[u64]| {
                let mut words = words.to_vec();
                words.sort_unstable();
                words
            };
            assert_eq!(sorted(subsets.with(0)), expected);
            for bit in 0..14 {
                let with: Vec<u64> = expected.iter().copied().filter(|set| set >> bit & 1 == 1).collect();
                assert_eq!(sorted(subsets.with(1 << bit)), with);
            }
        }
    }
}

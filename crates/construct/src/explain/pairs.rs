//! The rows of a table with two columns, as bits.
//!
//! Each value has the set of its partners. It is possible as long as one of them is. So a value costs a few words to
//! look at, however many rows it has (C. Lecoutre, J. Vion, "Enforcing arc consistency using bitwise operations",
//! Constraint Programming Letters 2, 2008). Where a value is excluded, its partners tell whether anything follows (R.
//! Mohr, T. Henderson, "Arc and path consistency revisited", Artificial Intelligence 28, 1986, count what each has
//! left). Wider tables, and those with few rows for their size, are in `rows`.

use super::network::Fact;

/// A table of which each fact is that a variable has a value.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    columns: [Column; 2],
}

/// For each value of a column, its partners.
#[derive(Clone, Debug)]
struct Column {
    /// The least candidate.
    least: usize,
    /// Where the words of the other column begin in the bits of all candidates, and how many there are.
    from: usize,
    width: usize,
    partners: Vec<u64>,
    /// The values of the other column that have partners.
    values: Vec<u64>,
}

impl Pairs {
    /// The pairs of a table, whose facts are given one row after the other. `None` if bits would take more space.
    pub(super) fn new(rows: &[Fact]) -> Option<Self> {
        if rows.is_empty() {
            return None;
        }
        let ends = [0, 1].map(|column| {
            let candidates = || rows.iter().skip(column).step_by(2).map(|fact| fact.candidate());
            (candidates().min().unwrap_or_default(), candidates().max().unwrap_or_default())
        });
        let words = |(least, most): (usize, usize)| most / 64 - least / 64 + 1;
        let sizes = [0, 1].map(|column| (ends[column].1 - ends[column].0 + 1).saturating_mul(words(ends[1 - column])));
        if sizes.iter().any(|&size| size > rows.len()) {
            return None;
        }
        let mut columns = [0, 1].map(|column| {
            let other = ends[1 - column];
            let (least, width) = (ends[column].0, words(other));
            Column { least, from: other.0 / 64, width, partners: vec![0; sizes[column]], values: vec![0; width] }
        });
        for row in rows.chunks_exact(2) {
            columns[0].add(row[0].candidate(), row[1].candidate());
            columns[1].add(row[1].candidate(), row[0].candidate());
        }
        Some(Pairs { columns })
    }

    /// True if a value of a column has a partner that is not excluded. `open` has a bit for each candidate.
    #[inline]
    pub(super) fn is_possible(&self, column: usize, fact: Fact, open: &[u64]) -> bool {
        self.columns[column].has_partner(fact.candidate(), open)
    }

    /// True if the table has something to say now that a value is excluded: its column has no more than one value left,
    /// or a partner has none. Before, everything had been said.
    #[inline]
    pub(super) fn concerns(&self, fact: Fact, open: &[u64]) -> bool {
        let candidate = fact.candidate();
        let [one, other] = &self.columns;
        let (own, across) = if one.has(candidate) { (one, other) } else { (other, one) };
        let left: u32 =
            across.values.iter().zip(&open[across.from..]).map(|(all, open)| (all & open).count_ones()).sum();
        left <= 1
            || own.partners_of(candidate).iter().zip(own.from..).any(|(partners, word)| {
                let mut partners = partners & open[word];
                while partners != 0 {
                    let partner = 64 * word + partners.trailing_zeros() as usize;
                    if !across.has_partner(partner, open) {
                        return true;
                    }
                    partners &= partners - 1;
                }
                false
            })
    }
}

impl Column {
    /// True if the candidate is of this column.
    fn has(&self, candidate: usize) -> bool {
        (self.least..self.least + self.partners.len() / self.width).contains(&candidate)
    }

    fn partners_of(&self, candidate: usize) -> &[u64] {
        let Some(at) = candidate.checked_sub(self.least) else { return &[] };
        self.partners.get(at * self.width..(at + 1) * self.width).unwrap_or_default()
    }

    fn has_partner(&self, candidate: usize, open: &[u64]) -> bool {
        self.partners_of(candidate).iter().zip(&open[self.from..]).any(|(partners, open)| partners & open != 0)
    }

    fn add(&mut self, candidate: usize, partner: usize) {
        let at = (candidate - self.least) * self.width + partner / 64 - self.from;
        self.partners[at] |= 1 << (partner % 64);
        self.values[partner / 64 - self.from] |= 1 << (partner % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::Rows;
    use super::*;

    /// The candidates of a column: the first, and how many.
    type Range = (usize, usize);

    /// A table of two columns: the range of each, and its rows.
    fn random_table(random: &mut fastrand::Rng) -> ([Range; 2], Vec<Fact>) {
        let first = (random.usize(0..150), random.usize(1..90));
        let both = [first, (first.0 + first.1 + random.usize(0..3), random.usize(1..90))];
        let fact = |random: &mut fastrand::Rng, (from, size): Range| Fact::new(from + random.usize(0..size), true);
        let rows = (0..random.usize(1..900)).flat_map(|_| both.map(|range| fact(random, range))).collect();
        (both, rows)
    }

    fn is_open(open: &[u64], fact: Fact) -> bool {
        open[fact.candidate() / 64] >> (fact.candidate() % 64) & 1 == 1
    }

    /// The open facts of a column.
    fn of((from, size): Range, open: &[u64]) -> Vec<Fact> {
        (from..from + size).map(|candidate| Fact::new(candidate, true)).filter(|&fact| is_open(open, fact)).collect()
    }

    fn close(open: &mut [u64], fact: Fact) {
        open[fact.candidate() / 64] &= !(1 << (fact.candidate() % 64));
    }

    #[test]
    fn pairs_say_what_rows_say() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut as_bits, mut seen) = (0, [false; 2]);
        for _ in 0..400 {
            let (both, rows) = random_table(&mut random);
            let Some(pairs) = Pairs::new(&rows) else { continue };
            as_bits += 1;
            let listed = Rows::new(2, rows, 0);
            let mut open = vec![0_u64; 8];
            (0..512).filter(|_| random.usize(0..4) > 0).for_each(|at| open[at / 64] |= 1 << (at % 64));
            let supported =
                |column, fact, open: &[u64]| listed.possible(column, fact, |fact| !is_open(open, fact)).is_some();
            for (column, range) in both.into_iter().enumerate() {
                for fact in of(range, &open) {
                    let expected = supported(column, fact, &open);
                    assert_eq!(pairs.is_possible(column, fact, &open), expected);
                    seen[usize::from(expected)] = true;
                }
            }
        }
        assert!(as_bits > 100 && seen == [true; 2]);
    }

    /// Where every value has a partner and one is excluded, the table concerns whoever wants to know what follows.
    #[test]
    fn what_follows_is_noticed() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut seen = [0, 0];
        for _ in 0..400 {
            let (both, rows) = random_table(&mut random);
            let Some(pairs) = Pairs::new(&rows) else { continue };
            let listed = Rows::new(2, rows, 0);
            let supported =
                |column, fact, open: &[u64]| listed.possible(column, fact, |fact| !is_open(open, fact)).is_some();
            let mut open = vec![u64::MAX; 8];
            loop {
                // All that follows from what was excluded.
                while let Some(fact) = (0..2).find_map(|column| {
                    of(both[column], &open).into_iter().find(|&fact| !supported(column, fact, &open))
                }) {
                    close(&mut open, fact);
                }
                let column = random.usize(0..2);
                let own = of(both[column], &open);
                let Some(&fact) = random.choice(&own) else { break };
                close(&mut open, fact);
                let other = 1 - column;
                let expected =
                    own.len() <= 2 || of(both[other], &open).iter().any(|&fact| !supported(other, fact, &open));
                assert_eq!(pairs.concerns(fact, &open), expected);
                seen[usize::from(expected)] += 1;
            }
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
    }
}

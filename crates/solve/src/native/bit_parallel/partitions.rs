//! The filter of a family's constraints: those that may exclude something that they do not hold, 64 at a time.
//!
//! What it does: a literal that all open literals of a constraint exclude is excluded by each two of them. The literals
//! of two slices may never exclude anything together, as the candidates for a value in two boxes of a Sudoku's row. A
//! constraint with open literals in both slices then implies nothing. Partitions of the slices cover the pairs that may
//! imply something: by thirds of a row, or by the rows and by the columns of a box. A constraint is worth a look if
//! some partition has all its literals in one part.
//!
//! Whose idea: ours, on the once-and-twice counting of `slices`.
//!
//! When it runs: the partitions are made with the program; the filter runs before `disjunction` looks at a family.

use super::program::{BitProgram, Sliced};
use crate::tuning::bit_parallel::MOST_PARTITIONS;

/// The end of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    None,
    Part,
    Partition,
}

/// A slice in a partition.
#[derive(Clone, Copy, Debug)]
struct PartitionPlace {
    /// Its word, the first slice's being 0.
    at: u32,
    end: End,
}

/// The partitions: their slices, part by part.
#[derive(Clone, Debug, Default)]
pub(super) struct Partitions {
    places: Vec<PartitionPlace>,
}

impl Partitions {
    /// For slices of `width` words each. `says` tells whether two slices imply something together.
    pub(super) fn new(slices: usize, width: usize, says: impl Fn(usize, usize) -> bool) -> Self {
        let mut related = vec![vec![false; slices]; slices];
        let pairs = (0..slices).flat_map(|a| (a + 1..slices).map(move |b| (a, b)));
        for (a, b) in pairs.clone().filter(|&(a, b)| says(a, b)) {
            (related[a][b], related[b][a]) = (true, true);
        }
        // The pairs that no partition has in one part yet.
        let mut rest = related.clone();
        let mut partitions: Vec<Vec<usize>> = Vec::new();
        for (a, b) in pairs.clone() {
            if rest[a][b] && partitions.len() <= MOST_PARTITIONS {
                let part_of = partition(&rest, (a, b));
                for (rest, part) in rest.iter_mut().zip(&part_of) {
                    let same = rest.iter_mut().zip(&part_of).filter(|(_, other)| *other == part);
                    same.for_each(|(is_left, _)| *is_left = false);
                }
                partitions.push(part_of);
            }
        }
        // Three literals that imply something together have to be in one part as well.
        let mut triples = pairs.flat_map(|(a, b)| (b + 1..slices).map(move |c| (a, b, c)));
        let is_split = |(a, b, c): (usize, usize, usize)| {
            let are_related = related[a][b] && related[a][c] && related[b][c];
            are_related && !partitions.iter().any(|part_of| part_of[a] == part_of[b] && part_of[b] == part_of[c])
        };
        if partitions.len() > MOST_PARTITIONS || triples.any(is_split) {
            partitions = vec![vec![0; slices]];
        }
        let mut places = Vec::new();
        for part_of in partitions {
            for part in 0..slices {
                let of_part = (0..slices).filter(|&slice| part_of[slice] == part);
                let from = places.len();
                places.extend(of_part.map(|slice| PartitionPlace { at: (slice * width) as u32, end: End::None }));
                if let Some(last) = places[from..].last_mut() {
                    last.end = End::Part;
                }
            }
            if let Some(last) = places.last_mut() {
                last.end = End::Partition;
            }
        }
        Partitions { places }
    }

    /// Of constraints whose slices begin the words that are given: keeps those that have all their literals in one part
    /// of some partition.
    ///
    /// Pre: `possible` begins with the first word of slice 0. Post: no constraint was added; those that went imply
    /// nothing by constructive disjunction.
    pub(super) fn filter(&self, possible: &[u64], constraints: &mut [u64]) {
        let (pairs, rest) = constraints.as_chunks_mut::<2>();
        for (number, constraints) in pairs.iter_mut().enumerate() {
            self.sift_some(&possible[2 * number..], constraints);
        }
        if let [constraint] = rest {
            self.sift_some(&possible[2 * pairs.len()..], std::array::from_mut(constraint));
        }
    }

    #[inline]
    fn sift_some<const N: usize>(&self, possible: &[u64], constraints: &mut [u64; N]) {
        if *constraints == [0; N] {
            return;
        }
        let (mut holds, mut one, mut two, mut part) = ([0; N], [0; N], [0; N], [0; N]);
        for &PartitionPlace { at, end } in &self.places {
            let Some(bits) = possible[at as usize..].first_chunk::<N>() else { return };
            for i in 0..N {
                part[i] |= bits[i];
            }
            if end == End::None {
                continue;
            }
            for i in 0..N {
                two[i] |= one[i] & part[i];
                one[i] |= part[i];
            }
            part = [0; N];
            if end == End::Partition {
                for i in 0..N {
                    holds[i] |= one[i] & !two[i];
                }
                (one, two) = ([0; N], [0; N]);
            }
        }
        for i in 0..N {
            constraints[i] &= holds[i];
        }
    }
}

/// The part of each slice, so that all slices of a part are related and two that are go into the first; each part is as
/// large as it can be made in turn.
fn partition(related: &[Vec<bool>], (a, b): (usize, usize)) -> Vec<usize> {
    let open = usize::MAX;
    let mut part_of = vec![open; related.len()];
    (part_of[a], part_of[b]) = (0, 0);
    for part in 0..related.len() {
        for slice in 0..related.len() {
            let joins = |other: usize| part_of[other] != part || related[slice][other];
            if part_of[slice] == open && (0..related.len()).all(joins) {
                part_of[slice] = part;
            }
        }
    }
    part_of
}

impl BitProgram {
    /// The pairs of slices of a family of duplicates that have, in some constraint, literals that exclude something
    /// together that the constraint does not hold.
    pub(super) fn excluding_pairs(&self, sliced: &Sliced) -> Vec<Vec<bool>> {
        let mut says = vec![vec![false; sliced.slices]; sliced.slices];
        // What each literal of a constraint excludes beyond the constraint, as far as it may matter.
        let mut excluded: Vec<Vec<u64>> = vec![Vec::new(); sliced.slices];
        for position in 0..64 * sliced.width {
            let constraint = &self.constraints[64 * sliced.open_at + position];
            let mut own = vec![0; self.primary];
            self.parts(constraint).iter().for_each(|&(word, mask)| own[word as usize] = mask);
            for (slice, excluded) in excluded.iter_mut().enumerate() {
                excluded.clear();
                let at = 64 * (sliced.at + slice * sliced.width) + position;
                if self.allowed[at / 64] >> (at % 64) & 1 == 1 {
                    let compatible = &self.compatible[self.literal_of[at] as usize * self.words..];
                    excluded.extend(
                        constraint.reach.clone().map(|word| self.allowed[word] & !compatible[word] & !own[word]),
                    );
                }
            }
            for a in 0..sliced.slices {
                for b in a + 1..sliced.slices {
                    says[a][b] = says[a][b] || excluded[a].iter().zip(&excluded[b]).any(|(a, b)| a & b != 0);
                }
            }
        }
        says
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The constraints that are left of 128, and the open slices of each.
    fn sifted(partitions: &Partitions, slices: usize, rng: &mut fastrand::Rng) -> Vec<(Vec<usize>, bool)> {
        let mut possible = vec![0u64; 2 * slices];
        let mut open = vec![Vec::new(); 128];
        for (constraint, open) in open.iter_mut().enumerate() {
            let mut all: Vec<usize> = (0..slices).collect();
            rng.shuffle(&mut all);
            open.extend(all.into_iter().take(rng.usize(2..=3)));
            open.iter().for_each(|slice| possible[2 * slice + constraint / 64] |= 1 << (constraint % 64));
        }
        let mut constraints = [u64::MAX; 2];
        partitions.filter(&possible, &mut constraints);
        open.into_iter()
            .enumerate()
            .map(|(constraint, open)| (open, constraints[constraint / 64] >> (constraint % 64) & 1 == 1))
            .collect()
    }

    fn all_pairs(open: &[usize], says: impl Fn(usize, usize) -> bool) -> bool {
        open.iter().all(|&a| open.iter().all(|&b| a == b || says(a, b)))
    }

    #[test]
    fn thirds_of_a_row_and_lines_of_a_box_are_told_from_other_pairs() {
        let row = |a: usize, b: usize| a / 3 == b / 3;
        let of_box = |a: usize, b: usize| a / 3 == b / 3 || a % 3 == b % 3;
        let mut rng = fastrand::Rng::with_seed(7);
        let mut kept = 0;
        for says in [&row as &dyn Fn(usize, usize) -> bool, &of_box] {
            let partitions = Partitions::new(9, 2, says);
            for _ in 0..20 {
                for (open, is_kept) in sifted(&partitions, 9, &mut rng) {
                    assert_eq!(is_kept, all_pairs(&open, says), "{open:?}");
                    kept += usize::from(is_kept);
                }
            }
        }
        assert!(kept > 100 && kept < 2560, "{kept}");
    }

    #[test]
    fn no_group_is_lost_that_may_say_something() {
        let mut rng = fastrand::Rng::with_seed(11);
        let (mut kept, mut gone) = (0, 0);
        for _ in 0..300 {
            let slices = rng.usize(3..=10);
            let density = rng.u8(0..8);
            let related: Vec<bool> = (0..slices * slices).map(|_| rng.u8(0..8) < density).collect();
            let says = |a: usize, b: usize| related[a.min(b) * slices + a.max(b)];
            let partitions = Partitions::new(slices, 2, says);
            for (open, is_kept) in sifted(&partitions, slices, &mut rng) {
                assert!(is_kept || !all_pairs(&open, says), "{open:?} {related:?}");
                if is_kept { kept += 1 } else { gone += 1 }
            }
        }
        assert!(kept > 1000 && gone > 1000, "{kept} {gone}");
    }
}

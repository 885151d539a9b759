//! Random numbers that differ within groups of cells: the solution around which a board is made.

use fastrand::Rng;

/// The most numbers that are tried, as a multiple of the number of cells.
const MOST_TRIES: usize = 20;

/// Gives each cell a random number from 1 to `most`, such that those of each group differ; `None` if the search leads
/// nowhere for too long. The cell with the fewest numbers left comes next. Not uniformly distributed.
pub(super) fn different(cells: usize, groups: &[Vec<usize>], most: usize, rng: &mut Rng) -> Option<Vec<i32>> {
    let mut groups_of = vec![Vec::new(); cells];
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|&cell| groups_of[cell].push(number));
    }
    let all = if most >= 64 { u64::MAX } else { (1 << most) - 1 };
    let used = vec![0; groups.len()];
    let mut fill = Fill { groups_of, used, all, numbers: vec![0; cells], tries: MOST_TRIES * cells };
    fill.extend(cells, rng).then_some(fill.numbers)
}

/// A depth-first search for numbers.
struct Fill {
    groups_of: Vec<Vec<usize>>,
    /// The numbers of each group, as bits.
    used: Vec<u64>,
    all: u64,
    /// The number of each cell; 0 for none yet.
    numbers: Vec<i32>,
    /// The remaining tries.
    tries: usize,
}

impl Fill {
    fn open(&self, cell: usize) -> u64 {
        self.groups_of[cell].iter().fold(self.all, |open, &group| open & !self.used[group])
    }

    fn toggle(&mut self, cell: usize, number: u32) {
        let Fill { groups_of, used, .. } = self;
        groups_of[cell].iter().for_each(|&group| used[group] ^= 1 << number);
    }

    fn extend(&mut self, left: usize, rng: &mut Rng) -> bool {
        if left == 0 {
            return true;
        }
        let count = self.numbers.len();
        let first = rng.usize(0..count);
        let cells = (first..count).chain(0..first).filter(|&cell| self.numbers[cell] == 0);
        let cell = cells.min_by_key(|&cell| self.open(cell).count_ones()).expect("a cell is left");
        let open = self.open(cell);
        let mut numbers: Vec<u32> = (0..64).filter(|number| open >> number & 1 == 1).collect();
        rng.shuffle(&mut numbers);
        for number in numbers {
            let Some(tries) = self.tries.checked_sub(1) else { return false };
            self.tries = tries;
            self.toggle(cell, number);
            self.numbers[cell] = number as i32 + 1;
            if self.extend(left - 1, rng) {
                return true;
            }
            self.toggle(cell, number);
            self.numbers[cell] = 0;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_group_differ() {
        let lines = (0..5).flat_map(|at| [(0..5).map(|i| 5 * at + i).collect(), (0..5).map(|i| at + 5 * i).collect()]);
        let lines: Vec<Vec<usize>> = lines.collect();
        let mut rng = Rng::with_seed(1);
        let squares: Vec<Vec<i32>> = (0..20).filter_map(|_| different(25, &lines, 5, &mut rng)).collect();
        assert!(squares.len() > 10 && squares[0] != squares[1]);
        for square in squares {
            for line in &lines {
                let mut numbers: Vec<i32> = line.iter().map(|&cell| square[cell]).collect();
                numbers.sort_unstable();
                assert_eq!(numbers, [1, 2, 3, 4, 5]);
            }
        }
        assert_eq!(different(25, &lines, 4, &mut rng), None);
    }
}

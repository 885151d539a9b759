//! Finds contradictions among givens without search: a value twice in a group, lines that cannot reach their sums.
//!
//! Every check is sound: it reports only puzzles without a solution. It is not complete: search finds the rest.

use std::collections::BTreeMap;

use super::Violation;

/// Reports the first group that has a value twice. `cell_name` names a member of the group, `text` a value.
pub(super) fn twice(
    groups: impl IntoIterator<Item = (String, Vec<usize>)>,
    given: impl Fn(usize) -> Option<i32>,
    cell_name: impl Fn(usize) -> String,
    text: impl Fn(i32) -> String,
) -> Option<Violation> {
    groups.into_iter().find_map(|(name, cells)| {
        let mut seen = BTreeMap::new();
        cells.into_iter().find_map(|cell| {
            let value = given(cell)?;
            let before = seen.insert(value, cell)?;
            Some(Violation(format!(
                "{name} has {} twice, in {} and {}",
                text(value),
                cell_name(before),
                cell_name(cell)
            )))
        })
    })
}

/// Cells whose numbers must add up to a sum.
pub(super) struct SumLine {
    /// The name in messages: `row 2`, `the falling diagonal`.
    pub(super) name: String,
    pub(super) cells: Vec<usize>,
    pub(super) sum: i64,
}

/// Lines with sums over cells that together take a multiset of numbers.
pub(super) struct Sums<'p> {
    pub(super) lines: Vec<SumLine>,
    pub(super) givens: &'p [Option<i32>],
    /// The numbers that are not given, sorted; at least as many as open cells.
    left: Vec<i32>,
}

impl<'p> Sums<'p> {
    /// Collects the lines; `numbers` is the multiset for all cells. A number given too often is not reported here.
    pub(super) fn new(lines: Vec<SumLine>, givens: &'p [Option<i32>], numbers: impl IntoIterator<Item = i32>) -> Self {
        let mut left: Vec<i32> = numbers.into_iter().collect();
        left.sort_unstable();
        for given in givens.iter().flatten() {
            if let Ok(at) = left.binary_search(given) {
                left.remove(at);
            }
        }
        Sums { lines, givens, left }
    }

    /// Returns the sum of the givens among the cells, and the open cells.
    fn parts(&self, cells: &[usize]) -> (i64, Vec<usize>) {
        let known = cells.iter().filter_map(|&cell| self.givens[cell]).map(i64::from).sum();
        (known, cells.iter().copied().filter(|&cell| self.givens[cell].is_none()).collect())
    }

    /// Returns the least and the greatest sum of `count` unused numbers.
    fn bounds(&self, count: usize) -> (i64, i64) {
        let sum = |numbers: &[i32]| numbers.iter().copied().map(i64::from).sum();
        (sum(&self.left[..count]), sum(&self.left[self.left.len() - count..]))
    }

    /// Returns whether two unused numbers add up to `sum`.
    fn has_pair(&self, sum: i64) -> bool {
        let mut from_end = self.left.iter().rev().peekable();
        self.left.iter().enumerate().any(|(at, &low)| {
            while from_end.next_if(|&&high| i64::from(low) + i64::from(high) > sum).is_some() {}
            from_end.len() > at + 1 && from_end.peek().is_some_and(|&&high| i64::from(low) + i64::from(high) == sum)
        })
    }

    /// Reports a total that all numbers cannot make, where `count` lines of one sum, such as `rows`, cover each cell
    /// once.
    pub(super) fn total(&self, parts: &str, count: usize, sum: i64) -> Option<Violation> {
        let all: Vec<usize> = (0..self.givens.len()).collect();
        let (known, open) = self.parts(&all);
        let (low, high) = self.bounds(open.len());
        let (stated, low, high) = (sum * count as i64, known + low, known + high);
        let numbers = match () {
            () if (low..=high).contains(&stated) => return None,
            () if low == high => format!("all numbers make {low}"),
            () if stated < low => format!("the numbers of all cells make at least {low}"),
            () => format!("the numbers of all cells make at most {high}"),
        };
        Some(Violation(format!("{count} {parts} of {sum} make {stated}, but {numbers}")))
    }

    /// Reports the first line whose sum no choice of unused numbers for its open cells reaches.
    pub(super) fn wrong_line(&self) -> Option<Violation> {
        self.lines.iter().find_map(|SumLine { name, cells, sum }| {
            let (known, open) = self.parts(cells);
            let (low, high) = self.bounds(open.len());
            let need = sum - known;
            let why = match open.len() {
                0 if need != 0 => format!("{name} adds up to {known}, not {sum}"),
                _ if need < low => format!("{name} adds up to at least {}, not {sum}", known + low),
                _ if need > high => format!("{name} adds up to at most {}, not {sum}", known + high),
                1 if !self.left.iter().any(|&number| i64::from(number) == need) => {
                    format!("{name} needs {need} in its open cell, but {need} is given elsewhere")
                }
                2 if !self.has_pair(need) => {
                    format!("{name} needs {need} in its two open cells, but no two numbers left add up to that")
                }
                _ => return None,
            };
            Some(Violation(why))
        })
    }

    /// Reports two lines with one open cell each that exclude each other.
    ///
    /// They need different numbers in the same cell, or the same number in two cells although there is only one of it.
    pub(super) fn wrong_pair(&self, cell_name: impl Fn(usize) -> String) -> Option<Violation> {
        let mut needed: BTreeMap<usize, (i64, &str)> = BTreeMap::new();
        self.lines.iter().find_map(|SumLine { name, cells, sum }| {
            let (known, open) = self.parts(cells);
            let [cell] = open[..] else { return None };
            let need = sum - known;
            if let Some((before, other)) = needed.get(&cell)
                && *before != need
            {
                let cell_name = cell_name(cell);
                return Some(Violation(format!(
                    "{other} needs {before} in {cell_name}, but {name} needs {need} there"
                )));
            }
            let is_single = self.left.iter().filter(|&&number| i64::from(number) == need).count() == 1;
            let same = needed.iter().find(|(at, (other, _))| **at != cell && *other == need && is_single);
            if let Some((&at, (_, other))) = same {
                let (first, second) = (cell_name(at), cell_name(cell));
                return Some(Violation(format!("{other} needs {need} in {first}, and {name} needs it in {second}")));
            }
            needed.insert(cell, (need, name));
            None
        })
    }

    /// Reports two lines that force the same number into two cells.
    ///
    /// The lines have one open cell each outside their intersection, and their remaining sums are equal. Requires that
    /// each number occurs once.
    pub(super) fn equal_cells(&self, cell_name: impl Fn(usize) -> String) -> Option<Violation> {
        self.lines.iter().enumerate().find_map(|(at, line)| {
            self.lines[..at].iter().find_map(|other| {
                let without = |these: &SumLine, those: &SumLine| {
                    let cells = these.cells.iter().copied().filter(|cell| !those.cells.contains(cell));
                    self.parts(&cells.collect::<Vec<usize>>())
                };
                let ((known, open), (other_known, other_open)) = (without(line, other), without(other, line));
                let ([cell], [other_cell]) = (&open[..], &other_open[..]) else { return None };
                let is_same = line.sum - known == other.sum - other_known;
                let (first, second) = (cell_name(*other_cell), cell_name(*cell));
                let why = format!("{} and {} need the same number in {first} and {second}", other.name, line.name);
                is_same.then_some(Violation(why))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every assignment of unused numbers to the open cells.
    fn has_solution(sums: &Sums<'_>, filled: &mut Vec<i32>, left: &mut Vec<i32>) -> bool {
        let Some(given) = sums.givens.get(filled.len()) else {
            let total = |line: &SumLine| line.cells.iter().map(|&cell| i64::from(filled[cell])).sum::<i64>();
            return sums.lines.iter().all(|line| total(line) == line.sum);
        };
        let choices: Vec<usize> = if given.is_some() { vec![0] } else { (0..left.len()).collect() };
        choices.into_iter().any(|at| {
            let number = if given.is_some() { None } else { Some(left.remove(at)) };
            filled.push(number.or(*given).expect("one of the two"));
            let found = has_solution(sums, filled, left);
            filled.pop();
            number.into_iter().for_each(|number| left.insert(at, number));
            found
        })
    }

    #[test]
    fn lines_that_are_refused_have_no_numbers() {
        let (mut refused, mut solved) = ([0; 3], 0);
        for seed in 0..4000 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let cells = rng.usize(2..=5);
            let low = rng.i32(-4..=2);
            let is_once = rng.bool();
            let mut numbers: Vec<i32> =
                (0..cells as i32 + rng.i32(0..2)).map(|at| low + if is_once { at } else { at / 2 }).collect();
            let all = numbers.clone();
            rng.shuffle(&mut numbers);
            let givens: Vec<Option<i32>> = numbers[..cells].iter().map(|&n| Some(n).filter(|_| rng.bool())).collect();
            let sum = rng.i64(-3..=9);
            let lines = (1..=rng.usize(1..=3)).map(|number| {
                let cells: Vec<usize> = (0..cells).filter(|_| rng.u8(..3) > 0).collect();
                SumLine { name: format!("line {number}"), cells, sum }
            });
            let sums = Sums::new(lines.collect(), &givens, all);
            let cell_name = |cell: usize| format!("cell {cell}");
            let is_once = sums.left.windows(2).all(|pair| pair[0] < pair[1]);
            let found =
                [sums.wrong_line(), sums.wrong_pair(cell_name), sums.equal_cells(cell_name).filter(|_| is_once)];
            let is_solvable = has_solution(&sums, &mut Vec::new(), &mut sums.left.clone());
            assert!(!is_solvable || found.iter().all(Option::is_none), "seed {seed}: {found:?}");
            found.iter().zip(&mut refused).for_each(|(why, count)| *count += usize::from(why.is_some()));
            solved += usize::from(is_solvable);
        }
        assert!(refused.iter().all(|&count| count > 20) && solved > 100, "{refused:?} refused, {solved} solved");
    }
}

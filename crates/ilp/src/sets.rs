//! The sets of numbers that a line can hold: values that add up to its total and can be handed out to its variables.

use cnfab_model::Domain;

/// A search for sets gives up after this many steps.
const MOST_STEPS: usize = 1_000_000;

/// Variables that take pairwise different values and add up to a total.
pub(super) struct Line<'d> {
    domains: Vec<&'d Domain>,
    total: i64,
}

impl<'d> Line<'d> {
    /// A line of variables with these domains.
    pub(super) fn new(domains: Vec<&'d Domain>, total: i64) -> Self {
        Line { domains, total }
    }

    /// The values that occur in some domain, in increasing order.
    pub(super) fn values(&self) -> Vec<i32> {
        let mut values: Vec<i32> = self.domains.iter().flat_map(|domain| domain.values()).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// All sets in lexicographic order, each in increasing order; `None` if there are more than `most`, or if they are
    /// not found in a reasonable number of steps.
    pub(super) fn sets(&self, most: usize) -> Option<Vec<Vec<i32>>> {
        let mut search =
            SetSearch { line: self, values: self.values(), chosen: Vec::new(), found: Vec::new(), most, steps: 0 };
        search.extend(0, self.total).then_some(search.found)
    }

    /// True if each value can go to a variable of its own that has it in its domain.
    fn can_hold(&self, set: &[i32]) -> bool {
        let mut owner = vec![None; self.domains.len()];
        set.iter().all(|&value| self.place(value, &mut owner, &mut vec![false; self.domains.len()]))
    }

    /// Finds a variable for the value, moving other values if need be.
    fn place(&self, value: i32, owner: &mut [Option<i32>], seen: &mut [bool]) -> bool {
        (0..self.domains.len()).any(|variable| {
            if seen[variable] || !self.domains[variable].contains(value) {
                return false;
            }
            seen[variable] = true;
            let free = owner[variable].is_none_or(|other| self.place(other, owner, seen));
            if free {
                owner[variable] = Some(value);
            }
            free
        })
    }
}

struct SetSearch<'l, 'd> {
    line: &'l Line<'d>,
    values: Vec<i32>,
    chosen: Vec<i32>,
    found: Vec<Vec<i32>>,
    most: usize,
    steps: usize,
}

impl SetSearch<'_, '_> {
    /// Adds values from position `from` on that add up to `rest`; `false` when it is too much.
    fn extend(&mut self, from: usize, rest: i64) -> bool {
        self.steps += 1;
        let missing = self.line.domains.len() - self.chosen.len();
        if missing == 0 {
            if rest == 0 && self.line.can_hold(&self.chosen) {
                self.found.push(self.chosen.clone());
            }
            return self.found.len() <= self.most;
        }
        let total = |values: &[i32]| values.iter().map(|&value| i64::from(value)).sum::<i64>();
        if self.values.len() - from < missing || total(&self.values[self.values.len() - missing..]) < rest {
            return self.steps <= MOST_STEPS;
        }
        for position in from..=self.values.len() - missing {
            if total(&self.values[position..position + missing]) > rest {
                break;
            }
            self.chosen.push(self.values[position]);
            let go_on = self.extend(position + 1, rest - i64::from(self.values[position]));
            self.chosen.pop();
            if !go_on {
                return false;
            }
        }
        self.steps <= MOST_STEPS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(domains: &[Domain], total: i64) -> Vec<Vec<i32>> {
        Line::new(domains.iter().collect(), total).sets(10_000).expect("few sets")
    }

    #[test]
    fn the_lines_of_the_hexagon_and_of_magic_squares_have_their_published_numbers_of_sets() {
        let count = |cells: usize, values: std::ops::RangeInclusive<i32>, total: i64| {
            sets(&vec![Domain::from(values); cells], total).len()
        };
        assert_eq!([3, 4, 5].map(|cells| count(cells, 1..=19, 38)), [30, 147, 238]);
        assert_eq!(count(5, 5..=29, 85), 1394);
        assert_eq!(count(4, 1..=16, 34), 86);
    }

    #[test]
    fn sets_are_exactly_the_values_of_the_lines_fillings() {
        let domains: [Domain; 3] = [vec![-1, 2, 5].into(), vec![2, 3].into(), vec![0, 2, 3].into()];
        let mut expected: Vec<Vec<i32>> = Vec::new();
        for a in domains[0].values() {
            for b in domains[1].values() {
                for c in domains[2].values() {
                    let mut set = vec![a, b, c];
                    set.sort_unstable();
                    if a != b && b != c && a != c && a + b + c == 5 {
                        expected.push(set);
                    }
                }
            }
        }
        expected.sort_unstable();
        expected.dedup();
        assert!(!expected.is_empty());
        assert_eq!(sets(&domains, 5), expected);
        // 2, 3 and 3 would add up to 8 only with a repetition, and 5 + 3 + 0 leaves nobody but the third for both 3 and
        // 0.
        assert_eq!(sets(&[vec![5].into(), vec![2].into(), vec![0, 3].into()], 8), Vec::<Vec<i32>>::new());
    }

    #[test]
    fn too_many_sets_are_given_up() {
        let domains = vec![Domain::from(1..=60); 8];
        assert_eq!(Line::new(domains.iter().collect(), 240).sets(10_000), None);
        // All values even, the total odd: nothing to find, and too much to look through.
        let even = vec![Domain::from((1..=60).map(|half| 2 * half).collect::<Vec<i32>>()); 12];
        assert_eq!(Line::new(even.iter().collect(), 721).sets(10_000), None);
    }
}

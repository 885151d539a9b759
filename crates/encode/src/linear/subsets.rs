//! The sets of different values that add up to a total and fit the domains of some variables.

use crate::VarMap;
use cnfab_model::{Cmp, Domain};

use super::Sum;

/// More sets than this are refused.
const MOST_SETS: usize = 200_000;
/// More steps of the search for them than this are refused.
const MOST_STEPS: usize = 20_000_000;

/// Sets of equal size in one flat array, each as increasing positions in a list of values.
pub(super) struct Subsets {
    values: Vec<i32>,
    size: usize,
    members: Vec<u32>,
}

impl Subsets {
    /// The sets of values that can meet the sum, or the reason why the sum is not of that kind.
    pub(super) fn new(sum: &Sum, vars: &VarMap) -> Result<Self, String> {
        let domains: Vec<&Domain> = sum.terms.iter().map(|&(_, var)| vars.domain(var)).collect();
        let coefficient = sum.terms[0].0;
        if sum.cmp != Cmp::Eq {
            return Err(format!("it is a sum with {}, not with =", sum.cmp.symbol()));
        }
        if sum.terms.iter().any(|&(other, _)| other != coefficient) {
            return Err("its coefficients are not all equal".to_owned());
        }
        if !sum.distinct {
            return Err("no all-different constraint holds its variables".to_owned());
        }
        let mut values: Vec<i32> = domains.iter().flat_map(|domain| domain.values()).collect();
        values.sort_unstable();
        values.dedup();
        let subsets = Subsets { values, size: domains.len(), members: Vec::new() };
        if sum.rhs % coefficient != 0 {
            return Ok(subsets);
        }
        let mut search = SubsetSearch { subsets, domains, chosen: Vec::new(), steps: 0 };
        search.extend(0, sum.rhs / coefficient)?;
        Ok(search.subsets)
    }

    /// Number of sets.
    pub(super) fn len(&self) -> usize {
        self.members.len() / self.size
    }

    /// The values that the members are positions of, increasing.
    pub(super) fn values(&self) -> &[i32] {
        &self.values
    }

    /// The sets in lexicographic order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> + Clone {
        self.members.chunks_exact(self.size)
    }
}

struct SubsetSearch<'d> {
    subsets: Subsets,
    domains: Vec<&'d Domain>,
    chosen: Vec<u32>,
    steps: usize,
}

impl SubsetSearch<'_> {
    /// Adds members from position `from` on that add up to `rest`.
    fn extend(&mut self, from: usize, rest: i64) -> Result<(), String> {
        let missing = self.subsets.size - self.chosen.len();
        if missing == 0 {
            if rest == 0 && self.fits() {
                self.subsets.members.extend_from_slice(&self.chosen);
            }
            return Ok(());
        }
        let sum = |values: &[i32]| values.iter().map(|&value| i64::from(value)).sum::<i64>();
        let count = self.subsets.values.len();
        for next in from..(count + 1).saturating_sub(missing) {
            let values = &self.subsets.values;
            let smallest = sum(&values[next..next + missing]);
            let largest = i64::from(values[next]) + sum(&values[count + 1 - missing..]);
            if smallest > rest {
                break;
            }
            if largest < rest {
                continue;
            }
            self.steps += 1;
            if self.subsets.len() > MOST_SETS || self.steps > MOST_STEPS {
                return Err(format!("more than {MOST_SETS} sets of values may have its sum"));
            }
            let value = i64::from(values[next]);
            self.chosen.push(next as u32);
            self.extend(next + 1, rest - value)?;
            self.chosen.pop();
        }
        Ok(())
    }

    /// True if the chosen values can be given to the variables, one each.
    fn fits(&self) -> bool {
        let mut taker = vec![None; self.chosen.len()];
        (0..self.domains.len()).all(|place| self.place(place, &mut taker, &mut vec![false; self.chosen.len()]))
    }

    /// Finds a value for the variable, moving others where necessary.
    fn place(&self, place: usize, taker: &mut [Option<usize>], tried: &mut [bool]) -> bool {
        for (number, &index) in self.chosen.iter().enumerate() {
            let value = self.subsets.values[index as usize];
            if tried[number] || !self.domains[place].contains(value) {
                continue;
            }
            tried[number] = true;
            if taker[number].is_none_or(|other| self.place(other, taker, tried)) {
                taker[number] = Some(place);
                return true;
            }
        }
        false
    }
}

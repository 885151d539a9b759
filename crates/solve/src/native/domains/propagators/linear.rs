//! Linear constraints with any coefficients, by bounds; equations with two or three unfixed variables exactly.
//!
//! What it does: the least and the greatest sum of the other terms bound each term. When nothing more follows, an
//! equation with two or three unfixed variables keeps the values that some choice of the others completes.
//!
//! Whose idea: W. Harvey, J. Schimpf, "Bounds Consistency Techniques for Long Linear Constraints", TRICS 2002, for the
//! bounds. To try all combinations of the smaller domains and look up the last value is folklore.
//!
//! How ours differs: the sums are added up anew in each pass. Combinations are tried up to a number
//! (`tuning::domains::COMBINATIONS`).
//!
//! When it runs: after cardinality constraints and binary tables, for what is neither a `line` nor a `shift`, and for
//! the bound of an objective. Combinations are tried at `propagate=pairs` and `full`.

use crate::tuning::domains::COMBINATIONS;
use cnfab_model::Cmp;

use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};

/// An unfixed term of an equation: coefficient and variable.
type Term = (i64, u32);

impl<const W: usize> Propagation<'_, W> {
    /// Compares the sum of the terms with `rhs`.
    ///
    /// Pre: no domain is empty, and no coefficient is 0. Post: if `Ok`, the least and the greatest value of each term
    /// are within the bounds that the others leave. Running it again at once changes nothing.
    pub(in super::super) fn linear(&mut self, scope: &[u32], coefficients: &[i64], cmp: Cmp, rhs: i64) -> DomainStep {
        loop {
            let (mut least, mut most) = (0, 0);
            let mut unfixed = [(0, 0); 3];
            let mut count = 0;
            let mut rest = rhs;
            for (&var, &coefficient) in scope.iter().zip(coefficients) {
                let (low, high) = self.term_range(var, coefficient);
                least += low;
                most += high;
                if low == high {
                    rest -= low;
                } else {
                    if let Some(place) = unfixed.get_mut(count) {
                        *place = (coefficient, var);
                    }
                    count += 1;
                }
            }
            let (upper, lower) = (cmp != Cmp::Ge, cmp != Cmp::Le);
            if (upper && least > rhs) || (lower && most < rhs) {
                return Err(Conflict);
            }
            let before = self.store.changes;
            for (&var, &coefficient) in scope.iter().zip(coefficients) {
                let (low, high) = self.term_range(var, coefficient);
                if low == high {
                    continue;
                }
                // The term has to stay between these two.
                let floor = if lower { rhs - (most - high) } else { low };
                let ceiling = if upper { rhs - (least - low) } else { high };
                if floor > low || ceiling < high {
                    self.keep_term_between(var, coefficient, floor, ceiling)?;
                }
            }
            if self.store.changes == before {
                return match count {
                    2 | 3 if cmp == Cmp::Eq && self.settings.level.has_pairs() => self.exact(&unfixed[..count], rest),
                    _ => Ok(()),
                };
            }
        }
    }

    fn bit_value(&self, var: u32, bit: u32) -> i64 {
        self.program.value(var, bit).into()
    }

    /// The least and the greatest value of a term.
    pub(in super::super) fn term_range(&self, var: u32, coefficient: i64) -> (i64, i64) {
        let first = coefficient * self.bit_value(var, self.store.first(var));
        let last = coefficient * self.bit_value(var, self.store.last(var));
        (first.min(last), first.max(last))
    }

    /// Keeps the values with `floor <= coefficient * value <= ceiling`.
    ///
    /// Pre: the domain is not empty. Post: if `Ok`, it still is not.
    fn keep_term_between(&mut self, var: u32, coefficient: i64, floor: i64, ceiling: i64) -> DomainStep {
        let (mut first, mut last) = (self.store.first(var), self.store.last(var));
        let inside = |this: &Self, bit| (floor..=ceiling).contains(&(coefficient * this.bit_value(var, bit)));
        if W != 1 {
            // Many values may go: the ends are found by halving, as terms rise or fall with the values.
            let at = self.program.value_at[var as usize];
            let values = &self.program.values[(at + first) as usize..=(at + last) as usize];
            let term = |value: &i32| coefficient * i64::from(*value);
            let (before, behind) = match coefficient > 0 {
                true => (values.partition_point(|v| term(v) < floor), values.partition_point(|v| term(v) <= ceiling)),
                false => (values.partition_point(|v| term(v) > ceiling), values.partition_point(|v| term(v) >= floor)),
            };
            if before >= behind {
                return Err(Conflict);
            }
            return self.store.keep_between(var, (first + before as u32).into(), (first + behind as u32 - 1).into());
        }
        while first < last && !inside(self, first) {
            first += 1;
        }
        while first < last && !inside(self, last) {
            last -= 1;
        }
        if !inside(self, first) {
            return Err(Conflict);
        }
        self.store.keep_between(var, first.into(), last.into())
    }

    /// Keeps the values of two or three variables that some choice of the others completes.
    ///
    /// Pre: these terms add up to `rest`, and no others are unfixed. Post: if `Ok`, each value left is part of such a
    /// choice, unless there were too many to try.
    fn exact(&mut self, unfixed: &[Term], rest: i64) -> DomainStep {
        let mut terms = [(0, 0); 3];
        let terms = &mut terms[..unfixed.len()];
        terms.copy_from_slice(unfixed);
        if let [(a, x), (b, y)] = *terms
            && a == -b
            && let (Some(x_base), Some(y_base)) = (self.dense_base(x), self.dense_base(y))
        {
            if rest % b != 0 {
                return Err(Conflict);
            }
            let by = x_base + rest / b - y_base;
            self.shift(x, y, by)?;
            return self.shift(y, x, -by);
        }
        terms.sort_unstable_by_key(|&(_, var)| self.store.size(var));
        let combinations: u64 =
            terms[..terms.len() - 1].iter().map(|&(_, var)| u64::from(self.store.size(var))).product();
        if combinations > COMBINATIONS {
            return Ok(());
        }
        // Sets of supported bits, one after the other.
        let widths: usize = terms.iter().map(|&(_, var)| self.store.width(var)).sum();
        let mut kept = std::mem::take(&mut self.scratch);
        kept.clear();
        kept.resize(widths, 0);
        self.support(terms, rest, &mut kept);
        let mut at = 0;
        let mut step = Ok(());
        for &(_, var) in terms.iter() {
            let width = self.store.width(var);
            step = step.and_then(|()| self.store.keep_all(var, &kept[at..at + width]));
            at += width;
        }
        self.scratch = kept;
        step
    }

    /// The value of bit 0, if the values from the first to the last of the domain are consecutive.
    fn dense_base(&self, var: u32) -> Option<i64> {
        let (first, last) = (self.store.first(var), self.store.last(var));
        let (least, most) = (self.bit_value(var, first), self.bit_value(var, last));
        (most - least == i64::from(last - first)).then(|| least - i64::from(first))
    }

    /// Marks the bits that are part of a choice which adds up to `rest`; returns whether there is one.
    fn support(&self, terms: &[Term], rest: i64, kept: &mut [u64]) -> bool {
        let Some((&(coefficient, var), others)) = terms.split_first() else { return rest == 0 };
        let width = self.store.width(var);
        if others.is_empty() {
            let found = (rest % coefficient == 0)
                .then(|| i32::try_from(rest / coefficient).ok())
                .flatten()
                .and_then(|value| self.bit_of(var, value))
                .filter(|&bit| self.store.has(var, bit));
            if let Some(bit) = found {
                kept[bit as usize / 64] |= 1 << (bit % 64);
            }
            return found.is_some();
        }
        let mut some = false;
        for word in 0..width {
            let mut left = self.store.domain(var)[word];
            while left != 0 {
                let bit = 64 * word as u32 + left.trailing_zeros();
                left &= left - 1;
                let (own, rests) = kept.split_at_mut(width);
                if self.support(others, rest - coefficient * self.bit_value(var, bit), rests) {
                    own[word] |= 1 << (bit % 64);
                    some = true;
                }
            }
        }
        some
    }

    /// The bit of a value, between the first and the last bit of the domain.
    fn bit_of(&self, var: u32, value: i32) -> Option<u32> {
        let (first, last) = (self.store.first(var), self.store.last(var));
        let values =
            &self.program.values[self.program.value_at[var as usize] as usize..][first as usize..=last as usize];
        let offset = i64::from(value) - i64::from(values[0]);
        // On a dense scale the value is right there.
        if let Ok(offset) = usize::try_from(offset)
            && values.get(offset) == Some(&value)
        {
            return Some(first + offset as u32);
        }
        values.binary_search(&value).ok().map(|found| first + found as u32)
    }
}

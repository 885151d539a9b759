//! Clauses about merged unary numbers: sums in which literals of one number stand in falling order.
//!
//! A comparator of an odd-even merge compares two numbers that count every second literal of two others. Its clauses
//! follow from small multiples of what its literals say, and from the falling order of what they count: there, the
//! literals of each number come to no more than the largest sum of its first ones. The bound on a count follows when
//! all numbers are replaced by what they count. A number that is cut off has a last literal which stands for all beyond
//! it; that is false because it would make those above it true.

use itertools::Itertools;

use super::eliminate::{Combination, Slope, leading, smoothest};
use super::facts::Facts;
use super::justify::Shift;
use super::lemmas::Lemmas;
use super::opposite::{Opposite, Sum};
use super::proof::{Id, Literal};

impl Shift {
    /// With what has been added before.
    fn with(mut self, sum: Combination) -> Self {
        self.used.extend(sum.used);
        self.ends.extend(sum.ends);
        self
    }
}

impl Facts<'_> {
    /// Proves a clause about unary numbers: small multiples of what its literals say contradict the falling order of
    /// others, or what a form of the constraint says of all that is counted.
    pub(super) fn by_counting(&mut self, clause: &[Literal], lemmas: &Lemmas, opposite: &Opposite) -> Option<Id> {
        if !clause.iter().any(|literal| self.counts.number(literal.variable).is_some()) {
            return None;
        }
        for before in opposite.multiples() {
            let mut sum = Combination::from(&before);
            let falls = self.order(&mut sum, opposite);
            if let Some(mut shift) = self.shift(sum.terms(), sum.bound, opposite, &[]) {
                for (high, low, factor) in falls {
                    shift.used.push((self.falls(high, low).1, factor));
                }
                return Some(self.conclude(clause, opposite, &Sum::default(), shift.with(sum)));
            }
        }
        let weighed = Combination::from(&opposite.weighed(|terms| self.counts.unit(terms)));
        [smoothest, leading]
            .into_iter()
            .find_map(|slope: Slope| self.by_counts(clause, lemmas, opposite, Combination { slope, ..weighed.clone() }))
    }

    /// With what all that is counted comes to, of which is known what these inequalities say.
    fn by_counts(
        &mut self,
        clause: &[Literal],
        lemmas: &Lemmas,
        opposite: &Opposite,
        mut counted: Combination,
    ) -> Option<Id> {
        self.eliminate(&mut counted)?;
        let mut sums = vec![counted];
        for &position in lemmas.forms.iter().take(2) {
            let form = self.form(position);
            // Weights are halved at each bit, which is undone by multiples, but where a bit is carried on alone.
            let halved = [(1, 1), (sums[0].scale, 1), (1, 2), (1, 4), (1, 8)];
            for (factor, times) in halved.into_iter().unique() {
                let mut sum = sums[0].clone();
                sum.times(times);
                sum.add(&form, factor);
                sums.push(sum);
            }
        }
        for mut sum in sums {
            let Some(mut shift) = self.shift(sum.terms(), sum.bound, opposite, &[]) else { continue };
            for (lit, _) in std::mem::take(&mut sum.beyond) {
                shift.hints.extend(self.overflow(lit, &[], opposite)?);
            }
            return Some(self.conclude(clause, opposite, &Sum::default(), shift.with(sum)));
        }
        None
    }
}

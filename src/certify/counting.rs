//! Clauses about merged unary numbers: sums in which literals of one number stand in falling order.
//!
//! A comparator of an odd-even merge compares two numbers that count every second literal of two others. Its clauses
//! follow from small multiples of what its literals say, and from the falling order of what they count: there, the
//! literals of each number come to no more than the largest sum of its first ones. The bound on a count follows when
//! all numbers are replaced by what they count. A number that is cut off has a last literal which stands for all beyond
//! it; that is false because it would make those above it true.

use super::eliminate::{Combination, Slope, smoothest, widest};
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
            if let Some(mut shift) = self.shift(&sum.terms, sum.bound, opposite, &[]) {
                for (high, low, factor) in falls {
                    shift.used.push((self.falls(high, low).1, factor));
                }
                return Some(self.conclude(clause, opposite, &Sum::default(), shift.with(sum)));
            }
        }
        let weighed = Combination::from(&opposite.weighed(|terms| self.counts.unit(terms)));
        [smoothest, widest]
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
        // A count of weights and the constraint count the same, or a count has been doubled until it does.
        let factors = if counted.scale > 1 { &[1, counted.scale][..] } else { &[1] };
        let forms = || lemmas.forms.iter().take(2).copied();
        let tries = factors.iter().flat_map(|&factor| forms().map(move |form| Some((form, factor))));
        for form in [None].into_iter().chain(tries) {
            let mut sum = counted.clone();
            if let Some((position, factor)) = form {
                let form = self.form(position);
                sum.add(&form, factor);
            }
            let Some(mut shift) = self.shift(&sum.terms, sum.bound, opposite, &[]) else { continue };
            for (lit, _) in std::mem::take(&mut sum.beyond) {
                shift.hints.extend(self.overflow(lit, opposite)?);
            }
            return Some(self.conclude(clause, opposite, &Sum::default(), shift.with(sum)));
        }
        None
    }
}

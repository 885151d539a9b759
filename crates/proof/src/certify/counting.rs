//! Clauses about merged unary numbers: sums in which literals of one number stand in falling order.
//!
//! A comparator of an odd-even merge compares two numbers that count every second literal of two others. Its clauses
//! follow from small multiples of what its literals say, and from the falling order of what they count: there, the
//! literals of each number come to no more than the largest sum of its first ones. The bound on a count follows when
//! all numbers are replaced by what they count. A number that is cut off has a last literal which stands for all beyond
//! it; that is false because it would make those above it true.
//!
//! What digits hand on to the next ones is undone from the highest bit down, as the encoder states it. From the
//! multiples alone that cannot be told: the first literal may be all that is counted, or all that is carried.

use itertools::Itertools;

use super::counts::Carries;
use super::eliminate::{Combination, Slope, first, leading, smoothest};
use super::gcd;
use super::justify::Shift;
use super::lemmas::Lemmas;
use super::negated_clause::{NegatedClause, Sum};
use super::proof::{Id, Literal};
use super::state::{Known, ProofState};

impl Shift {
    /// With what has been added before.
    fn with(mut self, sum: Combination) -> Self {
        self.used.extend(sum.used);
        self.ends.extend(sum.ends);
        self
    }
}

impl ProofState<'_> {
    /// Proves a clause about unary numbers: small multiples of what its literals say contradict the falling order of
    /// others, or what a form of the constraint says of all that is counted.
    pub(super) fn by_counting(&mut self, clause: &[Literal], lemmas: &Lemmas, negated: &NegatedClause) -> Option<Id> {
        if !clause.iter().any(|literal| self.counts.number(literal.variable).is_some()) {
            return None;
        }
        for before in negated.multiples() {
            let mut sum = Combination::from(&before);
            let falls = self.order(&mut sum, negated);
            if let Some(mut shift) = self.shift(sum.terms(), sum.bound, negated, &[]) {
                for (high, low, factor) in falls {
                    shift.used.push((self.falls(high, low).1, factor));
                }
                return Some(self.conclude(clause, negated, &Sum::default(), shift.with(sum)));
            }
        }
        let weighed = Combination::from(&negated.weighed(|terms| self.counts.unit(terms)));
        for literal in clause {
            let Some(carries) = self.counts.carries.get(&literal.variable).cloned() else { continue };
            let Some(Known::Threshold(top)) = self.known(literal.variable) else { continue };
            let multiple = self.counts.unit(&top.terms);
            let mut counted = Combination { slope: first, ..weighed.clone() };
            if self.undo(&carries, multiple, &mut counted).is_some()
                && let Some(id) = self.by_counts(clause, lemmas, negated, counted)
            {
                return Some(id);
            }
        }
        [smoothest, leading]
            .into_iter()
            .find_map(|slope: Slope| self.by_counts(clause, lemmas, negated, Combination { slope, ..weighed.clone() }))
    }

    /// Replaces carried literals, each with a multiple, by the literals of the digit that they count. For each carried
    /// one as many of these are true as the base says, less a constant. Literals that stand for values are left.
    fn undo(&mut self, carries: &[Carries], mut multiple: i128, sum: &mut Combination) -> Option<()> {
        let before = carries.iter().skip(1).map(|carry| &carry.carried).map(Some).chain([None]);
        for (&Carries { base, ref from, ref carried }, before) in carries.iter().zip(before) {
            let times = base as i128;
            let is_only_carried = before == Some(from);
            let number = from.first().and_then(|&lit| self.counts.number(lit));
            let Some(number) = number.filter(|_| !carried.is_empty()) else { break };
            if multiple % times != 0 {
                sum.times(times);
                multiple *= times;
            }
            multiple /= times;
            let mut open = 0;
            for &high in carried {
                let place = from.iter().position(|&lit| lit == high)?;
                for &before in &from[open..place] {
                    let falls = self.falls(high, before);
                    sum.add(&falls, multiple);
                }
                // The first one has the constant before it.
                (place + 1 - open..base).for_each(|_| sum.end(high, -multiple));
                open = place + 1;
            }
            from[open..].iter().for_each(|&lit| sum.end(lit, multiple));
            // Where nothing was added to what came from the bit before, that carry is undone next.
            if !is_only_carried {
                self.replace(number, sum)?;
            }
        }
        Some(())
    }

    /// With what all that is counted comes to, of which is known what these inequalities say.
    fn by_counts(
        &mut self,
        clause: &[Literal],
        lemmas: &Lemmas,
        negated: &NegatedClause,
        mut counted: Combination,
    ) -> Option<Id> {
        self.eliminate(&mut counted)?;
        let mut sums = vec![counted];
        for &position in lemmas.forms.iter().take(2) {
            let form = self.form(position);
            // Weights are divided at each digit, which is undone by multiples: small ones where a digit is carried on
            // alone, and those by which the largest weight cancels out.
            let largest = form.0.terms.iter().max_by_key(|(_, weight)| weight.abs());
            let left =
                largest.and_then(|&(variable, weight)| Some((sums[0].terms.get(&variable)?.abs(), weight.abs())));
            let even = left.map(|(left, weight)| (left / gcd(left, weight), weight / gcd(left, weight)));
            for (factor, times) in [(1, 1), (sums[0].scale, 1), (1, 2), (1, 4), (1, 8)].into_iter().chain(even).unique()
            {
                let mut sum = sums[0].clone();
                sum.times(times);
                sum.add(&form, factor);
                sums.push(sum);
            }
        }
        for mut sum in sums {
            let Some(mut shift) = self.shift(sum.terms(), sum.bound, negated, &[]) else { continue };
            for (lit, _) in std::mem::take(&mut sum.beyond) {
                shift.hints.extend(self.overflow(lit, &[], negated)?);
            }
            return Some(self.conclude(clause, negated, &Sum::default(), shift.with(sum)));
        }
        None
    }
}

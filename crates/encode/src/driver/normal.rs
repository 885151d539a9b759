//! Sums in normal form, before any encoding sees them.
//!
//! The degree of an inequality is how far the sum has to be from the end that it must leave. Saturation: a coefficient
//! of a variable from 0 to 1 is cut to the degree, since it counts no further. Division: all are divided by their
//! common divisor, and the degree is rounded up. Both are repeated until nothing changes. An inequality of such
//! variables with the degree 1 is a clause. The terms are in the order that the configuration selects, by falling
//! coefficients if it says nothing. Posting a sum has merged the terms of each variable before.
//!
//! The room of an inequality is how far the sum may be from its other end. A variable from 0 to 1 with a coefficient
//! beyond the room has one value, and is left out.
//!
//! Encodings that use at-most-ones get inequalities from which a multiple of each "exactly one" beside them is taken
//! off. The least coefficient of the group goes; the others are weights, of which at most one counts.
//!
//! Division and saturation: E. Boros and P. L. Hammer, "Pseudo-Boolean optimization", Discrete Applied Mathematics 123,
//! 2002, say what is the same function; D. Chai and A. Kuehlmann, "A fast pseudo-Boolean constraint solver", IEEE TCAD
//! 24, 2005, use them as rules. N. Eén and N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2,
//! 2006, do it before their encodings. Here variables may have more values: they have to keep within the degree, or the
//! sum is not saturated. Equations are only divided.

use std::collections::HashMap;

use cnfab_model::{Atom, Cmp, Label, Var};

use crate::VarMap;
use crate::at_most_ones::{AtMostOnes, Place};

/// A sum over variables of several values, in numbers of any size.
#[derive(Clone)]
pub(super) struct Normal {
    pub(super) terms: Vec<(i64, Var)>,
    pub(super) cmp: Cmp,
    pub(super) rhs: i128,
}

impl Normal {
    /// True if the sum always holds and false if it never does, if the ends of its variables decide it.
    pub(super) fn decided(&self, vars: &VarMap) -> Option<bool> {
        let [low, high] = ends(&self.terms, vars);
        let (above, below) = (self.cmp != Cmp::Le && low < self.rhs, self.cmp != Cmp::Ge && high > self.rhs);
        let fails = self.cmp != Cmp::Ge && low > self.rhs || self.cmp != Cmp::Le && high < self.rhs;
        (fails || !above && !below).then_some(!fails)
    }

    /// Takes off a multiple of each "exactly one" whose variables are all in the inequality. Returns which multiples of
    /// which counts were added to it as an "at least".
    pub(super) fn shifted(&mut self, at_most_ones: &AtMostOnes, vars: &VarMap) -> Vec<(Label, usize, i64)> {
        let mut added = Vec::new();
        if self.cmp == Cmp::Eq {
            return added;
        }
        let bits: Vec<Var> = self.terms.iter().map(|term| term.1).filter(|&var| is_bit(var, vars)).collect();
        let open = |(var, value): Place| vars.domain(Var::from_index(var)).contains(value);
        let position: HashMap<usize, usize> = (0..).zip(&self.terms).map(|(at, term)| (term.1.index(), at)).collect();
        for one in at_most_ones.exactly_ones(&bits, open) {
            // The part of each literal: the coefficient, or its opposite where 0 counts.
            let parts = one.places.iter().filter(|&&place| open(place)).map(|&(var, value)| {
                let at = position[&var];
                let coefficient = i128::from(self.terms[at].0);
                (at, value, if value == 1 { coefficient } else { -coefficient })
            });
            let parts: Vec<(usize, i32, i128)> = parts.collect();
            let of_all = parts.iter().map(|part| part.2);
            let Some(off) = (if self.cmp == Cmp::Le { of_all.min() } else { of_all.max() }) else { continue };
            let left = |part: i128| i64::try_from(part - off).ok().filter(|left| left.checked_neg().is_some());
            let multiple = i64::try_from(if self.cmp == Cmp::Le { off } else { -off }).ok();
            let Some(multiple) = multiple.filter(|&off| off != 0 && parts.iter().all(|part| left(part.2).is_some()))
            else {
                continue;
            };
            self.rhs -= off;
            for (at, value, part) in parts {
                let left = left(part).expect("looked at before");
                // A literal that counts the value 0 is 1 less the variable.
                self.rhs += if value == 0 { off } else { 0 };
                self.terms[at].0 = if value == 1 { left } else { -left };
            }
            added.push((one.label.clone(), one.number, multiple));
        }
        self.terms.retain(|term| term.0 != 0);
        added
    }

    /// Takes the variables from 0 to 1 out that have one value where the sum holds. Returns what they have to be.
    pub(super) fn forced(&mut self, vars: &VarMap) -> Vec<Atom> {
        let mut forced = Vec::new();
        loop {
            let [up, down] = self.rooms(vars);
            let value = |&(coefficient, var): &(i64, Var)| {
                let beyond = |room: Option<i128>| room.is_some_and(|room| i128::from(coefficient).abs() > room);
                // Up, it stays at its least product; down, at its largest one.
                let value = if beyond(up) { coefficient < 0 } else { coefficient > 0 };
                (is_bit(var, vars) && (beyond(up) || beyond(down))).then_some(i32::from(value))
            };
            let before = forced.len();
            self.terms.retain(|term| {
                let Some(value) = value(term) else { return true };
                forced.push(term.1.is(value));
                self.rhs -= i128::from(term.0) * i128::from(value);
                false
            });
            if forced.len() == before || self.decided(vars).is_some() {
                return forced;
            }
        }
    }

    /// The sum in normal form; `None` if it is an equation that its common divisor contradicts.
    pub(super) fn normal(mut self, vars: &VarMap) -> Option<Self> {
        let cmp = self.cmp;
        let sum = &mut self;
        loop {
            let divisor = sum.terms.iter().fold(0, |divisor, &(coefficient, _)| gcd(divisor, coefficient.into()));
            if divisor > 1 {
                let divided = |coefficient: i64| (i128::from(coefficient) / divisor) as i64;
                sum.terms.iter_mut().for_each(|(coefficient, _)| *coefficient = divided(*coefficient));
                sum.rhs = match cmp {
                    Cmp::Le => sum.rhs.div_euclid(divisor),
                    Cmp::Ge => -(-sum.rhs).div_euclid(divisor),
                    Cmp::Eq if sum.rhs % divisor == 0 => sum.rhs / divisor,
                    Cmp::Eq => return None,
                };
            }
            if !sum.saturate(vars) {
                return Some(self);
            }
        }
    }

    /// How far the sum may go up from its least value, and down from its largest one, where it is bounded.
    fn rooms(&self, vars: &VarMap) -> [Option<i128>; 2] {
        let [low, high] = ends(&self.terms, vars);
        [(self.cmp != Cmp::Ge).then_some(self.rhs - low), (self.cmp != Cmp::Le).then_some(high - self.rhs)]
    }

    /// The room of an inequality.
    pub(super) fn room(&self, vars: &VarMap) -> Option<i128> {
        let [up, down] = self.rooms(vars);
        up.xor(down)
    }

    /// The degree of an inequality.
    fn degree(&self, vars: &VarMap) -> Option<i128> {
        let [low, high] = ends(&self.terms, vars);
        Some(high - low - self.room(vars)?)
    }

    /// Cuts coefficients to the degree; returns whether there was one to cut.
    fn saturate(&mut self, vars: &VarMap) -> bool {
        let Some(degree) = self.degree(vars) else { return false };
        let range = |&term: &(i64, Var)| {
            let [low, high] = ends(&[term], vars);
            high - low
        };
        let is_cut = |term: &(i64, Var)| range(term) > degree;
        if !self.terms.iter().any(is_cut) || self.terms.iter().any(|term| is_cut(term) && !is_bit(term.1, vars)) {
            return false;
        }
        for (coefficient, _) in self.terms.iter_mut().filter(|term| is_cut(term)) {
            let cut = i128::from(coefficient.signum()) * degree;
            // The end of the term from which the degree is counted stays, but where it is the coefficient itself.
            if (self.cmp == Cmp::Ge) != (*coefficient > 0) {
                self.rhs += cut - i128::from(*coefficient);
            }
            *coefficient = cut as i64;
        }
        true
    }

    /// The clause that says the same, if there is one: some variable is not at its end.
    pub(super) fn clause(&self, vars: &VarMap) -> Option<Vec<Atom>> {
        let is_clause = self.degree(vars) == Some(1)
            && self.terms.iter().all(|&(coefficient, var)| coefficient.unsigned_abs() == 1 && is_bit(var, vars));
        is_clause.then(|| self.terms.iter().map(|&term| !adds(term, self.cmp)).collect())
    }
}

/// The least and the largest sum of terms over variables that have values.
pub(super) fn ends(terms: &[(i64, Var)], vars: &VarMap) -> [i128; 2] {
    terms.iter().fold([0, 0], |[low, high], &(coefficient, var)| {
        let domain = vars.domain(var);
        let end = |value: Option<i32>| i128::from(coefficient) * i128::from(value.unwrap_or_default());
        let [one, other] = [end(domain.min()), end(domain.max())];
        [low + one.min(other), high + one.max(other)]
    })
}

/// The value of a variable from 0 to 1 that takes of the room of an inequality.
pub(super) fn adds((coefficient, var): (i64, Var), cmp: Cmp) -> Atom {
    var.is(i32::from((cmp == Cmp::Le) == (coefficient > 0)))
}

/// True if the variable is from 0 to 1.
pub(super) fn is_bit(var: Var, vars: &VarMap) -> bool {
    let domain = vars.domain(var);
    (domain.min(), domain.max()) == (Some(0), Some(1))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

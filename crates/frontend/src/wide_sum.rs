//! Sums whose numbers have any size, stated by sums of small numbers.
//!
//! Coefficients are saturated at the bound and divided by their common divisor. A sum that is too large for a model
//! then is stated digit by digit, to a base of 30 bits. The carry of a digit is its sum, divided by the base and
//! rounded down. It has few values, one in each solution, and the sum is large enough if the last digit's sum is not
//! negative. An equation is two such sums, as it bounds the opposite literals, too.

use std::collections::BTreeMap;

use num_bigint::{BigInt, Sign};

use cnfab_model::{Clause, Cmp, Constraint, Linear, Model, Var};

use super::pseudo_boolean::{MOST_BITS, Sum};

/// Bits of a digit.
const DIGIT: u32 = 30;

/// Bits of a sum of a group: fewer than others may have, as clauses have to state it.
pub(super) const MOST_OF_GROUPS: u32 = 52;

/// A sum of multiples of literals.
#[derive(Default)]
pub(super) struct WideSum {
    /// Multiples of variables.
    terms: BTreeMap<Var, BigInt>,
    constant: BigInt,
}

impl WideSum {
    /// A sum whose numbers were small so far.
    pub(super) fn of(sum: &Sum) -> Self {
        let mut wide = WideSum { terms: BTreeMap::new(), constant: sum.constant.into() };
        sum.terms.iter().for_each(|&(coefficient, var)| wide.add(coefficient.into(), var, false));
        wide
    }

    /// Adds a multiple of a literal.
    pub(super) fn add(&mut self, coefficient: BigInt, var: Var, is_negated: bool) {
        let term = self.terms.entry(var).or_default();
        if is_negated {
            *term -= &coefficient;
            self.constant += coefficient;
        } else {
            *term += coefficient;
        }
    }

    /// The constraints that hold together exactly if the sum compares so with a number. Adds carries to the model, each
    /// of which has one value for all values of the variables.
    pub(super) fn compares(mut self, cmp: Cmp, rhs: BigInt, model: &mut Model) -> Vec<Constraint> {
        let rhs = rhs - std::mem::take(&mut self.constant);
        match cmp {
            Cmp::Ge => self.at_least(1, &rhs, model).into_iter().collect(),
            Cmp::Le => self.at_least(-1, &rhs, model).into_iter().collect(),
            Cmp::Eq => [1, -1].into_iter().filter_map(|sign| self.at_least(sign, &rhs, model)).collect(),
        }
    }

    /// That the sum, or its opposite, is at least the number, or its opposite; `None` if it always is.
    fn at_least(&self, sign: i32, rhs: &BigInt, model: &mut Model) -> Option<Constraint> {
        // Over literals with positive coefficients.
        let mut least = rhs * sign;
        let mut literals: Vec<(BigInt, Var, bool)> = Vec::new();
        for (&var, coefficient) in &self.terms {
            let coefficient = coefficient * sign;
            match coefficient.sign() {
                Sign::NoSign => {}
                Sign::Plus => literals.push((coefficient, var, false)),
                Sign::Minus => {
                    least -= &coefficient;
                    literals.push((-coefficient, var, true));
                }
            }
        }
        if least <= BigInt::ZERO {
            return None;
        }
        if literals.iter().map(|literal| &literal.0).sum::<BigInt>() < least {
            return Some(Clause::default().into());
        }
        literals.iter_mut().filter(|literal| literal.0 > least).for_each(|literal| literal.0 = least.clone());
        let fits = match model.has_groups() {
            true => literals.iter().map(|literal| &literal.0).sum::<BigInt>().bits() < u64::from(MOST_OF_GROUPS),
            false => least.bits() < u64::from(MOST_BITS) - 1,
        };
        if fits {
            let narrow = |number: &BigInt| i128::try_from(number).expect("at most 100 bits");
            let mut sum = Sum::default();
            literals.iter().for_each(|(coefficient, var, is_negated)| sum.add(narrow(coefficient), *var, *is_negated));
            if let Ok(constraint) = sum.compares(Cmp::Ge, narrow(&least)) {
                return constraint;
            }
        }
        Some(digits(&literals, &least, model))
    }
}

/// The digit of a number that is not negative.
fn digit(number: &BigInt, place: u32) -> i64 {
    let mask = BigInt::from((1_i64 << DIGIT) - 1);
    i64::try_from((number >> (DIGIT * place)) & mask).expect("a digit")
}

/// That multiples of literals come to at least a number, digit by digit.
fn digits(literals: &[(BigInt, Var, bool)], least: &BigInt, model: &mut Model) -> Constraint {
    let base = 1_i64 << DIGIT;
    let places = u32::try_from(least.bits()).expect("a number in memory").div_ceil(DIGIT);
    let number = model.variables().len();
    let mut carry: Option<Var> = None;
    for place in 0.. {
        // The digits of the literals, less the digit of the number, and the carry of the place before.
        let (mut terms, mut constant) = (Vec::new(), -digit(least, place));
        let (mut low, mut high) = (0, 0);
        for (coefficient, var, is_negated) in literals {
            let value = digit(coefficient, place);
            high += value;
            match (value, is_negated) {
                (0, _) => {}
                (_, false) => terms.push((value, *var)),
                (_, true) => {
                    constant += value;
                    terms.push((-value, *var));
                }
            }
        }
        let sums = -digit(least, place);
        if let Some(carry) = carry {
            let domain = model.domain(carry);
            low += i64::from(domain.min().expect("a carry has values"));
            high += i64::from(domain.max().expect("a carry has values"));
            terms.push((1, carry));
        }
        if place + 1 == places {
            return Linear { terms, cmp: Cmp::Ge, rhs: -constant }.into();
        }
        let range = [low, high].map(|end| ((end + sums).div_euclid(base)) as i32);
        let next = model.auxiliary(format!("carry[{number},{place}]"), range[0]..=range[1]);
        terms.push((-base, next));
        model.post("carry", Linear { terms: terms.clone(), cmp: Cmp::Ge, rhs: -constant });
        model.post("carry", Linear { terms, cmp: Cmp::Le, rhs: base - 1 - constant });
        carry = Some(next);
    }
    unreachable!("a number has a last digit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_model::Assignment;

    /// The values that carries take, which are posted as floors of what stands before them.
    fn completed(model: &Model, bits: u32) -> Assignment {
        let mut values: Vec<i32> = (0..4).map(|var| (bits >> var & 1) as i32).collect();
        while values.len() < model.variables().len() {
            let domain = model.domain(Var::from_index(values.len()));
            let known = values.len();
            let fits = |value: &i32| {
                let mut all = values.clone();
                all.push(*value);
                all.resize(model.variables().len(), 0);
                let assignment = Assignment::new(all);
                let is_known = |posted: &&cnfab_model::Posted| posted.constraint.vars().all(|var| var.index() <= known);
                model.constraints().iter().filter(is_known).all(|posted| posted.holds(&assignment))
            };
            let fitting: Vec<i32> = domain.values().filter(fits).collect();
            assert_eq!(fitting.len(), 1, "a carry has one value");
            values.push(fitting[0]);
        }
        Assignment::new(values)
    }

    #[test]
    fn sums_of_any_size_mean_what_they_say() {
        let mut rng = fastrand::Rng::with_seed(8);
        let (mut carried, mut met) = (0, 0);
        for round in 0..1500 {
            let bits = [20, 70, 130, 300][round % 4];
            let wide = |rng: &mut fastrand::Rng| {
                let digits: Vec<u32> = (0..bits / 10).map(|_| rng.u32(..1 << 10)).collect();
                let size = digits.iter().fold(BigInt::ZERO, |number, &digit| (number << 10) + digit);
                if rng.bool() { size } else { -size }
            };
            let terms: Vec<(BigInt, usize, bool)> =
                (0..rng.usize(1..7)).map(|_| (wide(&mut rng), rng.usize(0..4), rng.bool())).collect();
            let value = |bits: u32| -> BigInt {
                terms.iter().filter(|term| (bits >> term.1 & 1 == 1) != term.2).map(|term| &term.0).sum()
            };
            let (cmp, rhs) = ([Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(0..3)], value(rng.u32(0..16)) + rng.i32(-1..=1));
            let mut model = Model::new();
            let vars: Vec<Var> = (0..4).map(|number| model.var(format!("x{number}"), 0..=1)).collect();
            let mut sum = WideSum::default();
            terms.iter().for_each(|(c, var, is_negated)| sum.add(c.clone(), vars[*var], *is_negated));
            let constraints = sum.compares(cmp, rhs.clone(), &mut model);
            carried += u32::from(model.variables().len() > 4);
            for bits in 0..16 {
                let assignment = completed(&model, bits);
                let expected = match cmp {
                    Cmp::Le => value(bits) <= rhs,
                    Cmp::Eq => value(bits) == rhs,
                    Cmp::Ge => value(bits) >= rhs,
                };
                met += u32::from(expected);
                let found = constraints.iter().all(|constraint| constraint.holds(&assignment));
                assert_eq!(found, expected, "{terms:?} {cmp:?} {rhs} at {bits:b}: {constraints:?}");
            }
        }
        assert!(carried > 300 && met > 3000, "{carried} {met}");
    }
}

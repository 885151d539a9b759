//! Sums of multiples of variables and a constant, which the integer expressions of XCSP3 become.

use cnfab_model::{Model, Var};

/// `constant + sum of factor * variable`. Variables come in order, each once and with a factor other than 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Affine {
    pub(super) terms: Vec<(i64, Var)>,
    pub(super) constant: i64,
}

impl From<Var> for Affine {
    fn from(var: Var) -> Self {
        Affine { terms: vec![(1, var)], constant: 0 }
    }
}

impl Affine {
    /// A number.
    pub(super) fn constant(constant: i64) -> Self {
        Affine { terms: Vec::new(), constant }
    }

    /// The number, if there are no variables.
    pub(super) fn fixed(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The sum with a multiple of another one; `None` beyond 64 bits.
    pub(super) fn plus(&self, factor: i64, other: &Affine) -> Option<Affine> {
        Affine::total([(1, self), (factor, other)])
    }

    /// The sum of multiples; `None` beyond 64 bits.
    pub(super) fn total<'s>(parts: impl IntoIterator<Item = (i64, &'s Affine)>) -> Option<Affine> {
        let mut total = Affine::constant(0);
        for (factor, part) in parts {
            total.constant = total.constant.checked_add(part.constant.checked_mul(factor)?)?;
            for &(coefficient, var) in &part.terms {
                total.terms.push((coefficient.checked_mul(factor)?, var));
            }
        }
        total.terms.sort_by_key(|term| term.1);
        for same in total.terms.chunk_by_mut(|a, b| a.1 == b.1) {
            let sum = same.iter().try_fold(0i64, |sum, term| sum.checked_add(term.0))?;
            same.iter_mut().for_each(|term| term.0 = 0);
            same[0].0 = sum;
        }
        total.terms.retain(|term| term.0 != 0);
        Some(total)
    }

    /// The least and the largest value.
    pub(super) fn bounds(&self, model: &Model) -> (i128, i128) {
        let constant = i128::from(self.constant);
        self.terms.iter().fold((constant, constant), |(low, high), &(factor, var)| {
            let domain = model.domain(var);
            let of = |value: Option<i32>| i128::from(factor) * i128::from(value.unwrap_or_default());
            let (one, other) = (of(domain.min()), of(domain.max()));
            (low + one.min(other), high + one.max(other))
        })
    }
}

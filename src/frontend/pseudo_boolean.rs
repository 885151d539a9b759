//! Sums of multiples of literals that compare with a number, stated by the simplest class that can.
//!
//! A sum whose coefficients are equal is a cardinality constraint, and one that any literal alone meets is a clause. So
//! the encodings of these classes apply to files that know only sums.

use crate::model::{Atom, Cardinality, Clause, Cmp, Constraint, Linear, Var};

/// Of more bits than a model's sums have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// A sum of multiples of 0/1 variables, and a constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub(super) terms: Vec<(i64, Var)>,
    pub(super) constant: i64,
}

impl Sum {
    /// Adds a multiple of a literal.
    pub(super) fn add(&mut self, coefficient: i64, var: Var, is_negated: bool) -> Result<(), TooLarge> {
        if !is_negated {
            self.terms.push((coefficient, var));
            return Ok(());
        }
        self.terms.push((coefficient.checked_neg().ok_or(TooLarge)?, var));
        self.constant = self.constant.checked_add(coefficient).ok_or(TooLarge)?;
        Ok(())
    }

    /// The constraint that the sum compares with a number; `None` if it always does.
    pub(super) fn compares(mut self, cmp: Cmp, rhs: i64) -> Result<Option<Constraint>, TooLarge> {
        self.merge()?;
        let rhs = rhs.checked_sub(self.constant).ok_or(TooLarge)?;
        let sign = if cmp == Cmp::Le { -1 } else { 1 };
        // Over literals with positive coefficients, at least or exactly so much.
        let literals: Vec<(i128, Atom)> =
            self.terms.iter().map(|&(coefficient, var)| literal(sign * i128::from(coefficient), var)).collect();
        let negative = |&(coefficient, _): &(i64, Var)| (sign * i128::from(coefficient)).min(0);
        let least = sign * i128::from(rhs) - self.terms.iter().map(negative).sum::<i128>();
        let most: i128 = literals.iter().map(|literal| literal.0).sum();
        let is_equation = cmp == Cmp::Eq;
        if least > most || is_equation && least < 0 {
            return Ok(Some(Clause::default().into()));
        }
        if !is_equation && least <= 0 {
            return Ok(None);
        }
        let atoms = || literals.iter().map(|literal| literal.1).collect();
        if !is_equation && literals.iter().all(|literal| literal.0 >= least) {
            return Ok(Some(Clause(atoms()).into()));
        }
        let first = literals.first().map_or(1, |literal| literal.0);
        if literals.iter().all(|literal| literal.0 == first) {
            return Ok(Some(cardinality(atoms(), is_equation, first, least)));
        }
        if most > i128::from(i64::MAX) {
            return Err(TooLarge);
        }
        Ok(Some(Linear { terms: self.terms, cmp, rhs }.into()))
    }

    /// Adds up the coefficients of each variable.
    fn merge(&mut self) -> Result<(), TooLarge> {
        // Most files name a variable once, in order.
        if self.terms.is_sorted_by(|a, b| a.1 < b.1) && self.terms.iter().all(|term| term.0 != 0) {
            return Ok(());
        }
        self.terms.sort_by_key(|term| term.1);
        for same in self.terms.chunk_by_mut(|a, b| a.1 == b.1) {
            let mut coefficients = same.iter().map(|term| term.0);
            let sum = coefficients.try_fold(0_i64, i64::checked_add).ok_or(TooLarge)?;
            same.iter_mut().for_each(|term| term.0 = 0);
            same[0].0 = sum;
        }
        self.terms.retain(|term| term.0 != 0);
        Ok(())
    }
}

/// A literal with a positive coefficient, which differs from the term by a constant.
fn literal(coefficient: i128, var: Var) -> (i128, Atom) {
    (coefficient.abs(), if coefficient > 0 { var.is(1) } else { var.is(0) })
}

/// That a multiple of the number of true atoms is at least, or exactly, so much: by the fewer of the atoms or of their
/// opposites.
fn cardinality(atoms: Vec<Atom>, is_equation: bool, each: i128, least: i128) -> Constraint {
    if is_equation && least % each != 0 {
        return Clause::default().into();
    }
    let k = usize::try_from((least + each - 1) / each).expect("at most the number of atoms");
    let (n, is_small) = (atoms.len(), 2 * k <= atoms.len());
    let opposite = |atom: &Atom| atom.var.is(1 - atom.value);
    match (is_equation, is_small) {
        (_, true) => Cardinality { atoms, cmp: if is_equation { Cmp::Eq } else { Cmp::Ge }, k }.into(),
        (_, false) => {
            let cmp = if is_equation { Cmp::Eq } else { Cmp::Le };
            Cardinality { atoms: atoms.iter().map(opposite).collect(), cmp, k: n - k }.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Assignment, Model};

    /// Over all values of four variables, the constraint holds where the sum as it was given does.
    #[test]
    fn each_class_means_what_the_sum_does() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut classes = std::collections::BTreeSet::new();
        for _ in 0..4000 {
            let most = rng.i64(1..4);
            let terms: Vec<(i64, usize, bool)> =
                (0..rng.usize(0..5)).map(|_| (rng.i64(-most..=most), rng.usize(0..4), rng.bool())).collect();
            let (cmp, rhs) = ([Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(0..3)], rng.i64(-6..7));
            let mut model = Model::new();
            let vars: Vec<Var> = (0..4).map(|number| model.var(format!("x{number}"), 0..=1)).collect();
            let mut sum = Sum::default();
            terms.iter().for_each(|&(c, var, is_negated)| sum.add(c, vars[var], is_negated).unwrap());
            let constraint = sum.compares(cmp, rhs).unwrap();
            classes.insert(constraint.as_ref().map(Constraint::name));
            for bits in 0..16 {
                let assignment = Assignment::new((0..4).map(|var| bits >> var & 1).collect());
                let value =
                    |&(c, var, is_negated): &(i64, usize, bool)| c * i64::from((bits >> var & 1 == 1) != is_negated);
                let expected = cmp.holds(terms.iter().map(value).sum(), rhs);
                let holds = constraint.as_ref().is_none_or(|constraint| constraint.holds(&assignment));
                assert_eq!(holds, expected, "{terms:?} {cmp:?} {rhs} at {bits:b}: {constraint:?}");
            }
        }
        assert_eq!(classes.len(), 4, "{classes:?}");
    }

    #[test]
    fn what_64_bits_do_not_hold_is_refused() {
        let x = Var::from_index(0);
        let mut sum = Sum::default();
        assert_eq!(sum.add(i64::MIN, x, true), Err(TooLarge));
        let sum = Sum { terms: vec![(i64::MAX, x), (1, x)], constant: 0 };
        assert_eq!(sum.compares(Cmp::Ge, 1).unwrap_err(), TooLarge);
        let sum = Sum { terms: vec![(i64::MAX, x), (2, Var::from_index(1))], constant: 0 };
        assert_eq!(sum.compares(Cmp::Ge, 3).unwrap_err(), TooLarge);
    }
}

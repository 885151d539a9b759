//! Sums of multiples of literals that compare with a number, stated by the simplest class that can.
//!
//! A sum whose coefficients are equal is a cardinality constraint, and one that any literal alone meets is a clause. So
//! the encodings of these classes apply to files that know only sums.

use cnfab_model::{Atom, Cardinality, Clause, Cmp, Constraint, Linear, Var};

/// Numbers have at most this many bits, so that sums of as many of them as a text can have fit into 128.
pub(super) const MOST_BITS: u32 = 100;

/// Of more bits than a model's sums have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// A sum of multiples of 0/1 variables, and a constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub(super) terms: Vec<(i128, Var)>,
    pub(super) constant: i128,
}

impl Sum {
    /// The sum of multiples of variables.
    pub(super) fn of(terms: &[(i64, Var)]) -> Self {
        Sum { terms: terms.iter().map(|&(coefficient, var)| (coefficient.into(), var)).collect(), constant: 0 }
    }

    /// Adds a multiple of a literal, of at most [`MOST_BITS`].
    pub(super) fn add(&mut self, coefficient: i128, var: Var, is_negated: bool) {
        self.terms.push((if is_negated { -coefficient } else { coefficient }, var));
        self.constant += if is_negated { coefficient } else { 0 };
    }

    /// The terms and the constant as an objective has them.
    pub(super) fn narrow(mut self) -> Result<(Vec<(i64, Var)>, i64), TooLarge> {
        self.merge();
        Ok((narrow(&self.terms)?, self.constant.try_into().map_err(|_| TooLarge)?))
    }

    /// The constraint that the sum compares with a number; `None` if it always does. Where coefficients are too large
    /// for a model, smaller ones with the same solutions take their place.
    pub(super) fn compares(mut self, cmp: Cmp, rhs: i128) -> Result<Option<Constraint>, TooLarge> {
        self.merge();
        let rhs = rhs - self.constant;
        let sign = if cmp == Cmp::Le { -1 } else { 1 };
        // Over literals with positive coefficients, at least or exactly so much.
        let literals: Vec<(i128, Atom)> =
            self.terms.iter().map(|&(coefficient, var)| literal(sign * coefficient, var)).collect();
        let negative = |&(coefficient, _): &(i128, Var)| (sign * coefficient).min(0);
        let least = sign * rhs - self.terms.iter().map(negative).sum::<i128>();
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
        match (i64::try_from(most), i64::try_from(rhs), narrow(&self.terms)) {
            (Ok(_), Ok(rhs), Ok(terms)) => Ok(Some(Linear { terms, cmp, rhs }.into())),
            _ => smaller(literals, is_equation, least),
        }
    }

    /// Adds up the coefficients of each variable.
    fn merge(&mut self) {
        // Most files name a variable once, in order.
        if self.terms.is_sorted_by(|a, b| a.1 < b.1) && self.terms.iter().all(|term| term.0 != 0) {
            return;
        }
        self.terms.sort_by_key(|term| term.1);
        for same in self.terms.chunk_by_mut(|a, b| a.1 == b.1) {
            let sum = same.iter().map(|term| term.0).sum();
            same.iter_mut().for_each(|term| term.0 = 0);
            same[0].0 = sum;
        }
        self.terms.retain(|term| term.0 != 0);
    }
}

/// Terms with coefficients of 64 bits.
fn narrow(terms: &[(i128, Var)]) -> Result<Vec<(i64, Var)>, TooLarge> {
    terms.iter().map(|&(coefficient, var)| Ok((coefficient.try_into().map_err(|_| TooLarge)?, var))).collect()
}

/// That multiples of true literals add up to at least, or exactly, `least`, which is positive, by smaller numbers.
///
/// A literal that is more than what is needed is as good as one that is just enough, or in an equation just too much.
/// A common divisor is left out.
fn smaller(
    mut literals: Vec<(i128, Atom)>,
    is_equation: bool,
    mut least: i128,
) -> Result<Option<Constraint>, TooLarge> {
    let most = least + i128::from(is_equation);
    literals.iter_mut().for_each(|literal| literal.0 = literal.0.min(most));
    let common = |a: i128, b: i128| {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // What was made smaller still is enough, or too much, when it is rounded up.
    let divisor =
        literals.iter().filter(|literal| literal.0 < most).fold(0, |so_far, literal| common(so_far, literal.0));
    if is_equation && (divisor == 0 && least != 0 || divisor != 0 && least % divisor != 0) {
        return Ok(Some(Clause::default().into()));
    }
    if divisor > 1 {
        least = (least + divisor - 1) / divisor;
        literals.iter_mut().for_each(|literal| literal.0 = (literal.0 + divisor - 1) / divisor);
    }
    i64::try_from(literals.iter().map(|literal| literal.0).sum::<i128>()).map_err(|_| TooLarge)?;
    let mut terms = Vec::with_capacity(literals.len());
    for (coefficient, atom) in literals {
        terms.push((if atom.value == 1 { coefficient } else { -coefficient }, atom.var));
        least -= if atom.value == 1 { 0 } else { coefficient };
    }
    let (cmp, rhs) = (if is_equation { Cmp::Eq } else { Cmp::Ge }, least.try_into().map_err(|_| TooLarge)?);
    Ok(Some(Linear { terms: narrow(&terms)?, cmp, rhs }.into()))
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
    use cnfab_model::{Assignment, Model};

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
            terms.iter().for_each(|&(c, var, is_negated)| sum.add(c.into(), vars[var], is_negated));
            let constraint = sum.compares(cmp, rhs.into()).unwrap();
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

    /// Numbers of up to 100 bits, some of them with a common divisor: what is taken means what the sum does.
    #[test]
    fn numbers_beyond_64_bits_are_made_smaller_or_refused() {
        let mut rng = fastrand::Rng::with_seed(2);
        let (mut taken, mut refused) = (0, 0);
        for round in 0..6000 {
            let by = if round % 2 == 0 { 1 } else { 3 << 80 };
            let mut coefficient = || match rng.u8(..3) {
                0 => rng.i128(-(1 << 99)..1 << 99) / by * by,
                _ => rng.i128(-9..=9) * by,
            };
            let terms: Vec<i128> = (0..4).map(|_| coefficient()).collect();
            let is_true: [bool; 4] = std::array::from_fn(|_| rng.bool());
            let chosen: i128 = terms.iter().zip(is_true).map(|(c, is_true)| if is_true { *c } else { 0 }).sum();
            let (cmp, rhs) = ([Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(0..3)], chosen + rng.i128(-2..=2));
            let mut model = Model::new();
            let mut sum = Sum::default();
            terms.iter().enumerate().for_each(|(n, &c)| sum.add(c, model.var(format!("x{n}"), 0..=1), false));
            let Ok(constraint) = sum.compares(cmp, rhs) else {
                refused += 1;
                continue;
            };
            for bits in 0..16 {
                let assignment = Assignment::new((0..4).map(|var| bits >> var & 1).collect());
                let value = |(var, c): (usize, &i128)| if bits >> var & 1 == 1 { *c } else { 0 };
                let expected = cmp.holds(terms.iter().enumerate().map(value).sum::<i128>(), rhs);
                let holds = constraint.as_ref().is_none_or(|constraint| constraint.holds(&assignment));
                assert_eq!(holds, expected, "{terms:?} {cmp:?} {rhs} at {bits:b}: {constraint:?}");
            }
            taken += u32::from(matches!(constraint, Some(Constraint::Linear(_))));
        }
        assert!(taken > 500 && refused > 500, "{taken} {refused}");
    }
}

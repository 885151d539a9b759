//! Sums: counts of truth values, equations of two variables, and all others.

use crate::flatzinc::classes::{Id, Lit, Term};
use crate::flatzinc::simplify::Sum;
use crate::flatzinc::statement::{Reified, Relation};
use crate::pairs::{MOST_PAIRS, partners};
use crate::ranges::Ranges;
use cnfab_base::parse_error::ParseError;
use cnfab_model::{AllDifferent, AtomRelation, Cmp, Linear, Var};

use super::Poster;

impl Poster<'_, '_> {
    pub(super) fn sum(
        &mut self,
        terms: &[(i64, Term)],
        relation: Relation,
        rhs: i64,
        reified: Reified,
    ) -> Result<(), ParseError> {
        let Some(Sum { terms, rhs }) = Sum::of(self.classes, terms, rhs) else {
            return Err(self.program.error(self.at, "a sum beyond 64 bits", "smaller coefficients"));
        };
        let classes = &mut *self.classes;
        let unit = terms.first().map_or(1, |term| term.0.unsigned_abs());
        let is_count = terms
            .iter()
            .all(|&(coefficient, id)| coefficient.unsigned_abs() == unit && *classes.values(id) == Ranges::bits());
        if is_count && unit == 1 {
            let negative = terms.iter().filter(|term| term.0 < 0).count() as i64;
            let lit = |&(coefficient, id): &(i64, Id)| {
                let lit = Term::Var(id).is_true();
                if coefficient > 0 { lit } else { !lit }
            };
            let Some(k) = rhs.checked_add(negative) else {
                return self.by_rows(&[], reified, |_| relation.holds(0, rhs));
            };
            return self.count(terms.iter().map(lit).collect(), relation, k, reified);
        }
        if let [one, other] = terms[..]
            && (relation == Relation::Ne || relation == Relation::Eq && reified != Reified::No)
            && self.pairs(one, other, rhs, relation == Relation::Eq, reified)?
        {
            return Ok(());
        }
        let of = |&(coefficient, id): &(i64, Id)| Ok((coefficient, self.var(Term::Var(id))?));
        let terms = terms.iter().map(of).collect::<Result<Vec<(i64, Var)>, ParseError>>()?;
        let cmp = if relation == Relation::Le { Cmp::Le } else { Cmp::Eq };
        self.state(Linear { terms, cmp, rhs }.into(), relation != Relation::Ne, reified)
    }

    /// States that two multiples add up to a value, or do not, value by value, or as different values. Returns whether
    /// it did.
    fn pairs(
        &mut self,
        (a, x): (i64, Id),
        (b, y): (i64, Id),
        rhs: i64,
        is_equal: bool,
        reified: Reified,
    ) -> Result<bool, ParseError> {
        if (a, b) == (1, -1) && rhs == 0 && !is_equal && reified == Reified::No {
            let pair = [self.var(Term::Var(x))?, self.var(Term::Var(y))?];
            self.add(Vec::new(), AllDifferent(pair.to_vec()).into())?;
            return Ok(true);
        }
        let [first, second] = [x, y].map(|id| self.classes.values(id).clone());
        let ((a, x, values), (b, y, other)) =
            if first.len() <= second.len() { ((a, x, first), (b, y, second)) } else { ((b, y, second), (a, x, first)) };
        if values.len() > MOST_PAIRS as u128 {
            return Ok(false);
        }
        // The truth of the equation, or of its opposite, and whether both directions are wanted.
        let (truth, is_full) = match reified {
            Reified::No => (Lit::Const(true), false),
            Reified::Full(truth) => (truth, true),
            Reified::Half(truth) => (truth, false),
        };
        let (equal, different) = if is_equal { (truth, !truth) } else { (!truth, truth) };
        for (value, partner) in partners(values.values(), (a, b), rhs, |value| other.contains(value)) {
            let elsewhere = Term::Var(x).is(AtomRelation::Ne, value);
            if is_equal || is_full {
                let there = partner.map(|value| Term::Var(y).is(AtomRelation::Eq, value));
                self.clause(&[elsewhere, there.unwrap_or(Lit::Const(false)), !equal])?;
            }
            if let Some(partner) = partner.filter(|_| !is_equal || is_full) {
                self.clause(&[elsewhere, Term::Var(y).is(AtomRelation::Ne, partner), !different])?;
            }
        }
        Ok(true)
    }
}

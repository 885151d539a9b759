//! Sums: variables of one value are left out, and the sum of the others goes to its encoding.

use crate::model::{Cmp, Var};

use super::{Driver, Prepared, Sum, Unsupported, VarMap, spelled};

impl Driver<'_> {
    /// Looks at a sum before any variable has literals.
    ///
    /// # Errors
    /// If its encoding cannot state it.
    pub(super) fn prepare_sum(
        &self,
        terms: &[(i64, Var)],
        cmp: Cmp,
        rhs: i64,
        vars: &VarMap,
    ) -> Result<Prepared, Unsupported> {
        let encoding = self.recipe.encodings.linear.of_constraint(&self.posted.label, self.number);
        // Encodings have sums as values; the solver counts in words, with room for conditions.
        let (limit, bits) = match encoding.is_propagated() && encoding.argument().is_none() {
            true => (1 << 54, 56),
            false => (i128::from(i32::MAX / 2), 32),
        };
        let too_wide = || self.unsupported("linear", encoding.name(), format!("its sums do not fit {bits} bits"));
        let mut free = Vec::with_capacity(terms.len());
        let mut rest = i128::from(rhs);
        let (mut low, mut high) = (0i128, 0i128);
        for &(coefficient, var) in terms {
            let domain = vars.domain(var);
            let (Some(min), Some(max)) = (domain.min(), domain.max()) else { return Ok(Prepared::Holds) };
            let ends = [i128::from(coefficient) * i128::from(min), i128::from(coefficient) * i128::from(max)];
            if min == max {
                rest -= ends[0];
            } else {
                low += ends[0].min(ends[1]);
                high += ends[0].max(ends[1]);
                free.push((coefficient, var));
            }
        }
        let below = cmp != Cmp::Ge && high > rest;
        let above = cmp != Cmp::Le && low < rest;
        if cmp != Cmp::Ge && low > rest || cmp != Cmp::Le && high < rest {
            return Ok(Prepared::Fails);
        }
        if !below && !above {
            return Ok(Prepared::Holds);
        }
        if [low, high, rest].iter().any(|bound| bound.abs() > limit) {
            return Err(too_wide());
        }
        if let [(coefficient, var)] = free[..] {
            return Ok(Prepared::Single(coefficient, var, cmp, rest as i64));
        }
        self.places.sort(&mut free, |&(_, var)| var);
        let of: Vec<Var> = free.iter().map(|&(_, var)| var).collect();
        let sum = Sum { terms: free, cmp, rhs: rest as i64, distinct: self.model.distinct(&of) };
        let contract = encoding.contract(cmp);
        let statement =
            encoding.prepare(sum, vars).map_err(|why| self.unsupported("linear", &spelled(encoding), why))?;
        Ok(Prepared::Sum(Box::new(move |vars, out| {
            vars.uses(contract);
            statement(vars, out);
        })))
    }
}

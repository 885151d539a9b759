//! Sums: variables of one value are left out, and the sum of the others goes to its encoding. Where none was asked for
//! and the default is too large for it, a small one states it.

use cnfab_model::{Cmp, Var};

use crate::linear::{LinearEncoding, MOST, SMALL};
use crate::var_map::Pick;

use super::{Driver, Prepared, Recipe, Sum, Unsupported, VarMap, spelled};

impl VarMap {
    /// The configuration that makes this formula, where `recipe` left some of it to the model.
    pub fn recipe(&self, recipe: &Recipe) -> Recipe {
        let mut recipe = recipe.clone();
        for Pick { class, selector, encoding } in self.picked() {
            recipe.set(class, Some(selector), encoding).expect("what is picked is registered");
        }
        recipe
    }
}

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
        let (label, number, linear) = (&*self.posted.label, self.number, &self.recipe.encodings.linear);
        let most = [low, high, rest].map(i128::abs).into_iter().max().unwrap_or_default();
        if let ([(coefficient, var)], true) = (&free[..], most <= MOST.into()) {
            return Ok(Prepared::Single(*coefficient, *var, cmp, rest as i64));
        }
        self.places.sort(&mut free, |&(_, var)| var);
        let of: Vec<Var> = free.iter().map(|&(_, var)| var).collect();
        let distinct = self.model.distinct(&of);
        let prepare = |encoding: &dyn LinearEncoding| {
            if most > encoding.most().into() {
                let bits = encoding.most().ilog2() + 3;
                return Err(format!("its sums do not fit {bits} bits"));
            }
            let sum = Sum { terms: free.clone(), cmp, rhs: rest as i64, distinct };
            Ok((encoding.contract(cmp), encoding.prepare(sum, vars)?))
        };
        let encoding = linear.of_constraint(label, number);
        let mut pick = None;
        let (contract, statement) = prepare(encoding)
            .or_else(|why| {
                if linear.is_given(label, number) {
                    return Err(why);
                }
                pick = Some(Pick { class: "linear", selector: format!("{label}[{number}]"), encoding: SMALL.name() });
                prepare(SMALL).map_err(|_| why)
            })
            .map_err(|why| self.unsupported("linear", &spelled(encoding), why))?;
        Ok(Prepared::Sum(Box::new(move |vars, out| {
            vars.uses(contract);
            pick.into_iter().for_each(|pick| vars.picks(pick));
            statement(vars, out);
        })))
    }
}

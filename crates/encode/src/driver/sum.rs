//! Sums: variables of one value are left out, and the sum of the others goes to its encoding in normal form. Where none
//! was asked for and the default is too large for it, a small one states it.

use cnfab_model::{Atom, Cmp, Var};

use crate::linear::{LinearEncoding, MOST, MOST_COMBINATIONS, MOST_UNASKED, SMALL};
use crate::var_map::Pick;

use super::normal::{Normal, adds, ends, is_bit};
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
        if terms.iter().any(|&(_, var)| vars.domain(var).is_empty()) {
            return Ok(Prepared::Holds);
        }
        let (fixed, free): (Vec<_>, Vec<_>) = terms.iter().partition(|&&(_, var)| vars.domain(var).len() == 1);
        let sum = Normal { terms: free, cmp, rhs: i128::from(rhs) - ends(&fixed, vars)[0] };
        let (label, number, linear) = (&*self.posted.label, self.number, &self.recipe.encodings.linear);
        let encoding = linear.of_constraint(label, number);
        let small = |why| match linear.is_given(label, number) {
            true => Err(why),
            false => {
                let pick = Pick { class: "linear", selector: format!("{label}[{number}]"), encoding: SMALL.name() };
                let small = self.sum_by(SMALL, MOST_COMBINATIONS, sum.clone(), vars).map_err(|_| why)?;
                Ok(Prepared::Picked(pick, Box::new(small)))
            }
        };
        let most = if linear.is_given(label, number) { MOST_COMBINATIONS } else { MOST_UNASKED };
        let prepared = self.sum_by(encoding, most, sum.clone(), vars).or_else(small);
        prepared.map_err(|why| self.unsupported("linear", &spelled(encoding), why))
    }

    /// The same by one encoding, with a limit of clauses for its partial sums.
    fn sum_by(
        &self,
        encoding: &dyn LinearEncoding,
        clauses: usize,
        mut sum: Normal,
        vars: &VarMap,
    ) -> Result<Prepared, String> {
        let groups = encoding.uses_at_most_ones() && sum.cmp != Cmp::Eq && sum.decided(vars).is_none();
        let added = if groups { sum.shifted(self.places.at_most_ones(), vars) } else { Vec::new() };
        let forced = if sum.decided(vars).is_none() { sum.forced(vars) } else { Vec::new() };
        let rest = Box::new(self.normal_sum(encoding, clauses, sum, vars)?);
        Ok(Prepared::InNormalForm { added, forced, rest })
    }

    fn normal_sum(
        &self,
        encoding: &dyn LinearEncoding,
        clauses: usize,
        sum: Normal,
        vars: &VarMap,
    ) -> Result<Prepared, String> {
        match sum.decided(vars) {
            Some(true) => return Ok(Prepared::Holds),
            Some(false) => return Ok(Prepared::Fails),
            None => {}
        }
        let Some(sum) = sum.normal(vars) else { return Ok(Prepared::Fails) };
        if let Some(clause) = sum.clause(vars) {
            return Ok(Prepared::Clause(clause));
        }
        let room = sum.room(vars);
        let Normal { mut terms, cmp, rhs } = sum;
        let most = ends(&terms, vars).into_iter().chain([rhs]).map(i128::abs).max().unwrap_or_default();
        if let ([(coefficient, var)], true) = (&terms[..], most <= MOST.into()) {
            return Ok(Prepared::Single(*coefficient, *var, cmp, rhs as i64));
        }
        if most > encoding.most().into() {
            let bits = encoding.most().ilog2() + 3;
            return Err(format!("its sums do not fit {bits} bits"));
        }
        let positive = |&(coefficient, var): &(i64, Var)| var.is(i32::from(coefficient > 0));
        let weight = |&(coefficient, _): &(i64, Var)| coefficient.unsigned_abs();
        self.places.sort((&self.posted.label, self.number), &mut terms, positive, weight);
        let of: Vec<Var> = terms.iter().map(|&(_, var)| var).collect();
        let at_most_ones = if encoding.uses_at_most_ones() { self.at_most_ones(&terms, cmp, vars) } else { Vec::new() };
        if let Some(room) = room {
            // Of each group only the largest coefficient counts.
            let weight = |&position: &usize| i128::from(terms[position].0).abs();
            let others = |group: &Vec<usize>| {
                group.iter().map(weight).sum::<i128>() - group.iter().map(weight).max().unwrap_or(0)
            };
            let [low, high] = ends(&terms, vars);
            if high - low - at_most_ones.iter().map(others).sum::<i128>() <= room {
                return Ok(Prepared::Holds);
            }
            // One group is no sum any more: each of its coefficients has room or has not.
            if at_most_ones.first().is_some_and(|group| group.len() == terms.len()) {
                let too_large = terms.iter().filter(|term| i128::from(term.0).abs() > room);
                return Ok(Prepared::All(too_large.map(|&term| !adds(term, cmp)).collect()));
            }
        }
        let distinct = self.model.distinct(&of);
        let sum = Sum { terms, cmp, rhs: rhs as i64, distinct, at_most_ones, most: clauses };
        let (contract, statement) = (encoding.contract(cmp), encoding.prepare(sum, vars)?);
        Ok(Prepared::Sum(Box::new(move |vars, out| {
            vars.uses(contract);
            statement(vars, out);
        })))
    }

    /// Terms of which at most one adds to the side that is bounded, by their positions.
    fn at_most_ones(&self, terms: &[(i64, Var)], cmp: Cmp, vars: &VarMap) -> Vec<Vec<usize>> {
        let bits: Vec<usize> =
            (0..terms.len()).filter(|&position| cmp != Cmp::Eq && is_bit(terms[position].1, vars)).collect();
        let atoms: Vec<Atom> = bits.iter().map(|&position| adds(terms[position], cmp)).collect();
        let groups = self.places.at_most_ones().groups(&atoms, self.model).into_iter();
        groups.map(|group| group.into_iter().map(|member| bits[member]).collect()).collect()
    }
}

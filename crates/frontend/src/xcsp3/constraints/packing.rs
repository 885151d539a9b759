//! Boxes that do not overlap, bins and knapsacks.

use std::collections::BTreeSet;

use crate::ranges::Ranges;
use crate::xcsp3::Unread;
use crate::xcsp3::affine::Affine;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::{Condition, Operator};
use crate::xcsp3::xml::{Element, Word, items};
use cnfab_model::{Amount, Disjunctive};

impl<'x> Build<'x> {
    /// A number, or the variable of a sum.
    pub(super) fn amount(&mut self, value: &Affine) -> Result<Amount, Unread> {
        match value.fixed().and_then(|value| i32::try_from(value).ok()) {
            Some(number) => Ok(number.into()),
            None => Ok(self.var_of(value)?.into()),
        }
    }

    pub(super) fn no_overlap(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let is_zero_ignored = element.truth_of("zeroIgnored", true)?;
        let [origins, lengths] = self.parts(element, ["origins", "lengths"])?;
        let (origins, lengths) = (self.needed(element, origins, "origins")?, self.needed(element, lengths, "lengths")?);
        let is_matrix = |words: &[Word<'x>]| words.first().is_some_and(|word| word.is("("));
        if !is_matrix(&origins.words()?) && !is_matrix(&lengths.words()?) {
            return self.disjunctive(origins, lengths, is_zero_ignored);
        }
        origins.allow(&[])?;
        lengths.allow(&[])?;
        let (starts, sizes) = (self.rows_of(origins)?, self.rows_of(lengths)?);
        self.same_length(lengths, sizes.len(), starts.len())?;
        let dimensions = starts.first().map_or(0, Vec::len);
        if let Some(row) = starts.iter().chain(&sizes).find(|row| row.len() != dimensions) {
            let found = format!("boxes of {dimensions} and {} dimensions", row.len());
            return Err(element.wrong(found, "one number of dimensions"));
        }
        for (place, (start, size)) in starts.iter().zip(&sizes).enumerate() {
            for (other_start, other_size) in starts[..place].iter().zip(&sizes) {
                let mut some = Vec::new();
                for dimension in 0..dimensions {
                    for (x, length, y) in [
                        (&start[dimension], &size[dimension], &other_start[dimension]),
                        (&other_start[dimension], &other_size[dimension], &start[dimension]),
                    ] {
                        let end = x.plus(1, length).ok_or_else(|| self.too_large())?;
                        some.push(self.relates(&end, Operator::Le, y)?);
                        if is_zero_ignored {
                            some.push(self.relates(length, Operator::Eq, &Affine::constant(0))?);
                        }
                    }
                }
                self.clause(&[], &some)?;
            }
        }
        Ok(())
    }

    fn disjunctive(
        &mut self,
        origins: Element<'_, 'x>,
        lengths: Element<'_, 'x>,
        is_zero_ignored: bool,
    ) -> Result<(), Unread> {
        let starts = self.list(origins)?;
        let durations = self.list_of(lengths, starts.len())?;
        let starts = self.vars_of(&starts)?;
        let durations = durations.iter().map(|value| self.amount(value)).collect::<Result<Vec<Amount>, Unread>>()?;
        self.add(&[], Disjunctive { starts, durations, is_strict: !is_zero_ignored })
    }

    pub(super) fn bin_packing(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, sizes, condition, limits, loads, conditions] =
            self.parts(element, ["list", "sizes", "condition", "limits", "loads", "conditions"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let sizes = self.needed(element, sizes, "sizes")?;
        let sizes = self.list_of(sizes, values.len())?;
        let (bins, operator) = match (condition, limits, loads, conditions) {
            (Some(condition), None, None, None) => {
                let condition = self.condition(condition)?;
                return self.bins_that_are_used(&values, &sizes, &condition);
            }
            (None, Some(limits), None, None) => (limits, Some(Operator::Le)),
            (None, None, Some(loads), None) => (loads, Some(Operator::Eq)),
            (None, None, None, Some(conditions)) => (conditions, None),
            _ => return Err(element.wrong("<binPacking>", "one of: condition, limits, loads, conditions")),
        };
        let first = bins.number_of("startIndex", 0)?;
        let conditions = match operator {
            None => self.conditions(bins)?,
            Some(operator) => {
                let bounds = self.list(bins)?;
                bounds.into_iter().map(|bound| Condition::Compares(operator, bound)).collect()
            }
        };
        let last = i64::from(first) + conditions.len() as i64 - 1;
        let inside = Ranges::from_to(first.into(), last);
        for value in &values {
            self.meet(value, &Condition::In(inside.clone(), true))?;
        }
        for (bin, condition) in (i64::from(first)..).zip(&conditions) {
            let (_, load) = self.load(&values, &sizes, &Affine::constant(bin))?;
            self.meet(&load, condition)?;
        }
        Ok(())
    }

    /// Reads conditions, `(le,3)(in,{1,2})`.
    fn conditions(&mut self, element: Element<'_, 'x>) -> Result<Vec<Condition>, Unread> {
        element.allow(&["startIndex"])?;
        let words = element.words()?;
        items(&words).iter().map(|item| self.condition_of(item, element)).collect()
    }

    /// The load of each bin that has something in it meets a condition.
    fn bins_that_are_used(&mut self, values: &[Affine], sizes: &[Affine], condition: &Condition) -> Result<(), Unread> {
        let vars = self.vars_of(values)?;
        if self.have_many_values(&vars)? {
            for value in values {
                let (_, load) = self.load(values, sizes, value)?;
                self.meet(&load, condition)?;
            }
            return Ok(());
        }
        let bins: BTreeSet<i32> = vars.iter().flat_map(|&var| self.model.domain(var).values()).collect();
        for bin in bins {
            let (is_in, load) = self.load(values, sizes, &Affine::constant(bin.into()))?;
            let is_empty_fine = match condition {
                Condition::Compares(Operator::Le, most) => self.bounds(most).0 >= 0,
                _ => false,
            };
            if is_empty_fine {
                self.meet(&load, condition)?;
                continue;
            }
            let fits = self.meets(&load, condition)?;
            is_in.into_iter().try_for_each(|truth| self.clause(&[], &[!truth, fits]))?;
        }
        Ok(())
    }

    pub(super) fn knapsack(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let children = element.children()?;
        let mut conditions = Vec::new();
        let [mut list, mut weights, mut profits] = [None; 3];
        for child in children {
            match child.name() {
                "list" => list = Some(child),
                "weights" => weights = Some(child),
                "profits" => profits = Some(child),
                "condition" => conditions.push(self.condition(child)?),
                "limit" => conditions.insert(0, Condition::Compares(Operator::Le, self.only(child)?)),
                _ => {
                    let expected = "in <knapsack> one of: list, weights, profits, condition, limit";
                    return Err(child.refused(child.tag(), expected));
                }
            }
        }
        let [weight, profit] = &conditions[..] else {
            return Err(element.wrong("<knapsack>", "a condition for the weight, and then one for the profit"));
        };
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        for (factors, name, condition) in [(weights, "weights", weight), (profits, "profits", profit)] {
            let factors = self.needed(element, factors, name)?;
            let sum = self.weighted(&values, Some(factors))?;
            self.meet(&sum, condition)?;
        }
        Ok(())
    }
}

//! Sums, counts of values, numbers of different values, and cardinalities.

use std::collections::BTreeMap;

use crate::ranges::{HIGHEST, LOWEST, Ranges};
use crate::xcsp3::Unread;
use crate::xcsp3::affine::Affine;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::{Condition, Operator};
use crate::xcsp3::expression::{Expression, Tree};
use crate::xcsp3::truth::Truth;
use crate::xcsp3::xml::Element;
use cnfab_model::GlobalCardinality;

impl<'x> Build<'x> {
    pub(super) fn sum(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, coefficients, condition] = self.parts(element, ["list", "coeffs", "condition"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let sum = self.weighted(&values, coefficients)?;
        let condition = self.needed(element, condition, "condition")?;
        let condition = self.condition(condition)?;
        self.meet(&sum, &condition)
    }

    /// The sum of values, each with its coefficient if there are some.
    pub(super) fn weighted(
        &mut self,
        values: &[Affine],
        coefficients: Option<Element<'_, 'x>>,
    ) -> Result<Affine, Unread> {
        let products = self.products(values, coefficients)?;
        Affine::total(products.iter().map(|product| (1, product))).ok_or_else(|| self.too_large())
    }

    /// Values, each by its coefficient if there are some.
    pub(in crate::xcsp3) fn products(
        &mut self,
        values: &[Affine],
        coefficients: Option<Element<'_, 'x>>,
    ) -> Result<Vec<Affine>, Unread> {
        let Some(coefficients) = coefficients else { return Ok(values.to_vec()) };
        let factors = self.list_of(coefficients, values.len())?;
        values.iter().zip(&factors).map(|(x, y)| self.product(x, y)).collect()
    }

    pub(super) fn count_values(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, values, condition] = self.parts(element, ["list", "values", "condition"])?;
        let list = self.needed(element, list, "list")?;
        list.allow(&[])?;
        let counted = self.expressions(list)?;
        let values = self.needed(element, values, "values")?;
        values.allow(&[])?;
        let values = self.expressions(values)?;
        let mut numbers = Vec::new();
        let mut others = Vec::new();
        for value in &values {
            match value.tree {
                Tree::Number(number) => numbers.push((number, number)),
                _ => others.push(self.value(value)?),
            }
        }
        let numbers = Ranges::joined(numbers);
        let mut truths = Vec::with_capacity(counted.len());
        for expression in &counted {
            let mut some = self.members(expression, &numbers)?;
            // A value that is one of several different numbers is one of them only.
            if others.is_empty() && some.len() > 1 && some.iter().all(|truth| matches!(truth, Truth::Lit(_))) {
                truths.append(&mut some);
                continue;
            }
            for other in &others {
                let value = self.value(expression)?;
                some.push(self.relates(&value, Operator::Eq, other)?);
            }
            truths.push(self.any(&some)?);
        }
        let condition = self.needed(element, condition, "condition")?;
        let condition = self.condition(condition)?;
        self.count(&truths, &condition)
    }

    /// For each of some numbers whether an expression has it as its value; one that it cannot have is left out.
    fn members(&mut self, expression: &Expression<'x>, numbers: &Ranges) -> Result<Vec<Truth>, Unread> {
        let value = self.value(expression)?;
        let (low, high) = self.bounds(&value);
        let mut truths = Vec::new();
        let bound = |bound: i128| bound.clamp(LOWEST.into(), HIGHEST.into()) as i64;
        for number in numbers.and(&Ranges::from_to(bound(low), bound(high))).values() {
            let truth = self.relates(&value, Operator::Eq, &Affine::constant(number))?;
            truths.extend((truth != Truth::Const(false)).then_some(truth));
        }
        Ok(truths)
    }

    pub(super) fn distinct_values(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, except, condition] = self.parts(element, ["list", "except", "condition"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let except = except.map_or(Ok(Vec::new()), |except| self.numbers(except))?;
        let truths = self.taken(&values, &except)?;
        let condition = self.needed(element, condition, "condition")?;
        let condition = self.condition(condition)?;
        self.count(&truths, &condition)
    }

    /// Truth values, of which as many are true as there are different values that are not excepted. There is one for
    /// each possible value, if some variable has it; or one for each variable, if none before it has its value.
    pub(in crate::xcsp3) fn taken(&mut self, values: &[Affine], except: &[i32]) -> Result<Vec<Truth>, Unread> {
        let vars = self.vars_of(values)?;
        if self.have_many_values(&vars)? {
            return self.new_values(values, except);
        }
        let mut takers: BTreeMap<i32, Vec<Truth>> = BTreeMap::new();
        for var in vars {
            let domain = self.model.domain(var);
            for value in domain.values().filter(|value| !except.contains(value)) {
                let truth = if domain.len() == 1 { Truth::Const(true) } else { Truth::Lit(var.is(value)) };
                takers.entry(value).or_default().push(truth);
            }
        }
        takers.into_values().map(|takers| self.any(&takers)).collect()
    }

    /// For each of these whether none before it has its value, which is not excepted.
    fn new_values(&mut self, values: &[Affine], except: &[i32]) -> Result<Vec<Truth>, Unread> {
        let except = Ranges::listed(except.iter().map(|&value| value.into()).collect());
        let mut news = Vec::with_capacity(values.len());
        for (place, value) in values.iter().enumerate() {
            let mut known = vec![self.is_in(value, &except)?];
            for other in &values[..place] {
                known.push(self.relates(value, Operator::Eq, other)?);
            }
            news.push(!self.any(&known)?);
        }
        Ok(news)
    }

    pub(super) fn cardinality(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, values, occurs] = self.parts(element, ["list", "values", "occurs"])?;
        let list = self.needed(element, list, "list")?;
        let counted = self.list(list)?;
        let values = self.needed(element, values, "values")?;
        let is_closed_by = values.truth_of("closed", false)?;
        let is_closed = element.truth_of("closed", is_closed_by)?;
        values.allow(&["closed"])?;
        let expressions = self.expressions(values)?;
        let values = self.values(&expressions)?;
        let occurs = self.needed(element, occurs, "occurs")?;
        let conditions = self.occurrences(occurs, values.len())?;
        let numbers: Option<Vec<i64>> = values.iter().map(Affine::fixed).collect();
        if let Some(numbers) = &numbers
            && numbers.len() == Ranges::listed(numbers.clone()).len() as usize
            && let Some(constraint) = self.by_class(&counted, numbers, &conditions, is_closed)?
        {
            return self.add(&[], constraint);
        }
        for (value, condition) in values.iter().zip(&conditions) {
            let mut truths = Vec::new();
            for one in &counted {
                truths.push(self.relates(one, Operator::Eq, value)?);
            }
            self.count(&truths, condition)?;
        }
        for one in counted.iter().filter(|_| is_closed) {
            let mut some = Vec::new();
            for value in &values {
                some.push(self.relates(one, Operator::Eq, value)?);
            }
            self.clause(&[], &some)?;
        }
        Ok(())
    }

    /// How often values occur: numbers, variables or intervals.
    fn occurrences(&mut self, element: Element<'_, 'x>, length: usize) -> Result<Vec<Condition>, Unread> {
        element.allow(&[])?;
        let words = element.words()?;
        let mut conditions = Vec::new();
        for item in super::items(&words) {
            if let [word] = item[..]
                && word.text.contains("..")
                && !word.text.contains('[')
            {
                conditions.push(Condition::In(self.ranges(&item)?, true));
                continue;
            }
            let expressions = self.expressions_of(&item)?;
            let values = self.values(&expressions)?;
            conditions.extend(values.into_iter().map(|value| Condition::Compares(Operator::Eq, value)));
        }
        self.same_length(element, conditions.len(), length)?;
        Ok(conditions)
    }

    /// The class of cardinalities, if each count is a variable.
    fn by_class(
        &mut self,
        counted: &[Affine],
        numbers: &[i64],
        conditions: &[Condition],
        is_closed: bool,
    ) -> Result<Option<GlobalCardinality>, Unread> {
        let values: Option<Vec<i32>> = numbers.iter().map(|&number| i32::try_from(number).ok()).collect();
        let count = |condition: &Condition| match condition {
            Condition::Compares(Operator::Eq, count) => Some(count.clone()),
            _ => None,
        };
        let counts: Option<Vec<Affine>> = conditions.iter().map(count).collect();
        let (Some(values), Some(counts)) = (values, counts) else { return Ok(None) };
        // A count that is a number of more than 32 bits is none.
        if counts.iter().filter_map(Affine::fixed).any(|count| !(0..=i64::from(i32::MAX)).contains(&count)) {
            return Ok(None);
        }
        let (vars, counts) = (self.vars_of(counted)?, self.vars_of(&counts)?);
        Ok(Some(GlobalCardinality { vars, values, counts, is_closed }))
    }

    /// The sum of sizes of the values that are a number, for sizes that go with values.
    pub(super) fn load(
        &mut self,
        values: &[Affine],
        sizes: &[Affine],
        number: &Affine,
    ) -> Result<(Vec<Truth>, Affine), Unread> {
        let mut truths = Vec::new();
        let mut parts = Vec::new();
        for (value, size) in values.iter().zip(sizes) {
            let truth = self.relates(value, Operator::Eq, number)?;
            let bit = self.bit(truth)?;
            parts.push(self.product(&bit, size)?);
            truths.push(truth);
        }
        let load = Affine::total(parts.iter().map(|part| (1, part))).ok_or_else(|| self.too_large())?;
        Ok((truths, load))
    }
}

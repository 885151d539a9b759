//! Ordered lists, lexicographic order and precedence of values.

use crate::xcsp3::Unread;
use crate::xcsp3::affine::Affine;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::Operator;
use crate::xcsp3::truth::Truth;
use crate::xcsp3::xml::Element;
use cnfab_model::{Clause, Domain, Lex};

impl<'x> Build<'x> {
    pub(super) fn ordered(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, lengths, operator] = self.parts(element, ["list", "lengths", "operator"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let lengths = match lengths {
            Some(lengths) => self.list_of(lengths, values.len().saturating_sub(1))?,
            None => vec![Affine::constant(0); values.len().saturating_sub(1)],
        };
        let operator = self.needed(element, operator, "operator")?;
        let operator = self.operator(operator)?;
        for (pair, length) in values.windows(2).zip(&lengths) {
            let end = pair[0].plus(1, length).ok_or_else(|| self.too_large())?;
            self.relate(&end, operator, &pair[1])?;
        }
        Ok(())
    }

    pub(super) fn lex(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let children = element.children()?;
        let Some((&operator, parts)) = children.split_last().filter(|(last, _)| last.name() == "operator") else {
            return Err(element.wrong("<lex>", "lists or a matrix, and <operator> as the last element"));
        };
        let operator = self.operator(operator)?;
        if let [matrix] = parts
            && matrix.name() == "matrix"
        {
            matrix.allow(&[])?;
            let rows = self.rows_of(*matrix)?;
            let columns = self.transposed(*matrix, &rows)?;
            self.lex_chain(&rows, operator)?;
            return self.lex_chain(&columns, operator);
        }
        let mut vectors: Vec<Vec<Affine>> = Vec::new();
        for &part in parts {
            if part.name() != "list" {
                let found = part.tag();
                return Err(part.refused(found, "in <lex> one of: list, matrix, operator"));
            }
            let values = self.list(part)?;
            if let Some(first) = vectors.first() {
                self.same_length(part, values.len(), first.len())?;
            }
            vectors.push(values);
        }
        self.lex_chain(&vectors, operator)
    }

    fn lex_chain(&mut self, vectors: &[Vec<Affine>], operator: Operator) -> Result<(), Unread> {
        let is_strict = matches!(operator, Operator::Lt | Operator::Gt);
        for pair in vectors.windows(2) {
            let (one, other) = (self.vars_of(&pair[0])?, self.vars_of(&pair[1])?);
            let is_turned = matches!(operator, Operator::Ge | Operator::Gt);
            let (left, right) = if is_turned { (other, one) } else { (one, other) };
            self.add(&[], Lex { left, right, is_strict })?;
        }
        Ok(())
    }

    /// Each value comes, if at all, only behind the one before it.
    pub(super) fn precedence(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let (list, order, is_covered) = match element.has_children() {
            false => (element, None, false),
            true => {
                let [list, values] = self.parts(element, ["list", "values"])?;
                let list = self.needed(element, list, "list")?;
                list.allow(&[])?;
                let is_covered = values.map_or(Ok(false), |values| values.truth_of("covered", false))?;
                values.map_or(Ok(()), |values| values.allow(&["covered"]))?;
                (list, values.map(|values| self.numbers(values)).transpose()?, is_covered)
            }
        };
        let expressions = self.expressions(list)?;
        let vars = self.values(&expressions)?;
        let vars = self.vars_of(&vars)?;
        let order = match order {
            Some(order) => order,
            None => {
                // Each value has those before it at earlier places, so that only as many come as there are places.
                let values: Domain = vars.iter().flat_map(|&var| self.model.domain(var).ranges()).collect();
                let order: Vec<i32> = values.values().take(vars.len()).collect();
                if let Some(&last) = order.last().filter(|_| order.len() < values.len() && !self.is_trial) {
                    for &var in &vars {
                        self.add(&[], Clause(vec![var.at_most(last)]))?;
                    }
                }
                order
            }
        };
        for pair in order.windows(2) {
            // Whether the first value stands before a place.
            let mut before = Truth::Const(false);
            for &var in &vars {
                let is = |value: i32| match self.model.domain(var) {
                    domain if !domain.contains(value) => Truth::Const(false),
                    domain if domain.len() == 1 => Truth::Const(true),
                    _ => Truth::Lit(var.is(value)),
                };
                let (first, second) = (is(pair[0]), is(pair[1]));
                self.clause(&[], &[!second, before])?;
                before = self.any(&[before, first])?;
            }
        }
        if let (true, Some(&last)) = (is_covered, order.last()) {
            let some: Vec<Truth> = vars.iter().map(|var| Truth::Lit(var.is(last))).collect();
            self.clause(&[], &some)?;
        }
        Ok(())
    }
}

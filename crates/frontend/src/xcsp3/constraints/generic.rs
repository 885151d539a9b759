//! Intension, instantiation and clauses.

use crate::xcsp3::Unread;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::Operator;
use crate::xcsp3::expression::Tree;
use crate::xcsp3::xml::{Element, malformed};
use cnfab_base::display::quoted;

impl<'x> Build<'x> {
    pub(super) fn intension(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let function = match element.has_children() {
            true => {
                let [function] = self.parts(element, ["function"])?;
                self.needed(element, function, "function")?
            }
            false => element,
        };
        let words = function.words()?;
        if words.is_empty() {
            return Err(element.wrong("<intension> without an expression", "an expression, such as eq(x,3)"));
        }
        let (expression, rest) = self.expression(&words)?;
        if let Some(word) = rest.first() {
            return Err(malformed(self.text, word.at, quoted(word.text), "the end of the expression"));
        }
        if self.tabulate(&expression)? { Ok(()) } else { self.require(&expression, true) }
    }

    pub(super) fn instantiation(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, values] = self.parts(element, ["list", "values"])?;
        let list = self.needed(element, list, "list")?;
        let vars = self.list(list)?;
        let values = self.needed(element, values, "values")?;
        let values = self.list_of(values, vars.len())?;
        vars.iter().zip(&values).try_for_each(|(var, value)| self.relate(var, Operator::Eq, value))
    }

    /// `<clause> x not(y) </clause>`
    pub(super) fn clause_of(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let list = match element.has_children() {
            true => {
                let [list] = self.parts(element, ["list"])?;
                self.needed(element, list, "list")?
            }
            false => element,
        };
        let expressions = self.expressions(list)?;
        let is_literal = |tree: &Tree<'x>| match tree {
            Tree::Var(_) => true,
            Tree::Call("not", inner) => matches!(inner[..], [ref only] if matches!(only.tree, Tree::Var(_))),
            _ => false,
        };
        if let Some(other) = expressions.iter().find(|expression| !is_literal(&expression.tree)) {
            return Err(malformed(self.text, other.at, "another expression", "a variable x or not(x)"));
        }
        let truths = self.truths(&expressions)?;
        self.clause(&[], &truths)
    }
}

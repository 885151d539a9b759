//! Expressions that have to be true, stated without a truth value for the whole.

use crate::ranges::Ranges;
use cnfab_model::Parity;

use super::Unread;
use super::affine::Affine;
use super::build::Build;
use super::condition::{Condition, Operator};
use super::expression::{Expression, Tree};
use super::truth::Truth;
use super::values::parity;

impl<'x> Build<'x> {
    /// States that an expression is true, or false.
    pub(super) fn require(&mut self, expression: &Expression<'x>, is_true: bool) -> Result<(), Unread> {
        let Tree::Call(name, arguments) = &expression.tree else { return self.require_truth(expression, is_true) };
        self.known(expression, name, arguments.len())?;
        if self.require_distance(name, arguments, is_true)? {
            return Ok(());
        }
        match (*name, &arguments[..]) {
            ("not", [inner]) => self.require(inner, !is_true),
            ("and", parts) if is_true => parts.iter().try_for_each(|part| self.require(part, true)),
            ("or", parts) if !is_true => parts.iter().try_for_each(|part| self.require(part, false)),
            ("or", parts) => {
                let mut truths = Vec::new();
                self.alternatives(parts, &mut truths)?;
                self.clause(&[], &truths)
            }
            ("imp", [premise, conclusion]) if is_true => {
                let mut truths = vec![!self.truth(premise)?];
                self.alternatives(std::slice::from_ref(conclusion), &mut truths)?;
                self.clause(&[], &truths)
            }
            ("iff", parts @ [_, _]) => {
                let truths = self.truths(parts)?;
                self.require_odd(&truths, !is_true)
            }
            ("xor", parts) => {
                let truths = self.truths(parts)?;
                self.require_odd(&truths, is_true)
            }
            ("eq", parts @ [one, other]) if is_boolean(one) || is_boolean(other) => {
                let before = self.defined.len();
                match self.bits(parts)? {
                    Some(truths) if self.defined.len() == before => self.require_odd(&truths, !is_true),
                    _ => {
                        self.defined.truncate(before);
                        self.require_truth(expression, is_true)
                    }
                }
            }
            (_, parts @ [_, _, ..]) if is_true => match Operator::named(name) {
                Some(operator) => {
                    let values = self.values(parts)?;
                    for [x, y] in self.compared(&values, operator)? {
                        self.relate(&x, operator, &y)?;
                    }
                    Ok(())
                }
                None => self.require_member(expression, name, parts),
            },
            (_, parts @ [_, _]) => {
                let Some(operator) = Operator::named(name) else { return self.require_truth(expression, false) };
                let before = self.defined.len();
                let values = self.values(parts)?;
                if self.defined.len() > before {
                    self.defined.truncate(before);
                    return self.require_truth(expression, false);
                }
                self.relate(&values[0], operator.opposite(), &values[1])
            }
            _ => self.require_truth(expression, is_true),
        }
    }

    /// States how a distance compares with a number, by two sums. Returns whether it is such a comparison.
    fn require_distance(&mut self, name: &str, parts: &[Expression<'x>], is_true: bool) -> Result<bool, Unread> {
        let (Some(operator), [one, other]) = (Operator::named(name), parts) else { return Ok(false) };
        let (inner, bound, operator) = match (&one.tree, &other.tree) {
            (Tree::Call("dist", inner), Tree::Number(bound)) => (inner, *bound, operator),
            (Tree::Number(bound), Tree::Call("dist", inner)) => (inner, *bound, operator.mirrored()),
            _ => return Ok(false),
        };
        if inner.len() != 2 {
            return Ok(false);
        }
        let operator = if is_true { operator } else { operator.opposite() };
        let before = self.defined.len();
        let values = self.values(inner)?;
        if self.defined.len() > before || bound < 0 {
            self.defined.truncate(before);
            return Ok(false);
        }
        let bound = Affine::constant(bound);
        let sides = [values[0].plus(-1, &values[1]), values[1].plus(-1, &values[0])];
        let [Some(ahead), Some(behind)] = sides else { return Err(self.too_large()) };
        match operator {
            Operator::Lt | Operator::Le | Operator::Ne => {
                self.relate(&ahead, operator, &bound)?;
                self.relate(&behind, operator, &bound)?;
            }
            Operator::Ge | Operator::Gt | Operator::Eq => {
                let either = [self.relates(&ahead, operator, &bound)?, self.relates(&behind, operator, &bound)?];
                self.clause(&[], &either)?;
            }
        }
        Ok(true)
    }

    /// The truth values of expressions; `None` if one may have other values than 0 and 1.
    fn bits(&mut self, parts: &[Expression<'x>]) -> Result<Option<Vec<Truth>>, Unread> {
        let mut truths = Vec::new();
        for part in parts {
            if is_boolean(part) {
                truths.push(self.truth(part)?);
                continue;
            }
            let value = self.value(part)?;
            let (low, high) = self.bounds(&value);
            if low < 0 || high > 1 {
                return Ok(None);
            }
            truths.push(self.relates(&value, Operator::Eq, &Affine::constant(1))?);
        }
        Ok(Some(truths))
    }

    fn require_truth(&mut self, expression: &Expression<'x>, is_true: bool) -> Result<(), Unread> {
        let truth = self.truth(expression)?;
        self.clause(&[], &[if is_true { truth } else { !truth }])
    }

    /// `in(x,set(1,3))` with numbers only, by bounds.
    fn require_member(&mut self, whole: &Expression<'x>, name: &str, parts: &[Expression<'x>]) -> Result<(), Unread> {
        let ("in" | "notin", [value, Expression { tree: Tree::Call("set", members), .. }]) = (name, parts) else {
            return self.require_truth(whole, true);
        };
        let number = |member: &Expression<'x>| match member.tree {
            Tree::Number(number) => Some(number),
            _ => None,
        };
        let Some(numbers) = members.iter().map(number).collect::<Option<Vec<i64>>>() else {
            return self.require_truth(whole, true);
        };
        let value = self.value(value)?;
        self.meet(&value, &Condition::In(Ranges::listed(numbers), name == "in"))
    }

    /// The alternatives of parts that are themselves alternatives.
    fn alternatives(&mut self, parts: &[Expression<'x>], truths: &mut Vec<Truth>) -> Result<(), Unread> {
        for part in parts {
            match &part.tree {
                Tree::Call("or", inner) => self.alternatives(inner, truths)?,
                Tree::Call("imp", inner) if inner.len() == 2 => {
                    truths.push(!self.truth(&inner[0])?);
                    self.alternatives(&inner[1..], truths)?;
                }
                _ => truths.push(self.truth(part)?),
            }
        }
        Ok(())
    }

    pub(super) fn require_odd(&mut self, truths: &[Truth], is_odd: bool) -> Result<(), Unread> {
        let (atoms, parity) = parity(truths);
        let is_odd = parity == is_odd;
        match atoms[..] {
            [] => self.clause(&[], &[Truth::Const(!is_odd)]),
            [only] => self.clause(&[], &[if is_odd { Truth::Lit(only) } else { !Truth::Lit(only) }]),
            [one, other] => {
                let other = if is_odd { other } else { !other };
                self.clause(&[], &[Truth::Lit(one), Truth::Lit(other)])?;
                self.clause(&[], &[Truth::Lit(!one), Truth::Lit(!other)])
            }
            _ => self.add(&[], Parity { atoms, is_odd }),
        }
    }
}

/// True if the expression is a truth value by its operator.
fn is_boolean(expression: &Expression<'_>) -> bool {
    const NAMES: [&str; 14] =
        ["and", "eq", "ge", "gt", "iff", "imp", "in", "le", "lt", "ne", "not", "notin", "or", "xor"];
    matches!(&expression.tree, Tree::Call(name, _) if NAMES.contains(name))
}

//! The values of expressions: sums for integers, atoms for truth values.
//!
//! A truth value counts as 1 or 0 where an integer is expected. An integer is a truth value where it has no other
//! values than 0 and 1.

use cnfab_base::display::quoted;
use cnfab_model::{Extremum, Parity, Term};

use super::Unread;
use super::affine::Affine;
use super::build::Build;
use super::condition::Operator;
use super::expression::{Expression, Tree};
use super::truth::Truth;
use super::xml::{malformed, unsupported};

/// The operators with their fewest and most arguments.
const OPERATORS: &[(&str, usize, usize)] = &[
    ("abs", 1, 1),
    ("add", 2, usize::MAX),
    ("and", 1, usize::MAX),
    ("dist", 2, 2),
    ("div", 2, 2),
    ("eq", 2, usize::MAX),
    ("ge", 2, usize::MAX),
    ("gt", 2, usize::MAX),
    ("if", 3, 3),
    ("iff", 2, usize::MAX),
    ("imp", 2, 2),
    ("in", 2, 2),
    ("le", 2, usize::MAX),
    ("lt", 2, usize::MAX),
    ("max", 1, usize::MAX),
    ("min", 1, usize::MAX),
    ("mod", 2, 2),
    ("mul", 2, usize::MAX),
    ("ne", 2, usize::MAX),
    ("neg", 1, 1),
    ("not", 1, 1),
    ("notin", 2, 2),
    ("or", 1, usize::MAX),
    ("pow", 2, 2),
    ("set", 0, usize::MAX),
    ("sqr", 1, 1),
    ("sub", 2, 2),
    ("xor", 1, usize::MAX),
];

impl<'x> Build<'x> {
    /// The integer that an expression is.
    pub(super) fn value(&mut self, expression: &Expression<'x>) -> Result<Affine, Unread> {
        let (name, arguments) = match &expression.tree {
            Tree::Number(number) => return Ok(Affine::constant(*number)),
            Tree::Var(var) => return Ok((*var).into()),
            Tree::Call(name, arguments) => (*name, arguments),
        };
        self.known(expression, name, arguments.len())?;
        match name {
            "add" => {
                let values = self.values(arguments)?;
                Affine::total(values.iter().map(|value| (1, value))).ok_or_else(|| self.too_large())
            }
            "sub" => {
                let [x, y] = self.two(arguments)?;
                x.plus(-1, &y).ok_or_else(|| self.too_large())
            }
            "neg" => {
                let x = self.value(&arguments[0])?;
                Affine::total([(-1, &x)]).ok_or_else(|| self.too_large())
            }
            "abs" => {
                let x = self.value(&arguments[0])?;
                self.absolute(x)
            }
            "dist" => {
                let [x, y] = self.two(arguments)?;
                let difference = x.plus(-1, &y).ok_or_else(|| self.too_large())?;
                self.absolute(difference)
            }
            "mul" => {
                let values = self.values(arguments)?;
                let mut product = values[0].clone();
                for factor in &values[1..] {
                    product = self.product(&product, factor)?;
                }
                Ok(product)
            }
            "sqr" => {
                let x = self.value(&arguments[0])?;
                self.product(&x, &x)
            }
            "div" | "mod" | "pow" => {
                let [x, y] = self.two(arguments)?;
                let [x, y] = [self.var_of(&x)?, self.var_of(&y)?];
                self.result(match name {
                    "div" => Term::Div(x, y),
                    "mod" => Term::Mod(x, y),
                    _ => Term::Pow(x, y),
                })
            }
            "min" | "max" => {
                let values = self.values(arguments)?;
                self.extremum(&values, name == "max")
            }
            "if" => self.choice(arguments),
            "set" => Err(unsupported(self.text, expression.at, "a set as a value", "sets only within in and notin")),
            _ => {
                let truth = self.truth(expression)?;
                self.bit(truth)
            }
        }
    }

    /// The integers that expressions are.
    pub(super) fn values(&mut self, expressions: &[Expression<'x>]) -> Result<Vec<Affine>, Unread> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    fn two(&mut self, arguments: &[Expression<'x>]) -> Result<[Affine; 2], Unread> {
        Ok([self.value(&arguments[0])?, self.value(&arguments[1])?])
    }

    /// Refuses an unknown operator, and one with too few or too many arguments.
    pub(super) fn known(&self, expression: &Expression<'x>, name: &str, arguments: usize) -> Result<(), Unread> {
        let Some(&(_, least, most)) = OPERATORS.iter().find(|operator| operator.0 == name) else {
            let names: Vec<&str> = OPERATORS.iter().map(|operator| operator.0).collect();
            let found = format!("the operator {}", quoted(name));
            return Err(unsupported(self.text, expression.at, found, &format!("an operator: {}", names.join(", "))));
        };
        if (least..=most).contains(&arguments) {
            return Ok(());
        }
        let found = format!("{} with {arguments} arguments", quoted(name));
        let expected = if least == most { format!("{least}") } else { format!("at least {least}") };
        Err(malformed(self.text, expression.at, found, &expected))
    }

    pub(super) fn absolute(&mut self, value: Affine) -> Result<Affine, Unread> {
        let (low, high) = self.bounds(&value);
        if low >= 0 {
            return Ok(value);
        }
        if high <= 0 {
            return Affine::total([(-1, &value)]).ok_or_else(|| self.too_large());
        }
        let var = self.var_of(&value)?;
        self.result(Term::Abs(var))
    }

    /// The product of two values.
    pub(super) fn product(&mut self, x: &Affine, y: &Affine) -> Result<Affine, Unread> {
        if let Some(factor) = x.fixed() {
            return Affine::total([(factor, y)]).ok_or_else(|| self.too_large());
        }
        if let Some(factor) = y.fixed() {
            return Affine::total([(factor, x)]).ok_or_else(|| self.too_large());
        }
        let [x, y] = [self.var_of(x)?, self.var_of(y)?];
        self.result(Term::Times(x.min(y), x.max(y)))
    }

    /// The least or the largest of some values.
    pub(super) fn extremum(&mut self, values: &[Affine], is_largest: bool) -> Result<Affine, Unread> {
        if let [only] = values {
            return Ok(only.clone());
        }
        let vars = self.vars_of(values)?;
        let ends = vars.iter().map(|&var| self.model.domain(var)).map(|domain| (domain.min(), domain.max()));
        let ends: Vec<(i32, i32)> = ends.filter_map(|(low, high)| low.zip(high)).collect();
        let (lows, highs) = (ends.iter().map(|end| end.0), ends.iter().map(|end| end.1));
        let (low, high) = if is_largest { (lows.max(), highs.max()) } else { (lows.min(), highs.min()) };
        let (low, high) = (low.unwrap_or_default(), high.unwrap_or_default());
        let result = self.auxiliary(if is_largest { "maximum" } else { "minimum" }, low..=high);
        self.defining(|build| build.add(&[], Extremum { is_largest, vars, result }))?;
        Ok(result.into())
    }

    /// `if(condition, then, else)`
    fn choice(&mut self, arguments: &[Expression<'x>]) -> Result<Affine, Unread> {
        let condition = self.truth(&arguments[0])?;
        let before = std::mem::take(&mut self.defined);
        let chosen = self.value(&arguments[1])?;
        let chosen_is_defined = std::mem::take(&mut self.defined);
        let other = self.value(&arguments[2])?;
        let other_is_defined = std::mem::replace(&mut self.defined, before);
        // Only the part that is chosen has to be defined.
        for (parts, elsewhere) in [(chosen_is_defined, !condition), (other_is_defined, condition)] {
            for is_defined in parts {
                let either = self.any(&[is_defined, elsewhere])?;
                self.defined.push(either);
            }
        }
        let atom = match condition {
            Truth::Const(truth) => return Ok(if truth { chosen } else { other }),
            Truth::Lit(atom) => atom,
        };
        let (one, two) = (self.bounds(&chosen), self.bounds(&other));
        let range = self.range((one.0.min(two.0), one.1.max(two.1)))?;
        let result = self.auxiliary("if", range);
        self.defining(|build| {
            build.relate_when(&[atom], &result.into(), Operator::Eq, &chosen)?;
            build.relate_when(&[!atom], &result.into(), Operator::Eq, &other)
        })?;
        Ok(result.into())
    }

    /// The truth value that an expression is.
    pub(super) fn truth(&mut self, expression: &Expression<'x>) -> Result<Truth, Unread> {
        let Tree::Call(name, arguments) = &expression.tree else { return self.truth_of_value(expression) };
        self.known(expression, name, arguments.len())?;
        match *name {
            "not" => Ok(!self.truth(&arguments[0])?),
            "and" => {
                let truths = self.truths(arguments)?;
                self.all(&truths)
            }
            "or" => {
                let truths = self.truths(arguments)?;
                self.any(&truths)
            }
            "imp" => {
                let [premise, conclusion] = [self.truth(&arguments[0])?, self.truth(&arguments[1])?];
                self.any(&[!premise, conclusion])
            }
            "iff" => {
                let truths = self.truths(arguments)?;
                self.same(&truths)
            }
            "xor" => {
                let truths = self.truths(arguments)?;
                self.odd(&truths)
            }
            "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "in" | "notin" => {
                let before = std::mem::take(&mut self.defined);
                let mut truths = self.comparisons(name, arguments)?;
                truths.extend(std::mem::replace(&mut self.defined, before));
                self.all(&truths)
            }
            _ => self.truth_of_value(expression),
        }
    }

    /// The truth values that expressions are.
    pub(super) fn truths(&mut self, expressions: &[Expression<'x>]) -> Result<Vec<Truth>, Unread> {
        expressions.iter().map(|expression| self.truth(expression)).collect()
    }

    /// An integer as a truth value.
    fn truth_of_value(&mut self, expression: &Expression<'x>) -> Result<Truth, Unread> {
        let value = self.value(expression)?;
        let (low, high) = self.bounds(&value);
        if low < 0 || high > 1 {
            let found = format!("an integer from {low} to {high}");
            return Err(malformed(self.text, expression.at, found, "a truth value, or an integer from 0 to 1"));
        }
        self.relates(&value, Operator::Eq, &Affine::constant(1))
    }

    /// The truths that hold all together exactly if a comparison of several values does.
    fn comparisons(&mut self, name: &str, arguments: &[Expression<'x>]) -> Result<Vec<Truth>, Unread> {
        let Some(operator) = Operator::named(name) else {
            let value = self.value(&arguments[0])?;
            let is_in = self.is_member(&value, &arguments[1])?;
            return Ok(vec![if name == "in" { is_in } else { !is_in }]);
        };
        let values = self.values(arguments)?;
        self.compared(&values, operator)?.into_iter().map(|[x, y]| self.relates(&x, operator, &y)).collect()
    }

    /// The pairs of values that an operator compares: neighbours, or all for `ne`.
    pub(super) fn compared(&mut self, values: &[Affine], operator: Operator) -> Result<Vec<[Affine; 2]>, Unread> {
        if operator != Operator::Ne {
            return Ok(values.windows(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect());
        }
        self.mention(values.len().saturating_mul(values.len()))?;
        let pairs =
            values.iter().enumerate().flat_map(|(place, x)| values[..place].iter().map(|y| [y.clone(), x.clone()]));
        Ok(pairs.collect())
    }

    /// The truth that a value is in a set of expressions.
    pub(super) fn is_member(&mut self, value: &Affine, set: &Expression<'x>) -> Result<Truth, Unread> {
        let Tree::Call("set", members) = &set.tree else {
            return Err(malformed(self.text, set.at, "no set", "a set, such as set(1,3)"));
        };
        let mut equal = Vec::new();
        for member in self.values(members)? {
            equal.push(self.relates(value, Operator::Eq, &member)?);
        }
        self.any(&equal)
    }

    /// The truth that all of these are true, or none is.
    fn same(&mut self, truths: &[Truth]) -> Result<Truth, Unread> {
        if let [one, other] = *truths {
            return Ok(!self.odd(&[one, other])?);
        }
        let opposites: Vec<Truth> = truths.iter().map(|&truth| !truth).collect();
        let [all, none] = [self.all(truths)?, self.all(&opposites)?];
        self.any(&[all, none])
    }

    /// The truth that an odd number of these is true.
    fn odd(&mut self, truths: &[Truth]) -> Result<Truth, Unread> {
        let (atoms, is_odd) = parity(truths);
        match atoms[..] {
            [] => Ok(Truth::Const(!is_odd)),
            [only] => Ok(if is_odd { Truth::Lit(only) } else { !Truth::Lit(only) }),
            _ => Ok(Truth::Lit(self.holds(Parity { atoms, is_odd })?)),
        }
    }
}

/// The atoms among these, and whether an odd number of them has to be true where an odd number of all is.
pub(super) fn parity(truths: &[Truth]) -> (Vec<cnfab_model::Atom>, bool) {
    let (mut atoms, mut is_odd) = (Vec::new(), true);
    for truth in truths {
        match *truth {
            Truth::Const(truth) => is_odd ^= truth,
            Truth::Lit(atom) => atoms.push(atom),
        }
    }
    (atoms, is_odd)
}

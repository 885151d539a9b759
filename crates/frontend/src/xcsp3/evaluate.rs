//! Expressions over one or two variables as tables.
//!
//! A required expression with a function in it, such as `ne(dist(x,y),1)`, needs auxiliary variables where it is stated
//! by classes. Over few pairs of values a table says the same without any, and propagation sees the whole expression.

use std::sync::Arc;

use cnfab_model::{Relation, ShortTable, Table, Var};

use super::Unread;
use super::build::Build;
use super::condition::Operator;
use super::expression::{Expression, Tree};

/// The most pairs of values that are tried.
const MOST_PAIRS: usize = 2500;

/// The operators that need auxiliary variables.
const FUNCTIONS: [&str; 9] = ["abs", "dist", "div", "if", "max", "min", "mod", "mul", "pow"];

impl<'x> Build<'x> {
    /// States an expression as a table, if it is over at most two variables with few values. Returns whether it did.
    pub(super) fn tabulate(&mut self, expression: &Expression<'x>) -> Result<bool, Unread> {
        let mut vars = Vec::new();
        if !has_function(expression) || !self.is_well_formed(expression) || !collect(expression, &mut vars) {
            return Ok(false);
        }
        let sizes = vars.iter().map(|&var| self.model.domain(var).len());
        if vars.is_empty() || sizes.fold(1, usize::saturating_mul) > MOST_PAIRS {
            return Ok(false);
        }
        let (mut allowed, mut forbidden) = (Vec::new(), Vec::new());
        let (first, second) = (self.model.domain(vars[0]), vars.get(1).map(|&var| self.model.domain(var)));
        for x in first.values() {
            for y in second.map_or(vec![0], |domain| domain.to_vec()) {
                let value = |var: Var| i64::from(if var == vars[0] { x } else { y });
                let row = [x, y][..vars.len()].to_vec();
                match value_of(expression, &value) {
                    Ok(1) => allowed.push(row),
                    Ok(0) => forbidden.push(row),
                    _ => return Ok(false),
                }
            }
        }
        if forbidden.len() < allowed.len() {
            let rows = forbidden.into_iter().map(|row| row.into_iter().map(Some).collect()).collect();
            self.add(&[], ShortTable { vars, rows, is_negative: true })?;
        } else {
            let relation = Arc::new(Relation::new(vars.len(), allowed));
            self.add(&[], Table { vars, relation })?;
        }
        Ok(true)
    }

    /// True if all operators are known and have as many arguments as they should.
    fn is_well_formed(&self, expression: &Expression<'x>) -> bool {
        match &expression.tree {
            Tree::Number(_) | Tree::Var(_) => true,
            Tree::Call(name, arguments) => {
                self.known(expression, name, arguments.len()).is_ok()
                    && arguments.iter().all(|argument| self.is_well_formed(argument))
            }
        }
    }
}

fn has_function(expression: &Expression<'_>) -> bool {
    match &expression.tree {
        Tree::Number(_) | Tree::Var(_) => false,
        Tree::Call(name, arguments) => FUNCTIONS.contains(name) || arguments.iter().any(has_function),
    }
}

/// Collects the variables; returns whether they are at most two.
fn collect(expression: &Expression<'_>, vars: &mut Vec<Var>) -> bool {
    match &expression.tree {
        Tree::Number(_) => true,
        Tree::Var(var) => {
            if !vars.contains(var) {
                vars.push(*var);
            }
            vars.len() <= 2
        }
        Tree::Call(_, arguments) => arguments.iter().all(|argument| collect(argument, vars)),
    }
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missing {
    /// A function in it is not defined.
    Undefined,
    /// It is beyond 64 bits, or an integer where a truth value is expected.
    Unknown,
}

/// The value of an expression, truth values as 1 and 0.
fn value_of(expression: &Expression<'_>, value: &dyn Fn(Var) -> i64) -> Result<i64, Missing> {
    let (name, arguments) = match &expression.tree {
        Tree::Number(number) => return Ok(*number),
        Tree::Var(var) => return Ok(value(*var)),
        Tree::Call(name, arguments) => (*name, &arguments[..]),
    };
    let of = |place: usize| value_of(&arguments[place], value);
    let truth = |place: usize| match of(place)? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Missing::Unknown),
    };
    let all = || arguments.iter().map(|argument| value_of(argument, value)).collect::<Result<Vec<i64>, Missing>>();
    let truths = || (0..arguments.len()).map(truth).collect::<Result<Vec<bool>, Missing>>();
    let fitting = |value: Option<i64>| value.ok_or(Missing::Unknown);
    match name {
        "neg" => fitting(of(0)?.checked_neg()),
        "abs" => fitting(of(0)?.checked_abs()),
        "sqr" => fitting(of(0)?.checked_mul(of(0)?)),
        "add" => fitting(all()?.into_iter().try_fold(0i64, i64::checked_add)),
        "sub" => fitting(of(0)?.checked_sub(of(1)?)),
        "mul" => fitting(all()?.into_iter().try_fold(1i64, i64::checked_mul)),
        "div" | "mod" => match (of(0)?, of(1)?) {
            (_, 0) => Err(Missing::Undefined),
            (x, y) => fitting(if name == "div" { x.checked_div(y) } else { x.checked_rem(y) }),
        },
        "pow" => match (of(0)?, u32::try_from(of(1)?)) {
            (x, Ok(exponent)) => fitting(x.checked_pow(exponent)),
            (..) => Err(Missing::Unknown),
        },
        "dist" => fitting(of(0)?.checked_sub(of(1)?).and_then(i64::checked_abs)),
        "min" => fitting(all()?.into_iter().min()),
        "max" => fitting(all()?.into_iter().max()),
        "if" => of(if truth(0)? { 1 } else { 2 }),
        "not" => truth(0).map(|truth| i64::from(!truth)),
        "and" => truths().map(|truths| truths.into_iter().all(|truth| truth).into()),
        "or" => truths().map(|truths| truths.into_iter().any(|truth| truth).into()),
        "imp" => truths().map(|truths| (!truths[0] || truths[1]).into()),
        "iff" => truths().map(|truths| truths.iter().all(|&truth| truth == truths[0]).into()),
        "xor" => truths().map(|truths| (truths.into_iter().filter(|&truth| truth).count() % 2) as i64),
        "in" | "notin" => {
            let Tree::Call("set", members) = &arguments[1].tree else { return Err(Missing::Unknown) };
            let members = members.iter().map(|member| value_of(member, value));
            let found = of(0).and_then(|value| Ok((value, members.collect::<Result<Vec<i64>, Missing>>()?)));
            compared(found.map(|(value, members)| members.contains(&value) == (name == "in")))
        }
        _ => {
            let operator = Operator::named(name).ok_or(Missing::Unknown)?;
            compared(all().map(|values| match operator {
                Operator::Lt => values.is_sorted_by(|x, y| x < y),
                Operator::Le => values.is_sorted(),
                Operator::Ge => values.is_sorted_by(|x, y| x >= y),
                Operator::Gt => values.is_sorted_by(|x, y| x > y),
                Operator::Eq => values.windows(2).all(|pair| pair[0] == pair[1]),
                Operator::Ne => (0..values.len()).all(|place| !values[..place].contains(&values[place])),
            }))
        }
    }
}

/// A comparison of something that is not defined is false.
fn compared(holds: Result<bool, Missing>) -> Result<i64, Missing> {
    match holds {
        Err(Missing::Undefined) => Ok(0),
        holds => holds.map(i64::from),
    }
}

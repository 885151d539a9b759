//! A variable is the product, quotient, remainder or power of two variables, or the absolute value of one.
//!
//! Functions are relations here, after A. M. Frisch, P. J. Stuckey, "The Proper Treatment of Undefinedness in
//! Constraint Languages", CP 2009: where one is not defined, as in division by 0, no value is its result. Quotients are
//! truncated towards zero, as by `T` in R. T. Boute, "The Euclidean Definition of the Functions div and mod", TOPLAS
//! 1992. Intermediate values have all their bits: a result beyond 32 bits is in no domain, and so no value.
//!
//! A table lists the results while it is small. Beyond its limit, products, quotients and remainders are stated by
//! circuits over bits (`bits.rs`). Powers are stated by clauses, as few bases have powers of 32 bits, and absolute
//! values by two sums.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::super::{Assignment, Atom, Cmp, Model, Poster, Relation, Var};
use super::bits::{Circuit, Number};
use super::{Class, Clause, Linear, Table, some_vars};

/// Arguments that are looked at one by one, and the rows of a table.
const MOST_ARGUMENTS: usize = 1 << 20;
const MOST_ROWS: usize = 50_000;

/// The exponents above 1 with which numbers other than -1, 0 and 1 have powers of 32 bits.
const EXPONENTS: RangeInclusive<i32> = 2..=31;

/// `result` is the value of the term. Where that is not defined, no value is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// The term.
    pub term: Term,
    /// Its value.
    pub result: Var,
}

/// An operation on variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// The absolute value.
    Abs(Var),
    /// The quotient, truncated towards zero; not defined for division by 0.
    Div(Var, Var),
    /// The remainder of that quotient, which has the sign of the dividend; not defined for division by 0.
    Mod(Var, Var),
    /// The power. With a negative exponent it is the quotient of 1 by the opposite power, not defined for the base 0.
    Pow(Var, Var),
    /// The product.
    Times(Var, Var),
}

impl Term {
    /// The variables; the one of an absolute value comes twice.
    fn arguments(self) -> (Var, Var) {
        match self {
            Term::Abs(x) => (x, x),
            Term::Div(x, y) | Term::Mod(x, y) | Term::Pow(x, y) | Term::Times(x, y) => (x, y),
        }
    }

    /// The value for these arguments, if it is defined and has 32 bits.
    pub fn value(self, x: i32, y: i32) -> Option<i32> {
        let (x, y) = (i64::from(x), i64::from(y));
        let value = match self {
            Term::Abs(_) => x.abs(),
            Term::Div(..) => x.checked_div(y)?,
            Term::Mod(..) => x.checked_rem(y)?,
            Term::Pow(..) => match u32::try_from(y) {
                Ok(exponent) => x.checked_pow(exponent)?,
                // A base beyond -1 and 1 has such a power as well: its reciprocal is truncated to 0.
                Err(_) => 1i64.checked_div(if x.abs() > 1 || y % 2 == 0 { x.abs() } else { x })?,
            },
            Term::Times(..) => x * y,
        };
        i32::try_from(value).ok()
    }
}

/// The result in a case.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// No value.
    None,
    Constant(i32),
    /// A multiple of a variable.
    Multiple(i64, Var),
}

/// Where all atoms hold, the result is the value.
type Case = (Vec<Atom>, Value);

impl Function {
    /// For each pair of arguments what the result is, if there are few.
    fn listed(&self, out: &Poster<'_>) -> Option<Vec<[i32; 3]>> {
        let (x, y) = self.term.arguments();
        let (xs, ys, results) = (out.domain(x), out.domain(y), out.domain(self.result));
        let is_one = x == y;
        if xs.len().saturating_mul(if is_one { 1 } else { ys.len() }) > MOST_ARGUMENTS {
            return None;
        }
        let mut rows = Vec::new();
        for a in xs.values() {
            let only = is_one.then_some(a);
            let others = (!is_one).then(|| ys.values());
            for b in only.into_iter().chain(others.into_iter().flatten()) {
                let value = self.term.value(a, b).filter(|&value| results.contains(value));
                rows.extend(value.map(|value| [a, b, value]));
            }
            if rows.len() > MOST_ROWS {
                return None;
            }
        }
        Some(rows)
    }

    /// The cases of a power and of an absolute value, and those of a multiple.
    fn cases(&self, out: &mut Poster<'_>) -> Option<Vec<Case>> {
        match self.term {
            Term::Abs(x) => {
                let signs = [(x.at_least(0), 1), (x.at_most(-1), -1)];
                Some(signs.map(|(atom, sign)| (vec![atom], Value::Multiple(sign, x))).to_vec())
            }
            Term::Pow(x, y) => Some(self.powers(x, y, out)),
            Term::Times(x, y) => {
                let fixed = |x: Var, y: Var| Some((out.domain(x).fixed()?, y));
                let (factor, of) = fixed(x, y).or_else(|| fixed(y, x))?;
                Some(vec![(Vec::new(), Value::Multiple(factor.into(), of))])
            }
            Term::Div(..) | Term::Mod(..) => None,
        }
    }

    fn powers(&self, x: Var, y: Var, out: &mut Poster<'_>) -> Vec<Case> {
        let mut cases = vec![
            (vec![x.is(0), y.at_most(-1)], Value::None),
            (vec![x.is(0), y.above(0)], Value::Constant(0)),
            (vec![x.is(1)], Value::Constant(1)),
            (vec![y.is(0)], Value::Constant(1)),
        ];
        if out.domain(x).len() > MOST_ROWS {
            cases.push((vec![y.is(1)], Value::Multiple(1, x)));
        } else {
            cases.extend(out.domain(x).values().map(|a| (vec![x.is(a), y.is(1)], Value::Constant(a))));
        }
        for beyond in [x.above(1), x.at_most(-2)] {
            cases.push((vec![beyond, y.at_most(-1)], Value::Constant(0)));
            cases.push((vec![beyond, y.above(*EXPONENTS.end())], Value::None));
        }
        if out.domain(x).contains(-1) {
            let odd = |b: i32| Value::Constant(if b % 2 == 0 { 1 } else { -1 });
            let of = if out.domain(y).len() > MOST_ROWS { parity(y, out) } else { y };
            cases.extend(out.domain(of).values().map(|b| (vec![x.is(-1), of.is(b)], odd(b))));
        }
        for b in EXPONENTS.filter(|&b| out.domain(y).contains(b)) {
            let has_power = |a: i32| self.term.value(a, b).is_some();
            let most = (2..).take_while(|&a| has_power(a)).last().unwrap_or(1);
            let least = if has_power(-most - 1) { -most - 1 } else { -most };
            cases.push((vec![x.above(most), y.is(b)], Value::None));
            cases.push((vec![x.at_most(least - 1), y.is(b)], Value::None));
            for a in (least..=most).filter(|&a| a.abs() > 1 && out.domain(x).contains(a)) {
                cases.extend(self.term.value(a, b).map(|value| (vec![x.is(a), y.is(b)], Value::Constant(value))));
            }
        }
        cases
    }

    /// States that the result is not a value.
    fn differ(&self, when: &[Atom], value: Value, out: &mut Poster<'_>) {
        match value {
            Value::None => {}
            Value::Constant(value) => out.post(when, Clause(vec![self.result.is_not(value)])),
            Value::Multiple(factor, var) => self.multiple(factor, var).negate(when, out),
        }
    }

    fn multiple(&self, factor: i64, var: Var) -> Linear {
        Linear { terms: vec![(1, self.result), (-factor, var)], cmp: Cmp::Eq, rhs: 0 }
    }

    /// The value in bits, some value where it is not defined, and the conditions that it is.
    fn bits(&self, circuit: &mut Circuit<'_, '_>) -> (Vec<Atom>, Number) {
        let (x, y) = self.term.arguments();
        let [a, b] = [x, y].map(|var| circuit.bits_of(var));
        match self.term {
            Term::Div(..) => (vec![y.is_not(0)], circuit.quotient(&a, &b).0),
            Term::Mod(..) => (vec![y.is_not(0)], circuit.quotient(&a, &b).1),
            Term::Times(..) => (Vec::new(), circuit.product(&a, &b)),
            Term::Abs(_) | Term::Pow(..) => unreachable!("they have cases"),
        }
    }
}

impl Class for Function {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let [x, y, result] = [(); 3].map(|()| some_vars(model, choose, 1)[0]);
        let term = [Term::Abs(x), Term::Div(x, y), Term::Mod(x, y), Term::Pow(x, y), Term::Times(x, y)][choose(5)];
        Function { term, result }
    }

    fn name(&self) -> &'static str {
        match self.term {
            Term::Abs(_) => "abs",
            Term::Div(..) => "div",
            Term::Mod(..) => "mod",
            Term::Pow(..) => "pow",
            Term::Times(..) => "times",
        }
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        let (x, y) = self.term.arguments();
        let is_binary = !matches!(self.term, Term::Abs(_));
        Box::new([x].into_iter().chain(is_binary.then_some(y)).chain([self.result]))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        let arguments: &mut [&mut Var] = match &mut self.term {
            Term::Abs(x) => &mut [x],
            Term::Div(x, y) | Term::Mod(x, y) | Term::Pow(x, y) | Term::Times(x, y) => &mut [x, y],
        };
        arguments.iter_mut().for_each(|var| **var = to(**var));
        self.result = to(self.result);
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let (x, y) = self.term.arguments();
        self.term.value(assignment[x], assignment[y]) == Some(assignment[self.result])
    }

    /// A table, cases or a circuit.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        match self.listed(out) {
            Some(rows) => {
                let vars = self.vars().collect::<Vec<_>>();
                let row = |row: [i32; 3]| if vars.len() == 2 { vec![row[0], row[2]] } else { row.to_vec() };
                let relation = Arc::new(Relation::new(vars.len(), rows.into_iter().map(row)));
                out.post(when, Table { vars, relation });
            }
            None => self.decompose_large(when, out),
        }
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let (x, y) = self.term.arguments();
        match self.listed(out) {
            Some(rows) => {
                for [a, b, value] in rows {
                    self.differ(&guarded(when, &[x.is(a), y.is(b)]), Value::Constant(value), out);
                }
            }
            None => self.negate_large(when, out),
        }
    }
}

impl Function {
    fn decompose_large(&self, when: &[Atom], out: &mut Poster<'_>) {
        if let Some(cases) = self.cases(out) {
            for (case, value) in cases {
                let when = guarded(when, &case);
                match value {
                    Value::None => Clause::default().decompose(&when, out),
                    Value::Constant(value) => out.post(&when, Clause(vec![self.result.is(value)])),
                    Value::Multiple(factor, var) => out.post(&when, self.multiple(factor, var)),
                }
            }
            return;
        }
        let mut circuit = Circuit::new(out);
        let (defined, value) = self.bits(&mut circuit);
        defined.into_iter().for_each(|atom| circuit.out.post(when, Clause(vec![atom])));
        let result = circuit.bits_of(self.result);
        circuit.equal(when, &value, &result);
    }

    fn negate_large(&self, when: &[Atom], out: &mut Poster<'_>) {
        if let Some(cases) = self.cases(out) {
            return cases.into_iter().for_each(|(case, value)| self.differ(&guarded(when, &case), value, out));
        }
        let mut circuit = Circuit::new(out);
        let (defined, value) = self.bits(&mut circuit);
        let result = circuit.bits_of(self.result);
        circuit.different(&guarded(when, &defined), &value, &result);
    }
}

/// A variable that is 1 where another one is odd, and else 0.
fn parity(var: Var, out: &mut Poster<'_>) -> Var {
    let [low, high] = [out.domain(var).min(), out.domain(var).max()].map(|end| end.unwrap_or_default().div_euclid(2));
    let (half, odd) = (out.variable("half", low..=high), out.variable("odd", 0..=1));
    out.post(&[], Linear { terms: vec![(1, var), (-2, half), (-1, odd)], cmp: Cmp::Eq, rhs: 0 });
    odd
}

fn guarded(when: &[Atom], atoms: &[Atom]) -> Vec<Atom> {
    when.iter().chain(atoms).copied().collect()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::check::{negated_exactly, stated_exactly};
    use super::*;

    /// The constraints for large domains, over small ones.
    #[test]
    fn circuits_and_cases_state_what_tables_do() {
        let mut rng = Rng::with_seed(7);
        for _ in 0..200 {
            let mut model = Model::new();
            for name in ["x", "y", "z"] {
                let low = rng.i32(-5..5);
                let domain: Vec<i32> = (low..=low + rng.i32(0..5)).filter(|_| rng.u8(..6) > 0).collect();
                model.var(name, domain);
            }
            let function = Function::example(&model, &mut |below| rng.usize(..below));
            let when = [Var::from_index(rng.usize(..3)).above(rng.i32(-4..4))];
            let when = &when[..rng.usize(..2)];
            stated_exactly(&model, &function, when, |out| function.decompose_large(when, out));
            negated_exactly(&model, &function, when, |out| function.negate_large(when, out));
        }
    }
}

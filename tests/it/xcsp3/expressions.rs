//! Random functional expressions with their values.

use std::rc::Rc;

use fastrand::Rng;

use super::random::{Expression, Meaning, Value, Variables, number, of, operator};

/// An expression of integers, with calls down to a depth.
pub(crate) fn integer(rng: &mut Rng, variables: &Variables, depth: usize) -> Expression {
    if depth == 0 || rng.u8(..5) == 0 {
        return variables.variable_or_number(rng);
    }
    let name = rng
        .choice(["neg", "abs", "sqr", "add", "sub", "mul", "div", "mod", "pow", "dist", "min", "max", "if", "truth"])
        .expect("some");
    let count = match name {
        "neg" | "abs" | "sqr" => 1,
        "sub" | "div" | "mod" | "dist" => 2,
        "pow" => {
            let base = several(rng, variables, depth - 1, 1);
            let exponent = number(rng.i64(0..=2));
            return call("pow", vec![base[0].clone(), exponent], |x| Some(x[0].pow(x[1] as u32)));
        }
        "if" => {
            let parts = several(rng, variables, depth - 1, 2);
            let (text, condition) = truth(rng, variables, depth - 1);
            let (text, one, other) =
                (format!("if({text},{},{})", parts[0].0, parts[1].0), parts[0].1.clone(), parts[1].1.clone());
            return (text, Rc::new(move |values| if condition(values) { one(values) } else { other(values) }));
        }
        "truth" => {
            let (text, meaning) = truth(rng, variables, depth - 1);
            return (text, Rc::new(move |values| Some(i64::from(meaning(values)))));
        }
        _ => 2 + usize::from(depth > 1),
    };
    let all = several(rng, variables, depth - 1, count);
    call(name, all, move |x| {
        Some(match name {
            "neg" => -x[0],
            "abs" => x[0].abs(),
            "sqr" => x[0] * x[0],
            "add" => x.iter().sum(),
            "sub" => x[0] - x[1],
            "mul" => x.iter().product(),
            "div" => return x[0].checked_div(x[1]),
            "mod" => return x[0].checked_rem(x[1]),
            "dist" => (x[0] - x[1]).abs(),
            "min" => *x.iter().min()?,
            _ => *x.iter().max()?,
        })
    })
}

fn several(rng: &mut Rng, variables: &Variables, depth: usize, count: usize) -> Vec<Expression> {
    (0..count).map(|_| integer(rng, variables, depth)).collect()
}

fn call(name: &str, all: Vec<Expression>, value: impl Fn(&[i64]) -> Option<i64> + 'static) -> Expression {
    let text: Vec<&str> = all.iter().map(|one| one.0.as_str()).collect();
    let text = format!("{name}({})", text.join(","));
    let value: Value = Rc::new(move |values| value(&of(&all, values)?));
    (text, value)
}

/// An expression that is true or false: a comparison whose parts are not defined is false.
pub(crate) fn truth(rng: &mut Rng, variables: &Variables, depth: usize) -> (String, Meaning) {
    let name = rng.choice(["compare", "in", "not", "and", "or", "imp", "iff", "xor", "several"]).expect("some");
    let is_leaf = depth == 0;
    match name {
        "in" => {
            let (text, value) = integer(rng, variables, depth);
            let members: Vec<Expression> = (0..rng.usize(0..4))
                .map(|_| if rng.u8(..4) > 0 { number(rng.i64(-2..=4)) } else { variables.one(rng) })
                .collect();
            let is_in = rng.bool();
            let listed: Vec<&str> = members.iter().map(|member| member.0.as_str()).collect();
            let text = format!("{}({text},set({}))", if is_in { "in" } else { "notin" }, listed.join(","));
            let meaning: Meaning = Rc::new(move |values| {
                let found = value(values).zip(of(&members, values));
                found.is_some_and(|(value, members)| members.contains(&value) == is_in)
            });
            (text, meaning)
        }
        "several" if !is_leaf => {
            let (name, compare) = operator(rng);
            let all: Vec<Expression> = (0..3).map(|_| integer(rng, variables, depth - 1)).collect();
            let text = format!("{name}({},{},{})", all[0].0, all[1].0, all[2].0);
            let meaning: Meaning = Rc::new(move |values| {
                of(&all, values)
                    .is_some_and(|x| compare(x[0], x[1]) && compare(x[1], x[2]) && (name != "ne" || x[0] != x[2]))
            });
            (text, meaning)
        }
        "not" | "and" | "or" | "imp" | "iff" | "xor" if !is_leaf => {
            let count = match name {
                "not" => 1,
                "imp" => 2,
                _ => rng.usize(2..=3),
            };
            let parts: Vec<(String, Meaning)> = (0..count).map(|_| truth(rng, variables, depth - 1)).collect();
            let text: Vec<&str> = parts.iter().map(|part| part.0.as_str()).collect();
            let text = format!("{name}({})", text.join(","));
            let meaning: Meaning = Rc::new(move |values| {
                let truths: Vec<bool> = parts.iter().map(|part| part.1(values)).collect();
                match name {
                    "not" => !truths[0],
                    "and" => truths.iter().all(|&truth| truth),
                    "or" => truths.iter().any(|&truth| truth),
                    "imp" => !truths[0] || truths[1],
                    "iff" => truths.iter().all(|&truth| truth == truths[0]),
                    _ => truths.iter().filter(|&&truth| truth).count() % 2 == 1,
                }
            });
            (text, meaning)
        }
        _ => {
            let (name, compare) = operator(rng);
            let [one, other] = [(); 2].map(|()| integer(rng, variables, depth));
            let text = format!("{name}({},{})", one.0, other.0);
            (text, Rc::new(move |values| one.1(values).zip(other.1(values)).is_some_and(|(x, y)| compare(x, y))))
        }
    }
}

//! Constraints that compare, count and add, each with its meaning.

use std::collections::BTreeSet;
use std::rc::Rc;

use fastrand::Rng;

use super::random::{Expression, Meaning, Operator, Variables, joined, number, numbers, of, where_defined};

pub(crate) fn all_different(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let is_different = |x: &[i64]| x.iter().collect::<BTreeSet<_>>().len() == x.len();
    match rng.u8(..5) {
        0 => {
            let length = rng.usize(2..=3);
            let lists: Vec<(String, Vec<Expression>)> =
                (0..rng.usize(2..=3)).map(|_| variables.list(rng, length)).collect();
            let mut text: String = lists.iter().map(|list| format!("<list>{}</list>", list.0)).collect();
            let except: Option<Vec<i64>> = rng.bool().then(|| (0..length).map(|_| rng.i64(-1..=2)).collect());
            if let Some(except) = &except {
                let members: Vec<String> = except.iter().map(i64::to_string).collect();
                text += &format!("<except> ({}) </except>", members.join(","));
            }
            let all: Vec<Expression> = lists.into_iter().flat_map(|list| list.1).collect();
            let meaning = where_defined(all, move |x, _| {
                let rows: Vec<&[i64]> = x.chunks(length).filter(|&row| Some(row) != except.as_deref()).collect();
                rows.iter().collect::<BTreeSet<_>>().len() == rows.len()
            });
            (format!("<allDifferent>{text}</allDifferent>"), meaning)
        }
        1 => {
            let (rows, columns) = (rng.usize(1..=2), rng.usize(2..=3));
            let cells: Vec<Expression> = (0..rows * columns).map(|_| variables.one(rng)).collect();
            let text: String =
                cells.chunks(columns).map(|row| format!("({})", joined(row).replace(' ', ","))).collect();
            let meaning = where_defined(cells, move |x, _| {
                let column = |place: usize| x.iter().skip(place).step_by(columns).copied().collect::<Vec<i64>>();
                x.chunks(columns).all(is_different) && (0..columns).all(|place| is_different(&column(place)))
            });
            (format!("<allDifferent><matrix>{text}</matrix></allDifferent>"), meaning)
        }
        2 => {
            let length = rng.usize(1..=4);
            let (text, all) = variables.list(rng, length);
            let except: Vec<i64> = (0..rng.usize(1..=2)).map(|_| rng.i64(-1..=2)).collect();
            let text = format!("<list>{text}</list><except>{}</except>", numbers(&except, rng));
            let meaning = where_defined(all, move |mut x, _| {
                x.retain(|value| !except.contains(value));
                is_different(&x)
            });
            (format!("<allDifferent>{text}</allDifferent>"), meaning)
        }
        kind => {
            let (text, all) = if kind == 3 { variables.different(rng, 4) } else { variables.list(rng, 3) };
            (format!("<allDifferent> {text} </allDifferent>"), where_defined(all, move |x, _| is_different(&x)))
        }
    }
}

pub(crate) fn all_equal(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    if rng.u8(..3) == 0 {
        return equal_lists(rng, variables);
    }
    let length = rng.usize(1..=3);
    let (text, all) = variables.list(rng, length);
    let except: Vec<i64> = (0..rng.usize(0..=2)).map(|_| rng.i64(-1..=2)).collect();
    let text = match except.len() {
        0 => text,
        _ => format!("<list>{text}</list><except> {} </except>", numbers(&except, rng)),
    };
    let meaning = where_defined(all, move |mut x, _| {
        x.retain(|value| !except.contains(value));
        x.iter().all(|value| *value == x[0])
    });
    (format!("<allEqual>{text}</allEqual>"), meaning)
}

pub(crate) fn sum(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=4);
    let (text, all) = variables.list(rng, length);
    let (coefficients, factors) = match rng.u8(..3) {
        0 => (String::new(), vec![number(1); length]),
        1 => {
            let factors: Vec<i64> = (0..length).map(|_| rng.i64(-3..=3)).collect();
            let text = format!("<coeffs> {} </coeffs>", numbers(&factors, rng));
            (text, factors.into_iter().map(number).collect())
        }
        _ => {
            let factors: Vec<Expression> = (0..length).map(|_| variables.variable_or_number(rng)).collect();
            (format!("<coeffs> {} </coeffs>", joined(&factors)), factors)
        }
    };
    let (condition, meets) = variables.condition(rng, -3, 6);
    let meaning = where_defined(all, move |x, values| {
        let factors = of(&factors, values).expect("variables and numbers");
        meets(x.iter().zip(factors).map(|(x, factor)| x * factor).sum(), values)
    });
    (format!("<sum><list>{text}</list>{coefficients}<condition> {condition} </condition></sum>"), meaning)
}

pub(crate) fn count(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=4);
    let (text, all) = variables.list(rng, length);
    let members: Vec<Expression> = (0..rng.usize(1..=3))
        .map(|_| if rng.u8(..4) > 0 { number(rng.i64(-1..=3)) } else { variables.one(rng) })
        .collect();
    let (condition, meets) = variables.condition(rng, 0, length as i64);
    let listed = joined(&members);
    let meaning = where_defined(all, move |x, values| {
        let members = of(&members, values).expect("variables and numbers");
        meets(x.iter().filter(|value| members.contains(value)).count() as i64, values)
    });
    let text = format!("<list>{text}</list><values> {listed} </values><condition>{condition}</condition>");
    (format!("<count>{text}</count>"), meaning)
}

pub(crate) fn distinct_values(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=4);
    let (text, all) = variables.list(rng, length);
    let except: Vec<i64> = (0..rng.usize(0..=2)).map(|_| rng.i64(-1..=2)).collect();
    let excepted = match except.len() {
        0 => String::new(),
        _ => format!("<except> {} </except>", numbers(&except, rng)),
    };
    let (condition, meets) = variables.condition(rng, 0, length as i64);
    let meaning = where_defined(all, move |x, values| {
        let different: BTreeSet<i64> = x.into_iter().filter(|value| !except.contains(value)).collect();
        meets(different.len() as i64, values)
    });
    (format!("<nValues><list>{text}</list>{excepted}<condition>{condition}</condition></nValues>"), meaning)
}

pub(crate) fn cardinality(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=4);
    let (text, all) = variables.list(rng, length);
    let mut members: Vec<Expression> = Vec::new();
    for value in -1..=3 {
        if rng.bool() {
            members.push(if rng.u8(..6) > 0 { number(value) } else { variables.one(rng) });
        }
    }
    if members.is_empty() {
        members.push(number(1));
    }
    let is_interval = rng.bool();
    let mut occurs = Vec::new();
    let mut words = Vec::new();
    for _ in &members {
        if is_interval {
            let low = rng.i64(0..=1);
            let high = low + rng.i64(0..=2);
            words.push(format!("{low}..{high}"));
            occurs.push((number(low).1, number(high).1));
        } else {
            let (word, value) = if rng.bool() { variables.one(rng) } else { number(rng.i64(0..=2)) };
            words.push(word);
            occurs.push((Rc::clone(&value), value));
        }
    }
    let is_closed = rng.bool();
    let listed = joined(&members);
    let meaning = where_defined(all, move |x, values| {
        let members = of(&members, values).expect("variables and numbers");
        let fits = members.iter().zip(&occurs).all(|(member, (low, high))| {
            let times = x.iter().filter(|value| *value == member).count() as i64;
            low(values).expect("a value") <= times && times <= high(values).expect("a value")
        });
        fits && (!is_closed || x.iter().all(|value| members.contains(value)))
    });
    let closed = if is_closed { " closed=\"true\"" } else { "" };
    let values = format!("<values{closed}> {listed} </values><occurs> {} </occurs>", words.join(" "));
    (format!("<cardinality><list>{text}</list>{values}</cardinality>"), meaning)
}

pub(crate) fn ordered(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(2..=4);
    let (text, all) = variables.list(rng, length);
    let (name, compare) = order(rng);
    let gaps: Option<Vec<Expression>> = rng
        .bool()
        .then(|| (1..length).map(|_| if rng.bool() { number(rng.i64(0..=2)) } else { variables.one(rng) }).collect());
    let lengths = gaps.as_ref().map_or(String::new(), |gaps| format!("<lengths> {} </lengths>", joined(gaps)));
    let meaning = where_defined(all, move |x, values| {
        let gaps = gaps.as_ref().map_or(vec![0; length - 1], |gaps| of(gaps, values).expect("values"));
        x.windows(2).zip(gaps).all(|(pair, gap)| compare(pair[0] + gap, pair[1]))
    });
    (format!("<ordered><list>{text}</list>{lengths}<operator> {name} </operator></ordered>"), meaning)
}

fn order(rng: &mut Rng) -> Operator {
    let all: [Operator; 4] = [("lt", |x, y| x < y), ("le", |x, y| x <= y), ("ge", |x, y| x >= y), ("gt", |x, y| x > y)];
    all[rng.usize(..4)]
}

pub(crate) fn lex(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let (rows, columns) = (rng.usize(2..=3), rng.usize(1..=2));
    let is_matrix = rng.bool();
    let cells: Vec<Expression> = (0..rows * columns).map(|_| variables.one(rng)).collect();
    let name = ["lt", "le", "ge", "gt"][rng.usize(..4)];
    let text: String = match is_matrix {
        true => {
            let rows = cells.chunks(columns).map(|row| format!("({})", joined(row).replace(' ', ",")));
            format!("<matrix> {} </matrix>", rows.collect::<String>())
        }
        false => cells.chunks(columns).map(|row| format!("<list> {} </list>", joined(row))).collect(),
    };
    let meaning = where_defined(cells, move |x, _| {
        let compare = |one: &Vec<i64>, other: &Vec<i64>| match name {
            "lt" => one < other,
            "le" => one <= other,
            "ge" => one >= other,
            _ => one > other,
        };
        let rows: Vec<Vec<i64>> = x.chunks(columns).map(<[i64]>::to_vec).collect();
        let lines: Vec<Vec<i64>> = (0..columns).map(|place| rows.iter().map(|row| row[place]).collect()).collect();
        let chain = |all: &[Vec<i64>]| all.windows(2).all(|pair| compare(&pair[0], &pair[1]));
        chain(&rows) && (!is_matrix || chain(&lines))
    });
    (format!("<lex>{text}<operator> {name} </operator></lex>"), meaning)
}

pub(crate) fn precedence(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(2..=4);
    let cells: Vec<Expression> = (0..length).map(|_| variables.one(rng)).collect();
    let mut order: Vec<i64> = (-2..=4).filter(|_| rng.bool()).collect();
    rng.shuffle(&mut order);
    order.truncate(3);
    let is_covered = rng.u8(..3) == 0;
    let is_listed = !order.is_empty() && rng.u8(..4) > 0;
    let covered = if is_covered && is_listed { " covered=\"true\"" } else { "" };
    let listed: Vec<String> = order.iter().map(i64::to_string).collect();
    let text = match is_listed {
        true => format!("<list> {} </list><values{covered}> {} </values>", joined(&cells), listed.join(" ")),
        false => joined(&cells),
    };
    let domains: BTreeSet<i64> = cells
        .iter()
        .flat_map(|cell| {
            let place = variables.names.iter().position(|name| *name == cell.0).expect("a variable");
            variables.domains[place].clone()
        })
        .collect();
    let order = if is_listed { order } else { domains.into_iter().collect() };
    let meaning = where_defined(cells, move |x, _| {
        let first = |value: i64| x.iter().position(|&other| other == value);
        let follows = order.windows(2).all(|pair| match (first(pair[0]), first(pair[1])) {
            (_, None) => true,
            (Some(before), Some(behind)) => before < behind,
            (None, Some(_)) => false,
        });
        follows && (!is_covered || !is_listed || order.iter().all(|&value| x.contains(&value)))
    });
    (format!("<precedence>{text}</precedence>"), meaning)
}

fn equal_lists(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=2);
    let lists: Vec<(String, Vec<Expression>)> = (0..rng.usize(2..=3)).map(|_| variables.list(rng, length)).collect();
    let mut text: String = lists.iter().map(|list| format!("<list>{}</list>", list.0)).collect();
    let except: Vec<Vec<i64>> = (0..rng.usize(0..=2)).map(|_| (0..length).map(|_| rng.i64(-1..=2)).collect()).collect();
    if !except.is_empty() {
        let tuple = |tuple: &Vec<i64>| format!("({})", tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(","));
        text += &format!("<except> {} </except>", except.iter().map(tuple).collect::<String>());
    }
    let all: Vec<Expression> = lists.into_iter().flat_map(|list| list.1).collect();
    let meaning = where_defined(all, move |x, _| {
        let rows: BTreeSet<&[i64]> = x.chunks(length).filter(|row| !except.iter().any(|other| other == row)).collect();
        rows.len() <= 1
    });
    (format!("<allEqual>{text}</allEqual>"), meaning)
}

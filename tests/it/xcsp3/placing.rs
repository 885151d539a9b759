//! Constraints that list rows, connect variables, place boxes and make circuits, each with its meaning.

use std::collections::BTreeSet;
use std::rc::Rc;

use fastrand::Rng;

use super::expressions::truth;
use super::random::{Expression, Meaning, Operator, Value, Variables, joined, number, numbers, of, where_defined};

pub(crate) fn intension(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let (text, meaning) = truth(rng, variables, 2);
    let text = if rng.bool() { format!("<function> {text} </function>") } else { format!(" {text} ") };
    (format!("<intension>{text}</intension>"), meaning)
}

pub(crate) fn extension(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=3);
    let cells: Vec<Expression> = (0..length).map(|_| variables.one(rng)).collect();
    let is_positive = rng.bool();
    let name = if is_positive { "supports" } else { "conflicts" };
    let list = joined(&cells);
    if length == 1 && rng.bool() {
        let (low, high, other) = (rng.i64(-2..=1), rng.i64(1..=2), rng.i64(-3..=4));
        let text = format!("<list> {list} </list><{name}> {other} {low}..{high} </{name}>");
        let meaning = where_defined(cells, move |x, _| ((low..=high).contains(&x[0]) || x[0] == other) == is_positive);
        return (format!("<extension>{text}</extension>"), meaning);
    }
    if rng.bool() {
        return hybrid(rng, cells, name, is_positive);
    }
    let open = if rng.bool() { 4 } else { 0 };
    let rows: Vec<Vec<Option<i64>>> = (0..rng.usize(0..=6))
        .map(|_| (0..length).map(|_| (rng.u8(..10) >= open).then(|| rng.i64(-2..=4))).collect())
        .collect();
    let cell = |cell: &Option<i64>| cell.map_or("*".to_owned(), |value| value.to_string());
    let tuple = |row: &Vec<Option<i64>>| format!("({})", row.iter().map(cell).collect::<Vec<_>>().join(","));
    let tuples: String = rows.iter().map(tuple).collect();
    let meaning = where_defined(cells, move |x, _| {
        let fits =
            |row: &Vec<Option<i64>>| row.iter().zip(&x).all(|(cell, value)| cell.is_none_or(|cell| cell == *value));
        rows.iter().any(fits) == is_positive
    });
    (format!("<extension><list> {list} </list><{name}> {tuples} </{name}></extension>"), meaning)
}

/// Rows whose cells are sets of values, or compare with other columns.
fn hybrid(rng: &mut Rng, cells: Vec<Expression>, name: &str, is_positive: bool) -> (String, Meaning) {
    type Fits = Box<dyn Fn(i64, &[i64]) -> bool>;
    let signs: [Operator; 6] = [
        ("=", |x, y| x == y),
        ("≠", |x, y| x != y),
        ("﹤", |x, y| x < y),
        ("≤", |x, y| x <= y),
        ("≥", |x, y| x >= y),
        ("﹥", |x, y| x > y),
    ];
    let length = cells.len();
    let cell = |rng: &mut Rng| -> (String, Fits) {
        let (low, high) = (rng.i64(-2..=2), rng.i64(0..=4));
        let is_in = rng.bool();
        let complement = if is_in { "" } else { "∁" };
        let (sign, compare) = signs[rng.usize(..6)];
        let (one, other) = (rng.usize(..length), rng.usize(..length));
        match rng.u8(..8) {
            0 => ("*".to_owned(), Box::new(|_, _| true)),
            1 => (low.to_string(), Box::new(move |x, _| x == low)),
            2 => {
                let (low, high) = (low.min(high), low.max(high));
                (format!("{complement}{low}..{high}"), Box::new(move |x, _| (low..=high).contains(&x) == is_in))
            }
            3 => (format!("{complement}{{{low},{high}}}"), Box::new(move |x, _| (x == low || x == high) == is_in)),
            4 => (format!("{sign}{low}"), Box::new(move |x, _| compare(x, low))),
            5 => (format!("{sign}c{one}"), Box::new(move |x, row| compare(x, row[one]))),
            6 => (format!("{sign}c{one}{low:+}"), Box::new(move |x, row| compare(x, row[one] + low))),
            _ if is_in => (format!("c{one}+c{other}"), Box::new(move |x, row| x == row[one] + row[other])),
            _ => (format!("{sign}c{one}-c{other}"), Box::new(move |x, row| compare(x, row[one] - row[other]))),
        }
    };
    let rows: Vec<Vec<(String, Fits)>> =
        (0..rng.usize(1..=4)).map(|_| (0..length).map(|_| cell(rng)).collect()).collect();
    let tuple = |row: &Vec<(String, Fits)>| {
        format!("({})", row.iter().map(|cell| cell.0.as_str()).collect::<Vec<_>>().join(","))
    };
    let tuples: String = rows.iter().map(tuple).collect();
    let list = joined(&cells);
    let meaning = where_defined(cells, move |x, _| {
        let fits = |row: &Vec<(String, Fits)>| row.iter().zip(&x).all(|(cell, &value)| cell.1(value, &x));
        rows.iter().any(fits) == is_positive
    });
    let text = format!("<list> {list} </list><{name}> {tuples} </{name}>");
    (format!("<extension type=\"hybrid-2\">{text}</extension>"), meaning)
}

pub(crate) fn regular(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=4);
    let (text, all) = variables.list(rng, length);
    let states = rng.usize(1..=3);
    let steps: Vec<(usize, i64, usize)> =
        (0..rng.usize(1..=8)).map(|_| (rng.usize(..states), rng.i64(-2..=4), rng.usize(..states))).collect();
    let start = steps[0].0;
    let last: Vec<usize> = (0..states).filter(|_| rng.bool()).collect();
    let written: String = steps.iter().map(|(from, value, to)| format!("(q{from},{value},q{to})")).collect();
    let ends: Vec<String> = last.iter().map(|state| format!("q{state}")).collect();
    let meaning = where_defined(all, move |x, _| accepts(&steps, BTreeSet::from([start]), &x, &last));
    let text = format!(
        "<list>{text}</list><transitions>{written}</transitions><start>q{start}</start><final> {} </final>",
        ends.join(" ")
    );
    (format!("<regular>{text}</regular>"), meaning)
}

fn accepts(steps: &[(usize, i64, usize)], start: BTreeSet<usize>, word: &[i64], last: &[usize]) -> bool {
    let ends = word.iter().fold(start, |states, value| {
        steps.iter().filter(|step| step.1 == *value && states.contains(&step.0)).map(|step| step.2).collect()
    });
    last.iter().any(|state| ends.contains(state))
}

/// Layers of nodes, of which the first and the last have one.
pub(crate) fn mdd(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=3);
    let (text, all) = variables.list(rng, length);
    let node = |layer: usize, place: usize| layer * 10 + place;
    let mut steps: Vec<(usize, i64, usize)> = Vec::new();
    for layer in 0..length {
        let (from, to) = (if layer == 0 { 1 } else { 2 }, if layer + 1 == length { 1 } else { 2 });
        for place in 0..from {
            // An arc leaves every node, and one enters every node behind the root.
            let mut least: Vec<usize> = if place == 0 { (0..to).collect() } else { vec![rng.usize(..to)] };
            for value in -2..=4 {
                if rng.bool() || least.len() as i64 > 4 - value {
                    let next = least.pop().unwrap_or_else(|| rng.usize(..to));
                    steps.push((node(layer, place), value, node(layer + 1, next)));
                }
            }
        }
    }
    // The order of the arcs says nothing.
    rng.shuffle(&mut steps);
    let written: String = steps.iter().map(|(from, value, to)| format!("(n{from},{value},n{to}) ")).collect();
    let last = [node(length, 0)];
    let meaning = where_defined(all, move |x, _| accepts(&steps, BTreeSet::from([0]), &x, &last));
    (format!("<mdd><list>{text}</list><transitions> {written} </transitions></mdd>"), meaning)
}

fn rank(rng: &mut Rng) -> &'static str {
    ["any", "first", "last"][rng.usize(..3)]
}

/// True if a place is one with this value, by rank.
fn is_place(x: &[i64], place: i64, value: i64, rank: &str) -> bool {
    let Some(place) = usize::try_from(place).ok().filter(|&place| x.get(place) == Some(&value)) else { return false };
    match rank {
        "first" => !x[..place].contains(&value),
        "last" => !x[place + 1..].contains(&value),
        _ => true,
    }
}

pub(crate) fn extreme(rng: &mut Rng, variables: &Variables, is_largest: bool) -> (String, Meaning) {
    let length = rng.usize(1..=4);
    let (text, all) = variables.list(rng, length);
    let name = if is_largest { "maximum" } else { "minimum" };
    let (condition, meets) = variables.condition(rng, -2, 4);
    let place = rng.bool().then(|| (variables.one(rng), rank(rng), rng.i64(0..=1)));
    let has_condition = place.is_none() || rng.bool();
    let (mut index, mut start) = (String::new(), String::new());
    if let Some(((name, _), rank, first)) = &place {
        index = format!("<index rank=\"{rank}\"> {name} </index>");
        start = format!(" startIndex=\"{first}\"");
    }
    let condition = if has_condition { format!("<condition>{condition}</condition>") } else { String::new() };
    let meaning = where_defined(all, move |x, values| {
        let value = extremum(&x, is_largest);
        let is_there = place.as_ref().is_none_or(|((_, index), rank, first)| {
            is_place(&x, index(values).expect("a variable") - first, value, rank)
        });
        is_there && (!has_condition || meets(value, values))
    });
    (format!("<{name}><list{start}>{text}</list>{index}{condition}</{name}>"), meaning)
}

fn extremum(x: &[i64], is_largest: bool) -> i64 {
    let value = if is_largest { x.iter().max() } else { x.iter().min() };
    *value.expect("a value")
}

pub(crate) fn extreme_place(rng: &mut Rng, variables: &Variables, is_largest: bool) -> (String, Meaning) {
    let length = rng.usize(1..=4);
    let (text, all) = variables.list(rng, length);
    let name = if is_largest { "maximumArg" } else { "minimumArg" };
    let (rank, first) = (rank(rng), rng.i64(0..=1));
    let (condition, meets) = variables.condition(rng, 0, length as i64);
    let meaning = where_defined(all, move |x, values| {
        let value = extremum(&x, is_largest);
        (0..x.len() as i64).any(|place| is_place(&x, place, value, rank) && meets(place + first, values))
    });
    let text = format!("<list startIndex=\"{first}\">{text}</list><condition>{condition}</condition>");
    (format!("<{name} rank=\"{rank}\">{text}</{name}>"), meaning)
}

pub(crate) fn element(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let (condition, meets): (String, _) = if rng.bool() {
        let (text, value) = variables.variable_or_number(rng);
        let meets: super::random::Meets = Rc::new(move |found, values| value(values) == Some(found));
        (format!("<value> {text} </value>"), meets)
    } else {
        let (text, meets) = variables.condition(rng, -1, 3);
        (format!("<condition> {text} </condition>"), meets)
    };
    match rng.u8(..4) {
        0 => {
            let length = rng.usize(1..=4);
            let (text, all) = variables.list(rng, length);
            let meaning = where_defined(all, move |x, values| x.iter().any(|&value| meets(value, values)));
            (format!("<element><list>{text}</list>{condition}</element>"), meaning)
        }
        1 => {
            let (rows, columns) = (rng.usize(1..=2), rng.usize(1..=3));
            let is_constant = rng.bool();
            let cells: Vec<Expression> = (0..rows * columns)
                .map(|_| if is_constant { number(rng.i64(-1..=3)) } else { variables.variable_or_number(rng) })
                .collect();
            let text: String =
                cells.chunks(columns).map(|row| format!("({})", joined(row).replace(' ', ","))).collect();
            let firsts = [rng.i64(0..=1), rng.i64(0..=1)];
            let indices = [variables.one(rng), variables.variable_or_number(rng)];
            let index = format!("<index> {} {} </index>", indices[0].0, indices[1].0);
            let start = format!("startRowIndex=\"{}\" startColIndex=\"{}\"", firsts[0], firsts[1]);
            let meaning = where_defined(cells, move |x, values| {
                let at = of(&indices, values).expect("variables and numbers");
                let [row, column] = [at[0] - firsts[0], at[1] - firsts[1]];
                let is_inside = (0..rows as i64).contains(&row) && (0..columns as i64).contains(&column);
                is_inside && meets(x[row as usize * columns + column as usize], values)
            });
            (format!("<element><matrix {start}> {text} </matrix>{index}{condition}</element>"), meaning)
        }
        kind => {
            let length = rng.usize(1..=4);
            let (text, all) = match kind {
                2 => variables.list(rng, length),
                _ => {
                    let entries: Vec<i64> = (0..length).map(|_| rng.i64(-1..=3)).collect();
                    (numbers(&entries, rng), entries.into_iter().map(number).collect())
                }
            };
            let (index, place): Expression = variables.variable_or_number(rng);
            let (rank, first) = (rank(rng), rng.i64(0..=1));
            let meaning = where_defined(all, move |x, values| {
                let place = place(values).expect("a variable or a number") - first;
                let value = usize::try_from(place).ok().and_then(|place| x.get(place).copied());
                value.is_some_and(|value| is_place(&x, place, value, rank) && meets(value, values))
            });
            let text = format!("<list startIndex=\"{first}\">{text}</list><index rank=\"{rank}\">{index}</index>");
            (format!("<element>{text}{condition}</element>"), meaning)
        }
    }
}

pub(crate) fn channel(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let cells = |rng: &mut Rng, length: usize| -> Vec<Expression> { (0..length).map(|_| variables.one(rng)).collect() };
    // Whether each entry of a list is the index of one whose entry is its own index.
    let goes = |x: &[i64], first: i64, y: &[i64], second: i64| {
        x.iter().zip(first..).all(|(&to, index)| {
            usize::try_from(to - second).ok().and_then(|place| y.get(place)).is_some_and(|&back| back == index)
        })
    };
    let (first, second) = (rng.i64(0..=1), rng.i64(-1..=1));
    let length = rng.usize(1..=3);
    match rng.u8(..3) {
        0 => {
            let all = cells(rng, length);
            let text = format!("<channel><list startIndex=\"{first}\"> {} </list></channel>", joined(&all));
            (text, where_defined(all, move |x, _| goes(&x, first, &x, first)))
        }
        1 => {
            let longer = length + rng.usize(0..=1);
            let (one, other) = (cells(rng, length), cells(rng, longer));
            let text = format!(
                "<list startIndex=\"{first}\"> {} </list><list startIndex=\"{second}\"> {} </list>",
                joined(&one),
                joined(&other)
            );
            let meaning = where_defined([one, other].concat(), move |all, _| {
                let (x, y) = all.split_at(length);
                goes(x, first, y, second) && (x.len() < y.len() || goes(y, second, x, first))
            });
            (format!("<channel>{text}</channel>"), meaning)
        }
        _ => {
            let bits: Vec<usize> =
                (0..variables.names.len()).filter(|&place| variables.domains[place] == [0, 1]).collect();
            let all: Vec<Expression> = match bits.len() {
                0 => cells(rng, length),
                _ => (0..length)
                    .map(|_| {
                        let place = bits[rng.usize(..bits.len())];
                        let value: Value = Rc::new(move |values| Some(values[place]));
                        (variables.names[place].clone(), value)
                    })
                    .collect(),
            };
            let (index, place) = variables.one(rng);
            let text = format!("<list startIndex=\"{first}\"> {} </list><value> {index} </value>", joined(&all));
            let meaning = where_defined(all, move |x, values| {
                let place = place(values).expect("a variable") - first;
                let is_there = usize::try_from(place).ok().and_then(|place| x.get(place)) == Some(&1);
                is_there && x.iter().filter(|&&value| value == 1).count() == 1
            });
            (format!("<channel>{text}</channel>"), meaning)
        }
    }
}

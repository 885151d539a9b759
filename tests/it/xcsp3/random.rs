//! Random variables, lists and conditions as XML, each with its meaning by the definition of XCSP3. Nothing here is of
//! the crate that is tested.

use std::collections::BTreeSet;
use std::rc::Rc;

use fastrand::Rng;

use super::expressions::integer;

/// The most assignments, so that trying them all is cheap.
const MOST_ASSIGNMENTS: usize = 1500;

/// The meaning of a constraint: it holds for the values of all variables, or not.
pub(crate) type Meaning = Rc<dyn Fn(&[i64]) -> bool>;

/// The value of an expression, if it has one.
pub(crate) type Value = Rc<dyn Fn(&[i64]) -> Option<i64>>;

/// Text and value of an expression.
pub(crate) type Expression = (String, Value);

/// The truth that a value meets a condition.
pub(crate) type Meets = Rc<dyn Fn(i64, &[i64]) -> bool>;

/// Variables: the cells of an array `x`, then others.
#[derive(Clone, Debug)]
pub(crate) struct Variables {
    pub(crate) names: Vec<String>,
    pub(crate) domains: Vec<Vec<i64>>,
    /// The number of cells of `x`.
    pub(crate) cells: usize,
    /// The first index of `x`.
    first: usize,
    /// The variables in XML.
    pub(crate) text: String,
}

impl Variables {
    /// Up to `most` variables, at least two of them cells of `x`.
    pub(crate) fn random(rng: &mut Rng, most: usize) -> Self {
        let cells = rng.usize(2..=most.clamp(2, 4));
        let first = rng.usize(0..2);
        let low = rng.i64(-2..=1);
        let common: Vec<i64> = (low..=low + rng.i64(1..=3)).collect();
        let is_mixed = rng.bool();
        let (mut names, mut domains, mut parts) = (Vec::new(), Vec::new(), String::new());
        let mut assignments = 1;
        for cell in 0..cells {
            let domain = if is_mixed && rng.bool() { values(rng) } else { common.clone() };
            let name = format!("x[{}]", cell + first);
            if is_mixed && domain != common {
                parts += &format!("<domain for=\"{name}\"> {} </domain>", listed(&domain, rng));
            }
            assignments *= domain.len();
            names.push(name);
            domains.push(domain);
        }
        let whole = format!("{}..{}", common[0], common[common.len() - 1]);
        let inner =
            if is_mixed { format!("{parts}<domain for=\"others\">{whole}</domain>") } else { format!(" {whole} ") };
        let start = if first == 1 { " startIndex=\"1\"" } else { "" };
        let mut text = format!("<array id=\"x\" size=\"[{cells}]\"{start}>{inner}</array>\n");
        for number in cells..most {
            let domain = values(rng);
            if assignments * domain.len() > MOST_ASSIGNMENTS {
                break;
            }
            assignments *= domain.len();
            let name = format!("y{number}");
            text += &format!("<var id=\"{name}\"> {} </var>\n", listed(&domain, rng));
            names.push(name);
            domains.push(domain);
        }
        Variables { names, domains, cells, first, text }
    }

    /// The same variables with this domain, but for those of 0 and 1, and constraints that say which values they have.
    pub(crate) fn widened(&self, wide: &str) -> (String, String) {
        let (mut text, mut kept) = (String::new(), String::new());
        let domain = |place: usize| if self.domains[place] == [0, 1] { "0 1" } else { wide };
        for (place, (name, values)) in self.names.iter().zip(&self.domains).enumerate() {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            kept +=
                &format!("<extension><list> {name} </list><supports> {} </supports></extension>\n", values.join(" "));
            text += &match name.starts_with('x') {
                true => format!("<domain for=\"{name}\"> {} </domain>", domain(place)),
                false => format!("<var id=\"{name}\"> {} </var>\n", domain(place)),
            };
            if place + 1 == self.cells {
                text =
                    format!("<array id=\"x\" size=\"[{}]\" startIndex=\"{}\">{text}</array>\n", self.cells, self.first);
            }
        }
        (text, kept)
    }

    /// One of the variables.
    pub(crate) fn one(&self, rng: &mut Rng) -> Expression {
        let place = rng.usize(..self.names.len());
        (self.names[place].clone(), Rc::new(move |values| Some(values[place])))
    }

    /// A variable, now and then a number.
    pub(crate) fn variable_or_number(&self, rng: &mut Rng) -> Expression {
        if rng.u8(..4) > 0 { self.one(rng) } else { number(rng.i64(-2..=4)) }
    }

    /// A list of variables, now and then with a part of the array, with a number or an expression.
    pub(crate) fn list(&self, rng: &mut Rng, length: usize) -> (String, Vec<Expression>) {
        let mut all: Vec<Expression> = Vec::new();
        let mut text = String::new();
        while all.len() < length {
            let (word, more) = match rng.u8(..12) {
                0 => {
                    let one = number(rng.i64(-2..=4));
                    (one.0.clone(), vec![one])
                }
                1 | 2 => {
                    let one = integer(rng, self, 1);
                    (one.0.clone(), vec![one])
                }
                3 | 4 if all.len() + self.cells <= length => ("x[]".to_owned(), self.part(0, self.cells)),
                5 if all.len() + 2 <= length => (format!("x[{}..{}]", self.first, self.first + 1), self.part(0, 2)),
                _ => {
                    let one = self.one(rng);
                    (one.0.clone(), vec![one])
                }
            };
            text += &format!(" {word}");
            all.extend(more);
        }
        (text + " ", all)
    }

    /// Different variables.
    pub(crate) fn different(&self, rng: &mut Rng, most: usize) -> (String, Vec<Expression>) {
        let mut places: Vec<usize> = (0..self.names.len()).collect();
        rng.shuffle(&mut places);
        places.truncate(most);
        let all: Vec<Expression> = places
            .into_iter()
            .map(|place| -> Expression {
                (self.names[place].clone(), Rc::new(move |values: &[i64]| Some(values[place])))
            })
            .collect();
        (joined(&all), all)
    }

    fn part(&self, from: usize, to: usize) -> Vec<Expression> {
        (from..to)
            .map(|place| -> Expression {
                (self.names[place].clone(), Rc::new(move |values: &[i64]| Some(values[place])))
            })
            .collect()
    }

    /// A condition for values about as large as these.
    pub(crate) fn condition(&self, rng: &mut Rng, low: i64, high: i64) -> (String, Meets) {
        let (low, high) = (low.min(high), low.max(high));
        let of = |rng: &mut Rng| rng.i64(low - 1..=high + 1);
        match rng.u8(..8) {
            0 => {
                let (from, to) = (of(rng), of(rng));
                let (from, to) = (from.min(to), from.max(to));
                let is_in = rng.bool();
                let name = if is_in { "in" } else { "notin" };
                (format!("({name},{from}..{to})"), Rc::new(move |value, _| (from..=to).contains(&value) == is_in))
            }
            1 => {
                let set: BTreeSet<i64> = (0..rng.usize(1..4)).map(|_| of(rng)).collect();
                let is_in = rng.bool();
                let name = if is_in { "in" } else { "notin" };
                let members: Vec<String> = set.iter().map(i64::to_string).collect();
                (format!("({name},{{{}}})", members.join(",")), Rc::new(move |value, _| set.contains(&value) == is_in))
            }
            kind => {
                let (name, compare) = operator(rng);
                let (text, operand) = if kind < 5 { number(of(rng)) } else { self.one(rng) };
                let meets =
                    move |value: i64, values: &[i64]| operand(values).is_some_and(|operand| compare(value, operand));
                (format!("({name},{text})"), Rc::new(meets))
            }
        }
    }
}

/// The name of an operator that compares two values, and what it means.
pub(crate) type Operator = (&'static str, fn(i64, i64) -> bool);

/// An operator that compares two values.
pub(crate) fn operator(rng: &mut Rng) -> Operator {
    let all: [Operator; 6] = [
        ("lt", |x, y| x < y),
        ("le", |x, y| x <= y),
        ("ge", |x, y| x >= y),
        ("gt", |x, y| x > y),
        ("eq", |x, y| x == y),
        ("ne", |x, y| x != y),
    ];
    all[rng.usize(..6)]
}

/// A number as an expression.
pub(crate) fn number(number: i64) -> Expression {
    (number.to_string(), Rc::new(move |_| Some(number)))
}

/// Expressions with blanks between them.
pub(crate) fn joined(all: &[Expression]) -> String {
    all.iter().map(|one| one.0.as_str()).collect::<Vec<_>>().join(" ")
}

/// The values of expressions, if all have one.
pub(crate) fn of(all: &[Expression], values: &[i64]) -> Option<Vec<i64>> {
    all.iter().map(|one| one.1(values)).collect()
}

/// The statement that expressions have values, and these are as `test` says.
pub(crate) fn where_defined(all: Vec<Expression>, test: impl Fn(Vec<i64>, &[i64]) -> bool + 'static) -> Meaning {
    Rc::new(move |values| of(&all, values).is_some_and(|found| test(found, values)))
}

/// Numbers with blanks between them, some as `3x2`.
pub(crate) fn numbers(all: &[i64], rng: &mut Rng) -> String {
    let mut words = Vec::new();
    let mut place = 0;
    while place < all.len() {
        let same = all[place..].iter().take_while(|&&other| other == all[place]).count();
        let times = if rng.bool() { same } else { 1 };
        words.push(if times > 1 { format!("{}x{times}", all[place]) } else { all[place].to_string() });
        place += times;
    }
    words.join(" ")
}

fn values(rng: &mut Rng) -> Vec<i64> {
    if rng.u8(..4) == 0 {
        return vec![0, 1];
    }
    let all: BTreeSet<i64> = (0..rng.usize(1..=4)).map(|_| rng.i64(-2..=4)).collect();
    all.into_iter().collect()
}

/// Values as numbers and intervals.
fn listed(values: &[i64], rng: &mut Rng) -> String {
    let mut words = Vec::new();
    let mut place = 0;
    while place < values.len() {
        let mut last = place;
        while rng.u8(..4) > 0 && last + 1 < values.len() && values[last + 1] == values[last] + 1 {
            last += 1;
        }
        words.push(match last - place {
            0 => values[place].to_string(),
            _ => format!("{}..{}", values[place], values[last]),
        });
        place = last + 1;
    }
    words.join(" ")
}

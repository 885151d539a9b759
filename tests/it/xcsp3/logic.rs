//! Constraints of constraints, and constraints with a truth value, each with its meaning.

use std::rc::Rc;

use fastrand::Rng;

use super::constraints::{ALL, Make};
use super::random::{Meaning, Variables};

/// Some constraint of another kind, now and then with a truth value.
fn part(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    const LOGIC: [&str; 8] = ["and", "block", "ifThen", "ifThenElse", "iff", "not", "or", "xor"];
    let of: Vec<Make> = ALL.iter().filter(|one| !LOGIC.contains(&one.0)).map(|one| one.1).collect();
    let (text, holds) = of[rng.usize(..of.len())](rng, variables);
    let bits: Vec<usize> = (0..variables.names.len())
        .filter(|&place| variables.domains[place].iter().all(|value| (0..=1).contains(value)))
        .collect();
    let is_template = text.starts_with("<group") || text.starts_with("<slide");
    if bits.is_empty() || is_template || rng.u8(..3) > 0 {
        return (text, holds);
    }
    let place = bits[rng.usize(..bits.len())];
    let (name, compare): (&str, fn(bool, bool) -> bool) = match rng.u8(..3) {
        0 => ("reifiedBy", |truth, holds| truth == holds),
        1 => ("hreifiedFrom", |truth, holds| !truth || holds),
        _ => ("hreifiedTo", |truth, holds| truth || !holds),
    };
    let at = text.find(['>', ' ']).expect("the end of the tag's name");
    let text = format!("{} {name}=\"{}\"{}", &text[..at], variables.names[place], &text[at..]);
    (text, Rc::new(move |values| compare(values[place] == 1, holds(values))))
}

/// A constraint of this name over others, some of them of this kind again.
pub(crate) fn random(rng: &mut Rng, variables: &Variables, name: &str) -> (String, Meaning) {
    let count = match name {
        "not" => 1,
        "ifThen" => 2,
        "ifThenElse" => 3,
        "iff" => rng.usize(2..=3),
        _ => rng.usize(1..=3),
    };
    let mut inner = |_| {
        if rng.u8(..6) > 0 {
            return part(rng, variables);
        }
        let (text, holds) = part(rng, variables);
        (format!("<not>{text}</not>"), Rc::new(move |values: &[i64]| !holds(values)) as Meaning)
    };
    let parts: Vec<(String, Meaning)> = (0..count).map(&mut inner).collect();
    let text: String = parts.iter().map(|part| part.0.as_str()).collect();
    let text = format!("<{name}>{text}</{name}>");
    let name = name.to_owned();
    let meaning = move |values: &[i64]| {
        let holds: Vec<bool> = parts.iter().map(|part| part.1(values)).collect();
        let number = holds.iter().filter(|&&holds| holds).count();
        match name.as_str() {
            "and" => number == holds.len(),
            "or" => number > 0,
            "not" => !holds[0],
            "xor" => number % 2 == 1,
            "iff" => number == 0 || number == holds.len(),
            "ifThen" => !holds[0] || holds[1],
            _ => holds[if holds[0] { 1 } else { 2 }],
        }
    };
    (text, Rc::new(meaning))
}

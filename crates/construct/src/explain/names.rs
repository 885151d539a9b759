//! The players' names of steps, by the shape of their rules.
//!
//! A rule 'some value for a cell' is a naked single if one value is left, and n of them are a naked pair, triple or
//! quad. A rule 'some place for a value in a unit' is a hidden single. n of them for one unit are a hidden pair, triple
//! or quad, and n for one value in parallel units a fish. One rule that leaves a fact no room is pointing or claiming.
//! A step without such a shape is named by its number of rules (the names are those of 'Sudoku Explainer' by N.
//! Juillerat, 2006).

use std::collections::BTreeSet;

use cnfab_base::names::{UnknownName, means};
use cnfab_model::Atom;

use crate::words::Words;

use super::network::{Fact, Propagator, Shape};
use super::search::{Found, StepSearch};

/// The names of steps. Those of several rules without a shape have the number of rules instead of `N`.
pub const TECHNIQUES: &[&str] = &[
    "hidden single",
    "naked single",
    "pointing",
    "claiming",
    "only cell within reach",
    "out of reach",
    "the way would be cut",
    "combinations",
    "one rule",
    "only way left",
    "full unit",
    "no room left",
    "naked pair",
    "naked triple",
    "naked quad",
    "hidden pair",
    "hidden triple",
    "hidden quad",
    "X-wing",
    "swordfish",
    "jellyfish",
    "XY-wing",
    "chain of N rules",
    "N rules together",
];

/// Finds the name of a step that a user means.
///
/// # Errors
/// If no step has the name; the error lists those there are.
pub fn named(name: &str) -> Result<String, UnknownName> {
    let unknown = || UnknownName::new("step", name, TECHNIQUES.iter().copied());
    // Hyphens make no difference.
    let plain = |name: &str| name.replace('-', " ");
    let means = |known: &str| means(&plain(name), &plain(known));
    if let Some(known) = TECHNIQUES.iter().find(|known| means(known) && !has_number(known)) {
        return Ok((*known).to_owned());
    }
    let number = plain(name);
    let number = number.split_whitespace().find_map(|word| word.parse::<usize>().ok().filter(|&number| number > 1));
    let number = number.ok_or_else(unknown)?;
    let numbered = TECHNIQUES.iter().filter(|known| has_number(known)).map(|known| with_number(known, number));
    let mut numbered = numbered;
    numbered.find(|known| means(known)).ok_or_else(unknown)
}

/// True if a name has the number of rules in it.
fn has_number(name: &str) -> bool {
    name.split(' ').any(|word| word == "N")
}

fn with_number(name: &str, number: usize) -> String {
    let word = |word: &str| if word == "N" { number.to_string() } else { word.to_owned() };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The names of sets of 2, 3 and 4 cells or values, and of fish of as many lines.
const SETS: [&str; 3] = ["pair", "triple", "quad"];
const FISH: [&str; 3] = ["X-wing", "swordfish", "jellyfish"];

/// The name of a step whose facts are not known yet.
pub(super) fn technique(search: &StepSearch<'_>, words: &Words<'_>, found: &Found) -> String {
    let network = &search.network;
    let shapes: Vec<&Shape> = found.rules.iter().map(|&rule| &network.rules[rule].shape).collect();
    let count = found.rules.len();
    if let ([shape], [rule]) = (&shapes[..], &found.rules[..]) {
        let is_line = matches!(&network.rules[*rule].label[..], "row" | "column");
        let is_placed = found.facts.iter().any(|&fact| search.is_placement(fact));
        let is_chain = network.chains.iter().any(|chain| chain.label == network.rules[*rule].label);
        let is = |what: fn(&Propagator) -> bool| match network.rules[*rule].propagators[..] {
            [only] => what(&network.propagators[only]),
            _ => false,
        };
        let is_sum = is(|propagator| matches!(propagator, Propagator::Sum { .. }));
        let is_count = is(|propagator| matches!(propagator, Propagator::Count { .. }));
        return match (shape, found.is_direct) {
            (Shape::Place(_), true) => "hidden single",
            (Shape::Value, true) => "naked single",
            (Shape::Place(Some(_)), false) if is_line => "claiming",
            (Shape::Place(Some(_)), false) => "pointing",
            (_, true) if is_chain && is_placed => "only cell within reach",
            (_, true) if is_chain => "out of reach",
            (_, false) if is_chain => "the way would be cut",
            (Shape::Other, _) if is_sum => "combinations",
            (Shape::Other, true) if !is_count => "one rule",
            (Shape::Other, true) if is_placed => "only way left",
            (Shape::Other, true) => "full unit",
            _ => "no room left",
        }
        .to_owned();
    }
    let open: Option<Vec<Vec<Fact>>> = found.rules.iter().map(|&rule| search.open_facts(rule)).collect();
    if let (Some(open), Some(number)) = (open, count.checked_sub(2).filter(|number| *number < SETS.len())) {
        let atoms: Vec<Vec<Atom>> =
            open.iter().map(|facts| facts.iter().map(|&fact| network.atom(fact)).collect()).collect();
        let all: Vec<Atom> = atoms.iter().flatten().copied().collect();
        let values: BTreeSet<String> = all.iter().map(|&atom| words.value_of(atom)).collect();
        let places: BTreeSet<String> = all.iter().map(|&atom| words.place_of(atom)).collect();
        if shapes.iter().all(|shape| **shape == Shape::Value) {
            if values.len() == count && exclude_each_other(search, words, &open) {
                return format!("naked {}", SETS[number]);
            }
            if count == 3 && values.len() == 3 && atoms.iter().all(|atoms| atoms.len() == 2) {
                return "XY-wing".to_owned();
            }
        }
        if shapes.iter().all(|shape| matches!(shape, Shape::Place(_))) {
            let units: BTreeSet<Option<usize>> = shapes
                .iter()
                .map(|shape| match shape {
                    Shape::Place(unit) => *unit,
                    _ => None,
                })
                .collect();
            if units.len() == 1 && places.len() == count {
                return format!("hidden {}", SETS[number]);
            }
            let labels: BTreeSet<&str> = found.rules.iter().map(|&rule| &network.rules[rule].label[..]).collect();
            if values.len() == 1 && labels.len() == 1 && is_fish(search, &open, &units) {
                return FISH[number].to_owned();
            }
        }
    }
    let is_simple = shapes.iter().all(|shape| **shape != Shape::Other);
    if is_simple { format!("chain of {count} rules") } else { format!("{count} rules together") }
}

/// True if facts of different cells with one value always exclude each other.
fn exclude_each_other(search: &StepSearch<'_>, words: &Words<'_>, open: &[Vec<Fact>]) -> bool {
    let network = &search.network;
    let value = |fact: Fact| words.value_of(network.atom(fact));
    let pairs = open.iter().enumerate().flat_map(|(at, one)| open[at + 1..].iter().map(move |other| (one, other)));
    let mut facts = pairs.flat_map(|(one, other)| one.iter().flat_map(move |a| other.iter().map(move |b| (*a, *b))));
    facts.all(|(a, b)| value(a) != value(b) || network.exclude_each_other(a, b))
}

/// True if the places of one value in some units lie in as many other units of one kind.
fn is_fish(search: &StepSearch<'_>, open: &[Vec<Fact>], bases: &BTreeSet<Option<usize>>) -> bool {
    let network = &search.network;
    let covers = |fact: &Fact| -> Vec<usize> {
        let groups =
            network.groups_of[fact.index()].iter().filter_map(|&group| network.group_constraint[group as usize]);
        groups.filter(|&constraint| !bases.contains(&Some(constraint))).collect()
    };
    let Some(&first) = open.first().and_then(|facts| facts.first()) else { return false };
    // Units of one kind have rules of one label.
    let label = |constraint: usize| {
        network.rules.iter().find(|rule| rule.shape == Shape::Place(Some(constraint))).map(|rule| &rule.label)
    };
    covers(&first).into_iter().any(|cover| {
        let kind = label(cover);
        let mut units: BTreeSet<usize> = BTreeSet::new();
        open.iter().flatten().all(|fact| {
            let same = covers(fact).into_iter().find(|&cover| label(cover) == kind);
            same.is_some_and(|cover| {
                units.insert(cover);
                true
            })
        }) && units.len() == open.len()
    })
}

//! Strategies with their options, so that every two values of different options come together: a covering array.
//!
//! A row is a value for each option. Rows are made one after the other: one begins with a pair that no row has yet, and
//! takes for each further option the value with which most such pairs come (D. M. Cohen, S. R. Dalal, M. L. Fredman,
//! G. C. Patton, "The AETG System", 1997). Pairs of options that can be searched by come in rows that are.

use std::collections::{BTreeMap, BTreeSet};

use cnfab::solve::{Encodings, EngineName, OptionHelp, STRATEGIES, Strategy, StrategyKind};
use fastrand::Rng;

/// The use of a strategy with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Use {
    /// It is a search that no other spelling is.
    Own,
    /// It searches just as with `engine=domains`.
    AsDomains,
    /// Its options do not go together.
    Refused,
}

impl Use {
    /// The use of a spelling with all options of its strategy.
    pub(crate) fn of(spelling: &str) -> Self {
        match Strategy::parse(spelling).expect("registered").backend(&Encodings::default()).goes_together() {
            Err(_) => Use::Refused,
            Ok(()) if is_domains_again(spelling) => Use::AsDomains,
            Ok(()) => Use::Own,
        }
    }
}

/// The engines of `backtrack` that take some models only: all but `domains`.
pub(crate) fn engines_for_some_models() -> impl Iterator<Item = &'static str> {
    let some = EngineName::ALL.iter().filter(|engine| !matches!(engine, EngineName::Auto | EngineName::Domains));
    some.map(|engine| engine.name())
}

/// True if a spelling of `backtrack` with all its options searches just as the one with `engine=domains` does: of the
/// engines that `engine=auto` chooses from, no other takes the options.
pub(crate) fn is_domains_again(spelling: &str) -> bool {
    let takes_the_options = |engine| {
        let spelling = spelling.replace("engine=auto", &format!("engine={engine}"));
        Strategy::parse(&spelling).expect("registered").backend(&Encodings::default()).goes_together().is_ok()
    };
    spelling.contains("engine=auto") && !engines_for_some_models().any(takes_the_options)
}

/// A value for each option, by its position. Without a value an option is left open.
type Row = Vec<Option<usize>>;

/// A pair of values: option, value, later option, value.
type Pair = [usize; 4];

fn spelling(kind: &StrategyKind, row: &[Option<usize>]) -> String {
    let value = |(&(name, values, _), value): (&(&str, &'static [&'static str], OptionHelp), &Option<usize>)| {
        // An engine that takes all options.
        let usual = values.iter().position(|value| *value == EngineName::Domains.name()).unwrap_or(0);
        format!("{name}={}", values[value.unwrap_or(usual)])
    };
    let options: Vec<String> = kind.options.iter().zip(row).map(value).collect();
    if options.is_empty() { kind.name.to_owned() } else { format!("{}:{}", kind.name, options.join(",")) }
}

/// All pairs of values, with the best that a row with the pair can come to.
fn pairs(kind: &StrategyKind) -> BTreeMap<Pair, Use> {
    let numbers: Vec<usize> = kind.options.iter().map(|option| option.1.len()).collect();
    let mut pairs = BTreeMap::new();
    for (one, &values) in numbers.iter().enumerate() {
        for (other, &others) in numbers.iter().enumerate().skip(one + 1) {
            for (a, b) in (0..values).flat_map(|a| (0..others).map(move |b| (a, b))) {
                let mut row = vec![None; numbers.len()];
                (row[one], row[other]) = (Some(a), Some(b));
                pairs.insert([one, a, other, b], Use::of(&spelling(kind, &row)));
            }
        }
    }
    pairs
}

/// The pairs of values that a row has.
fn pairs_of(row: &[Option<usize>]) -> Vec<Pair> {
    let values = row.iter().enumerate().filter_map(|(option, value)| Some((option, (*value)?)));
    let values: Vec<(usize, usize)> = values.collect();
    let with = |at: usize| {
        let (one, a) = values[at];
        values[at + 1..].iter().map(move |&(other, b)| [one, a, other, b])
    };
    (0..values.len()).flat_map(with).collect()
}

/// Spellings of a strategy in which all pairs of option values come. The seed chooses among values that are as good.
pub(crate) fn by_pairs(kind: &StrategyKind, seed: u64) -> Vec<String> {
    let mut rng = Rng::with_seed(seed);
    let pairs = pairs(kind);
    let mut left: BTreeSet<(Use, Pair)> = pairs.iter().map(|(&pair, &becomes)| (becomes, pair)).collect();
    let mut spellings = Vec::new();
    while let Some(&(becomes, [one, a, other, b])) = left.first() {
        let mut row: Row = vec![None; kind.options.len()];
        (row[one], row[other]) = (Some(a), Some(b));
        let mut options: Vec<usize> = (0..row.len()).filter(|option| row[*option].is_none()).collect();
        rng.shuffle(&mut options);
        for option in options {
            let mut best: Option<(usize, usize)> = None;
            let values = kind.options[option].1.len();
            let first = rng.usize(..values);
            for value in (0..values).map(|step| (first + step) % values) {
                row[option] = Some(value);
                if Use::of(&spelling(kind, &row)) != becomes {
                    continue;
                }
                let news = pairs_of(&row).into_iter().filter(|pair| left.contains(&(becomes, *pair))).count();
                if best.is_none_or(|(most, _)| news > most) {
                    best = Some((news, value));
                }
            }
            row[option] = best.map(|(_, value)| value);
        }
        for pair in pairs_of(&row) {
            left.remove(&(becomes, pair));
        }
        spellings.push(spelling(kind, &row));
    }
    if kind.options.len() < 2 {
        let values = kind.options.iter().flat_map(|option| 0..option.1.len()).map(|value| vec![Some(value)]);
        let rows = if kind.options.is_empty() { vec![Vec::new()] } else { values.collect() };
        spellings.extend(rows.iter().map(|row| spelling(kind, row)));
    }
    spellings
}

/// Read off the texts.
#[test]
fn every_two_values_of_options_come_together() {
    for seed in [0, 1] {
        for kind in STRATEGIES {
            let spellings = by_pairs(kind, seed);
            let has = |spelling: &str, name: &str, value: &str| {
                let (_, options) = spelling.rsplit_once(':').expect("with options");
                options.split(',').any(|option| option.split_once('=') == Some((name, value)))
            };
            let used: Vec<(&String, Use)> = spellings.iter().map(|spelling| (spelling, Use::of(spelling))).collect();
            for (place, &(name, values, _)) in kind.options.iter().enumerate() {
                for value in values {
                    assert!(
                        spellings.iter().any(|spelling| has(spelling, name, value)),
                        "{}:{name}={value}",
                        kind.name
                    );
                    for &(other, others, _) in &kind.options[place + 1..] {
                        for next in others {
                            let both = |spelling: &str| has(spelling, name, value) && has(spelling, other, next);
                            let best = used.iter().filter(|(spelling, _)| both(spelling)).map(|(_, of)| *of).min();
                            let context = format!("{}:{name}={value},{other}={next}", kind.name);
                            let mut row: Row = vec![None; kind.options.len()];
                            let at = |name: &str| kind.options.iter().position(|option| option.0 == name).expect("one");
                            row[at(name)] = values.iter().position(|known| known == value);
                            row[at(other)] = others.iter().position(|known| known == next);
                            let possible = Use::of(&spelling(kind, &row));
                            assert_eq!(best, Some(possible), "{context}");
                        }
                    }
                }
            }
            let distinct: BTreeSet<&String> = spellings.iter().collect();
            assert_eq!(distinct.len(), spellings.len(), "{}: a spelling comes twice", kind.name);
        }
    }
    let all: Vec<String> = STRATEGIES.iter().flat_map(|kind| by_pairs(kind, 0)).collect();
    let own = all.iter().filter(|spelling| Use::of(spelling) == Use::Own).count();
    assert!(own < 160, "{own} spellings: too many for what they find");
}

#[test]
fn only_plain_options_leave_a_choice_of_engines() {
    for (options, expected) in [
        ("order=auto,values=ascending,propagate=full,search=depth-first", false),
        ("order=input,values=ascending,propagate=full,search=depth-first", false),
        ("order=dom-wdeg,values=ascending,propagate=full,search=depth-first", true),
        ("order=auto,values=descending,propagate=full,search=depth-first", true),
        ("order=auto,values=ascending,propagate=bounds,search=depth-first", true),
        ("order=auto,values=ascending,propagate=full,search=best-first", true),
    ] {
        assert_eq!(is_domains_again(&format!("backtrack:{options},engine=auto")), expected, "{options}");
        assert!(!is_domains_again(&format!("backtrack:{options},engine=domains")), "{options}");
    }
}

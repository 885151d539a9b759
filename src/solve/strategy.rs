//! The registry of strategies, and how one is written: `sat:varisat`, `backtrack:order=spiral,propagate=bounds`.

use std::fmt;

use crate::names::UnknownName;

use super::{Backend, Encodings, anneal, backtrack, lp, sat};

/// An entry of the registry.
pub struct StrategyKind {
    /// The name before the options; may hold a colon itself, as `sat:varisat` does.
    pub name: &'static str,
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The options it takes: name, the values it may have, what it is for. The first value is the default.
    pub options: &'static [(&'static str, &'static [&'static str], &'static str)],
    /// Makes the backend.
    pub make: fn(&Options, &Encodings) -> Box<dyn Backend>,
}

/// All strategies, by name.
pub static STRATEGIES: &[StrategyKind] = &[
    StrategyKind {
        name: "anneal",
        about: "simulated annealing by swaps, for models whose values are known but for their order; proves nothing",
        options: anneal::OPTIONS,
        make: anneal::backend,
    },
    StrategyKind {
        name: "backtrack",
        about: "the native engine: bitset domains, propagation and backtracking",
        options: backtrack::OPTIONS,
        make: backtrack::backend,
    },
    StrategyKind {
        name: "ilp",
        about: "integer programming with the default solver, microlp",
        options: &[],
        make: lp::default,
    },
    StrategyKind {
        name: "ilp:highs",
        about: "integer programming with HiGHS (needs a build with `--features highs`)",
        options: &[],
        make: lp::highs,
    },
    StrategyKind { name: "ilp:microlp", about: "integer programming with microlp", options: &[], make: lp::microlp },
    StrategyKind {
        name: "sat",
        about: "clauses by the recipe, solved by the default SAT solver (varisat)",
        options: sat::OPTIONS,
        make: |options, encodings| sat::backend("sat", "varisat", options, encodings),
    },
    StrategyKind {
        name: "sat:batsat",
        about: "clauses by the recipe, solved by batsat",
        options: sat::OPTIONS,
        make: |options, encodings| sat::backend("sat:batsat", "batsat", options, encodings),
    },
    StrategyKind {
        name: "sat:varisat",
        about: "clauses by the recipe, solved by varisat",
        options: sat::OPTIONS,
        make: |options, encodings| sat::backend("sat:varisat", "varisat", options, encodings),
    },
];

/// The options of one strategy, checked against what it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(&'static str, &'static str)>);

impl Options {
    /// The value of an option; the first of its values if it was not given.
    ///
    /// # Panics
    /// If the strategy's registry entry does not have the option.
    pub fn get(&self, name: &str) -> &'static str {
        self.0.iter().find(|(key, _)| *key == name).expect("an option of the registry entry").1
    }
}

/// A strategy and its options, as `--strategy` gives them.
#[derive(Clone)]
pub struct Strategy {
    kind: &'static StrategyKind,
    options: Options,
    /// The options that were written, for printing the strategy the same way again.
    given: Vec<&'static str>,
}

/// A strategy that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// An option is not of the form `NAME=VALUE`.
    #[error("found '{0}', expected an option NAME=VALUE")]
    Form(String),
    /// An option comes twice.
    #[error("option '{0}' comes twice, expected one value for it")]
    Twice(String),
    /// No strategy, option or value has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
}

impl Strategy {
    /// Reads one strategy.
    ///
    /// # Errors
    /// If the strategy, an option or a value is unknown, or an option comes twice.
    pub fn parse(text: &str) -> Result<Self, StrategyError> {
        // The longest registered name that is the text or is followed by a colon.
        let (kind, rest) = STRATEGIES
            .iter()
            .filter_map(|kind| {
                let rest = text.strip_prefix(kind.name)?;
                (rest.is_empty() || rest.starts_with(':')).then_some((kind, rest.trim_start_matches(':')))
            })
            .max_by_key(|(kind, _)| kind.name.len())
            .ok_or_else(|| UnknownName::new("strategy", text, STRATEGIES.iter().map(|kind| kind.name)))?;
        let mut options: Vec<_> = kind.options.iter().map(|&(name, values, _)| (name, values[0])).collect();
        let mut given = Vec::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                let longer = STRATEGIES.iter().filter(|other| other.name.starts_with(&format!("{}:", kind.name)));
                if longer.clone().next().is_some() {
                    return Err(UnknownName::new("strategy", text, STRATEGIES.iter().map(|kind| kind.name)).into());
                }
                return Err(StrategyError::Form(part.to_owned()));
            };
            let position = kind.options.iter().position(|option| option.0 == name).ok_or_else(|| {
                let known = kind.options.iter().map(|option| option.0);
                UnknownName::new(format!("option of {}", kind.name), name, known)
            })?;
            let values = kind.options[position].1;
            let value = values.iter().copied().find(|&known| known == value).ok_or_else(|| {
                UnknownName::new(format!("value of {}:{name}", kind.name), value, values.iter().copied())
            })?;
            if given.contains(&kind.options[position].0) {
                return Err(StrategyError::Twice(name.to_owned()));
            }
            options[position].1 = value;
            given.push(kind.options[position].0);
        }
        Ok(Strategy { kind, options: Options(options), given })
    }

    /// Reads a list `A,B,...`. A part of the form `NAME=VALUE` is a further option of the strategy before it.
    ///
    /// # Errors
    /// If one of the strategies cannot be read.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, StrategyError> {
        let mut texts: Vec<String> = Vec::new();
        for part in text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
            match texts.last_mut() {
                Some(last) if part.contains('=') && !part.split('=').next().unwrap_or_default().contains(':') => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => texts.push(part.to_owned()),
            }
        }
        texts.iter().map(|text| Self::parse(text)).collect()
    }

    /// The registry entry.
    pub fn kind(&self) -> &'static StrategyKind {
        self.kind
    }

    /// The options, given or not.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The backend that does it, with these encodings where it encodes.
    pub fn backend(&self, encodings: &Encodings) -> Box<dyn Backend> {
        (self.kind.make)(&self.options, encodings)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for (index, name) in self.given.iter().enumerate() {
            write!(f, "{}{name}={}", if index == 0 { ':' } else { ',' }, self.options.get(name))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy({self})")
    }
}

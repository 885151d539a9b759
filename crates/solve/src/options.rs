//! The options of strategies: what there are, and those of one strategy as they are written.

use std::ops::RangeInclusive;

use cnfab_base::names::{UnknownName, known, means};

use super::strategy::StrategyKind;
use super::strategy_error::StrategyError;

/// An option whose value is a number.
pub struct NumberOption {
    /// The option's name.
    pub name: &'static str,
    /// The numbers it may be.
    pub range: RangeInclusive<u64>,
    /// The number if it is not given.
    pub default: u64,
    /// Its purpose in a line.
    pub about: &'static str,
}

/// The description of an option whose values are names.
#[derive(Clone, Copy, Debug)]
pub struct OptionHelp {
    /// Its purpose in a line.
    pub about: &'static str,
    /// The meaning of each value.
    pub values: &'static [&'static str],
}

/// The options of one strategy, checked against what it takes.
#[derive(Clone)]
pub struct Options {
    pub(super) kind: &'static StrategyKind,
    pub(super) names: Vec<(&'static str, &'static str)>,
    pub(super) numbers: Vec<(&'static str, u64)>,
    /// The program and its arguments, of the strategy that runs one.
    pub(super) command: Option<String>,
}

/// The command of a strategy that is named after its program.
fn command_of(strategy: &str) -> Option<&'static str> {
    match strategy {
        "ilp:cbc" => Some("cbc {mps} solve solution {out}"),
        "ilp:glpk" => Some("glpsol --freemps {mps} -w {out}"),
        _ => None,
    }
}

impl Options {
    /// The defaults.
    pub(super) fn of(kind: &'static StrategyKind) -> Self {
        Options {
            kind,
            names: kind.options.iter().map(|&(name, values, _)| (name, values[0])).collect(),
            numbers: kind.numbers.iter().map(|option| (option.name, option.default)).collect(),
            command: None,
        }
    }

    /// Options written as `NAME=VALUE,...`, and the names of those that were given.
    pub(super) fn parse(kind: &'static StrategyKind, text: &str) -> Result<(Self, Vec<&'static str>), StrategyError> {
        let mut options = Options::of(kind);
        let mut given = Vec::new();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| StrategyError::Form(part.to_owned()))?;
            let name = options.set(name, value)?;
            if given.contains(&name) {
                return Err(StrategyError::Twice(name.to_owned()));
            }
            given.push(name);
        }
        Ok((options, given))
    }

    /// The program and its arguments, of the strategy that runs one.
    pub fn command(&self) -> Option<&str> {
        self.command.as_deref().or_else(|| command_of(self.kind.name))
    }

    /// The value of an option that takes a name; the first of its values if it was not given.
    ///
    /// # Panics
    /// If the strategy's registry entry does not have the option.
    pub fn get(&self, name: &str) -> &'static str {
        self.names.iter().find(|(key, _)| *key == name).expect("an option of the registry entry").1
    }

    /// The value of an option that takes a number; its default if it was not given.
    ///
    /// # Panics
    /// If the strategy's registry entry does not have the option.
    pub fn number(&self, name: &str) -> u64 {
        self.numbers.iter().find(|(key, _)| *key == name).expect("an option of the registry entry").1
    }

    /// The strategy as a user would write it, with the options that are not the defaults.
    pub fn strategy(&self) -> String {
        if let Some(command) = &self.command {
            return format!("{}={command}", self.kind.name);
        }
        let names = self.names.iter().zip(self.kind.options).filter(|((_, value), (_, values, _))| *value != values[0]);
        let numbers =
            self.numbers.iter().zip(self.kind.numbers).filter(|((_, number), known)| *number != known.default);
        let names = names.map(|((name, value), _)| format!("{name}={value}"));
        let changed: Vec<String> = names.chain(numbers.map(|((name, value), _)| format!("{name}={value}"))).collect();
        let mark = if changed.is_empty() { "" } else { ":" };
        format!("{}{mark}{}", self.kind.name, changed.join(","))
    }

    /// Sets one of the options; returns its name.
    pub(super) fn set(&mut self, name: &str, text: &str) -> Result<&'static str, StrategyError> {
        let kind = self.kind;
        if let Some(position) = kind.options.iter().position(|option| means(name, option.0)) {
            let values = kind.options[position].1;
            let unknown = || UnknownName::new(format!("value of {}:{name}", kind.name), text, values.iter().copied());
            self.names[position].1 = known(values.iter().copied(), text).ok_or_else(unknown)?;
            return Ok(self.names[position].0);
        }
        let position = kind.numbers.iter().position(|option| means(name, option.name)).ok_or_else(|| {
            let known = kind.options.iter().map(|option| option.0).chain(kind.numbers.iter().map(|option| option.name));
            UnknownName::new(format!("option of {}", kind.name), name, known)
        })?;
        let range = &kind.numbers[position].range;
        let number = text.parse().ok().filter(|number| range.contains(number));
        self.numbers[position].1 = number.ok_or_else(|| StrategyError::Number {
            option: format!("{}:{name}", kind.name),
            found: text.to_owned(),
            range: range.clone(),
        })?;
        Ok(self.numbers[position].0)
    }
}

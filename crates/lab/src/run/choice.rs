//! The choice of a strategy: one of the registry, or a preset of the kind.

use std::str::FromStr;

use cnfab_base::names::{UnknownName, behind, means};
use cnfab_puzzle::{Kind, Preset};
use cnfab_solve::{STRATEGIES, Strategy, StrategyError};

/// The word before the name of a preset, and the one that it replaces, which is read all the same.
const PREFIXES: [&str; 2] = ["preset:", "document:"];

/// The word for all presets of a kind, and the one that it replaces.
const ALL: [&str; 2] = ["presets", "documents"];

/// The strategy that presets are compared with.
const OWN: &str = "backtrack";

/// A strategy as a command names it, before the kind is known.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A strategy of the registry.
    Registered(Strategy),
    /// `preset:NAME`, formerly `document:NAME`: the strategy of this name that the kind's document describes.
    Preset(String),
    /// `presets`: all presets of the kind, and `backtrack` as it is without options.
    Presets,
}

/// A strategy for puzzles of one kind.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The strategy.
    pub strategy: Strategy,
    /// The preset that it is.
    pub preset: Option<&'static Preset>,
}

impl Choice {
    /// Reads a list `A,B,...`. A part of the form `NAME=VALUE` is a further option of the strategy before it.
    ///
    /// # Errors
    /// If one of the strategies cannot be read.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, StrategyError> {
        Strategy::split_list(text).iter().map(|text| text.parse()).collect()
    }

    /// The strategies that are meant for puzzles of a kind, or for what is no puzzle.
    ///
    /// # Errors
    /// If the kind has no preset of the name.
    pub fn of(&self, kind: Option<&'static Kind>) -> Result<Vec<Chosen>, UnknownName> {
        match (self, kind) {
            (Choice::Registered(strategy), _) => Ok(vec![strategy.clone().into()]),
            (Choice::Preset(name), Some(kind)) => Ok(vec![kind.preset(name)?.into()]),
            (Choice::Preset(name), None) => {
                let known = STRATEGIES.iter().map(|strategy| strategy.name);
                Err(UnknownName::new(
                    "strategy of a model, which has no presets",
                    format!("{}{name}", PREFIXES[0]),
                    known,
                ))
            }
            (Choice::Presets, kind) => {
                let own = Strategy::parse(OWN).expect("a strategy of the registry");
                let presets = kind.map(|kind| kind.presets).unwrap_or_default();
                Ok(presets.iter().map(Chosen::from).chain([own.into()]).collect())
            }
        }
    }
}

impl FromStr for Choice {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        Ok(match PREFIXES.iter().find_map(|prefix| behind(text, prefix)) {
            Some(name) => Choice::Preset(name.to_owned()),
            None if ALL.iter().any(|all| means(text, all)) => Choice::Presets,
            None => Choice::Registered(Strategy::parse(text)?),
        })
    }
}

impl From<Strategy> for Chosen {
    fn from(strategy: Strategy) -> Self {
        Chosen { strategy, preset: None }
    }
}

impl From<&'static Preset> for Chosen {
    fn from(preset: &'static Preset) -> Self {
        let strategy = Strategy::parse(preset.strategy).expect("presets are written with registered names");
        Chosen { strategy, preset: Some(preset) }
    }
}

impl Chosen {
    /// The preset as `--strategy` takes it, if it is one.
    pub fn preset_text(&self) -> Option<String> {
        self.preset.map(|preset| format!("{}{}", PREFIXES[0], preset.name))
    }

    /// The view it is for if none is asked for, among those that a problem offers.
    pub fn view(&self, offered: &[(&'static str, &'static str)]) -> &'static str {
        self.preset.map(|preset| preset.view).or(offered.first().map(|view| view.0)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_puzzle::KINDS;

    fn hexagon() -> &'static Kind {
        KINDS.iter().find(|kind| kind.name == "hexagon").expect("a kind")
    }

    #[test]
    fn a_list_mixes_presets_and_strategies() {
        let list = Choice::parse_list("preset:spiral,backtrack:order=input,values=descending;presets,sat").unwrap();
        let chosen: Vec<Chosen> = list.iter().flat_map(|choice| choice.of(Some(hexagon())).unwrap()).collect();
        let names: Vec<String> =
            chosen.iter().map(|chosen| chosen.preset_text().unwrap_or(chosen.strategy.to_string())).collect();
        let mut expected = vec!["preset:spiral".to_owned(), "backtrack:order=input,values=descending".to_owned()];
        expected.extend(hexagon().presets.iter().map(|preset| format!("preset:{}", preset.name)));
        expected.extend(["backtrack".to_owned(), "sat".to_owned()]);
        assert_eq!(names, expected);
    }

    #[test]
    fn the_old_words_are_read() {
        let read = |text: &str| text.parse::<Choice>().unwrap();
        assert!(matches!(read("document:spiral"), Choice::Preset(name) if name == "spiral"));
        assert!(matches!(read("documents"), Choice::Presets));
    }

    #[test]
    fn an_unknown_preset_is_refused() {
        let error = |text: &str| text.parse::<Choice>().unwrap().of(Some(hexagon())).unwrap_err().to_string();
        let expected = "unknown preset of hexagon 'spirale'; did you mean 'spiral'? (known: ";
        assert!(error("preset:spirale").starts_with(expected), "{}", error("preset:spirale"));
        assert!(error("preset:").contains("known: annealing"));
        assert!("prests".parse::<Choice>().is_err());
    }
}

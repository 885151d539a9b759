//! The choice of a strategy: one of the registry, or a preset of the kind.

use std::str::FromStr;

use cnfab_base::names::{UnknownName, behind, means};
use cnfab_puzzle::{Kind, Preset};
use cnfab_solve::{STRATEGIES, Strategy, StrategyError};

/// What stands before the name of a document's strategy.
const PREFIX: &str = "document:";

/// All strategies of the document.
const ALL: &str = "documents";

/// The strategy that the document's are compared with.
const OWN: &str = "backtrack";

/// A strategy as a command names it, before the kind is known.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A strategy of the registry.
    Registered(Strategy),
    /// `document:NAME`: the strategy of this name that the kind's document describes.
    Document(String),
    /// `documents`: all strategies that the kind's document describes, and `backtrack` as it is without options.
    Documents,
}

/// A strategy for puzzles of one kind.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The strategy.
    pub strategy: Strategy,
    /// The document's strategy that it is.
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
    /// If the kind's document describes no strategy of the name.
    pub fn of(&self, kind: Option<&'static Kind>) -> Result<Vec<Chosen>, UnknownName> {
        match (self, kind) {
            (Choice::Registered(strategy), _) => Ok(vec![strategy.clone().into()]),
            (Choice::Document(name), Some(kind)) => Ok(vec![kind.preset(name)?.into()]),
            (Choice::Document(name), None) => {
                let known = STRATEGIES.iter().map(|strategy| strategy.name);
                Err(UnknownName::new("strategy of a model without a document", format!("{PREFIX}{name}"), known))
            }
            (Choice::Documents, kind) => {
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
        Ok(match behind(text, PREFIX) {
            Some(name) => Choice::Document(name.to_owned()),
            None if means(text, ALL) => Choice::Documents,
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
    /// The document's strategy as `--strategy` takes it, if it is one.
    pub fn document(&self) -> Option<String> {
        self.preset.map(|preset| format!("{PREFIX}{}", preset.name))
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
    fn a_list_mixes_documents_and_strategies() {
        let list = Choice::parse_list("document:spiral,backtrack:order=input,values=descending;documents,sat").unwrap();
        let chosen: Vec<Chosen> = list.iter().flat_map(|choice| choice.of(Some(hexagon())).unwrap()).collect();
        let names: Vec<String> =
            chosen.iter().map(|chosen| chosen.document().unwrap_or(chosen.strategy.to_string())).collect();
        let mut expected = vec!["document:spiral".to_owned(), "backtrack:order=input,values=descending".to_owned()];
        expected.extend(hexagon().presets.iter().map(|preset| format!("document:{}", preset.name)));
        expected.extend(["backtrack".to_owned(), "sat".to_owned()]);
        assert_eq!(names, expected);
    }

    #[test]
    fn what_no_document_describes_is_refused() {
        let error = |text: &str| text.parse::<Choice>().unwrap().of(Some(hexagon())).unwrap_err().to_string();
        let expected = "unknown document strategy of hexagon 'spirale'; did you mean 'spiral'? (known: ";
        assert!(error("document:spirale").starts_with(expected), "{}", error("document:spirale"));
        assert!(error("document:").contains("known: annealing"));
        assert!("docments".parse::<Choice>().is_err());
    }
}

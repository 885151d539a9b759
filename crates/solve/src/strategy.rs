//! The registry of strategies, and how one is written: `sat:varisat`, `backtrack:order=spiral,propagate=bounds`.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use cnfab_base::names::{UnknownName, behind};
use cnfab_base::words::{pieces, words};
use cnfab_model::{Assignment, Model};

use super::builders::{Anneal, Auto, Backtrack, Cdcl, Components, Frontier, Ilp, IlpSolver, Sat, SatCdcl};
use super::by_command::COMMANDS;
use super::lowered::Lowered;
use super::options::{NumberOption, OptionHelp, Options};
use super::strategy_error::StrategyError;
use super::{
    Backend, Budget, Encodings, Outcome, SolveError, anneal, auto, cdcl, components, frontier, lp, native, sat,
};

/// An entry of the registry.
pub struct StrategyKind {
    /// The name before the options; may hold a colon itself, as `sat:varisat` does.
    pub name: &'static str,
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The options it takes whose values are names: name, values, description. The first value is the default.
    pub options: &'static [(&'static str, &'static [&'static str], OptionHelp)],
    /// The options it takes whose values are numbers.
    pub numbers: &'static [NumberOption],
    /// Makes the backend.
    pub make: fn(&Options, &Encodings) -> Box<dyn Backend>,
}

/// All strategies, by name.
pub static STRATEGIES: &[StrategyKind] = &[
    StrategyKind {
        name: "anneal",
        about: "simulated annealing by swaps, for models whose values are known but for their order; proves nothing",
        options: Anneal::OPTIONS,
        numbers: Anneal::NUMBERS,
        make: anneal::backend,
    },
    StrategyKind {
        name: "auto",
        about: "native search in turns with clause learning and, to count, with frontier; says what it came to",
        options: Auto::OPTIONS,
        numbers: Auto::NUMBERS,
        make: auto::backend,
    },
    StrategyKind {
        name: "backtrack",
        about: "native search by the engine that suits the model: domains, bit-parallel, magic or rows; \
                see 'cnfab show FILE --engines'",
        options: Backtrack::OPTIONS,
        numbers: Backtrack::NUMBERS,
        make: native::backend,
    },
    StrategyKind {
        name: "cdcl",
        about: "conflict-driven clause learning with native at-most-one and cardinality constraints; encodes nothing",
        options: Cdcl::OPTIONS,
        numbers: Cdcl::NUMBERS,
        make: cdcl::backend,
    },
    StrategyKind {
        name: "components",
        about: "counts the models of the clauses without listing, by components with a cache; adds up weights",
        options: Components::OPTIONS,
        numbers: Components::NUMBERS,
        make: components::backend,
    },
    StrategyKind {
        name: "frontier",
        about: "counts without listing, by the states of a frontier; for models whose rules are near each other",
        options: Frontier::OPTIONS,
        numbers: Frontier::NUMBERS,
        make: frontier::backend,
    },
    StrategyKind {
        name: "ilp",
        about: "integer programming in one tree, in whole numbers: all solutions or the best, with linear relaxations",
        options: Ilp::OPTIONS,
        numbers: Ilp::NUMBERS,
        make: lp::backend,
    },
    StrategyKind {
        name: "ilp:cbc",
        about: "integer programming with the program cbc, by files, run again for each solution",
        options: IlpSolver::OPTIONS,
        numbers: IlpSolver::NUMBERS,
        make: lp::by_program,
    },
    StrategyKind {
        name: "ilp:glpk",
        about: "integer programming with the program glpsol, by files, run again for each solution",
        options: IlpSolver::OPTIONS,
        numbers: IlpSolver::NUMBERS,
        make: lp::by_program,
    },
    StrategyKind {
        name: "ilp:highs",
        about: "integer programming with HiGHS (needs a build with `--features highs`)",
        options: IlpSolver::OPTIONS,
        numbers: IlpSolver::NUMBERS,
        make: lp::highs,
    },
    StrategyKind {
        name: "ilp:microlp",
        about: "integer programming with microlp, a new program for each solution",
        options: IlpSolver::OPTIONS,
        numbers: IlpSolver::NUMBERS,
        make: lp::microlp,
    },
    StrategyKind {
        name: "sat",
        about: "clauses by the recipe, solved by the default SAT solver (varisat)",
        options: Sat::OPTIONS,
        numbers: Sat::NUMBERS,
        make: |options, encodings| sat::backend("varisat", options, encodings),
    },
    StrategyKind {
        name: "sat:batsat",
        about: "clauses by the recipe, solved by batsat",
        options: Sat::OPTIONS,
        numbers: Sat::NUMBERS,
        make: |options, encodings| sat::backend("batsat", options, encodings),
    },
    StrategyKind {
        name: "sat:cadical",
        about: "clauses by the recipe, solved by CaDiCaL (needs a build with `--features cadical`)",
        options: Sat::OPTIONS,
        numbers: Sat::NUMBERS,
        make: |options, encodings| sat::backend("cadical", options, encodings),
    },
    StrategyKind {
        name: "sat:cdcl",
        about: "clauses by the recipe, solved by the solver of the strategy cdcl",
        options: SatCdcl::OPTIONS,
        numbers: SatCdcl::NUMBERS,
        make: |options, encodings| sat::backend("cdcl", options, encodings),
    },
    StrategyKind {
        name: "sat:varisat",
        about: "clauses by the recipe, solved by varisat",
        options: Sat::OPTIONS,
        numbers: Sat::NUMBERS,
        make: |options, encodings| sat::backend("varisat", options, encodings),
    },
];

/// A strategy and its options, as `--strategy` gives them.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Strategy {
    options: Options,
    /// The options that were written, for printing the strategy the same way again.
    given: Vec<&'static str>,
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy::parse(Strategy::DEFAULT).expect("a strategy of the registry")
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        Strategy::parse(text)
    }
}

impl TryFrom<String> for Strategy {
    type Error = StrategyError;

    fn try_from(text: String) -> Result<Self, StrategyError> {
        Strategy::parse(&text)
    }
}

impl From<Strategy> for String {
    fn from(strategy: Strategy) -> Self {
        strategy.to_string()
    }
}

impl Strategy {
    /// The strategy if none is asked for.
    pub const DEFAULT: &str = "auto";

    /// Reads one strategy.
    ///
    /// # Errors
    /// If the strategy, an option or a value is unknown, or an option comes twice.
    pub fn parse(text: &str) -> Result<Self, StrategyError> {
        for (kind, places, expected) in &COMMANDS {
            let Some(command) = behind(text, kind.name).and_then(|rest| rest.strip_prefix('=')) else { continue };
            let wrong = |why: String| StrategyError::Command { strategy: kind.name, command: command.to_owned(), why };
            words(command).map_err(wrong)?;
            if !places.iter().any(|place| command.contains(place)) {
                return Err(wrong(format!("expected {expected}")));
            }
            let options = Options { command: Some(command.to_owned()), ..Options::of(kind) };
            return Ok(Strategy { options, given: Vec::new() });
        }
        // The longest registered name that is the text or is followed by a colon.
        let (kind, rest) = STRATEGIES
            .iter()
            .filter_map(|kind| {
                let rest = behind(text, kind.name)?;
                (rest.is_empty() || rest.starts_with(':')).then_some((kind, rest.trim_start_matches(':')))
            })
            .max_by_key(|(kind, _)| kind.name.len())
            .ok_or_else(|| UnknownName::new("strategy", text, STRATEGIES.iter().map(|kind| kind.name)))?;
        let has_longer = || STRATEGIES.iter().any(|other| other.name.starts_with(&format!("{}:", kind.name)));
        let (options, given) = Options::parse(kind, rest).map_err(|error| match error {
            StrategyError::Form(_) if has_longer() => {
                UnknownName::new("strategy", text, STRATEGIES.iter().map(|kind| kind.name)).into()
            }
            error => error,
        })?;
        Ok(Strategy { options, given })
    }

    /// The command of a solver that is another program, if it is one.
    pub fn command(&self) -> Option<&str> {
        self.options.command()
    }

    /// Takes a list `A,B,...` apart. A part of the form `NAME=VALUE` is a further option of the strategy before it.
    pub fn split_list(text: &str) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for part in pieces(text).filter(|part| !part.is_empty()) {
            match texts.last_mut() {
                Some(last) if part.contains('=') && !part.split('=').next().unwrap_or_default().contains(':') => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => texts.push(part.to_owned()),
            }
        }
        texts
    }

    /// The registry entry.
    pub fn kind(&self) -> &'static StrategyKind {
        self.options.kind
    }

    /// The options, given or not.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The same strategy with an option of the given name and value besides.
    ///
    /// # Errors
    /// If the strategy has no such option, has it with another value already, or the value is wrong.
    pub fn with(mut self, name: &str, value: &str) -> Result<Self, StrategyError> {
        let name = self.options.set(name, value)?;
        if self.given.contains(&name) {
            return Err(StrategyError::Twice(name.to_owned()));
        }
        self.given.push(name);
        Ok(self)
    }

    /// By how many threads it searches, if that is an option of it, and the same strategy by one.
    pub fn threads(&self) -> Option<(usize, Self)> {
        self.kind().numbers.iter().find(|option| option.name == "threads")?;
        let mut alone = self.clone();
        alone.set("threads", "1").ok()?;
        Some((self.options.number("threads") as usize, alone))
    }

    /// Sets an option, whether it was given before or not.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), StrategyError> {
        let name = self.options.set(name, value)?;
        self.given.retain(|given| *given != name);
        self.given.push(name);
        Ok(())
    }

    /// All solutions of a model, as the strategy finds them, however long that takes.
    ///
    /// # Errors
    /// If the strategy cannot state the model, fails, or gives up before it has found every solution.
    pub fn solutions(&self, model: &Model, encodings: &Encodings) -> Result<Vec<Assignment>, SolveError> {
        let backend = self.backend(encodings);
        let unsupported = |what: &str| SolveError::Unsupported { backend: backend.name(), what: what.to_owned() };
        if !backend.is_complete() {
            return Err(unsupported("a list of all solutions: it proves nothing"));
        }
        let mut solutions = Vec::new();
        let report = backend.solve(model, &Budget::unlimited(), &mut |solution| {
            solutions.push(solution.clone());
            ControlFlow::Continue(())
        })?;
        // Nobody had enough.
        let Outcome::Stopped(limit) = report.outcome else { return Ok(solutions) };
        Err(unsupported(&format!("a list of all solutions of this model: {}", limit.name())))
    }

    /// The backend that does it, with these encodings where it encodes.
    pub fn backend(&self, encodings: &Encodings) -> Box<dyn Backend> {
        Box::new(Lowered((self.kind().make)(&self.options, encodings)))
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.options.command.is_some() {
            return f.write_str(&self.options.strategy());
        }
        f.write_str(self.kind().name)?;
        for (index, name) in self.given.iter().enumerate() {
            let mark = if index == 0 { ':' } else { ',' };
            match self.options.numbers.iter().find(|(key, _)| key == name) {
                Some((_, number)) => write!(f, "{mark}{name}={number}")?,
                None => write!(f, "{mark}{name}={}", self.options.get(name))?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Strategy::parse(text).expect_err("an option that is wrong").to_string()
    }

    #[test]
    fn numbers_are_read_within_their_range() {
        let strategy = Strategy::parse("anneal:iterations=12345").unwrap();
        assert_eq!(
            (strategy.options().number("iterations"), strategy.to_string()),
            (12345, "anneal:iterations=12345".to_owned())
        );
        assert_eq!(strategy.backend(&Encodings::default()).name(), "anneal:iterations=12345");
        let spelled_out = Strategy::parse("anneal:iterations=30000000").unwrap().backend(&Encodings::default());
        assert_eq!(spelled_out.name(), "anneal", "the default");
        for (written, name) in [
            ("backtrack:threads=3,order=spiral,engine=auto", "backtrack:order=spiral,threads=3"),
            ("frontier:memory=5,walk=rows", "frontier:walk=rows,memory=5"),
            ("sat:batsat:enumerate=block-full", "sat:batsat:enumerate=block-full"),
            ("sat:enumerate=block-shown", "sat"),
        ] {
            let backend = Strategy::parse(written).unwrap().backend(&Encodings::default());
            assert_eq!(backend.name(), name, "options that are not the defaults");
        }
        let expected = "expected a number from 1 to 1000000000000000000";
        for found in ["abc", "0", "-1", "1000000000000000001", "99999999999999999999999", "1.5", ""] {
            assert_eq!(
                error(&format!("anneal:iterations={found}")),
                format!("anneal:iterations: found '{found}', {expected}")
            );
        }
        assert_eq!(
            error("anneal:iterations=5,iterations=6"),
            "option 'iterations' comes twice, expected one value for it"
        );
        assert!(error("anneal:iteration=5").contains("did you mean 'iterations'?"));
    }

    #[test]
    fn defaults_are_among_the_values() {
        for kind in STRATEGIES {
            assert!(kind.options.iter().all(|(_, values, _)| !values.is_empty()), "{}", kind.name);
            assert!(kind.numbers.iter().all(|option| option.range.contains(&option.default)), "{}", kind.name);
        }
    }

    /// The others are the options of the solver.
    #[test]
    fn the_options_of_sat_come_first() {
        let names =
            |options: &[(&'static str, &[&str], OptionHelp)]| options.iter().map(|option| option.0).collect::<Vec<_>>();
        assert_eq!(names(&SatCdcl::OPTIONS[..Sat::OPTIONS.len()]), names(Sat::OPTIONS));
    }
}

//! SAT: the model as clauses, an in-process solver, and an enumerator that turns models into solutions.
//!
//! The seam to a solver is [`SatSolver`]; each solver crate is named in one file here.

use std::io::Write;
use std::sync::Arc;

use cnfab_base::display::quoted;
use cnfab_base::names::{Named, find};
use cnfab_cnf::{ClauseSink, Lit};

use super::builders::Improvement;
use super::strategy::StrategyKind;
use super::{Backend, Budget, Encodings, Options, Strategy};

mod backend;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod cdcl;
mod cubes;
mod enumerate;
mod external;
mod lrat;
mod optimise;
mod proof_meter;
mod shuffled;
mod varisat;

pub use crate::cdcl::{Jumps, ToList};
pub use cnfab_cdcl::{TECHNIQUES, Technique};
pub use cubes::cubes;
use enumerate::ByFlips;
pub use enumerate::Enumerator;
pub use external::missing_program;

/// All solvers, by name.
pub static SOLVERS: &[&dyn SolverKind] = &[
    &batsat::Batsat,
    #[cfg(feature = "cadical")]
    &cadical::Cadical,
    &cdcl::Cdcl::DEFAULT,
    &varisat::Varisat,
];

/// All enumerators, by name.
pub static ENUMERATORS: &[&dyn Enumerator] =
    &[&enumerate::BlockFull, &enumerate::BlockShown, &ByFlips(Jumps::Single), &ByFlips(Jumps::Far)];

/// Makes solvers of one kind.
pub trait SolverKind: Named + Send + Sync {
    /// A solver without clauses that keeps to the budget as far as it can.
    fn start(&self, budget: &Budget) -> Box<dyn SatSolver>;

    /// The options of its solvers, if they have some.
    fn switches(&self) -> Option<&'static StrategyKind> {
        None
    }

    /// The kind whose solvers follow these options, which are their own or those of a strategy with this solver.
    fn with(&self, options: &Options) -> Arc<dyn SolverKind>;

    /// An error if its solvers keep to no limit on conflicts.
    ///
    /// # Errors
    /// If they do not: why.
    fn limits_conflicts(&self) -> Result<(), &'static str>;

    /// True if its solvers tell the budget how much work they do.
    fn tells_work(&self) -> bool {
        false
    }

    /// The maker of solvers of this kind that prove what they derive, and with `check` check each step themselves.
    ///
    /// # Errors
    /// If there is nothing of that sort.
    fn prover(&self, check: bool) -> Result<&dyn Prover, NoProofs> {
        let _ = check;
        Err(NoProofs::Unwritten { solver: self.name() })
    }
}

/// Makes solvers that prove what they derive.
pub trait Prover {
    /// Calls `run` with a solver without clauses that proves what it derives, and completes the proof.
    ///
    /// # Errors
    /// If the solver does not check its steps and is to, a step is wrong, or the proof cannot be written: then the
    /// search ends early.
    fn prove(&self, certificate: &Certificate<'_>, budget: &Budget, run: WithSolver<'_>) -> Result<SatResult, String>;

    /// True if its solvers take native constraints, where the proof may have explanations.
    fn propagates(&self) -> bool {
        false
    }
}

/// Why a kind of solvers makes no proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoProofs {
    /// It writes none.
    #[error("{solver} writes no proofs: found --solver {solver}, expected --solver varisat or --solver cdcl")]
    Unwritten {
        /// The kind.
        solver: &'static str,
    },
    /// It writes some, but not if the search is shared: what one solver deletes, others still use.
    #[error(
        "{solver} proves by one search: found {solver}:threads={threads},cubes={cubes} with a proof, expected {solver}"
    )]
    Shared {
        /// The kind.
        solver: &'static str,
        /// How many threads there are.
        threads: usize,
        /// Into how many cubes the formula is split.
        cubes: usize,
    },
    /// It writes some, but does not check their steps.
    #[error("{solver} does not check its steps itself: found --check, expected --solver varisat")]
    Unchecked {
        /// The kind.
        solver: &'static str,
    },
}

/// A function that gets a solver, to which it adds the formula's clauses, and solves; a proof is made for it.
pub type WithSolver<'r> = &'r mut dyn FnMut(&mut dyn SatSolver) -> Result<SatResult, String>;

/// The proof that a derivation becomes.
pub struct Certificate<'o> {
    /// The form in which it is written.
    pub form: ProofForm,
    /// Makes where it is written; `None` if it is checked only.
    pub out: Option<&'o dyn Fn() -> Box<dyn Write>>,
    /// The number of clauses of the formula.
    pub clauses: u64,
    /// True if the solver checks each step as well.
    pub check: bool,
    /// True if an LRAT proof may have explanations of native constraints, each with `e` and the number of the
    /// constraint in the place of hints. A solver that takes no such constraints writes none.
    pub explains: bool,
}

/// The form of a proof that a formula has no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofForm {
    /// DRAT as text.
    Drat,
    /// Binary DRAT.
    BinaryDrat,
    /// LRAT as text, each step with the clauses that it follows from.
    Lrat,
}

/// The result of a SAT solver for its clauses under assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// There is a model in which all assumptions are true.
    Sat,
    /// There is none. No model makes all of these assumptions true; none of them is needed if the clauses have no
    /// model.
    Unsat(Vec<Lit>),
    /// The budget ended the search before the answer.
    Unknown,
}

/// An incremental SAT solver: clauses may be added before the first and between calls of `solve`.
pub trait SatSolver: ClauseSink {
    /// Looks for a model of the clauses in which all assumptions are true. They hold for this call only.
    ///
    /// # Errors
    /// If the solver fails, in its own words.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatResult, String>;

    /// True if the literal is true in the model that the last `solve` found.
    fn holds(&self, lit: Lit) -> bool;

    /// Lists models from now on, without assumptions and further clauses: each call of `solve` finds one that differs
    /// from those that were excluded on the shown variables. `false` if the solver cannot.
    fn list(&mut self, _: &ToList<Lit>) -> bool {
        false
    }

    /// Makes the model that the last `solve` found stand for others as well, before it is excluded. Returns the number
    /// n of variables that are open in it: it stands for 2^n models.
    fn widen(&mut self) -> usize {
        0
    }

    /// Excludes the model that the last `solve` found. `false` if there is no other one.
    ///
    /// # Panics
    /// By default: whoever lists models has asked whether the solver can.
    fn exclude(&mut self) -> bool {
        panic!("this solver does not list models");
    }

    /// The counts of the solver so far.
    fn counters(&self) -> Counters;
}

/// The counts of a solver since it was made, as far as it tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Conflicts.
    pub conflicts: Option<u64>,
    /// Decisions.
    pub decisions: Option<u64>,
    /// Assigned literals.
    pub propagations: Option<u64>,
    /// Restarts: how often a search was begun again within one call.
    pub restarts: Option<u64>,
    /// The counts of techniques, in the order of [`TECHNIQUES`]; all are 0 where the solver tells none.
    pub techniques: [Technique; TECHNIQUES.len()],
}

impl Counters {
    /// The known counts, with their names.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let all = [
            ("conflicts", self.conflicts),
            ("decisions", self.decisions),
            ("propagations", self.propagations),
            ("restarts", self.restarts),
        ];
        all.into_iter().filter_map(|(name, number)| Some((name, number?)))
    }
}

/// The kind of solvers that a text such as `varisat` or `cdcl:restarts=luby,vivify=off` asks for.
///
/// # Errors
/// If there is no such solver or option: what is known.
pub fn chosen(text: &str) -> Result<Arc<dyn SolverKind>, String> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let kind = find("solver", SOLVERS, name).map_err(|error| error.to_string())?;
    match kind.switches() {
        Some(switches) => {
            let (options, _) = Options::parse(switches, options).map_err(|error| error.to_string())?;
            Ok(kind.with(&options))
        }
        None if name == text => Ok(kind.with(&Options::of(&PLAIN))),
        None => Err(format!("{name} has no options: found {}, expected '{name}'", quoted(text))),
    }
}

/// The options of a solver that has none.
static PLAIN: StrategyKind = StrategyKind {
    name: "solver",
    about: "a solver without options",
    options: &[],
    numbers: &[],
    make: |options, encodings| backend("varisat", options, encodings),
};

/// The option that selects an enumerator.
const ENUMERATE: &str = "enumerate";

/// The enumerator of a strategy that encodes to clauses; `None` for others.
pub fn enumerator(strategy: &Strategy) -> Option<&'static dyn Enumerator> {
    let takes_it = strategy.kind().options.iter().any(|option| option.0 == ENUMERATE);
    takes_it.then(|| chosen_enumerator(strategy.options()))
}

fn chosen_enumerator(options: &Options) -> &'static dyn Enumerator {
    find("enumerator", ENUMERATORS, options.get(ENUMERATE)).expect("a registered name")
}

/// The backend with this solver, or with the program that the options name.
pub(super) fn backend(solver: &str, options: &Options, encodings: &Encodings) -> Box<dyn Backend> {
    Box::new(backend::Sat {
        strategy: options.strategy(),
        solver: match options.command() {
            Some(command) => backend::Which::Command(command.to_owned()),
            None => find("solver", SOLVERS, solver)
                .map_or(backend::Which::NotBuilt, |kind| backend::Which::Registered(kind.with(options))),
        },
        enumerator: chosen_enumerator(options),
        improvement: Improvement::named(options.get("optimise")),
        recipe: encodings.recipe.clone(),
    })
}

//! The options of all strategies, and strategies as values: `Backtrack::new().order(Order::DomWdeg)` is what
//! `backtrack:order=dom-wdeg` is read as.
//!
//! An option stands here once. The registry has its name, values and description from here, and its strategy a builder
//! with a method for it.

mod values;

pub use values::*;

use super::tuning::auto::STEPS;
use super::{NumberOption, OptionHelp, Strategy, StrategyError};

/// Declares strategies with their options: the registry's tables, and a builder with a method for each option.
macro_rules! strategies {
    ($(
        $(#[$doc:meta])*
        $Builder:ident = $strategy:literal $(by $Solver:ident)? {
            $($name:ident: $Value:ident, $about:literal;)*
        } numbers {
            $($number:ident: $range:expr, $default:expr, $number_about:literal;)*
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        #[must_use]
        pub struct $Builder(Strategy);

        impl $Builder {
            /// The options whose values are names, as the registry lists them.
            pub(super) const OPTIONS: &[(&str, &[&str], OptionHelp)] =
                &[$((stringify!($name), $Value::NAMES, OptionHelp { about: $about, values: $Value::MEANINGS })),*];

            /// The options whose values are numbers.
            pub(super) const NUMBERS: &[NumberOption] = &[$(NumberOption {
                name: stringify!($number),
                range: $range,
                default: $default,
                about: $number_about,
            }),*];

            /// The strategy without options.
            pub fn new() -> Self {
                $Builder(Strategy::parse($strategy).expect("a strategy of the registry"))
            }

            $(
                /// The strategy with this solver instead of the default one.
                pub fn by(solver: $Solver) -> Self {
                    let name = format!("{}:{}", $strategy, solver.name());
                    $Builder(Strategy::parse(&name).expect("a strategy of the registry"))
                }
            )?

            $(
                #[doc = concat!("`", stringify!($name), "`: ", $about, ".")]
                pub fn $name(mut self, value: $Value) -> Self {
                    self.0.set(stringify!($name), value.name()).expect("a value of the option");
                    self
                }
            )*

            $(
                #[doc = concat!("`", stringify!($number), "`: ", $number_about, ".")]
                ///
                /// # Errors
                /// If the number is out of its range.
                pub fn $number(mut self, number: u64) -> Result<Self, StrategyError> {
                    self.0.set(stringify!($number), &number.to_string())?;
                    Ok(self)
                }
            )*
        }

        impl Default for $Builder {
            fn default() -> Self {
                Self::new()
            }
        }

        impl From<$Builder> for Strategy {
            fn from(builder: $Builder) -> Self {
                builder.0
            }
        }
    )*};
}

strategies! {
    /// Simulated annealing; proves nothing.
    Anneal = "anneal" {
    } numbers {
        iterations: 1..=1_000_000_000_000_000_000, 30_000_000,
            "swaps to try before giving up, if the time limit does not end the search before";
    }

    /// Native search in turns with clause learning.
    Auto = "auto" {
        order: Order, "variable order of native search, as for backtrack";
    } numbers {
        memory: 0..=1_000_000, 500,
            "megabytes (of a million bytes) for solutions that must not come again, and as many for frontier's states";
        steps: 1..=1_000_000_000_000, STEPS, "steps of native search before others join";
        threads: 1..=1024, 1, "threads that share the native search";
    }

    /// Native search.
    Backtrack = "backtrack" {
        order: Order, "variable order";
        values: ValueOrder, "value order";
        propagate: Level, "propagation strength";
        search: SearchOrder, "search strategy: which state is expanded next";
        engine: EngineName,
            "engine of native search; domains takes all options, the others take threads only, and bit-parallel order=input where all-different \
             constraints join all variables, as in a Sudoku";
    } numbers {
        threads: 1..=1024, 1,
            "threads that share a depth-first search; same solutions and same number, in an order that may differ";
    }

    /// Clause learning over the model itself.
    Cdcl = "cdcl" {
        restarts: RestartPolicy, "restart policy";
        decide: DecisionOrder, "decision order";
    } numbers {
        threads: 1..=1024, 1,
            "threads that share the search; same solutions and same number, in an order that may differ";
    }

    /// Counting by components with a cache.
    Components = "components" {
    } numbers {
        memory: 1..=1_000_000, 1000,
            "megabytes (of a million bytes) for the cache, and as many for the components on the stack";
    }

    /// Counting without listing.
    Frontier = "frontier" {
        walk: FrontierWalk, "order of decisions, on which the number of states depends";
    } numbers {
        memory: 1..=1_000_000, 2000, "megabytes (of a million bytes) for states; it gives up when it would need more";
    }

    /// Integer programming in one tree.
    Ilp = "ilp" {
        order: BranchOrder, "branching: the column that is decided next";
        learn: Learning, "conflicts teach clauses";
        lp: RelaxationUse, "nodes at which the linear relaxation is solved";
        cuts: Switch, "cutting planes at the root";
    } numbers {
        threads: 1..=1024, 1,
            "threads that search parts of the tree, in rounds of the same work, so that runs repeat; same solutions and same number";
    }

    /// Integer programming by another solver, which is called again for each solution.
    IlpSolver = "ilp" by LpBy {
    } numbers {
    }

    /// Clauses, solved by a SAT solver.
    Sat = "sat" by SatBy {
        enumerate: Blocking, "enumeration: how the next solution is found";
        optimise: Improvement, "optimisation: how the best value of an objective is found";
    } numbers {
    }
}

strategies! {
    /// Clauses, solved by the solver of this crate. The options of [`Sat`] come first.
    SatCdcl = "sat:cdcl" {
        enumerate: Listing, "enumeration: how the next solution is found";
        optimise: Improvement, "optimisation: how the best value of an objective is found";
        restarts: RestartPolicy, "restart policy";
        decide: ModalOrder, "decision order";
        phases: DecisionPhase, "phase of a decision: the value that is tried first";
        shrink: OptIn, "shrinking: literals of one level in a learned clause give way to one that implies them";
        walk: Switch, "local search finds phases now and then";
        vivify: Switch, "vivification: propagation makes learned clauses shorter";
        subsume: Switch, "subsumption: clauses that contain others are deleted or lose a literal";
        probe: OptIn, "failed-literal probing: literals are decided alone to see if they lead to a conflict";
        bump: BumpedVariables, "variables that a conflict moves ahead in the decision order";
        eliminate: Switch, "bounded variable elimination: resolvents replace a variable where they are few";
    } numbers {
        cubes: 1..=1_000_000, 1,
            "cubes, about this many, into which a lookahead splits a formula that is not easy; the threads search these one after the other";
        threads: 1..=1024, 1,
            "threads, with different settings; they exchange what they learn at fixed amounts of work, so that runs repeat. \
             Cubes and several threads write no proof";
    }
}

impl SatCdcl {
    /// The options that are the solver's own, whoever asks it.
    pub(super) const SWITCHES: &[(&str, &[&str], OptionHelp)] = Self::OPTIONS.split_at(Sat::OPTIONS.len()).1;
}

impl Sat {
    /// Clauses, solved by a program that reads DIMACS and prints `s` and `v` lines: `kissat -q {}`.
    ///
    /// # Errors
    /// If the command cannot be read, or does not say where the file belongs.
    pub fn program(command: &str) -> Result<Strategy, StrategyError> {
        Strategy::parse(&format!("{}{command}", "sat:cmd="))
    }
}

impl IlpSolver {
    /// An integer program, solved by a program that reads LP or MPS: `highs --solution_file {out} {}`.
    ///
    /// # Errors
    /// If the command cannot be read, or does not say where the file belongs.
    pub fn program(command: &str) -> Result<Strategy, StrategyError> {
        Strategy::parse(&format!("{}{command}", "ilp:cmd="))
    }
}

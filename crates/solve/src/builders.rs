//! The options of all strategies, and strategies as values: `Backtrack::new().order(Order::DomWdeg)` is what
//! `backtrack:order=dom-wdeg` is read as.
//!
//! An option stands here once. The registry has its name, values and description from here, and its strategy a builder
//! with a method for it.

mod values;

pub use values::*;

use super::tuning::auto::STEPS;
use super::{NumberOption, Strategy, StrategyError};

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
            pub(super) const OPTIONS: &[(&str, &[&str], &str)] = &[$((stringify!($name), $Value::NAMES, $about)),*];

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
        order: Order, "which variable is next in native search, as for backtrack";
    } numbers {
        memory: 0..=1_000_000, 500,
            "megabytes (of a million bytes) for solutions that must not come again, and as many for frontier's states";
        steps: 1..=1_000_000_000_000, STEPS, "how many steps native search makes before others join";
        threads: 1..=1024, 1, "how many threads share the native search";
    }

    /// Native search.
    Backtrack = "backtrack" {
        order: Order,
            "which variable is next; auto is rarest-value; spiral, closing and annotated need a model that declares an order of that \
             name, closing being one in which sums are complete early, annotated the one of the search annotations of FlatZinc and XCSP3; dom-wdeg is fewest values for how often its constraints failed";
        values: ValueOrder, "which of its values is first";
        propagate: Level,
            "what follows from a choice: all that is known; bounds of sums and counts; forward and what two open variables of an \
             equation can be; one open variable; nothing";
        search: SearchOrder, "how the tree is walked; best-first takes the state with the fewest open variables";
        engine: EngineName,
            "which engine searches; auto takes the one with the smallest estimate among those that take the model and the options, \
             see 'cnfab show FILE --engines'. All but domains take no other option but threads, and bit-parallel order=input where \
             all-different constraints join all variables, as in a Sudoku";
    } numbers {
        threads: 1..=1024, 1,
            "how many threads share a depth-first search; same solutions and same number, in an order that may differ";
    }

    /// Clause learning over the model itself.
    Cdcl = "cdcl" {
        restarts: RestartPolicy, "when the search restarts: when clauses of late have a higher glue than usual; by a fixed sequence; never";
        decide: DecisionOrder, "which variable is decided: the one that conflicts have met most often of late, or last";
    } numbers {
        threads: 1..=1024, 1,
            "how many threads share the search; same solutions and same number, in an order that may differ";
    }

    /// Counting without listing.
    Frontier = "frontier" {
        walk: FrontierWalk, "what is decided one after the other; auto takes what promises fewest states";
    } numbers {
        memory: 1..=1_000_000, 2000, "megabytes (of a million bytes) for states; it gives up when it would need more";
    }

    /// Integer programming.
    Ilp = "ilp" by LpBy {
    } numbers {
    }

    /// Clauses, solved by a SAT solver.
    Sat = "sat" by SatBy {
        enumerate: Blocking, "what the clause after each solution excludes; block-full is a baseline";
        optimise: Improvement,
            "how the optimum of an objective is found: by cores that bound it from below; by halves; by asking for something better \
             than the last solution, encoded as the configuration says. auto bisects an objective of one variable and takes cores \
             for others";
    } numbers {
    }
}

strategies! {
    /// Clauses, solved by the solver of this crate. The options of [`Sat`] come first.
    SatCdcl = "sat:cdcl" {
        enumerate: Listing,
            "how the next solution is found: the last decision is flipped, without clauses, and with chrono no conflict jumps back over \
             more than one level; or a clause excludes the last solution; block-full is a baseline";
        optimise: Improvement,
            "how the optimum of an objective is found: by cores that bound it from below; by halves; by asking for something better \
             than the last solution, encoded as the configuration says. auto bisects an objective of one variable and takes cores \
             for others";
        restarts: RestartPolicy,
            "when the search restarts: when clauses of late have a higher glue than usual, but in stable mode by a fixed sequence; \
             always by such a sequence; never, so that modes do not change either";
        decide: ModalOrder,
            "which variable is decided: the one that conflicts have met most often of late (evsids), or last (vmtf); fewest-candidates is one \
             of the clause of positive literals, none of them true, that has the fewest open ones, else evsids; modes is evsids in stable mode \
             and vmtf else. In a list with more conflicts than models modes is evsids, or fewest-candidates if the formula is an exact cover; \
             that also before the first model, but not in stable mode";
        phases: DecisionPhase,
            "which value a decision tries: in stable mode that of the largest assignment without a conflict, else the last one; \
             always the last one";
        shrink: OptIn, "whether literals of one level in learned clauses give way to one that implies them";
        walk: Switch, "whether local search finds phases now and then";
        vivify: Switch, "whether propagation makes learned clauses shorter";
        subsume: Switch, "whether clauses that contain others are deleted or lose a literal";
        probe: OptIn, "whether literals are decided alone to see if they lead to a conflict";
        bump: BumpedVariables, "which variables a conflict moves ahead: those it meets and those in the reasons of its clause, or the former alone";
        eliminate: Switch, "whether variables are replaced by their resolvents where these are few";
    } numbers {
        cubes: 1..=1_000_000, 1,
            "into about how many cubes a lookahead splits a formula that is not easy; the threads search these one after the other";
        threads: 1..=1024, 1,
            "how many threads search, with different settings; they exchange what they learn at fixed amounts of work, so that runs repeat. \
             Cubes and several threads write no proof";
    }
}

impl SatCdcl {
    /// The options that are the solver's own, whoever asks it.
    pub(super) const SWITCHES: &[(&str, &[&str], &str)] = Self::OPTIONS.split_at(Sat::OPTIONS.len()).1;
}

impl Sat {
    /// Clauses, solved by a program that reads DIMACS and prints `s` and `v` lines: `kissat -q {}`.
    ///
    /// # Errors
    /// If the command cannot be read, or does not say where the file belongs.
    pub fn program(command: &str) -> Result<Strategy, StrategyError> {
        Strategy::parse(&format!("{}{command}", super::strategy::COMMAND))
    }
}

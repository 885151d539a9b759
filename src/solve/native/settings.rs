//! The options of the strategy `backtrack`: which variable and value next, how much to propagate, how to walk the tree.

use crate::solve::{NumberOption, Options};

use super::engine::{ENGINES, EngineKind};

/// The options as the registry lists them. The first value of each is the default.
pub(in super::super) static OPTIONS: &[(&str, &[&str], &str)] = &[
    (
        "order",
        &[
            "auto",
            "input",
            "spiral",
            "closing",
            "fullest-group",
            "smallest-unit",
            "fewest-candidates",
            "rarest-value",
            "dom-wdeg",
        ],
        "which variable is next; auto is rarest-value; spiral and closing need a model that declares an order of that name, \
         closing being one in which sums are complete early; dom-wdeg is fewest values for how often its constraints failed",
    ),
    ("values", &["ascending", "descending", "random"], "which of its values is first"),
    (
        "propagate",
        &["full", "bounds", "pairs", "forward", "check"],
        "what follows from a choice: all that is known; bounds of sums and counts; forward and what two open variables of an \
         equation can be; one open variable; nothing",
    ),
    (
        "search",
        &["depth-first", "best-first", "breadth-first"],
        "how the tree is walked; best-first takes the state with the fewest open variables",
    ),
    (
        "engine",
        &["auto", "bit-parallel", "domains", "exact-cover", "magic", "rows"],
        "which engine searches; auto takes the one with the smallest estimate among those that take the model and the options, \
         see 'cnfab show FILE --engines'. All but domains take no other option but threads, and bit-parallel order=input where \
         all-different constraints join all variables, as in a Sudoku",
    ),
];

/// The options that are numbers.
pub(in super::super) static NUMBERS: &[NumberOption] = &[NumberOption {
    name: "threads",
    range: 1..=1024,
    default: 1,
    about: "how many threads share a depth-first search; same solutions and same number, in an order that may differ",
}];

/// Which variable is branched on next. Ties go to the earlier variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The one that measures best over the corpus: `RarestValue`.
    Auto,
    /// As the model shows them.
    Input,
    /// As the model's declared order of this name has them.
    Declared(&'static str),
    /// A variable of the group with the fewest open variables.
    FullestGroup,
    /// A variable of the smallest group that is not complete.
    SmallestUnit,
    /// The variable with the fewest values left.
    FewestCandidates,
    /// That, or the value of an all-different group or the exact count with the fewest candidates left, if these are
    /// fewer. Ties between two in large all-different groups go by the candidates left around them; see `compared`.
    RarestValue,
    /// The variable with the fewest values left for the weight of its constraints, which grows when they fail.
    DomWdeg,
}

/// Which value is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Ascending,
    Descending,
    Random,
}

/// How far a decision is propagated; each level includes those before it, but for `Pairs`, which `Full` includes only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// A constraint is checked when all its variables have values. A value that an all-different partner has is not
    /// tried.
    Check,
    /// Values are removed from the all-different partners, and a constraint with one open variable narrows it.
    Forward,
    /// Besides, equations with two open variables keep the values that go with each other.
    Pairs,
    /// Sums by bounds, counts and clauses both ways.
    Bounds,
    /// Values with a single candidate, sums by what can be reached, tables to domain consistency.
    Full,
}

impl Level {
    /// Whether equations with two open variables keep only the values that go with each other.
    pub(super) fn has_pairs(self) -> bool {
        matches!(self, Level::Pairs | Level::Full)
    }
}

/// Which state of the search is expanded next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The deepest one.
    Deepest,
    /// The one with the fewest open variables.
    Best,
    /// The one that has waited longest.
    Oldest,
}

/// All options of one run.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Settings {
    pub(super) order: Order,
    pub(super) values: Values,
    pub(super) level: Level,
    pub(super) next: Next,
    /// The engine that is asked for; without, the smallest estimate decides.
    pub(super) engine: Option<&'static EngineKind>,
    /// How many threads search.
    pub(super) threads: usize,
    /// Whether an option that only the engine `domains` takes is not at its default; `order=input` is none of them.
    pub(super) other_options: bool,
}

impl Settings {
    /// Those of `backtrack` without options.
    pub(super) const DEFAULT: Settings = Settings {
        order: Order::Auto,
        values: Values::Ascending,
        level: Level::Full,
        next: Next::Deepest,
        engine: None,
        threads: 1,
        other_options: false,
    };

    /// For tests of the engine `domains`.
    #[cfg(test)]
    pub(super) const OF_TESTS: Settings = Settings { order: Order::Input, ..Settings::DEFAULT };

    /// Reads the options, which the registry has checked.
    pub(super) fn new(options: &Options) -> Self {
        let of_search = OPTIONS.iter().filter(|(name, ..)| *name != "engine");
        let is_other = |name: &str, value: &str, default: &str| value != default && (name, value) != ("order", "input");
        let other_options = of_search.into_iter().any(|(name, values, _)| is_other(name, options.get(name), values[0]));
        Settings {
            order: match options.get("order") {
                "input" => Order::Input,
                name @ ("spiral" | "closing") => Order::Declared(name),
                "fullest-group" => Order::FullestGroup,
                "smallest-unit" => Order::SmallestUnit,
                "fewest-candidates" => Order::FewestCandidates,
                "rarest-value" => Order::RarestValue,
                "dom-wdeg" => Order::DomWdeg,
                _ => Order::Auto,
            },
            values: match options.get("values") {
                "descending" => Values::Descending,
                "random" => Values::Random,
                _ => Values::Ascending,
            },
            level: match options.get("propagate") {
                "bounds" => Level::Bounds,
                "pairs" => Level::Pairs,
                "forward" => Level::Forward,
                "check" => Level::Check,
                _ => Level::Full,
            },
            next: match options.get("search") {
                "best-first" => Next::Best,
                "breadth-first" => Next::Oldest,
                _ => Next::Deepest,
            },
            engine: ENGINES.iter().find(|kind| kind.name == options.get("engine")).copied(),
            threads: options.number("threads") as usize,
            other_options,
        }
    }
}

//! The options of the strategy `backtrack`: which variable and value next, how much to propagate, how to walk the tree.

use crate::Options;
pub(super) use crate::{Level, Order, SearchOrder, ValueOrder};

use super::engine::{ENGINES, EngineKind};

impl Order {
    /// The name of the order that a model has to declare.
    pub(super) fn declared(self) -> Option<&'static str> {
        matches!(self, Order::Spiral | Order::Closing | Order::Annotated).then(|| self.name())
    }
}

impl Level {
    /// True if equations with two unfixed variables keep only the values that go with each other.
    pub(super) fn has_pairs(self) -> bool {
        matches!(self, Level::Pairs | Level::Full)
    }

    /// True if sums, counts and clauses are propagated by bounds.
    pub(super) fn has_bounds(self) -> bool {
        matches!(self, Level::Bounds | Level::Full)
    }
}

/// An option and its value.
pub(super) type Choice = (&'static str, &'static str);

/// All options of one run.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(super) order: Order,
    pub(super) values: ValueOrder,
    pub(super) level: Level,
    pub(super) next: SearchOrder,
    /// The engine that is asked for; without, the smallest estimate decides.
    pub(super) engine: Option<&'static EngineKind>,
    /// The number of threads that search.
    pub(super) threads: usize,
}

impl Settings {
    /// Those of `backtrack` without options.
    pub(super) const DEFAULT: Settings = Settings {
        order: Order::Auto,
        values: ValueOrder::Ascending,
        level: Level::Full,
        next: SearchOrder::DepthFirst,
        engine: None,
        threads: 1,
    };

    /// For tests of the engine `domains`.
    #[cfg(test)]
    pub(super) const OF_TESTS: Settings = Settings { order: Order::Input, ..Settings::DEFAULT };

    /// The options of the search that are not at their defaults.
    pub(super) fn choices(&self) -> impl Iterator<Item = Choice> + use<> {
        let Settings { order, values, level, next, .. } = *self;
        let all = [
            ("order", order.name(), Settings::DEFAULT.order.name()),
            ("values", values.name(), Settings::DEFAULT.values.name()),
            ("propagate", level.name(), Settings::DEFAULT.level.name()),
            ("search", next.name(), Settings::DEFAULT.next.name()),
        ];
        all.into_iter().filter(|(_, value, default)| value != default).map(|(option, value, _)| (option, value))
    }

    /// Reads the options, which the registry has checked.
    pub(super) fn new(options: &Options) -> Self {
        Settings {
            order: Order::named(options.get("order")),
            values: ValueOrder::named(options.get("values")),
            level: Level::named(options.get("propagate")),
            next: SearchOrder::named(options.get("search")),
            engine: ENGINES.iter().find(|kind| kind.name == options.get("engine")).copied(),
            threads: options.number("threads") as usize,
        }
    }
}

//! Variable orders that a model declares: in phases, each with rules of its own.
//!
//! The rules are those of MiniZinc's search annotations (N. Nethercote and others, "MiniZinc: Towards a Standard CP
//! Modelling Language", CP 2007). Searches that branch over all values of a variable try them in the order in which the
//! rule would choose them one by one.

use super::Var;

/// The name of the order that search annotations declare.
pub const ANNOTATED: &str = "annotated";

/// The variable of a phase that is branched on next. Ties go to the earlier one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NextVar {
    /// The first one.
    #[default]
    First,
    /// The one with the fewest values.
    FewestValues,
    /// The one with the most values.
    MostValues,
    /// The one with the smallest value.
    SmallestValue,
    /// The one with the largest value.
    LargestValue,
    /// The one in the most constraints.
    MostConstraints,
    /// The one with the fewest values, and of these the one in the most constraints.
    MostConstrained,
    /// The one whose two smallest values differ most.
    LargestRegret,
    /// The one with the fewest values for how often its constraints failed.
    Heaviest,
}

/// The order in which the values of a variable are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NextValue {
    /// The smallest.
    #[default]
    Smallest,
    /// The largest.
    Largest,
    /// The one in the middle of those that are left.
    Middle,
    /// By the seed of the search.
    Random,
}

/// Some variables of an order, all of which have values before the next phase begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Phase {
    /// The variables.
    pub vars: Vec<Var>,
    /// The choice of the next of them.
    pub next: NextVar,
    /// The choice of its value.
    pub value: NextValue,
}

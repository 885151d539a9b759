//! The compiled form of a propagator.

use cnfab_model::Cmp;

use super::Span;

/// A propagator. Its work is done by `propagators`.
#[derive(Clone, Debug)]
pub(in super::super) struct Propagator {
    /// Its variables, in `CpProgram::scope`.
    pub(in super::super) scope: Span,
    /// It is notified of changes of the first `watched` of them.
    pub(in super::super) watched: u32,
    /// After changes that this propagator alone has made, the propagator at this offset has nothing to do: itself, or
    /// the other direction of a table.
    pub(in super::super) echo: i32,
    /// It runs only when at most this number of its variables is unfixed; `u32::MAX` means always.
    pub(in super::super) threshold: u32,
    /// Cheap propagators have a low number and come first.
    pub(in super::super) priority: u8,
    /// Its kind.
    pub(in super::super) kind: Kind,
}

/// The kinds of propagators.
#[derive(Clone, Debug)]
pub(in super::super) enum Kind {
    /// The variables take different values: values with a single candidate, and enough values. The set of the variables
    /// is at `set_at` in `CpProgram::masks`, if it is not `NO_SET`.
    Distinct { set_at: u32 },
    /// The variables take different values: two of them with the same two values keep these from the others. For larger
    /// constraints.
    Pairs,
    /// The bit numbers of the variables add up to `target`; domains of one word, `distinct` if they are all different.
    Line { target: i64, distinct: bool, thorough: Thorough },
    /// Bit `i` of the first variable goes with bit `i + by` of the second one, which loses what has no support.
    Shift { by: i64 },
    /// A sum with coefficients from `coefficients_at` on.
    Linear { coefficients_at: u32, cmp: Cmp, rhs: i64 },
    /// A sum that has to be better than the best one found, with coefficients from `coefficients_at` on.
    Below { coefficients_at: u32 },
    /// How many variables have a value in their mask; masks from `masks_at` on, each as wide as its variable's domain.
    Count { masks_at: u32, cmp: Cmp, k: i64 },
    /// At least one variable has a value in its mask: domain words and masks, in `CpProgram::places`.
    Some { places: Span },
    /// A sum of functions, in `CpProgram::weighted`.
    Weighted { index: u32 },
    /// Two columns, in one direction: masks of the second variable's values per value of the first.
    Binary { masks_at: u32 },
    /// Three columns and more, in `CpProgram::tables`.
    Table { index: u32 },
}

/// The thoroughness of a propagator for a line. All but `No` cost more and wait until the others have come to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Thorough {
    /// Bounds.
    No,
    /// The triples that three unfixed variables can be together.
    Triples,
    /// Besides, the sets of values that more than three can hold, by their number in `CpProgram::subsets`.
    Subsets(u32),
}

/// A sum of functions of single variables compared with `rhs`.
#[derive(Clone, Debug)]
pub(in super::super) struct Weighted {
    /// The function values by bit number, per variable of the scope.
    pub(in super::super) weights: Vec<Vec<i64>>,
    /// The comparison.
    pub(in super::super) cmp: Cmp,
    /// The right-hand side.
    pub(in super::super) rhs: i64,
}

/// A table as a bitset over its rows.
#[derive(Clone, Debug)]
pub(in super::super) struct Compact {
    /// Number of words of a set of rows.
    pub(in super::super) words: u32,
    /// The start of the sets of rows that hold a value in `CpProgram::masks`, per column; one set per bit number.
    pub(in super::super) supports_at: Vec<u32>,
    /// First word in the memory of the rows that are left.
    pub(in super::super) rows_at: u32,
    /// First word in the memory of the set of non-empty words of rows.
    pub(in super::super) summary_at: u32,
    /// First word in the memory of the domains as the rows reflect them.
    pub(in super::super) seen_at: u32,
}

/// An exact count of which the order `rarest-value` may try the candidates.
#[derive(Clone, Debug)]
pub(in super::super) struct Exact {
    /// The number of variables that have a value in their mask.
    pub(in super::super) k: i64,
    /// Domain words and masks, in `CpProgram::places`.
    pub(in super::super) places: Span,
}

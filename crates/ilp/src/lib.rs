//! From a model to an integer program: plain rows, bounds and integrality, no solver.
//!
//! [`linearize`] states domains, counts, clauses, all-different constraints and tables the same way in every
//! formulation (see `linearize.rs` and `table.rs`); a [`Formulation`] is a choice of how sums are stated.

use cnfab_base::{EncodingChoice, Named, registry};
use cnfab_model::{Cmp, Label, Var};

mod assignment;
mod cut;
mod integer;
mod linearize;
mod program;
mod sets;
mod subset_columns;
mod table;
mod tree;
mod values;

pub use linearize::{Builder, TAKES, columns_of, linearize, linearize_by_values, linearize_exactly};
pub use program::{Column, Expr, LARGEST_EXACT_SUM, LARGEST_SUM, Program, ProgramRow, TooLarge};
pub use tree::{
    BranchOrder, IlpTree, Learning, RefutationStep, Refuted, RelaxationUse, StepId, TreeEnd, TreeOptions, TreePart,
    TreeStatistics, TreeWatch,
};
pub use values::{Binary, ValueColumns};

registry! {
    /// All formulations, by name.
    FORMULATIONS: dyn Formulation;
    /// How integer programs state sums.
    IlpBy;
    assignment::Assignment,
    integer::Integer,
    subset_columns::SubsetColumns,
}

/// The class of these choices in a configuration: `ilp=NAME`.
pub const CLASS: &str = "ilp";

impl From<IlpBy> for EncodingChoice {
    fn from(by: IlpBy) -> Self {
        EncodingChoice { key: CLASS, specification: by.entry().name().to_owned() }
    }
}

/// The formulation that is used when none is named: on the magic board of order 5 microlp needs 4 s with number sets as
/// columns and is not done in 200 s without; where no line of different numbers is summed, the two are the same.
pub static DEFAULT: &dyn Formulation = &subset_columns::SubsetColumns;

/// The formulation for solvers that propagate sums over integer variables, as [`IlpTree`] does: on the magic hexagon
/// number sets as columns take 75 times as long.
pub static PLAIN: &dyn Formulation = &assignment::Assignment;

/// A way to state a model as an integer program.
pub trait Formulation: Named + Sync {
    /// True if all variables in sums have a column of integers, unless they have two values.
    fn has_numbers(&self) -> bool {
        false
    }

    /// States one sum.
    ///
    /// # Errors
    /// If its numbers are too large.
    fn sum(&self, sum: &SumConstraint, out: &mut Builder) -> Result<(), TooLarge>;
}

/// A sum of variables that have a choice, compared with a number.
#[derive(Clone, Debug)]
pub struct SumConstraint {
    /// The label of the constraint.
    pub label: Label,
    /// The constraint's number among those with its label.
    pub number: usize,
    /// Coefficient and variable; fixed variables are left out.
    pub terms: Vec<(i64, Var)>,
    /// The comparison.
    pub cmp: Cmp,
    /// The right-hand side, less what the fixed variables add.
    pub rhs: i64,
    /// True if the variables are known to take pairwise different values.
    pub distinct: bool,
}

/// A program and what its columns mean.
#[derive(Clone, Debug)]
pub struct Linearized {
    /// Columns and rows.
    pub program: Program,
    /// The columns of values.
    pub values: ValueColumns,
}

/// A model whose numbers an integer program cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinearizeError {
    /// A constraint adds up too much.
    #[error(
        "constraint {label}[{number}]: its sums go beyond {largest}{}",
        if *largest == LARGEST_SUM { ", where floating-point solvers lose integers" } else { "" }
    )]
    Sum {
        /// The largest sum that is taken.
        largest: i64,
        /// The label of the constraint.
        label: Label,
        /// The constraint's number among those with its label.
        number: usize,
    },
    /// A constraint cannot be stated by those that programs have.
    #[error("{0}")]
    Constraint(&'static str),
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

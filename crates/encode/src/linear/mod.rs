//! Encodings of sums of coefficient times variable: the trait, the registry `ALL`, a file per encoding.

use std::sync::Arc;

use cnfab_base::registry;
use cnfab_cnf::{ClauseSink, Summand};
use cnfab_model::{Cmp, Var};

use super::{ClauseBuf, Contract, Encoding, VarMap};

mod adder;
mod balanced;
mod binary_merge;
mod by_cardinality;
mod diagram;
mod digits;
mod ggpw;
mod ggt;
mod glpw;
mod gswc;
mod mdd;
mod mixed_radix;
mod modulo;
mod of_literals;
mod one_hot_forward;
mod one_hot_sum;
mod order_subset;
mod order_sum;
mod partial;
mod sorters;
mod subset_table;
mod subsets;
mod tree;
mod tuple_table;
mod watchdog;
mod weights;

pub use of_literals::SumOfLiterals;
pub(super) use order_sum::of_term as at_least_literals;
pub(super) use partial::MOST_COMBINATIONS;

registry! {
    /// All encodings of sums, by name.
    ALL: dyn LinearEncoding;
    /// How sums are encoded.
    LinearBy;
    adder::Adder,
    binary_merge::BinaryMerge { once: 0 },
    by_cardinality::ByCardinality,
    ggpw::Ggpw { one_way: 0 },
    ggt::Ggt { reduced: 0 },
    glpw::Glpw,
    gswc::Gswc,
    mdd::Mdd,
    mixed_radix::MixedRadix,
    modulo::Modulo { base: 3 },
    one_hot_forward::OneHotForward,
    one_hot_sum::OneHotSum,
    order_subset::OrderSubset,
    order_sum::OrderSum,
    sorters::Sorters,
    subset_table::SubsetTable,
    tree::Tree,
    tuple_table::TupleTable,
}

/// States the sums that the default encoding is too large for, where no encoding is asked for. It takes any number of
/// terms and values, and propagates more than `adder` does.
pub(super) const SMALL: &dyn LinearEncoding = &modulo::Modulo { base: 3 };

/// The most clauses of the default encoding where no encoding is asked for, about.
pub(super) const MOST_UNASKED: usize = 1_000_000;

/// The largest sum that is counted in words, with room for conditions.
pub(super) const MOST: i64 = (1 << 54) - 1;

/// A sum as an encoding sees it: fixed variables are already moved to the right-hand side, at least two terms are left,
/// and bounds alone do not decide it.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    /// Coefficient (not 0) and variable (more than one value left).
    pub(crate) terms: Vec<(i64, Var)>,
    /// The comparison.
    pub(crate) cmp: Cmp,
    /// The right-hand side.
    pub(crate) rhs: i64,
    /// True if the model states that the variables are pairwise different.
    pub(crate) distinct: bool,
    /// Terms over variables from 0 to 1 of which at most one is 1 (0, where the coefficient counts downwards), by their
    /// positions. None for an equation.
    pub(crate) at_most_ones: Vec<Vec<usize>>,
    /// The most clauses that its partial sums may need.
    pub(crate) most: usize,
}

/// A way to encode a sum.
///
/// Models are the way to it: [`encode`](super::encode()) and [`encode_further`](super::encode_further) look at the
/// constraint first, and refuse what is not well-formed or cannot be stated.
#[expect(private_bounds, reason = "only `encode` calls it, with what it has looked at")]
pub trait LinearEncoding: SumClauses {}

impl<E: SumClauses> LinearEncoding for E {}

/// An encoding of sums.
pub(crate) trait SumClauses: Encoding {
    /// The same encoding with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn LinearEncoding>> {
        None
    }

    /// True if it makes use of at-most-ones among the terms.
    fn uses_at_most_ones(&self) -> bool {
        false
    }

    /// The largest sum that it states, either way from 0. Most encodings have sums as values.
    fn most(&self) -> i64 {
        (i32::MAX / 2).into()
    }

    /// The contract of a sum with this comparison: whether the auxiliaries are determined.
    fn contract(&self, _cmp: Cmp) -> Contract {
        self.entry().contract
    }

    /// Prepares the sum from the variables' domains, before any of them has literals.
    ///
    /// # Errors
    /// The reason why this encoding cannot state it, as the end of the sentence "cannot encode ...: ".
    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String>;
}

/// Sends the clauses of a prepared sum. All variables have their literals by then, and nothing is refused any more.
pub(crate) type Statement = Box<dyn FnOnce(&mut VarMap, &mut dyn ClauseSink)>;

/// The terms as the meaning of a variable has them.
pub(super) fn sum_of(terms: &[(i64, Var)]) -> Vec<Summand> {
    terms.iter().map(|&(coefficient, var)| Summand::Var(coefficient, var.index())).collect()
}

/// A sum of one term: the values that meet it lie together in the domain.
pub(super) fn single(coefficient: i64, var: Var, cmp: Cmp, rhs: i64, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let domain = vars.domain(var);
    let up_to = |value: i64| match i32::try_from(value) {
        Ok(value) => domain.rank(value),
        Err(_) => {
            if value < 0 {
                0
            } else {
                domain.len()
            }
        }
    };
    // The least and the largest value that would do.
    let (factor, rhs) = (coefficient.abs(), rhs * coefficient.signum());
    let (floor, ceiling) = (rhs.div_euclid(factor), -(-rhs).div_euclid(factor));
    let is_bounded = |by: Cmp| cmp == Cmp::Eq || (cmp == by) == (coefficient > 0);
    let from = if is_bounded(Cmp::Ge) { up_to(ceiling - 1) } else { 0 };
    let to = if is_bounded(Cmp::Le) { up_to(floor) } else { domain.len() };
    if from >= to {
        return out.clause(&[]);
    }
    let [first, last] = [from, to - 1].map(|index| domain.nth(index).expect("a value of the domain"));
    let mut clause = ClauseBuf::new();
    if first == last {
        return clause.all([vars.is(var, first, out)], out);
    }
    if from > 0 {
        clause.all([!vars.at_most(var, first - 1, out)], out);
    }
    clause.all([vars.at_most(var, last, out)], out);
}

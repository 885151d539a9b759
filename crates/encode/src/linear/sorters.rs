//! Sorters of digits: the digits of all weights to bases that suit them, each digit sorted by a network together with
//! the carries from the digit below.
//!
//! A literal goes into the sorter of a digit as often as the digit of its weight says. Of what comes out, each that
//! completes a multiple of the base is carried. A constant makes the bound one less than a multiple of the highest
//! unit; so one output of the highest sorter says that the sum exceeds it. For other variables than those from 0 to 1
//! the literals are order literals, each with the step from the value before. With n literals whose digits add up to s:
//! O(s*log^2 s) variables and clauses. `=` is two inequalities. Implications one way (projected-only). Unit propagation
//! finds that a bound is exceeded, but not which values that excludes. Refused beyond about ten million clauses.
//! The bases are primes up to 17 by which the digits add up to the least, found exactly; the published search has a
//! limit. The published comparison with the bound is digit by digit; the constant takes its place, as in
//! `binary-merge`, whose bases are all 2. MiniSat+ has sorters of all inputs at once, ours merge those of halves and
//! then the carries; both are odd-even.
//! N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006; the constant: N. Manthey, T.
//! Philipp, P. Steinke, "A More Compact Translation of Pseudo-Boolean Constraints into CNF Such That Generalized Arc
//! Consistency Is Maintained", KI 2014.

use crate::{Contract, Described, EncodingAbout, VarMap};

use super::binary_merge::{Watch, statement};
use super::weights::Weights;
use super::{Statement, Sum, SumClauses, mixed_radix};

pub(super) struct Sorters;

impl Described for Sorters {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "the weight has the digit; at least j of what a merge gets",
            "one for each base of a count, and all weights together exceed the bound",
        ]),
        contract: Contract::ProjectedOnly,
        ..EncodingAbout::new("sorters", "digits of the weights to bases that suit them, each sorted with its carries")
    };
}

impl SumClauses for Sorters {
    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let bases = |weights: &Weights| {
            let steps: Vec<Vec<i64>> = weights.steps().map(|step| vec![step]).collect();
            let most = weights.steps().max().unwrap_or(0);
            mixed_radix::best(steps, most, &|steps, digit| {
                steps.iter().flatten().map(|&(units, _)| digit.of(units) as u64).sum()
            })
        };
        statement(
            Weights::inequalities(&sum, vars).into_iter().map(|weights| Watch::new(weights, true, bases)).collect(),
        )
    }
}

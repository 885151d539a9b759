//! The task of an external program: the constraint that it is asked to state.

use std::cmp::Ordering;
use std::fmt;

use cnfab_cnf::PseudoBoolean;
use cnfab_model::Cmp;

/// The statement of a formula: the sum of the coefficients of the inputs that are true, compared with a bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExternalTask {
    /// A coefficient for each input.
    pub coefficients: Vec<i64>,
    /// The comparison.
    pub cmp: Cmp,
    /// The bound.
    pub bound: i64,
}

impl ExternalTask {
    /// A bound `k` on how many of `n` inputs are true.
    pub fn count(n: usize, cmp: Cmp, k: usize) -> Self {
        ExternalTask { coefficients: vec![1; n], cmp, bound: k as i64 }
    }

    /// The task as a sink receives it.
    pub(crate) fn pseudo_boolean(&self) -> PseudoBoolean<'_> {
        let comparison = match self.cmp {
            Cmp::Le => Ordering::Less,
            Cmp::Eq => Ordering::Equal,
            Cmp::Ge => Ordering::Greater,
        };
        PseudoBoolean { coefficients: &self.coefficients, comparison, bound: self.bound }
    }

    /// A word of a command with the numbers instead of their names.
    pub fn fill(&self, word: &str) -> String {
        let coefficients: Vec<String> = self.coefficients.iter().map(i64::to_string).collect();
        word.replace("{n}", &self.coefficients.len().to_string())
            .replace("{coefficients}", &coefficients.join(","))
            .replace("{cmp}", self.cmp.symbol())
            .replace("{k}", &self.bound.to_string())
            .replace("{bound}", &self.bound.to_string())
    }
}

impl From<PseudoBoolean<'_>> for ExternalTask {
    fn from(constraint: PseudoBoolean<'_>) -> Self {
        let cmp = match constraint.comparison {
            Ordering::Less => Cmp::Le,
            Ordering::Equal => Cmp::Eq,
            Ordering::Greater => Cmp::Ge,
        };
        ExternalTask { coefficients: constraint.coefficients.to_vec(), cmp, bound: constraint.bound }
    }
}

impl fmt::Display for ExternalTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.coefficients.len();
        if self.coefficients.iter().all(|&coefficient| coefficient == 1) {
            let word = match self.cmp {
                Cmp::Le => "at most",
                Cmp::Eq => "exactly",
                Cmp::Ge => "at least",
            };
            return match self.bound {
                1 => write!(f, "{word} one of {n}"),
                bound => write!(f, "{word} {bound} of {n}"),
            };
        }
        let terms: Vec<String> = (1..).zip(&self.coefficients).map(|(i, c): (u32, &i64)| format!("{c} x{i}")).collect();
        write!(f, "{} {} {}", terms.join(" + "), self.cmp.symbol(), self.bound)
    }
}

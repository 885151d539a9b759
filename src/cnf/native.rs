//! Constraints that a solver propagates as they are, without clauses.

use super::Lit;

/// A constraint over literals. All of them hold together with the clauses of the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeConstraint<L> {
    /// The terms together come to at most the bound. Each comes to the largest value with a true literal, or to 0
    /// without one; its values are positive and grow.
    Linear {
        /// The values and literals of each term.
        terms: Vec<Vec<(i64, L)>>,
        /// The bound.
        bound: i64,
    },
    /// No two variables take the same value, where all conditions hold. The clauses say that each takes one of its
    /// values.
    AllDifferent {
        /// Of each variable its values, which count from 0 over all of them, and the literals for them.
        variables: Vec<Vec<(u32, L)>>,
        /// The conditions.
        when: Vec<L>,
    },
    /// All literals of one of the rows are true, where all conditions hold. The clauses say that each column has one
    /// true literal.
    Table {
        /// The literals of each column.
        columns: Vec<Vec<L>>,
        /// The rows one after another: for each column the position of the literal.
        rows: Vec<u32>,
        /// The conditions.
        when: Vec<L>,
    },
    /// Native constraints, and clauses that say the same. The solver uses either.
    Lazy {
        /// The native constraints.
        natives: Vec<NativeConstraint<L>>,
        /// The clauses.
        clauses: Vec<Vec<L>>,
        /// The variables that only these clauses have.
        variables: Vec<L>,
    },
}

impl NativeConstraint<Lit> {
    /// The same constraint where all these literals hold as well.
    pub fn under(mut self, conditions: &[Lit]) -> Self {
        match &mut self {
            // Each condition is a term that adds as much as the bound is below the largest sum. Where one does not
            // hold, the others leave room for any sum.
            NativeConstraint::Linear { terms, bound } => {
                let most: i64 = terms.iter().filter_map(|term| term.last()).map(|step| step.0).sum();
                let over = most - *bound;
                if over > 0 {
                    terms.extend(conditions.iter().map(|&condition| vec![(over, condition)]));
                    *bound += over * conditions.len() as i64;
                }
            }
            NativeConstraint::AllDifferent { when, .. } | NativeConstraint::Table { when, .. } => {
                when.extend_from_slice(conditions);
            }
            NativeConstraint::Lazy { natives, clauses, .. } => {
                *natives = std::mem::take(natives).into_iter().map(|native| native.under(conditions)).collect();
                clauses.iter_mut().for_each(|clause| clause.extend(conditions.iter().map(|&lit| !lit)));
            }
        }
        self
    }
}

impl<L: Copy> NativeConstraint<L> {
    /// All literals of native constraints, some of them perhaps more than once.
    pub fn literals(&self) -> Vec<L> {
        let (mut all, when) = match self {
            NativeConstraint::Linear { terms, .. } => (terms.iter().flatten().map(|step| step.1).collect(), &[][..]),
            NativeConstraint::AllDifferent { variables, when } => {
                (variables.iter().flatten().map(|value| value.1).collect(), &when[..])
            }
            NativeConstraint::Table { columns, when, .. } => (columns.concat(), &when[..]),
            NativeConstraint::Lazy { natives, .. } => {
                (natives.iter().flat_map(|one| one.literals()).collect(), &[][..])
            }
        };
        all.extend_from_slice(when);
        all
    }

    /// The same constraint over other literals.
    pub fn map<M>(&self, to: impl Fn(L) -> M + Copy) -> NativeConstraint<M> {
        let all = |lits: &[L]| lits.iter().map(|&lit| to(lit)).collect();
        match self {
            NativeConstraint::Linear { terms, bound } => {
                let steps = |term: &Vec<(i64, L)>| term.iter().map(|&(value, lit)| (value, to(lit))).collect();
                NativeConstraint::Linear { terms: terms.iter().map(steps).collect(), bound: *bound }
            }
            NativeConstraint::AllDifferent { variables, when } => {
                let values = |of: &Vec<(u32, L)>| of.iter().map(|&(value, lit)| (value, to(lit))).collect();
                NativeConstraint::AllDifferent { variables: variables.iter().map(values).collect(), when: all(when) }
            }
            NativeConstraint::Table { columns, rows, when } => NativeConstraint::Table {
                columns: columns.iter().map(|column| all(column)).collect(),
                rows: rows.clone(),
                when: all(when),
            },
            NativeConstraint::Lazy { natives, clauses, variables } => NativeConstraint::Lazy {
                natives: natives.iter().map(|native| native.map(to)).collect(),
                clauses: clauses.iter().map(|clause| all(clause)).collect(),
                variables: all(variables),
            },
        }
    }
}

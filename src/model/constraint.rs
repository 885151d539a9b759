//! The constraint classes and what each of them means.

use std::sync::Arc;

use super::{Assignment, Atom, Relation, Var};

/// How a sum or a count is compared with its right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cmp {
    /// At most.
    Le,
    /// Exactly.
    Eq,
    /// At least.
    Ge,
}

impl Cmp {
    /// Whether `left` compares with `right` as `self` says.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Cmp::Le => left <= right,
            Cmp::Eq => left == right,
            Cmp::Ge => left >= right,
        }
    }

    /// `<=`, `=` or `>=`.
    pub fn symbol(self) -> &'static str {
        match self {
            Cmp::Le => "<=",
            Cmp::Eq => "=",
            Cmp::Ge => ">=",
        }
    }
}

/// Why a constraint is in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A rule of the problem: dropping it adds solutions.
    Rule,
    /// Follows from the rules: dropping it changes no solution, only the work.
    Implied,
    /// Breaks a symmetry: dropping it adds only images of solutions that are still there.
    Symmetry,
}

/// A constraint of one of the five classes.
#[derive(Clone, Debug, Hash)]
pub enum Constraint {
    /// The variables take pairwise different values.
    AllDifferent(Vec<Var>),
    /// The sum of coefficient times variable compares with the right-hand side. Variables are distinct, coefficients not 0.
    Linear {
        /// Coefficient and variable.
        terms: Vec<(i64, Var)>,
        /// The comparison.
        cmp: Cmp,
        /// The right-hand side.
        rhs: i64,
    },
    /// The number of true atoms compares with `k`.
    Count {
        /// The atoms counted; an atom given twice counts twice.
        atoms: Vec<Atom>,
        /// The comparison.
        cmp: Cmp,
        /// The number compared with.
        k: usize,
    },
    /// At least one of the atoms is true.
    Clause(Vec<Atom>),
    /// The variables' values, in order, are a row of the relation.
    Table {
        /// The columns.
        vars: Vec<Var>,
        /// The allowed rows, shared between constraints of one shape.
        relation: Arc<Relation>,
    },
}

/// A constraint with its family name and its role.
#[derive(Clone, Debug, Hash)]
pub struct Posted {
    /// What the puzzle calls this kind of constraint: `row`, `region`, `touch`.
    pub family: &'static str,
    /// Why it is in the model.
    pub role: Role,
    /// What has to hold.
    pub constraint: Constraint,
}

impl Constraint {
    /// The name of the class, as recipes spell it.
    pub fn class(&self) -> &'static str {
        match self {
            Constraint::AllDifferent(_) => "all-different",
            Constraint::Linear { .. } => "linear",
            Constraint::Count { .. } => "count",
            Constraint::Clause(_) => "clause",
            Constraint::Table { .. } => "table",
        }
    }

    /// The variables in the order they are named; one may come more than once.
    pub fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        match self {
            Constraint::AllDifferent(vars) | Constraint::Table { vars, .. } => Box::new(vars.iter().copied()),
            Constraint::Linear { terms, .. } => Box::new(terms.iter().map(|&(_, var)| var)),
            Constraint::Count { atoms, .. } | Constraint::Clause(atoms) => Box::new(atoms.iter().map(|atom| atom.var)),
        }
    }

    /// Whether the constraint holds under a complete assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        match self {
            Constraint::AllDifferent(vars) => {
                let mut values = a.project(vars);
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }
            Constraint::Linear { terms, cmp, rhs } => {
                let sum: i128 = terms.iter().map(|&(c, var)| i128::from(c) * i128::from(a[var])).sum();
                match cmp {
                    Cmp::Le => sum <= i128::from(*rhs),
                    Cmp::Eq => sum == i128::from(*rhs),
                    Cmp::Ge => sum >= i128::from(*rhs),
                }
            }
            Constraint::Count { atoms, cmp, k } => {
                let count = atoms.iter().filter(|&&atom| a.satisfies(atom)).count();
                cmp.holds(count as i64, *k as i64)
            }
            Constraint::Clause(atoms) => atoms.iter().any(|&atom| a.satisfies(atom)),
            Constraint::Table { vars, relation } => relation.contains(&a.project(vars)),
        }
    }

    /// Adds up repeated variables of a sum and drops zero coefficients; takes one more than the number of atoms for any
    /// larger number that a count is compared with. Other classes stay as they are.
    pub(super) fn normalised(self) -> Self {
        let Constraint::Linear { terms, cmp, rhs } = self else {
            return match self {
                Constraint::Count { atoms, cmp, k } => {
                    let k = k.min(atoms.len() + 1);
                    Constraint::Count { atoms, cmp, k }
                }
                other => other,
            };
        };
        let mut merged: Vec<(i64, Var)> = Vec::with_capacity(terms.len());
        for (coefficient, var) in terms {
            match merged.iter_mut().find(|(_, seen)| *seen == var) {
                Some((sum, _)) => {
                    *sum = sum.checked_add(coefficient).expect("a variable's coefficients add up to 64 bits");
                }
                None => merged.push((coefficient, var)),
            }
        }
        merged.retain(|&(coefficient, _)| coefficient != 0);
        Constraint::Linear { terms: merged, cmp, rhs }
    }
}

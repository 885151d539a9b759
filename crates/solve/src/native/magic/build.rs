//! From a model to lines of different numbers, or a word on why it is not one.

use crate::Refusal;
use cnfab_model::{AllDifferent, Cmp, Constraint, Flat, Linear, Model, Table, Var, Variable};

use super::elimination::TooLarge;
use super::order::{MagicStep, Order, Small};

/// True if a sum is a line: an equation with coefficients 1.
pub(super) fn is_line(linear: &Linear) -> bool {
    linear.cmp == Cmp::Eq && linear.terms.iter().all(|&(coefficient, _)| coefficient == 1)
}

/// A compiled model.
#[derive(Clone, Debug)]
pub(super) struct MagicPlan {
    /// The variables in their order.
    pub(super) steps: Vec<MagicStep>,
    /// The rest that each line lacks, in bits.
    pub(super) lacks: Vec<i64>,
    /// The masks that `Related::masks` refers to.
    pub(super) masks: Vec<u64>,
    /// The terms that `Derived::terms` refers to: positions of variables in the order, and their coefficients.
    pub(super) terms: Vec<(u32, i64)>,
    /// The value of bit 0.
    pub(super) base: i32,
}

impl MagicPlan {
    /// Plans a search.
    ///
    /// # Errors
    /// The reason why the model cannot be stated so.
    pub(super) fn new(model: &Model) -> Result<Self, Refusal> {
        let count = model.variables().len();
        for posted in model.constraints() {
            match posted.flat() {
                Flat::Cardinality(_) => return Err(Refusal::of(posted, "cardinality constraints")),
                Flat::Clause(_) => return Err(Refusal::of(posted, "clauses")),
                Flat::AllDifferent(_) | Flat::Linear(_) | Flat::Table(_) => {}
            }
        }
        if !model.shows_all() {
            return Err(Refusal::new("variables that are not shown"));
        }
        let covers = |constraint: &Constraint| match constraint.flat() {
            Flat::AllDifferent(AllDifferent(vars)) => {
                let mut indices: Vec<usize> = vars.iter().map(|var| var.index()).collect();
                indices.sort_unstable();
                indices.into_iter().eq(0..count)
            }
            Flat::Cardinality(_) | Flat::Clause(_) | Flat::Linear(_) | Flat::Table(_) => false,
        };
        if count == 0 || !model.constraints().iter().any(|posted| covers(&posted.constraint)) {
            return Err(Refusal::new("variables that may be equal"));
        }
        let values = || model.variables().iter().flat_map(|variable| variable.domain.values());
        let base = values().min().unwrap_or_default();
        if values().max().is_some_and(|most| i64::from(most) - i64::from(base) > 63) {
            return Err(Refusal::new("values more than 63 apart"));
        }
        let mut lines: Vec<Vec<u32>> = Vec::new();
        let mut lacks = Vec::new();
        let mut small: Vec<Small<'_>> = Vec::new();
        for posted in model.constraints() {
            match posted.flat() {
                // Implied by the one over all variables, unless it names a variable twice.
                Flat::AllDifferent(AllDifferent(vars)) => {
                    let mut sorted = vars.clone();
                    sorted.sort_unstable();
                    sorted.dedup();
                    if sorted.len() < vars.len() {
                        return Err(Refusal::of(posted, "a variable that differs from itself"));
                    }
                }
                Flat::Linear(linear) => {
                    let Linear { terms, cmp, rhs } = linear;
                    if is_line(linear) && terms.len() > 1 {
                        lines.push(terms.iter().map(|&(_, var)| var.index() as u32).collect());
                        lacks.push(rhs.saturating_sub(i64::from(base) * terms.len() as i64));
                    } else if let 1..=2 = terms.len() {
                        let sum = move |values: &[i32]| {
                            let term = |(&(coefficient, _), &value): (&(i64, Var), &i32)| {
                                i128::from(coefficient) * i128::from(value)
                            };
                            terms.iter().zip(values).map(term).sum::<i128>()
                        };
                        let holds = move |values: &[i32]| match cmp {
                            Cmp::Le => sum(values) <= i128::from(*rhs),
                            Cmp::Eq => sum(values) == i128::from(*rhs),
                            Cmp::Ge => sum(values) >= i128::from(*rhs),
                        };
                        small.push(Small { vars: terms.iter().map(|&(_, var)| var).collect(), holds: Box::new(holds) });
                    } else if terms.is_empty() {
                        return Err(Refusal::of(posted, "sums of nothing"));
                    } else {
                        return Err(Refusal::of(
                            posted,
                            "sums of three and more other than equations with coefficients 1",
                        ));
                    }
                }
                Flat::Table(Table { vars, relation }) if (1..=2).contains(&vars.len()) && vars[1..] != vars[..1] => {
                    let holds = move |values: &[i32]| relation.contains(values);
                    small.push(Small { vars: vars.clone(), holds: Box::new(holds) });
                }
                Flat::Cardinality(_) | Flat::Clause(_) => unreachable!("refused before"),
                Flat::Table(_) => return Err(Refusal::of(posted, "tables of three columns and more")),
            }
        }
        let domain = |(var, variable): (Var, &Variable)| {
            let keeps = |value: i32| small.iter().filter(|one| one.vars == [var]).all(|one| (one.holds)(&[value]));
            let values = variable.domain.values().filter(|&value| keeps(value));
            values.fold(0, |set, value| set | 1 << (value - base))
        };
        let domains: Vec<u64> = model.vars().zip(model.variables()).map(domain).collect();
        let order = Order::new(&domains, base, &lines, &lacks, &small)
            .map_err(|TooLarge| Refusal::new("sums whose combinations have too large numbers"))?;
        Ok(MagicPlan { steps: order.steps, masks: order.masks, terms: order.terms, lacks, base })
    }
}

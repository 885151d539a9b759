//! The order of the variables, and what each has to look at when its turn comes.

use crate::model::{Cmp, Constraint, Model, Var};

/// The most variables for which a fixed order without propagation is preferred; measured on magic squares and hexagons.
const PREFERRED: usize = 25;

/// A line that a variable is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnLine {
    /// The line.
    pub(super) line: u32,
    /// How many of its variables come later.
    pub(super) later: u32,
}

/// A comparison with a variable that came earlier: the difference of bits to it is at most, or at least, so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compared {
    /// The place in the order of the earlier variable.
    pub(super) with: u32,
    /// This bit minus the earlier one.
    pub(super) difference: i64,
    /// Whether the difference is the greatest allowed, else the least.
    pub(super) most: bool,
}

/// A variable in the order of the search.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The model's number of the variable.
    pub(super) var: u32,
    /// Its values, as bits.
    pub(super) domain: u64,
    /// Its lines; those that say most come first.
    pub(super) lines: Vec<OnLine>,
    /// Its comparisons with earlier variables.
    pub(super) compared: Vec<Compared>,
}

/// A compiled model.
#[derive(Clone, Debug)]
pub(in super::super) struct Plan {
    /// The variables in their order.
    pub(super) steps: Vec<Step>,
    /// What each line lacks, in bits.
    pub(super) lacks: Vec<i64>,
    /// The value of bit 0.
    pub(super) base: i32,
    /// Whether this core is expected to be the fastest.
    pub(in super::super) preferred: bool,
}

/// `left - right <= rhs`.
struct Order {
    left: Var,
    right: Var,
    rhs: i64,
}

impl Plan {
    /// Plans a search.
    ///
    /// # Errors
    /// What keeps the model from being stated so.
    pub(in super::super) fn new(model: &Model) -> Result<Self, &'static str> {
        let count = model.variables().len();
        if model.shown().len() != count {
            return Err("variables that are not shown");
        }
        let covers = |constraint: &Constraint| match constraint {
            Constraint::AllDifferent(vars) => {
                let mut indices: Vec<usize> = vars.iter().map(|var| var.index()).collect();
                indices.sort_unstable();
                indices.into_iter().eq(0..count)
            }
            _ => false,
        };
        if count == 0 || !model.constraints().iter().any(|posted| covers(&posted.constraint)) {
            return Err("variables that may be equal");
        }
        let values = || model.variables().iter().flat_map(|variable| variable.domain.values().iter().copied());
        let base = values().min().unwrap_or_default();
        if values().max().is_some_and(|most| i64::from(most) - i64::from(base) > 63) {
            return Err("values more than 63 apart");
        }
        let mut lines: Vec<Vec<u32>> = Vec::new();
        let mut lacks = Vec::new();
        let mut orders = Vec::new();
        for posted in model.constraints() {
            match &posted.constraint {
                // Implied by the one over all variables, unless it names a variable twice.
                Constraint::AllDifferent(vars) => {
                    let mut sorted = vars.clone();
                    sorted.sort_unstable();
                    sorted.dedup();
                    if sorted.len() < vars.len() {
                        return Err("a variable that differs from itself");
                    }
                }
                Constraint::Linear { terms, cmp, rhs } => match (&terms[..], cmp) {
                    (&[(1, left), (-1, right)] | &[(-1, right), (1, left)], Cmp::Le) => {
                        orders.push(Order { left, right, rhs: *rhs });
                    }
                    (&[(1, left), (-1, right)] | &[(-1, right), (1, left)], Cmp::Ge) => {
                        orders.push(Order { left: right, right: left, rhs: rhs.saturating_neg() });
                    }
                    (terms, Cmp::Eq) if terms.iter().all(|&(coefficient, _)| coefficient == 1) => {
                        lines.push(terms.iter().map(|&(_, var)| var.index() as u32).collect());
                        lacks.push(rhs.saturating_sub(i64::from(base) * terms.len() as i64));
                    }
                    _ => return Err("sums other than equations with coefficients 1 and comparisons of two variables"),
                },
                Constraint::Count { .. } => return Err("counts"),
                Constraint::Clause(_) => return Err("clauses"),
                Constraint::Table { .. } => return Err("tables"),
            }
        }
        if lines.iter().any(Vec::is_empty) {
            return Err("equations without variables");
        }
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        Ok(Plan {
            steps: steps(model, base, &lines, &orders),
            lacks,
            base,
            preferred: !lines.is_empty() && longest > 2 && count <= PREFERRED,
        })
    }
}

/// Orders the variables: known ones first, then always one that brings some line nearest to its end.
fn steps(model: &Model, base: i32, lines: &[Vec<u32>], orders: &[Order]) -> Vec<Step> {
    let count = model.variables().len();
    let mut on: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (line, vars) in lines.iter().enumerate() {
        for &var in vars {
            on[var as usize].push(line as u32);
        }
    }
    let mut open: Vec<usize> = lines.iter().map(Vec::len).collect();
    let mut place: Vec<Option<u32>> = vec![None; count];
    let mut steps = Vec::with_capacity(count);
    for number in 0..count {
        let urgency = |&var: &usize| {
            if model.variables()[var].domain.values().len() <= 1 {
                return (0, 0);
            }
            let left = on[var].iter().map(|&line| open[line as usize]);
            // Of variables on lines equally near to their end, the one on more such lines.
            (left.clone().min().unwrap_or(usize::MAX), usize::MAX - left.map(|left| 1000 / left).sum::<usize>())
        };
        let var =
            (0..count).filter(|&var| place[var].is_none()).min_by_key(urgency).expect("a variable without a place");
        place[var] = Some(number as u32);
        let mut here: Vec<OnLine> = Vec::with_capacity(on[var].len());
        for &line in &on[var] {
            open[line as usize] -= 1;
            here.push(OnLine { line, later: open[line as usize] as u32 });
        }
        here.sort_by_key(|on| on.later);
        let compared = orders
            .iter()
            .filter_map(|order| {
                let (left, right) = (order.left.index(), order.right.index());
                if left == var {
                    place[right].map(|with| Compared { with, difference: order.rhs, most: true })
                } else if right == var {
                    place[left].map(|with| Compared { with, difference: order.rhs.saturating_neg(), most: false })
                } else {
                    None
                }
            })
            .collect();
        let values = model.variables()[var].domain.values();
        let domain = values.iter().fold(0, |set, value| set | 1 << (value - base));
        steps.push(Step { var: var as u32, domain, lines: here, compared });
    }
    steps
}

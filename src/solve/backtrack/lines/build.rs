//! The order of the variables, and what each has to look at when its turn comes.

use crate::model::{Cmp, Constraint, Model, Var, Variable};

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

/// A relation to a variable that came earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Related {
    /// The place in the order of the earlier variable.
    pub(super) with: u32,
    /// Where in [`Plan::masks`] the bits lie that go with bit 0 of the earlier variable; those for bit 1 follow, and so on.
    pub(super) masks: u32,
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
    /// Its relations to earlier variables.
    pub(super) related: Vec<Related>,
}

/// A compiled model.
#[derive(Clone, Debug)]
pub(in super::super) struct Plan {
    /// The variables in their order.
    pub(super) steps: Vec<Step>,
    /// What each line lacks, in bits.
    pub(super) lacks: Vec<i64>,
    /// What `Related::masks` refers to.
    pub(super) masks: Vec<u64>,
    /// The value of bit 0.
    pub(super) base: i32,
    /// Whether this core is expected to be the fastest.
    pub(in super::super) preferred: bool,
}

/// Whether values are allowed.
type Holds<'m> = dyn Fn(&[i32]) -> bool + 'm;

/// A constraint on the values of one or two variables.
struct Small<'m> {
    vars: Vec<Var>,
    holds: Box<Holds<'m>>,
}

impl Plan {
    /// Plans a search.
    ///
    /// # Errors
    /// What keeps the model from being stated so.
    pub(in super::super) fn new(model: &Model) -> Result<Self, &'static str> {
        let count = model.variables().len();
        for posted in model.constraints() {
            match posted.constraint {
                Constraint::Count { .. } => return Err("counts"),
                Constraint::Clause(_) => return Err("clauses"),
                _ => {}
            }
        }
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
        let mut small: Vec<Small<'_>> = Vec::new();
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
                Constraint::Linear { terms, cmp, rhs } => {
                    let is_line = *cmp == Cmp::Eq && terms.iter().all(|&(coefficient, _)| coefficient == 1);
                    if is_line && terms.len() > 1 {
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
                        return Err("sums of nothing");
                    } else {
                        return Err("sums of three and more other than equations with coefficients 1");
                    }
                }
                Constraint::Table { vars, relation } if (1..=2).contains(&vars.len()) && vars[1..] != vars[..1] => {
                    let holds = move |values: &[i32]| relation.contains(values);
                    small.push(Small { vars: vars.clone(), holds: Box::new(holds) });
                }
                Constraint::Count { .. } | Constraint::Clause(_) => unreachable!("refused before"),
                Constraint::Table { .. } => return Err("tables of three columns and more"),
            }
        }
        let domain = |(var, variable): (Var, &Variable)| {
            let keeps = |value: i32| small.iter().filter(|one| one.vars == [var]).all(|one| (one.holds)(&[value]));
            let values = variable.domain.values().iter().filter(|&&value| keeps(value));
            values.fold(0, |set, value| set | 1 << (value - base))
        };
        let domains: Vec<u64> = model.vars().zip(model.variables()).map(domain).collect();
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        let mut masks = Vec::new();
        Ok(Plan {
            steps: steps(&domains, base, &lines, &small, &mut masks),
            masks,
            lacks,
            base,
            preferred: !lines.is_empty() && longest > 2 && count <= PREFERRED,
        })
    }
}

/// Orders the variables: known ones first, then always one that brings some line nearest to its end.
fn steps(domains: &[u64], base: i32, lines: &[Vec<u32>], small: &[Small<'_>], masks: &mut Vec<u64>) -> Vec<Step> {
    let count = domains.len();
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
            if domains[var].count_ones() <= 1 {
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
        let mut related = Vec::new();
        for one in small {
            let [x, y] = one.vars[..] else { continue };
            let (other, swapped) = match var {
                _ if x.index() == var => (y, true),
                _ if y.index() == var => (x, false),
                _ => continue,
            };
            // The later of the two looks at it.
            let Some(with) = place[other.index()].filter(|&with| with < number as u32) else { continue };
            related.push(Related { with, masks: masks.len() as u32 });
            let value = |bit: i32| base.saturating_add(bit);
            let holds = |earlier: i32, own: i32| {
                let pair = if swapped { [value(own), value(earlier)] } else { [value(earlier), value(own)] };
                (one.holds)(&pair)
            };
            let bits = |set: u64| (0..64).filter(move |bit| set >> bit & 1 == 1);
            masks.extend((0..64).map(|earlier| match domains[other.index()] >> earlier & 1 {
                1 => bits(domains[var]).filter(|&own| holds(earlier, own)).fold(0, |set, own| set | 1 << own),
                _ => 0,
            }));
        }
        steps.push(Step { var: var as u32, domain: domains[var], lines: here, related });
    }
    steps
}

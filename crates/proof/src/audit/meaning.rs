//! Truth and count: whether the models of a formula are the solutions, and how many models a solution has.

use std::fmt;

use serde::Serialize;

use cnfab_base::units::grouped;
use cnfab_cnf::Lit;
use cnfab_encode::LitOrConst;

use super::{AuditLimits, Propagator, Searched, Subject};

/// The meaning of a formula: whether its models, projected to the inputs, are the solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", content = "about", rename_all = "kebab-case")]
pub enum Meaning {
    /// All assignments were compared: by listing models and solutions, or values that leave the same at once.
    Exact,
    /// There is a model for values that are no solution.
    Allows(Vec<i32>),
    /// There is no model for a solution.
    Loses(Vec<i32>),
    /// There is a model in which a variable has no value or several.
    NoValue {
        /// The variable's name.
        variable: String,
        /// The values it has.
        values: Vec<i32>,
    },
    /// There are too many assignments to compare all. Nothing is wrong with those compared. Not a proof.
    Sampled {
        /// Assignments that were compared.
        assignments: u64,
        /// How many of them are solutions.
        solutions: u64,
    },
    /// It was not found out, and why.
    Unknown(String),
}

/// The verdict, as the end of a sentence about the formula.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |values: &[i32]| values.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
        match self {
            Meaning::Exact => f.write_str("exact"),
            Meaning::Allows(values) => write!(f, "allows {}, which is no solution", list(values)),
            Meaning::Loses(values) => write!(f, "loses the solution {}", list(values)),
            Meaning::NoValue { variable, values } if values.is_empty() => {
                write!(f, "has a model in which {variable} has no value")
            }
            Meaning::NoValue { variable, values } => {
                write!(f, "has a model in which {variable} has the values {}", list(values))
            }
            Meaning::Sampled { assignments, solutions } => {
                let (tried, solutions) = (grouped(*assignments), grouped(*solutions));
                write!(f, "only sampled: right on {tried} assignments, {solutions} of them solutions")
            }
            Meaning::Unknown(why) => f.write_str(why),
        }
    }
}

/// The number of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Models {
    /// Models of the formula; if not all were counted, those that were.
    pub models: u64,
    /// True if all were counted.
    pub all: bool,
    /// Solutions of the model.
    pub solutions: u64,
}

/// Compares models with solutions (in lexicographic order).
pub(super) fn measure(
    subject: &Subject,
    solutions: &[Vec<i32>],
    propagator: &mut Propagator,
    limits: &AuditLimits,
) -> (Meaning, Models) {
    let inputs = subject.input_variables();
    let is_input = {
        let mut is_input = vec![false; propagator.variables() + 1];
        inputs.iter().for_each(|&variable| is_input[variable as usize] = true);
        is_input
    };
    let others: Vec<u32> = (1..=propagator.variables() as u32).filter(|&v| !is_input[v as usize]).collect();
    let mut seen = vec![false; solutions.len()];
    let mut wrong = None;
    let (mut models, mut all) = (0, true);
    let mut decisions = limits.decisions;
    let searched = propagator.each(&inputs, &mut decisions, &mut |propagator, decisions| {
        // One model is always looked for, so that truth is found out even when counting stops.
        let most = limits.models.saturating_sub(models).max(1);
        let mut here = 0;
        let searched = propagator.each(&others, decisions, &mut |_, _| {
            here += 1;
            here < most
        });
        models += here;
        match searched {
            Searched::GaveUp if here == 0 => return false,
            Searched::All => {}
            _ => all = false,
        }
        if here > 0 {
            match values_of(subject, &|lit| propagator.value(lit) == Some(true)) {
                Err(no_value) => wrong = wrong.take().or(Some(no_value)),
                Ok(values) => match solutions.binary_search(&values) {
                    Ok(place) => seen[place] = true,
                    Err(_) => wrong = wrong.take().or(Some(Meaning::Allows(values))),
                },
            }
        }
        true
    });
    let lost = || seen.iter().position(|&seen| !seen).map(|place| Meaning::Loses(solutions[place].clone()));
    let meaning = match searched {
        Searched::All => wrong.or_else(lost).unwrap_or(Meaning::Exact),
        _ => {
            all = false;
            let why = format!("not compared within {} decisions", limits.decisions);
            wrong.unwrap_or(Meaning::Unknown(why))
        }
    };
    (meaning, Models { models, all, solutions: solutions.len() as u64 })
}

/// The values of the model's variables, or which of them has none or several.
pub(super) fn values_of(subject: &Subject, holds: &dyn Fn(Lit) -> bool) -> Result<Vec<i32>, Meaning> {
    let is = |truth: LitOrConst| match truth {
        LitOrConst::Const(value) => value,
        LitOrConst::Lit(lit) => holds(lit),
    };
    let variables = subject.model.variables().iter().zip(&subject.inputs);
    let value = variables.map(|(variable, inputs)| {
        let having = variable.domain.values().zip(inputs).filter(|&(_, &input)| is(input));
        let values: Vec<i32> = having.map(|(value, _)| value).collect();
        match values[..] {
            [value] => Ok(value),
            _ => Err(Meaning::NoValue { variable: variable.name.to_string(), values }),
        }
    });
    value.collect()
}

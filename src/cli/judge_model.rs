//! `cnfab judge` of models: whether there is one solution, asked of two strategies that share no search.

use std::io::Write;
use std::ops::ControlFlow;

use serde_json::json;

use crate::construct::{ConstructError, without_optimum};
use crate::model::Model;
use crate::solve::{Budget, Encodings, Outcome, SolveError, Strategy};

use super::drive::limit_name;
use super::failure::Failure;
use super::question::{AskedModel, write_json};

/// The strategies: clauses, native search, rows, natives. A model that one refuses has the next one.
/// All of them look at the time while they search.
const WAYS: [&str; 4] = ["sat:cdcl", "backtrack", "ilp", "cdcl"];

/// The answer of one strategy: the number of solutions, of which two stand for more.
struct Counted {
    name: &'static str,
    solutions: u64,
    is_complete: bool,
}

/// Asks a strategy for two solutions.
fn ask(name: &'static str, model: &Model, budget: &Budget) -> Result<Counted, SolveError> {
    let strategy = Strategy::parse(name).expect("a registered strategy");
    let mut solutions = 0;
    let report = strategy.backend(&Encodings::default()).solve(model, &budget.wanting(Some(2)), &mut |_| {
        solutions += 1;
        if solutions == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let is_complete = report.outcome == Outcome::Exhausted || solutions == 2;
    Ok(Counted { name, solutions, is_complete })
}

/// Answers for one model.
pub(crate) fn answer(asked: &AskedModel<'_>, as_json: bool, out: &mut Vec<u8>) -> Result<(), Failure> {
    let own = asked.problem.make_model(asked.view);
    let is_optimal = own.objective().is_some();
    let mut counted: Vec<Counted> = Vec::new();
    if let Some(model) = without_optimum(own, asked.budget)? {
        let mut refused = None;
        for name in WAYS {
            // The second one has the remaining time, and no more.
            match ask(name, &model, asked.budget) {
                Ok(answer) => counted.push(answer),
                Err(error @ SolveError::Unsupported { .. }) => refused = Some(error),
                Err(error) => return Err(ConstructError::Solve(error).into()),
            }
            if counted.len() == 2 {
                break;
            }
        }
        if let Some(error) = refused.filter(|_| counted.is_empty()) {
            return Err(ConstructError::Solve(error).into());
        }
    }
    let complete: Vec<&Counted> = counted.iter().filter(|counted| counted.is_complete).collect();
    if let [one, other] = complete[..]
        && one.solutions != other.solutions
    {
        let (one, other) = ((one.name, one.solutions), (other.name, other.solutions));
        return Err(Failure::Own(format!("{} found {} solutions, {} found {}", one.0, one.1, other.0, other.1)));
    }
    let solutions = match complete.first().map(|counted| counted.solutions) {
        Some(0) => "none",
        Some(1) => "one",
        Some(_) => "several",
        // There is no optimum.
        None if counted.is_empty() => "none",
        None => return Err(Failure::Limit(format!("{}: there is no answer yet", limit_name()))),
    };
    let by: Vec<&str> = complete.iter().map(|counted| counted.name).collect();
    if as_json {
        let value = json!({"instance": asked.instance, "solutions": solutions, "optimal": is_optimal, "by": by});
        write_json(out, &value)?;
    } else {
        let of = if is_optimal { " that is optimal" } else { "" };
        let by = if by.is_empty() { String::new() } else { format!(", by {}", by.join(" and by ")) };
        match solutions {
            "none" => writeln!(out, "no solution{by}")?,
            "one" => writeln!(out, "one solution{of}{by}")?,
            _ => writeln!(out, "several solutions{}{by}", if is_optimal { " that are optimal" } else { "" })?,
        }
    }
    match counted.len() == complete.len() {
        true => Ok(()),
        false => Err(Failure::Limit(format!("{}: only one strategy has counted", limit_name()))),
    }
}

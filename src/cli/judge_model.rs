//! `cnfab judge` of models: whether there is one solution, asked of two strategies that share no search.

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use crate::construct::{ConstructError, without_optimum};
use crate::problem::{ModelProblem, Problem};
use crate::run::{Event, Limits, Next, RunError, RunSpec, Running};
use crate::solve::{Outcome, SolveError, Strategy};

use super::drive::limit_name;
use super::failure::Failure;
use super::question::{AskedModel, write_json};

/// The strategies: clauses, native search, rows, natives. A model that one refuses has the next one.
const WAYS: [&str; 4] = ["sat:cdcl", "backtrack", "ilp", "cdcl"];

/// The most solutions that are looked for: two stand for more.
const MOST: u64 = 2;

/// The answer of one strategy.
struct Counted {
    name: &'static str,
    /// The number of solutions that were found.
    solutions: u64,
    is_complete: bool,
}

/// Asks a strategy for two solutions. A limit leaves what it has found until then.
fn ask(name: &'static str, problem: &Arc<dyn Problem>, asked: &AskedModel<'_>) -> Result<Counted, RunError> {
    let limits = Limits { limit_solutions: Some(MOST), ..Limits::default() };
    let spec = RunSpec { limits, ..RunSpec::new(Strategy::parse(name).expect("a registered strategy")) };
    let mut running = Running::start(vec![Arc::clone(problem)], spec, asked.budget.wanting(Some(MOST)));
    let is_complete = loop {
        match running.wait() {
            Next::Event(Event::Ended(ended)) => break ended.result?.outcome == Outcome::Exhausted,
            Next::Event(_) | Next::Idle => {}
            Next::Over | Next::Done => break false,
            Next::Crashed => {
                let (backend, detail) = (name.to_owned(), "the search panicked; see above".to_owned());
                return Err(SolveError::Failed { backend, detail }.into());
            }
        }
    };
    let solutions = running.found(0);
    Ok(Counted { name, solutions, is_complete: is_complete || solutions == MOST })
}

/// Answers for one model.
pub(crate) fn answer(asked: &AskedModel<'_>, as_json: bool, out: &mut Vec<u8>) -> Result<(), Failure> {
    let own = asked.stating(|| asked.problem.make_model(asked.view));
    let is_optimal = own.objective().is_some();
    let mut counted: Vec<Counted> = Vec::new();
    if let Some(model) = without_optimum(own, asked.budget)? {
        let problem: Arc<dyn Problem> = Arc::new(ModelProblem::new(asked.problem.name(), model));
        let mut refused = None;
        for name in WAYS {
            // The second one has the remaining time, and no more.
            match ask(name, &problem, asked) {
                Ok(answer) => counted.push(answer),
                Err(RunError::Solve(error @ SolveError::Unsupported { .. })) => refused = Some(error),
                Err(error) => return Err(error.into()),
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
    let found: Vec<&Counted> = counted.iter().filter(|counted| counted.solutions > 0).collect();
    let (solutions, of) = match complete.first().map(|counted| counted.solutions) {
        Some(0) => ("none", &complete),
        Some(1) => ("one", &complete),
        Some(_) => ("several", &complete),
        // There is no optimum.
        None if counted.is_empty() => ("none", &complete),
        None if found.is_empty() => {
            return Err(Failure::Limit(format!("{}: there is no answer yet", limit_name())));
        }
        None => ("at least one", &found),
    };
    let by: Vec<&str> = of.iter().map(|counted| counted.name).collect();
    if as_json {
        let value = json!({"instance": asked.instance, "solutions": solutions, "optimal": is_optimal, "by": by});
        write_json(out, &value)?;
    } else {
        let (noun, is) = if solutions == "several" { ("solutions", "are") } else { ("solution", "is") };
        let number = if solutions == "none" { "no" } else { solutions };
        let optimal = match is_optimal && number != "no" {
            true => format!(" that {is} optimal"),
            false => String::new(),
        };
        let by = if by.is_empty() { String::new() } else { format!(", by {}", by.join(" and by ")) };
        writeln!(out, "{number} {noun}{optimal}{by}")?;
    }
    match (counted.len() == complete.len(), complete.is_empty()) {
        (true, _) => Ok(()),
        (false, true) => Err(Failure::Limit(format!("{}: there may be more solutions", limit_name()))),
        (false, false) => Err(Failure::Limit(format!("{}: only one strategy has counted", limit_name()))),
    }
}

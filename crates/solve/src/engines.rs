//! The report of each engine on a model, for `cnfab show --engines`.

use std::fmt;

use cnfab_model::{Model, Takes};

use super::boolean::LazyForm;
use super::native;
use super::{Refusal, cdcl, frontier};

/// The report of an engine on a model.
#[derive(Clone, Debug)]
pub struct EngineReport {
    /// The strategy that runs this engine alone.
    pub strategy: String,
    /// A description of the engine.
    pub about: &'static str,
    /// The estimate if the engine takes the model, else why it does not.
    pub estimate: Result<Estimate, Refusal>,
}

/// The estimate of an engine for a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Estimate {
    /// The time as a multiple of what the engine `domains` takes.
    Time(f64),
    /// No less time than the engine `domains`. How much more is not known.
    NotFaster,
    /// The number of states, as its binary logarithm.
    States(f64),
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Estimate::Time(times) => write!(f, "estimate {times} times the time of domains"),
            Estimate::NotFaster => f.write_str("not expected to be faster than domains"),
            Estimate::States(log) => write!(f, "estimate 2^{log:.1} states"),
        }
    }
}

/// The report of each engine that searches a model itself: those of `backtrack`, which takes the one with the smallest
/// estimate, then `cdcl` and `frontier`.
pub fn engines(model: &Model) -> Vec<EngineReport> {
    let task = model.lowered(Takes::FLAT).map(|model| model.into_owned()).map_err(Refusal::new);
    let task = task.as_ref().map(native::Task::of).map_err(Refusal::clone);
    let estimate = |estimate: &dyn Fn(&native::Task<'_>) -> Result<Estimate, Refusal>| match &task {
        Ok(task) => estimate(task),
        Err(refusal) => Err(refusal.clone()),
    };
    let time = |times: Option<f64>| times.map_or(Estimate::NotFaster, Estimate::Time);
    let native = native::ENGINES.iter().map(|kind| EngineReport {
        strategy: format!("backtrack:engine={}", kind.name),
        about: kind.about,
        estimate: estimate(&|task| kind.prepare(task).map(|_| time((kind.estimate)(task.model)))),
    });
    let cdcl = EngineReport {
        strategy: "cdcl".to_owned(),
        about: "conflict-driven clause learning over 0/1 variables",
        estimate: estimate(&|task| cdcl::estimate(&LazyForm::new(task.model)).map(time)),
    };
    let frontier = EngineReport {
        strategy: "frontier".to_owned(),
        about: "counting by the states of a frontier",
        estimate: estimate(&|task| frontier::estimate(task.model).map(Estimate::States)),
    };
    native.chain([cdcl, frontier]).collect()
}

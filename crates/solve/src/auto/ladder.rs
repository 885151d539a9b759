//! The engines of `auto` for a model, with their budgets, as they are before any search.
//!
//! What it does: says what `auto` decides, by the same functions. What engines find out later, such as the states that
//! `frontier` fears, and who finds the most solutions, is not known here.
//!
//! When it runs: for `cnfab show --engines`.

use cnfab_model::{Model, Takes};

use super::features::{
    Class, has_small_sums, has_wholes, is_bare, is_bare_rows, is_light, is_lowered_soon, is_narrow, is_rows, is_small,
    is_wide,
};
use super::{Auto, Start, Task, auto};
use crate::boolean::LazyForm;
use crate::tuning::auto::{EARLY_TURNS, TURN_PART};
use crate::{Encodings, Strategy, cdcl};

/// An engine that searches in turns with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The strategy that runs it alone.
    pub strategy: String,
    /// The encodings that it has, if it has some.
    pub recipe: Option<String>,
    /// Its share of the first turns; without one it waits.
    pub early: u64,
    /// Its share of later turns; without one it waits for the others to leave.
    pub late: u64,
}

/// The engines of the default strategy for a model, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The features of the model that have decided.
    pub shape: Vec<&'static str>,
    /// The strategies that have a moment alone before the others, each with its steps.
    pub moments: Vec<(String, u64)>,
    /// The engines in turns; the first begins.
    pub rungs: Vec<Rung>,
    /// The steps of the first engine's first turn.
    pub first: u64,
    /// The steps of a turn after that, of an engine with the largest share.
    pub turn: u64,
    /// A turn is at least this part of all work done.
    pub part: u64,
    /// The steps for which the first shares hold.
    pub early: u64,
}

/// The ladder of the default strategy for a search of a first or an optimal solution; or for a count.
pub fn ladder(model: &Model, counts: bool) -> Ladder {
    let strategy = Strategy::parse(Strategy::DEFAULT).expect("a registered strategy");
    let auto = auto(strategy.options(), &Encodings::default());
    let task = match (counts, model.objective()) {
        (_, Some(_)) => Task::Optimum,
        (true, None) => Task::CountOnly,
        (false, None) => Task::List,
    };
    let lowered = if is_lowered_soon(model) { model.lowered(Takes::FLAT).map_err(drop) } else { Err(()) };
    let Ok(flat) = lowered else {
        let start = Start {
            stated: model,
            flat: model,
            class: Class::Learnt,
            is_light: is_light(model),
            cdcl: &*auto.propagated,
        };
        return of(&auto, start, task, false);
    };
    let form = LazyForm::new(&flat);
    let cdcl = cdcl::backend_of(auto.cdcl.options(), &form);
    let class = Class::of(model, &flat, || cdcl::is_preferred(&form));
    of(&auto, Start { stated: model, flat: &flat, class, is_light: is_light(model), cdcl: &cdcl }, task, true)
}

fn of(auto: &Auto, start: Start<'_>, task: Task, is_lowered: bool) -> Ladder {
    let moments = auto.moments(start, task, Some(1));
    let rung = |engine: super::Engine<'_>| Rung {
        strategy: engine.backend.name(),
        recipe: engine.backend.recipe(),
        early: engine.shares.early,
        late: engine.shares.late,
    };
    Ladder {
        shape: shape(start, task, is_lowered),
        moments: moments.iter().map(|(backend, _, steps)| (backend.name(), *steps)).collect(),
        rungs: auto.engines(start, task, auto.steps).into_iter().map(rung).collect(),
        first: auto.first_turn(start),
        turn: auto.turn(),
        part: TURN_PART,
        early: EARLY_TURNS * auto.turn(),
    }
}

/// The features of the model that have decided.
fn shape(start: Start<'_>, task: Task, is_lowered: bool) -> Vec<&'static str> {
    let Start { stated, flat, class, is_light, .. } = start;
    let class = match class {
        Class::Path => "a chain: tables of two columns over different values",
        Class::Tables => "long tables of more than two columns",
        Class::Hidden => "hidden variables",
        Class::Learnt if task == Task::Optimum => "an optimum is asked for",
        Class::Learnt => "sums with weights, wide domains, or constraints that take long to state by simpler ones",
        Class::Given => "large, and most of it is given",
        Class::Other => "small domains, all of them shown",
    };
    let mut all = vec![class];
    let mut note = |is_so: bool, what: &'static str| all.extend(is_so.then_some(what));
    note(!is_lowered, "too large to be stated by flat classes in a moment");
    note(is_lowered && is_small(flat), "small: every engine is ready in a moment");
    note(is_bare(stated), "nothing but clauses and counts");
    note(is_rows(stated), "an integer program that is not large");
    note(task == Task::Optimum && is_bare_rows(stated), "few clauses: an integer program, too");
    note(has_wholes(stated), "circuits, connected nodes or schedules");
    note(is_wide(stated), "variables of many values");
    note(is_light, "clauses are made in a moment");
    note(has_small_sums(stated), "sums of few values");
    note(is_narrow(stated), "no variable of many values");
    all
}

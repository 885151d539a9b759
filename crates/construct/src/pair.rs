//! Two solutions of a model that differ in the fewest variables, or in the most.
//!
//! The model is stated twice, over variables of its own each time. A 0/1 variable for each shown variable is 1 exactly
//! if both values differ; their sum, at least 1, is optimised (E. Hebrard, B. Hnich, B. O'Sullivan, T. Walsh, "Finding
//! diverse and similar solutions in constraint programming", AAAI 2005).

use std::ops::ControlFlow;

use cnfab_model::{AllDifferent, Assignment, Atom, Cmp, Linear, Model, Objective, Sense, Var};
use cnfab_solve::{Budget, Encodings, Outcome, Strategy};

use super::ConstructError;

/// Two solutions that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The solutions.
    pub solutions: [Assignment; 2],
    /// In how many shown variables they differ.
    pub distance: i64,
    /// True if no two differ in fewer, or more.
    pub is_proven: bool,
}

/// Finds two solutions that differ in the fewest or the most shown variables. `None` if no two differ.
///
/// # Errors
/// If the budget ends before two are found, or the model cannot be solved.
pub fn pair(model: &Model, most: bool, budget: &Budget) -> Result<Option<Pair>, ConstructError> {
    let count = model.variables().len();
    let mut twice = Model::new();
    for copy in 1..=2 {
        for variable in model.variables() {
            twice.auxiliary(format!("{}#{copy}", variable.name), variable.domain.clone());
        }
        let to = |var: Var| Var::from_index(var.index() + (copy - 1) * count);
        for posted in model.constraints() {
            let when = posted.when.iter().map(|atom| Atom { var: to(atom.var), ..*atom });
            twice.post_when(&posted.label, when, posted.constraint.renamed(&to));
        }
    }
    let mut terms: Vec<(i64, Var)> = Vec::new();
    for var in model.shown() {
        let differs = twice.auxiliary(format!("{}#differs", model.name(var)), 0..=1);
        let both = [var, Var::from_index(var.index() + count)];
        twice.reify("differs", differs.is(1), AllDifferent(both.to_vec())).expect("two different variables");
        terms.push((1, differs));
    }
    twice.show(&twice.vars().take(2 * count).collect::<Vec<Var>>());
    twice.post("differ", Linear { terms: terms.clone(), cmp: Cmp::Ge, rhs: 1 });
    let sense = if most { Sense::Maximise } else { Sense::Minimise };
    let objective = Objective { sense, terms, constant: 0 };
    twice.optimise(objective.clone()).expect("a sum of 0/1 variables");
    let mut found = None;
    let report = Strategy::default().backend(&Encodings::default()).optimise(&twice, budget, &mut |solution| {
        found = Some(solution.clone());
        // Solutions that differ differ in something.
        let is_least = !most && objective.value(solution) == 1;
        if is_least { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let is_complete = matches!(report.outcome, Outcome::Optimal | Outcome::Exhausted);
    let Some(found) = found else {
        return if is_complete { Ok(None) } else { Err(ConstructError::OutOfBudget) };
    };
    let distance = objective.value(&found);
    let part = |at: usize| Assignment::new(found.values()[at * count..(at + 1) * count].to_vec());
    let is_proven = is_complete || !most && distance == 1;
    Ok(Some(Pair { solutions: [part(0), part(1)], distance, is_proven }))
}

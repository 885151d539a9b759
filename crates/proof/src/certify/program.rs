//! Certificates through the integer program: the statement itself is the program, its constraints the rows.
//!
//! The strategy `ilp` finds the answer. A second search refutes that there are others, and keeps its steps: learned
//! clauses, and sums of rows that the relaxation's multipliers made. Values that root propagation drops are ruled out
//! before (`narrow`). There is no formula and no encoding between the statement and the answer.

use std::collections::HashMap;
use std::ops::ControlFlow;

use cnfab_encode::Unsupported;
use cnfab_ilp::{BranchOrder, Expr, IlpTree, Program, RefutationStep, Refuted, StepId, TooLarge, TreeEnd, TreeOptions};
use cnfab_model::{Cmp, Model, narrow as narrowed};
use cnfab_solve::{Budget, Encodings, Outcome, SolveError, Strategy};

use super::answer::{Answer, better};
use super::lemmas::all_different;
use super::narrow::{narrow, taken};
use super::proof::{Id, Literal};
use super::state::ProofState;
use super::statement::Form;
use super::{CertifyError, gcd};

/// Numbers of steps from here on are not yet those of the proof.
const FIRST: StepId = 1 << 48;

/// Finds all solutions of a model that differ in the shown variables, or with an objective a best one.
///
/// # Errors
/// If there are more than `most`, the time is over before the answer, or numbers are too large.
pub(super) fn find(model: &Model, most: u64, budget: &Budget) -> Result<Answer, CertifyError> {
    let strategy = Strategy::parse("ilp").expect("a registered strategy").backend(&Encodings::default());
    let objective = model.objective();
    let (mut solutions, mut is_too_many) = (Vec::new(), false);
    let report = if objective.is_some() {
        strategy.optimise(model, budget, &mut |solution| {
            solutions = vec![solution.clone()];
            ControlFlow::Continue(())
        })
    } else {
        strategy.solve(model, budget, &mut |solution| {
            is_too_many = solutions.len() as u64 == most;
            solutions.push(solution.clone());
            if is_too_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    };
    let report = report.map_err(|error| match error {
        SolveError::Unsupported { what, .. } => too_large(&what),
        error => CertifyError::Failed(error.to_string()),
    })?;
    if is_too_many {
        return Err(CertifyError::TooMany(most));
    }
    if !matches!(report.outcome, Outcome::Exhausted | Outcome::Optimal) {
        return Err(CertifyError::Stopped);
    }
    let best = objective.zip(solutions.first()).map(|(objective, solution)| objective.value(solution));
    let bounded = objective.zip(best).map(|(objective, value)| better(model, objective, value));
    Ok(Answer { solutions, best, bounded })
}

pub(super) fn too_large(what: &str) -> CertifyError {
    CertifyError::Unsupported(Unsupported { encoding: "ilp".to_owned(), what: what.to_owned() })
}

/// A statement as a program. Its columns are the variables that are not ruled out.
struct Stated {
    program: Program,
    variables: Vec<u32>,
    columns: HashMap<u32, usize>,
    /// For each row the constraint that says it; where it is an equation, at most and at least.
    rows: Vec<[StepId; 2]>,
    /// A contradiction, if a row is one.
    end: Option<Id>,
}

impl Stated {
    fn new(state: &ProofState<'_>) -> Self {
        let variables: Vec<u32> =
            (0..state.statement.variables()).filter(|variable| !state.ruled_out.contains_key(variable)).collect();
        let mut program = Program::exact();
        variables.iter().for_each(|&variable| _ = program.binary(state.statement.name(variable).to_owned()));
        let columns = variables.iter().copied().zip(0..).collect();
        Stated { program, variables, columns, rows: Vec::new(), end: None }
    }

    fn sum(&self, terms: &[(u32, i128)]) -> Result<Expr, CertifyError> {
        let mut sum = Expr::new();
        for &(variable, coefficient) in terms {
            let coefficient = i64::try_from(coefficient).map_err(|_| too_large("numbers of this size"))?;
            self.columns.get(&variable).into_iter().for_each(|&column| sum.add(coefficient, column));
        }
        Ok(sum)
    }

    /// Adds what a form without ruled out variables says, and for an equation its opposite.
    fn row(
        &mut self,
        state: &mut ProofState<'_>,
        form: &Form,
        id: Id,
        opposite: Option<Id>,
    ) -> Result<(), CertifyError> {
        let before = self.program.rows().len();
        let bound = i64::try_from(form.bound).map_err(|_| too_large("numbers of this size"))?;
        let cmp = if opposite.is_some() { Cmp::Eq } else { Cmp::Ge };
        let sum = self.sum(&form.terms)?;
        self.program.row("", sum, cmp, bound).map_err(|TooLarge| too_large("numbers of this size"))?;
        if self.program.rows().len() == before || self.end.is_some() {
            return Ok(());
        }
        // Rows of the program are divided by what all their coefficients have in common.
        let divisor = form.terms.iter().fold(0, |divisor, term| gcd(divisor, term.1));
        let mut step = |id| if divisor > 1 { state.proof.sum(&[(id, 1)], &[], divisor) } else { id };
        let steps = [opposite.map(&mut step), Some(step(id))];
        self.rows.push([steps[0].or(steps[1]).expect("the second"), steps[1].expect("it is there")]);
        if self.program.is_contradictory() {
            let both: Vec<(Id, i128)> = steps.iter().flatten().map(|&id| (id, 1)).collect();
            let hint = if both.len() > 1 { state.proof.sum(&both, &[], 1) } else { both[0].0 };
            self.end = Some(state.proof.rup(&[], &[hint]));
        }
        Ok(())
    }
}

/// Refutes a statement and the exclusions of its solutions, and concludes; `END` stands for the contradiction. If it is
/// bounded, its last form is a bound on the objective.
///
/// # Errors
/// If the time is over, numbers are too large, or the proof cannot be written.
pub(super) fn refute(
    mut state: ProofState<'_>,
    exclusions: &[Form],
    is_bounded: bool,
    budget: &Budget,
    conclusion: &str,
) -> Result<(), CertifyError> {
    state.proof.draft();
    let domains = narrowed(state.statement.model);
    let end = match narrow(&mut state, domains.as_deref())? {
        Some(end) => end,
        None => contradiction(&mut state, exclusions, is_bounded, budget)?,
    };
    let end = state.proof.settle(&[end])[0];
    Ok(state.proof.conclude(&conclusion.replace("END", &end.to_string()))?)
}

fn contradiction(
    state: &mut ProofState<'_>,
    exclusions: &[Form],
    is_bounded: bool,
    budget: &Budget,
) -> Result<Id, CertifyError> {
    let statement = state.statement;
    let mut stated = Stated::new(state);
    let bound = is_bounded.then(|| statement.forms.len() as u32 - 1);
    let mut equations = statement.equations.iter().copied().peekable();
    let mut positions = 0..bound.unwrap_or(statement.forms.len() as u32);
    while let Some(position) = positions.next() {
        let (form, id) = state.form(position);
        let opposite =
            equations.next_if_eq(&position).and_then(|_| positions.next()).map(|position| state.form(position).1);
        stated.row(state, &form, id, opposite)?;
    }
    let different = all_different(state);
    for (form, id) in taken(state, &different) {
        let (form, id) = state.reduced(form, id);
        stated.row(state, &form, id, None)?;
    }
    for (position, form) in (statement.forms.len() as Id + 1..).zip(exclusions) {
        let (form, id) = state.reduced(form.clone(), position);
        stated.row(state, &form, id, None)?;
    }
    if let Some(end) = stated.end {
        return Ok(end);
    }
    let mut most = None;
    if let Some(position) = bound {
        let (form, id) = state.form(position);
        let opposite: Vec<(u32, i128)> = form.terms.iter().map(|&(variable, by)| (variable, -by)).collect();
        let sum = stated.sum(&opposite)?;
        stated.program.minimise(sum).map_err(|TooLarge| too_large("numbers of this size"))?;
        most = Some((i64::try_from(-form.bound).map_err(|_| too_large("numbers of this size"))?, id));
    }
    let refuted = Refuted { rows: &stated.rows, most, next: FIRST };
    let order = if most.is_some() { BranchOrder::Auto } else { BranchOrder::Fewest };
    let mut tree = IlpTree::refuting(&stated.program, &refuted, TreeOptions { order, ..TreeOptions::default() })
        .map_err(|TooLarge| too_large("numbers of this size"))?;
    match tree.run(&mut |_| budget.is_over(), &mut |_| ControlFlow::Break(())) {
        TreeEnd::Exhausted => {}
        TreeEnd::Stopped => return Err(CertifyError::Stopped),
        TreeEnd::Satisfied => return Err(CertifyError::Failed("what is to be refuted has a solution".to_owned())),
    }
    let end = write(state, &stated.variables, tree.refutation());
    end.ok_or_else(|| CertifyError::Failed("the refutation has no step".to_owned()))
}

/// Adds the steps of a search to a proof; the last one.
fn write(state: &mut ProofState<'_>, variables: &[u32], steps: &[RefutationStep]) -> Option<Id> {
    let proof = &mut state.proof;
    let mut ids: Vec<Id> = Vec::new();
    for step in steps {
        let written = |step: StepId| step.checked_sub(FIRST).map_or(step, |index| ids[index as usize]);
        let all = |steps: &[StepId]| steps.iter().map(|&step| written(step)).collect::<Vec<Id>>();
        let id = match step {
            RefutationStep::Sum { of, ends, divisor } => {
                let of: Vec<(Id, i128)> = of.iter().map(|&(step, by)| (written(step), by)).collect();
                let ends: Vec<(u32, i128)> = ends.iter().map(|&(column, by)| (variables[column], by)).collect();
                proof.sum(&of, &ends, (*divisor).into())
            }
            RefutationStep::Saturated(of) => proof.saturated(written(*of)),
            RefutationStep::Clause { literals, hints } => {
                let literal = |&(column, positive): &(usize, bool)| Literal { variable: variables[column], positive };
                proof.rup(&literals.iter().map(literal).collect::<Vec<_>>(), &all(hints))
            }
            RefutationStep::Forget(of) => {
                proof.delete(&all(of));
                continue;
            }
        };
        ids.push(id);
    }
    ids.last().copied()
}

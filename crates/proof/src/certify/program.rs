//! Certificates through the integer program: the statement itself is the program, its constraints the rows.
//!
//! The solver of `cnfab-ilp` finds the answer, and refutes all others in a second search that keeps its steps: learned
//! clauses, and sums of rows that the relaxation's multipliers made. There is no formula and no encoding between the
//! statement and the answer.

use std::ops::ControlFlow;

use cnfab_ilp::{BranchOrder, Expr, IlpTree, Program, RefutationStep, Refuted, StepId, TooLarge, TreeEnd, TreeOptions};
use cnfab_model::{Assignment, Cmp, Model, Var};
use cnfab_solve::Budget;

use super::CertifyError;
use super::answer::{Answer, better};
use super::proof::{Id, Literal, Proof};
use super::statement::{Form, Statement};

/// A statement as a program over 0/1 columns, which are its variables in order.
struct Stated {
    program: Program,
    /// For each row the form that says it; where it is an equation, at most and at least.
    rows: Vec<[u32; 2]>,
    /// The forms that contradict each other by themselves.
    contradiction: Option<[u32; 2]>,
}

impl Stated {
    /// States the first forms of a statement, and more behind all of its forms.
    fn new(statement: &Statement<'_>, forms: usize, more: &[Form]) -> Result<Self, CertifyError> {
        let mut stated = Stated { program: Program::exact(), rows: Vec::new(), contradiction: None };
        (0..statement.variables()).for_each(|variable| _ = stated.program.binary(statement.name(variable).to_owned()));
        let mut equations = statement.equations.iter().copied().peekable();
        let mut positions = 0..forms as u32;
        while let Some(position) = positions.next() {
            let form = &statement.forms[position as usize];
            if equations.next_if_eq(&position).is_some() {
                positions.next();
                stated.row(form, Cmp::Eq, [position + 1, position])?;
            } else {
                stated.row(form, Cmp::Ge, [position, position])?;
            }
        }
        for (position, form) in (statement.forms.len() as u32..).zip(more) {
            stated.row(form, Cmp::Ge, [position, position])?;
        }
        Ok(stated)
    }

    fn row(&mut self, form: &Form, cmp: Cmp, of: [u32; 2]) -> Result<(), CertifyError> {
        let before = self.program.rows().len();
        let bound = i64::try_from(form.bound).map_err(|_| too_large())?;
        self.program.row("", sum(&form.terms)?, cmp, bound).map_err(|TooLarge| too_large())?;
        if self.program.rows().len() > before {
            self.rows.push(of);
        }
        if self.program.is_contradictory() {
            self.contradiction = self.contradiction.or(Some(of));
        }
        Ok(())
    }
}

fn too_large() -> CertifyError {
    CertifyError::Failed("a sum of the model has numbers that are too large for the integer program".to_owned())
}

fn sum(terms: &[(u32, i128)]) -> Result<Expr, CertifyError> {
    let mut sum = Expr::new();
    for &(variable, coefficient) in terms {
        sum.add(i64::try_from(coefficient).map_err(|_| too_large())?, variable as usize);
    }
    Ok(sum)
}

/// Finds all solutions of a model that differ in the shown variables, or with an objective a best one.
///
/// # Errors
/// If there are more than `most`, the time is over before the answer, or numbers are too large.
pub(super) fn find(model: &Model, shown: &[Var], most: u64, budget: &Budget) -> Result<Answer, CertifyError> {
    let statement = Statement::new(model);
    let mut stated = Stated::new(&statement, statement.forms.len(), &[])?;
    let (mut solutions, mut best, mut failure) = (Vec::new(), None, None);
    let options = TreeOptions::default();
    let columns: Vec<usize> = shown.iter().flat_map(|&var| columns(&statement, var)).collect();
    let objective = model.objective();
    if objective.is_some() {
        stated.program.minimise(sum(&statement.objective())?).map_err(|TooLarge| too_large())?;
    }
    let tree = match objective {
        Some(_) => IlpTree::optimising(&stated.program, options),
        None => IlpTree::listing(&stated.program, Some(&columns), options),
    };
    let mut tree = tree.map_err(|TooLarge| too_large())?;
    let end = tree.run(&mut |_| budget.is_over(), &mut |values| {
        let solution = assignment(&statement, values);
        if let Some(posted) = model.violated(&solution) {
            failure = Some(CertifyError::Failed(format!("a solution of the program violates '{}'", posted.label)));
            return ControlFlow::Break(());
        }
        if let Some(objective) = objective {
            best = Some(objective.value(&solution));
            solutions.clear();
        } else if solutions.len() as u64 == most {
            failure = Some(CertifyError::TooMany(most));
            return ControlFlow::Break(());
        }
        solutions.push(solution);
        ControlFlow::Continue(())
    });
    match (failure, end) {
        (Some(failure), _) => Err(failure),
        (None, TreeEnd::Exhausted) => {
            let bounded = objective.zip(best).map(|(objective, value)| better(model, objective, value));
            Ok(Answer { solutions, best, bounded })
        }
        (None, TreeEnd::Satisfied | TreeEnd::Stopped) => Err(CertifyError::Stopped),
    }
}

fn columns(statement: &Statement<'_>, var: Var) -> std::ops::Range<usize> {
    let group = &statement.groups[var.index()];
    group.first as usize..(group.first + group.len) as usize
}

fn assignment(statement: &Statement<'_>, values: &[i64]) -> Assignment {
    let value = |index: usize| {
        let var = Var::from_index(index);
        let place = columns(statement, var).position(|column| values[column] == 1).expect("a variable has a value");
        statement.model.domain(var).nth(place).expect("a value of the domain")
    };
    Assignment::new((0..statement.model.variables().len()).map(value).collect())
}

/// Refutes a statement and the exclusions of its solutions, and concludes; `END` stands for the contradiction. If it is
/// bounded, its last form is a bound on the objective.
///
/// # Errors
/// If the time is over, numbers are too large, or the proof cannot be written.
pub(super) fn refute(
    statement: &Statement<'_>,
    mut proof: Proof<'_>,
    exclusions: &[Form],
    is_bounded: bool,
    budget: &Budget,
    conclusion: &str,
) -> Result<(), CertifyError> {
    proof.draft();
    let end = contradiction(statement, &mut proof, exclusions, is_bounded, budget)?;
    let end = proof.settle(&[end])[0];
    Ok(proof.conclude(&conclusion.replace("END", &end.to_string()))?)
}

fn contradiction(
    statement: &Statement<'_>,
    proof: &mut Proof<'_>,
    exclusions: &[Form],
    is_bounded: bool,
    budget: &Budget,
) -> Result<Id, CertifyError> {
    let bound = statement.forms.last().filter(|_| is_bounded);
    let forms = statement.forms.len() - usize::from(is_bounded);
    let mut stated = Stated::new(statement, forms, exclusions)?;
    let form_of = |position: u32| match statement.forms.get(position as usize) {
        Some(form) => form,
        None => &exclusions[position as usize - statement.forms.len()],
    };
    // Rows of the program are divided by what all their coefficients have in common.
    let mut step = |position: u32| {
        let divisor = form_of(position).terms.iter().fold(0, |divisor, term| gcd(divisor, term.1.abs()));
        let id = Proof::input(position);
        if divisor > 1 { proof.sum(&[(id, 1)], &[], divisor) } else { id }
    };
    if let Some(of) = stated.contradiction {
        let [first, second] = of.map(&mut step);
        let both = if first == second { first } else { proof.sum(&[(first, 1), (second, 1)], &[], 1) };
        return Ok(proof.rup(&[], &[both]));
    }
    let rows: Vec<[StepId; 2]> = stated.rows.iter().map(|of| of.map(&mut step)).collect();
    let mut most = None;
    if let Some(form) = bound {
        stated.program.minimise(sum(&statement.objective())?).map_err(|TooLarge| too_large())?;
        most = Some((i64::try_from(-form.bound).map_err(|_| too_large())?, Proof::input(forms as u32)));
    }
    // Numbers of steps that are not in the proof yet.
    const FIRST: StepId = 1 << 48;
    let refuted = Refuted { rows: &rows, most, next: FIRST };
    let order = if most.is_some() { BranchOrder::Auto } else { BranchOrder::Fewest };
    let mut tree = IlpTree::refuting(&stated.program, &refuted, TreeOptions { order, ..TreeOptions::default() })
        .map_err(|TooLarge| too_large())?;
    match tree.run(&mut |_| budget.is_over(), &mut |_| ControlFlow::Break(())) {
        TreeEnd::Exhausted => {}
        TreeEnd::Stopped => return Err(CertifyError::Stopped),
        TreeEnd::Satisfied => return Err(CertifyError::Failed("what is to be refuted has a solution".to_owned())),
    }
    let mut ids: Vec<Id> = Vec::new();
    let mut last = None;
    for step in tree.refutation() {
        let written = |step: StepId, ids: &[Id]| step.checked_sub(FIRST).map_or(step, |index| ids[index as usize]);
        let id = match step {
            RefutationStep::Sum { of, ends, divisor } => {
                let of: Vec<(Id, i128)> = of.iter().map(|&(step, by)| (written(step, &ids), by)).collect();
                let ends: Vec<(u32, i128)> = ends.iter().map(|&(column, by)| (column as u32, by)).collect();
                proof.sum(&of, &ends, (*divisor).into())
            }
            RefutationStep::Saturated(of) => proof.saturated(written(*of, &ids)),
            RefutationStep::Clause { literals, hints } => {
                let literal = |&(column, positive): &(usize, bool)| Literal { variable: column as u32, positive };
                let hints: Vec<Id> = hints.iter().map(|&step| written(step, &ids)).collect();
                proof.rup(&literals.iter().map(literal).collect::<Vec<_>>(), &hints)
            }
            RefutationStep::Forget(of) => {
                proof.delete(&of.iter().map(|&step| written(step, &ids)).collect::<Vec<_>>());
                continue;
            }
        };
        ids.push(id);
        last = Some(id);
    }
    last.ok_or_else(|| CertifyError::Failed("the refutation has no step".to_owned()))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

//! Formulas for `cnfab audit` that other programs wrote.

use crate::audit::{AuditLimits, Case, Measurement, Subject, least_clauses, measured};
use crate::cnf::{ClauseStore, Lit};
use crate::display::quoted;
use crate::external;
use crate::format::dimacs_reader::{Head, Memory};
use crate::words::words;

use super::failure::Failure;
use super::formula;

/// The variables of a formula that are the inputs.
#[derive(Clone, Debug)]
pub(super) enum Inputs {
    /// As many as are needed, from variable 1 on.
    First,
    /// These literals.
    Listed(Vec<i32>),
}

/// Reads `first` or `1,2,-3`.
pub(super) fn inputs(text: &str) -> Result<Inputs, String> {
    if text == "first" {
        return Ok(Inputs::First);
    }
    let wrong = |part: &str| format!("found {}, expected 'first' or literals such as 1,2,3", quoted(part));
    let literal = |part: &str| match part.trim().parse::<i32>() {
        Ok(number) if number != 0 && number != i32::MIN => Ok(number),
        _ => Err(wrong(part)),
    };
    Ok(Inputs::Listed(text.split(',').map(literal).collect::<Result<_, _>>()?))
}

/// Judges the formula in a file by a case of a class.
pub(super) fn file(
    class: &str,
    path: &str,
    chosen: Option<&Inputs>,
    cases: Vec<Case>,
    limits: Option<&AuditLimits>,
) -> Result<Vec<Measurement>, Failure> {
    let Ok([case]) = <[Case; 1]>::try_from(cases) else {
        return Err(Failure::Input("cnfab: --cnf is one formula: expected one number as --n".to_owned()));
    };
    let mut formula = ClauseStore::default();
    let head = formula::read(path, &Memory::of_solver(super::memory::bytes()), &mut formula)?;
    Ok(vec![row(&format!("{class}={path}"), path, &head, formula, chosen, case, limits)?])
}

/// Runs a generator for each case and judges what it writes.
pub(super) fn command(
    class: &str,
    template: &str,
    fill: &dyn Fn(&str, &Case) -> String,
    chosen: Option<&Inputs>,
    cases: Vec<Case>,
    limits: Option<&AuditLimits>,
) -> Result<Vec<Measurement>, Failure> {
    let mut rows = Vec::new();
    for case in cases {
        let words: Vec<String> = words(template)
            .map_err(|why| Failure::Input(format!("cnfab: {why}")))?
            .iter()
            .map(|word| fill(word, &case))
            .collect();
        let (head, formula) = external::run(&words, &|| false)?;
        let (program, shown) = (&words[0], words.join(" "));
        rows.push(row(&format!("{class}=cmd:{program}"), &shown, &head, formula, chosen, case, limits)?);
    }
    Ok(rows)
}

fn row(
    subject: &str,
    name: &str,
    head: &Head,
    formula: ClauseStore,
    chosen: Option<&Inputs>,
    case: Case,
    limits: Option<&AuditLimits>,
) -> Result<Measurement, Failure> {
    let needed = Subject::inputs_needed(&case.model);
    let inputs: Vec<i32> = match (chosen, &head.shown) {
        (Some(Inputs::Listed(listed)), _) => listed.clone(),
        (Some(Inputs::First), _) => (1..=needed as i32).collect(),
        (None, Some(shown)) => shown.iter().map(|&variable| variable as i32).collect(),
        (None, None) => {
            return Err(Failure::Input(format!(
                "cnfab: '{name}' does not say which variables are its inputs: give --inputs, or a line 'c p show 1 2 3 0'"
            )));
        }
    };
    let inputs: Vec<Lit> = inputs.into_iter().map(Lit::from_dimacs).collect();
    let given = Subject::given(case.model, formula, &inputs);
    let given = given.map_err(|why| Failure::Input(format!("cnfab: '{name}' ({}): {why}", case.label)))?;
    let least_clauses = least_clauses(given.model());
    let outcome = measured(&given, limits);
    Ok(Measurement { subject: subject.to_owned(), case: case.label, formula: None, least_clauses, outcome })
}

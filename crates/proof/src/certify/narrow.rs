//! Proves what root propagation drops, so that a formula may leave it out.
//!
//! First comes unit propagation on the forms. The same follows with "each value is taken" where there are as many
//! values as different variables. Next are values that unit propagation contradicts, as those without a row in some
//! table. Other values are justified form by form, as clauses are: sums need the bounds of their other variables. This
//! is repeated until nothing changes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use cnfab_model::Domain;

use super::CertifyError;
use super::lemmas::{Different, Lemmas, all_different};
use super::proof::{Id, Literal};
use super::propagation::Propagation;
use super::state::ProofState;
use super::statement::Form;

/// Rules out all values that are not in the domains; without domains, proves that nothing is left.
///
/// # Errors
/// If a value cannot be ruled out so, or the time is over.
pub(super) fn narrow(state: &mut ProofState<'_>, domains: Option<&[Domain]>) -> Result<Option<Id>, CertifyError> {
    let (none, different): (Rc<[Different]>, Rc<[Different]>) = (Rc::default(), all_different(state).into());
    let different = &different;
    let statement = state.statement;
    let mut propagation = Propagation::default();
    // The step that says what each sum does.
    let mut steps: Vec<Id> = (0..statement.forms.len() as u32).map(|position| state.proof.input(position)).collect();
    statement.forms.iter().for_each(|form| propagation.add(Cow::Borrowed(&form.terms), form.bound));
    let mut has_taken = different.is_empty();
    loop {
        if state.is_over() {
            return Err(CertifyError::Stopped);
        }
        let step = |steps: &[Id], form: u32| steps[form as usize];
        if let Some(form) = propagation.run() {
            let gone = |variable: u32| state.ruled_out.get(&variable).copied();
            let hints = propagation.why(Ok(form), |form| step(&steps, form), gone);
            return Ok(Some(state.proof.rup(&[], &hints)));
        }
        let wanted = wanted(state, domains, &propagation);
        let is_false = |variable: u32| propagation.value(variable) == Some(false);
        let rows = state.rows();
        let is_open = |&variable: &u32| rows.contains(&variable) || wanted.binary_search(&variable).is_ok();
        let mut gone: HashMap<u32, Id> = HashMap::new();
        let mut found: Vec<(u32, Id)> = Vec::new();
        for variable in propagation.trail().iter().copied().filter(is_open) {
            if is_false(variable) && !state.ruled_out.contains_key(&variable) {
                let known = |other: u32| state.ruled_out.get(&other).or(gone.get(&other)).copied();
                let hints = propagation.why(Err(variable), |form| step(&steps, form), known);
                let id = state.proof.rup(&[!Literal::of(variable)], &hints);
                gone.insert(variable, id);
                found.push((variable, id));
            }
        }
        state.rule_out(&found);
        let open: Vec<u32> = wanted.into_iter().filter(|&variable| !is_false(variable)).collect();
        if !open.is_empty() && !std::mem::replace(&mut has_taken, true) {
            for (form, id) in taken(state, different) {
                propagation.add(Cow::Owned(form.terms), form.bound);
                steps.push(id);
            }
            continue;
        }
        let mut found: Vec<(u32, Id)> = Vec::new();
        // What costs more is tried where the cheaper way rules nothing out.
        for by in [None, Some(&none), Some(different)] {
            if !found.is_empty() {
                break;
            }
            for &variable in &open {
                if state.is_over() {
                    return Err(CertifyError::Stopped);
                }
                let known = |other: u32| {
                    state
                        .ruled_out
                        .get(&other)
                        .copied()
                        .or_else(|| found.iter().find_map(|&(variable, id)| (variable == other).then_some(id)))
                };
                let id = match by {
                    None => propagation
                        .refuted(variable, |form| step(&steps, form), known)
                        .map(|hints| state.proof.rup(&[!Literal::of(variable)], &hints)),
                    Some(different) => ruled_out(variable, state, different),
                };
                if let Some(id) = id {
                    found.push((variable, id));
                    propagation.set(variable, false);
                }
            }
        }
        state.rule_out(&found);
        if found.is_empty() {
            let why = match open.first() {
                None if domains.is_some() => return Ok(None),
                Some(&variable) if domains.is_some() => {
                    format!("root=narrow drops {} without a justification", state.statement.name(variable))
                }
                _ => {
                    let positions = 0..state.statement.stated.len();
                    let of = |position| Lemmas { different: Rc::clone(different), ..Lemmas::of(state, position) };
                    let lemmas = positions.map(of).collect::<Vec<_>>();
                    if let Some(id) = lemmas.iter().find_map(|lemmas| state.justify(&[], lemmas)) {
                        return Ok(Some(id));
                    }
                    "root=narrow finds a contradiction that has no justification".to_owned()
                }
            };
            return Err(match state.is_over() {
                true => CertifyError::Stopped,
                false => CertifyError::Unjustified(format!("{why}: use root=none")),
            });
        }
    }
}

/// The step that rules out a value by one of its constraints.
fn ruled_out(variable: u32, state: &mut ProofState<'_>, different: &Rc<[Different]>) -> Option<Id> {
    let clause = [!Literal::of(variable)];
    state.with(variable).into_iter().find_map(|position| {
        let lemmas = Lemmas { different: Rc::clone(different), ..Lemmas::of(state, position).about(variable) };
        state.justify(&clause, &lemmas)
    })
}

/// The values that are to be ruled out and are not yet.
fn wanted(state: &ProofState<'_>, domains: Option<&[Domain]>, propagation: &Propagation<'_>) -> Vec<u32> {
    let model = state.statement.model;
    let mut wanted = Vec::new();
    for (index, (variable, group)) in model.variables().iter().zip(&state.statement.groups).enumerate() {
        for (literal, value) in (group.first..).zip(variable.domain.values()) {
            let is_kept = match domains {
                Some(domains) => domains[index].contains(value),
                None => propagation.value(literal) == Some(true),
            };
            if !is_kept && !state.ruled_out.contains_key(&literal) {
                wanted.push(literal);
            }
        }
    }
    wanted
}

/// For variables that are all different and have as many values as they are: that a value is taken, for each value.
/// It is the sum of "one value" over the variables and of "at most once" over the other values.
pub(super) fn taken(state: &mut ProofState<'_>, different: &[Different]) -> Vec<(Form, Id)> {
    let statement = state.statement;
    let mut forms = Vec::new();
    for different in different {
        let mut holders: BTreeMap<i32, Vec<u32>> = BTreeMap::new();
        for &group in &different.groups {
            let values = statement.model.variables()[group as usize].domain.values();
            for (variable, value) in (statement.groups[group as usize].first..).zip(values) {
                holders.entry(value).or_default().push(variable);
            }
        }
        if holders.len() != different.groups.len() {
            continue;
        }
        let some = different.groups.iter().map(|&group| state.proof.input(statement.groups[group as usize].some));
        let some: Vec<Id> = some.collect();
        for (&value, own) in &holders {
            let mut used: Vec<(Id, i128)> = some.iter().map(|&id| (id, 1)).collect();
            let mut ends = Vec::new();
            for (other, holders) in holders.iter().filter(|(other, _)| **other != value) {
                match different.once.get(other) {
                    Some(&form) => used.push((state.proof.input(form), 1)),
                    None => ends.extend(holders.iter().map(|&variable| (variable, -1))),
                }
            }
            let id = state.proof.sum(&used, &ends, 1);
            forms.push((Form { terms: own.iter().map(|&variable| (variable, 1)).collect(), bound: 1 }, id));
        }
    }
    forms
}

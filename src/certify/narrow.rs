//! Proves what root propagation drops, so that a formula may leave it out.
//!
//! First comes unit propagation on the forms, which the checker does by itself. Other values are justified form by
//! form, as clauses are: sums need the bounds of their other variables. This is repeated until nothing changes.

use std::collections::VecDeque;

use crate::model::Domain;

use super::CertifyError;
use super::facts::Facts;
use super::lemmas::{Different, Lemmas};
use super::proof::{Id, Literal};

/// Rules out all values that are not in the domains; without domains, proves that nothing is left.
///
/// # Errors
/// If a value cannot be ruled out so, or the time is over.
pub(super) fn narrow(
    facts: &mut Facts<'_>,
    domains: Option<&[Domain]>,
    different: &[Different],
) -> Result<Option<Id>, CertifyError> {
    let mut propagation = Propagation::new(facts);
    loop {
        if facts.is_over() {
            return Err(CertifyError::Stopped);
        }
        if propagation.run(facts) {
            return Ok(Some(facts.proof.rup(&[], &[])));
        }
        let wanted = wanted(facts, domains, &propagation.values);
        let is_false = |variable: &u32| propagation.values[*variable as usize] == Some(false);
        let rows = facts.rows().filter(|row| is_false(row) && !facts.ruled_out.contains_key(row));
        let propagated: Vec<u32> = wanted.iter().copied().filter(is_false).chain(rows).collect();
        let steps: Vec<(u32, Id)> = propagated
            .into_iter()
            .map(|variable| (variable, facts.proof.rup(&[!Literal::of(variable)], &[])))
            .collect();
        facts.rule_out(&steps);
        let mut found = Vec::new();
        let open: Vec<u32> = wanted.into_iter().filter(|variable| !is_false(variable)).collect();
        // What costs more is tried where the cheaper way rules nothing out.
        for effort in [Effort::Assume, Effort::Justify(&[]), Effort::Justify(different)] {
            if !found.is_empty() {
                break;
            }
            for &variable in &open {
                if facts.is_over() {
                    return Err(CertifyError::Stopped);
                }
                let step = match effort {
                    Effort::Assume => {
                        propagation.refutes(variable, facts).then(|| facts.proof.rup(&[!Literal::of(variable)], &[]))
                    }
                    Effort::Justify(different) => ruled_out(variable, facts, different),
                };
                if let Some(id) = step {
                    found.push((variable, id));
                    propagation.set(variable, false);
                }
            }
        }
        facts.rule_out(&found);
        if found.is_empty() {
            let why = match open.first() {
                None if domains.is_some() => return Ok(None),
                Some(&variable) if domains.is_some() => {
                    format!("root=narrow drops {} without a justification", facts.statement.name(variable))
                }
                _ => {
                    let positions = 0..facts.statement.stated.len();
                    let lemmas = positions.map(|position| Lemmas::of(facts, position)).collect::<Vec<_>>();
                    if let Some(id) = lemmas.iter().find_map(|lemmas| facts.justify(&[], lemmas, different)) {
                        return Ok(Some(id));
                    }
                    "root=narrow finds a contradiction that has no justification".to_owned()
                }
            };
            return Err(match facts.is_over() {
                true => CertifyError::Stopped,
                false => CertifyError::Unjustified(format!("{why}: use root=none")),
            });
        }
    }
}

/// A way to rule out a value.
#[derive(Clone, Copy)]
enum Effort<'d> {
    /// Propagation contradicts it.
    Assume,
    /// A constraint that it is in does, given that these variables are different.
    Justify(&'d [Different]),
}

/// The step that rules out a value by one of its constraints.
fn ruled_out(variable: u32, facts: &mut Facts<'_>, different: &[Different]) -> Option<Id> {
    let clause = [!Literal::of(variable)];
    facts.with(variable).into_iter().find_map(|position| {
        let lemmas = Lemmas::of(facts, position).about(variable);
        facts.justify(&clause, &lemmas, different)
    })
}

/// The values that are to be ruled out and are not yet.
fn wanted(facts: &Facts<'_>, domains: Option<&[Domain]>, values: &[Option<bool>]) -> Vec<u32> {
    let model = facts.statement.model;
    let mut wanted = Vec::new();
    for (index, (variable, group)) in model.variables().iter().zip(&facts.statement.groups).enumerate() {
        for (literal, value) in (group.first..).zip(variable.domain.values()) {
            let is_kept = match domains {
                Some(domains) => domains[index].contains(value),
                None => values[literal as usize] == Some(true),
            };
            if !is_kept && !facts.ruled_out.contains_key(&literal) {
                wanted.push(literal);
            }
        }
    }
    wanted
}

/// Unit propagation on the forms of a statement.
struct Propagation {
    values: Vec<Option<bool>>,
    /// What has a value, in the order in which it got it.
    trail: Vec<u32>,
    /// The forms in which each variable occurs.
    with: Vec<Vec<u32>>,
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
}

impl Propagation {
    fn new(facts: &Facts<'_>) -> Self {
        let forms = &facts.statement.forms;
        let mut with = vec![Vec::new(); facts.statement.variables() as usize];
        for (position, form) in (0..).zip(forms) {
            form.terms.iter().for_each(|&(variable, _)| with[variable as usize].push(position));
        }
        Propagation {
            values: vec![None; with.len()],
            trail: Vec::new(),
            with,
            queue: (0..forms.len() as u32).collect(),
            is_queued: vec![true; forms.len()],
        }
    }

    /// Whether a variable cannot be true, as unit propagation sees; nothing else is changed.
    fn refutes(&mut self, variable: u32, facts: &Facts<'_>) -> bool {
        let queued: Vec<u32> = self.queue.drain(..).collect();
        queued.iter().for_each(|&form| self.is_queued[form as usize] = false);
        let before = self.trail.len();
        self.set(variable, true);
        queued.iter().for_each(|&form| self.put(form));
        let refuted = self.run(facts);
        for variable in self.trail.drain(before..) {
            self.values[variable as usize] = None;
        }
        self.queue.drain(..).for_each(|form| self.is_queued[form as usize] = false);
        queued.iter().for_each(|&form| self.put(form));
        refuted
    }

    fn put(&mut self, form: u32) {
        if !std::mem::replace(&mut self.is_queued[form as usize], true) {
            self.queue.push_back(form);
        }
    }

    fn set(&mut self, variable: u32, value: bool) {
        self.values[variable as usize] = Some(value);
        self.trail.push(variable);
        for &form in &self.with[variable as usize] {
            if !std::mem::replace(&mut self.is_queued[form as usize], true) {
                self.queue.push_back(form);
            }
        }
    }

    /// Whether there is a contradiction.
    fn run(&mut self, facts: &Facts<'_>) -> bool {
        while let Some(position) = self.queue.pop_front() {
            self.is_queued[position as usize] = false;
            let form = &facts.statement.forms[position as usize];
            let most = |&(variable, coefficient): &(u32, i128)| match self.values[variable as usize] {
                Some(value) => coefficient * i128::from(value),
                None => coefficient.max(0),
            };
            let slack = form.terms.iter().map(most).sum::<i128>() - form.bound;
            if slack < 0 {
                return true;
            }
            for &(variable, coefficient) in &form.terms {
                if self.values[variable as usize].is_none() && coefficient.abs() > slack {
                    self.set(variable, coefficient > 0);
                }
            }
        }
        false
    }
}

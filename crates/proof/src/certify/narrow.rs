//! Proves what root propagation drops, so that a formula may leave it out.
//!
//! First comes unit propagation on the forms, which the checker does by itself. The same follows with "each value is
//! taken" where there are as many values as different variables. A value without a row in some table is next. Other
//! values are justified form by form, as clauses are: sums need the bounds of their other variables. This is repeated
//! until nothing changes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use cnfab_model::Domain;

use super::CertifyError;
use super::facts::Facts;
use super::lemmas::{Different, Lemmas};
use super::proof::{Id, Literal, Proof};
use super::statement::{Form, Group};

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
    let mut has_taken = different.is_empty();
    loop {
        if facts.is_over() {
            return Err(CertifyError::Stopped);
        }
        if propagation.run() {
            return Ok(Some(facts.proof.rup(&[], &[])));
        }
        let wanted = wanted(facts, domains, &propagation.values);
        let is_false = |variable: &u32| propagation.values[*variable as usize] == Some(false);
        let rows = facts.rows().filter(|row| is_false(row) && !facts.ruled_out.contains_key(row));
        let propagated: Vec<u32> = wanted.iter().copied().filter(is_false).chain(rows).collect();
        let mut steps: Vec<(u32, Id)> = Vec::new();
        let mut gone: HashMap<u32, Id> = HashMap::new();
        for variable in propagated {
            let hints = propagation.hints(variable, |other| facts.ruled_out.get(&other).or(gone.get(&other)).copied());
            let step = facts.proof.rup(&[!Literal::of(variable)], &hints.unwrap_or_default());
            steps.push((variable, step));
            gone.insert(variable, step);
        }
        facts.rule_out(&steps);
        let open: Vec<u32> = wanted.into_iter().filter(|variable| !is_false(variable)).collect();
        if !open.is_empty() && !std::mem::replace(&mut has_taken, true) {
            for form in taken(facts, different) {
                propagation.add(Cow::Owned(form.terms), form.bound);
            }
            continue;
        }
        let mut found = without_support(facts, &propagation.values, &open);
        found.iter().for_each(|&(variable, _)| propagation.set(variable, false));
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
                        propagation.refutes(variable).then(|| facts.proof.rup(&[!Literal::of(variable)], &[]))
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

/// For variables that are all different and have as many values as they are: that a value is taken, for each value.
/// It is the sum of "one value" over the variables and of "at most once" over the other values.
fn taken(facts: &mut Facts<'_>, different: &[Different]) -> Vec<Form> {
    let statement = facts.statement;
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
        let some = different.groups.iter().map(|&group| Proof::input(statement.groups[group as usize].some));
        for (&value, own) in &holders {
            let mut used: Vec<(Id, i128)> = some.clone().map(|id| (id, 1)).collect();
            let mut ends = Vec::new();
            for (other, holders) in holders.iter().filter(|(other, _)| **other != value) {
                match different.once.get(other) {
                    Some(&form) => used.push((Proof::input(form), 1)),
                    None => ends.extend(holders.iter().map(|&variable| (variable, -1))),
                }
            }
            facts.proof.propagated_sum(&used, &ends);
            forms.push(Form { terms: own.iter().map(|&variable| (variable, 1)).collect(), bound: 1 });
        }
    }
    forms
}

/// Rules out values without a row in some table, or with none that is left. For each column, one step sums up that some
/// value with a row is taken.
fn without_support(facts: &mut Facts<'_>, values: &[Option<bool>], open: &[u32]) -> Vec<(u32, Id)> {
    let statement = facts.statement;
    let open: HashSet<u32> = open.iter().copied().collect();
    let mut found: BTreeMap<u32, Id> = BTreeMap::new();
    for (posted, stated) in statement.model.constraints().iter().zip(&statement.stated) {
        let Some(rows) = stated.rows.filter(|_| posted.when.is_empty()) else { continue };
        let rows = &statement.groups[rows as usize];
        // The form that says that rows need a value, by the value.
        let mut needs: HashMap<u32, u32> = HashMap::new();
        for form in stated.forms.clone() {
            let of_value = |&&(variable, _): &&(u32, i128)| !(rows.first..rows.first + rows.len).contains(&variable);
            let value = statement.forms[form as usize].terms.iter().find(of_value);
            needs.extend(value.map(|&(variable, _)| (variable, form)));
        }
        let of_form = |form: u32| statement.forms[form as usize].terms.iter().filter(|&&(_, factor)| factor < 0);
        let is_lost = |row: u32| values[row as usize] == Some(false);
        for var in posted.constraint.vars() {
            let Group { first, len, one, .. } = statement.groups[var.index()];
            let has_row =
                |value: &u32| needs.get(value).is_some_and(|&form| of_form(form).any(|&(row, _)| !is_lost(row)));
            let lost = |value: &u32| open.contains(value) && !has_row(value) && !found.contains_key(value);
            let lost: Vec<u32> = (first..first + len).filter(lost).collect();
            if lost.is_empty() {
                continue;
            }
            let mut used = Some(vec![(Proof::input(rows.some), 1)]);
            for (value, &form) in (first..first + len).filter_map(|value| Some((value, needs.get(&value)?))) {
                let steps: Option<Vec<(Id, i128)>> = match has_row(&value) {
                    true => Some(vec![(Proof::input(form), 1)]),
                    false => of_form(form).map(|(row, _)| Some((*facts.ruled_out.get(row)?, 1))).collect(),
                };
                used = used.zip(steps).map(|(used, steps)| [used, steps].concat());
            }
            let Some(used) = used else { continue };
            let some = facts.proof.sum(&used, &[], 1);
            for value in lost {
                found.insert(value, facts.proof.rup(&[!Literal::of(value)], &[some, Proof::input(one)]));
            }
        }
    }
    found.into_iter().collect()
}

/// A form, and how far what its variables come to at most is above its bound.
struct Counted<'f> {
    terms: Cow<'f, [(u32, i128)]>,
    slack: i128,
    /// The largest coefficient without its sign. Nothing follows while the slack is not less.
    largest: i128,
}

/// Unit propagation on forms: those of the statement, and what was proved besides.
struct Propagation<'f> {
    forms: Vec<Counted<'f>>,
    values: Vec<Option<bool>>,
    /// The form from which the value of a variable follows.
    reasons: Vec<Option<u32>>,
    /// The variables that have a value, in the order in which they got it.
    trail: Vec<u32>,
    /// The forms in which each variable occurs, and its coefficient.
    with: Vec<Vec<(u32, i128)>>,
    /// How many forms are those of the statement.
    of_statement: u32,
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
}

impl<'f> Propagation<'f> {
    fn new(facts: &Facts<'f>) -> Self {
        let mut propagation = Propagation {
            forms: Vec::new(),
            values: vec![None; facts.statement.variables() as usize],
            reasons: vec![None; facts.statement.variables() as usize],
            trail: Vec::new(),
            with: vec![Vec::new(); facts.statement.variables() as usize],
            of_statement: facts.statement.forms.len() as u32,
            queue: VecDeque::new(),
            is_queued: Vec::new(),
        };
        facts.statement.forms.iter().for_each(|form| propagation.add(Cow::Borrowed(&form.terms), form.bound));
        propagation
    }

    fn add(&mut self, terms: Cow<'f, [(u32, i128)]>, bound: i128) {
        let number = self.forms.len() as u32;
        let mut slack = -bound;
        for &(variable, coefficient) in &*terms {
            self.with[variable as usize].push((number, coefficient));
            slack += match self.values[variable as usize] {
                Some(value) => coefficient * i128::from(value),
                None => coefficient.max(0),
            };
        }
        let largest = terms.iter().map(|(_, coefficient)| coefficient.abs()).max().unwrap_or(0);
        self.forms.push(Counted { terms, slack, largest });
        self.is_queued.push(false);
        self.put(number);
    }

    /// The steps from which it follows that a variable is false: a form of the statement, and what rules out those of
    /// its variables that count. `None` if other variables of it are true, or no step rules them out.
    fn hints(&self, variable: u32, gone: impl Fn(u32) -> Option<Id>) -> Option<Vec<Id>> {
        let reason = self.reasons[variable as usize].filter(|&form| form < self.of_statement)?;
        let mut hints = vec![Proof::input(reason)];
        for &(other, coefficient) in &*self.forms[reason as usize].terms {
            match self.values[other as usize] {
                _ if other == variable => {}
                Some(true) if coefficient < 0 => return None,
                Some(false) if coefficient > 0 => hints.push(gone(other)?),
                _ => {}
            }
        }
        Some(hints)
    }

    /// True if a variable cannot be true, as unit propagation sees; nothing else is changed.
    fn refutes(&mut self, variable: u32) -> bool {
        let queued: Vec<u32> = self.queue.drain(..).collect();
        queued.iter().for_each(|&form| self.is_queued[form as usize] = false);
        let before = self.trail.len();
        self.set(variable, true);
        queued.iter().for_each(|&form| self.put(form));
        let refuted = self.run();
        for variable in self.trail.split_off(before) {
            let value = self.values[variable as usize].take();
            self.count(variable, value == Some(true), 1);
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
        self.count(variable, value, -1);
    }

    /// Changes the slack of forms by what a value costs them, times a sign.
    fn count(&mut self, variable: u32, value: bool, sign: i128) {
        for &(number, coefficient) in &self.with[variable as usize] {
            let form = &mut self.forms[number as usize];
            if value == (coefficient < 0) {
                form.slack += sign * coefficient.abs();
                let says_more = form.slack < form.largest && sign < 0;
                if says_more && !std::mem::replace(&mut self.is_queued[number as usize], true) {
                    self.queue.push_back(number);
                }
            }
        }
    }

    /// True if there is a contradiction.
    fn run(&mut self) -> bool {
        while let Some(number) = self.queue.pop_front() {
            self.is_queued[number as usize] = false;
            let Counted { ref terms, slack, largest } = self.forms[number as usize];
            if slack < 0 {
                return true;
            }
            if slack < largest {
                let is_open = |variable: u32| self.values[variable as usize].is_none();
                let follows: Vec<(u32, bool)> = terms
                    .iter()
                    .filter(|&&(variable, coefficient)| coefficient.abs() > slack && is_open(variable))
                    .map(|&(variable, coefficient)| (variable, coefficient > 0))
                    .collect();
                for (variable, value) in follows {
                    self.reasons[variable as usize] = Some(number);
                    self.set(variable, value);
                }
            }
        }
        false
    }
}

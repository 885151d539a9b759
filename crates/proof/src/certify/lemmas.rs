//! The lemmas that the encoded constraint and all-different constraints contribute to justifications.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use cnfab_cnf::ClauseRule;
use cnfab_model::{Atom, Cmp, Flat, Var};

use super::state::ProofState;

/// The lemmas that may be used besides the meanings of literals.
#[derive(Default)]
pub(super) struct Lemmas {
    /// Forms of the constraint that is being encoded, by their positions.
    pub(super) forms: Vec<u32>,
    /// The forms that a variable of the statement occurs in.
    pub(super) with: HashMap<u32, Vec<u32>>,
    pub(super) table: Option<Rc<Rows>>,
    /// The places that the conditions leave, for each variable that they are about.
    pub(super) allowed: HashMap<u32, Vec<bool>>,
    /// True if this is about one case of several: no further cases are made of it.
    pub(super) is_case: bool,
    /// True if sums are compared with values that they can have.
    pub(super) is_rounded: bool,
    /// By which rule the clauses follow.
    pub(super) rule: ClauseRule,
    /// True if the constraint is a sum.
    pub(super) is_sum: bool,
    /// True if it is a sum that is equal to a number.
    pub(super) is_equation: bool,
    /// Variables that are different.
    pub(super) different: Rc<[Different]>,
}

/// A table that is being encoded.
pub(super) struct Rows {
    pub(super) group: u32,
    /// The groups of the columns' variables.
    pub(super) columns: Vec<u32>,
    /// For each row the place of each value in its group.
    pub(super) rows: Vec<Vec<u32>>,
    /// For each of them its number in the relation.
    pub(super) numbers: Vec<usize>,
    /// For each condition the group of its variable, the places for which it holds, and the form that says that it
    /// holds where a row is taken.
    pub(super) conditions: Vec<(u32, Vec<bool>, u32)>,
    /// For a variable that stands for a value, the forms that say that rows with the value need it.
    pub(super) channel: HashMap<u32, Vec<u32>>,
}

/// Variables that are different under all conditions.
pub(super) struct Different {
    pub(super) groups: Vec<u32>,
    /// The form that says that a value is taken at most once.
    pub(super) once: BTreeMap<i32, u32>,
}

impl Lemmas {
    /// Of many forms only those in which a variable occurs.
    pub(super) fn about(mut self, variable: u32) -> Self {
        if self.forms.len() > 2 {
            self.forms = self.with.get(&variable).cloned().unwrap_or_default();
        }
        self
    }

    /// The same for one case of several.
    pub(super) fn case(&self) -> Self {
        let Lemmas { rule, is_sum, .. } = *self;
        let table = self.table.clone();
        Lemmas { rule, table, is_sum, is_case: true, is_rounded: true, ..self.forms_alone() }
    }

    /// The forms alone, and which variables are different.
    pub(super) fn forms_alone(&self) -> Self {
        Lemmas { forms: self.forms.clone(), different: Rc::clone(&self.different), ..Lemmas::default() }
    }

    /// The same without different variables.
    pub(super) fn alone(self) -> Self {
        Lemmas { different: Rc::default(), ..self }
    }

    /// The lemmas of the constraint at this position of the model.
    pub(super) fn of(state: &ProofState<'_>, position: usize) -> Self {
        let statement = state.statement;
        let stated = &statement.stated[position];
        let table = rows(state, position).map(Rc::new);
        // Rows are refuted by themselves.
        let forms: Vec<u32> = if table.is_some() { Vec::new() } else { stated.forms.clone().collect() };
        let mut with: HashMap<u32, Vec<u32>> = HashMap::new();
        for &position in &forms {
            for &(variable, _) in &statement.forms[position as usize].terms {
                with.entry(variable).or_default().push(position);
            }
        }
        let flat = statement.model.constraints()[position].flat();
        let is_sum = matches!(flat, Flat::Linear(_));
        let is_equation = matches!(flat, Flat::Linear(sum) if sum.cmp == Cmp::Eq);
        let mut allowed: HashMap<u32, Vec<bool>> = HashMap::new();
        for atom in &statement.model.constraints()[position].when {
            let group = atom.var.index() as u32;
            let places = allowed.entry(group).or_insert_with(|| state.groups[group as usize].places.clone());
            let values = statement.model.domain(atom.var).values();
            places.iter_mut().zip(values).for_each(|(allowed, value)| *allowed &= atom.holds(value));
        }
        let rule = if table.is_some() { ClauseRule::Rows } else { ClauseRule::Sum };
        Lemmas { rule, forms, with, table, is_sum, is_equation, allowed, ..Lemmas::default() }
    }
}

/// The rows of a table as places in the groups of its columns.
fn rows(state: &ProofState<'_>, position: usize) -> Option<Rows> {
    let statement = state.statement;
    let stated = &statement.stated[position];
    let group = stated.rows?;
    let Flat::Table(table) = statement.model.constraints()[position].flat() else { return None };
    let place = |(var, value): (&Var, &i32)| statement.model.domain(*var).index_of(*value).map(|place| place as u32);
    let rows = statement.rows(table).map(|(_, row)| table.vars.iter().zip(row).filter_map(place).collect()).collect();
    let numbers = statement.rows(table).map(|(number, _)| number).collect();
    let values = statement.model.variables().len() as u32;
    let mut channel: HashMap<u32, Vec<u32>> = HashMap::new();
    for position in stated.forms.clone() {
        let of_values =
            |&(variable, coefficient): &(u32, i128)| coefficient == 1 && state.places[variable as usize].0 < values;
        if let Some((variable, _)) = statement.forms[position as usize].terms.iter().copied().find(of_values) {
            channel.entry(variable).or_default().push(position);
        }
    }
    // What follows the two forms that a row is taken, and one at most.
    let forms = statement.groups[group as usize].one + 1..;
    let places = |atom: &Atom| statement.model.domain(atom.var).values().map(|value| atom.holds(value)).collect();
    let when = statement.model.constraints()[position].when.iter();
    let conditions = when.zip(forms).map(|(atom, form)| (atom.var.index() as u32, places(atom), form)).collect();
    Some(Rows {
        group,
        conditions,
        columns: table.vars.iter().map(|var| var.index() as u32).collect(),
        rows,
        numbers,
        channel,
    })
}

/// The variables of each all-different constraint that has no conditions.
pub(super) fn all_different(state: &ProofState<'_>) -> Vec<Different> {
    let statement = state.statement;
    let mut different = Vec::new();
    for (posted, stated) in statement.model.constraints().iter().zip(&statement.stated) {
        let Flat::AllDifferent(all) = posted.flat() else { continue };
        if posted.when.is_empty() {
            let value = |position: u32| statement.value_of(statement.forms[position as usize].terms[0].0).1;
            let once = stated.forms.clone().map(|position| (value(position), position)).collect();
            different.push(Different { groups: all.0.iter().map(|var| var.index() as u32).collect(), once });
        }
    }
    different
}

//! Audits of the constraints of a whole model, family by family.
//!
//! Of each family there is a row for its size in the model's formula. Its constraints are distinguished by class and
//! number of variables, and the first of each shape is measured on its own: its variables with the values that root
//! propagation leaves (if the configuration uses it), and for a sum what the model says about their being different.
//! Variables that a constraint asks for first, such as order literals, count as its own.

use std::collections::{BTreeMap, HashSet};

use cnfab_base::units::plural;
use cnfab_cnf::{ClauseSink, Lit, Name, Notes};
use cnfab_encode::{Recipe, Root, Unsupported, encode};
use cnfab_model::{Cmp, Constraint, Domain, Linear, Model, Posted, Var, family_of, narrow};

use super::report::{AuditOutcome, Measurement};
use super::run::encoded;
use super::{AuditLimits, Measured};

/// The rows of a model under a configuration.
///
/// # Errors
/// If the configuration cannot state the model.
pub fn audit_families(
    model: &Model,
    recipe: &Recipe,
    limits: Option<&AuditLimits>,
) -> Result<Vec<Measurement>, Unsupported> {
    let own = model.variables().iter().map(|variable| variable.name.to_string()).collect();
    let mut sizes = Sizes { own, ..Sizes::default() };
    encode(model, recipe, &mut sizes)?;
    let narrowed = if recipe.root == Root::Narrow { narrow(model) } else { None };
    let own = || model.variables().iter().map(|variable| variable.domain.clone()).collect();
    let domains = narrowed.unwrap_or_else(own);
    let mut rows = Vec::new();
    for family in in_order(model.variables().iter().map(|variable| variable.family())) {
        let count = model.variables().iter().filter(|variable| variable.family() == family).count();
        rows.push(sizes.row(family, true, plural(count, "variable")));
    }
    for family in in_order(model.constraints().iter().map(|posted| &*posted.label)) {
        let all: Vec<&Posted> = model.constraints().iter().filter(|posted| posted.label == family).collect();
        rows.push(sizes.row(family, false, plural(all.len(), "constraint")));
        let shapes: Vec<(&str, usize)> = all.iter().map(|posted| shape(&posted.constraint)).collect();
        for (number, posted) in all.iter().enumerate() {
            if shapes[..number].contains(&shapes[number]) {
                continue;
            }
            let (class, vars) = shapes[number];
            let same = shapes.iter().filter(|&&other| other == shapes[number]).count();
            let alone = alone(model, &domains, posted, number, recipe);
            let outcome = encoded(&alone, &without_root(recipe), limits);
            rows.push(Measurement {
                subject: format!("{family}[{number}]"),
                case: format!("one of {same}: {class} of {}", plural(vars, "variable")),
                formula: None,
                least_clauses: None,
                outcome,
            });
        }
    }
    Ok(rows)
}

fn in_order<'f>(families: impl Iterator<Item = &'f str>) -> Vec<&'f str> {
    let mut all = Vec::new();
    families.for_each(|family| {
        if !all.contains(&family) {
            all.push(family);
        }
    });
    all
}

/// Class and number of variables.
fn shape(constraint: &Constraint) -> (&'static str, usize) {
    (constraint.name(), variables(constraint).len())
}

fn variables(constraint: &Constraint) -> Vec<Var> {
    let mut vars: Vec<Var> = constraint.vars().collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}

fn without_root(recipe: &Recipe) -> Recipe {
    Recipe { root: Root::None, ..recipe.clone() }
}

/// The model of one constraint.
fn alone(model: &Model, domains: &[Domain], posted: &Posted, number: usize, recipe: &Recipe) -> Model {
    let of = variables(&posted.constraint);
    let mut small = Model::new();
    for &var in &of {
        small.var(model.name(var), domains[var.index()].clone());
    }
    let new = |var: Var| Var::from_index(of.binary_search(&var).expect("one of its variables"));
    if recipe.is_particular() {
        // The constraint keeps its number in the family, by which the configuration may name it.
        for _ in 0..number {
            small.post(&posted.label, Linear { terms: Vec::new(), cmp: Cmp::Le, rhs: 0 });
        }
    }
    small.post_as(&posted.label, posted.role, posted.constraint.renamed(&new));
    if matches!(posted.constraint, Constraint::Linear(_)) && of.len() > 1 && model.distinct(&of) {
        small.all_different("different", small.vars());
    }
    small
}

/// Sizes by family of variables and of constraints.
#[derive(Default)]
struct Sizes {
    made: i32,
    /// The names of the model's variables.
    own: HashSet<String>,
    /// The family, and whether it is one of variables.
    place: (String, bool),
    of: BTreeMap<(String, bool), Measured>,
}

impl Sizes {
    fn row(&self, family: &str, of_variables: bool, case: String) -> Measurement {
        let size = self.of.get(&(family.to_owned(), of_variables)).cloned().unwrap_or_default();
        let outcome = AuditOutcome::Sized { size };
        Measurement { subject: family.to_owned(), case, formula: None, least_clauses: None, outcome }
    }

    fn here(&mut self) -> &mut Measured {
        if !self.of.contains_key(&self.place) {
            self.of.insert(self.place.clone(), Measured::default());
        }
        self.of.get_mut(&self.place).expect("just made")
    }
}

impl ClauseSink for Sizes {
    fn fresh(&mut self, _: Name) -> Lit {
        self.made += 1;
        self.here().auxiliaries += 1;
        Lit::from_dimacs(self.made)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.here().clause(lits);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        Some(self)
    }
}

impl Notes for Sizes {
    fn variable(&mut self, name: &str) {
        // Variables that decompositions add begin with the label of their constraint.
        self.place = match name.rsplit_once('.').filter(|_| !self.own.contains(name)) {
            Some((label, _)) => (label.to_owned(), false),
            None => (family_of(name).to_owned(), true),
        };
    }

    fn group(&mut self, family: &str, _: usize) {
        if self.place.1 || self.place.0 != family {
            self.place = (family.to_owned(), false);
        }
    }
}

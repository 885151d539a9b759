//! The intermediate representation: finite-domain integer variables and constraints of five classes.
//!
//! Every puzzle becomes one [`Model`]; every strategy reads it.
//! This module knows neither puzzles nor SAT.
//! Adding a constraint class breaks the build in each consumer that has to answer for it; that is intended.

mod assignment;
mod atom;
mod constraint;
mod domain;
mod element;
mod group;
mod keep;
mod leader;
mod narrow;
mod perm;
mod points;
mod relation;
mod shape;
mod sugar;
mod symmetry;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use assignment::Assignment;
pub use atom::{Atom, Var};
pub use constraint::{Cmp, Constraint, Posted, Role};
pub use domain::Domain;
pub use group::{Group, SymmetryError};
pub use leader::{Breaking, Leaders};
pub use narrow::narrow;
pub use relation::Relation;
pub use symmetry::{Move, Selection, Symmetry, ValueMap};

/// A variable's name and the values it may take.
#[derive(Clone, Debug, Hash)]
pub struct Variable {
    /// The name, for example `cell[2,3]`; the part before `[` is the variable's family.
    pub name: String,
    /// The values the variable may take.
    pub domain: Domain,
}

impl Variable {
    /// The part of the name before the first `[`: what recipes select variables by.
    pub fn family(&self) -> &str {
        self.name.split('[').next().unwrap_or(&self.name)
    }
}

/// Variables, constraints, which variables make up a solution, and the variable orders and symmetries the puzzle declares.
#[derive(Clone, Debug, Default)]
pub struct Model {
    variables: Vec<Variable>,
    /// Shared, so that copies with other domains are cheap.
    constraints: Arc<Vec<Posted>>,
    shown: Option<Vec<Var>>,
    orders: Vec<(&'static str, Vec<Var>)>,
    symmetries: Vec<Symmetry>,
}

/// Of what is searched: everything but the declared symmetries.
impl Hash for Model {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.variables, &self.constraints, &self.shown, &self.orders).hash(state);
    }
}

impl Model {
    /// A model without variables; its one solution is empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable. An empty domain is allowed and makes the model unsatisfiable.
    pub fn var(&mut self, name: impl Into<String>, domain: impl Into<Domain>) -> Var {
        let var = Var::from_index(self.variables.len());
        self.variables.push(Variable { name: name.into(), domain: domain.into() });
        var
    }

    /// Posts a rule of the problem under a family name such as `row` or `touch`.
    ///
    /// # Panics
    /// If the constraint names a variable of another model, or a relation of another arity, or if the coefficients of a
    /// variable that comes more than once add up to more than 64 bits hold.
    pub fn post(&mut self, family: &'static str, constraint: Constraint) {
        self.post_as(family, Role::Rule, constraint);
    }

    /// Posts a constraint under a family name and a role.
    ///
    /// # Panics
    /// If the constraint names a variable of another model, or a relation of another arity, or if the coefficients of a
    /// variable that comes more than once add up to more than 64 bits hold.
    pub fn post_as(&mut self, family: &'static str, role: Role, constraint: Constraint) {
        let constraint = constraint.normalised();
        if let Some(last) = constraint.vars().max() {
            assert!(last.index() < self.variables.len(), "constraint over a variable that this model does not have");
        }
        if let Constraint::Table { vars, relation } = &constraint {
            assert_eq!(vars.len(), relation.arity(), "table over as many variables as its relation has columns");
        }
        Arc::make_mut(&mut self.constraints).push(Posted { family, role, constraint });
    }

    /// Declares which variables make up a solution. Without a call, all of them do.
    ///
    /// Two solutions that agree on the shown variables count as one. A variable that is named again is shown once.
    pub fn show(&mut self, vars: &[Var]) {
        let mut seen = vec![false; self.variables.len()];
        let is_new = |var: &&Var| !std::mem::replace(&mut seen[var.index()], true);
        self.shown = Some(vars.iter().filter(is_new).copied().collect());
    }

    /// Declares a named variable order, for example `spiral`, which the backtracker can be told to follow.
    /// Variables that the order leaves out come after it, as they were added.
    pub fn declare_order(&mut self, name: &'static str, vars: Vec<Var>) {
        self.orders.push((name, vars));
    }

    /// The variables, in the order they were added.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Handles of all variables, in the order they were added.
    pub fn vars(&self) -> impl ExactSizeIterator<Item = Var> + use<> {
        (0..self.variables.len()).map(Var::from_index)
    }

    /// The domain of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.variables[var.index()].domain
    }

    /// The name of a variable.
    pub fn name(&self, var: Var) -> &str {
        &self.variables[var.index()].name
    }

    /// The posted constraints, in order.
    pub fn constraints(&self) -> &[Posted] {
        &self.constraints
    }

    /// The posted constraints, for keeping.
    pub(crate) fn shared_constraints(&self) -> Arc<Vec<Posted>> {
        Arc::clone(&self.constraints)
    }

    /// The variables that make up a solution.
    pub fn shown(&self) -> Vec<Var> {
        match &self.shown {
            Some(vars) => vars.clone(),
            None => self.vars().collect(),
        }
    }

    /// The variable orders that were declared, by name.
    pub fn orders(&self) -> &[(&'static str, Vec<Var>)] {
        &self.orders
    }

    /// The same model with other domains: one per variable, in order.
    ///
    /// # Panics
    /// If there are not as many domains as variables.
    pub fn with_domains(&self, domains: Vec<Domain>) -> Model {
        assert_eq!(domains.len(), self.variables.len(), "one domain per variable");
        let named = |(variable, domain): (&Variable, Domain)| Variable { name: variable.name.clone(), domain };
        Model {
            variables: self.variables.iter().zip(domains).map(named).collect(),
            constraints: Arc::clone(&self.constraints),
            shown: self.shown.clone(),
            orders: self.orders.clone(),
            symmetries: self.symmetries.clone(),
        }
    }

    /// The first posted constraint that the assignment violates, if there is one. Domains are not looked at;
    /// see [`Model::outside`].
    pub fn violated(&self, assignment: &Assignment) -> Option<&Posted> {
        self.constraints.iter().find(|posted| !posted.constraint.holds(assignment))
    }

    /// The first variable whose value lies outside its domain, if there is one.
    pub fn outside(&self, assignment: &Assignment) -> Option<Var> {
        self.vars().find(|&var| !self.domain(var).contains(assignment[var]))
    }

    /// Whether the variables are known to take pairwise different values: some all-different constraint holds them all.
    pub fn distinct(&self, vars: &[Var]) -> bool {
        vars.len() <= 1
            || self.constraints.iter().any(|posted| match &posted.constraint {
                Constraint::AllDifferent(group) => {
                    group.len() >= vars.len() && vars.iter().all(|var| group.contains(var))
                }
                _ => false,
            })
    }
}

//! The intermediate representation: integer variables over finite domains, constraints, an objective.
//!
//! Every problem becomes one [`Model`]; every strategy reads it. This module knows neither puzzles nor SAT. A
//! constraint may have conditions, atoms over the variables: it has to hold where they all do. Constraints are of
//! classes (`class`). A consumer lists the ones that it takes; [`Model::lowered`] states the others by those.

mod alias;
mod assignment;
mod atom;
mod class;
mod cmp;
mod constraint_group;
mod domain;
mod domains;
mod element;
mod error;
mod group;
mod keep;
mod label;
mod leader;
mod lower;
mod narrow;
mod narrow_different;
mod narrow_wide;
mod objective;
mod perm;
mod phase;
mod points;
mod posted;
mod poster;
pub mod problem;
mod relation;
mod shape;
mod sugar;
mod symmetry;
mod variable;
mod weights;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use alias::{OutputAlias, StandsFor};
pub use assignment::Assignment;
pub use atom::{Atom, AtomRelation, Var};
pub use class::*;
pub use cmp::Cmp;
pub use constraint_group::{ConstraintGroup, GroupNames};
pub use domain::{Domain, Values};
pub use error::ModelError;
pub use group::{Group, SymmetryError};
pub use label::Label;
pub use leader::{Breaking, Leaders};
pub use lower::{Decompose, Takes};
pub use narrow::{Left, Narrowed, narrow};
pub use objective::{Objective, Sense};
pub use phase::{ANNOTATED, NextValue, NextVar, Phase};
pub use posted::{Posted, Role};
pub use poster::Poster;
pub use relation::Relation;
pub use symmetry::{Move, Selection, Symmetry, ValueMap};
pub use variable::{Variable, family_of};
pub use weights::{WeightSum, Weights};

use label::Interned;

/// Variables, constraints, an objective, which variables make up a solution, and the variable orders and symmetries
/// that the problem declares.
#[derive(Clone, Debug, Default)]
pub struct Model {
    variables: Vec<Variable>,
    /// The number of values of all variables, at most the largest that there is.
    values: usize,
    /// Shared, so that copies with other domains are cheap.
    constraints: Arc<Vec<Posted>>,
    /// The positions of all-different constraints without conditions among them, to which constraints are only added.
    different: Arc<Vec<usize>>,
    objective: Option<Objective>,
    weights: Option<Weights>,
    shown: Option<Vec<Var>>,
    orders: Vec<(&'static str, Vec<Phase>)>,
    symmetries: Vec<Symmetry>,
    /// The groups of constraints that can be left out, if there are such.
    groups: Option<Box<constraint_group::Groups>>,
    names: Interned,
    labels: Interned,
    /// The needs beyond flat classes without conditions and bounds.
    needs: lower::Needs,
}

/// Hashes everything that a search depends on: all but symmetries and names of groups.
impl Hash for Model {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.variables, &self.constraints, &self.objective, &self.shown, &self.orders).hash(state);
    }
}

impl Model {
    /// A model without variables; its one solution is empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable.
    ///
    /// # Errors
    /// If another variable has the name, or the domain is empty.
    pub fn add(&mut self, name: impl AsRef<str>, domain: impl Into<Domain>) -> Result<Var, ModelError> {
        let (name, domain) = (name.as_ref(), domain.into());
        if domain.is_empty() {
            return Err(ModelError::EmptyDomain { name: name.to_owned() });
        }
        self.add_as(name, domain, false)
    }

    /// Adds a variable whose name is known to be new. An empty domain makes the model unsatisfiable, as the clues of a
    /// problem may do.
    ///
    /// # Panics
    /// If another variable has the name.
    pub fn var(&mut self, name: impl AsRef<str>, domain: impl Into<Domain>) -> Var {
        self.add_as(name.as_ref(), domain.into(), false).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Adds a variable that is no part of a solution. Its value has to follow from those of the others: each solution
    /// has exactly one.
    ///
    /// # Panics
    /// If another variable has the name.
    pub fn auxiliary(&mut self, name: impl AsRef<str>, domain: impl Into<Domain>) -> Var {
        self.add_as(name.as_ref(), domain.into(), true).unwrap_or_else(|error| panic!("{error}"))
    }

    fn add_as(&mut self, name: &str, domain: Domain, is_auxiliary: bool) -> Result<Var, ModelError> {
        if self.names.has(name) {
            return Err(ModelError::EqualNames { name: name.to_owned() });
        }
        let var = Var::from_index(self.variables.len());
        self.values = self.values.saturating_add(domain.len());
        self.variables.push(Variable { name: self.names.label(name), domain, is_auxiliary });
        Ok(var)
    }

    /// Adds a constraint that has to hold where all atoms of `when` do. Its label is the problem's name for constraints
    /// of its kind, such as `row` or `touch`.
    ///
    /// # Errors
    /// If it names a variable of another model or is not well-formed.
    pub fn add_constraint(
        &mut self,
        label: impl AsRef<str>,
        role: Role,
        when: Vec<Atom>,
        constraint: impl Into<Constraint>,
    ) -> Result<(), ModelError> {
        let constraint = self.well_formed(label.as_ref(), &when, constraint.into())?;
        let label = self.labels.label(label.as_ref());
        self.push(Posted { label, role, when, constraint });
        Ok(())
    }

    /// The constraint in the form that consumers expect.
    ///
    /// # Errors
    /// If it or a condition names a variable of another model, or it is not well-formed.
    pub fn well_formed(
        &self,
        label: &str,
        when: &[Atom],
        mut constraint: Constraint,
    ) -> Result<Constraint, ModelError> {
        constraint.normalise()?;
        let is_foreign = |var: Var| var.index() >= self.variables.len();
        if constraint.vars().any(is_foreign) || when.iter().any(|atom| is_foreign(atom.var)) {
            return Err(ModelError::ForeignVariable { label: label.to_owned() });
        }
        Ok(constraint)
    }

    fn push(&mut self, mut posted: Posted) {
        posted.when.extend(self.open_selector());
        self.needs.note(&posted);
        if posted.when.is_empty() && matches!(posted.constraint, Constraint::AllDifferent(_)) {
            Arc::make_mut(&mut self.different).push(self.constraints.len());
        }
        Arc::make_mut(&mut self.constraints).push(posted);
    }

    /// Posts a rule of the problem that is known to be well-formed.
    ///
    /// # Panics
    /// Where [`Model::add_constraint`] has an error.
    pub fn post(&mut self, label: impl AsRef<str>, constraint: impl Into<Constraint>) {
        self.post_as(label, Role::Rule, constraint);
    }

    /// Posts a constraint that is known to be well-formed under a role.
    ///
    /// # Panics
    /// Where [`Model::add_constraint`] has an error.
    pub fn post_as(&mut self, label: impl AsRef<str>, role: Role, constraint: impl Into<Constraint>) {
        self.add_constraint(label, role, Vec::new(), constraint).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Posts a rule of the problem that has to hold where all atoms of `when` do.
    ///
    /// # Panics
    /// Where [`Model::add_constraint`] has an error.
    pub fn post_when(
        &mut self,
        label: impl AsRef<str>,
        when: impl IntoIterator<Item = Atom>,
        constraint: impl Into<Constraint>,
    ) {
        let when = when.into_iter().collect();
        self.add_constraint(label, Role::Rule, when, constraint).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Posts that the atom is true exactly if the constraint holds. May add auxiliary variables.
    ///
    /// # Errors
    /// If the constraint names a variable of another model or is not well-formed, or its opposite cannot be stated. The
    /// model is as it was then.
    pub fn reify(
        &mut self,
        label: impl AsRef<str>,
        atom: Atom,
        constraint: impl Into<Constraint>,
    ) -> Result<(), ModelError> {
        let constraint = self.well_formed(label.as_ref(), &[atom], constraint.into())?;
        self.refute(label.as_ref(), vec![!atom], constraint.clone())?;
        let label = self.labels.label(label.as_ref());
        self.push(Posted { label, role: Role::Rule, when: vec![atom], constraint });
        Ok(())
    }

    /// Posts that the constraint does not hold where all atoms of `when` do. May add auxiliary variables.
    ///
    /// # Errors
    /// As [`Model::reify`].
    pub fn refute(
        &mut self,
        label: impl AsRef<str>,
        when: Vec<Atom>,
        constraint: impl Into<Constraint>,
    ) -> Result<(), ModelError> {
        let constraint = self.well_formed(label.as_ref(), &when, constraint.into())?;
        let before = self.variables.len();
        let label = self.labels.label(label.as_ref());
        let mut poster = Poster::new(self, label, Role::Rule);
        constraint.class().negate(&when, &mut poster);
        let posts = match poster.finish() {
            Ok(posts) => posts,
            Err(what) => {
                self.forget_from(before);
                return Err(ModelError::NotStated { what });
            }
        };
        posts.into_iter().for_each(|posted| self.push(posted));
        Ok(())
    }

    /// Removes the variables from this number on, which no constraint names.
    fn forget_from(&mut self, number: usize) {
        self.variables.drain(number..).for_each(|variable| self.names.forget(&variable.name));
        self.count_values();
    }

    /// Sets what makes one solution better than another.
    ///
    /// # Errors
    /// If it names a variable of another model, or its values may have more than 62 bits.
    pub fn optimise(&mut self, objective: Objective) -> Result<(), ModelError> {
        let Objective { sense, terms, constant } = objective;
        let mut sum = Linear { terms, cmp: Cmp::Eq, rhs: 0 };
        sum.merge()?;
        if sum.terms.iter().any(|(_, var)| var.index() >= self.variables.len()) {
            return Err(ModelError::ForeignVariable { label: "objective".to_owned() });
        }
        let objective = Objective { sense, terms: sum.terms, constant };
        objective.wide_bounds(self).ok_or(ModelError::Coefficients)?;
        self.objective = Some(objective);
        Ok(())
    }

    /// Declares which variables make up a solution. Without a call, all do that are not auxiliary.
    ///
    /// Two solutions that agree on the shown variables count as one. A variable that is named again is shown once.
    pub fn show(&mut self, vars: &[Var]) {
        let mut seen = vec![false; self.variables.len()];
        let is_new = |var: &&Var| !std::mem::replace(&mut seen[var.index()], true);
        self.shown = Some(vars.iter().filter(is_new).copied().collect());
    }

    /// Declares a named variable order, for example `spiral`, which the backtracker can follow. Variables that the
    /// order leaves out come after it, as they were added.
    pub fn declare_order(&mut self, name: &'static str, vars: Vec<Var>) {
        self.declare_phases(name, vec![Phase { vars, ..Phase::default() }]);
    }

    /// The same with one phase behind the other. A variable belongs to the first one that has it.
    pub fn declare_phases(&mut self, name: &'static str, phases: Vec<Phase>) {
        self.orders.push((name, phases));
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
    pub fn shared_constraints(&self) -> Arc<Vec<Posted>> {
        Arc::clone(&self.constraints)
    }

    /// The variables that make up a solution.
    pub fn shown(&self) -> Vec<Var> {
        match &self.shown {
            Some(vars) => vars.clone(),
            None => self.vars().filter(|var| !self.variables[var.index()].is_auxiliary).collect(),
        }
    }

    /// True if all variables make up a solution.
    pub fn shows_all(&self) -> bool {
        match &self.shown {
            Some(vars) => vars.len() == self.variables.len(),
            None => !self.variables.iter().any(|variable| variable.is_auxiliary),
        }
    }

    /// True if each solution has one value for every variable: all are shown but the auxiliary ones.
    pub fn is_determined_by_shown(&self) -> bool {
        let mut is_left = vec![true; self.variables.len()];
        self.shown().iter().for_each(|var| is_left[var.index()] = false);
        self.variables.iter().zip(is_left).all(|(variable, is_left)| !is_left || variable.is_auxiliary)
    }

    /// The variable orders that were declared, by name.
    pub fn orders(&self) -> &[(&'static str, Vec<Phase>)] {
        &self.orders
    }

    /// The first posted constraint that the assignment violates, if there is one. Domains are not checked; see
    /// [`Model::outside`].
    pub fn violated(&self, assignment: &Assignment) -> Option<&Posted> {
        self.constraints.iter().find(|posted| !posted.holds(assignment))
    }

    /// The first variable whose value lies outside its domain, if there is one.
    pub fn outside(&self, assignment: &Assignment) -> Option<Var> {
        self.vars().find(|&var| !self.domain(var).contains(assignment[var]))
    }

    /// True if the variables are known to take pairwise different values: some all-different constraint holds them all.
    pub fn distinct(&self, vars: &[Var]) -> bool {
        vars.len() <= 1
            || self.different.iter().any(|&position| {
                matches!(&self.constraints[position].constraint, Constraint::AllDifferent(AllDifferent(group))
                    if group.len() >= vars.len() && vars.iter().all(|var| group.contains(var)))
            })
    }
}

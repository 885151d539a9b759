//! From statements to constraints of a model.

mod literals;
mod sums;

use std::collections::HashMap;

use crate::MOST_KEPT;
use cnfab_base::parse_error::ParseError;
use cnfab_model::{Among, Atom, Clause, Constraint, Domain, Model, ModelError, Var};

use super::classes::{Classes, Compare, Id, Lit, Term};
use super::grouped::NAME;
use super::program::Program;
use super::statement::{Form, Reified, Statement};

/// Adds constraints to a model.
pub(super) struct Poster<'p, 't> {
    pub(super) program: &'p Program<'t>,
    classes: &'p mut Classes,
    pub(super) model: Model,
    /// The variable of each class that has one.
    vars: HashMap<Id, Var>,
    /// The name in the model of each variable of the text.
    names: Vec<String>,
    constants: HashMap<i64, Var>,
    /// The name of the constraint, or of its kind.
    label: &'p str,
    at: usize,
}

impl<'p, 't> Poster<'p, 't> {
    /// Without variables; each class would have the name with its number.
    pub(super) fn new(program: &'p Program<'t>, classes: &'p mut Classes, names: Vec<String>) -> Self {
        let (vars, constants) = (HashMap::new(), HashMap::new());
        let model = if program.is_grouped { Model::with_groups() } else { Model::new() };
        Poster { program, classes, model, vars, names, constants, label: "", at: 0 }
    }

    /// Adds the variable of a class.
    pub(super) fn add_var(&mut self, id: Id, domain: Domain, is_auxiliary: bool) {
        let name = &self.names[id as usize];
        let var = if is_auxiliary { self.model.auxiliary(name, domain) } else { self.model.var(name, domain) };
        self.vars.insert(id, var);
    }

    /// Adds the constraints of a statement.
    pub(super) fn post(&mut self, statement: &Statement) -> Result<(), ParseError> {
        self.at = statement.at;
        let name = match self.program.ends.contains_key(&self.at) {
            true => self.program.annotated(self.at, NAME),
            false => None,
        };
        self.label = name.unwrap_or(statement.label);
        let reified = match statement.reified {
            Reified::Full(lit) => Reified::Full(self.classes.lit(lit)),
            Reified::Half(lit) => Reified::Half(self.classes.lit(lit)),
            Reified::No => Reified::No,
        };
        match &statement.form {
            Form::Sum { terms, relation, rhs } => self.sum(terms, *relation, *rhs, reified),
            Form::Or(lits) => self.or(lits, reified),
            Form::Odd(lits) => self.odd(lits, reified),
            Form::Count { lits, relation, k } => self.count(lits.clone(), *relation, *k, reified),
            Form::Among { lits, cmp, number, is_positive } => {
                let atoms = lits.iter().map(|&lit| self.atom_or_constant(lit)).collect::<Result<_, ParseError>>()?;
                let number = self.var(*number)?;
                self.state(Among { atoms, cmp: *cmp, number }.into(), *is_positive, reified)
            }
            Form::In(term, values) => self.membership(*term, values, reified),
            Form::Class { terms, make, .. } => {
                let vars = terms.iter().map(|&term| self.var(term)).collect::<Result<Vec<Var>, ParseError>>()?;
                self.state(make(vars), true, reified)
            }
            Form::Follows(..) => Ok(()),
        }
    }

    /// The variable of a term.
    pub(super) fn var(&mut self, term: Term) -> Result<Var, ParseError> {
        let value = match (term, self.classes.fixed(term)) {
            (_, Some(value)) => value,
            (Term::Var(id), None) => {
                let root = self.classes.root(id);
                return match self.vars.get(&root) {
                    Some(&var) => Ok(var),
                    None => self.equivalent(root),
                };
            }
            (Term::Const(_), None) => unreachable!("a constant is fixed"),
        };
        if let Some(&var) = self.constants.get(&value) {
            return Ok(var);
        }
        let small = i32::try_from(value)
            .map_err(|_| self.program.error(self.at, format!("the integer {value}"), "values of at most 32 bits"))?;
        let var = self.model.auxiliary(format!("constant[{value}]"), small);
        self.constants.insert(value, var);
        Ok(var)
    }

    /// The variable of the model that a term is, if it is one without further constraints.
    pub(super) fn own(&mut self, term: Term) -> Option<Var> {
        let Term::Var(id) = term else { return None };
        let root = self.classes.root(id);
        self.vars.get(&root).copied()
    }

    /// A variable of its own for a class that a literal of another one defines.
    fn equivalent(&mut self, root: Id) -> Result<Var, ParseError> {
        let lit = Term::Var(root).is_true();
        let own = self.model.auxiliary(self.names[root as usize].as_str(), 0..=1);
        self.vars.insert(root, own);
        let atom = self.atom(lit).expect("a class that is not fixed has an atom");
        let label = std::mem::replace(&mut self.label, "definition");
        self.clause_of(vec![own.is(0), atom])?;
        self.clause_of(vec![own.is(1), !atom])?;
        self.label = label;
        Ok(own)
    }

    /// The variables of the text.
    pub(super) fn classes(&mut self) -> &mut Classes {
        self.classes
    }

    /// The variable of a term, if it has one.
    pub(super) fn known(&mut self, term: Term) -> Option<Var> {
        let base = self.classes.base(term)?;
        self.vars.get(&base).copied()
    }

    /// The literal that a truth value is defined by.
    pub(super) fn atom_of(&mut self, term: Term) -> Atom {
        self.atom(term.is_true()).expect("a class that is not fixed has an atom")
    }

    /// A contradiction.
    pub(super) fn contradict(&mut self) {
        self.model.post("contradiction", Clause(Vec::new()));
    }

    /// The literal over a variable of the model, or its truth.
    fn atom(&mut self, lit: Lit) -> Result<Atom, bool> {
        match self.classes.lit(lit) {
            Lit::Const(truth) => Err(truth),
            Lit::Lit(Compare { id, relation, value }) => {
                let value = i32::try_from(value).expect("an atom that is open has a value between those of a variable");
                Ok(Atom { var: self.vars[&id], relation, value })
            }
        }
    }

    /// The literal as an atom, which is over a constant if its truth is known.
    fn atom_or_constant(&mut self, lit: Lit) -> Result<Atom, ParseError> {
        match self.atom(lit) {
            Ok(atom) => Ok(atom),
            Err(truth) => Ok(self.var(Term::Const(i64::from(truth)))?.is(1)),
        }
    }

    fn checked(&self, posted: Result<(), ModelError>) -> Result<(), ParseError> {
        posted.map_err(|error| self.program.error(self.at, error.to_string(), "a constraint that can be stated"))
    }

    fn add(&mut self, when: Vec<Atom>, constraint: Constraint) -> Result<(), ParseError> {
        if when.is_empty() {
            self.model.restrict_by(&constraint, MOST_KEPT);
        }
        let posted = self.model.add_constraint(self.label, cnfab_model::Role::Rule, when, constraint);
        self.checked(posted)
    }

    fn clause_of(&mut self, atoms: Vec<Atom>) -> Result<(), ParseError> {
        self.add(Vec::new(), Clause(atoms).into())
    }

    fn clause(&mut self, lits: &[Lit]) -> Result<(), ParseError> {
        let mut atoms = Vec::with_capacity(lits.len());
        for &lit in lits {
            match self.atom(lit) {
                Ok(atom) => atoms.push(atom),
                Err(true) => return Ok(()),
                Err(false) => {}
            }
        }
        self.clause_of(atoms)
    }

    /// States a constraint, or its opposite.
    fn state(&mut self, constraint: Constraint, is_positive: bool, reified: Reified) -> Result<(), ParseError> {
        let lit = match reified {
            Reified::No => Lit::Const(true),
            Reified::Full(lit) | Reified::Half(lit) => lit,
        };
        let posted = match (self.atom(lit), reified) {
            (Err(false), Reified::Half(_)) => Ok(()),
            (Err(truth), _) if truth == is_positive => return self.add(Vec::new(), constraint),
            (Err(_), _) => self.model.refute(self.label, Vec::new(), constraint),
            (Ok(atom), Reified::Half(_)) if is_positive => return self.add(vec![atom], constraint),
            (Ok(atom), Reified::Half(_)) => self.model.refute(self.label, vec![atom], constraint),
            (Ok(atom), _) => self.model.reify(self.label, if is_positive { atom } else { !atom }, constraint),
        };
        self.checked(posted)
    }
}

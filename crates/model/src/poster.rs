//! The poster, through which a class states its meaning by simpler ones.

use std::collections::HashMap;

use super::{Atom, Clause, Constraint, Domain, Label, Model, Posted, Role, Var};

/// Takes constraints that stand for one constraint of a model, and adds the variables that they need to the model.
///
/// Such variables are auxiliary: they are not part of a solution, and each solution has exactly one value for them.
#[derive(Debug)]
pub struct Poster<'m> {
    model: &'m mut Model,
    label: Label,
    role: Role,
    posts: Vec<Posted>,
    /// The variables that stand for conjunctions.
    indicators: HashMap<Vec<Atom>, Var>,
    refused: Option<&'static str>,
}

impl<'m> Poster<'m> {
    /// Takes constraints under a label and a role.
    pub(super) fn new(model: &'m mut Model, label: Label, role: Role) -> Self {
        Poster { model, label, role, posts: Vec::new(), indicators: HashMap::new(), refused: None }
    }

    /// The constraints that were posted.
    ///
    /// # Errors
    /// If something cannot be stated.
    pub(super) fn finish(self) -> Result<Vec<Posted>, &'static str> {
        self.refused.map_or(Ok(self.posts), Err)
    }

    /// The domain of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        self.model.domain(var)
    }

    /// States that the constraint holds if all atoms of `when` do.
    pub fn post(&mut self, when: &[Atom], constraint: impl Into<Constraint>) {
        let mut constraint = constraint.into();
        match constraint.normalise() {
            Ok(()) => {
                let (label, role, when) = (self.label.clone(), self.role, when.to_vec());
                self.posts.push(Posted { label, role, when, constraint });
            }
            Err(_) => self.refuse("coefficients beyond 64 bits"),
        }
    }

    /// Reports that the constraint cannot be stated, and the reason.
    pub fn refuse(&mut self, what: &'static str) {
        self.refused.get_or_insert(what);
    }

    /// States that one of these constraints holds if all atoms of `when` do. No two of them hold together.
    pub fn one_of<C: Into<Constraint>>(&mut self, when: &[Atom], constraints: impl IntoIterator<Item = C>) {
        let mut constraints: Vec<Constraint> = constraints.into_iter().map(Into::into).collect();
        match constraints.len() {
            0 => self.post(&[], Clause(when.iter().map(|&atom| !atom).collect())),
            1 => self.post(when, constraints.remove(0)),
            several => {
                let Some(chosen) = self.choice("case", when, several) else { return };
                for (number, constraint) in (0..).zip(constraints) {
                    self.post(&[chosen.is(number)], constraint);
                }
            }
        }
    }

    /// A variable that chooses one of `cases` cases, counted from 0, if all atoms of `when` hold; else it is -1. `None`
    /// if there is no case, and then they do not all hold.
    pub fn choice(&mut self, name: &str, when: &[Atom], cases: usize) -> Option<Var> {
        if cases == 0 {
            self.post(&[], Clause(when.iter().map(|&atom| !atom).collect()));
            return None;
        }
        let last = i32::try_from(cases - 1).expect("fewer cases than 32-bit numbers");
        let chosen = self.variable(name, (if when.is_empty() { 0 } else { -1 })..=last);
        if !when.is_empty() {
            self.equivalent(chosen.at_least(0), when);
        }
        Some(chosen)
    }

    /// A variable for the number of the first of some atoms that is true, from 0; -1 if none is. `None` stands for an
    /// atom that is always true.
    pub fn first(&mut self, name: &str, atoms: impl ExactSizeIterator<Item = Option<Atom>>) -> Var {
        let end = i32::try_from(atoms.len()).expect("fewer atoms than 32-bit numbers");
        let first = self.variable(name, -1..=end - 1);
        for (number, atom) in (0..).zip(atoms) {
            // It is no later than a true one, true itself, and there.
            let is_false = atom.map(|atom| !atom);
            self.post(&[], Clause(is_false.into_iter().chain([first.at_most(number)]).collect()));
            self.post(&[], Clause(is_false.into_iter().chain([first.is_not(-1)]).collect()));
            match atom {
                Some(atom) => self.post(&[], Clause(vec![first.is_not(number), atom])),
                // No later one can be the first.
                None => return first,
            }
        }
        first
    }

    /// An atom that is true if all of these are; true if there is none.
    pub fn conjunction(&mut self, when: &[Atom]) -> Atom {
        match *when {
            [only] => only,
            _ => self.indicator(when).is(1),
        }
    }

    /// A variable that is 1 if all of these atoms are true, and else 0.
    pub fn indicator(&mut self, when: &[Atom]) -> Var {
        if let [only] = *when
            && *self.domain(only.var) == Domain::from(0..=1)
            && only.holds(1)
            && !only.holds(0)
        {
            return only.var;
        }
        if let Some(&known) = self.indicators.get(when) {
            return known;
        }
        let indicator = self.variable("if", 0..=1);
        self.equivalent(indicator.is(1), when);
        self.indicators.insert(when.to_vec(), indicator);
        indicator
    }

    /// An atom that is true exactly if the constraint holds.
    pub fn holds(&mut self, constraint: impl Into<Constraint>) -> Atom {
        let constraint = constraint.into();
        let holds = self.variable("holds", 0..=1);
        constraint.class().negate(&[holds.is(0)], self);
        self.post(&[holds.is(1)], constraint);
        holds.is(1)
    }

    fn equivalent(&mut self, atom: Atom, when: &[Atom]) {
        when.iter().for_each(|&one| self.post(&[], Clause(vec![!atom, one])));
        self.post(&[], Clause(when.iter().map(|&one| !one).chain([atom]).collect()));
    }

    /// Adds an auxiliary variable. Its value has to follow from those of the others.
    pub fn variable(&mut self, name: &str, domain: impl Into<Domain>) -> Var {
        let numbers = self.model.variables().len()..;
        let mut names = numbers.map(|number| format!("{}.{name}[{number}]", self.label));
        let free = names.find(|name| !self.model.names.has(name)).expect("a number that no name has");
        self.model.add_as(&free, domain.into(), true).expect("a new name and some values")
    }
}

//! The model that is being built: its constraints, and the auxiliary variables that stand for parts of them.

use std::collections::HashMap;
use std::sync::Arc;

use cnfab_model::{Atom, Clause, Cmp, Constraint, Domain, Linear, Model, ModelError, Relation, Role, Term, Var};

use super::Unread;
use super::affine::Affine;
use super::condition::Comparison;
use super::constraints::Graph;
use super::truth::Truth;
use super::variables::Variables;
use super::xml::{self, Word};
use crate::MOST_KEPT;
use crate::cursor::Lines;

/// The most variables that constraints have, all together, counted as often as they come.
const MOST_MENTIONED: usize = 50_000_000;

/// The most values of variables that are named one by one if there are fewer pairs of variables.
const FEW_VALUES: usize = 100_000;

/// The most values, or pairs of arguments, of which the results are listed.
pub(super) const MOST_RESULTS: usize = 20_000;

/// A requirement: a constraint holds, or does not, where all atoms of `when` are true.
#[derive(Clone, Debug)]
pub(super) struct Requirement {
    pub(super) when: Vec<Atom>,
    pub(super) constraint: Constraint,
    pub(super) is_positive: bool,
}

/// The state while a file is read.
pub(super) struct Build<'x> {
    pub(super) text: &'x str,
    pub(super) model: Model,
    pub(super) variables: Variables<'x>,
    /// A domain without bounds, if some variable has one.
    pub(super) open: Option<Word<'x>>,
    /// The domains that declared variables are known to have, in order, if they are.
    pub(super) known: Vec<Domain>,
    /// True if constraints are read only for the bounds that they tell, and refuse nothing.
    pub(super) is_trial: bool,
    /// The label of the constraint that is being read.
    pub(super) label: String,
    /// Its position.
    pub(super) at: usize,
    /// The truths that define the functions that were met.
    pub(super) defined: Vec<Truth>,
    /// Tables and automata by the number of their element, as groups share them.
    pub(super) relations: HashMap<u32, Arc<Relation>>,
    pub(super) automata: HashMap<u32, Arc<Graph<'x>>>,
    /// Variables that stand for sums, for atoms and for results of functions.
    sums: HashMap<Affine, Var>,
    bits: HashMap<Atom, Var>,
    pub(super) results: HashMap<Term, Var>,
    /// Atoms that stand for comparisons and for clauses.
    pub(super) comparisons: HashMap<(Affine, Comparison), Atom>,
    clauses: HashMap<Vec<Atom>, Atom>,
    /// The requirements of a constraint that is part of another one; `None` where they are posted at once.
    pub(super) collected: Option<Vec<Requirement>>,
    /// The number of constraints of constraints around what is being read.
    pub(super) nested: usize,
    mentioned: usize,
    /// The lines of the text.
    pub(super) lines: Lines<'x>,
    /// True while a constraint is read that can be left out.
    pub(super) is_in_group: bool,
}

impl<'x> Build<'x> {
    /// An empty model.
    pub(super) fn new(text: &'x str) -> Self {
        Build {
            text,
            model: Model::new(),
            variables: Variables::default(),
            open: None,
            known: Vec::new(),
            is_trial: false,
            label: String::new(),
            at: 0,
            defined: Vec::new(),
            relations: HashMap::new(),
            automata: HashMap::new(),
            sums: HashMap::new(),
            bits: HashMap::new(),
            results: HashMap::new(),
            comparisons: HashMap::new(),
            clauses: HashMap::new(),
            collected: None,
            nested: 0,
            mentioned: 0,
            lines: Lines::new(text),
            is_in_group: false,
        }
    }

    /// The refusal of the constraint that is being read.
    pub(super) fn refused(&self, found: impl Into<String>, expected: &str) -> Unread {
        xml::unsupported(self.text, self.at, found, expected)
    }

    /// Forgets which variables stand for what, but for constants. Those of a constraint that can be left out are its
    /// own.
    pub(super) fn forget(&mut self) {
        self.sums.retain(|sum, _| sum.terms.is_empty());
        self.bits.clear();
        self.results.clear();
        self.comparisons.clear();
        self.clauses.clear();
    }

    /// Notes that variables are mentioned.
    ///
    /// # Errors
    /// If they are too many, as a short text can ask for.
    pub(super) fn mention(&mut self, number: usize) -> Result<(), Unread> {
        self.mentioned = self.mentioned.saturating_add(number);
        if self.mentioned <= MOST_MENTIONED {
            return Ok(());
        }
        Err(self.refused("a model that is too large", &format!("constraints over at most {MOST_MENTIONED} variables")))
    }

    /// True if variables have many values, and more than there are pairs of variables.
    ///
    /// # Errors
    /// If both are too many.
    pub(super) fn have_many_values(&mut self, vars: &[Var]) -> Result<bool, Unread> {
        let values = vars.iter().map(|&var| self.model.domain(var).len()).fold(0, usize::saturating_add);
        let pairs = vars.len().saturating_mul(vars.len());
        let is_by_pairs = values > FEW_VALUES.max(pairs);
        // A pair that is equal or not is a variable, two sums and some clauses.
        self.mention(if is_by_pairs { pairs.saturating_mul(8) } else { values })?;
        Ok(is_by_pairs)
    }

    /// Refuses what the model does not take.
    pub(super) fn checked(&self, posted: Result<(), ModelError>) -> Result<(), Unread> {
        posted.map_err(|error| self.refused(error.to_string(), "a constraint that can be stated"))
    }

    /// Requires that the constraint holds where all these atoms do.
    pub(super) fn add(&mut self, when: &[Atom], constraint: impl Into<Constraint>) -> Result<(), Unread> {
        self.demand(Requirement { when: when.to_vec(), constraint: constraint.into(), is_positive: true })
    }

    /// Requires that the constraint does not hold where all these atoms do.
    pub(super) fn add_not(&mut self, when: &[Atom], constraint: impl Into<Constraint>) -> Result<(), Unread> {
        self.demand(Requirement { when: when.to_vec(), constraint: constraint.into(), is_positive: false })
    }

    /// Posts what is required, or collects it for the constraint that it is part of.
    pub(super) fn demand(&mut self, requirement: Requirement) -> Result<(), Unread> {
        self.mention(requirement.constraint.vars().count())?;
        if let Some(collected) = &mut self.collected {
            collected.push(requirement);
            return Ok(());
        }
        let Requirement { when, constraint, is_positive } = requirement;
        if is_positive && when.is_empty() {
            self.model.restrict_by(&constraint, MOST_KEPT);
            if let (Some(_), Constraint::Linear(sum)) = (self.open, &constraint) {
                self.bound_by(sum);
            }
        }
        let posted = match is_positive {
            true => self.model.add_constraint(&self.label, Role::Rule, when, constraint),
            false => self.model.refute(&self.label, when, constraint),
        };
        self.checked(posted)
    }

    /// Posts at once all that is required to give an auxiliary variable its value. It holds whether the constraint does
    /// or not that is being read.
    pub(super) fn defining(&mut self, define: impl FnOnce(&mut Self) -> Result<(), Unread>) -> Result<(), Unread> {
        let collected = self.collected.take();
        let defined = define(self);
        self.collected = collected;
        defined
    }

    /// An atom that is true exactly if the constraint holds.
    pub(super) fn holds(&mut self, constraint: impl Into<Constraint>) -> Result<Atom, Unread> {
        let constraint = constraint.into();
        self.mention(constraint.vars().count())?;
        let atom = self.auxiliary("holds", 0..=1).is(1);
        let posted = self.model.reify(&self.label, atom, constraint);
        self.checked(posted)?;
        Ok(atom)
    }

    /// States that one of these is true where all atoms of `when` are.
    pub(super) fn clause(&mut self, when: &[Atom], truths: &[Truth]) -> Result<(), Unread> {
        let mut atoms: Vec<Atom> = when.iter().map(|&atom| !atom).collect();
        for truth in truths {
            match *truth {
                Truth::Const(true) => return Ok(()),
                Truth::Const(false) => {}
                Truth::Lit(atom) => atoms.push(atom),
            }
        }
        self.add(&[], Clause(atoms))
    }

    /// A new variable whose value follows from those of the others.
    pub(super) fn auxiliary(&mut self, name: &str, domain: impl Into<Domain>) -> Var {
        // No name of the file has a '.' in it.
        let name = format!("{}.{name}[{}]", self.label, self.model.variables().len());
        self.model.auxiliary(name, domain)
    }

    /// The least and the largest value of a sum.
    pub(super) fn bounds(&self, sum: &Affine) -> (i128, i128) {
        sum.bounds(&self.model)
    }

    /// The range of a new variable for values between two bounds.
    pub(super) fn range(&self, (low, high): (i128, i128)) -> Result<Domain, Unread> {
        match (i32::try_from(low), i32::try_from(high)) {
            (Ok(low), Ok(high)) => Ok((low..=high).into()),
            _ => Err(self.refused(format!("values from {low} to {high}"), "values of at most 32 bits")),
        }
    }

    /// A variable that has the value of a sum.
    pub(super) fn var_of(&mut self, sum: &Affine) -> Result<Var, Unread> {
        if let ([(1, var)], 0) = (&sum.terms[..], sum.constant) {
            return Ok(*var);
        }
        if let Some(&known) = self.sums.get(sum) {
            return Ok(known);
        }
        let bounds = self.bounds(sum);
        let domain = match sum.terms[..] {
            [(factor, var)] if self.model.domain(var).len() <= MOST_RESULTS => {
                self.range(bounds)?;
                let value = |value: i32| i128::from(factor) * i128::from(value) + i128::from(sum.constant);
                self.model.domain(var).values().map(|of| value(of) as i32).collect()
            }
            _ => self.range(bounds)?,
        };
        let var = match sum.terms[..] {
            [] => self.model.auxiliary(format!("constant[{}]", sum.constant), domain),
            _ => {
                let var = self.auxiliary("sum", domain);
                let terms = sum.terms.iter().copied().chain([(-1, var)]).collect();
                let Some(rhs) = sum.constant.checked_neg() else {
                    return Err(self.refused("a sum beyond 64 bits", "smaller numbers"));
                };
                self.defining(|build| build.add(&[], Linear { terms, cmp: Cmp::Eq, rhs }))?;
                var
            }
        };
        self.sums.insert(sum.clone(), var);
        Ok(var)
    }

    /// The variables of several sums.
    pub(super) fn vars_of(&mut self, sums: &[Affine]) -> Result<Vec<Var>, Unread> {
        sums.iter().map(|sum| self.var_of(sum)).collect()
    }

    /// A sum that is 1 where this is true, and else 0.
    pub(super) fn bit(&mut self, truth: Truth) -> Result<Affine, Unread> {
        let atom = match truth {
            Truth::Const(truth) => return Ok(Affine::constant(truth.into())),
            Truth::Lit(atom) => atom,
        };
        if *self.model.domain(atom.var) == Domain::from(0..=1) {
            let [none, one] = [atom.holds(0), atom.holds(1)].map(i64::from);
            return Ok(Affine::constant(none).plus(one - none, &atom.var.into()).expect("two terms"));
        }
        if let Some(&known) = self.bits.get(&atom) {
            return Ok(known.into());
        }
        let bit = self.auxiliary("bit", 0..=1);
        self.defining(|build| {
            build.add(&[], Clause(vec![bit.is(0), atom]))?;
            build.add(&[], Clause(vec![bit.is(1), !atom]))
        })?;
        self.bits.insert(atom, bit);
        Ok(bit.into())
    }

    /// The truth that one of these is true.
    pub(super) fn any(&mut self, truths: &[Truth]) -> Result<Truth, Unread> {
        let mut atoms = Vec::new();
        for truth in truths {
            match *truth {
                Truth::Const(true) => return Ok(*truth),
                Truth::Const(false) => {}
                Truth::Lit(atom) => atoms.push(atom),
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
        match atoms[..] {
            [] => return Ok(Truth::Const(false)),
            [only] => return Ok(Truth::Lit(only)),
            _ => {}
        }
        if let Some(&known) = self.clauses.get(&atoms) {
            return Ok(Truth::Lit(known));
        }
        let holds = self.holds(Clause(atoms.clone()))?;
        self.clauses.insert(atoms, holds);
        Ok(Truth::Lit(holds))
    }

    /// The truth that all of these are true.
    pub(super) fn all(&mut self, truths: &[Truth]) -> Result<Truth, Unread> {
        let opposites: Vec<Truth> = truths.iter().map(|&truth| !truth).collect();
        Ok(!self.any(&opposites)?)
    }
}

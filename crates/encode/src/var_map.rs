//! The map from atoms to literals; decoding and blocking of solutions.

use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::{Assignment, Atom, AtomRelation, Domain, Var};

use super::domain::IntLits;
use super::{Contract, LitOrConst};

/// For each model variable its domain at encoding time and its literals.
pub struct VarMap {
    entries: Vec<(Domain, Box<dyn IntLits>)>,
    /// How many of them are the model's; lowering has added the others.
    own: usize,
    contract: Contract,
    picks: Vec<Pick>,
}

/// The encoding of a constraint for which the default is too large, where none was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pick {
    /// The class of the encoding.
    pub(super) class: &'static str,
    /// The constraint, as configurations select it.
    pub(super) selector: String,
    /// The encoding.
    pub(super) encoding: &'static str,
}

impl VarMap {
    /// Variables with these domains and without literals; how many are the model's, and whether all of them are shown
    /// or follow from those that are.
    pub(super) fn new(own: usize, all_shown: bool, domains: Vec<Domain>) -> Self {
        let without = |domain: Domain| (domain, Box::new(NoLits) as Box<dyn IntLits>);
        VarMap {
            entries: domains.into_iter().map(without).collect(),
            own,
            contract: if all_shown { Contract::Bijective } else { Contract::Functional },
            picks: Vec::new(),
        }
    }

    /// Gives the variable at this position its literals.
    pub(super) fn set(&mut self, index: usize, lits: Box<dyn IntLits>) {
        self.entries[index].1 = lits;
    }

    /// The truth of an atom that holds for all values of its variable or for none; `None` if it holds for some only.
    pub(super) fn decided(&self, atom: Atom) -> Option<bool> {
        let domain = self.domain(atom.var);
        let at_most = |value: i32| match (domain.min(), domain.max()) {
            (Some(min), _) if value < min => Some(false),
            (_, Some(max)) if value >= max => Some(true),
            (None, None) => Some(false),
            _ => None,
        };
        let is = |value: i32| match (domain.contains(value), domain.len()) {
            (false, _) => Some(false),
            (true, 1) => Some(true),
            (true, _) => None,
        };
        match atom.relation {
            AtomRelation::Eq => is(atom.value),
            AtomRelation::Ne => is(atom.value).map(|holds| !holds),
            AtomRelation::Le => at_most(atom.value),
            AtomRelation::Gt => at_most(atom.value).map(|holds| !holds),
        }
    }

    /// Notes that an encoding with this contract was used.
    pub(super) fn uses(&mut self, contract: Contract) {
        self.contract = self.contract.max(contract);
    }

    /// Notes an encoding that was not asked for.
    pub(super) fn picks(&mut self, pick: Pick) {
        self.picks.push(pick);
    }

    /// The encodings that were not asked for.
    pub(super) fn picked(&self) -> &[Pick] {
        &self.picks
    }

    /// The contract: the number of models of the formula per solution.
    pub fn contract(&self) -> Contract {
        self.contract
    }

    /// The values that the variable was encoded with; root propagation may have dropped some of the model's.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.entries[var.index()].0
    }

    /// The number of the variable for a solver that makes its order literals, if one does.
    pub(super) fn integer(&self, var: Var) -> Option<u32> {
        self.entries[var.index()].1.integer()
    }

    /// The bits, lowest first, of how far the variable is above its least value, if its encoding has them.
    pub(super) fn binary(&self, var: Var) -> Option<&[Lit]> {
        self.entries[var.index()].1.binary()
    }

    /// The bits of how far such a variable is above its least value, the lowest first.
    pub(super) fn bits(&self, var: Var) -> Option<Vec<Lit>> {
        let (domain, lits) = &self.entries[var.index()];
        lits.integer()?;
        let mut bits = Vec::new();
        lits.telling(domain, &mut bits);
        Some(bits)
    }

    /// `var = value`.
    pub fn is(&mut self, var: Var, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        let (domain, lits) = &mut self.entries[var.index()];
        match (domain.contains(value), domain.len()) {
            (false, _) => LitOrConst::Const(false),
            (true, 1) => LitOrConst::Const(true),
            (true, _) => {
                out.note(|notes| notes.defining(true));
                let truth = lits.is(value, out);
                out.note(|notes| notes.defining(false));
                truth
            }
        }
    }

    /// `var <= value`.
    pub fn at_most(&mut self, var: Var, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        let (domain, lits) = &mut self.entries[var.index()];
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else { return LitOrConst::Const(false) };
        if value < min {
            return LitOrConst::Const(false);
        }
        if value >= max {
            return LitOrConst::Const(true);
        }
        let value = domain.nth(domain.rank(value) - 1).expect("a value from the least one on");
        out.note(|notes| notes.defining(true));
        let truth = lits.at_most(value, out);
        out.note(|notes| notes.defining(false));
        truth
    }

    /// The atom's literal or constant.
    pub fn atom(&mut self, atom: Atom, out: &mut dyn ClauseSink) -> LitOrConst {
        match atom.relation {
            AtomRelation::Eq => self.is(atom.var, atom.value, out),
            AtomRelation::Ne => !self.is(atom.var, atom.value, out),
            AtomRelation::Le => self.at_most(atom.var, atom.value, out),
            AtomRelation::Gt => !self.at_most(atom.var, atom.value, out),
        }
    }

    /// The values of all variables in a model of the formula; `holds` returns whether a literal is true in it.
    pub fn decode(&self, holds: &dyn Fn(Lit) -> bool) -> Assignment {
        let value = |(domain, lits): &(Domain, Box<dyn IntLits>)| match domain.fixed() {
            Some(value) => value,
            None => lits.value(holds),
        };
        Assignment::new(self.entries[..self.own].iter().map(value).collect())
    }

    /// The CNF variables that tell the variable's value, in increasing order; none if it has one value.
    pub fn variables(&self, var: Var) -> Vec<u32> {
        let (domain, lits) = &self.entries[var.index()];
        let mut found = Vec::new();
        if domain.len() > 1 {
            lits.telling(domain, &mut found);
        }
        let mut variables: Vec<u32> = found.iter().map(|lit| lit.var()).collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// Literals that are all true exactly in the models where the variable has the value, which is one of several.
    pub fn code(&self, var: Var, value: i32) -> Vec<Lit> {
        let mut code = Vec::new();
        self.entries[var.index()].1.blocking_literals(value, &mut code);
        code.iter_mut().for_each(|lit| *lit = !*lit);
        code
    }

    /// Appends the literals of a clause that excludes every assignment that agrees with this one on `shown`.
    pub fn block(&self, assignment: &Assignment, shown: &[Var], into: &mut Vec<Lit>) {
        for &var in shown {
            let (domain, lits) = &self.entries[var.index()];
            if domain.len() > 1 {
                lits.blocking_literals(assignment[var], into);
            }
        }
    }
}

/// Stands in for the literals of a variable that has none yet, or never has, since it has one value or none; [`VarMap`]
/// never asks it.
struct NoLits;

impl IntLits for NoLits {
    fn is(&mut self, _: i32, _: &mut dyn ClauseSink) -> LitOrConst {
        LitOrConst::Const(false)
    }

    fn at_most(&mut self, _: i32, _: &mut dyn ClauseSink) -> LitOrConst {
        LitOrConst::Const(false)
    }

    fn value(&self, _: &dyn Fn(Lit) -> bool) -> i32 {
        0
    }

    fn blocking_literals(&self, _: i32, _: &mut Vec<Lit>) {}
}

//! Walks a model and calls the encoding that the configuration names for each constraint.
//!
//! Order of the output: the variables in model order, then the constraints in model order, each with its auxiliaries.
//! The same model and configuration give the same clauses in the same order.

use std::collections::BTreeMap;

use crate::cnf::{ClauseSink, Clean, Lit};
use crate::model::{
    AllDifferent, Atom, Cardinality, Clause, Cmp, Domain, Flat, Linear, Model, Posted, Table, Var, narrow,
};

use super::amo::Stairs;
use super::condition::Condition;
use super::count::Count;
use super::decomposition::Unstated;
use super::linear::{Statement, Sum, single};
use super::literal_order::Places;
use super::wanted::{Tasks, Wanted};
use super::{ClauseBuf, Contract, Encoding, LitOrConst, Recipe, Root, Unsupported, VarMap};

/// Sends the model's clauses to `out` and returns which literals stand for what.
///
/// # Errors
/// If the configuration names an encoding that cannot state one of the constraints, or a program whose formulas are not
/// all there. Nothing has been sent then.
pub fn encode(model: &Model, recipe: &Recipe, out: &mut dyn ClauseSink) -> Result<VarMap, Unsupported> {
    if let Some(encoding) = recipe.propagated()
        && !out.propagates()
    {
        return Err(Unsupported {
            encoding,
            what: "constraints as clauses: only the SAT solver 'cdcl' propagates constraints".to_owned(),
        });
    }
    let own = model.variables().len();
    let (model, unstated) = Unstated::all(model, recipe)?;
    let recipe = recipe.for_model(&model);
    let external = external_contract(&model, &recipe)?;
    let mut vars = walk(&model, own, &recipe, out)?;
    vars.uses(external);
    let mut out = Clean::new(out);
    for one in unstated {
        if let Some(conditions) = open_conditions(&one.posted.when, &mut vars, &mut out) {
            one.send(&recipe, &conditions, &mut vars, &mut out);
        }
    }
    Ok(vars)
}

/// Which formulas of external encodings the model takes, whether they are there or not.
///
/// # Errors
/// If the configuration names an encoding that cannot state one of the constraints.
pub fn wanted(model: &Model, recipe: &Recipe) -> Result<Tasks, Unsupported> {
    if !recipe.runs_programs() {
        return Ok(Tasks::new());
    }
    let (model, _) = Unstated::all(model, recipe)?;
    tasks(&model, &recipe.for_model(&model))
}

/// The same for a lowered model and a configuration for it.
fn tasks(model: &Model, recipe: &Recipe) -> Result<Tasks, Unsupported> {
    let mut wanted = Wanted::default();
    walk(model, model.variables().len(), &recipe.with_formulas(&BTreeMap::new()), &mut wanted)?;
    Ok(wanted.tasks)
}

/// The weakest contract of the formulas that the model takes from programs.
fn external_contract(model: &Model, recipe: &Recipe) -> Result<Contract, Unsupported> {
    let mut weakest = Contract::Bijective;
    if !recipe.runs_programs() {
        return Ok(weakest);
    }
    let tasks = tasks(model, recipe)?;
    for external in recipe.externals() {
        let Some(tasks) = tasks.get(&external.spelling()) else { continue };
        let contract = external.contract_of(tasks).map_err(|task| Unsupported {
            encoding: external.spelling(),
            what: format!("{task}: the program has not been run for it"),
        })?;
        weakest = weakest.max(contract);
    }
    Ok(weakest)
}

/// Prepares every constraint, then sends the clauses.
fn walk(model: &Model, own: usize, recipe: &Recipe, out: &mut dyn ClauseSink) -> Result<VarMap, Unsupported> {
    let mut out = Clean::new(out);
    let domains: Option<Vec<Domain>> = match recipe.root {
        Root::None => Some(model.variables().iter().map(|variable| variable.domain.clone()).collect()),
        Root::Narrow => narrow(model),
    };
    let contradiction = domains.is_none();
    let domains = domains.unwrap_or_else(|| model.variables().iter().map(|variable| variable.domain.clone()).collect());
    let mut vars = VarMap::new(own, model.is_determined_by_shown(), domains);
    let mut prepared = Vec::new();
    let places = Places::new(model, recipe.literal_order);
    if !contradiction {
        for driver in drivers(model, recipe, &places) {
            prepared.push(driver.prepare(&vars)?);
        }
    }
    for (index, variable) in model.variables().iter().enumerate() {
        let domain = vars.domain(Var::from_index(index)).clone();
        if domain.len() > 1 {
            out.variable(&variable.name);
            let (encoding, amo) =
                (recipe.encodings.domain.of_variable(&variable.name), recipe.encodings.amo.of_variable(&variable.name));
            vars.uses(encoding.contract(domain.len(), amo));
            vars.set(index, encoding.encode(index, &domain, amo, &mut out));
        } else if domain.is_empty() {
            out.clause(&[]);
        }
    }
    if contradiction {
        out.clause(&[]);
        return Ok(vars);
    }
    let mut stairs = BTreeMap::new();
    for (driver, prepared) in drivers(model, recipe, &places).zip(prepared) {
        out.group(&driver.posted.label, driver.number);
        driver.posted(prepared, &mut vars, &mut stairs, &mut out);
    }
    Ok(vars)
}

/// The literals of the conditions that the domains do not decide; `None` if one of them does not hold.
fn open_conditions(when: &[Atom], vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<Vec<Lit>> {
    let mut open = Vec::with_capacity(when.len());
    for &atom in when {
        match vars.atom(atom, out) {
            LitOrConst::Const(true) => {}
            LitOrConst::Const(false) => return None,
            LitOrConst::Lit(lit) => open.push(lit),
        }
    }
    Some(open)
}

/// The constraints in model order, each with its number in its family.
fn drivers<'m>(model: &'m Model, recipe: &'m Recipe, places: &'m Places) -> impl Iterator<Item = Driver<'m>> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    model.constraints().iter().map(move |posted| {
        let next = numbers.entry(&posted.label).or_insert(0);
        let number = *next;
        *next += 1;
        Driver { model, recipe, places, posted, number }
    })
}

/// What the at-most-ones of each family share.
pub(super) type SharedStairs<'m> = BTreeMap<&'m str, Stairs>;

/// One constraint on its way to its encoding.
pub(super) struct Driver<'m> {
    pub(super) model: &'m Model,
    pub(super) recipe: &'m Recipe,
    pub(super) places: &'m Places,
    pub(super) posted: &'m Posted,
    pub(super) number: usize,
}

/// The status of a constraint by the domains alone.
pub(super) enum Prepared {
    /// It is stated as it is posted.
    AsPosted,
    /// One of its conditions does not hold, or all its values are allowed.
    Holds,
    /// It holds nowhere.
    Fails,
    /// A sum of one term, compared with a number.
    Single(i64, Var, Cmp, i64),
    /// A sum, prepared by its encoding.
    Sum(Statement),
}

/// The name of an encoding, with the encoding behind it if it has one.
fn spelled(encoding: &(impl Encoding + ?Sized)) -> String {
    encoding.argument().map_or_else(|| encoding.name().to_owned(), |argument| format!("{}:{argument}", encoding.name()))
}

impl<'m> Driver<'m> {
    /// Looks at the constraint before any variable has literals.
    ///
    /// # Errors
    /// If its encoding cannot state it.
    pub(super) fn prepare(&self, vars: &VarMap) -> Result<Prepared, Unsupported> {
        if self.posted.when.iter().any(|&atom| vars.decided(atom) == Some(false)) {
            return Ok(Prepared::Holds);
        }
        let (label, number) = (&*self.posted.label, self.number);
        match self.posted.flat() {
            Flat::AllDifferent(AllDifferent(of)) => {
                let encoding = self.recipe.encodings.all_different.of_constraint(label, number);
                encoding.can(of, vars).map_err(|why| self.unsupported("all-different", &spelled(encoding), why))?;
            }
            Flat::Linear(Linear { terms, cmp, rhs }) => return self.prepare_sum(terms, *cmp, *rhs, vars),
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => {
                let decided: Vec<Option<bool>> = atoms.iter().map(|&atom| vars.decided(atom)).collect();
                let of = |wanted: Option<bool>| decided.iter().filter(|&&other| other == wanted).count();
                let n = of(None);
                if let Count::Card(cmp, k) = Count::new(*cmp, *k, of(Some(true)), n) {
                    let card = self.recipe.encodings.card.of_constraint(label, number);
                    card.can(cmp, k, n).map_err(|why| self.unsupported("card", &spelled(card), why))?;
                }
            }
            Flat::Clause(_) => {}
            Flat::Table(Table { vars: of, relation }) => {
                let table = self.recipe.encodings.table.of_constraint(label, number);
                table.can(of, relation, vars).map_err(|why| self.unsupported("table", &spelled(table), why))?;
            }
        }
        Ok(Prepared::AsPosted)
    }

    /// Sends the clauses of the constraint under its conditions.
    fn posted(&self, prepared: Prepared, vars: &mut VarMap, stairs: &mut SharedStairs<'m>, out: &mut dyn ClauseSink) {
        let Some(conditions) = open_conditions(&self.posted.when, vars, out) else { return };
        match conditions[..] {
            [] => self.constraint(prepared, vars, stairs, out),
            // What holds under conditions is of no use to others.
            _ => self.constraint(prepared, vars, &mut BTreeMap::new(), &mut Condition::new(out, &conditions)),
        }
    }

    pub(super) fn constraint(
        &self,
        prepared: Prepared,
        vars: &mut VarMap,
        stairs: &mut SharedStairs<'m>,
        out: &mut dyn ClauseSink,
    ) {
        match prepared {
            Prepared::Holds => return,
            Prepared::Fails => return out.clause(&[]),
            Prepared::Single(coefficient, var, cmp, rhs) => return single(coefficient, var, cmp, rhs, vars, out),
            Prepared::Sum(statement) => return statement(vars, out),
            Prepared::AsPosted => {}
        }
        let (label, number) = (&*self.posted.label, self.number);
        match self.posted.flat() {
            Flat::AllDifferent(AllDifferent(of)) => {
                let amo = self.recipe.encodings.amo.of_constraint(label, number);
                let all_different = self.recipe.encodings.all_different.of_constraint(label, number);
                vars.uses(all_different.contract(of, amo));
                all_different.encode(of, amo, vars, out);
            }
            Flat::Linear(_) => unreachable!("a sum has been prepared"),
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => self.count(atoms, (*cmp, *k), vars, stairs, out),
            Flat::Clause(Clause(atoms)) => {
                let mut clause = ClauseBuf::new();
                for &atom in atoms {
                    clause.push(vars.atom(atom, out));
                }
                clause.emit(out);
            }
            Flat::Table(Table { vars: of, relation }) => {
                let table = self.recipe.encodings.table.of_constraint(label, number);
                vars.uses(table.contract());
                table.encode(of, relation, vars, out);
            }
        }
    }

    fn unsupported(&self, class: &str, name: &str, why: String) -> Unsupported {
        Unsupported {
            encoding: format!("{class}={name}"),
            what: format!("constraint {}[{}]: {why}", self.posted.label, self.number),
        }
    }

    fn count(
        &self,
        atoms: &[Atom],
        (cmp, k): (Cmp, usize),
        vars: &mut VarMap,
        stairs: &mut SharedStairs<'m>,
        out: &mut dyn ClauseSink,
    ) {
        let mut lits = Vec::with_capacity(atoms.len());
        let mut trues = 0;
        for &atom in atoms {
            match vars.atom(atom, out) {
                LitOrConst::Const(value) => trues += usize::from(value),
                LitOrConst::Lit(lit) => lits.push((atom.var, lit)),
            }
        }
        if let Count::Card(..) = Count::new(cmp, k, trues, lits.len()) {
            self.places.sort(&mut lits, |&(var, _)| var);
        }
        let mut lits: Vec<Lit> = lits.into_iter().map(|(_, lit)| lit).collect();
        let (label, n): (&'m str, usize) = (&self.posted.label, lits.len());
        let count = Count::new(cmp, k, trues, n);
        if let Count::NotAll | Count::AllButOne { .. } = count {
            lits.iter_mut().for_each(|lit| *lit = !*lit);
        }
        match count {
            Count::Holds => {}
            Count::Fails => out.clause(&[]),
            Count::NoneOf => lits.iter().for_each(|&lit| out.clause(&[!lit])),
            Count::AllOf => lits.iter().for_each(|&lit| out.clause(&[lit])),
            Count::AnyOf | Count::NotAll => out.clause(&lits),
            Count::One { exactly } | Count::AllButOne { exactly } => {
                let amo = self.recipe.encodings.amo.of_constraint(label, self.number);
                vars.uses(amo.contract(n));
                match exactly {
                    _ if amo.shares_windows() => {
                        stairs.entry(label).or_default().at_most_one(&lits, out);
                        if exactly {
                            out.clause(&lits);
                        }
                    }
                    true => amo.exactly_one(&lits, out),
                    false => amo.at_most_one(&lits, out),
                }
            }
            Count::Card(cmp, k) => {
                let card = self.recipe.encodings.card.of_constraint(label, self.number);
                vars.uses(card.contract(cmp));
                match cmp {
                    Cmp::Le => card.at_most(&lits, k, out),
                    Cmp::Eq => card.exactly(&lits, k, out),
                    Cmp::Ge => card.at_least(&lits, k, out),
                }
            }
        }
    }

    fn prepare_sum(&self, terms: &[(i64, Var)], cmp: Cmp, rhs: i64, vars: &VarMap) -> Result<Prepared, Unsupported> {
        let encoding = self.recipe.encodings.linear.of_constraint(&self.posted.label, self.number);
        let too_wide = || self.unsupported("linear", encoding.name(), "its sums do not fit 32 bits".to_owned());
        let mut free = Vec::with_capacity(terms.len());
        let mut rest = i128::from(rhs);
        let (mut low, mut high) = (0i128, 0i128);
        for &(coefficient, var) in terms {
            let domain = vars.domain(var);
            let (Some(min), Some(max)) = (domain.min(), domain.max()) else { return Ok(Prepared::Holds) };
            let ends = [i128::from(coefficient) * i128::from(min), i128::from(coefficient) * i128::from(max)];
            if min == max {
                rest -= ends[0];
            } else {
                low += ends[0].min(ends[1]);
                high += ends[0].max(ends[1]);
                free.push((coefficient, var));
            }
        }
        let below = cmp != Cmp::Ge && high > rest;
        let above = cmp != Cmp::Le && low < rest;
        if cmp != Cmp::Ge && low > rest || cmp != Cmp::Le && high < rest {
            return Ok(Prepared::Fails);
        }
        if !below && !above {
            return Ok(Prepared::Holds);
        }
        let limit = i128::from(i32::MAX / 2);
        if [low, high, rest].iter().any(|bound| bound.abs() > limit) {
            return Err(too_wide());
        }
        if let [(coefficient, var)] = free[..] {
            return Ok(Prepared::Single(coefficient, var, cmp, rest as i64));
        }
        self.places.sort(&mut free, |&(_, var)| var);
        let of: Vec<Var> = free.iter().map(|&(_, var)| var).collect();
        let sum = Sum { terms: free, cmp, rhs: rest as i64, distinct: self.model.distinct(&of) };
        let contract = encoding.contract(cmp);
        let statement =
            encoding.prepare(sum, vars).map_err(|why| self.unsupported("linear", &spelled(encoding), why))?;
        Ok(Prepared::Sum(Box::new(move |vars, out| {
            vars.uses(contract);
            statement(vars, out);
        })))
    }
}

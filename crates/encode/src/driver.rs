//! Walks a model and calls the encoding that the configuration names for each constraint.
//!
//! Order of the output: the variables in model order, then the constraints in model order, each with its auxiliaries.
//! The same model and configuration give the same clauses in the same order.

use std::collections::BTreeMap;

use cnfab_cnf::{ClauseRule, ClauseSink, Clean, Lit};
use cnfab_model::{
    ANNOTATED, AllDifferent, Atom, Cardinality, Clause, Cmp, Domain, Flat, Label, Linear, Model, Posted, Table, Var,
    narrow,
};

use super::amo::Stairs;
use super::branching::branching;
use super::condition::Condition;
use super::config::lazy::lazily;
use super::config::literal_order::Places;
use super::config::selection::Selects;
use super::config::wanted::{Tasks, Wanted};
use super::count::Count;
use super::domain;
use super::encoding::spelled;
use super::linear::{Statement, Sum, single};
use super::lowering::Lowered;
use super::var_map::Pick;
use super::{ClauseBuf, Contract, LitOrConst, Recipe, Root, Unsupported, VarMap};

mod count;
mod normal;
mod sum;

/// Sends the model's clauses to `out` and returns which literals stand for what.
///
/// # Errors
/// If the configuration names an encoding that cannot state one of the constraints, or a program whose formulas are not
/// all there. Nothing has been sent then.
pub fn encode(model: &Model, recipe: &Recipe, out: &mut dyn ClauseSink) -> Result<VarMap, Unsupported> {
    can_send(recipe, out)?;
    let own = model.variables().len();
    let lowered = Lowered::of(model, recipe)?;
    let recipe = recipe.for_model(&lowered.model);
    let external = external_contract(&lowered, &recipe)?;
    let mut vars = walk(&lowered, own, &recipe, &[], out)?;
    vars.uses(external);
    if let Some((_, phases)) = model.orders().iter().find(|order| order.0 == ANNOTATED)
        && recipe.encodings.domain.propagated().is_some()
    {
        let phases = branching(model, phases, &mut vars, out);
        out.natives().into_iter().for_each(|natives| natives.branching(phases.clone()));
    }
    Ok(vars)
}

/// The same for a model whose first variables have literals already: of each its values in order, and exactly one true
/// literal.
///
/// # Errors
/// Those of [`encode`].
pub(super) fn encode_over(
    model: &Model,
    recipe: &Recipe,
    given: &[Vec<(i32, Lit)>],
    out: &mut dyn ClauseSink,
) -> Result<VarMap, Unsupported> {
    can_send(recipe, out)?;
    walk(&Lowered::of(model, recipe)?, model.variables().len(), recipe, given, out)
}

/// Refuses a configuration that leaves to solvers what the sink does not take.
fn can_send(recipe: &Recipe, out: &mut dyn ClauseSink) -> Result<(), Unsupported> {
    let Some(encoding) = recipe.propagated().filter(|_| out.natives().is_none()) else { return Ok(()) };
    let what = match encoding.starts_with("domain=") {
        true => "variables for this solver: only the SAT solver 'cdcl' makes literals during the search",
        false => "constraints as clauses: only the SAT solver 'cdcl' propagates constraints",
    };
    Err(Unsupported { encoding, what: what.to_owned() })
}

/// The formulas of external encodings that the model takes, whether they are there or not.
///
/// # Errors
/// If the configuration names an encoding that cannot state one of the constraints.
pub fn wanted(model: &Model, recipe: &Recipe) -> Result<Tasks, Unsupported> {
    if !recipe.runs_programs() {
        return Ok(Tasks::new());
    }
    let lowered = Lowered::of(model, recipe)?;
    tasks(&lowered, &recipe.for_model(&lowered.model))
}

/// The same for a lowered model and a configuration for it.
fn tasks(lowered: &Lowered<'_>, recipe: &Recipe) -> Result<Tasks, Unsupported> {
    let mut wanted = Wanted::default();
    walk(lowered, lowered.model.variables().len(), &recipe.with_formulas(&BTreeMap::new()), &[], &mut wanted)?;
    Ok(wanted.tasks)
}

/// The weakest contract of the formulas that the model takes from programs.
fn external_contract(lowered: &Lowered<'_>, recipe: &Recipe) -> Result<Contract, Unsupported> {
    let mut weakest = Contract::Bijective;
    if !recipe.runs_programs() {
        return Ok(weakest);
    }
    let tasks = tasks(lowered, recipe)?;
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

/// Prepares every constraint, then sends the clauses, and what the solver propagates.
fn walk(
    lowered: &Lowered<'_>,
    own: usize,
    recipe: &Recipe,
    given: &[Vec<(i32, Lit)>],
    out: &mut dyn ClauseSink,
) -> Result<VarMap, Unsupported> {
    let out: &mut dyn ClauseSink = &mut Clean::new(out);
    let model = &*lowered.model;
    let domains: Option<Vec<Domain>> = match recipe.root {
        Root::None => Some(model.variables().iter().map(|variable| variable.domain.clone()).collect()),
        Root::Narrow => narrow(model),
    };
    let contradiction = domains.is_none();
    let domains = domains.unwrap_or_else(|| model.variables().iter().map(|variable| variable.domain.clone()).collect());
    let mut vars = VarMap::new(own, model.is_determined_by_shown(), domains);
    let mut prepared = Vec::new();
    let places = Places::new(model, &recipe.literal_order);
    if !contradiction {
        for driver in drivers(model, recipe, &places) {
            prepared.push(driver.prepare(&vars)?);
        }
    }
    (0..).zip(given).for_each(|(index, lits)| vars.set(index, domain::given(index, lits)));
    (given.len()..lowered.variables).for_each(|index| variable(index, model, recipe, &mut vars, out));
    if contradiction {
        out.clause(&[]);
        return Ok(vars);
    }
    let mut stairs = BTreeMap::new();
    let mut all = drivers(model, recipe, &places).zip(prepared);
    for (driver, prepared) in all.by_ref().take(lowered.constraints) {
        out.note(|notes| notes.group(&driver.posted.label, driver.number));
        driver.posted(prepared, &mut vars, &mut stairs, out);
    }
    for one in &lowered.unstated {
        out.note(|notes| notes.group(&one.posted.label, one.number));
        let simpler: Vec<_> = all.by_ref().take(one.constraints.len()).collect();
        let Some(conditions) = open_conditions(&one.posted.when, &mut vars, out) else { continue };
        let send = |vars: &mut VarMap, out: &mut dyn ClauseSink| {
            let native = one.native(recipe, &conditions, vars, out);
            native.into_iter().for_each(|native| out.native(native));
        };
        if simpler.is_empty() {
            send(&mut vars, out);
            continue;
        }
        vars.uses(Contract::ProjectedOnly);
        let mut simpler = simpler.into_iter();
        lazily(out, |is_native, out| match is_native {
            true => send(&mut vars, out),
            false => {
                one.variables.clone().for_each(|index| variable(index, model, recipe, &mut vars, out));
                for (driver, prepared) in simpler.by_ref() {
                    driver.posted(prepared, &mut vars, &mut BTreeMap::new(), out);
                }
            }
        });
    }
    Ok(vars)
}

/// Gives a variable of the model its literals.
fn variable(index: usize, model: &Model, recipe: &Recipe, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let domain = vars.domain(Var::from_index(index)).clone();
    let name = &model.variables()[index].name;
    if domain.len() > 1 {
        out.note(|notes| notes.variable(name));
        let (encoding, amo) = (recipe.encodings.domain.of_variable(name), recipe.encodings.amo.of_variable(name));
        vars.uses(encoding.contract(domain.len(), amo));
        vars.set(index, encoding.encode(index, &domain, amo, out));
    } else if domain.is_empty() {
        out.clause(&[]);
    }
}

/// One of the atoms holds.
fn any(atoms: &[Atom], vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    for &atom in atoms {
        clause.push(vars.atom(atom, out));
    }
    clause.emit(out);
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
fn drivers<'m>(model: &'m Model, recipe: &'m Recipe, places: &'m Places<'m>) -> impl Iterator<Item = Driver<'m>> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    model.constraints().iter().map(move |posted| {
        let next = numbers.entry(&posted.label).or_insert(0);
        let number = *next;
        *next += 1;
        Driver { model, recipe, places, posted, number }
    })
}

/// The literals that the at-most-ones of each family share.
pub(super) type SharedStairs<'m> = BTreeMap<&'m str, Stairs>;

/// One constraint on its way to its encoding.
pub(super) struct Driver<'m> {
    pub(super) model: &'m Model,
    pub(super) recipe: &'m Recipe,
    pub(super) places: &'m Places<'m>,
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
    /// A sum that is a clause.
    Clause(Vec<Atom>),
    /// A sum that rules out single values.
    All(Vec<Atom>),
    /// A sum of one term, compared with a number.
    Single(i64, Var, Cmp, i64),
    /// A sum, prepared by its encoding.
    Sum(Statement),
    /// A sum in normal form, to which multiples of counts were added, and what some of its variables have to be.
    InNormalForm { added: Vec<(Label, usize, i64)>, forced: Vec<Atom>, rest: Box<Prepared> },
    /// The same by an encoding that was not asked for.
    Picked(Pick, Box<Prepared>),
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
        out.why(if matches!(self.posted.flat(), Flat::Table(_)) { ClauseRule::Rows } else { ClauseRule::Sum });
        match prepared {
            Prepared::Holds => return,
            Prepared::Fails => return out.clause(&[]),
            Prepared::Clause(atoms) => return any(&atoms, vars, out),
            Prepared::All(atoms) => return atoms.into_iter().for_each(|atom| any(&[atom], vars, out)),
            Prepared::Single(coefficient, var, cmp, rhs) => return single(coefficient, var, cmp, rhs, vars, out),
            Prepared::Sum(statement) => return statement(vars, out),
            Prepared::InNormalForm { added, forced, rest } => {
                let added: Vec<(&str, usize, i64)> =
                    added.iter().map(|(label, number, multiple)| (&**label, *number, *multiple)).collect();
                out.note(|notes| notes.normal(&added));
                forced.into_iter().for_each(|atom| any(&[atom], vars, out));
                return self.constraint(*rest, vars, stairs, out);
            }
            Prepared::Picked(pick, prepared) => {
                vars.picks(pick);
                return self.constraint(*prepared, vars, stairs, out);
            }
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
            Flat::Clause(Clause(atoms)) => any(atoms, vars, out),
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
}

//! Walks a model and calls the encoding that the recipe names for each constraint.
//!
//! Order of the output: the variables in model order, then the constraints in model order, each with its auxiliaries.
//! The same model and recipe give the same clauses in the same order.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::cnf::{ClauseSink, Clean, Lit, Meter};
use crate::model::{
    AllDifferent, Atom, Cardinality, Clause, Cmp, Domain, Flat, Linear, Model, Posted, Table, Takes, Var, narrow,
};

use super::condition::Condition;
use super::domain::IntLits;
use super::given::{Given, Task};
use super::linear::Sum;
use super::{ClauseBuf, Recipe, Root, Truth, Unsupported, VarMap};

/// Sends the model's clauses to `out` and returns which literals stand for what.
///
/// # Errors
/// If the recipe names an encoding that cannot state one of the constraints, or a program whose formulas are not all there.
/// What was sent until then is of no use.
pub fn encode(model: &Model, recipe: &Recipe, out: &mut dyn ClauseSink) -> Result<VarMap, Unsupported> {
    let own = model.variables().len();
    let model = &*lowered(model)?;
    let mut recipe = recipe.for_model(model);
    recipe.renew_programs();
    let mut vars = walk(model, own, &recipe, out)?;
    for given in recipe.programs() {
        if let Some(task) = given.missing().first() {
            return Err(Unsupported {
                encoding: given.spelling(),
                what: format!("{task}: the program has not been run for it"),
            });
        }
        vars.uses(given.measured());
    }
    Ok(vars)
}

/// The programs whose formulas the model needs and that are not there yet, with what they have to state. Formulas that are
/// put to them are there for the recipe.
///
/// # Errors
/// If the recipe names an encoding that cannot state one of the constraints.
pub fn missing(model: &Model, recipe: &Recipe) -> Result<Vec<(Given, BTreeSet<Task>)>, Unsupported> {
    if !recipe.runs_programs() {
        return Ok(Vec::new());
    }
    let model = &*lowered(model)?;
    let mut recipe = recipe.for_model(model);
    recipe.renew_programs();
    walk(model, model.variables().len(), &recipe, &mut Meter::default())?;
    let missing = recipe.programs().map(|given| (given.clone(), given.missing()));
    Ok(missing.filter(|(_, tasks)| !tasks.is_empty()).collect())
}

/// The model in terms that have encodings.
fn lowered(model: &Model) -> Result<Cow<'_, Model>, Unsupported> {
    model.lowered(Takes::CONDITIONS).map_err(|what| Unsupported { encoding: "sat".to_owned(), what: what.to_owned() })
}

/// The classes of encodings that make no difference to the model, since no constraint of it is encoded by them. `root=narrow`
/// may leave even fewer.
pub fn absent_classes(model: &Model) -> Vec<&'static str> {
    let Ok(lowered) = lowered(model) else { return Vec::new() };
    let model = &*lowered;
    let open = |var: Var| model.domain(var).len() > 1;
    let mut absent = vec!["all-different", "card", "linear", "table"];
    for posted in model.constraints() {
        let class = match posted.flat() {
            Flat::AllDifferent(_) => "all-different",
            Flat::Linear(Linear { terms, .. }) if terms.iter().filter(|(_, var)| open(*var)).count() > 1 => "linear",
            Flat::Table(_) => "table",
            Flat::Cardinality(Cardinality { atoms, k, .. }) if is_card(model, atoms, *k) => "card",
            Flat::Linear(_) | Flat::Cardinality(_) | Flat::Clause(_) => continue,
        };
        absent.retain(|other| *other != class);
    }
    absent
}

/// Whether a count is more than clauses and at-most-one: of n atoms that are open, at least k for k from 2 to n - 2, or at
/// most so many.
fn is_card(model: &Model, atoms: &[Atom], k: usize) -> bool {
    // How many atoms some of the values of the variable make true, and how many all of them do.
    let may_hold = |atom: &&Atom| model.domain(atom.var).values().any(|value| atom.holds(value));
    let must_hold = |atom: &&Atom| model.domain(atom.var).values().all(|value| atom.holds(value));
    let (possible, certain) = (atoms.iter().filter(may_hold).count(), atoms.iter().filter(must_hold).count());
    let Some(k) = k.checked_sub(certain) else { return false };
    k > 1 && k + 1 < possible.saturating_sub(certain)
}

fn walk(model: &Model, own: usize, recipe: &Recipe, out: &mut dyn ClauseSink) -> Result<VarMap, Unsupported> {
    let mut out = Clean::new(out);
    let domains: Option<Vec<Domain>> = match recipe.root {
        Root::None => Some(model.variables().iter().map(|variable| variable.domain.clone()).collect()),
        Root::Narrow => narrow(model),
    };
    let contradiction = domains.is_none();
    let domains = domains.unwrap_or_else(|| model.variables().iter().map(|variable| variable.domain.clone()).collect());
    let mut vars = VarMap::new(own, model.is_determined_by_shown());
    for (variable, domain) in model.variables().iter().zip(domains) {
        let lits: Box<dyn IntLits> = if domain.len() > 1 {
            out.variable(&variable.name);
            let (encoding, amo) = (recipe.domain.of_variable(&variable.name), recipe.amo.of_variable(&variable.name));
            vars.uses(encoding.contract(domain.len(), amo));
            encoding.introduce(vars.len(), &domain, amo, &mut out)
        } else {
            if domain.is_empty() {
                out.clause(&[]);
            }
            Box::new(Fixed)
        };
        vars.push(domain, lits);
    }
    if contradiction {
        out.clause(&[]);
        return Ok(vars);
    }
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for posted in model.constraints() {
        let number = numbers.entry(&posted.label).or_insert(0);
        out.group(&posted.label, *number);
        let driver = Driver { model, recipe, posted, number: *number };
        driver.posted(&mut vars, &mut out)?;
        *number += 1;
    }
    Ok(vars)
}

/// Stands in for the literals of a variable with one value or none; [`VarMap`] never asks it.
struct Fixed;

impl IntLits for Fixed {
    fn is(&mut self, _: i32, _: &mut dyn ClauseSink) -> Truth {
        Truth::Const(false)
    }

    fn at_most(&mut self, _: i32, _: &mut dyn ClauseSink) -> Truth {
        Truth::Const(false)
    }

    fn value(&self, _: &dyn Fn(Lit) -> bool) -> i32 {
        0
    }

    fn differs(&self, _: i32, _: &mut Vec<Lit>) {}
}

/// One constraint on its way to its encoding.
struct Driver<'m> {
    model: &'m Model,
    recipe: &'m Recipe,
    posted: &'m Posted,
    number: usize,
}

impl Driver<'_> {
    fn posted(&self, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Result<(), Unsupported> {
        let mut conditions = Vec::with_capacity(self.posted.when.len());
        for &atom in &self.posted.when {
            match vars.atom(atom, out) {
                Truth::Const(true) => {}
                Truth::Const(false) => return Ok(()),
                Truth::Lit(lit) => conditions.push(lit),
            }
        }
        match conditions[..] {
            [] => self.constraint(vars, out),
            _ => self.constraint(vars, &mut Condition::new(out, &conditions)),
        }
    }

    fn constraint(&self, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Result<(), Unsupported> {
        let (label, number) = (&*self.posted.label, self.number);
        match self.posted.flat() {
            Flat::AllDifferent(AllDifferent(of)) => {
                let amo = self.recipe.amo.of_constraint(label, number);
                let all_different = self.recipe.all_different.of_constraint(label, number);
                let refused = |why| self.unsupported("all-different", all_different.name(), why);
                all_different.can(of, vars).map_err(refused)?;
                vars.uses(all_different.contract(of, amo));
                all_different.encode(of, amo, vars, out);
                Ok(())
            }
            Flat::Linear(Linear { terms, cmp, rhs }) => self.linear(terms, *cmp, *rhs, vars, out),
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => self.count(atoms, *cmp, *k, vars, out),
            Flat::Clause(Clause(atoms)) => {
                let mut clause = ClauseBuf::new();
                for &atom in atoms {
                    clause.push(vars.atom(atom, out));
                }
                clause.emit(out);
                Ok(())
            }
            Flat::Table(Table { vars: of, relation }) => {
                let table = self.recipe.table.of_constraint(label, number);
                vars.uses(table.contract());
                table.encode(of, relation, vars, out).map_err(|why| self.unsupported("table", table.name(), why))
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
        cmp: Cmp,
        k: usize,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Result<(), Unsupported> {
        let mut lits = Vec::with_capacity(atoms.len());
        let mut trues = 0;
        for &atom in atoms {
            match vars.atom(atom, out) {
                Truth::Const(value) => trues += usize::from(value),
                Truth::Lit(lit) => lits.push(lit),
            }
        }
        let n = lits.len();
        let upper = cmp != Cmp::Ge;
        let lower = cmp != Cmp::Le;
        if upper && trues > k || lower && trues + n < k {
            out.clause(&[]);
            return Ok(());
        }
        // From here on 0 <= k - trues when there is an upper bound, and k - trues <= n when there is a lower one.
        let upper = upper && trues + n > k;
        let lower = lower && trues < k;
        let k = k.saturating_sub(trues);
        let amo = self.recipe.amo.of_constraint(&self.posted.label, self.number);
        let mut one = |lits: &[Lit], exactly: bool| {
            vars.uses(amo.contract(n));
            if exactly { amo.exactly_one(lits, out) } else { amo.at_most_one(lits, out) }
        };
        let cmp = match (upper, lower) {
            (false, false) => return Ok(()),
            (true, true) => Cmp::Eq,
            (true, false) => Cmp::Le,
            (false, true) => Cmp::Ge,
        };
        match cmp {
            Cmp::Le | Cmp::Eq if k == 0 => lits.iter().for_each(|&lit| out.clause(&[!lit])),
            Cmp::Ge | Cmp::Eq if k == n => lits.iter().for_each(|&lit| out.clause(&[lit])),
            Cmp::Ge if k == 1 => out.clause(&lits),
            Cmp::Le if k == n - 1 => {
                lits.iter_mut().for_each(|lit| *lit = !*lit);
                out.clause(&lits);
            }
            Cmp::Le | Cmp::Eq if k == 1 => one(&lits, lower),
            Cmp::Ge | Cmp::Eq if k == n - 1 => {
                lits.iter_mut().for_each(|lit| *lit = !*lit);
                one(&lits, upper);
            }
            _ => {
                let card = self.recipe.card.of_constraint(&self.posted.label, self.number);
                card.can(cmp, k, n).map_err(|why| self.unsupported("card", card.name(), why))?;
                vars.uses(card.contract(cmp));
                match cmp {
                    Cmp::Le => card.at_most(&lits, k, out),
                    Cmp::Eq => card.exactly(&lits, k, out),
                    Cmp::Ge => card.at_least(&lits, k, out),
                }
            }
        }
        Ok(())
    }

    fn linear(
        &self,
        terms: &[(i64, Var)],
        cmp: Cmp,
        rhs: i64,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Result<(), Unsupported> {
        let encoding = self.recipe.linear.of_constraint(&self.posted.label, self.number);
        let too_wide = || self.unsupported("linear", encoding.name(), "its sums do not fit 32 bits".to_owned());
        let mut free = Vec::with_capacity(terms.len());
        let mut rest = i128::from(rhs);
        let (mut low, mut high) = (0i128, 0i128);
        for &(coefficient, var) in terms {
            let domain = vars.domain(var);
            let (Some(min), Some(max)) = (domain.min(), domain.max()) else { return Ok(()) };
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
            out.clause(&[]);
            return Ok(());
        }
        if !below && !above {
            return Ok(());
        }
        let limit = i128::from(i32::MAX / 2);
        if [low, high, rest].iter().any(|bound| bound.abs() > limit) {
            return Err(too_wide());
        }
        if let [(coefficient, var)] = free[..] {
            single(coefficient, var, cmp, rest as i64, vars, out);
            return Ok(());
        }
        let of: Vec<Var> = free.iter().map(|&(_, var)| var).collect();
        let sum = Sum { terms: free, cmp, rhs: rest as i64, distinct: self.model.distinct(&of) };
        vars.uses(encoding.contract(cmp));
        encoding.encode(&sum, vars, out).map_err(|why| self.unsupported("linear", encoding.name(), why))
    }
}

/// A sum of one term: the values that meet it lie together in the domain.
fn single(coefficient: i64, var: Var, cmp: Cmp, rhs: i64, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let allowed = |value: &i32| cmp.holds(coefficient * i64::from(*value), rhs);
    let mut values = vars.domain(var).values().filter(allowed);
    let Some(first) = values.next() else { return out.clause(&[]) };
    let last = values.next_back().unwrap_or(first);
    let mut clause = ClauseBuf::new();
    if first == last {
        return clause.all([vars.is(var, first, out)], out);
    }
    clause.all([!vars.at_most(var, first - 1, out)], out);
    clause.all([vars.at_most(var, last, out)], out);
}

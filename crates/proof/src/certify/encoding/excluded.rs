//! The proof that a formula has no model outside of the solutions: its clauses and the opposite of a constraint
//! contradict each other.

use std::collections::BTreeSet;

use cnfab_cnf::Lit;
use cnfab_encode::LitOrConst;
use cnfab_model::{AllDifferent, Assignment, Cardinality, Clause, Cmp, Domain, Flat, Linear, Model, Var};
use cnfab_solve::Budget;
use cnfab_solve::sat::SatResult;

use crate::certify::answer::add_formula;
use crate::certify::claim::Check;
use crate::certify::facts::Facts;
use crate::certify::proof::{Id, Literal, Proof};
use crate::certify::statement::{Form, Statement};
use crate::certify::{CertifyError, Folder, Makers};

use super::units::Units;
use super::{Formula, Found, place, solved, subsets, with_clauses};

/// The opposites of a model's constraints, each as a model. `None` if one has no opposite in such a form.
pub(super) fn opposites(model: &Model) -> Option<Vec<Model>> {
    let mut all = Vec::new();
    for posted in model.constraints() {
        if !posted.when.is_empty() {
            return None;
        }
        let mut add = |post: &dyn Fn(&mut Model)| {
            let mut opposite = Model::new();
            for variable in model.variables() {
                opposite.var(&*variable.name, variable.domain.clone());
            }
            post(&mut opposite);
            all.push(opposite);
        };
        match posted.flat() {
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => {
                if *cmp != Cmp::Ge {
                    add(&|opposite| opposite.count("more", atoms.iter().copied(), Cmp::Ge, k + 1));
                }
                if *cmp != Cmp::Le && *k > 0 {
                    add(&|opposite| opposite.count("fewer", atoms.iter().copied(), Cmp::Le, k - 1));
                }
            }
            Flat::Linear(Linear { terms, cmp, rhs }) => {
                if *cmp != Cmp::Ge {
                    let rhs = rhs.checked_add(1)?;
                    add(&|opposite| opposite.post("more", Linear { terms: terms.clone(), cmp: Cmp::Ge, rhs }));
                }
                if *cmp != Cmp::Le {
                    let rhs = rhs.checked_sub(1)?;
                    add(&|opposite| opposite.post("fewer", Linear { terms: terms.clone(), cmp: Cmp::Le, rhs }));
                }
            }
            Flat::Table(table) => add(&|opposite| {
                for row in table.relation.rows() {
                    let differs = table.vars.iter().zip(row).map(|(var, &value)| var.is_not(value));
                    opposite.post("other", Clause(differs.collect()));
                }
            }),
            Flat::Clause(Clause(atoms)) => add(&|opposite| {
                atoms.iter().for_each(|&atom| opposite.post("false", Clause(vec![!atom])));
            }),
            Flat::AllDifferent(AllDifferent(vars)) => {
                let values: BTreeSet<i32> = vars.iter().flat_map(|var| model.domain(*var).values()).collect();
                for value in values {
                    let with: Vec<Var> =
                        vars.iter().copied().filter(|var| model.domain(*var).contains(value)).collect();
                    if with.len() > 1 {
                        add(&|opposite| opposite.count("equal", with.iter().map(|var| var.is(value)), Cmp::Ge, 2));
                    }
                }
            }
        }
    }
    Some(all)
}

/// The formula beside the opposite of a constraint.
struct Beside<'p> {
    facts: Facts<'p>,
    /// For each variable of the formula.
    of: Vec<Literal>,
    /// The clauses after the statement: each with its number.
    clauses: Vec<(Id, Vec<Literal>)>,
}

/// Proves the contradiction of a formula and an opposite, or finds a model of both.
pub(super) fn excluded(
    number: usize,
    opposite: &Model,
    model: &Model,
    formula: &Formula,
    makers: &Makers<'_>,
    budget: &Budget,
    folder: &mut dyn Folder,
) -> Result<Found, CertifyError> {
    let statement = Statement::new(opposite);
    let of = literals(&statement, formula);
    let mut lines = links(&statement, formula, &of);
    let links = lines.len();
    lines.extend(formula.clauses.clauses().map(|clause| clause.iter().map(|&lit| place(lit, &of)).collect()));
    let (constraints, proof) = (format!("opposite-{number}.opb"), format!("excluded-{number}.pbp"));
    let head = "* the opposite of a constraint, and the formula: variable 1 is the first, p-numbers are auxiliaries\n";
    with_clauses(&statement, head, &lines, &constraints, budget, folder)?;
    let mut out = folder.file(&proof)?;
    let first = statement.forms.len() as u64 + 1;
    let more = lines.len() as i64;
    let clauses: Vec<(Id, Vec<Literal>)> = (first..).zip(lines).collect();
    let mut facts = Facts::new(&statement, Proof::begin(&statement, more, out.as_mut()), budget);
    for &literal in &of {
        if literal.variable >= statement.variables() {
            facts.free();
        }
    }
    let mut beside = Beside { facts, of, clauses };
    let check = Check { constraints, proof, output: None, verdict: "s VERIFIED UNSATISFIABLE".to_owned() };
    let last = statement.forms.last().cloned().unwrap_or_default();
    let known = if opposite.constraints().len() == 1 { counted(&last) } else { None };
    if let Some((literals, most)) = known.filter(|(literals, most)| subsets::are_few(literals.len(), *most)) {
        match beside.count(&literals, most) {
            Ok(sum) => {
                let last = Proof::input(statement.forms.len() as u32 - 1);
                let sum: Vec<(Id, i128)> = [(last, 1)].into_iter().chain(sum).collect();
                let end = beside.facts.proof.sum(&sum, &[], 1);
                beside.facts.proof.conclude(&format!("UNSAT : {end}"))?;
                out.flush()?;
                return Ok(Found::Proofs(vec![check]));
            }
            Err(_) if beside.facts.is_over() => return Err(CertifyError::Stopped),
            Err(literals) => {
                if let Some(values) = beside.model_with(&literals, formula, model, makers, budget)? {
                    return Ok(Found::Allows(values));
                }
            }
        }
    }
    let Beside { facts, of, clauses } = beside;
    let found = solved::solved(facts, &of, &clauses[links..], formula, makers, budget)?;
    out.flush()?;
    Ok(match found {
        solved::Solved::Proof => Found::Proofs(vec![check]),
        solved::Solved::Model(holds) => allowed(formula, model, &holds)
            .map_or_else(|| Found::Open("the solver's model is a solution".to_owned()), Found::Allows),
        solved::Solved::Open(why) => Found::Open(why),
    })
}

/// The proof's literal for each variable of a formula: of the statement for inputs of two values, else a new one.
fn literals(statement: &Statement<'_>, formula: &Formula) -> Vec<Literal> {
    let mut of: Vec<Option<Literal>> = vec![None; formula.clauses.variables()];
    for (group, inputs) in statement.groups.iter().zip(&formula.inputs) {
        if let &[_, LitOrConst::Lit(lit)] = &inputs[..] {
            let one = Literal::of(group.first + 1);
            of[lit.var() as usize - 1].get_or_insert(if lit.is_positive() { one } else { !one });
        }
    }
    let mut next = statement.variables();
    let mut fresh = || {
        next += 1;
        Literal::of(next - 1)
    };
    of.into_iter().map(|literal| literal.unwrap_or_else(&mut fresh)).collect()
}

/// Clauses that say that the inputs mean the values.
fn links(statement: &Statement<'_>, formula: &Formula, of: &[Literal]) -> Vec<Vec<Literal>> {
    let mut links = Vec::new();
    for (group, inputs) in statement.groups.iter().zip(&formula.inputs) {
        for (place_of, &input) in (0..group.len).zip(inputs) {
            let value = Literal::of(group.first + place_of);
            match input {
                LitOrConst::Const(true) => links.push(vec![value]),
                LitOrConst::Const(false) => links.push(vec![!value]),
                LitOrConst::Lit(lit) => {
                    let lit = place(lit, of);
                    // One of two values is the opposite of the other.
                    let is_other = group.len == 2 && lit == !Literal::of(group.first + 1 - place_of);
                    if lit != value && !is_other {
                        links.extend([vec![!value, lit], vec![value, !lit]]);
                    }
                }
            }
        }
    }
    links
}

/// The literals of which a form says that at least a number are true, and one less than the number; `None` if it says
/// something else.
fn counted(form: &Form) -> Option<(Vec<Literal>, usize)> {
    let literal = |&(variable, coefficient): &(u32, i128)| match coefficient {
        1 => Some(Literal::of(variable)),
        -1 => Some(!Literal::of(variable)),
        _ => None,
    };
    let literals: Option<Vec<Literal>> = form.terms.iter().map(literal).collect();
    let negative = form.terms.iter().filter(|term| term.1 < 0).count() as i128;
    Some((literals?, usize::try_from(form.bound + negative - 1).ok()?))
}

/// The values of the model's variables where these literals hold, if they are no solution.
fn allowed(formula: &Formula, model: &Model, holds: &dyn Fn(Lit) -> bool) -> Option<Vec<i32>> {
    let truth = |input: LitOrConst| match input {
        LitOrConst::Const(value) => value,
        LitOrConst::Lit(lit) => holds(lit),
    };
    let value = |(domain, inputs): (&Domain, &Vec<LitOrConst>)| {
        domain.values().zip(inputs).find(|&(_, &input)| truth(input)).map(|(value, _)| value)
    };
    let domains = model.variables().iter().map(|variable| &variable.domain);
    let values: Option<Vec<i32>> = domains.zip(&formula.inputs).map(value).collect();
    values.filter(|values| model.violated(&Assignment::new(values.clone())).is_some())
}

impl Beside<'_> {
    /// See [`subsets::at_most`].
    fn count(&mut self, literals: &[Literal], most: usize) -> Result<Vec<(Id, i128)>, Vec<Literal>> {
        let mut clauses = self.clauses.clone();
        for group in &self.facts.statement.groups {
            if group.len == 2 {
                let of = [Literal::of(group.first), Literal::of(group.first + 1)];
                clauses.push((Proof::input(group.some), of.to_vec()));
                clauses.push((Proof::input(group.one), of.map(|literal| !literal).to_vec()));
            }
        }
        let free = self.of.iter().map(|literal| literal.variable + 1).max().unwrap_or(0);
        let mut units = Units::new(free.max(self.facts.statement.variables()), &clauses);
        subsets::at_most(&mut self.facts, &mut units, literals, most)
    }

    /// The values of a model of the formula in which these literals are true.
    fn model_with(
        &self,
        literals: &[Literal],
        formula: &Formula,
        model: &Model,
        makers: &Makers<'_>,
        budget: &Budget,
    ) -> Result<Option<Vec<i32>>, CertifyError> {
        let mut assumptions = Vec::new();
        for literal in literals {
            let (var, value) = self.facts.statement.value_of(literal.variable);
            let place = model.domain(Var::from_index(var.index())).index_of(value).unwrap_or(0);
            if let LitOrConst::Lit(lit) = formula.inputs[var.index()][place] {
                assumptions.push(if literal.positive { lit } else { !lit });
            }
        }
        let mut solver = makers.solver.start(budget);
        add_formula(&formula.clauses, solver.as_mut());
        Ok(match solver.solve(&assumptions).map_err(CertifyError::Failed)? {
            SatResult::Sat => allowed(formula, model, &|lit| solver.holds(lit)),
            SatResult::Unsat(_) | SatResult::Unknown => None,
        })
    }
}

//! Proofs that a formula has no model for what is no solution: its clauses and the opposite of a constraint contradict
//! each other.
//!
//! The opposite is encoded, with proofs of its clauses, as the model of an answer is. The formula stands beside it with
//! variables of its own, and ties between the inputs of both. A solver finds the contradiction, and its proof follows.

use std::collections::BTreeSet;

use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name};
use cnfab_encode::{LitOrConst, Recipe, encode};
use cnfab_model::{AllDifferent, Assignment, Cardinality, Clause, Cmp, Domain, Flat, Linear, Model, Var};
use cnfab_solve::Budget;
use cnfab_solve::sat::SatSolver;

use crate::certify::answer::{Derived, derive};
use crate::certify::claim::Check;
use crate::certify::proof::{Id, Literal, Proof};
use crate::certify::state::ProofState;
use crate::certify::statement::Statement;
use crate::certify::{CertifyError, Folder, Makers, refute};

use super::{Formula, Found, with_clauses};

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

/// A clause of the formula, or of a tie between inputs.
struct Both {
    /// The group of the input.
    tie: Option<u32>,
    /// As it stands beside the statement, unless the statement says it.
    line: Option<Vec<Literal>>,
    /// As the solver has it.
    clause: Vec<Lit>,
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
    let recipe: Recipe = "root=none".parse().expect("a configuration");
    let own = Formula::new(opposite, &recipe, &encode, budget)?;
    let (of, free) = literals(&statement, formula);
    let of = |lit: Lit| if lit.is_positive() { of[lit.var() as usize - 1] } else { !of[lit.var() as usize - 1] };
    // For the solver, the formula's variables follow those of the opposite's formula.
    let (variables, behind) = (formula.clauses.variables() as u32, own.clauses.variables() as u32);
    let moved = |lit: Lit| {
        let other = Lit::from_dimacs(i32::try_from(lit.var() + behind).expect("fewer than 2^31 variables"));
        if lit.is_positive() { other } else { !other }
    };
    let mut both: Vec<Both> = Vec::new();
    for (number, (inputs, values)) in (0..).zip(formula.inputs.iter().zip(&own.inputs)) {
        let (group, tie) = (&statement.groups[number as usize], Some(number));
        for (place, (&input, &value)) in (0..group.len).zip(inputs.iter().zip(values)) {
            let own = Literal::of(group.first + place);
            let is_own =
                |lit: Lit| of(lit) == own || group.len == 2 && of(lit) == !Literal::of(group.first + 1 - place);
            let is_said = matches!(input, LitOrConst::Lit(lit) if is_own(lit));
            for (own, value, input) in [(!own, !value, input), (own, value, !input)] {
                if ![input, value].contains(&LitOrConst::Const(true)) {
                    let line = (!is_said).then(|| [own].into_iter().chain(input.lit().map(of)).collect());
                    let clause = value.lit().into_iter().chain(input.lit().map(moved)).collect();
                    both.push(Both { tie, line, clause });
                }
            }
        }
    }
    both.extend(formula.clauses.clauses().map(|clause| {
        let line = Some(clause.iter().map(|&lit| of(lit)).collect());
        Both { tie: None, line, clause: clause.iter().map(|&lit| moved(lit)).collect() }
    }));
    let mut clauses = own.clauses;
    let add = |out: &mut ClauseStore| {
        for number in 1..=variables {
            out.fresh(Name::aux("formula", number as usize, 0));
        }
        both.iter().for_each(|one| out.clause(&one.clause));
    };
    add(&mut clauses);
    let mut holds = Vec::new();
    let next = &mut |solver: &dyn SatSolver| {
        holds = (1..=variables).map(|number| solver.holds(moved(Lit::from_dimacs(number as i32)))).collect();
        Ok(None)
    };
    let derivation = match derive(&clauses, &[], 0, makers.prover, budget, next)? {
        Derived::Contradiction(derivation) => *derivation,
        Derived::Unknown => return Err(CertifyError::Stopped),
        Derived::Model => {
            let values = allowed(formula, model, &|lit| holds[lit.var() as usize - 1] == lit.is_positive());
            return Ok(values.map_or_else(|| Found::Open("the solver's model is a solution".to_owned()), Found::Allows));
        }
    };
    let (constraints, proof) = (format!("opposite-{number}.opb"), format!("excluded-{number}.pbp"));
    let head = "* the opposite of a constraint, and the formula: variable 1 is the first, p-numbers are auxiliaries\n";
    let lines = || both.iter().filter_map(|one| one.line.as_deref());
    with_clauses(&statement, head, lines(), &constraints, budget, folder)?;
    let mut out = folder.file(&proof)?;
    let begun = Proof::begin(&statement, lines().count() as i64, out.as_mut());
    let mut state = ProofState::new(&statement, begun, budget);
    for _ in 0..free {
        state.free();
    }
    state.proof.draft();
    let first = statement.forms.len() as Id + 1;
    let mut stored = ClauseStore::default();
    let stated = |out: &mut dyn ClauseSink| Formula::stated(opposite, &recipe, &encode, out, budget);
    let given = |state: &mut ProofState<'_>, _, out: &mut ClauseStore| {
        add(out);
        for number in 1..=variables {
            state.push(of(Lit::from_dimacs(number as i32)));
        }
        let mut ids = first..;
        let mut steps = Vec::with_capacity(both.len());
        for Both { tie, line, clause } in &both {
            let id = line.as_ref().and_then(|_| ids.next());
            let Some(group) = *tie else {
                steps.extend(id);
                continue;
            };
            let clause: Vec<Literal> = clause.iter().map(|&lit| state.literal(lit)).collect();
            let hints: Vec<Id> = id.into_iter().chain(state.exactly_one(group)).collect();
            steps.push(state.proof.rup(&clause, &hints));
        }
        steps
    };
    match refute(state, derivation, &mut stored, stated, given, "UNSAT : END") {
        Ok(()) => out.flush()?,
        Err(CertifyError::Unjustified(why)) => return Ok(Found::Open(why)),
        Err(error) => return Err(error),
    }
    Ok(Found::Proofs(vec![Check { constraints, proof, output: None, verdict: "s VERIFIED UNSATISFIABLE".to_owned() }]))
}

/// The proof's literal for each variable of a formula: of the statement for inputs of two values, else a new one; and
/// how many are new.
fn literals(statement: &Statement<'_>, formula: &Formula) -> (Vec<Literal>, u32) {
    let mut of: Vec<Option<Literal>> = vec![None; formula.clauses.variables()];
    for (group, inputs) in statement.groups.iter().zip(&formula.inputs) {
        if let &[_, LitOrConst::Lit(lit)] = &inputs[..] {
            let one = Literal::of(group.first + 1);
            of[lit.var() as usize - 1].get_or_insert(if lit.is_positive() { one } else { !one });
        }
    }
    let free = of.iter().filter(|literal| literal.is_none()).count() as u32;
    let mut new = (statement.variables()..).map(Literal::of);
    (of.into_iter().map(|literal| literal.or_else(|| new.next()).expect("there are more")).collect(), free)
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

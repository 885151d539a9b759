//! The contradiction of a formula and the opposite of a constraint by a solver: the opposite is encoded, with proofs of
//! its clauses, and the solver's own proof follows.

use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name};
use cnfab_encode::{LitOrConst, Recipe, encode};
use cnfab_solve::Budget;
use cnfab_solve::sat::SatSolver;

use crate::certify::answer::{Derived, derive};
use crate::certify::facts::Facts;
use crate::certify::proof::{Id, Literal};
use crate::certify::sink::Justified;
use crate::certify::{CertifyError, Makers, lemmas};

use super::Formula;

/// The result of a solver.
pub(super) enum Solved {
    /// The proof is complete.
    Proof,
    /// There is a model of both; which literals of the formula are true in it.
    Model(Box<dyn Fn(Lit) -> bool>),
    /// Neither, and why.
    Open(String),
}

/// Proves the contradiction and ends the proof. The clauses are those of the formula, `of` its variables.
pub(super) fn solved(
    facts: Facts<'_>,
    of: &[Literal],
    clauses: &[(Id, Vec<Literal>)],
    formula: &Formula,
    makers: &Makers<'_>,
    budget: &Budget,
) -> Result<Solved, CertifyError> {
    let statement = facts.statement;
    let model = statement.model;
    let recipe: Recipe = "root=none".parse().expect("a configuration");
    let different = lemmas::all_different(&facts);
    let mut both = ClauseStore::default();
    let mut sink = Justified::new(facts, &mut both, different, &[]);
    let mut vars = encode(model, &recipe, &mut sink)?;
    let mut inputs = Vec::new();
    for (var, own) in model.vars().zip(&formula.inputs) {
        let values = model.domain(var).values().zip(own);
        inputs.extend(values.map(|(value, &input)| (input, vars.is(var, value, &mut sink))));
    }
    let (mut facts, mut steps, _) = match sink.finish() {
        Ok(proved) => proved,
        Err(CertifyError::Unjustified(why)) => return Ok(Solved::Open(why)),
        Err(error) => return Err(error),
    };
    // The formula's variables after those of the opposite, and what ties the inputs of both together.
    let own: Vec<Lit> = of
        .iter()
        .map(|&literal| {
            facts.push(literal);
            both.fresh(Name::aux("formula", 0, 0))
        })
        .collect();
    let translate = |lit: Lit| {
        let own = own[lit.var() as usize - 1];
        if lit.is_positive() { own } else { !own }
    };
    for ((id, _), clause) in clauses.iter().zip(formula.clauses.clauses()) {
        both.clause(&clause.iter().map(|&lit| translate(lit)).collect::<Vec<_>>());
        steps.push(*id);
    }
    for (input, other) in inputs {
        let LitOrConst::Lit(lit) = input else { continue };
        let sides = match other {
            LitOrConst::Lit(other) => vec![vec![!translate(lit), other], vec![translate(lit), !other]],
            LitOrConst::Const(true) => vec![vec![translate(lit)]],
            LitOrConst::Const(false) => vec![vec![!translate(lit)]],
        };
        for side in sides {
            let clause: Vec<Literal> = side.iter().map(|&lit| facts.literal(lit)).collect();
            both.clause(&side);
            steps.push(facts.proof.rup(&clause, &[]));
        }
    }
    let mut holds = Vec::new();
    let next = &mut |solver: &dyn SatSolver| {
        holds = own.iter().map(|&lit| solver.holds(lit)).collect();
        Ok(None)
    };
    Ok(match derive(&both, &[], 0, makers.prover, budget, next)? {
        Derived::Contradiction(derivation) => {
            let end = derivation.translate(&mut facts, &steps, &[])?;
            facts.proof.conclude(&format!("UNSAT : {end}"))?;
            Solved::Proof
        }
        Derived::Unknown => return Err(CertifyError::Stopped),
        Derived::Model => Solved::Model(Box::new(move |lit| holds[lit.var() as usize - 1] == lit.is_positive())),
    })
}

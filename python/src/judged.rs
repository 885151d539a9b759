//! What a formula of an encoder is judged by: the constraint over literals that it states.

use std::collections::HashMap;
use std::path::PathBuf;

use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name};
use cnfab_encode::{Contract, Recipe};
use cnfab_lab::json;
use cnfab_model::{Cmp, Model, Var};
use cnfab_proof::audit::{AuditLimits, Meaning, Measurement, SizeFormula, Subject, formula, least_clauses, measured};
use cnfab_proof::certify::{Found, Makers, is_accepted, only_defines, prove_encoding, starts};
use cnfab_solve::process::PendingFolder;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::encoders::{comparison, literals};
use super::errors;
use super::search::interruptible;

/// A sum of weights of true literals that compares with a bound, wherever all of the conditions hold, and the encoding
/// that states it.
#[pyclass(module = "cnfab._cnfab", frozen)]
pub(crate) struct Constraint {
    stated: Stated,
    /// The class of the encoding, and its name.
    class: String,
    name: String,
    recipe: Recipe,
    has_conditions: bool,
}

/// A model over the variables of literals.
#[derive(Clone, Default)]
struct Stated {
    model: Model,
    /// The numbers of the model's variables, in order.
    inputs: Vec<u32>,
    vars: HashMap<u32, Var>,
}

impl Stated {
    fn var(&mut self, lit: Lit) -> Var {
        *self.vars.entry(lit.var()).or_insert_with(|| {
            self.inputs.push(lit.var());
            self.model.var(format!("x[{}]", lit.var()), 0..=1)
        })
    }

    /// States that a sum of weights of true literals compares with a bound.
    fn sum(&mut self, terms: &[(i128, Lit)], cmp: Cmp, mut bound: i128) -> PyResult<()> {
        let mut factors: Vec<(i128, Var)> = Vec::with_capacity(terms.len());
        let mut places = HashMap::new();
        for &(weight, lit) in terms {
            let var = self.var(lit);
            if !lit.is_positive() {
                bound -= weight;
            }
            let factor = if lit.is_positive() { weight } else { -weight };
            let place = *places.entry(var).or_insert(factors.len());
            match factors.get_mut(place) {
                Some((known, _)) => *known += factor,
                None => factors.push((factor, var)),
            }
        }
        let small = |number: i128| {
            i64::try_from(number).map_err(|_| errors::Unsupported::new_err(format!("{number} does not have 64 bits")))
        };
        let factors = factors.into_iter().map(|(factor, var)| Ok((small(factor)?, var)));
        self.model.linear("it", factors.collect::<PyResult<Vec<_>>>()?, cmp, small(bound)?);
        Ok(())
    }

    /// States the same wherever all of the conditions hold: elsewhere the bound is one that always holds.
    fn sum_under(&mut self, terms: &[(i128, Lit)], cmp: Cmp, bound: i128, under: &[Lit]) -> PyResult<()> {
        if under.is_empty() {
            return self.sum(terms, cmp, bound);
        }
        let least: i128 = terms.iter().map(|term| term.0.min(0)).sum();
        let most: i128 = terms.iter().map(|term| term.0.max(0)).sum();
        for (side, excess) in [(Cmp::Le, (most - bound).max(0)), (Cmp::Ge, (least - bound).min(0))] {
            if cmp == side || cmp == Cmp::Eq {
                let under = under.iter().map(|&lit| (excess, lit));
                let all: Vec<(i128, Lit)> = terms.iter().copied().chain(under.clone()).collect();
                self.sum(&all, side, bound + under.map(|term| term.0).sum::<i128>())?;
            }
        }
        Ok(())
    }

    /// The clauses with the inputs as first variables; further ones are those that clauses have.
    fn renumbered(&self, clauses: Vec<Vec<i64>>) -> PyResult<(ClauseStore, Vec<Lit>)> {
        let mut store = ClauseStore::default();
        let mut fresh = |number: usize| store.fresh(Name::aux("variable", number, 0));
        let inputs: Vec<Lit> = (0..self.inputs.len()).map(&mut fresh).collect();
        let mut known: HashMap<u32, Lit> = self.inputs.iter().copied().zip(inputs.iter().copied()).collect();
        for clause in clauses {
            let mut lits = Vec::with_capacity(clause.len());
            for lit in literals(&clause)? {
                let next = known.len();
                let var = *known.entry(lit.var()).or_insert_with(|| store.fresh(Name::aux("variable", next, 0)));
                lits.push(if lit.is_positive() { var } else { !var });
            }
            store.clause(&lits);
        }
        Ok((store, inputs))
    }
}

#[pymethods]
impl Constraint {
    /// `encoding` is a class and a name, such as 'card=totalizer'.
    #[new]
    fn new(
        lits: Vec<i64>,
        weights: Vec<i64>,
        cmp: &str,
        bound: i64,
        conditions: Vec<i64>,
        encoding: &str,
    ) -> PyResult<Self> {
        let (lits, cmp, under) = (literals(&lits)?, comparison(cmp)?, literals(&conditions)?);
        let wrong = |error: cnfab_encode::RecipeError| PyValueError::new_err(error.to_string());
        let (class, name) = encoding.split_once('=').unwrap_or((encoding, ""));
        let (class, name) = (class.to_owned(), name.to_ascii_lowercase());
        let mut recipe = Recipe::default();
        recipe.set("root", None, "none").and_then(|()| recipe.set(&class, None, &name)).map_err(wrong)?;
        let mut stated = Stated::default();
        let vars: Vec<Var> = lits.iter().map(|&lit| stated.var(lit)).collect();
        let is_count =
            under.is_empty() && stated.inputs.len() == lits.len() && weights.iter().all(|&weight| weight == 1);
        match usize::try_from(bound).ok().filter(|_| is_count) {
            Some(k) => {
                let atoms = vars.iter().zip(&lits).map(|(var, lit)| var.is(i32::from(lit.is_positive())));
                stated.model.count("it", atoms, cmp, k);
            }
            None => {
                let terms: Vec<(i128, Lit)> = weights.into_iter().map(i128::from).zip(lits).collect();
                stated.sum_under(&terms, cmp, bound.into(), &under)?;
            }
        }
        Ok(Constraint { stated, class, name, recipe, has_conditions: !under.is_empty() })
    }

    /// Auxiliaries, clauses, and perhaps literals by the formula of the encoding, if there is one for the constraint.
    fn size(&self) -> Option<(u64, u64, Option<u64>)> {
        let SizeFormula { auxiliaries, clauses, literals } = self.formula()?;
        Some((auxiliaries, clauses, literals))
    }

    /// Measures clauses, and compares them with the constraint: a row of `cnfab audit` as JSON, with what is wrong and
    /// what is not proven.
    #[pyo3(signature = (clauses, contract, seconds = None))]
    fn audit(
        &self,
        py: Python<'_>,
        clauses: Vec<Vec<i64>>,
        contract: Option<&str>,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        let (store, inputs) = self.stated.renumbered(clauses)?;
        let mut subject = Subject::given(self.stated.model.clone(), store, &inputs).map_err(PyValueError::new_err)?;
        let all = [Contract::Bijective, Contract::Functional, Contract::ProjectedOnly];
        subject.contract = all.into_iter().find(|one| Some(&*one.to_string()) == contract);
        let row = Measurement {
            subject: format!("{}={}", self.class, self.name),
            case: format!("{} literals", self.stated.inputs.len()),
            formula: self.formula(),
            least_clauses: least_clauses(&self.stated.model),
            outcome: interruptible(py, seconds, move |_| measured(&subject, Some(&AuditLimits::default())))?,
        };
        let line = |row: &Measurement| -> Result<String, serde_json::Error> {
            let mut value = serde_json::to_value(row)?;
            value["fault"] = row.fault().into();
            value["unproven"] = row.unproven().into();
            json::line(&value)
        };
        line(&row).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Proves that the encoding means the constraint, and has the proofs checked; the number of proofs. They are kept
    /// in a folder that is made, if one is named.
    #[pyo3(signature = (folder, checker, seconds = None))]
    fn certify(
        slf: &Bound<'_, Self>,
        folder: Option<PathBuf>,
        checker: String,
        seconds: Option<f64>,
    ) -> PyResult<usize> {
        if slf.get().has_conditions {
            return Err(errors::Unsupported::new_err("proofs are about constraints without conditions"));
        }
        starts(&checker).map_err(errors::of_checker)?;
        let this = slf.clone().unbind();
        interruptible(slf.py(), seconds, move |budget| {
            let this = this.get();
            let target = folder.as_deref();
            let mut pending = match target {
                Some(target) => errors::new_folder(target).and_then(PendingFolder::within),
                None => PendingFolder::temporary(),
            }?;
            let (model, recipe) = (&this.stated.model, &this.recipe);
            let found = prove_encoding(model, recipe, &Makers::usual(recipe), budget, &mut pending);
            let checks = match found.map_err(errors::of_certificate)? {
                Found::Proofs(checks) => checks,
                Found::Allows(values) => return Err(wrong(Meaning::Allows(values))),
                Found::NoValue { variable, values } => return Err(wrong(Meaning::NoValue { variable, values })),
                Found::Open(why) => return Err(errors::Unsupported::new_err(format!("there is no proof: {why}"))),
            };
            let read = |name: &str| std::fs::read_to_string(pending.path().join(name));
            only_defines(&read("model.opb")?, &read("kept.pbp")?).map_err(PyRuntimeError::new_err)?;
            for check in &checks {
                is_accepted(&checker, pending.path(), check, budget).map_err(errors::of_checker)?;
            }
            target.map_or(Ok(()), |target| pending.keep_as(target))?;
            Ok(checks.len())
        })?
    }
}

impl Constraint {
    fn formula(&self) -> Option<SizeFormula> {
        formula(&self.class, &self.name, &self.stated.model, &self.recipe)
    }
}

fn wrong(meaning: Meaning) -> PyErr {
    PyRuntimeError::new_err(format!("the encoding is wrong: it {meaning}"))
}

//! Counts and sums over the caller's literals.

use cnfab_cnf::{Lit, LitOrConst};
use cnfab_encode::amo::AmoEncoding;
use cnfab_encode::card::CardEncoding;
use cnfab_encode::formula::{self, Bounded, Cmp, FormulaPart};
use cnfab_encode::linear::LinearEncoding;
use cnfab_encode::{ClassEncoding, EncodingInstance, Unsupported};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::errors;
use super::formula::Formula;
use super::search::interruptible;

/// Numbers of literals that the library takes.
pub(crate) fn literals(numbers: &[i64]) -> PyResult<Vec<Lit>> {
    let literal = |&number: &i64| match i32::try_from(number) {
        Ok(0) | Ok(i32::MIN) | Err(_) => Err(PyValueError::new_err(format!("{number} is no literal"))),
        Ok(number) => Ok(Lit::from_dimacs(number)),
    };
    numbers.iter().map(literal).collect()
}

pub(crate) fn comparison(text: &str) -> PyResult<Cmp> {
    match text {
        "<=" => Ok(Cmp::Le),
        "=" => Ok(Cmp::Eq),
        ">=" => Ok(Cmp::Ge),
        _ => Err(PyValueError::new_err(format!("found {text:?}, expected '<=', '=' or '>='"))),
    }
}

fn encoding<T: ?Sized + ClassEncoding>(name: &str) -> PyResult<EncodingInstance<T>> {
    EncodingInstance::parse(name).map_err(|error| errors::NoSuchEncodingError::new_err(error.to_string()))
}

fn unsupported(error: Unsupported) -> PyErr {
    errors::Unsupported::new_err(error.to_string())
}

/// As many literals, or more, are encoded in another thread, beside which Python looks at signals.
const MANY: usize = 1_000;

/// What an encoder makes, without Python's lock.
fn made(
    py: Python<'_>,
    literals: usize,
    mut out: Formula,
    encode: impl FnOnce(&mut Formula) -> Result<FormulaPart, Unsupported> + Send + 'static,
) -> PyResult<(Result<FormulaPart, Unsupported>, Formula)> {
    if literals < MANY {
        return Ok(py.detach(move || (encode(&mut out), out)));
    }
    interruptible(py, None, move |budget| {
        out.until(budget);
        (encode(&mut out), out)
    })
}

/// The number of true literals compares with a bound. `encoding` is a name of the class `card`, or `amo:NAME` where the
/// bound asks for at most one of the literals or of their opposites.
#[pyfunction]
#[pyo3(signature = (lits, cmp, bound, encoding, top, occupied = Vec::new(), meanings = false))]
#[allow(clippy::too_many_arguments, reason = "the caller is the Python beside this, which names them")]
pub(crate) fn count(
    py: Python<'_>,
    lits: Vec<i64>,
    cmp: &str,
    bound: i64,
    encoding: &str,
    top: i64,
    occupied: Vec<(i64, i64)>,
    meanings: bool,
) -> PyResult<Formula> {
    let (lits, cmp) = (literals(&lits)?, comparison(cmp)?);
    let out = Formula::new(top, occupied, Vec::new(), meanings);
    let (part, mut out) = match encoding.strip_prefix("amo:") {
        None => {
            let by = self::encoding::<dyn CardEncoding>(encoding)?;
            made(py, lits.len(), out, move |out| formula::count(&lits, cmp, bound, by, out))
        }
        Some(name) => {
            let by = self::encoding::<dyn AmoEncoding>(name)?;
            made(py, lits.len(), out, move |out| formula::at_most_one(&lits, by, out))
        }
    }?;
    out.contract = Some(part.map_err(unsupported)?.contract.to_string());
    out.within()?;
    Ok(out)
}

/// A sum of weights of true literals compares with a bound, wherever all of the conditions hold.
#[pyfunction]
#[pyo3(signature = (lits, weights, cmp, bound, encoding, top, occupied = Vec::new(), conditions = Vec::new(),
    meanings = false))]
#[allow(clippy::too_many_arguments, reason = "the caller is the Python beside this, which names them")]
pub(crate) fn pseudo_boolean(
    py: Python<'_>,
    lits: Vec<i64>,
    weights: Vec<i64>,
    cmp: &str,
    bound: i64,
    encoding: &str,
    top: i64,
    occupied: Vec<(i64, i64)>,
    conditions: Vec<i64>,
    meanings: bool,
) -> PyResult<Formula> {
    if lits.len() != weights.len() {
        return Err(PyValueError::new_err(format!("{} literals and {} weights", lits.len(), weights.len())));
    }
    let terms: Vec<(i64, Lit)> = weights.into_iter().zip(literals(&lits)?).collect();
    let under = literals(&conditions)?.into_iter().map(|lit| (!lit).dimacs()).collect();
    let by = self::encoding::<dyn LinearEncoding>(encoding)?;
    let cmp = comparison(cmp)?;
    let out = Formula::new(top, occupied, under, meanings);
    let (part, mut out) = made(py, terms.len(), out, move |out| formula::sum(&terms, cmp, bound, by, out))?;
    let part = part.map_err(unsupported)?;
    // Where a condition does not hold, auxiliaries are free.
    out.contract = Some(if conditions.is_empty() { part.contract.to_string() } else { "projected-only".to_owned() });
    out.within()?;
    Ok(out)
}

/// A count whose bound may grow.
#[pyclass(module = "cnfab._cnfab")]
pub(crate) struct Totalizer {
    count: Bounded,
    out: Formula,
    /// "More than k", k from 0.
    more: Vec<i32>,
}

#[pymethods]
impl Totalizer {
    #[new]
    fn new(lits: Vec<i64>, top: i64) -> PyResult<Self> {
        let lits = literals(&lits)?;
        Ok(Totalizer {
            count: Bounded::new(&lits),
            out: Formula::new(top, Vec::new(), Vec::new(), false),
            more: Vec::new(),
        })
    }

    /// Makes the outputs for all bounds up to this one; new variables come behind `top`. Returns the outputs: the one
    /// with index k is true if more than k of the literals are.
    fn increase(&mut self, py: Python<'_>, bound: i64, top: i64) -> PyResult<Vec<i32>> {
        self.out.raise(top);
        py.detach(|| {
            let most = bound.min(self.count.lits().len() as i64 - 1);
            for k in self.more.len() as i64..=most {
                let LitOrConst::Lit(lit) = self.count.at_most(k, &mut self.out) else { continue };
                self.more.push((!lit).dimacs());
            }
        });
        self.out.within()?;
        Ok(self.more.clone())
    }

    /// Counts further literals, too. Outputs so far no longer bound the count.
    fn extend(&mut self, lits: Vec<i64>) -> PyResult<()> {
        self.count.extend(&literals(&lits)?);
        self.more.clear();
        Ok(())
    }

    /// Counts what the other one counts, too, and takes its clauses.
    fn merge(&mut self, other: &mut Totalizer) {
        self.count.merge(std::mem::take(&mut other.count));
        self.out.append(&mut other.out);
        self.more.clear();
    }

    /// The clauses from the one with this number on.
    fn clauses<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Bound<'py, pyo3::types::PyList>> {
        self.out.clauses(py, start)
    }

    /// The highest number of a variable.
    #[getter]
    fn top(&self) -> i64 {
        self.out.top()
    }
}

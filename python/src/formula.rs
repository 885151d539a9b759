//! Clauses over the caller's numbers of variables, with what new variables stand for.

use std::collections::VecDeque;

use cnfab_cnf::{ClauseSink, Definition, Lit, Name, Notes, Summand};
use cnfab_solve::Budget;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

/// The clauses between two looks at the budget.
const LOOK: usize = 100_000;

/// Clauses in one flat array.
#[pyclass(module = "cnfab._cnfab")]
#[derive(Default)]
pub(crate) struct Formula {
    /// The literals of each clause, and a 0 behind them.
    flat: Vec<i32>,
    clauses: usize,
    /// The highest number in use.
    top: i64,
    /// Intervals of numbers that are not to be used, in ascending order.
    occupied: VecDeque<(i64, i64)>,
    /// Literals that every clause has in addition.
    under: Vec<i32>,
    /// What variables stand for, where that is asked for: a counter's meanings are longer than its clauses.
    meanings: Option<Vec<(i64, String)>>,
    /// The meaning of the variable that is made next.
    next: Option<String>,
    /// The names of variables that definitions speak of.
    names: Vec<String>,
    /// Of a model's formula the names of variables and the labels of constraints, each with its first clause.
    origins: Option<Vec<(String, usize)>>,
    /// When it is over, nobody waits for the clauses.
    budget: Option<Budget>,
    pub(crate) contract: Option<String>,
}

impl Formula {
    /// No clauses yet. New variables come behind `top` and outside the intervals.
    pub(crate) fn new(top: i64, mut occupied: Vec<(i64, i64)>, under: Vec<i32>, with_meanings: bool) -> Self {
        occupied.sort_unstable();
        let occupied = occupied.into_iter().filter(|&(_, stop)| stop > top).collect();
        Formula { top, occupied, under, meanings: with_meanings.then(Vec::new), ..Formula::default() }
    }

    /// No clauses of a model yet; with the names of its variables there are meanings.
    pub(crate) fn of_model(names: Option<Vec<String>>) -> Self {
        let meanings = names.is_some().then(Vec::new);
        Formula { meanings, names: names.unwrap_or_default(), origins: Some(Vec::new()), ..Formula::default() }
    }

    /// Keeps no clauses any more when the budget is over: encoders go on until they are done.
    pub(crate) fn until(&mut self, budget: &Budget) {
        self.budget = Some(budget.clone());
    }

    /// The next clauses state this variable or constraint.
    pub(crate) fn begin(&mut self, label: &str) {
        let clauses = self.clauses;
        self.origins.iter_mut().for_each(|origins| origins.push((label.to_owned(), clauses)));
    }

    /// An error if variables have higher numbers than literals can have.
    pub(crate) fn within(&self) -> PyResult<()> {
        match i32::try_from(self.top) {
            Ok(_) => Ok(()),
            Err(_) => Err(PyValueError::new_err(format!("found the variable {}, expected less than 2^31", self.top))),
        }
    }

    /// Adds the clauses of another formula, whose variables are others.
    pub(crate) fn append(&mut self, other: &mut Formula) {
        self.flat.append(&mut other.flat);
        self.clauses += std::mem::take(&mut other.clauses);
        self.raise(other.top);
    }

    /// Says that new variables come behind this one.
    pub(crate) fn raise(&mut self, top: i64) {
        self.top = self.top.max(top);
    }
}

#[pymethods]
impl Formula {
    /// The clauses as lists of literals, from the clause with this number on.
    #[pyo3(signature = (start = 0))]
    pub(crate) fn clauses<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Bound<'py, PyList>> {
        let clauses = self.flat.split(|&lit| lit == 0).take(self.clauses).skip(start);
        let lists = clauses.map(|clause| PyList::new(py, clause)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, lists)
    }

    /// The literals of all clauses as 32-bit integers of this machine, each clause with a 0 behind it.
    fn flat<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, self.flat.len() * 4, |bytes| {
            for (place, lit) in bytes.chunks_exact_mut(4).zip(&self.flat) {
                place.copy_from_slice(&lit.to_ne_bytes());
            }
            Ok(())
        })
    }

    fn __len__(&self) -> usize {
        self.clauses
    }

    /// The highest number of a variable.
    #[getter]
    pub(crate) fn top(&self) -> i64 {
        self.top
    }

    /// The number of models for each solution: 'bijective', 'functional' or 'projected-only'.
    #[getter]
    fn contract(&self) -> Option<&str> {
        self.contract.as_deref()
    }

    /// The clauses of a model's variables and constraints: the name or label, the first clause, and behind the last.
    fn origins(&self) -> Vec<(String, usize, usize)> {
        let origins = self.origins.as_deref().unwrap_or_default();
        let ends = origins.iter().skip(1).map(|&(_, first)| first).chain([self.clauses]);
        origins.iter().zip(ends).map(|((label, first), end)| (label.clone(), *first, end)).collect()
    }

    /// Variables that were made, with what they stand for.
    fn meanings(&self) -> Vec<(i64, String)> {
        self.meanings.clone().unwrap_or_default()
    }
}

impl ClauseSink for Formula {
    fn fresh(&mut self, name: Name) -> Lit {
        self.top = self.top.saturating_add(1);
        while let Some(&(start, stop)) = self.occupied.front()
            && start <= self.top
        {
            self.top = self.top.max(stop.saturating_add(1));
            self.occupied.pop_front();
        }
        if let Some(meanings) = &mut self.meanings {
            let Name { tag, a, b } = name;
            let named = || match tag {
                Name::IS | Name::AT_MOST => format!("{} {tag} {b}", variable(&self.names, a as usize)),
                _ => format!("{tag}[{a},{b}]"),
            };
            meanings.push((self.top, self.next.take().unwrap_or_else(named)));
        }
        // What is too high is told at the end: see `within`.
        Lit::from_dimacs(i32::try_from(self.top).unwrap_or(i32::MAX))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.flat.extend(self.under.iter().copied().chain(lits.iter().map(|lit| lit.dimacs())));
        self.flat.push(0);
        self.clauses += 1;
        if self.clauses.is_multiple_of(LOOK) && self.budget.as_ref().is_some_and(Budget::is_over) {
            self.flat = Vec::new();
        }
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        (self.meanings.is_some() || self.origins.is_some()).then_some(self as &mut dyn Notes)
    }
}

impl Notes for Formula {
    fn define(&mut self, meaning: &dyn Fn() -> Definition) {
        if self.meanings.is_some() {
            self.next = Some(text(&meaning(), &self.names));
        }
    }

    fn variable(&mut self, name: &str) {
        self.begin(name);
    }

    fn group(&mut self, family: &str, _: usize) {
        self.begin(family);
    }
}

/// The name of a variable, or its number.
fn variable(names: &[String], number: usize) -> String {
    names.get(number).map_or_else(|| format!("x[{number}]"), Clone::clone)
}

/// A definition in words over numbers of literals and names of variables.
fn text(definition: &Definition, names: &[String]) -> String {
    let product = |factor: i64, what: String| match factor {
        1 => what,
        _ => format!("{factor}*{what}"),
    };
    let sum = |summands: &[Summand]| {
        let one = |summand: &Summand| match summand {
            Summand::Lit(factor, lit) => product(*factor, lit.dimacs().to_string()),
            Summand::Var(factor, var) => product(*factor, variable(names, *var)),
        };
        summands.iter().map(one).collect::<Vec<_>>().join(" + ")
    };
    let all = |lits: &[Lit]| lits.iter().map(|lit| lit.dimacs().to_string()).collect::<Vec<_>>().join(" and ");
    match definition {
        Definition::AtLeast(summands, bound) => format!("{} >= {bound}", sum(summands)),
        Definition::Gate(terms, bound) => {
            let summands: Vec<Summand> = terms.iter().map(|&(factor, lit)| Summand::Lit(factor, lit)).collect();
            format!("{} >= {bound}", sum(&summands))
        }
        Definition::Between(summands, i64::MIN, most) => format!("{} <= {most}", sum(summands)),
        Definition::Between(summands, least, i64::MAX) => format!("{} >= {least}", sum(summands)),
        Definition::Between(summands, least, most) => format!("{least} <= {} <= {most}", sum(summands)),
        Definition::Values(var, values) => format!("{} in {values:?}", variable(names, *var)),
        Definition::Under(inner, lits) => format!("{} if {}", text(inner, names), all(lits)),
        Definition::All(lits) => all(lits),
        Definition::Rows(rows) => format!("one of the rows {rows:?}"),
    }
}

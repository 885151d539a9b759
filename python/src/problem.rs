//! Problems: puzzles, models of front ends, and models built in Python, which arrive as FlatZinc.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cnfab_cnf::{ClauseSink, Lit, Name};
use cnfab_encode::{LitOrConst, encode, lowered};
use cnfab_format::{Export, find_format};
use cnfab_frontend::{FRONT_ENDS, FrontEnd};
use cnfab_lab::compare::{self, Instance, Matrix, parse_recipes};
use cnfab_lab::run::{Limits, RunSpec, Wanted};
use cnfab_lab::source::{Content, Source};
use cnfab_model::problem::{Cells, Problem as Problems};
use cnfab_model::{Model, StandsFor, Var};
use cnfab_puzzle::Puzzle;
use cnfab_puzzle::picture::svg;
use cnfab_solve::{Encodings, Strategy};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::errors;
use super::formula::Formula;
use super::search::{Search, cancellable, interruptible};

/// What can be solved, counted, compared and exported.
#[pyclass(module = "cnfab._cnfab", frozen)]
pub(crate) struct Problem {
    pub(crate) problem: Arc<dyn Problems>,
    pub(crate) puzzle: Option<Arc<dyn Puzzle>>,
    pub(crate) name: String,
    pub(crate) model: Model,
    /// The format and the text of a model.
    text: Option<(&'static FrontEnd, String)>,
    /// The folder of the files that a puzzle names.
    folder: PathBuf,
    /// The names that a solution gives values to, and where it has them.
    names: Vec<(String, Place)>,
}

/// The name of a variable, one of its values, and the literals that all hold where the variable has it.
type Code = (String, i64, Vec<i32>);

/// The name of a variable, one of its values, and the literal that holds where the variable is at most that.
type Step = (String, i64, i32);

/// Takes what further literals would need, which are made for nobody.
struct Unmade;

impl ClauseSink for Unmade {
    fn fresh(&mut self, _: Name) -> Lit {
        Lit::from_dimacs(i32::MAX)
    }

    fn clause(&mut self, _: &[Lit]) {}
}

/// The place of a value in the cells of a solution.
#[derive(Clone, Copy)]
enum Place {
    Constant(i64),
    Cell(usize),
    /// True if the value of the cell is what an atom says.
    Truth(usize, cnfab_model::Atom),
}

impl Problem {
    fn new(
        problem: Arc<dyn Problems>,
        puzzle: Option<Arc<dyn Puzzle>>,
        name: String,
        text: Option<(&'static FrontEnd, String)>,
    ) -> Self {
        let view = problem.views().first().map_or("", |view| view.0);
        let model = problem.make_model(view);
        let names = match &puzzle {
            Some(_) => Vec::new(),
            None => {
                let shown = model.shown();
                let places: HashMap<_, _> = shown.iter().enumerate().map(|(place, &var)| (var, place)).collect();
                let own =
                    shown.iter().enumerate().map(|(place, &var)| (model.name(var).to_owned(), Place::Cell(place)));
                let place = |stands_for| match stands_for {
                    StandsFor::Value(value) => Some(Place::Constant(value)),
                    StandsFor::Var(var) => places.get(&var).map(|&cell| Place::Cell(cell)),
                    StandsFor::Truth(atom) => places.get(&atom.var).map(|&cell| Place::Truth(cell, atom)),
                };
                let aliases = problem.aliases(view).into_iter();
                own.chain(aliases.filter_map(|alias| Some((alias.name, place(alias.stands_for)?)))).collect()
            }
        };
        Problem { problem, puzzle, name, model, text, folder: PathBuf::new(), names }
    }

    fn of(content: Content, name: String, source: &Source) -> Self {
        match content {
            Content::Model(front_end, problem) => {
                Problem::new(problem, None, name, Some((front_end, source.text.clone())))
            }
            Content::Puzzle(puzzle, _) => Problem {
                folder: std::path::absolute(Path::new(".").join(&source.folder)).unwrap_or_default(),
                ..Problem::new(Arc::<dyn Puzzle>::clone(&puzzle), Some(puzzle), name, None)
            },
        }
    }

    /// The model with each constraint of its text apart; `None` for puzzles.
    pub(crate) fn grouped(&self) -> Option<PyResult<Model>> {
        let (front_end, text) = self.text.as_ref()?;
        Some((front_end.groups)(text).map_err(|error| errors::of_parsing(&error, &self.name)))
    }

    fn front_end(format: &str) -> PyResult<&'static FrontEnd> {
        let known = || FRONT_ENDS.iter().map(|front_end| front_end.name).collect::<Vec<_>>().join(", ");
        let found = FRONT_ENDS.iter().find(|front_end| front_end.name == format);
        found.ok_or_else(|| PyValueError::new_err(format!("found the format {format:?}, expected one of {}", known())))
    }

    pub(crate) fn view(&self) -> &'static str {
        self.problem.views().first().map_or("", |view| view.0)
    }
}

/// The strategy with this specification.
pub(crate) fn strategy(text: &str) -> PyResult<Strategy> {
    Strategy::parse(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The encodings with this specification.
pub(crate) fn encodings(text: &str) -> PyResult<Encodings> {
    text.parse().map_err(|error: cnfab_encode::RecipeError| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl Problem {
    /// The problems of a file.
    #[staticmethod]
    fn open(py: Python<'_>, path: String) -> PyResult<Vec<Self>> {
        let read = interruptible(py, None, move |_| {
            let source = Source::open(&path)?;
            let problems = source.contents_uncounted()?.problems;
            let count = problems.len();
            let name = |index| source.instance_of(index, count);
            Ok(problems
                .into_iter()
                .enumerate()
                .map(|(index, content)| Problem::of(content, name(index), &source))
                .collect())
        });
        read?.map_err(errors::of_source)
    }

    /// The problems of a text, whose name decides where the text does not tell what it is. Files that it names are in
    /// the folder.
    #[staticmethod]
    fn read(py: Python<'_>, text: String, name: String, folder: PathBuf) -> PyResult<Vec<Self>> {
        let read = interruptible(py, None, move |_| {
            let source = Source { name, text, folder, allowed: Vec::new() };
            let problems = source.contents_uncounted()?.problems;
            Ok(problems.into_iter().map(|content| Problem::of(content, source.name.clone(), &source)).collect())
        });
        read?.map_err(errors::of_source)
    }

    /// The problem of a file in the format of this front end.
    #[staticmethod]
    fn open_as(py: Python<'_>, path: String, format: &str) -> PyResult<Self> {
        let front_end = Problem::front_end(format)?;
        interruptible(py, None, move |_| {
            let source = Source::open(&path).map_err(errors::of_source)?;
            let problem = (front_end.read)(&source.text).map_err(|error| errors::of_parsing(&error, &path))?;
            Ok(Problem::new(Arc::from(problem), None, path, Some((front_end, source.text))))
        })?
    }

    /// The format, none of a puzzle, the text, the name and the folder that make the same problem again.
    fn source(&self) -> (Option<&'static str>, String, &str, &OsStr) {
        let text = match (&self.text, &self.puzzle) {
            (Some((_, text)), _) => text.clone(),
            (None, puzzle) => puzzle.as_ref().map(|puzzle| puzzle.text()).unwrap_or_default(),
        };
        (self.text.as_ref().map(|text| text.0.name), text, &self.name, self.folder.as_os_str())
    }

    /// The problem of a text in the format of this front end.
    #[staticmethod]
    fn of_text(py: Python<'_>, text: &str, format: &str, name: String) -> PyResult<Self> {
        let front_end = Problem::front_end(format)?;
        let problem = py.detach(|| (front_end.read)(text)).map_err(|error| errors::of_parsing(&error, format))?;
        Ok(Problem::new(Arc::from(problem), None, name, Some((front_end, text.to_owned()))))
    }

    /// The kind of the puzzle, or the format of the model.
    #[getter]
    fn kind(&self) -> &str {
        self.problem.name()
    }

    /// The name of the instance.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    #[getter]
    fn is_puzzle(&self) -> bool {
        self.puzzle.is_some()
    }

    /// True if there is something to be best at.
    #[getter]
    fn has_objective(&self) -> bool {
        self.model.objective().is_some()
    }

    /// True if literals have weights, which are multiplied and summed up in place of counting.
    #[getter]
    fn is_weighed(&self) -> bool {
        self.problem.uncounted().is_some()
    }

    /// The numbers of variables and constraints.
    fn size(&self) -> (usize, usize) {
        (self.model.vars().count(), self.model.constraints().len())
    }

    /// The names of what a solution of a model gives values to.
    fn names(&self) -> Vec<String> {
        self.names.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The numbers of rows and columns, if the values of a solution are the cells of a rectangle.
    fn rectangle(&self) -> Option<(usize, usize)> {
        self.puzzle.as_ref().and_then(|puzzle| puzzle.rectangle())
    }

    /// The puzzle in the notation that `read` takes; None for models.
    fn text(&self) -> Option<String> {
        self.puzzle.as_ref().map(|puzzle| puzzle.text())
    }

    /// The values of a solution in the order of the names.
    fn values(&self, cells: Vec<i32>) -> Vec<i64> {
        let value = |&(_, place): &(String, Place)| match place {
            Place::Constant(value) => value,
            Place::Cell(cell) => cells[cell].into(),
            Place::Truth(cell, atom) => atom.holds(cells[cell]).into(),
        };
        self.names.iter().map(value).collect()
    }

    /// The notation of a solution in one line.
    fn plain(&self, cells: Vec<i32>) -> String {
        self.problem.plain(&Cells(cells))
    }

    /// What is wrong with a solution; None if nothing is.
    fn violation(&self, cells: Vec<i32>) -> Option<String> {
        self.problem.check(&Cells(cells)).err().map(|violation| violation.to_string())
    }

    /// The problem, or a solution of it, as text.
    #[pyo3(signature = (cells = None))]
    fn draw(&self, cells: Option<Vec<i32>>) -> String {
        self.problem.draw(cells.map(Cells).as_ref())
    }

    /// The puzzle, or a solution of it, as a picture; None for models.
    #[pyo3(signature = (cells = None))]
    fn svg(&self, cells: Option<Vec<i32>>) -> Option<String> {
        self.puzzle.as_ref().map(|puzzle| svg(&puzzle.picture(cells.map(Cells).as_ref())))
    }

    /// Starts a search in the background.
    #[pyo3(signature = (strategy, encodings, count, limit = None, seconds = None, all_optimal = false, seed = 0))]
    #[allow(clippy::too_many_arguments, reason = "the caller is the Python beside this, which names them")]
    fn search(
        &self,
        strategy: &str,
        encodings: &str,
        count: bool,
        limit: Option<u64>,
        seconds: Option<f64>,
        all_optimal: bool,
        seed: u64,
    ) -> PyResult<Search> {
        let spec = RunSpec {
            encodings: self::encodings(encodings)?,
            wanted: if count { Wanted::NumberOnly } else { Wanted::Solutions },
            limits: Limits { limit_solutions: limit, ..Limits::default() },
            all_optimal,
            seed,
            ..RunSpec::new(self::strategy(strategy)?)
        };
        Search::start(Arc::clone(&self.problem), spec, seconds)
    }

    /// The clauses by these encodings, the literals of each value of each variable, and those of order that are there.
    #[pyo3(signature = (encodings, meanings = false))]
    fn encode(slf: &Bound<'_, Self>, encodings: &str, meanings: bool) -> PyResult<(Formula, Vec<Code>, Vec<Step>)> {
        let (recipe, this) = (self::encodings(encodings)?.recipe, slf.clone().unbind());
        let encoded = interruptible(slf.py(), None, move |budget| {
            let this = this.get();
            let names = match meanings {
                true => Some(lowered(&this.model, &recipe.for_model(&this.model)).map_err(|error| error.to_string())?),
                false => None,
            };
            let named = |model: Cow<'_, Model>| model.variables().iter().map(|one| one.name.to_string()).collect();
            let mut out = Formula::of_model(names.map(named));
            out.until(budget);
            let mut map = encode(&this.model, &recipe, &mut out).map_err(|error| error.to_string())?;
            out.contract = Some(map.contract().to_string());
            let mut codes = Vec::new();
            out.begin("");
            // Names that are no variables of their own come first, as they may ask for literals.
            let mut named: Vec<(String, Var)> = Vec::new();
            for alias in this.problem.aliases(this.view()) {
                let mut code = |value: i64, lit: LitOrConst| match lit {
                    LitOrConst::Lit(lit) => codes.push((alias.name.clone(), value, vec![lit.dimacs()])),
                    LitOrConst::Const(true) => codes.push((alias.name.clone(), value, Vec::new())),
                    LitOrConst::Const(false) => {}
                };
                match alias.stands_for {
                    StandsFor::Value(value) => code(value, LitOrConst::Const(true)),
                    StandsFor::Var(var) => named.push((alias.name.clone(), var)),
                    StandsFor::Truth(atom) => {
                        let lit = map.atom(atom, &mut out);
                        code(1, lit);
                        code(0, !lit);
                    }
                }
            }
            named.extend(this.model.vars().map(|var| (this.model.name(var).to_owned(), var)));
            let mut steps = Vec::new();
            for (name, var) in named {
                for value in map.domain(var).clone().values() {
                    let code = map.code(var, value).iter().map(|lit| lit.dimacs()).collect();
                    codes.push((name.clone(), i64::from(value), code));
                    if let LitOrConst::Lit(lit) = map.at_most(var, value, &mut Unmade)
                        && i64::from(lit.var()) <= out.top()
                    {
                        steps.push((name.clone(), i64::from(value), lit.dimacs()));
                    }
                }
            }
            Ok((out, codes, steps))
        });
        encoded?.map_err(|error: String| errors::Unsupported::new_err(error))
    }

    /// The problem as a file of another program's format.
    fn export<'py>(slf: &Bound<'py, Self>, format: &str, encodings: &str) -> PyResult<Bound<'py, PyBytes>> {
        let (py, this) = (slf.py(), slf.clone().unbind());
        let encodings = self::encodings(encodings)?;
        let format = find_format(format).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let bytes = interruptible(py, None, move |_| {
            let this = this.get();
            let view = this.view();
            let aliases = this.problem.aliases(view);
            let (model, recipe) = (&this.model, &encodings.recipe);
            let (instance, kind) = (&this.name[..], this.problem.name());
            let ilp = encodings.formulation();
            let export = Export { model, recipe, aliases: &aliases, ilp, instance, kind, view, comments: false };
            let mut bytes = Vec::new();
            (format.write)(&export, &mut bytes).map(|()| bytes)
        });
        let bytes = bytes?.map_err(|error| match error {
            cnfab_format::ExportError::Io(error) => PyOSError::new_err(error.to_string()),
            other => errors::Unsupported::new_err(other.to_string()),
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Runs of all strategies by all encodings, as the rows of JSON that the command line writes.
    #[pyo3(signature = (strategies, encodings, seconds = None, limit = None))]
    fn compare(
        &self,
        py: Python<'_>,
        strategies: Vec<String>,
        encodings: &str,
        seconds: Option<f64>,
        limit: Option<u64>,
    ) -> PyResult<Vec<String>> {
        let strategies = strategies.iter().map(|text| strategy(text)).collect::<PyResult<Vec<_>>>()?;
        let recipes = parse_recipes(encodings).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let limit_wall_s = errors::limit(seconds)?.map(Into::into);
        let limits = Limits { limit_solutions: limit, limit_wall_s, ..Limits::default() };
        let base = RunSpec { limits, ..RunSpec::default() };
        let instance = Instance::here(self.name.clone(), Arc::clone(&self.problem), strategies);
        let matrix = Matrix { instances: vec![instance], recipes, base };
        let cancelled = Arc::new(AtomicBool::new(false));
        let (flag, cancel) = (Arc::clone(&cancelled), || cancelled.store(true, Ordering::Relaxed));
        let runs = cancellable(py, &cancel, move || compare::run(None, &matrix, 1, &flag, &|_, _| {}))?;
        let line = |run: &compare::Compared| cnfab_lab::json::line(&run.record);
        runs.iter().map(line).collect::<Result<_, _>>().map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

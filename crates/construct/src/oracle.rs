//! One SAT solver for many questions about one model.

use cnfab_base::names::find;
use cnfab_cnf::{Lit, Name};
use cnfab_encode::{LitOrConst, Recipe, VarMap, encode};
use cnfab_model::{Assignment, Atom, Constraint, Linear, Model, Posted, Var};
use cnfab_solve::sat::{SOLVERS, SatResult, SatSolver};
use cnfab_solve::{Budget, SolveError};

use super::ConstructError;

/// The solver for questions under assumptions.
pub(super) const SOLVER: &str = "cdcl";

/// From how many values of a variable on at-most-ones are stated by products: their pairs would be most of the formula.
const MANY_VALUES: usize = 40;

/// True for a sum whose values may have more than 31 bits: binary adders state it, and not all other encodings do.
fn is_wide(model: &Model, posted: &Posted) -> bool {
    let Constraint::Linear(Linear { terms, rhs, .. }) = &posted.constraint else { return false };
    let size = |var: Var| {
        let ends = [model.domain(var).min(), model.domain(var).max()];
        ends.into_iter().flatten().map(|end| i128::from(end).abs()).max().unwrap_or(0)
    };
    let sizes = terms.iter().map(|&(factor, var)| i128::from(factor).abs() * size(var));
    sizes.sum::<i128>() + i128::from(*rhs).abs() > i128::from(i32::MAX)
}

/// The answer under assumptions.
pub(super) enum Answer {
    /// A solution.
    Solution(Assignment),
    /// None; these of the assumptions are enough for that.
    Core(Vec<Lit>),
}

/// A model's clauses in a solver.
pub(super) struct Oracle<'m> {
    model: &'m Model,
    shown: Vec<Var>,
    solver: Box<dyn SatSolver>,
    vars: VarMap,
    budget: Budget,
    /// A literal that is true.
    truth: Lit,
}

impl<'m> Oracle<'m> {
    /// Encodes the model.
    pub(super) fn new(model: &'m Model, budget: &Budget) -> Result<Self, ConstructError> {
        let kind = find("solver", SOLVERS, SOLVER).expect("a registered solver");
        let mut solver = kind.start(budget);
        let mut recipe = Recipe::default();
        if model.variables().iter().any(|variable| variable.domain.len() >= MANY_VALUES) {
            recipe.apply("amo=product").expect("an encoding");
        }
        if model.constraints().iter().any(|posted| is_wide(model, posted)) {
            recipe.apply("linear=adder").expect("an encoding");
        }
        let vars = encode(model, &recipe, solver.as_mut()).map_err(|why| {
            ConstructError::Solve(SolveError::Unsupported { backend: kind.name().to_owned(), what: why.to_string() })
        })?;
        let truth = solver.fresh(Name::aux("always", 0, 0));
        solver.clause(&[truth]);
        Ok(Oracle { model, shown: model.shown(), solver, vars, budget: budget.clone(), truth })
    }

    /// The values that a variable may take.
    pub(super) fn values(&self, var: Var) -> Vec<i32> {
        self.vars.domain(var).to_vec()
    }

    /// The literal of an atom.
    pub(super) fn lit(&mut self, atom: Atom) -> Lit {
        match self.vars.atom(atom, self.solver.as_mut()) {
            LitOrConst::Lit(lit) => lit,
            LitOrConst::Const(true) => self.truth,
            LitOrConst::Const(false) => !self.truth,
        }
    }

    /// The literals of atoms.
    pub(super) fn lits(&mut self, atoms: impl IntoIterator<Item = Atom>) -> Vec<Lit> {
        atoms.into_iter().map(|atom| self.lit(atom)).collect()
    }

    /// Asks for a solution under assumptions.
    pub(super) fn ask(&mut self, assumptions: &[Lit]) -> Result<Answer, ConstructError> {
        if self.budget.is_over() {
            return Err(ConstructError::OutOfBudget);
        }
        let failed = |detail: String| SolveError::Failed { backend: SOLVER.to_owned(), detail };
        match self.solver.solve(assumptions).map_err(failed)? {
            SatResult::Unknown => Err(ConstructError::OutOfBudget),
            SatResult::Unsat(core) => Ok(Answer::Core(core)),
            SatResult::Sat => {
                let solution = self.vars.decode(&|lit| self.solver.holds(lit));
                if let Some(posted) = self.model.violated(&solution) {
                    let detail = format!("a model of the formula violates a constraint '{}'", posted.label);
                    return Err(failed(detail).into());
                }
                Ok(Answer::Solution(solution))
            }
        }
    }

    /// Excludes all solutions that agree with this one on the shown variables, from now on.
    pub(super) fn exclude(&mut self, solution: &Assignment) {
        let mut clause = Vec::new();
        self.vars.block(solution, &self.shown, &mut clause);
        self.solver.clause(&clause);
    }

    /// A new literal under which at least one of these is true.
    pub(super) fn some_of(&mut self, lits: &[Lit]) -> Lit {
        let selector = self.solver.fresh(Name::aux("some", 0, 0));
        self.solver.clause(&[&[!selector], lits].concat());
        selector
    }

    /// The numbers of conflicts and decisions of all questions, as far as the solver counts them.
    pub(super) fn counters(&self) -> (Option<u64>, Option<u64>) {
        let counters = self.solver.counters();
        (counters.conflicts, counters.decisions)
    }

    /// Makes a literal false from now on.
    pub(super) fn forbid(&mut self, lit: Lit) {
        self.solver.clause(&[!lit]);
    }
}

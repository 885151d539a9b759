//! Any SAT solver that reads DIMACS and prints `s` and `v` lines, as a program of its own.
//!
//! The formula is kept here and written to a file for every call, so that each solution costs a run of the program from
//! nothing. The program, and what it has started, is ended when the budget is over: it is asked first, so that it
//! prints its counts. Those of all calls are added up.

use std::io::{self, BufWriter, Write};

use crate::process::{ProgramRun, TemporaryFile, answer_of, is_there};
use crate::{Budget, Strategy};
use cnfab_base::words::words;
use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name};
use cnfab_format::SolverStatistics;
use cnfab_format::solver_output::{SolverAnswer, StatedValues, read};

use super::{Counters, SatResult, SatSolver};

/// Says that the program of a strategy is not there; `None` if it is, or if the strategy has none.
pub fn missing_program(strategy: &Strategy) -> Option<String> {
    let words = words(strategy.options().command()?);
    let name = words.ok()?.into_iter().next()?;
    (!is_there(&name)).then(|| format!("{strategy}: cannot run '{name}': there is no such program"))
}

/// The places of a command for the seed, and for the conflicts that the limit still allows.
const SEED: &str = "{seed}";
const CONFLICTS: &str = "{conflicts}";

/// True if the command passes a limit on conflicts to its program.
pub(super) fn limits_conflicts(command: &str) -> bool {
    command.contains(CONFLICTS)
}

/// A formula, and the command that solves it.
pub(super) struct External {
    command: String,
    budget: Budget,
    formula: ClauseStore,
    model: Option<StatedValues>,
    /// The counts of all calls so far.
    counters: Counters,
}

impl External {
    /// For a command with `{}` where the formula's file belongs, and perhaps `{out}` for a file that takes the answer.
    pub(super) fn new(command: &str, budget: &Budget) -> Self {
        External {
            command: command.to_owned(),
            budget: budget.clone(),
            formula: ClauseStore::default(),
            model: None,
            counters: Counters::default(),
        }
    }

    fn write(&self, assumptions: &[Lit], to: &TemporaryFile) -> io::Result<()> {
        let mut out = BufWriter::new(to.file());
        writeln!(out, "p cnf {} {}", self.formula.variables(), self.formula.len() + assumptions.len())?;
        assumptions.iter().try_for_each(|lit| writeln!(out, "{} 0", lit.dimacs()))?;
        for clause in self.formula.clauses() {
            clause.iter().try_for_each(|lit| write!(out, "{} ", lit.dimacs()))?;
            writeln!(out, "0")?;
        }
        out.flush()
    }

    /// Runs the program, unless all conflicts are used up.
    fn run(&mut self, assumptions: &[Lit]) -> Result<ProgramRun, String> {
        let used = self.counters.conflicts.unwrap_or(0);
        let left = self.budget.conflicts.map(|limit| limit.saturating_sub(used));
        if left == Some(0) {
            return Ok(ProgramRun { answer: None, printed: String::new() });
        }
        let file = |why: io::Error| format!("no file for the formula: {why}");
        let formula = TemporaryFile::new(".cnf").map_err(file)?;
        self.write(assumptions, &formula).map_err(file)?;
        let places = [
            ("{}", formula.name()),
            (SEED, self.budget.seed.to_string()),
            (CONFLICTS, left.map(|left| left.to_string()).unwrap_or_default()),
        ];
        let ran = answer_of(&self.command, &places, &|| self.budget.is_over())?;
        self.count(SolverStatistics::of(&ran.printed));
        Ok(ran)
    }

    /// Adds the counts of a call.
    fn count(&mut self, told: SolverStatistics) {
        let Counters { conflicts, decisions, propagations, restarts, .. } = &mut self.counters;
        let all = [
            (conflicts, told.conflicts),
            (decisions, told.decisions),
            (propagations, told.propagations),
            (restarts, told.restarts),
        ];
        for (sum, more) in all {
            *sum = more.map(|more| sum.unwrap_or(0).saturating_add(more)).or(*sum);
        }
    }
}

impl ClauseSink for External {
    fn fresh(&mut self, name: Name) -> Lit {
        self.formula.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.formula.clause(lits);
    }
}

impl SatSolver for External {
    /// Programs take no assumptions: these are clauses of the file, and all of them are the core.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatResult, String> {
        let Some((printed, status)) = self.run(assumptions)?.answer else { return Ok(SatResult::Unknown) };
        let wrong = |why: String| format!("'{}' ended with {status}: {why}", self.command);
        let answers = read(&printed, self.formula.variables() as u32).map_err(|error| wrong(error.to_string()))?;
        if answers.len() > 1 {
            return Err(wrong(format!("it gave {} answers", answers.len())));
        }
        let answer = answers.into_iter().next();
        // As in competitions, or as programs end that do not tell it so.
        let fits = matches!(
            (status.code(), &answer),
            (Some(0), _)
                | (Some(10), Some(SolverAnswer::Model(_)))
                | (Some(20), Some(SolverAnswer::Unsatisfiable { .. }))
                | (_, None | Some(SolverAnswer::Unknown { .. }))
        );
        if !fits {
            return Err(wrong("that does not go with its answer".to_owned()));
        }
        match answer {
            Some(SolverAnswer::Model(values)) => {
                let broken = |clause: &[Lit]| clause.iter().all(|&lit| values.lit(lit) != Some(true));
                if let Some(lit) = assumptions.iter().find(|&&lit| broken(&[lit])) {
                    return Err(wrong(format!("its model does not satisfy the clause {} 0", lit.dimacs())));
                }
                if let Some(clause) = self.formula.clauses().position(broken) {
                    return Err(wrong(format!("its model does not satisfy clause {}", clause + 1)));
                }
                self.model = Some(values);
                Ok(SatResult::Sat)
            }
            Some(SolverAnswer::Unsatisfiable { .. }) => Ok(SatResult::Unsat(assumptions.to_vec())),
            Some(SolverAnswer::Unknown { .. }) => Ok(SatResult::Unknown),
            None => Err(wrong("no answer".to_owned())),
        }
    }

    fn holds(&self, lit: Lit) -> bool {
        // What the model leaves out is free; it is false.
        let value = self.model.as_ref().and_then(|values| values.lit(lit));
        value.unwrap_or(!lit.is_positive())
    }

    fn counters(&self) -> Counters {
        self.counters
    }
}

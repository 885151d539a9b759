//! Any solver of integer programs as a program of its own, by files: the strategies `ilp:cmd=..`, `ilp:cbc` and
//! `ilp:glpk`.
//!
//! The program is written as LP or MPS and the answer read by the columns' names, as `cnfab export` and `cnfab decode`
//! do it. Each solution costs a run from nothing, as with the SAT solvers that are programs. `ilp:cbc` and `ilp:glpk`
//! are commands with a name. good_lp has the same for four programs, by the crate lp-solvers. Its reader takes
//! what is left out, or rounded in print, as it comes, and it ends no program whose time is over. So there is one way
//! here for all programs, with the limits and messages of `sat:cmd`.
//!
//! CBC: J. Forrest, R. Lougee-Heimer, "CBC User Guide", Tutorials in Operations Research, INFORMS, 2005.
//! GLPK: A. Makhorin, "GNU Linear Programming Kit, Reference Manual", 2017.

use std::io;

use cnfab_format::program_output::{ColumnNames, read};
use cnfab_format::solver_output::SolverAnswer;
use cnfab_format::{column_name, write_lp, write_mps};
use cnfab_ilp::Program;

use super::{Answer, LpSolver};
use crate::Budget;
use crate::process::{TemporaryFile, answer_of, is_there};
use cnfab_base::words::words;

/// The places in a command of the program as LP and as MPS.
pub(crate) const LP: &str = "{}";
pub(crate) const MPS: &str = "{mps}";

/// The command that solves programs.
pub(super) struct External {
    pub(super) command: String,
}

impl External {
    fn file(ending: &str, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Result<TemporaryFile, String> {
        let made = TemporaryFile::new(ending).and_then(|file| {
            write(&mut file.file())?;
            Ok(file)
        });
        made.map_err(|why| format!("no file for the program: {why}"))
    }
}

impl LpSolver for External {
    fn missing(&self) -> Option<String> {
        let name = words(&self.command).ok()?.into_iter().next()?;
        (!is_there(&name)).then(|| format!("solving here: cannot run '{name}': there is no such program"))
    }

    fn solve(&self, program: &Program, budget: &Budget) -> Result<Answer, String> {
        let mut files = Vec::new();
        if self.command.contains(LP) {
            files.push((LP, Self::file(".lp", |out| write_lp(program, out))?));
        }
        if self.command.contains(MPS) {
            files.push((MPS, Self::file(".mps", |out| write_mps(program, out))?));
        }
        let places: Vec<(&str, String)> = files.iter().map(|(mark, file)| (*mark, file.name())).collect();
        let Some((printed, status)) = answer_of(&self.command, &places, &|| budget.is_over())?.answer else {
            return Ok(Answer::OutOfTime);
        };
        let wrong = |why: String| format!("'{}' ended with {status}: {why}", self.command);
        let columns = program.columns().len();
        let names = ColumnNames::new((0..columns).map(|column| column_name(program, column)));
        let answer = read(&printed, &names).map_err(|error| wrong(error.to_string()))?;
        if !status.success() {
            return Err(wrong("that does not go with its answer".to_owned()));
        }
        match answer {
            SolverAnswer::Model(stated) => {
                Ok(Answer::Solution((0..columns).map(|column| stated.value(column)).collect()))
            }
            SolverAnswer::Unsatisfiable { .. } => Ok(Answer::Infeasible),
            SolverAnswer::Unknown { .. } => Err(wrong("it does not know whether there is a solution".to_owned())),
        }
    }
}

//! `cnfab sat --cubes`: the formula and parts of its search, for a cluster. And such parts, solved one after the other.

use std::io::Write;
use std::process::ExitCode;

use crate::cnf::{ClauseStore, Lit};
use crate::format::dimacs_reader::Memory;
use crate::format::write_cubes;
use crate::solve::Budget;
use crate::solve::sat::{self, SatResult, SatSolver};

use super::drive::output;
use super::failure::Failure;
use super::formula;
use super::proof::Proof;

/// Splits the formula in a file and writes it with its cubes. What is split is not solved, unless no cube is left.
pub(super) fn run(
    file: &str,
    out: &str,
    wanted: Option<u32>,
    budget: &Budget,
    claim_answer: fn(),
) -> Result<ExitCode, Failure> {
    let mut clauses = ClauseStore::default();
    let head = formula::read_to_list(file, &Memory::of_proof(super::memory::bytes()), &mut clauses)?;
    let place = Proof::create(out)?;
    let cubes =
        sat::cubes(&clauses, head.variables, head.shown.as_deref(), wanted.map(|number| number as usize), budget);
    claim_answer();
    let mut said = output();
    let (answer, code) = match &cubes {
        None => ("UNKNOWN", ExitCode::SUCCESS),
        Some(cubes) => {
            let written = write_cubes(&mut place.writer(), &clauses, head.shown.as_deref(), cubes);
            written.map_err(|why| place.failure().unwrap_or_else(|| Failure::Own(why.to_string())))?;
            place.finish()?;
            writeln!(said, "c {} cubes", cubes.len())?;
            if cubes.is_empty() { ("UNSATISFIABLE", ExitCode::from(20)) } else { ("UNKNOWN", ExitCode::SUCCESS) }
        }
    };
    writeln!(said, "s {answer}")?;
    said.flush()?;
    Ok(code)
}

/// The first answer under a cube that is not that there is no model; none of them has one otherwise.
pub(super) fn solve(cubes: &[Vec<Lit>], solver: &mut dyn SatSolver) -> Result<SatResult, Failure> {
    for cube in cubes {
        match solver.solve(cube).map_err(Failure::Own)? {
            // No literal of the cube is needed: the clauses have no model.
            SatResult::Unsat(core) if core.is_empty() => break,
            SatResult::Unsat(_) => {}
            answer => return Ok(answer),
        }
    }
    Ok(SatResult::Unsat(Vec::new()))
}

//! `cnfab sat --count`: how many models a formula has, by listing them or by components.

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use crate::cnf::{ClauseSink, ClauseStore, Lit, Name};
use crate::format::dimacs_reader::{Head, Memory};
use crate::solve::components::{self, ModelCount};
use crate::solve::sat::{Jumps, SatResult, SatSolver, ToList};
use crate::solve::{Budget, Count};

use super::{Arguments, CACHE, COUNTED, Failure, claim_answer, formula, output, unknown, write_counters};

/// Notes which variables stand in clauses.
struct Occurring<'s> {
    inner: &'s mut dyn SatSolver,
    occurs: Vec<bool>,
}

impl ClauseSink for Occurring<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.occurs.push(false);
        self.inner.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        lits.iter().for_each(|lit| self.occurs[lit.var() as usize - 1] = true);
        self.inner.clause(lits);
    }
}

/// Excludes model after model: by the solver's own means, where one may stand for several, or by a clause. Each model
/// stands for all values of the shown variables that are in no clause.
pub(super) fn by_listing(
    path: &str,
    memory: &Memory,
    solver: &mut dyn SatSolver,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    let mut sink = Occurring { inner: solver, occurs: Vec::new() };
    let head = formula::read_to_count(path, memory, &mut sink)?;
    let Occurring { inner: solver, occurs } = sink;
    let all = || (1..=head.variables).collect();
    let shown: Vec<u32> = head.shown.clone().unwrap_or_else(all);
    let is_used = |&variable: &u32| occurs[variable as usize - 1];
    let used: Vec<Lit> = shown.iter().copied().filter(is_used).map(|used| Lit::from_dimacs(used as i32)).collect();
    let free = shown.len() - used.len();
    let lists = solver.list(&ToList { shown: used.clone(), is_unique: false, jumps: Jumps::Far });
    let mut models = Count::zero();
    let complete = loop {
        if budget.is_over() {
            break false;
        }
        match solver.solve(&[]).map_err(Failure::Own)? {
            SatResult::Unknown => break false,
            SatResult::Unsat(_) => break true,
            SatResult::Sat => models += &Count::power_of_two(free + if lists { solver.widen() } else { 0 }),
        }
        COUNTED.store(models.to_u64().unwrap_or(u64::MAX), Ordering::SeqCst);
        let is_last = if lists {
            !solver.exclude()
        } else {
            let clause: Vec<Lit> = used.iter().map(|&lit| if solver.holds(lit) { !lit } else { lit }).collect();
            solver.clause(&clause);
            clause.is_empty()
        };
        if is_last {
            break true;
        }
    };
    claim_answer();
    let mut out = output();
    if budget.statistics {
        write_counters(&mut out, &solver.counters())?;
    }
    if complete {
        return report_number(&mut out, &head, &models);
    }
    write_type(&mut out, &head)?;
    unknown(&mut out, Some(&models))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Counts by components. The formula is held, since it is cleaned first.
pub(super) fn by_components(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let budget = arguments.timeout.map_or_else(Budget::unlimited, Budget::within);
    let mut formula = ManuallyDrop::new(ClauseStore::default());
    let head = formula::read_to_count(&arguments.file, &Memory::of_proof(crate::cli::memory::bytes()), &mut *formula)?;
    let cache = arguments.cache.unwrap_or(CACHE);
    // Without a cache, the stack still needs some memory.
    let megabytes = if cache == 0 { CACHE } else { cache };
    let [bytes, stack] = [cache, megabytes].map(|m| usize::try_from(m).unwrap_or(usize::MAX).saturating_mul(1_000_000));
    let models = components::count(&formula, head.variables, head.shown.as_deref(), bytes, stack, &budget);
    claim_answer();
    let mut out = output();
    match models {
        ModelCount::Exactly(number) => return report_number(&mut out, &head, &number),
        ModelCount::OutOfTime => {
            write_type(&mut out, &head)?;
        }
        ModelCount::OutOfMemory => {
            write_type(&mut out, &head)?;
            writeln!(out, "c the components on the stack take more than {megabytes} megabytes (--cache)")?;
        }
    }
    unknown(&mut out, None)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The line that tells whether all models are counted or those that differ in shown variables.
fn write_type(out: &mut dyn Write, head: &Head) -> io::Result<()> {
    writeln!(out, "c s type {}", if head.shown.is_some() { "pmc" } else { "mc" })
}

/// The lines of a number of models.
fn report_number(out: &mut dyn Write, head: &Head, models: &Count) -> Result<ExitCode, Failure> {
    write_type(out, head)?;
    let (answer, code) = if models.is_zero() { ("UNSATISFIABLE", 20) } else { ("SATISFIABLE", 10) };
    writeln!(out, "s {answer}\nc s exact arb int {models}")?;
    out.flush()?;
    Ok(ExitCode::from(code))
}

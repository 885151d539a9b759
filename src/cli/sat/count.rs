//! `cnfab sat --count`: how many models a formula has, by listing them or by components.

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use crate::Rational;
use crate::cnf::{ClauseSink, ClauseStore, Lit, Name};
use crate::display::quoted;
use crate::format::dimacs_reader::{Head, Memory};
use crate::solve::components::{self, CountError, CountMemory, CountedFormula};
use crate::solve::sat::{Jumps, SatResult, SatSolver, ToList};
use crate::solve::{Budget, Count};
use crate::units::plural;

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
    let head = formula::read_to_list(path, memory, &mut sink)?;
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
        let (is_satisfiable, log10) = (!models.is_zero(), models.log10());
        return report_number(&mut out, &head, &Answer { is_satisfiable, log10, number: models.to_string() });
    }
    write_type(&mut out, &head)?;
    unknown(&mut out, Some(&models))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Counts by components, or adds up the weights of models. The formula is held, since it is cleaned first.
pub(super) fn by_components(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let budget = arguments.timeout.map_or_else(Budget::unlimited, Budget::within);
    let mut clauses = ManuallyDrop::new(ClauseStore::default());
    let head = formula::read(&arguments.file, &Memory::of_proof(crate::cli::memory::bytes()), &mut *clauses)?;
    let cache = arguments.cache.unwrap_or(CACHE);
    // Without a cache, the stack still needs some memory.
    let megabytes = if cache == 0 { CACHE } else { cache };
    let [cache, stack] = [cache, megabytes].map(|m| usize::try_from(m).unwrap_or(usize::MAX).saturating_mul(1_000_000));
    let memory = CountMemory { cache, stack };
    let formula = CountedFormula { clauses: &clauses, variables: head.variables, shown: head.shown.as_deref() };
    let answer = match &head.weights {
        None => components::count(&formula, memory, &budget).map(|number| Answer {
            is_satisfiable: !number.is_zero(),
            log10: number.log10(),
            number: number.to_string(),
        }),
        Some(weights) => components::weigh(&formula, &weights.of, memory, &budget).and_then(|sum| {
            let is_zero = sum == Rational::zero();
            // A sum may be 0 although there are models.
            let is_satisfiable = !is_zero || !components::count(&formula, memory, &budget)?.is_zero();
            Ok(Answer { is_satisfiable, log10: sum.log10(), number: sum.to_string() })
        }),
    };
    claim_answer();
    let mut out = output();
    match answer {
        Ok(answer) => return report_number(&mut out, &head, &answer),
        Err(CountError::OutOfTime) => {
            write_type(&mut out, &head)?;
        }
        Err(CountError::OutOfMemory) => {
            write_type(&mut out, &head)?;
            writeln!(out, "c the components on the stack take more than {megabytes} megabytes (--cache)")?;
        }
    }
    unknown(&mut out, None)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A count as it is printed.
struct Answer {
    is_satisfiable: bool,
    /// The number or the fraction.
    number: String,
    /// The logarithm of its size.
    log10: f64,
}

/// The line that tells what is counted: models or the sum of their weights, all or those that differ in shown
/// variables. Where the file names another count, a comment says so.
fn write_type(out: &mut dyn Write, head: &Head) -> io::Result<()> {
    let kind = match (&head.weights, &head.shown) {
        (None, None) => "mc",
        (None, Some(_)) => "pmc",
        (Some(_), None) => "wmc",
        (Some(_), Some(_)) => "pwmc",
    };
    if let Some(named) = head.kind.as_ref().filter(|named| *named != kind) {
        writeln!(out, "c the file says 'c t' {}; its lines of weights and shown variables say {kind}", quoted(named))?;
    }
    if let Some(hidden) = head.weights.as_ref().map(|weights| weights.hidden).filter(|&hidden| hidden > 0) {
        writeln!(out, "c weights of {} do not count", plural(u64::from(hidden), "hidden variable"))?;
    }
    writeln!(out, "c s type {kind}")
}

/// The lines of a count.
fn report_number(out: &mut dyn Write, head: &Head, answer: &Answer) -> Result<ExitCode, Failure> {
    write_type(out, head)?;
    let (status, code) = if answer.is_satisfiable { ("SATISFIABLE", 10) } else { ("UNSATISFIABLE", 20) };
    writeln!(out, "s {status}")?;
    let negative = if answer.number.starts_with('-') { "neg" } else { "" };
    if answer.log10.is_finite() {
        writeln!(out, "c s {negative}log10-estimate {:.12}", answer.log10)?;
    } else {
        writeln!(out, "c s log10-estimate -inf")?;
    }
    let form = if answer.number.contains('/') { "frac" } else { "int" };
    writeln!(out, "c s exact arb {form} {}", answer.number)?;
    out.flush()?;
    Ok(ExitCode::from(code))
}

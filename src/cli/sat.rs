//! `cnfab sat`: a formula, solved as SAT competitions want it.

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::cnf::{ClauseStore, Lit, Name};
use crate::format::dimacs_reader::Memory;
use crate::solve::sat::{
    Certificate, Counters, ProofForm, Prover, SOLVERS, SatResult, SatSolver, SolverKind, TECHNIQUES, Technique, chosen,
};
use crate::solve::{Budget, Count};

use super::args::seconds;
use super::deadline::sleep_until;
use super::drive::output;
use super::failure::Failure;
use super::file::{FilePlace, distinct};
use super::formula;
use super::interrupt;
use super::memory;
use super::proof::Proof;
use super::suggest::{Suggest, values};

mod count;

/// Solve a DIMACS formula as a solver of SAT competitions does: 's' and 'v' lines, exit codes 10 (satisfiable), 20
/// (unsatisfiable) and 0 (not known).
///
/// With --count, count models: of the variables that 'c p show' lines name, of all without such a line. The answer is a
/// line 'c s exact arb int N', as in model counting competitions. The models are listed, or with --count=components
/// multiplied over parts of the formula that share no variable. Weights of literals ('c p weight 1 0.4 0', or 2/5) are
/// summed up exactly by components, and refused where models are listed. The other literal has the rest to 1.
///
/// With --cubes, split the formula instead, into parts for a cluster. A file with such parts (iCNF) has a model if one
/// of them has; without a part it is a formula like any other.
///
/// With --proof, varisat, cdcl or (if built in) cadical writes its derivation for other checkers; with --check varisat
/// checks each step itself.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The formula, compressed or not; '-' is standard input.
    file: String,

    /// The solver: 'varisat' (the default), 'batsat' or 'cdcl' (the default with --count). cdcl takes the switches of
    /// the strategy 'sat:cdcl' but 'enumerate': 'cdcl:restarts=luby,vivify=off'.
    #[arg(short, long, value_name = "SOLVER",
        value_parser = Suggest::new(chosen, solvers), hide_possible_values = true)]
    solver: Option<Arc<dyn SolverKind>>,

    /// Count the models. 'components' is for numbers that are too large for a list.
    #[arg(long, value_name = "METHOD", conflicts_with = "proof", num_args = 0..=1, require_equals = true,
        default_missing_value = "listing", ignore_case = true)]
    count: Option<Method>,

    /// Megabytes that the cache of --count=components may take [default: 1000]; 0 is no cache. As many may the
    /// components on its stack, without a cache as many as by default; where they would take more, the answer is
    /// unknown.
    #[arg(long, value_name = "MB")]
    cache: Option<u64>,

    /// Write the formula and cubes as iCNF: lists of literals of which each model meets exactly one. A lookahead
    /// chooses them, on shown variables if there are some. The answer is known only if no cube is left.
    #[arg(long, value_name = "OUT", conflicts_with_all = ["solver", "count", "proof", "check"])]
    cubes: Option<String>,

    /// Into how many cubes to split, about; without it, a threshold that adapts to the formula ends the lookahead.
    #[arg(long, value_name = "NUMBER", requires = "cubes", value_parser = clap::value_parser!(u32).range(1..))]
    split: Option<u32>,

    /// Write a proof that there is no model. The file appears when it is complete, compressed if its name ends in '.gz'
    /// or '.xz'.
    #[arg(long, value_name = "OUT")]
    proof: Option<String>,

    /// The form of the proof.
    #[arg(long, value_name = "FORMAT", default_value = "drat", requires = "proof", ignore_case = true)]
    proof_format: FormName,

    /// Have varisat check that there is no model while it derives it.
    #[arg(long, conflicts_with = "count")]
    check: bool,

    /// Seconds, reading included; then the answer is unknown. A proof that is not whole is taken away.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// No 'v' lines: only whether there is a model.
    #[arg(short, long, conflicts_with_all = ["count", "cubes"])]
    no_witness: bool,

    /// Print what the solver counted, such as conflicts, as 'c' lines before the answer, as far as the solver tells and
    /// comes to its end. 'cdcl' has a line for each technique: how often it was tried and succeeded, how many literals
    /// clauses lost, and the work in its own unit.
    #[arg(short, long, conflicts_with = "cubes")]
    verbose: bool,
}

/// How models are counted.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Model after model, by the solver; cdcl lists sets of models that differ in some variables only.
    Listing,
    /// By components with a cache.
    Components,
}

/// The solver that lists models without clauses.
const LISTS: &str = "cdcl";

/// Megabytes of the cache unless other ones are asked for.
const CACHE: u64 = 1000;

#[derive(Clone, Copy, ValueEnum)]
enum FormName {
    Drat,
    DratBinary,
    Lrat,
}

impl FormName {
    fn form(self) -> ProofForm {
        match self {
            FormName::Drat => ProofForm::Drat,
            FormName::DratBinary => ProofForm::BinaryDrat,
            FormName::Lrat => ProofForm::Lrat,
        }
    }
}

/// The solvers, for shells to complete.
fn solvers() -> Vec<PossibleValue> {
    values(SOLVERS.iter().map(|solver| (solver.name(), solver.about())))
}

/// How many models have been counted so far.
static COUNTED: AtomicU64 = AtomicU64::new(0);

/// True if somebody has begun to print the answer, or that there is none in time.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// Comes back only if the answer is still to be said: when the time was over before, the process is about to end.
fn claim_answer() {
    while ANSWERED.swap(true, Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Ends the process when its time is over or it is asked to end, even if the solver goes on: not all can be
/// interrupted.
fn watch(arguments: &Arguments) {
    let counts = arguments.count == Some(Method::Listing);
    interrupt::handle(move || give_up(counts, 3));
    let Some(end) = arguments.timeout.and_then(|limit| Instant::now().checked_add(limit)) else { return };
    std::thread::spawn(move || {
        sleep_until(end);
        give_up(counts, 0);
    });
}

/// Says that there is no answer, and ends the process with a code, unless the answer is being printed.
fn give_up(counts: bool, code: i32) {
    if ANSWERED.swap(true, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout().lock();
    let models = counts.then(|| COUNTED.load(Ordering::SeqCst).into());
    let _ = unknown(&mut out, models.as_ref()).and_then(|()| out.flush());
    // Half a proof proves nothing, and goes with the process.
    interrupt::leave_with(code);
}

/// Reports that there is no answer, and how many models had been counted, if they were.
fn unknown(out: &mut dyn Write, models: Option<&Count>) -> io::Result<()> {
    if let Some(models) = models {
        writeln!(out, "c {models} models were found until then")?;
    }
    writeln!(out, "s UNKNOWN")
}

/// Runs the command; the exit code states the result.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.proof.as_deref() == Some("-") {
        let found = "a proof cannot go to standard output, where the answer goes: found --proof -, expected a file";
        return Err(Failure::Input(format!("cnfab: {found}")));
    }
    if arguments.cubes.as_deref() == Some("-") {
        let found = "cubes cannot go to standard output, where the answer goes: found --cubes -, expected a file";
        return Err(Failure::Input(format!("cnfab: {found}")));
    }
    let proof = arguments.proof.as_ref().or(arguments.cubes.as_ref()).map(FilePlace::file);
    let outputs: Vec<FilePlace> = [FilePlace::output("-")].into_iter().chain(proof).collect();
    distinct(&outputs, &[FilePlace::input(&arguments.file)])?;
    let by_components = arguments.count == Some(Method::Components);
    if by_components && arguments.verbose {
        let found =
            "components are counted without a solver, which would count: found --verbose with --count=components";
        return Err(Failure::Input(format!("cnfab: {found}, expected one of them")));
    }
    if by_components && arguments.solver.is_some() {
        let found = "components are counted without a solver: found --solver with --count=components";
        return Err(Failure::Input(format!("cnfab: {found}, expected one of them")));
    }
    if !by_components && arguments.cache.is_some() {
        let found = "only components have a cache: found --cache, expected --count=components with it";
        return Err(Failure::Input(format!("cnfab: {found}")));
    }
    watch(arguments);
    if by_components {
        return count::by_components(arguments);
    }
    let mut budget = arguments.timeout.map_or_else(Budget::unlimited, Budget::within);
    budget.statistics = arguments.verbose;
    if let Some(out) = &arguments.cubes {
        return super::cubes::run(&arguments.file, out, arguments.split, &budget, claim_answer);
    }
    let default = if arguments.count.is_some() { LISTS } else { "varisat" };
    let kind = arguments.solver.clone().map_or_else(|| chosen(default), Ok);
    let kind = kind.expect("the default is a solver");
    if arguments.proof.is_some() || arguments.check {
        let prover = kind.prover(arguments.check);
        return certified(arguments, prover.map_err(|why| Failure::Input(format!("cnfab: {why}")))?);
    }
    // Taking a large formula apart takes longer than leaving it to the system.
    let mut solver = ManuallyDrop::new(kind.start(&budget));
    let memory = Memory::of_solver(memory::bytes());
    if arguments.count.is_some() {
        return count::by_listing(&arguments.file, &memory, solver.as_mut(), &budget);
    }
    let head = formula::read_with_cubes(&arguments.file, &memory, solver.as_mut())?;
    let answer = match &head.cubes[..] {
        [] => solver.solve(&[]).map_err(Failure::Own)?,
        cubes => super::cubes::solve(cubes, solver.as_mut())?,
    };
    claim_answer();
    report(arguments, &answer, &solver.counters(), head.variables, &|lit| solver.holds(lit))
}

/// Solves with a proof. The formula is held, since the proof numbers its clauses.
fn certified(arguments: &Arguments, prover: &dyn Prover) -> Result<ExitCode, Failure> {
    let mut formula = ManuallyDrop::new(ClauseStore::default());
    let head = formula::read(&arguments.file, &Memory::of_proof(memory::bytes()), &mut *formula)?;
    let proof = arguments.proof.as_deref().map(Proof::create).transpose()?;
    let failed = |why: String| proof.as_ref().and_then(Proof::failure).unwrap_or(Failure::Own(why));
    let writer = || proof.as_ref().expect("there is a proof to write").writer();
    let certificate = Certificate {
        form: arguments.proof_format.form(),
        out: proof.is_some().then_some(&writer as &dyn Fn() -> Box<dyn Write>),
        clauses: formula.len() as u64,
        check: arguments.check,
        explains: false,
    };
    let mut model: Vec<Lit> = Vec::new();
    let mut counters = Counters::default();
    let mut run = |solver: &mut dyn SatSolver| {
        for number in 1..=head.variables {
            solver.fresh(Name::aux("", number as usize, 0));
        }
        formula.clauses().for_each(|clause| solver.clause(clause));
        let answer = solver.solve(&[])?;
        counters = solver.counters();
        if answer == SatResult::Sat {
            model.extend((1..=head.variables as i32).map(Lit::from_dimacs).filter(|&lit| solver.holds(lit)));
        }
        Ok(answer)
    };
    let mut budget = Budget::unlimited();
    budget.statistics = arguments.verbose;
    let answer = prover.prove(&certificate, &budget, &mut run).map_err(failed)?;
    claim_answer();
    if let Some(proof) = proof {
        proof.finish()?;
    }
    let is_true = |lit: Lit| model.binary_search(&lit).is_ok();
    let holds = |lit: Lit| if lit.is_positive() { is_true(lit) } else { !is_true(!lit) };
    report(arguments, &answer, &counters, head.variables, &holds)
}

/// Longest line of literals.
const WIDTH: usize = 78;

/// Reports the counts, the `s` line, and the model.
fn report(
    arguments: &Arguments,
    answer: &SatResult,
    counters: &Counters,
    variables: u32,
    holds: &dyn Fn(Lit) -> bool,
) -> Result<ExitCode, Failure> {
    let mut out = output();
    if arguments.verbose {
        write_counters(&mut out, counters)?;
    }
    let code = match answer {
        SatResult::Unknown => {
            writeln!(out, "s UNKNOWN")?;
            ExitCode::SUCCESS
        }
        SatResult::Unsat(_) => {
            writeln!(out, "s UNSATISFIABLE")?;
            ExitCode::from(20)
        }
        SatResult::Sat => {
            writeln!(out, "s SATISFIABLE")?;
            if !arguments.no_witness {
                witness(&mut out, variables, holds)?;
            }
            ExitCode::from(10)
        }
    };
    out.flush()?;
    Ok(code)
}

/// Writes the counts of the solver and of its techniques, as far as it tells.
fn write_counters(out: &mut dyn Write, counters: &Counters) -> io::Result<()> {
    counters.named().try_for_each(|(name, number)| writeln!(out, "c {name}: {number}"))?;
    let mut tried = TECHNIQUES.iter().zip(counters.techniques).filter(|(_, counts)| counts.tried > 0);
    tried.try_for_each(|(name, Technique { tried, succeeded, literals, ticks })| {
        writeln!(out, "c {name}: {tried} tried, {succeeded} succeeded, {literals} literals, {ticks} ticks")
    })
}

/// `v` lines with all literals.
fn witness(out: &mut dyn Write, variables: u32, holds: &dyn Fn(Lit) -> bool) -> io::Result<()> {
    let mut line = "v".to_owned();
    for number in (1..=variables as i32).chain([0]) {
        let lit = if number == 0 || holds(Lit::from_dimacs(number)) { number } else { -number };
        let word = format!(" {lit}");
        if line.len() + word.len() > WIDTH {
            writeln!(out, "{line}")?;
            line = "v".to_owned();
        }
        line += &word;
    }
    writeln!(out, "{line}")
}

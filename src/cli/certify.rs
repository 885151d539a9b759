//! `cnfab certify`: a folder with the answer and what proves it.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::certify::{CertificateFolder, CertifyError, Makers, certify, certify_program};
use crate::encode::Recipe;
use crate::format::compressed::Encoder;
use crate::model::Model;
use crate::names::{UnknownName, means};
use crate::problem::Problem;
use crate::process::PendingFolder;
use crate::solve::Budget;
use crate::solve::sat::{SOLVERS, SolverKind};

use super::args::{new_folder, seconds};
use super::deadline::{Deadline, READING};
use super::encode::EncodeArguments;
use super::failure::Failure;
use super::inputs::PuzzleArguments;

/// Find all solutions, or the best one, and write a proof of that for an outside checker.
///
/// The proof goes from the model, stated as pseudo-Boolean constraints, through the clauses of the chosen encodings to
/// the answer; with '--prover ilp' through rows of the integer program that it is. VeriPB checks it. The folder has a
/// README of what is claimed, on what trust, and how it is checked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    #[command(flatten)]
    encode: EncodeArguments,

    /// The folder to make.
    #[arg(short, value_name = "FOLDER", value_parser = new_folder)]
    output: PathBuf,

    /// Most solutions; more of them end the work without a certificate. 1000 if it is not given.
    #[arg(long, value_name = "N")]
    most: Option<u64>,

    /// The solver that proves that there is no further solution: 'varisat', 'cdcl', 'ilp', or with the feature of that
    /// name 'cadical'.
    ///
    /// 'cdcl' if it is not given and a constraint is to be propagated ('linear=propagate'), else 'varisat'. 'ilp' needs
    /// no formula and takes no encodings.
    #[arg(long, value_name = "SOLVER", value_parser = prover)]
    prover: Option<By>,

    /// Compress the proof: 'proof.pbp.gz' instead of 'proof.pbp', which 'cnfab verify' unpacks.
    #[arg(long)]
    compress: bool,

    /// Seconds for the whole command, reading included.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

/// The file with the proof, and its name where it is compressed.
pub(super) const PROOF: &str = "proof.pbp";
pub(super) const PACKED: &str = "proof.pbp.gz";

/// The name of the solver of integer programs.
const ILP: &str = "ilp";

/// Who proves.
#[derive(Clone, Copy)]
enum By {
    Ilp,
    Solver(&'static dyn SolverKind),
}

fn prover(name: &str) -> Result<By, String> {
    let solvers = || SOLVERS.iter().filter(|kind| kind.prover(false).is_ok());
    if means(name, ILP) {
        return Ok(By::Ilp);
    }
    let found = solvers().find(|kind| means(name, kind.name())).map(|&kind| By::Solver(kind));
    let names = solvers().map(|kind| kind.name()).chain([ILP]);
    found.ok_or_else(|| UnknownName::new("solver with proofs", name, names).to_string())
}

/// Puts the compressed proof in the place of the plain one.
fn compress(folder: &Path) -> io::Result<()> {
    let [plain, packed] = [PROOF, PACKED].map(|name| folder.join(name));
    let mut encoder = Encoder::new(PACKED, BufWriter::new(File::create_new(packed)?))?;
    io::copy(&mut File::open(&plain)?, &mut encoder)?;
    encoder.finish()?;
    fs::remove_file(plain)
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    new_place(&arguments.output)?;
    let time = Deadline::start(arguments.timeout, READING);
    let input = arguments.puzzle.read()?;
    arguments.encode.check(&input)?;
    let problem = input.only()?;
    let model = problem.make_model(input.view(0));
    if let (Some(most), Some(_)) = (arguments.most, model.objective()) {
        let of = &input.name;
        return Err(Failure::Input(format!(
            "cnfab: found --most {most} for '{of}', which has an objective, expected no --most: one best solution is shown"
        )));
    }
    let by_program = matches!(arguments.prover, Some(By::Ilp));
    if by_program && arguments.encode.speaks_of_formulas() {
        let found = "cnfab: found --encode with --prover ilp, which has no formula, expected one of them";
        return Err(Failure::Input(found.to_owned()));
    }
    let recipe = arguments.encode.resolve(&model)?;
    let budget = time.limit(Budget::unlimited());
    let default = Makers::usual(&recipe);
    let prover = match arguments.prover {
        Some(By::Solver(kind)) => kind.prover(false).expect("it was asked before"),
        Some(By::Ilp) | None => default.prover,
    };
    let propagated = recipe.propagated().filter(|_| !prover.propagates());
    if let (Some(By::Solver(kind)), Some(encoding)) = (arguments.prover, propagated) {
        let found = format!("found --prover {} for {encoding}", kind.name());
        return Err(Failure::Input(format!("cnfab: {found}, expected --prover cdcl, which propagates constraints")));
    }
    let makers = Makers { prover, most: arguments.most.unwrap_or(default.most), ..default };
    let about = format!("{}, view {}", problem.name(), input.view(0));
    let measured = |value| problem.measure(value);
    let encode = (!by_program).then(|| recipe.to_string());
    let (instance, is_compressed) = (&input.instances[0], arguments.compress);
    let certificate = CertificateFolder { instance, about, measured: &measured, encode, is_compressed };
    let prove = |folder: &mut PendingFolder| {
        let proven = match by_program {
            true => certify_program(&model, makers.most, &budget, folder),
            false => certify(&model, &recipe, &makers, &budget, folder),
        }?;
        if is_compressed {
            compress(folder.path())?;
        }
        Ok(proven)
    };
    let claimed = certificate.write(&arguments.output, prove).map_err(|error| failed(error, &arguments.output))?;
    writeln!(io::stdout(), "{claimed}")?;
    Ok(())
}

/// Refuses a folder that is there already.
pub(super) fn new_place(target: &Path) -> Result<(), Failure> {
    if fs::symlink_metadata(target).is_err() {
        return Ok(());
    }
    let name = target.display();
    Err(Failure::Input(format!("cnfab: '{name}' is there already, expected the name of a new folder")))
}

/// Why a folder has not become a certificate.
fn failed(error: CertifyError, target: &Path) -> Failure {
    match error {
        CertifyError::Unsupported(error) => error.into(),
        CertifyError::Unjustified(_) => Failure::Input(format!("cnfab: {error}")),
        CertifyError::TooMany(_) | CertifyError::Stopped => Failure::Limit(error.to_string()),
        CertifyError::Failed(why) => Failure::Own(why),
        CertifyError::Io(why) => Failure::Input(format!("cnfab: cannot write '{}': {why}", target.display())),
    }
}

/// Proves the answers of a model by the usual encodings and solver, in a new folder.
pub(super) fn of_model(
    target: &Path,
    model: &Model,
    instance: &str,
    about: String,
    problem: &dyn Problem,
    budget: &Budget,
) -> Result<(), Failure> {
    new_place(target)?;
    let recipe = Recipe::default();
    let makers = Makers::usual(&recipe);
    let (measured, encode) = (|value| problem.measure(value), Some(recipe.to_string()));
    let certificate = CertificateFolder { instance, about, measured: &measured, encode, is_compressed: false };
    let proven = certificate.write(target, |folder| certify(model, &recipe, &makers, budget, folder));
    proven.map(|_| ()).map_err(|error| failed(error, target))
}

//! `cnfab certify`: a folder with the answer and what proves it.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::certify::{CertifyError, Claim, Claimed, Folder, Makers, Proven, certify, certify_program};
use crate::display::escaped;
use crate::encode::Recipe;
use crate::format::compressed::Encoder;
use crate::model::Model;
use crate::names::{UnknownName, means};
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
    let certificate = Certificate { instance: &input.instances[0], about, measured: &measured };
    let prove = |folder: &mut PendingFolder| match by_program {
        true => certify_program(&model, makers.most, &budget, folder),
        false => certify(&model, &recipe, &makers, &budget, folder),
    };
    let encode = (!by_program).then(|| recipe.to_string());
    let claimed = certificate.write(&arguments.output, encode, arguments.compress, prove)?;
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

/// The words of a certificate about its problem.
pub(super) struct Certificate<'a> {
    pub(super) instance: &'a str,
    pub(super) about: String,
    pub(super) measured: &'a dyn Fn(i64) -> String,
}

impl Certificate<'_> {
    /// Proves the answers of a model by the usual encodings and solver, in a new folder.
    pub(super) fn of_model(&self, target: &Path, model: &Model, budget: &Budget) -> Result<Claimed, Failure> {
        new_place(target)?;
        let recipe = Recipe::default();
        let makers = Makers::usual(&recipe);
        let prove = |folder: &mut PendingFolder| certify(model, &recipe, &makers, budget, folder);
        self.write(target, Some(recipe.to_string()), false, prove)
    }

    /// Makes the folder with the proof that `prove` writes.
    fn write(
        &self,
        target: &Path,
        encode: Option<String>,
        is_compressed: bool,
        prove: impl FnOnce(&mut PendingFolder) -> Result<Proven, CertifyError>,
    ) -> Result<Claimed, Failure> {
        let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let cannot = |why: &dyn Display| Failure::Input(format!("cnfab: cannot write '{}': {why}", target.display()));
        fs::metadata(parent).map_err(|why| cannot(&why))?;
        // The folder that cannot be made has another name.
        let mut folder = PendingFolder::within(parent).map_err(|why| cannot(&why.kind()))?;
        let proven = prove(&mut folder).map_err(|error| match error {
            CertifyError::Unsupported(error) => error.into(),
            CertifyError::Unjustified(_) => Failure::Input(format!("cnfab: {error}")),
            CertifyError::TooMany(_) | CertifyError::Stopped => Failure::Limit(error.to_string()),
            CertifyError::Failed(why) => Failure::Own(why),
            CertifyError::Io(error) => cannot(&error),
        })?;
        if is_compressed {
            compress(folder.path()).map_err(|why| cannot(&why))?;
        }
        let instance =
            Path::new(self.instance).file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        let instance = escaped(&instance).replace('`', "'");
        let Proven { claim, shown, variables } = proven;
        let measured = match claim {
            Claim::Optimum { value, .. } => Some((self.measured)(value)).filter(|text| *text != value.to_string()),
            Claim::Solutions(_) => None,
        };
        let problem = self.about.clone();
        let claimed = Claimed { claim, shown, variables, instance, problem, measured, encode };
        let written = |folder: &mut PendingFolder, name: &str, text: &str| {
            let mut out = folder.file(name)?;
            out.write_all(text.as_bytes())?;
            out.flush()
        };
        written(&mut folder, "README.md", &claimed.readme(is_compressed)).map_err(|why| cannot(&why))?;
        let json = serde_json::to_string_pretty(&claimed).map_err(|error| Failure::Own(error.to_string()))?;
        written(&mut folder, "claim.json", &format!("{json}\n")).map_err(|why| cannot(&why))?;
        folder.keep_as(target).map_err(|why| cannot(&why))?;
        Ok(claimed)
    }
}

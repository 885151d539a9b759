//! Arguments that several commands share.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use clap::{Args, ValueHint};

use cnfab::compare::parts_that_differ;
use cnfab::encode::{Recipe, RecipeError, parts};
use cnfab::generator;
use cnfab::model::{Group, Model, Selection};
use cnfab::names::means;
use cnfab::puzzle::{KINDS, Kind, Puzzle};
use cnfab::run::{Choice, Limits, Orbits, RunSpec, Wanted};
use cnfab::solve::{Encodings, STRATEGIES, Strategy, StrategyError};
use cnfab::source::Source;
use cnfab::units::{grouped, plural};

use super::failure::Failure;
use super::file::{Place, distinct};
use super::message::say;
use super::suggest::{Suggest, values};

/// Which files a puzzle may name.
#[derive(Args, Clone, Default)]
pub(crate) struct AllowArguments {
    /// Let puzzles name files in and below this folder, such as word lists.
    ///
    /// May be given several times. Without it they name only files in or below the folder that they are in, and from
    /// standard input the current one.
    #[arg(long = "allow-files", value_name = "FOLDER", value_hint = ValueHint::DirPath,
        value_parser = PathBufValueParser::new().try_map(folder))]
    pub(crate) folders: Vec<PathBuf>,
}

/// Refuses a path that is no folder: a slip would be found only when a word list is not.
fn folder(path: PathBuf) -> Result<PathBuf, String> {
    match fs::metadata(&path) {
        Ok(about) if about.is_dir() => Ok(path),
        Ok(_) => Err("found a file, expected a folder".to_owned()),
        Err(why) => Err(format!("found no folder: {why}")),
    }
}

/// Which puzzle.
#[derive(Args)]
pub(crate) struct PuzzleArguments {
    /// The puzzle file; '-' is standard input.
    file: String,

    /// The viewpoint the model is made from.
    ///
    /// See 'cnfab list kinds'. The kind's first if not given.
    #[arg(long, value_name = "VIEW")]
    view: Option<String>,

    /// Only this puzzle of a file with several, counted from 1.
    #[arg(long, value_name = "NUMBER")]
    puzzle: Option<usize>,

    #[command(flatten)]
    allow: AllowArguments,
}

/// The puzzles of a file.
pub(crate) struct Input {
    pub(crate) source: Source,
    pub(crate) kind: &'static Kind,
    pub(crate) view: &'static str,
    pub(crate) puzzles: Vec<Arc<dyn Puzzle>>,
    /// The instance's name of each puzzle.
    pub(crate) instances: Vec<String>,
    /// What has been read: the file, and those that it names.
    pub(crate) files: Vec<Place>,
    /// Whether the file holds several puzzles and no single one was asked for.
    pub(crate) batch: bool,
}

impl PuzzleArguments {
    /// The arguments of a command that has a file only sometimes.
    pub(crate) fn of(file: &str, view: Option<&str>, puzzle: Option<usize>, allow: &AllowArguments) -> Self {
        PuzzleArguments { file: file.to_owned(), view: view.map(str::to_owned), puzzle, allow: allow.clone() }
    }

    pub(crate) fn is_stdin(&self) -> bool {
        self.file == "-"
    }

    /// The one strategy that was chosen for the kind, and the view: the one that was asked for, else the strategy's.
    pub(crate) fn strategy(&self, choice: &Choice, input: &Input) -> Result<(Strategy, &'static str), Failure> {
        let chosen = choice.of(input.kind).map_err(|unknown| Failure::Input(format!("cnfab: {unknown}")))?;
        let [chosen] = &chosen[..] else {
            return Err(Failure::Input("cnfab: found several strategies, expected one".to_owned()));
        };
        let view = if self.view.is_none() { chosen.view(input.kind.views) } else { input.view };
        Ok((chosen.strategy.clone(), view))
    }

    /// Reads the file.
    pub(crate) fn read(&self) -> Result<Input, Failure> {
        let mut files = vec![Place::input(&self.file)];
        distinct(&[Place::output("-")], &files)?;
        let source = Source::open(&self.file)?.allowing(&self.allow.folders);
        let (kind, mut puzzles, named) = source.puzzles_and_files()?;
        files.extend(named.iter().map(|file| Place::file(&file.path)));
        distinct(&[Place::output("-")], &files)?;
        let count = puzzles.len();
        let mut instances: Vec<String> = (0..count).map(|index| source.instance_of(index, count)).collect();
        let picked = picked(self.puzzle, count, &source.name)?;
        puzzles = puzzles.into_iter().skip(picked.start).take(picked.len()).collect();
        instances = instances.drain(picked).collect();
        let view = find_view(kind, self.view.as_deref())?;
        let batch = puzzles.len() != 1;
        note_contradictions(puzzles.iter().map(Box::as_ref).zip(instances.iter().map(String::as_str)));
        Ok(Input { source, kind, view, puzzles: puzzles.into_iter().map(Arc::from).collect(), instances, files, batch })
    }
}

/// The most puzzles of a batch that are named as puzzles without a solution.
const MOST_NAMED: usize = 3;

/// Reports on standard error which puzzles have no solution, where that can be seen without a search, and why.
pub(crate) fn note_contradictions<'p>(puzzles: impl IntoIterator<Item = (&'p dyn Puzzle, &'p str)>) {
    let named = puzzles.into_iter();
    let mut all = named.filter_map(|(puzzle, name)| Some((puzzle.contradiction()?, name)));
    for (why, name) in all.by_ref().take(MOST_NAMED) {
        say!("cnfab: note: '{name}' has no solution: {why}");
    }
    match all.count() {
        0 => {}
        others => say!("cnfab: note: nor has, in the same way, {}", plural(others as u64, "further puzzle")),
    }
}

/// The kind's view with this name; its first without a name.
pub(crate) fn find_view(kind: &Kind, name: Option<&str>) -> Result<&'static str, Failure> {
    let Some(name) = name else {
        return Ok(kind.views.first().map_or("", |view| view.0));
    };
    kind.view(name).map_err(|unknown| Failure::Input(format!("cnfab: {unknown}")))
}

/// How the model is encoded.
#[derive(Args)]
pub(crate) struct EncodeArguments {
    /// Encodings: 'amo=product,linear:line=order-sum'; see 'cnfab help encodings'.
    ///
    /// By class, by class and label, and for single constraints and variables, which win in this order:
    /// 'amo=commander(4),linear:line=order-sum,linear:line[3]=subset-table,domain:cell[1,2]=order'. A part that is not
    /// named stays at its default, or with 'auto' is chosen by the model. A part that the strategy does not use has no
    /// effect. 'cnfab list encodings' names them all. 'amo=cmd:PROGRAM', 'card=cmd:PROGRAM' and 'linear=cmd:PROGRAM'
    /// take the formula that a program of your own prints.
    #[arg(short = 'e', long = "encode", value_name = "RECIPE", default_value = "default", hide_default_value = true,
        value_parser = Suggest::new(Written::from_str, recipes), hide_possible_values = true)]
    encodings: Written,
}

/// The recipe with the formulas of programs that the clauses of this model need; reports which of them are not proven.
pub(super) fn resolve(model: &Model, recipe: &Recipe) -> Result<Recipe, Failure> {
    let resolved = generator::resolve(model, recipe, &|| false)?;
    say_notes(&resolved.notes);
    Ok(resolved.recipe)
}

/// Prints the notes on the formulas that programs wrote.
pub(super) fn say_notes(notes: &[String]) {
    notes.iter().for_each(|note| say!("cnfab: note: {note}"));
}

/// Encodings, and how they were written.
#[derive(Clone)]
struct Written {
    encodings: Encodings,
    text: String,
}

impl FromStr for Written {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        Ok(Written { encodings: text.parse()?, text: text.to_owned() })
    }
}

impl EncodeArguments {
    pub(crate) fn encodings(&self) -> &Encodings {
        &self.encodings.encodings
    }

    /// Whether something is said of formulas. Symmetry is broken in the model, whoever reads it.
    fn speaks_of_formulas(&self) -> bool {
        parts(&self.encodings.text).expect("it was read before").iter().any(|(key, _)| !means(key, "symmetry"))
    }

    /// Reports on standard error which parts have no effect on `user`, which uses the classes of this recipe, if any.
    pub(crate) fn note_ignored(&self, user: &str, recipe: Option<&str>) {
        let class = |key: &str| key.split(':').next().unwrap_or_default().to_ascii_lowercase();
        let classes = |text: &str| -> Vec<String> {
            parts(text).map(|parts| parts.iter().map(|(key, _)| class(key)).collect()).unwrap_or_default()
        };
        let used = classes(recipe.unwrap_or_default());
        let written = parts(&self.encodings.text).expect("it was read before");
        // Symmetry is broken in the model, whoever reads it.
        let ignored = written.iter().filter(|(key, _)| class(key) != "symmetry" && !used.contains(&class(key)));
        let ignored: Vec<String> =
            ignored.map(|(key, name)| format!("{key}={name}").trim_end_matches('=').to_owned()).collect();
        if !ignored.is_empty() {
            say!("cnfab: note: {user} does not use '{}' of --encode", ignored.join(","));
        }
    }

    /// The recipe with the formulas of programs that the clauses of this model need.
    pub(crate) fn resolve(&self, model: &Model) -> Result<Recipe, Failure> {
        resolve(model, &self.encodings().recipe)
    }

    /// Refuses families that the model does not have.
    pub(crate) fn check(&self, input: &Input) -> Result<(), Failure> {
        self.check_with(input, None)
    }

    /// Refuses families that the model that is searched does not have.
    fn check_with(&self, input: &Input, symmetry: Option<&Selection>) -> Result<(), Failure> {
        let Some(puzzle) = input.puzzles.first().filter(|_| self.encodings().recipe.is_particular()) else {
            return Ok(());
        };
        let mut model = puzzle.make_model(input.view);
        if let Some(selection) = symmetry {
            puzzle.declare_symmetries(input.view, &mut model);
            // An error of the selection is reported when the search begins.
            if let Ok(group) = Group::of(&model, selection) {
                model = group.leaders_by(self.encodings().recipe.symmetry, &model).model;
            }
        }
        let recipe = &self.encodings().recipe;
        if recipe.auto {
            let picked = parts_that_differ(&recipe.for_model(&model).to_string());
            say!("cnfab: note: 'auto' is '{picked}' here");
        }
        check_places(self.encodings(), &[model])
    }
}

/// Refuses families, constraints and variables that none of the models has.
pub(crate) fn check_places(encodings: &Encodings, models: &[Model]) -> Result<(), Failure> {
    encodings.recipe.check(models).map_err(|unknown| Failure::Input(format!("cnfab: {unknown}")))
}

/// How to search.
#[derive(Args)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArguments,

    /// The strategy, with options if it has some: 'backtrack:order=spiral'.
    ///
    /// If not given, 'auto', which finds out what suits the puzzle and reports what it came to, or with --encode or
    /// --shuffle, which speak of clauses, 'sat'. See 'cnfab list strategies'. 'document:NAME' is one that the document
    /// which the kind comes from describes, in the view it is for if none is given; see 'cnfab list kinds'.
    /// 'sat:cmd=kissat -q {}' runs a SAT solver of your own: '{}' is the file with the formula, '{out}' one for the
    /// answer if the program writes none to its output.
    #[arg(short, long, value_name = "STRATEGY",
        value_parser = Suggest::new(one, strategies), hide_possible_values = true)]
    strategy: Option<Choice>,

    #[command(flatten)]
    pub(crate) encode: EncodeArguments,

    /// Stop after N solutions of each puzzle; 0 means all.
    ///
    /// If not given, 'solve' stops after one, 'count' does not.
    #[arg(short = 'n', value_name = "N")]
    pub(crate) number: Option<u64>,

    /// All solutions.
    #[arg(long, conflicts_with = "number")]
    pub(crate) all: bool,

    /// One solution of each orbit under the puzzle's symmetries.
    ///
    /// It is the smallest, and the sizes of the orbits are printed. Two solutions are in one orbit if a symmetry of the
    /// puzzle with its givens maps the one to the other. Without GROUPS what looks the same counts as the same; GROUPS
    /// are names that 'cnfab show' lists, separated by commas, or 'all'. However many elements these have, at most
    /// 100,000 of them may keep the givens.
    #[arg(long, value_name = "GROUPS", num_args = 0..=1, require_equals = true, default_missing_value = "usual")]
    pub(crate) up_to_symmetry: Option<Selection>,

    /// How many threads share the search.
    ///
    /// For strategies that have the option 'threads'; the same as 'auto:threads=N'.
    #[arg(short, long, value_name = "N")]
    pub(crate) threads: Option<u64>,

    /// Seconds for the whole command, reading included; fractions are allowed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,

    /// Seed of everything random.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,

    /// Seed by which a SAT solver gets the formula in another order.
    ///
    /// The order of its variables, clauses and literals.
    #[arg(long, value_name = "SEED")]
    pub(crate) shuffle: Option<u64>,

    /// No summary on standard error.
    ///
    /// Notes, errors and ends by a limit are still reported.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl SearchArguments {
    /// How many solutions are wanted if nothing is said about it.
    pub(crate) fn limit(&self, default: Option<u64>) -> Option<u64> {
        match (self.all, self.number) {
            (true, _) | (_, Some(0)) => None,
            (_, Some(number)) => Some(number),
            (false, None) => default,
        }
    }

    /// Refuses families that the model does not have.
    pub(crate) fn check(&self, input: &Input) -> Result<(), Failure> {
        self.encode.check_with(input, self.up_to_symmetry.as_ref())
    }

    /// The strategy that was asked for.
    fn strategy(&self) -> Choice {
        let of_formulas = self.shuffle.is_some() || self.encode.speaks_of_formulas();
        let default = if of_formulas { "sat" } else { DEFAULT_STRATEGY };
        self.strategy.clone().unwrap_or_else(|| default.parse().expect("a registered strategy"))
    }

    /// Reads the file, and finds the strategy for its kind.
    pub(crate) fn read(&self) -> Result<(Input, Strategy), Failure> {
        let mut input = self.puzzle.read()?;
        let (strategy, view) = self.puzzle.strategy(&self.strategy(), &input)?;
        input.view = view;
        if self.shuffle.is_some() && strategy.kind().name == DEFAULT_STRATEGY {
            say!("cnfab: note: {strategy} shuffles only what batsat gets, if it comes to that");
        } else if self.shuffle.is_some() && !strategy.kind().name.starts_with("sat") {
            return Err(Failure::Input(format!("cnfab: {strategy} has no clauses to shuffle")));
        }
        Ok((input, threaded(&strategy, self.threads)?))
    }

    /// What a search does in this view.
    pub(crate) fn spec(&self, strategy: Strategy, view: &str, limit: Option<u64>, wanted: Wanted) -> RunSpec {
        RunSpec {
            strategy,
            encodings: self.encode.encodings().clone(),
            view: Some(view.to_owned()),
            symmetry: self.up_to_symmetry.clone(),
            wanted,
            limits: Limits { limit_solutions: limit, ..Limits::default() },
            seed: self.seed,
            shuffle: self.shuffle,
            ..RunSpec::default()
        }
    }
}

/// The strategy if none is asked for.
pub(crate) const DEFAULT_STRATEGY: &str = Strategy::DEFAULT;

/// The strategy with its number of threads.
pub(crate) fn threaded(strategy: &Strategy, threads: Option<u64>) -> Result<Strategy, Failure> {
    let Some(threads) = threads else { return Ok(strategy.clone()) };
    strategy.clone().with("threads", &threads.to_string()).map_err(|error| match error {
        StrategyError::Unknown(_) => Failure::Input(format!("cnfab: {strategy} does not search with several threads")),
        other => Failure::Input(format!("cnfab: {other}")),
    })
}

/// Strategies, for shells to complete.
pub(crate) fn strategies() -> Vec<PossibleValue> {
    let presets = KINDS.iter().flat_map(|kind| kind.presets);
    let documents: BTreeMap<String, &str> =
        presets.map(|preset| (format!("document:{}", preset.name), preset.about)).collect();
    let registered = STRATEGIES.iter().map(|strategy| (strategy.name, strategy.about));
    values(registered.chain(documents.iter().map(|(name, about)| (name.as_str(), *about))))
}

/// Parts of recipes, for shells to complete.
pub(crate) fn recipes() -> Vec<PossibleValue> {
    let of = |class: &'static str| {
        let names = Encodings::names_of(class).unwrap_or_default().into_iter();
        names.map(move |name| format!("{class}={name}"))
    };
    let parts: Vec<String> = Encodings::keys().flat_map(of).collect();
    values(
        [("auto", "chosen by the model"), ("default", "the default")]
            .into_iter()
            .chain(parts.iter().map(|part| (part.as_str(), ""))),
    )
}

/// The puzzles that '--puzzle' leaves of a file with `count`, as positions.
pub(crate) fn picked(number: Option<usize>, count: usize, name: &str) -> Result<std::ops::Range<usize>, Failure> {
    match number {
        None => Ok(0..count),
        Some(number) if (1..=count).contains(&number) => Ok(number - 1..number),
        Some(number) => {
            let known = if count == 1 { "holds one puzzle".to_owned() } else { format!("holds puzzles 1 to {count}") };
            Err(Failure::Input(format!("cnfab: no puzzle {number}: '{name}' {known}")))
        }
    }
}

/// Reads one strategy.
pub(crate) fn one(text: &str) -> Result<Choice, String> {
    match text.parse() {
        Ok(Choice::Documents) => Err("expected one strategy; 'document:NAME' is one of the documents'".to_owned()),
        Ok(choice) => Ok(choice),
        Err(error) => Err(error.to_string()),
    }
}

/// The symmetry that was used and what the orbits found hold.
pub(crate) fn orbits_text(orbits: &Orbits) -> String {
    let names = if orbits.symmetry.is_empty() { "none declared".to_owned() } else { orbits.symmetry.join(", ") };
    let (order, declared) = (grouped(orbits.order), grouped(&orbits.declared_order));
    let total = plural(&orbits.total, "solution");
    let wider = match orbits.searched_order {
        searched if searched == orbits.order => String::new(),
        searched => format!("; counted through all symmetries, {} elements", grouped(searched)),
    };
    format!("one per orbit of {total} in all; symmetry {names}, {order} of {declared} elements keep the puzzle{wider}")
}

/// Reads a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds, such as 10 or 0.5".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if !seconds.is_finite() || seconds < 0.0 {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

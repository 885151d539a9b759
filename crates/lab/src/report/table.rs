//! All runs, in a form that is small: names are kept once, numbers as numbers.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::run::{Certified, Limits, Verdict};
use crate::study::{Host, Parameter, Row};
use cnfab_base::display::escaped;
use cnfab_solve::Count;

/// A puzzle together with what was asked of it.
#[derive(Clone, Debug)]
pub struct StudyTask {
    /// The instance as its row names it.
    pub instance: Arc<str>,
    /// All names that rows have for the instance, as its text stands in several files.
    pub names: BTreeSet<Arc<str>>,
    /// The name of the task, which no other has: the instance, and the question if that is not the same for all.
    pub label: String,
    /// The kind of the puzzle.
    pub kind: Arc<str>,
    /// The hash of the puzzle's text.
    pub hash: Arc<str>,
    /// The symmetries of which one solution per orbit was wanted.
    pub symmetry: Option<Arc<str>>,
    /// The number of solutions that were wanted.
    pub limit: Option<u64>,
    /// The family: the group that the study names, else the folder of the file, else the kind.
    pub family: Arc<str>,
    /// Its source and licence, if a row has them.
    pub source: Option<Arc<str>>,
    /// The parameters that the instance was made with.
    pub parameters: BTreeMap<String, Parameter>,
    /// A solution, if a row has one.
    pub solution: Option<Arc<str>>,
}

/// A strategy with its recipe and view.
#[derive(Clone, Debug)]
pub(super) struct WayName {
    /// The name that a study gave it.
    pub(super) name: Option<Arc<str>>,
    pub(super) strategy: Arc<str>,
    pub(super) recipe: Option<Arc<str>>,
    pub(super) view: Arc<str>,
    /// The name of the way, which no other has.
    pub(super) label: String,
}

/// A study that rows are of.
#[derive(Debug)]
pub(super) struct StudyName {
    pub(super) name: Arc<str>,
    pub(super) hash: Arc<str>,
    /// Its file, as it was named.
    pub(super) file: Arc<str>,
    /// Its question.
    pub(super) about: Arc<str>,
    /// The number of its runs.
    pub(super) runs: u64,
}

/// The part of a row that reports keep.
#[derive(Clone, Debug)]
pub struct MeasuredRun {
    /// The index of its task.
    pub task: usize,
    /// The index of its way.
    pub way: usize,
    pub(super) name: Arc<str>,
    pub(super) study: usize,
    pub(super) host: usize,
    pub(super) limits: usize,
    pub(super) seed: u64,
    pub(super) shuffle: Option<u64>,
    pub(super) repetition: u32,
    pub(super) outcome: Verdict,
    pub(super) solutions: Count,
    pub(super) objective: Option<i64>,
    pub(super) fingerprint: Option<Arc<str>>,
    pub(super) model_hash: Option<Arc<str>>,
    pub(super) time_s: Option<f64>,
    pub(super) cpu_s: Option<f64>,
    pub(super) encode_s: Option<f64>,
    pub(super) conflicts: Option<u64>,
    pub(super) decisions: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) least_budget: Option<u64>,
    pub(super) variables: Option<u64>,
    pub(super) clauses: Option<u64>,
    pub(super) literals: Option<u64>,
    pub(super) peak_memory_bytes: Option<u64>,
    pub(super) contract: Option<Arc<str>>,
    pub(super) certified: Option<Certified>,
    pub(super) certified_why: Option<Arc<str>>,
    pub(super) proof_s: Option<f64>,
    pub(super) proof_bytes: Option<u64>,
    pub(super) check_s: Option<f64>,
    pub(super) detail: Option<Arc<str>>,
    pub(super) load: Option<f64>,
    pub(super) started: f64,
    pub(super) command: Arc<str>,
    pub(super) place: (Arc<str>, u64),
}

/// By which clock runs are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// Time on the clock, from the making of the model to the end of the search.
    Wall,
    /// Time of computing of the whole process, because that is what was limited.
    Cpu,
}

/// The runs of one or more files.
#[derive(Debug, Default)]
pub struct Results {
    /// While rows are added: the texts, and by what tasks and ways are told apart.
    pub(super) index: Index,
    pub(super) tasks: Vec<StudyTask>,
    pub(super) ways: Vec<WayName>,
    pub(super) studies: Vec<StudyName>,
    pub(super) hosts: Vec<Host>,
    pub(super) limits: Vec<Limits>,
    pub(super) runs: Vec<MeasuredRun>,
}

/// The index of the texts, tasks and ways that are there already.
#[derive(Debug, Default)]
pub(super) struct Index {
    names: HashMap<Arc<str>, ()>,
    tasks: HashMap<TaskKey, usize>,
    ways: HashMap<WayKey, usize>,
}

/// The hash of the text and the puzzle's number in it, the symmetry, the limit.
type TaskKey = (Arc<str>, Arc<str>, Option<Arc<str>>, Option<u64>);

/// The name that a study gave it, the strategy, the recipe, the view.
type WayKey = (Option<Arc<str>>, Arc<str>, Option<Arc<str>>, Arc<str>);

/// Rows of several studies.
#[derive(Debug, thiserror::Error)]
#[error(
    "cnfab: found rows of several studies ({0}), expected those of one: figures of different studies are not alike; \
     --mixed puts them into one report all the same"
)]
pub struct MixedStudies(String);

/// Two rows of one run.
#[derive(Debug, thiserror::Error)]
#[error(
    "{file}:{line}:1: found run '{run}' again, expected each run once: it stands already at {first_file}:{first_line}"
)]
pub struct TwiceTheSame {
    file: Arc<str>,
    line: u64,
    run: Arc<str>,
    first_file: Arc<str>,
    first_line: u64,
}

/// The row as reports show it: without characters that a terminal obeys. Rows come from other machines.
fn shown(mut row: Row) -> Row {
    let (record, host) = (&mut row.record, &mut row.host);
    let names = [&mut record.instance, &mut record.strategy, &mut record.view];
    let names = names.into_iter().chain([&mut host.version, &mut host.host, &mut host.system, &mut host.processor]);
    let names = names.chain([&mut row.study, &mut row.study_file, &mut row.study_hash, &mut row.run, &mut row.kind]);
    names.chain([&mut row.instance_hash, &mut row.command]).for_each(show);
    let more = [&mut record.recipe, &mut record.contract, &mut host.commit, &mut row.model_hash, &mut row.symmetry];
    let more = more.into_iter().chain([
        &mut row.family,
        &mut row.source,
        &mut row.configuration,
        &mut row.detail,
        &mut row.fingerprint,
        &mut row.solution,
        &mut record.certified_why,
    ]);
    more.flatten().for_each(show);
    let parameter = |(mut name, mut value): (String, Parameter)| {
        show(&mut name);
        if let Parameter::Text(text) = &mut value {
            show(text);
        }
        (name, value)
    };
    row.parameters = std::mem::take(&mut row.parameters).into_iter().map(parameter).collect();
    row
}

fn show(text: &mut String) {
    if let Cow::Owned(shown) = escaped(text) {
        *text = shown;
    }
}

impl Results {
    /// Adds a row, and where it stands.
    pub fn add(&mut self, row: Row, file: &str, line: u64) {
        let (row, file) = (shown(row), &*escaped(file));
        let Row { record, host, limits, .. } = row;
        let mut name = |text: &str| intern(&mut self.index.names, text);
        let instance = name(&record.instance);
        let number = instance.rsplit_once('#').map_or("", |(_, number)| number);
        let (hash, number, kind) = (name(&row.instance_hash), name(number), name(&row.kind));
        let symmetry = row.symmetry.as_deref().map(&mut name);
        let (strategy, view) = (name(&record.strategy), name(&record.view));
        let recipe = record.recipe.as_deref().map(&mut name);
        let configuration = row.configuration.as_deref().map(&mut name);
        let family = name(&family(&row.family, &record.instance, &row.kind));
        let (study, study_hash, study_file) = (name(&row.study), name(&row.study_hash), name(&row.study_file));
        let about = name(&row.study_about);
        let [source, fingerprint, model_hash, contract, certified_why, detail, solution] = [
            row.source.as_deref(),
            row.fingerprint.as_deref(),
            row.model_hash.as_deref(),
            record.contract.as_deref(),
            record.certified_why.as_deref(),
            row.detail.as_deref(),
            row.solution.as_deref(),
        ]
        .map(|text| text.map(&mut name));
        let file = name(file);
        let task_key = (Arc::clone(&hash), number, symmetry.clone(), limits.limit_solutions);
        let task = *self.index.tasks.entry(task_key).or_insert_with(|| {
            self.tasks.push(StudyTask {
                label: instance.to_string(),
                instance: Arc::clone(&instance),
                names: BTreeSet::new(),
                kind,
                family,
                source,
                hash,
                symmetry,
                limit: limits.limit_solutions,
                parameters: row.parameters,
                solution: None,
            });
            self.tasks.len() - 1
        });
        let known = &mut self.tasks[task];
        // The smallest, so that the order of the rows does not matter.
        known.instance = known.instance.clone().min(Arc::clone(&instance));
        known.names.insert(instance);
        if solution.is_some() && known.solution.as_ref().is_none_or(|other| solution.as_ref() < Some(other)) {
            known.solution = solution;
        }
        let way_key = (configuration.clone(), Arc::clone(&strategy), recipe.clone(), Arc::clone(&view));
        let way = *self.index.ways.entry(way_key).or_insert_with(|| {
            self.ways.push(WayName { name: configuration, strategy, recipe, view, label: String::new() });
            self.ways.len() - 1
        });
        let same = |other: &StudyName| other.name == study && other.hash == study_hash;
        let study = self.studies.iter().position(same).unwrap_or_else(|| {
            self.studies.push(StudyName {
                name: study,
                hash: study_hash,
                file: Arc::clone(&study_file),
                about: Arc::clone(&about),
                runs: row.runs,
            });
            self.studies.len() - 1
        });
        let known = &mut self.studies[study];
        // The smallest, so that the order of the rows does not matter.
        known.file = known.file.clone().min(study_file);
        known.about = known.about.clone().min(about);
        let load = host.load;
        self.runs.push(MeasuredRun {
            task,
            way,
            name: row.run.into(),
            study,
            host: place(&mut self.hosts, Host { load: None, ..host }),
            limits: place(&mut self.limits, limits),
            seed: row.seed,
            shuffle: row.shuffle,
            repetition: row.repetition,
            outcome: record.outcome,
            solutions: record.solutions,
            objective: record.objective,
            fingerprint,
            model_hash,
            time_s: record.time_total_s.or(row.wall_s).filter(|time| time.is_finite()),
            cpu_s: row.cpu_s.filter(|time| time.is_finite()),
            encode_s: record.encode_s,
            conflicts: record.conflicts,
            decisions: record.decisions,
            nodes: record.nodes,
            least_budget: record.least_budget,
            variables: record.variables,
            clauses: record.clauses,
            literals: record.literals,
            peak_memory_bytes: record.peak_memory_bytes,
            contract,
            certified: record.certified,
            certified_why,
            proof_s: record.proof_s.filter(|time| time.is_finite()),
            proof_bytes: record.proof_bytes,
            check_s: record.check_s.filter(|time| time.is_finite()),
            detail,
            load,
            started: row.started,
            command: row.command.into(),
            place: (file, line),
        });
    }

    /// The number of runs.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// True if there is no run.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Checks that all rows are of one study.
    ///
    /// # Errors
    /// If they are of several.
    pub fn one_study(&self) -> Result<(), MixedStudies> {
        let mut names: Vec<String> =
            self.studies.iter().map(|study| format!("'{}' {}", study.name, study.hash)).collect();
        names.sort();
        if names.len() > 1 { Err(MixedStudies(names.join(", "))) } else { Ok(()) }
    }

    /// Checks that no run stands there twice.
    ///
    /// # Errors
    /// If one does.
    pub fn each_once(&self) -> Result<(), TwiceTheSame> {
        let mut seen: HashMap<(usize, &str), &MeasuredRun> = HashMap::with_capacity(self.runs.len());
        for run in &self.runs {
            if let Some(first) = seen.insert((run.study, &run.name), run) {
                let ((file, line), (first_file, first_line)) = (run.place.clone(), first.place.clone());
                return Err(TwiceTheSame { file, line, run: Arc::clone(&run.name), first_file, first_line });
            }
        }
        Ok(())
    }
}

/// The family of an instance: its group, else the folder of its file, else its kind.
fn family(group: &Option<String>, instance: &str, kind: &str) -> String {
    let folder = || Some(instance.rsplit_once('/')?.0.rsplit('/').next()?.to_owned());
    group.clone().or_else(folder).unwrap_or_else(|| kind.to_owned())
}

fn intern(names: &mut HashMap<Arc<str>, ()>, text: &str) -> Arc<str> {
    if let Some((known, ())) = names.get_key_value(text) {
        return Arc::clone(known);
    }
    let name: Arc<str> = text.into();
    names.insert(Arc::clone(&name), ());
    name
}

/// The index of one of few things.
fn place<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

//! The runs of a study: which there are, in which order, and what each is called.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::compare::{Absent, Way};
use crate::run::RunSpec;
use crate::source::Source;
use cnfab_base::units::grouped;
use cnfab_model::Selection;
use cnfab_solve::Strategy;

use super::asked::Asked;
use super::file::{StudyError, Text, read_text};
use super::instances::{self, Instance, Making, Unmade};
use super::one_run::Run;
use super::{digest, quoted};

/// How many runs a study may have.
const MOST_RUNS: u64 = 10_000_000;

/// How many solutions of each run are reported; the least of them stands in the row.
const KEEP: u64 = 1000;

/// A study that has been read: its instances are there, and all it names exists.
pub struct Study {
    /// The file as it was named.
    pub file: String,
    /// Further folders whose files its puzzles may name.
    allowed: Vec<PathBuf>,
    /// Its name.
    pub name: String,
    /// Its description.
    pub about: String,
    /// A hash of the names of its runs, families and configurations.
    pub hash: String,
    /// The common part of all runs; strategy, encodings, view and seed are those of each run.
    pub base: RunSpec,
    /// True if each seed but 0 also shuffles the formula.
    pub(super) shuffle: bool,
    seeds: Vec<u64>,
    repetitions: u32,
    pub(super) instances: Vec<Instance>,
    /// Per instance the number of solutions that are wanted; `None` means all.
    pub(super) wanted: Vec<Option<u64>>,
    /// Lists of ways, each for many instances.
    ways: Vec<Vec<Way>>,
    /// Per instance its list of ways, and how many runs of a round come before it.
    places: Vec<(usize, u64)>,
    /// How many runs there are of each seed and repetition.
    round: u64,
    unmade: Vec<Unmade>,
    /// Of how many instances recipes differ in classes of encodings without use, and the first with its classes.
    needless: (u64, Option<(String, Vec<String>)>),
    /// The hashes of models, by instance and view.
    models: Mutex<BTreeMap<(usize, &'static str), String>>,
    /// The programs that the commands of its runs name, by command.
    pub(super) outside: Mutex<BTreeMap<String, super::outside::Outside>>,
}

impl Study {
    /// Reads a study file and the instances that it names, whose puzzles may name files in `allowed` folders besides
    /// those in and below their own.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn open(path: &str, allowed: &[PathBuf]) -> Result<Self, StudyError> {
        Self::read(path, allowed, Making::All)
    }

    /// Reads a study file and the instances that it names, without running its commands, and generates puzzles only if
    /// that is asked for. What is missing, [`unmade`](Self::unmade) reports.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn outline(path: &str, allowed: &[PathBuf], generates: bool) -> Result<Self, StudyError> {
        let making = if generates { Making::NoPrograms } else { Making::Nothing };
        Self::read(path, allowed, making(Vec::new()))
    }

    fn read(path: &str, allowed: &[PathBuf], mut making: Making) -> Result<Self, StudyError> {
        let written = read_text(path)?;
        let text = Text { file: path, text: &written };
        let file = text.read()?;
        let folder = file.folder(path);
        if file.name.get_ref().trim().is_empty() {
            return Err(text.error(file.name.span(), "found an empty name"));
        }
        let seeds = match &file.seeds {
            Some(seeds) => seeds.get_ref().numbers().map_err(|why| text.error(seeds.span(), why))?,
            None => vec![0],
        };
        if let Some(symmetry) = &file.up_to_symmetry
            && symmetry.get_ref().is_empty()
        {
            return Err(text.error(symmetry.span(), "found no name, expected 'usual', 'all' or names of symmetries"));
        }
        let orders = match &file.least_budget {
            Some(orders) if !(1..=1000).contains(orders.get_ref()) => {
                return Err(text.error(orders.span(), "expected a number of orders from 1 to 1000"));
            }
            orders => orders.as_ref().map(|orders| *orders.get_ref()),
        };
        let repetitions = match &file.repetitions {
            Some(repetitions) if *repetitions.get_ref() == 0 => {
                return Err(text.error(repetitions.span(), "found 0 repetitions, expected at least 1"));
            }
            repetitions => repetitions.as_ref().map_or(1, |repetitions| *repetitions.get_ref()),
        };
        let mut study = Study {
            file: path.to_owned(),
            allowed: allowed.to_vec(),
            name: file.name.get_ref().clone(),
            about: file.about.trim().to_owned(),
            hash: String::new(),
            base: RunSpec {
                limits: file.limits(&text)?,
                symmetry: file.up_to_symmetry.as_ref().map(|symmetry| Selection::from(symmetry.get_ref().as_str())),
                orders,
                statistics: file.statistics,
                certify: file.certify.then(|| RunSpec::CHECKER.to_owned()),
                keep: KEEP,
                ..RunSpec::default()
            },
            shuffle: file.shuffle,
            seeds,
            repetitions,
            instances: Vec::new(),
            wanted: Vec::new(),
            ways: Vec::new(),
            places: Vec::new(),
            round: 0,
            unmade: Vec::new(),
            needless: (0, None),
            models: Mutex::default(),
            outside: Mutex::default(),
        };
        for table in &file.instances {
            let mut instances = instances::of(table, &folder, allowed, &text, &mut making)?;
            if let Some(group) = &table.get_ref().group {
                if group.get_ref().trim().is_empty() {
                    return Err(text.error(group.span(), "found an empty name of a group"));
                }
                instances.iter_mut().for_each(|instance| instance.group = Some(group.get_ref().clone()));
            }
            let origin = table.get_ref().source.as_ref().or(file.source.as_ref());
            instances
                .iter_mut()
                .for_each(|instance| instance.origin = instance.origin.take().or_else(|| origin.cloned()));
            study.add(instances, &Asked::of(&file, table, &text)?, file.solutions)?;
        }
        study.unmade = match making {
            Making::All => Vec::new(),
            Making::NoPrograms(unmade) | Making::Nothing(unmade) => unmade,
        };
        if study.runs() == 0 && study.unmade.is_empty() {
            return Err(StudyError::Input(format!("'{path}' has no runs: no instances, seeds or strategies")));
        }
        if study.runs() > MOST_RUNS {
            let what = format!("'{path}' has {} runs, expected at most {}", grouped(study.runs()), grouped(MOST_RUNS));
            return Err(StudyError::Input(what));
        }
        study.name_all(&text)?;
        Ok(study)
    }

    /// The strategies of all runs.
    pub fn strategies(&self) -> impl Iterator<Item = &Strategy> {
        self.ways.iter().flatten().map(|way| &way.strategy.strategy)
    }

    /// Adds instances with the runs that are asked for them.
    fn add(&mut self, instances: Vec<Instance>, asked: &Asked<'_>, solutions: Option<u64>) -> Result<(), StudyError> {
        // The ways of instances that are alike in it, and the classes without use in which they would differ.
        let mut lists: BTreeMap<(String, Absent), (usize, Vec<String>)> = BTreeMap::new();
        let symmetry = self.base.symmetry.is_some();
        asked.check(&instances)?;
        for instance in instances {
            let absent = asked.absent(&instance.subject, symmetry)?;
            let (list, needless) = match lists.entry((instance.subject.name().to_owned(), absent)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let (ways, needless) = asked.ways(&instance.subject, &place.key().1, symmetry)?;
                    self.ways.push(ways);
                    place.insert((self.ways.len() - 1, needless))
                }
            };
            if !needless.is_empty() {
                self.needless.0 += 1;
                self.needless.1.get_or_insert_with(|| (instance.name.clone(), needless.clone()));
            }
            let list = *list;
            self.places.push((list, self.round));
            self.round += self.ways[list].len() as u64;
            let is_decision = solutions.is_none() && !symmetry && instance.is_decision();
            self.wanted.push(if is_decision { Some(1) } else { self.base.limits.limit_solutions });
            self.instances.push(instance);
        }
        Ok(())
    }

    /// The number of runs.
    pub fn runs(&self) -> u64 {
        self.round.saturating_mul(self.seeds.len() as u64).saturating_mul(u64::from(self.repetitions))
    }

    /// The arguments that name the study on a command line.
    pub(super) fn arguments(&self) -> String {
        let allowed = self.allowed.iter().map(|folder| format!(" --allow-files {}", quoted(&folder.to_string_lossy())));
        quoted(&self.file) + &allowed.collect::<String>()
    }

    /// The number of instances.
    pub fn instance_count(&self) -> usize {
        self.instances.len()
    }

    /// The names of the instances that the study had made.
    pub fn generated(&self) -> impl Iterator<Item = &str> {
        self.instances.iter().filter(|instance| instance.is_generated).map(|instance| &*instance.name)
    }

    /// The files that the study consists of: its own, those of its instances, and those that these name.
    pub fn files(&self) -> BTreeSet<&Path> {
        let of_instances = self.instances.iter().flat_map(|instance| instance.files.iter().map(PathBuf::as_path));
        of_instances.chain([Path::new(&self.file)]).collect()
    }

    /// The commands that were not run, and the puzzles that were not generated: the study lacks what they make.
    pub fn unmade(&self) -> &[Unmade] {
        &self.unmade
    }

    /// Of how many instances several recipes are one, since they differ only in classes of encodings that no constraint
    /// uses; and the first of them, with the classes.
    pub fn merged(&self) -> (u64, Option<&(String, Vec<String>)>) {
        (self.needless.0, self.needless.1.as_ref())
    }

    /// Instances of different names with equal texts, each with the first that has the text.
    pub fn equal_instances(&self) -> Vec<(&str, &str)> {
        let mut with_text: BTreeMap<&str, &str> = BTreeMap::new();
        let mut known = BTreeSet::new();
        let mut equal = Vec::new();
        for Instance { name, hash, .. } in &self.instances {
            let first = *with_text.entry(hash).or_insert(name);
            if known.insert(name) && first != name {
                equal.push((first, name.as_str()));
            }
        }
        equal
    }

    /// The text that holds the instance with this name.
    pub fn source(&self, name: &str) -> Option<Source> {
        let found = self.instances.iter().find(|instance| instance.name == name)?;
        Some(found.source.as_ref().clone())
    }

    /// The run with this number, from 0. All runs of the first seed come first, so that a study that is ended early has
    /// something about everything. The runs of one instance stand together, so that they meet the same machine.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn run(&self, number: u64) -> Run<'_> {
        assert!(number < self.runs(), "a run of the study");
        let (round, place) = (number / self.round, number % self.round);
        let instance = self.places.partition_point(|&(_, before)| before <= place) - 1;
        let (list, before) = self.places[instance];
        let seeds = self.seeds.len() as u64;
        Run {
            study: self,
            number,
            instance,
            way: &self.ways[list][(place - before) as usize],
            seed: self.seeds[(round % seeds) as usize],
            repetition: (round / seeds) as u32,
        }
    }

    /// True if the run with this number, from 1, has this name.
    pub(super) fn is_run(&self, number: u64, name: &str) -> bool {
        (1..=self.runs()).contains(&number) && self.run(number - 1).name() == name
    }

    /// Names the runs: no two may do the same.
    fn name_all(&mut self, text: &Text<'_>) -> Result<(), StudyError> {
        let mut named: BTreeMap<&str, &Instance> = BTreeMap::new();
        for instance in &self.instances {
            let first = named.entry(&instance.name).or_insert(instance);
            if first.hash != instance.hash || first.parameters != instance.parameters {
                return Err(text.error(0..0, format!("two instances have the name '{}'", instance.name)));
            }
        }
        let mut names: Vec<(String, u64)> = (0..self.runs()).map(|number| (self.run(number).name(), number)).collect();
        // Rows have these as well, so that a file of rows has one of each.
        let families =
            self.instances.iter().filter_map(|instance| Some([instance.name.as_str(), instance.group.as_deref()?]));
        let configurations = self.ways.iter().flatten().filter_map(|way| way.name.as_deref());
        let of_rows = names.iter().map(|(name, _)| name.as_str()).chain(families.flatten()).chain(configurations);
        self.hash = digest::short(&digest::of(of_rows)).to_owned();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let run = self.run(pair[1].1);
            let what = format!(
                "two runs are the same: '{}' by {} with seed {}",
                run.instance().name,
                run.way_text(),
                run.seed
            );
            return Err(text.error(0..0, what));
        }
        Ok(())
    }

    /// The hash of an instance's model.
    pub(super) fn model_hash(&self, instance: usize, view: &'static str) -> String {
        let known = |models: &BTreeMap<_, String>| models.get(&(instance, view)).cloned();
        if let Some(hash) = self.models.lock().ok().as_deref().and_then(known) {
            return hash;
        }
        let hash = digest::of_model(&self.instances[instance].subject.make_model(view));
        if let Ok(mut models) = self.models.lock() {
            models.insert((instance, view), hash.clone());
        }
        hash
    }
}

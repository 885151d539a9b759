//! The names of ways and tasks, and the order that the names give everything.

use std::collections::{BTreeSet, HashMap};

use crate::compare;
use crate::run::Verdict;

use super::table::{MeasuredRun, Results, WayName};

/// The name that a study gave a way, its strategy, its recipe.
type WayKey<'n> = (Option<&'n str>, &'n str, Option<&'n str>);

fn key(way: &WayName) -> WayKey<'_> {
    (way.name.as_deref(), &way.strategy, way.recipe.as_deref())
}

impl Results {
    /// Names ways and tasks, and sorts everything so that the order of the rows makes no difference.
    pub(super) fn sort(&mut self) {
        self.merge_views();
        self.name_ways();
        self.name_tasks();
        let ways = permutation(&mut self.ways, |way| way.label.clone());
        let tasks = permutation(&mut self.tasks, |task| natural(&task.label));
        for run in &mut self.runs {
            (run.way, run.task) = (ways[run.way], tasks[run.task]);
        }
        self.index = Default::default();
        let interrupted = |run: &MeasuredRun| run.outcome == Verdict::Interrupted;
        let key = |run: &MeasuredRun| (run.task, run.way, interrupted(run), run.seed, run.shuffle, run.repetition);
        self.runs.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name)));
    }

    /// Views tell ways apart only where an instance was run in several; else the name of each kind's first view does
    /// not distinguish ways.
    fn merge_views(&mut self) {
        let mut views: HashMap<(usize, WayKey<'_>), &str> = HashMap::new();
        let several = self.runs.iter().any(|run| {
            let way = &self.ways[run.way];
            *views.entry((run.task, key(way))).or_insert(&way.view) != &*way.view
        });
        if several {
            return;
        }
        let mut merged: Vec<WayName> = Vec::new();
        let mut to = Vec::new();
        for way in std::mem::take(&mut self.ways) {
            let same = |other: &WayName| {
                other.name == way.name && other.strategy == way.strategy && other.recipe == way.recipe
            };
            to.push(merged.iter().position(same).unwrap_or(merged.len()));
            match merged.iter_mut().find(|other| same(other)) {
                Some(other) => {
                    let mut names: BTreeSet<&str> = other.view.split(", ").collect();
                    names.insert(&way.view);
                    other.view = names.into_iter().collect::<Vec<_>>().join(", ").into();
                }
                None => merged.push(way),
            }
        }
        self.ways = merged;
        self.runs.iter_mut().for_each(|run| run.way = to[run.way]);
    }

    fn name_ways(&mut self) {
        let mut uses: HashMap<WayKey<'_>, usize> = HashMap::new();
        for way in &self.ways {
            *uses.entry(key(way)).or_default() += 1;
        }
        let views = uses.values().any(|&number| number > 1);
        let recipes: Vec<&str> = self.ways.iter().filter_map(|way| way.recipe.as_deref()).collect();
        let mut short = compare::labels(&recipes).into_iter();
        let label = |way: &WayName, recipe: Option<String>, view: bool| {
            let recipe = recipe.map(|recipe| format!(" {recipe}")).unwrap_or_default();
            let view = if view { format!(" [{}]", way.view) } else { String::new() };
            match &way.name {
                Some(name) => format!("{name}{view}"),
                None => format!("{}{recipe}{view}", way.strategy),
            }
        };
        let mut labels: Vec<String> =
            self.ways.iter().map(|way| label(way, way.recipe.as_ref().and_then(|_| short.next()), views)).collect();
        let all = labels.clone();
        for (text, way) in labels.iter_mut().zip(&self.ways) {
            if all.iter().filter(|other| *other == text).count() > 1 {
                let unnamed = WayName { name: None, ..way.clone() };
                let full = label(&unnamed, way.recipe.as_deref().map(str::to_owned), true);
                *text = way.name.as_ref().map_or(full.clone(), |name| format!("{name}: {full}"));
            }
        }
        self.ways.iter_mut().zip(labels).for_each(|(way, label)| way.label = label);
    }

    fn name_tasks(&mut self) {
        let differ = |mut all: Box<dyn Iterator<Item = String> + '_>| {
            let first = all.next();
            all.any(|other| Some(other) != first)
        };
        let symmetries = differ(Box::new(self.tasks.iter().map(|task| format!("{:?}", task.symmetry))));
        let limits = differ(Box::new(self.tasks.iter().map(|task| format!("{:?}", task.limit))));
        for task in &mut self.tasks {
            task.label = task.instance.to_string();
            if let Some(symmetry) = task.symmetry.as_ref().filter(|_| symmetries) {
                task.label += &format!(" up to {symmetry}");
            }
            if limits {
                task.label += &task.limit.map_or(" (all)".to_owned(), |limit| format!(" (first {limit})"));
            }
        }
        // The same name for other texts, as when a file was changed: a part of the hash tells them apart.
        let mut uses: HashMap<String, usize> = HashMap::new();
        self.tasks.iter().for_each(|task| *uses.entry(task.label.clone()).or_default() += 1);
        for task in &mut self.tasks {
            if uses[&task.label] > 1 {
                let hash: String = task.hash.chars().take(8).collect();
                task.label += &format!(" [{hash}]");
            }
        }
    }
}

/// A name with its numbers filled up, so that 9 comes before 10.
pub(super) fn natural(name: &str) -> String {
    let mut text = String::new();
    let mut digits = String::new();
    for c in name.chars().chain(['\0']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            text += &format!("{digits:0>12}");
            digits.clear();
        }
        text.push(c);
    }
    text
}

/// Sorts, and returns where each thing went.
fn permutation<T, K: Ord>(all: &mut Vec<T>, key: impl Fn(&T) -> K) -> Vec<usize> {
    let mut keyed: Vec<(K, usize, T)> =
        std::mem::take(all).into_iter().enumerate().map(|(place, one)| (key(&one), place, one)).collect();
    keyed.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    let mut to = vec![0; keyed.len()];
    for (new, (_, old, one)) in keyed.into_iter().enumerate() {
        to[old] = new;
        all.push(one);
    }
    to
}

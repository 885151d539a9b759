//! The matrix of the runs of a comparison.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::run::{Chosen, Record, RunSpec, Verdict};
use crate::source::Source;
use cnfab_encode::split;
use cnfab_model::problem::Problem;
use cnfab_solve::{Encodings, Strategy};

use super::Job;

/// The strategies that are compared if nothing is said.
pub const STRATEGIES: &str = "sat,backtrack";

/// The encodings that are compared if nothing is said.
pub const ENCODINGS: &str = "default";

/// The instance on which strategies are compared.
pub struct Instance {
    /// Its name in reports.
    pub name: String,
    /// The place where a worker process finds it.
    pub origin: Origin,
    /// The puzzle or the model.
    pub problem: Arc<dyn Problem>,
    /// The strategies that are compared.
    pub strategies: Vec<Chosen>,
    /// The viewpoints that are compared; if there are none, each strategy takes its own.
    pub views: Vec<&'static str>,
    /// The classes of encodings without use, if there are several recipes.
    pub absent: Absent,
}

/// Of viewpoints, the classes of encodings that no constraint of the model uses. Recipes that differ in nothing else
/// are one there: the one with the defaults of these classes if it is among them, else the first.
pub type Absent = BTreeMap<&'static str, Vec<&'static str>>;

/// The origin of an instance.
#[derive(Clone)]
pub enum Origin {
    /// It stands in a text, from which a worker process reads it again.
    Text {
        /// The text.
        source: Arc<Source>,
        /// Its position in the text, from 0.
        index: usize,
    },
    /// Only this process has it, so that its runs are done here.
    Here,
}

impl Instance {
    /// An instance that only this process has, with the strategies that are compared on it.
    pub fn here(name: impl Into<String>, problem: Arc<dyn Problem>, strategies: Vec<Strategy>) -> Self {
        let strategies = strategies.into_iter().map(Chosen::from).collect();
        let (name, origin) = (name.into(), Origin::Here);
        Instance { name, origin, problem, strategies, views: Vec::new(), absent: Absent::new() }
    }

    /// The viewpoints of all runs.
    pub fn all_views(&self) -> BTreeSet<&'static str> {
        match &self.views[..] {
            [] => self.strategies.iter().map(|strategy| strategy.view(self.problem.views())).collect(),
            views => views.iter().copied().collect(),
        }
    }
}

/// The instances and ways that are compared, and the limits of each run.
pub struct Matrix {
    /// The instances.
    pub instances: Vec<Instance>,
    /// The encodings for strategies that encode.
    pub recipes: Vec<Encodings>,
    /// The common part of all runs; strategy, encodings and view are those of each run. With symmetry there should be
    /// one view only, because the smallest solution of an orbit depends on it.
    pub base: RunSpec,
}

/// The class of a part of a recipe.
fn class(part: &str) -> &str {
    part.split(['=', ':']).next().unwrap_or_default()
}

/// One of the runs of a [`Matrix`].
#[derive(Clone)]
pub struct Cell {
    /// Position of the instance.
    pub instance: usize,
    /// The way to solve it.
    pub way: Way,
}

/// One of the ways to solve puzzles of a kind.
#[derive(Clone)]
pub struct Way {
    /// The name that somebody gave it.
    pub name: Option<String>,
    /// The viewpoint.
    pub view: &'static str,
    /// The strategy.
    pub strategy: Chosen,
    /// The encodings.
    pub recipe: Encodings,
}

impl Way {
    /// The ways to solve problems that have these views to `offer`: views, then strategies and recipes. A strategy
    /// comes once for recipes that are the same to it; without views it has that which it is for.
    pub fn all(
        offer: &[(&'static str, &'static str)],
        views: &[&'static str],
        strategies: &[Chosen],
        recipes: &[Encodings],
        absent: &Absent,
    ) -> Vec<Self> {
        let mut ways: Vec<Way> = Vec::new();
        let mut places = BTreeMap::new();
        let views: Vec<Option<&'static str>> = match views {
            [] => vec![None],
            views => views.iter().copied().map(Some).collect(),
        };
        for view in views {
            for strategy in strategies {
                let view = view.unwrap_or_else(|| strategy.view(offer));
                let absent = absent.get(view).map_or(&[][..], Vec::as_slice);
                for recipe in recipes {
                    let backend = |recipe: &Encodings| strategy.strategy.backend(recipe);
                    let same = backend(&recipe.without(absent));
                    let place = *places
                        .entry((view, strategy.preset_text(), same.name(), same.recipe()))
                        .or_insert_with(|| {
                            ways.push(Way { name: None, view, strategy: strategy.clone(), recipe: recipe.clone() });
                            ways.len() - 1
                        });
                    // The one with the defaults stands for the others.
                    if backend(recipe).recipe() == same.recipe() {
                        ways[place].recipe = recipe.clone();
                    }
                }
            }
        }
        ways
    }

    /// The classes without use in which some of the ways differ.
    pub fn needless(ways: &[Way], absent: &Absent) -> Vec<String> {
        let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for way in ways {
            let absent = absent.get(way.view).map_or(&[][..], Vec::as_slice);
            let Some(recipe) = way.strategy.strategy.backend(&way.recipe).recipe() else { continue };
            for &absent in absent {
                // A class that is not named has its default.
                let parts = split(&recipe).filter(|part| class(part) == absent).collect::<Vec<_>>().join(",");
                found.entry(absent).or_default().insert(parts);
            }
        }
        let differs = |(_, parts): &(&str, BTreeSet<String>)| parts.len() > 1;
        found.into_iter().filter(differs).map(|(class, _)| class.to_owned()).collect()
    }

    /// The specification of a run in this way, with everything else as in `base`.
    pub fn spec(&self, base: &RunSpec) -> RunSpec {
        RunSpec {
            strategy: self.strategy.strategy.clone(),
            encodings: self.recipe.clone(),
            view: Some(self.view.to_owned()),
            ..base.clone()
        }
    }

    /// The record of a run in this way that has not begun.
    pub fn record(&self, instance: &str) -> Record {
        let backend = self.strategy.strategy.backend(&self.recipe);
        let mut record = Record::new(instance, backend.as_ref(), self.view, Verdict::Failed);
        if let Some(name) = self.strategy.preset_text() {
            record.strategy = name;
        }
        record
    }
}

impl Matrix {
    /// The runs: instances, then the ways to solve them.
    pub fn cells(&self) -> Vec<Cell> {
        let instances = self.instances.iter().enumerate();
        let cells = instances.flat_map(|(instance, it)| {
            let ways = self.ways(it, &it.absent);
            ways.into_iter().map(move |way| Cell { instance, way })
        });
        cells.collect()
    }

    fn ways(&self, instance: &Instance, absent: &Absent) -> Vec<Way> {
        Way::all(instance.problem.views(), &instance.views, &instance.strategies, &self.recipes, absent)
    }

    /// Of each instance for which several recipes are one, the classes in which these differ.
    pub fn merged(&self) -> Vec<(&str, Vec<String>)> {
        let needless = |it: &Instance| Way::needless(&self.ways(it, &Absent::new()), &it.absent);
        let all = self.instances.iter().map(|instance| (instance.name.as_str(), needless(instance)));
        all.filter(|(_, classes)| !classes.is_empty()).collect()
    }

    /// The specification of a run.
    pub fn spec(&self, cell: &Cell) -> RunSpec {
        cell.way.spec(&self.base)
    }

    /// The job of the worker of a run; `None` if only this process has the instance.
    pub fn job(&self, cell: &Cell) -> Option<Job> {
        let Instance { name, origin, .. } = &self.instances[cell.instance];
        let Origin::Text { source, index } = origin else { return None };
        let source = Source::clone(source);
        Some(Job { source, puzzle: *index, instance: name.clone(), spec: self.spec(cell), certifies: false })
    }
}

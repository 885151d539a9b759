//! Which runs a comparison is made of.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::model::Selection;
use crate::puzzle::{Kind, Puzzle};
use crate::run::Chosen;
use crate::solve::Encodings;
use crate::source::Source;

use super::Job;

/// A puzzle that strategies are compared on.
pub struct Instance {
    /// Its name in reports.
    pub name: String,
    /// The text it stands in.
    pub source: Arc<Source>,
    /// Its position in the text, from 0.
    pub index: usize,
    /// Its kind.
    pub kind: &'static Kind,
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// The strategies that are compared.
    pub strategies: Vec<Chosen>,
    /// The viewpoints that are compared; that of each strategy if there are none.
    pub views: Vec<&'static str>,
}

impl Instance {
    /// The viewpoints of all runs.
    pub fn all_views(&self) -> BTreeSet<&'static str> {
        match &self.views[..] {
            [] => self.strategies.iter().map(|strategy| strategy.view(self.kind)).collect(),
            views => views.iter().copied().collect(),
        }
    }
}

/// What is compared, and the limits of each run.
pub struct Matrix {
    /// The instances.
    pub instances: Vec<Instance>,
    /// The encodings for strategies that encode.
    pub recipes: Vec<Encodings>,
    /// The symmetries of which one solution per orbit is wanted; `None` means every solution. The smallest of an orbit depends
    /// on the view, so there should be one view only.
    pub symmetry: Option<Selection>,
    /// How many solutions are wanted; `None` means all.
    pub limit: Option<u64>,
    /// Time limit of each run.
    pub timeout: Option<Duration>,
    /// Memory limit of each run in bytes.
    pub memory_bytes: Option<u64>,
    /// Seed of everything random.
    pub seed: u64,
    /// Seed by which SAT solvers get their clauses in another order; `None` means as they are made.
    pub shuffle: Option<u64>,
    /// Over how many orders the least conflict budget is wanted, in as much time again; `None` means not at all. The first
    /// order is that of the run itself.
    pub orders: Option<u64>,
    /// Whether counts are wanted that slow a search down.
    pub statistics: bool,
    /// How many solutions of each run are kept to be compared one by one.
    pub keep: u64,
}

/// One of the runs of a [`Matrix`].
#[derive(Clone)]
pub struct Cell {
    /// Position of the instance.
    pub instance: usize,
    /// The viewpoint.
    pub view: &'static str,
    /// The strategy.
    pub strategy: Chosen,
    /// The encodings.
    pub recipe: Encodings,
}

impl Matrix {
    /// The runs: instances, then views, strategies and recipes. A strategy runs once for recipes that are the same to it.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (position, instance) in self.instances.iter().enumerate() {
            let mut seen = BTreeSet::new();
            let views: Vec<Option<&'static str>> = match &instance.views[..] {
                [] => vec![None],
                views => views.iter().copied().map(Some).collect(),
            };
            for view in views {
                for strategy in &instance.strategies {
                    let view = view.unwrap_or_else(|| strategy.view(instance.kind));
                    for recipe in &self.recipes {
                        let backend = strategy.strategy.backend(recipe);
                        if seen.insert((view, strategy.document(), backend.name(), backend.recipe())) {
                            let (strategy, recipe) = (strategy.clone(), recipe.clone());
                            cells.push(Cell { instance: position, view, strategy, recipe });
                        }
                    }
                }
            }
        }
        cells
    }

    /// What the worker of a run is told.
    pub fn job(&self, cell: &Cell) -> Job {
        let instance = &self.instances[cell.instance];
        Job {
            source: Source::clone(&instance.source),
            puzzle: instance.index,
            instance: instance.name.clone(),
            strategy: cell.strategy.strategy.to_string(),
            encodings: cell.recipe.to_string(),
            view: cell.view.to_owned(),
            symmetry: self.symmetry.as_ref().map(Selection::to_string),
            limit: self.limit,
            timeout: self.timeout,
            memory_bytes: self.memory_bytes,
            seed: self.seed,
            shuffle: self.shuffle,
            orders: self.orders,
            statistics: self.statistics,
            keep: self.keep,
        }
    }
}

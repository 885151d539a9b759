//! One run of a study: what it does, its name, and the command that does it again.

use serde::Serialize;

use crate::compare::{Job, Way, parts_that_differ};
use crate::run::{Limits, RunSpec, Seconds};
use cnfab_model::Selection;

use super::Study;
use super::digest;
use super::instances::Instance;

/// One run of a study.
#[derive(Clone, Copy)]
pub struct Run<'s> {
    pub(super) study: &'s Study,
    /// Its number, from 0.
    pub number: u64,
    pub(super) instance: usize,
    pub(super) way: &'s Way,
    pub(super) seed: u64,
    pub(super) repetition: u32,
}

/// The limits that names of runs have always; later ones are added where they are used.
#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "as rows call them")]
struct FirstLimits<'l> {
    limit_solutions: &'l Option<u64>,
    limit_wall_s: &'l Option<Seconds>,
    limit_cpu_s: &'l Option<Seconds>,
    limit_memory_bytes: &'l Option<u64>,
}

impl Run<'_> {
    pub(super) fn instance(&self) -> &Instance {
        &self.study.instances[self.instance]
    }

    /// The specification of the run.
    pub(super) fn spec(&self) -> RunSpec {
        let mut spec = self.way.spec(&self.study.base);
        spec.limits.limit_solutions = self.study.wanted[self.instance];
        spec.seed = self.seed;
        // Seed 0 leaves the clauses as they are made.
        spec.shuffle = (self.study.shuffle && self.seed != 0).then_some(self.seed);
        spec
    }

    fn strategy(&self) -> String {
        self.way.strategy.preset_text().unwrap_or_else(|| self.way.strategy.strategy.to_string())
    }

    /// A command that does the same again and prints the row.
    pub(super) fn command(&self) -> String {
        format!("cnfab sweep {} --run {}", self.study.arguments(), self.name())
    }

    /// The strategy, the recipe if the strategy encodes, and the view.
    pub fn way(&self) -> (String, Option<String>, &'static str) {
        let backend = self.way.strategy.strategy.backend(&self.way.recipe);
        (self.strategy(), backend.recipe(), self.way.view)
    }

    /// The strategy, what its encodings change, and the view, on one line.
    pub(super) fn way_text(&self) -> String {
        let (strategy, recipe, view) = self.way();
        let recipe = recipe.map(|recipe| format!(" [{}]", parts_that_differ(&recipe))).unwrap_or_default();
        format!("{strategy}{recipe} (view {view})")
    }

    /// The hash of the model.
    pub(super) fn model_hash(&self) -> String {
        self.study.model_hash(self.instance, self.way.view)
    }

    /// The run's name: a hash of all that decides what it does.
    pub fn name(&self) -> String {
        let RunSpec {
            strategy: _, // by name below, as are encodings and view
            encodings: _,
            view: _,
            symmetry,
            wanted: _, // what is kept and listed is the same for all runs of a study
            limits,
            seed,
            shuffle,
            orders,
            statistics,
            keep: _,
            all_optimal: _,
            certify,
        } = &self.spec();
        let instance = self.instance();
        let backend = self.way.strategy.strategy.backend(&self.way.recipe);
        let Limits { limit_solutions, limit_wall_s, limit_cpu_s, limit_memory_bytes, .. } = limits;
        let first_limits = FirstLimits { limit_solutions, limit_wall_s, limit_cpu_s, limit_memory_bytes };
        // Rows that exist hold these names: the text and its order stay as they are.
        let what = (
            (&instance.name, &instance.hash, &instance.parameters),
            (self.way.view, self.strategy(), backend.name(), backend.recipe()),
            (seed, shuffle, self.repetition),
            (first_limits, symmetry.as_ref().map(Selection::to_string), orders, statistics),
        );
        let mut text = serde_json::to_string(&what).expect("plain data") + certify.as_ref().map_or("", |_| " certify");
        for (limit, name) in [(limits.limit_conflicts, "conflicts"), (limits.limit_ticks, "ticks")] {
            text += &limit.map_or_else(String::new, |limit| format!(" {name} {limit}"));
        }
        digest::short(&digest::of([text.as_str()])).to_owned()
    }

    /// The job of the process of the run.
    pub(super) fn job(&self) -> Job {
        let instance = self.instance();
        let (source, instance, puzzle) = (instance.source.as_ref().clone(), instance.name.clone(), instance.index);
        Job { source, puzzle, instance, spec: self.spec(), certifies: false }
    }
}

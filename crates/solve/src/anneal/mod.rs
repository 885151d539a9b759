//! Simulated annealing over permutations: find a solution by swapping, or give up.
//!
//! What it does: the variables are split into groups whose values are known but for their order (`groups`). A move
//! swaps two values of a group. The cost is what the other constraints lack (`cost`). Moves that cost are taken with
//! probability exp(-difference / temperature), which falls geometrically within a round.
//!
//! Whose idea: S. Kirkpatrick, C. Gelatt, M. Vecchi, "Optimization by Simulated Annealing", 1983; swaps that keep a
//! permutation: R. Lewis, "Metaheuristics Can Solve Sudoku Puzzles", 2007.
//!
//! How ours differs: groups and costs come from any model. Temperatures are in units of the mean cost of a bad move.
//! Each round begins with a fresh random state and is longer than the one before.
//!
//! When it runs: as the strategy `anneal`, where groups hold all variables. It proves nothing: no outcome is
//! `Exhausted`.

mod cost;
mod groups;

use std::collections::HashSet;
use std::time::Instant;

use fastrand::Rng;

use cnfab_model::{Assignment, Model};

use super::tuning::anneal::{BETWEEN_CHANGES, COLD, FIRST_ROUND, HOT};
use super::{Backend, Budget, Encodings, Limit, OnSolution, Options, Outcome, Report, SolveError, Stats};
use cost::SwapState;
use groups::{Group, partition};

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    Box::new(Anneal { name: options.strategy(), iterations: options.number("iterations") })
}

/// Why it gives up.
const USED_UP: &str = "the budget of iterations is used up";
const NOTHING_TO_SWAP: &str = "there is nothing to swap";

struct Anneal {
    name: String,
    iterations: u64,
}

impl Backend for Anneal {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let begun = Instant::now();
        let groups = partition(model).map_err(|var| {
            self.unsupported(format!(
                "a model in which no all-different or exact counts fix the values but for their order (variable {})",
                model.name(var)
            ))
        })?;
        let settled: Vec<usize> = groups.iter().flat_map(|group| group.settled.iter().copied()).collect();
        let state =
            SwapState::new(model, &settled).ok_or_else(|| self.unsupported("sums of more than 64 bits".to_owned()))?;
        let mut search = SwapSearch {
            model,
            budget,
            pairs: Pairs::new(model, &groups),
            groups,
            state,
            rng: Rng::with_seed(budget.seed),
            iterations: 0,
            limit: self.iterations,
        };
        let encode_s = Some(begun.elapsed().as_secs_f64());
        let begun = Stats { encode_s, ..Stats::default() };
        budget.begin(&begun);
        let outcome = search.run(on)?;
        let stats = Stats { nodes: Some(search.iterations), ..begun };
        Ok(Report { outcome, stats })
    }
}

/// The variables that have a choice, by group.
struct Pairs {
    /// Movable variables, group after group; groups of one are left out.
    vars: Vec<usize>,
    /// For each entry of `vars`, the stretch of its group.
    group: Vec<(usize, usize)>,
}

impl Pairs {
    fn new(model: &Model, groups: &[Group]) -> Self {
        let mut pairs = Pairs { vars: Vec::new(), group: Vec::new() };
        for group in groups {
            let from = pairs.vars.len();
            pairs.vars.extend(group.vars.iter().copied().filter(|&var| model.variables()[var].domain.len() > 1));
            let to = pairs.vars.len();
            if to - from < 2 {
                pairs.vars.truncate(from);
            } else {
                pairs.group.resize(to, (from, to));
            }
        }
        pairs
    }

    /// Two different variables of one group.
    fn draw(&self, rng: &mut Rng) -> (usize, usize) {
        let first = rng.usize(..self.vars.len());
        let (from, to) = self.group[first];
        let second = from + (first - from + rng.usize(1..to - from)) % (to - from);
        (self.vars[first], self.vars[second])
    }
}

struct SwapSearch<'s> {
    model: &'s Model,
    budget: &'s Budget,
    groups: Vec<Group>,
    pairs: Pairs,
    state: SwapState,
    rng: Rng,
    iterations: u64,
    limit: u64,
}

impl SwapSearch<'_> {
    /// Runs rounds until somebody has enough or nothing more can be tried.
    fn run(&mut self, on: OnSolution<'_>) -> Result<Outcome, SolveError> {
        let mut reported: HashSet<Vec<i32>> = HashSet::new();
        let shown = self.model.shown();
        let mut length = FIRST_ROUND;
        loop {
            for group in &self.groups {
                if !group.deal(self.model, &mut self.rng, &mut self.state.values) {
                    return Ok(Outcome::Stopped(Limit::Own(NOTHING_TO_SWAP)));
                }
            }
            self.state.recount();
            // A state that is dealt is tried, too; else rounds that begin without cost would never come to the limit.
            self.iterations += 1;
            let over = self.round(length);
            if self.state.cost == 0 {
                let found = Assignment::new(self.state.values.clone());
                if let Some(posted) = self.model.violated(&found) {
                    let detail = format!("a state without cost violates a constraint of family {}", posted.label);
                    return Err(SolveError::Failed { backend: "anneal".to_owned(), detail });
                }
                if reported.insert(found.project(&shown)) && on(&found).is_break() {
                    return Ok(Outcome::Satisfied);
                }
            }
            if self.pairs.vars.is_empty() {
                return Ok(Outcome::Stopped(Limit::Own(NOTHING_TO_SWAP)));
            }
            if over {
                let used_up = self.iterations >= self.limit;
                return Ok(if used_up { Outcome::Stopped(Limit::Own(USED_UP)) } else { Outcome::Stopped(Limit::Time) });
            }
            length = length.saturating_add(length / 4);
        }
    }

    /// One round: swaps from hot to cold, until the cost is 0. `true` if the budget or the limit is over.
    fn round(&mut self, length: u64) -> bool {
        if self.state.cost == 0 || self.pairs.vars.is_empty() {
            return self.budget.is_over() || self.iterations >= self.limit;
        }
        let unit = self.mean_loss();
        let steps = length.div_ceil(BETWEEN_CHANGES);
        let cooling = (COLD / HOT).powf(1.0 / steps as f64);
        let mut temperature = HOT * unit;
        for _ in 0..steps {
            if self.budget.is_over() || self.iterations >= self.limit {
                return true;
            }
            for _ in 0..BETWEEN_CHANGES.min(self.limit.saturating_sub(self.iterations)) {
                self.iterations += 1;
                let (a, b) = self.pairs.draw(&mut self.rng);
                if !self.allowed(a, b) {
                    continue;
                }
                let difference = self.state.difference(a, b);
                if difference <= 0 || self.rng.f64() < (-(difference as f64) / temperature).exp() {
                    self.state.swap(a, b, difference);
                    if self.state.cost == 0 {
                        return false;
                    }
                }
            }
            temperature *= cooling;
        }
        false
    }

    /// True if a swap changes something and stays within the domains.
    fn allowed(&self, a: usize, b: usize) -> bool {
        let (of_a, of_b) = (self.state.values[a], self.state.values[b]);
        let variables = self.model.variables();
        of_a != of_b && variables[a].domain.contains(of_b) && variables[b].domain.contains(of_a)
    }

    /// The mean cost that bad swaps add to the present state.
    fn mean_loss(&mut self) -> f64 {
        let (mut sum, mut count) = (0, 0);
        for _ in 0..200 {
            let (a, b) = self.pairs.draw(&mut self.rng);
            if self.allowed(a, b) {
                let difference = self.state.difference(a, b);
                if difference > 0 {
                    sum += difference;
                    count += 1;
                }
            }
        }
        if count == 0 { 1.0 } else { sum as f64 / f64::from(count) }
    }
}

//! Local search: phases with which few clauses are false, or none.
//!
//! What it does: as long as a clause is false, a variable of a random one of them is flipped. The more clauses that
//! makes false, the less likely the variable is taken. The assignment with the fewest false clauses becomes the saved
//! phases. If all clauses hold, the search decides a model from them without a conflict.
//!
//! Whose idea: A. Balint, U. Schöning, "Choosing Probability Distributions for Stochastic Local Search and the Role of
//! Make versus Break", SAT 2012 (ProbSAT); as a way to rephase: S. Cai, X. Zhang, "Deep Cooperation of CDCL and Local
//! Search for SAT", SAT 2021, and A. Biere and others, CaDiCaL.
//!
//! How ours differs: little. The exponential function of ProbSAT serves clauses of any size; its base grows with their
//! average size. A clause knows how many of its literals are true and their exclusive or, which is the true literal if
//! it is the only one. Learned clauses and variables that are assigned for good are left out.
//!
//! When it runs: in formulas without native constraints, as an entry of the sequence of rephasings (`phase`). The work
//! is bounded by a share of the propagations (`tuning::walk`), never by time.

use fastrand::Rng;

use cnfab_base::lists::Lists;

use super::state::SolverState;
use super::technique::Technique;
use super::tuning::walk;
use super::{Literal, variable};

/// The true literals of a clause.
#[derive(Clone, Copy, Default)]
struct Truth {
    number: u32,
    /// Their exclusive or.
    sum: Literal,
}

/// The work so far.
#[derive(Debug)]
pub(super) struct Walker {
    rng: Rng,
    pub(super) counts: Technique,
}

impl Walker {
    pub(super) fn new() -> Self {
        Walker { rng: Rng::with_seed(0), counts: Technique::default() }
    }

    /// Sets the saved phases to the best assignment that is found as long as the share of work lasts.
    pub(super) fn run(&mut self, state: &mut SolverState<'_>) {
        let allowed = (walk::EFFORT * state.propagations as f64) as u64;
        if !state.sums.is_empty() || !state.propagators.is_empty() || allowed <= self.counts.ticks {
            return;
        }
        let (clauses, literals) = open_clauses(state);
        // What preparing costs.
        self.counts.ticks += literals as u64;
        let mut walk = Walk::new(&clauses, literals, &state.phases);
        while self.counts.ticks < allowed && !walk.falsified.clauses.is_empty() {
            self.counts.ticks += walk.step(&mut self.rng);
        }
        self.counts.tried += 1;
        self.counts.succeeded += u64::from(walk.least == 0);
        state.phases.copy_from_slice(&walk.best);
    }
}

/// The clauses of the formula without the literals that are assigned for good, and how many literals they have.
fn open_clauses(state: &SolverState<'_>) -> (Lists, usize) {
    let fixed = |literal: Literal| if state.level_of(literal) == 0 { state.values[literal as usize] } else { 0 };
    let mut open = Lists::default();
    let mut number = 0;
    for clause in state.clauses.references().filter(|&clause| !state.clauses.is_learned(clause)) {
        let literals = state.clauses.literals(clause);
        if !literals.iter().any(|&literal| fixed(literal) > 0) {
            open.push(literals.iter().copied().filter(|&literal| fixed(literal) == 0));
            number += literals.len();
        }
    }
    (open, number)
}

/// The false clauses.
struct Falsified {
    clauses: Vec<u32>,
    /// Where in the list each of them is.
    places: Vec<u32>,
}

impl Falsified {
    fn insert(&mut self, clause: u32) {
        self.places[clause as usize] = self.clauses.len() as u32;
        self.clauses.push(clause);
    }

    fn remove(&mut self, clause: u32) {
        let place = self.places[clause as usize] as usize;
        self.clauses.swap_remove(place);
        if let Some(&moved) = self.clauses.get(place) {
            self.places[moved as usize] = place as u32;
        }
    }
}

/// An assignment and what is known of it.
struct Walk<'c> {
    clauses: &'c Lists,
    /// Per literal, the clauses that have it.
    occurrences: Lists,
    values: Vec<bool>,
    truths: Vec<Truth>,
    falsified: Falsified,
    /// Per variable, how many clauses have no other true literal.
    breaks: Vec<u32>,
    /// The weight of a variable by that number.
    weights: Vec<f64>,
    /// The assignment with the fewest false clauses, and the variables that were flipped since; not all of them if
    /// that was long ago.
    best: Vec<bool>,
    least: usize,
    flipped: Vec<u32>,
}

impl<'c> Walk<'c> {
    fn new(clauses: &'c Lists, literals: usize, phases: &[bool]) -> Self {
        let number = clauses.iter().count();
        let size = literals as f64 / number.max(1) as f64;
        let base = (walk::BASE + walk::GROWTH * (size - 3.0)).max(walk::LEAST_BASE);
        let mut walk = Walk {
            clauses,
            occurrences: Lists::occurrences(clauses.iter(), 2 * phases.len()),
            values: phases.to_vec(),
            truths: vec![Truth::default(); number],
            falsified: Falsified { clauses: Vec::new(), places: vec![0; number] },
            breaks: vec![0; phases.len()],
            weights: (0..walk::WEIGHTS).map(|breaks| base.powi(-(breaks as i32))).collect(),
            best: phases.to_vec(),
            least: usize::MAX,
            flipped: Vec::new(),
        };
        for (clause, literals) in clauses.iter().enumerate() {
            let truth = &mut walk.truths[clause];
            for &literal in literals.iter().filter(|&&literal| phases[variable(literal)] == (literal & 1 == 0)) {
                *truth = Truth { number: truth.number + 1, sum: truth.sum ^ literal };
            }
            match *truth {
                Truth { number: 0, .. } => walk.falsified.insert(clause as u32),
                Truth { number: 1, sum } => walk.breaks[variable(sum)] += 1,
                _ => {}
            }
        }
        walk.least = walk.falsified.clauses.len();
        walk
    }

    /// Flips a variable of a false clause. Returns how many clauses that has changed.
    fn step(&mut self, rng: &mut Rng) -> u64 {
        let literals = self.clauses.get(self.falsified.clauses[rng.usize(..self.falsified.clauses.len())] as usize);
        let weight = |literal: Literal| {
            let breaks = self.breaks[variable(literal)] as usize;
            self.weights[breaks.min(self.weights.len() - 1)]
        };
        let mut left = rng.f64() * literals.iter().map(|&literal| weight(literal)).sum::<f64>();
        let is_taken = |&&literal: &&Literal| {
            left -= weight(literal);
            left < 0.0
        };
        // Rounding may leave a little for a literal after the last one.
        let literal = *literals.iter().find(is_taken).unwrap_or(&literals[literals.len() - 1]);
        let changed = self.flip(literal);
        self.note(variable(literal));
        changed
    }

    /// Makes a false literal true. Returns how many clauses have it or its negation.
    fn flip(&mut self, literal: Literal) -> u64 {
        let Walk { occurrences, values, truths, falsified, breaks, .. } = self;
        let own = variable(literal);
        values[own] = literal & 1 == 0;
        let (with, without) = (occurrences.get(literal as usize), occurrences.get(literal as usize ^ 1));
        for &clause in with {
            let truth = &mut truths[clause as usize];
            let before = truth.sum;
            *truth = Truth { number: truth.number + 1, sum: before ^ literal };
            match truth.number {
                1 => {
                    breaks[own] += 1;
                    falsified.remove(clause);
                }
                2 => breaks[variable(before)] -= 1,
                _ => {}
            }
        }
        for &clause in without {
            let truth = &mut truths[clause as usize];
            *truth = Truth { number: truth.number - 1, sum: truth.sum ^ literal ^ 1 };
            match *truth {
                Truth { number: 0, .. } => {
                    breaks[own] -= 1;
                    falsified.insert(clause);
                }
                Truth { number: 1, sum } => breaks[variable(sum)] += 1,
                _ => {}
            }
        }
        (with.len() + without.len()) as u64
    }

    /// Notes a flip, and the assignment if it is the best one so far.
    fn note(&mut self, flipped: usize) {
        if self.flipped.len() < self.values.len() {
            self.flipped.push(flipped as u32);
        }
        if self.falsified.clauses.len() >= self.least {
            return;
        }
        self.least = self.falsified.clauses.len();
        if self.flipped.len() < self.values.len() {
            for &variable in &self.flipped {
                self.best[variable as usize] = self.values[variable as usize];
            }
        } else {
            self.best.copy_from_slice(&self.values);
        }
        self.flipped.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts from flip to flip agree with the assignment, and the best one has as few false clauses as it claims.
    #[test]
    fn counts_follow_the_flips() {
        for seed in 0..200 {
            let mut rng = Rng::with_seed(seed);
            let variables = rng.usize(3..20);
            let mut clauses = Lists::default();
            for _ in 0..rng.usize(1..6 * variables) {
                let mut own: Vec<Literal> = (0..variables as u32).collect();
                rng.shuffle(&mut own);
                own.truncate(rng.usize(1..=4.min(variables)));
                clauses.push(own.into_iter().map(|variable| 2 * variable + u32::from(rng.bool())));
            }
            let phases: Vec<bool> = (0..variables).map(|_| rng.bool()).collect();
            let number = |values: &[bool], wanted: &dyn Fn(usize) -> bool| {
                let is_true = |&&literal: &&Literal| values[variable(literal)] == (literal & 1 == 0);
                let trues = |literals: &[Literal]| literals.iter().filter(is_true).count();
                clauses.iter().filter(|literals| wanted(trues(literals))).count()
            };
            let mut walk = Walk::new(&clauses, 3 * clauses.iter().count(), &phases);
            let mut least = number(&phases, &|trues| trues == 0);
            for _ in 0..100 {
                assert_eq!(walk.falsified.clauses.len(), number(&walk.values, &|trues| trues == 0), "{seed}");
                assert_eq!(walk.breaks.iter().sum::<u32>() as usize, number(&walk.values, &|trues| trues == 1));
                assert_eq!((walk.least, least), (least, number(&walk.best, &|trues| trues == 0)), "{seed}");
                if walk.falsified.clauses.is_empty() {
                    break;
                }
                walk.step(&mut rng);
                least = least.min(number(&walk.values, &|trues| trues == 0));
            }
        }
    }

    /// Formulas with a model: where all clauses hold at last, the phases are one.
    #[test]
    fn models_are_found() {
        let mut found = 0;
        for seed in 0..50 {
            let mut rng = Rng::with_seed(seed);
            let mut state = SolverState::new(60, None, 0.95, None);
            let model: Vec<bool> = (0..60).map(|_| rng.bool()).collect();
            let is_true = |literal: Literal, values: &[bool]| values[variable(literal)] == (literal & 1 == 0);
            while state.clauses.references().count() < 210 {
                let first = rng.u32(..40);
                let own = [first, first + rng.u32(1..10), first + rng.u32(10..20)];
                let literals = own.map(|variable| 2 * variable + u32::from(rng.bool()));
                if literals.iter().any(|&literal| is_true(literal, &model)) {
                    state.clauses.add(&literals, 0);
                }
            }
            // One that is assigned for good keeps its value.
            state.assign(u32::from(!model[7]) + 14, super::super::state::Reason::None);
            state.phases[7] = model[7];
            state.propagations = 100_000;
            Walker::new().run(&mut state);
            let holds = |clause| state.clauses.literals(clause).iter().any(|&literal| is_true(literal, &state.phases));
            found += u64::from(state.clauses.references().all(holds));
            assert_eq!(state.phases[7], model[7]);
        }
        assert!(found > 40, "{found} models");
    }
}

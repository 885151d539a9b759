//! Core-guided search: OLL with stratification and hardening.
//!
//! All literals that cost something are assumed to be false. A core is a set of them that cannot be false together: it
//! costs at least as much as its cheapest literal, which every solution pays and the bound rises by. The core may then
//! have one true literal for nothing; a totalizer counts the others, and its outputs cost what one more costs. When
//! nothing contradicts the assumptions, the solution is optimal.
//!
//! OLL: A. Andres, B. Kaufmann, O. Matheis, T. Schaub, "Unsatisfiability-based optimization in clasp", ICLP 2012; A.
//! Morgado, C. Dodaro, J. Marques-Silva, "Core-Guided MaxSAT with Soft Cardinality Constraints", CP 2014.
//! Stratification assumes what costs most first, so that there are solutions on the way, by the diversity of weights:
//! C. Ansótegui, M. Bonet, J. Gabàs, J. Levy, CP 2012. Hardening: what costs more than the gap between bound and best
//! solution cannot be true in a better one. Cores are trimmed: asked again alone, a core often gets smaller (RC2 of A.
//! Ignatiev, A. Morgado, J. Marques-Silva, JSAT 2019, does the same).
//!
//! Ours differs in what it begins with: costs of integers by their order literals, in any encoding ([`Costs`]).

use std::collections::HashMap;

use crate::Outcome;
use crate::tuning::sat::{DIVERSITY, TRIMS};
use cnfab_cnf::{ClauseSink, Lit};
use cnfab_encode::Costs;

use super::totalizer::Totalizer;
use super::{OptimumSearch, OptimumStep, Trouble};

/// The literals that cost something, while the search changes what they cost.
#[derive(Default)]
struct Soft {
    /// Literal and cost; 0 if it costs nothing any more.
    costs: Vec<(Lit, u64)>,
    place: HashMap<Lit, usize>,
    trees: Vec<Totalizer>,
    /// Of an output the tree and its number.
    outputs: HashMap<Lit, (usize, usize)>,
}

impl Soft {
    fn add(&mut self, lit: Lit, cost: u64) {
        match self.place.get(&lit) {
            Some(&place) => self.costs[place].1 += cost,
            None => {
                self.place.insert(lit, self.costs.len());
                self.costs.push((lit, cost));
            }
        }
    }

    /// The assumptions for all that costs so much or more.
    fn assumptions(&self, level: u64) -> Vec<Lit> {
        self.costs.iter().filter(|one| one.1 >= level.max(1)).map(|one| !one.0).collect()
    }

    /// The level below a level, so that weights are many among those above; `None` if nothing is below.
    fn next_level(&self, level: u64) -> Option<u64> {
        let mut weights: Vec<u64> = self.costs.iter().map(|one| one.1).filter(|&cost| cost > 0).collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let (mut different, mut last) = (0_usize, 0);
        for (place, &weight) in weights.iter().enumerate() {
            different += usize::from(weight != last);
            last = weight;
            let is_last_of_its = weights.get(place + 1) != Some(&weight);
            if weight < level && is_last_of_its && (place + 1) as f64 > DIVERSITY * different as f64 {
                return Some(weight);
            }
        }
        weights.last().copied().filter(|&weight| weight < level)
    }

    /// Takes from the cost of each literal of a core what the cheapest costs; what counts the literals costs it now.
    fn relax(&mut self, core: &[Lit], out: &mut dyn ClauseSink) -> u64 {
        let lits: Vec<Lit> = core.iter().map(|&assumed| !assumed).collect();
        let cheapest = lits.iter().map(|lit| self.costs[self.place[lit]].1).min().unwrap_or(0);
        for lit in &lits {
            self.costs[self.place[lit]].1 -= cheapest;
            // One more than the output of a tree is not paid for yet.
            if let Some(&(tree, number)) = self.outputs.get(lit) {
                self.add_output(tree, number + 1, cheapest, out);
            }
        }
        out.clause(&lits);
        if lits.len() > 1 {
            self.trees.push(Totalizer::new(&lits));
            self.add_output(self.trees.len() - 1, 2, cheapest, out);
        }
        cheapest
    }

    fn add_output(&mut self, tree: usize, number: usize, cost: u64, out: &mut dyn ClauseSink) {
        if let Some(output) = self.trees[tree].output(number, out) {
            self.outputs.insert(output, (tree, number));
            self.add(output, cost);
        }
    }

    /// States that what costs more than so much is false.
    fn harden(&mut self, gap: u64, out: &mut dyn ClauseSink) {
        for (lit, cost) in &mut self.costs {
            if *cost > gap {
                out.clause(&[!*lit]);
                *cost = 0;
            }
        }
    }
}

impl OptimumSearch<'_, '_> {
    /// Finds the optimum by cores.
    pub(super) fn core_guided(&mut self) -> Result<Outcome, Trouble> {
        let costs = Costs::of(self.objective(), &mut self.vars, self.solver.as_mut());
        // Root propagation may have left less than the objective's bounds.
        self.raise(i64::try_from(costs.constant).expect("between the objective's bounds"));
        let mut soft = Soft::default();
        costs.of_literals.iter().for_each(|&(lit, cost)| soft.add(lit, cost));
        let mut level = soft.next_level(u64::MAX).unwrap_or(0);
        loop {
            let core = match self.ask(&soft.assumptions(level))? {
                OptimumStep::Over(outcome) => return Ok(outcome),
                OptimumStep::Found(_) => match soft.next_level(level) {
                    None => return Ok(Outcome::Optimal),
                    Some(next) => {
                        self.harden(&mut soft);
                        level = next;
                        continue;
                    }
                },
                OptimumStep::Refuted(core) => core,
            };
            if core.is_empty() {
                return Ok(self.nothing_left());
            }
            let core = match self.trimmed(core)? {
                Ok(core) => core,
                Err(outcome) => return Ok(outcome),
            };
            let cheapest = soft.relax(&core, self.solver.as_mut());
            self.raise(self.least + i64::try_from(cheapest).expect("within the objective's bounds"));
            if self.best.is_some_and(|best| best <= self.least) {
                return Ok(Outcome::Optimal);
            }
            self.harden(&mut soft);
        }
    }

    fn harden(&mut self, soft: &mut Soft) {
        if let Some(best) = self.best {
            soft.harden(best.saturating_sub(self.least).unsigned_abs(), self.solver.as_mut());
        }
    }

    /// The core asked again alone, as long as it gets smaller. Or how the search ended meanwhile.
    fn trimmed(&mut self, mut core: Vec<Lit>) -> Result<Result<Vec<Lit>, Outcome>, Trouble> {
        for _ in 0..TRIMS {
            if core.len() == 1 {
                break;
            }
            match self.ask(&core)? {
                OptimumStep::Refuted(smaller) if smaller.is_empty() => return Ok(Err(self.nothing_left())),
                OptimumStep::Refuted(smaller) if smaller.len() < core.len() => core = smaller,
                OptimumStep::Refuted(_) => break,
                OptimumStep::Found(_) => return Err(Trouble::Failed("a core of assumptions holds".to_owned())),
                OptimumStep::Over(outcome) => return Ok(Err(outcome)),
            }
        }
        Ok(Ok(core))
    }
}

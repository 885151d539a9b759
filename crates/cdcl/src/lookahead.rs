//! Cubes: parts of the search, each given by decisions that a lookahead takes to be the best.
//!
//! What it does: a node is a list of decisions. Each candidate variable is decided both ways and propagated. A literal
//! that leads to a conflict is false in the node. The variable whose two sides change the formula most splits the node,
//! by the product of the weights of the clauses that become shorter. Leaves that are not refuted are the cubes: no two
//! have a model in common, and every model is in one.
//!
//! Whose idea: M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by
//! Lookaheads", HVC 2011, with the threshold that adapts; weights of clauses and the product: O. Kullmann,
//! "Fundaments of Branching Heuristics", Handbook of Satisfiability, 2nd edition, 2021.
//!
//! How ours differs: propagation is the one of the search, with watched literals and native constraints, and there are
//! no local learned clauses, equivalences and autarkies. Besides the threshold there is a number of cubes to ask for:
//! then the leaf with the fewest assigned variables is split until there are that many. Decisions may be restricted to
//! shown variables, so that cubes partition what is counted.
//!
//! When it runs: for `cnfab sat --cubes`, and in the SAT solver `cdcl` with `cubes` or a list by several threads.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::solver::Solver;
use super::state::{Reason, SolverState};
use super::tuning::lookahead;
use super::{Contradiction, Literal, Step, variable};

/// Decisions, in their order.
pub type Cube = Vec<Literal>;

/// The end of splitting.
#[derive(Clone, Copy, Debug)]
pub enum Cutoff {
    /// Where a threshold says so that begins here and adapts to the refuted leaves.
    Adaptive(f64),
    /// Once there is this number of leaves.
    Number(usize),
}

impl Cutoff {
    /// The cutoff that adapts itself, as it begins.
    pub const ADAPTIVE: Self = Cutoff::Adaptive(lookahead::THRESHOLD);
}

/// The result of a node.
enum Node {
    Refuted,
    /// No candidate is open.
    Closed,
    /// It splits on this literal. Then the variables are assigned that many times on its two sides.
    Open(Literal, [usize; 2]),
}

impl Solver {
    /// Splits the formula: no two cubes have a model in common, and every model is in one. There are none if the
    /// formula is refuted, and the result is `None` if the work was over before, which is asked for each node.
    /// Decisions are on these variables, or on all if there are none.
    ///
    /// Pre: the level is 0, and there is no proof.
    pub fn split(
        &mut self,
        shown: Option<&[Literal]>,
        cutoff: Cutoff,
        is_over: impl Fn() -> bool,
    ) -> Option<Vec<Cube>> {
        debug_assert!(self.state.level() == 0 && self.state.proof.is_none());
        let all: Vec<Literal> = (0..self.variables() as Literal).map(|variable| 2 * variable).collect();
        let own: Vec<Literal> = shown.unwrap_or(&all).iter().map(|&literal| self.numbering.inner(literal)).collect();
        if shown.is_some() {
            self.freeze(&own);
        }
        if self.refuted {
            return Some(Vec::new());
        }
        let candidates = own.iter().map(|&literal| variable(literal)).collect();
        let phases = self.state.phases.clone();
        let mut lookahead = Lookahead::new(&mut self.state, candidates);
        let mut cubes = match cutoff {
            Cutoff::Adaptive(threshold) => lookahead.adaptive(threshold, is_over),
            Cutoff::Number(number) => lookahead.best_first(number, is_over),
        };
        self.state.backtrack(0);
        self.state.phases[..phases.len()].copy_from_slice(&phases);
        self.refuted = cubes.as_ref().is_some_and(Vec::is_empty);
        for literal in cubes.iter_mut().flatten().flatten() {
            *literal = self.numbering.outer(*literal).expect("candidates are variables of the formula");
        }
        cubes
    }
}

/// A formula while it is split.
struct Lookahead<'s, 'p> {
    state: &'s mut SolverState<'p>,
    /// The decisions that the state's levels begin with, or those that held already.
    path: Cube,
    candidates: Vec<usize>,
    /// The clauses of the formula, and for each literal those of more than two literals.
    clauses: Vec<u32>,
    occurrences: Vec<Vec<u32>>,
    scores: Vec<f64>,
}

impl<'s, 'p> Lookahead<'s, 'p> {
    fn new(state: &'s mut SolverState<'p>, candidates: Vec<usize>) -> Self {
        let mut occurrences = vec![Vec::new(); state.values.len()];
        let clauses: Vec<u32> = state.clauses.references().filter(|&own| !state.clauses.is_learned(own)).collect();
        for &clause in &clauses {
            let literals = state.clauses.literals(clause);
            if literals.len() > 2 {
                literals.iter().for_each(|&literal| occurrences[literal as usize].push(clause));
            }
        }
        let scores = vec![0.0; state.values.len()];
        Lookahead { state, path: Vec::new(), candidates, clauses, occurrences, scores }
    }

    /// Depth first. A node is a cube when its decisions times its assigned variables pass the threshold times all
    /// variables. The threshold grows with each node, and falls with each refuted leaf and each deep node.
    fn adaptive(&mut self, mut threshold: f64, is_over: impl Fn() -> bool) -> Option<Vec<Cube>> {
        let (mut cubes, mut nodes) = (Vec::new(), vec![Cube::new()]);
        while let Some(node) = nodes.pop() {
            if is_over() {
                return None;
            }
            threshold *= lookahead::GROWTH;
            if self.enter(&node).is_err() {
                threshold *= lookahead::FALL;
                continue;
            }
            let fixed = self.state.limits.first().map_or(self.state.trail.len(), |&limit| limit as usize);
            let (assigned, open) = (self.state.trail.len() - fixed, self.state.places.len() - fixed);
            if node.len() > lookahead::DEPTH {
                threshold *= lookahead::FALL;
            }
            if (node.len() * assigned) as f64 > threshold * open as f64 {
                cubes.push(node);
                continue;
            }
            match self.look() {
                Node::Refuted => threshold *= lookahead::FALL,
                Node::Closed => cubes.push(node),
                Node::Open(literal, _) => {
                    // The side that is looked at first comes last.
                    nodes.extend([literal ^ 1, literal].map(|side| [&node[..], &[side]].concat()));
                }
            }
        }
        Some(cubes)
    }

    /// The leaf with the fewest assigned variables is next.
    fn best_first(&mut self, number: usize, is_over: impl Fn() -> bool) -> Option<Vec<Cube>> {
        let mut closed = Vec::new();
        let mut leaves = BinaryHeap::from([Reverse((0, Cube::new()))]);
        while closed.len() + leaves.len() < number {
            let Some(Reverse((_, node))) = leaves.pop() else { break };
            if is_over() {
                return None;
            }
            if self.enter(&node).is_err() {
                continue;
            }
            match self.look() {
                Node::Refuted => {}
                Node::Closed => closed.push(node),
                Node::Open(literal, assigned) => {
                    for (side, assigned) in [literal, literal ^ 1].into_iter().zip(assigned) {
                        leaves.push(Reverse((assigned, [&node[..], &[side]].concat())));
                    }
                }
            }
        }
        // Those come first that are the hardest.
        Some(leaves.into_sorted_vec().into_iter().rev().map(|Reverse((_, node))| node).chain(closed).collect())
    }

    /// Makes the decisions of a node. It is a conflict if it has no model.
    fn enter(&mut self, node: &Cube) -> Step {
        let common = self.path.iter().zip(node).take_while(|(own, other)| own == other).count();
        self.state.backtrack(common);
        self.path.truncate(common);
        self.state.propagate()?;
        for &literal in &node[common..] {
            self.path.push(literal);
            match self.state.values[literal as usize] {
                0 => self.state.decide(literal),
                1 => self.state.push_level(),
                _ => {
                    // A level for each decision of the path.
                    self.state.push_level();
                    return Err(Contradiction);
                }
            }
            self.state.propagate()?;
        }
        Ok(())
    }

    /// Looks at both sides of the candidates that promise most, and assigns what follows in the node.
    ///
    /// Pre: all is propagated.
    fn look(&mut self) -> Node {
        loop {
            let mut best: Option<(f64, Literal, [usize; 2])> = None;
            let candidates = self.preselect();
            if candidates.is_empty() {
                return Node::Closed;
            }
            for candidate in candidates {
                let literal = 2 * candidate as Literal;
                if self.state.values[literal as usize] != 0 {
                    continue;
                }
                match [literal, literal ^ 1].map(|side| self.try_out(side)) {
                    [None, None] => return Node::Refuted,
                    [Some((first, ahead)), Some((second, behind))] => {
                        let score = product(first, second);
                        if best.is_none_or(|(most, ..)| score > most) {
                            best = Some((score, literal, [ahead, behind]));
                        }
                    }
                    [one, _] => {
                        self.state.assign(literal ^ Literal::from(one.is_none()), Reason::None);
                        if self.state.propagate().is_err() {
                            return Node::Refuted;
                        }
                    }
                }
            }
            // What followed later may have assigned the best one.
            if let Some((_, literal, assigned)) = best.filter(|best| self.state.values[best.1 as usize] == 0) {
                return Node::Open(literal, assigned);
            }
        }
    }

    fn open(&self) -> impl Iterator<Item = usize> {
        let state = &self.state;
        let is_open =
            |&variable: &usize| state.values[2 * variable] == 0 && !state.eliminated[variable] && !state.idle[variable];
        self.candidates.iter().copied().filter(is_open)
    }

    /// The open candidates that are in the most and shortest clauses with either sign.
    fn preselect(&mut self) -> Vec<usize> {
        self.scores.fill(0.0);
        let values = &self.state.values;
        for &clause in &self.clauses {
            let literals = self.state.clauses.literals(clause);
            if !literals.iter().any(|&literal| values[literal as usize] > 0) {
                let open = literals.iter().filter(|&&literal| values[literal as usize] == 0);
                let weight = weight(open.clone().count());
                open.for_each(|&literal| self.scores[literal as usize] += weight);
            }
        }
        let score = |variable: usize| product(self.scores[2 * variable], self.scores[2 * variable + 1]);
        let mut open: Vec<(f64, usize)> = self.open().map(|variable| (score(variable), variable)).collect();
        open.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        open.truncate(lookahead::CANDIDATES);
        open.into_iter().map(|(_, variable)| variable).collect()
    }

    /// Decides a literal for the time being: how much the formula changes, and how many variables are assigned then.
    /// `None` on a conflict.
    fn try_out(&mut self, literal: Literal) -> Option<(f64, usize)> {
        let (level, before) = (self.state.level(), self.state.trail.len());
        self.state.decide(literal);
        let found = self.state.propagate().is_ok().then(|| {
            let state = &self.state;
            let mut change = lookahead::ASSIGNED * (state.trail.len() - before) as f64;
            for &assigned in &state.trail[before..] {
                // What the search has made meanwhile is in no clause.
                for &clause in self.occurrences.get(assigned as usize ^ 1).into_iter().flatten() {
                    let literals = state.clauses.literals(clause);
                    if !literals.iter().any(|&literal| state.values[literal as usize] > 0) {
                        let open = literals.iter().filter(|&&literal| state.values[literal as usize] == 0);
                        change += weight(open.count());
                    }
                }
            }
            (change, state.trail.len())
        });
        self.state.backtrack(level);
        found
    }
}

/// How good both sides are together: none should be easy for the other.
fn product(first: f64, second: f64) -> f64 {
    lookahead::PRODUCT * first * second + first + second
}

/// The weight of a clause of this many open literals.
fn weight(open: usize) -> f64 {
    lookahead::WEIGHT.powi(open as i32 - 2)
}

#[cfg(test)]
mod tests;

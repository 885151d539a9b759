//! Formulas: clauses that come one by one, assumptions with cores, and proofs.
//!
//! Assumptions are decided first, one per level, as in N. Eén, N. Sörensson, "Temporal Induction by Incremental SAT
//! Solving", 2003; so all that is learned holds without them.

use crate::options::BumpedVariables;

use super::analyze::Analysis;
use super::branching::Branching;
use super::exchange::Pause;
use super::fewest::Choices;
use super::inprocess::Inprocessor;
use super::listing::Listed;
use super::numbering::Numbering;
use super::phase::Phases;
use super::proof::{Hints, Proof};
use super::restart::Restarts;
use super::state::{Reason, SolverState};
use super::technique::{TECHNIQUES, Technique};
use super::tuning::{bump, decide, reduce, search};
use super::{Literal, Settings, Step};

/// The status of a formula under assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// Assumptions that cannot hold together; none if the clauses have no model.
    Unsat(Vec<Literal>),
    /// The search was stopped before the answer.
    Unknown,
}

/// The work so far. Techniques come in the order of [`TECHNIQUES`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    pub conflicts: u64,
    pub decisions: u64,
    pub propagations: u64,
    pub restarts: u64,
    pub techniques: [Technique; TECHNIQUES.len()],
}

/// An incremental solver.
pub struct Solver {
    pub(super) state: SolverState<'static>,
    pub(super) numbering: Numbering,
    pub(super) analysis: Analysis,
    hints: Hints,
    pub(super) phases: Phases,
    pub(super) restarts: Restarts,
    pub(super) inprocessor: Inprocessor,
    /// The state of listing models, if they are listed.
    pub(super) listing: Option<Listed>,
    /// The clauses have no model, or no further one.
    pub(super) refuted: bool,
    /// The last model, by variable.
    pub(super) model: Vec<bool>,
    clause: Vec<Literal>,
    pub(super) conflicts: u64,
    pub(super) decisions: u64,
    /// The work that was done when it was asked the last time whether the search is over.
    looked: u64,
    /// When the search pauses, and how many units others have been told.
    pub(super) pause: Pause,
    pub(super) told: usize,
    /// Constraints that were propagated and are encoded now.
    #[cfg(test)]
    pub(super) encoded: u64,
    /// The order of decisions that was declared.
    pub(super) branching: Option<Branching>,
    /// The clauses that decisions choose from, once they have been asked for.
    pub(super) choices: Option<Choices>,
    /// The conflict of the next reduction.
    next_reduction: u64,
    pub(super) settings: Settings,
    /// Conflicts between two reductions, as a multiple of the square root of all.
    interval: f64,
}

impl Solver {
    /// A solver without clauses, which writes a proof if there is where to.
    pub fn new(proof: Option<Proof>, settings: Settings) -> Self {
        let mut solver = Solver {
            state: SolverState::new(0, None, decide::DECAY, proof.map(Box::new)),
            numbering: Numbering::default(),
            analysis: Analysis::default(),
            hints: Hints::default(),
            phases: Phases::new(settings.walk),
            restarts: Restarts::new(true, settings.restarts),
            inprocessor: Inprocessor::new(),
            listing: None,
            refuted: false,
            model: Vec::new(),
            clause: Vec::new(),
            conflicts: 0,
            decisions: 0,
            looked: 0,
            pause: Pause::NEVER,
            told: 0,
            #[cfg(test)]
            encoded: 0,
            branching: None,
            choices: None,
            next_reduction: reduce::FIRST,
            settings,
            interval: reduce::INTERVAL,
        };
        solver.analysis.shrinks = settings.shrink;
        solver.state.decide_by(solver.by_recency());
        solver
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.numbering.variables()
    }

    /// True if the variable is true in the last model; one that came later is false.
    pub fn is_true(&self, variable: usize) -> bool {
        self.model.get(variable).copied().unwrap_or_default()
    }

    /// True if a proof is written.
    pub fn proves(&self) -> bool {
        self.state.proof.is_some()
    }

    /// True if native constraints may be added: there is no proof, or one that may have explanations.
    pub fn propagates(&self) -> bool {
        self.state.proof.as_ref().is_none_or(|proof| proof.explains())
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// If some part of it could not be written.
    pub fn close(mut self) -> std::io::Result<()> {
        self.state.proof.take().map_or(Ok(()), |proof| proof.close())
    }

    /// Why a part of the proof could not be written, if that is so.
    pub fn failure(&self) -> Option<&std::io::Error> {
        self.state.proof.as_ref().and_then(|proof| proof.failure())
    }

    /// Adds a variable.
    pub fn add_variable(&mut self) {
        self.numbering.add(self.state.places.len());
        self.state.add_variables(1);
    }

    /// Adds a clause over variables that there are.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        debug_assert_eq!(self.state.level(), 0, "every search ends on level 0");
        let given = self.state.proof.as_mut().map_or(0, |proof| proof.given());
        let inner: Vec<Literal> = literals.iter().map(|&literal| self.numbering.inner(literal)).collect();
        self.add_numbered(&inner, given);
    }

    /// Adds a clause over the solver's own literals that has this number in a proof.
    pub(super) fn add_numbered(&mut self, literals: &[Literal], given: u64) {
        self.choices = None;
        self.state.integers.keep(literals);
        self.restore(literals);
        if self.refuted {
            return;
        }
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.extend(literals);
        clause.sort_unstable();
        clause.dedup();
        let values = &self.state.values;
        let holds = clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1])
            || clause.iter().any(|&literal| values[literal as usize] > 0);
        if !holds {
            clause.retain(|&literal| values[literal as usize] == 0);
            let number = if clause.len() == literals.len() { given } else { self.shorten(literals, &clause, given) };
            match clause[..] {
                [] => {
                    self.refuted = true;
                    if clause.len() == literals.len()
                        && let Some(proof) = &mut self.state.proof
                    {
                        proof.add(&[], &[number]);
                    }
                }
                [literal] => self.state.assign_unit(literal, number),
                _ => drop(self.state.clauses.add(&clause, number)),
            }
        }
        self.clause = clause;
    }

    /// Brings variables back that were eliminated.
    fn restore(&mut self, literals: &[Literal]) {
        self.refuted =
            self.refuted || self.inprocessor.eliminator.restore(literals, &mut self.state, &mut self.hints).is_err();
    }

    /// Brings variables back that were eliminated. None of them is from now on.
    pub(super) fn freeze(&mut self, literals: &[Literal]) {
        self.choices = None;
        self.restore(literals);
        self.inprocessor.eliminator.freeze(literals, &self.state);
    }

    /// Writes that a clause of the formula follows in a shorter form.
    fn shorten(&mut self, literals: &[Literal], clause: &[Literal], given: u64) -> u64 {
        self.hints.clear();
        if let Some(proof) = &self.state.proof {
            self.hints.units(proof, &self.state, literals);
        }
        self.hints.last(given);
        let Some(proof) = &mut self.state.proof else { return 0 };
        let number = proof.add(clause, self.hints.numbers());
        // Nothing comes after the empty clause.
        if !clause.is_empty() {
            proof.delete(literals, given);
        }
        number
    }

    /// Searches a model in which all assumptions are true. The search ends without an answer when `is_over`, after
    /// `most` conflicts, or when the proof cannot be written. `is_over` is asked now and then, and told how much work
    /// was done since, in assigned literals.
    pub fn solve(&mut self, assumptions: &[Literal], most: Option<u64>, is_over: impl Fn(u64) -> bool) -> Answer {
        let assumptions: Vec<Literal> = assumptions.iter().map(|&literal| self.numbering.inner(literal)).collect();
        self.make_room();
        self.analysis.add_levels(self.state.places.len() + assumptions.len());
        if !assumptions.is_empty() {
            self.freeze(&assumptions);
        }
        self.encode_due();
        let mut answer =
            if self.refuted { Answer::Unsat(Vec::new()) } else { self.search(&assumptions, most, is_over) };
        if let Answer::Unsat(core) = &mut answer {
            core.iter_mut().for_each(|own| *own = self.numbering.outer(*own).expect("an assumption"));
        }
        // What is listed goes on from here, and from where it has paused.
        if self.listing.is_none() || !(answer == Answer::Sat || self.pauses()) {
            self.state.backtrack(0);
        }
        answer
    }

    /// Makes room for all variables, some of which the search may have made.
    #[inline]
    fn make_room(&mut self) {
        let variables = self.state.places.len();
        if self.phases.variables() < variables {
            self.analysis.make_room(&self.state);
            self.phases.add_variables(variables);
        }
    }

    fn search(&mut self, assumptions: &[Literal], most: Option<u64>, is_over: impl Fn(u64) -> bool) -> Answer {
        let work = |state: &SolverState<'_>| state.propagations + state.visits / search::VISITS;
        let has_to_stop =
            |solver: &Self| most.is_some_and(|most| solver.conflicts >= most) || solver.failure().is_some();
        if has_to_stop(self) {
            return Answer::Unknown;
        }
        loop {
            let step = self.state.propagate();
            self.make_room();
            if step.is_err() {
                self.conflicts += 1;
                if self.state.level() == 0 {
                    return self.refute();
                }
                let has_learned = self.state.level() > self.floor() && self.learn().is_ok();
                if !has_learned && self.flip().is_err() {
                    return self.refute();
                }
                if has_to_stop(self) {
                    return Answer::Unknown;
                }
                continue;
            }
            if self.pauses() {
                return Answer::Unknown;
            }
            let done = work(&self.state) - self.looked;
            if done >= search::BETWEEN_LOOKS {
                self.looked += done;
                if is_over(done) {
                    return Answer::Unknown;
                }
            }
            if self.state.level() > self.floor() && !self.is_chronological() && self.restarts.is_due() {
                self.restart(assumptions.len());
                if self.refuted {
                    return self.refute();
                }
            } else if self.conflicts >= self.next_reduction {
                if self.reduce().is_err() {
                    return self.refute();
                }
            } else {
                match self.decide(assumptions) {
                    Ok(true) => {}
                    Ok(false) => {
                        self.model.clear();
                        self.model.extend((0..self.state.places.len()).map(|var| self.state.values[2 * var] > 0));
                        self.inprocessor.eliminator.extension.complete(&mut self.model);
                        self.numbering.model(&mut self.model);
                        return Answer::Sat;
                    }
                    Err(core) => return Answer::Unsat(core),
                }
            }
        }
    }

    /// Learns from a conflict, jumps back, and assigns what the clause asserts. It is a conflict again if the current
    /// level has no model, and is the floor.
    fn learn(&mut self) -> Step {
        if self.state.sums.take_late() || self.is_chronological() {
            self.go_to_conflict()?;
        }
        self.phases.note(&self.state);
        let is_rare = self.decisions as f64 <= bump::RATE * self.conflicts as f64;
        self.analysis.bump_reasons = is_rare && self.settings.bump == BumpedVariables::Reasons;
        let (level, glue) = self.analysis.learn(&mut self.state, &mut self.hints);
        self.restarts.learned(glue);
        self.jump(self.analysis.learned[0], level);
        let learned = &self.analysis.learned;
        self.state.integers.keep(learned);
        let number = self.state.derive(learned, &mut self.hints);
        let literal = learned[0];
        let reason = match learned[..] {
            [_] => Reason::None,
            _ => Reason::Clause(self.state.clauses.learn(learned, glue, number)),
        };
        match reason {
            _ if level < self.state.level() => return self.assert_early(literal, level, reason),
            _ if self.state.values[literal as usize] != 0 => return self.state.check_asserted(literal, reason),
            Reason::None => self.state.assign_unit(literal, number),
            _ => self.state.assign(literal, reason),
        }
        Ok(())
    }

    /// Ends the proof after a conflict without any decision.
    pub(super) fn refute(&mut self) -> Answer {
        self.refuted = true;
        self.state.prove_empty();
        Answer::Unsat(Vec::new())
    }

    /// Shortens clauses and deletes others. A conflict is one without any decision.
    fn reduce(&mut self) -> Step {
        self.next_reduction = self.conflicts + 1.max((self.interval * (self.conflicts as f64).sqrt()) as u64);
        self.state.drop_order_literals(self.inprocessor.eliminator.extension.literals());
        if let Some(listing) = self.listing.as_mut().filter(|listing| listing.floor > 0 || listing.is_out_of_order()) {
            listing.implied.reduce(&mut self.state);
            return Ok(());
        }
        self.choices = None;
        let Solver { inprocessor, settings, conflicts, state, analysis, hints, .. } = self;
        inprocessor.run(settings, *conflicts, state, analysis, hints)?;
        state.reduce(|_| false);
        Ok(())
    }

    /// Decides the next assumption or variable; `false` if all are assigned.
    ///
    /// # Errors
    /// If an assumption is false: the assumptions that cannot hold together.
    fn decide(&mut self, assumptions: &[Literal]) -> Result<bool, Vec<Literal>> {
        while let Some(&assumption) = assumptions.get(self.state.level()) {
            match self.state.values[assumption as usize] {
                0 => {
                    self.state.decide(assumption);
                    return Ok(true);
                }
                1 => self.state.push_level(),
                _ => {
                    let mut core = vec![assumption];
                    self.analysis.core(&self.state, &[assumption], &mut core, None);
                    core.sort_unstable();
                    core.dedup();
                    return Err(core);
                }
            }
        }
        self.state.give_back_loose();
        let Some(literal) = self.next_literal() else { return Ok(false) };
        self.decisions += 1;
        self.state.decide(literal);
        Ok(true)
    }
}

#[cfg(test)]
pub(super) mod tests;

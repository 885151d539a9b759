//! Subsumption: clauses that contain another clause are deleted, and clauses that contain it but for one opposite
//! literal lose that literal.
//!
//! What it does: clauses are taken from short to long. Each marks its literals and looks for shorter clauses among
//! those watched by one of its literals or their opposites. Then its rarest literal watches it, the one that watches
//! fewest clauses so far. A learned clause that subsumes a clause of the formula stays for good. Clauses first lose
//! the literals that are false without a decision.
//!
//! Whose idea: N. Eén, A. Biere, "Effective Preprocessing in SAT through Variable and Clause Elimination", SAT 2005,
//! which is self-subsuming resolution as well; one watch per clause: L. Zhang, "On Subsumption Removal and On-the-Fly
//! CNF Simplification", SAT 2005. Only what is new is tried, in learned clauses that are likely to stay, too: A. Biere
//! and others, CaDiCaL.
//!
//! How ours differs: binary clauses are watched as others are; a watch carries a second literal, so that most clauses
//! are not read.
//!
//! When it runs: in formulas, between restarts, after vivification. The work is bounded by a share of the propagations
//! (`tuning::subsume`), never by time.

use super::proof::Hints;
use super::state::SolverState;
use super::technique::Technique;
use super::tuning::subsume;
use super::{Literal, Step, variable};

/// The result for a clause.
enum Found {
    Nothing,
    /// This clause subsumes it.
    Subsumed(u32),
    /// By this clause it holds without this literal.
    Shorter(u32, Literal),
}

/// A clause that a literal watches.
#[derive(Clone, Copy)]
struct Connected {
    clause: u32,
    /// Another literal of it.
    second: Literal,
}

/// The work so far, and room for a run.
#[derive(Default)]
pub(super) struct Subsumer {
    pub(super) counts: Technique,
    /// Per variable: 1 if the clause has it, -1 if its negation, 0 if neither.
    marks: Vec<i8>,
    /// The clauses watched by each literal.
    connected: Vec<Vec<Connected>>,
    clause: Vec<Literal>,
}

impl Subsumer {
    /// Deletes and shortens clauses as long as the share of work lasts. A contradiction is the state's conflict.
    ///
    /// Pre: the level is 0, all is propagated, and no clause has a literal that is assigned. Post: the level is 0; no
    /// literal has a reason.
    pub(super) fn run(&mut self, state: &mut SolverState<'_>, hints: &mut Hints, allowed: u64) -> Step {
        debug_assert_eq!(state.level(), 0);
        if allowed <= self.counts.ticks {
            return Ok(());
        }
        self.marks.resize(state.places.len(), 0);
        self.connected.resize(state.values.len(), Vec::new());
        self.connected.iter_mut().for_each(Vec::clear);
        let mut schedule: Vec<u32> = state.clauses.references().filter(|&at| state.clauses.is_kept(at)).collect();
        schedule.sort_by_cached_key(|&clause| state.clauses.literals(clause).len());
        let is_new = new_variables(state, &schedule);
        let mut adopted = Vec::new();
        let mut step = Ok(());
        for clause in schedule {
            if self.counts.ticks > allowed || step.is_err() {
                break;
            }
            step = self.take(clause, &is_new, &mut adopted, state, hints);
        }
        state.clauses.adopt(&adopted);
        state.forget_reasons();
        step
    }

    /// Tries a clause, then watches it if it stays, or the shorter one.
    fn take(
        &mut self,
        mut clause: u32,
        is_new: &[bool],
        adopted: &mut Vec<u32>,
        state: &mut SolverState<'_>,
        hints: &mut Hints,
    ) -> Step {
        let mut literals = std::mem::take(&mut self.clause);
        literals.clear();
        literals.extend_from_slice(state.clauses.literals(clause));
        let is_open = literals.iter().all(|&literal| state.values[literal as usize] == 0);
        let new = literals.iter().filter(|&&literal| is_new[variable(literal)]).count();
        let mut step = Ok(());
        let mut is_left = is_open && !state.clauses.is_garbage(clause);
        if is_left && new > 1 {
            self.counts.tried += 1;
            match self.find(&literals, state) {
                Found::Nothing => state.clauses.mark_tried(clause),
                Found::Subsumed(by) => {
                    self.counts.succeed(0);
                    if !state.clauses.is_learned(clause) && state.clauses.is_learned(by) {
                        adopted.push(by);
                    }
                    state.clauses.discard(clause);
                    is_left = false;
                }
                Found::Shorter(by, literal) => {
                    self.counts.succeed(1);
                    literals.retain(|&other| other != literal);
                    let number = state.resolvent(&literals, [by, clause], hints);
                    match state.clauses.replace(clause, &literals, number) {
                        Some(shorter) => clause = shorter,
                        None => {
                            state.assign_unit(literals[0], number);
                            step = state.propagate();
                            is_left = false;
                        }
                    }
                }
            }
        }
        if is_left && new == literals.len() {
            self.watch(clause, &literals);
        }
        self.clause = literals;
        step
    }

    /// A clause that subsumes one with these literals, or all of them but for one opposite.
    fn find(&mut self, literals: &[Literal], state: &SolverState<'_>) -> Found {
        for &literal in literals {
            self.marks[variable(literal)] = 1 - 2 * (literal & 1) as i8;
        }
        let mut found = Found::Nothing;
        'search: for &literal in literals {
            for watched in [literal, literal ^ 1] {
                let list = &self.connected[watched as usize];
                self.counts.ticks += 1 + list.len() as u64 / subsume::PASSED;
                for watch in list {
                    if self.marks[variable(watch.second)] == 0 {
                        continue;
                    }
                    self.counts.ticks += 1;
                    if state.clauses.is_garbage(watch.clause) {
                        continue;
                    }
                    match self.compare(state.clauses.literals(watch.clause)) {
                        Some(None) => {
                            found = Found::Subsumed(watch.clause);
                            break 'search;
                        }
                        // Another one may subsume it.
                        Some(Some(opposite)) => found = Found::Shorter(watch.clause, opposite ^ 1),
                        None => {}
                    }
                }
            }
        }
        for &literal in literals {
            self.marks[variable(literal)] = 0;
        }
        found
    }

    /// The comparison of the marked clause with these literals: it has all, or all but one whose opposite it has.
    fn compare(&self, literals: &[Literal]) -> Option<Option<Literal>> {
        let mut opposite = None;
        for &literal in literals {
            let mark = self.marks[variable(literal)];
            if mark == 0 {
                return None;
            }
            if mark != 1 - 2 * (literal & 1) as i8 && opposite.replace(literal).is_some() {
                return None;
            }
        }
        Some(opposite)
    }

    /// Watches a clause by the literal that watches fewest.
    fn watch(&mut self, clause: u32, literals: &[Literal]) {
        let number = |literal: &&Literal| self.connected[**literal as usize].len();
        let watched = *literals.iter().min_by_key(number).expect("a clause has literals");
        let second = *literals.iter().find(|&&literal| literal != watched).expect("two of them");
        self.connected[watched as usize].push(Connected { clause, second });
    }
}

/// Per variable, whether it is in a clause that was not tried.
fn new_variables(state: &SolverState<'_>, schedule: &[u32]) -> Vec<bool> {
    let mut is_new = vec![false; state.places.len()];
    for &clause in schedule.iter().filter(|&&clause| !state.clauses.is_tried(clause)) {
        state.clauses.literals(clause).iter().for_each(|&literal| is_new[variable(literal)] = true);
    }
    is_new
}

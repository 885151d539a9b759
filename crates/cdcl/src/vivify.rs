//! Shorter learned clauses: a clause loses the literals that propagation shows it not to need.
//!
//! The opposites of a clause's literals are decided one after the other. A conflict, or a literal of the clause that
//! follows, depends on some of these decisions; the clause over them alone holds as well and takes its place.
//!
//! Whose idea: C. Piette, Y. Hamadi, L. Saïs, "Vivifying Propositional Clausal Formulae", ECAI 2008; M. Luo, C.-M. Li,
//! F. Xiao, F. Manyà, Z. Lü, "An Effective Learnt Clause Minimization Approach for CDCL SAT Solvers", IJCAI 2017.
//! Clauses are sorted, so that each shares decisions with the one before: A. Biere and others, CaDiCaL.
//!
//! How ours differs: the clause itself takes part in the propagation. What is derived with its help still follows and
//! is a part of it; so nothing is detached, and clauses are never deleted as implied.
//!
//! When it runs: in formulas, before learned clauses are deleted, on those of low and medium glue that are new or whose
//! glue has become lower. The work is bounded by a share of the propagations (`tuning::vivify`), never by time.

use std::cmp::Reverse;
use std::ops::Range;

use super::analyze::Analysis;
use super::proof::Hints;
use super::state::SolverState;
use super::technique::Technique;
use super::{Literal, Step};

/// The result for a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// It is needed as it is, or holds anyway.
    Nothing,
    /// The clause in [`Vivifier::shorter`] follows.
    Shorter,
}

/// The work so far, and room for one clause.
#[derive(Debug, Default)]
pub(super) struct Vivifier {
    pub(super) counts: Technique,
    shorter: Vec<Literal>,
    decisions: Vec<Literal>,
}

impl Vivifier {
    /// Shortens learned clauses as long as this share of the other propagations lasts. A contradiction is the
    /// state's conflict.
    ///
    /// Pre: the level is 0. Post: it still is; the clauses that were replaced are to be deleted.
    pub(super) fn run(
        &mut self,
        state: &mut SolverState<'_>,
        analysis: &mut Analysis,
        hints: &mut Hints,
        effort: f64,
    ) -> Step {
        debug_assert_eq!(state.level(), 0);
        state.propagate()?;
        let begun = state.propagations;
        let allowed = (effort * (begun - self.counts.ticks) as f64) as u64;
        if allowed <= self.counts.ticks {
            return Ok(());
        }
        let end = begun + (allowed - self.counts.ticks);
        let phases = state.phases.clone();
        let (literals, schedule) = sorted(state);
        let mut step = Ok(());
        for (clause, range) in schedule {
            if state.propagations > end {
                break;
            }
            state.clauses.mark_vivified(clause);
            self.counts.tried += 1;
            let literals = &literals[range];
            if self.probe(literals, state, analysis, hints) == Found::Shorter {
                step = self.replace(clause, state, hints);
            }
            if step.is_err() {
                break;
            }
        }
        state.backtrack(0);
        state.phases[..phases.len()].copy_from_slice(&phases);
        state.forget_reasons();
        self.counts.ticks += state.propagations - begun;
        step
    }

    /// Decides the opposites of a clause's literals.
    fn probe(
        &mut self,
        literals: &[Literal],
        state: &mut SolverState<'_>,
        analysis: &mut Analysis,
        hints: &mut Hints,
    ) -> Found {
        self.shorter.clear();
        self.decisions.clear();
        hints.clear();
        let mut depth = 0;
        for &literal in literals {
            if depth < state.level() && state.decision(depth + 1) == literal ^ 1 {
                depth += 1;
                continue;
            }
            let value = state.values[literal as usize];
            if value != 0 && state.level_of(literal) <= depth {
                if value < 0 {
                    continue;
                }
                if state.level_of(literal) == 0 {
                    return Found::Nothing;
                }
                self.shorter.push(literal);
                analysis.core(state, &[literal], &mut self.decisions, Some(hints));
                break;
            }
            state.backtrack(depth);
            state.decide(literal ^ 1);
            depth += 1;
            if state.propagate().is_err() {
                hints.conflict(state);
                analysis.core(state, &state.conflict, &mut self.decisions, Some(hints));
                state.backtrack(depth - 1);
                break;
            }
        }
        self.shorter.extend(self.decisions.iter().map(|decision| decision ^ 1));
        debug_assert!(!self.shorter.is_empty(), "the clause itself is violated, or has a literal that follows");
        if self.shorter.len() < literals.len() { Found::Shorter } else { Found::Nothing }
    }

    /// Puts the shorter clause in the place of a longer one.
    fn replace(&mut self, clause: u32, state: &mut SolverState<'_>, hints: &mut Hints) -> Step {
        self.counts.succeed(state.clauses.literals(clause).len() - self.shorter.len());
        state.backtrack(0);
        let number = state.derive(&self.shorter, hints);
        state.clauses.replace(clause, &self.shorter, number);
        match self.shorter[..] {
            [literal] => {
                state.assign_unit(literal, number);
                state.propagate()
            }
            _ => Ok(()),
        }
    }
}

/// The clauses to try, with their literals: those first that many of the clauses have, and alike clauses in turn.
fn sorted(state: &SolverState<'_>) -> (Vec<Literal>, Vec<(u32, Range<usize>)>) {
    let clauses: Vec<u32> = state.clauses.to_vivify().collect();
    let mut number = vec![0_u32; state.values.len()];
    let mut literals = Vec::new();
    let mut schedule = Vec::with_capacity(clauses.len());
    for clause in clauses {
        let begin = literals.len();
        literals.extend_from_slice(state.clauses.literals(clause));
        literals[begin..].iter().for_each(|&literal| number[literal as usize] += 1);
        schedule.push((clause, begin..literals.len()));
    }
    let key = |literal: &Literal| (Reverse(number[*literal as usize]), *literal);
    schedule.iter().for_each(|(_, range)| literals[range.clone()].sort_unstable_by_key(key));
    schedule.sort_by(|(_, a), (_, b)| literals[a.clone()].iter().map(key).cmp(literals[b.clone()].iter().map(key)));
    (literals, schedule)
}

//! Decisions on the choice with the fewest open candidates.
//!
//! What it does: a clause of positive literals is a choice among them. Of the choices without a true literal the one is
//! decided that has the fewest unassigned literals; of several, the one whose literals conflicts have met most often of
//! late. So is its literal, which becomes true. Where no choice is open, the usual order decides.
//!
//! Whose idea: R. Haralick, G. Elliott, "Increasing Tree Search Efficiency for Constraint Satisfaction Problems",
//! Artificial Intelligence 14, 1980, who fail first; D. Knuth, "Dancing Links", 2000, for exact covers. Conflicts break
//! ties in F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, "Boosting Systematic Search by Weighting Constraints", ECAI
//! 2004.
//!
//! How ours differs: choices are read from the clauses of any formula, whoever has written it. Learned clauses,
//! restarts and flipped decisions are the same as ever.
//!
//! When it runs: with `decide=fewest-candidates`, which is for formulas whose choices say most. With `decide=modes` it
//! runs where the models of an exact cover are listed and conflicts come more often than models (`listing`), and before
//! the first model in focused mode. An exact cover is a formula of choices and constraints that at most one of some
//! literals is true. All choices are looked through at each decision, so none of many literals is decided like this
//! unless that is asked for.

use super::solver::Solver;
use super::state::SolverState;
use super::tuning::decide;
use super::{Literal, variable};

/// The choices of a formula.
#[derive(Debug)]
pub(super) struct Choices(Vec<Vec<Literal>>);

impl Choices {
    /// The choices among literals that all count.
    fn of(state: &SolverState<'_>, counts: impl Fn(usize) -> bool) -> Self {
        let formula = state.clauses.references().filter(|&clause| !state.clauses.is_learned(clause));
        let clauses = formula.map(|clause| state.clauses.literals(clause));
        let is_choice = |clause: &&[Literal]| is_positive(clause) && clause.iter().all(|&lit| counts(variable(lit)));
        Choices(clauses.filter(is_choice).map(<[Literal]>::to_vec).collect())
    }

    /// The literal to be decided; `None` if each choice has a true one.
    fn next(&mut self, state: &SolverState<'_>) -> Option<Literal> {
        let value = |literal: Literal| state.values[literal as usize];
        let activity = |literal: Literal| state.order.activity(variable(literal));
        let mut best: Option<(usize, f64, usize)> = None;
        for (at, choice) in self.0.iter_mut().enumerate() {
            let most = best.map_or(usize::MAX, |best| best.0);
            let (mut open, mut met) = (0, 0.0);
            let passed = choice.iter().position(|&literal| {
                if value(literal) == 0 {
                    (open, met) = (open + 1, met + activity(literal));
                }
                value(literal) > 0 || open > most
            });
            match passed {
                // A true literal is likely to be true when this is asked next.
                Some(place) if value(choice[place]) > 0 => choice.swap(0, place),
                None if open < most || best.is_some_and(|best| met > best.1) => best = Some((open, met, at)),
                Some(_) | None => {}
            }
        }
        let open = self.0[best?.2].iter().copied().filter(|&literal| value(literal) == 0);
        open.max_by(|&a, &b| activity(a).total_cmp(&activity(b)))
    }
}

fn is_positive(clause: &[Literal]) -> bool {
    clause.iter().all(|literal| literal & 1 == 0)
}

impl SolverState<'_> {
    /// True if the formula is an exact cover, and small enough to be looked through at each decision. Each constraint
    /// of such a formula is a choice, or that at most one of some literals is true.
    pub(super) fn is_exact_cover(&self) -> bool {
        let mut size = 0;
        let formula = self.clauses.references().filter(|&clause| !self.clauses.is_learned(clause));
        let mut is_part = |literals: &[Literal]| {
            size += if is_positive(literals) { literals.len() } else { 0 };
            size <= decide::CANDIDATES
                && (is_positive(literals) || literals.len() == 2 && literals.iter().all(|literal| literal & 1 == 1))
        };
        self.propagators.is_empty()
            && (0..self.sums.len()).all(|sum| self.sums.is_at_most_one(sum))
            && formula.into_iter().all(|clause| is_part(self.clauses.literals(clause)))
    }
}

impl Solver {
    /// The literal of a choice to be decided next, if decisions are on these and one is open.
    pub(super) fn next_candidate(&mut self) -> Option<Literal> {
        let Solver { state, choices, listing, .. } = self;
        let counts = |variable: usize| listing.as_ref().is_none_or(|listing| listing.shows(variable));
        choices.get_or_insert_with(|| Choices::of(state, counts)).next(state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::Settings;
    use super::*;

    /// The choice with two open literals comes before that with three. Of two such, the one that conflicts have met.
    #[test]
    fn the_choice_with_the_fewest_open_literals_is_decided() {
        let mut solver = Solver::new(None, Settings::DEFAULT);
        (0..8).for_each(|_| solver.add_variable());
        let clauses: [&[Literal]; 4] = [&[0, 2, 4], &[6, 8], &[10, 12], &[1, 14, 3]];
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver.state.order.bump(6);
        assert_eq!(solver.next_candidate(), Some(12), "the last of those that were met as often");
        solver.state.decide(12);
        assert_eq!(solver.next_candidate(), Some(8));
        solver.state.decide(6);
        assert_eq!(solver.next_candidate(), Some(4));
        solver.state.decide(4);
        assert_eq!(solver.next_candidate(), None, "the last clause is no choice");
    }
}

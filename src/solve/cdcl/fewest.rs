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
//! When it runs: with `decide=fewest-candidates`; with `decide=modes`, where the models of an exact cover are listed and
//! there are more conflicts than models so far, but not in focused mode before the first model. An exact cover is a
//! formula of choices and constraints that at most one of some literals is true.

use super::solver::Solver;
use super::state::State;
use super::{Literal, variable};

/// A choice, and the true literal that was found in it last, with its position on the trail.
#[derive(Debug)]
struct Choice {
    literals: Vec<Literal>,
    made: Literal,
    position: u32,
}

/// The choices of a formula.
#[derive(Debug)]
pub(super) struct Choices {
    /// Those after the first `open` have a true literal, the last of these since longest.
    all: Vec<Choice>,
    open: usize,
}

impl Choices {
    /// The choices among literals that all count.
    fn of(state: &State<'_>, counts: impl Fn(usize) -> bool) -> Self {
        let formula = state.clauses.references().filter(|&clause| !state.clauses.is_learned(clause));
        let clauses = formula.map(|clause| state.clauses.literals(clause));
        let is_choice = |clause: &&[Literal]| is_positive(clause) && clause.iter().all(|&lit| counts(variable(lit)));
        let choice = |clause: &[Literal]| Choice { literals: clause.to_vec(), made: clause[0], position: 0 };
        let all: Vec<Choice> = clauses.filter(is_choice).map(choice).collect();
        Choices { open: all.len(), all }
    }

    /// The literal to be decided; `None` if each choice has a true one.
    fn next(&mut self, state: &State<'_>) -> Option<Literal> {
        let value = |literal: Literal| state.values[literal as usize];
        let position = |literal: Literal| state.places[variable(literal)].position;
        let activity = |literal: Literal| state.order.activity(variable(literal));
        // What was undone lies on top.
        let is_undone = |choice: &&Choice| value(choice.made) <= 0 || position(choice.made) != choice.position;
        self.open += self.all[self.open..].iter().take_while(is_undone).count();
        let mut best: Option<(usize, f64, usize)> = None;
        let mut at = 0;
        while at < self.open {
            let most = best.map_or(usize::MAX, |best| best.0);
            let (mut open, mut met, mut made) = (0, 0.0, None);
            for &literal in &self.all[at].literals {
                match value(literal) {
                    0 => (open, met) = (open + 1, met + activity(literal)),
                    1 => made = Some(literal),
                    _ => continue,
                }
                if made.is_some() || open > most {
                    break;
                }
            }
            if let Some(made) = made {
                (self.all[at].made, self.all[at].position) = (made, position(made));
                self.open -= 1;
                self.all.swap(at, self.open);
                continue;
            }
            if open < most || open == most && best.is_some_and(|best| met > best.1) {
                best = Some((open, met, at));
            }
            at += 1;
        }
        let open = self.all[best?.2].literals.iter().copied().filter(|&literal| value(literal) == 0);
        open.max_by(|&a, &b| activity(a).total_cmp(&activity(b)))
    }
}

fn is_positive(clause: &[Literal]) -> bool {
    clause.iter().all(|literal| literal & 1 == 0)
}

impl State<'_> {
    /// Whether the formula is an exact cover: each constraint is a choice, or that at most one of some literals is
    /// true.
    pub(super) fn is_exact_cover(&self) -> bool {
        let formula = self.clauses.references().filter(|&clause| !self.clauses.is_learned(clause));
        let is_part = |literals: &[Literal]| {
            is_positive(literals) || literals.len() == 2 && literals.iter().all(|literal| literal & 1 == 1)
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

//! The search: choices, conflicts, and all solutions.

use crate::solve::Outcome;

use super::super::search::Walk;
use super::analyze::Analysis;
use super::build::Plan;
use super::pace::Pace;
use super::state::{Reason, State};
use super::{Literal, item};

/// So many solutions are excluded by clauses, the others by how the search goes on.
const EXCLUDED: u32 = 64;

/// What the search holds.
struct Search<'p> {
    state: State<'p>,
    analysis: Analysis,
    pace: Pace,
    /// Up to this level, choices have solutions below them or hold until all is searched below; no conflict jumps further.
    floor: usize,
    /// How many solutions have been excluded by clauses.
    excluded: u32,
}

/// Reports all solutions. Returns the number of literals that became true besides.
pub(in super::super) fn search(plan: &Plan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    if plan.contradiction {
        return (Outcome::Complete, 0);
    }
    let mut search = Search::new(plan);
    if !search.state.begin() {
        return (Outcome::Complete, search.state.work);
    }
    let outcome = search.run(walk);
    (outcome, search.state.work)
}

impl<'p> Search<'p> {
    fn new(plan: &'p Plan) -> Self {
        Search {
            state: State::new(plan),
            analysis: Analysis::new(plan.items),
            pace: Pace::new(),
            floor: 0,
            excluded: 0,
        }
    }

    fn run(&mut self, walk: &mut Walk<'_, '_>) -> Outcome {
        loop {
            if !self.state.propagate() {
                if self.state.level() == 0 {
                    return Outcome::Complete;
                }
                walk.tally.failure();
                if self.state.level() > self.floor {
                    self.learn();
                } else {
                    self.flip(walk);
                }
            } else if self.state.trail.len() == self.state.plan.items {
                if walk.found(|| self.state.solution()).is_break() {
                    return Outcome::Stopped;
                }
                if self.state.level() == 0 {
                    return Outcome::Complete;
                }
                if self.excluded < EXCLUDED {
                    self.exclude();
                } else {
                    self.flip(walk);
                }
            } else if self.state.level() > self.floor && self.pace.is_restart() {
                self.restart();
            } else {
                self.choose(walk);
            }
            if walk.is_time(self.state.work) && walk.is_over() {
                return Outcome::OutOfBudget;
            }
        }
    }

    /// Learns from a conflict and goes back to where the clause says something new.
    fn learn(&mut self) {
        let (level, rank) = self.analysis.learn(&mut self.state);
        self.pace.learned(rank);
        self.state.back(level.max(self.floor));
        self.add(rank);
        if self.state.clauses.learned() >= self.pace.room {
            self.state.forget();
            self.pace.forgot();
        }
    }

    /// Adds the clause that was learned, all of whose literals but the first are false.
    fn add(&mut self, rank: u32) {
        let learned = &self.analysis.learned;
        let reason = match learned[..] {
            [_] => Reason::None,
            _ => Reason::Clause(self.state.clauses.learn(learned, rank)),
        };
        self.state.enqueue(learned[0], reason);
    }

    /// All is searched below the choice of the last level: its opposite holds as long as the level before.
    fn flip(&mut self, walk: &mut Walk<'_, '_>) {
        let level = self.state.level();
        let choice = self.state.choice(level);
        walk.tally.node(level);
        self.floor = level - 1;
        self.state.back(level - 1);
        self.state.enqueue(choice ^ 1, Reason::None);
    }

    /// Excludes a solution by its choices, the last of which follows from the others then to be false.
    fn exclude(&mut self) {
        self.excluded += 1;
        let level = self.state.level();
        let clause: Vec<Literal> = (1..=level).rev().map(|level| self.state.choice(level) ^ 1).collect();
        self.state.back(level - 1);
        let reason = match clause[..] {
            [_] => Reason::None,
            _ => Reason::Clause(self.state.clauses.add(&clause)),
        };
        self.state.enqueue(clause[0], reason);
    }

    /// Goes back to the first choice that would not be made again.
    fn restart(&mut self) {
        let Some(next) = self.next() else { return };
        let order = &self.state.order;
        let again = |level: &usize| order.activity(item(self.state.choice(*level))) >= order.activity(next);
        let kept = (self.floor + 1..=self.state.level()).take_while(again).count();
        self.state.order.insert(next);
        self.state.back(self.floor + kept);
    }

    /// Takes the first open item out of the order.
    fn next(&mut self) -> Option<usize> {
        loop {
            let item = self.state.order.pop()?;
            if self.state.values[2 * item] == 0 {
                return Some(item);
            }
        }
    }

    fn choose(&mut self, walk: &mut Walk<'_, '_>) {
        let item = self.next().expect("some item is open");
        walk.tally.inner();
        let literal = 2 * item as Literal + Literal::from(!self.state.phases[item]);
        self.state.choose(literal);
        walk.tally.node(self.state.level());
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::search::Sink;
    use super::*;
    use crate::model::{Cmp, Constraint, Model, Var};
    use crate::solve::Budget;

    /// Latin squares of five rows with three diagonals that hold no value more than twice.
    fn squares() -> Model {
        let mut model = Model::new();
        let cells: Vec<Var> = (0..25).map(|cell| model.var(format!("cell[{cell}]"), 1..=5)).collect();
        for line in 0..5 {
            model.all_different("row", (0..5).map(|place| cells[5 * line + place]));
            model.all_different("column", (0..5).map(|place| cells[5 * place + line]));
        }
        for (shift, value) in (0..3).flat_map(|shift| (1..=5).map(move |value| (shift, value))) {
            let atoms = (0..5).map(|row| cells[5 * row + (row + shift) % 5].is(value)).collect();
            model.post("diagonal", Constraint::Count { atoms, cmp: Cmp::Le, k: 2 });
        }
        model
    }

    fn number(plan: &Plan, room: usize, excluded: u32) -> u128 {
        let budget = Budget::unlimited();
        let mut walk = Walk::new(&budget, Sink::Count(0));
        let mut search = Search::new(plan);
        (search.pace.room, search.excluded) = (room, excluded);
        assert!(search.state.begin());
        assert_eq!(search.run(&mut walk), Outcome::Complete);
        let Sink::Count(number) = walk.sink else { unreachable!("the walk counts") };
        number
    }

    #[test]
    fn neither_forgetting_nor_the_way_solutions_are_excluded_changes_their_number() {
        let plan = Plan::new(&squares()).expect("of the class");
        let expected = number(&plan, usize::MAX, EXCLUDED);
        // Of 161,280 squares.
        assert!(expected > 1000 && expected < 161_280, "{expected}");
        for (room, excluded) in [(3, EXCLUDED), (40, EXCLUDED), (40, 0)] {
            assert_eq!(number(&plan, room, excluded), expected, "room for {room}, {excluded}");
        }
    }
}

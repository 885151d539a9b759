//! The search: choices, conflicts, and all solutions.

use crate::solve::Outcome;

use super::analyze::Analysis;
use super::build::Plan;
use super::pace::Pace;
use super::share::Known;
use super::state::{Reason, State};
use super::{Literal, item};
use crate::solve::native::search::Walk;

/// So many solutions are excluded by clauses, the others by how the search goes on.
const EXCLUDED: u32 = 64;

/// What a thread holds. What it has learned follows from the model and from solutions that have been found; so it holds in
/// all parts of the tree.
pub(in crate::solve) struct Search<'p> {
    pub(super) state: State<'p>,
    analysis: Analysis,
    pace: Pace,
    /// Up to this level, choices are those that the part of the tree is defined by, and stay.
    pub(super) base: usize,
    /// Up to this level, choices have solutions below them or hold until all is searched below; no conflict jumps further.
    pub(super) floor: usize,
    /// How many solutions have been excluded by clauses.
    excluded: u32,
    /// What it knows that is no more open, for the threads that get parts.
    pub(super) known: Known,
}

impl<'p> Search<'p> {
    pub(in crate::solve) fn new(plan: &'p Plan) -> Self {
        let mut state = State::new(plan);
        let is_over = plan.contradiction || !state.begin();
        Search {
            state,
            analysis: Analysis::new(plan.items),
            pace: Pace::new(),
            base: 0,
            floor: 0,
            excluded: 0,
            known: Known { is_over, ..Known::default() },
        }
    }

    /// Reports all solutions in the walk's part of the tree. Returns the number of literals that became true besides.
    pub(in crate::solve) fn part(&mut self, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
        let before = self.state.work;
        if walk.subproblem.level > 0 {
            walk.statistics.node(walk.subproblem.level);
        }
        if !self.enter(&walk.subproblem) {
            if walk.subproblem.level > 0 {
                walk.statistics.failure();
            }
            return (Outcome::Complete, self.state.work - before);
        }
        let outcome = self.run(walk, before);
        // A conflict without any choice: there is no solution but those that have been found.
        self.known.is_over |= outcome == Outcome::Complete && self.base == 0;
        (outcome, self.state.work - before)
    }

    /// Searches below the base. The work is counted from `before` on.
    fn run(&mut self, walk: &mut Walk<'_, '_>, before: u64) -> Outcome {
        loop {
            if !self.state.propagate() {
                if self.state.level() == self.base {
                    return Outcome::Complete;
                }
                walk.statistics.failure();
                if self.state.level() > self.floor {
                    self.learn();
                } else {
                    self.flip(walk);
                }
            } else if self.state.trail.len() == self.state.plan.items {
                if walk
                    .found(|values| {
                        values.clear();
                        values.extend_from_slice(self.state.solution());
                    })
                    .is_break()
                {
                    return Outcome::Stopped;
                }
                if self.state.level() == self.base {
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
            if walk.is_time(self.state.work - before) {
                if walk.is_over() {
                    return Outcome::OutOfBudget;
                }
                if let Some(pool) = walk.idle() {
                    self.share_work(pool);
                }
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
            [literal] => {
                // It is taken back when the part is left.
                if self.base > 0 && !self.known.learned.contains(&literal) {
                    self.known.learned.push(literal);
                }
                Reason::None
            }
            _ => Reason::Clause(self.state.clauses.learn(learned, rank)),
        };
        self.state.enqueue(learned[0], reason);
    }

    /// All is searched below the choice of the last level: its opposite holds as long as the level before.
    fn flip(&mut self, walk: &mut Walk<'_, '_>) {
        let level = self.state.level();
        let choice = self.state.choice(level);
        walk.statistics.node(level);
        self.floor = level - 1;
        self.state.back(level - 1);
        self.state.enqueue(choice ^ 1, Reason::None);
        if level == 1 {
            self.known.clauses.push(vec![choice ^ 1]);
        }
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
        self.known.clauses.push(clause);
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
        walk.statistics.inner();
        let literal = 2 * item as Literal + Literal::from(!self.state.phases[item]);
        self.state.choose(literal);
        walk.statistics.node(self.state.level());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::model::{Assignment, Cardinality, Cmp, Model, Var};
    use crate::solve::Budget;
    use crate::solve::native::search::{Pool, Sink};

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
            model.post("diagonal", Cardinality { atoms, cmp: Cmp::Le, k: 2 });
        }
        model
    }

    fn number(plan: &Plan, room: usize, excluded: u32) -> u128 {
        let budget = Budget::unlimited();
        let mut walk = Walk::new(&budget, Sink::Count(0));
        let mut search = Search::new(plan);
        (search.pace.room, search.excluded) = (room, excluded);
        assert_eq!(search.part(&mut walk).0, Outcome::Complete);
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

    /// The solutions that several searches find in turns, each part by another one, and how many parts there are.
    fn shared(plan: &Plan, searches: usize, excluded: u32) -> (BTreeSet<Vec<i32>>, usize) {
        let budget = Budget::unlimited();
        let pool = Pool::new(2);
        pool.add_idle();
        let mut found = BTreeSet::new();
        let mut on = |solution: &Assignment| {
            assert!(found.insert(solution.values().to_vec()), "a solution comes twice");
            ControlFlow::Continue(())
        };
        let mut walk = Walk::new(&budget, Sink::Hand(&mut on));
        walk.pool = Some(&pool);
        let mut searches: Vec<Search<'_>> = (0..searches).map(|_| Search::new(plan)).collect();
        searches.iter_mut().for_each(|search| search.excluded = excluded);
        let mut parts = 0;
        while let Some(part) = pool.next() {
            walk.enter(part);
            let search = parts % searches.len();
            assert_eq!(searches[search].part(&mut walk).0, Outcome::Complete);
            parts += 1;
        }
        (found, parts)
    }

    #[test]
    fn parts_of_the_tree_hold_all_solutions_once() {
        let plan = Plan::new(&squares()).expect("of the class");
        let (expected, _) = shared(&plan, 1, EXCLUDED);
        assert_eq!(expected.len() as u128, number(&plan, usize::MAX, EXCLUDED));
        // Some solutions are excluded by clauses, all, or none.
        for (searches, excluded) in [(1, 0), (2, EXCLUDED), (3, 0), (3, EXCLUDED - 10)] {
            let (found, parts) = shared(&plan, searches, excluded);
            assert!(parts > 20, "{parts} parts");
            assert!(found == expected, "{searches} searches, {excluded}: {} solutions", found.len());
        }
    }
}

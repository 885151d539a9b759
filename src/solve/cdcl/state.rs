//! The state of the search: what is true, since when and why; and what follows.

use super::build::Plan;
use super::clauses::{Clauses, Watch};
use super::order::Order;
use super::{Literal, item};

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was chosen, or is the opposite of what has been searched.
    None,
    /// Another one is true.
    Literal(Literal),
    /// All others of the clause are false.
    Clause(u32),
    /// So many others of the count are false.
    Count(u32),
}

/// A state.
#[derive(Debug)]
pub(super) struct State<'p> {
    pub(super) plan: &'p Plan,
    /// Of each literal: 1 if true, -1 if false.
    pub(super) values: Vec<i8>,
    /// Of each item that is decided: since which level, why, and where on the trail.
    pub(super) level_of: Vec<u32>,
    pub(super) reason_of: Vec<Reason>,
    pub(super) place_of: Vec<u32>,
    /// The true literals in the order in which they became true.
    pub(super) trail: Vec<Literal>,
    /// Where on the trail each level begins; level 0 begins at 0 and is not listed.
    pub(super) starts: Vec<u32>,
    /// The first literal of the trail of which the consequences are not known.
    next: usize,
    /// How many more literals of each count may be false.
    slack: Vec<i32>,
    pub(super) clauses: Clauses,
    pub(super) order: Order,
    /// Whether the item was true when it was decided last.
    pub(super) phases: Vec<bool>,
    /// The false literals of what is violated.
    pub(super) conflict: Vec<Literal>,
    /// How many literals became true.
    pub(super) work: u64,
    /// The variables' values as far as the first literals of the trail tell, so many of them.
    solution: Vec<i32>,
    told: usize,
}

impl<'p> State<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        let literals = 2 * plan.items;
        let mut clauses = Clauses::new(literals);
        plan.clauses.iter().for_each(|clause| {
            clauses.add(clause);
        });
        State {
            plan,
            values: vec![0; literals],
            level_of: vec![0; plan.items],
            reason_of: vec![Reason::None; plan.items],
            place_of: vec![0; plan.items],
            trail: Vec::with_capacity(plan.items),
            starts: Vec::new(),
            next: 0,
            slack: plan.counts.iter().map(|count| (count.literals.len() - count.least) as i32).collect(),
            clauses,
            order: Order::new(plan.items),
            phases: vec![true; plan.items],
            conflict: Vec::new(),
            work: 0,
            solution: plan.otherwise.clone(),
            told: 0,
        }
    }

    /// Draws the conclusions from the facts; whether there is no contradiction.
    pub(super) fn begin(&mut self) -> bool {
        let plan = self.plan;
        plan.facts.iter().all(|&fact| self.holds(fact)) && self.propagate()
    }

    /// Makes a fact true that is not known to be; `false` if it is false.
    pub(super) fn holds(&mut self, fact: Literal) -> bool {
        match self.values[fact as usize] {
            0 => self.enqueue(fact, Reason::None),
            value => return value > 0,
        }
        true
    }

    pub(super) fn level(&self) -> usize {
        self.starts.len()
    }

    #[inline]
    pub(super) fn enqueue(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.values[literal as usize], 0, "the literal is open");
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        let item = item(literal);
        self.level_of[item] = self.starts.len() as u32;
        self.reason_of[item] = reason;
        self.place_of[item] = self.trail.len() as u32;
        self.trail.push(literal);
    }

    /// Opens a level with a choice.
    pub(super) fn choose(&mut self, literal: Literal) {
        self.starts.push(self.trail.len() as u32);
        self.enqueue(literal, Reason::None);
    }

    /// The choice that a level begins with.
    pub(super) fn choice(&self, level: usize) -> Literal {
        self.trail[self.starts[level - 1] as usize]
    }

    /// Takes back all levels above this one.
    pub(super) fn back(&mut self, level: usize) {
        let Some(&to) = self.starts.get(level) else { return };
        let to = to as usize;
        for place in (to..self.trail.len()).rev() {
            let literal = self.trail[place];
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
            if place < self.next {
                for &count in self.plan.counts_of.get(literal as usize ^ 1) {
                    self.slack[count as usize] += 1;
                }
            }
            let item = item(literal);
            self.phases[item] = literal & 1 == 0;
            self.order.insert(item);
        }
        self.trail.truncate(to);
        self.starts.truncate(level);
        self.next = to;
        self.told = self.told.min(to);
    }

    /// Draws all conclusions. `false` if something is violated; then [`State::conflict`] holds its false literals.
    pub(super) fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.next) {
            self.next += 1;
            self.work += 1;
            if !self.count(literal) || !self.exclude(literal) || !self.watch(literal) {
                return false;
            }
        }
        true
    }

    /// The others of the groups of a true literal become false.
    fn exclude(&mut self, literal: Literal) -> bool {
        let plan = self.plan;
        for &group in plan.groups_of.get(literal as usize) {
            for &other in plan.groups.get(group as usize) {
                match self.values[other as usize] {
                    0 => self.enqueue(other ^ 1, Reason::Literal(literal)),
                    1 if other != literal => {
                        self.conflict.clear();
                        self.conflict.extend([other ^ 1, literal ^ 1]);
                        return false;
                    }
                    _ => {}
                }
            }
        }
        true
    }

    /// Counts without slack need all others that are open.
    fn count(&mut self, literal: Literal) -> bool {
        let plan = self.plan;
        let counts = plan.counts_of.get(literal as usize ^ 1);
        counts.iter().for_each(|&count| self.slack[count as usize] -= 1);
        for &number in counts {
            let slack = self.slack[number as usize];
            if slack > 0 {
                continue;
            }
            let literals = &plan.counts[number as usize].literals;
            if slack < 0 {
                self.conflict.clear();
                self.conflict.extend(literals.iter().copied().filter(|&other| self.values[other as usize] < 0));
                return false;
            }
            for &other in literals {
                if self.values[other as usize] == 0 {
                    self.enqueue(other, Reason::Count(number));
                }
            }
        }
        true
    }

    /// Clauses that watch the opposite of a true literal watch another one, or need their last one.
    fn watch(&mut self, literal: Literal) -> bool {
        let gone = literal ^ 1;
        let mut list = std::mem::take(&mut self.clauses.watches[gone as usize]);
        let (mut from, mut to) = (0, 0);
        let mut fine = true;
        while let Some(&watch) = list.get(from) {
            from += 1;
            list[to] = watch;
            to += 1;
            if self.values[watch.other as usize] > 0 {
                continue;
            }
            let literals = self.clauses.literals_mut(watch.clause);
            if literals[0] == gone {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let kept = Watch { clause: watch.clause, other: first };
            if self.values[first as usize] > 0 {
                list[to - 1] = kept;
                continue;
            }
            let values = &self.values;
            if let Some(found) = literals[2..].iter().position(|&other| values[other as usize] >= 0) {
                literals.swap(1, found + 2);
                let found = literals[1];
                self.clauses.watches[found as usize].push(kept);
                to -= 1;
                continue;
            }
            list[to - 1] = kept;
            if self.values[first as usize] < 0 {
                self.conflict.clear();
                self.conflict.extend_from_slice(self.clauses.literals(watch.clause));
                fine = false;
                break;
            }
            self.enqueue(first, Reason::Clause(watch.clause));
        }
        list.copy_within(from.., to);
        let length = list.len();
        list.truncate(length - (from - to));
        self.clauses.watches[gone as usize] = list;
        fine
    }

    /// Forgets half of the learned clauses.
    pub(super) fn forget(&mut self) {
        let (values, reasons) = (&self.values, &self.reason_of);
        self.clauses.forget(|clause, literals| {
            let is_reason =
                |&literal: &Literal| values[literal as usize] > 0 && reasons[item(literal)] == Reason::Clause(clause);
            literals[..2].iter().any(is_reason)
        });
        for &literal in &self.trail {
            if let Reason::Clause(clause) = &mut self.reason_of[item(literal)] {
                *clause = self.clauses.moved(*clause);
            }
        }
    }

    /// The values of all variables.
    pub(super) fn solution(&mut self) -> &[i32] {
        for &literal in &self.trail[self.told..] {
            if let Some((var, value)) = self.plan.meaning[literal as usize] {
                self.solution[var as usize] = value;
            }
        }
        self.told = self.trail.len();
        &self.solution
    }
}

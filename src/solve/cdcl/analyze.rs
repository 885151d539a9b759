//! What a conflict teaches: the clause at its first unique implication point, without the literals that the others imply.
//!
//! See N. Sörensson, A. Biere, "Minimizing Learned Clauses", SAT 2009.

use super::state::{Reason, State};
use super::{Literal, item};

/// What analysing needs besides the state.
#[derive(Debug)]
pub(super) struct Analysis {
    /// Items of literals that are in the clause, or that those in it are known to imply.
    seen: Vec<bool>,
    /// The items whose mark has to be taken back.
    marked: Vec<u32>,
    /// The clause: first the literal that follows, then one of the highest level of the others.
    pub(super) learned: Vec<Literal>,
    stack: Vec<Literal>,
    reasons: Vec<Literal>,
    /// Per level, the number of the last clause with a literal of it.
    last: Vec<u32>,
    clock: u32,
}

impl Analysis {
    pub(super) fn new(items: usize) -> Self {
        Analysis {
            seen: vec![false; items],
            marked: Vec::new(),
            learned: Vec::new(),
            stack: Vec::new(),
            reasons: Vec::new(),
            last: vec![0; items + 1],
            clock: 0,
        }
    }

    /// Learns from the state's conflict at a level where all but the choice follow from something. Returns the level to
    /// which the search may jump, and on how many levels the clause's literals lie.
    pub(super) fn learn(&mut self, state: &mut State<'_>) -> (usize, u32) {
        self.resolve(state);
        self.minimise(state);
        let mut level = 0;
        for at in 1..self.learned.len() {
            let own = state.level_of[item(self.learned[at])];
            if own > level {
                level = own;
                self.learned.swap(1, at);
            }
        }
        let learned = std::mem::take(&mut self.learned);
        let rank = self.levels(&learned, &state.level_of);
        self.learned = learned;
        for &item in &self.marked {
            self.seen[item as usize] = false;
        }
        self.marked.clear();
        state.order.age();
        (level as usize, rank)
    }

    /// Resolves the conflict with the reasons of its literals until one of the last level is left.
    fn resolve(&mut self, state: &mut State<'_>) {
        self.learned.clear();
        self.learned.push(0);
        self.reasons.clear();
        self.reasons.extend_from_slice(&state.conflict);
        let level = state.level() as u32;
        let mut open = 0;
        let mut place = state.trail.len();
        loop {
            for at in 0..self.reasons.len() {
                let literal = self.reasons[at];
                let item = item(literal);
                let own = state.level_of[item];
                if self.seen[item] || own == 0 {
                    continue;
                }
                self.seen[item] = true;
                self.marked.push(item as u32);
                state.order.bump(item);
                if own == level {
                    open += 1;
                } else {
                    self.learned.push(literal);
                }
            }
            loop {
                place -= 1;
                if self.seen[item(state.trail[place])] && state.level_of[item(state.trail[place])] == level {
                    break;
                }
            }
            let literal = state.trail[place];
            open -= 1;
            if open == 0 {
                self.learned[0] = literal ^ 1;
                return;
            }
            if let Reason::Clause(clause) = state.reason_of[item(literal)] {
                let (levels, level_of) = (&mut *self, &state.level_of);
                state.clauses.improve(clause, |literals| levels.levels(literals, level_of));
            }
            explain(state, literal, &mut self.reasons);
        }
    }

    /// Takes out literals that follow from others of the clause.
    fn minimise(&mut self, state: &State<'_>) {
        let levels = self.learned[1..].iter().fold(0, |set, &literal| set | mark(state, literal));
        let mut to = 1;
        for at in 1..self.learned.len() {
            let literal = self.learned[at];
            if state.reason_of[item(literal)] == Reason::None || !self.follows(state, literal, levels) {
                self.learned[to] = literal;
                to += 1;
            }
        }
        self.learned.truncate(to);
    }

    /// Whether a false literal follows from what is seen, on levels of the clause only.
    fn follows(&mut self, state: &State<'_>, literal: Literal, levels: u64) -> bool {
        self.stack.clear();
        self.stack.push(literal);
        let from = self.marked.len();
        while let Some(literal) = self.stack.pop() {
            explain(state, literal ^ 1, &mut self.reasons);
            for &other in &self.reasons {
                let item = item(other);
                if self.seen[item] || state.level_of[item] == 0 {
                    continue;
                }
                if state.reason_of[item] == Reason::None || mark(state, other) & levels == 0 {
                    for item in self.marked.drain(from..) {
                        self.seen[item as usize] = false;
                    }
                    return false;
                }
                self.seen[item] = true;
                self.marked.push(item as u32);
                self.stack.push(other);
            }
        }
        true
    }

    /// On how many levels literals lie.
    fn levels(&mut self, literals: &[Literal], level_of: &[u32]) -> u32 {
        self.clock = self.clock.wrapping_add(1);
        let mut number = 0;
        for &literal in literals {
            let last = &mut self.last[level_of[item(literal)] as usize];
            number += u32::from(*last != self.clock);
            *last = self.clock;
        }
        number
    }
}

/// A set with the level of a literal, and others.
fn mark(state: &State<'_>, literal: Literal) -> u64 {
    1 << (state.level_of[item(literal)] % 64)
}

/// The false literals that make a literal true.
fn explain(state: &State<'_>, literal: Literal, out: &mut Vec<Literal>) {
    out.clear();
    match state.reason_of[item(literal)] {
        Reason::None => unreachable!("what is explained has a reason"),
        Reason::Literal(other) => out.push(other ^ 1),
        Reason::Clause(clause) => {
            out.extend(state.clauses.literals(clause).iter().copied().filter(|&other| other != literal));
        }
        Reason::Count(number) => {
            let count = &state.plan.counts[number as usize];
            let before = state.place_of[item(literal)];
            let is_false = |other: &Literal| state.values[*other as usize] < 0 && state.place_of[item(*other)] < before;
            let enough = count.literals.len() - count.least;
            out.extend(count.literals.iter().copied().filter(is_false).take(enough));
        }
    }
}

//! Clauses by two watched literals (Moskewicz, Madigan, Zhao, Zhang, Malik, "Chaff", 2001), with a literal beside each
//! watch that often spares a look at the clause. Learned ones are forgotten by use and by the number of their levels.

use super::literal::ColumnLit;
use super::refutation::StepId;
use super::trail::{Reason, Trail};

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    other: ColumnLit,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    start: u32,
    end: u32,
    /// The number of its levels when it was learned; 0 for a clause of the program.
    levels: u32,
    is_used: bool,
    /// The step that says it.
    step: StepId,
}

/// Clauses of two literals or more.
#[derive(Debug)]
pub(super) struct Clauses {
    heads: Vec<Head>,
    literals: Vec<ColumnLit>,
    watches: Vec<Vec<Watch>>,
    learned: usize,
}

impl Clauses {
    pub(super) fn new(columns: usize) -> Self {
        Clauses { heads: Vec::new(), literals: Vec::new(), watches: vec![Vec::new(); 2 * columns], learned: 0 }
    }

    /// The number of learned clauses that are kept.
    pub(super) fn learned(&self) -> usize {
        self.learned
    }

    /// The literals of a clause.
    pub(super) fn get(&self, clause: u32) -> &[ColumnLit] {
        let head = self.heads[clause as usize];
        &self.literals[head.start as usize..head.end as usize]
    }

    /// The step that says a clause.
    pub(super) fn step(&self, clause: u32) -> StepId {
        self.heads[clause as usize].step
    }

    /// Notes that a clause was used.
    pub(super) fn used(&mut self, clause: u32) {
        self.heads[clause as usize].is_used = true;
    }

    /// Adds a clause whose first two literals are watched: where it is not all open, those that are not false or became
    /// so last.
    pub(super) fn add(&mut self, literals: &[ColumnLit], levels: u32, step: StepId) -> u32 {
        debug_assert!(literals.len() > 1);
        let clause = self.heads.len() as u32;
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(literals);
        self.heads.push(Head { start, end: self.literals.len() as u32, levels, is_used: true, step });
        self.learned += usize::from(levels > 0);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let &[first, second, ..] = self.get(clause) else { return };
        self.watches[first.index()].push(Watch { clause, other: second });
        self.watches[second.index()].push(Watch { clause, other: first });
    }

    /// Everything that follows from a literal that became true; the clause whose literals are all false, if there is
    /// one.
    pub(super) fn propagate(&mut self, lit: ColumnLit, trail: &mut Trail) -> Result<(), u32> {
        let falsified = !lit;
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let (mut kept, mut result) = (0, Ok(()));
        let mut next = 0;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            watches[kept] = watch;
            kept += 1;
            if trail.is_true(watch.other) {
                continue;
            }
            let head = self.heads[watch.clause as usize];
            let literals = &mut self.literals[head.start as usize..head.end as usize];
            if literals[0] == falsified {
                literals.swap(0, 1);
            }
            let first = literals[0];
            if trail.is_true(first) {
                watches[kept - 1].other = first;
                continue;
            }
            if let Some(free) = (2..literals.len()).find(|&index| !trail.is_false(literals[index])) {
                literals.swap(1, free);
                self.watches[literals[1].index()].push(Watch { clause: watch.clause, other: first });
                kept -= 1;
            } else if trail.is_false(first) {
                result = Err(watch.clause);
                break;
            } else {
                trail.assign(first, Reason::Clause(watch.clause));
            }
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.watches[falsified.index()] = watches;
        result
    }

    /// Forgets the worse half of the learned clauses that were not used since the last time, those of many levels
    /// first; with `all`, every learned clause. Reasons stay. The numbers of clauses change: `renumbered` gets old and
    /// new. Returns the steps of those that are gone.
    pub(super) fn reduce(
        &mut self,
        all: bool,
        is_reason: impl Fn(u32) -> bool,
        mut renumbered: impl FnMut(u32, u32),
    ) -> Vec<StepId> {
        let mut worse: Vec<(u32, u32)> = Vec::new();
        for (clause, head) in self.heads.iter_mut().enumerate() {
            let is_worse = head.levels > 2 && !std::mem::take(&mut head.is_used) || all && head.levels > 0;
            if is_worse && !is_reason(clause as u32) {
                worse.push((head.levels, clause as u32));
            }
        }
        worse.sort_unstable_by(|a, b| b.cmp(a));
        if !all {
            worse.truncate(worse.len().div_ceil(2));
        }
        let mut goes = vec![false; self.heads.len()];
        worse.iter().for_each(|&(_, clause)| goes[clause as usize] = true);
        let heads = std::mem::take(&mut self.heads);
        let gone = worse.iter().map(|&(_, clause)| heads[clause as usize].step).collect();
        let literals = std::mem::take(&mut self.literals);
        self.watches.iter_mut().for_each(Vec::clear);
        self.learned = 0;
        for (clause, head) in heads.into_iter().enumerate().filter(|&(clause, _)| !goes[clause]) {
            let start = self.literals.len() as u32;
            self.literals.extend_from_slice(&literals[head.start as usize..head.end as usize]);
            self.heads.push(Head { start, end: self.literals.len() as u32, ..head });
            self.learned += usize::from(head.levels > 0);
            let new = self.heads.len() as u32 - 1;
            self.watch(new);
            renumbered(clause as u32, new);
        }
        gone
    }
}

//! The formula under an assignment: propagation with two watched literals.
//!
//! What it does: a literal is twice its variable, counted from 0, and one more if it is negated. Binary clauses are
//! lists of implied literals; long ones watch their first two literals. Learned clauses stand behind those of the
//! formula.
//!
//! Whose idea: M. Moskewicz and others, "Chaff: Engineering an Efficient SAT Solver", DAC 2001; blocking literals: N.
//! Sörensson, N. Eén, "MiniSat 2.1 and MiniSat++ 1.0", 2008.
//!
//! How ours differs: the search undoes one decision at a time. What a learned clause asserts, and units, are assigned
//! with the next decision. The clauses of the formula have lists of occurrences besides, from which components are
//! split off.
//!
//! When it runs: in counts by components only; `cdcl` has its own.

use std::mem;
use std::ops::Range;

use cnfab_cnf::{ClauseStore, Lit};

use super::learn::{Asserted, Learned};

pub(super) type Literal = u32;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was decided.
    Decision,
    /// It is a clause of its own.
    Unit,
    /// The other literal of a binary clause is false.
    Binary(Literal),
    /// The other literals of a long clause are false.
    Clause(u32),
}

/// A clause whose literals are all false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    Binary([Literal; 2]),
    Clause(u32),
    /// A learned unit.
    Unit,
}

/// A long clause that watches a literal, and one of its other literals: while that is true, the clause is not visited.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    blocker: Literal,
}

/// Clauses and the values of their variables.
pub(super) struct Formula {
    is_shown: Vec<bool>,
    /// For each literal 1 if it is true, -1 if it is false, else 0.
    pub(super) values: Vec<i8>,
    /// For each variable with a value the number of decisions before it, and why it has it.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// Long clauses and learned ones, one after the other; the first two literals of each are watched.
    pub(super) lits: Vec<Literal>,
    /// The beginning of each of these clauses in `lits`, and the end of the last one.
    pub(super) starts: Vec<usize>,
    pub(super) learned: Learned,
    /// For each literal the other literals of its binary clauses.
    pub(super) binary: Vec<Vec<Literal>>,
    /// For each literal the long clauses that it is in.
    pub(super) occurrences: Vec<Vec<u32>>,
    watches: Vec<Vec<Watch>>,
    trail: Vec<Literal>,
    head: usize,
    /// The length of the trail before each decision.
    limits: Vec<usize>,
    /// True if a clause is empty, or two units contradict each other.
    contradicts: bool,
    /// The last split that saw the variable or the clause.
    pub(super) seen_variables: Vec<u64>,
    pub(super) seen_clauses: Vec<u64>,
    pub(super) splits: u64,
}

impl Formula {
    /// The formula without tautologies and without clauses and literals that come twice. Units are assigned, but not
    /// yet propagated.
    pub(super) fn new(clauses: &ClauseStore, variables: usize, shown: Option<&[u32]>) -> Self {
        let mut is_shown = vec![shown.is_none(); variables];
        shown.unwrap_or_default().iter().for_each(|&variable| is_shown[variable as usize - 1] = true);
        let of_literals = || vec![Vec::new(); 2 * variables];
        let mut formula = Formula {
            is_shown,
            values: vec![0; 2 * variables],
            levels: vec![0; variables],
            reasons: vec![Reason::Unit; variables],
            lits: Vec::new(),
            starts: vec![0],
            learned: Learned::new(variables),
            binary: of_literals(),
            occurrences: of_literals(),
            watches: vec![Vec::new(); 2 * variables],
            trail: Vec::new(),
            head: 0,
            limits: Vec::new(),
            contradicts: false,
            seen_variables: vec![0; variables],
            seen_clauses: Vec::new(),
            splits: 0,
        };
        let mut sorted: Vec<Vec<Literal>> = clauses.clauses().filter_map(cleaned).collect();
        sorted.sort_unstable();
        sorted.dedup();
        sorted.iter().for_each(|clause| formula.add(clause));
        formula.seen_clauses = vec![0; formula.starts.len() - 1];
        formula.learned.first = formula.starts.len() as u32 - 1;
        formula
    }

    fn add(&mut self, clause: &[Literal]) {
        match *clause {
            [] => self.contradicts = true,
            [lit] => match self.values[lit as usize] {
                0 => self.assign(lit, Reason::Unit),
                value => self.contradicts |= value < 0,
            },
            [a, b] => {
                self.binary[a as usize].push(b);
                self.binary[b as usize].push(a);
            }
            [..] => {
                let id = self.store(clause);
                clause.iter().for_each(|&lit| self.occurrences[lit as usize].push(id));
            }
        }
    }

    /// Stores a clause that watches its first two literals.
    pub(super) fn store(&mut self, clause: &[Literal]) -> u32 {
        let id = self.starts.len() as u32 - 1;
        self.lits.extend_from_slice(clause);
        self.starts.push(self.lits.len());
        self.watch(id);
        id
    }

    fn watch(&mut self, id: u32) {
        let [a, b] = [0, 1].map(|place| self.lits[self.starts[id as usize] + place]);
        self.watches[a as usize].push(Watch { clause: id, blocker: b });
        self.watches[b as usize].push(Watch { clause: id, blocker: a });
    }

    pub(super) fn variables(&self) -> usize {
        self.is_shown.len()
    }

    pub(super) fn is_shown(&self, variable: u32) -> bool {
        self.is_shown[variable as usize]
    }

    /// The number of decisions that hold.
    pub(super) fn level(&self) -> usize {
        self.limits.len()
    }

    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    pub(super) fn level_of(&self, lit: Literal) -> usize {
        self.levels[lit as usize / 2] as usize
    }

    pub(super) fn reason(&self, lit: Literal) -> Reason {
        self.reasons[lit as usize / 2]
    }

    pub(super) fn value(&self, lit: Literal) -> i8 {
        self.values[lit as usize]
    }

    /// The place of a long clause in `lits`.
    pub(super) fn range(&self, id: u32) -> Range<usize> {
        self.starts[id as usize]..self.starts[id as usize + 1]
    }

    pub(super) fn clause(&self, id: u32) -> &[Literal] {
        &self.lits[self.range(id)]
    }

    pub(super) fn is_open(&self, lit: Literal) -> bool {
        self.values[lit as usize] == 0
    }

    /// Keeps some of the learned clauses, and all that are reasons.
    pub(super) fn retain_learned(&mut self, is_kept: &[bool]) {
        let first = self.learned.first;
        let (mut next, mut numbers) = (first, vec![None; is_kept.len()]);
        for (at, _) in is_kept.iter().enumerate().filter(|(_, is_kept)| **is_kept) {
            let range = self.range(first + at as u32);
            let begin = self.starts[next as usize];
            let end = begin + range.len();
            self.lits.copy_within(range, begin);
            numbers[at] = Some(next);
            next += 1;
            self.starts[next as usize] = end;
        }
        self.starts.truncate(next as usize + 1);
        self.lits.truncate(self.starts[next as usize]);
        let number = |id: u32| id.checked_sub(first).map_or(Some(id), |at| numbers[at as usize]);
        for watches in &mut self.watches {
            watches.retain_mut(|watch| number(watch.clause).inspect(|&id| watch.clause = id).is_some());
        }
        for &lit in &self.trail {
            if let Reason::Clause(id) = &mut self.reasons[lit as usize / 2] {
                *id = number(*id).expect("a reason is kept");
            }
        }
    }

    /// Makes an open literal true. A unit holds on level 0, whenever it is found.
    fn assign(&mut self, lit: Literal, reason: Reason) {
        self.values[lit as usize] = 1;
        self.values[lit as usize ^ 1] = -1;
        self.levels[lit as usize / 2] = if reason == Reason::Unit { 0 } else { self.limits.len() as u32 };
        self.reasons[lit as usize / 2] = reason;
        self.trail.push(lit);
    }

    /// Decides an open literal and assigns what follows.
    ///
    /// Pre: the formula is propagated. Post: the level is one higher, on a conflict as well.
    ///
    /// # Errors
    /// A clause that is false.
    pub(super) fn decide(&mut self, lit: Literal) -> Result<(), Conflict> {
        self.limits.push(self.trail.len());
        let asserted = self.learned.asserted.take();
        match asserted.filter(|asserted| asserted.lit == lit) {
            Some(asserted) => self.assign(lit, Reason::Clause(asserted.clause)),
            None => self.assign(lit, Reason::Decision),
        }
        if let Some(Asserted { lit, clause, .. }) = asserted {
            match self.value(lit) {
                0 => self.assign(lit, Reason::Clause(clause)),
                1 => {}
                _ => return Err(Conflict::Clause(clause)),
            }
        }
        for at in 0..self.learned.units.len() {
            let unit = self.learned.units[at];
            match self.values[unit as usize] {
                0 => self.assign(unit, Reason::Unit),
                1 => {}
                _ => return Err(Conflict::Unit),
            }
        }
        self.propagate()
    }

    /// Takes back the last decision and what followed.
    ///
    /// Post: the formula is propagated as it was before the decision, but for what was learned since.
    pub(super) fn undo(&mut self) {
        let mark = self.limits.pop().expect("a decision is left");
        for lit in self.trail.drain(mark..) {
            self.values[lit as usize] = 0;
            self.values[lit as usize ^ 1] = 0;
        }
        self.head = mark;
        self.learned.undone(self.limits.len());
    }

    /// True if the formula has no model by propagation of its units.
    pub(super) fn contradicts(&mut self) -> bool {
        self.contradicts || self.propagate().is_err()
    }

    /// Assigns what follows.
    ///
    /// Post: if `Ok`, no clause of the formula is false or has one open literal and no true one. If `Err`, the literals
    /// of the conflict are false.
    fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let falsified = lit ^ 1;
            for at in 0..self.binary[falsified as usize].len() {
                let other = self.binary[falsified as usize][at];
                match self.values[other as usize] {
                    0 => self.assign(other, Reason::Binary(falsified)),
                    1 => {}
                    _ => return Err(Conflict::Binary([falsified, other])),
                }
            }
            let mut watching = mem::take(&mut self.watches[falsified as usize]);
            let visited = self.visit(falsified, &mut watching);
            self.watches[falsified as usize] = watching;
            visited?;
        }
        Ok(())
    }

    /// Visits the clauses that watch a literal that has become false. Those are left in the list that still watch it.
    ///
    /// Post: the clauses that moved are in the lists of their new watched literals, none of which is false.
    fn visit(&mut self, falsified: Literal, watching: &mut Vec<Watch>) -> Result<(), Conflict> {
        let (mut kept, mut at, mut result) = (0, 0, Ok(()));
        while result.is_ok() && at < watching.len() {
            let Watch { clause: id, blocker } = watching[at];
            watching[kept] = watching[at];
            kept += 1;
            at += 1;
            if self.values[blocker as usize] > 0 {
                continue;
            }
            let clause = &mut self.lits[self.starts[id as usize]..self.starts[id as usize + 1]];
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            let first = clause[0];
            if self.values[first as usize] <= 0 {
                let other = (2..clause.len()).find(|&place| self.values[clause[place] as usize] >= 0);
                if let Some(other) = other {
                    clause.swap(1, other);
                    self.watches[clause[1] as usize].push(Watch { clause: id, blocker: first });
                    kept -= 1;
                    continue;
                }
                match self.values[first as usize] {
                    0 => self.assign(first, Reason::Clause(id)),
                    _ => result = Err(Conflict::Clause(id)),
                }
            }
        }
        watching.drain(kept..at);
        result
    }
}

/// The sorted literals of a clause, each once; `None` for a tautology.
fn cleaned(clause: &[Lit]) -> Option<Vec<Literal>> {
    let mut lits: Vec<Literal> = clause.iter().map(|lit| 2 * (lit.var() - 1) + u32::from(!lit.is_positive())).collect();
    lits.sort_unstable();
    lits.dedup();
    lits.windows(2).all(|pair| pair[0] ^ 1 != pair[1]).then_some(lits)
}

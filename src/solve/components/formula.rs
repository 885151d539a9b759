//! The formula under an assignment: propagation with two watched literals, and the components of what is open.
//!
//! A literal is twice its variable, counted from 0, and one more if it is negated. Binary clauses are lists of implied
//! literals and appear in no key: a component's variables say which of them are open. A key has the sorted open
//! variables and the sorted numbers of the open long clauses, whose other literals are all false.

use std::mem;

use crate::cnf::{ClauseStore, Lit};

pub(super) type Literal = u32;

/// Open variables and clauses that share variables with no others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Component {
    /// The number of variables, the variables, and the long clauses.
    pub(super) key: Vec<u32>,
}

impl Component {
    pub(super) fn new(mut variables: Vec<u32>, mut clauses: Vec<u32>) -> Self {
        variables.sort_unstable();
        clauses.sort_unstable();
        let mut key = Vec::with_capacity(1 + variables.len() + clauses.len());
        key.push(variables.len() as u32);
        key.append(&mut variables);
        key.append(&mut clauses);
        Component { key }
    }

    pub(super) fn variables(&self) -> &[u32] {
        &self.key[1..=self.key[0] as usize]
    }

    pub(super) fn clauses(&self) -> &[u32] {
        &self.key[1 + self.key[0] as usize..]
    }

    /// The bytes of memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        mem::size_of_val(self.key.as_slice())
    }
}

/// Clauses and the values of their variables.
pub(super) struct Formula {
    is_shown: Vec<bool>,
    /// For each literal 1 if it is true, -1 if it is false, else 0.
    values: Vec<i8>,
    /// Long clauses, one after the other; the first two literals of each are watched.
    lits: Vec<Literal>,
    /// Where each long clause begins in `lits`, and where the last one ends.
    starts: Vec<usize>,
    /// For each literal the other literals of its binary clauses.
    binary: Vec<Vec<Literal>>,
    /// For each literal the long clauses that it is in.
    occurrences: Vec<Vec<u32>>,
    watches: Vec<Vec<u32>>,
    trail: Vec<Literal>,
    head: usize,
    /// Whether a clause is empty, or two units contradict each other.
    contradicts: bool,
    /// The last split that saw the variable or the clause.
    seen_variables: Vec<u64>,
    seen_clauses: Vec<u64>,
    splits: u64,
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
            lits: Vec::new(),
            starts: vec![0],
            binary: of_literals(),
            occurrences: of_literals(),
            watches: of_literals(),
            trail: Vec::new(),
            head: 0,
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
        formula
    }

    fn add(&mut self, clause: &[Literal]) {
        match *clause {
            [] => self.contradicts = true,
            [lit] => match self.values[lit as usize] {
                0 => self.assign(lit),
                value => self.contradicts |= value < 0,
            },
            [a, b] => {
                self.binary[a as usize].push(b);
                self.binary[b as usize].push(a);
            }
            [a, b, ..] => {
                let id = self.starts.len() as u32 - 1;
                self.watches[a as usize].push(id);
                self.watches[b as usize].push(id);
                clause.iter().for_each(|&lit| self.occurrences[lit as usize].push(id));
                self.lits.extend_from_slice(clause);
                self.starts.push(self.lits.len());
            }
        }
    }

    pub(super) fn variables(&self) -> usize {
        self.is_shown.len()
    }

    pub(super) fn is_shown(&self, variable: u32) -> bool {
        self.is_shown[variable as usize]
    }

    pub(super) fn trail(&self) -> usize {
        self.trail.len()
    }

    fn clause(&self, id: u32) -> &[Literal] {
        &self.lits[self.starts[id as usize]..self.starts[id as usize + 1]]
    }

    fn is_open(&self, lit: Literal) -> bool {
        self.values[lit as usize] == 0
    }

    /// Makes an open literal true.
    pub(super) fn assign(&mut self, lit: Literal) {
        self.values[lit as usize] = 1;
        self.values[lit as usize ^ 1] = -1;
        self.trail.push(lit);
    }

    /// Takes back what has been assigned since the trail had this length.
    pub(super) fn undo(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.values[lit as usize] = 0;
            self.values[lit as usize ^ 1] = 0;
        }
        self.head = mark;
    }

    /// Assigns what follows; `false` if a clause is false.
    pub(super) fn propagate(&mut self) -> bool {
        if self.contradicts {
            return false;
        }
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let falsified = lit ^ 1;
            for at in 0..self.binary[falsified as usize].len() {
                let other = self.binary[falsified as usize][at];
                match self.values[other as usize] {
                    0 => self.assign(other),
                    1 => {}
                    _ => return false,
                }
            }
            let mut watching = mem::take(&mut self.watches[falsified as usize]);
            let holds = self.visit(falsified, &mut watching);
            self.watches[falsified as usize] = watching;
            if !holds {
                return false;
            }
        }
        true
    }

    /// Visits the clauses that watch a literal that has become false. Those are left in the list that still watch it.
    fn visit(&mut self, falsified: Literal, watching: &mut Vec<u32>) -> bool {
        let (mut kept, mut at, mut holds) = (0, 0, true);
        while holds && at < watching.len() {
            let id = watching[at];
            at += 1;
            let clause = &mut self.lits[self.starts[id as usize]..self.starts[id as usize + 1]];
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            let first = clause[0];
            if self.values[first as usize] <= 0 {
                let other = (2..clause.len()).find(|&place| self.values[clause[place] as usize] >= 0);
                if let Some(other) = other {
                    clause.swap(1, other);
                    self.watches[clause[1] as usize].push(id);
                    continue;
                }
                match self.values[first as usize] {
                    0 => self.assign(first),
                    _ => holds = false,
                }
            }
            watching[kept] = id;
            kept += 1;
        }
        watching.drain(kept..at);
        holds
    }

    /// The components of the open ones of these variables, and the number of shown variables in no open clause.
    pub(super) fn split(&mut self, variables: &[u32]) -> (Vec<Component>, u64) {
        self.splits += 1;
        let (mut found, mut free) = (Vec::new(), 0);
        for &variable in variables {
            if !self.is_open(2 * variable) || self.seen_variables[variable as usize] == self.splits {
                continue;
            }
            let component = self.component_of(variable);
            if component.key.len() > 2 {
                found.push(component);
            } else {
                free += u64::from(self.is_shown(variable));
            }
        }
        (found, free)
    }

    fn component_of(&mut self, variable: u32) -> Component {
        let split = self.splits;
        self.seen_variables[variable as usize] = split;
        let (mut members, mut clauses) = (vec![variable], Vec::new());
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            next += 1;
            for lit in [2 * member, 2 * member + 1] {
                for &other in &self.binary[lit as usize] {
                    let seen = &mut self.seen_variables[other as usize / 2];
                    if self.values[other as usize] == 0 && *seen != split {
                        *seen = split;
                        members.push(other / 2);
                    }
                }
                for &id in &self.occurrences[lit as usize] {
                    if self.seen_clauses[id as usize] == split {
                        continue;
                    }
                    self.seen_clauses[id as usize] = split;
                    let clause = &self.lits[self.starts[id as usize]..self.starts[id as usize + 1]];
                    if clause.iter().any(|&lit| self.values[lit as usize] > 0) {
                        continue;
                    }
                    clauses.push(id);
                    for &lit in clause {
                        let seen = &mut self.seen_variables[lit as usize / 2];
                        if self.values[lit as usize] == 0 && *seen != split {
                            *seen = split;
                            members.push(lit / 2);
                        }
                    }
                }
            }
        }
        Component::new(members, clauses)
    }

    /// Calls `on` with the open literals of each open clause of a component, binary ones included.
    pub(super) fn open_clauses(&self, component: &Component, mut on: impl FnMut(&[Literal])) {
        for &variable in component.variables() {
            for lit in [2 * variable, 2 * variable + 1] {
                let others = self.binary[lit as usize].iter();
                others.filter(|&&other| lit < other && self.is_open(other)).for_each(|&other| on(&[lit, other]));
            }
        }
        let mut open = Vec::new();
        for &id in component.clauses() {
            open.clear();
            open.extend(self.clause(id).iter().filter(|&&lit| self.is_open(lit)));
            on(&open);
        }
    }
}

/// The sorted literals of a clause, each once; `None` for a tautology.
fn cleaned(clause: &[Lit]) -> Option<Vec<Literal>> {
    let mut lits: Vec<Literal> = clause.iter().map(|lit| 2 * (lit.var() - 1) + u32::from(!lit.is_positive())).collect();
    lits.sort_unstable();
    lits.dedup();
    lits.windows(2).all(|pair| pair[0] ^ 1 != pair[1]).then_some(lits)
}

//! The components of the open part of a formula, which share no open variable.
//!
//! What it does: from an open variable on, it follows the open clauses to further variables. A key names a component:
//! it has its sorted open variables and the sorted numbers of its open long clauses, whose other literals are all
//! false.
//!
//! Whose idea: R. Bayardo, J. Pehoushek, "Counting Models using Connected Components", AAAI 2000; the key: M. Thurley,
//! "sharpSAT", SAT 2006.
//!
//! How ours differs: binary clauses are in no key: the variables say which of them are open. Neither are learned
//! clauses, which belong to no component and do not hold two together.
//!
//! When it runs: after each decision that is no conflict, on the component that was decided in.

use std::mem;

use super::formula::{Formula, Literal};

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

impl Formula {
    /// The components of what is open.
    pub(super) fn components(&mut self) -> Vec<Component> {
        let all: Vec<u32> = (0..self.variables() as u32).collect();
        self.split(&all)
    }

    /// The components of the open ones of these variables.
    ///
    /// Pre: the formula is propagated, and these are all variables of a component of before. Post: each open clause
    /// among them is in just one component; `assigned` has the literals of those that are not open, `free` the shown
    /// ones in no open clause.
    pub(super) fn split(&mut self, variables: &[u32]) -> Vec<Component> {
        self.splits += 1;
        self.assigned.clear();
        self.free.clear();
        let mut found = Vec::new();
        for &variable in variables {
            let value = self.state.values[2 * variable as usize];
            if value != 0 {
                self.assigned.push(2 * variable + u32::from(value < 0));
                continue;
            }
            if self.seen_variables[variable as usize] == self.splits {
                continue;
            }
            let component = self.component_of(variable);
            if component.key.len() > 2 {
                found.push(component);
            } else if self.is_shown(variable) {
                self.free.push(variable);
            }
        }
        found
    }

    fn component_of(&mut self, variable: u32) -> Component {
        let split = self.splits;
        self.seen_variables[variable as usize] = split;
        let (mut members, mut clauses) = (vec![variable], Vec::new());
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            next += 1;
            for lit in [2 * member, 2 * member + 1] {
                for &other in self.binary.get(lit as usize) {
                    let seen = &mut self.seen_variables[other as usize / 2];
                    if self.state.values[other as usize] == 0 && *seen != split {
                        *seen = split;
                        members.push(other / 2);
                    }
                }
                for &id in self.occurrences.get(lit as usize) {
                    if self.seen_clauses[id as usize] == split {
                        continue;
                    }
                    self.seen_clauses[id as usize] = split;
                    let clause = self.long.get(id as usize);
                    if clause.iter().any(|&lit| self.state.values[lit as usize] > 0) {
                        continue;
                    }
                    clauses.push(id);
                    for &lit in clause {
                        let seen = &mut self.seen_variables[lit as usize / 2];
                        if self.state.values[lit as usize] == 0 && *seen != split {
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
                let others = self.binary.get(lit as usize).iter();
                others.filter(|&&other| lit < other && self.is_open(other)).for_each(|&other| on(&[lit, other]));
            }
        }
        let mut open = Vec::new();
        for &id in component.clauses() {
            open.clear();
            open.extend(self.long.get(id as usize).iter().filter(|&&lit| self.is_open(lit)));
            on(&open);
        }
    }
}

//! One value for every variable of a model.

use std::ops::Index;

use super::{Atom, Var};

/// A value for each variable of a model, in the order the variables were added.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assignment(Vec<i32>);

impl Assignment {
    /// An assignment from the values in variable order.
    pub fn new(values: Vec<i32>) -> Self {
        Assignment(values)
    }

    /// The values in variable order.
    pub fn values(&self) -> &[i32] {
        &self.0
    }

    /// The same to be changed, for a search that hands over many assignments one after the other.
    pub fn values_mut(&mut self) -> &mut Vec<i32> {
        &mut self.0
    }

    /// True if the atom is true under this assignment.
    pub fn satisfies(&self, atom: Atom) -> bool {
        atom.holds(self[atom.var])
    }

    /// The values of the given variables, in their order.
    pub fn project(&self, vars: &[Var]) -> Vec<i32> {
        vars.iter().map(|&var| self[var]).collect()
    }
}

impl Index<Var> for Assignment {
    type Output = i32;

    fn index(&self, var: Var) -> &i32 {
        &self.0[var.index()]
    }
}

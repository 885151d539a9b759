//! The number of true atoms is odd, or even.
//!
//! A long parity is cut into short ones, each the definition of a variable, as by G. S. Tseitin, "On the Complexity of
//! Derivation in Propositional Calculus", 1968. The length of the pieces is after M. Soos, K. Nohl, C. Castelluccia,
//! "Extending SAT Solvers to Cryptographic Problems", SAT 2009. The pieces make a tree here, not a chain. Only the last
//! one has the conditions, so the others are definitions in every assignment.

use std::collections::VecDeque;

use super::super::{Assignment, Atom, Model, Poster, Var};
use super::{Class, Clause, some_atoms};

/// The most atoms of a parity that is stated by clauses.
const LENGTH: usize = 4;

/// The number of true atoms is odd, or even.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parity {
    /// The atoms counted; an atom given twice counts twice.
    pub atoms: Vec<Atom>,
    /// True if the number is odd.
    pub is_odd: bool,
}

impl Parity {
    /// States that the constraint holds if all atoms of `when` do, by parities of at most `length` atoms, which is at
    /// least 3. The first atoms give way to one that is true if their number is odd, until few are left. In a chain it
    /// takes their place, in a tree it comes last.
    pub fn decompose_in_pieces(&self, length: usize, is_chain: bool, when: &[Atom], out: &mut Poster<'_>) {
        let mut left: VecDeque<Atom> = self.atoms.iter().copied().collect();
        while left.len() > length {
            let mut piece: Vec<Atom> = left.drain(..length - 1).collect();
            let is_odd = out.variable("odd", 0..=1).is(1);
            if is_chain {
                left.push_front(is_odd);
            } else {
                left.push_back(is_odd);
            }
            piece.push(is_odd);
            Self::state(&piece, false, &[], out);
        }
        Self::state(left.make_contiguous(), self.is_odd, when, out);
    }

    /// One clause for each set of true atoms with the other parity.
    fn state(atoms: &[Atom], is_odd: bool, when: &[Atom], out: &mut Poster<'_>) {
        for set in (0..1u32 << atoms.len()).filter(|set| (set.count_ones() % 2 > 0) != is_odd) {
            let differs = |(place, &atom): (usize, &Atom)| if set >> place & 1 > 0 { !atom } else { atom };
            out.post(when, Clause(atoms.iter().enumerate().map(differs).collect()));
        }
    }
}

impl Class for Parity {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        Parity { atoms: some_atoms(model, choose, 8), is_odd: choose(2) > 0 }
    }

    fn name(&self) -> &'static str {
        "parity"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.atoms.iter().map(|atom| atom.var))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.atoms.iter_mut().for_each(|atom| atom.var = to(atom.var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let number = self.atoms.iter().filter(|&&atom| assignment.satisfies(atom)).count();
        (number % 2 > 0) == self.is_odd
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.decompose_in_pieces(LENGTH, false, when, out);
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        Parity { atoms: self.atoms.clone(), is_odd: !self.is_odd }.decompose(when, out);
    }

    fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    fn atoms_mut(&mut self) -> Option<&mut Vec<Atom>> {
        Some(&mut self.atoms)
    }
}

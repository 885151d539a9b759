//! The number of true atoms compares with a constant.

use super::super::{Assignment, Atom, Cmp, Model, ModelError, Poster, Var};
use super::{Class, Clause, some_atoms, some_cmp};

/// The number of true atoms compares with `k`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cardinality {
    /// The atoms counted; an atom given twice counts twice.
    pub atoms: Vec<Atom>,
    /// The comparison.
    pub cmp: Cmp,
    /// The number compared with.
    pub k: usize,
}

impl Class for Cardinality {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let atoms = some_atoms(model, choose, 5);
        let k = choose(atoms.len() + 1);
        Cardinality { atoms, cmp: some_cmp(choose), k }
    }

    fn name(&self) -> &'static str {
        "cardinality"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.atoms.iter().map(|atom| atom.var))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.atoms.iter_mut().for_each(|atom| atom.var = to(atom.var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.cmp.holds(self.atoms.iter().filter(|&&atom| assignment.satisfies(atom)).count(), self.k)
    }

    /// Takes one more than the number of atoms for any larger number that they are compared with.
    fn normalise(&mut self) -> Result<(), ModelError> {
        self.k = self.k.min(self.atoms.len() + 1);
        Ok(())
    }

    /// One atom for all of `when` is counted often enough to decide the comparison if it is false.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        if when.is_empty() {
            return out.post(when, self.clone());
        }
        let n = self.atoms.len();
        if self.cmp != Cmp::Ge && self.k < n {
            let guard = out.conjunction(when);
            let atoms = self.atoms.iter().copied().chain(std::iter::repeat_n(guard, n - self.k)).collect();
            out.post(&[], Cardinality { atoms, cmp: Cmp::Le, k: n });
        }
        if self.cmp != Cmp::Le && self.k > n {
            Clause::default().decompose(when, out);
        } else if self.cmp != Cmp::Le && self.k > 0 {
            let guard = out.conjunction(when);
            let atoms = self.atoms.iter().copied().chain(std::iter::repeat_n(!guard, self.k)).collect();
            out.post(&[], Cardinality { atoms, cmp: Cmp::Ge, k: self.k });
        }
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let less = self.k.checked_sub(1).map(|k| Cardinality { atoms: self.atoms.clone(), cmp: Cmp::Le, k });
        let more = Cardinality { atoms: self.atoms.clone(), cmp: Cmp::Ge, k: self.k + 1 };
        match self.cmp {
            Cmp::Le => out.post(when, more),
            Cmp::Ge => out.one_of(when, less),
            Cmp::Eq => out.one_of(when, less.into_iter().chain([more])),
        }
    }

    fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    fn atoms_mut(&mut self) -> Option<&mut Vec<Atom>> {
        Some(&mut self.atoms)
    }
}

//! At least one of some atoms is true.

use super::super::{Assignment, Atom, Domain, Model, Poster, Var};
use super::{Class, some_atoms};

/// At least one of the atoms is true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clause(pub Vec<Atom>);

impl Class for Clause {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        Clause(some_atoms(model, choose, 3))
    }

    fn name(&self) -> &'static str {
        "clause"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.0.iter().map(|atom| atom.var))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.0.iter_mut().for_each(|atom| atom.var = to(atom.var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.0.iter().any(|&atom| assignment.satisfies(atom))
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        out.post(&[], Clause(when.iter().map(|&atom| !atom).chain(self.0.iter().copied()).collect()));
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.0.iter().for_each(|&atom| out.post(when, Clause(vec![!atom])));
    }

    /// A clause over one variable leaves it the values for which some atom is true.
    fn supports(&self) -> Vec<(Var, Domain)> {
        let var = self.0.first().map(|first| first.var).filter(|&var| self.0.iter().all(|atom| atom.var == var));
        let values =
            |var: Var| (var, self.0.iter().flat_map(|atom| atom.values().ranges().collect::<Vec<_>>()).collect());
        var.map(values).into_iter().collect()
    }

    fn atoms(&self) -> &[Atom] {
        &self.0
    }

    fn atoms_mut(&mut self) -> Option<&mut Vec<Atom>> {
        Some(&mut self.0)
    }
}

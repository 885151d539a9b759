//! The number of true atoms compares with a variable.
//!
//! N. Beldiceanu, E. Contejean, "Introducing Global Constraints in CHIP", 1994, has it as `among`. Here it is a sum of
//! 0/1 variables, so that all encodings of sums are encodings of it, and a cardinality where the variable is fixed.

use super::super::{Assignment, Atom, Cmp, Constraint, Model, Poster, Var};
use super::{Cardinality, Class, Linear, some_atoms, some_cmp, some_vars};

/// The number of true atoms compares with the value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Among {
    /// The atoms counted; an atom given twice counts twice.
    pub atoms: Vec<Atom>,
    /// The comparison.
    pub cmp: Cmp,
    /// The variable that the number is compared with.
    pub number: Var,
}

impl Among {
    fn simpler(&self, out: &mut Poster<'_>) -> Constraint {
        let fixed = out.domain(self.number).fixed().and_then(|value| usize::try_from(value).ok());
        match fixed {
            Some(k) => Cardinality { atoms: self.atoms.clone(), cmp: self.cmp, k }.into(),
            None => {
                let counted: Vec<_> = self.atoms.iter().map(|&atom| (1, out.indicator(&[atom]))).collect();
                let terms = counted.into_iter().chain([(-1, self.number)]).collect();
                Linear { terms, cmp: self.cmp, rhs: 0 }.into()
            }
        }
    }
}

impl Class for Among {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let number = some_vars(model, choose, 1)[0];
        Among { atoms: some_atoms(model, choose, 5), cmp: some_cmp(choose), number }
    }

    fn name(&self) -> &'static str {
        "among"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.atoms.iter().map(|atom| atom.var).chain([self.number]))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.atoms.iter_mut().for_each(|atom| atom.var = to(atom.var));
        self.number = to(self.number);
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let number = self.atoms.iter().filter(|&&atom| assignment.satisfies(atom)).count();
        self.cmp.holds(number as i128, i128::from(assignment[self.number]))
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        let simpler = self.simpler(out);
        out.post(when, simpler);
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.simpler(out).class().negate(when, out);
    }

    fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    fn atoms_mut(&mut self) -> Option<&mut Vec<Atom>> {
        Some(&mut self.atoms)
    }
}

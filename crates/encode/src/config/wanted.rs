//! The formulas that a model takes from external encodings.

use std::collections::{BTreeMap, BTreeSet};

use cnfab_cnf::{ClauseSink, Lit, Name, NativeConstraint, Natives, PseudoBoolean};

use super::external::ExternalTask;

/// The tasks of each external encoding, by its specification.
pub type Tasks = BTreeMap<String, BTreeSet<ExternalTask>>;

/// A sink that drops clauses and keeps the formulas that programs have to print.
#[derive(Default)]
pub(crate) struct Wanted {
    variables: i32,
    pub(crate) tasks: Tasks,
}

impl ClauseSink for Wanted {
    fn fresh(&mut self, _: Name) -> Lit {
        self.variables += 1;
        Lit::from_dimacs(self.variables)
    }

    fn clause(&mut self, _: &[Lit]) {}

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        Some(self)
    }
}

impl Natives for Wanted {
    fn native(&mut self, _: NativeConstraint<Lit>) {}

    fn wanted(&mut self, program: &str, constraint: PseudoBoolean<'_>) {
        self.tasks.entry(program.to_owned()).or_default().insert(constraint.into());
    }
}

//! The formula of a model, and beside it the constraints that the solver propagates.

use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name, NativeConstraint, Natives};

/// The formula that an encoder makes for a solver that may take native constraints.
pub(super) struct WithNatives {
    pub(super) clauses: ClauseStore,
    pub(super) natives: Vec<NativeConstraint<Lit>>,
    takes_natives: bool,
}

impl WithNatives {
    /// Nothing yet.
    pub(super) fn new(takes_natives: bool) -> Self {
        WithNatives { clauses: ClauseStore::default(), natives: Vec::new(), takes_natives }
    }
}

impl ClauseSink for WithNatives {
    fn fresh(&mut self, name: Name) -> Lit {
        self.clauses.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses.clause(lits);
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        if self.takes_natives { Some(self) } else { None }
    }
}

impl Natives for WithNatives {
    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        self.natives.push(constraint);
    }
}

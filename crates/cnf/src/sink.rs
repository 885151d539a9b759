//! The one interface through which encoders speak.

use super::{Carry, Definition, Lit, Name, NativeConstraint, PseudoBoolean};

/// Takes variables and clauses as they are made: a solver, a file, a counter or a store.
///
/// A sink does not fail while clauses stream in; one that writes keeps its first error and reports it at the end.
pub trait ClauseSink {
    /// A new variable, as a positive literal. Numbers start at 1 and have no gaps.
    fn fresh(&mut self, name: Name) -> Lit;

    /// A new variable of which it is known when it is true. Only a sink that writes proofs asks for the meaning.
    fn define(&mut self, name: Name, _meaning: &dyn Fn() -> Definition) -> Lit {
        self.fresh(name)
    }

    /// A clause. The empty clause makes the formula unsatisfiable.
    fn clause(&mut self, lits: &[Lit]);

    /// Names the model variable that the next variables and clauses belong to.
    fn variable(&mut self, _name: &str) {}

    /// Names the constraint that the next variables and clauses belong to: its family and its number within the family.
    fn group(&mut self, _family: &str, _number: usize) {}

    /// States whether the next variables and clauses define the meaning of a literal of a model variable. They hold
    /// under all conditions, also where the constraint that asks for the literal does not.
    fn defining(&mut self, _begins: bool) {}

    /// States that the multiples of literals that are true come to what the constraint bounds, but for rounding. Only a
    /// sink that writes proofs asks for them.
    fn total(&mut self, _weights: &dyn Fn() -> Vec<(i64, Lit)>) {}

    /// States that as many of the first literals are true, from the first on, as of the others, up to their number.
    fn unary(&mut self, _lits: &[Lit], _of: &[Lit]) {}

    /// States that literals count what bits and a constant come to, of which these carries led to the highest bit, the
    /// last one first. Only a sink that writes proofs asks for them.
    fn carried(&mut self, _lits: &[Lit], _carries: &dyn Fn() -> Vec<Carry>) {}

    /// True if the sink takes native constraints.
    fn propagates(&self) -> bool {
        false
    }

    /// A constraint that is propagated as it is.
    ///
    /// # Panics
    /// By default: whoever encodes has asked whether the sink [`propagates`](ClauseSink::propagates).
    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        panic!("this sink takes clauses only, not {constraint:?}");
    }

    /// Records that a constraint needs a formula from a program that has not been run for it.
    ///
    /// # Panics
    /// By default: whoever encodes with external programs has run them before.
    fn wanted(&mut self, program: &str, constraint: PseudoBoolean<'_>) {
        panic!("{program} has not been run for {constraint:?}");
    }
}

/// Methods of a sink in front of a sink, its field `inner`, which pass on what they get.
#[macro_export]
macro_rules! passes_on {
    ($($method:ident),*) => {
        $($crate::passes_on!(@$method);)*
    };
    (@fresh) => {
        fn fresh(&mut self, name: $crate::Name) -> $crate::Lit {
            self.inner.fresh(name)
        }
    };
    (@define) => {
        fn define(
            &mut self,
            name: $crate::Name,
            meaning: &dyn Fn() -> $crate::Definition,
        ) -> $crate::Lit {
            self.inner.define(name, meaning)
        }
    };
    (@variable) => {
        fn variable(&mut self, name: &str) {
            self.inner.variable(name);
        }
    };
    (@group) => {
        fn group(&mut self, family: &str, number: usize) {
            self.inner.group(family, number);
        }
    };
    (@defining) => {
        fn defining(&mut self, begins: bool) {
            self.inner.defining(begins);
        }
    };
    (@total) => {
        fn total(&mut self, weights: &dyn Fn() -> Vec<(i64, $crate::Lit)>) {
            self.inner.total(weights);
        }
    };
    (@unary) => {
        fn unary(&mut self, lits: &[$crate::Lit], of: &[$crate::Lit]) {
            self.inner.unary(lits, of);
        }
    };
    (@carried) => {
        fn carried(&mut self, lits: &[$crate::Lit], carries: &dyn Fn() -> Vec<$crate::Carry>) {
            self.inner.carried(lits, carries);
        }
    };
    (@propagates) => {
        fn propagates(&self) -> bool {
            self.inner.propagates()
        }
    };
    (@native) => {
        fn native(&mut self, constraint: $crate::NativeConstraint<$crate::Lit>) {
            self.inner.native(constraint);
        }
    };
    (@wanted) => {
        fn wanted(&mut self, program: &str, constraint: $crate::PseudoBoolean<'_>) {
            self.inner.wanted(program, constraint);
        }
    };
}

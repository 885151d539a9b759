//! The interface through which encoders speak: variables and clauses, and beside them notes and native constraints.

use super::{BranchingPhase, Carry, ClauseRule, Definition, Lit, Name, NativeConstraint, PseudoBoolean};

/// Takes variables and clauses as they are made: a solver, a file, a counter or a store.
///
/// A sink does not fail while clauses stream in; one that writes keeps its first error and reports it at the end. A
/// sink in front of another one hands on its [`notes`](Self::notes) and [`natives`](Self::natives), or stands in front
/// of them, too.
pub trait ClauseSink {
    /// A new variable, as a positive literal. Numbers start at 1 and have no gaps.
    fn fresh(&mut self, name: Name) -> Lit;

    /// A clause. The empty clause makes the formula unsatisfiable.
    fn clause(&mut self, lits: &[Lit]);

    /// Is told what variables and clauses are about; a map of the variables or a proof has it.
    fn notes(&mut self) -> Option<&mut dyn Notes> {
        None
    }

    /// Takes constraints that are no clauses; a solver that propagates them has it.
    fn natives(&mut self) -> Option<&mut dyn Natives> {
        None
    }
}

/// Is told what variables and clauses are about. By default each note goes on to the next one who wants to know it.
pub trait Notes {
    /// The next one who wants to know.
    fn next(&mut self) -> Option<&mut dyn Notes> {
        None
    }

    /// The next variables and clauses belong to the model variable with this name.
    fn variable(&mut self, name: &str) {
        if let Some(next) = self.next() {
            next.variable(name);
        }
    }

    /// The next variables and clauses belong to this constraint: its family and its number within the family.
    fn group(&mut self, family: &str, number: usize) {
        if let Some(next) = self.next() {
            next.group(family, number);
        }
    }

    /// The next variables and clauses define the meaning of a literal of a model variable, or no longer do. They hold
    /// under all conditions, also where the constraint that asks for the literal does not.
    fn defining(&mut self, begins: bool) {
        if let Some(next) = self.next() {
            next.defining(begins);
        }
    }

    /// The meaning of the variable that is made next. Only proofs ask for it.
    fn define(&mut self, meaning: &dyn Fn() -> Definition) {
        if let Some(next) = self.next() {
            next.define(meaning);
        }
    }

    /// The rule by which the next clauses of the constraint follow. Only proofs ask for it.
    fn why(&mut self, rule: ClauseRule) {
        if let Some(next) = self.next() {
            next.why(rule);
        }
    }

    /// The sum of the constraint is encoded in normal form: divided and saturated. Multiples of counts were added to an
    /// inequality before, as an "at least". Each count says that exactly one of its literals is true; it is told by its
    /// family, its number, and the multiple. Only proofs ask for them.
    fn normal(&mut self, added: &[(&str, usize, i64)]) {
        if let Some(next) = self.next() {
            next.normal(added);
        }
    }

    /// The multiples of literals that are true come to what the constraint bounds, but for rounding. Only proofs ask
    /// for them.
    fn total(&mut self, weights: &dyn Fn() -> Vec<(i64, Lit)>) {
        if let Some(next) = self.next() {
            next.total(weights);
        }
    }

    /// As many of the first literals are true, from the first on, as of the others, up to their number.
    fn unary(&mut self, lits: &[Lit], of: &[Lit]) {
        if let Some(next) = self.next() {
            next.unary(lits, of);
        }
    }

    /// Literals count the highest digit of a sum of digits and a constant. The carries that led to it come last first.
    /// Only proofs ask for them.
    fn carried(&mut self, lits: &[Lit], carries: &dyn Fn() -> Vec<Carry>) {
        if let Some(next) = self.next() {
            next.carried(lits, carries);
        }
    }
}

/// Takes constraints that are no clauses.
pub trait Natives {
    /// A constraint that is propagated as it is.
    fn native(&mut self, constraint: NativeConstraint<Lit>);

    /// An order of decisions that the model declares. By default it is not followed.
    fn branching(&mut self, _: Vec<BranchingPhase<Lit>>) {}

    /// Records that a constraint needs a formula from a program that has not been run for it.
    ///
    /// # Panics
    /// By default: whoever encodes with external programs has run them before.
    fn wanted(&mut self, program: &str, constraint: PseudoBoolean<'_>) {
        panic!("{program} has not been run for {constraint:?}");
    }
}

impl dyn ClauseSink + '_ {
    /// A new variable of which it is known when it is true.
    pub fn define(&mut self, name: Name, meaning: impl Fn() -> Definition) -> Lit {
        self.note(|notes| notes.define(&meaning));
        self.fresh(name)
    }

    /// Names the rule by which the next clauses of the constraint follow.
    pub fn why(&mut self, rule: ClauseRule) {
        self.note(|notes| notes.why(rule));
    }

    /// Tells something to who wants to know it.
    pub fn note(&mut self, note: impl FnOnce(&mut dyn Notes)) {
        if let Some(notes) = self.notes() {
            note(notes);
        }
    }

    /// A constraint that is propagated as it is.
    ///
    /// # Panics
    /// If the sink takes clauses only: whoever encodes has asked it.
    pub fn native(&mut self, constraint: NativeConstraint<Lit>) {
        match self.natives() {
            Some(natives) => natives.native(constraint),
            None => panic!("this sink takes clauses only, not {constraint:?}"),
        }
    }
}

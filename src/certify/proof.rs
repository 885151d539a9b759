//! Steps of a proof in VeriPB's format 3.0, numbered as the checker numbers them.
//!
//! `rup` adds a constraint that unit propagation proves, from the hinted constraints only if there are hints. `pol`
//! adds multiples of constraints. `red` adds a constraint that some change of an assignment always meets, which defines
//! a new variable. S. Gocht, J. Nordström, "Certifying Parity Reasoning Efficiently Using Pseudo-Boolean Proofs", AAAI
//! 2021; B. Bogaerts, S. Gocht, C. McCreesh, J. Nordström, "Certified Dominance and Symmetry Breaking for Combinatorial
//! Optimisation", JAIR 77, 2023.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::statement::{Form, Statement};

/// The number of a constraint in the proof.
pub(super) type Id = u64;

/// A 0/1 variable of the statement, or one that the proof adds, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Literal {
    pub(super) variable: u32,
    pub(super) positive: bool,
}

impl Literal {
    pub(super) fn of(variable: u32) -> Self {
        Literal { variable, positive: true }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { positive: !self.positive, ..self }
    }
}

/// A proof that is being written.
pub(super) struct Proof<'p> {
    statement: &'p Statement<'p>,
    out: &'p mut dyn Write,
    last: Id,
    line: String,
    failure: Option<io::Error>,
}

impl<'p> Proof<'p> {
    /// Begins a proof about a statement with more forms, or fewer.
    pub(super) fn begin(statement: &'p Statement<'p>, more: i64, out: &'p mut dyn Write) -> Self {
        let last = (statement.forms.len() as Id).saturating_add_signed(more);
        let mut proof = Proof { statement, out, last, line: String::new(), failure: None };
        proof.line.push_str("pseudo-Boolean proof version 3.0\nf ");
        let _ = write!(proof.line, "{last}");
        proof.end();
        proof
    }

    /// The number of a form of the statement.
    pub(super) fn input(position: u32) -> Id {
        Id::from(position) + 1
    }

    /// Writes a line; the first failure is kept.
    fn end(&mut self) {
        self.line.push_str(" ;\n");
        if self.failure.is_none() {
            self.failure = self.out.write_all(self.line.as_bytes()).err();
        }
        self.line.clear();
    }

    fn added(&mut self) -> Id {
        self.end();
        self.last += 1;
        self.last
    }

    fn variable(&mut self, variable: u32) {
        match variable.checked_sub(self.statement.variables()) {
            None => self.line.push_str(self.statement.name(variable)),
            Some(number) => {
                let _ = write!(self.line, "p{number}_");
            }
        }
    }

    fn literal(&mut self, literal: Literal) {
        if !literal.positive {
            self.line.push('~');
        }
        self.variable(literal.variable);
    }

    fn form(&mut self, form: &Form) {
        for &(variable, coefficient) in &form.terms {
            let _ = write!(self.line, " {coefficient} ");
            self.variable(variable);
        }
        let _ = write!(self.line, " >= {}", form.bound);
    }

    fn clause(&mut self, clause: &[Literal]) {
        for &literal in clause {
            self.line.push_str(" 1 ");
            self.literal(literal);
        }
        self.line.push_str(" >= 1");
    }

    fn hints(&mut self, hints: &[Id]) {
        if !hints.is_empty() {
            self.line.push_str(" :");
        }
        for hint in hints {
            let _ = write!(self.line, " {hint}");
        }
    }

    /// A clause that follows by unit propagation from the hinted constraints, or from all if there are no hints.
    pub(super) fn rup(&mut self, clause: &[Literal], hints: &[Id]) -> Id {
        self.line.push_str("rup");
        self.clause(clause);
        self.hints(hints);
        self.added()
    }

    /// Defines a variable of the proof by a constraint that holds if the variable has the value.
    pub(super) fn red(&mut self, form: &Form, variable: u32, value: bool) -> Id {
        self.line.push_str("red");
        self.form(form);
        self.line.push_str(" : ");
        self.variable(variable);
        let _ = write!(self.line, " -> {}", u8::from(value));
        self.added()
    }

    /// The same for a clause.
    pub(super) fn red_clause(&mut self, clause: &[Literal], variable: u32, value: bool) -> Id {
        self.line.push_str("red");
        self.clause(clause);
        self.line.push_str(" : ");
        self.variable(variable);
        let _ = write!(self.line, " -> {}", u8::from(value));
        self.added()
    }

    /// The sum of multiples of constraints and of the facts that variables are at least 0, divided by a number and
    /// rounded up. Where the multiple of a variable is negative, the fact is that it is at most 1.
    pub(super) fn sum(&mut self, of: &[(Id, i128)], ends: &[(u32, i128)], divisor: i128) -> Id {
        self.line.push_str("pol");
        let mut is_first = true;
        for &(id, factor) in of {
            let _ = write!(self.line, " {id}");
            if factor != 1 {
                let _ = write!(self.line, " {factor} *");
            }
            if !std::mem::take(&mut is_first) {
                self.line.push_str(" +");
            }
        }
        for &(variable, factor) in ends.iter().filter(|&&(_, factor)| factor != 0) {
            self.line.push(' ');
            self.literal(Literal { variable, positive: factor > 0 });
            let _ = write!(self.line, " {} * +", factor.abs());
        }
        if divisor != 1 {
            let _ = write!(self.line, " {divisor} d");
        }
        self.added()
    }

    /// Forgets a constraint.
    pub(super) fn delete(&mut self, ids: &[Id]) {
        if ids.is_empty() {
            return;
        }
        self.line.push_str("del id");
        for id in ids {
            let _ = write!(self.line, " {id}");
        }
        self.end();
    }

    /// A solution, which all later ones have to differ from.
    pub(super) fn solution(&mut self, truth: &[bool]) {
        self.line.push_str("solx");
        for (variable, &positive) in (0..).zip(truth) {
            self.line.push(' ');
            self.literal(Literal { variable, positive });
        }
        self.added();
    }

    /// A solution, than which all later ones have to be better. What this says is the last form of the statement.
    pub(super) fn best(&mut self, truth: &[bool]) {
        self.line.push_str("soli");
        for (variable, &positive) in (0..).zip(truth) {
            self.line.push(' ');
            self.literal(Literal { variable, positive });
        }
        self.added();
    }

    /// Ends the proof with the constraints of these steps, which it derives beside those that it began with.
    ///
    /// # Errors
    /// The first that happened while it was written.
    pub(super) fn derived(mut self, steps: &[Id]) -> io::Result<()> {
        for step in steps {
            let _ = write!(self.line, "core id {step}");
            self.end();
        }
        self.line.push_str("output DERIVABLE FILE ;\nconclusion NONE ;\nend pseudo-Boolean proof");
        self.end();
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Ends the proof with what it proves.
    ///
    /// # Errors
    /// The first that happened while it was written.
    pub(super) fn conclude(mut self, conclusion: &str) -> io::Result<()> {
        let _ = write!(self.line, "output NONE ;\nconclusion {conclusion} ;\nend pseudo-Boolean proof");
        self.end();
        self.failure.take().map_or(Ok(()), Err)
    }
}

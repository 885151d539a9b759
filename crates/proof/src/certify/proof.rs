//! Steps of a proof in VeriPB's format 3.0, numbered as the checker numbers them.
//!
//! `rup` adds a constraint that unit propagation proves, from the hinted constraints only if there are hints. `pol`
//! adds multiples of constraints. `red` adds a constraint that some change of an assignment always meets, which defines
//! a new variable. S. Gocht, J. Nordström, "Certifying Parity Reasoning Efficiently Using Pseudo-Boolean Proofs", AAAI
//! 2021; B. Bogaerts, S. Gocht, C. McCreesh, J. Nordström, "Certified Dominance and Symmetry Breaking for Combinatorial
//! Optimisation", JAIR 77, 2023.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::draft::Draft;
use super::statement::{Form, Statement};

/// The number of a constraint in the proof.
pub(super) type Id = u64;

/// No constraint: of a clause that no step rests on.
pub(super) const NO_STEP: Id = 0;

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

/// The name of a variable that the proof adds: `p` and its number to the base 62, without the signs that stand in the
/// names of the statement. Most of a proof is such names.
pub(super) fn own_name(mut number: u32, line: &mut String) {
    const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    line.push('p');
    loop {
        line.push(char::from(DIGITS[(number % 62) as usize]));
        number /= 62;
        if number == 0 {
            break;
        }
    }
}

/// Adds a literal as the checker reads it.
pub(super) fn write_literal(statement: &Statement<'_>, literal: Literal, line: &mut String) {
    if !literal.positive {
        line.push('~');
    }
    match literal.variable.checked_sub(statement.variables()) {
        None => line.push_str(statement.name(literal.variable)),
        Some(number) => own_name(number, line),
    }
}

/// True if a word is the name of such a variable.
pub(super) fn is_own_name(word: &str) -> bool {
    let digits = word.strip_prefix('p').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A proof that is being written.
pub(super) struct Proof<'p> {
    statement: &'p Statement<'p>,
    out: &'p mut dyn Write,
    last: Id,
    /// The last form of the statement, if it bounds the objective, and the step that says it.
    bound: Option<(u32, Id)>,
    /// The steps that are kept, if they are.
    draft: Option<Draft>,
    line: String,
    failure: Option<io::Error>,
}

impl<'p> Proof<'p> {
    /// Begins a proof about a statement with more forms, or fewer.
    pub(super) fn begin(statement: &'p Statement<'p>, more: i64, out: &'p mut dyn Write) -> Self {
        let last = (statement.forms.len() as Id).saturating_add_signed(more);
        let mut proof = Proof { statement, out, last, bound: None, draft: None, line: String::new(), failure: None };
        proof.line.push_str("pseudo-Boolean proof version 3.0\nf ");
        let _ = write!(proof.line, "{last}");
        proof.end();
        proof
    }

    /// The number of a form of the statement.
    pub(super) fn input(&self, position: u32) -> Id {
        match self.bound {
            Some((bound, id)) if bound == position => id,
            _ => Id::from(position) + 1,
        }
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

    fn literal(&mut self, literal: Literal) {
        write_literal(self.statement, literal, &mut self.line);
    }

    fn form(&mut self, form: &Form) {
        for &(variable, coefficient) in &form.terms {
            let _ = write!(self.line, " {coefficient} ");
            self.literal(Literal::of(variable));
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

    /// Keeps the steps from here on, until it is known which of them are needed.
    pub(super) fn draft(&mut self) {
        self.draft = Some(Draft::new(self.last));
    }

    /// True if steps are kept.
    pub(super) fn is_draft(&self) -> bool {
        self.draft.is_some()
    }

    /// Writes what these steps need of those that were kept, and keeps no more. Returns their numbers in the file.
    pub(super) fn settle(&mut self, ids: &[Id]) -> Vec<Id> {
        match self.draft.take() {
            Some(draft) => draft.write(ids, self),
            None => ids.to_vec(),
        }
    }

    /// A clause that follows by unit propagation from the hinted constraints, or by itself if there are no hints.
    pub(super) fn rup(&mut self, clause: &[Literal], hints: &[Id]) -> Id {
        self.line.push_str("rup");
        self.clause(clause);
        let line = std::mem::take(&mut self.line);
        self.hinted(line, hints)
    }

    /// The same for a clause as it is written.
    pub(super) fn hinted(&mut self, line: String, hints: &[Id]) -> Id {
        if let Some(draft) = &mut self.draft {
            return draft.clause(line, hints);
        }
        self.line = line;
        self.hints(hints);
        self.added()
    }

    /// Defines a variable of the proof by a constraint that holds if the variable has the value.
    pub(super) fn red(&mut self, form: &Form, variable: u32, value: bool) -> Id {
        self.line.push_str("red");
        self.form(form);
        self.defined(variable, value)
    }

    /// The same for a clause.
    pub(super) fn red_clause(&mut self, clause: &[Literal], variable: u32, value: bool) -> Id {
        self.line.push_str("red");
        self.clause(clause);
        self.defined(variable, value)
    }

    fn defined(&mut self, variable: u32, value: bool) -> Id {
        self.line.push_str(" : ");
        self.literal(Literal::of(variable));
        let _ = write!(self.line, " -> {}", u8::from(value));
        let line = std::mem::take(&mut self.line);
        self.definition(line)
    }

    /// A definition as it is written.
    pub(super) fn definition(&mut self, line: String) -> Id {
        if let Some(draft) = &mut self.draft {
            return draft.definition(line);
        }
        self.line = line;
        self.added()
    }

    /// The sum of multiples of constraints and of the facts that variables are at least 0, divided by a number and
    /// rounded up. Where the multiple of a variable is negative, the fact is that it is at most 1.
    pub(super) fn sum(&mut self, of: &[(Id, i128)], ends: &[(u32, i128)], divisor: i128) -> Id {
        if let Some(draft) = &mut self.draft {
            return draft.sum(of, ends, divisor);
        }
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

    /// A constraint whose coefficients become as small as its bound.
    pub(super) fn saturated(&mut self, of: Id) -> Id {
        if let Some(draft) = &mut self.draft {
            return draft.saturated(of);
        }
        let _ = write!(self.line, "pol {of} s");
        self.added()
    }

    /// Forgets constraints.
    pub(super) fn delete(&mut self, ids: &[Id]) {
        if ids.is_empty() {
            return;
        }
        if let Some(draft) = &mut self.draft {
            draft.deletion(ids);
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

    /// A solution, than which all later ones have to be better. What this says is the last form of the statement, which
    /// is divided by what all factors of the objective have in common.
    pub(super) fn best(&mut self, truth: &[bool], divisor: i128) {
        self.line.push_str("soli");
        for (variable, &positive) in (0..).zip(truth) {
            self.line.push(' ');
            self.literal(Literal { variable, positive });
        }
        let mut id = self.added();
        if divisor > 1 {
            id = self.sum(&[(id, 1)], &[], divisor);
        }
        self.bound = Some((self.statement.forms.len() as u32 - 1, id));
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{is_own_name, own_name};

    #[test]
    fn names_are_different_and_none_of_the_statement() {
        let names = (0..10_000).chain(u32::MAX - 10..=u32::MAX).map(|number| {
            let mut name = String::new();
            own_name(number, &mut name);
            name
        });
        let names: Vec<String> = names.collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        assert!(names.iter().all(|name| is_own_name(name)));
        // Names of the statement have one of these signs.
        assert!(!["p", "p_1", "p1^2", "x1", "1", ""].into_iter().any(is_own_name));
    }
}

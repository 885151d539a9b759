//! Derivations for other checkers: DRAT as text or binary, and LRAT.
//!
//! N. Wetzler, M. Heule, W. Hunt, "DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs", SAT
//! 2014; L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient Certified RAT Verification",
//! CADE 2017. As in CaDiCaL, LRAT hints are made while learning, not by a checker afterwards: the clause that is
//! violated and the reasons of all that was resolved on, in the order of the trail. Each literal that holds without a
//! decision becomes a unit clause of the proof, so that its reason may be deleted. Native constraints have no place in
//! either: their explanations are marked as such, in a form that only `cnfab certify` reads.

use std::io::{self, Write};

use super::state::{Reason, SolverState};
use super::{Literal, variable};

#[cfg(test)]
pub(super) mod tests;

/// The form of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofSyntax {
    /// DRAT as text.
    Drat,
    /// DRAT in bytes.
    BinaryDrat,
    /// LRAT as text.
    Lrat,
    /// LRAT with explanations: `e` and the number of a native constraint in the place of hints.
    Explained,
}

/// A proof that is being written.
pub struct Proof {
    out: Box<dyn Write>,
    form: ProofSyntax,
    /// Clauses of the formula so far.
    given: u64,
    /// The last number of a clause.
    last: u64,
    /// Numbers of the unit clauses, by variable.
    units: Vec<u64>,
    line: Vec<u8>,
    /// The first failure of a write; nothing is written after it.
    failed: Option<io::Error>,
    /// Native constraints so far, and those that each sum and each propagator are parts of.
    natives: u32,
    of_sums: Vec<u32>,
    of_propagators: Vec<u32>,
}

impl Proof {
    /// The proof for a formula with this number of clauses, none of which the solver has yet.
    pub fn new(form: ProofSyntax, clauses: u64, out: Box<dyn Write>) -> Self {
        Proof {
            out,
            form,
            given: 0,
            last: clauses,
            units: Vec::new(),
            line: Vec::new(),
            failed: None,
            natives: 0,
            of_sums: Vec::new(),
            of_propagators: Vec::new(),
        }
    }

    /// True if it may have explanations of native constraints.
    pub(super) fn explains(&self) -> bool {
        self.form == ProofSyntax::Explained
    }

    /// Begins a native constraint. Sums and propagators that come next are parts of it.
    pub(super) fn begin_native(&mut self) {
        self.natives += 1;
    }

    /// Notes the next sum.
    pub(super) fn note_sum(&mut self) {
        self.of_sums.push(self.natives - 1);
    }

    /// Notes the next propagator.
    pub(super) fn note_propagator(&mut self) {
        self.of_propagators.push(self.natives - 1);
    }

    /// The native constraint that a sum or a propagator is a part of.
    ///
    /// Pre: the reason is one of these.
    pub(super) fn native(&self, reason: Reason) -> u32 {
        match reason {
            Reason::Sum(number) => self.of_sums[number as usize],
            Reason::Propagator(number) => self.of_propagators[number as usize],
            Reason::None | Reason::Literal(_) | Reason::Clause(_) | Reason::Count(_) => {
                unreachable!("only native constraints are explained")
            }
        }
    }

    /// Writes a clause that a native constraint implies.
    pub(super) fn explained(&mut self, literals: &[Literal], native: u32) -> u64 {
        self.last += 1;
        self.number(self.last);
        self.literals(literals);
        self.line.extend(b"0 e");
        self.number(native.into());
        self.line.extend(b"0\n");
        self.write();
        self.last
    }

    /// The number of the next clause of the formula.
    pub fn given(&mut self) -> u64 {
        self.given += 1;
        self.given
    }

    /// True if steps need hints.
    pub(super) fn has_hints(&self) -> bool {
        matches!(self.form, ProofSyntax::Lrat | ProofSyntax::Explained)
    }

    fn unit(&self, variable: usize) -> u64 {
        self.units.get(variable).copied().unwrap_or_default()
    }

    /// Notes the number of a unit clause.
    pub(super) fn set_unit(&mut self, variable: usize, number: u64) {
        if self.units.len() <= variable {
            self.units.resize(variable + 1, 0);
        }
        self.units[variable] = number;
    }

    fn write(&mut self) {
        if self.failed.is_none()
            && let Err(why) = self.out.write_all(&self.line)
        {
            self.failed = Some(why);
        }
        self.line.clear();
    }

    fn literals(&mut self, literals: &[Literal]) {
        for &literal in literals {
            if self.form == ProofSyntax::BinaryDrat {
                let mut code = literal + 2;
                while code >= 128 {
                    self.line.push(code as u8 | 128);
                    code >>= 7;
                }
                self.line.push(code as u8);
            } else {
                if literal & 1 == 1 {
                    self.line.push(b'-');
                }
                self.number(variable(literal) as u64 + 1);
            }
        }
    }

    fn number(&mut self, number: u64) {
        // Writes to memory do not fail.
        let _ = write!(self.line, "{number} ");
    }

    /// Writes a clause that follows from those with the numbers of the hints, by unit propagation in their order.
    pub fn add(&mut self, literals: &[Literal], hints: &[u64]) -> u64 {
        self.last += 1;
        match self.form {
            ProofSyntax::Drat => {
                self.literals(literals);
                self.line.extend(b"0\n");
            }
            ProofSyntax::BinaryDrat => {
                self.line.push(b'a');
                self.literals(literals);
                self.line.push(0);
            }
            ProofSyntax::Lrat | ProofSyntax::Explained => {
                self.number(self.last);
                self.literals(literals);
                self.line.extend(b"0 ");
                hints.iter().for_each(|&hint| self.number(hint));
                self.line.extend(b"0\n");
            }
        }
        self.write();
        self.last
    }

    /// Writes that a clause is needed no more.
    pub fn delete(&mut self, literals: &[Literal], number: u64) {
        match self.form {
            ProofSyntax::Drat => {
                self.line.extend(b"d ");
                self.literals(literals);
                self.line.extend(b"0\n");
            }
            ProofSyntax::BinaryDrat => {
                self.line.push(b'd');
                self.literals(literals);
                self.line.push(0);
            }
            ProofSyntax::Lrat | ProofSyntax::Explained => {
                self.number(self.last);
                self.line.extend(b"d ");
                self.number(number);
                self.line.extend(b"0\n");
            }
        }
        self.write();
    }

    /// Why a part could not be written, if that is so.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failed.as_ref()
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// If some part could not be written.
    pub fn close(mut self) -> io::Result<()> {
        self.failed.take().map_or_else(|| self.out.flush(), Err)
    }
}

/// The clauses from which a step follows.
#[derive(Debug, Default)]
pub struct Hints {
    units: Vec<u64>,
    /// Numbers, with the position on the trail of what each implies.
    steps: Vec<(u32, u64)>,
    numbers: Vec<u64>,
}

impl Hints {
    pub(super) fn clear(&mut self) {
        self.units.clear();
        self.steps.clear();
    }

    /// Adds the unit clauses of the literals that are false without a decision.
    pub(super) fn units(&mut self, proof: &Proof, state: &SolverState<'_>, literals: &[Literal]) {
        let is_fixed = |&&lit: &&Literal| state.values[lit as usize] < 0 && state.level_of(lit) == 0;
        self.units.extend(literals.iter().filter(is_fixed).map(|&literal| proof.unit(variable(literal))));
    }

    /// Adds the violated clause, or the explanation that is too short to be one.
    pub(super) fn conflict(&mut self, state: &SolverState<'_>) {
        match (state.violated, &state.proof) {
            (Some(clause), _) => self.step(state, u32::MAX, clause),
            (None, Some(proof)) => {
                self.units(proof, state, &state.conflict);
                self.last(state.explained);
            }
            (None, None) => {}
        }
    }

    /// Adds the reason of a variable.
    pub(super) fn reason(&mut self, state: &SolverState<'_>, variable: usize, clause: u32) {
        self.step(state, state.places[variable].position, clause);
    }

    fn step(&mut self, state: &SolverState<'_>, position: u32, clause: u32) {
        if let Some(proof) = &state.proof
            && proof.has_hints()
        {
            self.units(proof, state, state.clauses.literals(clause));
            self.steps.push((position, state.clauses.number(clause)));
        }
    }

    /// Adds a clause by its number, after all others.
    pub(super) fn last(&mut self, number: u64) {
        self.steps.push((u32::MAX, number));
    }

    /// The numbers, in the order in which clauses become unit.
    pub(super) fn numbers(&mut self) -> &[u64] {
        self.units.sort_unstable();
        self.units.dedup();
        self.steps.sort_unstable();
        self.numbers.clear();
        self.numbers.extend(&self.units);
        self.numbers.extend(self.steps.iter().map(|step| step.1));
        &self.numbers
    }
}

impl SolverState<'_> {
    /// Writes the unit clauses of literals that have become true without a decision; they need no reasons then.
    ///
    /// Pre: the level is 0.
    pub(super) fn prove_units(&mut self) {
        let Some(mut proof) = self.proof.take() else { return };
        let mut hints = Hints::default();
        while let Some(&literal) = self.trail.get(self.proved) {
            self.proved += 1;
            if let Reason::Clause(clause) = self.reasons[variable(literal)] {
                hints.clear();
                if proof.has_hints() {
                    hints.units(&proof, self, self.clauses.literals(clause));
                    hints.last(self.clauses.number(clause));
                }
                let number = proof.add(&[literal], hints.numbers());
                proof.set_unit(variable(literal), number);
                self.reasons[variable(literal)] = Reason::None;
            }
        }
        self.proof = Some(proof);
    }

    /// Writes the empty clause.
    ///
    /// Pre: the state's conflict is one of level 0.
    pub(super) fn prove_empty(&mut self) {
        if self.proof.is_none() {
            return;
        }
        let mut hints = Hints::default();
        hints.conflict(self);
        self.derive(&[], &mut hints);
    }
}

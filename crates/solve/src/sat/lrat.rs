//! Writes varisat's proof as LRAT text, after varisat's own checker has agreed with each step.
//!
//! `37 -1 2 0 5 12 0` is clause number 37, which follows from clauses 5 and 12 by unit propagation in that order; `37 d
//! 5 9 0` forgets clauses. The formula's clauses have the numbers 1 to m, in the order of the file. L. Cruz-Filipe, M.
//! Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017.

use std::io::Write;

use varisat::Lit;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};

use crate::Budget;

/// A proof that is being written.
pub(super) struct Lrat {
    out: Box<dyn Write>,
    /// Clauses of the formula so far.
    given: u64,
    /// The last number used.
    last: u64,
    /// For each of the checker's numbers, which have few gaps, ours; 0 for what is deleted.
    numbers: Vec<u64>,
    done: bool,
    budget: Budget,
}

impl Lrat {
    /// For a formula with this number of clauses, none of which the solver has yet.
    pub(super) fn new(clauses: u64, out: Box<dyn Write>, budget: &Budget) -> Self {
        Lrat { out, given: 0, last: clauses, numbers: Vec::new(), done: false, budget: budget.clone() }
    }

    /// Notes our number for one of the checker's.
    fn number(&mut self, id: u64, own: u64) {
        let place = id as usize;
        if self.numbers.len() <= place {
            self.numbers.resize(place + 1, 0);
        }
        self.numbers[place] = own;
    }

    /// Notes the next clause of the formula.
    fn input(&mut self, id: Option<u64>, is_empty: bool) -> anyhow::Result<()> {
        self.given += 1;
        if let Some(id) = id {
            self.number(id, self.given);
        }
        if is_empty {
            self.number_derived("", &[self.given])?;
            self.done = true;
        }
        Ok(())
    }

    /// Writes a derived clause from our numbers.
    fn number_derived(&mut self, literals: &str, from: &[u64]) -> anyhow::Result<()> {
        self.last += 1;
        write!(self.out, "{} {literals}0 ", self.last)?;
        from.iter().try_for_each(|number| write!(self.out, "{number} "))?;
        Ok(writeln!(self.out, "0")?)
    }

    fn derived(
        &mut self,
        id: Option<u64>,
        clause: &[Lit],
        propagations: &[u64],
        data: CheckerData<'_, '_>,
    ) -> anyhow::Result<()> {
        if self.done {
            return Ok(());
        }
        let mut literals = String::new();
        for lit in clause {
            let var = data.user_from_proof_var(lit.var()).ok_or_else(|| anyhow::anyhow!("a hidden variable"))?;
            literals += &format!("{} ", Lit::from_var(var, lit.is_positive()).to_dimacs());
        }
        let known = |id: u64| self.numbers.get(id as usize).copied().filter(|&number| number > 0);
        let number = |id: &u64| known(*id).ok_or_else(|| anyhow::anyhow!("unknown clause {id}"));
        let from = propagations.iter().map(number).collect::<anyhow::Result<Vec<u64>>>()?;
        self.number_derived(&literals, &from)?;
        if let Some(id) = id {
            self.number(id, self.last);
        }
        self.done = clause.is_empty();
        if self.done {
            self.out.flush()?;
        }
        Ok(())
    }

    fn deleted(&mut self, id: u64) -> anyhow::Result<()> {
        match self.numbers.get_mut(id as usize).map_or(0, std::mem::take) {
            number if number > 0 && !self.done => Ok(writeln!(self.out, "{} d {number} 0", self.last)?),
            _ => Ok(()),
        }
    }
}

impl ProofProcessor for Lrat {
    fn process_step(&mut self, step: &CheckedProofStep<'_>, data: CheckerData<'_, '_>) -> anyhow::Result<()> {
        // An error is the only way to end varisat's search.
        anyhow::ensure!(!self.budget.is_over(), "the time is over");
        match *step {
            CheckedProofStep::AddClause { id, clause } => self.input(Some(id), clause.is_empty()),
            CheckedProofStep::DuplicatedClause { .. } | CheckedProofStep::TautologicalClause { .. } => {
                self.input(None, false)
            }
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                self.derived(Some(id), clause, propagations, data)
            }
            CheckedProofStep::FailedAssumptions { failed_core: [], propagations } => {
                self.derived(None, &[], propagations, data)
            }
            CheckedProofStep::DeleteClause { id, .. }
            | CheckedProofStep::DeleteAtClause { id, keep_as_redundant: false, .. }
            | CheckedProofStep::DeleteRatClause { id, keep_as_redundant: false, .. } => self.deleted(id),
            _ => Ok(()),
        }
    }
}

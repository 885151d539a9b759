//! Explanations as clauses of a proof: why native constraints make literals true, stated when they do.
//!
//! What it does: a proof of clauses cannot hold a native constraint. Where one is written, each literal that a native
//! constraint makes true gets its explanation as a clause, at once. So does each conflict. The proof marks such a
//! clause with the constraint that implies it, and whoever reads the proof has to justify it.
//!
//! Whose idea: explanations as clauses, at once: O. Ohrimenko, P. Stuckey, M. Codish, "Propagation = Lazy Clause
//! Generation", CP 2007. Proofs with them: S. Gocht, C. McCreesh, J. Nordström, "An Auditable Constraint Programming
//! Solver", CP 2022.
//!
//! How ours differs: literals that are false without any decision are in the clause as well, since the constraint alone
//! has to imply it. Each explanation counts for `lazy`, as analysis asks for none. The clauses are deleted like learned
//! ones that are not used. Only those that the contradiction rests on are justified, each once.
//!
//! When it runs: only where a proof with explanations is written, which is for `cnfab certify`.

use super::state::{Reason, SolverState};
use super::{Literal, variable};

#[cfg(test)]
mod tests;

impl SolverState<'_> {
    /// Makes a literal true by a native constraint.
    ///
    /// Pre: it is unassigned. Post: in a proof its reason is a clause, or none if it holds without any condition.
    #[inline]
    pub(super) fn force(&mut self, literal: Literal, reason: Reason) {
        self.assign(literal, reason);
        if self.proof.is_some() {
            self.state_reason(literal);
        }
    }

    /// Puts a clause in the place of a reason.
    fn state_reason(&mut self, literal: Literal) {
        let reason = self.reasons[variable(literal)];
        let mut clause = Vec::new();
        self.explain(literal, |_| false, &mut clause);
        self.latest_first(&mut clause);
        if clause.is_empty() && self.level() > 0 {
            // It needs no decision, but was not seen before one.
            clause.push(self.decision(self.level()) ^ 1);
        }
        clause.insert(0, literal);
        let (number, stated) = self.stated(&clause, reason);
        self.reasons[variable(literal)] = match stated {
            Some(clause) => Reason::Clause(clause),
            None => {
                debug_assert_eq!(self.level(), 0, "what has no condition is known before any decision");
                self.proof.as_mut().expect("it is written").set_unit(variable(literal), number);
                Reason::None
            }
        };
    }

    /// Puts a clause in the place of a native constraint that is violated, if there is a proof.
    ///
    /// Pre: the conflict has the false literals of an explanation. Post: there is such a clause, or it has one literal
    /// or none, and a number.
    pub(super) fn state_conflict(&mut self, reason: Reason) {
        if self.proof.is_none() {
            return;
        }
        let mut conflict = std::mem::take(&mut self.conflict);
        self.latest_first(&mut conflict);
        let (number, stated) = self.stated(&conflict, reason);
        self.violated = stated;
        self.explained = number;
        self.conflict = conflict;
    }

    /// Writes a clause that a native constraint implies, and adds it if it has at least two literals.
    fn stated(&mut self, clause: &[Literal], reason: Reason) -> (u64, Option<u32>) {
        self.lazy.note(reason, clause);
        let proof = self.proof.as_mut().expect("it is written");
        self.integers.keep(clause);
        let number = proof.explained(clause, proof.native(reason));
        (number, (clause.len() > 1).then(|| self.clauses.explain(clause, number)))
    }

    /// Sorts false literals, those first that were assigned last, each once.
    fn latest_first(&self, literals: &mut Vec<Literal>) {
        literals.sort_unstable_by_key(|&literal| std::cmp::Reverse(self.places[variable(literal)].position));
        literals.dedup();
    }
}

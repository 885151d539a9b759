//! Counts of atoms: decided atoms are left out, and the open ones go to the encoding of the form that remains.

use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::{Atom, Cmp};

use crate::card;

use super::{Count, Driver, LitOrConst, SharedStairs, VarMap};

impl<'m> Driver<'m> {
    /// Sends the clauses of a count.
    pub(super) fn count(
        &self,
        atoms: &[Atom],
        (cmp, k): (Cmp, usize),
        vars: &mut VarMap,
        stairs: &mut SharedStairs<'m>,
        out: &mut dyn ClauseSink,
    ) {
        let mut lits = Vec::with_capacity(atoms.len());
        let mut trues = 0;
        for &atom in atoms {
            match vars.atom(atom, out) {
                LitOrConst::Const(value) => trues += usize::from(value),
                LitOrConst::Lit(lit) => lits.push((atom, lit)),
            }
        }
        if let Count::Card(..) = Count::new(cmp, k, trues, lits.len()) {
            self.places.sort((&self.posted.label, self.number), &mut lits, |&(atom, _)| atom, |_| 1);
        }
        let mut lits: Vec<Lit> = lits.into_iter().map(|(_, lit)| lit).collect();
        let (label, n): (&'m str, usize) = (&self.posted.label, lits.len());
        let count = Count::new(cmp, k, trues, n);
        if count.is_stated(&lits, out) {
            return;
        }
        if let Count::AllButOne { .. } = count {
            lits.iter_mut().for_each(|lit| *lit = !*lit);
        }
        match count {
            Count::One { exactly } | Count::AllButOne { exactly } => {
                let amo = self.recipe.encodings.amo.of_constraint(label, self.number);
                vars.uses(amo.contract(n));
                match exactly {
                    _ if amo.shares_windows() => {
                        stairs.entry(label).or_default().at_most_one(&lits, out);
                        if exactly {
                            out.clause(&lits);
                        }
                    }
                    true => amo.exactly_one(&lits, out),
                    false => amo.at_most_one(&lits, out),
                }
            }
            Count::Card(cmp, k) => {
                let card = self.recipe.encodings.card.of_constraint(label, self.number);
                vars.uses(card.contract(cmp));
                card::bound(card, (cmp, k), &lits, out);
            }
            _ => {}
        }
    }
}

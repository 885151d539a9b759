//! A solver that gets its formula in another order.
//!
//! The formula is kept until the first call of `solve`, since its last clause may come first. What comes later is
//! renumbered on its way.

use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name, NativeConstraint, Natives, Shuffle};

use super::{Counters, SatResult, SatSolver, ToList};

/// A solver behind a [`Shuffle`].
pub(super) struct Shuffled {
    inner: Box<dyn SatSolver>,
    seed: u64,
    /// The clauses from before the first call.
    formula: ClauseStore,
    natives: Vec<NativeConstraint<Lit>>,
    /// The order, once the formula has been sent.
    sent: Option<Shuffle>,
}

impl Shuffled {
    pub(super) fn new(inner: Box<dyn SatSolver>, seed: u64) -> Self {
        Shuffled { inner, seed, formula: ClauseStore::default(), natives: Vec::new(), sent: None }
    }
}

impl Shuffled {
    /// Sends what came so far, if it has not been sent.
    fn send(&mut self) {
        if self.sent.is_none() {
            let formula = std::mem::take(&mut self.formula);
            let mut shuffle = Shuffle::new(formula.variables(), self.seed);
            shuffle.send(&formula, self.inner.as_mut());
            let natives = self.natives.drain(..).map(|native| native.map(|lit| shuffle.lit(lit)));
            let inner: &mut dyn ClauseSink = self.inner.as_mut();
            natives.for_each(|native| inner.native(native));
            self.sent = Some(shuffle);
        }
    }
}

impl ClauseSink for Shuffled {
    fn fresh(&mut self, name: Name) -> Lit {
        match &self.sent {
            // Variables after the first call keep their numbers.
            Some(_) => self.inner.fresh(name),
            None => self.formula.fresh(name),
        }
    }

    fn clause(&mut self, lits: &[Lit]) {
        match &mut self.sent {
            Some(shuffle) => shuffle.clause(lits, self.inner.as_mut()),
            None => self.formula.clause(lits),
        }
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()?;
        Some(self)
    }
}

impl Natives for Shuffled {
    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        match &self.sent {
            Some(shuffle) => {
                let inner: &mut dyn ClauseSink = self.inner.as_mut();
                inner.native(constraint.map(|lit| shuffle.lit(lit)));
            }
            None => self.natives.push(constraint),
        }
    }
}

impl SatSolver for Shuffled {
    fn list(&mut self, to_list: &ToList<Lit>) -> bool {
        self.send();
        let sent = |lit: Lit| self.sent.as_ref().map_or(lit, |shuffle| shuffle.lit(lit));
        self.inner.list(&to_list.map(sent))
    }

    fn widen(&mut self) -> usize {
        self.inner.widen()
    }

    fn exclude(&mut self) -> bool {
        self.inner.exclude()
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatResult, String> {
        self.send();
        let sent = |&lit: &Lit| self.sent.as_ref().map_or(lit, |shuffle| shuffle.lit(lit));
        let assumed: Vec<Lit> = assumptions.iter().map(sent).collect();
        Ok(match self.inner.solve(&assumed)? {
            SatResult::Unsat(core) => {
                let is_in = |lit: &Lit| core.contains(&sent(lit));
                SatResult::Unsat(assumptions.iter().copied().filter(is_in).collect())
            }
            answer => answer,
        })
    }

    fn holds(&self, lit: Lit) -> bool {
        self.inner.holds(self.sent.as_ref().map_or(lit, |shuffle| shuffle.lit(lit)))
    }

    fn counters(&self) -> Counters {
        self.inner.counters()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::sat::SOLVERS;

    #[test]
    fn every_solver_finds_the_same_models_in_any_order() {
        // Exactly one of three, then two variables more after the first call.
        for kind in SOLVERS {
            for seed in 0..5 {
                let mut solver = Shuffled::new(kind.start(&Budget::unlimited()), seed);
                let mut lits: Vec<Lit> = (0..3).map(|i| solver.fresh(Name::is(i, 1))).collect();
                solver.clause(&lits);
                for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                    solver.clause(&[!lits[a], !lits[b]]);
                }
                solver.clause(&[!lits[0]]);
                assert_eq!(solver.solve(&[]), Ok(SatResult::Sat));
                lits.push(solver.fresh(Name::is(3, 1)));
                solver.clause(&[!lits[1], lits[3]]);
                solver.clause(&[lits[2], !lits[3]]);
                assert_eq!(solver.solve(&[]), Ok(SatResult::Sat));
                let holds: Vec<bool> = lits[..3].iter().map(|&lit| solver.holds(lit)).collect();
                assert_eq!(holds, [false, false, true], "{} {seed}", kind.name());
                let (wrong, right) = (vec![lits[2], !lits[1], lits[1]], vec![lits[2], !lits[1]]);
                assert_eq!(solver.solve(&right), Ok(SatResult::Sat));
                match solver.solve(&wrong) {
                    Ok(SatResult::Unsat(core)) => {
                        assert!(core.contains(&lits[1]), "{} {seed}: {core:?}", kind.name());
                        assert!(core.iter().all(|lit| wrong.contains(lit)), "{} {seed}: {core:?}", kind.name());
                    }
                    answer => panic!("{} {seed}: {answer:?}", kind.name()),
                }
                // Assumptions hold for one call.
                assert_eq!(solver.solve(&[]), Ok(SatResult::Sat));
                solver.clause(&[!lits[2]]);
                assert_eq!(solver.solve(&[]), Ok(SatResult::Unsat(Vec::new())), "{} {seed}", kind.name());
            }
        }
    }
}

//! A formula in memory with the plainest unit propagation and search there is: the judge of the encodings.

use cnfab::cnf::{ClauseSink, ClauseStore, Lit, Name};

/// A formula that can be propagated and searched.
#[derive(Default)]
pub(crate) struct Cnf {
    pub(crate) store: ClauseStore,
}

impl ClauseSink for Cnf {
    fn fresh(&mut self, name: Name) -> Lit {
        self.store.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.store.clause(lits);
    }
}

/// For each variable, counted from 1, its value if it has one.
pub(crate) type Partial = Vec<Option<bool>>;

pub(crate) fn is_true(partial: &Partial, lit: Lit) -> bool {
    partial[lit.var() as usize] == Some(lit.is_positive())
}

pub(crate) fn is_false(partial: &Partial, lit: Lit) -> bool {
    partial[lit.var() as usize] == Some(!lit.is_positive())
}

impl Cnf {
    /// As many variables, as positive literals.
    pub(crate) fn inputs(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|i| self.fresh(Name::aux("input", i, 0))).collect()
    }

    /// The literals that follow by unit propagation; `None` if a clause becomes false.
    pub(crate) fn propagate(&self, assumed: &[Lit]) -> Option<Partial> {
        let mut partial = vec![None; self.store.variables() + 1];
        for &lit in assumed {
            if is_false(&partial, lit) {
                return None;
            }
            partial[lit.var() as usize] = Some(lit.is_positive());
        }
        self.close(partial)
    }

    fn close(&self, mut partial: Partial) -> Option<Partial> {
        loop {
            let mut changed = false;
            for clause in self.store.clauses() {
                if clause.iter().any(|&lit| is_true(&partial, lit)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| !is_false(&partial, lit));
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(&lit), None) => {
                        partial[lit.var() as usize] = Some(lit.is_positive());
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return Some(partial);
            }
        }
    }

    /// Calls `on` with the models that make the literals true until it returns `false`; whether it never did.
    pub(crate) fn models(&self, assumed: &[Lit], on: &mut dyn FnMut(&Partial) -> bool) -> bool {
        match self.propagate(assumed) {
            None => true,
            Some(partial) => self.search(partial, on),
        }
    }

    fn search(&self, partial: Partial, on: &mut dyn FnMut(&Partial) -> bool) -> bool {
        let Some(var) = partial.iter().skip(1).position(Option::is_none) else { return on(&partial) };
        [true, false].into_iter().all(|value| {
            let mut next = partial.clone();
            next[var + 1] = Some(value);
            match self.close(next) {
                None => true,
                Some(next) => self.search(next, on),
            }
        })
    }

    /// The number of models that make the literals true, counted up to `limit`.
    pub(crate) fn count(&self, assumed: &[Lit], limit: usize) -> usize {
        let mut count = 0;
        self.models(assumed, &mut |_| {
            count += 1;
            count < limit
        });
        count
    }
}

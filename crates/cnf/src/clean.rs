//! Drops tautologies and repeated literals on the way to another sink.
//!
//! One mark per variable, so a clause costs time linear in its length and no allocation.

use super::{ClauseSink, Lit, Name, Natives, Notes};

/// A sink in front of a sink: what leaves it has no tautology and no repeated literal.
pub struct Clean<'s> {
    inner: &'s mut dyn ClauseSink,
    /// Asked once: each new variable may have a note.
    has_notes: bool,
    /// Per variable: number of the last clause it was seen in, times two, plus one if it was negated there.
    seen: Vec<u64>,
    clause: u64,
    kept: Vec<Lit>,
}

impl<'s> Clean<'s> {
    /// Cleans what goes to `inner`.
    pub fn new(inner: &'s mut dyn ClauseSink) -> Self {
        Clean { has_notes: inner.notes().is_some(), inner, seen: vec![0], clause: 0, kept: Vec::new() }
    }
}

impl ClauseSink for Clean<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.seen.push(0);
        self.inner.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        match *lits {
            [] | [_] => return self.inner.clause(lits),
            [a, b] if a.var() != b.var() => return self.inner.clause(lits),
            [a, b, c] if a.var() != b.var() && a.var() != c.var() && b.var() != c.var() => {
                return self.inner.clause(lits);
            }
            _ => {}
        }
        self.clause += 1;
        // The formula may have variables from before.
        let last = lits.iter().map(|lit| lit.var() as usize).max().unwrap_or(0);
        if last >= self.seen.len() {
            self.seen.resize(last + 1, 0);
        }
        let mut repeated = false;
        for &lit in lits {
            let mark = self.clause * 2 + u64::from(!lit.is_positive());
            let seen = &mut self.seen[lit.var() as usize];
            if *seen == mark ^ 1 {
                return;
            }
            repeated |= *seen == mark;
            *seen = mark;
        }
        if !repeated {
            return self.inner.clause(lits);
        }
        self.kept.clear();
        for &lit in lits {
            if !self.kept.contains(&lit) {
                self.kept.push(lit);
            }
        }
        self.inner.clause(&self.kept);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        if self.has_notes { self.inner.notes() } else { None }
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()
    }
}

//! The forms of cardinality constraints; most of them need no cardinality encoding.

use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::Cmp;

/// The rest of a count without the atoms that the domains decide.
#[derive(Clone, Copy)]
pub(super) enum Count {
    /// Nothing to state.
    Holds,
    /// It holds nowhere.
    Fails,
    /// All literals are false.
    NoneOf,
    /// All literals are true.
    AllOf,
    /// At least one literal is true.
    AnyOf,
    /// At least one literal is false.
    NotAll,
    /// At most one literal is true; or exactly one.
    One { exactly: bool },
    /// At most one literal is false; or exactly one.
    AllButOne { exactly: bool },
    /// Work for a cardinality encoding.
    Card(Cmp, usize),
}

impl Count {
    /// The count of `n` literals after `trues` atoms that always hold.
    pub(super) fn new(cmp: Cmp, k: usize, trues: usize, n: usize) -> Self {
        let upper = cmp != Cmp::Ge;
        let lower = cmp != Cmp::Le;
        if upper && trues > k || lower && trues + n < k {
            return Count::Fails;
        }
        // From here on 0 <= k - trues when there is an upper bound, and k - trues <= n when there is a lower one.
        let upper = upper && trues + n > k;
        let lower = lower && trues < k;
        let k = k.saturating_sub(trues);
        let cmp = match (upper, lower) {
            (false, false) => return Count::Holds,
            (true, true) => Cmp::Eq,
            (true, false) => Cmp::Le,
            (false, true) => Cmp::Ge,
        };
        match cmp {
            Cmp::Le | Cmp::Eq if k == 0 => Count::NoneOf,
            Cmp::Ge | Cmp::Eq if k == n => Count::AllOf,
            Cmp::Ge if k == 1 => Count::AnyOf,
            Cmp::Le if k == n - 1 => Count::NotAll,
            Cmp::Le | Cmp::Eq if k == 1 => Count::One { exactly: lower },
            Cmp::Ge | Cmp::Eq if k == n - 1 => Count::AllButOne { exactly: upper },
            _ => Count::Card(cmp, k),
        }
    }

    /// States the count of these `n` literals if it needs no encoding; returns whether it does not.
    pub(super) fn is_stated(self, lits: &[Lit], out: &mut dyn ClauseSink) -> bool {
        match self {
            Count::Holds => {}
            Count::Fails => out.clause(&[]),
            Count::NoneOf => lits.iter().for_each(|&lit| out.clause(&[!lit])),
            Count::AllOf => lits.iter().for_each(|&lit| out.clause(&[lit])),
            Count::AnyOf => out.clause(lits),
            Count::NotAll => out.clause(&lits.iter().map(|&lit| !lit).collect::<Vec<Lit>>()),
            Count::One { .. } | Count::AllButOne { .. } | Count::Card(..) => return false,
        }
        true
    }

    /// The comparison and its number for a cardinality encoding of `n` literals; `None` if the count needs none.
    pub(super) fn open(self, n: usize) -> Option<(Cmp, usize)> {
        match self {
            Count::One { exactly } => Some((if exactly { Cmp::Eq } else { Cmp::Le }, 1)),
            Count::AllButOne { exactly } => Some((if exactly { Cmp::Eq } else { Cmp::Ge }, n - 1)),
            Count::Card(cmp, k) => Some((cmp, k)),
            _ => None,
        }
    }
}

//! Numbers of a model as bits, for decompositions that count in binary.

use cnfab_model::{Atom, Clause, Poster};

/// A number plus one.
pub(super) struct OneMore {
    /// Its bits, the lowest first, as many as the number has.
    pub(super) bits: Vec<Atom>,
    /// True if the number has ones only, so that the bits are all false; `None` if it has no bits.
    pub(super) overflow: Option<Atom>,
}

/// The bits, the lowest first, of a number below `end`, which is at least 1.
pub(super) fn below(end: usize, out: &mut Poster<'_>) -> Vec<Atom> {
    let width = (end - 1).checked_ilog2().map_or(0, |log| log + 1);
    (0..width).map(|_| out.variable("bit", 0..=1).is(1)).collect()
}

impl OneMore {
    /// Defines the sum of a number and one, in every assignment.
    pub(super) fn of(bits: &[Atom], out: &mut Poster<'_>) -> Self {
        let mut carry: Option<Atom> = None;
        let mut sum = Vec::with_capacity(bits.len());
        for &bit in bits {
            let Some(below) = carry else {
                (sum, carry) = (vec![!bit], Some(bit));
                continue;
            };
            let differs = out.variable("sum", 0..=1).is(1);
            let clauses =
                [[!differs, bit, below], [!differs, !bit, !below], [differs, !bit, below], [differs, bit, !below]];
            clauses.into_iter().for_each(|clause| out.post(&[], Clause(clause.to_vec())));
            sum.push(differs);
            carry = Some(out.conjunction(&[below, bit]));
        }
        OneMore { bits: sum, overflow: carry }
    }
}

//! For each place a variable that says whether the vectors are the same up to there.
//!
//! The chain is from I. P. Gent, P. Prosser, B. M. Smith, "A 0/1 Encoding of the GACLex Constraint for Pairs of
//! Vectors", 2002, after the pointer alpha of A. M. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh, "Global
//! Constraints for Lexicographic Orderings", CP 2002. They may call vectors different that are the same, once the order
//! is decided; ours may not, as each variable has to have one value. Where a condition is false, all are 0. While the
//! vectors are the same, values must not decrease, and the first place that differs has the smaller one left.
//!
//! For vectors of length n there are n variables and n equations and comparisons under conditions. It is good for long
//! vectors whose first values are decided first.

use crate::{Described, EncodingAbout};
use std::iter::zip;

use cnfab_model::{Atom, Clause, Cmp, Lex, Linear, Poster};

use super::SimplerConstraints;

pub(super) struct Alpha;

impl Described for Alpha {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "alpha",
        "for each place a variable that says whether the vectors are the same up to it",
    );
}

impl SimplerConstraints<Lex> for Alpha {
    fn decompose(&self, lex: &Lex, when: &[Atom], out: &mut Poster<'_>) {
        let mut before: Vec<Atom> = when.to_vec();
        for (&left, &right) in zip(&lex.left, &lex.right) {
            let compare = |cmp: Cmp, rhs: i64| Linear { terms: vec![(1, left), (-1, right)], cmp, rhs };
            let same = out.variable("same", 0..=1).is(1);
            // Without conditions and at the first place there is nothing that the variable rests on.
            before.iter().for_each(|&atom| out.post(&[], Clause(vec![!same, atom])));
            out.post(&[same], compare(Cmp::Eq, 0));
            let differs: Vec<Atom> = before.iter().copied().chain([!same]).collect();
            out.post(&differs, compare(Cmp::Le, -1));
            before = vec![same];
        }
        if lex.is_strictly_before() {
            out.post(&before, Clause::default());
        }
    }
}

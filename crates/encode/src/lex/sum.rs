//! One sum in which each place weighs more than all places that follow.
//!
//! Vectors are compared as numbers are, digit by digit; A. M. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh,
//! "Global Constraints for Lexicographic Orderings", CP 2002, compare their propagator with this arithmetic constraint.
//! Ours gives each place the smallest weight, from how far its values and those behind it can differ, and not a power
//! of the number of values. There are no auxiliaries of its own; `linear=` chooses how the sum is stated. Weights grow
//! exponentially with the length, so that it is for short vectors of small values. Where they leave 64 bits it is
//! refused, and where the sum leaves 32 bits by `linear`.

use crate::{Described, EncodingAbout};
use std::iter::zip;

use cnfab_model::{Atom, Cmp, Lex, Linear, Poster, Var};

use super::SimplerConstraints;

pub(super) struct Sum;

impl Described for Sum {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("sum", "one sum in which each place weighs more than all that follow");
}

impl SimplerConstraints<Lex> for Sum {
    fn decompose(&self, lex: &Lex, when: &[Atom], out: &mut Poster<'_>) {
        let mut terms: Vec<(i64, Var)> = Vec::new();
        // The most that the places behind can add up to, and the weight of the next place before them.
        let mut most: i64 = 0;
        for (&left, &right) in zip(&lex.left, &lex.right).rev() {
            let furthest = furthest(left, right, out);
            let weighted = |weight: i64| Some((weight, weight.checked_mul(furthest)?.checked_add(most)?));
            let Some((weight, sum)) = most.checked_add(1).and_then(weighted) else {
                return out.refuse("weights beyond 64 bits");
            };
            terms.extend([(weight, left), (-weight, right)]);
            most = sum;
        }
        let rhs = -i64::from(lex.is_strictly_before());
        out.post(when, Linear { terms, cmp: Cmp::Le, rhs });
    }
}

/// The largest difference between two variables' values.
fn furthest(left: Var, right: Var, out: &Poster<'_>) -> i64 {
    let ends = [left, right].map(|var| [out.domain(var).min(), out.domain(var).max()].map(Option::unwrap_or_default));
    let [[left_min, left_max], [right_min, right_max]] = ends.map(|ends| ends.map(i64::from));
    (left_max - right_min).max(right_max - left_min).max(0)
}

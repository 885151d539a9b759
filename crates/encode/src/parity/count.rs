//! The number of true atoms is twice a variable, or one more.
//!
//! Integer programs state parities so, by a slack of weight 2; we know of no first author. With conditions, a variable
//! says in every assignment which of both it is. For n atoms there is one sum of n + 1 terms and a variable of n / 2 +
//! 1 values. `linear=` chooses how the sum is stated. This is here for the comparison: it takes more clauses than
//! pieces do, and solvers know the number only at the end.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Clause, Cmp, Linear, Parity, Poster, Var};

use super::SimplerConstraints;

pub(super) struct Count;

impl Described for Count {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("count", "the number of true atoms is twice a variable, or one more");
}

impl SimplerConstraints<Parity> for Count {
    fn decompose(&self, parity: &Parity, when: &[Atom], out: &mut Poster<'_>) {
        let Ok(most) = i32::try_from(parity.atoms.len() / 2) else { return out.refuse("a parity beyond 32 bits") };
        let mut terms: Vec<(i64, Var)> = parity.atoms.iter().map(|&atom| (1, out.indicator(&[atom]))).collect();
        terms.push((-2, out.variable("pairs", 0..=most)));
        let mut rhs = i64::from(parity.is_odd);
        if !when.is_empty() {
            let odd = out.variable("odd", 0..=1);
            terms.push((-1, odd));
            out.post(when, Clause(vec![odd.is(rhs as i32)]));
            rhs = 0;
        }
        out.post(&[], Linear { terms, cmp: Cmp::Eq, rhs });
    }
}

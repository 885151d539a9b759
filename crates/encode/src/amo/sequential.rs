//! At most one by a chain of "one of the first i is true".
//!
//! n-1 new variables and 3n-4 clauses from n = 3 on; one clause for two literals. The chain may be true early, so a
//! solution can have several models (projected-only); `ladder` is the variant without that. Domain consistent.
//! C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005. The "relaxed ladder" is the
//! same formula, with the literals of the chain negated: P. M. Bittner, T. Thüm, I. Schaefer, "SAT Encodings of the
//! At-Most-k Constraint", SEFM 2019.

use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::AmoEncoding;

pub(super) struct Sequential;

impl Described for Sequential {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["some literal so far", "what came so far and the next literal together exceed one"]),
        ..EncodingAbout::new("sequential", "a chain of \"one of the first i is true\", implications one way")
    };
}

impl AmoEncoding for Sequential {
    fn contract(&self, n: usize) -> Contract {
        Contract::bijective_if(n <= 2)
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        chain(lits, out, |_, _, _, _| {});
    }
}

/// The chain; calls `each` with every link, the literal it follows from, the link before it and the sink.
pub(super) fn chain(
    lits: &[Lit],
    out: &mut dyn ClauseSink,
    mut each: impl FnMut(Lit, Lit, Option<Lit>, &mut dyn ClauseSink),
) {
    match *lits {
        [] | [_] => return,
        [a, b] => return out.clause(&[!a, !b]),
        _ => {}
    }
    let mut before: Option<Lit> = None;
    for (i, &lit) in lits.iter().enumerate() {
        if let Some(before) = before {
            out.clause(&[!lit, !before]);
        }
        if i + 1 == lits.len() {
            break;
        }
        let link = out.define(Name::aux("amo-chain", i, 0), || Definition::any(&lits[..=i]));
        out.clause(&[!lit, link]);
        if let Some(before) = before {
            out.clause(&[!before, link]);
        }
        each(link, lit, before, out);
        before = Some(link);
    }
}

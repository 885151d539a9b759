//! Totalizer in two digits: a balanced tree whose nodes count, modulo p, quotient and remainder in unary.
//!
//! A node over s literals has min(s, p-1) remainders, min(floor(s/p), floor(k/p)+1) quotients and, if both can add up
//! to p, a carry: O(n*sqrt(k)) variables and O(n*k) clauses where the totalizer has n*k and n*k*k, for p about
//! sqrt(k+1), which is taken if p is not given (0). At least k is at most n-k of the negations. Implications one way
//! (projected-only); exactly k has both directions and is bijective. Not domain consistent: a conflict is found when
//! all literals are set, but a carry that is left open hides others: with one true literal in a node of two, remainder
//! or carry holds, and neither is known until the other literal is. At most 2 of 7 misses 384 of 939 dead ends and
//! 1,440 of 1,680 values; PySAT 1.9's formulas for the encodings of both papers, audited as files, miss as many.
//! Exactly 2 of 7 misses 19.7 % of the dead ends in one tree with both directions, 40.3 % as two inequalities, which is
//! what PySAT has. T. Ogawa, Y. Liu, R. Hasegawa, M. Koshimura, H. Fujita, "Modulo Based CNF Encoding of Cardinality
//! Constraints and Its Application to MaxSAT Solvers", ICTAI 2013; quotients cut off at k as in A. Morgado, A.
//! Ignatiev, J. Marques-Silva, "MSCG: Robust Core-Guided MaxSAT Solving", JSAT 9, 2015.

use std::ops::Range;
use std::sync::Arc;

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, NumberRange};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};
use cnfab_model::Cmp;

use super::unary::negated;
use super::{CardEncoding, OpenCount};

pub(super) struct ModuloTotalizer {
    /// The modulus; 0 for about the square root of the bound.
    pub(super) modulus: usize,
}

impl Described for ModuloTotalizer {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "at least j of what a digit gets, less the carry; the carry: the base is reached",
            "digits add up to the total, which a form of the constraint bounds",
        ]),
        number: Some(NumberRange {
            about: "modulus, at least 2 (0: about the square root of the bound)",
            range: 0..=1000,
        }),
        ..EncodingAbout::new("modulo-totalizer", "a balanced tree of counts in two digits, each in unary")
    };

    fn value(&self) -> usize {
        self.modulus
    }
}

impl OpenCount for ModuloTotalizer {
    fn with_number(&self, modulus: usize) -> Option<Arc<dyn CardEncoding>> {
        Some(Arc::new(ModuloTotalizer { modulus }))
    }

    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn is_domain_consistent(&self) -> bool {
        false
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.bound(lits, k, false, out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.bound(&negated(lits), lits.len() - k, false, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.bound(lits, k, true, out);
    }
}

impl ModuloTotalizer {
    /// At most k, or exactly k.
    fn bound(&self, lits: &[Lit], k: usize, exact: bool, out: &mut dyn ClauseSink) {
        let modulus = match self.modulus {
            0 => (k + 1).isqrt().max(2),
            // One digit is a totalizer, whose quotients are the count.
            modulus => modulus.max(2),
        };
        let (quotient, remainder) = (k / modulus, k % modulus);
        let mut tree = Tree { modulus, cap: quotient + 1, exact, digits: Vec::new(), clause: ClauseBuf::new() };
        let root = tree.count(lits, out);
        let Tree { digits, mut clause, .. } = tree;
        let (quotients, remainders) = (&digits[root.quotient], &digits[root.remainder]);
        let of = |lits: &[Lit], unit: usize| lits.iter().map(move |&lit| (unit as i64, lit)).collect::<Vec<_>>();
        out.note(|notes| notes.total(&|| [of(quotients, modulus), of(remainders, 1)].concat()));
        let (same, more) = (digit(quotients, quotient), digit(quotients, quotient + 1));
        clause.all([!more], out);
        clause.all([!same, !digit(remainders, remainder + 1)], out);
        if exact {
            clause.all([same], out);
            clause.all([digit(remainders, remainder)], out);
        }
    }
}

/// A count in two digits: stretches of the tree's literals.
#[derive(Clone)]
struct Digits {
    quotient: Range<usize>,
    remainder: Range<usize>,
}

/// "At least j", from a digit; false beyond its end.
fn digit(lits: &[Lit], j: usize) -> LitOrConst {
    match j {
        0 => LitOrConst::Const(true),
        _ => lits.get(j - 1).map_or(LitOrConst::Const(false), |&lit| lit.into()),
    }
}

/// One digit of a sum: the digits of both sides, the carry between quotient and remainder, and the digit of the sum.
#[derive(Clone, Copy)]
struct Addition<'d> {
    a: &'d [Lit],
    b: &'d [Lit],
    carry: LitOrConst,
    sum: &'d [Lit],
}

/// The tree while it is made: the digits of finished nodes lie one after the other, those of the last node at the end.
struct Tree {
    modulus: usize,
    /// Most quotients of a node.
    cap: usize,
    /// True if false literals make digits smaller.
    exact: bool,
    digits: Vec<Lit>,
    clause: ClauseBuf,
}

impl Tree {
    /// Appends the digits of the node over these literals.
    fn count(&mut self, lits: &[Lit], out: &mut dyn ClauseSink) -> Digits {
        let start = self.digits.len();
        if let [lit] = *lits {
            self.digits.push(lit);
            return Digits { quotient: start..start, remainder: start..start + 1 };
        }
        let (left, right) = lits.split_at(lits.len() / 2);
        let (left, right) = (self.count(left, out), self.count(right, out));
        let end = self.digits.len();
        let most = left.remainder.len() + right.remainder.len();
        let both = |left: &Range<usize>, right: &Range<usize>| -> Vec<(i64, Lit)> {
            [left, right].into_iter().flat_map(|range| self.digits[range.clone()].iter().map(|&lit| (1, lit))).collect()
        };
        let (mut quotients, mut remainders) =
            (both(&left.quotient, &right.quotient), both(&left.remainder, &right.remainder));
        let modulus = self.modulus as i64;
        let carry = (most >= self.modulus)
            .then(|| out.define(Name::aux("carry", lits.len(), 1), &|| Definition::Gate(remainders.clone(), modulus)));
        quotients.extend(carry.map(|carry| (1, carry)));
        remainders.extend(carry.map(|carry| (-modulus, carry)));
        let mut defined = |tag: &'static str, count: usize, of: &[(i64, Lit)]| {
            let from = self.digits.len();
            let at = |j: usize| Definition::Gate(of.to_vec(), j as i64);
            self.digits.extend((1..=count).map(|j| out.define(Name::aux(tag, lits.len(), j as i64), &|| at(j))));
            from..self.digits.len()
        };
        let quotient = defined("quotient", (lits.len() / self.modulus).min(self.cap), &quotients);
        let remainder = defined("remainder", most.min(self.modulus - 1), &remainders);
        let carry = carry.map_or(LitOrConst::Const(false), LitOrConst::from);
        let mut clause = std::mem::take(&mut self.clause);
        let addition = |a: &Range<usize>, b: &Range<usize>, sum: &Range<usize>| {
            let [a, b, sum] = [a, b, sum].map(|range| &self.digits[range.clone()]);
            Addition { a, b, carry, sum }
        };
        self.remainders(addition(&left.remainder, &right.remainder, &remainder), &mut clause, out);
        if self.exact && carry != LitOrConst::Const(false) {
            // The remainder after a carry is less than some remainders could be.
            let beyond = self.digits[remainder.clone()].iter().skip(most - self.modulus);
            beyond.for_each(|&digit| clause.all([!carry, (!digit).into()], out));
        }
        self.quotients(addition(&left.quotient, &right.quotient, &quotient), &mut clause, out);
        self.clause = clause;
        self.digits.drain(start..end);
        let down = |range: Range<usize>| range.start - (end - start)..range.end - (end - start);
        Digits { quotient: down(quotient), remainder: down(remainder) }
    }

    /// The sum of two remainders is the carry and a remainder.
    fn remainders(
        &self,
        Addition { a, b, carry, sum }: Addition<'_>,
        clause: &mut ClauseBuf,
        out: &mut dyn ClauseSink,
    ) {
        let p = self.modulus;
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                let both = [!digit(a, i), !digit(b, j)];
                match i + j {
                    0 => {}
                    less if less < p => clause.all([both[0], both[1], digit(sum, less), carry], out),
                    more => {
                        if more == p {
                            clause.all([both[0], both[1], carry], out);
                        }
                        clause.all([both[0], both[1], digit(sum, more - p)], out);
                    }
                }
                if self.exact {
                    let neither = [digit(a, i + 1), digit(b, j + 1)];
                    match i + j + 1 {
                        less if less < p => clause.all([neither[0], neither[1], !digit(sum, less)], out),
                        all if all == p => clause.all([neither[0], neither[1], !carry], out),
                        more => clause.all([neither[0], neither[1], !carry, !digit(sum, more - p)], out),
                    }
                }
            }
        }
    }

    /// The sum of two quotients and the carry.
    fn quotients(&self, Addition { a, b, carry, sum }: Addition<'_>, clause: &mut ClauseBuf, out: &mut dyn ClauseSink) {
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                let both = [!digit(a, i), !digit(b, j)];
                if i + j == sum.len() && sum.len() < self.cap {
                    // With `i + j` quotients there is no room for a carry, which would excuse the remainders.
                    clause.all([both[0], both[1], !carry], out);
                }
                if i + j > 0 && i + j <= sum.len() {
                    clause.all([both[0], both[1], digit(sum, i + j)], out);
                }
                if i + j < sum.len() {
                    clause.all([both[0], both[1], !carry, digit(sum, i + j + 1)], out);
                    if self.exact {
                        let neither = [digit(a, i + 1), digit(b, j + 1)];
                        clause.all([neither[0], neither[1], carry, !digit(sum, i + j + 1)], out);
                        if i + j + 1 < sum.len() {
                            clause.all([neither[0], neither[1], !digit(sum, i + j + 2)], out);
                        }
                    }
                }
            }
        }
    }
}

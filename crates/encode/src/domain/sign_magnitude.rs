//! The value in binary, as a magnitude and, where there are negative and positive values, a sign.
//!
//! Unlike `log`, which numbers the values of the domain, the bits are those of the value: they do not move if the
//! domain loses values, and a gap costs clauses. With L bits in the largest magnitude: L variables, one more for the
//! sign, and at most 2L clauses for the ends of each sign and 2L for each gap. A value literal is made when a
//! constraint first asks for it: one more variable and at most L+2 clauses; an order literal: one more variable and at
//! most 2L+2 clauses. Zero has one code, so the encoding is bijective. Unit propagation is weak, as in `log`.
//! N.-F. Zhou, H. Kjellerstrand, "Optimizing SAT Encodings for Arithmetic Constraints", CP 2017, and "The Picat-SAT
//! Compiler", PADL 2016. There, adders take the bits themselves; here all constraints ask for value and order literals.

use crate::amo::AmoEncoding;
use crate::binary::at_most;
use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};
use cnfab_model::Domain;

use super::{IntLits, VariableLiterals};

pub(super) struct SignMagnitude;

impl Described for SignMagnitude {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "a bit: the variable has one of the values with the bit, or the sign",
            "exactly one value is taken",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new(
            "sign-magnitude",
            "the value in binary with a sign; value literals and order literals on demand",
        )
    };
}

impl VariableLiterals for SignMagnitude {
    fn encode(
        &self,
        var: usize,
        values: &Domain,
        _amo: &dyn AmoEncoding,
        out: &mut dyn ClauseSink,
    ) -> Box<dyn IntLits> {
        let ends = [values.min(), values.max()].map(|end| end.expect("several values"));
        let largest = ends.map(i32::unsigned_abs).into_iter().max().unwrap_or(0);
        let width = (u32::BITS - largest.leading_zeros()) as usize;
        let bits: Vec<Lit> = (0..width)
            .map(|bit| {
                let with = || values.values().filter(|value| value.unsigned_abs() >> bit & 1 == 1).collect();
                out.define(Name::aux("bit", bit, 0), &|| Definition::Values(var, with()))
            })
            .collect();
        let sign = match ends {
            [low, high] if low < 0 && high > 0 => {
                let negative = || values.values().filter(|&value| value < 0).collect();
                LitOrConst::Lit(out.define(Name::aux("sign", var, 0), &|| Definition::Values(var, negative())))
            }
            [_, high] => LitOrConst::Const(high <= 0),
        };
        let none = vec![None; values.len()];
        let lits = SignedLits { var, domain: values.clone(), bits, sign, is: none.clone(), up_to: none };
        lits.exclude(out);
        Box::new(lits)
    }
}

struct SignedLits {
    var: usize,
    domain: Domain,
    /// Of the magnitude, lowest first.
    bits: Vec<Lit>,
    /// True where values are below zero.
    sign: LitOrConst,
    /// The literal of `x = v` for each value that was asked for.
    is: Vec<Option<Lit>>,
    /// The literal of `x <= v` for each value that was asked for.
    up_to: Vec<Option<Lit>>,
}

impl SignedLits {
    /// Excludes the codes of no value, sign by sign.
    fn exclude(&self, out: &mut dyn ClauseSink) {
        let magnitudes = |negative: bool| -> Vec<u64> {
            let of_sign = |value: &i32| match self.sign {
                LitOrConst::Const(_) => true,
                LitOrConst::Lit(_) => (*value < 0) == negative,
            };
            let mut all: Vec<u64> =
                self.domain.values().filter(of_sign).map(|value| value.unsigned_abs().into()).collect();
            all.sort_unstable();
            all
        };
        match self.sign {
            LitOrConst::Const(negative) => self.exclude_but(&magnitudes(negative), LitOrConst::Const(true), out),
            LitOrConst::Lit(sign) => {
                self.exclude_but(&magnitudes(false), (!sign).into(), out);
                self.exclude_but(&magnitudes(true), sign.into(), out);
            }
        }
    }

    /// If the condition holds, the magnitude is one of these, which increase.
    fn exclude_but(&self, magnitudes: &[u64], condition: LitOrConst, out: &mut dyn ClauseSink) {
        let bits: Vec<LitOrConst> = self.bits.iter().map(|&bit| bit.into()).collect();
        let turned: Vec<LitOrConst> = bits.iter().map(|&bit| !bit).collect();
        let (least, most) = (magnitudes[0], magnitudes[magnitudes.len() - 1]);
        at_most(&bits, most, condition, out);
        at_most(&turned, (1 << bits.len()) - 1 - least, condition, out);
        let mut clause = ClauseBuf::new();
        for pair in magnitudes.windows(2) {
            let mut next = pair[0] + 1;
            while next < pair[1] {
                // The largest block that begins here: all numbers with the same higher bits.
                let room = (pair[1] - next).ilog2();
                let place = next.trailing_zeros().min(room) as usize;
                clause.push(!condition);
                for (higher, &bit) in bits.iter().enumerate().skip(place) {
                    clause.push(if next >> higher & 1 == 1 { !bit } else { bit });
                }
                clause.emit(out);
                next += 1 << place;
            }
        }
    }

    /// The literals that are all true exactly if the value is this one.
    fn code(&self, value: i32) -> Vec<Lit> {
        let magnitude = value.unsigned_abs();
        let in_code = |(place, &bit): (usize, &Lit)| if magnitude >> place & 1 == 1 { bit } else { !bit };
        let mut code: Vec<Lit> = self.bits.iter().enumerate().map(in_code).collect();
        if let LitOrConst::Lit(sign) = self.sign {
            code.push(if value < 0 { sign } else { !sign });
        }
        code
    }

    /// Bits, lowest first, of a number that is at most the other one exactly if the variable is at most the value.
    fn compared(&self, value: i32) -> (Vec<LitOrConst>, u64) {
        // Of two values below zero the larger one has the smaller magnitude.
        let is_negative = value < 0;
        let mut bits: Vec<LitOrConst> =
            self.bits.iter().map(|&bit| if is_negative { !bit } else { bit }.into()).collect();
        let beyond = 1u64 << bits.len();
        let magnitude = u64::from(value.unsigned_abs());
        let bound = if is_negative { beyond - 1 - magnitude } else { magnitude };
        match self.sign {
            LitOrConst::Const(_) => (bits, bound),
            LitOrConst::Lit(sign) => {
                bits.push((!sign).into());
                (bits, if is_negative { bound } else { beyond + bound })
            }
        }
    }

    fn index(&self, value: i32) -> usize {
        self.domain.index_of(value).expect("a value of the domain")
    }
}

impl IntLits for SignedLits {
    fn is(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        let index = self.index(value);
        if let Some(lit) = self.is[index] {
            return lit.into();
        }
        let lit = match self.code(value)[..] {
            [only] => only,
            ref code => {
                let lit = out.fresh(Name::is(self.var, value));
                let mut clause = vec![lit];
                for &bit in code {
                    out.clause(&[!lit, bit]);
                    clause.push(!bit);
                }
                out.clause(&clause);
                lit
            }
        };
        self.is[index] = Some(lit);
        lit.into()
    }

    fn at_most(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        let index = self.index(value);
        if let Some(lit) = self.up_to[index] {
            return lit.into();
        }
        let lit = match self.code(value)[..] {
            // Two values, of which this is the smaller one.
            [only] => only,
            _ => {
                let lit = out.fresh(Name::at_most(self.var, value));
                let (bits, bound) = self.compared(value);
                let turned: Vec<LitOrConst> = bits.iter().map(|&bit| !bit).collect();
                at_most(&bits, bound, lit.into(), out);
                // Otherwise at least one more.
                at_most(&turned, (1u64 << bits.len()) - 2 - bound, (!lit).into(), out);
                lit
            }
        };
        self.up_to[index] = Some(lit);
        lit.into()
    }

    fn value(&self, holds: &dyn Fn(Lit) -> bool) -> i32 {
        let magnitude: i64 = self.bits.iter().enumerate().map(|(place, &bit)| i64::from(holds(bit)) << place).sum();
        let is_negative = match self.sign {
            LitOrConst::Const(negative) => negative,
            LitOrConst::Lit(sign) => holds(sign),
        };
        i32::try_from(if is_negative { -magnitude } else { magnitude }).expect("a value of the domain")
    }

    fn blocking_literals(&self, value: i32, into: &mut Vec<Lit>) {
        into.extend(self.code(value).into_iter().map(|lit| !lit));
    }
}

#[cfg(test)]
mod tests {
    use crate::{Recipe, encode};
    use cnfab_cnf::Meter;
    use cnfab_model::Model;

    #[test]
    fn gaps_cost_blocks_and_not_values() {
        let size = |values: &[i32]| {
            let mut model = Model::new();
            model.var("x", values.to_vec());
            let mut out = Meter::default();
            let recipe: Recipe = "domain=sign-magnitude".parse().expect("a recipe");
            encode(&model, &recipe, &mut out).expect("encodable");
            (out.size().variables, out.size().clauses)
        };
        // Between 0 and 1,000,000 lie 25 blocks; 13 bits of the larger one are 0.
        assert_eq!(size(&[0, 1_000_000]), (20, 13 + 25));
        // The ends of each sign, and gaps of two single codes and of one block.
        assert_eq!(size(&[-4, -1, 0, 3]), (4, 1 + 3 + 2 + 1));
        assert_eq!(size(&[i32::MIN, i32::MAX]).0, 33);
    }
}

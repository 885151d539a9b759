//! The position of the value in binary.
//!
//! d values: L = ceil(log2 d) variables and at most L clauses that exclude the codes beyond. A value literal is made
//! when a constraint first asks for it: one more variable and L+1 clauses; an order literal: one more variable and at
//! most 2L clauses. Bijective. Compact where values are many and constraints ask for few; unit propagation is weak, as
//! a value in the middle of a domain leaves no trace.
//! K. Iwama, S. Miyazaki, "SAT-Variable Complexity of Hard Combinatorial Problems", IFIP World Computer Congress 1994.

use crate::amo::AmoEncoding;
use crate::binary::{at_most, bounded_above};
use crate::{Contract, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};
use cnfab_model::Domain;

use super::{IntLits, VariableLiterals};

pub(super) struct Log;

impl Described for Log {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["a bit: the variable has one of the values with the bit", "exactly one value is taken"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("log", "the position of the value in binary; value literals and order literals on demand")
    };
}

impl VariableLiterals for Log {
    fn encode(
        &self,
        var: usize,
        values: &Domain,
        _amo: &dyn AmoEncoding,
        out: &mut dyn ClauseSink,
    ) -> Box<dyn IntLits> {
        let width = values.len().next_power_of_two().trailing_zeros() as usize;
        let bits: Vec<Lit> = (0..width)
            .map(|bit| {
                let has = |(index, _): &(usize, i32)| index >> bit & 1 == 1;
                let with = || values.values().enumerate().filter(has).map(|(_, value)| value).collect();
                out.define(Name::aux("bit", bit, 0), || Definition::Values(var, with()))
            })
            .collect();
        let truths: Vec<LitOrConst> = bits.iter().map(|&bit| bit.into()).collect();
        bounded_above(&truths, values.len() as u64 - 1, out);
        let none = vec![None; values.len()];
        Box::new(LogLits { var, domain: values.clone(), bits, is: none.clone(), up_to: none })
    }
}

struct LogLits {
    var: usize,
    domain: Domain,
    /// Lowest first.
    bits: Vec<Lit>,
    /// The literal of `x = v` for each value that was asked for.
    is: Vec<Option<Lit>>,
    /// The literal of `x <= v` for each value that was asked for.
    up_to: Vec<Option<Lit>>,
}

impl LogLits {
    fn index(&self, value: i32) -> usize {
        self.domain.index_of(value).expect("a value of the domain")
    }

    /// The bit as it is in the code of a position.
    fn in_code(&self, place: usize, index: usize) -> Lit {
        if index >> place & 1 == 1 { self.bits[place] } else { !self.bits[place] }
    }
}

impl IntLits for LogLits {
    fn is(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        let index = self.index(value);
        if let Some(lit) = self.is[index] {
            return lit.into();
        }
        let lit = match self.bits.len() {
            1 => self.in_code(0, index),
            width => {
                let lit = out.fresh(Name::is(self.var, value));
                let mut clause = vec![lit];
                for place in 0..width {
                    out.clause(&[!lit, self.in_code(place, index)]);
                    clause.push(!self.in_code(place, index));
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
        let lit = match self.bits.len() {
            1 => self.in_code(0, index),
            _ => {
                let lit = out.fresh(Name::at_most(self.var, value));
                let bits: Vec<LitOrConst> = self.bits.iter().map(|&bit| bit.into()).collect();
                let turned: Vec<LitOrConst> = bits.iter().map(|&bit| !bit).collect();
                at_most(&bits, index as u64, lit.into(), out);
                // Otherwise at least one more.
                at_most(&turned, (1u64 << bits.len()) - 2 - index as u64, (!lit).into(), out);
                lit
            }
        };
        self.up_to[index] = Some(lit);
        lit.into()
    }

    fn value(&self, holds: &dyn Fn(Lit) -> bool) -> i32 {
        let code: usize = self.bits.iter().enumerate().map(|(place, &bit)| usize::from(holds(bit)) << place).sum();
        self.domain.nth(code).expect("a value of the domain")
    }

    fn blocking_literals(&self, value: i32, into: &mut Vec<Lit>) {
        let index = self.index(value);
        into.extend((0..self.bits.len()).map(|place| !self.in_code(place, index)));
    }

    fn binary(&self) -> Option<&[Lit]> {
        let is_whole = self.domain.max()?.abs_diff(self.domain.min()?) as usize + 1 == self.domain.len();
        is_whole.then_some(&self.bits)
    }
}

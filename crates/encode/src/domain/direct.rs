//! One literal per value, exactly one of them true (one-hot).
//!
//! d values: d variables, the clause that one is true, and the chosen at-most-one over d literals; 1 variable and no
//! clause for d = 2. Bijective when the at-most-one is. Order literals `x <= v` are made when a constraint first asks
//! for one, all at once: d-3 more variables and at most 4d-7 clauses (the lowest and the highest order literal are
//! value literals already). J. de Kleer, "A comparison of ATMS and CSP techniques", IJCAI 1989; T. Walsh, "SAT v CSP",
//! CP 2000.

use crate::amo::AmoEncoding;
use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Lit, Name};
use cnfab_model::Domain;

use super::{IntLits, VariableLiterals};

pub(super) struct Direct;

impl Described for Direct {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["a literal: the variable has the value", "exactly one value is taken"]),
        ..EncodingAbout::new("direct", "one literal per value, exactly one true; order literals on demand")
    };
}

impl VariableLiterals for Direct {
    fn contract(&self, values: usize, amo: &dyn AmoEncoding) -> Contract {
        amo.contract(values)
    }

    fn encode(&self, var: usize, values: &Domain, amo: &dyn AmoEncoding, out: &mut dyn ClauseSink) -> Box<dyn IntLits> {
        let lits = match values.max().filter(|_| values.len() == 2) {
            Some(high) => {
                let lit = out.fresh(Name::is(var, high));
                vec![!lit, lit]
            }
            None => {
                let lits: Vec<Lit> = values.values().map(|value| out.fresh(Name::is(var, value))).collect();
                amo.exactly_one(&lits, out);
                lits
            }
        };
        Box::new(DirectLits::new(var, values.clone(), lits))
    }
}

pub(super) struct DirectLits {
    var: usize,
    domain: Domain,
    /// The literal of each value.
    lits: Vec<Lit>,
    /// The literal of `x <= v` for each value but the last; empty until asked for.
    order_lits: Vec<Lit>,
}

impl DirectLits {
    /// The literal of each value.
    pub(super) fn new(var: usize, domain: Domain, lits: Vec<Lit>) -> Self {
        DirectLits { var, domain, lits, order_lits: Vec::new() }
    }

    fn lit(&self, value: i32) -> Lit {
        self.lits[self.domain.index_of(value).expect("a value of the domain")]
    }

    fn introduce_thresholds(&mut self, out: &mut dyn ClauseSink) {
        let last = self.lits.len() - 1;
        self.order_lits = (0..last)
            .map(|i| match i {
                0 => self.lits[0],
                _ if i + 1 == last => !self.lits[last],
                _ => out.fresh(Name::at_most(self.var, self.domain.nth(i).expect("a value of the domain"))),
            })
            .collect();
        let mut clause = ClauseBuf::new();
        let mut below = LitOrConst::Const(false);
        for (i, &lit) in self.lits.iter().enumerate() {
            let up_to = self.order_lits.get(i).map_or(LitOrConst::Const(true), |&order_lit| order_lit.into());
            clause.all([(!lit).into(), up_to], out);
            clause.all([(!lit).into(), !below], out);
            clause.all([lit.into(), !up_to, below], out);
            clause.all([!below, up_to], out);
            below = up_to;
        }
    }
}

impl IntLits for DirectLits {
    fn is(&mut self, value: i32, _out: &mut dyn ClauseSink) -> LitOrConst {
        self.lit(value).into()
    }

    fn at_most(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        if self.order_lits.is_empty() {
            self.introduce_thresholds(out);
        }
        self.order_lits[self.domain.index_of(value).expect("a value of the domain")].into()
    }

    fn value(&self, holds: &dyn Fn(Lit) -> bool) -> i32 {
        let index = self.lits.iter().position(|&lit| holds(lit)).expect("exactly one value holds in a model");
        self.domain.nth(index).expect("a value of the domain")
    }

    fn blocking_literals(&self, value: i32, into: &mut Vec<Lit>) {
        into.push(!self.lit(value));
    }
}

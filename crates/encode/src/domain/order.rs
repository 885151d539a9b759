//! Order literals: one literal "at most v" for each value but the largest (order or ladder encoding).
//!
//! d values: d-1 variables and d-2 clauses. A value literal `x = v` between the smallest and the largest value is made
//! when a constraint first asks for it. It means "at most v and not at most the value before", with one more variable
//! and three clauses. Bijective.
//! N. Tamura, A. Taga, S. Kitagawa, M. Banbara, "Compiling finite linear CSP into SAT", Constraints 14, 2009.

use crate::amo::AmoEncoding;
use crate::{Contract, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Lit, Name};
use cnfab_model::Domain;

use super::{IntLits, VariableLiterals};

pub(super) struct Order;

impl Described for Order {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["a literal: the variable is at most the value", "exactly one value is taken"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("order", "one literal \"at most v\" per value but the last; value literals on demand")
    };
}

impl VariableLiterals for Order {
    fn encode(
        &self,
        var: usize,
        values: &Domain,
        _amo: &dyn AmoEncoding,
        out: &mut dyn ClauseSink,
    ) -> Box<dyn IntLits> {
        let order_lits: Vec<Lit> =
            values.values().take(values.len() - 1).map(|value| out.fresh(Name::at_most(var, value))).collect();
        for pair in order_lits.windows(2) {
            out.clause(&[!pair[0], pair[1]]);
        }
        let mut is = vec![None; values.len()];
        is[0] = Some(order_lits[0]);
        is[values.len() - 1] = Some(!order_lits[order_lits.len() - 1]);
        Box::new(OrderLits { var, domain: values.clone(), order_lits, is })
    }
}

struct OrderLits {
    var: usize,
    domain: Domain,
    /// The literal of `x <= v` for each value but the last.
    order_lits: Vec<Lit>,
    /// The literal of `x = v` for each value that was asked for.
    is: Vec<Option<Lit>>,
}

impl OrderLits {
    fn index(&self, value: i32) -> usize {
        self.domain.index_of(value).expect("a value of the domain")
    }
}

impl IntLits for OrderLits {
    fn is(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        let index = self.index(value);
        if let Some(lit) = self.is[index] {
            return lit.into();
        }
        let (below, up_to) = (self.order_lits[index - 1], self.order_lits[index]);
        let lit = out.fresh(Name::is(self.var, value));
        out.clause(&[!lit, up_to]);
        out.clause(&[!lit, !below]);
        out.clause(&[lit, !up_to, below]);
        self.is[index] = Some(lit);
        lit.into()
    }

    fn at_most(&mut self, value: i32, _out: &mut dyn ClauseSink) -> LitOrConst {
        self.order_lits[self.index(value)].into()
    }

    fn value(&self, holds: &dyn Fn(Lit) -> bool) -> i32 {
        let index = self.order_lits.iter().position(|&lit| holds(lit)).unwrap_or(self.order_lits.len());
        self.domain.nth(index).expect("a value of the domain")
    }

    fn blocking_literals(&self, value: i32, into: &mut Vec<Lit>) {
        let index = self.index(value);
        if index > 0 {
            into.push(self.order_lits[index - 1]);
        }
        if let Some(&up_to) = self.order_lits.get(index) {
            into.push(!up_to);
        }
    }
}

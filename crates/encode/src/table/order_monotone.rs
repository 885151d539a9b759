//! Multiplication over order literals: larger factors make larger products, with the signs that they have.
//!
//! Where no factor is negative: "x at least a and y at least b, then z at least a*b", and the same for at most.
//! Otherwise one factor is fixed: "x at least a and y = b, then z at least a*b", at most for negative b, and the same
//! the other way round. No auxiliaries but order literals; at most 2*d*d clauses for d values per factor without
//! negative ones, 4*d*d with. Bounds consistent without negative factors. Bijective. Only for tables that are the
//! multiplication of two variables. N. Tamura, A. Taga, S. Kitagawa, M. Banbara, "Compiling finite linear CSP into
//! SAT", Constraints 14, 2009, for the idea.

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::{Relation, Var};

use super::TableClauses;
use super::product::is_product;

pub(super) struct OrderMonotone;

impl Described for OrderMonotone {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["there are none", "no row of the table is left"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new(
            "order-monotone",
            "for multiplications: larger factors make larger products, over order literals",
        )
    };
}

impl TableClauses for OrderMonotone {
    fn can(&self, of: &[Var], relation: &Relation, vars: &VarMap) -> Result<(), String> {
        is_product(of, relation, vars)
    }

    fn encode(&self, of: &[Var], _: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let &[x, y, z] = of else { unreachable!("a product has three columns") };
        let natural = [x, y].into_iter().all(|var| vars.domain(var).min().is_some_and(|min| min >= 0));
        let sides = [x, y].map(|var| Factor::new(var, vars, out));
        if natural {
            both_grow(&sides, z, vars, out);
        } else {
            one_grows(&sides[0], &sides[1], z, vars, out);
            one_grows(&sides[1], &sides[0], z, vars, out);
        }
    }
}

/// A factor's values, each with "is it", "at least it" and "at most it".
struct Factor {
    values: Vec<(i64, [LitOrConst; 3])>,
}

impl Factor {
    fn new(var: Var, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Self {
        let values: Vec<i32> = vars.domain(var).to_vec();
        let lits = |value: i32| {
            let at_least = !vars.at_most(var, value.saturating_sub(1), out);
            (i64::from(value), [vars.is(var, value, out), at_least, vars.at_most(var, value, out)])
        };
        Factor { values: values.into_iter().map(lits).collect() }
    }
}

/// "At most the number", for numbers of any size.
fn at_most(var: Var, number: i64, vars: &mut VarMap, out: &mut dyn ClauseSink) -> LitOrConst {
    vars.at_most(var, number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32, out)
}

fn both_grow([x, y]: &[Factor; 2], z: Var, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    for &(a, [_, x_from, x_to]) in &x.values {
        for &(b, [_, y_from, y_to]) in &y.values {
            clause.all([!x_from, !y_from, !at_most(z, a * b - 1, vars, out)], out);
            clause.all([!x_to, !y_to, at_most(z, a * b, vars, out)], out);
        }
    }
}

fn one_grows(x: &Factor, y: &Factor, z: Var, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    for &(b, [is, _, _]) in &y.values {
        for &(a, [_, from, to]) in &x.values {
            let (grows, falls) = if b >= 0 { (from, to) } else { (to, from) };
            clause.all([!is, !grows, !at_most(z, a * b - 1, vars, out)], out);
            clause.all([!is, !falls, at_most(z, a * b, vars, out)], out);
        }
    }
}

//! Every value needs a supporting row.
//!
//! Two columns: no auxiliaries; per value of either column one clause, "this value, then one of its partners". This is the
//! support encoding, by which unit propagation is domain consistent. I. P. Gent, "Arc Consistency in SAT", ECAI 2002.
//! Other widths: one selector per row left by the domains; each selector implies the values of its row, each value
//! implies that one of its rows is selected, and one row is selected: rows*width + values + 1 clauses. Domain consistent.
//! Bijective: the values select the one row that equals them.
//! F. Bacchus, "GAC via Unit Propagation", CP 2007.

use crate::cnf::{ClauseSink, Lit, Name};
use crate::encode::{ClauseBuf, Contract, Truth, VarMap};
use crate::model::{Relation, Var};
use crate::names::Named;

use super::TableEncoding;

pub(super) struct Supports;

impl Named for Supports {
    fn name(&self) -> &'static str {
        "supports"
    }

    fn about(&self) -> &'static str {
        "each value implies one of its supports; selectors of rows for three and more columns"
    }
}

impl TableEncoding for Supports {
    fn contract(&self) -> Contract {
        Contract::Bijective
    }

    fn encode(
        &self,
        of: &[Var],
        relation: &Relation,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Result<(), String> {
        match *of {
            [a, b] if a != b => binary(a, b, relation, vars, out),
            _ => selectors(of, relation, vars, out),
        }
        Ok(())
    }
}

fn binary(a: Var, b: Var, relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let pairs: Vec<(i32, i32)> = relation.rows().map(|row| (row[0], row[1])).collect();
    one_side(a, b, &pairs, vars, out);
    let mut pairs: Vec<(i32, i32)> = pairs.into_iter().map(|(x, y)| (y, x)).collect();
    pairs.sort_unstable();
    one_side(b, a, &pairs, vars, out);
}

/// Each value of `a` implies one of the partners it has in the sorted pairs.
fn one_side(a: Var, b: Var, pairs: &[(i32, i32)], vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    let mut rest = pairs;
    let values: Vec<i32> = vars.domain(a).values().to_vec();
    for value in values {
        let from = rest.partition_point(|&(x, _)| x < value);
        let to = rest.partition_point(|&(x, _)| x <= value);
        clause.push(!vars.is(a, value, out));
        for &(_, partner) in &rest[from..to] {
            clause.push(vars.is(b, partner, out));
        }
        clause.emit(out);
        rest = &rest[to..];
    }
}

fn selectors(of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    let mut rows: Vec<(usize, Lit)> = Vec::new();
    for (index, row) in relation.rows().enumerate() {
        if of.iter().zip(row).all(|(&var, &value)| vars.domain(var).contains(value)) {
            let selector = out.fresh(Name::aux("row", index, 0));
            for (&var, &value) in of.iter().zip(row) {
                clause.all([(!selector).into(), vars.is(var, value, out)], out);
            }
            rows.push((index, selector));
        }
    }
    for (column, &var) in of.iter().enumerate() {
        let values: Vec<i32> = vars.domain(var).values().to_vec();
        let mut by_value: Vec<(i32, Lit)> =
            rows.iter().map(|&(index, selector)| (relation.row(index)[column], selector)).collect();
        by_value.sort_unstable();
        for value in values {
            let from = by_value.partition_point(|&(v, _)| v < value);
            let to = by_value.partition_point(|&(v, _)| v <= value);
            clause.push(!vars.is(var, value, out));
            by_value[from..to].iter().for_each(|&(_, selector)| {
                clause.push(selector);
            });
            clause.emit(out);
        }
    }
    for &(_, selector) in &rows {
        clause.push(Truth::Lit(selector));
    }
    clause.emit(out);
}

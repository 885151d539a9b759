//! Every value needs a supporting row.
//!
//! Two columns: no auxiliaries; per value of either column one clause, "this value, then one of its partners". This is
//! the support encoding, by which unit propagation is domain consistent. I. P. Gent, "Arc Consistency in SAT", ECAI
//! 2002. Other widths: one selector per row left by the domains; each selector implies the values of its row, each
//! value implies that one of its rows is selected, and one row is selected: rows*width + values + 1 clauses. Domain
//! consistent. Bijective: the values select the one row that equals them. With `supports(2)` two columns have selectors
//! as well, which are the edges of a graph then.
//! F. Bacchus, "GAC via Unit Propagation", CP 2007.

use std::sync::Arc;

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, NumberRange, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};
use cnfab_model::{Relation, Var};

use super::{TableClauses, TableEncoding};

pub(super) struct Supports {
    /// The least number of columns for which rows have selectors.
    pub(super) from: usize,
}

impl Described for Supports {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["the row, where the table has more than two columns", "no row of the table is left"]),
        number: Some(NumberRange { about: "least number of columns with selectors,", range: 2..=3 }),
        variants: &[2],
        contract: Contract::Bijective,
        ..EncodingAbout::new(
            "supports",
            "each value implies one of its supports; selectors of rows for three and more columns",
        )
    };

    fn value(&self) -> usize {
        self.from
    }
}

impl TableClauses for Supports {
    fn with_number(&self, from: usize) -> Option<Arc<dyn TableEncoding>> {
        Some(Arc::new(Supports { from }))
    }

    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        match self.from {
            2 => selectors(of, relation, &of_table, vars, out),
            _ => encode(of, relation, &of_table, vars, out),
        }
    }
}

/// The meaning of the selector of a row, from its number and the literals of its values.
pub(crate) type OfRow = dyn Fn(usize, Vec<Lit>) -> Definition;

/// A row of the table that is being encoded.
pub(super) fn of_table(number: usize, _: Vec<Lit>) -> Definition {
    Definition::Rows(vec![number])
}

/// The clauses, which nothing can prevent.
pub(crate) fn encode(of: &[Var], relation: &Relation, meaning: &OfRow, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    match *of {
        [a, b] if a != b => binary(a, b, relation, vars, out),
        _ => selectors(of, relation, meaning, vars, out),
    }
}

/// Two different variables.
fn binary(a: Var, b: Var, relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let (domain, other) = (vars.domain(a), vars.domain(b));
    // What the domains leave, as positions in them.
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for (index, value) in domain.values().enumerate() {
        let partners = relation.rows_from(value).filter_map(|row| other.index_of(row[1]));
        pairs.extend(partners.map(|partner| (index as u32, partner as u32)));
    }
    let turned = turned(&pairs, other.len());
    let lits = [a, b].map(|var| value_lits(var, vars, out));
    one_side(&lits[0], &lits[1], &pairs, out);
    one_side(&lits[1], &lits[0], &turned, out);
}

/// The pairs turned round and sorted by their new first components, which are below `count`.
fn turned(pairs: &[(u32, u32)], count: usize) -> Vec<(u32, u32)> {
    let mut ends = vec![0; count];
    pairs.iter().for_each(|&(_, second)| ends[second as usize] += 1);
    let mut end = 0;
    for place in &mut ends {
        end += *place;
        *place = end;
    }
    let mut turned = vec![(0, 0); pairs.len()];
    for &(first, second) in pairs.iter().rev() {
        let place = &mut ends[second as usize];
        *place -= 1;
        turned[*place] = (second, first);
    }
    turned
}

fn value_lits(var: Var, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
    let values = vars.domain(var).to_vec();
    values.into_iter().map(|value| vars.is(var, value, out)).collect()
}

/// Each value implies one of the partners it has in the sorted pairs.
fn one_side(values: &[LitOrConst], partners: &[LitOrConst], pairs: &[(u32, u32)], out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    let mut pairs = pairs.iter().peekable();
    for (index, &value) in values.iter().enumerate() {
        clause.push(!value);
        while let Some(&(_, partner)) = pairs.next_if(|&&(first, _)| first as usize == index) {
            clause.push(partners[partner as usize]);
        }
        clause.emit(out);
    }
}

pub(super) fn selectors(of: &[Var], relation: &Relation, meaning: &OfRow, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    let mut rows: Vec<(usize, Lit)> = Vec::new();
    for (index, row) in relation.rows().enumerate() {
        if of.iter().zip(row).all(|(&var, &value)| vars.domain(var).contains(value)) {
            let values: Vec<LitOrConst> = of.iter().zip(row).map(|(&var, &value)| vars.is(var, value, out)).collect();
            let lits = || values.iter().filter_map(|value| value.lit()).collect();
            let selector = out.define(Name::aux("row", index, 0), &|| meaning(index, lits()));
            values.iter().for_each(|&value| clause.all([(!selector).into(), value], out));
            rows.push((index, selector));
        }
    }
    for &(_, selector) in &rows {
        clause.push(LitOrConst::Lit(selector));
    }
    clause.emit(out);
    for (column, &var) in of.iter().enumerate() {
        let values: Vec<i32> = vars.domain(var).to_vec();
        let mut of_value: Vec<Vec<Lit>> = vec![Vec::new(); values.len()];
        for &(index, selector) in &rows {
            let place = vars.domain(var).index_of(relation.row(index)[column]).expect("rows that the domains leave");
            of_value[place].push(selector);
        }
        for (value, selectors) in values.into_iter().zip(&of_value) {
            clause.push(!vars.is(var, value, out)).extend(selectors);
            clause.emit(out);
        }
    }
}

//! Multiplication in binary: shifted copies of one factor added up where the other has its bits.
//!
//! Factors and product are counted from their least values, so that their bits have no signs; what the least values add
//! is put on the side of the equation where it is positive. With b bits per factor: b*b conjunctions of 3 clauses, and
//! about b*b + b full adders of 14 for each side's constants; the bits take at most d clauses each for d values.
//! Compact for wide domains and weak: unit propagation finds the product when both factors are known, and little
//! before. All bits are determined (bijective). Only for tables that are the multiplication of two variables.
//! N.-F. Zhou, H. Kjellerstrand, "The Picat-SAT Compiler", PADL 2016, for products in binary.

use crate::binary::{added, bits};
use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};
use cnfab_model::{Relation, Var};

use super::TableClauses;
use super::by_rows::ByRows;
use super::product::is_product;

pub(super) struct ShiftAdd;

impl Described for ShiftAdd {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "a bit, a conjunction, a carry: the rows in which it is true",
            "no row of the table is left",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("shift-add", "for multiplications: binary, by shifting and adding")
    };
}

impl TableClauses for ShiftAdd {
    fn can(&self, of: &[Var], relation: &Relation, vars: &VarMap) -> Result<(), String> {
        is_product(of, relation, vars)
    }

    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let variables = <[Var; 3]>::try_from(of).expect("a product has three columns");
        if variables.iter().any(|&var| vars.domain(var).is_empty()) {
            return;
        }
        let mut by_rows = ByRows::new(of, relation, out);
        let out: &mut dyn ClauseSink = &mut by_rows;
        let one = out.define(Name::aux("one", 0, 0), || Definition::All(Vec::new()));
        out.clause(&[one]);
        let [(x, least_x), (y, least_y), (z, least_z)] =
            [0, 1, 2].map(|column| offset(column, variables[column], vars, &mut by_rows));
        let out: &mut dyn ClauseSink = &mut by_rows;
        // (x + least_x) * (y + least_y) = z + least_z, each sum a list of bits to be added per weight.
        let mut sides = Sides { left: Vec::new(), right: Vec::new() };
        for (i, &a) in x.iter().enumerate() {
            for (j, &b) in y.iter().enumerate() {
                let both = out.define(Name::aux("both", i, j as i64), || Definition::All(vec![a, b]));
                out.clause(&[!both, a]);
                out.clause(&[!both, b]);
                out.clause(&[both, !a, !b]);
                put(&mut sides.left, i + j, both);
            }
        }
        sides.multiple(&y, least_x);
        sides.multiple(&x, least_y);
        sides.multiple(&[one], least_x * least_y - least_z);
        sides.multiple(&z, -1);
        let (left, right) = (added(sides.left, out), added(sides.right, out));
        let mut clause = ClauseBuf::new();
        for place in 0..left.len().max(right.len()) {
            let bit = |bits: &[LitOrConst]| bits.get(place).copied().unwrap_or(LitOrConst::Const(false));
            clause.all([bit(&left), !bit(&right)], out);
            clause.all([!bit(&left), bit(&right)], out);
        }
    }
}

/// The bits of how much the variable of a column is above its least value, and that value.
fn offset(column: usize, var: Var, vars: &mut VarMap, by_rows: &mut ByRows) -> (Vec<Lit>, i64) {
    let values: Vec<i32> = vars.domain(var).to_vec();
    for &value in &values {
        if let LitOrConst::Lit(lit) = vars.is(var, value, by_rows) {
            by_rows.value(lit, column, value);
        }
    }
    let out: &mut dyn ClauseSink = by_rows;
    let least = i64::from(values[0]);
    let above: Vec<i64> = values.iter().map(|&value| i64::from(value) - least).collect();
    let known = bits(&above, (var, &values), true, vars, out).into_iter().map(|bit| match bit {
        LitOrConst::Lit(lit) => lit,
        LitOrConst::Const(value) => {
            // A bit that no value has, or all.
            let lit = out.define(Name::aux("bit", 0, 0), || Definition::Gate(Vec::new(), i64::from(!value)));
            out.clause(&[if value { lit } else { !lit }]);
            lit
        }
    });
    (known.collect(), least)
}

/// Bits by weight on both sides of an equation.
struct Sides {
    left: Vec<Vec<Lit>>,
    right: Vec<Vec<Lit>>,
}

impl Sides {
    /// Adds a multiple of a binary number to the left, or to the right if it is negative.
    fn multiple(&mut self, number: &[Lit], factor: i64) {
        let side = if factor < 0 { &mut self.right } else { &mut self.left };
        for shift in (0..63).filter(|&shift| factor.unsigned_abs() >> shift & 1 == 1) {
            number.iter().enumerate().for_each(|(place, &bit)| put(side, place + shift, bit));
        }
    }
}

fn put(columns: &mut Vec<Vec<Lit>>, place: usize, bit: Lit) {
    columns.resize_with(columns.len().max(place + 1), Vec::new);
    columns[place].push(bit);
}

//! `propagate` in the place of an encoding: the constraint goes to the solver as it is.
//!
//! At-most-ones, counts and sums become linear constraints over literals of the model's variables. A sum needs the
//! order literals of its variables, no auxiliary variables and no clauses but theirs. So it is bijective. Propagation
//! is bounds consistent for one sum, and domain consistent for a count or an at-most-one. All-different constraints
//! have an at-most-one per value, encoded or propagated as configured, and a matching of variables to values, which
//! makes them domain consistent. If they have many values, they are tasks of one unit of time. Tables are domain
//! consistent, without selectors. `globals` has the other classes.
//!
//! Only the SAT solver `cdcl` propagates such constraints. For other solvers, for files, and for DRAT and LRAT proofs
//! the configuration is refused: what is derived from such constraints does not follow from the clauses. A certificate
//! proves each explanation that its answer rests on as it proves a clause of an encoding.
//!
//! Whether to encode or to propagate is the question of I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell,
//! P. Stuckey, "To Encode or to Propagate? The Best Choice for Each Constraint in SAT", CP 2013.

use std::collections::BTreeSet;

use cnfab_cnf::{ClauseSink, Lit, Multiple, NativeConstraint};
use cnfab_model::{Cmp, Relation, Var};

use super::all_different::{AllDifferentClauses, amo_per_value, values};
use super::amo::AmoEncoding;
use super::card::OpenCount;
use super::linear::{Statement, Sum, SumClauses, at_least_literals};
use super::table::TableClauses;
use super::{Contract, Described, EncodingAbout, LitOrConst, VarMap};

mod globals;

pub(super) use globals::Whole;

/// A constraint that is propagated.
pub(super) struct Propagated;

/// Its text.
pub(crate) const PROPAGATE: &str = "propagate";
/// One line about it.
pub(super) const ABOUT: &str = "no clauses: the SAT solver 'cdcl' propagates the constraint and explains what follows";

impl Described for Propagated {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "no auxiliaries",
            "each explanation that the answer rests on follows from the constraint alone, like a clause of an encoding",
        ]),
        is_propagated: true,
        contract: Contract::Bijective,
        ..EncodingAbout::new(PROPAGATE, ABOUT)
    };
}

/// At most `k` of the literals.
fn at_most(lits: impl Iterator<Item = Lit>, k: usize, out: &mut dyn ClauseSink) {
    let terms = lits.map(|lit| vec![(1, lit)]).collect();
    out.native(NativeConstraint::Linear { terms, integers: Vec::new(), bound: k as i64 });
}

impl AmoEncoding for Propagated {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        match *lits {
            [] | [_] => {}
            [a, b] => out.clause(&[!a, !b]),
            _ => at_most(lits.iter().copied(), 1, out),
        }
    }
}

impl OpenCount for Propagated {
    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        at_most(lits.iter().copied(), k, out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        at_most(lits.iter().map(|&lit| !lit), lits.len() - k, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        OpenCount::at_most(self, lits, k, out);
        self.at_least(lits, k, out);
    }
}

impl SumClauses for Propagated {
    fn most(&self) -> i64 {
        super::linear::MOST
    }

    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        Ok(Box::new(move |vars, out| {
            if sum.cmp != Cmp::Ge {
                linear(&sum.terms, sum.rhs, vars, out);
            }
            if sum.cmp != Cmp::Le {
                let opposite: Vec<(i64, Var)> =
                    sum.terms.iter().map(|&(coefficient, var)| (-coefficient, var)).collect();
                linear(&opposite, -sum.rhs, vars, out);
            }
        }))
    }
}

impl AllDifferentClauses for Propagated {
    fn contract(&self, of: &[Var], amo: &dyn AmoEncoding) -> Contract {
        amo.contract(of.len())
    }

    /// Of many values, what is over bounds alone takes the place of the at-most-ones and of the matching.
    fn encode(&self, of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        if of.iter().map(|&var| vars.domain(var).len()).fold(0, usize::saturating_add) > MOST_VALUES {
            return globals::different(of, vars, out);
        }
        amo_per_value(of, amo, vars, out);
        let all = values(of, vars);
        let mut variables = Vec::with_capacity(of.len());
        for &var in of {
            // A variable with one value has no literals, and its value is no one else's.
            let own = lits(var, vars, out);
            let number = |value: i32| all.binary_search(&value).expect("a value of one of the variables") as u32;
            variables.push(own.into_iter().map(|(value, lit)| (number(value), lit)).collect::<Vec<_>>());
        }
        variables.retain(|own| !own.is_empty());
        if variables.len() > 2 {
            out.native(NativeConstraint::AllDifferent { variables, when: Vec::new() });
        }
    }
}

/// The most values of a variable that all have literals for a table, and of the variables of an all-different
/// constraint.
const MOST_VALUES: usize = 100_000;

/// A table of more cells is refused: each takes up to 20 bytes, and as many again while the solver gets it.
const MOST_CELLS: usize = 1 << 26;

impl TableClauses for Propagated {
    fn can(&self, of: &[Var], relation: &Relation, _: &VarMap) -> Result<(), String> {
        match relation.len().saturating_mul(of.len()) {
            0..=MOST_CELLS => Ok(()),
            _ => Err(format!("its {} rows of {} values have more than {MOST_CELLS} cells", relation.len(), of.len())),
        }
    }

    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let is_left = |row: &&[i32]| of.iter().zip(*row).all(|(&var, &value)| vars.domain(var).contains(value));
        let left: Vec<&[i32]> = relation.rows().filter(is_left).collect();
        if left.is_empty() {
            return out.clause(&[]);
        }
        let open: Vec<usize> = (0..of.len()).filter(|&column| vars.domain(of[column]).len() > 1).collect();
        let place = |vars: &VarMap, column: usize, row: &[i32]| vars.domain(of[column]).index_of(row[column]);
        let mut rows = vec![0; left.len() * open.len()];
        let mut columns = Vec::with_capacity(open.len());
        for (at, &column) in open.iter().enumerate() {
            let own = rows[at..].iter_mut().step_by(open.len()).zip(&left);
            if vars.domain(of[column]).len() <= MOST_VALUES {
                own.for_each(|(own, row)| *own = place(vars, column, row).expect("a value of the domain") as u32);
                columns.push(lits(of[column], vars, out).into_iter().map(|(_, lit)| lit).collect());
                continue;
            }
            // Of many values only those of rows have literals. One of them is taken.
            let values: BTreeSet<i32> = left.iter().map(|row| row[column]).collect();
            let values: Vec<i32> = values.into_iter().collect();
            own.for_each(|(own, row)| *own = values.partition_point(|&value| value < row[column]) as u32);
            let lit = |&value: &i32| vars.is(of[column], value, out).lit();
            let own: Vec<Lit> = values.iter().filter_map(lit).collect();
            out.clause(&own);
            columns.push(own);
        }
        if !columns.is_empty() {
            out.native(NativeConstraint::Table { columns, rows, when: Vec::new() });
        }
    }
}

/// The values of a variable's domain with the literals for them; none for one of a single value.
fn lits(var: Var, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<(i32, Lit)> {
    let values = vars.domain(var).to_vec();
    let lit = |value: i32| vars.is(var, value, out).lit().map(|lit| (value, lit));
    values.into_iter().filter_map(lit).collect()
}

/// The sum is at most the bound.
fn linear(terms: &[(i64, Var)], mut bound: i64, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut all = Vec::with_capacity(terms.len());
    let mut integers = Vec::new();
    for &(coefficient, var) in terms {
        if let Some(number) = vars.integer(var)
            && let (Some(least), Some(most)) = (vars.domain(var).min(), vars.domain(var).max())
        {
            bound -= coefficient * i64::from(if coefficient > 0 { least } else { most });
            integers.push(Multiple { number, factor: coefficient, most: i64::from(most) - i64::from(least) });
            continue;
        }
        let mut values: Vec<i64> = vars.domain(var).values().map(|value| coefficient * i64::from(value)).collect();
        values.sort_unstable();
        let mut least = values[0];
        let mut steps: Vec<(i64, Lit)> = Vec::with_capacity(values.len() - 1);
        for (&value, truth) in values.iter().zip(at_least_literals((coefficient, var), vars, out)) {
            match truth {
                LitOrConst::Const(true) => {
                    least = value;
                    steps.clear();
                }
                LitOrConst::Const(false) => break,
                LitOrConst::Lit(lit) => steps.push((value, lit)),
            }
        }
        bound -= least;
        steps.iter_mut().for_each(|step| step.0 -= least);
        all.push(steps);
    }
    out.native(NativeConstraint::Linear { terms: all, integers, bound });
}

//! Tables that are the multiplication of two variables, for the encodings that know arithmetic.

use crate::VarMap;
use cnfab_model::{Relation, Var};

/// More pairs of factors than this are refused: each becomes about one clause.
const MOST_PAIRS: usize = 5_000_000;

/// An error, with the reason, if the table does not state that the third variable is the product of the first two.
pub(super) fn is_product(of: &[Var], relation: &Relation, vars: &VarMap) -> Result<(), String> {
    let no = || Err("its table is no multiplication of two variables".to_owned());
    let &[x, y, z] = of else { return no() };
    let (left, right, product) = (vars.domain(x), vars.domain(y), vars.domain(z));
    if left.len() * right.len() > MOST_PAIRS {
        return Err(format!("its factors have more than {MOST_PAIRS} pairs of values"));
    }
    let times = |a: i32, b: i32| i64::from(a) * i64::from(b);
    let has = |row: &[i32]| left.contains(row[0]) && right.contains(row[1]) && product.contains(row[2]);
    if relation.rows().any(|row| has(row) && times(row[0], row[1]) != i64::from(row[2])) {
        return no();
    }
    let pairs = left.values().flat_map(|a| right.values().map(move |b| (a, b)));
    let complete = |(a, b): (i32, i32)| match i32::try_from(times(a, b)) {
        Ok(value) => !product.contains(value) || relation.contains(&[a, b, value]),
        Err(_) => true,
    };
    if pairs.into_iter().all(complete) { Ok(()) } else { no() }
}

//! The meanings of FlatZinc's constraints, written from MiniZinc's documentation, apart from the reader of the crate.

use super::globals;

/// A value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Int(i64),
    Bool(bool),
    Ints(Vec<i64>),
    Bools(Vec<bool>),
    Set(Vec<i64>),
    Sets(Vec<Vec<i64>>),
}

use Value::{Bool, Bools, Int, Ints, Set};

/// The kind of an argument: a variable as well as a constant, or only constants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Int,
    Bool,
    Ints,
    Bools,
    Number,
    Numbers,
    Truths,
    Set,
    Sets,
}

use Kind as K;

/// The names that are also there with `_reif` and `_imp`.
pub(crate) const REIFIABLE: &[(&str, &[Kind])] = &[
    ("array_bool_xor", &[K::Bools]),
    ("bool_clause", &[K::Bools, K::Bools]),
    ("bool_eq", &[K::Bool, K::Bool]),
    ("bool_le", &[K::Bool, K::Bool]),
    ("bool_lin_eq", &[K::Numbers, K::Bools, K::Int]),
    ("bool_lin_le", &[K::Numbers, K::Bools, K::Number]),
    ("bool_lt", &[K::Bool, K::Bool]),
    ("bool_ne", &[K::Bool, K::Bool]),
    ("bool_not", &[K::Bool, K::Bool]),
    ("bool_xor", &[K::Bool, K::Bool]),
    ("cnfab_circuit", &[K::Ints, K::Number]),
    ("cnfab_connected", &[K::Numbers, K::Numbers, K::Bools, K::Bools]),
    ("cnfab_subcircuit", &[K::Ints, K::Number]),
    ("fzn_all_different_int", &[K::Ints]),
    ("fzn_among", &[K::Int, K::Ints, K::Set]),
    ("fzn_at_least_int", &[K::Number, K::Ints, K::Number]),
    ("fzn_at_most_int", &[K::Number, K::Ints, K::Number]),
    ("fzn_count_eq", &[K::Ints, K::Int, K::Int]),
    ("fzn_count_geq", &[K::Ints, K::Int, K::Int]),
    ("fzn_count_gt", &[K::Ints, K::Int, K::Int]),
    ("fzn_count_leq", &[K::Ints, K::Int, K::Int]),
    ("fzn_count_lt", &[K::Ints, K::Int, K::Int]),
    ("fzn_count_neq", &[K::Ints, K::Int, K::Int]),
    ("fzn_cost_mdd", &[K::Ints, K::Number, K::Numbers, K::Number, K::Numbers, K::Sets, K::Numbers, K::Numbers, K::Int]),
    ("fzn_cost_regular", &[K::Ints, K::Number, K::Number, K::Numbers, K::Number, K::Set, K::Numbers, K::Int]),
    ("fzn_exactly_int", &[K::Number, K::Ints, K::Number]),
    ("fzn_global_cardinality", &[K::Ints, K::Numbers, K::Ints]),
    ("fzn_global_cardinality_closed", &[K::Ints, K::Numbers, K::Ints]),
    ("fzn_lex_less_bool", &[K::Bools, K::Bools]),
    ("fzn_lex_less_int", &[K::Ints, K::Ints]),
    ("fzn_lex_lesseq_bool", &[K::Bools, K::Bools]),
    ("fzn_lex_lesseq_int", &[K::Ints, K::Ints]),
    ("fzn_mdd", &[K::Ints, K::Number, K::Numbers, K::Number, K::Numbers, K::Sets, K::Numbers]),
    ("fzn_mdd_nondet", &[K::Ints, K::Number, K::Numbers, K::Number, K::Numbers, K::Sets, K::Numbers]),
    ("fzn_nvalue", &[K::Int, K::Ints]),
    ("fzn_regular", &[K::Ints, K::Number, K::Number, K::Numbers, K::Number, K::Set]),
    ("fzn_regular_nfa", &[K::Ints, K::Number, K::Number, K::Sets, K::Number, K::Set]),
    ("fzn_table_bool", &[K::Bools, K::Truths]),
    ("fzn_table_int", &[K::Ints, K::Numbers]),
    ("fzn_value_precede_chain_int", &[K::Numbers, K::Ints]),
    ("fzn_value_precede_int", &[K::Number, K::Number, K::Ints]),
    ("int_eq", &[K::Int, K::Int]),
    ("int_le", &[K::Int, K::Int]),
    ("int_lt", &[K::Int, K::Int]),
    ("int_ne", &[K::Int, K::Int]),
    ("int_lin_eq", &[K::Numbers, K::Ints, K::Number]),
    ("int_lin_le", &[K::Numbers, K::Ints, K::Number]),
    ("int_lin_ne", &[K::Numbers, K::Ints, K::Number]),
    ("int_plus", &[K::Int, K::Int, K::Int]),
    ("set_in", &[K::Int, K::Set]),
];

/// The others.
pub(crate) const PLAIN: &[(&str, &[Kind])] = &[
    ("array_bool_and", &[K::Bools, K::Bool]),
    ("array_bool_and_imp", &[K::Bools, K::Bool]),
    ("array_bool_element", &[K::Int, K::Truths, K::Bool]),
    ("array_bool_or", &[K::Bools, K::Bool]),
    ("array_bool_or_imp", &[K::Bools, K::Bool]),
    ("array_int_element", &[K::Int, K::Numbers, K::Int]),
    ("array_int_maximum", &[K::Int, K::Ints]),
    ("array_int_minimum", &[K::Int, K::Ints]),
    ("array_var_bool_element", &[K::Int, K::Bools, K::Bool]),
    ("array_var_int_element", &[K::Int, K::Ints, K::Int]),
    ("bool2int", &[K::Bool, K::Int]),
    ("bool_and", &[K::Bool, K::Bool, K::Bool]),
    ("bool_and_imp", &[K::Bool, K::Bool, K::Bool]),
    ("bool_or", &[K::Bool, K::Bool, K::Bool]),
    ("bool_or_imp", &[K::Bool, K::Bool, K::Bool]),
    ("bool_xor", &[K::Bool, K::Bool, K::Bool]),
    ("cnfab_inverse", &[K::Ints, K::Number, K::Ints, K::Number]),
    ("fzn_alldifferent_except_0", &[K::Ints]),
    ("fzn_cumulative", &[K::Ints, K::Ints, K::Ints, K::Int]),
    ("fzn_disjunctive", &[K::Ints, K::Ints]),
    ("fzn_disjunctive_strict", &[K::Ints, K::Ints]),
    ("fzn_global_cardinality_low_up", &[K::Ints, K::Numbers, K::Numbers, K::Numbers]),
    ("fzn_global_cardinality_low_up_closed", &[K::Ints, K::Numbers, K::Numbers, K::Numbers]),
    ("int_abs", &[K::Int, K::Int]),
    ("int_div", &[K::Int, K::Int, K::Int]),
    ("int_max", &[K::Int, K::Int, K::Int]),
    ("int_min", &[K::Int, K::Int, K::Int]),
    ("int_mod", &[K::Int, K::Int, K::Int]),
    ("int_pow", &[K::Int, K::Int, K::Int]),
    ("int_pow_fixed", &[K::Int, K::Number, K::Int]),
    ("int_times", &[K::Int, K::Int, K::Int]),
];

/// All names with their arguments.
pub(crate) fn names() -> Vec<(String, Vec<Kind>)> {
    let plain = PLAIN.iter().map(|(name, kinds)| ((*name).to_owned(), kinds.to_vec()));
    let reifiable = REIFIABLE.iter().flat_map(|(name, kinds)| {
        let with = |end: &str| (format!("{name}{end}"), [*kinds, &[K::Bool]].concat());
        [((*name).to_owned(), kinds.to_vec()), with("_reif"), with("_imp")]
    });
    plain.chain(reifiable).collect()
}

fn dot(numbers: &[i64], values: impl Iterator<Item = i64>) -> i64 {
    numbers.iter().zip(values).map(|(number, value)| number * value).sum()
}

/// The entry at an index from 1 on.
pub(crate) fn at<T: Copy>(array: &[T], index: i64) -> Option<T> {
    usize::try_from(index).ok()?.checked_sub(1).and_then(|place| array.get(place).copied())
}

fn is_row<T: PartialEq>(row: &[T], cells: &[T]) -> bool {
    cells.chunks(row.len()).any(|chunk| chunk == row)
}

pub(crate) fn are_different(values: &[i64]) -> bool {
    values.iter().enumerate().all(|(place, value)| !values[..place].contains(value))
}

/// True if the constraint holds.
pub(crate) fn holds(name: &str, arguments: &[Value]) -> bool {
    match (name, arguments) {
        ("array_bool_and", [Bools(all), Bool(r)]) => *r == all.iter().all(|&x| x),
        ("array_bool_and_imp", [Bools(all), Bool(r)]) => !r || all.iter().all(|&x| x),
        ("array_bool_element", [Int(index), Bools(array), Bool(r)]) => at(array, *index) == Some(*r),
        ("array_bool_or", [Bools(all), Bool(r)]) => *r == all.iter().any(|&x| x),
        ("array_bool_or_imp", [Bools(all), Bool(r)]) => !r || all.iter().any(|&x| x),
        ("array_bool_xor", [Bools(all)]) => all.iter().filter(|&&x| x).count() % 2 == 1,
        ("array_int_element" | "array_var_int_element", [Int(index), Ints(array), Int(r)]) => {
            at(array, *index) == Some(*r)
        }
        ("array_int_maximum", [Int(m), Ints(all)]) => all.iter().max() == Some(m),
        ("array_int_minimum", [Int(m), Ints(all)]) => all.iter().min() == Some(m),
        ("array_var_bool_element", [Int(index), Bools(array), Bool(r)]) => at(array, *index) == Some(*r),
        ("bool2int", [Bool(a), Int(b)]) => *b == i64::from(*a),
        ("bool_and", [Bool(a), Bool(b), Bool(r)]) => *r == (*a && *b),
        ("bool_and_imp", [Bool(a), Bool(b), Bool(r)]) => !r || (*a && *b),
        ("bool_or", [Bool(a), Bool(b), Bool(r)]) => *r == (*a || *b),
        ("bool_or_imp", [Bool(a), Bool(b), Bool(r)]) => !r || *a || *b,
        ("bool_xor", [Bool(a), Bool(b), Bool(r)]) => *r == (a != b),
        ("bool_clause", [Bools(positive), Bools(negative)]) => {
            positive.iter().any(|&x| x) || !negative.iter().all(|&x| x)
        }
        ("bool_eq", [Bool(a), Bool(b)]) => a == b,
        ("bool_le", [Bool(a), Bool(b)]) => !a || *b,
        ("bool_lt", [Bool(a), Bool(b)]) => !a && *b,
        ("bool_ne" | "bool_not" | "bool_xor", [Bool(a), Bool(b)]) => a != b,
        ("bool_lin_eq", [Ints(by), Bools(all), Int(c)]) => dot(by, all.iter().map(|&x| i64::from(x))) == *c,
        ("bool_lin_le", [Ints(by), Bools(all), Int(c)]) => dot(by, all.iter().map(|&x| i64::from(x))) <= *c,
        ("fzn_all_different_int", [Ints(all)]) => are_different(all),
        ("fzn_alldifferent_except_0", [Ints(all)]) => {
            are_different(&all.iter().copied().filter(|&x| x != 0).collect::<Vec<i64>>())
        }
        ("cnfab_inverse", [Ints(f), Int(first_f), Ints(g), Int(first_g)]) => {
            let goes = |f: &[i64], first: i64, g: &[i64], other: i64| {
                f.iter().zip(first..).all(|(&to, index)| at(g, to - other + 1) == Some(index))
            };
            goes(f, *first_f, g, *first_g) && goes(g, *first_g, f, *first_f)
        }
        ("int_abs", [Int(a), Int(b)]) => a.abs() == *b,
        ("int_div", [Int(a), Int(b), Int(c)]) => *b != 0 && a / b == *c,
        ("int_mod", [Int(a), Int(b), Int(c)]) => *b != 0 && a % b == *c,
        ("int_pow" | "int_pow_fixed", [Int(a), Int(b), Int(c)]) if *b >= 0 => a.pow(*b as u32) == *c,
        ("int_pow" | "int_pow_fixed", [Int(a), Int(b), Int(c)]) => *a != 0 && 1 / a.pow(-*b as u32) == *c,
        ("int_times", [Int(a), Int(b), Int(c)]) => a * b == *c,
        ("fzn_table_bool", [Bools(row), Bools(cells)]) => is_row(row, cells),
        ("fzn_table_int", [Ints(row), Ints(cells)]) => is_row(row, cells),
        ("int_eq", [Int(a), Int(b)]) => a == b,
        ("int_le", [Int(a), Int(b)]) => a <= b,
        ("int_lt", [Int(a), Int(b)]) => a < b,
        ("int_ne", [Int(a), Int(b)]) => a != b,
        ("int_lin_eq", [Ints(by), Ints(all), Int(c)]) => dot(by, all.iter().copied()) == *c,
        ("int_lin_le", [Ints(by), Ints(all), Int(c)]) => dot(by, all.iter().copied()) <= *c,
        ("int_lin_ne", [Ints(by), Ints(all), Int(c)]) => dot(by, all.iter().copied()) != *c,
        ("int_max", [Int(a), Int(b), Int(c)]) => a.max(b) == c,
        ("int_min", [Int(a), Int(b), Int(c)]) => a.min(b) == c,
        ("int_plus", [Int(a), Int(b), Int(c)]) => a + b == *c,
        ("set_in", [Int(x), Set(values)]) => values.contains(x),
        (_, rest) if globals::holds(name, rest).is_some() => globals::holds(name, rest) == Some(true),
        (_, [rest @ .., Bool(r)]) => {
            let base = |end: &str| name.strip_suffix(end);
            match (base("_reif"), base("_imp")) {
                (Some(name), _) => *r == holds(name, rest),
                (_, Some(name)) => !r || holds(name, rest),
                _ => panic!("no meaning for {name} of {arguments:?}"),
            }
        }
        _ => panic!("no meaning for {name} of {arguments:?}"),
    }
}

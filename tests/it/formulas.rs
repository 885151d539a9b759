//! Every registered encoding has exactly the size of its formula: variables, clauses and, where the formula has them,
//! literals. Those of at-most-ones and counts are held to in `sizes` and `card_sizes`.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab::audit::{CLASSES, Case, Measurement, Parameters, audit_class, find_class};
use cnfab::encode::Recipe;
use cnfab::model::{Cmp, Model, Relation};

/// The sizes of the encodings, which have to be those of their formulas if they take the case at all.
fn sized(class: &str, encodings: &[String], cases: &[Case]) -> Vec<Measurement> {
    let class = find_class(class).expect("a class");
    let rows = audit_class(class, encodings, cases, &Recipe::default(), None).expect("registered");
    let without = |row: &&Measurement| row.size().is_some() && row.formula.is_none();
    let faults = rows.iter().filter_map(|row| Some(format!("{}, {}: {}", row.subject, row.case, row.fault()?)));
    let lacking = rows.iter().filter(without).map(|row| format!("{}, {}: no formula", row.subject, row.case));
    let wrong: Vec<String> = faults.chain(lacking).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    rows
}

fn cases(class: &str, parameters: &Parameters) -> Vec<Case> {
    (find_class(class).expect("a class").cases)(parameters).expect("cases")
}

/// The spellings of each class: those that take a number with several.
fn all(class: &str) -> Vec<String> {
    (cnfab::encode::find_class(class).expect("a class").specifications)()
}

#[test]
fn no_encoding_is_without_a_formula() {
    for class in CLASSES.iter().filter(|class| !class.is_decomposed()) {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut parameters = vec![Parameters::default(), Parameters { all_different: true, ..Parameters::default() }];
        parameters.push(Parameters { cmp: Some(Cmp::Eq), ..Parameters::default() });
        let mut all_cases: Vec<Case> = parameters.iter().flat_map(|parameters| cases(class.name, parameters)).collect();
        if class.name == "table" {
            all_cases.push(product(5));
        }
        for row in sized(class.name, &all(class.name), &all_cases) {
            if row.formula.is_some() && row.size().is_some() {
                seen.insert(row.subject);
            }
        }
        for name in all(class.name) {
            assert!(seen.contains(&format!("{}={name}", class.name)), "{}={name} has no formula", class.name);
        }
    }
}

/// The numbers of variables: every number up to 12, and some up to 100.
fn numbers() -> impl Iterator<Item = usize> {
    (2..=12).chain([16, 17, 23, 31, 40, 64, 99, 100])
}

#[test]
fn sums_have_the_sizes_of_their_formulas() {
    let encodings = all("linear");
    for n in numbers() {
        // A watchdog for each value of each variable: a hundred variables are tens of millions of clauses.
        let some: Vec<String> = encodings.iter().filter(|name| n <= 40 || *name != "glpw").cloned().collect();
        let domains: &[(i32, i32)] = if n <= 10 { &[(1, 3), (0, 3), (1, 5), (-2, 6)] } else { &[(1, 5)] };
        for &values in domains {
            let most = n as i64 * i64::from(values.1 - values.0);
            let bounds: BTreeSet<i64> = match n {
                2..=5 => (0..=most).collect(),
                6..=24 => [0, 1, 5, most / 2, most - 2, most].into(),
                _ => [most / 2, most - 2].into(),
            };
            for above in bounds {
                let sum = Some(n as i64 * i64::from(values.0) + above);
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    if cmp == Cmp::Le && above == most || cmp == Cmp::Ge && above == 0 {
                        continue;
                    }
                    let parameters = Parameters { cells: n, values, sum, cmp: Some(cmp), ..Parameters::default() };
                    sized("linear", &some, &cases("linear", &parameters));
                }
            }
        }
    }
}

#[test]
fn sums_have_the_sizes_of_their_formulas_for_many_values() {
    let encodings = all("linear");
    for d in numbers().skip(1) {
        let some: Vec<String> = encodings.iter().filter(|name| d <= 40 || *name != "glpw").cloned().collect();
        for (all_different, cmp) in
            [(false, Cmp::Le), (false, Cmp::Eq), (true, Cmp::Eq), (true, Cmp::Le), (true, Cmp::Ge)]
        {
            let parameters =
                Parameters { values: (1, d as i32), all_different, cmp: Some(cmp), ..Parameters::default() };
            sized("linear", &some, &cases("linear", &parameters));
        }
    }
}

#[test]
fn sums_of_different_values_have_the_sizes_of_their_formulas() {
    let encodings = all("linear");
    for d in 3..=9i64 {
        for m in 2..=d {
            for above in m * (m - 1) / 2..=m * (d - 1) - m * (m - 1) / 2 {
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    let (cells, values) = (m as usize, (1, d as i32));
                    let sum = Some(m + above);
                    let parameters =
                        Parameters { cells, values, sum, cmp: Some(cmp), all_different: true, ..Parameters::default() };
                    let some: Vec<String> =
                        encodings.iter().filter(|name| m <= 6 || *name != "tuple-table").cloned().collect();
                    sized("linear", &some, &cases("linear", &parameters));
                }
            }
        }
    }
}

#[test]
fn all_different_encodings_have_the_sizes_of_their_formulas() {
    let encodings = all("all-different");
    for n in 1..=100usize {
        // Sets of values are too many from then on, or nearly too many.
        let some: Vec<String> = encodings
            .iter()
            .filter(|name| n <= 10 || n <= 20 && *name == "hall" || !name.contains("hall"))
            .cloned()
            .collect();
        let more = if n <= 24 { &[n, n + 1, n + 7, 3, 9][..] } else { &[n, 9] };
        for &d in more.iter().filter(|&&d| d >= 3) {
            let values = (1, d as i32);
            sized(
                "all-different",
                &some,
                &cases("all-different", &Parameters { cells: n, values, ..Parameters::default() }),
            );
        }
    }
}

#[test]
fn domains_have_the_sizes_of_their_formulas() {
    let n: Vec<usize> = (1..=100).chain([257, 1000]).collect();
    let rows = sized("domain", &all("domain"), &cases("domain", &Parameters { n, ..Parameters::default() }));
    assert_eq!(rows.len(), all("domain").len() * 102);
}

#[test]
fn tables_have_the_sizes_of_their_formulas() {
    let encodings = all("table");
    for seed in 0..3 {
        for (cells, values, most) in
            [(1, (1, 4), 4), (2, (0, 4), 20), (2, (1, 100), 700), (3, (1, 5), 100), (4, (-1, 2), 100)]
        {
            for rows in (0..=100).step_by(7).filter(|&rows| rows <= most) {
                let parameters = Parameters { cells, values, rows, seed, ..Parameters::default() };
                sized("table", &encodings, &cases("table", &parameters));
            }
        }
    }
    for d in 3..=100 {
        let parameters = Parameters { cells: 2, values: (1, d), rows: 3 * d as usize, ..Parameters::default() };
        sized("table", &encodings, &cases("table", &parameters));
        // A hundred factors have ten thousand rows over thousands of products.
        let some: Vec<String> =
            encodings.iter().filter(|name| d <= 12 || !name.contains("conflicts")).cloned().collect();
        if d <= 30 || d == 100 {
            sized("table", &some, &[product(d)]);
        }
    }
}

/// x times y is z, for x and y from 1 to d and z any of their products.
fn product(d: i32) -> Case {
    let mut model = Model::new();
    let rows: Vec<[i32; 3]> = (1..=d).flat_map(|a| (1..=d).map(move |b| [a, b, a * b])).collect();
    let products: BTreeSet<i32> = rows.iter().map(|row| row[2]).collect();
    let factors = ["x", "y"].map(|name| model.var(name, 1..=d));
    let product = model.var("z", products.into_iter().collect::<Vec<i32>>());
    model.table("it", [factors[0], factors[1], product], &Arc::new(Relation::new(3, rows)));
    Case { label: format!("product of 1..{d}"), n: None, model }
}

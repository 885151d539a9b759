//! The whole catalogue as a page: every registered encoding with its sizes and measures on the same small constraints.

use cnfab_encode::Recipe;
use cnfab_model::Cmp;

use super::{AuditClass, AuditLimits, AuditTable, CLASSES, Case, Measurement, Parameters, audit_class, find_class};

const HEAD: &str = "\
# What the encodings do

Written by `cnfab audit --all --report markdown`; nothing here is typed by hand, and a test compares the page with the program.

How it is measured:

- *aux*, *clauses* and *literals* come on top of what represents the variables; *lengths* says how many clauses have how many
  literals; *formula* is the size by the formula, auxiliaries/clauses/literals, *least* the number of clauses that no encoding can do without.
- *truth* is exact if the models, projected to the variables, are the solutions: both are listed, by code that shares nothing.
- *counted* compares the number of models with the number of solutions; *promised* is what the encoding says about itself.
- *dead ends* and *values*: unit propagation is run in every box, that is for every choice of a non-empty set of values for each
  variable; for literals these are all partial assignments. A box without a solution is a dead end, missed if propagation does
  not refute it. In the other boxes the values that no solution takes are counted, and missed if propagation leaves them.
";

/// The page.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    let default = Parameters::default();
    sizes(&mut page, "At most one: sizes", "amo", &[9, 16, 19, 25, 64, 100], &[(Cmp::Le, 1)]);
    for cmp in [Cmp::Le, Cmp::Eq] {
        let word = if cmp == Cmp::Le { "At most" } else { "Exactly" };
        measures(&mut page, &format!("{word} one of seven"), "amo", &Parameters { cmp: Some(cmp), ..default.clone() });
    }
    for (k, cmp) in [(2, Cmp::Le), (2, Cmp::Eq), (5, Cmp::Le), (5, Cmp::Eq)] {
        let word = if cmp == Cmp::Le { "At most" } else { "Exactly" };
        sizes(&mut page, &format!("{word} {k} of n: sizes"), "card", &[10, 20, 40, 100], &[(cmp, k)]);
    }
    for (cmp, word) in [(Cmp::Le, "At most"), (Cmp::Eq, "Exactly"), (Cmp::Ge, "At least")] {
        measures(&mut page, &format!("{word} two of seven"), "card", &Parameters { cmp: Some(cmp), ..default.clone() });
    }
    for (cmp, word) in [(Cmp::Eq, "equals"), (Cmp::Le, "is at most")] {
        let parameters = Parameters { sum: Some(9), cmp: Some(cmp), ..default.clone() };
        measures(&mut page, &format!("The sum of three values from 1 to 5 {word} 9"), "linear", &parameters);
    }
    let different = Parameters { sum: Some(9), all_different: true, ..default.clone() };
    measures(&mut page, "The sum of three different values from 1 to 5 equals 9", "linear", &different);
    measures(&mut page, "Three different values from 1 to 5", "all-different", &default);
    let square = Parameters { cells: 4, values: (1, 4), ..default.clone() };
    measures(&mut page, "Four different values from 1 to 4", "all-different", &square);
    measures(&mut page, "Twenty random rows of three values from 1 to 5", "table", &default);
    sizes(&mut page, "A variable with n values: sizes", "domain", &[2, 3, 9, 19, 81], &[(Cmp::Le, 1)]);
    let mut with_formulas = CLASSES.iter().filter(|class| !class.is_decomposed());
    debug_assert!(with_formulas.all(|class| page.contains(&format!("{}=", class.name))), "each class is there");
    page
}

fn rows(class: &AuditClass, parameters: &Parameters, limits: Option<&AuditLimits>) -> Vec<Measurement> {
    let cases: Vec<Case> = (class.cases)(parameters).expect("the page asks for what there is");
    let encodings: Vec<String> = class.encodings();
    audit_class(class, &encodings, &cases, &Recipe::default(), limits).expect("registered encodings")
}

/// A section with one row per encoding and everything that is measured.
fn measures(page: &mut String, title: &str, class: &str, parameters: &Parameters) {
    let class = find_class(class).expect("a class");
    let table = AuditTable::of(&rows(class, parameters, Some(&AuditLimits::default()))).without("case");
    *page += &format!("\n## {title}\n\n{}", table.markdown());
}

/// A section with one row per encoding, and auxiliaries and clauses for each number.
fn sizes(page: &mut String, title: &str, class: &str, numbers: &[usize], counts: &[(Cmp, usize)]) {
    let class = find_class(class).expect("a class");
    for &(cmp, k) in counts {
        let parameters = Parameters { n: numbers.to_vec(), cmp: Some(cmp), k, ..Parameters::default() };
        let all = rows(class, &parameters, None);
        *page += &format!("\n## {title}\n\nAuxiliaries and clauses.\n\n| encoding |");
        numbers.iter().for_each(|n| *page += &format!(" n = {n} |"));
        *page += &format!("\n| --- |{}\n", " ---: |".repeat(numbers.len()));
        for rows in all.chunks(numbers.len()) {
            *page += &format!("| {} |", rows[0].subject);
            for row in rows {
                match row.size() {
                    Some(size) => *page += &format!(" {} / {} |", size.auxiliaries, size.clauses),
                    None => *page += " - |",
                }
            }
            page.push('\n');
        }
        if all.iter().any(|row| row.least_clauses.is_some()) {
            *page += "| *no encoding has fewer clauses* |";
            for row in &all[..numbers.len()] {
                *page += &row.least_clauses.map_or_else(|| " |".to_owned(), |least| format!(" {least} |"));
            }
            page.push('\n');
        }
    }
}

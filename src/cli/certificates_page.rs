//! The page about certificates: why the clauses of each encoding follow, and the sizes and checking times of proofs.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::audit::{Case, Parameters, find_class};
use crate::certify::{CertifyError, Found, Makers, NotAccepted, is_accepted, proof_bytes, prove_encoding, starts};
use crate::encode::{CLASSES, Recipe};
use crate::model::Cmp;
use crate::process::PendingFolder;
use crate::solve::Budget;
use crate::units::grouped;

use super::failure::Failure;

/// The text that is written by hand, with the places of the tables.
const PAGE: &str = include_str!("certificates.md");

/// Seconds for a proof and its check.
const TIME: Duration = Duration::from_secs(600);

/// The constraints of a class that are proved.
struct Shape {
    class: &'static str,
    title: &'static str,
    sizes: [(&'static str, Parameters); 2],
}

fn shapes() -> Vec<Shape> {
    let of = |n: usize| Parameters { n: vec![n], ..Parameters::default() };
    let count = |n: usize| Parameters { k: 3, cmp: Some(Cmp::Le), ..of(n) };
    let values = |cells: usize, most: i32| Parameters { cells, values: (1, most), ..Parameters::default() };
    let sum = |cells: usize, most: i32, sum: i64| Parameters { sum: Some(sum), ..values(cells, most) };
    let different = |cells, most, total| Parameters { all_different: true, ..sum(cells, most, total) };
    let rows = |rows: usize| Parameters { rows, ..Parameters::default() };
    let shape = |class, title, sizes| Shape { class, title, sizes };
    vec![
        shape("domain", "A variable with n values", [("n = 9", of(9)), ("n = 19", of(19))]),
        shape("amo", "At most one of n", [("n = 10", of(10)), ("n = 40", of(40))]),
        shape("card", "At most three of n", [("n = 10", count(10)), ("n = 20", count(20))]),
        shape(
            "linear",
            "The sum of n values from 1 to n+1 equals n(n+2)/2",
            [("n = 3", sum(3, 4, 7)), ("n = 4", sum(4, 5, 12))],
        ),
        shape(
            "linear",
            "The sum of n different values from 1 to n+2 equals n(n+3)/2",
            [("n = 3", different(3, 5, 9)), ("n = 4", different(4, 6, 14))],
        ),
        shape("all-different", "n different values from 1 to n+1", [("n = 4", values(4, 5)), ("n = 6", values(6, 7))]),
        shape("table", "n random rows of three values from 1 to 5", [("n = 20", rows(20)), ("n = 60", rows(60))]),
    ]
}

/// The page, and why checking times are missing, if they are.
pub(super) fn page(checker: &str) -> Result<(String, Option<String>), Failure> {
    let missing = starts(checker).err().map(|why| why.to_string());
    let checker = missing.is_none().then_some(checker);
    let page = PAGE.replace("JUSTIFICATIONS\n", &justifications()).replace("SIZES\n", &sizes(checker)?);
    Ok((page, missing))
}

/// Why the clauses of each encoding follow.
fn justifications() -> String {
    let mut table = "| encoding | what the auxiliaries mean | why the clauses follow |\n|---|---|---|\n".to_owned();
    for class in CLASSES {
        // Decompositions have one justification for all of a class.
        let shown = if class.is_decomposed { 1 } else { usize::MAX };
        for encoding in (class.registry)().into_iter().take(shown) {
            let name = if class.is_decomposed { "*" } else { encoding.name };
            let [meaning, reason] = encoding.justification.unwrap_or(["nothing that is told", "no certificates"]);
            let _ = writeln!(table, "| {}={name} | {meaning} | {reason} |", class.name);
        }
    }
    table += "| amo, card, linear, all-different, table=propagate | no auxiliaries | see below: each explanation is a clause that the constraint implies |\n";
    let wholes = CLASSES.iter().filter(|class| class.is_decomposed && !class.natives.is_empty());
    let names: Vec<&str> = wholes.map(|class| class.name).collect();
    let _ = writeln!(table, "| {}=propagate | no auxiliaries | no certificates |", names.join(", "));
    table + "| conditions | the same, and all conditions hold | as without conditions, where they hold |\n\n"
}

/// The sizes of proofs that encodings mean their constraints.
fn sizes(checker: Option<&str>) -> Result<String, Failure> {
    let mut text = "## Sizes and times\n\nOf the proofs that a formula means its constraint, in bytes, and the seconds that VeriPB takes to check them.\n"
        .to_owned();
    for Shape { class, title, sizes } in shapes() {
        let [(one, _), (other, _)] = &sizes;
        let _ = write!(text, "\n### {title}\n\n| encoding | {one} | checked | {other} | checked |\n");
        text += "| --- | ---: | ---: | ---: | ---: |\n";
        let class = find_class(class).expect("a class");
        for encoding in class.encodings() {
            let _ = write!(text, "| {}={encoding} |", class.name);
            for (_, parameters) in &sizes {
                let wrong = |why: String| Failure::Own(format!("{title}: {why}"));
                let cases: Vec<Case> = (class.cases)(parameters).map_err(|why| wrong(why.to_string()))?;
                let [case] = &cases[..] else { return Err(wrong("expected one case".to_owned())) };
                let recipe = format!("root=none,{}={encoding}", class.name);
                let recipe: Recipe = recipe.parse().map_err(|why| wrong(format!("{why}")))?;
                let (size, time) = proved(case, &recipe, checker)?;
                let _ = write!(text, " {size} | {time} |");
            }
            text.push('\n');
        }
    }
    Ok(text + "\n")
}

/// The size of a proof and the time of its check.
fn proved(case: &Case, recipe: &Recipe, checker: Option<&str>) -> Result<(String, String), Failure> {
    let none = |why: &str| Ok((why.to_owned(), String::new()));
    let mut folder = PendingFolder::temporary()?;
    let budget = Budget::within(TIME);
    let checks = match prove_encoding(&case.model, recipe, &Makers::usual(recipe), &budget, &mut folder) {
        Ok(Found::Proofs(checks)) => checks,
        Ok(Found::Open(_)) => return none("no proof"),
        Err(CertifyError::Unsupported(_)) => return none("not taken"),
        found => return Err(Failure::Own(format!("{recipe}, {}: {found:?}", case.label))),
    };
    let size = grouped(proof_bytes(&folder)?);
    let Some(checker) = checker else { return Ok((size, "-".to_owned())) };
    let begin = Instant::now();
    for check in &checks {
        is_accepted(checker, folder.path(), check, &budget).map(drop).map_err(|why: NotAccepted| Failure::from(why))?;
    }
    Ok((size, format!("{:.2} s", begin.elapsed().as_secs_f64())))
}

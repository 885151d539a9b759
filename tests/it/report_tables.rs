//! The tables of a report: families, regret, tests on ranks, published figures; and warnings about what they stand on.

use cnfab::report::{Drawn, Results, Summary, all_tables};
use cnfab::study::Published;
use serde_json::{Value, json};

use crate::report::{row, table};

/// Three configurations on four instances of two families: seconds, nothing where time was over at 10 s.
const TIMES: [(&str, [Option<f64>; 4]); 3] = [
    ("ladder", [Some(1.0), Some(2.0), Some(4.0), None]),
    ("product", [Some(2.0), Some(1.0), Some(8.0), Some(5.0)]),
    ("tree, KNF", [Some(4.0), Some(4.0), None, None]),
];

fn rows() -> Vec<Value> {
    let mut rows = Vec::new();
    for (name, times) in TIMES {
        for (number, time) in times.into_iter().enumerate() {
            let family = if number < 2 { json!("sums, small") } else { Value::Null };
            rows.push(row(json!({
                "configuration": name, "recipe": format!("amo={}", name.split(',').next().unwrap()), "family": family,
                "instance": format!("models/pairs/{number}.txt"), "time_total_s": time.unwrap_or(10.0),
                "outcome": if time.is_some() { "complete" } else { "timeout" }, "conflicts": 10,
            })));
        }
    }
    rows
}

fn tables(published: Value) -> Vec<Drawn> {
    let published: Vec<Published> = serde_json::from_value(published).unwrap();
    let mut table: Results = table(&rows());
    let summary = Summary::of(&mut table);
    all_tables(&summary, &table, &published)
}

fn csv(tables: &[Drawn], name: &str) -> Vec<String> {
    let table = tables.iter().find(|table| table.name == name).unwrap_or_else(|| panic!("{name}"));
    let mut text = Vec::new();
    table.csv(&mut text).unwrap();
    String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn families_and_regret_by_hand() {
    let tables = tables(json!([]));
    // Folders are families where the study says nothing; names of configurations are those of ways.
    let head = "family,instances,product,ladder,\"tree, KNF\",virtual best";
    assert_eq!(
        csv(&tables, "families-solved"),
        [head, "pairs,2,2,1,0,2", "\"sums, small\",2,2,2,2,2", "all instances,4,4,3,2,4"]
    );
    // (8 + 5) / 2, (4 + 20) / 2 and 20 against (4 + 5) / 2.
    assert_eq!(
        csv(&tables, "families-par2"),
        [head, "pairs,2,6.5,12,20,4.5", "\"sums, small\",2,1.5,1.5,4,1", "all instances,4,4,6.75,12,2.75"]
    );
    let regret = csv(&tables, "families-regret");
    assert_eq!(regret[2], "\"sums, small\",2,1.5,1.5,4,1");
    assert!(regret[1].starts_with("pairs,2,1.4444"), "{regret:?}");
}

#[test]
fn ranks_have_what_was_not_solved_behind() {
    let tables = tables(json!([]));
    // Ranks of ladder: 1, 2, 1 and 2.5; of product: 2, 1, 2 and 1; of the tree: 3, 3, 3 and 2.5.
    assert_eq!(csv(&tables, "ranks-time"), ["way,mean rank", "product,1.5", "ladder,1.625", "\"tree, KNF\",2.875"]);
    let pairs = csv(&tables, "wilcoxon-time");
    assert_eq!(pairs[0], "way,product,ladder,\"tree, KNF\"");
    // Four differences of one sign: 2/16, times three pairs. Ladder and the tree are equal on the last instance.
    assert_eq!(pairs[3], "\"tree, KNF\",0.375,0.5,", "{pairs:?}");
    let matrix = csv(&tables, "matrix-time");
    assert_eq!(matrix[4], "models/pairs/3.txt,pairs,5,\u{2013},\u{2013}");
}

#[test]
fn published_figures_stand_beside_ours() {
    let tables = tables(json!([
        { "title": "CAV 2024, seconds", "source": "table 2", "unit": "seconds", "columns": ["native", "re-encoded"],
          "rows": [["0", 0.18, 58.7], ["models/pairs/3.txt", 12, "-"], ["9", 1, 2]] },
        { "title": "PAR10", "source": "CP 2022", "unit": "par10", "columns": ["gpw"],
          "rows": [["all", 1194], ["pairs", 3]] },
    ]));
    assert_eq!(
        csv(&tables, "published-1"),
        [
            "instance,native (published),re-encoded (published),product,ladder,\"tree, KNF\"",
            "0,0.18,58.7,2,1,4",
            "models/pairs/3.txt,12,\u{2013},5,\u{2013},\u{2013}",
            "9,1,2,unknown row,unknown row,unknown row"
        ]
    );
    // (1 + 2 + 4 + 100) / 4, and (4 + 100) / 2.
    assert_eq!(csv(&tables, "published-2")[1..], ["all,1194,4,26.75,52", "pairs,3,6.5,52,100"]);
}

#[test]
fn what_needs_no_search_is_named() {
    let warned = |decisions: u64| {
        let both = ["sat", "sat:batsat"].map(|strategy| {
            row(json!({ "strategy": strategy, "instance": "easy.cnf", "conflicts": 0, "decisions": decisions }))
        });
        let mut table = table(&both);
        let all = Summary::of(&mut table).warnings;
        all.iter().any(|warning| warning.contains("at the root") && warning.contains("'easy.cnf'"))
    };
    assert!(warned(0) && !warned(3));
}

/// An optimum is an answer, as the whole set of solutions is.
#[test]
fn an_optimal_run_is_solved() {
    let mut table = table(&[row(json!({ "outcome": "optimal", "objective": 7, "bound": 7 }))]);
    let summary = Summary::of(&mut table);
    assert_eq!((summary.ways[0].solved, summary.ways[0].solved_runs, summary.failures.len()), (1, 1, 0));
    let mut text = Vec::new();
    cnfab::report::write_markdown(&summary, &mut text).unwrap();
    assert!(!String::from_utf8(text).unwrap().contains("1 optimal"));
}

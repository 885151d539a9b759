//! The page of a report: self-contained, escaped everywhere, the same every time, and of a size that browsers like.

use cnfab::report::{BoardPicture, Extras, Summary, write_page};
use serde_json::{Value, json};

use crate::cli::run;
use crate::report::{row, table, worked};

fn page(rows: &[Value]) -> String {
    let mut table = table(rows);
    let summary = Summary::of(&mut table);
    let picture = BoardPicture { instance: "<i>".to_owned(), svg: "<svg></svg>".to_owned(), solved: true };
    let extras = Extras {
        pictures: vec![picture],
        files: vec!["it's <here>.jsonl".to_owned()],
        findings: "One <b>.\n\nTwo: `a < b`.".to_owned(),
        ..Extras::default()
    };
    let mut text = Vec::new();
    write_page(&summary, &table, &extras, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Names that would do harm if they were not escaped, in every field that is a text.
fn hostile() -> Vec<Value> {
    let evil = |what: &str| format!("{what}</script><script>alert('&\"{what}')</script><!--é\u{1}");
    let mut rows = Vec::new();
    for way in 0..4 {
        for instance in 0..4 {
            rows.push(row(json!({
                "instance": evil(&format!("instance{instance}")), "strategy": evil(&format!("strategy{way}")),
                "recipe": evil("recipe"), "view": evil("view"), "study": evil("study"), "study_file": evil("file"),
                "study_about": evil("about"), "family": evil("family"), "source": evil("source"),
                "study_hash": evil("hash"), "kind": evil("kind"), "symmetry": evil("symmetry"),
                "detail": evil("detail"), "fingerprint": evil(&format!("f{way}")), "command": evil("command"),
                "version": evil("version"), "commit": evil("commit"), "host": evil("host"), "system": evil("system"),
                "processor": evil("processor"), "contract": evil("contract"), "parameters": { (evil("p")): instance },
                "certified": if instance == 1 { json!("no") } else { json!("yes") }, "certified_why": evil("why"),
                "solution": evil("solution"), "model_hash": evil("model"), "conflicts": instance,
                "outcome": if (way, instance) == (3, 3) { "failed" } else { "complete" },
            })));
        }
    }
    rows
}

#[test]
fn nothing_of_a_name_becomes_markup() {
    let page = page(&hostile());
    assert_eq!(page.matches("<script").count(), 2, "the data and the script");
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<!--") && !page.contains("<i>") && !page.contains("<here>"));
    assert!(!page.contains('\u{1}'));
    assert!(page.contains("&lt;/script&gt;") && page.contains("strategy3"));
    assert!(page.contains("<p>One &lt;b&gt;.</p>\n<p>Two: <code>a &lt; b</code>.</p>"), "the findings");
    assert!(page.contains("Where the instances are from") && page.contains("source&lt;/script&gt;"));
    assert!(page.contains("What was not certified, and why") && page.contains("why&lt;/script&gt;"));
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["ways"].as_array().unwrap().len(), 4);
    assert!(data["instances"][0].as_str().unwrap().contains("</script>"));
}

/// Elements that are open and not closed, or closed and not open.
#[test]
fn every_element_is_closed() {
    for rows in [hostile(), worked(), vec![row(json!({}))], vec![row(json!({ "outcome": "timeout" }))]] {
        let page = page(&rows);
        let markup = page.split("<script").next().unwrap();
        let markup = markup.split("<style>").next().unwrap().to_owned() + markup.split("</style>").nth(1).unwrap();
        let mut open: Vec<&str> = Vec::new();
        for tag in markup.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').unwrap_or_else(|| panic!("'<' in a text: {tag}"));
            let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name), "{tag}");
            } else if !(tag.ends_with('/') || tag.starts_with('!') || ["br", "meta", "wbr"].contains(&name)) {
                open.push(name);
            }
        }
        assert_eq!(open, ["html", "body"]);
    }
}

#[test]
fn the_page_needs_nothing_else_and_has_no_value_that_is_none() {
    for rows in [hostile(), worked(), vec![row(json!({ "outcome": "timeout", "time_total_s": null }))]] {
        let page = page(&rows);
        for part in ["src=", "href=", "url(", "@import", "NaN", "inf ", "inf,"] {
            assert!(!page.contains(part), "{part}");
        }
        // The one address is the name of a language that the script makes elements in.
        assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count());
    }
}

#[test]
fn the_same_rows_in_any_order_give_the_same_bytes() {
    let mut rows = worked();
    let first = page(&rows);
    assert_eq!(page(&rows), first);
    rows.reverse();
    assert_eq!(page(&rows), first);
}

#[test]
fn disagreements_stand_before_everything_else() {
    let mut rows = worked();
    assert!(!page(&rows).contains("id=\"disagreements\""));
    rows.push(row(
        json!({ "instance": "0.txt", "strategy": "ilp", "recipe": null, "solutions": 7, "command": "again" }),
    ));
    let page = page(&rows);
    let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}"));
    assert!(place("id=\"disagreements\"") < place("id=\"summary\""));
    assert!(place("ilp") < place("id=\"summary\"") && page.contains("<code class=\"command\">again</code>"));
}

/// Two thousand instances by ten ways.
#[test]
fn a_large_page_stays_small() {
    let mut rows = Vec::new();
    for way in 0..10 {
        for instance in 0..2000 {
            let time = f64::from((instance * 7919 + way * 104_729) % 9973 + 1) / 1000.0;
            let name = format!("models/sudoku/{instance}.txt");
            rows.push(row(
                json!({ "instance": name, "strategy": format!("s{way}"), "time_total_s": time, "conflicts": instance }),
            ));
        }
    }
    let page = page(&rows);
    assert!(page.len() < 2_000_000, "{}", page.len());
    assert!(page.contains("are not listed one by one") && page.contains("class=\"square"));
}

/// The pages of the atlas are what the command makes of the rows beside them, and of a size that browsers like.
#[test]
fn pages_of_the_atlas_are_made_of_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["amo", "counts", "propagate", "squares", "sums"] {
        let page = folder.path().join("page.html");
        let study = format!("models/studies/atlas/{name}.toml");
        let rows = format!("docs/atlas/{name}.jsonl.xz");
        run(&["report", &rows, "--study", &study, "-o", page.to_str().unwrap()]).ok();
        let (page, kept) = (std::fs::read(&page).unwrap(), std::fs::read(format!("docs/atlas/{name}.html")).unwrap());
        assert!(page == kept, "docs/atlas/make writes {name}.html anew");
        assert!(page.len() <= 270_000, "{name}.html has {} bytes", page.len());
        std::fs::remove_file(folder.path().join("page.html")).unwrap();
    }
}

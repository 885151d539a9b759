//! Plots as files of their own: without variables, and with their looks as attributes, for viewers without style
//! sheets.

use cnfab::report::{Summary, plots};
use serde_json::json;

use crate::report::{row, table};

/// The elements of an SVG that draw something, each with its name and its attributes.
fn drawn(svg: &str) -> Vec<(&str, &str)> {
    let tags = svg.split('<').skip(1).filter_map(|tag| tag.split_once('>')).map(|(tag, _)| tag.trim_end_matches('/'));
    let named = tags.map(|tag| tag.split_once(' ').unwrap_or((tag, "")));
    named.filter(|(name, _)| ["circle", "line", "path", "polygon", "polyline", "rect", "text"].contains(name)).collect()
}

/// The picture in a viewer without style sheets is what was meant.
fn assert_stands_alone(name: &str, svg: &str) {
    assert!(!svg.contains("var("), "{name}: a variable");
    let elements = drawn(svg);
    assert!(elements.len() > 5, "{name}");
    for (element, attributes) in &elements {
        assert!(attributes.contains(" fill=\"") || attributes.starts_with("fill=\""), "{name}: {element} {attributes}");
        let is_outline = attributes.contains("fill=\"none\"");
        assert!(!is_outline || attributes.contains("stroke=\"#"), "{name}: {element} {attributes} is unseen");
    }
    let paper = elements[0];
    assert!(paper.0 == "rect" && paper.1.contains("fill=\"#ffffff\""), "{name}: {paper:?} is the paper");
}

#[test]
fn plots_show_without_style_sheets() {
    let mut rows = Vec::new();
    for strategy in ["sat", "ilp", "backtrack"] {
        for (number, instance) in ["a/printed.txt", "b/printed.txt", "c/other.txt"].into_iter().enumerate() {
            rows.push(row(json!({
                "strategy": strategy, "instance": instance, "conflicts": 10 * (number + 1) + strategy.len(),
                "time_total_s": 0.5 * (number + 1) as f64, "parameters": { "size": number + 3 },
            })));
        }
    }
    let mut table = table(&rows);
    let summary = Summary::of(&mut table);
    let plots = plots(&summary, &table);
    assert!(plots.len() >= 5, "{:?}", plots.iter().map(|plot| &plot.name).collect::<Vec<_>>());
    for plot in &plots {
        assert_stands_alone(&plot.name, &plot.svg);
    }
    let scatter = plots.iter().find(|plot| plot.name == "scatter-time").expect("two ways");
    for name in [">a/printed.txt<", ">b/printed.txt<", ">other.txt<"] {
        assert!(scatter.svg.contains(name), "{name}");
    }
    assert!(!scatter.svg.contains(">printed.txt<"));
}

#[test]
fn figures_of_the_pages_show_without_style_sheets() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/atlas");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the atlas").map(|entry| entry.expect("an entry").path()) {
        if entry.extension().is_some_and(|end| end == "svg") {
            assert_stands_alone(&entry.display().to_string(), &std::fs::read_to_string(&entry).expect("UTF-8"));
            count += 1;
        }
    }
    assert!(count > 0);
}

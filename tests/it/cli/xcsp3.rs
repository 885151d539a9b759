//! `cnfab xcsp3`: answers as the competitions expect them.

use std::fs;
use std::io::Write;

use lzma_rust2::{LzmaOptions, LzmaWriter};
use tempfile::TempDir;

use super::{cnfab, fed, run};

/// A text with three solutions, or of which `y` is to be small or large.
fn text(objective: &str) -> String {
    format!(
        "<instance format=\"XCSP3\" type=\"{}\"><variables><array id=\"x\" size=\"[2]\"> 1..3 </array>\
         <array id=\"z\" size=\"[3]\"><domain for=\"z[1]\"> 7 </domain></array></variables><constraints>\
         <ordered><list> x[] </list><operator> lt </operator></ordered></constraints>{objective}</instance>",
        if objective.is_empty() { "CSP" } else { "COP" }
    )
}

fn goal(name: &str) -> String {
    text(&format!("<objectives><{name}> add(x[1],10) </{name}></objectives>"))
}

#[test]
fn answers_are_those_of_competitions() {
    let found = fed("xcsp3 -", text("").as_bytes()).ok();
    assert!(
        found.starts_with("s SATISFIABLE\nv <instantiation type=\"solution\"> <list> x[] z[1] </list> <values> "),
        "{found}"
    );
    for strategy in ["auto", "backtrack", "sat", "ilp"] {
        let best = fed(&format!("xcsp3 --strategy {strategy} -"), goal("minimize").as_bytes()).ok();
        let end = "s OPTIMUM FOUND\nv <instantiation type=\"optimum\" cost=\"12\"> <list> x[] z[1] </list> <values> 1 2 7 \
                   </values> </instantiation>\n";
        assert!(best.ends_with(&format!("o 12\n{end}")), "{strategy}: {best}");
        let best = fed(&format!("xcsp3 --strategy {strategy} -"), goal("maximize").as_bytes()).ok();
        assert!(best.contains("o 13\ns OPTIMUM FOUND\n"), "{strategy}: {best}");
    }
    let none = text("").replace("</constraints>", "<allEqual> x[] </allEqual></constraints>");
    assert_eq!(fed("xcsp3 -", none.as_bytes()).ok(), "s UNSATISFIABLE\n");
    let configured = fed("xcsp3 -v --encode linear:ordered=adder -t 2 --seed 3 --timeout 100 -", text("").as_bytes());
    assert!(configured.err.contains("3 variables, 1 constraint"), "{configured:?}");
    assert!(configured.ok().starts_with("s SATISFIABLE"));
}

/// The first solution in the order of the variables that are named is another one than in the order of the text.
#[test]
fn decisions_are_an_order_of_variables() {
    let sum = "<sum><list> x[] </list><condition> (eq,4) </condition></sum>";
    let decided = "</constraints><annotations><decision> z[1] x[1] x[0..1] </decision><other/></annotations>";
    let text = text("").replace("</constraints>", decided);
    let (before, behind) = (text.find("<ordered>").expect("there"), text.find("</constraints>").expect("there"));
    let text = format!("{}{sum}{}", &text[..before], &text[behind..]);
    let values = |arguments: &str, text: &str| {
        let run = fed(&format!("xcsp3 -v {arguments} -"), text.as_bytes());
        let follows = run.err.contains("order=annotated");
        let out = run.ok();
        let values = out.split_once("<values> ").and_then(|(_, behind)| behind.split_once(" </values>"));
        (values.unwrap_or_else(|| panic!("{out}")).0.to_owned(), follows)
    };
    assert_eq!(values("--strategy backtrack", &text), ("3 1 7".to_owned(), true));
    assert_eq!(values("--strategy backtrack -f", &text), ("1 3 7".to_owned(), false));
    assert_eq!(values("--strategy backtrack:order=input", &text), ("1 3 7".to_owned(), false));
    assert!(values("", &text).1);
    assert!(!values("--strategy sat", &text).1);
    // The other commands are asked for it.
    let first = |arguments: &str| fed(&format!("solve --plain {arguments} -"), text.as_bytes()).ok();
    assert_ne!(first("--strategy backtrack:order=annotated"), first("--strategy backtrack:order=input"));
    // Nothing is declared without an annotation that names variables.
    let none = text.replace("z[1] x[1] x[0..1]", " ");
    assert!(!values("", &none).1);
    let err = fed("count --strategy backtrack:order=annotated -", none.as_bytes()).err;
    assert!(err.contains("declares no order of that name"), "{err}");
}

#[test]
fn what_is_not_taken_is_said() {
    let unknown = text("").replace("ordered", "allDistant");
    let run = fed("xcsp3 -", unknown.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (2, "s UNSUPPORTED\n"), "{run:?}");
    assert!(run.err.starts_with("<stdin>:1:"), "{run:?}");
    assert!(run.err.contains("found <allDistant>, expected a constraint that is taken"), "{run:?}");
    fed("xcsp3 -", b"<instance>").refused(2);
    let run = fed("xcsp3 --strategy anneal -", goal("minimize").as_bytes());
    assert!(!run.out.contains("OPTIMUM"), "{run:?}");
}

#[test]
fn time_that_is_over_is_no_failure() {
    // Pigeons in one hole too few.
    let hard = "<instance format=\"XCSP3\" type=\"CSP\"><variables><array id=\"p\" size=\"[40]\"> 1..39 </array></variables>\
                <constraints><intension> ne(PAIRS) </intension></constraints></instance>";
    let names: Vec<String> = (0..40).map(|number| format!("p[{number}]")).collect();
    let hard = hard.replace("PAIRS", &names.join(","));
    let out = fed("xcsp3 --timeout 0.5 --strategy sat:varisat -", hard.as_bytes()).ok();
    assert_eq!(out, "s UNKNOWN\n");
}

/// The competitions' files are compressed by the container before xz.
#[test]
fn compressed_files_are_read() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("text.xml.lzma");
    let mut packed = LzmaWriter::new_use_header(Vec::new(), &LzmaOptions::with_preset(6), None).expect("options");
    packed.write_all(text("").as_bytes()).expect("memory");
    fs::write(&path, packed.finish().expect("memory")).expect("written");
    let path = path.to_str().expect("UTF-8");
    assert!(run(&["xcsp3", path]).ok().starts_with("s SATISFIABLE\n"));
    assert_eq!(run(&["count", path]).ok(), "3\n");
    fs::write(path, b"]\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff").expect("written");
    cnfab(&format!("count {path}")).refused(2);
}

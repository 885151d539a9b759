//! `cnfab help`: pages about text formats, whose examples run and have as many solutions as they state.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cnfab::puzzle::{KINDS, Kind};

use super::{cnfab, fed, run};

/// The blocks of a page that are of some language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let of = |rest: &str| rest.split_once("```").expect("a block ends").0.to_owned();
    page.split(&fence).skip(1).map(of).collect()
}

/// The folder of the kind's instances, where what an example refers to is.
fn fed_from(kind: &str, arguments: &str, text: &str) -> super::Run {
    let mut command = super::program();
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(kind));
    command.args(arguments.split_whitespace());
    super::feed(command, text.as_bytes())
}

#[test]
fn every_example_has_as_many_solutions_as_it_states() {
    for kind in KINDS {
        let page = run(&["help", kind.name]).ok();
        assert_eq!(page, kind.page);
        let examples = blocks(&page, "text");
        assert!(!examples.is_empty(), "{}", kind.name);
        for example in &examples {
            let stated = example.lines().find_map(|line| line.strip_prefix("# Solutions: ")).expect("a number");
            let solved = fed_from(kind.name, "solve - --all --plain --strategy backtrack --timeout 60", example);
            assert_eq!(solved.code, 0, "{}: {solved:?}\n{example}", kind.name);
            let mut lines: Vec<&str> = solved.out.lines().collect();
            let counted = fed_from(kind.name, "count - --strategy backtrack --timeout 60", example).ok();
            let puzzles = counted.lines().count();
            assert!(counted.lines().all(|count| count == stated), "{}: {counted}\n{example}", kind.name);
            lines.retain(|line| !line.is_empty());
            assert_eq!(lines.len(), puzzles * stated.parse::<usize>().expect("a number"), "{example}");
        }
        let first = run(&["help", kind.name, "--example"]).ok();
        assert_eq!(first, examples[0]);
        assert_eq!(fed_from(kind.name, "solve -", &first).code, 0);
    }
}

#[test]
fn every_name_of_a_kind_has_its_page_and_reads_its_files() {
    let mut names = BTreeSet::new();
    for kind in KINDS {
        for name in kind.names() {
            assert!(names.insert(name), "{name} is twice");
            assert_eq!(run(&["help", name]).ok(), kind.page, "{name}");
            assert_eq!(Kind::named(name).expect("a name").0.name, kind.name);
            let shown =
                kind.page.contains(&format!("`kind: {name}`")) || kind.page.contains(&format!("\nkind: {name}\n"));
            assert!(shown, "{}: its page does not name {name}", kind.name);
        }
        for alias in kind.aliases {
            let example = &blocks(kind.page, "text")[0];
            if alias.implies.is_empty() && example.contains("\nkind: ") {
                let text = example.replace(&format!("kind: {}\n", kind.name), &format!("kind: {}\n", alias.name));
                let plain = |text: &str| fed_from(kind.name, "solve - --all --plain", text).ok();
                assert_eq!(plain(&text), plain(example), "{}", alias.name);
            }
        }
        for key in kind.keys {
            assert!(kind.page.contains(&format!("`{key}: ")), "{}: its page does not describe '{key}'", kind.name);
        }
        assert!(cnfab("list kinds").ok().contains(kind.name));
    }
    for spelling in ["Star Battle", "STAR_BATTLE", "star battle"] {
        assert_eq!(run(&["help", spelling]).ok(), Kind::named("queens").expect("an alias").0.page);
        let text = format!("kind: {spelling}\n\nAAB\nABB\nCCC\n");
        assert_eq!(fed("count -", text.as_bytes()).ok(), "0\n");
    }
    assert_eq!(run(&["help", "star", "battle"]).ok(), run(&["help", "queens"]).ok());
}

/// The lines that a name implies may be written, and nothing else.
#[test]
fn names_of_special_cases_imply_header_lines() {
    let count = |text: &str| fed("count - --strategy backtrack", text.as_bytes());
    let numbrix = "kind: numbrix\n\n1 _ _\n_ _ _\n_ _ _\n";
    let hidoku = numbrix.replace("numbrix", "hidoku\nneighbours: 4");
    assert_eq!(count(numbrix).ok(), count(&hidoku).ok());
    assert_ne!(count(numbrix).ok(), count(&numbrix.replace("numbrix", "hidato")).ok());
    assert_eq!(count(&numbrix.replace("numbrix", "numbrix\nneighbours: 4")).ok(), count(numbrix).ok());
    let refused = count(&numbrix.replace("numbrix", "numbrix\nneighbours: 8")).refused(2);
    assert_eq!(refused, "<stdin>:2:13: found '8', expected 4, as 'kind: numbrix' says\n");
    let refused = count("kind: two-not-touch\nstars: 1\n\nA\n").refused(2);
    assert_eq!(refused, "<stdin>:2:8: found '1', expected 2, as 'kind: two-not-touch' says\n");
    let expected = format!("'numbrix', or one of: {}, ", KINDS[0].name);
    assert_eq!(count("kind: numbrics\n\n1\n").refused(2).matches(&expected).count(), 1);
}

/// The pages about encodings and studies: each command of an example prints what stands below it.
#[test]
fn pages_that_are_about_no_kind() {
    for (name, page) in [("encodings", cnfab::encode::PAGE), ("studies", cnfab::study::PAGE)] {
        assert_eq!(run(&["help", name]).ok(), page);
        let sessions = blocks(page, "console");
        assert!(!sessions.is_empty(), "{name}");
        for session in sessions {
            for command in session.split("$ cnfab ").skip(1) {
                let (arguments, expected) = command.split_once('\n').expect("a line");
                let out = cnfab(arguments).ok();
                assert!(out == expected || expected.is_empty() && !out.is_empty(), "{arguments}: {out}");
            }
        }
    }
    let classes: Vec<&str> = cnfab::encode::Recipe::keys().collect();
    assert!(classes.iter().all(|class| cnfab::encode::PAGE.contains(&format!("`{class}`"))), "{classes:?}");
}

#[test]
fn the_example_of_a_study_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let study = folder.path().join("first.toml");
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let text = run(&["help", "studies", "--example"]).ok();
    assert_eq!(blocks(cnfab::study::PAGE, "toml").first(), Some(&text));
    // Its folder is where the project's 'models' are.
    let text = text.replacen("root = \"models\"", &format!("root = '{}'", models.display()), 1);
    fs::write(&study, text).expect("written");
    let mut command = super::program();
    command.current_dir(folder.path()).args(["sweep", "first.toml", "--jobs", "2"]);
    let done: super::Run = command.output().expect("it starts").into();
    assert_eq!(done.code, 0, "{done:?}");
    let rows = fs::read_to_string(folder.path().join("first.jsonl")).expect("rows");
    assert!(rows.lines().count() > 50 && rows.contains("square-3"), "{}", rows.lines().count());
}

#[test]
fn commands_have_their_manual_and_nothing_else_a_page() {
    for command in ["solve", "compare", "help"] {
        assert_eq!(run(&["help", command]).ok(), run(&[command, "--help"]).ok());
    }
    assert_eq!(cnfab("help").ok(), cnfab("--help").ok());
    let refused = cnfab("help sudko").refused(2);
    assert!(refused.contains("did you mean 'sudoku'?"), "{refused}");
    assert!(cnfab("help solve --example").refused(2).contains("no example"));
    for slip in ["worke", "wroker", "worker x"] {
        let refused = cnfab(slip).refused(2);
        assert!(refused.contains("unrecognized") && !refused.contains("similar"), "{refused}");
    }
    assert!(!cnfab("help workr").refused(2).contains("worker"));
}

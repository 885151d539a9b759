//! The rules of the tree: folders that import each other, heads of files, sorted registries, instances for every kind.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cnfab::compare::report::REPORTS;
use cnfab::encode::CLASSES;
use cnfab::format::FORMATS;
use cnfab::frontend::FRONT_ENDS;
use cnfab::ilp::FORMULATIONS;
use cnfab::puzzle::KINDS;
use cnfab::puzzle::exchange::EXCHANGE_FORMATS;
use cnfab::solve::STRATEGIES;
use cnfab::solve::sat::{ENUMERATORS, SOLVERS};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn rust_files(folder: &str) -> Vec<(String, String)> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    walk(&root().join(folder), &mut paths);
    assert!(!paths.is_empty(), "no Rust files in {folder}");
    let relative = |path: &Path| path.strip_prefix(root()).expect("inside").to_string_lossy().replace('\\', "/");
    paths.iter().map(|path| (relative(path), fs::read_to_string(path).expect("UTF-8"))).collect()
}

/// All of our code: the front door with the command line, and the crates.
pub(crate) fn sources() -> Vec<(String, String)> {
    let crates = rust_files("crates").into_iter().filter(|(file, _)| file.contains("/src/"));
    rust_files("src").into_iter().chain(crates).collect()
}

/// Between crates, their manifests say who may use whom; this is about the folders of one crate.
#[test]
fn no_two_folders_of_a_crate_import_each_other() {
    let mut uses: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (file, text) in sources() {
        let (krate, path) = file.split_once("src/").expect("a file of a crate");
        let Some((folder, _)) = path.split_once('/') else { continue };
        let code: String = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
        let names = code.split("crate::").skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_'));
        let others = names.filter_map(|mut parts| parts.next()).filter(|name| *name != folder);
        uses.entry((krate.to_owned(), folder.to_owned())).or_default().extend(others.map(str::to_owned));
    }
    let reaches = |krate: &str, from: &str, to: &str| {
        let (mut open, mut seen) = (vec![from.to_owned()], BTreeSet::new());
        while let Some(folder) = open.pop() {
            for next in uses.get(&(krate.to_owned(), folder)).into_iter().flatten() {
                if next == to {
                    return true;
                }
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        false
    };
    let circles: Vec<&(String, String)> =
        uses.keys().filter(|(krate, folder)| reaches(krate, folder, folder)).collect();
    assert!(circles.is_empty(), "{circles:?}");
}

/// The strategies, and what several of them are made of.
const PARTS: &[&str] = &["anneal", "auto", "boolean", "cdcl", "frontier", "lp", "native", "sat", "search"];

/// The folders that each file and folder of `crates/solve` may not use: those above it, or beside it.
const BELOW: &[(&str, &[&str])] = &[
    ("crates/solve/src/anneal/", &["auto", "cdcl", "frontier", "lp", "native", "sat"]),
    ("crates/solve/src/auto/", &[]),
    ("crates/solve/src/boolean/", &["anneal", "auto", "cdcl", "frontier", "lp", "native", "sat", "search"]),
    ("crates/solve/src/budget.rs", PARTS),
    ("crates/solve/src/builders.rs", PARTS),
    ("crates/solve/src/builders/", PARTS),
    // A part of the registry.
    ("crates/solve/src/by_command.rs", &[]),
    ("crates/solve/src/cdcl/", &["anneal", "auto", "frontier", "lp", "native", "sat"]),
    ("crates/solve/src/components/", &["anneal", "auto", "frontier", "lp", "native", "sat"]),
    ("crates/solve/src/count.rs", PARTS),
    ("crates/solve/src/defined.rs", PARTS),
    ("crates/solve/src/encodings.rs", PARTS),
    ("crates/solve/src/engines.rs", &["anneal", "auto", "lp", "sat"]),
    ("crates/solve/src/frontier/", &["anneal", "auto", "cdcl", "lp", "native", "sat"]),
    ("crates/solve/src/gap.rs", PARTS),
    ("crates/solve/src/log.rs", PARTS),
    ("crates/solve/src/lowered.rs", PARTS),
    ("crates/solve/src/lib.rs", &[]),
    ("crates/solve/src/lp/", &["anneal", "auto", "cdcl", "frontier", "native", "sat"]),
    ("crates/solve/src/native/", &["anneal", "auto", "cdcl", "frontier", "lp", "sat"]),
    ("crates/solve/src/on_panic.rs", PARTS),
    ("crates/solve/src/optimise.rs", PARTS),
    ("crates/solve/src/options.rs", PARTS),
    ("crates/solve/src/process/", PARTS),
    ("crates/solve/src/refusal.rs", PARTS),
    ("crates/solve/src/sat/", &["anneal", "auto", "frontier", "lp", "native"]),
    ("crates/solve/src/scheduler.rs", PARTS),
    ("crates/solve/src/search/", &["anneal", "auto", "boolean", "cdcl", "frontier", "lp", "native", "sat"]),
    // The registry.
    ("crates/solve/src/strategy.rs", &[]),
    ("crates/solve/src/strategy_error.rs", PARTS),
    ("crates/solve/src/tuning.rs", &["anneal", "auto", "boolean", "cdcl", "frontier", "lp", "native", "sat"]),
    ("crates/solve/src/turn.rs", PARTS),
    ("crates/solve/src/union_find.rs", PARTS),
];

#[test]
fn strategies_use_what_stands_below_them_and_not_each_other() {
    for (file, text) in rust_files("crates/solve/src") {
        let row = BELOW.iter().find(|(path, _)| file.starts_with(path));
        let (_, above) = row.unwrap_or_else(|| panic!("{file}: add its folder to BELOW, with what it may not use"));
        let code: String = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
        for path in code.split("crate::").skip(1).chain(code.split("super::").skip(1)) {
            // What follows is one name, or names in braces.
            let names = path.strip_prefix('{').map_or(path, |names| names.split(['}', ';']).next().unwrap_or_default());
            let many = if path.starts_with('{') { usize::MAX } else { 1 };
            let is_part = |c: char| !c.is_alphanumeric() && c != '_';
            let found =
                names.split(is_part).filter(|name| !name.is_empty()).take(many).find(|name| above.contains(name));
            assert_eq!(found, None, "{file}: of solve, may not use {above:?}");
        }
    }
}

#[test]
fn solver_crates_are_named_in_one_place_each() {
    for (krate, home) in [
        ("varisat::", "crates/solve/src/sat/"),
        ("batsat::", "crates/solve/src/sat/batsat.rs"),
        ("rustsat::", "crates/solve/src/sat/cadical.rs"),
        ("rustsat_cadical::", "crates/solve/src/sat/cadical.rs"),
        ("good_lp::", "crates/solve/src/lp/"),
        ("clap::", "src/cli/"),
        ("tiny_skia::", "crates/puzzle/src/picture/png.rs"),
        ("ttf_parser::", "crates/puzzle/src/picture/png.rs"),
    ] {
        for (file, text) in sources() {
            let uses = text.lines().any(|line| line.trim_start().starts_with(&format!("use {krate}")));
            assert!(!uses || file.starts_with(home) || file == "src/main.rs", "{file} names {krate}");
        }
    }
}

#[test]
fn no_page_holds_what_a_merge_left() {
    for entry in fs::read_dir(root()).expect("a folder").chain(fs::read_dir(root().join("docs")).expect("a folder")) {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let mark = text.lines().find(|line| line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>"));
            assert_eq!(mark, None, "{}", path.display());
        }
    }
}

/// Encodings know no configuration: what selects them knows them.
#[test]
fn no_encoding_knows_how_it_is_selected() {
    let selects = ["absent.rs", "config/", "driver.rs", "driver/", "formula/", "further.rs", "lib.rs", "lowering.rs"];
    let names = [
        "config",
        "Recipe",
        "Selections",
        "ClassSelection",
        "EncodingInstance",
        "LiteralOrder",
        "LiteralOrders",
        "CLASSES",
    ];
    for (file, text) in rust_files("crates/encode/src") {
        let path = file.strip_prefix("crates/encode/src/").expect("a file of the folder");
        if selects.iter().any(|known| path.starts_with(known)) {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: String = code.lines().flat_map(|line| [line.split("//").next().unwrap_or_default(), " "]).collect();
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert_eq!(words.find(|word| names.contains(word)), None, "{file}: an encoding gets everything as arguments");
    }
}

#[test]
fn every_file_says_what_it_is_and_is_short() {
    for (folder, most_lines) in [("src", 400), ("crates", 400), ("tests", 500), ("benches", 500), ("examples", 500)] {
        for (file, text) in rust_files(folder) {
            assert!(text.starts_with("//! "), "{file} does not begin with a module comment");
            let lines = text.lines().count();
            // Tests of a crate are tests.
            let most_lines = if file.contains("/tests") { 500 } else { most_lines };
            assert!(lines <= most_lines, "{file} has {lines} lines: move one of its ideas to a file of its own");
        }
    }
}

/// `println!` and `eprintln!` panic where nobody reads, or the disk is full: errors of standard output are failures of
/// the command, those of standard error are passed over in one place.
#[test]
fn nothing_prints_by_macros_that_panic() {
    for (file, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for macro_name in ["println!", "print!(", "dbg!", "todo!", "unimplemented!"] {
                assert!(!code.contains(macro_name), "{file}:{}: {macro_name}", number + 1);
            }
            let writes = code.contains("io::stderr()") && !code.contains("is_terminal");
            assert!(!writes || file == "src/cli/message.rs", "{file}:{}: standard error", number + 1);
        }
    }
}

fn sorted_names<'n>(what: &str, all: impl Iterator<Item = (&'n str, &'n str)>) {
    let (names, abouts): (Vec<&str>, Vec<&str>) = all.unzip();
    assert!(names.is_sorted_by(|a, b| a < b), "{what}: {names:?}");
    assert!(abouts.iter().all(|about| !about.is_empty()), "{what}: each says what it is");
}

#[test]
fn registries_are_sorted_and_hold_no_name_twice() {
    for class in CLASSES {
        sorted_names(class.name, (class.registry)().iter().map(|one| (one.name, one.about)));
    }
    sorted_names("ilp", FORMULATIONS.iter().map(|one| (one.name(), one.about())));
    sorted_names("solvers", SOLVERS.iter().map(|one| (one.name(), one.about())));
    sorted_names("enumerators", ENUMERATORS.iter().map(|one| (one.name(), one.about())));
    assert!(STRATEGIES.is_sorted_by(|a, b| a.name < b.name), "strategies");
    for kind in KINDS {
        assert!(kind.presets.is_sorted_by(|a, b| a.name < b.name), "document strategies of {}", kind.name);
    }
    assert!(KINDS.is_sorted_by(|a, b| a.name < b.name), "kinds");
    assert!(FRONT_ENDS.is_sorted_by(|a, b| a.name < b.name), "front ends");
    assert!(FORMATS.is_sorted_by(|a, b| a.name < b.name), "formats");
    assert!(EXCHANGE_FORMATS.is_sorted_by(|a, b| a.name < b.name), "formats of puzzles");
    assert!(REPORTS.is_sorted_by(|a, b| a.name < b.name), "reports");
}

#[test]
fn every_kind_and_front_end_has_instances_and_every_instance_folder_is_theirs() {
    let names = KINDS.iter().map(|kind| kind.name).chain(FRONT_ENDS.iter().map(|front_end| front_end.name));
    let kinds: BTreeSet<String> = names.map(str::to_owned).collect();
    let folders: BTreeSet<String> = fs::read_dir(root().join("models"))
        .expect("the folder models")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().expect("UTF-8"))
        // Studies of puzzles of all kinds.
        .filter(|name| name != "studies")
        .collect();
    assert_eq!(kinds, folders);
}

/// Kinds of puzzles may declare structure; strategies may not know them.
#[test]
fn no_strategy_names_a_puzzle_or_a_family_of_its_constraints() {
    let mut names: BTreeSet<String> = KINDS.iter().map(|kind| kind.name.to_owned()).collect();
    for kind in KINDS {
        let path = &crate::corpus::instances(kind.name)[0];
        let text = fs::read_to_string(path).expect("UTF-8");
        let puzzle = &crate::corpus::read(path, &text).1[0];
        for (view, _) in kind.views {
            let model = puzzle.model(view).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            names.extend(model.constraints().iter().map(|posted| posted.label.to_string()));
        }
    }
    assert!(names.len() > 30, "{names:?}");
    for (file, text) in rust_files("crates/solve/src") {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let literals = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
        let named: Vec<&str> = literals.filter(|&literal| names.contains(literal)).collect();
        assert!(named.is_empty(), "{file} names {named:?}");
    }
}

/// The files of the package of a folder, and how many bytes they have but for the list of dependencies.
fn packaged(folder: &Path) -> (BTreeSet<String>, u64) {
    let mut cargo = std::process::Command::new(env!("CARGO"));
    let manifest = folder.join("Cargo.toml");
    let list = cargo.args(["package", "--list", "--allow-dirty", "--offline", "--manifest-path"]).arg(manifest);
    // At the root these are several packages, unless one is named.
    let list = if folder == root() { list.args(["--package", "cnfab"]) } else { list };
    let list = list.output().expect("cargo starts");
    let files: BTreeSet<String> = String::from_utf8(list.stdout).expect("UTF-8").lines().map(str::to_owned).collect();
    assert!(files.contains("Cargo.toml"), "{}", String::from_utf8_lossy(&list.stderr));
    let counted = files.iter().filter(|file| *file != "Cargo.lock");
    let bytes = counted.filter_map(|file| fs::metadata(folder.join(file)).ok()).map(|data| data.len()).sum();
    (files, bytes)
}

/// The packages hold what builds and what README shows, and no tests.
#[test]
fn the_packages_hold_what_their_users_need() {
    let (files, mut bytes) = packaged(root());
    assert!(bytes < 1_200_000, "{bytes} bytes");
    let unwanted = |file: &&String| ["tests/", "benches/", "."].iter().any(|start| file.starts_with(start));
    assert_eq!(files.iter().find(unwanted).filter(|file| !file.starts_with(".cargo_vcs")), None);
    // Links of a guide begin at its folder.
    for (page, up) in [("README.md", ""), ("docs/guide/commands.md", "docs/")] {
        let text = fs::read_to_string(root().join(page)).expect("UTF-8");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links
            .filter(|link| !link.contains("://") && !["crates/", "python/"].iter().any(|own| link.starts_with(own)))
        {
            let file = link.strip_prefix("../").map_or_else(|| link.to_owned(), |file| format!("{up}{file}"));
            assert!(files.contains(&file), "{page}: {link} is not in the package");
        }
    }
    let crates = fs::read_dir(root().join("crates")).expect("a folder");
    bytes += crates.map(|entry| packaged(&entry.expect("an entry").path()).1).sum::<u64>();
    assert!(bytes < 7_600_000, "{bytes} bytes");
}

/// ARCHITECTURE.md and CHANGELOG.md are short and hold no figures, which belong to pages that are made.
#[test]
fn documents_are_short_and_without_figures() {
    let units = ["%", "ms", "\u{b5}s", "ns", "s", "seconds", "minutes", "MB", "kB", "nodes", "times"];
    for (name, most_lines) in [("ARCHITECTURE.md", 120), ("CHANGELOG.md", 60)] {
        let text = fs::read_to_string(root().join(name)).expect("UTF-8");
        assert!(text.lines().count() <= most_lines, "{name} has more than {most_lines} lines");
        for (number, line) in (1..).zip(text.lines()) {
            assert!(line.chars().count() <= 120, "{name}:{number}: longer than 120 characters");
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
            let with_unit = words.windows(2).find(|pair| {
                is_number(pair[0]) && units.contains(&pair[1].trim_end_matches(|c: char| c.is_ascii_punctuation()))
            });
            let joined = words.iter().find(|word| is_number(word) && word.contains('%'));
            assert!(with_unit.is_none() && joined.is_none(), "{name}:{number}: a figure: {line}");
        }
    }
}

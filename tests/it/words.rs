//! The rules of prose: heads that name things, one meaning per public type name, short sentences, lines that wrap, no
//! filler. Names in the pages for developers exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use cnfab::model::{EXAMPLES, Model, Var};
use fastrand::Rng;

use crate::tidy::{root, rust_files, sources};

/// The folders with code of ours.
const FOLDERS: [&str; 5] = ["benches", "crates", "examples", "src", "tests"];

/// The most words of a sentence.
const MOST_WORDS: usize = 30;

/// Words that stand where a subject should be named.
const FILLER: [&str; 4] = ["so many", "that of", "most of the time", "note that"];

fn all_files() -> impl Iterator<Item = (String, String)> {
    FOLDERS.into_iter().flat_map(rust_files)
}

/// The text of a comment line.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["//! ", "/// ", "// "].iter().find_map(|mark| line.strip_prefix(mark)).or_else(|| {
        // An empty line of a comment ends a paragraph.
        ["//!", "///", "//"].contains(&line).then_some("")
    })
}

/// The paragraphs of the comments of a file with the numbers of their first lines. Code, tables and headings are left
/// out.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut open, mut is_code) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let Some(words) = comment(line) else {
            (open, is_code) = (false, false);
            continue;
        };
        let trimmed = words.trim_start();
        let is_fence = trimmed.starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence || trimmed.is_empty() || trimmed.starts_with(['|', '#']) {
            open = false;
            continue;
        }
        let is_item = trimmed.starts_with(['-', '*']) || trimmed.starts_with(|c: char| c.is_ascii_digit());
        match found.last_mut() {
            Some((_, paragraph)) if open && !is_item => {
                paragraph.push(' ');
                paragraph.push_str(trimmed);
            }
            _ => found.push((number, trimmed.to_owned())),
        }
        open = true;
    }
    found
}

#[test]
fn a_public_type_name_has_one_meaning() {
    let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in sources() {
        for line in text.lines() {
            let Some(item) = line.trim_start().strip_prefix("pub ") else { continue };
            let mut words = item.split(|c: char| !c.is_alphanumeric() && c != '_');
            if matches!(words.next(), Some("struct" | "enum" | "trait" | "type")) {
                // A macro may have the name.
                let Some(name) = words.next().filter(|name| !name.is_empty()) else { continue };
                homes.entry(name.to_owned()).or_default().push(file.clone());
            }
        }
    }
    // Every subcommand has its arguments; the module names it.
    homes.remove("Arguments");
    let twice: Vec<_> = homes.iter().filter(|(_, homes)| homes.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// Words with which a clause begins that stands in place of a name.
const CLAUSES: [&str; 9] = ["How", "If", "That", "What", "When", "Where", "Whether", "Which", "Why"];

#[test]
fn heads_name_things() {
    let first =
        |text: &str| text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).map(str::to_owned);
    let found: Vec<String> = all_files()
        .filter_map(|(file, text)| {
            let head = text.lines().find_map(|line| line.strip_prefix("//! "))?;
            let is_clause = first(head).is_some_and(|word| CLAUSES.contains(&word.as_str()));
            is_clause.then(|| format!("{file}: {head}"))
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// The first line of a doc comment names the item. Comments on private items may begin with how and where.
#[test]
fn doc_comments_name_things() {
    let mut found = Vec::new();
    for (file, text) in all_files() {
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(first) = line.strip_prefix("/// ").filter(|_| at == 0 || !lines[at - 1].starts_with("///")) else {
                continue;
            };
            let item = lines[at..].iter().find(|line| !line.starts_with("///") && !line.starts_with("#["));
            let is_public = item.is_some_and(|item| item.starts_with("pub"));
            let words: &[&str] = if is_public {
                &["How ", "What ", "Where ", "Whether ", "Which "]
            } else {
                &["What ", "Whether ", "Which "]
            };
            if words.iter().any(|word| first.starts_with(word)) {
                found.push(format!("{file}:{}: {line}", at + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn comments_wrap() {
    let wide: Vec<String> = all_files()
        .flat_map(|(file, text)| {
            let wide = |(number, line): (usize, &str)| {
                let is_wide = comment(line).is_some() && line.chars().count() > 120 && !line.contains("http");
                is_wide.then(|| format!("{file}:{number}"))
            };
            (1..).zip(text.lines()).filter_map(wide).collect::<Vec<_>>()
        })
        .collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn sentences_are_short_and_name_their_subject() {
    let mut found = Vec::new();
    for (file, text) in all_files() {
        for (number, paragraph) in paragraphs(&text) {
            let ends = |at: usize, end: char| ".!?:;".contains(end) && paragraph[at + 1..].starts_with(' ');
            let mut start = 0;
            let mut sentences = Vec::new();
            for (at, _) in paragraph.char_indices().filter(|&(at, end)| ends(at, end)) {
                sentences.push(&paragraph[start..=at]);
                start = at + 1;
            }
            sentences.push(&paragraph[start..]);
            for sentence in sentences {
                let words = sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
                if words > MOST_WORDS {
                    found.push(format!("{file}:{number}: {words} words: {}", sentence.trim()));
                }
            }
            let lower = paragraph.to_lowercase();
            let is_word = |at: usize, filler: &str| {
                let (before, after) = (&lower[..at], &lower[at + filler.len()..]);
                !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
            };
            for filler in FILLER {
                if lower.match_indices(filler).any(|(at, _)| is_word(at, filler)) && !file.ends_with("words.rs") {
                    found.push(format!("{file}:{number}: '{filler}'"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} places: {found:#?}", found.len());
}

/// The pages that name files and items, but for those that programs write.
const PAGES: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/glossary.md"];

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The text between backticks in the lines of a page, with the page and the line.
fn spans(name: &str) -> Vec<(String, String)> {
    let text = page(name);
    let of_line = |(number, line): (usize, &str)| {
        let spans = line.split('`').skip(1).step_by(2).filter(|span| !span.is_empty());
        spans.map(|span| (format!("{name}:{number}"), span.to_owned())).collect::<Vec<_>>()
    };
    (1..).zip(text.lines()).flat_map(of_line).collect()
}

/// All files and folders, relative to the root; a folder ends with a slash.
fn tree() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{folder}{}", entry.file_name().to_string_lossy());
            if [".git", "target"].contains(&name.as_str()) {
                continue;
            }
            if entry.path().is_dir() {
                folders.push(format!("{name}/"));
                found.insert(format!("{name}/"));
            } else {
                found.insert(name);
            }
        }
    }
    found
}

/// A path may leave out the folders that it begins with, and `src` after the name of a crate.
#[test]
fn pages_name_files_that_exist() {
    let tree = tree();
    let exists = |path: &str| {
        let path = path.trim_end_matches('/').to_owned();
        let inside = path.split_once('/').map(|(krate, rest)| format!("crates/{krate}/src/{rest}"));
        let is_end = |file: &str, path: &str| {
            file.strip_suffix(path).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        let mut files = tree.iter().map(|file| file.trim_end_matches('/'));
        files.any(|file| is_end(file, &path) || inside.as_deref() == Some(file))
    };
    let is_path = |text: &str| {
        let ends = [".rs", ".md", ".toml", "/"].iter().any(|end| text.ends_with(end));
        let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
        is_plain && (ends || text.contains('/'))
    };
    let mut seen = 0;
    for name in PAGES {
        for (place, path) in spans(name).into_iter().filter(|(_, span)| is_path(span)) {
            assert!(exists(&path), "{place}: there is no {path}");
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

/// True if a line of code declares this name: an item, a field, a variant, or an entry of a macro that makes items.
fn declares(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with("//") {
        return false;
    }
    let words: Vec<&str> =
        line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let items = ["const", "enum", "fn", "mod", "static", "struct", "trait", "type", "macro_rules"];
    let is_item = words.windows(2).any(|pair| items.contains(&pair[0]) && pair[1] == name);
    let rest = line.split_once(") ").filter(|(before, _)| before.starts_with("pub(")).map_or(line, |(_, rest)| rest);
    let rest = rest.strip_prefix("pub ").unwrap_or(rest).strip_prefix(name);
    let is_entry = |rest: &str| [":", ",", "(", " {", ";", " ="].iter().any(|next| rest.starts_with(next));
    is_item || rest.is_some_and(|rest| rest.is_empty() || is_entry(rest) && !rest.starts_with("::"))
}

/// Traits of the standard library that pages name.
const OF_RUST: [&str; 2] = ["Copy", "Default"];

/// Paths such as `model::Posted::when`, and types and constants alone.
#[test]
fn pages_name_items_that_exist() {
    let files: Vec<(String, String)> = sources().into_iter().chain(rust_files("tests")).collect();
    let is_name = |name: &str| {
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        is_word && name.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let is_item = |span: &str| {
        let is_ours = !["CNFAB_", "CARGO_"].iter().any(|start| span.starts_with(start)) && !OF_RUST.contains(&span);
        let is_alone = span.contains(char::is_uppercase) && is_ours;
        span.split("::").all(is_name) && (span.contains("::") || is_alone)
    };
    let mut seen = 0;
    for page in PAGES {
        for (place, item) in spans(page).into_iter().filter(|(_, span)| is_item(span)) {
            let mut names: Vec<&str> = item.split("::").collect();
            // A path is looked for in the files of the module that it begins with, else in all.
            let (krate, module) = (format!("crates/{}/src/", names[0]), format!("src/{}", names[0]));
            let is_inside = |file: &str| {
                let after = file.split_once(&module).map(|(_, rest)| rest);
                file.starts_with(&krate) || after.is_some_and(|rest| rest.starts_with(['/', '.']))
            };
            let inside: Vec<&str> =
                files.iter().filter(|(file, _)| is_inside(file)).map(|(_, text)| text.as_str()).collect();
            let texts: Vec<&str> = match inside.is_empty() || names.len() == 1 {
                true => files.iter().map(|(_, text)| text.as_str()).collect(),
                false => {
                    names.remove(0);
                    inside
                }
            };
            for name in names {
                let is_there = texts.iter().any(|text| text.lines().any(|line| declares(line, name)));
                assert!(is_there, "{place}: nothing declares {name} of {item}");
            }
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn architecture_lists_the_pages() {
    let text = page("ARCHITECTURE.md");
    let (_, list) = text.split_once("\nPages in `docs`").expect("a list of pages");
    let list = list.split("\n\n").next().unwrap_or_default();
    for entry in fs::read_dir(root().join("docs")).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("UTF-8");
        let name = if entry.path().is_dir() { format!("`{name}/`") } else { format!("`{name}`") };
        assert!(list.contains(&name), "ARCHITECTURE.md does not list docs/{name}");
    }
}

#[test]
fn the_glossary_has_every_class_of_constraints() {
    let text = page("docs/glossary.md");
    let row = text.lines().find(|line| line.starts_with("| class of constraints |")).expect("a row");
    let mut model = Model::new();
    let _: Vec<Var> = (0..4).map(|index| model.var(format!("x[{index}]"), 0..=3)).collect();
    let mut rng = Rng::with_seed(1);
    for example in EXAMPLES {
        let constraint = example(&model, &mut |below| rng.usize(..below));
        let name = constraint.name();
        assert!(row.contains(name) || row.contains(&name.replace('-', " ")), "docs/glossary.md does not have {name}");
    }
}

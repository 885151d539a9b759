//! `cnfab list`: what there is to choose from. Everything comes from the registries.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::{Value, json};

use cnfab::display::{self, escaped};
use cnfab::encode::all_different::AllDifferentEncoding;
use cnfab::encode::amo::AmoEncoding;
use cnfab::encode::card::CardEncoding;
use cnfab::encode::domain::DomainEncoding;
use cnfab::encode::external;
use cnfab::encode::linear::LinearEncoding;
use cnfab::encode::table::TableEncoding;
use cnfab::encode::{Class, Number, split};
use cnfab::format::FORMATS;
use cnfab::ilp::FORMULATIONS;
use cnfab::names::Named;
use cnfab::puzzle::{KINDS, Preset};
use cnfab::solve::{Encodings, NumberOption, STRATEGIES};
use cnfab::source::Source;

use super::args::AllowArguments;
use super::failure::Failure;

/// List kinds of puzzles, encodings, strategies, formats and instances.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What to list; everything if not given.
    #[arg(ignore_case = true)]
    what: Option<What>,

    /// Where to look for puzzle files, for 'list models'.
    #[arg(default_value = "models")]
    folder: PathBuf,

    #[command(flatten)]
    allow: AllowArguments,

    /// One JSON object with an array for each thing listed; its entries have at least "name".
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// The list with this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        let what = What::from_str(name, true).ok()?;
        Some(Arguments { what: Some(what), folder: "models".into(), allow: AllowArguments::default(), json: false })
    }

    /// The names of the lists.
    pub(super) fn names() -> Vec<String> {
        let values = ALL.iter().filter_map(ValueEnum::to_possible_value);
        values.map(|value| value.get_name().to_owned()).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Kinds,
    Encodings,
    Strategies,
    Formats,
    Models,
}

const ALL: [What; 5] = [What::Kinds, What::Encodings, What::Strategies, What::Formats, What::Models];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut object = serde_json::Map::new();
    for what in ALL {
        if arguments.what.is_some_and(|wanted| wanted != what) {
            continue;
        }
        let (title, entries) = match what {
            What::Kinds => ("kinds", kinds()),
            What::Encodings => ("encodings", encodings()),
            What::Strategies => ("strategies", strategies()),
            What::Formats => ("formats", formats()),
            What::Models if !arguments.folder.is_dir() && arguments.what.is_none() => continue,
            What::Models => ("models", models(&arguments.folder, &arguments.allow)?),
        };
        if arguments.json {
            object.insert(title.to_owned(), entries.into_iter().map(|entry| entry.json).collect());
            continue;
        }
        if arguments.what.is_none() {
            writeln!(out, "{title}:")?;
        }
        let indent = if arguments.what.is_none() { "  " } else { "" };
        let names: Vec<_> = entries.iter().map(|entry| escaped(&entry.name)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (name, Entry { text, more, .. }) in names.iter().zip(&entries) {
            let text = escaped(text);
            writeln!(out, "{indent}{name:width$}  {text}")?;
            for line in more {
                writeln!(out, "{indent}{:width$}    {line}", "")?;
            }
        }
    }
    if arguments.json {
        writeln!(out, "{}", display::json(&Value::Object(object).to_string()))?;
    }
    Ok(out.flush()?)
}

/// One line of a list, and the lines below it.
struct Entry {
    name: String,
    text: String,
    more: Vec<String>,
    json: Value,
}

fn kinds() -> Vec<Entry> {
    let preset = |&Preset { name, strategy, about, .. }: &Preset| {
        format!("--strategy document:{name}, that is {strategy}: {about}")
    };
    let entry = |kind: &cnfab::puzzle::Kind| Entry {
        name: kind.name.to_owned(),
        text: kind.about.to_owned(),
        more: kind
            .views
            .iter()
            .map(|(view, about)| format!("--view {view}: {about}"))
            .chain(kind.presets.iter().map(preset))
            .collect(),
        json: json!({
            "name": kind.name,
            "about": kind.about,
            "views": kind.views.iter().map(|(name, about)| json!({"name": name, "about": about})).collect::<Vec<_>>(),
            "documents": kind.presets.iter().map(|preset| json!({
                "name": preset.name, "about": preset.about, "strategy": preset.strategy, "view": preset.view,
            })).collect::<Vec<_>>(),
        }),
    };
    KINDS.iter().map(entry).collect()
}

fn encodings() -> Vec<Entry> {
    fn add<T: Named + ?Sized>(
        entries: &mut Vec<Entry>,
        class: &str,
        encoding: &T,
        number: Option<Number>,
        defaults: &str,
    ) {
        let name = format!("{class}={}", encoding.name());
        let default = split(defaults).any(|part| part == name);
        let mark = if default { " (default)" } else { "" };
        let range = |number: &Number| (*number.range.start(), *number.range.end());
        entries.push(Entry {
            text: format!("{}{mark}", encoding.about()),
            more: number
                .iter()
                .map(|number| {
                    let (low, high) = range(number);
                    format!("{name}(N), N the {} from {low} to {high}, {} if not given", number.about, number.value)
                })
                .collect(),
            json: json!({
                "class": class, "name": encoding.name(), "about": encoding.about(), "default": default,
                "number": number.as_ref().map(|number| json!({
                    "about": number.about, "default": number.value, "least": range(number).0, "most": range(number).1,
                })),
            }),
            name,
        });
    }
    fn class<T: Class + ?Sized>(entries: &mut Vec<Entry>, defaults: &str) {
        T::all().iter().for_each(|encoding| add(entries, T::NAME, *encoding, encoding.number(), defaults));
    }
    struct Root(&'static str, &'static str);
    impl Named for Root {
        fn name(&self) -> &'static str {
            self.0
        }
        fn about(&self) -> &'static str {
            self.1
        }
    }
    static SYMMETRIES: [&Root; 3] = [
        &Root("elements", "with --up-to-symmetry, constraints from every element of the group"),
        &Root("generators", "with --up-to-symmetry, constraints from elements that generate the group"),
        &Root("none", "with --up-to-symmetry, no constraints: images are left out when they are found"),
    ];
    static ROOTS: [&Root; 2] = [
        &Root("narrow", "values that propagation drops before the search get no variables"),
        &Root("none", "every value of the puzzle's domains gets its variables"),
    ];
    let defaults = Encodings::default().to_string();
    let mut entries = Vec::new();
    class::<dyn DomainEncoding>(&mut entries, &defaults);
    class::<dyn AmoEncoding>(&mut entries, &defaults);
    entries.extend(programs());
    class::<dyn CardEncoding>(&mut entries, &defaults);
    class::<dyn LinearEncoding>(&mut entries, &defaults);
    class::<dyn AllDifferentEncoding>(&mut entries, &defaults);
    class::<dyn TableEncoding>(&mut entries, &defaults);
    ROOTS.iter().for_each(|root| add(&mut entries, "root", *root, None, &defaults));
    let defaults = format!("{defaults},symmetry=elements");
    SYMMETRIES.iter().for_each(|one| add(&mut entries, "symmetry", *one, None, &defaults));
    FORMULATIONS.iter().for_each(|one| add(&mut entries, "ilp", *one, None, &defaults));
    entries
}

/// Constraints by a program of the user.
fn programs() -> Vec<Entry> {
    let entry = |&(class, names): &(&str, &[&str])| {
        let name = format!("cmd:PROGRAM {}", names.join(" "));
        let (states, more) = match class {
            "amo" => ("at most one of n literals", None),
            "card" => {
                ("k of n literals", Some("{cmp} is '<=', '=' or '>='; without it the program is asked for '<=' alone"))
            }
            _ => (
                "a sum",
                Some(
                    "{coefficients} is a list with commas; {cmp} is '<=', '=' or '>=', without it always '<='; {n} inputs",
                ),
            ),
        };
        let about = format!("the formula that a program prints as DIMACS for {states}, checked; it runs once for each");
        let inputs = "its inputs are the variables of a line 'c p show', or else the first; the others are auxiliaries";
        let quotes = "words are separated by blanks, without a shell; quotes keep commas, semicolons and blanks: cmd:sh -c \"...\" {n}";
        Entry {
            name: format!("{class}={name}"),
            more: [Some(inputs), more, Some(quotes)].into_iter().flatten().map(str::to_owned).collect(),
            json: json!({"class": class, "name": name, "about": about, "default": false, "number": null}),
            text: about,
        }
    };
    external::CLASSES.iter().map(entry).collect()
}

fn strategies() -> Vec<Entry> {
    let option = |&(name, values, about): &(&str, &[&str], &str)| format!("{name}={}: {about}", values.join("|"));
    let number = |NumberOption { name, range, default, about }: &NumberOption| {
        format!("{name}=NUMBER from {} to {}, {default} if not given: {about}", range.start(), range.end())
    };
    let entry = |strategy: &cnfab::solve::StrategyKind| Entry {
        name: strategy.name.to_owned(),
        text: strategy.about.to_owned(),
        more: strategy.options.iter().map(option).chain(strategy.numbers.iter().map(number)).collect(),
        json: json!({
            "name": strategy.name,
            "about": strategy.about,
            "options": strategy.options.iter()
                .map(|(name, values, about)| json!({"name": name, "values": values, "about": about}))
                .chain(strategy.numbers.iter().map(|option| json!({
                    "name": option.name, "least": option.range.start(), "most": option.range.end(),
                    "default": option.default, "about": option.about,
                })))
                .collect::<Vec<_>>(),
        }),
    };
    STRATEGIES.iter().map(entry).collect()
}

fn formats() -> Vec<Entry> {
    let entry = |format: &cnfab::format::Format| Entry {
        name: format.name.to_owned(),
        text: format.about.to_owned(),
        more: format.aliases.iter().map(|alias| format!("also --format {alias}")).collect(),
        json: json!({"name": format.name, "aliases": format.aliases, "about": format.about}),
    };
    FORMATS.iter().map(entry).collect()
}

/// The puzzle files (`.txt`) below a folder, with what their heads say.
fn models(folder: &Path, allow: &AllowArguments) -> Result<Vec<Entry>, Failure> {
    let mut paths = Vec::new();
    let unreadable =
        |why: io::Error| Failure::Input(format!("cnfab: cannot read the folder '{}': {why}", folder.display()));
    collect(folder, &mut paths).map_err(unreadable)?;
    paths.sort();
    let mut entries = Vec::new();
    for path in paths {
        let name = path.to_string_lossy().into_owned();
        let opened = Source::open(&name).map(|source| source.allowing(&allow.folders));
        let read = opened.and_then(|source| source.puzzles().map(|(kind, puzzles)| (source, kind, puzzles)));
        let (source, kind, puzzles) = match read {
            Ok(read) => read,
            Err(error) => {
                let (text, json) = (format!("error: {error}"), json!({"name": name, "error": error.to_string()}));
                entries.push(Entry { name, text, more: Vec::new(), json });
                continue;
            }
        };
        let head = |key: &str| {
            let heads = source.text.lines().take_while(|line| line.starts_with('#'));
            let mut values = heads.filter_map(|line| line.trim_start_matches('#').trim().strip_prefix(key));
            values.next().map(|value| value.trim().to_owned())
        };
        let (origin, solutions) = (head("Source:"), head("Solutions:"));
        let mut text = vec![kind.name.to_owned()];
        if puzzles.len() > 1 {
            text.push(format!("{} puzzles", puzzles.len()));
        }
        text.extend(solutions.as_ref().map(|solutions| format!("solutions: {solutions}")));
        text.extend(origin.clone());
        entries.push(Entry {
            name: source.name.clone(),
            text: text.join("; "),
            more: Vec::new(),
            json: json!({
                "name": source.name, "kind": kind.name, "puzzles": puzzles.len(), "solutions": solutions,
                "source": origin,
            }),
        });
    }
    Ok(entries)
}

/// Whether a file is called `.txt`, compressed or not.
fn is_text(path: &Path) -> bool {
    let name = path.to_string_lossy();
    ["", ".gz", ".xz"].iter().any(|end| name.strip_suffix(end).is_some_and(|name| name.ends_with(".txt")))
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, into)?;
        } else if is_text(&path) {
            into.push(path);
        }
    }
    Ok(())
}

//! `cnfab list`: what there is to choose from. Everything comes from the registries.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::display::{self, escaped};
use crate::encode::external::ExternalForm;
use crate::encode::{CLASSES, EncodingClass, Number, Registered, SETTINGS};
use crate::format::FORMATS;
use crate::frontend::{FRONT_ENDS, FrontEnd};
use crate::ilp::{DEFAULT, FORMULATIONS};
use crate::puzzle::exchange::{EXCHANGE_FORMATS, ExchangeFormat};
use crate::puzzle::{KINDS, Preset};
use crate::solve::{NumberOption, OptionHelp, STRATEGIES, StrategyKind};
use crate::source::Source;

use super::args::AllowArguments;
use super::deadline::TimeArguments;
use super::failure::Failure;
use super::file::{FilePlace, distinct};

/// List kinds of puzzles, encodings, strategies, formats and instances.
///
/// 'formats' are those of 'cnfab export', 'inputs' those of models that commands take besides puzzles, 'puzzle-formats'
/// those of 'cnfab convert'.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The list to print; all of them if not given.
    #[arg(ignore_case = true)]
    what: Option<What>,

    /// Where to look for puzzle files, for 'list models'.
    #[arg(default_value = "models")]
    folder: PathBuf,

    #[command(flatten)]
    allow: AllowArguments,

    #[command(flatten)]
    time: TimeArguments,

    /// One JSON object with an array for each thing listed; its entries have at least "name".
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// The list with this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        let what = What::from_str(name, true).ok()?;
        let (allow, time) = (AllowArguments::default(), TimeArguments::default());
        Some(Arguments { what: Some(what), folder: "models".into(), allow, time, json: false })
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
    Inputs,
    PuzzleFormats,
    Models,
}

const ALL: [What; 7] =
    [What::Kinds, What::Encodings, What::Strategies, What::Formats, What::Inputs, What::PuzzleFormats, What::Models];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.time.start();
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
            What::Inputs => ("inputs", inputs()),
            What::PuzzleFormats => ("puzzle-formats", puzzle_formats()),
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
        format!("--strategy preset:{name}, that is {strategy}: {about}")
    };
    let entry = |kind: &crate::puzzle::Kind| Entry {
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
            "presets": kind.presets.iter().map(|preset| json!({
                "name": preset.name, "about": preset.about, "strategy": preset.strategy, "view": preset.view,
            })).collect::<Vec<_>>(),
        }),
    };
    KINDS.iter().map(entry).collect()
}

/// An entry for a choice of one key of a configuration.
fn choice(class: &str, is_default: bool, choice: &Registered) -> Entry {
    let Registered { name, about, number, is_baseline, has_definitions, .. } = choice;
    let spelled = format!("{class}={name}");
    let range = |number: &Number| (*number.range.start(), *number.range.end());
    let marks = [("default", is_default), ("baseline", *is_baseline), ("no certificates", !has_definitions)];
    let marks: String = marks.iter().filter(|mark| mark.1).map(|mark| format!(" ({})", mark.0)).collect();
    let more = |number: &Number| {
        let (low, high) = range(number);
        format!("{spelled}(N), N the {} from {low} to {high}, {} if not given", number.about, number.value)
    };
    Entry {
        text: format!("{about}{marks}"),
        more: number.iter().map(more).collect(),
        json: json!({
            "class": class, "name": name, "about": about, "default": is_default, "baseline": is_baseline,
            "certificates": has_definitions,
            "number": number.as_ref().map(|number| json!({
                "about": number.about, "default": number.value, "least": range(number).0, "most": range(number).1,
            })),
        }),
        name: spelled,
    }
}

fn encodings() -> Vec<Entry> {
    let plain = |(name, about): (&'static str, &'static str)| Registered {
        name,
        about,
        number: None,
        variants: &[],
        is_baseline: false,
        has_definitions: true,
        justification: None,
    };
    // What is propagated in place of simpler constraints does not follow from those in the certificate.
    let native = |class: &EncodingClass, it| Registered { has_definitions: !class.is_decomposed, ..plain(it) };
    let mut entries = Vec::new();
    for class in CLASSES {
        let registry = (class.registry)();
        entries.extend(registry.iter().map(|one| choice(class.name, one.name == class.default, one)));
        entries.extend(class.natives.iter().map(|&it| choice(class.name, false, &native(class, it))));
        entries.extend(class.external.map(|form| program(class.name, form)));
    }
    // Settings and integer programs have no clauses of their own.
    let without_certificates = |mut entry: Entry| {
        entry.json.as_object_mut().map(|json| json.remove("certificates"));
        entry
    };
    for setting in SETTINGS {
        for (place, &value) in setting.values.iter().enumerate() {
            entries.push(without_certificates(choice(setting.name, place == 0, &plain(value))));
        }
    }
    for one in FORMULATIONS {
        entries.push(without_certificates(choice(
            "ilp",
            one.name() == DEFAULT.name(),
            &plain((one.name(), one.about())),
        )));
    }
    entries
}

/// Constraints by a program of the user.
fn program(class: &str, form: &ExternalForm) -> Entry {
    let name = format!("cmd:PROGRAM {}", form.names.join(" "));
    let about =
        format!("the formula that a program prints as DIMACS for {}, checked; it runs once for each", form.states);
    let inputs = "its inputs are the variables of a line 'c p show', or else the first; the others are auxiliaries";
    let quotes = "words are separated by blanks, without a shell; quotes keep commas, semicolons and blanks: cmd:sh -c \"...\" {n}";
    Entry {
        name: format!("{class}={name}"),
        more: [inputs, form.about, quotes].into_iter().filter(|line| !line.is_empty()).map(str::to_owned).collect(),
        json: json!({
            "class": class, "name": name, "about": about, "default": false, "baseline": false,
            "certificates": false, "number": null,
        }),
        text: about + " (no certificates)",
    }
}

/// An option whose values are names: a line, and one for each value, but for switches.
fn named_option(&(name, values, help): &(&str, &[&str], OptionHelp)) -> Vec<String> {
    let mut lines = vec![format!("{name}={}: {}", values.join("|"), help.about)];
    let is_switch = values.iter().all(|value| ["on", "off"].contains(value));
    if !is_switch {
        let width = values.iter().map(|value| value.len()).max().unwrap_or(0);
        let meanings = values.iter().zip(help.values);
        lines.extend(meanings.map(|(value, meaning)| format!("  {value:width$}  {meaning}")));
    }
    lines
}

fn strategies() -> Vec<Entry> {
    let number = |NumberOption { name, range, default, about }: &NumberOption| {
        format!("{name}=NUMBER from {} to {}, {default} if not given: {about}", range.start(), range.end())
    };
    let entry = |(place, strategy): (usize, &StrategyKind)| {
        let names = |kind: &StrategyKind| kind.options.iter().map(|option| (option.0, option.1)).collect::<Vec<_>>();
        let is_alike = |other: &&StrategyKind| !other.options.is_empty() && names(other) == names(strategy);
        let more = match STRATEGIES[..place].iter().find(is_alike) {
            Some(other) => vec![format!("the options of '{}'", other.name)],
            None => strategy.options.iter().flat_map(named_option).chain(strategy.numbers.iter().map(number)).collect(),
        };
        Entry {
            name: strategy.name.to_owned(),
            text: strategy.about.to_owned(),
            more,
            json: json!({
                "name": strategy.name,
                "about": strategy.about,
                "options": strategy.options.iter()
                    .map(|(name, values, help)| json!({
                        "name": name, "values": values, "about": help.about, "meanings": help.values,
                    }))
                    .chain(strategy.numbers.iter().map(|option| json!({
                        "name": option.name, "least": option.range.start(), "most": option.range.end(),
                        "default": option.default, "about": option.about,
                    })))
                    .collect::<Vec<_>>(),
            }),
        }
    };
    STRATEGIES.iter().enumerate().map(entry).collect()
}

fn formats() -> Vec<Entry> {
    let entry = |format: &crate::format::Format| Entry {
        name: format.name.to_owned(),
        text: format.about.to_owned(),
        more: format.aliases.iter().map(|alias| format!("also --format {alias}")).collect(),
        json: json!({"name": format.name, "aliases": format.aliases, "about": format.about}),
    };
    FORMATS.iter().map(entry).collect()
}

/// The formats of models that commands take besides puzzles.
fn inputs() -> Vec<Entry> {
    let entry = |front_end: &FrontEnd| Entry {
        name: front_end.name.to_owned(),
        text: front_end.about.to_owned(),
        more: vec![format!("see 'cnfab help {}'; names end in {}", front_end.name, front_end.endings.join(", "))],
        json: json!({"name": front_end.name, "about": front_end.about, "endings": front_end.endings}),
    };
    FRONT_ENDS.iter().map(entry).collect()
}

/// The formats of puzzles, and what each can state.
fn puzzle_formats() -> Vec<Entry> {
    let entry = |format: &ExchangeFormat| Entry {
        name: format.name.to_owned(),
        text: format.about.to_owned(),
        more: format.kinds.iter().map(|(kind, states)| format!("{kind}: {states}")).collect(),
        json: json!({
            "name": format.name,
            "about": format.about,
            "kinds": format.kinds.iter().map(|(kind, states)| json!({"name": kind, "about": states}))
                .collect::<Vec<_>>(),
        }),
    };
    EXCHANGE_FORMATS.iter().map(entry).collect()
}

/// The puzzle files (`.txt`) below a folder, with the statements of their heads.
fn models(folder: &Path, allow: &AllowArguments) -> Result<Vec<Entry>, Failure> {
    let mut paths = Vec::new();
    let unreadable =
        |why: io::Error| Failure::Input(format!("cnfab: cannot read the folder '{}': {why}", folder.display()));
    collect(folder, &mut BTreeSet::new(), &mut paths).map_err(unreadable)?;
    paths.sort();
    distinct(&[FilePlace::output("-")], &paths.iter().map(FilePlace::file).collect::<Vec<_>>())?;
    let mut entries = Vec::new();
    for path in paths {
        let name = path.to_string_lossy().into_owned();
        let opened = Source::open_found(&name).map(|source| source.allowing(&allow.folders));
        let read = opened.and_then(|source| source.contents().map(|contents| (source, contents.problems)));
        let (source, problems) = match read {
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
        let mut text = vec![problems[0].name().to_owned()];
        if problems.len() > 1 {
            text.push(format!("{} puzzles", problems.len()));
        }
        text.extend(solutions.as_ref().map(|solutions| format!("solutions: {solutions}")));
        text.extend(origin.clone());
        entries.push(Entry {
            name: source.name.clone(),
            text: text.join("; "),
            more: Vec::new(),
            json: json!({
                "name": source.name, "kind": problems[0].name(), "puzzles": problems.len(), "solutions": solutions,
                "source": origin,
            }),
        });
    }
    Ok(entries)
}

/// True if a file is called `.txt`, compressed or not.
fn is_text(path: &Path) -> bool {
    let name = path.to_string_lossy();
    ["", ".gz", ".xz"].iter().any(|end| name.strip_suffix(end).is_some_and(|name| name.ends_with(".txt")))
}

/// Adds the paths of texts below a folder, each folder once, though links may lead to it again.
fn collect(folder: &Path, seen: &mut BTreeSet<PathBuf>, into: &mut Vec<PathBuf>) -> io::Result<()> {
    if !seen.insert(folder.canonicalize()?) {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, seen, into)?;
        } else if is_text(&path) {
            into.push(path);
        }
    }
    Ok(())
}

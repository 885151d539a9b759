//! `cnfab help`: the manual of a command, or a page about a text format.

use std::io::{self, Write};

use clap::CommandFactory;
use clap::builder::PossibleValue;

use crate::frontend::{FRONT_ENDS, FrontEnd};
use crate::names::UnknownName;
use crate::puzzle::{KINDS, Kind};
use crate::run::{Field, Fields, Record};
use crate::{encode, study};

use super::failure::Failure;
use super::suggest::Suggest;

/// Print the manual of a command, or the text format of a kind of puzzle or of models.
///
/// Besides commands, kinds, which have several names ('numbrix', 'queens'), and the formats of models ('opb', 'wcnf'),
/// there are the pages 'encodings' and 'studies', and the lists of 'cnfab list': 'strategies', 'formats' and others.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A command, a kind of puzzle, 'encodings' or 'studies'.
    #[arg(value_parser = Suggest::new(topic, topics), hide_possible_values = true)]
    topic: Vec<String>,

    /// Only the first example of the page, as a file to begin with: 'cnfab help sudoku --example | cnfab solve -'.
    #[arg(long, requires = "topic")]
    example: bool,
}

/// Pages that are about no kind.
const PAGES: [(&str, &str); 2] = [("encodings", encode::PAGE), ("studies", study::PAGE)];

fn topic(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

/// Every topic: commands, pages, kinds with their aliases.
fn topics() -> Vec<PossibleValue> {
    let program = super::Arguments::command();
    let commands = program.get_subcommands().map(|command| command.get_name().to_owned());
    let lists = super::list::Arguments::names().into_iter();
    let lists = lists.filter(|name| !PAGES.iter().any(|(page, _)| page == name));
    let pages = PAGES.iter().map(|(name, _)| (*name).to_owned()).chain(lists);
    let kinds = KINDS.iter().flat_map(Kind::names).map(str::to_owned);
    let formats = FRONT_ENDS.iter().map(|front_end| front_end.name.to_owned());
    commands.chain(pages).chain(kinds).chain(formats).map(PossibleValue::new).collect()
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // Commands and pages are written small.
    let name = arguments.topic.join("-").to_lowercase();
    let mut program = super::Arguments::command();
    program.build();
    if name.is_empty() {
        return Ok(program.print_long_help()?);
    }
    if let Some(command) = program.find_subcommand_mut(&name) {
        // A format may have a command of its name.
        let page = FRONT_ENDS.iter().find(|front_end| front_end.name == name).map(|front_end| front_end.page);
        let page = match (page, arguments.example) {
            (None, true) => {
                return Err(Failure::Input(format!("cnfab: the manual of '{name}' has no example to print")));
            }
            (Some(page), true) => example(page).unwrap_or_default().to_owned(),
            (page, false) => {
                command.print_long_help()?;
                page.map(|page| format!("\n{page}")).unwrap_or_default()
            }
        };
        return Ok(io::stdout().lock().write_all(page.as_bytes())?);
    }
    let page = PAGES.iter().find(|(page, _)| *page == name);
    if let (None, Some(list)) = (page, super::list::Arguments::of(&name)) {
        if arguments.example {
            return Err(Failure::Input(format!("cnfab: the list of {name} has no example to print")));
        }
        return super::list::run(&list);
    }
    let page = match page {
        Some((_, page)) => page,
        None => match FRONT_ENDS.iter().find(|front_end| front_end.name == name) {
            Some(FrontEnd { page, .. }) => page,
            None => Kind::named(&name).map_err(|_| unknown(&name))?.0.page,
        },
    };
    let text = if arguments.example { example(page).unwrap_or_default() } else { page };
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

fn unknown(name: &str) -> Failure {
    let known = topics().into_iter().map(|topic| topic.get_name().to_owned());
    Failure::Input(format!("cnfab: {}", UnknownName::new("topic", name, known)))
}

/// The first block of a page that is a whole file.
fn example(page: &str) -> Option<&str> {
    let starts = ["```text\n", "```toml\n", "```console\n"];
    let (at, start) = starts.iter().filter_map(|start| Some((page.find(start)?, start))).min()?;
    page[at + start.len()..].split_once("```").map(|(text, _)| text)
}

/// The fields of the rows of 'cnfab compare'.
pub(super) fn fields() -> String {
    let fields = Record::fields();
    let width = fields.iter().map(|field| field.name.len()).max().unwrap_or_default();
    let line = |field: &Field| {
        let unit = if field.unit.is_empty() { String::new() } else { format!(" [{}]", field.unit) };
        format!("  {:<width$}  {}{unit}\n", field.name, field.about)
    };
    let lines: String = fields.iter().map(line).collect();
    format!("Fields of --report csv and json, in this order; null or empty where not known:\n{lines}")
}

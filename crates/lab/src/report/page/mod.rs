//! The page: one HTML file that needs nothing else, with a summary, plots, pictures, and how to do it all again.
//!
//! It is readable without its script, which only sorts tables and shows other pairs of ways. It has no time of its
//! making, so the same rows give the same bytes.

mod alone;
mod figures;
mod parts;
mod presentation;
mod script_data;
mod tables;

pub use alone::{Alone, plots};

use std::io::{self, Write};

use super::boards::BoardPicture;
use super::compared::RankTests;
use super::drawn::Drawn;
use super::escape::escaped;
use super::plot::{Data, Measure};
use super::text;
use super::{Results, Summary, tables as list};
use crate::study::Published;

const STYLE: &str = concat!(include_str!("style.css"), include_str!("plot.css"));
/// Colours by role, in light and in dark.
const COLOURS: &str = include_str!("colours.css");
/// The rules of what stands in a plot.
const PLOT: &str = include_str!("plot.css");
const SCRIPT: &str = include_str!("script.js");

/// The parts of a page beside the rows themselves.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// The findings of who has looked at the rows, in paragraphs with an empty line between them.
    pub findings: String,
    /// Boards of some instances.
    pub pictures: Vec<BoardPicture>,
    /// Published tables that stand beside the figures.
    pub published: Vec<Published>,
    /// The files of rows, as they were named.
    pub files: Vec<String>,
}

/// Writes the page of a table that the summary has been made of.
///
/// # Errors
/// If it cannot be written.
pub fn write(summary: &Summary, table: &Results, extras: &Extras, out: &mut dyn Write) -> io::Result<()> {
    let data = Data::of(table, summary);
    let json = script_data::json(&data);
    let title = escaped(&text::title(summary));
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}: report</title>\n<style>\n{COLOURS}{STYLE}</style>\n\
         </head>\n<body>\n<main>\n<header>\n<h1>{title}</h1>\n<p>{}</p>\n<p class=\"lead\">{}</p>\n</header>\n",
        escaped(&text::about(summary)),
        escaped(&text::totals(summary))
    )?;
    let sections = [
        parts::findings(&extras.findings),
        parts::disagreements(summary),
        parts::warnings(summary),
        tables::ways(summary),
        tables::families(&data),
        tables::published(&data, &extras.published),
        figures::cacti(&data),
        tables::tests(&data),
        tables::matrix(json.is_some()),
        figures::scatters(&data),
        figures::boxes(&data),
        figures::phases(&data),
        parts::pictures(&extras.pictures),
        tables::failures(summary),
        tables::uncertified(summary),
        tables::sources(table),
        tables::machines(summary),
        tables::runs(table),
        parts::again(summary, table, &extras.files),
        parts::methods(summary),
    ];
    for section in sections {
        out.write_all(section.as_bytes())?;
    }
    out.write_all(b"</main>\n")?;
    if let Some(json) = json {
        writeln!(out, "<script type=\"application/json\" id=\"data\">{json}</script>")?;
    }
    write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

/// All tables, each as large as it is.
pub fn all_tables(summary: &Summary, table: &Results, published: &[Published]) -> Vec<Drawn> {
    let data = Data::of(table, summary);
    let mut all = vec![list::ways(summary)];
    all.extend(super::compared::families(&data));
    all.extend(published.iter().enumerate().map(|(number, one)| super::published::table(&data, one, number)));
    for measure in [Measure::Time, Measure::Conflicts].into_iter().filter(|&measure| data.has(measure)) {
        all.push(list::matrix(&data, measure));
        if let Some(tests) = RankTests::of(&data, measure) {
            all.extend([tests.ranks(&data), tests.pairs(&data)]);
        }
    }
    all.extend([
        list::failures(summary),
        list::uncertified(summary),
        list::sources(table),
        list::machines(summary),
        list::runs(table),
    ]);
    all.retain(|table| !table.rows.is_empty());
    all
}

/// A part of the page with a title.
fn section(id: &str, title: &str, body: &str) -> String {
    format!("<section id=\"{id}\">\n<h2>{}</h2>\n{body}</section>\n", escaped(title))
}

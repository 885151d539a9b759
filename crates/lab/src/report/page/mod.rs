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
use super::escape::escaped;
use super::plot::Data;
use super::text;
use super::{Results, Summary};

const STYLE: &str = concat!(include_str!("style.css"), include_str!("plot.css"));
/// Colours by role, in light and in dark.
const COLOURS: &str = include_str!("colours.css");
/// The rules of what stands in a plot.
const PLOT: &str = include_str!("plot.css");
const SCRIPT: &str = include_str!("script.js");

/// The parts of a page beside the rows themselves.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// Boards of some instances.
    pub pictures: Vec<BoardPicture>,
    /// The files of rows, as they were named.
    pub files: Vec<String>,
}

/// Writes the page of a table that the summary has been made of.
///
/// # Errors
/// If it cannot be written.
pub fn write(summary: &Summary, table: &Results, extras: &Extras, out: &mut dyn Write) -> io::Result<()> {
    let data = Data::of(table, summary);
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
        parts::disagreements(summary),
        parts::warnings(summary),
        tables::ways(summary),
        figures::cacti(&data),
        figures::scatters(&data),
        figures::boxes(&data),
        figures::phases(&data),
        parts::pictures(&extras.pictures),
        tables::failures(summary),
        tables::uncertified(summary),
        tables::machines(summary),
        tables::runs(table),
        parts::again(summary, table, &extras.files),
        parts::methods(summary),
    ];
    for section in sections {
        out.write_all(section.as_bytes())?;
    }
    out.write_all(b"</main>\n")?;
    if let Some(json) = script_data::json(&data) {
        writeln!(out, "<script type=\"application/json\" id=\"data\">{json}</script>")?;
    }
    write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

/// A part of the page with a title.
fn section(id: &str, title: &str, body: &str) -> String {
    format!("<section id=\"{id}\">\n<h2>{}</h2>\n{body}</section>\n", escaped(title))
}

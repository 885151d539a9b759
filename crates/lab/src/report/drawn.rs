//! A table of a report in three forms: HTML for the page, CSV for programs, LaTeX for papers.

use std::io::{self, Write};

use cnfab_base::display::{csv_cell, escaped as shown};

use super::escape::escaped;
use super::text::Cell;

/// With more rows, the LaTeX breaks over pages, by the package `longtable`.
const PAGE: usize = 50;

/// The title of a column.
#[derive(Clone, Debug)]
pub(super) struct Title {
    pub(super) text: String,
    /// Its description in a sentence, if it has one.
    pub(super) about: String,
    /// True if it is aligned to the right.
    pub(super) right: bool,
}

impl Title {
    pub(super) fn new(text: &str, right: bool) -> Self {
        Title { text: text.to_owned(), about: String::new(), right }
    }
}

/// A table: titles, and rows of cells, each with a class. The first cell of a row is its name.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// A name for files, without their end: `families-regret`.
    pub name: String,
    pub(super) caption: String,
    pub(super) head: Vec<Title>,
    pub(super) rows: Vec<(String, Vec<Cell>)>,
}

impl Drawn {
    /// A table without rows.
    pub(super) fn new(name: &str, caption: impl Into<String>, head: Vec<Title>) -> Self {
        Drawn { name: name.to_owned(), caption: caption.into(), head, rows: Vec::new() }
    }

    /// The same with these titles, each with whether it is aligned to the right.
    pub(super) fn titled(name: &str, caption: &str, titles: &[(&str, bool)]) -> Self {
        Drawn::new(name, caption, titles.iter().map(|(title, right)| Title::new(title, *right)).collect())
    }

    pub(super) fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push((String::new(), cells));
    }

    /// As a part of the page. Cells carry the number to sort by, unless their text is one.
    pub(super) fn html(&self) -> String {
        // The usual table has numbers behind its names.
        let is_usual = self.head.iter().enumerate().all(|(at, title)| title.right == (at > 0));
        let right = |title: &Title| if title.right && !is_usual { " class=\"number\"" } else { "" };
        let mut out = format!(
            "<div class=\"scroll\">\n<table class=\"sortable{}\">\n<caption>{}</caption>\n<thead><tr>",
            if is_usual { " numbers" } else { "" },
            escaped(&self.caption)
        );
        for title in &self.head {
            let (class, Title { text, about, .. }) = (right(title), title);
            let about = if about.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(about)) };
            out += &format!("<th scope=\"col\"{class}{about}>{}</th>", escaped(text));
        }
        out += "</tr></thead>\n<tbody>\n";
        for (class, cells) in &self.rows {
            out += &if class.is_empty() { "<tr>".to_owned() } else { format!("<tr class=\"{class}\">") };
            for (at, (cell, title)) in cells.iter().zip(&self.head).enumerate() {
                let key = cell.key.filter(|_| cell.text.parse::<f64>().is_err());
                let key = key.map(|key| format!(" data-key=\"{}\"", short(key))).unwrap_or_default();
                let small = if cell.small.is_empty() {
                    String::new()
                } else {
                    format!("<small>{}</small>", escaped(&cell.small))
                };
                let (open, close) = if at == 0 { ("<th scope=\"row\"", "th") } else { ("<td", "td") };
                let class = right(title);
                // Lists of encodings may be broken after commas.
                let text = escaped(&cell.text).replace(',', ",<wbr>");
                out += &format!("{open}{class}{key}>{text}{small}</{close}>");
            }
            out += "</tr>\n";
        }
        out + "</tbody>\n</table>\n</div>\n"
    }

    /// As comma-separated values (RFC 4180): the number of a cell, if it has one, else its text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
        csv.write_record(self.head.iter().map(|title| csv_cell(&title.text)))?;
        for (_, cells) in &self.rows {
            csv.write_record(
                cells.iter().map(|cell| cell.key.map_or_else(|| csv_cell(&cell.text), |key| key.to_string())),
            )?;
        }
        csv.flush()
    }

    /// As a `tabular`, or as a `longtable` if it has many rows, without anything that is no LaTeX of its own.
    pub fn latex(&self) -> String {
        let columns: String = self.head.iter().map(|title| if title.right { 'r' } else { 'l' }).collect();
        let environment = if self.rows.len() > PAGE { "longtable" } else { "tabular" };
        let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
        let mut out = format!("% {}\n", shown(&self.caption));
        if environment == "longtable" {
            out += "% It needs \\usepackage{longtable}.\n";
        }
        out += &format!("\\begin{{{environment}}}{{{columns}}}\n\\hline\n");
        out += &line(self.head.iter().map(|title| latex(&title.text)).collect());
        out += "\\hline\n";
        if environment == "longtable" {
            out += "\\endhead\n";
        }
        for (_, cells) in &self.rows {
            out += &line(cells.iter().map(|cell| latex(&cell.line())).collect());
        }
        out + &format!("\\hline\n\\end{{{environment}}}\n")
    }
}

/// The number, close enough to sort by.
fn short(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// A text as LaTeX sets it.
fn latex(text: &str) -> String {
    let mut out = String::new();
    for c in shown(text).chars() {
        match c {
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' => out += "$<$",
            '>' => out += "$>$",
            '|' => out += "$|$",
            '\u{b5}' => out += "$\\mu$",
            '\u{d7}' => out += "$\\times$",
            '\u{2212}' => out += "$-$",
            '\u{2013}' => out += "--",
            '\u{2026}' => out += "\\ldots{}",
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: usize) -> Drawn {
        let mut table = Drawn::titled("t", "A table.", &[("way", false), ("50% & more", true)]);
        for _ in 0..rows {
            let cell = Cell { text: "1.5 \u{b5}s".to_owned(), small: "[1_000]".to_owned(), key: Some(1.5e-6) };
            table.row(vec![Cell::text("a=b,<c>"), cell]);
        }
        table
    }

    #[test]
    fn latex_sets_every_character() {
        assert_eq!(
            table(1).latex(),
            "% A table.\n\\begin{tabular}{lr}\n\\hline\nway & 50\\% \\& more \\\\\n\\hline\n\
             a=b,$<$c$>$ & 1.5 $\\mu$s [1\\_000] \\\\\n\\hline\n\\end{tabular}\n"
        );
        let long = table(PAGE + 1).latex();
        assert!(long.contains("\\begin{longtable}{lr}") && long.contains("\\endhead"));
    }

    #[test]
    fn csv_has_numbers_in_full() {
        let mut text = Vec::new();
        table(1).csv(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "way,50% & more\r\n\"a=b,<c>\",0.0000015\r\n");
    }
}

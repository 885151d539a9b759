//! Drawings in colour, where standard output is a terminal or the user asks for it.

use std::fmt::Write;
use std::io::IsTerminal;

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use clap::ValueEnum;

use crate::picture::{Drawing, Ink, Look, TINTS};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// Also into files and pipes.
    Always,
    /// On a terminal, unless NO_COLOR is set or TERM is 'dumb'; CLICOLOR_FORCE asks for them everywhere.
    Auto,
    /// Nowhere.
    Never,
}

impl When {
    /// Uses colours so from now on.
    pub(crate) fn set(self) {
        let choice = match self {
            When::Always => ColorChoice::Always,
            // Zero asks for nothing.
            When::Auto if std::env::var_os("CLICOLOR_FORCE").is_some_and(|force| force == "0") => {
                if std::io::stdout().is_terminal() { ColorChoice::Auto } else { ColorChoice::Never }
            }
            When::Auto => ColorChoice::Auto,
            When::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The text of a drawing for standard output.
pub(crate) fn text(drawing: &Drawing) -> String {
    match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => drawing.to_string(),
        _ => coloured(drawing),
    }
}

/// The text with escape codes. No style goes on beyond the end of a line.
fn coloured(drawing: &Drawing) -> String {
    let mut out = String::new();
    for run in drawing.runs() {
        let style = style(run.look);
        for piece in run.text.split_inclusive('\n') {
            let line = piece.trim_end_matches('\n');
            // A blank shows nothing of its ink.
            if style == Style::new() || line.is_empty() || run.look.ground.is_none() && line.trim().is_empty() {
                out.push_str(piece);
            } else {
                let end = &piece[line.len()..];
                write!(out, "{style}{line}{style:#}{end}").expect("writing to a text does not fail");
            }
        }
    }
    out
}

/// The soft colours behind regions, by their number among the 256 of terminals.
const GROUNDS: [u8; TINTS] = [224, 153, 194, 229, 183, 158, 223, 252, 218, 192, 189, 187];

/// Stronger colours of the same kind, for signs.
const SIGNS: [u8; TINTS] = [203, 75, 114, 178, 141, 43, 209, 246, 211, 149, 105, 137];

/// Without a ground, on the terminal's own colour; on a ground, which is light, in dark colours.
fn style(look: Look) -> Style {
    let indexed = |number: u8| Some(Color::Ansi256(Ansi256Color(number)));
    let named = |colour: AnsiColor| Some(Color::Ansi(colour));
    let style = Style::new();
    let Some(ground) = look.ground else {
        return match look.ink {
            Some(Ink::Given) => style.bold(),
            Some(Ink::Found) => style.fg_color(named(AnsiColor::Cyan)),
            Some(Ink::Star) => style.bold().fg_color(named(AnsiColor::Yellow)),
            Some(Ink::Note) => style.dimmed(),
            Some(Ink::Tint(number)) => style.fg_color(indexed(SIGNS[usize::from(number) % TINTS])),
            _ => style,
        };
    };
    let number = match ground {
        Ink::Tint(number) => GROUNDS[usize::from(number) % TINTS],
        _ => 255,
    };
    let style = style.bg_color(indexed(number)).fg_color(indexed(16));
    match look.ink {
        Some(Ink::Given | Ink::Star) => style.bold(),
        Some(Ink::Found) => style.fg_color(indexed(25)),
        Some(Ink::Note) => style.fg_color(indexed(243)),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_ends_without_a_style() {
        let mut drawing = Drawing::default();
        drawing.push("wall ");
        drawing.push_in("1 \n 2\n", Ink::Found);
        drawing.push_in("  \n", Ink::Given);
        drawing.push_as(" ", Look { ink: None, ground: Some(Ink::tint(0)) });
        let expected =
            "wall \u{1b}[36m1 \u{1b}[0m\n\u{1b}[36m 2\u{1b}[0m\n  \n\u{1b}[38;5;16m\u{1b}[48;5;224m \u{1b}[0m";
        assert_eq!(coloured(&drawing), expected);
        assert_eq!(anstream::adapter::strip_str(expected).to_string(), drawing.to_string());
    }
}

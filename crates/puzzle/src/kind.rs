//! Describes a kind of puzzle for the registry: names, header keys, views, presets, reader and help page.

use cnfab_base::names::{UnknownName, means};

use super::draft::BoardMaker;
use super::{Document, GridParts, KINDS, ParseError, Parsed, Preset};

/// Writes an empty board with these numbers of rows and columns, or says which sizes there are.
pub type BlankBoard = fn(rows: usize, columns: usize) -> Result<String, &'static str>;

/// A kind of puzzle.
pub struct Kind {
    /// The name in a file's `kind:` line.
    pub name: &'static str,
    /// Other names of the same rules.
    pub aliases: &'static [Alias],
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The Markdown page that `cnfab help` prints: rules, text format, example.
    pub page: &'static str,
    /// The header keys besides `kind`.
    pub keys: &'static [&'static str],
    /// The viewpoints of the model: name and one line of description. The first is the default.
    pub views: &'static [(&'static str, &'static str)],
    /// The strategies of the founding document, by name.
    pub presets: &'static [Preset],
    /// Writes an empty board of some rows and columns, for puzzles to be made: what follows the `kind:` line. `None` if
    /// the kind's puzzles are boards.
    pub blank: Option<BlankBoard>,
    /// Makes boards that are themselves the puzzle. `None` if the kind's puzzles are given values of an empty board.
    pub boards: Option<BoardMaker>,
    /// The usual rows and columns of a puzzle that is made.
    pub size: (usize, usize),
    /// Writes the text of a puzzle that another program states by its parts; the kind's reader checks it. `None` if no
    /// exchange format states the kind.
    pub of_parts: Option<fn(&GridParts) -> String>,
    /// Reads the puzzle, or each puzzle if the text is a batch with one per line. The outer error is about all of them.
    pub parse: fn(&Document<'_>) -> Result<Vec<Parsed>, ParseError>,
}

/// Another name of a kind, or the name of a special case.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The name in a file's `kind:` line.
    pub name: &'static str,
    /// The header lines that the name implies, as keys and values.
    pub implies: &'static [(&'static str, &'static str)],
}

impl Alias {
    /// Creates another name of the same rules.
    pub(super) const fn same(name: &'static str) -> Self {
        Alias { name, implies: &[] }
    }
}

impl Kind {
    /// Finds the kind of this name, and the alias if the name is one. Ignores case; a blank or `_` equals `-`.
    ///
    /// # Errors
    /// If no kind has the name; the error lists names and aliases.
    pub fn named(name: &str) -> Result<(&'static Kind, Option<&'static Alias>), UnknownName> {
        let plain = name.replace([' ', '_'], "-");
        let of = |kind: &'static Kind| {
            let alias = kind.aliases.iter().find(|alias| means(&plain, alias.name));
            (alias.is_some() || means(&plain, kind.name)).then_some((kind, alias))
        };
        KINDS.iter().find_map(of).ok_or_else(|| UnknownName::new("kind", name, KINDS.iter().flat_map(Kind::names)))
    }

    /// Iterates over the name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().map(|alias| alias.name))
    }

    /// Finds a preset by its name.
    ///
    /// # Errors
    /// If the kind has none of this name; the error lists the kind's presets.
    pub fn preset(&self, name: &str) -> Result<&'static Preset, UnknownName> {
        let names = self.presets.iter().map(|preset| preset.name);
        let what = || format!("preset of {}", self.name);
        self.presets.iter().find(|preset| means(name, preset.name)).ok_or_else(|| UnknownName::new(what(), name, names))
    }
}

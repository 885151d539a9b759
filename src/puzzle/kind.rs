//! What the registry knows of a kind of puzzle: its names, its header keys, its views, its reader and its page.

use crate::names::{UnknownName, known, means};

use super::{Document, KINDS, ParseError, Preset, Puzzles};

/// A kind of puzzle.
pub struct Kind {
    /// The name, as it stands in a file's `kind:` line.
    pub name: &'static str,
    /// Other names of the same rules.
    pub aliases: &'static [Alias],
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The text format for people, as Markdown: the page of the kind's module, which `cnfab help` prints.
    pub page: &'static str,
    /// The header keys besides `kind`.
    pub keys: &'static [&'static str],
    /// The viewpoints a model can be made from: name and one line. The first is the default.
    pub views: &'static [(&'static str, &'static str)],
    /// The strategies that the document which the kind comes from describes, by name.
    pub presets: &'static [Preset],
    /// Reads the puzzle, or the puzzles if the text is a batch with one per line.
    pub parse: fn(&Document<'_>) -> Result<Puzzles, ParseError>,
}

/// Another name of a kind, or the name of a special case.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The name, as it stands in a file's `kind:` line.
    pub name: &'static str,
    /// The header lines that the name stands for, as keys and values.
    pub implies: &'static [(&'static str, &'static str)],
}

impl Alias {
    /// Another name of the same rules.
    pub(super) const fn same(name: &'static str) -> Self {
        Alias { name, implies: &[] }
    }
}

impl Kind {
    /// The kind of this name, and the alias if it is one. Capitals, and a blank or `_` for `-`, make no difference.
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

    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().map(|alias| alias.name))
    }

    /// The name of the view as the kind lists it.
    ///
    /// # Errors
    /// If the kind does not list it; the error names those it lists.
    pub fn view(&self, name: &str) -> Result<&'static str, UnknownName> {
        let names = self.views.iter().map(|&(name, _)| name);
        known(names.clone(), name).ok_or_else(|| UnknownName::new(format!("view of {}", self.name), name, names))
    }

    /// The strategy of this name that the kind's document describes.
    ///
    /// # Errors
    /// If there is none; the error names those there are.
    pub fn preset(&self, name: &str) -> Result<&'static Preset, UnknownName> {
        let names = self.presets.iter().map(|preset| preset.name);
        let what = || format!("document strategy of {}", self.name);
        self.presets.iter().find(|preset| means(name, preset.name)).ok_or_else(|| UnknownName::new(what(), name, names))
    }
}

//! Looking a name up in a registry, with a helpful error when it is not there. Capitals make no difference.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::display;

/// Something that a user selects by name.
pub trait Named {
    /// The name users write.
    fn name(&self) -> &'static str;

    /// One line for `cnfab list`.
    fn about(&self) -> &'static str;
}

/// Declares a registry, and an enum that has a value for each of its entries: `commander::Commander { group: 3 }` is
/// the entry of `Commander`.
#[macro_export]
macro_rules! registry {
    (
        $(#[$about:meta])* $all:ident: $Entry:ty;
        $(#[$of_names:meta])* $Names:ident;
        $($file:ident::$Name:ident $({ $($field:ident: $value:expr),* })?,)*
    ) => {
        $(#[$about])*
        pub static $all: &[&$Entry] = &[$(&$file::$Name $({ $($field: $value),* })?),*];

        $(#[$of_names])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Names {
            $(#[doc = concat!("See [`", stringify!($Name), "::entry`](Self::entry).")] $Name,)*
        }

        impl $Names {
            /// All of them, in the order of the registry.
            pub const ALL: &[Self] = &[$(Self::$Name),*];

            /// The registered entry, which says what it is.
            pub fn entry(self) -> &'static $Entry {
                $all[self as usize]
            }
        }
    };
}

/// Shortens paths to their last parts: as many as tell each apart from all others, at least the name of the file.
pub fn shortest_paths(paths: &[&str]) -> Vec<String> {
    let ends = |path: &str, count: usize| {
        let start = path.rmatch_indices('/').nth(count - 1).map_or(0, |(at, _)| at + 1);
        path[start..].to_owned()
    };
    let different: BTreeSet<&str> = paths.iter().copied().collect();
    let mut short: BTreeMap<&str, String> = BTreeMap::new();
    let mut count = 1;
    let mut open: Vec<&str> = different.iter().copied().collect();
    while !open.is_empty() {
        let mut uses: BTreeMap<String, usize> = BTreeMap::new();
        different.iter().for_each(|path| *uses.entry(ends(path, count)).or_default() += 1);
        open.retain(|path| {
            let end = ends(path, count);
            let is_whole = end.len() == path.len();
            let is_told = is_whole || uses[&end] == 1;
            if is_told {
                short.insert(path, end);
            }
            !is_told
        });
        count += 1;
    }
    paths.iter().map(|path| short[path].clone()).collect()
}

/// A name that no entry of a registry has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of name that was looked for: `encoding of class amo`, `strategy`.
    pub what: String,
    /// The name that was given.
    pub found: String,
    /// The names there are, in the registry's order.
    pub known: Vec<String>,
}

/// A longer name is no slip of the fingers.
const MOST_COMPARED: usize = 200;

impl UnknownName {
    /// An error that lists the known names.
    pub fn new<N: Into<String>>(
        what: impl Into<String>,
        found: impl Into<String>,
        known: impl IntoIterator<Item = N>,
    ) -> Self {
        UnknownName { what: what.into(), found: found.into(), known: known.into_iter().map(Into::into).collect() }
    }

    /// The known name closest to what was given, if one is close.
    pub fn nearest(&self) -> Option<&str> {
        if self.found.len() > MOST_COMPARED {
            return None;
        }
        let found = self.found.to_lowercase();
        let similarity = |name: &str| {
            let name = name.to_lowercase();
            // One slip of the fingers is close even in short names.
            let slip = name.len() > 2 && strsim::damerau_levenshtein(&found, &name) <= 1;
            strsim::jaro_winkler(&found, &name).max(if slip { 0.9 } else { 0.0 })
        };
        self.known
            .iter()
            .map(|name| (similarity(name), name))
            .filter(|&(similarity, _)| similarity > 0.75)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, name)| name.as_str())
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} {}", self.what, display::quoted(&self.found))?;
        if let Some(nearest) = self.nearest() {
            write!(f, "; did you mean {}?", display::quoted(nearest))?;
        }
        match &self.known[..] {
            [] => f.write_str(" (there is none)"),
            known => write!(f, " (known: {})", display::list(known)),
        }
    }
}

impl std::error::Error for UnknownName {}

/// True if what a user wrote means this name.
pub fn means(written: &str, name: &str) -> bool {
    written.eq_ignore_ascii_case(name)
}

/// The name that is meant, of those there are.
pub fn known<'n>(names: impl IntoIterator<Item = &'n str>, written: &str) -> Option<&'n str> {
    names.into_iter().find(|name| means(written, name))
}

/// The text that a user wrote behind this name.
pub fn behind<'w>(written: &'w str, name: &str) -> Option<&'w str> {
    let (begin, rest) = written.split_at_checked(name.len())?;
    means(begin, name).then_some(rest)
}

/// The entry of a registry with this name.
///
/// # Errors
/// If there is none; the error lists those there are.
pub fn find<T: Named + ?Sized>(what: &str, entries: &[&'static T], name: &str) -> Result<&'static T, UnknownName> {
    entries
        .iter()
        .copied()
        .find(|entry| means(name, entry.name()))
        .ok_or_else(|| UnknownName::new(what, name, entries.iter().map(|entry| entry.name())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_as_long_as_it_takes_to_tell_them_apart() {
        let paths = ["models/jodici/printed.txt", "models/magic/printed.txt", "b/c.txt", "x/b/c.txt", "d.txt", "d.txt"];
        let short = ["jodici/printed.txt", "magic/printed.txt", "b/c.txt", "x/b/c.txt", "d.txt", "d.txt"];
        assert_eq!(shortest_paths(&paths), short);
        assert_eq!(shortest_paths(&["models/jodici/printed.txt"]), ["printed.txt"]);
        assert!(shortest_paths(&[]).is_empty());
    }

    #[test]
    fn capitals_make_no_difference() {
        assert!(means("DIMACS", "dimacs") && !means("dimac", "dimacs"));
        assert_eq!(known(["amo", "card"], "Card"), Some("card"));
        assert_eq!(behind("SAT:cmd=Prog", "sat:cmd="), Some("Prog"));
        assert_eq!((behind("sa", "sat"), behind("é", "e")), (None, None));
    }
}

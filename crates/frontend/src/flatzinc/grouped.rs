//! Constraints that can be left out: each is stated by itself, from the domains of the declarations alone.
//!
//! Nothing is simplified, as that would put into domains what constraints say. A variable that is declared without
//! bounds gets those that all constraints together tell; these always hold.

use super::post::Poster;
use super::program::Program;
use super::statement::Statement;
use crate::cursor::Lines;
use cnfab_base::parse_error::ParseError;

/// The annotations by which MiniZinc tells where a constraint comes from, the plainer one first.
pub(super) const PATHS: [&str; 2] = [NAME, "mzn_path(\""];

/// The annotation that names a constraint.
pub(super) const NAME: &str = "mzn_constraint_name(\"";

impl<'t> Program<'t> {
    /// Gives variables without bounds those that they have in the same text with all constraints. Returns them as
    /// texts.
    pub(super) fn bounds_of_others(
        &mut self,
        read: impl FnOnce() -> Result<Program<'t>, ParseError>,
    ) -> Result<Vec<String>, ParseError> {
        let mut notes = Vec::new();
        let count = self.declared.len() as u32;
        let open: Vec<u32> = (0..count).filter(|&id| self.classes.values(id).bounds().is_none()).collect();
        if open.is_empty() {
            return Ok(notes);
        }
        let mut other = read()?;
        other.settle()?;
        for id in open {
            let values = other.classes.values(id).clone();
            if let Some((low, high)) = values.bounds() {
                self.classes.restrict(id, &values);
                notes.push(format!("{low} <= {} <= {high}", self.declared[id as usize].name));
            }
        }
        Ok(notes)
    }

    /// The text of the constraint that begins here, with its annotations.
    fn constraint(&self, at: usize) -> &'t str {
        let rest = &self.text[at..];
        self.ends.get(&at).map_or_else(|| rest.lines().next().unwrap_or_default(), |end| &rest[..end - at])
    }

    /// The text in an annotation of the constraint that begins here, if it has the annotation.
    pub(super) fn annotated(&self, at: usize, mark: &'static str) -> Option<&'t str> {
        let noted = self.notes.get(&(at, mark)).copied();
        noted.or_else(|| self.constraint(at).split_once(mark)?.1.split('"').next())
    }

    /// States all constraints.
    pub(super) fn state_all(&mut self) -> Result<(), ParseError> {
        std::mem::take(&mut self.waiting).into_iter().try_for_each(|call| call.state(self))
    }
}

impl Poster<'_, '_> {
    /// Adds the constraints of all statements, those of one constraint of the text as one group.
    pub(super) fn post_all(&mut self, statements: &[Statement]) -> Result<(), ParseError> {
        let mut lines = Lines::new(self.program.text);
        for same in statements.chunk_by(|one, other| one.at == other.at) {
            let Statement { at, label, .. } = same[0];
            self.model.open_group(|| {
                let name = PATHS.iter().find_map(|mark| self.program.annotated(at, mark)).map(str::to_owned);
                let end = at + self.program.constraint(at).len();
                lines.names(at..end, label, name)
            });
            same.iter().try_for_each(|statement| self.post(statement))?;
        }
        self.model.close_group();
        Ok(())
    }
}

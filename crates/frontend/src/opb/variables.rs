//! The variables of a text, by their names: `x1`, `x2` and so on, or names of any form.

use std::collections::HashMap;

use cnfab_base::parse_error::ParseError;
use cnfab_model::{Model, Var};

use super::super::MOST_VARIABLES;
use super::super::cursor::Cursor;

/// The variables of a text by name.
pub(super) struct Variables {
    /// The number of them, if the head says it.
    pub(super) promised: Option<u32>,
    /// Those that are `x1`, `x2`, and so on, and are there from the beginning.
    numbered: Option<Vec<Var>>,
    /// The others.
    named: HashMap<String, Var>,
}

impl Variables {
    /// Reads the head `* #variable= 5 #constraint= 4`, if there is one.
    pub(super) fn of(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text, None);
        let mut promised = None;
        cursor.skip();
        if cursor.eat("*") {
            cursor.skip();
            if cursor.eat("#variable=") {
                cursor.skip();
                let start = cursor.offset();
                let expected = format!("a number of variables of at most {MOST_VARIABLES}");
                let number = cursor.number(&expected)?;
                let number = u32::try_from(number).ok().filter(|&number| number <= MOST_VARIABLES);
                promised = Some(number.ok_or_else(|| cursor.wrong_at(start, &expected))?);
            }
        }
        Ok(Variables { promised, numbered: None, named: HashMap::new() })
    }

    /// The variable of a name. The first name says whether variables are numbered.
    ///
    /// # Errors
    /// If something else is expected; the text says what.
    pub(super) fn named(&mut self, name: &str, model: &mut Model) -> Result<Var, String> {
        let number = name.strip_prefix('x').and_then(|digits| digits.parse::<u32>().ok()).filter(|&number| number > 0);
        if self.named.is_empty() && number.is_some() {
            self.complete(model);
        }
        let known = match (&self.numbered, number) {
            (Some(_), Some(number)) => self.numbered(number),
            (Some(numbered), None) => return Err(format!("a variable from x1 to x{}", numbered.len())),
            (None, _) => self.named.get(name).copied(),
        };
        if let Some(known) = known {
            return Ok(known);
        }
        if self.named.len() >= MOST_VARIABLES as usize {
            return Err(format!("at most {MOST_VARIABLES} variables"));
        }
        let name = number.filter(|_| self.numbered.is_some()).map_or(name.to_owned(), |number| format!("x{number}"));
        let var = model.var(&name, 0..=1);
        self.named.insert(name, var);
        Ok(var)
    }

    /// The variable with this number, if there is one.
    pub(super) fn numbered(&self, number: u32) -> Option<Var> {
        let promised = self.numbered.as_ref().and_then(|numbered| numbered.get(number as usize - 1));
        promised.or_else(|| self.named.get(&format!("x{number}"))).copied()
    }

    /// The number of variables beyond those that the head promises.
    pub(super) fn beyond(&self) -> usize {
        if self.numbered.is_some() { self.named.len() } else { 0 }
    }

    /// Adds those that the head promises, if no variable has a name of its own.
    pub(super) fn complete(&mut self, model: &mut Model) {
        if let (Some(promised), None, true) = (self.promised, &self.numbered, self.named.is_empty()) {
            self.numbered = Some((1..=promised).map(|number| model.var(format!("x{number}"), 0..=1)).collect());
        }
    }
}

//! Intension, extension, instantiation and clauses.

use std::sync::Arc;

use crate::display::quoted;
use crate::frontend::cursor::Cursor;
use crate::frontend::xcsp3::Unread;
use crate::frontend::xcsp3::build::Build;
use crate::frontend::xcsp3::condition::{Condition, Operator};
use crate::frontend::xcsp3::expression::Tree;
use crate::frontend::xcsp3::xml::{Element, Word, malformed, unsupported};
use crate::model::{Relation, ShortTable, Table};

/// The rows of a table; `None` is an open cell.
type Rows = Vec<Vec<Option<i32>>>;

impl<'x> Build<'x> {
    pub(super) fn intension(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        element.allow(&[])?;
        let function = match element.has_children() {
            true => {
                let [function] = self.parts(element, ["function"])?;
                self.needed(element, function, "function")?
            }
            false => element,
        };
        let words = function.words()?;
        if words.is_empty() {
            return Err(element.wrong("<intension> without an expression", "an expression, such as eq(x,3)"));
        }
        let (expression, rest) = self.expression(&words)?;
        if let Some(word) = rest.first() {
            return Err(malformed(self.text, word.at, quoted(word.text), "the end of the expression"));
        }
        if self.tabulate(&expression)? { Ok(()) } else { self.require(&expression, true) }
    }

    pub(super) fn extension(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        element.allow(&[])?;
        let [list, supports, conflicts] = self.parts(element, ["list", "supports", "conflicts"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let (rows, is_negative) = match (supports, conflicts) {
            (Some(supports), None) => (supports, false),
            (None, Some(conflicts)) => (conflicts, true),
            _ => return Err(element.wrong("<extension>", "either <supports> or <conflicts>")),
        };
        rows.allow(&[])?;
        if let [value] = &values[..]
            && !rows.texts()?.iter().any(|text| text.text.contains('('))
        {
            let words = rows.words()?;
            let listed = self.ranges(&words)?;
            return self.meet(value, &Condition::In(listed, !is_negative));
        }
        let vars = self.vars_of(&values)?;
        if let Some(relation) = self.relations.get(&rows.number()).filter(|relation| relation.arity() == vars.len()) {
            let relation = Arc::clone(relation);
            return self.add(&[], Table { vars, relation });
        }
        let listed = self.rows(rows, vars.len())?;
        if is_negative || listed.iter().flatten().any(Option::is_none) {
            return self.add(&[], ShortTable { vars, rows: listed, is_negative });
        }
        let row = |row: Vec<Option<i32>>| row.into_iter().flatten().collect::<Vec<i32>>();
        let relation = Arc::new(Relation::new(vars.len(), listed.into_iter().map(row)));
        self.relations.insert(rows.number(), Arc::clone(&relation));
        self.add(&[], Table { vars, relation })
    }

    /// Reads tuples of whole numbers, of which `*` stands for all.
    fn rows(&self, element: Element<'_, 'x>, columns: usize) -> Result<Rows, Unread> {
        let mut rows = Vec::new();
        for text in element.texts()? {
            let mut cursor = Cursor::new(text.text, None);
            cursor.skip();
            while cursor.peek().is_some() {
                let start = cursor.offset();
                let mut row = Vec::with_capacity(columns);
                self.mark(&mut cursor, text, "(")?;
                loop {
                    cursor.skip();
                    row.push(self.cell(&mut cursor, text)?);
                    cursor.skip();
                    if !cursor.eat(",") {
                        break;
                    }
                }
                self.mark(&mut cursor, text, ")")?;
                if row.len() != columns {
                    let found = format!("a tuple of length {}", row.len());
                    return Err(malformed(self.text, text.at + start, found, &format!("length {columns}")));
                }
                // Values of more than 32 bits are those of no variable.
                rows.extend(row.into_iter().collect::<Option<Vec<_>>>());
                cursor.skip();
            }
        }
        Ok(rows)
    }

    fn mark(&self, cursor: &mut Cursor<'x>, text: Word<'x>, mark: &str) -> Result<(), Unread> {
        if cursor.eat(mark) {
            return Ok(());
        }
        let found = cursor.rest().chars().next().map_or("the end of the tuples".to_owned(), |c| quoted(&c.to_string()));
        Err(malformed(self.text, text.at + cursor.offset(), found, &format!("'{mark}'")))
    }

    /// A number or `*`; `None` for a number of more than 32 bits.
    fn cell(&self, cursor: &mut Cursor<'x>, text: Word<'x>) -> Result<Option<Option<i32>>, Unread> {
        let at = text.at + cursor.offset();
        if cursor.eat("*") {
            return Ok(Some(None));
        }
        let word = cursor.take_while(|byte| !byte.is_ascii_whitespace() && !b"(),".contains(&byte));
        match word.parse::<i64>() {
            Ok(number) => Ok(i32::try_from(number).ok().map(Some)),
            Err(_)
                if word.contains("..")
                    || word.starts_with(['%', '{'])
                    || word.contains(|c: char| c.is_alphabetic()) =>
            {
                Err(unsupported(self.text, at, quoted(word), "a whole number or '*'"))
            }
            Err(_) => Err(malformed(self.text, at, quoted(word), "a whole number or '*'")),
        }
    }

    pub(super) fn instantiation(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        element.allow(&[])?;
        let [list, values] = self.parts(element, ["list", "values"])?;
        let list = self.needed(element, list, "list")?;
        let vars = self.list(list)?;
        let values = self.needed(element, values, "values")?;
        let values = self.list_of(values, vars.len())?;
        vars.iter().zip(&values).try_for_each(|(var, value)| self.relate(var, Operator::Eq, value))
    }

    /// `<clause> x not(y) </clause>`
    pub(super) fn clause_of(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        element.allow(&[])?;
        let list = match element.has_children() {
            true => {
                let [list] = self.parts(element, ["list"])?;
                self.needed(element, list, "list")?
            }
            false => element,
        };
        let expressions = self.expressions(list)?;
        let is_literal = |tree: &Tree<'x>| match tree {
            Tree::Var(_) => true,
            Tree::Call("not", inner) => matches!(inner[..], [ref only] if matches!(only.tree, Tree::Var(_))),
            _ => false,
        };
        if let Some(other) = expressions.iter().find(|expression| !is_literal(&expression.tree)) {
            return Err(malformed(self.text, other.at, "another expression", "a variable x or not(x)"));
        }
        let truths = self.truths(&expressions)?;
        self.clause(&[], &truths)
    }
}

//! Extension: rows of values and `*`, and hybrid rows, whose cells may be sets of values or compare with other cells.
//!
//! Hybrid rows are not expanded, as in J.-B. Mairy, Y. Deville, C. Lecoutre, "The Smart Table Constraint", CPAIOR 2015:
//! a row is a conjunction of comparisons, and a truth value says of each whether it matches.

use std::sync::Arc;

use crate::cursor::Cursor;
use crate::ranges::{HIGHEST, LOWEST, Ranges};
use crate::xcsp3::Unread;
use crate::xcsp3::affine::Affine;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::{Condition, Operator};
use crate::xcsp3::truth::Truth;
use crate::xcsp3::xml::{Element, Word, malformed, unsupported};
use cnfab_base::display::quoted;
use cnfab_model::{Relation, ShortTable, Table};

/// How cells compare: the signs of XCSP3, and what stands for them on keyboards.
const OPERATORS: [(&str, Operator); 11] = [
    ("≠", Operator::Ne),
    ("!=", Operator::Ne),
    ("≤", Operator::Le),
    ("<=", Operator::Le),
    ("≥", Operator::Ge),
    (">=", Operator::Ge),
    ("﹤", Operator::Lt),
    ("<", Operator::Lt),
    ("﹥", Operator::Gt),
    (">", Operator::Gt),
    ("=", Operator::Eq),
];

/// The sign before the values that a cell does not have.
const COMPLEMENT: &str = "∁";

/// The condition of a cell on the value in its column.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    /// Nothing.
    Any,
    /// It is this one.
    Value(i64),
    /// It is one of these, or none of them.
    In(Ranges, bool),
    /// It compares with a multiple of other columns and a constant.
    Compares(Operator, Vec<(i64, usize)>, i64),
}

impl<'x> Build<'x> {
    pub(super) fn extension(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        if let Some(kind) = element.attribute("type").map(Word::trimmed)
            && !["hybrid", "hybrid-1", "hybrid-2"].contains(&kind.text)
        {
            let found = format!("a table of the type {}", quoted(kind.text));
            return Err(unsupported(self.text, kind.at, found, "'hybrid', 'hybrid-1' or 'hybrid-2'"));
        }
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
        if let Some(relation) = self.relations.get(&rows.number()).filter(|relation| relation.arity() == values.len()) {
            let relation = Arc::clone(relation);
            let vars = self.vars_of(&values)?;
            return self.add(&[], Table { vars, relation });
        }
        let listed = self.rows(rows, values.len())?;
        if listed.iter().flatten().any(|cell| matches!(cell, Cell::In(..) | Cell::Compares(..))) {
            return self.hybrid(&values, &listed, is_negative);
        }
        let vars = self.vars_of(&values)?;
        // Values of more than 32 bits are those of no variable.
        let short = |cell: &Cell| match cell {
            Cell::Value(value) => i32::try_from(*value).ok().map(Some),
            _ => Some(None),
        };
        let listed = listed.iter().filter_map(|row| row.iter().map(short).collect::<Option<Vec<Option<i32>>>>());
        let listed: Vec<Vec<Option<i32>>> = listed.collect();
        if is_negative || listed.iter().flatten().any(Option::is_none) {
            return self.add(&[], ShortTable { vars, rows: listed, is_negative });
        }
        let row = |row: Vec<Option<i32>>| row.into_iter().flatten().collect::<Vec<i32>>();
        let relation = Arc::new(Relation::new(vars.len(), listed.into_iter().map(row)));
        self.relations.insert(rows.number(), Arc::clone(&relation));
        self.add(&[], Table { vars, relation })
    }

    /// States that values match a hybrid row, or none.
    fn hybrid(&mut self, values: &[Affine], rows: &[Vec<Cell>], is_negative: bool) -> Result<(), Unread> {
        let mut matches = Vec::with_capacity(rows.len());
        for row in rows {
            let cells = values.iter().zip(row).map(|(value, cell)| self.fits(value, cell, values));
            let cells = cells.collect::<Result<Vec<Truth>, Unread>>()?;
            if is_negative {
                let differs: Vec<Truth> = cells.into_iter().map(|truth| !truth).collect();
                self.clause(&[], &differs)?;
            } else {
                matches.push(self.all(&cells)?);
            }
        }
        if is_negative { Ok(()) } else { self.clause(&[], &matches) }
    }

    /// The truth that a value is as a cell says.
    fn fits(&mut self, value: &Affine, cell: &Cell, columns: &[Affine]) -> Result<Truth, Unread> {
        match cell {
            Cell::Any => Ok(Truth::Const(true)),
            Cell::Value(number) => self.relates(value, Operator::Eq, &Affine::constant(*number)),
            Cell::In(listed, is_in) => {
                let (low, high) = self.bounds(value);
                let bound = |bound: i128| bound.clamp(LOWEST.into(), HIGHEST.into()) as i64;
                let truth = self.is_in(value, &listed.and(&Ranges::from_to(bound(low), bound(high))))?;
                Ok(if *is_in { truth } else { !truth })
            }
            Cell::Compares(operator, terms, constant) => {
                let constant = Affine::constant(*constant);
                let terms = terms.iter().map(|&(factor, column)| (factor, &columns[column]));
                let other = Affine::total(terms.chain([(1, &constant)])).ok_or_else(|| self.too_large())?;
                self.relates(value, *operator, &other)
            }
        }
    }

    /// Reads tuples of cells.
    fn rows(&self, element: Element<'_, 'x>, columns: usize) -> Result<Vec<Vec<Cell>>, Unread> {
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
                    row.push(self.cell(&mut cursor, text, columns)?);
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
                rows.push(row);
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

    /// Reads `3`, `*`, `1..5`, `{1,3}`, `≠3`, `∁1..5`, `c0` or `≤c0+1`.
    fn cell(&self, cursor: &mut Cursor<'x>, text: Word<'x>, columns: usize) -> Result<Cell, Unread> {
        if cursor.eat("*") {
            return Ok(Cell::Any);
        }
        let operator = OPERATORS.iter().find(|operator| cursor.eat(operator.0)).map(|operator| operator.1);
        let is_in = operator.is_some() || !cursor.eat(COMPLEMENT);
        let at = text.at + cursor.offset();
        if operator.is_none() && cursor.eat("{") {
            return Ok(Cell::In(self.set(cursor, text)?, is_in));
        }
        let word = cursor.take_while(|byte| !byte.is_ascii_whitespace() && !b"(),{}".contains(&byte));
        if let (true, Some(sum)) = (is_in, word.strip_prefix('c').filter(|rest| rest.starts_with(is_digit))) {
            let (terms, constant) = self.columns(sum, columns).ok_or_else(|| {
                let expected = format!("a column from c0 to c{}, plus or minus a number or a column", columns - 1);
                malformed(self.text, at, quoted(word), &expected)
            })?;
            return Ok(Cell::Compares(operator.unwrap_or(Operator::Eq), terms, constant));
        }
        match (word.parse::<i64>(), operator) {
            (Ok(number), None) if is_in => Ok(Cell::Value(number)),
            (Ok(number), None) => Ok(Cell::In(Ranges::from_to(number, number), false)),
            (Ok(number), Some(operator)) => Ok(Cell::In(compared(operator, number), true)),
            (Err(_), None) if word.contains("..") => {
                Ok(Cell::In(self.ranges(&[Word { text: word, at, var: None }])?, is_in))
            }
            (Err(_), _) => {
                const EXPECTED: &str = "a whole number, '*', or a cell of a hybrid table, such as 1..3, {1,3} or ≤c0+1";
                let is_symbol = word.starts_with('%') || word.contains(|c: char| c.is_alphabetic());
                let error = if is_symbol { unsupported } else { malformed };
                Err(error(self.text, at, quoted(word), EXPECTED))
            }
        }
    }

    /// Reads numbers and intervals up to `}`.
    fn set(&self, cursor: &mut Cursor<'x>, text: Word<'x>) -> Result<Ranges, Unread> {
        let mut words = Vec::new();
        loop {
            cursor.skip();
            if cursor.eat("}") {
                return self.ranges(&words);
            }
            let at = text.at + cursor.offset();
            let word = cursor.take_while(|byte| !byte.is_ascii_whitespace() && !b"(),{}".contains(&byte));
            if word.is_empty() {
                self.mark(cursor, text, "}")?;
            }
            words.push(Word { text: word, at, var: None });
            cursor.skip();
            cursor.eat(",");
        }
    }

    /// Reads `0`, `0+3`, `0-c1`, where the first number counts columns.
    fn columns(&self, text: &str, columns: usize) -> Option<(Vec<(i64, usize)>, i64)> {
        let column = |text: &str| {
            let digits = Some(text).filter(|text| text.starts_with(is_digit))?;
            digits.parse::<usize>().ok().filter(|&column| column < columns)
        };
        let Some(sign) = text.find(['+', '-']) else { return Some((vec![(1, column(text)?)], 0)) };
        let first = (1, column(&text[..sign])?);
        let sum = &text[sign..];
        match sum[1..].strip_prefix('c') {
            Some(other) => {
                let factor = if sum.starts_with('-') { -1 } else { 1 };
                Some((vec![first, (factor, column(other)?)], 0))
            }
            None => Some((vec![first], sum.parse().ok().filter(|_| sum[1..].starts_with(is_digit))?)),
        }
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The values that compare with a number.
fn compared(operator: Operator, number: i64) -> Ranges {
    match operator {
        Operator::Eq => Ranges::from_to(number, number),
        Operator::Ne => Ranges::except(number),
        Operator::Le => Ranges::from_to(LOWEST, number),
        Operator::Ge => Ranges::from_to(number, HIGHEST),
        Operator::Lt => number.checked_sub(1).map_or(Ranges::from_to(1, 0), |below| Ranges::from_to(LOWEST, below)),
        Operator::Gt => number.checked_add(1).map_or(Ranges::from_to(1, 0), |above| Ranges::from_to(above, HIGHEST)),
    }
}

//! Reads OPB.

use std::collections::HashMap;

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_model::problem::{ModelProblem, Problem};
use cnfab_model::{Clause, Cmp, Model, Objective, Sense, Var};

use super::super::MOST_VARIABLES;
use super::super::cursor::{Cursor, Lines};
use super::super::projection::projection;
use super::super::pseudo_boolean::{MOST_BITS, Sum, TooLarge};

/// The label of the constraints.
const LABEL: &str = "constraint";
/// The items that are expected in place of a soft constraint.
const HARD: &str = "'min:', 'max:' or a constraint: this is WBO, whose soft constraints are not read";

pub(super) fn read(text: &str) -> Result<Box<dyn Problem>, ParseError> {
    let (model, note) = into(Model::new(), text)?;
    Ok(Box::new(ModelProblem::new(super::FRONT_END.name, model).noting(note)))
}

pub(super) fn groups(text: &str) -> Result<Model, ParseError> {
    Ok(into(Model::with_groups(), text)?.0)
}

/// Reads a text into a model that is empty.
fn into(model: Model, text: &str) -> Result<(Model, Option<ParseError>), ParseError> {
    let mut reader = Reader {
        cursor: Cursor::new(text, Some(b'*')),
        lines: Lines::new(text),
        number: 0,
        model,
        variables: Variables::of(text)?,
        products: HashMap::new(),
        note: None,
    };
    reader.cursor.skip();
    reader.objective()?;
    while reader.cursor.peek().is_some() {
        reader.constraint()?;
        reader.cursor.skip();
    }
    reader.variables.complete(&mut reader.model);
    if let Some(shown) = projection(text, &["* ind"], "the number of a variable", |n| reader.variables.numbered(n))? {
        reader.model.show(&shown);
    }
    Ok((reader.model, reader.note))
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    lines: Lines<'t>,
    /// The number of constraints so far.
    number: usize,
    model: Model,
    variables: Variables,
    /// The variables that stand for products of literals, which are sorted.
    products: HashMap<Vec<(Var, bool)>, Var>,
    /// The first variable beyond those that the head promises.
    note: Option<ParseError>,
}

impl Reader<'_> {
    /// `min: SUM ;` or nothing.
    fn objective(&mut self) -> Result<(), ParseError> {
        let sense = match () {
            () if self.cursor.eat("min:") => Sense::Minimise,
            () if self.cursor.eat("max:") => Sense::Maximise,
            () if self.cursor.rest().starts_with("soft:") => {
                return Err(self.cursor.wrong(HARD));
            }
            () => return Ok(()),
        };
        let start = self.cursor.offset();
        let sum = self.sum(&[";"])?;
        self.end()?;
        let narrow = sum.narrow().ok();
        let set = narrow.and_then(|(terms, constant)| self.model.optimise(Objective { sense, terms, constant }).ok());
        set.ok_or_else(|| self.cursor.wrong_at(start, "an objective of at most 62 bits"))?;
        self.cursor.skip();
        Ok(())
    }

    /// `SUM >= NUMBER ;`.
    fn constraint(&mut self) -> Result<(), ParseError> {
        let start = self.cursor.offset();
        if self.cursor.peek() == Some(b'[') {
            return Err(self.cursor.wrong(HARD));
        }
        let sum = self.sum(&[">=", "=", "<="])?;
        let cmp = match () {
            () if self.cursor.eat(">=") => Cmp::Ge,
            () if self.cursor.eat("<=") => Cmp::Le,
            () if self.cursor.eat("=") => Cmp::Eq,
            () => return Err(self.cursor.wrong("'>=', '=' or '<='")),
        };
        self.cursor.skip();
        let rhs = self.cursor.wide_number(MOST_BITS, "a whole number")?;
        self.end()?;
        let too_large = |TooLarge| self.cursor.wrong_at(start, "a sum of at most 64 bits");
        let constraint = sum.compares(cmp, rhs).map_err(too_large)?;
        self.number += 1;
        if let Some(constraint) = constraint {
            let (at, name) = (start..self.cursor.offset(), || format!("{LABEL} {}", self.number));
            self.model.open_group(|| self.lines.names(at, LABEL, name()));
            self.model.post(LABEL, constraint);
            self.model.close_group();
        }
        Ok(())
    }

    /// `;`.
    fn end(&mut self) -> Result<(), ParseError> {
        self.cursor.skip();
        if self.cursor.eat(";") { Ok(()) } else { Err(self.cursor.wrong("';'")) }
    }

    /// Numbers with literals, up to one of these ends.
    fn sum(&mut self, ends: &[&str]) -> Result<Sum, ParseError> {
        let mut sum = Sum::default();
        loop {
            self.cursor.skip();
            if ends.iter().any(|end| self.cursor.rest().starts_with(end)) {
                return Ok(sum);
            }
            let coefficient = self.cursor.wide_number(MOST_BITS, "a coefficient, such as +1")?;
            let (var, is_negated) = self.product()?;
            sum.add(coefficient, var, is_negated);
        }
    }

    /// One literal, or several, whose product a variable stands for.
    fn product(&mut self) -> Result<(Var, bool), ParseError> {
        self.cursor.skip();
        let first = self.literal()?;
        let mut literals = vec![first];
        loop {
            self.cursor.skip();
            match self.cursor.peek() {
                Some(byte) if byte == b'~' || is_first(byte) => literals.push(self.literal()?),
                _ => break,
            }
        }
        literals.sort_unstable();
        literals.dedup();
        let [only] = literals[..] else { return Ok((self.product_of(literals), false)) };
        Ok(only)
    }

    /// `x1` or `~x1`.
    fn literal(&mut self) -> Result<(Var, bool), ParseError> {
        let is_negated = self.cursor.eat("~");
        let start = self.cursor.offset();
        if !self.cursor.peek().is_some_and(is_first) {
            return Err(self.cursor.wrong("a variable, such as x1"));
        }
        let name = self.cursor.take_while(is_in_name);
        let known = self.variables.beyond();
        let wrong = |expected: String| self.cursor.error_at(start, quoted(name), &expected);
        let var = self.variables.named(name, &mut self.model).map_err(wrong)?;
        if self.variables.beyond() > known && self.note.is_none() {
            let promised = self.variables.promised.unwrap_or_default();
            self.note = Some(wrong(format!("a variable from x1 to x{promised}, as the head says")));
        }
        Ok((var, is_negated))
    }

    /// The variable that is 1 exactly if all these literals are.
    fn product_of(&mut self, literals: Vec<(Var, bool)>) -> Var {
        if let Some(&known) = self.products.get(&literals) {
            return known;
        }
        // No name of the file has a '*' in it.
        let name =
            |&(var, is_negated): &(Var, bool)| format!("{}{}", if is_negated { "~" } else { "" }, self.model.name(var));
        let name = literals.iter().map(name).collect::<Vec<_>>().join("*");
        let product = self.model.auxiliary(name, 0..=1);
        let atoms = literals.iter().map(|&(var, is_negated)| var.is(i32::from(!is_negated)));
        for atom in atoms.clone() {
            self.model.post("product", Clause(vec![product.is(0), atom]));
        }
        self.model.post("product", Clause(atoms.map(|atom| !atom).chain([product.is(1)]).collect()));
        self.products.insert(literals, product);
        product
    }
}

/// True if a name begins with it. Bytes beyond ASCII are letters.
fn is_first(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"_[]{}^-.,:@$#/()|!'".contains(&byte)
}

/// The variables of a text by name.
struct Variables {
    /// How many there are, if the head says so.
    promised: Option<u32>,
    /// Those that are `x1`, `x2`, and so on, and are there from the beginning.
    numbered: Option<Vec<Var>>,
    /// The others.
    named: HashMap<String, Var>,
}

impl Variables {
    /// Reads the head `* #variable= 5 #constraint= 4`, if there is one.
    fn of(text: &str) -> Result<Self, ParseError> {
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
    fn named(&mut self, name: &str, model: &mut Model) -> Result<Var, String> {
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
    fn numbered(&self, number: u32) -> Option<Var> {
        let promised = self.numbered.as_ref().and_then(|numbered| numbered.get(number as usize - 1));
        promised.or_else(|| self.named.get(&format!("x{number}"))).copied()
    }

    /// How many variables there are beyond those that the head promises.
    fn beyond(&self) -> usize {
        if self.numbered.is_some() { self.named.len() } else { 0 }
    }

    /// Adds those that the head promises, if no variable has a name of its own.
    fn complete(&mut self, model: &mut Model) {
        if let (Some(promised), None, true) = (self.promised, &self.numbered, self.named.is_empty()) {
            self.numbered = Some((1..=promised).map(|number| model.var(format!("x{number}"), 0..=1)).collect());
        }
    }
}

//! Reads KNF and CNF+.

use std::ops::Range;

use cnfab_base::parse_error::ParseError;
use cnfab_model::problem::{ModelProblem, Problem};
use cnfab_model::{Clause, Cmp, Model, Var};

use super::super::MOST_VARIABLES;
use super::super::cursor::{Cursor, Lines};
use super::super::dimacs::atom;
use super::super::projection::projection;
use super::super::pseudo_boolean::{MOST_BITS, Sum};
use super::super::wide_sum::WideSum;

/// The labels of constraints.
const CLAUSE: &str = "clause";
const CARDINALITY: &str = "cardinality";

pub(super) fn read(text: &str) -> Result<Box<dyn Problem>, ParseError> {
    Ok(Box::new(ModelProblem::new(super::FRONT_END.name, into(Model::new(), text)?)))
}

pub(super) fn groups(text: &str) -> Result<Model, ParseError> {
    into(Model::with_groups(), text)
}

/// Reads a text into a model that is empty.
fn into(mut model: Model, text: &str) -> Result<Model, ParseError> {
    let mut cursor = Cursor::new(text, Some(b'c'));
    cursor.skip();
    let Head { is_plus, variables, constraints } = Head::read(&mut cursor)?;
    (1..=variables).for_each(|number| _ = model.var(format!("x{number}"), 0..=1));
    let mut reader = Reader { cursor, lines: Lines::new(text), at: 0..0, model, variables, is_plus };
    let mut found = 0;
    reader.cursor.skip();
    while reader.cursor.peek().is_some() {
        found += 1;
        let start = reader.cursor.offset();
        let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        reader.at = start..end;
        reader.constraint()?;
        reader.model.close_group();
        reader.cursor.skip();
    }
    let Reader { cursor, mut model, .. } = reader;
    if found != constraints {
        let expected = format!("{constraints} constraints, as the header says");
        return Err(cursor.error_at(cursor.offset(), format!("the end after {found} constraints"), &expected));
    }
    let var = |number: u32| (1..=variables).contains(&number).then(|| Var::from_index(number as usize - 1));
    let named = format!("a variable from 1 to {variables}");
    if let Some(shown) = projection(text, &["c p show", "c ind"], &named, var)? {
        model.show(&shown);
    }
    Ok(model)
}

/// `p knf VARIABLES CONSTRAINTS`.
struct Head {
    is_plus: bool,
    variables: u32,
    constraints: u64,
}

impl Head {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        let expected = "'p knf VARIABLES CONSTRAINTS' or 'p cnf+ VARIABLES CONSTRAINTS'";
        let start = cursor.offset();
        let line = cursor.skip_line();
        let wrong = || cursor.wrong_at(start, expected);
        let ["p", form @ ("knf" | "cnf+"), variables, constraints] = line.split_whitespace().collect::<Vec<_>>()[..]
        else {
            return Err(wrong());
        };
        let constraints = constraints.parse().map_err(|_| wrong())?;
        let known = variables.parse().ok().filter(|&number| number <= MOST_VARIABLES);
        let at = start + line.find(variables).unwrap_or(0);
        let too_many = || cursor.wrong_at(at, &format!("at most {MOST_VARIABLES} variables"));
        Ok(Head { is_plus: form == "cnf+", variables: known.ok_or_else(too_many)?, constraints })
    }
}

/// Literals with their coefficients.
type Terms = Vec<(i128, i32)>;

struct Reader<'t> {
    cursor: Cursor<'t>,
    lines: Lines<'t>,
    /// The place of the constraint.
    at: Range<usize>,
    model: Model,
    variables: u32,
    is_plus: bool,
}

impl Reader<'_> {
    fn constraint(&mut self) -> Result<(), ParseError> {
        if !self.is_plus && self.cursor.eat("k") {
            self.cursor.skip();
            let bound = self.cursor.wide_number(MOST_BITS, "how many of the literals are true at least")?;
            let literals = self.literals(false)?.0;
            self.post(literals, Cmp::Ge, bound);
            return Ok(());
        }
        if self.is_plus && self.cursor.eat("w") {
            let (terms, cmp) = self.literals(true)?;
            let cmp = cmp.ok_or_else(|| self.cursor.wrong("'<=', '>=' or '='"))?;
            let bound = self.bound()?;
            self.post(terms, cmp, bound);
            return Ok(());
        }
        match self.literals(false)? {
            (literals, Some(cmp)) => {
                let bound = self.bound()?;
                self.post(literals, cmp, bound);
            }
            (literals, None) => {
                let atoms = literals.into_iter().map(|(_, literal)| atom(literal)).collect();
                self.open(CLAUSE);
                self.model.post(CLAUSE, Clause(atoms));
            }
        }
        Ok(())
    }

    fn open(&mut self, label: &str) {
        self.model.open_group(|| self.lines.names(self.at.clone(), label, None));
    }

    fn bound(&mut self) -> Result<i128, ParseError> {
        self.cursor.skip();
        self.cursor.wide_number(MOST_BITS, "a whole number")
    }

    /// Literals with their coefficients, up to the 0 or, in CNF+, the comparison that ends them.
    fn literals(&mut self, has_coefficients: bool) -> Result<(Terms, Option<Cmp>), ParseError> {
        let mut literals = Vec::new();
        loop {
            self.cursor.skip();
            if self.is_plus {
                for (text, cmp) in [("<=", Cmp::Le), (">=", Cmp::Ge), ("=", Cmp::Eq)] {
                    if self.cursor.eat(text) {
                        return Ok((literals, Some(cmp)));
                    }
                }
            }
            let coefficient = if has_coefficients {
                let coefficient = self.cursor.wide_number(MOST_BITS, "a coefficient, or the comparison of the sum")?;
                if !self.cursor.eat("*") {
                    return Err(self.cursor.wrong("'*' and a literal"));
                }
                coefficient
            } else {
                1
            };
            let at = self.cursor.offset();
            let is_negative = self.cursor.peek() == Some(b'-');
            let literal = self.cursor.number("a literal, or the 0 that ends them")?;
            let most = self.variables;
            match literal {
                0 if is_negative || has_coefficients => {
                    return Err(self.cursor.wrong_at(at, "a literal, or 0 without a sign"));
                }
                0 => return Ok((literals, None)),
                _ if literal.unsigned_abs() <= most.into() => literals.push((coefficient, literal as i32)),
                _ => return Err(self.cursor.wrong_at(at, &format!("a literal of variables 1 to {most}"))),
            }
        }
    }

    /// Posts that the sum of the literals compares with a number.
    fn post(&mut self, literals: Terms, cmp: Cmp, bound: i128) {
        let mut sum = Sum::default();
        for (coefficient, literal) in literals {
            sum.add(coefficient, Var::from_index(literal.unsigned_abs() as usize - 1), literal < 0);
        }
        self.open(CARDINALITY);
        let constraints = match sum.clone().compares(cmp, bound) {
            Ok(constraint) => constraint.into_iter().collect(),
            Err(_) => WideSum::of(&sum).compares(cmp, bound.into(), &mut self.model),
        };
        constraints.into_iter().for_each(|constraint| self.model.post(CARDINALITY, constraint));
    }
}

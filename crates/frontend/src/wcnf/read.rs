//! Reads WCNF.

use std::ops::Range;

use cnfab_base::parse_error::ParseError;
use cnfab_model::problem::{ModelProblem, Problem};
use cnfab_model::{Atom, Clause, Model, Objective, Sense, Var};

use super::super::MOST_VARIABLES;
use super::super::cursor::{Cursor, Lines};
use super::super::dimacs::atom;
use super::super::projection::projection;

pub(super) fn read(text: &str) -> Result<Box<dyn Problem>, ParseError> {
    Ok(Box::new(ModelProblem::new(super::FRONT_END.name, into(Model::new(), text)?)))
}

pub(super) fn groups(text: &str) -> Result<Model, ParseError> {
    into(Model::with_groups(), text)
}

/// Reads a text into a model that is empty.
fn into(model: Model, text: &str) -> Result<Model, ParseError> {
    let mut cursor = Cursor::new(text, Some(b'c'));
    cursor.skip();
    if text.trim().is_empty() {
        return Err(cursor.wrong("a clause behind 'h' or its weight, or 'p wcnf VARIABLES CLAUSES TOP'"));
    }
    let head = if cursor.peek() == Some(b'p') { Some(Head::read(&mut cursor)?) } else { None };
    let mut clauses = Clauses { variables: 0, hard: Vec::new(), soft: Vec::new(), total: 0 };
    cursor.skip();
    while cursor.peek().is_some() {
        clauses.read(&mut cursor, head.as_ref())?;
        cursor.skip();
    }
    if let Some(head) = head {
        let found = clauses.hard.len() + clauses.soft.len();
        if found as u64 != head.clauses {
            let expected = format!("{} clauses, as the header says", head.clauses);
            return Err(cursor.error_at(cursor.offset(), format!("the end after {found} clauses"), &expected));
        }
        clauses.variables = head.variables;
    }
    let variables = clauses.variables;
    let var = |number: u32| (number <= variables).then(|| Var::from_index(number as usize - 1));
    let named = format!("a variable from 1 to {variables}");
    let shown = projection(text, &["c p show", "c ind", "c i", "cr"], &named, var)?;
    let mut model = clauses.model(model, text);
    if let Some(shown) = shown {
        model.show(&shown);
    }
    Ok(model)
}

/// `p wcnf VARIABLES CLAUSES TOP`.
struct Head {
    variables: u32,
    clauses: u64,
    /// The weight of hard clauses, if there are any.
    top: Option<i64>,
}

impl Head {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        let expected = "'p wcnf VARIABLES CLAUSES TOP'";
        let start = cursor.offset();
        let line = cursor.skip_line();
        let words: Vec<&str> = line.split_whitespace().collect();
        let wrong = || cursor.wrong_at(start, expected);
        let (["p", "wcnf", variables, clauses], top) = (words.get(..4).ok_or_else(wrong)?, &words[4..]) else {
            return Err(wrong());
        };
        let variables = variables.parse().ok().filter(|&number| number <= MOST_VARIABLES);
        let too_many = || {
            cursor.wrong_at(start + line.find(words[2]).unwrap_or(0), &format!("at most {MOST_VARIABLES} variables"))
        };
        let top = match top {
            [] => None,
            // What is beyond 63 bits is beyond all weights.
            [top] => Some(top.parse::<u64>().map_err(|_| wrong())?.min(i64::MAX as u64) as i64),
            _ => return Err(wrong()),
        };
        Ok(Head { variables: variables.ok_or_else(too_many)?, clauses: clauses.parse().map_err(|_| wrong())?, top })
    }
}

/// The clauses of a text.
struct Clauses {
    /// The number of the last variable.
    variables: u32,
    /// Where they stand in the text, with their literals.
    hard: Vec<(Range<usize>, Vec<Atom>)>,
    soft: Vec<(i64, Vec<Atom>)>,
    /// All weights together.
    total: i64,
}

impl Clauses {
    /// Reads one.
    fn read(&mut self, cursor: &mut Cursor<'_>, head: Option<&Head>) -> Result<(), ParseError> {
        let start = cursor.offset();
        let weight = match head {
            // Some programs write it below a head, too.
            _ if cursor.eat("h") => None,
            _ => {
                let weight = cursor.number("'h', or a weight of at least 0")?;
                if weight < 0 {
                    return Err(cursor.wrong_at(start, "a weight of at least 0"));
                }
                Some(weight).filter(|&weight| head.and_then(|head| head.top).is_none_or(|top| weight < top))
            }
        };
        let most = head.map_or(MOST_VARIABLES, |head| head.variables);
        let mut atoms = Vec::new();
        loop {
            cursor.skip();
            let at = cursor.offset();
            let expected = "a literal, or the 0 that ends the clause";
            let is_negative = cursor.peek() == Some(b'-');
            let literal = cursor.number(expected)?;
            if literal == 0 && is_negative {
                return Err(cursor.wrong_at(at, "a literal, or 0 without a sign"));
            }
            if literal == 0 {
                break;
            }
            let number = u32::try_from(literal.unsigned_abs()).ok().filter(|&number| number <= most);
            let Some(number) = number else {
                return Err(cursor.wrong_at(at, &format!("a literal of variables 1 to {most}")));
            };
            self.variables = self.variables.max(number);
            atoms.push(atom(literal as i32));
        }
        match weight {
            None => self.hard.push((start..cursor.offset(), atoms)),
            Some(weight) => {
                let total = self.total.checked_add(weight).filter(|&total| total <= Objective::MOST);
                self.total = total.ok_or_else(|| cursor.wrong_at(start, "weights of at most 62 bits together"))?;
                self.soft.push((weight, atoms));
            }
        }
        Ok(())
    }

    /// Minimises the weights of the clauses that do not hold.
    fn model(self, mut model: Model, text: &str) -> Model {
        let mut lines = Lines::new(text);
        for number in 1..=self.variables {
            model.var(format!("x{number}"), 0..=1);
        }
        for (at, atoms) in self.hard {
            model.open_group(|| lines.names(at, "clause", None));
            model.post("clause", Clause(atoms));
        }
        model.close_group();
        let (mut terms, mut constant) = (Vec::new(), 0);
        for (number, (weight, atoms)) in (1..).zip(self.soft).filter(|(_, soft)| soft.0 > 0) {
            match atoms[..] {
                [] => constant += weight,
                [only] if only.value == 1 => {
                    constant += weight;
                    terms.push((-weight, only.var));
                }
                [only] => terms.push((weight, only.var)),
                _ => terms.push((weight, cost(&mut model, number, atoms))),
            }
        }
        let objective = Objective { sense: Sense::Minimise, terms, constant };
        model.optimise(objective).expect("the weights together have 62 bits");
        model
    }
}

/// A variable that is 1 exactly if the clause does not hold.
fn cost(model: &mut Model, number: usize, atoms: Vec<Atom>) -> Var {
    let cost = model.auxiliary(format!("cost[{number}]"), 0..=1);
    for &atom in &atoms {
        model.post("soft", Clause(vec![cost.is(0), !atom]));
    }
    model.post("soft", Clause(atoms.into_iter().chain([cost.is(1)]).collect()));
    cost
}

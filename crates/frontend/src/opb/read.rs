//! Reads OPB.

use std::collections::HashMap;

use num_bigint::BigInt;

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_model::problem::{ModelProblem, Problem};
use cnfab_model::{Clause, Cmp, Constraint, Model, Objective, Sense, Var};

use super::super::cursor::{Cursor, Lines};
use super::super::projection::projection;
use super::super::pseudo_boolean::{MOST_BITS, Sum};
use super::super::wide_sum::{MOST_OF_GROUPS, WideSum};
use super::variables::Variables;

/// The label of the constraints.
const LABEL: &str = "constraint";
/// The label of soft constraints.
const SOFT: &str = "soft";
/// The item that is expected in place of a soft constraint below an objective.
const HARD: &str = "a constraint without a cost: there is an objective already";

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
        model,
        variables: Variables::of(text)?,
        products: HashMap::new(),
        soft: None,
        note: None,
    };
    reader.cursor.skip();
    if text.trim().is_empty() {
        return Err(reader.cursor.wrong("a head '* #variable= N #constraint= N', an objective or a constraint"));
    }
    reader.objective()?;
    while reader.cursor.peek().is_some() {
        reader.constraint()?;
        reader.cursor.skip();
    }
    reader.variables.complete(&mut reader.model);
    reader.costs()?;
    if let Some(shown) = projection(text, &["* ind"], "the number of a variable", |n| reader.variables.numbered(n))? {
        reader.model.show(&shown);
    }
    Ok((reader.model, reader.note))
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    lines: Lines<'t>,
    model: Model,
    variables: Variables,
    /// The variables that stand for products of literals, which are sorted.
    products: HashMap<Vec<(Var, bool)>, Var>,
    /// The soft constraints, if there are some or a line that says so.
    soft: Option<SoftConstraints>,
    /// The first variable beyond those that the head promises.
    note: Option<ParseError>,
}

/// The soft constraints of WBO.
#[derive(Default)]
struct SoftConstraints {
    /// A solution costs less than this.
    top: Option<BigInt>,
    /// The variables that are 1 where a constraint does not hold, and its cost.
    costs: Vec<(i64, Var)>,
    /// The costs of constraints that never hold.
    constant: i64,
    /// All costs together.
    total: i64,
}

/// A sum as it is read, and what does not fit it.
struct ReadSum {
    sum: Sum,
    wide: Option<WideSum>,
}

impl Reader<'_> {
    /// `min: SUM ;`, `soft: TOP ;`, or nothing.
    fn objective(&mut self) -> Result<(), ParseError> {
        let sense = match () {
            () if self.cursor.eat("min:") => Sense::Minimise,
            () if self.cursor.eat("max:") => Sense::Maximise,
            () if self.cursor.eat("soft:") => {
                self.cursor.skip();
                let start = self.cursor.offset();
                let has_top = self.cursor.peek() != Some(b';');
                let top = if has_top { Some(self.integer("the cost that is too much, or ';'")?) } else { None };
                if top.as_ref().is_some_and(|top| *top < 1.into()) {
                    return Err(self.cursor.wrong_at(start, "a cost of at least 1"));
                }
                self.soft = Some(SoftConstraints { top, ..SoftConstraints::default() });
                self.end()?;
                self.cursor.skip();
                return Ok(());
            }
            () => return Ok(()),
        };
        self.cursor.skip();
        let start = self.cursor.offset();
        let ReadSum { sum, wide } = self.sum(&[";"])?;
        self.end()?;
        let narrow = if wide.is_none() { sum.narrow().ok() } else { None };
        let set = narrow.and_then(|(terms, constant)| self.model.optimise(Objective { sense, terms, constant }).ok());
        set.ok_or_else(|| self.cursor.wrong_at(start, "an objective of at most 62 bits"))?;
        self.cursor.skip();
        Ok(())
    }

    /// `SUM >= NUMBER ;`, behind `[COST]` if it is soft.
    fn constraint(&mut self) -> Result<(), ParseError> {
        let start = self.cursor.offset();
        let cost = self.cost()?;
        let ReadSum { sum, wide } = self.sum(&[">=", "=", "<="])?;
        let cmp = match () {
            () if self.cursor.eat(">=") => Cmp::Ge,
            () if self.cursor.eat("<=") => Cmp::Le,
            () if self.cursor.eat("=") => Cmp::Eq,
            () => return Err(self.cursor.wrong("'>=', '=' or '<='")),
        };
        self.cursor.skip();
        let rhs = self.integer("a whole number")?;
        self.end()?;
        let fits = |sum: &Sum, rhs: i128| match self.model.has_groups() {
            true => {
                let all = sum.terms.iter().map(|term| term.0.unsigned_abs()).sum::<u128>() + rhs.unsigned_abs();
                all >> MOST_OF_GROUPS == 0
            }
            false => rhs.unsigned_abs() >> (MOST_BITS - 1) == 0,
        };
        let narrow = match (&wide, i128::try_from(&rhs)) {
            (None, Ok(rhs)) if fits(&sum, rhs) => sum.clone().compares(cmp, rhs).ok(),
            _ => None,
        };
        let at = start..self.cursor.offset();
        self.model.open_group(|| self.lines.names(at, LABEL, None));
        let constraints = match narrow {
            Some(constraint) => constraint.into_iter().collect(),
            None => wide.unwrap_or_else(|| WideSum::of(&sum)).compares(cmp, rhs, &mut self.model),
        };
        match cost {
            None => constraints.into_iter().for_each(|constraint| self.model.post(LABEL, constraint)),
            Some((cost, at)) => self.soften(cost, constraints, at)?,
        }
        self.model.close_group();
        Ok(())
    }

    /// The cost of a soft constraint, and where it stands; none of a constraint that has to hold, as its cost alone is
    /// too much.
    fn cost(&mut self) -> Result<Option<(i64, usize)>, ParseError> {
        if self.cursor.peek() != Some(b'[') {
            return Ok(None);
        }
        if self.model.objective().is_some() {
            return Err(self.cursor.wrong(HARD));
        }
        self.cursor.eat("[");
        self.cursor.skip();
        let start = self.cursor.offset();
        let cost = self.integer("the cost of a soft constraint")?;
        let soft = self.soft.get_or_insert_default();
        let is_hard = soft.top.as_ref().is_some_and(|top| cost >= *top);
        let cost = if is_hard { Some(0) } else { i64::try_from(cost).ok().filter(|&cost| cost >= 0) };
        let total = cost.and_then(|cost| soft.total.checked_add(cost)).filter(|&total| total <= Objective::MOST);
        let (Some(cost), Some(total)) = (cost, total) else {
            return Err(self.cursor.wrong_at(start, "costs of at most 62 bits together, none negative"));
        };
        soft.total = total;
        self.cursor.skip();
        match self.cursor.eat("]") {
            true => Ok((!is_hard).then_some((cost, start))),
            false => Err(self.cursor.wrong("']'")),
        }
    }

    /// A cost where these constraints do not all hold.
    fn soften(&mut self, cost: i64, constraints: Vec<Constraint>, at: usize) -> Result<(), ParseError> {
        let never =
            |constraint: &Constraint| matches!(constraint, Constraint::Clause(Clause(atoms)) if atoms.is_empty());
        let soft = self.soft.as_mut().expect("a cost makes it");
        if cost == 0 || constraints.is_empty() {
            return Ok(());
        }
        if constraints.iter().any(never) {
            soft.constant += cost;
            return Ok(());
        }
        let number = soft.costs.len() + 1;
        let broken = self.model.auxiliary(format!("cost[{number}]"), 0..=1);
        soft.costs.push((cost, broken));
        let mut parts = Vec::new();
        let is_one = constraints.len() == 1;
        for (part, constraint) in constraints.into_iter().enumerate() {
            let holds = match is_one {
                true => broken.is(0),
                false => self.model.auxiliary(format!("cost[{number}].part[{part}]"), 0..=1).is(1),
            };
            let stated = self.model.reify(SOFT, holds, constraint);
            stated.map_err(|_| self.cursor.wrong_at(at, "a soft constraint whose opposite can be stated"))?;
            parts.push(holds);
        }
        if !is_one {
            parts.iter().for_each(|&part| self.model.post(SOFT, Clause(vec![broken.is(1), part])));
            let one_is_broken = parts.iter().map(|&part| !part).chain([broken.is(0)]);
            self.model.post(SOFT, Clause(one_is_broken.collect()));
        }
        Ok(())
    }

    /// The objective of soft constraints, and the cost that is too much.
    fn costs(&mut self) -> Result<(), ParseError> {
        let Some(SoftConstraints { top, costs, constant, .. }) = self.soft.take() else { return Ok(()) };
        let mut sum = Sum::of(&costs);
        sum.constant = constant.into();
        // All costs together are less than what does not fit.
        if let Some(top) = top.and_then(|top| i64::try_from(top).ok())
            && let Some(constraint) = sum.compares(Cmp::Le, i128::from(top) - 1).expect("costs have 62 bits")
        {
            self.model.post("top", constraint);
        }
        let objective = Objective { sense: Sense::Minimise, terms: costs, constant };
        self.model.optimise(objective).expect("costs have 62 bits");
        Ok(())
    }

    /// A whole number of any size.
    fn integer(&mut self, expected: &str) -> Result<BigInt, ParseError> {
        let start = self.cursor.offset();
        let sign = self.cursor.take_while(|byte| byte == b'+' || byte == b'-');
        let digits = self.cursor.take_while(|byte| byte.is_ascii_digit());
        let number = if sign.len() < 2 { digits.parse::<BigInt>().ok() } else { None };
        let number = number.ok_or_else(|| self.cursor.wrong_at(start, expected))?;
        Ok(if sign == "-" { -number } else { number })
    }

    /// `;`.
    fn end(&mut self) -> Result<(), ParseError> {
        self.cursor.skip();
        if self.cursor.eat(";") { Ok(()) } else { Err(self.cursor.wrong("';'")) }
    }

    /// Numbers with literals, up to one of these ends.
    fn sum(&mut self, ends: &[&str]) -> Result<ReadSum, ParseError> {
        let (mut sum, mut wide) = (Sum::default(), None::<WideSum>);
        loop {
            self.cursor.skip();
            if ends.iter().any(|end| self.cursor.rest().starts_with(end)) {
                return Ok(ReadSum { sum, wide });
            }
            let start = self.cursor.offset();
            let expected = "a coefficient, such as +1";
            let narrow = self.cursor.wide_number(MOST_BITS, expected).ok();
            let coefficient = match narrow {
                Some(_) => None,
                None => {
                    self.cursor.go_to(start);
                    Some(self.integer(expected)?)
                }
            };
            let (var, is_negated) = self.product()?;
            match (narrow, coefficient, &mut wide) {
                (Some(narrow), _, None) => sum.add(narrow, var, is_negated),
                (Some(narrow), _, Some(wide)) => wide.add(narrow.into(), var, is_negated),
                (None, coefficient, _) => {
                    let wide = wide.get_or_insert_with(|| WideSum::of(&sum));
                    wide.add(coefficient.expect("a number of either size"), var, is_negated);
                }
            }
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

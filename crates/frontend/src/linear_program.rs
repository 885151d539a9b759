//! Integer programs as files of their solvers state them: columns with bounds, rows of decimal numbers, an objective.
//!
//! Each column becomes a variable. Each row is multiplied by what makes its numbers whole, so that nothing is rounded,
//! and divided by what its coefficients have in common. One over 0/1 columns is stated as [`Sum`] does, any other as a
//! linear constraint, with the row's name as its label; a row with two sides is two constraints. Columns have to be
//! integer, and bounded, by their bounds or by rows.
//!
//! What `cnfab export` writes is read, too. Comments say there which columns are no part of a solution, and that those
//! which are not integer are so in every solution that counts.

use std::collections::{HashMap, HashSet};

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_format::WHOLE_ANYWAY;
use cnfab_model::problem::{ModelProblem, Problem};
use cnfab_model::{Clause, Cmp, Constraint, Linear, Model, Objective, Role, Sense, Var};

use super::MOST_VARIABLES;
use super::cursor::{Cursor, Lines};
use super::decimal::{Decimal, NUMBER};
use super::implied;
use super::pseudo_boolean::{MOST_BITS, Sum, TooLarge};

/// A program as it is read. Names are those of the text.
pub(super) struct LinearProgram<'t> {
    pub(super) sense: Sense,
    /// The objective and its constant, which is an entry without a column.
    pub(super) objective: Row<'t>,
    pub(super) columns: Vec<Column<'t>>,
    numbers: HashMap<&'t str, usize>,
    pub(super) rows: Vec<Row<'t>>,
}

/// A column with its bounds, `None` for infinite ones.
pub(super) struct Column<'t> {
    name: &'t str,
    /// The place of the text that names it first.
    at: usize,
    pub(super) is_integer: bool,
    pub(super) low: Option<i64>,
    pub(super) high: Option<i64>,
    /// The places of the text that set the lower and the upper bound last.
    bounded_at: [usize; 2],
}

impl Column<'_> {
    /// Sets the bounds that a comparison with a number is, rounded to whole numbers between them; `at` is its place.
    pub(super) fn compares(&mut self, cmp: Cmp, number: Decimal, at: usize) {
        if cmp != Cmp::Le {
            self.low = (!number.is_infinite() || !number.is_negative()).then(|| number.ceil());
            self.bounded_at[0] = at;
        }
        if cmp != Cmp::Ge {
            self.high = (!number.is_infinite() || number.is_negative()).then(|| number.floor());
            self.bounded_at[1] = at;
        }
    }

    /// Makes bounds infinite: the lower one, the upper one, or both.
    pub(super) fn free(&mut self, low: bool, high: bool, at: usize) {
        if low {
            (self.low, self.bounded_at[0]) = (None, at);
        }
        if high {
            (self.high, self.bounded_at[1]) = (None, at);
        }
    }

    /// Makes it a 0/1 column, as far as its bounds allow.
    pub(super) fn set_binary(&mut self) {
        self.is_integer = true;
        self.low = Some(self.low.map_or(0, |low| low.max(0)));
        self.high = Some(self.high.map_or(1, |high| high.min(1)));
    }
}

/// A sum of multiples of columns with its bounds, `None` for infinite ones.
pub(super) struct Row<'t> {
    pub(super) name: &'t str,
    pub(super) at: usize,
    pub(super) terms: Vec<(Decimal, usize)>,
    pub(super) low: Option<Decimal>,
    pub(super) high: Option<Decimal>,
}

/// The same in whole numbers, divided by what the coefficients have in common.
pub(super) struct WholeRow {
    pub(super) terms: Vec<(i128, usize)>,
    pub(super) low: Option<i128>,
    pub(super) high: Option<i128>,
}

impl<'t> Row<'t> {
    /// A row without terms and bounds.
    pub(super) fn new(name: &'t str, at: usize) -> Self {
        Row { name, at, terms: Vec::new(), low: None, high: None }
    }

    /// Sets the bounds of the sum, of which infinite ones say nothing.
    ///
    /// # Errors
    /// If no finite sum is between them.
    pub(super) fn set_sides(
        &mut self,
        low: Option<Decimal>,
        high: Option<Decimal>,
        cursor: &Cursor<'_>,
    ) -> Result<(), ParseError> {
        self.low = low.filter(|low| !low.is_infinite() || !low.is_negative());
        self.high = high.filter(|high| !high.is_infinite() || high.is_negative());
        let is_infinite = self.low.iter().chain(&self.high).any(|side| side.is_infinite());
        if is_infinite { Err(self.wrong_sides(cursor)) } else { Ok(()) }
    }

    /// The error that sides are infinite, or have too many digits.
    pub(super) fn wrong_sides(&self, cursor: &Cursor<'_>) -> ParseError {
        cursor.error_at(self.at, quoted(self.name), &format!("a row whose sides are {NUMBER}"))
    }

    fn whole(&self) -> WholeRow {
        let bounds = self.low.iter().chain(&self.high);
        let decimals = self.terms.iter().map(|term| &term.0).chain(bounds).map(|number| number.decimals()).max();
        let whole = |number: Decimal| number.times_power(decimals.unwrap_or(0));
        let mut terms: Vec<(i128, usize)> = self.terms.iter().map(|&(number, of)| (whole(number), of)).collect();
        terms.retain(|term| term.0 != 0);
        let by = terms.iter().fold(0, |by, term| common(by, term.0)).max(1);
        terms.iter_mut().for_each(|term| term.0 /= by);
        let low = self.low.map(|low| -(-whole(low)).div_euclid(by));
        WholeRow { terms, low, high: self.high.map(|high| whole(high).div_euclid(by)) }
    }
}

/// The greatest common divisor.
fn common(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

impl WholeRow {
    /// The constraints over these variables that together state it.
    fn constraints(self, is_binary: &[bool]) -> Result<Vec<Constraint>, TooLarge> {
        let wide = |&number: &i128| number.unsigned_abs() >> (MOST_BITS - 1) != 0;
        if self.terms.iter().map(|term| &term.0).chain(&self.low).chain(&self.high).any(wide) {
            return Err(TooLarge);
        }
        let sides = match (self.low, self.high) {
            (Some(low), Some(high)) if low > high => return Ok(vec![Clause::default().into()]),
            (Some(low), Some(high)) if low == high => vec![(Cmp::Eq, low)],
            (low, high) => low.map(|low| (Cmp::Ge, low)).into_iter().chain(high.map(|high| (Cmp::Le, high))).collect(),
        };
        // What has no terms is decided here.
        let has_bits = self.terms.iter().all(|&(_, column)| is_binary[column]);
        let terms: Vec<(i128, Var)> = self.terms.iter().map(|&(c, column)| (c, Var::from_index(column))).collect();
        let state = |(cmp, rhs)| match has_bits {
            true => Sum { terms: terms.clone(), constant: 0 }.compares(cmp, rhs),
            false => {
                let (terms, constant) = Sum { terms: terms.clone(), constant: -rhs }.narrow()?;
                Ok(Some(Linear { terms, cmp, rhs: constant.checked_neg().ok_or(TooLarge)? }.into()))
            }
        };
        sides.into_iter().filter_map(|side| state(side).transpose()).collect()
    }
}

impl<'t> LinearProgram<'t> {
    /// A program without columns and rows, to be minimised.
    pub(super) fn new() -> Self {
        let objective = Row::new("objective", 0);
        let (columns, numbers, rows) = (Vec::new(), HashMap::new(), Vec::new());
        LinearProgram { sense: Sense::Minimise, objective, columns, numbers, rows }
    }

    /// The number of the column with this name, if there is one.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The number of the column with this name, which is new if no other has it: continuous and not negative.
    pub(super) fn column(&mut self, name: &'t str, at: usize, cursor: &Cursor<'_>) -> Result<usize, ParseError> {
        if let Some(known) = self.number(name) {
            return Ok(known);
        }
        let number = self.columns.len();
        if number >= MOST_VARIABLES as usize {
            return Err(cursor.error_at(at, quoted(name), &format!("at most {MOST_VARIABLES} columns")));
        }
        self.columns.push(Column { name, at, is_integer: false, low: Some(0), high: None, bounded_at: [at; 2] });
        self.numbers.insert(name, number);
        Ok(number)
    }

    /// The problem of the program. Comments of the text begin with `mark`.
    pub(super) fn problem(self, front_end: &str, text: &str, mark: char) -> Result<Box<dyn Problem>, ParseError> {
        let (model, (unit, decimals)) = self.model(Model::new(), text, mark)?;
        Ok(Box::new(ModelProblem::new(front_end, model).measuring(unit, decimals)))
    }

    /// The model of the program in which each row can be left out.
    pub(super) fn groups(self, text: &str, mark: char) -> Result<Model, ParseError> {
        Ok(self.model(Model::with_groups(), text, mark)?.0)
    }

    /// Fills a model that is empty; the unit of its objective, as [`optimise`](Self::optimise) has it.
    fn model(mut self, mut model: Model, text: &str, mark: char) -> Result<(Model, (i128, u8)), ParseError> {
        let cursor = Cursor::new(text, None);
        let exported = Exported::of(text, mark);
        let is_continuous = |column: &&Column<'_>| !column.is_integer && !exported.is_whole_anyway;
        if let Some(column) = self.columns.iter().find(is_continuous) {
            let expected = "an integer column: continuous ones are refused";
            return Err(cursor.error_at(column.at, quoted(column.name), expected));
        }
        let rows: Vec<WholeRow> = self.rows.iter().map(Row::whole).collect();
        let stated: Vec<[Option<i64>; 2]> = self.columns.iter().map(|column| [column.low, column.high]).collect();
        implied::close(&mut self.columns, &rows);
        let mut lines = Lines::new(text);
        for (column, stated) in self.columns.iter().zip(stated) {
            let domain = column.domain(&cursor)?;
            if stated != [column.low, column.high] {
                model.note_bounds(|| format!("{} <= {} <= {}", domain.start(), column.name, domain.end()));
            }
            model.var(column.name, domain);
        }
        let is_binary: Vec<bool> =
            self.columns.iter().map(|column| column.low >= Some(0) && column.high <= Some(1)).collect();
        for (row, whole) in self.rows.iter().zip(rows) {
            let too_large =
                || cursor.error_at(row.at, quoted(row.name), "a row that whole numbers of 64 bits can state");
            let end = text[row.at..].find('\n').map_or(text.len(), |length| row.at + length);
            model.open_group(|| lines.names(row.at..end, row.name, Some(row.name.to_owned())));
            for constraint in whole.constraints(&is_binary).map_err(|TooLarge| too_large())? {
                model.add_constraint(row.name, Role::Rule, Vec::new(), constraint).map_err(|_| too_large())?;
            }
        }
        model.close_group();
        let unit = self.optimise(&mut model, &cursor)?;
        if !exported.hidden.is_empty() {
            let is_shown = |var: &Var| !exported.hidden.contains(leading(self.columns[var.index()].name));
            let columns = (0..self.columns.len()).map(Var::from_index);
            model.show(&columns.filter(is_shown).collect::<Vec<_>>());
        }
        Ok((model, unit))
    }

    /// Sets the objective in whole numbers, unless it is 0. Returns the unit of its values: a number, and how many of
    /// its digits are behind the point.
    fn optimise(&self, model: &mut Model, cursor: &Cursor<'_>) -> Result<(i128, u8), ParseError> {
        let Row { at, terms, low, .. } = &self.objective;
        let constant = low.unwrap_or(Decimal::ZERO);
        let numbers = || terms.iter().map(|term| term.0).chain([constant]);
        if numbers().all(Decimal::is_zero) {
            return Ok((1, 0));
        }
        let decimals = numbers().map(Decimal::decimals).max().unwrap_or(0);
        let unit = 10_i128.pow(decimals.into());
        let by = numbers().fold(unit, |by, number| common(by, number.times_power(decimals)));
        let whole = |number: Decimal| i64::try_from(number.times_power(decimals) / by).ok();
        let term = |&(number, column): &(Decimal, usize)| Some((whole(number)?, Var::from_index(column)));
        let objective = || {
            let terms = terms.iter().map(term).collect::<Option<Vec<_>>>()?;
            Some(Objective { sense: self.sense, terms, constant: whole(constant)? })
        };
        let set = objective().and_then(|objective| model.optimise(objective).ok());
        let named = "an objective that whole numbers of 62 bits can state";
        set.ok_or_else(|| cursor.wrong_at(*at, named))?;
        Ok((by, decimals))
    }
}

impl Column<'_> {
    /// The values of its variable; none if its bounds contradict each other.
    fn domain(&self, cursor: &Cursor<'_>) -> Result<std::ops::RangeInclusive<i32>, ParseError> {
        let end = |end: Option<i64>, which: &str, at: usize| {
            let fits = end.and_then(|end| i32::try_from(end).ok());
            fits.ok_or_else(|| {
                let expected = format!("{which} bound of at most 31 bits, which is given or follows from rows");
                cursor.error_at(at, quoted(self.name), &expected)
            })
        };
        let [low, high] = self.bounded_at;
        Ok(end(self.low, "a lower", low)?..=end(self.high, "an upper", high)?)
    }
}

/// The comments of an export that its reader needs.
struct Exported<'t> {
    is_whole_anyway: bool,
    /// The beginnings of the names of columns that are no part of a solution.
    hidden: HashSet<&'t str>,
}

impl<'t> Exported<'t> {
    fn of(text: &'t str, mark: char) -> Self {
        let mut exported = Exported { is_whole_anyway: false, hidden: HashSet::new() };
        let comments = || text.lines().map_while(|line| line.strip_prefix(mark)?.strip_prefix(' '));
        if !comments().next().is_some_and(|first| first.starts_with("cnfab ")) {
            return exported;
        }
        for comment in comments() {
            exported.is_whole_anyway |= comment == WHOLE_ANYWAY;
            if let Some(map) = comment.strip_prefix("map ").and_then(|map| map.strip_suffix(" hidden")) {
                exported.hidden.extend(map.split(' ').next());
            }
        }
        exported
    }
}

/// The number with which exports begin the name of a column.
fn leading(name: &str) -> &str {
    name.split('_').next().unwrap_or(name)
}

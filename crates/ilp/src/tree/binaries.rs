//! A program over 0/1 columns alone. Integers are stated by their values or by binary digits, rows as sums that are at
//! most a number. Rows that are cliques or clauses stand apart.

use cnfab_model::Cmp;

use super::cuts;
use super::literal::ColumnLit;
use super::refutation::{Item, Ledger, NO_STEP, StepId, divisor};
use super::simplex::LpRow;
use crate::program::{Program, TooLarge};

/// An integer column of up to this number of values gets one 0/1 column for each, larger ones binary digits.
const MOST_VALUES: i64 = 12;

/// The 0/1 columns that stand for a column of the program.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stands {
    /// Its least value, and 0/1 columns that count .., 4, 2, 1: the search decides the largest first.
    Digits { low: i64, first: usize, count: usize },
    /// Its least value, and 0/1 columns of which exactly one is 1, for the values in order.
    Values { low: i64, first: usize, count: usize },
}

/// `sum of coefficient * column <= hi` or `= hi`, over 0/1 columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BinaryRow {
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) hi: i64,
    pub(super) is_equal: bool,
    /// The step that says that it is at most that, and the one that says that it is at least.
    pub(super) steps: [StepId; 2],
}

/// Literals that are a constraint, and the step that says so.
pub(super) type Stated = (Vec<ColumnLit>, StepId);
/// Literals of which exactly one is true, and the steps that say at most one and at least one.
pub(super) type StatedTwice = (Vec<ColumnLit>, [StepId; 2]);
/// Columns with coefficients, what their sum is at most, and the step that says so.
pub(super) type StatedSum = (Vec<(usize, i64)>, i64, StepId);

impl BinaryRow {
    /// The row for a relaxation.
    pub(super) fn as_lp(&self) -> LpRow<'_> {
        (&self.terms, self.hi, self.is_equal)
    }
}

/// The program.
#[derive(Debug)]
pub(super) struct Binaries {
    /// By column of the program.
    pub(super) stands: Vec<Stands>,
    /// The number of 0/1 columns.
    pub(super) columns: usize,
    /// All rows, for relaxations.
    pub(super) rows: Vec<BinaryRow>,
    /// The objective, without its constants.
    pub(super) objective: Vec<(usize, i64)>,
    /// The constant of the objective, with what bounds other than 0 add.
    pub(super) constant: i64,
    /// Of these literals exactly one is true: at most one, and at least one.
    pub(super) exactly: Vec<StatedTwice>,
    pub(super) at_most: Vec<Stated>,
    pub(super) clauses: Vec<Stated>,
    pub(super) units: Vec<(ColumnLit, StepId)>,
    /// The rows that are neither, each at most a number.
    pub(super) sums: Vec<StatedSum>,
    pub(super) is_contradictory: bool,
    /// The values of the objective differ by multiples of this.
    pub(super) objective_step: i64,
    /// The most that the objective may be, where that is refuted, and the step that says so.
    pub(super) most: Option<(i64, StepId)>,
    /// The steps of a refutation.
    pub(super) ledger: Option<Ledger>,
}

impl Binaries {
    /// States a program; for a refutation with the steps that say what its rows do.
    pub(super) fn new(program: &Program, refuted: Option<&Refuted<'_>>) -> Result<Self, TooLarge> {
        let mut made = Binaries {
            stands: Vec::with_capacity(program.columns().len()),
            columns: 0,
            rows: Vec::new(),
            objective: Vec::new(),
            constant: 0,
            exactly: Vec::new(),
            at_most: Vec::new(),
            clauses: Vec::new(),
            units: Vec::new(),
            sums: Vec::new(),
            is_contradictory: program.is_contradictory(),
            objective_step: 1,
            most: None,
            ledger: refuted.map(|refuted| Ledger::new(refuted.next, program.columns().len())),
        };
        for column in program.columns() {
            made.column(column.low, column.high)?;
        }
        for (number, row) in program.rows().enumerate().filter(|(_, row)| !row.entries.is_empty()) {
            let steps = refuted.map_or([NO_STEP; 2], |refuted| refuted.rows[number]);
            let (sign, is_equal) = match row.cmp {
                Cmp::Le => (1, false),
                Cmp::Ge => (-1, false),
                Cmp::Eq => (1, true),
            };
            let (terms, constant) = made.expanded(row.entries)?;
            let hi = i128::from(row.rhs) - constant;
            let terms = terms.into_iter().map(|(column, coefficient)| (column, sign * coefficient));
            made.row(terms, sign * hi, is_equal, steps)?;
        }
        let (objective, constant) = made.expanded(program.objective())?;
        let constant = constant + i128::from(program.objective_constant());
        let total: i128 = objective.iter().map(|term| term.1.abs()).sum();
        if total > MOST_TOTAL {
            return Err(TooLarge);
        }
        (made.objective, made.constant) = (narrowed(objective)?, i64::try_from(constant).map_err(|_| TooLarge)?);
        made.objective_step = made.objective.iter().fold(0, |step, term| gcd(step, term.1.abs())).max(1);
        made.most = refuted.and_then(|refuted| refuted.most).map(|most| made.rounded_down(most));
        Ok(made)
    }

    /// The most that the objective may be, among the values that it can have.
    fn rounded_down(&mut self, (most, step): (i64, StepId)) -> (i64, StepId) {
        let (by, ledger) = (self.objective_step, self.ledger.as_mut().expect("it is to be refuted"));
        if most % by == 0 {
            return (most, step);
        }
        let divided = ledger.sum(&[(step, 1)], &[], by);
        (most.div_euclid(by) * by, ledger.sum(&[(divided, by.into())], &[], 1))
    }

    fn column(&mut self, low: i64, high: i64) -> Result<(), TooLarge> {
        let first = self.columns;
        let span = i128::from(high) - i128::from(low);
        if span > i128::from(MOST_SPAN) {
            return Err(TooLarge);
        }
        let span = span as i64;
        self.is_contradictory |= span < 0;
        if span > 1 && span < MOST_VALUES {
            let count = span as usize + 1;
            self.columns += count;
            self.stands.push(Stands::Values { low, first, count });
            return self.row((first..first + count).map(|column| (column, 1)), 1, true, [NO_STEP; 2]);
        }
        let count = (0..63).take_while(|digit| span >> digit > 0).count();
        self.columns += count;
        self.stands.push(Stands::Digits { low, first, count });
        if span > 0 && span + 1 < 1 << count {
            self.row(
                (0..count).map(|digit| (first + digit, 1 << (count - 1 - digit))),
                span.into(),
                false,
                [NO_STEP; 2],
            )?;
        }
        Ok(())
    }

    /// A sum over 0/1 columns, and its constant.
    fn expanded(&self, entries: &[(usize, i64)]) -> Result<(Vec<(usize, i128)>, i128), TooLarge> {
        let mut terms = Vec::new();
        let mut constant = 0i128;
        for &(column, coefficient) in entries {
            let coefficient = i128::from(coefficient);
            match self.stands[column] {
                Stands::Digits { low, first, count } => {
                    constant += coefficient * i128::from(low);
                    terms.extend((0..count).map(|digit| (first + digit, coefficient << (count - 1 - digit))));
                }
                Stands::Values { low, first, count } => {
                    constant += coefficient * i128::from(low);
                    terms.extend((1..count).map(|index| (first + index, coefficient * index as i128)));
                }
            }
        }
        Ok((terms, constant))
    }

    fn row(
        &mut self,
        terms: impl Iterator<Item = (usize, impl Into<i128>)>,
        hi: i128,
        is_equal: bool,
        mut steps: [StepId; 2],
    ) -> Result<(), TooLarge> {
        let mut terms = narrowed(terms.map(|(column, coefficient)| (column, coefficient.into())).collect())?;
        let mut hi = i64::try_from(hi).map_err(|_| TooLarge)?;
        if !is_equal && matches!(Form::of(&terms, hi), Some(Form::Sum)) {
            let is_smaller = cuts::reduce(&mut terms, &mut hi);
            if let Some(ledger) = self.ledger.as_mut().filter(|_| is_smaller) {
                steps[0] = ledger.saturated(steps[0]);
            }
        }
        let Some(form) = Form::of(&terms, hi) else { return Err(TooLarge) };
        if !is_equal {
            self.side(form, &terms, hi, steps[0]);
        } else {
            let opposite: Vec<(usize, i64)> =
                terms.iter().map(|&(column, coefficient)| (column, -coefficient)).collect();
            let Some(below) = Form::of(&opposite, -hi) else { return Err(TooLarge) };
            match (form, below) {
                (Form::Clique { literals, units }, Form::Clause(clause)) if units.is_empty() && clause == literals => {
                    self.exactly.push((literals, steps));
                }
                (Form::Clause(not_both), Form::Clause(one)) if is_pair(&not_both, &one) => {
                    self.exactly.push((one, steps));
                }
                (form, below) => {
                    self.side(form, &terms, hi, steps[0]);
                    self.side(below, &opposite, -hi, steps[1]);
                }
            }
        }
        self.rows.push(BinaryRow { terms, hi, is_equal, steps });
        Ok(())
    }

    /// Adds a row that follows from the others.
    pub(super) fn take(&mut self, row: BinaryRow) {
        if let Some(form) = Form::of(&row.terms, row.hi) {
            self.side(form, &row.terms, row.hi, row.steps[0]);
            self.rows.push(row);
        }
    }

    fn side(&mut self, form: Form, terms: &[(usize, i64)], hi: i64, step: StepId) {
        match form {
            Form::Always => {}
            Form::Never => self.contradiction(step),
            Form::Clique { literals, units } => {
                self.units.extend(units.into_iter().map(|lit| (!lit, step)));
                if literals.len() > 1 {
                    let step = self.clique(terms, hi, &literals, step);
                    self.at_most.push((literals, step));
                }
            }
            Form::Clause(literals) => match literals[..] {
                [unit] => self.units.push((unit, step)),
                _ => self.clauses.push((literals, step)),
            },
            Form::Sum => self.sums.push((terms.to_vec(), hi, step)),
        }
    }

    fn contradiction(&mut self, step: StepId) {
        self.is_contradictory = true;
        if let Some(ledger) = &mut self.ledger {
            ledger.hints.push(step);
            ledger.clause(&[]);
        }
    }

    /// The step that says with coefficients 1 that at most one of these literals of a row is true.
    fn clique(&mut self, terms: &[(usize, i64)], hi: i64, literals: &[ColumnLit], step: StepId) -> StepId {
        let Some(ledger) = self.ledger.as_mut().filter(|_| terms.iter().any(|term| term.1.abs() != 1)) else {
            return step;
        };
        let item = |&(column, by): &(usize, i64)| {
            let lit = ColumnLit::of(column, by > 0);
            Item { lit, weight: by.abs(), count: i64::from(literals.contains(&lit)) }
        };
        let items: Vec<Item> = terms.iter().map(item).collect();
        let capacity = hi - terms.iter().map(|term| term.1.min(0)).sum::<i64>();
        // The second smallest weight does it.
        let divisor = divisor(&items, capacity, 1).expect("two of them are too much");
        ledger.divided(step, &items, divisor)
    }

    /// The values of the program's columns.
    pub(super) fn values(&self, is_one: impl Fn(usize) -> bool) -> Vec<i64> {
        let value = |stands: &Stands| match *stands {
            Stands::Digits { low, first, count } => {
                low + (0..count).fold(0, |value, digit| 2 * value + i64::from(is_one(first + digit)))
            }
            Stands::Values { low, first, count } => {
                low + (0..count).position(|index| is_one(first + index)).expect("one of them is 1") as i64
            }
        };
        self.stands.iter().map(value).collect()
    }

    /// The 0/1 columns that stand for a column.
    pub(super) fn of(&self, column: usize) -> std::ops::Range<usize> {
        let (Stands::Digits { first, count, .. } | Stands::Values { first, count, .. }) = self.stands[column];
        first..first + count
    }
}

/// A program over 0/1 columns that is to be refuted.
#[derive(Clone, Copy, Debug)]
pub struct Refuted<'r> {
    /// For each row of the program the constraint that says what it does; where it is an equation, that it is at most,
    /// and at least, its right side.
    pub rows: &'r [[StepId; 2]],
    /// The most that the objective may be, and the constraint that says so.
    pub most: Option<(i64, StepId)>,
    /// The number of the first step.
    pub next: StepId,
}

/// The most that the coefficients of a row and its bound are together: what is added up stays within 64 bits.
const MOST_TOTAL: i128 = i64::MAX as i128 / 8;

/// The widest range of a column.
const MOST_SPAN: i64 = 1 << 40;

/// The form of a row of 0/1 columns.
#[derive(Debug)]
enum Form {
    Always,
    Never,
    /// Of these literals at most one is true; `units` never are.
    Clique {
        literals: Vec<ColumnLit>,
        units: Vec<ColumnLit>,
    },
    /// One of these literals is true.
    Clause(Vec<ColumnLit>),
    Sum,
}

impl Form {
    /// The form of `sum <= hi`; `None` if its numbers are too large.
    fn of(terms: &[(usize, i64)], hi: i64) -> Option<Form> {
        let least: i128 = terms.iter().map(|term| i128::from(term.1.min(0))).sum();
        let total: i128 = terms.iter().map(|term| i128::from(term.1).abs()).sum();
        if total + i128::from(hi).abs() > MOST_TOTAL {
            return None;
        }
        let (room, total) = (hi - least as i64, total as i64);
        if room < 0 {
            return Some(Form::Never);
        }
        if total <= room {
            return Some(Form::Always);
        }
        let literals = || terms.iter().map(|&(column, coefficient)| ColumnLit::of(column, coefficient > 0));
        let mut sizes: Vec<i64> = terms.iter().map(|term| term.1.abs()).collect();
        sizes.sort_unstable();
        if total - sizes[0] <= room {
            return Some(Form::Clause(literals().map(|lit| !lit).collect()));
        }
        if sizes.len() > 1 && sizes[0] + sizes[1] > room {
            let (units, free): (Vec<_>, Vec<_>) = terms.iter().partition(|term| term.1.abs() > room);
            let of = |terms: Vec<&(usize, i64)>| {
                terms.into_iter().map(|&(column, coefficient)| ColumnLit::of(column, coefficient > 0)).collect()
            };
            return Some(Form::Clique { literals: of(free), units: of(units) });
        }
        Some(Form::Sum)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// True if two clauses together say that exactly one of two literals is true.
fn is_pair(not_both: &[ColumnLit], one: &[ColumnLit]) -> bool {
    one.len() == 2 && not_both.len() == 2 && one.iter().zip(not_both).all(|(&lit, &opposite)| lit == !opposite)
}

/// Terms in increasing order of columns, each once and not 0.
fn narrowed(mut terms: Vec<(usize, i128)>) -> Result<Vec<(usize, i64)>, TooLarge> {
    terms.sort_unstable_by_key(|term| term.0);
    terms.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    terms.retain(|term| term.1 != 0);
    terms.into_iter().map(|(column, sum)| Ok((column, i64::try_from(sum).map_err(|_| TooLarge)?))).collect()
}

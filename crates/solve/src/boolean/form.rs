//! The form of what the domains leave open: a variable of two values is one 0/1 variable, true for the larger value;
//! one of more is a 0/1 variable per value, exactly one of which is true; one of a single value is none.

use crate::Refusal;
use cnfab_model::{Flat, Model, Posted, Table, Var};

use cnfab_cdcl::{BooleanForm, Literal, variable};

use super::{Truth, ZeroOne, check, state};

/// The most 0/1 variables.
const MOST_ITEMS: usize = 1 << 26;

/// Makes a [`BooleanForm`].
struct Builder<'m> {
    model: &'m Model,
    form: BooleanForm,
    /// The first 0/1 variable of each variable.
    first: Vec<u32>,
}

/// Brings a model into 0/1 form.
///
/// # Errors
/// The reason why the model cannot be stated so.
pub(crate) fn boolean_form(model: &Model) -> Result<BooleanForm, Refusal> {
    check(model, true)?;
    let values: usize = model.values();
    let rows = |posted: &Posted| match posted.flat() {
        Flat::Table(Table { vars, relation }) if vars.len() > 2 => relation.len(),
        Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Linear(_) | Flat::Table(_) => 0,
    };
    if values + model.constraints().iter().map(rows).sum::<usize>() > MOST_ITEMS {
        return Err(Refusal::new("more values and rows of tables than conflict-driven search holds"));
    }
    let mut builder = Builder { model, form: BooleanForm::default(), first: Vec::new() };
    builder.variables();
    state(model, &mut builder)?;
    let mut form = builder.form;
    form.hidden = hidden(model, &form);
    form.find_holders();
    Ok(form.narrowed())
}

/// True for each 0/1 variable of a form that says nothing of a shown variable.
fn hidden(model: &Model, form: &BooleanForm) -> Vec<bool> {
    if model.shows_all() {
        return Vec::new();
    }
    let mut is_shown = vec![false; model.variables().len()];
    model.shown().iter().for_each(|var| is_shown[var.index()] = true);
    let is_hidden = |meaning: &Option<(u32, i32)>| meaning.is_none_or(|(var, _)| !is_shown[var as usize]);
    form.meaning.iter().step_by(2).map(is_hidden).collect()
}

impl Builder<'_> {
    fn variables(&mut self) {
        for (var, variable) in (0..).zip(self.model.variables()) {
            let form = &mut self.form;
            let first = form.items as u32;
            self.first.push(first);
            let values = variable.domain.to_vec();
            form.otherwise.push(values.first().copied().unwrap_or_default());
            match values[..] {
                [] => form.contradiction = true,
                [_] => {}
                [low, high] => form.meaning.extend([Some((var, high)), Some((var, low))]),
                _ => {
                    form.meaning.extend(values.iter().flat_map(|&value| [Some((var, value)), None]));
                    let items = (first..).take(values.len()).map(|item| 2 * item).collect::<Vec<_>>();
                    form.groups.push(items.iter().copied());
                    form.clauses.push(items);
                }
            }
            form.items = form.meaning.len() / 2;
        }
    }

    /// The literal or constant for a value of a variable, by its number among the `values` of the domain.
    fn nth(&self, var: Var, at: usize, values: usize) -> Truth {
        let first = self.first[var.index()];
        match values {
            1 => Truth::Always,
            2 => Truth::Literal(2 * first + u32::from(at == 0)),
            _ => Truth::Literal(2 * (first + at as u32)),
        }
    }
}

impl ZeroOne for Builder<'_> {
    fn values(&self, var: Var, to: &mut Vec<(i32, Truth)>) {
        let domain = self.model.domain(var);
        let len = domain.len();
        to.extend(domain.values().enumerate().map(|(at, value)| (value, self.nth(var, at, len))));
    }

    fn equation(&self, var: Var, value: i32) -> Truth {
        let domain = self.model.domain(var);
        domain.index_of(value).map_or(Truth::Never, |at| self.nth(var, at, domain.len()))
    }

    fn choice(&mut self, number: usize) -> Result<Vec<Truth>, &'static str> {
        let form = &mut self.form;
        if number < 2 {
            form.contradiction |= number == 0;
            return Ok(vec![Truth::Always; number]);
        }
        let items: Vec<Literal> = (form.items..form.items + number).map(|item| 2 * item as Literal).collect();
        form.items += number;
        form.meaning.resize(2 * form.items, None);
        form.groups.push(items.iter().copied());
        form.clauses.push(items.iter().copied());
        Ok(items.into_iter().map(Truth::Literal).collect())
    }

    fn impossible(&mut self) {
        self.form.contradiction = true;
    }

    fn clause(&mut self, literals: Vec<Literal>) -> Result<(), &'static str> {
        self.form.at_least_one(literals);
        Ok(())
    }

    fn of_value(&mut self, mut literals: Vec<Literal>, low: i64, high: i64) -> Result<(), &'static str> {
        literals.sort_unstable();
        let mut always = 0;
        // A literal and its negation are one together.
        let mut kept: Vec<Literal> = Vec::with_capacity(literals.len());
        for literal in literals {
            if kept.last().is_some_and(|&last| variable(last) == variable(literal)) {
                kept.pop();
                always += 1;
            } else {
                kept.push(literal);
            }
        }
        let (low, high) = ((low - always).max(0), high - always);
        let total = kept.len() as i64;
        if high < low || low > total {
            self.form.contradiction = true;
            return Ok(());
        }
        if high < total {
            let opposites = kept.iter().map(|literal| literal ^ 1).collect();
            self.form.at_least(opposites, (total - high) as usize);
        }
        self.form.at_least(kept, low as usize);
        Ok(())
    }

    fn count(&mut self, mut literals: Vec<Literal>, low: i64, high: i64) -> Result<(), &'static str> {
        literals.sort_unstable();
        if literals.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("counts of an atom twice");
        }
        self.of_value(literals, low, high)
    }
}

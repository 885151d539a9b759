//! The values of some variables match a row in which cells may be left open, or match none.
//!
//! C. Jefferson, P. Nightingale, "Extending Simple Tabular Reduction with Short Supports", IJCAI 2013, has such rows.
//! They are not expanded: a 0/1 variable says of each row whether it matches, as several may. Rows that must not match
//! are a clause each.

use super::super::{Assignment, Atom, Domain, Model, ModelError, Poster, Var};
use super::{Class, Clause, some_value, some_vars};

/// Some row has the variables' values in all cells that are not open; or no row has, for a negative table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShortTable {
    /// The columns.
    pub vars: Vec<Var>,
    /// The rows; `None` is an open cell, which every value matches.
    pub rows: Vec<Vec<Option<i32>>>,
    /// True if the rows are those that no solution matches.
    pub is_negative: bool,
}

impl ShortTable {
    /// The cells of a row that are not open.
    fn atoms(&self, row: &[Option<i32>]) -> Vec<Atom> {
        self.vars.iter().zip(row).filter_map(|(var, cell)| cell.map(|value| var.is(value))).collect()
    }

    /// States that some row matches, or that none does.
    fn state(&self, matches: bool, when: &[Atom], out: &mut Poster<'_>) {
        let rows = self.rows.iter().map(|row| self.atoms(row));
        if !matches {
            return rows.for_each(|row| out.post(when, Clause(row.into_iter().map(|atom| !atom).collect())));
        }
        let can_match =
            |row: &Vec<Atom>, out: &Poster<'_>| row.iter().all(|atom| out.domain(atom.var).contains(atom.value));
        let mut some = Vec::new();
        for row in rows {
            if can_match(&row, out) {
                some.push(out.conjunction(&row));
            }
        }
        out.post(when, Clause(some));
    }
}

impl Class for ShortTable {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let vars = some_vars(model, choose, 3);
        let mut cell = |&var: &Var| (choose(3) > 0).then(|| some_value(model, choose, var));
        let rows = (0..3).map(|_| vars.iter().map(&mut cell).collect()).collect();
        ShortTable { vars, rows, is_negative: choose(2) > 0 }
    }

    fn name(&self) -> &'static str {
        "short-table"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.vars.iter().copied())
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.vars.iter_mut().for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let matches = |row: &Vec<Option<i32>>| self.atoms(row).into_iter().all(|atom| assignment.satisfies(atom));
        self.rows.iter().any(matches) != self.is_negative
    }

    fn normalise(&mut self) -> Result<(), ModelError> {
        let columns = self.vars.len();
        match self.rows.iter().find(|row| row.len() != columns) {
            Some(row) => Err(ModelError::Arity { columns, arity: row.len() }),
            None => Ok(()),
        }
    }

    /// The columns without open cells.
    fn supports(&self) -> Vec<(Var, Domain)> {
        let column = |place: usize| self.rows.iter().map(|row| row[place]).collect::<Option<Vec<i32>>>();
        let columns = self.vars.iter().enumerate().filter(|_| !self.is_negative);
        columns.filter_map(|(place, &var)| Some((var, column(place)?.into()))).collect()
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.state(!self.is_negative, when, out);
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.state(self.is_negative, when, out);
    }
}

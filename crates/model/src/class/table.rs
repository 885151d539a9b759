//! The values of some variables are a row of a relation.

use std::sync::Arc;

use super::super::{Assignment, Atom, Domain, Model, ModelError, Poster, Relation, Var};
use super::{Class, Clause, some_value, some_vars};

/// The variables' values, in order, are a row of the relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The columns.
    pub vars: Vec<Var>,
    /// The allowed rows, shared between constraints of one shape.
    pub relation: Arc<Relation>,
}

impl Class for Table {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let vars = some_vars(model, choose, 3);
        let mut row = |_| vars.iter().map(|&var| some_value(model, choose, var)).collect();
        let rows: Vec<Vec<i32>> = (0..6).map(&mut row).collect();
        let relation = Arc::new(Relation::new(vars.len(), rows));
        Table { vars, relation }
    }

    fn name(&self) -> &'static str {
        "table"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.vars.iter().copied())
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.vars.iter_mut().for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.relation.contains(&assignment.project(&self.vars))
    }

    fn normalise(&mut self) -> Result<(), ModelError> {
        let (columns, arity) = (self.vars.len(), self.relation.arity());
        if columns == arity { Ok(()) } else { Err(ModelError::Arity { columns, arity }) }
    }

    fn supports(&self) -> Vec<(Var, Domain)> {
        let column = |place: usize| self.relation.rows().map(|row| row[place]).collect();
        self.vars.iter().enumerate().map(|(place, &var)| (var, column(place))).collect()
    }

    /// A variable is the number of the row.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        if when.is_empty() {
            return out.post(when, self.clone());
        }
        let fits = |row: &&[i32]| self.vars.iter().zip(*row).all(|(&var, &value)| out.domain(var).contains(value));
        let rows: Vec<&[i32]> = self.relation.rows().filter(fits).collect();
        let Some(chosen) = out.choice("row", when, rows.len()) else { return };
        for (number, row) in (0..).zip(rows) {
            for (&var, &value) in self.vars.iter().zip(row) {
                out.post(&[], Clause(vec![chosen.is_not(number), var.is(value)]));
            }
        }
    }

    /// Some value differs from each row.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        for row in self.relation.rows() {
            out.post(when, Clause(self.vars.iter().zip(row).map(|(&var, &value)| var.is_not(value)).collect()));
        }
    }
}

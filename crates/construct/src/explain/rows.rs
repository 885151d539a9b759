//! The rows of a table, by their facts.
//!
//! A value of a table is possible if a row with it has no false fact. So the rows of each fact are listed, and the
//! first of them that is possible supports all of its facts (C. Bessière, J.-C. Régin, "Arc consistency for general
//! constraint networks: preliminary results", IJCAI 1997). Most rows are not visited.

use super::network::Fact;

/// Rows of facts, one fact for each variable.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    width: usize,
    /// The facts of each row, one row after the other.
    facts: Vec<Fact>,
    columns: Vec<Column>,
    /// How many values the variables had together when rows were dropped last.
    values: usize,
}

/// The rows of each fact of one variable.
#[derive(Clone, Debug, Default)]
struct Column {
    /// The least number of a fact.
    least: usize,
    /// For each number of a fact from there on, where its rows begin; one more than there are.
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Rows {
    /// Lists rows, whose facts are given one row after the other. `values` is how many values the variables have.
    pub(super) fn new(width: usize, facts: Vec<Fact>, values: usize) -> Self {
        let columns = (0..width).map(|column| Column::new(facts.iter().skip(column).step_by(width))).collect();
        Rows { width, facts, columns, values }
    }

    /// A row with a fact in a column and without a false fact.
    pub(super) fn possible(&self, column: usize, fact: Fact, is_false: impl Fn(Fact) -> bool) -> Option<&[Fact]> {
        let rows =
            self.columns[column].of(fact).iter().map(|&row| &self.facts[row as usize * self.width..][..self.width]);
        rows.into_iter().find(|row| !row.iter().any(|&fact| is_false(fact)))
    }

    /// Drops the rows with a false fact if a quarter of the values is gone since that was done last.
    pub(super) fn drop_false(&mut self, values: usize, is_false: impl Fn(Fact) -> bool) {
        if 4 * values <= 3 * self.values {
            let rows = self.facts.chunks_exact(self.width).filter(|row| !row.iter().any(|&fact| is_false(fact)));
            *self = Rows::new(self.width, rows.flatten().copied().collect(), values);
        }
    }
}

impl Column {
    /// Lists the rows of each fact. There is one fact for each row.
    fn new<'f>(facts: impl Iterator<Item = &'f Fact> + Clone) -> Self {
        let numbers = || facts.clone().map(|fact| fact.index());
        let (Some(least), Some(most)) = (numbers().min(), numbers().max()) else { return Column::default() };
        let mut starts = vec![0; most - least + 2];
        numbers().for_each(|number| starts[number - least + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let mut next = starts.clone();
        let mut rows = vec![0; starts[starts.len() - 1] as usize];
        for (row, number) in (0..).zip(numbers()) {
            let at = &mut next[number - least];
            rows[*at as usize] = row;
            *at += 1;
        }
        Column { least, starts, rows }
    }

    fn of(&self, fact: Fact) -> &[u32] {
        let ends = fact.index().checked_sub(self.least).and_then(|at| self.starts.get(at..at + 2));
        ends.map_or(&[], |ends| &self.rows[ends[0] as usize..ends[1] as usize])
    }
}

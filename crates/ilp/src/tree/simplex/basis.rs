//! A basis that is factored anew. Places without a pivot get the slacks of rows that have none either.

use super::{NOT_BASIC, Simplex};

impl Simplex {
    /// Factors the basis anew, and computes everything from it.
    pub(super) fn refactor(&mut self) {
        let size = self.rows.len();
        let (matrix, basis) = (&self.matrix, &self.basis);
        let singular = self.factor.make(size, |place| &matrix[basis[place] as usize]);
        if !singular.is_empty() {
            for (place, row) in singular {
                let (out, slack) = (self.basis[place] as usize, self.columns + row);
                self.places[out] = NOT_BASIC;
                self.values[out] = self.low[out];
                self.basis[place] = slack as u32;
                self.places[slack] = place as u32;
                self.weights[place] = 1.0;
            }
            let (matrix, basis) = (&self.matrix, &self.basis);
            let again = self.factor.make(size, |place| &matrix[basis[place] as usize]);
            if !again.is_empty() {
                // The slacks are never singular.
                for row in 0..size {
                    let slack = self.columns + row;
                    self.places[self.basis[row] as usize] = NOT_BASIC;
                    self.basis[row] = slack as u32;
                }
                for row in 0..size {
                    self.places[self.columns + row] = row as u32;
                    self.weights[row] = 1.0;
                }
                let (matrix, basis) = (&self.matrix, &self.basis);
                self.factor.make(size, |place| &matrix[basis[place] as usize]);
            }
        }
        let mut duals: Vec<f64> = self.basis.iter().map(|&column| self.costs[column as usize]).collect();
        self.factor.solve_transposed(&mut duals);
        for column in 0..self.matrix.len() {
            if self.places[column] != NOT_BASIC {
                self.reduced[column] = 0.0;
                continue;
            }
            let priced: f64 = self.matrix[column].iter().map(|&(row, entry)| duals[row as usize] * entry).sum();
            self.reduced[column] = self.costs[column] - priced;
            // Where it does not matter, a column stays where it is.
            let is_at_bound = self.values[column] == self.low[column] || self.values[column] == self.high[column];
            if self.reduced[column].abs() > 1e-9 || !is_at_bound {
                self.values[column] = self.bound_by_cost(column);
            }
        }
        let mut right = self.right.clone();
        for column in 0..self.matrix.len() {
            let value = self.values[column];
            if self.places[column] == NOT_BASIC && value != 0.0 {
                self.matrix[column].iter().for_each(|&(row, entry)| right[row as usize] -= entry * value);
            }
        }
        self.factor.solve(&mut right);
        for (place, &value) in right.iter().enumerate() {
            self.values[self.basis[place] as usize] = value;
        }
        self.pending.iter_mut().for_each(|by| *by = 0.0);
        self.is_pending = false;
    }
}

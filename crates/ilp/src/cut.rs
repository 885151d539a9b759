//! The row that excludes one solution: not all of the shown variables may take the values they have in it again.
//!
//! With n shown variables that have a choice: `sum of their n columns <= n - 1`. It excludes exactly the assignments
//! that agree with the given one on the shown variables.

use cnfab_model::{Assignment, Cmp, Var};

use super::Linearized;
use super::program::{Expr, TooLarge};

impl Linearized {
    /// Excludes every solution that agrees with this one on `shown`.
    ///
    /// # Errors
    /// If there are more shown variables than a row can add up.
    pub fn exclude(&mut self, assignment: &Assignment, shown: &[Var]) -> Result<(), TooLarge> {
        let mut sum = Expr::new();
        let mut chosen: Vec<Var> = shown.to_vec();
        chosen.sort_unstable();
        chosen.dedup();
        for &var in &chosen {
            // A column of integers does not tell single values.
            let number = self.values.columns(var).start;
            let name = self.program.columns().get(number).map(|column| column.name.clone()).unwrap_or_default();
            self.values.state_values(&name, var, &mut self.program)?;
            sum.add_binary(1, self.values.is(var, assignment[var]));
        }
        self.program.row("cut", sum, Cmp::Le, chosen.len() as i64 - 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::{DEFAULT, Linearized, linearize};
    use cnfab_model::{Assignment, Model};

    /// True if the assignment satisfies the cuts, which are the last rows.
    fn allowed(of: &Linearized, assignment: &Assignment, model: &Model) -> bool {
        let mut columns = vec![0; of.program.columns().len()];
        for var in model.vars() {
            for value in of.values.domain(var).values() {
                if let crate::Binary::Is(column) = of.values.is(var, value) {
                    columns[column] = i64::from(assignment[var] == value);
                }
            }
        }
        of.program.rows().filter(|row| row.label == "cut").all(|row| {
            row.cmp.holds(row.entries.iter().map(|&(column, coefficient)| coefficient * columns[column]).sum(), row.rhs)
        })
    }

    #[test]
    fn a_cut_excludes_what_agrees_on_the_shown_variables_and_nothing_else() {
        let mut model = Model::new();
        let domains = [vec![1, 2, 3], vec![4, 7], vec![5], vec![0, 1]];
        let vars: Vec<_> =
            domains.iter().enumerate().map(|(i, domain)| model.var(format!("x[{i}]"), domain.clone())).collect();
        let shown = [vars[0], vars[1], vars[2], vars[1]];
        model.show(&shown);
        let all: Vec<Assignment> = domains[0]
            .iter()
            .flat_map(|&a| domains[1].iter().flat_map(move |&b| [0, 1].map(|d| Assignment::new(vec![a, b, 5, d]))))
            .collect();
        for excluded in &all {
            let mut program = linearize(&model, DEFAULT).unwrap();
            program.exclude(excluded, &shown).unwrap();
            for other in &all {
                assert_eq!(allowed(&program, other, &model), other.project(&shown) != excluded.project(&shown));
            }
        }
    }

    #[test]
    fn without_a_choice_the_cut_leaves_nothing() {
        let mut model = Model::new();
        let (fixed, _) = (model.var("x", 3), model.var("y", 0..=9));
        let mut program = linearize(&model, DEFAULT).unwrap();
        program.exclude(&Assignment::new(vec![3, 0]), &[fixed]).unwrap();
        assert!(program.program.is_contradictory());
    }
}

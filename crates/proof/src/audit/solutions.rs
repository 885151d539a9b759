//! All solutions of a small model, by going through the values of one variable after the other.
//!
//! The judge of the encodings: it shares no code with them. Sums, counts and all-different constraints cut branches
//! that their first variables rule out already; other classes are checked when their last variable has its value.

use cnfab_model::{AllDifferent, Assignment, Cardinality, Cmp, Constraint, Linear, Model, taken};

/// The solutions, each as one value per variable, in lexicographic order; `None` if they have more than `most` values
/// altogether or finding them takes more than `steps` steps.
pub fn solutions(model: &Model, most: usize, steps: u64) -> Option<Vec<Vec<i32>>> {
    let constraints = model.constraints().iter().map(|posted| &posted.constraint).collect();
    let mut search = SolutionSearch { model, constraints, values: Vec::new(), found: Vec::new(), most, steps };
    search.from().then_some(search.found)
}

struct SolutionSearch<'m> {
    model: &'m Model,
    constraints: Vec<&'m Constraint>,
    /// The values of the first variables.
    values: Vec<i32>,
    found: Vec<Vec<i32>>,
    most: usize,
    steps: u64,
}

impl SolutionSearch<'_> {
    /// Finds what begins with the values; whether all of it was found.
    fn from(&mut self) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        if !self.constraints.iter().all(|constraint| possible(constraint, self.model, &self.values)) {
            return true;
        }
        let Some(variable) = self.model.variables().get(self.values.len()) else {
            self.found.push(self.values.clone());
            return self.found.len() * self.values.len() <= self.most;
        };
        variable.domain.values().all(|value| {
            self.values.push(value);
            let all = self.from();
            self.values.pop();
            all
        })
    }
}

taken! {
    /// The classes that are checked before all their variables have values.
    enum Cut { AllDifferent, Cardinality, Linear }
}

/// True if the constraint may hold when the first variables have these values, if it may without the last of them;
/// exact if all variables have a value.
fn possible(constraint: &Constraint, model: &Model, values: &[i32]) -> bool {
    let complete = || {
        constraint.vars().any(|var| var.index() >= values.len()) || constraint.holds(&Assignment::new(values.to_vec()))
    };
    let Some(constraint) = Cut::of(constraint) else { return complete() };
    match constraint {
        Cut::AllDifferent(AllDifferent(vars)) => {
            let Some(last) = values.len().checked_sub(1) else { return true };
            let with_value = vars.iter().filter(|var| var.index() < last && values[var.index()] == values[last]);
            with_value.count() == 0 || vars.iter().all(|var| var.index() != last)
        }
        Cut::Linear(Linear { terms, cmp, rhs }) => {
            let ends = terms.iter().map(|&(coefficient, var)| {
                let domain = model.domain(var);
                let ends = match values.get(var.index()) {
                    Some(&value) => [value; 2],
                    None => [domain.min().unwrap_or(0), domain.max().unwrap_or(0)],
                };
                let [a, b] = ends.map(|end| i128::from(coefficient) * i128::from(end));
                (a.min(b), a.max(b))
            });
            let (low, high) = ends.fold((0, 0), |sum, end| (sum.0 + end.0, sum.1 + end.1));
            within(*cmp, low, high, i128::from(*rhs))
        }
        Cut::Cardinality(Cardinality { atoms, cmp, k }) => {
            let (mut low, mut high) = (0, 0);
            for atom in atoms {
                match values.get(atom.var.index()) {
                    Some(&value) => {
                        let holds = i128::from(atom.holds(value));
                        low += holds;
                        high += holds;
                    }
                    None => high += 1,
                }
            }
            within(*cmp, low, high, *k as i128)
        }
    }
}

fn within(cmp: Cmp, low: i128, high: i128, bound: i128) -> bool {
    match cmp {
        Cmp::Le => low <= bound,
        Cmp::Eq => low <= bound && bound <= high,
        Cmp::Ge => bound <= high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_cuts_what_does_not_hold_and_nothing_else() {
        let mut model = Model::new();
        let vars: Vec<_> = (0..4).map(|i| model.var(format!("x[{i}]"), 0..=2)).collect();
        model.linear("sum", [(1, vars[0]), (-2, vars[1]), (1, vars[3])], Cmp::Ge, 0);
        model.all_different("different", vars[1..].to_vec());
        model.at_least("some", 2, [vars[0].is(1), vars[2].is_not(0), vars[3].is(2)]);
        model.clause("one", [vars[0].is(0), vars[1].is(0)]);
        let mut expected = Vec::new();
        for code in 0..81 {
            let values: Vec<i32> = [27, 9, 3, 1].iter().map(|place| code / place % 3).collect();
            if model.violated(&Assignment::new(values.clone())).is_none() {
                expected.push(values);
            }
        }
        assert!(expected.len() > 2);
        assert_eq!(solutions(&model, 400, 1000), Some(expected.clone()));
        assert_eq!(solutions(&model, 4 * expected.len() - 1, 1000), None);
        assert_eq!(solutions(&model, 400, 5), None);
    }
}

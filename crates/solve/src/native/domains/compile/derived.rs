//! Sums that follow from sums and from all-different constraints that take all their values.
//!
//! What it does: variables that have to differ and have as many values as they are take each value once, so their sum
//! is known. Take away the sums of variables among them, and the sum of the others is known. Add up the sums that reach
//! into them, and the sum of what is outside is known. Both are made propagators where they are about few variables.
//!
//! Whose idea: players of Killer Sudoku, who call it the rule of 45, and what it leaves innies and outies. It is a
//! linear combination of equations.
//!
//! How ours differs: it is about no kind of puzzle. Only combinations with a single all-different constraint are made,
//! and only sums without common variables are looked at, the first ones of the model.
//!
//! When it runs: once, when a model is compiled for full propagation.

use crate::tuning::domains::MOST_DERIVED;
use cnfab_model::{AllDifferent, Cmp, Flat, Linear, Model, Var};

/// An equation with unit coefficients over different variables.
struct Sum {
    vars: Vec<Var>,
    rhs: i64,
}

/// The equations that follow and have few variables. Every solution of the model solves them.
pub(super) fn derived(model: &Model) -> Vec<Linear> {
    let mut sums: Vec<Sum> = Vec::new();
    // The sum that each variable counts for.
    let mut sum_of: Vec<Option<usize>> = vec![None; model.variables().len()];
    for posted in model.constraints() {
        if let Some(sum) = unit(posted.flat())
            && sum.vars.iter().all(|var| sum_of[var.index()].is_none())
        {
            sum.vars.iter().for_each(|var| sum_of[var.index()] = Some(sums.len()));
            sums.push(sum);
        }
    }
    if sums.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for group in model.constraints().iter().filter_map(|posted| total(posted.flat(), model)) {
        let is_in = |var: &Var| group.vars.contains(var);
        let mut met: Vec<usize> = group.vars.iter().filter_map(|var| sum_of[var.index()]).collect();
        let is_covered = met.len() == group.vars.len();
        met.sort_unstable();
        met.dedup();
        let (within, across): (Vec<&Sum>, Vec<&Sum>) =
            met.iter().map(|&sum| &sums[sum]).partition(|sum| sum.vars.iter().all(is_in));
        let [of_within, of_across] = [&within, &across].map(|sums| sums.iter().map(|sum| sum.rhs).sum::<i64>());
        if !within.is_empty() {
            let is_left = |var: &&Var| within.iter().all(|sum| !sum.vars.contains(var));
            let left = group.vars.iter().filter(is_left).copied().collect();
            found.push(Sum { vars: left, rhs: group.rhs - of_within });
        }
        if is_covered {
            let outside = across.iter().flat_map(|sum| &sum.vars).filter(|var| !is_in(var)).copied().collect();
            found.push(Sum { vars: outside, rhs: of_within + of_across - group.rhs });
        }
    }
    found.retain(|sum| (1..=MOST_DERIVED).contains(&sum.vars.len()));
    let linear =
        |Sum { vars, rhs }| Linear { terms: vars.into_iter().map(|var| (1, var)).collect(), cmp: Cmp::Eq, rhs };
    found.into_iter().map(linear).collect()
}

/// The sum of variables that take each of their values once.
fn total(constraint: Flat<'_>, model: &Model) -> Option<Sum> {
    let Flat::AllDifferent(AllDifferent(vars)) = constraint else { return None };
    let mut values: Vec<i32> = Vec::new();
    for &var in vars {
        // Most domains are the same; a large one cannot be taken by the others.
        if model.domain(var).len() > vars.len() {
            return None;
        }
        values.extend(model.domain(var).values());
    }
    values.sort_unstable();
    values.dedup();
    let rhs = values.iter().map(|&value| i64::from(value)).sum();
    (values.len() == vars.len() && are_different(vars)).then(|| Sum { vars: vars.clone(), rhs })
}

/// An equation as a sum, if all coefficients are 1 and some values could have it, so that sums of sums fit 64 bits.
fn unit(constraint: Flat<'_>) -> Option<Sum> {
    let Flat::Linear(Linear { terms, cmp: Cmp::Eq, rhs }) = constraint else { return None };
    let vars: Vec<Var> = terms.iter().filter(|term| term.0 == 1).map(|term| term.1).collect();
    let is_near = rhs.unsigned_abs() <= (vars.len() as u64) << 31;
    (vars.len() == terms.len() && is_near && are_different(&vars)).then_some(Sum { vars, rhs: *rhs })
}

fn are_different(vars: &[Var]) -> bool {
    let mut sorted = vars.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{Budget, Encodings, Strategy};
    use cnfab_model::Assignment;

    /// Rows and columns of a board that take each value once, and sums over parts of it.
    fn model(random: &mut fastrand::Rng) -> Model {
        let mut model = Model::new();
        let first = random.i32(-2..3);
        let vars: Vec<Var> = (0..9).map(|cell| model.var(format!("x[{cell}]"), first..=first + 2)).collect();
        for line in 0..3 {
            model.all_different("row", (0..3).map(|at| vars[3 * line + at]));
            model.all_different("column", (0..3).map(|at| vars[3 * at + line]));
        }
        // The sums are those of a solution, so that some are left.
        let value = |cell: usize| i64::from(first) + ((cell / 3 + cell % 3) % 3) as i64;
        let mut cells: Vec<usize> = (0..9).collect();
        random.shuffle(&mut cells);
        let mut left = &cells[..random.usize(4..=9)];
        while !left.is_empty() {
            let (part, rest) = left.split_at(random.usize(1..=left.len().min(4)));
            model.sum_eq("sum", part.iter().map(|&cell| vars[cell]), part.iter().map(|&cell| value(cell)).sum());
            left = rest;
        }
        model
    }

    #[test]
    fn every_solution_solves_the_derived_sums() {
        let mut random = fastrand::Rng::with_seed(45);
        let (mut made, mut solutions) = (0, 0);
        let backend = Strategy::parse("sat:cdcl").expect("registered").backend(&Encodings::default());
        for _ in 0..300 {
            let model = model(&mut random);
            let derived = derived(&model);
            made += derived.len();
            let mut on = |solution: &Assignment| {
                solutions += 1;
                for Linear { terms, rhs, .. } in &derived {
                    let sum: i64 = terms.iter().map(|&(_, var)| i64::from(solution[var])).sum();
                    assert_eq!(sum, *rhs, "{model:#?}");
                }
                ControlFlow::Continue(())
            };
            backend.solve(&model, &Budget::unlimited(), &mut on).expect("any model");
        }
        assert!(made > 500 && solutions > 300, "{made} {solutions}");
    }

    #[test]
    fn what_is_left_of_a_group_and_what_reaches_out_of_it_are_known() {
        let mut model = Model::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.var(name, 1..=3));
        model.all_different("group", [a, b, c]);
        model.sum_eq("within", [a, b], 4);
        model.sum_eq("across", [c, d], 5);
        let found: Vec<(Vec<Var>, i64)> = derived(&model)
            .into_iter()
            .map(|sum| (sum.terms.into_iter().map(|(_, var)| var).collect(), sum.rhs))
            .collect();
        assert_eq!(found, [(vec![c], 2), (vec![d], 3)]);
    }
}

//! Small random models over all constraint classes, and their solutions by trying every assignment.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab::model::{
    AllDifferent, Assignment, Atom, Cardinality, Class, Clause, Cmp, Constraint, Domain, EXAMPLES, Linear, Model,
    Posted, Relation, Table, Var,
};
use fastrand::Rng;
use itertools::Itertools;

/// Most assignments that a random model has, so that trying them all is cheap.
const MOST_ASSIGNMENTS: usize = 1500;

/// The model of this seed: 1 to 5 variables with negative values and gaps, 1 to 5 constraints.
pub(crate) fn random_model(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let mut assignments = 1;
    for index in 0..rng.usize(1..=5) {
        let domain = random_domain(&mut rng);
        if assignments * domain.len() > MOST_ASSIGNMENTS {
            break;
        }
        assignments *= domain.len();
        model.var(format!("{}[{index}]", ["x", "y"][index % 2]), domain);
    }
    // A third of the models have constraints of any class, bounds and conditions.
    let is_open = seed.is_multiple_of(3) && !model.variables().is_empty();
    for _ in 0..rng.usize(1..=5) {
        let label = ["one", "two"][rng.usize(..2)];
        if is_open {
            let constraint = EXAMPLES[rng.usize(..EXAMPLES.len())](&model, &mut |below| rng.usize(..below));
            let when = random_when(&mut rng, &model);
            if rng.u8(..4) == 0 && when.len() == 1 {
                model.reify(label, when[0], constraint).expect("small numbers");
            } else {
                model.post_when(label, when, constraint);
            }
        } else {
            let constraint = random_constraint(&mut rng, &model);
            model.post(label, constraint);
        }
    }
    let mut order: Vec<Var> = model.vars().collect();
    rng.shuffle(&mut order);
    if rng.bool() {
        let shown = rng.usize(0..=order.len());
        model.show(&order[..shown]);
    }
    rng.shuffle(&mut order);
    model.declare_order("spiral", order.clone());
    rng.shuffle(&mut order);
    model.declare_order("closing", order.clone());
    rng.shuffle(&mut order);
    model.declare_order("annotated", order);
    model
}

/// The classes that [`constraint_of`] knows.
pub(crate) const CLASSES: [&str; 5] = ["all-different", "linear", "cardinality", "clause", "table"];

pub(crate) fn random_domain(rng: &mut Rng) -> Domain {
    match rng.u8(..6) {
        0 => (0..=1).into(),
        1 => rng.i32(-3..4).into(),
        2 => {
            let low = rng.i32(-4..3);
            (low..=low + rng.i32(1..5)).into()
        }
        _ => (0..rng.usize(1..6)).map(|_| rng.i32(-5..8)).collect::<Vec<_>>().into(),
    }
}

/// Conditions: usually none.
pub(crate) fn random_when(rng: &mut Rng, model: &Model) -> Vec<Atom> {
    let Clause(atoms) = Clause::example(model, &mut |below| rng.usize(..below));
    atoms.into_iter().take(rng.usize(0..4).saturating_sub(1)).collect()
}

fn random_vars(rng: &mut Rng, model: &Model, most: usize) -> Vec<Var> {
    let all: Vec<Var> = model.vars().collect();
    let count = rng.usize(1..=most.min(all.len()));
    if rng.u8(..8) == 0 {
        // Now and then a variable comes twice.
        return (0..count).map(|_| all[rng.usize(..all.len())]).collect();
    }
    let mut chosen = all;
    rng.shuffle(&mut chosen);
    chosen.truncate(count);
    chosen
}

fn random_atoms(rng: &mut Rng, model: &Model) -> Vec<Atom> {
    let vars: Vec<Var> = model.vars().collect();
    let atom = |rng: &mut Rng| {
        let var = vars[rng.usize(..vars.len())];
        let values = model.domain(var).to_vec();
        // Now and then a value that the domain does not have.
        let value = if rng.u8(..6) == 0 { rng.i32(-6..9) } else { values[rng.usize(..values.len())] };
        equation(var, value, rng.u8(..4) > 0)
    };
    (0..rng.usize(0..=7)).map(|_| atom(rng)).collect()
}

/// `var = value`, or that it is not.
pub(crate) fn equation(var: Var, value: i32, is: bool) -> Atom {
    if is { var.is(value) } else { var.is_not(value) }
}

fn random_cmp(rng: &mut Rng) -> Cmp {
    [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)]
}

fn random_constraint(rng: &mut Rng, model: &Model) -> Constraint {
    // Sums have the most encodings.
    let class = ["all-different", "linear", "linear", "cardinality", "clause", "table"][rng.usize(..6)];
    constraint_of(class, rng, model)
}

/// A random constraint of the class over variables of the model.
pub(crate) fn constraint_of(class: &str, rng: &mut Rng, model: &Model) -> Constraint {
    match class {
        "all-different" => AllDifferent(random_vars(rng, model, 5)).into(),
        "linear" => {
            let unit = rng.bool();
            let vars = random_vars(rng, model, 5);
            let terms: Vec<(i64, Var)> =
                vars.into_iter().map(|var| (if unit { 1 } else { rng.i64(-3..=3) }, var)).collect();
            // A right-hand side that some assignment usually reaches.
            let reached: i64 = terms
                .iter()
                .map(|&(c, var)| {
                    let values = model.domain(var).to_vec();
                    c * i64::from(values[rng.usize(..values.len())])
                })
                .sum();
            Linear { terms, cmp: random_cmp(rng), rhs: reached + i64::from(rng.u8(..5) == 0) }.into()
        }
        "cardinality" => {
            let atoms = random_atoms(rng, model);
            let k = rng.usize(0..=atoms.len() + 1);
            Cardinality { atoms, cmp: random_cmp(rng), k }.into()
        }
        "clause" => {
            let mut atoms = random_atoms(rng, model);
            if atoms.is_empty() && rng.u8(..4) > 0 {
                atoms = vec![Var::from_index(0).is_not(0)];
            }
            Clause(atoms).into()
        }
        "table" => {
            let vars = random_vars(rng, model, 3);
            if vars.len() == 3 && rng.u8(..3) == 0 {
                // A multiplication.
                let of = |var: Var| model.domain(var).to_vec();
                let pairs = of(vars[0]).into_iter().cartesian_product(of(vars[1]));
                let rows: Vec<[i32; 3]> = pairs.map(|(a, b)| [a, b, a * b]).collect();
                return Table { vars, relation: Arc::new(Relation::new(3, rows)) }.into();
            }
            let rows: Vec<Vec<i32>> = (0..rng.usize(0..14))
                .map(|_| {
                    let cell = |&var: &Var| {
                        let values = model.domain(var).to_vec();
                        values[rng.usize(..values.len())] + i32::from(rng.u8(..12) == 0)
                    };
                    vars.iter().map(cell).collect()
                })
                .collect();
            let relation = Arc::new(Relation::new(vars.len(), rows));
            Table { vars, relation }.into()
        }
        _ => panic!("{class} is no constraint class"),
    }
}

/// All solutions, as values of the shown variables, by trying every value of each variable in turn. A constraint is
/// checked once all its variables have a value; that variables are different is seen with each of them.
pub(crate) fn brute_force(model: &Model) -> BTreeSet<Vec<i32>> {
    let count = model.variables().len();
    // By the number of variables that have a value.
    let mut decided: Vec<Vec<&Posted>> = vec![Vec::new(); count + 1];
    for posted in model.constraints() {
        let vars = posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var));
        decided[vars.map(|var| var.index() + 1).max().unwrap_or(0)].push(posted);
    }
    let mut found = BTreeSet::new();
    // For each variable those before it that some all-different constraint holds apart from it.
    let mut apart: Vec<Vec<usize>> = vec![Vec::new(); count];
    for posted in model.constraints().iter().filter(|posted| posted.when.is_empty()) {
        if let Constraint::AllDifferent(AllDifferent(vars)) = &posted.constraint {
            for [a, b] in vars.iter().map(|var| var.index()).array_combinations().filter(|[a, b]| a != b) {
                apart[a.max(b)].push(a.min(b));
            }
        }
    }
    let lowest = model.variables().iter().map(|variable| variable.domain.min().unwrap_or_default()).collect();
    extend(model, &Rules { decided, apart }, 0, lowest, &model.shown(), &mut found);
    found
}

/// The rules that are checked when a variable has a value.
struct Rules<'m> {
    decided: Vec<Vec<&'m Posted>>,
    apart: Vec<Vec<usize>>,
}

/// Tries all values of the variables from the given one on.
fn extend(
    model: &Model,
    rules: &Rules<'_>,
    next: usize,
    values: Vec<i32>,
    shown: &[Var],
    found: &mut BTreeSet<Vec<i32>>,
) {
    let assignment = Assignment::new(values);
    if !rules.decided[next].iter().all(|posted| posted.holds(&assignment)) {
        return;
    }
    let Some(variable) = model.variables().get(next) else {
        found.insert(assignment.project(shown));
        return;
    };
    for value in variable.domain.values() {
        if rules.apart[next].iter().any(|&other| assignment.values()[other] == value) {
            continue;
        }
        let mut values = assignment.values().to_vec();
        values[next] = value;
        extend(model, rules, next + 1, values, shown, found);
    }
}

/// A variable of many values whose bounds are in hundreds of clauses.
pub(crate) fn long_clauses() -> Model {
    let mut model = Model::new();
    let wide = model.var("wide", 0..=279);
    let few = [0, 1, 2].map(|number| model.var(format!("few[{number}]"), 0..=1));
    for value in 0..279 {
        let other = few[value as usize % 3].is(value % 2);
        model.post("some", Clause(vec![wide.at_most(value), other]));
    }
    model
}

/// A weighted sum over variables from 0 to 1, beside counts that allow one or none of some literals, exactly one, or
/// all but one, and clauses of two literals.
pub(crate) fn sum_beside_at_most_ones(rng: &mut Rng) -> Model {
    let mut model = Model::new();
    let mut vars: Vec<Var> = (0..rng.usize(4..=8)).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
    let n = vars.len();
    for _ in 0..rng.usize(1..=3) {
        rng.shuffle(&mut vars);
        let value = i32::from(rng.u32(..4) > 0);
        let size = rng.usize(2..=4).min(n);
        let atoms: Vec<Atom> = vars[..size].iter().map(|var| var.is(value)).collect();
        match rng.u32(..5) {
            0 | 1 => model.at_most("few", 1, atoms),
            2 | 3 => model.exactly("one", 1, atoms),
            _ => model.count("rest", atoms, Cmp::Ge, size - 1),
        }
    }
    if rng.bool() {
        rng.shuffle(&mut vars);
        for [a, b] in [[0, 1], [1, 2], [0, 2], [3, 3]] {
            model.post("edge", Clause(vec![vars[a].is(0), vars[b].is(0)]));
        }
    }
    rng.shuffle(&mut vars);
    let unit = rng.i64(1..=2);
    let mut weight = || unit * rng.i64(1..=12) * if rng.u32(..4) == 0 { -1 } else { 1 };
    let terms: Vec<(i64, Var)> = vars[..n - n / 4].iter().map(|&var| (weight(), var)).collect();
    let ends = |sign: i64| terms.iter().map(|term| term.0).filter(|weight| weight * sign > 0).sum::<i64>();
    let (low, high) = (ends(-1), ends(1));
    let cmp = [Cmp::Le, Cmp::Ge, Cmp::Le, Cmp::Ge, Cmp::Eq][rng.usize(..5)];
    model.linear("sum", terms, cmp, rng.i64(low..=high));
    model
}

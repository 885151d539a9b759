//! No two registered encodings of a class make the same formulas: such are one name.
//!
//! Formulas are compared up to the numbering of auxiliaries, by colour refinement of the graph of variables and clauses
//! (B. Weisfeiler, A. Leman, "The reduction of a graph to canonical form", 1968): equal formulas have equal colours,
//! and different ones have different colours but for rare exceptions.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use cnfab::audit::{CLASSES, Case, Parameters};
use cnfab::cnf::ClauseStore;
use cnfab::encode::{Recipe, encode, find_class};
use cnfab::model::Cmp;

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The part of the formula that stays when its auxiliaries, which come behind `inputs` inputs, are permuted.
fn colour(formula: &ClauseStore, inputs: usize) -> u64 {
    let mut colours: Vec<u64> = (0..=formula.variables()).map(|var| hash(var.min(inputs + 1))).collect();
    for _ in 0..6 {
        let mut seen: Vec<Vec<u64>> = vec![Vec::new(); colours.len()];
        for clause in formula.clauses() {
            let mut lits: Vec<u64> =
                clause.iter().map(|lit| hash((colours[lit.var() as usize], lit.is_positive()))).collect();
            lits.sort_unstable();
            let of_clause = hash(&lits);
            clause.iter().for_each(|lit| seen[lit.var() as usize].push(hash((of_clause, lit.is_positive()))));
        }
        for (colour, mut seen) in colours.iter_mut().zip(seen) {
            seen.sort_unstable();
            *colour = hash((*colour, seen));
        }
    }
    colours.sort_unstable();
    hash((colours, formula.clauses().count()))
}

/// The formula of a case under a recipe; `None` if the encoding does not take it.
fn formula(case: &Case, recipe: &str) -> Option<u64> {
    let recipe: Recipe = recipe.parse().expect("registered");
    let mut store = ClauseStore::default();
    encode(&case.model, &recipe, &mut store).ok()?;
    let mut variables = ClauseStore::default();
    let mut bare = cnfab::model::Model::new();
    case.model.variables().iter().for_each(|variable| {
        bare.var(&*variable.name, variable.domain.clone());
    });
    encode(&bare, &recipe, &mut variables).expect("no constraint is refused");
    Some(colour(&store, variables.variables()))
}

/// The sizes matrix: small and large, each comparison, alike and unlike variables, few and many columns.
fn matrix() -> Vec<Parameters> {
    let mut all = Vec::new();
    for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
        for (cells, values, k) in [(2, (1, 6), 2), (3, (1, 5), 3), (4, (0, 6), 5), (6, (1, 4), 4)] {
            for (coefficients, all_different) in [(None, false), (None, true), (Some(vec![1, 2, -3, 1, 5, 2]), false)] {
                all.push(Parameters {
                    n: vec![2, 5, 9, 12, 30, 81, 300],
                    k,
                    cmp: Some(cmp),
                    cells,
                    values,
                    coefficients: coefficients.map(|all| all[..cells].to_vec()),
                    all_different,
                    rows: 12,
                    ..Parameters::default()
                });
            }
        }
    }
    all
}

#[test]
fn no_two_names_are_the_same_formula() {
    for class in CLASSES {
        // Two names that agree wherever both take a case.
        let mut names = find_class(class.name).expect("a class of the table").names();
        // It is one of the others, by the numbers.
        names.retain(|&name| name != "auto");
        let mut formulas: BTreeMap<&str, Vec<Option<u64>>> = BTreeMap::new();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for parameters in matrix() {
            let Ok(cases) = (class.cases)(&parameters) else { continue };
            let most = match class.name {
                "card" | "circuit" | "connected" => 12,
                "parity" => 30,
                _ => 300,
            };
            let small = |case: &&Case| case.n.is_none_or(|n| n <= most);
            for case in cases.iter().filter(small) {
                if !seen.insert(case.label.clone()) {
                    continue;
                }
                for name in &names {
                    formulas.entry(name).or_default().push(formula(case, &format!("root=none,{}={name}", class.name)));
                }
            }
        }
        for (index, one) in names.iter().enumerate() {
            for other in &names[index + 1..] {
                let both = formulas[one].iter().zip(&formulas[other]).filter(|(a, b)| a.is_some() && b.is_some());
                let (count, same) = both.fold((0, 0), |(count, same), (a, b)| (count + 1, same + usize::from(a == b)));
                assert!(same < count.max(1), "{}: {one} and {other} are the same in {count} cases", class.name);
            }
        }
    }
}

//! Refusals before anything is sent: to a sink, to a file and to standard output.

use std::sync::{Arc, OnceLock};

use cnfab::cnf::{ClauseStore, Meter};
use cnfab::encode::{Recipe, encode, find_class};
use cnfab::format::{Export, FORMATS, States};
use cnfab::ilp;
use cnfab::model::{Cmp, Model, Relation, Var};

/// Many constraints that every encoding takes, and behind them one that some encodings refuse.
fn model(post: impl Fn(&mut Model, &[Var])) -> Model {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..6).map(|i| model.var(format!("x[{i}]"), 1..=6)).collect();
    model.all_different("different", vars.clone());
    model.exactly("two", 2, vars.iter().map(|var| var.is(3)));
    model.sum_eq("sum", vars[..3].to_vec(), 10);
    let pairs = Relation::new(2, (1..=5).map(|value| [value, value + 1]));
    model.table("next", vec![vars[0], vars[1]], &Arc::new(pairs));
    post(&mut model, &vars);
    model
}

fn refused() -> Vec<(&'static str, Model)> {
    let wide = |model: &mut Model, n: usize, values: i32| -> Vec<Var> {
        (0..n).map(|i| model.var(format!("y[{i}]"), 0..=values)).collect()
    };
    let at_most = model(|model, vars| model.linear("late", vars[..3].iter().map(|&var| (1, var)), Cmp::Le, 9));
    let unequal = model(|model, vars| model.linear("late", [(1, vars[0]), (2, vars[1])], Cmp::Eq, 9));
    let heavy = model(|model, _| {
        let vars = wide(model, 8, 4000);
        let terms = vars.iter().zip([1, 4001, 7919, 60_013, 50_021, 33_013, 1, 3]);
        model.linear("late", terms.map(|(&var, weight)| (weight, var)), Cmp::Le, 100_000_000);
    });
    let counted = model(|model, _| {
        let vars = wide(model, 60, 1);
        model.exactly("late", 20, vars.iter().map(|var| var.is(1)));
    });
    let different = model(|model, _| {
        let vars = wide(model, 60, 80);
        model.all_different("late", vars);
    });
    let no_product = model(|model, vars| {
        let rows = Relation::new(3, [[1, 2, 3], [2, 3, 5]]);
        model.table("late", vars[..3].to_vec(), &Arc::new(rows));
    });
    let sparse = model(|model, _| {
        // For each pair of first values, all third values but one are forbidden.
        let vars = wide(model, 3, 140);
        let pairs = (0..=140).flat_map(|a| (0..=140).map(move |b| [a, b, (a + b) % 141]));
        model.table("late", vars, &Arc::new(Relation::new(3, pairs)));
    });
    let mut all = vec![
        ("linear:late=subset-table", at_most.clone()),
        ("linear:late=order-subset", at_most),
        ("linear:late=subset-table", unequal),
        ("card=naive", counted.clone()),
        ("all-different=hall(5)", different),
        ("table:late=shift-add", no_product.clone()),
        ("table:late=order-monotone", no_product),
        ("table:late=conflicts", sparse.clone()),
        ("table:late=supports-conflicts", sparse),
        ("card:late=cmd:prog {n} {k}", counted),
    ];
    // The encodings of sums that grow with the sums; finding them takes as long as encoding by the others.
    static GROWING: OnceLock<Vec<String>> = OnceLock::new();
    let is_refused =
        |recipe: &String| encode(&heavy, &recipe.parse().expect("a recipe"), &mut Meter::default()).is_err();
    let growing = GROWING.get_or_init(|| {
        let names = find_class("linear").expect("a class").catalogue();
        names.into_iter().map(|name| format!("linear:late={name}")).filter(is_refused).collect()
    });
    all.extend(growing.iter().map(|recipe| (recipe.as_str(), heavy.clone())));
    assert!(all.len() > 20, "{:?}", all.iter().map(|(recipe, _)| recipe).collect::<Vec<_>>());
    all
}

#[test]
fn a_sink_gets_nothing_of_what_is_refused() {
    for (recipe, model) in refused() {
        let mut store = ClauseStore::default();
        let recipe: Recipe = format!("root=none,{recipe}").parse().unwrap();
        let Err(error) = encode(&model, &recipe, &mut store) else { panic!("{recipe} is not refused") };
        assert!(error.to_string().contains("cannot encode"), "{error}");
        assert!(store.variables() == 0 && store.is_empty(), "{recipe}: {} variables", store.variables());
    }
}

#[test]
fn a_file_gets_nothing_of_what_is_refused() {
    for (recipe, model) in refused() {
        // A file in KNF has cardinality constraints as they are.
        let is_kept = |name: &str| name == "knf" && recipe.starts_with("card");
        for format in FORMATS.iter().filter(|format| format.states == States::Clauses && !is_kept(format.name)) {
            let mut out = Vec::new();
            let recipe: Recipe = format!("root=none,{recipe}").parse().unwrap();
            let export = Export {
                model: &model,
                recipe: &recipe,
                aliases: &[],
                ilp: ilp::DEFAULT,
                instance: "i",
                kind: "k",
                view: "v",
                comments: false,
            };
            assert!((format.write)(&export, &mut out).is_err() && out.is_empty(), "{recipe}, {}", format.name);
        }
    }
}

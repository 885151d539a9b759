//! Every registered encoding of every class against brute force: the models of the formula, projected to the inputs,
//! are the solutions of the constraint, and there are as many of them as the encoding's contract allows.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab::cnf::Lit;
use cnfab::encode::{Contract, LitOrConst, Recipe, Unsupported, encode, find_class};
use cnfab::model::{Assignment, Cmp, Flat, Linear, Model, Relation, Var};
use fastrand::Rng;
use itertools::Itertools;

use crate::common::cnf::{Cnf, is_true};
use crate::random_model::{brute_force, constraint_of, random_domain, random_when, sum_beside_at_most_ones};

/// The number of assignments of each kind that are tried where a formula has too many models to list.
const MOST_TRIED: usize = 30;

/// Encodes the model and compares with the given solutions: lists all models of the formula if there is one for each
/// solution, and otherwise tries solutions and other assignments.
pub(crate) fn check(model: &Model, solutions: &BTreeSet<Vec<i32>>, recipe: &str) -> Result<(), Unsupported> {
    let mut cnf = Cnf::default();
    let encoded = encode(model, &recipe.parse::<Recipe>().expect("a recipe"), &mut cnf);
    assert!(encoded.is_ok() || cnf.store.variables() == 0 && cnf.store.is_empty(), "{recipe}: refused half-way");
    let mut vars = encoded?;
    if vars.contract() == Contract::ProjectedOnly {
        let all = model.variables().iter().map(|variable| variable.domain.values());
        let (right, wrong): (Vec<_>, Vec<_>) = all.multi_cartesian_product().partition(|row| solutions.contains(row));
        for (rows, is_right) in [(right, true), (wrong, false)] {
            for row in rows.iter().step_by(rows.len().div_ceil(MOST_TRIED).max(1)) {
                let atoms = model.vars().zip(row).map(|(var, &value)| vars.atom(var.is(value), &mut cnf));
                let atoms: Vec<LitOrConst> = atoms.collect();
                let assumed: Vec<Lit> = atoms
                    .iter()
                    .filter_map(|&truth| if let LitOrConst::Lit(lit) = truth { Some(lit) } else { None })
                    .collect();
                let found = !atoms.contains(&LitOrConst::Const(false)) && cnf.count(&assumed, 1) > 0;
                assert_eq!(found, is_right, "{recipe}: {row:?} of {model:#?}");
            }
        }
        return Ok(());
    }
    let mut found = BTreeSet::new();
    let mut count = 0;
    cnf.models(&[], &mut |partial| {
        let holds = |lit: Lit| is_true(partial, lit);
        found.insert(vars.decode(&holds).values().to_vec());
        count += 1;
        // A formula with more models than it should have may have very many.
        count <= solutions.len()
    });
    assert_eq!(&found, solutions, "{recipe}: {model:#?}");
    assert_eq!(count, solutions.len(), "{recipe} claims to be bijective: {model:#?}");
    Ok(())
}

/// A model of one to `most` variables.
fn random_variables(rng: &mut Rng, most: usize) -> Model {
    let mut model = Model::new();
    for i in 0..rng.usize(1..=most) {
        model.var(format!("x[{i}]"), random_domain(rng));
    }
    model
}

/// The specification of each encoding of a class as `class=name`, with several numbers for those that take one.
fn parts(class: &str) -> Vec<String> {
    find_class(class).expect("a class").parts()
}

/// Random models with one constraint of the class, through every given encoding with every domain encoding.
fn check_class(class: &str, encodings: &[String], rounds: usize, mut supported: impl FnMut(&Model, &str) -> bool) {
    let mut rng = Rng::with_seed(20 + class.len() as u64);
    let mut satisfiable = 0;
    for round in 0..rounds {
        let mut model = random_variables(&mut rng, 4);
        if class == "linear" && rng.bool() {
            model.all_different("all", model.vars());
        }
        // Contracts hold with conditions, too.
        let when = if round % 3 == 2 { random_when(&mut rng, &model) } else { Vec::new() };
        model.post_when("it", when, constraint_of(class, &mut rng, &model));
        let solutions = brute_force(&model);
        satisfiable += usize::from(!solutions.is_empty());
        let root = if round % 2 == 0 { "none" } else { "narrow" };
        let domains = parts("domain");
        let domain = &domains[round / 2 % domains.len()];
        for encoding in encodings {
            let recipe = format!("{domain},{encoding},root={root}");
            match check(&model, &solutions, &recipe) {
                Ok(()) => {}
                Err(unsupported) => assert!(!supported(&model, encoding), "{unsupported}: {model:#?}"),
            }
        }
    }
    assert!(satisfiable > rounds / 4, "{class}: {satisfiable} of {rounds} models have a solution");
}

#[test]
fn all_different_is_encoded_as_meant() {
    check_class("all-different", &parts("all-different"), 150, |_, _| true);
    let both: Vec<String> = parts("amo").iter().map(|amo| format!("all-different=bijection,{amo}")).collect();
    check_class("all-different", &both, 80, |_, _| true);
}

#[test]
fn sums_are_encoded_as_meant() {
    check_class("linear", &parts("linear"), 400, |model, encoding| {
        let posted = model.constraints().last().expect("the sum was posted last");
        let Flat::Linear(Linear { terms, cmp, .. }) = posted.flat() else { panic!("a sum") };
        let vars: Vec<_> = terms.iter().map(|&(_, var)| var).collect();
        let of_sets = *cmp == Cmp::Eq && model.distinct(&vars) && terms.iter().all(|term| term.0 == terms[0].0);
        of_sets || !encoding.contains("subset")
    });
}

#[test]
fn sums_of_different_variables_are_encoded_as_meant() {
    let mut rng = Rng::with_seed(4);
    let domains = parts("domain");
    for round in 0..80 {
        let mut model = Model::new();
        let count = rng.usize(3..=4);
        for i in 0..count {
            let one = rng.i32(0..5);
            let values: Vec<i32> = (0..5).filter(|&value| value == one || rng.u8(..5) > 0).collect();
            model.var(format!("x[{i}]"), values);
        }
        model.all_different("all", model.vars());
        let coefficients = [[1, 1, 1, 1], [1, 1, -1, -1], [2, 1, 1, 2]][rng.usize(..3)];
        // Totals near the ends, where the bounds of sums of different values cut.
        let cmp = [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)];
        let end = if rng.bool() { rng.i64(-4..5) } else { rng.i64(7..14) };
        model.linear("sum", coefficients.into_iter().zip(model.vars()), cmp, end);
        let solutions = brute_force(&model);
        let domain = &domains[round % domains.len()];
        for linear in parts("linear") {
            let outcome = check(&model, &solutions, &format!("{domain},{linear},root=none"));
            assert!(outcome.is_ok() || linear.contains("subset"), "{outcome:?}");
        }
    }
}

#[test]
fn counts_are_encoded_as_meant() {
    check_class("cardinality", &parts("card"), 200, |_, _| true);
    check_class("cardinality", &parts("amo"), 150, |_, _| true);
}

#[test]
fn clauses_are_encoded_as_meant() {
    check_class("clause", &[String::new()], 150, |_, _| true);
}

#[test]
fn tables_are_encoded_as_meant() {
    check_class("table", &parts("table"), 300, |_, encoding| !is_for_products(encoding));
}

/// True if the encoding is for multiplications only.
fn is_for_products(table: &str) -> bool {
    ["table=order-monotone", "table=shift-add"].contains(&table)
}

#[test]
fn multiplications_are_encoded_as_meant() {
    let mut rng = Rng::with_seed(31);
    let (mut solved, domains) = (0, parts("domain"));
    for round in 0..120 {
        let mut model = Model::new();
        let mut values = |low: i32, count: usize| -> Vec<i32> { (0..count).map(|_| low + rng.i32(0..7)).collect() };
        let lows = [[0, 0], [-3, 0], [-4, -3], [2, -1]][round % 4];
        let factors: Vec<_> = lows.iter().map(|&low| values(low, 4)).collect();
        let mut products: Vec<i32> = values(-6, 2);
        products.extend(factors[0].iter().zip(&factors[1]).map(|(a, b)| a * b));
        let vars = [("a", &factors[0]), ("b", &factors[1]), ("c", &products)];
        let vars = vars.map(|(name, values)| model.var(name, values.clone()));
        // Now and then a square.
        let vars = if round % 5 == 0 { [vars[0], vars[0], vars[2]] } else { vars };
        let of = |var| model.domain(var).to_vec();
        let rows = of(vars[0]).into_iter().cartesian_product(of(vars[1])).map(|(a, b)| [a, b, a * b]);
        let relation = Arc::new(Relation::new(3, rows.collect::<Vec<_>>()));
        model.table("product", vars, &relation);
        let solutions = brute_force(&model);
        solved += usize::from(!solutions.is_empty());
        for table in parts("table") {
            let recipe = format!("{},{table},root=none", domains[round % domains.len()]);
            check(&model, &solutions, &recipe).expect("it is a multiplication");
        }
    }
    assert!(solved > 80, "{solved} have solutions");
}

#[test]
fn domains_take_each_value_once_with_every_at_most_one() {
    for size in 1..=9 {
        let mut model = Model::new();
        model.var("x", (0..size).map(|i| i * i - 3).collect::<Vec<i32>>());
        let solutions = brute_force(&model);
        for domain in parts("domain") {
            for amo in parts("amo") {
                check(&model, &solutions, &format!("{domain},{amo}")).expect("domains are always supported");
            }
        }
    }
}

#[test]
fn orders_of_literals_change_no_meaning() {
    let orders = ["weight", "given", "occurrence", "pamo", "proximity", "random", "random(7)"];
    let orders: Vec<String> = orders.iter().map(|order| format!("literal-order={order}")).collect();
    check_class("linear", &orders, 150, |_, _| true);
    check_class("cardinality", &orders, 150, |_, _| true);
}

#[test]
fn sums_beside_at_most_ones_are_encoded_as_meant() {
    let mut rng = Rng::with_seed(52);
    for round in 0..300 {
        let model = sum_beside_at_most_ones(&mut rng);
        let solutions = brute_force(&model);
        let root = ["none", "narrow"][round % 2];
        let order = ["weight", "pamo", "given"][round % 3];
        for linear in parts("linear").iter().filter(|linear| !linear.contains("subset")) {
            check(&model, &solutions, &format!("{linear},root={root},literal-order={order}")).expect("sums are stated");
        }
    }
}

/// An exactly-one leaves of a sum what its literals differ by.
#[test]
fn at_most_ones_make_sums_small() {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..12).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
    model.linear("sum", (20..).zip(vars.iter().copied()), Cmp::Le, 70);
    let size = |model: &Model, linear: &str| {
        let mut cnf = Cnf::default();
        encode(model, &format!("linear={linear},amo=pairwise").parse().expect("a recipe"), &mut cnf)
            .expect("encodable");
        cnf.store.clauses().count()
    };
    let mut beside = model.clone();
    vars.chunks(4).for_each(|vars| beside.exactly("one", 1, vars.iter().map(|var| var.is(1))));
    // Each of the three groups has 4 literals, so 7 clauses, and leaves the differences 0 to 3.
    for linear in ["ggt", "gswc", "ggpw", "mdd", "order-sum", "tree"] {
        let (alone, beside) = (size(&model, linear), size(&beside, linear) - 3 * 7);
        assert!(beside * 5 < alone, "{linear}: {beside} of {alone}");
    }
}

#[test]
fn literals_that_share_constraints_come_side_by_side() {
    let mut model = Model::new();
    let vars: Vec<_> = (0..8).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
    for i in 0..4 {
        model.at_most("pair", 1, [vars[i].is(1), vars[i + 4].is(1)]);
    }
    model.at_most("all", 3, vars.iter().map(|var| var.is(1)));
    model.linear("sum", (1..).zip(vars.iter().copied()), Cmp::Le, 9);
    // The pairs that a node of a totalizer, or the first sum of a chain, adds up.
    let added = |order: &str| {
        let mut cnf = Cnf::default();
        let recipe: Recipe = format!("card=totalizer,root=none,literal-order={order}").parse().expect("a recipe");
        encode(&model, &recipe, &mut cnf).expect("encodable");
        let of_both = |clause: &&[Lit]| clause.len() == 3 && clause[..2].iter().all(|lit| lit.var() <= 8);
        let pairs: BTreeSet<[u32; 2]> =
            cnf.store.clauses().filter(of_both).map(|clause| [clause[0].var(), clause[1].var()]).collect();
        (cnf.store.clauses().count(), pairs)
    };
    let (given, proximity) = (added("given"), added("proximity"));
    assert!(given.1.contains(&[1, 2]) && !given.1.contains(&[1, 5]), "{given:?}");
    assert!((1..=4).all(|i| proximity.1.contains(&[i, i + 4])), "{proximity:?}");
    assert_ne!(added("random(1)"), added("random(2)"));
}

#[test]
fn blocking_excludes_what_agrees_on_the_shown_variables_and_nothing_else() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..60 {
        let mut model = random_variables(&mut rng, 3);
        model.post("it", constraint_of("linear", &mut rng, &model));
        let vars: Vec<_> = model.vars().collect();
        let shown = &vars[..rng.usize(1..=vars.len())];
        let solutions = brute_force(&model);
        for domain in parts("domain") {
            let mut cnf = Cnf::default();
            let map = encode(&model, &domain.parse().expect("a recipe"), &mut cnf).expect("the default encodes all");
            for blocked in &solutions {
                let blocked = Assignment::new(blocked.clone());
                let mut block = Vec::new();
                map.block(&blocked, shown, &mut block);
                cnf.models(&[], &mut |partial| {
                    let holds = |lit: Lit| is_true(partial, lit);
                    let same = map.decode(&holds).project(shown) == blocked.project(shown);
                    assert_eq!(!block.iter().any(|&lit| holds(lit)), same, "{domain}: {model:#?}");
                    true
                });
            }
        }
    }
}

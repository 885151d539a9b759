//! Certificates where the solver propagates constraints: each explanation that the answer needs is proved.

use cnfab::certify::{CertifyError, Claim, Makers, certify};
use cnfab::cnf::{ClauseSink, Lit, Name, NativeConstraint, Natives, Notes};
use cnfab::encode::encode;
use cnfab::model::{Cmp, Linear, Model, Objective, Sense, Var};
use cnfab::solve::Budget;
use fastrand::Rng;
use tempfile::TempDir;

use crate::certify::{Files, certified, has_checker, recipe, solver};
use crate::random_model::{brute_force, random_model};

/// Each class propagated alone, all of them, and all until they are encoded.
const CONFIGURATIONS: [&str; 8] = [
    "linear=propagate",
    "card=propagate",
    "amo=propagate",
    "all-different=propagate",
    "table=propagate",
    "linear=propagate,card=propagate,amo=propagate,all-different=propagate,table=propagate",
    "linear=lazy,card=lazy,amo=lazy,all-different=lazy,table=lazy",
    "linear=lazy:mdd,card=lazy:totalizer,amo=propagate,all-different=lazy:bijection,table=lazy:conflicts,domain=log",
];

#[test]
fn random_models_have_certificates_however_they_are_propagated() {
    if !has_checker() {
        return;
    }
    let (mut accepted, mut refused) = (0, Vec::new());
    for seed in 0..240 {
        let model = random_model(seed);
        let expected = brute_force(&model).len() as u64;
        let encode = CONFIGURATIONS[seed as usize % CONFIGURATIONS.len()];
        match certified(&model, &recipe(encode), "cdcl") {
            Ok((claim, files)) => {
                assert_eq!(claim, Claim::Solutions(expected), "seed {seed}, {encode}");
                files.are_plain(claim);
                assert!(files.are_accepted(claim), "seed {seed}, {encode}: {model:#?}");
                accepted += 1;
            }
            Err(CertifyError::Unjustified(why)) => refused.push((seed, encode, why)),
            Err(error) => panic!("seed {seed}, {encode}: {error}"),
        }
    }
    assert!(accepted >= 220, "{accepted} accepted, refused: {refused:#?}");
}

#[test]
fn optima_have_certificates_where_sums_are_propagated() {
    if !has_checker() {
        return;
    }
    for seed in 0..24 {
        let mut rng = Rng::with_seed(seed);
        let mut model = Model::new();
        let vars: Vec<Var> = (0..5).map(|i| model.var(format!("x[{i}]"), 0..=4)).collect();
        for _ in 0..3 {
            let terms = vars.iter().map(|&var| (rng.i64(-3..=5), var)).collect();
            model.post("sum", Linear { terms, cmp: Cmp::Le, rhs: rng.i64(5..=20) });
        }
        let terms = vars.iter().map(|&var| (rng.i64(-4..=6), var)).collect();
        let objective = Objective { sense: Sense::Maximise, terms, constant: 0 };
        model.optimise(objective.clone()).expect("small numbers");
        let best = brute_force(&model).into_iter().map(|values| objective.value(&cnfab::Assignment::new(values))).max();
        let (claim, files) = certified(&model, &recipe("linear=propagate"), "cdcl").expect("a certificate");
        match claim {
            Claim::Optimum { value, .. } => assert_eq!(Some(value), best, "seed {seed}"),
            Claim::Solutions(count) => assert_eq!((count, best), (0, None), "seed {seed}"),
        }
        assert!(files.are_accepted(claim), "seed {seed}");
    }
}

/// Passes a formula on, but its native constraint is stricter than the one of the model.
struct Stricter<'s>(&'s mut dyn ClauseSink);

impl ClauseSink for Stricter<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.0.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.0.clause(lits);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        self.0.notes()
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.0.natives()?;
        Some(self)
    }
}

impl Natives for Stricter<'_> {
    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        self.0.native(match constraint {
            NativeConstraint::Linear { terms, integers, bound } => {
                NativeConstraint::Linear { terms, integers, bound: bound - 1 }
            }
            other => panic!("{other:?} is no sum"),
        });
    }
}

#[test]
fn wrong_explanations_have_no_proof() {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..4).map(|i| model.var(format!("x[{i}]"), 0..=3)).collect();
    model.post("sum", Linear { terms: vars.iter().map(|&var| (1, var)).collect(), cmp: Cmp::Le, rhs: 7 });
    model.post("least", Linear { terms: vars.iter().map(|&var| (1, var)).collect(), cmp: Cmp::Ge, rhs: 7 });
    let recipe = recipe("linear=propagate");
    let usual = Makers::usual(&recipe);
    let of = |makers: &Makers<'_>| {
        let mut files = Files(TempDir::new().expect("a folder"));
        certify(&model, &recipe, makers, &Budget::unlimited(), &mut files).map(|proven| proven.claim)
    };
    let solutions = brute_force(&model).len() as u64;
    assert!(matches!(of(&usual), Ok(Claim::Solutions(count)) if count == solutions));
    let makers = Makers { encode: &|model, recipe, out| encode(model, recipe, &mut Stricter(out)), ..usual };
    match of(&makers) {
        Err(CertifyError::Unjustified(why)) => assert!(why.contains("found no justification"), "{why}"),
        other => panic!("{other:?}"),
    }
}

/// varisat has no propagators.
#[test]
fn provers_that_propagate_nothing_refuse() {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..3).map(|i| model.var(format!("x[{i}]"), 0..=3)).collect();
    model.post("sum", Linear { terms: vars.iter().map(|&var| (1, var)).collect(), cmp: Cmp::Le, rhs: 7 });
    assert!(solver("varisat").prover(false).is_ok_and(|prover| !prover.propagates()));
    let found = certified(&model, &recipe("linear=propagate"), "varisat").map(|(claim, _)| claim);
    match found {
        Err(CertifyError::Unsupported(why)) => assert!(why.to_string().contains("cdcl"), "{why}"),
        other => panic!("{other:?}"),
    }
}

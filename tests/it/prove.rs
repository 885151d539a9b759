//! Proofs that encodings mean their constraints: VeriPB accepts them, and there is none of an encoder that is broken.
//!
//! Without VeriPB these tests pass without having tested anything, as in `certify.rs`.

use std::cell::Cell;

use cnfab::certify::{CertifyError, Check, Claim, EncodeFn, Found, Makers, certify, only_defines, prove_encoding};
use cnfab::cnf::{ClauseSink, Lit, Name, Notes};
use cnfab::encode::{CLASSES, Recipe, encode};
use cnfab::model::{Cmp, Model, Objective, Sense, Var};
use cnfab::solve::Budget;
use tempfile::TempDir;

use crate::certify::{Files, has_checker, recipe, solver};

fn count(n: usize, cmp: Cmp, k: usize) -> Model {
    let mut model = Model::new();
    let vars: Vec<Var> = (1..=n).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
    model.count("it", vars.iter().map(|var| var.is(1)), cmp, k);
    model
}

fn makers<'m>(encode: &'m EncodeFn<'m>) -> Makers<'m> {
    let prover = solver("varisat").prover(false).expect("it proves");
    Makers { encode, prover, most: 1000 }
}

fn proved(model: &Model, encode: &str, by: &EncodeFn<'_>) -> Result<(Found, Files), CertifyError> {
    let mut files = Files(TempDir::new().expect("a folder"));
    let recipe = recipe(&format!("{encode},root=none"));
    let found = prove_encoding(model, &recipe, &makers(by), &Budget::unlimited(), &mut files)?;
    Ok((found, files))
}

/// The checks, all accepted.
fn accepted(found: Found, files: &Files, what: &str) -> Vec<Check> {
    let Found::Proofs(checks) = found else { panic!("{what}: {found:?}") };
    for check in &checks {
        assert!(files.is_accepted(check), "{what}: {check:?}");
    }
    assert_eq!(only_defines(&files.read("model.opb"), &files.read("kept.pbp")), Ok(()), "{what}");
    checks
}

#[test]
fn encodings_of_counts_are_proved() {
    if !has_checker() {
        return;
    }
    let mut number = 0;
    for class in CLASSES.iter().filter(|class| ["amo", "card"].contains(&class.name)) {
        for encoding in (class.registry)().iter().filter(|encoding| encoding.has_definitions) {
            for (n, k) in [(5, 1), (14, 1), (5, 2), (9, 3), (12, 10)] {
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    let what = format!("{}={} {} {k} of {n}", class.name, encoding.name, cmp.symbol());
                    if (class.name == "amo") != (k == 1) || (k, cmp) == (1, Cmp::Ge) {
                        continue;
                    }
                    let encode_as = format!("{}={}", class.name, encoding.name);
                    let (found, files) = proved(&count(n, cmp, k), &encode_as, &encode).expect("it is stated");
                    let checks = accepted(found, &files, &what);
                    assert_eq!(checks.len(), if cmp == Cmp::Eq { 3 } else { 2 }, "{what}");
                    number += 1;
                }
            }
        }
    }
    assert!(number > 60, "{number}");
}

/// Passes a formula on, but for one clause: it is dropped, or loses its last literal.
struct Broken<'s> {
    inner: &'s mut dyn ClauseSink,
    left: usize,
    drops: bool,
    is_broken: &'s Cell<bool>,
}

impl ClauseSink for Broken<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.inner.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if self.left == 0 {
            self.is_broken.set(true);
        }
        match (self.left, self.drops) {
            (0, true) => {}
            (0, false) => self.inner.clause(&lits[..lits.len() - 1]),
            _ => self.inner.clause(lits),
        }
        self.left = self.left.wrapping_sub(1);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()
    }
}

/// True if the values are a solution of "at most k".
fn is_solution(values: &[i32], k: usize) -> bool {
    values.iter().filter(|&&value| value == 1).count() <= k
}

#[test]
fn broken_encoders_are_caught() {
    if !has_checker() {
        return;
    }
    let (mut allow, mut unproved, mut harmless, mut miscounted) = (0, 0, 0, 0);
    for (encoding, n, k) in
        [("amo=pairwise", 5, 1), ("amo=product", 9, 1), ("card=sequential", 5, 2), ("card=totalizer", 5, 2)]
    {
        let model = count(n, Cmp::Le, k);
        let solutions: u64 = (0..1_u64 << n).filter(|bits| bits.count_ones() as usize <= k).count() as u64;
        for place in 0..200 {
            let mut ended = false;
            for drops in [true, false] {
                let is_broken = Cell::new(false);
                let by = |model: &Model, recipe: &Recipe, out: &mut dyn ClauseSink| {
                    encode(model, recipe, &mut Broken { inner: out, left: place, drops, is_broken: &is_broken })
                };
                let what = format!("{encoding}, clause {place}, dropped: {drops}");
                let (found, files) = proved(&model, encoding, &by).expect("it is stated");
                ended |= !is_broken.get();
                if ended {
                    break;
                }
                match found {
                    Found::Allows(values) => {
                        assert!(drops && !is_solution(&values, k), "{what}: {values:?}");
                        allow += 1;
                    }
                    Found::Open(_) => unproved += 1,
                    found => {
                        // A clause that others make superfluous.
                        accepted(found, &files, &what);
                        harmless += 1;
                    }
                }
                // The certificate of an answer is right, or there is none.
                let mut files = Files(TempDir::new().expect("a folder"));
                let recipe = recipe(&format!("{encoding},root=none"));
                match certify(&model, &recipe, &makers(&by), &Budget::unlimited(), &mut files) {
                    Ok(proven) => {
                        assert_eq!(proven.claim, Claim::Solutions(solutions), "{what}");
                        assert!(files.are_accepted(proven.claim), "{what}");
                    }
                    Err(_) => miscounted += 1,
                }
            }
            if ended {
                break;
            }
        }
    }
    // Whatever a clause loses a literal of cannot be proved; where it is dropped, there is a model too many.
    assert!(allow > 30 && unproved > 50 && miscounted > 50, "{allow} {unproved} {harmless} {miscounted}");
}

#[test]
fn steps_that_lose_solutions_are_seen() {
    let model = "* pB1 is not a variable\n+1 x_1 >= 1 ;\n";
    let proof = |line: &str| {
        format!("pseudo-Boolean proof version 3.0\nf 1 ;\n{line}\nconclusion NONE ;\nend pseudo-Boolean proof ;\n")
    };
    assert_eq!(only_defines(model, &proof("red 1 pB1 -1 x_1 >= 0 : pB1 -> 1 ;")), Ok(()));
    for wrong in [
        "red 1 x_1 >= 1 : x_1 -> 1 ;",
        "red 1 x_1 >= 1 : pB1 -> 1 x_1 -> 1 ;",
        "red 1 x_1 >= 1 : x_1 -> 1 pB1 -> 1 ;",
        "dom 1 x_1 >= 1 : x_1 -> 1 ;",
        "solx x_1 ;",
        "rup 1 x_1 >= 1 ; solx x_1 ;",
    ] {
        assert!(only_defines(model, &proof(wrong)).is_err(), "{wrong}");
    }
    assert!(only_defines("+1 pB1 >= 1 ;\n", &proof("rup 1 pB1 >= 1 ;")).is_err());
}

/// Of sums and tables a solver proves that nothing else is allowed, and that each variable has one value.
#[test]
fn encodings_of_sums_and_tables_are_proved() {
    if !has_checker() {
        return;
    }
    let linear = CLASSES.iter().find(|class| class.name == "linear").expect("a class");
    for (coefficients, cmp, rhs) in
        [([3, 1, -2], Cmp::Eq, 5), ([4, -5, 7], Cmp::Le, 9), ([2, 6, 3], Cmp::Ge, 20), ([1, 1, 1], Cmp::Eq, 7)]
    {
        let mut sum = Model::new();
        let vars: Vec<Var> = (0..3).map(|i| sum.var(format!("x[{i}]"), 1..=4)).collect();
        sum.linear("it", coefficients.into_iter().zip(vars.iter().copied()), cmp, rhs);
        for encoding in (linear.registry)().iter().filter(|encoding| encoding.has_definitions) {
            let what = format!("linear={} {coefficients:?} {} {rhs}", encoding.name, cmp.symbol());
            match proved(&sum, &format!("linear={}", encoding.name), &encode) {
                Ok((found, files)) => drop(accepted(found, &files, &what)),
                Err(CertifyError::Unsupported(why)) => assert!(!why.what.contains("justification"), "{what}: {why}"),
                Err(error) => panic!("{what}: {error}"),
            }
        }
    }
    let mut table = Model::new();
    let vars: Vec<Var> = (0..3).map(|i| table.var(format!("x[{i}]"), -1..=1)).collect();
    let rows = vec![vec![-1, 0, 1], vec![0, 0, 0], vec![1, 1, -1], vec![1, 0, 1]];
    table.table("it", vars, &std::sync::Arc::new(cnfab::model::Relation::new(3, rows)));
    let mut alone = Model::new();
    alone.var("x", 1..=6);
    for (model, encodings) in [
        (&table, &["table=supports", "table=conflicts", "table=mdd"][..]),
        (&alone, &["domain=direct", "domain=order", "domain=log"]),
    ] {
        for encoding in encodings {
            let (found, files) = proved(model, encoding, &encode).expect("it is stated");
            accepted(found, &files, encoding);
        }
    }
}

/// That variables are different means that no two have the same value, which is proved for each value.
#[test]
fn encodings_of_different_values_are_proved() {
    if !has_checker() {
        return;
    }
    let different = |count: i32, most: i32| {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..count).map(|i| model.var(format!("x[{i}]"), i % 2..=most)).collect();
        model.all_different("it", vars);
        model
    };
    let class = CLASSES.iter().find(|class| class.name == "all-different").expect("a class");
    for encoding in (class.registry)() {
        for (count, most) in [(2, 1), (3, 2), (4, 5), (3, 1)] {
            let what = format!("all-different={} of {count}, up to {most}", encoding.name);
            let encode_as = format!("all-different={}", encoding.name);
            let (found, files) = proved(&different(count, most), &encode_as, &encode).expect("it is stated");
            accepted(found, &files, &what);
        }
    }
    // Without a clause, something else is allowed, or a variable has no value or several.
    let model = different(3, 3);
    let (mut equal, mut others) = (0, 0);
    for place in 0..200 {
        let is_broken = Cell::new(false);
        let by = |model: &Model, recipe: &Recipe, out: &mut dyn ClauseSink| {
            encode(model, recipe, &mut Broken { inner: out, left: place, drops: true, is_broken: &is_broken })
        };
        let found = proved(&model, "amo=pairwise", &by).expect("it is stated").0;
        match found {
            _ if !is_broken.get() => break,
            Found::Allows(values) => {
                assert!((1..3).any(|i| values[..i].contains(&values[i])), "{place}: {values:?}");
                equal += 1;
            }
            Found::NoValue { .. } | Found::Open(_) => others += 1,
            other => panic!("{place}: {other:?}"),
        }
    }
    assert!(equal >= 9 && others >= 15, "{equal} {others}");
}

/// A domain without "at most one value" has models in which a variable has two.
#[test]
fn variables_with_two_values_are_found() {
    let mut model = Model::new();
    model.var("x", 1..=4);
    let (mut several, mut none) = (0, 0);
    for place in 0..7 {
        let is_broken = Cell::new(false);
        let by = |model: &Model, recipe: &Recipe, out: &mut dyn ClauseSink| {
            encode(model, recipe, &mut Broken { inner: out, left: place, drops: true, is_broken: &is_broken })
        };
        match proved(&model, "domain=direct,amo=pairwise", &by).expect("it is stated").0 {
            Found::NoValue { values, .. } if values.is_empty() => none += 1,
            Found::NoValue { .. } => several += 1,
            other => panic!("{place}: {other:?}"),
        }
    }
    assert_eq!((several, none), (6, 1));
}

/// Passes a formula on, and adds that the first variable of a family's first clause is true.
struct Added<'s> {
    inner: &'s mut dyn ClauseSink,
    is_next: bool,
}

impl ClauseSink for Added<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.inner.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.inner.clause(lits);
        if std::mem::take(&mut self.is_next) {
            let first = lits[0];
            self.inner.clause(&[if first.is_positive() { first } else { !first }]);
        }
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        Some(self)
    }
}

impl Notes for Added<'_> {
    fn next(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()
    }

    fn group(&mut self, family: &str, number: usize) {
        self.is_next = family == "different";
        self.inner.note(|notes| notes.group(family, number));
    }
}

/// A constraint of many forms is not given up in silence: the message says that not all of them were tried.
#[test]
fn forms_that_are_not_tried_are_told() {
    let by = |model: &Model, recipe: &Recipe, out: &mut dyn ClauseSink| {
        encode(model, recipe, &mut Added { inner: out, is_next: false })
    };
    let message = |size: i32| {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..size).map(|i| model.var(format!("x[{i}]"), 1..=size)).collect();
        model.all_different("different", vars.iter().copied());
        let (sense, terms) = (Sense::Minimise, vec![(1, vars[0])]);
        model.optimise(Objective { sense, terms, constant: 0 }).expect("small numbers");
        let mut files = Files(TempDir::new().expect("a folder"));
        match certify(&model, &recipe("root=none"), &makers(&by), &Budget::unlimited(), &mut files) {
            Err(CertifyError::Unjustified(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    let found = "different[0]: found no justification of 'x[0]_1'";
    assert_eq!(message(30), found);
    assert_eq!(message(50), format!("{found}; the limit of forms that are tried left out 9"));
}

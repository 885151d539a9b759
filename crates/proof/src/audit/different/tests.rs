//! Proofs about all-different constraints against lists of their solutions.

use super::*;
use crate::audit::{CLASSES, verdict};
use cnfab_cnf::{ClauseSink, ClauseStore, Name};
use cnfab_encode::Recipe;
use cnfab_model::Model;

fn different(domains: &[&[i32]]) -> Model {
    let mut model = Model::new();
    let vars: Vec<_> =
        domains.iter().enumerate().map(|(i, values)| model.var(format!("x[{i}]"), values.to_vec())).collect();
    model.all_different("it", vars);
    model
}

fn encoded(model: &Model, recipe: &str) -> Option<Subject> {
    let recipe: Recipe = format!("root=none,{recipe}").parse().unwrap();
    Subject::encoded(model.clone(), &recipe).ok()
}

fn proved(subject: &Subject) -> Option<Meaning> {
    let mut propagator = Propagator::new(subject.formula.variables(), subject.formula.clauses());
    measure(subject, &mut propagator, &AuditLimits::default())
}

/// The formula with one clause more, or without the clause with this number.
fn changed(subject: &Subject, without: Option<usize>, more: Option<&[Lit]>) -> Subject {
    let mut formula = ClauseStore::default();
    (0..subject.formula.variables()).for_each(|number| {
        formula.fresh(Name::aux("", number, 0));
    });
    let kept = subject.formula.clauses().enumerate().filter(|(number, _)| Some(*number) != without);
    kept.for_each(|(_, clause)| formula.clause(clause));
    more.into_iter().for_each(|clause| formula.clause(clause));
    let (model, inputs, size) = (subject.model.clone(), subject.inputs.clone(), subject.size.clone());
    Subject { model, formula, inputs, size, contract: None }
}

#[test]
fn what_is_proved_is_what_listing_finds() {
    let boards: [&[&[i32]]; 4] = [
        &[&[1, 2, 3, 4], &[1, 2, 3, 4], &[1, 2, 3, 4], &[1, 2, 3, 4]],
        &[&[1, 2, 3, 4, 5], &[2, 3], &[3, 4, 9]],
        &[&[1, 2], &[1, 2], &[1, 2, 7]],
        &[&[1, 2], &[1, 2], &[1, 2]],
    ];
    let mut rng = fastrand::Rng::with_seed(12);
    let mut proofs = 0;
    for board in boards {
        let model = different(board);
        let class = CLASSES.iter().find(|class| class.name == "all-different").unwrap();
        let classes = class.encodings().into_iter().map(|name| format!("all-different={name}"));
        let others = ["amo=commander", "amo=product", "domain=order", "domain=log"].map(str::to_owned);
        for recipe in classes.chain(others) {
            let Some(subject) = encoded(&model, &recipe) else { continue };
            let mut all = vec![changed(&subject, None, None)];
            for _ in 0..40 {
                let clauses = subject.formula.clauses().count();
                all.push(changed(&subject, Some(rng.usize(..clauses)), None));
                let inputs = subject.input_variables();
                let lit = |rng: &mut fastrand::Rng| {
                    let lit = Lit::from_dimacs(inputs[rng.usize(..inputs.len())] as i32);
                    if rng.bool() { lit } else { !lit }
                };
                let more: Vec<Lit> = (0..rng.usize(1..4)).map(|_| lit(&mut rng)).collect();
                all.push(changed(&subject, None, Some(&more)));
            }
            // How many models a solution has is not asked.
            let limits = AuditLimits { models: 1, ..AuditLimits::default() };
            for subject in &all {
                let Some(found) = proved(subject) else { continue };
                let (listed, _) = verdict(subject, &limits);
                proofs += 1;
                let is_solution =
                    |values: &Vec<i32>| subject.model.violated(&cnfab_model::Assignment::new(values.clone())).is_none();
                match &found {
                    Meaning::Exact => assert_eq!(listed, Meaning::Exact, "{recipe}"),
                    Meaning::Allows(values) => assert!(!is_solution(values) && listed != Meaning::Exact),
                    Meaning::Loses(values) => assert!(is_solution(values) && listed != Meaning::Exact),
                    other => assert!(listed != Meaning::Exact, "{other:?}"),
                }
            }
        }
    }
    assert!(proofs > 500, "{proofs}");
}

#[test]
fn nineteen_variables_are_proved() {
    let values: Vec<i32> = (1..=19).collect();
    let model = different(&[&values[..]; 19]);
    let class = CLASSES.iter().find(|class| class.name == "amo").unwrap();
    for amo in class.encodings() {
        let Some(subject) = encoded(&model, &format!("amo={amo}")) else { continue };
        assert_eq!(proved(&subject), Some(Meaning::Exact), "{amo}");
    }
    let subject = encoded(&model, "all-different=amo-per-value,amo=pairwise").unwrap();
    // One assignment of 19! is lost, then one clause in two thousand is missing.
    let input = |variable: usize| match subject.inputs[variable][variable] {
        LitOrConst::Lit(lit) => lit,
        LitOrConst::Const(_) => unreachable!("nothing is decided"),
    };
    let diagonal: Vec<Lit> = (0..19).map(|variable| !input(variable)).collect();
    assert_eq!(proved(&changed(&subject, None, Some(&diagonal))), Some(Meaning::Loses(values.clone())));
    let last = subject.formula.clauses().count() - 1;
    assert!(matches!(proved(&changed(&subject, Some(last), None)), Some(Meaning::Allows(_))));
}

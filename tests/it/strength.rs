//! At-most-one and cardinality encodings: truth tables, contracts and domain consistency over all partial assignments of
//! small inputs.

use cnfab::cnf::Lit;
use cnfab::encode::{Contract, amo, card};
use cnfab::model::Cmp;

use crate::common::cnf::{Cnf, is_false, is_true};

/// Checks one encoded constraint over its inputs: `allowed` says which numbers of true inputs satisfy it.
fn check(what: &str, cnf: &Cnf, inputs: &[Lit], contract: Contract, allowed: impl Fn(usize) -> bool) {
    let n = inputs.len();
    for ternary in 0..3usize.pow(n as u32) {
        let digits: Vec<usize> = (0..n).map(|i| ternary / 3usize.pow(i as u32) % 3).collect();
        let assumed: Vec<Lit> = inputs
            .iter()
            .zip(&digits)
            .filter(|&(_, &digit)| digit < 2)
            .map(|(&lit, &digit)| if digit == 1 { lit } else { !lit })
            .collect();
        let trues = digits.iter().filter(|&&digit| digit == 1).count();
        let open = digits.iter().filter(|&&digit| digit == 2).count();
        let possible = |from: usize, to: usize| (from..=to).any(&allowed);
        let propagated = cnf.propagate(&assumed);
        assert_eq!(propagated.is_some(), possible(trues, trues + open), "{what}: {digits:?}");
        if open == 0 {
            let models = cnf.count(&assumed, 2);
            match contract {
                Contract::Bijective => assert_eq!(models, usize::from(allowed(trues)), "{what}: {digits:?}"),
                Contract::ProjectedOnly => assert_eq!(models > 0, allowed(trues), "{what}: {digits:?}"),
            }
        }
        if let Some(partial) = propagated {
            for (&lit, _) in inputs.iter().zip(&digits).filter(|&(_, &digit)| digit == 2) {
                assert_eq!(is_true(&partial, lit), !possible(trues, trues + open - 1), "{what}: {digits:?}");
                assert_eq!(is_false(&partial, lit), !possible(trues + 1, trues + open), "{what}: {digits:?}");
            }
        }
    }
}

#[test]
fn at_most_one_encodings_are_domain_consistent() {
    for encoding in amo::ALL {
        for n in 0..=7 {
            let mut cnf = Cnf::default();
            let inputs = cnf.inputs(n);
            encoding.at_most_one(&inputs, &mut cnf);
            check(encoding.name(), &cnf, &inputs, encoding.contract(), |trues| trues <= 1);
            let mut cnf = Cnf::default();
            let inputs = cnf.inputs(n);
            encoding.exactly_one(&inputs, &mut cnf);
            check(encoding.name(), &cnf, &inputs, encoding.contract(), |trues| trues == 1);
        }
    }
}

#[test]
fn cardinality_encodings_are_domain_consistent() {
    for encoding in card::ALL {
        for n in 3..=6 {
            for k in 1..n {
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    // The driver keeps the other cases to itself.
                    let mut cnf = Cnf::default();
                    let inputs = cnf.inputs(n);
                    match cmp {
                        Cmp::Le if k >= 2 => encoding.at_most(&inputs, k, &mut cnf),
                        Cmp::Eq if (2..=n - 2).contains(&k) => encoding.exactly(&inputs, k, &mut cnf),
                        Cmp::Ge if k <= n - 2 => encoding.at_least(&inputs, k, &mut cnf),
                        _ => continue,
                    }
                    let what = format!("{} {} {k} of {n}", encoding.name(), cmp.symbol());
                    check(&what, &cnf, &inputs, encoding.contract(cmp), |trues| cmp.holds(trues as i64, k as i64));
                }
            }
        }
    }
}

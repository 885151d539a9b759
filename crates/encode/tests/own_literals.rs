//! Functions over own literals, held to brute force: for each encoding, any bound, coefficients and literals.

use std::sync::Arc;

use batsat::{BasicSolver, SolverInterface, lbool};
use cnfab_cnf::{LitOrConst, Name};
use cnfab_encode::formula::{self, Bounded, ClauseSink, Cmp, FormulaPart, Lit, ValueLiterals};
use cnfab_encode::{AmoBy, CLASSES, ClassEncoding, Contract, EncodingInstance, Unsupported};

/// A solver, and how many variables there were before the constraint.
#[derive(Default)]
struct Sink {
    solver: BasicSolver,
    variables: i32,
    clauses: u64,
}

fn converted(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var() - 1), lit.is_positive())
}

impl ClauseSink for Sink {
    fn fresh(&mut self, _: Name) -> Lit {
        self.solver.new_var_default();
        self.variables += 1;
        Lit::from_dimacs(self.variables)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        self.solver.add_clause_reuse(&mut lits.iter().map(|&lit| converted(lit)).collect());
    }
}

impl Sink {
    fn inputs(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|i| self.fresh(Name::aux("input", i, 0))).collect()
    }

    fn holds(&mut self, assumed: &[Lit]) -> bool {
        let assumed: Vec<batsat::Lit> = assumed.iter().map(|&lit| converted(lit)).collect();
        self.solver.solve_limited(&assumed) == lbool::TRUE
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.solver.value_lit(converted(lit)) == lbool::TRUE
    }
}

/// The literals of which the bits of a number make those of the variables true.
fn assigned(variables: &[Lit], bits: usize) -> Vec<Lit> {
    variables.iter().enumerate().map(|(i, &lit)| if bits >> i & 1 == 1 { lit } else { !lit }).collect()
}

/// The truth of a literal there.
fn truth(lit: Lit, bits: usize) -> bool {
    (bits >> (lit.var() - 1) & 1 == 1) == lit.is_positive()
}

/// Each registered encoding of a class as it may be written, but for those that leave constraints to a solver.
fn all<T: ?Sized + ClassEncoding>() -> Vec<EncodingInstance<T>> {
    let class = CLASSES.iter().find(|class| class.name == T::NAME).expect("a class");
    (class.specifications)().iter().map(|text| EncodingInstance::parse(text).expect("it is registered")).collect()
}

/// Holds what is stated to the meaning for each assignment of the variables, and the contract to the number of models.
fn check(
    what: &str,
    variables: usize,
    state: impl FnOnce(&[Lit], &mut Sink) -> Result<FormulaPart, Unsupported>,
    is_met: impl Fn(usize) -> bool,
) -> bool {
    let mut sink = Sink::default();
    let own = sink.inputs(variables);
    let part = match state(&own, &mut sink) {
        Ok(part) => part,
        Err(refused) => {
            assert!(!refused.to_string().is_empty());
            assert_eq!(
                (sink.variables, sink.clauses),
                (variables as i32, 0),
                "{what}: nothing is sent before an error"
            );
            return false;
        }
    };
    let size = (sink.variables - variables as i32, sink.clauses);
    assert_eq!((part.size.variables as i32, part.size.clauses), size, "{what}");
    assert_eq!(part.auxiliaries.len(), size.0 as usize, "{what}");
    for bits in 0..1usize << variables {
        let assumed = assigned(&own, bits);
        assert_eq!(sink.holds(&assumed), is_met(bits), "{what}: {bits:b}");
        if part.contract == Contract::Bijective && is_met(bits) && bits % 3 == 0 {
            // Another model would differ in an auxiliary.
            let model: Vec<Lit> =
                part.auxiliaries.iter().map(|&(lit, _)| if sink.is_true(lit) { lit } else { !lit }).collect();
            for lit in model {
                let mut other = assumed.clone();
                other.push(!lit);
                assert!(!sink.holds(&other), "{what}: {bits:b} has two models");
            }
        }
    }
    true
}

/// Different literals, some of them negated; one twice; one and its opposite.
fn patterns(own: &[Lit]) -> Vec<Vec<Lit>> {
    let mixed: Vec<Lit> = own.iter().enumerate().map(|(i, &lit)| if i % 3 == 1 { !lit } else { lit }).collect();
    let mut patterns = vec![mixed.clone()];
    if let [first, .., last] = mixed[..] {
        patterns.push([&mixed[..], &[first]].concat());
        patterns.push([&[!last], &mixed[..]].concat());
        patterns.push([&mixed[..], &[!first, first, !last]].concat());
    }
    patterns
}

fn of(n: usize, pattern: usize, own: &[Lit]) -> Option<Vec<Lit>> {
    assert_eq!(own.len(), n);
    patterns(own).into_iter().nth(pattern)
}

#[test]
fn at_most_ones_are_as_meant() {
    for by in all::<dyn cnfab_encode::amo::AmoEncoding>() {
        for n in 0..=8 {
            for pattern in 0..4 {
                let own: Vec<Lit> = (1..=n as i32).map(Lit::from_dimacs).collect();
                let Some(lits) = of(n, pattern, &own) else { continue };
                let is_met = |bits: usize| lits.iter().filter(|&&lit| truth(lit, bits)).count() <= 1;
                let what = format!("{by} {n} {pattern}");
                assert!(check(&what, n, |_, out| formula::at_most_one(&lits, by.clone(), out), is_met), "{what}");
            }
        }
    }
}

#[test]
fn counts_are_as_meant_for_any_bound() {
    for by in all::<dyn cnfab_encode::card::CardEncoding>() {
        for n in 0..=8 {
            for pattern in 0..if n > 6 { 1 } else { 4 } {
                let own: Vec<Lit> = (1..=n as i32).map(Lit::from_dimacs).collect();
                let Some(lits) = of(n, pattern, &own) else { continue };
                let bounds = (-1..=lits.len() as i64 + 1).chain([i64::MIN, i64::MAX]);
                for (k, cmp) in bounds.flat_map(|k| [Cmp::Le, Cmp::Eq, Cmp::Ge].map(|cmp| (k, cmp))) {
                    let count = |bits: usize| lits.iter().filter(|&&lit| truth(lit, bits)).count() as i64;
                    let what = format!("{by} {n} {pattern} {} {k}", cmp.symbol());
                    let state = |_: &[Lit], out: &mut Sink| formula::count(&lits, cmp, k, by.clone(), out);
                    assert!(check(&what, n, state, |bits| cmp.holds(count(bits), k)), "{what}");
                }
            }
        }
    }
}

#[test]
fn sums_are_as_meant_for_any_coefficients() {
    let coefficients: [&[i64]; 6] =
        [&[], &[3], &[0, 2, 2], &[1, -2, 3, 0, -1], &[5, 3, 2, 2, 1, 1], &[-4, 7, 1, -1, 2, 6, 3, -5]];
    let mut refused = Vec::new();
    for by in all::<dyn cnfab_encode::linear::LinearEncoding>() {
        let mut stated = 0;
        for own in coefficients {
            for pattern in 0..if own.len() > 6 { 1 } else { 3 } {
                let n = own.len();
                let variables: Vec<Lit> = (1..=n as i32).map(Lit::from_dimacs).collect();
                let Some(lits) = of(n, pattern, &variables) else { continue };
                let terms: Vec<(i64, Lit)> = own.iter().cycle().copied().zip(lits).collect();
                let most: i64 = own.iter().map(|c| c.abs()).sum();
                let rights = [-most - 1, -2, -1, 0, 1, 2, 3, most / 2, most, most + 1, i64::MIN, i64::MAX];
                for (rhs, cmp) in rights.into_iter().flat_map(|rhs| [Cmp::Le, Cmp::Eq, Cmp::Ge].map(|cmp| (rhs, cmp))) {
                    let sum = |bits: usize| terms.iter().filter(|t| truth(t.1, bits)).map(|t| t.0).sum::<i64>();
                    let what = format!("{by} {terms:?} {} {rhs}", cmp.symbol());
                    let state = |_: &[Lit], out: &mut Sink| formula::sum(&terms, cmp, rhs, by.clone(), out);
                    stated += usize::from(check(&what, n, state, |bits| cmp.holds(sum(bits), rhs)));
                }
            }
        }
        if stated < 400 {
            refused.push((by.to_string(), stated));
        }
    }
    // Sets of values need different variables.
    let names: Vec<&str> = refused.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["order-subset", "subset-table"], "{refused:?}");
}

#[test]
fn sums_beyond_words_are_refused_or_right() {
    let mut sink = Sink::default();
    let lits = sink.inputs(3);
    let terms: Vec<(i64, Lit)> = lits.iter().map(|&lit| (i64::MAX, lit)).collect();
    for by in all::<dyn cnfab_encode::linear::LinearEncoding>() {
        if formula::sum(&terms, Cmp::Le, 5, by.clone(), &mut sink).is_ok() {
            assert!(lits.iter().all(|&lit| !sink.holds(&[lit])) && sink.holds(&[]), "{by}");
        }
        // Opposite ones cancel.
        let both = [(i64::MAX, lits[0]), (i64::MAX, !lits[0])];
        let part = formula::sum(&both, Cmp::Ge, i64::MAX, by, &mut sink).expect("it always holds");
        assert_eq!(part.size.clauses, 0);
    }
}

/// Variables of one-hot literals with these values.
fn variables(values: &[&[i32]], sink: &mut Sink) -> Vec<ValueLiterals> {
    let one = |own: &&[i32]| {
        let lits = sink.inputs(own.len());
        let _ = formula::count(&lits, Cmp::Eq, 1, cnfab_encode::CardBy::Naive, sink).expect("few literals");
        own.iter().copied().zip(lits).collect()
    };
    values.iter().map(one).collect()
}

/// All assignments of values.
fn tuples(values: &[&[i32]]) -> Vec<Vec<i32>> {
    values.iter().fold(vec![Vec::new()], |all, own| {
        all.iter().flat_map(|tuple| own.iter().map(|&value| [&tuple[..], &[value]].concat())).collect()
    })
}

fn literals(variables: &[ValueLiterals], tuple: &[i32]) -> Vec<Lit> {
    let lit = |(own, value): (&ValueLiterals, &i32)| own.iter().find(|(other, _)| other == value).expect("a value").1;
    variables.iter().zip(tuple).map(lit).collect()
}

#[test]
fn integers_of_own_literals_are_different() {
    let cases: [&[&[i32]]; 6] = [
        &[],
        &[&[4]],
        &[&[3, 1, 2], &[2, 3, 1], &[1, 2, 3]],
        &[&[0, 5], &[5, 7, 0], &[7]],
        &[&[1, 2], &[1, 2], &[2, 1]],
        &[&[1], &[]],
    ];
    for by in all::<dyn cnfab_encode::all_different::AllDifferentEncoding>() {
        for values in cases {
            let mut sink = Sink::default();
            let own = variables(values, &mut sink);
            let amo: EncodingInstance<_> = AmoBy::Ladder.into();
            let _ = formula::all_different(&own, by.clone(), amo, &mut sink).expect("it is stated");
            for tuple in tuples(values) {
                let different = (1..tuple.len()).all(|i| !tuple[..i].contains(&tuple[i]));
                assert_eq!(sink.holds(&literals(&own, &tuple)), different, "{by} {values:?} {tuple:?}");
            }
            assert_eq!(sink.holds(&[]), tuples(values).iter().any(|t| (1..t.len()).all(|i| !t[..i].contains(&t[i]))));
        }
    }
    let mut sink = Sink::default();
    let twice = vec![vec![(1, sink.inputs(1)[0]), (1, sink.inputs(1)[0])]];
    let by = cnfab_encode::AllDifferentBy::Bijection;
    assert!(formula::all_different(&twice, by, AmoBy::Pairwise, &mut sink).is_err());
}

#[test]
fn tables_of_own_literals_hold_their_rows() {
    let values: &[&[i32]] = &[&[0, 1, 2], &[4, 3], &[-1, 0, 1]];
    let rows = [vec![0, 3, 1], vec![2, 4, -1], vec![1, 3, 0], vec![0, 4, 1], vec![9, 3, 1]];
    for by in all::<dyn cnfab_encode::table::TableEncoding>() {
        for count in 0..=rows.len() {
            let mut sink = Sink::default();
            let own = variables(values, &mut sink);
            let before = sink.clauses;
            if formula::table(&own, &rows[..count], by.clone(), &mut sink).is_err() {
                assert_eq!(sink.clauses, before);
                assert!(["order-monotone", "shift-add"].contains(&by.name()), "{by}");
                continue;
            }
            for tuple in tuples(values) {
                assert_eq!(sink.holds(&literals(&own, &tuple)), rows[..count].contains(&tuple), "{by} {tuple:?}");
            }
        }
        for (rows, is_met) in [(&[][..], false), (&[Vec::new()][..], true)] {
            let mut sink = Sink::default();
            let Ok(_) = formula::table(&[], rows, by.clone(), &mut sink) else { continue };
            assert_eq!(sink.holds(&[]), is_met, "{by}");
        }
        assert!(formula::table(&[], &[vec![1]], by, &mut Sink::default()).is_err());
    }
}

#[test]
fn parities_are_as_meant() {
    for by in all::<dyn cnfab_encode::Decomposition<cnfab_model::Parity>>() {
        for n in 0..=8 {
            for (pattern, is_odd) in (0..4).flat_map(|pattern| [(pattern, true), (pattern, false)]) {
                let own: Vec<Lit> = (1..=n as i32).map(Lit::from_dimacs).collect();
                let Some(lits) = of(n, pattern, &own) else { continue };
                let odd = |bits: usize| lits.iter().filter(|&&lit| truth(lit, bits)).count() % 2 == 1;
                let what = format!("{by} {n} {pattern} {is_odd}");
                let state = |_: &[Lit], out: &mut Sink| formula::parity(&lits, is_odd, by.clone(), out);
                assert!(check(&what, n, state, |bits| odd(bits) == is_odd), "{what}");
            }
        }
    }
}

/// Bounds go up and down, literals come and totals are merged; each bound holds as long as it is assumed.
#[test]
fn bounds_change() {
    let mut sink = Sink::default();
    let own = sink.inputs(8);
    let mut count = Bounded::default();
    assert_eq!(count.at_most(0, &mut sink), LitOrConst::Const(true));
    assert_eq!(count.at_least(1, &mut sink), LitOrConst::Const(false));
    let parts = [vec![own[0]], vec![own[1], !own[2], own[3]], vec![own[4], own[4]], own[5..].to_vec()];
    for (number, part) in parts.iter().enumerate() {
        match number % 2 {
            0 => count.extend(part),
            _ => count.merge(Bounded::new(part)),
        }
        let lits = count.lits().to_vec();
        assert_eq!(lits, parts[..=number].concat());
        for k in [2, 0, 5, -1, 3, lits.len() as i64, 1, i64::MAX, i64::MIN] {
            for (bound, cmp) in [(count.at_most(k, &mut sink), Cmp::Le), (count.at_least(k, &mut sink), Cmp::Ge)] {
                for bits in 0..1 << own.len() {
                    let met = cmp.holds(lits.iter().filter(|&&lit| truth(lit, bits)).count() as i64, k);
                    let found = match bound {
                        LitOrConst::Const(value) => value,
                        LitOrConst::Lit(lit) => sink.holds(&[&assigned(&own, bits)[..], &[lit]].concat()),
                    };
                    assert_eq!(found, met, "{lits:?} {} {k}: {bits:b}", cmp.symbol());
                }
            }
        }
    }
    let LitOrConst::Lit(bound) = count.at_most(2, &mut sink) else { panic!("a bound that matters") };
    sink.clause(&[bound]);
    assert!(!sink.holds(&own[5..]) && sink.holds(&own[6..]));
}

/// Programs and native constraints are refused, not stated wrongly.
#[test]
fn what_needs_more_than_clauses_is_refused() {
    let mut sink = Sink::default();
    let lits = sink.inputs(4);
    for text in ["propagate", "lazy", "cmd:prog {n}"] {
        let amo: EncodingInstance<dyn cnfab_encode::amo::AmoEncoding> = EncodingInstance::parse(text).expect("a form");
        let error = formula::at_most_one(&lits, amo, &mut sink).expect_err("it is refused").to_string();
        assert!(error.starts_with("amo="), "{error}");
    }
    let program = EncodingInstance::parse("cmd:prog {coefficients} {bound}").expect("a form");
    let terms: Vec<(i64, Lit)> = lits.iter().map(|&lit| (3, lit)).collect();
    let error = formula::sum(&terms, Cmp::Le, 7, program, &mut sink).expect_err("it is refused").to_string();
    assert!(error.contains("programs"), "{error}");
    assert_eq!((sink.variables, sink.clauses), (4, 0));
}

/// An encoding of somebody else's: pairs, written the other way round.
struct Backwards;

impl cnfab_encode::Described for Backwards {
    const ABOUT: cnfab_encode::EncodingAbout = cnfab_encode::EncodingAbout {
        contract: Contract::Bijective,
        ..cnfab_encode::EncodingAbout::new("backwards", "pairs from the end")
    };
}

impl cnfab_encode::amo::AmoEncoding for Backwards {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        for (i, &lit) in lits.iter().enumerate().rev() {
            lits[..i].iter().for_each(|&other| out.clause(&[!lit, !other]));
        }
    }
}

#[test]
fn encodings_of_others_state_literals_too() {
    let lits: Vec<Lit> = (1..=5).map(Lit::from_dimacs).collect();
    let state = |_: &[Lit], out: &mut Sink| formula::at_most_one(&lits, Arc::new(Backwards), out);
    assert!(check("backwards", 5, state, |bits| bits.count_ones() <= 1));
}

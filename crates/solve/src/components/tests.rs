//! Counts of random formulas against all assignments, and of large ones whose numbers are known.

use std::collections::HashSet;

use fastrand::Rng;

use super::*;
use cnfab_cnf::{ClauseSink, Lit, Name};

fn store(clauses: &[Vec<i32>]) -> ClauseStore {
    let mut store = ClauseStore::default();
    let variables = clauses.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    (0..variables).for_each(|number| _ = store.fresh(Name::aux("v", number as usize, 0)));
    clauses.iter().for_each(|clause| {
        store.clause(&clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>());
    });
    store
}

fn counted(clauses: &[Vec<i32>], variables: u32, shown: Option<&[u32]>, bytes: usize) -> Result<Count, CountError> {
    let memory = CountMemory { cache: bytes, stack: if bytes == 0 { 1 << 28 } else { bytes } };
    count(&CountedFormula { clauses: &store(clauses), variables, shown }, memory, &Budget::unlimited())
}

/// The different values of the shown variables in all assignments that satisfy each clause.
fn by_hand(clauses: &[Vec<i32>], variables: u32, shown: Option<&[u32]>) -> u64 {
    let mask: u32 = shown.map_or(!0, |shown| shown.iter().map(|variable| 1 << (variable - 1)).fold(0, |a, b| a | b));
    let is_true = |bits: u32, lit: i32| (bits >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0);
    let holds = |&bits: &u32| clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(bits, lit)));
    (0..1 << variables).filter(holds).map(|bits| bits & mask).collect::<HashSet<u32>>().len() as u64
}

fn random(rng: &mut Rng, variables: u32) -> Vec<Vec<i32>> {
    let (most, longest) = (rng.usize(0..=3 * variables as usize), rng.usize(1..=5));
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for _ in 0..most {
        let repeated = rng.u8(..8) == 0 && !clauses.is_empty();
        let size = match rng.u16(..400) {
            0 => 0,
            1..=9 => 1,
            _ => rng.usize(2..=2.max(longest)),
        };
        clauses.push(if repeated {
            clauses[rng.usize(..clauses.len())].clone()
        } else {
            (0..size).map(|_| rng.i32(1..=variables as i32) * if rng.bool() { 1 } else { -1 }).collect()
        });
    }
    clauses
}

#[test]
fn random_formulas_have_the_models_of_brute_force() {
    let mut rng = Rng::with_seed(17);
    let (mut most, mut none, mut partial) = (0, 0, 0);
    for round in 0..3000 {
        let variables = rng.u32(1..=11);
        let clauses = random(&mut rng, variables);
        let shown: Vec<u32> = (1..=variables).filter(|_| rng.bool()).collect();
        for shown in [None, Some(&shown[..])] {
            let expected = by_hand(&clauses, variables, shown);
            // A cache for everything, one that is soon full, and none.
            for bytes in [1 << 30, 6000, 0] {
                let found = counted(&clauses, variables, shown, bytes);
                assert_eq!(found, Ok(expected.into()), "{round}: {clauses:?}, {shown:?}");
            }
            most = most.max(expected);
            none += u32::from(expected == 0);
            partial += u32::from(shown.is_some() && expected > 1);
        }
    }
    assert!(most > 500 && none > 100 && partial > 500, "{most} {none} {partial}");
}

/// Blocks that fall apart while variables are decided, some of them without models: what is counted in one block is
/// wrong as soon as another block has none, and must not be used again.
#[test]
fn blocks_without_models_spoil_no_number() {
    const SIZE: i32 = 5;
    let mut rng = Rng::with_seed(23);
    let (mut most, mut none) = (0, 0);
    for round in 0..600 {
        let blocks = rng.i32(2..=3);
        let variables = (blocks * SIZE) as u32;
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        for block in 0..blocks {
            for _ in 0..rng.u32(12..26) {
                let mut lit = || (block * SIZE + rng.i32(1..=SIZE)) * if rng.bool() { 1 } else { -1 };
                clauses.push((0..3).map(|_| lit()).collect());
            }
        }
        for _ in 0..rng.u32(1..6) {
            let mut lit = || rng.i32(1..=variables as i32) * if rng.bool() { 1 } else { -1 };
            clauses.push((0..3).map(|_| lit()).collect());
        }
        let shown: Vec<u32> = (1..=variables).filter(|_| rng.u8(..4) > 0).collect();
        for shown in [None, Some(&shown[..])] {
            let expected = by_hand(&clauses, variables, shown);
            let found = counted(&clauses, variables, shown, 1 << 30);
            assert_eq!(found, Ok(expected.into()), "{round}: {clauses:?}, {shown:?}");
            most = most.max(expected);
            none += u32::from(expected == 0);
        }
    }
    assert!(most > 300 && (100..900).contains(&none), "{most} {none}");
}

/// A learned clause may follow only because a part of the formula has no model: with `a`, the blocks `d` have none. The
/// component `c` is counted before them, and the clause makes its number too small. Where `a` is false, the component
/// comes again, and that number must not be used.
#[test]
fn numbers_of_a_branch_without_models_are_forgotten() {
    let (a, b, c) = (1, 2, [3, 4, 5]);
    let mut clauses: Vec<Vec<i32>> = vec![c.to_vec()];
    clauses.extend(c.iter().map(|&c| vec![a, b, c]));
    for d in [6, 8, 10] {
        clauses.extend([[1, 1], [1, -1], [-1, 1], [-1, -1]].map(|signs| vec![-a, signs[0] * d, signs[1] * (d + 1)]));
    }
    let mut formula = Formula::new(&store(&clauses), 11, None);
    assert!(!formula.contradicts);
    let negative = |variable: i32| 2 * (variable as u32 - 1) + 1;
    formula.state.clauses.learn(&[negative(a), negative(c[0])], 1, 0);
    let numbers = Numbers { weights: None };
    let found = ComponentSearch::new(formula, numbers, 1 << 20, 1 << 20, &Budget::unlimited()).run();
    assert_eq!(found, Ok(by_hand(&clauses, 11, None).into()));
}

/// A chain of n clauses of neighbours has Fibonacci's numbers of models. It is cut in halves, however long it is, so
/// neither the time nor the stack suffers.
#[test]
fn long_chains_are_cut_in_halves() {
    let chain = |n: i32| (1..n).map(|i| vec![i, i + 1]).collect::<Vec<_>>();
    let (mut models, mut next) = (2_u64, 3_u64);
    for n in 2..60 {
        (models, next) = (next, models + next);
        assert_eq!(counted(&chain(n), n as u32, None, 1 << 28), Ok(models.into()), "{n}");
    }
    let Ok(large) = counted(&chain(20_000), 20_000, None, 1 << 28) else { panic!("a number") };
    // The golden ratio to the power of n + 2, divided by the root of 5.
    assert_eq!(large.to_string().len(), 4180);
}

/// Independent parts multiply: the colourings of many triangles in three colours.
#[test]
fn independent_parts_multiply() {
    let mut clauses = Vec::new();
    for part in 0..200 {
        let colour = |vertex: i32, colour: i32| 9 * part + 3 * vertex + colour + 1;
        for vertex in 0..3 {
            clauses.push((0..3).map(|c| colour(vertex, c)).collect());
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                clauses.push(vec![-colour(vertex, a), -colour(vertex, b)]);
                clauses.push(vec![-colour(a, vertex), -colour(b, vertex)]);
            }
        }
    }
    let expected: Count = num_bigint::BigUint::from(6_u32).pow(200).into();
    assert_eq!(counted(&clauses, 1800, None, 1 << 28), Ok(expected));
}

#[test]
fn limits_end_the_search() {
    let mut rng = Rng::with_seed(4);
    let clauses: Vec<Vec<i32>> =
        (0..600).map(|_| (0..3).map(|_| rng.i32(1..=300) * if rng.bool() { 1 } else { -1 }).collect()).collect();
    let budget = Budget::unlimited();
    budget.cancel();
    let (clauses_held, memory) = (store(&clauses), CountMemory { cache: 1 << 28, stack: 1 << 28 });
    let formula = CountedFormula { clauses: &clauses_held, variables: 300, shown: None };
    assert_eq!(count(&formula, memory, &budget), Err(CountError::OutOfTime));
    assert!(compile(&formula, memory, &budget).is_err());
    assert_eq!(counted(&clauses, 300, None, 1000), Err(CountError::OutOfMemory));
}

/// Random weights: decimals, fractions, zero and negative ones, of some of the shown variables.
fn random_weights(rng: &mut Rng, variables: u32, shown: Option<&[u32]>) -> VariableWeights {
    const TEXTS: [&str; 10] = ["0.25", "1/3", "0", "-0.5", "2", "1e-3", "7/5", "-1", "1", "0.125"];
    let mut weight = || Rational::read(TEXTS[rng.usize(..TEXTS.len())]).unwrap();
    let has_weight = |variable: &u32| shown.is_none_or(|shown| shown.contains(variable)) && !variable.is_multiple_of(4);
    (1..=variables).filter(has_weight).map(|variable| (variable, [weight(), weight()])).collect()
}

/// The sum by all assignments, in fractions.
fn weighed_by_hand(clauses: &[Vec<i32>], variables: u32, shown: Option<&[u32]>, weights: &VariableWeights) -> Rational {
    let is_true = |bits: u32, lit: i32| (bits >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0);
    let holds = |&bits: &u32| clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(bits, lit)));
    let mask: u32 = shown.map_or(!0, |shown| shown.iter().map(|variable| 1 << (variable - 1)).fold(0, |a, b| a | b));
    let found: HashSet<u32> = (0..1 << variables).filter(holds).map(|bits| bits & mask).collect();
    found.into_iter().fold(Rational::zero(), |sum, bits| {
        let factor = |(&variable, pair): (&u32, &[Rational; 2])| pair[(bits >> (variable - 1) & 1) as usize].clone();
        let product = weights.iter().map(factor).fold(Rational::one(), |product, factor| product.times(&factor));
        let over = |a: &Rational, b: &Rational| a.numerator() * BigInt::from(b.denominator().clone());
        Rational::new(over(&sum, &product) + over(&product, &sum), sum.denominator() * product.denominator())
    })
}

#[test]
fn weighted_sums_are_those_of_brute_force() {
    let mut rng = Rng::with_seed(29);
    let (mut fractions, mut negative, mut zero) = (0, 0, 0);
    for round in 0..2000 {
        let variables = rng.u32(1..=9);
        let clauses = random(&mut rng, variables);
        let shown: Vec<u32> = (1..=variables).filter(|_| rng.bool()).collect();
        let shown = if round % 2 == 0 { None } else { Some(&shown[..]) };
        let weights = random_weights(&mut rng, variables, shown);
        let expected = weighed_by_hand(&clauses, variables, shown, &weights);
        for cache in [1 << 30, 6000] {
            let memory = CountMemory { cache, stack: 1 << 28 };
            let formula = CountedFormula { clauses: &store(&clauses), variables, shown };
            let found = weigh(&formula, &weights, memory, &Budget::unlimited()).unwrap();
            assert_eq!(found, expected, "{round}: {clauses:?} {shown:?} {weights:?}");
        }
        fractions += u32::from(expected.to_string().contains('/'));
        negative += u32::from(expected.to_string().starts_with('-'));
        zero += u32::from(expected == Rational::zero());
    }
    assert!(fractions > 500 && negative > 200 && zero > 100, "{fractions} {negative} {zero}");
}

/// Models that are drawn satisfy the clauses, and each assignment of the shown variables comes about equally often.
#[test]
fn models_are_drawn_uniformly_from_random_formulas() {
    let mut rng = Rng::with_seed(31);
    let (mut tested, mut statistic, mut freedom) = (0, 0.0, 0.0);
    for round in 0..600 {
        let variables = rng.u32(1..=9);
        let clauses = random(&mut rng, variables);
        let shown: Vec<u32> = (1..=variables).filter(|_| rng.bool()).collect();
        let shown = if round % 2 == 0 { None } else { Some(&shown[..]) };
        let held = store(&clauses);
        let formula = CountedFormula { clauses: &held, variables, shown };
        let memory = CountMemory { cache: 1 << 28, stack: 1 << 28 };
        let compiled = compile(&formula, memory, &Budget::unlimited()).unwrap();
        let models = by_hand(&clauses, variables, shown);
        assert_eq!(*compiled.models(), models.into(), "{round}: {clauses:?}");
        if models == 0 {
            continue;
        }
        let draws = 20 * models;
        let mut found: std::collections::HashMap<Vec<bool>, u64> = Default::default();
        for _ in 0..draws {
            let model = compiled.draw(&mut rng);
            let is_true = |lit: i32| model[lit.unsigned_abs() as usize - 1] == (lit > 0);
            assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(lit))), "{round}: {clauses:?}");
            let is_shown = |at: usize| shown.is_none_or(|shown| shown.contains(&(at as u32 + 1)));
            *found.entry((0..model.len()).filter(|&at| is_shown(at)).map(|at| model[at]).collect()).or_default() += 1;
        }
        let missed = models - found.len() as u64;
        let square = |&times: &u64| (times as f64 - 20.0).powi(2) / 20.0;
        statistic += found.values().map(square).sum::<f64>() + 20.0 * missed as f64;
        freedom += models as f64 - 1.0;
        tested += 1;
    }
    // The sum of all statistics is nearly normal: with 4 standard deviations p is less than 0.0001.
    assert!(tested > 300 && (statistic - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{statistic} of {freedom}");
}

//! Random sums and constraints over integers and literals, solved, assumed and listed, against brute force over the
//! integers' bits.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::super::listing::{Jumps, ToList};
use super::super::natives::tests::{Native, is_met};
use super::super::solver::Answer;
use super::super::solver::tests::solver;
use super::*;
use cnfab_cnf::{Integer, Multiple};

/// The meaning of a variable of the formula.
#[derive(Clone, Copy)]
enum Meaning {
    /// The next one of those that brute force tries.
    Free(u32),
    /// That an integer is at least a value.
    AtLeast(usize, i64),
}

/// Terms of literals and of integers that together come to at most the bound.
struct Sum {
    terms: Vec<(i64, Literal)>,
    integers: Vec<Multiple>,
    bound: i64,
}

/// A formula while it is made.
struct Formula {
    solver: Solver,
    meanings: Vec<Meaning>,
    free: u32,
    /// The place of the lowest bit of each integer, and its largest value.
    integers: Vec<(u32, i64)>,
    clauses: Vec<Vec<Literal>>,
    sums: Vec<Sum>,
    globals: Vec<Native>,
}

impl Formula {
    fn variable(&mut self, meaning: Meaning) -> Literal {
        self.solver.add_variable();
        self.meanings.push(meaning);
        2 * (self.meanings.len() as Literal - 1)
    }

    fn free(&mut self) -> Literal {
        self.free += 1;
        self.variable(Meaning::Free(self.free - 1))
    }

    fn sum(&mut self, terms: Vec<(i64, Literal)>, integers: Vec<Multiple>, bound: i64) {
        let steps = terms.iter().map(|&term| vec![term]).collect();
        self.solver.add_native(Native::Linear { terms: steps, integers: integers.clone(), bound });
        self.sums.push(Sum { terms, integers, bound });
    }

    fn integer(&mut self, rng: &mut Rng) {
        let (number, most) = (self.integers.len() as u32, rng.i64(1..=12));
        self.integers.push((self.free, most));
        let bits: Vec<Literal> = (0..64 - most.leading_zeros()).map(|_| self.free()).collect();
        self.solver.add_native(Native::Integer { number, most });
        for (sign, factor, bound) in [(0, -1, most), (1, 1, (1 << bits.len()) - 1)] {
            let terms = (0..).zip(&bits).map(|(bit, lit)| (1 << bit, lit ^ sign)).collect();
            self.sum(terms, vec![Multiple { number, factor, most }], bound);
        }
    }

    fn order(&mut self, rng: &mut Rng) {
        let number = rng.usize(..self.integers.len());
        let value = rng.i64(1..=self.integers[number].1);
        let literal = self.variable(Meaning::AtLeast(number, value));
        self.solver.add_native(Native::Order { number: number as u32, value, literal });
    }

    /// An integer of the formula with a least value, or a number.
    fn bounded(&self, rng: &mut Rng, least: std::ops::Range<i64>) -> Integer<Literal> {
        let number = rng.u32(..=self.integers.len() as u32);
        let number = Some(number).filter(|&number| (number as usize) < self.integers.len());
        Integer { least: rng.i64(least), steps: Vec::new(), number }
    }

    /// A constraint over bounds of integers, where conditions hold.
    fn global(&mut self, rng: &mut Rng) {
        let when = (0..rng.usize(..4) / 2).map(|_| self.literal(rng)).collect();
        let number = rng.usize(1..5);
        let global = match rng.u8(..4) {
            0 => {
                let tasks = (0..number).map(|_| [-1..3, 0..4, 0..3].map(|least| self.bounded(rng, least))).collect();
                Native::Cumulative { tasks, capacity: self.bounded(rng, 1..4), when }
            }
            1 => {
                let tasks = (0..number).map(|_| [-1..3, -1..3].map(|least| self.bounded(rng, least))).collect();
                Native::Disjunctive { tasks, is_strict: rng.bool(), when }
            }
            2 => {
                let pairs = (0..number).map(|_| [0..4, 0..4].map(|least| self.bounded(rng, least))).collect();
                Native::Lex { pairs, is_strict: rng.bool(), when }
            }
            _ => {
                let counts = (0..2).map(|_| self.bounded(rng, -1..2)).collect();
                let choice = |_| vec![(rng.u32(..3), None)];
                Native::GlobalCardinality { variables: (0..number).map(choice).collect(), counts, when }
            }
        };
        self.solver.add_native(global.clone());
        self.globals.push(global);
    }

    fn literal(&self, rng: &mut Rng) -> Literal {
        rng.u32(..2 * self.meanings.len() as u32)
    }

    /// Sums of which each raises what the next one has, under a literal.
    fn circle(&mut self, rng: &mut Rng) {
        let first = rng.usize(..self.integers.len());
        let count = rng.usize(2..4);
        let integers: Vec<usize> = (0..count).map(|at| (first + at) % self.integers.len()).collect();
        for at in 0..count {
            let multiple = |integer: usize, sign: i64, rng: &mut Rng| Multiple {
                number: integer as u32,
                factor: sign * rng.i64(1..3),
                most: self.integers[integer].1,
            };
            let (one, other) = (integers[at], integers[(at + 1) % count]);
            if one == other {
                continue;
            }
            let both = vec![multiple(one, 1, rng), multiple(other, -1, rng)];
            let bound = both[1].factor.abs() * both[1].most - rng.i64(..3);
            let over = both[0].factor * both[0].most + both[1].factor.abs() * both[1].most - bound;
            let guard = self.literal(rng);
            self.sum(vec![(over.max(1), guard)], both, bound.max(0) + over.max(1));
        }
    }

    /// Constraints over what there is.
    fn constrain(&mut self, rng: &mut Rng) {
        for _ in 0..rng.usize(1..4) {
            let mut integers = Vec::new();
            for (number, &(_, most)) in (0..).zip(&self.integers) {
                let factor = [-3, -2, -1, 1, 1, 2][rng.usize(..6)];
                integers.extend((rng.u8(..3) > 0).then_some(Multiple { number, factor, most }));
            }
            let terms: Vec<(i64, Literal)> = (0..rng.usize(..3)).map(|_| (rng.i64(1..6), self.literal(rng))).collect();
            let most: i64 = integers.iter().map(|of| of.factor.abs() * of.most).sum();
            let conditions: Vec<Literal> = (0..rng.usize(..4) / 2).map(|_| self.literal(rng)).collect();
            let bound = rng.i64(most / 4..=most);
            let over = most + terms.iter().map(|term| term.0).sum::<i64>() - bound;
            let guards = conditions.iter().filter(|_| over > 0).map(|&condition| (over, condition));
            let all: Vec<(i64, Literal)> = terms.iter().copied().chain(guards).collect();
            let bound = bound + over.max(0) * conditions.len() as i64;
            self.sum(all, integers, bound);
        }
        for _ in 0..rng.usize(..4) {
            let clause: Vec<Literal> = (0..rng.usize(2..5)).map(|_| self.literal(rng)).collect();
            self.solver.add_clause(&clause);
            self.clauses.push(clause);
        }
    }

    fn value(&self, code: u32, integer: usize) -> i64 {
        let (lowest, most) = self.integers[integer];
        i64::from(code >> lowest) & ((1 << (64 - most.leading_zeros())) - 1)
    }

    fn is_true(&self, code: u32, literal: Literal) -> bool {
        let positive = match self.meanings[variable(literal)] {
            Meaning::Free(place) => code >> place & 1 == 1,
            Meaning::AtLeast(integer, value) => self.value(code, integer) >= value,
        };
        positive ^ (literal & 1 == 1)
    }

    /// The models by the values of what is free.
    fn models(&self) -> BTreeSet<u32> {
        let holds = |&code: &u32| {
            let comes_to = |of: &Multiple| {
                let (value, most) = (self.value(code, of.number as usize), self.integers[of.number as usize].1);
                if of.factor < 0 { -of.factor * (most - value) } else { of.factor * value }
            };
            let trues = |terms: &[(i64, Literal)]| -> i64 {
                terms.iter().filter(|term| self.is_true(code, term.1)).map(|term| term.0).sum()
            };
            (0..self.integers.len()).all(|integer| self.value(code, integer) <= self.integers[integer].1)
                && self.clauses.iter().all(|clause| clause.iter().any(|&literal| self.is_true(code, literal)))
                && self.globals.iter().all(|global| {
                    let mut global = global.clone();
                    for integer in global.integers() {
                        integer.least += integer.number.take().map_or(0, |number| self.value(code, number as usize));
                    }
                    is_met(&global, |literal| self.is_true(code, literal))
                })
                && self
                    .sums
                    .iter()
                    .all(|sum| trues(&sum.terms) + sum.integers.iter().map(comes_to).sum::<i64>() <= sum.bound)
        };
        (0..1 << self.free).filter(holds).collect()
    }

    /// How many of the models have these literals.
    fn agree(&self, models: &BTreeSet<u32>, literals: &[Literal]) -> usize {
        models.iter().filter(|&&code| literals.iter().all(|&literal| self.is_true(code, literal))).count()
    }

    /// The model that was found, which has to be right in what is not free as well.
    fn found(&self) -> u32 {
        let is_free = |of: &(usize, &Meaning)| matches!(of.1, Meaning::Free(_));
        let trues = self.meanings.iter().enumerate().filter(is_free).filter(|of| self.solver.is_true(of.0));
        let code = trues.map(|of| if let Meaning::Free(place) = of.1 { 1 << place } else { 0 }).sum();
        for variable in 0..self.meanings.len() {
            assert_eq!(self.solver.is_true(variable), self.is_true(code, 2 * variable as Literal), "{variable}");
        }
        code
    }
}

#[test]
fn integers_take_the_values_that_brute_force_finds() {
    let (mut made, mut spare, mut several, mut added_up) = (0, 0, 0, 0);
    for seed in 0..3000 {
        let mut rng = Rng::with_seed(seed);
        let mut formula = Formula {
            solver: solver(seed, 0, None),
            meanings: Vec::new(),
            free: 0,
            integers: Vec::new(),
            clauses: Vec::new(),
            sums: Vec::new(),
            globals: Vec::new(),
        };
        formula.solver.state.sums.creep.first = rng.u64(1..4);
        // Later rounds come when the search has made literals of its own.
        for _ in 0..rng.usize(1..4) {
            if formula.free < 10 {
                (0..rng.usize(1..3)).for_each(|_| formula.integer(&mut rng));
                (0..rng.usize(..2)).for_each(|_| _ = formula.free());
            }
            (0..rng.usize(..3)).for_each(|_| formula.order(&mut rng));
            formula.constrain(&mut rng);
            (0..rng.usize(..2)).for_each(|_| formula.circle(&mut rng));
            (0..rng.usize(..4) / 2).for_each(|_| formula.global(&mut rng));
            let mut assumptions: Vec<Literal> = (0..rng.usize(..3)).map(|_| formula.literal(&mut rng)).collect();
            let models = formula.models();
            let expected = formula.agree(&models, &assumptions);
            match formula.solver.solve(&assumptions, None, |_| false) {
                Answer::Sat => {
                    let code = formula.found();
                    assert!(models.contains(&code), "{seed}");
                    assert!(assumptions.iter().all(|&literal| formula.is_true(code, literal)), "{seed}");
                }
                Answer::Unsat(core) => {
                    assert_eq!(expected, 0, "{seed}");
                    assumptions.retain(|literal| core.contains(literal));
                    assert!(assumptions.len() >= core.len().min(1), "{seed}: {core:?}");
                    assert_eq!(formula.agree(&models, &assumptions), 0, "{seed}: no core");
                }
                Answer::Unknown => panic!("{seed}: without a limit"),
            }
        }
        let mut models = formula.models();
        several += usize::from(models.len() > 1);
        let is_free = |variable: &Literal| matches!(formula.meanings[*variable as usize], Meaning::Free(_));
        let shown = (0..formula.meanings.len() as Literal).filter(is_free).map(|variable| 2 * variable).collect();
        let jumps = if rng.bool() { Jumps::Far } else { Jumps::Single };
        formula.solver.list(&ToList { shown, is_unique: rng.bool(), jumps });
        formula.solver.listing.as_mut().expect("models are listed").first *= rng.u32(..2);
        while formula.solver.solve(&[], None, |_| false) == Answer::Sat {
            let code = formula.found();
            assert!(models.remove(&code), "{seed}: {code:b} is no model, or comes twice");
            if !formula.solver.exclude() {
                break;
            }
        }
        assert!(models.is_empty(), "{seed}: {models:?} are missing");
        made += formula.solver.state.integers.made.iter().filter(|&&made| made != Made::Not).count();
        spare += formula.solver.state.integers.spare.len();
        added_up += formula.solver.state.sums.added_up();
    }
    assert!(added_up > 20, "{added_up} circles of sums are added up");
    assert!(made > 1000 && spare > 100 && several > 1000, "{made} literals made, {spare} given back, {several} lists");
}

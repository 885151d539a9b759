//! Bounds that creep: linear constraints that raise each other's integers again and again, as `x < y` and `y < x` do.
//!
//! What it does: where one propagation has raised bounds very often, the reasons of the last one are followed back to
//! the integer itself. The constraints on this way are added up, with multiples by which the integers between cancel
//! out. The sum is a constraint of its own from then on. It says at once what creeping takes as many steps to say as
//! the integer has values.
//!
//! Whose idea: resolution of linear constraints: J. Hooker, "Generalized Resolution and Cutting Planes", 1988; at
//! conflicts: R. Nieuwenhuis, "The IntSat Method for Integer Linear Programming", CP 2014. Endless propagation: L.
//! Bordeaux, Y. Hamadi, M. Vardi, "An Analysis of Slow Convergence in Interval Propagation", CP 2007.
//!
//! How ours differs: only a circle of raised bounds is added up, not all that a conflict rests on. Conditions stay in
//! the sum as terms.
//!
//! When it runs: in the SAT solver `cdcl`, for integers whose literals are made on demand; not with a proof.

use std::collections::BTreeMap;

use super::super::integers::Ladder;
use super::super::state::{Reason, SolverState};
use super::super::tuning::sums;
use super::super::{Literal, Step, variable};
use super::{Raise, Steps, Sums};

/// How far sums of values go.
const MOST: i128 = 1 << 59;

/// A linear constraint: multiples of integers, and terms of literals, come to at most the bound.
#[derive(Clone, Default)]
struct Row {
    factors: BTreeMap<u32, i128>,
    terms: Vec<Vec<(i128, Literal)>>,
    bound: i128,
}

/// The bounds that one propagation has raised.
pub(in super::super) struct Creep {
    raised: u64,
    /// The number at which constraints are added up first, and next.
    pub(in super::super) first: u64,
    patience: u64,
    /// The circles of constraints that have been added up.
    known: Vec<Vec<u32>>,
    /// True if the conflict may be one of lower levels, as its constraint was not there before.
    is_late: bool,
}

impl Default for Creep {
    fn default() -> Self {
        Creep { raised: 0, first: sums::CREEP, patience: sums::CREEP, known: Vec::new(), is_late: false }
    }
}

impl Creep {
    /// A propagation begins.
    pub(in super::super) fn begin(&mut self) {
        (self.raised, self.patience, self.is_late) = (0, self.first, false);
    }

    /// A bound was raised.
    pub(super) fn raise(&mut self) {
        self.raised += 1;
    }
}

impl Row {
    /// Adds so much of a row that the integer cancels out.
    fn cancel(&mut self, integer: u32, other: &Row) -> Option<()> {
        let (one, two) = (*self.factors.get(&integer)?, *other.factors.get(&integer)?);
        if one.signum() == two.signum() {
            return None;
        }
        let common = gcd(one.abs(), two.abs());
        let [of_self, of_other] = [two.abs() / common, one.abs() / common];
        let scaled = |terms: &[Vec<(i128, Literal)>], by: i128| -> Vec<Vec<(i128, Literal)>> {
            let of = |term: &Vec<(i128, Literal)>| term.iter().map(|&(value, literal)| (value * by, literal)).collect();
            terms.iter().map(of).collect()
        };
        self.terms = [scaled(&self.terms, of_self), scaled(&other.terms, of_other)].concat();
        self.factors.values_mut().for_each(|factor| *factor *= of_self);
        for (&integer, factor) in &other.factors {
            *self.factors.entry(integer).or_default() += factor * of_other;
        }
        self.factors.retain(|_, factor| *factor != 0);
        self.bound = self.bound * of_self + other.bound * of_other;
        let largest = self.factors.values().map(|factor| factor.abs()).max().unwrap_or(0);
        (largest < MOST && self.bound.abs() < MOST).then_some(())
    }
}

fn gcd(mut one: i128, mut two: i128) -> i128 {
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one
}

impl Sums {
    /// The number of sums that have been added.
    #[cfg(test)]
    pub(in super::super) fn added_up(&self) -> usize {
        self.creep.known.len()
    }

    /// True once if the conflict may be one of lower levels.
    pub(in super::super) fn take_late(&mut self) -> bool {
        std::mem::take(&mut self.creep.is_late)
    }

    /// Puts the raises of a new constraint where they belong in the order of the trail.
    fn sort_raised(&mut self, new: Vec<(u32, u32)>) {
        let mut next = vec![0usize; self.constraints.len()];
        let position = |&term: &u32| {
            let at = &mut next[term as usize];
            *at += 1;
            (self.raises[term as usize][*at - 1].position, term)
        };
        let mut all: Vec<(u32, u32)> = self.raised.iter().map(position).chain(new).collect();
        all.sort_by_key(|of| of.0);
        self.raised.clear();
        self.raised.extend(all.into_iter().map(|of| of.1));
    }
}

impl SolverState<'_> {
    /// Adds up the constraints that have raised the bound of a literal in a circle, if bounds creep.
    ///
    /// Pre: the literal is the last one that a constraint has raised a bound by, and all before the head are noted.
    pub(super) fn stop_creeping(&mut self, literal: Literal) -> Step {
        if self.sums.creep.raised < self.sums.creep.patience || self.proof.is_some() {
            return Ok(());
        }
        self.sums.creep.patience *= 2;
        match self.circle(literal).and_then(|circle| self.added_up(&circle)) {
            Some(row) => self.add_late(&row),
            None => Ok(()),
        }
    }

    /// The constraints that have raised a bound of a ladder from an earlier one, the last first; each with the integer
    /// by which it follows from the next one.
    fn circle(&self, mut literal: Literal) -> Option<Vec<(u32, u32)>> {
        let mut way: Vec<(Ladder, u32)> = Vec::new();
        while way.len() < sums::CIRCLE {
            let Reason::Sum(constraint) = self.reasons[variable(literal)] else { return None };
            let (ladder, _) = self.integers.stated(literal)?;
            if let Some(from) = way.iter().position(|of| of.0 == ladder) {
                let next = way[from..].iter().skip(1).map(|of| of.0).chain([ladder]);
                return Some(way[from..].iter().zip(next).map(|(of, ladder)| (of.1, ladder / 2)).collect());
            }
            way.push((ladder, constraint));
            let before = self.places[variable(literal)].position;
            let of_ladders = self.sums.terms[constraint as usize].clone().filter(
                |&term| matches!(self.sums.steps_of[term as usize], Steps::Of(other, _) if other / 2 != ladder / 2),
            );
            let premises = of_ladders.filter_map(|term| self.premise(term, before));
            literal = premises.max_by_key(|premise| self.places[variable(premise.literal)].position)?.literal;
        }
        None
    }

    /// The sum of the constraints of a circle; none if there was one already, or numbers get too large.
    fn added_up(&mut self, circle: &[(u32, u32)]) -> Option<Row> {
        let mut key: Vec<u32> = circle.iter().map(|of| of.0).collect();
        key.sort_unstable();
        if self.sums.creep.known.len() >= sums::CIRCLES || self.sums.creep.known.contains(&key) {
            return None;
        }
        self.sums.creep.known.push(key);
        let mut row = self.row(circle[0].0);
        for pair in circle.windows(2) {
            row.cancel(pair[0].1, &self.row(pair[1].0))?;
        }
        if row.terms.is_empty() {
            let common = row.factors.values().fold(0, |common, factor| gcd(common, factor.abs())).max(1);
            row.factors.values_mut().for_each(|factor| *factor /= common);
            row.bound = row.bound.div_euclid(common);
        }
        Some(row)
    }

    /// A constraint with integers in place of ladders.
    fn row(&self, constraint: u32) -> Row {
        let mut row = Row { bound: self.sums.bounds[constraint as usize].into(), ..Row::default() };
        for term in self.sums.terms[constraint as usize].clone() {
            match self.sums.steps_of[term as usize] {
                Steps::Own(_) => {
                    let own = self.sums.own(term).iter();
                    row.terms.push(own.map(|step| (step.value.into(), step.literal)).collect());
                }
                Steps::Of(ladder, factor) => {
                    let factor = i128::from(factor);
                    let is_below = ladder & 1 == 1;
                    *row.factors.entry(ladder / 2).or_default() += if is_below { -factor } else { factor };
                    row.bound -= if is_below { factor * i128::from(self.integers.most(ladder)) } else { 0 };
                }
            }
        }
        row
    }

    /// Adds a constraint that follows from others, at any level.
    ///
    /// Post: a conflict has the false literals of an explanation, perhaps none of the current level.
    fn add_late(&mut self, row: &Row) -> Step {
        let mut bound = row.bound;
        let mut ladders = Vec::new();
        let mut most = 0;
        for (&integer, &factor) in &row.factors {
            let ladder = 2 * integer + u32::from(factor < 0);
            let largest = self.integers.most(ladder);
            bound += if factor < 0 { -factor * i128::from(largest) } else { 0 };
            most += factor.abs() * i128::from(largest);
            ladders.push((ladder, factor.abs() as i64, largest));
        }
        most += row.terms.iter().filter_map(|term| term.last()).map(|step| step.0).sum::<i128>();
        if most >= MOST || bound.abs() >= MOST || bound >= most {
            return Ok(());
        }
        let narrow =
            |term: &Vec<(i128, Literal)>| term.iter().map(|&(value, literal)| (value as i64, literal)).collect();
        let terms: Vec<Vec<(i64, Literal)>> = row.terms.iter().map(narrow).collect();
        let constraint = self.sums.add(&terms, &ladders, bound as i64);
        let mut new = Vec::new();
        for term in self.sums.terms[constraint as usize].clone() {
            for raise in self.raises_of(term) {
                new.push((raise.position, term));
                self.sums.slack[constraint as usize] -= raise.value - self.sums.reached[term as usize];
                self.sums.reached[term as usize] = raise.value;
                if self.level_of(raise.literal) == 0 {
                    self.sums.fixed[term as usize] = raise.value;
                }
            }
        }
        self.sums.sort_raised(new);
        // Only now, as the order of the others is told by their raises.
        for term in self.sums.terms[constraint as usize].clone() {
            self.sums.raises[term as usize] = self.raises_of(term);
        }
        if self.sums.slack[constraint as usize] < 0 {
            self.explain_violated_sum(constraint);
            self.sums.creep.is_late = true;
            return Err(super::super::Contradiction);
        }
        self.sums.find_forced(constraint, None, &self.values);
        self.assign_forced();
        Ok(())
    }

    /// The literals that have raised a term up to the head, in the order of the trail.
    fn raises_of(&self, term: u32) -> Vec<Raise> {
        let position = |literal: Literal| self.places[variable(literal)].position;
        let mut all: Vec<Raise> = match self.sums.steps_of[term as usize] {
            Steps::Own(_) => {
                let is_true = |literal: Literal| self.values[literal as usize] > 0;
                let own = self.sums.own(term).iter().filter(|step| is_true(step.literal));
                let raise = |step: &super::TermStep| (position(step.literal), step.literal, step.value);
                own.map(raise).map(|(position, literal, value)| Raise { position, literal, value }).collect()
            }
            Steps::Of(ladder, factor) => {
                let steps = self.integers.reached_steps(ladder).into_iter();
                steps
                    .map(|(value, literal)| Raise { position: position(literal), literal, value: factor * value })
                    .collect()
            }
        };
        all.retain(|raise| (raise.position as usize) < self.sums.head);
        all.sort_by_key(|raise| raise.position);
        let mut largest = 0;
        all.retain(|raise| {
            let is_more = raise.value > largest;
            largest = largest.max(raise.value);
            is_more
        });
        all
    }
}

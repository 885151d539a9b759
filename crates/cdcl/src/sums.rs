//! Linear constraints that are propagated as they are: sums of terms, each of which grows with its true literals.
//!
//! What it does: a term is an integer with order literals. It comes to what the last of its steps with a true literal
//! says, and to 0 without one. The lower bounds of all terms together leave a slack below the bound of the constraint;
//! a literal whose step would add more than the slack is false. All new literals of the trail are noted first; then
//! each constraint with a raised term is looked at once. A count is a sum of terms of one step each, and a guard is a
//! term that adds more than the others can. The steps of a term are its own, or those of an integer whose literals are
//! made when they are needed (`integers`).
//!
//! Whose idea: O. Ohrimenko, P. Stuckey, M. Codish, "Propagation via Lazy Clause Generation", Constraints 2009;
//! explanations when analysis asks for them: I. Gent, I. Miguel, N. Moore, "Lazy Explanations for Constraint
//! Propagators", PADL 2010.
//!
//! How ours differs: an explanation holds at its position on the trail, and its excess makes it weaker. Each term keeps
//! what has raised it, so the bound at a position is found without a look at its steps. Premises whose weight is not
//! needed are dropped: first those that analysis has not met, and of these the last ones. Of the rest each becomes the
//! weakest bound that still suffices.
//!
//! When it runs: in the SAT solver `cdcl`, for constraints with the encoding `propagate`, after all clauses have been
//! propagated.

mod creep;
mod explain;
mod raise;

use std::cell::Cell;
use std::ops::Range;

use super::integers::Ladder;
use super::state::{Reason, SolverState};
use super::tuning::search;
use super::{Contradiction, Literal, Step};
pub(super) use creep::Creep;

/// A step of a term: what the term comes to at least where the literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TermStep {
    literal: Literal,
    value: i64,
}

/// A term as one of its literals refers to it.
#[derive(Clone, Copy, Debug)]
struct TermPlace {
    term: u32,
    step: u32,
}

/// The contribution of a term to an explanation.
#[derive(Clone, Copy, Debug)]
struct Premise {
    term: u32,
    /// The literal, and what the term comes to with it.
    literal: Literal,
    value: i64,
    /// The value of the term whatever is decided, or less.
    fixed: i64,
}

/// Where the steps of a term are.
#[derive(Clone, Debug)]
enum Steps {
    /// In a list of all sums.
    Own(Range<u32>),
    /// At the integer with this ladder, each with this many times its value.
    Of(Ladder, i64),
}

/// That a literal of the trail has raised a term.
#[derive(Clone, Copy, Debug)]
struct Raise {
    position: u32,
    literal: Literal,
    /// The value of the term.
    value: i64,
}

/// The linear constraints, and how much of each is used up.
#[derive(Default)]
pub(super) struct Sums {
    /// Of each constraint: what its terms may still add, and its terms, those with the largest steps first.
    slack: Vec<i64>,
    bounds: Vec<i64>,
    terms: Vec<Range<u32>>,
    /// Of each term: its constraint, its steps, the largest value, what has raised it, what it comes to, and what it
    /// came to while the level was 0. With a proof the last is 0: explanations have the literals of level 0 then.
    constraints: Vec<u32>,
    steps_of: Vec<Steps>,
    largest: Vec<i64>,
    raises: Vec<Vec<Raise>>,
    reached: Vec<i64>,
    fixed: Vec<i64>,
    /// Steps by growing value.
    steps: Vec<TermStep>,
    /// Of each literal, the terms that have it.
    places: Vec<Vec<TermPlace>>,
    /// Of each ladder, the terms that have it.
    of_ladder: Vec<Vec<u32>>,
    /// The terms that were raised, in the order of the trail.
    raised: Vec<u32>,
    /// Propagation head: the first literal of the trail that the terms do not know.
    pub(super) head: usize,
    /// Of each constraint, the last batch of literals that has raised its terms, and the term of which one literal
    /// forbids most alone. The number of the current batch, and its constraints.
    batches: Vec<(u64, u32)>,
    batch: u64,
    touched: Vec<u32>,
    /// Literals that cannot be true, each with its constraint and the literal that forbids it alone, if there is one;
    /// and values that ladders cannot reach.
    forced: Vec<(Literal, u32, Option<Literal>)>,
    limited: Vec<(Ladder, i64, u32)>,
    premises: Cell<Vec<Premise>>,
    pub(super) creep: Creep,
}

impl Sums {
    pub(super) fn is_empty(&self) -> bool {
        self.slack.is_empty()
    }

    /// Makes room for more literals.
    pub(super) fn add_literals(&mut self, literals: usize) {
        self.places.resize(literals, Vec::new());
    }

    /// Adds a constraint: the terms together come to at most the bound. Those of ladders are multiples of what these
    /// have reached.
    ///
    /// Pre: the values of each term are positive and grow. Returns the constraint.
    fn add(&mut self, terms: &[Vec<(i64, Literal)>], ladders: &[(Ladder, i64, i64)], bound: i64) -> u32 {
        let constraint = self.slack.len() as u32;
        let first = self.constraints.len() as u32;
        let last = |term: &Vec<(i64, Literal)>| term.last().map_or(0, |step| step.0);
        let own = (0..terms.len()).map(|at| (last(&terms[at]), at));
        let others = (0..).zip(ladders).map(|(at, &(_, factor, most))| (factor * most, terms.len() + at));
        let mut sorted: Vec<(i64, usize)> = own.chain(others).filter(|of| of.0 > 0).collect();
        sorted.sort_by_key(|of| std::cmp::Reverse(of.0));
        for (largest, at) in sorted {
            let number = self.constraints.len() as u32;
            let steps = match terms.get(at) {
                Some(term) => {
                    debug_assert!(term[0].0 > 0 && term.is_sorted_by(|a, b| a.0 < b.0));
                    let begin = self.steps.len() as u32;
                    for (step, &(value, literal)) in (0..).zip(term) {
                        self.places[literal as usize].push(TermPlace { term: number, step });
                        self.steps.push(TermStep { literal, value });
                    }
                    Steps::Own(begin..self.steps.len() as u32)
                }
                None => {
                    let (ladder, factor, _) = ladders[at - terms.len()];
                    self.of_ladder.resize(self.of_ladder.len().max(ladder as usize + 1), Vec::new());
                    self.of_ladder[ladder as usize].push(number);
                    Steps::Of(ladder, factor)
                }
            };
            self.constraints.push(constraint);
            self.steps_of.push(steps);
            self.largest.push(largest);
            self.raises.push(Vec::new());
            self.reached.push(0);
            self.fixed.push(0);
        }
        self.slack.push(bound);
        self.bounds.push(bound);
        self.batches.push((0, 0));
        self.terms.push(first..self.constraints.len() as u32);
        constraint
    }

    /// True if a constraint says that at most one of some literals is true.
    pub(super) fn is_at_most_one(&self, constraint: u32) -> bool {
        let bound = self.bounds[constraint as usize];
        let mut terms = self.terms[constraint as usize].clone();
        terms.all(|term| matches!(self.own(term), [step] if step.value > bound - step.value))
    }

    pub(super) fn len(&self) -> u32 {
        self.slack.len() as u32
    }

    /// Takes a constraint out.
    pub(super) fn remove(&mut self, constraint: u32) {
        self.slack[constraint as usize] = i64::MAX / 2;
        for term in self.terms[constraint as usize].clone() {
            match self.steps_of[term as usize].clone() {
                Steps::Own(Range { start, end }) => {
                    for step in &self.steps[start as usize..end as usize] {
                        self.places[step.literal as usize].retain(|place| place.term != term);
                    }
                }
                Steps::Of(ladder, _) => self.of_ladder[ladder as usize].retain(|&other| other != term),
            }
        }
    }

    /// The terms of a ladder.
    fn of(&self, ladder: Ladder) -> &[u32] {
        self.of_ladder.get(ladder as usize).map_or(&[], |terms| terms)
    }

    /// The steps of a term that are its own.
    fn own(&self, term: u32) -> &[TermStep] {
        match &self.steps_of[term as usize] {
            Steps::Own(range) => &self.steps[range.start as usize..range.end as usize],
            Steps::Of(..) => &[],
        }
    }

    /// Finds what the slack of a constraint forbids, now that one of its terms may have been raised.
    ///
    /// Pre: the constraint is not violated.
    fn find_forced(&mut self, constraint: u32, raised: Option<u32>, values: &[i8]) {
        let slack = self.slack[constraint as usize];
        // What each other term may come to beside the raised one, with nothing from the rest.
        let single = raised.filter(|&raised| self.own(raised).len() == 1);
        let alone = single.map(|raised| {
            let most = self.bounds[constraint as usize] - self.reached[raised as usize];
            (raised, most, self.own(raised)[0].literal)
        });
        for term in self.terms[constraint as usize].clone() {
            let largest = self.largest[term as usize];
            if largest <= slack {
                break;
            }
            let most = slack + self.reached[term as usize];
            match &self.steps_of[term as usize] {
                Steps::Own(range) => {
                    let steps = &self.steps[range.start as usize..range.end as usize];
                    let from = steps.partition_point(|step| step.value <= most);
                    let open = steps[from..].iter().filter(|step| values[step.literal as usize] == 0);
                    let cause = |step: &TermStep| {
                        let forbids = |&(raised, most, _): &(u32, i64, Literal)| step.value > most && raised != term;
                        alone.filter(forbids).map(|of| of.2)
                    };
                    self.forced.extend(open.map(|step| (step.literal, constraint, cause(step))));
                }
                &Steps::Of(ladder, factor) if largest > most => {
                    self.limited.push((ladder, most / factor + 1, constraint));
                }
                Steps::Of(..) => {}
            }
        }
    }
}

impl SolverState<'_> {
    /// Adds a constraint over variables that there are: the terms together come to at most the bound. Each comes to the
    /// largest value with a true literal, or to 0; each ladder to a multiple of what it has reached.
    ///
    /// Pre: the level is 0.
    pub(super) fn add_sum(&mut self, terms: &[Vec<(i64, Literal)>], ladders: &[(Ladder, i64)], bound: i64) -> Step {
        let ladders: Vec<(Ladder, i64, i64)> =
            ladders.iter().map(|&(ladder, factor)| (ladder, factor, self.integers.most(ladder))).collect();
        let constraint = self.sums.add(terms, &ladders, bound);
        if let Some(proof) = &mut self.proof {
            proof.note_sum();
        }
        let first = self.sums.raised.len();
        for term in self.sums.terms[constraint as usize].clone() {
            // What comes after the head is still to be noted.
            if let Some((value, literal)) = self.reached_before(term, self.sums.head as u32) {
                self.sums.raise_term(term, literal, value, 0);
            }
        }
        if self.proof.is_none() {
            self.sums.fix(first);
        }
        if self.sums.slack[constraint as usize] < 0 {
            self.explain_violated_sum(constraint);
            return Err(Contradiction);
        }
        self.sums.find_forced(constraint, None, &self.values);
        self.assign_forced();
        Ok(())
    }

    /// Notes the literals of the trail, and assigns what follows by linear constraints.
    ///
    /// Pre: the trail is propagated by clauses to its end, and has a literal that is new to the sums. Post: a
    /// conflict has the false literals of an explanation, and not all literals are noted.
    pub(super) fn propagate_sums(&mut self) -> Step {
        let first = self.sums.raised.len();
        while let Some(&literal) = self.trail.get(self.sums.head) {
            self.sums.head += 1;
            let stated = self.news(literal);
            if let Some(constraint) = self.sums.raise(literal, stated, self.sums.head - 1) {
                self.explain_violated_sum(constraint);
                return Err(Contradiction);
            }
        }
        if self.level() == 0 && self.proof.is_none() {
            self.sums.fix(first);
        }
        self.sums.touch(first);
        let mut touched = std::mem::take(&mut self.sums.touched);
        let mut terms = self.sums.raised.len() - first;
        for constraint in touched.drain(..) {
            terms += self.sums.terms[constraint as usize].len();
            let raised = self.sums.batches[constraint as usize].1;
            self.sums.find_forced(constraint, Some(raised), &self.values);
        }
        self.sums.touched = touched;
        self.visits += search::NATIVE_VISITS * terms as u64;
        match self.assign_forced() {
            Some(last) => self.stop_creeping(last),
            None => Ok(()),
        }
    }

    /// Makes literals false that cannot be true. A literal that forbids one alone is its reason, unless explanations of
    /// the constraint are to be counted. Returns the last literal of an integer, if there is one.
    fn assign_forced(&mut self) -> Option<Literal> {
        let mut last = None;
        let mut forced = std::mem::take(&mut self.sums.forced);
        for (literal, constraint, cause) in forced.drain(..) {
            // One that is forced both ways is true when the other constraint sees it.
            if self.values[literal as usize] != 0 {
                continue;
            }
            let reason = Reason::Sum(constraint);
            // With such a reason `propagate_order` takes a literal of an integer for one that follows from another one
            // of it, so literals of integers are no causes.
            let is_cause = |&cause: &Literal| {
                self.proof.is_none() && self.integers.stated(cause).is_none() && !self.lazy.notes(reason)
            };
            match cause.filter(is_cause) {
                Some(cause) => self.assign(literal ^ 1, Reason::Literal(cause)),
                None => self.force(literal ^ 1, reason),
            }
        }
        self.sums.forced = forced;
        let mut limited = std::mem::take(&mut self.sums.limited);
        // Of each ladder the least value says the others.
        limited.sort_unstable();
        limited.dedup_by_key(|of| of.0);
        for (ladder, value, constraint) in limited.drain(..) {
            // A ladder that has reached more violates the constraint when that sees it.
            if let Some(literal) = self.order_literal(ladder, value)
                && self.values[literal as usize] == 0
            {
                self.force(literal ^ 1, Reason::Sum(constraint));
                self.sums.creep.raise();
                last = Some(literal ^ 1);
            }
        }
        self.sums.limited = limited;
        last
    }
}

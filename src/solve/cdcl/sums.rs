//! Linear constraints that are propagated as they are: sums of terms, each of which grows with its true literals.
//!
//! What it does: a term is an integer with order literals. It comes to what the last of its steps with a true literal
//! says, and to 0 without one. The lower bounds of all terms together leave a slack below the bound of the constraint;
//! a literal whose step would add more than the slack is false. A count is a sum of terms of one step each, and a guard
//! is a term that adds more than the others can.
//!
//! Whose idea: O. Ohrimenko, P. Stuckey, M. Codish, "Propagation via Lazy Clause Generation", Constraints 2009;
//! explanations when analysis asks for them: I. Gent, I. Miguel, N. Moore, "Lazy Explanations for Constraint
//! Propagators", PADL 2010.
//!
//! How ours differs: an explanation holds at its position on the trail, and its excess makes it weaker. Premises whose
//! weight is not needed are dropped: first those that analysis has not met, and of these the last ones. Of the rest
//! each becomes the weakest bound that still suffices.
//!
//! When it runs: in the SAT solver `cdcl`, for constraints with the encoding `propagate`, after all clauses have been
//! propagated.

use std::cell::Cell;
use std::ops::Range;

use super::state::{Reason, State};
use super::{Literal, variable};

/// A step of a term: what the term comes to at least where the literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    literal: Literal,
    value: i64,
}

/// A term as one of its literals refers to it.
#[derive(Clone, Copy, Debug)]
struct Place {
    term: u32,
    step: u32,
}

/// What a term adds to an explanation.
#[derive(Clone, Copy, Debug)]
struct Premise {
    term: u32,
    /// The step whose literal is the premise.
    step: u32,
    /// What the term comes to without any decision.
    fixed: i64,
}

/// How far a term had come before it was raised.
#[derive(Clone, Copy, Debug)]
struct Raised {
    position: u32,
    term: u32,
    reached: u32,
}

/// The linear constraints, and how much of each is used up.
#[derive(Default)]
pub(super) struct Sums {
    /// Of each constraint: what its terms may still add, and its terms, those with the largest steps first.
    slack: Vec<i64>,
    bounds: Vec<i64>,
    terms: Vec<Range<u32>>,
    /// Of each term: its constraint, its steps, and how many of them are reached.
    constraints: Vec<u32>,
    steps_of: Vec<Range<u32>>,
    reached: Vec<u32>,
    /// Steps by growing value.
    steps: Vec<Step>,
    /// Of each literal, the terms that have it.
    places: Vec<Vec<Place>>,
    raised: Vec<Raised>,
    /// Propagation head: the first literal of the trail that the terms do not know.
    pub(super) head: usize,
    /// Literals that cannot be true, each with its constraint.
    forced: Vec<(Literal, u32)>,
    premises: Cell<Vec<Premise>>,
}

impl Sums {
    pub(super) fn is_empty(&self) -> bool {
        self.slack.is_empty()
    }

    /// Makes room for more literals.
    pub(super) fn add_literals(&mut self, literals: usize) {
        self.places.resize(literals, Vec::new());
    }

    /// Adds a constraint: the terms together come to at most the bound.
    ///
    /// Pre: the values of each term are positive and grow. Returns the constraint.
    fn add(&mut self, terms: &[Vec<(i64, Literal)>], bound: i64) -> u32 {
        let constraint = self.slack.len() as u32;
        let mut sorted: Vec<&Vec<(i64, Literal)>> = terms.iter().filter(|term| !term.is_empty()).collect();
        sorted.sort_by_key(|term| std::cmp::Reverse(term.last().map(|step| step.0)));
        let first = self.constraints.len() as u32;
        for term in sorted {
            debug_assert!(term[0].0 > 0 && term.is_sorted_by(|a, b| a.0 < b.0));
            let number = self.constraints.len() as u32;
            let begin = self.steps.len() as u32;
            for (step, &(value, literal)) in (0..).zip(term) {
                self.places[literal as usize].push(Place { term: number, step });
                self.steps.push(Step { literal, value });
            }
            self.constraints.push(constraint);
            self.steps_of.push(begin..self.steps.len() as u32);
            self.reached.push(0);
        }
        self.slack.push(bound);
        self.bounds.push(bound);
        self.terms.push(first..self.constraints.len() as u32);
        constraint
    }

    pub(super) fn len(&self) -> u32 {
        self.slack.len() as u32
    }

    /// Takes a constraint out.
    pub(super) fn remove(&mut self, constraint: u32) {
        self.slack[constraint as usize] = i64::MAX / 2;
        for term in self.terms[constraint as usize].clone() {
            let Range { start, end } = self.steps_of[term as usize];
            for step in &self.steps[start as usize..end as usize] {
                self.places[step.literal as usize].retain(|place| place.term != term);
            }
        }
    }

    fn steps(&self, term: u32) -> &[Step] {
        let Range { start, end } = self.steps_of[term as usize];
        &self.steps[start as usize..end as usize]
    }

    /// What the first steps of a term come to.
    fn value(&self, term: u32, steps: u32) -> i64 {
        match steps {
            0 => 0,
            _ => self.steps(term)[steps as usize - 1].value,
        }
    }

    /// Notes a true literal at this position of the trail. On a violation the constraint.
    ///
    /// Pre: the literals of the trail before it were noted. Post: its terms have reached its steps; on a violation,
    /// those up to the violated one have.
    fn raise(&mut self, literal: Literal, position: usize) -> Option<u32> {
        (0..self.places[literal as usize].len()).find_map(|at| {
            let Place { term, step } = self.places[literal as usize][at];
            self.raise_term(term, step, position);
            let constraint = self.constraints[term as usize];
            (self.slack[constraint as usize] < 0).then_some(constraint)
        })
    }

    /// Notes a step that is reached.
    fn raise_term(&mut self, term: u32, step: u32, position: usize) {
        let reached = self.reached[term as usize];
        if step >= reached {
            self.raised.push(Raised { position: position as u32, term, reached });
            self.reached[term as usize] = step + 1;
            let more = self.value(term, step + 1) - self.value(term, reached);
            self.slack[self.constraints[term as usize] as usize] -= more;
        }
    }

    /// Finds the literals that the slack of a constraint forbids.
    ///
    /// Pre: the constraint is not violated.
    fn find_forced(&mut self, constraint: u32, values: &[i8]) {
        let slack = self.slack[constraint as usize];
        for term in self.terms[constraint as usize].clone() {
            let Range { start, end } = self.steps_of[term as usize];
            let steps = &self.steps[start as usize..end as usize];
            if steps.last().is_none_or(|step| step.value <= slack) {
                break;
            }
            let reached = self.reached[term as usize];
            let most = slack + self.value(term, reached);
            let from = reached as usize + steps[reached as usize..].partition_point(|step| step.value <= most);
            let open = steps[from..].iter().filter(|step| values[step.literal as usize] == 0);
            self.forced.extend(open.map(|step| (step.literal, constraint)));
        }
    }

    /// Forgets the literals of the trail from this position on.
    pub(super) fn undo(&mut self, position: usize) {
        while let Some(&Raised { position: at, term, reached }) = self.raised.last()
            && at as usize >= position
        {
            self.raised.pop();
            let now = self.value(term, self.reached[term as usize]);
            self.slack[self.constraints[term as usize] as usize] += now - self.value(term, reached);
            self.reached[term as usize] = reached;
        }
        self.head = self.head.min(position);
    }
}

impl State<'_> {
    /// Adds a constraint over variables that there are: the terms together come to at most the bound. Each comes to the
    /// largest value with a true literal, or to 0. `false` if it cannot hold.
    ///
    /// Pre: the level is 0.
    pub(super) fn add_sum(&mut self, terms: &[Vec<(i64, Literal)>], bound: i64) -> bool {
        let constraint = self.sums.add(terms, bound);
        if let Some(proof) = &mut self.proof {
            proof.note_sum();
        }
        for term in self.sums.terms[constraint as usize].clone() {
            // What comes after the head is still to be noted.
            let known = self.reached_before(term, self.sums.head as u32);
            if let Some(step) = known.checked_sub(1) {
                self.sums.raise_term(term, step, 0);
            }
        }
        let fine = self.sums.slack[constraint as usize] >= 0;
        if fine {
            self.sums.find_forced(constraint, &self.values);
            self.assign_forced();
        } else {
            self.explain_violated_sum(constraint);
        }
        fine
    }

    /// Notes the next literal of the trail, and assigns what follows by linear constraints.
    ///
    /// Pre: the trail is propagated by clauses to its end, and has a literal that is new to the sums. Post: if `false`,
    /// the conflict has the false literals of an explanation.
    pub(super) fn propagate_sums(&mut self) -> bool {
        let position = self.sums.head;
        let literal = self.trail[position];
        self.sums.head += 1;
        if let Some(constraint) = self.sums.raise(literal, position) {
            self.explain_violated_sum(constraint);
            return false;
        }
        for at in 0..self.sums.places[literal as usize].len() {
            let Place { term, .. } = self.sums.places[literal as usize][at];
            self.sums.find_forced(self.sums.constraints[term as usize], &self.values);
        }
        self.assign_forced();
        true
    }

    fn assign_forced(&mut self) {
        let mut forced = std::mem::take(&mut self.sums.forced);
        for (literal, constraint) in forced.drain(..) {
            // One that is forced both ways is true when the other constraint sees it.
            if self.values[literal as usize] == 0 {
                self.force(literal ^ 1, Reason::Sum(constraint));
            }
        }
        self.sums.forced = forced;
    }

    /// The false literals for which a linear constraint makes a literal true at its position on the trail.
    pub(super) fn explain_sum(
        &self,
        constraint: u32,
        literal: Literal,
        is_seen: impl Fn(usize) -> bool,
        out: &mut Vec<Literal>,
    ) {
        let before = self.places[variable(literal)].position;
        let mut premises = self.sums.premises.take();
        let total = self.premises(constraint, before, &mut premises);
        // Of several terms with the literal, one that it would make too large.
        let own = |place: &&Place| self.sums.constraints[place.term as usize] == constraint;
        let excess = |place: &Place| {
            let reached = self.reached_before(place.term, before);
            total - self.sums.value(place.term, reached) + self.sums.value(place.term, place.step + 1)
        };
        let places = self.sums.places[literal as usize ^ 1].iter().filter(own);
        let best = places.map(|place| (excess(place), place.term)).max();
        let (total, term) = best.expect("the literal is one of the constraint");
        premises.retain(|premise| premise.term != term);
        self.weaken(total - self.sums.bounds[constraint as usize] - 1, &mut premises, before, is_seen);
        self.write(premises, out);
        debug_assert!(self.suffices(constraint, Some(literal), out));
    }

    /// Notes the conflict of a linear constraint.
    fn explain_violated_sum(&mut self, constraint: u32) {
        self.violated = None;
        let mut conflict = std::mem::take(&mut self.conflict);
        conflict.clear();
        let mut premises = self.sums.premises.take();
        let total = self.premises(constraint, u32::MAX, &mut premises);
        self.weaken(total - self.sums.bounds[constraint as usize] - 1, &mut premises, u32::MAX, |_| false);
        self.write(premises, &mut conflict);
        debug_assert!(self.suffices(constraint, None, &conflict));
        self.conflict = conflict;
        self.state_conflict(Reason::Sum(constraint));
    }

    /// Whether a constraint does not hold where these literals are false, and the given one as well if there is one;
    /// and whether they are false before it is true.
    fn suffices(&self, constraint: u32, given: Option<Literal>, literals: &[Literal]) -> bool {
        let before = self.view(given.map_or(u32::MAX, |given| self.places[variable(given)].position));
        let is_assumed = |literal: Literal| {
            given == Some(literal ^ 1)
                || literals.contains(&(literal ^ 1))
                || before.is_true(literal) && self.level_of(literal) == 0
        };
        let value = |term: u32| {
            let steps = self.sums.steps(term).iter().filter(|step| is_assumed(step.literal));
            steps.map(|step| step.value).max().unwrap_or(0)
        };
        literals.iter().all(|literal| before.is_false(*literal))
            && self.sums.terms[constraint as usize].clone().map(value).sum::<i64>()
                > self.sums.bounds[constraint as usize]
    }

    /// How many steps of a term were reached before a position.
    fn reached_before(&self, term: u32, before: u32) -> u32 {
        let view = self.view(before);
        self.sums.steps(term).iter().rposition(|step| view.is_true(step.literal)).map_or(0, |step| step as u32 + 1)
    }

    /// The lower bounds of a constraint's terms before a position, but for those without any decision, which only a
    /// proof needs. Returns what the terms come to together.
    fn premises(&self, constraint: u32, before: u32, premises: &mut Vec<Premise>) -> i64 {
        premises.clear();
        let mut total = 0;
        for term in self.sums.terms[constraint as usize].clone() {
            let reached = self.reached_before(term, before);
            let Some(step) = reached.checked_sub(1) else { continue };
            let steps = self.sums.steps(term);
            total += steps[step as usize].value;
            let is_known = |literal: Literal| self.proof.is_none() && self.level_of(literal) == 0;
            let is_fixed = |step: &&Step| self.view(before).is_true(step.literal) && is_known(step.literal);
            let fixed = steps[..reached as usize].iter().rev().find(is_fixed).map_or(0, |step| step.value);
            if fixed < steps[step as usize].value {
                premises.push(Premise { term, step, fixed });
            }
        }
        total
    }

    /// Makes premises weaker by no more than the excess together: first some are dropped, then others become weaker.
    ///
    /// Pre: the terms exceed the bound by one more than the excess. Post: they still exceed it; each premise is true
    /// before the position.
    fn weaken(&self, mut excess: i64, premises: &mut Vec<Premise>, before: u32, is_seen: impl Fn(usize) -> bool) {
        debug_assert!(excess >= 0, "the premises suffice");
        if excess == 0 {
            return;
        }
        let value = |term: u32, step: u32| self.sums.steps(term)[step as usize].value;
        premises.sort_unstable_by_key(|&Premise { term, step, .. }| {
            let variable = variable(self.sums.steps(term)[step as usize].literal);
            (is_seen(variable), self.places[variable].position)
        });
        // Those that no other premise or literal of the clause needs go first, and of these the last ones.
        let unseen = premises.partition_point(|&Premise { term, step, .. }| {
            !is_seen(variable(self.sums.steps(term)[step as usize].literal))
        });
        premises[..unseen].reverse();
        premises[unseen..].reverse();
        premises.retain(|&Premise { term, step, fixed }| {
            let loss = value(term, step) - fixed;
            let is_dropped = loss <= excess;
            excess -= if is_dropped { loss } else { 0 };
            !is_dropped
        });
        for premise in premises.iter_mut() {
            if excess == 0 {
                return;
            }
            let steps = self.sums.steps(premise.term);
            let least = steps[premise.step as usize].value - excess;
            let from = steps.partition_point(|step| step.value < least) as u32;
            let weaker = (from..premise.step).find(|&step| self.view(before).is_true(steps[step as usize].literal));
            if let Some(weaker) = weaker {
                excess -= steps[premise.step as usize].value - steps[weaker as usize].value;
                premise.step = weaker;
            }
        }
    }

    /// Writes premises as false literals.
    fn write(&self, premises: Vec<Premise>, out: &mut Vec<Literal>) {
        let literal = |premise: &Premise| self.sums.steps(premise.term)[premise.step as usize].literal ^ 1;
        out.extend(premises.iter().map(literal));
        self.sums.premises.set(premises);
    }
}

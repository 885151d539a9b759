//! Unit propagation on sums that are at least a bound, and from which of them something follows.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};

use super::proof::Id;

/// A sum that is at least a bound.
struct Counted<'f> {
    terms: Cow<'f, [(u32, i128)]>,
    /// The distance from the bound to the most that its variables come to.
    slack: i128,
    /// The largest coefficient without its sign. Nothing follows while the slack is not less.
    largest: i128,
}

/// The value of a variable.
#[derive(Clone, Copy)]
struct Given {
    value: bool,
    /// The sum from which it follows.
    reason: Option<u32>,
    /// The number of variables that had a value before.
    place: usize,
}

/// Sums, and what follows from them.
#[derive(Default)]
pub(super) struct Propagation<'f> {
    forms: Vec<Counted<'f>>,
    given: Vec<Option<Given>>,
    /// The variables with a value, in the order in which they got it.
    trail: Vec<u32>,
    /// The sums in which each variable occurs, and its coefficient.
    with: Vec<Vec<(u32, i128)>>,
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
}

impl<'f> Propagation<'f> {
    /// Adds a sum, whose number is how many came before.
    pub(super) fn add(&mut self, terms: Cow<'f, [(u32, i128)]>, bound: i128) {
        let number = self.forms.len() as u32;
        let mut slack = -bound;
        for &(variable, coefficient) in &*terms {
            self.grow(variable);
            self.with[variable as usize].push((number, coefficient));
            slack += match self.value(variable) {
                Some(value) => coefficient * i128::from(value),
                None => coefficient.max(0),
            };
        }
        let largest = terms.iter().map(|(_, coefficient)| coefficient.abs()).max().unwrap_or(0);
        self.forms.push(Counted { terms, slack, largest });
        self.is_queued.push(false);
        self.put(number);
    }

    /// Forgets all sums and values.
    pub(super) fn clear(&mut self) {
        for form in self.forms.drain(..) {
            form.terms.iter().for_each(|&(variable, _)| self.with[variable as usize].clear());
        }
        self.trail.drain(..).for_each(|variable| self.given[variable as usize] = None);
        self.queue.clear();
        self.is_queued.clear();
    }

    pub(super) fn value(&self, variable: u32) -> Option<bool> {
        (*self.given.get(variable as usize)?).map(|given| given.value)
    }

    /// The variables with a value, in the order in which they got it.
    pub(super) fn trail(&self) -> &[u32] {
        &self.trail
    }

    /// Gives a variable a value, if it has none.
    pub(super) fn set(&mut self, variable: u32, value: bool) {
        self.imply(variable, value, None);
    }

    fn grow(&mut self, variable: u32) {
        if self.given.len() <= variable as usize {
            self.given.resize(variable as usize + 1, None);
            self.with.resize(variable as usize + 1, Vec::new());
        }
    }

    fn imply(&mut self, variable: u32, value: bool, reason: Option<u32>) {
        self.grow(variable);
        if self.given[variable as usize].is_none() {
            self.given[variable as usize] = Some(Given { value, reason, place: self.trail.len() });
            self.trail.push(variable);
            self.count(variable, value, -1);
        }
    }

    fn put(&mut self, form: u32) {
        if !std::mem::replace(&mut self.is_queued[form as usize], true) {
            self.queue.push_back(form);
        }
    }

    /// Changes the slack of sums by what a value costs them, times a sign.
    fn count(&mut self, variable: u32, value: bool, sign: i128) {
        for &(number, coefficient) in &self.with[variable as usize] {
            let form = &mut self.forms[number as usize];
            if value == (coefficient < 0) {
                form.slack += sign * coefficient.abs();
                let says_more = form.slack < form.largest && sign < 0;
                if says_more && !std::mem::replace(&mut self.is_queued[number as usize], true) {
                    self.queue.push_back(number);
                }
            }
        }
    }

    /// Propagates until nothing follows, or until a sum cannot reach its bound, which is returned.
    pub(super) fn run(&mut self) -> Option<u32> {
        while let Some(number) = self.queue.pop_front() {
            self.is_queued[number as usize] = false;
            let Counted { ref terms, slack, largest } = self.forms[number as usize];
            if slack < 0 {
                self.put(number);
                return Some(number);
            }
            if slack < largest {
                let follows: Vec<(u32, bool)> = terms
                    .iter()
                    .filter(|&&(variable, coefficient)| coefficient.abs() > slack && self.value(variable).is_none())
                    .map(|&(variable, coefficient)| (variable, coefficient > 0))
                    .collect();
                follows.into_iter().for_each(|(variable, value)| self.imply(variable, value, Some(number)));
            }
        }
        None
    }

    /// From which steps it follows that a sum cannot reach its bound, or that a variable has its value: those of sums,
    /// and those by which variables are known to be false.
    pub(super) fn why(
        &self,
        what: Result<u32, u32>,
        step: impl Fn(u32) -> Id,
        is_false: impl Fn(u32) -> Option<Id>,
    ) -> Vec<Id> {
        let given = |variable: u32| self.given[variable as usize];
        let first = match what {
            Ok(form) => Some((form, usize::MAX)),
            Err(variable) => given(variable).and_then(|given| Some((given.reason?, given.place))),
        };
        let mut open: Vec<(u32, usize)> = first.into_iter().collect();
        let (mut seen, mut used, mut hints) = (HashSet::new(), HashSet::new(), Vec::new());
        while let Some((form, before)) = open.pop() {
            if used.insert(form) {
                hints.push(step(form));
            }
            for &(variable, coefficient) in &*self.forms[form as usize].terms {
                let Some(Given { value, reason, place }) = given(variable) else { continue };
                if place >= before || value == (coefficient > 0) || !seen.insert(variable) {
                    continue;
                }
                match (is_false(variable).filter(|_| !value), reason) {
                    (Some(id), _) => hints.push(id),
                    (None, Some(reason)) => open.push((reason, place)),
                    (None, None) => {}
                }
            }
        }
        hints
    }

    /// From which steps it follows that a variable is not true, as [`why`](Self::why) tells; nothing else is changed.
    pub(super) fn refuted(
        &mut self,
        variable: u32,
        step: impl Fn(u32) -> Id,
        is_false: impl Fn(u32) -> Option<Id>,
    ) -> Option<Vec<Id>> {
        let queued: Vec<u32> = self.queue.drain(..).collect();
        queued.iter().for_each(|&form| self.is_queued[form as usize] = false);
        let before = self.trail.len();
        self.set(variable, true);
        queued.iter().for_each(|&form| self.put(form));
        let why = self.run().map(|form| self.why(Ok(form), step, is_false));
        for variable in self.trail.split_off(before) {
            if let Some(Given { value, .. }) = self.given[variable as usize].take() {
                self.count(variable, value, 1);
            }
        }
        self.queue.drain(..).for_each(|form| self.is_queued[form as usize] = false);
        queued.iter().for_each(|&form| self.put(form));
        why
    }
}

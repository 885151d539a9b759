//! Root propagation: drops values that no solution can take, before anything is encoded.
//!
//! One fixpoint over all constraints. Strength per class: all-different by assigned values, and by values with a single
//! candidate left when there are as many values as variables; sums by bounds; counts and clauses as unit propagation
//! would; tables to domain consistency. Other classes than the flat ones do not propagate. Of variables with many
//! values only the bounds are kept (`narrow_wide`).
//! The native engine has propagation of its own; this one shares no code with it, so that each is a check on the other.

use super::narrow_wide::{CHANGES, MOST_LISTED, ends};
use super::{
    AllDifferent, Atom, AtomRelation, Cardinality, Clause, Cmp, Constraint, Domain, Flat, Linear, Model, Table, Var,
};

/// The domains that are left at the fixpoint, one per variable, or `None` if some variable has no value left. Domains
/// that are too large together to be visited value by value stay as they are, and so do bounds that creep.
pub fn narrow(model: &Model) -> Option<Vec<Domain>> {
    narrow_by(model, MOST_LISTED)
}

/// The same where variables with more values than `listed` have bounds alone.
pub(super) fn narrow_by(model: &Model, listed: usize) -> Option<Vec<Domain>> {
    if model.has_too_many_values(|index| model.variables()[index].domain.len() <= listed) {
        return Some(model.variables().iter().map(|variable| variable.domain.clone()).collect());
    }
    let mut state = Narrowing::new(model, listed);
    state.run().ok()?;
    Some(state.domains())
}

/// Domains at the fixpoint, to which values are given one after the other.
pub struct Narrowed<'m>(Narrowing<'m>);

/// The values that the domains still have: a flag for each value, and for each domain their number and their set; and
/// the bounds of those with many values.
pub type Left = (Vec<bool>, Vec<usize>, Vec<u64>, Vec<[i32; 2]>);

impl<'m> Narrowed<'m> {
    /// Narrows the domains of a model; `None` if some variable has no value left.
    pub fn new(model: &'m Model) -> Option<Self> {
        let mut state = Narrowing::new(model, MOST_LISTED);
        state.run().ok()?;
        Some(Narrowed(state))
    }

    /// Gives a variable a value, and narrows the domains. `false` if some variable has no value left.
    pub fn give(&mut self, var: Var, value: i32) -> bool {
        self.0.retain(var, |other| other == value).and_then(|()| self.0.run()).is_ok()
    }

    /// True if a value is left.
    pub fn has(&self, var: Var, value: i32) -> bool {
        self.0.has(var, value)
    }

    /// The value of a variable that has one left.
    pub fn fixed(&self, var: Var) -> Option<i32> {
        (self.0.left[var.index()] == 1).then(|| self.0.values(var).next().expect("one value is left"))
    }

    /// The values that the domains still have.
    pub fn left(&self) -> Left {
        (self.0.alive.clone(), self.0.left.clone(), self.0.sets.clone(), self.0.ends.clone())
    }

    /// Goes back to what was left.
    pub fn go_back(&mut self, (alive, left, sets, ends): &Left) {
        self.0.alive.copy_from_slice(alive);
        self.0.left.copy_from_slice(left);
        self.0.sets.copy_from_slice(sets);
        self.0.ends.copy_from_slice(ends);
        let queued = self.0.queue.drain(..).chain(self.0.late.drain(..));
        queued.for_each(|number| self.0.queued[number as usize] = false);
    }
}

/// Some variable has no value left, or some constraint cannot hold any more.
pub(super) struct Contradiction;

pub(super) type NarrowStep = Result<(), Contradiction>;

pub(super) struct Narrowing<'m> {
    pub(super) model: &'m Model,
    /// The start of a variable's flags in `alive`; one more entry than variables.
    pub(super) start: Vec<usize>,
    /// One flag per value of each variable, unless it has many.
    pub(super) alive: Vec<bool>,
    /// Number of values left per variable.
    pub(super) left: Vec<usize>,
    /// The numbers of the values left per variable, as bits; empty if the model has more values than a word has bits.
    pub(super) sets: Vec<u64>,
    /// The least and the largest value left of each variable with many values; empty if there is none.
    pub(super) ends: Vec<[i32; 2]>,
    /// The number of changes of bounds that wake constraints yet, of variables with many values.
    pub(super) changes: usize,
    /// Constraints that mention a variable.
    watchers: Vec<Vec<u32>>,
    /// Constraints to look at, the last one first; those of `late` only when there is none in `queue`.
    queue: Vec<u32>,
    late: Vec<u32>,
    queued: Vec<bool>,
    /// For each flag of `alive` the number of its value among all values of the model.
    pub(super) value_numbers: Vec<u32>,
    /// All values of the model.
    pub(super) values: Domain,
    /// Scratch of one all-different: for each value number how many variables can take it, and the last of them.
    pub(super) places: Vec<(u32, Var)>,
    /// Scratch flags for one table: which values a row supports.
    supported: Vec<bool>,
}

impl<'m> Narrowing<'m> {
    fn new(model: &'m Model, listed: usize) -> Self {
        let mut start = vec![0];
        let mut left = Vec::new();
        for variable in model.variables() {
            left.push(variable.domain.len());
            let flags = if variable.domain.len() > listed { 0 } else { variable.domain.len() };
            start.push(start[start.len() - 1] + flags);
        }
        let mut watchers = vec![Vec::new(); left.len()];
        for (number, posted) in model.constraints().iter().enumerate() {
            for var in posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var)) {
                let list: &mut Vec<u32> = &mut watchers[var.index()];
                if list.last() != Some(&(number as u32)) {
                    list.push(number as u32);
                }
            }
        }
        let count = model.constraints().len();
        let (value_numbers, values) = number_values(model, listed);
        let ends = ends(model, listed);
        let set =
            |(from, to): (&usize, &usize)| value_numbers[*from..*to].iter().fold(0, |set, number| set | 1 << number);
        let ranges = start.iter().zip(&start[1..]);
        let sets = if values.len() <= 64 && ends.is_empty() { ranges.map(set).collect() } else { Vec::new() };
        let mut state = Narrowing {
            alive: vec![true; start[left.len()]],
            start,
            left,
            watchers,
            queue: Vec::with_capacity(count),
            late: Vec::new(),
            queued: vec![false; count],
            value_numbers,
            sets,
            ends,
            changes: CHANGES * (count + 1),
            places: vec![(0, Var::from_index(0)); values.len()],
            values,
            supported: Vec::new(),
            model,
        };
        (0..count as u32).rev().for_each(|number| state.enqueue(number));
        state
    }

    fn enqueue(&mut self, number: u32) {
        if !self.queued[number as usize] {
            self.queued[number as usize] = true;
            // All-different is dear and gains from what the others do.
            let posted = &self.model.constraints()[number as usize];
            let is_late = matches!(posted.constraint, Constraint::AllDifferent(_));
            if is_late { &mut self.late } else { &mut self.queue }.push(number);
        }
    }

    fn run(&mut self) -> NarrowStep {
        if self.left.contains(&0) {
            return Err(Contradiction);
        }
        while let Some(number) = self.queue.pop().or_else(|| self.late.pop()) {
            self.queued[number as usize] = false;
            let posted = &self.model.constraints()[number as usize];
            // Conditions that are open imply nothing yet; a constraint is met again when they are decided.
            let is_on = posted.when.iter().all(|&atom| self.truth(atom) == Some(true));
            if let Some(constraint) = Flat::of(&posted.constraint).filter(|_| is_on) {
                self.constraint(constraint)?;
            }
        }
        Ok(())
    }

    fn constraint(&mut self, constraint: Flat<'_>) -> NarrowStep {
        match constraint {
            Flat::AllDifferent(AllDifferent(vars)) => self.all_different(vars),
            Flat::Linear(Linear { terms, cmp, rhs }) => {
                if *cmp != Cmp::Ge {
                    self.at_most(terms, 1, *rhs)?;
                }
                if *cmp != Cmp::Le {
                    self.at_most(terms, -1, *rhs)?;
                }
                Ok(())
            }
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => self.count(atoms, *cmp, *k),
            Flat::Clause(Clause(atoms)) => self.count(atoms, Cmp::Ge, 1),
            Flat::Table(Table { vars, relation }) => self.table(vars, relation),
        }
    }

    fn domains(&self) -> Vec<Domain> {
        self.model.vars().map(|var| self.wide_domain(var).unwrap_or_else(|| self.values(var).collect())).collect()
    }

    fn values(&self, var: Var) -> impl Iterator<Item = i32> + '_ {
        let flags = &self.alive[self.start[var.index()]..self.start[var.index() + 1]];
        self.model.domain(var).values().zip(flags).filter(|&(_, &alive)| alive).map(|(value, _)| value)
    }

    pub(super) fn bounds(&self, var: Var) -> (i64, i64) {
        if let Some([low, high]) = self.wide(var) {
            return (low.into(), high.into());
        }
        let flags = &self.alive[self.start[var.index()]..self.start[var.index() + 1]];
        let value = |place: Option<usize>| place.and_then(|place| self.model.domain(var).nth(place));
        let first = value(flags.iter().position(|&alive| alive)).expect("no domain is empty while narrowing");
        let last = value(flags.iter().rposition(|&alive| alive)).expect("no domain is empty while narrowing");
        (first.into(), last.into())
    }

    pub(super) fn has(&self, var: Var, value: i32) -> bool {
        match self.wide(var) {
            Some([low, high]) => low <= value && value <= high && self.model.domain(var).contains(value),
            None => self.slot(var, value).is_some(),
        }
    }

    /// Where the flag of a value is that a variable of few values has left.
    fn slot(&self, var: Var, value: i32) -> Option<usize> {
        let slot = self.start[var.index()] + self.model.domain(var).index_of(value)?;
        self.alive[slot].then_some(slot)
    }

    pub(super) fn remove(&mut self, var: Var, value: i32) -> NarrowStep {
        if let Some([low, high]) = self.wide(var) {
            let kept = [low.saturating_add((low == value).into()), high.saturating_sub((high == value).into())];
            return if low == high && low == value { Err(Contradiction) } else { self.clip(var, kept.map(i128::from)) };
        }
        if let Some(slot) = self.slot(var, value) {
            self.alive[slot] = false;
            self.sets.get_mut(var.index()).into_iter().for_each(|set| *set &= !(1 << self.value_numbers[slot]));
            self.touched(var, 1)?;
        }
        Ok(())
    }

    pub(super) fn retain(&mut self, var: Var, keep: impl Fn(i32) -> bool) -> NarrowStep {
        let (from, to) = (self.start[var.index()], self.start[var.index() + 1]);
        let values = self.model.domain(var).values();
        let mut removed = 0;
        let mut numbers = 0;
        for ((flag, value), number) in self.alive[from..to].iter_mut().zip(values).zip(&self.value_numbers[from..to]) {
            if *flag && !keep(value) {
                *flag = false;
                removed += 1;
                numbers |= 1u64 << (number % 64);
            }
        }
        self.sets.get_mut(var.index()).into_iter().for_each(|set| *set &= !numbers);
        if removed > 0 { self.touched(var, removed) } else { Ok(()) }
    }

    pub(super) fn touched(&mut self, var: Var, removed: usize) -> NarrowStep {
        self.left[var.index()] -= removed;
        if self.left[var.index()] == 0 {
            return Err(Contradiction);
        }
        for position in 0..self.watchers[var.index()].len() {
            self.enqueue(self.watchers[var.index()][position]);
        }
        Ok(())
    }

    /// `sign * sum <= sign * rhs`, by bounds.
    fn at_most(&mut self, terms: &[(i64, Var)], sign: i64, rhs: i64) -> NarrowStep {
        let smallest = |this: &Self, coefficient: i64, var: Var| {
            let (low, high) = this.bounds(var);
            let c = i128::from(coefficient * sign);
            if c > 0 { c * i128::from(low) } else { c * i128::from(high) }
        };
        let total: i128 = terms.iter().map(|&(c, var)| smallest(self, c, var)).sum();
        let slack = i128::from(rhs) * i128::from(sign) - total;
        if slack < 0 {
            return Err(Contradiction);
        }
        for &(coefficient, var) in terms {
            let limit = smallest(self, coefficient, var) + slack;
            if self.wide(var).is_some() {
                self.clip_multiple(var, coefficient * sign, limit)?;
                continue;
            }
            self.retain(var, |value| i128::from(coefficient * sign) * i128::from(value) <= limit)?;
        }
        Ok(())
    }

    /// `Some(true)` or `Some(false)` if the atom is decided.
    fn truth(&self, atom: Atom) -> Option<bool> {
        let is_single = self.left[atom.var.index()] == 1;
        match atom.relation {
            AtomRelation::Eq | AtomRelation::Ne => {
                let is_equal = atom.relation == AtomRelation::Eq;
                match self.has(atom.var, atom.value) {
                    false => Some(!is_equal),
                    true => is_single.then_some(is_equal),
                }
            }
            AtomRelation::Le | AtomRelation::Gt => {
                let (low, high) = self.bounds(atom.var);
                let [first, last] = [low, high].map(|value| atom.holds(value as i32));
                (first == last).then_some(first)
            }
        }
    }

    fn make(&mut self, atom: Atom) -> NarrowStep {
        if self.wide(atom.var).is_some() {
            return self.make_wide(atom);
        }
        self.retain(atom.var, |value| atom.holds(value))
    }

    fn count(&mut self, atoms: &[Atom], cmp: Cmp, k: usize) -> NarrowStep {
        let truths: Vec<Option<bool>> = atoms.iter().map(|&atom| self.truth(atom)).collect();
        let trues = truths.iter().filter(|&&truth| truth == Some(true)).count();
        let possible = trues + truths.iter().filter(|truth| truth.is_none()).count();
        if cmp != Cmp::Ge && trues > k || cmp != Cmp::Le && possible < k {
            return Err(Contradiction);
        }
        let all_false = cmp != Cmp::Ge && trues == k;
        let all_true = cmp != Cmp::Le && possible == k;
        if all_false || all_true {
            for (&atom, truth) in atoms.iter().zip(truths) {
                if truth.is_none() {
                    self.make(if all_true { atom } else { !atom })?;
                }
            }
        }
        Ok(())
    }

    fn table(&mut self, vars: &[Var], relation: &super::Relation) -> NarrowStep {
        if vars.iter().any(|&var| self.wide(var).is_some()) {
            return self.wide_table(vars, relation);
        }
        let mut supported = std::mem::take(&mut self.supported);
        let mut starts = Vec::with_capacity(vars.len());
        let mut total = 0;
        for &var in vars {
            starts.push(total);
            total += self.model.domain(var).len();
        }
        supported.clear();
        supported.resize(total, false);
        let mut row_slots = vec![0; vars.len()];
        if let Some(&head) = vars.first() {
            for value in self.values(head) {
                'rows: for row in relation.rows_from(value) {
                    for ((&var, &value), slot) in vars.iter().zip(row).zip(&mut row_slots) {
                        match self.slot(var, value) {
                            Some(found) => *slot = found - self.start[var.index()],
                            None => continue 'rows,
                        }
                    }
                    for (&slot, &start) in row_slots.iter().zip(&starts) {
                        supported[start + slot] = true;
                    }
                }
            }
        }
        for (&var, &start) in vars.iter().zip(&starts) {
            let domain = self.model.domain(var);
            let found = &supported;
            self.retain(var, |value| found[start + domain.index_of(value).expect("a value of the domain")])?;
        }
        // A relation without rows over no variables cannot hold either.
        if vars.is_empty() && relation.is_empty() {
            return Err(Contradiction);
        }
        self.supported = supported;
        Ok(())
    }
}

/// For each value of each variable with few values, in order, its number among all these; and all of these.
fn number_values(model: &Model, listed: usize) -> (Vec<u32>, Domain) {
    let domains = || model.variables().iter().map(|variable| &variable.domain).filter(|domain| domain.len() <= listed);
    let values: Domain = domains().flat_map(Domain::values).collect();
    let number = |value: i32| values.index_of(value).expect("a value of the model") as u32;
    let numbers = domains().flat_map(Domain::values).map(number).collect();
    (numbers, values)
}

//! Propagation: a compiled model, the memory of the search, and the queue of propagators to run.
//!
//! Propagators live in `propagators`, one file per kind; each is a method that narrows domains or fails. Within one
//! call of [`Propagation::fixpoint`] they run until nothing changes, cheap ones first: A. K. Mackworth, 1977, and C.
//! Schulte, P. J. Stuckey, 2008 (see `domains`). Ours has no propagator to remove the value of a fixed variable from
//! its neighbours.

use cnfab_model::Domain;

use super::compared::Failures;
use super::compile::{CpProgram, Kind, NO_SET, Watchers};
use super::propagation_queue::PropagationQueue;
use super::propagators::Watches;
use super::store::{Conflict, DomainStep, MANY, Store};
use crate::native::bits::ones;
use crate::native::settings::{Level, Settings};

/// One search over a compiled model. `W` is the number of words of every domain; 0 if they differ.
pub(super) struct Propagation<'p, const W: usize> {
    pub(super) program: &'p CpProgram,
    pub(super) settings: Settings,
    pub(super) store: Store<'p, W>,
    pub(super) watches: Watches,
    /// Propagators to run.
    queue: PropagationQueue,
    /// Scratch words for propagators over wide domains.
    pub(super) scratch: Vec<u64>,
    /// The place where a row that supports a value was last found, by word of supports.
    pub(super) residues: Vec<u32>,
    /// Per propagator, the candidate last seen true, or two of different variables last seen unfixed.
    pub(super) unfixed_slots: Vec<(u32, u32)>,
    /// The weighted degree of each variable; empty if the order does not ask for it.
    pub(super) degrees: Vec<u64>,
    /// The failures of decisions, where they are compared.
    pub(super) failed: Failures,
    /// Per bit, the variables with a neighbour set that had it at the root; empty if a word has all variables.
    holders: Vec<u64>,
    /// The largest sum of the objective that is better than the best found.
    pub(super) wanted: Option<i64>,
    /// Propagators run so far.
    pub(super) runs: u64,
}

impl<'p, const W: usize> Propagation<'p, W> {
    pub(super) fn new(program: &'p CpProgram, settings: Settings) -> Self {
        Propagation {
            program,
            settings,
            store: Store::new(program),
            watches: Watches::default(),
            queue: PropagationQueue::new(program.propagators.len()),
            scratch: Vec::new(),
            residues: Vec::new(),
            unfixed_slots: vec![(0, 0); program.propagators.len()],
            degrees: program.degrees.clone(),
            failed: Failures::default(),
            holders: Vec::new(),
            wanted: None,
            runs: 0,
        }
        .compared()
    }

    /// Ready to count which decisions fail, if they are compared.
    fn compared(mut self) -> Self {
        if self.compares() {
            self.failed = Failures::new(self.program.len(), 64 * W);
        }
        self
    }

    /// Draws all conclusions from the first domains. `false` if there is no solution. With `moving`, clauses watch two
    /// literals and move the watches on, which needs a search that only backtracks; without, they watch all.
    ///
    /// Pre: nothing has run. Post: as for [`assign`](Self::assign).
    pub(super) fn start(&mut self, moving: bool) -> bool {
        if self.program.contradiction {
            return false;
        }
        self.residues = vec![0; if self.program.tables.is_empty() { 0 } else { self.program.masks.len() }];
        self.watches = Watches::new(self.program, moving);
        (0..self.program.propagators.len() as u32).for_each(|propagator| {
            self.queue.add(propagator);
        });
        for var in (0..self.program.len() as u32).rev() {
            if self.settings.level == Level::Check {
                if self.store.single(var).is_some() {
                    self.store.set_fixed(var);
                }
            } else {
                self.store.announce(var);
            }
        }
        let holds = self.finish();
        if holds && self.program.set_words > 1 {
            self.find_holders();
        }
        holds
    }

    /// Finds which variables of sets of neighbours have each value. None gets a value later on.
    fn find_holders(&mut self) {
        let words = self.program.set_words;
        let mut members = vec![0; words];
        let mut last = NO_SET;
        for &set_at in self.program.neighbour_sets.iter().filter(|&&set_at| set_at != NO_SET) {
            // Variables of one constraint share its set.
            if set_at != last {
                let set = &self.program.masks[set_at as usize..][..words];
                members.iter_mut().zip(set).for_each(|(all, word)| *all |= word);
                last = set_at;
            }
        }
        let vars = || (0..).zip(&members).flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit));
        let width = vars().map(|var| self.store.width(var)).max().unwrap_or(0);
        self.holders = vec![0; 64 * width * words];
        for var in vars() {
            for (number, &word) in self.store.domain(var).iter().enumerate() {
                for bit in ones(word) {
                    self.holders[(64 * number + bit as usize) * words + var as usize / 64] |= 1 << (var % 64);
                }
            }
        }
    }

    /// Fixes a variable and draws the conclusions. `false` on a conflict.
    ///
    /// Post: if `true`, the state is at its fixpoint. If `false`, nothing is queued, and the search backtracks.
    pub(super) fn assign(&mut self, var: u32, bit: u32) -> bool {
        let holds = match self.store.fix(var, bit) {
            Ok(()) => {
                if self.settings.level == Level::Check {
                    // Nothing is concluded: no domain but this one changes.
                    self.store.forget_changes();
                    self.store.set_fixed(var);
                    self.schedule(&self.program.on_fix, var, MANY);
                }
                self.finish()
            }
            Err(Conflict) => self.fail(),
        };
        if !holds {
            self.failed.add((var, bit));
        }
        holds
    }

    /// Draws all conclusions from what has changed. `false` on a conflict. Post: as for [`assign`](Self::assign).
    pub(super) fn finish(&mut self) -> bool {
        match self.fixpoint() {
            Ok(()) => true,
            Err(Conflict) => self.fail(),
        }
    }

    /// Empties the queues after a conflict; `false`.
    pub(super) fn fail(&mut self) -> bool {
        self.store.echo_now = MANY;
        self.store.forget_changes();
        self.queue.clear();
        false
    }

    /// Schedules a propagator.
    pub(super) fn schedule_one(&mut self, propagator: u32) {
        self.queue.add(propagator);
    }

    /// Schedules every propagator that watches `var`, except `but`.
    #[inline]
    fn schedule(&mut self, watchers: &Watchers, var: u32, but: u32) {
        match watchers {
            Watchers::Words(words) => {
                if let Some(&propagators) = words.get(var as usize) {
                    self.queue.add_first(if but == MANY { propagators } else { propagators & !(1 << but) });
                }
            }
            Watchers::Lists(lists) => {
                for &propagator in lists.get(var as usize) {
                    if propagator != but {
                        self.queue.add(propagator);
                    }
                }
            }
        }
    }

    /// Runs propagators until nothing changes. Post: if `Ok`, nothing is queued, and none would change a domain.
    fn fixpoint(&mut self) -> DomainStep {
        loop {
            while let Some((var, echo)) = self.store.next_changed() {
                if self.notify(var, echo).is_err() {
                    // Pending notices to clauses about this variable must not reach the next state.
                    self.store.forget_gone(var);
                    return Err(Conflict);
                }
            }
            let Some(propagator) = self.queue.pop() else { return Ok(()) };
            // Every propagator leaves its variables so that running it again at once changes nothing.
            self.store.echo_now = propagator.wrapping_add_signed(self.program.propagators[propagator as usize].echo);
            let step = self.run(propagator);
            self.store.echo_now = MANY;
            if let Err(failed) = step {
                self.blame_propagator(propagator);
                return Err(failed);
            }
        }
    }

    /// Notifies the watchers of a variable whose domain has changed, except its echo. Post: if `Ok` and it is fixed, it
    /// is not among the unfixed ones, and its neighbours do not have its value.
    fn notify(&mut self, var: u32, echo: u32) -> DomainStep {
        let program = self.program;
        let single = self.store.single(var);
        if let Some(bit) = single {
            self.store.set_fixed(var);
            let neighbours = &program.neighbours[program.neighbours_of[var as usize].range()];
            let set_at = program.neighbour_sets[var as usize];
            let step = if set_at == NO_SET {
                self.store.remove_from(neighbours, var, bit)
            } else {
                // Those that are not unfixed have had their values taken from this one.
                let holders = (!self.holders.is_empty()).then(|| &self.holders[bit as usize * program.set_words..]);
                self.store.remove_from_unfixed(&program.masks[set_at as usize..], holders, bit)
            };
            if let Err(failed) = step {
                self.blame_pair(var, neighbours.iter().copied());
                return Err(failed);
            }
            if !program.conflicts.is_empty() {
                let at = 64 * self.store.at(var) + bit as usize;
                let places = &program.places[program.conflicts[at].range()];
                if let Err(failed) = self.store.close_places(places) {
                    self.blame_pair(var, places.iter().map(|&(word, _)| program.owner[word as usize]));
                    return Err(failed);
                }
            }
            self.schedule(&program.on_fix, var, MANY);
        }
        self.schedule(&program.on_change, var, echo);
        if W == 1 && !program.counted.is_empty() {
            self.schedule_counts(var, echo);
        }
        if !program.clauses.is_empty() {
            self.falsified(var, single)?;
        } else if !program.counted.is_empty() {
            self.store.forget_gone(var);
        }
        Ok(())
    }

    /// Schedules the counts, except one, for which the variable is no longer undecided.
    #[inline]
    fn schedule_counts(&mut self, var: u32, but: u32) {
        let (left, gone) = (self.store.word(var), self.store.gone(var));
        if gone == 0 {
            return;
        }
        for &(propagator, mask) in self.program.counted.get(var as usize) {
            let is_out = left & mask == 0 && gone & mask != 0;
            let is_in = left & !mask == 0 && gone & !mask != 0;
            if (is_out || is_in) && propagator != but {
                self.queue.add(propagator);
            }
        }
    }

    /// Runs one propagator. Pre: no domain is empty. Post: if `Ok`, running it again at once would change nothing.
    #[inline]
    fn run(&mut self, number: u32) -> DomainStep {
        self.runs += 1;
        let program = self.program;
        let propagator = &program.propagators[number as usize];
        let scope = program.scope(propagator);
        if propagator.threshold != u32::MAX {
            let mut unfixed = 0;
            for &var in scope {
                unfixed += u32::from(self.store.is_unfixed(var));
                if unfixed > propagator.threshold {
                    return Ok(());
                }
            }
        }
        match propagator.kind {
            Kind::Distinct { set_at } => self.distinct(scope, set_at),
            Kind::Pairs => self.pairs(scope),
            Kind::Line { target, distinct, thorough } => self.line(scope, target, distinct, thorough),
            Kind::Linear { coefficients_at, cmp, rhs } => {
                let coefficients = &program.coefficients[coefficients_at as usize..][..scope.len()];
                self.linear(scope, coefficients, cmp, rhs)
            }
            Kind::Below { coefficients_at } => {
                self.below(scope, &program.coefficients[coefficients_at as usize..][..scope.len()])
            }
            Kind::Count { masks_at, cmp, k } => self.count(scope, masks_at as usize, cmp, k),
            Kind::Some { places } => self.some(&program.places[places.range()], number),
            Kind::Weighted { index } => self.weighted(scope, &program.weighted[index as usize]),
            Kind::Shift { by } => self.shift(scope[0], scope[1], by),
            Kind::Binary { masks_at } => self.binary(scope[0], scope[1], masks_at as usize),
            Kind::Table { index } => self.table(scope, &program.tables[index as usize]),
        }
    }

    /// The values left of each of the model's variables.
    pub(super) fn domains(&self) -> Vec<Domain> {
        let mut domains: Vec<Domain> = vec![Vec::new().into(); self.program.len()];
        for (var, &origin) in self.program.origin.iter().enumerate() {
            let bits = 0..64 * self.store.width(var as u32) as u32;
            let left = bits.filter(|&bit| self.store.has(var as u32, bit));
            domains[origin as usize] = left.map(|bit| self.program.value(var as u32, bit)).collect::<Vec<_>>().into();
        }
        domains
    }

    /// Writes the values of the model's variables when no variable is unfixed.
    pub(super) fn write_solution(&self, values: &mut Vec<i32>) {
        values.resize(self.program.len(), 0);
        for (var, &origin) in self.program.origin.iter().enumerate() {
            let bit = self.store.first(var as u32);
            values[origin as usize] = self.program.value(var as u32, bit);
        }
    }
}

#[cfg(test)]
mod tests;

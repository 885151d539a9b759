//! The engine: a compiled model, the memory of the search, and the queue of rules to run.
//!
//! Rules live in `rules`, one file per kind; each is a method that narrows domains or fails. Within one call of
//! [`Engine::settle`] they run until nothing changes, cheap ones first.

use crate::model::Domain;

use super::compile::{Kind, NO_SET, Program};
use super::rules::Watches;
use super::settings::{Level, Settings};
use super::store::{Failed, MANY, Step, Store};

/// Number of priorities of rules.
const PRIORITIES: usize = 4;

/// One search over a compiled model. `W` is the number of words of every domain; 0 if they differ.
pub(super) struct Engine<'p, const W: usize> {
    pub(super) program: &'p Program,
    pub(super) settings: Settings,
    pub(super) store: Store<'p, W>,
    pub(super) watches: Watches,
    queues: [Vec<u32>; PRIORITIES],
    queued: Vec<bool>,
    /// Scratch words for rules over wide domains.
    pub(super) scratch: Vec<u64>,
    /// Where a row that supports a value was last found, by word of supports.
    pub(super) residues: Vec<u32>,
    /// The place that was last seen taken, or two places of different variables that were last seen open, per rule.
    pub(super) open_places: Vec<(u32, u32)>,
    /// The weighted degree of each variable; empty if the order does not ask for it.
    pub(super) degrees: Vec<u64>,
    /// Rules run so far.
    pub(super) runs: u64,
}

impl<'p, const W: usize> Engine<'p, W> {
    pub(super) fn new(program: &'p Program, settings: Settings) -> Self {
        Engine {
            program,
            settings,
            store: Store::new(program),
            watches: Watches::default(),
            queues: Default::default(),
            queued: vec![false; program.rules.len()],
            scratch: Vec::new(),
            residues: Vec::new(),
            open_places: vec![(0, 0); program.rules.len()],
            degrees: program.degrees.clone(),
            runs: 0,
        }
    }

    /// Draws all conclusions from the first domains. `false` if there is no solution.
    ///
    /// With `moving`, clauses watch two literals and move the watches on, which needs a search that only ever goes back
    /// to marks; without, they watch all their literals.
    pub(super) fn start(&mut self, moving: bool) -> bool {
        if self.program.contradiction {
            return false;
        }
        self.residues = vec![0; if self.program.tables.is_empty() { 0 } else { self.program.masks.len() }];
        self.watches = Watches::new(self.program, moving);
        for rule in 0..self.program.rules.len() as u32 {
            self.schedule(rule);
        }
        for var in (0..self.program.len() as u32).rev() {
            if self.settings.level == Level::Check {
                if self.store.single(var).is_some() {
                    self.store.close(var);
                }
            } else {
                self.store.announce(var);
            }
        }
        self.finish()
    }

    /// Gives a variable the value of a bit and draws the conclusions. `false` if there is a contradiction.
    pub(super) fn assign(&mut self, var: u32, bit: u32) -> bool {
        if self.store.fix(var, bit).is_err() {
            return self.fail();
        }
        if self.settings.level == Level::Check {
            // Nothing is concluded: no domain but this one changes.
            self.store.forget_changes();
            self.store.close(var);
            let program = self.program;
            for &rule in program.on_fix.of(var as usize) {
                self.schedule(rule);
            }
        }
        self.finish()
    }

    fn finish(&mut self) -> bool {
        match self.settle() {
            Ok(()) => true,
            Err(Failed) => self.fail(),
        }
    }

    /// Empties the queues after a contradiction.
    fn fail(&mut self) -> bool {
        self.store.at_work = MANY;
        self.store.forget_changes();
        for queue in &mut self.queues {
            for rule in queue.drain(..) {
                self.queued[rule as usize] = false;
            }
        }
        false
    }

    #[inline]
    fn schedule(&mut self, rule: u32) {
        if !self.queued[rule as usize] {
            self.queued[rule as usize] = true;
            self.queues[self.program.rules[rule as usize].priority as usize].push(rule);
        }
    }

    /// Runs rules until nothing changes.
    fn settle(&mut self) -> Step {
        loop {
            while let Some((var, cause)) = self.store.next_changed() {
                if self.spread(var, cause).is_err() {
                    // What clauses were still to be told about this variable must not reach the next state.
                    self.store.forget_gone(var);
                    return Err(Failed);
                }
            }
            let Some(rule) = self.queues.iter_mut().find_map(Vec::pop) else { return Ok(()) };
            self.queued[rule as usize] = false;
            self.store.at_work = rule;
            let step = self.run(rule);
            self.store.at_work = MANY;
            if let Err(failed) = step {
                self.blame_rule(rule);
                return Err(failed);
            }
        }
    }

    /// Tells the watchers of a variable that its domain has changed.
    fn spread(&mut self, var: u32, cause: u32) -> Step {
        let program = self.program;
        let single = self.store.single(var);
        if let Some(bit) = single {
            self.store.close(var);
            let peers = &program.peers[program.peers_of[var as usize].range()];
            let set_at = program.peer_sets[var as usize];
            let step = if set_at == NO_SET {
                self.store.remove_from(peers, var, bit)
            } else {
                // Those that are not open have had their values taken from this one.
                self.store.remove_from_open(&program.masks[set_at as usize..], bit)
            };
            if let Err(failed) = step {
                self.blame_pair(var, peers.iter().copied());
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
            for &rule in program.on_fix.of(var as usize) {
                self.schedule(rule);
            }
        }
        for &rule in program.on_change.of(var as usize) {
            // Every rule leaves its variables so that running it again at once changes nothing.
            if program.rules[rule as usize].echo != cause {
                self.schedule(rule);
            }
        }
        if !program.clauses.is_empty() {
            self.falsified(var, single)?;
        }
        Ok(())
    }

    /// Runs one rule.
    #[inline]
    fn run(&mut self, number: u32) -> Step {
        self.runs += 1;
        let program = self.program;
        let rule = &program.rules[number as usize];
        let scope = program.scope(rule);
        if rule.gate != u32::MAX {
            let mut open = 0;
            for &var in scope {
                open += u32::from(self.store.is_open(var));
                if open > rule.gate {
                    return Ok(());
                }
            }
        }
        match rule.kind {
            Kind::Distinct { set_at } => self.distinct(scope, set_at),
            Kind::Pairs => self.pairs(scope),
            Kind::Line { target, distinct, thorough } => self.line(scope, target, distinct, thorough),
            Kind::Linear { coefficients_at, cmp, rhs } => {
                let coefficients = &program.coefficients[coefficients_at as usize..][..scope.len()];
                self.linear(scope, coefficients, cmp, rhs)
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

    /// Writes the values of the model's variables when no variable is open.
    pub(super) fn write_solution(&self, values: &mut Vec<i32>) {
        values.resize(self.program.len(), 0);
        for (var, &origin) in self.program.origin.iter().enumerate() {
            let bit = self.store.first(var as u32);
            values[origin as usize] = self.program.value(var as u32, bit);
        }
    }
}

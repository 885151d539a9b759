//! Clauses by two watched literals.
//!
//! What it does: a literal is `the domain has the bit and no other` or `the domain does not have the bit`. A clause is
//! visited when a watched literal becomes false: the watch moves to a literal that is not false, or the other watched
//! one must hold.
//!
//! Whose idea: M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang, S. Malik, "Chaff: Engineering an Efficient SAT Solver", DAC
//! 2001.
//!
//! How ours differs: the lists of watchers are linked through one array, so that moving a watch allocates nothing.
//! Backtracking leaves the watches valid; going to any other state does not, and then every literal is watched and none
//! moves. One change of a wide domain makes many literals of such a clause false: the clause is still read once for
//! each of its words.
//!
//! When it runs: at `propagate=bounds` and `full`, at each change of a domain, before all propagators. Clauses over one
//! variable are cardinality constraints.

use super::super::compile::CpProgram;
use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};
use crate::native::bits::ones;

const NONE: u32 = u32::MAX;

/// Who is notified when a literal becomes false.
#[derive(Default)]
pub(in super::super) struct Watches {
    /// First watching position of each literal.
    head: Vec<u32>,
    /// Next watching position in the same list, by position in `CpProgram::literals`.
    next: Vec<u32>,
    /// The clause of each position.
    clause: Vec<u32>,
    /// The two watched positions of each clause.
    watched: Vec<[u32; 2]>,
    /// True if watches move.
    moving: bool,
    /// The number of the present change of a domain's word, and the last one for which each clause was read; only where
    /// watches do not move.
    change: u64,
    read: Vec<u64>,
    /// How many clauses were read where watches do not move.
    #[cfg(test)]
    reads: usize,
    /// The bits of each domain word of which a literal is in some clause: those that are true with the bit, and those
    /// that are true without.
    bits: Vec<[u64; 2]>,
}

impl Watches {
    pub(in super::super) fn new(program: &CpProgram, moving: bool) -> Self {
        if program.clauses.is_empty() {
            return Self::default();
        }
        let mut watches = Watches {
            head: vec![NONE; 128 * program.unfixed_at],
            next: vec![NONE; program.literals.len()],
            clause: vec![0; program.literals.len()],
            watched: Vec::with_capacity(program.clauses.len()),
            moving,
            change: 0,
            read: vec![0; if moving { 0 } else { program.clauses.len() }],
            #[cfg(test)]
            reads: 0,
            bits: vec![[0; 2]; program.unfixed_at],
        };
        for &literal in &program.literals {
            watches.bits[literal as usize / 128][literal as usize % 2] |= 1 << (literal / 2 % 64);
        }
        for (number, span) in program.clauses.iter().enumerate() {
            let range = span.range();
            let first = range.start as u32;
            watches.watched.push([first, first + 1]);
            for position in range {
                watches.clause[position] = number as u32;
                if !moving || position < first as usize + 2 {
                    watches.link(position as u32, program.literals[position]);
                }
            }
        }
        watches
    }

    fn link(&mut self, position: u32, literal: u32) {
        self.next[position as usize] = self.head[literal as usize];
        self.head[literal as usize] = position;
    }
}

/// The truth of a literal in the present state.
#[derive(PartialEq)]
enum Truth {
    True,
    False,
    Open,
}

impl<const W: usize> Propagation<'_, W> {
    /// Looks at the clauses that watch a literal which a change of this variable has made false.
    ///
    /// Pre: the domain is not empty; `single` is its only bit, if there is just one. Post: if `Ok`, none of these
    /// clauses is violated, and none has all literals false but one that is open. The bits that went from the domain
    /// are forgotten.
    pub(in super::super) fn falsified(&mut self, var: u32, single: Option<u32>) -> DomainStep {
        let at = self.store.at(var);
        for word in at..at + self.store.width(var) {
            self.watches.change += 1;
            for bit in ones(self.store.take_gone(word) & self.watches.bits[word][0]) {
                self.visit(2 * (64 * word as u32 + bit))?;
            }
        }
        if let Some(bit) = single
            && self.watches.bits[at + bit as usize / 64][1] >> (bit % 64) & 1 == 1
        {
            self.watches.change += 1;
            self.visit(2 * (64 * at as u32 + bit) + 1)?;
        }
        Ok(())
    }

    /// Looks at the clauses that watch a literal which is false.
    ///
    /// Post: each clause is in the list of a literal that it watches, on a conflict as well.
    #[inline(never)]
    fn visit(&mut self, literal: u32) -> DomainStep {
        let mut position = std::mem::replace(&mut self.watches.head[literal as usize], NONE);
        let mut kept = NONE;
        let mut step = Ok(());
        while position != NONE {
            let next = self.watches.next[position as usize];
            let moved = match if step.is_ok() { self.look(position) } else { Ok(None) } {
                Ok(moved) => moved,
                Err(failed) => {
                    self.blame_clause(self.watches.clause[position as usize]);
                    step = Err(failed);
                    None
                }
            };
            match moved {
                Some(to) => self.watches.link(to, self.program.literals[to as usize]),
                None => {
                    self.watches.next[position as usize] = kept;
                    kept = position;
                }
            }
            position = next;
        }
        self.watches.head[literal as usize] = kept;
        step
    }

    /// Looks at a clause whose literal at `position` is false; returns the position to watch instead, if it moves.
    ///
    /// Post: a literal that is watched instead is not false. If watches move and this one does not, a literal of the
    /// clause is true.
    fn look(&mut self, position: u32) -> Result<Option<u32>, Conflict> {
        let program = self.program;
        let clause = self.watches.clause[position as usize] as usize;
        let range = program.clauses[clause].range();
        if !self.watches.moving {
            // The word was changed before the clause was first read, which saw all its literals that are false.
            let change = self.watches.change;
            if std::mem::replace(&mut self.watches.read[clause], change) == change {
                return Ok(None);
            }
            #[cfg(test)]
            {
                self.watches.reads += 1;
            }
            let mut unfixed = None;
            for &literal in &program.literals[range] {
                match self.truth(literal) {
                    Truth::True => return Ok(None),
                    Truth::False => {}
                    Truth::Open if unfixed.is_some() => return Ok(None),
                    Truth::Open => unfixed = Some(literal),
                }
            }
            self.enforce(unfixed.ok_or(Conflict)?)?;
            return Ok(None);
        }
        let slot = usize::from(self.watches.watched[clause][1] == position);
        let other = self.watches.watched[clause][1 - slot];
        let other_literal = program.literals[other as usize];
        let other_truth = self.truth(other_literal);
        if other_truth == Truth::True {
            return Ok(None);
        }
        for candidate in range {
            let candidate = candidate as u32;
            let is_watched = candidate == position || candidate == other;
            if !is_watched && self.truth(program.literals[candidate as usize]) != Truth::False {
                self.watches.watched[clause][slot] = candidate;
                return Ok(Some(candidate));
            }
        }
        if other_truth == Truth::False {
            return Err(Conflict);
        }
        self.enforce(other_literal)?;
        Ok(None)
    }

    fn truth(&self, literal: u32) -> Truth {
        let bit = literal / 2;
        let var = self.store.owner(bit as usize / 64);
        let present = self.store.memory()[bit as usize / 64] >> (bit % 64) & 1 == 1;
        let truth = if !present {
            Some(false)
        } else if self.store.single(var).is_some() {
            Some(true)
        } else {
            None
        };
        match truth.map(|equal| equal == literal.is_multiple_of(2)) {
            Some(true) => Truth::True,
            Some(false) => Truth::False,
            None => Truth::Open,
        }
    }

    fn enforce(&mut self, literal: u32) -> DomainStep {
        let bit = literal / 2;
        let var = self.store.owner(bit as usize / 64);
        let bit = bit - 64 * self.store.at(var) as u32;
        if literal.is_multiple_of(2) { self.store.fix(var, bit) } else { self.store.remove(var, bit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strategy;
    use crate::native::settings::Settings;
    use cnfab_model::Model;

    /// Where watches do not move, a long clause is not read again for each of its literals that become false at once.
    #[test]
    fn a_clause_is_read_once_for_each_changed_word() {
        let mut model = Model::new();
        let long = model.var("long", 0..=639);
        let short = model.var("short", 0..=1);
        model.clause("either", (0..639).map(|value| long.is(value)).chain([short.is(1)]));
        let settings = Settings::new(Strategy::parse("backtrack:search=best-first").expect("registered").options());
        let program = CpProgram::new(&model, settings, true).expect("a model that compiles");
        let mut engine = Propagation::<0>::new(&program, settings);
        assert!(engine.start(false));
        let of_size = |engine: &Propagation<'_, 0>, size| {
            (0..program.len() as u32).find(|&var| engine.store.size(var) == size).expect("a variable of this size")
        };
        let (long, short) = (of_size(&engine, 640), of_size(&engine, 2));
        let before = engine.watches.reads;
        assert!(engine.assign(long, 639));
        assert_eq!(engine.store.single(short), Some(1), "the last literal left");
        let reads = engine.watches.reads - before;
        assert!((1..=12).contains(&reads), "{reads} reads for ten words");
    }
}

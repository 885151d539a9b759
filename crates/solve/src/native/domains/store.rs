//! The memory that the search changes: domains, unfixed variables and table states in one flat array of words.
//!
//! Every write goes through here, so that `history` can undo it. Changed variables are queued for the propagators that
//! watch them. A queued variable knows the propagator that made all its changes, if it was one only: that one is
//! idempotent and need not run for them. C. Schulte, P. J. Stuckey, "Efficient constraint propagation engines", 2008,
//! have propagators report idempotence; ours all have it.

use super::compile::CpProgram;
use super::history::History;
use super::propagation_queue::PropagationQueue;
use crate::native::bits::{below, ones};
use crate::tuning::domains::COPIED;

/// Some domain has become empty, or some propagator cannot hold any more.
#[derive(Debug)]
pub(super) struct Conflict;

/// The result of every propagation step. After `Err` the domains are good for backtracking only.
pub(super) type DomainStep = Result<(), Conflict>;

/// The echo of a change that no single propagator has made.
pub(super) const MANY: u32 = u32::MAX;

/// The memory of one search. `W` is the number of words of every domain; 0 if they differ.
pub(super) struct Store<'p, const W: usize> {
    program: &'p CpProgram,
    memory: Vec<u64>,
    /// Changed variables whose watchers have not been notified.
    changed: PropagationQueue,
    /// The propagator that has nothing to do about a queued variable, or `MANY` if there is none.
    echo: Vec<u32>,
    /// The propagator that has nothing to do after changes made now, or `MANY`.
    pub(super) echo_now: u32,
    /// Bits that went since the variable was queued, by domain word; kept only for clauses and counts.
    gone: Vec<u64>,
    history: History,
    /// Number of domain changes so far.
    pub(super) changes: u64,
}

impl<'p, const W: usize> Store<'p, W> {
    pub(super) fn new(program: &'p CpProgram) -> Self {
        Self::with_history(program, program.memory.len() <= COPIED)
    }

    pub(super) fn with_history(program: &'p CpProgram, copies: bool) -> Self {
        Store {
            program,
            memory: program.memory.clone(),
            changed: PropagationQueue::new(program.len()),
            echo: vec![MANY; program.len()],
            echo_now: MANY,
            gone: vec![
                0;
                if program.clauses.is_empty() && program.counted.is_empty() { 0 } else { program.unfixed_at }
            ],
            history: History::new(program.memory.len(), copies),
            changes: 0,
        }
    }

    /// First word of a domain.
    #[inline]
    pub(super) fn at(&self, var: u32) -> usize {
        if W == 0 { self.program.start[var as usize] as usize } else { var as usize * W }
    }

    /// The variable of a domain word.
    #[inline]
    pub(super) fn owner(&self, word: usize) -> u32 {
        if W == 1 { word as u32 } else { self.program.owner[word] }
    }

    /// Number of words of a domain.
    #[inline]
    pub(super) fn width(&self, var: u32) -> usize {
        if W == 0 { (self.program.start[var as usize + 1] - self.program.start[var as usize]) as usize } else { W }
    }

    /// The words of a domain.
    #[inline]
    pub(super) fn domain(&self, var: u32) -> &[u64] {
        let at = self.at(var);
        &self.memory[at..at + self.width(var)]
    }

    /// The words of a domain, for domains of a known number of words.
    #[inline]
    pub(super) fn words(&self, var: u32) -> [u64; W] {
        self.domain(var).try_into().expect("domains of W words")
    }

    /// The domain as one word; for `W == 1`.
    #[inline]
    pub(super) fn word(&self, var: u32) -> u64 {
        debug_assert_eq!(W, 1);
        self.memory[var as usize]
    }

    /// The whole memory.
    pub(super) fn memory(&self) -> &[u64] {
        &self.memory
    }

    /// Number of values left.
    #[inline]
    pub(super) fn size(&self, var: u32) -> u32 {
        self.domain(var).iter().map(|word| word.count_ones()).sum()
    }

    /// True if two values are left.
    #[inline]
    pub(super) fn has_two(&self, var: u32) -> bool {
        if W != 1 {
            return self.size(var) == 2;
        }
        let word = self.word(var);
        let higher = word & word.wrapping_sub(1);
        higher != 0 && higher & (higher - 1) == 0
    }

    /// The bit of the only value left, if there is just one.
    #[inline]
    pub(super) fn single(&self, var: u32) -> Option<u32> {
        let mut found = None;
        for (number, &word) in self.domain(var).iter().enumerate() {
            if word != 0 {
                if word & (word - 1) != 0 || found.is_some() {
                    return None;
                }
                found = Some(64 * number as u32 + word.trailing_zeros());
            }
        }
        found
    }

    /// The lowest bit of a domain.
    #[inline]
    pub(super) fn first(&self, var: u32) -> u32 {
        let (number, word) =
            self.domain(var).iter().enumerate().find(|&(_, &word)| word != 0).expect("no domain is empty");
        64 * number as u32 + word.trailing_zeros()
    }

    /// The highest bit of a domain.
    #[inline]
    pub(super) fn last(&self, var: u32) -> u32 {
        let (number, word) =
            self.domain(var).iter().enumerate().rfind(|&(_, &word)| word != 0).expect("no domain is empty");
        64 * number as u32 + 63 - word.leading_zeros()
    }

    /// True if the domain has the bit.
    #[inline]
    pub(super) fn has(&self, var: u32, bit: u32) -> bool {
        self.memory[self.at(var) + bit as usize / 64] >> (bit % 64) & 1 == 1
    }

    /// True if the variable has no value yet.
    #[inline]
    pub(super) fn is_unfixed(&self, var: u32) -> bool {
        self.memory[self.program.unfixed_at + var as usize / 64] >> (var % 64) & 1 == 1
    }

    /// Unfixed variables, as words.
    #[inline]
    pub(super) fn unfixed(&self) -> &[u64] {
        &self.memory[self.program.unfixed_at..self.program.unfixed_at + self.program.set_words]
    }

    /// Takes a variable out of the unfixed ones.
    #[inline(always)]
    pub(super) fn set_fixed(&mut self, var: u32) {
        let at = self.program.unfixed_at + var as usize / 64;
        self.put(at, self.memory[at] & !(1 << (var % 64)));
    }

    /// Writes a word that is not part of a domain.
    #[inline(always)]
    pub(super) fn put(&mut self, at: usize, word: u64) {
        self.history.overwrites(at, self.memory[at]);
        self.memory[at] = word;
    }

    /// Removes bits from one domain word, and returns whether the domain has others. Pre: the word has these bits. Most
    /// often nothing is to be removed: finding that is all there is to be in the caller.
    #[inline(never)]
    fn lose(&mut self, var: u32, at: usize, gone: u64) -> bool {
        self.shrink(var, at, gone);
        self.memory[at] != 0 || W != 1 && self.domain(var).iter().any(|&word| word != 0)
    }

    /// Takes bits out of one domain word.
    #[inline(always)]
    fn shrink(&mut self, var: u32, at: usize, gone: u64) {
        self.put(at, self.memory[at] & !gone);
        if let Some(bits) = self.gone.get_mut(at) {
            *bits |= gone;
        }
        self.touch(var);
    }

    /// Queues a changed variable. Post: its echo is `echo_now` if that has been so at all changes since it was queued.
    #[inline(always)]
    fn touch(&mut self, var: u32) {
        self.changes += 1;
        let is_new = self.changed.add(var);
        let echo = &mut self.echo[var as usize];
        *echo = if is_new || *echo == self.echo_now { self.echo_now } else { MANY };
    }

    /// Queues a variable as if it had changed. Post: its watchers will be notified, if no conflict comes first.
    pub(super) fn announce(&mut self, var: u32) {
        self.touch(var);
    }

    /// Takes a bit out of a domain. Post: if `Ok`, it is gone and another is left.
    #[inline(always)]
    pub(super) fn remove(&mut self, var: u32, bit: u32) -> DomainStep {
        let at = self.at(var) + bit as usize / 64;
        let gone = 1 << (bit % 64);
        if self.memory[at] & gone == 0 || self.lose(var, at, gone) { Ok(()) } else { Err(Conflict) }
    }

    /// Takes a bit out of the domains of all listed variables but one. Post: if `Ok`, none of these is empty.
    #[inline]
    pub(super) fn remove_from(&mut self, vars: &[u32], but: u32, bit: u32) -> DomainStep {
        for &var in vars {
            if var != but {
                self.remove(var, bit)?;
            }
        }
        Ok(())
    }

    /// Takes a bit out of the domains of the unfixed variables of a set. Pre: of these, only the holders have it.
    #[inline]
    pub(super) fn remove_from_unfixed(&mut self, set: &[u64], holders: Option<&[u64]>, bit: u32) -> DomainStep {
        let (offset, gone) = (bit as usize / 64, 1 << (bit % 64));
        for (word, &members) in (0..self.program.set_words).zip(set) {
            let members = holders.map_or(members, |holders| members & holders[word]);
            for member in ones(members & self.memory[self.program.unfixed_at + word]) {
                let var = 64 * word as u32 + member;
                let at = self.at(var) + offset;
                if self.memory[at] & gone != 0 && !self.lose(var, at, gone) {
                    return Err(Conflict);
                }
            }
        }
        Ok(())
    }

    /// Takes masks out of domain words.
    #[inline]
    pub(super) fn close_places(&mut self, places: &[(u32, u64)]) -> DomainStep {
        for &(at, mask) in places {
            let at = at as usize;
            let gone = self.memory[at] & mask;
            if gone != 0 {
                let var = self.owner(at);
                if !self.lose(var, at, gone) {
                    return Err(Conflict);
                }
            }
        }
        Ok(())
    }

    /// Keeps the bits of word number `word` of a domain that are in the mask, and returns whether the word is not
    /// empty. Post: the variable is queued if bits went. The caller fails if no word has any.
    #[inline]
    pub(super) fn keep_word(&mut self, var: u32, word: usize, mask: u64) -> bool {
        let at = self.at(var) + word;
        let before = self.memory[at];
        if before & !mask != 0 {
            self.lose(var, at, before & !mask);
        }
        before & mask != 0
    }

    /// Keeps the bits of a one-word domain that are in the mask. Post: if `Ok`, some bit is left.
    #[inline]
    pub(super) fn keep(&mut self, var: u32, mask: u64) -> DomainStep {
        debug_assert_eq!(W, 1);
        if self.keep_word(var, 0, mask) { Ok(()) } else { Err(Conflict) }
    }

    /// Keeps the bits of a domain that these words have, which are as many or more. Post: if `Ok`, some bit is left.
    #[inline]
    fn keep_words(&mut self, var: u32, masks: impl Iterator<Item = u64>) -> DomainStep {
        let mut some = false;
        for (word, bits) in masks.enumerate().take(self.width(var)) {
            some |= self.keep_word(var, word, bits);
        }
        if some { Ok(()) } else { Err(Conflict) }
    }

    /// Keeps the bits of a domain that a mask of the same width has. Post: if `Ok`, some bit is left.
    #[inline]
    pub(super) fn keep_all(&mut self, var: u32, mask: &[u64]) -> DomainStep {
        self.keep_words(var, mask.iter().copied())
    }

    /// Keeps the bits of a domain that a mask of the same width does not have.
    /// Keeps the bits of a domain that a mask of the same width does not have. Post: if `Ok`, some bit is left.
    #[inline]
    pub(super) fn drop_all(&mut self, var: u32, mask: &[u64]) -> DomainStep {
        self.keep_words(var, mask.iter().map(|bits| !bits))
    }

    /// Keeps the bits from `low` to `high`; either may lie outside the domain's words. Post: if `Ok`, some bit is left.
    pub(super) fn keep_between(&mut self, var: u32, low: i64, high: i64) -> DomainStep {
        let mask = |word: i64| {
            let from = (low - 64 * word).clamp(0, 64) as u32;
            let to = (high + 1 - 64 * word).clamp(0, 64) as u32;
            below(to) & !below(from)
        };
        self.keep_words(var, (0..).map(mask))
    }

    /// Leaves only one bit. Post: if `Ok`, the domain had it; the variable is not yet out of the unfixed ones.
    #[inline]
    pub(super) fn fix(&mut self, var: u32, bit: u32) -> DomainStep {
        if W == 1 {
            return self.keep(var, 1 << bit);
        }
        if !self.has(var, bit) {
            return Err(Conflict);
        }
        for word in 0..self.width(var) {
            self.keep_word(var, word, if word == bit as usize / 64 { 1 << (bit % 64) } else { 0 });
        }
        Ok(())
    }

    /// The next changed variable, and the propagator that has nothing to do about it.
    #[inline]
    pub(super) fn next_changed(&mut self) -> Option<(u32, u32)> {
        let var = self.changed.pop()?;
        Some((var, self.echo[var as usize]))
    }

    /// The bits that went from a domain word since its variable was queued; forgets them.
    #[inline]
    pub(super) fn take_gone(&mut self, at: usize) -> u64 {
        std::mem::take(&mut self.gone[at])
    }

    /// The bits that went from a one-word domain since its variable was queued.
    #[inline]
    pub(super) fn gone(&self, var: u32) -> u64 {
        debug_assert_eq!(W, 1);
        self.gone[var as usize]
    }

    /// Forgets the queued variables.
    pub(super) fn forget_changes(&mut self) {
        while let Some((var, _)) = self.next_changed() {
            self.forget_gone(var);
        }
    }

    /// Forgets which bits went from a domain.
    #[inline]
    pub(super) fn forget_gone(&mut self, var: u32) {
        if !self.gone.is_empty() {
            let at = self.at(var);
            let width = self.width(var);
            self.gone[at..at + width].fill(0);
        }
    }

    /// Opens a decision level: the present memory is what [`backtrack`](Self::backtrack) restores.
    pub(super) fn push(&mut self) {
        self.history.push(&self.memory);
    }

    /// Restores the memory of the last decision level, which stays open.
    pub(super) fn backtrack(&mut self) {
        self.history.backtrack(&mut self.memory);
    }

    /// Closes the last decision level without restoring its memory.
    pub(super) fn pop(&mut self) {
        self.history.pop(self.memory.len());
    }

    /// Takes over a memory of another state of the same search. Pre: no decision level is open, no variable is queued.
    pub(super) fn load(&mut self, memory: &[u64]) {
        self.memory.copy_from_slice(memory);
        self.history.forget();
    }
}

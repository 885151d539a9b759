//! Numbers of models of components, by whole keys.
//!
//! Entries stand in the order in which they came; those of one bucket are linked. When the memory is used up, the half
//! goes that was not used for the longest time (M. Thurley, "sharpSAT", SAT 2006). Hashes have no random part, so what
//! is deleted is the same in each run.

use std::mem;

use num_bigint::BigUint;

/// Ends the list of a bucket.
const NONE: u32 = u32::MAX;

struct Entry {
    key: Box<[u32]>,
    number: BigUint,
    hash: u64,
    /// The next entry of the same bucket.
    next: u32,
    used: u64,
}

impl Entry {
    fn bytes(&self) -> usize {
        let number = usize::try_from(self.number.bits() / 8).expect("a number in memory");
        // A bucket beside it, and what an allocation costs.
        mem::size_of::<Entry>() + mem::size_of_val(&*self.key) + number + 48
    }
}

/// A table from keys to numbers that keeps to a limit of memory.
pub(super) struct Cache {
    entries: Vec<Entry>,
    /// The last entry of each bucket; a power of two.
    buckets: Vec<u32>,
    bytes: usize,
    limit: usize,
    clock: u64,
}

impl Cache {
    pub(super) fn new(limit: usize) -> Self {
        Cache { entries: Vec::new(), buckets: vec![NONE; 1 << 10], bytes: 0, limit, clock: 0 }
    }

    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    /// The number that was stored with exactly this key, if it is still there.
    pub(super) fn get(&mut self, key: &[u32]) -> Option<&BigUint> {
        let hash = hash(key);
        let mut at = self.buckets[self.bucket(hash)];
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.hash == hash && *entry.key == *key {
                self.clock += 1;
                self.entries[at as usize].used = self.clock;
                return Some(&self.entries[at as usize].number);
            }
            at = entry.next;
        }
        None
    }

    /// Stores a number with a key that has none.
    pub(super) fn put(&mut self, key: &[u32], number: &BigUint) {
        self.clock += 1;
        let entry = Entry { key: key.into(), number: number.clone(), hash: hash(key), next: NONE, used: self.clock };
        // What would drive everything else out is not kept.
        if entry.bytes() > self.limit / 4 || self.entries.len() as u32 >= NONE - 1 {
            return;
        }
        self.bytes += entry.bytes();
        self.entries.push(entry);
        if self.bytes > self.limit {
            self.evict();
        } else if self.entries.len() > self.buckets.len() {
            self.link_all();
        } else {
            self.link(self.entries.len() - 1);
        }
    }

    fn link(&mut self, at: usize) {
        let bucket = self.bucket(self.entries[at].hash);
        self.entries[at].next = mem::replace(&mut self.buckets[bucket], at as u32);
    }

    fn link_all(&mut self) {
        let size = (2 * self.entries.len()).next_power_of_two().max(1 << 10);
        self.buckets = vec![NONE; size];
        (0..self.entries.len()).for_each(|at| self.link(at));
    }

    /// Deletes the half that was not used for the longest time, again if the rest is still too large.
    fn evict(&mut self) {
        while self.bytes > self.limit {
            let mut times: Vec<u64> = self.entries.iter().map(|entry| entry.used).collect();
            let middle = times.len() / 2;
            let (_, &mut median, _) = times.select_nth_unstable(middle);
            self.entries.retain(|entry| entry.used > median);
            self.bytes = self.entries.iter().map(Entry::bytes).sum();
        }
        self.link_all();
    }
}

/// Mixes all words of a key.
fn hash(key: &[u32]) -> u64 {
    let mix = |hash: u64, &word: &u32| {
        let mixed = (hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    };
    key.iter().fold(key.len() as u64, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that are found are those stored, what was used last is among them, and the limit holds.
    #[test]
    fn a_full_cache_keeps_what_was_used_last() {
        let mut cache = Cache::new(20_000);
        for word in 0..5000_u32 {
            cache.put(&[1, word], &BigUint::from(word));
            assert!(cache.bytes <= 20_000);
            for earlier in [0, word, word / 2] {
                let found = cache.get(&[1, earlier]).cloned();
                assert!(found.is_none_or(|number| number == BigUint::from(earlier)));
            }
            assert!(cache.get(&[1, 0]).is_some() && cache.get(&[1, word]).is_some(), "{word}");
            assert!(cache.get(&[2, word]).is_none());
        }
    }
}

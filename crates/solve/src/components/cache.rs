//! Values of components, such as their numbers of models, by whole keys.
//!
//! Entries stand in the order in which they came; those of one bucket are linked. When the memory is used up, the half
//! goes that was not used for the longest time (M. Thurley, "sharpSAT", SAT 2006). Hashes have no random part, so what
//! is deleted is the same in each run. What came last is the first of its bucket, so it is also the first to be
//! forgotten.

use std::mem;

use crate::tuning::components as tuning;

/// Ends the list of a bucket.
const NONE: u32 = u32::MAX;

struct Entry<V> {
    key: Box<[u32]>,
    value: V,
    /// The bytes of the value besides itself.
    value_bytes: usize,
    hash: u64,
    /// The next entry of the same bucket.
    next: u32,
    /// When it came, and when it was used last.
    came: u64,
    used: u64,
}

impl<V> Entry<V> {
    fn bytes(&self) -> usize {
        // A bucket beside it, and what an allocation costs.
        mem::size_of::<Self>() + mem::size_of_val(&*self.key) + self.value_bytes + 48
    }
}

/// A table from keys to values that keeps to a limit of memory.
pub(super) struct Cache<V> {
    entries: Vec<Entry<V>>,
    /// The last entry of each bucket; a power of two.
    buckets: Vec<u32>,
    bytes: usize,
    limit: usize,
    clock: u64,
}

impl<V: Clone> Cache<V> {
    pub(super) fn new(limit: usize) -> Self {
        Cache { entries: Vec::new(), buckets: vec![NONE; 1 << 10], bytes: 0, limit, clock: 0 }
    }

    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    /// The value that was stored with exactly this key, if it is still there.
    pub(super) fn get(&mut self, key: &[u32]) -> Option<&V> {
        let hash = hash(key);
        let mut at = self.buckets[self.bucket(hash)];
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.hash == hash && *entry.key == *key {
                self.clock += 1;
                self.entries[at as usize].used = self.clock;
                return Some(&self.entries[at as usize].value);
            }
            at = entry.next;
        }
        None
    }

    /// Stores a value, and how many bytes it takes besides itself, with a key that has none.
    pub(super) fn put(&mut self, key: &[u32], value: &V, value_bytes: usize) {
        self.clock += 1;
        let (hash, now) = (hash(key), self.clock);
        let (key, value) = (key.into(), value.clone());
        let entry = Entry { key, value, value_bytes, hash, next: NONE, came: now, used: now };
        // What would drive everything else out is not kept.
        if entry.bytes() > self.limit / tuning::LARGEST_PART || self.entries.len() as u32 >= NONE - 1 {
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

    /// A time for `forget`.
    pub(super) fn now(&self) -> u64 {
        self.clock
    }

    /// Deletes what came after this time.
    pub(super) fn forget(&mut self, since: u64) {
        while let Some(entry) = self.entries.pop_if(|entry| entry.came > since) {
            self.bytes -= entry.bytes();
            let bucket = self.bucket(entry.hash);
            self.buckets[bucket] = entry.next;
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
            self.bytes = self.entries.iter().map(Entry::<V>::bytes).sum();
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
            cache.put(&[1, word], &word, 1);
            assert!(cache.bytes <= 20_000);
            for earlier in [0, word, word / 2] {
                let found = cache.get(&[1, earlier]).cloned();
                assert!(found.is_none_or(|value| value == earlier));
            }
            assert!(cache.get(&[1, 0]).is_some() && cache.get(&[1, word]).is_some(), "{word}");
            assert!(cache.get(&[2, word]).is_none());
        }
    }

    /// The entries from before the time stay, and later ones are gone, although buckets have grown in between.
    #[test]
    fn what_came_late_is_forgotten() {
        let mut cache = Cache::new(1 << 30);
        let put = |cache: &mut Cache<u32>, words: std::ops::Range<u32>| {
            words.for_each(|word| cache.put(&[1, word], &word, 1));
        };
        put(&mut cache, 0..1000);
        let (now, bytes) = (cache.now(), cache.bytes);
        for _ in 0..2 {
            put(&mut cache, 1000..5000);
            cache.forget(now);
            assert_eq!(cache.bytes, bytes);
            for word in 0..5000 {
                assert_eq!(cache.get(&[1, word]).is_some(), word < 1000, "{word}");
            }
        }
    }
}

//! The states of one layer and how many paths lead to each: a flat open-addressing hash table.
//!
//! What it does: a state is a key of 128 bits; its number is beside it in a second array. Equal keys are merged by
//! adding.
//!
//! Whose idea: linear probing: W. Peterson, "Addressing for Random-Access Storage", 1957. The hash is the mixing
//! function of G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
//!
//! How ours differs: nothing is ever deleted, and the memory has a limit, beyond which the walk ends. Hashes have no
//! random part, so all runs are alike.
//!
//! When it runs: in the walks by variables and by items; rows have streams in order.

use super::Stop;
use super::number::Number;
use crate::tuning::frontier::LEAST_BITS;
use cnfab_base::split_mix::{STEP, split_mix};

/// Marks a free slot; no state has all bits set.
const FREE: u128 = u128::MAX;

/// The number of slots at first.
const START: usize = 1 << LEAST_BITS;

/// States with numbers.
pub(super) struct States<N> {
    keys: Vec<u128>,
    numbers: Vec<N>,
    used: usize,
    /// Bytes that the numbers take besides.
    heap: u64,
}

impl<N: Number> States<N> {
    pub(super) fn new() -> Self {
        States { keys: vec![FREE; START], numbers: vec![N::one(); START], used: 0, heap: 0 }
    }

    /// Number of states.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        Self::bytes_of(self.keys.len()) + self.heap
    }

    fn bytes_of(places: usize) -> u64 {
        (places * (size_of::<u128>() + size_of::<N>())) as u64
    }

    /// Adds `times` times `number` to the state. The table grows while it takes no more than `memory` bytes.
    ///
    /// Pre: the key is not [`FREE`], and `times` is not 0. Post: if `Ok`, the state has that number more, and less than
    /// all slots are in use. If `Err`, the walk ends.
    #[inline]
    pub(super) fn add(&mut self, key: u128, number: &N, times: u64, memory: u64) -> Result<(), Stop> {
        let mask = self.keys.len() - 1;
        let mut place = hash(key) as usize & mask;
        loop {
            let found = self.keys[place];
            if found == key {
                let sum = &mut self.numbers[place];
                let before = sum.heap_bytes();
                if !sum.add(number, times) {
                    return Err(Stop::TooLarge);
                }
                let more = sum.heap_bytes() - before;
                return self.hold(more, memory);
            }
            if found == FREE {
                break;
            }
            place = (place + 1) & mask;
        }
        self.keys[place] = key;
        let new = &mut self.numbers[place];
        *new = number.clone();
        if times > 1 && !new.add(number, times - 1) {
            return Err(Stop::TooLarge);
        }
        let more = new.heap_bytes();
        self.used += 1;
        self.hold(more, memory)?;
        if self.used * 3 > self.keys.len() * 2 { self.grow(memory) } else { Ok(()) }
    }

    /// Takes note of more bytes in numbers.
    #[inline]
    fn hold(&mut self, more: u64, memory: u64) -> Result<(), Stop> {
        if more == 0 {
            return Ok(());
        }
        self.heap += more;
        if self.bytes() > memory { Err(Stop::Memory) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, memory: u64) -> Result<(), Stop> {
        let places = self.keys.len() * 2;
        // Both tables are there for a moment.
        if self.bytes() + Self::bytes_of(places) > memory {
            return Err(Stop::Memory);
        }
        let keys = std::mem::replace(&mut self.keys, vec![FREE; places]);
        let numbers = std::mem::replace(&mut self.numbers, vec![N::one(); places]);
        for (key, number) in keys.into_iter().zip(numbers) {
            if key != FREE {
                let mut place = hash(key) as usize & (places - 1);
                while self.keys[place] != FREE {
                    place = (place + 1) & (places - 1);
                }
                self.keys[place] = key;
                self.numbers[place] = number;
            }
        }
        Ok(())
    }

    /// The states, in the order of their slots.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u128, &N)> {
        self.keys.iter().zip(&self.numbers).filter(|&(&key, _)| key != FREE).map(|(&key, number)| (key, number))
    }
}

#[inline]
fn hash(key: u128) -> u64 {
    split_mix((key as u64) ^ ((key >> 64) as u64).wrapping_mul(STEP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_states_are_merged_however_many_there_are() {
        let mut states = States::<u64>::new();
        for round in 0..3u64 {
            for key in 0..5000u128 {
                states.add(key << 40, &(round + 1), 2, u64::MAX).ok().unwrap();
            }
        }
        assert_eq!(states.len(), 5000);
        assert!(states.iter().all(|(_, &number)| number == 12));
    }

    #[test]
    fn memory_and_size_of_numbers_are_limited() {
        let mut states = States::<u64>::new();
        let full = (0..5000u128).find_map(|key| states.add(key, &1, 1, 100_000).err());
        assert!(matches!(full, Some(Stop::Memory)));
        let mut states = States::<num_bigint::BigUint>::new();
        let large = num_bigint::BigUint::from(1u32) << 800_000;
        states.add(1, &large, 1, 300_000).ok().unwrap();
        states.add(1, &large, 1, 300_000).ok().unwrap();
        assert!(states.bytes() > 100_000, "the number itself counts");
        assert!(matches!(states.add(2, &large, 1, 200_000), Err(Stop::Memory)));
        let mut states = States::<u64>::new();
        states.add(1, &u64::MAX, 1, 100_000).ok().unwrap();
        assert!(matches!(states.add(1, &1, 1, 100_000), Err(Stop::TooLarge)));
        assert!(matches!(states.add(2, &(1 << 63), 2, 100_000), Err(Stop::TooLarge)));
    }
}

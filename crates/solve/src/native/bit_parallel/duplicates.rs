//! Copies of literals, so that constraints of which each literal is in several can be checked 64 at a time.
//!
//! What it does: the candidates for a value in the rows of a Sudoku are constraints that have no literal in common, and
//! so are its candidates in columns and in boxes. Each such family gets words of its own, in which slice `j` holds the
//! `j`-th literal of each constraint: the literals are duplicated there. Every removal of literals from a state removes
//! the duplicates too; a set of literals grows by one set per family.
//!
//! Whose idea: ours, for the bit-slicing of `slices`; programs for Sudoku keep boards by cells and by digits in the
//! same way.
//!
//! When it runs: once, when a model is compiled, for exactly-one constraints that fall into families of a certain size
//! (`tuning::bit_parallel::LEAST_DUPLICATED`) and leave room for their duplicates.

use super::super::bits::ones;
use super::build::Builder;
use super::partitions::Partitions;
use super::program::{Bounded, Sliced, WIDTHS};
use crate::tuning::bit_parallel::{CONSTRAINT_WORDS, LEAST_DUPLICATED, LEAST_USED, MOST_SLICES};

/// Constraints that have no literal in common: their numbers among all, and the most literals that one of them has.
#[derive(Default)]
pub(super) struct Family {
    pub(super) constraints: Vec<usize>,
    pub(super) slices: usize,
}

impl Family {
    /// Words of a slice.
    pub(super) fn width(&self) -> usize {
        self.constraints.len().div_ceil(64)
    }
}

/// Families of constraints that need exactly one literal each, if there is room for their duplicates besides `words`
/// words of literals and `constraint_words` words of other constraints.
pub(super) fn families(listed: &[(Vec<u32>, u32, u32)], words: usize, constraint_words: usize) -> Vec<Family> {
    let mut families: Vec<(Family, Vec<bool>, usize)> = Vec::new();
    for (number, (literals, low, high)) in listed.iter().enumerate() {
        if (*low, *high) != (1, 1) || literals.len() < 2 || literals.len() > MOST_SLICES {
            continue;
        }
        let free = |(_, used, _): &(Family, Vec<bool>, usize)| literals.iter().all(|&literal| !used[literal as usize]);
        let place = families.iter().position(free).unwrap_or_else(|| {
            families.push((Family::default(), vec![false; 64 * words], 0));
            families.len() - 1
        });
        let (family, used, members) = &mut families[place];
        literals.iter().for_each(|&literal| used[literal as usize] = true);
        *members += literals.len();
        family.constraints.push(number);
        family.slices = family.slices.max(literals.len());
    }
    families.retain(|(family, _, members)| {
        family.constraints.len() >= LEAST_DUPLICATED && LEAST_USED * *members >= 64 * family.width() * family.slices
    });
    let families: Vec<Family> = families.into_iter().map(|(family, ..)| family).collect();
    let duplicated: usize = families.iter().map(|family| family.constraints.len()).sum();
    let other_words = (listed.len() - duplicated).div_ceil(64);
    let in_groups: usize = families.iter().map(Family::width).sum();
    let in_items: usize = families.iter().map(|family| family.width() * family.slices).sum();
    let fits =
        words + in_items <= WIDTHS[WIDTHS.len() - 1] && constraint_words + in_groups + other_words <= CONSTRAINT_WORDS;
    if fits { families } else { Vec::new() }
}

impl Builder<'_> {
    /// Finds families of constraints and duplicates their literals. Returns the sorted numbers of their constraints.
    pub(super) fn duplicate_families(&mut self, satisfied: &mut [Vec<u32>]) -> Vec<usize> {
        let old = self.program.words;
        self.program.primary = old;
        self.program.literal_of = (0..64 * old as u32).collect();
        self.program.duplicates_of = vec![0..0; 64 * old];
        let families = families(&self.listed, self.layout.words, self.program.constraints.len() / 64);
        if families.is_empty() {
            return Vec::new();
        }
        let primary = self.layout.words;
        let mut at = primary;
        let mut duplicates: Vec<Vec<u32>> = vec![Vec::new(); 64 * primary];
        for family in &families {
            let (width, open_at) = (family.width(), self.program.constraints.len() / 64);
            self.program.sliced.push(Sliced {
                at,
                width,
                slices: family.slices,
                open_at,
                duplicated: true,
                partitions: Partitions::default(),
            });
            for (position, &number) in family.constraints.iter().enumerate() {
                let literals = self.listed[number].0.clone();
                for (slice, &literal) in literals.iter().enumerate() {
                    duplicates[literal as usize].push((64 * (at + slice * width) + position) as u32);
                }
                self.constraint(literals, 1, 1, satisfied);
            }
            let end = 64 * (open_at + width);
            self.program.constraints.resize(end, Bounded { low: 1, high: 1, ..Bounded::default() });
            at += family.slices * width;
        }
        let program = &mut self.program;
        program.primary = primary;
        program.words = *WIDTHS.iter().find(|&&width| width >= at).expect("families are chosen to fit");
        program.literal_of.resize(64 * program.words, 0);
        program.duplicates_of.truncate(64 * primary);
        for (literal, duplicates) in duplicates.into_iter().enumerate() {
            let from = program.duplicates.len();
            duplicates.iter().for_each(|&copy| program.literal_of[copy as usize] = literal as u32);
            program.duplicates.extend(duplicates);
            program.duplicates_of[literal] = from..program.duplicates.len();
        }
        // Sets with all duplicates; then the duplicates go of literals that are not in the set.
        let mut all = program.allowed[..primary].to_vec();
        all.resize(program.words, 0);
        for &copy in &program.duplicates {
            all[copy as usize / 64] |= 1 << (copy % 64);
        }
        let mut compatible = Vec::with_capacity(64 * primary * program.words);
        for row in program.compatible.chunks_exact(old).take(64 * primary) {
            let from = compatible.len();
            compatible.extend_from_slice(&row[..primary]);
            compatible.extend_from_slice(&all[primary..]);
            for (word, &kept) in row[..primary].iter().enumerate() {
                for bit in ones(!kept) {
                    for copy in &program.duplicates[program.duplicates_of[64 * word + bit as usize].clone()] {
                        compatible[from + *copy as usize / 64] &= !(1 << (copy % 64));
                    }
                }
            }
        }
        program.compatible = compatible;
        for literal in (0..64 * primary).filter(|literal| program.allowed[literal / 64] >> (literal % 64) & 1 == 0) {
            for copy in &program.duplicates[program.duplicates_of[literal].clone()] {
                all[*copy as usize / 64] &= !(1 << (copy % 64));
            }
        }
        program.allowed = all;
        let mut duplicated: Vec<usize> = families.into_iter().flat_map(|family| family.constraints).collect();
        duplicated.sort_unstable();
        duplicated
    }
}

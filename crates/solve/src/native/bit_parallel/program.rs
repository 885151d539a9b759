//! The compiled form: literals, what they exclude, and cardinality constraints over them.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use cnfab_model::{Model, Posted};

use super::layout::BitLayout;
use super::partitions::Partitions;
use crate::tuning::bit_parallel::CONSTRAINT_WORDS;
use cnfab_base::lists::Lists;

/// The numbers of words of a set of literals for which the search is compiled: fewer in a build for tests.
pub(in super::super) const WIDTHS: &[usize] =
    if cfg!(debug_assertions) { &[3, 23, 72] } else { &[1, 2, 3, 4, 5, 8, 18, 23, 33, 48, 72] };

/// Constraints that need exactly one literal each and have none in common, laid out so that 64 of them are checked
/// together: the variables of one all-different scale, or a family of constraints whose literals are duplicated. Slice
/// `j` holds the `j`-th literal of each constraint.
#[derive(Clone, Debug)]
pub(super) struct Sliced {
    /// First word of slice 0 in the set of literals.
    pub(super) at: usize,
    /// Number of words of a slice.
    pub(super) width: usize,
    /// Number of slices.
    pub(super) slices: usize,
    /// First word of the constraints in the set of constraints.
    pub(super) open_at: usize,
    /// True if the literals are duplicates.
    pub(super) duplicated: bool,
    /// The literals of a constraint of duplicates that may exclude others together.
    pub(super) partitions: Partitions,
}

/// Cardinality constraint: `low <= sum(literals) <= high`.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounded {
    /// Words of the set of literals, and the constraint's literals in each.
    pub(super) parts: Range<usize>,
    /// The words of the literals that other literals of the constraint may exclude together.
    pub(super) reach: Range<usize>,
    /// At least this many are true.
    pub(super) low: u32,
    /// At most this many are true. If it is 1, the literals exclude each other by their rows already.
    pub(super) high: u32,
}

/// A compiled model.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct BitProgram {
    /// Number of words of a set of literals, one of [`WIDTHS`].
    pub(in super::super) words: usize,
    /// Number of words before the duplicates.
    pub(super) primary: usize,
    /// The literal of each bit: itself, or what it is a copy of.
    pub(super) literal_of: Vec<u32>,
    /// The duplicates of the literals.
    pub(super) duplicates: Vec<u32>,
    /// The stretch of `duplicates` of each literal.
    pub(super) duplicates_of: Vec<Range<usize>>,
    /// Variable (the model's number) and value of each literal; literals that stand for nothing are never possible.
    pub(in super::super) meaning: Vec<(u32, i32)>,
    /// The values that hold where no literal gives another one, per variable.
    pub(in super::super) otherwise: Vec<i32>,
    /// The literals that no constraint rules out by itself, with their duplicates.
    pub(super) allowed: Vec<u64>,
    /// The literals that may be true at the start, with their duplicates; what `given` rules out is not left out.
    pub(super) possible: Vec<u64>,
    /// The literals of variables on scales that have one value.
    pub(super) given: Vec<u32>,
    /// The literals and duplicates that a true literal leaves, `words` words per literal.
    pub(super) compatible: Vec<u64>,
    /// The constraints that a true literal satisfies.
    pub(super) satisfies: Vec<[u64; CONSTRAINT_WORDS]>,
    /// The constraints of each literal.
    pub(super) member: Vec<[u64; CONSTRAINT_WORDS]>,
    /// The constraints that may lose a literal when a literal becomes true, and its own.
    pub(super) touches: Vec<[u64; CONSTRAINT_WORDS]>,
    /// All-different scales, then families of constraints whose literals are duplicated.
    pub(super) sliced: Vec<Sliced>,
    /// The constraints, by bit of the set of constraints; those of `sliced` come first, and those of scales have no
    /// parts.
    pub(super) constraints: Vec<Bounded>,
    /// The parts that `Bounded::parts` refers to.
    pub(super) parts: Vec<(u32, u64)>,
    /// The constraints that are open at the start.
    pub(super) open: [u64; CONSTRAINT_WORDS],
    /// Number of words of the set of constraints that are in use.
    pub(super) constraint_words: usize,
    /// The first word of the set of constraints after those of `sliced`.
    pub(super) listed_at: usize,
    /// Exact cover over long words: constraints that need one literal each, none of them sliced.
    pub(super) sweeping: bool,
    /// Some constraints need more than one literal, and none is sliced.
    pub(super) counting: bool,
    /// True if all its constraints form an exact cover, once somebody has asked.
    pub(super) cover: OnceLock<bool>,
    /// The constraints of each literal, once somebody has asked.
    pub(super) lists: OnceLock<Arc<Lists<u16>>>,
    /// The constraints cannot all hold.
    pub(super) impossible: bool,
    /// There is no solution.
    pub(in super::super) contradiction: bool,
    /// The layout of the literals.
    pub(super) layout: BitLayout,
    /// The constraints that were compiled.
    pub(super) posted: Arc<Vec<Posted>>,
}

impl BitProgram {
    /// True if a model differs from the one that was compiled in nothing but domains.
    pub(in super::super) fn fits(&self, model: &Model) -> bool {
        let variables = model.variables();
        let same = |(a, b): (&Posted, &Posted)| a.constraint == b.constraint;
        variables.len() == self.otherwise.len()
            && model.shows_all()
            && (Arc::ptr_eq(&model.shared_constraints(), &self.posted)
                || model.constraints().len() == self.posted.len()
                    && model.constraints().iter().zip(self.posted.iter()).all(same))
    }

    /// Starts from the domains of a model. `false` if the layout has no bits for them, or bits too many.
    pub(in super::super) fn set_domains(&mut self, model: &Model) -> bool {
        self.possible.copy_from_slice(&self.allowed);
        self.given.clear();
        self.contradiction = self.impossible;
        let mut values = Vec::new();
        for (var, variable) in (0..).zip(model.variables()) {
            let domain = &variable.domain;
            self.contradiction |= domain.is_empty();
            let Some((scale, first, stride)) = self.layout.stretch(var) else {
                if self.layout.fits(var, domain) {
                    continue;
                }
                return false;
            };
            if let Some(value) = domain.fixed() {
                let Some(slice) = scale.slice(value) else { return false };
                self.given.push((first + slice * stride) as u32);
                continue;
            }
            if scale.is_all_of(domain) {
                continue;
            }
            values.clear();
            values.extend(domain.values());
            if !scale.has_just(&values) {
                if !self.layout.fits(var, domain) {
                    return false;
                }
                let mut left = &values[..];
                for (literal, &value) in (first..).step_by(stride).zip(&scale.values) {
                    if left.first() == Some(&value) {
                        left = &left[1..];
                        continue;
                    }
                    self.possible[literal / 64] &= !(1 << (literal % 64));
                    for &copy in &self.duplicates[self.duplicates_of[literal].clone()] {
                        self.possible[copy as usize / 64] &= !(1 << (copy % 64));
                    }
                }
            }
        }
        true
    }

    /// The parts of a constraint.
    #[inline]
    pub(super) fn parts(&self, constraint: &Bounded) -> &[(u32, u64)] {
        &self.parts[constraint.parts.clone()]
    }
}

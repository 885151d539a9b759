//! The steps of a refutation, for an outside checker: sums of constraints, and clauses that follow from a few of them
//! by unit propagation.
//!
//! **What.** Constraints of the program have numbers; each step adds one. A row over groups explains itself by a sum.
//! To the row it adds, for each exactly-one of a group, the multiple that the first literal left in it adds. What is
//! below that literal is then all that can lower the sum. Rows made by multipliers are sums as they are, coefficients
//! become smaller by saturation, and cuts come from division (`divided`). A learned clause follows from the
//! explanations that the analysis looked at, with the facts of level 0 that they rest on.
//!
//! **Whose idea.** Proofs by cutting planes: W. Cook, C. Coullard, G. Turán, "On the complexity of cutting-plane
//! proofs", 1987. Their lines for a checker: S. Gocht, J. Nordström, "Certifying Parity Reasoning Efficiently Using
//! Pseudo-Boolean Proofs", 2021.
//!
//! **Ours.** Multipliers of a floating-point relaxation are proof lines already, since they are rounded before the rows
//! are added up.
//!
//! **When.** Only where a refutation is asked for: numbers of constraints are kept always, steps nowhere else.

use super::literal::ColumnLit;
use super::trail::Trail;

/// The number of a constraint: of the program as its owner counts, or of a step.
pub type StepId = u64;

/// No constraint.
pub(super) const NO_STEP: StepId = 0;

/// A step. Constraints are read as `sum of positive multiples of literals >= bound`.
#[derive(Clone, Debug)]
pub enum RefutationStep {
    /// Multiples of constraints, and of the facts that columns are at least 0, or at most 1 where the multiple is
    /// negative.
    Sum {
        /// Constraints and their multiples.
        of: Box<[(StepId, i128)]>,
        /// Columns and the multiples of their facts.
        ends: Box<[(usize, i128)]>,
        /// The sum is divided by this number, coefficients and bound rounded up.
        divisor: i64,
    },
    /// A constraint whose coefficients become as small as its bound.
    Saturated(StepId),
    /// One of these literals is true: columns, and whether they are 1. It follows by unit propagation.
    Clause {
        /// The literals.
        literals: Box<[(usize, bool)]>,
        /// The constraints that propagate.
        hints: Box<[StepId]>,
    },
    /// These constraints are not used from here on.
    Forget(Box<[StepId]>),
}

/// The steps so far, and what the next one rests on.
#[derive(Debug)]
pub(super) struct Ledger {
    next: StepId,
    pub(super) steps: Vec<RefutationStep>,
    /// By column, the step that says what it is for good.
    pub(super) units: Vec<StepId>,
    /// The number of literals of level 0 that have such a step.
    pub(super) noted: usize,
    /// The steps on which the next clause rests, and those of them that nothing else needs.
    pub(super) hints: Vec<StepId>,
    passing: Vec<StepId>,
}

impl Ledger {
    /// A ledger whose steps have numbers from `next` on.
    pub(super) fn new(next: StepId, columns: usize) -> Self {
        let units = vec![NO_STEP; columns];
        Ledger { next, steps: Vec::new(), units, noted: 0, hints: Vec::new(), passing: Vec::new() }
    }

    fn step(&mut self, step: RefutationStep) -> StepId {
        self.steps.push(step);
        self.next += 1;
        self.next - 1
    }

    /// A sum that stays.
    pub(super) fn sum(&mut self, of: &[(StepId, i128)], ends: &[(usize, i128)], divisor: i64) -> StepId {
        self.step(RefutationStep::Sum { of: of.into(), ends: ends.into(), divisor })
    }

    /// The constraint with coefficients as small as its bound.
    pub(super) fn saturated(&mut self, step: StepId) -> StepId {
        self.step(RefutationStep::Saturated(step))
    }

    /// A sum that only the next clause needs.
    pub(super) fn passing_sum(&mut self, of: &[(StepId, i128)]) {
        let step = self.sum(of, &[], 1);
        self.hints.push(step);
        self.passing.push(step);
    }

    /// `sum of count * item <= bound` from `sum of weight * item <= capacity`, by division. Its bound is what
    /// [`divisor`] has promised.
    pub(super) fn divided(&mut self, row: StepId, items: &[Item], divisor: i64) -> StepId {
        let end = |item: &Item| {
            let excess = i128::from(item.weight) - i128::from(item.count) * i128::from(divisor);
            (item.lit.column(), if item.lit.is_one() { excess } else { -excess })
        };
        let ends: Vec<(usize, i128)> = items.iter().map(end).filter(|end| end.1 != 0).collect();
        self.sum(&[(row, 1)], &ends, divisor)
    }

    /// A step that is not used behind the next clause.
    pub(super) fn passes(&mut self, step: StepId) {
        self.passing.push(step);
    }

    /// A clause that rests on the hints.
    pub(super) fn clause(&mut self, literals: &[ColumnLit]) -> StepId {
        self.hints.sort_unstable();
        self.hints.dedup();
        let hints = std::mem::take(&mut self.hints).into();
        let literals = literals.iter().map(|lit| (lit.column(), lit.is_one())).collect();
        let step = self.step(RefutationStep::Clause { literals, hints });
        if !self.passing.is_empty() {
            let passed = std::mem::take(&mut self.passing);
            self.forget(passed);
        }
        step
    }

    /// Says that constraints are not used any more.
    pub(super) fn forget(&mut self, steps: Vec<StepId>) {
        self.steps.push(RefutationStep::Forget(steps.into()));
    }

    /// If it is decided at level 0 whether a literal is true, the next clause rests on that.
    pub(super) fn fact(&mut self, lit: ColumnLit, trail: &Trail) {
        if !trail.is_open(lit) && trail.level(lit) == 0 {
            self.hints.push(self.units[lit.column()]);
        }
    }

    /// The literal is true for good, which follows from the hints.
    pub(super) fn unit(&mut self, lit: ColumnLit) {
        self.units[lit.column()] = self.clause(&[lit]);
    }
}

/// A literal, what it weighs in a row, and how often it counts in what is derived from that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) lit: ColumnLit,
    pub(super) weight: i64,
    pub(super) count: i64,
}

/// The number by which `sum of weight * item <= capacity` is divided to say `sum of count * item <= bound`. Before it,
/// each weight becomes the multiple of the divisor that counts.
///
/// What is taken off a weight leaves the capacity as it is, and what is put on goes there, too. So the capacity has to
/// stay below the divisor's next multiple.
pub(super) fn divisor(items: &[Item], capacity: i64, bound: i64) -> Option<i64> {
    let mut candidates: Vec<i64> = items.iter().filter(|item| item.count == 1).map(|item| item.weight).collect();
    candidates.sort_unstable();
    candidates.dedup();
    let works = |&divisor: &i64| {
        let added = |item: &Item| (i128::from(item.count) * i128::from(divisor) - i128::from(item.weight)).max(0);
        let capacity = i128::from(capacity) + items.iter().map(added).sum::<i128>();
        capacity < (i128::from(bound) + 1) * i128::from(divisor)
    };
    candidates.into_iter().find(works)
}

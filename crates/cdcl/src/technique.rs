//! Statistics of the techniques that change clauses or phases: how often each was tried, and what came of it.

/// The names of all techniques, as the switches of the solver have them where there is one.
pub const TECHNIQUES: [&str; 7] = ["minimise", "shrink", "vivify", "probe", "subsume", "eliminate", "walk"];

/// The counts of a technique so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Technique {
    /// Tries: learned clauses for `minimise`, literals of one level for `shrink`, literals for `probe`, variables for
    /// `eliminate`, runs for `walk`, clauses for others.
    pub tried: u64,
    /// The tries that led to something: `walk` counts the runs that have found a model.
    pub succeeded: u64,
    /// The literals that clauses have lost.
    pub literals: u64,
    /// The work, in the unit in which it is bounded: propagations for `vivify` and `probe`, clauses that were looked
    /// at for others. Techniques without a bound have none.
    pub ticks: u64,
}

impl Technique {
    /// Counts a success, by which a clause loses this many literals.
    pub(super) fn succeed(&mut self, literals: usize) {
        self.succeeded += 1;
        self.literals += literals as u64;
    }

    /// The counts of both.
    pub(super) fn plus(self, other: Self) -> Self {
        Technique {
            tried: self.tried + other.tried,
            succeeded: self.succeeded + other.succeeded,
            literals: self.literals + other.literals,
            ticks: self.ticks + other.ticks,
        }
    }
}

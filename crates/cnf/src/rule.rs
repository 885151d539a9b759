//! The rule by which a clause follows, which an encoder names before the clauses that it sends.

/// A reason for clauses to follow from their constraint and their literals' meanings. A proof has one tactic for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClauseRule {
    /// Sums that the literals stand for, and one inequality of the constraint, contradict each other. It may be that
    /// only "each value once" over different variables makes them do so.
    #[default]
    Sum,
    /// Literals say that a sum has one value, and two known sums leave the third one value.
    Equal,
    /// Literals of unary numbers count other literals, and the constraint bounds the total.
    Count,
    /// One of several combinations of values holds.
    Cases,
    /// No row of the table is left.
    Rows,
}

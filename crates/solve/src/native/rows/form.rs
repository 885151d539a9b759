//! The form of a state of the search: as little as the board allows.

/// A form of states.
pub(super) trait RowForm {
    /// The state that the future depends on, in front of a row; within a row, the one that it will depend on.
    type State: Copy + Eq;

    /// True if columns are counted, so that states can be met again.
    const COUNTS: bool;

    /// A value that no state in front of a row has.
    const EMPTY: Self::State;

    /// The state in front of the first row.
    fn start(&self) -> Self::State;

    /// Chooses a literal, the `first` of its row or a later one. `own` is its bit in its row.
    ///
    /// Pre: the literal is a candidate. Post: in the rows to come, what it excludes is not possible, nor its column if
    /// that is full.
    fn choose(&self, state: &mut Self::State, first: bool, literal: usize, own: u32);

    /// Comes to a row. `None` if some column cannot get what it lacks.
    ///
    /// Pre: all literals of the rows before are chosen. Post: each completion takes its literals of the row from the
    /// candidates, all `musts` among them.
    fn open(&self, state: &mut Self::State, row: usize) -> Option<Open>;

    /// The words of a state, mixed so that the first bits depend on all of them.
    fn hash(state: &Self::State) -> u64;
}

/// The open part of a row, as bits of the row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// The columns that may be chosen.
    pub(super) candidates: u64,
    /// The columns that have to be chosen, as they get too few otherwise.
    pub(super) musts: u64,
}

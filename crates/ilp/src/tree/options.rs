//! The switches of the search, and what it counts.

/// The choice of the column to branch on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BranchOrder {
    /// The fewest candidates where solutions are listed, activity and the relaxation where an optimum is searched.
    #[default]
    Auto,
    /// The exactly-one with the fewest candidates, in the order of the columns.
    Fewest,
    /// The column that took part in most conflicts of late.
    Activity,
}

/// When conflicts teach clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Learning {
    /// For an optimum always; where solutions are listed, when that takes long.
    #[default]
    Auto,
    /// Always.
    On,
    /// Only for an optimum.
    Off,
}

/// The nodes at which the linear relaxation is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RelaxationUse {
    /// At the root, and at nodes where there is an objective and it prunes.
    #[default]
    Auto,
    /// At the root.
    Root,
    /// At all nodes.
    Nodes,
    /// Nowhere.
    Off,
}

/// The switches of the search.
#[derive(Clone, Copy, Debug)]
pub struct TreeOptions {
    /// The choice of the column to branch on.
    pub order: BranchOrder,
    /// When conflicts teach clauses.
    pub learn: Learning,
    /// The nodes at which the linear relaxation is solved.
    pub relaxation: RelaxationUse,
    /// Cutting planes at the root.
    pub cuts: bool,
}

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions { order: BranchOrder::Auto, learn: Learning::Auto, relaxation: RelaxationUse::Auto, cuts: true }
    }
}

/// Counts of the work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeStatistics {
    /// Choices.
    pub nodes: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Clauses learned from them.
    pub learned: u64,
    /// Restarts.
    pub restarts: u64,
    /// Relaxations solved.
    pub relaxations: u64,
    /// Pivots of their bases.
    pub pivots: u64,
    /// Nodes that a relaxation has ended.
    pub pruned: u64,
    /// Nodes at which a relaxation has fixed literals.
    pub fixed: u64,
    /// Cutting planes that were added.
    pub cuts: u64,
}

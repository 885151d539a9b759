//! The switches of the search, and what it counts.

use cnfab_base::values;

values! {
    /// The column of an integer program that is decided next.
    BranchOrder {
        Auto = "auto": "fewest where solutions are listed, else activity",
        Fewest = "fewest": "the exactly-one with the fewest candidates, of these the one that failed most often",
        Activity = "activity": "a column that the relaxation leaves undecided, or the one that took part in most conflicts of late",
    }

    /// The conflicts of an integer program that teach clauses.
    Learning {
        Auto = "auto": "for an optimum all; where solutions are listed, those of trials that pay",
        On = "on": "all",
        Off = "off": "for an optimum all, none where solutions are listed",
    }

    /// The nodes at which the relaxation of an integer program is solved.
    RelaxationUse {
        Auto = "auto": "the root, and for an optimum those where it is likely to prune",
        Root = "root": "the root",
        Nodes = "nodes": "all",
        Off = "off": "none",
    }
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

impl TreeStatistics {
    /// Adds what another search has counted.
    pub fn add(&mut self, other: TreeStatistics) {
        let TreeStatistics { nodes, conflicts, learned, restarts, relaxations, pivots, pruned, fixed, cuts } = other;
        self.nodes += nodes;
        self.conflicts += conflicts;
        self.learned += learned;
        self.restarts += restarts;
        self.relaxations += relaxations;
        self.pivots += pivots;
        self.pruned += pruned;
        self.fixed += fixed;
        self.cuts += cuts;
    }
}

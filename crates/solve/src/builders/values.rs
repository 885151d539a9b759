//! The values of the options of strategies: one enum per option, with the name and the description of each value.

pub use cnfab_cdcl::{BumpedVariables, DecisionPhase, ModalOrder, RestartPolicy};

use cnfab_base::values;

values! {
    /// Which variable is branched on next. Ties go to the earlier variable.
    Order {
        /// The one that measures best over the corpus: `RarestValue`.
        Auto = "auto",
        /// As the model shows them.
        Input = "input",
        /// As the model's declared order of this name has them.
        Spiral = "spiral",
        /// The same; a declared order in which sums are complete early.
        Closing = "closing",
        /// As the search annotations of FlatZinc and XCSP3 name them.
        Annotated = "annotated",
        /// A variable of the group with the fewest open variables.
        FullestGroup = "fullest-group",
        /// A variable of the smallest group that is not complete.
        SmallestUnit = "smallest-unit",
        /// The variable with the fewest values left.
        FewestCandidates = "fewest-candidates",
        /// That, or the value of an all-different group or the exact count with the fewest candidates left, if these
        /// are fewer. Ties between two in large all-different groups go by the candidates left around them.
        RarestValue = "rarest-value",
        /// The variable with the fewest values left for the weight of its constraints, which grows when they fail.
        DomWdeg = "dom-wdeg",
    }

    /// Which value is tried first.
    ValueOrder {
        /// The smallest.
        Ascending = "ascending",
        /// The largest.
        Descending = "descending",
        /// By the seed.
        Random = "random",
    }

    /// How far a decision is propagated; each level includes those after it, but for `Pairs`, which `Full` includes
    /// only.
    Level {
        /// Values with a single candidate, sums by what can be reached, tables to domain consistency.
        Full = "full",
        /// Sums by bounds, counts and clauses both ways.
        Bounds = "bounds",
        /// As forward; besides, equations with two open variables keep the values that go with each other.
        Pairs = "pairs",
        /// Values are removed from the all-different partners, and a constraint with one open variable narrows it.
        Forward = "forward",
        /// A constraint is checked when all its variables have values. A value that an all-different partner has is
        /// not tried.
        Check = "check",
    }

    /// Which state of the search is expanded next.
    SearchOrder {
        /// The deepest one.
        DepthFirst = "depth-first",
        /// The one with the fewest open variables.
        BestFirst = "best-first",
        /// The one that has waited longest.
        BreadthFirst = "breadth-first",
    }

    /// An engine of native search.
    EngineName {
        /// The one with the smallest estimate.
        Auto = "auto",
        /// All 0/1 variables in one bitset.
        BitParallel = "bit-parallel",
        /// Bitset domains with a propagator per constraint.
        Domains = "domains",
        /// Exact cover by dancing cells.
        ExactCover = "exact-cover",
        /// Linear equations, eliminated first.
        Magic = "magic",
        /// Rows of a board, one after the other.
        Rows = "rows",
    }

    /// What the strategy `frontier` decides one after the other.
    FrontierWalk {
        /// What promises fewest states.
        Auto = "auto",
        /// Variables.
        Variables = "variables",
        /// Items to be covered.
        Cover = "cover",
        /// Rows of a board.
        Rows = "rows",
    }

    /// What the clause after each solution of a SAT solver excludes.
    Blocking {
        /// The values of the shown variables.
        Shown = "block-shown",
        /// The one model of the formula; a baseline.
        Full = "block-full",
    }

    /// How the SAT solver of this crate comes to the next solution.
    Listing {
        /// Its last decision is flipped.
        Flip = "flip",
        /// The same, and conflicts jump back over one level only.
        Chrono = "chrono",
        /// A clause excludes the values of the shown variables.
        Shown = "block-shown",
        /// A clause excludes the one model of the formula; a baseline.
        Full = "block-full",
    }

    /// How a SAT solver is led to the optimum of an objective.
    Improvement {
        /// `Bisect` for an objective of one variable, else `Core`.
        Auto = "auto",
        /// By what no solution can avoid.
        Core = "core",
        /// Halving what is open.
        Bisect = "bisect",
        /// Asking for something better than the last solution.
        Improve = "improve",
    }

    /// Which variable the strategy `cdcl` decides.
    DecisionOrder {
        /// The one that conflicts have met most often of late.
        Evsids = "evsids",
        /// The one that a conflict has met last.
        Vmtf = "vmtf",
    }

    /// Whether a technique is used, which is not by default.
    OptIn {
        /// It is not.
        Off = "off",
        /// It is.
        On = "on",
    }

    /// Whether a technique is used, which is by default.
    Switch {
        /// It is.
        On = "on",
        /// It is not.
        Off = "off",
    }

    /// A SAT solver.
    SatBy {
        /// batsat.
        Batsat = "batsat",
        /// CaDiCaL, in builds with the feature `cadical`.
        Cadical = "cadical",
        /// The solver of the strategy `cdcl`.
        Cdcl = "cdcl",
        /// varisat.
        Varisat = "varisat",
    }

    /// A solver of integer programs.
    LpBy {
        /// HiGHS, in builds with the feature `highs`.
        Highs = "highs",
        /// microlp.
        Microlp = "microlp",
    }
}

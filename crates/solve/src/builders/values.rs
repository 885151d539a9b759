//! The values of the options of strategies: one enum per option, with the name and the description of each value.

pub use cnfab_cdcl::{BumpedVariables, DecisionPhase, ModalOrder, RestartPolicy};
pub use cnfab_ilp::{BranchOrder, Learning, RelaxationUse};

use cnfab_base::values;

values! {
    /// The variable order of native search. Ties go to the earlier variable.
    Order {
        Auto = "auto": "as rarest-value",
        Input = "input": "the first unfixed variable of the model",
        Spiral = "spiral": "the variable order 'spiral' that the model declares",
        Closing = "closing": "the variable order 'closing' that the model declares, which completes sums early",
        Annotated = "annotated": "the search annotations of FlatZinc or XCSP3",
        FullestGroup = "fullest-group": "a variable of the constraint with the fewest unfixed variables",
        SmallestUnit = "smallest-unit": "a variable of the smallest constraint that has unfixed ones",
        FewestCandidates = "fewest-candidates": "smallest domain (first-fail)",
        RarestValue = "rarest-value": "smallest domain, also over the dual viewpoint: the variables that can take a value of an \
            all-different or exactly-one constraint",
        DomWdeg = "dom-wdeg": "smallest domain by weighted degree, which grows with the failures of the variable's constraints",
    }

    /// The value order: which value of the variable is first.
    ValueOrder {
        Ascending = "ascending": "the smallest value first",
        Descending = "descending": "the largest value first",
        Random = "random": "by the seed",
    }

    /// The propagation strength. Each level includes those after it, but for `Pairs`, which `Full` includes only.
    Level {
        Full = "full": "the strongest of each propagator: domain consistency of tables, reachable sums, values with a single \
            candidate",
        Bounds = "bounds": "bounds consistency of sums and counts, unit propagation of clauses; forward checking of tables",
        Pairs = "pairs": "forward checking, and arc consistency of equations with two unfixed variables",
        Forward = "forward": "forward checking: a constraint with one unfixed variable narrows it",
        Check = "check": "generate and test: a constraint is tested when its variables are fixed; values of all-different partners are not tried",
    }

    /// The state of the search that is expanded next.
    SearchOrder {
        DepthFirst = "depth-first": "the deepest state",
        BestFirst = "best-first": "the state with the fewest unfixed variables",
        BreadthFirst = "breadth-first": "the state that has waited longest",
    }

    /// An engine of native search.
    EngineName {
        Auto = "auto": "the one with the smallest estimate among those that take the model and the options; see 'cnfab show FILE \
            --engines'",
        BitParallel = "bit-parallel": "all 0/1 variables in one bitset; cardinality constraints as counted bits",
        Domains = "domains": "bitset domains and a propagator per constraint",
        Magic = "magic": "sums over different values, after Gaussian elimination",
        Rows = "rows": "row by row of a board, with a table of failed states",
    }

    /// The order in which the strategy `frontier` decides.
    FrontierWalk {
        Auto = "auto": "the one with the lowest estimate",
        Variables = "variables": "one variable after the other",
        Cover = "cover": "one item of an exact cover after the other",
        Rows = "rows": "one row of a board after the other",
    }

    /// The clause after each solution of a SAT solver.
    Blocking {
        Shown = "block-shown": "a blocking clause over the shown variables",
        Full = "block-full": "a blocking clause over all variables of the formula; a baseline",
    }

    /// The enumeration of solutions by the SAT solver of this crate.
    Listing {
        Flip = "flip": "the last decision is flipped, without blocking clauses",
        Chrono = "chrono": "the same, and conflicts backtrack chronologically, by one level",
        Shown = "block-shown": "a blocking clause over the shown variables",
        Full = "block-full": "a blocking clause over all variables of the formula; a baseline",
    }

    /// The search for the optimum of an objective by a SAT solver.
    Improvement {
        Auto = "auto": "bisect for an objective of one variable, core for others",
        Core = "core": "unsatisfiable cores bound it from below",
        Bisect = "bisect": "binary search between the bounds",
        Improve = "improve": "each solution has to be better than the last one; the bound is encoded as the configuration says",
    }

    /// The decision order of the strategy `cdcl`.
    DecisionOrder {
        Evsids = "evsids": "highest activity in recent conflicts (exponential VSIDS)",
        Vmtf = "vmtf": "most recent conflict (variable move to front)",
    }

    /// A technique that is off by default.
    OptIn {
        Off = "off": "not used",
        On = "on": "used",
    }

    /// A technique that is on by default.
    Switch {
        On = "on": "used",
        Off = "off": "not used",
    }

    /// A SAT solver.
    SatBy {
        Batsat = "batsat": "batsat",
        Cadical = "cadical": "CaDiCaL, in builds with the feature `cadical`",
        Cdcl = "cdcl": "the solver of the strategy `cdcl`",
        Varisat = "varisat": "varisat",
    }

    /// A solver of integer programs.
    LpBy {
        Cbc = "cbc": "CBC, if the program cbc is there",
        Glpk = "glpk": "GLPK, if the program glpsol is there",
        Highs = "highs": "HiGHS, in builds with the feature `highs`",
        Microlp = "microlp": "microlp",
    }
}

//! Every constant of conflict-driven search that trades something: default, range, what it trades, where to measure it.
//!
//! The form is the same as in `solve::tuning`. "Formulas" are DIMACS files solved by `cnfab sat`, "models" are Hidokus
//! and Star Battles solved by `cdcl`.

use cnfab_base::tuning;

tuning! {
    /// The models that are expected to be solved faster here than by other native search.
    mod model {
        /// Models with at least this many values, if most is given: time to prepare, or a faster search.
        LARGE: usize = 2000, 0..=100_000, "rows of Sudokus of 16 and 25 rows";
        /// Most is given if at least one 0/1 variable of this many is.
        GIVEN: usize = 2, 1..=1000, "completions of Latin squares of order 50";
    }

    /// The decision order.
    mod decide {
        /// How much a conflict counts less than the next one, in formulas: low values forget soon.
        DECAY: f64 = 0.95, 0.5..=0.999, "formulas";
        /// The same as the decay in models.
        DECAY_OF_MODELS: f64 = 0.98, 0.5..=0.999, "models";
        /// The most literals of all choices of an exact cover for decisions on the choice with the fewest: time for
        /// each decision, or conflicts.
        CANDIDATES: usize = 100_000, 0..=1_000_000_000, "lists of models of exact covers";
    }

    /// How often a search of a formula looks whether it has to stop.
    mod search {
        /// Propagations between two looks: delay when time is up, or time to look.
        BETWEEN_LOOKS: u64 = 10_000, 1..=1_000_000_000, "no row: it delays the end when time is up";
        /// Watches that take as long to read as one propagation.
        VISITS: u64 = 64, 1..=1_000_000, "no row: it delays the end when time is up, and makes turns of `auto` shorter";
        /// Watches that take as long as a term of a sum, or a literal that a propagator watches when it runs.
        NATIVE_VISITS: u64 = 8, 1..=1_000_000, "problems of MiniZinc, by `auto`";
    }

    /// How tasks of one machine are propagated.
    mod disjunctive {
        /// The most tasks among which those are looked for that come after others: time for each bound, or conflicts.
        EDGES: usize = 60, 0..=100_000, "schedules by `sat:cdcl` with `disjunctive=propagate`";
    }

    /// The turns of a declared order of decisions.
    mod branching {
        /// Conflicts of a turn, and of the first free one: a good first solution, or the proof.
        TURN: u64 = 100, 1..=1_000_000, "optima of problems of MiniZinc";
        /// By which factor a free turn is longer than the one before.
        GROWTH: f64 = 1.5, 1.0..=10.0, "optima of problems of MiniZinc";
    }

    /// When sums that raise each other's bounds are added up.
    mod sums {
        /// The bounds that one propagation raises before: steps that lead nowhere, or sums that are of no use.
        CREEP: u64 = 1000, 1..=1_000_000_000, "models of wide variables without a solution";
        /// The most constraints of a circle that is added up.
        CIRCLE: usize = 50, 2..=1000, "models of wide variables without a solution";
        /// The most such sums.
        CIRCLES: usize = 1000, 0..=1_000_000, "models of wide variables without a solution";
    }

    /// When a constraint that is propagated is encoded.
    mod lazy {
        /// Explanations, as a share of the clauses: propagators of what matters little, or clauses early.
        SHARE: f64 = 0.5, 0.0..=10.0, "formulas with `lazy`";
    }

    /// When the search restarts.
    mod restart {
        /// Conflicts over which the glue of late is averaged.
        FAST: f64 = 33.0, 2.0..=1000.0, "formulas and models";
        /// Conflicts over which the usual glue is averaged.
        SLOW: f64 = 8192.0, 1000.0..=1e6, "formulas and models";
        /// By which factor the glue of late has to be above the usual one: few restarts, or many.
        MARGIN: f64 = 1.15, 1.0..=2.0, "formulas";
        /// The same in models.
        MARGIN_OF_MODELS: f64 = 1.2, 1.0..=2.0, "models";
        /// Conflicts between two restarts at least.
        APART: u64 = 10, 1..=1000, "formulas";
        /// The same in models.
        APART_OF_MODELS: u64 = 20, 1..=1000, "models";
        /// Conflicts of the unit of reluctant doubling in stable mode.
        RELUCTANT: u64 = 1024, 1..=100_000, "formulas";
        /// The same where all restarts follow this sequence.
        LUBY: u64 = 100, 1..=100_000, "formulas and models";
        /// Conflicts of the first focused mode; the others grow with the square of their number.
        FIRST_MODE: u64 = 1000, 1..=1_000_000, "formulas";
    }

    /// The learned clauses that are deleted, and the times when they are.
    mod reduce {
        /// Clauses of at most this glue stay for good: memory, or knowledge.
        TIER1: u32 = 2, 1..=10, "formulas";
        /// Clauses of at most this glue stay two reductions after their last use, not one.
        TIER2: u32 = 6, 1..=30, "formulas";
        /// The share of the other clauses, by glue and size, that a reduction deletes.
        DELETED: f64 = 0.9, 0.1..=1.0, "formulas";
        /// Conflicts between two reductions, as a multiple of the square root of all conflicts.
        INTERVAL: f64 = 25.0, 1.0..=1000.0, "formulas";
        /// Conflicts before the first reduction.
        FIRST: u64 = 2000, 1..=1_000_000, "formulas";
        /// Conflicts before the first reduction in models, and between two others.
        FIRST_OF_MODELS: u64 = 10_000, 1..=1_000_000, "models";
        INTERVAL_OF_MODELS: u64 = 5000, 1..=1_000_000, "models";
    }

    /// When clauses are subsumed and variables eliminated.
    mod inprocess {
        /// Conflicts before the first run, and n times as many before the next one after n runs.
        INTERVAL: u64 = 2000, 1..=1_000_000, "formulas";
    }

    /// How much is spent on failed literals.
    mod probe {
        /// Propagations, as a share of those of the search.
        EFFORT: f64 = 0.03, 0.001..=1.0, "formulas";
    }

    /// The variables of reasons that a conflict moves ahead.
    mod bump {
        /// At most this many times the variables that the conflict has met, else none.
        MOST: usize = 10, 0..=1000, "formulas";
        /// None if there are more decisions than this per conflict so far.
        RATE: f64 = 2.0, 0.0..=1e6, "formulas";
    }

    /// How much is spent to find clauses that others subsume.
    mod subsume {
        /// Clauses that are looked at, per propagation of the search.
        EFFORT: f64 = 0.1, 0.01..=100.0, "formulas";
        /// Watched clauses that are passed over in the time in which one is looked at.
        PASSED: u64 = 4, 1..=1000, "formulas";
    }

    /// The variables that are eliminated.
    mod eliminate {
        /// Pairs of clauses that are resolved, per propagation of the search.
        EFFORT: f64 = 0.2, 0.01..=100.0, "formulas";
        /// How many more clauses there may be without a variable, at last: 0 at first, then 1, 2, 4, and so on.
        BOUND: usize = 16, 0..=1024, "formulas";
        /// Variables with a literal in more clauses stay.
        OCCURRENCES: usize = 100, 1..=10_000, "formulas";
        /// Variables with longer resolvents stay.
        LITERALS: usize = 100, 2..=10_000, "formulas";
    }

    /// How much is spent to make learned clauses shorter.
    mod vivify {
        /// Propagations, as a share of those of the search.
        EFFORT: f64 = 0.15, 0.01..=1.0, "formulas";
    }

    /// How a formula is split into cubes.
    mod lookahead {
        /// Candidates that are decided both ways at a node: good splits, or fast ones.
        CANDIDATES: usize = 60, 1..=100_000, "formulas with `cubes`";
        /// The weight of an assigned variable beside clauses that become shorter.
        ASSIGNED: f64 = 0.01, 0.0..=10.0, "formulas with `cubes`";
        /// By which factor a clause counts more than one with one literal more.
        WEIGHT: f64 = 0.2, 0.01..=1.0, "formulas with `cubes`";
        /// The weight of the product of both sides beside their sum: sides that are alike, or large ones.
        PRODUCT: f64 = 1024.0, 0.0..=1e9, "formulas with `cubes`";
        /// The first threshold of decisions times assigned variables, as a multiple of all variables.
        THRESHOLD: f64 = 1000.0, 0.0..=1e9, "formulas with `--cubes`";
        /// The factors of the threshold for each node, and for each one that is refuted or deep.
        GROWTH: f64 = 1.05, 1.0..=2.0, "formulas with `--cubes`";
        FALL: f64 = 0.7, 0.01..=1.0, "formulas with `--cubes`";
        /// More decisions than this are deep.
        DEPTH: usize = 20, 1..=1000, "formulas with `--cubes`";
    }

    /// When the solvers of several threads meet, and what they tell each other.
    mod portfolio {
        /// Propagations that the first thread makes alone: easy formulas without threads, or hard ones sooner.
        SHORTEST: u64 = 50_000, 1000..=100_000_000, "formulas with `threads`";
        /// Propagations between two barriers, at most: waiting for others, or late news.
        LONGEST: u64 = 800_000, 1000..=100_000_000, "formulas with `threads`";
        /// Clauses of at most this glue are told: knowledge, or fast propagation.
        GLUE: u32 = 2, 1..=10, "formulas with `threads`";
        /// Cubes per thread of a list: threads that are idle at its end, or formulas to take in anew.
        CUBES: usize = 8, 1..=1000, "lists of models with `threads`";
        /// Values of models that a thread holds before it hands them over: memory, or meetings.
        MODELS: usize = 1 << 24, 1000..=1_000_000_000, "lists of models with `threads`";
    }

    /// How solutions are listed.
    mod enumerate {
        /// Conflicts after the first model from which on decisions follow them, if they are more than the models. As
        /// many conflicts before it make decisions of exact covers on choices. Low values trade models that are easy to
        /// find for a proof that there is none.
        HARD: u64 = 1000, 0..=1_000_000_000, "lists of models of formulas";
        /// How many solutions are excluded by clauses before decisions are flipped: jumps of a proof that there is no
        /// further one, or flat memory.
        EXCLUDED: u32 = 64, 0..=10_000, "models";
        /// How many literals may be visited in vain to find cubes, per literal that was propagated: fewer models to
        /// find one by one, or time.
        WIDENING: f64 = 0.5, 0.0..=100.0, "counts of formulas";
    }

    /// How the search changes its phases.
    mod phase {
        /// Conflicts before the first rephasing; the n-th is n times as many after the one before.
        REPHASE: u64 = 1000, 1..=1_000_000, "formulas";
    }

    /// How local search flips, and how long.
    mod walk {
        /// Clauses that are looked at, per propagation of the search.
        EFFORT: f64 = 3.0, 0.01..=100.0, "formulas";
        /// How many times less likely a variable is taken for each clause that it makes false, if clauses have three
        /// literals: chance, or greed.
        BASE: f64 = 2.5, 1.0..=10.0, "formulas";
        /// By how much that grows with the average size of clauses, and what it is at least.
        GROWTH: f64 = 0.7, 0.0..=10.0, "formulas";
        LEAST_BASE: f64 = 2.0, 1.0..=10.0, "formulas";
        /// From this number of clauses on, a variable is as likely as if there were one less.
        WEIGHTS: usize = 64, 2..=1024, "formulas";
    }
}

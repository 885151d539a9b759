//! Every constant of the strategies but `cdcl` that trades something: default, range, what it trades, where to measure
//! it.
//!
//! The range is that in which the program stays correct and of use. "Rows" are those of `cargo bench --bench bars`,
//! whose filter is their title; a constant is measured there paired with the commit before. Constants that trade
//! nothing, such as limits of a number type, stand where they are used.

use cnfab_base::tuning;

tuning! {
    /// The choice of the engine. Estimates are expected times as multiples of what `domains` takes.
    mod choice {
        /// Models with at most this many values of all variables together are searched by `domains`: less time to
        /// prepare, or a faster search.
        TINY: usize = 48, 0..=1000, "rows of puzzles with up to 25 cells";
        /// The most variables with which a fixed order without propagation is preferred: cheap nodes, or few.
        FEW_VARIABLES: usize = 25, 0..=64, "rows of magic boards and hexagons";
        /// The most rows with which a static order by rows is preferred: cheap nodes, or few.
        FEW_ROWS: usize = 16, 0..=64, "rows of queens and of Star Battles without regions";
        /// Estimate of `magic` for few variables.
        MAGIC: f64 = 0.125, 0.0..=2.0, "rows of magic boards and hexagons";
        /// Estimate of `rows` for boards of few rows.
        ROWS: f64 = 0.25, 0.0..=2.0, "rows of queens";
        /// Estimate of `bit-parallel`.
        BIT_PARALLEL: f64 = 0.5, 0.0..=2.0, "rows of Sudokus and Star Battles";
        /// Estimate of `cdcl` for large models of which most is given.
        CDCL: f64 = 0.375, 0.0..=2.0, "completions of Latin squares of order 50";
    }

    /// Counts by components.
    mod components {
        /// The conflicts before the first learned clauses are deleted: what propagates, or how fast it does.
        LEARNED: u64 = 3000, 1..=1_000_000, "counts of formulas";
        /// How many more there are before the next ones are.
        MORE_LEARNED: u64 = 500, 0..=1_000_000, "counts of formulas";
        /// How many pairs of variables may be looked at for a tree decomposition: good choices, or time before them.
        ELIMINATION: usize = 50_000_000, 0..=10_000_000_000, "counts of formulas";
        /// The largest addition of the place in the tree to the score of a variable.
        HEAVIEST: f64 = 1e7, 0.0..=1e12, "counts of formulas";
        /// The weight of the places in the tree beside the activities of variables, before it is divided by their
        /// number.
        WEIGHT: f64 = 100.0, 0.0..=1e6, "counts of formulas";
        /// A component that takes more than this part of the cache is not kept: it would drive out all others.
        LARGEST_PART: usize = 4, 1..=1000, "counts of formulas with a small `--cache`";
        /// How many variables and clauses are visited between two looks at the budget.
        BETWEEN_LOOKS: usize = 20_000, 1..=10_000_000, "no row: it delays the end when time is up";
    }

    /// The constants that all engines share.
    mod search {
        /// Steps between two looks at the budget at most: delay when time is up, or time to look.
        BETWEEN_LOOKS: u64 = 1000, 1..=1_000_000, "no row: it delays the end when time is up";
        /// How many solutions wait for the receiver at most, per thread: memory, or threads that wait.
        WAITING: usize = 256, 1..=65_536, "searches with two threads and many solutions";
    }

    /// The engine `domains`.
    mod domains {
        /// Memories up to this many words are copied at each decision; longer ones have a trail.
        COPIED: usize = 256, 0..=65_536, "rows of Sudokus with and without `engine=domains`";
        /// Limit of the memory of a queue of states, in words: memory, or searches that end early.
        QUEUE_WORDS: usize = 1 << 27, 1 << 10..=1 << 40, "the kind disks with `search=breadth-first`";
        /// A linear equation is made domain consistent when at most this many combinations have to be tried: time per
        /// propagation, or nodes.
        COMBINATIONS: u64 = 3000, 0..=1_000_000, "rows of equations";
        /// Hall pairs are looked for in all-different constraints over at least this many variables.
        HALL_PAIRS_FROM: usize = 10, 2..=1000, "rows of Sudokus of 16 by 16 and more";
        /// An all-different constraint is large from this many variables on: its decisions are compared by past
        /// failures.
        LARGE_FROM: usize = 24, 2..=1000, "rows of Hidokus";
        /// A large constraint also has this many variables for each word of a set of variables: sets that are not
        /// sparse.
        LARGE_PER_WORD: usize = 4, 1..=64, "rows of Hidokus";
        /// How many times as large padding to a compiled width may make the domains: faster code, or less memory.
        MOST_PADDED: usize = 2, 1..=16, "rows of models with 65 values and more";
        /// With at most this many values of all variables together, no lists of conflicts are made: time to prepare.
        FEW_VALUES: usize = 128, 0..=10_000, "rows of Jodici and of small Star Battles with `engine=domains`";
        /// The most entries of lists of conflicts; beyond, cardinality constraints stay propagators: memory.
        MOST_CONFLICTS: usize = 1 << 22, 0..=1 << 30, "Star Battles of 25 rows and more with `engine=domains`";
        /// How many value indices are compared with a new one before it is looked up: time to prepare.
        COMPARED_INDICES: usize = 4, 0..=64, "batches of Sudokus with `engine=domains`";
        /// How many times as long gaps may make the values of a domain, if it has more than 64: faster code, or memory.
        MOST_FILLED: i64 = 2, 1..=64, "rows of models with 65 values and more";
        /// A constraint gets a table of its own if at most one row of this many is possible for it: short tables, or
        /// memory.
        SHARED_PART: usize = 2, 1..=1000, "rows of crosswords";
        /// The most subsets that an equation over different variables lists: memory, or nodes.
        MOST_SUBSETS: usize = 1 << 12, 0..=1 << 16, "rows of Kakuro and Killer Sudoku";
        /// The most steps of the search for these subsets: time to prepare.
        MOST_SUBSET_STEPS: usize = 1 << 16, 0..=1 << 24, "rows of Kakuro and Killer Sudoku";
        /// The most words that the subsets of a model take: memory.
        MOST_SUBSET_WORDS: usize = 1 << 20, 0..=1 << 30, "rows of Kakuro and Killer Sudoku";
        /// The most variables of a sum that is derived from others: propagators that narrow domains, or time to run
        /// them.
        MOST_DERIVED: usize = 5, 0..=64, "rows of Killer Sudoku, and `cnfab generate killer-sudoku`";
        /// Equations with fewer unfixed variables are propagated value by value instead of by subsets.
        SUBSETS_FROM: u32 = 4, 1..=64, "rows of Jodici and magic boards";
        /// The most values for each unfixed variable of an equation with subsets: with more, nearly every value is in
        /// one.
        SUBSET_VALUES: u32 = 4, 1..=64, "rows of Jodici and magic boards";
    }

    /// The engine `bit-parallel`.
    mod bit_parallel {
        /// Variables that all-different constraints join are bit-sliced from this many on: whole words, or fewer of
        /// them.
        SLICED: usize = 4, 1..=64, "rows of Sudokus and crosswords";
        /// From this many words on, exact covers are swept for their smallest constraint instead of kept at a fixpoint.
        SWEEPING: usize = 6, 1..=72, "rows of dissections";
        /// Families of fewer cardinality constraints get no channelled duplicates: words, or constraints one by one.
        LEAST_DUPLICATED: usize = 32, 1..=64, "rows of Sudokus";
        /// Cardinality constraints over more literals get no channelled duplicates: words of slices.
        MOST_SLICES: usize = 32, 2..=64, "rows of Sudokus of 36 by 36";
        /// At least one bit of this many has to be in use in words of duplicates: words, or constraints one by one.
        LEAST_USED: usize = 2, 1..=64, "rows of Sudokus";
        /// Words of a set of constraints: models that are taken, or short states.
        CONSTRAINT_WORDS: usize = 8, 1..=32, "rows of Sudokus, and of the largest models that are taken";
        /// Constraints that need several literals are propagated by constructive disjunction with at most this many
        /// unassigned literals for each that is needed.
        COVERED: u32 = 4, 1..=8, "rows of Star Battles";
        /// Constraints that need more literals are not propagated by constructive disjunction: time per node, or nodes.
        MOST_NEEDED: u32 = 6, 1..=16, "rows of Star Battles with 5 and 6 stars";
        /// The most cliques beyond those needed in a clique cover with which constructive disjunction is tried.
        MOST_SPARE: usize = 1, 0..=4, "rows of Star Battles";
        /// With more partitions than this, constructive disjunction looks at all constraints instead of filtering them.
        MOST_PARTITIONS: usize = 3, 0..=16, "rows of Sudokus";
        /// With at most this many unassigned literals, bit-sliced programs do without constructive disjunction. More
        /// takes more nodes and less time each; programs without slices always have it.
        LATE: u32 = 112, 0..=1024, "Sudokus of 17 clues, hard ones, and ones with millions of solutions";
        /// How many words of a constraint are counted before the sum is compared: loops without branches, or shorter
        /// ones. A divisor of `COMPACT_WORDS`.
        TOGETHER: usize = 4, 1..=8, "the dissection into twelve stones";
        /// Weight of a constraint without conflicts: the less, the more the first few conflicts count.
        FIRST_FAILURES: u32 = 4, 1..=12, "two Star Battles of 17 rows";
        /// Work before states are compacted: what that needs takes as long as a few hundred nodes.
        COMPACTED_FROM: u64 = 5000, 0..=1_000_000, "rows of dissections";
        /// Words of a compacted set of 0/1 variables: earlier compaction, or shorter loops. A multiple of `TOGETHER`.
        COMPACT_WORDS: usize = 12, 1..=32, "the dissection into twelve stones";
        /// Words of a compacted set of constraints; two are what counting by components needs.
        COMPACT_CONSTRAINTS: usize = 2, 2..=3, "rows of dissections";
        /// With fewer unassigned literals, components are not looked for.
        LEAST_SPLIT: u32 = 20, 2..=1000, "a Sudoku with five million solutions, counted";
        /// Levels from one look for components to the next, where the last ones found none.
        SPLIT_LEVELS: usize = 4, 1..=64, "a Sudoku with five million solutions, counted";
        /// This many looks have to fail below one that found components before levels are skipped.
        PATIENCE: u32 = 2, 0..=64, "random covers whose constraints lie in a row, counted";
    }

    /// The engine `rows`.
    mod rows {
        /// Binary logarithm of the nogood table's first size: time to begin, or states met again.
        LEAST_BITS: u32 = 10, 4..=20, "rows of Star Battles without regions";
        /// Binary logarithm of its last size: cache misses, or states met again.
        MOST_BITS: u32 = 14, 10..=26, "rows of Star Battles without regions";
        /// Binary logarithm of its growth: time to grow, or how often.
        GROWTH_BITS: u32 = 2, 1..=4, "rows of Star Battles without regions";
        /// The most literals that a constraint of a further family may need: models that are taken, or short states.
        MOST_NEEDED: usize = 4, 2..=16, "rows of Star Battles without regions";
    }

    /// The strategy `frontier`; measured by `cargo bench --bench frontier`.
    mod frontier {
        /// The most pairs of members of scopes that are visited for an order: few states, or time to plan.
        MOST_PAIRS: usize = 1 << 22, 0..=1 << 40, "all rows";
        /// The most bits of a state of a table: models that are taken, or memory.
        MOST_TABLE_BITS: u32 = 30, 1..=31, "no row: it refuses models";
        /// Binary logarithm of the first size of a set of states: time to begin, or to grow.
        LEAST_BITS: u32 = 10, 1..=24, "rows of few states";
        /// Choices, tried in states, between two looks at the budget.
        BETWEEN_LOOKS: usize = 1 << 16, 1..=1 << 30, "no row: it delays the end when time is up";
        /// Steps of the native engine that take as long as what is done between two looks, for turns of `auto`.
        LOOK: u64 = 2000, 1..=1_000_000, "models of the bench `auto` that are counted";
    }

    /// The same where `frontier` takes row by row.
    mod frontier_rows {
        /// The most ways to fill one row: models that are taken, or time and memory to plan.
        MOST_PATTERNS: usize = 1500, 1..=20_000, "rows of boards";
        /// The most steps to find them: models that are taken, or time to plan.
        MOST_STEPS: usize = 200_000, 1..=100_000_000, "rows of boards";
        /// With more patterns of a row, sums do not share what they have in common: time to plan, or additions.
        MOST_SHARED: usize = 160, 0..=4000, "rows of boards";
        /// States that are treated at once: wide registers, or room.
        LANES: usize = 8, 1..=64, "rows of boards";
        /// Binary logarithm of how many numbers of a pattern are read at once: memory far apart, or room.
        AHEAD_BITS: u32 = 4, 0..=10, "rows of boards";
        /// Binary logarithm of the numbers in one piece of a queue: memory, or how often pieces are made.
        PIECE_BITS: u32 = 12, 10..=20, "rows of boards";
        /// Batches of states between two looks at the budget.
        BETWEEN_LOOKS: usize = 1 << 8, 1..=1 << 24, "no row: it delays the end when time is up";
        /// Steps of the native engine that take as long as what is done between two looks, for turns of `auto`.
        LOOK: u64 = 4000, 1..=1_000_000, "boards of the bench `auto` that are counted";
    }

    /// The strategies `sat`; measured by `cargo bench --bench solve`.
    mod sat {
        /// How many calls of a solver of others pass between two looks at the clock.
        CALLS_PER_LOOK: u32 = 64, 1..=1_000_000, "no row: it delays the end when time is up";
        /// How often a core is asked again to make it smaller: few literals to count, or time.
        TRIMS: usize = 3, 0..=1000, "objectives with `optimise=core`";
        /// The least number of literals per different weight among those that are assumed: large cores, or many calls.
        DIVERSITY: f64 = 1.25, 0.0..=1000.0, "objectives of many weights with `optimise=core`";
    }

    /// The strategies `ilp`; measured by `cargo bench --bench solve`.
    mod lp {
        /// How often microlp starts when it fails: answers, or time.
        ATTEMPTS: u64 = 3, 1..=100, "rows of `ilp:microlp`";
        /// Weight of a choice: above the tolerances of the solver for one of ten thousand, too, or small numbers.
        SCALE: f64 = 1000.0, 1.0..=1e6, "rows of `ilp:microlp`";
    }

    /// The strategy `anneal`; measured by `cargo bench --bench solve`.
    mod anneal {
        /// Swaps tried in the first round: slow cooling, or many starts.
        FIRST_ROUND: u64 = 200_000, 1000..=1_000_000_000, "rows of `anneal`";
        /// Temperature at the start of a round, in units of the mean cost of a bad move: chance, or what was reached.
        HOT: f64 = 0.5, 0.1..=100.0, "rows of `anneal`";
        /// The same at its end.
        COLD: f64 = 0.03, 0.001..=0.1, "rows of `anneal`";
        /// Swaps tried between two changes of the temperature and looks at the budget.
        BETWEEN_CHANGES: u64 = 512, 1..=1_000_000, "rows of `anneal`";
    }

    /// The strategy `auto`; measured by `cargo bench --bench auto`.
    mod auto {
        /// Steps of the first engine before others join: overhead on easy models, or delay on hard ones.
        STEPS: u64 = 500_000, 1..=1_000_000_000_000, "all models of the bench";
        /// Steps of the first engine in the calling thread, which are made again if they do not do: what threads take
        /// on easy models, or work that is lost.
        MOMENT: u64 = 10_000, 1..=1_000_000, "all models of the bench, and batches of Sudokus";
        /// The most values of a model for which there is such a moment: what threads take, or preparation twice.
        SMALL_VALUES: usize = 1000, 0..=10_000_000, "models of the bench and batches of Sudokus";
        /// The most cells of constraints of such a model.
        SMALL_CELLS: usize = 5000, 0..=100_000_000, "models of the bench and batches of Sudokus";
        /// On chains and with hidden variables, the first engine makes this many times fewer steps alone.
        SOON: u64 = 8, 1..=1000, "Hidokus and Skyscrapers of the bench";
        /// Steps of the native engine that take as long as an assigned literal of `cdcl`.
        ASSIGNED_LITERAL: u64 = 20, 1..=1000, "all models of the bench that are listed";
        /// The same in large models of which most is given.
        GIVEN_LITERAL: u64 = 3, 1..=1000, "Sudokus of 25 rows";
        /// Steps of the native engine that take as long as an assigned literal of `sat:cdcl`.
        SAT_LITERAL: u64 = 2, 1..=1000, "problems of MiniZinc";
        /// Steps of the native engine that take as long as a literal of a formula that is made.
        FORMULA_LITERAL: u64 = 2, 1..=1000, "problems of MiniZinc";
        /// Variables whose values are read from a solver in a step of the native engine.
        VALUES_READ: u64 = 4, 1..=1000, "problems of MiniZinc";
        /// Steps of the native engine that take as long as what batsat does between two looks at its budget.
        SAT_LOOK: u64 = 40_000, 1..=1_000_000, "all models of the bench that are listed";
        /// The memory of a solution besides its values where it is remembered, in bytes: memory, or engines that join.
        OVERHEAD: u64 = 64, 1..=4096, "models of the bench with many solutions";
        /// Bytes of the stack of a thread. How deep the recursion of solvers of other crates goes is not known here.
        STACK: usize = 64 << 20, 8 << 20..=1 << 32, "no row: it trades address space within the range";
        /// Steps that handing a solution over takes.
        SOLUTION: u64 = 400, 0..=100_000, "models of the bench with many solutions";
        /// Nanoseconds that a step stands for where turns are measured by the clock.
        STEP_NANOSECONDS: u64 = 200, 1..=100_000, "models of the bench that are counted";
        /// How many solutions make an engine the one that has found the most: a single one may be luck.
        AHEAD_FROM: u64 = 16, 1..=1_000_000, "models of the bench with many solutions";
        /// How many times the largest share the engine has that has found the most solutions.
        AHEAD: u64 = 4, 1..=100, "models of the bench with many solutions";
        /// A turn is this part of all the work done: few turns, or short delays.
        TURN_PART: u64 = 8, 1..=100, "all models of the bench";
        /// The early shares hold for as long as this many first turns.
        EARLY_TURNS: u64 = 100, 0..=10_000, "all models of the bench";
        /// With at most this many states, as a binary logarithm, frontier has a long first turn.
        FEARED_LOG: u32 = 36, 0..=63, "models of the bench that are counted";
        /// How many times longer that turn is.
        HOPEFUL: u64 = 3, 1..=100, "models of the bench that are counted";
        /// A model with bounds or conditions is wide if some variable has more values. Clauses join soon then.
        WIDE: usize = 100, 0..=10_000_000, "job shops of five machines";
        /// A model without variables of more values, and without long sums, has clauses before constraints are
        /// propagated.
        NARROW: usize = 200, 0..=10_000_000, "problems of MiniZinc";
        /// Share of clauses in such models; the share of native search is 1.
        NARROW_SHARE: u64 = 12, 1..=100, "problems of MiniZinc";
        /// Steps of clauses in such models before constraints are propagated: what is prepared for nothing, or delay.
        NARROW_ALONE: u64 = 1_000_000, 0..=1_000_000_000_000, "problems of MiniZinc";
        /// Share of propagated constraints in such models.
        NARROW_LEARNING_SHARE: u64 = 3, 1..=100, "problems of MiniZinc";
        /// Steps in which an integer program may tell that there is no solution, or find the best, before others begin.
        ROWS_MOMENT: u64 = 500_000, 0..=1_000_000_000_000, "pigeonholes and knapsacks of others";
        /// Share of an integer program where an optimum is searched.
        ROWS_SHARE: u64 = 6, 0..=100, "programs of MIPLIB 3";
        /// The most columns of such a model.
        ROW_VALUES: usize = 300_000, 0..=10_000_000, "pigeonholes and knapsacks of others";
        /// The most cells of constraints of such a model.
        ROW_CELLS: usize = 1_000_000, 0..=100_000_000, "pigeonholes and knapsacks of others";
        /// The most rows times columns of clauses with an objective that are an integer program as well.
        BARE_CELLS: usize = 1_000_000, 0..=1_000_000_000, "formulas with weights of others";
        /// The most values of a model for which batsat joins: memory and time to encode.
        LIGHT_VALUES: usize = 100_000, 0..=10_000_000, "large models of the bench";
        /// The same for a model with bounds or conditions.
        BOUNDED_VALUES: usize = 400_000, 0..=10_000_000, "job shops of five machines";
        /// The most cells of constraints of a model for which batsat joins.
        LIGHT_CELLS: usize = 100_000, 0..=100_000_000, "large models of the bench";
        /// With hidden variables, tables of more than two columns and at least this many rows are left to native search
        /// and batsat.
        LONG_TABLE: usize = 200, 0..=100_000, "crosswords and Skyscrapers of the bench";
        /// Share of `cdcl` on chains and with hidden variables; the share of native search is 1.
        LEARNING_SHARE: u64 = 6, 1..=100, "Hidokus and Skyscrapers of the bench";
        /// Share of clauses where constraints are propagated, too.
        ENCODED_SHARE: u64 = 6, 1..=100, "files of others: sums of few values";
        /// The most terms, times the values of their sums, for which clauses are made early where constraints are
        /// propagated, too.
        SMALL_SUMS: i64 = 300_000, 0..=1_000_000_000_000, "files of others: sums of few values";
        /// Early share of the first engine elsewhere; the share of the others is 1.
        EARLY_SHARE: u64 = 12, 1..=100, "all models of the bench";
        /// Its late share.
        LATE_SHARE: u64 = 8, 1..=100, "models of the bench that are counted, and Sudokus of 25 rows";
        /// The late share of native search for tasks that list.
        LATE_LIST_SHARE: u64 = 2, 1..=100, "models of the bench that are listed";
        /// Early share of frontier outside chains: for its plan, after which it knows how many states it fears.
        PLANNING_SHARE: u64 = 2, 1..=100, "models of the bench that are counted";
        /// Late share of frontier outside chains.
        FRONTIER_SHARE: u64 = 6, 1..=100, "all models of the bench that are counted";
    }
}

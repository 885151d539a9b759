//! The model in compact form: flat arrays that the search reads, and the first contents of the memory that it changes.
//!
//! Variables are numbered anew, in the order in which `order=input` or a declared order branches on them: shown
//! variables first. A domain is a bitset over its variable's scale, of one word or of several.

mod conflicts;
mod constraints;
mod counts;
mod derived;
mod groups;
mod propagator;
mod scale;
mod subsets;
mod tables;
mod variables;
mod watchers;

pub(super) use propagator::{Compact, Exact, Kind, Propagator, Thorough, Weighted};
pub(super) use subsets::Subsets;
pub(super) use watchers::Watchers;

use std::ops::Range;

use crate::Refusal;
use crate::tuning::domains::{FEW_VALUES, LARGE_FROM, LARGE_PER_WORD};
use cnfab_model::{AllDifferent, Cardinality, Clause, Constraint, Flat, Linear, Model, NextValue, NextVar, Table};

use crate::native::settings::{Level, Order, Settings};
pub(super) use cnfab_base::lists::{Lists, Span};
use scale::Scales;

/// Stands for the offset of a set of variables that is not kept.
pub(super) const NO_SET: u32 = u32::MAX;

/// The numbers of words of every domain that the engine is compiled for; domains with fewer are padded. A build for
/// tests has fewer, which takes less time.
pub(super) const WIDTHS: &[usize] = if cfg!(debug_assertions) { &[1, 4] } else { &[1, 2, 4, 8, 16, 32] };
/// A compiled model.
#[derive(Debug, Default)]
pub(super) struct CpProgram {
    /// The model's number of each variable.
    pub(super) origin: Vec<u32>,
    /// The first `shown` variables make up a solution.
    pub(super) shown: usize,
    /// First word of each variable's domain in the memory; one more entry than variables.
    pub(super) start: Vec<u32>,
    /// Number of words of every domain, one of [`WIDTHS`], or 0 if they differ.
    pub(super) width: usize,
    /// The start of a variable's values in `values`.
    pub(super) value_at: Vec<u32>,
    /// The values of all scales, by bit number.
    pub(super) values: Vec<i32>,
    /// The memory before the first propagation: domains, unfixed variables, table states.
    pub(super) memory: Vec<u64>,
    /// First word of the set of unfixed variables.
    pub(super) unfixed_at: usize,
    /// The disequality neighbours of each variable; the variable itself may be among them.
    pub(super) neighbours_of: Vec<Span>,
    /// The start of the same neighbours in `masks` as a set of variables, or `NO_SET`; the variable itself may be among
    /// them.
    pub(super) neighbour_sets: Vec<u32>,
    /// The neighbours that `neighbours_of` refers to.
    pub(super) neighbours: Vec<u32>,
    /// The propagators, cheap ones first.
    pub(super) propagators: Vec<Propagator>,
    /// The propagator of the objective's bound, if there is an objective.
    pub(super) objective: Option<u32>,
    /// The variables of the propagators.
    pub(super) scope: Vec<u32>,
    /// Propagators to run when a variable's domain changes.
    pub(super) on_change: Watchers,
    /// The counts of each variable and the masks, for one-word domains: to run when the last value inside the mask
    /// goes, or the last one outside. They are in neither of the other lists.
    pub(super) counted: Lists<(u32, u64)>,
    /// Propagators to run when a variable gets its value.
    pub(super) on_fix: Watchers,
    /// Coefficients of sums, as the propagators refer to them.
    pub(super) coefficients: Vec<i64>,
    /// Sets of bits, as the propagators refer to them.
    pub(super) masks: Vec<u64>,
    /// The sets of values that lines can hold.
    pub(super) subsets: Vec<Subsets>,
    /// Sums of functions of variables.
    pub(super) weighted: Vec<Weighted>,
    /// Tables of three columns and more.
    pub(super) tables: Vec<Compact>,
    /// The literals of all clauses; see [`literal`].
    pub(super) literals: Vec<u32>,
    /// The stretch of literals of each clause.
    pub(super) clauses: Vec<Span>,
    /// The variable of each domain word.
    pub(super) owner: Vec<u32>,
    /// Sets of variables whose values belong together, for the orders that go by groups; `set_words` words each.
    pub(super) groups: Vec<u64>,
    /// Exact counts over shown variables, for `rarest-value`.
    pub(super) exact: Vec<Exact>,
    /// The values that go when a variable gets its value: a stretch of `places` per bit of the memory. Empty without
    /// such propagators.
    pub(super) conflicts: Vec<Span>,
    /// Domain words and masks that propagators, `exact` and `conflicts` refer to.
    pub(super) places: Vec<(u32, u64)>,
    /// Propagators that are all-different constraints over shown variables, for `rarest-value`.
    pub(super) permutations: Vec<u32>,
    /// True if some of these constraints is large enough for comparing decisions between two candidates or values.
    pub(super) compares: bool,
    /// The number of the model's constraints that each variable is in, for `dom-wdeg` and some phases; else empty.
    pub(super) degrees: Vec<u64>,
    /// The phases of the declared order with their variables, one behind the other; empty if these are taken in order,
    /// with the smallest value first.
    pub(super) phases: Vec<(Range<u32>, NextVar, NextValue)>,
    /// Number of words of a set of variables.
    pub(super) set_words: usize,
    /// Some constraint can never hold, or some domain is empty.
    pub(super) contradiction: bool,
}

/// True if the rule asks how many constraints a variable is in.
fn needs_degrees(next: NextVar) -> bool {
    matches!(next, NextVar::MostConstraints | NextVar::MostConstrained | NextVar::Heaviest)
}

/// The literal `domain has the bit and no other` (`is`), or `domain does not have the bit`. The bit is counted from the
/// first bit of the memory.
pub(super) fn literal(bit: usize, is: bool) -> u32 {
    2 * bit as u32 + u32::from(!is)
}

impl CpProgram {
    /// Compiles a model, or reports what keeps the engine from stating it. Without `tables`, those of three columns and
    /// more are left out.
    pub(super) fn new(model: &Model, settings: Settings, tables: bool) -> Result<Self, Refusal> {
        let scales = Scales::new(model);
        let mut builder = Builder {
            level: settings.level,
            number: Vec::new(),
            scales,
            adjacency: Default::default(),
            supports: Default::default(),
            subsets: Default::default(),
            subset_words: 0,
            seen: Vec::new(),
            scope: Vec::new(),
            at_most_one: Vec::new(),
            group_sets: Vec::new(),
            listed: 0,
            few: model.values() <= FEW_VALUES,
            program: CpProgram::default(),
        };
        builder.variables(model, settings.order)?;
        builder.domains(model);
        builder.neighbours(model);
        builder.reserve(model);
        for posted in model.constraints() {
            if tables || !is_wide_table(&posted.constraint) {
                builder.constraint(posted, model)?;
            }
        }
        if settings.level == Level::Full {
            for Linear { terms, cmp, rhs } in derived::derived(model) {
                builder.linear(&terms, cmp, rhs, model).map_err(Refusal::new)?;
            }
        }
        if let Some(objective) = model.objective() {
            builder.objective(objective, model)?;
        }
        builder.conflicts();
        builder.watch();
        if matches!(settings.order, Order::FullestGroup | Order::SmallestUnit) {
            builder.groups(model);
        }
        if matches!(settings.order, Order::Auto | Order::RarestValue) {
            builder.permutations();
        }
        builder.phases(model, settings.order);
        if settings.order == Order::DomWdeg || builder.program.phases.iter().any(|phase| needs_degrees(phase.1)) {
            builder.degrees(model);
        }
        builder.program.values = builder.scales.values;
        Ok(builder.program)
    }

    /// Number of variables.
    pub(super) fn len(&self) -> usize {
        self.origin.len()
    }

    /// True if an all-different constraint over `size` variables is large.
    pub(super) fn is_large(&self, size: usize) -> bool {
        size >= LARGE_FROM.max(LARGE_PER_WORD * self.set_words)
    }

    /// The value that a bit of a variable's domain stands for.
    pub(super) fn value(&self, var: u32, bit: u32) -> i32 {
        self.values[(self.value_at[var as usize] + bit) as usize]
    }

    /// The bit of a value that a variable may have.
    pub(super) fn bit(&self, var: u32, value: i32) -> Option<u32> {
        let words = &self.memory[self.start[var as usize] as usize..self.start[var as usize + 1] as usize];
        let bits = 64 * words.len() as u32;
        let is_its =
            |&bit: &u32| bit < bits && words[bit as usize / 64] >> (bit % 64) & 1 == 1 && self.value(var, bit) == value;
        // Most values are consecutive.
        let guess = u32::try_from(i64::from(value) - i64::from(self.value(var, 0))).ok();
        guess.filter(is_its).or_else(|| (0..bits).find(is_its))
    }

    /// The variables and coefficients of the propagator of the objective's bound.
    pub(super) fn objective_terms(&self, number: u32) -> (&[u32], &[i64]) {
        let propagator = &self.propagators[number as usize];
        let Kind::Below { coefficients_at } = propagator.kind else { unreachable!("it is about the objective") };
        let scope = self.scope(propagator);
        (scope, &self.coefficients[coefficients_at as usize..][..scope.len()])
    }

    /// The variables of a propagator.
    pub(super) fn scope(&self, propagator: &Propagator) -> &[u32] {
        &self.scope[propagator.scope.range()]
    }
}

/// True if the constraint is a table of three columns and more.
pub(super) fn is_wide_table(constraint: &Constraint) -> bool {
    matches!(constraint.flat(), Flat::Table(Table { vars, .. }) if vars.len() > 2)
}

/// State that only the compilation needs.
struct Builder {
    level: Level,
    /// The program's number of each variable of the model.
    number: Vec<u32>,
    scales: Scales,
    /// Where the masks of a binary relation start, by relation and scales.
    adjacency: std::collections::HashMap<(usize, u32, u32), u32>,
    /// Where the supports of a relation start, by relation and scales.
    supports: std::collections::HashMap<(usize, Vec<u32>), u32>,
    /// The sets that lines can hold, by number in `CpProgram::subsets`; `None` if they are too many.
    subsets: std::collections::HashMap<subsets::Line, Option<u32>>,
    /// How many words they take.
    subset_words: usize,
    /// Scratch: one mark per variable of the program.
    seen: Vec<u32>,
    /// Scratch: the variables of a count.
    scope: Vec<u32>,
    /// The set of variables of each all-different constraint, for those that are still to be compiled the last first.
    group_sets: Vec<u32>,
    /// Domain words and masks of counts of at most one.
    at_most_one: Vec<Span>,
    /// True if the model is too small for lists of conflicts.
    few: bool,
    /// Entries that their conflicts take at most.
    listed: usize,
    program: CpProgram,
}

impl Builder {
    /// Makes room for the propagators, so that the arrays of small models do not grow step by step.
    fn reserve(&mut self, model: &Model) {
        let (mut atoms, mut counts, mut literals, mut terms) = (0, 0, 0, 0);
        for posted in model.constraints() {
            match posted.flat() {
                Flat::AllDifferent(AllDifferent(vars)) | Flat::Table(Table { vars, .. }) => terms += vars.len(),
                Flat::Linear(Linear { terms: of_sum, .. }) => terms += of_sum.len(),
                Flat::Cardinality(Cardinality { atoms: counted, .. }) => {
                    atoms += counted.len();
                    counts += 1;
                }
                Flat::Clause(Clause(of_clause)) => literals += of_clause.len(),
            }
        }
        self.program.propagators.reserve(model.constraints().len());
        self.program.scope.reserve(atoms + terms);
        self.program.masks.reserve(atoms);
        self.program.places.reserve(atoms);
        self.program.exact.reserve(counts);
        self.program.literals.reserve(literals);
    }

    /// The bits of a variable's first domain.
    fn domain(&self, var: u32) -> &[u64] {
        let start = &self.program.start;
        &self.program.memory[start[var as usize] as usize..start[var as usize + 1] as usize]
    }

    /// The scale of a variable, by the program's number.
    fn scale(&self, var: u32) -> u32 {
        self.scales.of[self.program.origin[var as usize] as usize]
    }

    /// Puts the propagators in order, and fills the lists of propagators per variable.
    fn watch(&mut self) {
        let one_word = self.program.width == 1;
        let CpProgram { origin, propagators, objective, scope, masks, on_change, on_fix, counted, .. } =
            &mut self.program;
        // The sort is stable: the two directions of a table stay side by side.
        propagators.sort_by_key(|propagator| propagator.priority);
        let is_bound = |propagator: &Propagator| matches!(propagator.kind, Kind::Below { .. });
        *objective = propagators.iter().position(is_bound).map(|place| place as u32);
        let masks_of = |propagator: &Propagator| match propagator.kind {
            Kind::Count { masks_at, .. } if one_word && propagator.threshold > 1 => Some(masks_at as usize),
            _ => None,
        };
        if propagators.iter().any(|propagator| masks_of(propagator).is_some()) {
            *counted = Lists::of_pairs(origin.len(), || {
                let counts = (0..)
                    .zip(&*propagators)
                    .filter_map(|(number, propagator)| Some((number, propagator, masks_of(propagator)?)));
                counts.flat_map(|(number, propagator, masks_at)| {
                    let vars = &scope[propagator.scope.range()];
                    vars.iter().zip(&masks[masks_at..]).map(move |(&var, &mask)| (var, (number, mask)))
                })
            });
        }
        *on_change = Watchers::new(origin.len(), propagators, scope, |propagator| {
            propagator.threshold > 1 && masks_of(propagator).is_none()
        });
        *on_fix = Watchers::new(origin.len(), propagators, scope, |propagator| propagator.threshold <= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The width for variables of these numbers of values.
    fn width(sizes: &[usize]) -> usize {
        let mut model = Model::new();
        for (number, &size) in sizes.iter().enumerate() {
            model.var(format!("x[{number}]"), 1..=size as i32);
        }
        CpProgram::new(&model, Settings::OF_TESTS, true).expect("nothing to refuse").width
    }

    #[test]
    fn domains_get_the_next_width_unless_that_more_than_doubles_them() {
        let widths = [1, 64, 65, 128, 129, 256, 257, 512, 1000, 1024, 1025, 2048, 2049].map(|size| width(&[size]));
        // Builds for tests have two widths and the open one.
        let is_small = cfg!(debug_assertions);
        let expected = if is_small {
            [1, 1, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0]
        } else {
            [1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 0]
        };
        assert_eq!(widths, expected);
        assert_eq!(width(&[]), 1);
        assert_eq!(width(&[100, 1, 1, 1, 1, 1, 1, 1]), if is_small { 0 } else { 2 });
        assert_eq!([width(&[256, 1]), width(&[256, 1, 1]), width(&[256, 1, 1, 128])], [4, 4, 4]);
        assert_eq!([width(&[256, 1, 1, 1]), width(&[1000, 1000, 1, 1, 1, 1])], [0, 0]);
    }
}

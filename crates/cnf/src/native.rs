//! Constraints that a solver propagates as they are, without clauses.

use super::Lit;

/// An integer by its bounds. The clauses say that each literal implies those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer<L> {
    /// The least value.
    pub least: i64,
    /// Each larger value, in order, and the literal that the integer is at least that.
    pub steps: Vec<(i64, L)>,
    /// In the place of steps, the number of an integer for which the solver makes order literals. Its value is added to
    /// the least one.
    pub number: Option<u32>,
}

/// A choice, and the literal that it is; none if it is in any case.
pub type Alternative<T, L> = (T, Option<L>);

/// A multiple of an integer for which the solver makes order literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiple {
    /// The number of the integer.
    pub number: u32,
    /// If it is negative, the multiple of how far the integer is below its largest value.
    pub factor: i64,
    /// The largest value of the integer.
    pub most: i64,
}

/// A constraint over literals. All of them hold together with the clauses of the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeConstraint<L> {
    /// The terms together come to at most the bound. Each comes to the largest value with a true literal, or to 0
    /// without one; its values are positive and grow.
    Linear {
        /// The values and literals of each term.
        terms: Vec<Vec<(i64, L)>>,
        /// Further terms: multiples of integers.
        integers: Vec<Multiple>,
        /// The bound.
        bound: i64,
    },
    /// An integer, for which the solver makes order literals.
    Integer {
        /// By this number others refer to it.
        number: u32,
        /// Its largest value; the least is 0.
        most: i64,
    },
    /// The literal is true if and only if the integer is at least the value.
    Order {
        /// The number of the integer.
        number: u32,
        /// From 1 up to its largest value.
        value: i64,
        /// The literal, a variable of no other constraint.
        literal: L,
    },
    /// No two variables take the same value, where all conditions hold. The clauses say that each takes one of its
    /// values.
    AllDifferent {
        /// Of each variable its values, which count from 0 over all of them, and the literals for them.
        variables: Vec<Vec<(u32, L)>>,
        /// The conditions.
        when: Vec<L>,
    },
    /// All literals of one of the rows are true, where all conditions hold. The clauses say that each column has one
    /// true literal.
    Table {
        /// The literals of each column.
        columns: Vec<Vec<L>>,
        /// The rows one after another: for each column the position of the literal.
        rows: Vec<u32>,
        /// The conditions.
        when: Vec<L>,
    },
    /// The true arcs make one circuit, where all conditions hold. The clauses say that each node has one true arc that
    /// leaves it, and, where the conditions hold, one that comes to it.
    Circuit {
        /// Of each node, where its arcs lead.
        arcs: Vec<Vec<Alternative<u32, L>>>,
        /// True if nodes may be left out, which have an arc to themselves.
        is_partial: bool,
        /// The conditions.
        when: Vec<L>,
    },
    /// The nodes that are in are connected by edges that are in, where all conditions hold.
    Connected {
        /// The literal of each node, none for one that is in.
        nodes: Vec<Option<L>>,
        /// The ends of the edges.
        edges: Vec<Alternative<[u32; 2], L>>,
        /// The conditions.
        when: Vec<L>,
    },
    /// At each time, the demands of the tasks that run are at most the capacity, where all conditions hold.
    Cumulative {
        /// Of each task the start, the duration and the demand. Demands are not negative.
        tasks: Vec<[Integer<L>; 3]>,
        /// The capacity.
        capacity: Integer<L>,
        /// The conditions.
        when: Vec<L>,
    },
    /// Of each two tasks, one ends before the other one starts, where all conditions hold.
    Disjunctive {
        /// Of each task the start and the duration.
        tasks: Vec<[Integer<L>; 2]>,
        /// True if that is so for tasks that take no time as well.
        is_strict: bool,
        /// The conditions.
        when: Vec<L>,
    },
    /// The first integers of the pairs come before the second ones in lexicographic order, where all conditions hold.
    Lex {
        /// The pairs.
        pairs: Vec<[Integer<L>; 2]>,
        /// True if they may not be the same.
        is_strict: bool,
        /// The conditions.
        when: Vec<L>,
    },
    /// The number of true literals is odd, or even, where all conditions hold.
    Parity {
        /// The literals.
        literals: Vec<L>,
        /// True if it is odd.
        is_odd: bool,
        /// The conditions.
        when: Vec<L>,
    },
    /// An entry of an array, chosen by an index, has a value, where all conditions hold. The clauses say that the index
    /// and each entry take one of their values.
    Element {
        /// The entries that may be chosen.
        index: Vec<Alternative<u32, L>>,
        /// The values of the entries. They count from 0 over all entries and the result.
        array: Vec<Vec<Alternative<u32, L>>>,
        /// The values that the chosen entry has to have.
        result: Vec<Alternative<u32, L>>,
        /// The conditions.
        when: Vec<L>,
    },
    /// Each value is taken by as many variables as its count says, where all conditions hold. The clauses say that each
    /// variable takes one of its values.
    GlobalCardinality {
        /// Of each variable its values. Those that are counted are the numbers of their counts, all others are larger.
        variables: Vec<Vec<Alternative<u32, L>>>,
        /// The counts.
        counts: Vec<Integer<L>>,
        /// The conditions.
        when: Vec<L>,
    },
    /// The values of a sequence are those along a path through a layered graph, where all conditions hold. The clauses
    /// say that each variable takes one of its values.
    Layered {
        /// Of each variable its values: the steps with it, from a state to a state of the next layer, and its literal.
        /// Paths begin in state 0 of the first layer, and end in any state of the last one.
        values: Vec<Vec<Alternative<Vec<[u32; 2]>, L>>>,
        /// The conditions.
        when: Vec<L>,
    },
    /// Native constraints, and clauses that say the same. The solver uses either.
    Lazy {
        /// The native constraints.
        natives: Vec<NativeConstraint<L>>,
        /// The clauses.
        clauses: Vec<Vec<L>>,
        /// The variables that only these clauses have.
        variables: Vec<L>,
    },
}

impl NativeConstraint<Lit> {
    /// The same constraint where all these literals hold as well.
    pub fn under(mut self, conditions: &[Lit]) -> Self {
        match &mut self {
            // Each condition is a term that adds as much as the bound is below the largest sum. Where one does not
            // hold, the others leave room for any sum.
            NativeConstraint::Linear { terms, integers, bound } => {
                let most: i64 = terms.iter().filter_map(|term| term.last()).map(|step| step.0).sum();
                let over = most + integers.iter().map(|of| of.factor.abs() * of.most).sum::<i64>() - *bound;
                if over > 0 {
                    terms.extend(conditions.iter().map(|&condition| vec![(over, condition)]));
                    *bound += over * conditions.len() as i64;
                }
            }
            // What defines a literal holds in any case.
            NativeConstraint::Integer { .. } | NativeConstraint::Order { .. } => {}
            NativeConstraint::AllDifferent { when, .. }
            | NativeConstraint::Table { when, .. }
            | NativeConstraint::Circuit { when, .. }
            | NativeConstraint::Connected { when, .. }
            | NativeConstraint::Cumulative { when, .. }
            | NativeConstraint::Disjunctive { when, .. }
            | NativeConstraint::Lex { when, .. }
            | NativeConstraint::Parity { when, .. }
            | NativeConstraint::GlobalCardinality { when, .. }
            | NativeConstraint::Layered { when, .. }
            | NativeConstraint::Element { when, .. } => when.extend_from_slice(conditions),
            NativeConstraint::Lazy { natives, clauses, .. } => {
                *natives = std::mem::take(natives).into_iter().map(|native| native.under(conditions)).collect();
                clauses.iter_mut().for_each(|clause| clause.extend(conditions.iter().map(|&lit| !lit)));
            }
        }
        self
    }
}

impl<L: Copy> Integer<L> {
    /// The same integer over other literals.
    pub fn map<M>(&self, to: &mut dyn FnMut(L) -> M) -> Integer<M> {
        let steps = self.steps.iter().map(|&(value, lit)| (value, to(lit))).collect();
        Integer { least: self.least, steps, number: self.number }
    }
}

/// The same choices over other literals.
fn choices<T: Clone, L: Copy, M>(of: &[Alternative<T, L>], to: &mut dyn FnMut(L) -> M) -> Vec<Alternative<T, M>> {
    of.iter().map(|(what, lit)| (what.clone(), lit.map(&mut *to))).collect()
}

impl<L: Copy> NativeConstraint<L> {
    /// All literals of native constraints, some of them perhaps more than once.
    pub fn literals(&self) -> Vec<L> {
        let mut all = Vec::new();
        match self {
            NativeConstraint::Lazy { natives, .. } => all.extend(natives.iter().flat_map(NativeConstraint::literals)),
            native => {
                native.mapped(&mut |lit| all.push(lit));
            }
        }
        all
    }

    /// The integers by their bounds, but for those of sums.
    pub fn integers(&mut self) -> Vec<&mut Integer<L>> {
        match self {
            NativeConstraint::Cumulative { tasks, capacity, .. } => {
                tasks.iter_mut().flatten().chain([capacity]).collect()
            }
            NativeConstraint::Disjunctive { tasks, .. } => tasks.iter_mut().flatten().collect(),
            NativeConstraint::Lex { pairs, .. } => pairs.iter_mut().flatten().collect(),
            NativeConstraint::GlobalCardinality { counts, .. } => counts.iter_mut().collect(),
            _ => Vec::new(),
        }
    }

    /// The same constraint over other literals.
    pub fn map<M>(&self, mut to: impl FnMut(L) -> M) -> NativeConstraint<M> {
        self.mapped(&mut to)
    }

    fn mapped<M>(&self, to: &mut dyn FnMut(L) -> M) -> NativeConstraint<M> {
        fn all<L: Copy, M>(lits: &[L], to: &mut dyn FnMut(L) -> M) -> Vec<M> {
            lits.iter().map(|&lit| to(lit)).collect()
        }
        match self {
            NativeConstraint::Linear { terms, integers, bound } => {
                let steps = |term: &Vec<(i64, L)>| term.iter().map(|&(value, lit)| (value, to(lit))).collect();
                let terms = terms.iter().map(steps).collect();
                NativeConstraint::Linear { terms, integers: integers.clone(), bound: *bound }
            }
            &NativeConstraint::Integer { number, most } => NativeConstraint::Integer { number, most },
            &NativeConstraint::Order { number, value, literal } => {
                NativeConstraint::Order { number, value, literal: to(literal) }
            }
            NativeConstraint::AllDifferent { variables, when } => {
                let values = |of: &Vec<(u32, L)>| of.iter().map(|&(value, lit)| (value, to(lit))).collect();
                let variables = variables.iter().map(values).collect();
                NativeConstraint::AllDifferent { variables, when: all(when, to) }
            }
            NativeConstraint::Table { columns, rows, when } => NativeConstraint::Table {
                columns: columns.iter().map(|column| all(column, to)).collect(),
                rows: rows.clone(),
                when: all(when, to),
            },
            NativeConstraint::Circuit { arcs, is_partial, when } => NativeConstraint::Circuit {
                arcs: arcs.iter().map(|own| choices(own, to)).collect(),
                is_partial: *is_partial,
                when: all(when, to),
            },
            NativeConstraint::Connected { nodes, edges, when } => NativeConstraint::Connected {
                nodes: nodes.iter().map(|node| node.map(&mut *to)).collect(),
                edges: choices(edges, to),
                when: all(when, to),
            },
            NativeConstraint::Cumulative { tasks, capacity, when } => NativeConstraint::Cumulative {
                tasks: tasks.iter().map(|task| task.each_ref().map(|one| one.map(to))).collect(),
                capacity: capacity.map(to),
                when: all(when, to),
            },
            NativeConstraint::Disjunctive { tasks, is_strict, when } => NativeConstraint::Disjunctive {
                tasks: tasks.iter().map(|task| task.each_ref().map(|one| one.map(to))).collect(),
                is_strict: *is_strict,
                when: all(when, to),
            },
            NativeConstraint::Lex { pairs, is_strict, when } => NativeConstraint::Lex {
                pairs: pairs.iter().map(|pair| pair.each_ref().map(|one| one.map(to))).collect(),
                is_strict: *is_strict,
                when: all(when, to),
            },
            NativeConstraint::Parity { literals, is_odd, when } => {
                NativeConstraint::Parity { literals: all(literals, to), is_odd: *is_odd, when: all(when, to) }
            }
            NativeConstraint::Element { index, array, result, when } => NativeConstraint::Element {
                index: choices(index, to),
                array: array.iter().map(|own| choices(own, to)).collect(),
                result: choices(result, to),
                when: all(when, to),
            },
            NativeConstraint::GlobalCardinality { variables, counts, when } => NativeConstraint::GlobalCardinality {
                variables: variables.iter().map(|own| choices(own, to)).collect(),
                counts: counts.iter().map(|count| count.map(to)).collect(),
                when: all(when, to),
            },
            NativeConstraint::Layered { values, when } => NativeConstraint::Layered {
                values: values.iter().map(|own| choices(own, to)).collect(),
                when: all(when, to),
            },
            NativeConstraint::Lazy { natives, clauses, variables } => NativeConstraint::Lazy {
                natives: natives.iter().map(|native| native.mapped(to)).collect(),
                clauses: clauses.iter().map(|clause| all(clause, to)).collect(),
                variables: all(variables, to),
            },
        }
    }
}

//! Short ways to post constraints.

use std::sync::Arc;

use super::{
    Activity, AllDifferent, Among, Amount, Atom, Cardinality, Circuit, Clause, Cmp, Connected, Cumulative, Disjunctive,
    Edge, Element, Extremum, Function, GlobalCardinality, Layered, Lex, Linear, Model, Objective, Parity, Relation,
    Sense, ShortTable, Table, Term, Transition, Var,
};

impl Model {
    /// The variables take pairwise different values.
    pub fn all_different(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>) {
        self.post(label, AllDifferent(vars.into_iter().collect()));
    }

    /// The sum of `coefficient * variable` compares with `rhs`.
    pub fn linear(&mut self, label: impl AsRef<str>, terms: impl IntoIterator<Item = (i64, Var)>, cmp: Cmp, rhs: i64) {
        self.post(label, Linear { terms: terms.into_iter().collect(), cmp, rhs });
    }

    /// The variables add up to `total`.
    pub fn sum_eq(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>, total: i64) {
        self.linear(label, vars.into_iter().map(|var| (1, var)), Cmp::Eq, total);
    }

    /// Exactly `k` of the atoms are true.
    pub fn exactly(&mut self, label: impl AsRef<str>, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(label, atoms, Cmp::Eq, k);
    }

    /// At most `k` of the atoms are true.
    pub fn at_most(&mut self, label: impl AsRef<str>, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(label, atoms, Cmp::Le, k);
    }

    /// At least `k` of the atoms are true.
    pub fn at_least(&mut self, label: impl AsRef<str>, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(label, atoms, Cmp::Ge, k);
    }

    /// The number of true atoms compares with `k`.
    pub fn count(&mut self, label: impl AsRef<str>, atoms: impl IntoIterator<Item = Atom>, cmp: Cmp, k: usize) {
        self.post(label, Cardinality { atoms: atoms.into_iter().collect(), cmp, k });
    }

    /// At least one of the atoms is true.
    pub fn clause(&mut self, label: impl AsRef<str>, atoms: impl IntoIterator<Item = Atom>) {
        self.post(label, Clause(atoms.into_iter().collect()));
    }

    /// If `premise` holds, at least one of the `conclusions` does.
    pub fn implies(&mut self, label: impl AsRef<str>, premise: Atom, conclusions: impl IntoIterator<Item = Atom>) {
        self.clause(label, std::iter::once(!premise).chain(conclusions));
    }

    /// The sum of `coefficient * variable` should be small.
    ///
    /// # Panics
    /// Where [`Model::optimise`] has an error.
    pub fn minimise(&mut self, terms: impl IntoIterator<Item = (i64, Var)>) {
        self.set_objective(Sense::Minimise, terms.into_iter().collect());
    }

    /// The sum of `coefficient * variable` should be large.
    ///
    /// # Panics
    /// Where [`Model::optimise`] has an error.
    pub fn maximise(&mut self, terms: impl IntoIterator<Item = (i64, Var)>) {
        self.set_objective(Sense::Maximise, terms.into_iter().collect());
    }

    fn set_objective(&mut self, sense: Sense, terms: Vec<(i64, Var)>) {
        self.optimise(Objective { sense, terms, constant: 0 }).unwrap_or_else(|error| panic!("{error}"));
    }

    /// The variables' values are a row of the relation.
    pub fn table(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>, relation: &Arc<Relation>) {
        self.post(label, Table { vars: vars.into_iter().collect(), relation: Arc::clone(relation) });
    }

    /// `result` is the value of the term.
    pub fn function(&mut self, label: impl AsRef<str>, term: Term, result: Var) {
        self.post(label, Function { term, result });
    }

    /// `x * y = result`.
    pub fn times(&mut self, label: impl AsRef<str>, x: Var, y: Var, result: Var) {
        self.function(label, Term::Times(x, y), result);
    }

    /// `x / y = result`, truncated towards zero. No value divides by 0.
    pub fn div(&mut self, label: impl AsRef<str>, x: Var, y: Var, result: Var) {
        self.function(label, Term::Div(x, y), result);
    }

    /// `result` is the remainder of `x / y`, with the sign of `x`. No value divides by 0.
    pub fn modulo(&mut self, label: impl AsRef<str>, x: Var, y: Var, result: Var) {
        self.function(label, Term::Mod(x, y), result);
    }

    /// `x` to the power of `y` is `result`.
    pub fn pow(&mut self, label: impl AsRef<str>, x: Var, y: Var, result: Var) {
        self.function(label, Term::Pow(x, y), result);
    }

    /// `|x| = result`.
    pub fn abs(&mut self, label: impl AsRef<str>, x: Var, result: Var) {
        self.function(label, Term::Abs(x), result);
    }

    /// The entry of the array at the index is `result`. The first entry has the index `first`.
    pub fn element(
        &mut self,
        label: impl AsRef<str>,
        array: impl IntoIterator<Item = Var>,
        first: i32,
        index: Var,
        result: Var,
    ) {
        self.post(label, Element { array: array.into_iter().collect(), first, index, result });
    }

    /// `result` is the largest value of the variables.
    pub fn maximum(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>, result: Var) {
        self.post(label, Extremum { is_largest: true, vars: vars.into_iter().collect(), result });
    }

    /// `result` is the smallest value of the variables.
    pub fn minimum(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>, result: Var) {
        self.post(label, Extremum { is_largest: false, vars: vars.into_iter().collect(), result });
    }

    /// An odd number of the atoms is true, or an even one.
    pub fn parity(&mut self, label: impl AsRef<str>, atoms: impl IntoIterator<Item = Atom>, is_odd: bool) {
        self.post(label, Parity { atoms: atoms.into_iter().collect(), is_odd });
    }

    /// The number of true atoms compares with the value of a variable.
    pub fn number_of(&mut self, label: impl AsRef<str>, atoms: impl IntoIterator<Item = Atom>, cmp: Cmp, number: Var) {
        self.post(label, Among { atoms: atoms.into_iter().collect(), cmp, number });
    }

    /// Each of the values is taken by as many variables as its count says.
    pub fn global_cardinality(
        &mut self,
        label: impl AsRef<str>,
        vars: impl IntoIterator<Item = Var>,
        counts: impl IntoIterator<Item = (i32, Var)>,
    ) {
        let (values, counts) = counts.into_iter().unzip();
        self.post(label, GlobalCardinality { vars: vars.into_iter().collect(), values, counts, is_closed: false });
    }

    /// The variables' values are a word of a finite automaton's language.
    pub fn regular(
        &mut self,
        label: impl AsRef<str>,
        vars: impl IntoIterator<Item = Var>,
        initial: usize,
        steps: Vec<Transition>,
        accepting: Vec<usize>,
    ) {
        self.post(label, Layered::regular(vars.into_iter().collect(), initial, steps, accepting));
    }

    /// Some row has the variables' values in all its cells but those that are `None`.
    pub fn short_table(
        &mut self,
        label: impl AsRef<str>,
        vars: impl IntoIterator<Item = Var>,
        rows: Vec<Vec<Option<i32>>>,
    ) {
        self.post(label, ShortTable { vars: vars.into_iter().collect(), rows, is_negative: false });
    }

    /// No row has the variables' values in all its cells but those that are `None`.
    pub fn forbid(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>, rows: Vec<Vec<Option<i32>>>) {
        self.post(label, ShortTable { vars: vars.into_iter().collect(), rows, is_negative: true });
    }

    /// The values of `left` come before those of `right` in lexicographic order.
    pub fn lex_less(
        &mut self,
        label: impl AsRef<str>,
        left: impl IntoIterator<Item = Var>,
        right: impl IntoIterator<Item = Var>,
    ) {
        let (left, right) = (left.into_iter().collect(), right.into_iter().collect());
        self.post(label, Lex { left, right, is_strict: true });
    }

    /// The values of `left` come before those of `right` in lexicographic order, or are the same.
    pub fn lex_at_most(
        &mut self,
        label: impl AsRef<str>,
        left: impl IntoIterator<Item = Var>,
        right: impl IntoIterator<Item = Var>,
    ) {
        let (left, right) = (left.into_iter().collect(), right.into_iter().collect());
        self.post(label, Lex { left, right, is_strict: false });
    }

    /// Each variable is at least as large as the one before it, or larger.
    pub fn increasing(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>, is_strict: bool) {
        let vars: Vec<Var> = vars.into_iter().collect();
        for pair in vars.windows(2) {
            self.linear(label.as_ref(), [(1, pair[1]), (-1, pair[0])], Cmp::Ge, i64::from(is_strict));
        }
    }

    /// The activities that run at one time take at most the capacity together.
    pub fn cumulative(
        &mut self,
        label: impl AsRef<str>,
        activities: impl IntoIterator<Item = Activity>,
        capacity: impl Into<Amount>,
    ) {
        self.post(label, Cumulative { activities: activities.into_iter().collect(), capacity: capacity.into() });
    }

    /// No two tasks, given by start and duration, run at the same time. Tasks without duration may lie anywhere.
    pub fn disjunctive<A: Into<Amount>>(&mut self, label: impl AsRef<str>, tasks: impl IntoIterator<Item = (Var, A)>) {
        let (starts, durations) = tasks.into_iter().map(|(start, duration)| (start, duration.into())).unzip();
        self.post(label, Disjunctive { starts, durations, is_strict: false });
    }

    /// The successors, numbers of nodes from `first` on, make one circuit through all nodes.
    pub fn circuit(&mut self, label: impl AsRef<str>, successors: impl IntoIterator<Item = Var>, first: i32) {
        self.post(label, Circuit { successors: successors.into_iter().collect(), first, is_partial: false });
    }

    /// The same without the nodes that are their own successors.
    pub fn subcircuit(&mut self, label: impl AsRef<str>, successors: impl IntoIterator<Item = Var>, first: i32) {
        self.post(label, Circuit { successors: successors.into_iter().collect(), first, is_partial: true });
    }

    /// The nodes whose atoms are true are connected by the edges between them, which are pairs of node numbers from 0.
    pub fn connected(
        &mut self,
        label: impl AsRef<str>,
        nodes: impl IntoIterator<Item = Atom>,
        edges: impl IntoIterator<Item = [usize; 2]>,
    ) {
        let edges = edges.into_iter().map(|ends| Edge { ends, is_in: None }).collect();
        self.post(label, Connected { nodes: nodes.into_iter().collect(), edges });
    }

    /// `x[i] = j` exactly if `y[j] = i`, with indices from `first` on.
    ///
    /// # Panics
    /// If the lists are not equally long, or an index is beyond 32 bits.
    pub fn inverse(&mut self, label: impl AsRef<str>, x: &[Var], y: &[Var], first: i32) {
        assert_eq!(x.len(), y.len(), "lists of equal length");
        let end = i32::try_from(x.len()).ok().and_then(|n| first.checked_add(n)).expect("indices of 32 bits");
        for (vars, others) in [(x, y), (y, x)] {
            for (i, &var) in (first..end).zip(vars) {
                self.clause(label.as_ref(), (first..end).map(|j| var.is(j)));
                for (j, &other) in (first..end).zip(others) {
                    self.implies(label.as_ref(), var.is(j), [other.is(i)]);
                }
            }
        }
    }
}

impl Activity {
    /// An activity that starts at `start` and takes `demand` for a duration.
    pub fn new(start: Var, duration: impl Into<Amount>, demand: impl Into<Amount>) -> Self {
        Activity { start, duration: duration.into(), demand: demand.into() }
    }
}

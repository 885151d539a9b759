//! From a model to its 0/1 form: at-most-one constraints, clauses, and cardinality constraints over literals.
//!
//! A variable of two values is one 0/1 variable, one of more is a 0/1 variable per value, exactly one of which is true.
//! A table of two columns becomes support clauses. What has no such form is refused: sums, wider tables, hidden
//! variables.

use crate::model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Constraint, Flat, Model, Relation, Table, Var};
use crate::solve::Refusal;

use super::{Count, Lists, Literal, variable as item};

/// The most 0/1 variables.
const MOST_ITEMS: usize = 1 << 26;

/// A model in 0/1 form.
#[derive(Clone, Debug, Default)]
pub(in crate::solve) struct Plan {
    /// Number of 0/1 variables.
    pub(in crate::solve) items: usize,
    /// At-most-one constraints: sets of literals.
    pub(in crate::solve) groups: Lists,
    /// Occurrence lists: the at-most-one constraints of each literal.
    pub(super) groups_of: Lists,
    /// Clauses of at least two literals.
    pub(in crate::solve) clauses: Lists,
    /// Cardinality constraints that are neither clauses nor at-most-one constraints.
    pub(in crate::solve) counts: Vec<Count>,
    /// Occurrence lists: the cardinality constraints of each literal.
    pub(super) counts_of: Lists,
    /// Unit clauses.
    pub(in crate::solve) facts: Vec<Literal>,
    /// Reverse map: variable and value that each literal stands for, if it is an equation.
    pub(in crate::solve) meaning: Vec<Option<(u32, i32)>>,
    /// Default values of the variables, which hold where no true literal gives another value.
    pub(in crate::solve) otherwise: Vec<i32>,
    /// There is no solution.
    pub(in crate::solve) contradiction: bool,
}

/// An atom: a literal or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Literal(Literal),
    Always,
    Never,
}

impl Meaning {
    fn literal(self) -> Option<Literal> {
        if let Meaning::Literal(literal) = self { Some(literal) } else { None }
    }

    fn opposite(self) -> Self {
        match self {
            Meaning::Literal(literal) => Meaning::Literal(literal ^ 1),
            Meaning::Always => Meaning::Never,
            Meaning::Never => Meaning::Always,
        }
    }
}

/// Makes a [`Plan`].
struct Builder<'m> {
    model: &'m Model,
    plan: Plan,
    /// The first 0/1 variable of each variable.
    first: Vec<u32>,
}

impl Plan {
    /// Brings a model into 0/1 form.
    ///
    /// # Errors
    /// What keeps the model from being stated so.
    pub(in crate::solve) fn new(model: &Model) -> Result<Self, Refusal> {
        if model.shown().len() != model.variables().len() {
            return Err(Refusal::new("variables that are not shown"));
        }
        for posted in model.constraints() {
            match posted.flat() {
                Flat::Linear(_) => return Err(Refusal::of(posted, "sums")),
                Flat::Table(Table { vars, .. }) if vars.len() > 2 => {
                    return Err(Refusal::of(posted, "tables of more than two columns"));
                }
                Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Table(_) => {}
            }
        }
        if model.variables().iter().map(|variable| variable.domain.len()).sum::<usize>() > MOST_ITEMS {
            return Err(Refusal::new("more values than conflict-driven search holds"));
        }
        let mut builder = Builder { model, plan: Plan::default(), first: Vec::new() };
        builder.variables();
        for posted in model.constraints() {
            builder.constraint(&posted.constraint).map_err(|what| Refusal::of(posted, what))?;
        }
        let mut plan = builder.plan;
        plan.find_holders();
        Ok(plan.narrowed())
    }

    /// Makes the occurrence lists.
    pub(super) fn find_holders(&mut self) {
        self.groups_of = Lists::occurrences(self.groups.iter(), 2 * self.items);
        self.counts_of = Lists::occurrences(self.counts.iter().map(|count| &count.literals[..]), 2 * self.items);
    }

    /// Adds a clause.
    pub(super) fn at_least_one(&mut self, mut literals: Vec<Literal>) {
        literals.sort_unstable();
        literals.dedup();
        match literals[..] {
            [] => self.contradiction = true,
            [only] => self.facts.push(only),
            _ if literals.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) => {}
            _ => self.clauses.push(literals),
        }
    }

    /// Adds an at-most-one constraint over literals of different variables.
    pub(super) fn at_most_one(&mut self, literals: Vec<Literal>) {
        if literals.len() > 1 {
            self.groups.push(literals);
        }
    }

    /// Adds a cardinality constraint over literals of different variables.
    pub(super) fn at_least(&mut self, literals: Vec<Literal>, least: usize) {
        match least {
            0 => {}
            1 => self.at_least_one(literals),
            _ if least > literals.len() => self.contradiction = true,
            _ if least == literals.len() => self.facts.extend(literals),
            _ if least + 1 == literals.len() => {
                self.at_most_one(literals.into_iter().map(|literal| literal ^ 1).collect());
            }
            _ => self.counts.push(Count { literals, least }),
        }
    }
}

impl Builder<'_> {
    /// Encodes the variables: two values are one 0/1 variable, true for the larger one; a single value is none.
    fn variables(&mut self) {
        for (var, variable) in (0..).zip(self.model.variables()) {
            let plan = &mut self.plan;
            let first = plan.items as u32;
            self.first.push(first);
            let values = variable.domain.to_vec();
            plan.otherwise.push(values.first().copied().unwrap_or_default());
            match values[..] {
                [] => plan.contradiction = true,
                [_] => {}
                [low, high] => plan.meaning.extend([Some((var, high)), Some((var, low))]),
                _ => {
                    plan.meaning.extend(values.iter().flat_map(|&value| [Some((var, value)), None]));
                    let items = (first..).take(values.len()).map(|item| 2 * item).collect::<Vec<_>>();
                    plan.groups.push(items.iter().copied());
                    plan.clauses.push(items);
                }
            }
            plan.items = plan.meaning.len() / 2;
        }
    }

    fn meaning(&self, var: Var, value: i32) -> Meaning {
        match self.model.domain(var).index_of(value) {
            Some(at) => self.nth(var, at),
            None => Meaning::Never,
        }
    }

    /// The literal or constant for a value of a variable, by its number in the domain.
    fn nth(&self, var: Var, at: usize) -> Meaning {
        let first = self.first[var.index()];
        match self.model.domain(var).len() {
            1 => Meaning::Always,
            2 => Meaning::Literal(2 * first + u32::from(at == 0)),
            _ => Meaning::Literal(2 * (first + at as u32)),
        }
    }

    fn atom(&self, atom: Atom) -> Meaning {
        let meaning = self.meaning(atom.var, atom.value);
        if atom.is_equality() { meaning } else { meaning.opposite() }
    }

    fn constraint(&mut self, constraint: &Constraint) -> Result<(), &'static str> {
        match constraint.flat() {
            Flat::AllDifferent(AllDifferent(vars)) => self.all_different(vars),
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => return self.count(atoms, *cmp, *k as i64),
            Flat::Clause(Clause(atoms)) => {
                let atoms = atoms.iter().map(|&atom| self.atom(atom)).collect();
                self.some(atoms);
            }
            Flat::Table(Table { vars, relation }) => self.table(vars, relation),
            Flat::Linear(_) => unreachable!("refused before"),
        }
        Ok(())
    }

    /// Adds a clause of atoms.
    fn some(&mut self, atoms: Vec<Meaning>) {
        if !atoms.contains(&Meaning::Always) {
            self.plan.at_least_one(atoms.iter().filter_map(|atom| atom.literal()).collect());
        }
    }

    fn all_different(&mut self, vars: &[Var]) {
        let mut sorted = vars.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut places: Vec<(i32, Meaning)> = Vec::new();
        for &var in vars {
            let values = self.model.domain(var).values().enumerate();
            places.extend(values.map(|(at, value)| (value, self.nth(var, at))));
        }
        places.sort_by_key(|place| place.0);
        let by_value = || places.chunk_by(|a, b| a.0 == b.0);
        let values = by_value().count();
        self.plan.contradiction |= sorted.len() < vars.len() || values < vars.len();
        if self.plan.contradiction {
            return;
        }
        for places in by_value() {
            let atoms: Vec<Meaning> = places.iter().map(|place| place.1).collect();
            self.between(&atoms, i64::from(values == vars.len()), 1);
        }
    }

    fn count(&mut self, atoms: &[Atom], cmp: Cmp, k: i64) -> Result<(), &'static str> {
        let atoms: Vec<Meaning> = atoms.iter().map(|&atom| self.atom(atom)).collect();
        let mut literals: Vec<Literal> = atoms.iter().filter_map(|atom| atom.literal()).collect();
        literals.sort_unstable();
        if literals.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("counts of an atom twice");
        }
        let (low, high) = match cmp {
            Cmp::Le => (0, k),
            Cmp::Eq => (k, k),
            Cmp::Ge => (k, atoms.len() as i64),
        };
        self.between(&atoms, low, high);
        Ok(())
    }

    /// Adds `low <= sum(atoms) <= high`; none comes twice.
    fn between(&mut self, atoms: &[Meaning], low: i64, high: i64) {
        let mut always = atoms.iter().filter(|&&atom| atom == Meaning::Always).count() as i64;
        let mut literals: Vec<Literal> = atoms.iter().filter_map(|atom| atom.literal()).collect();
        literals.sort_unstable();
        // A literal and its negation are one together.
        let mut kept: Vec<Literal> = Vec::with_capacity(literals.len());
        for literal in literals {
            if kept.last().is_some_and(|&last| item(last) == item(literal)) {
                kept.pop();
                always += 1;
            } else {
                kept.push(literal);
            }
        }
        let (low, high) = ((low - always).max(0), high - always);
        let total = kept.len() as i64;
        if high < low || low > total {
            self.plan.contradiction = true;
            return;
        }
        if high < total {
            let opposites = || kept.iter().map(|literal| literal ^ 1).collect();
            self.plan.at_least(opposites(), (total - high) as usize);
        }
        self.plan.at_least(kept, low as usize);
    }

    /// Adds support clauses: each value of one variable needs a value of the other one that goes with it.
    fn table(&mut self, vars: &[Var], relation: &Relation) {
        match *vars {
            [a, b] if a != b => {
                let rows = |from: usize| relation.rows().map(move |row| (row[from], row[1 - from]));
                self.supports(a, b, rows(0).collect());
                self.supports(b, a, rows(1).collect());
            }
            [var, ..] => {
                for value in self.model.domain(var).values() {
                    if !relation.contains(&vec![value; vars.len()]) {
                        self.some(vec![self.meaning(var, value).opposite()]);
                    }
                }
            }
            [] => self.plan.contradiction |= relation.is_empty(),
        }
    }

    fn supports(&mut self, a: Var, b: Var, mut rows: Vec<(i32, i32)>) {
        rows.sort_unstable();
        for value in self.model.domain(a).values() {
            let from = rows.partition_point(|row| row.0 < value);
            let to = rows.partition_point(|row| row.0 <= value);
            let supports = rows[from..to].iter().map(|&(_, other)| self.meaning(b, other));
            let atoms = supports.chain([self.meaning(a, value).opposite()]).collect();
            self.some(atoms);
        }
    }
}

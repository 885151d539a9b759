//! The model's constraints as few kinds of rules over value numbers, without anything that is decided already.
//!
//! What it does: linear and cardinality constraints and clauses are sums of functions of single variables, shifted so
//! that each variable adds 0 at least. What always holds is left out, what is about one variable restricts its values,
//! and an "at least one" of two variables is a conflict.
//!
//! Whose idea: ours. That each class of constraints need not be known to each walk is the reason for it.
//!
//! When it runs: once, before a plan is made, on domains that the root has narrowed.

use std::collections::BTreeMap;

use cnfab_model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Flat, Linear, Model, Relation, Table, Var};

/// The rules of a model that a solution has to keep. Values are numbered within their domains, in order.
pub(super) struct Rules {
    /// For each variable its values.
    domains: Vec<Vec<i32>>,
    /// For each variable, which of its values are left.
    pub(super) allowed: Vec<Vec<bool>>,
    pub(super) sums: Vec<Sum>,
    /// Variables that take pairwise different values.
    pub(super) different: Vec<Vec<usize>>,
    pub(super) conflicts: Vec<[Side; 2]>,
    pub(super) tables: Vec<Rows>,
}

/// The sum of the values of some variables. Each variable adds 0 at least, and more than that sometimes.
pub(super) struct Sum {
    pub(super) terms: Vec<Term>,
    pub(super) cmp: Cmp,
    pub(super) rhs: i64,
}

/// The addition of one variable.
pub(super) struct Term {
    pub(super) var: usize,
    /// For each value of the variable.
    pub(super) adds: Vec<i64>,
    /// The most it adds.
    pub(super) most: i64,
}

/// Half of a conflict: some of a variable's values, of which none may come together with one of the other side.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Side {
    pub(super) var: usize,
    pub(super) values: Vec<bool>,
}

/// The rows that different variables may take, as value numbers.
pub(super) struct Rows {
    pub(super) vars: Vec<usize>,
    pub(super) rows: Vec<Vec<u32>>,
}

/// Why there are no rules.
pub(super) enum NoRules {
    /// Some constraint cannot hold.
    Impossible,
    /// The walk does not know what to do with it.
    Unsupported(String),
}

/// Sums may not be larger than this in any way.
const MOST_SUM: i128 = 1 << 60;

impl Rules {
    /// The rules of a model whose domains are not empty.
    ///
    /// Post: no sum is decided by the bounds of its terms, of which each can add something.
    pub(super) fn new(model: &Model) -> Result<Self, NoRules> {
        let allowed = model.variables().iter().map(|variable| vec![true; variable.domain.len()]).collect();
        let mut rules = Rules {
            domains: model.variables().iter().map(|variable| variable.domain.to_vec()).collect(),
            allowed,
            sums: Vec::new(),
            different: Vec::new(),
            conflicts: Vec::new(),
            tables: Vec::new(),
        };
        for posted in model.constraints() {
            match posted.flat() {
                Flat::AllDifferent(AllDifferent(vars)) => rules.all_different(model, vars)?,
                Flat::Linear(Linear { terms, cmp, rhs }) => {
                    let adds = |&(coefficient, var): &(i64, Var)| {
                        let add = |value: i32| i128::from(coefficient) * i128::from(value);
                        (var.index(), model.domain(var).values().map(add).collect())
                    };
                    rules.sum(terms.iter().map(adds).collect(), *cmp, i128::from(*rhs))?;
                }
                Flat::Cardinality(Cardinality { atoms, cmp, k }) => {
                    rules.sum(counted(model, atoms), *cmp, i128::try_from(*k).unwrap_or(MOST_SUM))?;
                }
                Flat::Clause(Clause(atoms)) => rules.sum(counted(model, atoms), Cmp::Ge, 1)?,
                Flat::Table(Table { vars, relation }) => rules.table(model, vars, relation)?,
            }
        }
        Ok(rules)
    }

    /// The value numbers that a variable has left.
    pub(super) fn values(&self, var: usize) -> impl Iterator<Item = usize> + '_ {
        self.allowed[var].iter().enumerate().filter(|&(_, &allowed)| allowed).map(|(value, _)| value)
    }

    /// The value with this number.
    pub(super) fn value(&self, var: usize, number: usize) -> i32 {
        self.domains[var][number]
    }

    /// The variables of each rule.
    pub(super) fn scopes(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let sums = self.sums.iter().map(|sum| sum.terms.iter().map(|term| term.var).collect());
        let conflicts = self.conflicts.iter().map(|sides| sides.iter().map(|side| side.var).collect());
        let tables = self.tables.iter().map(|table| table.vars.clone());
        sums.chain(self.different.iter().cloned()).chain(conflicts).chain(tables)
    }

    /// Keeps the values for which `keep` holds.
    fn restrict(&mut self, var: usize, keep: impl Fn(usize) -> bool) -> Result<(), NoRules> {
        for (value, allowed) in self.allowed[var].iter_mut().enumerate() {
            *allowed &= keep(value);
        }
        if self.allowed[var].contains(&true) { Ok(()) } else { Err(NoRules::Impossible) }
    }

    fn all_different(&mut self, model: &Model, vars: &[Var]) -> Result<(), NoRules> {
        let mut sorted: Vec<usize> = vars.iter().map(|var| var.index()).collect();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(NoRules::Impossible);
        }
        // Two of them are as good as conflicts, but all of them together show which values are used.
        if sorted.len() > 1 && vars.iter().any(|&var| !model.domain(var).is_empty()) {
            self.different.push(sorted);
        }
        Ok(())
    }

    /// `adds` has what each variable adds for each of its values; variables are distinct.
    fn sum(&mut self, adds: Vec<(usize, Vec<i128>)>, cmp: Cmp, rhs: i128) -> Result<(), NoRules> {
        let mut rhs = rhs;
        let mut total = 0;
        let mut terms = Vec::new();
        for (var, adds) in adds {
            let least = adds.iter().copied().min().unwrap_or(0);
            let most = adds.iter().copied().max().unwrap_or(0) - least;
            rhs -= least;
            total += most;
            if most > 0 {
                terms.push((var, adds.iter().map(|add| add - least).collect::<Vec<_>>(), most));
            }
        }
        let holds = match cmp {
            Cmp::Le => rhs >= total,
            Cmp::Eq => rhs == 0 && total == 0,
            Cmp::Ge => rhs <= 0,
        };
        if holds {
            return Ok(());
        }
        if cmp != Cmp::Ge && rhs < 0 || cmp != Cmp::Le && rhs > total {
            return Err(NoRules::Impossible);
        }
        if total > MOST_SUM {
            return Err(NoRules::Unsupported("sums of more than 60 bits".to_owned()));
        }
        if let [(var, adds, _)] = &terms[..] {
            let fits = |add: i128| match cmp {
                Cmp::Le => add <= rhs,
                Cmp::Eq => add == rhs,
                Cmp::Ge => add >= rhs,
            };
            return self.restrict(*var, |value| fits(adds[value]));
        }
        // At least one of two things: not none of both.
        if let ([(a, adds_a, _), (b, adds_b, _)], Cmp::Ge, 1) = (&terms[..], cmp, rhs) {
            let side = |var: usize, adds: &[i128]| Side { var, values: adds.iter().map(|&add| add == 0).collect() };
            self.conflicts.push([side(*a, adds_a), side(*b, adds_b)]);
            return Ok(());
        }
        let narrow = |number: i128| i64::try_from(number).expect("within the largest sum");
        let terms = terms.into_iter().map(|(var, adds, most)| Term {
            var,
            adds: adds.into_iter().map(narrow).collect(),
            most: narrow(most),
        });
        self.sums.push(Sum { terms: terms.collect(), cmp, rhs: narrow(rhs) });
        Ok(())
    }

    fn table(&mut self, model: &Model, vars: &[Var], relation: &Relation) -> Result<(), NoRules> {
        let mut columns: BTreeMap<usize, usize> = BTreeMap::new();
        for (column, var) in vars.iter().enumerate() {
            columns.entry(var.index()).or_insert(column);
        }
        let mut rows: Vec<Vec<u32>> = Vec::new();
        'rows: for row in relation.rows() {
            let mut numbers = Vec::with_capacity(columns.len());
            for (column, var) in vars.iter().enumerate() {
                if row[column] != row[columns[&var.index()]] {
                    continue 'rows;
                }
            }
            for (&var, &column) in &columns {
                match model.domain(Var::from_index(var)).index_of(row[column]) {
                    Some(number) => numbers.push(number as u32),
                    None => continue 'rows,
                }
            }
            rows.push(numbers);
        }
        rows.sort_unstable();
        rows.dedup();
        if rows.is_empty() {
            return Err(NoRules::Impossible);
        }
        let vars: Vec<usize> = columns.into_keys().collect();
        match vars[..] {
            [] => Ok(()),
            [var] => self.restrict(var, |value| rows.binary_search(&vec![value as u32]).is_ok()),
            _ => {
                self.tables.push(Rows { vars, rows });
                Ok(())
            }
        }
    }
}

/// How many of the atoms each value makes true.
fn counted(model: &Model, atoms: &[Atom]) -> Vec<(usize, Vec<i128>)> {
    let mut adds: BTreeMap<usize, Vec<i128>> = BTreeMap::new();
    for atom in atoms {
        let values = model.domain(atom.var).to_vec();
        let counts = adds.entry(atom.var.index()).or_insert_with(|| vec![0; values.len()]);
        match (atom.is_equality(), model.domain(atom.var).index_of(atom.value)) {
            (true, None) => {}
            (true, Some(value)) => counts[value] += 1,
            (false, except) => {
                for (value, count) in counts.iter_mut().enumerate() {
                    *count += i128::from(Some(value) != except);
                }
            }
        }
    }
    adds.into_iter().collect()
}

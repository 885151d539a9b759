//! A model as pseudo-Boolean constraints over its values: what a certificate is about.
//!
//! This file is to be trusted, so it is written from the definitions of the classes and shares nothing with encoders
//! and exports. A variable has one literal per value, exactly one of them true. A sum is a sum over values, a count is
//! a sum over atoms, an all-different constraint allows each value once, a table has one literal per row. Where a
//! constraint has conditions, so much is added for each condition that does not hold that the constraint does. Classes
//! that are not flat are stated by their definitions, as [`Model::lowered`] does.

use std::collections::BTreeMap;
use std::io::{self, Write};

use cnfab_model::{
    AllDifferent, Assignment, Atom, AtomRelation, Cardinality, Clause, Cmp, Flat, Linear, Model, Posted, Sense, Table,
    Var,
};

use super::names::{Names, ascii};
use super::written::{EXCLUSIONS, SHOWN, value_line};

/// Characters of a line that lists names.
const LINE: usize = 110;

/// A sum of multiples of 0/1 variables that is at least a bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// Variable and coefficient, each variable once, none with coefficient 0.
    pub(super) terms: Vec<(u32, i128)>,
    pub(super) bound: i128,
}

/// 0/1 variables that lie one after the other, at most one of them true.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) first: u32,
    pub(super) len: u32,
    /// The form that says that one is true, unless a condition does not hold.
    pub(super) some: u32,
    /// The form that says that at most one is.
    pub(super) one: u32,
}

/// A constraint of the model as it is stated.
#[derive(Clone, Debug, Default)]
pub(super) struct Stated {
    /// Its forms, by their positions.
    pub(super) forms: std::ops::Range<u32>,
    /// The group of its rows, if it is a table.
    pub(super) rows: Option<u32>,
}

/// The model as forms.
pub(super) struct Statement<'m> {
    pub(super) model: &'m Model,
    names: Vec<String>,
    /// The things that the names stand for, where they differ.
    renamed: Vec<(String, String)>,
    /// The values of each variable, then the rows of each table.
    pub(super) groups: Vec<Group>,
    pub(super) forms: Vec<Form>,
    /// Positions of forms that say, with the one after them, that a sum is equal to a number.
    pub(super) equations: Vec<u32>,
    /// For each constraint of the model.
    pub(super) stated: Vec<Stated>,
    /// Titles of the forms from a position on.
    titles: BTreeMap<u32, String>,
}

impl<'m> Statement<'m> {
    /// States a lowered model.
    pub(super) fn new(model: &'m Model) -> Self {
        let mut statement = Statement {
            model,
            names: Vec::new(),
            renamed: Vec::new(),
            groups: Vec::new(),
            forms: Vec::new(),
            equations: Vec::new(),
            stated: Vec::new(),
            titles: BTreeMap::new(),
        };
        let mut names = Names::default();
        for variable in model.variables() {
            let stem = statement.stem(&variable.name, &mut names);
            let values: Vec<String> = variable.domain.values().map(|value| format!("{stem}_{value}")).collect();
            statement.titles.insert(statement.forms.len() as u32, format!("variable {}", variable.name));
            statement.group(values);
        }
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for posted in model.constraints() {
            let number = numbers.entry(&posted.label).or_default();
            let title = format!("{}[{number}]", posted.label);
            *number += 1;
            let stated = statement.constraint(posted, &title, &mut names);
            statement.titles.insert(stated.forms.start, format!("constraint {title}"));
            statement.stated.push(stated);
        }
        statement
    }

    fn stem(&mut self, name: &str, names: &mut Names) -> String {
        let stem = names.stem(name);
        if stem != name {
            self.renamed.push((stem.clone(), name.to_owned()));
        }
        stem
    }

    /// New variables, exactly one of them true.
    fn group(&mut self, names: Vec<String>) -> u32 {
        let (first, len) = (self.names.len() as u32, names.len() as u32);
        self.names.extend(names);
        let some = self.forms.len() as u32;
        let all: Vec<(u32, i128)> = (first..first + len).map(|variable| (variable, 1)).collect();
        self.equation(all, 1);
        self.groups.push(Group { first, len, some, one: some + 1 });
        self.groups.len() as u32 - 1
    }

    fn form(&mut self, terms: Vec<(u32, i128)>, bound: i128) {
        let mut sums: BTreeMap<u32, i128> = BTreeMap::new();
        terms.into_iter().for_each(|(variable, coefficient)| *sums.entry(variable).or_default() += coefficient);
        let terms = sums.into_iter().filter(|&(_, coefficient)| coefficient != 0).collect();
        self.forms.push(Form { terms, bound });
    }

    fn equation(&mut self, terms: Vec<(u32, i128)>, value: i128) {
        self.equations.push(self.forms.len() as u32);
        let opposite = terms.iter().map(|&(variable, coefficient)| (variable, -coefficient)).collect();
        self.form(terms, value);
        self.form(opposite, -value);
    }

    /// The 0/1 variable of a value; `None` if the variable does not have it.
    fn value(&self, var: Var, value: i32) -> Option<u32> {
        let index = self.model.domain(var).index_of(value)?;
        Some(self.groups[var.index()].first + index as u32)
    }

    /// Adds a multiple of an atom to a sum; returns the constant that belongs to it.
    fn add_atom(&self, factor: i128, atom: Atom, terms: &mut Vec<(u32, i128)>) -> i128 {
        let is = |value: i32| match atom.relation {
            AtomRelation::Eq | AtomRelation::Ne => value == atom.value,
            AtomRelation::Le | AtomRelation::Gt => value <= atom.value,
        };
        let negated = matches!(atom.relation, AtomRelation::Ne | AtomRelation::Gt);
        let factor = if negated { -factor } else { factor };
        let first = self.groups[atom.var.index()].first;
        let values = (first..).zip(self.model.domain(atom.var).values());
        terms.extend(values.filter(|&(_, value)| is(value)).map(|(variable, _)| (variable, factor)));
        if negated { -factor } else { 0 }
    }

    /// A sum of atoms or values compared with a bound, where all conditions hold.
    fn compared(&mut self, terms: &[(u32, i128)], cmp: Cmp, bound: i128, when: &[Atom]) {
        match cmp {
            Cmp::Eq if when.is_empty() => self.equation(terms.to_vec(), bound),
            Cmp::Ge => self.at_least(terms.to_vec(), bound, when),
            Cmp::Le => self.at_least(terms.iter().map(|&(v, c)| (v, -c)).collect(), -bound, when),
            Cmp::Eq => {
                self.compared(terms, Cmp::Ge, bound, when);
                self.compared(terms, Cmp::Le, bound, when);
            }
        }
    }

    fn at_least(&mut self, mut terms: Vec<(u32, i128)>, mut bound: i128, when: &[Atom]) {
        let least: i128 = terms.iter().map(|&(_, coefficient)| coefficient.min(0)).sum();
        let missing = (bound - least).max(0);
        for &atom in when {
            // So much for a condition that does not hold: missing * (1 - atom).
            bound -= missing;
            bound -= self.add_atom(-missing, atom, &mut terms);
        }
        self.form(terms, bound);
    }

    fn constraint(&mut self, posted: &Posted, title: &str, names: &mut Names) -> Stated {
        let start = self.forms.len() as u32;
        let mut rows = None;
        let when = &posted.when[..];
        match posted.flat() {
            Flat::Clause(Clause(atoms)) => self.count(atoms, Cmp::Ge, 1, when),
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => self.count(atoms, *cmp, *k as i128, when),
            Flat::Linear(Linear { terms, cmp, rhs }) => {
                let mut of_values = Vec::new();
                for &(coefficient, var) in terms {
                    let values = (self.groups[var.index()].first..).zip(self.model.domain(var).values());
                    of_values.extend(
                        values.map(|(variable, value)| (variable, i128::from(coefficient) * i128::from(value))),
                    );
                }
                self.compared(&of_values, *cmp, (*rhs).into(), when);
            }
            Flat::AllDifferent(AllDifferent(vars)) => {
                let mut takers: BTreeMap<i32, Vec<(u32, i128)>> = BTreeMap::new();
                for &var in vars {
                    let values = (self.groups[var.index()].first..).zip(self.model.domain(var).values());
                    values.for_each(|(variable, value)| takers.entry(value).or_default().push((variable, 1)));
                }
                for terms in takers.into_values().filter(|terms| terms.len() > 1) {
                    self.compared(&terms, Cmp::Le, 1, when);
                }
            }
            Flat::Table(table) => rows = Some(self.table(table, when, title, names)),
        }
        Stated { forms: start..self.forms.len() as u32, rows }
    }

    fn count(&mut self, atoms: &[Atom], cmp: Cmp, k: i128, when: &[Atom]) {
        let mut terms = Vec::new();
        let constant: i128 = atoms.iter().map(|&atom| self.add_atom(1, atom, &mut terms)).sum();
        self.compared(&terms, cmp, k - constant, when);
    }

    /// One literal per row that the domains allow. Where the conditions hold exactly one is true, elsewhere none.
    fn table(&mut self, table: &Table, when: &[Atom], title: &str, names: &mut Names) -> u32 {
        let stem = self.stem(title, names);
        let rows: Vec<&[i32]> = self.rows(table).map(|(_, row)| row).collect();
        let names: Vec<String> = (0..rows.len()).map(|row| format!("{stem}^{row}")).collect();
        let (first, len) = (self.names.len() as u32, names.len() as u32);
        self.names.extend(names);
        let all: Vec<(u32, i128)> = (first..first + len).map(|row| (row, 1)).collect();
        let some = self.forms.len() as u32;
        self.compared(&all, Cmp::Ge, 1, when);
        self.compared(&all, Cmp::Le, 1, &[]);
        for &atom in when {
            let mut terms: Vec<(u32, i128)> = all.iter().map(|&(row, _)| (row, -1)).collect();
            let constant = self.add_atom(1, atom, &mut terms);
            self.form(terms, -constant);
        }
        for (column, &var) in table.vars.iter().enumerate() {
            let mut takers: BTreeMap<u32, Vec<(u32, i128)>> = BTreeMap::new();
            for (row, values) in (first..).zip(&rows) {
                let value = self.value(var, values[column]).expect("a value of the domain");
                takers.entry(value).or_insert_with(|| vec![(value, 1)]).push((row, -1));
            }
            takers.into_values().for_each(|terms| self.form(terms, 0));
        }
        self.groups.push(Group { first, len, some, one: some + 1 });
        self.groups.len() as u32 - 1
    }

    /// The rows of a table that the domains allow, in order, with their numbers.
    pub(super) fn rows<'t>(&self, table: &'t Table) -> impl Iterator<Item = (usize, &'t [i32])> {
        let allowed =
            |row: &[i32]| table.vars.iter().zip(row).all(|(&var, &value)| self.model.domain(var).contains(value));
        table.relation.rows().enumerate().filter(move |(_, row)| allowed(row))
    }

    /// The values of all 0/1 variables in a solution of the model.
    pub(super) fn truth(&self, assignment: &Assignment) -> Vec<bool> {
        let mut truth = vec![false; self.names.len()];
        for index in 0..self.model.variables().len() {
            let var = Var::from_index(index);
            let variable = self.value(var, assignment[var]).expect("a value of the domain");
            truth[variable as usize] = true;
        }
        for (posted, stated) in self.model.constraints().iter().zip(&self.stated) {
            let (Flat::Table(table), Some(group)) = (posted.flat(), stated.rows) else { continue };
            if posted.when.iter().all(|&atom| assignment.satisfies(atom)) {
                let of: Vec<i32> = table.vars.iter().map(|&var| assignment[var]).collect();
                if let Some(row) = self.rows(table).position(|(_, row)| row == of) {
                    truth[self.groups[group as usize].first as usize + row] = true;
                }
            }
        }
        truth
    }

    /// The number of 0/1 variables.
    pub(super) fn variables(&self) -> u32 {
        self.names.len() as u32
    }

    /// The name of a 0/1 variable.
    pub(super) fn name(&self, variable: u32) -> &str {
        &self.names[variable as usize]
    }

    /// The clause that excludes all solutions that agree with this one on the variables.
    pub(super) fn exclusion(&self, assignment: &Assignment, shown: &[Var]) -> Form {
        let of = |&var: &Var| (self.value(var, assignment[var]).expect("a value of the domain"), -1);
        let mut terms: Vec<(u32, i128)> = shown.iter().map(of).collect();
        terms.sort_unstable();
        let bound = 1 - terms.len() as i128;
        Form { terms, bound }
    }

    /// The beginnings of the names of these variables' values, each after a blank.
    pub(super) fn stems(&self, vars: &[Var]) -> String {
        let name = |var: &Var| self.name(self.groups[var.index()].first).rsplit_once('_').map_or("", |(stem, _)| stem);
        vars.iter().map(|var| format!(" {}", name(var))).collect()
    }

    /// 1 where the objective is to be small, -1 where it is to be large.
    pub(super) fn sign(&self) -> i64 {
        if self.model.objective().is_none_or(|objective| objective.sense == Sense::Minimise) { 1 } else { -1 }
    }

    /// The objective as it is to be small, without its constant.
    pub(super) fn objective(&self) -> Vec<(u32, i128)> {
        let terms = self.model.objective().into_iter().flat_map(|objective| &objective.terms);
        let of = |&(coefficient, var): &(i64, Var)| {
            let values = (self.groups[var.index()].first..).zip(self.model.domain(var).values());
            let coefficient = i128::from(self.sign() * coefficient);
            values.map(move |(variable, value)| (variable, coefficient * i128::from(value)))
        };
        terms.flat_map(of).collect()
    }

    /// The number by which the bound on the objective, the last form, is divided.
    pub(super) fn bound_divisor(&self) -> i128 {
        let Some(&(first, by)) = self.forms.last().and_then(|form| form.terms.first()) else { return 1 };
        let own = self.objective().into_iter().filter(|&(variable, _)| variable == first);
        (own.map(|(_, coefficient)| coefficient).sum::<i128>() / by).abs()
    }

    /// The variable and the value that a 0/1 variable stands for, which is no row.
    pub(super) fn value_of(&self, variable: u32) -> (Var, i32) {
        let groups = &self.groups[..self.model.variables().len()];
        let index = groups.partition_point(|group| group.first + group.len <= variable);
        let value = self.model.domain(Var::from_index(index)).nth((variable - groups[index].first) as usize);
        (Var::from_index(index), value.expect("a value of the domain"))
    }

    /// Writes the statement with exclusions of solutions, which are values of the shown variables. If its last form is
    /// a bound on the objective, the objective is written instead.
    pub(super) fn write(
        &self,
        is_bounded: bool,
        shown: &[Var],
        exclusions: &[Form],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let forms = &self.forms[..self.forms.len() - usize::from(is_bounded)];
        let lines = forms.len() - self.equations.len() + exclusions.len();
        writeln!(out, "* #variable= {} #constraint= {lines}", self.names.len())?;
        if !is_bounded {
            self.list(shown, out)?;
        }
        if let Some(objective) = self.model.objective().filter(|_| is_bounded) {
            writeln!(out, "{}", value_line(objective.sense, objective.constant))?;
            write!(out, "min:")?;
            for (variable, coefficient) in self.objective() {
                write!(out, " {coefficient:+} {}", self.name(variable))?;
            }
            writeln!(out, " ;")?;
        }
        self.renamed.iter().try_for_each(|(stem, name)| writeln!(out, "* {stem} is {}", ascii(name)))?;
        let mut skips = false;
        let mut equations = self.equations.iter().peekable();
        for (position, form) in (0..).zip(forms) {
            if let Some(title) = self.titles.get(&position) {
                writeln!(out, "* {}", ascii(title))?;
            }
            if std::mem::take(&mut skips) {
                continue;
            }
            skips = equations.next_if_eq(&&position).is_some();
            self.line(form, if skips { "=" } else { ">=" }, out)?;
        }
        if !exclusions.is_empty() {
            writeln!(out, "{EXCLUSIONS}")?;
        }
        exclusions.iter().try_for_each(|form| self.line(form, ">=", out))
    }

    /// Names the variables that make up a solution.
    fn list(&self, shown: &[Var], out: &mut dyn Write) -> io::Result<()> {
        let mut line = SHOWN.to_owned();
        for stem in self.stems(shown).split_ascii_whitespace() {
            if line.len() + stem.len() > LINE && line.len() > SHOWN.len() {
                writeln!(out, "{line}")?;
                line.truncate(SHOWN.len());
            }
            line = line + " " + stem;
        }
        writeln!(out, "{line}")
    }

    fn line(&self, form: &Form, compares: &str, out: &mut dyn Write) -> io::Result<()> {
        for &(variable, coefficient) in &form.terms {
            write!(out, "{coefficient:+} {} ", self.name(variable))?;
        }
        writeln!(out, "{compares} {} ;", form.bound)
    }
}

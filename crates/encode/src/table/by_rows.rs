//! Auxiliaries of a table's encoding, each defined by the rows in which it is true.
//!
//! Bits and carries say something of each other, and a proof of their clauses would have to follow the arithmetic. But
//! each row of the table decides them. With rows as their definitions, a clause follows because no row is left without
//! one of its literals. Only a sink that writes proofs asks for definitions.

use std::cell::RefCell;
use std::collections::HashMap;

use cnfab_cnf::{ClauseSink, Definition, Lit, Name, Natives, Notes, Summand};
use cnfab_model::{Relation, Var};

/// When a variable of the formula is true.
enum Known {
    /// Where the column has the value, or where it has not.
    Value(usize, i32, bool),
    /// In these rows.
    Rows(Vec<bool>),
}

/// A sink that passes definitions on as rows.
pub(super) struct ByRows<'s> {
    inner: &'s mut dyn ClauseSink,
    of: &'s [Var],
    relation: &'s Relation,
    /// The knowledge about variables of the formula.
    known: HashMap<u32, Known>,
    /// The rows in which the variable is true that is made next.
    rows: RefCell<Option<Vec<bool>>>,
    is_defining: bool,
}

impl<'s> ByRows<'s> {
    pub(super) fn new(of: &'s [Var], relation: &'s Relation, inner: &'s mut dyn ClauseSink) -> Self {
        ByRows { inner, of, relation, known: HashMap::new(), rows: RefCell::new(None), is_defining: false }
    }

    /// Notes the literal of a column's value.
    pub(super) fn value(&mut self, lit: Lit, column: usize, value: i32) {
        self.known.insert(lit.var(), Known::Value(column, value, lit.is_positive()));
    }
}

/// True if a literal is true in a row.
fn is_true(known: &HashMap<u32, Known>, lit: Lit, (number, row): (usize, &[i32])) -> bool {
    let known = known.get(&lit.var()).expect("rows define each literal before a clause has it");
    let is_true = match known {
        Known::Value(column, value, has) => (row[*column] == *value) == *has,
        Known::Rows(rows) => rows[number],
    };
    is_true == lit.is_positive()
}

/// True if a definition holds in a row.
fn holds(known: &HashMap<u32, Known>, of: &[Var], definition: &Definition, row: (usize, &[i32])) -> bool {
    let column = |index: usize| of.iter().position(|var| var.index() == index).expect("a variable of the table");
    let multiple = |(coefficient, lit): (i64, Lit)| if is_true(known, lit, row) { coefficient } else { 0 };
    let summand = |summand: &Summand| match *summand {
        Summand::Var(coefficient, index) => coefficient * i64::from(row.1[column(index)]),
        Summand::Lit(coefficient, lit) => multiple((coefficient, lit)),
    };
    match definition {
        Definition::AtLeast(sum, least) => sum.iter().map(summand).sum::<i64>() >= *least,
        Definition::Gate(sum, least) => sum.iter().copied().map(multiple).sum::<i64>() >= *least,
        Definition::Between(sum, least, most) => (*least..=*most).contains(&sum.iter().map(summand).sum()),
        Definition::Values(index, values) => values.contains(&row.1[column(*index)]),
        Definition::Under(definition, lits) => {
            lits.iter().all(|&lit| is_true(known, lit, row)) && holds(known, of, definition, row)
        }
        Definition::All(lits) => lits.iter().all(|&lit| is_true(known, lit, row)),
        Definition::Rows(rows) => rows.contains(&row.0),
    }
}

impl ClauseSink for ByRows<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        let new = self.inner.fresh(name);
        self.known.extend(self.rows.take().map(|rows| (new.var(), Known::Rows(rows))));
        new
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.inner.clause(lits);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()?;
        Some(self)
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()
    }
}

impl Notes for ByRows<'_> {
    fn next(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()
    }

    fn defining(&mut self, begins: bool) {
        self.is_defining = begins;
        self.inner.note(|notes| notes.defining(begins));
    }

    fn define(&mut self, meaning: &dyn Fn() -> Definition) {
        let ByRows { inner, of, relation, known, is_defining, rows: found } = self;
        let by_rows = || {
            let definition = meaning();
            let all = relation.rows().enumerate();
            let rows: Vec<bool> = all.map(|(number, row)| holds(known, of, &definition, (number, row))).collect();
            let numbers = rows.iter().enumerate().filter(|(_, is_true)| **is_true).map(|(number, _)| number).collect();
            found.replace(Some(rows));
            Definition::Rows(numbers)
        };
        inner.note(|notes| notes.define(if *is_defining { meaning } else { &by_rows }));
    }
}

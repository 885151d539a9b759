//! Clauses and rows by their origin: the constraint or the model variable that each comes from.
//!
//! The model is encoded once more, as for an export, so numbers and names are those of the file. Clauses of a
//! constraint come together, after those that define the values of the variables; the last ones are of the objective.

use std::ops::Range;

use cnfab_cnf::{ClauseSink, Definition, Lit, Name, Notes, Summand};
use cnfab_encode::{VarMap, lowered};
use cnfab_ilp::{Linearized, ProgramRow};
use cnfab_model::Model;

use super::columns::{Projected, program};
use super::dimacs::formula;
use super::map::Meanings;
use super::{Export, ExportError, States};

/// The thing that clauses state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OriginKind {
    /// The values of a model variable.
    Variable,
    /// The constraint with this number among those of its label, from 0; or the objective.
    Constraint(usize),
}

/// The clauses of one constraint, or of one model variable.
#[derive(Clone, Debug)]
pub struct ClauseOrigin {
    /// The variable, or the label of the constraint.
    pub label: String,
    /// The thing that it is.
    pub kind: OriginKind,
    /// The variables of the formula that were made for it, from the first to behind the last.
    pub variables: Range<u32>,
    /// The number of its first clause, from 1, to behind its last one.
    pub clauses: Range<u64>,
}

impl ClauseOrigin {
    /// The name, as configurations select constraints: `row[3]`.
    pub fn name(&self) -> String {
        match self.kind {
            OriginKind::Constraint(number) => format!("{}[{number}]", self.label),
            OriginKind::Variable => self.label.clone(),
        }
    }
}

/// The formula of a model by origin.
pub struct ClauseMap {
    /// The literals of the model's variables.
    pub vars: VarMap,
    /// The meaning of each variable of the formula.
    pub meanings: Vec<String>,
    /// For auxiliary variables of which that is known: when they are true.
    pub definitions: Vec<Option<String>>,
    /// The origins, in the order of their clauses.
    pub origins: Vec<ClauseOrigin>,
    /// The clauses that are wanted, with the number of each, from 1.
    pub clauses: Vec<(u64, Vec<Lit>)>,
}

/// The wish to keep the clauses of an origin, of which the literals of some variables have these meanings.
type IsWanted<'f> = &'f dyn Fn(&ClauseOrigin, &[Lit], &[String]) -> bool;

/// Encodes a model and notes where variables and clauses come from; keeps the clauses that are wanted.
///
/// # Errors
/// If the encodings cannot state the model.
pub fn clause_map(export: &Export<'_>, is_wanted: IsWanted<'_>) -> Result<ClauseMap, ExportError> {
    let (model, recipe) = (export.model, &export.recipe.for_model(export.model));
    let stated = lowered(model, recipe)?;
    let mut walk = Walk {
        model: &stated,
        names: Meanings::new(&stated),
        is_wanted,
        meanings: Vec::new(),
        definitions: Vec::new(),
        next: None,
        origins: Vec::new(),
        made: 0,
        clauses: Vec::new(),
    };
    let (vars, _) = formula(model, recipe, &mut walk)?;
    walk.end();
    let Walk { meanings, definitions, mut origins, clauses, .. } = walk;
    origins.retain(|origin| !origin.variables.is_empty() || !origin.clauses.is_empty());
    Ok(ClauseMap { vars, meanings, definitions, origins, clauses })
}

struct Walk<'m, 'f> {
    model: &'m Model,
    names: Meanings<'m>,
    is_wanted: IsWanted<'f>,
    meanings: Vec<String>,
    definitions: Vec<Option<String>>,
    /// The definition of the variable that is made next.
    next: Option<Definition>,
    origins: Vec<ClauseOrigin>,
    made: u64,
    clauses: Vec<(u64, Vec<Lit>)>,
}

impl Walk<'_, '_> {
    fn begin(&mut self, label: &str, kind: OriginKind) {
        self.end();
        let (variable, clause) = (self.meanings.len() as u32 + 1, self.made + 1);
        let (variables, clauses) = (variable..variable, clause..clause);
        self.origins.push(ClauseOrigin { label: label.to_owned(), kind, variables, clauses });
    }

    /// Notes how far the last origin goes.
    fn end(&mut self) {
        let (variable, clause) = (self.meanings.len() as u32 + 1, self.made + 1);
        if let Some(last) = self.origins.last_mut() {
            last.variables.end = variable;
            last.clauses.end = clause;
        }
    }

    fn literal(&self, lit: Lit) -> String {
        literal(lit, &self.meanings)
    }

    fn defined(&self, definition: &Definition) -> String {
        let joined =
            |lits: &[Lit], word: &str| lits.iter().map(|&lit| self.literal(lit)).collect::<Vec<_>>().join(word);
        let times = |factor: i64| if factor == 1 { String::new() } else { format!("{factor} * ") };
        let sum = |summands: &[Summand]| {
            let summands = summands.iter().map(|summand| match *summand {
                Summand::Lit(factor, lit) => format!("{}({})", times(factor), self.literal(lit)),
                Summand::Var(factor, var) => format!("{}{}", times(factor), self.model.variables()[var].name),
            });
            summands.collect::<Vec<_>>().join(" + ")
        };
        match definition {
            Definition::AtLeast(summands, least) => format!("{} >= {least}", sum(summands)),
            Definition::Gate(weighted, least) => {
                let summands: Vec<Summand> = weighted.iter().map(|&(factor, lit)| Summand::Lit(factor, lit)).collect();
                format!("{} >= {least}", sum(&summands))
            }
            Definition::Between(summands, low, high) => format!("{low} <= {} <= {high}", sum(summands)),
            Definition::Values(var, values) => {
                let values = values.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
                format!("{} in {{{values}}}", self.model.variables()[*var].name)
            }
            Definition::Under(inner, lits) => format!("{} and {}", self.defined(inner), joined(lits, " and ")),
            Definition::All(lits) => joined(lits, " and "),
            Definition::Rows(rows) => {
                let rows = rows.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
                format!("one of the rows {rows} of the table")
            }
        }
    }
}

/// A literal in words: the meaning of its variable, or that it is not so.
fn literal(lit: Lit, meanings: &[String]) -> String {
    let not = if lit.is_positive() { "" } else { "not " };
    let meaning = &meanings[lit.var() as usize - 1];
    // Without the blanks of `x = 5`.
    let parts: Vec<&str> = meaning.rsplitn(3, ' ').collect();
    match parts[..] {
        [value, relation @ ("=" | "<="), name] => format!("{not}{name}{relation}{value}"),
        _ => format!("{not}{meaning}"),
    }
}

impl ClauseMap {
    /// A clause in words.
    pub fn text(&self, clause: &[Lit]) -> String {
        match clause {
            [] => "false".to_owned(),
            _ => clause.iter().map(|&lit| literal(lit, &self.meanings)).collect::<Vec<_>>().join(" or "),
        }
    }
}

impl ClauseSink for Walk<'_, '_> {
    fn fresh(&mut self, name: Name) -> Lit {
        let mut bytes = Vec::new();
        self.names.push(&mut bytes, name);
        let definition = self.next.take().map(|definition| self.defined(&definition));
        self.definitions.push(definition);
        self.meanings.push(String::from_utf8(bytes).expect("names are text"));
        Lit::from_dimacs(i32::try_from(self.meanings.len()).expect("variables have 31 bits"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.made += 1;
        let origin = self.origins.last();
        if origin.is_some_and(|origin| (self.is_wanted)(origin, lits, &self.meanings)) {
            self.clauses.push((self.made, lits.to_vec()));
        }
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        Some(self)
    }
}

impl Notes for Walk<'_, '_> {
    fn variable(&mut self, name: &str) {
        self.names.variable(name);
        self.begin(name, OriginKind::Variable);
    }

    fn group(&mut self, family: &str, number: usize) {
        self.names.group(family, number);
        self.begin(family, OriginKind::Constraint(number));
    }

    fn define(&mut self, meaning: &dyn Fn() -> Definition) {
        self.next = Some(meaning());
    }
}

/// The rows of an integer program of a model.
pub struct RowMap {
    /// The program, and the columns of the model's variables.
    pub made: Linearized,
    /// For each column, whether it is a part of a solution.
    pub shown: Vec<bool>,
}

/// States a model by rows, as an export does.
///
/// # Errors
/// If the formulation cannot state it.
pub fn row_map(export: &Export<'_>, states: States) -> Result<RowMap, ExportError> {
    let Projected { made, shown } = program(export, states)?;
    Ok(RowMap { made, shown })
}

impl RowMap {
    /// A row in words.
    pub fn text(&self, row: &ProgramRow<'_>) -> String {
        let mut text = String::new();
        for (place, &(column, coefficient)) in row.entries.iter().enumerate() {
            let sign = match (coefficient < 0, place) {
                (true, 0) => "-",
                (true, _) => " - ",
                (false, 0) => "",
                (false, _) => " + ",
            };
            let size = coefficient.unsigned_abs();
            let factor = if size == 1 { String::new() } else { format!("{size} * ") };
            text += &format!("{sign}{factor}({})", self.made.program.columns()[column].name);
        }
        format!("{text} {} {}", row.cmp.symbol(), row.rhs)
    }
}

/// The name of the constraint that a row states, as configurations select it: `row[3]`; a label where there is none.
pub fn row_origin(row: &ProgramRow<'_>) -> String {
    match row.number {
        Some(number) => format!("{}[{number}]", row.label),
        None => row.label.to_string(),
    }
}

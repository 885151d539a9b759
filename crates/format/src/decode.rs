//! From a solver's model of an export back to values of the model's variables.
//!
//! The formula or program is made again from the same model and encodings. A solver's model is believed only as far as
//! it goes: the variables that tell a value must all be there, and no clause or row may be false.

use cnfab_base::display::{excerpt, quoted};
use cnfab_base::parse_error::ParseError;
use cnfab_cnf::{ClauseSink, Lit, Meter, Name};
use cnfab_encode::{Recipe, Unsupported, VarMap};
use cnfab_ilp::{Linearized, ProgramRow};
use cnfab_model::{Assignment, Model};

use super::dimacs::Dialect;
use super::knf::{self, Pass};
use super::program_output::{self, ColumnNames, StatedColumns};
use super::solver_output::{self, SolverAnswer, StatedValues};
use super::{Answers, Export, ExportError, States, columns, dimacs};

/// Turns models of one export into assignments.
pub struct Decoder<'m> {
    model: &'m Model,
    stated: Stated<'m>,
    variables: u32,
    /// The names of columns; none of clauses.
    names: ColumnNames,
}

/// As what the model was exported.
enum Stated<'m> {
    Clauses {
        recipe: &'m Recipe,
        vars: VarMap,
    },
    Program(Box<Linearized>),
    /// It was not: its variables are the columns of a program that it was read from.
    Columns,
}

/// A model of a formula or program, as a solver states it.
#[derive(Clone, Debug, PartialEq)]
pub enum StatedModel {
    /// By literals.
    Literals(StatedValues),
    /// By columns with their names.
    Columns(StatedColumns),
}

impl StatedModel {
    /// The line where it begins, from 1.
    pub fn line(&self) -> usize {
        match self {
            StatedModel::Literals(values) => values.line,
            StatedModel::Columns(columns) => columns.line,
        }
    }
}

/// Why a solver's model is none of the formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A variable that is needed has no value.
    #[error("no literal of variable {number}, which tells the value of {name}")]
    Missing {
        /// The variable's number.
        number: u32,
        /// The model variable's name.
        name: String,
    },
    /// The model has a variable that the formula does not have.
    #[error("literal of variable {number}; the formula has {variables} variables")]
    Foreign {
        /// The variable's number.
        number: u32,
        /// How many there are.
        variables: u32,
    },
    /// A column has a value that is none of its own.
    #[error("the value {value} of column {name}")]
    Column {
        /// The line that states it, from 1.
        line: usize,
        /// The column's name, quoted.
        name: String,
        /// The value.
        value: String,
        /// The values that it may have.
        expected: String,
    },
    /// A variable has no value or several.
    #[error("not a model of the program: {0}")]
    NoValue(String),
    /// A row is false.
    #[error(
        "not a model of the program: row {number}, of '{label}', is false \
         (was it exported with the same --encode and --view?)"
    )]
    FalseRow {
        /// The row's number, from 1.
        number: usize,
        /// The family of the constraint it comes from.
        label: String,
    },
    /// A clause is false.
    #[error(
        "not a model of the formula: clause {number}, '{clause}', is false \
         (was the formula exported with the same --encode and --view?)"
    )]
    False {
        /// The clause's number, from 1.
        number: u64,
        /// Its literals and the final 0.
        clause: String,
    },
}

impl<'m> Decoder<'m> {
    /// For what a format of this kind has of the model.
    ///
    /// # Errors
    /// If the encodings cannot state the model.
    pub fn new(export: &Export<'m>, states: States) -> Result<Self, ExportError> {
        match states {
            States::Clauses => Ok(Self::of_clauses(export.model, export.recipe)?),
            States::Binaries | States::Program => {
                let made = columns::program(export, states)?.made;
                let variables = made.program.columns().len() as u32;
                let names = (0..variables as usize).map(|column| columns::name(&made.program, column));
                let names = ColumnNames::new(names).with_beginnings();
                Ok(Decoder { model: export.model, stated: Stated::Program(Box::new(made)), variables, names })
            }
        }
    }

    /// For the formula that this recipe makes of the model.
    ///
    /// # Errors
    /// If the recipe cannot state the model.
    pub fn of_clauses(model: &'m Model, recipe: &'m Recipe) -> Result<Self, Unsupported> {
        let mut meter = Meter::default();
        let (vars, _) = dimacs::pass(dialect(recipe), model, recipe, &mut meter)?;
        let variables = meter.size().variables as u32;
        Ok(Decoder { model, stated: Stated::Clauses { recipe, vars }, variables, names: ColumnNames::default() })
    }

    /// For the program that a model was read from, whose columns are the model's variables.
    pub fn of_columns(model: &'m Model) -> Self {
        let names = ColumnNames::new(model.vars().map(|var| model.name(var)));
        Decoder { model, stated: Stated::Columns, variables: names.count() as u32, names }
    }

    /// True if a text states values of columns by the names that these have here.
    pub fn is_about(&self, text: &str) -> bool {
        program_output::is_about(text, &self.names)
    }

    /// Reads the answers that a text has, in the form of a format. For literals there are this many variables.
    ///
    /// # Errors
    /// If the text does not have that form.
    pub fn read(
        &self,
        form: Answers,
        text: &str,
        variables: u32,
    ) -> Result<Vec<SolverAnswer<StatedModel>>, ParseError> {
        match form {
            Answers::Literals(lines) => {
                let answers = solver_output::read(&lines(text, variables)?, variables)?;
                Ok(answers.into_iter().map(|answer| answer.map(StatedModel::Literals)).collect())
            }
            Answers::Columns => Ok(vec![program_output::read(text, &self.names)?.map(StatedModel::Columns)]),
        }
    }

    /// Number of variables of the formula.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The assignment that a model of the formula stands for.
    ///
    /// # Errors
    /// If it is not a model of the formula, or leaves out a variable that tells a value.
    pub fn decode(&self, model: &StatedModel) -> Result<Assignment, DecodeError> {
        let values = match model {
            StatedModel::Columns(columns) => return self.of_stated_columns(columns),
            StatedModel::Literals(values) => values,
        };
        if let Some(number) = values.last().filter(|&number| number > self.variables) {
            return Err(DecodeError::Foreign { number, variables: self.variables });
        }
        match &self.stated {
            Stated::Clauses { recipe, vars } => self.of_model(values, recipe, vars),
            Stated::Program(made) => {
                let value = |number| values.of(number).map(i64::from);
                let missing = |(number, name): (u32, &String)| DecodeError::Missing { number, name: name.clone() };
                let columns = (1..).zip(made.program.columns().iter().map(|column| &column.name));
                let columns = columns.map(|column| value(column.0).ok_or_else(|| missing(column)));
                of_solution(made, &columns.collect::<Result<Vec<i64>, _>>()?)
            }
            Stated::Columns => unreachable!("literals of a program's own columns"),
        }
    }

    /// The same of values of columns, which have to be whole and within the bounds.
    fn of_stated_columns(&self, stated: &StatedColumns) -> Result<Assignment, DecodeError> {
        let wrong = |line, name: &str, value: String, expected: String| DecodeError::Column {
            line,
            name: quoted(name),
            value,
            expected,
        };
        let whole = |column: usize, name: &str| {
            stated.of(column).map_err(|found| wrong(found.line, name, found.value.to_string(), "a whole number".into()))
        };
        let within = |low: i64, high: i64| format!("a whole number from {low} to {high}");
        match &self.stated {
            Stated::Program(made) => {
                let mut solution = Vec::with_capacity(self.variables as usize);
                for (index, column) in made.program.columns().iter().enumerate() {
                    let (value, line) = whole(index, &column.name)?;
                    if !(column.low..=column.high).contains(&value) {
                        let expected = within(column.low, column.high);
                        return Err(wrong(line, &column.name, value.to_string(), expected));
                    }
                    solution.push(value);
                }
                of_solution(made, &solution)
            }
            _ => {
                let value = |var| {
                    let (name, domain) = (self.model.name(var), self.model.domain(var));
                    let (value, line) = whole(var.index(), name)?;
                    match i32::try_from(value).ok().filter(|&value| domain.contains(value)) {
                        Some(value) => Ok(value),
                        None => {
                            let (low, high) = domain.min().zip(domain.max()).unwrap_or_default();
                            Err(wrong(line, name, value.to_string(), within(low.into(), high.into())))
                        }
                    }
                };
                Ok(Assignment::new(self.model.vars().map(value).collect::<Result<_, _>>()?))
            }
        }
    }

    fn of_model(&self, values: &StatedValues, recipe: &Recipe, vars: &VarMap) -> Result<Assignment, DecodeError> {
        for var in self.model.vars() {
            if let Some(number) = vars.variables(var).into_iter().find(|&number| values.of(number).is_none()) {
                return Err(DecodeError::Missing { number, name: self.model.name(var).to_owned() });
            }
        }
        let mut check = Check { values, made: 0, clauses: 0, broken: None };
        let stated = dimacs::pass(dialect(recipe), self.model, recipe, &mut check);
        stated.expect("the recipe stated the model before");
        match check.broken {
            Some((number, clause)) => Err(DecodeError::False { number, clause }),
            None => Ok(vars.decode(&|lit| values.lit(lit) == Some(true))),
        }
    }
}

/// The assignment of a solution of a program, whose rows have to hold.
fn of_solution(made: &Linearized, solution: &[i64]) -> Result<Assignment, DecodeError> {
    let holds = |row: &ProgramRow<'_>| {
        let product = |&(column, coefficient): &(usize, i64)| i128::from(coefficient) * i128::from(solution[column]);
        let sum: i128 = row.entries.iter().map(product).sum();
        i64::try_from(sum).is_ok_and(|sum| row.cmp.holds(sum, row.rhs))
    };
    if let Some((index, row)) = made.program.rows().enumerate().find(|(_, row)| !holds(row)) {
        return Err(DecodeError::FalseRow { number: index + 1, label: row.label.to_string() });
    }
    made.values.assignment(&made.program, solution).map_err(DecodeError::NoValue)
}

/// The dialect that a recipe is for.
fn dialect(recipe: &Recipe) -> &'static Dialect {
    if knf::is_recipe(recipe) { &Dialect::Cardinalities } else { &Dialect::Cnf }
}

impl Pass for Check<'_> {
    fn at_least(&mut self, k: usize, lits: &[Lit]) {
        self.clauses += 1;
        if self.broken.is_none() && lits.iter().filter(|&&lit| self.values.lit(lit) == Some(true)).count() < k {
            let literals: String = lits.iter().map(|lit| format!("{} ", lit.dimacs())).collect();
            self.broken = Some((self.clauses, excerpt(&format!("k {k} {literals}0"))));
        }
    }
}

/// Looks for the first false clause.
struct Check<'v> {
    values: &'v StatedValues,
    made: i32,
    clauses: u64,
    broken: Option<(u64, String)>,
}

impl ClauseSink for Check<'_> {
    fn fresh(&mut self, _: Name) -> Lit {
        self.made += 1;
        Lit::from_dimacs(self.made)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        if self.broken.is_none() && lits.iter().all(|&lit| self.values.lit(lit) == Some(false)) {
            let literals: String = lits.iter().map(|lit| format!("{} ", lit.dimacs())).collect();
            self.broken = Some((self.clauses, excerpt(&format!("{literals}0"))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let mut model = Model::new();
        let vars: Vec<_> = (0..3).map(|i| model.var(format!("x[{i}]"), 1..=3)).collect();
        model.all_different("different", vars);
        model
    }

    fn decode(text: &str) -> Result<Vec<i32>, String> {
        let (model, recipe) = (model(), Recipe::default());
        let decoder = Decoder::of_clauses(&model, &recipe).unwrap();
        match &decoder.read(Answers::Literals(crate::answers::as_they_are), text, decoder.variables()).unwrap()[0] {
            SolverAnswer::Model(values) => {
                decoder.decode(values).map(|a| a.values().to_vec()).map_err(|error| error.to_string())
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_come_back() {
        assert_eq!(decode("v -1 -2 3 4 -5 -6 -7 8 -9 0"), Ok(vec![3, 1, 2]));
    }

    #[test]
    fn a_missing_variable_and_a_false_clause_are_named() {
        assert_eq!(
            decode("v -1 -2 3 4 -5 -6 -7 8 0"),
            Err("no literal of variable 9, which tells the value of x[2]".to_owned())
        );
        let twice = decode("v -1 -2 3 4 -5 -6 7 -8 -9 0").unwrap_err();
        assert!(twice.starts_with("not a model of the formula: clause "), "{twice}");
        assert!(twice.contains("'-4 -7 0'") || twice.contains("'2 5 8 0'"), "{twice}");
        assert!(decode("v -1 -2 -3 4 -5 -6 7 -8 -9 0").unwrap_err().contains("'1 2 3 0'"));
    }
}

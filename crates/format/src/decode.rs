//! From a solver's model of an export back to values of the model's variables.
//!
//! The formula or program is made again from the same model and encodings. A solver's model is believed only as far as
//! it goes: the variables that tell a value must all be there, and no clause or row may be false.

use cnfab_base::display::excerpt;
use cnfab_cnf::{ClauseSink, Lit, Meter, Name};
use cnfab_encode::{Recipe, Unsupported, VarMap};
use cnfab_ilp::{Linearized, ProgramRow};
use cnfab_model::{Assignment, Model};

use super::solver_output::StatedValues;
use super::{Export, ExportError, States, columns, dimacs};

/// Turns models of one export into assignments.
pub struct Decoder<'m> {
    model: &'m Model,
    stated: Stated<'m>,
    variables: u32,
}

/// As what the model was exported.
enum Stated<'m> {
    Clauses { recipe: &'m Recipe, vars: VarMap },
    Program(Box<Linearized>),
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
            States::Program => {
                let made = columns::program(export)?.made;
                let variables = made.program.columns().len() as u32;
                Ok(Decoder { model: export.model, stated: Stated::Program(Box::new(made)), variables })
            }
        }
    }

    /// For the formula that this recipe makes of the model.
    ///
    /// # Errors
    /// If the recipe cannot state the model.
    pub fn of_clauses(model: &'m Model, recipe: &'m Recipe) -> Result<Self, Unsupported> {
        let mut meter = Meter::default();
        let (vars, _) = dimacs::formula(model, recipe, &mut meter)?;
        let variables = meter.size().variables as u32;
        Ok(Decoder { model, stated: Stated::Clauses { recipe, vars }, variables })
    }

    /// Number of variables of the formula.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The assignment that a model of the formula stands for.
    ///
    /// # Errors
    /// If it is not a model of the formula, or leaves out a variable that tells a value.
    pub fn decode(&self, values: &StatedValues) -> Result<Assignment, DecodeError> {
        if let Some(number) = values.last().filter(|&number| number > self.variables) {
            return Err(DecodeError::Foreign { number, variables: self.variables });
        }
        match &self.stated {
            Stated::Clauses { recipe, vars } => self.of_model(values, recipe, vars),
            Stated::Program(made) => self.of_columns(values, made),
        }
    }

    fn of_model(&self, values: &StatedValues, recipe: &Recipe, vars: &VarMap) -> Result<Assignment, DecodeError> {
        for var in self.model.vars() {
            if let Some(number) = vars.variables(var).into_iter().find(|&number| values.of(number).is_none()) {
                return Err(DecodeError::Missing { number, name: self.model.name(var).to_owned() });
            }
        }
        let mut check = Check { values, made: 0, clauses: 0, broken: None };
        dimacs::formula(self.model, recipe, &mut check).expect("the recipe stated the model before");
        match check.broken {
            Some((number, clause)) => Err(DecodeError::False { number, clause }),
            None => Ok(vars.decode(&|lit| values.lit(lit) == Some(true))),
        }
    }

    fn of_columns(&self, values: &StatedValues, made: &Linearized) -> Result<Assignment, DecodeError> {
        let mut solution = Vec::with_capacity(self.variables as usize);
        for (number, column) in (1..).zip(made.program.columns()) {
            let missing = || DecodeError::Missing { number, name: column.name.clone() };
            solution.push(i64::from(values.of(number).ok_or_else(missing)?));
        }
        let holds = |row: &ProgramRow<'_>| {
            let sum = row.entries.iter().map(|&(column, coefficient)| coefficient * solution[column]).sum();
            row.cmp.holds(sum, row.rhs)
        };
        if let Some((index, row)) = made.program.rows().enumerate().find(|(_, row)| !holds(row)) {
            return Err(DecodeError::FalseRow { number: index + 1, label: row.label.to_string() });
        }
        let solution: Vec<f64> = solution.into_iter().map(|value| value as f64).collect();
        made.values.decode(&made.program, &solution).map_err(DecodeError::NoValue)
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
    use crate::solver_output::{SolverAnswer, read};

    fn model() -> Model {
        let mut model = Model::new();
        let vars: Vec<_> = (0..3).map(|i| model.var(format!("x[{i}]"), 1..=3)).collect();
        model.all_different("different", vars);
        model
    }

    fn decode(text: &str) -> Result<Vec<i32>, String> {
        let (model, recipe) = (model(), Recipe::default());
        let decoder = Decoder::of_clauses(&model, &recipe).unwrap();
        match &read(text, decoder.variables()).unwrap()[0] {
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

//! The argument '--encode', which commands share: how a model becomes clauses or an integer program.

use std::collections::BTreeSet;
use std::str::FromStr;

use clap::Args;
use clap::builder::PossibleValue;

use crate::compare::parts_that_differ;
use crate::encode::{Recipe, RecipeError, find_class, parts};
use crate::external;
use crate::model::{Group, Model, Selection};
use crate::names::means;
use crate::solve::Encodings;

use super::failure::Failure;
use super::inputs::Input;
use super::message::say;
use super::suggest::{Suggest, values};

/// The arguments of encoding.
#[derive(Args)]
pub(crate) struct EncodeArguments {
    /// Encodings: 'amo=product,linear:line=order-sum'; see 'cnfab help encodings'.
    ///
    /// By class, by class and label, and for single constraints and variables, which win in this order:
    /// 'amo=commander(4),linear:line=order-sum,linear:line[3]=subset-table,domain:cell[1,2]=order'. A part that is not
    /// named stays at its default, or with 'auto' is chosen by the model. A part that the strategy does not use has no
    /// effect. 'cnfab list encodings' names them all. 'amo=cmd:PROGRAM', 'card=cmd:PROGRAM' and 'linear=cmd:PROGRAM'
    /// take the formula that a program of your own prints.
    #[arg(short = 'e', long = "encode", value_name = "RECIPE", default_value = "default", hide_default_value = true,
        value_parser = Suggest::new(Written::from_str, recipes), hide_possible_values = true)]
    encodings: Written,
}

/// The recipe with the formulas of programs that the clauses of this model need; reports which of them are not proven.
pub(super) fn resolve(model: &Model, recipe: &Recipe) -> Result<Recipe, Failure> {
    let resolved = external::resolve(model, recipe, &|| false)?;
    say_notes(&resolved.notes);
    Ok(resolved.recipe)
}

/// Prints the notes on the formulas that programs wrote.
pub(super) fn say_notes(notes: &[String]) {
    notes.iter().for_each(|note| say!("cnfab: note: {note}"));
}

/// Encodings, and how they were written.
#[derive(Clone)]
struct Written {
    encodings: Encodings,
    text: String,
}

impl FromStr for Written {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        Ok(Written { encodings: text.parse()?, text: text.to_owned() })
    }
}

impl EncodeArguments {
    pub(crate) fn encodings(&self) -> &Encodings {
        &self.encodings.encodings
    }

    /// True if something is said of formulas. Symmetry is broken in the model, whoever reads it.
    pub(super) fn speaks_of_formulas(&self) -> bool {
        parts(&self.encodings.text).expect("it was read before").iter().any(|(key, _)| !means(key, "symmetry"))
    }

    /// True if encodings of a class were chosen.
    pub(super) fn names(&self, class: &str) -> bool {
        let parts = parts(&self.encodings.text).expect("it was read before");
        parts.iter().any(|(key, _)| means(key.split(':').next().unwrap_or(key), class))
    }

    /// Reports on standard error which parts have no effect on `user`, which uses the classes of this recipe, if any.
    pub(crate) fn note_ignored(&self, user: &str, recipe: Option<&str>) {
        let class = |key: &str| key.split(':').next().unwrap_or_default().to_ascii_lowercase();
        let classes = |text: &str| -> Vec<String> {
            parts(text).map(|parts| parts.iter().map(|(key, _)| class(key)).collect()).unwrap_or_default()
        };
        let used = classes(recipe.unwrap_or_default());
        let written = parts(&self.encodings.text).expect("it was read before");
        // Symmetry is broken in the model, whoever reads it.
        // A recipe of clauses leaves out decompositions that are the default, since few models have such constraints.
        let has_clauses = used.iter().any(|class| find_class(class).is_ok());
        let is_left_out = |key: &str| has_clauses && find_class(&class(key)).is_ok_and(|class| class.is_decomposed);
        let is_used = |key: &str| class(key) == "symmetry" || used.contains(&class(key)) || is_left_out(key);
        let ignored = written.iter().filter(|(key, _)| !is_used(key));
        let ignored: Vec<String> =
            ignored.map(|(key, name)| format!("{key}={name}").trim_end_matches('=').to_owned()).collect();
        if !ignored.is_empty() {
            say!("cnfab: note: {user} does not use '{}' of --encode", ignored.join(","));
        }
    }

    /// The recipe with the formulas of programs that the clauses of this model need.
    pub(crate) fn resolve(&self, model: &Model) -> Result<Recipe, Failure> {
        resolve(model, &self.encodings().recipe)
    }

    /// Refuses families that the model does not have.
    pub(crate) fn check(&self, input: &Input) -> Result<(), Failure> {
        self.check_with(input, None)
    }

    /// Refuses families that the model that is searched does not have.
    pub(super) fn check_with(&self, input: &Input, symmetry: Option<&Selection>) -> Result<(), Failure> {
        let recipe = &self.encodings().recipe;
        if !recipe.is_particular() {
            return Ok(());
        }
        let mut models = Vec::new();
        let mut seen = BTreeSet::new();
        // The first of each kind stands for the others.
        for (index, problem) in input.problems.iter().enumerate().filter(|(_, problem)| seen.insert(problem.name())) {
            let view = input.view(index);
            let mut model = problem.make_model(view);
            if let Some(selection) = symmetry {
                problem.declare_symmetries(view, &mut model);
                // An error of the selection is reported when the search begins.
                if let Ok(group) = Group::of(&model, selection) {
                    model = group.leaders_by(recipe.symmetry, &model).model;
                }
            }
            if recipe.auto {
                let picked = parts_that_differ(&recipe.for_model(&model).to_string());
                say!("cnfab: note: 'auto' is '{picked}' here");
            }
            models.push(model);
        }
        check_places(self.encodings(), &models)
    }
}

/// Refuses families, constraints and variables that none of the models has.
pub(crate) fn check_places(encodings: &Encodings, models: &[Model]) -> Result<(), Failure> {
    encodings.recipe.check(models).map_err(|unknown| Failure::Input(format!("cnfab: {unknown}")))
}

/// Parts of recipes, for shells to complete.
pub(crate) fn recipes() -> Vec<PossibleValue> {
    let of = |class: &'static str| {
        let names = Encodings::names_of(class).unwrap_or_default().into_iter();
        names.map(move |name| format!("{class}={name}"))
    };
    let parts: Vec<String> = Encodings::keys().flat_map(of).collect();
    values(
        [("auto", "chosen by the model"), ("default", "the default")]
            .into_iter()
            .chain(parts.iter().map(|part| (part.as_str(), ""))),
    )
}

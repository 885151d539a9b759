//! Which encoding to use for which class, family and single constraint, and how that is written:
//! `domain=direct,amo=commander(4),linear:line=subset-table,linear:line[3]=order-sum,domain:cell[2,3]=order`.
//!
//! What is more precise wins: a single constraint or variable before its family, its family before the class. Constraints
//! are numbered within their family from 0, as exports name them; variables have their names. `auto` lets the model choose
//! what is not written.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::display::quoted;
use crate::model::{Breaking, Model};
use crate::names::{UnknownName, known, means};

use super::all_different::AllDifferentEncoding;
use super::amo::AmoEncoding;
use super::card::CardEncoding;
use super::choice::Choice;
use super::class::Class;
use super::domain::DomainEncoding;
use super::external::{External, Formulas};
use super::linear::LinearEncoding;
use super::table::TableEncoding;

/// Whether values that root propagation drops are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// Every value of the model's domains gets its literals.
    None,
    /// [`narrow`](crate::model::narrow) first.
    Narrow,
}

/// The encoding of each class.
#[derive(Clone)]
pub struct Recipe {
    /// Integer variables; selected by the variable's family.
    pub domain: Choice<dyn DomainEncoding>,
    /// At most one: of a variable's values (by the variable's family), in counts and in all-different constraints.
    pub amo: Choice<dyn AmoEncoding>,
    /// Counts with k > 1.
    pub card: Choice<dyn CardEncoding>,
    /// Sums.
    pub linear: Choice<dyn LinearEncoding>,
    /// All-different.
    pub all_different: Choice<dyn AllDifferentEncoding>,
    /// Tables.
    pub table: Choice<dyn TableEncoding>,
    /// Whether values that root propagation drops are encoded.
    pub root: Root,
    /// Where solutions are wanted up to symmetry, which elements of the group make constraints.
    pub symmetry: Breaking,
    /// Whether what is not written is chosen by the model.
    pub auto: bool,
}

impl Default for Recipe {
    fn default() -> Self {
        fn entry<T: ?Sized + Class>(name: &str) -> Choice<T> {
            Choice::new(name).expect("the default names a registered encoding")
        }
        Recipe {
            domain: entry("direct"),
            amo: entry("pairwise-product"),
            card: entry("sequential"),
            linear: entry("order-sum"),
            all_different: entry("bijection"),
            table: entry("supports"),
            root: Root::Narrow,
            symmetry: Breaking::default(),
            auto: false,
        }
    }
}

/// A recipe that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipeError {
    /// A part is not of the form `class=encoding` or `class:place=encoding`.
    #[error("found {}, expected CLASS=ENCODING, CLASS:FAMILY=ENCODING or CLASS:FAMILY[NUMBER]=ENCODING", quoted(.0))]
    Form(String),
    /// An encoding's number is missing its bracket, is out of range, or is not wanted.
    #[error("found {}, expected {expected}", quoted(part))]
    Number {
        /// The part as `class=encoding`.
        part: String,
        /// What may be written.
        expected: String,
    },
    /// The command of a part cannot be read.
    #[error("{why}, in {}", quoted(part))]
    Command {
        /// The part as `class=cmd:command`.
        part: String,
        /// What is wrong with it.
        why: String,
    },
    /// A part says again what a part before it says.
    #[error("{} comes twice, expected one encoding for it", quoted(.0))]
    Twice(String),
    /// No class or no encoding has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
}

impl Recipe {
    /// The classes a recipe has an encoding for, as they are written.
    pub const CLASSES: [&'static str; 9] =
        ["domain", "amo", "card", "linear", "all-different", "table", "root", "symmetry", "auto"];

    /// How symmetry may be broken, by name.
    pub const SYMMETRIES: [(&'static str, Breaking); 3] =
        [("elements", Breaking::Elements), ("generators", Breaking::Generators), ("none", Breaking::None)];

    /// Changes one part: `class` and `place` as they are written, and the encoding's spelling.
    ///
    /// # Errors
    /// If the class or the encoding is unknown.
    pub fn set(&mut self, class: &str, place: Option<&str>, spelling: &str) -> Result<(), RecipeError> {
        match known(Self::CLASSES, class).unwrap_or_default() {
            "domain" => self.domain.set(place, spelling),
            "amo" => self.amo.set(place, spelling),
            "card" => self.card.set(place, spelling),
            "linear" => self.linear.set(place, spelling),
            "all-different" => self.all_different.set(place, spelling),
            "table" => self.table.set(place, spelling),
            "symmetry" if place.is_none() => {
                let found = Self::SYMMETRIES.iter().find(|(name, _)| means(spelling, name));
                let unknown =
                    || UnknownName::new("symmetry breaking", spelling, Self::SYMMETRIES.map(|(name, _)| name));
                self.symmetry = found.ok_or_else(unknown)?.1;
                Ok(())
            }
            "symmetry" => Err(RecipeError::Form(format!("symmetry:{}={spelling}", place.unwrap_or_default()))),
            "auto" if place.is_none() && spelling.is_empty() => {
                self.auto = true;
                Ok(())
            }
            "auto" => Err(RecipeError::Form(format!(
                "{}={spelling}",
                place.map_or("auto".to_owned(), |place| format!("auto:{place}"))
            ))),
            "root" if place.is_none() => {
                self.root = match known(["narrow", "none"], spelling) {
                    Some("none") => Root::None,
                    Some(_) => Root::Narrow,
                    None => return Err(UnknownName::new("root", spelling, ["narrow", "none"]).into()),
                };
                Ok(())
            }
            "root" => Err(RecipeError::Form(format!("root:{}={spelling}", place.unwrap_or_default()))),
            _ => Err(UnknownName::new("encoding class", class, Self::CLASSES).into()),
        }
    }

    /// The recipe with everything chosen that `auto` leaves open. Without `auto`, the recipe itself.
    pub fn for_model(&self, model: &Model) -> Recipe {
        let mut recipe = self.clone();
        if std::mem::take(&mut recipe.auto) {
            for (class, family, spelling) in super::auto::picks(model) {
                let picked = match class {
                    "domain" => recipe.domain.pick(&family, spelling),
                    "card" => recipe.card.pick(&family, spelling),
                    "linear" => recipe.linear.pick(&family, spelling),
                    _ => recipe.table.pick(&family, spelling),
                };
                picked.expect("what is picked is registered");
            }
        }
        recipe
    }

    /// Whether every family, constraint and variable that the recipe names is in one of the models.
    ///
    /// # Errors
    /// The first that is not, and those that are.
    pub fn check(&self, models: &[Model]) -> Result<(), UnknownName> {
        let unknown = self.domain.unknown_place(models).or_else(|| self.amo.unknown_place(models));
        let unknown = unknown.or_else(|| self.card.unknown_place(models));
        let unknown = unknown.or_else(|| self.linear.unknown_place(models));
        let unknown = unknown.or_else(|| self.all_different.unknown_place(models));
        unknown.or_else(|| self.table.unknown_place(models)).map_or(Ok(()), Err)
    }

    /// Whether the recipe names families, constraints or variables, or leaves the choice to the model, so that it is not the
    /// same for all models.
    pub fn is_particular(&self) -> bool {
        self.auto
            || self.domain.is_particular()
            || self.amo.is_particular()
            || self.card.is_particular()
            || self.linear.is_particular()
            || self.all_different.is_particular()
            || self.table.is_particular()
    }

    /// Whether it has external encodings, whose programs have to run before a model is encoded.
    pub fn runs_programs(&self) -> bool {
        self.externals().next().is_some()
    }

    /// The external encodings.
    pub fn externals(&self) -> impl Iterator<Item = &External> {
        self.amo.externals().chain(self.card.externals()).chain(self.linear.externals())
    }

    /// The same with these formulas of its external encodings, by their spelling.
    pub fn with_formulas(&self, formulas: &BTreeMap<String, Arc<Formulas>>) -> Recipe {
        let mut recipe = self.clone();
        let resolved = |external: &External| {
            external.with_formulas(formulas.get(&external.spelling()).map(Arc::clone).unwrap_or_default())
        };
        recipe.amo.replace_externals(&resolved);
        recipe.card.replace_externals(&resolved);
        recipe.linear.replace_externals(&resolved);
        recipe
    }

    /// Changes the parts that a text such as `amo=product,linear:line=subset-table` names; the others stay.
    ///
    /// # Errors
    /// If a part cannot be read, or two parts are for the same.
    pub fn apply(&mut self, text: &str) -> Result<(), RecipeError> {
        for (key, name) in parts(text)? {
            let (class, place) = key.split_once(':').map_or((key, None), |(class, place)| (class, Some(place)));
            self.set(class, place, name)?;
        }
        Ok(())
    }
}

/// The parts of a recipe as keys, `class`, `class:family` or `class:family[...]`, and spellings of encodings. `default`
/// stands for no part, and `auto` is a key without a spelling.
///
/// # Errors
/// If a part has no `=`, or a key comes twice.
pub fn parts(text: &str) -> Result<Vec<(&str, &str)>, RecipeError> {
    let mut parts: Vec<(&str, &str)> = Vec::new();
    for part in split(text).filter(|part| !part.is_empty() && !means(part, "default")) {
        let (key, name) = match part {
            _ if means(part, "auto") => (part, ""),
            _ => part.split_once('=').ok_or_else(|| RecipeError::Form(part.to_owned()))?,
        };
        if parts.iter().any(|&(other, _)| other == key) {
            return Err(RecipeError::Twice(key.to_owned()));
        }
        parts.push((key, name));
    }
    Ok(parts)
}

/// The pieces between the commas that are in no brackets and no quotes, trimmed.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    split_at(text, ',')
}

/// The pieces between the separators that are in no brackets and no quotes, trimmed.
pub fn split_at(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let mut quote = None;
    let outside = move |c: char| {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == separator && depth == 0 && quote.is_none()
    };
    text.split(outside).map(str::trim)
}

impl FromStr for Recipe {
    type Err = RecipeError;

    /// The default recipe with the parts changed that the text names.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let mut recipe = Recipe::default();
        recipe.apply(text)?;
        Ok(recipe)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = if self.root == Root::Narrow { "narrow" } else { "none" };
        let Recipe { domain, amo, card, linear, all_different, table, .. } = self;
        match self.auto {
            true => write!(f, "auto,{domain:#}{amo:#}{card:#}{linear:#}{all_different:#}{table:#}root={root}"),
            false => write!(f, "{domain}{amo}{card}{linear}{all_different}{table}root={root}"),
        }?;
        // Only where it matters, which is seldom.
        match Self::SYMMETRIES.iter().find(|&&(_, breaking)| breaking == self.symmetry) {
            Some((name, _)) if self.symmetry != Breaking::default() => write!(f, ",symmetry={name}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipe({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::external::Task;
    use crate::model::{Cardinality, Cmp};

    fn error(text: &str) -> String {
        text.parse::<Recipe>().map(|recipe| recipe.to_string()).unwrap_err().to_string()
    }

    #[test]
    fn a_recipe_reads_what_it_writes() {
        let text = "domain=direct,domain:cell[2,3]=order,amo=commander(4),amo:row=pairwise,card=sequential,linear=order-sum,\
                    linear:line=subset-table,linear:line[3]=one-hot-sum,all-different=bijection,table=supports,root=none";
        let recipe: Recipe = text.parse().unwrap();
        assert_eq!(recipe.to_string(), text);
        assert_eq!("amo=commander(3)".parse::<Recipe>().unwrap().amo.to_string(), "amo=commander,");
    }

    #[test]
    fn every_class_that_can_be_set_is_listed() {
        for part in ["symmetry=generators", "symmetry=none", "root=none", "table=mdd", "auto"] {
            let class = part.split('=').next().unwrap();
            assert!(Recipe::CLASSES.contains(&class), "{class}");
            let recipe: Recipe = part.parse().unwrap();
            assert!(split(&recipe.to_string()).any(|other| other == part), "{recipe}");
            assert_eq!(recipe.to_string().parse::<Recipe>().unwrap().to_string(), recipe.to_string());
        }
        assert!(error("symmetry=generator").contains("did you mean 'generators'?"));
    }

    #[test]
    fn the_more_precise_choice_wins() {
        let recipe: Recipe =
            "linear:line[3]=one-hot-sum,linear:line=subset-table,amo:cell[1,2]=commander(5)".parse().unwrap();
        let linear = |family, number| recipe.linear.of_constraint(family, number).name();
        assert_eq!(linear("line", 3), "one-hot-sum");
        assert_eq!(linear("line", 13), "subset-table");
        assert_eq!(linear("lin", 3), "order-sum");
        assert_eq!(recipe.amo.of_variable("cell[1,2]").name(), "commander");
        assert_eq!(recipe.amo.of_variable("cell[1,2]").number().unwrap().value, 5);
        assert_eq!(recipe.amo.of_variable("cell[1,1]").name(), "pairwise-product");
    }

    #[test]
    fn a_command_keeps_its_quotes() {
        let text = "domain=direct,amo=cmd:prog -a 'b, (c' {n},amo:row=cmd:f([1,2]) {n},card=sequential,linear=order-sum,\
                    all-different=bijection,table=supports,root=narrow";
        let recipe: Recipe = text.parse().unwrap();
        assert_eq!(recipe.to_string(), text);
        assert!(recipe.runs_programs() && !Recipe::default().runs_programs());
        let seven = Task::count(7, Cmp::Le, 1);
        assert_eq!(recipe.amo.of_variable("cell[1]").external().unwrap().words(&seven), ["prog", "-a", "b, (c", "7"]);
        assert_eq!(split_at("a=cmd:';';b", ';').collect::<Vec<_>>(), ["a=cmd:';'", "b"]);
        assert!(error("amo=cmd:prog").contains("without {n}"));
        assert!(error("amo=cmd:prog 'a,{n}").contains("quote without its end"));
        assert!(error("card=cmd:prog {n}").contains("without {k}"));
        assert!(error("linear=cmd:prog {n} {bound}").contains("without {coefficients}"));
        assert!(error("table=cmd:prog {n}").contains("unknown table encoding"));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        assert!(error("amo=comander(4)").starts_with("unknown amo encoding 'comander'; did you mean 'commander'?"));
        assert_eq!(
            error("amo=commander(1)"),
            "found 'amo=commander(1)', expected commander(N), N the group size from 2 to 1000"
        );
        assert_eq!(
            error("amo=commander(4"),
            "found 'amo=commander(4', expected commander(N), N the group size from 2 to 1000"
        );
        assert_eq!(error("amo=pairwise(4)"), "found 'amo=pairwise(4)', expected pairwise without a number");
        assert!(error("amoo=pairwise").contains("did you mean 'amo'?"));
        assert_eq!(error("amo=pairwise,amo=ladder"), "'amo' comes twice, expected one encoding for it");
    }

    #[test]
    fn places_that_the_model_lacks_are_refused() {
        let mut model = Model::new();
        let vars: Vec<_> = (0..3).map(|i| model.var(format!("cell[{i},1]"), 0..=4)).collect();
        model.sum_eq("line", vars.clone(), 4);
        model.linear("line", [(1, vars[0]), (-1, vars[1])], Cmp::Le, 2);
        model.post("pair", Cardinality { atoms: vec![vars[0].is(1)], cmp: Cmp::Le, k: 0 });
        let models = [model];
        let check = |text: &str| text.parse::<Recipe>().unwrap().check(&models).map_err(|error| error.to_string());
        for text in
            ["default", "linear:line[1]=one-hot-sum", "amo:pair=ladder,amo:cell=pairwise", "domain:cell[2,1]=order"]
        {
            assert_eq!(check(text), Ok(()));
        }
        for text in
            ["linear:line[2]=one-hot-sum", "linear:pair=one-hot-sum", "domain:cell[2,2]=order", "card:line=totalizer"]
        {
            assert!(check(text).is_err(), "{text}");
        }
        assert_eq!(
            check("linear:lime=one-hot-sum").unwrap_err(),
            "unknown place of 'linear:' in --encode 'lime'; did you mean 'line'? (known: line[0] to [1], line)"
        );
    }
}

//! The recipe: an encoding for each class, family and single constraint, and its notation:
//! `domain=direct,amo=commander(4),linear:line=subset-table,linear:line[3]=order-sum,domain:cell[2,3]=order`.
//!
//! The more precise part wins: a single constraint or variable before its family, its family before the class.
//! Constraints are numbered within their family from 0, as exports name them; variables have their names. `auto` lets
//! the model choose the parts that are not written.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use cnfab_base::EncodingChoice;
use cnfab_base::names::{UnknownName, known};
use cnfab_model::{Breaking, Model};

use super::class::{CLASSES, Selections};
use super::error::RecipeError;
use super::external::{External, Formulas};
use super::instance::CustomEncoding;
use super::literal_order::LiteralOrders;
use super::parts::parts;
use super::selection::unknown_selector;
use super::settings::SETTINGS;
use crate::lowering::Stated;

/// The setting of root propagation: whether the values that it drops are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// Every value of the model's domains gets its literals.
    None,
    /// [`narrow`](cnfab_model::narrow) first.
    Narrow,
}

/// The encoding of each class.
#[derive(Clone)]
pub struct Recipe {
    /// The encodings of each class.
    pub encodings: Selections,
    /// In which order counts and sums get their literals.
    pub literal_order: LiteralOrders,
    /// The setting of root propagation: whether the values that it drops are encoded.
    pub root: Root,
    /// The elements of the group that make constraints where solutions are wanted up to symmetry.
    pub symmetry: Breaking,
    /// True if the model chooses the parts that are not written.
    pub auto: bool,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe {
            encodings: Selections::default(),
            literal_order: LiteralOrders::default(),
            root: Root::Narrow,
            symmetry: Breaking::default(),
            auto: false,
        }
    }
}

impl Root {
    /// The name, as configurations write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Root::None => "none",
            Root::Narrow => "narrow",
        }
    }
}

impl Recipe {
    /// The keys of a configuration: the classes of encodings, and the settings of all of them.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        let settings = SETTINGS.iter().map(|setting| setting.name);
        CLASSES.iter().map(|class| class.name).chain(settings).chain([EncodingChoice::AUTO])
    }

    /// Changes one part: the class or setting and the selector as they are written, and the encoding's specification.
    ///
    /// # Errors
    /// If the class or the encoding is unknown.
    pub fn set(&mut self, key: &str, selector: Option<&str>, specification: &str) -> Result<(), RecipeError> {
        let unknown = || UnknownName::new("encoding class", key, Self::keys());
        let name = known(Self::keys(), key).ok_or_else(unknown)?;
        if let Some(class) = self.encodings.all_mut().into_iter().find(|selection| selection.class() == name) {
            return class.set(selector, specification);
        }
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        if let Some(selector) = selector.filter(|_| setting.is_none_or(|setting| !setting.is_selected)) {
            return Err(RecipeError::Form(format!("{name}:{selector}={specification}")));
        }
        let Some(setting) = setting else {
            if !specification.is_empty() {
                return Err(RecipeError::Form(format!("{name}={specification}")));
            }
            self.auto = true;
            return Ok(());
        };
        let (position, number) = setting.value(specification)?;
        (setting.set)(self, position, number, selector);
        Ok(())
    }

    /// The same with an encoding of one's own in the place of those of its class. A text may name it only
    /// if it is [registered](CustomEncoding::register), too.
    #[must_use]
    pub fn with_custom<M: ?Sized>(mut self, custom: impl CustomEncoding<M>) -> Self {
        custom.set(&mut self.encodings);
        self
    }

    /// Gives a class its default encoding again.
    pub fn reset(&mut self, class: &str) {
        self.encodings.reset(class);
    }

    /// The configuration with everything chosen that `auto` leaves open. Without `auto`, the configuration itself.
    pub fn for_model(&self, model: &Model) -> Recipe {
        let mut recipe = self.clone();
        if std::mem::take(&mut recipe.auto) {
            for (class, family, specification) in super::auto::picks(model) {
                let mut selections = recipe.encodings.all_mut().into_iter();
                let selection = selections.find(|selection| selection.class() == class).expect("a class of the table");
                selection.pick(&family, specification).expect("what is picked is registered");
            }
        }
        recipe
    }

    /// Checks that every family, constraint and variable that the configuration names is in one of the models.
    ///
    /// # Errors
    /// The first that is not, and those that are.
    pub fn check(&self, models: &[Model]) -> Result<(), UnknownName> {
        if !self.is_particular() {
            return Ok(());
        }
        let stated: Vec<Stated> = models.iter().flat_map(|model| Stated::all(model, self)).collect();
        let particular = self.encodings.all().into_iter().filter(|selection| selection.is_particular());
        let unknown = particular.filter_map(|selection| selection.unknown_selector(models, &stated)).next();
        let ordered = ["amo", "card", "linear"];
        let unordered = unknown_selector("literal-order", self.literal_order.selectors(), &[], &stated, &ordered);
        unknown.or(unordered).map_or(Ok(()), Err)
    }

    /// True if the configuration names families, constraints or variables, or leaves the choice to the model, so that
    /// it is not the same for all models.
    pub fn is_particular(&self) -> bool {
        let is_ordered = self.literal_order.selectors().next().is_some();
        self.auto || is_ordered || self.encodings.all().iter().any(|selection| selection.is_particular())
    }

    /// The parts, as `class=encoding`, whose encodings are baselines.
    pub fn baselines(&self) -> Vec<String> {
        self.encodings.all().into_iter().flat_map(|selection| selection.baselines()).collect()
    }

    /// The parts that say how constraints are decomposed, as they are written.
    pub(crate) fn decompositions(&self) -> String {
        let decomposed = |class: &str| CLASSES.iter().any(|other| other.name == class && other.is_decomposed);
        let selections = self.encodings.all().into_iter().filter(|selection| decomposed(selection.class()));
        selections.map(|selection| selection.to_string()).collect()
    }

    /// The first part, as `class=encoding`, by which the solver gets some constraints as they are.
    pub fn propagated(&self) -> Option<String> {
        self.encodings.all().into_iter().find_map(|selection| selection.propagated())
    }

    /// The first encoding of somebody else's, as `class=encoding`, that has no justification.
    pub fn unjustified(&self) -> Option<String> {
        self.encodings.all().into_iter().find_map(|selection| selection.unjustified())
    }

    /// True if it has external encodings, whose programs have to run before a model is encoded.
    pub fn runs_programs(&self) -> bool {
        self.externals().next().is_some()
    }

    /// The external encodings.
    pub fn externals(&self) -> impl Iterator<Item = &External> {
        self.encodings.all().into_iter().flat_map(|selection| selection.externals())
    }

    /// The same with these formulas of its external encodings, by their specification.
    pub fn with_formulas(&self, formulas: &BTreeMap<String, Arc<Formulas>>) -> Recipe {
        let mut recipe = self.clone();
        let resolved = |external: &External| {
            external.with_formulas(formulas.get(&external.spelling()).map(Arc::clone).unwrap_or_default())
        };
        recipe.encodings.all_mut().into_iter().for_each(|selection| selection.replace_externals(&resolved));
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

impl FromStr for Recipe {
    type Err = RecipeError;

    /// The default configuration with the parts changed that the text names.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let mut recipe = Recipe::default();
        recipe.apply(text)?;
        Ok(recipe)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.auto {
            f.write_str("auto,")?;
            self.encodings.all().iter().try_for_each(|selection| write!(f, "{selection:#}"))?;
        } else {
            self.encodings.all().iter().try_for_each(|selection| write!(f, "{selection}"))?;
        }
        write!(f, "{}root={}", self.literal_order, self.root.name())?;
        // Only where it matters, which is seldom.
        if self.symmetry == Breaking::default() { Ok(()) } else { write!(f, ",symmetry={}", self.symmetry.name()) }
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
    use crate::config::external::ExternalTask;
    use crate::config::parts::{split, split_at};
    use cnfab_model::{Cardinality, Cmp};

    fn error(text: &str) -> String {
        text.parse::<Recipe>().map(|recipe| recipe.to_string()).unwrap_err().to_string()
    }

    #[test]
    fn a_recipe_reads_what_it_writes() {
        let text = "domain=direct,domain:cell[2,3]=order,amo=commander(4),amo:row=pairwise,card=sequential,linear=order-sum,\
                    linear:line=subset-table,linear:line[3]=one-hot-sum,all-different=bijection,table=supports,root=none";
        let recipe: Recipe = text.parse().unwrap();
        assert_eq!(recipe.to_string(), text);
        assert_eq!("amo=commander(3)".parse::<Recipe>().unwrap().encodings.amo.to_string(), "amo=commander,");
    }

    #[test]
    fn every_class_that_can_be_set_is_listed() {
        for part in [
            "symmetry=generators",
            "symmetry=none",
            "literal-order=random(7)",
            "literal-order:row=pamo",
            "root=none",
            "table=mdd",
            "auto",
        ] {
            let class = part.split(['=', ':']).next().unwrap();
            assert!(Recipe::keys().any(|key| key == class), "{class}");
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
        let linear = |family, number| recipe.encodings.linear.of_constraint(family, number).name();
        assert_eq!(linear("line", 3), "one-hot-sum");
        assert_eq!(linear("line", 13), "subset-table");
        assert_eq!(linear("lin", 3), "tree");
        assert_eq!(recipe.encodings.amo.of_variable("cell[1,2]").name(), "commander");
        assert_eq!(recipe.encodings.amo.of_variable("cell[1,2]").number().unwrap().value, 5);
        assert_eq!(recipe.encodings.amo.of_variable("cell[1,1]").name(), "pairwise-product");
    }

    #[test]
    fn a_command_keeps_its_quotes() {
        let text = "domain=direct,amo=cmd:prog -a 'b, (c' {n},amo:row=cmd:f([1,2]) {n},card=sequential,linear=order-sum,\
                    all-different=bijection,table=supports,root=narrow";
        let recipe: Recipe = text.parse().unwrap();
        assert_eq!(recipe.to_string(), text);
        assert!(recipe.runs_programs() && !Recipe::default().runs_programs());
        let seven = ExternalTask::count(7, Cmp::Le, 1);
        assert_eq!(recipe.externals().next().unwrap().words(&seven), ["prog", "-a", "b, (c", "7"]);
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
        assert_eq!(error("root=none(4)"), "found 'root=none(4)', expected none without a number");
        assert!(error("literal-order=random(x)").contains("expected random(N), N a seed from 0"));
        assert!(error("root:row=none").starts_with("found 'root:row=none', expected CLASS="));
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
        for text in [
            "default",
            "literal-order:line[0]=given",
            "linear:line[1]=one-hot-sum",
            "amo:pair=ladder,amo:cell=pairwise",
            "domain:cell[2,1]=order",
        ] {
            assert_eq!(check(text), Ok(()));
        }
        for text in [
            "linear:line[2]=one-hot-sum",
            "linear:pair=one-hot-sum",
            "literal-order:cell=given",
            "domain:cell[2,2]=order",
            "card:line=totalizer",
        ] {
            assert!(check(text).is_err(), "{text}");
        }
        assert_eq!(
            check("linear:lime=one-hot-sum").unwrap_err(),
            "unknown selector of 'linear:' in --encode 'lime'; did you mean 'line'? (known: line[0] to [1], line)"
        );
        assert_eq!(
            check("circuit:tour[0]=order").unwrap_err(),
            "unknown selector of 'circuit:' in --encode 'tour[0]' (there is none)"
        );
    }
}

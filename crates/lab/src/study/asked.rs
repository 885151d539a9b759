//! The runs that are asked for the instances of a table: strategies, encodings and views of the table, or else of the
//! study.

use std::ops::Range;

use toml::Spanned;

use crate::compare::{Absent, ENCODINGS, STRATEGIES, Way, parse_recipes};
use crate::run::{Choice, Chosen};
use crate::source::Content;
use cnfab_encode::absent_classes;
use cnfab_model::Model;
use cnfab_solve::Encodings;

use super::file::{Configuration, File, Instances, Names, StudyError, Text};
use super::instances::Instance;

/// A strategy with its recipe, and a name for both.
struct Named {
    name: String,
    strategy: Choice,
    recipe: Encodings,
}

impl Named {
    fn of(written: &Configuration, text: &Text<'_>) -> Result<Self, StudyError> {
        let Configuration { name, strategy, encodings } = written;
        if name.get_ref().trim().is_empty() {
            return Err(text.error(name.span(), "found an empty name"));
        }
        let one = |found: usize, at: Range<usize>, what: &str| {
            let wrong = || text.error(at, format!("found {found} {what}, expected one for each configuration"));
            if found == 1 { Ok(()) } else { Err(wrong()) }
        };
        let choices = Choice::parse_list(strategy.get_ref());
        let mut choices = choices.map_err(|why| text.error(strategy.span(), why.to_string()))?;
        one(choices.len(), strategy.span(), "strategies")?;
        let recipe = match encodings {
            None => Encodings::default(),
            Some(encodings) => {
                let recipes = parse_recipes(encodings.get_ref());
                let mut recipes = recipes.map_err(|why| text.error(encodings.span(), why.to_string()))?;
                one(recipes.len(), encodings.span(), "recipes")?;
                recipes.remove(0)
            }
        };
        Ok(Named { name: name.get_ref().clone(), strategy: choices.remove(0), recipe })
    }
}

/// All views of a kind.
const ALL: &str = "all";

pub(super) struct Asked<'t> {
    /// In place of strategies and recipes, if there are any.
    configurations: Vec<Named>,
    strategies: Vec<Choice>,
    recipes: Vec<Encodings>,
    views: Vec<String>,
    text: &'t Text<'t>,
    strategies_at: Range<usize>,
    recipes_at: Range<usize>,
    views_at: Range<usize>,
}

impl<'t> Asked<'t> {
    pub(super) fn of(file: &File, table: &Spanned<Instances>, text: &'t Text<'t>) -> Result<Self, StudyError> {
        let pick = |own: &Option<Spanned<Names>>, all: &Option<Spanned<Names>>, default: Option<&str>| match own
            .as_ref()
            .or(all.as_ref())
        {
            Some(names) => (names.get_ref().all().to_vec(), names.span()),
            None => (default.map(str::to_owned).into_iter().collect(), table.span()),
        };
        let own = table.get_ref();
        let (strategies, strategies_at) = pick(&own.strategies, &file.strategies, Some(STRATEGIES));
        let (recipes, recipes_at) = pick(&own.encodings, &file.encodings, Some(ENCODINGS));
        let (views, views_at) = pick(&own.views, &file.views, None);
        let mut configurations: Vec<Named> = Vec::new();
        for written in &file.configurations {
            if let Some(names) = file.strategies.as_ref().or(file.encodings.as_ref()) {
                return Err(text.error(names.span(), "found this beside 'configurations', which stand in its place"));
            }
            let named = Named::of(written.get_ref(), text)?;
            if configurations.iter().any(|other| other.name == named.name) {
                let what = format!("two configurations have the name '{}'", named.name);
                return Err(text.error(written.get_ref().name.span(), what));
            }
            configurations.push(named);
        }
        if own.strategies.is_some() || own.encodings.is_some() {
            configurations.clear();
        }
        let mut asked = Asked {
            configurations,
            strategies: Vec::new(),
            recipes: Vec::new(),
            views,
            text,
            strategies_at,
            recipes_at,
            views_at,
        };
        for list in strategies {
            let choices = Choice::parse_list(&list);
            asked.strategies.extend(choices.map_err(|why| text.error(asked.strategies_at.clone(), why.to_string()))?);
        }
        for list in recipes {
            let recipes = parse_recipes(&list);
            asked.recipes.extend(recipes.map_err(|why| text.error(asked.recipes_at.clone(), why.to_string()))?);
        }
        Ok(asked)
    }

    /// How puzzles of a kind, or models of a front end, are solved.
    fn of_subject(&self, subject: &Content) -> Result<(Vec<&'static str>, Vec<Chosen>), StudyError> {
        let views = match &self.views[..] {
            [all] if all == ALL => Ok(subject.views().iter().map(|view| view.0).collect()),
            names => names.iter().map(|name| subject.view(name)).collect::<Result<Vec<_>, _>>(),
        };
        let views = views.map_err(|why| self.text.error(self.views_at.clone(), why.to_string()))?;
        let mut strategies: Vec<Chosen> = Vec::new();
        for choice in &self.strategies {
            strategies.extend(self.chosen(choice, subject)?);
        }
        Ok((views, strategies))
    }

    fn chosen(&self, choice: &Choice, subject: &Content) -> Result<Vec<Chosen>, StudyError> {
        choice.of(subject.kind()).map_err(|why| self.text.error(self.strategies_at.clone(), why.to_string()))
    }

    /// Of the views of an instance, the classes of encodings without use, if several recipes are asked for. With
    /// symmetry, the model that is searched has further constraints.
    pub(super) fn absent(&self, subject: &Content, up_to_symmetry: bool) -> Result<Absent, StudyError> {
        if self.recipes.len() < 2 || up_to_symmetry || !self.configurations.is_empty() {
            return Ok(Absent::new());
        }
        let (mut views, strategies) = self.of_subject(subject)?;
        if views.is_empty() {
            views = strategies.iter().map(|strategy| strategy.view(subject.views())).collect();
            views.sort_unstable();
            views.dedup();
        }
        let recipes = || self.recipes.iter().map(|encodings| &encodings.recipe);
        Ok(views.into_iter().map(|view| (view, absent_classes(&subject.make_model(view), recipes()))).collect())
    }

    /// The ways to solve such instances, and the classes of encodings without use in which these would differ.
    pub(super) fn ways(
        &self,
        subject: &Content,
        absent: &Absent,
        up_to_symmetry: bool,
    ) -> Result<(Vec<Way>, Vec<String>), StudyError> {
        let (views, strategies) = self.of_subject(subject)?;
        let all = |absent: &Absent| Way::all(subject.views(), &views, &strategies, &self.recipes, absent);
        let mut ways = if self.configurations.is_empty() { all(absent) } else { Vec::new() };
        for Named { name, strategy, recipe } in &self.configurations {
            let (chosen, recipes) = (self.chosen(strategy, subject)?, std::slice::from_ref(recipe));
            let named = Way::all(subject.views(), &views, &chosen, recipes, absent);
            ways.extend(named.into_iter().map(|way| Way { name: Some(name.clone()), ..way }));
        }
        if up_to_symmetry && ways.iter().any(|way| way.view != ways[0].view) {
            // The smallest solution of an orbit is another one in another view.
            let what =
                format!("'up-to-symmetry' compares runs of one view only, and {} has several here", subject.name());
            return Err(self.text.error(self.views_at.clone(), what));
        }
        let needless =
            if self.configurations.is_empty() { Way::needless(&all(&Absent::new()), absent) } else { Vec::new() };
        Ok((ways, needless))
    }

    /// Refuses families, constraints and variables that none of the instances has.
    pub(super) fn check(&self, instances: &[Instance]) -> Result<(), StudyError> {
        let named = self.configurations.iter().map(|named| &named.recipe);
        let particular: Vec<&Encodings> =
            self.recipes.iter().chain(named).filter(|recipe| recipe.recipe.is_particular()).collect();
        if particular.is_empty() || instances.is_empty() {
            return Ok(());
        }
        let model = |instance: &Instance| -> Result<Model, StudyError> {
            let named = self.views.first().filter(|view| *view != ALL);
            let view = named.map_or_else(|| Ok(instance.subject.views()[0].0), |name| instance.subject.view(name));
            let view = view.map_err(|why| self.text.error(self.views_at.clone(), why.to_string()))?;
            Ok(instance.subject.make_model(view))
        };
        let models: Vec<Model> = instances.iter().map(model).collect::<Result<_, _>>()?;
        let check = |recipe: &&Encodings| {
            recipe.recipe.check(&models).map_err(|why| self.text.error(self.recipes_at.clone(), why.to_string()))
        };
        particular.iter().try_for_each(check)
    }
}

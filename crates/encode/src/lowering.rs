//! A model in terms that have encodings, by the decompositions that a configuration selects.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use cnfab_cnf::{ClauseSink, Lit, NativeConstraint};
use cnfab_model::{Atom, Constraint, Label, Model, Posted, Poster, Takes, Variable, taken};

use super::config::class::{CLASSES, ClassEncoding, EncodingClass, Selections, find_class};
use super::config::selection::{ClassSelection, Selects};
use super::decomposition::Decomposition;
use super::encoding::spelled;
use super::{Encoding, Recipe, Unsupported, VarMap};

taken! {
    /// The classes that have such encodings.
    enum Decomposed { Circuit, Connected, Cumulative, Disjunctive, Element, GlobalCardinality, Layered, Lex, Parity }
}

/// A constraint with the encoding that is selected for it.
trait Selected {
    fn class(&self) -> &'static str;

    fn encoding(&self) -> &dyn Encoding;

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>);

    fn native(&self, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>>;

    /// States the constraint by what may take the place of the native one; returns whether there is such an encoding.
    fn decompose_later(&self, when: &[Atom], out: &mut Poster<'_>) -> bool;
}

struct By<'c, C> {
    encoding: &'c (dyn Decomposition<C> + 'static),
    constraint: &'c C,
}

impl<C> Selected for By<'_, C>
where
    dyn Decomposition<C>: ClassEncoding,
{
    fn class(&self) -> &'static str {
        <dyn Decomposition<C>>::NAME
    }

    fn encoding(&self) -> &dyn Encoding {
        self.encoding
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.encoding.decompose(self.constraint, when, out);
    }

    fn native(&self, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>> {
        self.encoding.native(self.constraint, vars, out)
    }

    fn decompose_later(&self, when: &[Atom], out: &mut Poster<'_>) -> bool {
        let later = self.encoding.later();
        later.is_some_and(|later| {
            later.decompose(self.constraint, when, out);
            true
        })
    }
}

/// The model in terms that have encodings, by the decompositions of the configuration.
///
/// # Errors
/// If a decomposition cannot state a constraint, or the solver is to propagate it in place of simpler ones, or to make
/// the literals of variables.
pub fn lowered<'m>(model: &'m Model, recipe: &Recipe) -> Result<Cow<'m, Model>, Unsupported> {
    if let Some(encoding) = recipe.encodings.domain.propagated() {
        let others = find_class("domain").map(|class| class.names().join(", ")).unwrap_or_default();
        let what = format!(
            "variables by literals that are there from the beginning, as certificates need them: expected one of {others}"
        );
        return Err(Unsupported { encoding, what });
    }
    let Lowered { model: lowered, unstated, .. } = Lowered::of(model, recipe)?;
    let Some(first) = unstated.first() else { return Ok(lowered) };
    let selected = first.selected(recipe);
    let others = find_class(selected.class()).map(|class| class.names().join(", ")).unwrap_or_default();
    Err(Unsupported {
        encoding: format!("{}={}", selected.class(), spelled(selected.encoding())),
        what: format!(
            "constraint {}[{}] by simpler ones, as certificates need them: expected one of {others}",
            first.posted.label, first.number
        ),
    })
}

/// The same, but as it is if the solver is to propagate some of its constraints in place of simpler ones.
/// [`encode`](super::encode) takes either.
///
/// # Errors
/// If a decomposition cannot state a constraint.
pub fn lowered_unless_propagated<'m>(model: &'m Model, recipe: &Recipe) -> Result<Cow<'m, Model>, Unsupported> {
    let Lowered { model: lowered, unstated, .. } = Lowered::of(model, recipe)?;
    Ok(if unstated.is_empty() { lowered } else { Cow::Borrowed(model) })
}

/// A constraint that encodings state: of the model, of its lowered form, or of a form in between.
pub(super) struct Stated {
    /// Its label.
    pub(super) label: Label,
    /// Its number, by which configurations select it.
    pub(super) number: usize,
    /// The classes of encodings for it.
    pub(super) classes: Vec<&'static str>,
}

impl Stated {
    /// The constraints that the configuration selects encodings for. If the model cannot be lowered, its own.
    pub(super) fn all(model: &Model, recipe: &Recipe) -> Vec<Self> {
        let classes = |constraint: &Constraint, is_seen: bool| {
            let uses = |class: &&EncodingClass| (!is_seen || class.is_decomposed) && (class.applies_to)(constraint);
            CLASSES.iter().filter(uses).map(|class| class.name).collect()
        };
        let mut all = Vec::new();
        let lowered = lowered_as_seen(model, recipe, &mut |posted, number| {
            all.push(Stated { label: posted.label.clone(), number, classes: classes(&posted.constraint, true) });
        });
        // With what may take the place of constraints that are propagated.
        let whole = lowered.and_then(|_| Lowered::of(model, recipe));
        let lowered = whole.as_ref().map_or(model, |whole| &whole.model);
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for posted in lowered.constraints() {
            let next = numbers.entry(&posted.label).or_default();
            all.push(Stated {
                label: posted.label.clone(),
                number: *next,
                classes: classes(&posted.constraint, false),
            });
            *next += 1;
        }
        all
    }
}

/// Of each variable, whether its literals or those of one of its constraints take time and space for each value.
fn visited(model: &Model, recipe: &Recipe) -> Vec<bool> {
    let visits = |variable: &Variable| recipe.encodings.domain.of_variable(&variable.name).visits_values();
    let mut visited: Vec<bool> = model.variables().iter().map(visits).collect();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for posted in model.constraints() {
        let number = numbers.entry(&posted.label).or_default();
        let linear = recipe.encodings.linear.of_constraint(&posted.label, *number);
        let is_linear_light = linear.is_propagated() && linear.argument().is_none();
        let is_whole = |of: &dyn Encoding| of.is_propagated() && of.argument().is_none();
        let is_light = match &posted.constraint {
            // Of many values these have sums in their place.
            Constraint::Linear(_) | Constraint::Extremum(_) | Constraint::Among(_) => is_linear_light,
            // Some of them have tables of few rows.
            Constraint::Function(_) | Constraint::Table(_) => {
                let table = recipe.encodings.table.of_constraint(&posted.label, *number);
                is_linear_light && is_whole(table)
            }
            Constraint::Clause(_) | Constraint::Cardinality(_) | Constraint::ShortTable(_) => true,
            Constraint::AllDifferent(_) => {
                is_whole(recipe.encodings.all_different.of_constraint(&posted.label, *number))
            }
            // Bounds, or few values, are all that their propagators ask for.
            Constraint::Cumulative(_)
            | Constraint::Disjunctive(_)
            | Constraint::Element(_)
            | Constraint::GlobalCardinality(_)
            | Constraint::Layered(_)
            | Constraint::Lex(_)
            | Constraint::Parity(_) => {
                is_linear_light
                    && selected(&recipe.encodings, posted, *number).is_some_and(|one| is_whole(one.encoding()))
            }
            _ => false,
        };
        if !is_light {
            posted.constraint.vars().for_each(|var| visited[var.index()] = true);
        }
        *number += 1;
    }
    visited
}

/// The same, where each constraint that is decomposed is shown with its number.
pub(super) fn lowered_as_seen<'m>(
    model: &'m Model,
    recipe: &Recipe,
    see: &mut dyn FnMut(&Posted, usize),
) -> Result<Cow<'m, Model>, Unsupported> {
    let mut last = None;
    let any_values = model.has_too_many_values(|_| true) && {
        let visits = visited(model, recipe);
        !model.has_too_many_values(|index| visits[index])
    };
    let lowered = model.lowered_by(Takes { any_values, ..Takes::CONDITIONS }, &mut |posted, number, out| {
        see(posted, number);
        let Some(selected) = selected(&recipe.encodings, posted, number) else { return false };
        last = Some((selected.class(), spelled(selected.encoding())));
        selected.decompose(&posted.when, out);
        true
    });
    lowered.map_err(|what| {
        let encoding = last.map_or_else(|| "sat".to_owned(), |(class, name)| format!("{class}={name}"));
        Unsupported { encoding, what: what.to_owned() }
    })
}

/// A constraint with what is selected for it by its label and number. `None` if its class has no such encodings.
fn selected<'c>(of: &'c Selections, posted: &'c Posted, number: usize) -> Option<Box<dyn Selected + 'c>> {
    fn by<'c, C>(
        selection: &'c ClassSelection<dyn Decomposition<C>>,
        constraint: &'c C,
        posted: &Posted,
        number: usize,
    ) -> Box<dyn Selected + 'c>
    where
        dyn Decomposition<C>: ClassEncoding,
    {
        Box::new(By { encoding: selection.of_constraint(&posted.label, number), constraint })
    }
    Some(match Decomposed::of(&posted.constraint)? {
        Decomposed::Circuit(circuit) => by(&of.circuit, circuit, posted, number),
        Decomposed::Connected(connected) => by(&of.connected, connected, posted, number),
        Decomposed::Cumulative(cumulative) => by(&of.cumulative, cumulative, posted, number),
        Decomposed::Disjunctive(disjunctive) => by(&of.disjunctive, disjunctive, posted, number),
        Decomposed::Element(element) => by(&of.element, element, posted, number),
        Decomposed::GlobalCardinality(counts) => by(&of.global_cardinality, counts, posted, number),
        Decomposed::Layered(layered) => by(&of.layered, layered, posted, number),
        Decomposed::Lex(lex) => by(&of.lex, lex, posted, number),
        Decomposed::Parity(parity) => by(&of.parity, parity, posted, number),
    })
}

/// A model in terms that have encodings, and what the solver propagates beside it.
pub(super) struct Lowered<'m> {
    /// The model. Last come the constraints and variables that may take the place of what is propagated.
    pub(super) model: Cow<'m, Model>,
    /// The number of its variables that are in constraints which hold from the beginning.
    pub(super) variables: usize,
    /// The number of its constraints that hold from the beginning.
    pub(super) constraints: usize,
    /// The constraints that the solver propagates.
    pub(super) unstated: Vec<Unstated>,
}

/// A constraint that the solver propagates in place of simpler ones.
pub(super) struct Unstated {
    pub(super) posted: Posted,
    pub(super) number: usize,
    /// The variables of the lowered model that only the constraints in its place have.
    pub(super) variables: Range<usize>,
    /// The constraints of the lowered model that may take its place; none if it is propagated for good.
    pub(super) constraints: Range<usize>,
}

impl<'m> Lowered<'m> {
    /// # Errors
    /// If a decomposition cannot state a constraint.
    pub(super) fn of(model: &'m Model, recipe: &Recipe) -> Result<Self, Unsupported> {
        let mut unstated = Vec::new();
        let mut lowered = lowered_as_seen(model, recipe, &mut |posted, number| {
            let selected = selected(&recipe.encodings, posted, number);
            if selected.is_some_and(|selected| selected.encoding().is_propagated()) {
                unstated.push(Unstated { posted: posted.clone(), number, variables: 0..0, constraints: 0..0 });
            }
        })?;
        let ends = |model: &Model| (model.variables().len(), model.constraints().len());
        let (variables, constraints) = ends(&lowered);
        for one in unstated.iter_mut().filter(|one| one.selected(recipe).encoding().argument().is_some()) {
            let from = ends(&lowered);
            lower_later(lowered.to_mut(), one, recipe)?;
            let to = ends(&lowered);
            (one.variables, one.constraints) = (from.0..to.0, from.1..to.1);
        }
        Ok(Lowered { model: lowered, variables, constraints, unstated })
    }
}

/// Adds to a model what may take the place of a constraint that is propagated.
fn lower_later(model: &mut Model, one: &Unstated, recipe: &Recipe) -> Result<(), Unsupported> {
    let lowered = model.lower(one.posted.clone(), one.number, Takes::CONDITIONS, &mut |posted, number, out| {
        let Some(selected) = selected(&recipe.encodings, posted, number) else { return false };
        if !selected.encoding().is_propagated() {
            selected.decompose(&posted.when, out);
            return true;
        }
        selected.decompose_later(&posted.when, out)
    });
    let selected = one.selected(recipe);
    lowered.map_err(|what| Unsupported {
        encoding: format!("{}={}", selected.class(), spelled(selected.encoding())),
        what: what.to_owned(),
    })
}

impl Unstated {
    fn selected<'u>(&'u self, recipe: &'u Recipe) -> Box<dyn Selected + 'u> {
        selected(&recipe.encodings, &self.posted, self.number).expect("it is one of these classes")
    }

    /// The native constraint under these conditions.
    pub(super) fn native(
        &self,
        recipe: &Recipe,
        conditions: &[Lit],
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Option<NativeConstraint<Lit>> {
        self.selected(recipe).native(vars, out).map(|native| native.under(conditions))
    }
}

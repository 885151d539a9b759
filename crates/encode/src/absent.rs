//! The classes of encodings that make no difference to a model.

use cnfab_model::{Atom, Cardinality, Flat, Linear, Model, Posted};

use super::Recipe;
use super::config::class::CLASSES;
use super::lowering::lowered_as_seen;

/// The classes of encodings that make no difference to the model under any of the configurations, since no constraint
/// of it is encoded by them. `root=narrow` may leave even fewer.
pub fn absent_classes<'r>(model: &Model, recipes: impl IntoIterator<Item = &'r Recipe>) -> Vec<&'static str> {
    let mut used = vec![false; CLASSES.len()];
    let mut is_stated = false;
    let mut tried: Vec<String> = Vec::new();
    for recipe in recipes {
        let decompositions = recipe.decompositions();
        if tried.contains(&decompositions) {
            continue;
        }
        tried.push(decompositions);
        let mut note = |posted: &Posted, _: usize| {
            let uses = CLASSES.iter().map(|class| class.is_decomposed && (class.applies_to)(&posted.constraint));
            used.iter_mut().zip(uses).for_each(|(used, uses)| *used |= uses);
        };
        // One that does not state the model has no formulas that could differ.
        let Ok(lowered) = lowered_as_seen(model, recipe, &mut note) else { continue };
        is_stated = true;
        for posted in lowered.constraints().iter().filter(|posted| is_work(&lowered, posted.flat())) {
            let uses = CLASSES.iter().map(|class| (class.applies_to)(&posted.constraint));
            used.iter_mut().zip(uses).for_each(|(used, uses)| *used |= uses);
        }
    }
    if !is_stated {
        return Vec::new();
    }
    // Bounds of an objective are encoded while it is improved.
    let is_bounded = model.objective().is_some();
    let absent = CLASSES.iter().zip(used).filter(|(class, used)| {
        let may_bound = is_bounded && !class.is_decomposed;
        !used && !class.of_variables && !may_bound
    });
    absent.map(|(class, _)| class.name).collect()
}

/// True if a constraint is more than clauses over its variables.
fn is_work(model: &Model, constraint: Flat<'_>) -> bool {
    match constraint {
        Flat::AllDifferent(_) | Flat::Table(_) => true,
        Flat::Cardinality(Cardinality { atoms, k, .. }) => is_card(model, atoms, *k),
        Flat::Clause(_) => false,
        Flat::Linear(Linear { terms, .. }) => terms.iter().filter(|(_, var)| model.domain(*var).len() > 1).count() > 1,
    }
}

/// True if a count is more than clauses and at-most-one: at least or at most k of n open atoms, with `2 <= k <= n - 2`.
fn is_card(model: &Model, atoms: &[Atom], k: usize) -> bool {
    // How many atoms some of the values of the variable make true, and how many all of them do.
    let may_hold = |atom: &&Atom| model.domain(atom.var).values().any(|value| atom.holds(value));
    let must_hold = |atom: &&Atom| model.domain(atom.var).values().all(|value| atom.holds(value));
    let (possible, certain) = (atoms.iter().filter(may_hold).count(), atoms.iter().filter(must_hold).count());
    let Some(k) = k.checked_sub(certain) else { return false };
    k > 1 && k + 1 < possible.saturating_sub(certain)
}

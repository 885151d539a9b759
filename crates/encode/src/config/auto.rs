//! `auto`: a configuration chosen from what a model is made of, family by family.
//!
//! What each choice rests on:
//! - Sums: the default. `order-subset` needs the fewest conflicts on Aristotle's hexagon, but more than twice the time.
//! - Counts: `naive` while it is small, as it has no auxiliaries and is the fastest to list all solutions with; a
//!   `sequential` counter for low bounds; else a `totalizer`.
//! - Tables: `supports`, but a diagram where the rows are many, since each would be a literal.
//! - Variables of more than 200 values that only sums speak about have the `order` encoding, others the default.
//!
//! A part of the configuration that is written out stays as it is.

use std::collections::BTreeMap;

use cnfab_model::{Cardinality, Cmp, Domain, Model, Table, narrow, taken};

use super::class::find_class;
use crate::combinations::subsets;

/// Clauses that a count without auxiliaries may have.
const MOST_NAIVE: u128 = 400;
/// Bounds, on the true or on the false literals, that a sequential counter is used for.
const LOW_BOUND: usize = 3;
/// Rows that are selected one by one.
const MOST_ROWS: usize = 5000;
/// Values of a variable that have a literal each.
const MOST_VALUES: usize = 200;

taken! {
    /// The classes with a choice.
    enum Picked { Cardinality, Linear, Table }
}

/// The encodings of families: class, family, specification. Encodings that are the default are left out.
pub(crate) fn picks(model: &Model) -> Vec<(&'static str, String, &'static str)> {
    let domains: Vec<Domain> =
        narrow(model).unwrap_or_else(|| model.variables().iter().map(|variable| variable.domain.clone()).collect());
    let mut families: BTreeMap<(&'static str, String), Vec<&'static str>> = BTreeMap::new();
    let mut only_in_sums = vec![true; domains.len()];
    for posted in model.constraints() {
        let choice = match Picked::of(&posted.constraint) {
            Some(Picked::Linear(_)) => continue,
            Some(Picked::Cardinality(Cardinality { atoms, cmp, k })) => Some(("card", count(atoms.len(), *cmp, *k))),
            Some(Picked::Table(Table { relation, .. })) => {
                let is_long = relation.arity() > 2 && relation.len() > MOST_ROWS;
                Some(("table", if is_long { "mdd" } else { "supports" }))
            }
            None => None,
        };
        posted.constraint.vars().for_each(|var| only_in_sums[var.index()] = false);
        if let Some((class, pick)) = choice {
            families.entry((class, posted.label.to_string())).or_default().push(pick);
        }
    }
    for (variable, (domain, only_in_sums)) in model.variables().iter().zip(domains.iter().zip(only_in_sums)) {
        let pick = if domain.len() > MOST_VALUES && only_in_sums { "order" } else { "direct" };
        families.entry(("domain", variable.family().to_owned())).or_default().push(pick);
    }
    let default = |class: &str| find_class(class).expect("a class of the table").default;
    let agreed = |((class, family), picks): ((&'static str, String), Vec<&'static str>)| {
        // The first choice for a family is that for all of it, unless they differ.
        let pick = if picks.iter().all(|&pick| pick == picks[0]) { picks[0] } else { weaker(class, &picks) };
        (pick != default(class)).then_some((class, family, pick))
    };
    families.into_iter().filter_map(agreed).collect()
}

/// The encoding for all of a family whose members would choose differently.
fn weaker(class: &str, picks: &[&'static str]) -> &'static str {
    match class {
        "card" if picks.contains(&"totalizer") => "totalizer",
        "card" => "sequential",
        "table" => "mdd",
        _ => "direct",
    }
}

fn count(n: usize, cmp: Cmp, k: usize) -> &'static str {
    let above = if cmp == Cmp::Ge { 0 } else { subsets(n, k + 1) };
    let below = if cmp == Cmp::Le { 0 } else { subsets(n, (n + 1).saturating_sub(k)) };
    match k.min(n.saturating_sub(k)) {
        _ if above.saturating_add(below) <= MOST_NAIVE => "naive",
        0..=LOW_BOUND => "sequential",
        _ => "totalizer",
    }
}

#[cfg(test)]
mod tests {
    use crate::Recipe;
    use cnfab_model::{Cmp, Model};

    /// The parts of the configuration for a model that are not the default's.
    fn picked(model: &Model, text: &str) -> Vec<String> {
        let (recipe, default) = (text.parse::<Recipe>().unwrap().for_model(model), Recipe::default().to_string());
        let parts: Vec<String> = crate::split(&recipe.to_string()).map(str::to_owned).collect();
        parts.into_iter().filter(|part| !crate::split(&default).any(|other| other == part)).collect()
    }

    fn model() -> Model {
        let mut model = Model::new();
        let cells: Vec<_> = (0..6).map(|i| model.var(format!("cell[{i}]"), 1..=9)).collect();
        let wide: Vec<_> = (0..3).map(|i| model.var(format!("wide[{i}]"), 0..=1000)).collect();
        model.all_different("all", cells.clone());
        model.sum_eq("line", cells[..3].to_vec(), 15);
        model.linear("far", [(1, wide[0]), (2, wide[1]), (-1, wide[2])], Cmp::Le, 17);
        model.exactly("few", 2, cells.iter().map(|cell| cell.is(3)));
        model.exactly("many", 9, (1..=4).flat_map(|v| cells.iter().map(move |cell| cell.is(v))));
        model
    }

    #[test]
    fn each_family_gets_what_suits_it() {
        let expected = ["domain:wide=order", "card:few=naive", "card:many=totalizer"];
        assert_eq!(picked(&model(), "auto"), expected);
    }

    #[test]
    fn what_is_written_out_stays() {
        let expected = ["domain:wide=order", "card=bdd", "linear:line=mdd"];
        assert_eq!(picked(&model(), "auto,card=bdd,linear:line=mdd"), expected);
        assert_eq!(
            "auto,card=bdd,linear:line=mdd".parse::<Recipe>().unwrap().to_string(),
            "auto,card=bdd,linear:line=mdd,root=narrow"
        );
    }
}

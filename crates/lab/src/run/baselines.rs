//! The strategies and encodings that are baselines: here to be compared with, and expected to lose.

use std::collections::BTreeSet;

use cnfab_solve::sat::enumerator;
use cnfab_solve::{Encodings, Strategy};

/// The sentence that marks the baselines among strategies, each with its recipe; `None` if there are none.
///
/// A text that is no strategy or no recipe, as rows of another version may have, names no baseline.
pub fn baselines<'n>(configurations: impl IntoIterator<Item = (&'n str, Option<&'n str>)>) -> Option<String> {
    let mut all = BTreeSet::new();
    for (strategy, recipe) in configurations {
        let encodings = recipe.and_then(|recipe| recipe.parse::<Encodings>().ok());
        all.extend(encodings.into_iter().flat_map(|encodings| encodings.recipe.baselines()));
        let enumerator = Strategy::parse(strategy).ok().and_then(|strategy| enumerator(&strategy));
        let enumerator = enumerator.filter(|one| one.is_baseline());
        all.extend(enumerator.map(|one| format!("enumerate={}", one.name())));
    }
    let names: Vec<String> = all.into_iter().collect();
    match names.len() {
        0 => None,
        1 => Some(format!("{} is a baseline, there to be compared with.", names[0])),
        _ => Some(format!("{} are baselines, there to be compared with.", names.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn baselines_are_named_once_each() {
        let note = |configurations: &[(&str, Option<&str>)]| baselines(configurations.iter().copied());
        assert_eq!(note(&[("sat", Some("default")), ("backtrack", None), ("old", Some("amo=old"))]), None);
        let one = "card=naive is a baseline, there to be compared with.";
        assert_eq!(note(&[("sat", Some("card=naive")), ("sat:batsat", Some("card:row=naive"))]).as_deref(), Some(one));
        let several = "card=sinz, enumerate=block-full are baselines, there to be compared with.";
        assert_eq!(note(&[("sat:Enumerate=Block-Full", Some("card=sinz"))]).as_deref(), Some(several));
        // A program of the user may have an option that reads like ours.
        assert_eq!(note(&[("sat:cmd=prog --enumerate=block-full {}", None)]), None);
    }
}

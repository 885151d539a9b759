//! Lists of recipes, and the parts that distinguish one.

use std::collections::{BTreeMap, BTreeSet};

use cnfab_base::names::means;
use cnfab_encode::{RecipeError, split, split_at};
use cnfab_solve::{Encodings, Strategy};

/// Reads a list of recipes. `;` separates them, and so does a comma before a part whose key the recipe has already, or
/// before or after `default`: `default,amo=product,amo=pairwise,card=totalizer` are three. A recipe with `*` for an
/// encoding stands for as many as there are encodings of the class; with several, for each with each: `amo=*,linear=*`.
///
/// # Errors
/// If one of them cannot be read.
pub fn parse_recipes(text: &str) -> Result<Vec<Encodings>, RecipeError> {
    let mut recipes: Vec<Vec<&str>> = Vec::new();
    for list in split_at(text, ';') {
        let mut recipe: Vec<&str> = Vec::new();
        for part in split(list).filter(|part| !part.is_empty()) {
            let key = |part: &str| part.split('=').next().unwrap_or_default().to_owned();
            let is_default = |part: &str| means(part, "default");
            let begins =
                is_default(part) || recipe.iter().any(|&other| is_default(other) || means(&key(other), &key(part)));
            if begins && !recipe.is_empty() {
                recipes.push(std::mem::take(&mut recipe));
            }
            recipe.push(part);
        }
        if !recipe.is_empty() {
            recipes.push(recipe);
        }
    }
    recipes.iter().flat_map(|parts| expand(parts)).map(|recipe| recipe.parse()).collect()
}

/// The recipes that one with wildcards stands for, the encodings in the order of their registry.
fn expand(parts: &[&str]) -> Vec<String> {
    parts.iter().fold(vec![String::new()], |recipes, part| {
        let key = part.strip_suffix("=*");
        let names = key.and_then(|key| Encodings::names_of(key.split(':').next().unwrap_or_default()));
        // A class that does not exist is refused with the part as it is.
        let choices: Vec<String> = match (key, names) {
            (Some(key), Some(names)) => names.iter().map(|name| format!("{key}={name}")).collect(),
            _ => vec![(*part).to_owned()],
        };
        let begun = |recipe: &String| if recipe.is_empty() { String::new() } else { format!("{recipe},") };
        recipes.iter().flat_map(|recipe| choices.iter().map(move |choice| begun(recipe) + choice)).collect()
    })
}

/// True if the strategy uses what programs print for these encodings.
pub fn runs_programs(strategy: &Strategy, encodings: &Encodings) -> bool {
    encodings.are_external_for(strategy.backend(encodings).as_ref())
}

/// The parts of a recipe that are not those of the default; `default` if there are none.
pub fn parts_that_differ(recipe: &str) -> String {
    let default = Encodings::default().to_string();
    let parts: Vec<&str> = split(recipe).filter(|part| !split(&default).any(|other| other == *part)).collect();
    if parts.is_empty() { "default".to_owned() } else { parts.join(",") }
}

/// The label of each recipe: its parts whose key has another value in some other recipe, and those that are not the
/// default's. So a default has its name beside the encodings it is compared with. Parts that all recipes have are left
/// out if each recipe has others that tell it. `default` if no part is left.
pub fn labels(recipes: &[&str]) -> Vec<String> {
    let key = |part: &str| part.split('=').next().unwrap_or_default().to_owned();
    let mut uses: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    for part in recipes.iter().flat_map(|recipe| split(recipe)) {
        *uses.entry(key(part)).or_default().entry(part).or_default() += 1;
    }
    let default = Encodings::default().to_string();
    let default: BTreeSet<&str> = split(&default).collect();
    let labels = |shared: bool| -> Vec<String> {
        let tells = |part: &&str| {
            let values = &uses[&key(part)];
            values.len() > 1 || !default.contains(part) && (shared || values[part] < recipes.len())
        };
        recipes.iter().map(|recipe| split(recipe).filter(tells).collect::<Vec<_>>().join(",")).collect()
    };
    let short = labels(false);
    let all = if short.iter().any(String::is_empty) { labels(true) } else { short };
    all.into_iter().map(|label| if label.is_empty() { "default".to_owned() } else { label }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(text: &str) -> Vec<String> {
        parse_recipes(text).unwrap().iter().map(|recipe| parts_that_differ(&recipe.to_string())).collect()
    }

    #[test]
    fn a_repeated_key_starts_the_next_recipe() {
        assert_eq!(lists("default"), ["default"]);
        assert_eq!(lists("root=none,root=narrow"), ["root=none", "default"]);
        assert_eq!(lists("root=none;root=none,amo=pairwise-product"), ["root=none", "root=none"]);
        assert_eq!(lists("default,root=none,default"), ["default", "root=none", "default"]);
        assert_eq!(
            lists("amo=pairwise-product,root=none,amo:row=pairwise-product,root=none"),
            ["amo:row=pairwise-product,root=none", "root=none"]
        );
        assert_eq!(lists(";"), [""; 0]);
    }

    #[test]
    fn a_star_stands_for_every_encoding_of_its_class() {
        assert_eq!(lists("root=*"), ["default", "root=none"]);
        let count = |class: &str| Encodings::names_of(class).unwrap().len();
        let (amo, linear) = (count("amo"), count("linear"));
        assert!(amo > 9 && linear > 9, "{amo} {linear}");
        let product = lists("default;amo=*,linear=*");
        assert_eq!(product.len(), 1 + amo * linear);
        assert_eq!(product.iter().collect::<std::collections::BTreeSet<_>>().len(), amo * linear, "{product:?}");
        assert_eq!(lists("amo=*,amo=pairwise").len(), amo + 1);
        let line = lists("linear:line=*,root=none");
        assert_eq!(line.len(), linear);
        assert_eq!(line[0], "linear:line=adder,root=none");
        for class in ["all-different", "amo", "card", "domain", "ilp", "linear", "root", "symmetry", "table"] {
            let parsed = parse_recipes(&format!("{class}=*")).unwrap();
            assert_eq!(parsed.len(), count(class), "{class}");
        }
    }

    #[test]
    fn what_recipes_differ_in_is_named_in_each() {
        let texts = |lists: &str| -> Vec<String> {
            parse_recipes(lists).unwrap().iter().map(|recipe| recipe.to_string()).collect()
        };
        let labels = |lists: &str| labels(&texts(lists).iter().map(String::as_str).collect::<Vec<_>>());
        let default = Encodings::default().to_string();
        let of = |class: &str| split(&default).find(|part| part.starts_with(class)).unwrap().to_owned();
        assert_eq!(labels("default"), ["default"]);
        assert_eq!(labels("default,default"), ["default", "default"]);
        assert_eq!(labels("root=none"), ["root=none"]);
        assert_eq!(
            labels("default,amo=pairwise,root=none"),
            [of("amo="), "amo=pairwise".to_owned()].map(|amo| {
                let root = if amo == "amo=pairwise" { "root=none".to_owned() } else { of("root=") };
                format!("{amo},{root}")
            })
        );
        assert_eq!(labels("linear=mdd,card=totalizer;linear=ggt,card=totalizer"), ["linear=mdd", "linear=ggt"]);
        let within = ["linear=mdd", "domain:cell=order,linear=mdd"];
        assert_eq!(labels("linear=mdd;linear=mdd,domain:cell=order"), within);
        assert!(labels("linear=*").iter().all(|label| label.starts_with("linear=") && !label.contains(',')));
    }

    #[test]
    fn a_wrong_name_is_refused() {
        for text in ["am=*", "linear=*x", "auto=*", "*", "=*"] {
            assert!(parse_recipes(text).is_err(), "{text}");
        }
        assert!(parse_recipes("root=none;root=nome").is_err());
        assert!(parse_recipes("root").is_err());
    }
}

//! Lists of recipes, and what is special about one.

use crate::encode::{RecipeError, split};
use crate::solve::Encodings;

/// Reads a list of recipes. `;` separates them, and so does a comma before a part whose key the recipe has already, or
/// before or after `default`: `default,amo=product,amo=pairwise,card=totalizer` are three.
///
/// # Errors
/// If one of them cannot be read.
pub fn parse_recipes(text: &str) -> Result<Vec<Encodings>, RecipeError> {
    let mut recipes: Vec<Vec<&str>> = Vec::new();
    for list in text.split(';') {
        let mut recipe: Vec<&str> = Vec::new();
        for part in split(list).filter(|part| !part.is_empty()) {
            let key = |part: &str| part.split('=').next().unwrap_or_default().to_owned();
            let begins = part == "default" || recipe.iter().any(|&other| other == "default" || key(other) == key(part));
            if begins && !recipe.is_empty() {
                recipes.push(std::mem::take(&mut recipe));
            }
            recipe.push(part);
        }
        if !recipe.is_empty() {
            recipes.push(recipe);
        }
    }
    recipes.iter().map(|parts| parts.join(",").parse()).collect()
}

/// The parts of a recipe that are not those of the default; `default` if there are none.
pub fn parts_that_differ(recipe: &str) -> String {
    let default = Encodings::default().to_string();
    let parts: Vec<&str> = split(recipe).filter(|part| !split(&default).any(|other| other == *part)).collect();
    if parts.is_empty() { "default".to_owned() } else { parts.join(",") }
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
    fn a_wrong_name_is_refused() {
        assert!(parse_recipes("root=none;root=nome").is_err());
        assert!(parse_recipes("root").is_err());
    }
}

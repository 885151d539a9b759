//! The looks of plots in files of their own, which LaTeX, Inkscape and office programs show as browsers do.
//!
//! Many programs know no style sheets, or no variables in them. So such a plot has none: each element has the looks of
//! the page's sheet as attributes, in light colours.

use super::{COLOURS, PLOT};

/// The beginning of all rules of plots.
const SCOPE: &str = ".plot ";

/// A rule for elements of a name, if there is one, and of some classes.
struct StyleRule {
    element: Option<&'static str>,
    classes: Vec<&'static str>,
    looks: Vec<(&'static str, String)>,
}

/// The light colours: names such as `--ink`, and values.
fn colours() -> Vec<(&'static str, &'static str)> {
    let (light, _) = COLOURS.split_once("@media").unwrap_or((COLOURS, ""));
    let entries = light.split([';', '{', '}']);
    entries.filter_map(|entry| entry.trim().split_once(": ")).filter(|(name, _)| name.starts_with("--")).collect()
}

/// A text with colours instead of variables.
fn resolved(text: &str) -> String {
    let replace = |text: String, (name, value): (&str, &str)| text.replace(&format!("var({name})"), value);
    colours().into_iter().fold(text.to_owned(), replace)
}

/// The rules in light colours, in the order of the sheet.
fn rules() -> Vec<StyleRule> {
    let mut rules = Vec::new();
    for rule in PLOT.split('}') {
        let Some((selectors, looks)) = rule.split_once('{') else { continue };
        let looks: Vec<(&str, String)> = looks
            .split(';')
            .filter_map(|look| look.trim().split_once(": "))
            .map(|(name, value)| (name, resolved(value.trim_end_matches(" !important"))))
            .collect();
        for selector in selectors.split(',').filter_map(|selector| selector.trim().strip_prefix(SCOPE)) {
            // Attributes know no pointer.
            if selector.contains(':') {
                continue;
            }
            let mut parts = selector.split('.');
            let element = parts.next().filter(|element| !element.is_empty());
            rules.push(StyleRule { element, classes: parts.collect(), looks: looks.clone() });
        }
    }
    // The more a rule asks for, the later it counts; the order is kept among equal ones.
    rules.sort_by_key(|rule| (rule.classes.len(), rule.element.is_some()));
    rules
}

/// The elements with their looks as attributes. Each element with a class has it as its first attribute.
pub(super) fn with_attributes(svg: &str) -> String {
    let rules = rules();
    let mut out = String::with_capacity(2 * svg.len());
    for (number, piece) in svg.split('<').enumerate() {
        if number > 0 {
            out.push('<');
        }
        let end = piece.find(['>', '/']).filter(|end| *end > 0).unwrap_or(0);
        let tag = &piece[..end];
        let (element, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let class = attributes.strip_prefix("class=\"").and_then(|rest| rest.split_once('"')).map(|(class, _)| class);
        let drawn = ["circle", "path", "rect", "text"].contains(&element);
        let (Some(class), true) = (class, drawn) else {
            out.push_str(piece);
            continue;
        };
        let classes: Vec<&str> = class.split(' ').collect();
        let mut looks: Vec<(&str, &str)> = Vec::new();
        let is_met = |rule: &&StyleRule| {
            rule.element.is_none_or(|name| name == element) && rule.classes.iter().all(|class| classes.contains(class))
        };
        for (name, value) in rules.iter().filter(is_met).flat_map(|rule| &rule.looks) {
            looks.retain(|(other, _)| other != name);
            looks.push((name, value));
        }
        out.push_str(element);
        for (name, value) in looks {
            // What the element states itself is meant.
            if !attributes.contains(&format!("{name}=\"")) {
                out.push_str(&format!(" {name}=\"{value}\""));
            }
        }
        out.push_str(&piece[element.len()..]);
    }
    out
}

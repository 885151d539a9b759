//! `model.opb` as a person and the checker read it: a comment or a constraint on each line, and what its head declares.
//!
//! A reader believes what a file seems to say. VeriPB takes constraints behind others and behind characters that no
//! terminal shows. So each line is a comment, or one constraint in the form in which `statement` writes it.

use std::collections::{HashMap, HashSet};

use cnfab_model::Sense;

use super::claim::{Claim, Claimed};
use super::steps::plain;

/// Begins the lines that name the variables of a solution.
pub(super) const SHOWN: &str = "* solutions differ in:";

/// Follows the constraints of the model where exclusions of solutions follow.
pub(super) const EXCLUSIONS: &str = "* no further solution but:";

/// The line before an objective: its value, from the sum that is minimised.
pub(super) fn value_line(sense: Sense, constant: i64) -> String {
    let sign = if sense == Sense::Minimise { '+' } else { '-' };
    format!("* value to {}: {constant} {sign} sum", sense.name())
}

/// The declarations of `model.opb` besides its constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The variables in which solutions differ, as the file names them.
    pub shown: Vec<String>,
    /// The number of variables.
    pub variables: usize,
    /// The sense of the objective, and the constant that belongs to its value.
    pub objective: Option<(Sense, i64)>,
    /// The 0/1 variables of the values of shown variables, with the place of the variable.
    values: HashMap<String, usize>,
}

/// `+1 a_1 -2 b_3 >= -1 ;`.
struct Row<'t> {
    terms: Vec<(i128, &'t str)>,
    compares: &'t str,
    bound: i128,
}

impl Declared {
    /// Reads a file.
    ///
    /// # Errors
    /// The first line that is not as we write it, with its number.
    pub fn read(text: &str) -> Result<Declared, String> {
        let lines = lines("model.opb", text)?;
        let wrong = |position: usize, what: &str| Err(format!("model.opb:{}: expected {what}", position + 1));
        if !lines.first().is_some_and(|line| line.starts_with("* #variable= ")) {
            return wrong(0, "the number of variables and constraints");
        }
        let named = lines[1..].iter().take_while(|line| line.starts_with(SHOWN)).count();
        let shown = lines[1..=named].iter().flat_map(|line| line[SHOWN.len()..].split_ascii_whitespace());
        let shown: Vec<String> = shown.map(str::to_owned).collect();
        let mut next = named + 1;
        let mut objective = None;
        if let Some(line) = lines.get(next).filter(|line| line.starts_with("* value to ")) {
            objective = value(line);
            if objective.is_none() || !lines.get(next + 1).is_some_and(|line| is_objective(line)) {
                return wrong(next, "the value of an objective, and the objective as 'min: +1 a_1 ;'");
            }
            next += 2;
        }
        let mut of: HashMap<&str, HashSet<&str>> = HashMap::new();
        let mut names = HashSet::new();
        for (position, line) in lines.iter().enumerate().skip(next) {
            if line.starts_with('*') {
                if line.starts_with(SHOWN) || line.starts_with("* value to ") || *line == EXCLUSIONS {
                    return wrong(position, "another comment, or this one in another place");
                }
                continue;
            }
            let Some(row) = row(line) else {
                return wrong(position, "a comment, or one constraint as '+1 a_1 -1 b_2 >= 0 ;'");
            };
            names.extend(row.terms.iter().map(|&(_, name)| name));
            if let Some(stem) = variable(&row)
                && !of.contains_key(stem)
            {
                of.insert(stem, row.terms.iter().map(|&(_, name)| name).collect());
            }
        }
        let is_value =
            |name: &&&str| value_of(name).and_then(|stem| of.get(stem)).is_none_or(|own| own.contains(**name));
        if let Some(other) = names.iter().find(|name| !is_value(name)) {
            return Err(format!("model.opb: '{other}' is not among the values of its variable"));
        }
        let mut values = HashMap::new();
        for (place, stem) in shown.iter().enumerate() {
            let Some(own) = of.get(&stem[..]) else {
                return Err(format!("model.opb: no constraint says that '{stem}' has exactly one value"));
            };
            if own.iter().any(|&name| values.insert(name.to_owned(), place).is_some()) {
                return Err(format!("model.opb: '{stem}' is among the variables of a solution twice"));
            }
        }
        Ok(Declared { shown, variables: of.len(), objective, values })
    }

    /// An error if a claim is not about this.
    ///
    /// # Errors
    /// What differs.
    pub fn fits(&self, claimed: &Claimed) -> Result<(), String> {
        let differ = |what: &str| Err(format!("claim.json and model.opb differ in {what}"));
        match (&claimed.claim, self.objective) {
            (Claim::Solutions(_), None) => {}
            (&Claim::Optimum { value, least, sense, constant }, Some(own)) if own == (sense, constant) => {
                let sign = if sense == Sense::Minimise { 1 } else { -1 };
                if i128::from(value) != i128::from(constant) + sign * i128::from(least) {
                    return differ("the best value");
                }
            }
            _ => return differ("the objective"),
        }
        if (&claimed.shown, claimed.variables) != (&self.shown, self.variables) {
            return differ("the variables of a solution");
        }
        Ok(())
    }

    /// The names of the values that a constraint excludes, sorted: one of each variable of a solution.
    pub(super) fn excluded<'t>(&self, line: &'t str) -> Option<Vec<&'t str>> {
        let Row { terms, compares, bound } = row(line)?;
        let places: HashSet<usize> = terms.iter().filter_map(|(_, name)| self.values.get(*name).copied()).collect();
        let is_exclusion = compares == ">="
            && bound == 1 - terms.len() as i128
            && terms.iter().all(|&(coefficient, _)| coefficient == -1)
            && terms.len() == self.shown.len()
            && places.len() == terms.len();
        let mut names: Vec<&str> = terms.into_iter().map(|(_, name)| name).collect();
        names.sort_unstable();
        is_exclusion.then_some(names)
    }
}

/// The lines of a text of printable ASCII characters.
pub(super) fn lines<'t>(name: &str, text: &'t str) -> Result<Vec<&'t str>, String> {
    let plain = |(number, line): (usize, &'t str)| {
        plain(line.as_bytes()).ok_or_else(|| format!("{name}:{number}: expected a line of printable ASCII characters"))
    };
    (1..).zip(text.split_inclusive('\n')).map(plain).collect()
}

/// Reads [`value_line`].
fn value(line: &str) -> Option<(Sense, i64)> {
    let (sense, value) = line.strip_prefix("* value to ")?.split_once(": ")?;
    let sense = [Sense::Minimise, Sense::Maximise].into_iter().find(|known| known.name() == sense)?;
    let constant = value.split(' ').next()?.parse().ok()?;
    (value_line(sense, constant) == line).then_some((sense, constant))
}

/// Reads `+1 a_1 -2 b_3 >= -1 ;`.
fn row(line: &str) -> Option<Row<'_>> {
    let words: Vec<&str> = line.strip_suffix(" ;")?.split(' ').collect();
    let (sum, &[compares, bound]) = words.split_last_chunk()?;
    let bound = bound.parse().ok().filter(|_| [">=", "="].contains(&compares))?;
    Some(Row { terms: terms(sum)?, compares, bound })
}

/// Pairs of a coefficient and a name.
fn terms<'t>(words: &[&'t str]) -> Option<Vec<(i128, &'t str)>> {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || "[]{}_^-".contains(c);
    let is_name = |name: &str| name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_inner);
    let term = |pair: &[&'t str]| match pair {
        [coefficient, name] if is_name(name) => Some((coefficient.parse().ok()?, *name)),
        _ => None,
    };
    words.chunks(2).map(term).collect()
}

/// True if a line is `min: +1 a_1 ;`.
fn is_objective(line: &str) -> bool {
    let sum = line.strip_prefix("min:").and_then(|sum| sum.strip_suffix(" ;"));
    sum.is_some_and(|sum| sum.is_empty() || sum.strip_prefix(' ').is_some_and(|sum| terms(&words(sum)).is_some()))
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// The variable whose name and value `a_-3` is.
fn value_of(name: &str) -> Option<&str> {
    let (stem, value) = name.rsplit_once('_')?;
    value.parse::<i32>().is_ok_and(|number| number.to_string() == value).then_some(stem)
}

/// The variable of which a constraint says that it has exactly one of the values that the constraint names.
fn variable<'t>(row: &Row<'t>) -> Option<&'t str> {
    let stem = value_of(row.terms.first()?.1)?;
    let names: HashSet<&str> = row.terms.iter().map(|&(_, name)| name).collect();
    let are_values = row.terms.iter().all(|&(coefficient, name)| coefficient == 1 && value_of(name) == Some(stem));
    (are_values && row.compares == "=" && row.bound == 1 && names.len() == row.terms.len()).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::Declared;
    use cnfab_model::Sense;

    const MODEL: &str = "* #variable= 4 #constraint= 3\n* solutions differ in: a\n* solutions differ in: b[1]\n* value to maximise: -3 - sum\n\
         min: +1 a_1 -2 b[1]_-1 ;\n* b[1] is \\u{e4}\n* variable a\n+1 a_0 +1 a_1 = 1 ;\n+1 b[1]_-1 +1 b[1]_2 = 1 ;\n\
         +1 c_5 = 1 ;\n* constraint d[0]\n-2 a_1 +3 b[1]_2 +1 d[0]^0 >= -2 ;\n>= 0 ;\n";

    #[test]
    fn models_are_read() {
        let read = Declared::read(MODEL).unwrap();
        assert_eq!((read.shown.clone(), read.variables), (vec!["a".to_owned(), "b[1]".to_owned()], 3));
        assert_eq!(read.objective, Some((Sense::Maximise, -3)));
        assert_eq!(read.excluded("-1 b[1]_2 -1 a_0 >= -1 ;"), Some(vec!["a_0", "b[1]_2"]));
        for line in [
            "-1 a_0 >= 0 ;",
            "-1 a_0 -1 a_1 >= -1 ;",
            "-1 a_0 -1 b[1]_2 >= 0 ;",
            "-1 a_0 -1 b[1]_2 -1 c_5 >= -2 ;",
            "-1 a_0 -1 b[1]_2 = -1 ;",
            "-1 a_0 -2 b[1]_2 >= -1 ;",
            "-1 a_0 -1 b[1]_3 >= -1 ;",
            ">= 1 ;",
        ] {
            assert_eq!(read.excluded(line), None, "{line}");
        }
    }

    #[test]
    fn lines_that_a_person_reads_otherwise_are_refused() {
        let changes = [
            ("* constraint d[0]\n", "* constraint d[0]\r"),
            ("* constraint d[0]", "* constraint \u{e4}"),
            ("* variable a", "* variable \u{1b}[2K"),
            (" = 1 ;\n+1 b", " = 1 ; +1 b"),
            (" ;\n>= 0", " ; min: ;\n>= 0"),
            (">= 0 ;\n", ">= 0 ;\nmin: ;\n"),
            (">= 0 ;\n", ">= 0 ;\n* value to minimise: 0 + sum\n"),
            (">= 0 ;\n", ">= 0 ;\n* solutions differ in: c\n"),
            (">= 0 ;\n", ">= 0 ;\n\n"),
            (">= 0 ;\n", ">= 0 ;"),
            (">= 0 ;\n", ">= 0\n;\n"),
            (">= 0 ;\n", ">= 0 ; * end\n"),
            (">= 0 ;\n", "<= 0 ;\n"),
            (">= 0 ;\n", "+1 ~a_1 >= 0 ;\n"),
            (">= 0 ;\n", "@l +1 a_1 >= 0 ;\n"),
            (">= 0 ;\n", "+1 a_1  >= 0 ;\n"),
            (">= 0 ;\n", "+1 a_7 >= 0 ;\n"),
            ("min:", "max:"),
            ("* value to maximise: -3 - sum", "* value to maximise: -3 + sum"),
            ("* value to maximise: -3 - sum\n", ""),
            ("in: a\n", "in: a a\n"),
            ("in: a\n", "in: d\n"),
            ("+1 a_0 +1 a_1 = 1", "+1 a_0 +1 a_1 >= 1"),
            ("+1 a_0 +1 a_1 = 1", "+1 a_0 +1 a_1 = 2"),
            ("* #variable", "* variable"),
        ];
        for (from, to) in changes {
            assert!(MODEL.contains(from), "{from}");
            assert!(Declared::read(&MODEL.replacen(from, to, 1)).is_err(), "{from} -> {to}");
        }
    }
}

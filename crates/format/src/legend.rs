//! The legend of a file: the values of the variables of the model, and the meanings of the names of the text.

use std::collections::BTreeSet;

use cnfab_model::{AtomRelation, Domain, StandsFor, Var};

use super::Export;
use super::origin::one_line;
use cnfab_cnf::buffered::Buffered;

/// The help on comments about variables, of a format whose comments begin with the mark.
macro_rules! help {
    ($mark:literal) => {
        concat!(
            "  ",
            $mark,
            " fixed cell[1,1] = 15      the only value left of a model variable; it has no variable here\n",
            "  ",
            $mark,
            " domain cell[2,3] 1..4 7   the values left of a model variable\n",
            "  ",
            $mark,
            " alias b <=> x = 2         a truth value of the text that is true exactly if x is 2\n",
            "  ",
            $mark,
            " alias y = z               another name of the text for the model variable z\n"
        )
    };
}

pub(super) use help;

/// Writes the lines, each after a mark, with the domains that the model was stated with.
pub(super) fn write<'d>(export: &Export<'_>, mark: &str, domain: &dyn Fn(Var) -> &'d Domain, out: &mut Buffered<'_>) {
    let model = export.model;
    for var in model.vars() {
        values(mark, model.name(var), domain(var), out);
    }
    let named: BTreeSet<&str> = model.vars().map(|var| model.name(var)).collect();
    for alias in export.aliases.iter().filter(|alias| !named.contains(&alias.name[..])) {
        let name = one_line(&alias.name);
        match alias.stands_for {
            StandsFor::Value(value) => out.line(format_args!("{mark} fixed {name} = {value}")),
            StandsFor::Var(var) => match domain(var).fixed() {
                Some(value) => out.line(format_args!("{mark} fixed {name} = {value}")),
                None => out.line(format_args!("{mark} alias {name} = {}", one_line(model.name(var)))),
            },
            StandsFor::Truth(atom) => match domain(atom.var).fixed() {
                Some(value) => out.line(format_args!("{mark} fixed {name} = {}", i32::from(atom.holds(value)))),
                None => {
                    let relation = match atom.relation {
                        AtomRelation::Eq => "=",
                        AtomRelation::Ne => "!=",
                        AtomRelation::Le => "<=",
                        AtomRelation::Gt => ">",
                    };
                    let var = one_line(model.name(atom.var));
                    out.line(format_args!("{mark} alias {name} <=> {var} {relation} {}", atom.value));
                }
            },
        }
    }
}

/// Writes the line of one variable: its value, or its values as ranges.
pub(super) fn values(mark: &str, name: &str, domain: &Domain, out: &mut Buffered<'_>) {
    let name = one_line(name);
    if let Some(value) = domain.fixed() {
        return out.line(format_args!("{mark} fixed {name} = {value}"));
    }
    out.bytes.extend_from_slice(format!("{mark} domain {name}").as_bytes());
    for range in domain.ranges() {
        let (low, high) = range.into_inner();
        let text = if low == high { format!(" {low}") } else { format!(" {low}..{high}") };
        out.bytes.extend_from_slice(text.as_bytes());
        out.flush_if_full();
    }
    out.line(format_args!(""));
}

//! The pieces of constraints: a conflict down to single bounds and pairs.
//!
//! A group is a conjunction of the constraints of the model that it was read as. Of these an equation is two bounds, a
//! number of true atoms as well, and different values are pairs of variables with different values. Each piece is a
//! group of its own, so a minimal set of pieces is found as one of groups is.

use itertools::Itertools;

use cnfab_model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Constraint, GroupNames, Linear, Model, Var};

/// The most variables whose different values are stated by pairs.
const MOST_PAIRED: usize = 100;

/// The most characters of the text of a piece.
const MOST_OF_TEXT: usize = 120;

/// The model of some groups, whose positions are in increasing order, in pieces. Groups for which `is_hard` is true
/// always hold, and all others are left out.
pub fn fine(model: &Model, set: &[usize], is_hard: impl Fn(usize) -> bool) -> Model {
    let mut pieces = Model::with_groups();
    let mut group_of: Vec<Option<usize>> = vec![None; model.variables().len()];
    for (position, group) in model.groups().iter().enumerate() {
        group_of[group.selector.var.index()] = Some(position);
    }
    for (variable, group) in model.variables().iter().zip(&group_of) {
        let domain = if group.is_some() { 1.into() } else { variable.domain.clone() };
        pieces.auxiliary(&*variable.name, domain);
    }
    pieces.show(&model.shown());
    model.implied_bounds().iter().for_each(|bounds| pieces.note_bounds(|| bounds.clone()));
    for posted in model.constraints() {
        let group = posted.when.iter().find_map(|atom| group_of[atom.var.index()]);
        let when: Vec<Atom> = posted.when.iter().copied().filter(|atom| group_of[atom.var.index()].is_none()).collect();
        match group {
            Some(position) if set.binary_search(&position).is_ok() => {
                let of = &model.groups()[position];
                for piece in split(&posted.constraint) {
                    pieces.open_group(|| GroupNames {
                        name: of.name.clone(),
                        label: of.label.clone(),
                        line: of.line,
                        text: text(model, &when, &piece),
                    });
                    pieces.post_when(&posted.label, when.iter().copied(), piece);
                    pieces.close_group();
                }
            }
            Some(position) if !is_hard(position) => {}
            _ => pieces.post_when(&posted.label, when, posted.constraint.clone()),
        }
    }
    pieces
}

/// The constraints that together are this one.
fn split(constraint: &Constraint) -> Vec<Constraint> {
    const BOUNDS: [Cmp; 2] = [Cmp::Ge, Cmp::Le];
    match constraint {
        Constraint::Linear(Linear { terms, cmp: Cmp::Eq, rhs }) => {
            BOUNDS.map(|cmp| Linear { terms: terms.clone(), cmp, rhs: *rhs }.into()).into()
        }
        Constraint::Cardinality(Cardinality { atoms, cmp: Cmp::Eq, k }) => {
            BOUNDS.map(|cmp| Cardinality { atoms: atoms.clone(), cmp, k: *k }.into()).into()
        }
        Constraint::AllDifferent(AllDifferent(vars)) if vars.len() <= MOST_PAIRED => {
            vars.iter().array_combinations().map(|[&one, &other]| AllDifferent(vec![one, other]).into()).collect()
        }
        whole => vec![whole.clone()],
    }
}

/// A piece as a text.
fn text(model: &Model, when: &[Atom], constraint: &Constraint) -> String {
    let atom = |atom: &Atom| format!("{} {} {}", model.name(atom.var), atom.relation.symbol(), atom.value);
    let name = |var: &Var| model.name(*var).to_owned();
    let stated = match constraint {
        Constraint::Linear(Linear { terms, cmp, rhs }) => {
            let sum = terms.iter().map(|(factor, var)| format!("{factor:+} {}", name(var))).join(" ");
            format!("{sum} {} {rhs}", cmp.symbol())
        }
        Constraint::Cardinality(Cardinality { atoms, cmp, k }) => {
            format!("number of ({}) {} {k}", atoms.iter().map(atom).join(", "), cmp.symbol())
        }
        Constraint::Clause(Clause(atoms)) if atoms.is_empty() => "false".to_owned(),
        Constraint::Clause(Clause(atoms)) => atoms.iter().map(atom).join(" or "),
        Constraint::AllDifferent(AllDifferent(vars)) => vars.iter().map(name).join(" != "),
        other => format!("{} of {}", other.name(), other.vars().map(|var| name(&var)).join(", ")),
    };
    let condition = if when.is_empty() { String::new() } else { format!("if {}: ", when.iter().map(atom).join(", ")) };
    cnfab_base::display::cut(&format!("{condition}{stated}"), MOST_OF_TEXT)
}

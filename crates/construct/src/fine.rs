//! The pieces of constraints: a conflict down to single bounds and pairs.
//!
//! A group is a conjunction of the constraints of the model that it was read as. Of these an equation is two bounds, a
//! number of true atoms as well, and different values are pairs of variables with different values. Each bound of the
//! domain of a variable that is no truth value is a piece, too. Each piece is a group of its own, so a minimal set of
//! pieces is found as one of groups is.
//!
//! A variable may go beyond a bound that is left out. It goes as far as the sums of the groups tell a difference, and
//! by as many values as there are variables, but no farther than [`MOST_BEYOND`].

use std::collections::BTreeSet;

use itertools::Itertools;

use cnfab_model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Constraint, Domain, GroupNames, Linear, Model, Var};

/// The most variables whose different values are stated by pairs.
const MOST_PAIRED: usize = 100;

/// The most characters of the text of a piece.
const MOST_OF_TEXT: usize = 120;

/// The most values beyond a bound that is left out.
const MOST_BEYOND: i64 = 1000;

/// The label of the bounds of domains.
const DOMAIN: &str = "domain";

/// The model of some groups, whose positions are in increasing order, in pieces. Groups for which `is_hard` is true
/// always hold, and all others are left out.
pub fn fine(model: &Model, set: &[usize], is_hard: impl Fn(usize) -> bool) -> Model {
    let mut pieces = Model::with_groups();
    let mut group_of: Vec<Option<usize>> = vec![None; model.variables().len()];
    for (position, group) in model.groups().iter().enumerate() {
        group_of[group.selector.var.index()] = Some(position);
    }
    let group_in = |when: &[Atom]| when.iter().find_map(|atom| group_of[atom.var.index()]);
    let is_in_set = |when: &[Atom]| group_in(when).is_some_and(|position| set.binary_search(&position).is_ok());
    let of_set: Vec<&Constraint> =
        model.constraints().iter().filter(|posted| is_in_set(&posted.when)).map(|posted| &posted.constraint).collect();
    let bounded: BTreeSet<Var> = of_set.iter().flat_map(|constraint| constraint.vars()).collect();
    let is_bounded = |var: Var| {
        let is_truth = model.domain(var).values().all(|value| value == 0 || value == 1);
        bounded.contains(&var) && group_of[var.index()].is_none() && !is_truth
    };
    let beyond = beyond(model, &of_set, bounded.len());
    for (var, group) in model.vars().zip(&group_of) {
        let domain = match group {
            Some(_) => 1.into(),
            None if is_bounded(var) => widened(model.domain(var), beyond),
            None => model.domain(var).clone(),
        };
        pieces.auxiliary(model.name(var), domain);
    }
    pieces.show(&model.shown());
    model.implied_bounds().iter().for_each(|bounds| pieces.note_bounds(|| bounds.clone()));
    for posted in model.constraints() {
        let group = group_in(&posted.when);
        let when: Vec<Atom> = posted.when.iter().copied().filter(|atom| group_of[atom.var.index()].is_none()).collect();
        match group {
            Some(position) if set.binary_search(&position).is_ok() => {
                let of = &model.groups()[position];
                for piece in split(&posted.constraint) {
                    pieces.open_group(|| GroupNames {
                        name: Some(of.name.clone()),
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
    for var in model.vars().filter(|&var| is_bounded(var)) {
        let ends = [model.domain(var).min(), model.domain(var).max()].into_iter().zip([Cmp::Ge, Cmp::Le]);
        for (end, cmp) in ends.filter_map(|(end, cmp)| Some((end?, cmp))) {
            let bound: Constraint = Linear { terms: vec![(1, var)], cmp, rhs: end.into() }.into();
            let name = Some(format!("{DOMAIN} of {}", model.name(var)));
            pieces.open_group(|| GroupNames {
                name,
                label: DOMAIN.to_owned(),
                line: None,
                text: text(model, &[], &bound),
            });
            pieces.post(DOMAIN, bound);
            pieces.close_group();
        }
    }
    pieces
}

/// How far a variable may go beyond a bound that is left out.
fn beyond(model: &Model, constraints: &[&Constraint], variables: usize) -> i32 {
    let size = |var: Var| {
        let ends = [model.domain(var).min(), model.domain(var).max()];
        ends.into_iter().flatten().map(|end| i64::from(end).abs()).max().unwrap_or(0)
    };
    let reach = |constraint: &&Constraint| match constraint {
        Constraint::Linear(Linear { terms, rhs, .. }) => {
            let sizes = terms.iter().map(|&(factor, var)| factor.saturating_abs().saturating_mul(size(var)));
            sizes.fold(rhs.saturating_abs(), i64::saturating_add)
        }
        _ => 0,
    };
    let farthest = constraints.iter().map(reach).max().unwrap_or(0).max(variables as i64);
    farthest.clamp(1, MOST_BEYOND) as i32
}

/// A domain without its bounds.
fn widened(domain: &Domain, beyond: i32) -> Domain {
    let Some((low, high)) = domain.min().zip(domain.max()) else { return domain.clone() };
    let below = low.saturating_sub(beyond)..=low;
    let above = high..=high.saturating_add(beyond);
    domain.ranges().chain([below, above]).collect()
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

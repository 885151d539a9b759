//! The variables that follow from those that are printed.

use super::classes::{Classes, Id, Lit, Term};
use cnfab_model::Cmp;

use super::statement::{Form, Reified, Relation, Statement};

/// Some variables of which each of the second list follows from all others together.
struct Rule {
    ids: Vec<Id>,
    results: Vec<Id>,
}

/// For each variable whether it has one value at most for given values of the `shown` ones. It may miss some.
pub(super) fn determined(classes: &mut Classes, statements: &[Statement], shown: &[Id]) -> Vec<bool> {
    let rules: Vec<Rule> = statements.iter().filter_map(|statement| rule(classes, statement)).collect();
    let count = classes.len();
    let mut is_determined = vec![false; count];
    let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut unknown: Vec<usize> = Vec::with_capacity(rules.len());
    for (number, rule) in (0..).zip(&rules) {
        rule.ids.iter().for_each(|&id| rules_of[id as usize].push(number));
        unknown.push(rule.ids.len());
    }
    let mut queue: Vec<Id> = shown.to_vec();
    queue.extend((0..count as Id).filter(|&id| classes.fixed(Term::Var(id)).is_some()));
    let of_one = rules.iter().filter(|rule| rule.ids.len() == 1).flat_map(|rule| rule.results.iter().copied());
    queue.extend(of_one);
    while let Some(id) = queue.pop() {
        if std::mem::replace(&mut is_determined[id as usize], true) {
            continue;
        }
        for &number in &rules_of[id as usize] {
            let unknown = &mut unknown[number as usize];
            *unknown -= 1;
            if *unknown == 1 {
                let open = rules[number as usize].results.iter().find(|&&id| !is_determined[id as usize]);
                queue.extend(open);
            }
        }
    }
    is_determined
}

/// The rule of a statement: the variables that follow from others.
fn rule(classes: &mut Classes, statement: &Statement) -> Option<Rule> {
    let mut ids: Vec<Id> = Vec::new();
    let mut results: Vec<Id> = Vec::new();
    match &statement.form {
        Form::Sum { terms, relation, .. } => {
            ids.extend(terms.iter().filter_map(|&(_, term)| classes.base(term)));
            if *relation == Relation::Eq && statement.reified == Reified::No {
                results = terms.iter().filter_map(|&(_, term)| whole(classes, term)).collect();
            }
        }
        Form::Or(lits) => ids.extend(lits.iter().filter_map(|&lit| classes.base_of(lit))),
        Form::Odd(lits) => {
            ids.extend(lits.iter().filter_map(|&lit| classes.base_of(lit)));
            if statement.reified == Reified::No {
                results = lits.iter().filter_map(|&lit| bit(classes, lit)).collect();
            }
        }
        Form::Count { lits, .. } => ids.extend(lits.iter().filter_map(|&lit| classes.base_of(lit))),
        Form::Among { lits, cmp, number, is_positive } => {
            ids.extend(lits.iter().filter_map(|&lit| classes.base_of(lit)));
            ids.extend(classes.base(*number));
            if (cmp, is_positive, statement.reified) == (&Cmp::Eq, &true, Reified::No) {
                results.extend(whole(classes, *number));
            }
        }
        Form::In(term, _) => ids.extend(classes.base(*term)),
        Form::Class { terms, result, .. } => {
            ids.extend(terms.iter().filter_map(|&term| classes.base(term)));
            if let (Some(place), Reified::No) = (result, statement.reified) {
                results.extend(whole(classes, terms[*place]));
            }
        }
        Form::Follows(term, from) => {
            ids.extend(from.iter().chain([term]).filter_map(|&term| classes.base(term)));
            results.extend(whole(classes, *term));
        }
    }
    if let Reified::Full(lit) = statement.reified {
        ids.extend(classes.base_of(lit));
        results.extend(bit(classes, lit));
    }
    ids.sort_unstable();
    // One that comes twice may not follow from the others: x * x = x.
    results.retain(|id| ids.partition_point(|other| other <= id) == ids.partition_point(|other| other < id) + 1);
    ids.dedup();
    (!results.is_empty()).then_some(Rule { ids, results })
}

/// The class of a term, if the term's value is the value of the class: it is not defined, or by another truth value.
fn whole(classes: &mut Classes, term: Term) -> Option<Id> {
    let Term::Var(id) = term else { return None };
    if classes.is_defined(id) { bit(classes, term.is_true()) } else { Some(classes.root(id)) }
}

/// The class of a literal which says all about it.
fn bit(classes: &mut Classes, lit: Lit) -> Option<Id> {
    classes.base_of(lit).filter(|&id| classes.is_boolean(id))
}

//! Makes the model of a text that has been read.

use std::collections::HashMap;
use std::rc::Rc;

use crate::ANNOTATED;
use cnfab_base::parse_error::ParseError;
use cnfab_model::{Domain, Model, Objective, OutputAlias, Phase, StandsFor, Var};

use super::classes::{Classes, Id, Term};
use super::determined::determined;
use super::post::Poster;
use super::program::{Declared, Output, Program};
use super::search::SearchAnnotation;
use super::solution::{Item, Source, index};
use super::statement::{Form, Reified, Statement};

/// The model of a text, and what a solution prints.
pub(super) struct Built {
    pub(super) model: Model,
    pub(super) items: Vec<Item>,
    /// The variables of the text that are no variables of the model by their names.
    pub(super) names: Vec<OutputAlias>,
    /// True if the text says what is printed. Else the items are all variables that MiniZinc did not add.
    pub(super) prints: bool,
}

/// Makes the model of a text.
pub(super) fn build(mut program: Program<'_>) -> Result<Built, ParseError> {
    if program.is_grouped {
        program.state_all()?;
    } else {
        program.settle()?;
    }
    let mut classes = std::mem::take(&mut program.classes);
    let statements = std::mem::take(&mut program.statements);
    let prints = !program.outputs.is_empty();
    if !prints {
        print_all(&mut program);
    }
    let terms: Vec<Term> = program.outputs.iter().flat_map(|output| output.terms.iter().copied()).collect();
    let is_contradictory = classes.is_contradictory;
    // Of two equal or opposite truth values one may stand for both.
    let mut is_shown = vec![false; classes.len()];
    for &term in &terms {
        if let Term::Var(id) = term
            && !classes.is_defined(id)
            && classes.fixed(term).is_none()
        {
            is_shown[classes.root(id) as usize] = true;
        }
    }
    let shown: Vec<Id> = (0..classes.len() as Id).filter(|&id| is_shown[id as usize]).collect();
    let mut is_needed = is_shown.clone();
    let goal = program.goal.map(|goal| goal.1);
    for id in terms.iter().copied().chain(goal).filter_map(|term| classes.base(term)).collect::<Vec<Id>>() {
        is_needed[id as usize] = true;
    }
    for statement in &statements {
        for id in bases(&mut classes, statement) {
            is_needed[id as usize] = true;
        }
    }
    let follows = determined(&mut classes, &statements, &shown);
    let names = names(&program);
    let mut poster = Poster::new(&program, &mut classes, names);
    for id in (0..is_needed.len() as Id).filter(|&id| is_needed[id as usize]) {
        let domain = domain(&program, poster.classes(), id, is_contradictory)?;
        poster.add_var(id, domain, !is_shown[id as usize] && follows[id as usize]);
    }
    if is_contradictory {
        poster.contradict();
    } else {
        poster.post_all(&statements)?;
    }
    let (items, shown) = output(&program, &mut poster, &is_shown, &terms)?;
    if let Some((sense, term)) = program.goal {
        let goal = poster.var(term)?;
        let objective = Objective { sense, terms: vec![(1, goal)], constant: 0 };
        poster.model.optimise(objective).expect("one variable of the model");
    }
    let phase = |search: &SearchAnnotation| {
        let vars = search.terms.iter().filter_map(|&term| poster.known(term)).collect();
        Phase { vars, next: search.next, value: search.value }
    };
    let mut phases: Vec<Phase> = program.search.iter().map(phase).collect();
    phases.retain(|phase| !phase.vars.is_empty());
    let names = aliases(&program, &mut poster);
    let mut model = poster.model;
    model.show(&shown);
    if !phases.is_empty() {
        model.declare_phases(ANNOTATED, phases);
    }
    Ok(Built { model, items, names, prints })
}

/// A text that prints nothing has the values of all variables that MiniZinc did not add.
fn print_all(program: &mut Program<'_>) {
    for (id, declared) in (0..).zip(&program.declared).filter(|(_, declared)| !declared.is_introduced) {
        let terms = Rc::new([Term::Var(id)]);
        program.outputs.push(Output { name: declared.name, is_bool: declared.is_bool, indices: None, terms });
    }
}

/// The classes that a statement is over.
fn bases(classes: &mut Classes, statement: &Statement) -> Vec<Id> {
    let mut ids = Vec::new();
    match &statement.form {
        Form::Sum { terms, .. } => ids.extend(terms.iter().filter_map(|&(_, term)| classes.base(term))),
        Form::Or(lits) | Form::Odd(lits) | Form::Count { lits, .. } => {
            ids.extend(lits.iter().filter_map(|&lit| classes.base_of(lit)));
        }
        Form::Among { lits, number, .. } => {
            ids.extend(lits.iter().filter_map(|&lit| classes.base_of(lit)));
            ids.extend(classes.base(*number));
        }
        Form::In(term, _) => ids.extend(classes.base(*term)),
        Form::Class { terms, .. } => ids.extend(terms.iter().filter_map(|&term| classes.base(term))),
        Form::Follows(..) => {}
    }
    if let Reified::Full(lit) | Reified::Half(lit) = statement.reified {
        ids.extend(classes.base_of(lit));
    }
    ids
}

/// The values of a variable of the model.
fn domain(program: &Program<'_>, classes: &mut Classes, id: Id, is_contradictory: bool) -> Result<Domain, ParseError> {
    let values = classes.values(id);
    if is_contradictory {
        return Ok(Domain::from(0));
    }
    let at = program.declared[id as usize].at;
    let Some((low, high)) = values.bounds() else {
        let found = format!("{} without bounds", cnfab_base::display::quoted(program.declared[id as usize].name));
        return Err(program.error(at, found, "a range, or constraints that give the variable bounds"));
    };
    let small = |&(from, to): &(i64, i64)| Some(i32::try_from(from).ok()?..=i32::try_from(to).ok()?);
    let domain: Option<Domain> = values.ranges().iter().map(small).collect::<Option<Vec<_>>>().map(Domain::from_iter);
    domain.ok_or_else(|| program.error(at, format!("values from {low} to {high}"), "values of at most 32 bits"))
}

/// The names of the variables in the model: of an entry of an array that is printed the array's with its index.
fn names(program: &Program<'_>) -> Vec<String> {
    let mut names: Vec<Option<String>> = vec![None; program.declared.len()];
    for output in &program.outputs {
        let Some(indices) = &output.indices else { continue };
        for (place, term) in output.terms.iter().enumerate() {
            if let Term::Var(id) = *term
                && program.declared[id as usize].name != output.name
            {
                names[id as usize].get_or_insert_with(|| format!("{}[{}]", output.name, index(indices, place)));
            }
        }
    }
    let mut taken: HashMap<String, usize> = HashMap::new();
    let given = names.into_iter().zip(&program.declared);
    given
        .map(|(name, declared)| {
            let name = name.unwrap_or_else(|| declared.name.to_owned());
            let mut free = name.clone();
            while taken.contains_key(&free) {
                let times = taken.entry(name.clone()).or_default();
                *times += 1;
                free = format!("{name}.{times}");
            }
            taken.insert(free.clone(), 0);
            free
        })
        .collect()
}

/// The variables of the text that are no variables of the model by their names, as far as the model has their values.
fn aliases(program: &Program<'_>, poster: &mut Poster<'_, '_>) -> Vec<OutputAlias> {
    let stands_for = |(id, declared): (Id, &Declared<'_>)| {
        let term = Term::Var(id);
        let stands_for = match (poster.own(term), poster.classes().fixed(term)) {
            (Some(own), _) => StandsFor::Var(own),
            (None, Some(value)) => StandsFor::Value(value),
            // Its class has a variable only if something depends on it.
            (None, None) => StandsFor::Truth(poster.known(term).map(|_| poster.atom_of(term))?),
        };
        let is_own = matches!(stands_for, StandsFor::Var(var) if poster.model.name(var) == declared.name);
        (!is_own).then(|| OutputAlias { name: declared.name.to_owned(), stands_for })
    };
    (0..).zip(&program.declared).filter_map(stands_for).collect()
}

/// The items that a solution prints, and the variables that it is made from.
fn output(
    program: &Program<'_>,
    poster: &mut Poster<'_, '_>,
    is_shown: &[bool],
    terms: &[Term],
) -> Result<(Vec<Item>, Vec<Var>), ParseError> {
    let mut shown: Vec<Var> = Vec::new();
    let mut cells: HashMap<Var, usize> = HashMap::new();
    let mut sources = Vec::with_capacity(terms.len());
    for &term in terms {
        let fixed = poster.classes().fixed(term);
        let base = poster.classes().base(term).filter(|&id| is_shown[id as usize]);
        let (var, atom) = match (term, fixed, base) {
            (_, Some(value), _) => match poster.own(term) {
                // One that is a variable of the model is shown like the others.
                Some(own) => (own, None),
                None => {
                    sources.push(Source::Constant(value));
                    continue;
                }
            },
            (Term::Var(id), None, Some(base)) if poster.classes().is_defined(id) => {
                let atom = poster.atom_of(term);
                (poster.var(Term::Var(base))?, Some(atom))
            }
            _ => (poster.var(term)?, None),
        };
        let cell = *cells.entry(var).or_insert_with(|| {
            shown.push(var);
            shown.len() - 1
        });
        sources.push(match atom {
            Some(atom) => Source::Truth(cell, atom),
            None => Source::Cell(cell),
        });
    }
    let mut sources = sources.into_iter();
    let items = program.outputs.iter().map(|output| Item {
        name: output.name.to_owned(),
        is_bool: output.is_bool,
        indices: output.indices.clone(),
        sources: sources.by_ref().take(output.terms.len()).collect(),
    });
    Ok((items.collect(), shown))
}

//! The check that a class posts what it means, by trying all values.

use fastrand::Rng;

use super::super::{Assignment, Atom, Model, Posted, Poster, Role, Var};
use super::{Class, EXAMPLES};

/// Checks that what is posted holds where the constraint does, or an atom of `when` does not, with one value for each
/// auxiliary variable.
pub(super) fn stated_exactly(model: &Model, class: &dyn Class, when: &[Atom], post: impl FnOnce(&mut Poster<'_>)) {
    compare(model, when, &|assignment| class.holds(assignment), class, post);
}

/// The same for the opposite of the constraint.
pub(super) fn negated_exactly(model: &Model, class: &dyn Class, when: &[Atom], post: impl FnOnce(&mut Poster<'_>)) {
    compare(model, when, &|assignment| !class.holds(assignment), class, post);
}

fn compare(
    model: &Model,
    when: &[Atom],
    holds: &dyn Fn(&Assignment) -> bool,
    class: &dyn Class,
    post: impl FnOnce(&mut Poster<'_>),
) {
    let own = model.variables().len();
    let mut posted_model = model.clone();
    let mut poster = Poster::new(&mut posted_model, "it".into(), Role::Rule);
    post(&mut poster);
    let posts = poster.finish().expect("small numbers");
    // By the number of variables that have a value.
    let mut decided: Vec<Vec<&Posted>> = vec![Vec::new(); posted_model.variables().len() + 1];
    for posted in &posts {
        let vars = posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var));
        decided[vars.map(|var| var.index() + 1).max().unwrap_or(0)].push(posted);
    }
    each(model, &mut Vec::new(), own, &mut |assignment| {
        let expected = when.iter().any(|&atom| !assignment.satisfies(atom)) || holds(assignment);
        let mut values = assignment.values().to_vec();
        let is_decided = decided[..own].iter().flatten().all(|posted| posted.holds(assignment));
        let found = if is_decided { extensions(&posted_model, &decided, &mut values) } else { 0 };
        assert_eq!(
            found,
            usize::from(expected),
            "{class:?} if {when:?}: {assignment:?}\n{posted_model:#?}\n{posts:#?}"
        );
    });
}

/// Calls for each assignment of the first variables.
fn each(model: &Model, values: &mut Vec<i32>, count: usize, found: &mut dyn FnMut(&Assignment)) {
    if values.len() == count {
        return found(&Assignment::new(values.clone()));
    }
    for value in model.domain(Var::from_index(values.len())).values() {
        values.push(value);
        each(model, values, count, found);
        values.pop();
    }
}

/// Number of ways to give the other variables values.
fn extensions(model: &Model, decided: &[Vec<&Posted>], values: &mut Vec<i32>) -> usize {
    let next = values.len();
    let mut padded = values.clone();
    padded.resize(model.variables().len(), 0);
    let assignment = Assignment::new(padded);
    if !decided[next].iter().all(|posted| posted.holds(&assignment)) {
        return 0;
    }
    if next == model.variables().len() {
        return 1;
    }
    let mut number = 0;
    for value in model.domain(Var::from_index(next)).values() {
        values.push(value);
        number += extensions(model, decided, values);
        values.pop();
    }
    number
}

/// Under conditions as well, which reification has not for the opposite.
#[test]
fn every_class_states_itself_and_its_opposite() {
    let mut rng = Rng::with_seed(5);
    for example in EXAMPLES {
        for _ in 0..200 {
            let mut model = Model::new();
            for index in 0..rng.usize(1..=3) {
                let low = rng.i32(-1..2);
                model.var(format!("x[{index}]"), low..=low + rng.i32(0..4));
            }
            let mut constraint = example(&model, &mut |below| rng.usize(..below));
            constraint.normalise().expect("well-formed");
            let when = [Var::from_index(0).above(rng.i32(-1..3)), Var::from_index(0).is_not(rng.i32(-1..3))];
            let when = &when[..rng.usize(..3)];
            let class = constraint.class();
            // By itself without conditions is not simpler, but true as well.
            stated_exactly(&model, class, when, |out| class.decompose(when, out));
            negated_exactly(&model, class, when, |out| class.negate(when, out));
        }
    }
}

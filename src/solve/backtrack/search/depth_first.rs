//! Depth-first search with an explicit stack; memory grows with the depth only, however many solutions there are.

use crate::model::Assignment;
use crate::solve::Outcome;

use super::super::engine::Engine;
use super::super::order::Branch;
use super::Walk;

/// A choice on the way from the root: its values are on the stack of values from `next` to the next choice's.
struct Choice {
    var: u32,
    hidden: bool,
    next: usize,
    end: usize,
    from: usize,
}

/// Reports the solutions below the present state. The state must be at its fixpoint.
///
/// With `once`, returns after one solution; `level` is the level of the present state.
pub(in super::super) fn depth_first<const W: usize>(
    engine: &mut Engine<'_, W>,
    walk: &mut Walk<'_, '_>,
    level: usize,
    once: bool,
) -> Outcome {
    let mut choices: Vec<Choice> = Vec::new();
    let mut values: Vec<u32> = Vec::new();
    let outcome = loop {
        match engine.branch() {
            Branch::On { var, hidden } => {
                let from = values.len();
                engine.values(var, &mut walk.random, &mut values);
                walk.tally.inner();
                engine.store.mark();
                choices.push(Choice { var, hidden, next: from, end: values.len(), from });
            }
            Branch::Done => {
                if (walk.on)(&Assignment::new(engine.solution())).is_break() {
                    break Outcome::Stopped;
                }
                // One completion of the hidden variables is enough.
                while choices.last().is_some_and(|choice| choice.hidden) {
                    let choice = choices.pop().expect("there is a last choice");
                    values.truncate(choice.from);
                    engine.store.unmark();
                }
                if once {
                    break Outcome::Complete;
                }
            }
        }
        if walk.is_over(engine.runs + engine.store.changes) {
            break Outcome::OutOfBudget;
        }
        if !advance(engine, walk, level, &mut choices, &mut values) {
            break Outcome::Complete;
        }
    };
    for _ in choices {
        engine.store.unmark();
    }
    outcome
}

/// Goes to the next state that does not fail at once. `false` if there is none.
fn advance<const W: usize>(
    engine: &mut Engine<'_, W>,
    walk: &mut Walk<'_, '_>,
    level: usize,
    choices: &mut Vec<Choice>,
    values: &mut Vec<u32>,
) -> bool {
    while let Some(choice) = choices.last_mut() {
        if choice.next == choice.end {
            values.truncate(choice.from);
            choices.pop();
            engine.store.unmark();
            continue;
        }
        if choice.next > choice.from {
            engine.store.back();
        }
        let (var, value) = (choice.var, values[choice.next]);
        choice.next += 1;
        walk.tally.node(level + choices.len());
        if engine.assign(var, value) {
            return true;
        }
        walk.tally.failure();
    }
    false
}

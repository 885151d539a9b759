//! Goes through a program's steps, layer by layer of states.

use super::number::Number;
use super::program::Program;
use super::states::States;
use super::{Effort, Limits, Stop};
use crate::Count;
use crate::tuning::frontier::{BETWEEN_LOOKS, LOOK};

/// The number of ways through the program.
///
/// Post: after each step, the layer has each reachable state once, with the number of paths to it. If `Err`, nothing is
/// known of the number.
pub(super) fn walk<N: Number>(program: &Program, limits: &Limits<'_>, effort: &mut Effort) -> Result<Count, Stop> {
    let mut layer = States::<N>::new();
    layer.add(0, &N::one(), 1, u64::MAX)?;
    let mut since_look = 0;
    for step in &program.steps {
        let mut next = States::<N>::new();
        let memory = limits.memory.saturating_sub(layer.bytes());
        for (key, number) in layer.iter() {
            since_look += 1 + step.choices.len();
            if since_look >= BETWEEN_LOOKS {
                since_look = 0;
                if limits.budget.is_over_after(LOOK) {
                    return Err(Stop::Budget);
                }
            }
            'choices: for (position, choice) in step.choices.iter().enumerate() {
                if key & choice.forbid != 0 || key & choice.need != choice.need {
                    continue;
                }
                let mut new = key & step.keep | choice.set;
                for field in &step.fields {
                    match field.apply(key, position, step.choices.len()) {
                        Some(part) => new |= part,
                        None => continue 'choices,
                    }
                }
                next.add(new, number, choice.times, memory)?;
            }
        }
        effort.states += next.len() as u64;
        layer = next;
    }
    let mut total = Count::zero();
    for (_, number) in layer.iter() {
        total += &number.clone().count();
    }
    Ok(total)
}

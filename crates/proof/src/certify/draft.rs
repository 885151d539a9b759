//! Steps that are kept until it is known which of them the proof needs.
//!
//! What a variable means is defined, and clauses are justified, before the solver's proof follows. The steps that it
//! rests on are marked from the last one back, and only these are written, with numbers of their own.

use super::proof::{Id, Proof};

/// A step without its number.
enum Step {
    /// A definition as it is written.
    Definition(String),
    /// A clause as it is written, and its hints.
    Clause(String, Box<[Id]>),
    Sum {
        of: Box<[(Id, i128)]>,
        ends: Box<[(u32, i128)]>,
        divisor: i128,
    },
    /// A constraint whose coefficients become as small as its bound.
    Saturated(Id),
    /// Forgets constraints.
    Deletion(Box<[Id]>),
}

/// Steps behind the constraints that a proof begins with.
pub(super) struct Draft {
    inputs: Id,
    steps: Vec<Step>,
    /// The places of the steps with numbers.
    places: Vec<usize>,
}

impl Draft {
    /// No steps.
    pub(super) fn new(inputs: Id) -> Self {
        Draft { inputs, steps: Vec::new(), places: Vec::new() }
    }

    fn numbered(&mut self, step: Step) -> Id {
        self.places.push(self.steps.len());
        self.steps.push(step);
        self.inputs + self.places.len() as Id
    }

    pub(super) fn definition(&mut self, line: String) -> Id {
        self.numbered(Step::Definition(line))
    }

    pub(super) fn clause(&mut self, line: String, hints: &[Id]) -> Id {
        self.numbered(Step::Clause(line, hints.into()))
    }

    pub(super) fn sum(&mut self, of: &[(Id, i128)], ends: &[(u32, i128)], divisor: i128) -> Id {
        self.numbered(Step::Sum { of: of.into(), ends: ends.into(), divisor })
    }

    pub(super) fn saturated(&mut self, of: Id) -> Id {
        self.numbered(Step::Saturated(of))
    }

    pub(super) fn deletion(&mut self, ids: &[Id]) {
        self.steps.push(Step::Deletion(ids.into()));
    }

    /// The place of a step; `None` for what the proof begins with.
    fn place(&self, id: Id) -> Option<usize> {
        Some((id.checked_sub(self.inputs + 1)?) as usize)
    }

    /// The numbered steps that some others need.
    fn needed(&self, ids: &[Id]) -> Vec<bool> {
        let mut needed = vec![false; self.places.len()];
        ids.iter().filter_map(|&id| self.place(id)).for_each(|place| needed[place] = true);
        for number in (0..needed.len()).rev() {
            if !needed[number] {
                continue;
            }
            match &self.steps[self.places[number]] {
                Step::Clause(_, hints) => {
                    hints.iter().filter_map(|&id| self.place(id)).for_each(|place| needed[place] = true);
                }
                Step::Sum { of, .. } => {
                    of.iter().filter_map(|&(id, _)| self.place(id)).for_each(|place| needed[place] = true);
                }
                Step::Saturated(of) => self.place(*of).into_iter().for_each(|place| needed[place] = true),
                Step::Definition(_) | Step::Deletion(_) => {}
            }
        }
        needed
    }

    /// Writes what is needed for some steps into a proof that is at their beginning. Returns their numbers there.
    pub(super) fn write(self, ids: &[Id], proof: &mut Proof<'_>) -> Vec<Id> {
        let needed = self.needed(ids);
        // The number of each step in the file, if it is there.
        let mut numbers: Vec<Option<Id>> = vec![None; needed.len()];
        let mut number = 0;
        for step in &self.steps {
            let written = |id: Id| self.place(id).map_or(Some(id), |place| numbers[place]);
            let rests_on = |id: Id| written(id).expect("what a step rests on is before it and needed");
            if let Step::Deletion(ids) = step {
                // What the proof begins with stays: it may stand for a step.
                proof.delete(&ids.iter().filter_map(|&id| numbers[self.place(id)?]).collect::<Vec<_>>());
                continue;
            }
            if needed[number] {
                numbers[number] = Some(match step {
                    Step::Definition(line) => proof.definition(line.clone()),
                    Step::Clause(line, hints) => {
                        proof.hinted(line.clone(), &hints.iter().map(|&id| rests_on(id)).collect::<Vec<_>>())
                    }
                    Step::Sum { of, ends, divisor, .. } => {
                        let of: Vec<(Id, i128)> = of.iter().map(|&(id, factor)| (rests_on(id), factor)).collect();
                        proof.sum(&of, ends, *divisor)
                    }
                    Step::Saturated(of) => proof.saturated(rests_on(*of)),
                    Step::Deletion(_) => continue,
                });
            }
            number += 1;
        }
        ids.iter().map(|&id| self.place(id).map_or(id, |place| numbers[place].unwrap_or(id))).collect()
    }
}

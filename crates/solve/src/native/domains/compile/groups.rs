//! Groups of variables for the orders that go by them: the units a person would see.
//!
//! All-different constraints, equations, exact counts and tables are groups. If there is none, every constraint is one.
//! Also the phases of declared orders, and how many constraints each variable is in.

use crate::native::settings::Order;
use cnfab_model::{Cardinality, Cmp, Constraint, Flat, Linear, Model, Phase};

use super::{Builder, Kind};

impl Builder {
    /// Fills `CpProgram::groups`: smaller groups first, those of equal size as the model posts them.
    pub(super) fn groups(&mut self, model: &Model) {
        let is_unit = |constraint: &Constraint| match constraint.flat() {
            Flat::AllDifferent(_) | Flat::Table(_) => true,
            Flat::Linear(Linear { cmp, .. }) | Flat::Cardinality(Cardinality { cmp, .. }) => *cmp == Cmp::Eq,
            Flat::Clause(_) => false,
        };
        let words = self.program.set_words;
        let mut groups: Vec<(u32, Vec<u64>)> = Vec::new();
        for strict in [true, false] {
            for posted in model.constraints() {
                if !strict || is_unit(&posted.constraint) {
                    let mut set = vec![0; words];
                    for var in posted.constraint.vars() {
                        let number = self.number[var.index()];
                        set[number as usize / 64] |= 1 << (number % 64);
                    }
                    let size = set.iter().map(|word: &u64| word.count_ones()).sum();
                    if size > 1 {
                        groups.push((size, set));
                    }
                }
            }
            if !groups.is_empty() {
                break;
            }
        }
        groups.sort_by_key(|&(size, _)| size);
        self.program.groups = groups.into_iter().flat_map(|(_, set)| set).collect();
    }

    /// Fills `CpProgram::permutations`. Groups with hidden variables are left out: branching on one would report a
    /// solution once for each of its completions.
    pub(super) fn permutations(&mut self) {
        let program = &mut self.program;
        for (number, propagator) in program.propagators.iter().enumerate() {
            let all_shown = program.scope[propagator.scope.range()].iter().all(|&var| (var as usize) < program.shown);
            if all_shown && matches!(propagator.kind, Kind::Distinct { .. }) {
                program.permutations.push(number as u32);
                program.compares |= program.is_large(propagator.scope.range().len());
            }
        }
    }

    /// The phases of a declared order, if some variables are not taken in order or have not the smallest value first.
    pub(super) fn phases(&mut self, model: &Model, order: Order) {
        let declared = model.orders().iter().find(|(name, _)| Some(*name) == order.declared());
        let Some((_, phases)) = declared else { return };
        if phases.iter().all(|phase| (phase.next, phase.value) == Default::default()) {
            return;
        }
        let program = &mut self.program;
        let mut is_taken = vec![false; program.origin.len()];
        for Phase { vars, next, value } in phases {
            let mut numbers: Vec<u32> = vars.iter().map(|var| self.number[var.index()]).collect();
            numbers.retain(|&number| !std::mem::replace(&mut is_taken[number as usize], true));
            // They are numbered in this order, shown ones before hidden ones.
            numbers.sort_unstable();
            let (shown, hidden) =
                numbers.split_at(numbers.partition_point(|&number| (number as usize) < program.shown));
            for part in [shown, hidden] {
                if let (Some(&first), Some(&last)) = (part.first(), part.last()) {
                    debug_assert_eq!(part.len() as u32, last + 1 - first);
                    program.phases.push((first..last + 1, *next, *value));
                }
            }
        }
        program.phases.sort_by_key(|phase| phase.0.start);
    }

    /// Fills `CpProgram::degrees`.
    pub(super) fn degrees(&mut self, model: &Model) {
        let program = &mut self.program;
        program.degrees = vec![0; program.origin.len()];
        let mut vars: Vec<u32> = Vec::new();
        for posted in model.constraints() {
            vars.clear();
            vars.extend(posted.constraint.vars().map(|var| self.number[var.index()]));
            vars.sort_unstable();
            vars.dedup();
            for &var in &vars {
                program.degrees[var as usize] += 1;
            }
        }
    }
}

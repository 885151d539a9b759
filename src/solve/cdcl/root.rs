//! Root-level propagation: what follows without a decision, and what it leaves of the constraints.

use super::build::Plan;
use super::state::State;
use super::tuning::decide;
use super::{Literal, Natives};

impl Plan {
    /// The state in which nothing is assigned.
    pub(super) fn state(&self) -> State<'_> {
        let natives = Natives {
            at_most_one: &self.groups,
            at_most_one_of: &self.groups_of,
            counts: &self.counts,
            counts_of: &self.counts_of,
        };
        let mut state = State::new(self.items, natives, decide::DECAY_OF_MODELS, None);
        for clause in self.clauses.iter() {
            state.clauses.add(clause, 0);
        }
        state
    }

    /// The same with all that follows as unit clauses, and constraints over unassigned literals only.
    pub(super) fn narrowed(self) -> Plan {
        if self.contradiction {
            return self;
        }
        let mut state = self.state();
        let contradiction = !state.begin(&self.facts);
        let values = state.values;
        if contradiction {
            return Plan { contradiction, ..self };
        }
        let open = |literal: &Literal| values[*literal as usize] == 0;
        let is_true = |literal: &Literal| values[*literal as usize] > 0;
        let mut plan = Plan { items: self.items, meaning: self.meaning, otherwise: self.otherwise, ..Plan::default() };
        plan.facts = (0..2 * self.items as Literal).filter(is_true).collect();
        let left = |list: &[Literal]| list.iter().copied().filter(open).collect::<Vec<_>>();
        // The others of an at-most-one constraint with a true literal are false.
        self.groups.iter().for_each(|group| plan.at_most_one(left(group)));
        for clause in self.clauses.iter().filter(|clause| !clause.iter().any(is_true)) {
            plan.at_least_one(left(clause));
        }
        for count in &self.counts {
            let has = count.literals.iter().filter(|literal| is_true(literal)).count();
            plan.at_least(left(&count.literals), count.least.saturating_sub(has));
        }
        plan.find_holders();
        plan
    }
}

//! What follows without a choice, and what it leaves of the constraints.

use super::Literal;
use super::build::Plan;
use super::state::State;

impl Plan {
    /// The same with all that follows as facts, and constraints over the other items only.
    pub(super) fn narrowed(self) -> Plan {
        if self.contradiction {
            return self;
        }
        let mut state = State::new(&self);
        let contradiction = !state.begin();
        let values = state.values;
        if contradiction {
            return Plan { contradiction, ..self };
        }
        let open = |literal: &Literal| values[*literal as usize] == 0;
        let is_true = |literal: &Literal| values[*literal as usize] > 0;
        let mut plan = Plan { items: self.items, meaning: self.meaning, otherwise: self.otherwise, ..Plan::default() };
        plan.facts = (0..2 * self.items as Literal).filter(is_true).collect();
        let left = |list: &[Literal]| list.iter().copied().filter(open).collect::<Vec<_>>();
        // A group with a true literal has no others that are open.
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

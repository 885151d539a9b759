//! An objective as literals that cost something if they are true.
//!
//! A variable with the values 2, 5 and 9 and the coefficient 3 costs 6. It costs 9 more if it is at least 5, and then
//! 12 more if it is at least 9. So order literals carry the objective, whatever the variable's encoding, and a variable
//! of two values has one. With a negative coefficient, the literals are the opposites. A variable whose order literals
//! the solver makes has its bits instead.

use cnfab_cnf::{ClauseSink, Clean, Lit};
use cnfab_model::{Objective, Sense};

use super::{LitOrConst, VarMap};

/// A constant, and literals with what they cost. The least sum is the optimum, or its opposite if the objective is
/// maximised.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// The cost of every solution.
    pub constant: i128,
    /// Each literal once; never a literal with its opposite.
    pub of_literals: Vec<(Lit, u64)>,
}

impl Costs {
    /// The costs of an objective: its value, negated if it is maximised.
    pub fn of(objective: &Objective, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Self {
        let out: &mut dyn ClauseSink = &mut Clean::new(out);
        let sign = if objective.sense == Sense::Minimise { 1 } else { -1 };
        let mut costs = Costs { constant: sign * i128::from(objective.constant), of_literals: Vec::new() };
        for &(coefficient, var) in &objective.terms {
            let coefficient = sign * i128::from(coefficient);
            let domain = vars.domain(var).clone();
            if let (Some(bits), Some(least)) = (vars.bits(var), domain.min()) {
                // Below 0, the opposites of the bits count from the other end.
                costs.constant +=
                    coefficient * (i128::from(least) + if coefficient > 0 { 0 } else { (1 << bits.len()) - 1 });
                let cost = |(bit, lit): (usize, Lit)| {
                    (if coefficient > 0 { lit } else { !lit }, (coefficient.unsigned_abs() << bit) as u64)
                };
                costs.of_literals.extend(bits.into_iter().enumerate().map(cost));
                continue;
            }
            let cheapest = if coefficient > 0 { domain.min() } else { domain.max() };
            costs.constant += coefficient * i128::from(cheapest.unwrap_or_default());
            for (below, above) in domain.values().zip(domain.values().skip(1)) {
                let cost = coefficient.abs() * (i128::from(above) - i128::from(below));
                let is_below = vars.at_most(var, below, out);
                match if coefficient > 0 { !is_below } else { is_below } {
                    LitOrConst::Lit(lit) => costs.of_literals.push((lit, cost as u64)),
                    LitOrConst::Const(value) => costs.constant += if value { cost } else { 0 },
                }
            }
        }
        costs
    }
}

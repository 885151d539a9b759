//! The settings of a search of a formula: the techniques that the options of the strategy `sat:cdcl` choose.

use crate::options::{BumpedVariables, DecisionPhase, ModalOrder, RestartPolicy};

/// The switches of a search. Without options they are as they measure best.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// When it restarts.
    pub restarts: RestartPolicy,
    /// The decision order.
    pub decide: ModalOrder,
    /// The phase that a decision gives a variable.
    pub phases: DecisionPhase,
    /// True if local search finds phases now and then.
    pub walk: bool,
    /// True if literals of one level in learned clauses give way to one that implies them.
    pub shrink: bool,
    /// True if propagation makes learned clauses shorter.
    pub vivify: bool,
    /// True if literals are decided alone to see if they lead to a conflict.
    pub probe: bool,
    /// The variables that a conflict moves ahead.
    pub bump: BumpedVariables,
    /// True if clauses that contain others are deleted or lose a literal.
    pub subsume: bool,
    /// True if variables are replaced by their resolvents where these are few.
    pub eliminate: bool,
}

impl Settings {
    /// As they measure best.
    pub const DEFAULT: Self = Settings {
        restarts: RestartPolicy::Averages,
        decide: ModalOrder::Modes,
        phases: DecisionPhase::Target,
        walk: true,
        shrink: false,
        vivify: true,
        probe: false,
        bump: BumpedVariables::Reasons,
        subsume: true,
        eliminate: true,
    };
}

//! Which techniques a search of a formula uses: what the options of the strategy `sat:cdcl` say.

use crate::options::{BumpedVariables, DecisionPhase, ModalOrder, RestartPolicy};

/// The switches of a search. Without options they are as they measure best.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// When it restarts.
    pub restarts: RestartPolicy,
    /// Which variable is decided.
    pub decide: ModalOrder,
    /// Which value a decision gives it.
    pub phases: DecisionPhase,
    /// Whether local search finds phases now and then.
    pub walk: bool,
    /// Whether literals of one level in learned clauses give way to one that implies them.
    pub shrink: bool,
    /// Whether propagation makes learned clauses shorter.
    pub vivify: bool,
    /// Whether literals are decided alone to see if they lead to a conflict.
    pub probe: bool,
    /// Which variables a conflict moves ahead.
    pub bump: BumpedVariables,
    /// Whether clauses that contain others are deleted or lose a literal.
    pub subsume: bool,
    /// Whether variables are replaced by their resolvents where these are few.
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

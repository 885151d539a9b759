//! Which techniques a search of a formula uses: what the options of the strategy `sat:cdcl` say.

use crate::Options;
use crate::builders::{BumpedVariables, DecisionPhase, ModalOrder, OptIn, RestartPolicy, Switch};

/// The switches of a search. Without options they are as they measure best.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(super) restarts: RestartPolicy,
    pub(super) decide: ModalOrder,
    pub(super) phases: DecisionPhase,
    pub(super) walk: bool,
    pub(super) shrink: bool,
    pub(super) vivify: bool,
    pub(super) probe: bool,
    pub(super) bump: BumpedVariables,
    pub(super) subsume: bool,
    pub(super) eliminate: bool,
}

impl Settings {
    pub(crate) const DEFAULT: Self = Settings {
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

    /// Those that options say.
    pub(crate) fn of(options: &Options) -> Self {
        let is_on = |name: &str| Switch::named(options.get(name)) == Switch::On;
        Settings {
            restarts: RestartPolicy::named(options.get("restarts")),
            decide: ModalOrder::named(options.get("decide")),
            phases: DecisionPhase::named(options.get("phases")),
            walk: is_on("walk"),
            shrink: OptIn::named(options.get("shrink")) == OptIn::On,
            vivify: is_on("vivify"),
            probe: OptIn::named(options.get("probe")) == OptIn::On,
            bump: BumpedVariables::named(options.get("bump")),
            subsume: is_on("subsume"),
            eliminate: is_on("eliminate"),
        }
    }
}

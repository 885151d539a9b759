//! Values of the options of a search.

use cnfab_base::values;

values! {
    /// The restart policy of clause learning.
    RestartPolicy {
        Averages = "averages": "when the glue (LBD) of recent clauses is above its average; in stable mode, which formulas have, as luby",
        Luby = "luby": "reluctant doubling (the Luby sequence)",
        None = "none": "no restarts, and no change of modes",
    }

    /// The decision order of the SAT solver `cdcl`.
    ModalOrder {
        Modes = "modes": "evsids in stable mode, else vmtf; to list models after many conflicts evsids, or fewest-candidates for an \
            exact cover",
        Evsids = "evsids": "highest activity in recent conflicts (exponential VSIDS)",
        Vmtf = "vmtf": "most recent conflict (variable move to front)",
        FewestCandidates = "fewest-candidates": "the unsatisfied positive clause with the fewest unassigned literals; without one evsids",
    }

    /// The phase of a decision of the SAT solver `cdcl`.
    DecisionPhase {
        Target = "target": "in stable mode the value in the largest assignment without a conflict, else as saved",
        Saved = "saved": "the last value of the variable (phase saving)",
    }

    /// The variables that a conflict of the SAT solver `cdcl` bumps in the decision order.
    BumpedVariables {
        Reasons = "reasons": "those that were resolved, and those in the reasons of the learned clause",
        Conflict = "conflict": "those that were resolved",
    }
}

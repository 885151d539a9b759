//! Values of the options of a search.

use cnfab_base::values;

values! {
    /// When the SAT solver `cdcl` restarts.
    RestartPolicy {
        /// When the glue of late is above the usual one; in stable mode by reluctant doubling.
        Averages = "averages",
        /// By reluctant doubling.
        Luby = "luby",
        /// Never.
        None = "none",
    }

    /// Which variable the SAT solver `cdcl` decides.
    ModalOrder {
        /// `Evsids` in stable mode, else `Vmtf`. In a list with more conflicts than models `Evsids`, or
        /// `FewestCandidates` if the formula is an exact cover; that also before the first model, but not in stable
        /// mode.
        Modes = "modes",
        /// The one that conflicts have met most often of late.
        Evsids = "evsids",
        /// The one that a conflict has met last.
        Vmtf = "vmtf",
        /// One of the clause of positive literals, none of them true, with the fewest open ones; else as `Evsids`.
        FewestCandidates = "fewest-candidates",
    }

    /// Which value the SAT solver `cdcl` gives a variable that it decides.
    DecisionPhase {
        /// In stable mode its value in the largest assignment without a conflict, else the last one.
        Target = "target",
        /// The last one.
        Saved = "saved",
    }

    /// Which variables a conflict of the SAT solver `cdcl` moves ahead in the order of decisions.
    BumpedVariables {
        /// Those that were resolved, and those in the reasons of the learned clause.
        Reasons = "reasons",
        /// Those that were resolved.
        Conflict = "conflict",
    }
}

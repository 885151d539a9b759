//! The schema of what `cnfab report --json` prints.

use serde_json::{Map, Value};

use super::{Field, document, field, object};

const SUMMARY: &[Field] = &[
    field("studies", "study*", "", "The studies that the rows are of."),
    field("clock", "clock", "", "By which clock runs are judged."),
    field("totals", "totals", "", "How many there are of what."),
    field("limits", "limits*", "", "The limits of the runs."),
    field("disagreements", "disagreement*", "", "Runs that contradict each other."),
    field("warnings", "string*", "", "What to know before believing the figures."),
    field("reference", "string?", "", "The way that the others are compared with."),
    field("ways", "way*", "", "The ways, those that solved most first, then those with the smallest PAR-2."),
    field("virtual_best", "virtual_best", "", "The fastest way of each instance."),
    field("machines", "machine*", "", "Where the runs were done, and by what."),
    field("failures", "failed*", "", "Runs without an answer, put together by way and reason."),
    field("uncertified", "failed*", "", "Answers without a certificate that was wanted, put together likewise."),
];

const STUDY: &[Field] = &[
    field("name", "string", "", "Its name."),
    field("file", "string", "", "Its file, as it was named when the runs were done."),
    field("about", "string", "", "What it asks, in its own words."),
    field("hash", "string", "", "The hash of what decides its runs."),
    field("runs", "integer", "", "How many runs it has."),
    field("done", "integer", "", "How many of them there are."),
];

const TOTALS: &[Field] = &[
    field("runs", "integer", "", "Runs."),
    field("ways", "integer", "", "Ways."),
    field("instances", "integer", "", "Instances, each with what was asked of it."),
    field("seeds", "integer", "", "Different seeds."),
    field("span_s", "number", "s", "From the start of the first run to the start of the last."),
    field("time_s", "number", "s", "What all runs took together."),
];

const LIMITS: &[Field] = &[
    field("limit_solutions", "integer?", "solutions", "How many solutions were wanted; null for all."),
    field("limit_wall_s", "number?", "s", "Limit of time by the clock."),
    field("limit_cpu_s", "number?", "s", "Limit of computing time."),
    field("limit_conflicts", "integer?", "conflicts", "Limit of conflicts of a SAT solver; null for none."),
    field("limit_ticks", "integer?", "ticks", "Limit of the work of a search; null for none."),
    field("limit_memory_bytes", "integer?", "B", "Limit of memory."),
];

const DISAGREEMENT: &[Field] = &[
    field("instance", "string", "", "The instance."),
    field("symmetry", "string?", "", "The symmetries of which one solution per orbit was wanted."),
    field("what", "string", "", "What differs."),
    field("one", "side", "", "A run that agrees with most of the complete ones."),
    field("other", "side", "", "The run that does not agree with it."),
    field("runs", "integer", "", "How many runs of that way differ so."),
];

const SIDE: &[Field] = &[
    field("way", "string", "", "The way."),
    field("run", "string", "", "The name of the run."),
    field("outcome", "outcome", "", "How it ended."),
    field("solutions", "string", "solutions", "The number of solutions, in decimal digits."),
    field("fingerprint", "string?", "", "The hash of the set of solutions."),
    field("command", "string", "", "A command that does it again."),
];

const ESTIMATE: &[Field] = &[
    field("value", "number?", "", "The value; null if it stands on nothing."),
    field("low", "number?", "", "Lower end of the 95% interval; null if there are fewer than five instances."),
    field("high", "number?", "", "Upper end of the 95% interval."),
    field("of", "integer", "instances", "The number of instances that the value stands on."),
];

const RATIO: &[Field] = &[
    field("value", "number?", "", "Geometric mean of the ratios; below 1 if this way needs less than the reference."),
    field("low", "number?", "", "Lower end of the 95% interval."),
    field("high", "number?", "", "Upper end of the 95% interval."),
    field("of", "integer", "instances", "Instances that both solved."),
    field("both_run", "integer", "instances", "Instances that both were run on."),
    field("less", "integer", "instances", "Instances on which this way needs less."),
    field("more", "integer", "instances", "Instances on which it needs more."),
    field("sign_p", "number?", "", "Probability of as uneven signs by chance, two-sided."),
    field("sign_p_holm", "number?", "", "The same with Holm's correction for the number of ways."),
];

const WAY: &[Field] = &[
    field("way", "string", "", "What no other way is called."),
    field("strategy", "string", "", "The strategy."),
    field("recipe", "string?", "", "The whole recipe; null if the strategy encodes nothing."),
    field("view", "string", "", "The view, or the views of several kinds."),
    field("runs", "integer", "", "Runs."),
    field("solved_runs", "integer", "", "Runs that were complete, or found as many solutions as were wanted."),
    field("instances", "integer", "", "Instances, those with interrupted runs only left out."),
    field("solved", "integer", "", "Instances whose median run was solved."),
    field("fastest", "integer", "", "Instances on which no other way is faster."),
    field("alone", "integer", "", "Instances that no other way solved."),
    field("outcomes", "outcomes", "", "How many runs ended how."),
    field("par2_s", "estimate", "s", "Mean time over the instances; a run not solved counts as twice the limit."),
    field("time_s", "estimate", "s", "Median time over the instances that were solved."),
    field("encode_s", "estimate", "s", "Median time until the model was in the backend's form, solved instances."),
    field("conflicts", "estimate", "", "Median number of conflicts over the instances that were solved."),
    field("nodes", "estimate", "", "Median number of search nodes over the instances that were solved."),
    field("least_budget", "estimate", "conflicts", "Median of the least budgets that are known."),
    field("variables", "estimate", "", "Median number of variables (columns) where known."),
    field("clauses", "estimate", "", "Median number of clauses (rows) where known."),
    field("literals", "estimate", "", "Median number of literals (entries) where known."),
    field("peak_memory_bytes", "estimate", "B", "Median of the most memory in use, solved instances."),
    field("peak_memory_bytes_max", "integer?", "B", "The most memory that a run had in use."),
    field("contract", "string?", "", "Models per solution; several kinds are separated by commas."),
    field("certificates", "certificates", "", "What became of the certificates of its answers."),
    field("proof_s", "estimate", "s", "Median time until the certificate was written, certified instances."),
    field("proof_bytes", "estimate", "B", "Median size of the proofs, certified instances."),
    field("check_s", "estimate", "s", "Median time that the checker took, certified instances."),
    field("proof_ratio", "estimate", "", "Median of proof_s divided by the time of solving, certified instances."),
    field("check_ratio", "estimate", "", "Median of check_s divided by the time of solving, certified instances."),
    field("time_ratio", "ratio?", "", "Time against the reference; null for the reference."),
    field("conflicts_ratio", "ratio?", "", "Conflicts plus one against those of the reference."),
];

const CERTIFICATES: &[Field] = &[
    field("yes", "integer", "runs", "A checker accepts the proof."),
    field("no", "integer", "runs", "There is no proof, or nothing has checked it."),
    field("refused", "integer", "runs", "The checker does not accept the proof, or it proves something else."),
];

const OUTCOMES: &[Field] = &[
    field("complete", "integer", "runs", "All solutions have been found."),
    field("optimal", "integer", "runs", "A solution is known to be optimal."),
    field("stopped", "integer", "runs", "As many as were wanted, or the strategy gave up."),
    field("timeout", "integer", "runs", "Time was over."),
    field("memory", "integer", "runs", "Memory was used up."),
    field("interrupted", "integer", "runs", "Somebody ended it; no figure counts it."),
    field("not-found", "integer", "runs", "A search that cannot tell found none."),
    field("unsupported", "integer", "runs", "The model cannot be stated in this way."),
    field("failed", "integer", "runs", "A bug."),
];

const VIRTUAL_BEST: &[Field] = &[
    field("solved", "integer", "instances", "Instances that some way solved."),
    field("par2_s", "estimate", "s", "Mean over all instances of the smallest PAR-2 of any way."),
    field("time_s", "estimate", "s", "Median of the smallest times, over the instances that some way solved."),
];

const MACHINE: &[Field] = &[
    field("version", "string", "", "The version of the program."),
    field("commit", "string?", "", "The commit that it was built from."),
    field("host", "string", "", "The machine's name."),
    field("system", "string", "", "The operating system."),
    field("processor", "string", "", "The processor's name."),
    field("cores", "integer", "threads", "How many threads the processor runs at a time."),
    field("memory_bytes", "integer?", "B", "Memory that the machine has."),
    field("jobs", "integer", "runs", "How many runs were done at a time."),
    field("load", "number?", "threads", "Always null: the load is that of a run."),
    field("runs", "integer", "", "Runs that were done there."),
];

const FAILED: &[Field] = &[
    field("way", "string", "", "The way."),
    field("outcome", "outcome", "", "How the runs ended."),
    field("detail", "string?", "", "The reason, as far as there is one."),
    field("runs", "integer", "", "Runs."),
    field("instance", "string", "", "The instance of the first."),
    field("command", "string", "", "The command of the first."),
];

/// The schema of a report.
pub fn report() -> Value {
    let definitions: Map<String, Value> = [
        ("study", STUDY, "A study."),
        ("totals", TOTALS, "How many there are of what."),
        ("limits", LIMITS, "The limits of a run; null means none."),
        ("disagreement", DISAGREEMENT, "Two runs that contradict each other."),
        ("side", SIDE, "One of two runs."),
        ("estimate", ESTIMATE, "A value with its interval."),
        ("ratio", RATIO, "A way against the reference, on the instances that both solved."),
        ("way", WAY, "A strategy with its recipe and view."),
        ("outcomes", OUTCOMES, "How many runs ended how."),
        ("certificates", CERTIFICATES, "How many answers are certified."),
        ("virtual_best", VIRTUAL_BEST, "What one would need who knew the fastest way for each instance."),
        ("machine", MACHINE, "A machine with a state of the program."),
        ("failed", FAILED, "Runs of a way without an answer for the same reason."),
    ]
    .into_iter()
    .map(|(name, fields, about)| (name.to_owned(), Value::Object(object(name, about, fields))))
    .collect();
    document(object("Report", "What the rows of a study say.", SUMMARY), definitions)
}

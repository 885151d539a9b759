//! The subcommands: one file each, and what they share.

use std::borrow::Cow;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::display::{escaped_lines, excerpt};

mod args;
mod audit;
mod audit_given;
mod audit_prove;
mod candidates;
mod candidates_model;
mod certificates_page;
mod certify;
mod check;
mod colour;
mod compare;
mod completions;
mod convert;
mod count;
mod cubes;
mod deadline;
mod decode;
mod draw;
mod drive;
mod encode;
mod entries;
mod explain;
mod explain_page;
mod explain_picture;
mod explain_sheets;
mod export;
mod failure;
mod file;
mod flatzinc;
mod formula;
mod generate;
mod help;
mod inputs;
mod interrupt;
mod judge;
mod judge_model;
mod lift;
mod list;
mod map_json;
mod memory;
mod merge;
mod message;
mod minimize;
mod minizinc;
mod progress;
mod proof;
mod protocol;
mod question;
mod report;
mod sample;
mod sat;
mod schema;
mod search_summary;
mod show;
mod show_clauses;
mod slurm;
mod smallest;
mod solve;
mod suggest;
mod sweep;
mod verify;
mod watch;
mod why;
mod why_json;
mod why_model;
mod why_sets;
mod worker;
mod xcsp3;

use failure::Failure;

/// Read a puzzle, solve it by SAT, by ILP or natively, compare the ways, prove the answer.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, disable_help_subcommand = true, after_help = TOPICS, after_long_help = MANUAL)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// When to draw boards in colour: 'always', 'never' or 'auto'.
    ///
    /// 'auto' is on a terminal without NO_COLOR in the environment.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        ignore_case = true,
        hide_default_value = true,
        hide_possible_values = true
    )]
    color: colour::When,

    /// Memory (500MB, 1.5GB); for 'compare', for each run.
    ///
    /// Without a unit, megabytes of a million bytes. Beyond the limit, the command prints what it has found and ends
    /// with exit code 3. Without it, the limit is three quarters of the memory that there is, and 'compare' has none.
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory::megabytes)]
    memory: Option<u64>,
}

const TOPICS: &str = "\
'cnfab help COMMAND' is the manual of a command, 'cnfab help sudoku' (or another kind) the text format of a puzzle.";

const MANUAL: &str = "\
'cnfab help COMMAND' is the manual of a command. 'cnfab help sudoku' is the text format of a puzzle; 'cnfab list kinds' names \
all kinds. 'cnfab help encodings' describes what --encode takes, 'cnfab help studies' what 'cnfab sweep' reads.

FILE is a puzzle file, a link to a puzzle ('cnfab help convert'), or '-' for standard input. Several puzzles are a batch, whatever their kinds: several FILEs, the files \
of a folder, puzzles one after the other in a file, Sudokus or links one a line. Every command answers them in order. 'FILE#2' is the second puzzle of FILE. What \
cannot be read is reported, and its answer is 'not read'; the others are answered, and the exit code is 2.

Every kind has the header lines 'title:', 'author:' and 'rules:'. They are for people: rules in words are not read.

Exit codes: 0 done; 1 our own failure; 2 bad input or usage; 3 a limit (time, memory, iterations, Ctrl-C) ended the work before the \
answer, and what was found until then has been printed. 'sat' has those of SAT competitions: 10 satisfiable, 20 unsatisfiable, 0 not known.";

#[derive(Subcommand)]
enum Command {
    List(list::Arguments),
    Show(show::Arguments),
    Draw(draw::Arguments),
    Solve(solve::Arguments),
    Count(count::Arguments),
    Sample(sample::Arguments),
    Check(check::Arguments),
    Generate(generate::Arguments),
    Judge(judge::Arguments),
    Minimize(minimize::Arguments),
    Candidates(candidates::Arguments),
    Why(why::Arguments),
    Explain(explain::Arguments),
    Convert(convert::Arguments),
    Export(export::Arguments),
    Decode(decode::Arguments),
    Compare(compare::Arguments),
    Sweep(sweep::Arguments),
    Lift(lift::Arguments),
    Certify(certify::Arguments),
    Verify(verify::Arguments),
    Merge(merge::Arguments),
    Report(report::Arguments),
    Schema(schema::Arguments),
    Audit(audit::Arguments),
    Sat(sat::Arguments),
    Flatzinc(flatzinc::Arguments),
    Minizinc(minizinc::Arguments),
    Xcsp3(xcsp3::Arguments),
    Completions(completions::CompletionArguments),
    Man(completions::ManArguments),
    Help(help::Arguments),
}

/// The work of a process that this program starts itself.
type Role = fn() -> Result<(), Failure>;

/// The roles there are, by the only argument of such a process. These are no commands, so that nothing names them to
/// users.
const ROLES: [(&str, Role); 2] = [(watch::NAME, watch::run), (worker::NAME, worker::run)];

/// The role of this process, if this program started it.
fn role() -> Option<Role> {
    let mut arguments = std::env::args_os().skip(1);
    let (name, rest) = (arguments.next()?, arguments.next());
    ROLES.iter().find(|(role, _)| name == *role && rest.is_none()).map(|(_, run)| *run)
}

/// Runs the command line of this process.
pub(crate) fn main() -> ExitCode {
    // A worker has little memory: it does without the commands and their values.
    let work: Box<dyn FnOnce() -> ExitCode> = if let Some(role) = role() {
        Box::new(move || role().map_or_else(Failure::report, |()| ExitCode::SUCCESS))
    } else {
        match parsed() {
            Ok(arguments) => {
                arguments.color.set();
                memory::set(arguments.memory);
                Box::new(|| {
                    // Runs are processes of their own, which are kept within limits.
                    if !matches!(arguments.command, Command::Compare(_) | Command::Sweep(_)) {
                        memory::keep();
                    }
                    run(arguments.command)
                })
            }
            Err(usage) => return print(usage),
        }
    };
    interrupt::listen();
    if let Ok(program) = std::env::current_exe() {
        crate::process::watch_with(program, vec![watch::NAME.into()]);
    }
    let code = work();
    // A search that did not come back in time may still run one.
    crate::process::end_all();
    match io::stdout().flush() {
        Err(why) if code == ExitCode::SUCCESS => Failure::Output(why).report(),
        _ => code,
    }
}

/// The command line of this process.
fn parsed() -> Result<Arguments, clap::Error> {
    Arguments::from_arg_matches(&with_negative_numbers(Arguments::command()).try_get_matches()?)
}

/// Takes a negative number behind an option for its value, which is what its error is about then.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negative_numbers)
}

/// Prints a help text on standard output, or the error of the arguments on standard error.
fn print(usage: clap::Error) -> ExitCode {
    let usage = with_excerpts(usage);
    let text = usage.render().to_string();
    let printed = match escaped_lines(&text) {
        // The error may name more of the command line than clap marks.
        Cow::Owned(escaped) if usage.use_stderr() => {
            message::text(&escaped);
            Ok(())
        }
        _ => usage.print().and_then(|()| io::stdout().flush()),
    };
    match printed {
        Err(why) if !usage.use_stderr() => Failure::Output(why).report(),
        _ => ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(2)),
    }
}

/// The error with no more than excerpts of what stood on the command line.
fn with_excerpts(mut usage: clap::Error) -> clap::Error {
    let given = [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    for kind in given.into_iter().chain([ContextKind::TrailingArg]) {
        if let Some(ContextValue::String(text)) = usage.get(kind) {
            let shown = excerpt(text);
            // Advice repeats what was given.
            if shown != *text && usage.get(ContextKind::Suggested).is_some() {
                usage.insert(ContextKind::Suggested, ContextValue::None);
            }
            usage.insert(kind, ContextValue::String(shown));
        }
    }
    usage
}

fn run(command: Command) -> ExitCode {
    let result = match command {
        Command::List(arguments) => list::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Count(arguments) => count::run(&arguments),
        Command::Sample(arguments) => sample::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Minimize(arguments) => minimize::run(&arguments),
        Command::Candidates(arguments) => candidates::run(&arguments),
        Command::Why(arguments) => why::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Lift(arguments) => lift::run(&arguments),
        Command::Certify(arguments) => certify::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Sat(arguments) => {
            return sat::run(&arguments).unwrap_or_else(Failure::report);
        }
        Command::Flatzinc(arguments) => flatzinc::run(&arguments),
        Command::Xcsp3(arguments) => xcsp3::run(&arguments),
        Command::Minizinc(arguments) => minizinc::run(&arguments),
        Command::Completions(arguments) => completions::run_completions(&arguments),
        Command::Man(arguments) => completions::run_man(&arguments),
        Command::Help(arguments) => help::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        super::Arguments::command().debug_assert();
    }

    /// But for what others prescribe: MiniZinc, the competitions of XCSP3, and kissat for `sat`. Several of a thing are
    /// called as one, and numbers of puzzles as those of solutions.
    #[test]
    fn a_short_option_means_the_same_everywhere() {
        let program = super::Arguments::command();
        let mut known: BTreeMap<char, (String, String)> = BTreeMap::new();
        let is_own = |command: &&clap::Command| !["flatzinc", "xcsp3", "sat"].contains(&command.get_name());
        for command in program.get_subcommands().filter(is_own) {
            for argument in command.get_arguments() {
                let Some(short) = argument.get_short() else { continue };
                let id = match argument.get_id().as_str() {
                    "count" => "number",
                    "strategies" => "strategy",
                    id => id,
                };
                let found = (id.to_owned(), command.get_name().to_owned());
                let (id, first) = known.entry(short).or_insert_with(|| found.clone());
                assert_eq!(*id, found.0, "-{short} of {first} and {}", found.1);
            }
        }
        assert_eq!((&known[&'t'].0[..], &known[&'T'].0[..]), ("threads", "timeout"));
    }
}

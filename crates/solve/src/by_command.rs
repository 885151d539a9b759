//! Strategies that are a command of the user's: `sat:cmd=kissat -q {}`.

use super::builders::{IlpSolver, Sat};
use super::strategy::StrategyKind;
use super::{lp, sat};

/// A strategy `sat:cmd=PROGRAM ARGUMENTS {}`, the places for its files, and what is expected if there is none.
pub(super) type CommandKind = (StrategyKind, &'static [&'static str], &'static str);

/// Any solver as a program. No entries of the registry, since they are none without a command, which goes to the end of
/// the text.
pub(super) static COMMANDS: [CommandKind; 2] = [
    (
        StrategyKind {
            name: "ilp:cmd",
            about: "an integer program, solved by a program that reads LP or MPS and prints columns with their values",
            options: IlpSolver::OPTIONS,
            numbers: IlpSolver::NUMBERS,
            make: lp::by_program,
        },
        &[lp::LP, lp::MPS],
        "{} where the program as LP belongs, or {mps} for MPS",
    ),
    (
        StrategyKind {
            name: "sat:cmd",
            about: "clauses by the recipe, solved by a program that reads DIMACS and prints 's' and 'v' lines",
            options: Sat::OPTIONS,
            numbers: Sat::NUMBERS,
            make: |options, encodings| sat::backend("varisat", options, encodings),
        },
        &["{}"],
        "{} where the file with the formula belongs",
    ),
];

//! The limit on the memory of a command.

use super::{cnfab, fed};

/// Order literals for the values of two variables take more than the limit.
const WIDE: &[u8] = b"var 0..4000000: x :: output_var;\nvar 0..4000000: y :: output_var;\nsolve satisfy;\n";

#[test]
fn a_command_ends_when_it_takes_more_than_it_may() {
    let run = fed("solve - --strategy sat --encode domain=order --memory 60", WIDE);
    assert_eq!(run.code, 3, "{run:?}");
    let reason = "cnfab: the memory is full: more than the 60 MB of --memory\n";
    assert!(run.err.starts_with(reason), "{run:?}");
    assert_eq!(run.out, "not found\n", "{run:?}");
    let run = fed("flatzinc - --strategy sat --encode domain=order --memory 60", WIDE);
    assert!(run.err.starts_with(reason) && run.out == "=====UNKNOWN=====\n", "{run:?}");
}

#[test]
fn what_is_kept_on_purpose_stays_within_the_limit() {
    let count = "count models/sudoku/many-solutions.txt --count-only --strategy frontier";
    let run = cnfab(&format!("{count} --memory 40"));
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("the memory for states is used up"), "{run:?}");
}

#[test]
fn a_limit_is_at_least_a_megabyte() {
    assert!(cnfab("list kinds --memory 0").refused(2).contains("0 is not in 1.."));
    assert_eq!(cnfab("count models/sudoku/six.txt --memory 1").code, 0, "the program itself does not count");
}

//! The limit on the memory of a command.

use super::{cnfab, fed};

/// Order literals for the values of two variables take more than the limit.
const WIDE: &[u8] = b"var 0..230000: x :: output_var;\nvar 0..230000: y :: output_var;\nsolve satisfy;\n";

#[test]
fn a_command_ends_when_it_takes_more_than_it_may() {
    let run = fed("solve - --strategy sat --encode domain=order --memory 60", WIDE);
    assert_eq!(run.code, 3, "{run:?}");
    let reason = "cnfab: the memory is full: more than the 60 MB of --memory\n";
    assert!(run.err.starts_with(reason), "{run:?}");
    assert_eq!(run.out, "not found\n", "{run:?}");
    let rows = fed("solve - --strategy sat --encode domain=order --memory 0.06GB --json", WIDE);
    assert!(rows.code == 3 && rows.out.contains(r#""outcome":"memory","solutions":0"#), "{rows:?}");
    let run = fed("flatzinc - --strategy sat --encode domain=order --memory 60", WIDE);
    assert!(run.err.starts_with(reason) && run.out == "=====UNKNOWN=====\n", "{run:?}");
    // What takes far more at once is ended without a word on what was found.
    let wider = String::from_utf8(WIDE.to_vec()).expect("UTF-8").replace("230000", "4000000");
    let run = fed("solve - --strategy sat --encode domain=order --memory 60", wider.as_bytes());
    assert!(run.code == 3 && run.err.starts_with(reason), "{run:?}");
}

/// Lists that are sorted are held until the end, whoever finds the solutions; what has been found is printed.
#[test]
fn what_has_been_found_is_printed() {
    for strategy in ["backtrack", "sat:cdcl"] {
        let run = cnfab(&format!(
            "solve models/sudoku/many-solutions.txt --all --sorted --plain --memory 1 --strategy {strategy}"
        ));
        assert_eq!(run.code, 3, "{strategy}: {}", run.err);
        assert!(run.err.starts_with("cnfab: the memory is full: more than the 1 MB"), "{strategy}: {}", run.err);
        let found = run.out.lines().filter(|line| line.len() == 81).count();
        assert!(found > 100 && run.err.contains("solutions until then"), "{strategy}: {found}, {}", run.err);
    }
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
    for size in ["0", "0.9MB", "1e-9GB", "MB", "1TB", "nan"] {
        assert!(cnfab(&format!("list kinds --memory {size}")).refused(2).contains("a size from 1 MB on"), "{size}");
    }
    assert_eq!(cnfab("count models/sudoku/six.txt --memory 1").code, 0, "the program itself does not count");
}

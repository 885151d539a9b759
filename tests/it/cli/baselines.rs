//! Baselines are marked wherever they are compared.

use super::cnfab;

/// Baselines are marked as in the reports of studies: below the tables, and on standard error beside other forms.
#[test]
fn baselines_are_marked_in_every_form() {
    let run = |strategies: &str, encodings: &str, report: &str| {
        let run =
            cnfab(&format!("compare models/sudoku/six.txt --strategies {strategies} -e {encodings} --report {report}"));
        assert_eq!(run.code, 0, "{run:?}");
        run
    };
    let encodings = "all-different=amo-per-value,all-different=bijection";
    for (strategies, encodings, note) in [
        ("sat", encodings, Some("all-different=amo-per-value is a baseline, there to be compared with.")),
        ("sat:enumerate=block-full", "default", Some("enumerate=block-full is a baseline, there to be compared with.")),
        ("sat,backtrack", "default", None),
    ] {
        for report in ["table", "markdown"] {
            let out = run(strategies, encodings, report).out;
            let marked = note.map(|note| format!("\n\n{note}\n\n"));
            assert_eq!(out.contains("baseline"), note.is_some(), "{out}");
            assert!(marked.is_none_or(|marked| out.contains(&marked)), "{out}");
        }
        for report in ["csv", "json"] {
            let run = run(strategies, encodings, report);
            assert!(!run.out.contains("baseline"), "{run:?}");
            let marked = note.map(|note| format!("cnfab: note: {note}\n"));
            assert!(marked.map_or(!run.err.contains("baseline"), |marked| run.err.contains(&marked)), "{run:?}");
        }
    }
}

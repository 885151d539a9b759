//! `docs/certificates.md` is what `cnfab audit --all --prove --report markdown` writes, but for the times.

use std::fs;

use super::run;

use crate::certify::has_checker;

/// The page without the times of checks.
fn without_times(page: &str) -> String {
    let is_time = |cell: &str| {
        let number = cell.trim().strip_suffix(" s");
        number.is_some_and(|number| number.parse::<f64>().is_ok())
    };
    let line = |line: &str| {
        let cells = line.split('|').map(|cell| if is_time(cell) { " - " } else { cell });
        cells.collect::<Vec<_>>().join("|") + "\n"
    };
    page.lines().map(line).collect()
}

#[test]
fn the_page_is_what_the_program_writes() {
    let page = fs::read_to_string("docs/certificates.md").expect("the page");
    let arguments = ["audit", "--all", "--prove", "--report", "markdown"];
    let written = if has_checker() {
        run(&arguments).ok()
    } else {
        // Without a checker there are no times.
        let written = run(&[&arguments[..], &["--checker", "/no/such/program"]].concat());
        assert!(written.code == 3 && written.err.contains("no times: the checker"), "{}", written.err);
        written.out
    };
    assert_eq!(written.matches(" s |").count() > 80, has_checker());
    let (page, written) = (without_times(&page), without_times(&written));
    let differs = page.lines().zip(written.lines()).find(|(page, written)| page != written);
    assert!(
        page == written,
        "docs/certificates.md is not what 'cnfab audit --all --prove --report markdown > docs/certificates.md' writes; \
         first: {differs:?}"
    );
    assert!(page.matches(" | - |").count() > 80 && !page.contains("no proof"));
}

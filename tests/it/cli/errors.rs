//! Wrong input and wrong usage: exit code 2, a reason, and nothing on standard output.

use std::process::Stdio;

use super::{cnfab, fed, program};

const PUZZLE: &str = "models/jodici/sample.txt";

#[test]
fn files_that_cannot_be_read() {
    for command in ["show", "solve", "count", "export", "compare"] {
        let err = cnfab(&format!("{command} no-such-file.txt")).refused(2);
        assert!(err.starts_with("cnfab: cannot read 'no-such-file.txt': "), "{err}");
        let err = cnfab(&format!("{command} .ci")).refused(2);
        assert!(err.ends_with("cnfab: found no puzzle and no model in the folder '.ci'\n"), "{err}");
    }
    let err = fed("solve -", b"").refused(2);
    assert!(err.starts_with("<stdin>:1:1: found nothing, expected a puzzle"), "{err}");
    let err = fed("solve -", b"kind: jodici\n\n1 \xff\n").refused(2);
    assert_eq!(err, "<stdin>:3:3: found byte 0xff, expected UTF-8 text\n");
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_files_without_an_end() {
    let err = cnfab("show /dev/zero").refused(2);
    assert_eq!(err, "cnfab: cannot read '/dev/zero': found neither a file nor a pipe\n");
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.txt");
    std::fs::File::create(&large).unwrap().set_len(256_000_001).unwrap();
    let err = cnfab(&format!("show {}", large.display())).refused(2);
    assert!(err.ends_with("found more than 256 MB\n"), "{err}");
    for command in ["export", "show", "list"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let words: &[&str] = if command == "list" { &["list"] } else { &[command, PUZZLE] };
        let run: super::Run = super::program().args(words).stdout(full).output().unwrap().into();
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.err.starts_with("cnfab: cannot write: "), "{run:?}");
    }
    let err = cnfab(&format!("export {PUZZLE} -o /dev/full")).refused(2);
    assert!(err.starts_with("cnfab: cannot write '/dev/full': "), "{err}");
}

#[test]
fn wrong_names_list_the_right_ones_and_the_nearest() {
    let cases = [
        ("--strategy bactrack", "did you mean 'backtrack'?"),
        ("--strategy satt", "did you mean 'sat'?"),
        ("--strategy anneal:iterations=abc", "found 'abc', expected a number from 1 to "),
        ("--encode amo=prodct", "did you mean 'product'?"),
        ("--encode ammo=product", "did you mean 'amo'?"),
        ("--encode amo", "expected CLASS=ENCODING"),
        ("--encode ilp=asignment", "did you mean 'assignment'?"),
        ("--encode amo:filed=product", "did you mean 'field'?"),
        ("--view cel", "did you mean 'cell'?"),
    ];
    for (options, hint) in cases {
        let err = cnfab(&format!("solve {PUZZLE} {options}")).refused(2);
        assert!(err.contains(hint), "{options}: {err}");
        assert!(err.contains("known: ") || err.contains("expected"), "{options}: {err}");
    }
    let err = cnfab(&format!("export {PUZZLE} --format dimac")).refused(2);
    assert!(err.contains("did you mean 'dimacs'?"), "{err}");
    let err = cnfab(&format!("compare {PUZZLE} --report cvs")).refused(2);
    assert!(err.contains("did you mean 'csv'?"), "{err}");
    let err = cnfab(&format!("compare {PUZZLE} --strategies sat,satt")).refused(2);
    assert!(err.contains("did you mean 'sat'?"), "{err}");
    let hexagon = "models/hexagon/aristotle.txt";
    for list in ["solve --strategy", "count --strategy", "compare --strategies"] {
        let (command, option) = list.split_once(' ').unwrap();
        let err = cnfab(&format!("{command} {hexagon} {option} preset:spirl")).refused(2);
        assert!(err.contains("unknown preset of hexagon 'spirl'; did you mean 'spiral'?"), "{err}");
    }
    let err = cnfab(&format!("solve {hexagon} --strategy presets")).refused(2);
    assert!(err.contains("expected one strategy"), "{err}");
    let err = cnfab(&format!("compare {PUZZLE} --encodings default;amo=prodct")).refused(2);
    assert!(err.contains("did you mean 'product'?"), "{err}");
    let err = fed("show -", b"kind: jodoci\n\n1\n").refused(2);
    assert!(err.starts_with("<stdin>:1:7: found 'jodoci', expected 'jodici', or one of: "), "{err}");
}

#[test]
fn what_is_said_twice_is_refused() {
    for recipe in ["amo=product,amo=pairwise", "amo:row=product,amo:row=product", "ilp=assignment,ilp=assignment"] {
        let err = cnfab(&format!("solve {PUZZLE} --encode {recipe}")).refused(2);
        assert!(err.contains(&format!("'{}' comes twice", recipe.split('=').next().unwrap())), "{err}");
    }
    for list in ["solve --strategy", "compare --strategies"] {
        let (command, option) = list.split_once(' ').unwrap();
        let err = cnfab(&format!("{command} {PUZZLE} {option} backtrack:order=spiral,order=spiral")).refused(2);
        assert!(err.contains("'order' comes twice"), "{err}");
    }
    let err = cnfab(&format!("solve {PUZZLE} --encode imp=assignment")).refused(2);
    assert!(err.contains("root, symmetry, auto, ilp)"), "{err}");
    let two = cnfab(&format!("compare {PUZZLE} --strategies sat --encode amo=product,amo=pairwise --report csv")).ok();
    assert_eq!(two.lines().count(), 3, "{two}");
}

#[test]
fn encodings_without_an_effect_are_named() {
    let cases = [
        ("count", "--strategy backtrack --encode amo=product", "backtrack does not use 'amo=product'"),
        ("count", "--encode ilp=assignment", "sat does not use 'ilp=assignment'"),
        ("count", "--strategy ilp --encode circuit=order", "ilp does not use 'circuit=order'"),
        ("count", "--encode circuit=order", ""),
        ("count", "--encode amo=product", ""),
        ("export", "--encode ilp=assignment,amo=product", "an export of clauses does not use 'ilp=assignment'"),
        ("export", "--encode root=none", ""),
    ];
    for (command, options, note) in cases {
        let run = cnfab(&format!("{command} {PUZZLE} {options}"));
        let expected = if note.is_empty() { String::new() } else { format!("cnfab: note: {note} of --encode\n") };
        assert_eq!(run.err, expected, "{options}");
        run.ok();
    }
}

#[test]
fn options_that_exclude_each_other() {
    assert!(cnfab(&format!("solve {PUZZLE} --plain --json")).refused(2).contains("cannot be used with"));
    assert!(cnfab(&format!("solve {PUZZLE} --all -n 2")).refused(2).contains("cannot be used with"));
    assert!(cnfab(&format!("count {PUZZLE} -n -2")).refused(2).contains("-2"));
    assert!(cnfab(&format!("count {PUZZLE} --puzzle 2")).refused(2).contains("holds one puzzle"));
}

#[test]
fn what_an_encoding_cannot_state_is_said_with_the_reason() {
    for command in ["solve", "count", "export"] {
        let err = cnfab(&format!("{command} {PUZZLE} --encode linear=subset-table")).refused(2);
        let sentence = if command == "export" { "cnfab: " } else { "cnfab: sat does not support this model: " };
        assert!(err.starts_with(&format!("{sentence}linear=subset-table cannot encode constraint ")), "{err}");
    }
}

#[test]
fn output_files_appear_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.cnf");
    std::fs::write(&out, "as before").unwrap();
    let path = out.to_str().unwrap();
    cnfab(&format!("export {PUZZLE} --encode linear=subset-table -o {path}")).refused(2);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "as before");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing half-written is left");
    assert_eq!(cnfab(&format!("export {PUZZLE} -o {path}")).ok(), "");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), cnfab(&format!("export {PUZZLE}")).ok());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    let err = cnfab(&format!("export {PUZZLE} -o {}", folder.path().display())).refused(2);
    assert!(err.contains("it is a folder"), "{err}");
    let err = cnfab(&format!("export {PUZZLE} -o {path}/x.cnf")).refused(2);
    assert!(err.contains("cannot write"), "{err}");
    #[cfg(unix)]
    assert_eq!(cnfab(&format!("export {PUZZLE} -o /dev/null")).ok(), "");
}

/// Whoever does not read messages gets the same exit code.
#[cfg(target_os = "linux")]
#[test]
fn a_message_that_cannot_be_written_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let study = "name = 's'\nstrategies = 'backtrack'\n[[instances]]\nname = 'i'\n\
                 text = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n\"\n";
    std::fs::write(at("study.toml"), study).unwrap();
    std::fs::write(at("answer"), "s UNSATISFIABLE\n").unwrap();
    let sweep = format!("sweep {} -o {}", at("study.toml"), at("rows.jsonl"));
    assert_eq!(cnfab(&sweep).code, 0);
    let torn = format!("report {}", at("torn.jsonl"));
    std::fs::write(at("torn.jsonl"), std::fs::read_to_string(at("rows.jsonl")).unwrap() + "{\"study\":").unwrap();
    let commands = [
        ("solv", 2),
        ("solve no-such-file.txt", 2),
        (&format!("solve {PUZZLE}"), 0),
        (&format!("solve {PUZZLE} --encode ilp=subset-columns"), 0),
        (&format!("solve {PUZZLE} --timeout 0"), 3),
        (&format!("count {PUZZLE} --up-to-symmetry"), 0),
        (&format!("compare {PUZZLE} --report csv"), 0),
        (&format!("export {PUZZLE} --encode ilp=subset-columns"), 0),
        (&format!("decode {PUZZLE} {}", at("answer")), 0),
        (&format!("{sweep} --resume"), 0),
        (&format!("merge {}", at("rows.jsonl")), 0),
        (&torn, 0),
        ("audit amo=nothing", 2),
        ("sat models", 2),
        ("draw no-such-file", 2),
        ("man -o /dev/null/folder", 2),
    ];
    for (command, code) in commands {
        let with = |stderr: Stdio| {
            let status = program().args(command.split(' ')).stdout(Stdio::null()).stderr(stderr).status();
            status.unwrap().code()
        };
        assert_eq!(with(Stdio::piped()), Some(code), "{command}");
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(with(full.into()), Some(code), "{command} 2>/dev/full");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(with(writer.into()), Some(code), "{command} 2>&1 | true");
    }
}

/// An answer is not there if it cannot be written, help texts too.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let png = format!("draw {PUZZLE} --format png");
    for command in ["--help", "solve --help", "--version", "schema", "man", "completions bash", "list", &png] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = program().args(command.split(' ')).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), said.starts_with("cnfab: cannot write: ")),
            (Some(1), true),
            "{command}: {said}"
        );
    }
}

/// A negative number behind an option is its value, and the error is about the value.
#[test]
fn negative_numbers_are_values_of_their_options() {
    for (command, option) in [
        ("count", "-n"),
        ("solve", "--seed"),
        ("solve", "--threads"),
        ("solve", "--puzzle"),
        ("solve", "--timeout"),
        ("compare", "--memory"),
        ("compare", "--jobs"),
        ("draw", "--pixels"),
    ] {
        let err = cnfab(&format!("{command} {PUZZLE} {option} -1")).refused(2);
        assert!(err.starts_with("error: invalid value '-1' for '") && err.contains(option), "{err}");
    }
    assert!(cnfab(&format!("compare {PUZZLE} --memory 0")).refused(2).contains("a size from 1 MB on"));
}

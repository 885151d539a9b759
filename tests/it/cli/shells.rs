//! `cnfab completions` and `cnfab man`: every command that is not hidden, in a form that shells and `man` accept.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::process::Command;

use super::{Run, cnfab, feed, run};

/// The commands that the help lists.
fn commands() -> BTreeSet<String> {
    let help = cnfab("--help").ok();
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let words = lines
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().expect("a name").to_owned());
    let names: BTreeSet<String> = words.collect();
    assert!(names.len() > 10 && !names.contains("worker"), "{names:?}");
    names
}

/// Runs another program over a text, or reports that it is missing.
fn judged(program: &str, arguments: &[&str], text: &str) -> Option<Run> {
    if let Err(why) = Command::new(program).arg("--version").output() {
        assert_eq!(why.kind(), ErrorKind::NotFound, "{program}");
        eprintln!("skipped: there is no {program}");
        return None;
    }
    let mut command = Command::new(program);
    command.args(arguments).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    Some(feed(command, text.as_bytes()))
}

#[test]
fn completions_know_every_command_and_no_hidden_one() {
    for shell in ["bash", "elvish", "fish", "nushell", "powershell", "zsh"] {
        let script = run(&["completions", shell]).ok();
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        assert!(script.contains("up-to-symmetry"), "{shell}");
        assert!(!script.contains("worker"), "{shell}");
    }
    assert!(run(&["completions", "csh"]).refused(2).contains("possible values: bash"));
}

#[test]
fn shells_accept_their_completions() {
    for (shell, arguments) in [("bash", &["-n"][..]), ("zsh", &["-n"]), ("fish", &["--no-execute"])] {
        let script = run(&["completions", shell]).ok();
        if let Some(verdict) = judged(shell, arguments, &script) {
            assert_eq!((verdict.code, verdict.err.as_str()), (0, ""), "{shell}");
        }
    }
}

#[test]
fn manual_pages_are_complete_and_clean() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man/man1");
    assert_eq!(run(&["man", "-o", &pages.display().to_string()]).ok(), "");
    let mut expected: BTreeSet<String> = commands().iter().map(|command| format!("cnfab-{command}.1")).collect();
    expected.insert("cnfab.1".to_owned());
    let names = fs::read_dir(&pages).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert_eq!(names.map(|name| name.into_string().expect("UTF-8")).collect::<BTreeSet<_>>(), expected);
    assert_eq!(fs::read_to_string(pages.join("cnfab.1")).expect("a page"), cnfab("man").ok());
    for name in expected {
        let page = fs::read_to_string(pages.join(&name)).expect("a page");
        assert!(page.contains(".SH SYNOPSIS") && !page.contains("worker"), "{name}");
        // Lines that cannot be stretched are no mistake.
        let arguments = ["-man", "-Tutf8", "-K", "utf8", "-ww", "-Wbreak", "-z"];
        if let Some(verdict) = judged("groff", &arguments, &page) {
            assert_eq!((verdict.code, verdict.err.as_str()), (0, ""), "{name}");
        }
    }
}

#[test]
fn completions_and_manuals_name_values() {
    for shell in ["bash", "elvish", "fish", "nushell", "powershell", "zsh"] {
        let script = run(&["completions", shell]).ok();
        if ["elvish", "powershell"].contains(&shell) {
            // These complete options only.
            continue;
        }
        // Only these complete arguments that are no options.
        let topics: &[&str] = if ["bash", "zsh"].contains(&shell) { &["strategies", "numbrix"] } else { &[] };
        for value in ["sat:batsat", "amo=product", "wcnf-top", "markdown"].iter().chain(topics) {
            let escaped = value.replace(':', "\\:");
            assert!(script.contains(*value) || script.contains(&escaped), "{shell}: {value}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&["man", "-o", &folder.path().display().to_string()]).ok(), "");
    for (command, option) in
        [("solve", "--strategy STRATEGY"), ("compare", "--views V1,V2,..."), ("sat", "--proof OUT")]
    {
        let page = fs::read_to_string(folder.path().join(format!("cnfab-{command}.1"))).expect("a page");
        let synopsis = page.split(".SH ").find(|part| part.starts_with("SYNOPSIS")).expect("a synopsis");
        let synopsis = synopsis.replace('\\', "");
        assert!(synopsis.contains(option) && synopsis.contains(&format!("cnfab {command}")), "{synopsis}");
    }
}

/// `-h` fits a screen, and `--help` shows at least as much.
#[test]
fn short_helps_are_one_page() {
    for command in commands().iter().map(String::as_str).chain([""]) {
        let of = |flag: &str| cnfab(&format!("{command} {flag}")).ok();
        let (short, long) = (of("-h"), of("--help"));
        assert!(short.lines().count() <= 48, "{command}: {} lines\n{short}", short.lines().count());
        assert!(long.lines().count() >= short.lines().count(), "{command}");
        let options = |text: &str| text.matches(" --").count();
        assert!(options(&long) >= options(&short), "{command}");
    }
    let audit = cnfab("audit --help").ok();
    for class in ["all-different", "amo", "card", "domain", "linear", "table"] {
        assert!(audit.lines().any(|line| line.trim_start().starts_with(&format!("{class} "))), "{class}");
    }
}

//! Outputs: none is an input, each keeps what it replaces until it is whole, and nothing is left behind.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::files::{Folder, Kept, STUDY};
use super::{Run, cnfab, program};

const STARS: &str = "kind: star-battle\nstars: 1\nregions: none\nsize: 4\n";
const CROSSWORD: &str = "kind: crossword\nwords: list.words\n\n__\n__\n";

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// `pigeons` pigeons in one hole less.
fn pigeons(pigeons: i32) -> String {
    let holes = pigeons - 1;
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<String> = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..holes).map(|hole| format!("{} ", at(pigeon, hole))).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| format!("-{} -{} ", at(pigeon, hole), at(other, hole))));
        }
    }
    format!("p cnf {} {}\n{}0\n", pigeons * holes, clauses.len(), clauses.join("0\n"))
}

#[test]
fn an_output_is_no_input() {
    let folder = Folder::new();
    folder.write("p.txt", STARS);
    folder.write("1", STARS);
    folder.write("p.svg", STARS);
    folder.write("u.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    folder.write("study.toml", STUDY.replace("name = 'stars'\ntext", "files = 'instance'\n# text"));
    folder.write("instance", STARS);
    folder.write("cross.txt", CROSSWORD);
    folder.write("list.words", "ab\nba\naa\nbb\n");
    folder.write("batch", ".".repeat(81) + "\n" + &".".repeat(81) + "\n");
    folder.run("sweep study.toml -o rows.jsonl").ok();
    folder.write("answer", "*.......*.......\n");
    folder.write("model.fzn", "var 1..2: x :: output_var;\nsolve satisfy;\n");
    folder.write("model.xml", "<instance format=\"XCSP3\"><variables><var id=\"x\">1 2</var></variables></instance>\n");
    symlink("p.txt", folder.path("link")).expect("a link");
    symlink("of-2", folder.path("of-1")).expect("a link to what is not there");
    fs::hard_link(folder.path("p.txt"), folder.path("hard")).expect("a link");
    fs::hard_link(folder.path("list.words"), folder.path("hard-words")).expect("a link");
    let there = names(&folder.path(""));
    let kept: Vec<Kept> = [
        "p.txt",
        "1",
        "p.svg",
        "u.cnf",
        "study.toml",
        "instance",
        "list.words",
        "rows.jsonl",
        "model.fzn",
        "model.xml",
    ]
    .map(|name| Kept::of(&folder.path(name)))
    .into();
    let refused = |run: Run, command: &str| {
        let error = run.refused(2);
        assert!(error.contains("found it as "), "{command}: {error}");
        kept.iter().for_each(|file| file.is_untouched(command));
        assert_eq!(names(&folder.path("")), there, "{command}");
    };
    for command in [
        "export p.txt -o p.txt",
        "export p.txt -o ./p.txt",
        "export p.txt -o link",
        "export link -o p.txt",
        "export p.txt -o hard",
        "export 1 -o {}",
        "export batch -o of-{}",
        "export cross.txt -o list.words",
        "export cross.txt -o hard-words",
        "draw p.svg -o p.svg",
        "draw p.txt answer -o answer --format svg",
        "sweep study.toml -o new.jsonl --report instance",
        "sweep study.toml -o new.jsonl --report study.toml",
        "sweep study.toml -o new.jsonl --report new.jsonl",
        "sweep study.toml -o instance",
        "sweep study.toml -o instance --dry-run",
        "sweep study.toml -o study.toml --resume",
        "sweep study.toml --slurm 2 --slurm-dry-run -o instance",
        "merge rows.jsonl -o rows.jsonl",
        "report rows.jsonl -o rows.jsonl",
        "report rows.jsonl -o instance",
        "sat u.cnf --proof u.cnf",
    ] {
        refused(folder.run(command), command);
    }
    // Redirections.
    let redirected = |arguments: &str, input: &str, output: Option<&str>| {
        let open = |name: &str| fs::File::options().read(true).append(true).open(folder.path(name)).expect("a file");
        let mut command = program();
        command.current_dir(folder.path("")).args(arguments.split(' ')).stdin(open(input));
        if let Some(output) = output {
            command.stdout(open(output));
        }
        let run = Run::from(command.output().expect("the program starts"));
        refused(run, arguments);
    };
    redirected("sat - --proof u.cnf", "u.cnf", None);
    redirected("export - -o p.txt", "hard", None);
    redirected("report - -o rows.jsonl", "rows.jsonl", None);
    redirected("export p.txt", "answer", Some("hard"));
    redirected("solve - --plain", "p.txt", Some("p.txt"));
    redirected("check p.txt -", "answer", Some("answer"));
    redirected("compare p.txt", "answer", Some("p.txt"));
    redirected("sat u.cnf", "answer", Some("u.cnf"));
    redirected("merge rows.jsonl", "answer", Some("rows.jsonl"));
    redirected("sweep study.toml --instance instance", "answer", Some("instance"));
    redirected("flatzinc model.fzn", "answer", Some("model.fzn"));
    redirected("flatzinc -", "model.fzn", Some("model.fzn"));
    redirected("xcsp3 model.xml", "answer", Some("model.xml"));
    redirected("list models .", "answer", Some("p.txt"));
    // Messages would be added to what is read, this one too.
    let messages_to = |arguments: &str, input: &str, messages: &str, output: Option<&str>| {
        let open = |name: &str| fs::File::options().read(true).append(true).open(folder.path(name)).expect("a file");
        let mut command = program();
        command.current_dir(folder.path("")).args(arguments.split(' ')).stdin(open(input)).stderr(open(messages));
        if let Some(output) = output {
            command.stdout(open(output));
        }
        let run = Run::from(command.output().expect("the program starts"));
        assert_eq!(run.code, 2, "{arguments}");
        let said = run.out.contains("is standard error too: found one file, expected two");
        assert!(said || output.is_some(), "{arguments}: {run:?}");
        kept.iter().for_each(|file| file.is_untouched(arguments));
        assert_eq!(names(&folder.path("")), there, "{arguments}");
    };
    messages_to("solve p.txt", "answer", "hard", None);
    messages_to("solve p.txt", "answer", "p.txt", Some("p.txt"));
    messages_to("count - --strategy sat", "p.txt", "p.txt", None);
    messages_to("compare p.txt", "answer", "p.txt", None);
    messages_to("sat u.cnf", "answer", "u.cnf", None);
    messages_to("export p.txt -o 1", "answer", "1", None);
    messages_to("sweep study.toml -o new.jsonl", "answer", "instance", None);
    messages_to("sweep study.toml -o rows.jsonl --resume", "answer", "rows.jsonl", None);
    messages_to("merge rows.jsonl", "answer", "rows.jsonl", None);
    messages_to("report rows.jsonl", "answer", "rows.jsonl", None);
    messages_to("audit p.txt", "answer", "p.txt", None);
    messages_to("check p.txt 1", "answer", "1", None);
    messages_to("decode p.txt 1", "answer", "1", None);
    messages_to("draw cross.txt", "answer", "list.words", None);
    // Both standard streams may go to one file.
    let both = fs::File::create(folder.path("both")).expect("a file");
    let mut command = program();
    command
        .current_dir(folder.path(""))
        .args(["solve", "p.txt"])
        .stderr(both.try_clone().expect("one more"))
        .stdout(both);
    assert_eq!(Run::from(command.output().expect("the program starts")).code, 0);
    fs::remove_file(folder.path("both")).expect("it is there");
    // Devices lose nothing.
    let mut command = program();
    let null = || fs::File::options().read(true).write(true).open("/dev/null").expect("a device");
    command.args(["sat", "-", "--proof", "/dev/null"]).stdin(null()).stdout(null());
    assert_eq!(Run::from(command.output().expect("the program starts")).code, 2);
    // What the link of an open pipe leads to is no path.
    #[cfg(target_os = "linux")]
    {
        let piped = folder.run("export p.txt -o /dev/stdout").ok();
        assert_eq!(piped, folder.run("export p.txt").ok());
    }
    // A folder of this name would be a surprise.
    for command in ["certify p.txt -o -", "report rows.jsonl --plots -", "minizinc --install --folder -"] {
        let error = folder.run(command).refused(2);
        assert!(error.contains("expected the name of a folder"), "{command}: {error}");
    }
    assert!(folder.run("generate sudoku -o -").ok().contains('.'));
    assert_eq!(names(&folder.path("")), there);
    let error = folder.run("sat u.cnf --proof -").refused(2);
    assert!(error.contains("a proof cannot go to standard output"), "{error}");
    assert_eq!(names(&folder.path("")), there);
    // A page goes to standard output.
    assert!(folder.run("sweep study.toml -o new.jsonl --report -").ok().starts_with("<!DOCTYPE html>"));
    assert!(!folder.path("-").exists());
}

#[test]
fn a_file_that_is_replaced_keeps_its_mode_and_its_links() {
    let folder = Folder::new();
    folder.write("p.txt", STARS);
    folder.write("u.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let mode = |name: &str| fs::metadata(folder.path(name)).expect("a file").permissions().mode() & 0o7777;
    for bits in [0o600, 0o640, 0o666, 0o755] {
        folder.write("out.svg", "before");
        fs::set_permissions(folder.path("out.svg"), fs::Permissions::from_mode(bits)).expect("set");
        for command in ["draw p.txt -o out.svg", "export p.txt -o out.svg", "sat u.cnf --proof out.svg"] {
            assert_eq!(folder.run(command).code, if command.starts_with("sat") { 20 } else { 0 });
            assert_ne!(folder.read("out.svg"), b"before");
            assert_eq!(mode("out.svg"), bits, "{command}");
        }
    }
    let error = folder.run("export p.txt -o nowhere/new").refused(2);
    assert_eq!(error, "cnfab: cannot write 'nowhere/new': No such file or directory (os error 2)\n");
    folder.write("plain", "");
    folder.run("export p.txt -o new").ok();
    assert_eq!(mode("new"), mode("plain"), "as other programs make files");
    fs::create_dir(folder.path("folder")).expect("a folder");
    symlink("folder/target", folder.path("link")).expect("a link");
    for _ in 0..2 {
        folder.run("export p.txt -o link").ok();
        assert!(fs::symlink_metadata(folder.path("link")).expect("a link").is_symlink());
        assert_eq!(folder.read("folder/target"), folder.read("new"));
    }
}

/// True if a process with this number is there and not only remembered.
fn lives(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/stat", process.trim())).unwrap_or_default();
    status.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

#[track_caller]
fn soon(what: &str, is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).expect("a signal");
}

/// Programs and temporary files end with us, however we end.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_us() {
    for command in ["solve p.txt --strategy", "count p.txt --strategy", "compare p.txt --strategies"] {
        for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT, Signal::SIGKILL] {
            let folder = Folder::new();
            folder.write("p.txt", STARS);
            fs::create_dir(folder.path("temporary")).expect("a folder");
            // A program of the program, too.
            let solver = "sat:cmd=sh -c 'sleep 600 & echo $! $$ > pids; mv pids there; wait' {}";
            let mut started = program();
            started.current_dir(folder.path("")).env("TMPDIR", folder.path("temporary"));
            let mut child = started.args(command.split(' ')).arg(solver).spawn().expect("the program starts");
            soon("the program starts", || folder.path("there").exists());
            assert!(!names(&folder.path("temporary")).is_empty());
            // Any other signal waits until what was just started is known to be; this one does not.
            if signal == Signal::SIGKILL {
                std::thread::sleep(Duration::from_millis(300));
            }
            send(&child, signal);
            child.wait().expect("it ends");
            let pids = String::from_utf8(folder.read("there")).expect("numbers");
            soon("they end", || !pids.split(' ').any(lives));
            soon("no files are left", || names(&folder.path("temporary")).is_empty());
        }
    }
}

/// True if the program has begun to write a file in the folder: one with a name, or one without.
fn writes(child: &Child, folder: &Folder) -> bool {
    let files = fs::read_dir(format!("/proc/{}/fd", child.id())).into_iter().flatten().flatten();
    let mut files = files.filter_map(|file| fs::read_link(file.path()).ok());
    let is_unnamed = |file: &Path| file.starts_with(folder.path("")) && file.to_string_lossy().ends_with(" (deleted)");
    files.any(|file| is_unnamed(&file)) || names(&folder.path("")).iter().any(|name| name.starts_with(".cnfab-"))
}

/// A signal that 'nohup' has us ignore is ignored.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_hangup_ends_nothing() {
    let folder = Folder::new();
    folder.write("u.cnf", pigeons(12));
    let shell = format!("trap '' HUP; exec {} sat u.cnf --proof proof", env!("CARGO_BIN_EXE_cnfab"));
    let mut command = Command::new("bash");
    let mut child = command.current_dir(folder.path("")).args(["-c", &shell]).spawn().expect("a shell");
    soon("it writes", || writes(&child, &folder));
    send(&child, Signal::SIGHUP);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(child.try_wait().expect("a status"), None);
    send(&child, Signal::SIGTERM);
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    assert_eq!(names(&folder.path("")), ["u.cnf"]);
}

/// Half a proof is no file under any name.
#[test]
fn what_is_not_whole_is_not_left() {
    let folder = Folder::new();
    folder.write("u.cnf", pigeons(12));
    let signals = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT, Signal::SIGXCPU, Signal::SIGKILL];
    for (number, signal) in signals.into_iter().enumerate() {
        let shell = format!("ulimit -c 0; exec {} sat u.cnf --proof proof", env!("CARGO_BIN_EXE_cnfab"));
        let mut command = Command::new("bash");
        let mut child = command.current_dir(folder.path("")).args(["-c", &shell]).spawn().expect("a shell");
        soon("it writes", || writes(&child, &folder));
        assert!(!folder.path("proof").exists());
        send(&child, signal);
        assert_eq!(child.wait().expect("it ends").code(), (number < 3).then_some(3), "{signal}");
        soon("no file is left", || names(&folder.path("")) == ["u.cnf"]);
    }
    // So it is with folders.
    folder.write("p.txt", "kind: sudoku\n\n".to_owned() + &".".repeat(81) + "\n");
    for signal in [Signal::SIGINT, Signal::SIGKILL] {
        let mut command = program();
        let arguments = ["certify", "p.txt", "--most", "100000000", "-o", "proof"];
        let mut child = command.current_dir(folder.path("")).args(arguments).spawn().expect("the program starts");
        soon("it writes", || names(&folder.path("")).len() > 2);
        // What was just made is not yet known to be there.
        std::thread::sleep(Duration::from_millis(300));
        send(&child, signal);
        child.wait().expect("it ends");
        soon("no folder is left", || names(&folder.path("")) == ["p.txt", "u.cnf"]);
    }
    fs::remove_file(folder.path("p.txt")).expect("it is there");
    // An older proof stays when the time is over.
    folder.write("proof", "older");
    assert_eq!(folder.run("sat u.cnf --proof proof --timeout 0.01").code, 0);
    assert_eq!(
        (names(&folder.path("")), folder.read("proof")),
        (vec!["proof".into(), "u.cnf".into()], b"older".into())
    );
}

/// A disk without room: a device that is always full, and files that may not grow.
#[test]
fn a_full_disk_leaves_nothing() {
    let folder = Folder::new();
    folder.write("p.txt", "kind: star-battle\nstars: 2\nregions: none\nsize: 12\n");
    folder.write("u.cnf", pigeons(7));
    let limited = |arguments: &str| -> Run {
        let shell = format!("ulimit -f 4; exec {} {arguments}", env!("CARGO_BIN_EXE_cnfab"));
        Command::new("bash")
            .current_dir(folder.path(""))
            .args(["-c", &shell])
            .stdin(Stdio::null())
            .output()
            .expect("a shell")
            .into()
    };
    let before = names(&folder.path(""));
    for (command, output) in [
        ("export p.txt -o", "out"),
        ("draw p.txt -o", "out.svg"),
        ("draw p.txt --pixels 4000 -o", "out.png"),
        ("sat u.cnf --proof", "out"),
        ("sat u.cnf --proof-format drat-binary --proof", "out.xz"),
        ("sat u.cnf --proof-format lrat --proof", "out"),
        ("certify p.txt -o", "out"),
    ] {
        let run = limited(&format!("{command} {output}"));
        assert_eq!(run.code, 2, "{command}: {run:?}");
        assert!(run.err.starts_with(&format!("cnfab: cannot write '{output}': ")), "{command}: {run:?}");
        assert_eq!(names(&folder.path("")), before, "{command}");
    }
    // A manual has small pages and large ones: each is there whole or not at all.
    let run = limited("man -o pages");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(names(&folder.path("pages")).iter().all(|name| name.ends_with(".1")));
    #[cfg(target_os = "linux")]
    for format in ["drat", "drat-binary", "lrat"] {
        let error = folder.run(&format!("sat u.cnf --proof /dev/full --proof-format {format}")).refused(2);
        assert!(error.starts_with("cnfab: cannot write '/dev/full': "), "{error}");
    }
}

#[test]
fn a_proof_is_compressed_if_its_name_says_so() {
    let folder = Folder::new();
    folder.write("u.cnf", pigeons(5));
    for format in ["drat", "drat-binary", "lrat"] {
        let write = |name: &str| {
            let run = folder.run(&format!("sat u.cnf --proof {name} --proof-format {format}"));
            assert_eq!(run.code, 20, "{run:?}");
            let mut bytes = Vec::new();
            let file = fs::File::open(folder.path(name)).expect("a proof");
            std::io::copy(&mut cnfab::format::compressed::reader(name, file).expect("readable"), &mut bytes)
                .expect("readable");
            bytes
        };
        let plain = write("proof");
        assert!(plain.len() > 100, "{format}");
        assert!(write("proof.gz") == plain && write("proof.xz") == plain, "{format}");
        assert!(folder.read("proof.gz").starts_with(&[0x1f, 0x8b]));
    }
}

/// An export to standard output that is refused has printed nothing.
#[test]
fn standard_output_gets_nothing_of_what_is_refused() {
    for format in cnfab::format::FORMATS.iter().filter(|format| format.states == cnfab::format::States::Clauses) {
        let file = "models/equation/printed.txt";
        let run = cnfab(&format!("export {file} --encode linear=subset-table --format {}", format.name));
        assert!(run.out.is_empty() && run.code == 2 && run.err.contains("cannot encode"), "{}: {run:?}", format.name);
    }
}

//! Files of users: what is not ours stays as it is, and nothing of ours is left behind.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::{Run, program};

pub(super) const STUDY: &str = "name = 'short'\nstrategies = 'backtrack'\nseeds = '1..3'\n[[instances]]\nname = 'stars'\n\
                     text = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n\"\n";

pub(super) struct Folder(TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("written");
    }

    pub(super) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("readable")
    }

    pub(super) fn run(&self, arguments: &str) -> Run {
        self.run_all(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    pub(super) fn run_all(&self, arguments: &[&str]) -> Run {
        let mut command = program();
        command.current_dir(self.0.path()).args(arguments);
        command.output().expect("the program starts").into()
    }
}

/// A file, and when it was changed: before this process began.
pub(super) struct Kept(PathBuf, Vec<u8>, SystemTime);

impl Kept {
    pub(super) fn of(path: &Path) -> Self {
        let before = SystemTime::now() - Duration::from_secs(1000);
        fs::File::options().write(true).open(path).expect("a file").set_modified(before).expect("the time is set");
        let before = fs::metadata(path).expect("a file").modified().expect("a time");
        Kept(path.to_owned(), fs::read(path).expect("readable"), before)
    }

    #[track_caller]
    pub(super) fn is_untouched(&self, after: &str) {
        let Kept(path, bytes, before) = self;
        assert!(fs::read(path).expect("it is there") == *bytes, "{after} changed {}", path.display());
        let changed = fs::metadata(path).expect("it is there").modified().expect("a time");
        assert_eq!(changed, *before, "{after} touched {}", path.display());
    }
}

#[test]
fn what_is_no_journal_of_the_study_is_refused_untouched() {
    let folder = Folder::new();
    folder.write("study.toml", STUDY);
    folder.run("sweep study.toml -o runs.jsonl").ok();
    let rows = folder.read("runs.jsonl");
    let line = rows.split_inclusive(|&byte| byte == b'\n').next().expect("rows").to_vec();
    let text = String::from_utf8(line.clone()).expect("UTF-8");
    folder.write("renamed.toml", STUDY.replace("'short'", "'other'"));
    folder.write("other.toml", STUDY.replace("1..3", "1..4"));
    let mut random = fastrand::Rng::with_seed(15);
    let binary: Vec<u8> = (0..3_000_000).map(|_| random.u8(..)).collect();
    let no_lines: Vec<u8> = binary.iter().copied().filter(|&byte| byte != b'\n').collect();
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("config.json", br#"{"key": "precious"}"#.to_vec()),
        ("config-with-end.json", b"{\"key\": \"precious\"}\n".to_vec()),
        ("words", b"precious".to_vec()),
        ("line", b"\n".to_vec()),
        ("zeros", vec![0; 5000]),
        ("binary", binary),
        ("one-line", no_lines),
        ("brace", b"{".to_vec()),
        ("beginning", line[.."{\"study\":\"short\",\"study_fil".len()].to_vec()),
        ("brace-and-zeros", [&b"{"[..], &[0; 700]].concat()),
        ("rows-and-text", [&line[..], b"precious"].concat()),
        (
            "rows-and-more",
            [&line[..], b"{\"study\":\"short\",\"study_file\":\"study.toml\",\"study_about\":\"\",\"study_hash\":\"x"]
                .concat(),
        ),
        ("rows-and-a-line", [&line[..], b"precious\n"].concat()),
        ("row-and-more", [line.trim_ascii_end(), b" precious"].concat()),
        ("other-run", text.replace("\"run\":\"", "\"run\":\"0").into_bytes()),
        ("other-number", text.replace("\"number\":1,", "\"number\":2,").into_bytes()),
        ("torn-other-run", text.trim_end().replace("\"run\":\"", "\"run\":\"0").into_bytes()),
        ("torn-other-study", text.trim_end().replace("\"short\"", "\"longer\"").into_bytes()),
        ("own.toml", STUDY.trim_end().replace('\n', " # ").into_bytes()),
    ];
    for (name, bytes) in &files {
        folder.write(name, bytes);
        let kept = Kept::of(&folder.path(name));
        for more in ["", "--resume", "--dry-run", "--report page.html"] {
            let command = format!("sweep study.toml -o {name} {more}");
            let error = folder.run(&command).refused(2);
            assert!(error.starts_with(name), "{command}: {error}");
            kept.is_untouched(&command);
        }
        assert!(!folder.path("page.html").exists());
        // What is no row of any study is nothing to join and nothing to report either.
        if !["other", "torn"].iter().any(|known| name.starts_with(known)) {
            let command = format!("merge runs.jsonl {name}");
            let error = folder.run(&command).refused(2);
            assert!(error.starts_with(name), "{command}: {error}");
            // A report takes rows of any study, and passes over empty lines.
            if !["line", "rows-and-more"].contains(name) {
                let error = folder.run(&format!("report {name}")).refused(2);
                assert!(error.starts_with(name), "report {name}: {error}");
            }
        }
    }
    // The beginning of a row of another study.
    folder.write("torn", &line[..line.len() / 2]);
    let kept = Kept::of(&folder.path("torn"));
    for study in ["renamed.toml", "other.toml"] {
        folder.run(&format!("sweep {study} -o torn")).refused(2);
        kept.is_untouched(study);
    }
    // Behind a row a single byte is the beginning of one.
    folder.write("short", [&line[..], b"{"].concat());
    folder.run("sweep study.toml -o short --resume").ok();
    assert_eq!(folder.read("short").split(|&byte| byte == b'\n').count(), 4);
    folder.write("none", "");
    folder.run("sweep study.toml -o none").ok();
    folder.run("sweep study.toml -o torn").ok();
    assert_eq!(
        [folder.read("none"), folder.read("torn")].map(|rows| rows.split(|&byte| byte == b'\n').count()),
        [4; 2]
    );
}

/// A file that no row can be added to is refused before the study's programs run.
#[test]
fn programs_do_not_run_for_rows_that_have_no_place() {
    let folder = Folder::new();
    let made = "[[instances]]\nname = 'made-{n}'\ncommand = 'touch {n}.ran'\nwith = { n = '1..3' }\n";
    folder.write("study.toml", format!("{STUDY}{made}"));
    folder.write("config.json", "{\"key\": \"precious\"}\n");
    folder.write("words", "precious");
    folder.write("other.toml", STUDY.replace("'short'", "'other'"));
    folder.run("sweep other.toml -o other.jsonl").ok();
    folder.write("alone.toml", STUDY);
    folder.run("sweep alone.toml -o alone.jsonl").ok();
    folder.write("mixed.jsonl", [&folder.read("alone.jsonl")[..], b"precious\n"].concat());
    symlink("nowhere/rows.jsonl", folder.path("link.jsonl")).expect("a link");
    symlink("loop.jsonl", folder.path("loop.jsonl")).expect("a link");
    folder.write("torn.jsonl", "{\"study\":\"other\",\"study_file\":\"x");
    let long = format!("{}.jsonl", "x".repeat(300));
    for refused in [
        "config.json",
        "words",
        "study.toml",
        ".",
        "nowhere/rows.jsonl",
        "link.jsonl",
        "loop.jsonl",
        "words/rows.jsonl",
        "new/",
        "torn.jsonl --resume",
        &long,
        "other.jsonl --resume",
        "alone.jsonl",
        "mixed.jsonl --resume",
        "new.jsonl --report study.toml",
        "new.jsonl --report new.jsonl",
        "new.jsonl --report nowhere/page.html",
        "new.jsonl --report words/page.html",
        "new.jsonl --report link.jsonl",
        "new.jsonl --report loop.jsonl",
        "new.jsonl --report .",
    ] {
        folder.run(&format!("sweep study.toml -o {refused}")).refused(2);
    }
    assert!((1..=3).all(|n| !folder.path(&format!("{n}.ran")).exists()));
    assert!(fs::read_link(folder.path("loop.jsonl")).is_ok() && !folder.path("new.jsonl").exists());
}

#[test]
fn programs_do_not_run_for_rows_that_another_process_writes() {
    let folder = Folder::new();
    folder.write("alone.toml", STUDY);
    folder.run("sweep alone.toml -o rows.jsonl").ok();
    let made = "[[instances]]\nname = 'made'\ncommand = 'touch ran'\n";
    folder.write("study.toml", format!("{STUDY}{made}"));
    let held = fs::File::open(folder.path("rows.jsonl")).expect("a file");
    held.lock().expect("nobody else writes it");
    let said = folder.run("sweep study.toml -o rows.jsonl --resume").refused(2);
    assert!(said.contains("is being written by another process"), "{said}");
    assert!(!folder.path("ran").exists());
}

#[test]
fn a_dry_run_starts_no_program() {
    let folder = Folder::new();
    let made = "[[instances]]\nname = 'made-{n}'\ncommand = 'touch {n}.ran'\nwith = { n = '1..3' }\n";
    folder.write("study.toml", format!("{STUDY}{made}"));
    let said = folder.run("sweep study.toml --dry-run").ok();
    assert!(said.starts_with("short: 3 runs on 1 instance\n"), "{said}");
    assert!(said.contains("and those on what 'touch {n}.ran' prints, which would be run 3 times\n"), "{said}");
    folder.run("sweep study.toml --slurm 2 --slurm-dry-run").ok();
    folder.write("only.toml", format!("name = 'only'\n{made}"));
    assert!(folder.run("sweep only.toml --dry-run").ok().starts_with("only: 0 runs on 0 instances\n"));
    let names = fs::read_dir(folder.path("")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert_eq!(names.filter(|name| name.to_string_lossy().ends_with(".ran")).count(), 0);
    // What is wrong in the command is seen all the same.
    folder.write("wrong.toml", format!("{STUDY}{}", made.replace("{n}.ran", "{m}.ran")));
    assert!(folder.run("sweep wrong.toml --dry-run").refused(2).contains("in '{m}'"));
}

/// A name of a file cannot add an option to the script that SLURM gets.
#[test]
fn a_line_of_a_script_stays_one() {
    let folder = Folder::new();
    let name = "a\n#SBATCH --evil.toml";
    folder.write(name, STUDY);
    let error = folder.run_all(&["sweep", name, "--slurm", "2", "--slurm-dry-run"]).refused(2);
    assert!(error.contains("found a control character"), "{error}");
    folder.write("study.toml", STUDY.replace("'short'", "\"a\\n#SBATCH --evil\""));
    let said = folder.run_all(&["sweep", "study.toml", "--slurm", "2", "--slurm-dry-run", "-o", "my #1.jsonl"]).ok();
    assert!(!said.contains("#SBATCH --evil"), "{said}");
    assert!(said.contains("#SBATCH --output=\"my #1.%a.log\"\n"), "{said}");
    let options = ["--evil\n#SBATCH --more", "--evil\r"];
    for option in options {
        let arguments = ["sweep", "study.toml", "--slurm", "2", "--slurm-dry-run", "--slurm-option", option];
        assert!(folder.run_all(&arguments).refused(2).contains("expected an option of sbatch"));
    }
}

#[test]
fn a_template_that_is_nested_too_deep_is_refused() {
    let folder = Folder::new();
    for (open, close) in [("(".repeat(40_000), ")".repeat(40_000)), ("-".repeat(70_000), String::new())] {
        folder.write("study.toml", STUDY.replace("size: 4", &format!("size: {{{open}4{close}}}")));
        let error = folder.run("sweep study.toml").refused(2);
        assert!(error.contains("found more than 100 parentheses and minus signs within each other"), "{error}");
        assert!(error.len() < 250, "{error}");
    }
}

#[test]
fn a_name_of_files_is_limited() {
    let folder = Folder::new();
    folder.write("p.txt", "kind: star-battle\nstars: 1\nregions: none\nsize: 4\n");
    let study = |times: usize| {
        folder.write("study.toml", format!("name = 's'\n[[instances]]\nfiles = '{}p.txt'\n", "./".repeat(times)));
        folder.run("sweep study.toml --dry-run")
    };
    assert!(study(2000).ok().contains("on 1 instance"));
    let error = study(100_000).refused(2);
    assert!(error.contains("of 200005 bytes, expected at most 4096") && error.len() < 250, "{error}");
}

/// Instances with equal texts count as one, and both the sweep and the report state it.
#[test]
fn instances_with_equal_texts_are_named() {
    let folder = Folder::new();
    let table = STUDY.split_once("[[instances]]").expect("instances").1;
    folder.write("study.toml", format!("{STUDY}[[instances]]{}", table.replace("'stars'", "'copy'")));
    let run = folder.run("sweep study.toml");
    assert!(
        run.err.contains("note: 'stars' and 'copy' have the same text: reports take them for one instance"),
        "{run:?}"
    );
    let said = folder.run("report study.jsonl").ok();
    assert!(said.contains("'copy', 'stars' have the same text and count as one instance."), "{said}");
    // Equal names are one instance only with all else equal too.
    let with = |n: u8| table.replace("text =", &format!("with = {{ n = {n} }}\ntext ="));
    folder.write("study.toml", format!("{STUDY}[[instances]]{}", with(1)));
    assert!(folder.run("sweep study.toml").refused(2).contains("two instances have the name 'stars'"));
}

/// A pipe is neither a study nor a file of rows, and nobody waits for it.
#[test]
fn a_pipe_is_refused() {
    let folder = Folder::new();
    folder.write("study.toml", STUDY);
    let pipe = folder.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in
        ["sweep pipe", "sweep pipe --dry-run", "sweep study.toml -o pipe", "sweep study.toml -o pipe --resume"]
    {
        let err = folder.run(command).refused(2);
        assert!(
            err.contains("'pipe'") && err.contains("found a pipe or a device, expected a file"),
            "{command}: {err}"
        );
    }
}

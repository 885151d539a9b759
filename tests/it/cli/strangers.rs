//! Files of strangers: what they may name, what of them reaches a terminal, how much of them is echoed.

use std::fs;
use std::path::Path;

use super::{Run, cnfab, fed, run};

/// The codes that a terminal obeys: an escape sequence, a bell, DEL, a C1 control, an override of the direction, no
/// width.
const OBEYED: &str = "\u{1b}[31mx\u{7}\u{7f}\u{9b}\u{202e}\u{200b}";

/// True if a terminal obeys the character or gives it no width.
fn is_invisible(c: char) -> bool {
    let marks = ['\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}'];
    let ranges = ['\u{200b}'..='\u{200f}', '\u{2028}'..='\u{202e}', '\u{2060}'..='\u{206f}', '\u{fff9}'..='\u{fffb}'];
    let tags = '\u{e0000}'..='\u{e007f}';
    c.is_control() || marks.contains(&c) || ranges.iter().chain([&tags]).any(|range| range.contains(&c))
}

/// Nothing that a terminal obeys has been printed but ends of lines.
#[track_caller]
fn is_clean(run: &Run) {
    for text in [&run.out, &run.err] {
        let obeyed = text.chars().find(|&c| c != '\n' && c != '\r' && is_invisible(c));
        assert_eq!(obeyed, None, "{run:?}");
    }
}

/// No more than 40 characters of a long text of this letter have been printed, and some.
#[track_caller]
fn is_short(run: &Run, letter: &str) {
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains(&letter.repeat(5)) && !run.err.contains(&letter.repeat(41)), "{}", run.err);
    assert!(run.err.len() < 2500, "{}", run.err);
}

#[test]
fn characters_that_a_terminal_obeys_are_refused_in_puzzles() {
    let seating = format!("kind: seating\ntable: row\nguests: Ann B{OBEYED} Cy\n");
    for command in ["show -", "solve -", "draw -", "export -", "count - --json"] {
        let err = fed(command, seating.as_bytes()).refused(2);
        assert_eq!(err, "<stdin>:3:14: found the invisible character \\u{1b}, expected characters that can be seen\n");
    }
    let battle = "kind: star-battle\n\n\u{202e}a\nab\n";
    assert!(
        fed("show -", battle.as_bytes()).refused(2).starts_with("<stdin>:3:1: found the invisible character \\u{202e}")
    );
    // A comment may hold anything, and a list of files shows it.
    let folder = tempfile::tempdir().unwrap();
    let text = format!("# Source: {OBEYED}\nkind: seating\ntable: row\nguests: Ann Bob\n");
    fs::write(folder.path().join("a.txt"), text).unwrap();
    for form in [&["list", "models"][..], &["list", "models", "--json"]] {
        let arguments = [&form[..2], &[folder.path().to_str().unwrap()], &form[2..]].concat();
        let run = run(&arguments);
        is_clean(&run);
        assert!(run.ok().contains("[31mx"));
    }
    fs::write(folder.path().join("w"), format!("ab\nb{OBEYED}\n")).unwrap();
    fs::write(folder.path().join("c.txt"), "kind: crossword\nwords: w\n\n__\n__\n").unwrap();
    let shown = run(&["show", folder.path().join("c.txt").to_str().unwrap()]);
    is_clean(&shown);
    assert!(shown.refused(2).contains("line 2: 'b\\u{1b}[31mx"));
}

#[cfg(unix)]
#[test]
fn names_of_files_are_shown_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(format!("{OBEYED}\n{name}")).to_str().unwrap().to_owned();
    let (puzzle, other) = (path("a.txt"), path("b.txt"));
    fs::copy("models/jodici/sample.txt", &puzzle).unwrap();
    fs::copy("models/jodici/sample.txt", &other).unwrap();
    let plain = path("plain");
    fs::write(&plain, run(&["solve", &puzzle, "--plain"]).ok()).unwrap();
    let formula = path("f.cnf");
    fs::write(&formula, run(&["export", &puzzle]).ok()).unwrap();
    let (table, rows) = (path("study.toml"), path("rows.jsonl"));
    let study = "name = \"s\"\nstrategies = \"backtrack\"\n[[instances]]\nfiles = \"*.txt\"\n";
    fs::write(&table, study).unwrap();
    let swept = run(&["sweep", &table, "-o", &rows]);
    is_clean(&swept);
    swept.ok();
    assert!(!fs::read_to_string(&rows).unwrap().contains(|c| c != '\n' && is_invisible(c)));
    let (none, place) = (path("none"), format!("amo:{OBEYED}=product"));
    let option = format!("--{OBEYED}");
    let runs = [
        vec!["show", &puzzle, "--json"],
        vec!["solve", &puzzle, "--json"],
        vec!["count", &puzzle, "--json"],
        vec!["check", &puzzle, &plain],
        vec!["check", &puzzle, &puzzle],
        vec!["decode", &puzzle, &puzzle],
        vec!["export", &puzzle],
        vec!["compare", &puzzle, &other, "--strategies", "backtrack"],
        vec!["compare", &puzzle, &other, "--strategies", "backtrack", "--report", "json"],
        vec!["compare", &puzzle, &other, "--strategies", "backtrack", "--report", "csv"],
        vec!["compare", &puzzle, &other, "--strategies", "backtrack", "--report", "markdown"],
        vec!["audit", &puzzle],
        vec!["audit", "amo", "--n", "2", "--cnf", &formula, "--inputs", "1,2"],
        vec!["audit", "amo", "--n", "2", "--cnf", &formula, "--inputs", "1,2", "--json"],
        vec!["sat", &plain],
        vec!["sweep", &table, "-o", &rows, "--dry-run"],
        vec!["sweep", &table, "-o", &rows],
        vec!["report", &rows],
        vec!["report", &rows, "--json"],
        vec!["report", &rows, "--csv"],
        vec!["report", &rows, &rows],
        vec!["report", &rows, "-o", "-"],
        vec!["merge", &rows],
        vec!["list", "models", folder.path().to_str().unwrap()],
        vec!["solve", &formula],
        vec!["solve", &none],
        vec!["merge", &none],
        vec!["report", &none],
        vec!["sweep", &none],
        vec!["sat", &none],
        vec!["audit", &none],
        vec![&formula],
        vec!["solve", &puzzle, "--strategy", OBEYED],
        vec!["solve", &puzzle, "--encode", OBEYED],
        vec!["solve", &puzzle, "--encode", &place],
        vec!["solve", &puzzle, "--view", OBEYED],
        vec!["solve", &puzzle, "--timeout", OBEYED],
        vec!["solve", &puzzle, &option],
        vec!["sweep", &table, "--shard", OBEYED],
    ];
    for arguments in &runs {
        is_clean(&run(arguments));
    }
}

#[test]
fn rows_of_a_journal_are_shown_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl").to_str().unwrap().to_owned();
    let study = folder.path().join("s.toml");
    fs::copy("models/jodici/sample.txt", folder.path().join("a.txt")).unwrap();
    fs::write(&study, "name = \"s\"\nstrategies = [\"backtrack\", \"sat\"]\n[[instances]]\nfiles = \"*.txt\"\n")
        .unwrap();
    run(&["sweep", study.to_str().unwrap(), "-o", &rows]).ok();
    let text = fs::read_to_string(&rows).unwrap();
    let mut value: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in &mut value {
        for (key, field) in row.as_object_mut().unwrap() {
            if let (serde_json::Value::String(text), false) = (field, matches!(key.as_str(), "outcome" | "contract")) {
                *text = format!("{text}{OBEYED}\n");
            }
        }
    }
    // Raw where JSON lets it be, and as an escape of JSON.
    let text: String = value.iter().map(|row| format!("{row}\n")).collect();
    fs::write(&rows, &text).unwrap();
    for options in [&[][..], &["--json"], &["--csv"], &["-o", "-"]] {
        let report = run(&[&["report", &rows][..], options].concat());
        is_clean(&report);
        assert!(report.ok().contains("[31mx"));
    }
    let merged = run(&["merge", &rows]);
    is_clean(&merged);
    assert_eq!(
        merged.ok().lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<serde_json::Value>>(),
        value
    );
}

#[test]
fn messages_echo_forty_characters() {
    let long = "q".repeat(100_000);
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let heads = [
        format!("kind: {long}\n"),
        format!("{long}: 1\nkind: hidoku\n"),
        format!("kind: hidoku\n{long}: 1\n"),
        format!("kind: hidoku\n{long}\n"),
        format!("kind: hidoku\nsize: {long}\n\n1\n"),
        format!("kind: hidoku\n\n1 {long}\n"),
        format!("kind: magic-board\nnumbers: {long}\nsum: 1\n\n1\n"),
        format!("kind: magic-board\n\n{long}\n"),
        format!("kind: star-battle\nregions: {long}\n\n1\n"),
        format!("kind: star-battle\nsize: 2\n\n{long} a\n"),
        format!("kind: sudoku\nbox: {long}\n\n1\n"),
        format!("kind: sudoku\n\n{long}\n"),
        format!("kind: seating\ntable: {long}\nguests: Ann Bob\n"),
        format!("kind: seating\ntable: row\nguests: Ann {long} {long}\n"),
        format!("kind: seating\ntable: row\nguests: Ann Bob\n\n{long} next to Ann\n"),
        format!("kind: seating\ntable: row\nguests: Ann Bob\n\nAnn {long}\n"),
        format!("kind: crossword\nwords: {long}\n\n__\n"),
        format!("kind: equation\n{long}\n\n1\n"),
        format!("kind: equation\n\n{long}\n"),
        format!("kind: hexagon\norder: {long}\n"),
        format!("kind: disks\ndisks: {long}\n"),
        format!("kind: jodici\n\n{long}\n"),
        format!("<{long}/>"),
        format!("<instance><variables><{long}/></variables></instance>"),
        format!(
            "<instance><variables><var id=\"x\">1</var></variables><constraints><{long}/></constraints></instance>"
        ),
        format!("{long}\n"),
    ];
    for head in &heads {
        let shown = fed("show -", head.as_bytes());
        assert_eq!(shown.code, 2, "{shown:?}");
        assert!(!shown.err.contains(&long[..41]) && shown.err.len() < 2500, "{}", shown.err);
    }
    let puzzle = "models/jodici/sample.txt";
    let answer = file("answer", &format!("s {long}\nv {long}\n"));
    is_short(&run(&["decode", puzzle, &answer]), "q");
    is_short(&run(&["decode", puzzle, &file("v", &format!("v {long} 0\n"))]), "q");
    is_short(&run(&["decode", puzzle, &file("x", &format!("x1 {long}\n")), "--format", "lp"]), "q");
    is_short(&run(&["check", puzzle, &file("solution", &long)]), "q");
    is_short(&run(&["sat", &file("shown", &format!("c p show {long} 0\np cnf 1 0\n"))]), "q");
    let words = file("words", &format!("ab\n{long}1\n"));
    let crossword =
        format!("kind: crossword\nwords: {}\n\n__\n", Path::new(&words).file_name().unwrap().to_str().unwrap());
    is_short(&run(&["show", &file("crossword", &crossword)]), "q");
    file("ok.txt", &fs::read_to_string(puzzle).unwrap());
    for study in [
        format!("{long} = 1\n"),
        format!("name = \"a\"\nstrategies = \"{long}\"\n[[instances]]\nfiles = \"ok.txt\"\n"),
        format!("name = \"a\"\nseeds = \"{long}\"\n[[instances]]\nfiles = \"ok.txt\"\n"),
        format!("name = \"a\"\nshuffle = \"{long}\"\n[[instances]]\nfiles = \"ok.txt\"\n"),
        format!("name = \"a\"\n[[instances]]\nname = \"b\"\ntext = \"{{{long}}}\"\n"),
    ] {
        is_short(&run(&["sweep", &file("study.toml", &study)]), "q");
    }
    for row in [format!("{{\"{long}\": 1}}\n"), format!("{{\"study\": \"{long}\"}}\n"), format!("\"{long}\"\n{{}}\n")] {
        for command in ["report", "merge"] {
            let report = run(&[command, &file("rows", &row)]);
            assert!(report.code == 2 && !report.err.contains(&long[..41]), "{}", report.err);
        }
    }
    let long = &long[..1000];
    for options in [
        format!("solve {puzzle} --strategy {long}"),
        format!("solve {puzzle} --strategy sat:{long}"),
        format!("solve {puzzle} --strategy sat:solver={long}"),
        format!("solve {puzzle} --strategy anneal:iterations={long}"),
        format!("solve {puzzle} --encode {long}"),
        format!("solve {puzzle} --encode amo={long}"),
        format!("solve {puzzle} --encode amo={long}(1)"),
        format!("solve {puzzle} --encode amo:{long}=product"),
        format!("solve {puzzle} --encode amo=cmd:{long}"),
        format!("solve {puzzle} --view {long}"),
        format!("solve {puzzle} --timeout {long}"),
        format!("solve {puzzle} -n {long}"),
        format!("solve {puzzle} --{long}"),
        format!("solve {puzzle} --up-to-symmetry={long}"),
        format!("count {puzzle} --threads {long}"),
        format!("export {puzzle} --format {long}"),
        format!("compare {puzzle} --strategies {long}"),
        format!("compare {puzzle} --encodings {long}"),
        format!("compare {puzzle} --views {long}"),
        format!("compare {puzzle} --report {long}"),
        format!("audit amo={long}"),
        format!("audit amo --n {long}"),
        format!("audit amo --inputs {long} --cnf x"),
        format!("list {long}"),
        format!("sat {puzzle} --solver {long}"),
        format!("sweep x --shard {long}"),
        format!("{long} {puzzle}"),
    ] {
        is_short(&cnfab(&options), "q");
    }
}

/// A folder with a crossword whose words are in this file; the file's folder has a list, too, and so has a folder
/// beside it.
#[cfg(unix)]
fn crossword(words: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    fs::create_dir_all(own.join("below")).unwrap();
    fs::create_dir(folder.path().join("other")).unwrap();
    for place in ["own/list", "own/below/list", "other/list"] {
        fs::write(folder.path().join(place), "ab\nba\n").unwrap();
    }
    std::os::unix::fs::symlink("../other/list", own.join("link")).unwrap();
    std::os::unix::fs::symlink("below/list", own.join("inner")).unwrap();
    let words = words.replace("OTHER", folder.path().join("other").to_str().unwrap());
    let words = words.replace("OWN", own.to_str().unwrap());
    let puzzle = own.join("puzzle.txt");
    fs::write(&puzzle, format!("kind: crossword\nwords: {words}\n\n__\n")).unwrap();
    (folder, puzzle.to_str().unwrap().to_owned())
}

#[cfg(unix)]
#[test]
fn words_come_from_the_folder_of_the_puzzle_or_one_that_is_allowed() {
    for words in ["list", "./list", "below/list", "inner", "OWN/list", "OWN/./below/list", "OWN/inner"] {
        let (_folder, puzzle) = crossword(words);
        assert_eq!(run(&["count", &puzzle]).ok(), "2\n", "{words}");
    }
    let outside = ["../other/list", "OTHER/list", "link", "below/../list", "OWN/link", "OWN/../other/list"];
    let outside = outside.into_iter().chain(["/etc/passwd", "/no/such/file", "../none"]);
    for words in outside.chain(["/proc/self/environ", "../../../../etc/passwd"]) {
        let (folder, puzzle) = crossword(words);
        let other = folder.path().join("other").to_str().unwrap().to_owned();
        let study = folder.path().join("own/study.toml").to_str().unwrap().to_owned();
        let table = "name = \"s\"\nstrategies = \"backtrack\"\n[[instances]]\nfiles = \"puzzle.txt\"\n";
        fs::write(&study, table).unwrap();
        for arguments in [
            vec!["show", &puzzle],
            vec!["solve", &puzzle],
            vec!["count", &puzzle],
            vec!["draw", &puzzle],
            vec!["export", &puzzle],
            vec!["check", &puzzle, &puzzle],
            vec!["decode", &puzzle, &puzzle],
            vec!["compare", &puzzle],
            vec!["audit", &puzzle],
            vec!["sweep", &study, "--dry-run"],
        ] {
            let err = run(&arguments).refused(2);
            let expected = "(it is outside of the puzzle's folder, and of what --allow-files names)";
            assert!(err.contains("puzzle.txt:2:8: found '") && err.contains(expected), "{arguments:?}: {err}");
        }
        // A missing file gives the same message as one that is not allowed.
        let allowed = run(&["count", &puzzle, "--allow-files", &other]);
        match words {
            "../other/list" | "OTHER/list" | "link" | "OWN/link" | "OWN/../other/list" => {
                assert_eq!(allowed.ok(), "2\n", "{words}")
            }
            _ => assert!(allowed.refused(2).contains("outside of the puzzle's folder"), "{words}"),
        }
        if words == "OTHER/list" {
            let (rows, other) = (folder.path().join("rows.jsonl"), other.as_str());
            let rows = rows.to_str().unwrap();
            run(&["sweep", &study, "-o", rows, "--allow-files", other]).ok();
            let row: serde_json::Value = serde_json::from_str(&fs::read_to_string(rows).unwrap()).unwrap();
            let command = row["command"].as_str().unwrap();
            assert!(command.contains(&format!(" --allow-files {other} --run ")), "{command}");
            assert_eq!(row["solutions"], 2);
            let page = run(&["report", rows, "-o", "-", "--allow-files", folder.path().to_str().unwrap()]).ok();
            assert!(page.contains("<svg"), "the board of the crossword");
            let json =
                run(&["compare", &puzzle, "--allow-files", other, "--report", "json", "--strategies", "backtrack"])
                    .ok();
            assert!(json.contains("\"solutions\":2"), "{json}");
        }
    }
    // From standard input: the current folder.
    let (folder, puzzle) = crossword("list");
    let text = fs::read(&puzzle).unwrap();
    let mut command = super::program();
    command.args(["count", "-"]).current_dir(folder.path().join("own"));
    assert_eq!(super::feed(command, &text).ok(), "2\n");
    let mut command = super::program();
    command.args(["count", "-"]).current_dir(folder.path());
    assert!(super::feed(command, &text).refused(2).contains("<stdin>:2:8: found 'list' (No such file"));
}

#[cfg(unix)]
#[test]
fn allowed_folders_are_folders() {
    let (folder, puzzle) = crossword("list");
    let list = folder.path().join("own/list").to_str().unwrap().to_owned();
    for command in ["show", "solve", "count", "draw", "export", "compare", "audit", "sweep", "report"] {
        for (allowed, why) in [("/nonexist", "found no folder: No such file"), (&list, "found a file, expected a")] {
            let err = run(&[command, &puzzle, "--allow-files", allowed]).refused(2);
            assert!(err.contains("'--allow-files <FOLDER>'") && err.contains(why), "{command}: {err}");
        }
    }
}

#[cfg(unix)]
#[test]
fn words_are_regular_files() {
    let (folder, puzzle) = crossword("pipe");
    let pipe = folder.path().join("own/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(run(&["show", &puzzle]).refused(2).contains("'pipe' (it is no regular file)"));
    fs::remove_file(&pipe).unwrap();
    fs::create_dir(&pipe).unwrap();
    assert!(run(&["show", &puzzle]).refused(2).contains("'pipe' (it is a folder)"));
}

#[cfg(unix)]
#[test]
fn a_journal_opens_no_files_outside() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(path("study")).unwrap();
    fs::create_dir(path("rows")).unwrap();
    fs::copy("models/jodici/sample.txt", path("study/a.txt")).unwrap();
    let study = "name = \"s\"\nstrategies = \"backtrack\"\n[[instances]]\nfiles = \"a.txt\"\n";
    fs::write(path("study/s.toml"), study).unwrap();
    let rows = path("rows/r.jsonl");
    run(&["sweep", &path("study/s.toml"), "-o", &rows]).ok();
    let page = |options: &[&str]| run(&[&["report", &rows, "-o", "-"], options].concat()).ok();
    let boards = |page: &str| page.matches("class=\"board\"").count();
    let allowed = page(&["--allow-files", folder.path().to_str().unwrap()]);
    assert!(page(&[]).len() < allowed.len(), "a board is left out");
    fs::copy(path("study/a.txt"), path("rows/a.txt")).unwrap();
    assert_eq!(boards(&page(&[])), boards(&allowed));
}

#[test]
fn heads_and_bodies_are_limited() {
    let heads = "a: 1\n".repeat(1001);
    let err = fed("show -", format!("kind: hidoku\n{heads}").as_bytes()).refused(2);
    assert_eq!(err, "<stdin>:1001:1: found another header line, expected at most 1000\n");
    let lines = "\n".repeat(4_000_001);
    let err = fed("show -", format!("kind: hidoku\n\n{lines}1\n").as_bytes()).refused(2);
    assert_eq!(err, "<stdin>:4000003:1: found another line, expected at most 4000000 lines\n");
    let guests = format!("kind: seating\ntable: row\nguests: Ann {}\n", "n".repeat(101));
    assert!(fed("show -", guests.as_bytes()).refused(2).ends_with("expected a name of at most 100 characters\n"));
}

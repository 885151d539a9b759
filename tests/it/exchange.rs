//! Formats of other programs: puzzles go there and back, links that others published are read as they say, and damaged
//! texts are refused.

use std::cell::OnceCell;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use cnfab::puzzle::exchange::EXCHANGE_FORMATS;
use cnfab::puzzle::{self, Cells, Puzzle};
use cnfab::solve::{Budget, Encodings, Outcome, Strategy};

use crate::common::damage::{assert_inside, cases, damaged};

type Puzzles = Vec<Box<dyn Puzzle>>;

fn read(text: &str) -> Result<Puzzles, puzzle::ParseError> {
    puzzle::read(text, &|name| Err(format!("there is no {name}"))).map(|(_, puzzles)| puzzles)
}

fn one(text: &str) -> Box<dyn Puzzle> {
    let mut puzzles = read(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

fn error(text: &str) -> String {
    read(text).err().unwrap_or_else(|| panic!("this was read: {text}")).to_string()
}

/// Up to two solutions; `None` if they take long.
fn solutions(puzzle: &dyn Puzzle) -> Option<Vec<Cells>> {
    let view = puzzle.kind().views[0].0;
    let mut found = Vec::new();
    let backend = Strategy::default().backend(&Encodings::default());
    let report = backend
        .solve(&puzzle.make_model(view), &Budget::within(Duration::from_secs(3)), &mut |solution| {
            found.push(puzzle.output(view, solution));
            if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("the default strategy takes every model");
    matches!(report.outcome, Outcome::Satisfied | Outcome::Exhausted).then_some(found)
}

/// The only solution.
fn solution(puzzle: &dyn Puzzle) -> String {
    let found = solutions(puzzle).expect("a small puzzle");
    assert_eq!(found.len(), 1, "{}", puzzle.text());
    puzzle.plain(&found[0])
}

/// The puzzles of every file below `models/`.
fn models() -> Vec<(PathBuf, Puzzles)> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let folders = fs::read_dir(models).expect("instances").map(|kind| kind.expect("a folder").path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|kind| fs::read_dir(kind).expect("a folder"));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    let puzzles = |path: &Path| {
        let beside = |name: &str| fs::read_to_string(path.parent()?.join(name)).ok();
        let text = fs::read_to_string(path).expect("UTF-8");
        puzzle::read(&text, &|name| beside(name).ok_or_else(|| "no file".to_owned())).expect("an instance").1
    };
    paths.into_iter().map(|path| (path.clone(), puzzles(&path))).collect()
}

/// The parts that must be equal of a puzzle and of its copy that was written and read; a region is what cells it has.
fn content(puzzle: &dyn Puzzle) -> (&'static str, Option<Vec<Option<i32>>>, usize) {
    (puzzle.kind().name, puzzle.givens(), puzzle.clues().len())
}

#[test]
fn instances_go_there_and_back() {
    let formats: Vec<_> = EXCHANGE_FORMATS.iter().filter(|format| !format.kinds.is_empty()).collect();
    let mut written: Vec<(&str, &str)> = Vec::new();
    for (path, puzzles) in models() {
        for (number, puzzle) in puzzles.iter().enumerate() {
            let ours = OnceCell::new();
            for format in &formats {
                let Ok(text) = format.write(puzzle.as_ref()) else { continue };
                let again = one(&text);
                assert_eq!(content(again.as_ref()), content(puzzle.as_ref()), "{} {}", format.name, path.display());
                written.push((format.name, puzzle.kind().name));
                // A Kakuro may get a row and a column of black cells.
                let is_same_board =
                    again.place(0) == puzzle.place(0) && again.draw(None).len() == puzzle.draw(None).len();
                if number > 0 || !is_same_board {
                    continue;
                }
                let Some(ours) = ours.get_or_init(|| solutions(puzzle.as_ref())) else { continue };
                let Some(theirs) = solutions(again.as_ref()) else { continue };
                assert_eq!(ours.len(), theirs.len(), "{} {}", format.name, path.display());
                for cells in ours.iter().chain(&theirs) {
                    assert_eq!((puzzle.check(cells), again.check(cells)), (Ok(()), Ok(())), "{}", path.display());
                }
            }
        }
    }
    for format in formats {
        for (kind, _) in format.kinds {
            assert!(written.contains(&(format.name, kind)), "{}: an instance of {kind}", format.name);
        }
    }
}

/// Our text is read as the same puzzle, for every kind.
#[test]
fn text_is_of_every_kind() {
    let text = EXCHANGE_FORMATS.iter().find(|format| format.name == "text").expect("our text");
    for kind in puzzle::KINDS {
        let example = kind.page.split_once("```text\n").expect("an example").1.split_once("```").expect("its end").0;
        let Ok(puzzles) = read(example) else { continue };
        let written = text.write(puzzles[0].as_ref()).expect("our text states everything");
        assert_eq!(content(one(&written).as_ref()), content(puzzles[0].as_ref()), "{}", kind.name);
    }
}

/// Links of the tests of PUZ-PRE and of cspuz, with the answers that they state.
#[test]
fn published_links_of_puzz_link() {
    for (link, answer) in [
        ("https://puzz.link/p?sudoku/4/4/g1k23k3g", "2143431234211234"),
        ("https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", ".*.......*.......*..*.......*.*....."),
        ("https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk", ".*........*...*...*..........*...*.."),
        ("http://pzv.jp/p.html?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3", "######/##53##/#3412#/#12#12/##1938/###84#"),
        ("https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG", "#######/##39#31/#645312/#97#96#/#862541/##97#82"),
        ("https://puzz.link/p?skyscrapers/4/4/k13h4j3g", "2143123443123421"),
        ("https://example.org/p?skyscraper//4/4/k13h4j3gv", "2143123443123421"),
    ] {
        assert_eq!(solution(one(link).as_ref()), answer, "{link}");
    }
    // Puzzles that their authors call unique.
    for body in [
        "g3h6h5g5h3g8h4g7g5g9g6h17g3g48g8h7g2h6g56g8g23h2g8g3g9g7h2g5h3g9h7h2g",
        "l768g3g2g7o4h1j2h43h4g5h92h6j7h5o5g9g1g824l",
    ] {
        assert_eq!(solution(one(&format!("# x\n\n https://puzz.link/p?sudoku/9/9/{body}")).as_ref()).len(), 81);
    }
}

/// Files of the tests of PUZ-PRE hold the same puzzles as its links, with answers that are passed over.
#[test]
fn published_files_of_puz_pre() {
    let rooms = "0 0 0 1 1 1 /0 1 1 1 2 2 /0 3 3 4 4 2 /5 5 3 3 4 2 /5 4 4 4 4 2 /5 2 2 2 2 2 /";
    let sums =
        "0 0 12 4 0 0 /0 8,4 . . 0,10 0,0 /10 . . . . 0,10 /3 . . 3,17 . . /0 21,0 . . . . /0 0,0 12,0 . . 0,0 /";
    let sides = ". . . . . . /. . 1 4 3 . /4 1 2 3 4 . /. 4 3 1 2 3 /. 3 4 2 1 . /. . 1 3 . . /";
    for (file, link) in [
        (
            "pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /. . . . /1 . . . /. . . . /. . . . /",
            "sudoku/4/4/g1k23k3g",
        ),
        (&format!("pzprv3/starbattle/6/6/1/6/{rooms}. . . . . . /"), "starbattle/6/6/1/4ilbhgdnmhou"),
        (&format!("pzprv3/kakuro/5/5/{sums}. . . . . /2 . . . . /"), "kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3"),
        (&format!("pzprv3/skyscrapers/4/4/{sides}"), "skyscrapers/4/4/k13h4j3g"),
    ] {
        let linked = one(&format!("https://puzz.link/p?{link}"));
        assert_eq!(one(file).text(), linked.text());
        assert_eq!(one(&file.replace('/', "\n").replace("pzprv3", "# x\npzprv3.1")).text(), linked.text());
    }
    let given = one("pzprv3/skyscrapers/2/2/. . . . /. q1 2 . /. . . . /. 2 . . /");
    assert_eq!(given.clues().len(), 2);
    for (file, expected) in [
        ("pzprv3", "line 1, column 7: found the end of the text, expected a kind"),
        (
            "pzprv3/akari/4/4/",
            "line 1, column 8: found 'akari', expected one of: kakuro, skyscrapers, starbattle, sudoku",
        ),
        ("pzprv3/sudoku/5/", "line 1, column 15: found a Sudoku of 5 rows, expected 6 rows or a square: 4, 9, 16, 25"),
        ("pzprv3/sudoku/4/. 1 . . /. 5 . ./", "line 1, column 28: found '5', expected a number from 1 to 4 or '.'"),
        ("pzprv3/sudoku/4/. 1 . /", "line 1, column 17: found a row of 3 values, expected 4 values"),
        ("pzprv3/kakuro/1/1/0 0 /0 3/", "line 1, column 26: found '3', expected '.' for a white cell, or two sums"),
    ] {
        let found = error(file);
        assert!(found.starts_with(expected), "{file}: {found}");
    }
}

/// A link of the tests of Rangsk's solver: a Killer Sudoku with one solution.
const KILLER: &str = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssX0QAawgAbLTAwBjAIZo48QiH0wdYfCABKARgDCDkKkdOATG/ueXPuz9vNQA3Qy0AV1MQBwAOEAoLKy0bM3tnAGYA5wAWbKcAVgC/ItDwqIQQTzzEy2tbDwA2Yqdmssjootrk1Lx0pwB2fPj2ivgY7276tI9EFrnR6Icu0iTpvrsMwYCtkdQwjsrmqZSGraz3LbzLwoCcpwv7AoeQRcrPVxPe+y3Xd3u/k9/O5nsF9uVop4sl8Go1gfY4WCQAcxiAVqA6qcZgN4XZYv43uMHJNVpjvnZELjKUiUUt0WssRscY88S9CSBjqSeg0cUV3PjrvZ8Xz7JS8uyHEMYTN7s0Qa0AnDBXY4SKVQr2Z4SRjuTKnPF/k45vKhvK9siIe8AAwJLnrBHbdxwg32HFy12OoUa8GHcaeTk6+12HHGr2himeiMuiMLH2ozzxIhqQz6AAuEBCMCcAHsAHZgVMYQwQXOp74AaW0ugwAAInMY4LQiEA==";

/// A link of the tests of sudoku-formats: an empty 9 x 9 but for a 1 in its corner.
const CORNER: &str = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58WK5A";

/// A link of the tests of sudoku-formats with many sorts of constraints.
const VARIANT: &str = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSTQMY0IB7AOwQAYLXz3iBdZQty6uo3gBGVADcAhgBsArnBGoaYmEIAuGORRCTZ8gEyKIytRphadchAGZDxhOs0c+Rbryfuyn1q68fnTn39fYO8eEL8/QIjwryiYoNC3eOiXbhBsCAk0BmkAantTVAysnKkAWgK5VAl6VQgAa3oINAALVUqYatqGiHo0DtQYAA91CSoaBnxQAGMYKSkwfBAAJQBWAGE9EFQ19attlY2AFgPlgDY904uTnYB2S7v1m5X71dOADnW3zhdUWmxcPBCCBZvMEC91sIQL8QDA7ECZnMpODlp8oTDVC0YBgALa0HEwVTYqYgKS9GCLIF4FbCdZnU6024M9bvU56daIU5WDkgTg/NIZABmguxKlmJNBCyWy0QT1Osu+WkllOpMrp8q+vJhGAkdVoEqRKpWsqZO1lrJ+pBBhulss5ZpZWrSYwwtAA7iSyfQKfhVUd1Tt/aaVv7WTsNmGVhdI8t7ha0srpf63oH1fyiEA=";

#[test]
fn published_links_of_f_puzzles() {
    let killer = one(KILLER);
    let clues = killer.clues();
    assert_eq!((killer.kind().name, clues.len(), clues[0].cells.as_slice()), ("killer-sudoku", 17, &[0, 1, 9, 10][..]));
    assert!(clues[0].text.ends_with("adds up to 18"), "{}", clues[0].text);
    assert_eq!(solution(killer.as_ref()).len(), 81);
    let corner = one(CORNER);
    assert_eq!(corner.givens().expect("a Sudoku").iter().flatten().collect::<Vec<_>>(), [&1]);
    assert_eq!(one(&KILLER.replace("www.f-puzzles.com/?load=", "sudokupad.app/fpuzzles")).text(), killer.text());
    let escaped = KILLER.replace('+', "%2B").replace('/', "%2F").replace("https:%2F%2F", "https://");
    assert_eq!(one(&escaped.replace(".com%2F", ".com/")).text(), killer.text());
    let expected = "found 'antiking', which is not read, expected only givens, regions and killer cages as constraints";
    assert_eq!(error(VARIANT), format!("line 1, column 29: {expected}"));
    let of_other_form = error("https://f-puzzles.com/?load=N4IgHiBcDMC+Q===");
    assert!(of_other_form.contains("found 'x', which is not read"), "{of_other_form}");
}

/// JSON as f-puzzles downloads it.
#[test]
fn json_of_f_puzzles() {
    let json = |more: &str, cell: &str| {
        format!(r#"{{"size":2,"title":"t","grid":[[{cell},{{}}],[{{}},{{"value":2}}]]{more}}}"#)
    };
    let given = r#"{"value":1,"given":true}"#;
    let puzzle = one(&json("", given));
    assert_eq!(puzzle.givens(), Some(vec![Some(1), None, None, None]));
    assert_eq!(one(&json(r#","ruleset":"Normal Sudoku rules apply.""#, given)).givens(), puzzle.givens());
    let ruled = json(r#","ruleset":"Anti-knight\nrules apply""#, given);
    let about = puzzle::read_each(&ruled, &|_| Err(String::new())).remove(0).expect("a Sudoku").about;
    assert_eq!((about.title.as_deref(), about.unread_rules()), (Some("t"), Some("Anti-knight rules apply")));
    let killer = one(&json(r#","thermometer":[],"killercage":[{"cells":["R1C2","R2C2"],"value":3}]"#, "{}"));
    assert_eq!((killer.kind().name, killer.clues().len()), ("killer-sudoku", 1));
    let cage =
        |cells: &str, value: &str| json(&format!(r#","killercage":[{{"cells":[{cells}],"value":{value}}}]"#), given);
    for (text, expected) in [
        (json(r#","thermometer":[{"lines":[["R1C1"]]}]"#, given), "found 'thermometer', which is not read"),
        (json(r#","diagonal+":true"#, given), "found 'diagonal+', which is not read"),
        (json(r#","ruleset":["Anti-knight"]"#, given), "found 'ruleset' '[\"Anti-knight\"]', expected rules in words"),
        (json("", r#"{"givenPencilMarks":[1]}"#), "found 'givenPencilMarks' of row 1, column 1, which is not read"),
        (
            json("", r#"{"value":3,"given":true}"#),
            "found 'value' '3' at row 1, column 1, expected a number from 1 to 2",
        ),
        (json("", r#"{"region":null}"#), "found 'region' 'null' at row 1, column 1, expected a region from 0 to 1"),
        (json("", r#"{"region":1}"#), "found region"),
        (cage(r#""R1C1","R1C2""#, "\"3\""), "found a given in a killer cage, at row 1, column 1"),
        (cage(r#""R1C2","R1C3""#, "3"), "found the cell '\"R1C3\"', expected a cell of the grid, such as R1C1"),
        (cage(r#""R1C2","R1C2""#, "3"), "found row 1, column 2 in two killer cages, or twice in one"),
        (cage(r#""R1C2""#, "\"<3\""), "found a killer cage with 'value' '\"<3\"', expected its sum"),
        (json("", given).replace(":2,", ":3,"), "found 'grid' of another form, expected 3 lists of 3 cells"),
        (json("", given).replace(":2,", ":0,"), "found 'size' '0', expected 'size' from 1 to 64"),
    ] {
        let found = error(&text);
        assert!(found.starts_with(&format!("line 1, column 1: {expected}")), "{text}: {found}");
    }
    let broken = error(&format!("# x\n{{\n\"grid\":\n{}", &json("", given)[..40]));
    assert!(
        broken.starts_with("line 4, column 40: found no JSON (EOF while parsing a value), expected a puzzle"),
        "{broken}"
    );
}

/// A link of a Sudoku that a fork of Penpa is tested with.
const PENPA: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7Vbvb+I4EP3OX3Hy17W0sU2cH9J+oL9WqtpeuW231yJUpRAKbSC7IbRVKv73nZmYi2Ponm6lk3rSCTCP5/i9mbEzYbka548rHsFLhdzjAl4q9OgTdvHtmdfFrMzS+DfeW5XTvADA+e9HR3ySZMuUH18/7B089p4Pe39+9G+UujybfHg46F8+jK++ir43+1h4Z1m4OD0/2Ms+fK5uTqe9p/Qw1efLfDTN0mScVDdXxy/Z4ii8n07E/vF0P5wkC2/5PbyInvb6nz51BiaQYee1iuKqz6vP8YAJxpmEj2BDXvXj1+o0ZnVOjFdf4ALGxZCz+SorZ6M8ywu24aqTerkEeNjAK5pHtF+TwgN8ZjDAa4CjWTHK0tuTmjmPB9UFZxjBHq1GyOb5U4pmGCH+HuXzuxkSd0kJlVxOZ98YVzBhwt04rHnV+5U8QGqTB8I6D0Q78sD0/t08ouF6DRv1B2RyGw8wqcsGhg38Er/CeBa/MhltSlDvJlMCCdjcvwgfCdUQXboisgiNhG8RARKhRZBLtyF8ErUJV8N3A9OeY6tDJzBNS6zQA3Kx4oiU4xLREt0QwiMbKzLhkU9gM7TK0hVCOtZCuFZCuEUQkippu0vSsVdJqqWVtlBbyoqusSNU7QhhswVt+TWNF3AKeKVoPKDRo9Gn8YSuOYTDIULNBZZIgkoUcYlpAoZvLiUUF7H0uVRQIsTQzKQPSSH2BZe6W2Pd5TKAIBEHAZcRFBlxBC3Pg3RQPwR9z+h7oC+MvgB9afQl6OPxQ9wFfd/o+6Cvjb4G/dDoQzuVuOfkpcALThnpYPyGlwqw0ZGgY+clN9drwEZfgr4dD95BhCF+ZXwV+OKNRPFgHUxeGny18dXga9dHG18Nvtr4avC188IjTxh88bQTBt8AfWHTrmjr9mns0qhpSwO87f9RY/i1E/O3IQygYviws1/++2KGnQE87Ngyz26Xq2KSjNLb9CUZlSyuH7r2TItbrOZ3KTwhLCrL82/ZbLFLYTPVImf3i7xId04hmY7v35LCqR1Sd3kxdmJ6TrKsncv3VVK0F9dPqBZVFvD4sX4nRZE/t5h5Uk5bhPWoaimlC6eYZdIOMXlMHLd5U451h70w+gzgDuLB//9M/jP/THDTvPfQht5DCHSu8+InTaaZdOkdrQbYn3Qba3YX/0ZjsWZdfquLYLDbjQTYHb0EWLedALXdUYDcairAvdFXUNVtLRiV213QaqvBoJXdYwbDzg8=";

#[test]
fn a_published_link_of_penpa() {
    let puzzle = one(PENPA);
    let givens = puzzle.givens().expect("a Sudoku");
    let shown: String = givens.iter().map(|given| given.map_or('.', |given| char::from(b'0' + given as u8))).collect();
    assert_eq!(shown, ".1.2...3.9....58.4.45..19...32.....8.........5.....64...78..25.4.65....9.5...7.8.");
    assert_eq!(solution(puzzle.as_ref()).len(), 81);
}

/// Characters that texts are damaged with.
const MARKS: &str = "abfgkvwzABZ+-=%./?#&:,\"[]{}_ \t\n\u{e9}\u{1f9e9}\u{0}";

/// A text of every format, for every kind that it takes, and what others published.
fn texts() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let cells = r#"[{},{"value":2,"given":true},{"region":0},{}]"#;
        let cages = r#"[{"cells":["R1C1","R2C1"],"value":"3"}]"#;
        let json = format!(r#"{{"size":4,"grid":[{cells},{cells},{cells},{cells}],"killercage":{cages}}}"#);
        let mut texts: Vec<String> = [KILLER, CORNER, VARIANT, PENPA].map(str::to_owned).to_vec();
        texts.push(json);
        texts.push("pzprv3/skyscrapers/2/2/. . . . /. q1 2 . /. . . . /. 2 . . /".to_owned());
        texts.push("pzprv3\nkakuro\n1\n2\n0 3 4 \n7 . . \n".to_owned());
        for (_, puzzles) in models() {
            let written = EXCHANGE_FORMATS.iter().filter_map(|format| format.write(puzzles[0].as_ref()).ok());
            texts.extend(written.filter(|text| text.len() < 2000 && text.contains("http")));
        }
        texts
    })
}

/// A text that is still read can be drawn and written; any other is refused at a position inside the text.
#[test]
fn damaged_texts_do_not_panic() {
    cases(3000, |rng| {
        let text = rng.choice(texts()).expect("texts");
        let text = damaged(text, rng.usize(1..5), MARKS, rng);
        match read(&text) {
            Ok(puzzles) => {
                for puzzle in puzzles.iter().take(3) {
                    assert!(puzzle.draw(None).ends_with('\n'), "{text}");
                    let written = EXCHANGE_FORMATS.iter().filter_map(|format| format.write(puzzle.as_ref()).ok());
                    written.for_each(|written| assert!(read(&written).is_ok(), "{written}"));
                }
            }
            Err(error) => assert_inside(&error, &text),
        }
    });
}

/// The same Sudoku as other programs write it.
#[test]
fn forms_of_one_sudoku() {
    let link = "https://puzz.link/p?sudoku/4/4/g1k23k3g";
    let text = one(link).text();
    for same in [
        "https://puzz.link/p?type=editor&sudoku/4/4/g1k23k3g",
        "https://puzz.link/p?type=player&sudoku/4/4/g1k23k3g",
        "http://pzv.jp/p.html?sudoku_edit/4/4/g1k23k3g",
        "http://pzv.jp/p.html?m+sudoku/4/4/g1k23k3g",
        "http://pzv.jp/p.html?sudoku/v:/4/4/g1k23k3g",
        "http://pzv.jp/p.html?pzprv3/sudoku/4/.%201%20.%20./.%20.%20.%202/3%20.%20.%20./.%20.%203%20./",
        "http://pzv.jp/p.html?type=editor&pzprv3/sudoku/4/._1_._./._._._2/3_._._./._._3_./",
        "pzprv3/sudoku/4/. 1 . ./. . . 2/3 . . ./. . 3 ./",
    ] {
        assert_eq!(one(same).text(), text, "{same}");
    }
    let wrong = error("http://pzv.jp/p.html?pzprv3/sudoku/4/._1_._./._._._2/3_._.");
    assert!(wrong.starts_with("line 1, column 54: found a row of 3 values, expected 4 values"), "{wrong}");

    let digits = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rows: Vec<&str> = (0..9).map(|row| &digits[9 * row..9 * row + 9]).collect();
    let bars = |row: &&str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
    let lines: Vec<String> = rows.iter().map(bars).collect();
    let bands: Vec<String> = lines.chunks(3).map(|band| band.join("\n")).collect();
    let frame = format!("*-----------*\n{}\n*-----------*\n", bands.join("\n|---+---+---|\n"));
    let position: String = digits.chars().map(|c| if c == '.' { "4s".to_owned() } else { format!("0{c}") }).collect();
    let sdk = format!("#AAnn\n#DA title\n[Puzzle]\n{}\n[State]\n{}\n", rows.join("\n"), "123456789\n".repeat(9));
    for same in [
        frame,
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", digits.replace('.', "0")),
        format!("http://sudokuwiki.org/Sudoku.htm?bd={digits}&x=1"),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd=S9B{position}"),
        sdk.clone(),
    ] {
        assert_eq!(one(&same).text(), one(digits).text(), "{same}");
    }
    let about = puzzle::read_each(&sdk, &|_| Err(String::new())).remove(0).expect("a Sudoku").about;
    assert_eq!((about.title.as_deref(), about.author.as_deref()), (Some("A title"), Some("Ann")));
    let wrong = error(&sdk.replace("[State]", "[Rules]"));
    assert!(wrong.starts_with("line 13, column 1: found a section [rules], expected sections [State]"), "{wrong}");
    let wrong = error(&sdk.replace(rows[1], "6..19x..."));
    assert!(wrong.starts_with("line 5, column 6: found 'x'"), "{wrong}");
}

/// Links that are wrong in ways that a person would make them.
#[test]
fn wrong_links_are_named() {
    for (text, expected) in [
        (
            "https://puzz.link/p?sudok/4/4/g1k23k3g",
            "line 1, column 21: found 'sudok', expected 'sudoku', or one of: kakuro, ",
        ),
        ("https://puzz.link/p?sudoku/4/5/g1k23k3g", "line 1, column 30: found '5', expected 4, as many as columns"),
        ("https://puzz.link/p?sudoku/0/0/", "line 1, column 30: found '0', expected a number from 1 to 100"),
        (
            "https://puzz.link/p?sudoku/5/5/u",
            "line 1, column 32: found a Sudoku of 5 rows, expected 6 rows or a square",
        ),
        (
            "https://puzz.link/p?sudoku/d/4/4/g1k23k3g",
            "line 1, column 28: found option 'd', expected none: it may state further rules",
        ),
        (
            "https://puzz.link/p?sudoku/4/4/g1k23k3",
            "line 1, column 39: found the end of the link, expected cell 16 of 16",
        ),
        ("https://puzz.link/p?sudoku/4/4/g1k23k3g1", "line 1, column 40: found '1', expected the end of the link"),
        (
            "https://puzz.link/p?sudoku/4/4/g0k23k3g",
            "line 1, column 33: found '0k23k3g', expected a number from 1 to 4 instead of 0",
        ),
        (
            "https://puzz.link/p?starbattle/4/4/x/0000",
            "line 1, column 36: found 'x', expected a number from 1 to 100 and '/'",
        ),
        (
            "https://puzz.link/p?starbattle/4/4/1/000000",
            "line 1, column 1: found 1 region, expected 4 regions, one for each row",
        ),
        ("https://puzz.link/p?kakuro/2/2/n", "line 1, column 33: found the end of the link, expected a sum: 1 to 9"),
        (
            "https://example.org/",
            "line 1, column 1: found 'https://example.org/', expected a link of puzz.link, f-puzzles, ",
        ),
        (
            "https://sudokupad.app/abc123",
            "line 1, column 1: found 'https://sudokupad.app/abc123', expected a link that holds",
        ),
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=12",
            "line 1, column 44: found the end of the link, expected 81 digits",
        ),
        ("https://www.sudokuwiki.org/killersudoku.htm?bd=12", "line 1, column 1: found 'https://www.sudokuwiki.org/"),
        (
            "https://www.f-puzzles.com/?load=",
            "line 1, column 33: found the end of the link, expected a text compressed by LZ-string",
        ),
        ("https://www.f-puzzles.com/?load=N4!", "line 1, column 35: found '!', expected digits of base64"),
        (
            "https://penpa.example/#m=edit&p=AAAA",
            "line 1, column 33: found 'AAAA', expected a text compressed by deflate",
        ),
    ] {
        let found = error(text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
    let long = format!("https://puzz.link/p?sudoku/4/4/{}", "g".repeat(1_000_000));
    assert!(error(&long).starts_with("line 1, column 1: found a link of 1000031 bytes, expected at most"));
    let two = read("https://puzz.link/p?sudoku/4/4/g1k23k3g\n\n# x\nhttps://puzz.link/p?sudoku/4/4/v\n");
    assert_eq!(two.map(|puzzles| puzzles.len()), Ok(2));
}

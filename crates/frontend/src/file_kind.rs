//! The looks of files that are not what was expected: formulas, studies, word lists, rows, answers, pictures.

/// The kind of a file, as messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A puzzle.
    Puzzle,
    /// A formula in DIMACS CNF.
    Cnf,
    /// A weighted formula.
    WeightedCnf,
    /// Clauses and cardinality constraints.
    Knf,
    /// Pseudo-Boolean constraints.
    Opb,
    /// A model as MiniZinc makes it.
    FlatZinc,
    /// A model in MiniZinc itself.
    MiniZinc,
    /// A constraint problem as XML.
    Xcsp3,
    /// An integer program in the LP format.
    Lp,
    /// An integer program in the MPS format.
    Mps,
    /// The output of a solver.
    Answer,
    /// A study file.
    Study,
    /// Another TOML file.
    Toml,
    /// Rows of a study.
    Rows,
    /// Another JSON file.
    Json,
    /// A word list.
    Words,
    /// Markup.
    Markup,
    /// Something that is no text, or is compressed as we do not read it.
    Binary(&'static str),
}

/// The commands that take the file of a model as they take a puzzle's. All others with a puzzle are about clues, cells
/// or pictures.
const MODEL_COMMANDS: &[&str] = &[
    "audit",
    "candidates",
    "certify",
    "check",
    "compare",
    "count",
    "decode",
    "explain",
    "export",
    "judge",
    "sample",
    "show",
    "solve",
    "why",
];

impl FileKind {
    /// True if it is a formula as `cnfab sat` reads it.
    pub fn is_formula(self) -> bool {
        self == FileKind::Cnf
    }

    /// The commands that take a file of this kind and nothing else, if models are of this kind.
    fn own_commands(self) -> Option<&'static [&'static str]> {
        match self {
            FileKind::Cnf => Some(&["lift", "sat"]),
            FileKind::FlatZinc => Some(&["flatzinc"]),
            FileKind::Xcsp3 => Some(&["xcsp3"]),
            FileKind::Knf | FileKind::WeightedCnf | FileKind::Opb | FileKind::Lp | FileKind::Mps => Some(&[]),
            _ => None,
        }
    }

    /// The commands that take a file of this kind; none if it is no model.
    fn commands(self) -> Vec<&'static str> {
        let Some(own) = self.own_commands() else { return Vec::new() };
        let mut commands = [MODEL_COMMANDS, own].concat();
        commands.sort_unstable();
        commands
    }

    /// A description of the file, and the command that takes it.
    pub fn about(self) -> String {
        match &self.commands()[..] {
            [] => self.what().to_owned(),
            commands => format!("{}, which these commands take: {}", self.what(), commands.join(", ")),
        }
    }

    /// The name of the file's kind, and the command that takes it if it is no model.
    fn what(self) -> &'static str {
        match self {
            FileKind::Puzzle => "a puzzle, which 'cnfab solve' takes",
            FileKind::Cnf => "a formula (DIMACS CNF)",
            FileKind::WeightedCnf => "a weighted formula (WCNF)",
            FileKind::Knf => "clauses and cardinality constraints (KNF, CNF+)",
            FileKind::Opb => "pseudo-Boolean constraints (OPB)",
            FileKind::FlatZinc => "a model in FlatZinc",
            FileKind::MiniZinc => {
                "a model in MiniZinc, which 'minizinc --solver cnfab' takes: see 'cnfab minizinc --help'"
            }
            FileKind::Xcsp3 => "a constraint problem (XCSP3)",
            FileKind::Lp => "an integer program (LP)",
            FileKind::Mps => "an integer program (MPS)",
            FileKind::Answer => "a solver's answer, which 'cnfab decode' takes",
            FileKind::Study => "a study, which 'cnfab sweep' takes",
            FileKind::Toml => "a TOML file",
            FileKind::Rows => "rows of a study, which 'cnfab report' takes",
            FileKind::Json => "a JSON file",
            FileKind::Words => "a word list, which a crossword names in its line 'words:'",
            FileKind::Markup => "a page or a picture in markup (HTML, SVG)",
            FileKind::Binary(what) => what,
        }
    }
}

/// How files that are no text begin.
const MAGIC: [(&[u8], &str); 8] = [
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive; cnfab reads .gz and .xz"),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd; cnfab reads .gz and .xz"),
    (b"BZh", "a file compressed by bzip2; cnfab reads .gz and .xz"),
    (b"\x7fELF", "a program"),
];

/// How the items of FlatZinc begin.
const FLAT_ZINC: [&str; 8] = ["predicate ", "var ", "constraint ", "solve ", "int:", "bool:", "float:", "set of "];

/// How programs in the LP format begin.
const LP: [&str; 9] =
    ["minimize", "minimise", "minimum", "min", "maximize", "maximise", "maximum", "max", "subject to"];

/// The number of bytes of a file that are inspected.
pub const LOOKED_AT: usize = 1 << 14;

/// The fewest words of a list.
const LEAST_WORDS: usize = 3;

/// The kind of a file with these first bytes; `None` if it could be anything.
pub fn guess(bytes: &[u8]) -> Option<FileKind> {
    let bytes = &bytes[..bytes.len().min(LOOKED_AT)];
    let cut = bytes.len() == LOOKED_AT;
    if let Some(&(_, what)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Some(FileKind::Binary(what));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    if text.contains('\0') {
        return Some(FileKind::Binary("a file that is no text"));
    }
    // Programs write it without any line ends.
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') && text.contains("<instance") {
        return Some(FileKind::Xcsp3);
    }
    let mut lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim).collect();
    if cut {
        lines.pop();
    }
    lines.retain(|line| !line.is_empty());
    of_lines(&lines)
}

fn of_lines(lines: &[&str]) -> Option<FileKind> {
    let word = |line: &str, number: usize| line.split_whitespace().nth(number).unwrap_or_default().to_owned();
    let is_comment = |line: &&&str| matches!(word(line, 0).as_str(), "c" | "cr") || line.starts_with(['#', '*', '\\']);
    if lines.first()?.starts_with("* #variable=") {
        return Some(FileKind::Opb);
    }
    let first = lines.iter().find(|line| !is_comment(line))?;
    let mut heads = lines.iter().take_while(|line| is_comment(line) || line.starts_with("p "));
    if let Some(rest) = heads.find_map(|line| line.strip_prefix("p ")) {
        return match word(rest, 0).as_str() {
            "cnf" | "gcnf" | "pcnf" | "inccnf" => Some(FileKind::Cnf),
            "knf" | "cnf+" => Some(FileKind::Knf),
            "wcnf" => Some(FileKind::WeightedCnf),
            _ => None,
        };
    }
    if matches!(word(first, 0).as_str(), "s" | "v" | "o") || matches!(*first, "SAT" | "UNSAT" | "INDET") {
        return Some(FileKind::Answer);
    }
    let lower = first.to_ascii_lowercase();
    if lower.starts_with("<?xml")
        || lower.starts_with("<svg")
        || lower.starts_with("<!doctype")
        || lower.starts_with("<html")
    {
        return Some(FileKind::Markup);
    }
    if ["http://", "https://", "pzprv3", "[puzzle]"].iter().any(|begin| lower.starts_with(begin)) {
        return Some(FileKind::Puzzle);
    }
    if first.starts_with('{') && (first.contains('"') || *first == "{") {
        let is_row = first.contains("\"study_hash\":");
        let is_grid = lines.iter().any(|line| line.contains("\"grid\""));
        // MiniZinc begins with the variables. Rows have a number of variables.
        let variables = |line: &&str| line.split_once("\"variables\":").map(|(_, rest)| rest.trim_start().to_owned());
        let mut variables = lines.iter().take(2).filter_map(variables);
        if variables.any(|rest| rest.is_empty() || rest.starts_with('{')) {
            return Some(FileKind::FlatZinc);
        }
        return Some(match (is_row, is_grid) {
            (true, _) => FileKind::Rows,
            // A puzzle of f-puzzles.
            (false, true) => FileKind::Puzzle,
            (false, false) => FileKind::Json,
        });
    }
    let code = lines.iter().find(|line| !line.starts_with('%')).copied().unwrap_or_default();
    let has = |line: &&str| ["include \"", "output [", "output["].iter().any(|begin| line.starts_with(begin));
    if lines.iter().any(|line| has(line) || line.contains("forall(") || line.contains("forall ("))
        && code.ends_with(';')
    {
        return Some(FileKind::MiniZinc);
    }
    let is_array = code.starts_with("array") && code.contains(" of ");
    if is_array || code.ends_with(';') && FLAT_ZINC.iter().any(|item| code.starts_with(item)) {
        return Some(FileKind::FlatZinc);
    }
    if word(first, 0) == "h" && first.ends_with(" 0") {
        return Some(FileKind::WeightedCnf);
    }
    if matches!(word(first, 0).as_str(), "NAME" | "OBJSENSE" | "ROWS") {
        return Some(FileKind::Mps);
    }
    let is_lp = LP.iter().any(|begin| lower.strip_prefix(begin).is_some_and(|rest| !rest.starts_with(|c| c != ' ')));
    if is_lp && !lower.ends_with(';') {
        return Some(FileKind::Lp);
    }
    let is_opb = ["min:", "max:", "soft:"].iter().any(|begin| lower.starts_with(begin));
    if is_opb || first.ends_with(';') && first.contains(['=', '+']) {
        return Some(FileKind::Opb);
    }
    if lines.iter().any(|line| line.starts_with("kind:")) {
        return Some(FileKind::Puzzle);
    }
    let is_key = |line: &&&str| {
        line.split_once('=').is_some_and(|(key, _)| {
            !key.trim().is_empty()
                && key.trim().chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
        })
    };
    if lines.contains(&"[[instances]]") {
        return Some(FileKind::Study);
    }
    if first.starts_with('[') && first.ends_with(']') || is_key(&first) {
        return Some(FileKind::Toml);
    }
    let words: Vec<&&str> = lines.iter().filter(|line| !line.starts_with('#')).collect();
    let is_word = |line: &&&str| line.len() < 40 && line.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '-'));
    let letters = |line: &&&str| line.chars().filter(|c| c.is_alphabetic()).count() * 2 > line.chars().count();
    if words.len() >= LEAST_WORDS && words.iter().all(|line| is_word(line) && letters(line)) {
        return Some(FileKind::Words);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_how_they_begin() {
        for (text, kind) in [
            ("c made by: hand\np cnf 2 1\n1 0\n", FileKind::Cnf),
            ("p  cnf 2 1\n", FileKind::Cnf),
            ("c t pmc\np cnf 3 2\nc p show 1 2 0\n1 2 0\n", FileKind::Cnf),
            ("p cnf 3 2\nc p show 1 2 0\n1 2 0\n", FileKind::Cnf),
            ("p wcnf 3 2 10\nc a comment\n10 1 0\n", FileKind::WeightedCnf),
            ("% queens\nint: n = 8;\nconstraint forall(i in 1..n)(true);\n", FileKind::MiniZinc),
            ("include \"globals.mzn\";\nvar 1..3: x;\n", FileKind::MiniZinc),
            ("{\"strategy\": \"sat\", \"variables\": 307}\n", FileKind::Json),
            ("p inccnf\n1 2 0\n", FileKind::Cnf),
            ("c x\np knf 3 1\nk 2 1 2 3 0\n", FileKind::Knf),
            ("p cnf+ 3 1\n1 2 3 <= 2\n", FileKind::Knf),
            ("p gcnf 2 1 1\n{1} 1 2 0\n", FileKind::Cnf),
            ("p wcnf 2 1 9\n", FileKind::WeightedCnf),
            ("c x\nh 1 2 0\n", FileKind::WeightedCnf),
            ("* #variable= 2 #constraint= 1\n", FileKind::Opb),
            ("soft: 6 ;\n[2] +1 x1 >= 1 ;\n", FileKind::Opb),
            ("[2] +1 x1 >= 1 ;\n", FileKind::Opb),
            ("% x\nvar 1..3: x;\nsolve satisfy;\n", FileKind::FlatZinc),
            ("array [1..2] of int: a = [1, 2];\n", FileKind::FlatZinc),
            ("float: a = 1.5;\n", FileKind::FlatZinc),
            ("<?xml version='1.0'?>\n<!-- x -->\n<instance format=\"XCSP3\" type=\"CSP\">", FileKind::Xcsp3),
            ("\\ x\nMinimize\n obj: x1\n", FileKind::Lp),
            ("max 3 x + y\nst\n", FileKind::Lp),
            ("* x\nNAME cnfab FREE\n", FileKind::Mps),
            ("c x\ns SATISFIABLE\nv 1 0\n", FileKind::Answer),
            ("SAT\n1 0\n", FileKind::Answer),
            ("# a study\nname = \"a\"\n[[instances]]\n", FileKind::Study),
            ("[package]\nname = \"a\"\n", FileKind::Toml),
            ("{\"study\":\"a\",\"study_hash\":\"b\"}\n", FileKind::Rows),
            ("{\n \"a\": 1\n}\n", FileKind::Json),
            ("# words\nable\nbaker\ncan't\n", FileKind::Words),
            ("<svg xmlns='x'>", FileKind::Markup),
            ("# x\nkind: sudoku\n", FileKind::Puzzle),
            ("# x\nhttps://puzz.link/p?sudoku/4/4/g1k23k3g\n", FileKind::Puzzle),
            ("\u{89}PNG", FileKind::Binary("a file that is no text")),
        ] {
            let found = guess(text.as_bytes());
            assert!(found == Some(kind) || text.starts_with('\u{89}') && found.is_none(), "{text}: {found:?}");
        }
        assert_eq!(guess(b"\x89PNG\r\n"), Some(FileKind::Binary("a picture (PNG)")));
        assert_eq!(guess(b"a\0b"), Some(FileKind::Binary("a file that is no text")));
        for text in ["", "\n", "1 2\n3 4\n", "..4..\n", "what is this?\n"] {
            assert_eq!(guess(text.as_bytes()), None, "{text}");
        }
    }
}

//! The answers of solvers of other formats, as the `s` and `v` lines of SAT solvers, line by line where lines matter.

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;

/// SAT solvers.
pub(super) fn as_they_are(text: &str, _: u32) -> Result<String, ParseError> {
    Ok(text.to_owned())
}

/// The text behind the `v` of a line, if it is one.
fn model_line(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('v')?.strip_prefix(char::is_whitespace)
}

/// MaxSAT solvers: since 2022 the model is one string of zeros and ones.
pub(super) fn of_weighted(text: &str, variables: u32) -> Result<String, ParseError> {
    let line = |line: &str| match model_line(line).map(str::trim) {
        Some(bits)
            if bits.len() as u64 == u64::from(variables) && bits.bytes().all(|bit| matches!(bit, b'0' | b'1')) =>
        {
            let literals = bits.bytes().enumerate().map(|(i, bit)| {
                let sign = if bit == b'1' { "" } else { "-" };
                format!(" {sign}{}", i + 1)
            });
            format!("v{} 0\n", literals.collect::<String>())
        }
        _ => format!("{line}\n"),
    };
    Ok(text.lines().map(line).collect())
}

/// Pseudo-Boolean solvers: `v x1 -x2`, perhaps with `~`.
pub(super) fn of_pseudo_boolean(text: &str, _: u32) -> Result<String, ParseError> {
    let line = |line: &str| match model_line(line) {
        Some(literals) => {
            let literal = |word: &str| format!(" {}", word.replace('~', "-").replacen('x', "", 1));
            format!("v{}\n", literals.split_whitespace().map(literal).collect::<String>())
        }
        None => format!("{line}\n"),
    };
    Ok(text.lines().map(line).collect())
}

/// The format whose solvers print texts like this one.
pub(super) fn format_of(text: &str) -> &'static str {
    if let Some(model) = text.lines().find_map(model_line).map(str::trim) {
        return match model.trim_start_matches(['-', '~']) {
            rest if rest.starts_with('x') => "opb",
            bits if bits.len() > 1 && bits.bytes().all(|bit| matches!(bit, b'0' | b'1')) => "wcnf",
            _ => "dimacs",
        };
    }
    let is_of_columns = text.lines().any(is_header_of_glpk)
        || text.split_whitespace().any(|word| column(word).is_some())
        || status(text).is_some();
    if is_of_columns { "lp" } else { "dimacs" }
}

/// The status that solvers of integer programs print instead of values of columns.
fn status(text: &str) -> Option<&'static str> {
    // A status is a line of its own, or stands behind 'Status:', 'Model status:' or 'solution status:'. It counts
    // before any values: some solvers print the values of the relaxation when there are no others.
    let is_one_of = |words: &[&str]| {
        text.lines().any(|line| {
            let line = line.trim().to_lowercase();
            let line = line.strip_prefix("solution ").or(line.strip_prefix("model ")).unwrap_or(&line);
            let line = line.strip_prefix("status:").unwrap_or(line).trim();
            words.iter().any(|word| line.starts_with(word))
        })
    };
    if is_one_of(&["infeasible", "integer empty", "integer infeasible"]) {
        return Some("s UNSATISFIABLE\n");
    }
    let is_unknown = is_one_of(&["undefined", "integer undefined", "no solution available"]);
    (is_unknown || text.contains("(no integer solution")).then_some("s UNKNOWN\n")
}

/// How far from 0 or 1 a column may be.
const TOLERANCE: f64 = 1e-4;

/// Integer programming solvers: wherever the name of a column stands, its value comes next, perhaps after a `*` or on
/// the next line. Columns that are not there are 0, as some solvers print the others only. `glpsol -w` writes numbers
/// for names.
pub(super) fn of_columns(text: &str, variables: u32) -> Result<String, ParseError> {
    if let Some((index, header)) = text.lines().enumerate().find(|(_, line)| is_header_of_glpk(line)) {
        return of_numbered_columns(text, index, header, variables);
    }
    if let Some(status) = status(text) {
        return Ok(status.to_owned());
    }
    if let Some((index, header)) = text.lines().enumerate().find(|(_, line)| primal_column(line).is_some()) {
        return of_aligned_columns(text, index, header, variables);
    }
    let mut values = vec![false; variables as usize + 1];
    let mut seen = false;
    // The column whose value is expected, and where its name stands.
    let mut open: Option<(usize, usize)> = None;
    for (index, line) in text.lines().enumerate() {
        for word in line.split_whitespace() {
            match open {
                Some(_) if word == "*" => {}
                Some((number, at)) => {
                    set(&mut values, number, word, at + 1)?;
                    (seen, open) = (true, None);
                }
                None => open = column(word).map(|number| (number, index)),
            }
        }
    }
    let lower = text.to_lowercase();
    let has_stopped =
        |word: &str| lower.lines().any(|line| line.trim().trim_start_matches("model status:").trim().starts_with(word));
    if !seen && ["time limit", "stopped", "unknown"].into_iter().any(has_stopped) {
        return Ok("s UNKNOWN\n".to_owned());
    }
    if !seen && variables > 0 {
        return Err(ParseError::new(1, 1, "no value of a column", "a line with the name of a column and its value"));
    }
    Ok(model(&values))
}

/// Where the values end in the lines below a header of HiGHS, `Index Status Lower Upper Primal Dual Type Name`.
fn primal_column(header: &str) -> Option<usize> {
    let words: Vec<&str> = header.split_whitespace().collect();
    let is_header = words.starts_with(&["Index", "Status", "Lower", "Upper", "Primal"]) && words.ends_with(&["Name"]);
    is_header.then(|| header.find("Primal").map(|at| at + "Primal".len())).flatten()
}

/// Reads the output of HiGHS with `write_solution_style=1`: a table of the columns, aligned to the right, and then of
/// the rows.
fn of_aligned_columns(text: &str, index: usize, header: &str, variables: u32) -> Result<String, ParseError> {
    let end = primal_column(header).unwrap_or(0);
    let mut values = vec![false; variables as usize + 1];
    for (index, line) in text.lines().enumerate().skip(index + 1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            break;
        }
        let Some(number) = words.last().and_then(|word| column(word)) else {
            let found = format!("a line of a table that ends with {}", quoted(words.last().unwrap_or(&"")));
            return Err(ParseError::new(index + 1, 1, found, "the name of a column"));
        };
        let value = line.get(..end).and_then(|left| left.split_whitespace().last()).unwrap_or("nothing");
        set(&mut values, number, value, index + 1)?;
    }
    Ok(model(&values))
}

/// Notes the value of a column, from a word on a line.
fn set(values: &mut [bool], number: usize, word: &str, line: usize) -> Result<(), ParseError> {
    let wrong = |found: &str, expected: &str| ParseError::new(line, 1, found, expected);
    let value: f64 = word.parse().map_err(|_| wrong(&quoted(word), "the value of a column"))?;
    let is_one = (value - 1.0).abs() <= TOLERANCE;
    if !is_one && value.abs() > TOLERANCE {
        return Err(wrong(&format!("{value} for column x{number}"), "0 or 1"));
    }
    let last = values.len() - 1;
    match values.get_mut(number) {
        Some(column) if number > 0 => *column = is_one,
        _ => return Err(wrong(&format!("column x{number}"), &format!("x1 to x{last}"))),
    }
    Ok(())
}

/// The columns that are 1, from the entry at 1 on, as lines of a SAT solver.
fn model(values: &[bool]) -> String {
    let literals = (1..values.len()).map(|number| format!(" {}{number}", if values[number] { "" } else { "-" }));
    format!("s SATISFIABLE\nv{} 0\n", literals.collect::<String>())
}

/// True if the line is the one in which `glpsol -w` states the kind of solution and the numbers of rows and columns.
fn is_header_of_glpk(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("s") && words.next().is_some_and(|kind| ["mip", "bas", "ipt"].contains(&kind))
}

/// Reads the output of `glpsol -w`: the header `s mip ROWS COLUMNS STATUS OBJECTIVE`, lines `j COLUMN VALUE`, and `e o
/// f`.
fn of_numbered_columns(text: &str, index: usize, header: &str, variables: u32) -> Result<String, ParseError> {
    let wrong = |line: usize, found: &str, expected: &str| ParseError::new(line, 1, format!("'{found}'"), expected);
    let words: Vec<&str> = header.split_whitespace().collect();
    let status = match words[..] {
        ["s", "mip", _, columns, status, _] => {
            if columns.parse() != Ok(variables) {
                let found = format!("{columns} columns");
                return Err(ParseError::new(index + 1, 1, found, format!("the {variables} columns of the export")));
            }
            status
        }
        _ => return Err(wrong(index + 1, header, "'s mip ROWS COLUMNS STATUS OBJECTIVE', a solution in integers")),
    };
    match status {
        "o" | "f" => {}
        "n" => return Ok("s UNSATISFIABLE\n".to_owned()),
        "u" => return Ok("s UNKNOWN\n".to_owned()),
        _ => return Err(wrong(index + 1, status, "the status o, f, n or u")),
    }
    let mut values = vec![false; variables as usize + 1];
    let mut seen = vec![false; values.len()];
    for (index, line) in text.lines().enumerate().skip(index + 1) {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["j", number, value] => {
                let number = number.parse().map_err(|_| wrong(index + 1, number, "the number of a column"))?;
                set(&mut values, number, value, index + 1)?;
                seen[number] = true;
            }
            ["e", "o", "f"] if seen[1..].iter().all(|&seen| seen) => return Ok(model(&values)),
            _ => {}
        }
    }
    let missing = seen[1..].iter().filter(|&&seen| !seen).count();
    let found = format!("the end with {missing} columns missing");
    Err(ParseError::new(text.lines().count(), 1, found, "a line 'j COLUMN VALUE' for each column, and 'e o f'"))
}

/// The number of the column with this name: `x17`, `x17_cell_2_3_5`.
fn column(word: &str) -> Option<usize> {
    let rest = word.strip_prefix('x')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_name = rest[digits..].is_empty() || rest[digits..].starts_with('_');
    if is_name { rest[..digits].parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_become_lines_of_sat_solvers() {
        assert_eq!(of_weighted("o 0\nv 011\nv 1 2\n", 3).unwrap(), "o 0\nv -1 2 3 0\nv 1 2\n");
        assert_eq!(of_weighted(" v 011\n", 3).unwrap(), "v -1 2 3 0\n");
        assert_eq!(of_pseudo_boolean(" v x1 -x2\nv\t~x3\n", 3).unwrap(), "v 1 -2\nv -3\n");
        assert_eq!(of_pseudo_boolean("s SATISFIABLE\nv x1 -x2\nv ~x3", 3).unwrap(), "s SATISFIABLE\nv 1 -2\nv -3\n");
        let columns = |text: &str| of_columns(text, 3).map_err(|error| error.to_string());
        let found = Ok("s SATISFIABLE\nv 1 -2 3 0\n".to_owned());
        assert_eq!(columns("Optimal - objective value 0\n 0 x1_a 1 0\n 2 x3_b 0.99999 0\n"), found);
        assert_eq!(columns("1 x1_a\n   *   1  0 1\n 2 x2_b * 0 0 1\n 3 x3 * 1 0 1 1\n"), found);
        assert_eq!(columns("Infeasible - objective value 0\n"), Ok("s UNSATISFIABLE\n".to_owned()));
        assert_eq!(columns("Status:     INTEGER EMPTY\n x1_a * 0 0 1\n"), Ok("s UNSATISFIABLE\n".to_owned()));
        let unknown = Ok("s UNKNOWN\n".to_owned());
        assert_eq!(columns("Status:     INTEGER UNDEFINED\n x1_a * 0.5 0 1\n"), unknown);
        assert_eq!(columns("solution status: time limit reached\nno solution available\n"), unknown);
        assert_eq!(columns("Model status\nTime limit reached\n# Primal solution values\nNone\n"), unknown);
        assert_eq!(columns("Stopped on time (no integer solution - continuous used)\n 0 x1_a 0.5 0\n"), unknown);
        let table = |first: &str| {
            let header =
                "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        Name\n";
            let row = |index: usize, primal: &str, name: &str| {
                format!("{index:9}   {:4} {:>12} {:>12} {primal:>12} {:>12}  Integer     {name}\n", "", "0", "1", "")
            };
            let rows = "Rows\n    Index Status        Lower        Upper       Primal         Dual  Name\n\
                                0                   1          inf            1               c1_some\n";
            let columns = [row(0, first, "x1_a"), row(1, "0", "x2_b"), row(2, "0.99999", "x3_b")].concat();
            format!("{header}{columns}{rows}\nModel status: Optimal\n\nObjective value: 5\n")
        };
        assert_eq!(columns(&table("1")), found);
        assert_eq!(
            columns(&table("0.5")),
            Err("line 3, column 1: found 0.5 for column x1, expected 0 or 1".to_owned())
        );
        assert_eq!(columns("Columns\nRows\n\nModel status: Infeasible\n"), Ok("s UNSATISFIABLE\n".to_owned()));
        for (text, format) in [
            ("s SATISFIABLE\nv 1 -2 3 0\n", "dimacs"),
            ("SAT\n1 -2 3 0\n", "dimacs"),
            ("s OPTIMUM FOUND\nv -x1 x2 x3\n", "opb"),
            ("o 3\ns OPTIMUM FOUND\nv 011\n", "wcnf"),
            ("Optimal - objective value 0\n 0 x1_a 1 0\n", "lp"),
            ("Infeasible - objective value 0\n", "lp"),
            ("c Status: x\nc\ns mip 2 3 o 0\n", "lp"),
            (&table("1"), "lp"),
            ("c nothing\n", "dimacs"),
        ] {
            assert_eq!(format_of(text), format, "{text}");
        }
        let numbered = |status: &str| {
            let rows = "i 1 2\ni 2 1";
            columns(&format!("c Status: x\nc\ns mip 2 3 {status} 0\n{rows}\nj 1 1\nj 2 0\nj 3 0.99999\ne o f\n"))
        };
        assert_eq!((numbered("o"), numbered("f")), (found.clone(), found));
        assert_eq!((numbered("n"), numbered("u")), (Ok("s UNSATISFIABLE\n".to_owned()), unknown));
        assert!(numbered("x").unwrap_err().contains("line 3, column 1: found 'x', expected the status"));
        assert!(columns("s bas 1 3 f f 0\nj 1 b 1 0\n").unwrap_err().contains("a solution in integers"));
        assert!(columns("s mip 1 4 o 0\n").unwrap_err().contains("found 4 columns, expected the 3 columns"));
        assert!(columns("s mip 1 3 o 0\nj 1 1\nj 2 1\n").unwrap_err().contains("with 1 columns missing"));
        assert!(columns("s mip 1 3 o 0\nj 0 1\n").unwrap_err().contains("found column x0, expected x1 to x3"));
        assert!(columns("x1_a 0.5").unwrap_err().contains("found 0.5 for column x1, expected 0 or 1"));
        assert!(columns("x4_a 1").unwrap_err().contains("found column x4, expected x1 to x3"));
        assert!(columns("nothing").unwrap_err().contains("no value of a column"));
    }
}

//! What solvers of other formats print, as the `s` and `v` lines of SAT solvers, line by line where lines matter.

use crate::parse_error::ParseError;

/// SAT solvers.
pub(super) fn as_they_are(text: &str, _: u32) -> Result<String, ParseError> {
    Ok(text.to_owned())
}

/// MaxSAT solvers: since 2022 the model is one string of zeros and ones.
pub(super) fn of_weighted(text: &str, variables: u32) -> Result<String, ParseError> {
    let line = |line: &str| match line.strip_prefix("v ").map(str::trim) {
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
    let line = |line: &str| match line.strip_prefix("v ") {
        Some(literals) => {
            let literal = |word: &str| format!(" {}", word.replace('~', "-").replacen('x', "", 1));
            format!("v{}\n", literals.split_whitespace().map(literal).collect::<String>())
        }
        None => format!("{line}\n"),
    };
    Ok(text.lines().map(line).collect())
}

/// How far from 0 or 1 a column may be.
const TOLERANCE: f64 = 1e-4;

/// Integer programming solvers: wherever the name of a column stands, its value comes next, perhaps after a `*` or on the next
/// line. Columns that are not there are 0, as some solvers print the others only.
pub(super) fn of_columns(text: &str, variables: u32) -> Result<String, ParseError> {
    // A status is a line of its own, or stands behind 'Status:' or 'solution status:'. It counts before any values: some
    // solvers print the values of the relaxation when there are no others.
    let status = |words: &[&str]| {
        text.lines().any(|line| {
            let line = line.trim().to_lowercase();
            let line = line.strip_prefix("solution ").unwrap_or(&line);
            let line = line.strip_prefix("status:").unwrap_or(line).trim();
            words.iter().any(|word| line.starts_with(word))
        })
    };
    if status(&["infeasible", "integer empty", "integer infeasible"]) {
        return Ok("s UNSATISFIABLE\n".to_owned());
    }
    if status(&["undefined", "integer undefined", "no solution available"]) || text.contains("(no integer solution") {
        return Ok("s UNKNOWN\n".to_owned());
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
                    let wrong = |found: &str, expected: &str| ParseError::new(at + 1, 1, found, expected);
                    let value: f64 = word.parse().map_err(|_| wrong(&format!("'{word}'"), "the value of a column"))?;
                    let is_one = (value - 1.0).abs() <= TOLERANCE;
                    if !is_one && value.abs() > TOLERANCE {
                        return Err(wrong(&format!("{value} for column x{number}"), "0 or 1"));
                    }
                    let last = values.get_mut(number);
                    *last.ok_or_else(|| wrong(&format!("column x{number}"), &format!("x1 to x{variables}")))? = is_one;
                    (seen, open) = (true, None);
                }
                None => open = column(word).map(|number| (number, index)),
            }
        }
    }
    if !seen && status(&["time limit", "stopped", "unknown"]) {
        return Ok("s UNKNOWN\n".to_owned());
    }
    if !seen && variables > 0 {
        return Err(ParseError::new(1, 1, "no value of a column", "a line with the name of a column and its value"));
    }
    let literals = (1..=variables as usize).map(|number| format!(" {}{number}", if values[number] { "" } else { "-" }));
    Ok(format!("s SATISFIABLE\nv{} 0\n", literals.collect::<String>()))
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
        assert!(columns("x1_a 0.5").unwrap_err().contains("found 0.5 for column x1, expected 0 or 1"));
        assert!(columns("x4_a 1").unwrap_err().contains("found column x4, expected x1 to x3"));
        assert!(columns("nothing").unwrap_err().contains("no value of a column"));
    }
}

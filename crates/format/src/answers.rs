//! The answers of solvers of formulas in other formats, as the `s` and `v` lines of SAT solvers, line by line where
//! lines matter.

use cnfab_base::parse_error::ParseError;

use super::program_output;

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
    if program_output::looks_so(text) { "lp" } else { "dimacs" }
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
        for (text, format) in [
            ("s SATISFIABLE\nv 1 -2 3 0\n", "dimacs"),
            ("SAT\n1 -2 3 0\n", "dimacs"),
            ("s OPTIMUM FOUND\nv -x1 x2 x3\n", "opb"),
            ("o 3\ns OPTIMUM FOUND\nv 011\n", "wcnf"),
            ("Optimal - objective value 0\n 0 x1_a 1 0\n", "lp"),
            ("Infeasible - objective value 0\n", "lp"),
            ("c Status: x\nc\ns mip 2 3 o 0\n", "lp"),
            ("c nothing\n", "dimacs"),
        ] {
            assert_eq!(format_of(text), format, "{text}");
        }
    }
}

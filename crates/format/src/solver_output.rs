//! The output of SAT solvers: `s` lines and `v` lines, in any order and wrapping; and MiniSat's result files.
//!
//! Every `s` line begins an answer, and so does a `v` line after the `0` that ended the one before; thus one text may
//! hold several answers. Lines that begin otherwise (`c`, `o`, nothing) are passed over, blanks before a line are as
//! well. A model may leave variables out.
//! MiniSat writes `SAT` or `UNSAT` on a line of its own and the literals on the next.

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_cnf::Lit;

/// One answer of a solver, with its model as the format states models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverAnswer<M = StatedValues> {
    /// A model.
    Model(M),
    /// There is no model.
    Unsatisfiable {
        /// The line that says so, from 1.
        line: usize,
    },
    /// The solver does not know.
    Unknown {
        /// The line that says so, from 1.
        line: usize,
    },
}

impl<M> SolverAnswer<M> {
    /// The same answer with its model in another form.
    pub fn map<N>(self, form: impl FnOnce(M) -> N) -> SolverAnswer<N> {
        match self {
            SolverAnswer::Model(model) => SolverAnswer::Model(form(model)),
            SolverAnswer::Unsatisfiable { line } => SolverAnswer::Unsatisfiable { line },
            SolverAnswer::Unknown { line } => SolverAnswer::Unknown { line },
        }
    }
}

/// The values that a model gives. It is as large as the text that it was read from, not as the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedValues {
    /// The line where the model begins, from 1.
    pub line: usize,
    /// The literals, by variable, each once.
    literals: Vec<i32>,
}

impl StatedValues {
    /// The variable's value, if the model has one.
    pub fn of(&self, var: u32) -> Option<bool> {
        let place = self.literals.binary_search_by_key(&var, |literal| literal.unsigned_abs()).ok()?;
        Some(self.literals[place] > 0)
    }

    /// The largest variable with a value.
    pub fn last(&self) -> Option<u32> {
        self.literals.last().map(|literal| literal.unsigned_abs())
    }

    /// The literal's value, if the model has one.
    pub fn lit(&self, lit: Lit) -> Option<bool> {
        self.of(lit.var()).map(|value| value == lit.is_positive())
    }
}

/// Reads the answers to a formula with this number of variables.
///
/// # Errors
/// Fails without an answer, and for a status that no solver prints. Fails if a literal is none of the formula's, or
/// stands in a model with its negation. Fails if a satisfiable answer gives no literal.
pub fn read(text: &str, variables: u32) -> Result<Vec<SolverAnswer>, ParseError> {
    let values = vec![None; variables as usize + 1];
    let mut reader = Reader { variables, values, answers: Vec::new(), open: None, bare: false };
    let mut last_line = 1;
    for (index, line) in text.lines().enumerate() {
        last_line = index + 1;
        reader.line(last_line, line)?;
    }
    reader.close(last_line)?;
    if reader.answers.is_empty() {
        return Err(ParseError::new(last_line, 1, "no answer", "a line 's SATISFIABLE', 's UNSATISFIABLE' or 'v ...'"));
    }
    Ok(reader.answers)
}

/// A model that is being read.
struct Open {
    values: StatedValues,
    /// True if the status has come.
    stated: bool,
    /// True if any `v` line has come.
    begun: bool,
    /// True if the final `0` has come.
    ended: bool,
}

struct Reader {
    variables: u32,
    /// The values of the open model, per variable from 1.
    values: Vec<Option<bool>>,
    answers: Vec<SolverAnswer>,
    open: Option<Open>,
    /// True if lines of literals without a `v` are expected, as in MiniSat's files.
    bare: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), ParseError> {
        let text = line.trim();
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        match text.split_once(char::is_whitespace).map_or((text, ""), |(first, rest)| (first, rest.trim())) {
            ("s", status) => self.status(number, status),
            ("SAT", "") => {
                self.bare = true;
                self.status(number, "SATISFIABLE")
            }
            ("UNSAT", "") => self.status(number, "UNSATISFIABLE"),
            // CaDiCaL says it in a comment.
            ("INDET", "") | ("c", "UNKNOWN") => self.status(number, "UNKNOWN"),
            ("v", _) => self.literals(number, &text[1..], indent + 1),
            (first, _) if self.bare && first.parse::<i64>().is_ok() => self.literals(number, text, indent),
            _ => Ok(()),
        }
    }

    fn status(&mut self, line: usize, status: &str) -> Result<(), ParseError> {
        // Some solvers print the model before the status.
        let satisfiable = matches!(status, "SATISFIABLE" | "OPTIMUM FOUND");
        if let Some(open) = self.open.as_mut().filter(|open| satisfiable && !open.stated) {
            open.stated = true;
            return Ok(());
        }
        self.close(line)?;
        match status {
            _ if satisfiable => self.open = Some(Open { stated: true, ..self.start(line) }),
            "UNSATISFIABLE" => self.answers.push(SolverAnswer::Unsatisfiable { line }),
            "UNKNOWN" | "INDETERMINATE" => self.answers.push(SolverAnswer::Unknown { line }),
            _ => {
                return Err(ParseError::new(
                    line,
                    3,
                    format!("status {}", quoted(status)),
                    "SATISFIABLE, UNSATISFIABLE or UNKNOWN",
                ));
            }
        }
        Ok(())
    }

    fn start(&self, line: usize) -> Open {
        let values = StatedValues { line, literals: Vec::new() };
        Open { values, stated: false, begun: false, ended: false }
    }

    /// Reads the literals of a line. `before` characters of the line stand before the text.
    fn literals(&mut self, number: usize, text: &str, before: usize) -> Result<(), ParseError> {
        if self.open.as_ref().is_some_and(|open| open.ended) {
            self.close(number)?;
        }
        let mut open = self.open.take().unwrap_or_else(|| self.start(number));
        open.begun = true;
        let mut column = before + 1;
        for piece in text.split(char::is_whitespace) {
            let at = column;
            column += piece.chars().count() + 1;
            if piece.is_empty() {
                continue;
            }
            let error = |expected: String| ParseError::new(number, at, quoted(piece), expected);
            let literal: i64 = piece.parse().map_err(|_| error("a literal".to_owned()))?;
            if literal == 0 && piece.starts_with('-') {
                return Err(error("a literal, or 0 without a sign".to_owned()));
            }
            if literal == 0 {
                open.ended = true;
                continue;
            }
            if open.ended {
                return Err(error("nothing more on the line after the final 0".to_owned()));
            }
            let var = literal.unsigned_abs();
            if var > u64::from(self.variables) {
                return Err(error(format!("a variable from 1 to {} of the formula", self.variables)));
            }
            let value = &mut self.values[var as usize];
            if *value == Some(literal < 0) {
                return Err(error(format!("one value for variable {var}; the model has its negation, too")));
            }
            if value.replace(literal > 0).is_none() {
                open.values.literals.push(i32::try_from(literal).expect("a variable of the formula"));
            }
        }
        self.open = Some(open);
        Ok(())
    }

    fn close(&mut self, line: usize) -> Result<(), ParseError> {
        let Some(mut open) = self.open.take() else { return Ok(()) };
        let literals = &mut open.values.literals;
        literals.iter().for_each(|literal| self.values[literal.unsigned_abs() as usize] = None);
        literals.sort_unstable_by_key(|literal| literal.unsigned_abs());
        if !open.begun && self.variables > 0 {
            return Err(ParseError::new(
                line,
                1,
                format!("no model for the status of line {}", open.values.line),
                "a line 'v ...' with its literals",
            ));
        }
        self.answers.push(SolverAnswer::Model(open.values));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn models(text: &str) -> Vec<Vec<i32>> {
        let lits = |values: &StatedValues| {
            (1..=5)
                .filter_map(|var| values.of(var).map(|value| if value { var as i32 } else { -(var as i32) }))
                .collect()
        };
        read(text, 5)
            .unwrap()
            .iter()
            .map(|answer| match answer {
                SolverAnswer::Model(values) => lits(values),
                SolverAnswer::Unsatisfiable { .. } => vec![0],
                SolverAnswer::Unknown { .. } => vec![],
            })
            .collect()
    }

    fn error(text: &str) -> String {
        read(text, 5).unwrap_err().to_string()
    }

    #[test]
    fn wrapped_and_unwrapped_lines_in_any_order() {
        assert_eq!(models("c hello\ns SATISFIABLE\nv 1 -2\nv -3 4 5 0\n"), [[1, -2, -3, 4, 5]]);
        assert_eq!(models("s SATISFIABLE\r\nv 5 4 -3 -2 1 0\r\n"), [[1, -2, -3, 4, 5]]);
        assert_eq!(models("v 1\nv 2\nv 3 -4\nv -5\nv 0\ns SATISFIABLE\n"), [[1, 2, 3, -4, -5]]);
        assert_eq!(models("v\t2   1 0"), [[1, 2]]);
        assert_eq!(models("  s SATISFIABLE\n v 1 -2\n\tv 3 0\n"), [[1, -2, 3]]);
        assert_eq!(models("v 1 2 0\nv -1 2 0\n"), [[1, 2], [-1, 2]]);
    }

    #[test]
    fn several_answers() {
        let text = "s SATISFIABLE\nv 1 0\nv 2 0\ns UNSATISFIABLE\ns UNKNOWN\ns SATISFIABLE\nv 3\nv 0\n";
        assert_eq!(models(text), [vec![1], vec![2], vec![0], vec![], vec![3]]);
        assert_eq!(models("s SATISFIABLE\nv 1\ns SATISFIABLE\nv 2\n"), [[1], [2]]);
    }

    #[test]
    fn minisat_files() {
        assert_eq!(models("SAT\n1 -2 3 0\n"), [[1, -2, 3]]);
        assert_eq!(models(" SAT\n  1 -2 3 0\n"), [[1, -2, 3]]);
        assert_eq!(models("UNSAT\n"), [[0]]);
    }

    #[test]
    fn a_formula_without_variables() {
        assert!(matches!(read("s SATISFIABLE\n", 0).unwrap()[..], [SolverAnswer::Model(_)]));
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(
            error(""),
            "line 1, column 1: found no answer, expected a line 's SATISFIABLE', 's UNSATISFIABLE' or 'v ...'"
        );
        assert_eq!(
            error("s MAYBE"),
            "line 1, column 3: found status 'MAYBE', expected SATISFIABLE, UNSATISFIABLE or UNKNOWN"
        );
        assert_eq!(error("c\nv 1 6 0"), "line 2, column 5: found '6', expected a variable from 1 to 5 of the formula");
        assert_eq!(error("v 1 x 0"), "line 1, column 5: found 'x', expected a literal");
        assert_eq!(
            error("v 1\nv -1 0"),
            "line 2, column 3: found '-1', expected one value for variable 1; the model has its negation, too"
        );
        assert_eq!(
            error("v 1 0 2"),
            "line 1, column 7: found '2', expected nothing more on the line after the final 0"
        );
        assert!(
            error("s SATISFIABLE\nc no model").starts_with("line 2, column 1: found no model for the status of line 1")
        );
        assert_eq!(error(" v 1 -0"), "line 1, column 6: found '-0', expected a literal, or 0 without a sign");
        assert!(error("v 99999999999999999999 0").contains("expected a literal"));
    }
}

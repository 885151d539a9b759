//! Steps that a file of a certificate may hold, in the lines in which they are written.
//!
//! VeriPB 3.0.2 takes more than a certificate needs. Its rule `a` adds what nothing proves, and only a warning says so.
//! Other rules change what a solution is, and one line may hold several steps. So a file may hold the rules that
//! `proof` writes, each where it is written, one step on a line, and nothing that a comment could hide.

use std::io::{BufRead, Read};

use super::proof::is_own_name;

/// The longest line that is read, in bytes.
const LONGEST: u64 = 100_000_000;

/// The statement that a file with steps proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// That some assignments are solutions.
    Solutions,
    /// That there is no solution.
    Refutation,
    /// That a solution is best.
    Optimum,
    /// Derived constraints, with definitions of variables that the model does not have.
    Definitions,
}

/// A part of such a file; the parts come in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Head,
    Inputs,
    Found,
    Derived,
    Output,
    Conclusion,
    End,
}

impl Steps {
    /// The part that a line belongs to.
    fn part(self, line: &str) -> Option<Part> {
        if line == "pseudo-Boolean proof version 3.0" {
            return Some(Part::Head);
        }
        let step = line.strip_suffix(" ;").filter(|step| !step.contains([';', '%', '"']))?;
        let (rule, rest) = step.split_once(' ').unwrap_or((step, ""));
        let are_numbers = |text: &str| text.split(' ').all(|word| word.parse::<u64>().is_ok());
        match (rule, self) {
            ("f", _) if are_numbers(rest) => Some(Part::Inputs),
            ("solx", Steps::Solutions) | ("soli", Steps::Optimum) => Some(Part::Found),
            (_, Steps::Solutions) if ["rup", "pol", "red", "del"].contains(&rule) => None,
            ("red", Steps::Definitions) => {
                let (_, witness) = rest.split_once(" : ")?;
                let name = witness.strip_suffix(" -> 0").or_else(|| witness.strip_suffix(" -> 1"))?;
                is_own_name(name).then_some(Part::Derived)
            }
            ("rup" | "pol" | "red", _) => Some(Part::Derived),
            ("del", _) | ("core", Steps::Definitions) => {
                rest.strip_prefix("id ").filter(|ids| are_numbers(ids)).map(|_| Part::Derived)
            }
            ("output", Steps::Definitions) => (rest == "DERIVABLE FILE").then_some(Part::Output),
            ("conclusion", Steps::Definitions) => (rest == "NONE").then_some(Part::Conclusion),
            ("output", _) if rest == "NONE" => Some(Part::Output),
            ("conclusion", Steps::Solutions) if rest == "SAT" => Some(Part::Conclusion),
            ("conclusion", Steps::Refutation) if rest.starts_with("UNSAT : ") => Some(Part::Conclusion),
            ("conclusion", Steps::Optimum) if rest.starts_with("BOUNDS ") => Some(Part::Conclusion),
            ("end", _) if rest == "pseudo-Boolean proof" => Some(Part::End),
            _ => None,
        }
    }

    /// Reads a file line by line, and checks that it holds such steps only.
    ///
    /// # Errors
    /// The first line that is something else.
    pub fn scan(self, name: &str, mut from: impl BufRead) -> Result<(), String> {
        let (mut line, mut number, mut last) = (Vec::new(), 0_u64, None);
        loop {
            line.clear();
            let read = from.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line);
            number += 1;
            if read.map_err(|error| format!("{name}:{number}: cannot be read: {error}"))? == 0 {
                break;
            }
            if line.len() as u64 > LONGEST {
                return Err(format!("{name}:{number}: expected a line of at most {} MB", LONGEST / 1_000_000));
            }
            let text = plain(&line).ok_or_else(|| format!("{name}:{number}: expected a line of ASCII characters"))?;
            let part = self.part(text).ok_or_else(|| {
                let found: String = text.chars().take(40).collect();
                format!("{name}:{number}: expected a step of 'cnfab certify', alone on its line, found '{found}'")
            })?;
            // An optimum is one solution, and each of the other parts but two is one line.
            let goes_on = match part {
                Part::Found => self == Steps::Solutions,
                Part::Derived => true,
                _ => false,
            };
            let follows = match last {
                None => part == Part::Head,
                Some(last) => part > last || part == last && goes_on,
            };
            let is_complete = part < Part::Derived || self != Steps::Optimum || last >= Some(Part::Found);
            if !follows || !is_complete {
                let rule = text.split(' ').next().unwrap_or_default();
                return Err(format!("{name}:{number}: expected the order of 'cnfab certify', found '{rule}' here"));
            }
            last = Some(part);
        }
        match last {
            Some(Part::End) => Ok(()),
            _ => Err(format!("{name}:{number}: expected the end of a proof, found the end of the file")),
        }
    }
}

/// A line of printable ASCII characters, without its end.
pub(super) fn plain(line: &[u8]) -> Option<&str> {
    let text = line.strip_suffix(b"\n")?;
    let is_plain = text.iter().all(|byte| (b' '..=b'~').contains(byte));
    std::str::from_utf8(text).ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::Steps;

    const HEAD: &str = "pseudo-Boolean proof version 3.0\nf 2 ;\n";
    const END: &str = "end pseudo-Boolean proof ;\n";

    fn proof(steps: &str) -> String {
        format!("{HEAD}{steps}output NONE ;\nconclusion UNSAT : 4 ;\n{END}")
    }

    #[test]
    fn proofs_hold_the_steps_that_are_written() {
        let scan = |text: &str| Steps::Refutation.scan("proof.pbp", text.as_bytes());
        assert_eq!(
            scan(&proof("rup 1 a_1 >= 1 : 1 ;\npol 1 2 + ;\nred 1 p0 >= 1 : p0 -> 1 ;\ndel id 3 4 ;\n")),
            Ok(())
        );
        for wrong in [
            "a >= 1 ;\n",
            "@l a >= 1 ;\n",
            "rup >= 0 ; a >= 1 ;\n",
            "rup >= 0\na >= 1 ;\n",
            "rup >= 0 ;\n\n",
            " a >= 1 ;\n",
            "rup >= 0 % ;\na >= 1 ;\n",
            "rup >= 0 ;\ra >= 1 ;\n",
            "rup >= 0 ;\u{b}\n",
            "% rup ;\n",
            "solx a_1 ;\n",
            "soli a_1 ;\n",
            "sol a_1 ;\n",
            "del spec 1 ;\n",
            "del id 1 : subproof ;\n",
            "delc 1 ;\n",
            "core id 1 ;\n",
            "dom 1 a_1 >= 1 : a_1 -> 1 ;\n",
            "load_order o a_1 ;\n",
            "obju new 1 a_1 ;\n",
            "f 2 ;\n",
            "output NONE ;\nrup >= 0 ;\n",
            "output DERIVABLE FILE ;\n",
            "end pseudo-Boolean proof ;\n",
        ] {
            assert!(scan(&proof(wrong)).is_err(), "{wrong}");
        }
        for whole in [
            "",
            HEAD,
            &proof("").replace("3.0", "2.0"),
            &proof("").replace('\n', "\r\n"),
            &proof("").replace("UNSAT : 4", "NONE"),
            &proof("").replace(END, ""),
            proof("").trim_end(),
            &format!("{}a >= 1 ;\n", proof("")),
            &proof("").replace(HEAD, ""),
        ] {
            assert!(scan(whole).is_err(), "{whole}");
        }
    }

    #[test]
    fn an_optimum_is_one_solution_before_all_else() {
        let best = |steps: &str| {
            let text = proof(steps).replace("UNSAT : 4", "BOUNDS 1 : 4 1");
            Steps::Optimum.scan("proof.pbp", text.as_bytes())
        };
        assert_eq!(best("soli a_1 ;\nrup >= 1 ;\n"), Ok(()));
        for wrong in ["", "rup >= 1 ;\n", "del id 1 ;\nsoli a_1 ;\n", "soli a_1 ;\nsoli a_1 ;\n", "solx a_1 ;\n"] {
            assert!(best(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn solutions_come_alone() {
        let found = |steps: &str| {
            let text = proof(steps).replace("UNSAT : 4", "SAT");
            Steps::Solutions.scan("solutions.pbp", text.as_bytes())
        };
        assert_eq!(found("solx a_1 ;\nsolx b_1 ;\n"), Ok(()));
        for wrong in ["del id 1 ;\n", "rup >= 0 ;\n", "soli a_1 ;\n", "f 1 ; del id 1 ;\n", "solx a_1 % ;\n"] {
            assert!(found(wrong).is_err(), "{wrong}");
        }
    }
}

//! The claim of a certificate: for people in a README, for programs in JSON, and the part of it that the files show.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use cnfab_model::Sense;

use super::steps::Steps;
use super::written::{Declared, EXCLUSIONS, lines};

/// A claim that is proved of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Claim {
    /// It has exactly this number of solutions.
    Solutions(u64),
    /// The best value of its objective.
    Optimum {
        /// As the model states it.
        value: i64,
        /// As `model.opb` states it: to be minimised, without a constant.
        least: i64,
        /// The sense of the value as the model states it: a minimum or a maximum.
        sense: Sense,
        /// The part of the value that `model.opb` leaves out.
        constant: i64,
    },
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Solutions(0) => f.write_str("no solution"),
            Claim::Solutions(1) => f.write_str("exactly one solution"),
            Claim::Solutions(count) => write!(f, "exactly {count} solutions"),
            Claim::Optimum { value, sense: Sense::Minimise, .. } => write!(f, "the minimum is {value}"),
            Claim::Optimum { value, sense: Sense::Maximise, .. } => write!(f, "the maximum is {value}"),
        }
    }
}

/// A claim with what it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claimed {
    /// The claim that is proved.
    pub claim: Claim,
    /// The variables in which solutions differ, as `model.opb` names them.
    pub shown: Vec<String>,
    /// The number of variables in `model.opb`.
    pub variables: usize,
    /// The name of the file with the problem.
    pub instance: String,
    /// The kind of problem, and its view.
    pub problem: String,
    /// The value of an optimum as the file measures it, where that is another: with fractions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<String>,
    /// The encodings through which it is proved; none if it is proved through the integer program.
    pub encode: Option<String>,
}

impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claimed { claim, shown, variables, measured, .. } = self;
        match claim {
            Claim::Optimum { .. } if let Some(measured) = measured => {
                write!(f, "{claim} for 'model.opb', {measured} as the file measures it")
            }
            Claim::Solutions(1..) if shown.len() < *variables => {
                let shown = shown.len();
                write!(f, "{claim} in {shown} of the {variables} variables; values of the others are not counted")
            }
            _ => write!(f, "{claim}"),
        }
    }
}

/// A call of the checker: the constraints, the proof, what is derived, and the verdict that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The file with constraints.
    pub constraints: String,
    /// The file with the proof.
    pub proof: String,
    /// The file with the constraints that are derived, if that is what is proved.
    pub output: Option<String>,
    /// The line of the checker without which the claim is not proved.
    pub verdict: String,
}

impl Claim {
    /// The steps that `proof.pbp` has to have.
    pub fn steps(&self) -> Steps {
        match self {
            Claim::Solutions(_) => Steps::Refutation,
            Claim::Optimum { .. } => Steps::Optimum,
        }
    }

    /// The checks that the checker has to accept.
    pub fn checks(&self) -> Vec<Check> {
        let check = |constraints: &str, proof: &str, verdict: &str| {
            let [constraints, proof, verdict] = [constraints, proof, verdict].map(str::to_owned);
            Check { constraints, proof, output: None, verdict }
        };
        match self {
            Claim::Solutions(0) => vec![check("model.opb", "proof.pbp", "s VERIFIED UNSATISFIABLE")],
            Claim::Solutions(_) => vec![
                check("model.opb", "solutions.pbp", "s VERIFIED SATISFIABLE"),
                check("rest.opb", "proof.pbp", "s VERIFIED UNSATISFIABLE"),
            ],
            Claim::Optimum { least, .. } => {
                vec![check("model.opb", "proof.pbp", &format!("s VERIFIED BOUNDS {least} <= obj <= {least}"))]
            }
        }
    }
}

impl Claimed {
    /// The text for people; whether the proof is compressed.
    pub fn readme(&self, is_compressed: bool) -> String {
        let Claimed { claim, instance, problem, encode, .. } = self;
        let through = match encode {
            Some(encode) => format!("Encodings of the formula that the proof goes through: `{encode}`."),
            None => "The proof goes through the integer program whose rows are those of `model.opb`.".to_owned(),
        };
        let mut text = format!(
            "# Certificate: {self}\n\n\
             Problem: `{instance}` ({problem}).\n\
             {through}\n\n\
             ## How to check it\n\n\
             VeriPB 3.0.2 (`cargo install veripb`) checks it without the program that made it:\n\n```\n"
        );
        if is_compressed {
            text += "gunzip proof.pbp.gz\n";
        }
        for Check { constraints, proof, verdict, .. } in claim.checks() {
            text += &format!("veripb --opb {constraints} {proof}    # {verdict}\n");
        }
        if matches!(claim, Claim::Solutions(1..)) {
            text += "```\n\nVeriPB 3.0.2 warns that its rule `solx` is work in progress.\n";
        } else {
            text += "```\n";
        }
        text += "\nA proof may assume what it likes by the rule `a`; the verdict is the same. So no line of the proofs begins \
                 with `a`,\nno line holds a second step or `%`, and the checker does not warn of assumptions. `cnfab \
                 verify` checks that.\n\n## What has to be trusted\n\n\
                 - `model.opb` says what the problem means. It is made to be read: a variable and its value have one name.\n\
                 - The checker.\n- The names of the problem and of what the proof goes through: nothing checks them.\n\
                 - Classes that the notation of `model.opb` does not have, such as circuits and schedules, are stated in it \
                 by simpler\n  constraints; encodings of these classes (`circuit`, `cumulative` and the like) choose by \
                 which.\n";
        if matches!(claim, Claim::Solutions(1..)) {
            text += "- `rest.opb` is `model.opb` with one more line for each solution, which excludes it: a value of each \
                     variable in\n  which solutions differ, as `model.opb` lists them, each with coefficient -1. The \
                     values are those of a line\n  `solx` in `solutions.pbp`, and no two lines are the same. `cnfab \
                     verify` compares them.\n";
        }
        text += "\nNeither the other encodings nor the solvers have to be trusted. `formula.cnf`, where there is one, is the \
                 formula whose\nclauses the proof derives. Constraints that the solver propagated are not in it: the \
                 proof derives the clauses that\nexplain what followed from them.\n";
        text
    }
}

/// Checks that the constraints for the rest are those of the model, with one exclusion for each solution: one value of
/// each variable that makes up a solution, and these values differ from all others.
///
/// # Errors
/// What is wrong with them.
pub fn excludes_solutions(model: &str, rest: &str, solutions: &str) -> Result<u64, String> {
    let declared = Declared::read(model)?;
    let (model, rest) = (lines("model.opb", model)?, lines("rest.opb", rest)?);
    let is_head = |line: &&str| line.starts_with("* #variable= ");
    let after =
        rest.split_first().filter(|(first, _)| is_head(first)).and_then(|(_, rest)| rest.strip_prefix(&model[1..]));
    let Some((&EXCLUSIONS, exclusions)) = after.and_then(|rest| rest.split_first()) else {
        return Err(format!("rest.opb does not begin with the lines of model.opb and '{EXCLUSIONS}'"));
    };
    Steps::Solutions.scan("solutions.pbp", solutions.as_bytes())?;
    let found: Vec<&str> = solutions.lines().filter_map(|line| line.strip_prefix("solx ")).collect();
    if found.len() != exclusions.len() {
        return Err(format!("rest.opb excludes {} solutions, solutions.pbp has {}", exclusions.len(), found.len()));
    }
    let mut seen = HashSet::new();
    for (number, (exclusion, solution)) in (1..).zip(exclusions.iter().zip(&found)) {
        let holds: HashSet<&str> = solution.split_ascii_whitespace().collect();
        let Some(excluded) = declared.excluded(exclusion) else {
            return Err(format!("exclusion {number} of rest.opb is not a value of each variable that solutions have"));
        };
        if let Some(wrong) = excluded.iter().find(|name| !holds.contains(*name)) {
            return Err(format!("exclusion {number} of rest.opb: {wrong} is not true in solution {number}"));
        }
        if !seen.insert(excluded) {
            return Err(format!("exclusion {number} of rest.opb is there already"));
        }
    }
    Ok(found.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::excludes_solutions;

    const OWN: &str = "* solutions differ in: a\n+1 a_0 +1 a_1 = 1 ;\n+1 b_0 +1 b_1 = 1 ;\n+1 a_1 +1 b_1 >= 1 ;\n";

    fn judged(exclusions: &str, solutions: &str) -> Result<u64, String> {
        let end = "output NONE ;\nconclusion SAT ;\nend pseudo-Boolean proof ;\n";
        let solutions = format!("pseudo-Boolean proof version 3.0\nf 5 ;\n{solutions}{end}");
        let model = format!("* #variable= 4 #constraint= 3\n{OWN}");
        excludes_solutions(&model, &format!("* #variable= 4 #constraint= 5\n{exclusions}"), &solutions)
    }

    #[test]
    fn exclusions_are_those_of_the_solutions() {
        let solutions = "solx ~a_0 a_1 b_0 ~b_1 ;\nsolx a_0 ~a_1 ~b_0 b_1 ;\n";
        let rest = |exclusions: &str| format!("{OWN}* no further solution but:\n{exclusions}");
        let right = rest("-1 a_1 >= 0 ;\n-1 a_0 >= 0 ;\n");
        assert_eq!(judged(&right, solutions), Ok(2));
        for wrong in [
            "-1 a_1 >= 0 ;\n",
            "-1 a_1 >= 0 ;\n-1 a_1 >= 0 ;\n",
            "-1 a_1 >= 0 ;\n-1 a_0 >= 1 ;\n",
            "-1 a_1 >= 0 ;\n-1 b_1 >= 0 ;\n",
            "-1 a_1 >= 0 ;\n-1 a_0 -1 b_1 >= -1 ;\n",
            "-1 a_1 >= 0 ;\n+1 a_0 >= 0 ;\n",
            "-1 a_1 >= 0 ;\n>= 1 ;\n",
            "-1 a_1 >= 0 ;\n-1 a_0 >= 0 ;\n-1 a_0 >= 0 ;\n",
        ] {
            assert!(judged(&rest(wrong), solutions).is_err(), "{wrong}");
        }
        let same = "solx ~a_0 a_1 b_0 ~b_1 ;\nsolx ~a_0 a_1 ~b_0 b_1 ;\n";
        assert!(judged(&rest("-1 a_1 >= 0 ;\n-1 a_1 >= 0 ;\n"), same).is_err(), "the same on what is shown");
        for (from, to) in
            [(OWN, ""), (" a_1 +1 b_1 >= 1", " a_1 +1 b_1 >= 2"), ("* no", "* yes"), (" ;\n* no", " ;\r\n* no")]
        {
            assert!(judged(&right.replacen(from, to, 1), solutions).is_err(), "{from} -> {to}");
        }
        assert!(judged(&right, &format!("del id 5 ;\n{solutions}")).is_err());
    }
}

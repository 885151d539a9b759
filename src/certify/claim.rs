//! What a certificate claims: for people in a README, for programs in JSON, and what of it the files themselves show.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::steps::Steps;

/// What is proved of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// It has exactly this number of solutions.
    Solutions(u64),
    /// The best value of its objective.
    Optimum {
        /// As the model states it.
        value: i64,
        /// As `model.opb` states it: to be minimised, without a constant.
        least: i64,
    },
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Solutions(0) => f.write_str("no solution"),
            Claim::Solutions(1) => f.write_str("exactly one solution"),
            Claim::Solutions(count) => write!(f, "exactly {count} solutions"),
            Claim::Optimum { value, .. } => write!(f, "the best value is {value}"),
        }
    }
}

/// A claim with what it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimed {
    /// What is proved.
    pub claim: Claim,
    /// The name of the file with the problem.
    pub instance: String,
    /// The kind of problem, and its view.
    pub problem: String,
    /// The encodings through which it is proved.
    pub encode: String,
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
    /// What `proof.pbp` has to be.
    pub fn steps(&self) -> Steps {
        match self {
            Claim::Solutions(_) => Steps::Refutation,
            Claim::Optimum { .. } => Steps::Optimum,
        }
    }

    /// What the checker has to accept.
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
        let Claimed { claim, instance, problem, encode } = self;
        let mut text = format!(
            "# Certificate: {claim}\n\n\
             Problem: `{instance}` ({problem}).\n\
             Encodings of the formula that the proof goes through: `{encode}`.\n\n\
             ## How to check it\n\n\
             VeriPB 3.0.2 (`cargo install veripb`) checks it without the program that made it:\n\n```\n"
        );
        if is_compressed {
            text += "gunzip proof.pbp.gz\n";
        }
        for Check { constraints, proof, verdict, .. } in claim.checks() {
            text += &format!("veripb --opb {constraints} {proof}    # {verdict}\n");
        }
        text += "```\n\nA proof may assume what it likes by the rule `a`; the verdict is the same. So no line of the proofs begins \
                 with `a`,\nno line holds a second step or `%`, and the checker does not warn of assumptions. `cnfab \
                 verify` checks that.\n\n## What has to be trusted\n\n\
                 - `model.opb` says what the problem means. It is made to be read: a variable and its value have one name.\n\
                 - The checker.\n";
        if matches!(claim, Claim::Solutions(1..)) {
            text += "- `rest.opb` is `model.opb` with one more line for each solution, which excludes this solution. \
                     The lines\n  differ from each other. `cnfab verify` compares them with `solutions.pbp`.\n";
        }
        text += "\nNeither the encodings nor the solvers have to be trusted. `formula.cnf`, where there is one, is the \
                 formula whose\nclauses the proof derives.\n";
        text
    }
}

/// How the line of `model.opb` begins that says in which variables two solutions have to differ.
pub(super) const COUNTED: &str = "* counted:";

/// Whether the constraints for the rest are those of the model, with one exclusion for each solution.
///
/// # Errors
/// What is wrong with them.
pub fn excludes_solutions(model: &str, rest: &str, solutions: &str) -> Result<u64, String> {
    let Some(counted) = model.lines().find_map(|line| line.strip_prefix(COUNTED)) else {
        return Err("model.opb does not say in which variables solutions differ".to_owned());
    };
    let mut counted: Vec<&str> = counted.split_ascii_whitespace().collect();
    counted.sort_unstable();
    let body =
        |text: &str| -> Vec<String> { text.lines().filter(|line| !line.starts_with('*')).map(str::to_owned).collect() };
    let (model, rest) = (body(model), body(rest));
    let Some(exclusions) = rest.strip_prefix(&model[..]) else {
        return Err("rest.opb does not begin with the constraints of model.opb".to_owned());
    };
    Steps::Solutions.scan("solutions.pbp", solutions.as_bytes())?;
    let found: Vec<&str> = solutions.lines().filter_map(|line| line.strip_prefix("solx ")).collect();
    if found.len() != exclusions.len() {
        return Err(format!("rest.opb excludes {} solutions, solutions.pbp has {}", exclusions.len(), found.len()));
    }
    let mut seen = HashSet::new();
    for (number, (exclusion, solution)) in (1..).zip(exclusions.iter().zip(&found)) {
        let holds: HashSet<&str> = solution.split_ascii_whitespace().collect();
        let Some(excluded) = clause(exclusion) else {
            return Err(format!("exclusion {number} of rest.opb is not a clause of negated variables"));
        };
        if let Some(wrong) = excluded.iter().find(|name| !holds.contains(*name)) {
            return Err(format!("exclusion {number} of rest.opb: {wrong} is not true in solution {number}"));
        }
        let mut of: Vec<&str> = excluded.iter().map(|name| name.rsplit_once('_').map_or("", |(of, _)| of)).collect();
        of.sort_unstable();
        // Fewer variables would exclude more than this solution.
        if of != counted {
            return Err(format!("exclusion {number} of rest.opb is not about the variables that are counted"));
        }
        let mut excluded: Vec<&str> = excluded;
        excluded.sort_unstable();
        if !seen.insert(excluded) {
            return Err(format!("exclusion {number} of rest.opb is there already"));
        }
    }
    Ok(found.len() as u64)
}

/// The variables of `-1 a -1 b >= -1 ;`: not all of them are true.
fn clause(line: &str) -> Option<Vec<&str>> {
    let (sum, bound) = line.strip_suffix(';')?.split_once(">=")?;
    let words: Vec<&str> = sum.split_ascii_whitespace().collect();
    let names: Option<Vec<&str>> =
        words.chunks(2).map(|pair| pair.get(1).copied().filter(|_| pair[0] == "-1")).collect();
    let names = names?;
    (bound.trim().parse() == Ok(1 - names.len() as i64)).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::excludes_solutions;

    const MODEL: &str = "* head\n* counted: a\n+1 a_1 +1 a_2 >= 1 ;\n";

    fn judged(exclusions: &str, solutions: &str) -> Result<u64, String> {
        let solutions = proof(solutions);
        excludes_solutions(MODEL, &format!("* other\n+1 a_1 +1 a_2 >= 1 ;\n{exclusions}"), &solutions)
    }

    fn proof(steps: &str) -> String {
        let end = "output NONE ;\nconclusion SAT ;\nend pseudo-Boolean proof ;\n";
        format!("pseudo-Boolean proof version 3.0\nf 1 ;\n{steps}{end}")
    }

    #[test]
    fn exclusions_are_those_of_the_solutions() {
        let solutions = "solx a_1 ~a_2 ;\nsolx ~a_1 a_2 ;\n";
        assert_eq!(judged("-1 a_1 >= 0 ;\n-1 a_2 >= 0 ;\n", solutions), Ok(2));
        for wrong in [
            "-1 a_1 >= 0 ;\n",
            "-1 a_1 >= 0 ;\n-1 a_1 >= 0 ;\n",
            "-1 a_1 >= 0 ;\n-1 a_2 >= 1 ;\n",
            "-1 a_1 >= 0 ;\n-1 c_1 >= 0 ;\n",
            "-1 a_1 >= 0 ;\n+1 a_2 >= 0 ;\n",
            "-1 a_1 >= 0 ;\n-1 a_2 >= 0 ;\n-1 a_2 >= 0 ;\n",
        ] {
            assert!(judged(wrong, solutions).is_err(), "{wrong}");
        }
        // An exclusion of fewer variables than are counted excludes more than one solution.
        let both = MODEL.replace("counted: a", "counted: a b");
        let one = proof("solx a_1 b_1 ;\n");
        assert_eq!(excludes_solutions(&both, &format!("{both}-1 a_1 -1 b_1 >= -1 ;\n"), &one), Ok(1));
        assert!(excludes_solutions(&both, &format!("{both}-1 a_1 >= 0 ;\n"), &one).is_err());
        let same = "solx a_1 ~a_2 ;\nsolx a_1 a_2 ;\n";
        assert!(judged("-1 a_1 >= 0 ;\n-1 a_1 >= 0 ;\n", same).is_err(), "the same on what is shown");
        assert!(excludes_solutions(MODEL, "-1 a_1 >= 0 ;\n", &proof("solx a_1 ;\n")).is_err(), "without the model");
        for more in ["del id 1 ;\n", "f 1 ; del id 1 ;\n", "f 1 % ;\n"] {
            assert!(judged("-1 a_1 >= 0 ;\n-1 a_2 >= 0 ;\n", &format!("{more}{solutions}")).is_err(), "{more}");
        }
    }
}

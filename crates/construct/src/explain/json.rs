//! Explanations for programs: as JSON.

use cnfab_model::AtomRelation;
use cnfab_puzzle::Puzzle;
use serde_json::{Map, Value, json};

use super::{End, Explanation, ExplanationStep, Grade};

impl End {
    /// The name in JSON.
    fn name(&self) -> &'static str {
        match self {
            End::Solved(_) => "solved",
            End::Open => "open",
            End::NoSolution => "none",
            End::More | End::Effort | End::Budget => "more",
        }
    }
}

impl Explanation {
    /// The end, the steps, and the grade, of which there is none without a solution.
    pub fn json(&self, puzzle: &dyn Puzzle) -> Value {
        let has_solution = self.end != End::NoSolution;
        let steps: Vec<Value> = self.steps.iter().filter(|_| has_solution).map(|step| step.json(puzzle)).collect();
        json!({"end": self.end.name(), "steps": steps, "grade": has_solution.then(|| self.grade.json())})
    }
}

impl ExplanationStep {
    /// The sentence of a step: `hidden single: row 3, column 5 is 7, since row 3 has no other place for 7`.
    pub fn sentence(&self) -> String {
        let reasons: Vec<&str> = self.rules.iter().map(|rule| &rule.reason[..]).collect();
        format!("{}: {}, since {}", self.technique, self.text, reasons.join("; "))
    }

    /// The step, with the names of its rules and of the places that its facts are about.
    pub fn json(&self, puzzle: &dyn Puzzle) -> Value {
        let facts: Vec<Value> = self
            .facts
            .iter()
            .map(|fact| {
                let places: Vec<String> = fact.positions.iter().map(|&position| puzzle.place(position)).collect();
                let is = fact.atom.relation == AtomRelation::Eq;
                json!({"text": fact.text, "places": places, "value": puzzle.value(fact.value), "is": is})
            })
            .collect();
        let rules: Vec<&str> = self.rules.iter().map(|rule| &rule.name[..]).collect();
        json!({
            "technique": self.technique,
            "level": self.level,
            "rules": rules,
            "used": self.used_text,
            "facts": facts,
            "text": self.sentence(),
        })
    }
}

impl Grade {
    /// The grade with the numbers of steps by levels.
    pub fn json(&self) -> Value {
        let steps: Map<String, Value> =
            self.steps.iter().map(|(level, count)| (level.to_string(), json!(count))).collect();
        json!({
            "level": self.level,
            "sum": self.sum(),
            "technique": self.technique,
            "steps": steps,
            "propagation": self.propagation,
            "conflicts": self.conflicts,
            "decisions": self.decisions,
            "complete": self.complete,
        })
    }
}

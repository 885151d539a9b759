//! The claims of rows about instances, and the contradictions between complete runs.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::run::Verdict;
use cnfab_solve::Count;

use super::Row;
use super::outside::Outside;

/// The fields that every line of a file of rows has to state.
#[derive(Clone, Debug, Deserialize)]
#[serde(expecting = "an object with the fields of a row")]
pub(super) struct Head {
    pub(super) study: String,
    pub(super) study_hash: String,
    pub(super) run: String,
    pub(super) number: u64,
    pub(super) runs: u64,
    pub(super) wall_s: Option<f64>,
    pub(super) instance: String,
    pub(super) instance_hash: String,
    pub(super) view: String,
    pub(super) programs: Option<Outside>,
    pub(super) symmetry: Option<String>,
    pub(super) outcome: Verdict,
    pub(super) solutions: Count,
    pub(super) fingerprint: Option<String>,
}

impl From<&Row> for Head {
    fn from(row: &Row) -> Self {
        let record = &row.record;
        Head {
            study: row.study.clone(),
            study_hash: row.study_hash.clone(),
            run: row.run.clone(),
            number: row.number,
            runs: row.runs,
            wall_s: row.wall_s,
            instance: record.instance.clone(),
            instance_hash: row.instance_hash.clone(),
            view: record.view.clone(),
            programs: row.programs.clone(),
            symmetry: row.symmetry.clone(),
            outcome: record.outcome,
            solutions: record.solutions.clone(),
            fingerprint: row.fingerprint.clone(),
        }
    }
}

/// The claims of the complete runs, by instance, and the first contradiction.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Runs are comparable that have the same instance and symmetry; the smallest solution of an orbit depends on the
    /// view.
    complete: BTreeMap<(String, Option<(String, String)>), Claim>,
    contradiction: Option<String>,
}

#[derive(Clone, Debug)]
struct Claim {
    run: String,
    solutions: Count,
    fingerprint: Option<String>,
}

impl Claims {
    pub(super) fn add(&mut self, head: Head) {
        if head.outcome != Verdict::Complete {
            return;
        }
        let key = (head.instance_hash, head.symmetry.map(|symmetry| (symmetry, head.view)));
        let claim = Claim { run: head.run, solutions: head.solutions, fingerprint: head.fingerprint };
        let Some(first) = self.complete.get_mut(&key) else {
            self.complete.insert(key, claim);
            return;
        };
        let same_set = first.fingerprint.as_ref().zip(claim.fingerprint.as_ref()).is_none_or(|(a, b)| a == b);
        if first.solutions != claim.solutions || !same_set {
            let (one, other) = (&first.run, &claim.run);
            self.contradiction.get_or_insert_with(|| {
                format!("the runs {one} and {other} on {} found different solutions", head.instance)
            });
        }
        if first.fingerprint.is_none() {
            // One that lists is compared with those that come later.
            *first = claim;
        }
    }

    /// The first contradiction, as a sentence.
    pub fn contradiction(&self) -> Option<&str> {
        self.contradiction.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(run: &str, view: &str, symmetry: Option<&str>, solutions: u64, fingerprint: Option<&str>) -> Head {
        Head {
            study: "s".into(),
            study_hash: "h".into(),
            run: run.into(),
            number: 1,
            programs: None,
            runs: 9,
            wall_s: None,
            instance: "i".into(),
            instance_hash: "i".into(),
            view: view.into(),
            symmetry: symmetry.map(str::to_owned),
            outcome: Verdict::Complete,
            solutions: solutions.into(),
            fingerprint: fingerprint.map(str::to_owned),
        }
    }

    #[test]
    fn only_what_can_be_compared_is() {
        let of = |heads: &[Head]| {
            let mut claims = Claims::default();
            heads.iter().for_each(|head| claims.add(head.clone()));
            claims.contradiction().map(str::to_owned)
        };
        let (a, b) = (head("a", "cell", None, 2, Some("x")), head("b", "row", None, 2, Some("y")));
        assert_eq!(of(&[a.clone(), b.clone()]).unwrap(), "the runs a and b on i found different solutions");
        // One that only counted stood between them.
        assert!(of(&[head("c", "cell", None, 2, None), a.clone(), b.clone()]).is_some());
        assert!(of(&[head("c", "cell", None, 3, None), a.clone()]).is_some());
        let up_to = |run: &str, view: &str, print: &str| head(run, view, Some("usual"), 1, Some(print));
        assert_eq!(of(&[up_to("a", "cell", "x"), up_to("b", "row", "y")]), None);
        assert!(of(&[up_to("a", "cell", "x"), up_to("b", "cell", "y")]).is_some());
        let late = Head { outcome: Verdict::Timeout, ..b };
        assert_eq!(of(&[a, late]), None);
    }
}

//! Audits as tables: for the terminal, for Markdown, and as JSON.

use serde::Serialize;

use cnfab_base::units::grouped;
use cnfab_encode::Contract;

use super::{Audit, Meaning, Measured, Models, PartInterval, PropagationStrength, SizeFormula};

/// One line of a report.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// The encoding, as `class=name`, or the family of constraints.
    pub subject: String,
    /// The case, as [`Case::label`](super::Case) names it.
    pub case: String,
    /// The size by the formula, where there is one.
    pub formula: Option<SizeFormula>,
    /// No encoding has fewer clauses, as far as that is known.
    pub least_clauses: Option<u64>,
    /// The measures, or the reason why there are none.
    #[serde(flatten)]
    pub outcome: AuditOutcome,
}

/// The measures, or the reason why there are none.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum AuditOutcome {
    /// The measures.
    Measured(Box<Audit>),
    /// Only the size.
    Sized {
        /// The size.
        size: Measured,
    },
    /// The encoding does not take the constraint.
    Refused {
        /// The reason.
        refused: String,
    },
}

impl Measurement {
    /// The size, if the encoding takes the constraint.
    pub fn size(&self) -> Option<&Measured> {
        match &self.outcome {
            AuditOutcome::Measured(audit) => Some(&audit.size),
            AuditOutcome::Sized { size } => Some(size),
            AuditOutcome::Refused { .. } => None,
        }
    }

    /// The fault of the encoding, if it has one.
    pub fn fault(&self) -> Option<String> {
        let size = self.size()?;
        let (auxiliaries, clauses) = (size.auxiliaries, size.clauses);
        if let Some(formula) = self.formula
            && (auxiliaries != formula.auxiliaries
                || clauses != formula.clauses
                || formula.literals.is_some_and(|literals| literals != size.literals))
        {
            let literals = formula.literals.map_or_else(String::new, |literals| format!(" and {literals} literals"));
            return Some(format!(
                "has {auxiliaries} variables, {clauses} clauses and {} literals, by its formula {} variables, {} clauses{literals}",
                size.literals, formula.auxiliaries, formula.clauses
            ));
        }
        if let Some(least) = self.least_clauses.filter(|&least| clauses < least) {
            return Some(format!("has {clauses} clauses, fewer than the {least} that are needed"));
        }
        match &self.outcome {
            AuditOutcome::Measured(audit) => audit.fault(),
            _ => None,
        }
    }

    /// Why it is not known whether the formula states what it should, if it was to be found out.
    pub fn unproven(&self) -> Option<String> {
        match &self.outcome {
            AuditOutcome::Measured(audit) if matches!(audit.meaning, Meaning::Sampled { .. } | Meaning::Unknown(_)) => {
                Some(audit.meaning.to_string())
            }
            _ => None,
        }
    }
}

/// A table: titles, and rows of cells. The first columns are text, the others numbers.
pub struct AuditTable {
    titles: Vec<&'static str>,
    texts: usize,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

impl AuditTable {
    /// The table of the rows. Columns without information are left out.
    pub fn of(rows: &[Measurement]) -> Self {
        let titles = vec![
            "encoding",
            "case",
            "truth",
            "counted",
            "promised",
            "aux",
            "clauses",
            "literals",
            "lengths",
            "formula",
            "least",
            "models",
            "solutions",
            "dead ends",
            "missed",
            "values",
            "missed",
        ];
        let mut notes = Vec::new();
        let cells = rows.iter().filter_map(|row| {
            let mut cells = vec![row.subject.clone(), row.case.clone()];
            let (audit, size) = match &row.outcome {
                AuditOutcome::Measured(audit) => (Some(audit), &audit.size),
                AuditOutcome::Sized { size } => (None, size),
                AuditOutcome::Refused { refused } => {
                    notes.push(format!("{} does not take {}: {refused}.", row.subject, row.case));
                    return None;
                }
            };
            match audit {
                Some(audit) => {
                    cells.push(audit.fault().map_or_else(|| truth(row, audit), |fault| format!("WRONG: {fault}")));
                    cells.push(audit.models.map_or_else(String::new, counted));
                    cells.push(audit.contract.map(|promised| promised.to_string()).unwrap_or_default());
                }
                None => cells.extend([const { String::new() }; 3]),
            }
            cells.extend([size.auxiliaries, size.clauses, size.literals].map(grouped));
            let lengths = size.lengths.iter().map(|(length, clauses)| format!("{length}:{clauses}"));
            cells.push(lengths.collect::<Vec<_>>().join(" "));
            let formula = row.formula.map(|formula| {
                let literals = formula.literals.map_or_else(String::new, |literals| format!("/{}", grouped(literals)));
                format!("{}/{}{literals}", grouped(formula.auxiliaries), grouped(formula.clauses))
            });
            cells.push(formula.unwrap_or_default());
            cells.push(row.least_clauses.map(grouped).unwrap_or_default());
            let models = audit.and_then(|audit| audit.models);
            let least = |models: &Models| if models.all { "" } else { ">" };
            cells.push(models.map_or_else(String::new, |m| format!("{}{}", least(&m), grouped(m.models))));
            cells.push(models.map_or_else(String::new, |m| grouped(m.solutions)));
            match audit.and_then(|audit| audit.strength) {
                Some(found) => cells.extend(strength(found)),
                None => cells.extend([const { String::new() }; 4]),
            }
            Some(cells)
        });
        let mut table = AuditTable { rows: cells.collect(), titles: titles.clone(), texts: 5, notes };
        for column in (0..table.titles.len()).rev() {
            if table.rows.iter().all(|row| row[column].is_empty()) {
                table.remove(column);
            }
        }
        table
    }

    /// The table without a column.
    pub fn without(mut self, title: &str) -> Self {
        if let Some(column) = self.titles.iter().position(|&other| other == title) {
            self.remove(column);
        }
        self
    }

    fn remove(&mut self, column: usize) {
        self.titles.remove(column);
        self.rows.iter_mut().for_each(|row| drop(row.remove(column)));
        self.texts -= usize::from(column < self.texts);
    }

    /// Aligned columns for the terminal.
    pub fn text(&self) -> String {
        let all =
            || std::iter::once(self.titles.iter().map(|title| title.to_string()).collect()).chain(self.rows.clone());
        let width = |column: usize| all().map(|row: Vec<String>| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.titles.len()).map(width).collect();
        let mut text = String::new();
        for row in all() {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column < self.texts { format!("{cell:width$}") } else { format!("{cell:>width$}") }
            });
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        self.notes.iter().for_each(|note| text += &format!("{note}\n"));
        text
    }

    /// A table for a Markdown text.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.titles.iter().map(|title| title.to_string()).collect());
        text += &line((0..self.titles.len()).map(|i| if i < self.texts { "---" } else { "---:" }.to_owned()).collect());
        for row in &self.rows {
            text += &line(row.iter().map(|cell| cell.replace('|', "\\|")).collect());
        }
        self.notes.iter().for_each(|note| text += &format!("\n{note}\n"));
        text
    }
}

/// The meaning of the formula, against the constraint that it should state.
fn truth(row: &Measurement, audit: &Audit) -> String {
    row.unproven().map_or_else(|| audit.meaning.to_string(), |why| format!("NOT PROVEN: {why}"))
}

/// The result of counting models.
fn counted(models: Models) -> String {
    let bijective = models.all && models.models == models.solutions;
    (if bijective { Contract::Bijective } else { Contract::ProjectedOnly }).to_string()
}

fn strength(found: PropagationStrength) -> [String; 4] {
    let about = if found.all { "" } else { "~" };
    let missed = |missed: u64, of: u64, part: Option<PartInterval>| {
        let interval = part.map(|PartInterval { low, high }| format!(" ({:.1}-{:.1})", low * 100.0, high * 100.0));
        match (missed, of) {
            (_, 0) => "-".to_owned(),
            (0, _) => format!("0{}", interval.unwrap_or_default()),
            _ => format!("{about}{:.1} %{}", missed as f64 * 100.0 / of as f64, interval.unwrap_or_default()),
        }
    };
    [
        format!("{about}{}", grouped(found.dead_ends)),
        missed(found.dead_ends_missed, found.dead_ends, found.dead_ends_missed_part),
        format!("{about}{}", grouped(found.superfluous)),
        missed(found.superfluous_missed, found.superfluous, found.superfluous_missed_part),
    ]
}

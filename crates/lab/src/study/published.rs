//! Tables that somebody has published, as a study states them: blocks `[[published]]`, which reports show beside the
//! rows.

use serde::Deserialize;

/// A published table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table [[published]] with title, source, unit, columns and rows")]
pub struct Published {
    /// The title, such as `CAV 2024, seconds`.
    pub title: String,
    /// The source: authors, title, place, year, table.
    pub source: String,
    /// The quantity.
    pub unit: PublishedUnit,
    /// The titles of its columns.
    pub columns: Vec<String>,
    /// Its rows: a name, then a value for each column, or a text such as `-` in its place.
    pub rows: Vec<Vec<PublishedCell>>,
}

/// The quantity of a published table, which our columns have, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum PublishedUnit {
    Seconds,
    Conflicts,
    Clauses,
    /// Of the rows of families: the number of instances that were solved.
    Solved,
    /// Of the rows of families: the mean time, with twice the limit for what was not solved.
    #[serde(rename = "par2")]
    Par2,
    /// The same with ten times the limit.
    #[serde(rename = "par10")]
    Par10,
}

/// A value of a published table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected a number or a text")]
pub enum PublishedCell {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Published {
    /// Says in which way its rows do not go with its columns, if they do not.
    pub fn mistake(&self) -> Option<String> {
        self.rows.iter().enumerate().find_map(|(number, row)| {
            let number = number + 1;
            match row.first() {
                Some(PublishedCell::Text(_)) if row.len() == self.columns.len() + 1 => None,
                Some(PublishedCell::Text(name)) => Some(format!(
                    "found {} values in row '{name}', expected {}, one for each column",
                    row.len() - 1,
                    self.columns.len()
                )),
                Some(PublishedCell::Number(found)) => {
                    Some(format!("found {found} first in row {number}, expected a name"))
                }
                None => Some(format!("found nothing in row {number}, expected a name")),
            }
        })
    }
}

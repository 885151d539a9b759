//! The report of a study's rows: figures per way, intervals, warnings, disagreements; as data, as a table, as a page.
//!
//! A way is a strategy with its recipe and view. An instance here is a puzzle together with what was asked of it (how
//! many solutions, up to which symmetry). An instance may have several runs by one way, with other seeds or repeated;
//! its time is the median over them, a run that was not solved counting as later than any that was. What was not solved
//! never enters a median of times; how many that are stands beside it.

mod boards;
mod certificates;
mod compared;
mod csv;
mod disagreement;
mod drawn;
mod escape;
mod figures;
mod json;
mod markdown;
mod names;
mod page;
mod paired;
mod plot;
mod published;
mod read;
pub mod schema;
mod stats;
mod summary;
mod table;
mod tables;
mod text;
mod warnings;

pub use boards::{BoardPicture, pictures};
pub use certificates::Certificates;
pub use csv::write as write_csv;
pub use disagreement::{Disagreement, Side};
pub use drawn::Drawn;
pub use escape::escaped;
pub use figures::{MedianEstimate, Outcomes, Ratio, WayFigures};
pub use json::write as write_json;
pub use markdown::write as write_markdown;
pub use page::{Alone, Extras, all_tables, plots, write as write_page};
pub use read::{RowsError, Torn};
pub use stats::quantile;
pub use summary::{Failed, Machine, StudySummary, Summary, Totals, VirtualBest};
pub use table::{Clock, MeasuredRun, MixedStudies, Results, StudyTask, TwiceTheSame};

//! The statistics of reports: order statistics, intervals by resampling, tests of signs. Each names its basis.

mod bootstrap;
mod holm;
mod normal;
mod order;
mod sign;

pub use bootstrap::{Interval, Sample, mean, median};
pub use holm::holm;
pub use order::{Five, five, median_of, quantile};
pub use sign::sign_test;

//! The statistics of reports: order statistics, intervals by resampling, tests of signs. Each names its basis.

mod bootstrap;
mod holm;
mod normal;
mod order;
mod sign;

pub(super) use bootstrap::{Interval, Sample, mean, median};
pub(super) use holm::holm;
pub use order::quantile;
pub(super) use order::{five, median_of};
pub(super) use sign::sign_test;

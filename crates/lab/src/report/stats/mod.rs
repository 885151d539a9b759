//! The statistics of reports: order statistics, intervals by resampling, tests of signs and ranks. Each names its
//! basis.

mod bootstrap;
mod distribution;
mod holm;
mod normal;
mod order;
mod ranks;
mod sign;

pub(super) use bootstrap::{Interval, Sample, mean, median};
pub(super) use holm::holm;
pub use order::quantile;
pub(super) use order::{five, median_of};
pub(super) use ranks::{Friedman, cliques, friedman, signed_ranks};
pub(super) use sign::sign_test;

//! A length of time as limits state it: finite and not negative.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::fields::JsonType;

/// A number of seconds from 0 on.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Seconds(f64);

/// A number that is no length of time.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("found {0} as a number of seconds, expected a finite number from 0 on")]
pub struct NotSeconds(pub f64);

impl TryFrom<f64> for Seconds {
    type Error = NotSeconds;

    fn try_from(number: f64) -> Result<Self, NotSeconds> {
        if number.is_finite() && number >= 0.0 { Ok(Seconds(number)) } else { Err(NotSeconds(number)) }
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> Self {
        seconds.0
    }
}

impl From<Duration> for Seconds {
    fn from(time: Duration) -> Self {
        Seconds(time.as_secs_f64())
    }
}

impl From<Seconds> for Duration {
    /// A length that is too long for a clock is as long as it can be.
    fn from(seconds: Seconds) -> Self {
        Duration::try_from_secs_f64(seconds.0).unwrap_or(Duration::MAX)
    }
}

impl JsonType for Seconds {
    fn schema() -> Value {
        json!({ "type": "number", "minimum": 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lengths_of_time_are_seconds() {
        for number in [-1.0, -1e-9, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let error = Seconds::try_from(number).expect_err("no length of time").to_string();
            assert_eq!(error, format!("found {number} as a number of seconds, expected a finite number from 0 on"));
        }
        for (number, time) in [(0.0, Duration::ZERO), (2.5, Duration::from_millis(2500)), (1e300, Duration::MAX)] {
            assert_eq!(Seconds::try_from(number).map(Duration::from), Ok(time));
        }
        assert_eq!(f64::from(Seconds::from(Duration::from_millis(2500))), 2.5);
    }
}

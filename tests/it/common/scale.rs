//! The number of rounds of tests that draw models: `CNFAB_SCALE` times as many as usual, from seed `CNFAB_SEED` on.

use std::ops::Range;

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")),
        Err(_) => default,
    }
}

/// The factor by which more rounds than usual are asked for.
pub(crate) fn scale() -> u64 {
    setting("CNFAB_SCALE", 1).max(1)
}

/// The seeds of the rounds, of which there are this many in usual runs.
pub(crate) fn rounds(usual: u64) -> Range<u64> {
    let start = setting("CNFAB_SEED", 0);
    start..start + usual * scale()
}

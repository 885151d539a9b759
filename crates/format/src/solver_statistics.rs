//! The counts that SAT solvers print beside their answers.
//!
//! CaDiCaL and Kissat print `c conflicts:  117389  117417.53  per second`, Glucose and CryptoMiniSat
//! `c conflicts : 12 (45 /sec)`, MiniSat the same without the `c`. Lines of another form are passed over. A count that
//! is printed several times has its last value.

/// The counts, as far as they are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverStatistics {
    /// Conflicts.
    pub conflicts: Option<u64>,
    /// Decisions.
    pub decisions: Option<u64>,
    /// Assigned literals.
    pub propagations: Option<u64>,
    /// Restarts.
    pub restarts: Option<u64>,
}

impl SolverStatistics {
    /// Reads what a solver printed.
    pub fn of(printed: &str) -> Self {
        let mut all = Self::default();
        for line in printed.lines() {
            let line = line.trim_start();
            let line = line.strip_prefix("c ").unwrap_or(line);
            let Some((name, values)) = line.split_once(':') else { continue };
            let count = match name.trim() {
                "conflicts" => &mut all.conflicts,
                "decisions" => &mut all.decisions,
                "propagations" => &mut all.propagations,
                "restarts" => &mut all.restarts,
                _ => continue,
            };
            *count = values.split_whitespace().next().and_then(|value| value.parse().ok()).or(*count);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms of CaDiCaL, Kissat, MiniSat and Glucose.
    #[test]
    fn the_formats_of_four_solvers() {
        let all = |text: &str| {
            let found = SolverStatistics::of(text);
            [found.conflicts, found.decisions, found.propagations, found.restarts]
        };
        let expected = [Some(117_389), Some(135_521), Some(2_222_878), Some(3248)];
        assert_eq!(
            all("c s  0.94  6 11 26 2802 108853 3489 89% 9  726 120 91%\n\
                 c conflicts:                117389    117417.53    per second\n\
                 c decisions:                135521    135553.94    per second\n\
                 c propagations:            2222878         2.22 M  per second\n\
                 c restarts:                   3248        36.14    interval\n"),
            expected
        );
        assert_eq!(
            all("c conflicts:                                117389      117417.53 per second\n\
                 c decisions:                                135521           1.15 per conflict\n\
                 c propagations:                            2222878        2222878 per second\n\
                 c restarts:                                   3248          36.14 interval\n"),
            expected
        );
        assert_eq!(
            all("restarts              : 3248\n\
                 conflicts             : 117389         (117418 /sec)\n\
                 decisions             : 135521         (0.00 % random) (135554 /sec)\n\
                 propagations          : 2222878        (2222878 /sec)\n\
                 conflict literals     : 1516408        (26.24 % deleted)\n"),
            expected
        );
        assert_eq!(
            all("c restarts              : 3248 (36 conflicts in avg)\n\
                 c conflicts             : 117389         (117418 /sec)\n\
                 c decisions             : 135521         (0.00 % random) (135554 /sec)\n\
                 c propagations          : 2222878        (2222878 /sec)\n\
                 s UNSATISFIABLE\n"),
            expected
        );
        assert_eq!(all("s UNSATISFIABLE\nc conflicts: many\n"), [None; 4]);
    }
}

//! A part of a study's runs, for one of several machines.

use std::fmt;
use std::str::FromStr;

use cnfab_base::display::quoted;

/// Every `of`-th run from the `part`-th on, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: u64,
}

impl Shard {
    /// True if the run with this number, from 0, belongs to the part.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').map(|(part, of)| (part.trim().parse(), of.trim().parse()));
        match numbers {
            Some((Ok(part), Ok(of))) if 1 <= part && part <= of => Ok(Shard { part, of }),
            _ => Err(format!("found {}, expected a part such as 1/4", quoted(text))),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_is_in_one_part() {
        let parts: Vec<Shard> = (1..=3).map(|part| format!("{part}/3").parse().unwrap()).collect();
        for run in 0..20 {
            assert_eq!(parts.iter().filter(|part| part.has(run)).count(), 1);
        }
        assert!(parts[0].has(0) && parts[2].has(5));
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}

//! Lists of values in a study file: `3`, `[1, 4, "odd"]`, `"5..25"`, `["1..3", 9]`.

use serde::Deserialize;

use cnfab_base::display::quoted;

use super::Parameter;

/// How many values a range may stand for.
const MOST: i64 = 1_000_000;

/// One value or several, as they are written.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a value, a range such as \"5..25\", or a list of them")]
pub(super) enum Values {
    One(Parameter),
    Many(Vec<Parameter>),
}

impl Values {
    /// The values, ranges written out.
    pub(super) fn all(&self) -> Result<Vec<Parameter>, String> {
        let written = match self {
            Values::One(value) => std::slice::from_ref(value),
            Values::Many(values) => values,
        };
        let mut all = Vec::new();
        for value in written {
            match value {
                Parameter::Text(text) => match range(text)? {
                    Some((low, high)) => all.extend((low..=high).map(Parameter::Integer)),
                    None => all.push(value.clone()),
                },
                Parameter::Integer(_) => all.push(value.clone()),
            }
        }
        Ok(all)
    }

    /// The values, which have to be whole numbers from 0 on.
    pub(super) fn numbers(&self) -> Result<Vec<u64>, String> {
        let wrong =
            |found: &Parameter| format!("found {}, expected a whole number from 0 on", quoted(&found.to_string()));
        let number = |value: Parameter| match value {
            Parameter::Integer(number) if number >= 0 => Ok(number as u64),
            Parameter::Text(text) => text.trim().parse().map_err(|_| wrong(&Parameter::Text(text))),
            other => Err(wrong(&other)),
        };
        self.all()?.into_iter().map(number).collect()
    }
}

/// The ends of a range, if the text is one.
fn range(text: &str) -> Result<Option<(i64, i64)>, String> {
    let ends = text.split_once("..").map(|(low, high)| (low.trim().parse::<i64>(), high.trim().parse::<i64>()));
    match ends {
        Some((Ok(low), Ok(high))) if low > high => Err(format!("found {}, which holds no value", quoted(text))),
        Some((Ok(low), Ok(high))) if high.saturating_sub(low) >= MOST => {
            Err(format!("found {}, expected at most {MOST} values", quoted(text)))
        }
        Some((Ok(low), Ok(high))) => Ok(Some((low, high))),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<String, String> {
        #[derive(Deserialize)]
        struct Table {
            v: Values,
        }
        let table: Table = toml::from_str(&format!("v = {text}")).map_err(|error| error.message().to_owned())?;
        Ok(table.v.all()?.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn ranges_are_written_out() {
        assert_eq!(values("3").unwrap(), "3");
        assert_eq!(values("[1, '4..6', 'odd', '..']").unwrap(), "1 4 5 6 odd ..");
        assert_eq!(values("'-2..1'").unwrap(), "-2 -1 0 1");
        assert!(values("'5..1'").unwrap_err().contains("no value"));
        assert!(values("'1..9000000000'").unwrap_err().contains("at most"));
        assert!(values("1.5").unwrap_err().contains("a range such as"));
    }
}

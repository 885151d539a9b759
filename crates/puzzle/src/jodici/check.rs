//! Checks the rules of a Jodici without the model.

use crate::text::count;
use crate::{Cells, Violation};

use super::Jodici;

/// Reports the first rule that the cells break.
pub(super) fn check(jodici: &Jodici, cells: &Cells) -> Result<(), Violation> {
    let fields = &cells.0;
    cells.check_len("field", jodici.givens.len())?;
    for (index, (&found, given)) in fields.iter().zip(&jodici.givens).enumerate() {
        let field_name = jodici.field_name(index);
        if let Some(given) = given
            && found != *given
        {
            return Err(Violation(format!("{field_name} holds {found}, but {given} is given")));
        }
    }
    let total = |part: &[i32]| part.iter().map(|&number| i64::from(number)).sum::<i64>();
    for (index, ring) in fields.chunks(jodici.sectors).enumerate() {
        if total(ring) != jodici.ring_sum {
            let found = total(ring);
            return Err(Violation(format!("ring {} adds up to {found}, not {}", index + 1, jodici.ring_sum)));
        }
    }
    for sector in 0..jodici.sectors {
        let found = total(&jodici.sector(fields, sector));
        if found != jodici.sector_sum {
            return Err(Violation(format!("sector {} adds up to {found}, not {}", sector + 1, jodici.sector_sum)));
        }
    }
    for number in jodici.numbers.clone() {
        let found = fields.iter().filter(|&&field| field == number).count();
        if found != jodici.times {
            return Err(Violation(format!("{number} occurs {}, not {}", count(found, "time"), jodici.times)));
        }
    }
    Ok(())
}

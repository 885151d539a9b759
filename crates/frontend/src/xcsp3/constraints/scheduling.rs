//! Tasks that share a resource.

use crate::xcsp3::Unread;
use crate::xcsp3::affine::Affine;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::{Condition, Operator};
use crate::xcsp3::xml::Element;
use cnfab_model::{Activity, Cumulative};

impl<'x> Build<'x> {
    pub(super) fn cumulative(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [origins, lengths, ends, heights, condition] =
            self.parts(element, ["origins", "lengths", "ends", "heights", "condition"])?;
        let origins = self.needed(element, origins, "origins")?;
        let starts = self.list(origins)?;
        let lengths = self.needed(element, lengths, "lengths")?;
        let lengths = self.list_of(lengths, starts.len())?;
        let heights = self.needed(element, heights, "heights")?;
        let heights = self.list_of(heights, starts.len())?;
        if let Some(ends) = ends {
            let ends = self.list_of(ends, starts.len())?;
            for ((start, length), end) in starts.iter().zip(&lengths).zip(&ends) {
                let sum = start.plus(1, length).ok_or_else(|| self.too_large())?;
                self.relate(&sum, Operator::Eq, end)?;
            }
        }
        let element = self.needed(element, condition, "condition")?;
        let condition = self.condition(element)?;
        let one = Affine::constant(1);
        let capacity = match condition {
            Condition::Compares(Operator::Le, capacity) => Some(capacity),
            Condition::Compares(Operator::Lt, capacity) => capacity.plus(-1, &one),
            _ => None,
        };
        let capacity = capacity.ok_or_else(|| {
            element.refused("another condition of <cumulative>", "the operator le or lt, with a value")
        })?;
        let mut activities = Vec::new();
        for ((start, length), height) in starts.iter().zip(&lengths).zip(&heights) {
            let start = self.var_of(start)?;
            let (duration, demand) = (self.amount(length)?, self.amount(height)?);
            activities.push(Activity { start, duration, demand });
        }
        let capacity = self.amount(&capacity)?;
        self.add(&[], Cumulative { activities, capacity })
    }
}

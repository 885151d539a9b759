//! The search annotations of `<annotations>`: the variables of `<decision>`, in their order, are branched on first.
//!
//! Other annotations are not looked at. A name that is no variable is an error, as it is in a constraint.

use crate::ANNOTATED;

use super::Unread;
use super::build::Build;
use super::xml::Element;

impl<'x> Build<'x> {
    /// Reads the element `<annotations>`.
    pub(super) fn annotate(&mut self, annotations: Element<'_, 'x>) -> Result<(), Unread> {
        let mut order = Vec::new();
        for element in annotations.children()?.into_iter().filter(|element| element.name() == "decision") {
            self.at = element.at();
            for word in element.words()? {
                let vars = match self.part(word)? {
                    Some(vars) => vars,
                    None => vec![self.variable(word, "a variable or a part of an array, such as x[]")?],
                };
                self.mention(vars.len())?;
                order.extend(vars);
            }
        }
        if !order.is_empty() {
            self.model.declare_order(ANNOTATED, order);
        }
        Ok(())
    }
}

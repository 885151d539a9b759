//! Circuits.

use crate::frontend::xcsp3::Unread;
use crate::frontend::xcsp3::affine::Affine;
use crate::frontend::xcsp3::build::Build;
use crate::frontend::xcsp3::condition::{Condition, Operator};
use crate::frontend::xcsp3::truth::Truth;
use crate::frontend::xcsp3::xml::Element;
use crate::model::Circuit;

impl<'x> Build<'x> {
    /// The successors make a circuit of at least two nodes; nodes that are their own successors are left out.
    pub(super) fn circuit(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        element.allow(&[])?;
        let (values, first, size) = match element.has_children() {
            false => (self.bare_list(element)?, 0, None),
            true => {
                let [list, size] = self.parts(element, ["list", "size"])?;
                let list = self.needed(element, list, "list")?;
                let first = list.number_of("startIndex", 0)?;
                (self.list(list)?, first, size.map(|size| self.only(size)).transpose()?)
            }
        };
        let successors = self.vars_of(&values)?;
        let mut moves = Vec::new();
        for (node, value) in (i64::from(first)..).zip(&values) {
            moves.push(self.relates(value, Operator::Ne, &Affine::constant(node))?);
        }
        let is_partial = moves.iter().any(|&truth| truth != Truth::Const(true));
        if is_partial || values.len() < 2 {
            self.clause(&[], &moves)?;
        }
        if let Some(size) = size {
            self.count(&moves, &Condition::Compares(Operator::Eq, size))?;
        }
        self.add(&[], Circuit { successors, first, is_partial })
    }
}

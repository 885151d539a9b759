//! Circuits, and flows in networks.

use crate::xcsp3::Unread;
use crate::xcsp3::affine::Affine;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::{Condition, Operator};
use crate::xcsp3::truth::Truth;
use crate::xcsp3::xml::{Element, Word, items, malformed};
use cnfab_base::display::quoted;
use cnfab_model::Circuit;

impl<'x> Build<'x> {
    /// The successors make a circuit of at least two nodes; nodes that are their own successors are left out.
    pub(super) fn circuit(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
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

    /// The flow that leaves a node is its balance more than the flow that enters it. A weighted sum of the flows may
    /// have to meet a condition.
    pub(super) fn flow(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, balance, arcs, weights, condition] =
            self.parts(element, ["list", "balance", "arcs", "weights", "condition"])?;
        let list = self.needed(element, list, "list")?;
        let flows = self.list(list)?;
        let balance = self.needed(element, balance, "balance")?;
        let balances = self.list(balance)?;
        let arcs = self.needed(element, arcs, "arcs")?;
        let ends = self.arcs(arcs, balances.len())?;
        self.same_length(arcs, ends.len(), flows.len())?;
        let mut parts: Vec<Vec<(i64, &Affine)>> = vec![Vec::new(); balances.len()];
        for (&[from, to], flow) in ends.iter().zip(&flows) {
            parts[from].push((1, flow));
            parts[to].push((-1, flow));
        }
        for (parts, balance) in parts.into_iter().zip(&balances) {
            let surplus = Affine::total(parts).ok_or_else(|| self.too_large())?;
            self.relate(&surplus, Operator::Eq, balance)?;
        }
        if weights.is_none() && condition.is_none() {
            return Ok(());
        }
        let weights = self.needed(element, weights, "weights")?;
        let cost = self.weighted(&flows, Some(weights))?;
        let condition = self.needed(element, condition, "condition")?;
        let condition = self.condition(condition)?;
        self.meet(&cost, &condition)
    }

    /// Reads arcs, `(0,1)(1,2)`, between nodes that are numbered from the least one on. There are as many as expected.
    fn arcs(&self, element: Element<'_, 'x>, nodes: usize) -> Result<Vec<[usize; 2]>, Unread> {
        element.allow(&[])?;
        let words = element.words()?;
        let node = |word: Word<'x>| {
            let number = word.text.parse::<i64>().ok();
            number.ok_or_else(|| malformed(self.text, word.at, quoted(word.text), "the number of a node"))
        };
        let mut arcs = Vec::new();
        for item in items(&words) {
            match item[..] {
                [open, from, comma, to, close] if open.is("(") && comma.is(",") && close.is(")") => {
                    arcs.push([node(from)?, node(to)?]);
                }
                _ => return Err(malformed(self.text, item[0].at, quoted(item[0].text), "an arc, such as (0,1)")),
            }
        }
        let first = arcs.iter().flatten().min().copied().unwrap_or_default();
        let place = |node: i64| {
            let place = node.checked_sub(first).and_then(|place| usize::try_from(place).ok());
            place.filter(|&place| place < nodes).ok_or_else(|| {
                let expected = format!("{nodes} nodes from {first} on, as there are balances");
                element.wrong(format!("an arc of the node {node}"), &expected)
            })
        };
        arcs.into_iter().map(|[from, to]| Ok([place(from)?, place(to)?])).collect()
    }
}

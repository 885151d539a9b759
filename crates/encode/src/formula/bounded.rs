//! A count under bounds that change: a totalizer whose outputs are kept, and which grows as bounds and literals ask.
//!
//! A balanced tree whose nodes count in unary. An output and its clauses are made when a bound first needs them, up to
//! the bound and no further: at most k takes the outputs up to k+1, with implications from true literals to outputs; at
//! least k takes those up to k, with implications from false literals. All auxiliaries are determined once both
//! directions are there. A bound is a literal: assumed it holds for one call of a solver, as a clause for good.
//! R. Martins, S. Joshi, V. Manquinho, I. Lynce, "Incremental Cardinality Constraints for MaxSAT", CP 2014. The tree is
//! the one of O. Bailleux, Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003. The same
//! use as of `Totalizer` in RustSAT and `ITotalizer` in PySAT.

use cnfab_cnf::{ClauseBuf, ClauseSink, Definition, Lit, LitOrConst, Name};

/// A count of literals whose bounds may be changed.
#[derive(Clone, Debug, Default)]
pub struct Bounded {
    root: Option<Node>,
}

/// A node of the tree, or a literal.
#[derive(Clone, Debug)]
struct Node {
    lits: Vec<Lit>,
    children: Option<Box<[Node; 2]>>,
    /// "At least j", j from 1, as far as asked for.
    outputs: Vec<Lit>,
    /// How many outputs follow from true literals.
    up: usize,
    /// How many outputs follow from false literals.
    down: usize,
}

/// The implications that are needed.
#[derive(Clone, Copy)]
enum Direction {
    Up,
    Down,
}

impl Bounded {
    /// Counts these literals; one that comes twice counts twice. Nothing is sent before a bound is asked for.
    pub fn new(lits: &[Lit]) -> Self {
        Bounded { root: (!lits.is_empty()).then(|| Node::over(lits)) }
    }

    /// The literals that are counted.
    pub fn lits(&self) -> &[Lit] {
        self.root.as_ref().map_or(&[], |root| &root.lits)
    }

    /// Counts further literals, too. Outputs so far stay as they are, but no longer bound the count.
    pub fn extend(&mut self, lits: &[Lit]) {
        self.merge(Bounded::new(lits));
    }

    /// Counts what the other one counts, too, and uses its outputs.
    pub fn merge(&mut self, other: Bounded) {
        self.root = match (self.root.take(), other.root) {
            (Some(one), Some(other)) => Some(Node::of(one, other)),
            (one, other) => one.or(other),
        };
    }

    /// A bound: true only if at most `k` of the literals are true, and free to be true wherever that is so. It may be
    /// assumed, or be a clause. Constant where it holds for every or for no assignment.
    pub fn at_most(&mut self, k: i64, out: &mut dyn ClauseSink) -> LitOrConst {
        !self.reached(k.saturating_add(1), Direction::Up, out)
    }

    /// The same for at least `k` of the literals.
    pub fn at_least(&mut self, k: i64, out: &mut dyn ClauseSink) -> LitOrConst {
        self.reached(k, Direction::Down, out)
    }

    /// The output "at least j".
    fn reached(&mut self, j: i64, direction: Direction, out: &mut dyn ClauseSink) -> LitOrConst {
        match (usize::try_from(j), &mut self.root) {
            (Err(_) | Ok(0), _) => LitOrConst::Const(true),
            (Ok(j), Some(root)) if j <= root.lits.len() => {
                root.make(j, direction, out);
                root.outputs[j - 1].into()
            }
            _ => LitOrConst::Const(false),
        }
    }
}

impl Node {
    fn over(lits: &[Lit]) -> Self {
        if let [lit] = *lits {
            return Node { lits: vec![lit], children: None, outputs: vec![lit], up: 1, down: 1 };
        }
        let (left, right) = lits.split_at(lits.len() / 2);
        Node::of(Node::over(left), Node::over(right))
    }

    fn of(left: Node, right: Node) -> Self {
        let lits = [&left.lits[..], &right.lits].concat();
        Node { lits, children: Some(Box::new([left, right])), outputs: Vec::new(), up: 0, down: 0 }
    }

    /// "At least j", made before if it is neither always true nor always false.
    fn at_least(&self, j: usize) -> LitOrConst {
        match j {
            0 => LitOrConst::Const(true),
            _ if j > self.lits.len() => LitOrConst::Const(false),
            _ => self.outputs[j - 1].into(),
        }
    }

    /// Makes the outputs up to this one, with their implications in one direction.
    fn make(&mut self, most: usize, direction: Direction, out: &mut dyn ClauseSink) {
        let Some(children) = &mut self.children else { return };
        let most = most.min(self.lits.len());
        let done = match direction {
            Direction::Up => &mut self.up,
            Direction::Down => &mut self.down,
        };
        let from = std::mem::replace(done, most.max(*done));
        if from >= most {
            return;
        }
        children.iter_mut().for_each(|child| child.make(most, direction, out));
        for j in self.outputs.len() + 1..=most {
            let meaning = || Definition::count(&self.lits, j);
            self.outputs.push(out.define(Name::aux("count", self.lits.len(), j as i64), meaning));
        }
        let [left, right] = &**children;
        let mut clause = ClauseBuf::new();
        for total in from + 1..=most {
            let output = LitOrConst::Lit(self.outputs[total - 1]);
            match direction {
                Direction::Up => {
                    for i in total.saturating_sub(right.lits.len())..=total.min(left.lits.len()) {
                        clause.all([!left.at_least(i), !right.at_least(total - i), output], out);
                    }
                }
                Direction::Down => {
                    for i in (total - 1).saturating_sub(right.lits.len())..=(total - 1).min(left.lits.len()) {
                        clause.all([left.at_least(i + 1), right.at_least(total - i), !output], out);
                    }
                }
            }
        }
    }
}

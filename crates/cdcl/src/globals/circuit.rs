//! Circuits: what the first node on the circuit cannot reach, and what cannot reach it.
//!
//! What it does: nodes that are on the circuit have to be reached from each other along arcs that may be true. Where
//! they are not, some arc that leaves the reached ones had to be true: a cut set. Nodes that may be left out are, if
//! they are not reached. Where true arcs make a path, the arc from its end to its beginning is false while other nodes
//! are on the circuit.
//!
//! Whose idea: paths: Y. Caseau, F. Laburthe, "Solving Small TSPs with Constraints", ICLP 1997; cut sets added when
//! they are violated: G. Dantzig, R. Fulkerson, S. Johnson, "Solution of a Large-Scale Traveling-Salesman Problem",
//! 1954; both with explanations: K. G. Francis, P. J. Stuckey, "Explaining Circuit Propagation", Constraints 2014.
//!
//! How ours differs: paths are cut sets as well. An arc that leaves a set is closed by a literal of its own, or by a
//! true arc of one of its ends, which closes all others there. See `globals`.
//!
//! When it runs: for `circuit=propagate`. That successors are different is stated beside it, as `all-different=` has
//! it.

use super::super::{Contradiction, Literal, Step};
use super::{Facts, Forbidden, Global};
use cnfab_cnf::Alternative;

/// No node.
const NONE: usize = usize::MAX;

/// An arc.
#[derive(Clone, Copy)]
struct Arc {
    from: usize,
    to: usize,
    literal: Option<Literal>,
}

/// Arcs, with those that leave and those that come to each node.
pub(in super::super) struct Circuit {
    arcs: Vec<Arc>,
    leaving: Vec<Vec<u32>>,
    coming: Vec<Vec<u32>>,
    /// Of each node the arc to itself, if it has one.
    staying: Vec<Option<u32>>,
    is_partial: bool,
}

/// Of each node the true arc that leaves it and the one that comes to it; those to a node itself, too.
struct Taken {
    leaving: Vec<Option<Arc>>,
    coming: Vec<Option<Arc>>,
    /// Two that come to the same node.
    clash: Option<[Arc; 2]>,
}

impl Circuit {
    pub(in super::super) fn new(arcs: &[Vec<Alternative<u32, Literal>>], is_partial: bool) -> Self {
        let n = arcs.len();
        let own = |(from, own): (usize, &Vec<Alternative<u32, Literal>>)| {
            own.iter().map(move |&(to, literal)| Arc { from, to: to as usize, literal }).collect::<Vec<_>>()
        };
        let arcs: Vec<Arc> = arcs.iter().enumerate().flat_map(own).collect();
        let (mut leaving, mut coming, mut staying) = (vec![Vec::new(); n], vec![Vec::new(); n], vec![None; n]);
        for (number, &Arc { from, to, .. }) in (0..).zip(&arcs) {
            leaving[from].push(number);
            coming[to].push(number);
            if from == to {
                staying[from] = Some(number);
            }
        }
        Circuit { arcs, leaving, coming, staying, is_partial }
    }

    /// The true arcs.
    fn taken(&self, facts: &Facts<'_>) -> Taken {
        let n = self.leaving.len();
        let mut taken = Taken { leaving: vec![None; n], coming: vec![None; n], clash: None };
        for &arc in self.arcs.iter().filter(|arc| facts.holds(arc.literal)) {
            taken.leaving[arc.from] = Some(arc);
            if let Some(other) = taken.coming[arc.to].replace(arc) {
                taken.clash = Some([other, arc]);
            }
        }
        taken
    }

    /// True if the arc may be true.
    fn is_open(&self, arc: Arc, taken: &Taken, facts: &Facts<'_>) -> bool {
        let fits = |other: Option<Arc>| other.is_none_or(|other| (other.from, other.to) == (arc.from, arc.to));
        facts.may_hold(arc.literal) && fits(taken.leaving[arc.from]) && fits(taken.coming[arc.to])
    }

    /// True if the node is on the circuit in any case.
    fn is_on(&self, node: usize, taken: &Taken, facts: &Facts<'_>) -> bool {
        let stays = self.staying[node].map(|arc| self.arcs[arc as usize]);
        let is_elsewhere = |arc: &Option<Arc>| arc.is_some_and(|arc| arc.from != arc.to);
        !self.is_partial
            || stays.is_none_or(|arc| !facts.may_hold(arc.literal))
            || is_elsewhere(&taken.leaving[node])
            || is_elsewhere(&taken.coming[node])
    }

    /// Appends why the node is on the circuit.
    fn because_on(&self, node: usize, taken: &Taken, facts: &Facts<'_>, out: &mut Vec<Literal>) {
        let Some(stays) = self.staying[node].filter(|_| self.is_partial) else { return };
        let reasons = [taken.leaving[node], taken.coming[node]].into_iter().flatten().filter(|arc| arc.from != arc.to);
        let literals: Option<Vec<Literal>> = reasons.map(|arc| arc.literal).collect();
        let own = self.arcs[stays as usize].literal.map(|literal| literal ^ 1);
        // An arc that is true in any case needs no reason.
        if let Some(literals) = literals {
            facts.because_one(literals.into_iter().chain(own).filter(|&literal| facts.is_true(literal)), out);
        }
    }

    /// The nodes that are reached from a node, or that reach it.
    fn reached(&self, node: usize, is_forward: bool, taken: &Taken, facts: &Facts<'_>) -> Vec<bool> {
        let mut reached = vec![false; self.leaving.len()];
        reached[node] = true;
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            let own = if is_forward { &self.leaving[node] } else { &self.coming[node] };
            for &number in own {
                let arc = self.arcs[number as usize];
                let next = if is_forward { arc.to } else { arc.from };
                if !reached[next] && self.is_open(arc, taken, facts) {
                    reached[next] = true;
                    waiting.push(next);
                }
            }
        }
        reached
    }

    /// Appends why no arc leads from nodes within to nodes without.
    fn because_cut(&self, is_within: impl Fn(usize) -> bool, taken: &Taken, facts: &Facts<'_>, out: &mut Vec<Literal>) {
        for &arc in self.arcs.iter().filter(|arc| is_within(arc.from) && !is_within(arc.to)) {
            let others = [taken.leaving[arc.from], taken.coming[arc.to]].into_iter().flatten();
            let literals: Option<Vec<Literal>> = others.map(|other| other.literal).collect();
            match literals.as_deref() {
                None => {}
                Some([]) => arc.literal.into_iter().for_each(|literal| facts.because(literal ^ 1, out)),
                Some(literals) => facts.because_one(literals.iter().copied(), out),
            }
        }
    }
}

impl Global for Circuit {
    fn literals(&self) -> Vec<Literal> {
        self.arcs.iter().filter_map(|arc| arc.literal).collect()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let n = self.leaving.len();
        let taken = self.taken(facts);
        if taken.clash.is_some() {
            return Err(Contradiction);
        }
        let on: Vec<bool> = (0..n).map(|node| self.is_on(node, &taken, facts)).collect();
        let Some(root) = on.iter().position(|&is_on| is_on) else { return Ok(()) };
        let [after, before] = [true, false].map(|is_forward| self.reached(root, is_forward, &taken, facts));
        for node in (0..n).filter(|&node| !after[node] || !before[node]) {
            if on[node] {
                return Err(Contradiction);
            }
            let stays = self.staying[node].and_then(|arc| self.arcs[arc as usize].literal);
            forbidden.extend(stays.map(|literal| literal ^ 1));
        }
        let all = on.iter().filter(|&&is_on| is_on).count();
        // Of each end of a path its beginning, and how many of its nodes are on the circuit.
        for begin in (0..n).filter(|&node| taken.coming[node].is_none()) {
            let (mut end, mut own) = (begin, usize::from(on[begin]));
            while let Some(arc) = taken.leaving[end] {
                end = arc.to;
                own += usize::from(on[end]);
            }
            if own < all && (end != begin || !self.is_partial) {
                let closing = self.leaving[end].iter().map(|&arc| self.arcs[arc as usize]);
                forbidden.extend(closing.filter(|arc| arc.to == begin).filter_map(|arc| arc.literal));
            }
        }
        Ok(())
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let taken = self.taken(facts);
        if let Some(clash) = taken.clash {
            clash.into_iter().filter_map(|arc| arc.literal).for_each(|literal| facts.because(literal, out));
            return true;
        }
        let on = |node: usize| self.is_on(node, &taken, facts);
        let root = (0..self.leaving.len()).find(|&node| on(node)).unwrap_or(NONE);
        if root == NONE {
            return false;
        }
        for is_forward in [true, false] {
            let reached = self.reached(root, is_forward, &taken, facts);
            if let Some(apart) = (0..reached.len()).find(|&node| !reached[node] && on(node)) {
                self.because_on(root, &taken, facts, out);
                self.because_on(apart, &taken, facts, out);
                self.because_cut(|node| reached[node] == is_forward, &taken, facts, out);
                return true;
            }
        }
        false
    }
}

//! An incremental totalizer: a balanced tree whose outputs are made when they are first asked for.
//!
//! Output k is true if at least k of the inputs are. Only this direction is stated, since the outputs are used to
//! forbid numbers. R. Martins, S. Joshi, V. Manquinho, I. Lynce, "Incremental Cardinality Constraints for MaxSAT", CP
//! 2014.

use cnfab_cnf::{ClauseSink, Lit, Name};

/// A tree over some literals.
pub(super) struct Totalizer {
    /// Children come before their parents; the last one is the root.
    nodes: Vec<Node>,
}

struct Node {
    /// `None` for an input.
    children: Option<(usize, usize)>,
    /// How many inputs are below it.
    size: usize,
    /// Output k is at k - 1; those that have been asked for.
    outputs: Vec<Lit>,
}

impl Totalizer {
    /// A tree over these literals, at least one.
    pub(super) fn new(inputs: &[Lit]) -> Self {
        let mut tree = Totalizer { nodes: Vec::with_capacity(2 * inputs.len()) };
        tree.add(inputs);
        tree
    }

    fn add(&mut self, inputs: &[Lit]) -> usize {
        let node = match *inputs {
            [input] => Node { children: None, size: 1, outputs: vec![input] },
            _ => {
                let (left, right) = inputs.split_at(inputs.len() / 2);
                let children = (self.add(left), self.add(right));
                Node { children: Some(children), size: inputs.len(), outputs: Vec::new() }
            }
        };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The literal that is true if at least `k` inputs are; `None` if there are fewer.
    pub(super) fn output(&mut self, k: usize, out: &mut dyn ClauseSink) -> Option<Lit> {
        let root = self.nodes.len() - 1;
        (k <= self.nodes[root].size).then(|| self.up_to(root, k, out))
    }

    /// Makes the outputs of a node up to `k`, and returns the last one.
    fn up_to(&mut self, node: usize, k: usize, out: &mut dyn ClauseSink) -> Lit {
        let Node { children, ref outputs, .. } = self.nodes[node];
        let known = outputs.len();
        if let (Some((left, right)), true) = (children, known < k) {
            for child in [left, right] {
                let most = self.nodes[child].size.min(k);
                self.up_to(child, most, out);
            }
            for number in known + 1..=k {
                let new = out.fresh(Name::aux("core", number, 0));
                self.nodes[node].outputs.push(new);
                // What is at least that many on the left, and the rest on the right.
                for of_left in 0..=number {
                    let of_right = number - of_left;
                    let at_least = |child: usize, number: usize| match number {
                        0 => Some(None),
                        number => self.nodes[child].outputs.get(number - 1).map(|&lit| Some(lit)),
                    };
                    let (Some(a), Some(b)) = (at_least(left, of_left), at_least(right, of_right)) else { continue };
                    let clause: Vec<Lit> = a.into_iter().chain(b).map(|lit| !lit).chain([new]).collect();
                    out.clause(&clause);
                }
            }
        }
        self.nodes[node].outputs[k - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_cnf::ClauseStore;

    /// Setting inputs makes exactly those outputs true by unit propagation that count them, however they were asked
    /// for.
    #[test]
    fn outputs_count_the_inputs() {
        for (n, order) in [(1, vec![1]), (2, vec![2, 1]), (5, vec![1, 3, 2, 5, 4]), (6, vec![6]), (7, vec![2, 4, 7])] {
            let mut store = ClauseStore::default();
            let inputs: Vec<Lit> = (0..n).map(|number| store.fresh(Name::aux("x", number, 0))).collect();
            let mut tree = Totalizer::new(&inputs);
            let outputs: Vec<(usize, Lit)> =
                order.iter().map(|&k| (k, tree.output(k, &mut store).expect("few enough"))).collect();
            assert_eq!(tree.output(n + 1, &mut store), None);
            for bits in 0..1_u32 << n {
                let mut truth = vec![false; store.variables() + 1];
                inputs.iter().enumerate().for_each(|(place, lit)| truth[lit.var() as usize] = bits >> place & 1 == 1);
                // All clauses imply something: to a fixed point.
                for _ in 0..=store.variables() {
                    for clause in store.clauses() {
                        let (body, head) = clause.split_at(clause.len() - 1);
                        if body.iter().all(|lit| truth[lit.var() as usize]) {
                            truth[head[0].var() as usize] = true;
                        }
                    }
                }
                for &(k, output) in &outputs {
                    assert_eq!(truth[output.var() as usize], bits.count_ones() as usize >= k, "{n}: {bits:b} and {k}");
                }
            }
        }
    }
}

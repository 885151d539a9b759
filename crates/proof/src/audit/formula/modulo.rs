//! The size of the modulo totalizer, node by node.

/// Two digits of a node: how far each is counted.
#[derive(Clone, Copy)]
struct Node {
    quotient: usize,
    remainder: usize,
}

/// The purpose of a tree.
struct Tree {
    modulus: usize,
    /// Most quotients.
    cap: usize,
    exact: bool,
    variables: usize,
    clauses: usize,
}

/// Variables and clauses of at most, or exactly, k of n; the modulus is about the square root of k if it is 0.
pub(super) fn modulo_totalizer(modulus: usize, k: usize, n: usize, exact: bool) -> (usize, usize) {
    let modulus = if modulus == 0 { (k + 1).isqrt() } else { modulus }.max(2);
    let (quotient, remainder) = (k / modulus, k % modulus);
    let mut tree = Tree { modulus, cap: quotient + 1, exact, variables: 0, clauses: 0 };
    let root = tree.node(n);
    // No larger quotient, no larger remainder with the same one; and if exact, no smaller ones.
    tree.clauses += usize::from(quotient < root.quotient);
    tree.clauses += usize::from(quotient <= root.quotient && remainder < root.remainder);
    if exact {
        tree.clauses += usize::from(quotient > 0) + usize::from(remainder > 0);
    }
    (tree.variables, tree.clauses)
}

impl Tree {
    fn node(&mut self, size: usize) -> Node {
        if size == 1 {
            return Node { quotient: 0, remainder: 1 };
        }
        let [a, b] = [size / 2, size - size / 2].map(|half| self.node(half));
        let p = self.modulus;
        let most = a.remainder + b.remainder;
        let carries = most >= p;
        let node = Node { quotient: (size / p).min(self.cap), remainder: most.min(p - 1) };
        self.variables += node.quotient + node.remainder + usize::from(carries);
        // Two remainders make a remainder or the carry, unless both are 0.
        self.clauses += (a.remainder + 1) * (b.remainder + 1) - 1;
        if self.exact {
            // So they do downwards; without a carry all of them leave no clause.
            self.clauses += (a.remainder + 1) * (b.remainder + 1) - usize::from(!carries);
            // A carry leaves less than the largest remainders.
            self.clauses += if carries { 2 * p - 1 - most } else { 0 };
        }
        let sums = (0..=a.quotient).flat_map(|i| (0..=b.quotient).map(move |j| i + j));
        for sum in sums {
            let top = node.quotient;
            self.clauses += usize::from(0 < sum && sum <= top);
            // With a carry one more, or no carry where there can be no more.
            self.clauses += usize::from(carries && (sum < top || sum == top && top < self.cap));
            if self.exact && sum < top {
                self.clauses += 1 + usize::from(sum + 1 < top);
            }
        }
        node
    }
}

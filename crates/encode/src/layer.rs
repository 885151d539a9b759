//! One step of paths through a diagram: from its nodes by values to the nodes after, with a literal per edge.

use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::{ClauseBuf, LitOrConst};

/// An edge: the positions of the node before, of the value and of the node after.
pub(super) type Edge = [usize; 3];

/// The meanings of edges of which nothing else is known: the node before and the value.
pub(super) fn node_and_value<'e>(
    before: &'e [LitOrConst],
    taken: &'e [LitOrConst],
) -> impl Fn(Edge) -> Definition + 'e {
    |edge| Definition::All([before[edge[0]], taken[edge[1]]].iter().filter_map(|end| end.lit()).collect())
}

/// Each edge implies its two nodes and its value, and each of these implies one of its edges: unit propagation then
/// keeps exactly the edges that lie on some path.
pub(super) fn layer(
    number: usize,
    before: &[LitOrConst],
    taken: &[LitOrConst],
    after: &[LitOrConst],
    edges: &[Edge],
    meaning: &dyn Fn(Edge) -> Definition,
    out: &mut dyn ClauseSink,
) {
    let ends = [before, taken, after];
    let mut clause = ClauseBuf::new();
    let mut lits: Vec<(Edge, Lit)> = Vec::with_capacity(edges.len());
    for (place, &edge) in edges.iter().enumerate() {
        let lit = out.define(Name::aux("edge", number, place as i64), || meaning(edge));
        for (end, position) in ends.iter().zip(edge) {
            clause.all([(!lit).into(), end[position]], out);
        }
        lits.push((edge, lit));
    }
    for (which, end) in ends.iter().enumerate() {
        lits.sort_by_key(|(edge, _)| edge[which]);
        let mut of = lits.iter().peekable();
        for (position, &truth) in end.iter().enumerate() {
            clause.push(!truth);
            while let Some(&(_, lit)) = of.next_if(|(edge, _)| edge[which] == position) {
                clause.push(lit);
            }
            clause.emit(out);
        }
    }
}

//! The meanings of the constraints of MiniZinc's library, from its documentation, apart from the reader of the crate.

use std::collections::BTreeSet;

use super::semantics::Value::{self, Bools, Int, Ints, Set, Sets};
use super::semantics::{are_different, at};

/// How often a value is there.
fn count(values: &[i64], value: i64) -> i64 {
    values.iter().filter(|&&other| other == value).count() as i64
}

/// True if the constraint holds; `None` if it is none of the library.
pub(crate) fn holds(name: &str, arguments: &[Value]) -> Option<bool> {
    Some(match (name, arguments) {
        ("cnfab_circuit", [Ints(next), Int(first)]) => {
            next.is_empty() || next.len() > 1 && loops(next, *first) == Some(vec![next.len()])
        }
        ("cnfab_connected", [Ints(from), Ints(to), Bools(nodes), Bools(edges)]) => {
            // The smallest node that each is known to be connected with.
            let mut least: Vec<usize> = (0..nodes.len()).collect();
            for edge in (0..nodes.len()).flat_map(|_| 0..edges.len()) {
                let [a, b] = [from[edge], to[edge]].map(|node| node as usize - 1);
                if edges[edge] && nodes[a] && nodes[b] {
                    let both = least[a].min(least[b]);
                    (least[a], least[b]) = (both, both);
                }
            }
            let of_those_in: BTreeSet<usize> =
                (0..nodes.len()).filter(|&node| nodes[node]).map(|node| least[node]).collect();
            of_those_in.len() <= 1
        }
        ("cnfab_subcircuit", [Ints(next), Int(first)]) => {
            loops(next, *first).is_some_and(|loops| loops.iter().filter(|&&length| length > 1).count() <= 1)
        }
        ("fzn_among", [Int(n), Ints(x), Set(values)]) => {
            x.iter().filter(|value| values.contains(value)).count() as i64 == *n
        }
        ("fzn_at_least_int", [Int(n), Ints(x), Int(value)]) => count(x, *value) >= *n,
        ("fzn_at_most_int", [Int(n), Ints(x), Int(value)]) => count(x, *value) <= *n,
        ("fzn_exactly_int", [Int(n), Ints(x), Int(value)]) => count(x, *value) == *n,
        ("fzn_count_eq", [Ints(x), Int(y), Int(c)]) => *c == count(x, *y),
        ("fzn_count_geq", [Ints(x), Int(y), Int(c)]) => *c >= count(x, *y),
        ("fzn_count_gt", [Ints(x), Int(y), Int(c)]) => *c > count(x, *y),
        ("fzn_count_leq", [Ints(x), Int(y), Int(c)]) => *c <= count(x, *y),
        ("fzn_count_lt", [Ints(x), Int(y), Int(c)]) => *c < count(x, *y),
        ("fzn_count_neq", [Ints(x), Int(y), Int(c)]) => *c != count(x, *y),
        ("fzn_cumulative", [Ints(starts), Ints(durations), Ints(demands), Int(capacity)]) => {
            let taken = |time: i64| -> i64 {
                let tasks = 0..starts.len();
                let runs = |&task: &usize| starts[task] <= time && time < starts[task] + durations[task];
                tasks.filter(runs).map(|task| demands[task]).sum()
            };
            let is_natural = durations.iter().chain(demands).all(|&number| number >= 0);
            starts.is_empty() || is_natural && (-30..=30).all(|time| taken(time) <= *capacity)
        }
        ("fzn_disjunctive" | "fzn_disjunctive_strict", [Ints(starts), Ints(durations)]) => {
            let takes_none = |task: usize| name == "fzn_disjunctive" && durations[task] == 0;
            let precedes = |a: usize, b: usize| starts[a] + durations[a] <= starts[b];
            let apart = |a: usize, b: usize| takes_none(a) || takes_none(b) || precedes(a, b) || precedes(b, a);
            durations.iter().all(|&duration| duration >= 0) && (0..starts.len()).all(|a| (0..a).all(|b| apart(a, b)))
        }
        ("fzn_global_cardinality" | "fzn_global_cardinality_closed", [Ints(x), Ints(cover), Ints(counts)]) => {
            let is_closed = name.ends_with("closed");
            cover.iter().zip(counts).all(|(&value, &number)| count(x, value) == number)
                && (!is_closed || x.iter().all(|value| cover.contains(value)))
        }
        (
            "fzn_global_cardinality_low_up" | "fzn_global_cardinality_low_up_closed",
            [Ints(x), Ints(cover), Ints(low), Ints(high)],
        ) => {
            let is_closed = name.ends_with("closed");
            (0..cover.len()).all(|place| (low[place]..=high[place]).contains(&count(x, cover[place])))
                && (!is_closed || x.iter().all(|value| cover.contains(value)))
        }
        ("fzn_lex_less_bool", [Bools(x), Bools(y)]) => x < y,
        ("fzn_lex_less_int", [Ints(x), Ints(y)]) => x < y,
        ("fzn_lex_lesseq_bool", [Bools(x), Bools(y)]) => x <= y,
        ("fzn_lex_lesseq_int", [Ints(x), Ints(y)]) => x <= y,
        ("fzn_mdd" | "fzn_mdd_nondet", [Ints(x), Int(_), Ints(_), Int(_), Ints(from), Sets(labels), Ints(to)]) => {
            let step = |nodes: BTreeSet<i64>, value: &i64| -> BTreeSet<i64> {
                let edges = (0..from.len()).filter(|&edge| nodes.contains(&from[edge]) && labels[edge].contains(value));
                edges.map(|edge| to[edge]).collect()
            };
            x.iter().fold(BTreeSet::from([1]), step).contains(&0)
        }
        (
            "fzn_cost_mdd",
            [Ints(x), Int(_), Ints(_), Int(_), Ints(from), Sets(labels), Ints(costs), Ints(to), Int(total)],
        ) => {
            let step = |paths: BTreeSet<(i64, i64)>, value: &i64| -> BTreeSet<(i64, i64)> {
                let leads = |edge: usize, paths: &BTreeSet<(i64, i64)>| {
                    let ends = paths.iter().filter(|path| path.0 == from[edge] && labels[edge].contains(value));
                    ends.map(|path| (to[edge], path.1 + costs[edge])).collect::<Vec<_>>()
                };
                (0..from.len()).flat_map(|edge| leads(edge, &paths)).collect()
            };
            x.iter().fold(BTreeSet::from([(1, 0)]), step).contains(&(0, *total))
        }
        (
            "fzn_cost_regular",
            [Ints(word), Int(_), Int(symbols), Ints(cells), Int(start), Set(ends), Ints(costs), Int(total)],
        ) => {
            let step = |path: Option<(i64, i64)>, symbol: &i64| {
                let (state, paid) = path.filter(|_| (1..=*symbols).contains(symbol))?;
                let place = ((state - 1) * symbols + symbol - 1) as usize;
                (cells[place] > 0).then(|| (cells[place], paid + costs[place]))
            };
            let end = word.iter().fold(Some((*start, 0)), step);
            end.is_some_and(|(state, paid)| ends.contains(&state) && paid == *total)
        }
        ("fzn_nvalue", [Int(n), Ints(x)]) => x.iter().collect::<BTreeSet<&i64>>().len() as i64 == *n,
        ("fzn_regular", [Ints(word), Int(_), Int(symbols), Ints(cells), Int(start), Set(ends)]) => {
            let cells: Vec<Vec<i64>> = cells.iter().map(|&next| Vec::from_iter((next > 0).then_some(next))).collect();
            accepts(word, *symbols, &cells, *start, ends)
        }
        ("fzn_regular_nfa", [Ints(word), Int(_), Int(symbols), Sets(cells), Int(start), Set(ends)]) => {
            accepts(word, *symbols, cells, *start, ends)
        }
        ("fzn_value_precede_chain_int", [Ints(chain), Ints(x)]) => {
            chain.windows(2).all(|pair| precedes(pair[0], pair[1], x))
        }
        ("fzn_value_precede_int", [Int(s), Int(t), Ints(x)]) => precedes(*s, *t, x),
        _ => return None,
    })
}

/// True if a value is there only behind another one.
fn precedes(s: i64, t: i64, x: &[i64]) -> bool {
    (0..x.len()).all(|place| x[place] != t || x[..place].contains(&s))
}

/// The lengths of the loops that successors make, if they are different nodes.
fn loops(next: &[i64], first: i64) -> Option<Vec<usize>> {
    let next: Vec<i64> = next.iter().map(|node| node - first + 1).collect();
    if !are_different(&next) || !next.iter().all(|node| (1..=next.len() as i64).contains(node)) {
        return None;
    }
    let mut lengths = Vec::new();
    let mut seen = vec![false; next.len()];
    for start in 0..next.len() {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[at], true) {
            at = next[at] as usize - 1;
            length += 1;
        }
        lengths.extend((length > 0).then_some(length));
    }
    Some(lengths)
}

/// True if an automaton accepts a word.
fn accepts(word: &[i64], symbols: i64, cells: &[Vec<i64>], start: i64, ends: &[i64]) -> bool {
    let step = |states: BTreeSet<i64>, &symbol: &i64| -> BTreeSet<i64> {
        let is_symbol = (1..=symbols).contains(&symbol);
        let next = |state: i64| at(&cells.iter().collect::<Vec<_>>(), (state - 1) * symbols + symbol);
        states.into_iter().filter(|_| is_symbol).filter_map(next).flatten().copied().collect()
    };
    word.iter().fold(BTreeSet::from([start]), step).iter().any(|state| ends.contains(state))
}

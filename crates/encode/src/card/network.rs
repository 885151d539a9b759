//! Sorting by comparators in a fixed order: Batcher's odd-even merge for any two lengths, and no further than asked
//! for.
//!
//! A comparator has two new variables, the larger and the smaller of two literals, and three clauses for each
//! direction; half of that where only the larger is needed.
//! K. E. Batcher, "Sorting networks and their applications", AFIPS 1968; cut off as in I. Abío, R. Nieuwenhuis, A.
//! Oliveras, E. Rodríguez-Carbonell, "A Parametric Approach for Smaller and Better Encodings of Cardinality
//! Constraints", CP 2013.

use cnfab_cnf::{ClauseRule, ClauseSink, Definition, Lit, Name};

use super::unary::Way;

/// The literals in falling order: true ones first, as many as the cap asks for.
pub(super) fn sorted(lits: &[Lit], way: Way, out: &mut dyn ClauseSink) -> Vec<Lit> {
    if lits.len() <= 1 {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let (left, right) = (sorted(left, way, out), sorted(right, way, out));
    merged(&left, &right, way, out)
}

/// Two sorted lists as one, neither of them longer than the cap.
pub(crate) fn merged(a: &[Lit], b: &[Lit], way: Way, out: &mut dyn ClauseSink) -> Vec<Lit> {
    let cap = way.cap;
    out.why(ClauseRule::Count);
    match (a, b) {
        (one, []) | ([], one) => return one[..one.len().min(cap)].to_vec(),
        (&[a], &[b]) => {
            let mut both = Vec::with_capacity(2);
            compare([a, b], &[a, b], way, &mut both, out);
            return both;
        }
        _ => {}
    }
    let every_other = |lits: &[Lit], from: usize| -> Vec<Lit> { lits.iter().skip(from).step_by(2).copied().collect() };
    let first = merged(&every_other(a, 0), &every_other(b, 0), Way { cap: cap / 2 + 1, ..way }, out);
    let second = merged(&every_other(a, 1), &every_other(b, 1), Way { cap: cap / 2, ..way }, out);
    let inputs = [a, b].concat();
    let mut all = Vec::with_capacity(cap.min(a.len() + b.len()));
    all.push(first[0]);
    for i in 0..first.len().max(second.len()) {
        if all.len() >= cap {
            break;
        }
        match (first.get(i + 1), second.get(i)) {
            (Some(&x), Some(&y)) => {
                compare([x, y], &inputs, Way { cap: cap - all.len(), ..way }, &mut all, out);
            }
            (Some(&one), None) | (None, Some(&one)) => all.push(one),
            (None, None) => {}
        }
    }
    out.note(|notes| notes.unary(&all, &inputs));
    all
}

/// Appends the larger and, if the cap is not one, the smaller of two literals to what counts the inputs. They may be
/// one literal.
fn compare([a, b]: [Lit; 2], inputs: &[Lit], way: Way, into: &mut Vec<Lit>, out: &mut dyn ClauseSink) {
    let next = |into: &[Lit]| Definition::gate(inputs, into.len() + 1);
    let larger = out.define(Name::aux("larger", into.len(), 0), || next(into));
    into.push(larger);
    if way.up {
        out.clause(&[!a, larger]);
        out.clause(&[!b, larger]);
    }
    if way.down {
        out.clause(&[a, b, !larger]);
    }
    if way.cap == 1 {
        return;
    }
    let smaller = out.define(Name::aux("smaller", into.len(), 0), || next(into));
    into.push(smaller);
    if way.up {
        let both = [!a, !b, smaller];
        out.clause(&both[usize::from(a == b)..]);
    }
    if way.down {
        out.clause(&[a, !smaller]);
        out.clause(&[b, !smaller]);
    }
}

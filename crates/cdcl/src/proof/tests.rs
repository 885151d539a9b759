//! Follows proofs step by step, by the definition of LRAT.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::rc::Rc;

use super::Literal;

/// A writer of a proof that is read again.
#[derive(Clone, Default)]
pub(in super::super) struct Shared(pub(in super::super) Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The literal of a proof, as here.
fn literal(number: i64) -> Literal {
    2 * (number.unsigned_abs() as u32 - 1) + u32::from(number < 0)
}

pub(in super::super) fn holds(clauses: &[Vec<Literal>], proof: &str) -> bool {
    holds_with(clauses, proof, &|native, clause| panic!("{native} is no constraint: {clause:?}"))
}

/// Follows a proof: each clause has to follow by unit propagation through its hints in their order, or `is_implied` by
/// a native constraint. Whether the empty clause is reached.
pub(in super::super) fn holds_with(
    clauses: &[Vec<Literal>],
    proof: &str,
    is_implied: &dyn Fn(usize, &[Literal]) -> bool,
) -> bool {
    let mut known: HashMap<i64, Vec<Literal>> = (1..).zip(clauses.iter().cloned()).collect();
    for line in proof.lines() {
        if let Some((_, deleted)) = line.split_once(" d ") {
            for number in deleted.split_whitespace().filter(|word| *word != "0") {
                known.remove(&number.parse().expect("a number")).expect("what is deleted is known");
            }
            continue;
        }
        let (step, native) = line.split_once(" e").map_or((line, None), |(step, native)| (step, Some(native)));
        let numbers: Vec<i64> = step.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let end = numbers.iter().position(|&number| number == 0).expect("the end of the clause");
        let clause: Vec<Literal> = numbers[1..end].iter().map(|&number| literal(number)).collect();
        if let Some(native) = native {
            let native = native.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
            assert!(is_implied(native, &clause), "{line}");
            known.insert(numbers[0], clause);
            continue;
        }
        let mut assumed: Vec<Literal> = clause.iter().map(|literal| literal ^ 1).collect();
        let mut is_refuted = false;
        for hint in &numbers[end + 1..numbers.len() - 1] {
            let mut open = known[hint].clone();
            open.retain(|&literal| !assumed.contains(&(literal ^ 1)));
            open.sort_unstable();
            open.dedup();
            assert!(!is_refuted && open.len() < 2, "{line}: {open:?}");
            is_refuted = open.is_empty();
            assumed.extend(open);
        }
        assert!(is_refuted, "{line}");
        if clause.is_empty() {
            return true;
        }
        known.insert(numbers[0], clause);
    }
    false
}

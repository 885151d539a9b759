//! Sequences of values that an automaton or a layered graph accepts, and the order in which values appear.
//!
//! That values appear in an order is an automaton, too: its state is how many of them there were. Y. C. Law, J. Lee,
//! "Global Constraints for Integer and Set Value Precedence", CP 2004.

use std::rc::Rc;
use std::sync::Arc;

use crate::model::{Layered, Transition, Var};

use super::globals::MOST_VALUES;
use super::{Args, Builtin, Wrong, class, reifiable};
use crate::frontend::flatzinc::classes::Term;
use crate::frontend::flatzinc::program::Kind::{Ints, Number, Numbers, Set, Sets};
use crate::frontend::flatzinc::program::Program;
use crate::frontend::flatzinc::statement::Reified;
use crate::frontend::ranges::Ranges;

pub(super) const ALL: &[Builtin] = &[
    reifiable("fzn_mdd", &[Ints, Number, Numbers, Number, Numbers, Sets, Numbers], diagram),
    reifiable("fzn_mdd_nondet", &[Ints, Number, Numbers, Number, Numbers, Sets, Numbers], diagram),
    reifiable("fzn_regular", &[Ints, Number, Number, Numbers, Number, Set], |program, args, reified| {
        // 0 is no transition.
        let cells = args.numbers(3).into_iter().map(|next| if next == 0 { vec![] } else { vec![next] });
        automaton(program, args, cells.collect(), reified)
    }),
    reifiable("fzn_regular_nfa", &[Ints, Number, Number, Sets, Number, Set], |program, args, reified| {
        let within = Ranges::from_to(1, args.number(1));
        if let Some(set) = args.sets(3).iter().find(|set| !set.is_within(&within)) {
            let found = format!("a transition to states from {:?} to {:?}", set.min(), set.max());
            return Err(Wrong { found, expected: format!("states from 1 to {}", args.number(1)) });
        }
        let cells = args.sets(3).iter().map(|set| set.values().collect()).collect();
        automaton(program, args, cells, reified)
    }),
    reifiable("fzn_value_precede_chain_int", &[Numbers, Ints], |program, args, reified| {
        precede(program, &args.numbers(0), args.terms(1), reified)
    }),
    reifiable("fzn_value_precede_int", &[Number, Number, Ints], |program, args, reified| {
        precede(program, &[args.number(0), args.number(1)], args.terms(2), reified)
    }),
];

/// States that some path through the layers has the values of the terms.
fn layered(
    program: &mut Program<'_>,
    terms: &[Term],
    layers: Vec<Arc<Vec<Transition>>>,
    initial: usize,
    accepting: Vec<usize>,
    reified: Reified,
) -> Result<(), Wrong> {
    let make = move |vars: Vec<Var>| Layered { vars, initial, layers: layers.clone(), accepting: accepting.clone() };
    class(program, terms.to_vec(), Rc::new(move |vars| make(vars).into()), reified);
    Ok(())
}

/// The values are a word of an automaton: states and symbols from 1 on, and for each of both the states that follow.
fn automaton(program: &mut Program<'_>, args: &Args, cells: Vec<Vec<i64>>, reified: Reified) -> Result<(), Wrong> {
    let [states, symbols, start] = [1, 2, 4].map(|place| args.number(place));
    let size = usize::try_from(states).ok().zip(usize::try_from(symbols).ok()).and_then(|(q, s)| q.checked_mul(s));
    if size != Some(cells.len()) {
        let found = format!("a table of {} transitions for {states} states and {symbols} symbols", cells.len());
        return Err(Wrong { found, expected: "as many as states times symbols".to_owned() });
    }
    let is_state = |state: &i64| (1..=states).contains(state);
    if !is_state(&start) || !cells.iter().flatten().all(is_state) {
        return Err(Wrong {
            found: "a state that there is not".to_owned(),
            expected: format!("states from 1 to {states}"),
        });
    }
    let steps = (0i64..).zip(&cells).flat_map(|(place, next)| {
        let (from, value) = ((place / symbols + 1) as usize, i32::try_from(place % symbols + 1).ok());
        next.iter().filter_map(move |&to| Some(Transition { from, value: value?, to: to as usize }))
    });
    let steps = Arc::new(steps.collect::<Vec<Transition>>());
    let layers = vec![steps; args.terms(0).len()];
    let accepting = args.set(5).and(&Ranges::from_to(1, states)).values().map(|state| state as usize).collect();
    layered(program, args.terms(0), layers, start as usize, accepting, reified)
}

/// The values of a term, each as a value of a variable, unless they are very many.
fn values(program: &mut Program<'_>, term: Term, of: &Ranges) -> Result<Vec<i32>, Wrong> {
    let both = match term {
        Term::Const(value) => Ranges::from_to(value, value).and(of),
        Term::Var(id) => program.classes.values(id).and(of),
    };
    if both.len() > MOST_VALUES {
        let found = "variables of very many values".to_owned();
        return Err(Wrong { found, expected: format!("at most {MOST_VALUES}") });
    }
    // A value beyond 32 bits is none of a variable.
    Ok(both.values().filter_map(|value| i32::try_from(value).ok()).collect())
}

/// The values are along a path through a decision diagram. Its root is node 1, and 0 is the node that accepts.
fn diagram(program: &mut Program<'_>, args: &Args, reified: Reified) -> Result<(), Wrong> {
    args.same_length(4, 6)?;
    let (terms, levels, labels) = (args.terms(0), args.numbers(2), args.sets(5));
    let (from, to) = (args.numbers(4), args.numbers(6));
    if labels.len() != from.len() {
        let found = format!("{} labels of {} edges", labels.len(), from.len());
        return Err(Wrong { found, expected: "a label for each edge".to_owned() });
    }
    let mut layers: Vec<Vec<Transition>> = vec![Vec::new(); terms.len()];
    let mut size = 0;
    for ((&from, &to), label) in from.iter().zip(&to).zip(labels.iter()) {
        let node = |node: i64| usize::try_from(node).ok().filter(|&node| node <= levels.len());
        let wrong = || Wrong {
            found: format!("an edge from {from} to {to}"),
            expected: "edges from a node to one of the next level".to_owned(),
        };
        let (start, end) = node(from).filter(|&from| from > 0).zip(node(to)).ok_or_else(wrong)?;
        let level = |node: usize| if node == 0 { terms.len() as i64 + 1 } else { levels[node - 1] };
        let place = usize::try_from(level(start)).ok().and_then(|level| level.checked_sub(1));
        let place = place.filter(|&place| place < terms.len() && level(end) == level(start) + 1).ok_or_else(wrong)?;
        let values = values(program, terms[place], label)?;
        size += values.len() as u128;
        if size > MOST_VALUES {
            return Err(Wrong {
                found: "a very large diagram".to_owned(),
                expected: format!("at most {MOST_VALUES} values of its edges together"),
            });
        }
        layers[place].extend(values.into_iter().map(|value| Transition { from: start, value, to: end }));
    }
    // Without variables the root has to accept, which it does not.
    layered(program, terms, layers.into_iter().map(Arc::new).collect(), 1, vec![0], reified)
}

/// Each of some values appears only behind the value before it.
fn precede(program: &mut Program<'_>, chain: &[i64], terms: &[Term], reified: Reified) -> Result<(), Wrong> {
    // A value that comes again would have to be there before itself, and so would all behind it.
    let repeats = |place: usize| chain[place + 1..].contains(&chain[place]);
    let possible = (0..chain.len()).find(|&place| repeats(place)).unwrap_or(chain.len());
    let mut layers = Vec::with_capacity(terms.len());
    for &term in terms {
        let mut steps = Vec::new();
        for value in values(program, term, &Ranges::all())? {
            let place = chain.iter().position(|&other| other == i64::from(value));
            for seen in 0..=possible {
                let to = match place {
                    Some(place) if place >= possible || place > seen => continue,
                    Some(place) if place == seen => seen + 1,
                    _ => seen,
                };
                steps.push(Transition { from: seen, value, to });
            }
        }
        layers.push(Arc::new(steps));
    }
    layered(program, terms, layers, 0, (0..=possible).collect(), reified)
}

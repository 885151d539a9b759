//! Sequences of values that an automaton or a layered graph accepts, and the order in which values appear.
//!
//! That values appear in an order is an automaton, too: its state is how many of them there were. Y. C. Law, J. Lee,
//! "Global Constraints for Integer and Set Value Precedence", CP 2004.

use std::rc::Rc;
use std::sync::Arc;

use cnfab_model::{CostedPath, Layered, Transition, Var};

use super::counting::defined;
use super::globals::MOST_VALUES;
use super::{Args, Builtin, Wrong, bound, class, is, reifiable};
use crate::flatzinc::classes::{Lit, Term};
use crate::flatzinc::program::Kind::{Int, Ints, Number, Numbers, Set, Sets};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::{Form, Reified};
use crate::ranges::Ranges;

pub(super) const ALL: &[Builtin] = &[
    reifiable(
        "fzn_cost_mdd",
        &[Ints, Number, Numbers, Number, Numbers, Sets, Numbers, Numbers, Int],
        |program, args, reified| diagram(program, args, 7, Some((6, 8)), reified),
    ),
    reifiable(
        "fzn_cost_regular",
        &[Ints, Number, Number, Numbers, Number, Set, Numbers, Int],
        |program, args, reified| automaton(program, args, single(args), Some((6, 7)), reified),
    ),
    reifiable("fzn_mdd", &[Ints, Number, Numbers, Number, Numbers, Sets, Numbers], |program, args, reified| {
        diagram(program, args, 6, None, reified)
    }),
    reifiable("fzn_mdd_nondet", &[Ints, Number, Numbers, Number, Numbers, Sets, Numbers], |program, args, reified| {
        diagram(program, args, 6, None, reified)
    }),
    reifiable("fzn_regular", &[Ints, Number, Number, Numbers, Number, Set], |program, args, reified| {
        automaton(program, args, single(args), None, reified)
    }),
    reifiable("fzn_regular_nfa", &[Ints, Number, Number, Sets, Number, Set], |program, args, reified| {
        let within = Ranges::from_to(1, args.number(1));
        if let Some(set) = args.sets(3).iter().find(|set| !set.is_within(&within)) {
            let found = format!("a transition to states from {:?} to {:?}", set.min(), set.max());
            return Err(Wrong { found, expected: format!("states from 1 to {}", args.number(1)) });
        }
        let cells = args.sets(3).iter().map(|set| set.values().collect()).collect();
        automaton(program, args, cells, None, reified)
    }),
    reifiable("fzn_value_precede_chain_int", &[Numbers, Ints], |program, args, reified| {
        precede(program, &args.numbers(0), args.terms(1), reified)
    }),
    reifiable("fzn_value_precede_int", &[Number, Number, Ints], |program, args, reified| {
        precede(program, &[args.number(0), args.number(1)], args.terms(2), reified)
    }),
];

/// A layered graph.
struct Graph {
    layers: Vec<Arc<Vec<Transition>>>,
    initial: usize,
    accepting: Vec<usize>,
}

/// The costs of the steps of each layer, and the total.
type Costs = (Vec<Arc<Vec<i32>>>, Term);

/// The places of the arguments for costs and for the total.
type PlacesOfCosts = Option<(usize, usize)>;

/// States that some path through the layers has the values of the terms, and costs what it should.
fn layered(
    program: &mut Program<'_>,
    terms: &[Term],
    Graph { layers, initial, accepting }: Graph,
    costs: Option<Costs>,
    reified: Reified,
) -> Result<(), Wrong> {
    if reified == Reified::No {
        for (&term, layer) in terms.iter().zip(&layers) {
            bound(program, term, || Ranges::listed(layer.iter().map(|step| step.value.into()).collect()));
        }
        if let Some((each, total)) = &costs {
            let least: i64 = each.iter().filter_map(|layer| layer.iter().min()).map(|&cost| i64::from(cost)).sum();
            let most: i64 = each.iter().filter_map(|layer| layer.iter().max()).map(|&cost| i64::from(cost)).sum();
            bound(program, *total, || Ranges::from_to(least, most));
        }
    }
    let make = move |vars: Vec<Var>| Layered { vars, initial, layers: layers.clone(), accepting: accepting.clone() };
    match costs {
        None => class(program, terms.to_vec(), Rc::new(move |vars| make(vars).into()), reified),
        Some((costs, total)) => {
            let all = terms.iter().copied().chain([total]).collect();
            let make = move |mut vars: Vec<Var>| {
                let total = vars.pop().expect("the total is the last one");
                CostedPath { path: make(vars), costs: costs.clone(), total }.into()
            };
            class(program, all, Rc::new(make), reified)
        }
    }
}

/// Costs of 32 bits.
fn costs(numbers: Vec<i64>) -> Result<Vec<i32>, Wrong> {
    let cost = |number: i64| {
        i32::try_from(number)
            .map_err(|_| Wrong { found: format!("the cost {number}"), expected: "costs of 32 bits".to_owned() })
    };
    numbers.into_iter().map(cost).collect()
}

/// For each state and symbol the only state that follows. 0 is no transition.
fn single(args: &Args) -> Vec<Vec<i64>> {
    args.numbers(3).into_iter().map(|next| if next == 0 { vec![] } else { vec![next] }).collect()
}

/// The values are a word of an automaton: states and symbols from 1 on, and for each of both the states that follow.
fn automaton(
    program: &mut Program<'_>,
    args: &Args,
    cells: Vec<Vec<i64>>,
    costed: PlacesOfCosts,
    reified: Reified,
) -> Result<(), Wrong> {
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
    let length = args.terms(0).len();
    let paid = match costed {
        None => None,
        Some((each, total)) => {
            let each = costs(args.numbers(each))?;
            if each.len() != cells.len() {
                let found = format!("{} costs of {} transitions", each.len(), cells.len());
                return Err(Wrong { found, expected: "a cost for each transition".to_owned() });
            }
            let place = |step: &Transition| (step.from - 1) * symbols as usize + step.value as usize - 1;
            let each = Arc::new(steps.iter().map(|step| each[place(step)]).collect::<Vec<i32>>());
            Some((vec![each; length], args.term(total)))
        }
    };
    let accepting = args.set(5).and(&Ranges::from_to(1, states)).values().map(|state| state as usize).collect();
    let graph = Graph { layers: vec![steps; length], initial: start as usize, accepting };
    layered(program, args.terms(0), graph, paid, reified)
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
fn diagram(
    program: &mut Program<'_>,
    args: &Args,
    ends: usize,
    costed: PlacesOfCosts,
    reified: Reified,
) -> Result<(), Wrong> {
    args.same_length(4, ends)?;
    let (terms, levels, labels) = (args.terms(0), args.numbers(2), args.sets(5));
    let (from, to) = (args.numbers(4), args.numbers(ends));
    let each = match costed {
        None => vec![0; from.len()],
        Some((each, _)) => {
            args.same_length(4, each)?;
            costs(args.numbers(each))?
        }
    };
    if labels.len() != from.len() {
        let found = format!("{} labels of {} edges", labels.len(), from.len());
        return Err(Wrong { found, expected: "a label for each edge".to_owned() });
    }
    let mut layers: Vec<Vec<Transition>> = vec![Vec::new(); terms.len()];
    let mut paid: Vec<Vec<i32>> = vec![Vec::new(); terms.len()];
    let mut size = 0;
    for (((&from, &to), label), cost) in from.iter().zip(&to).zip(labels.iter()).zip(each) {
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
        paid[place].extend(values.iter().map(|_| cost));
        layers[place].extend(values.into_iter().map(|value| Transition { from: start, value, to: end }));
    }
    let paid = costed.map(|(_, total)| (paid.into_iter().map(Arc::new).collect(), args.term(total)));
    // Without variables the root has to accept, which it does not.
    let graph = Graph { layers: layers.into_iter().map(Arc::new).collect(), initial: 1, accepting: vec![0] };
    layered(program, terms, graph, paid, reified)
}

/// The most steps of a graph that says in which order values appear. Where there are more, clauses say so.
const FEW_STEPS: u128 = 200_000;

/// The same as [`precede`], where the values of the variables are not named: where one has a value of the chain, one
/// before it has the value before that.
fn precede_by_clauses(program: &mut Program<'_>, chain: &[i64], terms: &[Term], reified: Reified) {
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for pair in chain.windows(2) {
        for (place, &term) in terms.iter().enumerate() {
            let before = terms[..place].iter().map(|&term| is(term, pair[0]));
            clauses.push(before.chain([!is(term, pair[1])]).collect());
        }
    }
    match reified {
        Reified::No => clauses.into_iter().for_each(|clause| program.clause(clause)),
        Reified::Half(truth) => {
            clauses.into_iter().for_each(|clause| program.clause(clause.into_iter().chain([!truth]).collect()));
        }
        Reified::Full(truth) => {
            let broken = clauses.into_iter().map(|clause| !defined(program, Form::Or(clause))).collect();
            program.state(Form::Or(broken), Reified::Full(!truth));
        }
    }
}

/// Each of some values appears only behind the value before it.
fn precede(program: &mut Program<'_>, chain: &[i64], terms: &[Term], reified: Reified) -> Result<(), Wrong> {
    let size = |&term: &Term| match term {
        Term::Const(_) => 1,
        Term::Var(id) => program.classes.values(id).len(),
    };
    let total = terms.iter().map(size).fold(0, u128::saturating_add);
    if total.saturating_mul(chain.len() as u128 + 1) > FEW_STEPS {
        let lits = (terms.len() as u128).pow(2).saturating_mul(chain.len() as u128);
        if lits > 5 * MOST_VALUES {
            let found = format!("a chain of {} values over {} variables of many values", chain.len(), terms.len());
            return Err(Wrong { found, expected: "fewer values or variables".to_owned() });
        }
        precede_by_clauses(program, chain, terms, reified);
        return Ok(());
    }
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
    layered(program, terms, Graph { layers, initial: 0, accepting: (0..=possible).collect() }, None, reified)
}

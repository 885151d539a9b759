//! Random native constraints, and when each of them is met, by what it says.

use std::cell::RefCell;
use std::collections::BTreeSet;

use fastrand::Rng;

use cnfab_cnf::{Alternative, Integer, NativeConstraint};

use super::super::Literal;

pub(in super::super) type Native = NativeConstraint<Literal>;

/// Literals of which exactly one is true, for values, and literals that imply those before them, for bounds.
pub(in super::super) struct Groups {
    values: Vec<Vec<Literal>>,
    bounds: Vec<Vec<Literal>>,
}

impl Groups {
    /// Groups without a variable in common.
    pub(in super::super) fn of(rng: &mut Rng, variables: u32) -> Self {
        let mut own: Vec<Literal> = (0..variables).map(|variable| 2 * variable + u32::from(rng.bool())).collect();
        rng.shuffle(&mut own);
        own.truncate(own.len() - rng.usize(..3));
        let size = rng.usize(2..5);
        let (mut values, mut bounds) = (Vec::new(), Vec::new());
        for literals in own.chunks(size) {
            let kind = if values.is_empty() || rng.bool() { &mut values } else { &mut bounds };
            kind.push(literals.to_vec());
        }
        Groups { values, bounds }
    }

    /// The groups as clauses.
    pub(in super::super) fn clauses(&self) -> Vec<Vec<Literal>> {
        let mut clauses = self.values.clone();
        for literals in &self.values {
            for (at, literal) in literals.iter().enumerate() {
                clauses.extend(literals[..at].iter().map(|other| vec![other ^ 1, literal ^ 1]));
            }
        }
        let chain = |literals: &Vec<Literal>| -> Vec<Vec<Literal>> {
            literals.windows(2).map(|pair| vec![pair[0], pair[1] ^ 1]).collect()
        };
        clauses.extend(self.bounds.iter().flat_map(chain));
        clauses
    }

    /// A number, or a group as an integer.
    fn integer(&self, rng: &mut Rng, least: std::ops::Range<i64>) -> Integer<Literal> {
        let least = rng.i64(least);
        let none = Vec::new();
        let literals = self.bounds.get(rng.usize(..=self.bounds.len())).unwrap_or(&none);
        let mut value = least;
        let step = |&literal: &Literal| {
            value += rng.i64(1..4);
            (value, literal)
        };
        Integer { least, steps: literals.iter().map(step).collect(), number: None }
    }

    /// A group as choices of different numbers below a limit, or one choice without a literal.
    fn choice(&self, rng: &mut Rng, below: u32) -> Vec<Alternative<u32, Literal>> {
        let mut numbers: Vec<u32> = (0..below).collect();
        rng.shuffle(&mut numbers);
        let fitting: Vec<&Vec<Literal>> = self.values.iter().filter(|own| own.len() <= below as usize).collect();
        match fitting.get(rng.usize(..=fitting.len())) {
            Some(own) => std::iter::zip(numbers, own.iter().map(|&literal| Some(literal))).collect(),
            None => vec![(numbers[0], None)],
        }
    }
}

pub(in super::super) fn literal_of(rng: &mut Rng, variables: u32) -> Literal {
    2 * rng.u32(..variables) + u32::from(rng.bool())
}

/// A random linear constraint, whose terms may share variables.
pub(in super::super) fn sum(rng: &mut Rng, variables: u32) -> Native {
    let mut terms = Vec::new();
    for _ in 0..rng.usize(1..5) {
        let mut value = 0;
        let steps = rng.usize(0..4);
        let step = |_| {
            value += rng.i64(1..4);
            (value, literal_of(rng, variables))
        };
        terms.push((0..steps).map(step).collect::<Vec<_>>());
    }
    let most: i64 = terms.iter().filter_map(|term| term.last()).map(|step| step.0).sum();
    Native::Linear { terms, integers: Vec::new(), bound: rng.i64(-1..=most) }
}

/// A random constraint over the groups, or over any literals where it may be.
pub(in super::super) fn native(rng: &mut Rng, groups: &Groups, variables: u32) -> Native {
    let mut when: Vec<Literal> = (0..rng.usize(..5)).map(|_| literal_of(rng, variables)).collect();
    when.truncate(when.len().saturating_sub(2));
    let mut of: Vec<&Vec<Literal>> = groups.values.iter().collect();
    rng.shuffle(&mut of);
    of.truncate(rng.usize(1..=groups.values.len()));
    match rng.u8(..11) {
        0 => {
            let values = rng.u32(3..6);
            let mut value = |&literal: &Literal| (rng.u32(..values), literal);
            Native::AllDifferent {
                variables: of.iter().map(|own| own.iter().map(&mut value).collect()).collect(),
                when,
            }
        }
        1 => {
            let number = rng.usize(1..8);
            let row = |_| of.iter().map(|own| rng.u32(..own.len() as u32)).collect::<Vec<_>>();
            let rows: Vec<u32> = (0..number).flat_map(row).collect();
            Native::Table { columns: of.into_iter().cloned().collect(), rows, when }
        }
        2 => {
            let n = rng.u32(1..6);
            Native::Circuit { arcs: (0..n).map(|_| groups.choice(rng, n)).collect(), is_partial: rng.bool(), when }
        }
        3 => {
            let n = rng.u32(1..6);
            let some = |rng: &mut Rng| (rng.u8(..5) > 0).then(|| literal_of(rng, variables));
            let nodes = (0..n).map(|_| some(rng)).collect();
            let edges = (0..rng.u32(1..8)).map(|_| ([rng.u32(..n), rng.u32(..n)], some(rng))).collect();
            Native::Connected { nodes, edges, when }
        }
        4 => {
            let task = |_| [-1..3, 0..4, 0..3].map(|least| groups.integer(rng, least));
            let tasks = (0..4).map(task).collect();
            Native::Cumulative { tasks, capacity: groups.integer(rng, 1..4), when }
        }
        5 => {
            let number = rng.usize(2..5);
            let task = |_| [-1..3, -1..3].map(|least| groups.integer(rng, least));
            let tasks = (0..number).map(task).collect();
            Native::Disjunctive { tasks, is_strict: rng.bool(), when }
        }
        6 => {
            let number = rng.usize(1..5);
            let pair = |_| [0..4, 0..4].map(|least| groups.integer(rng, least));
            let pairs = (0..number).map(pair).collect();
            Native::Lex { pairs, is_strict: rng.bool(), when }
        }
        7 => {
            let literals = (0..rng.usize(1..6)).map(|_| literal_of(rng, variables)).collect();
            Native::Parity { literals, is_odd: rng.bool(), when }
        }
        8 => {
            let counts: Vec<Integer<Literal>> = (0..rng.usize(1..4)).map(|_| groups.integer(rng, -1..2)).collect();
            let n = rng.usize(1..5);
            let below = counts.len() as u32 + rng.u32(..3);
            Native::GlobalCardinality { variables: (0..n).map(|_| groups.choice(rng, below)).collect(), counts, when }
        }
        9 => {
            // Of each state and value one step, or none; the last states all accept.
            let mut before = 1;
            let mut values = Vec::new();
            for _ in 0..rng.usize(1..5) {
                let after = rng.u32(1..4);
                let steps = |rng: &mut Rng| (0..before).filter(|_| rng.u8(..4) > 0).collect::<Vec<u32>>();
                let own = groups.choice(rng, 4).into_iter().map(|(_, literal)| {
                    (steps(rng).into_iter().map(|from| [from, rng.u32(..after)]).collect(), literal)
                });
                values.push(own.collect());
                before = after;
            }
            Native::Layered { values, when }
        }
        _ => {
            let n = rng.u32(1..5);
            let index = groups.choice(rng, n);
            let array = (0..n).map(|_| groups.choice(rng, 4)).collect();
            Native::Element { index, array, result: groups.choice(rng, 4), when }
        }
    }
}

/// Random constraints, by a coin of groups or of any literals, with the clauses that say what groups are.
pub(in super::super) fn natives(rng: &mut Rng, variables: u32, number: usize) -> (Vec<Vec<Literal>>, Vec<Native>) {
    let groups = rng.bool().then(|| Groups::of(rng, variables));
    let one = |_| match &groups {
        None => sum(rng, variables),
        Some(groups) => native(rng, groups, variables),
    };
    let natives = (0..number).map(one).collect();
    (groups.map_or_else(Vec::new, |groups| groups.clauses()), natives)
}

/// The same constraint with clauses for it.
pub(in super::super) fn lazily(native: Native) -> Native {
    let used = RefCell::new(BTreeSet::new());
    native.map(|literal| used.borrow_mut().insert(literal / 2));
    let used: Vec<u32> = used.into_inner().into_iter().collect();
    let mut clauses = Vec::new();
    for code in 0u32..1 << used.len() {
        let negated = |place: usize| code >> place & 1 == 0;
        let place = |literal: Literal| used.binary_search(&(literal / 2)).expect("a variable of it");
        if !is_met(&native, |literal| negated(place(literal)) == (literal & 1 == 1)) {
            clauses.push(used.iter().enumerate().map(|(at, var)| 2 * var + u32::from(!negated(at))).collect());
        }
    }
    Native::Lazy { natives: vec![native], clauses, variables: Vec::new() }
}

/// True if the constraint holds where these literals are true, of which the groups are as they should.
pub(in super::super) fn is_met(native: &Native, is_true: impl Fn(Literal) -> bool + Copy) -> bool {
    let all = |literals: &[Literal]| literals.iter().all(|&literal| is_true(literal));
    let is_there = |literal: Option<Literal>| literal.is_none_or(is_true);
    let value =
        |of: &Integer<Literal>| of.steps.iter().rev().find(|step| is_true(step.1)).map_or(of.least, |step| step.0);
    let chosen = |of: &[Alternative<u32, Literal>]| of.iter().find(|choice| is_there(choice.1)).map(|choice| choice.0);
    match native {
        Native::Integer { .. } | Native::Order { .. } => unreachable!("of no random constraint"),
        Native::Linear { terms, bound, .. } => {
            let value = |term: &Vec<(i64, Literal)>| {
                term.iter().filter(|step| is_true(step.1)).map(|step| step.0).max().unwrap_or(0)
            };
            terms.iter().map(value).sum::<i64>() <= *bound
        }
        Native::AllDifferent { variables, when } => {
            let mut taken: Vec<u32> = variables
                .iter()
                .flat_map(|own| own.iter().find(|&&(_, literal)| is_true(literal)).map(|&(value, _)| value))
                .collect();
            taken.sort_unstable();
            !taken.windows(2).any(|pair| pair[0] == pair[1]) || !all(when)
        }
        Native::Table { columns, rows, when } => {
            let holds = |row: &[u32]| row.iter().zip(columns).all(|(&at, column)| is_true(column[at as usize]));
            rows.chunks(columns.len()).any(holds) || !all(when)
        }
        Native::Circuit { arcs, is_partial, when } => {
            let next: Vec<Option<u32>> = arcs.iter().map(|own| chosen(own)).collect();
            let is_on = |&node: &u32| !is_partial || next[node as usize] != Some(node);
            let on: BTreeSet<u32> = (0..arcs.len() as u32).filter(is_on).collect();
            // As many steps as there are nodes lead through all and back.
            let (mut at, mut seen) = (on.first().copied(), BTreeSet::new());
            for _ in 0..on.len() {
                at = at.and_then(|node| next[node as usize]);
                seen.extend(at);
            }
            seen == on && at == on.first().copied() || !all(when)
        }
        Native::Connected { nodes, edges, when } => {
            let is_in = |node: u32| is_there(nodes[node as usize]);
            let first = (0..nodes.len() as u32).find(|&node| is_in(node));
            let mut seen: BTreeSet<u32> = first.into_iter().collect();
            for _ in nodes {
                for &([one, other], literal) in edges {
                    if is_there(literal) && is_in(one) && is_in(other) && (seen.contains(&one) || seen.contains(&other))
                    {
                        seen.extend([one, other]);
                    }
                }
            }
            (0..nodes.len() as u32).all(|node| !is_in(node) || seen.contains(&node)) || !all(when)
        }
        Native::Cumulative { tasks, capacity, when } => {
            let fits = |time: i64| {
                let runs =
                    |task: &&[Integer<Literal>; 3]| value(&task[0]) <= time && time < value(&task[0]) + value(&task[1]);
                let mut running = tasks.iter().filter(runs).peekable();
                running.peek().is_none() || running.map(|task| value(&task[2])).sum::<i64>() <= value(capacity)
            };
            (-10..40).all(fits) || !all(when)
        }
        Native::Disjunctive { tasks, is_strict, when } => {
            let tasks: Vec<[i64; 2]> = tasks.iter().map(|task| task.each_ref().map(value)).collect();
            let are_apart = |a: [i64; 2], b: [i64; 2]| {
                !is_strict && (a[1] <= 0 || b[1] <= 0) || a[0] + a[1] <= b[0] || b[0] + b[1] <= a[0]
            };
            (0..tasks.len()).all(|b| (0..b).all(|a| are_apart(tasks[a], tasks[b]))) || !all(when)
        }
        Native::Lex { pairs, is_strict, when } => {
            let [left, right] = [0, 1].map(|side| pairs.iter().map(|pair| value(&pair[side])).collect::<Vec<_>>());
            (if *is_strict { left < right } else { left <= right }) || !all(when)
        }
        Native::Parity { literals, is_odd, when } => {
            let trues = literals.iter().filter(|&&literal| is_true(literal)).count();
            (trues % 2 == 1) == *is_odd || !all(when)
        }
        Native::Element { index, array, result, when } => {
            let entry = chosen(index).and_then(|entry| chosen(&array[entry as usize]));
            entry.is_some() && entry == chosen(result) || !all(when)
        }
        Native::GlobalCardinality { variables, counts, when } => {
            let taken: Vec<Option<u32>> = variables.iter().map(|own| chosen(own)).collect();
            let number = |value: u32| taken.iter().filter(|&&other| other == Some(value)).count() as i64;
            let fits = |(place, count): (u32, &Integer<Literal>)| value(count) == number(place);
            (0..).zip(counts).all(fits) || !all(when)
        }
        Native::Layered { values, when } => {
            let mut state = Some(0);
            for own in values {
                let steps = own.iter().find(|choice| is_there(choice.1)).map_or(&[][..], |choice| &choice.0[..]);
                state = state.and_then(|state| steps.iter().find(|step| step[0] == state).map(|step| step[1]));
            }
            state.is_some() || !all(when)
        }
        Native::Lazy { natives, .. } => natives.iter().all(|native| is_met(native, is_true)),
    }
}

//! The walk for exact cover, which covers the items one after the other.
//!
//! What it does: every rule is read as an item that the values of variables cover: at most once, and some of them
//! exactly once. The walk comes to an item and covers it with one of the values that cover nothing before it, unless it
//! is covered already. A state remembers which items ahead are covered. A variable with several values is an item, too:
//! it gets one of them.
//!
//! Whose idea: on a board taken square by square, the states are the broken profiles of tiling, which are folklore.
//! Merging of equal rests of a cover: M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with Decision Diagrams: A
//! Combined Approach to Exact Cover", AAAI 2017.
//!
//! How ours differs: the order of the items is fixed, and the walk is breadth-first. Equal choices of a step are one
//! choice with a multiplicity.
//!
//! When it runs: for models whose rules are all exactly-one, at-most-one or all-different, if the states have at most
//! `MOST_BITS` bits.

use std::collections::BTreeMap;

use cnfab_model::Cmp;

use super::order::breadth_first;
use super::program::{Bits, Choice, MOST_BITS, Program, WalkStep};
use super::rules::Rules;

/// An item that is covered at most once.
struct Item {
    /// In how many ways it is left uncovered; 0 if it has to be covered.
    spare: u64,
    /// True if it stands for a variable, which is no reason to decide about it.
    is_variable: bool,
}

/// Values of variables, and what each covers.
struct Cover {
    items: Vec<Item>,
    /// For each value that covers something, the items, in order.
    options: Vec<Vec<usize>>,
}

/// The programs for some orders of the items; `Err` has the reason if the rules are none of exact cover.
pub(super) fn compile(rules: &Rules) -> Result<Vec<Program>, String> {
    let cover = Cover::new(rules)?;
    let things: Vec<usize> = (0..cover.items.len()).filter(|&item| !cover.items[item].is_variable).collect();
    let near = cover
        .options
        .iter()
        .map(|option| option.iter().copied().filter(|&item| !cover.items[item].is_variable).collect::<Vec<usize>>());
    let by_nearness = breadth_first(cover.items.len(), near.clone());
    let by_nearness = by_nearness.into_iter().filter(|&item| !cover.items[item].is_variable).collect();
    let mut programs = Vec::new();
    let mut reason = String::new();
    for order in [things, by_nearness] {
        match cover.program(&order) {
            Ok(program) => programs.push(program),
            Err(why) => reason = why,
        }
    }
    if programs.is_empty() { Err(reason) } else { Ok(programs) }
}

impl Cover {
    fn new(rules: &Rules) -> Result<Self, String> {
        let mut items: Vec<Item> = Vec::new();
        // For each variable and value the items; `None` if the value is impossible.
        let mut covered: Vec<Vec<Option<Vec<usize>>>> =
            rules.allowed.iter().map(|values| values.iter().map(|&allowed| allowed.then(Vec::new)).collect()).collect();
        let mut put = |var: usize, value: usize, item: usize, times: i64| match (times, &mut covered[var][value]) {
            (0, _) | (_, None) => {}
            (1, Some(items)) => items.push(item),
            (_, place) => *place = None,
        };
        for sum in &rules.sums {
            if sum.cmp == Cmp::Ge || sum.rhs != 1 {
                return Err("sums and counts other than exactly one and at most one".to_owned());
            }
            for term in &sum.terms {
                term.adds.iter().enumerate().for_each(|(value, &times)| put(term.var, value, items.len(), times));
            }
            items.push(Item { spare: u64::from(sum.cmp == Cmp::Le), is_variable: false });
        }
        for group in &rules.different {
            let mut places: BTreeMap<i32, Vec<(usize, usize)>> = BTreeMap::new();
            for &var in group {
                for value in rules.values(var) {
                    places.entry(rules.value(var, value)).or_default().push((var, value));
                }
            }
            // As many values as variables: each of them is used.
            let spare = u64::from(places.len() != group.len());
            for places in places.into_values().filter(|places| places.len() > 1 || spare == 0) {
                places.into_iter().for_each(|(var, value)| put(var, value, items.len(), 1));
                items.push(Item { spare, is_variable: false });
            }
        }
        for sides in &rules.conflicts {
            for side in sides {
                let values = side.values.iter().enumerate().filter(|&(_, &value)| value);
                values.for_each(|(value, _)| put(side.var, value, items.len(), 1));
            }
            items.push(Item { spare: 1, is_variable: false });
        }
        if !rules.tables.is_empty() {
            return Err("tables".to_owned());
        }
        let mut options = Vec::new();
        for values in covered {
            let possible: Vec<Vec<usize>> = values.into_iter().flatten().collect();
            let idle = possible.iter().filter(|items| items.is_empty()).count();
            // With one value to take or to leave there is nothing to remember.
            let is_switch = idle == 1 && possible.len() == 2;
            for mut option in possible.into_iter().filter(|items| !items.is_empty()) {
                option.extend((!is_switch).then_some(items.len()));
                options.push(option);
            }
            if !is_switch {
                items.push(Item { spare: idle as u64, is_variable: true });
            }
        }
        Ok(Cover { items, options })
    }

    /// The program that takes the items that are no variables in this order, and each variable as soon as it is
    /// decided.
    fn program(&self, order: &[usize]) -> Result<Program, String> {
        let mut position = vec![usize::MAX; self.items.len()];
        for (step, &item) in order.iter().enumerate() {
            position[item] = step;
        }
        let mut deciding: Vec<Vec<&Vec<usize>>> = vec![Vec::new(); order.len()];
        let mut last = vec![0; self.items.len()];
        for option in &self.options {
            let first = option.iter().map(|&item| position[item]).min().expect("an option covers something");
            deciding[first].push(option);
            option.iter().for_each(|&item| last[item] = last[item].max(first));
        }
        let mut variables: Vec<usize> = (0..self.items.len()).filter(|&item| self.items[item].is_variable).collect();
        variables.sort_by_key(|&item| last[item]);
        let mut variables = variables.into_iter().peekable();
        let mut builder = Builder { cover: self, bits: Bits::default(), places: vec![None; self.items.len()] };
        let (mut steps, mut widths) = (Vec::new(), Vec::new());
        for (step, &item) in order.iter().enumerate() {
            steps.push(builder.step(item, &deciding[step])?);
            widths.push(builder.width());
            while let Some(variable) = variables.next_if(|&variable| last[variable] <= step) {
                steps.push(builder.step(variable, &[])?);
                widths.push(builder.width());
            }
        }
        for variable in variables {
            steps.push(builder.step(variable, &[])?);
            widths.push(builder.width());
        }
        Ok(Program::new(steps, &widths))
    }
}

struct Builder<'c> {
    cover: &'c Cover,
    bits: Bits,
    /// The bit of each item that can be covered by now and is still ahead.
    places: Vec<Option<u32>>,
}

impl Builder<'_> {
    fn width(&self) -> u32 {
        self.places.iter().flatten().count() as u32
    }

    /// The step at which this item has to be covered, by one of these options or before.
    ///
    /// Post: the item has no bit any more; items of the options that are still ahead have one.
    fn step(&mut self, item: usize, options: &[&Vec<usize>]) -> Result<WalkStep, String> {
        let own = self.places[item].take().map_or(0, |place| {
            self.bits.give_back(place, 1);
            1 << place
        });
        let keep = self.places.iter().flatten().fold(0, |bits, &place| bits | 1 << place);
        let mut ways: BTreeMap<Choice, u64> = BTreeMap::new();
        let spare = self.cover.items[item].spare;
        if own != 0 {
            ways.insert(Choice { need: own, forbid: 0, set: 0, times: 0 }, 1);
        }
        if spare > 0 {
            ways.insert(Choice { need: 0, forbid: own, set: 0, times: 0 }, spare);
        }
        for option in options {
            let (mut forbid, mut set) = (own, 0);
            for &other in option.iter().filter(|&&other| other != item) {
                let place = match self.places[other] {
                    Some(place) => place,
                    None => {
                        let place =
                            self.bits.take(1).ok_or_else(|| format!("a frontier of more than {MOST_BITS} bits"))?;
                        self.places[other] = Some(place);
                        place
                    }
                };
                forbid |= 1 << place & keep;
                set |= 1 << place;
            }
            *ways.entry(Choice { need: 0, forbid, set, times: 0 }).or_default() += 1;
        }
        let choices = ways.into_iter().map(|(choice, times)| Choice { times, ..choice }).collect();
        Ok(WalkStep { keep, choices, fields: Vec::new() })
    }
}

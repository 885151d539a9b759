//! Variables: their numbers, the memory that their domains take, and their disequality neighbours.

use crate::Refusal;
use crate::native::bits::below;
use crate::native::settings::{Level, Order};
use crate::tuning::domains::MOST_PADDED;
use cnfab_model::{AllDifferent, Flat, Model, Var};

use super::scale::Scale;
use super::{Builder, Lists, NO_SET, Span, WIDTHS};

impl Builder {
    /// Numbers the variables.
    pub(super) fn variables(&mut self, model: &Model, order: Order) -> Result<(), Refusal> {
        let count = model.variables().len();
        let shown = model.shown();
        let mut first: Vec<Var> = Vec::with_capacity(count);
        if let Some(wanted) = order.declared() {
            let declared = model.orders().iter().find(|(name, _)| *name == wanted);
            let missing = || Refusal::new(format!("order={wanted} for a model that declares no order of that name"));
            let (_, phases) = declared.ok_or_else(missing)?;
            first.extend(phases.iter().flat_map(|phase| &phase.vars));
        }
        let mut is_shown = vec![false; count];
        for var in &shown {
            is_shown[var.index()] = true;
        }
        self.number = vec![u32::MAX; count];
        self.program.origin.reserve(count);
        for pass in [true, false] {
            for var in first.iter().copied().chain(shown.iter().copied()).chain(model.vars()) {
                let (var, number) = (var.index(), &mut self.number[var.index()]);
                if is_shown[var] == pass && *number == u32::MAX {
                    *number = self.program.origin.len() as u32;
                    self.program.origin.push(var as u32);
                }
            }
            if pass {
                self.program.shown = self.program.origin.len();
                if self.program.shown == count {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Lays out the memory.
    pub(super) fn domains(&mut self, model: &Model) {
        let program = &mut self.program;
        let words_of = |scale: &Scale| (scale.len as usize).div_ceil(64).max(1);
        let widest = self.scales.all.iter().map(words_of).max().unwrap_or(1);
        let exact: usize = self.scales.of.iter().map(|&scale| words_of(&self.scales.all[scale as usize])).sum();
        let padded = |width: usize| width * program.origin.len();
        let fits = |&width: &usize| width <= 2 || padded(width) <= MOST_PADDED * exact;
        program.width = WIDTHS.iter().copied().find(|&width| width >= widest).filter(fits).unwrap_or(0);
        program.start.reserve(program.origin.len() + 1);
        program.value_at.reserve(program.origin.len());
        program.memory.reserve(exact + program.origin.len().div_ceil(64));
        program.owner.reserve(exact);
        for number in 0..program.origin.len() {
            let var = program.origin[number] as usize;
            let scale = self.scales.of[var];
            let info = &self.scales.all[scale as usize];
            let width = if program.width == 0 { words_of(info) } else { program.width };
            program.start.push(program.memory.len() as u32);
            program.value_at.push(info.at);
            let at = program.memory.len();
            program.memory.resize(at + width, 0);
            program.owner.resize(at + width, number as u32);
            let domain = &model.variables()[var].domain;
            program.contradiction |= domain.is_empty();
            for range in domain.ranges() {
                let bit = |value| self.scales.bit(scale, value).expect("a scale holds the values of its variables");
                // Consecutive values of a domain are consecutive on its scale.
                let (first, last) = (bit(*range.start()), bit(*range.end()));
                for word in first / 64..=last / 64 {
                    let below_first = below(first.saturating_sub(64 * word));
                    program.memory[at + word as usize] |= below(last + 1 - 64 * word) & !below_first;
                }
            }
        }
        program.start.push(program.memory.len() as u32);
        program.unfixed_at = program.memory.len();
        program.set_words = program.origin.len().div_ceil(64);
        for word in 0..program.set_words {
            let bits = (program.origin.len() - 64 * word).min(64);
            program.memory.push(u64::MAX >> (64 - bits));
        }
        self.seen = vec![u32::MAX; program.origin.len()];
    }

    /// Collects the disequality neighbours of each variable; a lone all-different constraint serves as the list of all
    /// its variables.
    pub(super) fn neighbours(&mut self, model: &Model) {
        let groups: Vec<Vec<u32>> = model
            .constraints()
            .iter()
            .filter_map(|posted| match posted.flat() {
                Flat::AllDifferent(AllDifferent(vars)) => {
                    Some(vars.iter().map(|var| self.number[var.index()]).collect())
                }
                Flat::Cardinality(_) | Flat::Clause(_) | Flat::Linear(_) | Flat::Table(_) => None,
            })
            .collect();
        let count = self.program.origin.len();
        self.program.neighbours_of = vec![Span::default(); count];
        self.program.neighbour_sets = vec![NO_SET; count];
        if groups.is_empty() {
            return;
        }
        let mut member_of: Vec<(u32, u32)> = Vec::new();
        let mut spans = Vec::with_capacity(groups.len());
        for (group, members) in groups.iter().enumerate() {
            let from = self.program.neighbours.len();
            self.program.neighbours.extend_from_slice(members);
            spans.push((Span::since(from, self.program.neighbours.len()), self.set_of(members)));
            member_of.extend(members.iter().map(|&var| (var, group as u32)));
        }
        self.group_sets = spans.iter().rev().map(|&(_, set)| set).collect();
        let member_of = Lists::new(count, &member_of);
        let mut neighbours = Vec::new();
        for var in 0..count {
            (self.program.neighbours_of[var], self.program.neighbour_sets[var]) = match member_of.get(var) {
                [] => continue,
                [only] => spans[*only as usize],
                several => {
                    neighbours.clear();
                    self.seen[var] = var as u32;
                    for &group in several {
                        for &neighbour in &groups[group as usize] {
                            if self.seen[neighbour as usize] != var as u32 {
                                self.seen[neighbour as usize] = var as u32;
                                neighbours.push(neighbour);
                            }
                        }
                    }
                    let from = self.program.neighbours.len();
                    self.program.neighbours.extend_from_slice(&neighbours);
                    (Span::since(from, self.program.neighbours.len()), self.set_of(&neighbours))
                }
            };
        }
        self.seen.fill(u32::MAX);
    }

    /// Keeps variables as a set if that pays, and returns where it starts: a set of one word always does.
    fn set_of(&mut self, vars: &[u32]) -> u32 {
        let words = self.program.set_words;
        if self.level != Level::Full || words > 1 && !self.program.is_large(vars.len()) {
            return NO_SET;
        }
        let at = self.program.masks.len();
        self.program.masks.resize(at + words, 0);
        for &var in vars {
            self.program.masks[at + var as usize / 64] |= 1 << (var % 64);
        }
        at as u32
    }
}

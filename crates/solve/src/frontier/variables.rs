//! The walk that takes the variables one after the other.
//!
//! What it does: a state remembers what the open constraints need of the variables passed. A sum needs the part added
//! up so far; an all-different needs the values used; a conflict needs whether its first half is true; a table needs
//! the rows that are left. A state forgets what makes no difference any more: sums that are far enough are alike, and
//! used values that no later variable has do not count.
//!
//! Whose idea: sums: M. Trick, "A Dynamic Programming Approach for Consistency and Propagation for Knapsack
//! Constraints", 2003; layers of states for constraint models: H. Andersen, T. Hadzic, J. Hooker, P. Tiedemann, "A
//! Constraint Store Based on Multivalued Decision Diagrams", CP 2007.
//!
//! How ours differs: states are exact and never relaxed; each is one word in which pieces of memory share bits over
//! time, so that a step is a few operations.
//!
//! When it runs: for models of every class, if the states have at most `MOST_BITS` bits in some order.

use std::collections::BTreeMap;

use cnfab_model::Cmp;

use super::automaton::Automaton;
use super::program::{Bits, Change, Choice, DEAD, Field, MOST_BITS, Program, WalkStep, bits_for, mask};
use super::rules::{Rules, Side, Sum};
use crate::tuning::frontier::MOST_TABLE_BITS;

/// A piece of memory: in the states after the steps from `open` to the one before `close`.
struct Piece {
    open: usize,
    close: usize,
    width: u32,
}

/// A step in the making, with the values of its variable as choices.
#[derive(Default)]
struct Draft {
    choices: Vec<Choice>,
    fields: Vec<DraftField>,
}

/// A field that the step changes: what it is, and for each choice its effect in plain words.
struct DraftField {
    piece: usize,
    kind: Kind,
    effects: Vec<Vec<u64>>,
}

enum Kind {
    Sum { base: i64, least: i64, most: i64, low: i64, high: i64 },
    Automaton,
}

/// The effect of the bits of a piece on the choices of a step, once it is known where they lie.
struct Mark {
    step: usize,
    choice: usize,
    piece: usize,
    forbids: bool,
}

struct Compiler<'r> {
    rules: &'r Rules,
    /// The step of each variable.
    position: Vec<usize>,
    /// The values of each step's variable.
    values: Vec<Vec<usize>>,
    drafts: Vec<Draft>,
    pieces: Vec<Piece>,
    marks: Vec<Mark>,
}

/// The program that takes the variables in this order.
pub(super) fn compile(rules: &Rules, order: &[usize]) -> Result<Program, String> {
    let mut position = vec![0; order.len()];
    for (step, &var) in order.iter().enumerate() {
        position[var] = step;
    }
    let values: Vec<Vec<usize>> = order.iter().map(|&var| rules.values(var).collect()).collect();
    let choice = Choice { need: 0, forbid: 0, set: 0, times: 1 };
    let drafts = values.iter().map(|values| Draft { choices: vec![choice; values.len()], fields: Vec::new() });
    let drafts = drafts.collect();
    let mut compiler = Compiler { rules, position, values, drafts, pieces: Vec::new(), marks: Vec::new() };
    compiler.sums();
    compiler.different();
    compiler.conflicts();
    compiler.tables()?;
    compiler.finish()
}

impl Compiler<'_> {
    /// A new piece of memory.
    fn piece(&mut self, open: usize, close: usize, width: u32) -> usize {
        self.pieces.push(Piece { open, close, width });
        self.pieces.len() - 1
    }

    fn sums(&mut self) {
        let rules = self.rules;
        for Sum { terms, cmp, rhs } in &rules.sums {
            let mut touches: Vec<usize> = (0..terms.len()).collect();
            touches.sort_unstable_by_key(|&term| self.position[terms[term].var]);
            let (open, close) =
                (self.position[terms[touches[0]].var], self.position[terms[touches[touches.len() - 1]].var]);
            let piece = self.piece(open, close, 0);
            let mut left: i64 = terms.iter().map(|term| term.most).sum();
            let (mut passed, mut base) = (0, 0);
            for touch in touches {
                let term = &terms[touch];
                left -= term.most;
                passed += term.most;
                let least = if *cmp == Cmp::Le { 0 } else { rhs - left };
                let most = if *cmp == Cmp::Ge { i64::MAX } else { *rhs };
                let low = (rhs - left).max(0);
                let high = passed.min(*rhs).max(low);
                let width = bits_for((high - low) as u64 + 1);
                self.pieces[piece].width = self.pieces[piece].width.max(width);
                let step = self.position[term.var];
                let effects = self.values[step].iter().map(|&value| vec![term.adds[value] as u64]).collect();
                let kind = Kind::Sum { base, least, most, low, high };
                self.drafts[step].fields.push(DraftField { piece, kind, effects });
                base = low;
            }
        }
    }

    fn different(&mut self) {
        let rules = self.rules;
        for group in &rules.different {
            let mut places: BTreeMap<i32, Vec<(usize, usize)>> = BTreeMap::new();
            for &var in group {
                let step = self.position[var];
                for (choice, &value) in self.values[step].iter().enumerate() {
                    places.entry(rules.value(var, value)).or_default().push((step, choice));
                }
            }
            for mut places in places.into_values().filter(|places| places.len() > 1) {
                places.sort_unstable();
                let (open, close) = (places[0].0, places[places.len() - 1].0);
                let piece = self.piece(open, close, 1);
                for (step, choice) in places {
                    if step > open {
                        self.marks.push(Mark { step, choice, piece, forbids: true });
                    }
                    if step < close {
                        self.marks.push(Mark { step, choice, piece, forbids: false });
                    }
                }
            }
        }
    }

    fn conflicts(&mut self) {
        let rules = self.rules;
        // The first half of many conflicts is remembered once.
        let mut halves: BTreeMap<&Side, Vec<&Side>> = BTreeMap::new();
        for [a, b] in &rules.conflicts {
            let (first, second) = if self.position[a.var] < self.position[b.var] { (a, b) } else { (b, a) };
            halves.entry(first).or_default().push(second);
        }
        for (first, seconds) in halves {
            let open = self.position[first.var];
            let close = seconds.iter().map(|side| self.position[side.var]).max().unwrap_or(open);
            let piece = self.piece(open, close, 1);
            self.mark(first, piece, false);
            for second in seconds {
                self.mark(second, piece, true);
            }
        }
    }

    fn mark(&mut self, side: &Side, piece: usize, forbids: bool) {
        let step = self.position[side.var];
        for (choice, &value) in self.values[step].iter().enumerate() {
            if side.values[value] {
                self.marks.push(Mark { step, choice, piece, forbids });
            }
        }
    }

    fn tables(&mut self) -> Result<(), String> {
        let rules = self.rules;
        for table in &rules.tables {
            let mut columns: Vec<usize> = (0..table.vars.len()).collect();
            columns.sort_unstable_by_key(|&column| self.position[table.vars[column]]);
            let steps: Vec<usize> = columns.iter().map(|&column| self.position[table.vars[column]]).collect();
            let sizes: Vec<usize> = steps.iter().map(|&step| self.values[step].len()).collect();
            let choice = |column: usize, value: u32| {
                self.values[self.position[table.vars[column]]].iter().position(|&other| other == value as usize)
            };
            let rows = table.rows.iter().filter_map(|row| {
                columns.iter().map(|&column| Some(choice(column, row[column])? as u32)).collect::<Option<Vec<u32>>>()
            });
            let automaton = Automaton::new(rows.collect(), &sizes);
            let width = automaton.sizes().iter().map(|&states| bits_for(states as u64)).max().unwrap_or(0);
            if width > MOST_TABLE_BITS {
                return Err("tables of so many rows".to_owned());
            }
            let piece = self.piece(steps[0], steps[steps.len() - 1], width);
            for (level, &step) in steps.iter().enumerate() {
                let effects = (0..sizes[level]).map(|choice| automaton.column(level, choice)).collect();
                self.drafts[step].fields.push(DraftField { piece, kind: Kind::Automaton, effects });
            }
        }
        Ok(())
    }

    /// Finds bit positions for all pieces and puts the steps together.
    ///
    /// Post: pieces that are in the same state share no bits.
    fn finish(mut self) -> Result<Program, String> {
        let steps = self.drafts.len();
        let (mut opening, mut closing) = (vec![Vec::new(); steps], vec![Vec::new(); steps]);
        for (number, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| piece.width > 0) {
            opening[piece.open].push(number);
            closing[piece.close].push(number);
        }
        let mut bits = Bits::default();
        let mut shifts = vec![0; self.pieces.len()];
        let mut alive = 0;
        let mut keeps = Vec::with_capacity(steps);
        let mut widths = Vec::with_capacity(steps);
        for step in 0..steps {
            for &piece in &closing[step] {
                bits.give_back(shifts[piece], self.pieces[piece].width);
                alive &= !(mask(self.pieces[piece].width) << shifts[piece]);
            }
            let changed = self.drafts[step].fields.iter().filter(|field| self.pieces[field.piece].open < step);
            let changed =
                changed.fold(0, |bits, field| bits | mask(self.pieces[field.piece].width) << shifts[field.piece]);
            keeps.push(alive & !changed);
            // The wide ones first, as long as there is room side by side.
            opening[step].sort_by_key(|&piece| std::cmp::Reverse(self.pieces[piece].width));
            for &piece in &opening[step] {
                let width = self.pieces[piece].width;
                shifts[piece] = bits.take(width).ok_or_else(|| format!("a frontier of more than {MOST_BITS} bits"))?;
                alive |= mask(width) << shifts[piece];
            }
            widths.push(alive.count_ones());
        }
        for mark in &self.marks {
            let choice = &mut self.drafts[mark.step].choices[mark.choice];
            let bit = 1 << shifts[mark.piece];
            *if mark.forbids { &mut choice.forbid } else { &mut choice.set } |= bit;
        }
        let drafts = std::mem::take(&mut self.drafts);
        let finished = drafts.into_iter().zip(keeps).enumerate();
        let finished = finished.map(|(step, (draft, keep))| self.step(step, draft, keep, &shifts));
        Ok(Program::new(finished.collect(), &widths))
    }

    /// The step, with one choice for values that do the same.
    fn step(&self, step: usize, draft: Draft, keep: u128, shifts: &[u32]) -> WalkStep {
        let mut firsts: BTreeMap<(Choice, Vec<&[u64]>), usize> = BTreeMap::new();
        let mut chosen = Vec::new();
        let mut choices: Vec<Choice> = Vec::new();
        for (number, &choice) in draft.choices.iter().enumerate() {
            let effects = draft.fields.iter().map(|field| &field.effects[number][..]).collect();
            match firsts.entry((choice, effects)) {
                std::collections::btree_map::Entry::Occupied(first) => choices[*first.get()].times += 1,
                std::collections::btree_map::Entry::Vacant(free) => {
                    free.insert(choices.len());
                    chosen.push(number);
                    choices.push(choice);
                }
            }
        }
        let field = |field: &DraftField| {
            let effects = chosen.iter().map(|&choice| &field.effects[choice]);
            let change = match field.kind {
                Kind::Sum { base, least, most, low, high } => {
                    Change::Sum { base, add: effects.map(|effect| effect[0] as i64).collect(), least, most, low, high }
                }
                Kind::Automaton => {
                    let columns: Vec<&Vec<u64>> = effects.collect();
                    let states = columns.first().map_or(0, |column| column.len());
                    let next = |state: usize, column: &Vec<u64>| u32::try_from(column[state]).unwrap_or(DEAD);
                    let next = (0..states).flat_map(|state| columns.iter().map(move |column| next(state, column)));
                    Change::Automaton { next: next.collect() }
                }
            };
            let piece = &self.pieces[field.piece];
            let width = if piece.open == step { 0 } else { piece.width };
            Field { shift: shifts[field.piece], width, change }
        };
        let fields = draft.fields.iter().map(field).collect();
        WalkStep { keep, choices, fields }
    }
}

//! Rows `sum of coefficients of true literals <= hi` whose literals are partitioned by cliques.
//!
//! A group holds literals of which at most one is true (or exactly one), by increasing coefficients; what it adds is at
//! least the coefficient of its first literal that is not false. So a row over the columns of integer variables has the
//! bounds of the sum of the variables: a row of separate columns takes the value that is 0 in all of its columns for
//! nothing. A column alone is a group with its opposite.
//!
//! A row explains itself by the literals that raised its groups; what they raise beyond the contradiction is given
//! away, latest literals first.

use super::cliques::Cliques;
use super::lists::Lists;
use super::literal::ColumnLit;
use super::refutation::{Ledger, StepId};
use super::trail::{Reason, Trail};

/// A literal of a group and what it adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// `None` stands for "none of the others", which adds 0.
    pub(super) lit: Option<ColumnLit>,
    pub(super) adds: i64,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    row: u32,
    first: u32,
    end: u32,
    /// The first and the last entry that is not out.
    lowest: u32,
    highest: u32,
    /// The most that it can add beyond its least, whatever is assigned.
    width: i64,
    /// The clique that it comes from, or [`NO_CLIQUE`] for a column alone.
    clique: u32,
}

/// No clique.
pub(super) const NO_CLIQUE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Row {
    first: u32,
    end: u32,
    hi: i64,
    /// The least that its groups add.
    least: i64,
    is_queued: bool,
    /// The step that says it.
    step: StepId,
}

/// A row before it is stored: its groups with their cliques, its bound, and the step that says it.
#[derive(Clone, Debug)]
pub(super) struct GroupedRow {
    pub(super) groups: Vec<(Vec<Entry>, u32)>,
    pub(super) hi: i64,
    pub(super) step: StepId,
}

/// All rows.
#[derive(Debug)]
pub(super) struct Rows {
    rows: Vec<Row>,
    groups: Vec<Group>,
    entries: Vec<Entry>,
    /// By literal, its groups and entries.
    of: Lists<(u32, u32)>,
    queue: Vec<u32>,
    /// Groups and their lowest and highest entries before, in the order of the changes.
    changes: Vec<(u32, u32, u32)>,
    /// For each noted literal the number of changes before it.
    marks: Vec<u32>,
    /// Scratch of explanations: position, group, entry of the premises; by group what is still needed.
    premises: Vec<(usize, usize, u32)>,
    need: Vec<Need>,
}

/// The part of a group that an explanation uses: the entries before `until` are out, or an entry is true.
#[derive(Clone, Copy, Debug)]
struct Need {
    adds: i64,
    first: u32,
    until: u32,
    is_true: Option<ColumnLit>,
}

impl Rows {
    pub(super) fn new(columns: usize, rows: Vec<GroupedRow>) -> Self {
        let mut all = Rows {
            rows: Vec::with_capacity(rows.len()),
            groups: Vec::new(),
            entries: Vec::new(),
            of: Lists::default(),
            queue: Vec::new(),
            changes: Vec::new(),
            marks: Vec::new(),
            premises: Vec::new(),
            need: Vec::new(),
        };
        let mut of: Vec<(usize, (u32, u32))> = Vec::new();
        for GroupedRow { mut groups, hi, step } in rows {
            let width = |group: &[Entry]| group[group.len() - 1].adds - group[0].adds;
            groups.iter_mut().for_each(|group| group.0.sort_by_key(|entry| entry.adds));
            groups.sort_by_key(|group| std::cmp::Reverse(width(&group.0)));
            let (row, first) = (all.rows.len() as u32, all.groups.len() as u32);
            let mut least = 0;
            for (group, clique) in groups {
                let (number, first) = (all.groups.len() as u32, all.entries.len() as u32);
                for (index, entry) in group.iter().enumerate() {
                    if let Some(lit) = entry.lit {
                        of.push((lit.index(), (number, first + index as u32)));
                    }
                }
                least += group[0].adds;
                all.entries.extend_from_slice(&group);
                let end = all.entries.len() as u32;
                all.groups.push(Group {
                    row,
                    first,
                    end,
                    lowest: first,
                    highest: end - 1,
                    width: width(&group),
                    clique,
                });
            }
            all.rows.push(Row { first, end: all.groups.len() as u32, hi, least, is_queued: false, step });
        }
        all.of = Lists::new(2 * columns, &of);
        (0..all.rows.len()).for_each(|row| all.queue_if_tight(row));
        all
    }

    /// Moves the bound of a row down.
    pub(super) fn tighten(&mut self, row: usize, hi: i64) {
        self.rows[row].hi = hi;
        self.queue_if_tight(row);
    }

    fn queue_if_tight(&mut self, index: usize) {
        let row = &mut self.rows[index];
        let widest = if row.first == row.end { 0 } else { self.groups[row.first as usize].width };
        if !row.is_queued && row.hi - row.least < widest.max(0) {
            row.is_queued = true;
            self.queue.push(index as u32);
        }
    }

    /// Raises the groups of a literal that became true.
    pub(super) fn note(&mut self, lit: ColumnLit, trail: &Trail) {
        self.marks.push(self.changes.len() as u32);
        for place in self.of.range(lit.index()) {
            let (group, entry) = self.of.at(place);
            self.narrow(group, entry, entry);
        }
        for place in self.of.range((!lit).index()) {
            let (group, entry) = self.of.at(place);
            let Group { lowest, highest, .. } = self.groups[group as usize];
            if lowest == highest || entry != lowest && entry != highest {
                continue;
            }
            let is_in = |&entry: &u32| self.entries[entry as usize].lit.is_none_or(|lit| !trail.is_false(lit));
            // Where all are out, an exactly-one says so.
            if entry == lowest {
                let next = (entry + 1..highest).find(is_in).unwrap_or(highest);
                self.narrow(group, next, highest);
            } else {
                let next = (lowest + 1..entry).rev().find(is_in).unwrap_or(lowest);
                self.narrow(group, lowest, next);
            }
        }
    }

    fn narrow(&mut self, group: u32, lowest: u32, highest: u32) {
        let state = &mut self.groups[group as usize];
        let (lowest, highest) = (lowest.max(state.lowest), highest.min(state.highest).max(lowest));
        if (lowest, highest) == (state.lowest, state.highest) {
            return;
        }
        self.changes.push((group, state.lowest, state.highest));
        let raised = self.entries[lowest as usize].adds - self.entries[state.lowest as usize].adds;
        (state.lowest, state.highest) = (lowest, highest);
        if raised > 0 {
            let row = state.row as usize;
            self.rows[row].least += raised;
            self.queue_if_tight(row);
        }
    }

    /// Takes back what the literal that was noted last has raised.
    pub(super) fn undo(&mut self) {
        let mark = self.marks.pop().expect("a literal was noted") as usize;
        while self.changes.len() > mark {
            let (group, lowest, highest) = self.changes.pop().expect("it is longer");
            let state = &mut self.groups[group as usize];
            let raised = self.entries[state.lowest as usize].adds - self.entries[lowest as usize].adds;
            (state.lowest, state.highest) = (lowest, highest);
            self.rows[state.row as usize].least -= raised;
        }
    }

    /// The literals of a row that add least, one of each group, whatever is assigned.
    pub(super) fn least(&self, row: u32) -> impl Iterator<Item = ColumnLit> {
        let row = self.rows[row as usize];
        let groups = &self.groups[row.first as usize..row.end as usize];
        groups.iter().filter_map(|group| {
            self.entries[group.first as usize..group.end as usize].iter().find_map(|entry| entry.lit)
        })
    }

    /// The next row that may forbid something.
    pub(super) fn next(&mut self) -> Option<u32> {
        let row = self.queue.pop()?;
        self.rows[row as usize].is_queued = false;
        Some(row)
    }

    /// Forgets which rows may forbid something, after a conflict.
    pub(super) fn clear_queue(&mut self) {
        while self.next().is_some() {}
    }

    /// Forbids the entries of a row that do not fit; false if it cannot hold any more.
    pub(super) fn propagate(&self, index: u32, trail: &mut Trail) -> bool {
        let row = self.rows[index as usize];
        let slack = row.hi - row.least;
        if slack < 0 {
            return false;
        }
        for group in &self.groups[row.first as usize..row.end as usize] {
            if group.width <= slack {
                break;
            }
            let most = self.entries[group.lowest as usize].adds + slack;
            let mut end = group.highest + 1;
            let mut needs_one = false;
            while end > group.lowest + 1 && self.entries[end as usize - 1].adds > most {
                end -= 1;
                match self.entries[end as usize].lit {
                    Some(lit) if trail.is_open(lit) => trail.assign(!lit, Reason::Row(index)),
                    Some(_) => {}
                    None => needs_one = true,
                }
            }
            if needs_one {
                let mut left = (group.lowest..end).filter_map(|entry| self.entries[entry as usize].lit);
                let mut open = left.by_ref().filter(|&lit| !trail.is_false(lit));
                if let (Some(only), None) = (open.next(), open.next())
                    && trail.is_open(only)
                {
                    trail.assign(only, Reason::Row(index));
                }
            }
        }
        true
    }

    /// The literals, true before `position`, by which a row implies `implied`, or cannot hold if there is none.
    pub(super) fn explain(
        &mut self,
        index: u32,
        implied: Option<ColumnLit>,
        position: usize,
        trail: &Trail,
        out: &mut Vec<ColumnLit>,
    ) {
        let row = self.rows[index as usize];
        self.premises.clear();
        self.need.clear();
        let mut sum = 0;
        for group in &self.groups[row.first as usize..row.end as usize] {
            let need = self.need_of(group, implied, position, trail);
            sum += need.adds;
            let number = self.need.len();
            let of = |lit: ColumnLit| (trail.level(lit) > 0).then(|| trail.position(lit));
            match need.is_true {
                Some(lit) if implied == Some(!lit) => {}
                Some(lit) => self.premises.extend(of(lit).map(|place| (place, number, u32::MAX))),
                None => {
                    for entry in need.first..need.until {
                        let lit = self.entries[entry as usize].lit.expect("it is false");
                        if implied != Some(lit) {
                            self.premises.extend(of(lit).map(|place| (place, number, entry)));
                        }
                    }
                }
            }
            self.need.push(need);
        }
        let mut surplus = sum - row.hi - 1;
        debug_assert!(surplus >= 0, "a row implies nothing that fits");
        self.premises.sort_unstable_by_key(|premise| std::cmp::Reverse(premise.0));
        for &(_, number, entry) in &self.premises {
            let need = &mut self.need[number];
            if need.is_true.is_some() {
                let lost = need.adds - self.entries[need.first as usize].adds;
                if lost <= surplus {
                    surplus -= lost;
                    *need = Need { until: need.first, is_true: None, adds: need.adds - lost, ..*need };
                }
            } else if entry < need.until {
                let lost = need.adds - self.entries[entry as usize].adds;
                if lost <= surplus {
                    surplus -= lost;
                    *need = Need { until: entry, adds: need.adds - lost, ..*need };
                }
            }
        }
        for &(_, number, entry) in &self.premises {
            let need = self.need[number];
            match need.is_true {
                Some(lit) => out.push(lit),
                None if entry < need.until => out.push(!self.entries[entry as usize].lit.expect("it is false")),
                None => {}
            }
        }
    }

    /// Hands over what the last explanation rests on: the row with the multiples of exactly-ones that it uses, cliques,
    /// and facts of level 0.
    pub(super) fn derive(
        &self,
        index: u32,
        implied: Option<ColumnLit>,
        trail: &Trail,
        cliques: &Cliques,
        ledger: &mut Ledger,
    ) {
        let row = self.rows[index as usize];
        let mut of = vec![(row.step, 1)];
        for (group, need) in self.groups[row.first as usize..row.end as usize].iter().zip(&self.need) {
            let mut adds = need.adds;
            if let Some(lit) = need.is_true {
                if implied != Some(!lit) {
                    ledger.hints.extend((group.clique != NO_CLIQUE).then(|| cliques.at_most(group.clique)));
                    ledger.fact(lit, trail);
                    continue;
                }
                // Relative to the least that the group may add, the literal alone is too much.
                adds = self.entries[group.first as usize].adds;
            }
            for entry in need.first..need.until {
                let lit = self.entries[entry as usize].lit.filter(|&lit| implied != Some(lit));
                lit.into_iter().for_each(|lit| ledger.fact(lit, trail));
            }
            match adds {
                _ if group.clique == NO_CLIQUE => {}
                0 => {}
                adds @ 1.. => of.push((cliques.at_least(group.clique), adds.into())),
                adds => of.push((cliques.at_most(group.clique), -i128::from(adds))),
            }
        }
        match of[..] {
            [_] => ledger.hints.push(row.step),
            _ => ledger.passing_sum(&of),
        }
    }

    /// The least that a group adds before `position`, if the implied literal were false.
    fn need_of(&self, group: &Group, implied: Option<ColumnLit>, position: usize, trail: &Trail) -> Need {
        let mut first_in = None;
        for entry in group.first..group.end {
            let Entry { lit, adds } = self.entries[entry as usize];
            let Some(lit) = lit else {
                first_in = first_in.or(Some((entry, adds)));
                continue;
            };
            if implied == Some(!lit) || trail.is_true_before(lit, position) {
                return Need { adds, first: group.first, until: group.first, is_true: Some(lit) };
            }
            let is_out = implied == Some(lit) || trail.is_true_before(!lit, position);
            if first_in.is_none() && !is_out {
                first_in = Some((entry, adds));
            }
        }
        // An exactly-one without candidates adds what its last one would.
        let (until, adds) = first_in.unwrap_or((group.end - 1, self.entries[group.end as usize - 1].adds));
        Need { adds, first: group.first, until, is_true: None }
    }
}

//! From a model to the packed form, or a word on why it does not fit.

use crate::model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Constraint, Flat, Model, Var};

use super::super::bits::ones;
use super::class::{Layout, Meaning};
use super::copies::families;
use super::locks::Locks;
use super::program::{GROUP_WORDS, Group, Program, Sliced, WIDTHS};

/// What is said of models that have too many values or groups.
pub(in super::super) const TOO_LARGE: &str = "more values or groups than the packed form holds";

/// From this number of words on, exact cover is swept.
const SWEEPING: usize = 8;

/// Makes the parts of a [`Program`].
struct Builder<'m> {
    model: &'m Model,
    layout: Layout,
    program: Program,
    /// Groups that do not come from a scale: items and how many of them.
    listed: Vec<(Vec<u32>, u32, u32)>,
    /// The items of variables that are not on a scale. They are listed last: of groups with as many items left, those of
    /// constraints do better.
    of_variables: Vec<Vec<u32>>,
}

/// An atom that is neither always true nor always false: an item, or that it is not true.
type Literal = (u32, bool);

impl Program {
    /// Packs a model.
    ///
    /// # Errors
    /// What keeps the model from being packed.
    pub(in super::super) fn new(model: &Model) -> Result<Self, &'static str> {
        if model.shown().len() != model.variables().len() {
            return Err("variables that are not shown");
        }
        let classes = model.constraints().iter().map(|posted| match posted.flat() {
            Flat::Linear(_) => Err("sums"),
            Flat::Table(_) => Err("tables"),
            _ => Ok(()),
        });
        classes.collect::<Result<(), _>>()?;
        let layout = Layout::new(model, WIDTHS[WIDTHS.len() - 1]).ok_or(TOO_LARGE)?;
        let words = *WIDTHS.iter().find(|&&width| width >= layout.words).ok_or(TOO_LARGE)?;
        if least_groups(model, &layout) > 64 * GROUP_WORDS {
            return Err(TOO_LARGE);
        }
        let program = Program {
            words,
            meaning: vec![(0, 0); 64 * words],
            otherwise: Vec::with_capacity(model.variables().len()),
            allowed: vec![0; words],
            keep: vec![u64::MAX; 64 * words * words],
            ..Program::default()
        };
        let mut builder = Builder { model, layout, program, listed: Vec::new(), of_variables: Vec::new() };
        builder.variables();
        for posted in model.constraints() {
            builder.constraint(&posted.constraint)?;
        }
        builder.finish()
    }
}

/// Groups that there will be at least: of the scales, and of values that need a place.
fn least_groups(model: &Model, layout: &Layout) -> usize {
    let sliced: usize = layout.scales.iter().map(|scale| 64 * scale.width).sum();
    let listed = model.constraints().iter().map(|posted| match posted.flat() {
        Flat::AllDifferent(AllDifferent(vars)) => {
            let scale = vars.first().and_then(|var| layout.scale(var.index() as u32));
            if scale.is_some_and(|scale| scale.values.len() == vars.len()) { vars.len() } else { 0 }
        }
        _ => 0,
    });
    sliced + listed.sum::<usize>()
}

impl Builder<'_> {
    fn variables(&mut self) {
        for (var, variable) in (0..).zip(self.model.variables()) {
            let domain = &variable.domain.to_vec()[..];
            self.program.otherwise.push(domain.first().copied().unwrap_or_default());
            let scale = self.layout.scale(var);
            let values = scale.map_or(domain, |scale| &scale.values);
            let mut items = Vec::with_capacity(values.len());
            for &value in values {
                if let Meaning::Item(item) = self.layout.meaning(var, value) {
                    self.program.meaning[item as usize] = (var, value);
                    self.program.allowed[item as usize / 64] |= 1 << (item % 64);
                    items.push(item);
                }
            }
            let listed = scale.is_none();
            if !self.layout.is_switch(var) {
                self.exclude_each_other(&items);
                if listed {
                    self.of_variables.push(items);
                }
            }
        }
    }

    fn constraint(&mut self, constraint: &Constraint) -> Result<(), &'static str> {
        match constraint.flat() {
            Flat::AllDifferent(AllDifferent(vars)) => self.all_different(vars),
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => self.count(atoms, *cmp, *k as i64),
            Flat::Clause(Clause(atoms)) => self.count(atoms, Cmp::Ge, 1),
            Flat::Linear(_) | Flat::Table(_) => unreachable!("refused before"),
        }
    }

    fn all_different(&mut self, vars: &[Var]) -> Result<(), &'static str> {
        let mut sorted: Vec<Var> = vars.to_vec();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            self.program.impossible = true;
            return Ok(());
        }
        if vars.is_empty() {
            return Ok(());
        }
        let layout = &self.layout;
        let mut values: Vec<i32> = match layout.scale(vars[0].index() as u32) {
            Some(scale) => scale.values.clone(),
            None => vars.iter().flat_map(|&var| self.model.domain(var).values()).collect(),
        };
        values.sort_unstable();
        values.dedup();
        // With as many values as variables, each value has a place.
        let low = u32::from(values.len() == vars.len());
        self.program.impossible |= values.len() < vars.len();
        for &value in &values {
            let mut items = Vec::with_capacity(vars.len());
            for var in vars {
                match self.layout.meaning(var.index() as u32, value) {
                    Meaning::Item(item) => items.push(item),
                    Meaning::Not(_) => return Err("different values of variables with two values"),
                    Meaning::Never => {}
                }
            }
            self.exclude_each_other(&items);
            if low == 1 {
                self.listed.push((items, 1, 1));
            }
        }
        Ok(())
    }

    fn count(&mut self, atoms: &[Atom], cmp: Cmp, k: i64) -> Result<(), &'static str> {
        let mut k = k;
        let mut literals: Vec<Literal> = Vec::with_capacity(atoms.len());
        for atom in atoms {
            match self.layout.meaning(atom.var.index() as u32, atom.value) {
                Meaning::Item(item) => literals.push((item, atom.is_equality())),
                Meaning::Not(item) => literals.push((item, !atom.is_equality())),
                Meaning::Never => k -= i64::from(!atom.is_equality()),
            }
        }
        let mut items: Vec<u32> = literals.iter().map(|&(item, _)| item).collect();
        items.sort_unstable();
        if items.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("counts of an atom and itself");
        }
        let total = literals.len() as i64;
        let (low, high) = match cmp {
            Cmp::Le => (0, k),
            Cmp::Eq => (k, k),
            Cmp::Ge => (k, total),
        };
        let positive = literals.iter().all(|&(_, is)| is);
        let negative = literals.iter().all(|&(_, is)| !is);
        let (low, high) = match (positive, negative) {
            (true, _) => (low, high),
            (_, true) => (total - high, total - low),
            _ => return Err("counts of values taken and values not taken together"),
        };
        if low > total || high < 0 || low > high {
            self.program.impossible = true;
        } else if high == 0 {
            for item in items {
                self.program.allowed[item as usize / 64] &= !(1 << (item % 64));
            }
        } else {
            if high == 1 {
                self.exclude_each_other(&items);
            }
            if low > 0 || (1 < high && high < total) {
                self.listed.push((items, low.max(0) as u32, high.min(total) as u32));
            }
        }
        Ok(())
    }

    fn exclude_each_other(&mut self, items: &[u32]) {
        let words = self.program.words;
        for &item in items {
            let row = &mut self.program.keep[item as usize * words..][..words];
            for &other in items {
                if other != item {
                    row[other as usize / 64] &= !(1 << (other % 64));
                }
            }
        }
    }

    fn finish(mut self) -> Result<Program, &'static str> {
        let of_variables = std::mem::take(&mut self.of_variables);
        self.listed.extend(of_variables.into_iter().map(|items| (items, 1, 1)));
        let mut satisfied: Vec<Vec<u32>> = vec![Vec::new(); 64 * self.program.words];
        for scale in &self.layout.scales {
            let sliced = Sliced {
                at: scale.at,
                width: scale.width,
                slices: scale.values.len(),
                open_at: self.program.groups.len() / 64,
                copied: false,
                locks: Locks::default(),
            };
            let first = self.program.groups.len();
            self.program.groups.resize(first + 64 * scale.width, Group { low: 1, high: 1, ..Group::default() });
            if self.program.groups.len() > 64 * GROUP_WORDS {
                return Err(TOO_LARGE);
            }
            for position in 0..scale.vars.len() {
                self.program.open[(first + position) / 64] |= 1 << (position % 64);
                for slice in 0..sliced.slices {
                    let item = 64 * (sliced.at + slice * sliced.width) + position;
                    satisfied[item].push((first + position) as u32);
                }
            }
            self.program.sliced.push(sliced);
        }
        let copied = self.copy_families(&mut satisfied);
        self.program.listed_at = self.program.groups.len() / 64;
        let listed = std::mem::take(&mut self.listed);
        if self.program.groups.len() + listed.len() - copied.len() > 64 * GROUP_WORDS {
            return Err(TOO_LARGE);
        }
        for (number, (items, low, high)) in listed.into_iter().enumerate() {
            if copied.binary_search(&number).is_err() {
                self.group(items, low, high, &mut satisfied);
            }
        }
        self.program.group_words = self.program.groups.len().div_ceil(64);
        let set_of = |groups: Vec<u32>| {
            groups.into_iter().fold([0; GROUP_WORDS], |mut set, group| {
                set[group as usize / 64] |= 1 << (group % 64);
                set
            })
        };
        self.program.satisfies = satisfied.into_iter().map(set_of).collect();
        self.program.sweeping = self.program.words >= SWEEPING
            && self.program.sliced.is_empty()
            && self.program.groups.iter().all(|group| group.high == 1);
        self.program.counting =
            self.program.sliced.is_empty() && self.program.groups.iter().any(|group| group.high > 1);
        if !self.program.sweeping {
            self.touches();
            self.reaches();
            self.locks();
        }
        self.program.layout = self.layout;
        self.program.constraints = self.model.shared_constraints();
        self.program.possible = self.program.allowed.clone();
        let has_places = self.program.set_domains(self.model);
        debug_assert!(has_places, "the layout was made for the model");
        Ok(self.program)
    }

    /// Adds a group.
    fn group(&mut self, mut items: Vec<u32>, low: u32, high: u32, satisfied: &mut [Vec<u32>]) {
        items.sort_unstable();
        let number = self.program.groups.len();
        if high == 1 {
            for &item in &items {
                satisfied[item as usize].push(number as u32);
            }
        }
        let from = self.program.parts.len();
        for item in items {
            let (word, bit) = (item / 64, 1 << (item % 64));
            match self.program.parts[from..].last_mut() {
                Some((last, mask)) if *last == word => *mask |= bit,
                _ => self.program.parts.push((word, bit)),
            }
        }
        self.program.groups.push(Group { parts: from..self.program.parts.len(), reach: 0..0, low, high });
        self.program.open[number / 64] |= 1 << (number % 64);
    }

    /// Finds families of groups and copies their items. Returns the sorted numbers of their groups.
    fn copy_families(&mut self, satisfied: &mut [Vec<u32>]) -> Vec<usize> {
        let old = self.program.words;
        self.program.primary = old;
        self.program.item_of = (0..64 * old as u32).collect();
        self.program.copies_of = vec![0..0; 64 * old];
        let families = families(&self.listed, self.layout.words, self.program.groups.len() / 64);
        if families.is_empty() {
            return Vec::new();
        }
        let primary = self.layout.words;
        let mut at = primary;
        let mut copies: Vec<Vec<u32>> = vec![Vec::new(); 64 * primary];
        for family in &families {
            let (width, open_at) = (family.width(), self.program.groups.len() / 64);
            self.program.sliced.push(Sliced {
                at,
                width,
                slices: family.slices,
                open_at,
                copied: true,
                locks: Locks::default(),
            });
            for (position, &number) in family.groups.iter().enumerate() {
                let items = self.listed[number].0.clone();
                for (slice, &item) in items.iter().enumerate() {
                    copies[item as usize].push((64 * (at + slice * width) + position) as u32);
                }
                self.group(items, 1, 1, satisfied);
            }
            let end = 64 * (open_at + width);
            self.program.groups.resize(end, Group { low: 1, high: 1, ..Group::default() });
            at += family.slices * width;
        }
        let program = &mut self.program;
        program.primary = primary;
        program.words = *WIDTHS.iter().find(|&&width| width >= at).expect("families are chosen to fit");
        program.item_of.resize(64 * program.words, 0);
        program.copies_of.truncate(64 * primary);
        for (item, copies) in copies.into_iter().enumerate() {
            let from = program.copies.len();
            copies.iter().for_each(|&copy| program.item_of[copy as usize] = item as u32);
            program.copies.extend(copies);
            program.copies_of[item] = from..program.copies.len();
        }
        // Sets with all copies; then the copies go of items that are not in the set.
        let mut all = program.allowed[..primary].to_vec();
        all.resize(program.words, 0);
        for &copy in &program.copies {
            all[copy as usize / 64] |= 1 << (copy % 64);
        }
        let mut keep = Vec::with_capacity(64 * primary * program.words);
        for row in program.keep.chunks_exact(old).take(64 * primary) {
            let from = keep.len();
            keep.extend_from_slice(&row[..primary]);
            keep.extend_from_slice(&all[primary..]);
            for (word, &kept) in row[..primary].iter().enumerate() {
                for bit in ones(!kept) {
                    for copy in &program.copies[program.copies_of[64 * word + bit as usize].clone()] {
                        keep[from + *copy as usize / 64] &= !(1 << (copy % 64));
                    }
                }
            }
        }
        program.keep = keep;
        for item in (0..64 * primary).filter(|item| program.allowed[item / 64] >> (item % 64) & 1 == 0) {
            for copy in &program.copies[program.copies_of[item].clone()] {
                all[*copy as usize / 64] &= !(1 << (copy % 64));
            }
        }
        program.allowed = all;
        let mut copied: Vec<usize> = families.into_iter().flat_map(|family| family.groups).collect();
        copied.sort_unstable();
        copied
    }

    /// What the items of a group exclude together: one of them alone if all of several needed ones may have to be true, two
    /// if one is needed.
    fn reaches(&mut self) {
        let program = &mut self.program;
        for group in &mut program.groups {
            let parts = &program.parts[group.parts.clone()];
            let items: Vec<usize> =
                parts.iter().flat_map(|&(word, mask)| ones(mask).map(move |bit| (64 * word + bit) as usize)).collect();
            let is_reached = |word: &usize| {
                let (mut once, mut twice) = (0, 0);
                for &item in &items {
                    let gone = program.allowed[*word] & !program.keep[item * program.words + word];
                    twice |= once & gone;
                    once |= gone;
                }
                let own = parts.iter().find(|part| part.0 as usize == *word).map_or(0, |part| part.1);
                if group.high == 1 { twice & !own != 0 } else { once != 0 }
            };
            let reached: Vec<usize> = (0..program.primary).filter(is_reached).collect();
            group.reach = match reached[..] {
                [first, .., last] => first..last + 1,
                [only] => only..only + 1,
                [] => 0..0,
            };
        }
    }

    /// What the groups of each family can exclude by pairs of their items.
    fn locks(&mut self) {
        for number in 0..self.program.sliced.len() {
            let sliced = &self.program.sliced[number];
            if sliced.copied {
                let says = self.program.excluding_pairs(sliced);
                let locks = Locks::new(sliced.slices, sliced.width, |a, b| says[a][b]);
                self.program.sliced[number].locks = locks;
            }
        }
    }

    fn touches(&mut self) {
        let program = &mut self.program;
        program.member = vec![[0; GROUP_WORDS]; 64 * program.primary];
        for sliced in program.sliced.iter().filter(|sliced| !sliced.copied) {
            for slice in 0..sliced.slices {
                for position in 0..64 * sliced.width {
                    let group = 64 * sliced.open_at + position;
                    let item = 64 * (sliced.at + slice * sliced.width) + position;
                    program.member[item][group / 64] |= 1 << (group % 64);
                }
            }
        }
        for (number, group) in program.groups.iter().enumerate() {
            for &(word, mask) in &program.parts[group.parts.clone()] {
                for bit in ones(mask) {
                    program.member[(64 * word + bit) as usize][number / 64] |= 1 << (number % 64);
                }
            }
        }
        program.touches = program.member.clone();
        for item in 0..64 * program.primary {
            for word in 0..program.primary {
                for bit in ones(!program.keep[item * program.words + word]) {
                    let other = 64 * word + bit as usize;
                    for (touched, member) in program.touches[item].iter_mut().zip(&program.member[other]) {
                        *touched |= member;
                    }
                }
            }
        }
    }
}

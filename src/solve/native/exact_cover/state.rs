//! What is left of a cover: the options of each group, and what has changed since.

use super::super::bits::ones;
use super::build::Plan;

/// An option in one of its groups.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    option: u32,
    group: u32,
    /// Where it lies.
    place: u32,
}

/// A group's stretch.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    start: u32,
    /// How many options are left; these come first.
    left: u32,
}

/// Some group that needs an option has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failed;

/// A place in the history of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    gone: usize,
    chosen: usize,
}

/// A state.
#[derive(Debug)]
pub(super) struct State<'p> {
    pub(super) plan: &'p Plan,
    /// The options, one after the other, in each of their groups.
    nodes: Vec<Node>,
    /// Where the nodes of each option begin, and where the last ones end.
    first: Vec<u32>,
    /// The nodes of each group, one group after the other.
    places: Vec<u32>,
    stretches: Vec<Stretch>,
    /// The groups that need an option and have none chosen.
    open: Vec<u64>,
    /// The group of each node that is gone, in the order in which they went.
    gone: Vec<u32>,
    /// The options that are chosen.
    chosen: Vec<u32>,
    /// Groups that may have a single option.
    single: Vec<u32>,
    /// How many options were chosen, nodes went and groups were looked at.
    pub(super) work: u64,
}

impl<'p> State<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        let mut state = State {
            plan,
            nodes: Vec::new(),
            first: vec![0],
            places: Vec::new(),
            stretches: Vec::new(),
            open: vec![0; plan.exact.div_ceil(64)],
            gone: Vec::new(),
            chosen: Vec::with_capacity(plan.meaning.len()),
            single: Vec::new(),
            work: 0,
        };
        for group in plan.groups.iter() {
            let start = state.places.len() as u32;
            state.stretches.push(Stretch { start, left: 0 });
            state.places.resize(state.places.len() + group.len(), 0);
        }
        for (option, groups) in (0..).zip(plan.groups_of.iter()) {
            for &group in groups {
                let stretch = &mut state.stretches[group as usize];
                let place = stretch.start + stretch.left;
                stretch.left += 1;
                state.places[place as usize] = state.nodes.len() as u32;
                state.nodes.push(Node { option, group, place });
            }
            state.first.push(state.nodes.len() as u32);
        }
        state.gone.reserve(state.nodes.len());
        for group in 0..plan.exact {
            state.open[group / 64] |= 1 << (group % 64);
        }
        state
            .single
            .extend((0..).zip(&state.stretches[..plan.exact]).filter(|(_, group)| group.left == 1).map(|one| one.0));
        state
    }

    /// The options of a group that are left.
    pub(super) fn left(&self, group: u32) -> usize {
        self.stretches[group as usize].left as usize
    }

    /// One of these options.
    pub(super) fn option(&self, group: u32, at: usize) -> u32 {
        self.nodes[self.places[self.stretches[group as usize].start as usize + at] as usize].option
    }

    #[inline]
    fn is_open(&self, group: u32) -> bool {
        self.open.get(group as usize / 64).is_some_and(|word| word >> (group % 64) & 1 == 1)
    }

    /// Chooses an option of a group, and all that then are the only ones of their groups. What is left of the group keeps
    /// its places.
    pub(super) fn choose(&mut self, option: u32, group: u32) -> Result<(), Failed> {
        self.single.clear();
        self.cover(option, group)?;
        self.settle()
    }

    /// Chooses the only options of groups.
    pub(super) fn settle(&mut self) -> Result<(), Failed> {
        while let Some(group) = self.single.pop() {
            if self.is_open(group) {
                if self.left(group) == 0 {
                    return Err(Failed);
                }
                self.cover(self.option(group, 0), group)?;
            }
        }
        Ok(())
    }

    /// Covers the groups of an option, one of them before the others: the other options of these leave all groups else.
    fn cover(&mut self, option: u32, before: u32) -> Result<(), Failed> {
        self.work += 1;
        self.chosen.push(option);
        let plan = self.plan;
        let groups = plan.groups_of.get(option as usize);
        for &group in groups {
            if let Some(word) = self.open.get_mut(group as usize / 64) {
                *word &= !(1 << (group % 64));
            }
        }
        let others = groups.iter().copied().filter(|&group| group != before);
        for group in [before].into_iter().chain(others) {
            let Stretch { start, left } = self.stretches[group as usize];
            for place in start..start + left {
                let other = self.nodes[self.places[place as usize] as usize].option;
                if other != option {
                    self.rule_out(other, group)?;
                }
            }
        }
        Ok(())
    }

    /// Takes an option out of all its groups but one, which is covered.
    fn rule_out(&mut self, option: u32, covered: u32) -> Result<(), Failed> {
        for node in self.first[option as usize]..self.first[option as usize + 1] {
            let Node { group, place, .. } = self.nodes[node as usize];
            if group == covered {
                continue;
            }
            self.work += 1;
            self.gone.push(group);
            let stretch = &mut self.stretches[group as usize];
            stretch.left -= 1;
            let Stretch { start, left } = *stretch;
            let last = start + left;
            let moved = self.places[last as usize];
            self.places[place as usize] = moved;
            self.places[last as usize] = node;
            self.nodes[moved as usize].place = place;
            self.nodes[node as usize].place = last;
            if left <= 1 && self.is_open(group) {
                if left == 0 {
                    return Err(Failed);
                }
                self.single.push(group);
            }
        }
        Ok(())
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { gone: self.gone.len(), chosen: self.chosen.len() }
    }

    /// Takes back what has changed since.
    pub(super) fn back(&mut self, mark: Mark) {
        for &group in &self.gone[mark.gone..] {
            self.stretches[group as usize].left += 1;
        }
        self.gone.truncate(mark.gone);
        for &option in &self.chosen[mark.chosen..] {
            for &group in self.plan.groups_of.get(option as usize) {
                if (group as usize) < self.plan.exact {
                    self.open[group as usize / 64] |= 1 << (group % 64);
                }
            }
        }
        self.chosen.truncate(mark.chosen);
    }

    /// The first of the open groups with the fewest options; a switch that nothing needs only if no other group is open.
    pub(super) fn smallest(&mut self) -> Option<u32> {
        let mut best = None;
        let mut least = u32::MAX;
        for (word, &open) in self.open.iter().enumerate() {
            for bit in ones(open) {
                let group = 64 * word as u32 + bit;
                self.work += 1;
                if group as usize >= self.plan.bound && best.is_some() {
                    return best;
                }
                let left = self.stretches[group as usize].left;
                if left < least {
                    (best, least) = (Some(group), left);
                    if left == 2 {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Writes the values of all variables.
    pub(super) fn write_solution(&self, values: &mut Vec<i32>) {
        values.clone_from(&self.plan.otherwise);
        for &option in &self.chosen {
            let (var, value) = self.plan.meaning[option as usize];
            values[var as usize] = value;
        }
    }
}

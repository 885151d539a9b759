//! Where the search over packed states stands: in the states of the whole program, or of what is left of it.

use super::narrow::Narrow;
use super::pick::Pick;
use super::program::Program;
use super::search::Choice;
use super::state::{Core, Failed, State};
use crate::solve::native::tuning::bit_parallel::COMPACTED_FROM;

/// The present state, and those to go back to: each [`branch`](Front::branch) adds one, each [`unmark`](Front::unmark) takes
/// the last one away.
pub(super) struct Front<'p, const W: usize> {
    core: Core<'p, W>,
    marks: Vec<State<W>>,
    /// For covers over long words that take long enough.
    narrow: Option<Box<Narrow>>,
    /// Whether the present state is one of `narrow`; that of the core is then the one that `narrow` was made of.
    is_narrow: bool,
    /// Work done before states become narrow.
    earliest: u64,
}

impl<'p, const W: usize> Front<'p, W> {
    pub(super) fn new(program: &'p Program, in_order: bool) -> Self {
        Front {
            core: Core::new(program, in_order),
            marks: Vec::new(),
            narrow: None,
            is_narrow: false,
            earliest: COMPACTED_FROM,
        }
    }

    /// The part of the state that is undecided, if the search is in there.
    #[inline]
    fn narrowed(&mut self) -> Option<&mut Narrow> {
        self.narrow.as_deref_mut().filter(|_| self.is_narrow)
    }

    /// The core, which is in the present state while that is wide.
    pub(super) fn core(&mut self) -> &mut Core<'p, W> {
        debug_assert!(!self.is_narrow, "the core waits in the state that the narrow ones were made of");
        &mut self.core
    }

    /// Work done so far.
    pub(super) fn work(&self) -> u64 {
        self.core.work + self.narrow.as_ref().map_or(0, |narrow| narrow.work)
    }

    /// Decides an item and draws all conclusions.
    pub(super) fn choose(&mut self, (item, take): Choice) -> Result<Pick, Failed> {
        if let Some(narrow) = self.narrowed() {
            debug_assert!(take, "items of a cover are taken one after the other");
            narrow.take(item);
            return narrow.settle();
        }
        if take {
            self.core.take(item as usize)?
        } else {
            self.core.leave(item as usize)?
        }
        self.core.settle()
    }

    /// Leaves the wide states if that is worth it. Returns what to branch on there.
    fn narrow_down(&mut self) -> Option<Pick> {
        let program = self.core.program;
        if self.is_narrow || !program.sweeping || self.core.work < self.earliest || !program.is_cover() {
            return None;
        }
        let narrow = self.narrow.get_or_insert_with(|| Box::new(Narrow::new(program)));
        self.is_narrow = narrow.enter(&self.core);
        self.is_narrow.then(|| narrow.settle().expect("nothing new follows from the same state"))
    }

    /// Appends what to try at a branch, choices of which exactly one holds, and remembers the state.
    pub(super) fn branch(&mut self, pick: Pick, out: &mut Vec<Choice>) {
        let pick = self.narrow_down().unwrap_or(pick);
        match self.narrowed() {
            Some(narrow) => {
                let Pick::Group(group) = pick else { unreachable!("all items of a cover are in groups") };
                narrow.each(group, |item| out.push((item, true)));
                narrow.mark();
            }
            None => {
                self.core.choices(pick, out);
                self.marks.push(self.core.state);
            }
        }
    }

    /// Goes back to the state that was branched on last.
    pub(super) fn back(&mut self) {
        match self.narrowed() {
            Some(narrow) => narrow.back(),
            None => self.core.state = self.marks[self.marks.len() - 1],
        }
    }

    /// Forgets the state that was branched on last.
    pub(super) fn unmark(&mut self) {
        match self.narrowed() {
            Some(narrow) => self.is_narrow = narrow.unmark(),
            None => {
                self.marks.pop();
            }
        }
    }

    /// Makes the values of all variables of those of the solution written last, if there are any.
    pub(super) fn write_solution(&mut self, values: &mut Vec<i32>) {
        let core = &mut self.core;
        match self.narrow.as_deref().filter(|_| self.is_narrow) {
            Some(narrow) => {
                let before = core.state.sure;
                for &item in narrow.taken() {
                    core.state.sure[item as usize / 64] |= 1 << (item % 64);
                }
                core.write_solution(values);
                core.state.sure = before;
            }
            None => core.write_solution(values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::search::Part;
    use super::*;
    use crate::model::{Cardinality, Cmp, Model};

    /// So many groups, and items in three to five of them each; some solution is hidden there.
    fn cover(random: &mut fastrand::Rng, groups: usize, items: usize) -> Program {
        let mut model = Model::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut hidden: Vec<usize> = (0..groups).collect();
        random.shuffle(&mut hidden);
        members.extend(hidden.chunks(4).map(<[usize]>::to_vec));
        for _ in 0..items {
            let mut of: Vec<usize> = (0..random.usize(3..=5)).map(|_| random.usize(..groups)).collect();
            of.sort_unstable();
            of.dedup();
            members.push(of);
        }
        random.shuffle(&mut members);
        let vars: Vec<_> = (0..members.len()).map(|item| model.var(format!("x[{item}]"), 0..=1)).collect();
        for group in 0..groups {
            let atoms = vars.iter().zip(&members).filter(|(_, of)| of.contains(&group)).map(|(var, _)| var.is(1));
            model.post("group", Cardinality { atoms: atoms.collect(), cmp: Cmp::Eq, k: 1 });
        }
        Program::new(&model).expect("a packed model")
    }

    /// What became of a choice.
    #[derive(PartialEq)]
    enum End {
        Contradiction,
        Solution(Vec<i32>),
        Others,
    }

    /// The first choices of a search, and how many of them were narrow.
    fn first_choices(program: &Program, earliest: u64, most: usize) -> (Vec<(Choice, End)>, usize) {
        let mut front = Front::<18>::new(program, false);
        front.earliest = earliest;
        let (mut found, mut narrow) = (Vec::new(), 0);
        let mut levels: Vec<Vec<Choice>> = Vec::new();
        let mut pick = front.core().settle().expect("a solution is hidden here");
        loop {
            let mut choices = Vec::new();
            front.branch(pick, &mut choices);
            choices.reverse();
            levels.push(choices);
            pick = loop {
                let Some(choices) = levels.last_mut() else { return (found, narrow) };
                let Some(choice) = choices.pop() else {
                    levels.pop();
                    front.unmark();
                    continue;
                };
                if found.len() == most {
                    return (found, narrow);
                }
                front.back();
                narrow += usize::from(front.is_narrow);
                match front.choose(choice) {
                    Err(_) => found.push((choice, End::Contradiction)),
                    Ok(Pick::Done) => {
                        let mut values = Vec::new();
                        front.write_solution(&mut values);
                        found.push((choice, End::Solution(values)));
                    }
                    Ok(pick) => {
                        found.push((choice, End::Others));
                        break pick;
                    }
                }
            };
        }
    }

    #[test]
    fn narrow_states_are_searched_as_wide_ones_are() {
        let mut random = fastrand::Rng::with_seed(8);
        let (mut solutions, mut all_narrow, mut half_narrow) = (0, 0, 0);
        for round in 0..60 {
            let groups = random.usize(36..100);
            let program = cover(&mut random, groups, if round % 2 == 0 { 600 } else { 1050 });
            assert!(program.words == 18 && program.sweeping && program.is_cover());
            let (wide, none) = first_choices(&program, u64::MAX, 3000);
            let (narrow, some) = first_choices(&program, 0, 3000);
            assert!(wide == narrow, "round {round}");
            assert_eq!(none, 0);
            solutions += wide.iter().filter(|(_, end)| matches!(end, End::Solution(_))).count();
            all_narrow += usize::from(some == narrow.len());
            half_narrow += usize::from(some > 0 && some < narrow.len());
        }
        assert!(solutions > 20 && all_narrow > 5 && half_narrow > 5, "{solutions} {all_narrow} {half_narrow}");
    }

    /// A square board of which rows, columns and boxes have different numbers, with some numbers given.
    fn board(random: &mut fastrand::Rng, (high, wide): (usize, usize), given: usize) -> Model {
        let size = high * wide;
        let mut model = Model::new();
        let (rows, columns) = (random.usize(..high), random.usize(..wide));
        let number = |row: usize, column: usize| ((row % high) * wide + row / high + column + rows + columns) % size;
        let mut domains: Vec<Vec<i32>> = vec![(0..size as i32).collect(); size * size];
        for _ in 0..given {
            let cell = random.usize(..size * size);
            domains[cell] = vec![number(cell / size, cell % size) as i32];
        }
        let vars: Vec<_> = (0..).zip(domains).map(|(cell, domain)| model.var(format!("x[{cell}]"), domain)).collect();
        for unit in 0..size {
            let cells = |at: &dyn Fn(usize) -> usize| (0..size).map(|place| vars[at(place)]).collect::<Vec<_>>();
            model.all_different("row", cells(&|place| size * unit + place));
            model.all_different("column", cells(&|place| size * place + unit));
            let corner = unit / high * high * size + unit % high * wide;
            model.all_different("box", cells(&|place| corner + place / wide * size + place % wide));
        }
        model
    }

    #[test]
    fn a_part_of_the_tree_is_the_same_for_whoever_enters_it() {
        let mut random = fastrand::Rng::with_seed(9);
        let (mut parts, mut late) = (0, 0);
        for _ in 0..300 {
            let (shape, given) =
                if random.bool() { ((2, 3), random.usize(4..8)) } else { ((2, 4), random.usize(16..26)) };
            let model = board(&mut random, shape, given);
            let program = Program::new(&model).expect("a packed model");
            match program.words {
                8 => enter_parts::<8>(&program, &mut parts, &mut late),
                18 => enter_parts::<18>(&program, &mut parts, &mut late),
                23 => enter_parts::<23>(&program, &mut parts, &mut late),
                33 => enter_parts::<33>(&program, &mut parts, &mut late),
                words => panic!("{words} words"),
            }
        }
        assert!(parts > 500 && late > 100, "{parts} {late}");
    }

    /// Compares what follows from the choices at the root with what another search makes of them.
    fn enter_parts<const W: usize>(program: &Program, parts: &mut usize, late: &mut usize) {
        let mut front = Front::<W>::new(program, false);
        let Ok(pick) = front.core().enter(&Part::default()) else { return };
        if pick == Pick::Done {
            return;
        }
        let mut choices = Vec::new();
        front.branch(pick, &mut choices);
        for (item, take) in choices {
            front.back();
            let chosen = front.choose((item, take)).is_ok();
            let mut other = Core::<W>::new(program, false);
            let part = Part { level: 1, steps: vec![(item, take.into())] };
            assert_eq!(other.enter(&part).is_ok(), chosen);
            let State { possible, sure, .. } = front.core().state;
            if chosen {
                assert!((possible, sure) == (other.state.possible, other.state.sure));
                *parts += 1;
                *late += usize::from(other.is_late());
            }
        }
    }
}

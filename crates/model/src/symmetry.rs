//! Symmetries as a model declares them: where each variable's value goes, and what it becomes there.
//!
//! A [`Move`] sends the value `v` of a variable `x` to the variable `to(x)`, where it becomes `through(x)(v)`. Turning
//! a board moves variables and keeps values; exchanging low and high numbers keeps variables and moves values; on a
//! model whose variables are numbers and whose values are cells, it is the turn that moves values. A declaration is a
//! claim about the puzzle and is never taken on trust: [`Group`](super::Group) uses only the moves that map the domains
//! and the constraints onto themselves.

use std::collections::HashMap;
use std::fmt;

use super::{Assignment, Model, Var};

/// A permutation of finitely many integers; all others stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ValueMap {
    /// The values that move and where to, by value.
    pairs: Vec<(i32, i32)>,
}

impl ValueMap {
    /// The map that takes the first of each pair to the second; a value in no pair stays.
    ///
    /// # Panics
    /// If that is no permutation.
    pub fn new(pairs: impl IntoIterator<Item = (i32, i32)>) -> Self {
        let mut pairs: Vec<(i32, i32)> = pairs.into_iter().filter(|(from, to)| from != to).collect();
        pairs.sort_unstable();
        let mut images: Vec<i32> = pairs.iter().map(|pair| pair.1).collect();
        images.sort_unstable();
        let once = pairs.windows(2).all(|two| two[0].0 != two[1].0);
        assert!(once && pairs.iter().map(|pair| pair.0).eq(images), "a value map is a permutation");
        ValueMap { pairs }
    }

    /// The map that turns the range round: `low` becomes `high`, `low + 1` becomes `high - 1`.
    pub fn reversed(low: i32, high: i32) -> Self {
        let image = |value: i32| (i64::from(low) + i64::from(high) - i64::from(value)) as i32;
        ValueMap::new((low..=high).map(|value| (value, image(value))))
    }

    /// True if every value stays.
    pub fn is_identity(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The values that do not stay, increasing.
    pub(super) fn moved(&self) -> impl Iterator<Item = i32> {
        self.pairs.iter().map(|pair| pair.0)
    }

    /// The image of a value.
    pub fn apply(&self, value: i32) -> i32 {
        match self.pairs.binary_search_by_key(&value, |pair| pair.0) {
            Ok(found) => self.pairs[found].1,
            Err(_) => value,
        }
    }

    /// This map and the next one after it.
    pub fn then(&self, next: &ValueMap) -> ValueMap {
        let own = self.pairs.iter().map(|&(from, to)| (from, next.apply(to)));
        let others =
            next.pairs.iter().filter(|(from, _)| self.pairs.binary_search_by_key(from, |pair| pair.0).is_err());
        ValueMap::new(own.chain(others.copied()))
    }
}

/// One symmetry of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// For each variable the one that gets its value.
    to: Vec<Var>,
    /// The value maps in use.
    maps: Vec<ValueMap>,
    /// For each variable the number of the map that its value goes through.
    through: Vec<u32>,
}

impl Move {
    /// Each variable's value goes to another variable, one entry per variable of the model, and stays what it is.
    pub fn of_variables(to: Vec<Var>) -> Self {
        let through = vec![0; to.len()];
        Move { to, maps: vec![ValueMap::default()], through }
    }

    /// Each of that many variables stays where it is, and its value goes through the map.
    pub fn of_values(variables: usize, map: ValueMap) -> Self {
        let to = (0..variables).map(Var::from_index).collect();
        Move { to, maps: vec![map], through: vec![0; variables] }
    }

    /// Each variable's value goes through its own map to another variable; one entry of both per variable of the model.
    ///
    /// # Panics
    /// If there are not as many maps as variables.
    pub fn new(to: Vec<Var>, through: Vec<ValueMap>) -> Self {
        assert_eq!(to.len(), through.len(), "a value map for each variable");
        let (mut maps, mut numbers) = (Vec::new(), HashMap::new());
        let number = |map: ValueMap| {
            *numbers.entry(map).or_insert_with_key(|map| {
                maps.push(map.clone());
                maps.len() as u32 - 1
            })
        };
        let through = through.into_iter().map(number).collect();
        Move { to, maps, through }
    }

    /// Number of variables of the model that it is a move of.
    pub fn variables(&self) -> usize {
        self.to.len()
    }

    /// The variable that gets the value of this one.
    pub fn target(&self, var: Var) -> Var {
        self.to[var.index()]
    }

    /// The map that the value of this variable goes through.
    pub fn value_map(&self, var: Var) -> &ValueMap {
        &self.maps[self.through[var.index()] as usize]
    }

    /// The image of an assignment.
    pub fn apply(&self, assignment: &Assignment) -> Assignment {
        let mut values = vec![0; self.to.len()];
        for (index, target) in self.to.iter().enumerate() {
            let var = Var::from_index(index);
            values[target.index()] = self.value_map(var).apply(assignment[var]);
        }
        Assignment::new(values)
    }

    /// True if the variables are moved by a permutation of as many.
    fn is_permutation_of(&self, variables: usize) -> bool {
        let mut hit = vec![false; variables];
        self.to.len() == variables
            && self.to.iter().all(|to| hit.get_mut(to.index()).is_some_and(|hit| !std::mem::replace(hit, true)))
    }
}

/// A named set of moves and all that can be made of them.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// The name that a user selects it by, for example `geometric`.
    pub name: &'static str,
    /// True if it is used when no name is given.
    pub is_usual: bool,
    /// The moves that generate it.
    pub moves: Vec<Move>,
}

/// The choice among the declared symmetries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// Those that are used when no name is given.
    #[default]
    Usual,
    /// All that are declared.
    All,
    /// Those with these names.
    Named(Vec<String>),
}

/// `usual`, `all`, or names separated by commas; which names there are depends on the model.
impl From<&str> for Selection {
    fn from(text: &str) -> Self {
        match text {
            "usual" => Selection::Usual,
            "all" => Selection::All,
            names => Selection::Named(names.split(',').map(str::to_owned).collect()),
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Usual => f.write_str("usual"),
            Selection::All => f.write_str("all"),
            Selection::Named(names) => f.write_str(&names.join(",")),
        }
    }
}

impl Model {
    /// Declares a symmetry that is used when symmetry is asked for without a name: images under it look the same.
    /// Several declarations under one name add up.
    ///
    /// # Panics
    /// If a move does not permute the model's variables.
    pub fn declare_symmetry(&mut self, name: &'static str, moves: impl IntoIterator<Item = Move>) {
        self.declare(name, true, moves.into_iter().collect());
    }

    /// Declares a symmetry that is used only when it is asked for by name, or all are: images under it look different.
    ///
    /// # Panics
    /// If a move does not permute the model's variables.
    pub fn declare_wider_symmetry(&mut self, name: &'static str, moves: impl IntoIterator<Item = Move>) {
        self.declare(name, false, moves.into_iter().collect());
    }

    fn declare(&mut self, name: &'static str, is_usual: bool, moves: Vec<Move>) {
        let count = self.variables.len();
        assert!(moves.iter().all(|one| one.is_permutation_of(count)), "a move permutes the variables of its model");
        match self.symmetries.iter_mut().find(|known| known.name == name) {
            Some(known) => known.moves.extend(moves),
            None => self.symmetries.push(Symmetry { name, is_usual, moves }),
        }
    }

    /// The symmetries that were declared.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_maps_compose() {
        let turn = ValueMap::new([(1, 2), (2, 3), (3, 1), (7, 7)]);
        let mirror = ValueMap::reversed(2, 5);
        assert_eq!((0..7).map(|value| mirror.apply(value)).collect::<Vec<_>>(), [0, 1, 5, 4, 3, 2, 6]);
        let both = turn.then(&mirror);
        for value in 0..8 {
            assert_eq!(both.apply(value), mirror.apply(turn.apply(value)));
        }
        assert!(turn.then(&turn).then(&turn).is_identity());
        assert_eq!(mirror.then(&mirror), ValueMap::default());
    }

    #[test]
    #[should_panic(expected = "a value map is a permutation")]
    fn value_maps_are_permutations() {
        ValueMap::new([(1, 2), (2, 3)]);
    }

    #[test]
    #[should_panic(expected = "a move permutes the variables")]
    fn moves_are_permutations() {
        let mut model = Model::new();
        let x = model.var("x", 0..=1);
        model.var("y", 0..=1);
        model.declare_symmetry("wrong", [Move::of_variables(vec![x, x])]);
    }

    #[test]
    fn a_move_takes_values_along() {
        let vars: Vec<Var> = (0..3).map(Var::from_index).collect();
        let turn = Move::new(
            vec![vars[1], vars[2], vars[0]],
            vec![ValueMap::default(), ValueMap::reversed(1, 3), ValueMap::default()],
        );
        assert_eq!(turn.apply(&Assignment::new(vec![1, 1, 2])).values(), [2, 1, 3]);
    }
}

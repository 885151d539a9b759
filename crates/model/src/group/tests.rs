//! Groups of random models against all products of their moves.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::*;
use crate::shape::{Image, Shapes};
use crate::{AllDifferent, Atom, Clause, Cmp, Domain, Linear};

/// The values of all models here.
const VALUES: std::ops::RangeInclusive<i32> = 1..=3;

/// For each shown variable the one that it gets its value from, and what each of [`VALUES`] and one more becomes.
type OnShown = Vec<(usize, Vec<i32>)>;

/// Where each variable's value goes and, per variable, what each of [`VALUES`] and one more becomes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Plain {
    to: Vec<usize>,
    through: Vec<Vec<i32>>,
}

impl Plain {
    fn of(by: &Move) -> Self {
        let vars = || (0..by.variables()).map(Var::from_index);
        let map = |var| VALUES.chain([9]).map(|value| by.value_map(var).apply(value)).collect();
        Plain { to: vars().map(|var| by.target(var).index()).collect(), through: vars().map(map).collect() }
    }

    fn then(&self, next: &Plain) -> Plain {
        let through = |(map, &to): (&Vec<i32>, &usize)| -> Vec<i32> {
            let place = |image: i32| VALUES.chain([9]).position(|value| value == image).expect("one of the values");
            map.iter().map(|&image| next.through[to][place(image)]).collect()
        };
        let both = self.through.iter().zip(&self.to);
        Plain { to: self.to.iter().map(|&to| next.to[to]).collect(), through: both.map(through).collect() }
    }

    fn with_maps(&self) -> PlainWithMaps<'_> {
        let map = |images: &Vec<i32>| ValueMap::new(VALUES.chain([9]).zip(images.iter().copied()));
        PlainWithMaps { plain: self, maps: self.through.iter().map(map).collect() }
    }

    fn on(&self, shown: &[Var]) -> OnShown {
        let from = |var: &Var| self.to.iter().position(|&to| to == var.index()).expect("a permutation");
        shown.iter().map(from).map(|from| (from, self.through[from].clone())).collect()
    }
}

struct PlainWithMaps<'p> {
    plain: &'p Plain,
    maps: Vec<ValueMap>,
}

impl Image for PlainWithMaps<'_> {
    fn target(&self, var: Var) -> Var {
        Var::from_index(self.plain.to[var.index()])
    }

    fn map(&self, var: Var) -> (u32, &ValueMap) {
        let map = &self.maps[var.index()];
        (self.maps.iter().position(|other| other == map).expect("itself") as u32, map)
    }
}

/// All products of the moves, if they are not too many.
fn closure(variables: usize, moves: &[Plain]) -> Option<BTreeSet<Plain>> {
    let identity = Plain::of(&Move::of_values(variables, ValueMap::default()));
    let mut all = BTreeSet::from([identity.clone()]);
    let mut open = vec![identity];
    while let Some(one) = open.pop() {
        for next in moves {
            let product = one.then(next);
            if all.insert(product.clone()) {
                open.push(product);
            }
        }
        if all.len() > 3000 {
            return None;
        }
    }
    Some(all)
}

fn identity_on(shown: &[Var]) -> OnShown {
    shown.iter().map(|var| (var.index(), VALUES.chain([9]).collect())).collect()
}

/// All products of what elements do to the shown variables.
fn products(shown: &[Var], generators: &[OnShown]) -> BTreeSet<OnShown> {
    let mut all = BTreeSet::from([identity_on(shown)]);
    let mut open = vec![identity_on(shown)];
    while let Some(one) = open.pop() {
        for by in generators {
            let image = |(from, through): &(usize, Vec<i32>)| {
                let (source, first) = &one[shown.iter().position(|var| var.index() == *from).expect("a shown one")];
                let then = |value: &i32| {
                    through[VALUES.chain([9]).position(|other| other == *value).expect("one of the values")]
                };
                (*source, first.iter().map(then).collect())
            };
            let product: OnShown = by.iter().map(image).collect();
            if all.insert(product.clone()) {
                open.push(product);
            }
        }
    }
    all
}

fn random_map(rng: &mut Rng) -> ValueMap {
    let mut images: Vec<i32> = VALUES.chain([9]).collect();
    if rng.bool() {
        rng.shuffle(&mut images[..3]);
    } else if rng.u8(..4) == 0 {
        rng.shuffle(&mut images);
    }
    ValueMap::new(VALUES.chain([9]).zip(images))
}

fn random_move(rng: &mut Rng, variables: usize) -> Move {
    let mut to: Vec<Var> = (0..variables).map(Var::from_index).collect();
    match rng.u8(..3) {
        0 => {}
        1 => to.swap(0, rng.usize(..variables)),
        _ => rng.shuffle(&mut to),
    }
    let map = random_map(rng);
    let is_uniform = rng.u8(..3) > 0;
    Move::new(to, (0..variables).map(|_| if is_uniform { map.clone() } else { random_map(rng) }).collect())
}

fn random_model(rng: &mut Rng) -> Model {
    let mut model = Model::new();
    let variables = rng.usize(1..=5);
    let sort = rng.u8(..3);
    for index in 0..variables {
        let domain: Vec<i32> = match sort {
            0 => VALUES.collect(),
            1 if rng.bool() => VALUES.collect(),
            _ => VALUES.filter(|_| rng.bool()).collect(),
        };
        model.var(format!("x[{index}]"), Domain::from(domain));
    }
    let moves: Vec<Move> = (0..rng.usize(1..=3)).map(|_| random_move(rng, variables)).collect();
    for _ in 0..rng.usize(0..=2) {
        let vars: Vec<Var> = model.vars().filter(|_| rng.bool()).collect();
        match rng.u8(..4) {
            0 => model.post("one", AllDifferent(vars)),
            1 => {
                let terms = vars.iter().map(|&var| (1, var)).collect();
                model.post("one", Linear { terms, cmp: Cmp::Le, rhs: rng.i64(1..9) });
            }
            _ => {
                // Some images of it are there, too, under the first move.
                let mut atoms: Vec<Atom> = vars.iter().map(|var| var.is(rng.i32(VALUES))).collect();
                for _ in 0..rng.usize(1..=12) {
                    model.post("one", Clause(atoms.clone()));
                    let image =
                        |atom: &Atom| moves[0].target(atom.var).is(moves[0].value_map(atom.var).apply(atom.value));
                    atoms = atoms.iter().map(image).collect();
                }
            }
        }
    }
    if rng.u8(..3) == 0 {
        let shown: Vec<Var> = model.vars().filter(|_| rng.u8(..3) > 0).collect();
        model.show(&shown);
    }
    model.declare_symmetry("any", moves);
    model
}

#[test]
fn groups_of_random_models_are_what_is_left_of_all_products() {
    let (mut proper, mut whole, mut seen) = (0, 0, 0);
    for seed in 0..2000 {
        let mut rng = Rng::with_seed(seed);
        let model = random_model(&mut rng);
        let moves: Vec<Plain> = model.symmetries()[0].moves.iter().map(Plain::of).collect();
        let Some(all) = closure(model.variables().len(), &moves) else { continue };
        let shown = model.shown();
        let is_shown = |index: usize| shown.contains(&Var::from_index(index));
        let mut shapes = Shapes::of(&model);
        let kept: BTreeSet<&Plain> = all
            .iter()
            .filter(|one| one.to.iter().enumerate().all(|(from, &to)| is_shown(from) == is_shown(to)))
            .filter(|one| shapes.kept_by(&one.with_maps()))
            .collect();
        let expected: BTreeSet<OnShown> = kept.iter().map(|one| one.on(&shown)).collect();

        let group = Group::of(&model, &Selection::All).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let source = |&source: &Source| {
            (source.var.index(), VALUES.chain([9]).map(|value| group.map(source).apply(value)).collect())
        };
        let mut found: BTreeSet<OnShown> = BTreeSet::from([identity_on(&shown)]);
        for element in group.elements() {
            assert!(found.insert(element.iter().map(source).collect()), "seed {seed}: an element comes twice");
        }
        assert_eq!(found, expected, "seed {seed}");
        assert_eq!(group.order(), expected.len(), "seed {seed}");
        assert_eq!(group.declared_order(), &BigUint::from(all.len()), "seed {seed}");
        let generators: Vec<OnShown> = group.generators().map(|one| one.iter().map(source).collect()).collect();
        assert_eq!(products(&shown, &generators), expected, "seed {seed}: generators generate it");
        proper += usize::from(kept.len() > 1 && kept.len() < all.len());
        whole += usize::from(kept.len() > 1 && kept.len() == all.len());
        seen += 1;
    }
    assert!(proper > 150 && whole > 150, "{proper} proper groups and {whole} whole ones of {seen}");
}

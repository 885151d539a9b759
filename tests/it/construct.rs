//! Clues left out, minimal sets of clues, true candidates and contradictions, each against brute force.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

use cnfab::construct::{
    Conflict, Conflicts, Reduction, Selectable, Uniqueness, candidates, conflict, judge, occurrences, with_only,
};
use cnfab::model::{Atom, Clause, Model};
use cnfab::puzzle::{self, Clue, KINDS, Puzzle};
use cnfab::solve::{Budget, Encodings, Strategy};

use fastrand::Rng;

use crate::contradictions::small;
use crate::corpus::{instances, read};

#[test]
fn every_kind_with_clues_has_a_small_puzzle() {
    for kind in KINDS.iter().filter(|kind| small().all(|(name, _)| name != kind.name)) {
        for path in instances(kind.name) {
            let (_, puzzles) = read(&path, &std::fs::read_to_string(&path).expect("UTF-8"));
            let clues = puzzles.iter().map(|puzzle| puzzle.clues().len()).sum::<usize>();
            assert_eq!(clues, 0, "{}: add a puzzle of this kind to KIND_TEXTS", path.display());
        }
    }
}

fn puzzle_of(kind: &str, text: &str) -> Box<dyn Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(kind).join("text");
    read(&folder, text).1.remove(0)
}

/// The solutions of a model, as values of the shown variables.
fn solutions(model: &Model) -> BTreeSet<Vec<i32>> {
    let mut found = BTreeSet::new();
    let shown = model.shown();
    let backend = Strategy::parse("sat:batsat").expect("registered").backend(&Encodings::default());
    let report = backend.solve(model, &Budget::unlimited(), &mut |solution| {
        found.insert(solution.project(&shown));
        ControlFlow::Continue(())
    });
    report.expect("clauses for every model");
    found
}

fn texts(clues: &[Clue]) -> Vec<&str> {
    clues.iter().map(|clue| &clue.text[..]).collect()
}

fn some_of(count: usize, rng: &mut Rng) -> Vec<bool> {
    let share = rng.f64();
    (0..count).map(|_| rng.f64() < share).collect()
}

#[test]
fn every_puzzle_is_written_as_it_was_read() {
    let mut rng = Rng::with_seed(1);
    for kind in KINDS {
        for path in instances(kind.name) {
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            let (_, puzzles) = read(&path, &text);
            for puzzle in puzzles.iter().take(2) {
                let again = read(&path, &puzzle.text()).1.remove(0);
                assert_eq!(again.clues(), puzzle.clues(), "{}\n{}", path.display(), puzzle.text());
                assert_eq!(again.draw(None), puzzle.draw(None), "{}", path.display());
                let view = kind.views[0].0;
                let (model, other) = (puzzle.make_model(view), again.make_model(view));
                assert!(model.constraints() == other.constraints(), "{}", path.display());
                assert!(model.vars().all(|var| model.domain(var) == other.domain(var)), "{}", path.display());

                let clues = puzzle.clues();
                let keep = some_of(clues.len(), &mut rng);
                let Ok(left) = puzzle.with_clues(&keep) else { continue };
                let expected: Vec<Clue> =
                    clues.into_iter().zip(&keep).filter(|(_, keep)| **keep).map(|(clue, _)| clue).collect();
                assert_eq!(texts(&left.clues()), texts(&expected), "{}", path.display());
                let again = read(&path, &left.text()).1.remove(0);
                assert_eq!(texts(&again.clues()), texts(&expected), "{}\n{}", path.display(), left.text());
            }
        }
    }
}

#[test]
fn a_model_of_all_clues_states_each_set_of_them() {
    let mut rng = Rng::with_seed(2);
    for (kind, text) in small() {
        let puzzle = puzzle_of(kind, text);
        for &(view, _) in puzzle.views() {
            let clues = puzzle.clues();
            let selectable = Selectable::new(puzzle.as_ref(), view).expect("clues can be left out");
            let with_rules = Selectable::with_rules(puzzle.as_ref(), view).expect("clues can be left out");
            for round in 0..6 {
                let keep = match round {
                    0 => vec![true; clues.len()],
                    1 => vec![false; clues.len()],
                    _ => some_of(clues.len(), &mut rng),
                };
                let left = puzzle.with_clues(&keep).expect("clues can be left out");
                let expected = solutions(&left.make_model(view));
                for selectable in [&selectable, &with_rules] {
                    let rules = selectable.rules.iter().map(|rule| rule.atom);
                    let clues = selectable.clues.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(&atom, _)| atom);
                    let found = solutions(&with(&selectable.model, clues.chain(rules)));
                    assert!(found == expected, "{kind}, view {view}, {keep:?}: {} for {}", found.len(), expected.len());
                }
            }
        }
    }
}

/// The model in which these atoms are true.
fn with(model: &Model, atoms: impl IntoIterator<Item = Atom>) -> Model {
    let mut model = model.clone();
    atoms.into_iter().for_each(|atom| model.post("chosen", Clause(vec![atom])));
    model
}

/// Givens of a random solution of a puzzle: each clue of a puzzle with all of them is kept at random.
fn random_sudoku(rng: &mut Rng, clues: usize) -> Box<dyn Puzzle> {
    let full = *rng.choice(&["1234341221434321", "1234341243212143", "1234341241232341"]).expect("not empty");
    let mut cells: Vec<usize> = (0..16).collect();
    rng.shuffle(&mut cells);
    let text: String =
        full.chars().enumerate().map(|(cell, c)| if cells[..clues].contains(&cell) { c } else { '.' }).collect();
    let rows: Vec<&str> = (0..4).map(|row| &text[4 * row..4 * row + 4]).collect();
    puzzle_of("sudoku", &format!("kind: sudoku\nbox: 2x2\n\n{}\n", rows.join("\n")))
}

/// How many solutions there are with these clues; at most two are looked for.
fn at_most_two(puzzle: &dyn Puzzle, kept: &[usize]) -> usize {
    let model = with_only(puzzle, kept).expect("clues can be left out").make_model(puzzle.views()[0].0);
    let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
    let mut found = 0;
    let report = backend.solve(&model, &Budget::unlimited(), &mut |_| {
        found += 1;
        if found < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    report.expect("native search takes every model");
    found
}

/// All minimal sets of clues with one solution, by trying every set.
fn minimal_by_brute_force(puzzle: &dyn Puzzle) -> BTreeSet<Vec<usize>> {
    let count = puzzle.clues().len();
    let set = |bits: u32| -> Vec<usize> { (0..count).filter(|clue| bits >> clue & 1 == 1).collect() };
    let mut by_size: Vec<u32> = (0..1 << count).collect();
    by_size.sort_by_key(|bits| bits.count_ones());
    let mut minimal: Vec<u32> = Vec::new();
    for bits in by_size {
        if minimal.iter().all(|&known| known & bits != known) && at_most_two(puzzle, &set(bits)) == 1 {
            minimal.push(bits);
        }
    }
    minimal.into_iter().map(set).collect()
}

#[test]
fn minimal_sets_are_those_of_brute_force() {
    let mut rng = Rng::with_seed(3);
    let mut puzzles: Vec<Box<dyn Puzzle>> =
        small().filter(|(kind, _)| *kind != "skyscrapers").map(|(kind, text)| puzzle_of(kind, text)).collect();
    puzzles.extend((0..12).map(|_| random_sudoku(&mut rng, 8)));
    let mut several = 0;
    for puzzle in &puzzles {
        let puzzle = puzzle.as_ref();
        let view = puzzle.views()[0].0;
        let selectable = Selectable::new(puzzle, view).expect("clues can be left out");
        let count = selectable.clues.len();
        let all: Vec<usize> = (0..count).collect();
        let context = puzzle.text();
        let Ok(mut reduction) = Reduction::new(&selectable, &Budget::unlimited()) else {
            assert_ne!(at_most_two(puzzle, &all), 1, "{context}");
            continue;
        };
        assert_eq!(at_most_two(puzzle, &all), 1, "{context}");
        let expected = minimal_by_brute_force(puzzle);
        several += usize::from(expected.len() > 1);
        let superfluous: Vec<usize> =
            (0..count).filter(|clue| expected.iter().any(|set| !set.contains(clue))).collect();
        let mut found = Vec::new();
        reduction.superfluous(&mut found).expect("no limit");
        assert_eq!(found, superfluous, "{context}");
        for &(view, _) in puzzle.views() {
            let judgement = judge(puzzle, view, &Budget::unlimited()).expect("no limit");
            assert_eq!((judgement.superfluous, judgement.complete), (superfluous.clone(), true), "{context}");
        }
        let mut order = all.clone();
        rng.shuffle(&mut order);
        assert!(expected.contains(&reduction.minimal(&all, &order).expect("no limit")), "{context}");
        let mut found = BTreeSet::new();
        let every = reduction.all(&mut |set| {
            assert!(found.insert(set.clone()), "{context}: {set:?} comes twice");
            ControlFlow::Continue(())
        });
        every.expect("no limit");
        assert_eq!(found, expected, "{context}");
        let mut reduction = Reduction::new(&selectable, &Budget::unlimited()).expect("as before");
        let smallest = reduction.smallest().expect("no limit");
        assert!(expected.contains(&smallest), "{context}: {smallest:?}");
        assert_eq!(Some(smallest.len()), expected.iter().map(Vec::len).min(), "{context}");
    }
    assert!(several >= 8, "{several} puzzles with several minimal sets");
}

#[test]
fn candidates_are_those_of_all_solutions() {
    let mut rng = Rng::with_seed(4);
    let mut puzzles: Vec<Box<dyn Puzzle>> = Vec::new();
    for (kind, text) in small() {
        let puzzle = puzzle_of(kind, text);
        let count = puzzle.clues().len();
        puzzles.extend((0..3).map(|_| puzzle.with_clues(&some_of(count, &mut rng)).expect("clues can be left out")));
    }
    for (kind, name) in [("star-battle", "printed"), ("disks", "bought"), ("dissection", "three-stones")] {
        let path = instances(kind).into_iter().find(|path| path.ends_with(format!("{name}.txt")));
        let path = path.unwrap_or_else(|| instances(kind).remove(0));
        puzzles.push(read(&path, &std::fs::read_to_string(&path).expect("UTF-8")).1.remove(0));
    }
    for puzzle in &puzzles {
        let puzzle = puzzle.as_ref();
        for &(view, _) in puzzle.views() {
            let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
            let all = occurrences(puzzle, view, backend.as_ref(), u64::MAX, &Budget::unlimited()).expect("no limit");
            assert!(all.complete);
            let found = candidates(puzzle, view, &Budget::unlimited()).expect("no limit");
            let expected: Vec<BTreeSet<i32>> =
                all.cells.iter().map(|values| values.keys().copied().collect()).collect();
            assert_eq!(found.cells, expected, "view {view}\n{}", puzzle.text());
            assert!(found.met <= all.solutions, "{} solutions were met of {}", found.met, all.solutions);
            let judgement = judge(puzzle, view, &Budget::unlimited()).expect("no limit");
            let number = match judgement.uniqueness {
                Uniqueness::None => 0,
                Uniqueness::One(_) => 1,
                _ => 2,
            };
            assert_eq!(number, all.solutions.min(2), "view {view}\n{}", puzzle.text());
            for (cell, value) in all.deciding() {
                assert_eq!(all.cells[cell][&value], 1);
            }
        }
    }
}

#[test]
fn contradictions_are_minimal() {
    let mut rng = Rng::with_seed(5);
    let mut puzzles: BTreeMap<String, Box<dyn Puzzle>> = BTreeMap::new();
    while puzzles.len() < 12 {
        let puzzle = random_sudoku(&mut rng, 6);
        // One digit is replaced by another.
        let text = puzzle.text();
        let digits: Vec<usize> = (text.rfind("\n\n").expect("a body")..text.len())
            .filter(|&at| text.as_bytes()[at].is_ascii_digit())
            .collect();
        let at = *rng.choice(&digits).expect("not empty");
        let text = format!("{}{}{}", &text[..at], rng.u8(1..=4), &text[at + 1..]);
        puzzles.insert(text.clone(), puzzle_of("sudoku", &text));
    }
    let others = [
        ("hidoku", "kind: hidoku\n\n1 _ 9\n_ 5 _\n_ _ 2\n"),
        ("killer-sudoku", "kind: killer-sudoku\n\nBBDA\nBCDA\nFCDE\nFCEE\n\nA: 3, B: 9, C: 7, D: 7, E: 9, F: 4\n"),
        (
            "seating",
            "kind: seating\ntable: row\nguests: Ann Bob Cy\n\nAnn next to Bob\nAnn next to Cy\nAnn at 1\nCy at 3\n",
        ),
        ("star-battle", "kind: star-battle\n\nABCD\nABCD\nABCD\nABCD\n"),
        ("star-battle", "kind: star-battle\n\nAAAA\nABCA\nADDA\nAAAA\n"),
    ];
    puzzles.extend(others.map(|(kind, text)| (text.to_owned(), puzzle_of(kind, text))));
    let mut contradictory = 0;
    for (text, puzzle) in &puzzles {
        for &(view, _) in puzzle.views() {
            let has_solution = !solutions(&puzzle.make_model(view)).is_empty();
            let found = conflict(puzzle.as_ref(), view, &Budget::unlimited()).expect("no limit");
            let Some(Conflict { clues, rules }) = found else {
                assert!(has_solution, "{text}");
                continue;
            };
            contradictory += 1;
            assert!(!has_solution, "{text}");
            let selectable = Selectable::with_rules(puzzle.as_ref(), view).expect("clues can be left out");
            let mut atoms: Vec<Atom> = clues.iter().map(|&clue| selectable.clues[clue]).collect();
            atoms.extend(rules.iter().map(|rule| rule.atom));
            assert!(!is_satisfiable(&with(&selectable.model, atoms.iter().copied())), "{text}: {clues:?}, {rules:?}");
            for &out in &atoms {
                let rest = atoms.iter().copied().filter(|&atom| atom != out);
                assert!(is_satisfiable(&with(&selectable.model, rest)), "{text}: {clues:?}, {rules:?} without {out:?}");
            }
        }
    }
    assert!(contradictory >= 12, "{contradictory} contradictions");
}

fn is_satisfiable(model: &Model) -> bool {
    let backend = Strategy::parse("sat:varisat").expect("registered").backend(&Encodings::default());
    let mut found = false;
    let report = backend.solve(model, &Budget::unlimited(), &mut |_| {
        found = true;
        ControlFlow::Break(())
    });
    report.expect("clauses for every model");
    found
}

/// Each set is minimal, and any clues and rules contradict each other exactly if one of the sets is among them.
#[test]
fn all_sets_of_clues_and_rules_are_found() {
    let mut rng = Rng::with_seed(5);
    for (kind, text) in [
        ("star-battle", "kind: star-battle\n\nAAAA\nABCA\nADDA\nAAAA\n"),
        ("sudoku", "kind: sudoku\nbox: 2x2\n\n12..\n....\n..3.\n...3\n"),
        (
            "seating",
            "kind: seating\ntable: row\nguests: Ann Bob Cy\n\nAnn next to Bob\nAnn next to Cy\nAnn at 1\nCy at 3\n",
        ),
    ] {
        let puzzle = puzzle_of(kind, text);
        let selectable = Selectable::with_rules(puzzle.as_ref(), puzzle.views()[0].0).expect("clues can be left out");
        let rules = selectable.rules.iter().map(|rule| rule.atom);
        let atoms: Vec<Atom> = selectable.clues.iter().copied().chain(rules).collect();
        let contradict = |set: &[usize]| !is_satisfiable(&with(&selectable.model, set.iter().map(|&part| atoms[part])));
        for hard in [None, Some(atoms.len() - 1)] {
            let budget = Budget::unlimited();
            let conflicts = || Conflicts::of_puzzle(&selectable, |part| Some(part) == hard, &budget).expect("clauses");
            let mut all: BTreeSet<Vec<usize>> = BTreeSet::new();
            let on = &mut |set: &Vec<usize>| {
                assert!(all.insert(set.clone()), "{set:?} twice");
                ControlFlow::Continue(())
            };
            conflicts().all(on).expect("no limit");
            let one = conflicts().one().expect("no limit").expect("a contradiction");
            assert!(all.contains(&one), "{one:?} of {all:?}");
            let smallest = conflicts().smallest().expect("no limit").expect("a contradiction");
            assert_eq!(Some(smallest.len()), all.iter().map(Vec::len).min(), "{smallest:?} of {all:?}");
            let held = |set: &[usize]| [set, hard.as_slice()].concat();
            for set in &all {
                assert!(contradict(&held(set)) && !hard.is_some_and(|hard| set.contains(&hard)), "{set:?}");
                for out in set {
                    let rest: Vec<usize> = set.iter().copied().filter(|part| part != out).collect();
                    assert!(!contradict(&held(&rest)), "{set:?} without {out}");
                }
            }
            for _ in 0..100 {
                let some: Vec<usize> = (0..atoms.len()).filter(|part| Some(*part) != hard && rng.u8(..8) > 0).collect();
                let has_set = all.iter().any(|set| set.iter().all(|part| some.contains(part)));
                assert_eq!(contradict(&held(&some)), has_set, "{text}: {some:?}");
            }
        }
    }
}

#[test]
fn a_puzzle_without_one_solution_is_not_reduced() {
    let none = puzzle::read("kind: sudoku\nbox: 2x2\n\n11..\n....\n....\n....\n", &|_| Err(String::new()));
    for (puzzle, expected) in [
        (none.expect("a Sudoku").1.remove(0), "the puzzle has no solutions, expected exactly one"),
        (
            puzzle_of("sudoku", "kind: sudoku\nbox: 2x2\n\n1...\n....\n....\n....\n"),
            "the puzzle has several solutions, expected exactly one",
        ),
    ] {
        let selectable = Selectable::new(puzzle.as_ref(), "cell").expect("clues can be left out");
        let why = Reduction::new(&selectable, &Budget::unlimited()).err().expect("no reduction");
        assert_eq!(why.to_string(), expected);
    }
}

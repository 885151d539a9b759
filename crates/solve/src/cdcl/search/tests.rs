//! The search step by step: what is learned or excluded stays known, whatever is flipped, deleted, hidden or shared.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::enumerate::EXCLUDED;
use super::*;
use crate::Budget;
use crate::boolean::boolean_form;
use crate::search::{Pool, Sink};
use cnfab_model::{Assignment, Cardinality, Clause, Cmp, Model, Var};

thread_local! {
    /// The checks of each step of the search, and every unit clause that one search has learned.
    static UNITS: RefCell<Option<BTreeSet<Literal>>> = const { RefCell::new(None) };

    /// How many searches there have been.
    static SEARCHES: Cell<usize> = const { Cell::new(0) };
}

/// A search with other switches than the one before, until all have come.
fn search(form: &BooleanForm) -> CdclSearch<'_> {
    let number = SEARCHES.replace(SEARCHES.get() + 1);
    let decide = [ModalOrder::Evsids, ModalOrder::Vmtf][number / 3 % 2];
    CdclSearch::new(form, RestartPolicy::ALL[number % 3], decide)
}

/// Checks that no clause is false or asserts an unassigned literal when all is propagated. What was learned as a unit
/// clause holds, and solutions that were found are excluded.
pub(super) fn check_fixpoint(search: &CdclSearch<'_>, is_consistent: bool) {
    UNITS.with_borrow_mut(|units| {
        let Some(units) = units else { return };
        if let [unit] = search.analysis.learned[..] {
            units.insert(unit);
        }
        if !is_consistent {
            return;
        }
        let value = |literal: &Literal| search.state.values[*literal as usize];
        for clause in search.state.clauses.references() {
            let clause = search.state.clauses.literals(clause);
            let open = clause.iter().filter(|literal| value(literal) == 0).count();
            assert!(clause.iter().any(|literal| value(literal) > 0) || open > 1, "{clause:?} is lost");
        }
        units.iter().for_each(|unit| assert!(value(unit) > 0, "{unit} is lost"));
        for clause in &search.known.clauses {
            let open = clause.iter().filter(|literal| value(literal) == 0).count();
            assert!(clause.iter().any(|literal| value(literal) > 0) || open > 1, "{clause:?} is forgotten");
        }
    });
}

/// Random clauses of three literals with some hundred models.
fn clauses(seed: u64) -> Model {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..16).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect();
    for _ in 0..rng.usize(30..55) {
        let mut vars = vars.clone();
        rng.shuffle(&mut vars);
        model.post("disjunction", Clause(vars[..3].iter().map(|var| var.is(rng.i32(0..=1))).collect()));
    }
    model
}

/// A unit clause that is learned above a flip holds below it too, and a clause asserts its literal again.
#[test]
fn what_is_learned_above_a_flip_is_kept_below() {
    let mut flips = 0;
    for seed in 0..60 {
        let form = boolean_form(&clauses(seed)).expect("of the class");
        UNITS.set(Some(BTreeSet::new()));
        let number = number(&form, 20, EXCLUDED);
        UNITS.set(None);
        flips += usize::from(number > u128::from(EXCLUDED));
    }
    assert!(flips > 20, "{flips} formulas with many models");
}

/// Latin squares of five rows with three diagonals that hold no value more than twice.
fn squares() -> Model {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..25).map(|cell| model.var(format!("cell[{cell}]"), 1..=5)).collect();
    for line in 0..5 {
        model.all_different("horizontal", (0..5).map(|place| cells[5 * line + place]));
        model.all_different("vertical", (0..5).map(|place| cells[5 * place + line]));
    }
    for (shift, value) in (0..3).flat_map(|shift| (1..=5).map(move |value| (shift, value))) {
        let atoms = (0..5).map(|row| cells[5 * row + (row + shift) % 5].is(value)).collect();
        model.post("slanted", Cardinality { atoms, cmp: Cmp::Le, k: 2 });
    }
    model
}

fn number(form: &BooleanForm, next_reduction: u64, excluded: u32) -> u128 {
    let budget = Budget::unlimited();
    let mut walk = Walk::new(&budget, Sink::Count(0));
    let mut search = search(form);
    (search.next_reduction, search.excluded) = (next_reduction, excluded);
    assert_eq!(search.part(&mut walk).0, Outcome::Exhausted);
    let Sink::Count(number) = walk.sink else { unreachable!("the walk counts") };
    number
}

#[test]
fn neither_reductions_nor_the_way_solutions_are_excluded_changes_their_number() {
    let form = boolean_form(&squares()).expect("of the class");
    let expected = number(&form, u64::MAX, EXCLUDED);
    // Of 161,280 squares.
    assert!(expected > 1000 && expected < 161_280, "{expected}");
    for (first, excluded) in [(3, EXCLUDED), (40, EXCLUDED), (40, 0)] {
        assert_eq!(number(&form, first, excluded), expected, "reductions from {first} on, {excluded}");
    }
}

/// The solutions that several searches find in turns, each part by another one, and how many parts there are. They are
/// told apart by these variables.
fn shared(
    form: &BooleanForm,
    shown: &[Var],
    searches: usize,
    excluded: u32,
    between_looks: Option<u64>,
) -> (BTreeSet<Vec<i32>>, usize) {
    let mut budget = Budget::unlimited();
    budget.between_looks = between_looks.unwrap_or(budget.between_looks);
    let pool = Pool::new(2);
    pool.add_idle();
    let mut found = BTreeSet::new();
    let mut on = |solution: &Assignment| {
        let solution = shown.iter().map(|var| solution.values()[var.index()]).collect();
        assert!(found.insert(solution), "a solution comes twice");
        ControlFlow::Continue(())
    };
    let mut walk = Walk::new(&budget, Sink::Hand(&mut on));
    walk.pool = Some(&pool);
    let mut searches: Vec<CdclSearch<'_>> = (0..searches).map(|_| search(form)).collect();
    searches.iter_mut().for_each(|search| search.excluded = excluded);
    let mut parts = 0;
    while let Some(part) = pool.next() {
        walk.enter(part);
        let search = parts % searches.len();
        assert_eq!(searches[search].part(&mut walk).0, Outcome::Exhausted);
        parts += 1;
    }
    (found, parts)
}

#[test]
fn parts_of_the_tree_hold_all_solutions_once() {
    let model = squares();
    let form = boolean_form(&model).expect("of the class");
    let (expected, _) = shared(&form, &model.shown(), 1, EXCLUDED, None);
    assert_eq!(expected.len() as u128, number(&form, u64::MAX, EXCLUDED));
    // Some solutions are excluded by clauses, all, or none.
    for (searches, excluded) in [(1, 0), (2, EXCLUDED), (3, 0), (3, EXCLUDED - 10)] {
        let (found, parts) = shared(&form, &model.shown(), searches, excluded, None);
        assert!(parts > 20, "{parts} parts");
        assert!(found == expected, "{searches} searches, {excluded}: {} solutions", found.len());
    }
}

/// Random clauses and counts over variables of four values, some of which are hidden.
fn hidden(seed: u64) -> Model {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..5).map(|var| model.var(format!("x[{var}]"), 0..=3)).collect();
    for _ in 0..rng.usize(2..14) {
        let mut vars = vars.clone();
        rng.shuffle(&mut vars);
        let mut atoms = |number: usize| vars[..number].iter().map(|var| var.is(rng.i32(0..=3))).collect();
        let (three, all) = (atoms(3), atoms(5));
        if rng.bool() {
            model.post("disjunction", Clause(three));
        } else {
            model.post("amount", Cardinality { atoms: all, cmp: [Cmp::Le, Cmp::Ge][rng.usize(..2)], k: 2 });
        }
    }
    model.show(&vars[..rng.usize(1..=5)]);
    model
}

/// The solutions by trying all assignments of [`hidden`].
fn brute_force(model: &Model) -> BTreeSet<Vec<i32>> {
    let solutions = (0..1 << 10)
        .map(|code| Assignment::new((0..5).map(|var| code >> (2 * var) & 3).collect()))
        .filter(|assignment| model.violated(assignment).is_none());
    solutions.map(|solution| model.shown().iter().map(|var| solution.values()[var.index()]).collect()).collect()
}

/// However soon parts are given away and clauses deleted, and however solutions are excluded.
#[test]
fn projected_solutions_are_those_of_brute_force() {
    let mut all_parts = 0;
    for seed in 0..600 {
        let model = hidden(seed);
        let form = boolean_form(&model).expect("of the class");
        let mut rng = fastrand::Rng::with_seed(seed);
        let expected = brute_force(&model);
        let searches = rng.usize(1..=2);
        let excluded = [0, 3, EXCLUDED - 5, EXCLUDED][rng.usize(..4)];
        let between_looks = [None, Some(rng.u64(1..60))][usize::from(rng.u8(..4) > 0)];
        UNITS.set((searches == 1).then(BTreeSet::new));
        let (found, parts) = shared(&form, &model.shown(), searches, excluded, between_looks);
        UNITS.set(None);
        assert!(found == expected, "{seed}, {searches} searches, {excluded}: {found:?} for {expected:?}");
        all_parts += parts;
    }
    assert!(all_parts > 1000, "{all_parts} parts");
}

/// Its solutions are excluded by single literals, also below an assumption.
#[test]
fn a_single_shown_variable_has_each_value_once() {
    let mut model = Model::new();
    let shown = model.var("x", 0..=9);
    model.var("y", 0..=3);
    model.show(&[shown]);
    let form = boolean_form(&model).expect("of the class");
    for between_looks in 1..80 {
        UNITS.set(Some(BTreeSet::new()));
        let (found, _) = shared(&form, &[shown], 1, 0, Some(between_looks));
        UNITS.set(None);
        assert_eq!(found.len(), 10, "{found:?}");
    }
}

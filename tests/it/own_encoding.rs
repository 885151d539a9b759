//! Encodings of somebody else's: audited, solved with, certified if they say why, and named by texts once registered.

use std::sync::Arc;

use cnfab::audit::{AuditLimits, Subject, audit};
use cnfab::certify::{CertifyError, Claim, Makers, certify};
use cnfab::cnf::{ClauseSink, Definition, Lit, Name};
use cnfab::encode::amo::AmoEncoding;
use cnfab::encode::card::CardEncoding;
use cnfab::encode::linear::SumOfLiterals;
use cnfab::encode::{Contract, CustomEncoding, Described, EncodingAbout, Recipe};
use cnfab::{Budget, Cmp, Encodings, Model, Strategy};
use tempfile::TempDir;

use crate::certify::Files;
use crate::random_model::{brute_force, random_model};

/// Halves of halves; the second one says why its clauses follow, and the third one has a mistake.
struct Halves<const KIND: usize>;

const PLAIN: usize = 0;
const JUSTIFIED: usize = 1;
const WRONG: usize = 2;

impl<const KIND: usize> Described for Halves<KIND> {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: if KIND == JUSTIFIED {
            Some(["some literal of the half", "two of them exceed one"])
        } else {
            None
        },
        ..EncodingAbout::new("halves", "a variable for each half")
    };
}

impl<const KIND: usize> AmoEncoding for Halves<KIND> {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if lits.len() < 2 {
            return;
        }
        let (first, second) = lits.split_at(lits.len() / 2);
        let half = out.define(Name::aux("half", lits.len(), 0), || Definition::any(first));
        first.iter().for_each(|&lit| out.clause(&[!lit, half]));
        second.iter().skip(usize::from(KIND == WRONG)).for_each(|&lit| out.clause(&[!lit, !half]));
        self.at_most_one(first, out);
        self.at_most_one(second, out);
    }
}

/// One clause for each set of literals that is too large.
struct Sets;

impl Described for Sets {
    const ABOUT: EncodingAbout =
        EncodingAbout { contract: Contract::Bijective, ..EncodingAbout::new("sets", "sets that are too large") };
}

impl CardEncoding for Sets {
    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        for set in 0..1u32 << lits.len() {
            if set.count_ones() as usize == k + 1 {
                let own = lits.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                out.clause(&own.map(|(_, &lit)| !lit).collect::<Vec<Lit>>());
            }
        }
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        match lits.len().checked_sub(k) {
            Some(others) => self.at_most(&lits.iter().map(|&lit| !lit).collect::<Vec<Lit>>(), others, out),
            None => out.clause(&[]),
        }
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.at_most(lits, k, out);
        self.at_least(lits, k, out);
    }
}

/// Sums of few literals by all choices that come to something else.
#[derive(Clone)]
struct Choices;

impl Described for Choices {
    const ABOUT: EncodingAbout =
        EncodingAbout { contract: Contract::Bijective, ..EncodingAbout::new("choices", "choices that are wrong") };
}

impl SumOfLiterals for Choices {
    fn can(&self, weights: &[Vec<i64>], _: Cmp, _: i64) -> Result<(), String> {
        let choices: usize = weights.iter().map(|own| own.len() + 1).product();
        if choices > 20_000 { Err(format!("it has {choices} choices")) } else { Ok(()) }
    }

    fn sum(&self, groups: &[Vec<(i64, Lit)>], cmp: Cmp, bound: i64, out: &mut dyn ClauseSink) {
        let mut choices = vec![(0, Vec::new())];
        for own in groups {
            let none = (0, own.iter().map(|&(_, lit)| lit).collect::<Vec<Lit>>());
            let all = own.iter().map(|&(weight, lit)| (weight, vec![!lit])).chain([none]);
            let all: Vec<(i64, Vec<Lit>)> = all.collect();
            let with = |(sum, so_far): &(i64, Vec<Lit>)| {
                all.iter().map(|(weight, more)| (sum + weight, [&so_far[..], more].concat())).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(with).collect();
        }
        choices.iter().filter(|(sum, _)| !cmp.holds(*sum, bound)).for_each(|(_, clause)| out.clause(clause));
    }
}

fn all() -> Encodings {
    Encodings::default()
        .with_custom(Arc::new(Halves::<PLAIN>))
        .with_custom(Arc::new(Sets))
        .with_custom(Arc::new(Choices))
}

#[test]
fn they_state_models() {
    assert!(all().to_string().contains("amo=halves,card=sets,linear=choices"), "{}", all());
    let strategy = Strategy::parse("sat").expect("a strategy");
    let mut stated = 0;
    for seed in 0..60 {
        let model = random_model(seed);
        let Ok(solutions) = strategy.solutions(&model, &all()) else { continue };
        assert_eq!(solutions.len(), brute_force(&model).len(), "seed {seed}");
        stated += 1;
    }
    assert!(stated > 40, "{stated}");
}

/// Four cells of a row.
fn row() -> Model {
    let mut model = Model::new();
    let cells: Vec<_> = (0..4).map(|i| model.var(format!("cell[{i}]"), 1..=4)).collect();
    model.all_different("row", cells.iter().copied());
    model.exactly("few", 2, cells.iter().map(|cell| cell.is(1)).chain([cells[0].is(2), cells[1].is(2)]));
    model
}

#[test]
fn audits_judge_them() {
    let fault = |recipe: Recipe| {
        let subject = Subject::encoded(row(), &recipe).expect("it is stated");
        audit(&subject, &AuditLimits::default()).fault()
    };
    let recipe: Recipe = "root=none".parse().expect("a configuration");
    assert_eq!(fault(recipe.clone().with_custom(Arc::new(Halves::<PLAIN>)).with_custom(Arc::new(Sets))), None);
    assert!(fault(recipe.with_custom(Arc::new(Halves::<WRONG>))).is_some());
}

#[test]
fn certificates_need_a_justification() {
    let certified = |recipe: &Recipe| {
        let mut files = Files(TempDir::new().expect("a folder"));
        certify(&row(), recipe, &Makers::usual(recipe), &Budget::unlimited(), &mut files)
    };
    let found = certified(&Recipe::default().with_custom(Arc::new(Halves::<PLAIN>)));
    let refused = matches!(&found, Err(CertifyError::Unjustified(why)) if why.starts_with("amo=halves "));
    assert!(refused, "{found:?}");
    let solutions = brute_force(&row()).len() as u64;
    let found = certified(&Recipe::default().with_custom(Arc::new(Halves::<JUSTIFIED>)));
    assert!(matches!(found, Ok(Claim::Solutions(count)) if count == solutions), "{found:?}");
}

/// A study's file, and what its workers are told, name encodings by text.
#[test]
fn texts_name_them_once_they_are_registered() {
    let text = "amo=quarters,root=none";
    assert!(text.parse::<Recipe>().is_err());
    Arc::new(Named).register();
    let recipe: Recipe = text.parse().expect("it is registered");
    assert!(recipe.to_string().contains("amo=quarters"), "{recipe}");
    assert_eq!(recipe.to_string().parse::<Recipe>().expect("it reads what it writes").to_string(), recipe.to_string());
    let solutions = Strategy::parse("sat").expect("a strategy").solutions(&row(), &Encodings { recipe, ..all() });
    assert_eq!(solutions.expect("it is stated").len(), brute_force(&row()).len());
}

/// The same under another name.
struct Named;

impl Described for Named {
    const ABOUT: EncodingAbout = EncodingAbout::new("quarters", "halves of halves");
}

impl AmoEncoding for Named {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        Halves::<PLAIN>.at_most_one(lits, out);
    }
}

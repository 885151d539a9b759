//! Builders against texts: strategies and encodings, for every option and value of the registries.

use std::collections::BTreeSet;

use cnfab::encode::{
    AllDifferentBy, AmoBy, CLASSES, CardBy, CircuitBy, ConnectedBy, CumulativeBy, DisjunctiveBy, DomainBy, ElementBy,
    EncodingChoice, GlobalCardinalityBy, LayeredBy, LexBy, LinearBy, LiteralOrder, ParityBy, Root, SETTINGS, TableBy,
};
use cnfab::ilp::IlpBy;
use cnfab::model::Breaking;
use cnfab::solve::{
    Anneal, Auto, Backtrack, Blocking, BranchOrder, BumpedVariables, Cdcl, Components, DecisionOrder, DecisionPhase,
    EngineName, Frontier, FrontierWalk, Ilp, IlpSolver, Improvement, Learning, Level, Listing, LpBy, ModalOrder, OptIn,
    Order, RelaxationUse, RestartPolicy, STRATEGIES, Sat, SatBy, SatCdcl, SearchOrder, StrategyError, Switch,
    ValueOrder,
};
use cnfab::{Encodings, Strategy};

fn each<V: Copy, B: Into<Strategy>>(values: &[V], build: impl Fn(V) -> B) -> Vec<Strategy> {
    values.iter().map(|&value| build(value).into()).collect()
}

/// A strategy for every strategy of the registry, every value of its options and the ends of its numbers.
fn built() -> Vec<Strategy> {
    fn number<B: Into<Strategy>>(build: fn(u64) -> Result<B, StrategyError>, ends: [u64; 2]) -> Vec<Strategy> {
        let [low, high] = ends;
        assert!(build(high + 1).is_err() && (low == 0 || build(low - 1).is_err()));
        ends.map(|number| build(number).expect("in the range").into()).into()
    }
    let solvers = || [Sat::new()].into_iter().chain(SatBy::ALL.iter().map(|&solver| Sat::by(solver)));
    let plain: Vec<Strategy> = vec![
        Anneal::new().into(),
        Auto::new().into(),
        Backtrack::new().into(),
        Cdcl::new().into(),
        Components::new().into(),
        Frontier::new().into(),
        Ilp::new().into(),
    ];
    [
        plain,
        solvers().map(Strategy::from).collect(),
        each(LpBy::ALL, IlpSolver::by),
        each(BranchOrder::ALL, |order| Ilp::new().order(order)),
        each(Learning::ALL, |learn| Ilp::new().learn(learn)),
        each(RelaxationUse::ALL, |nodes| Ilp::new().lp(nodes)),
        each(Switch::ALL, |switch| Ilp::new().cuts(switch)),
        each(Order::ALL, |order| Auto::new().order(order)),
        each(Order::ALL, |order| Backtrack::new().order(order)),
        each(ValueOrder::ALL, |values| Backtrack::new().values(values)),
        each(Level::ALL, |level| Backtrack::new().propagate(level)),
        each(SearchOrder::ALL, |search| Backtrack::new().search(search)),
        each(EngineName::ALL, |engine| Backtrack::new().engine(engine)),
        each(FrontierWalk::ALL, |walk| Frontier::new().walk(walk)),
        solvers().flat_map(|sat| each(Blocking::ALL, |blocking| sat.clone().enumerate(blocking))).collect(),
        solvers().flat_map(|sat| each(Improvement::ALL, |way| sat.clone().optimise(way))).collect(),
        each(RestartPolicy::ALL, |policy| Cdcl::new().restarts(policy)),
        each(DecisionOrder::ALL, |order| Cdcl::new().decide(order)),
        each(Listing::ALL, |listing| SatCdcl::new().enumerate(listing)),
        each(Improvement::ALL, |way| SatCdcl::new().optimise(way)),
        each(RestartPolicy::ALL, |policy| SatCdcl::new().restarts(policy)),
        each(ModalOrder::ALL, |order| SatCdcl::new().decide(order)),
        each(DecisionPhase::ALL, |phase| SatCdcl::new().phases(phase)),
        each(OptIn::ALL, |switch| SatCdcl::new().shrink(switch)),
        each(Switch::ALL, |switch| SatCdcl::new().walk(switch)),
        each(Switch::ALL, |switch| SatCdcl::new().vivify(switch)),
        each(OptIn::ALL, |switch| SatCdcl::new().probe(switch)),
        each(BumpedVariables::ALL, |bumped| SatCdcl::new().bump(bumped)),
        each(Switch::ALL, |switch| SatCdcl::new().subsume(switch)),
        each(Switch::ALL, |switch| SatCdcl::new().eliminate(switch)),
        number(|n| Anneal::new().iterations(n), [1, 1_000_000_000_000_000_000]),
        number(|n| Auto::new().memory(n), [0, 1_000_000]),
        number(|n| Auto::new().steps(n), [1, 1_000_000_000_000]),
        number(|n| Auto::new().threads(n), [1, 1024]),
        number(|n| Backtrack::new().threads(n), [1, 1024]),
        number(|n| Cdcl::new().threads(n), [1, 1024]),
        number(|n| Ilp::new().threads(n), [1, 1024]),
        number(|n| Components::new().memory(n), [1, 1_000_000]),
        number(|n| Frontier::new().memory(n), [1, 1_000_000]),
        number(|n| SatCdcl::new().cubes(n), [1, 1_000_000]),
        number(|n| SatCdcl::new().threads(n), [1, 1024]),
    ]
    .concat()
}

#[test]
fn builders_have_every_option_and_value_of_every_strategy() {
    let mut expected: BTreeSet<String> = STRATEGIES.iter().map(|kind| kind.name.to_owned()).collect();
    for kind in STRATEGIES {
        for (option, values, _) in kind.options {
            expected.extend(values.iter().map(|value| format!("{}:{option}={value}", kind.name)));
        }
        for option in kind.numbers {
            let ends = [option.range.start(), option.range.end()];
            expected.extend(ends.map(|number| format!("{}:{}={number}", kind.name, option.name)));
        }
    }
    let built = built();
    assert_eq!(built.iter().map(Strategy::to_string).collect::<BTreeSet<_>>(), expected);
    for strategy in built {
        let name = |strategy: &Strategy| strategy.backend(&Encodings::default()).name();
        assert_eq!(name(&strategy), name(&Strategy::parse(&strategy.to_string()).expect("written by us")));
    }
}

#[test]
fn options_of_a_builder_add_up() {
    let built = Backtrack::new().order(Order::Spiral).propagate(Level::Check).order(Order::Input).threads(3);
    let built = Strategy::from(built.expect("in the range")).backend(&Encodings::default()).name();
    assert_eq!(built, "backtrack:order=input,propagate=check,threads=3", "the last of two values counts");
    let program = Sat::program("kissat -q {}").expect("a command");
    assert_eq!(program.to_string(), "sat:cmd=kissat -q {}");
    assert!(Sat::program("kissat").is_err());
    let program = IlpSolver::program("highs --solution_file {out} {}").expect("a command");
    assert_eq!(program.to_string(), "ilp:cmd=highs --solution_file {out} {}");
    assert!(IlpSolver::program("highs {out}").is_err());
}

/// The text of the configuration with this part changed, and the same as it is read.
#[track_caller]
fn same(choice: impl Into<EncodingChoice>, part: &str) {
    let built = Encodings::default().with(choice).expect("a choice");
    assert_eq!(built.to_string(), part.parse::<Encodings>().expect("a part").to_string(), "{part}");
}

#[test]
fn every_encoding_can_be_chosen() {
    let choices: Vec<(&str, Vec<EncodingChoice>)> = vec![
        ("domain", DomainBy::ALL.iter().map(|&by| by.into()).chain([DomainBy::propagated()]).collect()),
        (
            "amo",
            AmoBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([AmoBy::propagated(), AmoBy::PairwiseProduct.lazy()])
                .collect(),
        ),
        (
            "card",
            CardBy::ALL.iter().map(|&by| by.into()).chain([CardBy::propagated(), CardBy::Sequential.lazy()]).collect(),
        ),
        (
            "linear",
            LinearBy::ALL.iter().map(|&by| by.into()).chain([LinearBy::propagated(), LinearBy::Tree.lazy()]).collect(),
        ),
        (
            "all-different",
            AllDifferentBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([AllDifferentBy::propagated(), AllDifferentBy::Bijection.lazy()])
                .collect(),
        ),
        (
            "table",
            TableBy::ALL.iter().map(|&by| by.into()).chain([TableBy::propagated(), TableBy::Supports.lazy()]).collect(),
        ),
        (
            "circuit",
            CircuitBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([CircuitBy::propagated(), CircuitBy::Walk.lazy()])
                .collect(),
        ),
        (
            "connected",
            ConnectedBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([ConnectedBy::propagated(), ConnectedBy::Distance.lazy()])
                .collect(),
        ),
        (
            "cumulative",
            CumulativeBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([CumulativeBy::propagated(), CumulativeBy::Auto.lazy()])
                .collect(),
        ),
        (
            "disjunctive",
            DisjunctiveBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([DisjunctiveBy::propagated(), DisjunctiveBy::Pairs.lazy()])
                .collect(),
        ),
        (
            "element",
            ElementBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([ElementBy::propagated(), ElementBy::Pairs.lazy()])
                .collect(),
        ),
        (
            "global-cardinality",
            GlobalCardinalityBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([GlobalCardinalityBy::propagated(), GlobalCardinalityBy::Counts.lazy()])
                .collect(),
        ),
        (
            "layered",
            LayeredBy::ALL
                .iter()
                .map(|&by| by.into())
                .chain([LayeredBy::propagated(), LayeredBy::States.lazy()])
                .collect(),
        ),
        ("lex", LexBy::ALL.iter().map(|&by| by.into()).chain([LexBy::propagated(), LexBy::Place.lazy()]).collect()),
        (
            "parity",
            ParityBy::ALL.iter().map(|&by| by.into()).chain([ParityBy::propagated(), ParityBy::Tree.lazy()]).collect(),
        ),
        (
            "literal-order",
            [
                LiteralOrder::Weight,
                LiteralOrder::Given,
                LiteralOrder::Occurrence,
                LiteralOrder::Pamo,
                LiteralOrder::Proximity,
                LiteralOrder::Random(0),
            ]
            .map(EncodingChoice::from)
            .into(),
        ),
        ("root", [Root::Narrow, Root::None].map(EncodingChoice::from).into()),
        ("symmetry", [Breaking::Elements, Breaking::Generators, Breaking::None].map(EncodingChoice::from).into()),
        ("auto", vec![EncodingChoice::auto()]),
        ("ilp", IlpBy::ALL.iter().map(|&by| by.into()).collect()),
    ];
    assert!(choices.iter().map(|(key, _)| *key).eq(Encodings::keys()), "a choice for each key");
    assert_eq!(choices.len(), CLASSES.len() + SETTINGS.len() + 2);
    for (key, choices) in choices {
        match Encodings::names_of(key) {
            Some(names) => {
                assert_eq!(names.len(), choices.len(), "{key}");
                names.iter().zip(choices).for_each(|(name, choice)| same(choice, &format!("{key}={name}")));
            }
            None => choices.into_iter().for_each(|choice| same(choice, key)),
        }
    }
}

#[test]
fn choices_have_numbers_programs_and_places() {
    same(AmoBy::Commander.number(4), "amo=commander(4)");
    same(AmoBy::program("prog {n}"), "amo=cmd:prog {n}");
    same(CardBy::program("prog {n} {k}"), "card=cmd:prog {n} {k}");
    let linear = "prog {n} {coefficients} {bound}";
    same(LinearBy::program(linear), &format!("linear=cmd:{linear}"));
    let built = Encodings::default()
        .with(Root::None)
        .and_then(|encodings| encodings.with_for("line", LinearBy::OrderSum))
        .and_then(|encodings| encodings.with_for("line[3]", LinearBy::SubsetTable))
        .and_then(|encodings| encodings.with_for("cell[1,2]", DomainBy::Order));
    let read: Encodings =
        "root=none,linear:line=order-sum,linear:line[3]=subset-table,domain:cell[1,2]=order".parse().expect("parts");
    assert_eq!(built.expect("choices").to_string(), read.to_string());
    let error = |choice: EncodingChoice| Encodings::default().with(choice).expect_err("a wrong choice").to_string();
    assert_eq!(error(AmoBy::Pairwise.number(4)), "found 'amo=pairwise(4)', expected pairwise without a number");
    assert!(error(AmoBy::program("prog")).contains("without {n}"));
    assert!(Encodings::default().with_for("line", IlpBy::Assignment).is_err());
}

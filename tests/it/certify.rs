//! Certificates: VeriPB accepts them, they are about the solutions that trying every assignment finds, and it accepts
//! none that claims something else.
//!
//! VeriPB is a crate (`cargo install veripb`). Where it is not installed, these tests pass without having tested
//! anything, unless the environment demands that all readers are there (`CNFAB_READERS=1`).

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use cnfab::certify::{
    CertifyError, Check, Claim, Declared, Folder, Makers, certify, certify_program, excludes_solutions,
};
use cnfab::encode::{CLASSES, Recipe, encode};
use cnfab::model::{
    Activity, Amount, Circuit, Clause, Cmp, Connected, Constraint, Cumulative, Disjunctive, Edge, Element,
    GlobalCardinality, Layered, Lex, Linear, Model, Objective, Parity, Relation, Sense, Table, Transition, Var,
};
use cnfab::solve::Budget;
use cnfab::solve::sat::{SOLVERS, SolverKind};
use cnfab::{Encodings, Source};
use fastrand::Rng;
use tempfile::TempDir;

use crate::common::scale::{rounds, scale};
use crate::random_model::{brute_force, random_model};

pub(crate) fn has_checker() -> bool {
    let found = Command::new("veripb").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    assert!(found || std::env::var_os("CNFAB_READERS").is_none(), "veripb is not installed");
    found
}

pub(crate) struct Files(pub(crate) TempDir);

impl Folder for Files {
    fn file(&mut self, name: &str) -> io::Result<Box<dyn Write>> {
        Ok(Box::new(io::BufWriter::new(File::create(self.0.path().join(name))?)))
    }
}

impl Files {
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("a file of the certificate")
    }

    /// Checks that the files hold what `cnfab verify` lets pass, before the checker reads them.
    pub(crate) fn are_plain(&self, claim: Claim) {
        let model = self.read("model.opb");
        Declared::read(&model).expect("a model");
        claim.steps().scan("proof.pbp", self.read("proof.pbp").as_bytes()).expect("steps");
        if let Claim::Solutions(count @ 1..) = claim {
            let [rest, solutions] = ["rest.opb", "solutions.pbp"].map(|name| self.read(name));
            assert_eq!(excludes_solutions(&model, &rest, &solutions), Ok(count));
        }
    }

    /// True if the checker says of each part what the claim needs.
    pub(crate) fn are_accepted(&self, claim: Claim) -> bool {
        claim.checks().iter().all(|check| self.is_accepted(check))
    }

    /// True if the checker says what it has to.
    pub(crate) fn is_accepted(&self, check: &Check) -> bool {
        let files = [Some(&check.constraints), Some(&check.proof), check.output.as_ref()].into_iter().flatten();
        let files = files.map(|name| self.0.path().join(name));
        let output = Command::new("veripb").arg("--opb").args(files).output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).lines().any(|line| line.trim() == check.verdict)
    }
}

pub(crate) fn solver(name: &str) -> &'static dyn SolverKind {
    *SOLVERS.iter().find(|solver| solver.name() == name).expect("a solver")
}

pub(crate) fn recipe(encode: &str) -> Recipe {
    encode.parse::<Encodings>().expect("a configuration").recipe
}

pub(crate) fn certified(model: &Model, recipe: &Recipe, prover: &str) -> Result<(Claim, Files), CertifyError> {
    certified_within(&Budget::unlimited(), model, recipe, prover)
}

pub(crate) fn certified_within(
    budget: &Budget,
    model: &Model,
    recipe: &Recipe,
    prover: &str,
) -> Result<(Claim, Files), CertifyError> {
    let mut files = Files(TempDir::new().expect("a folder"));
    let most = 2000;
    let proven = if prover == "ilp" {
        certify_program(model, most, budget, &mut files)?
    } else {
        let prover = solver(prover).prover(false).expect("it proves");
        certify(model, recipe, &Makers { encode: &encode, prover, most }, budget, &mut files)?
    };
    // A reader of the file sees the same.
    let declared = Declared::read(&files.read("model.opb")).expect("a model");
    assert_eq!((declared.shown, declared.variables), (proven.shown, proven.variables));
    Ok((proven.claim, files))
}

/// The solutions in a certificate, as values of the shown variables.
fn solutions(model: &Model, files: &Files) -> BTreeSet<Vec<i32>> {
    let text = files.read("solutions.pbp");
    let mut all = BTreeSet::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("solx ")) {
        let holds: BTreeSet<&str> = line.split_ascii_whitespace().collect();
        let value = |var: Var| {
            let variable = &model.variables()[var.index()];
            let name = variable.name.replace('.', "-");
            let is = |value: &i32| holds.contains(format!("{name}_{value}").as_str());
            variable.domain.values().find(is).expect("a value")
        };
        assert!(all.insert(model.shown().into_iter().map(value).collect()), "twice the same");
    }
    all
}

#[test]
fn random_models_have_certificates_of_all_their_solutions() {
    if !has_checker() {
        return;
    }
    let (mut accepted, mut refused) = (0, Vec::new());
    for seed in rounds(200) {
        let model = random_model(seed);
        let expected = brute_force(&model);
        let prover = ["varisat", "cdcl", "ilp"][seed as usize % 3];
        match certified(&model, &recipe(""), prover) {
            Ok((claim, files)) => {
                assert_eq!(claim, Claim::Solutions(expected.len() as u64), "seed {seed}");
                if !expected.is_empty() {
                    assert_eq!(solutions(&model, &files), expected, "seed {seed}");
                }
                files.are_plain(claim);
                assert!(files.are_accepted(claim), "seed {seed}: {model:#?}");
                accepted += 1;
            }
            Err(CertifyError::Unjustified(why)) => refused.push((seed, why)),
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(accepted >= 180 * scale(), "{accepted} accepted, refused: {refused:#?}");
}

#[test]
fn random_optima_have_certificates() {
    if !has_checker() {
        return;
    }
    let mut accepted = 0;
    for seed in rounds(60) {
        let mut model = random_model(seed);
        let mut rng = Rng::with_seed(seed);
        let factor = [1, 3][rng.usize(0..2)];
        let terms = model.vars().map(|var| (factor * rng.i64(-4..=4), var)).collect();
        let sense = if rng.bool() { Sense::Minimise } else { Sense::Maximise };
        let objective = Objective { sense, terms, constant: rng.i64(-5..=5) };
        model.optimise(objective.clone()).expect("small numbers");
        model.show(&model.vars().collect::<Vec<Var>>());
        let values = brute_force(&model).into_iter().map(cnfab::Assignment::new).map(|at| objective.value(&at));
        let best = if sense == Sense::Minimise { values.min() } else { values.max() };
        match certified(&model, &recipe(""), if seed % 2 == 0 { "varisat" } else { "ilp" }) {
            Ok((claim, files)) => {
                match claim {
                    Claim::Optimum { value, .. } => {
                        assert_eq!(Some(value), best, "seed {seed}");
                        let declared = Declared::read(&files.read("model.opb")).map(|declared| declared.objective);
                        assert_eq!(declared, Ok(Some((sense, objective.constant))), "seed {seed}");
                    }
                    Claim::Solutions(count) => assert_eq!((count, best), (0, None), "seed {seed}"),
                }
                files.are_plain(claim);
                assert!(files.are_accepted(claim), "seed {seed}: {model:#?}");
                accepted += 1;
            }
            Err(CertifyError::Unjustified(_)) => {}
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(accepted >= 50 * scale(), "{accepted}");
}

/// Models in which the encodings of the classes have work to do.
fn samples() -> Vec<Model> {
    let mut counts = Model::new();
    let bits: Vec<Var> = (0..8).map(|i| counts.var(format!("bit[{i}]"), 0..=1)).collect();
    counts.at_most("few", 3, bits[..6].iter().map(|bit| bit.is(1)));
    counts.exactly("some", 3, bits[2..].iter().map(|bit| bit.is(1)));
    counts.at_least("many", 3, bits.iter().map(|bit| bit.is(0)));
    counts.at_most("one", 4, bits[1..].iter().map(|bit| bit.is(1)));
    let mut groups = Model::new();
    let bits: Vec<Var> = (0..12).map(|i| groups.var(format!("bit[{i}]"), 0..=1)).collect();
    groups.at_most("one", 1, bits.iter().map(|bit| bit.is(1)));
    groups.exactly("one", 1, bits[3..9].iter().map(|bit| bit.is(1)));
    let mut sums = Model::new();
    let vars: Vec<Var> = (0..4).map(|i| sums.var(format!("x[{i}]"), -1..=3)).collect();
    let terms = |factors: [i64; 4]| factors.into_iter().zip(vars.iter().copied()).collect::<Vec<(i64, Var)>>();
    sums.post("sum", Linear { terms: terms([1, 2, -1, 3]), cmp: Cmp::Le, rhs: 6 });
    sums.post("sum", Linear { terms: terms([2, 1, 1, -2]), cmp: Cmp::Eq, rhs: 4 });
    sums.post("sum", Linear { terms: terms([1, 1, 3, 1]), cmp: Cmp::Ge, rhs: 7 });
    let mut square = Model::new();
    let cells: Vec<Var> = (0..9).map(|i| square.var(format!("cell[{i}]"), 1..=9)).collect();
    square.all_different("cells", cells.iter().copied());
    for line in [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]] {
        square.sum_eq("line", line.map(|i| cells[i]), 15);
    }
    let snake = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/hidoku/benedek-03.txt");
    let source = Source::open(snake.to_str().expect("UTF-8")).expect("a puzzle");
    let puzzle = &source.contents().expect("a puzzle").problems[0];
    let mut products = Model::new();
    let [x, y, z] = [products.var("x", -3..=4), products.var("y", 2..=6), products.var("z", -7..=12)];
    let rows: Vec<[i32; 3]> = (-3..=4).flat_map(|x| (2..=6).map(move |y| [x, y, x * y])).collect();
    products.table("product", [x, y, z], &Arc::new(Relation::new(3, rows.iter().copied())));
    let kind = products.var("kind", 0..=2);
    let swapped = Arc::new(Relation::new(3, rows.iter().map(|&[x, y, z]| [y, x, z])));
    products.post_when("swapped", [kind.is(1)], Table { vars: vec![y, x, z], relation: swapped });
    vec![counts, groups, sums, square, puzzle.make_model(puzzle.views()[0].0), products]
}

/// The list of encodings tells the truth about certificates, for some classes and those of the samples that have them.
fn have_certificates(classes: impl Fn(&str) -> bool, samples: &[Model]) {
    if !has_checker() {
        return;
    }
    for class in CLASSES.iter().filter(|class| !class.is_decomposed && classes(class.name)) {
        for encoding in (class.registry)().iter().filter(|encoding| encoding.has_definitions) {
            let encode = format!("{}={}", class.name, encoding.name);
            let uses = |model: &Model| {
                class.name == "domain"
                    || model.constraints().iter().any(|posted| (class.applies_to)(&posted.constraint))
            };
            for (number, model) in samples.iter().enumerate().filter(|(_, model)| uses(model)) {
                match certified(model, &recipe(&encode), "varisat") {
                    Ok((claim, files)) => {
                        files.are_plain(claim);
                        assert!(files.are_accepted(claim), "{encode}, sample {number}");
                    }
                    Err(CertifyError::Unsupported(_)) => {}
                    Err(error) => panic!("{encode}, sample {number}: {error}"),
                }
            }
        }
    }
}

#[test]
fn encodings_with_meanings_have_certificates() {
    have_certificates(|class| class != "linear", &samples());
}

/// The simpler constraints are stated in the model's own file, by which the number of solutions is proved.
#[test]
fn decompositions_have_certificates() {
    if !has_checker() {
        return;
    }
    let sample = |class: &str| {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..3).map(|i| model.var(format!("x[{i}]"), 0..=2)).collect();
        let when = [model.var("b", 0..=1).is(1)];
        model.post("few", Clause(vec![vars[0].is(1), vars[1].is(0), !when[0]]));
        let constraint: Constraint = match class {
            "circuit" => Circuit { successors: vars, first: 0, is_partial: true }.into(),
            "connected" => {
                let nodes = vars.iter().map(|var| var.is(1)).collect();
                let edges = [[0, 1], [1, 2]].map(|ends| Edge { ends, is_in: None }).to_vec();
                Connected { nodes, edges }.into()
            }
            "cumulative" => {
                let activity = |start| Activity { start, duration: 2.into(), demand: 1.into() };
                Cumulative { activities: vars.into_iter().map(activity).collect(), capacity: 2.into() }.into()
            }
            "disjunctive" => {
                let durations = vec![Amount::Fixed(1); vars.len()];
                Disjunctive { starts: vars, durations, is_strict: false }.into()
            }
            "element" => Element { array: vars[..2].to_vec(), first: 0, index: vars[2], result: vars[1] }.into(),
            "global-cardinality" => {
                let (counts, values) = (vars[1..].to_vec(), vec![0, 2]);
                GlobalCardinality { vars: vars[..2].to_vec(), values, counts, is_closed: false }.into()
            }
            "layered" => {
                let step = |(from, value, to)| Transition { from, value, to };
                let steps = [(0, 0, 0), (0, 1, 1), (1, 1, 1), (1, 2, 0), (1, 0, 1)].map(step).to_vec();
                Layered::regular(vars, 0, steps, vec![1]).into()
            }
            "lex" => Lex { left: vars[..2].to_vec(), right: vars[1..].to_vec(), is_strict: true }.into(),
            "parity" => {
                let atoms = vars.iter().flat_map(|var| [var.above(1), var.is(0)]).collect();
                Parity { atoms, is_odd: false }.into()
            }
            _ => panic!("a class without a sample: {class}"),
        };
        // Different values have no certificates under conditions where they are all the values.
        let when = if class == "circuit" { Vec::new() } else { when.to_vec() };
        model.post_when("it", when, constraint);
        model
    };
    for class in CLASSES.iter().filter(|class| class.is_decomposed) {
        let model = sample(class.name);
        let solutions = brute_force(&model).len() as u64;
        // Rows of tables under conditions have selectors of several kinds.
        for (encoding, rest) in
            class.parts().iter().flat_map(|part| ["", ",table=mdd", ",root=none"].map(|rest| (part, rest)))
        {
            let encoding = format!("{encoding}{rest}");
            let prover = if rest.is_empty() { "varisat" } else { "cdcl" };
            let (claim, files) = certified(&model, &recipe(&encoding), prover).expect(&encoding);
            assert!(matches!(claim, Claim::Solutions(number) if number == solutions), "{encoding}: {claim:?}");
            files.are_plain(claim);
            assert!(files.are_accepted(claim), "{encoding}");
        }
    }
}

/// Where a condition fails no row is taken, and literals of several rows are false.
#[test]
fn tables_under_conditions_have_certificates() {
    if !has_checker() {
        return;
    }
    let table = CLASSES.iter().find(|class| class.name == "table").expect("a class");
    for rows in [vec![[1, 2], [2, 2]], vec![[1, 1], [1, 2], [2, 2], [3, 3]], vec![[3, 1]]] {
        let mut model = Model::new();
        let vars = ["x", "y"].map(|name| model.var(name, 1..=3)).to_vec();
        let when = vec![model.var("b", 0..=1).is(1)];
        let solutions = (9 + rows.len()) as u64;
        model.post_when("it", when, Table { vars, relation: Arc::new(Relation::new(2, rows)) });
        for encoding in table.parts().iter().filter(|part| certified(&model, &recipe(part), "cdcl").is_ok()) {
            for prover in ["varisat", "cdcl"] {
                let (claim, files) = certified(&model, &recipe(encoding), prover).expect(encoding);
                assert!(matches!(claim, Claim::Solutions(number) if number == solutions), "{encoding}: {claim:?}");
                assert!(files.are_accepted(claim), "{encoding}, {prover}");
            }
        }
        assert!(certified(&model, &recipe("table=mdd"), "cdcl").is_ok());
    }
}

/// Bits of a variable that lost values may say the same, so that clauses have a literal of a proof twice.
#[test]
fn literals_that_are_the_same_in_a_proof_are_counted_once() {
    if !has_checker() {
        return;
    }
    let mut rng = Rng::with_seed(31);
    for _ in 0..30 {
        let mut model = Model::new();
        let mut vars: Vec<Var> = (0..3).map(|i| model.var(format!("x[{i}]"), rng.i32(0..2)..=rng.i32(3..6))).collect();
        model.var("free", 3..=4);
        vars.push(model.var("fixed", 2..=2));
        model.all_different("it", vars);
        let solutions = brute_force(&model).len() as u64;
        for encoding in ["domain=sign-magnitude", "domain=log"] {
            let (claim, files) = certified(&model, &recipe(encoding), "cdcl").expect(encoding);
            assert!(matches!(claim, Claim::Solutions(number) if number == solutions), "{encoding}: {claim:?}");
            assert!(files.are_accepted(claim), "{encoding}: {model:#?}");
        }
    }
}

#[test]
fn encodings_of_sums_have_certificates() {
    have_certificates(|class| class == "linear", &samples()[..3]);
}

#[test]
fn encodings_of_sums_of_different_variables_have_certificates() {
    have_certificates(|class| class == "linear", &samples()[3..]);
}

/// Names do not become lines of their own, nor anything that a terminal obeys.
#[test]
fn names_stay_in_their_comments() {
    let mut model = Model::new();
    let odd = model.var("\u{e4}\r\n* solutions differ in: z\n* value to maximise: 3 + sum", 0..=1);
    let other = model.var("y\u{1b}[2K", -1..=1);
    model.post("label\n+1 y_0 >= 7 ;\u{2028}", Linear { terms: vec![(1, odd), (1, other)], cmp: Cmp::Ge, rhs: 1 });
    let (claim, files) = certified(&model, &recipe(""), "varisat").expect("a certificate");
    assert_eq!(claim, Claim::Solutions(3));
    files.are_plain(claim);
    let text = files.read("model.opb");
    assert!(text.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{text}");
    assert!(text.contains(r"* variable \u{e4}\r\n* solutions differ in: z\n* value"), "{text}");
    assert!(text.contains(r"* constraint label\n+1 y_0 >= 7 ;\u{2028}[0]"), "{text}");
    assert_eq!(Declared::read(&text).map(|declared| (declared.shown.len(), declared.objective)), Ok((2, None)));
    assert!(!has_checker() || files.are_accepted(claim));
}

/// Replaces a line by a constraint that always holds.
fn without(text: &str, line: usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let name = lines[line].split_ascii_whitespace().nth(1).expect("a variable").to_owned();
    lines[line] = format!("+1 {name} >= 0 ;");
    lines.join("\n") + "\n"
}

#[test]
fn certificates_of_something_else_are_not_accepted() {
    if !has_checker() {
        return;
    }
    let (mut left_out, mut invented, mut others) = (0, 0, 0);
    let mut before: Option<(Claim, Files)> = None;
    for seed in rounds(20) {
        let model = random_model(seed);
        let Ok((claim, files)) = certified(&model, &recipe(""), "varisat") else { continue };
        let mut rng = Rng::with_seed(seed);
        let place = |name: &str| files.0.path().join(name);
        if let Claim::Solutions(2..) = claim
            && !model.shown().is_empty()
        {
            // One solution is left out of those that are excluded.
            let rest = files.read("rest.opb");
            let lines = rest.lines().count();
            let Claim::Solutions(count) = claim else { continue };
            fs::write(place("rest.opb"), without(&rest, lines - rng.usize(1..=count as usize))).expect("written");
            assert!(!files.are_accepted(claim), "seed {seed}: left out");
            let [own, proofs] = ["model.opb", "solutions.pbp"].map(|name| files.read(name));
            assert!(excludes_solutions(&own, &files.read("rest.opb"), &proofs).is_err());
            fs::write(place("rest.opb"), rest).expect("written");
            left_out += 1;
            // A solution that is there already is invented anew, and one that is none.
            let first = proofs.lines().find(|line| line.starts_with("solx")).expect("a solution").to_owned();
            fs::write(place("solutions.pbp"), proofs.replace(&first, &format!("{first}\n{first}"))).expect("written");
            assert!(!files.are_accepted(claim), "seed {seed}: twice");
            let negated = first.replacen(" ", " ~", 1).replace("~~", "");
            fs::write(place("solutions.pbp"), proofs.replacen(&first, &negated, 1)).expect("written");
            assert!(!files.are_accepted(claim), "seed {seed}: invented");
            fs::write(place("solutions.pbp"), proofs).expect("written");
            invented += 1;
        }
        // The proof of another model.
        if let Some((other_claim, other)) = &before
            && files.read("model.opb") != other.read("model.opb")
        {
            let name = if matches!(claim, Claim::Solutions(0)) { "model.opb" } else { "rest.opb" };
            let own = files.read(name);
            let theirs = if matches!(other_claim, Claim::Solutions(0)) { "model.opb" } else { "rest.opb" };
            if other.read(theirs) != own {
                let proof = files.read("proof.pbp");
                fs::write(place("proof.pbp"), other.read("proof.pbp")).expect("written");
                assert!(!files.are_accepted(claim), "seed {seed}: the proof of another model");
                fs::write(place("proof.pbp"), proof).expect("written");
                others += 1;
            }
        }
        before = Some((claim, files));
    }
    let least = 4 * scale();
    assert!(left_out >= least && invented >= least && others >= 2 * least, "{left_out} {invented} {others}");
}

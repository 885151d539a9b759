//! Every instance of `models/` that is solved quickly has a certificate that VeriPB accepts.
//!
//! That holds under the default configuration, through the integer program, and under two drawn at random from the
//! encodings with meanings. In one of these, some classes are propagated. The number of solutions is compared with the
//! head of the file. Takes minutes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cnfab::Source;
use cnfab::certify::{CertifyError, Claim};
use cnfab::encode::CLASSES;
use cnfab::solve::Budget;
use fastrand::Rng;

use crate::certify::{certified, certified_within, has_checker, recipe};

/// Time for solutions and proof of one certificate.
const SHARE: Duration = Duration::from_secs(1);

/// Puzzles that are taken of a file with many.
const OF_A_BATCH: usize = 2;

/// The files below a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    all.sort();
    all
}

/// An encoding for each class. With `propagates`, the solver gets some classes as they are, and may encode some of
/// them.
fn drawn(rng: &mut Rng, propagates: bool) -> String {
    let part = |class: &cnfab::encode::EncodingClass| {
        let known: Vec<_> = (class.registry)().into_iter().filter(|encoding| encoding.has_definitions).collect();
        let encoding = known.get(rng.usize(..known.len().max(1)))?.name;
        // Variables whose literals come later have no certificates, and nothing takes their place.
        let is_native = !class.natives.is_empty() && !class.is_decomposed && class.name != "domain";
        let how = if propagates && is_native { rng.u8(..5) } else { 0 };
        Some(match how {
            0 => format!("{}={encoding}", class.name),
            1..=2 => format!("{}=lazy:{encoding}", class.name),
            _ => format!("{}=propagate", class.name),
        })
    };
    CLASSES.iter().filter_map(part).collect::<Vec<String>>().join(",")
}

#[test]
#[ignore = "minutes, needs VeriPB; .ci/run runs it"]
fn instances_have_certificates() {
    if !has_checker() {
        return;
    }
    let mut rng = Rng::with_seed(19);
    let (mut accepted, mut open, mut refused) = (0, Vec::new(), Vec::new());
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("models")) {
        let name = path.to_str().expect("UTF-8");
        let Ok(contents) = Source::open(name).expect("a file").contents() else { continue };
        // Lines of a batch state numbers of their own.
        let stated = fs::read_to_string(&path).ok().filter(|_| contents.problems.len() == 1);
        let stated = stated.as_ref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("# Solutions: ")));
        for problem in contents.problems.iter().take(OF_A_BATCH) {
            let model = problem.make_model(problem.views()[0].0);
            let (encoded, propagated) = (drawn(&mut rng, false), drawn(&mut rng, true));
            for (encode, prover) in
                [(String::new(), "varisat"), (String::new(), "ilp"), (encoded, "varisat"), (propagated, "cdcl")]
            {
                let context = format!("{name}, {encode}");
                match certified_within(&Budget::within(SHARE), &model, &recipe(&encode), prover) {
                    Ok((claim, files)) => {
                        if let (Claim::Solutions(found), Some(Ok(stated))) = (claim, stated.map(str::parse::<u64>)) {
                            assert_eq!(found, stated, "{context}");
                        }
                        files.are_plain(claim);
                        assert!(files.are_accepted(claim), "{context}");
                        accepted += 1;
                    }
                    Err(CertifyError::Stopped | CertifyError::TooMany(_) | CertifyError::Unsupported(_)) => {
                        open.push(context);
                    }
                    Err(CertifyError::Unjustified(why)) if !encode.is_empty() => {
                        refused.push(format!("{context}: {why}"))
                    }
                    Err(error) => panic!("{context}: {error}"),
                }
            }
        }
    }
    println!("{accepted} accepted, {} not decided, refused: {refused:#?}", open.len());
    assert!(accepted >= 400, "{accepted} accepted, not decided: {open:#?}");
    assert!(refused.is_empty(), "{accepted} accepted, refused: {refused:#?}");
}

/// Encodings by which instances had no certificate before: what their clauses need is not needed elsewhere.
#[test]
#[ignore = "most of a minute, needs VeriPB; .ci/run runs it"]
fn instances_have_certificates_by_rare_ways() {
    if !has_checker() {
        return;
    }
    // Sets of values that only the missing one contradicts. Values beyond what digits count to, and digits under
    // conditions. A value that two cells of a region can take. One list that is merged several times. A variable
    // without a value.
    for (path, encode) in [
        ("killer-sudoku/wikipedia.txt", "linear=subset-table"),
        ("kakuro/janko-241.txt", "linear=subset-table,root=none"),
        ("kakuro/several.txt", "linear=modulo(2),root=none"),
        ("kakuro/janko-1.txt", "linear=mixed-radix,root=none"),
        ("flatzinc/short-trips-3x3.fzn", "circuit=order,linear=mixed-radix"),
        ("flatzinc/round-trips-4x4.fzn", "circuit=order,linear=modulo(5),domain=order,literal-order=occurrence"),
        ("sudoku/jigsaw-1.txt", "literal-order=proximity,root=none,domain=order"),
        ("equation/printed.txt", "linear=glpw"),
        ("equation/printed.txt", "linear=binary-merge"),
        ("equation/printed-from-10.txt", "table=conflicts,root=none"),
        ("xcsp3/block-design.xml", "linear=one-hot-sum,lex=sum,literal-order=occurrence"),
        // A constraint of the model stands for a step.
        ("xcsp3/round-trip-6.xml", "circuit=order,linear=mdd,root=none"),
        ("xcsp3/bins.xml", "linear=binary-merge,literal-order=occurrence,root=none"),
        // Carries of which few are counted, and bits that literals of one number stand for.
        ("hexagon/aristotle-top-row.txt", "linear=binary-merge"),
        ("hexagon/aristotle-top-row.txt", "linear=binary-merge(1)"),
        ("opb/workshops.opb", "linear=binary-merge"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(path);
        let source = Source::open(path.to_str().expect("UTF-8")).expect("a file");
        let problem = &source.contents().expect("a puzzle").problems[0];
        let model = problem.make_model(problem.views()[0].0);
        let found = certified(&model, &recipe(encode), "varisat");
        let (claim, files) = found.unwrap_or_else(|error| panic!("{}, {encode}: {error}", path.display()));
        assert!(files.are_accepted(claim), "{}, {encode}", path.display());
    }
}

//! The speed of making, writing and reading clauses, beside the encoders of RustSAT and pindakaas.
//!
//! `cargo bench --features peers --bench emit [-- WORD...]` runs the rows whose title holds all the words. Every
//! encoding of at most one, and of at most two, whose size is linear is asked for a million literals: into a sink that
//! counts, and as DIMACS text. Numbers of clauses are asserted where there is a formula; times are the best of several
//! runs in one process, so that ratios hold on a machine with other work.

use std::io::{self, Read, Write};
use std::time::Instant;

use cnfab::cnf::{ClauseSink, Lit, Meter, Name};
use cnfab::encode::{amo, card};
use cnfab::format::{read_formula, write_formula};
use pindakaas::ClauseDatabase;
use pindakaas::constraint::cardinality_one::{BitwiseEncoder, CardinalityOne, LadderEncoder, ProductEncoder};
use pindakaas::constraint::linear::LimitComp;
use rustsat::encodings::{CollectClauses, am1};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Clause, Var as RustsatVar};

/// Literals of a constraint.
const LITERALS: usize = 1_000_000;
/// Encodings whose size is not linear in the number of literals.
const LARGER: &[&str] = &["pairwise", "naive", "sorting-network"];
const RUNS: usize = 5;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |title: &str| words.iter().all(|word| title.contains(word.as_str()));
    counted(&wanted);
    peers(&wanted);
    written(&wanted);
}

/// The shortest of several runs, in seconds, and what the last one returned.
fn best<T>(mut run: impl FnMut() -> (f64, T)) -> (f64, T) {
    let (mut least, mut value) = run();
    for _ in 1..RUNS {
        let (time, next) = run();
        least = least.min(time);
        value = next;
    }
    (least, value)
}

/// Clauses of one constraint over `literals` literals, into a sink that counts.
fn clauses(literals: usize, encode: impl Fn(&[Lit], &mut dyn ClauseSink)) -> (f64, u64) {
    best(|| {
        let mut meter = Meter::default();
        let lits: Vec<Lit> = (0..literals).map(|number| meter.fresh(Name::aux("x", number, 0))).collect();
        let start = Instant::now();
        encode(&lits, &mut meter);
        (start.elapsed().as_secs_f64(), meter.size().clauses)
    })
}

/// Each encoding of linear size into a sink that counts.
fn counted(wanted: &dyn Fn(&str) -> bool) {
    let print = |title: &str, (time, clauses): (f64, u64)| {
        println!("{title:<34} {clauses:>9} clauses {:>7.1} million per second", clauses as f64 / time / 1e6);
    };
    for encoding in amo::ALL.iter().filter(|encoding| !LARGER.contains(&encoding.name())) {
        let title = format!("emit amo={}", encoding.name());
        if wanted(&title) {
            print(&title, clauses(LITERALS, |lits, out| encoding.at_most_one(lits, out)));
        }
    }
    for encoding in card::ALL.iter().filter(|encoding| !LARGER.contains(&encoding.name())) {
        let title = format!("emit card={} <= 2", encoding.name());
        if wanted(&title) {
            print(&title, clauses(LITERALS, |lits, out| encoding.at_most(lits, 2, out)));
        }
    }
}

/// Counts what RustSAT hands over.
#[derive(Default)]
struct Collected(usize);

impl CollectClauses for Collected {
    fn n_clauses(&self) -> usize {
        self.0
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), rustsat::OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        self.0 += clauses.into_iter().count();
        Ok(())
    }
}

/// Counts what pindakaas hands over.
#[derive(Default)]
struct Database {
    clauses: usize,
    variables: pindakaas::Cnf,
}

impl ClauseDatabase for Database {
    fn add_clause_from_slice(&mut self, _: &[pindakaas::Lit]) -> Result<(), pindakaas::Unsatisfiable> {
        self.clauses += 1;
        Ok(())
    }

    fn new_var_range(&mut self, len: usize) -> pindakaas::VarRange {
        self.variables.new_var_range(len)
    }
}

/// The same encoding here and there. The number of clauses may differ by a few, or by the variant named.
fn peers(wanted: &dyn Fn(&str) -> bool) {
    fn rustsat<E: am1::Encode + From<Vec<rustsat::types::Lit>>>() -> (f64, u64) {
        best(|| {
            let lits: Vec<_> = (0..LITERALS as u32).map(|number| RustsatVar::new(number).pos_lit()).collect();
            let mut variables = BasicVarManager::default();
            variables.increase_next_free(RustsatVar::new(LITERALS as u32));
            let mut collected = Collected::default();
            let mut encoder = E::from(lits);
            let start = Instant::now();
            encoder.encode(&mut collected, &mut variables).expect("enough memory");
            (start.elapsed().as_secs_f64(), collected.0 as u64)
        })
    }
    fn pindakaas<E: pindakaas::Encoder<Database, CardinalityOne>>(encoder: E) -> (f64, u64) {
        best(|| {
            let mut database = Database::default();
            let lits = database.new_var_range(LITERALS).map(Into::into).collect();
            let constraint = CardinalityOne::new(lits, LimitComp::LessEq);
            let start = Instant::now();
            encoder.encode(&mut database, &constraint).expect("satisfiable");
            (start.elapsed().as_secs_f64(), database.clauses as u64)
        })
    }
    type Run = fn() -> (f64, u64);
    let rows: &[(&str, &str, Run)] = &[
        ("sequential", "RustSAT ladder", rustsat::<am1::Ladder>),
        ("bitwise", "RustSAT bitwise", rustsat::<am1::Bitwise>),
        ("bimander", "RustSAT bimander", rustsat::<am1::Bimander<2>>),
        ("product", "RustSAT 2-product", rustsat::<am1::TwoProduct>),
        ("ladder", "pindakaas ladder", || pindakaas(LadderEncoder::default())),
        ("bitwise", "pindakaas bitwise", || pindakaas(BitwiseEncoder::default())),
        ("product-exact", "pindakaas product", || pindakaas(ProductEncoder::default())),
    ];
    for &(name, peer, run) in rows {
        let title = format!("peer amo={name} {peer}");
        if !wanted(&title) {
            continue;
        }
        let encoding = amo::ALL.iter().find(|encoding| encoding.name() == name).expect("registered");
        let (ours, our_clauses) = clauses(LITERALS, |lits, out| encoding.at_most_one(lits, out));
        let (theirs, their_clauses) = run();
        let (ours, theirs) = (our_clauses as f64 / ours / 1e6, their_clauses as f64 / theirs / 1e6);
        println!(
            "{title:<40} {our_clauses:>9} and {their_clauses:>9} clauses, {ours:>6.1} and {theirs:>6.1} million per second: \
             {:.2} times as fast",
            ours / theirs
        );
    }
}

/// Counts bytes, keeps none.
#[derive(Default)]
struct Bytes(u64);

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The same encodings as DIMACS text, and reading it.
fn written(wanted: &dyn Fn(&str) -> bool) {
    for encoding in amo::ALL.iter().filter(|encoding| !LARGER.contains(&encoding.name())) {
        let name = encoding.name();
        let (write, read) = (format!("dimacs write amo={name}"), format!("dimacs read amo={name}"));
        let emit = |out: &mut dyn ClauseSink| {
            let lits: Vec<Lit> = (0..LITERALS).map(|number| out.fresh(Name::aux("x", number, 0))).collect();
            encoding.at_most_one(&lits, out);
        };
        if wanted(&write) {
            let (time, bytes) = best(|| {
                let (mut bytes, start) = (Bytes::default(), Instant::now());
                write_formula(&mut bytes, &emit).expect("nothing is written anywhere");
                (start.elapsed().as_secs_f64(), bytes.0)
            });
            println!("{write:<34} {:>5} MB {:>7.1} MB per second", bytes / 1_000_000, bytes as f64 / time / 1e6);
        }
        if wanted(&read) {
            let mut text = Vec::new();
            let size = write_formula(&mut text, &emit).expect("memory");
            let (time, clauses) = best(|| {
                let (mut meter, start) = (Meter::default(), Instant::now());
                let mut from: &mut dyn Read = &mut text.as_slice();
                read_formula(&mut from, &mut meter).expect("what was written");
                (start.elapsed().as_secs_f64(), meter.size().clauses)
            });
            assert_eq!(clauses, size.clauses, "{name}");
            println!(
                "{read:<34} {:>5} MB {:>7.1} MB per second",
                text.len() / 1_000_000,
                text.len() as f64 / time / 1e6
            );
        }
    }
}

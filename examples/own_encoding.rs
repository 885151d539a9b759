//! An at-most-one of one's own: judged, used in place of those that are there, and put beside them.

use std::error::Error;
use std::sync::Arc;

use cnfab::audit::{AuditLimits, Subject, audit};
use cnfab::cnf::{ClauseSink, Definition, Lit, Name};
use cnfab::encode::amo::AmoEncoding;
use cnfab::encode::{Described, EncodingAbout};
use cnfab::{Encodings, Model, Strategy};

/// A variable says in which half the true literal is, and so on in both halves: n-1 variables, about n log n clauses.
struct Halves;

impl Described for Halves {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["some literal of the first half", "a literal of each half, or two of one, exceed one"]),
        ..EncodingAbout::new("halves", "a variable for each half, both halves alike")
    };
}

impl AmoEncoding for Halves {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if lits.len() < 2 {
            return;
        }
        let (first, second) = lits.split_at(lits.len() / 2);
        let half = out.define(Name::aux("half", lits.len(), 0), || Definition::any(first));
        first.iter().for_each(|&lit| out.clause(&[!lit, half]));
        second.iter().for_each(|&lit| out.clause(&[!lit, !half]));
        self.at_most_one(first, out);
        self.at_most_one(second, out);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut model = Model::new();
    let cells: Vec<_> = (0..4).map(|i| model.var(format!("cell[{i}]"), 1..=4)).collect();
    model.all_different("row", cells);
    let halves = Encodings::default().with_custom(Arc::new(Halves));
    let judged = audit(&Subject::encoded(model.clone(), &halves.recipe)?, &AuditLimits::default());
    println!("{}: {}, {} clauses", halves.recipe, judged.meaning, judged.size.clauses);
    assert_eq!(judged.fault(), None);
    for encodings in [halves, Encodings::default()] {
        println!("{encodings}: {} solutions", Strategy::parse("sat")?.solutions(&model, &encodings)?.len());
    }
    Ok(())
}

//! Sizes of cardinality encodings against their formulas and against published figures.

use cnfab::audit::{cardinality, totalizer_tree};
use cnfab::encode::card::CardEncoding;
use cnfab::encode::{EncodingInstance, find_class};
use cnfab::model::Cmp;

use crate::sizes::size;

fn card_size(name: &str, cmp: Cmp, k: usize, n: usize) -> (usize, usize) {
    let encoding = EncodingInstance::<dyn CardEncoding>::parse(name).expect("registered");
    size(n, |inputs, out| match cmp {
        Cmp::Le => encoding.at_most(inputs, k, out),
        Cmp::Eq => encoding.exactly(inputs, k, out),
        Cmp::Ge => encoding.at_least(inputs, k, out),
    })
}

#[test]
fn cardinality_encodings_have_the_sizes_of_their_formulas() {
    for spelling in (find_class("card").unwrap().specifications)() {
        let name = spelling.split('(').next().expect("a name");
        let encoding = EncodingInstance::<dyn CardEncoding>::parse(&spelling).expect("registered");
        for n in 0..=100 {
            for k in (0..n + 2).filter(|&k| n <= 20 || k < 5 || k % 13 == 0 || k + 4 > n) {
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    // What would be too much.
                    if name == "naive" && n > 20 && (3..n - 3).contains(&k) {
                        continue;
                    }
                    if encoding.can(cmp, k, n).is_err() {
                        continue;
                    }
                    let found = card_size(&spelling, cmp, k, n);
                    let what = format!("{spelling} {} {k} of {n}", cmp.symbol());
                    assert_eq!(Some(found), cardinality(&spelling, cmp, k, n), "{what}");
                }
            }
        }
    }
}

#[test]
fn cardinality_encodings_have_published_sizes() {
    assert_eq!(card_size("sequential", Cmp::Le, 2, 10), (16, 38));
    assert_eq!(card_size("sequential", Cmp::Le, 5, 20), (75, 160));
    assert_eq!(card_size("sinz", Cmp::Le, 2, 10), (18, 43));
    // Untruncated: the bound leaves the last output free. One unit for the bound.
    assert_eq!(totalizer_tree(8, 8, true, false), (24, 52));
    assert_eq!(totalizer_tree(16, 16, true, false), (64, 184));
    // Batcher's numbers of comparators.
    for (n, comparators) in [(4, 5), (8, 19), (16, 63), (32, 191)] {
        assert_eq!(card_size("sorting-network", Cmp::Le, 2, n), (2 * comparators, 3 * comparators + 1));
    }
}

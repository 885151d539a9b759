//! One table of all sequences that are accepted.
//!
//! There are no states, and what unit propagation sees is up to `table=`. The number of sequences grows exponentially
//! with their length, so that this is for short ones, and for graphs that accept few. The graph is walked along paths
//! that are accepted only, so that no more is visited than there are rows.

use crate::{Described, EncodingAbout};
use std::sync::Arc;

use cnfab_model::{Atom, Clause, Layered, Poster, Relation, Table};

use super::SimplerConstraints;

/// The most values in all rows.
const MOST_VALUES: usize = 2_000_000;

pub(super) struct Words;

impl Described for Words {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("words", "one table of all sequences that are accepted; for few of them");
}

impl SimplerConstraints<Layered> for Words {
    fn decompose(&self, layered: &Layered, when: &[Atom], out: &mut Poster<'_>) {
        let graph = match layered.accepted(|var| out.domain(var)) {
            Err(what) => return out.refuse(what),
            Ok(None) => return out.post(&[], Clause(when.iter().map(|&atom| !atom).collect())),
            Ok(Some(graph)) => graph,
        };
        if layered.vars.is_empty() {
            return;
        }
        // The beginnings of sequences, with the states that they lead to.
        let mut words: Vec<(i32, Vec<i32>)> = vec![(0, Vec::new())];
        for (layer, &size) in graph.layers.iter().zip(&graph.sizes) {
            let mut leaving = vec![Vec::new(); size];
            layer.iter().for_each(|&[from, value, to]| leaving[from as usize].push((value, to)));
            let mut longer = Vec::new();
            for (state, word) in words {
                for &(value, to) in &leaving[state as usize] {
                    if longer.len() > MOST_VALUES / layered.vars.len() {
                        return out
                            .refuse("a layered graph that accepts sequences of more than 2,000,000 values together");
                    }
                    longer.push((to, [&word[..], &[value]].concat()));
                }
            }
            words = longer;
        }
        let relation = Relation::new(layered.vars.len(), words.into_iter().map(|(_, word)| word));
        out.post(when, Table { vars: layered.vars.clone(), relation: Arc::new(relation) });
    }
}

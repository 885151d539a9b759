//! At most one by a chain from the end, "one of the literals from the i-th on is true", which the next constraint of
//! the family takes up: for windows that move along a sequence.
//!
//! One constraint of n literals: n-2 variables and 4n-7 clauses from n = 2 on, none for fewer. A chain that is defined
//! in both directions, so bijective; domain consistent.
//! Constraints of one family that have no conditions and come in order share their chains. Where a constraint begins
//! inside the one before and goes on behind it, the end of the block before is a link of its chain. What follows is a
//! chain from the front, "one of the first j", and one clause excludes both. When the window has left a block, the next
//! one takes its place.
//! For N literals and every window of w > 2 of them there are b = floor(N/w) blocks, and r literals are left over. The
//! first block is as above. Each further one has w-2 variables and 5w-8 clauses; each of these that windows go on from,
//! w-2 and 3w-6 more. The literals left over have r-1 variables and 5r-4 clauses.
//! Nothing is shared in domains and all-different constraints: their values lie in no order that windows follow.
//! H. X. Truong, T. V. Kieu, K. V. To, "Sequential Counter Encoding for Staircase At-Most-One Constraints", ICAART
//! 2025. There the staircase is one constraint with all its windows; here it is found in the constraints of a family.

use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::AmoEncoding;

pub(crate) struct Staircase;

impl Described for Staircase {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some literal of the block, up to there or from there on",
            "a part of a block and a literal behind it together exceed one",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("staircase", "a chain from the end; windows that move along a sequence share their chains")
    };
}

impl AmoEncoding for Staircase {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        Stairs::default().at_most_one(lits, out);
    }

    fn shares_windows(&self) -> bool {
        true
    }
}

/// The state that the constraints of a family so far have left for the next one. At most one literal of the block is
/// true, and at most one of those behind it.
#[derive(Default)]
pub(crate) struct Stairs {
    block: Vec<Lit>,
    /// "One of the block's literals from this one on", from the last to the second; empty until asked for.
    tail: Vec<Lit>,
    /// The literals behind the block.
    behind: Vec<Lit>,
    /// "One of the literals behind the block up to this one", as far as asked for.
    head: Vec<Lit>,
}

impl Stairs {
    /// At most one of the literals is true.
    pub(crate) fn at_most_one(&mut self, lits: &[Lit], out: &mut dyn ClauseSink) {
        let [first, _, ..] = lits else { return };
        if self.behind.first() == Some(first) && lits.starts_with(&self.behind) {
            // A block of its own, of which all literals but the last ones are there.
            self.extend(&lits[self.behind.len()..], out);
            return self.step_up();
        }
        if !self.block.contains(first) && self.behind.contains(first) {
            self.step_up();
        }
        let place = self.block.iter().position(|lit| lit == first).filter(|&place| place > 0);
        if let Some((place, rest)) = place.and_then(|place| self.continued(place, lits)) {
            self.extend(&rest[self.behind.len().min(rest.len())..], out);
            let both = [!self.tail(place, out), !self.head(rest.len(), out)];
            return out.clause(&both);
        }
        *self = Stairs { block: lits.to_vec(), ..Stairs::default() };
        for (place, &lit) in lits.iter().enumerate().take(lits.len() - 1) {
            let later = self.tail(place + 1, out);
            out.clause(&[!lit, !later]);
        }
    }

    /// The literals behind the block, if these are the block from this place on and some of those.
    fn continued<'l>(&self, place: usize, lits: &'l [Lit]) -> Option<(usize, &'l [Lit])> {
        let rest = lits.strip_prefix(&self.block[place..]).filter(|rest| !rest.is_empty())?;
        let common = rest.len().min(self.behind.len());
        (rest[..common] == self.behind[..common]).then_some((place, rest))
    }

    /// The literals behind the block become the block.
    fn step_up(&mut self) {
        *self = Stairs { block: std::mem::take(&mut self.behind), ..Stairs::default() };
    }

    /// Adds literals behind the block, of which at most one is true.
    fn extend(&mut self, lits: &[Lit], out: &mut dyn ClauseSink) {
        for &lit in lits {
            if let Some(count) = Some(self.behind.len()).filter(|&count| count > 0) {
                let before = self.head(count, out);
                out.clause(&[!lit, !before]);
            }
            self.behind.push(lit);
        }
    }

    /// "One of the block's literals from this place on", not the first.
    fn tail(&mut self, place: usize, out: &mut dyn ClauseSink) -> Lit {
        let last = self.block.len() - 1;
        while self.tail.len() <= last - place {
            let lit = self.block[last - self.tail.len()];
            let link = self.tail.last().map_or(lit, |&later| either(lit, later, self.tail.len(), out));
            self.tail.push(link);
        }
        self.tail[last - place]
    }

    /// "One of the first `count` literals behind the block".
    fn head(&mut self, count: usize, out: &mut dyn ClauseSink) -> Lit {
        while self.head.len() < count {
            let lit = self.behind[self.head.len()];
            let link = self.head.last().map_or(lit, |&before| either(lit, before, self.head.len(), out));
            self.head.push(link);
        }
        self.head[count - 1]
    }
}

/// A literal that is true exactly if one of the two is. Other constraints may use it, so it holds on its own.
fn either(a: Lit, b: Lit, number: usize, out: &mut dyn ClauseSink) -> Lit {
    out.note(|notes| notes.defining(true));
    let link = out.define(Name::aux("amo-stair", number, 0), &|| Definition::any(&[a, b]));
    out.clause(&[!a, link]);
    out.clause(&[!b, link]);
    out.clause(&[!link, a, b]);
    out.note(|notes| notes.defining(false));
    link
}

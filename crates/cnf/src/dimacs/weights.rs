//! Weights of literals, as lines of comments give them.
//!
//! `c p weight 1 0.4 0` (model counting competitions) and `w 1 0.4 0` (their first year) give the weight of a literal.
//! `w 1 -1` (Cachet) says that both literals of a variable weigh 1. `c weights 0.4 0.6 1 1` (miniC2D) has the weights
//! of all literals, of each variable the positive one first. Where one literal of a variable has a weight, the other
//! one has the rest to 1, as in counters of the competitions; where none has, both weigh 1. Weights of variables
//! that are not shown do not count.

use std::collections::BTreeMap;

use cnfab_base::display::quoted;
use cnfab_base::{ParseError, Rational};

use super::bytes::Bytes;

/// The longest text of a weight.
const LONGEST: usize = 10_000;

/// The form of a weight.
const WEIGHT: &str = "a weight: a decimal number, or a fraction such as 1/3, of at most 10,000 characters";

/// The weights of a formula's literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralWeights {
    /// The weights of the literals of variables that have some: the negative one's first.
    pub of: BTreeMap<u32, [Rational; 2]>,
    /// The number of variables with weights that are not shown: their weights do not enter any product.
    pub hidden: u32,
    /// Line and column where the first weight stands.
    pub first: (usize, usize),
}

impl LiteralWeights {
    /// The error of whoever cannot count them.
    pub fn refused(&self) -> ParseError {
        ParseError::new(self.first.0, self.first.1, "a weight of a literal", "no weights, which are not counted")
    }
}

/// The place of a weight in a text.
type Place = (usize, usize);

/// Weights as they are read.
#[derive(Default)]
pub(super) struct WeightLines {
    of: BTreeMap<u32, [Option<(Rational, Place)>; 2]>,
    /// The first line of weights.
    first: Option<Place>,
    /// How many literals a line of all weights has had.
    in_order: u32,
}

impl WeightLines {
    /// The rest of a line `c p weight` or `w`, which began there. In the latter, -1 stands for two weights of 1.
    pub(super) fn read(&mut self, bytes: &mut Bytes<'_>, began: Place, is_old: bool) -> Result<(), ParseError> {
        self.first.get_or_insert(began);
        bytes.spaces();
        let place = bytes.place();
        let word = String::from_utf8_lossy(&bytes.word()).into_owned();
        let literal = word.parse::<i32>().ok().filter(|literal| *literal != 0 && !word.starts_with('+'));
        let wrong = || ParseError::new(place.0, place.1, shown(&word), "a literal and its weight");
        let literal = literal.ok_or_else(wrong)?;
        let (behind, text) = word_of(bytes);
        let weight = weight_of(&text, behind)?;
        if is_old && text == "-1" {
            [literal, -literal].into_iter().try_for_each(|literal| self.give(literal, Rational::one(), place))?;
        } else {
            self.give(literal, weight, place)?;
        }
        let (behind, end) = word_of(bytes);
        if !end.is_empty() && end != "0" {
            return Err(ParseError::new(behind.0, behind.1, shown(&end), "0 or the end of the line"));
        }
        bytes.pass_line();
        Ok(())
    }

    /// The rest of a line with the weights of all literals in order.
    pub(super) fn read_all(&mut self, bytes: &mut Bytes<'_>, began: Place) -> Result<(), ParseError> {
        self.first.get_or_insert(began);
        loop {
            let (place, text) = word_of(bytes);
            if text.is_empty() {
                return Ok(());
            }
            let weight = weight_of(&text, place)?;
            let variable = (self.in_order / 2 + 1) as i32;
            let literal = if self.in_order.is_multiple_of(2) { variable } else { -variable };
            self.in_order += 1;
            self.give(literal, weight, place)?;
        }
    }

    fn give(&mut self, literal: i32, weight: Rational, place: Place) -> Result<(), ParseError> {
        let slot = &mut self.of.entry(literal.unsigned_abs()).or_default()[usize::from(literal > 0)];
        match slot {
            Some((other, _)) if *other != weight => {
                let found = format!("a second weight of literal {literal}");
                Err(ParseError::new(place.0, place.1, found, "one weight for each literal"))
            }
            _ => {
                *slot = Some((weight, place));
                Ok(())
            }
        }
    }

    /// The weights of all literals of variables that have some, in a formula of this many variables.
    pub(super) fn end(self, variables: u32, projection: Option<&[u32]>) -> Result<Option<LiteralWeights>, ParseError> {
        let Some(first) = self.first else { return Ok(None) };
        let is_shown = projection.map(|shown| {
            let mut is_shown = vec![false; variables as usize + 1];
            shown.iter().for_each(|&variable| is_shown[variable as usize] = true);
            is_shown
        });
        let (mut of, mut hidden) = (BTreeMap::new(), 0);
        for (variable, pair) in self.of {
            let place = pair.iter().flatten().map(|given| given.1).min().expect("a variable with a weight");
            let wrong = |found: String, expected: String| Err(ParseError::new(place.0, place.1, found, expected));
            if variable > variables {
                return wrong(format!("a weight of variable {variable}"), format!("variables 1 to {variables}"));
            }
            let [negative, positive] = pair.map(|given| given.map(|(weight, _)| weight));
            let weights = match (negative, positive) {
                (Some(negative), Some(positive)) => [negative, positive],
                (Some(negative), None) => [negative.clone(), negative.complement()],
                (None, Some(positive)) => [positive.complement(), positive],
                (None, None) => continue,
            };
            if weights.iter().all(|weight| *weight == Rational::one()) {
                continue;
            }
            if is_shown.as_ref().is_some_and(|is_shown| !is_shown[variable as usize]) {
                hidden += 1;
                continue;
            }
            of.insert(variable, weights);
        }
        Ok(Some(LiteralWeights { of, hidden, first }))
    }
}

/// The next word of the line, with its place.
fn word_of(bytes: &mut Bytes<'_>) -> (Place, String) {
    bytes.spaces();
    let place = bytes.place();
    (place, String::from_utf8_lossy(&bytes.word_within(LONGEST + 1)).into_owned())
}

fn weight_of(text: &str, place: Place) -> Result<Rational, ParseError> {
    let weight = Rational::read(text).filter(|_| text.len() <= LONGEST);
    weight.ok_or_else(|| ParseError::new(place.0, place.1, shown(text), WEIGHT))
}

/// A word in an error.
fn shown(word: &str) -> String {
    if word.is_empty() { "the end of the line".to_owned() } else { quoted(word) }
}

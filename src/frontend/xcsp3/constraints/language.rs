//! Automata and decision diagrams.

use std::collections::HashMap;
use std::sync::Arc;

use crate::display::quoted;
use crate::frontend::xcsp3::Unread;
use crate::frontend::xcsp3::build::{Build, Graph};
use crate::frontend::xcsp3::xml::{Element, Word, items, malformed, unsupported};
use crate::model::{Layered, Transition};

impl<'x> Build<'x> {
    pub(super) fn regular(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        element.allow(&[])?;
        let [list, transitions, start, last] = self.parts(element, ["list", "transitions", "start", "final"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let transitions = self.needed(element, transitions, "transitions")?;
        let (steps, states) = self.graph(transitions)?;
        let start = self.needed(element, start, "start")?;
        let words = start.words()?;
        let [word] = words[..] else { return Err(start.wrong("<start>", "one state")) };
        // A state without transitions is reached by none.
        let state = |word: Word<'x>| states.get(word.text).copied().unwrap_or(states.len());
        let initial = state(word);
        let last = self.needed(element, last, "final")?;
        let accepting = last.words()?.into_iter().map(state).collect();
        let vars = self.vars_of(&values)?;
        let layers = vec![steps; vars.len()];
        self.add(&[], Layered { vars, initial, layers, accepting })
    }

    pub(super) fn mdd(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        element.allow(&[])?;
        let [list, transitions] = self.parts(element, ["list", "transitions"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let transitions = self.needed(element, transitions, "transitions")?;
        let (steps, states) = self.graph(transitions)?;
        // A path ends in a node that no arc leaves.
        let mut is_left = vec![false; states.len()];
        steps.iter().for_each(|step| is_left[step.from] = true);
        let accepting = (0..states.len()).filter(|&state| !is_left[state]).collect();
        let vars = self.vars_of(&values)?;
        let layers = vec![steps; vars.len()];
        self.add(&[], Layered { vars, initial: 0, layers, accepting })
    }

    /// Reads `(a,0,b)(b,1,a)`.
    fn graph(&mut self, element: Element<'_, 'x>) -> Result<Graph, Unread> {
        if let Some(known) = self.automata.get(&element.number()) {
            return Ok(known.clone());
        }
        element.allow(&[])?;
        let words = element.words()?;
        let mut states: HashMap<String, usize> = HashMap::new();
        let mut steps = Vec::new();
        for item in items(&words) {
            let [open, from, one, value, other, to, close] = item[..] else {
                return Err(malformed(self.text, item[0].at, quoted(item[0].text), "a transition, such as (a,0,b)"));
            };
            if !open.is("(") || !one.is(",") || !other.is(",") || !close.is(")") {
                return Err(malformed(self.text, open.at, quoted(open.text), "a transition, such as (a,0,b)"));
            }
            let Ok(number) = value.text.parse::<i64>() else {
                return Err(unsupported(self.text, value.at, quoted(value.text), "a whole number"));
            };
            let mut state = |word: Word<'x>| {
                let next = states.len();
                *states.entry(word.text.to_owned()).or_insert(next)
            };
            let (from, to) = (state(from), state(to));
            // A value of more than 32 bits is none of a variable.
            steps.extend(i32::try_from(number).ok().map(|value| Transition { from, value, to }));
        }
        if states.is_empty() {
            return Err(element.wrong("<transitions> without any", "transitions, such as (a,0,b)"));
        }
        let graph = (Arc::new(steps), states);
        if !element.has_parameters() {
            self.automata.insert(element.number(), graph.clone());
        }
        Ok(graph)
    }
}

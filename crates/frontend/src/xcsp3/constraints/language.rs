//! Automata and decision diagrams.
//!
//! A diagram is a graph without cycles. Its root is the one node that no arc enters, its end the one that no arc
//! leaves, and each arc leads from one level to the next. The order of the arcs says nothing.

use std::collections::HashMap;
use std::sync::Arc;

use crate::xcsp3::Unread;
use crate::xcsp3::build::Build;
use crate::xcsp3::xml::{Element, Word, items, malformed, unsupported};
use cnfab_base::display::quoted;
use cnfab_model::{Layered, Transition};

/// The transitions of an automaton, or the arcs of a diagram.
#[derive(Debug)]
pub(in crate::xcsp3) struct Graph<'x> {
    /// Those with values of 32 bits, as no variable has others.
    steps: Arc<Vec<Transition>>,
    /// From where to where each leads, those with other values as well.
    arcs: Vec<[usize; 2]>,
    states: HashMap<&'x str, usize>,
    /// Where each state is named first.
    names: Vec<Word<'x>>,
}

/// Where the paths through a diagram begin and end, and how many arcs each of them has.
#[derive(Clone, Copy, Debug)]
struct Diagram {
    root: usize,
    end: usize,
    levels: usize,
}

impl<'x> Build<'x> {
    pub(super) fn regular(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, transitions, start, last] = self.parts(element, ["list", "transitions", "start", "final"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let transitions = self.needed(element, transitions, "transitions")?;
        let graph = self.graph(transitions)?;
        let start = self.needed(element, start, "start")?;
        let words = start.words()?;
        let [word] = words[..] else { return Err(start.wrong("<start>", "one state")) };
        // A state without transitions is reached by none.
        let state = |word: Word<'x>| graph.states.get(word.text).copied().unwrap_or(graph.names.len());
        let initial = state(word);
        let last = self.needed(element, last, "final")?;
        let accepting = last.words()?.into_iter().map(state).collect();
        let vars = self.vars_of(&values)?;
        let layers = vec![Arc::clone(&graph.steps); vars.len()];
        self.add(&[], Layered { vars, initial, layers, accepting })
    }

    pub(super) fn mdd(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, transitions] = self.parts(element, ["list", "transitions"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let transitions = self.needed(element, transitions, "transitions")?;
        let graph = self.graph(transitions)?;
        let Diagram { root, end, levels } = self.diagram(&graph)?;
        if levels != values.len() {
            let found = format!("paths of {levels} arcs from the root to the end");
            return Err(transitions.wrong(found, &format!("{}, as the list has values", values.len())));
        }
        let vars = self.vars_of(&values)?;
        let layers = vec![Arc::clone(&graph.steps); vars.len()];
        self.add(&[], Layered { vars, initial: root, layers, accepting: vec![end] })
    }

    /// Reads `(a,0,b)(b,1,a)`.
    fn graph(&mut self, element: Element<'_, 'x>) -> Result<Arc<Graph<'x>>, Unread> {
        if let Some(known) = self.automata.get(&element.number()) {
            return Ok(Arc::clone(known));
        }
        element.allow(&[])?;
        let words = element.words()?;
        let (mut states, mut names): (HashMap<&str, usize>, Vec<Word<'x>>) = Default::default();
        let (mut steps, mut arcs) = (Vec::new(), Vec::new());
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
            let [from, to] = [from, to].map(|word| {
                *states.entry(word.text).or_insert_with(|| {
                    names.push(word);
                    names.len() - 1
                })
            });
            arcs.push([from, to]);
            steps.extend(i32::try_from(number).ok().map(|value| Transition { from, value, to }));
        }
        if states.is_empty() {
            return Err(element.wrong("<transitions> without any", "transitions, such as (a,0,b)"));
        }
        let graph = Arc::new(Graph { steps: Arc::new(steps), arcs, states, names });
        if !element.has_parameters() {
            self.automata.insert(element.number(), Arc::clone(&graph));
        }
        Ok(graph)
    }

    /// The root, the end and the levels of a diagram.
    ///
    /// # Errors
    /// If the graph has a cycle, several roots or several ends, or paths of different lengths to a node.
    fn diagram(&self, graph: &Graph<'x>) -> Result<Diagram, Unread> {
        let nodes = graph.names.len();
        let wrong = |node: usize, found: String, expected: &str| {
            Err(malformed(self.text, graph.names[node].at, found, &format!("a diagram {expected}")))
        };
        let name = |node: usize| quoted(graph.names[node].text);
        // How many arcs enter a node from one that is not yet reached, and those that leave it.
        let (mut entering, mut leaving) = (vec![0usize; nodes], vec![Vec::new(); nodes]);
        for &[from, to] in &graph.arcs {
            entering[to] += 1;
            leaving[from].push(to);
        }
        let roots: Vec<usize> = (0..nodes).filter(|&node| entering[node] == 0).collect();
        let ends: Vec<usize> = (0..nodes).filter(|&node| leaving[node].is_empty()).collect();
        let mut levels: Vec<Option<usize>> = vec![None; nodes];
        let mut reached = roots.clone();
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            next += 1;
            let level = levels[node].map_or(1, |level| level + 1);
            for &to in &leaving[node] {
                if levels[to].replace(level).is_some_and(|other| other != level) && roots.len() == 1 {
                    let found = format!("arcs into {} from two levels", name(to));
                    return wrong(to, found, "whose arcs lead from one level to the next");
                }
                entering[to] -= 1;
                reached.extend((entering[to] == 0).then_some(to));
            }
        }
        if let Some(mut node) = (0..nodes).find(|&node| entering[node] > 0) {
            // Each node that is left has an arc from another one, so that all ways back end in a cycle.
            let mut before = vec![None; nodes];
            for &[from, to] in graph.arcs.iter().filter(|[from, _]| entering[*from] > 0) {
                before[to] = Some(from);
            }
            for _ in 0..nodes {
                node = before[node].expect("an arc from a node that is left");
            }
            return wrong(node, format!("a cycle through {}", name(node)), "without cycles");
        }
        match (&roots[..], &ends[..]) {
            (&[root], &[end]) => Ok(Diagram { root, end, levels: levels[end].unwrap_or_default() }),
            (&[one, other, ..], _) => {
                let found = format!("no arc into {} and none into {}", name(one), name(other));
                wrong(other, found, "with one root, the node that no arc enters")
            }
            (_, &[one, other, ..]) => {
                let found = format!("no arc from {} and none from {}", name(one), name(other));
                wrong(other, found, "with one end, the node that no arc leaves")
            }
            _ => unreachable!("a graph without cycles has a root and an end"),
        }
    }
}

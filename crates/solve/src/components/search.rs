//! The search over components, with a stack of its own: formulas may be deep.
//!
//! What it does: a frame is a component whose variable is decided: first one value, then the other. A branch multiplies
//! the values of the components that are left after propagation; the frame adds up its branches. What a value is says
//! an `Algebra`: a number of models, a sum of weights, or a node of a graph.
//!
//! Whose idea: T. Sang and others, "Combining Component Caching and Clause Learning for Effective Model Counting", SAT
//! 2004, also for what is forgotten; M. Thurley, "sharpSAT", SAT 2006.
//!
//! How ours differs: smaller components come first, since one without models ends the branch. What was cached in such a
//! branch is forgotten: another component may have been counted with learned clauses that hold only because this one
//! has no model. A component without shown variables is given to `cdcl`.
//!
//! When it runs: in counts by components, in one thread, until time or memory is used up.

use cnfab_cdcl::Contradiction;

use crate::Budget;
use crate::cdcl::{Answer, Settings, Solver};
use crate::tuning::components as tuning;

use super::algebra::Algebra;
use super::cache::Cache;
use super::decompose;
use super::formula::{Formula, Literal};
use super::split::Component;

/// A component that is being counted.
struct Frame<V> {
    component: Component,
    /// The decision that is still to come.
    other: Option<Literal>,
    /// When the branch began, for the cache and for the algebra.
    began: (u64, usize),
    /// The sum of the branches that are done.
    total: V,
    /// The product of the components of this branch that are done.
    product: V,
    /// The other components of this branch.
    children: Vec<Component>,
}

/// The search.
pub(super) struct ComponentSearch<'b, A: Algebra> {
    formula: Formula,
    pub(super) algebra: A,
    cache: Cache<A::Value>,
    frames: Vec<Frame<A::Value>>,
    /// Bytes of the components on the stack, and their limit.
    bytes: usize,
    limit: usize,
    /// The levels of each variable in the tree decomposition, if there is one.
    tree: Option<Vec<f64>>,
    /// How often each variable is in an open clause of the component at hand.
    scores: Vec<u32>,
    work: usize,
    budget: &'b Budget,
}

/// Why a search ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountError {
    /// The budget ended it.
    OutOfTime,
    /// The components on the stack, or the nodes of a graph, need more memory than they may take.
    OutOfMemory,
}

impl<'b, A: Algebra> ComponentSearch<'b, A> {
    /// A search of a formula that has been propagated. The cache has a limit in bytes, the components on the stack, and
    /// with them what the algebra holds, have another.
    pub(super) fn new(mut formula: Formula, algebra: A, cache: usize, limit: usize, budget: &'b Budget) -> Self {
        let (scores, tree) = (vec![0; formula.variables()], decompose::scores(&mut formula));
        let (cache, frames) = (Cache::new(cache), Vec::new());
        ComponentSearch { formula, algebra, cache, frames, bytes: 0, limit, tree, scores, work: 0, budget }
    }

    /// The value of the formula, if time and memory last.
    pub(super) fn run(&mut self) -> Result<A::Value, CountError> {
        if self.formula.contradicts {
            return Ok(self.algebra.zero());
        }
        let all = Component::new((0..self.formula.variables() as u32).collect(), Vec::new());
        self.push(all, None);
        self.branch();
        loop {
            if self.work >= tuning::BETWEEN_LOOKS {
                self.work = 0;
                if self.budget.is_over() {
                    return Err(CountError::OutOfTime);
                }
            }
            if self.bytes + self.algebra.held() > self.limit {
                return Err(CountError::OutOfMemory);
            }
            let frame = self.frames.last_mut().expect("the root is left last");
            if !self.algebra.is_zero(&frame.product)
                && let Some(child) = frame.children.pop()
            {
                self.bytes -= child.bytes();
                if !self.open(child) {
                    return Err(CountError::OutOfTime);
                }
            } else if let Some(models) = self.close() {
                return Ok(models);
            }
        }
    }

    fn push(&mut self, component: Component, other: Option<Literal>) {
        self.bytes += component.bytes();
        let (began, zero) = (self.now(), self.algebra.zero());
        self.frames.push(Frame { component, other, began, total: zero.clone(), product: zero, children: Vec::new() });
    }

    fn now(&self) -> (u64, usize) {
        (self.cache.now(), self.algebra.now())
    }

    fn top(&mut self) -> &mut Frame<A::Value> {
        self.frames.last_mut().expect("a branch belongs to a frame")
    }

    /// Begins with a component of the branch: looks it up, asks whether it is satisfiable if it shows nothing, or
    /// decides one of its variables. `false` if the time is over.
    ///
    /// Pre: it was taken out of the components of the last frame. Post: the frame has its value, or a new frame is on
    /// top.
    fn open(&mut self, child: Component) -> bool {
        self.work += child.key.len();
        let frame = self.frames.last_mut().expect("a branch belongs to a frame");
        if let Some(value) = self.cache.get(&child.key) {
            self.algebra.multiply(&mut frame.product, value);
        } else if let Some(variable) = self.choose(&child) {
            self.push(child, Some(2 * variable + 1));
            self.decide(2 * variable);
        } else {
            let Some(model) = self.model(&child) else { return false };
            let value = match model {
                Some(model) => self.algebra.witness(&model),
                None => self.algebra.zero(),
            };
            self.cache.put(&child.key, &value, self.algebra.bytes(&value));
            let frame = self.frames.last_mut().expect("a branch belongs to a frame");
            self.algebra.multiply(&mut frame.product, &value);
        }
        true
    }

    /// Ends the branch: the next one begins, or the frame is done. The value if that was the root.
    ///
    /// Pre: the components of the branch are counted, or the value of one is zero.
    fn close(&mut self) -> Option<A::Value> {
        let frame = self.frames.last_mut().expect("the root is left last");
        self.bytes -= frame.children.drain(..).map(|child| child.bytes()).sum::<usize>();
        if self.algebra.is_zero(&frame.product) {
            // Some of the values may have too few models, see above.
            self.cache.forget(frame.began.0);
            self.algebra.forget(frame.began.1);
        } else {
            self.algebra.add(&mut frame.total, &frame.product);
        }
        if self.frames.len() > 1 {
            self.formula.undo();
        }
        if let Some(other) = self.top().other.take() {
            self.decide(other);
            return None;
        }
        let done = self.frames.pop().expect("the frame that is done");
        self.bytes -= done.component.bytes();
        let Some(parent) = self.frames.last_mut() else { return Some(done.total) };
        self.algebra.multiply(&mut parent.product, &done.total);
        self.cache.put(&done.component.key, &done.total, self.algebra.bytes(&done.total));
        None
    }

    /// Decides the variable of the last frame: its branch begins, or has no models.
    ///
    /// Pre: the formula is at the level of the frame. Post: it is one level higher.
    fn decide(&mut self, lit: Literal) {
        self.top().began = self.now();
        let before = self.formula.state.propagations;
        let step = self.formula.decide(lit);
        self.work += (self.formula.state.propagations - before) as usize;
        match step {
            Ok(()) => self.branch(),
            Err(Contradiction) => self.top().product = self.algebra.zero(),
        }
    }

    /// Splits what is open in the component of the last frame.
    ///
    /// Pre: the formula is propagated below the decision. Post: the product has the literals and the shown variables
    /// that are free; all else of the component is in the children.
    fn branch(&mut self) {
        let frame = self.frames.last_mut().expect("a branch belongs to a frame");
        self.work += frame.component.key.len();
        let mut children = self.formula.split(frame.component.variables());
        children.sort_by_key(|child| std::cmp::Reverse(child.key.len()));
        self.bytes += children.iter().map(Component::bytes).sum::<usize>();
        frame.product = self.algebra.branch(&self.formula.assigned, &self.formula.free);
        frame.children = children;
    }

    /// The shown variable of a component that cuts the formula best and is in the most open clauses and conflicts.
    /// `None` if none is shown.
    fn choose(&mut self, component: &Component) -> Option<u32> {
        let variables = component.variables();
        if !variables.iter().any(|&variable| self.formula.is_shown(variable)) {
            return None;
        }
        variables.iter().for_each(|&variable| self.scores[variable as usize] = 0);
        self.formula.open_clauses(component, |clause| {
            clause.iter().for_each(|&lit| self.scores[lit as usize / 2] += 1);
        });
        let score = |variable: u32| {
            let tree = self.tree.as_ref().map_or(0.0, |tree| tree[variable as usize]);
            f64::from(self.scores[variable as usize]) + self.formula.activity(variable) + tree
        };
        let shown = variables.iter().copied().filter(|&variable| self.formula.is_shown(variable));
        shown.map(|variable| (score(variable), variable)).max_by(|a, b| a.0.total_cmp(&b.0)).map(|best| best.1)
    }

    /// A model of a component, if it has one; `None` if the time is over.
    fn model(&self, component: &Component) -> Option<Option<Vec<Literal>>> {
        let mut solver = Solver::new(None, Settings::DEFAULT);
        let variables = component.variables();
        variables.iter().for_each(|_| solver.add_variable());
        let mut renumbered = Vec::new();
        self.formula.open_clauses(component, |clause| {
            let place = |variable: u32| variables.binary_search(&variable).expect("a variable of the component") as u32;
            renumbered.clear();
            renumbered.extend(clause.iter().map(|&lit| 2 * place(lit / 2) + lit % 2));
            solver.add_clause(&renumbered);
        });
        match solver.solve(&[], None, |_| self.budget.is_over()) {
            Answer::Sat => {
                let literal = |(at, &variable)| 2 * variable + u32::from(!solver.is_true(at));
                Some(Some(variables.iter().enumerate().map(literal).collect()))
            }
            Answer::Unsat(_) => Some(None),
            Answer::Unknown => None,
        }
    }
}

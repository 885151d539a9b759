//! The facts that become known, and their effect on rules.
//!
//! A chain of tables is cut where a variable is known: the part between two known variables, or up to an end, is one
//! rule, as a person follows it (all that is in reach of both ends).

use super::network::{Fact, Propagator, Rule, RulePart, Shape, TableRows};
use super::search::{Found, StepSearch};

/// A part of a chain between two variables that are known, or its ends.
struct Segment {
    chain: usize,
    from: usize,
    to: usize,
}

impl StepSearch<'_> {
    pub(super) fn touch(&mut self, rule: usize) {
        for (queue, dirty) in self.queues.iter_mut().zip(&mut self.dirty[rule]) {
            if !std::mem::replace(dirty, true) {
                queue.push(rule);
            }
        }
    }

    /// Makes a fact known.
    pub(super) fn learn(&mut self, fact: Fact) {
        let Some(learned) = self.state.learn(&self.network, fact) else {
            self.is_broken = true;
            return;
        };
        let mut tables = Vec::new();
        for candidate in learned {
            for at in 0..self.network.watchers[candidate].len() {
                let propagator = self.network.watchers[candidate][at].0 as usize;
                self.touch(self.network.rule_of[propagator] as usize);
                if matches!(self.network.propagators[propagator], Propagator::Table { .. }) {
                    tables.push(propagator);
                }
            }
        }
        tables.sort_unstable();
        tables.dedup();
        for propagator in tables {
            self.drop_rows(propagator);
        }
    }

    /// Drops rows of a table that known facts exclude.
    fn drop_rows(&mut self, propagator: usize) {
        let Propagator::Table { vars, rows: TableRows::Rows(rows), .. } = &mut self.network.propagators[propagator]
        else {
            return;
        };
        let values = vars.iter().map(|var| self.state.values[var.index()].len()).sum();
        rows.drop_false(values, |fact| self.state.truth(fact) == Some(false));
    }

    /// Takes the facts of a step as known.
    pub(super) fn take(&mut self, found: &mut Found) {
        // What an earlier one of them excludes for free is left out.
        let facts = std::mem::take(&mut found.facts);
        for fact in facts {
            if self.state.truth(fact) != Some(true) {
                self.learn(fact);
                found.facts.push(fact);
            }
        }
        self.cut();
    }

    /// Makes the parts of chains that new facts cut.
    pub(super) fn cut(&mut self) {
        if !self.network.chains.is_empty() {
            self.cut_chains();
        }
    }

    /// Makes a rule of each part of a chain between two variables that are known.
    pub(super) fn cut_chains(&mut self) {
        for chain in 0..self.network.chains.len() {
            let vars = self.network.chains[chain].vars.clone();
            let is_known =
                |at: usize| self.network.facts(vars[at]).any(|(_, fact)| self.state.truth(fact) == Some(true));
            let cuts: Vec<usize> =
                (0..vars.len()).filter(|&at| at == 0 || at + 1 == vars.len() || is_known(at)).collect();
            let parts: Vec<Segment> =
                cuts.windows(2).map(|ends| Segment { chain, from: ends[0], to: ends[1] }).collect();
            for part in parts {
                self.make_rule(&part);
            }
        }
    }

    fn make_rule(&mut self, part: &Segment) {
        let chain = &self.network.chains[part.chain];
        let key = (part.chain, part.from, part.to);
        if part.to == part.from + 1 || self.segments.contains_key(&key) {
            // A single link has a rule of its own, which the parts before replaced.
            let link = chain.links[part.from];
            if part.to == part.from + 1 {
                self.replace(&[link.propagator], link.rule);
            }
            return;
        }
        let links = chain.links[part.from..part.to].to_vec();
        let ends = [chain.vars[part.from], chain.vars[part.to]].map(|var| self.words.variable(var));
        let ends = ends.map(|end| end.unwrap_or_default()).join(" to ");
        let rule = Rule {
            name: format!("{} from {ends}", chain.label),
            shape: Shape::Other,
            label: chain.label.clone(),
            parts: links.iter().map(|link| RulePart::Constraint(link.constraint)).collect(),
            propagators: links.iter().map(|link| link.propagator).collect(),
        };
        let number = self.network.rules.len();
        self.segments.insert(key, number);
        self.network.rules.push(rule);
        self.dirty.push([false; 2]);
        self.is_retired.push(false);
        let links: Vec<usize> = links.into_iter().map(|link| link.propagator).collect();
        self.replace(&links, number);
    }

    /// Gives propagators to a rule.
    fn replace(&mut self, links: &[usize], rule: usize) {
        let mut is_new = false;
        for &link in links {
            let before = std::mem::replace(&mut self.network.rule_of[link], rule as u32) as usize;
            if before != rule {
                self.is_retired[before] = true;
                is_new = true;
            }
        }
        self.is_retired[rule] = false;
        if is_new {
            self.touch(rule);
            let retired = &self.is_retired;
            self.ready.retain(|&(_, rule), _| !retired[rule]);
            self.kept.retain(|_, rules| !rules.iter().any(|&rule| retired[rule]));
        }
    }
}

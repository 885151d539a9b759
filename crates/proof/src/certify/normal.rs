//! The sum that is being encoded in the normal form that encodings get: divided and saturated.
//!
//! Each step is a rule of cutting planes. The least value of each variable is taken out by its "one value", which makes
//! the bound the degree. All coefficients are divided by their common divisor, and cut to the degree.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::gcd;
use super::lemmas::Lemmas;
use super::state::ProofState;
use super::statement::Form;

impl ProofState<'_> {
    /// Has the forms of a sum in normal form from now on. Multiples of counts that say "exactly one", by their
    /// positions, are added to the form of an inequality before.
    pub(super) fn normal(&mut self, lemmas: &Lemmas, added: &[(usize, i128)]) {
        let is_equation = lemmas.is_equation;
        if self.is_over() {
            return;
        }
        for &position in &lemmas.forms {
            let mut weights: BTreeMap<u32, BTreeMap<u32, i128>> = BTreeMap::new();
            let (mut used, mut terms, mut bound) = (Vec::new(), BTreeMap::new(), 0);
            let counts = added.iter().map(|&(count, multiple)| {
                let at_least = self.statement.stated[count].forms.start;
                (at_least + u32::from(multiple < 0), multiple.abs())
            });
            for (position, multiple) in [(position, 1)].into_iter().chain(counts) {
                let (form, id) = self.form(position);
                used.push((id, multiple));
                bound += multiple * form.bound;
                for &(variable, coefficient) in &form.terms {
                    let (group, _) = self.places[variable as usize];
                    *weights.entry(group).or_default().entry(variable).or_default() += multiple * coefficient;
                }
            }
            for (&group, weights) in &weights {
                let (first, of) = (self.statement.groups[group as usize].first, &self.groups[group as usize]);
                let alive = (first..).zip(&of.places).filter(|&(_, &is_alive)| is_alive).map(|(variable, _)| variable);
                let alive: Vec<(u32, i128)> =
                    alive.map(|variable| (variable, weights.get(&variable).copied().unwrap_or(0))).collect();
                let least = alive.iter().map(|&(_, weight)| weight).min().filter(|_| !is_equation).unwrap_or(0);
                used.extend((least != 0).then_some((if least > 0 { of.one } else { of.some }, least.abs())));
                bound -= least;
                terms.extend(alive.into_iter().map(|(variable, weight)| (variable, weight - least)));
            }
            terms.retain(|_, weight| *weight != 0);
            let is_cut = |(variable, weight): (&u32, &i128), bound: i128| {
                let group = self.places[*variable as usize].0;
                let is_bit = self.domain(group) == [0, 1] || lemmas.allowed.contains_key(&group);
                (*weight > bound).then_some(is_bit)
            };
            let mut steps = Vec::new();
            // In the order of the encodings: the two do not commute.
            loop {
                let divisor = terms.values().fold(0, |divisor, &weight| gcd(divisor, weight));
                if divisor > 1 {
                    steps.push(Some(divisor));
                    terms.values_mut().for_each(|weight| *weight /= divisor);
                    bound = -(-bound).div_euclid(divisor);
                }
                let cut: Vec<bool> = terms.iter().filter_map(|term| is_cut(term, bound)).collect();
                if is_equation || bound <= 0 || cut.is_empty() || cut.contains(&false) {
                    break;
                }
                steps.push(None);
                terms.values_mut().for_each(|weight| *weight = bound.min(*weight));
            }
            if steps.is_empty() && added.is_empty() {
                continue;
            }
            let mut id = self.proof.sum(&used, &[], 1);
            for step in steps {
                id = match step {
                    None => self.proof.saturated(id),
                    Some(divisor) => self.proof.sum(&[(id, 1)], &[], divisor),
                };
            }
            let form = Form { terms: terms.into_iter().collect(), bound };
            self.reduced.insert(position, (Rc::new(form), id));
        }
    }
}

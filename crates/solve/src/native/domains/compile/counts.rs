//! Counts of true atoms become propagators over masks: a variable counts if its value is in its mask.
//!
//! That covers every count in which no value of a variable makes more of its atoms true than all others plus one; other
//! counts are sums of functions.

use cnfab_model::{Atom, Cmp};

use super::{Builder, Kind, Weighted};

/// An atom with the program's number of its variable.
type Numbered = (u32, i32, bool);

/// The result for the atoms of one variable.
enum Part {
    /// The same number for every value.
    Constant(i64),
    /// One if the value is in the mask that was appended, else none.
    Mask,
    /// Something else.
    Other,
}

impl Builder {
    /// The number of true atoms.
    pub(super) fn count(&mut self, atoms: &[Atom], cmp: Cmp, k: i64) {
        let mut scope = std::mem::take(&mut self.scope);
        scope.clear();
        scope.reserve(atoms.len());
        let masks_at = self.program.masks.len();
        match self.one_each(atoms, &mut scope) {
            Some(sure) => self.masked(&scope, masks_at, cmp, k - sure),
            None => {
                self.program.masks.truncate(masks_at);
                self.count_any(atoms, cmp, k);
            }
        }
        self.scope = scope;
    }

    /// For domains of one word and atoms `var = value`, ordered by variables, of which none comes twice: appends the
    /// masks and the variables of those that the domains leave unfixed, and returns of how many variables an atom is
    /// true. `None` for other atoms.
    fn one_each(&mut self, atoms: &[Atom], scope: &mut Vec<u32>) -> Option<i64> {
        if self.program.width != 1 {
            return None;
        }
        let mut sure = 0;
        let mut rest = atoms;
        while let Some(first) = rest.first() {
            let var = self.number[first.var.index()];
            let scale = &self.scales.all[self.scales.of[first.var.index()] as usize];
            let domain = self.program.memory[var as usize];
            if !scale.dense || scope.last().is_some_and(|&last| last >= var) {
                return None;
            }
            let mut mask = 0;
            let mut count = 0;
            for atom in rest.iter().take_while(|atom| atom.var == first.var) {
                let bit = i64::from(atom.value) - i64::from(scale.base);
                let bit = if (0..64).contains(&bit) { domain & 1 << bit } else { 0 };
                if !atom.is_equality() || mask & bit != 0 {
                    return None;
                }
                mask |= bit;
                count += 1;
            }
            rest = &rest[count..];
            if mask == domain {
                sure += 1;
            } else if mask != 0 {
                self.program.masks.push(mask);
                scope.push(var);
            }
        }
        Some(sure)
    }

    /// The same for any atoms.
    fn count_any(&mut self, atoms: &[Atom], cmp: Cmp, k: i64) {
        let mut order: Vec<Numbered> = Vec::with_capacity(atoms.len());
        order.extend(atoms.iter().map(|atom| (self.number[atom.var.index()], atom.value, atom.is_equality())));
        if !order.is_sorted_by_key(|&(var, ..)| var) {
            order.sort_unstable_by_key(|&(var, ..)| var);
        }
        let masks_at = self.program.masks.len();
        let mut scope = Vec::with_capacity(atoms.len());
        let mut left = k;
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            match self.part(group) {
                Part::Constant(count) => left -= count,
                Part::Mask => scope.push(group[0].0),
                Part::Other => {
                    self.program.masks.truncate(masks_at);
                    return self.functions(&order, cmp, k);
                }
            }
        }
        self.masked(&scope, masks_at, cmp, left);
    }

    /// How many variables have a value in their mask.
    fn masked(&mut self, scope: &[u32], masks_at: usize, cmp: Cmp, k: i64) {
        if self.undecided(scope.len() as i64, cmp, k) {
            self.counted(scope, masks_at, cmp, k);
        } else {
            self.program.masks.truncate(masks_at);
        }
    }

    /// True if a count that can be from 0 to `most` has to be watched; notes a contradiction if it cannot hold.
    fn undecided(&mut self, most: i64, cmp: Cmp, k: i64) -> bool {
        let fails = (cmp != Cmp::Ge && k < 0) || (cmp != Cmp::Le && k > most);
        self.program.contradiction |= fails;
        let holds = match cmp {
            Cmp::Le => k >= most,
            Cmp::Ge => k <= 0,
            Cmp::Eq => k == 0 && most == 0,
        };
        !fails && !holds
    }

    /// Looks at the atoms of one variable; appends their mask if they come to one.
    fn part(&mut self, atoms: &[Numbered]) -> Part {
        let var = atoms[0].0;
        let scale = self.scale(var);
        let from = self.program.start[var as usize] as usize;
        let to = self.program.start[var as usize + 1] as usize;
        let at = self.program.masks.len();
        if let &[(_, value, false)] = atoms {
            self.program.masks.extend_from_slice(&self.program.memory[from..to]);
            if let Some(bit) = self.scales.bit(scale, value) {
                self.program.masks[at + bit as usize / 64] &= !(1 << (bit % 64));
            }
        } else {
            self.program.masks.resize(at + to - from, 0);
            for &(_, value, is) in atoms {
                let bit = self.scales.bit(scale, value);
                let mask = bit.map(|bit| (bit as usize / 64, 1 << (bit % 64)));
                let mask = mask.filter(|&(word, mask)| self.program.memory[from + word] & mask != 0);
                match mask {
                    _ if !is => return Part::Other,
                    None => {}
                    Some((word, mask)) if self.program.masks[at + word] & mask != 0 => return Part::Other,
                    Some((word, mask)) => self.program.masks[at + word] |= mask,
                }
            }
        }
        let mask = &self.program.masks[at..];
        let constant = if mask.iter().all(|&word| word == 0) {
            0
        } else if *mask == self.program.memory[from..to] {
            1
        } else {
            return Part::Mask;
        };
        self.program.masks.truncate(at);
        Part::Constant(constant)
    }

    /// Atoms that come twice or of which a value makes several true: a sum of functions, or a count after all.
    fn functions(&mut self, order: &[Numbered], cmp: Cmp, mut k: i64) {
        let masks_at = self.program.masks.len();
        let mut scope = Vec::new();
        let mut weights: Vec<Vec<i64>> = Vec::new();
        let mut total = 0;
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            let var = group[0].0;
            let function = self.truths(group);
            let domain = self.domain(var).to_vec();
            let has = |bit: usize| domain[bit / 64] >> (bit % 64) & 1 == 1;
            let left = || function.iter().enumerate().filter(|&(bit, _)| has(bit)).map(|(_, &weight)| weight);
            let (Some(least), Some(most)) = (left().min(), left().max()) else { return };
            k -= least;
            if least == most {
                continue;
            }
            total += most - least;
            let at = self.program.masks.len();
            self.program.masks.resize(at + domain.len(), 0);
            for (bit, &weight) in function.iter().enumerate() {
                if weight > least && has(bit) {
                    self.program.masks[at + bit / 64] |= 1 << (bit % 64);
                }
            }
            weights.push(function.iter().map(|weight| weight - least).collect());
            scope.push(var);
        }
        if !self.undecided(total, cmp, k) {
            self.program.masks.truncate(masks_at);
        } else if total == scope.len() as i64 {
            self.counted(&scope, masks_at, cmp, k);
        } else {
            self.program.masks.truncate(masks_at);
            let index = self.program.weighted.len() as u32;
            self.program.weighted.push(Weighted { weights, cmp, rhs: k });
            self.propagator(&scope, Kind::Weighted { index });
        }
    }

    /// How many of one variable's atoms are true, per bit of its scale.
    fn truths(&self, atoms: &[Numbered]) -> Vec<i64> {
        let scale = self.scale(atoms[0].0);
        let mut function = vec![0; self.scales.all[scale as usize].len as usize];
        for &(_, value, is) in atoms {
            let bit = self.scales.bit(scale, value);
            if is {
                if let Some(bit) = bit {
                    function[bit as usize] += 1;
                }
            } else {
                for (position, weight) in function.iter_mut().enumerate() {
                    *weight += i64::from(bit != Some(position as u32));
                }
            }
        }
        function
    }
}

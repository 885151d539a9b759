//! A base and strong generators by the algorithm of Schreier and Sims.
//!
//! The base is the increasing list of those points that some element moves and that leaves all smaller points where
//! they are, so whoever numbers the points chooses the base. For each base point there are its orbit under the elements
//! that fix all smaller points and, for each point of the orbit, one element that goes there. The chain is complete
//! when every Schreier generator of every level is a product of what the levels below hold; each is tried, so that
//! orders are proved, not likely. For n points, orbits of m points in all and s generators that is at most m * s
//! products, each of n steps per level.
//!
//! C. Sims, "Computational methods in the study of permutation groups", Computational Problems in Abstract Algebra,
//! 1970; with a fixed order of the points: D. Knuth, "Efficient representation of perm groups", Combinatorica 11, 1991;
//! Á. Seress, "Permutation Group Algorithms", 2003, chapter 4.

use num_bigint::BigUint;

use super::{OutOfSteps, Perm, Steps, after_inverse, first_moved, identity};

/// No index in an orbit, no level.
const NONE: u32 = u32::MAX;

/// A group as a chain of stabilisers of its base points.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    degree: usize,
    strong: Vec<Strong>,
    /// By base point, increasing.
    levels: Vec<Level>,
    /// For each point the number of the level whose base point it is.
    level_of: Vec<u32>,
}

/// A strong generator and the first point that it moves.
#[derive(Clone, Debug)]
struct Strong {
    element: Perm,
    first: usize,
}

/// A base point and its orbit under the elements that fix all smaller points.
#[derive(Clone, Debug)]
struct Level {
    point: usize,
    orbit: Vec<u32>,
    /// For each point its index in the orbit.
    place: Vec<u32>,
    /// For each point of the orbit the inverse of an element that takes the base point there.
    back: Vec<Perm>,
    users: Vec<User>,
}

/// A strong generator that fixes all points before the base point.
#[derive(Clone, Debug)]
struct User {
    strong: usize,
    /// To how many points of the orbit it was applied.
    applied: usize,
    /// For how many points of the orbit its Schreier generator was tried.
    tried: usize,
}

impl Chain {
    /// The group that the permutations generate.
    pub(crate) fn generated_by(degree: usize, generators: &[Perm], steps: &mut Steps) -> Result<Self, OutOfSteps> {
        let mut chain = Chain::trivial(degree);
        for generator in generators {
            chain.extend(generator, steps)?;
        }
        Ok(chain)
    }

    /// The group of the identity alone.
    pub(crate) fn trivial(degree: usize) -> Self {
        Chain { degree, strong: Vec::new(), levels: Vec::new(), level_of: vec![NONE; degree] }
    }

    /// Makes it the group that the element generates together with it; returns whether that is a larger one.
    pub(crate) fn extend(&mut self, element: &Perm, steps: &mut Steps) -> Result<bool, OutOfSteps> {
        let Some(rest) = self.sift(element.clone(), steps)? else { return Ok(false) };
        let first = self.add_strong(rest, steps)?;
        self.close(first, steps)?;
        Ok(true)
    }

    /// True if the element belongs to the group.
    pub(crate) fn contains(&self, element: &Perm, steps: &mut Steps) -> Result<bool, OutOfSteps> {
        Ok(self.sift(element.clone(), steps)?.is_none())
    }

    /// The number of points.
    pub(crate) fn degree(&self) -> usize {
        self.degree
    }

    /// The number of elements.
    pub(crate) fn order(&self) -> BigUint {
        self.levels.iter().map(|level| BigUint::from(level.orbit.len())).product()
    }

    /// The number of base points.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// A base point.
    pub(super) fn point(&self, level: usize) -> usize {
        self.levels[level].point
    }

    /// The images of a base point under the elements that fix those before it.
    pub(super) fn orbit(&self, level: usize) -> &[u32] {
        &self.levels[level].orbit
    }

    /// The inverse of an element that takes the base point to this index of its orbit and fixes those before it.
    pub(super) fn back(&self, level: usize, place: usize) -> &Perm {
        &self.levels[level].back[place]
    }

    /// The orbit of a point under the elements that fix all smaller points: alone if it is no base point.
    pub(super) fn orbit_of_point(&self, point: usize) -> Option<&[u32]> {
        match self.level_of[point] {
            NONE => None,
            level => Some(&self.levels[level as usize].orbit),
        }
    }

    /// The strong generators that fix all points before this one; they generate the group of those that do.
    pub(crate) fn fixing_before(&self, point: usize) -> impl Iterator<Item = &Perm> {
        self.strong.iter().filter(move |strong| strong.first >= point).map(|strong| &strong.element)
    }

    /// The strong generators whose first moved point is this one.
    pub(super) fn moving_first(&self, point: usize) -> impl Iterator<Item = &Perm> {
        self.strong.iter().filter(move |strong| strong.first == point).map(|strong| &strong.element)
    }

    /// Shows every element, the identity first.
    pub(crate) fn each(&self, show: &mut dyn FnMut(&Perm)) {
        self.each_below(0, &identity(self.degree), show);
    }

    fn each_below(&self, level: usize, element: &Perm, show: &mut dyn FnMut(&Perm)) {
        match self.levels.get(level) {
            Some(found) => {
                for back in &found.back {
                    self.each_below(level + 1, &after_inverse(back, element), show);
                }
            }
            None => show(element),
        }
    }

    /// Adds a permutation that is known to leave the chain complete once its orbits have grown.
    pub(super) fn add_strong(&mut self, element: Perm, steps: &mut Steps) -> Result<usize, OutOfSteps> {
        let first = first_moved(&element).expect("the identity generates nothing");
        let number = self.strong.len();
        self.strong.push(Strong { element, first });
        if self.level_of[first] == NONE {
            self.insert_level(first, number, steps)?;
        }
        for level in &mut self.levels[..=self.level_of[first] as usize] {
            level.users.push(User { strong: number, applied: 0, tried: 0 });
            level.grow(&self.strong, steps)?;
        }
        Ok(first)
    }

    /// Makes a level of a point that the strong generators before this one fix if they fix all smaller ones.
    fn insert_level(&mut self, point: usize, before: usize, steps: &mut Steps) -> Result<(), OutOfSteps> {
        steps.keep(2 * self.degree)?;
        let at = self.levels.partition_point(|level| level.point < point);
        let users = (0..before).filter(|&strong| self.strong[strong].first > point);
        let mut place = vec![NONE; self.degree];
        place[point] = 0;
        let level = Level {
            point,
            orbit: vec![point as u32],
            place,
            back: vec![identity(self.degree)],
            users: users.map(|strong| User { strong, applied: 0, tried: 0 }).collect(),
        };
        self.levels.insert(at, level);
        for (number, level) in self.levels.iter().enumerate().skip(at) {
            self.level_of[level.point] = number as u32;
        }
        Ok(())
    }

    /// The rest of a permutation after the levels took from it what they hold: nothing if it belongs to the group.
    fn sift(&self, mut element: Perm, steps: &mut Steps) -> Result<Option<Perm>, OutOfSteps> {
        for point in 0..self.degree {
            let image = element[point] as usize;
            if image == point {
                continue;
            }
            let level = match self.level_of[point] {
                NONE => return Ok(Some(element)),
                level => &self.levels[level as usize],
            };
            let back = match level.place[image] {
                NONE => return Ok(Some(element)),
                place => &level.back[place as usize],
            };
            steps.take(self.degree)?;
            element.iter_mut().for_each(|image| *image = back[*image as usize]);
        }
        steps.take(self.degree)?;
        Ok(None)
    }

    /// Tries the Schreier generators of the levels up to this base point, the last level first, until all are in the
    /// chain.
    fn close(&mut self, point: usize, steps: &mut Steps) -> Result<(), OutOfSteps> {
        let mut open = self.level_of[point] as usize + 1;
        while open > 0 {
            match self.missing(open - 1, steps)? {
                Some(element) => {
                    let first = self.add_strong(element, steps)?;
                    open = self.level_of[first] as usize + 1;
                }
                None => open -= 1,
            }
        }
        Ok(())
    }

    /// The rest of the next Schreier generator of the level that does not belong to the levels below.
    fn missing(&mut self, number: usize, steps: &mut Steps) -> Result<Option<Perm>, OutOfSteps> {
        for user in 0..self.levels[number].users.len() {
            loop {
                let level = &self.levels[number];
                let User { strong, tried, .. } = level.users[user];
                if tried == level.orbit.len() {
                    break;
                }
                let element = level.schreier(tried, &self.strong[strong].element);
                steps.take(self.degree)?;
                let rest = self.sift(element, steps)?;
                self.levels[number].users[user].tried += 1;
                if rest.is_some() {
                    return Ok(rest);
                }
            }
        }
        Ok(None)
    }
}

impl Level {
    /// Applies its generators to the points of the orbit until nothing new comes.
    fn grow(&mut self, strong: &[Strong], steps: &mut Steps) -> Result<(), OutOfSteps> {
        loop {
            let mut is_done = true;
            for user in &mut self.users {
                let by = &strong[user.strong].element;
                while user.applied < self.orbit.len() {
                    is_done = false;
                    let image = by[self.orbit[user.applied] as usize] as usize;
                    if self.place[image] == NONE {
                        steps.keep(by.len())?;
                        self.place[image] = self.orbit.len() as u32;
                        self.orbit.push(image as u32);
                        // Where the generator takes a point, the way back goes on as from the point.
                        self.back.push(after_inverse(by, &self.back[user.applied]));
                    }
                    user.applied += 1;
                }
            }
            if is_done {
                return Ok(());
            }
        }
    }

    /// From the base point to a point of the orbit, by the generator to another one, and back to the base point.
    fn schreier(&self, place: usize, by: &Perm) -> Perm {
        let there = &self.back[place];
        let back = &self.back[self.place[by[self.orbit[place] as usize] as usize] as usize];
        let mut out = vec![0; by.len()].into_boxed_slice();
        there.iter().zip(by).for_each(|(&from, &to)| out[from as usize] = back[to as usize]);
        out
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::known::{chain, closure, cube, elements, mathieu, random, symmetric};
    use super::*;

    fn order(degree: usize, generators: &[Perm]) -> BigUint {
        chain(degree, generators).order()
    }

    #[test]
    fn random_groups_are_what_multiplying_gives() {
        let mut largest = 0;
        for seed in 0..300 {
            let mut rng = Rng::with_seed(seed);
            let (degree, generators) = random(&mut rng);
            let expected = closure(degree, &generators);
            let chain = chain(degree, &generators);
            assert_eq!(chain.order(), BigUint::from(expected.len()), "seed {seed}");
            assert_eq!(elements(&chain), expected, "seed {seed}");
            for _ in 0..20 {
                let mut other = identity(degree);
                rng.shuffle(&mut other);
                let is_inside = chain.contains(&other, &mut Steps::new(1 << 30));
                assert_eq!(is_inside, Ok(expected.contains(&other)), "seed {seed}");
            }
            largest = largest.max(expected.len());
        }
        assert_eq!(largest, 40320, "all orders of eight points are among them");
    }

    #[test]
    fn published_orders() {
        assert_eq!(order(11, &mathieu(11)), BigUint::from(7920u32));
        assert_eq!(order(12, &mathieu(12)), BigUint::from(95_040u32));
        assert_eq!(order(24, &mathieu(24)), BigUint::from(244_823_040u32));
        assert_eq!(order(48, &cube()), BigUint::from(43_252_003_274_489_856_000u128));
        let factorial: BigUint = (1..=30u32).map(BigUint::from).product();
        assert_eq!(order(30, &symmetric(30)), factorial);
        assert_eq!(order(5, &[]), BigUint::from(1u32));
        assert_eq!(order(0, &[]), BigUint::from(1u32));
    }

    #[test]
    fn the_identity_is_shown_first() {
        let mut first = None;
        chain(12, &mathieu(12)).each(&mut |element| {
            first.get_or_insert(element.clone());
        });
        assert_eq!(first, Some(identity(12)));
    }

    #[test]
    fn too_much_work_is_refused() {
        let generators = symmetric(30);
        let made = Chain::generated_by(30, &generators, &mut Steps::new(10_000));
        assert_eq!(made.map(|_| ()), Err(OutOfSteps));
    }
}

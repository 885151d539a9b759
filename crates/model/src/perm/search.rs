//! The subgroup of the elements with a property, by backtracking over the images of the base points.
//!
//! A partial choice of images stands for a coset of the stabiliser of the base points chosen so far. It is given up
//! when
//! - the property keeps colours and relations, and some orbit of that stabiliser and its image have different numbers
//!   of points of some kind. The kind of a point is its colour with its relations to the points with known images;
//! - the property itself reports that no element of the coset has it;
//! - an element of the same coset of the subgroup found so far has smaller images.
//!
//! From below: once all strong generators that fix the first base points have the property, so has their group, and no
//! coset of it is looked into; and what was found for more fixed points is used for fewer.
//!
//! G. Butler, "Fundamental Algorithms for Permutation Groups", 1991; Á. Seress, "Permutation Group Algorithms", 2003,
//! section 9.1; D. Holt, B. Eick, E. O'Brien, "Handbook of Computational Group Theory", 2005, section 4.6. Orbits are
//! compared in `cells`.

use super::cells::{Cells, Look, still};
use super::{Chain, OutOfSteps, Perm, Steps, after_inverse, identity};

/// A property whose elements make a subgroup.
pub(crate) trait Property {
    /// True if the element has it.
    fn holds(&mut self, element: &Perm, steps: &mut Steps) -> Result<bool, OutOfSteps>;

    /// `false` only if no element has it that agrees with this one where all elements agree that fix the first `level`
    /// base points.
    fn may_hold(&mut self, level: usize, element: &Perm, steps: &mut Steps) -> Result<bool, OutOfSteps> {
        let _ = (level, element, steps);
        Ok(true)
    }
}

/// The elements of the group that have the property, all of which map each point to one of its colour and related
/// points to related ones.
pub(crate) fn subgroup(
    chain: &Chain,
    look: &Look,
    property: &mut dyn Property,
    steps: &mut Steps,
) -> Result<Chain, OutOfSteps> {
    let known = still(chain);
    let cells = (0..=chain.depth()).map(|level| Cells::of(chain, level, &known, look)).collect();
    let mut search =
        SubgroupSearch { chain, look, cells, property, found: Chain::trivial(chain.degree()), bottom: 0, steps };
    search.bottom = search.climb()?;
    for level in (0..search.bottom).rev() {
        search.extend(level)?;
    }
    Ok(search.found)
}

struct SubgroupSearch<'s> {
    chain: &'s Chain,
    look: &'s Look,
    /// By the number of fixed base points.
    cells: Vec<Cells>,
    property: &'s mut dyn Property,
    found: Chain,
    /// The number of base points after which every element that fixes them has the property.
    bottom: usize,
    steps: &'s mut Steps,
}

impl SubgroupSearch<'_> {
    /// The bottom, and what lies below it is found.
    fn climb(&mut self) -> Result<usize, OutOfSteps> {
        for level in (0..self.chain.depth()).rev() {
            let new: Vec<&Perm> = self.chain.moving_first(self.chain.point(level)).collect();
            for element in &new {
                if !self.property.holds(element, self.steps)? {
                    return Ok(level + 1);
                }
            }
            for element in new {
                self.found.add_strong(element.clone(), self.steps)?;
            }
        }
        Ok(0)
    }

    /// Finds the elements that fix the base points before this one, if those are found that fix this one too.
    fn extend(&mut self, level: usize) -> Result<(), OutOfSteps> {
        let chain = self.chain;
        let point = chain.point(level);
        for element in chain.moving_first(point) {
            if self.property.holds(element, self.steps)? {
                self.found.add_strong(element.clone(), self.steps)?;
            }
        }
        let earlier = self.earlier(level);
        // Images that are found, or that no element gives; the same is then true of all that the found elements make of
        // them.
        let mut settled = vec![false; chain.degree()];
        settled[point] = true;
        for place in 1..chain.orbit(level).len() {
            let image = chain.orbit(level)[place] as usize;
            if self.images(point, image)?.iter().any(|&image| settled[image]) {
                continue;
            }
            match self.choose(level, place, &identity(chain.degree()), &earlier)? {
                Some(element) => {
                    self.found.add_strong(element, self.steps)?;
                }
                None => settled[image] = true,
            }
        }
        Ok(())
    }

    /// For each base point after this one that the search chooses an image of: those between, in whose orbit under the
    /// found elements it is that fix all points before them.
    fn earlier(&self, level: usize) -> Vec<Vec<usize>> {
        let of = |later: usize| -> Vec<usize> {
            let point = self.chain.point(later) as u32;
            let holds = |&between: &usize| {
                let orbit = self.found.orbit_of_point(self.chain.point(between));
                orbit.is_some_and(|orbit| orbit.contains(&point))
            };
            (level + 1..later).filter(holds).map(|between| self.chain.point(between)).collect()
        };
        (0..self.bottom).map(|later| if later > level { of(later) } else { Vec::new() }).collect()
    }

    /// Where the found elements that fix all points before this one take the start.
    fn images(&mut self, point: usize, start: usize) -> Result<Vec<usize>, OutOfSteps> {
        let by: Vec<&Perm> = self.found.fixing_before(point).collect();
        let mut seen = vec![false; self.chain.degree()];
        seen[start] = true;
        let mut all = vec![start];
        let mut next = 0;
        while next < all.len() {
            for element in &by {
                let image = element[all[next]] as usize;
                if !std::mem::replace(&mut seen[image], true) {
                    all.push(image);
                }
            }
            next += 1;
        }
        self.steps.take(seen.len() + all.len() * by.len())?;
        Ok(all)
    }

    /// Maps the base point to this index of its orbit, followed by the element, and looks for one with the property.
    fn choose(
        &mut self,
        level: usize,
        place: usize,
        element: &Perm,
        earlier: &[Vec<usize>],
    ) -> Result<Option<Perm>, OutOfSteps> {
        let chain = self.chain;
        self.steps.take(1)?;
        let image = element[chain.orbit(level)[place] as usize];
        let is_smallest = earlier[level].iter().all(|&before| element[before] < image);
        if !is_smallest || self.look.colours[image as usize] != self.look.colours[chain.point(level)] {
            return Ok(None);
        }
        let element = after_inverse(chain.back(level, place), element);
        let level = level + 1;
        self.steps.take(chain.degree() + self.cells[level].cost)?;
        if !self.cells[level].keep(self.look, &element) || !self.property.may_hold(level, &element, self.steps)? {
            return Ok(None);
        }
        if level == self.bottom {
            return Ok(self.property.holds(&element, self.steps)?.then_some(element));
        }
        for place in 0..chain.orbit(level).len() {
            if let Some(found) = self.choose(level, place, &element, earlier)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fastrand::Rng;
    use itertools::Itertools;
    use num_bigint::BigUint;

    use super::super::known::{chain, closure, cube, elements, mathieu, random, symmetric};
    use super::*;

    /// Colours and relations stay, and some sets of points go to some of these sets.
    struct Kept<'k> {
        look: &'k Look,
        sets: Vec<Vec<u32>>,
        asked: usize,
    }

    impl Kept<'_> {
        fn is_kept(&self, element: &Perm) -> bool {
            let image = |set: &Vec<u32>| {
                let mut image: Vec<u32> = set.iter().map(|&point| element[point as usize]).collect();
                image.sort_unstable();
                image
            };
            let Look { colours, related } = self.look;
            (0..).zip(element).all(|(point, &to): (usize, _)| {
                colours[to as usize] == colours[point] && related[to as usize] == image(&related[point])
            }) && self.sets.iter().all(|set| self.sets.contains(&image(set)))
        }
    }

    impl Property for Kept<'_> {
        fn holds(&mut self, element: &Perm, _: &mut Steps) -> Result<bool, OutOfSteps> {
            self.asked += 1;
            Ok(self.is_kept(element))
        }
    }

    fn plain(colours: Vec<u64>) -> Look {
        Look { related: vec![Vec::new(); colours.len()], colours }
    }

    fn of_set(degree: usize, set: &[usize]) -> Look {
        plain((0..degree).map(|point| u64::from(set.contains(&point))).collect())
    }

    /// The subgroup, and how often the property was asked for.
    fn kept(degree: usize, generators: &[Perm], look: &Look, sets: Vec<Vec<u32>>) -> (Chain, usize) {
        let chain = chain(degree, generators);
        let mut kept = Kept { look, sets, asked: 0 };
        let found = subgroup(&chain, look, &mut kept, &mut Steps::new(1 << 40)).expect("more steps than this takes");
        (found, kept.asked)
    }

    /// Some colours, and sometimes relations: each with all its images under some element, or just so.
    fn random_look(rng: &mut Rng, degree: usize, by: &Perm) -> Look {
        let few = rng.u64(1..=3);
        let mut look = plain((0..degree).map(|_| rng.u64(..few)).collect());
        for _ in 0..rng.usize(0..=3) {
            let (mut a, mut b) = (rng.usize(..degree), rng.usize(..degree));
            for _ in 0..rng.usize(1..=8) {
                look.related[a].push(b as u32);
                look.related[b].push(a as u32);
                (a, b) = (by[a] as usize, by[b] as usize);
            }
        }
        for related in &mut look.related {
            related.sort_unstable();
            related.dedup();
        }
        look
    }

    #[test]
    fn random_stabilisers_are_those_of_all_elements() {
        let (mut proper, mut trivial) = (0, 0);
        for seed in 0..1500 {
            let mut rng = Rng::with_seed(seed);
            let (degree, generators) = random(&mut rng);
            let all = closure(degree, &generators);
            let by = all.iter().nth(rng.usize(..all.len())).expect("an element");
            let look = random_look(&mut rng, degree, by);
            // Sets that the colours do not know of, closed under the element or not.
            let mut sets = Vec::new();
            for _ in 0..rng.usize(0..=3) {
                let mut set: Vec<u32> = (0..degree as u32).filter(|_| rng.bool()).collect();
                for _ in 0..rng.usize(1..=6) {
                    sets.push(set.clone());
                    set = set.iter().map(|&point| by[point as usize]).collect();
                    set.sort_unstable();
                }
            }
            let judge = Kept { look: &look, sets: sets.clone(), asked: 0 };
            let expected: BTreeSet<Perm> = all.iter().filter(|element| judge.is_kept(element)).cloned().collect();
            let (found, _) = kept(degree, &generators, &look, sets);
            assert_eq!(elements(&found), expected, "seed {seed}");
            assert_eq!(found.order(), BigUint::from(expected.len()), "seed {seed}");
            proper += usize::from(expected.len() > 1 && expected.len() < all.len());
            trivial += usize::from(expected.len() == 1 && all.len() > 1);
        }
        assert!(proper > 100 && trivial > 100, "{proper} proper subgroups, {trivial} trivial");
    }

    #[test]
    fn stabilisers_of_sets_of_six_in_a_mathieu_group() {
        // 132 of the 924 sets of six points of twelve are the hexads of a Steiner system. The group takes every hexad
        // to every hexad and every other set to every other: 95040 / 132 and 95040 / 792 elements keep one. Half have
        // the first point.
        let with_first = (0..12).combinations(6).filter(|set| set[0] == 0);
        let orders = with_first.map(|set| kept(12, &mathieu(12), &of_set(12, &set), Vec::new()).0.order());
        let counts = orders.counts();
        assert_eq!(counts, [(BigUint::from(720u32), 66), (BigUint::from(120u32), 396)].into());
    }

    #[test]
    fn automorphisms_of_the_petersen_graph() {
        // Its ten points are the pairs of five things; those without a common thing are related.
        let pairs: Vec<Vec<u32>> = (0..5).combinations(2).collect();
        let apart = |a: &Vec<u32>, b: &Vec<u32>| a.iter().all(|one| !b.contains(one));
        let of = |a| (0..10).filter(|&b| apart(a, &pairs[b as usize])).collect();
        let look = Look { colours: vec![0; 10], related: pairs.iter().map(of).collect() };
        let (found, _) = kept(10, &symmetric(10), &look, Vec::new());
        assert_eq!(found.order(), BigUint::from(120u32));
    }

    #[test]
    fn large_groups_are_not_listed() {
        let (found, asked) = kept(30, &symmetric(30), &of_set(30, &(5..15).collect::<Vec<_>>()), Vec::new());
        let factorial = |n: u32| -> BigUint { (1..=n).map(BigUint::from).product() };
        assert_eq!(found.order(), factorial(10) * factorial(20));
        assert!(asked < 100, "{asked}");
        assert_eq!(kept(48, &cube(), &plain(vec![0; 48]), Vec::new()).0.order(), chain(48, &cube()).order());
    }

    #[test]
    fn searches_that_take_too_long_are_refused() {
        // Pairs of points stay together: the colours do not know that.
        let sets: Vec<Vec<u32>> = (0..10).map(|pair| vec![3 * pair, 3 * pair + 1]).collect();
        let (chain, look) = (chain(30, &symmetric(30)), plain(vec![0; 30]));
        let mut kept = Kept { look: &look, sets, asked: 0 };
        let found = subgroup(&chain, &look, &mut kept, &mut Steps::new(1_000_000));
        assert_eq!(found.map(|_| ()), Err(OutOfSteps));
    }
}

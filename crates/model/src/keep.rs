//! The test whether a symmetry keeps a model, of permutations of its [`Points`], whole ones and those of which only
//! the images of some points are known.

use super::element::{Maps, With};
use super::perm::{Chain, OutOfSteps, Perm, Property, Steps, still};
use super::points::Points;
use super::shape::Shapes;
use super::{Model, Var};

/// How many steps it is to look at a variable of a constraint.
const WEIGHT: usize = 10;

/// That the domains, the constraints and the projection go to each other.
pub(super) struct Keep<'m> {
    points: &'m Points,
    is_shown: &'m [bool],
    shapes: Shapes<'m>,
    maps: Maps,
    /// By the number of fixed base points: the numbers of the constraints of which the images of all variables and of
    /// their values are known from there on.
    settled: Vec<Vec<usize>>,
}

impl<'m> Keep<'m> {
    /// Of a group of the model's points.
    pub(super) fn new(model: &'m Model, points: &'m Points, is_shown: &'m [bool], chain: &Chain) -> Self {
        let known = still(chain);
        let level = |point: &u32| known[*point as usize];
        let whole = |var: Var| points.of_values(var).iter().map(level).fold(level(&points.of_var(var)), usize::max);
        let whole: Vec<usize> = model.vars().map(whole).collect();
        let mut settled = vec![Vec::new(); known.iter().max().map_or(1, |last| last + 1)];
        for (number, posted) in model.constraints().iter().enumerate() {
            let vars = posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var));
            let last = vars.map(|var| whole[var.index()]).max().unwrap_or(0);
            settled[last].push(number);
        }
        Keep { points, is_shown, shapes: Shapes::of(model), maps: Maps::default(), settled }
    }
}

impl Property for Keep<'_> {
    fn holds(&mut self, by: &Perm, steps: &mut Steps) -> Result<bool, OutOfSteps> {
        let element = self.points.element(by, &mut self.maps);
        let shown = element.to.iter().zip(self.is_shown).all(|(to, is_shown)| self.is_shown[to.index()] == *is_shown);
        let kept = shown && self.shapes.kept_by(&With { element: &element, maps: &self.maps });
        steps.take(WEIGHT * (by.len() + self.shapes.take_work()))?;
        Ok(kept)
    }

    fn may_hold(&mut self, level: usize, by: &Perm, steps: &mut Steps) -> Result<bool, OutOfSteps> {
        let Some(settled) = self.settled.get(level).filter(|settled| !settled.is_empty()) else { return Ok(true) };
        let element = self.points.element(by, &mut self.maps);
        let with = With { element: &element, maps: &self.maps };
        let may = settled.iter().all(|&number| self.shapes.is_kept(number, &with));
        steps.take(WEIGHT * (by.len() + self.shapes.take_work()))?;
        Ok(may)
    }
}

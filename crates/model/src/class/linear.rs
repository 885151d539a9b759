//! A sum of multiples of variables compares with a constant.

use super::super::{Assignment, Atom, Cmp, Model, ModelError, Poster, Var};
use super::{Class, Clause, some_cmp, some_value, some_vars};

/// The sum of coefficient times variable compares with the right-hand side.
///
/// Posting it adds up the coefficients of a variable that comes more than once, drops those that are 0, and divides all
/// by their greatest common divisor. An equation whose right-hand side is no multiple of it becomes `0 = 1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Coefficient and variable.
    pub terms: Vec<(i64, Var)>,
    /// The comparison.
    pub cmp: Cmp,
    /// The right-hand side.
    pub rhs: i64,
}

impl Linear {
    /// The least and the largest value of the sum over the domains.
    fn bounds(&self, out: &Poster<'_>) -> (i128, i128) {
        let ends = |&(coefficient, var): &(i64, Var)| {
            let domain = out.domain(var);
            let of = |value: Option<i32>| i128::from(coefficient) * i128::from(value.unwrap_or_default());
            (of(domain.min()), of(domain.max()))
        };
        let add = |(low, high): (i128, i128), (a, b): (i128, i128)| (low + a.min(b), high + a.max(b));
        self.terms.iter().map(ends).fold((0, 0), add)
    }

    /// Adds up the coefficients of each variable, and drops those that are 0.
    ///
    /// # Errors
    /// If they have more than 64 bits.
    pub(crate) fn merge(&mut self) -> Result<(), ModelError> {
        // Side by side the terms of each variable, the first of them first.
        let mut order: Vec<(Var, usize)> = self.terms.iter().zip(0..).map(|(&(_, var), place)| (var, place)).collect();
        order.sort_unstable();
        for same in order.chunk_by(|a, b| a.0 == b.0) {
            for &(_, place) in &same[1..] {
                let coefficient = std::mem::take(&mut self.terms[place].0);
                let sum = &mut self.terms[same[0].1].0;
                *sum = sum.checked_add(coefficient).ok_or(ModelError::Coefficients)?;
            }
        }
        self.terms.retain(|&(coefficient, _)| coefficient != 0);
        Ok(())
    }

    /// The sum and `by` more if the guard holds compares with the right-hand side and so much more.
    fn shifted(&self, cmp: Cmp, by: i128, guard: Var) -> Option<Linear> {
        let by = i64::try_from(by).ok()?;
        let terms = self.terms.iter().copied().chain([(by, guard)]).collect();
        Some(Linear { terms, cmp, rhs: self.rhs.checked_add(by)? })
    }
}

impl Class for Linear {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let vars = some_vars(model, choose, 4);
        let mut rhs = 0;
        let mut term = |var: Var| {
            let coefficient = choose(7) as i64 - 3;
            rhs += coefficient * i64::from(some_value(model, choose, var));
            (coefficient, var)
        };
        let terms = vars.into_iter().map(&mut term).collect();
        Linear { terms, cmp: some_cmp(choose), rhs }
    }

    fn name(&self) -> &'static str {
        "linear"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.terms.iter().map(|&(_, var)| var))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.terms.iter_mut().for_each(|(_, var)| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let term = |&(coefficient, var): &(i64, Var)| i128::from(coefficient) * i128::from(assignment[var]);
        self.cmp.holds(self.terms.iter().map(term).sum(), i128::from(self.rhs))
    }

    fn normalise(&mut self) -> Result<(), ModelError> {
        self.merge()?;
        let divisor = self.terms.iter().fold(0, |divisor, &(coefficient, _)| gcd(divisor, coefficient.unsigned_abs()));
        if divisor <= 1 {
            return Ok(());
        }
        let (by, rhs) = (i128::from(divisor), i128::from(self.rhs));
        if self.cmp == Cmp::Eq && rhs % by != 0 {
            (self.terms, self.rhs) = (Vec::new(), 1);
            return Ok(());
        }
        let quotient = if self.cmp == Cmp::Ge { -(-rhs).div_euclid(by) } else { rhs.div_euclid(by) };
        self.rhs = i64::try_from(quotient).expect("no larger than it was");
        self.terms.iter_mut().for_each(|(coefficient, _)| *coefficient = (i128::from(*coefficient) / by) as i64);
        Ok(())
    }

    /// A multiple of a 0/1 variable for `when` makes the comparison hold if it is 0.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        if when.is_empty() {
            return out.post(when, self.clone());
        }
        let (low, high) = self.bounds(out);
        let rhs = i128::from(self.rhs);
        if self.cmp != Cmp::Ge && low > rhs || self.cmp != Cmp::Le && high < rhs {
            return Clause::default().decompose(when, out);
        }
        let mut post = |cmp: Cmp, by: i128| {
            let guard = out.indicator(when);
            match self.shifted(cmp, by, guard) {
                Some(sum) => out.post(&[], sum),
                None => out.refuse("a condition on a sum beyond 64 bits"),
            }
        };
        if self.cmp != Cmp::Ge && high > rhs {
            post(Cmp::Le, high - rhs);
        }
        if self.cmp != Cmp::Le && low < rhs {
            post(Cmp::Ge, low - rhs);
        }
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let with = |cmp: Cmp, rhs: Option<i64>| rhs.map(|rhs| Linear { terms: self.terms.clone(), cmp, rhs });
        let less = with(Cmp::Le, self.rhs.checked_sub(1));
        let more = with(Cmp::Ge, self.rhs.checked_add(1));
        let (Some(less), Some(more)) = (less, more) else { return out.refuse("the opposite of a sum beyond 64 bits") };
        match self.cmp {
            Cmp::Le => out.post(when, more),
            Cmp::Ge => out.post(when, less),
            Cmp::Eq => out.one_of(when, [less, more]),
        }
    }
}

/// The greatest common divisor, where every number divides 0.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over all values of three variables, the sum holds where it did before.
    #[test]
    fn common_divisors_are_divided_out() {
        let var = Var::from_index;
        let mut divided = 0;
        for divisor in [2, 3, 7] {
            for rhs in -30..30 {
                for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
                    let terms =
                        [(2, 0), (-1, 1), (3, 2)].map(|(coefficient, index)| (divisor * coefficient, var(index)));
                    let before = Linear { terms: terms.to_vec(), cmp, rhs };
                    let mut after = before.clone();
                    after.normalise().unwrap();
                    divided += usize::from(after.terms == [(2, var(0)), (-1, var(1)), (3, var(2))]);
                    for values in 0..4i32.pow(3) {
                        let assignment =
                            Assignment::new((0..3).map(|index| values / 4i32.pow(index) % 4 - 1).collect());
                        assert_eq!(before.holds(&assignment), after.holds(&assignment), "{before:?} {after:?}");
                    }
                }
            }
        }
        assert!(divided > 360, "{divided}");
        let mut ends = Linear { terms: vec![(i64::MIN, var(0)), (i64::MIN, var(1))], cmp: Cmp::Ge, rhs: i64::MIN };
        ends.normalise().unwrap();
        assert_eq!(ends, Linear { terms: vec![(-1, var(0)), (-1, var(1))], cmp: Cmp::Ge, rhs: -1 });
    }

    /// A variable stands where it comes first.
    #[test]
    fn terms_of_one_variable_are_added_up_in_long_sums_too() {
        let var = Var::from_index;
        let sum = |terms: Vec<(i64, Var)>| Linear { terms, cmp: Cmp::Eq, rhs: 0 };
        let mut short = sum(vec![(2, var(7)), (1, var(3)), (5, var(7)), (4, var(1)), (-1, var(3)), (0, var(9))]);
        assert_eq!(short.normalise(), Ok(()));
        assert_eq!(short, sum(vec![(7, var(7)), (4, var(1))]));
        let n = 100_000;
        let once = || (0..n).rev().map(|index| (index as i64 + 1, var(index)));
        let mut long = sum(once().chain(once()).collect());
        let begin = std::time::Instant::now();
        assert_eq!(long.normalise(), Ok(()));
        // Comparing each with each takes minutes.
        assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
        assert_eq!(long, sum(once().collect()), "twice as much, divided by two");
        let mut large = sum(vec![(i64::MAX, var(0)), (1, var(1)), (1, var(0))]);
        assert_eq!(large.normalise(), Err(ModelError::Coefficients));
    }
}

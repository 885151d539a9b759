//! Builds tables for products of many numbers, with partial products as auxiliary variables, one factor after the
//! other.
//!
//! A partial product divides the target, and the quotient is a product of the remaining factors. So a variable has at
//! most as many values as the target has divisors, however many cells the cage has. A value is the index, counted from
//! 1, of a product in the sorted list of possible products; so products may exceed the range of values.

use std::sync::Arc;

use cnfab_model::Relation;

/// The chain of partial products of a cage.
#[derive(Clone, Debug)]
pub(super) struct PartialProducts {
    /// For the second and each further factor, the number of partial products and a table.
    ///
    /// The table's columns are the previous partial product (at first the first factor itself), the factor and the
    /// partial product.
    pub(super) steps: Vec<(usize, Arc<Relation>)>,
}

impl PartialProducts {
    /// Builds the chain for `factors` numbers from 1 to `most` whose product is `target`.
    pub(super) fn new(factors: usize, most: i32, target: i64) -> Self {
        let numbers: Vec<i64> = (1..=i64::from(most)).filter(|number| target % number == 0).collect();
        // For each number of factors, the products that divide the target.
        let mut reached: Vec<Vec<i64>> = vec![vec![1]];
        for _ in 0..factors {
            let last = reached.last().expect("it begins with one");
            let next = last.iter().flat_map(|product| numbers.iter().filter_map(|n| product.checked_mul(*n)));
            let mut next: Vec<i64> = next.filter(|product| target % product == 0).collect();
            next.sort_unstable();
            next.dedup();
            reached.push(next);
        }
        // Keeps the products whose quotient is a product of the other factors.
        let possible = |count: usize| -> Vec<i64> {
            let rest = &reached[factors - count];
            reached[count].iter().copied().filter(|product| rest.binary_search(&(target / product)).is_ok()).collect()
        };
        let mut before: Vec<(i32, i64)> = possible(1).into_iter().map(|number| (number as i32, number)).collect();
        let mut steps = Vec::new();
        for count in 2..=factors {
            let products = possible(count);
            let mut rows = Vec::new();
            for &(value, product) in &before {
                for &number in &numbers {
                    let found = product.checked_mul(number).and_then(|next| products.binary_search(&next).ok());
                    rows.extend(found.map(|position| [value, number as i32, position as i32 + 1]));
                }
            }
            steps.push((products.len(), Arc::new(Relation::new(3, rows))));
            before = products.into_iter().enumerate().map(|(at, product)| (at as i32 + 1, product)).collect();
        }
        PartialProducts { steps }
    }

    /// Returns whether some factors have the product.
    pub(super) fn is_possible(&self) -> bool {
        self.steps.iter().all(|(count, _)| *count > 0)
    }
}

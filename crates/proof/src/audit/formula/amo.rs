//! Sizes of the at-most-one encodings, as the heads of their files and the literature have them.

/// Auxiliaries and clauses of an at-most-one of n literals; `None` for an encoding that is not known here.
pub fn at_most_one(spelling: &str, n: usize) -> Option<(usize, usize)> {
    let (name, number) = spelling.split_once('(').unwrap_or((spelling, ""));
    let number = |default: usize| number.trim_end_matches(')').parse().unwrap_or(default);
    Some(match name {
        "pairwise" => (0, pairs(n)),
        "pairwise-product" if n <= 256 => (0, pairs(n)),
        "sequential" | "ladder" if n <= 2 => (0, pairs(n)),
        "sequential" => (n - 1, 3 * n - 4),
        "ladder" => (n - 1, 4 * n - 5),
        "staircase" if n <= 1 => (0, 0),
        "staircase" => (n - 2, 4 * n - 7),
        "product" | "product-exact" if n <= 4 => (0, pairs(n)),
        "product" if number(2) > 2 => {
            // From the last dimension on: the slices of a side are as equal as they can be.
            let (mut rest, mut size) = (n, (0, 0));
            for left in (1..=number(2) as u32).rev() {
                let side = (1..=n)
                    .rev()
                    .find(|side| side.checked_pow(left).is_some_and(|lines| lines <= rest))
                    .expect("one line");
                rest = rest.div_ceil(side);
                size = if side == 1 { size } else { (size.0 + side, size.1 + n + pairs(side)) };
            }
            size
        }
        "product" | "product-exact" | "pairwise-product" => {
            let rows = (1..).take_while(|p| p * p <= n).last().expect("one row");
            let columns = n.div_ceil(rows);
            let reasons = if name == "product-exact" { rows + columns } else { 0 };
            (rows + columns, 2 * n + pairs(rows) + pairs(columns) + reasons)
        }
        "bitwise" if n <= 4 => (0, pairs(n)),
        "bitwise" => (bits(n), n * bits(n)),
        "bimander" if n <= number(2).max(4) => (0, pairs(n)),
        "bimander" => {
            let group = number(2);
            let bits = bits(n.div_ceil(group));
            (bits, n * bits + (n / group) * pairs(group) + pairs(n % group))
        }
        "near-optimal" if n <= 4 => (0, pairs(n)),
        "near-optimal" if number(0) == 0 && n <= 6 => (0, pairs(n)),
        "near-optimal" if number(0) == 0 => {
            let rows = n.isqrt();
            let columns = n.div_ceil(rows);
            let above = [at_most_one(name, rows)?, at_most_one(name, columns)?];
            (rows + columns + above[0].0 + above[1].0, 2 * n + above[0].1 + above[1].1)
        }
        "near-optimal" => {
            // The least number of points with n pairs from different blocks.
            let (side, area) = (number(0), number(0) * number(0));
            let from_different = |m: usize| (0..m).map(|point| point / area * area).sum::<usize>();
            let points = (0..).find(|&m| from_different(m) >= n).expect("enough points");
            let rest = points % area;
            let rows = points / area * side + rest.div_ceil(side);
            let columns = points / area * side + rest.min(side);
            let two = |n: usize| if n <= 2 { (0, 0) } else { (2 * (n - 2), 5 * n - 12) };
            let variables = points + rows + columns + two(rows).0 + two(columns).0;
            (variables, 2 * n + 2 * points + two(rows).1 + two(columns).1)
        }
        "commander" if n <= number(3).max(4) => (0, pairs(n)),
        "commander" => {
            let groups = n.div_ceil(number(3));
            let inside = (n / number(3)) * pairs(number(3)) + pairs(n % number(3));
            let above = if groups <= 256 { (0, pairs(groups)) } else { at_most_one(spelling, groups)? };
            (groups + above.0, n + inside + above.1)
        }
        _ => return None,
    })
}

fn pairs(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

/// How many bits tell `count` things apart.
fn bits(count: usize) -> usize {
    (0..).find(|&bits| 1 << bits >= count).expect("enough bits")
}

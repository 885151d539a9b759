//! Equation puzzles: numbers in a grid whose rows and columns are equations.
//!
#![doc = include_str!("help.md")]

mod parse;
mod picture;
mod products;

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use crate::model::{Assignment, Cmp, Model, Var};
use crate::picture::{Drawing, Ink, Picture};

use self::products::Plan;
use super::symmetry::{by_name, numbers};
use super::{Alias, Cells, Kind, ParseError, Preset, Puzzle, Violation, board, line};

/// The kind's registry entry.
pub(super) const KIND: Kind = Kind {
    name: "equation",
    aliases: &[Alias::same("equation-grid"), Alias::same("equations")],
    about: "a grid whose rows and columns are equations with + - *",
    page: include_str!("help.md"),
    keys: &["numbers"],
    views: &[("cell", "the number of each cell, and the products of the equations")],
    presets: &[Preset {
        name: "closing",
        view: "cell",
        strategy: "backtrack:order=closing,propagate=forward",
        about: "the equation with the fewest open cells first, products before sums; the last open cell follows",
    }],
    parse: parse::parse,
};

/// What stands between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
}

impl Operator {
    fn symbol(self) -> char {
        match self {
            Operator::Plus => '+',
            Operator::Minus => '-',
            Operator::Times => '*',
        }
    }
}

/// A row or a column.
#[derive(Debug)]
struct Line {
    /// `row 2`, `column 1`.
    name: String,
    /// Positions of the cells in reading order of the grid.
    cells: Vec<usize>,
    /// One fewer than cells.
    operators: Vec<Operator>,
    /// What it has to come to; `None` if it may come to anything.
    result: Option<i64>,
}

impl Line {
    /// The products that are added and subtracted: sign and factors.
    fn terms(&self) -> Vec<(i64, Vec<usize>)> {
        let mut terms = vec![(1, vec![self.cells[0]])];
        for (operator, &cell) in self.operators.iter().zip(&self.cells[1..]) {
            match operator {
                Operator::Plus => terms.push((1, vec![cell])),
                Operator::Minus => terms.push((-1, vec![cell])),
                Operator::Times => terms.last_mut().expect("there is a first term").1.push(cell),
            }
        }
        terms
    }
}

struct Equation {
    columns: usize,
    numbers: RangeInclusive<i32>,
    givens: Vec<Option<i32>>,
    /// The rows, then the columns.
    lines: Vec<Line>,
    /// How the model states each line that has a result.
    plans: Vec<Plan>,
}

impl Equation {
    fn rows(&self) -> usize {
        self.givens.len() / self.columns
    }

    /// The open cells in an order that completes equations early: of those with the fewest cells left, the one with the most
    /// products comes first, then rows before columns.
    fn closing_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = Vec::new();
        let with_result: Vec<&Line> = self.lines.iter().filter(|line| line.result.is_some()).collect();
        loop {
            let left = |line: &Line| -> Vec<usize> {
                let open = |cell: &usize| self.givens[*cell].is_none() && !order.contains(cell);
                line.cells.iter().copied().filter(open).collect()
            };
            let products = |line: &Line| line.operators.iter().filter(|&&sign| sign == Operator::Times).count();
            let some_left = with_result.iter().map(|line| (left(line), line)).filter(|(left, _)| !left.is_empty());
            let Some((next, _)) = some_left.min_by_key(|(left, line)| (left.len(), Reverse(products(line)))) else {
                return order;
            };
            order.extend(next);
        }
    }
}

impl Puzzle for Equation {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, _: &str) -> Model {
        let mut model = Model::new();
        let mut cells: Vec<Var> = Vec::with_capacity(self.givens.len());
        for (index, given) in self.givens.iter().enumerate() {
            let name = format!("cell[{},{}]", index / self.columns + 1, index % self.columns + 1);
            cells.push(model.var(name, given.map_or(self.numbers.clone(), |number| number..=number)));
        }
        for plan in &self.plans {
            let mut terms: Vec<(i64, Var)> = plan.terms.iter().map(|&(factor, cell)| (factor, cells[cell])).collect();
            let family = if plan.is_row { "row" } else { "column" };
            let mut number = 0;
            for product in &plan.products {
                let mut left = cells[product.first];
                for step in &product.steps {
                    number += 1;
                    let name = format!("product[{family},{},{number}]", plan.number);
                    let var = model.var(name, step.values.clone());
                    model.table("product", [left, cells[step.factor], var], &step.relation);
                    left = var;
                }
                terms.push((product.coefficient, left));
            }
            model.linear(family, terms, Cmp::Eq, plan.total);
        }
        model.declare_order("closing", self.closing_order().into_iter().map(|cell| cells[cell]).collect());
        model.show(&cells);
        model
    }

    /// Rows and columns exchanged.
    fn declare_symmetries(&self, _: &str, model: &mut Model) {
        let transposed = by_name(model, |name| match (name.split(',').next()?, name.split('[').next()?) {
            (_, "cell") => match numbers(name)?[..] {
                [row, column] => Some(format!("cell[{column},{row}]")),
                _ => None,
            },
            ("product[row", _) => Some(name.replacen("row", "column", 1)),
            _ => Some(name.replacen("column", "row", 1)),
        });
        model.declare_symmetry("geometric", transposed);
    }

    fn cells(&self, _: &str, solution: &Assignment) -> Cells {
        Cells(solution.values()[..self.givens.len()].to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        if cells.0.len() != self.givens.len() {
            return Err(Violation(format!("{} numbers, not {}", cells.0.len(), self.givens.len())));
        }
        for (index, (&found, given)) in cells.0.iter().zip(&self.givens).enumerate() {
            let place = format!("row {}, column {}", index / self.columns + 1, index % self.columns + 1);
            match given {
                Some(given) if found != *given => {
                    return Err(Violation(format!("{place} holds {found}, but {given} is given")));
                }
                None if !self.numbers.contains(&found) => {
                    let (low, high) = (self.numbers.start(), self.numbers.end());
                    return Err(Violation(format!("{place} holds {found}, which is not in {low}..{high}")));
                }
                _ => {}
            }
        }
        for line in &self.lines {
            let Some(result) = line.result else { continue };
            let found = evaluate(line, &cells.0);
            if found != i128::from(result) {
                return Err(Violation(format!("{} comes to {found}, not {result}", line.name)));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        self.lines.iter().find_map(|line| {
            let result = line.result.filter(|_| line.cells.iter().all(|&cell| self.givens[cell].is_some()))?;
            let givens: Vec<i32> = self.givens.iter().map(|given| given.unwrap_or_default()).collect();
            let found = evaluate(line, &givens);
            let why = || Violation(format!("{} comes to {found}, not {result}", line.name));
            (found != i128::from(result)).then(why)
        })
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let cell = |index: usize| {
            let value = board::value(self.givens[index], cells, index);
            value.map_or(("_".to_owned(), Ink::Note), |(value, ink)| (value.to_string(), ink))
        };
        let result = |line: &Line| line.result.map_or("_".to_owned(), |value| value.to_string());
        let (across, down) = self.lines.split_at(self.rows());
        let width: Vec<usize> = down
            .iter()
            .map(|line| line.cells.iter().map(|&index| cell(index).0).chain([result(line)]).map(|t| t.len()).max())
            .map(|most| most.expect("a column has cells"))
            .collect();
        let spread = |pieces: Vec<String>| {
            let texts: Vec<String> =
                pieces.iter().zip(&width).map(|(text, &width)| format!("{text:>width$}")).collect();
            texts.join("   ") + "\n"
        };
        let mut out = Drawing::default();
        for (row, line) in across.iter().enumerate() {
            for (column, &index) in line.cells.iter().enumerate() {
                let after = line.operators.get(column).map_or('=', |operator| operator.symbol());
                let (text, ink) = cell(index);
                out.push_in(&format!("{text:>width$}", width = width[column]), ink);
                out.push(&format!(" {after} "));
            }
            out.push_in(&result(line), Ink::Given);
            out.push("\n");
            let below = |line: &Line| line.operators.get(row).map_or('=', |operator| operator.symbol()).to_string();
            out.push(&spread(down.iter().map(below).collect()));
        }
        out.push_in(&spread(down.iter().map(result).collect()), Ink::Given);
        out
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        line::plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        line::read_plain(line, self.givens.len())
    }
}

/// What a line comes to. At most six factors of at most a million each: no overflow.
fn evaluate(line: &Line, cells: &[i32]) -> i128 {
    let mut sum = 0;
    let mut product = i128::from(cells[line.cells[0]]);
    for (operator, &cell) in line.operators.iter().zip(&line.cells[1..]) {
        let value = i128::from(cells[cell]);
        match operator {
            Operator::Times => product *= value,
            Operator::Plus | Operator::Minus => {
                sum += product;
                product = if *operator == Operator::Plus { value } else { -value };
            }
        }
    }
    sum + product
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, puzzle};
    use super::*;

    const PRINTED: &str = "kind: equation\nnumbers: -9..98\n\n26 - _ * _ = -278\n+    +   *\n_ * _ + _ = 216\n\
                           -    +   -\n_ * _ + _ = 11\n=    =   =\n36   27  245\n";

    #[test]
    fn the_printed_puzzle_has_one_solution() {
        let puzzle = puzzle(PRINTED);
        let found = testing::solutions(&*puzzle, "cell");
        assert_eq!(found, [Cells(vec![26, 19, 16, 25, 8, 16, 15, 0, 11])]);
        assert_eq!(
            puzzle.draw(Some(&found[0])),
            "26 - 19 *  16 = -278\n +    +     *\n25 *  8 +  16 = 216\n -    +     -\n15 *  0 +  11 = 11\n =    =     =\n\
             36   27   245\n"
        );
    }

    #[test]
    fn the_drawing_can_be_read_again() {
        let first = puzzle(PRINTED);
        let text = format!("kind: equation\nnumbers: -9..98\n\n{}", first.draw(None));
        assert_eq!(puzzle(&text).draw(None), first.draw(None));
    }

    /// All solutions by trying everything.
    fn brute_force(puzzle: &Equation) -> Vec<Cells> {
        let domains: Vec<Vec<i32>> =
            puzzle.givens.iter().map(|given| given.map_or(puzzle.numbers.clone().collect(), |v| vec![v])).collect();
        let mut all = vec![vec![]];
        for domain in domains {
            all = all.iter().flat_map(|start| domain.iter().map(move |&v| [start, &[v][..]].concat())).collect();
        }
        let cells = all.into_iter().map(Cells);
        cells.filter(|cells| puzzle.check(cells).is_ok()).collect()
    }

    #[test]
    fn long_products_signs_and_open_results() {
        for body in [
            "_ * _ * _ = 6\n=   =   =\n_   _   _\n",
            "_ * _ * _ = 0\n=   =   =\n_   1   _\n",
            "_ - _ * _ * _ = -5\n=   =   =   =\n_   _   _   _\n",
            "_ - _ * 0 = 2\n=   =   =\n_   _   _\n",
            "_ - 2 * _ * -1 + _ = -2\n= = = = =\n_ _ _ _ _\n",
            "2 * 3 = 6\n=   =\n2   3\n",
            "2 * 3 = 7\n=   =\n2   3\n",
            "_ * _ = _\n*   -\n_ + _ = 1\n=   =\n-2  2\n",
            "_ * _ - _ * _ = 3\n= = = =\n_ _ _ _\n",
        ] {
            let text = format!("kind: equation\nnumbers: -2..3\n\n{body}");
            let document = super::super::Document::parse(&text, &|_| Err(String::new())).unwrap();
            let puzzle = parse::read(&document).unwrap();
            assert_eq!(testing::solutions(&puzzle, "cell"), brute_force(&puzzle), "{body}");
        }
    }

    #[test]
    fn check_names_the_broken_rule() {
        let puzzle = puzzle(PRINTED);
        let check = |line: &str| puzzle.check(&puzzle.read_plain(line).unwrap()).unwrap_err().to_string();
        assert_eq!(check("27 19 16 25 8 16 15 0 11"), "row 1, column 1 holds 27, but 26 is given");
        assert_eq!(check("26 19 16 25 8 16 15 0 99"), "row 3, column 3 holds 99, which is not in -9..98");
        assert_eq!(check("26 19 17 25 8 16 15 0 11"), "row 1 comes to -297, not -278");
        assert_eq!(check("26 16 19 25 8 16 15 0 11"), "column 2 comes to 24, not 27");
        assert_eq!(puzzle.check(&Cells(vec![])).unwrap_err().to_string(), "0 numbers, not 9");
    }
}

//! Writes the methods of [`Problem`](super::Problem) and [`Puzzle`](super::Puzzle) that kinds have alike.
//!
//! Most call a function of a file of the kind's folder, by its fixed name. The others are for kinds with one number per
//! position, or with given values.

/// Writes methods within an `impl` of a kind. The first word says for which part.
macro_rules! by_files {
    // Name and views of `KIND`, and the files `model`, `check` and `draw`; symmetries, if the rules have some.
    (Problem $(, $declare_symmetries:path)?) => {
        fn name(&self) -> &str {
            KIND.name
        }

        fn views(&self) -> &'static [(&'static str, &'static str)] {
            KIND.views
        }

        fn make_model(&self, view: &str) -> cnfab_model::Model {
            model::make(self, view)
        }

        $(fn declare_symmetries(&self, view: &str, model: &mut cnfab_model::Model) {
            $declare_symmetries(self, view, model);
        })?

        fn check(&self, cells: &crate::Cells) -> Result<(), crate::Violation> {
            check::check(self, cells)
        }

        fn drawing(&self, cells: Option<&crate::Cells>) -> crate::picture::Drawing {
            draw::drawing(self, cells)
        }
    };
    // `KIND`, the file `clash`, and what writes the text and draws the picture.
    (Puzzle, $text:path, $picture:path) => {
        fn kind(&self) -> &'static crate::Kind {
            &KIND
        }

        fn contradiction(&self) -> Option<crate::Violation> {
            clash::of(self)
        }

        fn text(&self) -> String {
            $text(self)
        }

        fn picture(&self, cells: Option<&crate::Cells>) -> crate::picture::Picture {
            $picture(self, cells)
        }
    };
    // The output is the values of the model's first variables, of which count and largest value are given.
    (numbers, $count:expr, $most:expr) => {
        fn output(&self, _: &str, solution: &cnfab_model::Assignment) -> crate::Cells {
            let count: fn(&Self) -> usize = $count;
            crate::Cells(solution.values()[..count(self)].to_vec())
        }

        by_files!(line of numbers, $count, $most);
    };
    (line of numbers, $count:expr, $most:expr) => {
        fn plain(&self, cells: &crate::Cells) -> String {
            let most: fn(&Self) -> usize = $most;
            crate::latin::plain(cells, most(self))
        }

        fn read_plain(&self, line: &str) -> Result<crate::Cells, crate::ParseError> {
            let (count, most): (fn(&Self) -> usize, fn(&Self) -> usize) = ($count, $most);
            crate::latin::read_plain(line, count(self), most(self))
        }
    };
    // The field `givens`, with a value or none for each position.
    (givens) => {
        fn givens(&self) -> Option<Vec<Option<i32>>> {
            Some(self.givens.clone())
        }

        fn with_givens(&self, givens: &[Option<i32>]) -> Option<Box<dyn crate::Puzzle>> {
            Some(Box::new(Self { givens: givens.to_vec(), ..self.clone() }))
        }
    };
    // The file `clues`.
    (clues) => {
        fn clues(&self) -> Vec<crate::Clue> {
            clues::list(self)
        }

        fn with_clues(&self, keep: &[bool]) -> Result<Box<dyn crate::Puzzle>, crate::Violation> {
            Ok(Box::new(clues::keep(self, keep)))
        }
    };
}

pub(super) use by_files;

//! Pictures of some instances: of the files that rows name, if they still are what they were.

use std::collections::HashSet;

use crate::source::Source;
use crate::study;
use cnfab_puzzle::picture::svg;

use super::{Results, StudyTask};

/// How many boards a page shows.
const MOST: usize = 12;

/// Bytes of all pictures together: more would make the page slow.
const BYTES: usize = 60_000;

/// A board.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// The instance.
    pub instance: String,
    /// The board as an element `svg`.
    pub svg: String,
    /// True if a solution is drawn in.
    pub solved: bool,
}

/// Pictures of some of the table's instances, spread over all of them. `open` reads a file that a row names.
pub fn pictures(table: &Results, open: &dyn Fn(&str) -> Option<Source>) -> Vec<BoardPicture> {
    let mut hashes: HashSet<&str> = HashSet::new();
    let different: Vec<&StudyTask> = table.tasks.iter().filter(|task| hashes.insert(&task.hash)).collect();
    let step = different.len().div_ceil(MOST).max(1);
    let mut bytes = 0;
    let fits = |picture: &BoardPicture| {
        let fits = bytes + picture.svg.len() <= BYTES;
        bytes += if fits { picture.svg.len() } else { 0 };
        fits
    };
    different.into_iter().step_by(step).filter_map(|task| picture(task, open)).filter(fits).collect()
}

fn picture(task: &StudyTask, open: &dyn Fn(&str) -> Option<Source>) -> Option<BoardPicture> {
    let whole = |name: &str| open(name).and_then(|source| study::find_puzzle(source, &task.hash));
    let file = task.instance.rsplit_once('#').map(|(file, _)| file);
    let puzzle = whole(&task.instance).or_else(|| whole(file?))?;
    let cells = task.solution.as_deref().and_then(|line| puzzle.read_plain(line).ok());
    let cells = cells.filter(|cells| puzzle.check(cells).is_ok());
    let svg = svg(&puzzle.picture(cells.as_ref()));
    Some(BoardPicture { instance: task.label.clone(), svg, solved: cells.is_some() })
}

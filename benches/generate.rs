//! The speed of making puzzles, by one thread.
//!
//! Prints the rate, and as times have long tails, the median and the time in which 95 % of the puzzles are made. The
//! last column divides what the project asks of itself by the rate: below 1 is good. `cargo bench --bench generate --
//! sudoku` runs the rows whose title holds the word. Programs of others are measured in the same run, right after
//! ours, with `--peer 'PROGRAM ARGUMENT...'`. The program has to print minimal Sudokus of 9 rows, as many as its last
//! argument says, which is added. `--page docs/making.md` writes the rows as a page, with the commit and the processor.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cnfab::construct::{Criteria, GenerateRequest, Method, PatternSymmetry, Series, SeriesEnd};
use cnfab::puzzle::KINDS;
use cnfab::solve::Budget;
use cnfab::study::Host;

#[path = "common/commit.rs"]
mod commit;

/// Title, kind, rows and columns if not the usual ones, a further wish, and puzzles that are asked for per second.
type Row = (&'static str, &'static str, Option<usize>, Further, f64);

/// A wish beyond kind and size.
#[derive(Clone, Copy)]
enum Further {
    Nothing,
    Symmetry(&'static str),
    /// Propagation alone finds the solution.
    Propagation,
    Stars(usize),
    Regions(usize, usize, usize),
}

const ROWS: &[Row] = &[
    ("sudoku, minimal", "sudoku", Some(9), Further::Nothing, 5000.0),
    ("sudoku, half-turn", "sudoku", Some(9), Further::Symmetry("half-turn"), 8000.0),
    ("sudoku of 16 rows, minimal", "sudoku", Some(16), Further::Nothing, 10.0),
    ("sudoku of 16 rows, by propagation alone", "sudoku", Some(16), Further::Propagation, 50.0),
    ("star-battle of 10 rows, 2 stars", "star-battle", Some(10), Further::Stars(2), 100.0),
    ("star-battle of 10 rows, regions of 5 to 20", "star-battle", Some(10), Further::Regions(2, 5, 20), 20.0),
    ("star-battle of 14 rows, 3 stars", "star-battle", Some(14), Further::Stars(3), 1.0),
    ("hidoku of 10 rows, minimal", "hidoku", Some(10), Further::Nothing, 20.0),
    ("killer-sudoku of 9 rows", "killer-sudoku", Some(9), Further::Nothing, 275.0),
    ("kenken of 6 rows", "kenken", Some(6), Further::Nothing, 220.0),
];

/// The rate that is asked of a kind in its usual size.
const USUAL: f64 = 1.0;

/// Makes puzzles of a row until so much time is used, but at least three.
const SECONDS_PER_ROW: f64 = 5.0;

/// How many Sudokus a program of others is asked for at once.
const ASKED: usize = 5000;

/// The measures of a row.
struct Measured {
    title: String,
    /// Seconds for each puzzle, sorted.
    times: Vec<f64>,
    per_second: f64,
    asked: Option<f64>,
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let mut option = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.drain(at..at + 2).nth(1)
    };
    let (page, peer) = (option("--page"), option("--peer"));
    // Asked before anything is measured, so that the page cannot name a commit that it is not of.
    let page = page.map(|file| (file, commit::commit()));
    println!("{:<46} {:>8} {:>12} {:>12} {:>12} {:>10}", "puzzles", "made", "per second", "median", "95 %", "of asked");
    let mut all = Vec::new();
    let usual = KINDS.iter().map(|kind| (kind.name, kind.name, None, Further::Nothing, USUAL));
    let rows = ROWS.iter().copied().chain(usual);
    for row in rows.filter(|row| words.is_empty() || words.iter().any(|word| row.0.contains(word.as_str()))) {
        all.push(measured(row));
        print_row(all.last().expect("a row"));
        if let Some(peer) = peer.as_deref().filter(|_| row.0 == ROWS[0].0) {
            all.push(measured_peer(peer));
            print_row(all.last().expect("a row"));
        }
    }
    if let Some((file, commit)) = page {
        fs::write(&file, markdown(&all, &commit)).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

fn measured((title, kind, size, further, asked): Row) -> Measured {
    let mut request = GenerateRequest::new(kind).expect("a kind that is made");
    if let Some(size) = size {
        (request.rows, request.columns) = (size, size);
    }
    match further {
        Further::Nothing => {}
        Further::Symmetry(name) => request.symmetry = PatternSymmetry::named(name).expect("a symmetry"),
        Further::Propagation => request.method = Some(Method::ConstrainByPropagation),
        Further::Stars(stars) => request.stars = Some(stars),
        Further::Regions(stars, least, most) => {
            (request.stars, request.regions) = (Some(stars), Some(least..=most));
        }
    }
    let budget = Budget::unlimited();
    let mut series = Series::new(Criteria::default(), None, &budget);
    let mut times = Vec::new();
    let begun = Instant::now();
    let made = request.start(&budget, |make| {
        let mut rng = fastrand::Rng::with_seed(1);
        while times.len() < 3 || begun.elapsed().as_secs_f64() < SECONDS_PER_ROW {
            let one = Instant::now();
            match series.next(make, &mut rng) {
                Ok(_) => {}
                // There may be few different ones.
                Err(SeriesEnd::InVain(_)) => break,
                Err(why) => panic!("{title}: {why}"),
            }
            times.push(one.elapsed().as_secs_f64());
        }
    });
    made.unwrap_or_else(|why| panic!("{title}: {why}"));
    // With what is done once for all puzzles.
    let per_second = times.len() as f64 / begun.elapsed().as_secs_f64();
    times.sort_by(f64::total_cmp);
    Measured { title: title.to_owned(), times, per_second, asked: Some(asked) }
}

/// Measures a program of others, from its start to its end.
fn measured_peer(command: &str) -> Measured {
    let mut words = command.split_whitespace();
    let program = words.next().expect("a program behind --peer");
    let begun = Instant::now();
    let output = Command::new(program).args(words).arg(ASKED.to_string()).stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let took: Duration = begun.elapsed();
    let made = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count();
    assert_eq!(made, ASKED, "{program}: puzzles");
    let title = format!("the same by '{}'", program.rsplit('/').next().unwrap_or(program));
    Measured { title, times: Vec::new(), per_second: made as f64 / took.as_secs_f64(), asked: None }
}

/// The texts of a row: made, per second, median, 95 %, ratio.
fn cells(Measured { times, per_second, asked, .. }: &Measured) -> [String; 5] {
    let at = |share: f64| match times.len() {
        0 => String::new(),
        count => format!("{:.3}", times[((count - 1) as f64 * share).round() as usize] * 1e3),
    };
    let made = if times.is_empty() { ASKED } else { times.len() };
    let ratio = asked.map_or(String::new(), |asked| format!("{:.2}", asked / per_second));
    [made.to_string(), format!("{per_second:.1}"), at(0.5), at(0.95), ratio]
}

fn print_row(row: &Measured) {
    let [made, per_second, median, most, ratio] = cells(row);
    println!("{:<46} {made:>8} {per_second:>12} {median:>9} ms {most:>9} ms {ratio:>10}", row.title);
}

fn markdown(all: &[Measured], commit: &str) -> String {
    let host = Host::here(1);
    let mut text = format!(
        "# How fast puzzles are made\n\n\
         Written by `cargo bench --bench generate -- --page docs/making.md`; nothing here is typed by hand.\n\
         Measured at commit {commit} on {} ({} cores), one thread. The rate is that of a whole run of puzzles, no two of\n\
         which are equal up to symmetry. Times have long tails, so the median and the time in which 95 % of the puzzles are\n\
         made stand beside it. The last column divides what the project asks of itself by the rate; below 1 is good.\n\n\
         | puzzles | made | per second | median in ms | 95 % in ms | of asked |\n\
         |---|---:|---:|---:|---:|---:|\n",
        host.processor, host.cores
    );
    for row in all {
        text += &format!("| {} | {} |\n", row.title, cells(row).join(" | "));
    }
    text
}

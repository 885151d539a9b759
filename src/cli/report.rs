//! `cnfab report`: what the rows of a study show.

use std::cell::RefCell;
use std::fs;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::file_kind::FileKind;
use crate::report::{
    Alone, BoardPicture, Drawn, Extras, Results, Summary, all_tables, pictures, plots, write_csv, write_json,
    write_markdown, write_page,
};
use crate::source::{Opened, Source, SourceError, hint};
use crate::study::{self, Study};
use crate::units::{grouped, plural};

use super::args::{AllowArguments, new_folder, seconds};
use super::deadline::Deadline;
use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file};
use super::message::say;

/// Report what the rows of a study show: a table of ways, with intervals, or a page.
///
/// A way is a strategy with its recipe and, where an instance was run in several views, its view. An instance is solved
/// by a way if the median of its runs is complete, or stopped because it had found as many solutions as were wanted
/// (limit_solutions). Times are never averaged with those of runs that were not solved. Only PAR-2 counts these, as
/// twice the limit of time. The limit is on time by the clock, or on computing time if there is no other. Intervals are
/// at 95 percent, by resampling instances, and within instances their runs. A ratio is the geometric mean over the
/// instances that both ways solved; the reference is the way of the default encodings.
///
/// Runs that contradict each other stand before everything else: complete runs on one instance (the same text and
/// symmetry) with another number of solutions, or with other solutions, and runs that found more than a complete one.
///
/// A torn last line of RUNS, left by a sweep that was stopped, is left out, with a note. Rows of several studies are
/// refused, unless --mixed is given, and so is a run that stands there twice.
///
/// Exit code 1 if runs disagree; the report has been written then.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of rows, as 'cnfab sweep' writes them, all of one study; '-' is standard input.
    #[arg(required = true, value_name = "RUNS.jsonl")]
    files: Vec<String>,

    /// Write a page for the web to FILE, or the output of --csv, --json or --markdown; '-' is standard output.
    ///
    /// The page is one file that needs nothing else. It shows boards of instances whose files are in or below this
    /// folder, the folder of RUNS, or one of --allow-files.
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,

    #[command(flatten)]
    allow: AllowArguments,

    /// Seconds for the whole command; fractions are allowed. Then nothing has been written.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// One line per way, comma-separated, with a header: the names of --json joined by '_'.
    #[arg(long, group = "form")]
    csv: bool,

    /// All figures as one JSON object; 'cnfab schema report' describes it.
    #[arg(long, group = "form")]
    json: bool,

    /// The table of ways with disagreements and warnings, as Markdown. The default without -o.
    #[arg(long, group = "form")]
    markdown: bool,

    /// Write each plot of the page to a file of its own in this folder, as SVG.
    #[arg(long, value_name = "FOLDER", value_parser = new_folder)]
    plots: Option<PathBuf>,

    /// Write each table to files of its own in this folder, as CSV and as LaTeX; those of instances and runs, too.
    #[arg(long, value_name = "FOLDER", value_parser = new_folder)]
    tables: Option<PathBuf>,

    /// The study of the rows, whose published tables are to stand beside the figures.
    #[arg(long, value_name = "STUDY.toml")]
    study: Option<String>,

    /// Put rows of several studies into one report.
    #[arg(long)]
    mixed: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = FilePlace::output(arguments.output.as_deref().unwrap_or("-"));
    let read = arguments.files.iter().chain(&arguments.study);
    let inputs: Vec<FilePlace> = read.map(|file| FilePlace::input(file)).collect();
    distinct(std::slice::from_ref(&output), &inputs)?;
    let _time = Deadline::start(arguments.timeout, "the report was still being made");
    let (table, summary) = summed_up(&arguments.files, arguments.mixed)?;
    // The rows may be made again from these.
    let studies: Vec<FilePlace> =
        summary.studies.iter().map(|study| FilePlace::file(PathBuf::from(&study.file))).collect();
    distinct(std::slice::from_ref(&output), &studies)?;
    let studies: Vec<&str> = summary.studies.iter().map(|study| &*study.name).collect();
    let said = arguments.study.as_deref().map_or(Ok(Default::default()), |path| study::for_reports(path, &studies));
    let (findings, published) = said?;
    let mut taken = vec![output.clone()];
    if let Some(folder) = &arguments.plots {
        write_plots(&plots(&summary, &table), folder, &mut taken, &inputs)?;
    }
    if let Some(folder) = &arguments.tables {
        write_tables(&all_tables(&summary, &table, &published), folder, &mut taken, &inputs)?;
    }
    let is_asked_more = arguments.output.is_some() || arguments.csv || arguments.json || arguments.markdown;
    if taken.len() > 1 && !is_asked_more {
        return agreed(&summary);
    }
    let page = arguments.output.is_some() && !(arguments.csv || arguments.json || arguments.markdown);
    let pictures = if page {
        boards(&summary, &table, &arguments.files, &arguments.allow.folders, &|_| None, &output)?
    } else {
        Vec::new()
    };
    let extras = Extras { findings, pictures, published, files: arguments.files.clone() };
    let write = |out: &mut dyn Write| -> Result<(), Failure> {
        if page {
            write_page(&summary, &table, &extras, out)?;
        } else if arguments.csv {
            write_csv(&summary, out)?;
        } else if arguments.json {
            write_json(&summary, out)?;
        } else {
            write_markdown(&summary, out)?;
        }
        out.flush()?;
        Ok(())
    };
    match arguments.output.as_deref() {
        None | Some("-") => write(&mut BufWriter::new(io::stdout().lock()))?,
        Some(file) => to_file(Path::new(file), |out| write(&mut BufWriter::new(out)))?,
    }
    agreed(&summary)
}

/// Writes the page of a sweep that has just ended, whose study is at hand.
pub(super) fn of_sweep(study: &Study, rows: &str, output: &str) -> Result<(), Failure> {
    let files = [rows.to_owned()];
    let (table, summary) = summed_up(&files, false)?;
    let pictures = boards(&summary, &table, &files, &[], &|name| study.source(name), &FilePlace::output(output))?;
    let (findings, published) = study::for_reports(&study.file, &[&study.name])?;
    let extras = Extras { findings, pictures, published, files: files.to_vec() };
    let write = |out: &mut dyn Write| -> Result<(), Failure> {
        let mut out = BufWriter::new(out);
        write_page(&summary, &table, &extras, &mut out)?;
        Ok(out.flush()?)
    };
    match output {
        "-" => write(&mut io::stdout().lock())?,
        output => to_file(Path::new(output), write)?,
    }
    agreed(&summary)
}

fn summed_up(files: &[String], mixed: bool) -> Result<(Results, Summary), Failure> {
    let mut table = Results::default();
    for file in files {
        read(file, &mut table)?;
    }
    if table.is_empty() {
        return Err(Failure::Input(format!("cnfab: found no row in {}, expected at least one", files.join(", "))));
    }
    if !mixed {
        table.one_study().map_err(|mixed| Failure::Input(mixed.to_string()))?;
    }
    table.each_once().map_err(|twice| Failure::Input(twice.to_string()))?;
    let summary = Summary::of(&mut table);
    Ok((table, summary))
}

/// The boards of a page to be written to `output`, which is none of the files that they are read from.
fn boards(
    summary: &Summary,
    table: &Results,
    files: &[String],
    allowed: &[PathBuf],
    known: &dyn Fn(&str) -> Option<Source>,
    output: &FilePlace,
) -> Result<Vec<BoardPicture>, Failure> {
    let studies: Vec<&str> = summary.studies.iter().map(|study| study.file.as_str()).collect();
    let read = RefCell::new(Vec::new());
    let pictures = pictures(table, &|name| {
        known(name).or_else(|| {
            let source = instance(name, files, &studies, allowed)?;
            let named = source.contents().map(|contents| contents.files).unwrap_or_default();
            let paths = named.into_iter().map(|file| file.path).chain([PathBuf::from(&source.name)]);
            read.borrow_mut().extend(paths.map(FilePlace::file));
            Some(source)
        })
    });
    distinct(std::slice::from_ref(output), &read.into_inner())?;
    Ok(pictures)
}

/// Writes each plot to a file of the folder, which is made if it is not there.
fn write_plots(
    plots: &[Alone],
    folder: &Path,
    taken: &mut Vec<FilePlace>,
    inputs: &[FilePlace],
) -> Result<(), Failure> {
    let texts = plots.iter().map(|plot| (format!("{}.svg", plot.name), plot.svg.clone().into_bytes()));
    write_all(texts.collect(), folder, taken, inputs)
}

/// The same for tables, as CSV and as LaTeX.
fn write_tables(
    tables: &[Drawn],
    folder: &Path,
    taken: &mut Vec<FilePlace>,
    inputs: &[FilePlace],
) -> Result<(), Failure> {
    let mut texts = Vec::new();
    for table in tables {
        let mut csv = Vec::new();
        table.csv(&mut csv)?;
        texts.push((format!("{}.csv", table.name), csv));
        texts.push((format!("{}.tex", table.name), table.latex().into_bytes()));
    }
    write_all(texts, folder, taken, inputs)
}

/// Writes texts to files with these names, which are none of those that are `taken` or read.
fn write_all(
    texts: Vec<(String, Vec<u8>)>,
    folder: &Path,
    taken: &mut Vec<FilePlace>,
    inputs: &[FilePlace],
) -> Result<(), Failure> {
    let cannot = |why| Failure::Input(format!("cnfab: cannot write to '{}': {why}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    taken.extend(texts.iter().map(|(name, _)| FilePlace::file(folder.join(name))));
    distinct(taken, inputs)?;
    for (name, text) in &texts {
        to_file(&folder.join(name), |out| Ok(out.write_all(text)?))?;
    }
    Ok(())
}

fn agreed(summary: &Summary) -> Result<(), Failure> {
    match summary.disagreements.len() {
        0 => Ok(()),
        number => Err(Failure::Disagreement(format!("the runs disagree: {}", plural(number, "contradiction")))),
    }
}

/// The text of an instance: the file that a row names, seen from here, from where a file of rows is, or from where the
/// study's file is or above it. A row may come from a stranger: nothing is opened that is not in or below this folder,
/// the folder of a file of rows, or one that is allowed.
fn instance(name: &str, files: &[String], studies: &[&str], allowed: &[PathBuf]) -> Option<Source> {
    let here = [Path::new(".")].into_iter();
    let beside = || files.iter().filter_map(|file| Path::new(file).parent());
    let above = studies.iter().flat_map(|file| Path::new(file).ancestors().skip(1));
    let own = here.clone().chain(beside()).chain(allowed.iter().map(PathBuf::as_path));
    let whole =
        |folder: &Path| fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).ok();
    let own: Vec<PathBuf> = own.filter_map(whole).collect();
    here.chain(beside()).chain(above).find_map(|folder| {
        let path = folder.join(name);
        let target = fs::canonicalize(&path).ok()?;
        // Neither a pipe, which may wait for ever, nor standard input, which '-' would be.
        let may_be_read = own.iter().any(|folder| target.starts_with(folder)) && target.is_file() && name != "-";
        Source::open(path.to_str().filter(|_| may_be_read)?).ok().map(|source| source.allowing(allowed))
    })
}

fn read(file: &str, table: &mut Results) -> Result<(), Failure> {
    let opened = Opened::open(file).map_err(|error| match error {
        SourceError::Folder(_) => {
            Failure::Input(format!("cnfab: cannot read '{file}': found a folder, expected a file of rows"))
        }
        other => other.into(),
    })?;
    let (name, looks) = (opened.name.clone(), opened.looks.filter(|kind| *kind != FileKind::Rows));
    let torn = table.read(&name, &mut BufReader::with_capacity(1 << 16, opened));
    let torn = torn.map_err(|error| Failure::Input(format!("{error}{}", hint(looks))))?;
    if let Some(torn) = torn {
        say!("{name}:{}: the last line is torn ({} bytes) and was left out", torn.line, grouped(torn.bytes));
    }
    Ok(())
}

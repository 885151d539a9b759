//! The parts of the page that are texts.

use super::section;
use crate::report::boards::BoardPicture;
use crate::report::escape::escaped;
use crate::report::{Clock, Results, Side, Summary};
use crate::study::quoted;
use cnfab_base::units::plural;

/// How many disagreements are listed.
const LISTED: usize = 50;

/// Paragraphs, in which words between backticks are code.
pub(super) fn findings(text: &str) -> String {
    let paragraph = |paragraph: &str| {
        let code = |(at, part): (usize, &str)| {
            if at % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) }
        };
        format!("<p>{}</p>\n", paragraph.trim().split('`').enumerate().map(code).collect::<String>())
    };
    let body: String = text.split("\n\n").filter(|text| !text.trim().is_empty()).map(paragraph).collect();
    if body.is_empty() { body } else { section("findings", "Findings", &body) }
}

pub(super) fn disagreements(summary: &Summary) -> String {
    let number = summary.disagreements.len();
    if number == 0 {
        return String::new();
    }
    let mut out = format!(
        "<section id=\"disagreements\" class=\"alert\" role=\"alert\">\n<h2>Runs disagree: {}</h2>\n\
         <p>One of two runs is wrong, so no figure on this page can be trusted before it is known which.</p>\n",
        plural(number, "contradiction")
    );
    let side = |side: &Side| {
        let hash = side.fingerprint.as_ref().map(|hash| format!(", set <code>{}</code>", escaped(hash)));
        format!(
            "<li><strong>{}</strong> ({}) found {}{}<br>run <code>{}</code><br><code class=\"command\">{}</code></li>\n",
            escaped(&side.way),
            escaped(&side.outcome),
            plural(&side.solutions, "solution"),
            hash.unwrap_or_default(),
            escaped(&side.run),
            escaped(&side.command)
        )
    };
    for found in summary.disagreements.iter().take(LISTED) {
        let symmetry = found.symmetry.as_ref().map(|symmetry| format!(", up to {symmetry}")).unwrap_or_default();
        let runs =
            if found.runs > 1 { format!(" ({} like the second)", plural(found.runs, "run")) } else { String::new() };
        out += &format!(
            "<h3>{}{}: {}{runs}</h3>\n<ul>\n{}{}</ul>\n",
            escaped(&found.instance),
            escaped(&symmetry),
            escaped(&found.what),
            side(&found.one),
            side(&found.other)
        );
    }
    if number > LISTED {
        out += &format!("<p>{} more are not listed.</p>\n", number - LISTED);
    }
    out + "</section>\n"
}

pub(super) fn warnings(summary: &Summary) -> String {
    if summary.warnings.is_empty() {
        return String::new();
    }
    let items: String = summary.warnings.iter().map(|warning| format!("<li>{}</li>\n", escaped(warning))).collect();
    format!(
        "<section id=\"warnings\" class=\"warning\">\n<h2>Before you believe the figures</h2>\n<ul>\n{items}</ul>\n</section>\n"
    )
}

pub(super) fn pictures(pictures: &[BoardPicture]) -> String {
    if pictures.is_empty() {
        return String::new();
    }
    let mut out = String::from("<div class=\"boards\">\n");
    for picture in pictures {
        let solved = if picture.solved { ", with a solution" } else { "" };
        let name = escaped(&picture.instance);
        out += &format!("<figure>\n{}<figcaption>{name}{solved}</figcaption>\n</figure>\n", picture.svg);
    }
    section("boards", "Boards", &(out + "</div>\n"))
}

/// The command that does it again.
pub(super) fn again(summary: &Summary, table: &Results, files: &[String]) -> String {
    let mut out = String::new();
    let files: Vec<String> = files.iter().map(|file| quoted(file)).collect();
    // One study makes the file of rows that the page is made from.
    let rows = match &files[..] {
        [file] if summary.studies.len() == 1 => file,
        _ => "runs.jsonl",
    };
    for study in &summary.studies {
        out += &format!(
            "<p>The study <strong>{}</strong> has {} and the hash <code>{}</code>:</p>\n",
            escaped(&study.name),
            plural(study.runs, "run"),
            escaped(&study.hash)
        );
        out += &command(&format!("cnfab sweep {} -o {rows}", quoted(&study.file)));
    }
    if !files.is_empty() {
        out += "<p>This page from its rows:</p>\n";
        out += &command(&format!("cnfab report {} -o report.html", files.join(" ")));
    }
    out += "<p>One run of each way; the rows hold the command of every run:</p>\n";
    for way in summary.ways.iter().take(40) {
        if let Some(run) = table.runs.iter().find(|run| table.ways[run.way].label == way.way) {
            out += &command(&run.command);
        }
    }
    section("again", "How to repeat it", &out)
}

fn command(text: &str) -> String {
    format!("<pre><code>{}</code></pre>\n", escaped(text))
}

/// The text on how the figures come about.
pub(super) fn methods(summary: &Summary) -> String {
    let reference =
        summary.reference.as_ref().map(|way| format!(" The reference is <strong>{}</strong>.", escaped(way)));
    let clock = match summary.clock {
        Clock::Wall => "by the clock, from the making of the model to the end of the search",
        Clock::Cpu => "those of computing, of the whole process with all its threads, because that is what was limited",
    };
    let body = format!(
        "<p>A way is a strategy with the parts of its recipe that are not the default's or differ between the ways. An instance is a puzzle together \
         with what was asked: how many solutions, up to which symmetry. It is solved by a way if the median of its runs \
         was complete or found as many solutions as were wanted; a run that was not solved counts as later than any that \
         was. Times are {clock}. Times of what was not solved enter no median and no ratio; how many that are stands beside \
         them. PAR-2 is the mean over all instances with twice the limit for what was not solved.</p>\n\
         <p>Square brackets hold 95% confidence intervals from 1000 bootstrap samples with a fixed seed. Instances are \
         drawn, and within each instance its runs. Means have the BCa interval (Efron 1987), medians the percentile \
         interval. Fewer than five instances give none.</p>\n\
         <p>Ratios are geometric means over the instances that both ways solved.{} The probability p is that of the sign \
         test, with Holm's correction for the number of ways: how likely so uneven a number of faster and slower instances \
         is if neither way is faster. It does not say by how much.</p>\n",
        reference.unwrap_or_default()
    );
    section("methods", "How the figures are made", &body)
}

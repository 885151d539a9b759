//! A study as an array job of SLURM: one task per part, and a last one that joins their files.

use std::fmt::Write;

use super::Study;

/// An array job.
pub struct Slurm<'a> {
    /// The study.
    pub study: &'a Study,
    /// Number of tasks.
    pub tasks: u64,
    /// Runs at a time in each of them.
    pub jobs: u64,
    /// The file of all rows; those of the tasks have its name with their numbers.
    pub output: &'a str,
    /// Further options of `sbatch`, such as `--partition=long`.
    pub options: &'a [String],
    /// This program.
    pub program: &'a str,
    /// The folder that the names of files are relative to.
    pub folder: &'a str,
}

impl Slurm<'_> {
    /// The file of a task's rows, `task` being its number or a shell's word for it.
    pub fn part(&self, task: &str) -> String {
        format!("{}.{task}-of-{}.jsonl", self.stem(), self.tasks)
    }

    /// The beginning of the names of all files.
    fn stem(&self) -> &str {
        self.output.strip_suffix(".jsonl").unwrap_or(self.output)
    }

    /// The script of the array. A task that is started again goes on where it was.
    pub fn script(&self) -> String {
        let mut text = "#!/bin/sh\n".to_owned();
        let limits = &self.study.base.limits;
        let mut option = |line: String| writeln!(text, "#SBATCH {line}").expect("a string takes everything");
        option(format!("--job-name={}", word(&self.study.name)));
        option(format!("--array=1-{}", self.tasks));
        option("--ntasks=1".to_owned());
        option(format!("--cpus-per-task={}", self.jobs));
        option("--requeue".to_owned());
        option("--open-mode=append".to_owned());
        option(format!("--output={}", value(&format!("{}.%a.log", self.stem()))));
        if let Some(bytes) = limits.limit_memory_bytes {
            // The process that looks after the runs needs some too.
            option(format!("--mem={}M", (bytes * self.jobs).div_ceil(1 << 20) + 256));
        }
        for given in self.options {
            option(given.clone());
        }
        let part = self.part("${SLURM_ARRAY_TASK_ID}");
        writeln!(
            text,
            "\ncd {} || exit 1\nexec {} sweep {} --shard \"${{SLURM_ARRAY_TASK_ID}}/{}\" --jobs {} --resume -o {}",
            quoted(self.folder),
            quoted(self.program),
            self.study.arguments(),
            self.tasks,
            self.jobs,
            quoted(&part).replace("${SLURM_ARRAY_TASK_ID}", "'\"${SLURM_ARRAY_TASK_ID}\"'"),
        )
        .expect("a string takes everything");
        text
    }

    /// The script of the job that joins the parts.
    pub fn merge_script(&self) -> String {
        let mut text = "#!/bin/sh\n".to_owned();
        writeln!(text, "#SBATCH --job-name={}-merge", word(&self.study.name)).expect("a string takes everything");
        let log = value(&format!("{}.merge.log", self.stem()));
        writeln!(text, "#SBATCH --output={log}").expect("a string takes everything");
        for given in self.options {
            writeln!(text, "#SBATCH {given}").expect("a string takes everything");
        }
        let parts: Vec<String> = (1..=self.tasks).map(|task| quoted(&self.part(&task.to_string()))).collect();
        writeln!(
            text,
            "\ncd {} || exit 1\nexec {} merge {} -o {}",
            quoted(self.folder),
            quoted(self.program),
            parts.join(" "),
            quoted(self.output)
        )
        .expect("a string takes everything");
        text
    }
}

/// A value as `sbatch` reads it in a script: blanks and a `#` would end it. Control characters have no such form.
fn value(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    if text.contains([' ', '#', '"', '\'', '\\']) {
        return format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text
}

/// A name without what an option cannot hold.
fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect()
}

/// A word as a POSIX shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_words_back() {
        assert_eq!(quoted("models/a-b_1.txt"), "models/a-b_1.txt");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
        assert_eq!(word("a study: 1\n#SBATCH --x"), "a-study--1--SBATCH---x");
    }

    #[test]
    fn a_value_ends_where_it_ends() {
        assert_eq!(value("runs/a.%a.log"), "runs/a.%a.log");
        assert_eq!(value("my runs #1.log"), "\"my runs #1.log\"");
        assert_eq!(value("a\"\\b"), "\"a\\\"\\\\b\"");
        assert_eq!(value("a\n#SBATCH --x"), "\"a#SBATCH --x\"");
    }
}

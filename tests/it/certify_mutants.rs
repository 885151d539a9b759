//! Certificates that somebody has changed so that they claim what is not so: none is accepted.
//!
//! Whether a changed claim is false is decided by trying all assignments of the constraints in the changed files, by
//! code that shares nothing with certificates. Without VeriPB this test passes without having tested anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use cnfab::certify::{Claim, excludes_solutions};
use cnfab::model::{Model, Var};
use fastrand::Rng;

use crate::certify::{Files, certified, has_checker, recipe};
use crate::common::scale::{rounds, scale};
use crate::random_model::random_model;

/// The contents of a folder of a certificate.
#[derive(Clone)]
struct Mutant {
    claim: u64,
    texts: BTreeMap<&'static str, String>,
}

/// No class that may be propagated is encoded.
const PROPAGATED: &str =
    "root=none,linear=propagate,card=propagate,amo=propagate,all-different=propagate,table=propagate";

const NAMES: [&str; 4] = ["model.opb", "rest.opb", "solutions.pbp", "proof.pbp"];

impl Mutant {
    fn lines(&self, name: &str) -> Vec<String> {
        self.texts[name].lines().map(str::to_owned).collect()
    }

    fn set(&mut self, name: &'static str, lines: &[String]) {
        self.texts.insert(name, lines.join("\n") + "\n");
    }

    /// The lines of a file, changed.
    fn edit(&mut self, name: &'static str, change: impl FnOnce(&mut Vec<String>)) {
        let mut lines = self.lines(name);
        change(&mut lines);
        self.set(name, &lines);
    }

    /// True if all that `cnfab verify` asks for is as it has to be.
    fn is_accepted(&self, files: &Files) -> bool {
        let claim = Claim::Solutions(self.claim);
        if self.claim > 0 {
            let [model, rest, solutions] = ["model.opb", "rest.opb", "solutions.pbp"].map(|name| &self.texts[name]);
            if excludes_solutions(model, rest, solutions) != Ok(self.claim) {
                return false;
            }
        }
        if claim.steps().scan("proof.pbp", self.texts["proof.pbp"].as_bytes()).is_err() {
            return false;
        }
        self.texts.iter().for_each(|(name, text)| fs::write(files.0.path().join(name), text).expect("written"));
        claim.checks().iter().all(|check| {
            let names = [&check.constraints, &check.proof].map(|name| files.0.path().join(name));
            let output = Command::new("veripb").arg("--opb").args(names).output().expect("it starts");
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            said.lines().any(|line| line.trim() == check.verdict)
                && !(said + &String::from_utf8_lossy(&output.stderr)).contains("assumption")
        })
    }

    /// True if the model in the files has as many solutions as claimed. Rows of tables are no part of a solution.
    fn is_true(&self, most: u32) -> Option<bool> {
        let model = self.lines("model.opb");
        let shown = model.iter().filter_map(|line| line.strip_prefix("* solutions differ in:"));
        let shown: BTreeSet<&str> = shown.flat_map(str::split_ascii_whitespace).collect();
        let (mut numbers, mut forms) = (BTreeMap::new(), Vec::new());
        for line in model.iter().filter(|line| !line.starts_with('*')) {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let at = words.iter().position(|word| [">=", "="].contains(word)).expect("a comparison");
            let terms: Vec<(i64, usize)> = words[..at]
                .chunks(2)
                .map(|pair| {
                    let next = numbers.len();
                    (pair[0].parse().expect("a number"), *numbers.entry(pair[1].to_owned()).or_insert(next))
                })
                .collect();
            forms.push((terms, words[at] == "=", words[at + 1].parse::<i64>().expect("a number")));
        }
        if numbers.len() as u32 > most {
            return None;
        }
        let places: Vec<usize> = numbers
            .iter()
            .filter(|(name, _)| name.rsplit_once('_').is_some_and(|(stem, _)| shown.contains(stem)))
            .map(|(_, &number)| number)
            .collect();
        let mut solutions = BTreeSet::new();
        for bits in 0..1_u32 << numbers.len() {
            let is_solution = forms.iter().all(|(terms, equal, bound)| {
                let sum: i64 =
                    terms.iter().filter(|(_, number)| bits >> number & 1 == 1).map(|(factor, _)| factor).sum();
                if *equal { sum == *bound } else { sum >= *bound }
            });
            if is_solution {
                solutions.insert(places.iter().map(|number| bits >> number & 1).collect::<Vec<_>>());
            }
        }
        Some(solutions.len() as u64 == self.claim)
    }
}

/// A line that begins so, drawn at random.
fn some(lines: &[String], rng: &mut Rng, is: impl Fn(&str) -> bool) -> Option<usize> {
    let of: Vec<usize> = (0..lines.len()).filter(|&line| is(&lines[line])).collect();
    (!of.is_empty()).then(|| of[rng.usize(..of.len())])
}

fn is_form(line: &str) -> bool {
    !line.starts_with('*')
}

/// Changes one number of a line of constraints: a factor or the bound.
fn shifted(line: &str, rng: &mut Rng) -> String {
    let mut words: Vec<String> = line.split_ascii_whitespace().map(str::to_owned).collect();
    let numbers: Vec<usize> = (0..words.len()).filter(|&i| words[i].parse::<i64>().is_ok()).collect();
    let place = numbers[rng.usize(..numbers.len())];
    let number: i64 = words[place].parse().expect("a number");
    words[place] = format!("{:+}", number + if rng.bool() { 1 } else { -1 });
    words.join(" ").replace(">= +", ">= ").replace("= +", "= ")
}

/// Changes the certificate; `None` if it has nothing of the sort. The name is what is done.
fn changed(before: &Mutant, kind: usize, rng: &mut Rng) -> Option<(Mutant, &'static str)> {
    let mut mutant = before.clone();
    let own = before.lines("model.opb");
    let has_solutions = before.claim > 0;
    match kind {
        0 | 1 => {
            // The model under the proof: a constraint always holds, or says something else.
            let line = some(&own, rng, is_form)?;
            let other = match kind {
                0 => format!("+1 {} >= 0 ;", own[line].split_ascii_whitespace().nth(1)?),
                _ => shifted(&own[line], rng),
            };
            let number = own[..line].iter().filter(|line| is_form(line)).count();
            for name in ["model.opb", "rest.opb"] {
                if mutant.texts.contains_key(name) {
                    mutant.edit(name, |lines| {
                        let places: Vec<usize> = (0..lines.len()).filter(|&i| is_form(&lines[i])).collect();
                        lines[places[number]] = other.clone();
                    });
                }
            }
            Some((mutant, if kind == 0 { "a constraint is dropped" } else { "a number is changed" }))
        }
        2 if has_solutions => {
            // A solution is neither listed nor excluded.
            mutant.claim -= 1;
            mutant.edit("solutions.pbp", |lines| {
                let line = some(lines, rng, |line| line.starts_with("solx")).expect("a solution");
                lines.remove(line);
            });
            mutant.edit("rest.opb", |lines| {
                lines.pop();
            });
            mutant.edit("proof.pbp", |lines| {
                let all: u64 = lines[1].split(' ').nth(1).and_then(|all| all.parse().ok()).expect("a number");
                lines[1] = format!("f {} ;", all - 1);
            });
            Some((mutant, "a solution is left out"))
        }
        3 if has_solutions => {
            // It is excluded, not listed, and another exclusion stands for it.
            mutant.claim -= 1;
            mutant.edit("solutions.pbp", |lines| {
                let line = some(lines, rng, |line| line.starts_with("solx")).expect("a solution");
                lines.remove(line);
            });
            Some((mutant, "a solution is excluded and not listed"))
        }
        4 if has_solutions => {
            mutant.claim += 1;
            mutant.edit("solutions.pbp", |lines| {
                let line = some(lines, rng, |line| line.starts_with("solx")).expect("a solution");
                lines.insert(line, lines[line].clone());
            });
            mutant.edit("rest.opb", |lines| lines.push(lines.last().expect("an exclusion").clone()));
            Some((mutant, "a solution is listed twice"))
        }
        5 if has_solutions => {
            // An exclusion speaks of one variable less, and excludes other solutions, which are not listed.
            let rest = before.lines("rest.opb");
            let excluded =
                some(&rest, rng, is_form).filter(|_| before.claim > 1)?.max(rest.len() - before.claim as usize);
            let words: Vec<&str> = rest[excluded].split_ascii_whitespace().collect();
            let terms: Vec<&[&str]> = words[..words.len() - 3].chunks(2).collect();
            let gone = rng.usize(..terms.len().max(1));
            let kept: Vec<&str> = (0..terms.len()).filter(|&i| i != gone).map(|i| terms[i][1]).collect();
            let holds = |line: &str| kept.iter().all(|name| line.split_ascii_whitespace().any(|word| word == *name));
            let mut solutions = before.lines("solutions.pbp");
            let first = solutions.iter().position(|line| line.starts_with("solx"))?;
            let number = excluded - (rest.len() - before.claim as usize);
            let listed = solutions[first..first + before.claim as usize].to_vec();
            let stays = |i: usize| i == number || !holds(&listed[i]);
            solutions.splice(
                first..first + listed.len(),
                (0..listed.len()).filter(|&i| stays(i)).map(|i| listed[i].clone()),
            );
            let tail = rest.len() - listed.len();
            let sum: String = kept.iter().map(|name| format!("-1 {name} ")).collect();
            let other = format!("{sum}>= {} ;", 1 - kept.len() as i64);
            let exclusions = (0..listed.len())
                .filter(|&i| stays(i))
                .map(|i| if i == number { other.clone() } else { rest[tail + i].clone() });
            let all: Vec<String> = rest[..tail].iter().cloned().chain(exclusions).collect();
            mutant.claim = (all.len() - tail) as u64;
            mutant.set("rest.opb", &all);
            mutant.set("solutions.pbp", &solutions);
            // The shortest proof there may be, which the checker may find by itself.
            let proof = format!(
                "pseudo-Boolean proof version 3.0\nf {} ;\nrup >= 1 ;\noutput NONE ;\nconclusion UNSAT : {} ;\nend pseudo-Boolean proof ;",
                before_count(before) - before.claim + mutant.claim,
                before_count(before) - before.claim + mutant.claim + 1
            );
            mutant.set("proof.pbp", &[proof]);
            Some((mutant, "an exclusion excludes more"))
        }
        6 if has_solutions => {
            // A listed solution has another value.
            mutant.edit("solutions.pbp", |lines| {
                let line = some(lines, rng, |line| line.starts_with("solx")).expect("a solution");
                let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
                let place = rng.usize(1..words.len() - 1);
                words[place] = match words[place].strip_prefix('~') {
                    Some(name) => name.to_owned(),
                    None => format!("~{}", words[place]),
                };
                lines[line] = words.join(" ");
            });
            mutant.claim += 1;
            Some((mutant, "a solution is invented"))
        }
        7 => {
            // Another number is claimed of the same files.
            mutant.claim = if has_solutions { 0 } else { 1 };
            let empty = String::from("pseudo-Boolean proof version 3.0\n");
            mutant.texts.entry("rest.opb").or_insert_with(|| before.texts["model.opb"].clone());
            mutant.texts.entry("solutions.pbp").or_insert(empty);
            Some((mutant, "another number is claimed"))
        }
        _ => None,
    }
}

/// How many constraints the proof begins with.
fn before_count(before: &Mutant) -> u64 {
    let line = &before.lines("proof.pbp")[1];
    line.split(' ').nth(1).and_then(|all| all.parse().ok()).expect("a number")
}

#[test]
fn changed_certificates_are_not_accepted() {
    if !has_checker() {
        return;
    }
    let (mut tried, mut harmless): (BTreeMap<&str, u32>, u32) = (BTreeMap::new(), 0);
    for seed in rounds(30) {
        let model = random_model(seed);
        // A third of them of a search that propagates, and a third of an integer program.
        let (encode, prover) =
            [("root=none", "varisat"), (PROPAGATED, "cdcl"), ("root=none", "ilp")][seed as usize % 3];
        let Ok((Claim::Solutions(claim), files)) = certified(&model, &recipe(encode), prover) else { continue };
        let names = NAMES.into_iter().filter(|name| files.0.path().join(name).exists());
        let before = Mutant { claim, texts: names.map(|name| (name, files.read(name))).collect() };
        let Some(is_true) = before.is_true(13) else { continue };
        assert!(is_true && before.is_accepted(&files), "seed {seed}");
        let mut rng = Rng::with_seed(seed);
        for kind in [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 5, 6, 6, 7] {
            let Some((mutant, what)) = changed(&before, kind, &mut rng) else { continue };
            if mutant.is_true(13) == Some(true) {
                harmless += 1;
                continue;
            }
            assert!(!mutant.is_accepted(&files), "seed {seed}: {what}: {:#?}", mutant.texts);
            *tried.entry(what).or_default() += 1;
        }
    }
    let all: u32 = tried.values().sum();
    assert!(
        u64::from(all) >= 130 * scale() && tried.len() == 8 && tried.values().all(|&tried| tried >= 4),
        "{tried:?}, {harmless} harmless"
    );
}

/// Pigeons and one hole too few, which no learned clause refutes so soon: the relaxation's multipliers do.
#[test]
fn changed_multipliers_are_not_accepted() {
    if !has_checker() {
        return;
    }
    let mut model = Model::new();
    let pigeons: Vec<Vec<Var>> =
        (0..7).map(|i| (0..6).map(|j| model.var(format!("in[{i},{j}]"), 0..=1)).collect()).collect();
    for pigeon in &pigeons {
        model.at_least("pigeon", 1, pigeon.iter().map(|hole| hole.is(1)));
    }
    for hole in 0..6 {
        model.at_most("hole", 1, pigeons.iter().map(|pigeon| pigeon[hole].is(1)));
    }
    let (claim, files) = certified(&model, &recipe(""), "ilp").expect("a certificate");
    let proof = files.read("proof.pbp");
    let is_product = |words: &[&str], i: usize| words.get(i + 1) == Some(&"*") && words[i].parse::<u64>().is_ok();
    let mut changed = 0;
    for (number, line) in proof.lines().enumerate().filter(|(_, line)| line.starts_with("pol ")) {
        let mut words: Vec<&str> = line.split(' ').collect();
        let Some(place) = (0..words.len()).find(|&i| is_product(&words, i)) else { continue };
        let other = format!("{}", words[place].parse::<u64>().expect("a number") * 2);
        words[place] = &other;
        let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
        lines[number] = words.join(" ");
        fs::write(files.0.path().join("proof.pbp"), lines.join("\n") + "\n").expect("written");
        assert!(!files.are_accepted(claim), "line {number}: {}", lines[number]);
        changed += 1;
    }
    assert!(changed > 0 && claim == Claim::Solutions(0));
    fs::write(files.0.path().join("proof.pbp"), proof).expect("written");
    assert!(files.are_accepted(claim));
}

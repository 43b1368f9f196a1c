//! Files that nobody would write, for the reader of `OrcBrew` files: invented ones, bent in a way that a seed
//! decides, so that what overturns the reader can be brought about again.

mod seeds;

use fastrand::Rng;
use lorekeeper::source::import::ReadError;
use lorekeeper::source::orcbrew;
use std::collections::HashSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The longest file that is tried; most are far shorter.
const LONGEST: usize = 3 << 10;

/// Of so many files the rows of one are drawn too, which takes longer than reading it.
const DRAWN: u64 = 4;

/// Most files that are kept to be bent again.
const MOST_KEPT: usize = 4096;

/// What became of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many were tried.
    pub runs: u64,
    /// How many were read.
    pub read: u64,
    /// How many were refused in a sentence.
    pub refused: u64,
    /// In how many ways they ended.
    pub ways: usize,
}

/// What overturned the reader.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which run it was, from 1.
    pub run: u64,
    /// What was read.
    pub file: Vec<u8>,
    /// What is wrong.
    pub problem: String,
}

/// Tries as many files; `told` hears of the runs done, now and then.
pub fn run(runs: u64, seed: u64, told: &mut dyn FnMut(&Report)) -> Result<Report, Box<Failure>> {
    let mut bender = Bender {
        rng: Rng::with_seed(seed),
        files: seeds::files(),
    };
    let mut known = HashSet::new();
    let mut report = Report::default();
    for run in 1..=runs {
        let file = bender.next();
        let outcome = catch_unwind(AssertUnwindSafe(|| outcome(run, &file)));
        let outcome = match outcome {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(problem)) => return Err(Box::new(Failure { run, file, problem })),
            Err(_) => {
                let problem = "it panicked".to_owned();
                return Err(Box::new(Failure { run, file, problem }));
            }
        };
        report.runs = run;
        *(if outcome.is_read {
            &mut report.read
        } else {
            &mut report.refused
        }) += 1;
        // What is read and ends in a new way is worth bending further.
        let is_new = known.insert(outcome.way);
        if is_new && outcome.is_read && bender.files.len() < MOST_KEPT {
            bender.files.push(file);
        }
        report.ways = known.len();
        if run % 50_000 == 0 {
            told(&report);
        }
    }
    Ok(report)
}

struct Outcome {
    is_read: bool,
    way: String,
}

/// Reads a file and, now and then, draws its rows; an error where what comes back makes no sense.
fn outcome(run: u64, file: &[u8]) -> Result<Outcome, String> {
    match orcbrew::read("fuzz.orcbrew", file) {
        Ok(reading) => {
            if run.is_multiple_of(DRAWN) {
                let _ = orcbrew::normalise(&reading.records);
            }
            let counts = reading
                .records
                .0
                .iter()
                .map(|(kind, list)| (kind, list.len()));
            let skipped: Vec<&str> = reading.skipped.iter().map(|s| s.reason.as_str()).collect();
            if skipped.iter().any(|reason| reason.is_empty()) {
                return Err("an item is left out without a reason".to_owned());
            }
            let counts: Vec<_> = counts.collect();
            let way = format!("{counts:?} {skipped:?} {}", reading.notes.len());
            Ok(Outcome { is_read: true, way })
        }
        Err(ReadError::Syntax {
            line,
            column,
            problem,
            ..
        }) => {
            if line == 0 || column == 0 || problem.is_empty() {
                return Err(format!(
                    "line {line}, column {column}: {problem:?} is no fault"
                ));
            }
            let way = problem.replace(|c: char| c.is_ascii_digit(), "");
            Ok(Outcome {
                is_read: false,
                way,
            })
        }
        Err(ReadError::Unknown { .. }) => Ok(Outcome {
            is_read: false,
            way: "unknown".to_owned(),
        }),
    }
}

/// Makes files out of files.
struct Bender {
    rng: Rng,
    files: Vec<Vec<u8>>,
}

impl Bender {
    fn next(&mut self) -> Vec<u8> {
        let mut file = self.any_file();
        for _ in 0..self.rng.usize(1..=3) {
            self.bend(&mut file);
        }
        file.truncate(LONGEST);
        file
    }

    fn any_file(&mut self) -> Vec<u8> {
        let files = self.files.len();
        // Those that came last are bent most.
        let one = self.rng.usize(0..files);
        let other = self.rng.usize(0..files);
        self.files.get(one.max(other)).cloned().unwrap_or_default()
    }

    fn bend(&mut self, file: &mut Vec<u8>) {
        let at = self.rng.usize(0..=file.len());
        match self.rng.u8(0..9) {
            0 => {
                if let Some(byte) = file.get_mut(at) {
                    *byte ^= 1 << self.rng.u8(0..8);
                }
            }
            1 => file.insert(at, self.rng.u8(..)),
            2 => {
                file.drain(self.part(file.len(), 64));
            }
            3 => {
                let copy = file.get(self.part(file.len(), 128)).map(<[u8]>::to_vec);
                insert(file, at, &copy.unwrap_or_default());
            }
            4 => {
                let other = self.any_file();
                let piece = other.get(self.part(other.len(), 512)).unwrap_or_default();
                insert(file, at, piece);
            }
            5 => file.truncate(at),
            6 => {
                // One token again and again: depth, length, duplicates.
                let token = self.token();
                let times = 1 << self.rng.u8(0..10);
                insert(file, at, token.repeat(times).as_bytes());
            }
            _ => {
                let token = self.token();
                insert(file, at, token.as_bytes());
            }
        }
        file.truncate(LONGEST);
    }

    fn part(&mut self, length: usize, longest: usize) -> Range<usize> {
        let start = self.rng.usize(0..=length);
        let end = (start + self.rng.usize(0..=longest)).min(length);
        start..end
    }

    fn token(&mut self) -> &'static str {
        self.rng.choice(seeds::TOKENS).copied().unwrap_or_default()
    }
}

fn insert(file: &mut Vec<u8>, at: usize, piece: &[u8]) {
    file.splice(at..at, piece.iter().copied());
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_overturns_the_reader() {
        let report = super::run(20_000, 1, &mut |_| {}).unwrap_or_else(|failure| {
            panic!(
                "run {}: {} at {:?}",
                failure.run,
                failure.problem,
                String::from_utf8_lossy(&failure.file)
            )
        });
        assert_eq!(report.read + report.refused, 20_000);
        // Both happen often, or the files are bent too little or too much.
        assert!(report.read > 2_000 && report.refused > 2_000, "{report:?}");
        assert!(report.ways > 50, "{report:?}");
    }

    #[test]
    fn a_seed_decides_all() {
        let twice = [7, 7].map(|seed| super::run(2_000, seed, &mut |_| {}).ok());
        assert!(twice[0].is_some() && twice[0] == twice[1]);
    }
}

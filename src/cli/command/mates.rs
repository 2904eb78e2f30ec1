//! `epdit mates`: mates in a few moves, found and verified without an engine.

use std::thread;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::{Run, help};
use crate::cli::flow::{Outcome, Records, Resumable, Status, with_output};
use crate::cli::json;
use crate::cli::output::{Color, Output, Written, conclude};
use crate::cli::searching::{Over, ResultArgs, Worked, is_ended, only_where, run_all};
use crate::engine::{Found, Mates, Proof};
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::mate::{LONGEST, Search};
use crate::epd::{ReadOptions, Record};

const EXAMPLES: &str = "\
Examples:
  epdit mates 3 a.epd > b.epd                    dm and pm where it mates
  epdit mates 4 --verify mates.epd               is each dm the shortest mate?
  epdit mates 4 --verify --cooks problems.epd    is there one solution?
  epdit mates 5 --nodes 9000000 -o b.epd a.epd   give a hard one up

Each move and each reply is tried, so an answer is certain, and a mate the
shortest. The time grows about tenfold with each move.";

/// Find mates in a few moves, or verify those that records have
///
/// For records with no dm, or one longer than N: writes dm and pm where the side to move mates in at
/// most N moves. A pv or ce that the record has is set to the mate's.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged, or with --verify one is wrong"))]
pub(crate) struct MatesArgs {
    /// The longest mate to look for, in full moves
    #[arg(value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(LONGEST)))]
    most: u8,
    #[command(flatten)]
    records: Records,
    /// Change nothing; check that each dm is the shortest mate, and that bm, pm and pv force it
    #[arg(long, conflicts_with_all = ["output", "in_place", "resume"])]
    verify: bool,
    /// With --verify: other first moves that mate as fast are findings, too
    #[arg(long, requires = "verify")]
    cooks: bool,
    /// With --verify: how to write what is found
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        requires = "verify"
    )]
    format: Format,
    /// Give a record up after so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search N records at once [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Memory for positions that were searched, in MiB, for all jobs together
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
    #[command(flatten)]
    results: ResultArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each record that is wrong
    #[default]
    Human,
    /// One JSON object for each record that has a dm
    Json,
}

impl Run for MatesArgs {
    fn run(&self, _: Color) -> Outcome {
        match self.verify {
            true => self.verify(),
            false => self.find(),
        }
    }
}

impl MatesArgs {
    fn mates(&self) -> Mates {
        Mates {
            most: self.most,
            nodes: self.nodes,
            cooks: self.cooks,
        }
    }

    fn jobs(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(all, usize::from)
    }

    /// A search with its share of the memory.
    fn search(&self) -> Search {
        let bytes = u64::from(self.memory) << 20;
        let share = bytes / u64::try_from(self.jobs()).unwrap_or(1).max(1);
        Search::with_memory(usize::try_from(share).unwrap_or(usize::MAX))
    }

    fn over<'a>(&'a self, run: Option<&'a Resumable>, done: &'a str) -> Over<'a> {
        Over {
            records: &self.records,
            jobs: self.jobs(),
            run,
            done,
        }
    }

    fn find(&self) -> Outcome {
        let mates = self.mates();
        let nodes = self
            .nodes
            .map_or("any".to_owned(), |nodes| nodes.to_string());
        let mut words = vec![
            ("command", format!("mates {}", self.most)),
            ("nodes", nodes),
        ];
        words.extend(only_where(self.records.chosen.as_ref()));
        let run = Resumable::new(words, None, self.results.resume());
        let Some(place) = self.results.place(&self.records, &run)? else {
            return Ok(Status::Clean);
        };
        // Mates, those that were known, records without, and those given up.
        let mut counts: [u64; 4] = run.counts();
        let status = place.filled(|out| {
            run_all(
                &self.over(place.resumable(), "searched"),
                || self.search(),
                |record, search| mates.record(record, search, &is_ended),
                |worked| {
                    let [found, known, none, given_up] = &mut counts;
                    match worked.done.as_ref().map(|(_, done)| &done.result) {
                        Some(Ok(Found::Mate(_))) => *found += 1,
                        Some(Ok(Found::Known)) => *known += 1,
                        Some(Ok(Found::None)) => *none += 1,
                        Some(Ok(Found::GivenUp(_))) => *given_up += 1,
                        None | Some(Err(_)) => {}
                    }
                    worked.note(&run, &counts);
                    worked.write(out)
                },
            )
        })?;
        let [found, known, none, given_up] = counts;
        let mut said = format!(
            "{} in at most {}",
            thousands_of(found, "mate", "mates"),
            thousands_of(self.most, "move", "moves")
        );
        add(&mut said, known, "had such a dm");
        add(&mut said, none, "without");
        add(&mut said, given_up, "given up");
        conclude(&said);
        Ok(match given_up {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }

    fn verify(&self) -> Outcome {
        let mates = self.mates();
        let [mut right, mut wrong, mut unknown, mut too_long, mut without] = [0_u64; 5];
        let status = with_output(None, |out| {
            run_all(
                &self.over(None, "looked at"),
                || self.search(),
                |record, search| mates.verify(record, search, &is_ended),
                |worked| {
                    match worked.done.as_ref().map(|(_, done)| &done.result) {
                        Some(Ok(Some(Proof::Right))) => right += 1,
                        Some(Ok(Some(Proof::TooLong))) => too_long += 1,
                        Some(Ok(Some(Proof::GivenUp(_)))) => unknown += 1,
                        Some(Ok(Some(_))) => wrong += 1,
                        Some(Ok(None)) => without += 1,
                        None | Some(Err(_)) => {}
                    }
                    self.show(worked, out)
                },
            )
        })?;
        let checked = right + wrong + unknown;
        let mut said = format!(
            "{} checked: {} with a right dm · {}",
            thousands(checked),
            thousands(right),
            thousands_of(wrong, "finding", "findings")
        );
        add(
            &mut said,
            too_long,
            &format!("with a dm above {}", self.most),
        );
        add(&mut said, unknown, "given up");
        add(&mut said, without, "without a dm");
        if checked + too_long == 0 && without > 0 {
            said += &format!(
                " · `epdit mates {}` without --verify finds mates",
                self.most
            );
        }
        conclude(&said);
        Ok(match wrong + unknown {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }

    fn show(&self, worked: &Worked<Option<Proof>>, out: &mut Output<'_>) -> Written {
        let Some((place, done)) = &worked.done else {
            return Ok(());
        };
        let Ok(Some(proof)) = &done.result else {
            return Ok(());
        };
        let record = Record::read(&worked.line, &ReadOptions::default());
        let text = |opcode: &str| record.operation(opcode).map(|at| record.operands_text(at));
        // `bm #3` is as good as dm 3.
        let implied = || record.implied("dm").map(|moves| moves.to_string());
        let dm = text("dm").or_else(implied).unwrap_or_default();
        let (name, words) = told(proof, &dm);
        match self.format {
            Format::Json => {
                let (path, line) = place.rsplit_once(':').unwrap_or((place, ""));
                let object = json!({
                    "path": path,
                    "line": line.parse::<u64>().ok(),
                    "id": text("id"),
                    "dm": dm.trim().parse::<u64>().ok(),
                    "result": name,
                    "message": words,
                });
                out.text(&format!("{}\n", json::text(&object)))?;
            }
            Format::Human if proof.is_finding() || matches!(proof, Proof::GivenUp(_)) => {
                let mut line = format!("{place}: {words}");
                if let Some(id) = text("id") {
                    line += &format!(" · {id}");
                }
                out.line(line)?;
            }
            Format::Human => return Ok(()),
        }
        out.flush()
    }
}

/// Adds how many there are of something, where there are any.
fn add(said: &mut String, count: u64, words: &str) {
    if count > 0 {
        *said += &format!(" · {} {words}", thousands(count));
    }
}

/// What a proof is called in JSON, and what it says of a record with this dm.
fn told(proof: &Proof, dm: &str) -> (&'static str, String) {
    match proof {
        Proof::Right => ("right", format!("dm {dm} is right")),
        Proof::Shorter { moves, first } => {
            ("shorter", format!("dm {dm}, but {first} mates in {moves}"))
        }
        Proof::NoMate => ("no-mate", format!("dm {dm}, but there is no mate in {dm}")),
        Proof::WrongMoves { wrong, right } => (
            "wrong-moves",
            format!("{wrong} does not mate in {dm}; {right} does"),
        ),
        Proof::NoMateInLine => (
            "no-mate-in-pv",
            format!("dm {dm} is right, but pv goes on to no mate in {dm}"),
        ),
        Proof::Cooked(others) => ("cooked", format!("dm {dm}: also by {others}")),
        Proof::NoNumber => (
            "no-number",
            format!("dm {dm}: expected a number of moves, 1 or more"),
        ),
        Proof::OtherNumber(other) => (
            "other-number",
            format!("dm {dm}, but bm #{other}: expected the same number in both, or no bm"),
        ),
        Proof::TooLong => (
            "too-long",
            format!("dm {dm} is longer than what is looked for"),
        ),
        Proof::GivenUp(0) => ("given-up", format!("dm {dm}: given up")),
        Proof::GivenUp(known) => (
            "given-up",
            format!("dm {dm}: given up; there is no mate in {known}"),
        ),
    }
}

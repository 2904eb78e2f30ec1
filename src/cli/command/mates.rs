//! `epdit mates`: finds and verifies mates in a few moves, without an engine.

use std::thread;

use clap::Args;
use serde_json::json;

use super::{ReportFormat, Run, help};
use crate::cli::flow::{Outcome, Records, Resumable, Shard, ShardArgs, Status};
use crate::cli::json;
use crate::cli::output::{Color, Output, WriteResult, conclude};
use crate::cli::searching::{InPlaceArgs, Job, WorkedRecord, is_ended, only_where, run_all};
use crate::engine::{MateResult, Mates, Proof};
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::mate::{LONGEST, Search};

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
    format: ReportFormat,
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
    shard: ShardArgs,
    #[command(flatten)]
    results: InPlaceArgs,
}

impl Run for MatesArgs {
    fn run(&self, _: Color) -> Outcome {
        let nodes = self.nodes.map(|nodes| nodes.to_string());
        let mut words = vec![
            ("command", format!("mates {}", self.most)),
            ("nodes", nodes.unwrap_or_else(|| "any".to_owned())),
        ];
        words.extend(only_where(self.records.chosen.as_ref()));
        let shard = self.shard.shard;
        words.extend(shard.map(Shard::in_words));
        let run = Resumable::new(words, None, None, self.results.results.resume);
        let Some(place) = self.results.place(&self.records.paths, shard, &run)? else {
            return Ok(Status::Clean);
        };
        let all = || thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or_else(all, usize::from);
        // Each search gets its share of the memory.
        let share = (u64::from(self.memory) << 20) / u64::try_from(jobs).unwrap_or(1).max(1);
        let share = usize::try_from(share).unwrap_or(usize::MAX);
        let search = || Search::with_memory(share);
        let job = Job {
            records: &self.records,
            shard,
            jobs,
            place: &place,
            done: if self.verify { "looked at" } else { "searched" },
            writes: !self.verify,
            opcode: None,
        };
        match self.verify {
            true => self.verify(&job, search),
            false => self.find(&job, search),
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

    fn find(&self, job: &Job<'_>, search: impl Fn() -> Search + Sync) -> Outcome {
        let mates = self.mates();
        let (status, counts) = run_all(
            job,
            search,
            |record, _, search| mates.record(record, search, &is_ended),
            |worked, [found, known, none, given_up], _| {
                match &worked.done.result {
                    Ok(MateResult::Mate(_)) => *found += 1,
                    Ok(MateResult::Known) => *known += 1,
                    Ok(MateResult::None) => *none += 1,
                    Ok(MateResult::GivenUp(_)) => *given_up += 1,
                    Err(_) => {}
                }
                Ok(())
            },
        )?;
        let [found, known, none, given_up] = counts;
        let mut summary = format!(
            "{} in at most {}",
            thousands_of(found, "mate", "mates"),
            thousands_of(self.most, "move", "moves")
        );
        add(&mut summary, known, "had a dm in range");
        add(&mut summary, none, "without");
        add(&mut summary, given_up, "given up");
        conclude(&summary);
        Ok(match given_up {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }

    fn verify(&self, job: &Job<'_>, search: impl Fn() -> Search + Sync) -> Outcome {
        let mates = self.mates();
        let (status, counts) = run_all(
            job,
            search,
            |record, _, search| mates.verify(record, search, &is_ended),
            |worked, [right, wrong, unknown, too_long, without], out| {
                match &worked.done.result {
                    Ok(Some(Proof::Right)) => *right += 1,
                    Ok(Some(Proof::TooLong)) => *too_long += 1,
                    Ok(Some(Proof::GivenUp(_))) => *unknown += 1,
                    Ok(Some(_)) => *wrong += 1,
                    Ok(None) => *without += 1,
                    Err(_) => {}
                }
                self.show(worked, out)
            },
        )?;
        let [right, wrong, unknown, too_long, without] = counts;
        let checked = right + wrong + unknown;
        let mut summary = format!(
            "{} checked: {} with a right dm · {}",
            thousands(checked),
            thousands(right),
            thousands_of(wrong, "finding", "findings")
        );
        let above = format!("with a dm above {}", self.most);
        add(&mut summary, too_long, &above);
        add(&mut summary, unknown, "given up");
        add(&mut summary, without, "without a dm");
        if checked + too_long == 0 && without > 0 {
            summary += &format!(
                " · `epdit mates {}` without --verify finds mates",
                self.most
            );
        }
        conclude(&summary);
        Ok(match wrong + unknown {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }

    fn show(&self, worked: &WorkedRecord<'_, Option<Proof>>, out: &mut Output<'_>) -> WriteResult {
        let Ok(Some(proof)) = &worked.done.result else {
            return Ok(());
        };
        let (record, id) = worked.record();
        let operations = record.operations().iter();
        let operations = operations.filter(|operation| record.opcode(operation) == "dm");
        let texts = operations.map(|operation| record.operands_text(operation));
        // `bm #3` counts as dm 3.
        let implied = record.implied("dm").map(|moves| moves.to_string());
        let mut texts: Vec<String> = texts.chain(implied).collect();
        texts.dedup();
        let dm = texts.join(" ");
        let (name, words) = name_and_message(proof, &dm);
        match self.format {
            ReportFormat::Json => {
                let object = json!({
                    "path": &*worked.place.path,
                    "line": worked.place.line,
                    "id": id,
                    "dm": dm.trim().parse::<u64>().ok(),
                    "result": name,
                    "message": words,
                });
                out.text(&format!("{}\n", json::text(&object)))
            }
            ReportFormat::Human if proof.is_finding() || matches!(proof, Proof::GivenUp(_)) => {
                let id = id.map_or(String::new(), |id| format!(" · {id}"));
                out.line(format!("{}: {words}{id}", worked.place))
            }
            ReportFormat::Human => Ok(()),
        }
    }
}

/// Appends a count with its noun, unless it is zero.
fn add(summary: &mut String, count: u64, words: &str) {
    if count > 0 {
        *summary += &format!(" · {} {words}", thousands(count));
    }
}

/// Returns the name of a proof in JSON, and its message for a record with this dm.
fn name_and_message(proof: &Proof, dm: &str) -> (&'static str, String) {
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
        Proof::TooLong => ("too-long", format!("dm {dm} is above the limit")),
        Proof::GivenUp(0) => ("given-up", format!("dm {dm}: given up")),
        Proof::GivenUp(known) => (
            "given-up",
            format!("dm {dm}: given up; there is no mate in {known}"),
        ),
    }
}

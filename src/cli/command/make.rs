//! `epdit make`: makes suites from games or positions with an engine.

use crate::cli::command::{Run, choices, help};
use crate::cli::flow::{
    Fault, Kind, Outcome, Paths, Piece, Records, Resumable, ResumableOutput, Source, Status, Step,
    Steps, Text, each_file, query,
};
use crate::cli::output::{Color, Output, conclude, say};
use crate::cli::progress;
use crate::cli::searching::{
    EngineArgs, RecordLocation, ResultArgs, enough, in_words, read, run_over, worker,
};
use crate::engine::{
    CaptureSquare, EngineCommand, Make, Pick, ProcessedRecord, Reason, taken_before,
};
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::{LineKind, ReadOptions, Record, Skim};
use crate::exchange::import::position_key;
use crate::suite::Query;
use crate::suite::query::Phase;
use clap::Args;
use rustc_hash::FxHashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  epdit make --depth 18 --margin 100 -o suite.epd games.pgn
  epdit make --movetime 500 --quiet --avoid-recaptures games.pgn > s.epd
  epdit make --nodes 500000 --points --phase middlegame -o sts.epd a.epd
  epdit make --depth 16 --balance 300 --where 'pieces <= 12' a.epd

A position is taken where its best move is better than the next by the margin.
Written: the position, its id, bm, ce, acd, acn and acs; with --points the best
moves with points (10 for the best, half for each 50 centipawns less) as c0,
c7, c8 and c9. Each position is taken once. Games are known by *.pgn or by their
first bytes; an id is the players', the game's number and the ply: A-B.3.20.";

/// Make a suite of positions in which one move is best
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "positions could not be searched"))]
pub(crate) struct MakeArgs {
    /// Games (PGN), files of positions, folders of those, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    kind: Kind,
    /// Only positions that match this query (see `epdit query --help`)
    #[arg(long = "where", value_name = "EXPR", value_parser = query, allow_hyphen_values = true)]
    chosen: Option<Query>,
    /// By how many centipawns the best move must be better than the next
    #[arg(long, value_name = "CP", default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..=32000))]
    margin: i64,
    /// Write the best moves with points
    #[arg(long)]
    points: bool,
    /// Only where nobody is in check and the best move is no capture, promotion or check
    #[arg(long)]
    quiet: bool,
    /// Not where the best move takes back what took last (of games, or records with sm)
    #[arg(long)]
    avoid_recaptures: bool,
    /// Only positions of this phase
    #[arg(long, value_enum, value_name = "PHASE")]
    phase: Option<Phase>,
    /// Only where the best move is worth at most so many centipawns, to either side
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i64).range(0..=32000))]
    balance: Option<i64>,
    #[command(flatten)]
    results: ResultArgs,
}

choices! { Phase {
    Opening "opening"
    Middlegame "middlegame"
    Endgame "endgame"
} }

struct Work {
    line: Vec<u8>,
    place: RecordLocation,
    options: ReadOptions,
    taken: Option<CaptureSquare>,
    /// The position's place among all that are searched.
    step: Step,
    /// The number of bytes of input since the previous position.
    passed: usize,
}

impl Run for MakeArgs {
    fn run(&self, _: Color) -> Outcome {
        let records = Records {
            paths: Paths::with_games(self.paths.clone(), self.kind),
            chosen: self.chosen.clone(),
        };
        let command = self.engine.command()?;
        let run = self.of(&command, &records)?;
        let output = self.results.output.as_deref();
        let Some(place) = ResumableOutput::of(output, &run, &records.paths)? else {
            return Ok(Status::Clean);
        };
        let mut tally = Tally::of(run.counts());
        let begun = tally.searched();
        let status = place.filled(|out| self.make(&records, (&command, &run), &mut tally, out))?;
        conclude(&tally.summary(status, begun));
        let status = status.max(run.say_log_error());
        Ok(match tally.count(FAILED) + tally.inputs.illegal {
            0 => status,
            _ => status.max(Status::Findings),
        })
    }
}

impl MakeArgs {
    fn of(&self, command: &EngineCommand, records: &Records) -> Result<Resumable, Fault> {
        let mut more = vec![("margin", self.margin.to_string())];
        for (name, is_set) in [
            ("points", self.points),
            ("quiet", self.quiet),
            ("avoid-recaptures", self.avoid_recaptures),
        ] {
            more.extend(is_set.then(|| (name, "yes".to_owned())));
        }
        more.extend(self.phase.map(|phase| ("phase", format!("{phase:?}"))));
        more.extend(self.balance.map(|most| ("balance", most.to_string())));
        let results = &self.results;
        self.engine.run("make", command, records, &more, results)
    }

    fn make(
        &self,
        records: &Records,
        (command, run): (&EngineCommand, &Resumable),
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Outcome {
        let how = Make {
            limits: self.engine.limits(),
            lines: self.engine.multipv,
            margin: self.margin,
            points: self.points,
            quiet: self.quiet,
            avoid_recaptures: self.avoid_recaptures,
            phase: self.phase,
            balance: self.balance,
        };
        progress::of("position", "positions");
        let begun = tally.searched();
        let mut inputs = InputTotals::default();
        let ended = run_over(
            self.engine.jobs.into(),
            |queue| {
                let mut reading = Reading {
                    steps: run.steps(),
                    seen: FxHashSet::default(),
                    inputs: &mut inputs,
                    put: &|work| queue.put(work),
                };
                let status = each_file(&records.paths, records.chosen.as_ref(), |source, text| {
                    reading.file(source, text)
                });
                read(status, Some(&reading.steps))
            },
            || worker(command, &run.starts),
            |worker, work: Work| {
                let record = Record::read(&work.line, &work.options);
                worker.begin(&work.place.to_string());
                let done = ProcessedRecord::of(how.record(&record, work.taken, worker))?;
                Ok((work, done))
            },
            |(work, done): (Work, ProcessedRecord<Pick>)| {
                progress::did(work.passed, 1);
                tally.take(&work.place, &done);
                let is_taken = done.line.is_some();
                if let Some(mut line) = done.line {
                    if !line.ends_with(b"\n") {
                        line.push(b'\n');
                    }
                    out.lines(&line)?;
                }
                run.note(work.step, &tally.counts, None);
                match is_taken || tally.is_checkpoint_due() {
                    true => out.flush(),
                    false => Ok(()),
                }
            },
        )?;
        tally.inputs = inputs;
        let searched = tally.searched().saturating_sub(begun);
        ended.status(
            usize::try_from(searched).unwrap_or(usize::MAX),
            self.results.output.is_some(),
        )
    }
}

/// The reader of the inputs, which queues each position once, without those that the previous run has done.
struct Reading<'a> {
    /// The positions, some of which the previous run has done.
    steps: Steps,
    seen: FxHashSet<u64>,
    inputs: &'a mut InputTotals,
    put: &'a dyn Fn(Work) -> bool,
}

impl Reading<'_> {
    fn file(&mut self, source: &Source<'_>, text: Text) -> Outcome {
        let path: Arc<str> = source.input.name.as_str().into();
        let mut before: Option<Vec<u8>> = None;
        let mut status = Status::Clean;
        let mut passed = 0;
        let is_games = text.is_games;
        text.pieces(
            |_| (),
            |piece: Piece<'_>, ()| {
                if piece.continues || piece.is_open {
                    return Ok(());
                }
                for (number, line) in piece.lines() {
                    passed += line.len();
                    let kind = Skim::kind_of(line);
                    // An unreadable game is replaced by a comment with the reason.
                    if kind == LineKind::Comment && is_games {
                        let words = String::from_utf8_lossy(line);
                        say(&format!(
                            "`{path}`: {}",
                            words.trim_matches(['#', ' ', '\n'])
                        ));
                        status = Status::Findings;
                    }
                    if kind != LineKind::Record {
                        continue;
                    }
                    let place = || RecordLocation {
                        path: path.clone(),
                        line: number,
                    };
                    let last = before.replace(line.to_vec());
                    self.inputs.records += 1;
                    let record = Record::read(line, source.options());
                    let Some(key) = record.position().map(position_key) else {
                        if source.has(number, line) {
                            self.inputs.illegal(|| place().to_string());
                        }
                        continue;
                    };
                    if !source.has(number, line) || !self.seen.insert(key) {
                        continue;
                    }
                    // Other positions than in the previous run are not an error of one file: the run ends.
                    let step = self.steps.pass(key);
                    let step = step.map_err(|other| Fault::Output(other.into_error()))?;
                    if step.is_none() {
                        continue;
                    }
                    let step = self.steps.record();
                    let last = last
                        .as_deref()
                        .map(|last| Record::read(last, source.options()));
                    let work = Work {
                        taken: last.and_then(|last| taken_before(&last, &record)),
                        line: line.to_vec(),
                        place: place(),
                        options: *source.options(),
                        step,
                        passed: std::mem::take(&mut passed),
                    };
                    if !(self.put)(work) {
                        return Err(enough());
                    }
                }
                Ok(())
            },
        )?;
        Ok(status)
    }
}

/// The outcomes of a position, in the order of the summary.
const OUTCOMES: [&str; 9] = [
    Pick::Taken.name(),
    Pick::Recapture.name(),
    Pick::Phase.name(),
    Pick::Decided.name(),
    FAILED,
    Pick::Forced.name(),
    Pick::Close.name(),
    Pick::Loud.name(),
    NOT_SEARCHED,
];
/// The outcome if the engine failed, or its result can't be written.
const FAILED: &str = "failed";
const NOT_SEARCHED: &str = "not searched";

/// The totals of the inputs.
#[derive(Debug, Default)]
struct InputTotals {
    pub records: u64,
    /// The number of records without a legal position.
    pub illegal: u64,
    /// The place of the first such record.
    first: Option<String>,
}

impl InputTotals {
    fn illegal(&mut self, place: impl FnOnce() -> String) {
        self.illegal += 1;
        self.first.get_or_insert_with(place);
    }
}

/// The outcomes of all positions, including those of the previous run.
#[derive(Debug, Default)]
struct Tally {
    pub counts: [u64; OUTCOMES.len()],
    pub inputs: InputTotals,
    last_checkpoint: Option<Instant>,
}

/// The time between two checkpoints of positions that need no search.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(100);

impl Tally {
    fn of(counts: [u64; OUTCOMES.len()]) -> Self {
        Self {
            counts,
            ..Self::default()
        }
    }

    fn take(&mut self, place: &RecordLocation, done: &ProcessedRecord<Pick>) {
        for note in &done.notes {
            say(&format!("`{place}`: {note}"));
        }
        let what = match &done.result {
            Ok(made) => made.name(),
            Err(why @ (Reason::Engine(_) | Reason::Refused(_))) => {
                say(&format!("`{place}`: {}", in_words(why)));
                FAILED
            }
            Err(Reason::Over) => Pick::Forced.name(),
            Err(_) => NOT_SEARCHED,
        };
        let at = OUTCOMES.iter().position(|known| *known == what);
        if let Some(count) = at.and_then(|at| self.counts.get_mut(at)) {
            *count += 1;
        }
    }

    fn count(&self, what: &str) -> u64 {
        let mut all = OUTCOMES.iter().zip(self.counts);
        all.find(|(known, _)| **known == what)
            .map_or(0, |(_, count)| count)
    }

    fn searched(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns true if a checkpoint is due, and restarts the wait if so.
    fn is_checkpoint_due(&mut self) -> bool {
        let is_checkpoint_due = self
            .last_checkpoint
            .is_none_or(|last_checkpoint| last_checkpoint.elapsed() >= CHECKPOINT_INTERVAL);
        if is_checkpoint_due {
            self.last_checkpoint = Some(Instant::now());
        }
        is_checkpoint_due
    }

    /// Returns the summary line; `begun` is the number of records from the previous run.
    fn summary(&self, status: Status, begun: u64) -> String {
        let taken = self.count(Pick::Taken.name());
        let all = thousands_of(self.searched(), "position", "positions");
        let mut summary = format!("{} of {all} taken", thousands(taken));
        if matches!(status, Status::Signal(_)) {
            summary += " before the stop";
        }
        if begun > 0 {
            summary += &format!(" · {} of them by the run before", thousands(begun));
        }
        for (what, count) in OUTCOMES.iter().zip(self.counts).skip(1) {
            if count > 0 {
                summary += &format!(" · {} {what}", thousands(count));
            }
        }
        if let Some(first) = &self.inputs.first {
            summary += &format!(
                " · {} left out: the position is illegal (first: {first})",
                thousands(self.inputs.illegal)
            );
        }
        if self.inputs.records == 0 && self.searched() == 0 {
            summary += " · no position was read";
        }
        summary
    }
}

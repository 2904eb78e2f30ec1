//! `epdit verify`: is the best move best?

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{Run, help};
use crate::cli::flow::{Growing, Outcome, Resumable, Status};
use crate::cli::json;
use crate::cli::output::{Color, Output, Written, conclude};
use crate::cli::searching::{SearchArgs, Worked, search_all};
use crate::engine::{EngineCommand, Finding, Judgement, Verify};
use crate::epd::counted::thousands;
use crate::epd::{ReadOptions, Record};

const EXAMPLES: &str = "\
Examples:
  epdit verify --movetime 2000 wac.epd
  epdit verify --depth 24 --margin 30 --jobs 4 --format json a.epd

The best move of bm is held against the best of the others; with am alone, the
best of the others against that of am:
  confirmed  better by the margin
  ambiguous  better, but not by the margin
  cooked     another move is as good or better, but not by the margin
  wrong      another move is better by the margin";

/// How many judgements there are; behind them is counted what could not be verified.
const JUDGEMENTS: usize = 4;

/// Check with an engine whether the best moves are best
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "a record is not confirmed, records could not be verified"))]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    search: SearchArgs,
    /// Write to this file, as it comes, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on after the last record that was verified, in the file of `-o`
    #[arg(long, requires = "output")]
    resume: bool,
    /// By how many centipawns a move must be better
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i64).range(0..=32000))]
    margin: i64,
    /// How to write what is found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Show confirmed records, too
    #[arg(long)]
    all: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each record that is not confirmed
    #[default]
    Human,
    /// One JSON object for each record
    Json,
}

#[derive(Serialize)]
struct Object<'a> {
    path: &'a str,
    line: u64,
    id: Option<String>,
    judgement: Option<&'a str>,
    best: Option<Move<'a>>,
    other: Option<Move<'a>>,
    depth: Option<u32>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    san: &'a str,
    ce: Option<i64>,
}

impl Run for VerifyArgs {
    fn run(&self, _: Color) -> Outcome {
        let (engine, args) = (&self.search.engine, &self.search);
        let verify = Verify {
            limits: engine.limits(),
            lines: engine.multipv,
            margin: self.margin,
        };
        let command = engine.command()?;
        let run = self.of(&command);
        let place = Growing::of(self.output.as_deref(), &run, &args.records.paths)?;
        let Some(place) = place else {
            return Ok(Status::Clean);
        };
        let mut counts: [u64; JUDGEMENTS + 1] = run.counts();
        let status = search_all(
            args,
            &command,
            (&run, &place),
            "verified",
            |record, worker| verify.record(record, worker),
            |worked, out| {
                let Some((_, done)) = &worked.done else {
                    return Ok(());
                };
                let what = match &done.result {
                    Ok(finding) => finding.judgement as usize,
                    Err(_) => JUDGEMENTS,
                };
                if let Some(count) = counts.get_mut(what) {
                    *count += 1;
                }
                self.show(worked, out)?;
                worked.note(&run, &counts);
                out.flush()
            },
        )?;
        let all = [
            Judgement::Confirmed,
            Judgement::Ambiguous,
            Judgement::Cooked,
            Judgement::Wrong,
        ];
        let parts = all.iter().zip(counts);
        let parts: Vec<String> = parts
            .map(|(judgement, count)| format!("{} {}", thousands(count), judgement.name()))
            .collect();
        conclude(&parts.join(" · "));
        // What could not be verified counts as well, also where the run before met it.
        let is_clean = counts.iter().skip(1).all(|count| *count == 0);
        Ok(match is_clean {
            true => status,
            false => status.max(Status::Findings),
        })
    }
}

impl VerifyArgs {
    fn of(&self, command: &EngineCommand) -> Resumable {
        let mut more = vec![
            ("margin", self.margin.to_string()),
            ("format", format!("{:?}", self.format).to_lowercase()),
        ];
        more.extend(self.all.then(|| ("all", "yes".to_owned())));
        let chosen = self.search.records.chosen.as_ref();
        let engine = &self.search.engine;
        engine.run("verify", command, chosen, &more, self.resume)
    }

    fn show(&self, worked: &Worked<Finding>, out: &mut Output<'_>) -> Written {
        let Some((place, done)) = &worked.done else {
            return Ok(());
        };
        let record = Record::read(&worked.line, &ReadOptions::default());
        let id = record.operation("id").map(|id| record.operands_text(id));
        match (self.format, &done.result) {
            (Format::Json, result) => {
                let (path, line) = place.rsplit_once(':').unwrap_or((place, ""));
                let finding = result.as_ref().ok();
                let scored = |scored: &'_ crate::engine::Scored| scored.score.ce();
                let object = Object {
                    path,
                    line: line.parse().unwrap_or_default(),
                    id,
                    judgement: finding.map(|finding| finding.judgement.name()),
                    best: finding.map(|finding| Move {
                        san: &finding.ours.san,
                        ce: scored(&finding.ours),
                    }),
                    other: finding
                        .and_then(|finding| finding.theirs.as_ref())
                        .map(|theirs| Move {
                            san: &theirs.san,
                            ce: scored(theirs),
                        }),
                    depth: finding.map(|finding| finding.depth),
                    reason: result.as_ref().err().map(ToString::to_string),
                };
                out.text(&format!("{}\n", json::text(&object)))?;
            }
            (Format::Human, Ok(finding))
                if self.all || finding.judgement != Judgement::Confirmed =>
            {
                let is_for = record.moves("bm").next().is_some();
                out.line(human(place, id, finding, is_for))?;
            }
            (Format::Human, _) => {}
        }
        Ok(())
    }
}

/// `wac.epd:17: wrong: bm Qg4 -1.20, other Rd7 +3.20 · depth 12 · WAC.017`; where the record has am only, that is
/// the second.
fn human(place: &str, id: Option<String>, finding: &Finding, is_for: bool) -> String {
    let Finding {
        judgement,
        ours,
        theirs,
        depth,
    } = finding;
    let (first, second) = match is_for {
        true => ("bm", "other"),
        false => ("other", "am"),
    };
    let mut text = format!(
        "{place}: {}: {first} {} {}",
        judgement.name(),
        ours.san,
        ours.score.text()
    );
    if let Some(theirs) = theirs {
        text += &format!(", {second} {} {}", theirs.san, theirs.score.text());
    }
    text += &format!(" · depth {depth}");
    if let Some(id) = id {
        text += &format!(" · {id}");
    }
    text
}

//! `epdit verify`: is the best move best?

use clap::Args;
use serde::Serialize;

use super::{ReportFormat, Run, help};
use crate::cli::flow::{Growing, Outcome, Status};
use crate::cli::json;
use crate::cli::output::{Color, Output, Written, conclude};
use crate::cli::searching::{Place, ResultArgs, SearchArgs, Worked, run_all, worker};
use crate::engine::{Finding, Judgement, Scored, Verify};
use crate::epd::counted::thousands;

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

/// The number of judgements; the next place counts records that could not be verified.
const JUDGEMENTS: usize = 4;

/// Check with an engine whether the best moves are best
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "a record is not confirmed, records could not be verified"))]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    results: ResultArgs,
    /// By how many centipawns a move must be better
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i64).range(0..=32000))]
    margin: i64,
    /// How to write what is found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportFormat,
    /// Show confirmed records, too
    #[arg(long)]
    all: bool,
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

impl<'a> Move<'a> {
    fn of(scored: &'a Scored) -> Self {
        Self {
            san: &scored.san,
            ce: scored.score.ce(),
        }
    }
}

impl Run for VerifyArgs {
    fn run(&self, _: Color) -> Outcome {
        let SearchArgs { engine, records } = &self.search;
        let verify = Verify {
            limits: engine.limits(),
            lines: engine.multipv,
            margin: self.margin,
        };
        let command = engine.command()?;
        let mut more = vec![
            ("margin", self.margin.to_string()),
            ("format", format!("{:?}", self.format).to_lowercase()),
        ];
        more.extend(self.all.then(|| ("all", "yes".to_owned())));
        let (chosen, resumes) = (records.chosen.as_ref(), self.results.resume);
        let run = engine.run("verify", &command, chosen, &more, resumes);
        let output = self.results.output.as_deref();
        let Some(place) = Growing::of(output, &run, &records.paths)? else {
            return Ok(Status::Clean);
        };
        let (status, counts): (_, [u64; JUDGEMENTS + 1]) = run_all(
            &self.search.job(&place, "verified", None),
            || worker(&command, &run.starts),
            |record, worker| verify.record(record, worker),
            |worked, counts, out| {
                let what = match &worked.done.result {
                    Ok(finding) => finding.judgement as usize,
                    Err(_) => JUDGEMENTS,
                };
                if let Some(count) = counts.get_mut(what) {
                    *count += 1;
                }
                self.show(worked, out)
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
        // Records that could not be verified count as well, also those of the previous run.
        let is_clean = counts.iter().skip(1).all(|count| *count == 0);
        Ok(match is_clean {
            true => status,
            false => status.max(Status::Findings),
        })
    }
}

impl VerifyArgs {
    fn show(&self, worked: &Worked<'_, Finding>, out: &mut Output<'_>) -> Written {
        let (record, id) = worked.record();
        match (self.format, &worked.done.result) {
            (ReportFormat::Json, result) => {
                let finding = result.as_ref().ok();
                let object = Object {
                    path: &worked.place.path,
                    line: worked.place.line,
                    id,
                    judgement: finding.map(|finding| finding.judgement.name()),
                    best: finding.map(|finding| Move::of(&finding.ours)),
                    other: finding
                        .and_then(|finding| finding.theirs.as_ref())
                        .map(Move::of),
                    depth: finding.map(|finding| finding.depth),
                    reason: result.as_ref().err().map(ToString::to_string),
                };
                out.text(&format!("{}\n", json::text(&object)))?;
            }
            (ReportFormat::Human, Ok(finding))
                if self.all || finding.judgement != Judgement::Confirmed =>
            {
                let is_for = record.moves("bm").next().is_some();
                out.line(human(worked.place, id, finding, is_for))?;
            }
            (ReportFormat::Human, _) => {}
        }
        Ok(())
    }
}

/// Returns `wac.epd:17: wrong: bm Qg4 -1.20, other Rd7 +3.20 · depth 12 · WAC.017`; if the record has only am, that
/// is the second.
fn human(place: &Place, id: Option<String>, finding: &Finding, is_for: bool) -> String {
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

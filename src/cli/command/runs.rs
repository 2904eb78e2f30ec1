//! The commands of engines: `epdit engines` lists engines, `analyse` writes an engine's analysis of each position,
//! `test` checks whether an engine finds the best moves, and `verify` whether the best moves are best.

use crate::cli::command::{ReportFormat, Run, help};
use crate::cli::flow::{Fault, Outcome, ResumableOutput, Status, with_output};
use crate::cli::json;
use crate::cli::output::{Color, Output, WriteResult, conclude, say};
use crate::cli::searching::{
    ANSWER, InPlaceArgs, RecordLocation, ResultArgs, SearchArgs, WorkedRecord, run_all, worker,
};
use crate::engine::{
    Analyse, Engine, EngineCommand, Finding, Judgement, MateOutcome, MateVerdict, ScoredMove,
    Target, Verdict, Verify, found_in_path, launcher,
};
use crate::epd::counted::thousands;
use crate::epd::score::Score;
use crate::terminal::config::Config;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

const ANALYSE_EXAMPLES: &str = "\
Examples:
  epdit analyse --depth 20 a.epd > b.epd            with the first engine
  epdit analyse --engine stockfish --nodes 1000000 --jobs 4 -o b.epd a.epd
  epdit analyse --nodes 1000000 -o b.epd --resume a.epd   after a stop
  epdit analyse --depth 20 -i a.epd                 into the file itself

Written: pv and pm (the line and its first move), ce (the score for the side
to move), acd, acn and acs (depth, nodes, seconds), Ae and Run (the engine;
its limit and options); with --multipv also Ce2, Pv2 (a string) and so on.
Mated or stalemated: an empty pv, no pm or sm.
A search of less than half a second has acs 0: the standard counts seconds.";

/// Analyse each position with an engine
#[derive(Args, Debug)]
#[command(alias = "analyze", after_help = help(ANALYSE_EXAMPLES, "records were left unchanged"))]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    results: InPlaceArgs,
}

impl Run for AnalyseArgs {
    fn run(&self, _: Color) -> Outcome {
        let SearchArgs {
            engine,
            records,
            shard,
        } = &self.search;
        let analyse = Analyse {
            limits: engine.limits(),
            lines: engine.multipv,
        };
        let command = engine.command()?;
        let results = &self.results;
        let run = self
            .search
            .run("analyse", &command, Vec::new(), &results.results)?;
        let Some(place) = results.place(&records.paths, shard.shard, &run)? else {
            return Ok(Status::Clean);
        };
        let (status, [_]) = run_all(
            &self.search.job(&place, "analysed", Some("pv")),
            || worker(&command, &run.starts),
            |record, place, worker| {
                worker.begin(&place.to_string());
                analyse.record(record, worker)
            },
            |_, _, _| Ok(()),
        )?;
        Ok(status)
    }
}

const TEST_EXAMPLES: &str = "\
Examples:
  epdit test --movetime 1000 wac.epd > result.epd
  epdit test --engine stockfish --nodes 100000 --points -o out.epd STS1.epd
  epdit test --depth 30 --hold 5 wac.epd     end a search when it is solved
  epdit test --depth 60 --hold 1 --log sf.log mates.epd
  epdit test --nodes 100000 --shard 1/4 -o 1.epd a.epd   on one of four machines

Written: pm (the move played), acd, acn and acs; Ae and Run, by which a report
names the run; for a solution SolvedDepth, SolvedNodes and SolvedMs:
since when it was held to the end. A pv that the record has is set to the line;
its ce stays, unless an earlier run wrote it. A record is solved when pm is in
bm, if there is one, and not in am. The last line on standard error is `solved
N of M`.

Mates: a record with dm N, bm #N or a mate score in ce, and no other bm or am,
is solved by a mate in N or fewer moves that the engine's line holds. Written:
FoundMate (its moves, 0 without a mate), and pv where it is solved; ce stays.
Shorter mates than stated are listed: there the suite is wrong, or the engine.";

/// Test whether an engine finds the best moves, or the mates
#[derive(Args, Debug)]
#[command(after_help = help(TEST_EXAMPLES, "records were left unchanged"))]
pub(crate) struct TestArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    results: InPlaceArgs,
    /// End a search when the solution was best in N iterations in a row
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    hold: Option<u32>,
    /// Count the points of the moves played, where c0, or c7, c8 and c9 score moves
    #[arg(long)]
    points: bool,
}

/// The numbers of records failed, solved, tested and scored; of points won and available, either of which may be
/// negative; and of mates by outcome.
type Counts = [u64; 11];

fn count(verdict: &Verdict, counts: &mut Counts) {
    let [_, solved, tested, scored, got, most, mates @ ..] = counts;
    if let Some(mate) = &verdict.mate
        && let Some(count) = mates.get_mut(mate.outcome() as usize)
    {
        *count += 1;
    }
    *tested += 1;
    *solved += u64::from(verdict.is_solved);
    if let Some((more, most_more)) = verdict.points {
        *scored += 1;
        for (points, more) in [(got, more), (most, most_more)] {
            *points = points.cast_signed().saturating_add(more).cast_unsigned();
        }
    }
}

/// Returns the text of the numbers of mates by outcome; `None` if no record states one.
fn mates_line([_, _, _, _, _, _, mates @ ..]: Counts) -> Option<String> {
    let all = MateOutcome::ALL.into_iter().zip(mates);
    let parts = all.filter(|(_, count)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(outcome, count)| format!("{} {}", thousands(count), outcome.name()))
        .collect();
    (!parts.is_empty()).then(|| format!("mates: {}", parts.join(" · ")))
}

/// Prints a mate that is shorter than stated, or that the engine's line does not lead to.
fn say_mate(worked: &WorkedRecord<'_, Verdict>, mate: &MateVerdict) {
    let words = match (mate.outcome(), mate.score(), &mate.found) {
        (MateOutcome::Wrong, _, Err(words)) => words.clone(),
        (MateOutcome::Shorter, Some(found), _) => format!(
            "{}, but the engine's line is {}",
            Score::Mate(mate.stated).in_words(),
            found.in_words()
        ),
        _ => return,
    };
    let id = worked.record().1;
    let id = id.map_or(String::new(), |id| format!(" · {id}"));
    say(&format!("`{}`: {words}{id}", worked.place));
}

fn points_line([_, _, tested, scored, got, most, ..]: Counts) -> String {
    if scored == 0 {
        return "no record scores moves (c0, or c7 or c9 with c8)".to_owned();
    }
    let (got, most) = (got.cast_signed(), most.cast_signed());
    let percent = match most {
        1.. => got as f64 * 100.0 / most as f64,
        _ => 0.0,
    };
    let (got, most) = (thousands(got), thousands(most));
    let of = match scored == tested {
        true => String::new(),
        false => format!(" in {} of {} records", thousands(scored), thousands(tested)),
    };
    format!("points {got} of {most} ({percent:.1} %){of}")
}

impl Run for TestArgs {
    fn run(&self, _: Color) -> Outcome {
        let SearchArgs {
            engine,
            records,
            shard,
        } = &self.search;
        let target = Target {
            limits: engine.limits(),
            lines: engine.multipv,
            hold: self.hold,
        };
        let command = engine.command()?;
        let hold = self.hold.map(|hold| ("hold", hold.to_string()));
        let (hold, results) = (hold.into_iter().collect(), &self.results);
        let run = self.search.run("test", &command, hold, &results.results)?;
        let Some(place) = results.place(&records.paths, shard.shard, &run)? else {
            return Ok(Status::Clean);
        };
        let (status, counts) = run_all(
            &self.search.job(&place, "tested", Some("pm")),
            || worker(&command, &run.starts),
            |record, place, worker| {
                worker.begin(&place.to_string());
                target.record(record, worker)
            },
            |worked, counts, _| {
                if let Ok(verdict) = &worked.done.result {
                    count(verdict, counts);
                    verdict.mate.iter().for_each(|mate| say_mate(worked, mate));
                }
                Ok(())
            },
        )?;
        if self.points {
            conclude(&points_line(counts));
        }
        if let Some(mates) = mates_line(counts) {
            conclude(&mates);
        }
        let [_, solved, tested, ..] = counts;
        // If nothing was tested, only the reason is reported.
        if tested > 0 || status != Status::Trouble {
            conclude(&format!("solved {solved} of {tested}"));
        }
        Ok(status)
    }
}

const VERIFY_EXAMPLES: &str = "\
Examples:
  epdit verify --movetime 2000 wac.epd
  epdit verify --depth 24 --margin 30 --jobs 4 --format json a.epd

The best move of bm is held against the best of the others; with am alone, the
best of the others against that of am:
  confirmed  better by the margin
  ambiguous  better, but not by the margin
  cooked     another move is as good or better, but not by the margin
  wrong      another move is better by the margin";

/// The number of judgements; one more count is of records that could not be verified.
const JUDGEMENTS: usize = 4;

/// Check with an engine whether the best moves are best
#[derive(Args, Debug)]
#[command(mut_arg("until_score", |arg| arg.hide(true)), mut_arg("until_mate", |arg| arg.hide(true)))]
#[command(after_help = help(VERIFY_EXAMPLES, "a record is not confirmed, records could not be verified"))]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    results: ResultArgs,
    /// By how many centipawns a move must be better
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i64).range(0..=32000))]
    margin: i64,
    /// Format of the findings
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
    fn of(scored: &'a ScoredMove) -> Self {
        Self {
            san: &scored.san,
            ce: scored.score.ce(),
        }
    }
}

impl Run for VerifyArgs {
    fn run(&self, _: Color) -> Outcome {
        let SearchArgs {
            engine, records, ..
        } = &self.search;
        let limits = engine.limits();
        if limits.until_score.is_some() || limits.until_mate {
            return Err(Fault::usage(
                "can't compare moves of searches that end at a score; leave `--until-score` and `--until-mate` out",
            ));
        }
        let verify = Verify {
            limits,
            lines: engine.multipv,
            margin: self.margin,
        };
        let command = engine.command()?;
        let mut more = vec![
            ("margin", self.margin.to_string()),
            ("format", format!("{:?}", self.format).to_lowercase()),
        ];
        more.extend(self.all.then(|| ("all", "yes".to_owned())));
        let run = self.search.run("verify", &command, more, &self.results)?;
        let output = self.results.output.as_deref();
        let Some(place) = ResumableOutput::of(output, &run, &records.paths)? else {
            return Ok(Status::Clean);
        };
        let (status, counts): (_, [u64; JUDGEMENTS + 1]) = run_all(
            &self.search.job(&place, "verified", None),
            || worker(&command, &run.starts),
            |record, place, worker| {
                worker.begin(&place.to_string());
                verify.record(record, worker)
            },
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
    fn show(&self, worked: &WorkedRecord<'_, Finding>, out: &mut Output<'_>) -> WriteResult {
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
fn human(place: &RecordLocation, id: Option<String>, finding: &Finding, is_for: bool) -> String {
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

/// List the engines of the settings and those found in PATH
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit engines                  those of the settings, and known ones in PATH
  epdit engines stockfish        one by its name or command, with its options

Exit status:
  0  all start
  1  an engine of the settings, or one that was named, does not start
  2  wrong usage, or there is no engine")]
pub(crate) struct EnginesArgs {
    /// Names of the settings or commands [default: all there are]
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,
    /// Show their options, too
    #[arg(long)]
    options: bool,
    /// Settings to use instead of those in $XDG_CONFIG_HOME/epdit/config.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The name of an engine, its command, and its source.
type ListedEngine = (String, EngineCommand, &'static str);

impl Run for EnginesArgs {
    fn run(&self, _: Color) -> Outcome {
        let config = Config::load(self.config.as_deref());
        let config = config.map_err(|error| Fault::usage(&error))?;
        for problem in config.problems(&config.name()) {
            say(&problem);
        }
        let named = config.settings.engines.iter();
        let named = named.map(|engine| (engine.name.clone(), engine.command.clone(), "settings"));
        let mut listed: Vec<ListedEngine> = named.collect();
        if self.engines.is_empty() {
            for (name, path) in found_in_path() {
                let is_known =
                    |(_, known, _): &ListedEngine| known.found().as_deref() == Some(&path);
                if !listed.iter().any(is_known) {
                    listed.push((name.to_owned(), EngineCommand::of(path, &[]), "PATH"));
                }
            }
        } else {
            let all = self.engines.iter().map(|text| {
                let known = listed.iter().position(|(name, ..)| name == text);
                if let Some(at) = known {
                    return Ok(listed.swap_remove(at));
                }
                let command = EngineCommand::parse(text);
                let command =
                    command.map_err(|error| Fault::usage(&format!("`{text}`: {error}")))?;
                Ok((text.clone(), command, "command"))
            });
            let all: Result<Vec<ListedEngine>, Fault> = all.collect();
            listed = all?;
        }
        if listed.is_empty() {
            return Err(Fault::usage(
                "no engine found: install one, or name one in the settings",
            ));
        }
        with_output(None, |out| {
            let mut worst = Status::Clean;
            for engine in listed {
                worst = worst.max(self.show(engine, out)?);
            }
            Ok(worst)
        })
    }
}

impl EnginesArgs {
    fn show(&self, (name, command, from): ListedEngine, out: &mut Output<'_>) -> Outcome {
        let command = EngineCommand {
            launcher: launcher(),
            ..command
        };
        let path = command.found().unwrap_or_else(|| command.program.clone());
        out.line(format!("{name}  {}  ({from})", path.display()))?;
        let status = match Engine::start(&command, ANSWER, &|| false) {
            Ok(engine) => {
                self.write_identity(&engine, out)?;
                Status::Clean
            }
            Err(failure) => {
                out.line(format!("  does not start: {failure}"))?;
                Status::Findings
            }
        };
        out.flush()?;
        Ok(status)
    }

    fn write_identity(&self, engine: &Engine, out: &mut Output<'_>) -> WriteResult {
        let identity = engine.identity();
        let name = match identity.name.as_str() {
            "" => "without a name",
            name => name,
        };
        out.line(format!("  {name}"))?;
        if !identity.author.is_empty() {
            out.line(format!("  by {}", identity.author))?;
        }
        if self.options || !self.engines.is_empty() {
            let widths = identity
                .options
                .iter()
                .map(|option| option.name.chars().count());
            let wide = widths.max().unwrap_or_default().min(40);
            for option in &identity.options {
                let (name, takes) = (&option.name, option.takes());
                out.line(format!("    {name:<wide$}  {takes}"))?;
            }
            return Ok(());
        }
        let count = crate::epd::counted::thousands_of(identity.options.len(), "option", "options");
        out.line(format!("  {count}"))
    }
}

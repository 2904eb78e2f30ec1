//! Live analysis of the position on the board: it follows the board, and what is shown is always of the
//! position that is shown. `settle` comes after every change and asks anew where the position is another.

pub mod commands;
pub(crate) mod draw;

use crate::editor::command::Id;
use crate::editor::doc::change::edit_line;
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::play;
use crate::editor::state::analysis::{AnalyseJob, Live, News, Place, Thought};
use crate::editor::widgets::glyph;
use crate::engine::{Analysis, Limits, Line, MADE, Request, line_in_san, operations_of};
use crate::epd::counted::thousands;
use crate::epd::score::Score;
use crate::suite::edit::set_operations;
use shakmaty::{Chess, Position};

/// Turns analysis on or off. Lines that it has by then stay until it is closed, or the position is another.
pub(crate) fn toggle(model: &mut Model) {
    let (stop, uses) = (model.key(Id::Analyse), model.key(Id::UseLine));
    let ticket = model.ticket();
    if let Some(live) = &mut model.analysis {
        let keeps_lines = !live.is_stopped && live.analysis().is_some();
        let said = match (keeps_lines, live.is_stopped) {
            (true, _) => format!("analysis stopped · {uses} uses a line · {stop} closes it"),
            (_, true) => "analysis closed".to_owned(),
            (_, false) => "analysis stopped".to_owned(),
        };
        // What is still on its way is of no interest.
        (live.is_stopped, live.ticket) = (true, ticket);
        if !keeps_lines {
            model.analysis = None;
        }
        model.done(said);
        return model.send(Effect::StopAnalysis);
    }
    model.analysis = Some(Live {
        ticket: 0,
        place: None,
        asked: None,
        engine: None,
        thought: Thought::NoPosition,
        is_stopped: false,
    });
    model.done(format!(
        "analysis started · {uses} uses a line · {stop} stops it"
    ));
}

/// Returns the position on the board: that of play mode, else of the record as it is being typed.
fn place(model: &Model) -> Option<Place> {
    let record = model.record();
    let clocks = (
        record.half_move_clock().unwrap_or(0),
        record.full_move_number().unwrap_or(1).max(1),
    );
    match model.play() {
        Some(play) if !play.played().is_empty() => Some(Place {
            position: play.position().clone(),
            clocks: (0, clocks.1),
        }),
        _ => Some(Place {
            position: record.position()?.clone(),
            clocks,
        }),
    }
}

/// Follows the board.
pub(crate) fn settle(model: &mut Model) {
    let Some(live) = &model.analysis else {
        return;
    };
    let now = place(model);
    if live.is_stopped {
        if live.place != now {
            model.analysis = None;
        }
        return;
    }
    if live.ticket != 0 && live.place == now {
        return;
    }
    let ticket = model.ticket();
    let request = now.as_ref().map(|place| Request {
        position: place.position.clone(),
        half_moves: place.clocks.0,
        full_moves: place.clocks.1,
        limits: Limits::default(),
        lines: lines_of(&place.position, model.settings.analysis_lines),
        moves: Vec::new(),
        needs_score: false,
    });
    let over = request.as_ref().and_then(Request::over);
    let engine = model.settings.live_engine();
    let engine = engine.map(|engine| engine.command.clone());
    let Some(live) = &mut model.analysis else {
        return;
    };
    live.ticket = ticket;
    live.place = now;
    // What another engine says, or why it does not start, does not stand under the name of this one.
    if live.asked != engine {
        live.asked.clone_from(&engine);
        live.engine = None;
    }
    live.thought = match (&request, over) {
        (None, _) => Thought::NoPosition,
        (_, Some(score)) => Thought::Over(score),
        _ => Thought::Waiting,
    };
    model.send(match request.filter(|_| over.is_none()) {
        Some(request) => Effect::Analyse(Box::new(AnalyseJob {
            ticket,
            engine,
            request,
        })),
        None => Effect::PauseAnalysis,
    });
}

/// Limits the lines to the number of legal moves.
fn lines_of(position: &Chess, wanted: u32) -> u32 {
    let moves = u32::try_from(position.legal_moves().len()).unwrap_or(wanted);
    moves.min(wanted).max(1)
}

/// Takes in what the engine tells, if it is of the position on the board.
pub(crate) fn heard(model: &mut Model, ticket: u64, news: News) {
    let Some(live) = model.analysis.as_mut().filter(|live| live.ticket == ticket) else {
        return;
    };
    match news {
        News::Began(name) => live.engine = Some(name),
        News::Lines(analysis) if analysis.lines.is_empty() => {}
        News::Lines(analysis) => live.thought = Thought::Lines(analysis),
        News::Failed(reason) => {
            live.thought = Thought::Failed(reason.clone());
            model.failed(format!("analysis: {reason}"));
        }
    }
}

/// Returns why no line can be used.
pub(crate) fn no_lines(model: &Model) -> Option<String> {
    let Some(live) = &model.analysis else {
        let start = model.key(Id::Analyse);
        return Some(format!("analysis is off · {start} starts it"));
    };
    let why = match (live.analysis(), &live.engine) {
        (None, None) => "the engine has not started yet",
        (None, Some(_)) => "the engine has no line yet",
        (Some(_), _) if !has_moves(live) => NO_MOVES,
        (Some(_), _) => return None,
    };
    Some(why.into())
}

/// What is said of an engine that tells scores only.
const NO_MOVES: &str = "the engine tells a score and no moves";

fn has_moves(live: &Live) -> bool {
    let best = live.analysis().and_then(Analysis::best);
    best.is_some_and(|line| !line.moves.is_empty())
}

/// Opens the lines to choose from: into the record, or played on the board.
pub(crate) fn open(model: &mut Model) {
    let Some(live) = &model.analysis else {
        return;
    };
    let (Some(position), Some(analysis)) = (live.position().cloned(), live.analysis()) else {
        return;
    };
    let analysis = Analysis {
        engine: live.engine.clone().unwrap_or_default(),
        ..analysis.clone()
    };
    let is_record = model.record().position() == Some(&position);
    let why_not = model
        .why_read_only()
        .or_else(|| (!is_record).then(|| "the board does not show the record's position".into()));
    let now = best_now(model);
    let (mut writes, mut plays) = (Vec::new(), Vec::new());
    for (at, line) in analysis.lines.iter().enumerate() {
        let (label, san) = in_words(&position, line);
        let replaced = replaces(now.as_deref(), &position, line);
        let replaces = replaced.map_or_else(String::new, |words| format!(" · {words}"));
        let key = char::from_digit(u32::try_from(at + 1).unwrap_or(0), 10);
        let does = writing(&position, &analysis, at, true);
        let item = MenuItem::new(key, format!("write {label}{replaces}"), &san, does);
        writes.push(item.disabled(why_not.clone()));
        let (start, moves) = (position.clone(), line.moves.clone());
        plays.push(MenuItem::new(
            (at == 0).then_some('p'),
            format!("play {label}"),
            san,
            move |model| play::play_line(model, &start, &moves),
        ));
    }
    // What stands in bm may be worth more than what a few seconds found.
    if let (Some(now), Some(line)) = (&now, analysis.lines.first())
        && replaces(Some(now), &position, line).is_some()
    {
        let (label, _) = in_words(&position, line);
        let (label, stays) = (
            format!("write {label} · keep bm"),
            format!("bm {now} stays"),
        );
        let does = writing(&position, &analysis, 0, false);
        writes.push(MenuItem::new(Some('k'), label, stays, does).disabled(why_not.clone()));
    }
    // What can be done comes first.
    let items = match why_not {
        None => [writes, plays],
        Some(_) => [plays, writes],
    };
    let items = items.into_iter().flatten().collect();
    overlay::open(model, Menu::new("Analysis: use a line", items))
}

/// Returns what a row does: writes one of the lines into the record.
fn writing(
    position: &Chess,
    analysis: &Analysis,
    at: usize,
    with_best: bool,
) -> impl Fn(&mut Model) + use<> {
    let position = position.clone();
    let chosen = Analysis {
        lines: analysis.lines.get(at).cloned().into_iter().collect(),
        is_unscored: analysis.is_unscored && at == 0,
        ..analysis.clone()
    };
    move |model| write(model, &position, &chosen, with_best)
}

/// Returns what stands in bm now.
fn best_now(model: &Model) -> Option<String> {
    let record = model.record();
    let best = record.operation("bm")?;
    let moves = record.operands_text(best).trim().to_owned();
    (!moves.is_empty()).then(|| glyph::cut(&glyph::safe(moves.as_bytes()), 24))
}

/// Returns what writing a line does to bm: `bm Nf3 → Qg6`; `None` where it has no moves, or that one.
fn replaces(now: Option<&str>, position: &Chess, line: &Line) -> Option<String> {
    let first = line_in_san(position, line.moves.get(..1)?);
    let now = now?;
    (now != first).then(|| format!("bm {now} → {first}"))
}

/// Returns the first move of a line with its score, and all of it.
fn in_words(position: &Chess, line: &Line) -> (String, String) {
    let first = line.moves.get(..1).unwrap_or_default();
    let label = format!("{} {}", line_in_san(position, first), line.score.text());
    (label, line_in_san(position, &line.moves))
}

/// Writes a line into the record: pv, pm, ce, acd, acn and acs, and bm unless it is to stay, as one change. Who
/// searched and how long is said anew where the record says it: it would be of another search.
fn write(model: &mut Model, position: &Chess, analysis: &Analysis, with_best: bool) {
    let now = best_now(model);
    let best = analysis.best();
    let replaced = best.and_then(|line| replaces(now.as_deref(), position, line));
    let record = model.record();
    if record.position() != Some(position) {
        return model.refused("left unchanged: the position is another one now");
    }
    let mut operations = operations_of(position, analysis, "");
    operations
        .retain(|(opcode, _)| !MADE.contains(&&**opcode) || record.operation(opcode).is_some());
    if with_best {
        let first = best.and_then(|line| line.moves.get(..1));
        let first = first.map(|first| line_in_san(position, first));
        operations.push(("bm".to_owned(), first));
    }
    let new = set_operations(&record, &operations);
    let new = new.map(|new| new.unwrap_or_else(|| record.line().to_vec()));
    let said = match replaced.filter(|_| with_best) {
        Some(replaced) => format!("wrote the engine's line · {replaced}"),
        None => "wrote the engine's line".to_owned(),
    };
    edit_line(model, new, said)
}

/// Returns what stands above the lines: the engine, depth, nodes and speed.
pub fn title(live: &Live) -> String {
    let engine = live.engine.as_deref().unwrap_or("Analysis");
    let stopped = if live.is_stopped { " · stopped" } else { "" };
    match live.analysis() {
        Some(analysis) => format!(
            "{engine}{stopped} · depth {} · {} nodes · {} kn/s",
            analysis.depth,
            thousands(analysis.nodes),
            thousands(analysis.speed / 1000)
        ),
        None => engine.to_owned(),
    }
}

/// Returns what is said where there are no lines.
pub fn said(live: &Live) -> Option<String> {
    match &live.thought {
        Thought::NoPosition => Some("no legal position to analyse".into()),
        Thought::Over(Score::Mate(_)) => Some("checkmate".into()),
        Thought::Over(_) => Some("stalemate".into()),
        Thought::Waiting if live.engine.is_none() => Some("starting the engine …".into()),
        Thought::Waiting => Some("…".into()),
        Thought::Failed(reason) => Some(reason.clone()),
        Thought::Lines(_) => None,
    }
}

/// Returns the lines in words: the score for the side to move, and the moves in SAN.
pub fn lines(live: &Live) -> Vec<(String, String)> {
    let (Some(position), Some(analysis)) = (live.position(), live.analysis()) else {
        return Vec::new();
    };
    let lines = analysis.lines.iter();
    let moves = |line: &Line| match line.moves.is_empty() {
        true => NO_MOVES.to_owned(),
        false => line_in_san(position, &line.moves),
    };
    lines.map(|line| (line.score.text(), moves(line))).collect()
}

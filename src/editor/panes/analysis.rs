//! Live analysis of the position on the board, with its lines below the panes.

use crate::editor::command::Id;
use crate::editor::doc::change::edit_line;
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::play;
use crate::editor::state::engines::{AnalyseJob, LiveAnalysis, News};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, glyph};
use crate::engine::{Analysis, Limits, Line, Request, line_in_san, operations_of};
use crate::epd::Record;
use crate::epd::counted::thousands;
use crate::epd::score::Score;
use crate::suite::edit::{MADE, set_operations};
use shakmaty::{Chess, Position};

/// Starts the analysis, or stops it. If it has lines, these stay until it is closed or the position changes.
pub(crate) fn toggle(model: &mut Model) {
    let (stop, uses) = (model.key(Id::Analyse), model.key(Id::UseLine));
    let message = match &mut model.analysis {
        None => {
            model.analysis = Some(LiveAnalysis::default());
            return model.done(format!(
                "analysis started · {uses} uses a line, {stop} stops it"
            ));
        }
        Some(live) if !live.is_stopped && live.analysis().is_some() => {
            // Without a ticket, results that still arrive are ignored.
            (live.is_stopped, live.ticket) = (true, 0);
            format!("analysis stopped · {uses} uses a line, {stop} closes it")
        }
        Some(live) => {
            let end = if live.is_stopped { "closed" } else { "stopped" };
            model.analysis = None;
            format!("analysis {end}")
        }
    };
    model.done(message);
    model.send(Effect::StopAnalysis);
}

/// Returns the search of the position on the board: the played one, else that of the record as it is being typed.
fn request(model: &Model) -> Option<Request> {
    let mut request = Request::of(&model.record(), Limits::default())?;
    if let Some(play) = model.play().filter(|play| !play.played().is_empty()) {
        (request.position, request.half_moves) = (play.position.clone(), 0);
    }
    // No more lines than there are legal moves.
    let moves = u32::try_from(request.position.legal_moves().len()).unwrap_or(u32::MAX);
    request.lines = model.settings.analysis_lines.min(moves).max(1);
    Some(request)
}

/// Runs after every message: restarts the search if the position or the engine has changed.
pub(crate) fn settle(model: &mut Model) {
    let Some(live) = &model.analysis else {
        return;
    };
    let request = request(model);
    let is_same = live.request == request;
    if live.is_stopped {
        if !is_same {
            model.analysis = None;
        }
        return;
    }
    let engine = model.settings.live_engine().map(|engine| &engine.command);
    let is_same_engine = live.asked.as_ref() == engine;
    if is_same && is_same_engine {
        return;
    }
    let engine = engine.cloned();
    let ticket = model.ticket();
    // Lines and errors of another engine must not appear under the name of this one.
    let before = model.analysis.take().filter(|_| is_same_engine);
    model.analysis = Some(LiveAnalysis {
        ticket,
        request: request.clone(),
        asked: engine.clone(),
        engine: before.and_then(|live| live.engine),
        ..LiveAnalysis::default()
    });
    let request = request.filter(|request| request.over().is_none());
    model.send(match request {
        Some(request) => Effect::Analyse(Box::new(AnalyseJob {
            ticket,
            engine,
            request,
        })),
        None => Effect::PauseAnalysis,
    });
}

/// Stores the engine's news, unless they belong to an earlier search.
pub fn heard(model: &mut Model, ticket: u64, news: News) {
    let Some(live) = model.analysis.as_mut().filter(|live| live.ticket == ticket) else {
        return;
    };
    match news {
        News::Began(name) => live.engine = Some(name),
        News::Lines(analysis) if analysis.lines.is_empty() => {}
        News::Lines(analysis) => live.answer = Some(Ok(analysis)),
        News::Failed(reason) => {
            live.answer = Some(Err(reason.clone()));
            model.failed(format!("analysis: {reason}"));
        }
    }
}

pub(crate) fn no_lines(model: &Model) -> Option<String> {
    let Some(live) = &model.analysis else {
        return model.when(true, "analysis is off · {analyse} starts it");
    };
    let why = match (live.analysis().map(Analysis::best), &live.engine) {
        (None, None) => "the engine has not started yet",
        (None, Some(_)) => "the engine has no line yet",
        (Some(Some(line)), _) if !line.moves.is_empty() => return None,
        (Some(_), _) => NO_MOVES,
    };
    Some(why.into())
}

const NO_MOVES: &str = "the engine sent a score but no moves";

/// Opens a menu of the lines, to write one into the record or to play it on the board.
pub(crate) fn open(model: &mut Model) {
    let Some(live) = &model.analysis else {
        return;
    };
    let (Some(position), Some(analysis)) = (live.position().cloned(), live.analysis()) else {
        return;
    };
    let record = model.record();
    let is_record = record.position() == Some(&position);
    let other = "the board does not show the record's position";
    let refusal = model
        .why_read_only()
        .or_else(|| model.when(!is_record, other));
    let (mut writes, mut plays, mut keeps) = (Vec::new(), Vec::new(), None);
    for (at, line) in analysis.lines.iter().enumerate() {
        let chosen = Analysis {
            engine: live.engine.clone().unwrap_or_default(),
            lines: vec![line.clone()],
            is_unscored: analysis.is_unscored && at == 0,
            ..analysis.clone()
        };
        let write = |key, label, detail, with_best| {
            let (position, chosen) = (position.clone(), chosen.clone());
            let does = move |model: &mut Model| write(model, &position, &chosen, with_best);
            MenuItem::new(key, label, detail, does).disabled(refusal.clone())
        };
        let first = line_in_san(&position, line.moves.get(..1).unwrap_or_default());
        let label = format!("{first} {}", line.score.text());
        let san = line_in_san(&position, &line.moves);
        let (key, play) = match at {
            0 => (Some('1'), Some('p')),
            _ => (('1'..='9').nth(at), None),
        };
        let mut written = format!("write {label}");
        // The record's bm may be better than the result of a few seconds.
        if let Some(now) = replaced(&record, &position, line) {
            written = format!("{written} · bm {now} → {first}");
            let label = format!("write {label} · keep bm");
            let keep = || write(Some('k'), label, format!("bm {now} stays"), false);
            keeps = keeps.or_else(|| (at == 0).then(keep));
        }
        writes.push(write(key, written, san.clone(), true));
        let (start, moves) = (position.clone(), line.moves.clone());
        let does = move |model: &mut Model| play::play_line(model, &start, &moves);
        plays.push(MenuItem::new(play, format!("play {label}"), san, does));
    }
    writes.extend(keeps);
    let items = match refusal {
        None => [writes, plays].concat(),
        Some(_) => [plays, writes].concat(),
    };
    overlay::open(model, Menu::new("Analysis: use a line", items))
}

/// Returns the operands of bm if a line begins with another move.
fn replaced(record: &Record<'_>, position: &Chess, line: &Line) -> Option<String> {
    let first = line_in_san(position, line.moves.get(..1)?);
    let now = record.operands_text(record.operation("bm")?);
    let now = glyph::cut(now.trim(), 24);
    (!now.is_empty() && now != first).then_some(now)
}

/// Writes a line into the record as one change: pv, pm, ce, acd, acn and acs, and bm if `with_best` is set. The
/// operations about the engine and the run are updated if the record has any, since they describe another search.
fn write(model: &mut Model, position: &Chess, analysis: &Analysis, with_best: bool) {
    let record = model.record();
    if record.position() != Some(position) {
        return model.refused("left unchanged: the position has changed");
    }
    let mut operations = operations_of(position, analysis, "");
    let has_any = MADE.iter().any(|opcode| record.operation(opcode).is_some());
    operations.retain(|(opcode, _)| has_any || !MADE.contains(&opcode.as_str()));
    let mut message = "wrote the engine's line".to_owned();
    if let Some(line) = analysis.best().filter(|_| with_best) {
        let first = line.moves.get(..1);
        let first = first.map(|first| line_in_san(position, first));
        if let (Some(now), Some(first)) = (replaced(&record, position, line), &first) {
            message += &format!(" · bm {now} → {first}");
        }
        operations.push(("bm".to_owned(), first));
    }
    let new = set_operations(&record, &operations);
    let new = new.map(|new| new.unwrap_or_else(|| record.line().to_vec()));
    edit_line(model, new, message)
}

/// Draws the engine's lines in a frame, with a summary of the search in its title.
pub(crate) fn draw(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(live) = &model.analysis else {
        return;
    };
    canvas.frame(area, &glyph::safe(title(live).as_bytes()), false);
    let area = area.inner();
    if let Some(words) = said(live) {
        canvas.text(area, &words, Role::Secondary);
        return;
    }
    for (row, (score, moves)) in area.rows().zip(lines(live)) {
        canvas.text_right(row.left(7), &score, Role::Accent);
        canvas.text(row.after(8), &moves, Role::Move);
    }
}

pub fn title(live: &LiveAnalysis) -> String {
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

/// Returns the message in place of the lines, if there are none.
pub fn said(live: &LiveAnalysis) -> Option<String> {
    let over = live.request.as_ref().map(Request::over);
    let message = match (over, &live.answer) {
        (None, _) => "no legal position to analyse",
        (Some(Some(Score::Mate(_))), _) => "checkmate",
        (Some(Some(_)), _) => "stalemate",
        (_, Some(Ok(_))) => return None,
        (_, Some(Err(reason))) => reason,
        (_, None) if live.engine.is_none() => "starting the engine …",
        (_, None) => "…",
    };
    Some(message.to_owned())
}

/// Returns the lines in words: the score for the side to move, and the moves in SAN.
pub fn lines(live: &LiveAnalysis) -> Vec<(String, String)> {
    let (Some(position), Some(analysis)) = (live.position(), live.analysis()) else {
        return Vec::new();
    };
    let moves = |line: &Line| match line.moves.is_empty() {
        true => NO_MOVES.to_owned(),
        false => line_in_san(position, &line.moves),
    };
    let lines = analysis.lines.iter();
    lines.map(|line| (line.score.text(), moves(line))).collect()
}

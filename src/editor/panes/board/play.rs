//! Play mode: moves made on the board that leave the record's position as it is. What is played
//! can be put into the record, or becomes a new one.

pub mod commands;
mod record;
mod typed;

use crate::editor::command::{Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::{ask_promotion, named, no_board};
use crate::editor::state::view::{Held, Pane, Play};
use crate::epd::Record;
use crate::epd::moves::{between, san};
pub use record::open as open_record;
use shakmaty::{Chess, Move, Position, Square};
pub(crate) use typed::whole_move;
pub use typed::{character, enter};

/// Returns why nothing can be played.
pub(crate) fn no_position(model: &Model) -> Option<String> {
    no_board(model).or_else(|| {
        let none = model.record().position().is_none();
        none.then(|| "the position is illegal · ] shows why".into())
    })
}

/// Returns why nothing of play mode can be done.
pub(crate) fn not_playing(model: &Model) -> Option<String> {
    let words = |key| format!("only while playing · {key} on the board starts");
    model.play().is_none().then(|| words(model.key(Id::Play)))
}

/// Begins to play from the record's position; moves that were left there go on.
pub fn start(model: &mut Model) {
    let Some(start) = model.record().position().cloned() else {
        return;
    };
    let (record, stop) = (model.key(Id::RecordMoves), model.key(Id::StopPlaying));
    let left = &mut model.document.view.left_lines;
    let at = left.iter().rposition(|play| play.start == start);
    let left = at.map(|at| left.remove(at));
    let said = match &left {
        Some(play) => format!("{} again, not recorded · {record} records", play.in_brief()),
        None => "playing: move by cursor, mouse or typing, the record stays unchanged".into(),
    };
    begin(model, left.unwrap_or_else(|| Play::new(start)));
    model.done(format!("{said} · {stop} ends play mode"));
}

/// Gives the board to moves of the selected record; those played before are kept.
fn begin(model: &mut Model, mut play: Play) {
    leave_moves(model);
    model.board.brush = None;
    play.selected = model.document.selected;
    let view = &mut model.document.view;
    (view.focus, view.play) = (Pane::Board, Some(play));
}

/// Back to the record's position. Moves that are not recorded are kept for the next time.
pub fn stop(model: &mut Model) {
    let kept = leave_moves(model).map(|moves| {
        let again = model.key(Id::Play);
        format!("{moves} kept, not recorded: {again} goes on there")
    });
    model.done(match kept {
        Some(kept) => format!("play mode ended · {kept}"),
        None => "play mode ended: the board shows the record's position".into(),
    });
}

/// Ends the mode and keeps moves that are not recorded; gives them in words.
fn leave_moves(model: &mut Model) -> Option<String> {
    let view = &mut model.document.view;
    view.held = None;
    let mut play = view.play.take().filter(Play::is_unrecorded)?;
    play.typed.clear();
    let moves = play.in_brief();
    let left = &mut view.left_lines;
    left.retain(|other| other.start != play.start);
    left.push(play);
    Some(moves)
}

/// Discards the moves: the record's position, and play goes on.
pub(crate) fn discard(model: &mut Model) {
    model.document.view.held = None;
    let Some(play) = &mut model.document.view.play else {
        return;
    };
    if play.line.is_empty() {
        return model.refused("no move played yet");
    }
    let moves = play.in_brief();
    play.discard();
    let redo = model.key(Id::Redo);
    model.done(format!("discarded {moves} · {redo} brings them back"));
}

/// Takes one step of Esc back: the text typed, the piece held, then play mode itself; moves not recorded are kept.
/// `false` where nothing is played.
pub(crate) fn close(model: &mut Model) -> bool {
    let Some(play) = model.document.view.playing() else {
        return false;
    };
    if !play.typed.is_empty() {
        play.typed.clear();
    } else if model.document.view.held.take().is_some() {
        model.done("put back");
    } else {
        stop(model);
    }
    true
}

/// Ends the mode where its position is not that of the selected record any more.
pub(crate) fn settle(model: &mut Model) {
    let stays = model.play().is_none_or(|play| {
        play.selected == model.document.selected && model.record().position() == Some(&play.start)
    });
    if !stays
        && let Some(moves) = leave_moves(model)
        && model.status.is_none()
    {
        let again = model.key(Id::Play);
        model.done(format!(
            "play mode ended · {moves} kept, not recorded: {again} in that position goes on"
        ));
    }
}

/// Plays one of the pv's moves after the other; asks which line where there are two.
pub(crate) fn step_through(model: &mut Model) {
    let record = model.record();
    match lines(&record).as_slice() {
        [] => {}
        [only] => step_through_line(model, only),
        all => {
            let row = |name: &'static str| {
                let text = record.operands_text(record.operation(name)?);
                let does = move |model: &mut Model| step_through_line(model, name);
                Some(MenuItem::new(name.chars().next(), name, text, does))
            };
            let items = all.iter().copied().filter_map(row).collect();
            overlay::open(model, Menu::new("Step through", items))
        }
    }
}

/// Returns the lines that begin with a legal move.
fn lines(record: &Record<'_>) -> Vec<&'static str> {
    let has_moves = |name: &&str| !line_of(record, name).is_empty();
    ["pv", "sv"].into_iter().filter(has_moves).collect()
}

/// Returns why there is no line to step through.
pub(crate) fn no_line(model: &Model) -> Option<String> {
    no_position(model).or_else(|| {
        let none = lines(&model.record()).is_empty();
        none.then(|| "the record has no pv or sv with a legal move".into())
    })
}

/// Plays the first move of a line in a position that the board shows, the others to step to.
pub(crate) fn play_line(model: &mut Model, position: &Chess, line: &[Move]) {
    if model.play().is_none() {
        start(model);
    }
    let Some(play) = model.document.view.play.as_mut() else {
        return;
    };
    if play.position != *position {
        return model.refused("the board shows another position now");
    }
    model.document.view.focus = Pane::Board;
    let at = play.at;
    line.iter().for_each(|played| play.play(*played));
    play.go_to(at + 1);
    let (forward, record) = (model.key(Id::StepForward), model.key(Id::RecordMoves));
    model.done(format!(
        "played the engine's move · {forward} plays the next, {record} records"
    ));
}

/// Plays the first move of an operation's line, the others to step to.
pub(crate) fn step_through_line(model: &mut Model, name: &'static str) {
    let record = model.record();
    let Some(start) = record.position().cloned() else {
        return;
    };
    let line = line_of(&record, name);
    let (forward, stop) = (model.key(Id::StepForward), model.key(Id::StopPlaying));
    let back = model.other_key(Id::TakeBack, Context::Play);
    let mut play = Play::new(start);
    (play.line, play.source) = (line, Some(name));
    begin(model, play);
    go(model, 1);
    model.done(format!(
        "{name}: {forward} and {back} step through it · {stop} ends"
    ));
}

/// Returns the legal moves of a line, up to the first that is none.
fn line_of(record: &Record<'_>, name: &str) -> Vec<Move> {
    let Some(mut position) = record.position().cloned() else {
        return Vec::new();
    };
    let is_next = |played: &Move| {
        let after = position.clone().play(*played);
        after.map(|after| position = after).is_ok()
    };
    record.moves(name).take_while(is_next).collect()
}

/// Returns why there is no next move.
pub(crate) fn no_next(model: &Model) -> Option<String> {
    let Some(play) = model.play() else {
        return not_playing(model);
    };
    (play.at >= play.line.len()).then(|| "no next move".into())
}

/// Deletes the last character typed, or takes the last move back; it can be played again.
pub fn back(model: &mut Model) {
    let Some(play) = &mut model.document.view.play else {
        return;
    };
    match play.typed.pop() {
        Some(_) => {}
        None if play.at == 0 => model.refused("no move played yet"),
        None => go(model, -1),
    }
}

/// Goes to a later move of the line, or to an earlier one.
pub(crate) fn go(model: &mut Model, by: isize) {
    let view = &mut model.document.view;
    view.held = None;
    if let Some(play) = &mut view.play {
        play.typed.clear();
        play.go_to(play.at.saturating_add_signed(by));
        view.cursor = play.last().map_or(view.cursor, |(_, to)| to);
    }
}

/// Takes up the piece under the cursor, or plays the one held to it; a typed move comes first.
pub(crate) fn pick_up_or_play(model: &mut Model) {
    let at = model.document.view.cursor;
    match model.document.view.held {
        Some(held) => play_to(model, held.from, at),
        None => pick_up(model, at, false),
    }
}

/// Takes up a piece of the side to move.
pub(crate) fn pick_up(model: &mut Model, at: Square, by_mouse: bool) {
    let Some(play) = model.play() else {
        return;
    };
    let position = &play.position;
    let side = position.turn().fold_wb("White", "Black");
    let is_last = play.last().is_some_and(|(_, to)| to == at);
    let Some(piece) = position.board().piece_at(at) else {
        return model.refused(format!("{at} is empty · {side} to move"));
    };
    let name = named(piece);
    if piece.color != position.turn() {
        // Enter behind a move that was played as soon as it could be no other: what is said of it stays.
        let last = play.in_words().into_iter().take(play.at).next_back();
        match last.filter(|_| is_last && !by_mouse) {
            Some((played, _)) => say_played(model, &played),
            None => model.refused(format!("{side} to move: can't move the {name} on {at}")),
        }
    } else if play.targets(at).is_empty() {
        model.refused(format!("the {name} on {at} has no legal move"));
    } else {
        model.document.view.held = Some(Held {
            from: at,
            piece,
            by_mouse,
        });
    }
}

/// Plays the move between two squares.
pub(crate) fn play_to(model: &mut Model, from: Square, to: Square) {
    if let Some(state) = model.play() {
        let position = state.position.clone();
        move_to(model, &position, (from, to), play)
    }
}

/// Lets the piece held go on a square, and does something with the move that this is; where a pawn promotes, asks to
/// what.
pub(crate) fn move_to(
    model: &mut Model,
    position: &Chess,
    (from, to): (Square, Square),
    does: impl Fn(&mut Model, Move) + Clone + 'static,
) {
    model.document.view.held = None;
    if from == to {
        return model.done("put back");
    }
    match between(position, from, to).as_slice() {
        [] => model.refused(format!("{from} to {to} is not legal here")),
        [only] => does(model, *only),
        several => ask_promotion(model, several, does),
    }
}

/// Plays a legal move.
pub(crate) fn play(model: &mut Model, played: Move) {
    let view = &mut model.document.view;
    let Some(play) = &mut view.play else {
        return;
    };
    if !play.position.is_legal(played) {
        return;
    }
    let text = san(&play.position, played);
    play.typed.clear();
    play.play(played);
    view.held = None;
    view.cursor = play.last().map_or(view.cursor, |(_, to)| to);
    let ending = match (play.position.is_checkmate(), play.position.is_stalemate()) {
        (true, _) => ": checkmate",
        (_, true) => ": stalemate",
        _ => "",
    };
    say_played(model, &format!("{text}{ending}"));
}

/// Says what was played, and what can be done with it.
fn say_played(model: &mut Model, played: &str) {
    let (back, record) = (model.key(Id::TakeBack), model.key(Id::RecordMoves));
    model.done(format!("{played} · {back} takes back · {record} records"));
}

//! Play, the mode of the board in which moves are played by cursor or mouse, or typed in SAN or UCI. They do
//! not change the record's position, but can be recorded in its operations or as a new record.

use crate::editor::command::{self, Call, Context, Id};
use crate::editor::doc::change::{around, done_with_undo, edit_line};
use crate::editor::doc::draft;
use crate::editor::key::{Key, KeyCode};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::{ask_promotion, named, no_board};
use crate::editor::state::view::{HeldPiece, Pane, Play};
use crate::editor::widgets::glyph;
use crate::epd::moves::{self, Fault, between, san};
use crate::epd::opcode::{self, Shape};
use crate::epd::{Record, edit};
use bstr::ByteSlice;
use shakmaty::{Chess, Move, Position, Role, Square};

pub(crate) fn no_position(model: &Model) -> Option<String> {
    no_board(model).or_else(|| {
        let is_illegal = model.record().position().is_none();
        model.when(
            is_illegal,
            "the position is illegal · {next-problem} shows why",
        )
    })
}

pub(crate) fn nothing_played(model: &Model) -> Option<String> {
    let is_none = model
        .play()
        .is_some_and(|play| play.played().is_empty() && play.typed.is_empty());
    not_playing(model).or_else(|| model.when(is_none, "no move played yet"))
}

pub(crate) fn not_playing(model: &Model) -> Option<String> {
    let reason = "only while the board plays moves · {play} switches to that";
    model.when(model.play().is_none(), reason)
}

/// Switches to Play, and resumes moves left in this position.
pub fn start(model: &mut Model) {
    model.board.sets_up = false;
    if resume(model) {
        model.document.view.focus = Pane::Board;
        model.document.view.on_board = Some(model.document.selected);
        model.done("play: move by cursor, mouse or typing · {set-up} sets up the position");
    }
}

/// Switches to Set up; moves that are not recorded are kept.
pub fn set_up(model: &mut Model) {
    let moves = leave_moves(model);
    model.board.sets_up = true;
    let play = model.key(Id::Play);
    let kept = moves.map_or_else(String::new, |moves| {
        format!(" · {moves} kept, not recorded")
    });
    model.done(format!(
        "set up: keys and mouse place pieces · {play} plays moves{kept}"
    ));
}

/// Starts Play in the record's position, with moves left there earlier ahead. Returns false if that is illegal.
fn resume(model: &mut Model) -> bool {
    let Some(start) = model.record().position().cloned() else {
        return false;
    };
    let left = &mut model.document.view.left_lines;
    let at = left.iter().rposition(|play| play.start == start);
    let mut play = at.map_or_else(|| Play::new(start), |at| left.remove(at));
    play.go_to(0);
    begin(model, play);
    true
}

/// Sets the mode of a newly focused board: Play, unless Set up was chosen or the position is illegal. A board
/// whose position becomes legal while it is set up stays in that mode.
pub(crate) fn follow_focus(model: &mut Model) {
    let view = &model.document.view;
    let here = (view.focus == Pane::Board).then_some(model.document.selected);
    if here == view.on_board {
        return;
    }
    model.document.view.on_board = here;
    match here {
        Some(_) if !model.board.sets_up && model.play().is_none() => {
            resume(model);
        }
        Some(_) => {}
        None => {
            let play = &mut model.document.view.play;
            let _ = play.take_if(|play| play.line.is_empty());
        }
    }
}

/// Starts Play with moves of the selected record, and keeps unrecorded moves played before.
fn begin(model: &mut Model, mut play: Play) {
    leave_moves(model);
    model.board.brush = None;
    play.selected = model.document.selected;
    model.document.view.play = Some(play);
}

/// Ends Play, keeps moves that are not recorded, and returns these in words.
fn leave_moves(model: &mut Model) -> Option<String> {
    let view = &mut model.document.view;
    view.held = None;
    let mut play = view.play.take().filter(Play::is_unrecorded)?;
    play.typed.clear();
    play.refused.clear();
    let moves = play.in_brief();
    let left = &mut view.left_lines;
    left.retain(|other| other.start != play.start);
    left.push(play);
    Some(moves)
}

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

/// Handles Esc: clears the typed text, else takes back all moves, else drops the piece. Returns false without any.
pub(crate) fn close(model: &mut Model) -> bool {
    let Some(play) = model.document.view.playing() else {
        return false;
    };
    if !play.typed.is_empty() {
        play.typed.clear();
        play.refused.clear();
    } else if play.at > 0 {
        play.go_to(0);
        if model.document.view.held.take().is_none() {
            model.done("back at the record's position · {step-forward} plays the moves again");
        }
    } else if model.document.view.held.take().is_some() {
        model.done("put back");
    } else {
        return false;
    }
    true
}

pub(crate) fn settle(model: &mut Model) {
    let stays = model.play().is_none_or(|play| {
        play.selected == model.document.selected && model.record().position() == Some(&play.start)
    });
    if !stays {
        if let Some(moves) = leave_moves(model)
            && model.status.is_none()
        {
            model.done(format!(
                "{moves} kept, not recorded: go back there to play on"
            ));
        }
        // Another record, or another position of this one.
        model.document.view.on_board = None;
    }
    follow_focus(model);
    super::position::look_up(model);
}

/// Steps through the pv or the sv; if the record has both, opens a menu.
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

fn lines(record: &Record<'_>) -> Vec<&'static str> {
    let has_moves = |name: &&str| !line_of(record, name).is_empty();
    ["pv", "sv"].into_iter().filter(has_moves).collect()
}

pub(crate) fn no_line(model: &Model) -> Option<String> {
    no_position(model).or_else(|| {
        let none = lines(&model.record()).is_empty();
        model.when(none, "the record has no pv or sv with a legal move")
    })
}

/// Plays the first move of a line from the shown position; the others are ahead.
pub(crate) fn play_line(model: &mut Model, position: &Chess, line: &[Move]) {
    if model.play().is_none() {
        start(model);
    }
    let Some(play) = model.document.view.play.as_mut() else {
        return;
    };
    if play.position != *position {
        return model.refused("the board now shows another position");
    }
    model.document.view.focus = Pane::Board;
    let at = play.at;
    line.iter().for_each(|played| play.play(*played));
    play.go_to(at + 1);
    model.done("played the engine's move · {step-forward} plays the next, {record-moves} records");
}

/// Plays the first move of an operation's line; the others are ahead.
pub(crate) fn step_through_line(model: &mut Model, name: &'static str) {
    let record = model.record();
    let Some(start) = record.position().cloned() else {
        return;
    };
    let line = line_of(&record, name);
    let (forward, close) = (model.key(Id::StepForward), model.key(Id::Close));
    let back = model.other_key(Id::TakeBack, Context::Play);
    let mut play = Play::new(start);
    (play.line, play.source) = (line, Some(name));
    begin(model, play);
    let view = &mut model.document.view;
    (view.focus, view.on_board) = (Pane::Board, Some(model.document.selected));
    go(model, 1);
    model.done(format!(
        "{name}: {forward} and {back} step through it · {close} goes back"
    ));
}

/// Returns the moves of a line up to the first illegal one.
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

pub(crate) fn no_next(model: &Model) -> Option<String> {
    let at_end = |play: &Play| play.at >= play.line.len();
    not_playing(model).or_else(|| model.when(model.play().is_some_and(at_end), "no next move"))
}

/// Deletes the last character typed, or takes the last move back; it can be played again.
pub fn back(model: &mut Model) {
    let Some(play) = &mut model.document.view.play else {
        return;
    };
    play.refused.clear();
    match play.typed.pop() {
        Some(_) => {}
        None if play.at == 0 => model.refused("no move played yet"),
        None => go(model, -1),
    }
}

pub(crate) fn go(model: &mut Model, by: isize) {
    let view = &mut model.document.view;
    view.held = None;
    if let Some(play) = &mut view.play {
        play.typed.clear();
        play.refused.clear();
        play.go_to(play.at.saturating_add_signed(by));
        view.cursor = play.last().map_or(view.cursor, |(_, to)| to);
    }
}

pub(crate) fn pick_up_or_play(model: &mut Model) {
    let at = model.document.view.cursor;
    match model.document.view.held {
        Some(held) => play_to(model, held.from, at),
        None => pick_up(model, at, false),
    }
}

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
        // Enter after a move that was played as soon as it was unambiguous: its message stays.
        let last = play.in_words().into_iter().take(play.at).next_back();
        match last.filter(|_| is_last && !by_mouse) {
            Some((played, _)) => say_played(model, &played),
            None => model.refused(format!("{side} to move: can't move the {name} on {at}")),
        }
    } else if play.targets(at).is_empty() {
        model.refused(format!("the {name} on {at} has no legal move"));
    } else {
        model.document.view.held = Some(HeldPiece {
            from: at,
            piece,
            by_mouse,
        });
    }
}

pub(crate) fn play_to(model: &mut Model, from: Square, to: Square) {
    if let Some(state) = model.play() {
        let position = state.position.clone();
        move_to(model, &position, (from, to), play);
        if from != to && between(&position, from, to).is_empty() {
            let set_up = model.key(Id::SetUp);
            model.refused(format!(
                "{from} to {to} is not legal here · {set_up} sets up the position"
            ));
        }
    }
}

/// Drops the held piece on a square, and runs `does` with the move; asks for the piece of a promotion.
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
    play.refused.clear();
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

fn say_played(model: &mut Model, played: &str) {
    let (back, record) = (model.key(Id::TakeBack), model.key(Id::RecordMoves));
    model.done(format!("{played} · {back} takes back, {record} records"));
}

const NAMED: usize = 4;

/// Types one more character of a move, and plays the move as soon as it is unambiguous.
pub fn character(model: &mut Model, key: Option<Key>) {
    let Some(KeyCode::Char(c)) = key.map(|key| key.code) else {
        return model.refused("type a move: Nf3, e2e4, O-O");
    };
    let Some(state) = model.play() else {
        return;
    };
    // No move begins with the keys that resize the pane.
    if matches!(c, '+' | '-') && state.typed.is_empty() && state.played().is_empty() {
        let id = if c == '+' {
            Id::LargerPane
        } else {
            Id::SmallerPane
        };
        return command::run(model, &Call::of(id));
    }
    // The sign of check or mate after a move that is played already.
    if matches!(c, '+' | '#') && state.typed.is_empty() && !state.played().is_empty() {
        return;
    }
    let (position, before) = (state.position.clone(), state.typed.clone());
    let refused = state.refused.clone();
    model.document.view.held = None;
    let typed = format!("{before}{c}");
    let fitting = moves::begun(&position, &typed);
    let left = match moves::read(&position, typed.as_bytes()).result {
        _ if lacks_piece(&position, &fitting, &typed) => {
            ask_promotion(model, &fitting, play);
            typed
        }
        Ok(played) if fitting.iter().all(|other| *other == played) => return play(model, played),
        Ok(_) => {
            let longer = fitting.iter().map(|&other| san(&position, other));
            let longer = some_of(longer.filter(|other| *other != typed).collect());
            let enter = model.other_key(Id::PlaySquare, Context::Play);
            model.done(format!(
                "{typed}? {enter} plays it · typing goes on to {longer}"
            ));
            typed
        }
        Err(Fault::Ambiguous(several)) => distinguish(model, &position, &typed, &several),
        Err(_) if fitting.is_empty() => {
            let why = why_none(&position, &before, c, &model.key(Id::SetUp));
            let refused = format!("{refused}{c}");
            model.refused(format!("no legal move begins with {before}{refused}{why}"));
            if let Some(state) = &mut model.document.view.play {
                state.refused = refused;
            }
            return;
        }
        Err(_) => typed,
    };
    leave_typed(model, left);
}

fn leave_typed(model: &mut Model, typed: String) {
    if let Some(state) = &mut model.document.view.play {
        (state.typed, state.refused) = (typed, String::new());
    }
}

/// Asks for the characters that distinguish the moves matching the text; returns their common beginning.
fn distinguish(model: &mut Model, position: &Chess, typed: &str, several: &[Move]) -> String {
    let all: Vec<String> = several.iter().map(|&m| san(position, m)).collect();
    let mut shared = all.first().cloned().unwrap_or_default();
    while !all.iter().all(|text| text.starts_with(&shared)) {
        shared.pop();
    }
    let next = |text: &String| Some(String::from(text.get(shared.len()..)?.chars().next()?));
    let next: Vec<String> = all.iter().filter_map(next).collect();
    model.refused(format!(
        "{typed} may be {} · type {}",
        all.join(" or "),
        next.join(" or ")
    ));
    shared
}

/// Returns whether a text is a promotion without its piece.
fn lacks_piece(position: &Chess, fitting: &[Move], typed: &str) -> bool {
    let mut ways = fitting.iter().map(|m| (m.is_promotion(), m.from(), m.to()));
    let first = ways.next().filter(|(is_promotion, ..)| *is_promotion);
    let is_one = first.is_some_and(|first| ways.all(|way| way == first));
    let bare = |text: &String| text.trim_end_matches(|c: char| "=QRBNqrbn".contains(c)) == typed;
    let is_bare = |&m: &Move| moves::spellings(position, m).iter().any(bare);
    is_one && fitting.iter().any(is_bare)
}

fn why_none(position: &Chess, before: &str, c: char, set_up: &str) -> String {
    let side = position.turn().fold_wb("White", "Black");
    if before.is_empty() {
        let role = Role::from_char(c).filter(|_| c.is_ascii_uppercase());
        return match role.map(|role| (role, position.our(role).any())) {
            Some((role, false)) => {
                let name = format!("{role:?}").to_lowercase();
                format!(" · {side} has no {name}")
            }
            Some((role, true)) => format!(" · no {} can move", named(role.of(position.turn()))),
            None if matches!(c, 'O' | '0') => format!(" · {side} can't castle here"),
            None if "pnbrqkP".contains(c) => format!(" · {set_up} sets up pieces"),
            None if position.is_check() => format!(" · {side} is in check"),
            None => String::new(),
        };
    }
    let moves = moves::begun(position, before).into_iter();
    let moves: Vec<String> = moves.map(|m| san(position, m)).collect();
    match moves.is_empty() {
        true => String::new(),
        false => format!(" · legal: {}", some_of(moves)),
    }
}

fn some_of(mut moves: Vec<String>) -> String {
    let more = if moves.len() > NAMED { " …" } else { "" };
    moves.truncate(NAMED);
    moves.join(", ") + more
}

pub(crate) fn enter_move(model: &mut Model, text: String) {
    leave_typed(model, text);
    enter(model);
}

/// Plays the typed move, or, without a text, takes or plays the piece at the cursor.
pub fn enter(model: &mut Model) {
    let Some(state) = model.play() else {
        return;
    };
    let (position, typed) = (state.position.clone(), state.typed.clone());
    if typed.is_empty() {
        return pick_up_or_play(model);
    }
    match moves::read(&position, typed.as_bytes()).result {
        Ok(played) => play(model, played),
        Err(Fault::Ambiguous(several)) => {
            let left = distinguish(model, &position, &typed, &several);
            leave_typed(model, left)
        }
        Err(Fault::Illegal) => model.refused(format!("{typed} is not legal here")),
        Err(Fault::Unreadable) => model.refused(format!("{typed} is not a whole move yet")),
    }
}

/// The opcodes of moves, each with its key and its meaning. The lines pv and sv have keys other than their first
/// letters, which are taken.
const PLACES: [(char, &str, &str); 6] = [
    ('b', "bm", "best move"),
    ('a', "am", "move to avoid"),
    ('p', "pm", "predicted move"),
    ('s', "sm", "supplied move"),
    ('v', "pv", "predicted variation"),
    ('l', "sv", "supplied variation"),
];

/// Opens the menu for the played moves; its rows name what each would replace.
pub fn open_record(model: &mut Model) {
    let Some(play) = model.play() else {
        return;
    };
    let typed = glyph::safe(play.typed.as_bytes());
    if !typed.is_empty() {
        let clear = model.key(Id::Close);
        return model.refused(format!(
            "`{typed}` is not a whole move yet · type the rest, or {clear} clears it"
        ));
    }
    let Some(&played) = play.played().first() else {
        return model.refused("no move played yet");
    };
    let line = moves::line(&play.start, play.played(), san);
    let first = san(&play.start, played);
    let record = model.record();
    let mut items = Vec::new();
    for (key, opcode, what) in PLACES {
        let shape = opcode::find(opcode.as_bytes()).map(|info| info.shape);
        let is_line = shape == Some(Shape::Line);
        let new = if is_line { line.clone() } else { first.clone() };
        let operation = record.operation(opcode);
        let existing = operation.map_or_else(String::new, |is| record.operands_text(is));
        let replaces = !existing.is_empty() && existing != new;
        let mut label = format!("{opcode}: {what}");
        let mut detail = new.clone();
        if replaces {
            label += ", replace";
            detail += &format!("   (replaces {existing})");
        }
        let only =
            move |model: &mut Model| put_moves(model, opcode, new.clone().into_bytes(), &new);
        // The capital of this key adds the move if it has a row, so it must never replace.
        items.push(MenuItem {
            cased: replaces,
            ..MenuItem::new(Some(key), label, detail, only)
        });
        if replaces && shape == Some(Shape::Moves) {
            let label = format!("{opcode}+: {what}, add");
            let span = operation.map(|is| record.operands_span(is));
            let existing = span.unwrap_or_default().of(record.line());
            let (both, detail) = match record.moves(opcode).any(|other| other == played) {
                true => (existing.to_vec(), format!("{first} is there already")),
                false => {
                    let both = draft::with_move(existing.fields().collect(), first.as_bytes());
                    let both = both.join(&b' ');
                    (both.clone(), String::from_utf8_lossy(&both).into_owned())
                }
            };
            let first = first.clone();
            let add = move |model: &mut Model| put_moves(model, opcode, both.clone(), &first);
            let key = key.to_ascii_uppercase();
            items.push(MenuItem::new(Some(key), label, detail, add));
        }
    }
    let label = "new record of the final position";
    items.push(MenuItem::new(Some('n'), label, line, new_record));
    overlay::open(model, Menu::new("Record the moves", items))
}

fn put_moves(model: &mut Model, opcode: &str, operands: Vec<u8>, text: &str) {
    let line = model.line();
    let record = model.read(&line);
    let existing = record.operation(opcode);
    if existing.is_some_and(|is| *record.operands_span(is).of(&line) == *operands) {
        return model.done(format!("{opcode} already has {text}"));
    }
    let new = edit::set_each(&record, [(opcode, operands.as_slice())]);
    let revision = model.document.suite.revision();
    edit_line(model, new, format!("recorded {opcode} {text}"));
    if model.document.suite.revision() != revision
        && let Some(play) = &mut model.document.view.play
    {
        play.recorded = true;
        // The board still shows the moves, so the status names the key that leads back to the record's position.
        let close = model.key(Id::Close);
        if let Some(status) = &mut model.status {
            status.text.push_str(&format!(" · {close} goes back"));
        }
    }
}

/// Inserts a record of the final position below the selected one, and continues Play from it.
fn new_record(model: &mut Model) {
    let Some(play) = model.document.view.play.clone() else {
        return;
    };
    let line = model.line();
    let Some(new) = edit::after_moves(&model.read(&line), play.played()) else {
        return;
    };
    let at = model.document.selected + 1;
    let line = moves::line(&play.start, play.played(), san);
    let message = format!("new record after {line}");
    let label = message.clone();
    around(model, at..at, at..at + 1, |model| {
        model.document.suite.insert_lines(at, &[new], label);
    });
    model.select(at);
    draft::refresh(model);
    model.document.view.play = None;
    resume(model);
    done_with_undo(model, &message);
}

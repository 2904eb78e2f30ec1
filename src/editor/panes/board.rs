//! The board, on which a position is edited by keys and by mouse.

pub mod commands;
pub(crate) mod draw;
pub(crate) mod fields;
pub mod play;
pub(crate) mod position;

use crate::editor::command::{Call, Id};
use crate::editor::doc::change::{done_with_undo, left_unchanged, replace_line};
use crate::editor::key::{Button, KeyCode};
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::play::{pick_up, play_to};
use crate::editor::state::view::HeldPiece;
use crate::epd::edit::{self, Map, PositionEdit, RespellResult};
use crate::epd::moves::between;
use crate::epd::{LineKind, Record};
use shakmaty::{Board, Color, File, Move, Piece, Position, Rank, Role, Square};

pub(crate) fn no_record(model: &Model) -> Option<String> {
    let empty = "the file is empty · {new-record} in the suite list adds a record";
    let is_empty = model.document.suite.line_count() == 0;
    let reason = model.when(is_empty, empty).or_else(|| model.hides_all());
    reason.or_else(|| {
        let reason = match model.record().kind() {
            LineKind::Record => return None,
            LineKind::Comment => "a comment line has no position",
            LineKind::Blank => {
                "a blank line has no position · {new-record} in the suite list adds a record"
            }
        };
        model.when(true, reason)
    })
}

pub(crate) fn no_board(model: &Model) -> Option<String> {
    no_record(model).or_else(|| {
        let reason = "can't read the placement · {edit-line} edits the line, {clear-board} starts from an empty board";
        model.when(model.record().board().is_none(), reason)
    })
}

/// Places pieces on squares, or removes them; the castling rights of removed kings and rooks are removed, too.
fn change(model: &mut Model, message: String, squares: &[(Square, Option<Piece>)]) {
    let mut board = board(model).unwrap_or_else(Board::empty);
    for &(square, piece) in squares {
        match piece {
            Some(piece) => board.set_piece_at(square, piece),
            None => board.discard_piece_at(square),
        }
    }
    set(model, message, Some(&Some), |edit| edit.board = Some(board))
}

/// Sets fields of the selected record; see [`PositionEdit::make`]. A new board releases the held piece.
fn set(
    model: &mut Model,
    message: impl Into<String>,
    map: Option<Map<'_>>,
    fill: impl FnOnce(&mut PositionEdit),
) {
    let mut edit = PositionEdit::default();
    fill(&mut edit);
    if edit.board.is_some() {
        model.document.view.held = None;
    }
    let line = model.line();
    let before = Record::read(&line, &model.document.read_options());
    match edit.make(&before, map, model.document.view.last_legal.as_deref()) {
        Ok(made) => put(model, made, &message.into()),
        Err(refusal) => model.refused(left_unchanged(model, &refusal)),
    }
}

/// Replaces the selected line, and reports the changes of moves and castling rights.
fn put(model: &mut Model, (new, after): (Vec<u8>, RespellResult), message: &str) {
    let notes = after.in_words(&model.key(Id::RemoveImpossible));
    model.document.view.last_legal = after.meant;
    replace_line(model, &new, message);
    if let Some(notes) = notes {
        done_with_undo(model, &format!("{message} · {notes}"));
    }
}

/// Replaces the selected line. If it has the same operations, byte for byte, their moves follow the position
/// as after a change on the board.
pub(crate) fn replace_position(model: &mut Model, line: &[u8], new: Vec<u8>, message: &str) {
    let before = Record::read(line, &model.document.read_options());
    let meant = model.document.view.last_legal.as_deref();
    let made = edit::follow_fields(&before, new, meant);
    put(model, made, message)
}

fn board(model: &Model) -> Option<Board> {
    model.record().board().cloned()
}

/// Returns the piece of the selected record on a square, or a hint about an empty one.
fn piece_at(model: &Model, at: Square) -> Result<Piece, String> {
    let piece = board(model).and_then(|board| board.piece_at(at));
    piece.ok_or_else(|| format!("{at} is empty · PNBRQK pnbrqk place a piece"))
}

pub fn step(model: &mut Model, right: i32, up: i32) {
    let sign = if model.board.flipped { -1 } else { 1 };
    let by = |at: u32, by: i32| at.saturating_add_signed(by * sign).min(7);
    let (file, rank) = model.document.view.cursor.coords();
    model.document.view.cursor = Square::from_coords(
        File::new(by(u32::from(file), right)),
        Rank::new(by(u32::from(rank), up)),
    );
}

/// Moves the cursor in the order of a FEN, from a8 to h1 at most. Returns true if it would have passed h1.
fn advance(model: &mut Model, by: i32) -> bool {
    // From the top, a8 is the first square.
    let cursor = &mut model.document.view.cursor;
    let at = u32::from(cursor.flip_vertical()).saturating_add_signed(by);
    *cursor = Square::new(at.min(63)).flip_vertical();
    at > 63
}

/// Moves the cursor past filled or skipped squares; after the last one, reports the key for the other fields.
fn go_on(model: &mut Model, by: i32) {
    let is_past = advance(model, by);
    let is_setting_up = model.document.view.setting_up == Some(model.document.place());
    model.document.view.filled = is_past && is_setting_up;
    if model.document.view.filled {
        let message = model.status.take();
        let message = message.map_or_else(String::new, |status| status.text + " · ");
        let key = model.key(Id::PickUp);
        model.done(format!(
            "{message}{key} goes on with side to move and castling rights"
        ));
    }
}

/// Places the piece of a command at the cursor, and moves on.
pub(crate) fn place(model: &mut Model, call: &Call) {
    let nth = call.id as usize - Id::PlaceWhitePawn as usize;
    let color = Color::from_white(nth < Role::ALL.len());
    if let Some(role) = Role::ALL.into_iter().cycle().nth(nth) {
        put_at(model, model.document.view.cursor, role.of(color));
        go_on(model, 1);
    }
}

/// Skips as many squares as the digit of the key says, 1 without one.
pub fn skip(model: &mut Model, call: &Call) {
    let digit = match call.key.map(|key| key.code) {
        Some(KeyCode::Char(c)) => c.to_digit(10),
        _ => call.number(0),
    };
    let by = digit.and_then(|digit| i32::try_from(digit).ok());
    go_on(model, by.unwrap_or(1));
}

pub(crate) fn goes_on_setting_up(model: &Model, id: Id) -> bool {
    match id {
        Id::PickUp => fields::fields_follow(model),
        id => id == Id::ClearBoard || (Id::Left..=Id::Side).contains(&id),
    }
}

fn fills_squares(id: Id) -> bool {
    (Id::PlaceWhitePawn..=Id::Skip).contains(&id)
}

/// Moves the cursor to the a-file of the rank below, unless typing has just filled a rank and moved it there.
pub(crate) fn next_rank(model: &mut Model) {
    let (file, rank) = model.document.view.cursor.coords();
    let is_there = file == File::A && model.last_command.is_some_and(fills_squares);
    if !is_there {
        let below = rank.offset(-1).unwrap_or(rank);
        model.document.view.cursor = Square::from_coords(File::A, below);
    }
}

pub(crate) fn erase_back(model: &mut Model) {
    let _ = advance(model, -1);
    remove_from(model, model.document.view.cursor)
}

pub(crate) fn remove_from(model: &mut Model, at: Square) {
    model.document.view.held = None;
    let Ok(piece) = piece_at(model, at) else {
        return model.done(format!("{at} is empty"));
    };
    let message = format!("removed {} from {at}", named(piece));
    change(model, message, &[(at, None)])
}

pub(crate) fn pick_up_or_drop(model: &mut Model) {
    if fields::fields_follow(model) {
        return fields::ask_fields(model);
    }
    let from = model.document.view.cursor;
    if model.document.view.held.is_some() {
        return drop_at(model, from);
    }
    let piece = match piece_at(model, from) {
        Ok(piece) => piece,
        Err(reason) => return model.refused(reason),
    };
    model.document.view.held = Some(HeldPiece {
        from,
        piece,
        by_mouse: false,
    });
    let (drop, cancel) = (model.key(Id::PickUp), model.key(Id::Close));
    let piece = named(piece);
    model.done(format!(
        "holding {piece} · {drop} drops it, {cancel} cancels"
    ));
}

/// Drops the held piece on a square, where it replaces any other.
pub(crate) fn drop_at(model: &mut Model, to: Square) {
    let Some(HeldPiece { from, piece, .. }) = model.document.view.held.take() else {
        return;
    };
    if from == to {
        return model.done("put back");
    }
    let mut message = format!("moved {} from {from} to {to}", named(piece));
    if let Ok(taken) = piece_at(model, to) {
        message.push_str(&format!(", replacing {}", named(taken)));
    }
    change(model, message, &[(from, None), (to, Some(piece))])
}

pub(crate) fn change_side(model: &mut Model) {
    let side = model.record().side().map_or(Color::White, |side| !side);
    let message = side.fold_wb("White to move", "Black to move");
    set(model, message, None, |edit| edit.side = Some(side))
}

/// Removes all pieces, and moves the cursor to a8, where typing a position begins.
pub fn empty(model: &mut Model) {
    model.document.view.cursor = Square::A8;
    // The position typed next is one undo step with this, and with nothing before.
    let document = &mut model.document;
    document.suite.finish_group();
    document.view.setting_up = Some(document.place());
    set_up(model, "cleared the board", Board::empty(), "-", None)
}

/// Sets up a board without an en-passant square.
fn set_up(model: &mut Model, message: &str, board: Board, castling: &str, side: Option<Color>) {
    set(model, message, None, |edit| {
        (edit.board, edit.side) = (Some(board), side);
        (edit.castling, edit.en_passant) = (Some(castling.into()), Some(None));
    })
}

pub(crate) fn swap_colour(model: &mut Model) {
    let at = model.document.view.cursor;
    match piece_at(model, at) {
        Ok(piece) => {
            let other = piece.role.of(!piece.color);
            let message = format!("changed {} on {at} to {}", named(piece), named(other));
            change(model, message, &[(at, Some(other))])
        }
        Err(reason) => model.refused(reason),
    }
}

pub(crate) fn put_at(model: &mut Model, at: Square, piece: Piece) {
    model.document.view.cursor = at;
    let message = format!("placed {} on {at}", named(piece));
    change(model, message, &[(at, Some(piece))])
}

/// Opens a menu of promotions, and runs `does` with the chosen move.
pub(crate) fn ask_promotion(
    model: &mut Model,
    promotions: &[Move],
    does: impl Fn(&mut Model, Move) + Clone + 'static,
) {
    let item = |&played: &Move| {
        let role = played.promotion()?;
        let color = Color::from_white(played.to().rank() == Rank::Eighth);
        let name = named(role.of(color));
        let does = does.clone();
        Some(MenuItem::new(Some(role.char()), name, "", move |model| {
            does(model, played)
        }))
    };
    let items = promotions.iter().filter_map(item).collect();
    overlay::open(model, Menu::new("Promote to", items))
}

/// Returns a piece in words: `white queen`.
pub fn named(piece: Piece) -> String {
    format!("{} {:?}", piece.color, piece.role).to_lowercase()
}

fn piece_on(model: &Model, at: Square) -> bool {
    let played = model.play().map(|play| play.position.board());
    played.is_some_and(|board| board.piece_at(at).is_some())
}

/// Handles a press: picks up the piece at the mouse, or plays or places the piece in hand.
pub(crate) fn press(model: &mut Model, at: &Spot) {
    play::follow_focus(model);
    let is_playing = model.play().is_some();
    let palette = at.layout.palette;
    if let Some(piece) = palette.and_then(|palette| palette.piece_at(at.column, at.row)) {
        return match is_playing {
            true => model.refused("pieces are placed in a position that is set up: {set-up}"),
            false => take_from_palette(model, piece),
        };
    }
    let Some(square) = at.square() else {
        return;
    };
    let view = &mut model.document.view;
    view.cursor = square;
    if is_playing {
        return match view.held.filter(|held| held.from != square) {
            Some(held) => play_to(model, held.from, square),
            None if piece_on(model, square) => pick_up(model, square, true),
            None => {}
        };
    }
    if let Some(piece) = model.board.brush {
        return put_unless_refused(model, square, piece);
    }
    let piece = piece_at(model, square).ok();
    model.document.view.held = piece
        .filter(|_| !model.is_read_only())
        .map(|piece| HeldPiece {
            from: square,
            piece,
            by_mouse: true,
        });
}

pub(crate) fn drag(model: &mut Model, at: &Spot) {
    let is_held = model.document.view.held.is_some_and(|held| held.by_mouse);
    if let Some(square) = at.square()
        && (is_held || pressed_palette(model, at).is_some())
    {
        model.document.view.cursor = square;
    }
}

fn pressed_palette(model: &Model, at: &Spot) -> Option<Piece> {
    let (column, row, _) = model.pressed?;
    model.board.brush?;
    at.layout.palette?.piece_at(column, row)
}

/// Plays or drops a dragged piece; outside the board, removes it from a position being set up.
pub(crate) fn release(model: &mut Model, at: &Spot) {
    if model.play().is_some() {
        if let Some((from, to)) = dropped(model, at) {
            play_to(model, from, to);
        }
        return;
    }
    // A piece dragged from the palette is placed once, and does not stay in hand.
    if let Some(piece) = pressed_palette(model, at)
        && let Some(square) = at.square()
    {
        model.pressed = None;
        model.board.brush = None;
        return put_unless_refused(model, square, piece);
    }
    let Some(held) = model.document.view.held.filter(|held| held.by_mouse) else {
        return;
    };
    match at.square() {
        Some(square) if square == held.from => model.document.view.held = None,
        Some(square) => {
            model.document.view.cursor = square;
            let record = model.record();
            let moves = record.position().map(|now| between(now, held.from, square));
            let is_move = moves.is_some_and(|moves| !moves.is_empty());
            drop_at(model, square);
            // A piece dragged by a legal move may have been meant to be played.
            let play = model.key(Id::Play);
            if let Some(status) = model.status.as_mut().filter(|_| is_move) {
                status.text.push_str(&format!(" · {play} plays moves"));
            }
        }
        None => remove_from(model, held.from),
    }
}

/// Returns the squares between which a piece was dragged. A piece that was only clicked stays in hand; one
/// dragged off the board is put back.
pub(crate) fn dropped(model: &mut Model, at: &Spot) -> Option<(Square, Square)> {
    let held = &mut model.document.view.held;
    let from = held.filter(|held| held.by_mouse)?.from;
    match at.square() {
        Some(to) if to != from => return Some((from, to)),
        Some(_) => held.iter_mut().for_each(|held| held.by_mouse = false),
        None => *held = None,
    }
    None
}

/// Takes a piece of the palette into the hand; taking the same one again puts it back.
fn take_from_palette(model: &mut Model, piece: Piece) {
    if refuses(model) {
        return;
    }
    if model.board.brush == Some(piece) {
        model.board.brush = None;
        return model.done("put the piece back");
    }
    model.board.brush = Some(piece);
    let (piece, close) = (named(piece), model.key(Id::Close));
    model.done(format!(
        "placing {piece}: click squares, right-click for the other colour · {close} ends"
    ));
}

/// Reports why the board can't be changed. Returns false if it can.
fn refuses(model: &mut Model) -> bool {
    let reason = model.why_read_only().or_else(|| no_board(model));
    reason.map(|reason| model.refused(reason)).is_some()
}

fn put_unless_refused(model: &mut Model, at: Square, piece: Piece) {
    if !refuses(model) {
        put_at(model, at, piece);
    }
}

/// Places the piece in hand in the other colour (right button), or empties the square (middle button).
pub(crate) fn other_button(model: &mut Model, at: Square, button: Button) {
    if model.play().is_some() {
        let reason = "only legal moves are played · {set-up} sets up the position";
        return model.refused(reason);
    }
    model.document.view.cursor = at;
    if refuses(model) {
        return;
    }
    match (button, model.board.brush) {
        (Button::Right, Some(piece)) => put_at(model, at, piece.role.of(!piece.color)),
        (Button::Right, None) => {
            let change = model.key(Id::ChangeColour);
            model.told(match piece_at(model, at) {
                Ok(_) => format!("{change} changes the colour of the piece on {at}"),
                Err(empty) => empty,
            });
        }
        _ => remove_from(model, at),
    }
}

/// Returns the command that steps through the played moves, or takes the next piece of the palette into the hand.
pub(crate) fn wheel(model: &mut Model, by: isize) -> Option<Id> {
    let (step, by) = match by > 0 {
        true => (Id::StepForward, 1),
        false => (Id::TakeBack, Role::ALL.len() - 1),
    };
    if let Some(play) = model.play() {
        return (!play.line.is_empty()).then_some(step);
    }
    model.status = None;
    let piece = model.board.brush?;
    let mut roles = Role::ALL.into_iter().cycle();
    let next = roles.nth(usize::from(piece.role) - 1 + by)?.of(piece.color);
    model.board.brush = Some(next);
    model.done(format!("placing {}: click squares", named(next)));
    None
}

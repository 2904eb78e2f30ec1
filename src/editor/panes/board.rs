//! Editing the position: the cursor, pieces, side to move; castling and en passant in their menus.

pub mod commands;
pub(crate) mod draw;
pub mod facts;
pub(crate) mod mouse;
pub(crate) mod paste;
pub mod pieces;
pub mod play;
pub(crate) mod rest;
pub(crate) mod rights;
pub(crate) mod whole;

use crate::editor::command::{Call, Id};
use crate::editor::doc::change::{left_unchanged, replace_line, said_with_undo};
use crate::editor::key::KeyCode;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::view::Held;
use crate::epd::edit::{self, Map, PositionEdit, Respelled};
use crate::epd::{LineKind, Record};
use shakmaty::{Board, Color, File, Move, Piece, Rank, Square};

/// Returns why the selected line takes no position.
pub(crate) fn no_record(model: &Model) -> Option<String> {
    let adds = |why: &str| {
        let add = model.key(Id::NewRecord);
        Some(format!("{why} · {add} in the suite list adds a record"))
    };
    if model.document.suite.line_count() == 0 {
        return adds("the file is empty");
    }
    model.hides_all().or_else(|| match model.record().kind() {
        LineKind::Record => None,
        LineKind::Comment => Some("a comment line has no position".into()),
        LineKind::Blank => adds("a blank line has no position"),
    })
}

/// Returns why there is no board to edit.
pub(crate) fn no_board(model: &Model) -> Option<String> {
    no_record(model).or_else(|| {
        let (edit, clear) = (model.key(Id::EditLine), model.key(Id::ClearBoard));
        let why = "can't read the placement";
        let none = model.record().board().is_none();
        none.then(|| format!("{why} · {edit} edits the line, {clear} starts from an empty board"))
    })
}

/// Puts pieces on squares of the selected record, or takes them off; castling rights go with kings and rooks that
/// leave.
fn change(model: &mut Model, said: String, squares: &[(Square, Option<Piece>)]) {
    let mut board = board(model).unwrap_or_else(Board::empty);
    for &(square, piece) in squares {
        match piece {
            Some(piece) => board.set_piece_at(square, piece),
            None => board.discard_piece_at(square),
        }
    }
    let fields = PositionEdit {
        board: Some(board),
        ..PositionEdit::default()
    };
    set(model, said, &fields, Some(&Some))
}

/// Sets fields of the selected record; see [`PositionEdit::make`]. Of another board nothing is in the hand.
fn set(model: &mut Model, said: String, edit: &PositionEdit, map: Option<Map<'_>>) {
    if edit.board.is_some() {
        model.document.view.held = None;
    }
    let line = model.line();
    let before = Record::read(&line, &model.document.read_options());
    match edit.make(&before, map, model.document.view.meant.as_deref()) {
        Ok(made) => put(model, made, &said),
        Err(refusal) => model.refused(left_unchanged(model, &refusal)),
    }
}

/// Puts a line in the place of the selected one, and says what became of moves and rights.
fn put(model: &mut Model, (new, after): (Vec<u8>, Respelled), said: &str) {
    let notes = after.in_words(&model.key(Id::RemoveImpossible));
    model.document.view.meant = after.meant;
    replace_line(model, &new, said);
    if let Some(notes) = notes {
        said_with_undo(model, &format!("{said} · {notes}"));
    }
}

/// Puts a line with perhaps another position in the place of the selected one. Where its
/// operations are the same, bytes for bytes, their moves follow the position as they do after a
/// change on the board.
pub(crate) fn replace_position(model: &mut Model, line: &[u8], new: Vec<u8>, said: &str) {
    let before = Record::read(line, &model.document.read_options());
    let meant = model.document.view.meant.as_deref();
    let made = edit::follow_fields(&before, new, meant);
    put(model, made, said)
}

fn board(model: &Model) -> Option<Board> {
    model.record().board().cloned()
}

/// Returns the piece of the selected record on a square, or what can be done with an empty one.
fn piece_at(model: &Model, at: Square) -> Result<Piece, String> {
    let piece = board(model).and_then(|board| board.piece_at(at));
    piece.ok_or_else(|| format!("{at} is empty · PNBRQK pnbrqk place a piece"))
}

/// Moves the cursor by columns to the right and rows up, as the board is drawn.
pub fn step(model: &mut Model, right: i32, up: i32) {
    let sign = if model.board.flipped { -1 } else { 1 };
    let by = |at: u32, by: i32| at.saturating_add_signed(by * sign).min(7);
    let (file, rank) = model.document.view.cursor.coords();
    model.document.view.cursor = Square::from_coords(
        File::new(by(u32::from(file), right)),
        Rank::new(by(u32::from(rank), up)),
    );
}

/// Goes on along the rank towards the h-file and then along the rank below, as the text of a FEN
/// does; back with `by` below 0. From a8 and h1 it goes no further; `true` where it would have gone past
/// h1.
fn advance(model: &mut Model, by: i32) -> bool {
    // From the top, a8 is the first square.
    let cursor = &mut model.document.view.cursor;
    let at = u32::from(cursor.flip_vertical()).saturating_add_signed(by);
    *cursor = Square::new(at.min(63)).flip_vertical();
    at > 63
}

/// Goes on by squares that were filled or skipped, and says how a position that is whole by that is
/// completed.
fn go_on(model: &mut Model, by: i32) {
    let is_past = advance(model, by);
    let is_setting_up = model.document.view.setting_up == Some(model.document.place());
    model.document.view.filled = is_past && is_setting_up;
    if model.document.view.filled {
        let said = model.status.take();
        let said = said.map_or_else(String::new, |status| status.text + " · ");
        let key = model.key(Id::PickUp);
        model.done(format!(
            "{said}{key} goes on with side to move and castling rights"
        ));
    }
}

/// Puts a piece on the cursor's square and goes on.
pub fn place(model: &mut Model, piece: Piece) {
    put_at(model, model.document.view.cursor, piece);
    go_on(model, 1);
}

/// Goes on by the digit of the key (1 without one).
pub fn skip(model: &mut Model, call: &Call) {
    let digit = match call.key.map(|key| key.code) {
        Some(KeyCode::Char(c)) => c.to_digit(10),
        _ => call.number(0),
    };
    let by = digit.and_then(|digit| i32::try_from(digit).ok());
    go_on(model, by.unwrap_or(1));
}

/// Returns whether a command goes on with a position that is typed on an empty board.
pub(crate) fn goes_on_setting_up(model: &Model, id: Id) -> bool {
    match id {
        Id::PickUp => rest::follows(model),
        id => id == Id::ClearBoard || (Id::Left..=Id::Side).contains(&id),
    }
}

/// Returns whether a command fills or skips squares, as the letters and digits of a FEN do.
fn fills_squares(id: Id) -> bool {
    (Id::PlaceWhitePawn..=Id::Skip).contains(&id)
}

/// Goes to the a-file of the rank below; from the first rank, stays. Where typing has just filled a
/// rank the cursor is there already.
pub(crate) fn next_rank(model: &mut Model) {
    let (file, rank) = model.document.view.cursor.coords();
    let is_there = file == File::A && model.last_command.is_some_and(fills_squares);
    if !is_there {
        let below = rank.offset(-1).unwrap_or(rank);
        model.document.view.cursor = Square::from_coords(File::A, below);
    }
}

/// Empties the cursor's square.
pub(crate) fn erase(model: &mut Model) {
    remove_from(model, model.document.view.cursor)
}

/// Goes back one square and empties it.
pub(crate) fn erase_back(model: &mut Model) {
    let _ = advance(model, -1);
    erase(model)
}

/// Takes the piece of a square off the board.
pub(crate) fn remove_from(model: &mut Model, at: Square) {
    model.document.view.held = None;
    match piece_at(model, at) {
        Ok(piece) => {
            let said = format!("removed {} from {at}", named(piece));
            change(model, said, &[(at, None)])
        }
        Err(_) => model.done(format!("{at} is empty")),
    }
}

/// Picks up the piece under the cursor, or drops the one held.
pub(crate) fn pick_up_or_drop(model: &mut Model) {
    if rest::follows(model) {
        return rest::ask(model);
    }
    let from = model.document.view.cursor;
    if model.document.view.held.is_some() {
        return drop_at(model, from);
    }
    let piece = match piece_at(model, from) {
        Ok(piece) => piece,
        Err(reason) => return model.refused(reason),
    };
    model.document.view.held = Some(Held {
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

/// Drops the piece held on a square; what stood there is gone.
pub(crate) fn drop_at(model: &mut Model, to: Square) {
    let Some(Held { from, piece, .. }) = model.document.view.held.take() else {
        return;
    };
    if from == to {
        return model.done("put back");
    }
    let mut said = format!("moved {} from {from} to {to}", named(piece));
    if let Ok(taken) = piece_at(model, to) {
        said.push_str(&format!(", replacing {}", named(taken)));
    }
    change(model, said, &[(from, None), (to, Some(piece))])
}

/// The other side to move.
pub(crate) fn change_side(model: &mut Model) {
    let side = model.record().side().map_or(Color::White, |side| !side);
    let said = side.fold_wb("White to move", "Black to move");
    let fields = PositionEdit {
        side: Some(side),
        ..PositionEdit::default()
    };
    set(model, said.into(), &fields, None)
}

/// Takes all pieces off; rights and en-passant square go with them. The cursor goes to a8, where
/// typing a position begins.
pub fn empty(model: &mut Model) {
    model.document.view.cursor = Square::A8;
    // What is typed now is one step with this, and with nothing before it.
    let document = &mut model.document;
    document.suite.finish_group();
    document.view.setting_up = Some(document.place());
    set_up(model, "cleared the board", &Board::empty(), "-", None)
}

/// Sets up the position every game begins with.
pub(crate) fn start_position(model: &mut Model) {
    set_up(
        model,
        "set up the starting position",
        &Board::new(),
        "KQkq",
        Some(Color::White),
    )
}

fn set_up(model: &mut Model, said: &str, board: &Board, castling: &str, side: Option<Color>) {
    let fields = PositionEdit {
        board: Some(board.clone()),
        side,
        castling: Some(castling.into()),
        en_passant: Some(None),
        ..PositionEdit::default()
    };
    set(model, said.into(), &fields, None)
}

/// Gives the piece under the cursor the other colour.
pub(crate) fn swap_colour(model: &mut Model) {
    let at = model.document.view.cursor;
    match piece_at(model, at) {
        Ok(piece) => {
            let other = piece.role.of(!piece.color);
            let said = format!("changed {} on {at} to {}", named(piece), named(other));
            change(model, said, &[(at, Some(other))])
        }
        Err(reason) => model.refused(reason),
    }
}

/// Puts a piece on a square; the cursor goes there and stays.
pub(crate) fn put_at(model: &mut Model, at: Square, piece: Piece) {
    model.document.view.cursor = at;
    let said = format!("placed {} on {at}", named(piece));
    change(model, said, &[(at, Some(piece))])
}

/// Asks to which piece a pawn promotes, and does something with that move.
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

//! The fields after the placement: menus of castling rights and of the en-passant square, prompts for the
//! clocks, and one for all of them, as in a FEN, after a position is typed square by square. Rights and
//! squares that the board has made impossible stay until a key removes them.

use crate::editor::doc::change::edit_line;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Menu, MenuItem, Prompt};
use crate::editor::panes::board::{board, fills_squares, no_board, set};
use crate::editor::widgets::glyph;
use crate::epd::castling::{Rules, allowed, is_castling, right, side_letter};
use crate::epd::edit::{Clock, PositionEdit, impossible_en_passant};
use crate::epd::position::en_passant_squares;
use shakmaty::{Board, Color, Rank, Role, Square, attacks};

const RIGHTS: [(char, &str); 4] = [
    ('K', "White castles on the king's side"),
    ('Q', "White castles on the queen's side"),
    ('k', "Black castles on the king's side"),
    ('q', "Black castles on the queen's side"),
];

pub(crate) fn open_castling(model: &mut Model) {
    if let Some(menu) = castling_menu(model) {
        overlay::open(model, menu)
    }
}

/// Sets typed castling rights, or reports one whose king or rook is not in place.
pub(crate) fn read_castling(model: &mut Model, text: &str) {
    let Some(board) = board(model) else {
        return;
    };
    let rules = model.record().rules();
    let letters = if text == "-" { "" } else { text };
    let rights = letters.chars().map(|letter| {
        let side = side_letter(&board, letter).ok_or_else(|| {
            let text = glyph::safe(text.as_bytes());
            format!("expected castling rights such as KQkq or -, found `{text}`")
        })?;
        if right(&board, letter as u8, rules).is_none() {
            allowed(&board, side, rules)?;
            return Err(format!("{letter} needs a rook that is not there"));
        }
        Ok((side, letter))
    });
    match rights.collect::<Result<Vec<_>, String>>() {
        Ok(rights) => set_castling(model, &in_order(&rights)),
        Err(reason) => model.refused(reason),
    }
}

fn set_castling(model: &mut Model, castling: &str) {
    let message = match castling {
        "-" => "no castling rights".to_owned(),
        rights => format!("castling rights {rights}"),
    };
    set(model, message, None, |edit| {
        edit.castling = Some(castling.into())
    });
    model.show_as_it_stands();
    let fresh = castling_menu(model);
    if let Some((open, fresh)) = overlay::top_mut::<Menu>(model).zip(fresh) {
        open.items = fresh.items;
    }
}

/// Returns the menu of castling rights: a row for each side, for each rook of Chess960 that `KQkq` does not denote,
/// and for the other spelling. Only rights that the board allows can be switched on; every right can be switched off.
fn castling_menu(model: &Model) -> Option<Menu> {
    let board = board(model)?;
    let record = model.record();
    let rules = record.rules();
    let letters = record.castling().unwrap_or("-").chars();
    let rights = letters.filter_map(|letter| Some((side_letter(&board, letter)?, letter)));
    let rights: Vec<(char, char)> = rights.collect();
    let by_file = rights.iter().any(|(side, letter)| side != letter);
    let of_side = |side: char, rules| right(&board, side as u8, rules);

    let mut items = Vec::new();
    for (side, label) in RIGHTS {
        let on = rights.iter().any(|(other, _)| *other == side);
        let found = allowed(&board, side, rules);
        let letter = match &found {
            Ok(found) if by_file && rules == Rules::Chess960 => found.file_letter(),
            _ => side,
        };
        let item = toggle(&rights, (side, letter), on, (side, label.to_owned()));
        items.push(item.disabled(found.err().filter(|_| !on)));
    }
    let files = ('A'..='H').rev().chain(('a'..='h').rev());
    let rooks = files.filter_map(|file| right(&board, file as u8, Rules::Chess960));
    for found in rooks.filter(|found| of_side(found.letter(), rules) != Some(*found)) {
        let new = (found.letter(), found.file_letter());
        let side = found.colour.fold_wb("White", "Black");
        let label = format!("{side} castles with the rook on {}", found.rook);
        items.push(toggle(&rights, new, rights.contains(&new), (new.1, label)));
    }
    let of_file = model.document.read_options().rules;
    let respelled = rights.iter().map(|&(side, letter)| {
        let file = of_side(side, Rules::Chess960).map_or(letter, |found| found.file_letter());
        match by_file {
            false => (side, file),
            true if letter == file && of_side(side, of_file).is_some() => (side, side),
            true => (side, letter),
        }
    });
    let respelled: Vec<(char, char)> = respelled.collect();
    if respelled != rights {
        let text = in_order(&respelled);
        let mut item = writes('x', "write rook files (Chess960)", text.clone());
        item.detail = text;
        items.push(item.checked(by_file));
    }
    let items = items.into_iter().map(MenuItem::staying).collect();
    Some(Menu::new("Castling rights", items))
}

fn writes(key: char, label: impl Into<String>, text: String) -> MenuItem {
    let does = move |model: &mut Model| set_castling(model, &text);
    MenuItem::new(Some(key), label, "", does)
}

/// Returns a row that adds one right by its letter, or removes it if it is `on`.
fn toggle(
    rights: &[(char, char)],
    (side, letter): (char, char),
    on: bool,
    (key, label): (char, String),
) -> MenuItem {
    let others = rights.iter().copied().filter(|(other, _)| *other != side);
    let new: Vec<_> = others.chain((!on).then_some((side, letter))).collect();
    writes(key, label, in_order(&new)).checked(on)
}

/// Returns the text of the castling field: White before Black, king side before queen side.
fn in_order(rights: &[(char, char)]) -> String {
    let text: String = RIGHTS
        .into_iter()
        .flat_map(|(side, _)| rights.iter().filter(move |(of, _)| *of == side))
        .map(|(_, letter)| *letter)
        .collect();
    if text.is_empty() { "-".into() } else { text }
}

pub fn none_impossible(model: &Model) -> Option<String> {
    no_board(model).or_else(|| {
        let record = model.record();
        let reason = "all castling rights and the en-passant square are possible";
        let none = record.impossible_castling().is_empty();
        model.when(none && impossible_en_passant(&record).is_none(), reason)
    })
}

pub fn remove_impossible(model: &mut Model) {
    let record = model.record();
    let rights = record.impossible_castling();
    let mut message = Vec::new();
    let mut fields = PositionEdit::default();
    if !rights.is_empty() {
        message.push(format!("castling {rights}"));
        let rest = record.castling().unwrap_or("-");
        let rest = rest.replace(|letter: char| rights.contains(letter), "");
        fields.castling = Some(if rest.is_empty() { "-".into() } else { rest });
    }
    if let Some(square) = impossible_en_passant(&record) {
        message.push(format!("en passant {square}"));
        fields.en_passant = Some(None);
    }
    let message = format!("removed {}", message.join(" and "));
    set(model, message, None, |edit| *edit = fields)
}

/// Returns the squares that a pawn can just have passed, and the square in the record.
fn choices(model: &Model) -> (Vec<Square>, Option<Square>) {
    let record = model.record();
    let squares = match (record.board(), record.side()) {
        (Some(board), Some(side)) => en_passant_squares(board, side),
        _ => Vec::new(),
    };
    (squares, record.en_passant())
}

pub(crate) fn no_en_passant(model: &Model) -> Option<String> {
    if let Some(reason) = no_board(model) {
        return Some(reason);
    }
    let Some(side) = model.record().side() else {
        return model.when(true, "can't read the side to move · {side} sets it");
    };
    let (them, (squares, now)) = (!side, choices(model));
    let is_none = squares.is_empty() && now.is_none();
    is_none.then(|| format!("no {them} pawn can just have moved two squares"))
}

pub(crate) fn open_en_passant(model: &mut Model) {
    let (mut squares, now) = choices(model);
    let possible = squares.clone();
    // An impossible square of the record is listed too, so that it is seen and can be kept.
    squares.extend(now.filter(|square| !possible.contains(square)));
    let board = board(model).unwrap_or_else(Board::empty);
    let row = |choice: Option<Square>| {
        let detail = match choice {
            None => "the last move was not a double step".into(),
            Some(square) if possible.contains(&square) => takers(&board, square),
            Some(_) => "no pawn can have passed it".into(),
        };
        let key = choice.map_or('-', |square| square.file().char());
        let label = choice.map_or_else(|| "none".to_owned(), |square| square.to_string());
        let message = match choice {
            Some(square) => format!("en-passant square {square}"),
            None => "no en-passant square".to_owned(),
        };
        let does = move |model: &mut Model| {
            set(model, message.clone(), None, |edit| {
                edit.en_passant = Some(choice)
            })
        };
        MenuItem::new(Some(key), label, detail, does).checked(choice == now)
    };
    let choices = squares.into_iter().map(Some).chain([None]);
    let cursor = choices.clone().position(|choice| choice == now);
    let menu = Menu::new("En-passant square", choices.map(row).collect());
    overlay::open(model, menu.at(cursor.unwrap_or(0)))
}

fn takers(board: &Board, over: Square) -> String {
    let us = Color::from_white(over.rank() == Rank::Sixth);
    let pawns = attacks::pawn_attacks(!us, over) & board.by_piece(Role::Pawn.of(us));
    let pawns: Vec<String> = pawns.into_iter().map(|square| square.to_string()).collect();
    match pawns.as_slice() {
        [] => "no pawn can capture there".into(),
        pawns => format!("the pawn on {} can capture", pawns.join(" or ")),
    }
}

/// Returns whether the last square of a position typed on an empty board was just filled or skipped.
pub(crate) fn fields_follow(model: &Model) -> bool {
    let view = &model.document.view;
    view.setting_up == Some(model.document.place())
        && view.filled
        && model.last_command.is_some_and(fills_squares)
}

pub(crate) fn ask_fields(model: &mut Model) {
    let setting_up = model.document.view.setting_up;
    let label = "side, castling rights, en-passant square";
    let asks = Answer::new("set", move |model, text| {
        let fields = read_fields(text)?;
        if fields == PositionEdit::default() {
            return Err("expected w or b to move, and what follows it in a FEN".to_owned());
        }
        // One undo step with the typed placement.
        model.document.view.setting_up = setting_up;
        set(model, "set up the position", None, |edit| *edit = fields);
        model.document.view.setting_up = None;
        Ok(())
    })
    .noting("as in a FEN, such as `w KQkq -`")
    .explaining(
        "Side, castling rights, en-passant square and clocks; fields left out stay unchanged.",
    );
    overlay::open(model, Prompt::new(label, "", asks))
}

const EXPECTED: [&str; 5] = [
    "w or b to move",
    "castling rights such as KQkq or -",
    "an en-passant square or -",
    "a number of moves",
    "a number of moves",
];

/// Parses the typed fields; an error names the expected field and the word found instead.
fn read_fields(text: &str) -> Result<PositionEdit, String> {
    let mut fields = PositionEdit::default();
    for (at, word) in text.split_whitespace().enumerate() {
        read_field(&mut fields, at, word).ok_or_else(|| {
            let expected = EXPECTED.get(at).unwrap_or(&"nothing behind the clocks");
            let found = glyph::safe(word.as_bytes());
            format!("expected {expected}, found `{found}`")
        })?;
    }
    Ok(fields)
}

/// Parses the field at index `at`; `None` for a word that it can't be.
fn read_field(fields: &mut PositionEdit, at: usize, word: &str) -> Option<()> {
    match (at, word) {
        (0, "w" | "b") => fields.side = Some(Color::from_white(word == "w")),
        (1, _) if is_castling(word.as_bytes()) => fields.castling = Some(word.to_owned()),
        (2, "-") => fields.en_passant = Some(None),
        (2, _) => fields.en_passant = Some(Some(word.parse().ok()?)),
        (3, _) => fields.clocks.0 = Some(word.parse().ok()?),
        (4, _) => fields.clocks.1 = Some(word.parse().ok()?),
        _ => return None,
    }
    Some(())
}

pub(crate) fn ask_clock(model: &mut Model, clock: Clock) {
    let now = clock.of(&model.record());
    let text = now.map(|number| number.to_string()).unwrap_or_default();
    let (label, least) = match clock {
        Clock::HalfMoves => (
            "half-move clock: half-moves since a capture or pawn move (hmvc; empty removes it)",
            0,
        ),
        Clock::MoveNumber => ("move number (fmvn; empty removes it)", 1),
    };
    let sets = move |model: &mut Model, number: Option<u32>| {
        let opcode = clock.opcode();
        let message = match number {
            Some(number) => format!("set {opcode} {number}"),
            None => format!("removed {opcode}"),
        };
        let line = model.line();
        let new = clock.put(&model.read(&line), number);
        edit_line(model, new, message);
        Some(())
    };
    let asks = Answer::number("set", "a whole number", least..=u32::MAX, least, sets);
    overlay::open(model, Prompt::new(label, text, asks))
}

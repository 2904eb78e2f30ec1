//! The menus of castling rights and of the en-passant square: only what the board allows can be switched on, and what
//! it does not allow says why not. Every right can be switched off. What the board no longer bears out stays until it is
//! removed by a key, at once or later.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::{self, board, no_board};
use crate::editor::widgets::glyph;
use crate::epd::castling::{Rules, allowed, right, side_letter};
use crate::epd::edit::{PositionEdit, impossible_en_passant};
use crate::epd::position::en_passant_squares;
use shakmaty::{Board, Color, Rank, Role, Square, attacks};

/// The rights by the side of their king, in the order of the field.
const RIGHTS: [(char, &str); 4] = [
    ('K', "White castles on the king's side"),
    ('Q', "White castles on the queen's side"),
    ('k', "Black castles on the king's side"),
    ('q', "Black castles on the queen's side"),
];

/// Opens the menu.
pub(crate) fn open_castling(model: &mut Model) {
    if let Some(menu) = menu(model) {
        overlay::open(model, menu)
    }
}

/// Sets the field to rights that were typed, where king and rook stand so.
pub(crate) fn named(model: &mut Model, text: &str) {
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
        Ok(rights) => set(model, &in_order(&rights)),
        Err(reason) => model.refused(reason),
    }
}

/// Sets the field, and the open menu after it.
fn set(model: &mut Model, castling: &str) {
    let said = match castling {
        "-" => "no castling rights".to_owned(),
        rights => format!("castling rights {rights}"),
    };
    let fields = PositionEdit {
        castling: Some(castling.to_owned()),
        ..PositionEdit::default()
    };
    board::set(model, said, &fields, None);
    model.show_as_it_stands();
    let fresh = menu(model);
    if let Some((open, fresh)) = overlay::top_mut::<Menu>(model).zip(fresh) {
        open.items = fresh.items;
    }
}

/// Returns the menu: a row for each right by its side, for each rook of Chess960 that `KQkq` does not mean, such as
/// one between the king and the outermost rook, and for the other spelling.
fn menu(model: &Model) -> Option<Menu> {
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

/// Returns a row that sets the field to a text.
fn writes(key: char, label: impl Into<String>, text: String) -> MenuItem {
    let does = move |model: &mut Model| set(model, &text);
    MenuItem::new(Some(key), label, "", does)
}

/// Returns a row that gives one right its letter, or takes the right away where that is `on`.
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

/// Returns the field's text: White before Black, king side before queen side.
fn in_order(rights: &[(char, char)]) -> String {
    let text: String = RIGHTS
        .into_iter()
        .flat_map(|(side, _)| rights.iter().filter(move |(of, _)| *of == side))
        .map(|(_, letter)| *letter)
        .collect();
    if text.is_empty() { "-".into() } else { text }
}

/// Returns why there is nothing to remove.
pub fn none_impossible(model: &Model) -> Option<String> {
    no_board(model).or_else(|| {
        let record = model.record();
        (record.impossible_castling().is_empty() && impossible_en_passant(&record).is_none())
            .then(|| "all castling rights and the en-passant square are possible".into())
    })
}

/// Takes the impossible rights and the impossible square out of the record.
pub fn remove_impossible(model: &mut Model) {
    let record = model.record();
    let rights = record.impossible_castling();
    let mut said = Vec::new();
    let mut fields = PositionEdit::default();
    if !rights.is_empty() {
        said.push(format!("castling {rights}"));
        let rest = record.castling().unwrap_or("-");
        let rest = rest.replace(|letter: char| rights.contains(letter), "");
        fields.castling = Some(if rest.is_empty() { "-".into() } else { rest });
    }
    if let Some(square) = impossible_en_passant(&record) {
        said.push(format!("en passant {square}"));
        fields.en_passant = Some(None);
    }
    let said = format!("removed {}", said.join(" and "));
    board::set(model, said, &fields, None)
}

/// Returns the squares that a pawn can just have passed over, and the one in the record.
fn choices(model: &Model) -> (Vec<Square>, Option<Square>) {
    let record = model.record();
    let squares = match (record.board(), record.side()) {
        (Some(board), Some(side)) => en_passant_squares(board, side),
        _ => Vec::new(),
    };
    (squares, record.en_passant())
}

/// Returns why there is nothing to choose.
pub(crate) fn no_en_passant(model: &Model) -> Option<String> {
    if let Some(reason) = no_board(model) {
        return Some(reason);
    }
    let Some(side) = model.record().side() else {
        let sets = model.key(Id::Side);
        return Some(format!("can't read the side to move · {sets} sets it"));
    };
    let (them, (squares, now)) = (!side, choices(model));
    let is_none = squares.is_empty() && now.is_none();
    is_none.then(|| format!("no {them} pawn can just have moved two squares"))
}

/// Opens the menu.
pub(crate) fn open_en_passant(model: &mut Model) {
    let (mut squares, now) = choices(model);
    let possible = squares.clone();
    // One that is given but can't be is shown, so that what there is can be seen and left.
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
        let does = move |model: &mut Model| set_en_passant(model, choice);
        MenuItem::new(Some(key), label, detail, does).checked(choice == now)
    };
    let choices = squares.into_iter().map(Some).chain([None]);
    let cursor = choices.clone().position(|choice| choice == now);
    let menu = Menu::new("En-passant square", choices.map(row).collect());
    overlay::open(model, menu.at(cursor.unwrap_or(0)))
}

/// Returns which pawns stand ready to take on a square.
fn takers(board: &Board, over: Square) -> String {
    let us = Color::from_white(over.rank() == Rank::Sixth);
    let pawns = attacks::pawn_attacks(!us, over) & board.by_piece(Role::Pawn.of(us));
    let pawns: Vec<String> = pawns.into_iter().map(|square| square.to_string()).collect();
    match pawns.as_slice() {
        [] => "no pawn can capture there".into(),
        pawns => format!("the pawn on {} can capture", pawns.join(" or ")),
    }
}

/// Sets the field.
fn set_en_passant(model: &mut Model, square: Option<Square>) {
    let said = match square {
        Some(square) => format!("en-passant square {square}"),
        None => "no en-passant square".to_owned(),
    };
    let fields = PositionEdit {
        en_passant: Some(square),
        ..PositionEdit::default()
    };
    board::set(model, said, &fields, None)
}

//! The menu of castling rights: only those that the board allows can be switched on, and each
//! other says why not. Every right can be switched off.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board;
use crate::editor::panes::board::{Fields, board};
use crate::editor::widgets::glyph;
use crate::epd::{Rules, castling};
use shakmaty::{Bitboard, Board, Color, File, Role, Square};

/// The rights by the side of their king, in the order of the field.
const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// Opens the menu.
pub(crate) fn open_castling(model: &mut Model) {
    if let Some(menu) = menu(model) {
        overlay::open(model, menu)
    }
}

/// What a row does: sets the field to a text.
fn writes(castling: String) -> impl Fn(&mut Model) {
    move |model| set(model, &castling)
}

/// Sets the field to rights that were typed: those that the menu would offer, too.
pub(crate) fn named(model: &mut Model, text: &str) {
    if text == "-" {
        return set(model, text);
    }
    let Some(board) = board(model) else {
        return;
    };
    let rules = model.record().rules();
    let allowed = |letter: char| {
        let right = right_of(&board, letter).ok_or_else(|| {
            let text = glyph::safe(text.as_bytes());
            format!("expected castling rights such as KQkq or -, found `{text}`")
        })?;
        let offered = [false, true].map(|by_file| letter_for(&board, right, by_file, rules));
        let mut beside = rooks_by_file(&board, &[], rules).into_iter();
        if offered.contains(&Ok(letter)) || beside.any(|item| item.key == Some(letter)) {
            return Ok((right, letter));
        }
        let [offered, _] = offered;
        offered.and_then(|_| Err(format!("{letter} needs a rook that is not there")))
    };
    let rights: Result<Vec<_>, String> = text.chars().map(allowed).collect();
    match rights {
        Ok(rights) => set(model, &in_order(&rights)),
        Err(reason) => {
            model.refused(reason);
        }
    }
}

/// Sets the field, and the open menu after it.
fn set(model: &mut Model, castling: &str) {
    let said = match castling {
        "-" => "no castling rights".to_owned(),
        rights => format!("castling rights {rights}"),
    };
    let fields = Fields {
        castling: Some(castling.to_owned()),
        ..Fields::default()
    };
    board::set(model, said, &fields, None);
    model.show_as_it_stands();
    let fresh = menu(model);
    if let Some((open, fresh)) = overlay::top_mut::<Menu>(model).zip(fresh) {
        open.items = fresh.items;
    }
}

fn menu(model: &Model) -> Option<Menu> {
    let board = board(model)?;
    let field = model.record().castling().unwrap_or("-").to_owned();
    let by_file = field
        .chars()
        .any(|c| c.is_ascii_alphabetic() && !"KQkq".contains(c));
    let rules = model.record().rules();
    let set: Vec<(char, char)> = field
        .chars()
        .filter_map(|letter| right_of(&board, letter).map(|right| (right, letter)))
        .collect();
    let items = RIGHTS.into_iter().map(|right| {
        let on = set.iter().any(|(other, _)| *other == right);
        let letter = letter_for(&board, right, by_file, rules);
        let label = format!(
            "{} castles on the {} side",
            color_of(right).fold_wb("White", "Black"),
            if is_king_side(right) {
                "king's"
            } else {
                "queen's"
            },
        );
        let new = letter.clone().ok().filter(|_| !on);
        MenuItem::new(Some(right), label, "", writes(with(&set, right, new)))
            .checked(on)
            .disabled(letter.err().filter(|_| !on))
    });
    let mut items: Vec<MenuItem> = items.collect();
    items.extend(rooks_by_file(&board, &set, rules));
    let of_file = model.document.read_options().rules;
    items.extend(spelling(&board, &set, by_file, of_file));
    let mut menu = Menu::new("Castling rights", items);
    menu.stays = true;
    Some(menu)
}

/// Rooks of Chess960 that `KQkq` does not mean, those between the king and the outermost rook among
/// them: one of them can have the right instead.
fn rooks_by_file(board: &Board, set: &[(char, char)], rules: Rules) -> Vec<MenuItem> {
    let mut items = Vec::new();
    for right in RIGHTS {
        let color = color_of(right);
        let of_file = |file: File| {
            let letter = cased(color, file.char());
            castling::right(board, letter as u8, Rules::Chess960)
        };
        let beside = File::ALL.into_iter().filter_map(of_file);
        let outer = letter_for(board, right, true, Rules::Chess960)
            .ok()
            .filter(|_| letter_for(board, right, false, rules).is_ok());
        for found in beside.filter(|found| found.letter() == right) {
            let letter = found.file_letter();
            if outer == Some(letter) {
                continue;
            }
            let on = set.contains(&(right, letter));
            let side = color.fold_wb("White", "Black");
            let label = format!("{side} castles with the rook on {}", found.rook);
            let after = with(set, right, Some(letter).filter(|_| !on));
            items.push(MenuItem::new(Some(letter), label, "", writes(after)).checked(on));
        }
    }
    items
}

/// The field's text with another letter for a right, or none.
fn with(set: &[(char, char)], right: char, letter: Option<char>) -> String {
    let others = set.iter().copied().filter(|(other, _)| *other != right);
    let letters: Vec<_> = others.chain(letter.map(|letter| (right, letter))).collect();
    in_order(&letters)
}

/// A row that writes the rights by the files of their rooks, or by `KQkq` again.
fn spelling(
    board: &Board,
    set: &[(char, char)],
    by_file: bool,
    of_file: Rules,
) -> Option<MenuItem> {
    let letters: Vec<(char, char)> = set
        .iter()
        .map(|&(right, letter)| {
            let file = letter_for(board, right, true, Rules::Chess960).ok();
            let plain = castling::right(board, right as u8, of_file);
            let other = match file {
                Some(file) if !by_file && letter == right => file,
                Some(file) if by_file && letter == file && plain.is_some() => right,
                _ => letter,
            };
            (right, other)
        })
        .collect();
    let text = in_order(&letters);
    (letters != set).then(|| {
        let does = writes(text.clone());
        MenuItem::new(Some('x'), "write rook files (Chess960)", text, does).checked(by_file)
    })
}

/// The field's text: White before Black, king side before queen side.
fn in_order(letters: &[(char, char)]) -> String {
    let text: String = RIGHTS
        .into_iter()
        .flat_map(|right| letters.iter().filter(move |(of, _)| *of == right))
        .map(|(_, letter)| *letter)
        .collect();
    if text.is_empty() { "-".into() } else { text }
}

fn cased(color: Color, letter: char) -> char {
    color.fold_wb(letter.to_ascii_uppercase(), letter.to_ascii_lowercase())
}

fn color_of(letter: char) -> Color {
    Color::from_white(letter.is_ascii_uppercase())
}

fn is_king_side(right: char) -> bool {
    right.eq_ignore_ascii_case(&'k')
}

/// The king that can castle: the one of its colour on its first rank.
fn king(board: &Board, color: Color) -> Option<Square> {
    let home = Bitboard::from(color.backrank());
    (board.by_piece(Role::King.of(color)) & home).first()
}

/// The right that a letter of the field gives.
fn right_of(board: &Board, letter: char) -> Option<char> {
    if RIGHTS.contains(&letter) {
        return Some(letter);
    }
    let king = king(board, color_of(letter)).map_or(File::E, Square::file);
    let is_king_side = File::from_char(letter.to_ascii_lowercase())? > king;
    Some(cased(
        color_of(letter),
        if is_king_side { 'k' } else { 'q' },
    ))
}

/// The letter to write for a right, or why the board does not allow it.
fn letter_for(board: &Board, right: char, by_file: bool, rules: Rules) -> Result<char, String> {
    if let Some(found) = castling::right(board, right as u8, rules) {
        return Ok(match by_file && rules == Rules::Chess960 {
            true => found.file_letter(),
            false => right,
        });
    }
    let color = color_of(right);
    let (name, rank) = (color.fold_wb("white", "black"), color.backrank());
    let on = |file| Square::from_coords(file, rank);
    Err(match king(board, color) {
        None => format!("no {name} king on rank {rank}"),
        Some(king) if king.file() == File::E => {
            let corner = on(if is_king_side(right) {
                File::H
            } else {
                File::A
            });
            format!("no {name} rook on {corner}")
        }
        Some(king) if rules == Rules::Classical => {
            format!("the {name} king is on {king}, not on {}", on(File::E))
        }
        Some(king) => format!("no {name} rook on that side of the king on {king}"),
    })
}

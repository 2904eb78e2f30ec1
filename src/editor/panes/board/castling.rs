//! The menu of castling rights: only those that the board allows can be switched on, and each
//! other says why not. Every right can be switched off.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::{self, board};
use crate::editor::widgets::glyph;
use crate::epd::edit::PositionEdit;
use crate::epd::{Rules, castling};
use shakmaty::{Board, Color, File};

/// The rights by the side of their king, in the order of the field.
const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// Opens the menu.
pub(crate) fn open_castling(model: &mut Model) {
    if let Some(menu) = menu(model) {
        overlay::open(model, menu)
    }
}

/// Returns what a row does: sets the field to a text.
fn writes(castling: String) -> impl Fn(&mut Model) {
    move |model| set(model, &castling)
}

/// Sets the field to rights that were typed, where king and rook stand so.
pub(crate) fn named(model: &mut Model, text: &str) {
    if text == "-" {
        return set(model, text);
    }
    let Some(board) = board(model) else {
        return;
    };
    let rules = model.record().rules();
    let rights: Result<Vec<_>, String> = text
        .chars()
        .map(|letter| {
            let right = castling::side_letter(&board, letter).ok_or_else(|| {
                let text = glyph::safe(text.as_bytes());
                format!("expected castling rights such as KQkq or -, found `{text}`")
            })?;
            if castling::right(&board, letter as u8, rules).is_none() {
                castling::allowed(&board, right, rules)?;
                return Err(format!("{letter} needs a rook that is not there"));
            }
            Ok((right, letter))
        })
        .collect();
    match rights {
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

fn menu(model: &Model) -> Option<Menu> {
    let board = board(model)?;
    let record = model.record();
    let (field, rules) = (record.castling().unwrap_or("-"), record.rules());
    let by_file = field
        .chars()
        .any(|c| c.is_ascii_alphabetic() && !RIGHTS.contains(&c));
    let set: Vec<(char, char)> = field
        .chars()
        .filter_map(|letter| castling::side_letter(&board, letter).map(|right| (right, letter)))
        .collect();
    let items = RIGHTS.into_iter().map(|right| {
        let on = set.iter().any(|(other, _)| *other == right);
        let (side, wing) = (side_of(right), wing_of(right));
        let label = format!("{side} castles on the {wing} side");
        let found = castling::allowed(&board, right, rules);
        let new = found.as_ref().ok().filter(|_| !on);
        let new = new.map(|found| match by_file && rules == Rules::Chess960 {
            true => found.file_letter(),
            false => right,
        });
        MenuItem::new(Some(right), label, "", writes(with(&set, right, new)))
            .checked(on)
            .disabled(found.err().filter(|_| !on))
    });
    let mut items: Vec<MenuItem> = items.collect();
    for right in RIGHTS {
        items.extend(rooks_by_file(&board, &set, right, rules));
    }
    let of_file = model.document.read_options().rules;
    items.extend(spelling(&board, &set, by_file, of_file));
    let mut menu = Menu::new("Castling rights", items);
    menu.stays = true;
    Some(menu)
}

/// Rooks of Chess960 that `KQkq` does not mean, those between the king and the outermost rook among
/// them: one of them can have the right instead.
fn rooks_by_file(
    board: &Board,
    set: &[(char, char)],
    right: char,
    rules: Rules,
) -> impl Iterator<Item = MenuItem> {
    let meant = castling::right(board, right as u8, rules);
    let of_file = move |file: File| {
        let letter = cased(color_of(right), file.char());
        castling::right(board, letter as u8, Rules::Chess960)
    };
    let found = File::ALL.into_iter().filter_map(of_file);
    let beside = found.filter(move |found| found.letter() == right && Some(*found) != meant);
    beside.map(move |found| {
        let letter = found.file_letter();
        let on = set.contains(&(right, letter));
        let label = format!("{} castles with the rook on {}", side_of(right), found.rook);
        let after = with(set, right, Some(letter).filter(|_| !on));
        MenuItem::new(Some(letter), label, "", writes(after)).checked(on)
    })
}

/// Returns the field's text with another letter for a right, or none.
fn with(set: &[(char, char)], right: char, letter: Option<char>) -> String {
    let others = set.iter().copied().filter(|(other, _)| *other != right);
    let letters: Vec<_> = others.chain(letter.map(|letter| (right, letter))).collect();
    in_order(&letters)
}

/// Returns the row that writes the rights by the files of their rooks, or by `KQkq` again.
fn spelling(
    board: &Board,
    set: &[(char, char)],
    by_file: bool,
    of_file: Rules,
) -> Option<MenuItem> {
    let other = |&(right, letter): &(char, char)| {
        let by = |rules| castling::right(board, right as u8, rules);
        let file = by(Rules::Chess960).map(|found| found.file_letter());
        let other = match file {
            Some(file) if !by_file && letter == right => file,
            Some(file) if by_file && letter == file && by(of_file).is_some() => right,
            _ => letter,
        };
        (right, other)
    };
    let letters: Vec<(char, char)> = set.iter().map(other).collect();
    let text = in_order(&letters);
    (letters != set).then(|| {
        let does = writes(text.clone());
        MenuItem::new(Some('x'), "write rook files (Chess960)", text, does).checked(by_file)
    })
}

/// Returns the field's text: White before Black, king side before queen side.
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

fn side_of(right: char) -> &'static str {
    color_of(right).fold_wb("White", "Black")
}

fn is_king_side(right: char) -> bool {
    right.eq_ignore_ascii_case(&'k')
}

fn wing_of(right: char) -> &'static str {
    match is_king_side(right) {
        true => "king's",
        false => "queen's",
    }
}

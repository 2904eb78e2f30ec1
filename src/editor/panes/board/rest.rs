//! What follows the placement in a FEN, for a position that is typed square by square: side to move,
//! castling rights, en-passant square, clocks.

use crate::editor::doc::change::edit_line;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Prompt};
use crate::editor::panes::board::{fills_squares, set};
use crate::editor::widgets::glyph;
use crate::epd::castling::is_castling;
use crate::epd::edit::{Clock, PositionEdit};
use shakmaty::Color;

/// Returns whether the last square of a position typed on an empty board was just filled or skipped: a blank
/// then ends the placement, as in a FEN.
pub(crate) fn follows(model: &Model) -> bool {
    let view = &model.document.view;
    view.setting_up == Some(model.document.place())
        && view.filled
        && model.last_command.is_some_and(fills_squares)
}

/// Asks for the fields behind the placement.
pub(crate) fn ask(model: &mut Model) {
    let setting_up = model.document.view.setting_up;
    let label = "side, castling rights, en-passant square";
    let asks = Answer::new("set", move |model, text| {
        let fields = read(text)?;
        if fields != PositionEdit::default() {
            // One step of undo with what was typed before.
            model.document.view.setting_up = setting_up;
            set(model, "set up the position".into(), &fields, None);
            model.document.view.setting_up = None;
        }
        Ok(())
    })
    .noting("as in a FEN, such as `w KQkq -`")
    .explaining(
        "The fields behind the placement, with blanks between: w or b, castling rights or -, the en-passant square or -, and the two clocks. Those that are left out stay as they are.",
    );
    overlay::open(model, Prompt::new(label, "", asks))
}

/// The fields of a FEN behind the placement.
const EXPECTED: [&str; 5] = [
    "w or b to move",
    "castling rights such as KQkq or -",
    "an en-passant square or -",
    "a number of moves",
    "a number of moves",
];

/// Reads what a person typed, field by field.
///
/// # Errors
///
/// What is not what stands there in a FEN, in words.
fn read(text: &str) -> Result<PositionEdit, String> {
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

/// Reads one field; `None` for a word that can't stand there.
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

/// Asks for a count; what it is now stands in the prompt.
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
        let said = match number {
            Some(number) => format!("set {opcode} {number}"),
            None => format!("removed {opcode}"),
        };
        let line = model.line();
        let new = clock.put(&model.read(&line), number);
        edit_line(model, new, said);
        Some(())
    };
    let asks = Answer::number("set", "a whole number", least..=u32::MAX, least, sets);
    overlay::open(model, Prompt::new(label, text, asks))
}

//! What follows the placement in a FEN, for a position that is typed square by square: side to move,
//! castling rights, en-passant square, clocks.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Prompt};
use crate::editor::panes::board::{fills_squares, set};
use crate::editor::widgets::glyph;
use crate::epd::edit::PositionEdit;
use shakmaty::{Color, Square};

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

/// Reads what a person typed, field by field.
///
/// # Errors
///
/// What is not what stands there in a FEN, in words.
fn read(text: &str) -> Result<PositionEdit, String> {
    let mut typed = PositionEdit::default();
    for (at, word) in text.split_whitespace().enumerate() {
        let found = || glyph::safe(word.as_bytes());
        let expected = |what: &str| format!("expected {what}, found `{}`", found());
        let number = || {
            word.parse::<u32>()
                .map_err(|_| expected("a number of moves"))
        };
        match (at, word) {
            (0, "w") => typed.side = Some(Color::White),
            (0, "b") => typed.side = Some(Color::Black),
            (0, _) => return Err(expected("w or b to move")),
            (1, _) => {
                let is_right =
                    |c: char| "KQkq".contains(c) || ('a'..='h').contains(&c.to_ascii_lowercase());
                if word != "-" && !word.chars().all(is_right) {
                    return Err(expected("castling rights such as KQkq or -"));
                }
                typed.castling = Some(word.to_owned());
            }
            (2, "-") => typed.en_passant = Some(None),
            (2, _) => {
                let square = Square::from_ascii(word.as_bytes());
                let square = square.map_err(|_| expected("an en-passant square or -"))?;
                typed.en_passant = Some(Some(square));
            }
            (3, _) => typed.clocks.0 = Some(number()?),
            (4, _) => typed.clocks.1 = Some(number()?),
            _ => {
                return Err(format!(
                    "nothing comes after the clocks, found `{}`",
                    found()
                ));
            }
        }
    }
    Ok(typed)
}

//! What follows the placement in a FEN, for a position that is typed square by square: side to move,
//! castling rights, en-passant square, clocks.

use crate::editor::features::board::paste::with_clocks;
use crate::editor::features::board::{Fields, edit_record, fills_squares};
use crate::editor::glyph;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, PagerLine, Prompt};
use crate::suite::RevisionId;
use shakmaty::{Color, Square};

/// The rest of a position, and the line that it is the rest of: one step of undo with what was typed
/// before.
#[derive(Debug)]
struct Rest {
    setting_up: Option<(usize, RevisionId)>,
}

/// Whether the last square of a position typed on an empty board was just filled or skipped: a blank then
/// ends the placement, as in a FEN.
pub(crate) fn follows(model: &Model) -> bool {
    let view = &model.document.view;
    let now = (model.document.selected, model.document.suite.revision());
    view.setting_up == Some(now) && view.filled && model.last_command.is_some_and(fills_squares)
}

/// Asks for the fields behind the placement.
pub(crate) fn ask(model: &mut Model) {
    let setting_up = model.document.view.setting_up;
    let label = "side, castling rights, en-passant square";
    overlay::open(model, Prompt::new(label, "", Rest { setting_up }))
}

/// What a person typed, field by field.
#[derive(Debug, Default, PartialEq, Eq)]
struct Typed {
    side: Option<Color>,
    castling: Option<String>,
    en_passant: Option<Option<Square>>,
    half_moves: Option<u32>,
    move_number: Option<u32>,
}

impl Typed {
    /// # Errors
    ///
    /// What is not what stands there in a FEN, in words.
    fn read(text: &str) -> Result<Self, String> {
        let mut typed = Self::default();
        for (at, word) in text.split_whitespace().enumerate() {
            let found = || glyph::safe(word.as_bytes());
            let number = || {
                let number = word.parse::<u32>();
                number.map_err(|_| format!("expected a number of moves, found `{}`", found()))
            };
            match at {
                0 => {
                    typed.side = Some(match word {
                        "w" => Color::White,
                        "b" => Color::Black,
                        _ => {
                            let found = found();
                            return Err(format!("expected w or b to move, found `{found}`"));
                        }
                    });
                }
                1 => {
                    let is_right = |c: char| {
                        "KQkq".contains(c) || ('a'..='h').contains(&c.to_ascii_lowercase())
                    };
                    if word != "-" && !word.chars().all(is_right) {
                        let found = found();
                        return Err(format!(
                            "expected castling rights such as KQkq or -, found `{found}`"
                        ));
                    }
                    typed.castling = Some(word.to_owned());
                }
                2 => {
                    typed.en_passant = Some(match word {
                        "-" => None,
                        word => Some(Square::from_ascii(word.as_bytes()).map_err(|_| {
                            format!("expected an en-passant square or -, found `{}`", found())
                        })?),
                    });
                }
                3 => typed.half_moves = Some(number()?),
                4 => typed.move_number = Some(number()?),
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

    fn set(self, model: &mut Model) {
        edit_record(model, "set up the position".into(), |record| {
            let fields = Fields {
                board: None,
                side: self.side,
                castling: self.castling,
                en_passant: self.en_passant,
            };
            let line = fields.put_into(record)?;
            with_clocks(line, record, (self.half_moves, self.move_number))
        })
    }
}

impl Asks for Rest {
    fn enter(&self) -> &'static str {
        "set"
    }

    fn note(&self, _model: &Model) -> Option<String> {
        Some("as in a FEN, such as `w KQkq -`".to_owned())
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        vec![PagerLine::Text(
            "The fields behind the placement, with blanks between: w or b, castling rights or -, the en-passant square or -, and the two clocks. Those that are left out stay as they are."
                .into(),
        )]
    }

    fn accept(&self, model: &mut Model, text: &str) {
        match Typed::read(text) {
            Ok(typed) => {
                model.overlays.pop();
                if typed == Typed::default() {
                    return;
                }
                model.document.view.setting_up = self.setting_up;
                typed.set(model);
                model.document.view.setting_up = None;
            }
            Err(reason) => {
                overlay::say(model, reason);
            }
        }
    }
}

//! Castling rights and an en-passant square that the board no longer bears out: they stay until
//! they are removed by a key, at once or later.

use crate::editor::model::Model;
use crate::editor::panes::board::{self, no_board};
use crate::epd::edit::{PositionEdit, impossible_en_passant};

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
    let (rights, square, rest) = {
        let record = model.record();
        let gone = record.impossible_castling().to_owned();
        let rest: String = record
            .castling()
            .unwrap_or("-")
            .chars()
            .filter(|letter| !gone.contains(*letter))
            .collect();
        (gone, impossible_en_passant(&record), rest)
    };
    let mut said = Vec::new();
    let mut fields = PositionEdit::default();
    if !rights.is_empty() {
        said.push(format!("castling {rights}"));
        fields.castling = Some(if rest.is_empty() { "-".into() } else { rest });
    }
    if let Some(square) = square {
        said.push(format!("en passant {square}"));
        fields.en_passant = Some(None);
    }
    let said = format!("removed {}", said.join(" and "));
    board::set(model, said, &fields, None)
}
